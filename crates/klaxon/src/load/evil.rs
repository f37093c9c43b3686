//! What one hostile peer may do, one thing at a time. Everything comes from one address; whatever breaks is begun again.

use super::{Opened, http::Connection};
use anyhow::Result;
use klaxon_catalog::shelf;
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};
use tokio::{
    task::JoinSet,
    time::{sleep, sleep_until, timeout_at},
};

/// The address of whoever does it.
const FROM: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 66));

/// One evil.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evil {
    HardBots,
    Hints,
    Odds,
    Situations,
    Tables,
    Pages,
    Listeners,
    HalfOpen,
    SlowReaders,
    HugeMessages,
}

impl Evil {
    pub const ALL: [Evil; 10] = [
        Evil::HardBots,
        Evil::Hints,
        Evil::Odds,
        Evil::Situations,
        Evil::Tables,
        Evil::Pages,
        Evil::Listeners,
        Evil::HalfOpen,
        Evil::SlowReaders,
        Evil::HugeMessages,
    ];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Evil::HardBots => "150 tables of hard bots",
            Evil::Hints => "40 pages, 50 hints a second each",
            Evil::Odds => "40 pages, 50 odds and peeks a second each",
            Evil::Situations => "16 lines of situations and missions",
            Evil::Tables => "16 lines that open tables",
            Evil::Pages => "16 lines of pages, replays and choices",
            Evil::Listeners => "500 listeners at a table of quick bots",
            Evil::HalfOpen => "1,150 half-open lines",
            Evil::SlowReaders => "300 readers that read nothing",
            Evil::HugeMessages => "huge messages on 32 lines",
        }
    }

    /// Does it until then.
    pub async fn act(self, server: SocketAddr, end: Instant) {
        let mut tasks = JoinSet::new();
        match self {
            Evil::HardBots => {
                tasks.spawn(again(end, move || hard_bots(server, end)));
            }
            Evil::Hints => pages(&mut tasks, server, end, &[r#"{"t":"hint"}"#]),
            Evil::Odds => pages(
                &mut tasks,
                server,
                end,
                &[r#"{"t":"peek","id":"I5"}"#, r#"{"t":"odds","q":1,"i":0}"#, r#"{"t":"odds","q":2,"i":1}"#],
            ),
            Evil::Situations => {
                for i in 0..16 {
                    tasks.spawn(again(end, move || situations(server, i)));
                }
            }
            Evil::Tables => {
                for _ in 0..16 {
                    tasks.spawn(again(end, move || tables(server)));
                }
            }
            Evil::Pages => {
                for i in 0..16 {
                    tasks.spawn(again(end, move || browse(server, i)));
                }
            }
            Evil::Listeners => {
                tasks.spawn(again(end, move || listeners(server, end)));
            }
            Evil::HalfOpen => {
                for _ in 0..1150 {
                    tasks.spawn(again(end, move || half_open(server)));
                }
            }
            Evil::SlowReaders => {
                for i in 0..300 {
                    tasks.spawn(again(end, move || slow_reader(server, i)));
                }
            }
            Evil::HugeMessages => {
                for i in 0..32 {
                    tasks.spawn(again(end, move || huge(server, i)));
                }
            }
        }
        sleep_until(end.into()).await;
        tasks.shutdown().await;
    }
}

/// Does something again and again until then, with a breath between where it fails at once.
async fn again<F: Future<Output = Result<()>>>(end: Instant, what: impl Fn() -> F) {
    while Instant::now() < end {
        if !matches!(timeout_at(end.into(), what()).await, Ok(Ok(()))) {
            sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn hard_bots(server: SocketAddr, end: Instant) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    let mut streams = JoinSet::new();
    while streams.len() < 150 {
        let order = r#"{"game":"red-alert","seats":["hard","hard"]}"#;
        let (status, body) = line.post("/api/v1/tables", "", order).await?;
        if status != 201 {
            sleep(Duration::from_millis(20)).await;
            continue;
        }
        let Opened { id, .. } = serde_json::from_slice(&body)?;
        // Somebody looks on at each of them.
        let mut stream = Connection::open_from(server, FROM).await?;
        stream.stream(&format!("/api/v1/tables/{id}/stream")).await?;
        streams.spawn(stream.drain());
    }
    sleep_until(end.into()).await;
    Ok(())
}

/// Forty guests who play, and whose pages wish for something fifty times a second.
fn pages(tasks: &mut JoinSet<()>, server: SocketAddr, end: Instant, wishes: &'static [&'static str]) {
    for i in 0..40 {
        tasks.spawn(again(end, move || page(server, i, wishes)));
    }
}

async fn page(server: SocketAddr, i: usize, wishes: &'static [&'static str]) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    let (cookie, table) = line.press("/play/red-alert").await?;
    let mut line = Connection::open_from(server, FROM).await?;
    line.watch_as(&format!("{table}/ws"), &cookie).await?;
    let (mut up, down) = line.split();
    let flood = async {
        let mut n = i;
        loop {
            up.wish(wishes[n % wishes.len()]).await?;
            n += 1;
            sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        flooded = flood => flooded,
        () = down => Ok(()),
    }
}

async fn situations(server: SocketAddr, i: usize) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    let mission = include_str!("../../../../docs/space-alert/gunship.toml");
    let games = shelf::games();
    for n in i.. {
        let (status, _) = if n.is_multiple_of(3) {
            let body = serde_json::json!({ "mission": mission }).to_string();
            line.post("/api/v1/resolve", "", &body).await?
        } else {
            let script = games[n % games.len()].example;
            let body = serde_json::json!({ "script": script }).to_string();
            line.post("/api/v1/try", "", &body).await?
        };
        breathe(status).await;
    }
    Ok(())
}

/// Whoever is told to wait waits a little, as a flood from elsewhere would take no time of this machine.
async fn breathe(status: u16) {
    if status >= 400 {
        sleep(Duration::from_millis(10)).await;
    }
}

async fn tables(server: SocketAddr) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    let order =
        r#"{"game":"starcraft","size":6,"seats":["easy","api","api","api","api","easy"],"public":true}"#;
    loop {
        let (status, _) = line.post("/api/v1/tables", "", order).await?;
        breathe(status).await;
    }
}

