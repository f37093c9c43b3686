//! Decisions looked back upon: how a decision compares with the best that a deeper search finds, judged only by what the seat
//! knew then. Counted in rounds, so that every machine comes to the same verdict.
//!
//! A search is good at finding what is best and poor at saying how much worse another choice is, for it seldom tries that
//! one. So whatever was done meets the best in a duel: both are tried equally often, each time with the same redeal and the
//! same luck, and what counts is the mean of the differences.

use crate::{Blind, Budget, search::search, tree::Tree};
use klaxon_core::{Chance, Instinct, Seat, Tell};
use serde::{Deserialize, Serialize};

/// What a decision was, in hindsight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The one good choice, and not one that lies at hand.
    Find,
    /// As good as any, or nearly so.
    Fine,
    /// A little worse than the best.
    Inaccuracy,
    /// Clearly worse.
    Mistake,
    /// It gave away a good part of the game.
    Blunder,
}

/// From so many thousandths of a game on, what a decision costs is an inaccuracy, a mistake, a blunder. The figures stand in
/// `docs/review.md` and are not changed lightly: whoever compares two reviews compares by them.
pub const INACCURACY: i32 = 40;
/// See [`INACCURACY`].
pub const MISTAKE: i32 = 80;
/// See [`INACCURACY`].
pub const BLUNDER: i32 = 160;
/// A find is better by so much than whatever comes next.
pub const FIND: i32 = 60;
/// What a decision costs counts only where it is so many times what luck could have made of it (its standard error).
const SURE: f64 = 2.0;

impl Mark {
    /// What a loss of so many thousandths is.
    pub fn of_loss(loss: i32) -> Mark {
        match loss {
            BLUNDER.. => Mark::Blunder,
            MISTAKE.. => Mark::Mistake,
            INACCURACY.. => Mark::Inaccuracy,
            _ => Mark::Fine,
        }
    }

    /// The sign of chess players.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Find => "!",
            Mark::Fine => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Its name for programs and style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Mark::Find => "find",
            Mark::Fine => "fine",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Find => "good find",
            Mark::Fine => "fine",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

/// How deep a review looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// The first look at every decision, and the pairs of its duel.
    pub look: (Budget, u32),
    /// The second look at what seems to have cost something, and the pairs of that duel.
    pub again: (Budget, u32),
    /// How much a game's own planner may think.
    pub effort: u32,
    /// Redeals by which plans are compared.
    pub redeals: u32,
}

impl Depth {
    /// What the table and the terminal use: where it matters, six times as deep as a normal bot.
    pub const USUAL: Depth = Depth {
        look: (Budget { rounds: 640, horizon: 28 }, 160),
        again: (Budget { rounds: 3200, horizon: 32 }, 640),
        effort: 60,
        redeals: 16,
    };

    /// The usual depth with so many rounds for the second look, and everything else in proportion.
    pub fn of_rounds(rounds: u32) -> Depth {
        let usual = Depth::USUAL;
        let part = u64::from(rounds.max(1));
        let of = |n: u32| (u64::from(n) * part / u64::from(usual.again.0.rounds)).max(8) as u32;
        let budget = |budget: Budget| Budget { rounds: of(budget.rounds), ..budget };
        Depth {
            look: (budget(usual.look.0), of(usual.look.1)),
            again: (budget(usual.again.0), of(usual.again.1)),
            effort: of(usual.effort).min(usual.effort),
            redeals: of(usual.redeals),
        }
    }
}

/// A decision in hindsight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hindsight<A> {
    /// What it was.
    pub mark: Mark,
    /// What was better, or for a find what was next.
    pub other: Option<A>,
    /// What was to be expected of what was done, and of the other, 0 lost to 1000 won.
    pub worths: (i32, i32),
}

impl<A> Hindsight<A> {
    fn fine() -> Hindsight<A> {
        Hindsight { mark: Mark::Fine, other: None, worths: (0, 0) }
    }
}

/// Judges what a seat did, by what it knew then. `choices` are what it was offered; what was done may be beside them on a
/// continuous table.
pub fn judge<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    did: &G::Action,
    depth: Depth,
    chance: &mut Chance,
) -> Hindsight<G::Action> {
    if choices.len() < 2 {
        return Hindsight::fine();
    }
    let (budget, pairs) = (depth.look.0.suited::<G>(), depth.look.1);
    let thought = search(blind, choices, budget, chance);
    let best = &choices[thought.index];
    if best == did {
        return find(blind, choices, did, thought.next.map(|(next, _)| next), depth, chance);
    }
    let first = duel(blind, best, did, budget.horizon, pairs, chance);
    if first.loss() < INACCURACY / 2 {
        return Hindsight::fine();
    }
    let (budget, pairs) = (depth.again.0.suited::<G>(), depth.again.1);
    let thought = search(blind, choices, budget, chance);
    let best = &choices[thought.index];
    if best == did {
        return Hindsight::fine();
    }
    let duel = duel(blind, best, did, budget.horizon, pairs, chance);
    let mark = Mark::of_loss(if duel.is_sure() { duel.loss() } else { 0 });
    let other = (mark != Mark::Fine).then(|| best.clone());
    Hindsight { mark, other, worths: (duel.second(), duel.first()) }
}

