//! The Federation's assets.

use super::Space;
use crate::data::data;
use serde::{Deserialize, Serialize};

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

impl Piece {
    /// Where it stands on the map.
    pub const fn on_map(&self) -> Option<Space> {
        match self.at {
            PieceAt::Map(at) => Some(at),
            PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt => None,
        }
    }
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
