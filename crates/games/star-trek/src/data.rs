//! Everything printed: ships, crew, tech, ready-made fleets and scenarios, read once from `data/` and from packs.

use crate::effect::{Ability, Condition, Effect, Scope, Tag, When};
use crate::kinds::{Faction, Keyword, Keywords, Order, Size};
use klaxon_core::PackError;
use scenario::Scenario;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::sync::OnceLock;

pub(crate) mod scenario;
pub(crate) mod validate;

/// A ship disk as printed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipType {
    /// Such as `FED-S01`.
    pub id: String,
    /// The ship's name.
    pub name: String,
    /// Its faction; none for ships that come with a scenario.
    #[serde(default)]
    pub faction: Option<Faction>,
    /// Its class.
    pub class: String,
    /// Its size.
    pub size: Size,
    /// Where the size does not say it.
    #[serde(default)]
    pub max_speed: Option<u8>,
    /// Cost in points.
    pub cost: u8,
    /// Maximum Shields. ST-1.2: printed numbers, which crew and tech aboard may change.
    pub shields: u8,
    /// Maximum Hull.
    pub hull: u8,
    /// Beam.
    pub beam: u8,
    /// Torps.
    pub torps: u8,
    /// Capacity.
    pub capacity: u8,
    /// Its ability.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// Where the numbers come from.
    pub source: String,
}

impl ShipType {
    /// The maximum speed by size, before any bonus.
    pub fn printed_speed(&self) -> u8 {
        self.max_speed.unwrap_or(self.size.max_speed())
    }

    /// Does it come with a scenario, unbought?
    pub fn is_scenario(&self) -> bool {
        self.faction.is_none()
    }
}

/// A crew or tech disk as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiskType {
    /// Such as `FED-C04`.
    pub id: String,
    /// The name on the disk.
    pub name: String,
    /// Its faction; none for disks that come with a scenario.
    pub faction: Option<Faction>,
    /// Cost in points.
    pub cost: u8,
    /// Tech; otherwise crew.
    pub tech: bool,
    /// Command.
    pub command: u8,
    /// Combat.
    pub combat: u8,
    /// Its keywords.
    pub keywords: Keywords,
    /// Rows of order icons.
    pub rows: Vec<Vec<Order>>,
    /// Its ability.
    pub ability: Option<Ability>,
    /// Where the numbers come from.
    pub source: String,
    /// ST-15.14: disks of the same name have the same number.
    pub namesake: u8,
}

impl DiskType {
    /// Does the disk have the keyword?
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// ST-1.15: a Captain or an Admiral.
    pub fn commands(&self) -> bool {
        self.has(Keyword::Captain) || self.has(Keyword::Admiral)
    }

