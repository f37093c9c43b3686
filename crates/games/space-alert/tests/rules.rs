//! Every rule of the ledger, one test or more for each, named by its id. One file per chapter.

#[path = "rules/adjudication.rs"]
mod adjudication;
#[path = "rules/ch01_game.rs"]
mod ch01_game;
#[path = "rules/ch02_setup.rs"]
mod ch02_setup;
#[path = "rules/ch03_planning.rs"]
mod ch03_planning;
#[path = "rules/ch03_talk.rs"]
mod ch03_talk;
#[path = "rules/ch04_steps.rs"]
mod ch04_steps;
#[path = "rules/ch05_actions.rs"]
mod ch05_actions;
#[path = "rules/ch05_systems.rs"]
mod ch05_systems;
#[path = "rules/ch06_damage.rs"]
mod ch06_damage;
#[path = "rules/ch07_threats.rs"]
mod ch07_threats;
#[path = "rules/ch08_harm.rs"]
mod ch08_harm;
#[path = "rules/ch11_scoring.rs"]
mod ch11_scoring;
#[path = "rules/ch12_external.rs"]
mod ch12_external;
#[path = "rules/ch13_internal.rs"]
mod ch13_internal;
#[path = "rules/ch14_androids.rs"]
mod ch14_androids;
#[path = "rules/ch15_campaign.rs"]
mod ch15_campaign;
#[path = "rules/ch16_training.rs"]
mod ch16_training;
#[path = "rules/ch17_examples.rs"]
mod ch17_examples;
#[path = "rules/components.rs"]
mod components;
#[path = "rules/every_threat.rs"]
mod every_threat;
#[path = "rules/scripts_on_the_clock.rs"]
mod scripts_on_the_clock;

use klaxon_core::{Chance, Game, Seat, Tell, Told, Viewer};
use klaxon_space_alert::{
    Action, EndRound, Event, Pause, PlanView, Play, Sandbox, Setup, SpaceAlert, StageView, View, Wait,
};
use klaxon_testkit::{Given, given};

/// A position: four crew members on the bridge, turn 1, unless the clauses say otherwise.
#[track_caller]
fn at(clauses: &str) -> Given<SpaceAlert> {
    given::<SpaceAlert>(clauses).offering(is_anytime)
}

/// May it be done without being asked? A marker moves at any time, and whoever waits, has agreed or has voted may come back.
fn is_anytime(action: &Action) -> bool {
    matches!(
        action,
        Action::Sandbox(Sandbox::Mark(_))
            | Action::Wait(Wait::Wake)
            | Action::EndRound(EndRound::EndRound(false))
            | Action::Pause(Pause::Pause(false))
    )
}

/// Steps of the Resolution Round.
trait Go {
    /// The next step.
    fn step(self) -> Self;
    /// So many steps.
    fn steps(self, n: usize) -> Self;
    /// To the end.
    fn run(self) -> Self;
    /// Time comes to `m:ss` and so many milliseconds.
    fn time(self, minutes: u64, seconds: u64, ms: u64) -> Self;
}

impl Go for Given<SpaceAlert> {
    #[track_caller]
    fn step(self) -> Self {
        self.play("1: advance")
    }

    #[track_caller]
    fn steps(self, n: usize) -> Self {
        (0..n).fold(self, |g, _| g.step())
    }

    #[track_caller]
    fn run(self) -> Self {
        self.play("1: run")
    }

    #[track_caller]
    fn time(self, minutes: u64, seconds: u64, ms: u64) -> Self {
        self.clock((minutes * 60 + seconds) * 1000 + ms)
    }
}

/// A table as a seed would have it.
#[track_caller]
fn table(setup: &Setup, seed: u64) -> SpaceAlert {
    SpaceAlert::start(setup, &mut Chance::quick(seed), &mut Tell::muted()).expect("a sound set-up")
}

/// A script for so many people.
fn script(id: &str, people: usize) -> Setup {
    Setup::usual(Play::Script(id.into()), people, false)
}

/// The same without a clock: everything is announced at once.
fn unclocked(id: &str, people: usize) -> Setup {
    Setup { clock: false, trips: false, ..script(id, people) }
}

/// The Action Round as a seat sees it.
#[track_caller]
fn plan_of(game: &SpaceAlert, seat: u8) -> PlanView {
    plan_in(&game.view(Viewer::Seat(Seat(seat))))
}

#[track_caller]
fn plan_in(view: &View) -> PlanView {
    match &view.stage {
        StageView::Planning(plan) => (**plan).clone(),
        other => panic!("this is not the Action Round: {other:?}"),
    }
}

/// Lets a game's clock come to `now` and says what was told.
fn tick(game: &mut SpaceAlert, now: u64) -> Vec<Told<Event>> {
    let mut tell = Tell::aloud();
    game.on_clock(now, &mut Chance::quick(1), &mut tell);
    tell.take()
}

/// Everybody is ready and the script has run for so long.
fn started(setup: &Setup, seed: u64, now: u64) -> SpaceAlert {
    let mut game = table(setup, seed);
    for seat in 0..game.seats() as u8 {
        act(&mut game, seat, klaxon_space_alert::Ready::Ready);
    }
    tick(&mut game, 0);
    tick(&mut game, now);
    game
}

/// A decision that is accepted.
#[track_caller]
fn act(game: &mut SpaceAlert, seat: u8, answer: impl Into<Action>) -> Vec<Told<Event>> {
    let action = answer.into();
    let mut tell = Tell::aloud();
    game.check(Seat(seat), &action).unwrap_or_else(|r| panic!("{action:?} is refused: {r}"));
    assert!(
        is_anytime(&action) || game.choices(Seat(seat)).contains(&action),
        "{action:?} is legal and not offered"
    );
    game.apply(Seat(seat), &action, &mut Chance::quick(7), &mut tell);
    game.audit().unwrap();
    tell.take()
}

/// The rule by which a decision is refused.
#[track_caller]
fn refusal(game: &SpaceAlert, seat: u8, answer: impl Into<Action>) -> String {
    let refusal = game.check(Seat(seat), &answer.into()).expect_err("accepted, though it should be refused");
    refusal.rule.map_or(String::new(), |r| r.to_string())
}

/// Plays on by the given preference until the stage changes its name, or the game ends.
fn end_round(game: &mut SpaceAlert) {
    use klaxon_space_alert::{EndRound, NextPhase};
    for seat in 0..game.seats() as u8 {
        while game.check(Seat(seat), &NextPhase::NextPhase.into()).is_ok() {
            act(game, seat, NextPhase::NextPhase);
        }
    }
    for seat in 0..game.seats() as u8 {
        act(game, seat, EndRound::EndRound(true));
    }
}
