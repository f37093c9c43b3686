//! The first five tokens (SF-1.14): which resource comes into the store?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    data::data,
    event::Event,
    nouns::Resource,
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The token that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Take(pub Resource);

impl Answer<Federation> for Take {
    fn ask(view: &View) -> Option<Ask> {
        let t = &view.table;
        let Task::TakeTokens = t.top()? else { return None };
        let left = data().sizes.start_tokens - t.stored.total();
        let tokens = if left == 1 { "token" } else { "tokens" };
        let text = format!("Take any {left} more {tokens} from the pools into Stored Resources.");
        Some(Ask::new("take", Line::new(text, rule!("SF-1.14"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::TakeTokens)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        out.extend(a.t.pools.types().map(|what| Action::Take(Take(what))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::TakeTokens = a.task else { return a.not_asked() };
        if a.t.pools.has(self.0) {
            return Ok(());
        }
        no(rule!("SF-1.14"), format!("no {} token is left in its pool", self.0.name()))
    }

    /// SF-1.14: a token from the pools into the store.
    fn take(self, play: &mut Play<'_>) {
        play.t.pools.take(self.0);
        play.t.stored.add(self.0, 1);
        play.tell.all(Event::Took { what: self.0 });
        play.push(Task::TakeTokens);
    }

    fn label(&self, _view: &View) -> Label {
        answer(format!("Take {}", self.0.name()), vec![ids::pool(self.0)], rule!("SF-1.14"))
    }

    fn words(&self) -> String {
        format!("take {}", self.0.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Take>, String> {
        if verb == "take" { Ok(Some(Take(spell::resource(r)?))) } else { Ok(None) }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let has = u32::from(a.t.stored.of(self.0));
        match self.0 {
            Resource::Build | Resource::Maneuver => 400 / (1 + has),
            Resource::Morale => 150 / (1 + has),
            Resource::Research | Resource::Espionage | Resource::Diplomacy | Resource::Warp => 10,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        Some(a.t.why_want(self.0))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.table.top() == Some(Task::TakeTokens) { vec![&coach::GOAL, &coach::FIVE] } else { Vec::new() }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Resource::ALL.map(|what| Action::Take(Take(what))));
    }
}
