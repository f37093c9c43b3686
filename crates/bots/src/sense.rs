//! What nobody with any sense overlooks, whatever his level: a win at hand is taken, a loss at hand is prevented. Found by
//! trying each choice in a redeal, and believed only where other redeals with other luck agree.

use crate::Blind;
use klaxon_core::{Chance, Game, Instinct, Seat, Tell};

/// Decisions tried in one look; a look that would need more ends there.
const TRIES: u32 = 600;
/// Decisions of one's own, one after the other, that may make up a win.
const OWN: u32 = 3;
/// Redeals that must agree, each with its own luck.
const WITNESSES: u32 = 7;
/// Decisions that follow by themselves, because there is nothing else to do.
const FORCED: u32 = 24;

/// What a look found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AtHand {
    /// This choice wins.
    Win(usize),
    /// These choices lose, and others do not; `true` for each that loses.
    Losses(Vec<bool>),
    /// Nothing is decided yet, or nothing can be done about it.
    Nothing,
}

/// Looks for a win or a loss at hand.
pub(crate) fn look<G: Instinct>(blind: &Blind<'_, G>, choices: &[G::Action], chance: &mut Chance) -> AtHand {
    let (seat, game) = (blind.seat(), blind.redeal(chance));
    if choices.len() < 2 || !game.decisive() {
        return AtHand::Nothing;
    }
    let mut left = TRIES;
    let order = likely(&game, seat, choices);
    // The shortest win first.
    for depth in 1..=OWN {
        for &i in &order {
            let action = &choices[i];
            if left == 0 {
                break;
            }
            if wins_by(&game, seat, action, depth, &mut left, chance)
                && (0..WITNESSES)
                    .all(|_| wins_by(&blind.redeal(chance), seat, action, depth, &mut { TRIES }, chance))
            {
                return AtHand::Win(i);
            }
        }
    }
    let mut left = TRIES;
    let mut lost = |action: &G::Action, chance: &mut Chance| {
        left > 0
            && loses_by(&game, seat, action, &mut left, chance)
            && (0..WITNESSES).all(|_| loses_by(&blind.redeal(chance), seat, action, &mut { TRIES }, chance))
    };
    let losses: Vec<bool> = choices.iter().map(|action| lost(action, chance)).collect();
    let some = losses.contains(&true) && losses.contains(&false);
    if some { AtHand::Losses(losses) } else { AtHand::Nothing }
}

/// Does the choice win, with at most so many decisions of the seat and none of anybody else?
fn wins_by<G: Instinct>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    depth: u32,
    left: &mut u32,
    chance: &mut Chance,
) -> bool {
    let next = after(game, seat, action, left, chance);
    if let Some(outcome) = next.outcome() {
        return outcome.worth(seat) == 1000;
    }
    // Where others are asked at the same time, they may yet have their say.
    if depth == 1 || next.to_act().len() != 1 || !next.to_act().has(seat) {
        return false;
    }
    let choices = next.choices(seat);
    let mut order = likely(&next, seat, &choices).into_iter();
    order.any(|i| *left > 0 && wins_by(&next, seat, &choices[i], depth - 1, left, chance))
}

/// The choices by what a sensible player leans to, the likeliest first; what does nothing wins nothing.
fn likely<G: Instinct>(game: &G, seat: Seat, choices: &[G::Action]) -> Vec<usize> {
    let mut leans = Vec::with_capacity(choices.len());
    game.leans(seat, choices, &mut leans);
    let mut order: Vec<usize> = (0..choices.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(leans[i]));
    order
}

/// Does the choice lose at once, or let somebody else win by his next decision?
fn loses_by<G: Game>(game: &G, seat: Seat, action: &G::Action, left: &mut u32, chance: &mut Chance) -> bool {
    let next = after(game, seat, action, left, chance);
    if let Some(outcome) = next.outcome() {
        return outcome.worth(seat) == 0;
    }
    let Some(other) = next.to_act().iter().next().filter(|other| !next.team(seat).has(*other)) else {
        return false;
    };
    if next.to_act().len() != 1 {
        return false;
    }
    let answers = next.choices(other);
    answers.len() as u32 <= *left
        && answers.iter().any(|answer| {
            let then = after(&next, other, answer, left, chance);
            then.outcome().is_some_and(|outcome| outcome.worth(seat) == 0)
        })
}

