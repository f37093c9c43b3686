//! Random play against the clock: decisions and games a second on one core, and the cost of a copy.
//! Run with `cargo run --release -p klaxon-starcraft --example speed`.

use klaxon_core::{Chance, Game, Tell};
use klaxon_starcraft::{Factions, Galaxy, Setup, StarCraft};
use std::time::Instant;

fn main() {
    println!("a state is {} bytes", std::mem::size_of::<StarCraft>());
    for seats in [2, 4, 6] {
        for galaxy in [Galaxy::Ready, Galaxy::Build] {
            play(seats, galaxy);
        }
    }
    copy();
}

fn play(seats: u8, galaxy: Galaxy) {
    let name = if galaxy == Galaxy::Build { "build" } else { "ready" };
    let setup =
        Setup { seats, factions: Factions::Deal, galaxy, teams: false, galactic: false, round_limit: 0 };
    let (start, mut decisions, mut games, mut rounds) = (Instant::now(), 0u64, 0u64, 0u64);
    while start.elapsed().as_millis() < 2000 {
        let mut luck = Chance::quick(games * 977 + u64::from(seats));
        let mut game = StarCraft::start(&setup, &mut luck, &mut Tell::muted()).expect("a legal set-up");
        while let Some(seat) = game.to_act().iter().next() {
            let choices = game.choices(seat);
            let action = choices[luck.below(choices.len() as u32) as usize];
            game.apply(seat, &action, &mut luck, &mut Tell::muted());
            decisions += 1;
            if cfg!(debug_assertions) {
                game.audit().expect("the state is sound");
            }
        }
        rounds += u64::from(game.rounds());
        games += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{seats} players, {name} galaxy: {:>9.0} decisions/s, {:>7.0} games/s, {:.0} decisions and {:.1} rounds a game",
        decisions as f64 / seconds,
        games as f64 / seconds,
        decisions as f64 / games as f64,
        rounds as f64 / games as f64,
    );
}

fn copy() {
    let setup = Setup {
        seats: 6,
        factions: Factions::Deal,
        galaxy: Galaxy::Ready,
        teams: false,
        galactic: false,
        round_limit: 0,
    };
    let game = StarCraft::start(&setup, &mut Chance::quick(1), &mut Tell::muted()).expect("a legal set-up");
    let start = Instant::now();
    let n = 1_000_000u32;
    for _ in 0..n {
        std::hint::black_box(std::hint::black_box(&game).clone());
    }
    println!("a copy takes {} ns", start.elapsed().as_nanos() / u128::from(n));
}
