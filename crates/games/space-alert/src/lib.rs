//! Space Alert (base game): a crew plans against the clock, then the ship's fate is resolved step by step.
//!
//! - [`SpaceAlert`] is the game at a table: the Action Round with its script on the clock, the Resolution Round, solo
//!   play, androids, practice, training and campaigns.
//! - [`resolve`] is the Resolution Round alone: a pure function of a [`Mission`]. [`Voyage`] is the same step by step.
//! - [`adjudicate`] judges a finished mission that somebody wrote down.
//! - [`data::data`] holds every card, trajectory, tile and script; what threats do is data in the words of [`Effect`].
//!
//! A Gunship comes to the red zone; the captain walks over and shoots twice, a light laser helps:
//!
//! ```
//! use klaxon_space_alert::{Act, Carried, Lesson, Mission, Place, Slot, ThreatId, Tile, resolve_with};
//!
//! let program = |symbols: &str| {
//!     let mut slots = [Slot::EMPTY; 12];
//!     for (slot, word) in slots.iter_mut().zip(symbols.split_whitespace()) {
//!         *slot = Slot::showing(Act::parse(word).unwrap());
//!     }
//!     slots
//! };
//! let mission = Mission {
//!     lesson: Lesson::Mission,
//!     tracks: [2, 0, 1, 3],
//!     threats: vec![(ThreatId::parse("E1-05").unwrap(), 1, Place::Red)],
//!     crew: vec![program("RED A A"), program(". C . . C . . . C"), program("LIFT RED A")],
//!     androids: vec![false; 3],
//!     stacks: [0, 1, 2].map(|_| Tile::ALL.to_vec()),
//!     carried: Carried::default(),
//! };
//! let mut heard = Vec::new();
//! let resolution = resolve_with(&mission, &mut heard);
//! assert_eq!(resolution.score.unwrap().total(), 2);
//! assert!(heard.iter().any(|h| h.line().text == "Gunship (T+1) is destroyed."));
//! ```

#![warn(missing_docs)]

mod adjudicate;
mod card;
pub mod data;
mod effect;
mod game;
pub mod script;
mod ship;
pub mod solve;
mod voyage;

pub use adjudicate::{
    ByZone, Case, Checkpoint, CrewPoint, End, Filled, LossReport, Mistake, Puzzle, Report, Sentence,
    StepReport, ThreatPoint, TurnReport, adjudicate, fill_in, judge, judge_plan, read_case, read_puzzle,
};
pub use card::{ACTION_KINDS, Act, Half, KINDS, Kind, Placed, Slot};
pub use data::{Shade, ThreatCard, ThreatId};
pub use effect::{Amount, Effect, Mark, Mode, Remedy, Scope, Trait, Traits, Way, When, Who};
pub use game::{
    Action, Ahead, Beacon, Berth, ClockView, CrewView, Event, FlightView, Forecast, Level, Levels, LogLine,
    Pace, Plan, PlanView, Play, Repair, Service, Setup, ShipView, Space, SpaceAlert, Spot, StageView, View,
    forecast,
};
pub use script::{Lesson, Place, Script};
pub use ship::{Letter, Station, Stations, Tile, Tiles, Zone, phase_of, turns_of};
pub use voyage::{
    CREW, Carried, Deaf, Declared, DelayWhy, Ear, Figure, Foe, Happening, Loss, Member, Mission, OutWhy,
    Resolution, Score, Ship, Squad, SquadPlace, Stack, Status, Step, THREATS, TURNS, Threat, Voyage, Weapon,
    Why, resolve, resolve_with,
};
