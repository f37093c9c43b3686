//! A combat card for a star at the end of the turn (D23), for who played none.

use super::asked::{Verdict, no};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::coach;
use crate::data::CombatId;
use crate::event::Event;
use crate::situation::spell;
use crate::state::{Question, RedAlert, Stage};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card that goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Discard(pub CombatId);

impl Answer<RedAlert> for Discard {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Discard a combat card for a star, or keep them all.";
        (view.question == Question::Discard).then(|| Ask::new("discard", Line::new(text, rule!("RA-15.1"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Discard
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let cards = a.game.secret.combat[a.side.index()].kinds();
        out.extend(cards.map(|card| Action::DiscardForStar(Discard(CombatId(card)))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Discard)?;
        if a.game.secret.combat[a.side.index()].0[self.0.index()] == 0 {
            return no(rule!("RA-15.1"), format!("you do not hold {}", self.0.card().name));
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let (side, card) = (play.side, self.0);
        let game = &mut *play.game;
        game.secret.combat[side.index()].0[card.index()] -= 1;
        game.open.combat_cards[side.index()] -= 1;
        game.open.combat_discard[card.index()] += 1;
        play.cx.reveal(|| Event::DiscardedForStar { side, card });
        game.gain(side, 1, &mut play.cx);
        game.open.stage = Stage::TimePressure;
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("Discard {} for a star", self.0.card().name);
        button(text, "Discard", vec![format!("card:{}", self.0)], "discard", rule!("RA-15.1"))
    }

    fn words(&self) -> String {
        format!("discard {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Discard>, String> {
        Ok(if verb == "discard" { Some(Discard(spell::combat(r)?)) } else { None })
    }

    /// A card that can do nothing in this battle is worth the star.
    fn lean(&self, a: Asked<'_>) -> u32 {
        if a.open().is_dead(a.side, self.0) { 240 } else { 4 }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::Discard { vec![&coach::DISCARD] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Discard, Some(card)) = (about.question(), about.combat()) {
            out.push(Action::DiscardForStar(Discard(card)));
        }
    }
}

/// Keeping them all.
pub(super) fn passing(question: Question) -> Option<Passing> {
    let keep = |play: &mut Play<'_>| play.game.open.stage = Stage::TimePressure;
    (question == Question::Discard)
        .then(|| Passing { lean: 60, ..Passing::no("Keep all cards", rule!("RA-15.1"), keep) })
}
