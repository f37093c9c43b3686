//! Fixed games and the hashes of their last states. A build for another machine must print the same lines; they are
//! checked in as `tests/hashes.txt`.
//!
//! `cargo run -p klaxon-star-trek --example hashes`, also with `--release` or `--target i686-unknown-linux-gnu`.

use klaxon_core::{
    Chance, Game, Seed, Session,
    log::{Log, StateHash},
};
use klaxon_star_trek::{Setup, StarTrek, data::data};
use std::fmt::Write;

#[allow(dead_code, reason = "the test takes only the table")]
fn main() {
    print!("{}", table());
}

/// A line for each game: scenario, players, seed, steps and the hash of the last state.
pub fn table() -> String {
    let mut text = String::new();
    for (scenario, _) in &data().scenarios {
        let sizes = scenario.sizes();
        let (Some(few), Some(many)) = (sizes.first(), sizes.last()) else { continue };
        for (seed, players) in [(1, *few), (2, *many)] {
            let (steps, hash) = play(&scenario.id, players, seed);
            writeln!(text, "{} {players} {seed}: {steps} steps, {hash}", scenario.id)
                .expect("text is written");
        }
    }
    text
}

/// Plays at random, for what a bot leans to may change and these games may not; then replays the log, in which every step carries its hash.
fn play(scenario: &str, players: usize, seed: u64) -> (u32, String) {
    let setup = Setup::quick(scenario, players).expect("a scenario of the data opens");
    let mut session = Session::<StarTrek>::start(setup, Seed::small(seed)).expect("it starts");
    let mut log: Log<StarTrek> = Log { header: session.sealed_header().clone(), entries: Vec::new() };
    let mut luck = Chance::quick(seed);
    while session.game().outcome().is_none() {
        let seat = session.game().to_act().iter().next().expect("somebody decides");
        let mut choices = session.game().choices(seat);
        let i = luck.below(choices.len() as u32) as usize;
        log.entries.push(session.act(seat, None, choices.swap_remove(i), 0).expect("a choice is legal"));
    }
    let read = Log::<StarTrek>::parse(&log.print()).expect("the log reads back");
    let again = Session::resume(&read).expect("the log replays with the same hashes");
    assert_eq!(again.game(), session.game());
    (session.step(), StateHash::of(session.game()).to_string())
}
