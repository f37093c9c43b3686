//! Cards, boards and numbers: the TOML under `data/`, parsed and checked once.

use crate::{
    Act, Effect, Mark, Remedy, Station, Stations, Tile, Trait, Traits,
    script::{GeneratorBounds, Script},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{fmt, sync::OnceLock};

/// All components.
#[derive(Debug)]
pub struct Data {
    /// The 55 threat cards, external ones first.
    pub threats: Vec<ThreatCard>,
    /// The seven trajectories.
    pub trajectories: Vec<Trajectory>,
    /// The twelve kinds of action cards, then the six heroic cards.
    pub cards: Vec<ActionCard>,
    /// The six kinds of damage tiles.
    pub tiles: Vec<TileCard>,
    /// The ship's numbers and the deal.
    pub ship: ShipNumbers,
    /// The sixteen scripts.
    pub scripts: Vec<Script>,
    /// Bounds of generated scripts.
    pub generator: GeneratorBounds,
}

/// The components, read when first asked for.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| Data::read().expect("the data of Space Alert is sound"))
}

/// A threat card by its place in the data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreatId(pub u8);

impl ThreatId {
    /// Every card.
    pub fn all() -> impl Iterator<Item = ThreatId> {
        (0..data().threats.len() as u8).map(ThreatId)
    }

    /// The card.
    pub fn card(self) -> &'static ThreatCard {
        &data().threats[usize::from(self.0)]
    }

    /// A card by id (`SE1-02`, any case) or, where only one bears it, by name.
    pub fn parse(word: &str) -> Option<ThreatId> {
        let bare = |s: &str| -> String {
            s.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
        };
        let (word, all) = (bare(word), &data().threats);
        let by_id = all.iter().position(|c| bare(&c.id) == word);
        let by_name = || {
            let mut hits = all.iter().enumerate().filter(|(_, c)| bare(&c.name) == word);
            hits.next().filter(|_| hits.next().is_none()).map(|(i, _)| i)
        };
        by_id.or_else(by_name).map(|i| ThreatId(i as u8))
    }
}

impl fmt::Display for ThreatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.card().id)
    }
}

impl Serialize for ThreatId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.serialize_str(&self.card().id) } else { s.serialize_u8(self.0) }
    }
}

impl<'de> Deserialize<'de> for ThreatId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<ThreatId, D::Error> {
        if d.is_human_readable() {
            let id = String::deserialize(d)?;
            ThreatId::parse(&id).ok_or_else(|| D::Error::custom(format!("no threat is called `{id}`")))
        } else {
            let n = u8::deserialize(d)?;
            if usize::from(n) < data().threats.len() {
                Ok(ThreatId(n))
            } else {
                Err(D::Error::custom("no such threat"))
            }
        }
    }
}

/// The colour of a threat card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shade {
    /// The easier cards.
    White,
    /// The harder cards.
    Yellow,
}

/// A threat card.
#[derive(Clone, Debug)]
pub struct ThreatCard {
    /// Such as `SE1-02`: identifies it and nothing more (SA-2.14).
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub shade: Shade,
    /// Serious or common.
    pub serious: bool,
    /// Internal or external.
    pub internal: bool,
    /// Squares a turn.
    pub speed: u8,
    /// The speed of the first printing, where a replacement card changed it.
    pub speed_first_printing: Option<u8>,
    /// Shield points.
    pub shield: i8,
    /// Hit points.
    pub hp: u8,
    /// Where its tokens appear; none for external threats.
    pub at: Stations,
    /// What removes it; nothing but weapons for external threats.
    pub by: Option<Remedy>,
    /// Actions on X, Y and Z.
    pub effects: [Vec<Effect>; 3],
    /// Lasting qualities, as listed.
    pub trait_list: Vec<Trait>,
    /// The same, laid out.
    pub traits: Traits,
    /// Points if survived; none where its Z ends the mission.
    pub survived: Option<u8>,
    /// Points if destroyed.
    pub destroyed: u8,
    /// Where the numbers come from.
    pub source: String,
}

impl ThreatCard {
    /// What it does on a square.
    pub fn on(&self, mark: Mark) -> &[Effect] {
        &self.effects[mark as usize]
    }

