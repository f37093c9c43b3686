//! Everything printed in the box: parsed once from `data/*.toml`, checked against the printed counts.

mod print;
mod read;

pub use print::*;

use crate::ids::{Area, Building, Card, Faction, Module, Planet, Race, Unit, as_text};
use klaxon_core::Edition;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr, sync::LazyLock};

/// The data that is compiled in: file name and text.
pub const FILES: [(&str, &str); 8] = [
    ("factions.toml", include_str!("../../data/factions.toml")),
    ("units.toml", include_str!("../../data/units.toml")),
    ("buildings.toml", include_str!("../../data/buildings.toml")),
    ("planets.toml", include_str!("../../data/planets.toml")),
    ("combat.toml", include_str!("../../data/combat.toml")),
    ("technology.toml", include_str!("../../data/technology.toml")),
    ("events.toml", include_str!("../../data/events.toml")),
    ("galaxies.toml", include_str!("../../data/galaxies.toml")),
];

/// The data of the box.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| match Data::parse(&FILES) {
        Ok(data) => data,
        Err(why) => panic!("the data that is compiled in is broken: {why}"),
    });
    &DATA
}

/// An index into a table of the data that reads and prints as the ledger's id.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $table:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u8);

        impl $name {
            /// All of them, in the ledger's order.
            pub fn all() -> impl Iterator<Item = $name> {
                (0..data().$table.len()).map(|n| $name(n as u8))
            }

            /// The ledger's id.
            pub fn id(self) -> &'static str {
                &data().$table[usize::from(self.0)].id
            }

            /// What it is called.
            pub fn name(self) -> &'static str {
                &data().$table[usize::from(self.0)].name
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.id())
            }
        }

        impl FromStr for $name {
            type Err = String;
            fn from_str(id: &str) -> Result<$name, String> {
                $name::all().find(|x| x.id() == id).ok_or_else(|| format!(concat!("there is no ", $what, " `{}`"), id))
            }
        }

        as_text!($name, |x: $name| x.0, |n: u8| (usize::from(n) < data().$table.len()).then_some($name(n)));
    };
}

index! {
    /// What is printed on a combat card.
    Face, faces, "card"
}
index! {
    /// A technology.
    Tech, techs, "technology"
}
index! {
    /// A kind of event card.
    EventCard, events, "event card"
}

impl Face {
    /// What is printed on it.
    pub fn data(self) -> &'static FaceData {
        &data().faces[usize::from(self.0)]
    }
}

impl Tech {
    /// What is printed on it.
    pub fn data(self) -> &'static TechData {
        &data().techs[usize::from(self.0)]
    }
}

impl EventCard {
    /// What is printed on it.
    pub fn data(self) -> &'static EventData {
        &data().events[usize::from(self.0)]
    }
}

/// All the data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    races: Vec<RaceData>,
    factions: Vec<FactionData>,
    units: Vec<UnitData>,
    levels: Vec<LevelData>,
    modules: Vec<ModuleData>,
    planets: Vec<PlanetData>,
    pub(crate) faces: Vec<FaceData>,
    pub(crate) techs: Vec<TechData>,
    pub(crate) events: Vec<EventData>,
    /// The kind of each of the 70 event cards.
    pub(crate) event_cards: Vec<EventCard>,
    galaxies: Vec<GalaxyData>,
    decks: [RaceDeck; 3],
    /// Prices of workers, transports and bases.
    pub prices: Prices,
}

/// Prices that are the same for everybody.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// A worker.
    pub worker: Price,
    /// A transport.
    pub transport: Price,
    /// A base.
    pub base: Price,
    /// Where they come from.
    pub source: String,
}

impl Data {
    /// A unit's data.
    pub fn unit(&self, unit: Unit) -> &UnitData {
        &self.units[unit.index()]
    }

    /// A race's data.
    pub fn race(&self, race: Race) -> &RaceData {
        &self.races[race.index()]
    }

    /// A faction's data.
    pub fn faction(&self, faction: Faction) -> &FactionData {
        &self.factions[faction.index()]
    }

    /// A planet's data.
    pub fn planet(&self, planet: Planet) -> &PlanetData {
        &self.planets[planet.index()]
    }

    /// An area's data; `None` for a number that the planet lacks.
    pub fn area(&self, area: Area) -> Option<AreaData> {
        self.planet(area.planet()).areas.get(area.n()).copied()
    }

    /// A module's data.
    pub fn module(&self, module: Module) -> &ModuleData {
        &self.modules[module.index()]
    }

    /// A level of a building, counted from 1.
    pub fn level(&self, building: Building, level: u8) -> Option<&LevelData> {
        self.levels.iter().find(|l| l.building == building && l.level == level)
    }

    /// All building levels.
    pub fn levels(&self) -> &[LevelData] {
        &self.levels
    }

    /// A building's name.
    pub fn building_name(&self, building: Building) -> &str {
        self.level(building, 1).map_or("", |l| l.name.as_str())
    }

    /// The cards of a race.
    pub fn deck(&self, race: Race) -> &RaceDeck {
        &self.decks[race.index()]
    }

    /// The face of a card of a race.
    pub fn face(&self, race: Race, card: Card) -> Face {
        self.decks[race.index()].faces[usize::from(card.0)]
    }

    /// The kind of an event card.
    pub fn event(&self, card: u8) -> EventCard {
        self.event_cards[usize::from(card)]
    }

    /// The number of event cards.
    pub fn event_count(&self) -> u8 {
        self.event_cards.len() as u8
    }

    /// The ready-made galaxies of an edition for so many players.
    pub fn galaxies(&self, players: u8, edition: Edition) -> Vec<&GalaxyData> {
        let fits = |g: &&GalaxyData| {
            g.players == players && g.since <= edition && g.until.is_none_or(|last| edition <= last)
        };
        self.galaxies.iter().filter(fits).collect()
    }

    /// The ready-made galaxy with an id, of whichever edition.
    pub fn galaxy(&self, id: &str) -> Option<&GalaxyData> {
        self.galaxies.iter().find(|g| g.id == id)
    }
}
