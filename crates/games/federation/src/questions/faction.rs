//! FACTION 6 (SF-7.13): which race does the event strike?

use super::{About, Action, Asked, asked::Verdict};
use crate::{
    Federation, View,
    nouns::Race,
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Faction(pub Race);

impl Answer<Federation> for Faction {
    fn ask(view: &View) -> Option<Ask> {
        let Task::ChooseFaction(fx) = view.table.top()? else { return None };
        let text = format!("FACTION 6, your choice of race: {}.", phrase::event(fx));
        Some(Ask::new("faction", Line::new(text, rule!("SF-7.13"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::ChooseFaction(_))
    }

    fn offer(_: Asked<'_>, out: &mut Vec<Action>) {
        out.extend(Race::ALL.map(|race| Action::Faction(Faction(race))));
    }

    /// SF-7.13: any race will do.
    fn judge(&self, a: Asked<'_>) -> Verdict {
        if let Task::ChooseFaction(_) = a.task { Ok(()) } else { a.not_asked() }
    }

    fn take(self, play: &mut Play<'_>) {
        let Task::ChooseFaction(fx) = play.asked else { panic!("an event that wants a race") };
        play.event_on(fx, self.0);
    }

    fn label(&self, _view: &View) -> Label {
        answer(self.0.name(), vec![ids::war(self.0)], rule!("SF-7.13"))
    }

    fn words(&self) -> String {
        format!("faction {}", self.0.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Faction>, String> {
        if verb == "faction" { Ok(Some(Faction(spell::race(r)?))) } else { Ok(None) }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Race::ALL.map(|race| Action::Faction(Faction(race))));
    }
}