    /// ST-16: the type of the cloaking device, if it is one.
    pub fn cloak(&self) -> Option<u8> {
        if let Effect::Cloak(kind) = self.ability.as_ref()?.effect.first()? { Some(*kind) } else { None }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrewEntry {
    id: String,
    name: String,
    #[serde(default)]
    faction: Option<Faction>,
    cost: u8,
    command: u8,
    combat: u8,
    #[serde(default)]
    keywords: Vec<Keyword>,
    #[serde(default)]
    rows: Vec<Vec<Order>>,
    #[serde(default)]
    ability: Option<Ability>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TechEntry {
    id: String,
    name: String,
    faction: Faction,
    cost: u8,
    #[serde(default)]
    keywords: Vec<Keyword>,
    #[serde(default)]
    ability: Option<Ability>,
    source: String,
}

/// A fleet that somebody put together for a quick start.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetType {
    /// Such as `FED-30`.
    pub id: String,
    /// Its faction.
    pub faction: Faction,
    /// Its ships with what is aboard.
    pub ships: Vec<FleetShip>,
    /// Where it comes from.
    pub source: String,
}

impl FleetType {
    /// Its ships with what is aboard: "Yamato with Lt. Cdr. La Forge and Mark III Torpedoes".
    pub fn in_words(&self) -> String {
        let ship = |s: &FleetShip| {
            let name = data().ship(&s.ship).map_or(s.ship.clone(), |t| t.of().name.clone());
            let disks = s.disks.iter().chain(&s.free);
            let names: Vec<&str> =
                disks.filter_map(|d| data().disk(d)).map(|d| d.of().name.as_str()).collect();
            match names.split_last() {
                None => name,
                Some((last, [])) => format!("{name} with {last}"),
                Some((last, first)) => format!("{name} with {} and {last}", first.join(", ")),
            }
        };
        self.ships.iter().map(ship).collect::<Vec<_>>().join("; ")
    }

    /// What it costs in ordinary points.
    pub fn cost(&self) -> u16 {
        let ship = |s: &FleetShip| data().ship(&s.ship).map_or(0, |t| u16::from(t.of().cost));
        let disk = |d: &String| data().disk(d).map_or(0, |t| u16::from(t.of().cost));
        self.ships.iter().map(|s| ship(s) + s.disks.iter().map(disk).sum::<u16>()).sum()
    }
}

/// A ship of a ready-made fleet.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetShip {
    /// The ship by its id.
    pub ship: String,
    /// Crew and tech bought with points.
    #[serde(default)]
    pub disks: Vec<String>,
    /// Crew and tech bought with Start points (ST-1.18).
    #[serde(default)]
    pub free: Vec<String>,
}

/// A file of a pack, or of the built-in data. Any of the tables may be missing.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    ship: Vec<ShipType>,
    #[serde(default)]
    crew: Vec<CrewEntry>,
    #[serde(default)]
    tech: Vec<TechEntry>,
    #[serde(default)]
    fleet: Vec<FleetType>,
}

/// Everything printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    /// Ships in the order of the data.
    pub ships: Vec<ShipType>,
    /// Crew, then tech, in the order of the data.
    pub disks: Vec<DiskType>,
    /// Ready-made fleets.
    pub fleets: Vec<FleetType>,
    /// Scenarios with their text, the one for newcomers first.
    pub scenarios: Vec<(Scenario, String)>,
    hash: String,
}

const FILES: [(&str, &str); 4] = [
    ("ships.toml", include_str!("../data/ships.toml")),
    ("crew.toml", include_str!("../data/crew.toml")),
    ("tech.toml", include_str!("../data/tech.toml")),
    ("fleets.toml", include_str!("../data/fleets.toml")),
];

const SCENARIOS: [(&str, &str); 13] = [
    ("01-balance-of-terror.toml", include_str!("../data/scenarios/01-balance-of-terror.toml")),
    ("02-heart-of-glory.toml", include_str!("../data/scenarios/02-heart-of-glory.toml")),
    ("03-best-of-both-worlds.toml", include_str!("../data/scenarios/03-best-of-both-worlds.toml")),
    ("04-the-wounded.toml", include_str!("../data/scenarios/04-the-wounded.toml")),
    ("05-peak-performance.toml", include_str!("../data/scenarios/05-peak-performance.toml")),
    ("06-redemption.toml", include_str!("../data/scenarios/06-redemption.toml")),
    ("07-the-chase.toml", include_str!("../data/scenarios/07-the-chase.toml")),
    ("08-menage-a-troi.toml", include_str!("../data/scenarios/08-menage-a-troi.toml")),
    ("09-the-pegasus.toml", include_str!("../data/scenarios/09-the-pegasus.toml")),
    ("10-tin-man.toml", include_str!("../data/scenarios/10-tin-man.toml")),
    ("11-chain-of-command.toml", include_str!("../data/scenarios/11-chain-of-command.toml")),
    ("12-last-ship-standing.toml", include_str!("../data/scenarios/12-last-ship-standing.toml")),
    ("13-border-incident.toml", include_str!("../data/scenarios/13-border-incident.toml")),
];

static DATA: OnceLock<Data> = OnceLock::new();

/// Everything printed.
pub fn data() -> &'static Data {
    DATA.get_or_init(Data::built_in)
}

