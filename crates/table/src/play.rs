//! What every table can do, whatever the game.

use klaxon_bots::{Blind, Level, Speed, Thought};
use klaxon_core::{
    Chapter, Code, Edition, Instinct, Label, Line, Luck, Millis, Odds, Outcome, Refusal, Seat, SeatSet,
    Session, Situation, Tip, Viewer, Words,
    log::{Entry, Input, Proof},
};
use serde::Serialize;
use serde_json::Value;
use std::{any::Any, fmt, time::Duration};

/// How much of the number of a question tells lists apart. The whole stays exact in JSON.
pub const LIST_BITS: u32 = 20;

/// A choice of a seat: a number, the decision itself, and how it is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// Its place in the list of choices.
    pub index: usize,
    /// The decision, as the API and the log write it.
    pub action: Value,
    /// The decision in the words of situations and the terminal.
    pub words: String,
    /// How it is shown.
    pub label: Label,
}

/// A log line that was just accepted in memory and must now be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Put {
    /// Its number.
    pub n: u32,
    /// The line.
    pub line: String,
}

/// A sentence that a viewer heard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Said {
    /// The step that caused it; 0 for the set-up.
    pub step: u32,
    /// The sentence.
    pub line: Line,
    /// Dice to show with it.
    pub luck: Option<Luck>,
    /// What the whole step came to, with the last sentence of a step that threw something.
    pub outcome: Option<String>,
}

/// A viewer who is further behind than so many inputs sees no more of what he missed.
pub const MOST_CHAPTERS: usize = 24;

