//! The names of the box: races, factions, units, planets, orders, buildings, modules, areas, routes, cards.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};

/// An enum whose variants carry the ledger's ids.
macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($(#[$inner:meta])* $variant:ident = $id:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$inner])* #[allow(missing_docs)] #[serde(rename = $id)] $variant,)*
        }

        impl $name {
            /// All of them, in the ledger's order.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The ledger's id.
            pub const fn id(self) -> &'static str {
                match self { $($name::$variant => $id,)* }
            }

            /// The place in [`Self::ALL`].
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one with this id.
            pub fn parse(id: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|x| x.id() == id)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.id())
            }
        }
    };
}

names! {
    /// The three races.
    Race { Terran = "terran", Protoss = "protoss", Zerg = "zerg", }
}

names! {
    /// The six factions (SC-2.3).
    Faction {
        Raynor = "raynor", Mengsk = "mengsk", Tassadar = "tassadar", Aldaris = "aldaris", QueenOfBlades = "qob",
        Overmind = "overmind",
    }
}

names! {
    /// The 25 kinds of unit: nine Terran, eight Protoss, eight Zerg.
    Unit {
        Marine = "marine", Firebat = "firebat", Ghost = "ghost", Vulture = "vulture", Goliath = "goliath",
        Tank = "tank", Wraith = "wraith", Vessel = "vessel", Cruiser = "cruiser",
        Zealot = "zealot", Dragoon = "dragoon", Templar = "templar", Archon = "archon", Reaver = "reaver",
        Scout = "scout", Arbiter = "arbiter", Carrier = "carrier",
        Zergling = "zergling", Hydralisk = "hydralisk", Ultralisk = "ultralisk", Queen = "queen",
        Defiler = "defiler", Scourge = "scourge", Mutalisk = "mutalisk", Guardian = "guardian",
    }
}

names! {
    /// The 12 planet tiles.
    Planet {
        Abaddon = "abaddon", Antiga = "antiga", Bhekar = "bhekar", Braken = "braken", Chau = "chau", Dylar = "dylar",
        Halcyon = "halcyon", Helios = "helios", Pridewater = "pridewater", Tarsonis = "tarsonis", Torus = "torus",
        Vyctor = "vyctor",
    }
}

names! {
    /// The kinds of order token (SC-3.6).
    Order {
        Build = "build", Mobilize = "mobilize", Research = "research",
        SpecialBuild = "build+", SpecialMobilize = "mobilize+", SpecialResearch = "research+",
    }
}

names! {
    /// The kinds of building, three to a race.
    Building {
        Barracks = "barracks", Factory = "factory", Starport = "starport",
        Gateway = "gateway", Robotics = "robotics", Stargate = "stargate",
        Pool = "pool", Nest = "nest", Spire = "spire",
    }
}

names! {
    /// The kinds of module.
    Module { Supply = "supply", Rnd = "rnd", Air = "air", }
}

names! {
    /// The sides of a tile.
    Side { N = "n", E = "e", S = "s", W = "w", }
}

names! {
    /// What workers bring.
    Res { Minerals = "minerals", Gas = "gas", }
}

impl Race {
    /// The race's units in the ledger's order.
    pub fn units(self) -> &'static [Unit] {
        match self {
            Race::Terran => &Unit::ALL[..9],
            Race::Protoss => &Unit::ALL[9..17],
            Race::Zerg => &Unit::ALL[17..],
        }
    }

    /// The race's buildings.
    pub fn buildings(self) -> &'static [Building] {
        &Building::ALL[self.index() * 3..self.index() * 3 + 3]
    }
}

impl Unit {
    /// Whose unit it is.
    pub fn race(self) -> Race {
        match self.index() {
            0..9 => Race::Terran,
            9..17 => Race::Protoss,
            _ => Race::Zerg,
        }
    }

    /// Its place among the race's units: the index of every count kept per unit.
    pub fn slot(self) -> usize {
        match self.race() {
            Race::Terran => self.index(),
            Race::Protoss => self.index() - 9,
            Race::Zerg => self.index() - 17,
        }
    }
}

impl Building {
    /// Whose building it is.
    pub fn race(self) -> Race {
        Race::ALL[self.index() / 3]
    }

    /// Its place among the race's buildings.
    pub fn slot(self) -> usize {
        self.index() % 3
    }
}

impl Order {
    /// Special (gold) orders are limited by Research & Development (SC-3.7). The base box has no others (SC-1.2).
    pub fn is_special(self) -> bool {
        self.index() >= 3
    }

    /// The standard order of the same kind.
    pub fn plain(self) -> Order {
        Order::ALL[self.index() % 3]
    }

    /// Tokens of this kind that each player has (SC-3.6).
    pub fn tokens(self) -> usize {
        if self.is_special() { 1 } else { 2 }
    }
}

impl Side {
    /// The side across the tile.
    pub fn opposite(self) -> Side {
        Side::ALL[(self.index() + 2) % 4]
    }

    /// The same side after so many quarter turns clockwise: N → E → S → W.
    pub fn turned(self, turns: u8) -> Side {
        Side::ALL[(self.index() + usize::from(turns)) % 4]
    }

    /// The step to the neighbouring cell: x grows east, y grows south.
    pub fn step(self) -> (i8, i8) {
        match self {
            Side::N => (0, -1),
            Side::E => (1, 0),
            Side::S => (0, 1),
            Side::W => (-1, 0),
        }
    }
}

/// An area of a planet: planet × 4 + place on it, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Area(pub u8);

