//! The contract that every Klaxon game stands on.
//!
//! A rulebook is a [`Game`]: a value that is the whole state, with pure functions for what may be decided and what
//! comes of it. [`Words`] says it to people, [`Situation`] writes positions down, [`Instinct`] lends bots a feeling.
//! A [`Session`] puts a game on a table: log, undo, hashes, replay, branches. Luck comes only from [`Chance`].
//!
//! ```
//! use klaxon_core::{Chance, Seat, SeatSet, Seed};
//!
//! let mut luck = Chance::of_step(Seed::small(7), 1);
//! assert!(luck.roll(6) < 6);
//! assert!(SeatSet::first(2).has(Seat(1)));
//! ```

#![warn(missing_docs)]

mod answer;
mod beat;
mod chance;
mod edition;
mod game;
pub mod judgement;
mod known;
pub mod ledger;
pub mod lesson;
pub mod log;
mod number;
mod pack;
mod panic;
mod reader;
mod rule;
pub mod script;
mod seat;
mod session;
mod short;

pub use answer::{Answer, Ask, Asks};
pub use beat::{Beat, Chapter, Fell, Part, outcome_line, shortened};
pub use chance::{Chance, Draw, Seed};
pub use edition::{Edition, Later, Revision};
pub use game::{
    Game, Heed, Instinct, Label, Line, Luck, Menu, Millis, Odds, OptionItem, Outcome, Request, ScenarioItem,
    Share, Situation, TableOrder, Tip, Words, no_edition,
};
pub use known::Known;
pub use number::{count, counted};
pub use pack::{PackError, PackFiles, Packs};
pub use panic::panic_text;
pub use reader::Reader;
pub use rule::{Code, Refusal, RuleId};
pub use seat::{Audience, Seat, SeatSet, Tell, Told, Viewer};
pub use session::{Retrace, Session, Snapshot, Step, Witness};
pub use short::Short;
