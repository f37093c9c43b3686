//! `klaxon sim`.

use crate::out;
use anyhow::{Context, Result};
use clap::Args;
use klaxon_bots::{
    Level,
    arena::{self, Match, Played, Score},
};
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Seat, Seed, TableOrder};
use serde_json::json;
use std::{process::ExitCode, thread, time::Instant};

/// Let bots play many games against each other.
///
/// The bots change sides from game to game. With more than two bots every pair plays a match and the cross table is
/// printed, each cell with its 95 % confidence interval. In a game for one each bot plays alone, and its share of wins
/// is printed with the ways in which its games ended.
#[derive(Args)]
pub struct Sim {
    /// The game
    game: String,
    /// Scenario or difficulty; all of them in turn with `all`
    #[arg(long, visible_alias = "difficulty", default_value = "")]
    scenario: String,
    /// Options of the table, as key=value
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Bots, separated by commas: random, easy (rule-of-thumb), normal (search), hard
    #[arg(long, value_delimiter = ',', default_value = "normal,random")]
    bots: Vec<Level>,
    /// Number of games of each match
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// Luck of the first game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at a time
    #[arg(long)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Sim {
    pub fn run(self) -> Result<ExitCode> {
        let menu = shelf::menu(&self.game).with_context(|| shelf::no_such_game(&self.game).text)?;
        let scenarios: Vec<String> = match self.scenario.as_str() {
            "all" => menu.scenarios.iter().map(|s| s.id.clone()).collect(),
            one => vec![one.to_owned()],
        };
        let threads = self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let mut rows = Vec::new();
        for scenario in scenarios {
            let order = TableOrder { scenario, seats: 0, options: out::options(&self.options)? };
            let table = Table::open(&self.game, &order, Seed::small(self.seed))
                .map_err(|r| anyhow::anyhow!("{r}"))?;
            let seats: Vec<String> = (0..table.seats()).map(|s| table.seat_name(Seat(s as u8))).collect();
            // In a game for one each bot plays by itself.
            let alone = seats.len() == 1;
            let matches =
                if alone { self.bots.iter().map(|&b| vec![b]).collect() } else { pairs(&self.bots) };
            for pair in matches {
                let plan = Match {
                    game: self.game.clone(),
                    order: order.clone(),
                    bots: pair.clone(),
                    games: self.games,
                    seed: self.seed,
                    threads,
                    swap: true,
                };
                let names: Vec<&str> = pair.iter().map(|l| l.name()).collect();
                let bar = out::progress(u64::from(self.games), &names.join(" – "));
                let start = Instant::now();
                let played = arena::play(&plan, |n| bar.set_position(u64::from(n)))
                    .map_err(|r| anyhow::anyhow!("{r}"))?;
                bar.finish_and_clear();
                let scenario =
                    if order.scenario.is_empty() { menu.scenarios[0].id.as_str() } else { &order.scenario };
                let steps: u32 = played.iter().map(|p| p.steps).sum();
                let (bots, sides) = (arena::by_bot(&played, pair.len()), arena::by_seat(&played));
                if self.json {
                    let row = |name: &str, s: &Score| {
                        json!({ "name": name, "won": s.won, "drawn": s.drawn, "lost": s.lost,
                        "share": s.share(), "low": s.interval().0, "high": s.interval().1 })
                    };
                    rows.push(json!({
                        "game": self.game, "scenario": scenario, "games": self.games, "seed": self.seed,
                        "seconds": start.elapsed().as_secs_f64(),
                        "steps": f64::from(steps) / f64::from(self.games.max(1)),
                        "bots": names.iter().zip(&bots).map(|(n, s)| row(n, s)).collect::<Vec<_>>(),
                        "ends": ends(&played),
                        "seats": seats.iter().zip(&sides).map(|(n, s)| row(n, s)).collect::<Vec<_>>(),
                    }));
                    continue;
                }
                out::line(format!(
                    "{}, {scenario}: {} games in {:.1} s, {:.0} steps a game",
                    menu.name,
                    self.games,
                    start.elapsed().as_secs_f64(),
                    f64::from(steps) / f64::from(self.games.max(1))
                ))?;
                for (name, score) in names.iter().zip(&bots) {
                    out::line(row(name, *score))?;
                }
                if alone {
                    for (end, n) in ends(&played) {
                        out::line(format!(
                            "  {:>5.1} %  {end}",
                            100.0 * f64::from(n) / f64::from(self.games.max(1))
                        ))?;
                    }
                    continue;
                }
                out::line("  by seat")?;
                for (name, score) in seats.iter().zip(&sides) {
                    out::line(row(name, *score))?;
                }
            }
        }
        if self.json {
            out::json(&rows)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Every pair of three or more bots; two bots, or one against itself, are one match.
fn pairs(bots: &[Level]) -> Vec<Vec<Level>> {
    if bots.len() <= 2 {
        return vec![bots.to_vec()];
    }
    let rest = |i: usize| bots[i + 1..].iter().map(move |&b| vec![bots[i], b]);
    (0..bots.len()).flat_map(rest).collect()
}

/// The ways in which games ended, the commonest first; numbers in the sentences are left out, so that like ends meet.
fn ends(played: &[Played]) -> Vec<(String, u32)> {
    let mut all: Vec<(String, u32)> = Vec::new();
    for game in played {
        let text = game.outcome.as_ref().map_or("given up", |o| o.text.as_str());
        let words: Vec<&str> = text.split(' ').filter(|w| w.parse::<u32>().is_err()).collect();
        let text = words.join(" ");
        match all.iter_mut().find(|(t, _)| *t == text) {
            Some((_, n)) => *n += 1,
            None => all.push((text, 1)),
        }
    }
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all
}

fn row(name: &str, score: Score) -> String {
    let (low, high) = score.interval();
    format!(
        "  {name:<28} {:>4} won {:>4} drawn {:>4} lost   {:>5.1} %  ({:.1}–{:.1})",
        score.won,
        score.drawn,
        score.lost,
        100.0 * score.share(),
        100.0 * low,
        100.0 * high
    )
}
