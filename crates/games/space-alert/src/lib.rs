//! Space Alert (base game): a crew plans against the clock, then the ship's fate is resolved step by step.
//!
//! - [`SpaceAlert`] is the game at a table: the Action Round with its script on the clock, the Resolution Round, solo
//!   play, androids, practice, training and campaigns.
//! - [`resolve`] is the Resolution Round alone: a pure function of a [`Mission`]. [`Voyage`] is the same step by step.
//! - [`adjudicate`] judges a finished mission that somebody wrote down.
//! - [`data::data`] holds every card, trajectory, tile and script; what threats do is data in the words of [`Effect`].
//!
//! Start reading at `turn.rs`, the sequence of play. `state.rs` has the nouns; what is decided is in `questions/`, one file per
//! question; the Resolution Round is `voyage/`.
//!
//! A Gunship comes to the red zone; the captain walks over and shoots twice, a light laser helps:
//!
//! ```
//! use klaxon_space_alert::{Act, Carried, Lesson, Mission, Place, Slot, ThreatId, Tile, resolve_with};
//!
//! let program = |symbols: &str| {
//!     let mut slots = [Slot::EMPTY; 12];
//!     for (slot, word) in slots.iter_mut().zip(symbols.split_whitespace()) {
//!         *slot = Slot::showing(Act::parse(word).unwrap());
//!     }
//!     slots
//! };
//! let mission = Mission {
//!     lesson: Lesson::Mission,
//!     tracks: [2, 0, 1, 3],
//!     threats: vec![(ThreatId::parse("E1-05").unwrap(), 1, Place::Red)],
//!     crew: vec![program("RED A A"), program(". C . . C . . . C"), program("LIFT RED A")],
//!     androids: vec![false; 3],
//!     stacks: [0, 1, 2].map(|_| Tile::ALL.to_vec()),
//!     carried: Carried::default(),
//! };
//! let mut heard = Vec::new();
//! let resolution = resolve_with(&mission, &mut heard);
//! assert_eq!(resolution.score.unwrap().total(), 2);
//! assert!(heard.iter().any(|h| h.line().text == "Gunship (T+1) is destroyed."));
//! ```

#![warn(missing_docs)]

mod adjudicate;
mod audit;
mod campaign;
mod card;
mod clock;
mod coach;
mod crew_talk;
pub mod data;
mod effect;
mod event;
mod flight;
mod forecast;
mod instinct;
mod planning;
mod questions;
mod reason;
mod redeal;
mod saying;
mod scheme;
pub mod script;
mod setup;
mod ship;
mod situation;
pub mod solve;
mod state;
mod turn;
mod view;
mod voyage;
mod words;

pub use adjudicate::{
    ByZone, Case, Checkpoint, CrewPoint, End, Filled, LossReport, Mistake, Puzzle, Report, Sentence,
    StepReport, ThreatPoint, TurnReport, adjudicate, fill_in, judge, judge_plan, read_case, read_puzzle,
};
pub use card::{ACTION_KINDS, Act, Half, KINDS, Kind, Placed, Slot};
pub use data::{Shade, ThreatCard, ThreatId};
pub use effect::{Amount, Effect, Mark, Mode, Remedy, Scope, Trait, Traits, Way, When, Who};
pub use event::{Event, Plan};
pub use forecast::{Ahead, Forecast, Service, forecast};
pub use questions::{
    About, Action, Advance, Android, Asked, Data, EndRound, GoOn, NextPhase, Pause, Program, Propose, Ready,
    Repair, Sandbox, Say, Solo, SquadAt, Trip, Wait,
};
pub use script::{Lesson, Place, Script};
pub use setup::{Berth, Level, Levels, Pace, Play, Setup};
pub use ship::{Letter, Station, Stations, Tile, Tiles, Zone, phase_of, turns_of};
pub use state::{Beacon, LogLine, SpaceAlert, Spot};
pub use view::{ClockView, CrewView, FlightView, PlanView, ShipView, Space, StageView, View};
pub use voyage::{
    CREW, Carried, Deaf, Declared, DelayWhy, Ear, Figure, Foe, Happening, Loss, Member, Mission, OutWhy,
    Resolution, Score, Ship, Squad, SquadPlace, Stack, Status, Step, THREATS, TURNS, Threat, Voyage, Weapon,
    Why, resolve, resolve_with,
};

use klaxon_core::{Chance, Game, Millis, Outcome, Refusal, Seat, SeatSet, Tell, Viewer, count};
use klaxon_table::{Rulebook, Rules};
use state::Stage;

/// The game as the rest of the program knows it.
pub static RULEBOOK: &dyn Rulebook = &Rules::<SpaceAlert>::NEW;

impl Game for SpaceAlert {
    const ID: &'static str = "space-alert";

    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<SpaceAlert, Refusal> {
        let mut game = SpaceAlert::set_up(setup, chance)?;
        game.begin_planning(tell);
        Ok(game)
    }

    fn seats(&self) -> usize {
        self.setup.people()
    }

    fn to_act(&self) -> SeatSet {
        self.asked()
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        let mut out = Vec::new();
        if self.asked().has(seat) {
            Action::offer(Asked::of(self, seat), &mut out);
        }
        out
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        action.judge(Asked::checked(self, seat)?)
    }

    fn apply(&mut self, seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        self.take(seat, *action, chance, tell);
    }

    fn view(&self, viewer: Viewer) -> View {
        self.make_view(viewer)
    }

    fn redeal(&self, seat: Seat, chance: &mut Chance) -> SpaceAlert {
        let mut other = self.clone();
        other.reshuffle(seat, chance);
        other
    }

    fn outcome(&self) -> Option<Outcome> {
        let Stage::Over { voyage, score } = &self.stage else { return None };
        let all = SeatSet::first(self.seats());
        Some(match score {
            Some(score) => {
                let what = if self.setup.play == Play::Campaign { "campaign" } else { "mission" };
                let text = format!("the {what} is survived with {}", count(*score, "point"));
                Outcome { winners: all, draw: false, text, score: Some(*score) }
            }
            None => {
                let by = voyage.loss.map_or("nothing", |loss| loss.threat.card().name.as_str());
                Outcome {
                    winners: SeatSet::NONE,
                    draw: false,
                    text: format!("the ship is lost to {by}"),
                    score: None,
                }
            }
        })
    }

    fn alarm(&self) -> Option<Millis> {
        if let Stage::Planning(plan) = &self.stage { plan.alarm(self.setup.pace) } else { None }
    }

    fn on_clock(&mut self, now: Millis, _chance: &mut Chance, tell: &mut Tell<Event>) {
        self.time_comes(now, tell);
    }

    fn audit(&self) -> Result<(), String> {
        self.audit_all()
    }
}
