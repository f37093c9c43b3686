//! `cargo xtask train`: from nothing to weights. Bots play, `klaxon sim --record` writes positions down, `tools/train` learns from
//! them and writes the files that the games read. First from games by rules of thumb; then a program with what was learned from
//! those plays again, now looking ahead, and everything is learned anew from both.

use anyhow::{Context, Result, bail, ensure};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// How a game is recorded for its judgement.
struct Lesson {
    game: &'static str,
    /// Scenarios, those that matter most several times.
    scenarios: &'static str,
    games: u32,
    rows: u32,
    /// Games that are searched, how deep, and positions kept of each.
    searched: u32,
    depth: &'static str,
    searched_rows: u32,
    neurons: u32,
}

const LESSONS: [Lesson; 4] = [
    Lesson {
        game: "red-alert",
        scenarios: "all",
        games: 220_000,
        rows: 6,
        searched: 2_200,
        depth: "64x4",
        searched_rows: 40,
        neurons: 48,
    },
    Lesson {
        game: "star-trek",
        scenarios: "balance-of-terror,heart-of-glory,balance-of-terror,the-wounded,balance-of-terror,menage-a-troi,\
            balance-of-terror,the-pegasus,balance-of-terror,tin-man,balance-of-terror,border-incident",
        games: 100_000,
        rows: 14,
        searched: 0,
        depth: "64x4",
        searched_rows: 40,
        neurons: 48,
    },
    Lesson {
        game: "federation",
        scenarios: "all",
        games: 200_000,
        rows: 8,
        searched: 0,
        depth: "64x4",
        searched_rows: 40,
        neurons: 48,
    },
    Lesson {
        game: "starcraft",
        scenarios: "",
        games: 160_000,
        rows: 14,
        searched: 1_400,
        depth: "64x2",
        searched_rows: 40,
        neurons: 64,
    },
];

/// What is to be learned, and where it goes.
pub struct Train {
    /// Which games; all that learn without one.
    pub games: Vec<String>,
    /// So many of a thousand games, to try the way out. With fewer than all of them the weights go into `target/train`.
    pub part: u32,
    /// A folder for the weights, instead of the games' own.
    pub out: Option<PathBuf>,
    /// A program that is built already. It plays both times, with the judgement that it has.
    pub program: Option<PathBuf>,
}

impl Train {
    /// Goes the whole way.
    pub fn run(&self, root: &Path) -> Result<()> {
        let chosen = |l: &&Lesson| self.games.is_empty() || self.games.iter().any(|g| g == l.game);
        let lessons: Vec<&Lesson> = LESSONS.iter().filter(chosen).collect();
        if let Some(stranger) = self.games.iter().find(|g| !LESSONS.iter().any(|l| l.game == **g)) {
            let known: Vec<&str> = LESSONS.iter().map(|l| l.game).collect();
            bail!("`{stranger}` learns nothing; those that do are {}", known.join(", "));
        }
        ensure!((1..=1000).contains(&self.part), "`--part` is so many of a thousand games, 1 to 1000");
        let python =
            python().context("learning needs Python 3 with NumPy and PyTorch (`PYTHON` names one)")?;
        let folder = self.out.clone().unwrap_or_else(|| root.join("target/train"));
        fs::create_dir_all(&folder)?;
        let file = |lesson: &Lesson, end: &str| folder.join(format!("{}.{end}", lesson.game));
        let learn = |lesson: &Lesson, rows: &[PathBuf]| {
            let weights = match &self.out {
                None if self.part == 1000 => {
                    root.join("crates/games").join(lesson.game).join("data/judgement.net")
                }
                Some(_) | None => file(lesson, "net"),
            };
            run(Command::new(&python)
                .arg(root.join("tools/train/train.py"))
                .args(rows)
                .arg("--out")
                .arg(&weights)
                .args(["--hidden", &lesson.neurons.to_string()])
                .arg("--figures")
                .arg(file(lesson, "json"))
                .arg("--curve")
                .arg(file(lesson, "svg")))?;
            println!("weights in {}", weights.display());
            Ok::<(), anyhow::Error>(())
        };
        let program = self.built(root)?;
        for lesson in &lessons {
            let rows = file(lesson, "thumb.rows");
            self.record(&program, lesson, (lesson.games, lesson.rows), None, &rows)?;
            learn(lesson, &[rows])?;
        }
        // Built once more: what was learned is part of the program.
        let program = self.built(root)?;
        for lesson in lessons.iter().filter(|lesson| lesson.searched > 0) {
            let rows = file(lesson, "searched.rows");
            let kept = (lesson.searched, lesson.searched_rows);
            self.record(&program, lesson, kept, Some(lesson.depth), &rows)?;
            learn(lesson, &[file(lesson, "thumb.rows"), rows])?;
        }
        Ok(())
    }

    fn built(&self, root: &Path) -> Result<PathBuf> {
        if let Some(program) = &self.program {
            return Ok(program.clone());
        }
        run(Command::new("cargo").args(["build", "--release", "--package", "klaxon"]).current_dir(root))?;
        Ok(root.join("target/release/klaxon"))
    }

    fn record(
        &self,
        program: &Path,
        lesson: &Lesson,
        (games, rows): (u32, u32),
        depth: Option<&str>,
        file: &Path,
    ) -> Result<()> {
        // The luck of one is not that of the other.
        let seed = if depth.is_some() { "1000001" } else { "1" };
        let games = (u64::from(games) * u64::from(self.part)).div_ceil(1000).to_string();
        let mut command = Command::new(program);
        command.args(["sim", lesson.game, "--scenario", lesson.scenarios, "--games", &games, "--seed", seed]);
        command.args(["--rows", &rows.to_string()]).arg("--record").arg(file);
        run(command.args(depth.map(|depth| format!("--depth={depth}"))))
    }
}

/// A Python that has what `tools/train` needs: the one that `PYTHON` names, the usual one, or the system's.
pub fn python() -> Option<OsString> {
    let named = std::env::var_os("PYTHON");
    let all = named.into_iter().chain(["python3".into(), "/usr/bin/python3".into()]);
    let able = |python: &OsString| {
        let asked = Command::new(python).args(["-c", "import numpy, torch"]).output();
        asked.is_ok_and(|out| out.status.success())
    };
    all.into_iter().find(able)
}

fn run(command: &mut Command) -> Result<()> {
    let told = format!("{command:?}");
    let status = command.status().with_context(|| format!("cannot run {told}"))?;
    ensure!(status.success(), "{told} failed");
    Ok(())
}
