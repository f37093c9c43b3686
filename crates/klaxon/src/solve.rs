//! `klaxon solve`.

use crate::{out, resolve::point_out};
use anyhow::{Context, Result, ensure};
use clap::Args;
use klaxon_bots::Level;
use klaxon_catalog::{
    Table,
    arena::{self, Match},
};
use klaxon_core::TableOrder;
use klaxon_space_alert::{
    Carried, Lesson, Mission, Slot, SpaceAlert, TURNS, Voyage, fill_in, judge_plan, read_puzzle,
    solve::{Heat, Heroic, Problem, Programs, Search, Supply},
};
use serde_json::json;
use std::{
    path::PathBuf,
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

/// Find a strong crew plan for a known mission of Space Alert.
///
/// The file is one for `klaxon resolve` in which `crew` may be missing, be a number, or be programs to improve on;
/// `hands` may say which cards everybody gets. What is printed can be fed to `klaxon resolve`:
///
///     klaxon solve mission.toml | klaxon resolve -
///     klaxon solve --missions 100 --seconds 5      how much better than bots at the table?
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Solve {
    /// The mission; `-` reads standard input
    #[arg(required_unless_present = "missions")]
    file: Option<PathBuf>,
    /// How long to search
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Search for so many evaluations on one thread instead: the same plan on every machine
    #[arg(long)]
    evaluations: Option<u64>,
    /// Luck of the search, or of the first mission
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Searches at a time; 0 for one on each core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Let bots play so many missions, solve each of them, and compare
    #[arg(long, conflicts_with = "file")]
    missions: Option<u32>,
    /// Bots to compare with
    #[arg(long, default_value = "normal")]
    bots: Level,
    /// Options of those tables, as key=value
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a search came to.
struct Found {
    programs: Programs,
    evaluations: u64,
    seconds: f64,
}

impl Solve {
    pub fn run(self) -> Result<ExitCode> {
        if let Some(missions) = self.missions {
            return self.compare(missions);
        }
        let file = self.file.as_ref().context("which mission?")?;
        let text = out::read(file)?;
        let puzzle = match read_puzzle(&text) {
            Ok(puzzle) => puzzle,
            Err(mistakes) => return Ok(point_out(file, &mistakes)),
        };
        let found = self.search(&puzzle.problem);
        let report = judge_plan(&puzzle.problem, &found.programs);
        let filled = fill_in(&text, &puzzle.problem, &found.programs)
            .map_err(|mistake| anyhow::anyhow!("{}: {mistake}", file.display()))?;
        if self.json {
            out::json(&json!({
                "crew": filled.crew, "score": report.end.score, "end": report.end,
                "written": puzzle.written.then(|| klaxon_space_alert::judge(&puzzle.case).end.score),
                "evaluations": found.evaluations, "seconds": found.seconds, "notes": puzzle.notes,
            }))?;
            return Ok(ExitCode::SUCCESS);
        }
        out::line(format!("# {}", report.end.sentence()))?;
        out::line(format!("# {} missions tried in {:.1} s", found.evaluations, found.seconds))?;
        if puzzle.written {
            let end = klaxon_space_alert::judge(&puzzle.case).end;
            out::line(format!("# As it was written: {}", end.sentence()))?;
        }
        out::line(filled.toml.trim_end())?;
        Ok(ExitCode::SUCCESS)
    }

    /// The best plan that the budget finds.
    fn search(&self, problem: &Problem) -> Found {
        let start = Instant::now();
        let end = start + Duration::from_secs_f64(self.seconds);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = match (self.evaluations, self.threads) {
            (Some(_), _) => 1,
            (None, 0) => cores,
            (None, n) => n,
        };
        let one = |n: usize| {
            let mut search = Search::new(problem, self.seed + 1000 * n as u64);
            let (mut round, mut longest) = (0, Duration::ZERO);
            loop {
                let begun = Instant::now();
                // Now and then from the beginning, so that another valley is found; then down to its bottom.
                match round % 4 {
                    0 => search.restart(24_000, Heat::HOT),
                    1 | 2 => search.anneal(12_000, Heat { from: 300, to: 10 }),
                    _ => search.anneal(12_000, Heat::WARM),
                }
                round += 1;
                longest = longest.max(begun.elapsed());
                let done = match self.evaluations {
                    Some(most) => search.evaluations() >= most,
                    // A round more would be one too many.
                    None => Instant::now() + longest >= end,
                };
                if done {
                    return (search.worth(), *search.best(), search.evaluations());
                }
            }
        };
        let mut found: Vec<(i32, Programs, u64)> = thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|n| scope.spawn(move || one(n))).collect();
            handles.into_iter().map(|h| h.join().expect("a search does not panic")).collect()
        });
        let evaluations = found.iter().map(|f| f.2).sum();
        found.sort_by_key(|f| std::cmp::Reverse(f.0));
        Found { programs: found[0].1, evaluations, seconds: start.elapsed().as_secs_f64() }
    }

    /// Bots play missions, and each of them is solved.
    fn compare(&self, missions: u32) -> Result<ExitCode> {
        let mut options = out::options(&self.options)?;
        options.entry("trips".into()).or_insert_with(|| "off".into());
        let order = TableOrder { scenario: "random".into(), seats: 0, options, ..TableOrder::default() };
        let (mut better, mut equal) = (0, 0);
        let mut rows = Vec::new();
        for n in 0..missions {
            let seed = self.seed + u64::from(n);
            let plan = Match {
                game: "space-alert".into(),
                order: order.clone(),
                bots: vec![self.bots],
                games: 1,
                seed,
                threads: 1,
                swap: false,
            };
            let table = arena::finish(&plan, 0).map_err(|r| anyhow::anyhow!("{r}"))?;
            let bots = table.outcome().and_then(|o| o.score);
            let voyage = flown(&table).context("the mission was flown")?;
            let heroic = if voyage.lesson.heroics() { Heroic::Any } else { Heroic::None };
            let problem = Problem::known(&voyage, Supply::Deck([heroic; 5]));
            let found = self.search(&problem);
            let solved = problem.resolve(&found.programs).score.map(|s| s.total());
            // Nobody's score beats nobody's; a lost mission is worse than any that was survived.
            better += u32::from(solved > bots);
            equal += u32::from(solved == bots);
            let points = |score: Option<i32>| score.map_or("lost".into(), |n| n.to_string());
            if self.json {
                rows.push(json!({ "seed": seed, "bots": bots, "solved": solved, "seconds": found.seconds }));
            } else {
                out::line(format!(
                    "seed {seed:>4}: bots {:>4}, solved {:>4} in {:.1} s",
                    points(bots),
                    points(solved),
                    found.seconds
                ))?;
            }
        }
        ensure!(missions > 0, "no missions");
        if self.json {
            out::json(&json!({ "missions": missions, "better": better, "equal": equal, "rows": rows }))?;
        } else {
            let share = 100.0 * f64::from(better) / f64::from(missions);
            out::line(format!(
                "better than the bots in {better} of {missions} ({share:.0} %), equal in {equal}"
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The mission that a table flew, from its beginning.
fn flown(table: &Table) -> Option<Voyage> {
    let end = table.session::<SpaceAlert>()?.game().voyage()?;
    Some(Voyage::begin(&Mission {
        lesson: Lesson::Mission,
        tracks: end.tracks,
        threats: end.threats().iter().map(|t| (t.card, t.turn, t.place)).collect(),
        crew: vec![[Slot::EMPTY; TURNS]; usize::from(end.crew_size)],
        androids: Vec::new(),
        stacks: end.ship.stacks.map(|s| s.tiles[..usize::from(s.len)].to_vec()),
        carried: Carried::default(),
    }))
}
