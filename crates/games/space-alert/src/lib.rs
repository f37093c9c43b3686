//! Space Alert (base game): a crew plans against the clock, then the ship's fate is resolved step by step.
//!
//! - [`resolve`] is the Resolution Round as a pure function of a [`Mission`].
#![warn(missing_docs)]

mod adjudicate;
mod card;
pub mod data;
mod effect;
mod game;
pub mod script;
mod ship;
mod voyage;

pub use adjudicate::{
    ByZone, Case, Checkpoint, CrewPoint, End, LossReport, Mistake, Report, Sentence, StepReport, ThreatPoint,
    TurnReport, adjudicate, judge, read_case,
};
pub use card::{ACTION_KINDS, Act, Half, KINDS, Kind, Placed, Slot};
pub use data::{Shade, ThreatCard, ThreatId};
pub use effect::{Amount, Effect, Mark, Mode, Remedy, Scope, Trait, Traits, Way, When, Who};
pub use game::{
    Action, Berth, ClockView, CrewView, Event, FlightView, Level, Levels, LogLine, Plan, PlanView, Play,
    Repair, Setup, ShipView, Space, SpaceAlert, Spot, StageView, View,
};
pub use script::{Lesson, Place, Script};
pub use ship::{Letter, Station, Stations, Tile, Tiles, Zone, phase_of, turns_of};
pub use voyage::{
    CREW, Carried, Deaf, Declared, DelayWhy, Ear, Figure, Foe, Happening, Loss, Member, Mission, OutWhy,
    Resolution, Score, Ship, Squad, SquadPlace, Stack, Status, Step, THREATS, TURNS, Threat, Voyage, Weapon,
    Why, resolve, resolve_with,
};
