//! What do people notice when one peer does his worst? Players against bots, alone at first, then beside one evil after
//! the other.

use super::{Ask, Load, Opened, Spread, evil::Evil, http::Connection};
use crate::out;
use anyhow::{Context, Result, bail, ensure};
use klaxon_core::Chance;
use serde::{Deserialize, Serialize};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    path::PathBuf,
    process::{Child, Command, ExitCode, Stdio},
    time::{Duration, Instant},
};
use tokio::{sync::mpsc, task::JoinSet};

/// Moves of others take at most so long, for 99 of 100.
const MOVE_MS: f64 = 50.0;
/// Bots take at most so many times as long as usual.
const BOT_TIMES: f64 = 2.0;
/// Before and after, so that everybody has begun and what was begun is done.
const BREATH: Duration = Duration::from_secs(3);

/// What was noticed in one phase.
#[derive(Serialize)]
struct Noticed {
    what: String,
    moves: usize,
    move_times: Spread,
    bots: usize,
    bot_times: Spread,
    /// Why a goal was missed.
    missed: Vec<String>,
}

/// Something that took time, and when it began.
#[derive(Clone, Copy)]
enum Sample {
    Move(Instant, f64),
    Bot(Instant, f64),
}

/// Plays, does evil, and says whether anybody noticed.
pub async fn run(load: &Load) -> Result<ExitCode> {
    let mut all: Vec<Noticed> = Vec::new();
    let evils = Evil::ALL.into_iter().filter(|evil| evil.name().contains(&load.only));
    for evil in std::iter::once(None).chain(evils.map(Some)) {
        let mut noticed = beside(load, evil).await?;
        noticed.judge(all.first());
        if !load.json {
            noticed.tell(all.is_empty())?;
        }
        all.push(noticed);
    }
    if load.json {
        out::json(&all)?;
    }
    Ok(ExitCode::from(u8::from(all.iter().any(|noticed| !noticed.missed.is_empty()))))
}

/// What players notice beside an evil, or alone, on a server of its own.
async fn beside(load: &Load, evil: Option<Evil>) -> Result<Noticed> {
    let server = Server::start(&["--limit-loopback"])?;
    server.wait().await?;
    let (tell, mut told) = mpsc::unbounded_channel();
    let mut players = JoinSet::new();
    for i in 0..load.players {
        players.spawn(Player::play(server.addr, i, tell.clone()));
    }
    drop(tell);
    // Until everybody has sat down and is thinking.
    tokio::time::sleep(BREATH).await;
    let begin = Instant::now();
    // The calm is the measure for all: it is looked at twice as long.
    let length = Duration::from_secs_f64(load.seconds) * if evil.is_none() { 2 } else { 1 };
    let end = begin + length;
    match evil {
        None => tokio::time::sleep_until(end.into()).await,
        Some(evil) => evil.act(server.addr, end).await,
    }
    // What was begun is waited for.
    tokio::time::sleep(BREATH).await;
    let left = players.try_join_next();
    players.shutdown().await;
    let (mut moves, mut bots) = (Vec::new(), Vec::new());
    while let Ok(sample) = told.try_recv() {
        match sample {
            Sample::Move(at, ms) if (begin..end).contains(&at) => moves.push(ms),
            Sample::Bot(at, ms) if (begin..end).contains(&at) => bots.push(ms),
            Sample::Move(..) | Sample::Bot(..) => {}
        }
    }
    let mut noticed = Noticed {
        what: evil.map_or("nobody", Evil::name).into(),
        moves: moves.len(),
        move_times: Spread::of(moves),
        bots: bots.len(),
        bot_times: Spread::of(bots),
        missed: Vec::new(),
    };
    if let Some(left) = left {
        let why = left.map_err(Into::into).and_then(|played| played).err();
        noticed
            .missed
            .push(format!("a player had to leave: {}", why.map_or(String::new(), |e| format!("{e:#}"))));
    }
    Ok(noticed)
}

