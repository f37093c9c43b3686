//! Luck and listeners, handed through the rules together.

use crate::event::{Agent, DiskTag, Event, Mark, SeatTag, ShipTag, Spot, TeamTag, TerrainTag};
use crate::kinds::{DiskId, ShipId, TerrainId};
use crate::state::frame::Target;
use crate::state::{Place, StarTrek};
use klaxon_core::{Chance, Tell};

/// Luck and listeners of one step.
pub(crate) struct Fate<'a> {
    pub chance: &'a mut Chance,
    pub tell: &'a mut Tell<Event>,
}

impl Fate<'_> {
    /// ST-13.1: one counter; true for HIT.
    pub fn counter(&mut self) -> bool {
        self.chance.roll(2) == 1
    }

    /// ST-13.2: drops counters and counts the hits.
    pub fn drop(&mut self, counters: u8) -> u8 {
        (0..counters).map(|_| u8::from(self.counter())).sum()
    }

    /// The critical drop: five counters in their fixed sequence; a set of the criticals that show.
    pub fn drop_criticals(&mut self) -> u8 {
        (0..5).fold(0, |set, i| if self.counter() { set } else { set | 1 << i })
    }

    /// Everybody hears it, and nothing hidden comes to light.
    pub fn all(&mut self, event: Event) {
        self.tell.all(event);
    }
}

impl StarTrek {
    pub(crate) fn ship_tag(&self, id: ShipId) -> ShipTag {
        ShipTag { id, kind: self.ship(id).kind }
    }

    pub(crate) fn disk_tag(&self, id: DiskId) -> DiskTag {
        DiskTag { id, kind: self.disk(id).kind }
    }

    pub(crate) fn seat_tag(&self, seat: u8) -> SeatTag {
        SeatTag { seat, faction: self.seats[usize::from(seat)].faction }
    }

    pub(crate) fn team_tag(&self, team: u8) -> TeamTag {
        TeamTag { team, name: self.name_of_team(team) }
    }

    pub(crate) fn terrain_tag(&self, id: TerrainId) -> TerrainTag {
        let known = self.scenario.terrain.get(usize::from(id.0).wrapping_sub(1));
        TerrainTag { id, name: known.map_or_else(|| format!("terrain {id}"), |t| t.name.clone()) }
    }

    pub(crate) fn mark(&self, target: Target) -> Mark {
        match target {
            Target::Ship(id) => Mark::Ship(self.ship_tag(id)),
            Target::Threat => Mark::Cube,
        }
    }

    pub(crate) fn spot(&self, place: Place) -> Spot {
        match place {
            Place::Ship(id) => Spot::Ship(self.ship_tag(id)),
            Place::Terrain(id) => Spot::Terrain(self.terrain_tag(id)),
            Place::Threat => Spot::Cube,
            Place::Out => unreachable!("a disk out of play is nowhere"),
        }
    }

    pub(crate) fn agent(&self, means: crate::questions::Means) -> Agent {
        match means {
            crate::questions::Means::Disk(id) => Agent::Disk(self.disk_tag(id)),
            crate::questions::Means::Ship(id) => Agent::Ship(self.ship_tag(id)),
        }
    }
}
