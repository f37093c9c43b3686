//! `cargo xtask train`: from nothing to weights. Bots play, `klaxon sim --record` writes positions down, `tools/train` learns from
//! them and writes the files that the games read.

use anyhow::{Context, Result, bail, ensure};
use std::{
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
    neurons: u32,
}

const LESSONS: [Lesson; 4] = [
    Lesson { game: "red-alert", scenarios: "all", games: 220_000, rows: 6, neurons: 48 },
    Lesson {
        game: "star-trek",
        scenarios: "balance-of-terror,heart-of-glory,balance-of-terror,the-wounded,balance-of-terror,menage-a-troi,\
            balance-of-terror,the-pegasus,balance-of-terror,tin-man,balance-of-terror,border-incident",
        games: 100_000,
        rows: 14,
        neurons: 48,
    },
    Lesson { game: "federation", scenarios: "all", games: 200_000, rows: 8, neurons: 48 },
    Lesson { game: "starcraft", scenarios: "", games: 160_000, rows: 14, neurons: 64 },
];

/// Trains the judgement of some games, or of all that have one. `part` takes only so many of a thousand games, to try the way out;
/// then, and wherever `out` says so, the weights go elsewhere than into the games.
pub fn train(root: &Path, games: &[String], part: u32, out: Option<PathBuf>) -> Result<()> {
    let lessons: Vec<&Lesson> =
        LESSONS.iter().filter(|l| games.is_empty() || games.iter().any(|g| g == l.game)).collect();
    if let Some(stranger) = games.iter().find(|g| !LESSONS.iter().any(|l| l.game == **g)) {
        let known: Vec<&str> = LESSONS.iter().map(|l| l.game).collect();
        bail!("`{stranger}` learns nothing; those that do are {}", known.join(", "));
    }
    ensure!((1..=1000).contains(&part), "`--part` is so many of a thousand games, 1 to 1000");
    let folder = root.join("target/train");
    fs::create_dir_all(&folder)?;
    run(Command::new("cargo").args(["build", "--release", "--package", "klaxon"]).current_dir(root))?;
    for lesson in lessons {
        let rows = folder.join(format!("{}.rows", lesson.game));
        let games = (lesson.games / 1000 * part).to_string();
        run(Command::new(root.join("target/release/klaxon"))
            .args(["sim", lesson.game, "--scenario", lesson.scenarios, "--games", &games])
            .args(["--rows", &lesson.rows.to_string(), "--record"])
            .arg(&rows))?;
        let weights = match &out {
            Some(folder) => folder.join(format!("{}.net", lesson.game)),
            None if part < 1000 => folder.join(format!("{}.net", lesson.game)),
            None => root.join("crates/games").join(lesson.game).join("data/judgement.net"),
        };
        let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        run(Command::new(python)
            .arg(root.join("tools/train/train.py"))
            .arg(&rows)
            .arg("--out")
            .arg(&weights)
            .args(["--hidden", &lesson.neurons.to_string()]))?;
        println!("weights in {}", weights.display());
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<()> {
    let told = format!("{command:?}");
    let status = command.status().with_context(|| format!("cannot run {told}"))?;
    ensure!(status.success(), "{told} failed");
    Ok(())
}
