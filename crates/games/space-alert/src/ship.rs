//! The ship's plan: three zones, two decks, six stations, the doors and lifts between them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A zone of the ship, left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// Left.
    Red,
    /// Middle.
    White,
    /// Right.
    Blue,
}

impl Zone {
    /// Red, white, blue: the order in which everything that concerns several zones happens (SA-7.10).
    pub const ALL: [Zone; 3] = [Zone::Red, Zone::White, Zone::Blue];

    /// As an array index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// In lower case, as in every sentence and script.
    pub const fn word(self) -> &'static str {
        match self {
            Zone::Red => "red",
            Zone::White => "white",
            Zone::Blue => "blue",
        }
    }

    /// A zone by its word, in any case; also by its position or first letter.
    pub fn parse(word: &str) -> Option<Zone> {
        match word.trim().to_ascii_lowercase().as_str() {
            "red" | "r" | "left" => Some(Zone::Red),
            "white" | "w" | "middle" | "central" | "center" | "centre" => Some(Zone::White),
            "blue" | "b" | "right" => Some(Zone::Blue),
            _ => None,
        }
    }

    /// The station of this zone on the upper deck.
    pub const fn upper(self) -> Station {
        Station::ALL[self as usize]
    }

    /// The station of this zone on the lower deck.
    pub const fn lower(self) -> Station {
        Station::ALL[self as usize + 3]
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A station: U or L for the deck, R, W or B for the zone. `UW` is the bridge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Station {
    /// Upper red: heavy laser, shield, interceptors.
    UR,
    /// The bridge: heavy laser, shield, computer.
    UW,
    /// Upper blue: heavy laser, shield, battlebots.
    UB,
    /// Lower red: light laser, lateral reactor, battlebots.
    LR,
    /// Lower white: pulse cannon, central reactor, window.
    LW,
    /// Lower blue: light laser, lateral reactor, rockets.
    LB,
}

impl Station {
    /// All six, upper deck first, left to right.
    pub const ALL: [Station; 6] =
        [Station::UR, Station::UW, Station::UB, Station::LR, Station::LW, Station::LB];

    /// As an array index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// As a bit of a [`Stations`] set.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Its zone.
    pub const fn zone(self) -> Zone {
        Zone::ALL[self as usize % 3]
    }

    /// Is it on the upper deck?
    pub const fn is_upper(self) -> bool {
        (self as usize) < 3
    }

    /// The station on the other deck of the same zone (SA-5.11).
    pub const fn other_deck(self) -> Station {
        Station::ALL[(self as usize + 3) % 6]
    }

    /// The neighbour through the door towards red, if there is one (SA-5.13).
    pub const fn left(self) -> Option<Station> {
        match self.zone() {
            Zone::Red => None,
            Zone::White | Zone::Blue => Some(Station::ALL[self as usize - 1]),
        }
    }

    /// The neighbour through the door towards blue, if there is one (SA-5.13).
    pub const fn right(self) -> Option<Station> {
        match self.zone() {
            Zone::Red | Zone::White => Some(Station::ALL[self as usize + 1]),
            Zone::Blue => None,
        }
    }

    /// Its id.
    pub const fn word(self) -> &'static str {
        match self {
            Station::UR => "UR",
            Station::UW => "UW",
            Station::UB => "UB",
            Station::LR => "LR",
            Station::LW => "LW",
            Station::LB => "LB",
        }
    }

    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Station::UR => "upper red",
            Station::UW => "the bridge",
            Station::UB => "upper blue",
            Station::LR => "lower red",
            Station::LW => "lower white",
            Station::LB => "lower blue",
        }
    }

    /// A station by id or name, in any case.
    pub fn parse(word: &str) -> Option<Station> {
        let bare: String =
            word.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
        match bare.as_str() {
            "ur" | "upperred" | "redupper" => Some(Station::UR),
            "uw" | "bridge" | "thebridge" | "upperwhite" | "whiteupper" => Some(Station::UW),
            "ub" | "upperblue" | "blueupper" => Some(Station::UB),
            "lr" | "lowerred" | "redlower" => Some(Station::LR),
            "lw" | "lowerwhite" | "whitelower" => Some(Station::LW),
            "lb" | "lowerblue" | "bluelower" => Some(Station::LB),
            _ => None,
        }
    }
}

impl fmt::Display for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of stations: where a threat's tokens lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stations(pub u8);

impl Stations {
    /// None at all.
    pub const NONE: Stations = Stations(0);

    /// One station alone.
    pub const fn only(station: Station) -> Stations {
        Stations(station.bit())
    }

    /// Is the station in it?
    pub const fn has(self, station: Station) -> bool {
        self.0 & station.bit() != 0
    }

