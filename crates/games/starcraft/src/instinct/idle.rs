//! What would do nothing in this position, and why: found out once, for bots, hints and labels alike. Looks at nothing that
//! the seat does not know.

use crate::{
    data::{EventCard, Face, Price, data},
    effect::{Effect, Kind, Sum},
    ids::{Area, Order, Planet},
    questions::Purchase,
    state::{Depletion, Frame, StarCraft},
};
use klaxon_core::Seat;

impl StarCraft {
    /// Why an order would do nothing if it were executed now.
    pub(crate) fn idle_order(&self, seat: Seat, order: Order, planet: Planet) -> Option<String> {
        match order.plain() {
            Order::Build if !self.is_on(seat, planet) => Some("nothing of yours is there".into()),
            // SC-5.5: everything is paid by workers of the pool.
            Order::Build if self.player(seat).pool == 0 => Some("no worker is left in your pool".into()),
            Order::Research if !self.has_base_on(seat, planet) => Some("no base of yours is there".into()),
            Order::Mobilize => {
                let from = |p: Planet| p == planet || self.ferry(seat, p, planet);
                let none = !self.planets().any(|p| from(p) && self.has_unit_on(seat, p));
                none.then(|| "no unit of yours can move there".into())
            }
            Order::Build | Order::Research => None,
            Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch => None,
        }
    }

    /// Why an order that is being placed will do nothing in this round: only where nothing that is still to come can help it.
    pub(crate) fn idle_placing(&self, seat: Seat, order: Order, planet: Planet) -> Option<String> {
        if order.plain() != Order::Research {
            return None;
        }
        // Whoever is there, or can arrive, may found a base before he researches.
        let may_come = self.is_on(seat, planet)
            || self.planets().any(|p| self.has_unit_on(seat, p) && self.adjacent(p, planet));
        if may_come { None } else { self.idle_order(seat, order, planet) }
    }

    /// Why a purchase would serve nobody.
    pub(crate) fn idle_purchase(&self, seat: Seat, purchase: Purchase) -> Option<String> {
        let Purchase::BuyTech { tech, .. } = purchase else { return None };
        let pictured = tech.data().pictured;
        let none = pictured.iter().next().is_some() && !self.can_use(seat, pictured);
        none.then(|| "you have none of its units and cannot build any yet".into())
    }

    /// Is a purchase left alone, because it would cost a mine? In the last rounds mines are there to be used up.
    pub(crate) fn spares_mines(&self, seat: Seat, price: Price) -> bool {
        self.stage() < 3 && self.costs_a_mine(seat, price)
    }

    /// Would the purchase cost a mine? SC-5.12: a card that is force mined twice is gone for good.
    fn costs_a_mine(&self, seat: Seat, price: Price) -> bool {
        let means = self.plain_means(seat);
        let lack = [price.m.saturating_sub(means[0]), price.g.saturating_sub(means[1])];
        if lack == [0, 0] {
            return false;
        }
        let mut whole = [0; 2];
        for area in self.all_areas().filter(|a| self.ground(*a).card == Some(seat)) {
            if let Some((res, _)) = data().area(area).and_then(|a| a.content.resource())
                && self.ground(area).depletion == Depletion::None
            {
                whole[res.index()] += 1;
            }
        }
        lack[0] > whole[0] || lack[1] > whole[1]
    }

    /// Why a reinforcement card would change nothing in the skirmish for which it is laid.
    pub(crate) fn idle_reinforcement(&self, seat: Seat, face: Face) -> Option<String> {
        let Some(Frame::Reinforce { side, skirmish }) = self.stack.last().copied() else { return None };
        let print = face.data();
        if print.kind != Kind::Reinforcement || self.side_seat(side) != seat {
            return None;
        }
        let mut here = self.fight().of_skirmish(side, skirmish);
        if !here.any(|(_, f)| print.pictured.has(f.unit) && (f.front || print.specialty)) {
            return Some("it matches no unit here".into());
        }
        // A Bunker in attack, a Lockdown against flesh.
        let sum = Sum::of(&print.effect, &self.scene(side, Some(skirmish)));
        (sum == Sum::default()).then(|| "it does nothing for these units in this role".into())
    }

    /// Why an ability at the start of a battle would hit nobody.
    pub(crate) fn idle_ability(&self, seat: Seat, effects: &[Effect]) -> Option<String> {
        let battle = self.battle.as_ref()?;
        let side = battle.side(seat)?;
        let filter = Sum::of(effects, &self.scene(side, None)).start_lose?;
        let none = !battle.alive(1 - side).any(|(_, f)| filter.fits(f.unit));
        none.then(|| "there is no unit it could hit".into())
    }

    /// Why an event card would do nothing (SC-13.13).
    pub(crate) fn idle_event(&self, seat: Seat, card: EventCard) -> Option<String> {
        self.is_idle(seat, card).then(|| "it finds nothing to do as things stand".into())
    }

    /// Is the move part of an attack that cannot succeed, whoever still comes?
    pub(super) fn is_sacrifice(&self, seat: Seat, to: Area, mine: u32) -> bool {
        let theirs = self.might_in(to);
        // SC-7.9: no more than two beyond the limit of the area may come.
        let room = u32::from(self.limit(to)) + 2;
        let inbound: u32 = self.moves.inbound[to.n()].iter().map(|n| u32::from(*n)).sum();
        let (spare, strength) = self.spare(seat, to.planet());
        let come = spare.min(room.saturating_sub(inbound));
        let ready = mine + (strength * come).checked_div(spare).unwrap_or(0);
        10 * ready < 7 * theirs
    }
}
