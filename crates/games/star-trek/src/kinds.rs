//! The rule sheet's own words: factions, sizes, orders, criticals, keywords, and the numbers of pieces.

use klaxon_geometry::plane;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The five factions (ST-1.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Faction {
    /// Federation.
    #[serde(rename = "FED")]
    Federation,
    /// Romulan Star Empire.
    #[serde(rename = "ROM")]
    Romulan,
    /// Klingon Empire.
    #[serde(rename = "KLI")]
    Klingon,
    /// Cardassian Union.
    #[serde(rename = "CAR")]
    Cardassian,
    /// Ferengi Alliance.
    #[serde(rename = "FER")]
    Ferengi,
}

impl Faction {
    /// All of them, in the order of the sheet.
    pub const ALL: [Faction; 5] =
        [Faction::Federation, Faction::Romulan, Faction::Klingon, Faction::Cardassian, Faction::Ferengi];

    /// The short code in ids and scripts.
    pub fn code(self) -> &'static str {
        match self {
            Faction::Federation => "FED",
            Faction::Romulan => "ROM",
            Faction::Klingon => "KLI",
            Faction::Cardassian => "CAR",
            Faction::Ferengi => "FER",
        }
    }

    /// The name as an adjective.
    pub fn name(self) -> &'static str {
        match self {
            Faction::Federation => "Federation",
            Faction::Romulan => "Romulan",
            Faction::Klingon => "Klingon",
            Faction::Cardassian => "Cardassian",
            Faction::Ferengi => "Ferengi",
        }
    }

    /// A faction by its code, upper or lower case.
    pub fn by_code(code: &str) -> Option<Faction> {
        Faction::ALL.into_iter().find(|f| f.code().eq_ignore_ascii_case(code))
    }
}

/// Ship sizes (ST-1.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Fast and small.
    Small,
    /// By far the commonest.
    Standard,
    /// Slow and large.
    Large,
}

impl Size {
    /// ST-2.5: the radius in mils.
    pub fn radius(self) -> i64 {
        match self {
            Size::Small => 1000,
            Size::Standard => 1250,
            Size::Large => 1625,
        }
    }

    /// ST-1.4: the maximum speed before bonuses.
    pub fn max_speed(self) -> u8 {
        match self {
            Size::Small => 6,
            Size::Standard => 5,
            Size::Large => 4,
        }
    }

    /// The size in a word.
    pub fn name(self) -> &'static str {
        match self {
            Size::Small => "small",
            Size::Standard => "standard",
            Size::Large => "large",
        }
    }
}

/// The five orders (ST-6.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Change Speed.
    #[serde(rename = "CS")]
    ChangeSpeed,
    /// Change Heading.
    #[serde(rename = "CH")]
    ChangeHeading,
    /// Raise Shields.
    #[serde(rename = "RS")]
    RaiseShields,
    /// Attack.
    #[serde(rename = "AT")]
    Attack,
    /// Activate Crew/Tech.
    #[serde(rename = "AC")]
    Activate,
}

impl Order {
    /// All of them, in the order of the sheet.
    pub const ALL: [Order; 5] =
        [Order::ChangeSpeed, Order::ChangeHeading, Order::RaiseShields, Order::Attack, Order::Activate];

    /// The short code.
    pub fn code(self) -> &'static str {
        match self {
            Order::ChangeSpeed => "CS",
            Order::ChangeHeading => "CH",
            Order::RaiseShields => "RS",
            Order::Attack => "AT",
            Order::Activate => "AC",
        }
    }

    /// The name on the disk.
    pub fn name(self) -> &'static str {
        match self {
            Order::ChangeSpeed => "Change Speed",
            Order::ChangeHeading => "Change Heading",
            Order::RaiseShields => "Raise Shields",
            Order::Attack => "Attack",
            Order::Activate => "Activate Crew/Tech",
        }
    }

    /// An order by its code.
    pub fn by_code(code: &str) -> Option<Order> {
        Order::ALL.into_iter().find(|o| o.code().eq_ignore_ascii_case(code))
    }
}

/// The five criticals, in the fixed sequence of a critical drop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crit {
    /// Removes revealed Bridge Crew (ST-14.6).
    Bridge,
    /// Removes revealed tech (ST-14.7).
    Engineering,
    /// Slows the ship (ST-14.8).
    Helm,
    /// Takes the shields down (ST-14.8).
    Shields,
    /// Weakens the beam (ST-14.8).
    Weapons,
}

impl Crit {
    /// The fixed sequence of the five-counter drop.
    pub const ALL: [Crit; 5] = [Crit::Bridge, Crit::Engineering, Crit::Helm, Crit::Shields, Crit::Weapons];

    /// Its bit in a set of markers.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The name on the counter.
    pub fn name(self) -> &'static str {
        match self {
            Crit::Bridge => "bridge",
            Crit::Engineering => "engineering",
            Crit::Helm => "helm",
            Crit::Shields => "shields",
            Crit::Weapons => "weapons",
        }
    }

    /// A critical by its name.
    pub fn by_name(name: &str) -> Option<Crit> {
        Crit::ALL.into_iter().find(|c| c.name() == name)
    }
}