impl Area {
    /// The area with the number `n`, counted from 0, of a planet.
    pub fn new(planet: Planet, n: usize) -> Area {
        Area((planet.index() * 4 + n) as u8)
    }

    /// Its planet.
    pub fn planet(self) -> Planet {
        Planet::ALL[usize::from(self.0) / 4]
    }

    /// Its place on the planet, counted from 0.
    pub fn n(self) -> usize {
        usize::from(self.0) % 4
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.planet(), self.n() + 1)
    }
}

impl FromStr for Area {
    type Err = String;
    fn from_str(text: &str) -> Result<Area, String> {
        let (planet, n) =
            text.split_once('.').ok_or_else(|| format!("`{text}` is not an area such as torus.1"))?;
        let planet = Planet::parse(planet).ok_or_else(|| format!("there is no planet `{planet}`"))?;
        match n.parse::<usize>() {
            Ok(n) if (1..=4).contains(&n) => Ok(Area::new(planet, n - 1)),
            _ => Err(format!("`{n}` is not the number of an area")),
        }
    }
}

/// A side of a placed planet that can take a navigation route.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// The planet.
    pub planet: Planet,
    /// The side, after the tile was turned.
    pub side: Side,
}

impl Default for Slot {
    fn default() -> Slot {
        Slot { planet: Planet::Abaddon, side: Side::N }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.planet, self.side)
    }
}

impl FromStr for Slot {
    type Err = String;
    fn from_str(text: &str) -> Result<Slot, String> {
        let bad = || format!("`{text}` is not a slot such as torus.n");
        let (planet, side) = text.split_once('.').ok_or_else(bad)?;
        let planet = Planet::parse(planet).ok_or_else(bad)?;
        Ok(Slot { planet, side: Side::parse(side).ok_or_else(bad)? })
    }
}

/// A navigation route, by its place in the list of routes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Route(pub u8);

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0 + 1)
    }
}

impl FromStr for Route {
    type Err = String;
    fn from_str(text: &str) -> Result<Route, String> {
        let n = text.strip_prefix('r').and_then(|n| n.parse::<u8>().ok()).filter(|n| *n > 0);
        n.map(|n| Route(n - 1)).ok_or_else(|| format!("`{text}` is not a route such as r1"))
    }
}

/// One printed card of a race's combat and technology decks, counted from 0: the 18 combat cards first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Card(pub u8);

impl Card {
    /// The card as a bit of a set of cards.
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The cards of a set, lowest first.
pub fn cards(mut set: u64) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let low = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(Card(low))
    })
}

/// A set of the 70 event cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EventSet([u64; 2]);

impl EventSet {
    /// Puts a card in.
    pub fn insert(&mut self, card: u8) {
        self.0[usize::from(card) / 64] |= 1 << (card % 64);
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: u8) {
        self.0[usize::from(card) / 64] &= !(1 << (card % 64));
    }

    /// Is the card in it?
    pub fn has(self, card: u8) -> bool {
        self.0[usize::from(card) / 64] >> (card % 64) & 1 == 1
    }

    /// How many cards are in it.
    pub fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// Is it empty?
    pub fn is_empty(self) -> bool {
        self.0 == [0, 0]
    }

    /// The cards, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        cards(self.0[0]).map(|c| c.0).chain(cards(self.0[1]).map(|c| c.0 + 64))
    }
}

/// Serialises as text for people and as a number for hashes and snapshots.
macro_rules! as_text {
    ($name:ident, $to:expr, $from:expr) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                if to.is_human_readable() { to.collect_str(self) } else { to.serialize_u8($to(*self)) }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                if from.is_human_readable() {
                    let text = String::deserialize(from)?;
                    text.parse().map_err(serde::de::Error::custom)
                } else {
                    let n = u8::deserialize(from)?;
                    $from(n).ok_or_else(|| serde::de::Error::custom("a number out of range"))
                }
            }
        }
    };
}
pub(crate) use as_text;

as_text!(Area, |a: Area| a.0, |n| (n < 48).then_some(Area(n)));
as_text!(Route, |r: Route| r.0, |n| Some(Route(n)));
as_text!(Slot, |s: Slot| (s.planet.index() * 4 + s.side.index()) as u8, |n: u8| (n < 48)
    .then(|| Slot { planet: Planet::ALL[usize::from(n) / 4], side: Side::ALL[usize::from(n) % 4] }));

/// A set of kinds of unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnitSet(pub u32);

impl UnitSet {
    /// Every kind.
    pub const ALL: UnitSet = UnitSet((1 << 25) - 1);

    /// Is the kind in it?
    pub fn has(self, unit: Unit) -> bool {
        self.0 >> unit.index() & 1 == 1
    }

    /// Puts a kind in.
    pub fn insert(&mut self, unit: Unit) {
        self.0 |= 1 << unit.index();
    }

    /// Do the two sets share a kind?
    pub fn meets(self, other: UnitSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds in it.
    pub fn iter(self) -> impl Iterator<Item = Unit> {
        Unit::ALL.iter().copied().filter(move |u| self.has(*u))
    }
}

impl FromIterator<Unit> for UnitSet {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> UnitSet {
        let mut set = UnitSet::default();
        units.into_iter().for_each(|u| set.insert(u));
        set
    }
}

impl<'de> Deserialize<'de> for UnitSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<UnitSet, D::Error> {
        Ok(Vec::<Unit>::deserialize(from)?.into_iter().collect())
    }
}
