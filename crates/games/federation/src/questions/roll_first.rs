//! Two Attachés at one relationship (SF-11.8): which one rolls first?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    nouns::Race,
    situation::spell,
    state::Task,
    turn::Play,
    words::{label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// At whose court the Attaché is that rolls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RollFirst(pub Race);

impl Answer<Federation> for RollFirst {
    fn ask(view: &View) -> Option<Ask> {
        let Task::Shift { pair, .. } = view.table.top()? else { return None };
        let text =
            format!("The relationship of {} is about to change. Which Attaché rolls first?", pair.name());
        Some(Ask::new("roll-first", Line::new(text, rule!("SF-11.8"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Shift { .. })
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Task::Shift { pair, .. } = a.task {
            out.extend(a.t.attaches_of(pair).map(|race| Action::RollFirst(RollFirst(race))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::Shift { .. } = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-11.8"), "no Attaché of yours is there")
    }

    fn take(self, play: &mut Play<'_>) {
        let Task::Shift { pair, shift } = play.asked else { panic!("a relationship that changes") };
        play.roll_attache(self.0, pair, shift);
    }

    fn label(&self, _view: &View) -> Label {
        let text = format!("The Attaché with {} rolls first", phrase::the(self.0));
        answer(text, vec![format!("attache-{}", self.0.id())], rule!("SF-11.8"))
    }

    fn words(&self) -> String {
        format!("roll-first {}", self.0.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<RollFirst>, String> {
        if verb == "roll-first" { Ok(Some(RollFirst(spell::race(r)?))) } else { Ok(None) }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Race::ALL.map(|race| Action::RollFirst(RollFirst(race))));
    }
}
