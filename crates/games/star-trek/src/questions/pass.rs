//! Passing: no disk in reply, no second shot, nobody more to beam, leave the ship where it is.
//!
//! It is one decision with one name, in logs and on the wire, whatever is declined. What it means belongs to the question
//! that may be declined: each of them says so in its [`Passing`], and here is their list.

use super::asked::{Verdict, not_asked};
use super::{Action, Asked, beam, fire, place_ship, uses};
use crate::instinct::IDLE;
use crate::state::StarTrek;
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Reader, rule};
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
    /// Is this the question, and may it be declined?
    pub may: fn(Asked<'_>) -> Option<Verdict>,
    /// What comes of it.
    pub take: fn(&mut Play<'_>),
    /// The button, if this is the question and it has one of its own.
    pub text: fn(&View) -> Option<&'static str>,
    /// What speaks for it.
    pub why: fn(Asked<'_>) -> Option<String>,
}

/// The questions that may be declined.
const DECLINED: [Passing; 4] = [uses::PASSING, fire::PASSING, beam::PASSING, place_ship::PASSING];

impl Answer<StarTrek> for Pass {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if DECLINED.iter().any(|p| matches!((p.may)(a), Some(Ok(())))) {
            out.push(Action::Pass(Pass::Pass));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        DECLINED.iter().find_map(|p| (p.may)(a)).unwrap_or_else(not_asked)
    }

    fn take(self, play: &mut Play<'_>) {
        let asked = Asked::of(play.game, play.seat);
        let declined = DECLINED.iter().find(|p| (p.may)(asked).is_some()).expect("checked");
        (declined.take)(play);
    }

    fn label(&self, view: &View) -> Label {
        let own = DECLINED.iter().find_map(|p| (p.text)(view));
        // What is plainly declined need not be asked every time.
        let mark = if own.is_none() { "pass" } else { "" };
        button("Pass", own.unwrap_or("pass"), vec![], mark, rule!("ST-15.12"))
    }

    fn words(&self) -> String {
        "pass".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Pass>, String> {
        Ok((verb == "pass").then_some(Pass::Pass))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        IDLE
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        DECLINED.iter().find(|p| (p.may)(a).is_some()).and_then(|p| (p.why)(a))
    }
}
