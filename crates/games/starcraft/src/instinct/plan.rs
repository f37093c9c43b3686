//! Which order goes where, which is resolved next, and whether it is worth executing.

use super::{might, riches};
use crate::{
    board::areas_of,
    data::{Objective, data},
    ids::{Area, Order, Planet, Race},
    state::StarCraft,
};
use klaxon_core::Seat;

/// Opening plans, in per cent of the usual wish for Build, Mobilize and Research in the first two rounds: the Zerg
/// swarm out, the Terrans build up, the Protoss research.
fn opening(race: Race, order: Order) -> u32 {
    match (race, order.plain()) {
        (Race::Zerg, Order::Mobilize) => 125,
        (Race::Zerg, Order::Research) => 70,
        (Race::Terran, Order::Build) => 120,
        (Race::Terran, Order::Research) => 85,
        (Race::Protoss, Order::Research) => 120,
        (Race::Protoss, Order::Mobilize) => 95,
        (Race::Zerg | Race::Protoss, Order::Build) | (Race::Terran, Order::Mobilize) => 100,
        (_, Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch) => 100,
    }
}

impl StarCraft {
    /// The seat's own orders on a planet, the lowest first.
    fn own_orders(&self, seat: Seat, planet: Planet) -> impl Iterator<Item = Order> {
        self.orders.iter().filter(move |o| o.seat == seat && o.planet == planet).map(|o| o.order.plain())
    }

    fn own_count(&self, seat: Seat, planet: Planet, order: Order) -> u32 {
        self.own_orders(seat, planet).filter(|o| *o == order).count() as u32
    }

    pub(crate) fn lean_order(&self, seat: Seat, order: Order, planet: Planet) -> u32 {
        let wish = match order.plain() {
            Order::Build => self.wish_build(seat, planet),
            Order::Mobilize => self.wish_mobilize(seat, planet),
            Order::Research => self.wish_research(seat, planet),
            Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch => 0,
        };
        if wish <= 8 {
            return wish.max(1);
        }
        let wish = if self.round <= 2 { wish * opening(self.race(seat), order) / 100 } else { wish };
        let wish = if order.is_special() { wish * 3 / 2 } else { wish };
        // To lie on a rival's order keeps him waiting (SC-4.2).
        let covers = self.top(planet).is_some_and(|o| self.team_of(o.seat) != self.team_of(seat));
        wish + if covers { 4 } else { 0 }
    }

    /// A Build buys where there is a base, or founds one.
    fn wish_build(&self, seat: Seat, planet: Planet) -> u32 {
        let here = self.own_count(seat, planet, Order::Build);
        if self.has_base_on(seat, planet) {
            let planned = self.orders.iter().filter(|o| o.seat == seat && o.order.plain() == Order::Build);
            // A Build spends about five workers.
            let left = u32::from(self.workers(seat)).saturating_sub(5 * planned.count() as u32);
            let wish = if left < 2 { 4 } else { (24 + left * 8).min(88) / (1 + here) };
            if !self.rules.galactic {
                return wish;
            }
            // A conqueror first needs a way to his rivals; who has nearly all units in play needs his orders for the march.
            let bridge = here == 0 && left > 0 && self.may_bridge(seat, planet);
            return if bridge { 100 } else { wish * (2 + self.lacking(seat).min(8)) / 10 };
        }
        let settle = self.settling(seat, planet);
        if settle == 0 || here > 0 {
            return 1;
        }
        if self.has_unit_on(seat, planet) {
            return settle;
        }
        // SC-16.1: the Build waits under a Mobilize that is still to be placed.
        let placed = self.orders.iter().filter(|o| o.seat == seat).count();
        let mobilizes = self.orders.iter().filter(|o| o.seat == seat && o.order == Order::Mobilize).count();
        let under = self.own_count(seat, planet, Order::Mobilize) == 0 && placed < 3 && mobilizes < 2;
        if under && self.lands(seat, planet) { settle * 3 / 4 } else { 1 }
    }

