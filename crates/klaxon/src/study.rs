//! `klaxon study`.

use crate::out;
use anyhow::Result;
use clap::{Args, Subcommand};
use klaxon_catalog::study;
use serde_json::json;
use std::{path::PathBuf, process::ExitCode};

/// Studies: a finished game or a position with notes, variations and marks, exported as one file.
#[derive(Args)]
pub struct Study {
    #[command(subcommand)]
    command: StudyCommand,
}

#[derive(Subcommand)]
enum StudyCommand {
    /// Play studies through: the log as `klaxon verify` does, then every variation
    ///
    /// The exit code is 0 when all are good, 1 when one is not, and then it is said what is wrong with it.
    Check {
        /// Studies; `-` reads standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        packs: crate::pack::Packs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

impl Study {
    pub fn run(self) -> Result<ExitCode> {
        let StudyCommand::Check { files, packs, json } = self.command;
        packs.install()?;
        let (mut rows, mut good) = (Vec::new(), true);
        for file in &files {
            let text = out::read(file)?;
            let read = study::Study::parse(&text);
            let checked = read.and_then(|study| study.check().map(|checked| (study.title, checked)));
            let name = file.display().to_string();
            match checked {
                Ok((title, checked)) => {
                    if !json {
                        let study::Checked { game, steps, variations, notes, marks } = &checked;
                        out::line(format!(
                            "   ok  {name}: {title} ({game}, {steps} steps, {variations} variations, {notes} notes, {marks} marks)"
                        ))?;
                    }
                    rows.push(json!({ "file": name, "good": true, "title": title, "study": checked }));
                }
                Err(why) => {
                    good = false;
                    if !json {
                        out::line(format!("WRONG  {name}: {why}"))?;
                    }
                    rows.push(json!({ "file": name, "good": false, "text": why }));
                }
            }
        }
        if json {
            out::json(&rows)?;
        }
        Ok(ExitCode::from(u8::from(!good)))
    }
}
