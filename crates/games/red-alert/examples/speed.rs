//! Decisions a second by random play, and the time of a copy: `cargo run --release -p klaxon-red-alert --example speed`.

use klaxon_core::{Chance, Game, TableOrder, Tell, Words};
use klaxon_red_alert::RedAlert;
use std::{hint::black_box, time::Instant};

fn main() {
    println!("a state has {} bytes", size_of::<RedAlert>());
    for scenario in ["uneasy-truce", "declaration-of-war", "cardinals-belt", "twin-sisters"] {
        let order = TableOrder { scenario: scenario.into(), ..TableOrder::default() };
        let setup = RedAlert::setup(&order).expect("on the menu");
        let (mut decisions, mut choices, mut games, mut turns) = (0u64, 0u64, 0u64, 0u64);
        let mut copied = None;
        let clock = Instant::now();
        while clock.elapsed().as_millis() < 1500 {
            let mut luck = Chance::quick(games);
            let mut tell = Tell::muted();
            let mut game = RedAlert::start(&setup, &mut luck, &mut tell).expect("starts");
            while let Some(seat) = game.to_act().iter().next() {
                let list = game.choices(seat);
                choices += list.len() as u64;
                let action = list[luck.below(list.len() as u32) as usize];
                game.apply(seat, &action, &mut luck, &mut tell);
                decisions += 1;
                if decisions == 500 {
                    copied = Some(game);
                }
            }
            turns += u64::from(game.view(klaxon_core::Viewer::Watcher).turn);
            games += 1;
        }
        let seconds = clock.elapsed().as_secs_f64();
        let game = copied.expect("more than 500 decisions");
        let clock = Instant::now();
        for _ in 0..1_000_000 {
            black_box(*black_box(&game));
        }
        let copy_ns = clock.elapsed().as_nanos() / 1_000_000;
        println!(
            "{scenario:22} {:9.0} decisions/s  {:5.0} games/s  {:4} decisions and {:3} turns a game  {:4.1} choices  copy {copy_ns} ns",
            decisions as f64 / seconds,
            games as f64 / seconds,
            decisions / games,
            turns / games,
            choices as f64 / decisions as f64,
        );
    }
}
