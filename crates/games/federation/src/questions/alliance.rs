//! The event that breaks an alliance (SF-7.14): which one?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    nouns::{Pair, Relation},
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The allies that part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Break(pub Pair);

impl Answer<Federation> for Break {
    fn ask(view: &View) -> Option<Ask> {
        let Task::FailedAlliance = view.table.top()? else { return None };
        Some(Ask::new("break", Line::new("Which alliance breaks?", rule!("SF-7.14"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::FailedAlliance)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let allied = |p: &Pair| a.t.relations[p.index()] == Relation::Alliance;
        out.extend(Pair::all().filter(allied).map(|pair| Action::Break(Break(pair))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::FailedAlliance = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-7.14"), "those two are not allied")
    }

    fn take(self, play: &mut Play<'_>) {
        play.set_relation(self.0, Relation::Neutral);
    }

    fn label(&self, _view: &View) -> Label {
        let text = format!("The alliance of {} breaks", self.0.name());
        answer(text, vec![ids::pair(self.0)], rule!("SF-7.14"))
    }

    fn words(&self) -> String {
        format!("break {}", self.0.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Break>, String> {
        if verb == "break" { Ok(Some(Break(spell::pair(r)?))) } else { Ok(None) }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Pair::all().map(|pair| Action::Break(Break(pair))));
    }
}
