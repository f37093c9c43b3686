//! A task force card (D2), where the players choose their fleets in turn.

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::coach;
use crate::data;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TaskForce(pub u8);

impl Answer<RedAlert> for TaskForce {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose a task force card.", rule!("RA-23.10"));
        (view.question == Question::TaskForce).then(|| Ask::new("task-force", line()))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::TaskForce
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let free = |n: &u8| !a.open().task_force.contains(n);
        let numbers = data::get().task_forces.iter().map(|force| force.number).filter(free);
        out.extend(numbers.map(|n| Action::PickTaskForce(TaskForce(n))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::TaskForce)?;
        if data::get().task_force(self.0).is_none() || a.open().task_force.contains(&self.0) {
            return no(rule!("RA-4.1"), format!("task force card {} is not to be had", self.0));
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.give_task_force(play.side, self.0, &mut play.cx);
        play.game.open.placer = play.side.other();
    }

    fn label(&self, _: &View) -> Label {
        let n = self.0;
        let force = data::get().task_force(n);
        let text = force.map_or_else(|| format!("Task force {n}"), |f| format!("{n}: {}", f.name));
        button(text, "Task forces", vec![format!("task-force:{n}")], "task-force", rule!("RA-4.1"))
    }

    fn words(&self) -> String {
        format!("task-force {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<TaskForce>, String> {
        Ok(if verb == "task-force" { Some(TaskForce(spell::number(r)?)) } else { None })
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::TaskForce { vec![&coach::TASK_FORCE] } else { Vec::new() }
    }
}
