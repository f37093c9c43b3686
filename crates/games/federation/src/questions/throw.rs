//! Before a throw: Out Maneuver adds a die to a combat (SF-9.16); at the slowest pace every throw waits for its player.

use super::{
    About, Action, Asked, Spot,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    data::Pays,
    event::Event,
    nouns::{Resource, Space},
    situation::spell,
    state::{Purpose, Table, Task},
    turn::Play,
    words::{
        ids,
        label::{OWN, answer, mark},
        line, phrase,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// Throw, or do something before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Throw {
    /// Throw the dice.
    Throw,
    /// Spend this Maneuver token for one more combat die.
    OutManeuver(Spot),
}

impl Answer<Federation> for Throw {
    fn ask(view: &View) -> Option<Ask> {
        let t = &view.table;
        if let Some(Task::Roll(purpose)) = t.top() {
            let line = if purpose == Purpose::Combat {
                Line::new(clash(t), rule!("SF-13.6"))
            } else {
                let (what, rule) = line::purpose(purpose);
                let n = phrase::n_dice(t.dice_for(purpose));
                Line::new(format!("Next comes the throw for {what}, with {n}."), rule)
            };
            return Some(Ask::new("throw", line));
        }
        let Task::OutManeuver = t.top()? else { return None };
        let text = format!("{} Throw, or spend Maneuver for one more?", clash(t));
        Some(Ask::new("out-maneuver", Line::new(text, rule!("SF-9.16"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Roll(_) | Task::OutManeuver)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        out.push(Action::Throw(Throw::Throw));
        if let Task::OutManeuver = a.task {
            let spots = a.t.spots(Resource::Maneuver);
            out.extend(spots.iter().map(|&spot| Action::Throw(Throw::OutManeuver(spot))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if a.offers(*self) {
            return Ok(());
        }
        let Throw::OutManeuver(spot) = *self else { return a.not_asked() };
        if let Task::Actions = a.task {
            return no(rule!("SF-9.16"), "Out Maneuver is played just before a combat roll");
        }
        let Task::OutManeuver = a.task else { return a.not_asked() };
        a.t.check_pay(Resource::Maneuver, spot)
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Throw::Throw => {
                let purpose = if let Task::Roll(purpose) = play.asked { purpose } else { Purpose::Combat };
                play.push(Task::Roll(purpose));
            }
            // SF-9.16: a die more for each token.
            Throw::OutManeuver(spot) => {
                play.pay(Resource::Maneuver, spot, Pays::Spend);
                play.t.battle.dice += 1;
                play.tell.all(Event::OutManeuvered { dice: play.t.battle.dice });
                play.push(Task::OutManeuver);
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        let t = &view.table;
        match *self {
            Throw::Throw => {
                let (text, clicks, rule) = if let Some(Task::Roll(purpose)) = t.top()
                    && purpose != Purpose::Combat
                {
                    let (what, rule) = line::purpose(purpose);
                    let text = format!("Throw {} for {what}", phrase::n_dice(t.dice_for(purpose)));
                    (text, vec![], rule)
                } else {
                    let text = format!("Throw {}", phrase::n_dice(t.battle.dice));
                    (text, vec![ids::space(t.battle.space)], rule!("SF-13.6"))
                };
                Label { mark: OWN, ..answer(text, clicks, rule) }
            }
            Throw::OutManeuver(spot) => Label {
                mark: mark(Pays::Spend),
                ..answer(
                    format!("Out Maneuver: one more die (spend {})", phrase::paying(spot)),
                    vec![ids::spot(Resource::Maneuver, spot, t.columns)],
                    rule!("SF-9.16"),
                )
            },
        }
    }

    fn words(&self) -> String {
        match *self {
            Throw::Throw => "throw".into(),
            Throw::OutManeuver(spot) => format!("out-maneuver {}", spell::with(spot)),
        }
    }

    fn read(a: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Throw>, String> {
        Ok(match verb {
            "throw" => Some(Throw::Throw),
            "out-maneuver" => Some(Throw::OutManeuver(spell::pay(a.t, Resource::Maneuver, r)?)),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match (*self, a.t.battle.space, a.t.battle.dice) {
            (Throw::Throw, _, _) => 100,
            (Throw::OutManeuver(_), Space::SOL, 0..=3) => 500,
            (Throw::OutManeuver(_), _, 0..=2) => 200,
            (Throw::OutManeuver(_), _, _) => 20,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let n = a.t.battle.dice;
        let dice = phrase::n_dice(n);
        Some(match (*self, a.task) {
            (Throw::OutManeuver(_), _) => {
                format!("{dice} alone may miss, and a lost battle costs more than a token")
            }
            (Throw::Throw, Task::Roll(_)) => "the dice have to fall".into(),
            (Throw::Throw, _) if n == 1 => format!("{dice} is enough to risk it"),
            (Throw::Throw, _) => format!("{dice} are enough to risk it"),
        })
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let top = view.table.top();
        if top == Some(Task::OutManeuver) {
            return vec![&coach::COMBAT, &coach::OUT_MANEUVER];
        }
        if top == Some(Task::Roll(Purpose::Setup)) {
            return vec![&coach::GOAL, &coach::PLACING];
        }
        if top == Some(Task::Roll(Purpose::Combat)) {
            return vec![&coach::COMBAT];
        }
        if let Some(Task::Roll(Purpose::Contest(_))) = top {
            return vec![&coach::SPIES];
        }
        Vec::new()
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        out.push(Action::Throw(Throw::Throw));
        out.extend(about.spots.iter().map(|&spot| Action::Throw(Throw::OutManeuver(spot))));
    }
}

/// Who fights where, with what.
fn clash(t: &Table) -> String {
    let (at, fleets) = (t.battle.space.name(), phrase::fleets(t.battle.fleets));
    format!("Combat at {at} against {fleets} with {}.", phrase::n_dice(t.battle.dice))
}
