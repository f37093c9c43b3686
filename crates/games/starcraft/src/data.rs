//! Everything printed in the box: parsed once from `data/*.toml`, checked against the printed counts.

use crate::{
    effect::{Effect, Kind},
    ids::{Area, Building, Card, Faction, Module, Planet, Race, Res, Side, Slot, Unit, UnitSet, as_text},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr, sync::LazyLock};

/// The data that is compiled in: file name and text.
pub const FILES: [(&str, &str); 8] = [
    ("factions.toml", include_str!("../data/factions.toml")),
    ("units.toml", include_str!("../data/units.toml")),
    ("buildings.toml", include_str!("../data/buildings.toml")),
    ("planets.toml", include_str!("../data/planets.toml")),
    ("combat.toml", include_str!("../data/combat.toml")),
    ("technology.toml", include_str!("../data/technology.toml")),
    ("events.toml", include_str!("../data/events.toml")),
    ("galaxies.toml", include_str!("../data/galaxies.toml")),
];

/// The data of the box.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| match Data::parse(&FILES) {
        Ok(data) => data,
        Err(why) => panic!("the data that is compiled in is broken: {why}"),
    });
    &DATA
}

/// A price in minerals and gas.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Minerals.
    #[serde(default)]
    pub m: u8,
    /// Gas.
    #[serde(default)]
    pub g: u8,
}

impl Price {
    /// The price with a discount on one kind, never below 0.
    #[must_use]
    pub fn less(self, off: Option<Res>, n: u8) -> Price {
        match off {
            None => self,
            Some(Res::Minerals) => Price { m: self.m.saturating_sub(n), g: self.g },
            Some(Res::Gas) => Price { m: self.m, g: self.g.saturating_sub(n) },
        }
    }

    /// The part of one kind.
    pub fn of(self, res: Res) -> u8 {
        match res {
            Res::Minerals => self.m,
            Res::Gas => self.g,
        }
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.m, self.g) {
            (0, 0) => f.write_str("free"),
            (m, 0) => write!(f, "{m} M"),
            (0, g) => write!(f, "{g} G"),
            (m, g) => write!(f, "{m} M {g} G"),
        }
    }
}

/// How a unit moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Move {
    /// On the ground.
    Ground,
    /// In the air.
    Flying,
}

/// What a unit or an effect can hit (SC-1.13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hits {
    /// Nothing.
    Nothing,
    /// Ground units.
    Ground,
    /// Flying units.
    Flying,
    /// All units.
    #[default]
    Both,
}

impl Hits {
    /// Units that move like this and no others.
    pub fn only(r#move: Move) -> Hits {
        match r#move {
            Move::Ground => Hits::Ground,
            Move::Flying => Hits::Flying,
        }
    }

    /// Can it hit a unit that moves like this?
    pub fn reach(self, r#move: Move) -> bool {
        match self {
            Hits::Nothing => false,
            Hits::Ground => r#move == Move::Ground,
            Hits::Flying => r#move == Move::Flying,
            Hits::Both => true,
        }
    }
}

/// What cards call a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// Infantry.
    Infantry,
    /// Biological.
    Bio,
    /// Mechanical.
    Mech,
    /// Ranged.
    Ranged,
}

/// A kind of unit (components §3).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UnitData {
    /// Which.
    pub id: Unit,
    /// Its name.
    pub name: String,
    /// Figures per faction.
    pub count: u8,
    /// Minerals.
    pub m: u8,
    /// Gas.
    pub g: u8,
    /// Ground or flying.
    pub r#move: Move,
    /// What it can target.
    pub hits: Hits,
    /// Support value.
    pub support: u8,
    /// Never a front-line unit by choice (SC-10.9).
    #[serde(default)]
    pub assist: bool,
    /// Cancels enemy Cloaking (SC-10.3).
    #[serde(default)]
    pub detector: bool,
    /// Needs a technology instead of a building (SC-6.20).
    #[serde(default)]
    pub technology: bool,
    /// What it costs with the units it consumes, for cards that ask for a total cost.
    #[serde(default)]
    pub total_cost: u8,
    /// What cards call it.
    pub tags: Vec<Tag>,
    /// Where the numbers come from.
    pub source: String,
}

impl UnitData {
    /// Its price.
    pub fn price(&self) -> Price {
        Price { m: self.m, g: self.g }
    }

    /// Do cards call it so?
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }
}

/// How many units a Build order may make (SC-6.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// So many.
    Flat(u8),
    /// So many per kind of building owned.
    PerBuilding(u8),
}

