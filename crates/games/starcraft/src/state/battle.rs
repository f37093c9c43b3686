//! A battle and the skirmish being resolved.

use crate::{
    data::{Move, Tag},
    effect::Filter,
    ids::{Area, Card, Unit},
};
use klaxon_core::{Seat, Short};
use serde::{Deserialize, Serialize};

/// A battle (chapter 9). Side 0 attacks, side 1 defends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// The contested area.
    pub area: Area,
    /// Attacker and defender.
    pub seats: [Seat; 2],
    /// Started by a special Mobilize order (SC-7.13).
    pub special: bool,
    /// All units that take part.
    pub fighters: [Short<Fighter, 8>; 2],
    /// The skirmishes.
    pub skirmishes: Short<Skirmish, 4>,
    /// Attack and health in every skirmish of a side.
    pub bonus: [(u8, u8); 2],
    /// Cards more in step 3.
    pub extra_draw: [u8; 2],
    /// Sides that must place face up (SC-13.11).
    pub face_up: [bool; 2],
    /// Called off by a Retreat event.
    pub called_off: bool,
    /// Splash that was triggered.
    pub splash: Short<Splash, 18>,
    /// Units that died of it, as bits.
    pub splashed: [u8; 2],
    /// Splash cards that wait for step 8.
    pub waiting: [u64; 2],
    /// The skirmish being resolved.
    pub clash: Clash,
    /// Units that leave, as bits.
    pub leaving: [u8; 2],
}

/// A unit in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fighter {
    /// What it is.
    pub unit: Unit,
    /// Its skirmish.
    pub skirmish: Option<u8>,
    /// It is the front-line unit there.
    pub front: bool,
    /// What became of it.
    pub fate: Fate,
}

impl Default for Fighter {
    fn default() -> Fighter {
        Fighter { unit: Unit::Marine, skirmish: None, front: false, fate: Fate::In }
    }
}

/// What became of a unit in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is in the battle.
    #[default]
    In,
    /// It will be destroyed or withdraw.
    Doomed,
    /// It was destroyed.
    Dead,
    /// It withdrew or retreated.
    Gone,
}

/// A skirmish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Skirmish {
    /// It was resolved.
    pub done: bool,
    /// The standard cards, by side.
    pub standard: [Option<Card>; 2],
    /// The reinforcement cards; a standard card here is a Shields card (SC-11.10).
    pub reinforcement: [Option<Card>; 2],
    /// The standard card came unseen from the deck.
    pub deck_top: [bool; 2],
    /// The cards lie face up.
    pub shown: [bool; 2],
}

/// Splash that a side must suffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Splash {
    /// The side that loses a unit.
    pub side: u8,
    /// Of which kind.
    pub filter: Filter,
}

/// The skirmish being resolved, its values fixed (SC-9.27, SC-9.58).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clash {
    /// Which skirmish.
    pub skirmish: u8,
    /// The standard card's ability works.
    pub ability: [bool; 2],
    /// The reinforcement card counts.
    pub counts: [bool; 2],
    /// Final attack and health.
    pub attack: [u8; 2],
    pub health: [u8; 2],
    /// Sufficient strength.
    pub strong: [bool; 2],
    /// Units whose Cloaking works, as bits.
    pub cloaked: [u8; 2],
    /// The side has a Detector.
    pub detector: [bool; 2],
    /// The side destroyed a unit by strength (SC-9.37).
    pub struck: [bool; 2],
    /// The side's ranged units cannot target what moves like this.
    pub blinded: [Option<(Tag, Move)>; 2],
}

impl Battle {
    /// The side of a seat.
    pub fn side(&self, seat: Seat) -> Option<u8> {
        self.seats.iter().position(|s| *s == seat).map(|s| s as u8)
    }

    /// Fighters of a side that are still in the battle, with their places.
    pub fn alive(&self, side: u8) -> impl Iterator<Item = (usize, Fighter)> {
        let all = self.fighters[usize::from(side)];
        (0..all.len()).map(move |i| (i, all[i])).filter(|(_, f)| f.fate == Fate::In)
    }

    /// Fighters of a side in one skirmish, with their places, whatever became of them.
    pub fn of_skirmish(&self, side: u8, skirmish: u8) -> impl Iterator<Item = (usize, Fighter)> {
        let all = self.fighters[usize::from(side)];
        (0..all.len()).map(move |i| (i, all[i])).filter(move |(_, f)| f.skirmish == Some(skirmish))
    }

    /// The front-line unit of a side in a skirmish.
    pub fn flu(&self, side: u8, skirmish: u8) -> (usize, Fighter) {
        self.of_skirmish(side, skirmish).find(|(_, f)| f.front).expect("every skirmish has a front line")
    }
}
