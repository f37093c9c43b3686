//! D25: giving up and draws, whenever a player likes (ST-20.9). Only agreeing to a draw is among the choices.

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::instinct::SILLY;
use crate::state::StarTrek;
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Instinct, Label, Reader, Seat, rule};
use serde::{Deserialize, Serialize};

/// What he decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anytime {
    /// Give up.
    Concede,
    /// Offer a draw, or agree to one.
    OfferDraw,
}

impl Action {
    /// May it be taken at any time, asked or not?
    pub fn is_anytime(&self) -> bool {
        matches!(self, Action::Anytime(_))
    }
}

impl Answer<StarTrek> for Anytime {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        // Somebody offered a draw: whoever is asked may agree.
        if !a.game.draw.is_empty() && !a.game.draw.has(Seat(a.seat)) {
            out.push(Action::Anytime(Anytime::OfferDraw));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if *self == Anytime::OfferDraw && a.game.draw.has(Seat(a.seat)) {
            return no(rule!("ST-20.9"), "the offer stands until the end of the turn");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Anytime::Concede => play.game.concede(play.seat.0, &mut play.fate),
            Anytime::OfferDraw => play.game.offer_draw(play.seat.0, &mut play.fate),
        }
    }

    fn label(&self, view: &View) -> Label {
        let text = match self {
            Anytime::Concede => "concede",
            Anytime::OfferDraw if view.draw.is_empty() => "offer a draw",
            Anytime::OfferDraw => "agree to a draw",
        };
        button("Game", text, vec![], "", rule!("ST-20.9"))
    }

    fn words(&self) -> String {
        match self {
            Anytime::Concede => "concede".into(),
            Anytime::OfferDraw => "draw".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Anytime>, String> {
        Ok(match verb {
            "concede" => Some(Anytime::Concede),
            "draw" => Some(Anytime::OfferDraw),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match self {
            Anytime::Concede => SILLY,
            Anytime::OfferDraw if a.game.appraise(Seat(a.seat)) < 200 => 16,
            Anytime::OfferDraw => SILLY,
        }
    }
}
