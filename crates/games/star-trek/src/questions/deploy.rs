//! D5: positions, headings and starting speeds in secret (ST-3.3), and which ship carries the VIP.

use super::asked::{Verdict, no, only};
use super::done::Finish;
use super::{About, Action, Asked};
use crate::coach;
use crate::kinds::ShipId;
use crate::situation::spell;
use crate::state::{Stage, StarTrek, Status};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::bearing;
use crate::words::label::button;
use crate::words::line::degrees;
use crate::words::ship_name;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use klaxon_geometry::plane::{Heading, Point};
use serde::{Deserialize, Serialize};

/// One ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deploy {
    /// It starts there.
    Deploy {
        /// Which.
        ship: ShipId,
        /// Where.
        at: Point,
        /// Heading.
        heading: Heading,
        /// Starting speed.
        speed: u8,
    },
    /// Of the most expensive ships, it carries the VIP.
    CarryVip {
        /// Which.
        ship: ShipId,
    },
}

impl Answer<StarTrek> for Deploy {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Place your ships in their zone, with heading and speed, in secret.";
        (view.asked == Question::Deploy).then(|| Ask::new("deploy", Line::new(text, rule!("ST-3.3"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if !a.at(Stage::Deploy) {
            return;
        }
        let (game, seat) = (a.game, a.seat);
        let own = |status: Status| {
            let ships = game.ships.iter().enumerate();
            ships.filter(move |(_, s)| s.controller == seat && s.status == status)
        };
        let Some((next, _)) = own(Status::Aside).next() else {
            if game.chooses_vip_ship(seat) {
                let ships = game.vip_choices().into_iter();
                out.extend(ships.map(|ship| Action::Deploy(Deploy::CarryVip { ship })));
            }
            return;
        };
        fair_spots(a, ShipId::at(next), out);
        if out.is_empty() {
            // The ships placed so far fill the zone: one of them must move.
            for (i, _) in own(Status::Placed).filter(|(_, s)| !s.kind.of().is_scenario()) {
                fair_spots(a, ShipId::at(i), out);
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.at(Stage::Deploy))?;
        match *self {
            Deploy::Deploy { ship, at, heading: _, speed } => a.game.check_deploy(a.seat, ship, at, speed),
            Deploy::CarryVip { ship } => {
                if a.game.chooses_vip_ship(a.seat) && a.game.vip_choices().contains(&ship) {
                    return Ok(());
                }
                no(rule!("ST-3.9"), "the VIP starts on the most expensive ship")
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Deploy::Deploy { ship, at, heading, speed } => {
                let s = play.game.ship_mut(ship);
                (s.at, s.heading, s.speed, s.status) = (at, heading, speed, Status::Placed);
            }
            Deploy::CarryVip { ship } => play.game.carry_vip(ship),
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Deploy::Deploy { ship, at, heading, speed } => {
                let (name, place) = (ship_name(view, ship), bearing::spot(at));
                let text = format!("{name} at {place}, heading {}, speed {speed}", degrees(heading));
                let clicks = vec![format!("spot:{at}"), format!("speed:{speed}")];
                button("Deploy", text, clicks, "place", rule!("ST-3.3"))
            }
            Deploy::CarryVip { ship } => {
                let text = format!("{} carries the VIP", ship_name(view, ship));
                button("Deploy", text, vec![format!("ship:{ship}")], "", rule!("ST-3.9"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Deploy::Deploy { ship, at, heading, speed } => {
                format!("deploy {ship} at {at} heading {heading} speed {speed}")
            }
            Deploy::CarryVip { ship } => format!("vip {ship}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Deploy>, String> {
        Ok(match verb {
            "deploy" => {
                let ship = spell::ship(r)?;
                spell::key(r, "at")?;
                let at = spell::number(r, "point")?;
                spell::key(r, "heading")?;
                let heading = spell::number(r, "heading")?;
                spell::key(r, "speed")?;
                Some(Deploy::Deploy { ship, at, heading, speed: spell::number(r, "speed")? })
            }
            "vip" => Some(Deploy::CarryVip { ship: spell::ship(r)? }),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Deploy::Deploy { ship, speed, .. } => {
                // A cube is met at about the speed with which it can then be kept up with.
                let fits = match a.game.pace(ship) {
                    Some(pace) => speed.abs_diff(pace) <= 1,
                    None => (2..=3).contains(&speed),
                };
                if fits { 48 } else { 8 }
            }
            Deploy::CarryVip { .. } => 16,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Deploy::Deploy { ship, speed, .. } => Some(match a.game.pace(ship) {
                Some(pace) => format!("at speed {speed} it keeps up with what flies about {pace} a phase"),
                None if (2..=3).contains(&speed) => {
                    "it begins neither too slow to get away nor too fast to turn in time".into()
                }
                None => return None,
            }),
            Deploy::CarryVip { .. } => None,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.asked == Question::Deploy { vec![&coach::DEPLOY] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if ("spot", Question::Deploy) != (about.kind, about.view.asked) {
            return;
        }
        let next = about.view.ships.iter().find(|s| s.controller == about.seat && s.at.is_none());
        if let (Some(ship), Ok(at)) = (next, about.which.parse()) {
            let deploy = Deploy::Deploy { ship: ship.id, at, heading: Heading::EAST, speed: 0 };
            out.push(Action::Deploy(deploy));
        }
    }
}

/// Some spots for a ship, each with some speeds.
fn fair_spots(a: Asked<'_>, ship: ShipId, out: &mut Vec<Action>) {
    let most = a.game.max_start_speed(ship);
    for at in a.game.fair_spots(a.seat, ship, 10) {
        for speed in [most.div_ceil(2), 0, most] {
            let action = Action::Deploy(Deploy::Deploy { ship, at, heading: a.game.inward(at), speed });
            if !out.contains(&action) {
                out.push(action);
            }
        }
    }
}

/// All ships stand somewhere.
pub(super) const FINISH: Finish = Finish {
    may: |a| {
        if a.game.owes_deployment(a.seat) {
            return no(rule!("ST-3.3"), "every ship must be placed first");
        }
        Ok(())
    },
    why: |_| Some("every ship has its place".into()),
    ..Finish::of(Stage::Deploy)
};
