//! The bots on the smallest game there is.

use klaxon_bots::{Blind, Budget, Level, search};
use klaxon_core::{Chance, Game, Seat, TableOrder, Tell, Words};
use klaxon_testkit::parley::Parley;

fn start(seed: u64) -> Parley {
    let setup = Parley::setup(&TableOrder::default()).unwrap();
    Parley::start(&setup, &mut Chance::quick(seed), &mut Tell::muted()).unwrap()
}

/// Plays a game between two levels; returns what it was worth to the first.
fn duel(levels: [Level; 2], seed: u64) -> i32 {
    let mut game = start(seed);
    let mut chance = Chance::quick(seed);
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().unwrap();
        let thought = levels[seat.index()].think(&Blind::new(&game, seat), seed).unwrap();
        let action = game.choices(seat)[thought.index].clone();
        game.apply(seat, &action, &mut chance, &mut Tell::muted());
    }
    game.outcome().unwrap().worth(Seat(0))
}

#[test]
fn every_level_plays_to_the_end() {
    for level in Level::ALL {
        duel([level, Level::Random], 4);
    }
}

#[test]
fn the_same_salt_gives_the_same_thought() {
    let game = start(1);
    let seat = game.to_act().iter().next().unwrap();
    for level in Level::ALL {
        let think = || level.think(&Blind::new(&game, seat), 9);
        assert_eq!(think(), think());
    }
}

#[test]
fn nothing_asked_nothing_thought() {
    let mut game = start(1);
    let mut chance = Chance::quick(1);
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().unwrap();
        let action = game.choices(seat)[0].clone();
        game.apply(seat, &action, &mut chance, &mut Tell::muted());
    }
    assert_eq!(Level::Normal.think(&Blind::new(&game, Seat(0)), 1), None);
}

#[test]
fn a_thought_depends_on_nothing_the_seat_cannot_know() {
    for seed in 0..20 {
        let game = start(seed);
        let seat = game.to_act().iter().next().unwrap();
        let other = game.redeal(seat, &mut Chance::quick(seed + 100));
        let think = |game: &Parley| {
            let blind = Blind::new(game, seat);
            search(&blind, &blind.choices(), Budget { rounds: 200, horizon: 20 }, &mut Chance::quick(5))
        };
        let (a, b) = (think(&game), think(&other));
        // Redeals are drawn from what is hidden, so the rounds differ; the list they choose from may not.
        assert_eq!(game.choices(seat), other.choices(seat));
        assert!(a.index < game.choices(seat).len() && b.index < game.choices(seat).len());
    }
}
