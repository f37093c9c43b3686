//! `klaxon replay` and `klaxon verify`.

mod sealed;

use crate::out;
use anyhow::{Context, Result};
use clap::Args;
use klaxon_catalog::{Table, verify};
use klaxon_core::{
    Seat, Viewer,
    log::{Parting, Proof},
};
use sealed::Sealed;
use serde_json::json;
use std::{path::PathBuf, process::ExitCode};

/// Tell a logged game step by step.
#[derive(Args)]
pub struct Replay {
    /// A log; `-` reads standard input
    file: PathBuf,
    /// Stop after this step
    #[arg(long)]
    step: Option<u32>,
    /// Through whose eyes: a seat's number, `watcher` or `all`
    #[arg(long = "as", default_value = "all")]
    viewer: String,
    #[command(flatten)]
    packs: crate::pack::Packs,
    /// Draw the board at the end
    #[arg(long)]
    board: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub fn run(self) -> Result<ExitCode> {
        self.packs.install()?;
        let text = out::read(&self.file)?;
        let mut lines = text.lines().map(String::from);
        let header = lines.next().context("the log is empty")?;
        let entries: Vec<String> = lines.filter(|l| !l.trim().is_empty()).collect();
        let viewer = viewer(&self.viewer)?;
        let table = match self.step {
            Some(step) => Table::as_of(&header, &entries, step)?,
            None => Table::resume(&header, None, &entries)?,
        };
        if let Viewer::Seat(seat) = viewer
            && seat.index() >= table.seats()
        {
            anyhow::bail!("the table has the seats 0 to {}", table.seats() - 1);
        }
        let said = table.said(viewer, 0);
        if self.json {
            let view = table.view_json(viewer);
            out::json(&json!({ "game": table.game_id(), "step": table.step(), "said": said, "view": view,
                "outcome": table.outcome() }))?;
            return Ok(ExitCode::SUCCESS);
        }
        for said in said {
            let rule = said.line.rule.map_or(String::new(), |r| format!("  ({r})"));
            out::line(format!("{:>5}  {}{rule}", said.step, said.line.text))?;
            if let Some(luck) = said.luck {
                out::line(format!("       dice: {}", luck.dice.join(" ")))?;
            }
        }
        if self.board {
            out::line(table.picture(viewer))?;
        }
        out::line(format!("\n{}", table.prompt(viewer).text))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn viewer(word: &str) -> Result<Viewer> {
    match word {
        "all" => Ok(Viewer::Everything),
        "watcher" => Ok(Viewer::Watcher),
        seat => {
            let seat = seat
                .parse()
                .with_context(|| format!("`{seat}` is not a seat's number, `watcher` or `all`"))?;
            Ok(Viewer::Seat(Seat(seat)))
        }
    }
}

/// Run logged games again: same positions, and dice that match the published commitment.
///
/// Positions are compared whole where they were written down in the layout of this program. Of a log from a program with
/// another layout the digests are compared: who is asked at every step, what was drawn from luck, and the end. Which of
/// the two was done is said.
///
/// The log of a game that still runs, as everybody can download it, is sealed: its seed and its decisions are published
/// after the end. Of it is checked that it is whole and what it promises.
///
/// The exit code is 0 when every log is honest or sealed, 1 when one is not.
#[derive(Args)]
pub struct Verify {
    /// Logs; `-` reads standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    packs: crate::pack::Packs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was compared of how many entries, in words.
pub fn proven(proof: &Proof) -> Vec<String> {
    let rows = [
        (proof.exact, "every position is the same"),
        (
            proof.by_digest,
            "written in another layout; who was asked, what was drawn and how it ended are the same",
        ),
        (
            proof.by_rules,
            "written in another layout without digests; every decision is legal and answers its question",
        ),
    ];
    let entries = |n: u32| if n == 1 { "1 entry".to_owned() } else { format!("{n} entries") };
    rows.iter().filter(|(n, _)| *n > 0).map(|(n, words)| format!("{}: {words}", entries(*n))).collect()
}

impl Verify {
    pub fn run(self) -> Result<ExitCode> {
        self.packs.install()?;
        let mut honest = true;
        let mut rows = Vec::new();
        for file in &self.files {
            let name = file.display().to_string();
            let text = out::read(file)?;
            if let Some(sealed) = Sealed::read(&text) {
                match &sealed {
                    Ok(sealed) => rows.push(sealed.tell(&name, self.json)?),
                    Err(why) => {
                        honest = false;
                        if !self.json {
                            out::line(format!("{name}: NOT proven. it is sealed, but {why}"))?;
                        }
                        rows.push(json!({ "file": name, "honest": false, "kind": "sealed", "why": why }));
                    }
                }
                continue;
            }
            match verify(&text) {
                Ok(verdict) => {
                    let end = verdict.outcome.as_ref().map_or("still in play".into(), |o| o.text.clone());
                    if !self.json {
                        out::line(format!(
                            "{name}: honest. {}, edition {}, {} entries; {end}",
                            verdict.game, verdict.edition, verdict.entries
                        ))?;
                        for line in proven(&verdict.proof) {
                            out::line(format!("  {line}"))?;
                        }
                        out::line(format!("  the luck matches the commitment {}", verdict.commitment))?;
                    }
                    rows.push(json!({ "file": name, "honest": true, "game": verdict.game,
                        "entries": verdict.entries, "edition": verdict.edition, "proof": verdict.proof, "outcome": verdict.outcome, "commitment": verdict.commitment }));
                }
                Err(parting) => {
                    honest = false;
                    let kind = match parting {
                        Parting::Unreadable { .. } => "unreadable",
                        Parting::Foreign(_) => "foreign",
                        Parting::Luck { .. } => "luck",
                        Parting::Entry { .. } => "entry",
                    };
                    if !self.json {
                        out::line(format!("{name}: NOT proven. {parting}"))?;
                    }
                    rows.push(
                        json!({ "file": name, "honest": false, "kind": kind, "why": parting.to_string() }),
                    );
                }
            }
        }
        if self.json {
            out::json(&rows)?;
        }
        Ok(ExitCode::from(u8::from(!honest)))
    }
}
