//! Chapter 7: the Mobilize order. Moves are collected and made all at once (SC-7.6, SC-7.17).
//!
//! A unit that moves leaves its area at once and waits in `inbound`. Each move must fit under the unit limit, with one
//! exception: units of two full areas of the planet may change places. Then the area that is entered may be one above
//! its limit as long as a unit that has not moved can still leave it for the hole the other left; nothing else is
//! offered until that is done. So every beginning can be finished, and only the final position matters.

use crate::{
    board::areas_of,
    ids::{Area, Order, Unit},
    state::{Frame, Moves, Stand, StarCraft},
    turn::Cx,
    why::{No, need},
};
use klaxon_core::{Seat, rule};

impl StarCraft {
    pub(crate) fn begin_moves(&mut self) {
        let turn = self.active();
        self.moves = Moves::default();
        // PT08: the areas that held such a unit when the order began.
        if let Some(beacon) = self.standing(turn.seat).recall {
            for area in areas_of(turn.planet) {
                if self.count_in(turn.seat, area, beacon) > 0 {
                    self.moves.beacons |= 1 << area.n();
                }
            }
        }
        self.look_around();
        self.push(Frame::Mobilize);
    }

    /// The moves are asked about unless there is nothing that could move.
    pub(crate) fn open_moves(&mut self, cx: &mut Cx<'_>) -> bool {
        let more = self.moves.n > 0 || self.is_more(self.active().seat);
        if more { true } else { self.task(Self::make_moves, cx) }
    }

    /// SC-7.17: areas are judged on the position before the moves.
    fn look_around(&mut self) {
        let turn = self.active();
        for area in areas_of(turn.planet) {
            let g = *self.ground(area);
            self.moves.stand[area.n()] = if g.owner.is_some_and(|o| o != turn.seat) {
                Stand::EnemyUnits
            } else if g.base.is_some_and(|b| b != turn.seat) {
                Stand::EnemyBase
            } else if g.owner.is_some() || g.base.is_some() {
                Stand::Friendly
            } else {
                Stand::Empty
            };
        }
    }

    /// Own units that will be in an area of the active planet.
    fn final_count(&self, area: Area) -> u8 {
        let stay = self.units_in(self.active().seat, area);
        stay + self.moves.inbound[area.n()].iter().sum::<u8>()
    }

    /// An own unit is there, and goes to an area of the active planet.
    pub(crate) fn judge_march(&self, unit: Unit, from: Area, to: Area) -> Result<(), No> {
        let turn = self.active();
        let yours = self.exists(from) && self.count_in(turn.seat, from, unit) > 0;
        need(yours, rule!("SC-7.2"), "no such unit of yours is there that has not moved")?;
        let here = self.exists(to) && to.planet() == turn.planet;
        need(here, rule!("SC-7.4"), "every moved unit ends on the active planet")?;
        need(from != to, rule!("SC-7.2"), "it is there already")
    }

    /// SC-7.7 to SC-7.12: may one more unit enter?
    pub(crate) fn judge_entry(&self, from: Area, to: Area, near: bool) -> Result<(), No> {
        let (turn, moves) = (self.active(), &self.moves);
        if let Some(over) = moves.over {
            let leaves = near && from.n() == usize::from(over);
            need(leaves, rule!("SC-7.8"), "an area is above its unit limit: move a unit out of it first")?;
        }
        let stand = moves.stand[to.n()];
        let limit = self.limit(to);
        match stand {
            Stand::Empty | Stand::Friendly => {
                if self.final_count(to) < limit {
                    return Ok(());
                }
                // SC-7.6: full areas of the planet may exchange units.
                let hole = moves.hole.map_or(from.n(), usize::from);
                let back = matches!(moves.stand[hole], Stand::Empty | Stand::Friendly);
                let stays = self.units_in(turn.seat, to) > 0;
                need(near && back && stays && hole != to.n(), rule!("SC-7.8"), "the area is full")
            }
            Stand::EnemyBase | Stand::EnemyUnits => {
                self.judge_enemy_area(to, near)?;
                let (limit, rule) = if stand == Stand::EnemyUnits {
                    (limit + 2, rule!("SC-7.9"))
                } else {
                    (limit, rule!("SC-7.10"))
                };
                need(self.final_count(to) < limit, rule, "no more units of yours fit into that enemy area")
            }
        }
    }

    fn judge_enemy_area(&self, to: Area, near: bool) -> Result<(), No> {
        let (turn, g) = (self.active(), self.ground(to));
        let mate =
            |s: Option<Seat>| s.is_some_and(|s| s != turn.seat && self.team_of(s) == self.team_of(turn.seat));
        need(
            !mate(g.owner) && !mate(g.base),
            rule!("SC-15.2"),
            "you may not enter an area that holds a piece of your teammate",
        )?;
        // SC-7.11: units that share an area with a base may stay; only what comes in counts.
        let entered = self.moves.enemy;
        need(
            entered.is_none_or(|e| usize::from(e) == to.n()),
            rule!("SC-7.7"),
            "only one enemy area may be entered",
        )?;
        need(
            near || !self.orbital_defense(turn.seat, to),
            rule!("SC-7.12"),
            "Air Support keeps units from other planets out of an area with that base",
        )
    }

    pub(crate) fn lift_unit(&mut self, unit: Unit, from: Area, to: Area) {
        let seat = self.active().seat;
        self.moves.n += 1;
        let full = self.final_count(to) >= self.limit(to);
        let open = matches!(self.moves.stand[to.n()], Stand::Empty | Stand::Friendly);
        self.take_unit(seat, from, unit);
        self.moves.inbound[to.n()][unit.slot()] += 1;
        if open && full {
            self.moves.over = Some(to.n() as u8);
            if self.moves.hole.is_none() {
                self.moves.hole = Some(from.n() as u8);
            }
        } else {
            (self.moves.over, self.moves.hole) = (None, None);
        }
        if !open {
            self.moves.enemy = Some(to.n() as u8);
        }
    }

    /// All moves at once; then the battle, if there is one (SC-7.1).
    pub(crate) fn make_moves(&mut self, cx: &mut Cx<'_>) {
        let turn = self.active();
        let moves = std::mem::take(&mut self.moves);
        if let Some(to) = moves.lift {
            let base = self.base_on(turn.seat, turn.planet).expect("the base is there");
            self.ground_mut(base).base = None;
            self.ground_mut(Area::new(turn.planet, usize::from(to))).base = Some(turn.seat);
        }
        let mut attackers = None;
        for area in areas_of(turn.planet) {
            let inbound = moves.inbound[area.n()];
            if inbound == [0; 9] {
                continue;
            }
            if self.ground(area).owner.is_some_and(|o| o != turn.seat) {
                attackers = Some((area, inbound));
                continue;
            }
            for unit in self.race(turn.seat).units() {
                (0..inbound[unit.slot()]).for_each(|_| self.add_unit(turn.seat, area, *unit));
            }
        }
        // SC-7.15: a base alone is no enemy to fight.
        if let Some((area, inbound)) = attackers {
            let units = self.race(turn.seat).units().iter();
            let units: Vec<Unit> =
                units.flat_map(|u| std::iter::repeat_n(*u, usize::from(inbound[u.slot()]))).collect();
            self.begin_battle(area, &units, turn.order == Order::SpecialMobilize, cx);
        }
    }
}
