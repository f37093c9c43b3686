//! What speaks for a decision in words: the way of a ship with it and without it, what it brings into reach, and what it mends.

use super::course::FAR;
use crate::kinds::{DiskId, Order, ShipId, TORPEDO_RADIUS, TorpedoId};
use crate::questions::{Action, Assign};
use crate::state::{Face, Place, StarTrek};
use klaxon_core::{Chance, Game, Seat, Tell, count};
use klaxon_geometry::plane::{Heading, Point, TEMPLATE, heading_to, leg};

/// Phases of a turn.
const PHASES: u8 = 3;

impl StarTrek {
    /// What a decision would change, where no luck is needed for it.
    pub(super) fn difference(&self, seat: Seat, action: &Action) -> Option<String> {
        if let Action::Assign(Assign::Assign { ship, place, order }) = *action {
            return self.why_order(ship, place, order);
        }
        let (mut after, mut chance) = (self.clone(), Chance::quick(1));
        after.apply(seat, action, &mut chance, &mut Tell::muted());
        let id = self.act.map(|act| act.ship)?;
        let (was, is) = (self.ship(id), after.ship(id));
        if chance.draws() > 0 || !is.in_play() {
            return None;
        }
        let told = [self.stays(&after, id), self.comes_near(&after, id), raised(was.shields, is.shields)];
        let told: Vec<String> = told.into_iter().flatten().collect();
        if !told.is_empty() {
            return Some(told.join(", and "));
        }
        let flies = matches!(action, Action::Move(_) | Action::Execute(_) | Action::Turn(_));
        let gap = after.foe_gap(id, self.end_in(&after, id));
        (flies && gap < FAR).then(|| format!("its way ends at range {} from the nearest enemy", range(gap)))
    }

    /// The phase in which a ship leaves the table if it flies straight on from where it is; `None` where it stays this turn.
    fn leaves_in(&self, id: ShipId) -> Option<u8> {
        let ship = self.ship(id);
        let radius = ship.kind.of().size.radius();
        let first = self.next_move(id) as u8 + 1;
        let end = |moves: u8| leg(ship.at, ship.heading, radius, u32::from(ship.speed) * u32::from(moves));
        let off = |phase: &u8| ship.speed > 0 && !self.table.has(end(phase - first + 1));
        (first..=PHASES).find(off)
    }

    fn stays(&self, after: &StarTrek, id: ShipId) -> Option<String> {
        let left = self.leaves_in(id)?;
        match after.leaves_in(id) {
            None => Some(format!("straight on it would leave the table in phase {left}; now it stays")),
            Some(later) if later > left => {
                Some(format!("it would leave the table in phase {left}, and now not before phase {later}"))
            }
            Some(_) => None,
        }
    }

    /// Where the ship stands after a decision, or where its way ends if it has still to fly it.
    fn end_in(&self, after: &StarTrek, id: ShipId) -> Point {
        let ship = after.ship(id);
        let flown = after.act.is_none_or(|act| act.ship != id) || ship.at != self.ship(id).at;
        if flown { ship.at } else { after.straight_end(id, ship.heading) }
    }

    /// The nearest enemy where the ship stands, or where its way ends if it has still to fly it.
    fn comes_near(&self, after: &StarTrek, id: ShipId) -> Option<String> {
        let gap = |game: &StarTrek| game.foe_gap(id, self.end_in(game, id));
        let (was, is, reach) = (gap(self), gap(after), after.reach_of(id));
        if is <= reach && was > reach {
            Some(format!("an enemy comes into its range {}", range(reach)))
        } else if range(is) < range(was) && is > reach {
            Some(format!("it ends at range {} from the nearest enemy instead of {}", range(is), range(was)))
        } else {
            None
        }
    }

    /// Why an order for a phase.
    fn why_order(&self, id: ShipId, place: u8, order: Order) -> Option<String> {
        let ship = self.ship(id);
        let leaves = self.leaves_in(id).filter(|phase| *phase <= place.max(1));
        let gap = self.foe_gap(id, ship.at);
        match (order, leaves) {
            (Order::ChangeHeading | Order::ChangeSpeed, Some(phase)) => {
                Some(format!("straight on the ship would leave the table in phase {phase}"))
            }
            (Order::ChangeHeading, None) => Some("where it flies then can be said when it acts".into()),
            (Order::ChangeSpeed, None) => Some("how fast it flies then can be said when it acts".into()),
            (Order::RaiseShields, _) => {
                let most = self.max_shields(id);
                let lost = "what its shields lose before that comes back".to_owned();
                Some(if ship.shields < most {
                    format!("its shields are at {} of {most}", ship.shields)
                } else {
                    lost
                })
            }
            (Order::Attack, _) if gap <= self.reach_of(id) => Some("an enemy is within its range".into()),
            (Order::Attack, _) => (gap < FAR)
                .then(|| format!("the nearest enemy is at range {} now, and may be nearer then", range(gap))),
            (Order::Activate, _) => Some("crew and tech aboard can be flipped then".into()),
        }
    }

