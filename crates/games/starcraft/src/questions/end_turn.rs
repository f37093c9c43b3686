//! The end of a turn (D8), where pieces of one's own may still be destroyed.

use super::{
    Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::label::draft,
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// There is one way to do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndTurn {
    /// The turn ends.
    EndTurn,
}

impl May for EndTurn {
    fn may(&self, a: Asked<'_>) -> Verdict {
        if a.question == Frame::EndTurn { Ok(()) } else { Err(not_asked()) }
    }
}

impl Answer<StarCraft> for EndTurn {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Your order is done: end your turn.", rule!("SC-4.1"));
        (view.question == Frame::EndTurn).then(|| Ask::new("end", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        a.offer([EndTurn::EndTurn], out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        // SC-4.8: the token is back with its owner, and play passes on.
        play.game.turn = None;
    }

    fn label(&self, _: &View) -> Label {
        draft("End the turn", "Turn", rule!("SC-4.1")).mark("pass").into()
    }

    fn words(&self) -> String {
        "end".into()
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<EndTurn>, String> {
        Ok((verb == "end" && r.peek().is_none()).then_some(EndTurn::EndTurn))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        256
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("nothing of yours is in your own way".into())
    }
}
