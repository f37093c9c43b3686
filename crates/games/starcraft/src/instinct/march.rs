//! Moves of a Mobilize order: hold what is worth holding, spread out, and strike where it is enough.

use super::might;
use crate::{
    board::areas_of,
    data::Content,
    ids::{Area, Unit},
    state::{Stand, StarCraft},
};
use klaxon_core::Seat;

impl StarCraft {
    /// The might that is on its way into an area.
    fn inbound_might(&self, seat: Seat, area: Area) -> u32 {
        let units = self.race(seat).units().iter();
        units.map(|u| u32::from(self.moves.inbound[area.n()][u.slot()]) * might(*u)).sum()
    }

    pub(crate) fn lean_move(&self, seat: Seat, unit: Unit, from: Area, to: Area) -> u32 {
        let moves = &self.moves;
        // What is given up: an area that this unit alone holds.
        let inbound_from = if from.planet() == self.active().planet {
            moves.inbound[from.n()].iter().sum::<u8>()
        } else {
            0
        };
        let last = self.units_in(seat, from) + inbound_from == 1;
        let given_up = if !last {
            0
        } else if self.ground(from).base == Some(seat) {
            // The base holds the area, but not against anybody who comes.
            if areas_of(from.planet()).any(|a| self.enemy_in(seat, a)) { 40 } else { 6 }
        } else if self.ground(from).base.is_some() {
            // It stands beside a rival's base, which falls at the end of the round (SC-12.2).
            80
        } else {
            self.prize(seat, from)
        };
        let there = moves.inbound[to.n()].iter().sum::<u8>() + self.units_in(seat, to);
        let prize = self.prize(seat, to) + self.denies(seat, to);
        let gain = match moves.stand[to.n()] {
            Stand::Empty if there == 0 => prize + 24,
            Stand::EnemyBase if there == 0 => prize + 80,
            Stand::EnemyUnits => {
                let owner = self.ground(to).owner.unwrap_or(seat);
                let (theirs, mine) = (self.might_in(to), self.inbound_might(seat, to));
                let base = if self.ground(to).base.is_some() { 40 } else { 0 };
                let more =
                    if self.rules.galactic { self.punch(seat, to) } else { self.spare(seat, to.planet()).1 };
                let ready = mine + more;
                if 10 * mine >= 20 * theirs {
                    // Enough of them are on their way.
                    4
                } else if 10 * ready >= self.needed_odds(seat, owner) * theirs {
                    // Once begun, an attack is made with what it takes.
                    let begun = if mine > 0 { 120 } else { 0 };
                    prize + base + 8 + begun + 2 * might(unit)
                } else if mine == 0 && self.is_sacrifice(seat, to, might(unit)) {
                    // One after the other they would only die there.
                    return 0;
                } else {
                    1
                }
            }
            // More units where there are some: only where a rival is near.
            Stand::Empty | Stand::Friendly | Stand::EnemyBase => {
                let near = areas_of(to.planet()).any(|a| self.ground(a).owner.is_some_and(|o| o != seat));
                let points = matches!(super::content(to), Content::Conquest(_));
                if self.rules.galactic && self.leads_on(seat, from, to) {
                    return 20u32.saturating_sub(given_up).max(4);
                }
                match (near && there < 2, points) {
                    (true, true) => 16,
                    (true, false) => 6,
                    (false, _) => 1,
                }
            }
        };
        // Nobody gives up more than he takes.
        if given_up > gain { 0 } else { (gain - given_up).max(1) }
    }

    /// The moves are made, or none is worth making: does what was begun look good?
    pub(crate) fn lean_marched(&self) -> u32 {
        let (turn, moves) = (self.active(), &self.moves);
        let Some(enemy) = moves.enemy.filter(|e| moves.stand[usize::from(*e)] == Stand::EnemyUnits) else {
            return if moves.n == 0 { 12 } else { 24 };
        };
        let area = Area::new(turn.planet, usize::from(enemy));
        let (mine, theirs) = (self.inbound_might(turn.seat, area), self.might_in(area));
        let owner = self.ground(area).owner.unwrap_or(turn.seat);
        if 10 * mine >= self.needed_odds(turn.seat, owner) * theirs { 64 } else { 4 }
    }

    /// The base flies to better ground: away from rivals, or to where it holds an area that no unit holds.
    pub(crate) fn lean_lift(&self, seat: Seat, to: Area) -> u32 {
        let Some(base) = self.base_on(seat, to.planet()) else {
            return 1;
        };
        let besieged = self.ground(base).owner.is_some_and(|o| o != seat);
        if besieged {
            return 96;
        }
        let holds = self.ground(to).owner.is_none() && self.moves.inbound[to.n()].iter().all(|n| *n == 0);
        let leaves = self.units_in(seat, base) > 0;
        if holds && leaves { 2 + self.prize(seat, to) / 8 } else { 1 }
    }
}
