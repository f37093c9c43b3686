//! The galaxy: where tiles may lie, which slots are free, where routes run (SC-2.10 to SC-2.20, components §7).

use crate::{
    data::data,
    ids::{Planet, Side, Slot},
    state::{StarCraft, Tile, Way},
    why::{No, no},
};
use klaxon_core::{SeatSet, rule};

/// What a slot of a placed planet is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotState {
    /// The side has no slot.
    None,
    /// It faces an empty cell and has no route.
    Free,
    /// It has a route.
    Routed,
    /// It faces a planet without a slot there (SC-2.15).
    Blocked,
}

impl StarCraft {
    /// The planet in a cell.
    pub(crate) fn planet_at(&self, x: i8, y: i8) -> Option<Planet> {
        self.planets().find(|p| self.tile(*p).is_some_and(|t| (t.x, t.y) == (x, y)))
    }

    /// Has the placed planet a slot on this side?
    fn has_slot(&self, slot: Slot) -> bool {
        self.tile(slot.planet).is_some_and(|t| data().planet(slot.planet).slot(slot.side, t.turn))
    }

    pub(crate) fn slot_state(&self, slot: Slot) -> SlotState {
        let Some(tile) = self.tile(slot.planet).filter(|_| self.has_slot(slot)) else {
            return SlotState::None;
        };
        if self.routes.iter().any(|r| r.ends.contains(&slot)) {
            return SlotState::Routed;
        }
        let (dx, dy) = slot.side.step();
        match self.planet_at(tile.x + dx, tile.y + dy) {
            Some(_) => SlotState::Blocked,
            None => SlotState::Free,
        }
    }

    /// All free slots, in a fixed order.
    pub(crate) fn free_slots(&self) -> impl Iterator<Item = Slot> {
        let slots =
            self.planets().flat_map(|planet| Side::ALL.iter().map(move |side| Slot { planet, side: *side }));
        slots.filter(|slot| self.slot_state(*slot) == SlotState::Free)
    }

    /// Lays a tile and every route that its slots allow (SC-2.11).
    pub(crate) fn lay_tile(&mut self, planet: Planet, tile: Tile) {
        self.tiles[planet.index()] = Some(tile);
        let mut joined = false;
        for side in Side::ALL {
            let (dx, dy) = side.step();
            let Some(other) = self.planet_at(tile.x + dx, tile.y + dy) else {
                continue;
            };
            let ends = [Slot { planet, side: *side }, Slot { planet: other, side: side.opposite() }];
            if self.has_slot(ends[0]) && self.has_slot(ends[1]) {
                // SC-2.16: pieces are not counted.
                self.routes.push(Way { ends, z: false, transports: SeatSet::NONE });
                joined = true;
            }
        }
        // SC-2.29: the last resort joins the tile to one neighbour as if that had a slot.
        if !joined && self.planets().count() > 1 {
            let bridge = Side::ALL.iter().find_map(|side| {
                let (dx, dy) = side.step();
                let other = self.planet_at(tile.x + dx, tile.y + dy)?;
                let ends = [Slot { planet, side: *side }, Slot { planet: other, side: side.opposite() }];
                self.has_slot(ends[0]).then_some(ends)
            });
            if let Some(ends) = bridge {
                self.routes.push(Way { ends, z: false, transports: SeatSet::NONE });
            }
        }
    }

    /// May the tile lie there? `left` planets are still to be placed after it.
    pub(crate) fn judge_tile(&self, planet: Planet, tile: Tile, left: u8) -> Result<(), No> {
        if tile.turn > 3 {
            return Err(no(rule!("SC-2.10"), "a tile is turned by 0, 1, 2 or 3 quarters"));
        }
        if self.planets().next().is_none() {
            return match (tile.x, tile.y) {
                (0, 0) => Ok(()),
                _ => Err(no(rule!("SC-2.10"), "the first planet lies at 0,0")),
            };
        }
        if tile.x.abs() > 100 || tile.y.abs() > 100 {
            return Err(no(rule!("SC-2.10"), "a planet lies beside the galaxy"));
        }
        match self.joins_galaxy(planet, tile, left) {
            Ok(()) => Ok(()),
            Err(why) if self.any_tile(planet, left) => Err(why),
            Err(_) => self.judge_last_resort(planet, tile),
        }
    }

