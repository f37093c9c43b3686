//! A game at a table: its log, questions, undo, hashes, replay and branches. Generic over the rulebook; no game
//! writes any of this. What is deliberately not here: who may sit where, storage, the network.

mod opening;
mod retrace;

pub use retrace::Retrace;

use crate::{
    Chance, Code, Draw, Edition, Game, Millis, Outcome, Refusal, Seat, SeatSet, Seed, Situation, TableOrder,
    Tell, Told, Viewer, Words,
    log::{
        Arranged, Chain, Digest, Entry, FORMAT, Facts, Header, Input, Key, Log, Parting, Proof, StateHash,
        Stretch, Written,
    },
    no_edition, panic_text,
};
use opening::{Opening, arranged, arranged_anew, check_header};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game at a table.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    header: Header<G::Setup>,
    setup: G::Setup,
    game: G,
    /// The keys of the header's stretches.
    keys: Vec<Key>,
    /// The digest of everything so far.
    chain: Chain,
    /// The layout of the newest hash in the log.
    layout: u32,
    /// How what was read from a log was proven.
    proof: Proof,
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
    /// What the last fault said that kept a decision from being judged.
    fault: Option<String>,
    /// What went into each digest, where somebody wants to check them without the rules.
    witness: Option<Vec<Witness>>,
}

/// What the digest of an entry is made of beside the entry itself: with it, and the seed, anybody can compute digests and
/// luck anew without knowing the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The entry; 0 is the set-up.
    pub n: u32,
    /// The newest step in force after it: the number that keyed its luck.
    pub step: u32,
    /// Who is asked after it.
    pub asked: SeatSet,
    /// What was drawn.
    pub drawn: Vec<Draw>,
    /// How the game ended with it.
    pub outcome: Option<Outcome>,
}

/// A step in force.
#[derive(Clone, Debug)]
pub struct Step<G: Game> {
    /// Its number, from 1: decisions and ticks in force.
    pub step: u32,
    /// The log entry that made it.
    pub entry: Entry,
    /// What was told.
    pub told: Vec<Told<G::Event>>,
}

/// A session's state at one entry, kept beside the log to open long games faster. A cache: it may be thrown away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// How the positions are written down.
    layout: u32,
    n: u32,
    step: u32,
    questions: Vec<u32>,
    chain: Chain,
    /// The position, in bytes of its own.
    game: Vec<u8>,
    /// What may still be taken back after opening.
    undo: Vec<(Seat, Vec<u8>)>,
}

impl Snapshot {
    /// The entry after which it was taken.
    pub fn n(&self) -> u32 {
        self.n
    }
}

impl<G: Words + Situation> Session<G> {
    /// Opens a table as it is ordered from the menu, by the edition that the order names or by the newest, under packs
    /// whose hash becomes part of the log.
    pub fn open(order: &TableOrder, seed: Seed, packs: String) -> Result<Session<G>, Refusal> {
        let edition = order.edition.unwrap_or_else(G::newest);
        let opening = Opening::ordered(order, edition, seed)?;
        // The header has its own place for the edition.
        let order = TableOrder { edition: None, ..order.clone() };
        Session::found(Arranged::Order(order), opening, seed, packs)
    }

    /// Sets a table up.
    pub fn start(setup: G::Setup, seed: Seed) -> Result<Session<G>, Refusal> {
        Session::found(Arranged::Setup(setup.clone()), Opening::of(setup, seed)?, seed, String::new())
    }

    fn found(
        table: Arranged<G::Setup>,
        opening: Opening<G>,
        seed: Seed,
        packs: String,
    ) -> Result<Session<G>, Refusal> {
        let header = Header {
            klaxon: FORMAT,
            game: G::ID.into(),
            edition: opening.game.edition(),
            layout: G::LAYOUT,
            packs,
            table,
            luck: vec![Stretch::sealed(0, seed)],
            start: None,
            digest: None,
        };
        Ok(Session::begin(header, opening).sealed())
    }

    /// The session with hash and digest of its start in the header.
    fn sealed(mut self) -> Session<G> {
        self.header.start = Some(StateHash::sealed(self.key(), &self.game));
        self.header.digest = Some(self.chain.digest());
        self
    }

