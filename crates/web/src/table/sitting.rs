//! Sitting at a table: the lock, what is behind it, and how it gets there from the store.

use super::{Known, Live, Meta, clock::Agreed, daily::Finish, timer::Timer};
use crate::{
    boards::has_own_clock,
    error::Fault,
    state::{AppState, now},
    time::Ticking,
};
use axum::http::StatusCode;
use klaxon_catalog::{Put, Table};
use klaxon_core::{
    Millis, Seat,
    log::{Entry, Input},
    panic_text,
};
use klaxon_store::{AppendError, Message, StoreError, TableState};
use serde_json::Value;
use std::{
    ops::{Deref, DerefMut},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Instant,
};
use tokio::sync::OwnedMutexGuard;

/// Entries between two snapshots.
const SNAPSHOT_EVERY: u32 = 128;
/// Longer games are opened from their snapshot; shorter ones are played again, so that their whole log is told.
const REPLAY_UP_TO: u32 = 4096;
/// Messages kept in memory.
const CHAT_KEPT: usize = 200;
/// Races with other servers that a change of the seats may lose before its asker is told.
const MOST_RACES: usize = 5;

/// A table in memory.
#[derive(Debug)]
pub struct Loaded {
    /// The game.
    pub table: Table,
    /// Who sits where.
    pub meta: Meta,
    /// What was said lately.
    pub chat: Vec<Message>,
    /// The question that a bot thinks about, by seat.
    pub(super) thinking: [Option<u32>; 8],
    /// What a bot has decided together with its last decision, and still has to do.
    pub(super) series: Option<super::bots::Series>,
    /// A question that the seat has come back to by undoing: it is not answered by itself again.
    pub(super) held: Option<(Seat, u32)>,
    /// Waits for the next tick.
    pub(super) alarm: Option<Timer>,
    /// The time that runs for each decision.
    pub(super) pace: super::pace::Pace,
    /// The table's clock, if it runs.
    ticking: Option<Ticking>,
    /// Bots are among themselves, and wait until somebody looks.
    pub(super) asleep: bool,
    /// When the last entry was made.
    pub(super) moved: Millis,
    /// The same by the table's clock.
    pub(super) decided: Millis,
    /// What bots were asked for and keep in mind.
    pub(super) asked: Vec<super::talk::Asked>,
    /// A branch just made: a second press on the button gives the same one.
    pub(super) branched: Option<super::again::Branched>,
    /// Something is applied here that may not be in the store.
    dirty: bool,
    /// A fault of the program outside the rules stopped the table.
    broken: Option<String>,
    over: bool,
    /// The meta data as the store has them, where they are not as this program writes them: a newer one beside it knows of more.
    strange: Option<String>,
    /// Which change of the meta data this is, and the last message, where several servers share the store.
    rev: u64,
    said: u64,
    /// Among several servers this one runs the table's bots and clocks.
    home: bool,
    /// Who is asked, as far as the caller was told.
    pub(super) asking: super::ringing::Asking,
}

impl Loaded {
    /// A table as it comes from the store.
    pub(crate) fn new(table: Table, meta: Meta, chat: Vec<Message>) -> Loaded {
        Loaded {
            over: table.outcome().is_some(),
            table,
            strange: None,
            meta,
            chat,
            thinking: [None; 8],
            series: None,
            held: None,
            alarm: None,
            pace: super::pace::Pace::default(),
            ticking: None,
            asleep: false,
            moved: 0,
            decided: 0,
            asked: Vec::new(),
            branched: None,
            dirty: false,
            broken: None,
            rev: 0,
            said: 0,
            home: false,
            asking: super::ringing::Asking::default(),
        }
    }

    /// Among several servers: does this one run the table?
    pub(super) fn is_home(&self) -> bool {
        self.home
    }

    /// Another server may run the table now: nothing happens by itself here any more.
    pub(crate) fn stand_back(&mut self) {
        self.home = false;
        self.alarm = None;
        self.pace.stop();
    }

