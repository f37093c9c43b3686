//! Information-set Monte-Carlo tree search. Each round deals the hidden things anew as the seat might imagine them,
//! walks down one common tree of decisions, plays on by instinct for a while, and appraises where that led.

use crate::{Blind, Thought};
use klaxon_core::{Chance, Instinct, Seat, SeatSet, Tell};

/// How much a bot may think. Counted in rounds and not in time, so that it plays the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Rounds of the search.
    pub rounds: u32,
    /// Decisions played by instinct after the tree ends.
    pub horizon: u32,
}

impl Budget {
    /// Tens of milliseconds for most decisions.
    pub const NORMAL: Budget = Budget { rounds: 320, horizon: 24 };
    /// About ten times as much.
    pub const HARD: Budget = Budget { rounds: 3200, horizon: 32 };
}

/// How much the search explores against what it has found good, on the scale of worth.
const CURIOSITY: f64 = 350.0;

/// An unsettled position is played on for at most so many horizons.
const PATIENCE: u32 = 8;

/// A decision in the tree, as one seat sees it.
struct Node<A> {
    visits: u32,
    /// Sum of worth for the seat that decides here.
    total: f64,
    children: Vec<(A, usize)>,
}

impl<A> Node<A> {
    fn new() -> Node<A> {
        Node { visits: 0, total: 0.0, children: Vec::new() }
    }
}

/// The best choice that the budget finds.
pub fn search<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    budget: Budget,
    chance: &mut Chance,
) -> Thought {
    let mut nodes: Vec<Node<G::Action>> = vec![Node::new()];
    let mut path: Vec<(usize, Seat)> = Vec::new();
    for round in 0..budget.rounds {
        if is_decided(&nodes, budget.rounds - round) {
            break;
        }
        let mut game = blind.redeal(chance);
        path.clear();
        descend(&mut game, &mut nodes, &mut path, blind.seat(), chance);
        let worth = play_on(game, budget.horizon, chance);
        for &(node, seat) in &path {
            nodes[node].visits += 1;
            nodes[node].total += f64::from(worth[seat.index()]);
        }
        nodes[0].visits += 1;
    }
    conclude(&nodes, choices)
}

/// Is the most visited choice out of reach of all others, whatever the rounds left bring? The rest would change nothing.
fn is_decided<A>(nodes: &[Node<A>], left: u32) -> bool {
    let (mut best, mut next) = (0, 0);
    for &(_, child) in &nodes[0].children {
        let visits = nodes[child].visits;
        if visits > best {
            (best, next) = (visits, best);
        } else {
            next = next.max(visits);
        }
    }
    best > next + left
}

/// Walks down the tree until a decision that was never tried from here, and tries it. The path holds each node
/// together with the seat whose decision led to it.
///
/// What opponents decide in secret at the same time as the seat has no place in the tree: there it would answer a
/// choice that they cannot know. They decide by instinct, differently in every round.
fn descend<G: Instinct>(
    game: &mut G,
    nodes: &mut Vec<Node<G::Action>>,
    path: &mut Vec<(usize, Seat)>,
    first: Seat,
    chance: &mut Chance,
) {
    let mut at = 0;
    let mut tell = Tell::muted();
    let mut sealed = SeatSet::NONE;
    for _ in 0..96 {
        if game.outcome().is_some() {
            return;
        }
        let to_act = game.to_act();
        let team = game.team(first);
        let unaware = |s: &Seat| !team.has(*s) && (to_act.has(first) || sealed.has(*s));
        sealed = to_act.iter().filter(unaware).collect();
        let seat = if to_act.has(first) { Some(first) } else { to_act.iter().next() };
        let Some(seat) = seat else {
            match game.alarm() {
                Some(now) => game.on_clock(now, chance, &mut tell),
                None => return,
            }
            continue;
        };
        let mut choices = game.choices(seat);
        if choices.len() == 1 {
            game.apply(seat, &choices.swap_remove(0), chance, &mut tell);
            continue;
        }
        if sealed.has(seat) {
            let mut weights = Vec::with_capacity(choices.len());
            game.leans(seat, &choices, &mut weights);
            game.apply(seat, &choices.swap_remove(pick_weighted(&weights, chance)), chance, &mut tell);
            continue;
        }
        let (chosen, child) = select(game, &nodes[at], &choices, seat, nodes, chance);
        let action = choices.swap_remove(chosen);
        game.apply(seat, &action, chance, &mut tell);
        match child {
            Some(child) => {
                path.push((child, seat));
                at = child;
            }
            None => {
                nodes.push(Node::new());
                let child = nodes.len() - 1;
                nodes[at].children.push((action, child));
                path.push((child, seat));
                return;
            }
        }
    }
}

