//! Space Alert (base game): a crew plans against the clock, then the ship's fate is resolved step by step.
//!
//! - [`resolve`] is the Resolution Round as a pure function of a [`Mission`].
#![warn(missing_docs)]

mod card;
pub mod data;
mod effect;
pub mod script;
mod ship;
mod voyage;

pub use card::{ACTION_KINDS, Act, Half, KINDS, Kind, Placed, Slot};
pub use data::{Shade, ThreatCard, ThreatId};
pub use effect::{Amount, Effect, Mark, Mode, Remedy, Scope, Trait, Traits, Way, When, Who};
pub use script::{Lesson, Place, Script};
pub use ship::{Letter, Station, Stations, Tile, Tiles, Zone, phase_of, turns_of};
pub use voyage::{
    CREW, Carried, Deaf, Declared, DelayWhy, Ear, Figure, Foe, Happening, Loss, Member, Mission, OutWhy, Resolution,
    Score, Ship, Squad, SquadPlace, Stack, Status, Step, THREATS, TURNS, Threat, Voyage, Weapon, Why, resolve,
    resolve_with,
};