/// Looks for mistakes in packs.
pub fn check(files: &[(String, String)]) -> Result<(), PackError> {
    Data::with_packs(files).map(drop)
}

/// Puts packs in force for the whole process; too late once a game has asked for its data.
pub fn install(files: &[(String, String)]) -> Result<(), PackError> {
    DATA.set(Data::with_packs(files)?).map_err(|_| PackError::late(files))
}

/// A fingerprint of the packs in force; empty for the built-in data alone.
pub fn hash() -> &'static str {
    &data().hash
}

impl Data {
    /// The data of this crate alone.
    pub fn built_in() -> Data {
        Data::with_packs(&[]).unwrap_or_else(|e| panic!("the built-in data is wrong: {e}"))
    }

    /// The built-in data with packs over it, in the order given. A file holds either one scenario (it names a
    /// `mission_type`) or tables `ship`, `crew`, `tech` and `fleet`; an entry with a known id replaces the one
    /// before it.
    pub fn with_packs(packs: &[(String, String)]) -> Result<Data, PackError> {
        let mut data = Data {
            ships: Vec::new(),
            disks: Vec::new(),
            fleets: Vec::new(),
            scenarios: Vec::new(),
            hash: fingerprint(packs),
        };
        let mut tech = Vec::new();
        let built_in = FILES.iter().map(|(name, text)| (*name, *text));
        let mut scenarios: Vec<(&str, &str)> = SCENARIOS.to_vec();
        let mut tables: Vec<(&str, &str)> = built_in.collect();
        for (name, text) in packs {
            let file: toml::Table = read(name, text)?;
            if file.contains_key("mission_type") {
                scenarios.push((name, text));
            } else {
                tables.push((name, text));
            }
        }
        for (name, text) in &tables {
            let file: File = read(name, text)?;
            put_all(&mut data.ships, file.ship, |s| &s.id);
            put_all(&mut data.fleets, file.fleet, |f| &f.id);
            put_all(&mut data.disks, file.crew.into_iter().map(DiskType::from), |d| &d.id);
            put_all(&mut tech, file.tech.into_iter().map(DiskType::from), |d| &d.id);
        }
        data.disks.append(&mut tech);
        for i in 0..data.disks.len() {
            let first = data.disks.iter().position(|d| d.name == data.disks[i].name).unwrap_or(i);
            data.disks[i].namesake = first as u8;
        }
        data.check().map_err(|why| {
            // The id that the complaint begins with names the file and the line.
            let id = why.split(':').next().unwrap_or("").to_string();
            let quoted = format!("\"{id}\"");
            let place = tables.iter().rev().find(|(_, text)| !id.is_empty() && text.contains(&quoted));
            let (file, line) = place.map_or(("data", 0), |(name, text)| (*name, line_of(text, &quoted)));
            PackError { file: file.into(), line, text: why }
        })?;
        for (name, text) in scenarios {
            let scenario: Scenario = read(name, text)?;
            scenario.check(&data).map_err(|why| PackError { file: name.into(), line: 0, text: why })?;
            match data.scenarios.iter_mut().find(|(s, _)| s.id == scenario.id) {
                Some(old) => *old = (scenario, text.into()),
                None => data.scenarios.push((scenario, text.into())),
            }
        }
        Ok(data)
    }

    /// A ship by its id.
    pub fn ship(&self, id: &str) -> Option<ShipTypeId> {
        self.ships.iter().position(|s| s.id == id).map(|i| ShipTypeId(i as u8))
    }

    /// A crew or tech disk by its id.
    pub fn disk(&self, id: &str) -> Option<DiskTypeId> {
        self.disks.iter().position(|d| d.id == id).map(|i| DiskTypeId(i as u8))
    }

    /// A ready-made fleet by its id.
    pub fn fleet(&self, id: &str) -> Option<&FleetType> {
        self.fleets.iter().find(|f| f.id == id)
    }

    /// A scenario by its id, with its text.
    pub fn scenario(&self, id: &str) -> Option<&(Scenario, String)> {
        self.scenarios.iter().find(|(s, _)| s.id == id)
    }