    fn begin(header: Header<G::Setup>, opening: Opening<G>) -> Session<G> {
        let Opening { setup, game, drawn, told } = opening;
        let keys = header.luck.iter().map(|s| Key::of(s.seed.expect("a session holds its seeds"))).collect();
        let chain = Chain::new(G::ID, game.edition());
        let mut session = Session {
            layout: header.layout,
            header,
            setup,
            questions: vec![0; game.seats()],
            game,
            keys,
            chain,
            proof: Proof::default(),
            n: 0,
            step: 0,
            steps: Vec::new(),
            opening: told,
            undo: Vec::new(),
            frozen: None,
            fault: None,
            witness: None,
        };
        session.ask(SeatSet::NONE);
        session.link(None, &drawn);
        session
    }

    /// Opens a game from its log, which must hold its seeds. Every entry is compared: its hash where it was written in
    /// this layout, and its digest.
    pub fn resume(log: &Log<G>) -> Result<Session<G>, Parting> {
        let mut session = Session::opening(&log.header)?;
        session.replay(&log.entries)?;
        Ok(session)
    }

    /// Opens a game as far as its log goes by the rules. Where it does not go to the end, the table is frozen at the last
    /// good position with the reason. The error is a log of which not even the beginning can be shown.
    pub fn resume_so_far(log: &Log<G>) -> Result<Session<G>, Parting> {
        let mut session = Session::opening(&log.header)?;
        let Err(parting) = session.replay(&log.entries) else { return Ok(session) };
        // The entry that parts may have been carried out before that was seen.
        let good = log.entries.iter().position(|e| matches!(&parting, Parting::Entry { n, .. } if *n == e.n));
        session = Session::opening(&log.header)?;
        session.replay(&log.entries[..good.unwrap_or(0)])?;
        session.freeze(parting.to_string());
        Ok(session)
    }

    /// Goes on with entries that somebody else has written to the log meanwhile. After an error the table must be opened
    /// anew.
    pub fn follow(&mut self, entries: &[Entry]) -> Result<(), Parting> {
        self.replay(entries)
    }

    /// Nothing more happens at this table: why.
    pub fn freeze(&mut self, why: String) {
        self.frozen.get_or_insert(why);
    }

    /// Opens a game from a snapshot and the entries after it. The snapshot is trusted only if it is written in this layout
    /// and its position is the one that the log recorded, in the same layout, for that entry.
    pub fn resume_from(log: &Log<G>, snapshot: Snapshot) -> Result<Session<G>, Parting> {
        check_header::<G>(&log.header)?;
        let doubt = |why: &str| Parting::Entry { n: snapshot.n, why: format!("the snapshot {why}") };
        let read = |bytes: &[u8]| -> Result<G, Parting> {
            postcard::from_bytes(bytes).map_err(|_| doubt("cannot be read"))
        };
        let at = log.entries.iter().position(|e| e.n == snapshot.n).ok_or_else(|| doubt("is of no entry"))?;
        let (earlier, later) = log.entries.split_at(at + 1);
        let entry = &log.entries[at];
        let layout = earlier.iter().rev().find_map(|e| e.layout).unwrap_or(log.header.layout);
        if (snapshot.layout, layout) != (G::LAYOUT, G::LAYOUT) {
            return Err(doubt("is written in another layout"));
        }
        let setup = arranged::<G>(&log.header)?;
        let opening = Opening { setup, game: read(&snapshot.game)?, drawn: Vec::new(), told: Vec::new() };
        let mut session = Session::begin(log.header.clone(), opening);
        (session.n, session.step, session.chain) = (snapshot.n, snapshot.step, snapshot.chain);
        let same = match entry.digest {
            None => entry.hash == StateHash::of(&session.game),
            Some(digest) => {
                entry.hash == StateHash::sealed(session.key(), &session.game)
                    && digest == session.chain.digest()
            }
        };
        if !same {
            return Err(doubt("is not the logged position"));
        }
        for (seat, bytes) in &snapshot.undo {
            session.undo.push((*seat, read(bytes)?));
        }
        session.layout = layout;
        session.questions = snapshot.questions;
        session.replay(later)?;
        Ok(session)
    }

