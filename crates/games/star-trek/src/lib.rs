//! Star Trek: Red Alert! — the rules of the collectible disk game as a deterministic state machine.
//!
//! Ship disks hop end over end across a continuous table of whole mils; orders are placed in secret; crew and tech
//! are revealed, flipped and lost; torpedoes fly on; boarding parties fight. Everything follows the rule ledger
//! (`docs/rules/star-trek.md`), whose ids stand at the lines that enforce them.
//!
//! Start reading at `turn.rs`, the sequence of play. What is decided is in `questions/`, one file per question. `state.rs` has
//! the nouns, `state/frame.rs` what waits to be finished, and each chapter of the ledger has a file: `build`, `deploy`,
//! `initiative`, `movement`, `collision`, `beam`, `transport`, `torpedo`, `damage`, `react` and `perform` (abilities), `cloak`, `boarding`,
//! `victory`, `threat`.
//!
//! ```
//! use klaxon_core::{Chance, Game, Tell};
//! use klaxon_star_trek::{Setup, StarTrek};
//!
//! let setup = Setup::quick("balance-of-terror", 2).unwrap();
//! let mut luck = Chance::quick(7);
//! let mut game = StarTrek::start(&setup, &mut luck, &mut Tell::muted()).unwrap();
//! while game.outcome().is_none() {
//!     let seat = game.to_act().iter().next().unwrap();
//!     let choices = game.choices(seat);
//!     let action = *luck.pick(&choices).unwrap();
//!     game.apply(seat, &action, &mut luck, &mut Tell::muted());
//! }
//! assert!(game.to_act().is_empty());
//! ```

#![warn(missing_docs)]

mod agreement;
mod audit;
mod beam;
mod boarding;
mod build;
mod cloak;
mod coach;
mod collision;
mod concede;
mod damage;
pub mod data;
mod deploy;
mod effect;
mod event;
mod fate;
mod fleet;
mod initiative;
mod instinct;
mod kinds;
mod movement;
mod perform;
mod questions;
mod react;
mod redeal;
mod setup;
mod situation;
mod state;
mod threat;
mod torpedo;
mod transport;
mod turn;
mod values;
mod victory;
mod view;
mod words;

pub use data::scenario::*;
pub use data::{Data, DiskType, DiskTypeId, FleetShip, FleetType, ShipType, ShipTypeId};
pub use effect::{
    Ability, Bulk, Condition, Effect, Foe, Goods, ObstacleKind, Readied, Scope, Shelter, Tag, When, Window,
};
pub use event::{Agent, DiskTag, Event, Loss, Mark, SeatTag, ShipTag, Spot, Struck, TorpedoEnd, Unique};
pub use kinds::{
    Crit, DiskId, Faction, Keyword, Keywords, ObstacleId, Order, ShipId, Size, TerrainId, TorpedoId,
};
pub use questions::{
    Action, Anytime, Assign, Attack, Beam, Build, Cloak, Defer, Deploy, Done, End, Execute, Fire, Keep, Lose,
    Means, Move, Pass, Pick, PlaceObstacle, PlaceShip, Reveal, RevealOrder, Share, Steer, Turn, Use, UseRow,
};
pub use setup::{FleetChoice, SeatSetup, Setup};
pub use state::frame::{Piece, Source, Target};
pub use state::played::Played;
pub use state::{Bought, Draft, Face, Options, Place, Slot, Stage, StarTrek, Status, Why};
pub use view::*;
pub use words::bearing;

use klaxon_core::{Chance, Game, Outcome, Packs, Refusal, Seat, SeatSet, Tell, Viewer};
use klaxon_table::{Rulebook, Rules};

/// The game as the rest of the program knows it.
pub static RULEBOOK: &dyn Rulebook = &Rules::<StarTrek>::NEW;

impl Game for StarTrek {
    const ID: &'static str = "star-trek";
    const PACKS: Option<Packs> = Some(Packs { check: data::check, install: data::install, hash: data::hash });

    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<StarTrek, Refusal> {
        setup.open(chance, tell)
    }

    fn seats(&self) -> usize {
        self.seats.len()
    }

    fn team(&self, seat: Seat) -> SeatSet {
        self.team_seats(self.team_of(seat.0))
    }

    fn to_act(&self) -> SeatSet {
        self.asked
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        if !self.asked.has(seat) || self.ending.is_some() {
            return Vec::new();
        }
        let mut out = Vec::with_capacity(32);
        Action::offer(questions::Asked::of(self, seat), &mut out);
        out
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let asked = questions::Asked::checked(self, seat)?;
        // D25: at any time.
        if !action.is_anytime() {
            asked.check_seat()?;
        }
        action.judge(asked)
    }

    fn apply(&mut self, seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        debug_assert!(self.check(seat, action).is_ok(), "{action:?} was not checked");
        self.take(seat, *action, chance, tell);
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn redeal(&self, seat: Seat, chance: &mut Chance) -> StarTrek {
        self.redealt(seat, chance)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|e| Outcome {
            winners: e.winners,
            draw: e.draw,
            text: self.ending_text(&e),
            score: e.score.map(i32::from),
        })
    }

    fn audit(&self) -> Result<(), String> {
        self.check_invariants()
    }
}
