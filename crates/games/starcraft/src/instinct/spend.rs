//! What to buy: units while there is money, upgrades with the rest, and nothing that ruins the mines.

use super::{content, worth};
use crate::{
    board::areas_of,
    data::{Content, Price, Tech, data},
    ids::{Area, Building, Module, Order, Race, Route, Unit, UnitSet},
    questions::Purchase,
    state::{Frame, StarCraft},
};
use klaxon_core::Seat;

impl StarCraft {
    /// Workers to be kept for a base that another Build of this round is to found.
    fn kept_for_bases(&self, seat: Seat) -> u8 {
        let waits = |o: &&crate::state::Placed| {
            o.seat == seat && o.order.plain() == Order::Build && !self.has_base_on(seat, o.planet)
        };
        2 * self.orders.iter().filter(waits).count() as u8
    }

    pub(crate) fn lean_purchase(&self, seat: Seat, purchase: Purchase) -> u32 {
        let off = purchase.off();
        let (wish, price) = match purchase {
            Purchase::BuyWorker => (self.wish_worker(seat), data().prices.worker),
            Purchase::BuyTransport { route, .. } => {
                (self.lean_transport(seat, route), data().prices.transport)
            }
            Purchase::BuyUnit { unit, area, .. } => {
                (self.lean_new_unit(seat, unit, area), data().unit(unit).price())
            }
            Purchase::Morph { unit, .. } => (72, data().unit(unit).price()),
            Purchase::BuyBuilding { building, .. } => {
                (self.lean_building(seat, building), self.level_price(seat, building).unwrap_or_default())
            }
            Purchase::BuyModule { module, .. } => {
                let print = data().module(module);
                (self.wish_module(seat, module), Price { m: print.m, g: print.g })
            }
            // Whoever would not ruin a mine for it must not want it, or he would be asked again and again.
            Purchase::BuyBase { .. } if self.spares_mines(seat, data().prices.base.less(off, 1)) => return 0,
            Purchase::BuyBase { area, .. } => return self.lean_base(seat, area),
            Purchase::BuyTech { tech, .. } => (self.wish_tech(seat, tech), tech.data().price),
        };
        let price = price.less(off, 1);
        // A discount is for what is dear: the first thing bought without it is bought for good.
        let saves = off.is_some() && !matches!(purchase, Purchase::BuyTech { .. });
        let wish = if saves { wish * 2 } else { wish };
        let building = matches!(self.stack.last(), Some(Frame::Build));
        let upgrade = matches!(purchase, Purchase::BuyBuilding { .. } | Purchase::BuyModule { .. });
        let pool = self.player(seat).pool;
        let left = pool.saturating_sub(price.m + price.g);
        let kept = if building { self.kept_for_bases(seat) } else { 0 };
        // Two workers more stay for a building, unless the order has built one.
        let kept_now = if building && !upgrade && !self.site.building { kept + 2 } else { kept };
        let means = self.plain_means(seat);
        let ruins = price.m > means[0] || price.g > means[1];
        if ruins {
            // Before the last rounds a mine is worth more than what it could be ruined for.
            return match (self.stage(), self.spares_mines(seat, price)) {
                (3, _) => wish / 8,
                (_, true) => 0,
                (_, false) => 1,
            };
        }
        if left < kept {
            return wish / 8;
        }
        if left < kept_now {
            return wish / 3;
        }
        // SC-6.1: upgrades end the building of units, so units come first.
        if building && upgrade && self.could_build_units(seat, left) { wish / 6 } else { wish }
    }

    /// Is there still a unit to be had in this order that leaves money for an upgrade?
    fn could_build_units(&self, seat: Seat, left: u8) -> bool {
        let turn = self.active();
        if self.site.past_a || !self.has_base_on(seat, turn.planet) {
            return false;
        }
        if self.site.units >= self.build_limit(seat, turn.order) || left == 0 {
            return false;
        }
        let means = self.plain_means(seat);
        let room = areas_of(turn.planet).any(|a| self.open_to(seat, a) && self.room(seat, a) > 0);
        let kept = self.kept_for_bases(seat) + 2;
        let pool = self.player(seat).pool;
        room && self.buildable(seat).iter().any(|unit| {
            let price = data().unit(unit).price();
            self.player(seat).supply[unit.slot()] > 0
                && price.m <= means[0]
                && price.g <= means[1]
                && price.m + price.g + kept <= pool
                && !data().unit(unit).assist
        })
    }

    /// Workers up to what there is to mine, one or two a round.
    fn wish_worker(&self, seat: Seat) -> u32 {
        let (workers, work) = (self.workers(seat), self.total_resources(seat));
        if workers > work {
            return 2;
        }
        48 / (1 + 2 * u32::from(self.player(seat).away))
    }

    /// A transport leads to a planet where something can be had, best where an order waits for it.
    pub(crate) fn lean_transport(&self, seat: Seat, route: Route) -> u32 {
        let ends = self.ends_of(route);
        let linked = self.ferry(seat, ends[0], ends[1]);
        let far = ends.into_iter().find(|p| !self.has_base_on(seat, *p));
        // A conqueror needs a way to whoever is left, and brings up what he has built elsewhere.
        if self.rules.galactic && !linked && ends.iter().any(|p| self.is_held_by_rivals(seat, *p)) {
            return 120;
        }
        if self.rules.galactic && far.is_none() && !linked {
            return 24;
        }
        let Some(far) = far.filter(|_| !linked) else {
            return 1;
        };
        let waits = self
            .orders
            .iter()
            .any(|o| o.seat == seat && o.order.plain() == Order::Mobilize && o.planet == far);
        let cut_off = !self.planets().any(|p| self.has_base_on(seat, p) && self.ferry(seat, p, far));
        let open: u32 = areas_of(far)
            .filter(|a| !self.controls(seat, *a))
            .map(|a| self.prize(seat, a) + self.denies(seat, a))
            .sum();
        match (waits && cut_off, cut_off) {
            (true, _) => 120,
            (false, true) => 8 + (open / 4).min(40),
            (false, false) => 3,
        }
    }

