//! `klaxon review`.

use crate::out;
use anyhow::{Context, Result, ensure};
use clap::Args;
use klaxon_bots::{Mark, review::Depth};
use klaxon_catalog::{Remark, Review as Found, Table};
use klaxon_core::Seat;
use serde_json::json;
use std::{path::PathBuf, process::ExitCode};

/// Look back on the decisions of a finished game, by what each seat knew then.
///
/// Marks what was an inaccuracy (?!), a mistake (?), a blunder (??) or a good find (!), and says what was better and why. The
/// same log gives the same review on every machine: looks are counted in rounds, not in time.
///
///     klaxon review game.jsonl --seat 0
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Review {
    /// The log of a finished game; `-` reads standard input
    file: PathBuf,
    /// Only this seat's decisions; without it those of all seats
    #[arg(long)]
    seat: Option<u8>,
    /// Rounds of the deeper look; fewer are faster and find less
    #[arg(long, default_value_t = Depth::USUAL.again.0.rounds)]
    rounds: u32,
    #[command(flatten)]
    packs: crate::pack::Packs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Review {
    pub fn run(self) -> Result<ExitCode> {
        self.packs.install()?;
        let text = out::read(&self.file)?;
        let mut lines = text.lines().map(String::from);
        let header = lines.next().context("the log is empty")?;
        let entries: Vec<String> = lines.filter(|l| !l.trim().is_empty()).collect();
        let table = Table::resume(&header, None, &entries)?;
        ensure!(table.outcome().is_some(), "the game is not over: decisions are reviewed after the end");
        let all = 0..table.seats() as u8;
        let seats: Vec<u8> = match self.seat {
            Some(seat) => {
                ensure!(all.contains(&seat), "the table has the seats 0 to {}", table.seats() - 1);
                vec![seat]
            }
            None => all.collect(),
        };
        let mut reviews = Vec::new();
        for seat in seats {
            let name = table.seat_name(Seat(seat));
            let found = self.look(&header, &entries, Seat(seat), &name)?;
            if self.json {
                reviews.push(json!({ "seat": seat, "name": name, "decisions": found.decisions,
                    "remarks": found.remarks }));
            } else {
                tell(&name, &found)?;
            }
        }
        if self.json {
            out::json(&json!({ "game": table.game_id(), "reviews": reviews }))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn look(&self, header: &str, entries: &[String], seat: Seat, name: &str) -> Result<Found> {
        let mut at_work = Table::review(header, entries, seat, Depth::of_rounds(self.rounds))?;
        let bar = out::progress(u64::from(at_work.progress().1), name);
        while at_work.go_on()? {
            bar.set_position(u64::from(at_work.progress().0));
        }
        bar.finish_and_clear();
        Ok(at_work.review().clone())
    }
}

fn tell(name: &str, found: &Found) -> Result<()> {
    out::line(format!("{name}: {}", found.summary()))?;
    for remark in &found.remarks {
        out::line(line(remark))?;
    }
    Ok(())
}

fn line(remark: &Remark) -> String {
    let Remark { step, mark, did, other, why, .. } = remark;
    let other = other.join(", then ");
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    let chances = |worth: i32| format!("{} %", (worth + 5) / 10);
    let (own, others) = (chances(remark.worth), chances(remark.other_worth));
    let did = if did.is_empty() { &remark.asked } else { did };
    let more = match mark {
        Mark::Find => format!("the one good choice{why}; chances {own}, the next best ({other}) {others}"),
        Mark::Fine | Mark::Inaccuracy | Mark::Mistake | Mark::Blunder => {
            format!("better: {other}{why}; chances {own} instead of {others}")
        }
    };
    format!("{step:>5} {:<2} {did}\n         {more}", mark.sign())
}
