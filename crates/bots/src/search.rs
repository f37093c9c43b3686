//! Information-set Monte-Carlo tree search. Each round deals the hidden things anew as the seat might imagine them,
//! walks down one common tree of decisions, plays on by instinct for a while, and appraises where that led.

use crate::{
    Blind, Thought,
    tree::{Tree, worth_for},
};
use klaxon_core::{Chance, Instinct, SeatSet, Tell, Viewer};
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
        /// A bot's rounds are for a whole series of decisions: one of them alone gets by with fewer.
        const ALONE: u64 = 550;
        let rounds = u64::from(self.rounds) * u64::from(G::ROUNDS) / ALONE;
        Budget { rounds: rounds.max(1) as u32, horizon: G::HORIZON }
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

/// The best choice that the budget finds.
///
/// The n-th round of one choice has the same redeal and the same luck as the n-th of every other, so that choices differ by what
/// they do and not by what they were dealt.
pub fn search<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    budget: Budget,
    chance: &mut Chance,
) -> Thought {
    let tree = explore(blind, choices, budget, G::CURIOSITY, chance);
    conclude(blind, &tree, choices, budget)
}

/// The tree that the budget grows with so much curiosity.
pub(crate) fn explore<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    budget: Budget,
    curiosity: u32,
    chance: &mut Chance,
) -> Tree<G::Action> {
    let weights = weights(blind, choices, chance);
    let mut tree = Tree::offering(blind.seat(), choices, curiosity);
    let luck = u64::from(chance.below(u32::MAX)) << 20;
    for round in 0..budget.rounds {
        if tree.is_decided(budget.rounds - round) {
            break;
        }
        let chosen = tree.pick(&weights, chance);
        let mut own = Chance::quick(luck + u64::from(tree.tried(chosen)));
        tree.round(blind, &choices[chosen], budget.horizon, &mut own);
    }
    tree
}

/// Redeals in which each choice is tried before the search begins.
const TRIALS: u32 = 4;
/// What looks better by so many thousandths is leaned to twice as much.
const TWICE: f64 = 25.0;

