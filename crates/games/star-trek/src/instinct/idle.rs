//! What would do nothing in this position, and why: found out once, for bots, hints and labels alike. Looks at nothing that
//! the captain does not know.

use crate::effect::{Ability, Effect, When};
use crate::kinds::{Order, ShipId};
use crate::state::{Place, StarTrek};

impl StarTrek {
    /// Why an order in that place of a ship would find nothing to do.
    pub(crate) fn idle_order(&self, id: ShipId, place: u8, order: Order) -> Option<String> {
        if order != Order::Activate {
            return None;
        }
        let ship = self.ship(id);
        let others = ship.orders.iter().enumerate().filter(|(i, _)| i + 1 != usize::from(place));
        let planned = others.filter(|(_, slot)| slot.down() == Some(Order::Activate)).count();
        match self.activations(id) {
            0 => Some("nobody aboard is ready to be activated".into()),
            n if n <= planned => Some("all who can be activated are spoken for".into()),
            _ => None,
        }
    }

    /// How many of those aboard an Activate order can make something of: ready crew with a row of orders or an ability of that
    /// kind, ready tech, and the ship itself. A cloak that goes up without an order needs none (ST-16.5).
    pub(crate) fn activations(&self, id: ShipId) -> usize {
        let ship = self.ship(id);
        let disks = self.disks_at(Place::Ship(id)).filter(|(disk, d)| {
            let kind = d.kind.of();
            let ability = kind.ability.as_ref().filter(|a| a.when == When::Activate);
            let cloak = ability.is_some_and(|a| a.effect.iter().any(|e| matches!(e, Effect::Cloak(_))));
            d.ready()
                && d.owner == ship.controller
                && (!kind.rows.is_empty() || ability.is_some() && !(cloak && self.cloak_type(*disk) >= 2))
        });
        let own = ship.kind.of().ability.as_ref().is_some_and(|a| a.when == When::Activate);
        disks.count() + usize::from(own)
    }

    /// Why an ability of something aboard would change nothing: what stands at full is not restored.
    pub(crate) fn idle_ability(&self, id: ShipId, ability: &Ability) -> Option<String> {
        let ship = self.ship(id);
        let full = |effect: &Effect| {
            if let Effect::RestoreShields(_) = effect {
                return ship.shields >= self.max_shields(id) || self.cloaked(id);
            }
            matches!(effect, Effect::RestoreHull(_)) && ship.hull >= self.max_hull(id)
        };
        let nothing = !ability.effect.is_empty() && ability.effect.iter().all(full);
        nothing.then(|| "what it restores is whole".into())
    }

    /// Why a row of orders would change nothing.
    pub(crate) fn idle_row(&self, id: ShipId, orders: &[Order]) -> Option<String> {
        let ship = self.ship(id);
        let full = ship.shields >= self.max_shields(id) && ship.adapted == 0;
        let only = orders.iter().all(|order| *order == Order::RaiseShields);
        (only && full).then(|| "the shields are at full".into())
    }

    /// Why shields set to that change nothing.
    pub(crate) fn idle_shields(&self, shields: u8) -> Option<String> {
        let id = self.act.as_ref()?.ship;
        // ST-16.9: behind a cloak there are none.
        if self.cloaked(id) {
            return Some("behind the cloak shields stay down".into());
        }
        // New frequencies do something even so.
        let same = self.ship(id).shields == shields && self.ship(id).adapted == 0;
        same.then(|| "the shields stand there already".into())
    }
}
