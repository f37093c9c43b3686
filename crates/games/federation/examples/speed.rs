//! How fast is the game? Plays at random, then by its own leanings, and prints decisions a second, the time of a
//! copy, and how the games ended. `cargo run --release -p klaxon-federation --example speed [games]`

use klaxon_core::{Chance, Game, Instinct, Seat, Tell};
use klaxon_federation::{Action, Difficulty, End, Federation, Setup};
use std::{hint::black_box, time::Instant};

const SEAT: Seat = Seat(0);

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(3_000);
    println!("at random");
    series(games, |_, choices, pick| *pick.pick(choices).expect("a choice"));
    println!("by leanings");
    series(games / 3, lean);
    copies();
}

/// A choice by its weight.
fn lean(game: &Federation, choices: &[Action], pick: &mut Chance) -> Action {
    let weights: Vec<u32> = choices.iter().map(|a| game.lean(SEAT, a)).collect();
    let mut left = pick.below(weights.iter().sum());
    for (action, weight) in choices.iter().zip(weights) {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return *action,
        }
    }
    unreachable!("the weights sum up to more than the draw")
}

fn series(games: u64, choose: impl Fn(&Federation, &[Action], &mut Chance) -> Action) {
    for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
        let start = Instant::now();
        let (mut decisions, mut options, mut turns, mut ends) = (0u64, 0u64, 0u64, [0u32; 4]);
        for n in 0..games {
            let setup = Setup { difficulty, ..Setup::default() };
            let (mut luck, mut pick, mut tell) = (Chance::quick(n), Chance::quick(!n), Tell::muted());
            let mut game = Federation::start(&setup, &mut luck, &mut tell).expect("the set-up is sound");
            while game.outcome().is_none() {
                let choices = game.choices(SEAT);
                options += choices.len() as u64;
                let action = choose(&game, &choices, &mut pick);
                game.apply(SEAT, &action, &mut luck, &mut tell);
                decisions += 1;
            }
            turns += u64::from(game.table().turn);
            ends[match game.table().end.expect("over") {
                End::Settled => 0,
                End::SolFell => 1,
                End::Unstable => 2,
                End::Outclassed => 3,
            }] += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "  {:<7}{:>10.0} decisions a second; a game: {:.0} decisions of {:.1} choices, {:.1} turns; \
             won {:.1} %, Sol fell {:.1} %, unstable {:.1} %, outclassed {:.1} %",
            difficulty.word(),
            decisions as f64 / seconds,
            decisions as f64 / games as f64,
            options as f64 / decisions as f64,
            turns as f64 / games as f64,
            100.0 * f64::from(ends[0]) / games as f64,
            100.0 * f64::from(ends[1]) / games as f64,
            100.0 * f64::from(ends[2]) / games as f64,
            100.0 * f64::from(ends[3]) / games as f64,
        );
    }
}

fn copies() {
    let game =
        Federation::start(&Setup::default(), &mut Chance::quick(1), &mut Tell::muted()).expect("sound");
    let start = Instant::now();
    for _ in 0..1_000_000 {
        black_box(black_box(&game).clone());
    }
    println!("a copy of {} bytes takes {:.1?}", size_of::<Federation>(), start.elapsed() / 1_000_000);
}
