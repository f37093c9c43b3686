//! Who, what and why, as sentences name them.

use crate::{Station, ThreatId, Zone};
use klaxon_core::{RuleId, rule};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A crew member in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// Place in the crew order, captain 0.
    pub place: u8,
    /// An android.
    pub android: bool,
}

impl Figure {
    /// Board id of the figure.
    pub fn id(self) -> String {
        format!("crew-{}", self.place + 1)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.android, self.place) {
            (true, n) => write!(f, "Android {}", n + 1),
            (false, 0) => f.write_str("Captain"),
            (false, n) => write!(f, "Crew {}", n + 1),
        }
    }
}

/// A threat in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Foe {
    /// The card.
    pub card: ThreatId,
    /// Its number.
    pub turn: u8,
}

impl Foe {
    /// Board id of the threat.
    pub fn id(self) -> String {
        format!("threat-{}", self.card)
    }
}

impl fmt::Display for Foe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (T+{})", self.card.card().name, self.turn)
    }
}

/// A weapon of the ship.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// Heavy laser of a zone.
    Heavy(Zone),
    /// Light laser of red or blue.
    Light(Zone),
    /// The pulse cannon.
    Pulse,
    /// A rocket.
    Rocket,
    /// The interceptors.
    Interceptors,
}

impl Weapon {
    /// The weapon in a station.
    pub const fn at(station: Station) -> Weapon {
        match station {
            Station::UR | Station::UW | Station::UB => Weapon::Heavy(station.zone()),
            Station::LR | Station::LB => Weapon::Light(station.zone()),
            Station::LW => Weapon::Pulse,
        }
    }
}

impl fmt::Display for Weapon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Weapon::Heavy(zone) => write!(f, "the {zone} heavy laser"),
            Weapon::Light(zone) => write!(f, "the {zone} light laser"),
            Weapon::Pulse => f.write_str("the pulse cannon"),
            Weapon::Rocket => f.write_str("the rocket"),
            Weapon::Interceptors => f.write_str("the interceptors"),
        }
    }
}

/// Why a card did nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // Each has its sentence and rule below.
pub enum Why {
    KnockedOut,
    AlreadyInZone,
    AlreadyThere,
    AlreadyFired,
    NoEnergy,
    ShieldFull,
    ReactorEmpty,
    ReactorFull,
    CentralEmpty,
    NoFuel,
    MaintenanceLate,
    AlreadyMaintained,
    NoRocket,
    RocketJustLaunched,
    StorageEmpty,
    SquadActive,
    NoSquad,
    SquadDisabled,
    SpaceTaken,
    NoPilot,
    NoIntruder,
    Unrepairable,
    NotLearnt,
}

impl Why {
    /// Its rule.
    pub fn rule(self) -> RuleId {
        match self {
            Why::KnockedOut => rule!("SA-5.2"),
            Why::AlreadyInZone => rule!("SA-5.10"),
            Why::AlreadyThere => rule!("SA-5.16"),
            Why::AlreadyFired => rule!("SA-5.33"),
            Why::NoEnergy => rule!("SA-5.30"),
            Why::ShieldFull | Why::ReactorEmpty => rule!("SA-5.34"),
            Why::ReactorFull | Why::CentralEmpty => rule!("SA-5.35"),
            Why::NoFuel => rule!("SA-5.36"),
            Why::MaintenanceLate | Why::AlreadyMaintained => rule!("SA-5.38"),
            Why::NoRocket | Why::RocketJustLaunched => rule!("SA-5.39"),
            Why::StorageEmpty | Why::SquadActive => rule!("SA-5.40"),
            Why::SpaceTaken | Why::NoPilot => rule!("SA-5.42"),
            Why::NoSquad | Why::SquadDisabled | Why::NoIntruder => rule!("SA-5.50"),
            Why::Unrepairable => rule!("SA-5.24"),
            Why::NotLearnt => rule!("SA-16.5"),
        }
    }

    /// The reason, to follow "does nothing:".
    pub const fn text(self) -> &'static str {
        match self {
            Why::KnockedOut => "knocked out",
            Why::AlreadyInZone => "already in the zone of that color",
            Why::AlreadyThere => "already in that station",
            Why::AlreadyFired => "the weapon has already been fired this turn",
            Why::NoEnergy => "the reactor is empty",
            Why::ShieldFull => "the shield is full",
            Why::ReactorEmpty => "the reactor is empty",
            Why::ReactorFull => "the reactor is full",
            Why::CentralEmpty => "the central reactor is empty",
            Why::NoFuel => "there is no fuel capsule left",
            Why::MaintenanceLate => "the computer is served only in the first two turns of a phase",
            Why::AlreadyMaintained => "the computer has already been served in this phase",
            Why::NoRocket => "there is no rocket left",
            Why::RocketJustLaunched => "a rocket has already been launched this turn",
            Why::StorageEmpty => "there are no battlebots in storage here",
            Why::SquadActive => "the battlebots are already active",
            Why::NoSquad => "no battlebots follow",
            Why::SquadDisabled => "the battlebots are disabled",
            Why::SpaceTaken => "somebody is in space already",
            Why::NoPilot => "only a leader of active battlebots can take off",
            Why::NoIntruder => "there is no intruder here",
            Why::Unrepairable => "the malfunction can no longer be repaired",
            Why::NotLearnt => "this is not part of the training yet",
        }
    }
}

/// Why somebody is delayed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DelayWhy {
    /// SA-5.3
    Trip,
    /// SA-5.12
    LiftDamaged,
    /// SA-5.12
    LiftBusy,
    /// SA-13.20
    Slime(Foe),
    /// SA-10.1
    Computer,
    /// SA-7.16
    Threat(Foe),
    /// SA-5.45
    WrongCardInSpace,
}

impl DelayWhy {
    /// Its rule.
    pub fn rule(self) -> RuleId {
        match self {
            DelayWhy::Trip => rule!("SA-5.3"),
            DelayWhy::LiftDamaged | DelayWhy::LiftBusy => rule!("SA-5.12"),
            DelayWhy::Slime(_) => rule!("SA-13.20"),
            DelayWhy::Computer => rule!("SA-10.1"),
            DelayWhy::Threat(_) => rule!("SA-7.16"),
            DelayWhy::WrongCardInSpace => rule!("SA-5.45"),
        }
    }
}

impl fmt::Display for DelayWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DelayWhy::Trip => f.write_str("by the trip"),
            DelayWhy::LiftDamaged => f.write_str("by the damaged gravolift"),
            DelayWhy::LiftBusy => f.write_str("by the busy gravolift"),
            DelayWhy::Slime(foe) | DelayWhy::Threat(foe) => write!(f, "by the {foe}"),
            DelayWhy::Computer => f.write_str("by the neglected computer"),
            DelayWhy::WrongCardInSpace => f.write_str("by being in space"),
        }
    }
}

/// Why somebody is knocked out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutWhy {
    /// A threat's action, or its repair (SA-7.17, SA-13.31).
    Threat(Foe),
    /// Entering a contaminated station (SA-13.54).
    Entered(Foe),
    /// Destroying it (SA-13.51).
    Killed(Foe),
    /// Interceptors against it alone (SA-12.16).
    Rammed(Foe),
}
