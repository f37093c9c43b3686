//! A game at a table: its log, questions, undo, hashes, replay and branches. Generic over the rulebook; no game
//! writes any of this. What is deliberately not here: who may sit where, storage, the network.

use crate::{
    Chance, Code, Game, Millis, Refusal, Seat, SeatSet, Seed, Tell, Told, Viewer,
    log::{Entry, FORMAT, Header, Input, Log, Parting, StateHash, Stretch},
};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game at a table.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    header: Header<G::Setup>,
    game: G,
    /// Log entries so far, undone ones and undos included.
    n: u32,
    /// Decisions and ticks in force: the number that keys luck, so that undo never changes fate.
    step: u32,
    /// Each seat's question number.
    questions: Vec<u32>,
    /// Steps in force that this session saw happen, oldest first.
    steps: Vec<Step<G>>,
    /// What was told while the table was set up.
    opening: Vec<Told<G::Event>>,
    /// States to go back to and who decided then, newest last; emptied by a step that cannot be undone.
    undo: Vec<(Seat, G)>,
    frozen: Option<String>,
}

/// A step in force.
#[derive(Clone, Debug)]
pub struct Step<G: Game> {
    /// Its number, from 1: decisions and ticks in force.
    pub step: u32,
    /// The log entry that made it.
    pub entry: Entry<G::Action>,
    /// What was told.
    pub told: Vec<Told<G::Event>>,
}

/// A session's state at one entry, kept beside the log to open long games faster. A cache: it may be thrown away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot<G> {
    n: u32,
    step: u32,
    questions: Vec<u32>,
    game: G,
    /// What may still be taken back after opening.
    undo: Vec<(Seat, G)>,
}

impl<G> Snapshot<G> {
    /// The entry after which it was taken.
    pub fn n(&self) -> u32 {
        self.n
    }
}

impl<G: Game> Session<G> {
    /// Sets a table up.
    pub fn start(setup: G::Setup, seed: Seed) -> Result<Session<G>, Refusal> {
        Session::start_with_packs(setup, seed, String::new())
    }

    /// Sets a table up under packs, whose hash becomes part of the log.
    pub fn start_with_packs(setup: G::Setup, seed: Seed, packs: String) -> Result<Session<G>, Refusal> {
        let mut tell = Tell::aloud();
        let game = G::start(&setup, &mut Chance::of_step(seed, 0), &mut tell)?;
        let header = Header {
            klaxon: FORMAT,
            game: G::ID.into(),
            rules: G::RULES,
            packs,
            setup,
            luck: vec![Stretch::sealed(0, seed)],
            start: StateHash::of(&game),
        };
        Ok(Session::begin(header, game, tell.take()))
    }

    fn begin(header: Header<G::Setup>, game: G, opening: Vec<Told<G::Event>>) -> Session<G> {
        let mut session = Session {
            header,
            questions: vec![0; game.seats()],
            game,
            n: 0,
            step: 0,
            steps: Vec::new(),
            opening,
            undo: Vec::new(),
            frozen: None,
        };
        session.ask(SeatSet::NONE);
        session
    }

    /// Opens a game from its log, which must hold its seeds. Every hash is compared.
    pub fn resume(log: &Log<G>) -> Result<Session<G>, Parting> {
        let mut session = Session::opening(&log.header)?;
        session.replay(&log.entries)?;
        Ok(session)
    }

    /// Opens a game from a snapshot and the entries after it. The snapshot is trusted only if its state has the
    /// hash that the log recorded for that entry.
    pub fn resume_from(
        header: Header<G::Setup>,
        snapshot: Snapshot<G>,
        hash: StateHash,
        entries: &[Entry<G::Action>],
    ) -> Result<Session<G>, Parting> {
        if StateHash::of(&snapshot.game) != hash {
            return Err(Parting::Entry {
                n: snapshot.n,
                why: "the snapshot is not the logged position".into(),
            });
        }
        check_header::<G>(&header)?;
        let mut session = Session::begin(header, snapshot.game, Vec::new());
        (session.n, session.step, session.questions) = (snapshot.n, snapshot.step, snapshot.questions);
        session.undo = snapshot.undo;
        session.replay(entries)?;
        Ok(session)
    }

