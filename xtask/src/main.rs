//! The chores of the project, in Rust: `cargo xtask test`, `cargo xtask fuzz`, `cargo xtask rules`, `cargo xtask mutants`,
//! `cargo xtask types`, `cargo xtask dist`.

mod dist;
mod fuzz;
mod packages;
mod types;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use fuzz::Fuzz;
use klaxon_testkit::ledger;
use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};
use xtask::mutants::Mutants;

/// The chores of the project.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Install what the tests need (Chromium, nginx, Node.js) and run all of them, browser flows included
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
    /// Hold ledgers, tests and code together: each rule has a test that runs and asserts and a line that cites it, or a
    /// reason in docs/rules/open.md
    Rules {
        /// The folder of another working tree than this one
        #[arg(long)]
        tree: Option<PathBuf>,
    },
    /// Change the rules at random places and see whether the rule tests notice; names those that they do not
    Mutants {
        /// How many places of each game
        #[arg(long, default_value_t = 100)]
        count: usize,
        /// Which of all possible ones
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only those with this in their function or line; can be given several times
        #[arg(long)]
        only: Vec<String>,
        /// Fails when fewer of a hundred are noticed
        #[arg(long, default_value_t = 95)]
        least: u32,
        /// Which games; all without one
        games: Vec<String>,
    },
    /// Hold the page's scripts against their types, with TypeScript's checker
    Types {
        /// The folder of another `tsconfig.json` than `crates/web`
        #[arg(long)]
        project: Option<PathBuf>,
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
        Chore::Rules { tree } => rules(&tree.unwrap_or_else(root))?,
        Chore::Mutants { count, seed, only, least, games } => {
            Mutants { tree: root(), games, count, seed, only, least }.run()?
        }
        Chore::Types { project } => types::types(&project.unwrap_or_else(scripts))?,
        Chore::Dist { attempt } => dist::dist(attempt)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The workspace's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

/// Where the page's scripts are.
fn scripts() -> PathBuf {
    root().join("crates/web")
}

fn test(args: &[String]) -> Result<()> {
    packages::install(&packages::FOR_TESTS, "the tests")?;
    types::types(&scripts())?;
    // Browser flows and the kill test run the real program.
    cargo(&["build", "--package", "klaxon"])?;
    let mut all = vec!["test", "--workspace"];
    all.extend(args.iter().map(String::as_str));
    cargo(&all)?;
    // A minute of each, always from the same beginning: a change makes it fail, not the luck of the day.
    Fuzz { seconds: 120, targets: Vec::new(), seed: Some(1), short: true }.run(&root())?;
    rules(&root())
}

fn cargo(args: &[&str]) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(args)
        .current_dir(root())
        // Without a browser, a proxy or Node.js their tests would skip; here they must run.
        .env("KLAXON_BROWSER", "required")
        .env("KLAXON_NGINX", "required")
        .env("KLAXON_NODE", "required")
        .status()
        .with_context(|| format!("cannot run cargo {}", args.join(" ")))?;
    ensure!(status.success(), "cargo {} failed", args.join(" "));
    Ok(())
}

fn rules(tree: &Path) -> Result<()> {
    let games = ledger::report(tree).context("cannot read the ledgers and sources")?;
    print!("{}", ledger::print(&games));
    let faults: usize = games.iter().map(|g| g.faults.len()).sum();
    ensure!(
        faults == 0,
        "ledgers, tests and code disagree in {faults} places; a rule that cannot be tested or enforced wants a reason in docs/rules/open.md"
    );
    Ok(())
}
