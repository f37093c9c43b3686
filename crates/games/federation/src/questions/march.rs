//! Fleets on the march: where a Raider turns aside (SF-5.8), and who takes which space in a Press (SF-5.28).

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    nouns::{Fleet, FleetSet, Space},
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// A fleet and its next space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    /// Who goes.
    pub fleet: Fleet,
    /// Where to.
    pub to: Space,
}

impl Answer<Federation> for March {
    fn ask(view: &View) -> Option<Ask> {
        if let Some(Task::Steps { rest, .. }) = view.table.top() {
            let name = rest.iter().next().map_or("the Raider".into(), phrase::the_fleet);
            return Some(Ask::new("march", Line::new(format!("Where does {name} go?"), rule!("SF-5.8"))));
        }
        let Task::Press { race, .. } = view.table.top()? else { return None };
        let text = format!("{} press on: which fleet takes which named space?", race.name());
        Some(Ask::new("press", Line::new(text, rule!("SF-5.28"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Steps { .. } | Task::Press { .. })
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Task::Steps { rest, .. } = a.task
            && let Some(fleet) = rest.iter().next()
            && let Some(at) = a.t.fleet_space(fleet)
        {
            out.extend(a.t.advance_targets(fleet, at).iter().map(|&to| Action::March(March { fleet, to })));
        }
        if let Task::Press { rest, .. } = a.task
            && let Some((at, group)) = a.t.next_press(rest)
        {
            let free = a.t.free_named(at);
            // SF-5.28: with room for all the first fleet chooses and the others follow; else any may take the space.
            let choosers = if usize::from(group.len()) <= free.len() { 1 } else { usize::from(group.len()) };
            for fleet in group.iter().take(choosers) {
                out.extend(free.iter().map(|&to| Action::March(March { fleet, to })));
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if a.offers(*self) {
            return Ok(());
        }
        if let Task::Steps { .. } = a.task {
            return no(rule!("SF-5.8"), "the Raider turns to a named space beside it that you hold");
        }
        let Task::Press { .. } = a.task else { return a.not_asked() };
        no(rule!("SF-5.28"), "a pressing fleet takes an unoccupied named space beside it")
    }

    fn take(self, play: &mut Play<'_>) {
        let asked = play.asked;
        play.move_fleet(self.fleet, self.to);
        let gone = FleetSet(self.fleet.bit());
        if let Task::Steps { all, rest, left } = asked {
            play.push(Task::Steps { all, rest: rest.minus(gone), left });
        } else if let Task::Press { race, rest } = asked {
            play.push(Task::Press { race, rest: rest.minus(gone) });
        }
    }

    fn label(&self, _view: &View) -> Label {
        let text = format!("{} to {}", self.fleet.name(), self.to.name());
        answer(text, vec![ids::fleet(self.fleet), ids::space(self.to)], rule!("SF-0.15"))
    }

    fn words(&self) -> String {
        format!("march {} {}", self.fleet.id(), self.to.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<March>, String> {
        if verb != "march" {
            return Ok(None);
        }
        Ok(Some(March { fleet: spell::fleet(r)?, to: spell::space(r)? }))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        for &to in about.spaces {
            out.extend(Fleet::all().map(|fleet| Action::March(March { fleet, to })));
        }
    }
}
