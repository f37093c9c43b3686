//! A look at a hand (D21): whose.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{label::draft, seat_name, spots::Spot},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Seat, Situation, rule};
use serde::{Deserialize, Serialize};

/// The player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Peek(pub Seat);

impl May for Peek {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Peek(_) = a.question else {
            return Err(not_asked());
        };
        let other = self.0 != a.seat && self.0.0 < a.game.n && !a.game.player(self.0).out;
        need(other, rule!("SC-13.2"), "choose another player who is still in the game")
    }
}

impl Answer<StarCraft> for Peek {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose the player whose hand you look at.", rule!("SC-13.2"));
        matches!(view.question, Frame::Peek(_)).then(|| Ask::new("peek", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Peek(_) = a.question {
            a.offer(a.game.all_seats().map(Peek), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.look_at_hand(play.seat, self.0, &mut play.cx);
        play.game.push(Frame::PeekCard { seat: play.seat, at: self.0 });
    }

    fn label(&self, view: &View) -> Label {
        draft(seat_name(view, self.0), "Players", rule!("SC-13.2")).click(format!("seat:{}", self.0.0)).into()
    }

    fn words(&self) -> String {
        format!("peek {}", StarCraft::seat_word(self.0))
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Peek>, String> {
        Ok(if verb == "peek" { Some(Peek(spell::seat(r)?)) } else { None })
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Peek(_), [Spot::Seat(at)]) = (about.view.question, about.spots) {
            out.push(Peek(*at).into());
        }
    }
}