/// The position after a decision and all that follows by itself.
fn after<G: Game>(game: &G, seat: Seat, action: &G::Action, left: &mut u32, chance: &mut Chance) -> G {
    *left = left.saturating_sub(1);
    let (mut game, mut tell) = (game.clone(), Tell::muted());
    game.apply(seat, action, chance, &mut tell);
    for _ in 0..FORCED {
        if game.outcome().is_some() || game.to_act().len() != 1 {
            break;
        }
        let Some(next) = game.to_act().iter().next() else { break };
        let mut choices = game.choices(next);
        if choices.len() != 1 {
            break;
        }
        game.apply(next, &choices.swap_remove(0), chance, &mut tell);
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use klaxon_core::{Outcome, Refusal, SeatSet, Viewer};
    use serde::{Deserialize, Serialize};

    /// A heap of stones: two players take one or two in turn, and who takes the last one wins. Both like to take one; a third
    /// choice, to look at the heap, costs nothing and does nothing.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    struct Heap {
        stones: u8,
        turn: u8,
    }

    impl Game for Heap {
        const ID: &'static str = "heap";
        type Setup = ();
        type Action = u8;
        type Event = ();
        type View = ();

        fn start((): &(), _: &mut Chance, _: &mut Tell<()>) -> Result<Heap, Refusal> {
            Ok(Heap { stones: 7, turn: 0 })
        }
        fn seats(&self) -> usize {
            2
        }
        fn to_act(&self) -> SeatSet {
            if self.stones == 0 { SeatSet::NONE } else { SeatSet::only(Seat(self.turn)) }
        }
        fn choices(&self, _: Seat) -> Vec<u8> {
            (0..=self.stones.min(2)).collect()
        }
        fn check(&self, _: Seat, _: &u8) -> Result<(), Refusal> {
            Ok(())
        }
        fn apply(&mut self, _: Seat, taken: &u8, _: &mut Chance, _: &mut Tell<()>) {
            self.stones -= taken;
            self.turn = if *taken == 0 { self.turn } else { 1 - self.turn };
        }
        fn view(&self, _: Viewer) {}
        fn redeal(&self, _: Seat, _: &mut Chance) -> Heap {
            self.clone()
        }
        fn outcome(&self) -> Option<Outcome> {
            let winners = SeatSet::only(Seat(1 - self.turn));
            (self.stones == 0).then(|| Outcome { winners, draw: false, text: "taken".into(), score: None })
        }
    }

    impl Instinct for Heap {
        fn appraise(&self, seat: Seat) -> i32 {
            self.outcome().map_or(500, |o| o.worth(seat))
        }
        fn lean(&self, _: Seat, taken: &u8) -> u32 {
            [0, 48, 16][usize::from(*taken)]
        }
        fn idle(&self, _: Seat, taken: &u8) -> Option<String> {
            (*taken == 0).then(|| "nothing is taken".into())
        }
    }

    fn at(stones: u8) -> AtHand {
        let game = Heap { stones, turn: 0 };
        let blind = Blind::new(&game, Seat(0));
        look(&blind, &blind.choices(), &mut Chance::quick(1))
    }

    #[test]
    fn a_win_at_hand_is_found_and_a_loss_seen() {
        assert_eq!(at(2), AtHand::Win(2), "all that is left");
        assert_eq!(at(4), AtHand::Losses(vec![false, false, true]), "two would leave two");
        assert_eq!(at(7), AtHand::Nothing);
    }

    #[test]
    fn every_level_above_random_takes_the_win_prevents_the_loss_and_leaves_what_does_nothing() {
        for (stones, wanted) in [(1, 1), (2, 2), (4, 1)] {
            let game = Heap { stones, turn: 0 };
            let blind = Blind::new(&game, Seat(0));
            for level in Level::ALL.into_iter().filter(|level| *level != Level::Random) {
                for salt in 0..16 {
                    let chosen = blind.choices()[level.think(&blind, salt).unwrap().index];
                    assert_eq!(chosen, wanted, "{level} with {stones} stones, salt {salt}");
                }
            }
        }
    }
}
