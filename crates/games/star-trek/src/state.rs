//! The nouns: everything on the table.
//!
//! A state is flat: fixed lists, small numbers, one shared scenario. Whatever waits to be finished, a movement, a
//! shot, a critical, lies on a stack of [`Frame`]s, never in a call stack.

use crate::data::scenario::{Collision, CollisionMode, TerrainKind};
use crate::data::validate::{MAX_TERRAIN, MAX_VICTORY};
use crate::data::{DiskTypeId, ShipTypeId};
use crate::effect::ObstacleKind;
use crate::kinds::{
    CUBE_RADIUS, Crit, DiskId, Faction, OBSTACLE_RADIUS, ObstacleId, Order, Round, ShipId, TORPEDO_RADIUS,
    TerrainId, TorpedoId,
};
use frame::Frame;
use klaxon_core::{SeatSet, Short};
use klaxon_geometry::plane::{Heading, Point, Table};
use played::Played;
use serde::{Deserialize, Serialize};

pub(crate) mod frame;
pub(crate) mod played;

/// Most players.
pub const MAX_SEATS: usize = 6;
/// Most ships: those that can be bought, which are all Unique, and eight of a scenario.
pub(crate) const MAX_SHIPS: usize = 56;
/// The side of the threat, which no player controls; also its place in lists of sides.
pub const THREAT: u8 = 6;
/// Nobody.
pub(crate) const NOBODY: u8 = u8::MAX;

/// Star Trek: Red Alert! as a state machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StarTrek {
    pub(crate) scenario: Played,
    pub(crate) options: Options,
    pub(crate) table: Table,
    pub(crate) seats: Short<Player, MAX_SEATS>,
    pub(crate) teams: u8,
    /// Players at the start, for the threat and its counts.
    pub(crate) players: u8,
    pub(crate) stage: Stage,
    pub(crate) turn: u8,
    /// The Orders phase, 1 to 3; 0 outside step 3.
    pub(crate) phase: u8,
    /// Seats that owe a decision now.
    pub(crate) asked: SeatSet,
    /// Seats that offer a draw this turn.
    pub(crate) draw: SeatSet,
    pub(crate) ships: Short<Ship, MAX_SHIPS>,
    pub(crate) disks: Short<Disk, 250>,
    pub(crate) torpedoes: Short<Torpedo, 192>,
    pub(crate) launched: u16,
    pub(crate) terrain: Short<Terrain, MAX_TERRAIN>,
    pub(crate) obstacles: Short<Obstacle, 96>,
    pub(crate) obstacles_placed: u16,
    /// Obstacles that a team still has to place before deployment (ST-3.9).
    pub(crate) to_place: u8,
    pub(crate) threat: Option<Threat>,
    /// Ships in the order of initiative (ST-7.1).
    pub(crate) initiative: Short<ShipId, MAX_SHIPS>,
    /// How far the pass has come (ST-7.5).
    pub(crate) cursor: u8,
    pub(crate) act: Option<Activation>,
    /// Who has passed in the window at the start of the phase (ST-4.3 c).
    pub(crate) passed: SeatSet,
    pub(crate) stack: Short<Frame, 20>,
    pub(crate) fight: Fight,
    /// How far the effects at the end of the turn have come (ST-20.7).
    pub(crate) pulse: Pulse,
    pub(crate) drafts: [Draft; MAX_SEATS],
    /// ST-1.21: fleets that stand while others are rebuilt.
    pub(crate) standing: SeatSet,
    /// Points for ships (ST-20.3) and goals, by team.
    pub(crate) score: [i16; MAX_SEATS],
    /// Turns for which a goal was met, by condition and team.
    pub(crate) held: [[u8; MAX_SEATS]; MAX_VICTORY],
    /// Teams that reached a goal, as a set for each condition.
    pub(crate) reached: [u8; MAX_VICTORY],
    /// The team that destroyed the VIP.
    pub(crate) vip_killer: u8,
    pub(crate) ending: Option<Ending>,
}

