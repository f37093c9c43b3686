//! Relationships and the Federation's markers.

use super::{Race, by_id};
use crate::data::data;
use serde::{Deserialize, Serialize};

/// Where two neighbours stand with each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// At war.
    War,
    /// Neither.
    #[default]
    Neutral,
    /// Allied.
    Alliance,
}

impl Relation {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["War", "Neutral", "Alliance"][self as usize]
    }
}

/// A neighbouring pair of the ring (SF-11.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Pair(pub u8);

/// How many pairs there are.
pub const PAIRS: usize = 4;
by_id!(Pair, PAIRS, "pair of neighbours");

impl Pair {
    /// Cthonians and Mutants, whose quarrels the Mercenaries feel (SF-11.10).
    pub const CTHONIANS_MUTANTS: Pair = Pair(1);

    /// The id, such as `FE-CT`.
    pub fn id(self) -> &'static str {
        data().pairs[self.index()].id.as_str()
    }

    /// The two races in faction order.
    pub fn races(self) -> [Race; 2] {
        data().pairs[self.index()].races
    }

    /// Is the race one of the two?
    pub fn has(self, race: Race) -> bool {
        self.races().contains(&race)
    }

    /// "Flesh Eaters and Cthonians".
    pub fn name(self) -> String {
        let [a, b] = self.races();
        format!("{} and {}", a.name(), b.name())
    }
}

/// The Federation's own markers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// Expansion Desire.
    Expansion,
    /// Military Losses.
    Losses,
    /// Federation Stability.
    Stability,
}

impl Marker {
    /// All three.
    pub const ALL: [Marker; 3] = [Marker::Expansion, Marker::Losses, Marker::Stability];

    /// The marker's name.
    pub const fn name(self) -> &'static str {
        ["Expansion Desire", "Military Losses", "Federation Stability"][self as usize]
    }

    /// The word in situations and board ids.
    pub const fn word(self) -> &'static str {
        ["expansion", "losses", "stability"][self as usize]
    }
}
