//! Passing: no card, no battle back, no pursuit, no second move, stay where you are, I am done.
//!
//! It is one decision with one name, in logs and on the wire, whatever is declined. What it means belongs to the question
//! that may be declined: each of them says so in its [`Passing`], and here is their list.

use super::asked::Verdict;
use super::{Action, Asked, alert, attack, battle_back, card, discard, markers, moves, pursue};
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::plain;
use klaxon_core::{Answer, Ask, Label, Reader, RuleId, count, rule};
use serde::{Deserialize, Serialize};

/// There is one way to do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    /// No.
    Pass,
}

/// What passing means at one question.
pub(crate) struct Passing {
    /// The button.
    pub text: &'static str,
    /// The rule that leaves it open.
    pub rule: RuleId,
    /// The kind of button.
    pub mark: &'static str,
    /// How much one leans to it.
    pub lean: u32,
    /// May this seat pass?
    pub may: fn(Asked<'_>) -> Verdict,
    /// What comes of it.
    pub take: fn(&mut Play<'_>),
}

impl Passing {
    /// A no that is open to whoever is asked.
    pub(crate) fn no(text: &'static str, rule: RuleId, take: fn(&mut Play<'_>)) -> Passing {
        Passing { text, rule, mark: "pass", lean: 12, may: |_| Ok(()), take }
    }
}

/// The questions that may be declined.
const DECLINED: [fn(Question) -> Option<Passing>; 8] = [
    card::passing,
    markers::passing,
    moves::passing,
    attack::passing,
    alert::passing,
    battle_back::passing,
    pursue::passing,
    discard::passing,
];

fn passing(question: Question) -> Option<Passing> {
    DECLINED.iter().find_map(|of| of(question))
}

impl Answer<RedAlert> for Pass {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if passing(a.question).is_some_and(|pass| (pass.may)(a).is_ok()) {
            out.push(Action::Pass(Pass::Pass));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        match passing(a.question) {
            Some(pass) => (pass.may)(a),
            None => a.not_asked(),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let pass = passing(play.game.open.question()).expect("checked");
        (pass.take)(play);
    }

    fn label(&self, view: &View) -> Label {
        match passing(view.question) {
            Some(pass) => plain(pass.text, "Done", pass.mark, pass.rule),
            None => plain("Pass", "Done", "pass", rule!("RA-6.1")),
        }
    }

    fn words(&self) -> String {
        "pass".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Pass>, String> {
        Ok(matches!(verb, "pass" | "stay").then_some(Pass::Pass))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        passing(a.question).map_or(12, |pass| pass.lean)
    }
    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let open = a.open();
        let (stars, cards) = (open.stars(a.side), open.combat_cards[a.side.index()]);
        Some(format!("you keep your {} and {}", count(stars, "star"), count(cards, "combat card")))
    }
}
