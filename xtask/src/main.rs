//! The chores of the project, in Rust: `cargo xtask test`, `cargo xtask fuzz`, `cargo xtask rules`, `cargo xtask dist`.

mod dist;
mod fuzz;
mod packages;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use fuzz::Fuzz;
use klaxon_testkit::ledger;
use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// The chores of the project.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Install what the tests need (Chromium, nginx) and run all of them, browser flows included
    Test {
        /// Passed on to `cargo test`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Look for faults with made-up input: situations, scenarios, packs, logs, missions and what pages send
    Fuzz {
        /// How long each target runs
        #[arg(long, default_value_t = 3600)]
        seconds: u32,
        /// Where the search begins; by chance without it
        #[arg(long)]
        seed: Option<u32>,
        /// Which of them; all without one
        targets: Vec<String>,
    },
    /// For each game: rules in the ledger, rules with a test, rules left open with a reason
    Rules {
        /// List the rules without a test
        #[arg(long)]
        missing: bool,
    },
    /// Build what a host installs: a static program and a Debian package, into `target/dist`
    Dist {
        /// Install both into a folder of their own and start them
        #[arg(long = "try")]
        attempt: bool,
    },
}

fn main() -> Result<ExitCode> {
    if let Some(code) = fuzz::wrap() {
        return Ok(code);
    }
    match Cli::parse().chore {
        Chore::Test { args } => test(&args)?,
        Chore::Fuzz { seconds, seed, targets } => {
            Fuzz { seconds, targets, seed, short: false }.run(&root())?
        }
        Chore::Rules { missing } => rules(missing)?,
        Chore::Dist { attempt } => dist::dist(attempt)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The workspace's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

fn test(args: &[String]) -> Result<()> {
    packages::install(&packages::FOR_TESTS, "the tests")?;
    // Browser flows and the kill test run the real program.
    cargo(&["build", "--package", "klaxon"])?;
    let mut all = vec!["test", "--workspace"];
    all.extend(args.iter().map(String::as_str));
    cargo(&all)?;
    // A minute of each, always from the same beginning: a change makes it fail, not the luck of the day.
    Fuzz { seconds: 120, targets: Vec::new(), seed: Some(1), short: true }.run(&root())?;
    rules(false)
}

fn cargo(args: &[&str]) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(args)
        .current_dir(root())
        // Without a browser or a proxy their flows would skip; here they must run.
        .env("KLAXON_BROWSER", "required")
        .env("KLAXON_NGINX", "required")
        .status()
        .with_context(|| format!("cannot run cargo {}", args.join(" ")))?;
    ensure!(status.success(), "cargo {} failed", args.join(" "));
    Ok(())
}

fn rules(missing: bool) -> Result<()> {
    let games = ledger::report(&root()).context("cannot read the ledgers and sources")?;
    println!("{:<12} {:>6} {:>10} {:>6} {:>8}", "game", "rules", "with test", "open", "missing");
    for game in &games {
        let (total, tested, open) = (game.total(), game.tested(), game.open());
        println!("{:<12} {total:>6} {tested:>10} {open:>6} {:>8}", game.game, game.missing().count());
    }
    for rule in games.iter().flat_map(|g| g.missing()).filter(|_| missing) {
        println!("no test  {}  {}", rule.id, rule.text.chars().take(90).collect::<String>());
    }
    let errors: Vec<&String> = games.iter().flat_map(|g| &g.errors).collect();
    for error in &errors {
        println!("error    {error}");
    }
    ensure!(errors.is_empty(), "the ledgers and the sources disagree");
    Ok(())
}
