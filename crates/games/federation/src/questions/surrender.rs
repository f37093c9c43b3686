//! An event that takes a token (SF-7.11): which of those deployed returns to its pool?

use super::{
    About, Action, Asked, Spot,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    nouns::Resource,
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// Where the token lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Return(pub Spot);

impl Answer<Federation> for Return {
    fn ask(view: &View) -> Option<Ask> {
        let Task::ReturnDeployed(what) = view.table.top()? else { return None };
        let text = format!("Which deployed {} token returns to the pool?", what.name());
        Some(Ask::new("return", Line::new(text, rule!("SF-7.11"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::ReturnDeployed(_))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Task::ReturnDeployed(what) = a.task {
            let spots = a.t.spots(what);
            out.extend(spots.iter().filter(|s| !s.is_loose()).map(|&s| Action::Return(Return(s))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::ReturnDeployed(_) = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-7.11"), "a deployed token of the named type is returned")
    }

    fn take(self, play: &mut Play<'_>) {
        let Task::ReturnDeployed(what) = play.asked else { panic!("an event that takes a token") };
        play.return_token(what, self.0);
    }

    fn label(&self, view: &View) -> Label {
        let what = match self.0 {
            Spot::Embassy(_) => Resource::Diplomacy,
            Spot::Column => Resource::Morale,
            Spot::Tray | Spot::Stored | Spot::Spy(_) | Spot::Attache(_) | Spot::Track { .. } => {
                Resource::Espionage
            }
        };
        let text = format!("Return {}", phrase::paying(self.0));
        answer(text, vec![ids::spot(what, self.0, view.table.columns)], rule!("SF-7.11"))
    }

    fn words(&self) -> String {
        format!("return {}", spell::at(self.0))
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Return>, String> {
        if verb == "return" { Ok(Some(Return(spell::spot(r)?))) } else { Ok(None) }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        out.extend(about.spots.iter().map(|&spot| Action::Return(Return(spot))));
    }
}
