//! Chapter 5: workers pay, cards are force mined, purchases are delivered.

use crate::{
    board::areas_of,
    data::{Price, data},
    event::Event,
    ids::{Area, Building, Module, Res, Unit, cards},
    state::{Depletion, Frame, Item, StarCraft},
    turn::Cx,
    why::{No, need},
};
use klaxon_core::{Seat, rule};

impl StarCraft {
    /// What the seat could pay of each kind, with force mining (SC-5.10, SC-5.13). Every resource taken lowers its
    /// kind by exactly one, so a payment that starts can always be finished.
    pub(crate) fn means(&self, seat: Seat) -> [u8; 2] {
        let (player, race) = (self.player(seat), data().race(self.race(seat)));
        let mut means = [race.minerals - player.permanent[0], race.gas - player.permanent[1]];
        for area in self.all_areas() {
            let g = self.ground(area);
            if g.card != Some(seat) {
                continue;
            }
            let Some((res, n)) = data().area(area).and_then(|a| a.content.resource()) else {
                continue;
            };
            let extra = match g.depletion {
                Depletion::None => 2,
                Depletion::Partial => 1,
                Depletion::Full => 0,
            };
            // SC-5.14: the printed number holds on either side of the card.
            means[res.index()] += n.saturating_sub(g.workers) + extra;
        }
        means
    }

    /// What the seat could pay of each kind by what renews itself, without force mining.
    pub(crate) fn plain_means(&self, seat: Seat) -> [u8; 2] {
        let (player, race) = (self.player(seat), data().race(self.race(seat)));
        let mut means = [race.minerals - player.permanent[0], race.gas - player.permanent[1]];
        for area in self.all_areas().filter(|a| self.ground(*a).card == Some(seat)) {
            if let Some((res, n)) = data().area(area).and_then(|a| a.content.resource()) {
                means[res.index()] += n.saturating_sub(self.ground(area).workers);
            }
        }
        means
    }

    /// SC-5.5, SC-5.21: can the price be paid in full?
    pub(crate) fn can_pay(&self, seat: Seat, price: Price) -> bool {
        let means = self.means(seat);
        self.player(seat).pool >= price.m + price.g && means[0] >= price.m && means[1] >= price.g
    }

    pub(crate) fn afford(&self, seat: Seat, price: Price) -> Result<(), No> {
        need(
            self.can_pay(seat, price),
            rule!("SC-5.5"),
            "a price is paid in full: you lack workers in the pool or places for them",
        )
    }

    /// Starts a purchase: it is paid worker by worker, then delivered.
    pub(crate) fn buy(&mut self, seat: Seat, price: Price, item: Item) {
        self.push(Frame::Pay { seat, m: price.m, g: price.g, item });
    }

    pub(crate) fn pay_permanent(&mut self, seat: Seat, res: Res) {
        let player = self.player_mut(seat);
        player.pool -= 1;
        player.permanent[res.index()] += 1;
    }

    pub(crate) fn pay_card(&mut self, seat: Seat, area: Area) {
        self.player_mut(seat).pool -= 1;
        self.ground_mut(area).workers += 1;
    }

    /// SC-5.10, SC-5.11, SC-5.12: one worker too many. SC-5.19: he has paid, even if the card goes by it.
    pub(crate) fn force_mine(&mut self, seat: Seat, area: Area, cx: &mut Cx<'_>) {
        self.pay_card(seat, area);
        cx.tell.all(Event::ForceMined { who: self.faction(seat), area });
        self.deplete(area, cx);
    }

