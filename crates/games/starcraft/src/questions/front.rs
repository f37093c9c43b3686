//! The front of a side that has only assist units (D15).

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    ids::Unit,
    instinct::worth,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        label::{draft, my_side},
        spots::Spot,
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// The unit that goes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Front(pub Unit);

impl May for Front {
    /// SC-9.9: only assist units go to the front by choice of their owner.
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Front(side) = a.question else {
            return Err(not_asked());
        };
        let there = a.game.pick(side, self.0, |_, _| true).is_some();
        need(there, rule!("SC-9.9"), "no such unit of yours is in the battle")
    }
}

impl Answer<StarCraft> for Front {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("You have only assist units: choose the one for the front.", rule!("SC-9.9"));
        matches!(view.question, Frame::Front(_)).then(|| Ask::new("front", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Front(side) = a.question {
            a.offer(a.game.kinds(side).iter().map(Front), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Front(side) = play.question else { unreachable!("judged") };
        let at = play.game.pick(side, self.0, |_, _| true).expect("judged");
        play.game.fight_mut().fighters[usize::from(side)][at].front = true;
    }

    fn label(&self, view: &View) -> Label {
        draft(format!("{} to the front", unit_name(self.0)), "Front line", rule!("SC-9.9"))
            .click(format!("fighter:{}:{}", my_side(view), self.0))
            .into()
    }

    fn words(&self) -> String {
        format!("front {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Front>, String> {
        Ok(if verb == "front" { Some(Front(spell::unit(r)?)) } else { None })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        64 / (worth(self.0) as u32 + 1)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Front(_), [Spot::Fighter(unit)]) = (about.view.question, about.spots) {
            out.push(Front(*unit).into());
        }
    }
}
