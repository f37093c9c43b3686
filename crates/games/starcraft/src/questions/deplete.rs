//! A depletion by an event card (D21): where.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    data::data,
    ids::Area,
    situation::spell,
    state::{Depletion, Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{area_name, label::draft, spots::Spot},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// The area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deplete(pub Area);

impl May for Deplete {
    /// SC-5.17: a mineral or gas area that is not fully depleted, whoever holds it.
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Deplete(_) = a.question else {
            return Err(not_asked());
        };
        let resource = |area| data().area(area).is_some_and(|a| a.content.resource().is_some());
        let resource = a.game.exists(self.0) && resource(self.0);
        need(resource, rule!("SC-5.17"), "only mineral and gas areas can be depleted")?;
        let left = a.game.ground(self.0).depletion != Depletion::Full;
        need(left, rule!("SC-5.17"), "that area is fully depleted")
    }
}

impl Answer<StarCraft> for Deplete {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose a mineral or gas area that is depleted one step.", rule!("SC-5.17"));
        matches!(view.question, Frame::Deplete(_)).then(|| Ask::new("deplete", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Deplete(_) = a.question {
            a.offer(a.game.all_areas().map(Deplete), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.deplete(self.0, &mut play.cx);
    }

    fn label(&self, _: &View) -> Label {
        draft(area_name(self.0), "Deplete", rule!("SC-5.17")).click(format!("resource:{}", self.0)).into()
    }

    fn words(&self) -> String {
        format!("deplete {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Deplete>, String> {
        Ok(if verb == "deplete" { Some(Deplete(spell::area(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        if a.game.ground(self.0).card == Some(a.seat) { 0 } else { 16 }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let theirs = a.game.ground(self.0).card.is_some_and(|owner| owner != a.seat);
        theirs.then(|| "a rival works it".into())
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Deplete(_), [Spot::Resource(area) | Spot::Area(area)]) =
            (about.view.question, about.spots)
        {
            out.push(Deplete(*area).into());
        }
    }
}
