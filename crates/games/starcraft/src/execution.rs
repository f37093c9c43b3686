//! Chapter 4: turns, the choice of an order, and the destruction of own pieces (SC-1.15, SC-1.22).

use crate::{
    action::Action,
    data::data,
    effect::{Scene, Sum},
    event::Event,
    ids::{Order, Planet, Route},
    state::{Frame, Piece, Placed, Site, StarCraft, Task, Turn},
    turn::Cx,
    why::{No, need, not_asked},
};
use klaxon_core::{Seat, rule};

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

    pub(crate) fn offer_turn(&self, seat: Seat, out: &mut Vec<Action>) {
        // SC-4.5: one of them, and no passing.
        out.extend(self.tops(seat).map(Action::Choose));
    }

    pub(crate) fn judge_turn(&self, seat: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Choose(planet) => {
                let yours = self.orders.iter().any(|o| o.seat == seat && o.planet == planet);
                need(yours, rule!("SC-4.1"), "you have no order on that planet")?;
                let top = self.top(planet).is_some_and(|o| o.seat == seat);
                need(
                    top,
                    rule!("SC-4.2"),
                    "your order there is covered: only the top of a stack can be chosen",
                )
            }
            Action::Scrap => Ok(()),
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn take_turn(&mut self, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        let Action::Choose(planet) = action else {
            self.push(Frame::Turn(seat));
            self.push(Frame::Scrap(seat));
            return;
        };
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

    pub(crate) fn take_revealed(&mut self, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        let Turn { planet, order, .. } = self.active();
        let who = self.faction(seat);
        match action {
            // SC-4.3, SC-4.11: the event card instead of the effect, always allowed.
            Action::TakeEvent => {
                cx.tell.all(Event::InsteadEvent { who });
                self.draw_event(seat, cx);
            }
            Action::Execute => {
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
            _ => unreachable!("judged"),
        }
    }

    pub(crate) fn take_end_turn(&mut self, seat: Seat, action: Action) {
        if action == Action::Scrap {
            self.push(Frame::EndTurn);
            self.push(Frame::Scrap(seat));
        } else {
            // SC-4.8: the token is back with its owner, and play passes on.
            self.turn = None;
        }
    }

    pub(crate) fn offer_scrap(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Keep);
        for area in self.all_areas() {
            let g = self.ground(area);
            if g.owner == Some(seat) {
                let units = self.race(seat).units().iter().filter(|u| g.units[u.slot()] > 0);
                out.extend(units.map(|unit| Action::ScrapUnit { unit: *unit, area }));
            }
            if g.base == Some(seat) {
                out.push(Action::ScrapBase(area));
            }
        }
        let routes = (0..self.routes.len()).filter(|r| self.routes[*r].transports.has(seat));
        out.extend(routes.map(|r| Action::ScrapTransport(Route(r as u8))));
    }

    pub(crate) fn judge_scrap(&self, seat: Seat, action: Action) -> Result<(), No> {
        let yours = match action {
            Action::Keep => true,
            Action::ScrapUnit { unit, area } => self.exists(area) && self.count_in(seat, area, unit) > 0,
            Action::ScrapBase(area) => self.exists(area) && self.ground(area).base == Some(seat),
            Action::ScrapTransport(route) => {
                self.routes.get(usize::from(route.0)).is_some_and(|r| r.transports.has(seat))
            }
            _ => return Err(not_asked()),
        };
        need(yours, rule!("SC-1.15"), "you can destroy only pieces of your own")
    }

    pub(crate) fn take_scrap(&mut self, seat: Seat, action: Action) {
        let piece = match action {
            Action::ScrapUnit { unit, area } => Piece::Unit(unit, area),
            Action::ScrapBase(area) => Piece::Base(area),
            Action::ScrapTransport(route) => Piece::Transport(route),
            _ => return,
        };
        self.push(Frame::ScrapSure(seat, piece));
    }

    /// There is no gain in it and no way back, so it is asked twice.
    pub(crate) fn take_scrap_sure(&mut self, seat: Seat, piece: Piece, action: Action, cx: &mut Cx<'_>) {
        if action == Action::Keep {
            return;
        }
        let who = self.faction(seat);
        match piece {
            Piece::Unit(unit, area) => {
                self.destroy_unit(seat, area, unit);
                // A unit built in this order goes first, so that older ones stay consumable (SC-6.22).
                if self.turn.is_some_and(|t| t.planet == area.planet()) && self.consumable(seat) == Some(unit)
                {
                    let fresh = &mut self.site.fresh[area.n()];
                    *fresh = fresh.saturating_sub(1);
                }
                cx.tell.all(Event::ScrappedUnit { who, unit, area });
            }
            Piece::Base(area) => {
                self.ground_mut(area).base = None;
                cx.tell.all(Event::ScrappedBase { who, area });
            }
            Piece::Transport(route) => {
                let way = &mut self.routes[usize::from(route.0)];
                way.transports = way.transports.without(seat);
                cx.tell.all(Event::ScrappedTransport { who, planets: self.ends_of(route) });
            }
        }
        self.eliminate(cx);
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
