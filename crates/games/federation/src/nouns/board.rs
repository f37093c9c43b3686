//! Spaces and fleets.

use super::{Race, by_id};
use crate::data::data;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A space of the main board. Sol is the first; the numbered spaces follow, then the named ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Space(pub u8);

/// How many spaces the board has.
pub const SPACES: usize = 31;
by_id!(Space, SPACES, "space");

impl Space {
    /// Sol.
    pub const SOL: Space = Space(0);

    /// The id on the board, such as `FE2`.
    pub fn id(self) -> &'static str {
        data().spaces[self.index()].id.as_str()
    }

    /// The name, such as "Flesh Eaters 2".
    pub fn name(self) -> &'static str {
        data().spaces[self.index()].name.as_str()
    }

    /// Whose territory it lies in; nobody's for Sol (SF-0.9).
    pub fn race(self) -> Option<Race> {
        data().spaces[self.index()].race
    }

    /// Its number on a track; 0 for Sol and the named spaces.
    pub fn number(self) -> u8 {
        data().spaces[self.index()].number
    }

    /// One of the six that must be settled (SF-0.10).
    pub fn is_named(self) -> bool {
        data().named >> self.0 & 1 == 1
    }

    /// Moves from Sol on the unmodified map (SF-0.11); for named spaces.
    pub fn distance(self) -> u8 {
        data().spaces[self.index()].distance
    }

    /// The bit of this space in a set of spaces.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// The spaces that touch it on the printed map, as bits.
    pub fn neighbours(self) -> u32 {
        data().adjacent[self.index()]
    }

    /// The spaces of a set.
    pub fn of_bits(bits: u32) -> impl Iterator<Item = Space> {
        let mut rest = bits;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let n = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Space(n as u8))
        })
    }
}

/// The four kinds of fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FleetKind {
    /// Scout Fleet.
    Scout,
    /// Raider Fleet.
    Raider,
    /// Battle Fleet.
    Battle,
    /// The Doom Fleet of the Cthonians.
    Doom,
}

impl FleetKind {
    /// The kind's name.
    pub const fn name(self) -> &'static str {
        ["Scout", "Raider", "Battle Fleet", "Doom Fleet"][self as usize]
    }
}

/// One of the sixteen fleets: three a race, and the Doom Fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Fleet(pub u8);

/// How many fleets there are.
pub const FLEETS: usize = 16;
by_id!(Fleet, FLEETS, "fleet");

impl Fleet {
    /// The Doom Fleet.
    pub const DOOM: Fleet = Fleet(15);

    /// One of a race's three fleets.
    pub const fn new(race: Race, kind: FleetKind) -> Fleet {
        match kind {
            FleetKind::Scout => Fleet(race as u8 * 3),
            FleetKind::Raider => Fleet(race as u8 * 3 + 1),
            FleetKind::Battle => Fleet(race as u8 * 3 + 2),
            FleetKind::Doom => Fleet::DOOM,
        }
    }

    /// The id, such as `FE-S`.
    pub fn id(self) -> &'static str {
        data().fleets[self.index()].id.as_str()
    }

    /// The race it belongs to.
    pub const fn race(self) -> Race {
        if self.0 == 15 { Race::Cthonians } else { Race::ALL[self.0 as usize / 3] }
    }

    /// Its kind.
    pub const fn kind(self) -> FleetKind {
        match self.0 {
            15 => FleetKind::Doom,
            n => [FleetKind::Scout, FleetKind::Raider, FleetKind::Battle][n as usize % 3],
        }
    }

    /// "Flesh Eaters Scout".
    pub fn name(self) -> String {
        format!("{} {}", self.race().name(), self.kind().name())
    }

    /// The bit of this fleet in a set of fleets.
    pub const fn bit(self) -> u16 {
        1 << self.0
    }
}

/// A set of fleets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FleetSet(pub u16);

impl FleetSet {
    /// All fleets of a race, the Doom Fleet among them.
    pub const fn of_race(race: Race) -> FleetSet {
        let doom = if matches!(race, Race::Cthonians) { 1 << 15 } else { 0 };
        FleetSet(0b111 << (race as u16 * 3) | doom)
    }

    /// Is the fleet in it?
    pub const fn has(self, fleet: Fleet) -> bool {
        self.0 >> fleet.0 & 1 == 1
    }

    /// Puts the fleet in.
    pub fn add(&mut self, fleet: Fleet) {
        self.0 |= fleet.bit();
    }

    /// Takes the fleet out.
    pub fn remove(&mut self, fleet: Fleet) {
        self.0 &= !fleet.bit();
    }

    /// Is it empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Those in both.
    #[must_use]
    pub const fn and(self, other: FleetSet) -> FleetSet {
        FleetSet(self.0 & other.0)
    }

    /// Those in either.
    #[must_use]
    pub const fn or(self, other: FleetSet) -> FleetSet {
        FleetSet(self.0 | other.0)
    }

    /// Those not in the other.
    #[must_use]
    pub const fn minus(self, other: FleetSet) -> FleetSet {
        FleetSet(self.0 & !other.0)
    }

    /// The fleets in order.
    pub fn iter(self) -> impl Iterator<Item = Fleet> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let n = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Fleet(n as u8))
        })
    }
}

impl fmt::Debug for FleetSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