    /// Is there something to run that this server does not run?
    pub(crate) fn wants_a_home(&self) -> bool {
        !self.home && self.table.outcome().is_none() && self.stopped().is_none()
    }

    fn known(&self) -> Known {
        Known { n: self.table.n(), rev: self.rev, said: self.said }
    }

    /// May it leave the memory?
    pub(super) fn may_go(&self) -> bool {
        // Over days somebody else looks at the time of tables that nobody looks at.
        let days = self.meta.clock.is_some_and(Agreed::is_over_days);
        self.thinking.iter().all(Option::is_none) && self.alarm.is_none() && (days || !self.pace.is_waiting())
    }

    /// The table's clock: milliseconds since it was opened. It goes on whatever the clock on the wall does.
    pub fn clock(&self) -> Millis {
        self.ticking.map_or(0, |ticking| ticking.now())
    }

    /// Sets the table's clock on.
    pub(super) fn set_clock_on(&mut self, at: Millis) {
        if let Some(ticking) = &mut self.ticking {
            ticking.skip_to(at);
        }
    }

    /// Now, by the table's clock, in milliseconds since 1970: what its log and its pages go by. The same as on the wall,
    /// unless that was set meanwhile.
    pub fn now(&self) -> Millis {
        self.meta.created.saturating_add(self.clock())
    }

    /// Why the table is stopped, if it is.
    pub fn stopped(&self) -> Option<&str> {
        self.broken.as_deref().or_else(|| self.table.frozen()).or(self.meta.closed.as_deref())
    }

    /// Refuses what changes a table that the host has closed.
    pub(super) fn check_open(&self) -> Result<(), Fault> {
        match &self.meta.closed {
            None => Ok(()),
            Some(why) => Err(Fault::conflict(SHUT, why.clone())),
        }
    }
}

/// A table under lock: what is seen here is durable.
pub struct Sitting {
    pub(super) guard: OwnedMutexGuard<Option<Box<Loaded>>>,
    pub(super) live: Arc<Live>,
    pub(super) state: AppState,
}

impl Deref for Sitting {
    type Target = Loaded;
    fn deref(&self) -> &Loaded {
        self.guard.as_ref().expect("a sitting holds a loaded table")
    }
}

impl DerefMut for Sitting {
    fn deref_mut(&mut self) -> &mut Loaded {
        self.guard.as_mut().expect("a sitting holds a loaded table")
    }
}

impl Loaded {
    /// Is everything about the game for everybody who may look at it? Not before its end, and not of a game of the day while
    /// others may still play the same luck.
    pub fn is_open_book(&self) -> Result<(), Fault> {
        if self.meta.is_todays() {
            return Err(Fault::conflict("running", "a game of the day is shown when its day is over"));
        }
        if self.table.frozen().is_some() || self.table.outcome().is_none() {
            return Err(Fault::conflict(
                "running",
                "this game is not over yet: what is hidden in it stays hidden",
            ));
        }
        Ok(())
    }
}

impl Live {
    /// Sits down: waits for the table's lock and loads it if need be.
    pub async fn sit(self: &Arc<Live>, state: &AppState) -> Result<Sitting, Fault> {
        let mut guard = self.cell.clone().lock_owned().await;
        self.touch();
        let before = guard.as_ref().map(|loaded| (loaded.ticking, loaded.pace.read_anew()));
        if guard.as_ref().is_some_and(|loaded| loaded.dirty) {
            // Whoever applied something stopped waiting before it was durable: the store knows what counts.
            *guard = None;
        }
        let fresh = guard.is_none();
        if fresh {
            let loaded = load(state, &self.id).await?;
            // The clock goes on meanwhile.
            let (ticking, pace) = before.unwrap_or_default();
            let ticking = ticking.or(loaded.ticking);
            *guard = Some(Box::new(Loaded { ticking, pace, ..*loaded }));
            self.note_known(&guard);
            if state.company.node().is_some() {
                let (live, state) = (self.clone(), state.clone());
                tokio::spawn(async move { live.look_who_is_elsewhere(&state).await });
            }
        }
        let mut sitting = Sitting { guard, live: self.clone(), state: state.clone() };
        if fresh || sitting.asleep && self.is_watched() {
            // Bots and clocks take up again where they were.
            sitting.carry_on().await?;
        }
        Ok(sitting)
    }
}

