//! Mail: off unless the host has said how it goes out. An address is written to once, to ask; everything else only after whoever
//! reads it has said yes.

use super::{Notice, Trouble};
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{Header, HeaderName, HeaderValue},
    },
};
use std::{fmt, time::Duration};

/// The longest address.
const LONGEST: usize = 254;
/// How long a mail server may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// How mail goes out.
#[derive(Clone)]
pub struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

// The transport knows a password.
impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Post").field("from", &self.from.to_string()).finish_non_exhaustive()
    }
}

impl Post {
    /// By a server such as `smtps://name:password@mail.example` and in a name such as `Klaxon <klaxon@example.org>`.
    pub fn new(url: &str, from: &str) -> Result<Post, String> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| {
                format!("a mail server looks like `smtps://name:password@mail.example`: {error}")
            })?
            .timeout(Some(PATIENCE))
            .build();
        let from = from
            .parse()
            .map_err(|error| format!("a sender looks like `Klaxon <klaxon@example.org>`: {error}"))?;
        Ok(Post { transport, from })
    }

    async fn send(&self, to: &str, subject: &str, text: String, stop: &str) -> Result<(), Trouble> {
        let to = address(to).map_err(Trouble::new)?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(line(subject))
            .header(Unsubscribe(format!("<{stop}>")))
            .header(OneClick)
            .header(Automatic)
            .body(text)
            .map_err(|error| Trouble::new(format!("the mail cannot be written: {error}")))?;
        self.transport.send(message).await.map(drop).map_err(|error| {
            tracing::warn!(%error, "a mail was not taken");
            let text = if error.is_permanent() {
                "the mail server does not take mail for this address"
            } else {
                "the mail server of this host cannot be reached or is busy"
            };
            Trouble::new(text)
        })
    }

    /// Rings.
    pub async fn ring(&self, to: &str, notice: &Notice, stop: &str) -> Result<(), Trouble> {
        let mut text = format!("{}\n", notice.headline());
        for turn in &notice.turns {
            let seats = turn.seats.join(", ");
            let hurry =
                turn.hurry().map(|hurry| format!("{}\n", crate::error::sentence(&hurry))).unwrap_or_default();
            text += &format!("\n{}, {} ({seats})\n{hurry}{}\n", turn.game, line(&turn.title), turn.link);
        }
        text += &format!(
            "\n-- \nYou get this because you asked Klaxon to ring you.\nWhat rings and when: {}\nStop these mails: {stop}\n",
            notice.manage
        );
        self.send(to, &notice.headline(), text, stop).await
    }

    /// Asks whoever reads the address whether he wants this.
    pub async fn ask(&self, to: &str, host: &str, confirm: &str, stop: &str) -> Result<(), Trouble> {
        let text = format!(
            "Somebody, probably you, wants Klaxon at {host} to write to this address when it is their turn in a game.\n\n\
             If that was you, say so here:\n{confirm}\n\n\
             If not, do nothing: nothing more will come. To make sure of it:\n{stop}\n"
        );
        self.send(to, "Should Klaxon ring you here?", text, stop).await
    }
}

/// One line without tricks.
pub fn line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !crate::person::is_trick(*c))
        .take(200)
        .collect()
}

/// An address, read strictly: one mailbox, no names, comments or quotes.
pub fn address(text: &str) -> Result<Address, String> {
    let wrong = || "an address looks like `ada@example.org`".to_owned();
    let plain = |c: char| c.is_ascii_alphanumeric() || "@.!#$%&'*+-/=?^_{|}~".contains(c);
    if text.len() > LONGEST || !text.chars().all(plain) || !text.contains('.') {
        return Err(wrong());
    }
    text.parse().map_err(|_| wrong())
}

#[derive(Clone)]
struct Unsubscribe(String);
#[derive(Clone)]
struct OneClick;
#[derive(Clone)]
struct Automatic;

type Parsed<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

impl Header for Unsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }
    fn parse(text: &str) -> Parsed<Unsubscribe> {
        Ok(Unsubscribe(text.into()))
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

impl Header for OneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }
    fn parse(_: &str) -> Parsed<OneClick> {
        Ok(OneClick)
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".into())
    }
}

impl Header for Automatic {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }
    fn parse(_: &str) -> Parsed<Automatic> {
        Ok(Automatic)
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_addresses_are_taken() {
        assert!(address("ada.l+klaxon@mail.example.org").is_ok());
        for bad in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@localhost",
            "a@b.c\r\nBcc: x@y.z",
            "a@b.c,d@e.f",
            "a b@c.d",
            "Ada <a@b.c>",
            "\"a b\"@c.d",
            "a@b.c;",
            "a@b.c\0",
            "ädа@example.org",
            "a@b.c d@e.f",
        ] {
            assert!(address(bad).is_err(), "{bad:?}");
        }
        assert!(address(&format!("{}@example.org", "a".repeat(300))).is_err());
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(line("a\r\nBcc: b\u{202e}"), "a  Bcc: b");
    }

    #[test]
    fn a_mail_server_is_read_or_refused() {
        assert!(Post::new("smtp://127.0.0.1:2525", "Klaxon <k@example.org>").is_ok());
        assert!(Post::new("http://mail.example", "k@example.org").is_err());
        assert!(Post::new("smtp://mail.example", "nobody").is_err());
        let post = Post::new("smtps://u:pa55word@mail.example", "k@example.org").unwrap();
        assert!(!format!("{post:?}").contains("pa55word"));
    }
}
