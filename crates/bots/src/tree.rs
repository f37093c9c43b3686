//! The tree of a search: decisions as one seat imagines them, with what came of the rounds that went through them.

use crate::{Blind, search::pick_weighted};
use klaxon_core::{Chance, Instinct, Seat, SeatSet, Tell};

/// How much a look explores against what it has found good, on the scale of worth; a search takes the game's own ([`Instinct::CURIOSITY`]).
pub(crate) const CURIOSITY: u32 = 120;
/// What has not been tried is expected to be so much worse than what has.
const UNTRIED: f64 = 60.0;
/// An unsettled position is played on for at most so many horizons.
const PATIENCE: u32 = 8;

/// A decision in the tree, as one seat sees it.
struct Node<A> {
    /// Whose decision led here.
    seat: Seat,
    visits: u32,
    /// Sum of worth for the seat whose decision led here.
    total: f64,
    /// What was offered here in any round, in the order in which it came up, and the node that it leads to once it was tried.
    offers: Vec<(A, Option<usize>)>,
}

/// All decisions that were looked at; the first node is where the seat stands.
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
    curiosity: f64,
    /// The nodes of the round that is played.
    path: Vec<usize>,
    /// Where each choice of the decision at hand stands among the offers of its node.
    places: Vec<usize>,
}

impl<A: Clone + PartialEq> Tree<A> {
    /// A tree for a seat of which nothing is known yet.
    pub(crate) fn new(seat: Seat) -> Tree<A> {
        Tree::offering(seat, &[], CURIOSITY)
    }

    /// The same with the seat's choices in their order, and so much curiosity.
    pub(crate) fn offering(seat: Seat, choices: &[A], curiosity: u32) -> Tree<A> {
        let offers = choices.iter().map(|a| (a.clone(), None)).collect();
        Tree {
            nodes: vec![Node { seat, visits: 0, total: 0.0, offers }],
            curiosity: f64::from(curiosity),
            path: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Whose decision led to a node.
    pub(crate) fn seat(&self, node: usize) -> Seat {
        self.nodes[node].seat
    }

    /// Rounds that went through a node.
    pub(crate) fn visits(&self, node: usize) -> u32 {
        self.nodes[node].visits
    }

    /// What came of them on average.
    pub(crate) fn mean(&self, node: usize) -> f64 {
        self.nodes[node].total / f64::from(self.nodes[node].visits.max(1))
    }

    /// What was tried at a node, and where it leads.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = (&A, usize)> {
        self.nodes[node].offers.iter().filter_map(|(action, child)| Some((action, (*child)?)))
    }

    /// What was tried most at a node.
    pub(crate) fn most_visited(&self, node: usize) -> Option<(&A, usize)> {
        self.children(node).max_by_key(|(_, c)| (self.nodes[*c].visits, self.nodes[*c].total as i64))
    }

    /// How often a choice of the seat was tried.
    pub(crate) fn tried(&self, choice: usize) -> u32 {
        self.nodes[0].offers[choice].1.map_or(0, |child| self.nodes[child].visits)
    }

    /// What came of a choice of the seat on average.
    pub(crate) fn came_of(&self, choice: usize) -> i32 {
        self.nodes[0].offers[choice].1.map_or(0, |child| self.mean(child) as i32)
    }

    /// Is the most visited choice out of reach of all others, whatever the rounds left bring? The rest would change nothing.
    pub(crate) fn is_decided(&self, left: u32) -> bool {
        let (mut best, mut next) = (0, 0);
        for (_, child) in self.children(0) {
            let visits = self.nodes[child].visits;
            if visits > best {
                (best, next) = (visits, best);
            } else {
                next = next.max(visits);
            }
        }
        best > next + left
    }

    /// The seat's choice with the best prospects, leaning by these weights while little is known of it.
    pub(crate) fn pick(&mut self, weights: &[f64], chance: &mut Chance) -> usize {
        self.places.clear();
        self.places.extend(0..weights.len());
        self.best_of(0, weights, chance)
    }

    /// One round: the seat's first decision, on down the tree, on by instinct, and back with what came of it. Returns what that
    /// is for the seat.
    ///
    /// What opponents decide in secret at the same time as the seat has no place in the tree: there it would answer a
    /// choice that they cannot know. They decide by instinct, differently in every round.
    pub(crate) fn round<G: Instinct<Action = A>>(
        &mut self,
        blind: &Blind<'_, G>,
        first: &A,
        horizon: u32,
        chance: &mut Chance,
    ) -> i32 {
        let seat = blind.seat();
        let mut game = blind.redeal(chance);
        let team = game.team(seat);
        let sealed = game.to_act().iter().filter(|s| !team.has(*s)).collect();
        game.apply(seat, first, chance, &mut Tell::muted());
        self.path.clear();
        let place = place_of(&mut self.nodes[0].offers, 0, first);
        match self.nodes[0].offers[place].1 {
            Some(child) => {
                self.path.push(child);
                self.descend(&mut game, child, seat, sealed, chance);
            }
            None => self.grow(0, place, seat),
        }
        let worth = play_on(game, horizon, chance);
        for &node in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.total += f64::from(worth[node.seat.index()]);
        }
        self.nodes[0].visits += 1;
        worth[seat.index()]
    }

