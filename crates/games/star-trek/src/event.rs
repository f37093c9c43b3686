//! What happened, with everything that its sentence needs. Who hears it is decided where it is told; the sentence
//! itself is in `words/line.rs`.

use crate::data::{DiskTypeId, ShipTypeId};
use crate::effect::ObstacleKind;
use crate::kinds::{Crit, DiskId, Faction, Order, ShipId, TerrainId, TorpedoId};
use crate::state::Why;
use crate::state::frame::Source;
use klaxon_core::SeatSet;
use klaxon_geometry::plane::{Heading, Point};
use serde::Serialize;

/// A ship in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ShipTag {
    /// Its number.
    pub id: ShipId,
    /// What it is.
    pub kind: ShipTypeId,
}

/// A crew or tech disk in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DiskTag {
    /// Its number.
    pub id: DiskId,
    /// What it is.
    pub kind: DiskTypeId,
}

/// A player in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SeatTag {
    /// The seat.
    pub seat: u8,
    /// His faction.
    pub faction: Faction,
}

/// A ship or the threat in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Mark {
    /// A ship.
    Ship(ShipTag),
    /// The Borg cube.
    Cube,
}

/// A terrain disk in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TerrainTag {
    /// Its number.
    pub id: TerrainId,
    /// What the scenario calls it.
    pub name: String,
}

/// A team in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TeamTag {
    /// Its number; 6 for the threat.
    pub team: u8,
    /// What it is called.
    pub name: String,
}

/// A place in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Spot {
    /// Aboard a ship.
    Ship(ShipTag),
    /// On a terrain disk.
    Terrain(TerrainTag),
    /// Aboard the cube.
    Cube,
}

