//! What every question needs: the game with the seat that is asked, what somebody points at, and the judge without words.

use super::Action;
use crate::{
    ids::Res,
    state::{Frame, StarCraft},
    view::View,
    why::No,
    words::spots::Spot,
};
use klaxon_core::Seat;

/// A judge's word.
pub(crate) type Verdict = Result<(), No>;

/// May it be answered? What [`judge`](klaxon_core::Answer::judge) says, without an allocation: what could be legal is tried by
/// the hundred.
pub(crate) trait May: Copy + Into<Action> {
    fn may(&self, a: Asked<'_>) -> Verdict;
}

/// The game, the seat that answers, and what is asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub(crate) game: &'a StarCraft,
    /// Who answers.
    pub seat: Seat,
    /// What is asked.
    pub question: Frame,
    /// So many answers are enough to know.
    enough: usize,
}

impl<'a> Asked<'a> {
    /// What is asked of a seat of this table.
    pub(crate) fn of(game: &'a StarCraft, seat: Seat) -> Asked<'a> {
        let question = game.stack.last().copied().unwrap_or_default();
        Asked { game, seat, question, enough: usize::MAX }
    }

    /// The same of a question that is off the stack already.
    pub(crate) fn before(game: &'a StarCraft, seat: Seat, question: Frame) -> Asked<'a> {
        Asked { question, ..Asked::of(game, seat) }
    }

    /// The same, to learn whether there is a choice: two answers say so.
    pub(crate) fn briefly(game: &'a StarCraft, seat: Seat) -> Asked<'a> {
        Asked { enough: 2, ..Asked::of(game, seat) }
    }

    /// Offers what the judge lets pass.
    pub(crate) fn offer<A: May>(self, all: impl IntoIterator<Item = A>, out: &mut Vec<Action>) {
        for answer in all {
            if out.len() >= self.enough {
                return;
            }
            if answer.may(self).is_ok() {
                out.push(answer.into());
            }
        }
    }
}

/// What somebody points at.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// What he may know.
    pub view: &'a View,
    /// Who points.
    pub seat: Seat,
    /// What was clicked, one after the other.
    pub(crate) spots: &'a [Spot],
    /// The discount that the last click names.
    pub off: Option<Res>,
}
