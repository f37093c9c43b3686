//! Activation tokens.

use super::{Race, by_id};
use crate::data::data;
use serde::{Deserialize, Serialize};

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

/// The keyword printed with an Alliance result (SF-11.9, SF-11.11).
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