/// The choice with the best prospects, leaning on instinct while little is known of it.
fn select<G: Instinct>(
    game: &G,
    node: &Node<G::Action>,
    choices: &[G::Action],
    seat: Seat,
    nodes: &[Node<G::Action>],
    chance: &mut Chance,
) -> (usize, Option<usize>) {
    let mut leans = Vec::with_capacity(choices.len());
    game.leans(seat, choices, &mut leans);
    let leans: Vec<f64> = leans.into_iter().map(|lean| f64::from(lean.max(1))).collect();
    let all: f64 = leans.iter().sum();
    let tried: Vec<Option<usize>> =
        choices.iter().map(|a| node.children.iter().find(|(b, _)| a == b).map(|&(_, child)| child)).collect();
    let visits: u32 = tried.iter().flatten().map(|&c| nodes[c].visits).sum();
    let known: f64 = tried.iter().flatten().map(|&c| nodes[c].total).sum();
    // What has not been tried is expected to be a little worse than what has.
    let fresh = if visits == 0 { 500.0 } else { known / f64::from(visits) - 60.0 };
    let root = f64::from(visits + 1).sqrt();
    let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
    for (i, child) in tried.iter().enumerate() {
        let (n, mean) = match child {
            Some(c) if nodes[*c].visits > 0 => {
                (f64::from(nodes[*c].visits), nodes[*c].total / f64::from(nodes[*c].visits))
            }
            _ => (0.0, fresh),
        };
        let noise = f64::from(chance.below(1000)) / 1000.0;
        let score = mean + CURIOSITY * (leans[i] / all) * root / (1.0 + n) * 4.0 + noise;
        if score > best_score {
            (best, best_score) = (i, score);
        }
    }
    (best, tried[best])
}

/// Plays on by instinct and appraises the end for every seat.
fn play_on<G: Instinct>(mut game: G, horizon: u32, chance: &mut Chance) -> [i32; 8] {
    let mut tell = Tell::muted();
    let mut decisions = 0;
    let mut weights: Vec<u32> = Vec::new();
    // Beyond the horizon only until the position can be appraised.
    let goes_on =
        |game: &G, decisions| decisions < horizon || decisions < PATIENCE * horizon && !game.settled();
    while goes_on(&game, decisions) && game.outcome().is_none() {
        let Some(seat) = game.to_act().iter().next() else {
            match game.alarm() {
                Some(now) => game.on_clock(now, chance, &mut tell),
                None => break,
            }
            decisions += 1;
            continue;
        };
        let mut choices = game.choices(seat);
        let index = if choices.len() == 1 {
            0
        } else {
            decisions += 1;
            weights.clear();
            game.leans(seat, &choices, &mut weights);
            pick_weighted(&weights, chance)
        };
        game.apply(seat, &choices.swap_remove(index), chance, &mut tell);
    }
    worths(&game)
}

fn worths<G: Instinct>(game: &G) -> [i32; 8] {
    let mut worth = [0; 8];
    let outcome = game.outcome();
    for (i, worth) in worth.iter_mut().enumerate().take(game.seats()) {
        let seat = Seat(i as u8);
        *worth = match &outcome {
            Some(outcome) => outcome.worth(seat),
            None => game.appraise(seat),
        };
    }
    worth
}

