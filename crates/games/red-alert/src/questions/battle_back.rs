//! Battling back for two stars (D19, chapter 13).

use super::asked::Verdict;
use super::pass::Passing;
use super::{Action, Asked};
use crate::coach;
use crate::state::{Question, RedAlert, Step};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, your_unit};
use crate::words::odds;
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

    /// Two stars are a repair or half a combat card: dear for one die, unless that one may bring a unit down.
    fn lean(&self, a: Asked<'_>) -> u32 {
        let (open, combat) = (a.open(), a.fight());
        let attacker = open.unit(combat.attacker);
        match open.dice(combat.target, combat.attacker, 0).total() {
            0 | 1 if attacker.figures > 1 => 1,
            0 | 1 => 12,
            2 => 20,
            _ => 36,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let (open, combat) = (a.open(), a.open().combat()?);
        let dice = odds::attack(open, combat.at, combat.from)?.total();
        let many = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
        Some(format!("{many} for 2 of your {} stars", open.stars(a.side)))
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