    /// SC-5.17: an area is depleted one step, with its card.
    pub(crate) fn deplete(&mut self, area: Area, cx: &mut Cx<'_>) {
        let ground = self.ground_mut(area);
        match ground.depletion {
            // SC-5.18: tokens for it never run out.
            Depletion::None => ground.depletion = Depletion::Partial,
            Depletion::Partial | Depletion::Full => {
                ground.depletion = Depletion::Full;
                let (holder, workers) = (ground.card.take(), std::mem::take(&mut ground.workers));
                if let Some(holder) = holder {
                    self.player_mut(holder).away += workers;
                    cx.tell.all(Event::Exhausted { who: self.faction(holder), area, workers });
                }
            }
        }
        let full = self.ground(area).depletion == Depletion::Full;
        cx.tell.all(Event::Depleted { area, full });
    }

    /// SC-12.6, SC-5.9: a resource card goes back to the supply; workers on it are destroyed.
    pub(crate) fn lose_card(&mut self, area: Area, cx: &mut Cx<'_>) {
        let ground = self.ground_mut(area);
        let workers = std::mem::take(&mut ground.workers);
        if let Some(holder) = ground.card.take() {
            cx.tell.all(Event::CardLost { who: self.faction(holder), area, workers });
        }
    }

    /// The price of the next level of a building; `None` when it is complete.
    pub(crate) fn level_price(&self, seat: Seat, building: Building) -> Option<Price> {
        let level = self.player(seat).levels[building.slot()] + 1;
        data().level(building, level).map(|l| Price { m: l.m, g: l.g })
    }

    /// SC-6.11: may the seat buy the next level?
    pub(crate) fn judge_building(&self, seat: Seat, building: Building) -> Result<Price, No> {
        need(building.race() == self.race(seat), rule!("SC-6.11"), "that is a building of another race")?;
        self.level_price(seat, building)
            .ok_or(crate::why::no(rule!("SC-6.11"), "you own that building up to its highest level"))
    }

    /// SC-6.12: may the seat buy the module?
    pub(crate) fn judge_module(&self, seat: Seat, module: Module) -> Result<Price, No> {
        let (modules, race) = (self.player(seat).modules, self.race(seat));
        let copies = data().module(module).copies.of(race);
        need(modules[module.index()] < copies, rule!("SC-6.12"), "no token of that module is left")?;
        let spaces = data().race(race).module_spaces;
        need(
            modules.iter().sum::<u8>() < spaces,
            rule!("SC-6.12"),
            "all module spaces of your sheet are taken",
        )?;
        let module = data().module(module);
        Ok(Price { m: module.m, g: module.g })
    }

    /// SC-6.15 to SC-6.17, SC-11.12, SC-15.9: may the seat found a base there?
    pub(crate) fn judge_base(&self, seat: Seat, area: Area) -> Result<Price, No> {
        need(self.exists(area), rule!("SC-6.16"), "there is no such area in this game")?;
        let planet = area.planet();
        need(self.has_unit_on(seat, planet), rule!("SC-6.15"), "a base needs a unit of yours on the planet")?;
        need(!self.has_base_on(seat, planet), rule!("SC-6.17"), "you have a base on that planet already")?;
        need(self.ground(area).base.is_none(), rule!("SC-6.17"), "there is a base in that area already")?;
        if self.standing(seat).creep {
            need(
                self.open_to(seat, area),
                rule!("SC-11.12"),
                "the creep spreads to friendly or empty areas only",
            )?;
        } else {
            let there = self.ground(area).owner == Some(seat);
            need(there, rule!("SC-6.16"), "the base goes where a unit of yours stands")?;
        }
        let tokens = data().race(self.race(seat)).bases;
        need(self.bases(seat) < tokens, rule!("SC-1.14"), "all your base tokens are in play")?;
        if self.rules.teams {
            let ours = |a: Area| self.ground(a).base.is_some_and(|b| self.team_of(b) == self.team_of(seat));
            let full = areas_of(planet).all(|a| a == area || ours(a));
            need(!full, rule!("SC-15.9"), "your team would then have a base in every area of that planet")?;
        }
        Ok(data().prices.base)
    }

