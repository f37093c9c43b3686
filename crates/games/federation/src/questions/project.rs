//! The event that advances research (SF-7.1): which project moves on?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    situation::spell,
    state::{CARDS, Task},
    turn::Play,
    words::{ids, label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card that moves on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Research(pub u8);

impl Answer<Federation> for Research {
    fn ask(view: &View) -> Option<Ask> {
        let Task::AdvanceResearch = view.table.top()? else { return None };
        Some(Ask::new("research", Line::new("Which project moves on?", rule!("SF-7.1"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::AdvanceResearch)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        out.extend(a.t.projects().map(|(card, _)| Action::Research(Research(card))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::AdvanceResearch = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-7.1"), "only a project on the Research Progress Track moves on")
    }

    fn take(self, play: &mut Play<'_>) {
        play.move_card(self.0, 1);
    }

    fn label(&self, view: &View) -> Label {
        let text = format!("{} advances", phrase::card(&view.table, self.0));
        answer(text, vec![ids::card(self.0)], rule!("SF-7.1"))
    }

    fn words(&self) -> String {
        format!("research {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Research>, String> {
        if verb == "research" { Ok(Some(Research(spell::card(r)?))) } else { Ok(None) }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("this technology is nearest to being useful".into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.table.top() == Some(Task::AdvanceResearch) { vec![&coach::RESEARCH] } else { Vec::new() }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend((0..CARDS as u8).map(|card| Action::Research(Research(card))));
    }
}
