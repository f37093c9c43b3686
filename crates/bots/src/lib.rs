//! Bots. They know what a person in their seat would know and nothing else: a [`Blind`] gives the seat's view, its
//! choices, and redeals that agree with all it has seen. The true state stays out of reach.
//!
//! ```
//! use klaxon_bots::{Blind, Level};
//! use klaxon_core::{Chance, Game, TableOrder, Tell, Words};
//! use klaxon_testkit::parley::Parley;
//!
//! let setup = Parley::setup(&TableOrder::default()).unwrap();
//! let game = Parley::start(&setup, &mut Chance::quick(3), &mut Tell::muted()).unwrap();
//! let seat = game.to_act().iter().next().unwrap();
//! let thought = Level::Easy.think(&Blind::new(&game, seat), 1).unwrap();
//! assert!(thought.index < game.choices(seat).len());
//! ```

mod blind;
mod level;
pub mod playout;
pub mod puzzle;
pub mod record;
pub mod review;
mod search;
mod sense;
mod speed;
mod tree;

pub use blind::Blind;
pub use level::{Level, Thought};
pub use review::{BLUNDER, MISTAKE, Mark};
pub use search::{Budget, search};
pub use speed::Speed;