    /// SC-6.9: may the seat put a transport on the route?
    pub(crate) fn judge_transport(&self, seat: Seat, route: crate::ids::Route) -> Result<(), No> {
        let way = self.routes.get(usize::from(route.0));
        let way = way.ok_or(crate::why::no(rule!("SC-6.9"), "there is no such route"))?;
        need(!way.transports.has(seat), rule!("SC-6.9"), "you have a transport on that route already")?;
        let tokens = data().race(self.race(seat)).transports;
        need(self.transports(seat) < tokens, rule!("SC-1.14"), "all your transport tokens are in play")
    }

    /// SC-6.7, SC-6.8: may a new unit of the seat stand there? Enemies keep units out of their area, not off the planet.
    pub(crate) fn judge_new_unit(&self, seat: Seat, unit: Unit, area: Area) -> Result<(), No> {
        need(
            self.player(seat).supply[unit.slot()] > 0,
            rule!("SC-1.14"),
            "all your figures of that kind are in play",
        )?;
        need(self.open_to(seat, area), rule!("SC-6.7"), "new units go to friendly or empty areas")?;
        need(self.room(seat, area) > 0, rule!("SC-1.11"), "the area is full")
    }

    /// The price is paid: here is the piece.
    pub(crate) fn deliver(&mut self, seat: Seat, item: Item, cx: &mut Cx<'_>) {
        let who = self.faction(seat);
        match item {
            Item::Worker => {
                // SC-5.8: new workers cannot pay before they are retrieved.
                self.player_mut(seat).away += 1;
                cx.tell.all(Event::BoughtWorker { who });
            }
            Item::Transport(route) => {
                self.put_transport(seat, route);
                cx.tell.all(Event::BoughtTransport { who, route, planets: self.ends_of(route) });
            }
            Item::Unit(unit, area) => {
                self.build_unit(seat, area, unit);
                if self.consumable(seat) == Some(unit) {
                    self.site.fresh[area.n()] += 1;
                }
                cx.tell.all(Event::BoughtUnit { who, unit, area });
            }
            Item::Morph(unit, area, other) => {
                let (_, consumed, n) = self.standing(seat).morphs.expect("the technology is in play");
                self.destroy_unit(seat, area, consumed);
                if n > 1 {
                    self.destroy_unit(seat, other, consumed);
                }
                self.build_unit(seat, area, unit);
                cx.tell.all(Event::Morphed { who, unit, area, consumed, n });
            }
            Item::Building(building) => {
                let level = &mut self.player_mut(seat).levels[building.slot()];
                *level += 1;
                let level = *level;
                cx.tell.all(Event::BoughtBuilding { who, building, level });
            }
            Item::Module(module) => {
                self.player_mut(seat).modules[module.index()] += 1;
                cx.tell.all(Event::BoughtModule { who, module });
            }
            Item::Base(area) => {
                self.ground_mut(area).base = Some(seat);
                cx.tell.all(Event::BoughtBase { who, area });
            }
            Item::Tech(tech) => {
                cx.tell.all(Event::BoughtTech { who, tech });
                // SC-8.6: a play card goes before its owner; the others wait for the shuffle.
                if tech.data().kind == crate::effect::Kind::Play {
                    let player = self.player_mut(seat);
                    player.tech_deck &= !tech.data().cards;
                    player.play |= tech.data().cards;
                }
            }
        }
    }

    /// SC-8.4: the bought copies and the whole discard pile are shuffled into the deck.
    pub(crate) fn shuffle_in(&mut self, seat: Seat, tech: crate::data::Tech, cx: &mut Cx<'_>) {
        let player = self.player_mut(seat);
        let copies = player.tech_deck & tech.data().cards;
        player.tech_deck &= !copies;
        for card in cards(copies | std::mem::take(&mut player.discard)) {
            player.deck.push(card);
        }
        cx.chance.shuffle(&mut player.deck);
        cx.tell.all(Event::ShuffledIn { who: self.faction(seat), tech, n: copies.count_ones() as u8 });
    }
}
