//! After a Scout (D24, RA-15.3): the one of two command cards that is kept.

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::data::CommandId;
use crate::effect::command_words;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Keep(pub CommandId);

impl Answer<RedAlert> for Keep {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Keep one of the two command cards.", rule!("RA-15.3"));
        (view.question == Question::Keep).then(|| Ask::new("keep", line()))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Keep
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let [first, second] = a.game.secret.scouted;
        out.push(Action::Keep(Keep(CommandId(first))));
        if first != second {
            out.push(Action::Keep(Keep(CommandId(second))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Keep)?;
        if !a.game.secret.scouted.contains(&self.0.0) {
            return no(rule!("RA-15.3"), "that is not one of the two cards you drew");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.apply_keep(self.0, &mut play.cx);
    }

    fn label(&self, _: &View) -> Label {
        let card = self.0.card();
        let text = format!("Keep {}: {}", card.name, command_words(card));
        button(text, "Scouted cards", vec![format!("card:{}", self.0)], "card", rule!("RA-15.3"))
    }

    fn words(&self) -> String {
        format!("keep {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Keep>, String> {
        Ok(if verb == "keep" { Some(Keep(spell::command(r)?)) } else { None })
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Keep, Some(card)) = (about.question(), about.command()) {
            out.push(Action::Keep(Keep(card)));
        }
    }
}
