//! Galactic Conquest: nothing is won by holding land, only by leaving nobody else in the galaxy (SC-15.11).

use crate::{
    board::areas_of,
    data::data,
    ids::{Area, Planet, Unit},
    state::StarCraft,
};
use klaxon_core::Seat;

impl StarCraft {
    /// Units and bases by which a seat is still in the game (SC-14.14).
    pub(super) fn pieces(&self, seat: Seat) -> u32 {
        let supply = &self.player(seat).supply;
        let units = self.race(seat).units().iter();
        let units: u32 = units.map(|u| u32::from(data().unit(*u).count - supply[u.slot()])).sum();
        units + u32::from(self.bases(seat))
    }

    /// What it is worth to strike at a rival in an area of his: his bases before his units, and the more the fewer he has.
    pub(super) fn quarry(&self, rival: Seat, area: Area) -> u32 {
        let base = if self.ground(area).base == Some(rival) { 40 } else { 0 };
        30 + base + 240 / self.pieces(rival).max(2)
    }

    /// How many routes each planet is away from the nearest piece of a rival, by the planet's number.
    pub(super) fn fronts(&self, seat: Seat) -> [u8; 12] {
        let mut away = [u8::MAX; 12];
        for area in self.all_areas() {
            let g = self.ground(area);
            let rival = |s: Option<Seat>| s.is_some_and(|s| self.team_of(s) != self.team_of(seat));
            if rival(g.owner) || rival(g.base) {
                away[area.planet().index()] = 0;
            }
        }
        for step in 0..12 {
            let mut farther = false;
            for way in self.routes.iter() {
                let [a, b] = way.ends.map(|end| end.planet.index());
                for (from, to) in [(a, b), (b, a)] {
                    if away[from] == step && away[to] == u8::MAX {
                        (away[to], farther) = (step + 1, true);
                    }
                }
            }
            if !farther {
                break;
            }
        }
        away
    }

    /// What it is worth to bring idle units to a planet, because that is nearer to the rivals than where they stand.
    pub(super) fn gathering(&self, seat: Seat, planet: Planet) -> u32 {
        let fronts = self.fronts(seat);
        let idle = |area: &Area| {
            let from = area.planet();
            self.ground(*area).owner == Some(seat)
                && fronts[from.index()] > fronts[planet.index()]
                && self.ferry(seat, from, planet)
        };
        let idle: u32 = self.all_areas().filter(idle).map(|a| u32::from(self.units_in(seat, a))).sum();
        let room = areas_of(planet).filter(|a| self.open_to(seat, *a));
        let room: u32 = room.map(|a| u32::from(self.room(seat, a))).sum();
        12 * idle.min(room).min(6)
    }

    /// Does a move lead nearer to the rivals?
    pub(super) fn leads_on(&self, seat: Seat, from: Area, to: Area) -> bool {
        let fronts = self.fronts(seat);
        fronts[from.planet().index()] > fronts[to.planet().index()]
    }

    /// Ten times the might that an attack needs for one of the defenders. Who conquers and is stronger can bear losses.
    pub(super) fn needed_odds(&self, seat: Seat, rival: Seat) -> u32 {
        let (mine, theirs) = (self.pieces(seat), self.pieces(rival));
        match self.rules.galactic {
            // What he loses who has everything in play he builds again; but he wastes nothing.
            true if self.lacking(seat) == 0 => 11,
            true if 2 * mine > 3 * theirs => 9,
            true if mine > theirs => 11,
            true | false => 13,
        }
    }

    /// The might of those who could enter a rival's area together: no more of them than fit (SC-7.9), the mightiest first.
    pub(super) fn punch(&self, seat: Seat, to: Area) -> u32 {
        let mut mights = Vec::with_capacity(24);
        for from in self.all_areas().filter(|a| self.ground(*a).owner == Some(seat)) {
            if from.planet() == to.planet() || self.ferry(seat, from.planet(), to.planet()) {
                let units = self.race(seat).units().iter();
                let here = units.map(|u| (super::might(*u), usize::from(self.count_in(seat, from, *u))));
                mights.extend(here.flat_map(|(might, n)| std::iter::repeat_n(might, n)));
            }
        }
        mights.sort_unstable_by(|a, b| b.cmp(a));
        let room = usize::from(self.limit(to)) + 2;
        let begun: u8 = self.moves.inbound[to.n()].iter().sum();
        let begun =
            if self.turn.is_some_and(|t| t.seat == seat && t.planet == to.planet()) { begun } else { 0 };
        mights.iter().take(room.saturating_sub(usize::from(begun))).sum()
    }

    /// Has a rival pieces on a planet?
    pub(super) fn is_held_by_rivals(&self, seat: Seat, planet: Planet) -> bool {
        let rival = |s: Option<Seat>| s.is_some_and(|s| self.team_of(s) != self.team_of(seat));
        areas_of(planet).any(|area| rival(self.ground(area).owner) || rival(self.ground(area).base))
    }

    /// Could a Build on a planet put a transport on a route that leads to rivals, where there is none yet?
    pub(super) fn may_bridge(&self, seat: Seat, planet: Planet) -> bool {
        let left = data().race(self.race(seat)).transports > self.transports(seat);
        left && self.routes.iter().any(|way| {
            let ends = way.ends.map(|end| end.planet);
            let other = if ends[0] == planet { ends[1] } else { ends[0] };
            way.touches(planet) && !self.ferry(seat, planet, other) && self.is_held_by_rivals(seat, other)
        })
    }

    /// Units that the seat could build and that are not in play.
    pub(super) fn lacking(&self, seat: Seat) -> u32 {
        let supply = self.player(seat).supply;
        let fights = |u: &Unit| !data().unit(*u).assist;
        self.buildable(seat).iter().filter(fights).map(|u| u32::from(supply[u.slot()])).sum()
    }
}
