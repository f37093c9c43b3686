//! The Fleet Commander closes a phase (RA-22.11), beside the moves and the attacks that are still open.

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::state::{Marks, Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::plain;
use klaxon_core::{Answer, Ask, Label, Reader, count, rule};
use serde::{Deserialize, Serialize};

/// Which phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Close {
    /// No more movement.
    EndMovement,
    /// No more combat.
    EndCombat,
}

impl Close {
    /// The phase, where it is asked for.
    fn of(question: Question) -> Option<Close> {
        if question == Question::Movement {
            return Some(Close::EndMovement);
        }
        (question == Question::Combat).then_some(Close::EndCombat)
    }
}

impl Answer<RedAlert> for Close {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn is_asked(a: Asked<'_>) -> bool {
        Close::of(a.question).is_some()
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Some(close) = Close::of(a.question)
            && a.is_chief()
        {
            out.push(Action::Close(close));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(Close::of(a.question) == Some(*self))?;
        if !a.is_chief() {
            return no(rule!("RA-22.11"), "only the Fleet Commander closes the phase; you may pass");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Close::EndMovement => play.game.end_movement(&mut play.cx),
            Close::EndCombat => play.game.end_combat(&mut play.cx),
        }
    }

    fn label(&self, _: &View) -> Label {
        match self {
            Close::EndMovement => plain("End movement", "Done", "done", rule!("RA-9.1")),
            Close::EndCombat => plain("End combat", "Done", "done", rule!("RA-10.2")),
        }
    }

    fn words(&self) -> String {
        match self {
            Close::EndMovement => "end-movement".into(),
            Close::EndCombat => "end-combat".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Close>, String> {
        Ok(match verb {
            "end-movement" => Some(Close::EndMovement),
            "end-combat" => Some(Close::EndCombat),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match self {
            Close::EndMovement => 24,
            Close::EndCombat => 2,
        }
    }
    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let open = a.open();
        let ordered = || open.units_of(a.side).filter(|id| open.unit(*id).is(Marks::ORDERED));
        let ready = ordered().filter(|id| !open.targets(*id).is_empty()).count();
        let all = count(ordered().count() as u32, "ordered unit");
        match self {
            Close::EndMovement => Some(format!("{ready} of your {all} can battle from where they stand")),
            Close::EndCombat => None,
        }
    }
}
