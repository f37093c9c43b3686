//! The vocabulary of abilities (components §11), as it stands in `data/`. What an effect does is in
//! `perform.rs`, what it adds is in `values.rs`, and its words on the disk are made here from the same data.

use crate::kinds::{Crit, Faction, Keyword, Order};
use serde::{Deserialize, Serialize};

/// What a disk or a ship can do.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ability {
    /// When it works.
    pub when: When,
    /// Whom it works for.
    #[serde(default)]
    pub scope: Scope,
    /// All of these must hold.
    #[serde(default, rename = "if")]
    pub conditions: Vec<Condition>,
    /// What it does.
    pub effect: Vec<Effect>,
    /// One of the effects instead of all.
    #[serde(default)]
    pub choose: bool,
    /// ST-21.9: the disk is removed instead of flipped.
    #[serde(default)]
    pub sacrifice: bool,
    /// How often in a game; 0 for any number.
    #[serde(default)]
    pub uses: u8,
}

/// When an ability works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Once before the game; not undone when the disk is lost (ST-21.11).
    Start,
    /// Always on while revealed and ready.
    Continuous,
    /// With an Activate Crew/Tech order.
    Activate,
    /// The owner may use it in the window; flips the disk.
    Flip(Window),
    /// A ship's ability, usable once a turn in the window.
    OncePerTurn(Window),
    /// Changes how the ship executes the order; no flip. Its icon in a text names the order (ST-21.8).
    OnOrder(Order),
    /// In step 4, for all segments.
    Boarding,
    /// In step 4, at that moment.
    BoardingAt(Window),
    /// When this ship inflicts a critical; no flip.
    CritInflict,
}

/// The moments at which disks can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// ST-4.3 (c).
    OrdersPhaseStart,
    /// Any moment of the ship's own activation outside movement.
    OwnActivation,
    /// A target reveals its panel order (ST-8.17).
    OrderRevealed,
    /// A beam is declared, before its drop.
    BeamDeclared,
    /// After the drop of a beam.
    BeamDropped,
    /// After a torpedo was launched.
    TorpedoLaunched,
    /// After the drop, before hits are applied.
    HitsIncoming,
    /// A critical is about to apply to this ship.
    CritSuffered,
    /// Before the first segment of a fight.
    BoardingStart,
    /// Before the drop of a segment.
    BoardingSegment,
    /// After the drop of a segment.
    BoardingDropped,
    /// A crew is about to be removed.
    CrewLoss,
}

/// Whom an ability works for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The ship the disk is on (ST-15.11).
    #[default]
    Ship,
    /// All ships of the player (ST-21.2).
    Fleet,
    /// All other ships of the player.
    FleetOthers,
    /// All ships of the team (ST-21.1).
    Armada,
    /// Crew whose home is this ship, wherever they are (ST-21.12).
    Personal,
}

/// What must hold for an ability to count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The ship's current speed is at least this.
    Speed(u8),
    /// The drop made at least so many hits.
    Hits(u8),
    /// The target's shields are 0.
    TargetShieldsDown,
    /// This disk is revealed in the same place.
    RevealedDisk(String),
    /// A disk of the same player with the keyword is revealed in the same place.
    RevealedKeyword(Keyword),
    /// The ship dropped its cloak in this phase.
    DroppedCloakThisPhase,
    /// It is the ship's first beam of this phase.
    FirstBeam,
    /// It is this segment of the fight.
    Segment(u8),
    /// An opposing fleet or the threat is of this kind (ST-21.16).
    Vs(Foe),
}

/// Whom *Vs* speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Foe {
    /// The Borg.
    Borg,
    /// A faction.
    #[serde(untagged)]
    Faction(Faction),
}

/// A part of a filter of crew; the parts of one list must all hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// The crew that has the ability.
    #[serde(rename = "self")]
    Itself,
    /// Crew whose home is this ship.
    HomeCrew,
    /// Crew aboard this ship.
    AboardHere,
    /// Crew in the same place as the disk.
    SamePlace,
    /// Crew of the same player.
    Own,
    /// Other crew of the same player.
    OtherOwn,
    /// Crew of the same team.
    OwnTeam,
    /// Crew with the keyword.
    Keyword(Keyword),
    /// A crew by the id of its disk.
    Disk(String),
}

