//! The resources.

use crate::data::data;
use serde::{Deserialize, Serialize};
use std::fmt;

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
