//! Enough: nothing more is bought, moved, deployed.
//!
//! It is one decision with one name, in logs and on the wire, whatever comes to its end. What it means belongs to the
//! question that it ends: each of them says so in its [`Finishing`], and here is their list.

use super::{
    Action, Asked,
    asked::{May, Verdict},
    deploy, march, purchase, transport, z_end,
};
use crate::{
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::label::draft,
};
use klaxon_core::{Answer, Ask, Label, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// There is one way to do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// Nothing more of this.
    Done,
}

/// What it means at one question.
pub(crate) struct Finishing {
    /// The button.
    pub text: fn(&View) -> &'static str,
    /// How much one leans to it.
    pub lean: fn(Asked<'_>) -> u32,
    /// What speaks for it.
    pub why: fn(Asked<'_>) -> Option<String>,
    /// May this be all?
    pub may: fn(Asked<'_>) -> Verdict,
    /// What comes of it.
    pub take: fn(&mut Play<'_>),
}

impl Finishing {
    /// An end that is always open and changes nothing.
    pub(super) fn plain() -> Finishing {
        Finishing { text: |_| "No more", lean: |_| 4, why: |_| None, may: |_| Ok(()), take: |_| {} }
    }
}

/// The questions that come to an end.
const ENDED: [fn(Frame) -> Option<Finishing>; 5] =
    [purchase::finishing, march::finishing, deploy::finishing, transport::finishing, z_end::finishing];

fn finishing(question: Frame) -> Option<Finishing> {
    ENDED.iter().find_map(|of| of(question))
}

impl May for Finish {
    fn may(&self, a: Asked<'_>) -> Verdict {
        match finishing(a.question) {
            Some(finish) => (finish.may)(a),
            None => Err(not_asked()),
        }
    }
}

impl Answer<StarCraft> for Finish {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        a.offer([Finish::Done], out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let finish = finishing(play.question).expect("judged");
        (finish.take)(play);
    }

    fn label(&self, view: &View) -> Label {
        let text = finishing(view.question).map_or("No more", |finish| (finish.text)(view));
        draft(text, "Finish", rule!("SC-6.1")).into()
    }

    fn words(&self) -> String {
        "done".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Finish>, String> {
        Ok((verb == "done").then_some(Finish::Done))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        finishing(a.question).map_or(4, |finish| (finish.lean)(a))
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        finishing(a.question).and_then(|finish| (finish.why)(a))
    }
}
