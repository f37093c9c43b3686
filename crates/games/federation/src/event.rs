//! What happened: each event says everything its sentence needs. The sentences are in `words/line.rs`.

use crate::{
    Short,
    data::Pays,
    nouns::{
        AlienTech, Asset, Base, Bundle, Chit, EventFx, FedTech, Fleet, FleetSet, Marker, Pair, Race,
        Relation, Resource, Ship, Side, Space, Token,
    },
    questions::{Deal, Spot},
    state::{Contest, Difficulty, End, Purpose},
};
use serde::Serialize;

/// Why a War Effort moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Cause {
    Aliens,
    Mercenaries,
    MercenariesBeaten,
    Envoy,
    Parley,
    ArmsDealing,
    PeaceTalks,
}

/// Why a resource result came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum LostResult {
    Zero,
    RowFull,
    PoolsEmpty,
}

/// Why an alien effect did nothing or became another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Twist {
    NotAtWar,
    AdvanceSpawns,
    SpawnIsTech,
    TechIsAdvance,
    PressIsAdvance,
    PressIsSpawn,
    PressHolds,
    ExtraAdvance,
    NoBase,
}

/// How a contest came out (SF-12.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// The token returns and the effect happens.
    Happens,
    /// The token returns, the effect is stopped.
    Returned,
    /// The token stays, the effect is stopped.
    Stays,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Began { difficulty: Difficulty },
    Took { what: Resource },
    Rolled { purpose: Purpose, dice: Short<u8, 10>, again: bool, hit_at: Option<u8> },
    Placed { what: Resource, n: u8, row: u8, column: u8 },
    ResultLost { result: u8, why: LostResult },
    TokenDrawn { token: Token },
    TokenUp { token: Token },
    TokenIgnored { token: Token, level: i8 },
    TurnBegan { turn: u16, token: Token },
    TrackAdvanced,
    TrackMovedBack { lost: Bundle },
    Paid { what: Resource, from: Spot, how: Pays },
    Stored { what: Resource },
    LetGo { what: Bundle },
    TurnEnded { tokens: u8 },

    Constructed { what: Asset, at: Space },
    Settled { base: Base, at: Space },
    Unlocked { base: Base },
    Upgraded { what: Asset, at: Space },
    ShipMoved { ship: Ship, from: Space, to: Space, mine: Option<Side> },
    ShipFolded { ship: Ship, from: Space, to: Space },
    Pursued { ship: Ship, from: Space, to: Space },
    Bypassed { token: Token },
    BypassDrew { tokens: Short<Token, 3> },
    BypassTook { token: Token },
    Looked { techs: Short<FedTech, 2> },
    Begun { tech: FedTech },
    ResearchMoved { tech: FedTech, from: u8, to: u8 },
    Completed { tech: FedTech },
    WarpOpened,
    WarpTechs { n: u8 },
    TechRemoved { race: Race, tech: AlienTech, space: u8 },
    SabotageFailed { race: Race, number: i8 },
    SpyPlaced { race: Race, space: u8 },
    SpyMoved { race: Race, space: u8 },
    SpyCrowdedOut { race: Race },
    AttachePlaced { race: Race },
    EmbassyPlaced { race: Race },
    EmbassyClosed { race: Race },
    ColumnOpened { column: u8 },
    ColumnLocked { column: u8, lost: Bundle },
    Reclaimed { what: Resource },
    Moved { marker: Marker, from: u8, to: u8 },
    Dealt { pair: Pair, deal: Deal, warp: bool },

    WarMoved { race: Race, from: u8, to: u8, why: Cause },
    BelowTotalWar { race: Race, later: bool },
    GreedIgnored,
    RelationMoved { pair: Pair, from: Relation, to: Relation },
    StillAtWar { pair: Pair },
    Overage { pair: Pair, keyword: crate::nouns::Keyword },
    Contested { contest: Contest, face: u8, band: Band },
    ContestDeclined { race: Race },
    SpyKilled { race: Race },

    Twisted { race: Race, twist: Twist },
    Spawned { fleet: Fleet, at: Space },
    FleetMoved { fleet: Fleet, from: Space, to: Space },
    FleetHeld { fleet: Fleet, at: Space },
    TechGained { race: Race, tech: AlienTech, space: u8 },
    DoomPlaced { at: Space },
    FleetStays { fleet: Fleet, at: Space },

    ChitDrawn { chit: Chit },
    ChitsBack,
    EventIs { fx: EventFx },
    FactionIs { race: Race },
    NothingHappens { fx: EventFx },
    NoFastFleet { raiders: bool },
    AlienWarHits { race: Race, base: Base },
    AlienWarAngers { race: Race },
    BaseHit { base: Base, at: Space, lost: bool },
    Declined { fx: EventFx },
    Returned { what: Resource, from: Spot },

    BattleBegan { space: Space, fleets: FleetSet, dice: u8 },
    OutManeuvered { dice: u8 },
    Plundered { what: Resource, from: Spot },
    BattleWon { space: Space, hits: u8 },
    Retreated { fleet: Fleet, from: Space, to: Space },
    Destroyed { fleet: Fleet, at: Space },
    Buried { fleet: Fleet, slot: u8 },
    Respawned { fleet: Fleet, at: Space },
    DoomBack,
    BattleLost { space: Space },
    AssetLost { what: Asset, at: Space, flipped: bool },
    Pushed { fleet: Fleet, from: Space, to: Space },
    NothingToLose { space: Space },

    Ended { end: End },
}
