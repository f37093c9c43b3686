//! `klaxon bench`.

mod missions;

use crate::out;
use anyhow::Result;
use clap::Args;
use klaxon_bots::playout;
use klaxon_catalog::{Table, each, shelf};
use klaxon_core::{Chance, Game, Seed, TableOrder, Tell};
use klaxon_space_alert::SpaceAlert;
use serde::Serialize;
use std::{
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

/// Measure decisions and playouts a second, and the time to copy and change a state.
///
/// All figures are of one core; each is the best of several short slices, since other work on the machine only ever
/// makes them worse. Compare figures of one run with each other.
#[derive(Args)]
pub struct Bench {
    /// Games to measure; all without it
    games: Vec<String>,
    /// Scenario; the first one without it
    #[arg(long, default_value = "")]
    scenario: String,
    /// Number of seats; the usual one without it
    #[arg(long, default_value_t = 0)]
    seats: usize,
    /// Seconds for each game
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Figures {
    game: String,
    scenario: String,
    decisions_per_second: f64,
    playouts_per_second: f64,
    decisions_per_playout: f64,
    clone_ns: f64,
    apply_ns: f64,
    state_bytes: usize,
    /// Space Alert: whole missions resolved, five crew members and eight threats.
    #[serde(skip_serializing_if = "Option::is_none")]
    missions_per_second: Option<f64>,
}

impl Bench {
    pub fn run(self) -> Result<ExitCode> {
        let games: Vec<&str> = match self.games.as_slice() {
            [] => shelf::COVERS.iter().map(|c| c.id).collect(),
            some => some.iter().map(String::as_str).collect(),
        };
        let mut rows = Vec::new();
        for id in games {
            let order =
                TableOrder { scenario: self.scenario.clone(), seats: self.seats, ..TableOrder::default() };
            let table = Table::open(id, &order, Seed::small(1)).map_err(|r| anyhow::anyhow!("{r}"))?;
            let scenario = match self.scenario.as_str() {
                "" => shelf::menu(id).map_or(String::new(), |m| m.scenarios[0].id.clone()),
                named => named.into(),
            };
            let budget = Duration::from_secs_f64(self.seconds);
            rows.push(each!(&table, session => measure(id, scenario, session.game(), budget)));
            if id == SpaceAlert::ID
                && let Some(row) = rows.last_mut()
            {
                row.missions_per_second = Some(missions::a_second(budget));
            }
        }
        if self.json {
            out::json(&rows)?;
            return Ok(ExitCode::SUCCESS);
        }
        out::line(
            "game          decisions/s   playouts/s   decisions/playout   clone ns   apply ns   state bytes",
        )?;
        for r in rows {
            out::line(format!(
                "{:<12} {:>12.0} {:>12.1} {:>19.0} {:>10.0} {:>10.0} {:>13}",
                r.game,
                r.decisions_per_second,
                r.playouts_per_second,
                r.decisions_per_playout,
                r.clone_ns,
                r.apply_ns,
                r.state_bytes
            ))?;
            if let Some(n) = r.missions_per_second {
                out::line(format!(
                    "             {n:.0} missions/s resolved: five crew members, eight threats"
                ))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn measure<G: Game>(id: &str, scenario: String, start: &G, budget: Duration) -> Figures {
    let mut chance = Chance::quick(1);
    let (mut best, mut playouts, mut decisions) = (0f64, 0u64, 0u64);
    let mut best_playouts = 0f64;
    let end = Instant::now() + budget.mul_f64(0.7);
    while Instant::now() < end {
        let slice = Instant::now();
        let (mut n, mut games) = (0u64, 0u64);
        while slice.elapsed() < Duration::from_millis(100) {
            n += u64::from(playout::random(&mut start.clone(), &mut chance, 1_000_000));
            games += 1;
        }
        let seconds = slice.elapsed().as_secs_f64();
        best = best.max(n as f64 / seconds);
        best_playouts = best_playouts.max(games as f64 / seconds);
        (playouts, decisions) = (playouts + games, decisions + n);
    }
    // A position from the middle of a game, where the state is full.
    let mut middle = start.clone();
    playout::random(&mut middle, &mut chance, (decisions / playouts.max(1) / 2) as u32);
    Figures {
        game: id.into(),
        scenario,
        decisions_per_second: best,
        playouts_per_second: best_playouts,
        decisions_per_playout: decisions as f64 / playouts.max(1) as f64,
        clone_ns: best_of(budget.mul_f64(0.1), || {
            black_box(black_box(&middle).clone());
        }),
        apply_ns: apply_ns(&middle, budget.mul_f64(0.2), &mut chance),
        state_bytes: size_of::<G>(),
        missions_per_second: None,
    }
}

/// The shortest mean time of a slice of 1000 runs.
fn best_of(budget: Duration, mut run: impl FnMut()) -> f64 {
    let end = Instant::now() + budget;
    let mut best = f64::INFINITY;
    while Instant::now() < end {
        let slice = Instant::now();
        (0..1000).for_each(|_| run());
        best = best.min(slice.elapsed().as_nanos() as f64 / 1000.0);
    }
    best
}

/// Mean time of one decision in a fixed position, its copy left out.
fn apply_ns<G: Game>(game: &G, budget: Duration, chance: &mut Chance) -> f64 {
    let Some(seat) = game.to_act().iter().next() else { return 0.0 };
    let choices = game.choices(seat);
    let mut tell = Tell::muted();
    let mut i = 0;
    let copied = best_of(budget / 2, || {
        black_box(black_box(game).clone());
    });
    let both = best_of(budget / 2, || {
        let mut game = black_box(game).clone();
        game.apply(seat, &choices[i % choices.len()], chance, &mut tell);
        i += 1;
        black_box(game);
    });
    (both - copied).max(0.0)
}