impl Live {
    /// Sits down at the table as the store knows it now, whatever other servers have written. For whoever has just been
    /// served by another of them.
    pub async fn sit_now(self: &Arc<Live>, state: &AppState) -> Result<Sitting, Fault> {
        let mut sitting = self.sit(state).await?;
        if state.company.node().is_some() && self.read_on(state, &mut sitting.guard).await? {
            if sitting.dirty {
                return Err(Fault::missing("there is no such table"));
            }
            self.publish();
            sitting.follow_up().await?;
        }
        Ok(sitting)
    }

    /// Keeps in mind how far the table is in memory.
    fn note_known(&self, cell: &Option<Box<Loaded>>) {
        if let Some(loaded) = cell {
            self.set_known(loaded.known());
        }
    }

    /// Reads what other servers have written since. True if there was anything; then pages and bots must hear of it.
    pub(crate) async fn read_on(
        &self,
        state: &AppState,
        cell: &mut Option<Box<Loaded>>,
    ) -> Result<bool, Fault> {
        let Some((shared, _)) = state.among_others() else { return Ok(false) };
        let Some(loaded) = cell.as_mut().filter(|loaded| !loaded.dirty) else { return Ok(false) };
        let Some(head) = shared.heads(vec![self.id.clone()]).await?.pop() else {
            // Deleted: whoever comes next finds that out.
            loaded.dirty = true;
            return Ok(true);
        };
        let now_known = Known { n: head.n, rev: head.rev, said: head.said };
        if now_known == loaded.known() {
            return Ok(false);
        }
        let followed = loaded.follow(state, &self.id, &head).await;
        match followed {
            Ok(skipped) => {
                if skipped {
                    self.skips.fetch_add(1, Relaxed);
                }
            }
            Err(fault) => {
                tracing::warn!(table = self.id, ?fault, "a table is opened anew");
                let (ticking, pace) = (loaded.ticking, loaded.pace.read_anew());
                *cell = Some(Box::new(Loaded { ticking, pace, ..*load(state, &self.id).await? }));
            }
        }
        self.note_known(cell);
        Ok(true)
    }
}

