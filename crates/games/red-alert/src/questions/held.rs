//! A held-back unit comes onto the battlefield (D5).

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::board::Hex;
use crate::data::Kind;
use crate::instinct::deploy_lean;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// Which, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceHeld {
    /// The unit.
    pub unit: Kind,
    /// The hex.
    pub at: Hex,
}

impl Answer<RedAlert> for PlaceHeld {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Place a held-back unit next to one of your deployment hexes.";
        (view.question == Question::HeldBack)
            .then(|| Ask::new("held-back", Line::new(text, rule!("RA-4.18"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::HeldBack
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let left = a.game.held_left(a.side);
        for at in a.open().held_hexes(a.side).iter() {
            let kinds = Kind::ALL.into_iter().filter(|kind| left[*kind as usize] > 0);
            out.extend(kinds.map(|unit| Action::PlaceHeld(PlaceHeld { unit, at })));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::HeldBack)?;
        if a.game.held_left(a.side)[self.unit as usize] == 0 {
            return no(rule!("RA-4.16"), format!("no {} are held back", self.unit.words()));
        }
        if !a.open().held_hexes(a.side).has(self.at) {
            let text = "a held-back unit goes onto an empty hex adjacent to one of your deployment hexes";
            return no(rule!("RA-4.18"), text);
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.apply_place_held(play.side, self.unit, self.at, &mut play.cx);
    }

    fn label(&self, _: &View) -> Label {
        let clicks = vec![format!("unit:{}", self.unit.code()), self.at.to_string()];
        let text = format!("Place {} on {}", self.unit.words(), self.at);
        button(text, "Held-back units", clicks, "deploy", rule!("RA-4.18"))
    }

    fn words(&self) -> String {
        format!("place {} {}", self.unit.code(), self.at)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<PlaceHeld>, String> {
        if verb != "place" {
            return Ok(None);
        }
        Ok(Some(PlaceHeld { unit: spell::kind(r)?, at: spell::hex(r)? }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        deploy_lean(a.side, self.unit, self.at)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::HeldBack, Some((unit, at))) = (about.question(), about.unit()) {
            out.push(Action::PlaceHeld(PlaceHeld { unit, at }));
        }
    }
}
