//! A bombardment by an event card (D21): where. What is lost, its owner says (`lose.rs`).

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    board::areas_of,
    event::Event,
    ids::Area,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        area_name,
        label::{at, draft},
        seat_name,
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// The area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bombard(pub Area);

impl May for Bombard {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Bombard(seat) = a.question else {
            return Err(not_asked());
        };
        let (game, area) = (a.game, self.0);
        need(game.exists(area), rule!("SC-13.2"), "there is no such area in this game")?;
        let theirs = game.ground(area).owner.is_some_and(|o| o != seat);
        need(theirs, rule!("SC-13.2"), "no units of another player are there")?;
        let near = areas_of(area.planet()).any(|a| game.controls(seat, a));
        need(near, rule!("SC-13.2"), "you control no area of that planet")
    }
}

impl Answer<StarCraft> for Bombard {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose the area that is bombarded.", rule!("SC-13.2"));
        matches!(view.question, Frame::Bombard(_)).then(|| Ask::new("bombard", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Bombard(_) = a.question {
            a.offer(a.game.all_areas().map(Bombard), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let (game, area) = (&mut *play.game, self.0);
        let victim = game.faction(game.ground(area).owner.expect("judged"));
        play.cx.tell.all(Event::Bombarded { who: game.faction(play.seat), area, victim });
        game.push(Frame::BombardLose(area));
    }

    fn label(&self, view: &View) -> Label {
        let owner = view.area(self.0).and_then(|a| a.owner).map_or(String::new(), |o| seat_name(view, o));
        draft(format!("{} ({owner})", area_name(self.0)), "Bombard", rule!("SC-13.2"))
            .click(at(self.0))
            .mark("attack")
            .into()
    }

    fn words(&self) -> String {
        format!("bombard {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Bombard>, String> {
        Ok(if verb == "bombard" { Some(Bombard(spell::area(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        16 + u32::from(a.game.ground(self.0).base.is_some()) * 16
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let base = a.game.ground(self.0).base.is_some();
        Some(if base { "a rival's base stands there" } else { "a rival's units are there" }.into())
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Bombard(_), [Spot::Area(area) | Spot::Unit(area, _)]) =
            (about.view.question, about.spots)
        {
            out.push(Bombard(*area).into());
        }
    }
}