impl Loaded {
    /// Takes in what other servers have written. True when a clock was set on that pages must hear of.
    async fn follow(&mut self, state: &AppState, id: &str, head: &klaxon_store::Head) -> Result<bool, Fault> {
        let mut skipped = false;
        if head.n > self.table.n() {
            let lines = state.store.entries(id, self.table.n()).await?;
            let table = &mut self.table;
            let followed = catch_unwind(AssertUnwindSafe(|| table.follow(&lines)));
            match followed {
                Ok(Ok(())) => {}
                Ok(Err(parting)) => return Err(cannot_open(id, &parting.to_string())),
                Err(panic) => return Err(cannot_open(id, &panic_text(&*panic))),
            }
            for entry in lines.iter().filter_map(|line| serde_json::from_str::<Entry>(line).ok()) {
                let told = match entry.input {
                    Input::Clock { now } => now,
                    Input::Act { .. } | Input::Undo { .. } | Input::Edition { .. } => 0,
                };
                // Servers' clocks differ a little; somebody who set this one on did it by more.
                skipped |= told > self.clock() + 1000;
                self.set_clock_on(told.max(entry.at.saturating_sub(self.meta.created)));
            }
            self.over = self.table.outcome().is_some();
            (self.moved, self.decided) = (now(), self.now());
        }
        if head.rev != self.rev {
            let stored =
                state.store.table(id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
            self.meta = serde_json::from_str(&stored.meta)
                .map_err(|e| cannot_open(id, &format!("what is stored of its seats cannot be read: {e}")))?;
            self.strange = strange(&self.meta, stored.meta);
            self.rev = head.rev;
        }
        if head.said != self.said {
            // Our own lines are among them.
            for message in state.store.messages(id, self.said, u32::MAX).await? {
                if self.chat.iter().all(|known| known.id != message.id) {
                    self.chat.push(message);
                }
            }
            self.chat.sort_by_key(|message| message.id);
            let more = self.chat.len().saturating_sub(CHAT_KEPT);
            self.chat.drain(..more);
            self.said = head.said;
        }
        Ok(skipped)
    }
}

async fn load(state: &AppState, id: &str) -> Result<Box<Loaded>, Fault> {
    // Read before the rest: what changes meanwhile is noticed then.
    let head = match state.among_others() {
        Some((shared, _)) => shared.heads(vec![id.into()]).await?.pop(),
        None => None,
    };
    let Some(stored) = state.store.table(id).await? else {
        return Err(Fault::missing("there is no such table"));
    };
    let entries = state.store.entries(id, 0).await?;
    let snapshot =
        if stored.n > REPLAY_UP_TO { state.store.snapshot(id).await?.map(|(_, bytes)| bytes) } else { None };
    let mut chat = state.store.messages(id, 0, u32::MAX).await?;
    chat.drain(..chat.len().saturating_sub(CHAT_KEPT));
    let meta: Meta = serde_json::from_str(&stored.meta)
        .map_err(|e| cannot_open(id, &format!("what is stored of its seats cannot be read: {e}")))?;
    let missing = stored.n.saturating_sub(entries.len() as u32);
    if missing > 0 {
        let (n, there) = (stored.n, entries.len());
        let why = format!("its log is damaged: it should have {n} entries and has {there}");
        return Err(cannot_open(id, &why));
    }
    let strange = strange(&meta, stored.meta);
    let clock = stood(stored.game.as_str(), &entries, &meta, state.config.wall.now());
    let moved = entries.last().and_then(|line| serde_json::from_str::<Entry>(line).ok()).map_or(0, |e| e.at);
    // Playing a game again is work for a thread that serves nobody.
    let resumed = state.shares.load(move || {
        Table::resume(&stored.header, snapshot.as_deref(), &entries).or_else(|parting| {
            // What does not go on is shown as it stood last.
            Table::resume_so_far(&stored.header, &entries).map_err(|_| parting)
        })
    });
    let table = match resumed.await? {
        Some(resumed) => resumed.map_err(|parting| cannot_open(id, &parting.to_string()))?,
        None => return Err(cannot_open(id, "its log makes no sense to the rules")),
    };
    if let Some(why) = table.frozen() {
        tracing::error!(table = id, why, "a stored game does not go on");
    }
    let ticking = Some(Ticking::from(clock));
    let mut loaded =
        Box::new(Loaded { ticking, moved, decided: moved, strange, ..Loaded::new(table, meta, chat) });
    if let Some((shared, node)) = state.among_others() {
        (loaded.rev, loaded.said) = head.map_or((0, 0), |head| (head.rev, head.said));
        loaded.home = loaded.wants_a_home() && !shared.take_charge(vec![id.into()], node).await?.is_empty();
    }
    Ok(loaded)
}

/// Where the table's clock stands: as the wall says, but never before the last entry of the log, nor before what the rules
/// were told last.
fn stood(game: &str, entries: &[String], meta: &Meta, wall: Millis) -> Millis {
    let read = |line: &String| serde_json::from_str::<Entry>(line).ok();
    let last = entries.last().and_then(read).map_or(0, |entry| entry.at);
    let told = |line: &String| match read(line)?.input {
        Input::Clock { now } => Some(now),
        Input::Act { .. } | Input::Undo { .. } | Input::Edition { .. } => None,
    };
    let told = if has_own_clock(game) { entries.iter().rev().find_map(told) } else { None };
    wall.max(last).saturating_sub(meta.created).max(told.unwrap_or(0))
}

/// A table of which not even the beginning can be shown.
fn cannot_open(id: &str, why: &str) -> Fault {
    tracing::error!(table = id, why, "a stored game cannot be opened");
    Fault::conflict(CLOSED, format!("this table cannot be opened: {why}"))
}

/// The word for programs, and the text, when somebody else was faster.
const RACE: (&str, &str) = ("stale", "the table has moved on meanwhile; look again");
/// The word for programs for a table that cannot be opened.
pub const CLOSED: &str = "closed";
/// The word for programs for a table that the host has closed.
pub(super) const SHUT: &str = "shut";

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error {
            StoreError::UnknownTable { .. } => Fault::missing("there is no such table"),
            StoreError::Full => {
                tracing::error!("the disk is full");
                Fault::busy("the server's disk is full; nothing was changed")
            }
            StoreError::Unreachable { .. } | StoreError::Busy { .. } => {
                tracing::error!(%error, "the store does not answer");
                Fault::busy("the store of this server cannot be reached just now; try again in a moment")
            }
            StoreError::Closed => Fault::busy("the server is going down; try again in a moment"),
            // Trying again would not help: say what is damaged, so that somebody can look after it.
            damaged @ (StoreError::Unreadable { .. } | StoreError::Damaged { .. }) => {
                tracing::error!(%damaged, "the store is damaged");
                Fault::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "damaged",
                    format!(
                        "{damaged}; the host can find out more with `klaxon check`, and may have a backup"
                    ),
                )
            }
            other => Fault::ours(other),
        }
    }
}

