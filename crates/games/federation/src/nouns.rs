//! The nouns of the rulebook: races, resources, spaces, fleets, assets, technologies, tokens. Names and numbers
//! behind them are in [`crate::data`].

use crate::data::data;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// The five races, in faction order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Race {
    /// Flesh Eaters.
    #[default]
    #[serde(rename = "FE")]
    FleshEaters,
    /// Cthonians.
    #[serde(rename = "CT")]
    Cthonians,
    /// Mercenaries.
    #[serde(rename = "ME")]
    Mercenaries,
    /// Mutants.
    #[serde(rename = "MU")]
    Mutants,
    /// Cybers.
    #[serde(rename = "CY")]
    Cybers,
}

impl Race {
    /// All five, in faction order.
    pub const ALL: [Race; 5] =
        [Race::FleshEaters, Race::Cthonians, Race::Mercenaries, Race::Mutants, Race::Cybers];

    /// The race as an array index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Two letters, as on the board.
    pub const fn id(self) -> &'static str {
        ["FE", "CT", "ME", "MU", "CY"][self as usize]
    }

    /// The race's name.
    pub fn name(self) -> &'static str {
        data().races[self.index()].name.as_str()
    }

    /// The race with these two letters.
    pub fn from_id(id: &str) -> Option<Race> {
        Race::ALL.into_iter().find(|r| r.id() == id)
    }
}

/// A set of races.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Race>", into = "Vec<Race>")]
pub struct RaceSet(u8);

impl RaceSet {
    /// Is the race in it?
    pub const fn has(self, race: Race) -> bool {
        self.0 >> race as u8 & 1 == 1
    }

    /// Puts the race in.
    pub fn add(&mut self, race: Race) {
        self.0 |= 1 << race as u8;
    }

    /// Takes the race out.
    pub fn remove(&mut self, race: Race) {
        self.0 &= !(1 << race as u8);
    }

    /// How many races are in it.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Is it empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The races in faction order.
    pub fn iter(self) -> impl Iterator<Item = Race> {
        Race::ALL.into_iter().filter(move |&r| self.has(r))
    }
}

impl From<Vec<Race>> for RaceSet {
    fn from(races: Vec<Race>) -> RaceSet {
        let mut set = RaceSet::default();
        for race in races {
            set.add(race);
        }
        set
    }
}

impl From<RaceSet> for Vec<Race> {
    fn from(set: RaceSet) -> Vec<Race> {
        set.iter().collect()
    }
}

impl fmt::Debug for RaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The seven resources.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Resource {
    /// Build.
    #[default]
    #[serde(rename = "B")]
    Build,
    /// Maneuver.
    #[serde(rename = "M")]
    Maneuver,
    /// Research.
    #[serde(rename = "R")]
    Research,
    /// Espionage.
    #[serde(rename = "E")]
    Espionage,
    /// Morale.
    #[serde(rename = "O")]
    Morale,
    /// Diplomacy.
    #[serde(rename = "D")]
    Diplomacy,
    /// Warp.
    #[serde(rename = "W")]
    Warp,
}

impl Resource {
    /// All seven.
    pub const ALL: [Resource; 7] = [
        Resource::Build,
        Resource::Maneuver,
        Resource::Research,
        Resource::Espionage,
        Resource::Morale,
        Resource::Diplomacy,
        Resource::Warp,
    ];

    /// The letter on board ids and in situations.
    pub const fn id(self) -> &'static str {
        ["B", "M", "R", "E", "O", "D", "W"][self as usize]
    }

    /// The resource's name.
    pub fn name(self) -> &'static str {
        data().resources[self as usize].name.as_str()
    }

    /// The resource with this letter.
    pub fn from_id(id: &str) -> Option<Resource> {
        Resource::ALL.into_iter().find(|r| r.id() == id)
    }
}

/// A handful of resource tokens, counted by type in the order of [`Resource::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Bundle(pub [u8; 7]);

