//! What every table can do, whatever the game.

use crate::{
    puzzle::{Refutation, glanced, refuted, speaks, weighed},
    review::text,
};
use klaxon_bots::{
    Blind, Level, Mark, Speed, Thought,
    puzzle::{Glance, Weighed},
    review::{Depth, judge},
};
use klaxon_core::{
    Chance, Chapter, Code, Edition, Game, Heed, Instinct, Label, Line, Luck, Millis, Odds, Outcome, Refusal,
    Request, Seat, SeatSet, Session, Situation, Tell, Tip, Viewer, Words,
    log::{Entry, Input, Parting, Proof, Written},
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

/// What a bot advises.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Advice {
    /// What it would do, and why.
    pub thought: Thought,
    /// What it would do after that, as buttons read, as far as that depends on nobody else.
    pub plan: Vec<String>,
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
    /// Would a decision be taken? In words; nothing changes.
    fn judge(&self, seat: Seat, words: &str) -> Result<(), Refusal>;
    /// A decision as the game itself writes it.
    fn canon(&self, seat: Seat, words: &str) -> Result<String, String>;
    /// The words of a decision that comes as JSON.
    fn words_of(&self, action: &Value) -> Option<String>;
    /// Does a clause of the game's situations hold now? The error says what is there instead.
    fn holds(&self, clause: &str) -> Result<(), String>;
    /// The decisions in force after a step, in words.
    fn decisions(&self, after: u32) -> Vec<(Seat, String)>;
    /// Takes the last decision back.
    fn undo(&mut self, seat: Seat, at: Millis) -> Result<Put, Refusal>;
    /// May the last decision be taken back?
    fn can_undo(&self, seat: Seat) -> Result<(), Refusal>;
    /// Time passes.
    fn clock(&mut self, now: Millis, at: Millis) -> Option<Put>;
    /// Goes on with lines that somebody else has written to the log meanwhile. After an error the table must be opened anew.
    fn follow(&mut self, lines: &[String]) -> Result<(), Parting>;
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
    /// A position that the seat could not tell from this one, as a situation: what it cannot know is dealt anew by the salt.
    fn situation_for(&self, seat: Seat, salt: u64) -> Option<String>;
    /// The whole state as JSON: only for finished games and situations.
    fn state_json(&self) -> Value;
    /// What a bot of the level would choose for the seat; `None` when nothing is asked of it. Thinks on the calling
    /// thread. The same table, level and salt give the same thought.
    fn think(&self, seat: Seat, level: Level, salt: u64) -> Option<Thought> {
        self.think_heeding(seat, level, salt, &[])
    }
    /// The same for a seat that keeps in mind what others have asked of it.
    fn think_heeding(&self, seat: Seat, level: Level, salt: u64, asked: &[(Seat, String)])
    -> Option<Thought>;
    /// What the seat may ask of the others now.
    fn requests(&self, seat: Seat) -> Vec<Request>;
    /// The request that lies in one of the decisions open at any time, by its words.
    fn requested(&self, seat: Seat, words: &str) -> Option<Request>;
    /// What a bot in the seat does about a request of another.
    fn heed(&self, seat: Seat, by: Seat, words: &str) -> Option<Heed<Value>>;
    /// What a bot would advise the seat to do, with what it would do after that; `None` when nothing is asked of it.
    fn advise(&self, seat: Seat, salt: u64) -> Option<Advice>;
    /// What a deeper search of so many rounds says of a choice; `None` where there is no other.
    fn verdict(&self, seat: Seat, taken: usize, rounds: u32, salt: u64) -> Option<Mark>;
    /// Weighs all choices of a seat against each other, with so many times the looks of a bot of middling strength; `None` where
    /// nothing is clearly best.
    fn weigh(&self, seat: Seat, times: u32, salt: u64) -> Option<Weighed>;
    /// A short look at the choices of a seat: what a quick player would take, and whether something stands out. `None` where there
    /// is nothing to choose, or a plan is laid.
    fn glance(&self, seat: Seat, salt: u64) -> Option<Glance>;
    /// What speaks for a choice, in the words of the game; may be empty.
    fn speaks_for(&self, seat: Seat, index: usize, salt: u64) -> String;
    /// How a choice is refuted, by what the seat knows.
    fn refute(&self, seat: Seat, index: usize, salt: u64) -> Refutation;
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
        let choices = self.game().choices(seat);
        let idle: Vec<_> = choices.iter().map(|action| self.game().idle(seat, action)).collect();
        let mut choices = describe::<G>(&view, choices);
        for (choice, why) in choices.iter_mut().zip(idle) {
            // A label that says so in words of its own keeps them.
            if let Some(why) = why.filter(|_| !choice.label.text.to_lowercase().contains("no effect")) {
                choice.label.text += &format!(" (no effect here: {why})");
            }
        }
        choices
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

    fn judge(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let action = self.game().action(seat, words).map_err(Refusal::malformed)?;
        self.game().check(seat, &action)
    }

    fn canon(&self, seat: Seat, words: &str) -> Result<String, String> {
        Ok(G::words(&self.game().action(seat, words)?))
    }

    fn words_of(&self, action: &Value) -> Option<String> {
        serde_json::from_value(action.clone()).ok().map(|action| G::words(&action))
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        self.game().holds(clause)
    }

    fn decisions(&self, after: u32) -> Vec<(Seat, String)> {
        let decision = |step: &klaxon_core::Step<G>| match &step.entry.input {
            Input::Act { seat, action: Written::Words(words), .. } => Some((*seat, words.clone())),
            Input::Act { .. } | Input::Undo { .. } | Input::Clock { .. } | Input::Edition { .. } => None,
        };
        self.steps().iter().filter(|step| step.step > after).filter_map(decision).collect()
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

    fn follow(&mut self, lines: &[String]) -> Result<(), Parting> {
        let from = Session::n(self) as usize;
        let entries = lines.iter().enumerate().map(|(i, line)| {
            serde_json::from_str::<Entry>(line).map_err(|e| Parting::unreadable(from + i + 2, e))
        });
        Session::follow(self, &entries.collect::<Result<Vec<_>, _>>()?)
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

    fn situation_for(&self, seat: Seat, salt: u64) -> Option<String> {
        crate::situation_of(&Blind::new(self.game(), seat).redeal(&mut Chance::quick(salt)))
    }

    fn state_json(&self) -> Value {
        serde_json::to_value(self.game()).expect("a state serialises")
    }

    fn think_heeding(
        &self,
        seat: Seat,
        level: Level,
        salt: u64,
        asked: &[(Seat, String)],
    ) -> Option<Thought> {
        level.think(&Blind::new(self.game(), seat).asked(asked), salt ^ u64::from(Session::n(self)) << 20)
    }

    fn requests(&self, seat: Seat) -> Vec<Request> {
        G::requests(&self.game().view(Viewer::Seat(seat)))
    }

    fn requested(&self, seat: Seat, words: &str) -> Option<Request> {
        let action = self.game().action(seat, words).ok()?;
        G::requested(&self.game().view(Viewer::Seat(seat)), &action)
    }

    fn heed(&self, seat: Seat, by: Seat, words: &str) -> Option<Heed<Value>> {
        let mut chance = Chance::quick(u64::from(Session::n(self)));
        let imagined = Blind::new(self.game(), seat).redeal(&mut chance);
        let Heed { follows, series, says } = imagined.heed(seat, by, words)?;
        let series = series.iter().map(|a| serde_json::to_value(a).expect("a decision serialises")).collect();
        Some(Heed { follows, series, says })
    }

    fn advise(&self, seat: Seat, salt: u64) -> Option<Advice> {
        let blind = Blind::new(self.game(), seat);
        let salt = salt ^ u64::from(Session::n(self)) << 20;
        let mut thought = mended(&blind, salt).or_else(|| Level::Normal.think(&blind, salt))?;
        if thought.reason.is_none() {
            thought.reason = by_odds(&blind, thought.index);
        }
        // People are asked for one decision at a time; what else the search is sure of stands in its line.
        if !thought.planned {
            thought.then.clear();
        }
        let plan = plan(&blind, &thought, salt);
        Some(Advice { thought, plan })
    }

    fn verdict(&self, seat: Seat, taken: usize, rounds: u32, salt: u64) -> Option<Mark> {
        let blind = Blind::new(self.game(), seat);
        let choices = blind.choices();
        let chance = &mut Chance::quick(salt);
        let judged = || judge(&blind, &choices, &choices[taken], Depth::of_rounds(rounds), chance);
        (choices.len() > 1).then(judged).map(|hindsight| hindsight.mark)
    }

    fn weigh(&self, seat: Seat, times: u32, salt: u64) -> Option<Weighed> {
        weighed(self.game(), seat, times, salt)
    }

    fn glance(&self, seat: Seat, salt: u64) -> Option<Glance> {
        glanced(self.game(), seat, salt)
    }

    fn speaks_for(&self, seat: Seat, index: usize, salt: u64) -> String {
        speaks(self.game(), seat, index, salt)
    }

    fn refute(&self, seat: Seat, index: usize, salt: u64) -> Refutation {
        refuted(self, seat, index, salt)
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

/// How much a planner thinks about an advice.
const EFFORT: u32 = 12;

/// Where a seat may still change its mind: what it should change.
fn mended<G: Instinct>(blind: &Blind<'_, G>, salt: u64) -> Option<Thought> {
    let (choices, mut chance) = (blind.choices(), Chance::quick(salt));
    let game = blind.redeal(&mut chance);
    let series = game.mend(blind.seat(), EFFORT, &mut chance);
    let thought = Thought::series(&choices, &series)?;
    Some(Thought { reason: game.reason_of(blind.seat(), &series), ..thought })
}

/// Where a game has no words of its own for a choice, its odds speak: what is likeliest to come of it.
pub(crate) fn by_odds<G: Words>(blind: &Blind<'_, G>, index: usize) -> Option<String> {
    let action = blind.choices().into_iter().nth(index)?;
    let odds = G::odds(&blind.view(), &action)?;
    let (text, share) = odds.rows.iter().max_by_key(|(_, share)| share.per_mille())?;
    Some(format!("the likeliest of it is \u{201c}{text}\u{201d}, with {share}"))
}

/// What the seat would do after its first decision, as buttons read, as long as no luck falls and nobody else decides: what
/// comes after that is not for it to plan.
fn plan<G: Words + Instinct>(blind: &Blind<'_, G>, thought: &Thought, salt: u64) -> Vec<String> {
    let (seat, mut chance) = (blind.seat(), Chance::quick(salt ^ 1));
    let mut game = blind.redeal(&mut chance);
    let Some(first) = blind.choices().into_iter().nth(thought.index) else { return Vec::new() };
    let mut told = Vec::new();
    let follows = if thought.then.is_empty() { &thought.line } else { &thought.then };
    if !go_on(&mut game, seat, &first, &mut chance) {
        return told;
    }
    for value in follows {
        let Ok(action) = serde_json::from_value::<G::Action>(value.clone()) else { break };
        // What is not asked of anybody is passed over, as a look ahead does.
        while let [only] = &game.choices(seat)[..] {
            if *only == action || !go_on(&mut game, seat, only, &mut chance) {
                break;
            }
        }
        if !game.to_act().has(seat) || game.check(seat, &action).is_err() {
            break;
        }
        told.push(text::<G>(&game.view(Viewer::Seat(seat)), &game.choices(seat), &action));
        if !go_on(&mut game, seat, &action, &mut chance) {
            break;
        }
    }
    told
}

/// Takes a decision; false where luck fell, the turn passed on or the game ended with it.
fn go_on<G: Game>(game: &mut G, seat: Seat, action: &G::Action, chance: &mut Chance) -> bool {
    let draws = chance.draws();
    game.apply(seat, action, chance, &mut Tell::muted());
    chance.draws() == draws && game.outcome().is_none() && game.to_act().has(seat)
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