/// What was changed here, put into what others have made of it meanwhile. None where both changed the same thing.
fn both(before: &Meta, ours: &Meta, theirs: &Meta) -> Option<Meta> {
    let value = |meta: &Meta| serde_json::to_value(meta).expect("meta data serialises");
    let merged = merge(Some(&value(before)), Some(&value(ours)), Some(&value(theirs)))?;
    serde_json::from_value(merged?).ok()
}

/// Meta data as they are stored, if this program would write them in other words.
fn strange(meta: &Meta, stored: String) -> Option<String> {
    (serde_json::to_string(meta).expect("meta data serialises") != stored).then_some(stored)
}

/// Changed meta data as they are to be stored: what a newer program has written that this one knows nothing of stays.
pub(super) fn written(before: &Meta, ours: &Meta, strange: Option<&str>) -> String {
    let value = |meta: &Meta| serde_json::to_value(meta).expect("meta data serialises");
    let stored = strange.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let merged = stored.and_then(|stored| merge(Some(&value(before)), Some(&value(ours)), Some(&stored))?);
    match merged {
        Some(merged) if merged != value(ours) => merged.to_string(),
        Some(_) | None => serde_json::to_string(ours).expect("meta data serialises"),
    }
}

/// The same for one value, which may be missing: `Some(None)` is one that nobody wants any more.
fn merge(before: Option<&Value>, ours: Option<&Value>, theirs: Option<&Value>) -> Option<Option<Value>> {
    match (before, ours, theirs) {
        _ if ours == before || ours == theirs => Some(theirs.cloned()),
        _ if theirs == before => Some(ours.cloned()),
        (Some(Value::Object(before)), Some(Value::Object(ours)), Some(Value::Object(theirs))) => {
            let mut merged = serde_json::Map::new();
            for key in ours.keys().chain(theirs.keys()) {
                let value = merge(before.get(key), ours.get(key), theirs.get(key))?;
                merged.extend(value.map(|value| (key.clone(), value)));
            }
            Some(Some(Value::Object(merged)))
        }
        // Chairs are neither added nor taken away.
        (Some(Value::Array(before)), Some(Value::Array(ours)), Some(Value::Array(theirs)))
            if before.len() == ours.len() && before.len() == theirs.len() =>
        {
            let each = before.iter().zip(ours).zip(theirs);
            let merged: Option<Vec<Value>> =
                each.map(|((b, o), t)| merge(Some(b), Some(o), Some(t)).flatten()).collect();
            Some(Some(Value::Array(merged?)))
        }
        _ => None,
    }
}

