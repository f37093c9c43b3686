//! The rule tests against each change: the first that fails has noticed it.

use super::build::Program;
use anyhow::{Result, ensure};
use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// What became of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// A test failed.
    Noticed,
    /// The tests did not come to an end.
    Endless,
    /// All tests passed.
    Survived,
}

impl Fate {
    /// For the report.
    pub fn word(self) -> &'static str {
        match self {
            Fate::Noticed => "noticed",
            Fate::Endless => "endless",
            Fate::Survived => "survived",
        }
    }
}

/// The fates of all changes, in their order.
pub fn trial(program: &Program) -> Result<Vec<Fate>> {
    let (begun, worked) = (Instant::now(), children());
    let all = run(program, 0, &[], Limit { wall: Duration::from_secs(600), work: None })?;
    ensure!(all.fate == Fate::Survived, "the rule tests fail on the unchanged rules");
    // A machine that has other work must not make slow tests look like endless ones.
    let wall = begun.elapsed() * 20 + Duration::from_secs(60);
    let worked = worked.zip(children()).map(|(before, after)| after - before);
    let limit = Limit { wall, work: worked.map(|w| w * 5 + Duration::from_secs(5)) };
    let rounds = rounds(&all.took, begun.elapsed());
    let n = program.mutants.len();
    let (next, fates) = (AtomicUsize::new(0), Mutex::new(vec![Fate::Survived; n]));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let work = || -> Result<()> {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= n {
                    return Ok(());
                }
                for tests in &rounds {
                    let fate = run(program, i + 1, tests, limit)?.fate;
                    fates.lock().expect("no worker panics")[i] = fate;
                    if fate != Fate::Survived {
                        break;
                    }
                }
            }
        };
        let all: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        all.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    })?;
    Ok(fates.into_inner().expect("no worker panics"))
}

/// What the tests are told, round by round: the few that take long come last, because most changes are noticed without them.
fn rounds(took: &[(String, Duration)], all: Duration) -> Vec<Vec<String>> {
    let slow: Vec<&String> = took.iter().filter(|(_, t)| *t * 20 > all).map(|(name, _)| name).collect();
    let exact = || vec!["--exact".to_owned()];
    let skip = slow.iter().flat_map(|name| ["--skip".to_owned(), (*name).clone()]);
    let quick: Vec<String> = exact().into_iter().chain(skip).collect();
    if slow.is_empty() {
        return vec![Vec::new()];
    }
    vec![quick, exact().into_iter().chain(slow.into_iter().cloned()).collect()]
}

/// What came of the tests, and how long each of them took.
struct Ran {
    fate: Fate,
    took: Vec<(String, Duration)>,
}

/// When tests count as endless.
#[derive(Clone, Copy)]
struct Limit {
    /// By the clock on the wall.
    wall: Duration,
    /// By the processor's own, which other work on the machine does not touch, where the system tells it.
    work: Option<Duration>,
}

fn run(program: &Program, n: usize, tests: &[String], limit: Limit) -> Result<Ran> {
    let mut child = Command::new(&program.tests)
        .current_dir(&program.home)
        .arg("--test-threads=1")
        .args(tests)
        .env("KLAXON_MUTANT", n.to_string())
        .env_remove("UPDATE_GOLDEN")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    let out = child.stdout.take().expect("its output is piped");
    let (say, hear) = mpsc::channel();
    let reader = thread::spawn(move || {
        let (mut failed, mut took, mut last) = (false, Vec::new(), Instant::now());
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            failed = line.ends_with("... FAILED");
            if failed {
                break;
            }
            if let Some(test) = line.strip_prefix("test ").and_then(|l| l.strip_suffix(" ... ok")) {
                took.push((test.to_owned(), last.elapsed()));
            }
            last = Instant::now();
        }
        // Nobody listens when the time is up.
        let _ = say.send(failed);
        took
    });
    let heard = loop {
        let heard = hear.recv_timeout(Duration::from_millis(200));
        let work = spent(&child.id().to_string(), OWN);
        let over =
            begun.elapsed() > limit.wall || limit.work.zip(work).is_some_and(|(most, work)| work > most);
        if heard.is_ok() || over {
            break heard;
        }
    };
    if heard != Ok(false) {
        let _ = child.kill();
    }
    let status = child.wait()?;
    let took = reader.join().unwrap_or_default();
    let fate = match heard {
        Err(_) => Fate::Endless,
        Ok(true) => Fate::Noticed,
        // A program that was struck down has noticed it as well.
        Ok(false) if !status.success() => Fate::Noticed,
        Ok(false) => Fate::Survived,
    };
    Ok(Ran { fate, took })
}

/// Where the system's line about a process has the time that it has worked, and where the time of its ended children.
const OWN: usize = 11;
const CHILDREN: usize = 13;

fn children() -> Option<Duration> {
    spent("self", CHILDREN)
}

/// How long the processor has worked for a process, as Linux tells it in hundredths of a second.
fn spent(process: &str, at: usize) -> Option<Duration> {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program comes before, in brackets, and may hold anything.
    let mut fields = line.rsplit_once(')')?.1.split_whitespace().skip(at);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((next()? + next()?) * 10))
}