macro_rules! keywords {
    ($($variant:ident $name:literal $doc:literal),* $(,)?) => {
        /// Keywords of crew and tech (ST-21).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Keyword {
            $(#[doc = $doc] #[serde(rename = $name)] $variant,)*
        }

        impl Keyword {
            /// All of them.
            pub const ALL: &'static [Keyword] = &[$(Keyword::$variant),*];

            /// The printed word.
            pub fn name(self) -> &'static str {
                match self { $(Keyword::$variant => $name,)* }
            }
        }
    };
}

keywords! {
    Unique "Unique" "At most one in the game (ST-1.13, ST-21.13).",
    Captain "Captain" "One Captain or Admiral a ship (ST-1.15, ST-21.17).",
    Admiral "Admiral" "One Captain or Admiral a ship (ST-1.15, ST-21.17).",
    BridgeCrew "Bridge Crew" "Dies to bridge crits when revealed (ST-21.5).",
    Engineer "Engineer" "A label.",
    Medical "Medical" "A label.",
    Science "Science" "A label.",
    FlightControl "Flight Control" "A label.",
    AwayTeam "Away Team" "Bought with Start points (ST-21.15).",
    Security "Security" "Cannot beam off (ST-21.10).",
    Unlimited "Unlimited" "Any number of copies (ST-1.14, ST-21.14).",
    Intel "Intel" "Spies (ST-21.7).",
    TalShiar "Tal Shiar" "Implies Intel (ST-21.7).",
    TalDiann "Tal Diann" "Implies Intel (ST-21.7).",
    ObsidianOrder "Obsidian Order" "Implies Intel (ST-21.7).",
    Cloak "Cloak" "A cloaking device (ST-16).",
    Constant "Constant" "May stay flipped in step 5 (ST-21.4).",
    Personal "Personal" "Works for crew at home on its ship, wherever they are (ST-21.12).",
    Scenario "Scenario" "Comes with a scenario and is not bought.",
    Vip "VIP" "Carried, never fighting.",
    Borg "Borg" "Belongs to the Borg.",
    Klingon "Klingon" "A label.",
}

/// A set of keywords.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keywords(u32);

impl Keywords {
    /// Is the keyword on the disk?
    pub fn has(self, keyword: Keyword) -> bool {
        self.0 >> keyword as u32 & 1 == 1
    }

    /// The keywords in their fixed order.
    pub fn iter(self) -> impl Iterator<Item = Keyword> {
        Keyword::ALL.iter().copied().filter(move |&k| self.has(k))
    }
}

impl FromIterator<Keyword> for Keywords {
    /// ST-21.7: the three secret services imply Intel.
    fn from_iter<I: IntoIterator<Item = Keyword>>(words: I) -> Keywords {
        let mut set = words.into_iter().fold(0u32, |set, k| set | 1 << k as u32);
        let services = [Keyword::TalShiar, Keyword::TalDiann, Keyword::ObsidianOrder];
        if services.iter().any(|k| set >> *k as u32 & 1 == 1) {
            set |= 1 << Keyword::Intel as u32;
        }
        Keywords(set)
    }
}

macro_rules! ids {
    ($($name:ident $inner:ty, $doc:literal);* $(;)?) => { $(
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// No piece at all.
            pub const NONE: $name = $name(0);

            /// The piece at a place of its list.
            pub fn at(index: usize) -> $name {
                $name(index as $inner + 1)
            }

            /// Its place in the list of its kind.
            pub fn ix(self) -> usize {
                self.0 as usize - 1
            }

            /// Is it a piece?
            pub fn is_some(self) -> bool {
                self.0 != 0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )* };
}

ids! {
    ShipId u8, "The number of a ship, from 1 (ST-2.21).";
    DiskId u8, "The number of a crew or tech disk, from 1.";
    TerrainId u8, "The number of a terrain disk, from 1 (ST-2.21).";
    ObstacleId u16, "The number of an obstacle, from 1, as placed (ST-2.21).";
    TorpedoId u16, "The number of a torpedo, from 1, by launch (ST-2.21).";
}

/// ST-2.5: the radius of a torpedo.
pub const TORPEDO_RADIUS: i64 = 500;
/// ST-2.5: the radius of a terrain disk.
pub const TERRAIN_RADIUS: i64 = 2000;
/// ST-2.5: the radius of an obstacle.
pub const OBSTACLE_RADIUS: i64 = 750;
/// ST-2.5: the radius of a Borg cube.
pub const CUBE_RADIUS: i64 = 2500;
/// ST-1.5: no status of a player's ship exceeds this.
pub const STATUS_CAP: i32 = 10;

/// A round piece of cardboard; crew and tech have the name `Disk` in here.
pub type Round = plane::Disk;
