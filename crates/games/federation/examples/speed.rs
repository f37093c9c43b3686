//! How fast is the game? Plays at random for a few seconds and prints decisions a second, the time of a copy, and
//! how the games ended. `cargo run --release -p klaxon-federation --example speed [games]`

use klaxon_core::{Chance, Game, Seat, Tell};
use klaxon_federation::{Difficulty, End, Federation, Setup};
use std::{hint::black_box, time::Instant};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(2_000);
    let start = Instant::now();
    let (mut decisions, mut options, mut turns, mut ends) = (0u64, 0u64, 0u64, [0u32; 4]);
    let mut sample = None;
    for n in 0..games {
        let difficulty = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard][n as usize % 3];
        let setup = Setup { difficulty, ..Setup::default() };
        let (mut luck, mut pick) = (Chance::quick(n), Chance::quick(!n));
        let mut tell = Tell::muted();
        let mut game = Federation::start(&setup, &mut luck, &mut tell).expect("the set-up is sound");
        while game.outcome().is_none() {
            let choices = game.choices(Seat(0));
            options += choices.len() as u64;
            let action = *pick.pick(&choices).expect("a choice");
            game.apply(Seat(0), &action, &mut luck, &mut tell);
            decisions += 1;
            if decisions == 500 {
                sample = Some(game.clone());
            }
        }
        turns += u64::from(game.table().turn);
        let end = game.table().end.expect("over");
        ends[[End::Settled, End::SolFell, End::Unstable, End::Outclassed]
            .iter()
            .position(|e| *e == end)
            .unwrap()] += 1;
    }
    let time = start.elapsed();
    println!("{games} games, {decisions} decisions, {} turns in {time:.2?}", turns);
    println!("{:.0} decisions a second", decisions as f64 / time.as_secs_f64());
    println!(
        "{:.1} decisions a game, {:.1} choices a decision",
        decisions as f64 / games as f64,
        options as f64 / decisions as f64
    );
    println!("won {}, Sol fell {}, unstable {}, outclassed {}", ends[0], ends[1], ends[2], ends[3]);
    if let Some(game) = sample {
        let start = Instant::now();
        for _ in 0..1_000_000 {
            black_box(black_box(&game).clone());
        }
        println!("a copy of {} bytes takes {:.1?}", size_of::<Federation>(), start.elapsed() / 1_000_000);
    }
}
