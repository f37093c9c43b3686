//! Space Infantry: Federation. One player settles six worlds and holds Sol against five automated alien races.
//!
//! The rule ledger is `docs/rules/federation.md`; every rule that is enforced here is cited by its id.
//!
//! - [`Federation`] is the whole game: an open [`Table`] and a few face-down technologies. `turn.rs` is the file to
//!   read first: a small stack of [`Task`]s, carried out one by one until one of them needs a decision.
//! - [`Action`] has one variant per question; `questions/` holds for each of them what may be answered and everything about
//!   it. [`Event`] is what can happen, [`View`] what one may know.
//! - [`words`] speaks to people; [`View::forecast`] says what a token of the queue would do, [`View::uses`] what a
//!   resource is good for and why not. [`situation`] is the language of rule tests and of *Try*.
//! - [`data`] holds the numbers, from TOML.
//!
//! ```
//! use klaxon_core::{Chance, Game, Seat, Tell};
//! use klaxon_federation::{Federation, Setup, nouns::Resource, questions::Take};
//!
//! let (mut luck, mut tell) = (Chance::quick(7), Tell::aloud());
//! let mut game = Federation::start(&Setup::default(), &mut luck, &mut tell).unwrap();
//! // SF-1.14: the player begins by taking five tokens.
//! game.apply(Seat(0), &Take(Resource::Build).into(), &mut luck, &mut tell);
//! assert!(game.table().stored.has(Resource::Build));
//! for _ in 0..20 {
//!     let any = *luck.pick(&game.choices(Seat(0))).unwrap();
//!     game.check(Seat(0), &any).unwrap();
//!     game.apply(Seat(0), &any, &mut luck, &mut tell);
//! }
//! assert!(!tell.take().is_empty());
//! ```

#![warn(missing_docs)]

mod aliens;
mod audit;
pub mod chronicle;
mod coach;
mod combat;
pub mod data;
mod dice;
mod event;
mod instinct;
pub mod nouns;
mod politics;
mod query;
pub mod questions;
mod quiet;
mod redeal;
mod setup;
pub mod situation;
mod state;
mod turn;
mod universal;
mod upkeep;
mod view;
pub mod words;

pub use combat::Fate;
pub use event::{Band, Cause, Event, LostResult, Twist};
pub use klaxon_core::Short;
pub use politics::level_name;
pub use query::{Advantages, DiceCount};
pub use questions::{Action, Deal, Spot, Target};
pub use quiet::{Certain, Stop};
pub use setup::{Opening, Setup};
pub use state::{
    Bag, Battle, CARDS, Card, CardAt, Contest, Difficulty, End, Federation, FleetAt, GATE, PIECES, Pace,
    Purpose, Roll, Sealed, Shift, Table, Task,
};
pub use view::View;
pub use words::{AutoAccept, Forecast, Usage};

use klaxon_core::{
    Chance, Code, Edition, Game, Later, Outcome, Refusal, Revision, Seat, SeatSet, Tell, Viewer, no_edition,
    rule,
};
use klaxon_table::{Rulebook, Rules};
use questions::{Asked, Judge};
use turn::Play;

impl Federation {
    pub(crate) fn play<'a>(&'a mut self, chance: &'a mut Chance, tell: &'a mut Tell<Event>) -> Play<'a> {
        let edition = *self.edition;
        Play {
            t: &mut self.table,
            sealed: &self.sealed,
            edition,
            chance,
            tell,
            foreseen: false,
            asked: Task::Pause,
        }
    }

    /// Everything that lies open.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

/// The game as the rest of the program knows it.
pub static RULEBOOK: &dyn Rulebook = &Rules::<Federation>::NEW;

impl Game for Federation {
    const ID: &'static str = "federation";
    const REVISIONS: &'static [Revision] = &[Revision {
        rules: &[rule!("SF-6.7"), rule!("SF-15.16")],
        text: "A Fast Raiders token moves a race's Raider Fleet once, however many copies of the technology the race has.",
    }];

    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<Federation, Refusal> {
        setup::start(setup, chance, tell)
    }

    fn edition(&self) -> Edition {
        *self.edition
    }

    /// At any moment, and back again: all positions mean the same in all editions. They part only where a Fast Raiders
    /// token is turned up; one that is being resolved already has its steps among the tasks and is finished as it began.
    fn revise(&mut self, to: Edition) -> Result<(), Refusal> {
        if to > Federation::newest() {
            return Err(no_edition::<Federation>(to));
        }
        self.edition = Later(to);
        Ok(())
    }

    fn seats(&self) -> usize {
        1
    }

    fn to_act(&self) -> SeatSet {
        if self.table.end.is_some() { SeatSet::NONE } else { SeatSet::only(Seat(0)) }
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        if seat == Seat(0) { self.table.choices() } else { Vec::new() }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if seat != Seat(0) {
            return Err(Refusal::not_asked("Federation is played alone"));
        }
        if self.table.end.is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        action.judge(Asked::of(&self.table))
    }

    fn apply(&mut self, _seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        let mut play = self.play(chance, tell);
        let task = play.t.tasks.pop().expect("a running game asks for something");
        // Who accepts dice has been shown what they mean, not the throw that may follow.
        play.foreseen = !matches!(action, Action::Judge(Judge::Accept) | Action::Die(_));
        play.decide(task, *action);
        play.run();
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn redeal(&self, _seat: Seat, chance: &mut Chance) -> Federation {
        redeal::redeal(self, chance)
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.table.end?;
        let won = end == End::Settled;
        Some(Outcome {
            winners: if won { SeatSet::only(Seat(0)) } else { SeatSet::NONE },
            draw: false,
            text: end.sentence(self.table.turn),
            score: None,
        })
    }

    fn audit(&self) -> Result<(), String> {
        audit::audit(&self.table, &self.sealed)
    }
}