/// While alive, the table holds something that may not be durable. If the caller goes away, the next one reloads.
struct Doubt<'a> {
    sitting: &'a mut Sitting,
    settled: bool,
}

impl Drop for Doubt<'_> {
    fn drop(&mut self) {
        if !self.settled {
            // Open pages look again, and so find out what the store knows.
            self.sitting.live.publish();
        }
    }
}

impl Sitting {
    /// The table.
    pub fn live(&self) -> &Arc<Live> {
        &self.live
    }

    /// Does this server run the table's bots and clocks?
    pub(super) fn runs_here(&self) -> bool {
        self.home || self.state.company.node().is_none()
    }

    /// This server runs the table from now on.
    pub(crate) fn take_home(&mut self) {
        self.home = true;
    }

    /// Others have written something, or somebody came: what runs here goes on, what is shown is shown anew.
    pub(crate) async fn follow_up(&mut self) -> Result<(), Fault> {
        if self.runs_here() {
            return self.carry_on().await;
        }
        self.wind().await
    }

    /// Has another server been faster? What it wrote has been read then.
    pub(crate) fn is_race(&self, fault: &Fault) -> bool {
        fault.code == RACE.0 && fault.text == RACE.1 && self.state.company.node().is_some()
    }

    /// After a refusal: has another server been faster, or was this one behind? Then it is worth another attempt.
    pub(super) async fn has_read_on(&mut self, fault: &Fault) -> Result<bool, Fault> {
        if self.state.company.node().is_none() || fault.status == StatusCode::SERVICE_UNAVAILABLE {
            return Ok(false);
        }
        if self.is_race(fault) {
            self.live.later(&self.state);
            return Ok(true);
        }
        let (live, state) = (self.live.clone(), self.state.clone());
        let further = live.read_on(&state, &mut self.guard).await?;
        if further {
            live.publish();
            live.later(&state);
        }
        Ok(further)
    }

    /// Runs what draws or judges. A panic stops this one table and no other.
    pub fn careful<T>(&mut self, run: impl FnOnce(&mut Loaded) -> T) -> Result<T, Fault> {
        if let Some(why) = &self.broken {
            return Err(Fault::conflict("frozen", format!("this table is frozen: {why}")));
        }
        let loaded: &mut Loaded = self;
        match catch_unwind(AssertUnwindSafe(|| run(loaded))) {
            Ok(value) => Ok(value),
            Err(panic) => {
                let why = panic_text(&*panic);
                tracing::error!(table = self.live.id, why, "a fault stopped a table");
                self.state.metrics.frozen.fetch_add(1, Relaxed);
                self.broken = Some(why.clone());
                Err(Fault::conflict("frozen", format!("a fault in the program stopped this table: {why}")))
            }
        }
    }

