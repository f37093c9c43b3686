//! How a unit answers its red alerts (D17, D18, chapter 12). A Fleet Commander who holds the stars is asked for the repair
//! before the officer chooses the rest (RA-22.7).

use super::asked::{Verdict, no};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::coach;
use crate::event::Event;
use crate::route::Route;
use crate::situation::spell;
use crate::state::{Question, RedAlert, Step};
use crate::turn::Play;
use crate::view::View;
use crate::words::cap;
use crate::words::label::{agreed, button, plain, your_unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// What the unit does about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alert {
    /// The flagship's presence lets the unit disregard the red alert.
    Disregard,
    /// Pay 2 stars to repair.
    Repair,
    /// Retire along this path.
    Retire(Route),
}

impl Answer<RedAlert> for Alert {
    fn ask(view: &View) -> Option<Ask> {
        let open = &view.open;
        if let Question::Repair(hex) = view.question {
            let text = format!("Pay 2 stars to repair {}?", your_unit(open, hex));
            return Some(Ask::new("repair", Line::new(text, rule!("RA-12.6")).about(hex.to_string())));
        }
        let Question::RedAlert { at, hits, alerts } = view.question else { return None };
        let (unit, far) = (cap(&your_unit(open, at)), 2 * alerts);
        let alert = if alerts == 1 { "a red alert".into() } else { format!("{alerts} red alerts") };
        let (text, rule) = if hits > 0 {
            let text = format!(
                "{unit} [were|was] hit and [face|faces] {alert}: [they|it] must retire {far} hexes, unless something stops [them|it]."
            );
            (text, rule!("RA-12.2"))
        } else {
            let text =
                format!("{unit} [were|was] not hit: retire {far} hexes for {alert} if you like, or stay.");
            (text, rule!("RA-12.3"))
        };
        Some(Ask::new("red-alert", Line::new(agreed(open, at, &text), rule).about(at.to_string())))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.question, Question::Repair(_) | Question::RedAlert { .. })
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Question::Repair(_) = a.question {
            out.push(Action::Alert(Alert::Repair));
        }
        let Question::RedAlert { .. } = a.question else { return };
        let (open, combat) = (a.open(), a.fight());
        if open.check_disregard(combat).is_ok() {
            out.push(Action::Alert(Alert::Disregard));
        }
        if open.may_repair_now(combat) {
            out.push(Action::Alert(Alert::Repair));
        }
        out.extend(open.retire_paths(combat).into_iter().map(|path| Action::Alert(Alert::Retire(path))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let open = a.open();
        let facing = matches!(a.question, Question::RedAlert { .. });
        match *self {
            Alert::Disregard => {
                a.only(facing)?;
                open.check_disregard(a.fight())
            }
            Alert::Repair => {
                a.only(facing || matches!(a.question, Question::Repair(_)))?;
                open.check_repair(a.fight())?;
                if facing && !open.may_repair_now(a.fight()) {
                    return no(rule!("RA-22.7"), "the Fleet Commander has taken over the stars");
                }
                Ok(())
            }
            Alert::Retire(path) => {
                a.only(facing)?;
                open.check_retire(a.fight(), path)
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Alert::Disregard => play.game.calm(|ship| Event::Disregarded { ship }, &mut play.cx),
            Alert::Repair => {
                play.game.spend(play.side, 2);
                play.game.calm(|ship| Event::Repaired { ship }, &mut play.cx);
            }
            Alert::Retire(path) => play.game.retire(path, &mut play.cx),
        }
    }

    fn label(&self, _: &View) -> Label {
        match *self {
            Alert::Disregard => plain("Disregard the red alert", "Red alert", "disregard", rule!("RA-12.4")),
            Alert::Repair => plain("Repair for 2 stars", "Red alert", "repair", rule!("RA-12.6")),
            Alert::Retire(path) => match path.last() {
                None => plain("Stay and take the hits", "Retire", "retire", rule!("RA-12.18")),
                Some(end) => {
                    let clicks = vec![end.to_string()];
                    button(format!("Retire {path}"), "Retire", clicks, "retire", rule!("RA-12.13"))
                }
            },
        }
    }

    fn words(&self) -> String {
        match *self {
            Alert::Disregard => "disregard".into(),
            Alert::Repair => "repair".into(),
            Alert::Retire(path) if path.is_empty() => "retire".into(),
            Alert::Retire(path) => format!("retire {path}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Alert>, String> {
        Ok(match verb {
            "disregard" => Some(Alert::Disregard),
            "repair" => Some(Alert::Repair),
            "retire" => Some(Alert::Retire(spell::route(&spell::hexes(r)?)?)),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Alert::Disregard => 200,
            Alert::Repair => 40,
            Alert::Retire(path) => {
                let open = a.open();
                let risky = path.hexes().iter().any(|&h| open.unit_at(h).is_some() || open.asteroids.has(h));
                if risky { 4 } else { 16 }
            }
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Alert::Disregard => Some("the flagship lets it stay, and that costs nothing".into()),
            Alert::Repair => {
                Some(format!("it stays where it is, for 2 of your {} stars", a.open().stars(a.side)))
            }
            Alert::Retire(path) => {
                let open = a.open();
                let risky = path.hexes().iter().any(|&h| open.unit_at(h).is_some() || open.asteroids.has(h));
                (!risky).then(|| "the way is free".into())
            }
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let open = &view.open;
        if let Question::Repair(_) = view.question {
            return vec![&coach::REPAIR];
        }
        let Question::RedAlert { hits, .. } = view.question else { return Vec::new() };
        if hits == 0 {
            return vec![&coach::STAYING];
        }
        let mut list = vec![&coach::RED_ALERT];
        if open.combat().is_some_and(|c| open.check_disregard(c).is_ok()) {
            list.push(&coach::DISREGARD);
        }
        if open.combat().is_some_and(|c| open.may_repair_now(c)) {
            list.push(&coach::REPAIR);
        }
        list
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Question::RedAlert { at, .. } = about.question() else { return };
        let open = &about.view.open;
        if let (Some(end), Some(combat)) = (about.spot().filter(|end| *end != at), open.combat()) {
            let path = open.retire_paths(combat).into_iter().find(|path| path.last() == Some(end));
            out.push(Action::Alert(Alert::Retire(path.unwrap_or(Route::one(end)))));
        }
    }
}

/// A unit that was not hit stays; a Fleet Commander pays for no repair.
pub(super) fn passing(question: Question) -> Option<Passing> {
    if let Question::Repair(_) = question {
        return Some(Passing::no("Do not repair", rule!("RA-12.6"), |play| play.step(Step::Alert)));
    }
    let Question::RedAlert { .. } = question else { return None };
    let stay = |play: &mut Play<'_>| play.game.calm(|ship| Event::Stays { ship }, &mut play.cx);
    Some(Passing {
        lean: 120,
        may: |a| {
            // RA-12.3: only who was not hit may stay.
            if a.fight().hits == 0 {
                return Ok(());
            }
            no(rule!("RA-12.2"), "a unit that was hit must retire for its red alerts")
        },
        ..Passing::no("Stay", rule!("RA-12.3"), stay)
    })
}
