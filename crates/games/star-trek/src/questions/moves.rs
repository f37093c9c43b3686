//! D11, D12: the ship that acts moves its whole speed, straight on, with evasive action, or turning on the way.

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::coach;
use crate::data::scenario::{Collision, CollisionMode};
use crate::kinds::{OBSTACLE_RADIUS, Order, Round};
use crate::situation::spell;
use crate::state::frame::Turn;
use crate::state::{StarTrek, Status};
use crate::turn::Play;
use crate::view::{Asked as Question, ShipView, View};
use crate::words::label::{acting, button, turn_text};
use crate::words::line::an;
use crate::words::ship_name;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, count, rule};
use klaxon_geometry::plane::{Heading, Table};
use serde::{Deserialize, Serialize};

/// How many turns on the way are offered: examples of all that are possible.
const TURNS: usize = 8;

/// The way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Move {
    /// Straight on.
    Move,
    /// With evasive action.
    Evade {
        /// After so many hops.
        after: u8,
        /// To this heading.
        heading: Heading,
    },
    /// Executing Change Heading on the way.
    MoveTurning {
        /// After so many hops.
        after: u8,
        /// To this heading.
        heading: Heading,
    },
}

impl Answer<StarTrek> for Move {
    fn ask(view: &View) -> Option<Ask> {
        let Question::Activation { ship } = view.asked else { return None };
        let name = ship_name(view, ship);
        let text = if view.acting.is_some_and(|a| a.moved) {
            format!("{name} has moved: execute what is left, or end.")
        } else if view.acting.is_some_and(|a| a.revealed) {
            format!("{name} acts: execute its orders and move, in either sequence.")
        } else {
            format!("{name} acts: reveal its order and move, in either sequence.")
        };
        Some(Ask::new("activation", Line::new(text, rule!("ST-8.1"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(act) = a.acting() else { return };
        let ship = a.game.ship(act.ship);
        if act.moved || ship.speed == 0 {
            return;
        }
        out.push(Action::Move(Move::Move));
        let evades = a.game.can_evade(act.ship);
        let curves = act.has(Order::ChangeHeading) && a.game.turns_anytime(act.ship);
        if !evades && !curves {
            return;
        }
        let fan = a.game.fan(ship.at, ship.heading, a.seat, act.ship);
        // The first of a fan is the present heading.
        let turns = || fan[1..].iter().copied().take(TURNS);
        if evades {
            for after in 0..ship.speed {
                out.extend(turns().map(|heading| Action::Move(Move::Evade { after, heading })));
            }
        }
        if curves {
            for after in 0..=ship.speed {
                out.extend(turns().map(|heading| Action::Move(Move::MoveTurning { after, heading })));
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let act = a.activation()?;
        let ship = a.game.ship(act.ship);
        if act.moved {
            return no(rule!("ST-8.1"), "the ship has moved in this phase");
        }
        if ship.speed == 0 {
            return no(rule!("ST-8.5"), "at speed 0 the ship does not move");
        }
        match *self {
            Move::Move => Ok(()),
            Move::Evade { after, .. } => a.game.check_evade(act.ship, after),
            Move::MoveTurning { after, .. } => {
                if !a.game.turns_anytime(act.ship) {
                    let text = "orders are executed before or after the movement, not on the way";
                    return no(rule!("ST-8.3"), text);
                }
                if after > ship.speed {
                    return no(rule!("ST-15.10"), "the turn comes after 0 hops to the last one");
                }
                act.check_order(Order::ChangeHeading)
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let turn = match self {
            Move::Move => Turn::None,
            Move::Evade { after, heading } => Turn::Evade { after, to: heading },
            Move::MoveTurning { after, heading } => Turn::Order { after, to: heading },
        };
        play.game.start_moving(play.ship(), turn);
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Move::Move => {
                let ship = acting(view);
                let warning = match ship {
                    Some(s)
                        if s.straight.is_some_and(|p| !Table::new(view.table[0], view.table[1]).has(p)) =>
                    {
                        ", off the table: the ship is lost".into()
                    }
                    Some(s) if s.threatened => ends_on(view, s),
                    Some(_) | None => String::new(),
                };
                let hops = ship.and_then(|s| s.speed).unwrap_or(0);
                let text = format!("move straight on, {}{warning}", count(hops, "hop"));
                button("Move", text, vec!["move".into()], "move", rule!("ST-8.5"))
            }
            Move::Evade { after, heading } => {
                let text =
                    format!("evasive action after {}: {}", count(after, "hop"), turn_text(view, heading));
                let clicks = vec![format!("evade:{after}"), format!("heading:{heading}")];
                button("Evasive action", text, clicks, "evade", rule!("ST-9.10"))
            }
            Move::MoveTurning { after, heading } => {
                let text =
                    format!("move and turn after {}: {}", count(after, "hop"), turn_text(view, heading));
                let clicks = vec![format!("hop:{after}"), format!("heading:{heading}")];
                button("Move", text, clicks, "turn", rule!("ST-15.10"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Move::Move => "move".into(),
            Move::Evade { after, heading } => format!("evade {after} {heading}"),
            Move::MoveTurning { after, heading } => format!("curve {after} {heading}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Move>, String> {
        Ok(match verb {
            "move" => Some(Move::Move),
            "evade" => {
                Some(Move::Evade { after: spell::number(r, "hop")?, heading: spell::number(r, "heading")? })
            }
            "curve" => Some(Move::MoveTurning {
                after: spell::number(r, "hop")?,
                heading: spell::number(r, "heading")?,
            }),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Move::Move => a.game.lean_move(),
            Move::Evade { after, heading } => a.game.lean_evade(after, heading),
            Move::MoveTurning { after, heading } => a.game.lean_path(after, heading),
        }
    }

    /// For all that the ship may do: its questions are asked together.
    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::Activation { .. } = view.asked { coach::of_activation(view) } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let ("move", Question::Activation { .. }) = (about.kind, about.view.asked) {
            out.push(Action::Move(Move::Move));
        }
    }
}

/// What a straight move ends on, and what that costs (ST-9.2 to ST-9.6).
fn ends_on(view: &View, ship: &ShipView) -> String {
    let Some(end) = ship.straight.map(|at| Round::new(at, ship.radius)) else { return String::new() };
    let rocks = view.obstacles.iter().filter(|o| Round::new(o.at, OBSTACLE_RADIUS).overlaps(end));
    let mut all: Vec<String> =
        rocks.map(|o| format!("{} ({})", an(o.kind.name()), count(o.hits, "hit"))).collect();
    for t in view.terrain.iter().filter(|t| Round::new(t.at, t.radius).overlaps(end)) {
        all.extend(collision(&t.name, t.collision));
    }
    let drop = |hull_hits| Collision { mode: CollisionMode::Drop, hull_hits };
    if view.threat.as_ref().is_some_and(|t| Round::new(t.at, t.radius).overlaps(end)) {
        all.extend(collision("the Borg cube", drop(2)));
    }
    let ships = view.ships.iter().filter(|s| s.id != ship.id && s.status == Status::InPlay);
    for other in ships.filter(|s| s.round().is_some_and(|r| r.overlaps(end))) {
        all.extend(collision(&other.name, drop(1)));
    }
    format!(", ending on {}", if all.is_empty() { "something".into() } else { all.join(" and ") })
}

fn collision(name: &str, Collision { mode, hull_hits }: Collision) -> Option<String> {
    match mode {
        CollisionMode::Drop => Some(format!("{name} (5 in 32 to collide for {hull_hits} hull)")),
        CollisionMode::Auto => Some(format!("{name} (collides for {hull_hits} hull)")),
        CollisionMode::None => None,
    }
}