impl Bundle {
    /// How many of one type.
    pub const fn of(&self, what: Resource) -> u8 {
        self.0[what as usize]
    }

    /// Is there one of this type?
    pub const fn has(&self, what: Resource) -> bool {
        self.0[what as usize] > 0
    }

    /// Puts tokens in.
    pub fn add(&mut self, what: Resource, n: u8) {
        self.0[what as usize] += n;
    }

    /// Takes one token out, which must be there.
    pub fn take(&mut self, what: Resource) {
        let n = &mut self.0[what as usize];
        *n = n.checked_sub(1).expect("a token that is there");
    }

    /// Pours another handful in.
    pub fn pour(&mut self, other: Bundle) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a += b;
        }
    }

    /// How many in all.
    pub fn total(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 7]
    }

    /// The types of which there is at least one.
    pub fn types(self) -> impl Iterator<Item = Resource> {
        Resource::ALL.into_iter().filter(move |&r| self.has(r))
    }
}

impl fmt::Debug for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for what in self.types() {
            write!(f, "{}{}", self.of(what), what.id())?;
        }
        Ok(())
    }
}

/// A type that is a number inside and an id such as `FE2` outside: in JSON, situations and logs.
macro_rules! by_id {
    ($name:ident, $count:expr, $what:literal) => {
        impl $name {
            /// As an array index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The one with this id.
            pub fn from_id(id: &str) -> Option<$name> {
                (0..$count as u8).map($name).find(|x| x.id() == id)
            }

            /// All of them.
            pub fn all() -> impl Iterator<Item = $name> {
                (0..$count as u8).map($name)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.id())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.serialize_str(self.id())
                } else {
                    serializer.serialize_u8(self.0)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                if deserializer.is_human_readable() {
                    let id = String::deserialize(deserializer)?;
                    $name::from_id(&id).ok_or_else(|| {
                        D::Error::custom(format!(concat!("no ", $what, " is called `{}`"), id))
                    })
                } else {
                    let n = u8::deserialize(deserializer)?;
                    let ok = usize::from(n) < $count;
                    ok.then_some($name(n)).ok_or_else(|| D::Error::custom(concat!("no such ", $what)))
                }
            }
        }
    };
}

/// A space of the main board. Sol is the first; the numbered spaces follow, then the named ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Space(pub u8);

/// How many spaces the board has.
pub const SPACES: usize = 31;
by_id!(Space, SPACES, "space");

impl Space {
    /// Sol.
    pub const SOL: Space = Space(0);

    /// The id on the board, such as `FE2`.
    pub fn id(self) -> &'static str {
        data().spaces[self.index()].id.as_str()
    }

    /// The name, such as "Flesh Eaters 2".
    pub fn name(self) -> &'static str {
        data().spaces[self.index()].name.as_str()
    }

    /// Whose territory it lies in; nobody's for Sol (SF-0.9).
    pub fn race(self) -> Option<Race> {
        data().spaces[self.index()].race
    }

    /// Its number on a track; 0 for Sol and the named spaces.
    pub fn number(self) -> u8 {
        data().spaces[self.index()].number
    }

    /// One of the six that must be settled (SF-0.10).
    pub fn is_named(self) -> bool {
        data().named >> self.0 & 1 == 1
    }

    /// Moves from Sol on the unmodified map (SF-0.11); for named spaces.
    pub fn distance(self) -> u8 {
        data().spaces[self.index()].distance
    }

    /// The bit of this space in a set of spaces.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// The spaces that touch it on the printed map, as bits.
    pub fn neighbours(self) -> u32 {
        data().adjacent[self.index()]
    }

    /// The spaces of a set.
    pub fn of_bits(bits: u32) -> impl Iterator<Item = Space> {
        let mut rest = bits;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let n = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Space(n as u8))
        })
    }
}