/// What the two factions of a race share (components §2).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RaceData {
    /// Which.
    pub id: Race,
    /// Its name.
    pub name: String,
    /// Permanent minerals.
    pub minerals: u8,
    /// Permanent gas.
    pub gas: u8,
    /// Hand limit and starting hand.
    pub hand: u8,
    /// Units per Build order.
    pub build_limit: Limit,
    /// Module spaces on the sheet.
    pub module_spaces: u8,
    /// The building whose level I is printed.
    pub printed: Building,
    /// Worker tokens.
    pub workers: u8,
    /// Transport tokens.
    pub transports: u8,
    /// Base tokens.
    pub bases: u8,
    /// Racial abilities.
    pub effect: Vec<Effect>,
    /// Where it comes from.
    pub source: String,
}

/// What a faction wins by in stage III, besides points (SC-14.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// Control so many areas that hold minerals or gas.
    ControlResources(u8),
    /// Control every area of so many planets.
    ControlPlanets(u8),
    /// Control more areas than each other player.
    MostAreas,
    /// Control so many areas that hold conquest points.
    ControlConquest(u8),
    /// Have bases on so many planets.
    BasesOnPlanets(u8),
    /// Raise everybody else's target, and win when the end draws near.
    EndDrawsNear,
}

/// A faction sheet.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FactionData {
    /// Which.
    pub id: Faction,
    /// Its leader.
    pub name: String,
    /// Its race.
    pub race: Race,
    /// The colour of its pieces.
    pub colour: String,
    /// Starting units.
    pub start: Vec<(Unit, u8)>,
    /// Starting workers.
    pub workers: u8,
    /// Starting transports.
    pub transports: u8,
    /// Its special victory.
    pub victory: Objective,
    /// Where it comes from.
    pub source: String,
}

/// A level of a building (components §4).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LevelData {
    /// Its id.
    pub id: String,
    /// The building.
    pub building: Building,
    /// The building's name.
    pub name: String,
    /// The level, from 1.
    pub level: u8,
    /// Printed on the sheet.
    #[serde(default)]
    pub printed: bool,
    /// Minerals.
    #[serde(default)]
    pub m: u8,
    /// Gas.
    #[serde(default)]
    pub g: u8,
    /// What it allows.
    pub effect: Vec<Effect>,
    /// Where it comes from.
    pub source: String,
}

/// A module (components §5).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ModuleData {
    /// Which.
    pub id: Module,
    /// Its name.
    pub name: String,
    /// Minerals.
    pub m: u8,
    /// Gas.
    pub g: u8,
    /// Tokens by race.
    pub copies: Copies,
    /// What it does.
    pub effect: Vec<Effect>,
    /// Where it comes from.
    pub source: String,
}

/// Tokens by race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Copies {
    /// Terran.
    pub terran: u8,
    /// Protoss.
    pub protoss: u8,
    /// Zerg.
    pub zerg: u8,
}

impl Copies {
    /// Tokens of one race.
    pub fn of(self, race: Race) -> u8 {
        match race {
            Race::Terran => self.terran,
            Race::Protoss => self.protoss,
            Race::Zerg => self.zerg,
        }
    }
}

/// What an area holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// Minerals, with the capacity of the card.
    Minerals(u8),
    /// Gas, with the capacity of the card.
    Gas(u8),
    /// Conquest points.
    Conquest(u8),
}

impl Content {
    /// The resource and its number, if it is one.
    pub fn resource(self) -> Option<(Res, u8)> {
        match self {
            Content::Minerals(n) => Some((Res::Minerals, n)),
            Content::Gas(n) => Some((Res::Gas, n)),
            Content::Conquest(_) => None,
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Minerals(n) => write!(f, "M{n}"),
            Content::Gas(n) => write!(f, "G{n}"),
            Content::Conquest(n) => write!(f, "CP{n}"),
        }
    }
}

/// An area as printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AreaData {
    /// What it holds.
    pub content: Content,
    /// Units of one owner (SC-1.11).
    pub limit: u8,
}

impl<'de> Deserialize<'de> for AreaData {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AreaData, D::Error> {
        let text = String::deserialize(from)?;
        let read = || {
            let (content, limit) = text.split_once('/')?;
            let number = |prefix| content.strip_prefix(prefix).and_then(|n| n.parse::<u8>().ok());
            let content = number("CP")
                .map(Content::Conquest)
                .or_else(|| number("M").map(Content::Minerals))
                .or_else(|| number("G").map(Content::Gas))?;
            Some(AreaData { content, limit: limit.parse().ok()? })
        };
        read().ok_or_else(|| serde::de::Error::custom(format!("`{text}` is not an area such as M3/3")))
    }
}

