//! Red Alert: Space Fleet Warfare as a deterministic state machine.
//!
//! Start reading at `turn.rs`, the sequence of play. `state.rs` has the nouns: what lies open on the table
//! ([`Open`]) and what is hidden. The chapters of the rulebook are `setup.rs`, `orders.rs`, `movement.rs`, `sight.rs`,
//! `combat.rs`, `red_alert.rs`, `cards.rs`, `victory.rs` and `team.rs`; what is decided is in `questions/`, one file per
//! question. Cards are data with a small vocabulary (`effect.rs`), scenarios are maps drawn as text (`data/scenario.rs`).
//!
//! ```
//! use klaxon_core::{Chance, Game, Tell, TableOrder, Words};
//! use klaxon_red_alert::RedAlert;
//!
//! let setup = RedAlert::setup(&TableOrder::default()).unwrap();
//! let (mut luck, mut tell) = (Chance::quick(7), Tell::muted());
//! let mut game = RedAlert::start(&setup, &mut luck, &mut tell).unwrap();
//! while let Some(seat) = game.to_act().iter().next() {
//!     let choices = game.choices(seat);
//!     let action = *luck.pick(&choices).unwrap();
//!     game.apply(seat, &action, &mut luck, &mut tell);
//! }
//! assert!(game.outcome().is_some());
//! ```

#![warn(missing_docs)]

mod audit;
mod board;
mod cards;
pub mod coach;
mod combat;
pub mod data;
mod effect;
mod event;
pub mod idle;
mod instinct;
mod movement;
mod orders;
mod questions;
mod red_alert;
mod redeal;
mod route;
mod setup;
pub mod sight;
mod situation;
mod state;
pub mod summary;
mod team;
mod turn;
mod victory;
mod view;
mod words;

pub use board::{Hex, HexSet, Sector, Side, Wing};
pub use combat::{DiceCount, DiceReason};
pub use data::{Class, CombatId, CommandId, Face, Hull, Kind, Objective, Planet, Scenario, TaskForces};
pub use effect::{
    Amount, CombatEffect, CommandEffect, Mod, OrderFilter, Plan, Reach, Turn, Window, combat_words,
    command_words,
};
pub use event::{Event, Hazard, Ship};
pub use movement::Mode;
pub use questions::{
    About, Action, Alert, Anytime, Asked, Attack, Ban, BattleBack, Buy, Card, Close, Command, Deploy,
    Discard, EndChoice, Initiative, JumpPoint, Keep, Markers, Move, Orders, Pass, PlaceHeld, Pursue, Repairs,
    TaskForce, TimePressure, Upkeep,
};
pub use route::Route;
pub use setup::Setup;
pub use state::{
    Combat, CombatKind, End, Marks, Open, OrderMode, Played, Post, Question, RedAlert, Role, Stage, Step,
    Tally, Twists, Unit, UnitId,
};
pub use view::{
    CardsView, CombatView, DecksView, FleetView, MusterView, PlanetView, SideView, UnitView, View,
};
pub use words::odds;

use event::Cx;
use klaxon_core::{Chance, Game, Outcome, Packs, Refusal, Seat, SeatSet, Tell, Viewer};
use klaxon_table::{Rulebook, Rules};

/// The game as the rest of the program knows it.
pub static RULEBOOK: &dyn Rulebook = &Rules::<RedAlert>::NEW;

impl Game for RedAlert {
    const ID: &'static str = "red-alert";
    const PACKS: Option<Packs> = Some(Packs { check: data::check, install: data::install, hash: data::hash });

    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<RedAlert, Refusal> {
        RedAlert::set_up(setup, &mut Cx { luck: chance, tell })
    }

    fn seats(&self) -> usize {
        usize::from(self.open.seats)
    }

    fn team(&self, seat: Seat) -> SeatSet {
        self.open.side_of(seat).map_or(SeatSet::NONE, |side| self.open.team(side))
    }

    fn to_act(&self) -> SeatSet {
        self.open.asked
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        let mut out = Vec::new();
        if self.open.asked.has(seat) {
            Action::offer(Asked::of(self, seat), &mut out);
        }
        out
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let asked = Asked::checked(self, seat)?;
        if !action.is_anytime() {
            asked.check_seat()?;
        }
        action.judge(asked)
    }

    fn apply(&mut self, seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        self.take(seat, *action, chance, tell);
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn redeal(&self, seat: Seat, chance: &mut Chance) -> RedAlert {
        self.reshuffled(seat, chance)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.open.end.map(|end| self.open.outcome(end))
    }

    fn audit(&self) -> Result<(), String> {
        self.audit_all()
    }
}

impl RedAlert {
    /// Everything that lies open on the table.
    pub fn open(&self) -> &Open {
        &self.open
    }
}
