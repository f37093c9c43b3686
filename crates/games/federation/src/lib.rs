//! Space Infantry: Federation. One player settles six worlds and holds Sol against five automated alien races.
//!
//! The rule ledger is `docs/rules/federation.md`; every rule that is enforced here is cited by its id.
//!
//! - [`Federation`] is the whole game: an open [`Table`] and a few face-down technologies. `turn.rs` is the file to
//!   read first: a small stack of [`Task`]s, carried out one by one until one of them needs a decision.
//! - [`Action`] lists the decisions of the ledger, [`Event`] what can happen, [`View`] what one may know.
//! - [`words`] speaks to people; [`View::forecast`] says what a token of the queue would do, [`View::uses`] what a
//!   resource is good for and why not. [`situation`] is the language of rule tests and of *Try*.
//! - [`data`] holds the numbers, from TOML.
//!
//! ```
//! use klaxon_core::{Chance, Game, Seat, Tell};
//! use klaxon_federation::{Action, Federation, Setup, nouns::Resource};
//!
//! let (mut luck, mut tell) = (Chance::quick(7), Tell::aloud());
//! let mut game = Federation::start(&Setup::default(), &mut luck, &mut tell).unwrap();
//! // SF-1.14: the player begins by taking five tokens.
//! game.apply(Seat(0), &Action::Take(Resource::Build), &mut luck, &mut tell);
//! assert!(game.table().stored.has(Resource::Build));
//! for _ in 0..20 {
//!     let any = *luck.pick(&game.choices(Seat(0))).unwrap();
//!     game.check(Seat(0), &any).unwrap();
//!     game.apply(Seat(0), &any, &mut luck, &mut tell);
//! }
//! assert!(!tell.take().is_empty());
//! ```

#![warn(missing_docs)]

mod action;
mod actions;
mod aliens;
pub mod chronicle;
mod coach;
mod combat;
pub mod data;
mod dice;
mod event;
mod game;
mod instinct;
pub mod nouns;
mod politics;
mod query;
mod quiet;
mod short;
pub mod situation;
mod state;
mod turn;
mod universal;
mod upkeep;
mod view;
pub mod words;

pub use action::{Action, Deal, Spot, Target};
pub use combat::Fate;
pub use event::{Band, Cause, Event, LostResult, Twist};
pub use game::{Opening, Setup};
pub use politics::level_name;
pub use query::{Advantages, DiceCount};
pub use quiet::{Certain, Stop};
pub use short::Short;
pub use state::{
    Bag, Battle, CARDS, Card, CardAt, Contest, Difficulty, End, Federation, FleetAt, GATE, PIECES, Pace,
    Purpose, Roll, Sealed, Shift, Table, Task,
};
pub use view::View;
pub use words::{AutoAccept, Forecast, Use};
