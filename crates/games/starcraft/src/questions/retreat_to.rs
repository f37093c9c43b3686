//! Where units retreat to (D20), after a battle or instead of one.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    event::Event,
    ids::Area,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::{
        area_name,
        label::{at, draft},
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, count, rule};
use serde::{Deserialize, Serialize};

/// The area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RetreatTo(pub Area);

impl May for RetreatTo {
    fn may(&self, a: Asked<'_>) -> Verdict {
        if let Frame::CallOff = a.question {
            return a.game.judge_refuge(self.0);
        }
        let Frame::RetreatTo(side) = a.question else {
            return Err(not_asked());
        };
        a.game.judge_refuge_of(side, self.0)
    }
}

impl Answer<StarCraft> for RetreatTo {
    fn ask(view: &View) -> Option<Ask> {
        if let Frame::CallOff = view.question {
            let text = "Choose the area to which your units leave.";
            return Some(Ask::new("call-off", Line::new(text, rule!("SC-13.12"))));
        }
        let line = || Line::new("Choose the area to which your units retreat.", rule!("SC-9.51"));
        matches!(view.question, Frame::RetreatTo(_)).then(|| Ask::new("retreat", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::CallOff | Frame::RetreatTo(_) = a.question {
            a.offer(a.game.all_areas().map(RetreatTo), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let (game, area) = (&mut *play.game, self.0);
        if let Frame::RetreatTo(side) = play.question {
            game.push(Frame::Overflow { side, area });
            return;
        }
        let battle = game.fight_mut();
        battle.called_off = true;
        battle.leaving[1] = battle.alive(1).fold(0, |set, (i, _)| set | 1 << i);
        play.cx.tell.all(Event::CalledOff { who: game.faction(game.side_seat(1)), area });
        // Units above a unit limit are destroyed, on either side, by their owner's choice.
        game.push(Frame::Surplus(0));
        game.push(Frame::Overflow { side: 1, area });
    }

    fn label(&self, view: &View) -> Label {
        let room =
            view.area(self.0).map_or(0, |a| a.limit.saturating_sub(a.units.iter().map(|(_, n)| n).sum()));
        draft(format!("To {} (room for {room})", area_name(self.0)), "Retreat", rule!("SC-9.51"))
            .click(at(self.0))
            .into()
    }

    fn words(&self) -> String {
        format!("retreat to {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<RetreatTo>, String> {
        Ok(if verb == "retreat" && r.takes("to") { Some(RetreatTo(spell::area(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        8 + u32::from(a.game.room(a.seat, self.0)) * 8
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let room = u32::from(a.game.room(a.seat, self.0));
        Some(format!("there is room for {}", count(room, "unit")))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::CallOff | Frame::RetreatTo(_), [Spot::Area(area)]) = (about.view.question, about.spots)
        {
            out.push(RetreatTo(*area).into());
        }
    }
}
