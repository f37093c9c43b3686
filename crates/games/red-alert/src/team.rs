//! Chapter 22: who commands what when several play a side.
//!
//! Seat 0 is the Commonwealth's Fleet Commander, seat 1 the Confederation's. Officers follow by turns, Commonwealth
//! first, as long as a side still has some: with six seats 2 and 4 are the Commonwealth's left and right, 3 and 5 the
//! Confederation's; with four, 2 and 3 are the one officer of each side, for both wings.

use crate::board::{Sector, Side, Wing};
use crate::state::{Marks, Open, Post, Role, UnitId};
use klaxon_core::{Seat, SeatSet};

/// The roles at a table with so many players on each side (RA-22.1).
pub(crate) fn roles(sizes: [u8; 2]) -> ([Role; 6], u8) {
    let mut roles = [Role { side: Side::Cw, post: Post::Commander }; 6];
    roles[1].side = Side::Cf;
    let mut left = [sizes[0] - 1, sizes[1] - 1];
    let mut n = 2;
    let mut turn = Side::Cw;
    while left != [0, 0] {
        let side = if left[turn.index()] > 0 { turn } else { turn.other() };
        let officers = sizes[side.index()] - 1;
        let post = match (officers, left[side.index()]) {
            (1, _) => Post::Wings,
            (_, 2) => Post::Left,
            (_, _) => Post::Right,
        };
        left[side.index()] -= 1;
        roles[n] = Role { side, post };
        n += 1;
        turn = side.other();
    }
    (roles, n as u8)
}

/// The Fleet Commander's seat.
pub(crate) fn commander(side: Side) -> Seat {
    Seat(side.index() as u8)
}

impl Open {
    /// The seats of a side, which share its secrets.
    pub fn team(&self, side: Side) -> SeatSet {
        (0..self.seats).map(Seat).filter(|s| self.roles[s.index()].side == side).collect()
    }

    /// How many play a side.
    pub fn team_size(&self, side: Side) -> usize {
        self.team(side).len()
    }

    /// The seat that commands a wing (RA-22.1).
    pub(crate) fn wing_seat(&self, side: Side, wing: Wing) -> Seat {
        let own = |post: Post| match (wing, post) {
            (Wing::Left, Post::Left | Post::Wings) | (Wing::Right, Post::Right | Post::Wings) => true,
            (Wing::Centre, Post::Commander) => true,
            (Wing::Left | Wing::Right, Post::Commander)
            | (Wing::Left, Post::Right)
            | (Wing::Right, Post::Left)
            | (Wing::Centre, Post::Left | Post::Right | Post::Wings) => false,
        };
        (0..self.seats)
            .map(Seat)
            .find(|s| self.roles[s.index()].side == side && own(self.roles[s.index()].post))
            .unwrap_or(commander(side))
    }

    /// The seat of the sector; the dotted line is the Fleet Commander's (RA-22.6).
    pub(crate) fn sector_seat(&self, side: Side, sector: Sector) -> Seat {
        if self.seats == 2 {
            return commander(side);
        }
        let wing = Wing::ALL.into_iter().find(|w| w.sector(side) == sector).expect("three wings");
        self.wing_seat(side, wing)
    }

    /// Who decides for a unit: its controller once it is ordered (RA-22.5, RA-22.12), else the seat of its sector (RA-22.6).
    pub fn unit_seat(&self, id: UnitId) -> Seat {
        let unit = self.unit(id);
        if self.seats == 2 {
            commander(id.side())
        } else if unit.is(Marks::ORDERED) && usize::from(unit.ctrl) < 6 {
            Seat(unit.ctrl)
        } else {
            self.sector_seat(id.side(), unit.hex().sector())
        }
    }

    /// Who decides about a unit when it costs stars (RA-22.7).
    pub(crate) fn spender(&self, id: UnitId) -> Seat {
        if self.star_control[id.side().index()] { commander(id.side()) } else { self.unit_seat(id) }
    }

    /// Seats that command ordered units of the active side for which something is true.
    pub(crate) fn controllers(&self, could: impl Fn(UnitId) -> bool) -> SeatSet {
        self.units_of(self.active)
            .filter(|&id| self.unit(id).is(Marks::ORDERED) && could(id))
            .map(|id| self.unit_seat(id))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ra_22_1_posts_by_table_size() {
        let posts = |sizes| {
            let (roles, n) = roles(sizes);
            roles[..usize::from(n)].iter().map(|r| (r.side, r.post)).collect::<Vec<_>>()
        };
        use Post::*;
        let (cw, cf) = (Side::Cw, Side::Cf);
        assert_eq!(posts([1, 1]), [(cw, Commander), (cf, Commander)]);
        assert_eq!(posts([2, 2])[2..], [(cw, Wings), (cf, Wings)]);
        assert_eq!(posts([1, 2])[2..], [(cf, Wings)]);
        assert_eq!(posts([3, 1])[2..], [(cw, Left), (cw, Right)]);
        assert_eq!(posts([3, 2])[2..], [(cw, Left), (cf, Wings), (cw, Right)]);
        assert_eq!(posts([3, 3])[2..], [(cw, Left), (cf, Left), (cw, Right), (cf, Right)]);
    }
}