    /// The session before its first entry.
    fn opening(header: &Header<G::Setup>) -> Result<Session<G>, Parting> {
        check_header::<G>(header)?;
        let seed = header.luck[0].seed.expect("checked");
        let mut tell = Tell::aloud();
        let game = G::start(&header.setup, &mut Chance::of_step(seed, 0), &mut tell)
            .map_err(|r| Parting::Foreign(format!("the set-up is refused: {r}")))?;
        if StateHash::of(&game) != header.start {
            return Err(Parting::Entry { n: 0, why: "the set-up leads to another position".into() });
        }
        Ok(Session::begin(header.clone(), game, tell.take()))
    }

    fn replay(&mut self, entries: &[Entry<G::Action>]) -> Result<(), Parting> {
        for entry in entries {
            if entry.n != self.n + 1 {
                return Err(Parting::Entry { n: entry.n, why: format!("entry {} is missing", self.n + 1) });
            }
            let hash = self
                .put(entry.input.clone(), entry.at)
                .map_err(|r| Parting::Entry { n: entry.n, why: r.to_string() })?
                .hash;
            if hash != entry.hash {
                let why = format!("the log says {}, the rules lead to {hash}", entry.hash);
                return Err(Parting::Entry { n: entry.n, why });
            }
        }
        Ok(())
    }

    /// A seat decides. `question` is the number the client saw; `None` for callers that cannot be stale.
    pub fn act(
        &mut self,
        seat: Seat,
        question: Option<u32>,
        action: G::Action,
        at: Millis,
    ) -> Result<Entry<G::Action>, Refusal> {
        let q = self.question(seat);
        if question.is_some_and(|asked| asked != q) {
            return Err(Refusal::other(Code::Stale, "the table has moved on since this was asked"));
        }
        self.put(Input::Act { seat, q, action }, at)
    }

    /// A seat takes its last decision back.
    pub fn undo(&mut self, seat: Seat, at: Millis) -> Result<Entry<G::Action>, Refusal> {
        self.put(Input::Undo { seat }, at)
    }

    /// Time comes to `now` on the table's clock. Nothing is logged unless the game's alarm was due.
    pub fn clock(&mut self, now: Millis, at: Millis) -> Option<Entry<G::Action>> {
        let due = self.game.alarm().is_some_and(|alarm| alarm <= now);
        if due { self.put(Input::Clock { now }, at).ok() } else { None }
    }

    /// May the seat take its last decision back? Only if it made the last step and is still to act, no luck was
    /// drawn, and nothing hidden came to light.
    pub fn can_undo(&self, seat: Seat) -> Result<(), Refusal> {
        let no = |text: &str| Err(Refusal::other(Code::NoUndo, text));
        match (self.undo.last(), self.steps.last().map(|s| &s.entry.input)) {
            (Some((last, _)), _) if *last != seat => no("somebody else has decided since"),
            (Some(_), _) if !self.game.to_act().has(seat) => no("the turn has passed on"),
            (Some(_), _) => Ok(()),
            (None, Some(Input::Act { seat: last, .. })) if *last != seat => {
                no("somebody else has decided since")
            }
            (None, Some(Input::Act { .. })) => {
                no("luck was drawn or something hidden came to light: that cannot be taken back")
            }
            (None, Some(Input::Clock { .. })) => no("time has passed since"),
            (None, None | Some(Input::Undo { .. })) => no("there is nothing to take back"),
        }
    }