    /// Why a ship acts now, or defers.
    pub(crate) fn why_act(&self, now: bool) -> Option<String> {
        let id = self.optioned()?;
        let order = self.slot(id).down();
        let near = self.foe_gap(id, self.ship(id).at) < self.reach_of(id);
        let why = match (now, order == Some(Order::Attack), near) {
            (true, true, true) => "an enemy is within its range now, and may not be later",
            (true, true, false) => "it flies first, and may have an enemy within its range then",
            (true, false, _) => "what it does now needs no enemy to have moved",
            (false, true, false) => "no enemy is within its range yet, and others have still to move",
            (false, true, true) | (false, false, _) => "the others have to show first what they do",
        };
        Some(why.into())
    }

    /// Why a torpedo is launched.
    pub(crate) fn why_launch(&self) -> Option<String> {
        let act = self.act.as_ref()?;
        let here = self.ship(act.ship).round();
        let gap = self.foes(act.ship).map(|foe| here.gap(foe)).min()?;
        let (_, movement) = self.torpedo_values(act.ship);
        Some(format!("the nearest enemy is at range {}, and it flies {movement} at a time", range(gap)))
    }

    /// Why a torpedo flies there.
    pub(crate) fn why_steer(&self, torpedo: TorpedoId, heading: Heading) -> Option<String> {
        /// Headings so near to each other, in tenths of a degree, lead to the same place.
        const NEAR: u32 = 450;
        let t = self.torpedo(torpedo)?;
        let here = t.round();
        let foes = self.ships_in_play().filter(|(id, _)| !self.friendly(t.owner, *id));
        let foes = foes.map(|(_, s)| s.round()).chain(self.living_threat().map(|threat| threat.round()));
        let nearest = foes.min_by_key(|foe| here.gap(*foe))?;
        let hops = 1..=u32::from(t.movement);
        let meets = |hop| here.moved_to(leg(t.at, heading, TORPEDO_RADIUS, hop)).contacts(nearest);
        if hops.into_iter().any(meets) {
            return Some("the nearest enemy is in its way".into());
        }
        let off = heading_to(t.at, nearest.at)?.turn_to(heading).unsigned_abs();
        (u32::from(off) <= NEAR).then(|| "it flies towards the nearest enemy".into())
    }

    /// Why a transporter beam is opened.
    pub(crate) fn why_transport(&self, seat: u8, to: Place) -> Option<String> {
        match to {
            Place::Ship(id) if self.friendly(seat, id) => {
                Some("crew can change places with those aboard there".into())
            }
            Place::Ship(_) | Place::Threat => Some("crew who go over fight there".into()),
            Place::Terrain(_) => Some("crew who go down can hold it".into()),
            Place::Out => None,
        }
    }

    /// Why somebody is beamed.
    pub(crate) fn why_beam(&self, seat: u8, ship: ShipId, disk: DiskId) -> Option<String> {
        let disk = self.disk(disk);
        let kind = disk.kind.of();
        Some(if disk.place == Place::Ship(ship) {
            format!("it has {} in combat and cost {}", kind.combat, count(u32::from(kind.cost), "point"))
        } else if self.team_of(disk.owner) == self.team_of(seat) {
            "it comes back aboard".into()
        } else {
            "it is taken from where it stands".into()
        })
    }

    /// Why a crew is flipped for a row of orders.
    pub(crate) fn why_row(&self, disk: DiskId, row: u8) -> Option<String> {
        let act = self.act.as_ref()?;
        let (ship, most) = (self.ship(act.ship), self.max_shields(act.ship));
        let orders = self.disk(disk).kind.of().rows.get(usize::from(row) - 1)?;
        let near = self.foe_gap(act.ship, ship.at) <= self.reach_of(act.ship);
        Some(if orders.contains(&Order::Attack) && near {
            "an enemy is within its range".into()
        } else if orders.contains(&Order::RaiseShields) && ship.shields < most {
            format!("its shields are at {} of {most}", ship.shields)
        } else {
            format!("the ship can execute {} more in this phase", count(orders.len() as u32, "order"))
        })
    }

    /// Why a cloak is raised or dropped.
    pub(crate) fn why_cloak(&self, disk: DiskId) -> Option<String> {
        let d = self.disk(disk);
        let Place::Ship(id) = d.place else { return None };
        let attacks = self.slot(id).down() == Some(Order::Attack);
        match (d.face == Face::Flipped, attacks) {
            // ST-16.1: behind a cloak nothing is fired.
            (true, true) => Some("behind a cloak the attack that is ordered would come to nothing".into()),
            (true, false) => None,
            (false, _) => (self.ship(id).shields == 0).then(|| "its shields are down as it is".into()),
        }
    }
}

/// A gap in ranges, as captains count them.
fn range(gap: i64) -> i64 {
    (gap.max(0) + TEMPLATE - 1) / TEMPLATE
}

fn raised(was: u8, is: u8) -> Option<String> {
    (is > was).then(|| format!("its shields rise from {was} to {is}"))
}
