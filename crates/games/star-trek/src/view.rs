//! What one viewer may know. Every field is put in by hand here: nothing reaches a view by being in the state.

use crate::data::scenario::{Collision, TerrainKind};
use crate::data::{DiskTypeId, ShipTypeId};
use crate::effect::ObstacleKind;
use crate::kinds::{Crit, DiskId, Faction, ObstacleId, Order, Round, ShipId, TerrainId, TorpedoId};
use crate::state::frame::{Piece, Source, Target};
use crate::state::{Draft, Face, Place, Stage, Status};
use klaxon_core::{RuleId, SeatSet};
use klaxon_geometry::plane::{Heading, Point};
use serde::Serialize;

pub(crate) mod look;

/// What one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The viewer's seat; none for spectators and the all-seeing eye.
    pub seat: Option<u8>,
    /// The scenario's id.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Its story.
    pub mission: String,
    /// How it is won, a sentence each.
    pub victory: Vec<String>,
    /// How long teams have already done what a condition wants done for several turns.
    pub progress: Vec<Progress>,
    /// The last turn.
    pub turn_limit: u8,
    /// The table's sides.
    pub table: [i64; 2],
    /// Where the game stands.
    pub stage: Stage,
    /// The turn, from 1.
    pub turn: u8,
    /// The Orders phase, 1 to 3; 0 outside step 3.
    pub phase: u8,
    /// Who owes a decision.
    pub to_act: SeatSet,
    /// What is asked of them.
    pub asked: Asked,
    /// Who offers a draw.
    pub draw: SeatSet,
    /// The players.
    pub seats: Vec<SeatView>,
    /// Scores by team.
    pub scores: Vec<i16>,
    /// Names of the teams.
    pub teams: Vec<String>,
    /// The ships.
    pub ships: Vec<ShipView>,
    /// Terrain disks.
    pub terrain: Vec<TerrainView>,
    /// Obstacles.
    pub obstacles: Vec<ObstacleView>,
    /// Torpedoes.
    pub torpedoes: Vec<TorpedoView>,
    /// The threat.
    pub threat: Option<ThreatView>,
    /// Ships in order of initiative.
    pub initiative: Vec<ShipId>,
    /// The ship that acts.
    pub acting: Option<ActingView>,
    /// The fight that is on.
    pub fight: Option<FightView>,
    /// Fleets in the making that the viewer may see.
    pub drafts: Vec<DraftView>,
    /// Unique disks that the viewer, rebuilding, is told are taken.
    pub taken: Vec<String>,
    /// What the acting ship's beam would do to each target: for odds.
    pub aims: Vec<Aim>,
    /// Where fleets start, and where obstacles are placed, as pictures for the board.
    pub zones: Vec<ZoneView>,
    /// What the viewer can buy and why not, while he builds.
    pub market: Vec<Stall>,
    /// Once over: who won and why.
    pub result: Option<String>,
    /// Winners, once over.
    pub winners: Option<SeatSet>,
}

/// A team on its way to a goal that takes several turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Progress {
    /// Which condition, from 0.
    pub condition: usize,
    /// The team's name.
    pub team: String,
    /// Turns that count so far.
    pub turns: u8,
    /// Turns that are needed.
    pub of: u8,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// Nothing.
    Nothing,
    /// D2.
    Split,
    /// D3, D4.
    Build {
        /// After a clash.
        again: bool,
    },
    /// D5.
    PlaceObstacle {
        /// How many are left.
        left: u8,
    },
    /// D5.
    Deploy,
    /// D6.
    Reveal,
    /// D7.
    Assign,
    /// D8.
    Cloak,
    /// D9.
    PhaseStart,
    /// D10.
    ActOrDefer {
        /// Which ship.
        ship: ShipId,
    },
    /// D11.
    Activation {
        /// Which ship.
        ship: ShipId,
    },
    /// D16.
    BeamDeclared {
        /// The firing ship; none for the threat.
        from: ShipId,
        /// The target.
        target: Target,
        /// Counters so far.
        counters: i8,
    },
    /// D16.
    BeamDropped {
        /// The firing ship.
        from: ShipId,
        /// Hits so far.
        hits: u8,
        /// Misses so far.
        misses: u8,
    },
    /// The beam may be fired again.
    FireAgain {
        /// Which ship.
        ship: ShipId,
    },
    /// D16.
    HitsIncoming {
        /// On which ship.
        ship: ShipId,
        /// Of what.
        source: Source,
        /// On shields.
        shields: u8,
        /// On hull.
        hull: u8,
    },
    /// D18.
    Critical {
        /// On which ship.
        ship: ShipId,
        /// Which.
        crit: Crit,
    },
    /// A second torpedo?
    LaunchAgain {
        /// Which ship.
        ship: ShipId,
    },
    /// D14: the next hop of a launched torpedo.
    Guide {
        /// Which.
        torpedo: TorpedoId,
        /// The hop that comes, from 2.
        hop: u8,
        /// Of how many.
        of: u8,
    },
    /// D14: whom to beam.
    Transport {
        /// Which ship.
        ship: ShipId,
        /// To where.
        to: Place,
    },
    /// D17.
    OrderRevealed {
        /// Whose.
        ship: ShipId,
        /// Which.
        order: Order,
    },
    /// D19.
    PlaceShip {
        /// Which ship.
        ship: ShipId,
        /// Beside what.
        beside: Piece,
    },
    /// D20.
    Steer,
    /// D21.
    BoardingStart,
    /// D21.
    BoardingSegment,
    /// D22.
    Lose,
    /// D22: a doctor may save this crew.
    Save {
        /// Who.
        disk: DiskId,
    },
    /// D23.
    Keep,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatView {
    /// His seat.
    pub seat: u8,
    /// What he is called.
    pub name: String,
    /// His team.
    pub team: u8,
    /// His faction.
    pub faction: Faction,
    /// Points he may spend.
    pub share: u16,
    /// Points he spent, once fleets are shown.
    pub spent: Option<u16>,
    /// He conceded.
    pub out: bool,
}