impl Noticed {
    fn tell(&self, first: bool) -> Result<()> {
        if first {
            out::line(format!(
                "{:<44} {:>6} {:>10} {:>10} {:>6} {:>10} {:>10}",
                "beside", "moves", "p50 ms", "p99 ms", "bots", "p50 ms", "p99 ms"
            ))?;
        }
        let (m, b) = (self.move_times, self.bot_times);
        out::line(format!(
            "{:<44} {:>6} {:>10.1} {:>10.1} {:>6} {:>10.0} {:>10.0}",
            self.what, self.moves, m.p50_ms, m.p99_ms, self.bots, b.p50_ms, b.p99_ms
        ))?;
        for why in &self.missed {
            out::line(format!("    missed: {why}"))?;
        }
        Ok(())
    }

    fn judge(&mut self, calm: Option<&Noticed>) {
        if self.moves == 0 || self.bots == 0 {
            self.missed.push("nobody could play".into());
        }
        if self.move_times.p99_ms > MOVE_MS {
            self.missed.push(format!("moves took {:.1} ms (goal {MOVE_MS} ms)", self.move_times.p99_ms));
        }
        let Some(calm) = calm else { return };
        for (which, now, usual) in [
            ("half of the bots", self.bot_times.p50_ms, calm.bot_times.p50_ms),
            ("the slowest bots", self.bot_times.p99_ms, calm.bot_times.p99_ms),
        ] {
            if now > usual * BOT_TIMES {
                self.missed.push(format!("{which} took {now:.0} ms instead of {usual:.0} ms"));
            }
        }
    }
}

/// A server of our own, with a store that is thrown away.
pub struct Server {
    child: Child,
    pub addr: SocketAddr,
    pub folder: PathBuf,
}

impl Server {
    pub fn start(options: &[&str]) -> Result<Server> {
        // A port that is free now.
        let addr = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let folder = std::env::temp_dir().join(format!("klaxon-load-{}-{}", std::process::id(), addr.port()));
        let child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .args(options)
            .args(["--addr", &addr.to_string(), "--data"])
            .arg(&folder)
            .stdout(Stdio::null())
            .spawn()
            .context("cannot start a server")?;
        Ok(Server { child, addr, folder })
    }

