//! After the orders stars take red alert markers off (D11), and ordered units drop their cloaks (D12).

use super::asked::{Verdict, no};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::board::Hex;
use crate::coach;
use crate::situation::spell;
use crate::state::{Marks, Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// What comes off the unit on a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Markers {
    /// Pay to remove its red alert marker.
    RemoveMarker(Hex),
    /// It drops its cloak.
    Decloak(Hex),
}

impl Answer<RedAlert> for Markers {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Remove red alert markers (1 star ordered, 2 stars not) or cloaks, or go on.";
        (view.question == Question::Markers).then(|| Ask::new("markers", Line::new(text, rule!("RA-8.8"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Markers
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let open = a.open();
        for id in open.units_of(open.active) {
            let hex = open.unit(id).hex();
            if open.check_marker(id).is_ok() && open.spender(id) == a.seat {
                out.push(Action::Markers(Markers::RemoveMarker(hex)));
            }
            if open.check_decloak(id).is_ok() && open.unit_seat(id) == a.seat {
                out.push(Action::Markers(Markers::Decloak(hex)));
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Markers)?;
        let open = a.open();
        let (Markers::RemoveMarker(hex) | Markers::Decloak(hex)) = *self;
        let id = a.own_unit(hex)?;
        let decides = match self {
            Markers::RemoveMarker(_) => open.spender(id),
            Markers::Decloak(_) => open.unit_seat(id),
        };
        if decides != a.seat {
            return no(rule!("RA-22.6"), "another player of your side decides for this unit");
        }
        match self {
            Markers::RemoveMarker(_) => open.check_marker(id),
            Markers::Decloak(_) => open.check_decloak(id),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Markers::RemoveMarker(hex) => play.game.apply_marker(hex, &mut play.cx),
            Markers::Decloak(hex) => play.game.apply_decloak(hex, &mut play.cx),
        }
    }

    fn label(&self, view: &View) -> Label {
        let open = &view.open;
        match *self {
            Markers::RemoveMarker(at) => {
                let price = open.unit_at(at).map_or(1, |id| open.marker_price(id));
                let stars = if price == 1 { "1 star" } else { "2 stars" };
                let text = format!("Remove the marker of {} for {stars}", unit(open, at));
                button(text, "Markers", vec![at.to_string()], "marker", rule!("RA-8.8"))
            }
            Markers::Decloak(at) => {
                let text = format!("Drop the cloak of {}", unit(open, at));
                button(text, "Markers", vec![at.to_string()], "decloak", rule!("RA-19.5"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Markers::RemoveMarker(at) => format!("remove-marker {at}"),
            Markers::Decloak(at) => format!("decloak {at}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Markers>, String> {
        Ok(match verb {
            "remove-marker" => Some(Markers::RemoveMarker(spell::hex(r)?)),
            "decloak" => Some(Markers::Decloak(spell::hex(r)?)),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Markers::RemoveMarker(hex) => {
                let ordered =
                    a.open().own_at(a.side, hex).is_some_and(|id| a.open().unit(id).is(Marks::ORDERED));
                if ordered { 60 } else { 6 }
            }
            Markers::Decloak(_) => 40,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::Markers { vec![&coach::MARKERS] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Markers, Some(at)) = (about.question(), about.spot()) {
            out.push(Action::Markers(Markers::RemoveMarker(at)));
        }
    }
}

/// Going on.
pub(super) fn passing(question: Question) -> Option<Passing> {
    (question == Question::Markers)
        .then(|| Passing { lean: 16, ..Passing::no("Go on", rule!("RA-8.8"), |play| play.done()) })
}