/// Options of a table (ST-23).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// ST-23.2: initiative once per turn instead of per phase.
    pub initiative_per_turn: bool,
    /// ST-23.3: no concealed disk is hidden.
    pub open_fleets: bool,
    /// ST-23.3: beams may be aimed at the own team.
    pub friendly_fire: bool,
    /// ST-20.6: another limit than the scenario's; 0 for the scenario's.
    pub turn_limit: u8,
    /// ST-23.1: other points per player; 0 for the scenario's.
    pub points_per_player: u16,
    /// ST-23.1: any faction for anybody.
    pub any_faction: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            initiative_per_turn: false,
            open_fleets: false,
            friendly_fire: true,
            turn_limit: 0,
            points_per_player: 0,
            any_faction: false,
        }
    }
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    pub team: u8,
    pub faction: Faction,
    /// Points he may spend (ST-1.20).
    pub share: u16,
    /// Points he spent, public once fleets are shown.
    pub spent: u16,
    /// Decides how his team's points are shared.
    pub captain: bool,
    /// He conceded (ST-20.9).
    pub out: bool,
}

impl Default for Player {
    fn default() -> Player {
        Player { team: 0, faction: Faction::Federation, share: 0, spent: 0, captain: false, out: false }
    }
}

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// D2.
    Split,
    /// D3 and D4.
    Build,
    /// ST-3.9: a team places its pieces.
    PlaceObstacles,
    /// D5.
    Deploy,
    /// Step 1.
    Reveal,
    /// Step 2.
    Assign,
    /// ST-4.3 (a).
    CloakWindow,
    /// ST-4.3 (c).
    PhaseStart,
    /// ST-4.3 (d).
    Act,
    /// ST-4.3 (e): owners choose headings.
    Steer,
    /// ST-4.3 (e): torpedoes fly; the hop that comes next.
    Flight {
        /// From 1.
        hop: u8,
    },
    /// ST-4.3 (f).
    Threat,
    /// Step 4.
    Boarding,
    /// Step 5: disks with Constant.
    Keep,
    /// ST-20.7.
    TurnEnd,
    /// The game is over.
    Over,
}

/// A ship in play, with its own control panel (ST-3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Ship {
    pub kind: ShipTypeId,
    /// The player whose fleet it was bought for, or his heir.
    pub owner: u8,
    /// The team whose fleet it was bought for.
    pub built_by: u8,
    pub controller: u8,
    pub status: Status,
    pub at: Point,
    pub heading: Heading,
    pub shields: u8,
    pub hull: u8,
    pub speed: u8,
    pub torps: u8,
    /// Start bonus to the maximum hull, kept for good (ST-13.10).
    pub hull_bonus: u8,
    pub crits: u8,
    pub orders: [Slot; 3],
    /// The cloak to raise or drop in the present window.
    pub cloak_pick: DiskId,
    pub marks: Marks,
    /// Hits of the next beam that go past shields.
    pub ignores: u8,
    /// Adaptation markers of the Borg (components §9).
    pub adapted: u8,
}

impl Default for Ship {
    fn default() -> Ship {
        Ship {
            kind: ShipTypeId(0),
            owner: 0,
            built_by: 0,
            controller: 0,
            status: Status::Aside,
            at: Point::new(0, 0),
            heading: Heading::EAST,
            shields: 0,
            hull: 0,
            speed: 0,
            torps: 0,
            hull_bonus: 0,
            crits: 0,
            orders: [Slot::Empty; 3],
            cloak_pick: DiskId::NONE,
            marks: Marks::default(),
            ignores: 0,
            adapted: 0,
        }
    }
}

/// Where a ship is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Not yet on the table.
    Aside,
    /// Placed, but not yet shown.
    Placed,
    /// On the table.
    InPlay,
    /// Destroyed.
    Destroyed,
    /// Left safely over an end (`may_exit`).
    Exited,
    /// Removed when its player conceded.
    Removed,
}

/// An order place of a control panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// Nothing lies there.
    #[default]
    Empty,
    /// An order lies face down.
    Down {
        /// Which.
        order: Order,
        /// Teams that had a look at it, as a set.
        known: u8,
    },
    /// An order was revealed.
    Up {
        /// Which.
        order: Order,
    },
    /// An order was removed face down.
    Removed,
}

