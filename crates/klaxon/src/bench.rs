//! `klaxon bench`.

mod missions;

use crate::out;
use anyhow::Result;
use clap::Args;
use klaxon_bots::Speed;
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Game, Seed, TableOrder};
use klaxon_space_alert::SpaceAlert;
use serde::Serialize;
use std::{process::ExitCode, time::Duration};

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
    #[serde(flatten)]
    speed: Speed,
    /// Space Alert: whole missions resolved, five crew members and eight threats.
    #[serde(skip_serializing_if = "Option::is_none")]
    missions_per_second: Option<f64>,
}

impl Bench {
    pub fn run(self) -> Result<ExitCode> {
        let games: Vec<&str> = match self.games.as_slice() {
            [] => shelf::games().iter().map(|c| c.id).collect(),
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
            rows.push(Figures {
                game: id.into(),
                scenario,
                speed: table.speed(budget),
                missions_per_second: None,
            });
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
                r.speed.decisions_per_second,
                r.speed.playouts_per_second,
                r.speed.decisions_per_playout,
                r.speed.clone_ns,
                r.speed.apply_ns,
                r.speed.state_bytes
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
