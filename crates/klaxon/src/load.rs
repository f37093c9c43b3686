//! `klaxon load`.

mod evil;
mod hostile;
mod http;
mod missions;
mod people;
#[cfg(target_os = "linux")]
mod processes;

use crate::out;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use http::Connection;
use klaxon_catalog::shelf;
use klaxon_core::Chance;
use klaxon_space_alert::Pace;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    net::SocketAddr,
    process::ExitCode,
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// Put a running server under load and measure it.
///
/// Each table is played by one connection that holds both its seats and decides at random, as fast as the server
/// answers or at a given pace. Every answer means that the move is on disk. Only this machine is a target, unless
/// told otherwise.
///
///     klaxon load --tables 100 --seconds 10            durable moves a second, closed loop
///     klaxon load --tables 1000 --rate 1 --seconds 30  latency at a move a second for each table
///     klaxon load --idle 5000                          open streams that only listen
///     klaxon load --missions 200 --seconds 60          announcements of Space Alert against their time
///     klaxon load --people                             pages of a server with 10,000 accounts and 100,000 finished games
///     klaxon load --hostile                            what players and bots notice of one peer who does his worst
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Load {
    /// The server
    #[arg(long, default_value = "127.0.0.1:7777")]
    addr: SocketAddr,
    /// The game to play
    #[arg(long, default_value = "red-alert")]
    game: String,
    /// Scenario; the first one without it
    #[arg(long, default_value = "")]
    scenario: String,
    /// Tables at a time
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// Moves a second for each table; as fast as the server answers without it
    #[arg(long)]
    rate: Option<f64>,
    /// How long to play
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// Open so many event streams instead of playing, and hold them
    #[arg(long)]
    idle: Option<usize>,
    /// Fly so many missions of Space Alert on the clock instead, and measure how late their announcements come
    #[arg(long, conflicts_with = "idle")]
    missions: Option<usize>,
    /// Start a server of its own, let people play there against bots, and let one peer do one evil after the other: 150 tables
    /// of hard bots, floods of hints, odds, situations and tables, half-open lines, slow readers, huge messages. The exit code
    /// is 1 when others notice: moves over 50 ms (p99), or bots that take more than twice their usual time. Linux only: the
    /// peers are addresses of 127.0.0.0/8
    #[arg(long, conflicts_with_all = ["idle", "missions"])]
    hostile: bool,
    /// Start a server of its own with a store that is filled with accounts and finished games, and ask for its pages: home,
    /// lobby, profiles and rankings, each for so many seconds at most. The exit code is 1 when one of them takes 20 ms or more (p99)
    #[arg(long, conflicts_with_all = ["idle", "missions", "hostile"])]
    people: bool,
    /// Accounts of a run with people
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    accounts: u32,
    /// Finished games of a run with people
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    results: u32,
    /// Ordinary players of a hostile run
    #[arg(long, default_value_t = 8)]
    players: u8,
    /// Only evils of a hostile run whose names contain this
    #[arg(long, default_value = "")]
    only: String,
    /// The pace of the missions: normal, slow, fast or drill
    #[arg(long, default_value = "normal", value_parser = pace)]
    pace: Pace,
    /// Tell what these processes, and those that they have started, use of the processor meanwhile: `servers=12+13,database=14`.
    /// Linux only
    #[cfg(target_os = "linux")]
    #[arg(long, value_name = "PROCESSES")]
    watch_processes: Option<processes::Watched>,
    /// Allow an address that is not this machine: only with the owner's leave
    #[arg(long)]
    anywhere: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn pace(word: &str) -> Result<Pace, String> {
    Pace::parse(word).ok_or_else(|| "the paces are normal, slow, fast and drill".into())
}

/// What was measured.
#[derive(Serialize)]
struct Measured {
    tables: usize,
    seconds: f64,
    moves: usize,
    moves_per_second: f64,
    #[serde(flatten)]
    latency: Spread,
    games_finished: usize,
    refusals: usize,
    server_megabytes: Option<f64>,
    /// Seconds of processor time of the processes that were watched, and of this program.
    #[serde(skip_serializing_if = "Used::is_empty")]
    processor_seconds: Used,
}

type Used = std::collections::BTreeMap<String, f64>;

/// How times in milliseconds lie.
#[derive(Clone, Copy, Serialize)]
struct Spread {
    p50_ms: f64,
    p90_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

impl Spread {
    fn of(mut times: Vec<f64>) -> Spread {
        times.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let i = (times.len() as f64 * share) as usize;
            times.get(i.min(times.len().saturating_sub(1))).copied().unwrap_or(0.0)
        };
        Spread { p50_ms: at(0.5), p90_ms: at(0.9), p99_ms: at(0.99), max_ms: at(1.0) }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spread { p50_ms, p90_ms, p99_ms, max_ms } = self;
        write!(f, "p50 {p50_ms:.2} ms   p90 {p90_ms:.2} ms   p99 {p99_ms:.2} ms   max {max_ms:.2} ms")
    }
}

impl Load {
    pub fn run(self) -> Result<ExitCode> {
        ensure!(
            self.anywhere || self.addr.ip().is_loopback(),
            "{} is not this machine; `--anywhere` allows it where you may do that",
            self.addr
        );
        crate::files::raise();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        if self.hostile {
            return runtime.block_on(hostile::run(&self));
        }
        if self.people {
            return runtime.block_on(people::run(&self));
        }
        runtime.block_on(async {
            match (self.idle, self.missions) {
                (Some(streams), _) => self.idle(streams).await,
                (None, Some(missions)) => missions::fly(&self, missions).await,
                (None, None) => self.play().await,
            }
        })?;
        Ok(ExitCode::SUCCESS)
    }

    async fn play(&self) -> Result<()> {
        let mut players = Vec::new();
        for seed in 0..self.tables {
            players.push(Player::new(self, seed as u64).await?);
        }
        let before = self.used()?;
        let start = Instant::now();
        let end = start + Duration::from_secs_f64(self.seconds);
        let pace = self.rate.map(|rate| Duration::from_secs_f64(1.0 / rate));
        let mut tasks = JoinSet::new();
        for player in players {
            tasks.spawn(player.play(end, pace));
        }
        let (mut latencies, mut finished, mut refusals) = (Vec::new(), 0, 0);
        while let Some(done) = tasks.join_next().await {
            let player = done??;
            latencies.extend(player.latencies);
            finished += player.finished;
            refusals += player.refusals;
        }
        let seconds = start.elapsed().as_secs_f64();
        let mut processor_seconds = self.used()?;
        for (name, used) in &mut processor_seconds {
            *used -= before.get(name).copied().unwrap_or(0.0);
        }
        let measured = Measured {
            tables: self.tables,
            seconds,
            moves: latencies.len(),
            moves_per_second: latencies.len() as f64 / seconds,
            latency: Spread::of(latencies.iter().map(|us| f64::from(*us) / 1000.0).collect()),
            games_finished: finished,
            refusals,
            server_megabytes: self.server_megabytes().await,
            processor_seconds,
        };
        if self.json {
            return out::json(&measured);
        }
        let m = measured;
        out::line(format!(
            "{} tables, {:.1} s: {} durable moves, {:.0} a second; {} games finished, {} refusals",
            m.tables, m.seconds, m.moves, m.moves_per_second, m.games_finished, m.refusals
        ))?;
        out::line(format!("latency  {}", m.latency))?;
        for (name, used) in &m.processor_seconds {
            let each = used * 1e6 / m.moves.max(1) as f64;
            out::line(format!("{name}: {used:.1} s of processor time, {each:.0} µs a move"))?;
        }
        say_memory(m.server_megabytes)
    }

    /// What the processes that are watched have used so far.
    fn used(&self) -> Result<Used> {
        #[cfg(target_os = "linux")]
        if let Some(watched) = &self.watch_processes {
            return watched.used();
        }
        Ok(Used::new())
    }

    async fn idle(&self, streams: usize) -> Result<()> {
        let before = self.server_megabytes().await;
        let player = Player::new(self, 1).await?;
        let path = format!("/api/v1/tables/{}/stream", player.table);
        let mut open = Vec::new();
        let start = Instant::now();
        for _ in 0..streams {
            let mut connection = Connection::open(self.addr).await?;
            connection.stream(&path).await?;
            open.push(connection);
        }
        let opened = start.elapsed();
        tokio::time::sleep(Duration::from_secs_f64(self.seconds)).await;
        let after = self.server_megabytes().await;
        if self.json {
            return out::json(
                &serde_json::json!({ "streams": open.len(), "opened_in_seconds": opened.as_secs_f64(),
                "server_megabytes_before": before, "server_megabytes_after": after }),
            );
        }
        out::line(format!("{} streams opened in {:.1} s and held", open.len(), opened.as_secs_f64()))?;
        if let (Some(before), Some(after)) = (before, after) {
            let each = (after - before) * 1000.0 / open.len().max(1) as f64;
            out::line(format!(
                "the server holds {after:.0} MB, {before:.0} MB before: {each:.1} kB a stream"
            ))?;
        }
        Ok(())
    }

    /// Memory of the server, as it says itself.
    async fn server_megabytes(&self) -> Option<f64> {
        let mut connection = Connection::open(self.addr).await.ok()?;
        let (_, body) = connection.get("/metrics", "").await.ok()?;
        let text = String::from_utf8(body).ok()?;
        let line = text.lines().find(|l| l.starts_with("process_resident_memory_bytes "))?;
        Some(line.rsplit(' ').next()?.parse::<f64>().ok()? / 1e6)
    }
}

fn say_memory(megabytes: Option<f64>) -> Result<()> {
    match megabytes {
        Some(mb) => out::line(format!("the server holds {mb:.0} MB")),
        None => Ok(()),
    }
}

/// One table with the connection that plays it.
struct Player {
    connection: Connection,
    order: String,
    table: String,
    token: String,
    ask: Option<Ask>,
    chance: Chance,
    latencies: Vec<u32>,
    finished: usize,
    refusals: usize,
}

#[derive(Deserialize)]
struct Opened {
    id: String,
    owner: String,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    asks: Vec<Ask>,
}

#[derive(Deserialize)]
struct Ask {
    seat: u8,
    question: u64,
    count: u32,
}

impl Player {
    async fn new(load: &Load, seed: u64) -> Result<Player> {
        let menu = shelf::menu(&load.game).with_context(|| shelf::no_such_game(&load.game).text)?;
        let scenario = menu.scenarios.iter().find(|s| s.id == load.scenario).unwrap_or(&menu.scenarios[0]);
        let order = serde_json::json!({ "game": load.game, "scenario": scenario.id,
            "seats": vec!["api"; scenario.seats.len()] });
        let mut player = Player {
            connection: Connection::open(load.addr).await?,
            order: order.to_string(),
            table: String::new(),
            token: String::new(),
            ask: None,
            chance: Chance::quick(seed),
            latencies: Vec::new(),
            finished: 0,
            refusals: 0,
        };
        player.sit_down().await?;
        Ok(player)
    }

    /// Opens a table and takes all its seats.
    async fn sit_down(&mut self) -> Result<()> {
        let (status, body) = self.connection.post("/api/v1/tables", "", &self.order).await?;
        let text = String::from_utf8_lossy(&body);
        ensure!((200..300).contains(&status), "the server opened no table ({status}): {text}");
        let opened: Opened =
            serde_json::from_slice(&body).context("the server's answer is not understood")?;
        (self.table, self.token) = (opened.id, opened.owner);
        let path = format!("/api/v1/tables/{}/choices?brief=true", self.table);
        let (status, body) = self.connection.get(&path, &self.token).await?;
        ensure!(status == 200, "the server shows no choices ({status})");
        self.ask = serde_json::from_slice::<Answer>(&body)?.asks.into_iter().next();
        Ok(())
    }

    async fn play(mut self, end: Instant, pace: Option<Duration>) -> Result<Player> {
        // Paced tables start at different moments, as people would.
        let spread = pace.unwrap_or_default().mul_f64(f64::from(self.chance.below(1000)) / 1000.0);
        let mut next = Instant::now() + spread;
        while Instant::now() < end {
            if let Some(pace) = pace {
                tokio::time::sleep_until(next.into()).await;
                next += pace;
            }
            self.decide().await?;
        }
        Ok(self)
    }

    async fn decide(&mut self) -> Result<()> {
        let Some(ask) = self.ask.take() else {
            self.finished += 1;
            return self.sit_down().await;
        };
        let choice = self.chance.below(ask.count.max(1));
        let body = format!(r#"{{"seat":{},"question":{},"choice":{choice}}}"#, ask.seat, ask.question);
        let path = format!("/api/v1/tables/{}/act?brief=true", self.table);
        let start = Instant::now();
        let (status, body) = self.connection.post(&path, &self.token, &body).await?;
        match status {
            200 => self.latencies.push(start.elapsed().as_micros().min(u128::from(u32::MAX)) as u32),
            400..500 => self.refusals += 1,
            _ => bail!("the server answered {status}: {}", String::from_utf8_lossy(&body)),
        }
        self.ask = serde_json::from_slice::<Answer>(&body)?.asks.into_iter().next();
        Ok(())
    }
}