/// Small facts about a ship, by phase and by turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Marks {
    /// It has acted in this phase.
    pub acted: bool,
    /// It dropped its cloak in this phase.
    pub dropped_cloak: bool,
    /// It fired a beam in this phase.
    pub fired: bool,
    /// It used its ability in this turn.
    pub used: bool,
}

/// Where a crew or tech disk is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Removed from play.
    #[default]
    Out,
    /// Aboard a ship.
    Ship(ShipId),
    /// On a terrain disk.
    Terrain(TerrainId),
    /// Aboard the threat.
    Threat,
}

/// How a crew or tech disk lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// In the covered stack.
    #[default]
    Concealed,
    /// Face up.
    Ready,
    /// Activated.
    Flipped,
    /// A prisoner, not yet freed.
    Held,
}

/// A crew or tech disk in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Disk {
    pub kind: DiskTypeId,
    pub place: Place,
    pub face: Face,
    /// Its player; [`THREAT`] for Drones. The team of a VIP is that of this seat.
    pub owner: u8,
    /// ST-1.17.
    pub home: ShipId,
    /// How often its ability was used, where that is counted.
    pub uses: u8,
    /// The turn in which each team saw it last; the last place is everybody's. 0 for never.
    pub seen: [u8; 7],
    /// Its player turns it over in the present step 1.
    pub turning: bool,
    /// It was beamed by the present order, or, in step 5, is to be kept flipped.
    pub picked: bool,
    /// It never leaves its terrain disk.
    pub garrison: bool,
}

/// A torpedo in flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Torpedo {
    pub id: TorpedoId,
    pub owner: u8,
    /// The ship that launched it.
    pub ship: ShipId,
    pub at: Point,
    /// Where the present leg began, and how many hops of it are done (ST-2.6).
    pub leg: Point,
    pub hops: u8,
    pub heading: Heading,
    pub damage: u8,
    pub movement: u8,
    /// End-of-phase moves left.
    pub life: u8,
    /// The heading its owner chose for the coming move.
    pub chosen: Option<Heading>,
}

/// A terrain disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Terrain {
    pub kind: TerrainKind,
    pub at: Point,
    pub radius: i64,
    pub collision: Collision,
    pub blocks: bool,
    /// The team that held it at the end of the last step 4.
    pub holder: u8,
}

impl Default for Terrain {
    fn default() -> Terrain {
        Terrain {
            kind: TerrainKind::Planet,
            at: Point::new(0, 0),
            radius: 0,
            collision: Collision { mode: CollisionMode::None, hull_hits: 0 },
            blocks: false,
            holder: NOBODY,
        }
    }
}

/// An obstacle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Obstacle {
    pub id: ObstacleId,
    pub kind: ObstacleKind,
    pub hits: u8,
    pub at: Point,
}

/// The Borg cube (components §9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Threat {
    pub start: Point,
    pub hops: u8,
    pub at: Point,
    pub heading: Heading,
    pub towards: TerrainId,
    pub shields: u8,
    pub max_shields: u8,
    pub hull: u16,
    pub reached: bool,
    /// Its targets of this phase, and how many it has fired at.
    pub targets: Short<ShipId, MAX_SEATS>,
    pub fired: u8,
    pub hopped: bool,
}

/// The ship that acts (ST-8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Activation {
    pub ship: ShipId,
    pub revealed: bool,
    pub moved: bool,
    pub turned: bool,
    /// Orders that may still be executed, by kind.
    pub orders: [u8; 5],
}

/// Crew combat in one place (ST-17).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Fight {
    /// The next place to look at: ships, then terrain, then the threat.
    pub next: u8,
    pub place: Place,
    pub step: FightStep,
    pub segment: u8,
    pub hits: [u8; 7],
    /// Sides that must remove a crew, as a set.
    pub losers: u8,
    /// The crew each side removes.
    pub losses: [DiskId; 7],
    pub passed: SeatSet,
}

