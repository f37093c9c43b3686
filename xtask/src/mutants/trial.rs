//! The rule tests against each change: the first that fails has noticed it.

use super::build::Program;
use anyhow::{Result, ensure};
use std::{
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
    let begun = Instant::now();
    let fate = run(program, 0, Duration::from_secs(600))?;
    ensure!(fate == Fate::Survived, "the rule tests fail on the unchanged rules");
    let limit = begun.elapsed() * 5 + Duration::from_secs(10);
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
                let fate = run(program, i + 1, limit)?;
                fates.lock().expect("no worker panics")[i] = fate;
            }
        };
        let all: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        all.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    })?;
    Ok(fates.into_inner().expect("no worker panics"))
}

fn run(program: &Program, n: usize, limit: Duration) -> Result<Fate> {
    let mut child = Command::new(&program.tests)
        .current_dir(&program.home)
        .arg("--test-threads=1")
        .env("KLAXON_MUTANT", n.to_string())
        .env_remove("UPDATE_GOLDEN")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let out = child.stdout.take().expect("its output is piped");
    let (say, hear) = mpsc::channel();
    let reader = thread::spawn(move || {
        let failed = BufReader::new(out).lines().map_while(Result::ok).any(|l| l.ends_with("... FAILED"));
        // Nobody listens when the time is up.
        let _ = say.send(failed);
    });
    let heard = hear.recv_timeout(limit);
    if heard != Ok(false) {
        let _ = child.kill();
    }
    let status = child.wait()?;
    let _ = reader.join();
    Ok(match heard {
        Err(_) => Fate::Endless,
        Ok(true) => Fate::Noticed,
        // A program that was struck down has noticed it as well.
        Ok(false) if !status.success() => Fate::Noticed,
        Ok(false) => Fate::Survived,
    })
}
