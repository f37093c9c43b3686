//! Bots. They know what a person in their seat would know and nothing else: a [`Blind`] gives the seat's view, its
//! choices, and redeals that agree with all it has seen. The true state stays out of reach.
//!
//! ```
//! use klaxon_bots::{Level, decide};
//! use klaxon_catalog::Table;
//! use klaxon_core::{Seed, TableOrder};
//!
//! let table = Table::open("red-alert", &TableOrder::default(), Seed::small(3)).unwrap();
//! let seat = table.to_act().iter().next().unwrap();
//! let thought = decide(&table, seat, Level::Easy, 1).unwrap();
//! assert!(thought.index < table.choices(seat).len());
//! ```

pub mod arena;
mod blind;
mod level;
pub mod playout;
mod search;

pub use blind::Blind;
pub use level::{Level, Thought};
pub use search::{Budget, search};

use klaxon_catalog::{Table, each};
use klaxon_core::{Instinct, Seat, Session, Situation, Words};

/// What a bot of the level would choose for the seat; `None` when nothing is asked of it. Thinks on the calling
/// thread. The same table, level and salt give the same thought.
pub fn decide(table: &Table, seat: Seat, level: Level, salt: u64) -> Option<Thought> {
    fn think<G: Words + Situation + Instinct>(
        session: &Session<G>,
        seat: Seat,
        level: Level,
        salt: u64,
    ) -> Option<Thought> {
        let blind = Blind::new(session.game(), seat);
        level.think(&blind, salt ^ u64::from(session.n()) << 20)
    }
    each!(table, session => think(session, seat, level, salt))
}
