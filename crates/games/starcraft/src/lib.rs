//! StarCraft: The Board Game (base game) for 2 to 6 players: the rules as a pure state machine.
//!
//! Start reading at `turn.rs`: the state carries a stack of frames, and that file is its table of contents. What is decided
//! is in `questions/`, one file per question; one file per chapter of the ledger follows; cards are data, and `effect.rs` gives
//! the vocabulary its meaning in one `match`.
//!
//! ```
//! use klaxon_core::{Chance, Game, Tell, Words, TableOrder};
//! use klaxon_starcraft::StarCraft;
//!
//! let setup = StarCraft::setup(&TableOrder::default()).unwrap();
//! let mut luck = Chance::quick(7);
//! let game = StarCraft::start(&setup, &mut luck, &mut Tell::muted()).unwrap();
//! let seat = game.to_act().iter().next().unwrap();
//! assert!(!game.choices(seat).is_empty());
//! ```

mod audit;
mod battle;
mod board;
mod build;
mod cards;
mod concede;
pub mod data;
mod edition;
pub mod effect;
mod event;
mod events;
mod execution;
mod galaxy;
pub mod ids;
mod instinct;
mod mobilize;
mod payment;
mod planning;
mod questions;
mod redeal;
mod regroup;
mod research;
mod setup;
mod situation;
mod state;
pub mod tally;
mod turn;
mod victory;
mod view;
mod why;
pub mod words;

pub use board::areas_of;
pub use data::data;
pub use edition::EventOrder;
pub use event::Event;
pub use questions::{
    Ability, About, Action, Anytime, Asked, Benefit, Bombard, Choose, Deplete, Deploy, Discard, Draft, Draw,
    EndTurn, Execute, Finish, Front, Lose, March, NextSkirmish, Pair, Pay, Peek, PlaceOrder, PlacePlanet,
    PlayEvent, Purchase, Reinforce, RetreatTo, RetreatUnit, Scrap, Standard, StartBase, StartUnit, Support,
    Sure, TakeCard, TakeEvent, Transport, Withdraw, ZEnd, ZSlot,
};
pub use setup::{Factions, Galaxy, Setup};
pub use state::{
    Clash, Depletion, Ending, Fate, Fighter, Frame, How, Item, Moves, Piece, Placed, Site, Skirmish, Splash,
    Stand, StarCraft, Task, Turn,
};
pub use view::{
    AreaView, BattleView, CardView, FighterView, OrderView, PlanetView, RouteView, SeatView, SkirmishView,
    View,
};

use klaxon_core::{Chance, Code, Edition, Game, Outcome, Refusal, Revision, Seat, SeatSet, Tell, Viewer};
use klaxon_table::{Rulebook, Rules};
use turn::Cx;

impl StarCraft {
    /// Rounds begun.
    pub fn rounds(&self) -> u16 {
        self.round
    }
}

/// The game as the rest of the program knows it.
pub static RULEBOOK: &dyn Rulebook = &Rules::<StarCraft>::NEW;

impl Game for StarCraft {
    const ID: &'static str = "starcraft";
    const REVISIONS: &'static [Revision] = edition::REVISIONS;

    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<StarCraft, Refusal> {
        StarCraft::set_up(setup, &mut Cx { chance, tell })
    }

    fn edition(&self) -> Edition {
        self.later.edition
    }

    fn revise(&mut self, to: Edition) -> Result<(), Refusal> {
        self.go_over(to)
    }

    fn seats(&self) -> usize {
        usize::from(self.n)
    }

    fn to_act(&self) -> SeatSet {
        self.asked()
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        if !self.asked().has(seat) {
            return Vec::new();
        }
        let mut out = Vec::with_capacity(32);
        Action::offer(Asked::of(self, seat), &mut out);
        out
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        // SC-14.21: open to everybody, asked or not.
        let open = action.is_anytime() && seat.0 < self.n;
        if !open && !self.asked().has(seat) {
            return Err(self.not_now(seat));
        }
        action.judge(Asked::of(self, seat))
    }

    fn apply(&mut self, seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        let mut cx = Cx { chance, tell };
        self.answer(seat, *action, &mut cx);
        self.settle(&mut cx);
    }

    fn view(&self, viewer: Viewer) -> View {
        self.look(viewer)
    }

    fn redeal(&self, seat: Seat, chance: &mut Chance) -> StarCraft {
        self.redeal_for(seat, chance)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|ending| words::outcome(&self.look(Viewer::Everything), ending))
    }

    fn audit(&self) -> Result<(), String> {
        self.audit_all()
    }
}