/// The four kinds of fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FleetKind {
    /// Scout Fleet.
    Scout,
    /// Raider Fleet.
    Raider,
    /// Battle Fleet.
    Battle,
    /// The Doom Fleet of the Cthonians.
    Doom,
}

impl FleetKind {
    /// The kind's name.
    pub const fn name(self) -> &'static str {
        ["Scout", "Raider", "Battle Fleet", "Doom Fleet"][self as usize]
    }
}

/// One of the sixteen fleets: three a race, and the Doom Fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Fleet(pub u8);

/// How many fleets there are.
pub const FLEETS: usize = 16;
by_id!(Fleet, FLEETS, "fleet");

impl Fleet {
    /// The Doom Fleet.
    pub const DOOM: Fleet = Fleet(15);

    /// One of a race's three fleets.
    pub const fn new(race: Race, kind: FleetKind) -> Fleet {
        match kind {
            FleetKind::Scout => Fleet(race as u8 * 3),
            FleetKind::Raider => Fleet(race as u8 * 3 + 1),
            FleetKind::Battle => Fleet(race as u8 * 3 + 2),
            FleetKind::Doom => Fleet::DOOM,
        }
    }

    /// The id, such as `FE-S`.
    pub fn id(self) -> &'static str {
        data().fleets[self.index()].id.as_str()
    }

    /// The race it belongs to.
    pub const fn race(self) -> Race {
        if self.0 == 15 { Race::Cthonians } else { Race::ALL[self.0 as usize / 3] }
    }

    /// Its kind.
    pub const fn kind(self) -> FleetKind {
        match self.0 {
            15 => FleetKind::Doom,
            n => [FleetKind::Scout, FleetKind::Raider, FleetKind::Battle][n as usize % 3],
        }
    }

    /// "Flesh Eaters Scout".
    pub fn name(self) -> String {
        format!("{} {}", self.race().name(), self.kind().name())
    }

    /// The bit of this fleet in a set of fleets.
    pub const fn bit(self) -> u16 {
        1 << self.0
    }
}

/// A set of fleets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FleetSet(pub u16);

impl FleetSet {
    /// All fleets of a race, the Doom Fleet among them.
    pub const fn of_race(race: Race) -> FleetSet {
        let doom = if matches!(race, Race::Cthonians) { 1 << 15 } else { 0 };
        FleetSet(0b111 << (race as u16 * 3) | doom)
    }

    /// Is the fleet in it?
    pub const fn has(self, fleet: Fleet) -> bool {
        self.0 >> fleet.0 & 1 == 1
    }

    /// Puts the fleet in.
    pub fn add(&mut self, fleet: Fleet) {
        self.0 |= fleet.bit();
    }

    /// Takes the fleet out.
    pub fn remove(&mut self, fleet: Fleet) {
        self.0 &= !fleet.bit();
    }

    /// Is it empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Those in both.
    #[must_use]
    pub const fn and(self, other: FleetSet) -> FleetSet {
        FleetSet(self.0 & other.0)
    }

    /// Those in either.
    #[must_use]
    pub const fn or(self, other: FleetSet) -> FleetSet {
        FleetSet(self.0 | other.0)
    }

    /// Those not in the other.
    #[must_use]
    pub const fn minus(self, other: FleetSet) -> FleetSet {
        FleetSet(self.0 & !other.0)
    }

    /// The fleets in order.
    pub fn iter(self) -> impl Iterator<Item = Fleet> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let n = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Fleet(n as u8))
        })
    }
}

impl fmt::Debug for FleetSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The two ships that can move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ship {
    /// Flagship.
    Flagship,
    /// Ally Ship.
    Ally,
}

impl Ship {
    /// Both.
    pub const ALL: [Ship; 2] = [Ship::Flagship, Ship::Ally];

