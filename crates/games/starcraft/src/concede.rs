//! Giving up: SC-14.21. Open to everybody at any time, asked or not.

use crate::{
    event::Event,
    ids::Area,
    state::{Frame, How, StarCraft},
    turn::Cx,
    why::{No, need},
};
use klaxon_core::{Seat, rule};

/// May somebody leave a game that goes on without him while this is asked? Not while pieces are on the way or at odds, for
/// what is begun on the board would have to be undone.
fn is_calm(frame: Frame) -> bool {
    let turn = matches!(frame, Frame::Turn(_) | Frame::Revealed | Frame::EndTurn | Frame::Build);
    let scrap = matches!(frame, Frame::Scrap(_) | Frame::ScrapSure(..));
    let research = matches!(frame, Frame::ResearchDraw | Frame::ResearchTech | Frame::ResearchSpecial(_));
    turn || scrap || research || matches!(frame, Frame::Plan { .. } | Frame::ChooseEvents | Frame::Discard)
}

impl StarCraft {
    /// The one player or team that would be left without this one.
    fn last_without(&self, seat: Seat) -> Option<Seat> {
        let mut others = self
            .teams_left()
            .into_iter()
            .filter(|t| self.mates(*t).any(|s| s != seat && !self.player(s).out));
        let first = others.next();
        first.filter(|_| others.next().is_none())
    }

    pub(crate) fn judge_concede(&self, seat: Seat) -> Result<(), No> {
        let chosen = self.all_seats().all(|s| self.player(s).faction.is_some());
        need(chosen, rule!("SC-14.21"), "the factions are not chosen yet: nothing can be given up")?;
        need(!self.player(seat).out, rule!("SC-14.21"), "you are out of the game already")?;
        let calm = self.stack.last().is_some_and(|f| is_calm(*f)) && self.battle.is_none();
        need(
            calm || self.last_without(seat).is_some(),
            rule!("SC-14.21"),
            "while others play on, nobody leaves in set-up, a payment, a Mobilize order, a battle or an event: wait for its end",
        )
    }

    /// The player is out. One that is left alone has won; else the pieces go and play passes on.
    pub(crate) fn concede(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        let last = self.last_without(seat);
        cx.tell.all(Event::Conceded { who: self.faction(seat), leaves: last.is_none() });
        if let Some(last) = last {
            let winners = self.mates(last).collect();
            self.finish(winners, How::Conceded, cx);
            return;
        }
        for area in self.all_areas().collect::<Vec<Area>>() {
            self.clear_area(seat, area);
        }
        self.leave_game(seat, cx);
        self.player_mut(seat).dropping = 0;
        let turn = self.stack.iter().find_map(|f| if let Frame::Turn(s) = f { Some(*s) } else { None });
        if let Some(Frame::Plan { cycle, i }) = self.stack.last().copied()
            && self.nth(i) == seat
        {
            self.stack.pop();
            self.plan_on(cycle, i, cx);
        } else if self.turn.map(|t| t.seat).or(turn) == Some(seat) {
            // SC-4.13: the active player's turn is over.
            self.skip_rest_of_turn();
        }
    }

    /// The seat's base and units leave an area for the supply.
    fn clear_area(&mut self, seat: Seat, area: Area) {
        if self.ground(area).base == Some(seat) {
            self.ground_mut(area).base = None;
        }
        for unit in self.race(seat).units() {
            for _ in 0..self.count_in(seat, area, *unit) {
                self.destroy_unit(seat, area, *unit);
            }
        }
    }
}
