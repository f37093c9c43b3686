//! Chapter 4: turns, and what an order begins.

use crate::{
    data::data,
    effect::{Scene, Sum},
    event::Event,
    ids::{Order, Planet},
    state::{Frame, Placed, Site, StarCraft, Task, Turn},
    turn::Cx,
};
use klaxon_core::Seat;

impl StarCraft {
    /// The order on top of a planet's stack (SC-4.2).
    pub(crate) fn top(&self, planet: Planet) -> Option<Placed> {
        self.orders.iter().rev().find(|o| o.planet == planet).copied()
    }

    fn take_top(&mut self, planet: Planet) -> Placed {
        let at = self.orders.iter().rposition(|o| o.planet == planet).expect("there is an order");
        self.orders.remove(at)
    }

    /// Planets whose top order is the seat's.
    pub(crate) fn tops(&self, seat: Seat) -> impl Iterator<Item = Planet> {
        self.planets().filter(move |p| self.top(*p).is_some_and(|o| o.seat == seat))
    }

    /// SC-4.1: the next player with orders, from `seat` on; the phase ends when no order is left.
    pub(crate) fn next_turn(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        self.turn = None;
        self.site = Site::default();
        self.drop_orders_of_the_fallen(cx);
        for i in 0..self.n {
            let seat = Seat((seat.0 + i) % self.n);
            let next = Seat((seat.0 + 1) % self.n);
            // SC-4.7: a player without orders is skipped and draws nothing.
            if self.player(seat).out || !self.orders.iter().any(|o| o.seat == seat) {
                continue;
            }
            self.push(Task::Execution(next));
            if self.tops(seat).next().is_some() {
                self.push(Frame::Turn(seat));
            } else {
                // SC-4.6: all his orders are covered.
                cx.tell.all(Event::Obstructed { who: self.faction(seat) });
                self.draw_event(seat, cx);
            }
            return;
        }
    }

    /// SC-4.9: orders of eliminated players go as soon as they are on top.
    fn drop_orders_of_the_fallen(&mut self, cx: &mut Cx<'_>) {
        let fallen = |g: &StarCraft| g.planets().find(|p| g.top(*p).is_some_and(|o| g.player(o.seat).out));
        while let Some(planet) = fallen(self) {
            let order = self.take_top(planet);
            cx.tell.all(Event::OrderRemoved { who: self.faction(order.seat), planet });
        }
    }

    /// The order on top of the planet's stack is shown: what becomes of it is asked next.
    pub(crate) fn reveal_order(&mut self, seat: Seat, planet: Planet, cx: &mut Cx<'_>) {
        let order = self.take_top(planet).order;
        self.turn = Some(Turn { seat, planet, order });
        let who = self.faction(seat);
        cx.tell.reveal(Event::Revealed { who, order, planet });
        let player = self.player_mut(seat);
        player.shown[order.index()] += 1;
        let specials: u8 = player.shown[3..].iter().sum();
        // SC-3.12: the surplus special order comes to light, and with it the card that allowed it.
        if order.is_special() && specials > player.specials {
            let card = player.held.iter().find(|c| {
                let effects = &data().event(*c).data().effect;
                Sum::of(effects, &Scene::default()).extra_special > 0
            });
            if let Some(card) = card {
                self.player_mut(seat).held.remove(card);
                self.event_discard.insert(card);
                cx.tell.all(Event::SurplusSpecial { who, card: data().event(card) });
            }
        }
        self.push(Frame::Revealed);
    }

    /// The order is executed: its chapter takes over.
    pub(crate) fn execute_order(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        let Turn { planet, order, .. } = self.active();
        let who = self.faction(seat);
        cx.tell.all(Event::Executes { who, order, planet });
        match order.plain() {
            Order::Build => {
                self.site = Site::default();
                // SC-6.23: nothing there, nothing built.
                if self.is_on(seat, planet) {
                    self.push(Frame::EndTurn);
                    self.push(Frame::Build);
                } else {
                    cx.tell.all(Event::NoEffect { who, order, planet });
                }
            }
            Order::Mobilize => {
                self.push(Frame::EndTurn);
                self.begin_moves();
            }
            Order::Research => {
                // SC-8.1: research needs a base on the planet.
                if self.has_base_on(seat, planet) {
                    self.draw_event(seat, cx);
                    self.push(Frame::EndTurn);
                    self.push(Frame::ResearchDraw);
                } else {
                    cx.tell.all(Event::NoEffect { who, order, planet });
                }
            }
            Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch => {
                unreachable!("plain orders only")
            }
        }
    }

    /// SC-4.13: the active player is out, so the rest of his order is skipped.
    pub(crate) fn skip_rest_of_turn(&mut self) {
        if let Some(at) = self.stack.iter().rposition(|f| matches!(f, Frame::Do(Task::Execution(_)))) {
            self.stack.truncate(at + 1);
        }
        self.turn = None;
        self.battle = None;
    }
}