    /// What a base on a planet would bring; 0 where there can be none.
    fn settling(&self, seat: Seat, planet: Planet) -> u32 {
        let tokens = data().race(self.race(seat)).bases;
        if self.has_base_on(seat, planet) || self.bases(seat) >= tokens || self.workers(seat) < 2 {
            return 0;
        }
        let free = areas_of(planet).any(|a| self.open_to(seat, a) && self.ground(a).base.is_none());
        if !free {
            return 0;
        }
        let rivals = areas_of(planet).filter(|a| self.enemy_in(seat, *a)).count() as u32;
        let aim = data().faction(self.faction(seat)).victory;
        let wanted = if matches!(aim, Objective::BasesOnPlanets(n) if self.bases(seat) < n) { 40 } else { 0 };
        (40 + riches(planet) * 4 + wanted).saturating_sub(rivals * 16).max(8)
    }

    /// Can a unit that is not needed where it stands be brought there?
    fn lands(&self, seat: Seat, planet: Planet) -> bool {
        self.spare(seat, planet).0 > 0
    }

    /// Units that could go to areas of a planet, beyond those that must hold their own area: how many, and how mighty.
    pub(super) fn spare(&self, seat: Seat, planet: Planet) -> (u32, u32) {
        let (mut n, mut strength) = (0, 0);
        for from in self.all_areas().filter(|a| self.ground(*a).owner == Some(seat)) {
            if from.planet() != planet && !self.ferry(seat, from.planet(), planet) {
                continue;
            }
            let g = self.ground(from);
            let mut units = 0;
            let mut all = 0;
            let mut least = u32::MAX;
            for unit in self.race(seat).units().iter().filter(|u| g.units[u.slot()] > 0) {
                units += u32::from(g.units[unit.slot()]);
                all += u32::from(g.units[unit.slot()]) * might(*unit);
                least = least.min(might(*unit));
            }
            // A base holds its area by itself; anywhere else one unit stays, but for nothing but conquest.
            if g.base != Some(seat) && !self.rules.galactic {
                units -= 1;
                all -= least;
            }
            n += units;
            strength += all;
        }
        (n, strength)
    }

    /// The might of the units in an area.
    pub(super) fn might_in(&self, area: Area) -> u32 {
        let g = self.ground(area);
        let Some(owner) = g.owner else { return 0 };
        self.race(owner).units().iter().map(|u| u32::from(g.units[u.slot()]) * might(*u)).sum()
    }

    /// What a Mobilize could take on a planet with the units that can be spared.
    pub(super) fn spoils(&self, seat: Seat, planet: Planet) -> u32 {
        let (mut n, strength) = self.spare(seat, planet);
        if n == 0 {
            return 0;
        }
        let mut empty = [0u32; 4];
        let mut prey = 0;
        for area in areas_of(planet).filter(|a| !self.controls(seat, *a)) {
            let g = self.ground(area);
            let mate =
                |s: Option<Seat>| s.is_some_and(|s| s != seat && self.team_of(s) == self.team_of(seat));
            if mate(g.owner) || mate(g.base) || self.orbital_defense(seat, area) && !self.is_on(seat, planet)
            {
                continue;
            }
            let prize = self.prize(seat, area) + self.denies(seat, area);
            match g.owner {
                None if g.base.is_none() => empty[area.n()] = prize + 12,
                None => prey = prey.max(prize + 64),
                Some(owner) if owner != seat => {
                    let strength = if self.rules.galactic { self.punch(seat, area) } else { strength };
                    let odds = 10 * strength / self.might_in(area).max(1);
                    let base = if g.base.is_some() { 40 } else { 0 };
                    if odds >= self.needed_odds(seat, owner) {
                        prey = prey.max(prize + base + 16 + odds.saturating_sub(13).min(20));
                    }
                }
                // Own units beside a rival's base: it falls without another move.
                Some(_) => {}
            }
        }
        empty.sort_unstable();
        let mut sum = prey;
        for prize in empty.into_iter().rev() {
            if n == 0 {
                break;
            }
            sum += prize;
            n -= 1;
        }
        sum
    }

