//! Missions of Space Alert on the clock: how late do the announcements arrive?

use super::{Answer, Load, Opened, Spread, http::Connection, say_memory};
use crate::out;
use anyhow::{Context, Result, ensure};
use klaxon_core::{Chance, Millis};
use klaxon_space_alert::data::data;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const CREW: usize = 4;
/// The missions begin within so great a part of the time, as crews would.
const SPREAD: f64 = 0.15;
/// A crew member decides about so often.
const THINKS: Duration = Duration::from_secs(4);

/// What was measured.
#[derive(Serialize)]
struct Measured {
    missions: usize,
    seconds: f64,
    announcements: usize,
    heard: usize,
    moves: usize,
    #[serde(flatten)]
    late: Spread,
    server_megabytes: Option<f64>,
}

/// Flies the missions and prints by how much each announcement came after its time, for each crew member who heard it.
pub async fn fly(load: &Load, missions: usize) -> Result<()> {
    let id = if load.scenario.is_empty() { "S2-1" } else { &load.scenario };
    let script = data().script(id).with_context(|| format!("Space Alert has no script {id}"))?;
    let mut due: Vec<Millis> = script.cues().iter().map(|cue| load.pace.table_ms(cue.at)).collect();
    due.dedup();
    let start = Instant::now();
    let end = start + Duration::from_secs_f64(load.seconds);
    let mut crews = JoinSet::new();
    for seed in 0..missions {
        let order = serde_json::json!({ "game": "space-alert", "scenario": id,
            "options": { "pace": load.pace.word() }, "seats": vec!["api"; CREW] });
        let mission = Mission::open(load, order.to_string()).await?;
        let mut chance = Chance::quick(seed as u64);
        let begin =
            start + Duration::from_secs_f64(load.seconds * SPREAD * f64::from(chance.below(1000)) / 1000.0);
        crews.spawn(mission.fly(due.clone(), chance, begin, end));
    }
    let (mut late, mut moves, mut announcements) = (Vec::new(), 0, 0);
    while let Some(flown) = crews.join_next().await {
        let flown = flown??;
        announcements += flown.late.iter().map(Vec::len).max().unwrap_or(0);
        late.extend(flown.late.into_iter().flatten());
        moves += flown.moves;
    }
    ensure!(!late.is_empty(), "no announcement came; give it more --seconds");
    let m = Measured {
        missions,
        seconds: start.elapsed().as_secs_f64(),
        announcements,
        heard: late.len(),
        moves,
        late: Spread::of(late),
        server_megabytes: load.server_megabytes().await,
    };
    if load.json {
        return out::json(&m);
    }
    out::line(format!(
        "{} missions on the clock, {:.0} s: {} announcements, heard {} times, and {} decisions meanwhile",
        m.missions, m.seconds, m.announcements, m.heard, m.moves
    ))?;
    out::line(format!("after their time  {}", m.late))?;
    say_memory(m.server_megabytes)
}

/// One ship: a line for decisions, a stream for each of the crew, and a page that watches.
struct Mission {
    line: Connection,
    streams: Vec<Connection>,
    page: Option<Connection>,
    table: String,
    owner: String,
}

/// What one mission gave.
struct Flown {
    /// How late each announcement came, in milliseconds, by crew member.
    late: Vec<Vec<f64>>,
    moves: usize,
}

/// The view, as far as the clock goes.
#[derive(Deserialize)]
struct Seen {
    clock: Millis,
    view: View,
}

#[derive(Deserialize)]
struct View {
    stage: Stage,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Planning { clock: Clock },
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Clock {
    Running { since: Millis },
}

/// A step on the stream that time made.
#[derive(Deserialize)]
struct Tick {
    clock: Millis,
}

impl Mission {
    async fn open(load: &Load, order: String) -> Result<Mission> {
        let mut line = Connection::open(load.addr).await?;
        let (status, body) = line.post("/api/v1/tables", "", &order).await?;
        ensure!(
            (200..300).contains(&status),
            "the server opened no table ({status}): {}",
            String::from_utf8_lossy(&body)
        );
        let Opened { id: table, owner } = serde_json::from_slice(&body)?;
        let mut streams = Vec::new();
        for seat in 0..CREW {
            let mut stream = Connection::open(load.addr).await?;
            stream.stream_for(&format!("/api/v1/tables/{table}/stream?seat={seat}"), &owner).await?;
            streams.push(stream);
        }
        let mut page = Connection::open(load.addr).await?;
        page.watch(&format!("/t/{table}/ws")).await?;
        Ok(Mission { line, streams, page: Some(page), table, owner })
    }

