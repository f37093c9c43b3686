//! Information-set Monte-Carlo tree search. Each round deals the hidden things anew as the seat might imagine them,
//! walks down one common tree of decisions, plays on by instinct for a while, and appraises where that led.

use crate::{Blind, Thought};
use klaxon_core::{Chance, Instinct, Seat, SeatSet, Tell};
use serde::Serialize;
use std::str::FromStr;

/// How much a bot may think. Counted in rounds and not in time, so that it plays the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Rounds of the search.
    pub rounds: u32,
    /// Decisions played by instinct after the tree ends.
    pub horizon: u32,
}

impl Budget {
    /// So many times what a bot of middling strength thinks in a game.
    pub fn times<G: Instinct>(times: u32) -> Budget {
        Budget { rounds: G::ROUNDS * times, horizon: G::HORIZON }
    }

    /// The same effort in a game whose looks ahead are shorter than usual, and so more.
    pub(crate) fn suited<G: Instinct>(self) -> Budget {
        if G::HORIZON >= self.horizon {
            return self;
        }
        Budget { rounds: (u64::from(self.rounds) * u64::from(G::ROUNDS) / 320) as u32, horizon: G::HORIZON }
    }
}

impl FromStr for Budget {
    type Err = String;
    fn from_str(text: &str) -> Result<Budget, String> {
        let parts = text.split_once('x').and_then(|(r, h)| Some((r.parse().ok()?, h.parse().ok()?)));
        match parts {
            Some((rounds, horizon)) if rounds > 0 => Ok(Budget { rounds, horizon }),
            _ => Err(format!("`{text}` is no budget: write rounds and horizon as 320x24")),
        }
    }
}

/// How much the search explores against what it has found good, on the scale of worth.
const CURIOSITY: f64 = 350.0;

/// An unsettled position is played on for at most so many horizons.
const PATIENCE: u32 = 8;

/// A decision in the tree, as one seat sees it.
pub(crate) struct Node<A> {
    /// Whose decision led here.
    pub(crate) seat: Seat,
    pub(crate) visits: u32,
    /// Sum of worth for the seat that decides here.
    total: f64,
    children: Vec<(A, usize)>,
    /// What a first look made of each choice, as a factor of what is leaned to it; empty where nobody looked.
    looks: Vec<f64>,
}

impl<A> Node<A> {
    pub(crate) fn new(seat: Seat) -> Node<A> {
        Node { seat, visits: 0, total: 0.0, children: Vec::new(), looks: Vec::new() }
    }
}

/// The best choice that the budget finds.
pub fn search<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    budget: Budget,
    chance: &mut Chance,
) -> Thought {
    let root = Node { looks: first_look(blind, choices, chance), ..Node::new(blind.seat()) };
    let mut nodes: Vec<Node<G::Action>> = vec![root];
    let mut path: Vec<usize> = Vec::new();
    for round in 0..budget.rounds {
        if is_decided(&nodes, budget.rounds - round) {
            break;
        }
        one_round(blind, None, &mut nodes, &mut path, budget.horizon, chance);
    }
    conclude(&nodes, choices)
}

/// Redeals in which each choice is tried before the search begins.
const TRIALS: u32 = 4;
/// What looks better by so many thousandths is leaned to twice as much.
const TWICE: f64 = 25.0;

/// How much better each choice looks right after it than the others do: where a judgement was learned, it knows which way to
/// look first. Empty where nothing was learned.
fn first_look<G: Instinct>(blind: &Blind<'_, G>, choices: &[G::Action], chance: &mut Chance) -> Vec<f64> {
    if G::learned().is_none_or(|net| net.is_blank()) {
        return Vec::new();
    }
    let seat = blind.seat();
    let mut sums = vec![0; choices.len()];
    for _ in 0..TRIALS {
        let game = blind.redeal(chance);
        for (sum, action) in sums.iter_mut().zip(choices) {
            let mut next = game.clone();
            next.apply(seat, action, chance, &mut Tell::muted());
            *sum += worth_for(&next, seat);
        }
    }
    let mean = f64::from(sums.iter().sum::<i32>()) / choices.len() as f64;
    let better = |sum: i32| (f64::from(sum) - mean) / f64::from(TRIALS);
    sums.into_iter().map(|sum| (better(sum) / TWICE).exp2().clamp(0.125, 8.0)).collect()
}

/// One round: down the tree, on by instinct, and back with what came of it. With a first decision that is made whatever the
/// tree says. Returns what came of it for the seat.
pub(crate) fn one_round<G: Instinct>(
    blind: &Blind<'_, G>,
    first: Option<&G::Action>,
    nodes: &mut Vec<Node<G::Action>>,
    path: &mut Vec<usize>,
    horizon: u32,
    chance: &mut Chance,
) -> i32 {
    let mut game = blind.redeal(chance);
    path.clear();
    descend(&mut game, nodes, path, blind.seat(), first, chance);
    let worth = play_on(game, horizon, chance);
    for &node in &*path {
        let seat = nodes[node].seat;
        nodes[node].visits += 1;
        nodes[node].total += f64::from(worth[seat.index()]);
    }
    nodes[0].visits += 1;
    worth[blind.seat().index()]
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

/// Walks down the tree until a decision that was never tried from here, and tries it. The path holds each node. The seat's
/// first decision may be given.
///
/// What opponents decide in secret at the same time as the seat has no place in the tree: there it would answer a
/// choice that they cannot know. They decide by instinct, differently in every round.
fn descend<G: Instinct>(
    game: &mut G,
    nodes: &mut Vec<Node<G::Action>>,
    path: &mut Vec<usize>,
    first: Seat,
    given: Option<&G::Action>,
    chance: &mut Chance,
) {
    let mut at = 0;
    let mut given = given;
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
        if let Some(action) = given.take_if(|_| seat == first) {
            game.apply(seat, action, chance, &mut tell);
            let known = nodes[at].children.iter().find(|(a, _)| a == action).map(|&(_, child)| child);
            at = known.unwrap_or_else(|| grow(nodes, at, action.clone(), seat));
            path.push(at);
            continue;
        }
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
                path.push(child);
                at = child;
            }
            None => {
                path.push(grow(nodes, at, action, seat));
                return;
            }
        }
    }
}

