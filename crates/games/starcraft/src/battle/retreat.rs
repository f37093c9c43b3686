//! Step 9: retreats, and the end of the battle (SC-9.45 to SC-9.55, SC-11.13, SC-14.18).

use crate::{
    event::Event,
    ids::{Area, Unit},
    state::{Fate, Frame, StarCraft, Task},
    turn::Cx,
    why::{No, need},
};
use klaxon_core::rule;

impl StarCraft {
    pub(crate) fn begin_retreats(&mut self) {
        self.discard_waiting();
        self.push(Task::BattleOver);
        let battle = self.fight();
        let (attackers, defenders) = (battle.alive(0).count(), battle.alive(1).count());
        if attackers == 0 {
            // SC-9.47: only defenders are left, or nobody.
            return;
        }
        if defenders == 0 {
            // SC-9.46: the attacker has won.
            self.push(Frame::Excess(0));
        } else if self.all_assist(1) {
            // SC-9.48, SC-9.49, SC-9.50: the defender's assist units give way, whatever is against them; then the attacker's
            // excess goes.
            self.all_leave(1);
            self.push(Frame::Excess(0));
            self.push(Frame::RetreatTo(1));
        } else {
            self.all_leave(0);
            self.push(Frame::RetreatTo(0));
        }
    }

    fn all_leave(&mut self, side: u8) {
        let battle = self.fight_mut();
        battle.leaving[usize::from(side)] = battle.alive(side).fold(0, |set, (i, _)| set | 1 << i);
    }

    pub(crate) fn leaves(&self, side: u8, at: usize) -> bool {
        self.fight().leaving[usize::from(side)] >> at & 1 == 1
    }

    /// SC-9.46: units above the limit must go.
    pub(crate) fn open_excess(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        let battle = self.fight();
        let staying = battle.alive(side).filter(|(i, _)| !self.leaves(side, *i)).count();
        if staying > usize::from(self.limit(battle.area)) {
            return self.ask_or_force(Frame::Excess(side), cx);
        }
        let leaving = battle.leaving[usize::from(side)] != 0;
        self.task(
            |g, _| {
                if leaving {
                    g.push(Frame::RetreatTo(side));
                }
            },
            cx,
        )
    }

    /// SC-9.51 to SC-9.53: one friendly or empty area of the planet, or of a planet joined by an own transport.
    pub(crate) fn judge_refuge_of(&self, side: u8, area: Area) -> Result<(), No> {
        let (seat, planet) = (self.side_seat(side), self.fight().area.planet());
        need(self.exists(area), rule!("SC-9.51"), "there is no such area in this game")?;
        need(area != self.fight().area, rule!("SC-9.53"), "the contested area itself is no retreat")?;
        need(
            area.planet() == planet || self.ferry(seat, area.planet(), planet),
            rule!("SC-9.51"),
            "units retreat on the planet, or over a route with a transport of their owner",
        )?;
        need(self.open_to(seat, area), rule!("SC-9.51"), "units retreat to a friendly or empty area")?;
        // SC-9.52: room for at least one unit, if any legal area has it.
        need(self.room(seat, area) > 0, rule!("SC-9.52"), "that area is full")
    }

    pub(crate) fn open_retreat(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        if self.all_areas().any(|a| self.judge_refuge_of(side, a).is_ok()) {
            return self.ask_or_force(Frame::RetreatTo(side), cx);
        }
        // SC-9.52: without a legal area with room they are destroyed.
        self.stack.pop();
        let lost: Vec<usize> =
            self.fight().alive(side).map(|(i, _)| i).filter(|i| self.leaves(side, *i)).collect();
        for at in lost {
            let unit = self.kill(side, at);
            let (who, area) = (self.faction(self.side_seat(side)), self.fight().area);
            cx.tell.all(Event::LostInRetreat { who, unit, area });
        }
        false
    }

    /// SC-9.52: the owner chooses which units do not fit; the others arrive.
    pub(crate) fn open_overflow(&mut self, side: u8, area: Area, cx: &mut Cx<'_>) -> bool {
        let seat = self.side_seat(side);
        let leaving: Vec<usize> =
            self.fight().alive(side).map(|(i, _)| i).filter(|i| self.leaves(side, *i)).collect();
        if leaving.len() > usize::from(self.room(seat, area)) {
            return self.ask_or_force(Frame::Overflow { side, area }, cx);
        }
        self.stack.pop();
        let units: Vec<Unit> = leaving.into_iter().map(|at| self.send(side, at, area)).collect();
        let from = self.fight().area;
        cx.tell.all(Event::Retreated { who: self.faction(seat), units, from, area });
        false
    }

    /// The survivors stand in the area, Zerg regenerate, the fallen are out.
    pub(crate) fn end_battle(&mut self, cx: &mut Cx<'_>) {
        let battle = self.battle.take().expect("a battle is on");
        let mut winner = None;
        for side in [0u8, 1] {
            for (_, fighter) in battle.alive(side) {
                let seat = battle.seats[usize::from(side)];
                self.add_unit(seat, battle.area, fighter.unit);
                winner = Some(self.faction(seat));
            }
        }
        cx.tell.all(Event::BattleEnds { area: battle.area, winner });
        for side in [0, 1] {
            let seat = battle.seats[side];
            // SC-11.13: at least one unit that took part is still in play.
            let n = self.standing(seat).regeneration;
            let survived = battle.fighters[side].iter().any(|f| matches!(f.fate, Fate::In | Fate::Gone));
            if n > 0 && survived {
                cx.tell.all(Event::Regenerates { who: self.faction(seat) });
                self.draw_cards(seat, n, cx);
            }
        }
        // SC-14.18: elimination is checked once, now.
        self.eliminate(cx);
    }
}