/// How much the search leans to each choice before it knows anything: by rules of thumb, and, where a judgement was learned, by how
/// much better the choice looks right after it than the others do.
fn weights<G: Instinct>(blind: &Blind<'_, G>, choices: &[G::Action], chance: &mut Chance) -> Vec<f64> {
    let mut leans = Vec::with_capacity(choices.len());
    blind.redeal(chance).leans(blind.seat(), choices, &mut leans);
    // What does nothing here is not worth a look while there is anything else.
    let sense = leans.iter().any(|&lean| lean > 0);
    let leans = leans.into_iter().map(|lean| f64::from(if sense { lean } else { 1 }));
    if G::learned().is_none_or(|net| net.is_blank()) {
        return leans.collect();
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
    let look = |sum: i32| (better(sum) / TWICE).exp2().clamp(0.125, 8.0);
    leans.zip(sums).map(|(lean, sum)| lean * look(sum)).collect()
}

/// The most visited choice, which is more trustworthy than the best mean.
fn conclude<G: Instinct>(
    blind: &Blind<'_, G>,
    tree: &Tree<G::Action>,
    choices: &[G::Action],
    budget: Budget,
) -> Thought {
    let (action, child) = tree.most_visited(0).expect("a search of at least one round tries something");
    let place = |action: &G::Action| choices.iter().position(|a| a == action);
    let index = place(action).expect("the root offers the seat's own choices");
    let mean = |node: usize| tree.mean(node) as i32;
    let worth = mean(child);
    // A choice that was seldom tried can look better by luck; that is no comparison.
    let others = tree.children(0).filter(|(_, c)| *c != child && tree.visits(*c) > 1);
    let next = others.max_by_key(|(_, c)| tree.visits(*c));
    let next = next.filter(|(_, c)| mean(*c) < worth).and_then(|(a, c)| Some((place(a)?, mean(c))));
    let values = |line: Vec<G::Action>| {
        line.iter().map(|a| serde_json::to_value(a).expect("a decision serialises")).collect()
    };
    let line = values(line(tree, child).into_iter().cloned().collect());
    let then = values(series(blind, tree, action, child, budget));
    Thought { worth: Some(worth), next, line, then, ..Thought::new(index) }
}

/// Of what follows a decision, only that is told which was tried so often, and so much oftener than all else together.
pub(crate) const SURE_VISITS: u32 = 12;

/// What the same seat would decide next, as long as nobody else decides and the search is sure of it.
fn line<A: Clone + PartialEq>(tree: &Tree<A>, from: usize) -> Vec<&A> {
    let (seat, mut at, mut line) = (tree.seat(from), from, Vec::new());
    while let Some((action, child)) = tree.most_visited(at) {
        let all: u32 = tree.children(at).map(|(_, c)| tree.visits(c)).sum();
        let visits = tree.visits(child);
        if tree.seat(child) != seat || visits < SURE_VISITS || 2 * visits < all {
            break;
        }
        line.push(action);
        at = child;
    }
    line
}

/// A decision that came up in one round of so many is decided with the one before it: to think again would find out little.
const ENOUGH: u32 = 5;
/// Redeals that must look the same to the seat.
const WITNESSES: usize = 3;

/// What the seat decides next without thinking again: as long as it alone is asked, no luck falls, nothing that was hidden comes to its
/// eyes whatever that is, and the tree knows enough of the decision. The time that this saves goes into more rounds.
fn series<G: Instinct>(
    blind: &Blind<'_, G>,
    tree: &Tree<G::Action>,
    action: &G::Action,
    child: usize,
    budget: Budget,
) -> Vec<G::Action> {
    /// Decisions of a series at most, those among them that there is no choice about.
    const MOST: usize = 40;
    let (seat, viewer) = (blind.seat(), Viewer::Seat(blind.seat()));
    let needed = (budget.rounds / ENOUGH).max(SURE_VISITS);
    let (mut then, mut at, mut action) = (Vec::new(), child, action.clone());
    if tree.visits(at) < needed {
        return then;
    }
    let mut chance = Chance::quick(7);
    let mut games: Vec<(G, Chance)> =
        (0..WITNESSES).map(|i| (blind.redeal(&mut chance), Chance::quick(100 + i as u64))).collect();
    while then.len() < MOST {
        for (game, luck) in &mut games {
            let drawn = luck.draws();
            if game.check(seat, &action).is_err() {
                return then;
            }
            game.apply(seat, &action, luck, &mut Tell::muted());
            if luck.draws() != drawn || game.outcome().is_some() || game.to_act() != SeatSet::only(seat) {
                return then;
            }
        }
        let view = games[0].0.view(viewer);
        if games[1..].iter().any(|(game, _)| game.view(viewer) != view) {
            return then;
        }
        let mut choices = games[0].0.choices(seat);
        if choices.len() == 1 {
            action = choices.swap_remove(0);
        } else {
            let next =
                tree.most_visited(at).filter(|(next, _)| tree.visits(at) >= needed && choices.contains(next));
            let Some((next, child)) = next else { return then };
            (action, at) = (next.clone(), child);
        }
        then.push(action.clone());
    }
    then
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
    use klaxon_core::{Game, Outcome, Refusal, Seat, Viewer};
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

    /// Four steps up or down, of which only four up lead home. A card lies face down all the while; who has taken two steps
    /// may look at it, if the game is played so, or a die falls.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    struct Stairs {
        steps: Vec<bool>,
        card: u8,
        after_two: Twist,
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    enum Twist {
        Nothing,
        Card,
        Die,
    }

    impl Game for Stairs {
        const ID: &'static str = "stairs";
        type Setup = ();
        type Action = bool;
        type Event = ();
        type View = (Vec<bool>, Option<u8>);

        fn start((): &(), _: &mut Chance, _: &mut Tell<()>) -> Result<Stairs, Refusal> {
            Ok(Stairs { steps: Vec::new(), card: 3, after_two: Twist::Nothing })
        }
        fn seats(&self) -> usize {
            1
        }
        fn to_act(&self) -> SeatSet {
            if self.steps.len() < 4 { SeatSet::only(Seat(0)) } else { SeatSet::NONE }
        }
        fn choices(&self, _: Seat) -> Vec<bool> {
            vec![false, true]
        }
        fn check(&self, _: Seat, _: &bool) -> Result<(), Refusal> {
            Ok(())
        }
        fn apply(&mut self, _: Seat, up: &bool, chance: &mut Chance, _: &mut Tell<()>) {
            self.steps.push(*up);
            if self.steps.len() == 2 && self.after_two == Twist::Die {
                chance.roll(6);
            }
        }
        fn view(&self, _: Viewer) -> (Vec<bool>, Option<u8>) {
            let seen = self.steps.len() >= 2 && self.after_two == Twist::Card;
            (self.steps.clone(), seen.then_some(self.card))
        }
        fn redeal(&self, _: Seat, chance: &mut Chance) -> Stairs {
            let seen = self.steps.len() >= 2 && self.after_two == Twist::Card;
            let card = if seen { self.card } else { chance.below(200) as u8 };
            Stairs { card, ..self.clone() }
        }
        fn outcome(&self) -> Option<Outcome> {
            let winners =
                if self.steps.iter().all(|up| *up) { SeatSet::only(Seat(0)) } else { SeatSet::NONE };
            let over = self.steps.len() == 4;
            over.then(|| Outcome { winners, draw: false, text: "arrived".into(), score: None })
        }
    }

    impl Instinct for Stairs {
        fn appraise(&self, seat: Seat) -> i32 {
            self.outcome().map_or(500, |o| o.worth(seat))
        }
        fn lean(&self, _: Seat, _: &bool) -> u32 {
            16
        }
    }

    #[test]
    fn what_follows_is_decided_with_the_first_until_something_new_is_seen() {
        for (after_two, decided) in [(Twist::Nothing, 3), (Twist::Card, 1), (Twist::Die, 1)] {
            let game = Stairs { steps: Vec::new(), card: 3, after_two };
            let blind = Blind::new(&game, Seat(0));
            let thought =
                search(&blind, &[false, true], Budget { rounds: 400, horizon: 6 }, &mut Chance::quick(1));
            assert_eq!(thought.index, 1, "{after_two:?}");
            assert_eq!(thought.then, vec![serde_json::json!(true); decided], "{after_two:?}");
        }
    }
}
