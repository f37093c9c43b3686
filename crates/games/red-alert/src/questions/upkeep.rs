//! A star for each cloak at the start of the turn (D7), or it goes.

use super::asked::Verdict;
use super::{Action, Asked};
use crate::board::Hex;
use crate::coach;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{agreed, plain, unit, your_unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The cloak of the unit on this hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Upkeep {
    /// Pay a star to keep it.
    KeepCloak(Hex),
    /// Let it go.
    DropCloak(Hex),
}

impl Answer<RedAlert> for Upkeep {
    fn ask(view: &View) -> Option<Ask> {
        let Question::Upkeep(hex) = view.question else { return None };
        let text = format!("Pay 1 star to keep {} cloaked, or let the cloak go.", your_unit(&view.open, hex));
        Some(Ask::new("upkeep", Line::new(text, rule!("RA-19.6")).about(hex.to_string())))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.question, Question::Upkeep(_))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Question::Upkeep(hex) = a.question {
            out.extend([Upkeep::KeepCloak(hex), Upkeep::DropCloak(hex)].map(Action::Upkeep));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let (Upkeep::KeepCloak(hex) | Upkeep::DropCloak(hex)) = *self;
        a.only(a.question == Question::Upkeep(hex))
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Upkeep::KeepCloak(hex) => play.game.apply_upkeep(hex, true, &mut play.cx),
            Upkeep::DropCloak(hex) => play.game.apply_upkeep(hex, false, &mut play.cx),
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Upkeep::KeepCloak(at) => {
                let text = format!("Pay 1 star: {} [stay|stays] cloaked", unit(&view.open, at));
                plain(agreed(&view.open, at, &text), "Cloaks", "cloak", rule!("RA-19.6"))
            }
            Upkeep::DropCloak(at) => {
                let text = format!("Let the cloak of {} go", unit(&view.open, at));
                plain(text, "Cloaks", "decloak", rule!("RA-19.6"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Upkeep::KeepCloak(at) => format!("keep-cloak {at}"),
            Upkeep::DropCloak(at) => format!("drop-cloak {at}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Upkeep>, String> {
        Ok(match verb {
            "keep-cloak" => Some(Upkeep::KeepCloak(spell::hex(r)?)),
            "drop-cloak" => Some(Upkeep::DropCloak(spell::hex(r)?)),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match self {
            Upkeep::KeepCloak(_) => 12,
            Upkeep::DropCloak(_) => 8,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::Upkeep(_) = view.question { vec![&coach::CLOAKS] } else { Vec::new() }
    }
}