/// Where a fight stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FightStep {
    /// No fight is on.
    #[default]
    Idle,
    /// The window before the first segment.
    Start,
    /// The window before a drop.
    Segment,
    /// Losers choose.
    Losses,
    /// Doctors may save; the side whose loss is looked at.
    Save {
        /// From 0.
        side: u8,
    },
}

impl FightStep {
    /// Is a window open, in which disks reply?
    pub(crate) fn is_window(self) -> bool {
        match self {
            FightStep::Start | FightStep::Segment | FightStep::Save { .. } => true,
            FightStep::Idle | FightStep::Losses => false,
        }
    }
}

/// How far the effects at the end of a turn have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pulse {
    pub special: u8,
    pub ship: u8,
}

/// A fleet in the making (D3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Draft {
    /// Ships in the order of the fleet list.
    pub ships: Short<ShipTypeId, 8>,
    /// Crew and tech with the ships they are for.
    pub disks: Short<Bought, 64>,
}

/// A crew or tech disk of a fleet in the making.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bought {
    /// What.
    pub disk: DiskTypeId,
    /// For which ship of the list, from 1; scenario ships from `SCENARIO_BERTH`.
    pub ship: u8,
    /// Out of whose Start pool: the giver's place among the bought disks, from 1; 0 for ordinary points.
    pub pool: u8,
}

/// Ships of a draft from this number on are scenario ships.
pub const SCENARIO_BERTH: u8 = 101;

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Ending {
    pub winners: SeatSet,
    pub draw: bool,
    pub why: Why,
    pub score: Option<i16>,
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The opposing fleet is destroyed.
    Fleet,
    /// A goal was reached.
    Goal,
    /// Points decided.
    Points,
    /// The limit was reached and hull decided.
    Hull,
    /// The limit was reached.
    Limit,
    /// Several conditions were met at once, or everything is gone.
    Together,
    /// Everybody else conceded.
    Conceded,
    /// All agreed.
    Agreed,
    /// The team lost against the threat.
    Defeat,
}

impl Slot {
    /// The order that lies there face down.
    pub(crate) fn down(self) -> Option<Order> {
        match self {
            Slot::Down { order, .. } => Some(order),
            Slot::Empty | Slot::Up { .. } | Slot::Removed => None,
        }
    }
}

impl Ship {
    pub(crate) fn in_play(&self) -> bool {
        self.status == Status::InPlay
    }

    pub(crate) fn round(&self) -> Round {
        Round::new(self.at, self.kind.of().size.radius())
    }

    pub(crate) fn has_crit(&self, crit: Crit) -> bool {
        self.crits & crit.bit() != 0
    }

    /// Orders, revealed or not, leave the panel face down (ST-9.11).
    pub(crate) fn remove_orders(&mut self) {
        for slot in &mut self.orders {
            if let Slot::Down { .. } = slot {
                *slot = Slot::Removed;
            }
        }
    }
}

impl Disk {
    pub(crate) fn revealed(&self) -> bool {
        matches!(self.face, Face::Ready | Face::Flipped)
    }

    pub(crate) fn ready(&self) -> bool {
        self.face == Face::Ready
    }

    pub(crate) fn aboard(&self, ship: ShipId) -> bool {
        self.place == Place::Ship(ship)
    }

    /// Crew that fights and counts for control: not a VIP, not a prisoner.
    pub(crate) fn counts_as_crew(&self) -> bool {
        let kind = self.kind.of();
        !kind.tech && self.face != Face::Held && !kind.has(crate::kinds::Keyword::Vip)
    }
}

impl Torpedo {
    pub(crate) fn round(&self) -> Round {
        Round::new(self.at, TORPEDO_RADIUS)
    }
}

impl Terrain {
    pub(crate) fn round(&self) -> Round {
        Round::new(self.at, self.radius)
    }
}

impl Obstacle {
    pub(crate) fn round(&self) -> Round {
        Round::new(self.at, OBSTACLE_RADIUS)
    }
}

impl Threat {
    pub(crate) fn round(&self) -> Round {
        Round::new(self.at, CUBE_RADIUS)
    }
}