    async fn fly(
        mut self,
        due: Vec<Millis>,
        mut chance: Chance,
        begin: Instant,
        end: Instant,
    ) -> Result<Flown> {
        tokio::time::sleep_until(begin.into()).await;
        for seat in 0..CREW {
            self.decide(seat, |_| 0).await?;
        }
        let path = format!("/api/v1/tables/{}/view", self.table);
        let asked = Instant::now();
        let (_, body) = self.line.get(&path, "").await?;
        let answered = Instant::now();
        let seen: Seen = serde_json::from_slice(&body).context("the mission does not run")?;
        let Stage::Planning { clock: Clock::Running { since } } = seen.view.stage;
        // Half way between question and answer the server's clock said `clock`.
        let zero = asked + (answered - asked) / 2 - Duration::from_millis(seen.clock);

        let mut listeners = JoinSet::new();
        for stream in self.streams.drain(..) {
            listeners.spawn(listen(stream, due.clone(), since, zero, end));
        }
        let page = self.page.take().expect("a mission is flown once");
        let watcher = tokio::spawn(page.look_until(end));
        let mut moves = 0;
        loop {
            let pause = THINKS.mul_f64(f64::from(500 + chance.below(1000)) / 1000.0 / CREW as f64);
            if Instant::now() + pause >= end {
                break;
            }
            tokio::time::sleep(pause).await;
            let seat = chance.below(CREW as u32) as usize;
            moves += usize::from(self.decide(seat, |count| chance.below(count)).await?);
        }
        let mut late = Vec::new();
        while let Some(heard) = listeners.join_next().await {
            late.push(heard??);
        }
        watcher.await??;
        Ok(Flown { late, moves })
    }

    /// One decision of a seat, if it is asked; the table may have moved on before it arrives.
    async fn decide(&mut self, seat: usize, choose: impl FnOnce(u32) -> u32) -> Result<bool> {
        let path = format!("/api/v1/tables/{}/choices?brief=true&seat={seat}", self.table);
        let (_, body) = self.line.get(&path, &self.owner).await?;
        let Some(ask) = serde_json::from_slice::<Answer>(&body)?.asks.into_iter().next() else {
            return Ok(false);
        };
        let choice = choose(ask.count.max(1));
        let body = format!(r#"{{"seat":{seat},"question":{},"choice":{choice}}}"#, ask.question);
        let path = format!("/api/v1/tables/{}/act?brief=true", self.table);
        let (status, body) = self.line.post(&path, &self.owner, &body).await?;
        ensure!(status < 500, "the server answered {status}: {}", String::from_utf8_lossy(&body));
        Ok(status == 200)
    }
}

/// Listens to one stream: how late did each announcement come?
async fn listen(
    mut stream: Connection,
    due: Vec<Millis>,
    since: Millis,
    zero: Instant,
    end: Instant,
) -> Result<Vec<f64>> {
    // The first announcement starts the clock: it cannot be late.
    let mut waiting = due.into_iter().map(|at| since + at).skip(1).peekable();
    let mut late = Vec::new();
    while let Ok(line) = tokio::time::timeout_at(end.into(), stream.event()).await {
        let arrived = Instant::now();
        let line = line?;
        // Everything else is long: reading it would cost the server's time on a shared machine.
        if !line.contains("\"clock\":") {
            continue;
        }
        let Ok(Tick { clock }) = serde_json::from_str(&line) else { continue };
        while let Some(at) = waiting.next_if(|at| *at <= clock) {
            let time = zero + Duration::from_millis(at);
            late.push(arrived.saturating_duration_since(time).as_secs_f64() * 1000.0);
        }
    }
    Ok(late)
}
