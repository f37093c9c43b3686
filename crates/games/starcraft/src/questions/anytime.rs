//! What everybody may decide whenever he likes, asked or not: giving up (D24). It is never among the choices.

use super::{
    Action, Asked,
    asked::{May, Verdict},
};
use crate::{state::StarCraft, turn::Play, view::View, words::label::draft};
use klaxon_core::{Answer, Ask, Label, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// What he decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anytime {
    /// Give up (SC-14.21).
    Concede,
}

impl Action {
    /// May it be taken by somebody who is not asked?
    pub fn is_anytime(&self) -> bool {
        matches!(self, Action::Anytime(_))
    }
}

impl May for Anytime {
    fn may(&self, a: Asked<'_>) -> Verdict {
        a.game.judge_concede(a.seat)
    }
}

impl Answer<StarCraft> for Anytime {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(_: Asked<'_>, _: &mut Vec<Action>) {}

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.concede(play.seat, &mut play.cx);
    }

    fn label(&self, _: &View) -> Label {
        draft("Give up", "Table", rule!("SC-14.21")).into()
    }

    fn words(&self) -> String {
        "concede".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Anytime>, String> {
        Ok((verb == "concede").then_some(Anytime::Concede))
    }

    /// Bots are never offered it.
    fn lean(&self, _: Asked<'_>) -> u32 {
        1
    }
}
