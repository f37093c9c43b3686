//! A cloaked unit withdraws (D19), and its owner says where to.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    event::Event,
    ids::{Area, Unit, UnitSet},
    situation::spell,
    state::{Fate, Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        area_name,
        label::{at, draft},
        spots::Spot,
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, count, rule};
use serde::{Deserialize, Serialize};

/// Which unit, and where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Withdraw {
    /// The unit.
    pub unit: Unit,
    /// Its area.
    pub area: Area,
}

impl May for Withdraw {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Bury = a.question else {
            return Err(not_asked());
        };
        let side = a.game.burying_side().expect("somebody withdraws");
        let doomed = a.game.doomed(side).any(|(_, u, _)| u == self.unit);
        need(doomed, rule!("SC-10.1"), "no such cloaked unit of yours is beaten")?;
        need(
            a.game.refuges(side).any(|a| a == self.area),
            rule!("SC-10.1"),
            "it withdraws to another friendly or empty area of the active planet with room",
        )
    }
}

impl Answer<StarCraft> for Withdraw {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Your cloaked unit withdraws: choose its area.", rule!("SC-10.1"));
        (view.question == Frame::Bury).then(|| Ask::new("withdraw", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::Bury = a.question else { return };
        let Some(side) = a.game.burying_side() else {
            return;
        };
        let kinds: UnitSet = a.game.doomed(side).map(|(_, unit, _)| unit).collect();
        for unit in kinds.iter() {
            a.offer(a.game.refuges(side).map(|area| Withdraw { unit, area }), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let (game, Withdraw { unit, area }) = (&mut *play.game, self);
        let side = game.burying_side().expect("somebody withdraws");
        let at = game.doomed(side).find(|(_, u, _)| *u == unit).map(|(i, ..)| i).expect("judged");
        game.send(side, at, area);
        play.cx.tell.all(Event::Withdrew { who: game.faction(game.side_seat(side)), unit, area });
        game.push(Frame::Bury);
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("{} withdraws to {}", unit_name(self.unit), area_name(self.area));
        draft(text, "Withdraw", rule!("SC-10.1")).click(at(self.area)).into()
    }

    fn words(&self) -> String {
        format!("withdraw {} {}", self.unit, self.area)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Withdraw>, String> {
        if verb != "withdraw" {
            return Ok(None);
        }
        Ok(Some(Withdraw { unit: spell::unit(r)?, area: spell::area(r)? }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        8 + u32::from(a.game.room(a.seat, self.area)) * 8
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let room = u32::from(a.game.room(a.seat, self.area));
        Some(format!("there is room for {}", count(room, "unit")))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Bury, [Spot::Area(area)]) = (about.view.question, about.spots)
            && let Some(battle) = &about.view.battle
            && let Some(side) = battle.seats.iter().position(|s| *s == about.seat)
            && let Some(doomed) = battle.fighters[side].iter().find(|f| f.fate == Fate::Doomed)
        {
            out.push(Withdraw { unit: doomed.unit, area: *area }.into());
        }
    }
}