/// What every table can do, whatever the game.
pub trait Play: fmt::Debug + Send + Sync {
    /// The game's id.
    fn game_id(&self) -> &'static str;
    /// The edition of the rules that it is played by.
    fn edition(&self) -> Edition;
    /// The newest edition of the rules.
    fn newest_edition(&self) -> Edition;
    /// Could the table go over to another edition now?
    fn can_revise(&self, to: Edition) -> Result<(), Refusal>;
    /// The table goes over to another edition: all who play want it.
    fn revise(&mut self, to: Edition, at: Millis) -> Result<Put, Refusal>;
    /// Log entries so far.
    fn n(&self) -> u32;
    /// Steps in force so far.
    fn step(&self) -> u32;
    /// Number of seats.
    fn seats(&self) -> usize;
    /// The seat's name, as the viewer may know it.
    fn seat_name(&self, seat: Seat) -> String;
    /// The seats that share this seat's secrets.
    fn team(&self, seat: Seat) -> SeatSet;
    /// Seats that may decide now.
    fn to_act(&self) -> SeatSet;
    /// The seat's question number.
    fn question(&self, seat: Seat) -> u32;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// When time next matters.
    fn alarm(&self) -> Option<Millis>;
    /// The table's clock at a step that time made; none for a step that somebody decided.
    fn time_of(&self, step: u32) -> Option<Millis>;
    /// How what was read from a log was proven.
    fn proof(&self) -> Proof;
    /// What was published of the luck that falls now.
    fn commitment(&self) -> &str;
    /// Why the table is frozen, if it is.
    fn frozen(&self) -> Option<&str>;
    /// What the last fault said that kept a decision from being judged, for whoever runs the program.
    fn take_fault(&mut self) -> Option<String>;
    /// What the viewer is asked, or whom the table waits for.
    fn prompt(&self, viewer: Viewer) -> Line;
    /// Why nobody may talk now, where the rules forbid it.
    fn hushed(&self) -> Option<Line>;
    /// What a coach would explain to the seat now.
    fn tips(&self, seat: Seat) -> Vec<&'static Tip>;
    /// The seat's choices.
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    /// How many choices the seat has, without the cost of their words.
    fn count_choices(&self, seat: Seat) -> usize;
    /// A number for what the seat is asked together with the list of its choices. Where several decide at once or time is
    /// real, the list may change under one question: then this is another number.
    fn asked_as(&self, seat: Seat) -> u64;
    /// Decisions open at any time, such as conceding.
    fn anytime(&self, seat: Seat) -> Vec<Choice>;
    /// The view as JSON.
    fn view_json(&self, viewer: Viewer) -> Value;
    /// The board as text; empty where the game draws none.
    fn picture(&self, viewer: Viewer) -> String;
    /// What the viewer heard after a step.
    fn said(&self, viewer: Viewer, after: u32) -> Vec<Said>;
    /// What the viewer can be shown of the inputs after a log entry: the newest of them, each a chapter.
    fn chapters(&self, viewer: Viewer, after: u32) -> Vec<Chapter>;
    /// Decides by the action's JSON.
    fn act(&mut self, seat: Seat, q: Option<u32>, action: &Value, at: Millis) -> Result<Put, Refusal>;
    /// Decides by the number of a choice.
    fn choose(&mut self, seat: Seat, q: Option<u32>, index: usize, at: Millis) -> Result<Put, Refusal>;
    /// Decides by words.
    fn say(&mut self, seat: Seat, words: &str, at: Millis) -> Result<Put, Refusal>;
    /// Takes the last decision back.
    fn undo(&mut self, seat: Seat, at: Millis) -> Result<Put, Refusal>;
    /// May the last decision be taken back?
    fn can_undo(&self, seat: Seat) -> Result<(), Refusal>;
    /// Time passes.
    fn clock(&mut self, now: Millis, at: Millis) -> Option<Put>;
    /// Why these clicks on the board cannot be what the seat decides; `None` when they mean nothing.
    fn why_not(&self, seat: Seat, clicks: &[String]) -> Option<Refusal>;
    /// What may come of a choice.
    fn odds(&self, seat: Seat, index: usize) -> Option<Odds>;
    /// The log's first line with its seeds, for the store.
    fn sealed_header(&self) -> String;
    /// The log's first line for everybody.
    fn public_header(&self) -> String;
    /// The state, for the store's cache.
    fn snapshot(&self) -> Vec<u8>;
    /// The position as a situation, where the game's language can express it.
    fn situation(&self) -> Option<String>;
    /// The whole state as JSON: only for finished games and situations.
    fn state_json(&self) -> Value;
    /// What a bot of the level would choose for the seat; `None` when nothing is asked of it. Thinks on the calling
    /// thread. The same table, level and salt give the same thought.
    fn think(&self, seat: Seat, level: Level, salt: u64) -> Option<Thought>;
    /// How fast the rules are from here.
    fn speed(&self, budget: Duration) -> Speed;
    /// The same table once more.
    fn copy(&self) -> Box<dyn Play>;
    /// The session itself, for those who know the game.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Words + Situation + Instinct> Play for Session<G> {
    fn game_id(&self) -> &'static str {
        G::ID
    }

    fn edition(&self) -> Edition {
        self.game().edition()
    }

    fn newest_edition(&self) -> Edition {
        G::newest()
    }

    fn can_revise(&self, to: Edition) -> Result<(), Refusal> {
        Session::can_revise(self, to)
    }

    fn revise(&mut self, to: Edition, at: Millis) -> Result<Put, Refusal> {
        put(Session::revise(self, to, at)?)
    }

    fn n(&self) -> u32 {
        Session::n(self)
    }

    fn step(&self) -> u32 {
        Session::step(self)
    }

    fn seats(&self) -> usize {
        self.game().seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        G::seat_name(&self.game().view(Viewer::Watcher), seat)
    }

    fn team(&self, seat: Seat) -> SeatSet {
        self.game().team(seat)
    }

    fn to_act(&self) -> SeatSet {
        self.game().to_act()
    }

    fn question(&self, seat: Seat) -> u32 {
        Session::question(self, seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    fn alarm(&self) -> Option<Millis> {
        self.game().alarm()
    }

    fn time_of(&self, step: u32) -> Option<Millis> {
        let at = self.steps().binary_search_by_key(&step, |s| s.step).ok()?;
        match self.steps()[at].entry.input {
            Input::Clock { now } => Some(now),
            Input::Act { .. } | Input::Undo { .. } | Input::Edition { .. } => None,
        }
    }

    fn proof(&self) -> Proof {
        Session::proof(self)
    }

    fn commitment(&self) -> &str {
        Session::commitment(self)
    }

    fn frozen(&self) -> Option<&str> {
        Session::frozen(self)
    }

    fn take_fault(&mut self) -> Option<String> {
        Session::take_fault(self)
    }

    fn prompt(&self, viewer: Viewer) -> Line {
        G::prompt(&self.game().view(viewer), viewer)
    }

    fn hushed(&self) -> Option<Line> {
        G::hushed(&self.game().view(Viewer::Watcher))
    }

    fn tips(&self, seat: Seat) -> Vec<&'static Tip> {
        G::tips(&self.game().view(Viewer::Seat(seat)))
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let view = self.game().view(Viewer::Seat(seat));
        describe::<G>(&view, self.game().choices(seat))
    }

    fn count_choices(&self, seat: Seat) -> usize {
        self.game().choices(seat).len()
    }

    fn asked_as(&self, seat: Seat) -> u64 {
        let question = u64::from(Session::question(self, seat)) << LIST_BITS;
        if self.game().to_act().len() < 2 && self.game().alarm().is_none() {
            return question;
        }
        let list = postcard::to_stdvec(&self.game().choices(seat)).expect("actions serialise");
        let hash = blake3::hash(&list);
        let first = u32::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"));
        question | u64::from(first >> (32 - LIST_BITS))
    }

    fn anytime(&self, seat: Seat) -> Vec<Choice> {
        let view = self.game().view(Viewer::Seat(seat));
        let open = G::anytime(&view, seat).into_iter().filter(|a| self.game().check(seat, a).is_ok());
        describe::<G>(&view, open.collect())
    }

    fn view_json(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.game().view(viewer)).expect("a view serialises")
    }

    fn picture(&self, viewer: Viewer) -> String {
        G::picture(&self.game().view(viewer))
    }

    fn said(&self, viewer: Viewer, after: u32) -> Vec<Said> {
        let newest_first = self.heard(viewer).rev().take_while(|(step, _)| *step > after || after == 0);
        let mut heard: Vec<(u32, &G::Event)> = newest_first.collect();
        heard.reverse();
        let mut said: Vec<Said> = Vec::with_capacity(heard.len());
        for step in heard.chunk_by(|(a, _), (b, _)| a == b) {
            let first = said.len();
            let tell = |(step, event): &(u32, &G::Event)| Said {
                step: *step,
                line: G::line(event),
                luck: G::luck(event),
                outcome: None,
            };
            said.extend(step.iter().map(tell));
            let events: Vec<&G::Event> = step.iter().map(|(_, event)| *event).collect();
            let thrown = said[first..].iter().any(|s| s.luck.is_some());
            if let Some(last) = said.last_mut().filter(|s| s.step > 0) {
                last.outcome = G::outcome_line(&events).or_else(|| thrown.then(|| last.line.text.clone()));
            }
        }
        said
    }

    fn chapters(&self, viewer: Viewer, after: u32) -> Vec<Chapter> {
        let steps = self.steps();
        let from =
            steps.partition_point(|s| s.entry.n <= after).max(steps.len().saturating_sub(MOST_CHAPTERS));
        let chapter = |step: &klaxon_core::Step<G>| {
            let heard = step.told.iter().filter(|t| t.to.reaches(viewer)).map(|t| &t.event);
            let events: Vec<&G::Event> = heard.collect();
            let beats = events.iter().flat_map(|event| G::beats(event));
            Chapter::new(step.step, beats, G::outcome_line(&events))
        };
        steps[from..].iter().map(chapter).filter(|c| !c.beats.is_empty() || c.line.is_some()).collect()
    }

    fn act(&mut self, seat: Seat, q: Option<u32>, action: &Value, at: Millis) -> Result<Put, Refusal> {
        let action: G::Action = serde_json::from_value(action.clone())
            .map_err(|e| Refusal::malformed(format!("this is no decision of the game: {e}")))?;
        put(Session::act(self, seat, q, action, at)?)
    }

    fn choose(&mut self, seat: Seat, q: Option<u32>, index: usize, at: Millis) -> Result<Put, Refusal> {
        if q.is_some_and(|q| q != Session::question(self, seat)) {
            return Err(Refusal::other(Code::Stale, "the table has moved on since this was asked"));
        }
        if self.game().outcome().is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        let mut choices = self.game().choices(seat);
        if choices.is_empty() {
            return Err(Refusal::not_asked("nothing is asked of this seat now"));
        }
        if index >= choices.len() {
            let text = format!("there is no choice {index}; they go from 0 to {}", choices.len() - 1);
            return Err(Refusal::malformed(text));
        }
        put(Session::act(self, seat, q, choices.swap_remove(index), at)?)
    }

    fn say(&mut self, seat: Seat, words: &str, at: Millis) -> Result<Put, Refusal> {
        let action = self.game().action(seat, words).map_err(Refusal::malformed)?;
        put(Session::act(self, seat, None, action, at)?)
    }

    fn undo(&mut self, seat: Seat, at: Millis) -> Result<Put, Refusal> {
        put(Session::undo(self, seat, at)?)
    }

    fn can_undo(&self, seat: Seat) -> Result<(), Refusal> {
        Session::can_undo(self, seat)
    }

    fn clock(&mut self, now: Millis, at: Millis) -> Option<Put> {
        Session::clock(self, now, at).and_then(|entry| put(entry).ok())
    }

    fn why_not(&self, seat: Seat, clicks: &[String]) -> Option<Refusal> {
        let action = G::intend(&self.game().view(Viewer::Seat(seat)), seat, clicks)?;
        self.game().check(seat, &action).err()
    }

    fn odds(&self, seat: Seat, index: usize) -> Option<Odds> {
        let action = self.game().choices(seat).into_iter().nth(index)?;
        G::odds(&self.game().view(Viewer::Seat(seat)), &action)
    }

    fn sealed_header(&self) -> String {
        serde_json::to_string(Session::sealed_header(self)).expect("a header serialises")
    }

    fn public_header(&self) -> String {
        serde_json::to_string(&Session::public_header(self)).expect("a header serialises")
    }

    fn snapshot(&self) -> Vec<u8> {
        postcard::to_stdvec(&Session::snapshot(self)).expect("a snapshot serialises")
    }

    fn situation(&self) -> Option<String> {
        crate::situation_of(self.game())
    }

    fn state_json(&self) -> Value {
        serde_json::to_value(self.game()).expect("a state serialises")
    }

    fn think(&self, seat: Seat, level: Level, salt: u64) -> Option<Thought> {
        level.think(&Blind::new(self.game(), seat), salt ^ u64::from(Session::n(self)) << 20)
    }

    fn speed(&self, budget: Duration) -> Speed {
        Speed::measure(self.game(), budget)
    }

    fn copy(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn put(entry: Entry) -> Result<Put, Refusal> {
    Ok(Put { n: entry.n, line: serde_json::to_string(&entry).expect("an entry serialises") })
}

fn describe<G: Words + Situation>(view: &G::View, actions: Vec<G::Action>) -> Vec<Choice> {
    let describe = |(index, action): (usize, G::Action)| Choice {
        index,
        words: G::words(&action),
        label: G::label(view, &action),
        action: serde_json::to_value(&action).expect("an action serialises"),
    };
    actions.into_iter().enumerate().map(describe).collect()
}