    /// The ship's name.
    pub const fn name(self) -> &'static str {
        ["Flagship", "Ally Ship"][self as usize]
    }

    /// The word in situations and board ids.
    pub const fn word(self) -> &'static str {
        ["flagship", "ally"][self as usize]
    }
}

/// What can be built without settling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Flagship.
    Flagship,
    /// Mine Field.
    Mine,
    /// Sol Defense.
    SolDefense,
}

impl Unit {
    /// All three.
    pub const ALL: [Unit; 3] = [Unit::Flagship, Unit::Mine, Unit::SolDefense];

    /// The unit's name.
    pub const fn name(self) -> &'static str {
        ["Flagship", "Mine Field", "Sol Defense"][self as usize]
    }

    /// The word in situations and board ids.
    pub const fn word(self) -> &'static str {
        ["flagship", "mine", "sol-defense"][self as usize]
    }
}

/// The six Bases.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// Build Base.
    Build,
    /// Maneuver Base.
    Maneuver,
    /// Research Base.
    Research,
    /// Espionage Base.
    Espionage,
    /// Defense Base.
    Defense,
    /// Warp Research Base.
    WarpResearch,
}

impl Base {
    /// All six.
    pub const ALL: [Base; 6] =
        [Base::Build, Base::Maneuver, Base::Research, Base::Espionage, Base::Defense, Base::WarpResearch];

    /// The Base's name.
    pub fn name(self) -> &'static str {
        data().bases[self as usize].name.as_str()
    }

    /// The word in situations and board ids.
    pub const fn word(self) -> &'static str {
        ["build", "maneuver", "research", "espionage", "defense", "warp-research"][self as usize]
    }
}

/// The two sides of a Mine Field, the Sol Defense or a Base (SF-0.8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Stripe down.
    Basic,
    /// Stripe up.
    Upgraded,
}

impl Side {
    /// The word in situations.
    pub const fn word(self) -> &'static str {
        ["basic", "upgraded"][self as usize]
    }
}

/// An asset as a player points at it in one space (SF-0.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asset {
    /// A Flagship.
    #[default]
    Flagship,
    /// An Ally Ship.
    Ally,
    /// A Mine Field with this side up.
    Mine(Side),
    /// The Sol Defense.
    SolDefense,
    /// A Base.
    Base(Base),
}

impl Asset {
    /// The asset's name.
    pub fn name(self) -> String {
        match self {
            Asset::Flagship => "Flagship".into(),
            Asset::Ally => "Ally Ship".into(),
            Asset::Mine(Side::Basic) => "Mine Field".into(),
            Asset::Mine(Side::Upgraded) => "upgraded Mine Field".into(),
            Asset::SolDefense => "Sol Defense".into(),
            Asset::Base(base) => base.name().into(),
        }
    }
}

/// One of the 17 wooden pieces: five Flagships, two Ally Ships, three Mine Fields, the Sol Defense, six Bases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Piece {
    /// Where it is.
    pub at: PieceAt,
    /// Stripe up.
    pub upgraded: bool,
}

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceAt {
    /// In Locked Assets.
    #[default]
    Locked,
    /// Out of play until Warp Gates (SF-1.11).
    Aside,
    /// In Unbuilt Assets.
    Unbuilt,
    /// On the map.
    Map(Space),
}

/// Federation and Warp technologies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum FedTech {
    /// Enhanced Targeting System.
    #[default]
    #[serde(rename = "F_ETS")]
    Targeting,
    /// Missile Swarms.
    #[serde(rename = "F_MSW")]
    MissileSwarms,
    /// Data Disruption Toolkit.
    #[serde(rename = "F_DDT")]
    Toolkit,
    /// Real Time Translator.
    #[serde(rename = "F_RTT")]
    Translator,
    /// MilSpecOps Engines.
    #[serde(rename = "F_MSO")]
    Engines,
    /// Warp Gates.
    #[serde(rename = "W_GATE")]
    WarpGates,
    /// Warp Bubble.
    #[serde(rename = "W_BUB")]
    WarpBubble,
    /// Visual Distortion Field.
    #[serde(rename = "W_VDF")]
    DistortionField,
    /// Patrol Routes.
    #[serde(rename = "W_PAT")]
    PatrolRoutes,
}