/// The most visited choice, which is more trustworthy than the best mean.
fn conclude<A: PartialEq>(nodes: &[Node<A>], choices: &[A]) -> Thought {
    let (action, child) = nodes[0]
        .children
        .iter()
        .max_by_key(|(_, c)| (nodes[*c].visits, nodes[*c].total as i64))
        .expect("a search of at least one round tries something");
    let index = choices.iter().position(|a| a == action).expect("the root offers the seat's own choices");
    let mean = |c: usize| (nodes[c].total / f64::from(nodes[c].visits.max(1))) as i32;
    let worth = mean(*child);
    let share = 100 * nodes[*child].visits / nodes[0].visits.max(1);
    let others = nodes[0].children.iter().filter(|(_, c)| c != child && nodes[*c].visits > 1);
    let percent = |worth: i32| format!("{}.{} %", worth / 10, worth % 10);
    let why = match others.max_by_key(|(_, c)| nodes[*c].visits).map(|&(_, c)| mean(c)) {
        Some(next) => {
            let of = choices.len();
            // A choice that was seldom tried can look better by luck; that is no comparison.
            let beside =
                if next < worth { format!("; the next promises {}", percent(next)) } else { String::new() };
            format!("{share} % of the lines tried from {of} choices begin with it{beside}")
        }
        None => format!("of {} choices it is the only one worth a look", choices.len()),
    };
    Thought::new(index, worth, why)
}

/// An index with a chance in proportion to its weight.
pub(crate) fn pick_weighted(weights: &[u32], chance: &mut Chance) -> usize {
    let all: u64 = weights.iter().map(|&w| u64::from(w.max(1))).sum();
    // Weights of large lists may exceed 32 bits: scale the draw.
    let mut left = (u64::from(chance.below(1 << 30)) * all) >> 30;
    for (i, &w) in weights.iter().enumerate() {
        let w = u64::from(w.max(1));
        if left < w {
            return i;
        }
        left -= w;
    }
    weights.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::{Game, Outcome, Refusal, Viewer};
    use serde::{Deserialize, Serialize};

    #[test]
    fn weights_are_honoured() {
        let mut chance = Chance::quick(5);
        let mut seen = [0u32; 3];
        for _ in 0..9000 {
            seen[pick_weighted(&[1, 6, 2], &mut chance)] += 1;
        }
        assert!((800..1200).contains(&seen[0]) && (5700..6300).contains(&seen[1]), "{seen:?}");
    }

    /// Two players hide a coin each; the first wins if both show the same side. The second likes tails.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    struct Coins([Option<bool>; 2]);

    impl Game for Coins {
        const ID: &'static str = "coins";
        type Setup = ();
        type Action = bool;
        type Event = ();
        type View = ();

        fn start((): &(), _: &mut Chance, _: &mut Tell<()>) -> Result<Coins, Refusal> {
            Ok(Coins([None; 2]))
        }
        fn seats(&self) -> usize {
            2
        }
        fn to_act(&self) -> SeatSet {
            (0..2).map(Seat).filter(|s| self.0[s.index()].is_none()).collect()
        }
        fn choices(&self, _: Seat) -> Vec<bool> {
            vec![true, false]
        }
        fn check(&self, _: Seat, _: &bool) -> Result<(), Refusal> {
            Ok(())
        }
        fn apply(&mut self, seat: Seat, heads: &bool, _: &mut Chance, _: &mut Tell<()>) {
            self.0[seat.index()] = Some(*heads);
        }
        fn view(&self, _: Viewer) {}
        fn redeal(&self, seat: Seat, chance: &mut Chance) -> Coins {
            let mut other = self.clone();
            if let Some(hidden) = &mut other.0[1 - seat.index()] {
                *hidden = chance.below(2) == 0;
            }
            other
        }
        fn outcome(&self) -> Option<Outcome> {
            let [Some(a), Some(b)] = self.0 else { return None };
            let winner = Seat(u8::from(a != b));
            Some(Outcome { winners: SeatSet::only(winner), draw: false, text: "shown".into(), score: None })
        }
    }

    impl Instinct for Coins {
        fn appraise(&self, seat: Seat) -> i32 {
            self.outcome().map_or(500, |o| o.worth(seat))
        }
        fn lean(&self, seat: Seat, heads: &bool) -> u32 {
            if seat == Seat(1) && !heads { 48 } else { 16 }
        }
    }

    #[test]
    fn an_opponent_does_not_answer_what_it_cannot_know() {
        let game = Coins([None; 2]);
        let blind = Blind::new(&game, Seat(0));
        let thought = search(&blind, &[true, false], Budget::NORMAL, &mut Chance::quick(1));
        assert_eq!(thought.index, 1, "tails, which the other likes: {thought:?}");
        assert!((650..850).contains(&thought.worth), "three of four games: {thought:?}");
    }
}
