//! Support vessels (D3), bought in secret.

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::coach;
use crate::data::{Class, Kind};
use crate::event::Event;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, plain};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, count, rule};
use serde::{Deserialize, Serialize};

/// One more, one fewer, or enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Buy {
    /// Buy a support vessel.
    Buy(Kind),
    /// Give one back.
    Return(Kind),
    /// The fleet is complete.
    DoneBuying,
}

impl Answer<RedAlert> for Buy {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Buy support vessels, or none; then say that you are done.";
        (view.question == Question::Buy).then(|| Ask::new("buy", Line::new(text, rule!("RA-4.4"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Buy
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let buy = Kind::ALL.into_iter().filter(|kind| a.game.check_buy(a.side, *kind).is_ok());
        out.extend(buy.map(|kind| Action::Buy(Buy::Buy(kind))));
        let bought = a.game.secret.bought[a.side.index()];
        let back = Kind::ALL.into_iter().filter(|kind| bought[*kind as usize] > 0);
        out.extend(back.map(|kind| Action::Buy(Buy::Return(kind))));
        if a.game.check_done_buying(a.side).is_ok() {
            out.push(Action::Buy(Buy::DoneBuying));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Buy)?;
        match *self {
            Buy::Buy(kind) => a.game.check_buy(a.side, kind),
            Buy::Return(kind) if a.game.secret.bought[a.side.index()][kind as usize] == 0 => {
                no(rule!("RA-4.4"), format!("you have bought no {}", kind.words()))
            }
            Buy::Return(_) => Ok(()),
            Buy::DoneBuying => a.game.check_done_buying(a.side),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let (side, team) = (play.side, play.team());
        let game = &mut *play.game;
        match self {
            Buy::Buy(unit) => {
                game.secret.bought[side.index()][unit as usize] += 1;
                play.cx.whisper(team, || Event::Bought { side, unit });
            }
            Buy::Return(unit) => {
                game.secret.bought[side.index()][unit as usize] -= 1;
                play.cx.whisper(team, || Event::Returned { side, unit });
            }
            Buy::DoneBuying => {
                game.open.done[side.index()] = true;
                play.cx.say(|| Event::BuyingDone { side });
            }
        }
    }

    fn label(&self, _: &View) -> Label {
        match *self {
            Buy::Buy(kind) => {
                let text = format!("Buy {} for {}", kind.words(), count(kind.stats().price, "point"));
                button(text, "Buy", vec![format!("buy:{}", kind.code())], "buy", rule!("RA-4.5"))
            }
            Buy::Return(kind) => {
                let text = format!("Give {} back", kind.words());
                button(text, "Give back", vec![format!("return:{}", kind.code())], "return", rule!("RA-4.4"))
            }
            Buy::DoneBuying => plain("Done buying", "Done", "done", rule!("RA-4.8")),
        }
    }

    fn words(&self) -> String {
        match *self {
            Buy::Buy(kind) => format!("buy {}", kind.code()),
            Buy::Return(kind) => format!("return {}", kind.code()),
            Buy::DoneBuying => "done-buying".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Buy>, String> {
        Ok(match verb {
            "buy" => Some(Buy::Buy(spell::kind(r)?)),
            "return" => Some(Buy::Return(spell::kind(r)?)),
            "done-buying" => Some(Buy::DoneBuying),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Buy::Buy(kind) => match kind.class() {
                Class::Fighter => 8,
                Class::Strike => 20,
                Class::Capital => 16,
            },
            Buy::Return(_) => 1,
            // Spend what there is before saying that one is done.
            Buy::DoneBuying => {
                let left = a.game.allowance(a.side).unwrap_or(0).saturating_sub(a.game.spent(a.side));
                if left >= 4 { 2 } else { 60 }
            }
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::Buy { vec![&coach::SUPPORT] } else { Vec::new() }
    }
}