async fn browse(server: SocketAddr, i: usize) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    let order = r#"{"game":"starcraft","size":6,"seats":["api","api","api","api","api","api"]}"#;
    let (status, body) = line.post("/api/v1/tables", "", order).await?;
    breathe(status).await;
    let Opened { id, owner } = serde_json::from_slice(&body)?;
    for n in i.. {
        let (path, token) = match n % 5 {
            0 => (format!("/t/{id}/replay"), ""),
            1 => (format!("/t/{id}"), ""),
            2 => (format!("/api/v1/tables/{id}/choices?seat={}", n % 6), owner.as_str()),
            3 => (format!("/api/v1/tables/{id}/view?seat={}", n % 6), owner.as_str()),
            _ => ("/".into(), ""),
        };
        let (status, _) = line.get(&path, token).await?;
        breathe(status).await;
    }
    Ok(())
}

async fn listeners(server: SocketAddr, end: Instant) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    let order =
        r#"{"game":"starcraft","size":6,"seats":["random","random","random","random","random","random"]}"#;
    let (_, body) = line.post("/api/v1/tables", "", order).await?;
    let Opened { id, .. } = serde_json::from_slice(&body)?;
    let mut streams = JoinSet::new();
    for _ in 0..500 {
        let mut stream = Connection::open_from(server, FROM).await?;
        stream.stream(&format!("/api/v1/tables/{id}/stream")).await?;
        streams.spawn(stream.drain());
    }
    sleep_until(end.into()).await;
    Ok(())
}

async fn half_open(server: SocketAddr) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    line.write(b"GET / HTTP/1.1\r\nhost: here\r\nx-slow: ").await?;
    line.drain().await?;
    sleep(Duration::from_millis(500)).await;
    Ok(())
}

async fn slow_reader(server: SocketAddr, i: usize) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    if i.is_multiple_of(10) {
        let (cookie, table) = line.press("/play/red-alert").await?;
        let mut page = Connection::open_from(server, FROM).await?;
        page.watch_as(&format!("{table}/ws"), &cookie).await?;
        for _ in 0..600 {
            page.wish(r#"{"t":"auto","on":true}"#).await?;
            sleep(Duration::from_millis(20)).await;
        }
        return Ok(());
    }
    for _ in 0..20 {
        line.write(b"GET /rules/starcraft HTTP/1.1\r\nhost: here\r\n\r\n").await?;
    }
    sleep(Duration::from_secs(30)).await;
    Ok(())
}

async fn huge(server: SocketAddr, i: usize) -> Result<()> {
    let mut line = Connection::open_from(server, FROM).await?;
    let nested = "[".repeat(30_000);
    match i % 3 {
        0 => {
            let (cookie, table) = line.press("/play/red-alert").await?;
            let mut page = Connection::open_from(server, FROM).await?;
            page.watch_as(&format!("{table}/ws"), &cookie).await?;
            page.wish(&format!(r#"{{"t":"act","action":{}}}"#, "[".repeat(15_000))).await?;
            page.wish(&"x".repeat(1 << 20)).await?;
            page.drain().await
        }
        1 => {
            let (status, _) = line.post("/api/v1/tables", "", &"x".repeat(4 << 20)).await?;
            breathe(status).await;
            Ok(())
        }
        _ => {
            let (status, _) = line.post("/api/v1/tables", "", &nested).await?;
            breathe(status).await;
            Ok(())
        }
    }
}
