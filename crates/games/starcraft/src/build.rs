//! Chapter 6: the Build order.

use crate::{
    board::areas_of,
    data::{Limit, Price, data},
    ids::{Area, Module, Order, Res, Route, Unit},
    questions::Purchase,
    state::{Item, StarCraft},
    turn::Cx,
    why::{No, need, no, not_asked},
};
use klaxon_core::{Seat, rule};

impl StarCraft {
    /// The kind of unit that a technology in play consumes (SC-6.20).
    pub(crate) fn consumable(&self, seat: Seat) -> Option<Unit> {
        self.standing(seat).morphs.map(|(_, consumed, _)| consumed)
    }

    /// SC-6.5, SC-6.19: units that this order may make.
    pub(crate) fn build_limit(&self, seat: Seat, order: Order) -> u8 {
        let base = match data().race(self.race(seat)).build_limit {
            Limit::Flat(n) => n,
            // SC-11.2: kinds of building count, not levels.
            Limit::PerBuilding(n) => n * self.player(seat).levels.iter().filter(|l| **l > 0).count() as u8,
        };
        base + self.standing(seat).build_limit + u8::from(order == Order::SpecialBuild)
    }

    /// The order is asked about only while something can be bought.
    pub(crate) fn open_build(&mut self, cx: &mut Cx<'_>) -> bool {
        let more = self.is_more(self.active().seat);
        if !more {
            self.task(|_, _| {}, cx);
        }
        more
    }

    /// Everything that a Build order could sell.
    pub(crate) fn build_list(&self) -> Vec<Purchase> {
        let mut out = Vec::with_capacity(64);
        let turn = self.active();
        let (seat, planet, site) = (turn.seat, turn.planet, self.site);
        let standing = self.standing(seat);
        // SC-6.19: with the discount of a special Build each purchase can be made in up to three ways.
        let discount = turn.order == Order::SpecialBuild && !site.discount;
        let offs: &[Option<Res>] =
            if discount { &[None, Some(Res::Minerals), Some(Res::Gas)] } else { &[None] };
        if site.base {
            return out;
        }
        if !site.past_a {
            let limit = self.build_limit(seat, turn.order);
            if self.has_base_on(seat, planet) {
                out.push(Purchase::BuyWorker);
                for r in (0..self.routes.len()).filter(|r| self.routes[*r].touches(planet)) {
                    let route = Route(r as u8);
                    out.extend(offs.iter().map(|off| Purchase::BuyTransport { route, off: *off }));
                }
                if site.units < limit {
                    for unit in standing.unlocks.iter() {
                        for area in areas_of(planet) {
                            out.extend(offs.iter().map(|off| Purchase::BuyUnit { unit, area, off: *off }));
                        }
                    }
                }
            }
            if let Some((unit, consumed, n)) = standing.morphs.filter(|_| site.units < limit) {
                for area in areas_of(planet).filter(|a| self.count_in(seat, *a, consumed) > 0) {
                    let others = areas_of(planet).filter(|o| n > 1 || *o == area);
                    for other in others {
                        out.extend(offs.iter().map(|off| Purchase::Morph { unit, area, other, off: *off }));
                    }
                }
            }
        }
        if !site.building {
            for building in self.race(seat).buildings() {
                out.extend(offs.iter().map(|off| Purchase::BuyBuilding { building: *building, off: *off }));
            }
        }
        if !site.module {
            for module in Module::ALL {
                out.extend(offs.iter().map(|off| Purchase::BuyModule { module: *module, off: *off }));
            }
        }
        if self.has_unit_on(seat, planet) && !self.has_base_on(seat, planet) {
            for area in areas_of(planet) {
                out.extend(offs.iter().map(|off| Purchase::BuyBase { area, off: *off }));
            }
        }
        out
    }

    /// The price after the discount, or why there is none.
    fn discounted(&self, price: Price, off: Option<Res>) -> Result<Price, No> {
        if let Some(res) = off {
            let special = self.active().order == Order::SpecialBuild;
            need(special, rule!("SC-6.19"), "only a special Build order gives a discount")?;
            need(!self.site.discount, rule!("SC-6.19"), "the discount of this order is used up")?;
            need(price.of(res) > 0, rule!("SC-6.19"), "the price holds no such resource to take off")?;
        }
        Ok(price.less(off, 1))
    }