/// Decisions that would change what was done, and what that was in hindsight.
pub type Changes<A> = (Vec<A>, Hindsight<A>);

/// Judges what a seat has decided in a part of the game that ends now, by what it knows: against what the game's own planner
/// would change of it. Nothing where it would change nothing, or nothing that matters.
pub fn judge_part<G: Instinct>(
    blind: &Blind<'_, G>,
    depth: Depth,
    chance: &mut Chance,
) -> Option<Changes<G::Action>> {
    let seat = blind.seat();
    let series = blind.redeal(chance).mend(seat, depth.effort, chance);
    if series.is_empty() {
        return None;
    }
    let mut duel = Duel::default();
    for _ in 0..depth.redeals {
        let game = blind.redeal(chance);
        let mut mended = game.clone();
        follow(&mut mended, seat, &series, chance);
        duel.count(mended.appraise(seat), game.appraise(seat));
    }
    let mark = Mark::of_loss(if duel.is_sure() { duel.loss() } else { 0 });
    let worths = (duel.second(), duel.first());
    (mark != Mark::Fine).then_some((series, Hindsight { mark, other: None, worths }))
}

/// Takes decisions one after the other, as far as they are allowed; nobody listens.
fn follow<G: Instinct>(game: &mut G, seat: Seat, series: &[G::Action], chance: &mut Chance) {
    for action in series {
        if game.outcome().is_none() && game.check(seat, action).is_ok() {
            game.apply(seat, action, chance, &mut Tell::muted());
        }
    }
}

/// The best was done: was it hard to find? It must be much better than all others, and a rule of thumb must lean elsewhere.
fn find<G: Instinct>(
    blind: &Blind<'_, G>,
    choices: &[G::Action],
    did: &G::Action,
    next: Option<usize>,
    depth: Depth,
    chance: &mut Chance,
) -> Hindsight<G::Action> {
    let Some(next) = next.and_then(|next| choices.get(next)) else { return Hindsight::fine() };
    let game = blind.redeal(chance);
    let mut leans = Vec::with_capacity(choices.len());
    game.leans(blind.seat(), choices, &mut leans);
    let most = leans.iter().max().copied().unwrap_or(0);
    let own = choices.iter().position(|a| a == did).map_or(most, |i| leans[i]);
    if own.saturating_mul(2) > most {
        return Hindsight::fine();
    }
    let (budget, pairs) = (depth.again.0.suited::<G>(), depth.again.1);
    let duel = duel(blind, did, next, budget.horizon, pairs, chance);
    let is_find = duel.is_sure() && duel.loss() >= FIND;
    if !is_find {
        return Hindsight::fine();
    }
    Hindsight { mark: Mark::Find, other: Some(next.clone()), worths: (duel.first(), duel.second()) }
}

/// Two decisions tried equally often, with the same luck.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Duel {
    pairs: f64,
    first: f64,
    second: f64,
    squares: f64,
}

impl Duel {
    /// Counts a pair.
    pub fn count(&mut self, first: i32, second: i32) {
        let (first, second) = (f64::from(first), f64::from(second));
        self.pairs += 1.0;
        self.first += first;
        self.second += second;
        self.squares += (first - second) * (first - second);
    }

    fn mean(self) -> f64 {
        (self.first - self.second) / self.pairs.max(1.0)
    }

    /// What the second costs against the first.
    pub fn loss(self) -> i32 {
        self.mean() as i32
    }

    /// What is to be expected of the first.
    pub fn first(self) -> i32 {
        (self.first / self.pairs.max(1.0)) as i32
    }

    /// What is to be expected of the second.
    pub fn second(self) -> i32 {
        (self.second / self.pairs.max(1.0)) as i32
    }

    /// What luck could have made of the difference: its standard error.
    fn error(self) -> f64 {
        let n = self.pairs.max(1.0);
        let variance = (self.squares / n - self.mean() * self.mean()).max(0.0);
        (variance / n).sqrt()
    }

    /// Is the difference more than luck?
    pub fn is_sure(self) -> bool {
        self.mean() >= SURE * self.error()
    }

    /// The least and the most that the difference could well be, by so many standard errors.
    pub(crate) fn between(self, errors: f64) -> (i32, i32) {
        ((self.mean() - errors * self.error()) as i32, (self.mean() + errors * self.error()) as i32)
    }
}

/// A duel that can be gone on with.
pub(crate) struct Fight<'a, G: Instinct> {
    blind: &'a Blind<'a, G>,
    pair: [&'a G::Action; 2],
    horizon: u32,
    trees: [Tree<G::Action>; 2],
    pub(crate) duel: Duel,
}

