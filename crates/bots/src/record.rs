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
    /// A search of so much; without it bots go by rules of thumb, in every third game loosely.
    pub search: Option<Budget>,
}

/// A position as one seat knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What the judgement goes by.
    pub features: Vec<i8>,
    /// What came of the game for that seat: 0 lost, 1000 won.
    pub result: i32,
    /// What the present judgement says.
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

/// Plays a game to its end and keeps some of its positions, each as likely as any other. Positions that hang in the air are
/// seldom taken: a look ahead goes on from there anyway.
pub fn record<G: Instinct>(mut game: G, plan: &Recording) -> Recorded {
    const LIMIT: u32 = 20_000;
    let mut chance = Chance::quick(plan.seed);
    let mut tell = Tell::muted();
    let (mut kept, mut seen): (Vec<(G, Seat)>, u32) = (Vec::new(), 0);
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
        if choices.len() > 1 && (game.settled() || chance.below(8) == 0) {
            seen += 1;
            let whose = Seat(chance.below(game.seats() as u32) as u8);
            if kept.len() < plan.rows {
                kept.push((game.clone(), whose));
            } else {
                let place = chance.below(seen) as usize;
                if let Some(slot) = kept.get_mut(place) {
                    *slot = (game.clone(), whose);
                }
            }
        }
        let index = decide(&game, seat, &choices, plan, &mut chance);
        game.apply(seat, &choices[index], &mut chance, &mut tell);
    }
    let Some(outcome) = game.outcome() else { return Recorded::default() };
    let mut recorded = Recorded::default();
    for (position, seat) in kept {
        let mut features = if recorded.names.is_empty() { Features::with_names() } else { Features::new() };
        if !position.features(seat, &mut features) {
            continue;
        }
        if recorded.names.is_empty() {
            recorded.names = features.names().to_vec();
        }
        recorded.rows.push(Row {
            features: features.values().to_vec(),
            result: outcome.worth(seat),
            appraised: position.appraise(seat),
        });
    }
    recorded
}

fn decide<G: Instinct>(
    game: &G,
    seat: Seat,
    choices: &[G::Action],
    plan: &Recording,
    chance: &mut Chance,
) -> usize {
    if choices.len() == 1 {
        return 0;
    }
    let blind = Blind::new(game, seat);
    if let Some(budget) = plan.search {
        return search(&blind, choices, budget, chance).index;
    }
    let mut weights = Vec::with_capacity(choices.len());
    blind.redeal(chance).leans(seat, choices, &mut weights);
    if !plan.seed.is_multiple_of(3) {
        weights = sharpened(&weights);
    }
    pick_weighted(&weights, chance)
}
