//! `klaxon resolve`.

use crate::out;
use anyhow::Result;
use clap::Args;
use klaxon_space_alert::{Mistake, adjudicate};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Resolve a mission of Space Alert that was planned with the box.
///
/// The mission is a TOML or JSON file with the same keys:
///
///     tracks = { red = "T3", white = "T1", blue = "T2", internal = "T4" }
///     threats = [{ card = "E1-05", turn = 1, zone = "red" }, { card = "I1-03", turn = 2 }]
///     crew = ["RED A A", ". C . . C . . . C", "BLUE C LIFT BOTS", "LIFT RED A C . . . C"]
///     tiles = { red = ["heavy", "light", "shield", "reactor", "lift", "structural"] }
///
/// Examples and all the rest of it: docs/space-alert/. The exit code is 2 when the file cannot be read; every mistake
/// is then a line that says where it is.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Resolve {
    /// The mission; `-` reads standard input
    file: PathBuf,
    /// Print JSON: a checkpoint after each step of each turn, and the end
    #[arg(long)]
    json: bool,
}

impl Resolve {
    pub fn run(self) -> Result<ExitCode> {
        match adjudicate(&out::read(&self.file)?) {
            Ok(report) => {
                if self.json {
                    out::json(&report)?
                } else {
                    out::line(report.to_text().trim_end())?
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(mistakes) => Ok(point_out(&self.file, &mistakes)),
        }
    }
}

/// A line for each mistake.
pub fn point_out(file: &Path, mistakes: &[Mistake]) -> ExitCode {
    for mistake in mistakes {
        eprintln!("{}: {mistake}", file.display());
    }
    ExitCode::from(2)
}
