//! A pursuit for two stars (D20, chapter 14).

use super::asked::Verdict;
use super::pass::Passing;
use super::{Action, Asked};
use crate::coach;
use crate::state::{Question, RedAlert, Step};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, your_unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// Yes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pursue {
    /// Pay 2 stars and pursue.
    Pursue,
}

impl Answer<RedAlert> for Pursue {
    fn ask(view: &View) -> Option<Ask> {
        let Question::Pursuit(hex) = view.question else { return None };
        let text = format!("Pay 2 stars to let {} pursue?", your_unit(&view.open, hex));
        Some(Ask::new("pursuit", Line::new(text, rule!("RA-14.2")).about(hex.to_string())))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.question, Question::Pursuit(_))
    }

    fn offer(_: Asked<'_>, out: &mut Vec<Action>) {
        out.push(Action::Pursue(Pursue::Pursue));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(matches!(a.question, Question::Pursuit(_)))
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.spend(play.side, 2);
        play.game.pursue(&mut play.cx);
    }

    fn label(&self, view: &View) -> Label {
        let clicks = view.open.combat().map_or(Vec::new(), |c| vec![c.from.to_string(), c.at.to_string()]);
        button("Pursue for 2 stars", "Pursuit", clicks, "pursue", rule!("RA-14.2"))
    }

    fn words(&self) -> String {
        "pursue".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Pursue>, String> {
        Ok((verb == "pursue").then_some(Pursue::Pursue))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        40
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::Pursuit(_) = view.question { vec![&coach::PURSUIT] } else { Vec::new() }
    }
}

/// Not pursuing.
pub(super) fn passing(question: Question) -> Option<Passing> {
    let Question::Pursuit(_) = question else { return None };
    Some(Passing::no("Do not pursue", rule!("RA-14.2"), |play| play.step(Step::AfterCard)))
}
