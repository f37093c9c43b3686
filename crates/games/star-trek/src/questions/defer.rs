//! D10: the ship whose option it is acts or defers (ST-7.5).

use super::asked::{Verdict, only};
use super::{About, Action, Asked};
use crate::coach;
use crate::event::Event;
use crate::state::{Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::button;
use crate::words::ship_name;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// Now or later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defer {
    /// Act with the ship.
    Act,
    /// Defer.
    Defer,
}

impl Answer<StarTrek> for Defer {
    fn ask(view: &View) -> Option<Ask> {
        let Question::ActOrDefer { ship } = view.asked else { return None };
        let text = format!("{} has the option: act with it now, or defer.", ship_name(view, ship));
        Some(Ask::new("act-or-defer", Line::new(text, rule!("ST-7.5"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.at(Stage::Act) && a.game.act.is_none() {
            out.extend([Action::Defer(Defer::Act), Action::Defer(Defer::Defer)]);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.game.optioned().is_some())
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Defer::Act => play.game.begin_activation(&mut play.fate),
            Defer::Defer => {
                let ship = play.game.optioned().expect("checked");
                play.fate.all(Event::Defers { ship: play.game.ship_tag(ship) });
                play.game.cursor += 1;
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match self {
            Defer::Act => {
                let ship = if let Question::ActOrDefer { ship } = view.asked { Some(ship) } else { None };
                let clicks = ship.map(|ship| format!("ship:{ship}")).into_iter().collect();
                button("Option", "act", clicks, "act", rule!("ST-7.5"))
            }
            Defer::Defer => button("Option", "defer", vec!["defer".into()], "", rule!("ST-7.5")),
        }
    }

    fn words(&self) -> String {
        match self {
            Defer::Act => "act".into(),
            Defer::Defer => "defer".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Defer>, String> {
        Ok(match verb {
            "act" => Some(Defer::Act),
            "defer" => Some(Defer::Defer),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_act(*self == Defer::Act)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_act(*self == Defer::Act)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::ActOrDefer { .. } = view.asked { vec![&coach::INITIATIVE] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let Question::ActOrDefer { .. } = about.view.asked {
            match about.kind {
                "ship" => out.push(Action::Defer(Defer::Act)),
                "defer" => out.push(Action::Defer(Defer::Defer)),
                _ => {}
            }
        }
    }
}
