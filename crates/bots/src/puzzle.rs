//! Is there one clearly best decision? All choices of a seat are weighed against the best of them, by what the seat knows: every
//! look deals the hidden things anew. Counted in looks and never in time, so that everybody finds the same.

use crate::{
    Blind, Budget,
    level::sharpened,
    review::{Duel, duel},
    search::{Node, SURE_VISITS, most_visited, one_round, search},
};
use klaxon_core::{Chance, Instinct, Seat, Tell};

/// The best decision of a puzzle is better than every wrong one by so many thousandths of a game.
pub const MARGIN: i32 = 100;
/// What is no more than this below the best is as good: both are right.
pub const EQUAL: i32 = 20;
/// A puzzle has at most so many right answers.
pub const MOST_RIGHT: usize = 3;
/// So many of the wrong answers that come nearest are looked at as long as the best.
const CHALLENGERS: usize = 3;
/// Redeals for a look at a plan, for each time of the usual effort.
const REDEALS: u32 = 8;

/// The choices of a seat against each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighed {
    /// The best choice, and those that are as good.
    pub right: Vec<usize>,
    /// What is expected of each choice, 0 lost to 1000 won.
    pub worths: Vec<i32>,
    /// The best of the wrong ones.
    pub next: usize,
    /// By how much the right ones beat it, with the same luck.
    pub margin: i32,
    /// Is that more than luck?
    pub sure: bool,
    /// How many in a thousand would take a right one by rule of thumb.
    pub at_hand: u32,
}

/// Weighs the choices with so many times the looks of a bot of middling strength. `None` where nothing is best, or too much
/// is.
pub fn weigh<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    times: u32,
    chance: &mut Chance,
) -> Option<Weighed> {
    if choices.len() < 2 {
        return None;
    }
    let is_plan = blind.redeal(chance).part(blind.seat()).is_some();
    let (best, duels) = if is_plan {
        compare_plans(blind, choices, REDEALS * times, chance)
    } else {
        compare(blind, choices, times, chance)
    };
    let loss = |i: usize| duels[i].loss();
    let (mut right, mut wrong): (Vec<usize>, Vec<usize>) = (vec![best], Vec::new());
    for i in (0..choices.len()).filter(|i| *i != best) {
        if loss(i) < -EQUAL {
            return None;
        }
        if loss(i) <= EQUAL { right.push(i) } else { wrong.push(i) }
    }
    let next = *wrong.iter().min_by_key(|i| (loss(**i), **i))?;
    if right.len() > MOST_RIGHT {
        return None;
    }
    let own = duels[next].first();
    let worths = (0..choices.len()).map(|i| if i == best { own } else { (own - loss(i)).clamp(0, 1000) });
    let worst_right = right.iter().filter(|i| **i != best).map(|i| loss(*i)).max().unwrap_or(0).max(0);
    Some(Weighed {
        worths: worths.collect(),
        margin: loss(next) - worst_right,
        sure: duels[next].is_sure(),
        at_hand: at_hand(blind, choices, &right, chance),
        right,
        next,
    })
}

/// The best choice by a look ahead, and a duel of it with each of the others.
fn compare<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    times: u32,
    chance: &mut Chance,
) -> (usize, Vec<Duel>) {
    let budget = Budget::times::<G>(times);
    let best = search(blind, choices, budget, chance).index;
    let mut fight = |other: usize, pairs: u32| {
        duel(blind, &choices[best], &choices[other], budget.horizon, pairs, chance)
    };
    let few = (budget.rounds / 96).max(12);
    let mut duels = vec![Duel::default(); choices.len()];
    let mut others: Vec<usize> = (0..choices.len()).filter(|i| *i != best).collect();
    for &other in &others {
        duels[other] = fight(other, few);
    }
    others.sort_by_key(|i| (duels[*i].loss(), *i));
    for &other in others.iter().take(CHALLENGERS) {
        duels[other] = fight(other, (budget.rounds / 12).max(24));
    }
    (best, duels)
}

/// Where a seat may change its mind until a part of the game ends, a decision is as good as the plan with it: the same redeals
/// for each of them.
fn compare_plans<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    redeals: u32,
    chance: &mut Chance,
) -> (usize, Vec<Duel>) {
    let seat = blind.seat();
    let mut rows: Vec<Vec<i32>> = vec![Vec::new(); choices.len()];
    for _ in 0..redeals {
        let game = blind.redeal(chance);
        let salt = u64::from(chance.below(u32::MAX));
        for (row, action) in rows.iter_mut().zip(choices) {
            let mut next = game.clone();
            next.apply(seat, action, &mut Chance::quick(salt), &mut Tell::muted());
            row.push(next.appraise(seat));
        }
    }
    let sum = |row: &Vec<i32>| row.iter().sum::<i32>();
    let best = (0..rows.len()).rev().max_by_key(|i| sum(&rows[*i])).expect("there are choices");
    let against = |row: &Vec<i32>| {
        let mut duel = Duel::default();
        for (a, b) in rows[best].iter().zip(row) {
            duel.count(*a, *b);
        }
        duel
    };
    (best, rows.iter().map(against).collect())
}

/// How many in a thousand would take a right one by rule of thumb.
fn at_hand<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    right: &[usize],
    chance: &mut Chance,
) -> u32 {
    let mut leans = Vec::with_capacity(choices.len());
    blind.redeal(chance).leans(blind.seat(), choices, &mut leans);
    let sharp = sharpened(&leans);
    let all: u64 = sharp.iter().map(|w| u64::from(*w)).sum();
    let ours: u64 = right.iter().map(|i| u64::from(sharp[*i])).sum();
    (ours * 1000).checked_div(all).unwrap_or(0) as u32
}

/// What others would probably answer to a decision: the reply that a look ahead comes back to most. `None` where nobody else
/// is asked, or no reply stands out.
pub fn reply<G: Instinct>(
    blind: &Blind<'_, G>,
    action: &G::Action,
    times: u32,
    chance: &mut Chance,
) -> Option<(Seat, G::Action)> {
    let budget = Budget::times::<G>(times);
    let (mut nodes, mut path) = (vec![Node::new(blind.seat())], Vec::new());
    for _ in 0..budget.rounds / 4 {
        one_round(blind, Some(action), &mut nodes, &mut path, budget.horizon, chance);
    }
    let (_, mut at) = most_visited(&nodes, 0)?;
    // What the seat itself does next belongs to its decision.
    for _ in 0..4 {
        let (answer, child) = most_visited(&nodes, at)?;
        if nodes[child].visits < SURE_VISITS {
            return None;
        }
        if nodes[child].seat != blind.seat() {
            return Some((nodes[child].seat, answer.clone()));
        }
        at = child;
    }
    None
}
