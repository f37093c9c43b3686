//! What waits to be finished. The newest frame is worked on first; a frame that needs a decision stops the game
//! until the seat has answered. No frame names a seat that might concede: who is asked is looked up from the piece.

use crate::kinds::{Crit, Order, ShipId, TerrainId, TorpedoId};
use crate::state::Place;
use klaxon_core::SeatSet;
use klaxon_geometry::plane::{Heading, Point};
use serde::{Deserialize, Serialize};

/// Something that waits to be finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Frame {
    /// A ship hops (ST-8.5).
    Moving(Moving),
    /// A movement has ended: what does it overlap (ST-9.8)?
    Checks {
        ship: ShipId,
        /// Obstructions, terrain, the threat, ships.
        step: u8,
        /// The last piece of the step that was looked at.
        last: u8,
    },
    /// A collision is worked through (ST-9.15).
    Collision { ship: ShipId, with: Piece, hits: u8, ram: u8, step: u8 },
    /// A ship is placed beside what it struck (ST-9.9).
    Placing { ship: ShipId, beside: Piece },
    /// A beam (ST-10).
    Shot(Shot),
    /// A beam may be fired again.
    Again { ship: ShipId },
    /// Hits are about to be applied (ST-13).
    Hits(Hits),
    /// A critical is about to apply (ST-14).
    Critical(Critical),
    /// A torpedo was launched: a second one?
    Launched { ship: ShipId, passed: SeatSet },
    /// A torpedo makes its launch move (ST-12.3).
    Guide { torpedo: TorpedoId, hop: u8 },
    /// Crew are beamed (ST-11).
    Transport { ship: ShipId, to: Place },
    /// A panel order was revealed (ST-8.17).
    Revealed { ship: ShipId, order: Order, passed: SeatSet },
}

impl Default for Frame {
    fn default() -> Frame {
        Frame::Again { ship: ShipId::NONE }
    }
}

impl Frame {
    /// Who has passed, where a window is open in which disks reply.
    pub(crate) fn passed(&mut self) -> Option<&mut SeatSet> {
        match self {
            Frame::Shot(shot) => Some(&mut shot.passed),
            Frame::Hits(hits) => Some(&mut hits.passed),
            Frame::Critical(critical) => Some(&mut critical.passed),
            Frame::Launched { passed, .. } | Frame::Revealed { passed, .. } => Some(passed),
            Frame::Moving(_)
            | Frame::Checks { .. }
            | Frame::Collision { .. }
            | Frame::Placing { .. }
            | Frame::Again { .. }
            | Frame::Guide { .. }
            | Frame::Transport { .. } => None,
        }
    }

    /// Is it such a window?
    pub(crate) fn is_window(&self) -> bool {
        matches!(
            self,
            Frame::Shot(_)
                | Frame::Hits(_)
                | Frame::Critical(_)
                | Frame::Launched { .. }
                | Frame::Revealed { .. }
        )
    }
}

/// A movement under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Moving {
    pub ship: ShipId,
    /// Where the present leg began (ST-2.6).
    pub leg: Point,
    /// Hops of the leg that are done.
    pub leg_hops: u8,
    /// Hops in all that are done, and to be done (ST-8.16).
    pub done: u8,
    pub total: u8,
    pub turn: Turn,
    /// A hop was made whose contacts have not been looked at.
    pub landed: bool,
}

/// A turn inside a movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Turn {
    /// Straight on.
    None,
    /// Evasive action (ST-9.10).
    Evade { after: u8, to: Heading },
    /// A Change Heading order executed on the way (ST-15.10).
    Order { after: u8, to: Heading },
}

/// What a ship can collide with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Piece {
    /// A ship.
    Ship(ShipId),
    /// A terrain disk.
    Terrain(TerrainId),
    /// The threat.
    Threat,
}

/// What a beam is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A ship.
    Ship(ShipId),
    /// The threat.
    Threat,
}

/// A beam under way (ST-13.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Shot {
    /// The firing ship; none when the threat fires.
    pub from: ShipId,
    pub target: Target,
    pub counters: i8,
    pub dropped: bool,
    pub hits: u8,
    pub misses: u8,
    pub ignores: u8,
    pub again: bool,
    pub passed: SeatSet,
}

/// Where hits come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A beam.
    Beam,
    /// A torpedo.
    Torpedo,
    /// An obstruction.
    Obstruction,
    /// A collision with terrain.
    Terrain,
    /// A collision with a ship.
    Collision,
    /// A ramming prow.
    Ram,
    /// A pulse of the scenario.
    Pulse,
}

/// Hits on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Hits {
    pub target: Target,
    pub n: u8,
    pub source: Source,
    /// The attacking seat, [`crate::state::THREAT`], or nobody.
    pub by: u8,
    /// The attacking ship, for its Crit abilities.
    pub from: ShipId,
    /// Hits that go past shields, of a beam.
    pub ignores: u8,
    /// Hull hits that were prevented.
    pub spared: u8,
    pub passed: SeatSet,
}

/// A critical on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Critical {
    pub ship: ShipId,
    pub crit: Crit,
    /// The other critical of the same drop.
    pub other: Option<Crit>,
    /// One of the two was changed already (ST-14.10).
    pub changed: bool,
    pub by: u8,
    pub from: ShipId,
    pub passed: SeatSet,
}
