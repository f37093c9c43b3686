//! Battling back for two stars (D19, chapter 13).

use super::asked::Verdict;
use super::pass::Passing;
use super::{Action, Asked};
use crate::coach;
use crate::state::{Question, RedAlert, Step};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, your_unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// Yes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleBack {
    /// Pay 2 stars and battle back.
    BattleBack,
}

impl Answer<RedAlert> for BattleBack {
    fn ask(view: &View) -> Option<Ask> {
        let Question::BattleBack(hex) = view.question else { return None };
        let text = format!("Pay 2 stars to let {} battle back?", your_unit(&view.open, hex));
        Some(Ask::new("battle-back", Line::new(text, rule!("RA-13.1")).about(hex.to_string())))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.question, Question::BattleBack(_))
    }

    fn offer(_: Asked<'_>, out: &mut Vec<Action>) {
        out.push(Action::BattleBack(BattleBack::BattleBack));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(matches!(a.question, Question::BattleBack(_)))
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.spend(play.side, 2);
        play.game.battle_back(0, &mut play.cx);
    }

    fn label(&self, view: &View) -> Label {
        let clicks = view.open.combat().map_or(Vec::new(), |c| vec![c.at.to_string(), c.from.to_string()]);
        button("Battle back for 2 stars", "Battle back", clicks, "attack", rule!("RA-13.1"))
    }

    fn words(&self) -> String {
        "battle-back".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<BattleBack>, String> {
        Ok((verb == "battle-back").then_some(BattleBack::BattleBack))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        24
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::BattleBack(_) = view.question { vec![&coach::BATTLE_BACK] } else { Vec::new() }
    }
}

/// Not battling back.
pub(super) fn passing(question: Question) -> Option<Passing> {
    let Question::BattleBack(_) = question else { return None };
    Some(Passing::no("Do not battle back", rule!("RA-13.1"), |play| play.step(Step::PursuitCard)))
}