/// Filters: one of these lists must hold wholly.
pub type Who = Vec<Vec<Tag>>;

/// What Start points buy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goods {
    /// Crew with Away Team.
    AwayTeamCrew,
    /// Tech.
    Tech,
    /// Crew or tech.
    Any,
}

/// What `IgnoreCollision` spares the ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bulk {
    /// Terrain disks.
    Terrain,
    /// Obstructions.
    Obstruction,
}

/// Where hits come from, for what prevents them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shelter {
    /// Hits of a beam.
    Beam,
    /// Hits that would reach the hull.
    Hull,
    /// Hits of an obstruction.
    Obstruction,
    /// Hits of a collision with terrain.
    Terrain,
}

/// Obstacles that disks can put down and scenarios use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObstacleKind {
    /// 3 hits.
    #[default]
    Mine,
    /// 2 hits.
    Asteroid,
    /// 1 hit.
    Debris,
    /// 1 hit and the speed becomes 0.
    GraviticMine,
    /// The scenario says how many hits.
    Custom,
}

impl ObstacleKind {
    /// Its fixed number of hits; `None` where the scenario says it.
    pub fn hits(self) -> Option<u8> {
        match self {
            ObstacleKind::Mine => Some(3),
            ObstacleKind::Asteroid => Some(2),
            ObstacleKind::Debris | ObstacleKind::GraviticMine => Some(1),
            ObstacleKind::Custom => None,
        }
    }

    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            ObstacleKind::Mine => "mine",
            ObstacleKind::Asteroid => "asteroid",
            ObstacleKind::Debris => "debris",
            ObstacleKind::GraviticMine => "gravitic mine",
            ObstacleKind::Custom => "obstruction",
        }
    }
}

/// Any range: what a missing `range` means.
pub const ANY_RANGE: u8 = u8::MAX;

fn any_range() -> u8 {
    ANY_RANGE
}