    /// The usual test: a normal route, and a free slot for those who come after.
    fn joins_galaxy(&self, planet: Planet, tile: Tile, left: u8) -> Result<(), No> {
        if self.planet_at(tile.x, tile.y).is_some() {
            return Err(no(rule!("SC-2.10"), "another planet lies there"));
        }
        let slot = |side: &Side| data().planet(planet).slot(*side, tile.turn);
        let beside = |side: &Side| {
            let (dx, dy) = side.step();
            self.planet_at(tile.x + dx, tile.y + dy)
        };
        let meets = |side: &Side| {
            slot(side)
                && beside(side).is_some_and(|planet| self.has_slot(Slot { planet, side: side.opposite() }))
        };
        if !Side::ALL.iter().any(meets) {
            return Err(no(rule!("SC-2.10"), "no slot of the planet meets a slot of the galaxy there"));
        }
        // SC-2.14: a free slot must be left while planets are still to come.
        let own_free = Side::ALL.iter().any(|side| slot(side) && beside(side).is_none());
        let other_free = self.free_slots().any(|s| {
            let (t, (dx, dy)) = (self.tile(s.planet).expect("placed"), s.side.step());
            (t.x + dx, t.y + dy) != (tile.x, tile.y)
        });
        if left > 0 && !own_free && !other_free {
            return Err(no(rule!("SC-2.14"), "no free slot would be left for the planets still to come"));
        }
        Ok(())
    }

    fn any_tile(&self, planet: Planet, left: u8) -> bool {
        self.cells()
            .into_iter()
            .any(|(x, y)| (0..4).any(|turn| self.joins_galaxy(planet, Tile { x, y, turn }, left).is_ok()))
    }

    fn judge_last_resort(&self, planet: Planet, tile: Tile) -> Result<(), No> {
        let towards = Side::ALL.iter().any(|side| {
            let (dx, dy) = side.step();
            data().planet(planet).slot(*side, tile.turn) && self.planet_at(tile.x + dx, tile.y + dy).is_some()
        });
        if self.planet_at(tile.x, tile.y).is_none() && towards {
            Ok(())
        } else {
            Err(no(rule!("SC-2.29"), "an empty cell next to the galaxy, with a slot of the tile towards it"))
        }
    }

    /// Empty cells beside the galaxy, or the origin.
    pub(crate) fn cells(&self) -> Vec<(i8, i8)> {
        let mut cells = Vec::new();
        for tile in self.planets().filter_map(|p| self.tile(p)) {
            for side in Side::ALL {
                let (dx, dy) = side.step();
                let cell = (tile.x + dx, tile.y + dy);
                if !cells.contains(&cell) && self.planet_at(cell.0, cell.1).is_none() {
                    cells.push(cell);
                }
            }
        }
        if cells.is_empty() {
            cells.push((0, 0));
        }
        cells.sort_unstable();
        cells
    }

    /// SC-2.17, SC-2.18: may a z-axis end lie there, its other end on `other`?
    pub(crate) fn judge_z_end(&self, slot: Slot, other: Option<Planet>) -> Result<(), No> {
        match self.slot_state(slot) {
            SlotState::Free => {}
            SlotState::None => return Err(no(rule!("SC-2.17"), "there is no slot on that side")),
            SlotState::Routed => return Err(no(rule!("SC-2.17"), "that slot already has a route")),
            SlotState::Blocked => {
                return Err(no(rule!("SC-2.15"), "that slot is blocked by the planet it faces"));
            }
        }
        if other == Some(slot.planet) {
            return Err(no(rule!("SC-2.18"), "both ends may not lie on one planet"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Rules;

    /// No galaxy of the box is ever closed (see the test of SC-2.14), so the last resort is tried on its own.
    #[test]
    fn sc_2_29_the_last_resort_bridges_a_planet_to_its_neighbour() {
        let mut game = StarCraft::bare(2, Rules::default(), crate::edition::Terms::default());
        game.lay_tile(Planet::Abaddon, Tile { x: 0, y: 0, turn: 0 });
        // Bhekar Ro (N, E) south of Abaddon, which has no south slot.
        let south = Tile { x: 0, y: 1, turn: 0 };
        assert_eq!(game.judge_last_resort(Planet::Bhekar, south), Ok(()));
        let refused = |x, y, turn| {
            let verdict = game.judge_last_resort(Planet::Bhekar, Tile { x, y, turn });
            verdict.is_err_and(|no| no.rule == Some(rule!("SC-2.29")))
        };
        assert!(refused(0, 0, 0), "the cell is taken");
        assert!(refused(3, 3, 0), "not next to the galaxy");
        assert!(refused(0, 1, 1), "turned E and S, no slot looks towards the galaxy");
        game.lay_tile(Planet::Bhekar, south);
        assert!(game.adjacent(Planet::Bhekar, Planet::Abaddon), "one route, as if the other side had a slot");
        assert_eq!(game.routes.len(), 1);
    }
}