    /// All ship types.
    pub fn ship_types(&self) -> impl Iterator<Item = (ShipTypeId, &ShipType)> {
        self.ships.iter().enumerate().map(|(i, s)| (ShipTypeId(i as u8), s))
    }

    /// All crew and tech types.
    pub fn disk_types(&self) -> impl Iterator<Item = (DiskTypeId, &DiskType)> {
        self.disks.iter().enumerate().map(|(i, d)| (DiskTypeId(i as u8), d))
    }

    fn check(&self) -> Result<(), String> {
        // All ships are Unique and capacities are bounded, so these limits keep every game within its lists.
        if self.disks.len() > 250 {
            return Err("there is room for 250 kinds of crew and tech".into());
        }
        if self.ships.iter().filter(|s| !s.is_scenario()).count() > 48 || self.ships.len() > 200 {
            return Err("there is room for 48 ships that can be bought".into());
        }
        let berths: u32 =
            self.ships.iter().filter(|s| !s.is_scenario()).map(|s| u32::from(self.most_aboard(s))).sum();
        if berths > 210 {
            return Err(format!("all ships together carry {berths} disks; there is room for 210"));
        }
        for ship in &self.ships {
            let within = |what: &str, n: u8| {
                if n > 10 { Err(format!("{}: {what} is at most 10 (ST-1.5)", ship.id)) } else { Ok(()) }
            };
            within("maximum shields", ship.shields)?;
            within("maximum hull", ship.hull)?;
            within("maximum speed", ship.printed_speed())?;
            within("capacity", ship.capacity)?;
            if ship.hull == 0 {
                return Err(format!("{}: a ship without hull is destroyed (ST-1.6)", ship.id));
            }
            self.check_ability(&ship.id, ship.ability.as_ref(), true)?;
        }
        for disk in &self.disks {
            if disk.rows.len() > 3 || disk.rows.iter().any(|r| r.is_empty() || r.len() > 2) {
                return Err(format!(
                    "{}: a crew has at most three rows of one or two icons (ST-1.3)",
                    disk.id
                ));
            }
            if disk.faction.is_none() != disk.has(Keyword::Scenario) {
                return Err(format!("{}: a disk without faction has the keyword Scenario", disk.id));
            }
            self.check_ability(&disk.id, disk.ability.as_ref(), false)?;
        }
        for fleet in &self.fleets {
            for ship in &fleet.ships {
                self.ship(&ship.ship)
                    .ok_or_else(|| format!("{}: there is no ship {}", fleet.id, ship.ship))?;
                for disk in ship.disks.iter().chain(&ship.free) {
                    self.disk(disk).ok_or_else(|| format!("{}: there is no disk {disk}", fleet.id))?;
                }
            }
        }
        Ok(())
    }

    /// The most disks that a ship can start with: its capacity and every disk of its faction that adds to it.
    fn most_aboard(&self, ship: &ShipType) -> u8 {
        let own = self.disks.iter().filter(|d| d.faction == ship.faction).filter_map(|d| d.ability.as_ref());
        let adds = own
            .flat_map(|a| &a.effect)
            .map(|e| if let Effect::Capacity(n) = e { (*n).max(0) as u8 } else { 0 });
        adds.fold(ship.capacity, u8::saturating_add)
    }