/// What an ability does. Each variant's exact meaning is the table of components §11.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Maximum shields.
    MaxShields(i8),
    /// Maximum hull.
    MaxHull(i8),
    /// Maximum speed.
    MaxSpeed(i8),
    /// Capacity in fleet building.
    Capacity(i8),
    /// Beam rating.
    Beam(i8),
    /// Beam range.
    BeamRange(i8),
    /// Transporter range.
    TransportRange(i8),
    /// Torpedoes launched now are changed.
    Torp {
        /// Counters more.
        #[serde(default)]
        damage: i8,
        /// Hops per move more.
        #[serde(default)]
        movement: i8,
        /// End-of-phase moves more.
        #[serde(default)]
        life: i8,
    },
    /// Torpedoes more at the start.
    Torps(i8),
    /// Initiative total.
    Initiative(i8),
    /// Command of crew.
    Command {
        /// Which crew.
        who: Who,
        /// How much more.
        plus: i8,
    },
    /// Combat of crew.
    Combat {
        /// Which crew.
        who: Who,
        /// How much more.
        plus: i8,
    },
    /// Points in fleet building (ST-1.18).
    FreePoints {
        /// What they buy.
        of: Goods,
        /// How many.
        points: u8,
    },
    /// Change Speed may change by so much.
    SpeedStep(u8),
    /// Evasive action in phase 3 too.
    EvasiveAnyPhase,
    /// Evasive action does not remove orders.
    EvasiveKeepsOrders,
    /// No check against these.
    IgnoreCollision(Vec<Bulk>),
    /// Change Heading after any hop of the movement.
    HeadingAnytime,
    /// Another order in place of this phase's.
    ReplaceOwnOrder,
    /// A look at face-down orders.
    PeekOrders {
        /// All of them instead of this phase's.
        #[serde(default)]
        all: bool,
        /// How far.
        #[serde(default = "any_range")]
        range: u8,
    },
    /// Two face-down orders change places unseen.
    SwapEnemyOrders {
        /// How far.
        range: u8,
    },
    /// The order just revealed is not executed.
    CancelEnemyOrder {
        /// How far.
        range: u8,
        /// Only this order.
        #[serde(default)]
        order: Option<Order>,
    },
    /// A look at concealed disks.
    PeekConcealed {
        /// How far.
        #[serde(default = "any_range")]
        range: u8,
    },
    /// Random concealed disks are revealed.
    RevealConcealed {
        /// How many.
        n: u8,
        /// How far.
        range: u8,
    },
    /// Spies cannot target the ship.
    IntelImmune,
    /// A ready crew of a target is flipped.
    FlipEnemy {
        /// Only crew with the keyword.
        #[serde(default)]
        keyword: Option<Keyword>,
        /// How far.
        range: u8,
    },
    /// A ready enemy crew in the same fight is flipped.
    FlipEnemyHere,
    /// A flipped disk of the kind on this ship is readied.
    Ready(Readied),
    /// Shields back.
    RestoreShields(u8),
    /// Hull back.
    RestoreHull(u8),
    /// A target loses shields.
    DrainShields {
        /// How many.
        n: u8,
        /// How far.
        range: u8,
    },
    /// A target loses speed.
    ReduceSpeed {
        /// How much.
        n: u8,
        /// How far.
        range: u8,
    },
    /// The next beam's first hits go past the shields.
    ShieldsIgnored(u8),
    /// The declared beam of this ship.
    NextBeam(i8),
    /// The beam declared against this ship.
    AttackerBeam(i8),
    /// Misses dropped again, up to so many.
    RerollMisses(u8),
    /// All misses dropped again.
    RerollAllMisses,
    /// The beam fires again.
    FireAgain,
    /// A second torpedo by the same order.
    LaunchAgain,
    /// Hits not applied.
    PreventHits {
        /// Up to so many.
        n: u8,
        /// Of these sources.
        of: Vec<Shelter>,
    },
    /// Hull hits on the ship this one collides with.
    RamDamage(u8),
    /// A critical becomes another, unless the target has that one.
    ChangeCrit(Crit),
    /// A critical is cancelled.
    CancelCrit,
    /// A critical marker is taken off this ship.
    RemoveCrit,
    /// Own shields need not be 0 to transport.
    TransportThroughOwnShields,
    /// A flipped enemy crew is brought back.
    KidnapCrew,
    /// A revealed tech of a target moves here.
    StealTech {
        /// At most this cost.
        cost: u8,
        /// How far.
        range: u8,
    },
    /// An enemy crew of at most this cost changes sides.
    ConvertCrew(u8),
    /// The crew stays, flipped.
    SaveCrew,
    /// This player chooses the crew the losers remove.
    ChooseLoss,
    /// An obstacle astern.
    PlaceObstacle(ObstacleKind),
    /// A cloaking device of type I to III (ST-16).
    Cloak(u8),
    /// A Type I cloak here works as this type.
    CloakAs(u8),
}

impl Effect {
    /// Is it used as it is, with nothing to choose?
    pub(crate) fn is_plain(&self) -> bool {
        let ship = matches!(
            self,
            Effect::RestoreShields(_) | Effect::RestoreHull(_) | Effect::ShieldsIgnored(_) | Effect::SaveCrew
        );
        let shot = matches!(
            self,
            Effect::NextBeam(_) | Effect::RerollAllMisses | Effect::FireAgain | Effect::LaunchAgain
        );
        let reply = matches!(
            self,
            Effect::AttackerBeam(_)
                | Effect::PreventHits { .. }
                | Effect::ChangeCrit(_)
                | Effect::CancelCrit
                | Effect::CancelEnemyOrder { .. }
        );
        ship || shot || reply
    }
}

/// What `Ready` readies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Readied {
    /// Tech.
    Tech,
    /// Crew.
    Crew,
}