/// What happened. Fields are the nouns and numbers of the sentence, named after what they are.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A captain shared the points of his team.
    Shared { who: SeatTag, points: u16 },
    /// A player finished his part of a simultaneous decision.
    Finished { who: SeatTag },
    /// Two fleets hold the same Unique disk; counters decided (ST-1.21).
    Clash { what: Unique, keeper: SeatTag, losers: SeatSet },
    /// A player took another faction (ST-1.21).
    NewFaction { who: SeatTag },
    /// Fleets are shown.
    FleetShown { who: SeatTag, ships: u8, spent: u16 },
    /// An obstacle was put on the table.
    ObstaclePlaced { kind: ObstacleKind, at: Point },
    /// A ship is shown on the table.
    Deployed { ship: ShipTag, at: Point, heading: Heading, speed: u8 },
    /// Two ships were put on the same spot: this one is placed again (ST-3.9).
    PlacedAgain { ship: ShipTag },
    /// A turn begins.
    Turn { turn: u8 },
    /// A disk was revealed.
    Revealed { disk: DiskTag, at: Spot },
    /// A disk was concealed.
    Concealed { disk: DiskTag, at: Spot },
    /// An Orders phase begins.
    Phase { phase: u8 },
    /// A cloak was raised.
    Cloaked { ship: ShipTag },
    /// A cloak was dropped or lost.
    Uncloaked { ship: ShipTag, shields: u8 },
    /// Ships tie for initiative and drop counters (ST-7.3).
    InitiativeDrop { ship: ShipTag, hits: u8 },
    /// A ship has the option.
    First { ship: ShipTag, command: i8 },
    /// A ship defers.
    Defers { ship: ShipTag },
    /// A ship acts.
    Acts { ship: ShipTag },
    /// A panel order is revealed.
    OrderRevealed { ship: ShipTag, order: Order },
    /// A revealed order is cancelled.
    OrderCancelled { ship: ShipTag, order: Order, by: DiskTag },
    /// A ship moved.
    Moved { ship: ShipTag, hops: u8, to: Point },
    /// A ship takes evasive action.
    Evades { ship: ShipTag, heading: Heading },
    /// A ship turned.
    Turned { ship: ShipTag, heading: Heading },
    /// A ship changed its speed.
    Speed { ship: ShipTag, speed: u8 },
    /// A ship changed its shields.
    Shields { ship: ShipTag, shields: u8 },
    /// A ship's hull was repaired.
    Hull { ship: ShipTag, hull: u8 },
    /// A ship left the table and is lost (ST-8.14).
    LeftTable { ship: ShipTag },
    /// A ship left safely over an end.
    Exited { ship: ShipTag },
    /// A ship's orders were removed (ST-9.11).
    OrdersRemoved { ship: ShipTag },
    /// Five counters for a collision.
    CollisionDrop { ship: ShipTag, with: Struck, showing: u8, collides: bool },
    /// An obstruction was struck (ST-9.6).
    Obstruction { ship: ShipTag, kind: ObstacleKind, hits: u8 },
    /// A ship was put beside what it struck.
    Beside { ship: ShipTag, at: Point, heading: Heading },
    /// A ship is left where it is.
    Left { ship: ShipTag },
    /// A beam is fired.
    Fires { ship: Mark, target: Mark, counters: u8 },
    /// The counters of a beam.
    Dropped { ship: Mark, target: Mark, counters: u8, hits: u8 },
    /// Misses dropped again.
    DroppedAgain { by: Agent, counters: u8, hits: u8 },
    /// A torpedo was launched.
    Launched { ship: ShipTag, torpedo: TorpedoId, at: Point },
    /// A torpedo moved.
    TorpedoMoved { torpedo: TorpedoId, at: Point },
    /// A torpedo is gone without effect.
    TorpedoGone { torpedo: TorpedoId, why: TorpedoEnd },
    /// A torpedo exploded.
    Explodes { torpedo: TorpedoId, target: Mark, counters: u8, hits: u8 },
    /// Hits were prevented.
    Prevented { by: Agent, hits: u8 },
    /// Hits were applied.
    Damage { target: Mark, source: Source, shields: u8, hull: u8 },
    /// Five counters for criticals: a set of those that show.
    CritDrop { target: Mark, showing: u8, hull: bool },
    /// A critical was changed.
    CritChanged { by: DiskTag, from: Crit, to: Crit },
    /// A critical was cancelled.
    CritCancelled { by: DiskTag, crit: Crit },
    /// A critical applied.
    Crit { ship: ShipTag, crit: Crit },
    /// A critical of the cube (components §9).
    CubeCrit { hull: u8 },
    /// A marker was removed.
    CritRemoved { ship: ShipTag, crit: Crit },
    /// A disk was removed from play.
    Lost { disk: DiskTag, why: Loss },
    /// A ship was destroyed.
    Destroyed { ship: ShipTag, twice: Option<Crit> },
    /// The cube was destroyed.
    CubeDestroyed,
    /// A team scored.
    Scored { team: TeamTag, points: i16 },
    /// A crew was flipped for orders.
    Row { disk: DiskTag, row: [Option<Order>; 2] },
    /// A disk's ability was used.
    Used { by: Agent },
    /// Orders of a ship were looked at.
    PeekedOrders { by: DiskTag, ship: ShipTag, orders: [Option<Order>; 3] },
    /// Concealed disks of a ship were looked at: one of them.
    PeekedDisk { ship: ShipTag, disk: DiskTag },
    /// Somebody had a look; others hear no more.
    Peeked { by: DiskTag, ship: ShipTag },
    /// Two face-down orders changed places.
    Swapped { ship: ShipTag, places: [u8; 2] },
    /// An order was replaced face down.
    Replaced { ship: ShipTag, order: Option<Order> },
    /// A disk was flipped by an enemy.
    Flipped { disk: DiskTag },
    /// A disk was readied.
    Readied { disk: DiskTag },
    /// A tech was stolen.
    Stolen { disk: DiskTag, to: ShipTag },
    /// A crew changed sides.
    Converted { disk: DiskTag, to: SeatTag },
    /// Crew were beamed.
    Beamed { disk: DiskTag, to: Spot },
    /// A captain cannot be revealed beside another (ST-1.15).
    NotRevealed { ship: ShipTag },
    /// A fight begins.
    Fight { at: Spot },
    /// A side's counters in a segment.
    FightDrop { at: Spot, segment: u8, side: TeamTag, counters: u8, hits: u8 },
    /// A segment is decided.
    Segment { segment: u8, winner: Option<TeamTag> },
    /// A crew was saved.
    Saved { disk: DiskTag, by: DiskTag },
    /// The cube is damaged from inside.
    CubeBoarded { hull: u8 },
    /// A ship has a new master.
    Captured { ship: ShipTag, by: SeatTag },
    /// A ship was assimilated.
    Assimilated { ship: ShipTag },
    /// A prisoner was freed.
    Freed { disk: DiskTag },
    /// The VIP changed sides.
    VipTaken { disk: DiskTag, team: TeamTag },
    /// Drones beamed aboard.
    Drones { ship: ShipTag },
    /// The cube hopped.
    CubeMoved { at: Point },
    /// The cube reached its goal.
    CubeArrived,
    /// A ship got an adaptation marker, or lost all.
    Adapted { ship: ShipTag, markers: u8 },
    /// A pulse of the scenario.
    Pulse { ship: ShipTag, counters: u8, hits: u8 },
    /// A disk stays flipped.
    Kept { disk: DiskTag },
    /// A goal was reached: in the scenario's own words.
    Goal { team: TeamTag, condition: u8, words: String },
    /// A player conceded.
    Conceded { who: SeatTag, heir: Option<SeatTag> },
    /// A player offers a draw.
    DrawOffered { who: SeatTag },
    /// The game is over.
    Over { winners: SeatSet, names: Vec<String>, draw: bool, why: Why },
}

/// A Unique disk of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Unique {
    /// A ship.
    Ship(ShipTypeId),
    /// A crew or tech disk.
    Disk(DiskTypeId),
}

/// What a ship overlaps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Struck {
    /// A ship.
    Ship(ShipTag),
    /// Terrain.
    Terrain(TerrainTag),
    /// The cube.
    Cube,
}

/// A disk or a ship that did something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Agent {
    /// A crew or tech disk.
    Disk(DiskTag),
    /// A ship.
    Ship(ShipTag),
}

/// Why a torpedo is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TorpedoEnd {
    /// It left the table (ST-2.13).
    OffTable,
    /// It is burnt out (ST-12.2).
    Expired,
    /// Terrain blocked it (ST-12.10).
    Blocked,
    /// Its player conceded.
    Conceded,
}

/// Why a disk is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// A bridge crit (ST-14.6).
    BridgeCrit,
    /// An engineering crit (ST-14.7).
    EngineeringCrit,
    /// Crew combat (ST-17.4).
    Fight,
    /// Sacrificed (ST-21.9).
    Sacrifice,
    /// Its player conceded (ST-20.9).
    Conceded,
}
