//! The chores of the project, in Rust: `cargo xtask test`, `cargo xtask fuzz`, `cargo xtask rules`, `cargo xtask mutants`,
//! `cargo xtask examples`, `cargo xtask types`, `cargo xtask train`, `cargo xtask cluster`, `cargo xtask scale`, `cargo xtask dist`.

mod cluster;
mod dist;
mod examples;
mod fuzz;
mod packages;
mod scale;
mod suite;
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
use xtask::{mutants::Mutants, train::Train};

/// The chores of the project.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Install what the tests need (Chromium, nginx, Node.js, PostgreSQL, NATS, HAProxy, PyTorch) and run all of them, browser flows included
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
        /// Which of all possible ones; can be given several times, for as many more
        #[arg(long = "seed", default_value = "1")]
        seeds: Vec<u64>,
        /// Only those with this in their function or line; can be given several times
        #[arg(long)]
        only: Vec<String>,
        /// Fails when fewer of a hundred are noticed
        #[arg(long, default_value_t = 95)]
        least: u32,
        /// Which games; all without one
        games: Vec<String>,
    },
    /// Make the examples of the pages of rules from what the rule tests try
    Examples {
        /// Only say whether they are as the tests would write them
        #[arg(long)]
        check: bool,
    },
    /// Teach the bots what positions are worth: bots play, positions are written down, `tools/train` learns from them
    Train {
        /// So many of a thousand games; with fewer than all of them the weights go into `target/train`
        #[arg(long, default_value_t = 1000)]
        part: u32,
        /// A folder for the weights, instead of the games' own
        #[arg(long)]
        out: Option<PathBuf>,
        /// A program that is built already; it plays with the judgement that it has
        #[arg(long)]
        program: Option<PathBuf>,
        /// Which games; all without one
        games: Vec<String>,
    },
    /// Hold the page's scripts against their types, with TypeScript's checker
    Types {
        /// The folder of another `tsconfig.json` than `crates/web`
        #[arg(long)]
        project: Option<PathBuf>,
    },
    /// Start several servers on one PostgreSQL behind a balancer, to try them out; Ctrl-C ends all of it
    Cluster {
        /// How many servers
        #[arg(long, default_value_t = 2)]
        nodes: usize,
        /// The balancer's address
        #[arg(long, default_value = "127.0.0.1:7777")]
        addr: std::net::SocketAddr,
        /// Build with all optimisations
        #[arg(long)]
        release: bool,
        /// A program that is built already
        #[arg(long, conflicts_with = "release")]
        program: Option<PathBuf>,
        /// Notices by NATS in place of PostgreSQL
        #[arg(long)]
        nats: bool,
    },
    /// Measure what several servers cost: moves a second, processor time a move, delays and notices (docs/scale.md)
    Scale {
        /// How long each run plays
        #[arg(long, default_value_t = 10.0)]
        seconds: f64,
        /// Runs of each kind; the middle of them is told
        #[arg(long, default_value_t = 3)]
        repeat: usize,
        /// Only runs with this in their name, such as `PostgreSQL, 2 servers, 400 tables`
        #[arg(long, default_value = "")]
        only: Vec<String>,
        /// A program that is built already; several are measured by turns
        #[arg(long)]
        program: Vec<PathBuf>,
        /// Print every run as JSON
        #[arg(long)]
        json: bool,
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
        Chore::Mutants { count, seeds, only, least, games } => {
            Mutants { tree: root(), games, count, seeds, only, least }.run()?
        }
        Chore::Examples { check } => examples::examples(check)?,
        Chore::Train { part, out, program, games } => Train { games, part, out, program }.run(&root())?,
        Chore::Types { project } => types::types(&project.unwrap_or_else(scripts))?,
        Chore::Cluster { nodes, addr, release, program, nats } => {
            cluster::Plan { nodes, addr, release, program, nats }.run(&root())?
        }
        Chore::Scale { seconds, repeat, only, program, json } => {
            scale::Scale { program, seconds, repeat, only, json }.run(&root())?
        }
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
    // Browser flows and the kill test run the real program, which is built with the tests, before the first of them runs.
    let mut all = vec!["test", "--workspace"];
    all.extend(args.iter().map(String::as_str));
    suite::run(&all, &examples::prepare()?)?;
    // Whoever runs a part of the tests has not all examples.
    if args.is_empty() {
        examples::held()?;
    }
    // A minute of each, always from the same beginning: a change makes it fail, not the luck of the day.
    Fuzz { seconds: 120, targets: Vec::new(), seed: Some(1), short: true }.run(&root())?;
    rules(&root())
}

/// Runs cargo.
fn cargo(args: &[&str]) -> Result<()> {
    let status = command(args).status().with_context(|| format!("cannot run cargo {}", args.join(" ")))?;
    ensure!(status.success(), "cargo {} failed", args.join(" "));
    Ok(())
}

/// Cargo in the workspace's folder.
fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    // Without a browser, a proxy, Node.js, PostgreSQL, NATS or PyTorch their tests would skip; here they must run.
    for tool in ["BROWSER", "NGINX", "NODE", "POSTGRES", "NATS", "TORCH"] {
        command.env(format!("KLAXON_{tool}"), "required");
    }
    command
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