/// A new node for a decision.
fn grow<A>(nodes: &mut Vec<Node<A>>, at: usize, action: A, seat: Seat) -> usize {
    nodes.push(Node::new(seat));
    let child = nodes.len() - 1;
    nodes[at].children.push((action, child));
    child
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
    // What does nothing here is not worth a look while there is anything else.
    let sense = leans.iter().any(|&lean| lean > 0);
    let mut leans: Vec<f64> = leans.into_iter().map(|lean| f64::from(if sense { lean } else { 1 })).collect();
    for (lean, look) in leans.iter_mut().zip(&node.looks) {
        *lean *= look;
    }
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
        if leans[i] == 0.0 {
            continue;
        }
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
    for (i, worth) in worth.iter_mut().enumerate().take(game.seats()) {
        *worth = worth_for(game, Seat(i as u8));
    }
    worth
}

/// What a position is worth to a seat: what came of the game, or how it looks.
fn worth_for<G: Instinct>(game: &G, seat: Seat) -> i32 {
    match game.outcome() {
        Some(outcome) => outcome.worth(seat),
        None => game.appraise(seat),
    }
}

/// The most visited choice, which is more trustworthy than the best mean.
fn conclude<A: PartialEq + Serialize>(nodes: &[Node<A>], choices: &[A]) -> Thought {
    let (action, child) = most_visited(nodes, 0).expect("a search of at least one round tries something");
    let index = choices.iter().position(|a| a == action).expect("the root offers the seat's own choices");
    let mean = |c: usize| (nodes[c].total / f64::from(nodes[c].visits.max(1))) as i32;
    let worth = mean(child);
    // A choice that was seldom tried can look better by luck; that is no comparison.
    let others = nodes[0].children.iter().filter(|(_, c)| *c != child && nodes[*c].visits > 1);
    let next = others.max_by_key(|(_, c)| nodes[*c].visits);
    let place = |action: &A| choices.iter().position(|a| a == action);
    let next = next.filter(|(_, c)| mean(*c) < worth).and_then(|(a, c)| Some((place(a)?, mean(*c))));
    let line =
        line(nodes, child).into_iter().map(|a| serde_json::to_value(a).expect("a decision serialises"));
    Thought { worth: Some(worth), next, line: line.collect(), ..Thought::new(index) }
}

pub(crate) fn most_visited<A>(nodes: &[Node<A>], at: usize) -> Option<(&A, usize)> {
    let best = nodes[at].children.iter().max_by_key(|(_, c)| (nodes[*c].visits, nodes[*c].total as i64));
    best.map(|(action, child)| (action, *child))
}

/// Of what follows a decision, only that is told which was tried so often, and so much oftener than all else together.
pub(crate) const SURE_VISITS: u32 = 12;

/// What the same seat would decide next, as long as nobody else decides and the search is sure of it.
fn line<A>(nodes: &[Node<A>], from: usize) -> Vec<&A> {
    let (seat, mut at, mut line) = (nodes[from].seat, from, Vec::new());
    while let Some((action, child)) = most_visited(nodes, at) {
        let all: u32 = nodes[at].children.iter().map(|(_, c)| nodes[*c].visits).sum();
        let visits = nodes[child].visits;
        if nodes[child].seat != seat || visits < SURE_VISITS || 2 * visits < all {
            break;
        }
        line.push(action);
        at = child;
    }
    line
}

/// An index with a chance in proportion to its weight.
pub(crate) fn pick_weighted(weights: &[u32], chance: &mut Chance) -> usize {
    let all: u64 = weights.iter().map(|&w| u64::from(w)).sum();
    if all == 0 {
        return chance.below(weights.len() as u32) as usize;
    }
    // Weights of large lists may exceed 32 bits: scale the draw.
    let mut left = (u64::from(chance.below(1 << 30)) * all) >> 30;
    for (i, &w) in weights.iter().enumerate() {
        let w = u64::from(w);
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

    #[test]
    fn what_does_nothing_is_never_picked_while_there_is_anything_else() {
        let mut chance = Chance::quick(6);
        assert!((0..2000).all(|_| pick_weighted(&[0, 3, 0, 1, 0], &mut chance) % 2 == 1));
        let mut seen = [false; 3];
        (0..200).for_each(|_| seen[pick_weighted(&[0; 3], &mut chance)] = true);
        assert_eq!(seen, [true; 3], "where nothing does anything, all are alike");
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
        let thought = search(&blind, &[true, false], Budget::times::<Coins>(1), &mut Chance::quick(1));
        assert_eq!(thought.index, 1, "tails, which the other likes: {thought:?}");
        assert!((650..850).contains(&thought.worth.unwrap()), "three of four games: {thought:?}");
    }
}
