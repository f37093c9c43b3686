//! The `klaxon` program: the server and the tools around it.

mod admin;
mod bench;
mod check;
mod copy;
mod files;
mod health;
mod lesson;
mod load;
mod out;
mod pack;
mod place;
mod play;
mod puzzles;
mod replay;
mod resolve;
mod review;
mod rules;
mod serve;
mod sim;
mod solve;
mod study;
mod transfer;
mod trial;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A page is drawn from many short strings, by several threads at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Five space board games on one table in a web browser.
///
/// Without a command it serves the table at http://127.0.0.1:7777 and keeps its games in ./klaxon-data.
#[derive(Parser)]
#[command(version, propagate_version = true, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the table (what happens without a command)
    Serve(Box<serve::Serve>),
    /// Play a game in the terminal against bots
    Play(play::Play),
    /// Let bots play many games against each other and print the table of results
    Sim(sim::Sim),
    /// Try a situation: a position, a few decisions, chosen dice, and what comes of it
    Try(trial::Try),
    /// Check and list lessons
    Lesson(lesson::Lesson),
    /// Check studies: games and positions with notes, variations and marks
    Study(study::Study),
    /// Find puzzles in games between bots, or check those of a file
    Puzzles(puzzles::Puzzles),
    /// Resolve a mission of Space Alert that was planned with the box
    Resolve(resolve::Resolve),
    /// Find a strong crew plan for a known mission of Space Alert
    Solve(solve::Solve),
    /// Tell a logged game step by step
    Replay(replay::Replay),
    /// Look back on the decisions of a finished game: blunders, mistakes, good finds, and what was better
    Review(review::Review),
    /// Run a logged game again: same positions, and dice that match the published commitment
    Verify(replay::Verify),
    /// Write a stored game to a file
    Export(transfer::Export),
    /// Read a game from a file into the store
    Import(transfer::Import),
    /// Copy the whole store while the server runs
    Backup(transfer::Backup),
    /// Copy a whole store into another: a folder into a database, or back
    Copy(copy::Copy),
    /// Open every table of a store as before an upgrade, and say which would not go on
    Check(check::Check),
    /// Look after a server: list, close, hand over and prune its tables
    Admin(admin::Admin),
    /// Ask a running server whether it is well
    Health(health::Health),
    /// Show the rule ledgers, one rule, or search them
    Rules(rules::Rules),
    /// Measure decisions and playouts a second, and the time to copy and change a state
    Bench(bench::Bench),
    /// Work with packs of own scenarios, cards and units
    Pack(pack::Pack),
    /// Put a running server under load and measure it
    Load(load::Load),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        Command::Serve(run) => run.run(),
        Command::Play(run) => run.run(),
        Command::Sim(run) => run.run(),
        Command::Try(run) => run.run(),
        Command::Lesson(run) => run.run(),
        Command::Study(run) => run.run(),
        Command::Puzzles(run) => run.run(),
        Command::Resolve(run) => run.run(),
        Command::Solve(run) => run.run(),
        Command::Replay(run) => run.run(),
        Command::Review(run) => run.run(),
        Command::Verify(run) => run.run(),
        Command::Export(run) => run.run(),
        Command::Import(run) => run.run(),
        Command::Backup(run) => run.run(),
        Command::Copy(run) => run.run(),
        Command::Check(run) => run.run(),
        Command::Admin(run) => run.run(),
        Command::Health(run) => run.run(),
        Command::Rules(run) => run.run(),
        Command::Bench(run) => run.run(),
        Command::Pack(run) => run.run(),
        Command::Load(run) => run.run(),
    };
    match result {
        Ok(code) => code,
        Err(error) if out::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("klaxon: {error:#}");
            ExitCode::from(2)
        }
    }
}
