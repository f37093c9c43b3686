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

/// The games themselves, for [`each!`] and [`by_id!`].
pub mod games {
    pub use klaxon_core::Game;
    pub use klaxon_federation::Federation;
    pub use klaxon_red_alert::RedAlert;
    pub use klaxon_space_alert::SpaceAlert;
    pub use klaxon_star_trek::StarTrek;
    pub use klaxon_starcraft::StarCraft;
}
pub mod packs;
mod play;
pub mod shelf;
mod table;
mod trial;

pub use play::{Choice, LIST_BITS, MOST_CHAPTERS, Play, Put, Said};
pub use table::{Opened, Table, Verdict, verify};
pub use trial::{TrialReport, TrialRow, seat_word, situation_of, try_openly, try_script};
