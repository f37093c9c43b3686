//! The suite finds what is wrong: Parley with one fault at a time.

use klaxon_core::*;
use klaxon_testkit::{
    Suite,
    parley::{Action, Event, Parley, Setup, View},
};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

const OFFERS_TWICE: u8 = 1;
const TAKES_ANYTHING: u8 = 2;
const SHOWS_HANDS: u8 = 3;
const REDEALS_NOTHING: u8 = 4;
const FORGETS_SCORES: u8 = 5;
const NEVER_ENDS: u8 = 6;
const MISREADS: u8 = 7;
const IS_RANDOM: u8 = 8;
const MUMBLES: u8 = 9;
const FAILS_AUDIT: u8 = 10;
const ASKS_NOBODY: u8 = 11;
const LOVES_ITSELF: u8 = 12;
const ONE_LABEL: u8 = 13;
const FAINTS: u8 = 14;

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// Parley with a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Broken<const FAULT: u8> {
    noise: u32,
    game: Parley,
}

impl<const FAULT: u8> Broken<FAULT> {
    fn of(game: Parley) -> Self {
        Broken { game, noise: 0 }
    }
}

impl<const FAULT: u8> Game for Broken<FAULT> {
    const ID: &'static str = Parley::ID;
    const REVISIONS: &'static [Revision] = Parley::REVISIONS;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<Self, Refusal> {
        Parley::start(setup, chance, tell).map(Broken::of)
    }

    fn edition(&self) -> Edition {
        self.game.edition()
    }

    fn revise(&mut self, to: Edition) -> Result<(), Refusal> {
        self.game.revise(to)
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn to_act(&self) -> SeatSet {
        if FAULT == ASKS_NOBODY && self.noise > 3 { SeatSet::NONE } else { self.game.to_act() }
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        let mut choices = self.game.choices(seat);
        if FAULT == OFFERS_TWICE && choices.len() > 1 {
            choices.push(choices[0].clone());
        }
        choices
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if FAULT == TAKES_ANYTHING && *action != Action::Seal {
            Ok(())
        } else {
            self.game.check(seat, action)
        }
    }

    fn apply(&mut self, seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        if FAULT == FAINTS && *action == Action::Object {
            panic!("a rule is broken");
        }
        if FAULT == IS_RANDOM {
            self.noise = COUNTER.fetch_add(1, Ordering::Relaxed);
        }
        if FAULT == ASKS_NOBODY || FAULT == FAILS_AUDIT {
            self.noise += 1;
        }
        if FAULT == NEVER_ENDS && matches!(action, Action::Object | Action::Pass) {
            return;
        }
        self.game.apply(seat, action, chance, tell);
    }

    fn view(&self, viewer: Viewer) -> View {
        let mut view = self.game.view(viewer);
        if FAULT == SHOWS_HANDS {
            view.hands = self.game.view(Viewer::Everything).hands;
        }
        view
    }

    fn redeal(&self, seat: Seat, chance: &mut Chance) -> Self {
        if FAULT == REDEALS_NOTHING { self.clone() } else { Broken::of(self.game.redeal(seat, chance)) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn alarm(&self) -> Option<Millis> {
        self.game.alarm()
    }

    fn on_clock(&mut self, now: Millis, chance: &mut Chance, tell: &mut Tell<Event>) {
        self.game.on_clock(now, chance, tell);
    }

    fn audit(&self) -> Result<(), String> {
        if FAULT == FAILS_AUDIT && self.noise == 5 {
            Err("a piece is lost".into())
        } else {
            self.game.audit()
        }
    }
}

impl<const FAULT: u8> Words for Broken<FAULT> {
    fn menu() -> Menu {
        Parley::menu()
    }

    fn setup(order: &TableOrder) -> Result<Setup, Refusal> {
        Parley::setup(order)
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        Parley::seat_name(view, seat)
    }

    fn prompt(view: &View, viewer: Viewer) -> Line {
        Parley::prompt(view, viewer)
    }

    fn label(view: &View, action: &Action) -> Label {
        let mut label = Parley::label(view, action);
        if FAULT == ONE_LABEL {
            label.text = "Go".into();
        }
        label
    }

    fn line(event: &Event) -> Line {
        if FAULT == MUMBLES && matches!(event, Event::Scored { .. }) {
            Line::plain("")
        } else {
            Parley::line(event)
        }
    }
}

impl<const FAULT: u8> Situation for Broken<FAULT> {
    fn given(clauses: &[&str]) -> Result<Self, String> {
        Parley::given(clauses).map(Broken::of)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        let mut clauses = self.game.clauses()?;
        if FAULT == FORGETS_SCORES {
            clauses.retain(|c| !c.contains("score"));
        }
        Some(clauses)
    }

    fn seat(name: &str) -> Option<Seat> {
        Parley::seat(name)
    }

    fn seat_word(seat: Seat) -> String {
        Parley::seat_word(seat)
    }

    fn face(word: &str) -> Option<u32> {
        Parley::face(word)
    }

    fn action(&self, seat: Seat, words: &str) -> Result<Action, String> {
        let words = if FAULT == MISREADS && words == "object" { "pass" } else { words };
        self.game.action(seat, words)
    }

    fn words(action: &Action) -> String {
        Parley::words(action)
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        self.game.holds(clause)
    }
}

impl<const FAULT: u8> Instinct for Broken<FAULT> {
    fn appraise(&self, seat: Seat) -> i32 {
        if FAULT == LOVES_ITSELF { 1001 } else { self.game.appraise(seat) }
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        self.game.lean(seat, action)
    }
}

fn suite<const FAULT: u8>() -> Suite<Broken<FAULT>> {
    let mut suite = Suite::new(Some(env!("CARGO_TARGET_TMPDIR")));
    (suite.games, suite.max_steps, suite.lossless) = (48, 200, true);
    suite
}

fn complaint(check: impl FnOnce()) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(check)).err()?;
    Some(panic.downcast_ref::<String>().expect("a panic with words").clone())
}

