//! Which skirmish is resolved next (D18).

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        label::{draft, front},
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// Counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NextSkirmish(pub u8);

impl May for NextSkirmish {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::NextSkirmish = a.question else {
            return Err(not_asked());
        };
        let open = a.game.fight().skirmishes.get(usize::from(self.0)).is_some_and(|s| !s.done);
        need(open, rule!("SC-9.17"), "that skirmish is resolved already")
    }
}

impl Answer<StarCraft> for NextSkirmish {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose the next skirmish to resolve.", rule!("SC-9.17"));
        (view.question == Frame::NextSkirmish).then(|| Ask::new("skirmish", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::NextSkirmish = a.question {
            a.offer((0..a.game.fight().skirmishes.len()).map(|n| NextSkirmish(n as u8)), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.resolve(self.0, &mut play.cx);
    }

    fn label(&self, view: &View) -> Label {
        let (n, flu) = (self.0 + 1, |side| front(view, side, self.0));
        draft(format!("Skirmish {n}: {} against {}", flu(0), flu(1)), "Skirmishes", rule!("SC-9.17"))
            .click(format!("skirmish:{}", self.0))
            .into()
    }

    fn words(&self) -> String {
        format!("resolve {}", self.0 + 1)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<NextSkirmish>, String> {
        Ok(if verb == "resolve" { Some(NextSkirmish(spell::skirmish(r)?)) } else { None })
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::NextSkirmish, [Spot::Skirmish(s)]) = (about.view.question, about.spots) {
            out.push(NextSkirmish(*s).into());
        }
    }
}
