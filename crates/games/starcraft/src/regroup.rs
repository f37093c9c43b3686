//! Chapter 12: the Regrouping Phase, in exactly the order of SC-12.1.

use crate::{
    board::areas_of,
    data::data,
    event::Event,
    ids::{Area, Planet, Route},
    state::{Depletion, Frame, StarCraft, Task},
    turn::Cx,
};
use klaxon_core::Seat;

impl StarCraft {
    /// Steps 1 to 7 need no decisions (SC-12.18); step 8 follows.
    pub(crate) fn regroup(&mut self, cx: &mut Cx<'_>) {
        cx.tell.all(Event::Regrouping);
        self.push(Task::PassToken);
        self.push(Frame::Discard);
        self.push(Task::EventsOver);
        self.push(Task::Events(0));
        self.push(Frame::ChooseEvents);
        self.destroy_bases(cx);
        // SC-12.20: those hit are out before everything that follows.
        self.eliminate(cx);
        if self.ending.is_some() {
            return;
        }
        self.destroy_transports(cx);
        self.lose_cards(cx);
        self.gain_cards(cx);
        self.retrieve_workers(cx);
        self.gain_points(cx);
        // SC-12.15: the victories of steps 6 and 7, then the events of step 8.
        self.check_normal_victory(cx);
        if self.ending.is_none() {
            self.check_special_victory(cx);
        }
        if self.ending.is_none() {
            self.look_at_events(cx);
        }
    }

    /// SC-12.2: a base in an area that holds enemy units.
    fn destroy_bases(&mut self, cx: &mut Cx<'_>) {
        let lost: Vec<Area> = self
            .all_areas()
            .filter(|a| {
                let g = self.ground(*a);
                g.base.is_some() && g.owner.is_some() && g.base != g.owner
            })
            .collect();
        for area in lost {
            let owner = self.ground_mut(area).base.take().expect("there is a base");
            cx.tell.all(Event::BaseDestroyed { who: self.faction(owner), area });
        }
    }

    /// SC-12.3, SC-12.4: after all bases, each transport without a base of its owner at either end.
    fn destroy_transports(&mut self, cx: &mut Cx<'_>) {
        for r in 0..self.routes.len() {
            for seat in self.routes[r].transports.iter() {
                let planets = self.ends_of(Route(r as u8));
                if !planets.iter().any(|p| self.has_base_on(seat, *p)) {
                    let way = &mut self.routes[r];
                    way.transports = way.transports.without(seat);
                    cx.tell.all(Event::TransportDestroyed { who: self.faction(seat), planets });
                }
            }
        }
    }

    /// SC-12.5, SC-12.7: a card is kept with a base on its planet and no enemy in its area; who else is there does not matter.
    fn lose_cards(&mut self, cx: &mut Cx<'_>) {
        let areas: Vec<Area> = self.all_areas().collect();
        for area in areas {
            let Some(holder) = self.ground(area).card else {
                continue;
            };
            if !self.has_base_on(holder, area.planet()) || self.enemy_in(holder, area) {
                self.lose_card(area, cx);
            }
        }
    }

    /// SC-12.8, SC-12.9, SC-12.11: cards of controlled areas, and of empty ones for the only player with a base.
    /// SC-12.19: without a base of his own on the planet nobody gains one.
    fn gain_cards(&mut self, cx: &mut Cx<'_>) {
        for seat in self.turn_order().collect::<Vec<Seat>>() {
            let planets: Vec<Planet> = self.planets().filter(|p| self.has_base_on(seat, *p)).collect();
            for planet in planets {
                let alone = areas_of(planet).all(|a| self.ground(a).base.is_none_or(|b| b == seat));
                for area in areas_of(planet) {
                    let g = self.ground(area);
                    let resource = data().area(area).is_some_and(|a| a.content.resource().is_some());
                    // SC-12.10: not out of somebody's hands.
                    let free = g.card.is_none() && g.depletion != Depletion::Full;
                    let due = self.controls(seat, area) || alone && self.is_empty_area(area);
                    if resource && free && due {
                        self.ground_mut(area).card = Some(seat);
                        cx.tell.all(Event::CardGained { who: self.faction(seat), area });
                    }
                }
            }
        }
    }