    /// Walks down the tree until a decision that was never tried from here, and tries it.
    fn descend<G: Instinct<Action = A>>(
        &mut self,
        game: &mut G,
        mut at: usize,
        first: Seat,
        mut sealed: SeatSet,
        chance: &mut Chance,
    ) {
        /// Decisions of one round at most.
        const DEPTH: u32 = 96;
        let mut tell = Tell::muted();
        let (mut leans, mut weights) = (Vec::new(), Vec::new());
        for _ in 0..DEPTH {
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
            leans.clear();
            game.leans(seat, &choices, &mut leans);
            if sealed.has(seat) {
                game.apply(seat, &choices.swap_remove(pick_weighted(&leans, chance)), chance, &mut tell);
                continue;
            }
            // What does nothing here is not worth a look while there is anything else.
            let sense = leans.iter().any(|&lean| lean > 0);
            weights.clear();
            weights.extend(leans.iter().map(|&lean| f64::from(if sense { lean } else { 1 })));
            self.places.clear();
            for (i, action) in choices.iter().enumerate() {
                self.places.push(place_of(&mut self.nodes[at].offers, i, action));
            }
            let chosen = self.best_of(at, &weights, chance);
            let place = self.places[chosen];
            game.apply(seat, &choices[chosen], chance, &mut tell);
            match self.nodes[at].offers[place].1 {
                Some(child) => {
                    self.path.push(child);
                    at = child;
                }
                None => return self.grow(at, place, seat),
            }
        }
    }

    /// A new node for an offer that is tried for the first time.
    fn grow(&mut self, at: usize, place: usize, seat: Seat) {
        let child = self.nodes.len();
        self.nodes.push(Node { seat, visits: 0, total: 0.0, offers: Vec::new() });
        self.nodes[at].offers[place].1 = Some(child);
        self.path.push(child);
    }

    /// The number of the choice with the best prospects, among those in `places`.
    fn best_of(&self, at: usize, weights: &[f64], chance: &mut Chance) -> usize {
        let tried = |place: &usize| self.nodes[at].offers[*place].1.map(|child| &self.nodes[child]);
        let known = self.places.iter().filter_map(tried);
        let (visits, total) = known.fold((0, 0.0), |(n, sum), node| (n + node.visits, sum + node.total));
        let fresh = if visits == 0 { 500.0 } else { total / f64::from(visits) - UNTRIED };
        let root = f64::from(visits + 1).sqrt();
        let all: f64 = weights.iter().sum();
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (i, (place, weight)) in self.places.iter().zip(weights).enumerate() {
            if *weight == 0.0 {
                continue;
            }
            let (n, mean) = match tried(place).filter(|node| node.visits > 0) {
                Some(node) => (f64::from(node.visits), node.total / f64::from(node.visits)),
                None => (0.0, fresh),
            };
            let noise = f64::from(chance.below(1000)) / 1000.0;
            let score = mean + self.curiosity * (weight / all) * root / (1.0 + n) * 4.0 + noise;
            if score > best_score {
                (best, best_score) = (i, score);
            }
        }
        best
    }
}

/// Where an action stands among the offers of a node; mostly where it stood before.
fn place_of<A: Clone + PartialEq>(offers: &mut Vec<(A, Option<usize>)>, likely: usize, action: &A) -> usize {
    if offers.get(likely).is_some_and(|(a, _)| a == action) {
        return likely;
    }
    offers.iter().position(|(a, _)| a == action).unwrap_or_else(|| {
        offers.push((action.clone(), None));
        offers.len() - 1
    })
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
    if let (Some(rival), None) = (rival(game, Seat(0)), game.outcome()) {
        let own = worth_for(game, Seat(0));
        (worth[0], worth[rival.index()]) = (own, 1000 - own);
        return worth;
    }
    for (i, worth) in worth.iter_mut().enumerate().take(game.seats()) {
        *worth = worth_for(game, Seat(i as u8));
    }
    worth
}

/// What a position is worth to a seat: what came of the game, or how it looks. Where two sides judge by what was learned, each knows
/// its own hand: the mean of what the one hopes and what the other leaves it is nearer to the truth than either.
pub(crate) fn worth_for<G: Instinct>(game: &G, seat: Seat) -> i32 {
    if let Some(outcome) = game.outcome() {
        return outcome.worth(seat);
    }
    match rival(game, seat) {
        Some(rival) => (game.appraise(seat) + 1000 - game.appraise(rival)) / 2,
        None => game.appraise(seat),
    }
}

/// The other of two sides, in a game whose judgement was learned.
fn rival<G: Instinct>(game: &G, seat: Seat) -> Option<Seat> {
    let rival = Seat(1 - seat.0.min(1));
    let learned = G::learned().is_some_and(|net| !net.is_blank());
    (learned && game.seats() == 2 && !game.team(seat).has(rival)).then_some(rival)
}