    /// This set and one more.
    #[must_use]
    pub const fn with(self, station: Station) -> Stations {
        Stations(self.0 | station.bit())
    }

    /// This set without one.
    #[must_use]
    pub const fn without(self, station: Station) -> Stations {
        Stations(self.0 & !station.bit())
    }

    /// Is it empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many of its stations lie in a zone.
    pub const fn in_zone(self, zone: Zone) -> u8 {
        (self.0 >> zone as u8 & 1) + (self.0 >> (zone as u8 + 3) & 1)
    }

    /// The first station: the place of a threat with a single token.
    pub const fn first(self) -> Option<Station> {
        if self.0 == 0 { None } else { Some(Station::ALL[self.0.trailing_zeros() as usize % 6]) }
    }

    /// In the order of [`Station::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Station> {
        Station::ALL.into_iter().filter(move |&s| self.has(s))
    }
}

impl fmt::Debug for Stations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Station> for Stations {
    fn from_iter<I: IntoIterator<Item = Station>>(stations: I) -> Stations {
        stations.into_iter().fold(Stations::NONE, Stations::with)
    }
}

/// A damage tile. Each zone has one of each kind (SA-8.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tile {
    /// Heavy laser: 1 strength less.
    Heavy,
    /// Lower weapon: light laser 1 strength less, pulse cannon 1 range less.
    Light,
    /// Shield capacity 1 less.
    Shield,
    /// Reactor capacity 1 less.
    Reactor,
    /// Damaged lift.
    Lift,
    /// Nothing in this mission.
    Structural,
}

impl Tile {
    /// All six, in the order of the component list.
    pub const ALL: [Tile; 6] =
        [Tile::Heavy, Tile::Light, Tile::Shield, Tile::Reactor, Tile::Lift, Tile::Structural];

    /// Its id.
    pub const fn word(self) -> &'static str {
        match self {
            Tile::Heavy => "heavy",
            Tile::Light => "light",
            Tile::Shield => "shield",
            Tile::Reactor => "reactor",
            Tile::Lift => "lift",
            Tile::Structural => "structural",
        }
    }

    /// What it shows in a zone, for sentences.
    pub fn part(self, zone: Zone) -> &'static str {
        match (self, zone) {
            (Tile::Heavy, _) => "heavy laser",
            (Tile::Light, Zone::White) => "pulse cannon",
            (Tile::Light, Zone::Red | Zone::Blue) => "light laser",
            (Tile::Shield, _) => "shield",
            (Tile::Reactor, _) => "reactor",
            (Tile::Lift, _) => "gravolift",
            (Tile::Structural, _) => "structure",
        }
    }

    /// A tile by id or by what it shows.
    pub fn parse(word: &str) -> Option<Tile> {
        let bare: String =
            word.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
        match bare.as_str() {
            "heavy" | "heavylaser" => Some(Tile::Heavy),
            "light" | "lightlaser" | "pulse" | "pulsecannon" => Some(Tile::Light),
            "shield" => Some(Tile::Shield),
            "reactor" => Some(Tile::Reactor),
            "lift" | "gravolift" => Some(Tile::Lift),
            "structural" | "structure" => Some(Tile::Structural),
            _ => None,
        }
    }
}

/// A set of damage tiles of one zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tiles(pub u8);

impl Tiles {
    /// Is the tile in it?
    pub const fn has(self, tile: Tile) -> bool {
        self.0 >> tile as u8 & 1 == 1
    }

    /// This set and one more.
    #[must_use]
    pub const fn with(self, tile: Tile) -> Tiles {
        Tiles(self.0 | 1 << tile as u8)
    }

    /// This set without one.
    #[must_use]
    pub const fn without(self, tile: Tile) -> Tiles {
        Tiles(self.0 & !(1 << tile as u8))
    }

    /// How many tiles.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Is the zone whole?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of [`Tile::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        Tile::ALL.into_iter().filter(move |&t| self.has(t))
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        tiles.into_iter().fold(Tiles::default(), Tiles::with)
    }
}

/// The letter of a system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Letter {
    /// Weapon.
    A,
    /// Energy.
    B,
    /// The station's special.
    C,
}

impl Letter {
    /// As text.
    pub const fn word(self) -> &'static str {
        match self {
            Letter::A => "A",
            Letter::B => "B",
            Letter::C => "C",
        }
    }
}

/// The phase of a turn: 0, 1, 2 for turns 1–3, 4–7, 8–12 (SA-3.2).
pub const fn phase_of(turn: u8) -> usize {
    match turn {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// The turns of a phase, counted from 1.
pub const fn turns_of(phase: usize) -> std::ops::RangeInclusive<u8> {
    match phase {
        0 => 1..=3,
        1 => 4..=7,
        _ => 8..=12,
    }
}
