//! `klaxon puzzles`.

use crate::out;
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use klaxon_catalog::{
    puzzles::{self, Plan, Played, Puzzle, Theme},
    shelf,
};
use klaxon_core::TableOrder;
use serde_json::json;
use std::{fs, path::PathBuf, process::ExitCode, time::Instant};

/// Find puzzles in games between bots, or check those of a file
///
/// Bots play; where a search finds one choice that beats all others by 100 thousandths of a game, a search ten times as long must
/// agree. The same seed gives the same file on every machine. docs/puzzles.md says more.
#[derive(Args)]
pub struct Puzzles {
    /// The game
    #[arg(required_unless_present_any = ["check", "retell"])]
    game: Option<String>,
    /// Luck of the first game; the next one takes the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many puzzles
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Scenarios to play, with commas between; all of them in turn without it
    #[arg(long, value_delimiter = ',')]
    scenario: Vec<String>,
    /// Number of seats; the usual one without it
    #[arg(long, default_value_t = 0)]
    seats: usize,
    /// Options of the table, as key=value
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Games at a time; what is found does not depend on it
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Stop after so many seconds; what is there by then is the beginning of what there would have been
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Write them into this file instead of printing them
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Check a file instead: positions are reached, solutions are legal, margins hold
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "out"])]
    check: Option<PathBuf>,
    /// Tell anew what is said of the answers in a file, in the words that the games have now
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "check"])]
    retell: Option<PathBuf>,
    /// With `--check`: do not search again, which takes most of the time
    #[arg(long, requires = "check")]
    quick: bool,
    /// With `--check`: print JSON
    #[arg(long, requires = "check")]
    json: bool,
}

impl Puzzles {
    pub fn run(self) -> Result<ExitCode> {
        match (&self.check, &self.retell) {
            (Some(file), _) => check(&out::read(file)?, !self.quick, self.json),
            (None, Some(file)) => self.retell(&out::read(file)?),
            (None, None) => self.find(),
        }
    }

    fn retell(&self, text: &str) -> Result<ExitCode> {
        let mut games = puzzles::read(text).map_err(|e| anyhow!(e))?;
        for (played, all) in &mut games {
            for puzzle in all {
                *puzzle =
                    puzzles::retold(played, puzzle).map_err(|refusal| anyhow!("{}: {refusal}", puzzle.id))?;
            }
        }
        let text = puzzles::print(&games);
        match &self.out {
            Some(file) => fs::write(file, text).context("the file could not be written")?,
            None => out::line(text.trim_end())?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn find(&self) -> Result<ExitCode> {
        let game = self.game.as_deref().unwrap_or_default();
        let Some(menu) = shelf::menu(game) else { bail!("{}", shelf::no_such_game(game).text) };
        let options = out::options(&self.options)?;
        let scenarios = if self.scenario.is_empty() {
            menu.scenarios.iter().map(|scenario| scenario.id.clone()).collect()
        } else {
            self.scenario.clone()
        };
        let order = |scenario| TableOrder {
            scenario,
            seats: self.seats,
            options: options.clone(),
            ..TableOrder::default()
        };
        ensure!(self.count > 0, "no puzzle is wanted");
        let plan = Plan {
            game: game.to_owned(),
            orders: scenarios.into_iter().map(order).collect(),
            seed: self.seed,
            count: self.count,
            threads: self.threads,
        };
        let bar = out::progress(self.count as u64, "puzzles");
        let mut kept = Ok(());
        let begun = Instant::now();
        let is_over = || self.seconds.is_some_and(|seconds| begun.elapsed().as_secs() >= seconds);
        let found = puzzles::find(&plan, is_over, |found| {
            bar.set_position(many(found) as u64);
            // A long search that is broken off leaves what it has found.
            if let (Some(file), Ok(())) = (&self.out, &kept) {
                kept = fs::write(file, puzzles::print(found));
            }
        });
        bar.finish_and_clear();
        let found = found.map_err(|refusal| anyhow!("{refusal}"))?;
        kept.context("the file could not be written")?;
        if self.out.is_none() {
            out::line(puzzles::print(&found).trim_end())?;
        }
        let many = many(&found);
        let short = many < self.count;
        if short {
            eprintln!("klaxon: only {many} of {} were found", self.count);
        }
        Ok(ExitCode::from(u8::from(short)))
    }
}

fn many(found: &[(Played, Vec<Puzzle>)]) -> usize {
    found.iter().map(|(_, puzzles)| puzzles.len()).sum()
}

fn check(text: &str, search: bool, json: bool) -> Result<ExitCode> {
    let games = puzzles::read(text).map_err(|e| anyhow!(e))?;
    let all: Vec<(&Played, &Puzzle)> = games
        .iter()
        .flat_map(|(played, puzzles)| puzzles.iter().map(move |puzzle| (played, puzzle)))
        .collect();
    let (mut rows, mut good) = (Vec::new(), 0);
    for (played, puzzle) in &all {
        let trouble = puzzles::check(played, puzzle, search).err();
        good += usize::from(trouble.is_none());
        if let Some(trouble) = trouble.as_ref().filter(|_| !json) {
            out::line(format!("WRONG  {}: {}", trouble.id, trouble.text))?;
        }
        rows.push(json!({
            "game": played.game, "id": puzzle.id, "good": trouble.is_none(),
            "theme": puzzle.theme.id(), "rating": puzzle.rating, "decisions": puzzle.line.len(),
            "text": trouble.map(|trouble| trouble.text),
        }));
    }
    if json {
        out::json(&rows)?;
    } else {
        let themes = Theme::ALL.map(|theme| {
            let many = all.iter().filter(|(_, puzzle)| puzzle.theme == theme).count();
            format!("{many} {}", theme.id())
        });
        out::line(format!("{good} of {} are good ({})", all.len(), themes.join(", ")))?;
    }
    Ok(ExitCode::from(u8::from(good < all.len())))
}
