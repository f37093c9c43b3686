//! The games on the shelf, and one [`Table`] that can hold any of them.
//!
//! A [`Table`] dereferences to [`Play`]: everything that works the same whatever the game. Only what draws a
//! board, and a bot that thinks in states, needs to know which game it is: [`each!`] gives them the session.
//!
//! ```
//! use klaxon_catalog::Table;
//! use klaxon_core::{Seat, Seed, TableOrder};
//!
//! let mut table = Table::open("red-alert", &TableOrder::default(), Seed::small(1)).unwrap();
//! let seat = table.to_act().iter().next().unwrap();
//! let put = table.choose(seat, None, 0, 1_000).unwrap();
//! assert_eq!(put.n, 1);
//! ```

// First: the macros made of the list are known to all that come after.
#[macro_use]
mod list;
pub mod packs;
mod play;
pub mod shelf;
mod table;
mod trial;

pub use list::{Table, games};
pub use play::{Choice, LIST_BITS, MOST_CHAPTERS, Play, Put, Said};
pub use table::{Opened, Verdict, verify};
pub use trial::{TrialReport, TrialRow, seat_word, situation_of, try_openly, try_script};