impl<'a, G: Instinct> Fight<'a, G> {
    pub(crate) fn new(
        blind: &'a Blind<'a, G>,
        first: &'a G::Action,
        second: &'a G::Action,
        horizon: u32,
    ) -> Fight<'a, G> {
        let trees = [Tree::new(blind.seat()), Tree::new(blind.seat())];
        Fight { blind, pair: [first, second], horizon, trees, duel: Duel::default() }
    }

    /// So many pairs more.
    pub(crate) fn go_on(&mut self, pairs: u32, chance: &mut Chance) -> Duel {
        for _ in 0..pairs {
            let salt = u64::from(chance.below(u32::MAX));
            let [a, b] = [0, 1].map(|side| {
                let luck = &mut Chance::quick(salt);
                self.trees[side].round(self.blind, self.pair[side], self.horizon, luck)
            });
            self.duel.count(a, b);
        }
        self.duel
    }
}

fn duel<G: Instinct>(
    blind: &Blind<'_, G>,
    first: &G::Action,
    second: &G::Action,
    horizon: u32,
    pairs: u32,
    chance: &mut Chance,
) -> Duel {
    Fight::new(blind, first, second, horizon).go_on(pairs, chance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::{Game, Outcome, Refusal, SeatSet, Viewer};

    #[test]
    fn a_loss_has_its_sign() {
        let of = |loss| Mark::of_loss(loss).sign();
        assert_eq!([39, 40, 79, 80, 159, 160].map(of), ["", "?!", "?!", "?", "?", "??"]);
        assert_eq!(of(-500), "");
    }

    /// One of three doors: behind the first is the end, behind the second victory, behind the third neither. Everybody likes
    /// the first.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    struct Doors(Option<u8>);

    impl Game for Doors {
        const ID: &'static str = "doors";
        type Setup = ();
        type Action = u8;
        type Event = ();
        type View = ();

        fn start((): &(), _: &mut Chance, _: &mut Tell<()>) -> Result<Doors, Refusal> {
            Ok(Doors(None))
        }
        fn seats(&self) -> usize {
            1
        }
        fn to_act(&self) -> SeatSet {
            if self.0.is_none() { SeatSet::only(Seat(0)) } else { SeatSet::NONE }
        }
        fn choices(&self, _: Seat) -> Vec<u8> {
            vec![0, 1, 2]
        }
        fn check(&self, _: Seat, _: &u8) -> Result<(), Refusal> {
            Ok(())
        }
        fn apply(&mut self, _: Seat, door: &u8, _: &mut Chance, _: &mut Tell<()>) {
            self.0 = Some(*door);
        }
        fn view(&self, _: Viewer) {}
        fn redeal(&self, _: Seat, _: &mut Chance) -> Doors {
            self.clone()
        }
        fn outcome(&self) -> Option<Outcome> {
            let winners = if self.0? == 1 { SeatSet::only(Seat(0)) } else { SeatSet::NONE };
            Some(Outcome { winners, draw: self.0? == 2, text: "opened".into(), score: None })
        }
    }

    impl Instinct for Doors {
        fn appraise(&self, seat: Seat) -> i32 {
            self.outcome().map_or(500, |o| o.worth(seat))
        }
        fn lean(&self, _: Seat, door: &u8) -> u32 {
            if *door == 0 { 64 } else { 16 }
        }
    }

    fn judged(did: u8) -> Hindsight<u8> {
        let game = Doors(None);
        let blind = Blind::new(&game, Seat(0));
        judge(&blind, &[0, 1, 2], &did, Depth::of_rounds(400), &mut Chance::quick(1))
    }

    #[test]
    fn a_blunder_is_told_with_what_was_better_and_a_find_with_what_was_next() {
        assert_eq!(judged(0), Hindsight { mark: Mark::Blunder, other: Some(1), worths: (0, 1000) });
        assert_eq!(judged(2), Hindsight { mark: Mark::Blunder, other: Some(1), worths: (500, 1000) });
        let find = judged(1);
        assert_eq!((find.mark, find.worths.0), (Mark::Find, 1000), "{find:?}");
        // What is not on the list is judged all the same.
        assert_eq!(judged(9).mark, Mark::Blunder);
        assert_eq!(judged(0), judged(0), "the same luck, the same verdict");
    }

    #[test]
    fn a_difference_counts_only_where_it_is_more_than_luck() {
        let mut even = Duel::default();
        let mut clear = Duel::default();
        for i in 0..100 {
            // On average 50 more, but by a throw of 1000 or nothing.
            even.count(if i % 20 == 0 { 1000 } else { 0 }, if i % 33 == 1 { 1000 } else { 0 });
            clear.count(600 + i % 7, 500 + i % 5);
        }
        assert!(!even.is_sure(), "{even:?}");
        assert!(clear.is_sure() && (95..105).contains(&clear.loss()), "{clear:?}");
    }
}