/// A ship.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShipView {
    /// Its number.
    pub id: ShipId,
    /// What it is.
    pub kind: ShipTypeId,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Printed faction.
    pub faction: Option<Faction>,
    /// The team that controls it.
    pub team: u8,
    /// Who bought it.
    pub owner: u8,
    /// Who controls it.
    pub controller: u8,
    /// Where it is.
    pub status: Status,
    /// Its radius.
    pub radius: i64,
    /// Its centre, where the viewer may know it.
    pub at: Option<Point>,
    /// Its heading, where the viewer may know it.
    pub heading: Option<Heading>,
    /// Current speed, where the viewer may know it.
    pub speed: Option<u8>,
    /// Maximum speed.
    pub max_speed: u8,
    /// Maximum speed at the start (ST-3.10), of the own team's ships.
    pub max_start_speed: Option<u8>,
    /// Shields.
    pub shields: u8,
    /// Maximum shields.
    pub max_shields: u8,
    /// Hull.
    pub hull: u8,
    /// Maximum hull.
    pub max_hull: u8,
    /// Beam with bonuses that depend on no target.
    pub beam: i32,
    /// Beam range.
    pub beam_range: u32,
    /// Torpedoes left.
    pub torps: u8,
    /// Critical markers.
    pub crits: Vec<Crit>,
    /// The three order places.
    pub orders: [OrderView; 3],
    /// Is it cloaked?
    pub cloaked: bool,
    /// Command total with initiative bonuses.
    pub command: i32,
    /// It has acted in this phase.
    pub acted: bool,
    /// Adaptation markers.
    pub adapted: u8,
    /// The cloak that the viewer's team chose to change.
    pub cloak_pick: Option<DiskId>,
    /// Where it would end, moving straight on.
    pub straight: Option<Point>,
    /// Does that end threaten a collision?
    pub threatened: bool,
    /// Its ability in words.
    pub ability: Option<String>,
    /// Crew and tech aboard.
    pub disks: Vec<DiskView>,
}

/// An order place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderView {
    /// Nothing lies there, as far as the viewer may know.
    Empty,
    /// An order lies face down.
    Hidden,
    /// It lies face down, and the viewer knows it.
    Known(Order),
    /// It was revealed.
    Revealed(Order),
    /// It was removed face down.
    Removed,
}

/// A crew or tech disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DiskView {
    /// Its number.
    pub id: DiskId,
    /// How it lies.
    pub face: Face,
    /// Its player; 6 for the threat. Of a hidden disk: the player of its ship.
    pub owner: u8,
    /// What it is, where the viewer may know it.
    pub known: Option<KnownDisk>,
}

/// What a viewer knows of a disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnownDisk {
    /// What it is.
    pub kind: DiskTypeId,
    /// Its name.
    pub name: String,
    /// Tech or crew.
    pub tech: bool,
    /// Command with bonuses.
    pub command: i32,
    /// Combat with bonuses, outside a fight.
    pub combat: i32,
    /// Keywords.
    pub keywords: Vec<&'static str>,
    /// Rows of order icons.
    pub rows: Vec<String>,
    /// Its ability in words.
    pub ability: Option<String>,
    /// Its home ship.
    pub home: ShipId,
    /// Concealed, but seen in this turn.
    pub seen: Option<u8>,
    /// The viewer's team turns it over in this step 1.
    pub turning: bool,
    /// The viewer's team keeps it flipped.
    pub kept: bool,
}

/// A terrain disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TerrainView {
    /// Its number.
    pub id: TerrainId,
    /// What it is.
    pub kind: TerrainKind,
    /// Its name.
    pub name: String,
    /// Its centre.
    pub at: Point,
    /// Its radius.
    pub radius: i64,
    /// What comes of ending a move on it.
    pub collision: Collision,
    /// The team that held it after the last step 4.
    pub holder: Option<u8>,
    /// Crew there.
    pub disks: Vec<DiskView>,
}

/// An obstacle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ObstacleView {
    /// Its number.
    pub id: ObstacleId,
    /// What it is.
    pub kind: ObstacleKind,
    /// Its hits.
    pub hits: u8,
    /// Its centre.
    pub at: Point,
}

