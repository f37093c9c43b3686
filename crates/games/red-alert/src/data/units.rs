//! Chapter 1: classes, die faces and the nine unit types.

use crate::data::get;
use serde::{Deserialize, Serialize};

/// The three classes (RA-1.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Circle.
    Fighter,
    /// Triangle.
    Strike,
    /// Square.
    Capital,
}

impl Class {
    /// All three, lightest first.
    pub const ALL: [Class; 3] = [Class::Fighter, Class::Strike, Class::Capital];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Class::Fighter => "fighter",
            Class::Strike => "strike",
            Class::Capital => "capital",
        }
    }

    /// The die symbol that hits it (RA-11.21).
    pub fn face(self) -> Face {
        match self {
            Class::Fighter => Face::Circle,
            Class::Strike => Face::Triangle,
            Class::Capital => Face::Square,
        }
    }

    /// How many Blasts of an attacker it ignores (RA-11.22).
    pub fn shields(self, attacker: Class) -> u8 {
        match (self, attacker) {
            (Class::Capital, Class::Strike) => 1,
            (Class::Capital, Class::Fighter) => 2,
            (Class::Strike, Class::Fighter) => 1,
            (Class::Fighter, Class::Capital) => 1,
            (Class::Capital, Class::Capital)
            | (Class::Strike, Class::Strike | Class::Capital)
            | (Class::Fighter, Class::Fighter | Class::Strike) => 0,
        }
    }
}

/// A face of the battle die (RA-1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// Hits any class minus what it ignores.
    Blast,
    /// Hits fighters.
    Circle,
    /// Hits strike ships.
    Triangle,
    /// Hits capital ships.
    Square,
    /// Brings a star.
    Star,
    /// Makes the target retire.
    RedAlert,
}

impl Face {
    /// In the order of the die.
    pub const ALL: [Face; 6] =
        [Face::Blast, Face::Circle, Face::Triangle, Face::Square, Face::Star, Face::RedAlert];

    /// Its name in situations and on screen.
    pub fn word(self) -> &'static str {
        match self {
            Face::Blast => "blast",
            Face::Circle => "circle",
            Face::Triangle => "triangle",
            Face::Square => "square",
            Face::Star => "star",
            Face::RedAlert => "red-alert",
        }
    }
}

/// The nine unit types (RA-1.4), by their codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// Flagship.
    FL,
    /// Heavy battleships.
    HB,
    /// Standard battleships.
    SB,
    /// Heavy cruisers.
    HC,
    /// Standard cruisers.
    SC,
    /// Heavy destroyers.
    HD,
    /// Standard destroyers.
    SD,
    /// Heavy fighters.
    HF,
    /// Standard fighters.
    SF,
}

impl Kind {
    /// All nine, in the order of the unit table.
    pub const ALL: [Kind; 9] =
        [Kind::FL, Kind::HB, Kind::SB, Kind::HC, Kind::SC, Kind::HD, Kind::SD, Kind::HF, Kind::SF];

    /// The two-letter code.
    pub fn code(self) -> &'static str {
        match self {
            Kind::FL => "FL",
            Kind::HB => "HB",
            Kind::SB => "SB",
            Kind::HC => "HC",
            Kind::SC => "SC",
            Kind::HD => "HD",
            Kind::SD => "SD",
            Kind::HF => "HF",
            Kind::SF => "SF",
        }
    }

    /// By code or by name with dashes, such as `SC` or `standard-cruiser`.
    pub fn parse(word: &str) -> Option<Kind> {
        let names = [
            "flagship",
            "heavy-battleship",
            "standard-battleship",
            "heavy-cruiser",
            "standard-cruiser",
            "heavy-destroyer",
            "standard-destroyer",
            "heavy-fighter",
            "standard-fighter",
        ];
        Kind::ALL.into_iter().find(|k| k.code() == word || names[*k as usize] == word)
    }

    /// Its row of the unit table.
    pub fn stats(self) -> &'static UnitStats {
        &get().units[self as usize]
    }

    /// Its class.
    pub fn class(self) -> Class {
        self.stats().class
    }

    /// Its name in a sentence, such as "heavy cruisers".
    pub fn words(self) -> &'static str {
        &self.stats().plural
    }
}

/// What kind of figures a unit has: they are limited by the box (RA-4.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hull {
    /// One, with three cap fighters.
    Flagship,
    /// Six a side.
    Battleship,
    /// Twelve a side.
    Cruiser,
    /// Twelve a side.
    Destroyer,
    /// Twelve a side.
    Fighter,
}

impl Hull {
    /// Figures of one side in the box.
    pub fn figures_in_box(self) -> u8 {
        match self {
            Hull::Flagship => 4,
            Hull::Battleship => 6,
            Hull::Cruiser | Hull::Destroyer | Hull::Fighter => 12,
        }
    }

    /// In a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Hull::Flagship => "flagship",
            Hull::Battleship => "battleship",
            Hull::Cruiser => "cruiser",
            Hull::Destroyer => "destroyer",
            Hull::Fighter => "fighter",
        }
    }
}

/// A row of the unit table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UnitStats {
    /// The unit.
    pub code: Kind,
    /// Its full name.
    pub name: String,
    /// Its name in a sentence.
    pub plural: String,
    /// Its class.
    pub class: Class,
    /// Its figures.
    pub hull: Hull,
    /// Starting figures.
    pub figures: u8,
    /// Points to buy it.
    pub price: u8,
    /// Can it be bought?
    pub for_sale: bool,
    /// Victory points.
    pub points: u8,
    /// Sub-light movement.
    pub speed: u8,
    /// Dice at range 1 to 4.
    pub dice: [u8; 4],
    /// Unit markers of one side in the box.
    pub markers: u8,
    /// Where this comes from.
    pub source: String,
}