    /// Makes accepted lines durable; only then are they seen. When that fails the table is read again.
    pub(super) async fn keep(&mut self, put: Put) -> Result<(), Fault> {
        let outcome = self.table.outcome().is_some();
        let state = match (self.over, outcome) {
            (false, true) => Some(TableState::Over),
            (true, false) => Some(self.meta.state()),
            (false, false) | (true, true) => None,
        };
        self.dirty = true;
        let mut doubt = Doubt { sitting: self, settled: false };
        let begun = Instant::now();
        let (id, store) = (doubt.sitting.live.id.clone(), doubt.sitting.state.store.clone());
        let kept = store.append_all(&id, put.n, vec![put.line], state).await;
        doubt.sitting.state.metrics.append_times.note(begun.elapsed());
        doubt.settled = true;
        drop(doubt);
        match kept {
            Ok(()) => {
                self.dirty = false;
                self.over = outcome;
                self.rev += u64::from(state.is_some());
                self.live.note_known(&self.guard);
                (self.moved, self.decided) = (now(), self.now());
                self.note_asked();
                self.state.metrics.moves.fetch_add(1, Relaxed);
                self.live.publish();
                if put.n.is_multiple_of(SNAPSHOT_EVERY) {
                    self.snapshot(put.n);
                }
                if state.is_some() {
                    self.note_finish().await;
                }
                Ok(())
            }
            Err(error) => {
                // What memory holds did not happen.
                let fresh = load(&self.state, &id).await;
                self.live.publish();
                match fresh {
                    Ok(loaded) => {
                        let (ticking, pace) = (self.ticking, self.pace.read_anew());
                        *self.guard = Some(Box::new(Loaded { ticking, pace, ..*loaded }));
                        self.live.note_known(&self.guard);
                    }
                    Err(fault) => {
                        // The sitting goes on over the doubtful table, which nobody else will see.
                        tracing::error!(table = id, ?fault, "a table could not be read again");
                    }
                }
                match error {
                    AppendError::Conflict { .. } => Err(Fault::conflict(RACE.0, RACE.1)),
                    AppendError::Store(error) => Err(error.into()),
                }
            }
        }
    }

    /// Keeps how a game ended beside its log, for results and statistics. They can do without it, so the game
    /// does not wait for it to succeed.
    async fn note_finish(&mut self) {
        // A puzzle is no game that somebody has played.
        let finish = if self.meta.puzzle.is_some() { None } else { Finish::of(&self.table) };
        if finish == self.meta.finish {
            return;
        }
        let mut noted = self.change_meta(|meta| meta.finish = finish.clone()).await;
        if noted.as_ref().is_err_and(|fault| self.is_race(fault)) {
            noted = self.change_meta(|meta| meta.finish = finish).await;
        }
        if let Err(fault) = noted {
            tracing::warn!(table = self.live.id, ?fault, "the end of a game was not noted");
        }
        // Should that fail, the result is made from the log when the server next starts.
        if let Err(fault) = self.keep_result().await {
            tracing::warn!(table = self.live.id, ?fault, "the result of a game was not kept");
        }
    }

    fn snapshot(&self, n: u32) {
        let (bytes, id, store) = (self.table.snapshot(), self.live.id.clone(), self.state.store.clone());
        tokio::spawn(async move {
            if let Err(error) = store.put_snapshot(&id, n, bytes).await {
                tracing::warn!(table = id, %error, "a snapshot was not kept");
            }
        });
    }

    /// Changes who sits where, and keeps it.
    pub async fn change_meta(&mut self, change: impl FnOnce(&mut Meta)) -> Result<(), Fault> {
        self.change_meta_quietly(change).await?;
        self.live.publish();
        Ok(())
    }

    /// The same where no page looks different for it. Another server may have changed something at the same moment: then
    /// both changes hold, unless they are about the same.
    pub(super) async fn change_meta_quietly(&mut self, change: impl FnOnce(&mut Meta)) -> Result<(), Fault> {
        let mut meta = self.meta.clone();
        change(&mut meta);
        for _ in 0..MOST_RACES {
            match self.keep_meta(&meta).await {
                Err(StoreError::Changed { .. }) => {}
                kept => {
                    kept?;
                    self.meta = meta;
                    self.live.note_known(&self.guard);
                    return Ok(());
                }
            }
            let (before, live, state) = (self.meta.clone(), self.live.clone(), self.state.clone());
            live.read_on(&state, &mut self.guard).await?;
            live.publish();
            live.later(&state);
            match both(&before, &meta, &self.meta) {
                Some(merged) => meta = merged,
                None => break,
            }
        }
        Err(Fault::conflict(RACE.0, RACE.1))
    }