    pub async fn wait(&self) -> Result<()> {
        for _ in 0..200 {
            if let Ok(mut line) = Connection::open(self.addr).await
                && line.get("/healthz", "").await.is_ok_and(|(status, _)| status == 200)
            {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("the server does not answer")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // What it stored is thrown away as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Somebody who plays against a bot, from an address of his own.
struct Player {
    line: Connection,
    stream: Connection,
    table: String,
    token: String,
    n: u32,
    asks: Vec<Ask>,
    /// When the bot's turn came.
    since: Instant,
    chance: Chance,
    tell: mpsc::UnboundedSender<Sample>,
}

/// What is asked now: an answer, or an event of the stream.
#[derive(Deserialize)]
struct Now {
    n: u32,
    asks: Vec<Ask>,
    #[serde(default)]
    outcome: Option<serde_json::Value>,
}

impl Player {
    /// Plays one game after the other.
    async fn play(server: SocketAddr, i: u8, tell: mpsc::UnboundedSender<Sample>) -> Result<()> {
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 100 + i));
        let mut chance = Chance::quick(u64::from(i));
        loop {
            let bot = if i.is_multiple_of(2) { "easy" } else { "normal" };
            let mut player = Player::sit_down(server, from, bot, chance, tell.clone()).await?;
            while !player.is_over().await? {}
            chance = player.chance;
        }
    }

    async fn sit_down(
        server: SocketAddr,
        from: IpAddr,
        bot: &str,
        chance: Chance,
        tell: mpsc::UnboundedSender<Sample>,
    ) -> Result<Player> {
        let mut line = Connection::open_from(server, from).await?;
        let order = format!(r#"{{"game":"red-alert","seats":["api","{bot}"]}}"#);
        let (status, body) = line.post("/api/v1/tables", "", &order).await?;
        ensure!(status == 201, "the server opened no table ({status}): {}", String::from_utf8_lossy(&body));
        let Opened { id: table, owner: token } = serde_json::from_slice(&body)?;
        let mut stream = Connection::open_from(server, from).await?;
        stream.stream_for(&format!("/api/v1/tables/{table}/stream?brief=true"), &token).await?;
        let (n, asks, since) = (0, Vec::new(), Instant::now());
        Ok(Player { line, stream, table, token, n, asks, since, chance, tell })
    }

    /// Decides, or waits for the bot. True when the game is over.
    async fn is_over(&mut self) -> Result<bool> {
        if !self.asks.is_empty() {
            let ask = self.asks.swap_remove(0);
            let pause = 300 + u64::from(self.chance.below(400));
            tokio::time::sleep(Duration::from_millis(pause)).await;
            return self.decide(&ask).await;
        }
        loop {
            let event = self.stream.event().await?;
            let Ok(now) = serde_json::from_str::<Now>(&event) else { continue };
            if now.n > self.n {
                let ms = self.since.elapsed().as_secs_f64() * 1000.0;
                // The first event tells only how things stand.
                if self.n > 0 {
                    self.tell.send(Sample::Bot(self.since, ms))?;
                }
                (self.n, self.since) = (now.n, Instant::now());
            } else if self.n > now.n {
                continue;
            }
            self.asks = now.asks;
            if now.outcome.is_some() || !self.asks.is_empty() {
                return Ok(now.outcome.is_some());
            }
        }
    }

    async fn decide(&mut self, ask: &Ask) -> Result<bool> {
        let choice = self.chance.below(ask.count.max(1));
        let body = format!(r#"{{"seat":{},"question":{},"choice":{choice}}}"#, ask.seat, ask.question);
        let path = format!("/api/v1/tables/{}/act?brief=true", self.table);
        let begun = Instant::now();
        let (status, body) = self.line.post(&path, &self.token, &body).await?;
        let ms = begun.elapsed().as_secs_f64() * 1000.0;
        match status {
            200 => self.tell.send(Sample::Move(begun, ms))?,
            // The table has moved on.
            400..500 => {
                let path = format!("/api/v1/tables/{}/choices?brief=true", self.table);
                let (_, body) = self.line.get(&path, &self.token).await?;
                self.asks = serde_json::from_slice::<Now>(&body)?.asks;
                return Ok(false);
            }
            _ => bail!("the server answered {status}: {}", String::from_utf8_lossy(&body)),
        }
        let now: Now = serde_json::from_slice(&body)?;
        (self.n, self.asks, self.since) = (now.n, now.asks, Instant::now());
        Ok(now.outcome.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noticed(moves: &[f64], bots: &[f64]) -> Noticed {
        Noticed {
            what: "something".into(),
            moves: moves.len(),
            move_times: Spread::of(moves.to_vec()),
            bots: bots.len(),
            bot_times: Spread::of(bots.to_vec()),
            missed: Vec::new(),
        }
    }

    #[test]
    fn a_goal_is_missed_when_others_notice() {
        let calm = noticed(&[1.0, 2.0], &[450.0, 500.0]);
        for (moves, bots, missed) in [
            (&[3.0, 49.0][..], &[450.0, 999.0][..], 0),
            (&[3.0, 51.0], &[450.0, 500.0], 1),
            (&[3.0, 4.0], &[450.0, 1001.0], 2),
            (&[], &[], 1),
        ] {
            let mut beside = noticed(moves, bots);
            beside.judge(Some(&calm));
            assert_eq!(beside.missed.len(), missed, "{:?}", beside.missed);
        }
    }
}