/// A torpedo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TorpedoView {
    /// Its number.
    pub id: TorpedoId,
    /// Whose it is.
    pub owner: u8,
    /// Its centre.
    pub at: Point,
    /// Its heading.
    pub heading: Heading,
    /// Counters.
    pub damage: u8,
    /// Hops per move.
    pub movement: u8,
    /// End-of-phase moves left.
    pub life: u8,
    /// The heading that the viewer's team chose.
    pub chosen: Option<Heading>,
}

/// The Borg cube.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ThreatView {
    /// Its centre.
    pub at: Point,
    /// Its heading.
    pub heading: Heading,
    /// Its radius.
    pub radius: i64,
    /// Shields.
    pub shields: u8,
    /// Maximum shields.
    pub max_shields: u8,
    /// Hull.
    pub hull: u16,
    /// The terrain it is on its way to.
    pub towards: TerrainId,
    /// It has arrived.
    pub reached: bool,
    /// Crew aboard.
    pub disks: Vec<DiskView>,
}

/// The ship that acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ActingView {
    /// Which.
    pub ship: ShipId,
    /// Its order of the phase was revealed, or it has none.
    pub revealed: bool,
    /// It has moved.
    pub moved: bool,
    /// Orders that may still be executed: CS, CH, RS, AT, AC.
    pub orders: [u8; 5],
    /// Evasive action may be declared (ST-9.10).
    pub evades: bool,
    /// Its Change Heading may be executed on the way (ST-15.10).
    pub turns_moving: bool,
    /// The heading that keeps it farthest from edges and collisions.
    pub safest: Option<Heading>,
    /// What a torpedo would be that it launched now, where it may.
    pub torpedo: Option<Warhead>,
}

/// The values of a torpedo, fixed when it is launched (ST-12.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Warhead {
    /// Counters.
    pub damage: u8,
    /// Hops per move.
    pub movement: u8,
    /// End-of-phase moves.
    pub life: u8,
}

/// The fight that is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FightView {
    /// Where.
    pub place: Place,
    /// The segment, 1 to 3.
    pub segment: u8,
    /// Sides that must remove a crew, as a set.
    pub losers: u8,
}

/// A fleet in the making.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DraftView {
    /// Whose.
    pub seat: u8,
    /// Points left.
    pub left: u16,
    /// What is in it.
    pub draft: Draft,
    /// Numbers, names, load and capacity of its ships, scenario ships last.
    pub berths: Vec<(u8, String, u8, u8)>,
}

/// What a beam would do to a target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Aim {
    /// The target.
    pub target: Target,
    /// Counters.
    pub counters: u8,
    /// Shields of the target.
    pub shields: u8,
    /// Hull of the target.
    pub hull: u16,
    /// Markers of the target.
    pub crits: u8,
    /// Hits that go past shields.
    pub ignores: u8,
    /// How the counters came about.
    pub because: Vec<(String, i32)>,
}

/// What can be bought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stall {
    /// What is on sale.
    pub ware: Ware,
    /// For which ship of the fleet list; 0 for a ship itself.
    pub ship: u8,
    /// Out of whose Start pool it would be paid; 0 for ordinary points.
    pub pool: u8,
    /// Why it cannot be bought, with the rule.
    pub why: Option<(Option<RuleId>, String)>,
}

/// A thing on sale.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ware {
    /// A ship.
    Ship(ShipTypeId),
    /// A crew or tech disk.
    Disk(DiskTypeId),
}

/// A zone on the board. A ship starts in it if its disk overlaps it, in a rectangle of a scenario if its centre lies
/// inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ZoneView {
    /// The team whose zone it is.
    pub team: u8,
    /// The viewer places something there now.
    pub own: bool,
    /// Where the zone is round: its middle and radius.
    pub round: Option<(Point, i64)>,
    /// South-west corner of the rectangle around it.
    pub from: Point,
    /// North-east corner.
    pub to: Point,
}

impl View {
    /// A ship by its number.
    pub fn ship(&self, id: ShipId) -> Option<&ShipView> {
        self.ships.get(id.0.checked_sub(1)? as usize)
    }

    /// A disk by its number, wherever it is.
    pub fn disk(&self, id: DiskId) -> Option<&DiskView> {
        self.disks().find(|d| d.id == id)
    }

    /// All crew and tech: aboard ships, on terrain, aboard the threat.
    pub fn disks(&self) -> impl Iterator<Item = &DiskView> {
        let aboard = self.ships.iter().flat_map(|s| &s.disks);
        let ashore = self.terrain.iter().flat_map(|t| &t.disks);
        let cube = self.threat.iter().flat_map(|t| &t.disks);
        aboard.chain(ashore).chain(cube)
    }
}

/// A ship's disk for geometry on views.
impl ShipView {
    /// The ship as a round piece, where the viewer knows its place.
    pub fn round(&self) -> Option<Round> {
        self.at.map(|at| Round::new(at, self.radius))
    }
}