/// A planet tile (components §6).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetData {
    /// Which.
    pub id: Planet,
    /// Its name.
    pub name: String,
    /// The sides with a slot before the tile is turned, as letters.
    pub slots: String,
    /// Its areas.
    pub areas: Vec<AreaData>,
    /// Where it comes from.
    pub source: String,
}

impl PlanetData {
    /// Has the tile a slot on this side after so many turns?
    pub fn slot(&self, side: Side, turn: u8) -> bool {
        Side::ALL
            .iter()
            .any(|s| s.turned(turn) == side && self.slots.contains(s.id().to_ascii_uppercase().as_str()))
    }
}

/// A face of a combat card: what is printed on it. Copies share a face.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaceData {
    /// The ledger's id, with a letter where the copies of a technology differ.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The race.
    pub race: Race,
    /// Which slot it fills.
    pub kind: Kind,
    /// Units that use the major values and the ability.
    pub pictured: UnitSet,
    /// Works for supporting units too (SC-9.19).
    pub specialty: bool,
    /// Attack and health for pictured units.
    pub major: (u8, u8),
    /// Attack and health for others.
    pub minor: (u8, u8),
    /// What it does.
    pub effect: Vec<Effect>,
    /// The technology it belongs to.
    pub tech: Option<Tech>,
}

/// A technology (components §9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TechData {
    /// The ledger's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The race.
    pub race: Race,
    /// What becomes of its cards.
    pub kind: Kind,
    /// Its price.
    pub price: Price,
    /// Copies.
    pub copies: u8,
    /// The faces of its copies.
    pub faces: Vec<Face>,
    /// Its copies as a set of cards of the race.
    pub cards: u64,
    /// Units it names.
    pub pictured: UnitSet,
    /// What it does.
    pub effect: Vec<Effect>,
    /// Where it comes from.
    pub source: String,
}

/// When an event card works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// At once.
    Now,
    /// Kept for one later use.
    Hold,
    /// Stays in the play area for good.
    Keep,
    /// At once, and it must be played (SC-13.5).
    Forced,
}

/// An event card (components §10).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventData {
    /// The ledger's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// I, II or III.
    pub stage: u8,
    /// Copies in the deck.
    pub copies: u8,
    /// When it works.
    pub timing: Timing,
    /// What it does.
    pub effect: Vec<Effect>,
    /// Where it comes from.
    pub source: String,
}

/// A ready-made galaxy.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GalaxyData {
    /// Its id.
    pub id: String,
    /// For so many players.
    pub players: u8,
    /// Planets in the order they are placed.
    pub planets: Vec<Spot>,
    /// Areas of the starting bases, first player first.
    pub homes: Vec<Area>,
    /// Z-axis routes: major and minor end.
    pub z: Vec<(Slot, Slot)>,
    /// Where it comes from.
    pub source: String,
}

/// Where a planet lies in a ready-made galaxy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Which planet.
    pub planet: Planet,
    /// Cell, growing east.
    pub x: i8,
    /// Cell, growing south.
    pub y: i8,
    /// Quarter turns clockwise.
    pub turn: u8,
}

