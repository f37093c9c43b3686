//! Several fleets of a race destroyed (SF-13.15): which one goes back to the Spawn Order Track first?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    nouns::{Fleet, Race},
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The fleet that goes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bury(pub Fleet);

impl Answer<Federation> for Bury {
    fn ask(view: &View) -> Option<Ask> {
        let Task::Bury = view.table.top()? else { return None };
        Some(Ask::new("bury", Line::new("Which destroyed fleet goes back first?", rule!("SF-13.15"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Bury)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let race = Race::ALL.into_iter().find(|&r| a.t.wrecks(r).len() > 1);
        out.extend(
            race.into_iter().flat_map(|r| a.t.wrecks(r).iter()).map(|fleet| Action::Bury(Bury(fleet))),
        );
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::Bury = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-13.15"), "that fleet was not destroyed")
    }

    fn take(self, play: &mut Play<'_>) {
        play.bury_one(self.0);
        play.push(Task::Bury);
    }

    fn label(&self, _view: &View) -> Label {
        answer(format!("{} goes back first", self.0.name()), vec![ids::fleet(self.0)], rule!("SF-13.15"))
    }

    fn words(&self) -> String {
        format!("bury {}", self.0.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Bury>, String> {
        if verb == "bury" { Ok(Some(Bury(spell::fleet(r)?))) } else { Ok(None) }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Fleet::all().map(|fleet| Action::Bury(Bury(fleet))));
    }
}
