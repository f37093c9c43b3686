//! The nouns of the rulebook: races, resources, spaces, fleets, assets, technologies, tokens, events. Names and
//! numbers behind them are in [`crate::data`].

mod assets;
mod board;
mod events;
mod politics;
mod races;
mod resources;
mod technology;
mod tokens;

pub use assets::{Asset, Base, Piece, PieceAt, Ship, Side, Unit};
pub use board::{FLEETS, Fleet, FleetKind, FleetSet, SPACES, Space};
pub use events::{CHITS, Chit, EventFx, Who};
pub use politics::{Marker, PAIRS, Pair, Relation};
pub use races::{Race, RaceSet};
pub use resources::{Bundle, Resource};
pub use technology::{AlienTech, FedTech};
pub use tokens::{AlienFx, Keyword, TOKENS, Token, TokenFx, UniFx};

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

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.serialize_str(self.id())
                } else {
                    serializer.serialize_u8(self.0)
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                if deserializer.is_human_readable() {
                    let id = <String as serde::Deserialize>::deserialize(deserializer)?;
                    $name::from_id(&id).ok_or_else(|| {
                        <D::Error as serde::de::Error>::custom(format!(
                            concat!("no ", $what, " is called `{}`"),
                            id
                        ))
                    })
                } else {
                    let n = <u8 as serde::Deserialize>::deserialize(deserializer)?;
                    let ok = usize::from(n) < $count;
                    ok.then_some($name(n))
                        .ok_or_else(|| <D::Error as serde::de::Error>::custom(concat!("no such ", $what)))
                }
            }
        }
    };
}

pub(crate) use by_id;
