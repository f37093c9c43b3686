//! What can be done with a table and with a rulebook, whatever the game.
//!
//! [`Play`] is a table: what is asked, who may know what, what was decided. [`Rulebook`] is a game before there is a table: it
//! opens one, or opens one again from its log. Both are objects, so that nothing above the games is compiled once for each of
//! them: a game's crate makes its own with [`Rules`], and all code that depends on its types is compiled there.
//!
//! ```
//! use klaxon_core::{Seed, TableOrder};
//! use klaxon_table::{Rulebook, Rules};
//! use klaxon_testkit::parley::Parley;
//!
//! static PARLEY: &dyn Rulebook = &Rules::<Parley>::NEW;
//! let mut table = PARLEY.open(&TableOrder::default(), Seed::small(1)).unwrap();
//! let seat = table.to_act().iter().next().unwrap();
//! assert_eq!(table.choose(seat, None, 0, 1_000).unwrap().n, 1);
//! ```

mod play;
mod puzzle;
mod review;
mod rulebook;
mod trial;

pub use play::{Advice, Choice, LIST_BITS, MOST_CHAPTERS, Play, Put, Said};
pub use puzzle::Refutation;
pub use review::{Remark, Review, Reviewer};
pub use rulebook::{Rulebook, Rules, Verdict};
pub use trial::{TrialEvent, TrialReport, TrialRow, situation_of};
