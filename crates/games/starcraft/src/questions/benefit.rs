//! The End Draws Near (D21): its benefit.

use super::{
    Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::{coach, label::draft},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// Which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Benefit {
    /// The conquest point.
    TakePoint,
    /// The combat cards.
    TakeCards,
}

impl May for Benefit {
    fn may(&self, a: Asked<'_>) -> Verdict {
        if let Frame::EndBenefit(_) = a.question { Ok(()) } else { Err(not_asked()) }
    }
}

impl Answer<StarCraft> for Benefit {
    fn ask(view: &View) -> Option<Ask> {
        let text = "The end draws near: take a conquest point or 3 combat cards.";
        matches!(view.question, Frame::EndBenefit(_))
            .then(|| Ask::new("benefit", Line::new(text, rule!("SC-13.6"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        a.offer([Benefit::TakePoint, Benefit::TakeCards], out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Benefit::TakePoint => play.game.give_points(play.seat, 1, &mut play.cx),
            Benefit::TakeCards => play.game.draw_cards(play.seat, 3, &mut play.cx),
        }
    }

    fn label(&self, _: &View) -> Label {
        let text = match self {
            Benefit::TakePoint => "Gain 1 conquest point",
            Benefit::TakeCards => "Draw 3 combat cards",
        };
        draft(text, "The End Draws Near", rule!("SC-13.6")).into()
    }

    fn words(&self) -> String {
        match self {
            Benefit::TakePoint => "take point".into(),
            Benefit::TakeCards => "take cards".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Benefit>, String> {
        Ok(if verb == "take" && r.takes("point") {
            Some(Benefit::TakePoint)
        } else if verb == "take" && r.takes("cards") {
            Some(Benefit::TakeCards)
        } else {
            None
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match self {
            Benefit::TakePoint if a.game.rules.galactic => 1,
            Benefit::TakePoint => 96,
            // SC-14.10: after the second End card there is no battle left to lay them in.
            Benefit::TakeCards if a.game.end_has_come() => 1,
            Benefit::TakeCards => 16,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match self {
            Benefit::TakePoint => Some("conquest points win the game".into()),
            Benefit::TakeCards if a.game.end_has_come() => None,
            Benefit::TakeCards => Some("cards win battles".into()),
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::EndBenefit(_) = view.question { vec![&coach::EVENTS] } else { Vec::new() }
    }
}
