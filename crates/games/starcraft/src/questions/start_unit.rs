//! Starting units (D4): each goes to the planet with one's base.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    board::areas_of,
    ids::{Area, Unit},
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        and_list, area_name, coach,
        label::{at, draft, who},
        spots::Spot,
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// A unit into an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartUnit {
    /// The unit.
    pub unit: Unit,
    /// The area.
    pub area: Area,
}

impl May for StartUnit {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Forces = a.question else {
            return Err(not_asked());
        };
        let (game, StartUnit { unit, area }) = (a.game, *self);
        need(game.next_starter(a.seat) == Some(unit), rule!("SC-2.22"), "another unit is to be placed now")?;
        let here = game.exists(area) && area.planet() == game.home(a.seat);
        need(here, rule!("SC-2.22"), "starting units go to the planet with your base")?;
        need(game.room(a.seat, area) > 0, rule!("SC-1.11"), "the area is full")
    }
}

fn prompt(view: &View) -> String {
    let Some(sheet) = who(view).map(|seat| view.seat(seat)) else {
        return "Place your starting units, then your transport, at your base's planet.".into();
    };
    let many = |(unit, n): &(Unit, u8)| match n {
        1 => unit_name(*unit).to_owned(),
        n => format!("{} ×{n}", unit_name(*unit)),
    };
    match &sheet.to_place[..] {
        [] => "Place your transport on a route of your base's planet.".into(),
        [(unit, _), ..] => {
            let left: Vec<String> = sheet.to_place.iter().map(many).collect();
            let name = unit_name(*unit);
            format!("Place a {name} on your base's planet. Still to come: {}.", and_list(&left))
        }
    }
}

impl Answer<StarCraft> for StartUnit {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Forces = view.question else {
            return None;
        };
        Some(Ask::new("forces", Line::new(prompt(view), rule!("SC-2.22"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Forces = a.question
            && let Some(unit) = a.game.next_starter(a.seat)
        {
            a.offer(areas_of(a.game.home(a.seat)).map(|area| StartUnit { unit, area }), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.place_starter(play.seat, self.unit, self.area, &mut play.cx);
        play.game.push(Frame::Forces);
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("{} to {}", unit_name(self.unit), area_name(self.area));
        draft(text, "Starting units", rule!("SC-2.22")).click(at(self.area)).into()
    }

    fn words(&self) -> String {
        format!("unit {} {}", self.unit, self.area)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<StartUnit>, String> {
        Ok(if verb == "unit" {
            Some(StartUnit { unit: spell::unit(r)?, area: spell::area(r)? })
        } else {
            None
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        if a.game.units_in(a.seat, self.area) == 0 { 48 } else { 12 }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let n = a.game.units_in(a.seat, self.area);
        Some(if n == 0 { "nobody of yours is there yet" } else { "your units stand together there" }.into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::Forces = view.question { vec![&coach::FORCES] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Forces, [Spot::Area(area)]) = (about.view.question, about.spots)
            && let Some((unit, _)) = about.view.seat(about.seat).to_place.first()
        {
            out.push(StartUnit { unit: *unit, area: *area }.into());
        }
    }
}
