//! How fast rules are: decisions and playouts a second, and the time to copy and to change a state.

use crate::playout;
use klaxon_core::{Chance, Game, Tell};
use serde::Serialize;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Figures of one core. Each is the best of several short slices, since other work on the machine only ever makes them
/// worse.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Speed {
    /// Decisions a second, made at random.
    pub decisions_per_second: f64,
    /// Whole games a second, played at random.
    pub playouts_per_second: f64,
    /// Decisions of such a game.
    pub decisions_per_playout: f64,
    /// Time to copy a state.
    pub clone_ns: f64,
    /// Time to change one by a decision.
    pub apply_ns: f64,
    /// Size of a state, without what lies behind pointers.
    pub state_bytes: usize,
}

impl Speed {
    /// Measures from a position for as long as the budget lasts.
    pub fn measure<G: Game>(start: &G, budget: Duration) -> Speed {
        let mut chance = Chance::quick(1);
        let (mut best, mut playouts, mut decisions) = (0f64, 0u64, 0u64);
        let mut best_playouts = 0f64;
        let end = Instant::now() + budget.mul_f64(0.7);
        while Instant::now() < end {
            let slice = Instant::now();
            let (mut n, mut games) = (0u64, 0u64);
            while slice.elapsed() < Duration::from_millis(100) {
                n += u64::from(playout::random(&mut start.clone(), &mut chance, 1_000_000));
                games += 1;
            }
            let seconds = slice.elapsed().as_secs_f64();
            best = best.max(n as f64 / seconds);
            best_playouts = best_playouts.max(games as f64 / seconds);
            (playouts, decisions) = (playouts + games, decisions + n);
        }
        // A position from the middle of a game, where the state is full.
        let mut middle = start.clone();
        playout::random(&mut middle, &mut chance, (decisions / playouts.max(1) / 2) as u32);
        Speed {
            decisions_per_second: best,
            playouts_per_second: best_playouts,
            decisions_per_playout: decisions as f64 / playouts.max(1) as f64,
            clone_ns: best_of(budget.mul_f64(0.1), || {
                black_box(black_box(&middle).clone());
            }),
            apply_ns: apply_ns(&middle, budget.mul_f64(0.2), &mut chance),
            state_bytes: size_of::<G>(),
        }
    }
}

/// The shortest mean time of a slice of 1000 runs.
fn best_of(budget: Duration, mut run: impl FnMut()) -> f64 {
    let end = Instant::now() + budget;
    let mut best = f64::INFINITY;
    while Instant::now() < end {
        let slice = Instant::now();
        (0..1000).for_each(|_| run());
        best = best.min(slice.elapsed().as_nanos() as f64 / 1000.0);
    }
    best
}

/// Mean time of one decision in a fixed position, its copy left out.
fn apply_ns<G: Game>(game: &G, budget: Duration, chance: &mut Chance) -> f64 {
    let Some(seat) = game.to_act().iter().next() else { return 0.0 };
    let choices = game.choices(seat);
    let mut tell = Tell::muted();
    let mut i = 0;
    let copied = best_of(budget / 2, || {
        black_box(black_box(game).clone());
    });
    let both = best_of(budget / 2, || {
        let mut game = black_box(game).clone();
        game.apply(seat, &choices[i % choices.len()], chance, &mut tell);
        i += 1;
        black_box(game);
    });
    (both - copied).max(0.0)
}
