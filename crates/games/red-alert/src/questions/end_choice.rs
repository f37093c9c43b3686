//! The last choice of a turn (D25): two stars, or a star and a combat card.

use super::asked::Verdict;
use super::{Action, Asked};
use crate::coach;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::plain;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// What is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndChoice {
    /// Two stars.
    TwoStars,
    /// A star and a combat card.
    StarAndCard,
}

impl Answer<RedAlert> for EndChoice {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Take 2 stars, or 1 star and a combat card.", rule!("RA-15.1"));
        (view.question == Question::EndChoice).then(|| Ask::new("end-choice", line()))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::EndChoice
    }

    fn offer(_: Asked<'_>, out: &mut Vec<Action>) {
        out.extend([EndChoice::TwoStars, EndChoice::StarAndCard].map(Action::EndChoice));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::EndChoice)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.apply_end_choice(self == EndChoice::StarAndCard, &mut play.cx);
    }

    fn label(&self, _: &View) -> Label {
        let text = match self {
            EndChoice::TwoStars => "Take 2 stars",
            EndChoice::StarAndCard => "Take 1 star and a combat card",
        };
        plain(text, "End of turn", "stars", rule!("RA-15.1"))
    }

    fn words(&self) -> String {
        match self {
            EndChoice::TwoStars => "two-stars".into(),
            EndChoice::StarAndCard => "star-and-card".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<EndChoice>, String> {
        Ok(match verb {
            "two-stars" => Some(EndChoice::TwoStars),
            "star-and-card" => Some(EndChoice::StarAndCard),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match self {
            EndChoice::TwoStars if a.open().stars(a.side) < 4 => 24,
            EndChoice::TwoStars => 8,
            EndChoice::StarAndCard => 16,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let open = a.open();
        let (stars, cards) = (open.stars(a.side), open.combat_cards[a.side.index()]);
        Some(format!("you have {stars} stars and {cards} combat cards"))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::EndChoice { vec![&coach::END] } else { Vec::new() }
    }
}
