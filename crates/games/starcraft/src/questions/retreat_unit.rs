//! Who retreats (D20), where more survive than an area holds.

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

/// The unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RetreatUnit(pub Unit);

impl May for RetreatUnit {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Excess(side) = a.question else {
            return Err(not_asked());
        };
        let stays = a.game.pick(side, self.0, |i, _| !a.game.leaves(side, i)).is_some();
        need(stays, rule!("SC-9.46"), "no such unit of yours is left in the area")
    }
}

impl Answer<StarCraft> for RetreatUnit {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("You exceed the unit limit: choose a unit that retreats.", rule!("SC-9.46"));
        matches!(view.question, Frame::Excess(_)).then(|| Ask::new("excess", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Excess(side) = a.question {
            a.offer(a.game.kinds(side).iter().map(RetreatUnit), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Excess(side) = play.question else { unreachable!("judged") };
        let game = &mut *play.game;
        let at = game.pick(side, self.0, |i, _| !game.leaves(side, i)).expect("judged");
        game.fight_mut().leaving[usize::from(side)] |= 1 << at;
        game.push(Frame::Excess(side));
    }

    fn label(&self, view: &View) -> Label {
        draft(format!("{} retreats", unit_name(self.0)), "Retreat", rule!("SC-9.46"))
            .click(format!("fighter:{}:{}", my_side(view), self.0))
            .into()
    }

    fn words(&self) -> String {
        format!("retreat {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<RetreatUnit>, String> {
        if verb != "retreat" || r.peek() == Some("to") {
            return Ok(None);
        }
        Ok(Some(RetreatUnit(spell::unit(r)?)))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        512 >> (2 * worth(self.0)).clamp(0, 9)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_cheapest(a.seat, self.0)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Excess(_), [Spot::Fighter(unit)]) = (about.view.question, about.spots) {
            out.push(RetreatUnit(*unit).into());
        }
    }
}