#[test]
fn every_fault_is_found_by_the_part_that_looks_for_it() {
    fn finds<const FAULT: u8>(part: fn(&Suite<Broken<FAULT>>), words: &str) {
        let said =
            complaint(|| part(&suite::<FAULT>())).unwrap_or_else(|| panic!("fault {FAULT} is not found"));
        assert!(said.contains(words), "fault {FAULT} is found for another reason: {said}");
    }
    finds::<OFFERS_TWICE>(Suite::rules, "is offered twice");
    finds::<TAKES_ANYTHING>(Suite::rules, "passes check but is not among the choices");
    finds::<SHOWS_HANDS>(Suite::secrecy, "the view of Watcher betrays what is hidden\n  one …");
    finds::<REDEALS_NOTHING>(Suite::secrecy, "no redeal ever differs");
    finds::<FORGETS_SCORES>(Suite::words, "clauses lose something");
    finds::<NEVER_ENDS>(Suite::rules, "has not ended after 200 steps");
    finds::<MISREADS>(Suite::words, "reads back as another decision");
    finds::<IS_RANDOM>(Suite::rules, "when nobody listens");
    finds::<IS_RANDOM>(Suite::sessions, "parts from the rules");
    finds::<MUMBLES>(Suite::words, "has no sentence");
    finds::<FAILS_AUDIT>(Suite::rules, "audit: a piece is lost");
    finds::<ASKS_NOBODY>(Suite::rules, "nobody is asked and no alarm is set");
    finds::<LOVES_ITSELF>(Suite::rules, "appraise says 1001");
    finds::<ONE_LABEL>(Suite::words, "read the same");
    finds::<FAINTS>(Suite::rules, "a rule is broken");
}

#[test]
fn a_game_without_hidden_information_may_say_so() {
    let mut open = suite::<REDEALS_NOTHING>();
    open.hidden = false;
    open.secrecy();
    let mut wide = suite::<TAKES_ANYTHING>();
    wide.anytime = |_| true;
    // It would break on carrying such actions out, but that is not what is offered.
    wide.rules();
}

#[test]
fn a_failing_playout_leaves_a_log_that_a_session_opens() {
    let mut suite = suite::<FAINTS>();
    suite.log_dir.push("kept");
    let said = complaint(|| suite.rules()).expect("it faints");
    let path = said.lines().last().and_then(|l| l.strip_prefix("its log is ")).expect("the log's path");
    let text = std::fs::read_to_string(path).unwrap();
    let log = log::Log::<Broken<FAINTS>>::parse(&text).unwrap();
    let session = Session::resume(&log).unwrap();
    // The log ends before the step that failed, which the message names.
    assert_eq!(session.frozen(), None);
    let seat = session.game().to_act().iter().next().unwrap();
    assert!(session.game().choices(seat).contains(&Action::Object));
    assert!(said.contains(": object)"), "{said}");
}