    /// The session before its first entry, as the header says.
    fn opening(header: &Header<G::Setup>) -> Result<Session<G>, Parting> {
        let session = Session::set_out(header)?;
        let (start, digest) = match (header.klaxon, header.layout, header.digest) {
            (1, 1, None) => (StateHash::of(&session.game), None),
            (1, ..) => return Err(Parting::unreadable(1, "format 1 knows no digests and no other layout")),
            (_, _, None) => return Err(Parting::unreadable(1, "the header has no digest")),
            (..) => (StateHash::sealed(session.key(), &session.game), Some(session.chain.digest())),
        };
        let same = header.layout != G::LAYOUT || header.start == Some(start);
        if !same || header.digest != digest {
            return Err(Parting::Entry { n: 0, why: "the set-up leads to another position".into() });
        }
        Ok(session)
    }

    fn set_out(header: &Header<G::Setup>) -> Result<Session<G>, Parting> {
        check_header::<G>(header)?;
        let seed = header.luck[0].seed.expect("checked");
        Ok(Session::begin(header.clone(), arranged_anew::<G>(header, seed)?))
    }

    fn replay(&mut self, entries: &[Entry]) -> Result<(), Parting> {
        // Only format 1 has no digests, and once a log has them it goes on with them.
        let last = self.steps.last().is_some_and(|s| s.entry.digest.is_some());
        let mut digested = self.header.digest.is_some() || last;
        for logged in entries {
            let parts = |why: String| Parting::Entry { n: logged.n, why };
            if logged.n != self.n + 1 {
                return Err(parts(format!("entry {} is missing", self.n + 1)));
            }
            if digested && logged.digest.is_none() {
                return Err(parts("it has no digest".into()));
            }
            digested = logged.digest.is_some();
            let input = self.read(&logged.input).map_err(parts)?;
            self.layout = logged.layout.unwrap_or(self.layout);
            let made = self.put(input, logged.at, Some(logged)).map_err(|r| parts(r.to_string()))?;
            self.compare(logged, &made).map_err(parts)?;
        }
        Ok(())
    }

    /// Is an entry that was just made again the logged one, as far as that can be told?
    fn compare(&mut self, logged: &Entry, made: &Entry) -> Result<(), String> {
        if self.layout == G::LAYOUT && made.hash != logged.hash {
            return Err(format!("the log says {}, the rules lead to {}", logged.hash, made.hash));
        }
        if let (Some(says), Some(leads)) = (logged.digest, made.digest)
            && says != leads
        {
            return Err(format!("the log's digest is {says}, the rules lead to {leads}"));
        }
        let proven = match logged.digest {
            _ if self.layout == G::LAYOUT => &mut self.proof.exact,
            Some(_) => &mut self.proof.by_digest,
            None => &mut self.proof.by_rules,
        };
        *proven += 1;
        Ok(())
    }

    /// What a line of the log means here.
    fn read(&self, input: &Input<Written>) -> Result<Input<G::Action>, String> {
        Ok(match input {
            Input::Act { seat, q, action } => {
                let read = || match action {
                    Written::Words(words) => self.game.action(*seat, words),
                    Written::Json(value) => G::Action::deserialize(value)
                        .map_err(|e| format!("this is no decision of the game: {e}")),
                };
                let read = catch_unwind(AssertUnwindSafe(read));
                let action = read.unwrap_or_else(|_| Err("this decision makes no sense here".into()))?;
                Input::Act { seat: *seat, q: *q, action }
            }
            Input::Undo { seat } => Input::Undo { seat: *seat },
            Input::Clock { now } => Input::Clock { now: *now },
            Input::Edition { to } => Input::Edition { to: *to },
        })
    }

    /// A seat decides. `question` is the number the client saw; `None` for callers that cannot be stale.
    pub fn act(
        &mut self,
        seat: Seat,
        question: Option<u32>,
        action: G::Action,
        at: Millis,
    ) -> Result<Entry, Refusal> {
        let q = self.question(seat);
        if question.is_some_and(|asked| asked != q) {
            return Err(Refusal::other(Code::Stale, "the table has moved on since this was asked"));
        }
        self.put(Input::Act { seat, q, action }, at, None)
    }