    /// What it does on a square, in words.
    pub fn text(&self, mark: Mark) -> String {
        let parts: Vec<String> = self.on(mark).iter().map(Effect::text).collect();
        if parts.is_empty() { "nothing".into() } else { parts.join("; ") }
    }

    /// Its lasting qualities in words.
    pub fn remarks(&self) -> Vec<String> {
        self.trait_list.iter().map(Trait::text).collect()
    }
}

/// A trajectory board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trajectory {
    /// T1 to T7.
    pub id: String,
    /// Its number of squares; tokens start there.
    pub length: u8,
    /// The X square.
    pub x: u8,
    /// The Y squares: none, one or two.
    pub y: Vec<u8>,
    /// Where the numbers come from.
    pub source: String,
    /// What is printed on each square, by number.
    #[serde(skip)]
    pub marks: [Option<Mark>; 17],
}

/// A kind of card.
#[derive(Clone, Debug)]
pub struct ActionCard {
    /// `A-RED`, `H1` and so on.
    pub id: String,
    /// The action half.
    pub action: Act,
    /// The movement half.
    pub movement: Act,
    /// How many there are.
    pub copies: u8,
}

/// A kind of damage tile, in words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileCard {
    /// Which.
    pub id: Tile,
    /// What it does.
    pub effect: String,
    /// Where it comes from.
    pub source: String,
}

/// The ship's numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The fields are the words of the data file.
pub struct ShipNumbers {
    pub shield_start: [u8; 3],
    pub shield_capacity: [u8; 3],
    pub reactor_start: [u8; 3],
    pub reactor_capacity: [u8; 3],
    pub heavy_laser: [u8; 3],
    pub light_laser: u8,
    pub pulse_cannon: u8,
    pub pulse_range: u8,
    pub rocket: u8,
    pub rocket_range: u8,
    pub interceptors_alone: u8,
    pub interceptors_each: u8,
    pub interceptors_range: u8,
    pub fuel: u8,
    pub rockets: u8,
    pub visual_points: [u8; 6],
    pub source: String,
    pub deal: Vec<Deal>,
}

