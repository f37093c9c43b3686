//! Hexes one after the other: the way of a retiring unit, the targets of a combat card.

use crate::board::Hex;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// Up to ten hexes one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Route {
    len: u8,
    hexes: [Hex; 10],
}

impl Route {
    /// No hex.
    pub const EMPTY: Route = Route { len: 0, hexes: [Hex::raw(0); 10] };

    /// One hex.
    pub fn one(hex: Hex) -> Route {
        Route::EMPTY.then(hex)
    }

    /// The same with one hex more.
    #[must_use]
    pub fn then(mut self, hex: Hex) -> Route {
        self.hexes[usize::from(self.len)] = hex;
        self.len += 1;
        self
    }

    /// The hexes.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.len)]
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// As a list, unless it is too long.
    pub fn of(hexes: &[Hex]) -> Option<Route> {
        (hexes.len() <= 10).then(|| hexes.iter().fold(Route::EMPTY, |route, &hex| route.then(hex)))
    }

    /// The last hex.
    pub fn last(&self) -> Option<Hex> {
        self.hexes().last().copied()
    }
}

impl Default for Route {
    fn default() -> Route {
        Route::EMPTY
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.hexes()).finish()
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, hex) in self.hexes().iter().enumerate() {
            write!(f, "{}{hex}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl Serialize for Route {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.hexes().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Route {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Route, D::Error> {
        let hexes = Vec::<Hex>::deserialize(from)?;
        Route::of(&hexes).ok_or_else(|| D::Error::custom("a route has at most ten hexes"))
    }
}