    /// A new unit: the mightier the better, and where it takes or holds an area.
    pub(crate) fn lean_new_unit(&self, seat: Seat, unit: Unit, area: Area) -> u32 {
        let print = data().unit(unit);
        let useful = if print.assist {
            // Assist units live by their technologies.
            if self.knows_tech_of(seat, unit) { 28 } else { 3 }
        } else if print.support == 0 {
            10
        } else {
            20 + 8 * worth(unit) as u32
        };
        let here = self.units_in(seat, area);
        let hold = if here == 0 && self.ground(area).base != Some(seat) {
            self.prize(seat, area).min(48)
        } else if here == 0 {
            8
        } else {
            0
        };
        // Cards in hand that show it.
        let hand = crate::ids::cards(self.player(seat).hand);
        let shown = hand.filter(|c| self.face(seat, *c).data().pictured.has(unit)).count() as u32;
        // In Galactic Conquest units are for those who are near.
        let near = if self.rules.galactic && self.fronts(seat)[area.planet().index()] < 2 { 16 } else { 0 };
        useful + hold + near + 3 * shown.min(4)
    }

    /// Does the seat own a technology that names the unit?
    fn knows_tech_of(&self, seat: Seat, unit: Unit) -> bool {
        let left = self.player(seat).tech_deck;
        let mut own = Tech::all().map(Tech::data).filter(|t| t.race == self.race(seat));
        own.any(|t| t.pictured.has(unit) && left & t.cards != t.cards)
    }

    fn lean_building(&self, seat: Seat, building: Building) -> u32 {
        let level = self.player(seat).levels[building.slot()];
        let unlocked = data().level(building, level + 1).and_then(|l| {
            let sum = crate::effect::Sum::of(&l.effect, &crate::effect::Scene::default());
            sum.unlocks.iter().next()
        });
        // What the new level allows; assist units are for those who research.
        let unit = match unlocked {
            Some(unit) if data().unit(unit).assist => 4,
            Some(unit) => 10 * worth(unit) as u32,
            None => 0,
        };
        match self.race(seat) {
            // SC-6.5: a new kind of building raises the build limit by two.
            Race::Zerg if level == 0 => 72 + unit / 2,
            Race::Zerg | Race::Terran | Race::Protoss => 24 + unit,
        }
    }

    fn wish_module(&self, seat: Seat, module: Module) -> u32 {
        let own = u32::from(self.modules(seat, module));
        match module {
            Module::Supply => 48 / (1 + own),
            Module::Rnd => 52 / (1 + own),
            Module::Air => {
                // Against rivals who fly, and for bases that many can reach.
                let flies = |u: &Unit| data().unit(*u).r#move == crate::data::Move::Flying;
                let rivals = self.all_seats().filter(|s| *s != seat && !self.player(*s).out);
                let flyers = rivals.flat_map(|s| {
                    let race = self.race(s);
                    race.units()
                        .iter()
                        .filter(move |u| flies(u) && self.player(s).supply[u.slot()] < data().unit(**u).count)
                });
                if flyers.count() > 0 { 28 } else { 8 }
            }
        }
    }

    fn lean_base(&self, seat: Seat, area: Area) -> u32 {
        let rivals = areas_of(area.planet()).any(|a| self.ground(a).owner.is_some_and(|o| o != seat));
        // With a unit beside it the base is safe; the unit then may go.
        let guarded = if self.ground(area).owner == Some(seat) { 32 } else { 0 };
        let place = match content(area) {
            Content::Minerals(n) | Content::Gas(n) => 200 + 8 * u32::from(n),
            Content::Conquest(_) => 200,
        };
        place + if rivals { guarded } else { 0 }
    }

    /// Has the seat, or can it build, one of these units?
    pub(super) fn can_use(&self, seat: Seat, units: UnitSet) -> bool {
        let race = self.race(seat);
        let supply = self.player(seat).supply;
        let in_play = |u: Unit| supply[u.slot()] < data().unit(u).count;
        units.iter().filter(|u| u.race() == race).any(in_play) || units.meets(self.buildable(seat))
    }

    fn wish_tech(&self, seat: Seat, tech: Tech) -> u32 {
        let print = tech.data();
        if !self.can_use(seat, print.pictured) {
            return 2;
        }
        let supply = self.player(seat).supply;
        let race = self.race(seat);
        let own = || print.pictured.iter().filter(|u| u.race() == race);
        let in_play: u32 = own().map(|u| u32::from(data().unit(u).count - supply[u.slot()])).sum();
        let assist = own().any(|u| data().unit(u).assist);
        match (in_play, assist) {
            // For units that may never be built: what is bought first is the units.
            (0, false) => 6,
            // Assist units are built for their technologies.
            (0, true) => 16,
            (n, _) => 28 + 8 * n.min(5),
        }
    }
}