    /// Everything that happens to a game goes through here.
    fn put(&mut self, input: Input<G::Action>, at: Millis) -> Result<Entry<G::Action>, Refusal> {
        if let Some(why) = &self.frozen {
            return Err(Refusal::other(Code::Frozen, format!("this table is frozen: {why}")));
        }
        let asked = self.game.to_act();
        let before = self.game.clone();
        let mut chance = Chance::of_step(self.seed(), u64::from(self.step) + 1);
        let mut tell = Tell::aloud();
        match &input {
            Input::Act { seat, q, action } => {
                self.judge(*seat, action)?;
                if *q != self.question(*seat) {
                    return Err(Refusal::other(Code::Stale, "this answers another question"));
                }
                self.guard(&before, |game| game.apply(*seat, action, &mut chance, &mut tell))?;
            }
            Input::Undo { seat } => {
                self.can_undo(*seat)?;
                (_, self.game) = self.undo.pop().expect("can_undo looked");
                self.steps.pop();
                self.step -= 1;
                self.n += 1;
                self.questions[seat.index()] += 1;
                self.ask(asked);
                return Ok(Entry { n: self.n, at, input, hash: StateHash::of(&self.game) });
            }
            Input::Clock { now } => {
                if self.game.alarm().is_none_or(|alarm| alarm > *now) {
                    return Err(Refusal::not_asked("no alarm of the game is due"));
                }
                self.guard(&before, |game| game.on_clock(*now, &mut chance, &mut tell))?;
            }
        }
        let told = tell.take();
        match &input {
            Input::Act { seat, .. }
                if chance.draws() == 0
                    && self.game.to_act().has(*seat)
                    && told.iter().all(|t| !t.reveals) =>
            {
                self.undo.push((*seat, before));
            }
            Input::Act { .. } | Input::Undo { .. } | Input::Clock { .. } => self.undo.clear(),
        }
        self.n += 1;
        self.step += 1;
        if let Input::Act { seat, .. } = &input {
            self.questions[seat.index()] += 1;
        }
        self.ask(asked);
        let entry = Entry { n: self.n, at, input, hash: StateHash::of(&self.game) };
        self.steps.push(Step { step: self.step, entry: entry.clone(), told });
        Ok(entry)
    }

