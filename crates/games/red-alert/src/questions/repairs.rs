//! Damage Control (D26): which units the dice repair.

use super::asked::Verdict;
use super::{About, Action, Asked};
use crate::board::Hex;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// What one die does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repairs {
    /// A lost figure back to a unit.
    Restore(Hex),
    /// A red alert marker off a unit.
    ClearAlert(Hex),
}

impl Answer<RedAlert> for Repairs {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Give out the repairs that the dice allow.", rule!("RA-7.2"));
        (view.question == Question::Repairs).then(|| Ask::new("repairs", line()))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Repairs
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        for hex in a.open().fleets[a.open().active.index()].iter() {
            if a.open().check_restore(hex).is_ok() {
                out.push(Action::Repairs(Repairs::Restore(hex)));
            }
            if a.open().check_clear_alert(hex).is_ok() {
                out.push(Action::Repairs(Repairs::ClearAlert(hex)));
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Repairs)?;
        match *self {
            Repairs::Restore(hex) => a.open().check_restore(hex),
            Repairs::ClearAlert(hex) => a.open().check_clear_alert(hex),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Repairs::Restore(hex) => play.game.apply_restore(hex, &mut play.cx),
            Repairs::ClearAlert(hex) => play.game.apply_clear_alert(hex, &mut play.cx),
        }
    }

    fn label(&self, view: &View) -> Label {
        let (text, at, mark) = match *self {
            Repairs::Restore(at) => (format!("A figure back to {}", unit(&view.open, at)), at, "repair"),
            Repairs::ClearAlert(at) => {
                (format!("The red alert marker off {}", unit(&view.open, at)), at, "marker")
            }
        };
        button(text, "Repairs", vec![at.to_string()], mark, rule!("RA-7.2"))
    }

    fn words(&self) -> String {
        match *self {
            Repairs::Restore(at) => format!("restore {at}"),
            Repairs::ClearAlert(at) => format!("clear {at}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Repairs>, String> {
        Ok(match verb {
            "restore" => Some(Repairs::Restore(spell::hex(r)?)),
            "clear" => Some(Repairs::ClearAlert(spell::hex(r)?)),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let (Repairs::Restore(hex) | Repairs::ClearAlert(hex)) = *self;
        a.open().unit_at(hex).map_or(8, |id| u32::from(a.open().unit(id).kind.stats().points) * 6)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Repairs, Some(at)) = (about.question(), about.spot()) {
            out.push(Action::Repairs(Repairs::Restore(at)));
        }
    }
}
