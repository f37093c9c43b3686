//! Being done: where all decide at the same time, each says when he has finished.
//!
//! It is one decision with one name, in logs and on the wire, whatever is finished. When it may be said and what it settles
//! belongs to the question that is finished: each of them says so in its [`Finish`], and here is their list.

use super::asked::{Verdict, not_asked};
use super::{About, Action, Asked, assign, build, cloak, deploy, keep, reveal, share};
use crate::event::Event;
use crate::instinct::GOOD;
use crate::state::{Stage, StarTrek};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use serde::{Deserialize, Serialize};

/// There is one way to say so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// Finished.
    Done,
}

/// What being done means at one question.
pub(crate) struct Finish {
    /// Where the question is asked.
    pub stage: Stage,
    /// May this seat be done?
    pub may: fn(Asked<'_>) -> Verdict,
    /// What it settles, if this is the question.
    pub settles: fn(&View) -> String,
    /// How much one leans to it.
    pub lean: fn(Asked<'_>) -> u32,
    /// What speaks for it.
    pub why: fn(Asked<'_>) -> Option<String>,
}

impl Finish {
    /// An end that is open to whoever is asked.
    pub(crate) const fn of(stage: Stage) -> Finish {
        Finish { stage, may: |_| Ok(()), settles: |_| String::new(), lean: |_| GOOD, why: |_| None }
    }
}

/// The questions that are finished.
const FINISHED: [Finish; 7] = [
    share::FINISH,
    build::FINISH,
    deploy::FINISH,
    reveal::FINISH,
    assign::FINISH,
    cloak::FINISH,
    keep::FINISH,
];

fn finish(a: Asked<'_>) -> Option<&'static Finish> {
    let stage = a.stage?;
    FINISHED.iter().find(|f| f.stage == stage)
}

impl Answer<StarTrek> for Done {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if finish(a).is_some_and(|f| (f.may)(a).is_ok()) {
            out.push(Action::Done(Done::Done));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        match finish(a) {
            Some(f) => (f.may)(a),
            None => not_asked(),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        play.rest();
        let who = play.game.seat_tag(play.seat.0);
        play.fate.all(Event::Finished { who });
    }

    fn label(&self, view: &View) -> Label {
        let settles: String = FINISHED.iter().map(|f| (f.settles)(view)).collect();
        button("Ready", format!("done{settles}"), vec!["done".into()], "done", rule!("ST-4.1"))
    }

    fn words(&self) -> String {
        "done".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Done>, String> {
        Ok((verb == "done").then_some(Done::Done))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        finish(a).map_or(GOOD, |f| (f.lean)(a))
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        finish(a).and_then(|f| (f.why)(a))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if about.kind == "done" {
            out.push(Action::Done(Done::Done));
        }
    }
}
