//! The games on the shelf, and one [`Table`] that can hold any of them.
//!
//! A [`Table`] dereferences to [`Play`]: everything that works the same whatever the game. Only what draws a board needs
//! to know which game it is: [`Table::session`] gives it the session.
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

pub mod academy;
pub mod arena;
pub mod examples;
mod lesson;
mod list;
pub mod packs;
pub mod puzzles;
pub mod search;
pub mod shelf;
pub mod strength;
pub mod study;
mod table;
mod trial;

pub use klaxon_table::{
    Advice, Choice, LIST_BITS, MOST_CHAPTERS, Play, Put, Remark, Review, Reviewer, Said, TrialReport,
    TrialRow, Verdict, situation_of,
};
pub use lesson::{At, Checked, Guide};
pub use table::{Opened, Table, verify};
pub use trial::{seat_word, try_openly, try_script};