impl FedTech {
    /// All nine kinds.
    pub const ALL: [FedTech; 9] = [
        FedTech::Targeting,
        FedTech::MissileSwarms,
        FedTech::Toolkit,
        FedTech::Translator,
        FedTech::Engines,
        FedTech::WarpGates,
        FedTech::WarpBubble,
        FedTech::DistortionField,
        FedTech::PatrolRoutes,
    ];

    /// The id, such as `F_ETS`.
    pub const fn id(self) -> &'static str {
        ["F_ETS", "F_MSW", "F_DDT", "F_RTT", "F_MSO", "W_GATE", "W_BUB", "W_VDF", "W_PAT"][self as usize]
    }

    /// The technology's name.
    pub fn name(self) -> &'static str {
        data().federation[self as usize].name.as_str()
    }

    /// The technology with this id.
    pub fn from_id(id: &str) -> Option<FedTech> {
        FedTech::ALL.into_iter().find(|t| t.id() == id)
    }
}

/// Alien technologies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum AlienTech {
    /// Fast Scouts.
    #[default]
    #[serde(rename = "A_FSC")]
    FastScouts,
    /// Fast Raiders.
    #[serde(rename = "A_FRA")]
    FastRaiders,
    /// Raider Protocols.
    #[serde(rename = "A_RPR")]
    RaiderProtocols,
    /// Advanced Defensive Systems.
    #[serde(rename = "A_ADS")]
    DefensiveSystems,
    /// Durability Enhancements.
    #[serde(rename = "A_DUR")]
    Durability,
    /// Anti-Espionage Protocols.
    #[serde(rename = "A_AES")]
    AntiEspionage,
    /// Forced Pursuit.
    #[serde(rename = "A_FPU")]
    ForcedPursuit,
    /// Fast Advance.
    #[serde(rename = "A_FAD")]
    FastAdvance,
    /// Auto Re-spawn.
    #[serde(rename = "A_ARS")]
    AutoRespawn,
    /// Stolen Mutant Tech.
    #[serde(rename = "A_SMU")]
    StolenMutant,
    /// Stolen Cthonian Tech.
    #[serde(rename = "A_SCT")]
    StolenCthonian,
    /// Plunder.
    #[serde(rename = "A_PLU")]
    Plunder,
    /// Enhanced Tech.
    #[serde(rename = "A_ENH")]
    Enhanced,
    /// Doom Fleet.
    #[serde(rename = "A_DOM")]
    DoomFleet,
}

impl AlienTech {
    /// All fourteen kinds.
    pub const ALL: [AlienTech; 14] = [
        AlienTech::FastScouts,
        AlienTech::FastRaiders,
        AlienTech::RaiderProtocols,
        AlienTech::DefensiveSystems,
        AlienTech::Durability,
        AlienTech::AntiEspionage,
        AlienTech::ForcedPursuit,
        AlienTech::FastAdvance,
        AlienTech::AutoRespawn,
        AlienTech::StolenMutant,
        AlienTech::StolenCthonian,
        AlienTech::Plunder,
        AlienTech::Enhanced,
        AlienTech::DoomFleet,
    ];

    /// The id, such as `A_FSC`.
    pub const fn id(self) -> &'static str {
        [
            "A_FSC", "A_FRA", "A_RPR", "A_ADS", "A_DUR", "A_AES", "A_FPU", "A_FAD", "A_ARS", "A_SMU",
            "A_SCT", "A_PLU", "A_ENH", "A_DOM",
        ][self as usize]
    }

    /// The technology's name.
    pub fn name(self) -> &'static str {
        data().alien[self as usize].name.as_str()
    }

    /// The technology with this id.
    pub fn from_id(id: &str) -> Option<AlienTech> {
        AlienTech::ALL.into_iter().find(|t| t.id() == id)
    }
}