    /// SC-12.12, SC-5.4: all workers back to the pool; until now each has given one resource.
    fn retrieve_workers(&mut self, cx: &mut Cx<'_>) {
        for seat in self.turn_order().collect::<Vec<Seat>>() {
            let before = self.player(seat).pool;
            let mut back = 0;
            for g in self.areas.iter_mut().flatten().filter(|g| g.card == Some(seat)) {
                back += std::mem::take(&mut g.workers);
            }
            let player = self.player_mut(seat);
            back += std::mem::take(&mut player.away) + player.permanent[0] + player.permanent[1];
            player.permanent = [0; 2];
            player.pool = before + back;
            if back > 0 {
                cx.tell.all(Event::WorkersBack { who: self.faction(seat), n: back });
            }
        }
    }

    /// SC-12.13: the printed points of every area controlled; none in Galactic Conquest (SC-15.11).
    fn gain_points(&mut self, cx: &mut Cx<'_>) {
        for seat in self.turn_order().collect::<Vec<Seat>>() {
            let points = self.point_income(seat);
            self.give_points(seat, points, cx);
        }
    }

    /// Conquest points that the controlled areas would bring now.
    pub(crate) fn point_income(&self, seat: Seat) -> u8 {
        let printed = |a: Area| {
            let content = data().area(a).map(|a| a.content);
            if let Some(crate::data::Content::Conquest(n)) = content { n } else { 0 }
        };
        self.all_areas().filter(|a| self.controls(seat, *a)).map(printed).sum()
    }

    pub(crate) fn give_points(&mut self, seat: Seat, n: u8, cx: &mut Cx<'_>) {
        if n == 0 || self.rules.galactic {
            return;
        }
        let player = self.player_mut(seat);
        // SC-12.14: this is the only line that changes them.
        player.cp = player.cp.saturating_add(n);
        let total = player.cp;
        cx.tell.all(Event::Points { who: self.faction(seat), n, total });
    }

    // Step 9.

    /// SC-12.16, SC-11.14: 6 cards, 8 for Terrans, and events that raise it.
    pub(crate) fn hand_limit(&self, seat: Seat) -> u8 {
        data().race(self.race(seat)).hand + self.standing(seat).hand_limit
    }

    /// Does the seat still owe a discard?
    pub(crate) fn must_discard(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        let kept = (player.hand & !player.dropping).count_ones();
        !player.out && kept > u32::from(self.hand_limit(seat))
    }

    /// All discard at the same time; what they chose is shown when everybody has.
    pub(crate) fn open_discard(&mut self, cx: &mut Cx<'_>) -> bool {
        if self.all_seats().any(|s| self.must_discard(s)) {
            return true;
        }
        self.stack.pop();
        for seat in self.all_seats() {
            let dropped = std::mem::take(&mut self.player_mut(seat).dropping);
            if dropped == 0 {
                continue;
            }
            let player = self.player_mut(seat);
            player.hand &= !dropped;
            player.discard |= dropped;
            self.forget(seat, dropped);
            if cx.tell.is_aloud() {
                let cards = self.faces_of(seat, dropped);
                cx.tell.reveal(Event::Discarded { who: self.faction(seat), cards });
            }
        }
        false
    }

    /// SC-12.17: the token goes to the left; eliminated players are skipped. Then the next round.
    pub(crate) fn pass_token(&mut self, cx: &mut Cx<'_>) {
        let next = (1..=self.n).map(|i| self.nth(i)).find(|s| !self.player(*s).out);
        self.first = next.expect("somebody is left");
        cx.tell.all(Event::TokenPassed { to: self.faction(self.first) });
        self.push(Task::Round);
    }
}
