//! `klaxon try`.

use crate::out;
use anyhow::Result;
use clap::Args;
use klaxon_catalog::{TrialReport, try_script};
use klaxon_core::Edition;
use std::{path::PathBuf, process::ExitCode};

/// A situation is a text file:
///
///     game red-alert
///     given
///       F6 asteroid
///       cw G6 SC ordered
///       cw K1 SF ordered
///       cf B2 SC
///       phase movement cw
///     dice red-alert
///     do cw: move G6 F6
///     expect cw F6 SC ordered moved alert
///     refuses RA-9.10 cw: move F6 E6
///
/// The exit code is 0 when everything came out as the file says, 1 when something did not, 2 when it cannot be read.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Try {
    /// The situation; `-` reads standard input
    file: PathBuf,
    /// Edition of the rules, instead of the one that the situation names or the newest
    #[arg(long, value_name = "N")]
    edition: Option<Edition>,
    /// Print JSON: each step with its refusal or events, the last situation and the full state
    #[arg(long)]
    json: bool,
}

impl Try {
    pub fn run(self) -> Result<ExitCode> {
        let report = try_script(&out::read(&self.file)?, self.edition)
            .map_err(|mistake| anyhow::anyhow!("{}, {mistake}", self.file.display()))?;
        if self.json {
            out::json(&report)?;
        } else {
            tell(&report)?;
        }
        Ok(ExitCode::from(u8::from(!report.passed)))
    }
}

fn tell(report: &TrialReport) -> Result<()> {
    for step in &report.steps {
        let mark = if step.failure.is_some() { "FAILS" } else { "ok" };
        out::line(format!("{mark:>5}  line {:<3} {}", step.line, step.words))?;
        for event in &step.events {
            let rule = event.line.rule.map_or(String::new(), |r| format!("  ({r})"));
            out::line(format!("         {}{rule}", event.line.text))?;
            if let Some(luck) = &event.luck {
                out::line(format!("         dice: {}", luck.dice.join(" ")))?;
            }
        }
        if let Some(refusal) = &step.refusal {
            out::line(format!("         refused: {refusal}"))?;
        }
        if let Some(failure) = &step.failure {
            out::line(format!("         {failure}"))?;
        }
    }
    if let Some(situation) = &report.situation {
        out::line(format!("\nThe position now:\n{situation}"))?;
    }
    Ok(())
}