/// The cards of a race: 18 combat cards, then its technology cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RaceDeck {
    /// The face of each card.
    pub faces: Vec<Face>,
    /// Cards that have values.
    pub standard: u64,
    /// Reinforcement cards.
    pub reinforcement: u64,
    /// The 18 combat cards.
    pub combat: u64,
    /// The technology cards.
    pub technology: u64,
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

    /// The ready-made galaxies for so many players.
    pub fn galaxies(&self, players: usize) -> Vec<&GalaxyData> {
        self.galaxies.iter().filter(|g| usize::from(g.players) == players).collect()
    }

    /// Reads and checks the files of the box; the error names the file and the line.
    pub fn parse(files: &[(&str, &str)]) -> Result<Data, String> {
        fn read<T: for<'a> Deserialize<'a>>(files: &[(&str, &str)], name: &str) -> Result<T, String> {
            let (_, text) =
                files.iter().find(|(n, _)| *n == name).ok_or_else(|| format!("{name} is missing"))?;
            toml::from_str(text).map_err(|e| format!("{name}: {e}"))
        }
        let sheets: Sheets = read(files, "factions.toml")?;
        let mut units: Units = read(files, "units.toml")?;
        let buildings: Buildings = read(files, "buildings.toml")?;
        let planets: Planets = read(files, "planets.toml")?;
        let combat: Combat = read(files, "combat.toml")?;
        let technologies: Technologies = read(files, "technology.toml")?;
        let events: Events = read(files, "events.toml")?;
        let galaxies: Galaxies = read(files, "galaxies.toml")?;

        for unit in &mut units.unit {
            // A unit that consumes nothing costs what its price says.
            if unit.total_cost == 0 {
                unit.total_cost = unit.m + unit.g;
            }
        }
        let mut data = Data {
            races: sheets.race,
            factions: sheets.faction,
            units: units.unit,
            levels: buildings.level,
            modules: buildings.module,
            planets: planets.planet,
            faces: Vec::new(),
            techs: Vec::new(),
            event_cards: Vec::new(),
            events: events.event,
            galaxies: galaxies.galaxy,
            decks: Default::default(),
            prices: sheets.prices,
        };
        data.print_cards(&combat.card, &technologies.technology)?;
        for (n, event) in data.events.iter().enumerate() {
            data.event_cards.extend(std::iter::repeat_n(EventCard(n as u8), usize::from(event.copies)));
        }
        data.validate()?;
        Ok(data)
    }

    /// Makes the faces and the cards of each race.
    fn print_cards(&mut self, combat: &[CombatCard], technologies: &[Technology]) -> Result<(), String> {
        for card in combat {
            let race = match card.id.as_bytes()[0] {
                b'T' => Race::Terran,
                b'P' => Race::Protoss,
                _ => Race::Zerg,
            };
            let face = Face(self.faces.len() as u8);
            self.faces.push(FaceData {
                id: card.id.clone(),
                name: card.id.clone(),
                race,
                kind: Kind::Standard,
                pictured: card.pictured,
                specialty: false,
                major: card.major,
                minor: card.minor,
                effect: card.effect.clone(),
                tech: None,
            });
            self.deal(race, face, Kind::Standard, false);
        }
        for technology in technologies {
            let tech = Tech(self.techs.len() as u8);
            let values: Vec<(u8, u8)> = match technology.kind {
                Kind::Standard => technology.faces.clone(),
                Kind::Reinforcement | Kind::Play => vec![(0, 0); usize::from(technology.copies)],
            };
            if values.len() != usize::from(technology.copies) {
                return Err(format!("technology.toml: {} has not one face per copy", technology.id));
            }
            let mut kinds = values.clone();
            kinds.dedup();
            let (mut faces, mut cards) = (Vec::new(), 0);
            for (n, value) in kinds.iter().enumerate() {
                let letter = if kinds.len() > 1 { ["a", "b", "c", "d"][n] } else { "" };
                let face = Face(self.faces.len() as u8);
                self.faces.push(FaceData {
                    id: format!("{}{letter}", technology.id),
                    name: technology.name.clone(),
                    race: technology.race,
                    kind: technology.kind,
                    pictured: technology.pictured,
                    specialty: technology.specialty,
                    major: *value,
                    minor: technology.minor,
                    effect: technology.effect.clone(),
                    tech: Some(tech),
                });
                faces.push(face);
                for _ in values.iter().filter(|v| *v == value) {
                    cards |= self.deal(technology.race, face, technology.kind, true).bit();
                }
            }
            self.techs.push(TechData {
                id: technology.id.clone(),
                name: technology.name.clone(),
                race: technology.race,
                kind: technology.kind,
                price: Price { m: technology.m, g: technology.g },
                copies: technology.copies,
                faces,
                cards,
                pictured: technology.pictured,
                effect: technology.effect.clone(),
                source: technology.source.clone(),
            });
        }
        Ok(())
    }

    fn deal(&mut self, race: Race, face: Face, kind: Kind, technology: bool) -> Card {
        let deck = &mut self.decks[race.index()];
        let card = Card(deck.faces.len() as u8);
        deck.faces.push(face);
        match kind {
            Kind::Standard => deck.standard |= card.bit(),
            Kind::Reinforcement => deck.reinforcement |= card.bit(),
            Kind::Play => {}
        }
        *(if technology { &mut deck.technology } else { &mut deck.combat }) |= card.bit();
        card
    }

    /// The counts of components §1 and the order of the ledger.
    fn validate(&self) -> Result<(), String> {
        fn same<T: PartialEq + fmt::Debug>(what: &str, found: T, printed: T) -> Result<(), String> {
            if found == printed { Ok(()) } else { Err(format!("{what}: {found:?} instead of {printed:?}")) }
        }
        same("races", &self.races.iter().map(|r| r.id).collect::<Vec<_>>()[..], Race::ALL)?;
        same("factions", &self.factions.iter().map(|f| f.id).collect::<Vec<_>>()[..], Faction::ALL)?;
        same("units", &self.units.iter().map(|u| u.id).collect::<Vec<_>>()[..], Unit::ALL)?;
        same("modules", &self.modules.iter().map(|m| m.id).collect::<Vec<_>>()[..], Module::ALL)?;
        same("planets", &self.planets.iter().map(|p| p.id).collect::<Vec<_>>()[..], Planet::ALL)?;
        for (race, units, tokens, modules, technology) in
            [(Race::Terran, 30, 8, 8, 21), (Race::Protoss, 27, 6, 7, 20), (Race::Zerg, 33, 6, 4, 22)]
        {
            let figures = race.units().iter().map(|u| u32::from(self.unit(*u).count)).sum::<u32>();
            same(&format!("figures of {race}"), figures, units)?;
            let levels = self.levels.iter().filter(|l| l.building.race() == race && !l.printed).count();
            same(&format!("building tokens of {race}"), levels, tokens)?;
            let copies = self.modules.iter().map(|m| m.copies.of(race)).sum::<u8>();
            same(&format!("module tokens of {race}"), copies, modules)?;
            let deck = self.deck(race);
            same(&format!("combat cards of {race}"), deck.combat.count_ones(), 18)?;
            same(&format!("technology cards of {race}"), deck.technology.count_ones(), technology)?;
        }
        for stage in 1..=3u8 {
            let copies = self.events.iter().filter(|e| e.stage == stage).map(|e| e.copies).sum::<u8>();
            same(&format!("events of stage {stage}"), copies, [25, 25, 20][usize::from(stage) - 1])?;
        }
        same("events in the order of their stages", self.events.is_sorted_by_key(|e| e.stage), true)?;
        let areas = self.planets.iter().flat_map(|p| &p.areas);
        same("resource cards", areas.filter(|a| a.content.resource().is_some()).count(), 26)?;
        for planet in &self.planets {
            same(&format!("areas of {}", planet.name), (2..=4).contains(&planet.areas.len()), true)?;
        }
        for (what, source) in self.sources() {
            same(&format!("a source for {what}"), source.is_empty(), false)?;
        }
        Ok(())
    }

    /// Every entry with its source.
    fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let entry = |id: &'static str| id;
        let races = self.races.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let factions = self.factions.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let units = self.units.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let levels = self.levels.iter().map(|x| (x.id.as_str(), x.source.as_str()));
        let modules = self.modules.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let planets = self.planets.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let techs = self.techs.iter().map(|x| (x.id.as_str(), x.source.as_str()));
        let events = self.events.iter().map(|x| (x.id.as_str(), x.source.as_str()));
        let galaxies = self.galaxies.iter().map(|x| (x.id.as_str(), x.source.as_str()));
        let rest = techs.chain(events).chain(galaxies).chain([("prices", self.prices.source.as_str())]);
        races.chain(factions).chain(units).chain(levels).chain(modules).chain(planets).chain(rest)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheets {
    faction: Vec<FactionData>,
    race: Vec<RaceData>,
    prices: Prices,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Units {
    unit: Vec<UnitData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Buildings {
    level: Vec<LevelData>,
    module: Vec<ModuleData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Planets {
    planet: Vec<PlanetData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Combat {
    card: Vec<CombatCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CombatCard {
    id: String,
    pictured: UnitSet,
    major: (u8, u8),
    minor: (u8, u8),
    #[serde(default)]
    effect: Vec<Effect>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Technologies {
    technology: Vec<Technology>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Technology {
    id: String,
    name: String,
    race: Race,
    kind: Kind,
    #[serde(default)]
    m: u8,
    #[serde(default)]
    g: u8,
    copies: u8,
    #[serde(default)]
    specialty: bool,
    pictured: UnitSet,
    #[serde(default)]
    faces: Vec<(u8, u8)>,
    #[serde(default)]
    minor: (u8, u8),
    #[serde(default)]
    effect: Vec<Effect>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Events {
    event: Vec<EventData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Galaxies {
    galaxy: Vec<GalaxyData>,
}
