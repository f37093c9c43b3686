//! Warp Bubble (SF-14.7): does the ship take a second step of the same Move?

use super::{About, Action, Asked, asked::Verdict};
use crate::{
    Federation, View,
    nouns::{Side, Space},
    situation::spell,
    state::Task,
    turn::Play,
    words::{
        ids,
        label::{answer, fight},
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// On, or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Onward {
    /// A second step.
    MoveOn {
        /// Where to.
        to: Space,
        /// The Mine Field that comes along.
        mine: Option<Side>,
    },
    /// No second step.
    Halt,
}

impl Answer<Federation> for Onward {
    fn ask(view: &View) -> Option<Ask> {
        let Task::MoveOn { at, .. } = view.table.top()? else { return None };
        let text = format!("Warp Bubble: does the ship move on from {}?", at.name());
        Some(Ask::new("move-on", Line::new(text, rule!("SF-14.7"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::MoveOn { .. })
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Task::MoveOn { ship, at } = a.task else { return };
        out.push(Action::Onward(Onward::Halt));
        let steps = a.t.step_options(ship, at, a.t.advantages().patrol);
        out.extend(steps.map(|(to, mine)| Action::Onward(Onward::MoveOn { to, mine })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::MoveOn { ship, at } = a.task else { return a.not_asked() };
        match *self {
            Onward::MoveOn { to, mine } => a.t.check_step(ship, at, to, mine),
            Onward::Halt => Ok(()),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let Task::MoveOn { ship, at } = play.asked else { panic!("a ship under way") };
        match self {
            Onward::MoveOn { to, mine } => play.move_ship(ship, at, to, mine, false),
            Onward::Halt => {}
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Onward::MoveOn { to, mine } => {
                let load = mine.map_or(String::new(), |side| format!(" with the {} Mine Field", side.word()));
                let text = format!("Move on to {}{load}{}", to.name(), fight(&view.table, to));
                answer(text, vec![ids::space(to)], rule!("SF-14.7"))
            }
            Onward::Halt => answer("Stay here", vec![], rule!("SF-14.7")),
        }
    }

    fn words(&self) -> String {
        match *self {
            Onward::MoveOn { to, mine } => format!("move-on {}{}", to.id(), spell::load(mine)),
            Onward::Halt => "halt".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Onward>, String> {
        Ok(match verb {
            "move-on" => Some(Onward::MoveOn { to: spell::space(r)?, mine: spell::carrying(r)? }),
            "halt" => Some(Onward::Halt),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match (*self, a.task) {
            (Onward::Halt, _) => 20,
            (Onward::MoveOn { to, mine }, Task::MoveOn { ship, at }) => a.t.lean_move(ship, at, to, mine),
            (Onward::MoveOn { .. }, _) => 16,
        }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some(match *self {
            Onward::MoveOn { to, .. } => {
                format!("the second step is free, and {} is where it leads", to.name())
            }
            Onward::Halt => "the ship is where it is needed".into(),
        })
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        out.push(Action::Onward(Onward::Halt));
        for &to in about.spaces {
            let sides = [None, Some(Side::Basic), Some(Side::Upgraded)];
            out.extend(sides.map(|mine| Action::Onward(Onward::MoveOn { to, mine })));
        }
    }
}
