//! `klaxon puzzles`.

use crate::out;
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use klaxon_catalog::{
    puzzles::{self, Plan, Played, Proof, Puzzle, Theme, Trouble},
    shelf,
};
use klaxon_core::TableOrder;
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

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
    /// How many puzzles; with `--check` and `--out` at most so many are kept
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
    /// Games at a time, or puzzles with `--check`; what is found does not depend on it
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Stop after so many seconds; what is there by then is the beginning of what there would have been
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Write them into this file instead of printing them; with `--check` those that hold
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Check a file instead: positions are reached, solutions are legal, margins hold
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    check: Option<PathBuf>,
    /// Tell anew what is said of the answers in a file, in the words that the games have now
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "check"])]
    retell: Option<PathBuf>,
    /// With `--check`: do not search again, which takes most of the time
    #[arg(long, requires = "check")]
    quick: bool,
    /// With `--check`: measure the margins with other luck, that of this number
    #[arg(long, value_name = "N", requires = "check", conflicts_with = "quick", value_parser = clap::value_parser!(u64).range(1..))]
    luck: Option<u64>,
    /// With `--check`: print JSON
    #[arg(long, requires = "check")]
    json: bool,
}

impl Puzzles {
    pub fn run(self) -> Result<ExitCode> {
        match (&self.check, &self.retell) {
            (Some(file), _) => self.check(&out::read(file)?),
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

    fn check(&self, text: &str) -> Result<ExitCode> {
        let games = puzzles::read(text).map_err(|e| anyhow!(e))?;
        let proof = match (self.quick, self.luck) {
            (true, _) => Proof::Unmeasured,
            (false, None) => Proof::Same,
            (false, Some(luck)) => Proof::Other(luck),
        };
        let found = checked(&games, proof, self.threads);
        tell(&games, &found, self.json)?;
        if let Some(file) = &self.out {
            keep(games, &found, self.count, file)?;
        }
        Ok(ExitCode::from(u8::from(found.iter().any(Result::is_err))))
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

/// What was measured of a puzzle, or what is wrong with it.
type Checked = Result<Vec<i32>, Trouble>;

/// Checks all puzzles, several at a time.
fn checked(games: &[(Played, Vec<Puzzle>)], proof: Proof, threads: usize) -> Vec<Checked> {
    let all: Vec<(&Played, &Puzzle)> = each(games).collect();
    let bar = out::progress(all.len() as u64, "puzzles");
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || loop {
        let n = next.fetch_add(1, Ordering::Relaxed);
        let Some((played, puzzle)) = all.get(n) else { break };
        let checked = puzzles::check(played, puzzle, proof);
        found.lock().expect("nobody panics with it").push((n, checked));
        bar.inc(1);
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let mut found = found.into_inner().expect("nobody panics with it");
    found.sort_by_key(|(n, _)| *n);
    found.into_iter().map(|(_, checked)| checked).collect()
}

fn each(games: &[(Played, Vec<Puzzle>)]) -> impl Iterator<Item = (&Played, &Puzzle)> {
    games.iter().flat_map(|(played, puzzles)| puzzles.iter().map(move |puzzle| (played, puzzle)))
}

fn tell(games: &[(Played, Vec<Puzzle>)], found: &[Checked], json: bool) -> Result<()> {
    let mut rows = Vec::new();
    for ((played, puzzle), checked) in each(games).zip(found) {
        if let Some(trouble) = checked.as_ref().err().filter(|_| !json) {
            out::line(format!("WRONG  {}: {}", trouble.id, trouble.text))?;
        }
        let written: Vec<i32> = puzzle.line.iter().map(|step| step.margin).collect();
        rows.push(json!({
            "game": played.game, "id": puzzle.id, "good": checked.is_ok(),
            "theme": puzzle.theme.id(), "rating": puzzle.rating, "decisions": puzzle.line.len(),
            "written": written, "measured": checked.as_ref().ok(),
            "text": checked.as_ref().err().map(|trouble| &trouble.text),
        }));
    }
    if json {
        return out::json(&rows);
    }
    let themes = Theme::ALL.map(|theme| {
        let many = each(games).filter(|(_, puzzle)| puzzle.theme == theme).count();
        format!("{many} {}", theme.id())
    });
    let good = found.iter().filter(|checked| checked.is_ok()).count();
    out::line(format!("{good} of {} are good ({})", found.len(), themes.join(", ")))
}

/// Writes those that hold, as many as are wanted.
fn keep(games: Vec<(Played, Vec<Puzzle>)>, found: &[Checked], count: usize, file: &Path) -> Result<()> {
    let (mut verdicts, mut left) = (found.iter(), count);
    let kept = games.into_iter().filter_map(|(played, puzzles)| {
        let holds = |_: &Puzzle| verdicts.next().is_some_and(Result::is_ok);
        let mut held: Vec<Puzzle> = puzzles.into_iter().filter(holds).collect();
        held.truncate(left);
        left -= held.len();
        (!held.is_empty()).then(|| (puzzles::upto(played, &held), held))
    });
    fs::write(file, puzzles::print(&kept.collect::<Vec<_>>())).context("the file could not be written")
}