    async fn keep_meta(&mut self, meta: &Meta) -> Result<(), StoreError> {
        let text = written(&self.meta, meta, self.strange.as_deref());
        let strange = strange(meta, text.clone());
        let state = if self.over { TableState::Over } else { meta.state() };
        let (id, members) = (self.live.id.clone(), meta.members());
        let members = (members != self.meta.members()).then_some(members);
        let store = self.state.store.clone();
        match (self.state.company.node(), store.shared()) {
            (Some(_), Some(shared)) => {
                shared.set_meta_if(id, self.rev, text, state, meta.public, members).await?;
                self.rev += 1;
            }
            (None, _) | (_, None) => {
                store.set_meta(&id, text, state, meta.public).await?;
                if let Some(members) = members {
                    store.set_members(&id, &members).await?;
                }
            }
        }
        self.strange = strange;
        Ok(())
    }

    /// Something is said by nobody who could be asked about it: the table, its clock, a bot, or a button that anybody may press.
    pub async fn chat(&mut self, from: String, audience: String, text: String) -> Result<u64, Fault> {
        self.chat_by(from, audience, text, None).await
    }

    /// Somebody says something. `audience` is `all`, or `team` with the seat that speaks. Returns the line's number.
    pub(super) async fn chat_by(
        &mut self,
        from: String,
        audience: String,
        text: String,
        by: Option<String>,
    ) -> Result<u64, Fault> {
        self.check_open()?;
        let at = now();
        let message = klaxon_store::NewMessage { at, from, audience, text, by };
        let (id, store) = (self.live.id.clone(), self.state.store.clone());
        let number = store.say(&id, message.clone()).await?;
        let klaxon_store::NewMessage { at, from, audience, text, by } = message;
        self.chat.push(Message { id: number, at, from, audience, text, by });
        if self.chat.len() > CHAT_KEPT {
            self.chat.remove(0);
        }
        self.live.publish();
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_newer_program_has_written_stays() {
        let chair = json!({ "name": "a", "holder": "open", "nonce": "x", "auto": true, "coached": false });
        let stored = json!({ "title": "t", "public": true, "created": 1, "owner": null, "nonce": "n",
            "chairs": [chair, chair], "hymn": "loud" });
        let mut stored = stored;
        stored["chairs"][1]["hat"] = json!({ "colour": "green" });
        let before: Meta = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(strange(&before, serde_json::to_string(&before).unwrap()), None);
        let text = strange(&before, stored.to_string()).expect("there is more than this program knows");
        let mut ours = before.clone();
        (ours.public, ours.chairs[1].overdue, ours.patience) = (false, 2, Some(9));
        let mut now = stored.clone();
        (now["public"], now["patience"]) = (json!(false), json!(9));
        now["chairs"][1]["overdue"] = json!(2);
        let written: Value = serde_json::from_str(&written(&before, &ours, Some(&text))).unwrap();
        assert_eq!(written, now);
    }

    #[test]
    fn changes_of_different_things_both_hold() {
        let before =
            json!({ "chairs": [{ "holder": "open" }, { "holder": "open", "quiet": 1 }], "public": true });
        let ours =
            json!({ "chairs": [{ "holder": "ada" }, { "holder": "open", "quiet": 1 }], "public": true });
        let theirs =
            json!({ "chairs": [{ "holder": "open" }, { "holder": "bob" }], "public": true, "patience": 9 });
        let merge = |ours: &Value, theirs: &Value| merge(Some(&before), Some(ours), Some(theirs));
        let both =
            json!({ "chairs": [{ "holder": "ada" }, { "holder": "bob" }], "public": true, "patience": 9 });
        assert_eq!(merge(&ours, &theirs), Some(Some(both)));
        assert_eq!(merge(&ours, &ours), Some(Some(ours.clone())), "who wants the same gets it");
        let rival =
            json!({ "chairs": [{ "holder": "eve" }, { "holder": "open", "quiet": 1 }], "public": true });
        assert_eq!(merge(&ours, &rival), None, "of two on one chair one must look again");
        let fewer = json!({ "chairs": [{ "holder": "open" }], "public": true });
        assert_eq!(merge(&ours, &fewer), None);
    }
}
