//! Chapter 3: the round begins, and everybody places four orders face down.

use crate::{
    event::Event,
    ids::Order,
    state::{Frame, How, StarCraft, Task},
    turn::Cx,
    why::{No, need},
};
use klaxon_core::{Seat, rule};

impl StarCraft {
    /// SC-3.1: planning, execution, regrouping.
    pub(crate) fn begin_round(&mut self, cx: &mut Cx<'_>) {
        if self.rules.round_limit > 0 && self.round >= self.rules.round_limit {
            // SC-14.20: the players are ranked as at the end of the game, but Aldaris has no privilege.
            self.finish_ranked(How::Limit, cx);
            return;
        }
        // SC-14.20: without a limit there is no last round.
        self.round = self.round.saturating_add(1);
        for seat in self.all_seats() {
            // SC-2.28: without a module this is 0, as for everybody in round 1.
            let specials = if self.player(seat).out { 0 } else { self.standing(seat).special_orders };
            let player = self.player_mut(seat);
            player.specials = specials;
            player.shown = [0; 6];
        }
        let first = self.turn_order().next().expect("somebody is left");
        cx.tell.all(Event::RoundBegins { round: self.round, first: self.faction(first) });
        self.push(Task::Regroup);
        self.push(Task::Execution(first));
        self.next_plan(0, 0);
    }

    /// The next player, from number `i` of the turn order on, places an order in this cycle.
    fn next_plan(&mut self, cycle: u8, i: u8) -> bool {
        let next = (i..self.n).find(|i| !self.player(self.nth(*i)).out);
        match next {
            Some(i) => self.push(Frame::Plan { cycle, i }),
            // SC-3.2: four cycles.
            None if cycle < 3 => return self.next_plan(cycle + 1, 0),
            None => return false,
        }
        true
    }

    /// Tokens of a kind that the seat has on planets.
    fn placed(&self, seat: Seat, order: Order) -> usize {
        self.orders.iter().filter(|o| o.seat == seat && o.order == order).count()
    }

    /// SC-3.7, SC-3.12: special orders that the seat may place this round.
    pub(crate) fn special_allowance(&self, seat: Seat) -> u8 {
        self.player(seat).specials + self.standing(seat).extra_special.min(1)
    }

    pub(crate) fn judge_token(&self, seat: Seat, order: Order) -> Result<(), No> {
        need(
            self.placed(seat, order) < order.tokens(),
            rule!("SC-3.6"),
            "all your order tokens of that kind are on planets",
        )?;
        if order.is_special() {
            let used = self.orders.iter().filter(|o| o.seat == seat && o.order.is_special()).count();
            need(
                used < usize::from(self.special_allowance(seat)),
                rule!("SC-3.7"),
                "each special order of a round needs a Research & Development module of its own",
            )?;
        }
        Ok(())
    }

    /// After number `i` of the turn order the next player places an order, or the orders are executed.
    pub(crate) fn plan_on(&mut self, cycle: u8, i: u8, cx: &mut Cx<'_>) {
        if !self.next_plan(cycle, i + 1) {
            cx.tell.all(Event::ExecutionBegins);
        }
    }
}
