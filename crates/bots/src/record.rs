//! Positions of games between bots with what came of them, for whoever trains a judgement.

use crate::{
    Blind, Budget,
    level::sharpened,
    search::{pick_weighted, search},
};
use klaxon_core::{Chance, Instinct, Seat, Tell, judgement::Features};

/// How games are played while they are recorded.
#[derive(Clone, Copy, Debug)]
pub struct Recording {
    /// Luck of the game and of its bots.
    pub seed: u64,
    /// Positions of the game at most.
    pub rows: usize,
    /// A search of so much, with a rule of thumb in its place now and then; without it bots go by rules of thumb alone, in
    /// every third game loosely.
    pub search: Option<Budget>,
}

/// A position as one seat knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What the judgement goes by.
    pub features: Vec<i8>,
    /// What came of the game for that seat: 0 lost, 1000 won.
    pub result: i32,
    /// What the present judgement says; where bots search, what the search expected.
    pub appraised: i32,
}

/// A game's rows, with the names of its features.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recorded {
    /// One for each feature.
    pub names: Vec<String>,
    /// Positions in no order.
    pub rows: Vec<Row>,
}

/// A position that was kept: whose eyes see it, and what a search expected for them.
struct Kept<G> {
    game: G,
    seat: Seat,
    expected: Option<i32>,
}

/// Plays a game to its end and keeps some of its positions, each as likely as any other. Positions that hang in the air are
/// seldom taken: a look ahead goes on from there anyway.
pub fn record<G: Instinct>(mut game: G, plan: &Recording) -> Recorded {
    const LIMIT: u32 = 20_000;
    let mut chance = Chance::quick(plan.seed);
    let mut tell = Tell::muted();
    let (mut kept, mut seen): (Vec<Kept<G>>, u32) = (Vec::new(), 0);
    for _ in 0..LIMIT {
        if game.outcome().is_some() {
            break;
        }
        let Some(seat) = game.to_act().iter().next() else {
            let Some(now) = game.alarm() else { break };
            game.on_clock(now, &mut chance, &mut tell);
            continue;
        };
        let choices = game.choices(seat);
        let (index, worth) = decide(&game, seat, &choices, plan, &mut chance);
        if choices.len() > 1 && (game.settled() || chance.below(8) == 0) {
            seen += 1;
            let whose = Seat(chance.below(game.seats() as u32) as u8);
            // There are two sides wherever anything is learned: what one may expect, the other may not.
            let expected = worth.map(|worth| if game.team(seat).has(whose) { worth } else { 1000 - worth });
            let row = Kept { game: game.clone(), seat: whose, expected };
            if kept.len() < plan.rows {
                kept.push(row);
            } else if let Some(slot) = kept.get_mut(chance.below(seen) as usize) {
                *slot = row;
            }
        }
        game.apply(seat, &choices[index], &mut chance, &mut tell);
    }
    let Some(outcome) = game.outcome() else { return Recorded::default() };
    let mut recorded = Recorded::default();
    for Kept { game, seat, expected } in kept {
        let mut features = if recorded.names.is_empty() { Features::with_names() } else { Features::new() };
        if !game.features(seat, &mut features) {
            continue;
        }
        if recorded.names.is_empty() {
            recorded.names = features.names().to_vec();
        }
        recorded.rows.push(Row {
            features: features.values().to_vec(),
            result: outcome.worth(seat),
            appraised: expected.unwrap_or_else(|| game.appraise(seat)),
        });
    }
    recorded
}

/// Of searched games so many decisions in one are made by rules of thumb, so that unlike games come of like deals.
const ASTRAY: u32 = 8;

/// What is chosen, and what a search expects of it.
fn decide<G: Instinct>(
    game: &G,
    seat: Seat,
    choices: &[G::Action],
    plan: &Recording,
    chance: &mut Chance,
) -> (usize, Option<i32>) {
    if choices.len() == 1 {
        return (0, None);
    }
    let blind = Blind::new(game, seat);
    let thought = plan.search.map(|budget| search(&blind, choices, budget, chance));
    let expected = thought.as_ref().and_then(|thought| thought.worth);
    if let Some(thought) = &thought
        && chance.below(ASTRAY) > 0
    {
        return (thought.index, expected);
    }
    let mut weights = Vec::with_capacity(choices.len());
    blind.redeal(chance).leans(seat, choices, &mut weights);
    if thought.is_some() || !plan.seed.is_multiple_of(3) {
        weights = sharpened(&weights);
    }
    (pick_weighted(&weights, chance), expected)
}
