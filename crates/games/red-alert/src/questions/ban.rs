//! Intercepted Orders (D28): the command card that may not be played this turn.

use super::asked::Verdict;
use super::{Action, Asked};
use crate::data::CommandId;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ban(pub CommandId);

impl Answer<RedAlert> for Ban {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Name the command card that he may not play this turn.";
        (view.question == Question::Ban).then(|| Ask::new("ban", Line::new(text, rule!("RA-17.10"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Ban
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let hand = a.game.secret.command[a.open().active.index()].kinds();
        out.extend(hand.map(|card| Action::Ban(Ban(CommandId(card)))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Ban)?;
        a.check_held(a.open().active, self.0)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.ban(self.0, &mut play.cx);
    }

    fn label(&self, _: &View) -> Label {
        let (text, clicks) = (format!("Forbid {}", self.0.card().name), vec![format!("known:{}", self.0)]);
        button(text, "Intercepted orders", clicks, "ban", rule!("RA-17.4"))
    }

    fn words(&self) -> String {
        format!("ban {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Ban>, String> {
        Ok(if verb == "ban" { Some(Ban(spell::command(r)?)) } else { None })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        8 + u32::from(self.0.card().initiative) * 4
    }
}
