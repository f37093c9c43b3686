//! Notices by NATS, where PostgreSQL's own cannot work: behind a pooler that gives a connection only for a transaction,
//! or on a database that speaks PostgreSQL's language but not `LISTEN`.

use crate::notices::{Wire, Wires};
use crate::{Answer, StoreError};
use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::sync::mpsc;

/// What servers on one store speak about, unless the address names something else.
const SUBJECT: &str = "klaxon";

/// Where notices go by NATS: `nats://host:4222`, several servers of one NATS with commas between them. Stores that share
/// a NATS tell themselves apart by a path: `nats://host:4222/second-house`.
#[derive(Clone, PartialEq, Eq)]
pub struct Nats {
    servers: Vec<ServerAddr>,
    subject: String,
}

impl std::str::FromStr for Nats {
    type Err = String;

    fn from_str(text: &str) -> Result<Nats, String> {
        let (mut servers, mut subject) = (Vec::new(), None);
        for part in text.split(',') {
            let known = ["nats://", "tls://"].iter().any(|scheme| part.starts_with(scheme));
            let server = part.parse::<ServerAddr>().ok().filter(|server| known && !server.host().is_empty());
            let server = server
                .ok_or("an address of NATS reads `nats://host:4222`, or `tls://…` where it is encrypted")?;
            let path = server.clone().into_inner().path().trim_matches('/').to_owned();
            if !path.is_empty() {
                subject = Some(path);
            }
            servers.push(server);
        }
        let subject = subject.unwrap_or_else(|| SUBJECT.into());
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if !subject.chars().all(plain) {
            return Err("what follows NATS's address is one word of letters, digits, `-` and `_`".into());
        }
        Ok(Nats { servers, subject })
    }
}

/// Without the password.
impl std::fmt::Debug for Nats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hosts: Vec<&str> = self.servers.iter().map(ServerAddr::host).collect();
        write!(f, "nats {} {}", hosts.join(","), self.subject)
    }
}

impl Nats {
    /// The same for one of several databases of a store.
    pub(crate) fn part(&self, i: usize) -> Nats {
        Nats { subject: format!("{}-{}", self.subject, i + 1), ..self.clone() }
    }

    async fn connect(&self, options: ConnectOptions) -> Result<Client, StoreError> {
        options
            .name("klaxon")
            .connection_timeout(Duration::from_secs(3))
            .ping_interval(Duration::from_secs(3))
            .connect(&self.servers[..])
            .await
            .map_err(unreachable)
    }
}

fn unreachable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unreachable { what: format!("NATS: {error}") }
}

impl Wires for Nats {
    fn to_speak(&self) -> Answer<'_, Box<dyn Wire>> {
        Box::pin(async move {
            let client = self.connect(ConnectOptions::new()).await?;
            Ok(Box::new(Speaking { client, subject: self.subject.clone() }) as Box<dyn Wire>)
        })
    }

    fn to_listen(&self) -> Answer<'_, Box<dyn Wire>> {
        Box::pin(async move {
            let (tell, broken) = mpsc::channel(1);
            let options = ConnectOptions::new().event_callback(move |event| {
                let tell = tell.clone();
                async move {
                    // Whatever was said meanwhile is lost, and nobody sends it again.
                    let gap = matches!(event, Event::Disconnected | Event::Closed | Event::SlowConsumer(_));
                    if gap {
                        drop(tell.try_send(event.to_string()));
                    }
                }
            });
            let client = self.connect(options).await?;
            let heard = client.subscribe(self.subject.clone()).await.map_err(unreachable)?;
            // What others say after this is heard.
            client.flush().await.map_err(unreachable)?;
            Ok(Box::new(Listening { _client: client, heard, broken }) as Box<dyn Wire>)
        })
    }
}

struct Speaking {
    client: Client,
    subject: String,
}

impl Wire for Speaking {
    fn say(&mut self, text: String) -> Answer<'_, ()> {
        Box::pin(async move {
            self.client.publish(self.subject.clone(), text.into()).await.map_err(unreachable)?;
            self.client.flush().await.map_err(unreachable)
        })
    }

    fn hear(&mut self) -> Answer<'_, Option<String>> {
        Box::pin(std::future::pending())
    }
}

struct Listening {
    _client: Client,
    heard: Subscriber,
    broken: mpsc::Receiver<String>,
}

impl Wire for Listening {
    fn say(&mut self, _: String) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn hear(&mut self) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            tokio::select! {
                message = self.heard.next() => {
                    let message = message.ok_or_else(|| unreachable("the line ended"))?;
                    // What is no text is no letter of ours, and is read as such.
                    Ok(Some(String::from_utf8_lossy(&message.payload).into_owned()))
                }
                // The line is made anew, and that something may have been missed is told then.
                why = self.broken.recv() => Err(unreachable(why.unwrap_or_else(|| "the line ended".into()))),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_servers_and_what_is_spoken_about() {
        let nats: Nats = "nats://ada:secret@one:4222,tls://two/second-house".parse().unwrap();
        assert_eq!(format!("{nats:?}"), "nats one,two second-house");
        assert_eq!("nats://one".parse::<Nats>().unwrap().subject, SUBJECT);
        for wrong in ["", "one:4222", "http://one", "nats://one/a.b", "nats://one/>", "nats://"] {
            assert!(wrong.parse::<Nats>().is_err(), "{wrong}");
        }
    }
}
