//! The races.

use crate::data::data;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The five races, in faction order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Race {
    /// Flesh Eaters.
    #[default]
    #[serde(rename = "FE")]
    FleshEaters,
    /// Cthonians.
    #[serde(rename = "CT")]
    Cthonians,
    /// Mercenaries.
    #[serde(rename = "ME")]
    Mercenaries,
    /// Mutants.
    #[serde(rename = "MU")]
    Mutants,
    /// Cybers.
    #[serde(rename = "CY")]
    Cybers,
}

impl Race {
    /// All five, in faction order.
    pub const ALL: [Race; 5] =
        [Race::FleshEaters, Race::Cthonians, Race::Mercenaries, Race::Mutants, Race::Cybers];

    /// The race as an array index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Two letters, as on the board.
    pub const fn id(self) -> &'static str {
        ["FE", "CT", "ME", "MU", "CY"][self as usize]
    }

    /// The race's name.
    pub fn name(self) -> &'static str {
        data().races[self.index()].name.as_str()
    }

    /// The race with these two letters.
    pub fn from_id(id: &str) -> Option<Race> {
        Race::ALL.into_iter().find(|r| r.id() == id)
    }
}

/// A set of races.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Race>", into = "Vec<Race>")]
pub struct RaceSet(u8);

impl RaceSet {
    /// Is the race in it?
    pub const fn has(self, race: Race) -> bool {
        self.0 >> race as u8 & 1 == 1
    }

    /// Puts the race in.
    pub fn add(&mut self, race: Race) {
        self.0 |= 1 << race as u8;
    }

    /// Takes the race out.
    pub fn remove(&mut self, race: Race) {
        self.0 &= !(1 << race as u8);
    }

    /// How many races are in it.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Is it empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The races in faction order.
    pub fn iter(self) -> impl Iterator<Item = Race> {
        Race::ALL.into_iter().filter(move |&r| self.has(r))
    }
}

impl From<Vec<Race>> for RaceSet {
    fn from(races: Vec<Race>) -> RaceSet {
        let mut set = RaceSet::default();
        for race in races {
            set.add(race);
        }
        set
    }
}

impl From<RaceSet> for Vec<Race> {
    fn from(set: RaceSet) -> Vec<Race> {
        set.iter().collect()
    }
}

impl fmt::Debug for RaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
