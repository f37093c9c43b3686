//! Random play as fast as it goes: decisions a second, and what a copy of a state costs.
//!
//! `cargo run --release -p klaxon-star-trek --example speed -- [scenario] [players] [games]`

use klaxon_core::{Chance, Game, Tell};
use klaxon_star_trek::{Setup, StarTrek, data::data};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(300);
    let wanted = args.first().filter(|s| *s != "all");
    for (scenario, _) in &data().scenarios {
        for players in scenario.sizes() {
            let chosen = wanted.is_none_or(|id| *id == scenario.id);
            let sized = args.get(1).is_none_or(|n| n.parse() == Ok(players));
            if chosen && sized {
                measure(&scenario.id, players, games);
            }
        }
    }
}

fn measure(scenario: &str, players: usize, games: u64) {
    let setup = Setup::quick(scenario, players).expect("a scenario of the data opens");
    let (mut decisions, mut turns, mut offered) = (0u64, 0u64, 0u64);
    let mut longest = 0;
    let begun = Instant::now();
    for seed in 0..games {
        let mut chance = Chance::quick(seed);
        let mut tell = Tell::muted();
        let mut game = StarTrek::start(&setup, &mut chance, &mut tell).expect("it opens");
        let mut n = 0;
        while game.outcome().is_none() {
            let to_act = game.to_act();
            let nth = if to_act.len() > 1 { chance.below(to_act.len() as u32) } else { 0 };
            let seat = to_act.iter().nth(nth as usize).expect("somebody decides");
            let choices = game.choices(seat);
            offered += choices.len() as u64;
            let action = choices[chance.below(choices.len() as u32) as usize];
            game.apply(seat, &action, &mut chance, &mut tell);
            n += 1;
        }
        decisions += n;
        longest = longest.max(n);
        turns += u64::from(game.view(klaxon_core::Viewer::Watcher).turn);
    }
    let took = begun.elapsed();
    let game = StarTrek::start(&setup, &mut Chance::quick(1), &mut Tell::muted()).expect("it opens");
    let copies = Instant::now();
    let mut kept = 0;
    for _ in 0..10_000 {
        kept += std::hint::black_box(game.clone()).seats();
    }
    let copy = copies.elapsed().as_nanos() / 10_000;
    assert!(kept > 0);
    println!(
        "{scenario} with {players}: {:.0} decisions a second, {} a game (longest {longest}), {:.1} choices each, {:.1} turns; a copy of {} bytes takes {copy} ns",
        decisions as f64 / took.as_secs_f64(),
        decisions / games,
        offered as f64 / decisions as f64,
        turns as f64 / games as f64,
        std::mem::size_of::<StarTrek>(),
    );
}
