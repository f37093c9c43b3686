//! What is printed on each piece and card.

use crate::{
    data::{Face, Tech},
    effect::{Effect, Kind},
    ids::{Area, Building, Faction, Module, Planet, Race, Res, Side, Slot, Unit, UnitSet},
};
use klaxon_core::Edition;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

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

    /// "minerals 2".
    pub fn words(self) -> String {
        match self {
            Content::Minerals(n) => format!("minerals {n}"),
            Content::Gas(n) => format!("gas {n}"),
            Content::Conquest(n) => format!("conquest {n}"),
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
    /// The edition of the rules that brought it, if it was not the first.
    #[serde(default)]
    pub since: Edition,
    /// The last edition whose new tables have it, if there is one.
    pub until: Option<Edition>,
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