    fn judge(&self, seat: Seat, action: &G::Action) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        if seat.index() >= self.game.seats() {
            return Err(Refusal::malformed(format!("there is no seat {seat} at this table")));
        }
        match catch_unwind(AssertUnwindSafe(|| self.game.check(seat, action))) {
            Ok(verdict) => verdict,
            Err(_) => Err(Refusal::malformed("this decision makes no sense here")),
        }
    }

    /// Runs rules code. A panic puts the state back and freezes this one table.
    fn guard(&mut self, before: &G, run: impl FnOnce(&mut G)) -> Result<(), Refusal> {
        let game = &mut self.game;
        // What is asked of the new state is tried here too: a broken state must not get past this point.
        let run = || {
            run(game);
            let _ = (game.to_act(), StateHash::of(game));
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
            let why = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
                .unwrap_or_else(|| "a fault in the program".into());
            self.game = before.clone();
            self.frozen = Some(why.clone());
            return Err(Refusal::other(
                Code::Frozen,
                format!("a fault in the program stopped this table: {why}"),
            ));
        }
        Ok(())
    }

    /// A seat that was not asked before and is now gets a new question.
    fn ask(&mut self, before: SeatSet) {
        for seat in self.game.to_act().iter().filter(|&s| !before.has(s)) {
            self.questions[seat.index()] += 1;
        }
    }

    fn seed(&self) -> Seed {
        self.seed_of(self.step + 1)
    }

    fn seed_of(&self, step: u32) -> Seed {
        let stretch = self.header.luck.iter().rev().find(|s| s.from <= step).expect("the first is from 0");
        stretch.seed.expect("a session holds its seeds")
    }

    /// The position.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Log entries so far.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Steps in force so far.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The number of the question that the seat is asked, or was asked last.
    pub fn question(&self, seat: Seat) -> u32 {
        self.questions.get(seat.index()).copied().unwrap_or(0)
    }

    /// Why the table is frozen, if it is.
    pub fn frozen(&self) -> Option<&str> {
        self.frozen.as_deref()
    }

    /// The steps in force that this session saw: all, unless it was opened from a snapshot.
    pub fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    /// What a viewer heard, step by step; step 0 is the set-up.
    pub fn heard(&self, viewer: Viewer) -> impl DoubleEndedIterator<Item = (u32, &G::Event)> {
        let opening = self.opening.iter().map(|t| (0, t));
        let later = self.steps.iter().flat_map(|s| s.told.iter().map(move |t| (s.step, t)));
        opening.chain(later).filter(move |(_, t)| t.to.reaches(viewer)).map(|(n, t)| (n, &t.event))
    }

    /// The set-up.
    pub fn setup(&self) -> &G::Setup {
        &self.header.setup
    }

    /// The header with its seeds: for the store and for the host's own export.
    pub fn sealed_header(&self) -> &Header<G::Setup> {
        &self.header
    }

    /// The header for everybody: with the seed only once the game is over. Seeds of earlier stretches, which
    /// belong to a finished game, are shown.
    pub fn public_header(&self) -> Header<G::Setup> {
        let mut header = self.header.clone();
        if self.game.outcome().is_none()
            && let Some(last) = header.luck.last_mut()
        {
            last.seed = None;
        }
        header
    }

    /// The state now, for the store's cache.
    pub fn snapshot(&self) -> Snapshot<G> {
        Snapshot {
            n: self.n,
            step: self.step,
            questions: self.questions.clone(),
            game: self.game.clone(),
            undo: self.undo.clone(),
        }
    }

    /// A game that goes on from after `step` of this finished one, with luck of its own. Its log begins with the
    /// steps in force up to there.
    pub fn branch(log: &Log<G>, step: u32, seed: Seed) -> Result<(Session<G>, Log<G>), Parting> {
        let mut header = log.header.clone();
        header.luck.retain(|s| s.from <= step);
        header.luck.push(Stretch::sealed(step + 1, seed));
        let session = Session::retrace(header.clone(), &log.entries, step, |_| ())?;
        let entries = session.steps.iter().map(|s| s.entry.clone()).collect();
        Ok((session, Log { header, entries }))
    }

    /// The session as it stood after `step`, for the replay page.
    pub fn as_of(log: &Log<G>, step: u32) -> Result<Session<G>, Parting> {
        Session::retrace(log.header.clone(), &log.entries, step, |_| ())
    }

    /// What a look at each position of a game shows, from the set-up to the last step in force.
    pub fn course<T>(log: &Log<G>, look: impl Fn(&G) -> T) -> Result<Vec<T>, Parting> {
        let mut shown = Vec::new();
        Session::retrace(log.header.clone(), &log.entries, u32::MAX, |game| shown.push(look(game)))?;
        Ok(shown)
    }

    /// Plays the first `steps` steps in force, or all with `u32::MAX`, passing over what was undone.
    fn retrace(
        header: Header<G::Setup>,
        entries: &[Entry<G::Action>],
        steps: u32,
        mut look: impl FnMut(&G),
    ) -> Result<Session<G>, Parting> {
        let mut in_force: Vec<&Entry<G::Action>> = Vec::new();
        for entry in entries {
            match entry.input {
                Input::Act { .. } | Input::Clock { .. } => in_force.push(entry),
                Input::Undo { .. } => drop(in_force.pop()),
            }
        }
        if steps != u32::MAX && steps as usize > in_force.len() {
            return Err(Parting::Foreign(format!("the game has only {} steps", in_force.len())));
        }
        let mut session = Session::opening(&header)?;
        look(&session.game);
        for old in in_force.into_iter().take(steps as usize) {
            let entry = match &old.input {
                Input::Act { seat, action, .. } => session.act(*seat, None, action.clone(), old.at),
                Input::Undo { .. } | Input::Clock { .. } => session.put(old.input.clone(), old.at),
            };
            let hash = entry.map_err(|r| Parting::Entry { n: old.n, why: r.to_string() })?.hash;
            if hash != old.hash {
                let why = format!("the log says {}, the rules lead to {hash}", old.hash);
                return Err(Parting::Entry { n: old.n, why });
            }
            look(&session.game);
        }
        Ok(session)
    }
}

fn check_header<G: Game>(header: &Header<G::Setup>) -> Result<(), Parting> {
    if header.game != G::ID {
        return Err(Parting::Foreign(format!("this is a log of {}, not of {}", header.game, G::ID)));
    }
    if (header.klaxon, header.rules) != (FORMAT, G::RULES) {
        let (f, r) = (header.klaxon, header.rules);
        let why = format!("log format {f} and rules {r}; this program has {FORMAT} and {}", G::RULES);
        return Err(Parting::Foreign(why));
    }
    if header.luck.first().is_none_or(|s| s.from != 0) {
        return Err(Parting::Luck { from: 0, why: "the log names no seed for its start".into() });
    }
    for stretch in &header.luck {
        let from = stretch.from;
        match stretch.seed {
            None => return Err(Parting::Luck { from, why: "its seed is not revealed yet".into() }),
            Some(seed) if seed.commitment() != stretch.commitment => {
                return Err(Parting::Luck { from, why: "the seed is not the one committed to".into() });
            }
            Some(_) => {}
        }
    }
    Ok(())
}