    /// A seat takes its last decision back.
    pub fn undo(&mut self, seat: Seat, at: Millis) -> Result<Entry, Refusal> {
        self.put(Input::Undo { seat }, at, None)
    }

    /// Time comes to `now` on the table's clock. Nothing is logged unless the game's alarm was due.
    pub fn clock(&mut self, now: Millis, at: Millis) -> Option<Entry> {
        let due = self.game.alarm().is_some_and(|alarm| alarm <= now);
        if due { self.put(Input::Clock { now }, at, None).ok() } else { None }
    }

    /// May the seat take its last decision back? Only if it made the last step and is still to act, no luck was
    /// drawn, and nothing hidden came to light.
    pub fn can_undo(&self, seat: Seat) -> Result<(), Refusal> {
        let no = |text: &str| Err(Refusal::other(Code::NoUndo, text));
        // The luck before a branch point is published, and belongs to the game that was branched.
        let branched = self.header.luck.last().is_some_and(|last| self.step < last.from);
        if branched && self.header.klaxon > 1 {
            return no("a branch begins with nothing to take back");
        }
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
            (None, Some(Input::Edition { .. })) => {
                no("the table has gone over to another edition of the rules")
            }
            (None, None | Some(Input::Undo { .. })) => no("there is nothing to take back"),
        }
    }

    /// The table goes on by another edition of the rules, where the game can do that. Whoever calls this has asked all
    /// who play.
    pub fn revise(&mut self, to: Edition, at: Millis) -> Result<Entry, Refusal> {
        self.put(Input::Edition { to }, at, None)
    }

    /// Could the table go over to another edition now?
    pub fn can_revise(&self, to: Edition) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        if to == self.game.edition() {
            return Err(Refusal::malformed(format!("the table is played by edition {to} already")));
        }
        if to > G::newest() {
            return Err(no_edition::<G>(to));
        }
        self.game.clone().revise(to)
    }

    /// Everything that happens to a game goes through here; `logged` is the entry that is put in again from a log.
    fn put(&mut self, input: Input<G::Action>, at: Millis, logged: Option<&Entry>) -> Result<Entry, Refusal> {
        if let Some(why) = &self.frozen {
            return Err(Refusal::other(Code::Frozen, format!("this table is frozen: {why}")));
        }
        let asked = self.game.to_act();
        let before = self.game.clone();
        let mut chance = Chance::of_step(self.seed(), u64::from(self.step) + 1);
        let mut tell = Tell::aloud();
        if let Input::Act { seat, q, action } = &input {
            self.judge(*seat, action)?;
            if *q != self.question(*seat) {
                return Err(Refusal::other(Code::Stale, "this answers another question"));
            }
        }
        let written = match (&input, logged) {
            (_, Some(logged)) => logged.input.clone(),
            (Input::Act { seat, q, action }, None) => {
                Input::Act { seat: *seat, q: *q, action: self.write(*seat, action) }
            }
            (Input::Undo { seat }, None) => Input::Undo { seat: *seat },
            (Input::Clock { now }, None) => Input::Clock { now: *now },
            (Input::Edition { to }, None) => Input::Edition { to: *to },
        };
        match &input {
            Input::Act { seat, action, .. } => {
                self.guard(&before, |game| game.apply(*seat, action, &mut chance, &mut tell))?;
            }
            Input::Undo { seat } => {
                self.can_undo(*seat)?;
                (_, self.game) = self.undo.pop().expect("can_undo looked");
                self.steps.pop();
                self.step -= 1;
                self.questions[seat.index()] += 1;
                return Ok(self.enter(written, asked, at, &chance, logged));
            }
            Input::Clock { now } => {
                if self.game.alarm().is_none_or(|alarm| alarm > *now) {
                    return Err(Refusal::not_asked("no alarm of the game is due"));
                }
                self.guard(&before, |game| game.on_clock(*now, &mut chance, &mut tell))?;
            }
            Input::Edition { to } => {
                self.can_revise(*to)?;
                self.game.revise(*to)?;
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
            Input::Act { .. } | Input::Undo { .. } | Input::Clock { .. } | Input::Edition { .. } => {
                self.undo.clear();
            }
        }
        self.step += 1;
        if let Input::Act { seat, .. } = &input {
            self.questions[seat.index()] += 1;
        }
        let entry = self.enter(written, asked, at, &chance, logged);
        let kept = logged.cloned().unwrap_or_else(|| entry.clone());
        self.steps.push(Step { step: self.step, entry: kept, told });
        Ok(entry)
    }

    /// Counts what has happened and makes its entry: with the hash that the log would have for it, or none where hashes of
    /// another layout stand there.
    fn enter(
        &mut self,
        input: Input<Written>,
        asked: SeatSet,
        at: Millis,
        chance: &Chance,
        logged: Option<&Entry>,
    ) -> Entry {
        self.n += 1;
        self.ask(asked);
        self.link(Some(&input), chance.drawn());
        let layout = match logged {
            Some(logged) => logged.layout,
            None => (std::mem::replace(&mut self.layout, G::LAYOUT) != G::LAYOUT).then_some(G::LAYOUT),
        };
        let hash = match logged {
            Some(_) if self.layout != G::LAYOUT => StateHash(0),
            Some(logged) if logged.digest.is_none() => StateHash::of(&self.game),
            Some(_) | None => StateHash::sealed(self.key(), &self.game),
        };
        Entry { n: self.n, at, input, layout, hash, digest: Some(self.chain.digest()) }
    }

    /// Goes on with the digest.
    fn link(&mut self, input: Option<&Input<Written>>, drawn: &[Draw]) {
        let (outcome, asked) = (self.game.outcome(), self.game.to_act());
        let facts = Facts { n: self.n, input, asked, drawn, outcome: outcome.as_ref() };
        self.chain = self.chain.after(self.key(), &facts);
        if let Some(witness) = &mut self.witness {
            let drawn = drawn.to_vec();
            witness.push(Witness { n: self.n, step: self.step, asked, drawn, outcome });
        }
    }

    /// Runs a log again and says what went into each digest, the set-up first.
    pub fn witness(log: &Log<G>) -> Result<Vec<Witness>, Parting> {
        let mut session = Session::<G>::opening(&log.header)?;
        let seed = log.header.luck[0].seed.expect("checked");
        let drawn = arranged_anew::<G>(&log.header, seed)?.drawn;
        let (asked, outcome) = (session.game.to_act(), session.game.outcome());
        session.witness = Some(vec![Witness { n: 0, step: 0, asked, drawn, outcome }]);
        session.replay(&log.entries)?;
        Ok(session.witness.take().unwrap_or_default())
    }

    /// A decision as the log has it: in words, as long as they are sure to be read back as the same decision.
    fn write(&self, seat: Seat, action: &G::Action) -> Written {
        let words = || {
            let words = G::words(action);
            let same = self.game.action(seat, &words).is_ok_and(|read| read == *action);
            same.then_some(words)
        };
        match catch_unwind(AssertUnwindSafe(words)) {
            Ok(Some(words)) => Written::Words(words),
            Ok(None) | Err(_) => Written::Json(serde_json::to_value(action).unwrap_or_default()),
        }
    }

    fn judge(&mut self, seat: Seat, action: &G::Action) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        if seat.index() >= self.game.seats() {
            return Err(Refusal::malformed(format!("there is no seat {seat} at this table")));
        }
        match catch_unwind(AssertUnwindSafe(|| self.game.check(seat, action))) {
            Ok(verdict) => verdict,
            Err(panic) => {
                // What it said may speak of what is hidden: it is for the host alone.
                self.fault = Some(panic_text(&*panic));
                let text = "a fault in the program kept it from judging this decision; nothing has changed, so try \
                            another one, and tell whoever runs this server";
                Err(Refusal::other(Code::Fault, text))
            }
        }
    }

    /// What the last fault said that kept a decision from being judged, for whoever runs the program.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    /// Runs rules code. A panic puts the state back and freezes this one table.
    fn guard(&mut self, before: &G, run: impl FnOnce(&mut G)) -> Result<(), Refusal> {
        let game = &mut self.game;
        // What is asked of the new state is tried here too: a broken state must not get past this point.
        let run = || {
            run(game);
            let _ = (game.to_act(), game.outcome());
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
            let why = panic_text(&*panic);
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
        self.header.luck[self.stretch(step)].seed.expect("a session holds its seeds")
    }

    /// The key of what stands in the log for the newest step.
    fn key(&self) -> &Key {
        &self.keys[self.stretch(self.step)]
    }

    fn stretch(&self, step: u32) -> usize {
        self.header.luck.iter().rposition(|s| s.from <= step).expect("the first is from 0")
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
        &self.setup
    }

    /// What was published of the luck that falls now.
    pub fn commitment(&self) -> &str {
        &self.header.luck[self.stretch(self.step + 1)].commitment
    }

    /// The digest of everything so far.
    pub fn digest(&self) -> Digest {
        self.chain.digest()
    }

    /// How what was read from a log was proven.
    pub fn proof(&self) -> Proof {
        self.proof
    }

    /// The header with its seeds: for the store and for the host's own export.
    pub fn sealed_header(&self) -> &Header<G::Setup> {
        &self.header
    }

    /// The header for everybody: with the seed only once the game is over. Seeds of earlier stretches, which
    /// belong to a finished game, are shown. The hash that format 1 has of the start could be guessed: it waits, too.
    pub fn public_header(&self) -> Header<G::Setup> {
        let mut header = self.header.clone();
        if self.game.outcome().is_none() {
            if let Some(last) = header.luck.last_mut() {
                last.seed = None;
            }
            if header.digest.is_none() {
                header.start = None;
            }
        }
        header
    }

    /// The same table in another position, without its past: for whoever compares positions that a seat cannot tell apart.
    #[must_use]
    pub fn placed(&self, game: G) -> Session<G> {
        Session { game, steps: Vec::new(), opening: Vec::new(), undo: Vec::new(), ..self.clone() }
    }

    /// The state now, for the store's cache.
    pub fn snapshot(&self) -> Snapshot {
        let bytes = |game: &G| postcard::to_stdvec(game).expect("a state serialises");
        Snapshot {
            layout: G::LAYOUT,
            n: self.n,
            step: self.step,
            questions: self.questions.clone(),
            chain: self.chain,
            game: bytes(&self.game),
            undo: self.undo.iter().map(|(seat, game)| (*seat, bytes(game))).collect(),
        }
    }

    /// A game that goes on from after `step` of this finished one, with luck of its own, or without a seed with the same:
    /// what falls in a step then is what fell in it before. Its log begins with the steps in force up to there.
    pub fn branch(log: &Log<G>, step: u32, seed: Option<Seed>) -> Result<(Session<G>, Log<G>), Parting> {
        // The steps are proven where they stand, then put in anew: a log of today, whoever wrote the old one.
        let old = Session::as_of(log, step)?;
        let mut header = log.header.clone();
        if let Some(seed) = seed {
            header.luck.retain(|s| s.from <= step);
            header.luck.push(Stretch::sealed(step + 1, seed));
        }
        (header.klaxon, header.layout, header.start, header.digest) = (FORMAT, G::LAYOUT, None, None);
        let mut session = Session::set_out(&header)?.sealed();
        let mut entries = Vec::new();
        for was in old.steps {
            let parts = |why: String| Parting::Entry { n: was.entry.n, why };
            let mut input = session.read(&was.entry.input).map_err(parts)?;
            if let Input::Act { seat, q, .. } = &mut input {
                *q = session.question(*seat);
            }
            entries.push(session.put(input, was.entry.at, None).map_err(|r| parts(r.to_string()))?);
        }
        let header = session.header.clone();
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
        entries: &[Entry],
        steps: u32,
        mut look: impl FnMut(&G),
    ) -> Result<Session<G>, Parting> {
        let mut way = Retrace::of(&header, entries)?;
        if steps != u32::MAX && steps as usize > way.left() {
            return Err(Parting::Foreign(format!("the game has only {} steps", way.left())));
        }
        look(way.game());
        for _ in 0..steps {
            if !way.step_on()? {
                break;
            }
            look(way.game());
        }
        Ok(way.session)
    }
}