    fn check_ability(&self, id: &str, ability: Option<&Ability>, ship: bool) -> Result<(), String> {
        let Some(ability) = ability else { return Ok(()) };
        if ability.effect.is_empty() {
            return Err(format!("{id}: an ability needs an effect"));
        }
        let flips = matches!(ability.when, When::Activate | When::Flip(_) | When::BoardingAt(_));
        if ship && flips {
            return Err(format!("{id}: ships are never flipped (ST-15.15)"));
        }
        if !ship && matches!(ability.when, When::OncePerTurn(_)) {
            return Err(format!("{id}: once per turn is for ships, disks are flipped (ST-15.15)"));
        }
        if ability.scope == Scope::Personal && ship {
            return Err(format!("{id}: Personal is for tech (ST-21.12)"));
        }
        let named = |disk: &String| match self.disk(disk) {
            Some(_) => Ok(()),
            None => Err(format!("{id}: there is no disk {disk}")),
        };
        for condition in &ability.conditions {
            if let Condition::RevealedDisk(disk) = condition {
                named(disk)?;
            }
        }
        for effect in &ability.effect {
            if let Effect::Command { who, .. } | Effect::Combat { who, .. } = effect {
                for tag in who.iter().flatten() {
                    if let Tag::Disk(disk) = tag {
                        named(disk)?;
                    }
                }
            }
            if let Effect::Cloak(kind) | Effect::CloakAs(kind) = effect
                && !(1..=3).contains(kind)
            {
                return Err(format!("{id}: cloaks are of type 1 to 3 (ST-16.1)"));
            }
        }
        Ok(())
    }
}

fn read<T: de::DeserializeOwned>(file: &str, text: &str) -> Result<T, PackError> {
    toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        PackError { file: file.into(), line, text: e.message().replace('\n', " ") }
    })
}

fn line_of(text: &str, word: &str) -> usize {
    text.find(word).map_or(0, |i| text[..i].matches('\n').count() + 1)
}

/// Twice 64-bit FNV-1a: enough to tell packs apart.
fn fingerprint(files: &[(String, String)]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let mut hash = [0xcbf2_9ce4_8422_2325_u64, 0x9ae1_6a3b_2f90_404f];
    for (file, text) in files {
        for byte in file.bytes().chain([0]).chain(text.bytes()).chain([1]) {
            for h in &mut hash {
                *h = (*h ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
    }
    format!("{:016x}{:016x}", hash[0], hash[1])
}

/// Puts entries at the end, or in the place of the one with the same id.
fn put_all<T>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>, id: impl Fn(&T) -> &String) {
    for entry in more {
        match list.iter().position(|old| id(old) == id(&entry)) {
            Some(i) => list[i] = entry,
            None => list.push(entry),
        }
    }
}

impl From<CrewEntry> for DiskType {
    fn from(e: CrewEntry) -> DiskType {
        DiskType {
            id: e.id,
            name: e.name,
            faction: e.faction,
            cost: e.cost,
            tech: false,
            command: e.command,
            combat: e.combat,
            keywords: e.keywords.into_iter().collect(),
            rows: e.rows,
            ability: e.ability,
            source: e.source,
            namesake: 0,
        }
    }
}

impl From<TechEntry> for DiskType {
    fn from(e: TechEntry) -> DiskType {
        DiskType {
            id: e.id,
            name: e.name,
            faction: Some(e.faction),
            cost: e.cost,
            tech: true,
            command: 0,
            combat: 0,
            keywords: e.keywords.into_iter().collect(),
            rows: Vec::new(),
            ability: e.ability,
            source: e.source,
            namesake: 0,
        }
    }
}

macro_rules! type_ids {
    ($($name:ident $list:ident $kind:ty, $find:ident, $doc:literal);* $(;)?) => { $(
        #[doc = $doc]
        ///
        /// People and logs read its id, such as `FED-S01`; states keep its place in the data.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u8);

        impl $name {
            /// What is printed on it.
            pub fn of(self) -> &'static $kind {
                &data().$list[usize::from(self.0)]
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() { serializer.serialize_str(&self.of().id) } else { serializer.serialize_u8(self.0) }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                if deserializer.is_human_readable() {
                    let id = String::deserialize(deserializer)?;
                    data().$find(&id).ok_or_else(|| de::Error::custom(format!("there is no disk {id}")))
                } else {
                    let n = u8::deserialize(deserializer)?;
                    if usize::from(n) < data().$list.len() { Ok($name(n)) } else { Err(de::Error::custom("no such disk")) }
                }
            }
        }
    )* };
}

type_ids! {
    ShipTypeId ships ShipType, ship, "A ship disk as printed.";
    DiskTypeId disks DiskType, disk, "A crew or tech disk as printed.";
}