/// How many cards each person gets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Persons at the table.
    pub people: u8,
    /// Androids.
    pub androids: u8,
    /// Cards per phase; the first number includes the heroic card.
    pub cards: [u8; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThreatFile {
    external: Vec<RawThreat>,
    internal: Vec<RawThreat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawThreat {
    id: String,
    name: String,
    level: Shade,
    serious: bool,
    speed: u8,
    speed_first_printing: Option<u8>,
    #[serde(default)]
    shield: i8,
    hp: u8,
    #[serde(default)]
    at: Vec<Station>,
    by: Option<Remedy>,
    x: Vec<Effect>,
    y: Vec<Effect>,
    z: Vec<Effect>,
    traits: Vec<Trait>,
    survived: Option<u8>,
    destroyed: u8,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrajectoryFile {
    trajectory: Vec<Trajectory>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    card: Vec<RawCard>,
    heroic: Vec<RawCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    id: String,
    action: String,
    movement: String,
    copies: u8,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileFile {
    tile: Vec<TileCard>,
}

// SA-16.1: eight scripts to learn with, then the eight missions.
const SCRIPTS: [&str; 16] = [
    include_str!("../data/scripts/S1-1.toml"),
    include_str!("../data/scripts/S1-2.toml"),
    include_str!("../data/scripts/S1-3.toml"),
    include_str!("../data/scripts/S1-4.toml"),
    include_str!("../data/scripts/S1-5.toml"),
    include_str!("../data/scripts/S1-6.toml"),
    include_str!("../data/scripts/S1-7.toml"),
    include_str!("../data/scripts/S1-8.toml"),
    include_str!("../data/scripts/S2-1.toml"),
    include_str!("../data/scripts/S2-2.toml"),
    include_str!("../data/scripts/S2-3.toml"),
    include_str!("../data/scripts/S2-4.toml"),
    include_str!("../data/scripts/S2-5.toml"),
    include_str!("../data/scripts/S2-6.toml"),
    include_str!("../data/scripts/S2-7.toml"),
    include_str!("../data/scripts/S2-8.toml"),
];

impl Data {
    /// Parses the embedded files.
    fn read() -> Result<Data, String> {
        fn parse<T: for<'a> Deserialize<'a>>(file: &str, text: &str) -> Result<T, String> {
            toml::from_str(text).map_err(|e| format!("{file}: {e}"))
        }
        let file: ThreatFile = parse("threats.toml", include_str!("../data/threats.toml"))?;
        let external = file.external.into_iter().map(|raw| threat(raw, false));
        let internal = file.internal.into_iter().map(|raw| threat(raw, true));
        let threats = external.chain(internal).collect::<Result<Vec<_>, String>>()?;
        let tracks: TrajectoryFile = parse("trajectories.toml", include_str!("../data/trajectories.toml"))?;
        let trajectories = tracks.trajectory.into_iter().map(marked).collect::<Result<Vec<_>, String>>()?;
        let file: CardFile = parse("action_cards.toml", include_str!("../data/action_cards.toml"))?;
        let cards = file.card.into_iter().chain(file.heroic).map(card).collect::<Result<Vec<_>, String>>()?;
        let tiles: TileFile = parse("tiles.toml", include_str!("../data/tiles.toml"))?;
        let data = Data {
            threats,
            trajectories,
            cards,
            tiles: tiles.tile,
            ship: parse("ship.toml", include_str!("../data/ship.toml"))?,
            scripts: SCRIPTS.iter().map(|text| Script::parse(text)).collect::<Result<Vec<_>, String>>()?,
            generator: parse("generator.toml", include_str!("../data/generator.toml"))?,
        };
        data.check()?;
        Ok(data)
    }

    /// What the rules rely on.
    fn check(&self) -> Result<(), String> {
        if self.cards.len() != usize::from(crate::card::KINDS) || self.threats.len() > 255 {
            return Err("there are 12 kinds of action cards and 6 heroic cards".into());
        }
        if self.trajectories.len() != 7 {
            return Err("there are seven trajectories".into());
        }
        for card in &self.threats {
            if card.internal != card.by.is_some() || card.internal == card.at.is_empty() {
                return Err(format!("{}: internal threats have stations and a remedy", card.id));
            }
        }
        Ok(())
    }

    /// A script by its id, in any case.
    pub fn script(&self, id: &str) -> Option<&Script> {
        self.scripts.iter().find(|s| s.id.eq_ignore_ascii_case(id.trim()))
    }
}

fn threat(raw: RawThreat, internal: bool) -> Result<ThreatCard, String> {
    Ok(ThreatCard {
        traits: Traits::of(&raw.traits),
        trait_list: raw.traits,
        id: raw.id,
        name: raw.name,
        shade: raw.level,
        serious: raw.serious,
        internal,
        speed: raw.speed,
        speed_first_printing: raw.speed_first_printing,
        shield: raw.shield,
        hp: raw.hp,
        at: raw.at.into_iter().collect(),
        by: raw.by,
        effects: [raw.x, raw.y, raw.z],
        survived: raw.survived,
        destroyed: raw.destroyed,
        source: raw.source,
    })
}

fn marked(mut track: Trajectory) -> Result<Trajectory, String> {
    if usize::from(track.length) >= track.marks.len() {
        return Err(format!("{} is too long", track.id));
    }
    let mut put = |square: u8, mark| match track.marks.get_mut(usize::from(square)) {
        Some(place) if square > 0 && place.is_none() => {
            *place = Some(mark);
            Ok(())
        }
        Some(_) | None => Err(format!("{}: square {square} cannot be {mark:?}", track.id)),
    };
    put(1, Mark::Z)?;
    put(track.x, Mark::X)?;
    for &y in &track.y {
        put(y, Mark::Y)?;
    }
    Ok(track)
}

fn card(raw: RawCard) -> Result<ActionCard, String> {
    let act = |word: &str| Act::parse(word).ok_or_else(|| format!("{}: `{word}` is no symbol", raw.id));
    Ok(ActionCard {
        action: act(&raw.action)?,
        movement: act(&raw.movement)?,
        copies: raw.copies,
        id: raw.id,
    })
}
