//! D14: what an Attack order is good for besides a beam: a torpedo is launched (ST-12), or a transporter beam opened (ST-11).

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::kinds::{Order, ShipId, TerrainId};
use crate::situation::spell;
use crate::state::{Place, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::button;
use crate::words::place_name;
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use serde::{Deserialize, Serialize};

/// The attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Attack {
    /// Launch a torpedo.
    Launch,
    /// Open a transporter beam.
    Transport {
        /// To whom.
        to: Place,
    },
}

impl Answer<StarTrek> for Attack {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(act) = a.acting().filter(|act| act.has(Order::Attack)) else { return };
        if a.game.check_launch(act.ship).is_ok() {
            out.push(Action::Attack(Attack::Launch));
        }
        // Most ships cannot: that is seen before all targets are tried.
        if !a.game.can_transport(act.ship) {
            return;
        }
        let ships = (0..a.game.ships.len()).map(|i| Place::Ship(ShipId::at(i)));
        let terrain = (0..a.game.terrain.len()).map(|i| Place::Terrain(TerrainId::at(i)));
        let places = ships.chain(terrain).chain([Place::Threat]);
        let open = places.filter(|to| {
            a.game.check_transport(act.ship, *to).is_ok() && a.game.anybody_to_beam(act.ship, *to)
        });
        out.extend(open.map(|to| Action::Attack(Attack::Transport { to })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let act = a.activation()?;
        act.check_order(Order::Attack)?;
        match *self {
            Attack::Launch => a.game.check_launch(act.ship),
            Attack::Transport { to } => {
                a.game.check_transport(act.ship, to)?;
                if !a.game.anybody_to_beam(act.ship, to) {
                    let text = "there is nobody to beam: only ready crew go, and no Security";
                    return no(rule!("ST-11.1"), text);
                }
                Ok(())
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let ship = play.spend(Order::Attack);
        match self {
            Attack::Launch => play.game.launch(ship, &mut play.fate),
            Attack::Transport { to } => play.game.open_transport(ship, to),
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Attack::Launch => {
                let clicks = vec!["launch".into()];
                button("Attack", "launch a torpedo", clicks, "launch", rule!("ST-12.1"))
            }
            Attack::Transport { to } => {
                let id = match to {
                    Place::Ship(id) => format!("ship:{id}"),
                    Place::Terrain(id) => format!("terrain:{id}"),
                    Place::Threat | Place::Out => "threat".into(),
                };
                let text = format!("transport to or from {}", place_name(view, to));
                button("Attack", text, vec!["transport".into(), id], "transport", rule!("ST-11.1"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Attack::Launch => "launch".into(),
            Attack::Transport { to } => format!("transport {}", spell::place_word(to)),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Attack>, String> {
        Ok(match verb {
            "launch" => Some(Attack::Launch),
            "transport" => Some(Attack::Transport { to: spell::place_of(r.word("a place")?)? }),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Attack::Launch => a.game.lean_launch(),
            Attack::Transport { to } => a.game.lean_transport(a.seat, to),
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Attack::Launch => a.game.why_launch(),
            Attack::Transport { to } => a.game.why_transport(a.seat, to),
        }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Question::Activation { ship } = about.view.asked else { return };
        let over = about.clicks.iter().any(|click| click == "transport");
        let meant = match about.kind {
            "launch" => Some(Attack::Launch),
            "ship" if over => {
                let other = about.ship().filter(|id| *id != ship);
                other.map(|id| Attack::Transport { to: Place::Ship(id) })
            }
            "terrain" => about.number().map(|n| Attack::Transport { to: Place::Terrain(TerrainId(n)) }),
            _ => None,
        };
        out.extend(meant.map(Action::Attack));
    }
}
