//! Several combats of one race (SF-13.5): which is fought first?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    nouns::Space,
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// Where it is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fight(pub Space);

impl Answer<Federation> for Fight {
    fn ask(view: &View) -> Option<Ask> {
        let Task::Combats = view.table.top()? else { return None };
        Some(Ask::new("fight", Line::new("Which combat is fought first?", rule!("SF-13.5"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Combats)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        out.extend(a.t.next_fights().iter().map(|&at| Action::Fight(Fight(at))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::Combats = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-13.5"), "the combats of the first race in faction order come first")
    }

    fn take(self, play: &mut Play<'_>) {
        play.begin_battle(self.0);
    }

    fn label(&self, _view: &View) -> Label {
        answer(format!("Fight at {} first", self.0.name()), vec![ids::space(self.0)], rule!("SF-13.5"))
    }

    fn words(&self) -> String {
        format!("fight {}", self.0.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Fight>, String> {
        if verb == "fight" { Ok(Some(Fight(spell::space(r)?))) } else { Ok(None) }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some(format!("{} decides what follows", self.0.name()))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        out.extend(about.spaces.iter().map(|&at| Action::Fight(Fight(at))));
    }
}
