//! Is there one clearly best decision? All choices of a seat are weighed against the best of them, by what the seat knows: every
//! look deals the hidden things anew. Counted in looks and never in time, so that everybody finds the same.

use crate::{
    Blind, Budget,
    level::sharpened,
    review::{Duel, Fight},
    search::{SURE_VISITS, explore},
    sense::{self, AtHand},
    tree::{CURIOSITY, Tree},
};
use klaxon_core::{Chance, Instinct, Seat, Tell};

/// The best decision of a puzzle is better than every wrong one by so many thousandths of a game.
pub const MARGIN: i32 = 100;
/// What is no more than this below the best is as good: both are right.
pub const EQUAL: i32 = 20;
/// A puzzle has at most so many right answers.
pub const MOST_RIGHT: usize = 3;
/// So many of the wrong answers that come nearest are looked at longest.
const CHALLENGERS: usize = 3;
/// Pairs of a duel after which it is asked whether the rest could change anything.
const AT_ONCE: u32 = 24;
/// A margin is given up, and a choice is left alone, where so many standard errors speak against them.
const ERRORS: f64 = 3.0;
/// Redeals for a look at a plan, for each time of the usual effort.
const REDEALS: u32 = 8;
/// Looks at a question, of which a glance takes a part and a test several times as many.
const LOOKS: u32 = 640;
/// A glance takes this part of the usual looks.
const GLANCE: u32 = 5;
/// Choices that a glance has tried less often say nothing yet.
const SEEN: u32 = 4;

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
    /// A right one wins at once, which nobody overlooks.
    pub wins: bool,
}

/// So many times the usual number of looks. It is a number of its own and not a bot's: a bot that thinks longer leaves the puzzles as they are.
fn looks<G: Instinct>(times: u32) -> Budget {
    Budget { rounds: LOOKS * times, horizon: G::HORIZON }
}

/// What a short look says of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glance {
    /// The choice to take.
    pub best: usize,
    /// How clearly a few choices stand out from the others, in thousandths of a game. A guess, and often a wrong one.
    pub gap: i32,
}

/// A short look at the choices of a seat; `None` where there is nothing to choose, or a plan is laid.
pub fn glance<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    chance: &mut Chance,
) -> Option<Glance> {
    if choices.len() < 2 || blind.redeal(chance).part(blind.seat()).is_some() {
        return None;
    }
    if let AtHand::Win(best) = sense::look(blind, choices, chance) {
        return Some(Glance { best, gap: 1000 });
    }
    let usual = looks::<G>(1);
    let tree = explore(blind, choices, Budget { rounds: usual.rounds / GLANCE, ..usual }, CURIOSITY, chance);
    let (action, _) = tree.most_visited(0)?;
    let best = choices.iter().position(|choice| choice == action)?;
    let seen = (0..choices.len()).filter(|i| tree.tried(*i) >= SEEN);
    let mut means: Vec<i32> = seen.map(|i| tree.came_of(i)).collect();
    means.sort_unstable_by_key(|mean| -mean);
    let gap = means.windows(2).take(MOST_RIGHT).map(|two| two[0] - two[1]).max().unwrap_or(0);
    Some(Glance { best, gap })
}

/// Weighs the choices with so many times the usual looks. `None` where nothing is best, or too much
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
        compare_plans(blind, choices, REDEALS * times, chance)?
    } else {
        compare(blind, choices, times, chance)?
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
    let wins = matches!(sense::look(blind, choices, chance), AtHand::Win(i) if right.contains(&i));
    Some(Weighed {
        worths: worths.collect(),
        margin: loss(next) - worst_right,
        sure: duels[next].is_sure(),
        at_hand: at_hand(blind, choices, &right, chance),
        wins,
        right,
        next,
    })
}

/// Where a duel with the best stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// As good as the best, as far as can be said.
    Equal,
    /// Worse by the margin or more, and surely so.
    Beaten,
    /// Surely worse, and surely by less than the margin, or surely better: there is no puzzle here.
    Between,
    /// It is not known yet.
    Open,
}

fn stands(duel: Duel) -> Stands {
    match duel.between(ERRORS) {
        (low, _) if low >= MARGIN => Stands::Beaten,
        (low, high) if low > EQUAL && high < MARGIN || high < -EQUAL => Stands::Between,
        (low, high) if low >= -EQUAL && high <= EQUAL => Stands::Equal,
        _ => Stands::Open,
    }
}

