//! What happens, for log and animation. Events name factions, so that each says all its sentence needs.

use crate::{
    data::{EventCard, Face, Tech},
    ids::{Area, Building, Faction, Module, Order, Planet, Route, Slot, Unit},
    state::How,
    tally::Part,
};
use klaxon_core::Seat;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Event {
    // Set-up.
    FirstPlayer { seat: Seat },
    Chose { seat: Seat, faction: Faction },
    Dealt { seat: Seat, faction: Faction },
    TeamOf { faction: Faction, mate: Faction },
    DrewPlanets { who: Faction, planets: [Planet; 2] },
    ReadyGalaxy { id: String },
    PlanetPlaced { who: Faction, planet: Planet, x: i8, y: i8 },
    BasePlaced { who: Faction, area: Area },
    BaseKept { who: Faction },
    ZRoute { who: Faction, ends: [Slot; 2] },
    NoZRoute { who: Faction },
    UnitPlaced { who: Faction, unit: Unit, area: Area },
    TransportPlaced { who: Faction, route: Route, planets: [Planet; 2] },
    TookHome { who: Faction, planet: Planet },
    StartingHand { who: Faction, cards: Vec<Face> },
    StartingHandHidden { who: Faction, n: u8 },

    // Planning and turns.
    RoundBegins { round: u16, first: Faction },
    OrderPlaced { who: Faction, order: Order, planet: Planet },
    OrderHidden { who: Faction, planet: Planet },
    ExecutionBegins,
    Obstructed { who: Faction },
    OrderRemoved { who: Faction, planet: Planet },
    Revealed { who: Faction, order: Order, planet: Planet },
    Executes { who: Faction, order: Order, planet: Planet },
    InsteadEvent { who: Faction },
    NoEffect { who: Faction, order: Order, planet: Planet },
    EventDrawn { who: Faction, stage: u8 },
    EventDeckEmpty { who: Faction },
    EventDeckRenewed { n: u8 },
    SurplusSpecial { who: Faction, card: EventCard },
    ScrappedUnit { who: Faction, unit: Unit, area: Area },
    ScrappedBase { who: Faction, area: Area },
    ScrappedTransport { who: Faction, planets: [Planet; 2] },

    // Paying and buying.
    ForceMined { who: Faction, area: Area },
    Exhausted { who: Faction, area: Area, workers: u8 },
    BoughtWorker { who: Faction },
    BoughtTransport { who: Faction, route: Route, planets: [Planet; 2] },
    BoughtUnit { who: Faction, unit: Unit, area: Area },
    Morphed { who: Faction, unit: Unit, area: Area, consumed: Unit, n: u8 },
    BoughtBuilding { who: Faction, building: Building, level: u8 },
    BoughtModule { who: Faction, module: Module },
    BoughtBase { who: Faction, area: Area },
    BoughtTech { who: Faction, tech: Tech },
    ShuffledIn { who: Faction, tech: Tech, n: u8 },
    TookTechCard { who: Faction, tech: Tech },

    // Cards.
    Drew { who: Faction, cards: Vec<Face> },
    DrewHidden { who: Faction, n: u8 },
    Reshuffled { who: Faction },

    // Moves.
    Moved { who: Faction, unit: Unit, from: Area, to: Area },
    Recalled { who: Faction, unit: Unit, from: Area, to: Area },
    LiftedOff { who: Faction, to: Area },

    // Battle.
    BattleBegins { who: Faction, against: Faction, area: Area, units: Vec<Unit>, enemies: Vec<Unit> },
    Used { who: Faction, tech: Tech },
    UsedEvent { who: Faction, card: EventCard },
    SawHand { who: Faction, of: Faction, cards: Vec<Face> },
    SawHandHidden { who: Faction, of: Faction },
    Sacrificed { who: Faction, unit: Option<Unit> },
    Paired { skirmish: u8, who: Faction, unit: Unit, against: Faction, enemy: Unit },
    Supports { who: Faction, unit: Unit, skirmish: u8 },
    Placed { who: Faction, skirmish: u8, standard: Option<Face>, deck: bool, reinforcement: Option<Face> },
    PlacedHidden { who: Faction, skirmish: u8, deck: bool, cards: u8 },
    SkirmishBegins { skirmish: u8, area: Area },
    Shows { who: Faction, standard: Option<Face>, reinforcement: Option<Face>, shields: bool },
    Replaced { who: Faction, face: Option<Face> },
    DoesNotCount { who: Faction, face: Face },
    Cancelled { who: Faction, face: Face },
    Strength { who: Faction, unit: Unit, attack: u8, health: u8, parts: Vec<Part> },
    Strikes { who: Faction, enough: bool },
    Destroyed { who: Faction, unit: Unit, area: Area },
    Withdrew { who: Faction, unit: Unit, area: Area },
    SelfDestructed { who: Faction },
    EndOfStep { who: Faction, face: Face },
    ReturnedToTech { who: Faction, tech: Tech },
    SplashTriggered { who: Faction, face: Face },
    Splashed { who: Faction, unit: Unit, area: Area },
    CalledOff { who: Faction, area: Area },
    Retreated { who: Faction, units: Vec<Unit>, from: Area, area: Area },
    LostInRetreat { who: Faction, unit: Unit, area: Area },
    BattleEnds { area: Area, winner: Option<Faction> },
    Regenerates { who: Faction },

    // Regrouping.
    Regrouping,
    BaseDestroyed { who: Faction, area: Area },
    TransportDestroyed { who: Faction, planets: [Planet; 2] },
    CardLost { who: Faction, area: Area, workers: u8 },
    CardGained { who: Faction, area: Area },
    WorkersBack { who: Faction, n: u8 },
    Points { who: Faction, n: u8, total: u8 },
    LooksAtEvents { who: Faction, cards: Vec<EventCard> },
    PlaysEvent { who: Faction, card: EventCard },
    HoldsEvent { who: Faction, card: EventCard },
    PlaysNone { who: Faction },
    WillPlay { who: Faction, card: Option<EventCard> },
    EventsDiscarded { who: Faction, cards: Vec<EventCard> },
    EndDrawsNear { who: Faction, n: u8 },
    Workers { who: Faction, n: u8 },
    Deployed { who: Faction, unit: Unit, area: Area },
    ZMoved { who: Faction, from: Slot, to: Slot },
    LostToObservers { who: Faction, of: Faction, face: Face },
    Bombarded { who: Faction, area: Area, victim: Faction },
    UnitLost { who: Faction, unit: Unit, area: Area },
    Depleted { area: Area, full: bool },
    EventWithoutEffect { card: EventCard },
    WillDiscard { who: Faction, face: Face },
    Discarded { who: Faction, cards: Vec<Face> },
    TokenPassed { to: Faction },

    // The end.
    Eliminated { who: Faction },
    // Bases and units leave if the others play on.
    Conceded { who: Faction, leaves: bool },
    Over { winners: Vec<Faction>, how: How },
}