/// A kind of Activation token; the tokens of one kind are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Token(pub u8);

/// How many kinds of Activation token there are.
pub const TOKENS: usize = 33;
by_id!(Token, TOKENS, "Activation token");

impl Token {
    /// The id, such as `FE-ADV`.
    pub fn id(self) -> &'static str {
        data().tokens[self.index()].id.as_str()
    }

    /// What it does.
    pub fn what(self) -> TokenFx {
        data().tokens[self.index()].what
    }

    /// Is it one of the player's?
    pub fn is_federation(self) -> bool {
        matches!(self.what(), TokenFx::Federation { .. })
    }

    /// "Flesh Eaters Advance".
    pub fn name(self) -> String {
        match self.what() {
            TokenFx::Alien { race, effect } => format!("{} {}", race.name(), effect.name()),
            TokenFx::Universal(effect) => effect.name().into(),
            TokenFx::Federation { rolls: 1, minus: 0 } => "Federation (1 roll)".into(),
            TokenFx::Federation { rolls: 1, .. } => "Federation (1 roll, −1)".into(),
            TokenFx::Federation { rolls, .. } => format!("Federation ({rolls} rolls)"),
        }
    }
}

/// What an Activation token does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum TokenFx {
    /// One race acts (chapter 5).
    Alien {
        /// Which race.
        race: Race,
        /// What it does.
        effect: AlienFx,
    },
    /// Something universal happens (chapter 6).
    Universal(UniFx),
    /// The player has a turn (chapter 8).
    Federation {
        /// Resource Rolls.
        rolls: u8,
        /// Taken off every die.
        minus: u8,
    },
}

/// What an alien token does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlienFx {
    /// Fleets move towards Sol.
    Advance,
    /// A fleet enters the map.
    Spawn,
    /// The race gains a technology.
    Tech,
    /// A show of force.
    Press,
    /// Anger about a Base.
    BorderFriction,
    /// The Mercenaries smell a profit.
    Greed,
}

impl AlienFx {
    /// The effect's name.
    pub const fn name(self) -> &'static str {
        ["Advance", "Spawn", "Tech", "Press", "Border Friction", "Greed"][self as usize]
    }
}

/// What a universal token does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UniFx {
    /// Random Event.
    RandomEvent,
    /// Alien War.
    AlienWar,
    /// Galactic Conflict.
    GalacticConflict,
    /// Fast Scouts.
    FastScouts,
    /// Fast Raiders.
    FastRaiders,
    /// Expansion Desire.
    ExpansionDesire,
}

impl UniFx {
    /// The effect's name.
    pub const fn name(self) -> &'static str {
        ["Random Event", "Alien War", "Galactic Conflict", "Fast Scouts", "Fast Raiders", "Expansion Desire"]
            [self as usize]
    }
}

/// The keyword of an Alliance result (SF-11.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keyword {
    /// Both War Efforts go down.
    Diplomacy,
    /// Both races Advance.
    Military,
    /// Both races gain a technology.
    Research,
}

impl Keyword {
    /// The keyword.
    pub const fn name(self) -> &'static str {
        ["Diplomacy", "Military", "Research"][self as usize]
    }
}

/// Where two neighbours stand with each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// At war.
    War,
    /// Neither.
    #[default]
    Neutral,
    /// Allied.
    Alliance,
}

impl Relation {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["War", "Neutral", "Alliance"][self as usize]
    }
}

/// A neighbouring pair of the ring (SF-11.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Pair(pub u8);

/// How many pairs there are.
pub const PAIRS: usize = 4;
by_id!(Pair, PAIRS, "pair of neighbours");

impl Pair {
    /// Cthonians and Mutants, whose quarrels the Mercenaries feel (SF-11.10).
    pub const CTHONIANS_MUTANTS: Pair = Pair(1);

