//! D19: after a collision a ship is put beside what it struck (ST-9.3, ST-9.5, ST-9.9).

use super::asked::{Verdict, named, no, not_asked};
use super::pass::Passing;
use super::{Action, Asked};
use crate::coach;
use crate::event::Event;
use crate::kinds::ShipId;
use crate::situation::spell;
use crate::state::StarTrek;
use crate::state::frame::{Frame, Piece};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::button;
use crate::words::line::degrees;
use crate::words::ship_name;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use klaxon_geometry::plane::Heading;

/// Where beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceShip {
    /// At this angle from the struck piece.
    pub angle: Heading,
    /// With this heading.
    pub heading: Heading,
}

named!(PlaceShip { angle: Heading, heading: Heading });

impl Answer<StarTrek> for PlaceShip {
    fn ask(view: &View) -> Option<Ask> {
        let Question::PlaceShip { ship, beside } = view.asked else { return None };
        let name = |id: ShipId| ship_name(view, id);
        let line = match beside {
            Piece::Ship(other) => {
                let text = format!("{} struck {}: place it beside, or leave it.", name(ship), name(other));
                Line::new(text, rule!("ST-9.3"))
            }
            Piece::Terrain(_) | Piece::Threat => {
                Line::new(format!("Place {} beside what it struck.", name(ship)), rule!("ST-9.5"))
            }
        };
        Some(Ask::new("place-ship", line))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some((ship, beside)) = placing(a) else { return };
        let now = a.game.ship(ship).heading;
        for angle in a.game.angles(ship, beside) {
            for heading in [now, angle, angle.astern()] {
                let action = Action::PlaceShip(PlaceShip { angle, heading });
                if !out.contains(&action) {
                    out.push(action);
                }
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        match placing(a) {
            Some((ship, beside)) => a.game.check_angle(ship, beside, self.angle),
            None => not_asked(),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        if let Some(Frame::Placing { ship, beside }) = play.game.stack.pop() {
            let at = play.game.beside(ship, beside, self.angle).expect("checked");
            let s = play.game.ship_mut(ship);
            (s.at, s.heading) = (at, self.heading);
            let ship = play.game.ship_tag(ship);
            play.fate.all(Event::Beside { ship, at, heading: self.heading });
        }
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("at {}, heading {}", degrees(self.angle), degrees(self.heading));
        let clicks = vec![format!("angle:{}", self.angle), format!("heading:{}", self.heading)];
        button("Place the ship", text, clicks, "place", rule!("ST-9.9"))
    }

    fn words(&self) -> String {
        format!("place {} {}", self.angle, self.heading)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<PlaceShip>, String> {
        if verb != "place" {
            return Ok(None);
        }
        let angle = spell::number(r, "angle")?;
        Ok(Some(PlaceShip { angle, heading: spell::number(r, "heading")? }))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::PlaceShip { .. } = view.asked { vec![&coach::COLLIDED] } else { Vec::new() }
    }
}

/// The ship that is placed, and beside what.
fn placing(a: Asked<'_>) -> Option<(ShipId, Piece)> {
    if let Some(Frame::Placing { ship, beside }) = a.frame { Some((*ship, *beside)) } else { None }
}

/// It stays where it is.
pub(super) const PASSING: Passing = Passing {
    may: |a| {
        placing(a).map(|(_, beside)| match beside {
            Piece::Ship(_) => Ok(()),
            Piece::Terrain(_) | Piece::Threat => {
                no(rule!("ST-9.5"), "the ship must be put beside the terrain")
            }
        })
    },
    take: |play| {
        if let Some(Frame::Placing { ship, .. }) = play.game.stack.pop() {
            play.fate.all(Event::Left { ship: play.game.ship_tag(ship) });
        }
    },
    text: |view| matches!(view.asked, Question::PlaceShip { .. }).then_some("leave it where it is"),
    why: |_| Some("where it stands it is in nobody's way".into()),
};
