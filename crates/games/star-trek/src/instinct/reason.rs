//! What speaks for a decision in words: the way of a ship with it and without it, what it brings into reach, and what it mends.

use crate::kinds::{Order, ShipId};
use crate::questions::{Action, Assign};
use crate::state::StarTrek;
use klaxon_core::{Chance, Game, Seat, Tell};
use klaxon_geometry::plane::{Point, TEMPLATE, leg};

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
        (!told.is_empty()).then(|| told.join(", and "))
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

    /// The nearest enemy where the ship stands, or where its way ends if it has still to fly it.
    fn comes_near(&self, after: &StarTrek, id: ShipId) -> Option<String> {
        let end = |game: &StarTrek| -> Point {
            let ship = game.ship(id);
            let flown = game.act.is_none_or(|act| act.ship != id) || ship.at != self.ship(id).at;
            if flown { ship.at } else { game.straight_end(id, ship.heading) }
        };
        let gap = |game: &StarTrek| game.foe_gap(id, end(game));
        let (was, is, reach) = (gap(self), gap(after), after.reach_of(id));
        let range = |gap: i64| (gap.max(0) + TEMPLATE - 1) / TEMPLATE;
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
        let near = self.foe_gap(id, ship.at) <= self.reach_of(id);
        match order {
            Order::ChangeHeading | Order::ChangeSpeed => {
                leaves.map(|phase| format!("straight on the ship would leave the table in phase {phase}"))
            }
            Order::RaiseShields => {
                let most = self.max_shields(id);
                (ship.shields < most).then(|| format!("its shields are at {} of {most}", ship.shields))
            }
            Order::Attack => near.then(|| "an enemy is within its range".into()),
            Order::Activate => None,
        }
    }
}

fn raised(was: u8, is: u8) -> Option<String> {
    (is > was).then(|| format!("its shields rise from {was} to {is}"))
}
