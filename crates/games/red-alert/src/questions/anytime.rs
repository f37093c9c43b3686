//! What a Fleet Commander may decide whenever he likes, asked or not: giving up and draws (D29), and who holds the stars (D30).
//!
//! These pass `check` and are never among the choices, so that random play and lists of buttons stay sane; a page has
//! buttons of its own for them.

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::board::Side;
use crate::event::Event;
use crate::state::{End, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::plain;
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use serde::{Deserialize, Serialize};

/// What he decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anytime {
    /// Give up.
    Concede,
    /// Offer a draw; it stands until the end of the turn.
    OfferDraw,
    /// Agree to a draw.
    AcceptDraw,
    /// Take all decisions that cost stars, or give them back.
    StarControl(bool),
}

impl Anytime {
    /// All of them, in the order of the page's buttons.
    pub const ALL: [Anytime; 5] = [
        Anytime::OfferDraw,
        Anytime::AcceptDraw,
        Anytime::StarControl(true),
        Anytime::StarControl(false),
        Anytime::Concede,
    ];
}

impl Action {
    /// May it be taken at any time, so that it is never among the choices?
    pub fn is_anytime(&self) -> bool {
        matches!(self, Action::Anytime(_))
    }
}

impl Answer<RedAlert> for Anytime {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(_: Asked<'_>, _: &mut Vec<Action>) {}

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if !a.is_chief() {
            return no(rule!("RA-22.8"), "this is for the Fleet Commander to decide");
        }
        let offers = a.open().draw_offer;
        match *self {
            Anytime::OfferDraw if offers[a.side.index()] => {
                no(rule!("RA-21.6"), "your offer stands until the end of the turn")
            }
            Anytime::AcceptDraw if !offers[a.side.other().index()] => {
                no(rule!("RA-21.6"), "the other side has offered no draw")
            }
            Anytime::StarControl(_) if a.open().team_size(a.side) == 1 => {
                no(rule!("RA-22.7"), "you play your side alone: the stars are yours anyway")
            }
            Anytime::StarControl(on) if a.open().star_control[a.side.index()] == on => {
                no(rule!("RA-22.7"), "that is so already")
            }
            Anytime::Concede | Anytime::OfferDraw | Anytime::AcceptDraw | Anytime::StarControl(_) => Ok(()),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let side = play.side;
        let game = &mut *play.game;
        match self {
            Anytime::Concede => game.finish(End::Conceded(side.other()), &mut play.cx),
            // RA-21.6: two offers are a draw.
            Anytime::OfferDraw | Anytime::AcceptDraw => {
                if game.open.draw_offer[side.other().index()] {
                    game.finish(End::Agreed, &mut play.cx);
                } else {
                    game.open.draw_offer[side.index()] = true;
                    play.cx.say(|| Event::DrawOffered { side });
                }
            }
            Anytime::StarControl(on) => {
                game.open.star_control[side.index()] = on;
                play.cx.say(|| Event::StarControl { side, on });
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Anytime::Concede => plain("Give up", "Table", "concede", rule!("RA-21.7")),
            Anytime::OfferDraw => plain("Offer a draw", "Table", "table", rule!("RA-21.6")),
            Anytime::AcceptDraw => {
                // Only one offer can stand: two are a draw.
                let side = Side::BOTH.into_iter().find(|side| view.of_side(*side).offers_draw);
                let group = side.map_or("Table".into(), |side| format!("The {} offers a draw.", side.name()));
                plain("Accept the draw", group, "offered", rule!("RA-21.6"))
            }
            Anytime::StarControl(true) => plain("Take over the stars", "Table", "table", rule!("RA-22.7")),
            Anytime::StarControl(false) => {
                plain("Give the stars back to the officers", "Table", "table", rule!("RA-22.7"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Anytime::Concede => "concede".into(),
            Anytime::OfferDraw => "offer-draw".into(),
            Anytime::AcceptDraw => "accept-draw".into(),
            Anytime::StarControl(on) => format!("star-control {}", if on { "on" } else { "off" }),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Anytime>, String> {
        Ok(match verb {
            "concede" => Some(Anytime::Concede),
            "offer-draw" => Some(Anytime::OfferDraw),
            "accept-draw" => Some(Anytime::AcceptDraw),
            "star-control" => Some(Anytime::StarControl(match r.word("on or off")? {
                "on" => true,
                "off" => false,
                other => return Err(format!("star-control on or off, not `{other}`")),
            })),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        1
    }
}
