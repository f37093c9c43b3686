//! Alien War (SF-6.3): which Base in the territory of the race at war takes the hit?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    nouns::{Base, Race},
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The Base that is hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hit(pub Base);

impl Answer<Federation> for Hit {
    fn ask(view: &View) -> Option<Ask> {
        let Task::AlienWar(from) = view.table.top()? else { return None };
        let race = Race::ALL[usize::from(from.min(4))];
        let text = format!("The war of {} strikes one of your Bases. Which?", phrase::the(race));
        Some(Ask::new("hit", Line::new(text, rule!("SF-6.3"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::AlienWar(_))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Task::AlienWar(from) = a.task {
            out.extend(a.t.bases_in(Race::ALL[usize::from(from)]).map(|base| Action::Hit(Hit(base))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::AlienWar(_) = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-6.3"), "the hit falls on a Base in the territory of the race at war")
    }

    fn take(self, play: &mut Play<'_>) {
        let Task::AlienWar(from) = play.asked else { panic!("a war among aliens") };
        play.alien_war_hit(Race::ALL[usize::from(from)], self.0);
        play.push(Task::AlienWar(from + 1));
    }

    fn label(&self, _view: &View) -> Label {
        answer(format!("The {} takes the hit", self.0.name()), vec![ids::base(self.0)], rule!("SF-6.3"))
    }

    fn words(&self) -> String {
        format!("hit {}", self.0.word())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Hit>, String> {
        if verb == "hit" { Ok(Some(Hit(spell::base(r)?))) } else { Ok(None) }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        if a.t.base(self.0).upgraded { 900 } else { 8 }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("it is the cheapest thing to lose here".into())
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Base::ALL.map(|base| Action::Hit(Hit(base))));
    }
}