    /// The id, such as `FE-CT`.
    pub fn id(self) -> &'static str {
        data().pairs[self.index()].id.as_str()
    }

    /// The two races in faction order.
    pub fn races(self) -> [Race; 2] {
        data().pairs[self.index()].races
    }

    /// Is the race one of the two?
    pub fn has(self, race: Race) -> bool {
        self.races().contains(&race)
    }

    /// "Flesh Eaters and Cthonians".
    pub fn name(self) -> String {
        let [a, b] = self.races();
        format!("{} and {}", a.name(), b.name())
    }
}

/// The Federation's own markers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// Expansion Desire.
    Expansion,
    /// Military Losses.
    Losses,
    /// Federation Stability.
    Stability,
}

impl Marker {
    /// All three.
    pub const ALL: [Marker; 3] = [Marker::Expansion, Marker::Losses, Marker::Stability];

    /// The marker's name.
    pub const fn name(self) -> &'static str {
        ["Expansion Desire", "Military Losses", "Federation Stability"][self as usize]
    }

    /// The word in situations and board ids.
    pub const fn word(self) -> &'static str {
        ["expansion", "losses", "stability"][self as usize]
    }
}

/// An Event chit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Chit(pub u8);

/// How many Event chits there are.
pub const CHITS: usize = 6;
by_id!(Chit, CHITS, "Event chit");

impl Chit {
    /// The id, such as `EV1`.
    pub fn id(self) -> &'static str {
        data().chits[self.index()].id.as_str()
    }

    /// The chit's name, such as "Home Front".
    pub fn name(self) -> &'static str {
        data().chits[self.index()].name.as_str()
    }
}

/// What an event does (chapter 7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventFx {
    /// One project of the player's choice moves on (SF-7.1).
    AdvanceResearch,
    /// The Resource Track moves (SF-7.2).
    AdvanceTrack,
    /// Two neighbours come closer (SF-7.3).
    Alliance(Keyword),
    /// The people want to expand (SF-7.4).
    ExpansionDesire,
    /// A free Construction (SF-7.5).
    FreeBuild,
    /// A free Propaganda (SF-7.6).
    FreePropaganda,
    /// A race gains a technology (SF-7.7).
    GainTech(Who),
    /// Military Losses go up (SF-7.8).
    MilitaryLoss,
    /// The Resource Track moves back (SF-7.9).
    ResourcesUp,
    /// One fleet spawns or advances (SF-7.10).
    SpawnAdvance {
        /// Whose.
        who: Who,
        /// Which kind.
        fleet: FleetKind,
    },
    /// A token is returned (SF-7.11).
    Spend(Resource),
    /// A War Effort goes down (SF-7.12).
    WarEffort(Who),
    /// An alliance breaks (SF-7.14).
    FailedAlliance,
}

/// Whom an event strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Who {
    /// Flesh Eaters.
    #[serde(rename = "FE")]
    FleshEaters,
    /// Cthonians.
    #[serde(rename = "CT")]
    Cthonians,
    /// Mercenaries.
    #[serde(rename = "ME")]
    Mercenaries,
    /// Mutants.
    #[serde(rename = "MU")]
    Mutants,
    /// Cybers.
    #[serde(rename = "CY")]
    Cybers,
    /// The FACTION die says (SF-7.13).
    #[serde(rename = "faction")]
    Faction,
}

impl Who {
    /// The race, where the event names one.
    pub const fn race(self) -> Option<Race> {
        match self {
            Who::FleshEaters => Some(Race::FleshEaters),
            Who::Cthonians => Some(Race::Cthonians),
            Who::Mercenaries => Some(Race::Mercenaries),
            Who::Mutants => Some(Race::Mutants),
            Who::Cybers => Some(Race::Cybers),
            Who::Faction => None,
        }
    }
}
