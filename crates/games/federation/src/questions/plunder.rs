//! Plunder (SF-15.11): which token do the Mercenaries take?

use super::{
    About, Action, Asked, Spot,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    event::Event,
    nouns::{AlienTech, FleetSet, Race, Resource},
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The token that is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plunder {
    /// Its type.
    pub what: Resource,
    /// Where it lies.
    pub from: Spot,
}

impl Answer<Federation> for Plunder {
    fn ask(view: &View) -> Option<Ask> {
        let Task::Plunder = view.table.top()? else { return None };
        let text = "The Mercenaries plunder: which token do you give up?";
        Some(Ask::new("plunder", Line::new(text, rule!("SF-15.11"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Plunder)
    }

    /// SF-15.11: any available token, or else one on the track.
    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let mercenaries = FleetSet::of_race(Race::Mercenaries);
        if a.t.battle.fleets.and(mercenaries).is_empty()
            || !a.t.has_tech(Race::Mercenaries, AlienTech::Plunder)
        {
            return;
        }
        for what in Resource::ALL {
            out.extend(a.t.spots(what).iter().map(|&from| Action::Plunder(Plunder { what, from })));
        }
        if !out.is_empty() {
            return;
        }
        for (row, cells) in a.t.track.iter().enumerate().skip(1) {
            for (column, cell) in cells.iter().enumerate() {
                let from = Spot::Track { row: row as u8, column: column as u8 };
                out.extend(cell.types().map(|what| Action::Plunder(Plunder { what, from })));
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::Plunder = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-15.11"), "an available token goes first; only without any, one of the Resource Track")
    }

    fn take(self, play: &mut Play<'_>) {
        let Plunder { what, from } = self;
        play.tell.all(Event::Plundered { what, from });
        play.lift(what, from);
        play.t.pools.add(what, 1);
    }

    fn label(&self, view: &View) -> Label {
        let text = format!("Give up {}: {}", self.what.name(), phrase::paying(self.from));
        answer(text, vec![ids::spot(self.what, self.from, view.table.columns)], rule!("SF-15.11"))
    }

    fn words(&self) -> String {
        format!("plunder {} from {}", self.what.id(), spell::at(self.from))
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Plunder>, String> {
        if verb != "plunder" {
            return Ok(None);
        }
        let what = spell::resource(r)?;
        let from = if r.takes("from") { spell::spot(r)? } else { Spot::Stored };
        Ok(Some(Plunder { what, from }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        if self.from.is_loose() { 2_000 / a.t.wish(self.what).max(1) } else { 1 }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some(format!("{} is missed least", self.what.name()))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        for what in Resource::ALL {
            out.extend(about.spots.iter().map(|&from| Action::Plunder(Plunder { what, from })));
        }
    }
}
