//! Dice on the table (SF-9.29): do they stand, or is Espionage sacrificed to throw them again?

use super::{
    About, Action, Asked, Spot,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    data::Pays,
    nouns::Resource,
    situation::spell,
    state::{Purpose, Roll, Task},
    turn::Play,
    words::{
        ids,
        label::{answer, mark},
        line, phrase,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// What becomes of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judge {
    /// They stand (D7).
    Accept,
    /// This Espionage token is sacrificed and they are thrown again.
    Reroll(Spot),
}

impl Answer<Federation> for Judge {
    fn ask(view: &View) -> Option<Ask> {
        let t = &view.table;
        let Task::Judge = t.top()? else { return None };
        let (what, _) = line::purpose(t.roll.purpose);
        let dice = phrase::dice(&t.roll.dice);
        let text =
            format!("The dice for {what} show {dice}. Accept, or sacrifice Espionage and throw again?");
        // Two questions to somebody who does not want to be asked: throws that cost something at once, and others.
        let rule = if t.roll_costs() { rule!("SF-9.29") } else { rule!("SF-0.16") };
        Some(Ask::new("judge", Line::new(text, rule)))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Judge)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        out.push(Action::Judge(Judge::Accept));
        out.extend(a.t.reroll_spots().iter().map(|&s| Action::Judge(Judge::Reroll(s))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        match (*self, a.task) {
            (Judge::Reroll(_), Task::Actions) => {
                return no(rule!("SF-9.29"), "a re-roll is made right after a die roll");
            }
            (Judge::Accept | Judge::Reroll(_), task) if task != Task::Judge => return a.not_asked(),
            (Judge::Accept | Judge::Reroll(_), _) => {}
        }
        if a.offers(*self) {
            return Ok(());
        }
        let Judge::Reroll(spot) = *self else { return a.not_asked() };
        if let Spot::Spy(race) | Spot::Attache(race) = spot
            && a.t.has_token(Resource::Espionage, spot)
        {
            let text = format!("the spy with the {} is the one whose contest is rolled", race.name());
            return no(rule!("SF-9.29"), text);
        }
        a.t.check_pay(Resource::Espionage, spot)
    }

    /// SF-9.29: the same number of dice with the same modifiers; may be done again with another token.
    fn take(self, play: &mut Play<'_>) {
        match self {
            Judge::Accept => play.settle_roll(),
            Judge::Reroll(spot) => {
                play.pay(Resource::Espionage, spot, Pays::Sacrifice);
                let Roll { purpose, dice } = play.t.roll;
                play.throw(purpose, dice.len() as u8, true);
                play.push(Task::Judge);
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        let t = &view.table;
        match *self {
            // Declining to throw again: who never wants to be asked can say so once.
            Judge::Accept => Label {
                mark: "pass",
                ..answer(
                    format!("Accept {}", phrase::dice(&t.roll.dice)),
                    vec![ids::die(0)],
                    rule!("SF-0.16"),
                )
            },
            Judge::Reroll(spot) => Label {
                mark: mark(Pays::Sacrifice),
                ..answer(
                    format!("Throw again (sacrifice {})", phrase::paying(spot)),
                    vec![ids::spot(Resource::Espionage, spot, t.columns)],
                    rule!("SF-9.29"),
                )
            },
        }
    }

    fn words(&self) -> String {
        match *self {
            Judge::Accept => "accept".into(),
            Judge::Reroll(spot) => format!("reroll {}", spell::with(spot)),
        }
    }

    fn read(a: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Judge>, String> {
        Ok(match verb {
            "accept" => Some(Judge::Accept),
            "reroll" => Some(Judge::Reroll(spell::pay(a.t, Resource::Espionage, r)?)),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match (*self, a.t.roll_hurts()) {
            (Judge::Accept, true) => 16,
            (Judge::Accept, false) => 2_000,
            (Judge::Reroll(spot), true) if spot.is_loose() => 900,
            (Judge::Reroll(_), _) => 1,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let text = match *self {
            Judge::Accept if a.t.roll_hurts() => "it hurts, but the Espionage token is worth more elsewhere",
            Judge::Accept => "the dice are good enough",
            Judge::Reroll(_) if a.t.roll.purpose == Purpose::Combat => {
                "the battle would be lost as the dice lie"
            }
            Judge::Reroll(_) => "the dice could hardly be worse",
        };
        Some(text.into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let t = &view.table;
        if t.top() != Some(Task::Judge) {
            return Vec::new();
        }
        let mut list = Vec::new();
        if t.roll.purpose == Purpose::Combat {
            list.push(&coach::COMBAT);
        } else if let Purpose::Contest(_) = t.roll.purpose {
            list.push(&coach::SPIES);
        }
        list.push(&coach::REROLL);
        list
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        out.push(Action::Judge(Judge::Accept));
        out.extend(about.spots.iter().map(|&spot| Action::Judge(Judge::Reroll(spot))));
    }
}