    fn wish_mobilize(&self, seat: Seat, planet: Planet) -> u32 {
        let here = self.own_count(seat, planet, Order::Mobilize);
        let most = if self.rules.galactic { 240 } else { 120 };
        let mut spoils = self.spoils(seat, planet).min(most);
        if self.rules.galactic {
            spoils = spoils.max(self.gathering(seat, planet));
        }
        if spoils == 0 {
            // A Build that is planned next door can buy the transport, or the units that go.
            let next = |o: &&crate::state::Placed| {
                o.seat == seat
                    && o.order.plain() == Order::Build
                    && self.has_base_on(seat, o.planet)
                    && (o.planet == planet || self.adjacent(o.planet, planet))
            };
            let open = areas_of(planet).any(|a| self.is_empty_area(a));
            if self.orders.iter().any(|o| next(&o)) && open {
                spoils = 20;
            }
        }
        if spoils == 0 {
            return 2;
        }
        // SC-16.1: it brings the unit that the Build below it needs.
        let waits = self.own_count(seat, planet, Order::Build) > 0 && !self.is_on(seat, planet);
        let settle = if waits && here == 0 { 80 } else { 0 };
        // One order enters one enemy area (SC-7.7): who hunts comes again.
        let again = if self.rules.galactic { 1 } else { 3 };
        (16 + spoils * 2 / 3) / (1 + again * here) + settle
    }

    /// Research needs a base; it brings an event card, combat cards and technologies.
    fn wish_research(&self, seat: Seat, planet: Planet) -> u32 {
        if !self.has_base_on(seat, planet) {
            return 1;
        }
        let before = self.orders.iter().filter(|o| o.seat == seat && o.order.plain() == Order::Research);
        let before = before.count() as u32;
        let hand = self.player(seat).hand.count_ones();
        let short = if hand < 5 { 4 * (5 - hand) } else { 0 };
        // Who is near his objective, or waits for the end, hastens the event deck.
        let objectives = !self.rules.galactic && self.stage() < 3;
        let haste = if objectives && self.progress(seat) >= 80 { 16 } else { 0 };
        // Nothing is conquered in a laboratory.
        let usual = if self.rules.galactic { 30 } else { 44 };
        let wish = (usual + short + haste) / (1 + before);
        if self.waits_for_the_end(seat) {
            if self.stage() == 3 { wish * 8 / 3 } else { wish / 3 }
        } else if self.stage() == 3
            && self.all_seats().any(|s| self.waits_for_the_end(s) && !self.player(s).out)
        {
            wish / 2
        } else {
            wish
        }
    }

    /// Would the order do something worth having as things stand?
    pub(crate) fn is_useful(&self, seat: Seat, order: Order, planet: Planet) -> bool {
        match order.plain() {
            Order::Build => {
                let pool = self.player(seat).pool;
                if self.has_base_on(seat, planet) {
                    pool > 0 && self.plain_means(seat).iter().any(|n| *n > 0)
                } else {
                    self.has_unit_on(seat, planet) && pool > 1
                }
            }
            // An event card comes with it in any case (SC-8.2).
            Order::Research => self.has_base_on(seat, planet),
            Order::Mobilize => {
                self.spoils(seat, planet) > 0 || self.rules.galactic && self.gathering(seat, planet) > 0
            }
            Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch => false,
        }
    }

    /// Which of the own orders on top is next: what works now before what still waits for something.
    pub(crate) fn lean_turn(&self, seat: Seat, planet: Planet) -> u32 {
        let Some(order) = self.top(planet).map(|o| o.order) else {
            return 1;
        };
        let useful = self.is_useful(seat, order, planet);
        match order.plain() {
            Order::Build if useful && self.has_base_on(seat, planet) => 56,
            Order::Build if useful => 72,
            Order::Research if useful => 64,
            Order::Mobilize if useful => {
                let settles = self.own_count(seat, planet, Order::Build) > 0 && !self.is_on(seat, planet);
                if settles { 80 } else { 48 }
            }
            Order::Build | Order::Research | Order::Mobilize => 4,
            Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch => 1,
        }
    }
}