    /// What a purchase of this order costs, or why it cannot be made.
    pub(crate) fn build_price(&self, purchase: Purchase) -> Result<Price, No> {
        let turn = self.active();
        let (seat, planet, site) = (turn.seat, turn.planet, self.site);
        let step_a = || {
            need(
                !site.past_a,
                rule!("SC-6.1"),
                "workers, transports and units come before buildings, modules and bases",
            )
        };
        let step_b = || {
            need(!site.base, rule!("SC-6.1"), "buildings and modules come before the base")?;
            need(
                self.is_on(seat, planet),
                rule!("SC-6.10"),
                "you have neither base nor unit on the active planet",
            )
        };
        let base = || {
            need(
                self.has_base_on(seat, planet),
                rule!("SC-6.2"),
                "that needs a base of yours on the active planet",
            )
        };
        let prices = &data().prices;
        match purchase {
            Purchase::BuyWorker => {
                step_a()?;
                base()?;
                let tokens = data().race(self.race(seat)).workers;
                need(self.workers(seat) < tokens, rule!("SC-1.14"), "all your worker tokens are in play")?;
                Ok(prices.worker)
            }
            Purchase::BuyTransport { route, off } => {
                step_a()?;
                base()?;
                self.judge_transport(seat, route)?;
                let touches = self.routes[usize::from(route.0)].touches(planet);
                need(
                    touches,
                    rule!("SC-6.9"),
                    "a new transport goes on a route that touches the active planet",
                )?;
                self.discounted(prices.transport, off)
            }
            Purchase::BuyUnit { unit, area, off } => {
                step_a()?;
                base()?;
                need(unit.race() == self.race(seat), rule!("SC-6.6"), "that is a unit of another race")?;
                need(
                    self.standing(seat).unlocks.has(unit),
                    rule!("SC-6.6"),
                    "none of your buildings allows that unit",
                )?;
                self.under_limit(seat, turn.order)?;
                let here = self.exists(area) && area.planet() == planet;
                need(here, rule!("SC-6.7"), "new units go to areas of the active planet")?;
                self.judge_new_unit(seat, unit, area)?;
                self.discounted(data().unit(unit).price(), off)
            }
            Purchase::Morph { unit, area, other, off } => {
                step_a()?;
                self.judge_morph(seat, unit, area, other)?;
                self.discounted(data().unit(unit).price(), off)
            }
            Purchase::BuyBuilding { building, off } => {
                step_b()?;
                need(!site.building, rule!("SC-6.10"), "one building per order")?;
                let price = self.judge_building(seat, building)?;
                self.discounted(price, off)
            }
            Purchase::BuyModule { module, off } => {
                step_b()?;
                need(!site.module, rule!("SC-6.10"), "one module per order")?;
                let price = self.judge_module(seat, module)?;
                self.discounted(price, off)
            }
            Purchase::BuyBase { area, off } => {
                need(!site.base, rule!("SC-6.15"), "one base per order")?;
                let here = self.exists(area) && area.planet() == planet;
                need(here, rule!("SC-6.15"), "the base goes on the active planet")?;
                let price = self.judge_base(seat, area)?;
                self.discounted(price, off)
            }
            // A Build order sells no technologies.
            Purchase::BuyTech { .. } => Err(not_asked()),
        }
    }

    fn under_limit(&self, seat: Seat, order: Order) -> Result<(), No> {
        need(
            self.site.units < self.build_limit(seat, order),
            rule!("SC-6.4"),
            "the unit build limit of this order is reached",
        )
    }

    /// SC-6.20 to SC-6.25: units that are made of others.
    fn judge_morph(&self, seat: Seat, unit: Unit, area: Area, other: Area) -> Result<(), No> {
        let turn = self.active();
        let morph = self.standing(seat).morphs.filter(|(made, ..)| *made == unit);
        let (_, consumed, n) =
            morph.ok_or(no(rule!("SC-6.20"), "no technology of yours in play allows that unit"))?;
        self.under_limit(seat, turn.order)?;
        need(
            self.player(seat).supply[unit.slot()] > 0,
            rule!("SC-1.14"),
            "all your figures of that kind are in play",
        )?;
        // SC-6.24: the unit changes in place, so nobody asks who else is there.
        let here = |a: Area| self.exists(a) && a.planet() == turn.planet;
        need(here(area) && here(other), rule!("SC-6.20"), "only units on the active planet can be consumed")?;
        need(n > 1 || area == other, rule!("SC-6.20"), "it consumes one unit, in its own area")?;
        // SC-6.22: units built in this order do not count.
        let old = |a: Area| self.count_in(seat, a, consumed).saturating_sub(self.site.fresh[a.n()]);
        let enough = if area == other { old(area) >= n } else { old(area) >= 1 && old(other) >= 1 };
        need(enough, rule!("SC-6.22"), "the units to be consumed must have been there when the order began")
    }

    /// What a purchase changes for those that follow in this order.
    pub(crate) fn book(&mut self, purchase: Purchase) {
        let site = &mut self.site;
        match purchase.item() {
            Item::Worker | Item::Transport(_) => {}
            // SC-6.21: one unit, whatever it consumed.
            Item::Unit(..) | Item::Morph(..) => site.units += 1,
            // SC-6.14: step (a) is over now. SC-6.18: with a base so are all three.
            Item::Building(_) => (site.past_a, site.building) = (true, true),
            Item::Module(_) => (site.past_a, site.module) = (true, true),
            Item::Base(_) => (site.past_a, site.base) = (true, true),
            Item::Tech(_) => unreachable!("not sold by a Build order"),
        }
        site.discount |= purchase.off().is_some();
    }
}
