//! Forced Pursuit (SF-15.7): which ship follows, and how far?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, Short, View,
    event::Event,
    nouns::{AlienTech, FleetSet, PieceAt, Ship, Space},
    situation::spell,
    state::{Battle, FleetAt, Task},
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// A ship and where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursue {
    /// Who follows.
    pub ship: Ship,
    /// Where to.
    pub to: Space,
}

impl Answer<Federation> for Pursue {
    fn ask(view: &View) -> Option<Ask> {
        let Task::Pursuit = view.table.top()? else { return None };
        let text = "A ship must pursue. Which one, and how far?";
        Some(Ask::new("pursue", Line::new(text, rule!("SF-15.7"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Pursuit)
    }

    /// SF-15.7: ships in the space, along the path of a fleet that retreats more than one space.
    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Battle { space, fleets, destroyed, hits, .. } = a.t.battle;
        for ship in Ship::ALL.into_iter().filter(|&s| a.t.has_ship(s, space)) {
            for fleet in fleets.minus(destroyed).iter() {
                if !a.t.has_tech(fleet.race(), AlienTech::ForcedPursuit) {
                    continue;
                }
                let FleetAt::Map { from, .. } = a.t.fleets[fleet.index()] else { continue };
                let (mut at, mut came, mut path) = (space, from, Short::<Space, 16>::default());
                for _ in 0..hits {
                    let Some(next) = a.t.step_back(fleet, at, came) else { break };
                    path.push(next);
                    (at, came) = (next, None);
                }
                if path.len() < 2 {
                    continue;
                }
                // It stops before a space that holds other alien fleets.
                let mut to = space;
                for &step in &path[..path.len() - 1] {
                    if !a.t.fleets_at(step).minus(FleetSet(fleet.bit())).is_empty() {
                        break;
                    }
                    to = step;
                }
                let action = Action::Pursue(Pursue { ship, to });
                if !out.contains(&action) {
                    out.push(action);
                }
            }
        }
        // Where nobody would move at all, nothing is asked.
        if out.iter().all(|a| matches!(a, Action::Pursue(Pursue { to, .. }) if *to == space)) {
            out.clear();
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::Pursuit = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-15.7"), "the ship must follow the fleet along its retreat")
    }

    fn take(self, play: &mut Play<'_>) {
        let Pursue { ship, to } = self;
        let from = play.t.battle.space;
        if from != to {
            let index = play.t.ship_index(ship, from).expect("a ship that fought");
            play.t.pieces[index].at = PieceAt::Map(to);
            play.tell.all(Event::Pursued { ship, from, to });
        }
    }

    fn label(&self, _view: &View) -> Label {
        let text = format!("The {} pursues to {}", self.ship.name(), self.to.name());
        answer(text, vec![ids::space(self.to)], rule!("SF-15.7"))
    }

    fn words(&self) -> String {
        format!("pursue {} {}", self.ship.word(), self.to.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Pursue>, String> {
        if verb != "pursue" {
            return Ok(None);
        }
        Ok(Some(Pursue { ship: spell::ship(r)?, to: spell::space(r)? }))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        for &to in about.spaces {
            out.extend(Ship::ALL.map(|ship| Action::Pursue(Pursue { ship, to })));
        }
    }
}
