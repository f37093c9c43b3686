//! `klaxon lesson`.

use crate::out;
use anyhow::{Result, ensure};
use clap::{Args, Subcommand};
use klaxon_catalog::{
    academy::{self, check_lesson},
    shelf,
};
use serde_json::json;
use std::{path::PathBuf, process::ExitCode};

/// Lessons: a position, a few steps with something to do in each, and what to say on the way.
///
/// docs/lessons.md says how to write one.
#[derive(Args)]
pub struct Lesson {
    #[command(subcommand)]
    command: LessonCommand,
}

#[derive(Subcommand)]
enum LessonCommand {
    /// Solve lessons along their solutions and try their mistakes; without a file, all that come with the program
    ///
    /// The exit code is 0 when all are good, 1 when one is not. What is wrong is said with its line and what would be right.
    Check {
        /// Lessons; `-` reads standard input
        files: Vec<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the lessons that come with the program
    List {
        /// Of this game only
        game: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

impl Lesson {
    pub fn run(self) -> Result<ExitCode> {
        match self.command {
            LessonCommand::Check { files, json } => check(&files, json),
            LessonCommand::List { game, json } => list(game.as_deref(), json),
        }
    }
}

fn check(files: &[PathBuf], json: bool) -> Result<ExitCode> {
    let mut texts = Vec::new();
    for file in files {
        texts.push((file.display().to_string(), out::read(file)?));
    }
    if files.is_empty() {
        let own = |cover: &shelf::Cover| {
            cover
                .lessons
                .iter()
                .map(|(name, text)| (format!("{}/{name}", cover.id), (*text).to_owned()))
                .collect::<Vec<_>>()
        };
        texts = shelf::games().iter().flat_map(own).collect();
    }
    let (mut rows, mut good) = (Vec::new(), true);
    for (name, text) in &texts {
        match check_lesson(text) {
            Ok((lesson, checked)) => {
                if !json {
                    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
                    let parts = [
                        count(checked.steps, "step"),
                        count(checked.decisions, "decision"),
                        count(checked.mistakes, "mistake"),
                    ];
                    out::line(format!("   ok  {name}: {} ({})", lesson.title, parts.join(", ")))?;
                }
                rows.push(json!({ "file": name, "game": lesson.game, "title": lesson.title, "good": true, "steps": checked.steps, "decisions": checked.decisions, "mistakes": checked.mistakes }));
            }
            Err(mistake) => {
                good = false;
                if !json {
                    out::line(format!("WRONG  {name}, {mistake}"))?;
                }
                rows.push(json!({ "file": name, "good": false, "line": mistake.line, "text": mistake.text }));
            }
        }
    }
    if json {
        out::json(&rows)?;
    }
    Ok(ExitCode::from(u8::from(!good)))
}

fn list(game: Option<&str>, json: bool) -> Result<ExitCode> {
    ensure!(
        game.is_none_or(|id| shelf::game(id).is_some()),
        "{}",
        shelf::no_such_game(game.unwrap_or_default()).text
    );
    let mut rows = Vec::new();
    for cover in shelf::games().iter().filter(|cover| game.is_none_or(|id| id == cover.id)) {
        if !json {
            out::line(cover.name)?;
        }
        for taught in academy::lessons(cover.id) {
            let rules: Vec<&str> = taught.lesson.rules.iter().map(|(_, id)| id.as_str()).collect();
            if !json {
                out::line(format!(
                    "  {:>2}  {:<28} {}  ({})",
                    taught.number,
                    taught.id,
                    taught.lesson.title,
                    rules.join(" ")
                ))?;
            }
            rows.push(json!({ "game": cover.id, "id": taught.id, "number": taught.number, "title": taught.lesson.title, "steps": taught.lesson.steps.len(), "rules": rules }));
        }
    }
    if json {
        out::json(&rows)?;
    }
    Ok(ExitCode::SUCCESS)
}
