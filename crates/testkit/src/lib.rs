//! What every Klaxon game is held to, and the tools its tests are written with. A library for tests only.
//!
//! - [`conformance!`]: one line in `tests/conformance.rs` plays a game at random through every scenario and holds it
//!   to the contract of [`klaxon_core::Game`], [`Words`](klaxon_core::Words), [`Situation`](klaxon_core::Situation)
//!   and [`Instinct`](klaxon_core::Instinct).
//! - [`given`]: rule tests that read like the rulebook.
//! - [`playthrough`]: whole games as golden text that a player could read.
//! - [`corpus!`]: logs of released programs that every later one must open, play on and verify.
//! - [`blunders!`]: situations in which every sensible player knows what to do, and every bot must.
//! - [`ledger`]: the gate that every rule of the ledgers has a test and a line that enforces it.
//! - [`parley`]: a tiny complete game, for tests of whatever plays games.
//!
//! ```
//! use klaxon_testkit::{given, parley::Parley};
//!
//! given::<Parley>("ada hand 2 5; ben hand 3 4; ben sealed 1")
//!     .refuses("ada: seal", "PY-2.2")
//!     .play("ada: pick 5")
//!     .play("ada: seal")
//!     .events_say("Ada leads")
//!     .then("leader ada; pending ben")
//!     .dice("6")
//!     .play("ben: object")
//!     .then("ada score 0; ben spoke; round 2 of 2");
//! ```

#![warn(missing_docs)]

mod blunders;
mod conformance;
mod corpus;
mod given;
pub mod ledger;
pub mod parley;
mod playthrough;
mod story;

pub use blunders::Blunders;
pub use conformance::Suite;
pub use corpus::Corpus;
pub use given::{Given, given};
#[doc(hidden)]
pub use klaxon_bots::Level;
pub use playthrough::{Playthrough, playthrough};

/// Holds a game to the contract: `conformance!(MyGame)` makes the tests.
///
/// Settings follow as `key = value`, in any order; [`Suite`] says what they mean:
///
/// ```
/// # use klaxon_testkit::parley::{Action, Parley};
/// klaxon_testkit::conformance!(Parley, games = 20, max_steps = 500, lossless = true, anytime = |a| *a == Action::Faint);
/// ```
///
/// `CONFORMANCE_GAMES=5000` plays more, `CONFORMANCE_SEED=1000000` begins at another seed.
#[macro_export]
macro_rules! conformance {
    ($game:ty $(, $key:ident = $value:expr)* $(,)?) => {
        #[cfg(test)]
        fn conformance_suite() -> $crate::Suite<$game> {
            #[allow(unused_mut)]
            let mut suite = $crate::Suite::<$game>::new(option_env!("CARGO_TARGET_TMPDIR"));
            $(suite.$key = $value;)*
            suite
        }

        #[test]
        fn conformance_menu_can_be_ordered() {
            conformance_suite().menu();
        }

        #[test]
        fn conformance_choices_are_legal_and_games_end() {
            conformance_suite().rules();
        }

        #[test]
        fn conformance_nothing_hidden_leaks() {
            conformance_suite().secrecy();
        }

        #[test]
        fn conformance_words_and_situations_round_trip() {
            conformance_suite().words();
        }

        #[test]
        fn conformance_sessions_repeat_undo_and_resume() {
            conformance_suite().sessions();
        }
    };
}

/// Holds a game's bots to the situations in `tests/blunders.txt`: `blunders!(MyGame)` makes the tests, and [`Blunders`] says
/// how situations are written. `BLUNDER=words` tries only those with these words in their title.
///
/// `blunders!(MyGame, strong)` asks hard bots and experts as well. Experts think long: they are asked about wins and losses at
/// hand and one situation in eight, and with `BLUNDERS=all` about each of them.
#[macro_export]
macro_rules! blunders {
    ($game:ty) => {
        #[cfg(test)]
        fn blunders() -> $crate::Blunders {
            $crate::Blunders::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/blunders.txt"))
        }

        #[test]
        fn blunders_are_avoided_at_easy() {
            blunders().avoided::<$game>($crate::Level::Easy);
        }

        #[test]
        fn blunders_are_avoided_at_normal() {
            blunders().avoided::<$game>($crate::Level::Normal);
        }
    };
    ($game:ty, strong) => {
        $crate::blunders!($game);

        #[test]
        fn blunders_are_avoided_at_hard() {
            blunders().avoided::<$game>($crate::Level::Hard);
        }

        #[test]
        fn blunders_are_avoided_at_expert() {
            blunders().avoided::<$game>($crate::Level::Expert);
        }
    };
}

/// Holds a game to its corpus, the logs in `tests/logs`: `corpus!(MyGame)` makes the tests.
///
/// A log may be added, never changed or removed. `UPDATE_CORPUS=1 cargo test -p klaxon-… --test corpus` lists new files,
/// and plays games for an edition or layout of which there is no log yet.
#[macro_export]
macro_rules! corpus {
    ($game:ty) => {
        #[cfg(test)]
        fn corpus() -> $crate::Corpus<$game> {
            $crate::Corpus::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/logs"))
        }

        #[test]
        fn corpus_is_only_ever_added_to() {
            corpus().unchanged();
        }

        #[test]
        fn corpus_opens_verifies_and_plays_on() {
            corpus().replays();
        }
    };
}