/// The best choice by a look ahead, and a duel of it with each of the others: those first that the search came back to most,
/// for what speaks against a puzzle is found there. `None` as soon as that is sure.
fn compare<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    times: u32,
    chance: &mut Chance,
) -> Option<(usize, Vec<Duel>)> {
    let budget = looks::<G>(times);
    let tree = explore(blind, choices, budget, CURIOSITY, chance);
    let (action, _) = tree.most_visited(0)?;
    let best = choices.iter().position(|choice| choice == action)?;
    let mut others: Vec<usize> = (0..choices.len()).filter(|i| *i != best).collect();
    others.sort_by_key(|i| (std::cmp::Reverse((tree.tried(*i), tree.came_of(*i))), *i));
    let mut fights: Vec<Fight<'_, G>> =
        choices.iter().map(|other| Fight::new(blind, &choices[best], other, budget.horizon)).collect();
    let (few, many) = ((budget.rounds / 96).max(12), (budget.rounds / 12).max(24));
    let mut equal = 1;
    for &other in &others {
        let stands = fight(&mut fights[other], few, chance)?;
        equal += usize::from(stands == Stands::Equal);
        if equal > MOST_RIGHT {
            return None;
        }
    }
    others.sort_by_key(|i| (fights[*i].duel.loss(), *i));
    for &other in others.iter().take(CHALLENGERS + equal - 1) {
        fight_on(&mut fights[other], many, chance)?;
    }
    Some((best, fights.into_iter().map(|fight| fight.duel).collect()))
}

/// A short duel, left as soon as it is clear. `None` where it says that there is no puzzle.
fn fight<G: Instinct>(fight: &mut Fight<'_, G>, pairs: u32, chance: &mut Chance) -> Option<Stands> {
    let mut left = pairs;
    loop {
        let now = left.min(AT_ONCE);
        left -= now;
        match stands(fight.go_on(now, chance)) {
            Stands::Between => return None,
            clear @ (Stands::Equal | Stands::Beaten) => return Some(clear),
            Stands::Open if left == 0 => return Some(Stands::Open),
            Stands::Open => {}
        }
    }
}

/// A long duel, which goes to its end unless it says that there is no puzzle.
fn fight_on<G: Instinct>(fight: &mut Fight<'_, G>, pairs: u32, chance: &mut Chance) -> Option<()> {
    let mut left = pairs;
    while left > 0 {
        let now = left.min(2 * AT_ONCE);
        left -= now;
        if stands(fight.go_on(now, chance)) == Stands::Between {
            return None;
        }
    }
    Some(())
}

/// Where a seat may change its mind until a part of the game ends, a decision is as good as the plan with it: the same redeals
/// for each of them. What is far behind after the first ones is not looked at again.
fn compare_plans<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    redeals: u32,
    chance: &mut Chance,
) -> Option<(usize, Vec<Duel>)> {
    let seat = blind.seat();
    let mut rows: Vec<Vec<i32>> = vec![Vec::new(); choices.len()];
    let mut open = vec![true; choices.len()];
    let mut best = 0;
    for deal in 1..=redeals {
        let game = blind.redeal(chance);
        let salt = u64::from(chance.below(u32::MAX));
        for i in (0..choices.len()).filter(|i| open[*i]) {
            let mut next = game.clone();
            next.apply(seat, &choices[i], &mut Chance::quick(salt), &mut Tell::muted());
            rows[i].push(next.appraise(seat));
        }
        if deal % REDEALS == 0 || deal == redeals {
            let sum = |i: usize| rows[i].iter().sum::<i32>();
            best = (0..rows.len()).rev().filter(|i| open[*i]).max_by_key(|i| sum(*i)).expect("one is best");
            let duels: Vec<Duel> = rows.iter().map(|row| pairs(&rows[best], row)).collect();
            if deal < redeals && (0..rows.len()).any(|i| open[i] && stands(duels[i]) == Stands::Between) {
                return None;
            }
            let mut near: Vec<usize> = (0..rows.len()).filter(|i| open[*i] && *i != best).collect();
            near.sort_by_key(|i| (duels[*i].loss(), *i));
            for &i in near.iter().skip(CHALLENGERS + MOST_RIGHT) {
                open[i] = stands(duels[i]) != Stands::Beaten;
            }
        }
    }
    let duels = rows.iter().map(|row| pairs(&rows[best], row)).collect();
    Some((best, duels))
}

/// The duel of two rows, as far as both go.
fn pairs(first: &[i32], second: &[i32]) -> Duel {
    let mut duel = Duel::default();
    for (a, b) in first.iter().zip(second) {
        duel.count(*a, *b);
    }
    duel
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
    let budget = looks::<G>(times);
    let mut tree = Tree::new(blind.seat());
    for _ in 0..budget.rounds / 4 {
        tree.round(blind, action, budget.horizon, chance);
    }
    let (_, mut at) = tree.most_visited(0)?;
    // What the seat itself does next belongs to its decision.
    for _ in 0..4 {
        let (answer, child) = tree.most_visited(at)?;
        if tree.visits(child) < SURE_VISITS {
            return None;
        }
        if tree.seat(child) != blind.seat() {
            return Some((tree.seat(child), answer.clone()));
        }
        at = child;
    }
    None
}
