//! Only one battlebot squad is left: where is it stored (setup.bot_station, SA-15.11)? Asked of the captain.

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::event::Event;
use crate::ship::Station;
use crate::situation::spell;
use crate::state::{SpaceAlert, Stage};
use crate::turn::Play;
use crate::view::{StageView, View};
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Seat, rule};
use serde::{Deserialize, Serialize};

/// The station.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SquadAt(pub Station);

fn is_asked(a: Asked<'_>) -> bool {
    matches!(a.game.stage, Stage::OnlySquad { .. })
}

impl Answer<SpaceAlert> for SquadAt {
    fn ask(view: &View) -> Option<Ask> {
        let StageView::OnlySquad { .. } = view.stage else { return None };
        let captain = view.crew.first().map_or(Seat(0), |c| c.seat);
        let text = if view.seat == Some(captain) {
            "Where is the only battlebot squad stored?"
        } else {
            "The captain stores the only squad."
        };
        Some(Ask::new("squad-at", Line::new(text, rule!("SA-15.11"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if is_asked(a) {
            out.extend([Station::UB, Station::LR].map(|at| Action::SquadAt(SquadAt(at))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(is_asked(a))?;
        // SA-15.11: one of the two storages.
        if matches!(self.0, Station::UB | Station::LR) {
            return Ok(());
        }
        no(rule!("SA-15.11"), "battlebots are stored at UB or LR")
    }

    fn take(self, play: &mut Play<'_>) {
        let Stage::OnlySquad { levels } = play.game.stage else { unreachable!("checked") };
        play.game.campaign.carried.only_squad_at = Some(self.0);
        play.tell.all(Event::SquadAt(self.0));
        play.game.begin_mission(levels, play.luck, play.tell);
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("Store it at {}", self.0.name());
        button(text, "Battlebots", rule!("SA-15.11"), vec![self.0.word().into()])
    }

    fn words(&self) -> String {
        format!("squad-at {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<SquadAt>, String> {
        Ok(if verb == "squad-at" { Some(SquadAt(spell::station(r)?)) } else { None })
    }
}
