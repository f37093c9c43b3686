//! Event chits and what they do.

use super::{FleetKind, Keyword, Race, Resource, by_id};
use crate::data::data;
use serde::{Deserialize, Serialize};

/// An Event chit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Chit(pub u8);

/// How many Event chits there are.
pub const CHITS: usize = 6;
by_id!(Chit, CHITS, "Event chit");

impl Chit {
    /// The id, such as `EV1`.
    pub fn id(self) -> &'static str {
        data().chits[self.index()].id.as_str()
    }

    /// The chit's name, such as "Home Front".
    pub fn name(self) -> &'static str {
        data().chits[self.index()].name.as_str()
    }
}

/// What an event does (chapter 7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventFx {
    /// One project of the player's choice moves on (SF-7.1).
    AdvanceResearch,
    /// The Resource Track moves (SF-7.2).
    AdvanceTrack,
    /// Two neighbours come closer (SF-7.3).
    Alliance(Keyword),
    /// The people want to expand (SF-7.4).
    ExpansionDesire,
    /// A free Construction (SF-7.5).
    FreeBuild,
    /// A free Propaganda (SF-7.6).
    FreePropaganda,
    /// A race gains a technology (SF-7.7).
    GainTech(Who),
    /// Military Losses go up (SF-7.8).
    MilitaryLoss,
    /// The Resource Track moves back (SF-7.9).
    ResourcesUp,
    /// One fleet spawns or advances (SF-7.10).
    SpawnAdvance {
        /// Whose.
        who: Who,
        /// Which kind.
        fleet: FleetKind,
    },
    /// A token is returned (SF-7.11).
    Spend(Resource),
    /// A War Effort goes down (SF-7.12).
    WarEffort(Who),
    /// An alliance breaks (SF-7.14).
    FailedAlliance,
}

/// Whom an event strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Who {
    /// Flesh Eaters.
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
    /// The FACTION die says (SF-7.13).
    #[serde(rename = "faction")]
    Faction,
}

impl Who {
    /// The race, where the event names one.
    pub const fn race(self) -> Option<Race> {
        match self {
            Who::FleshEaters => Some(Race::FleshEaters),
            Who::Cthonians => Some(Race::Cthonians),
            Who::Mercenaries => Some(Race::Mercenaries),
            Who::Mutants => Some(Race::Mutants),
            Who::Cybers => Some(Race::Cybers),
            Who::Faction => None,
        }
    }
}
