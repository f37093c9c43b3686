//! Sitting at a table: the lock, what is behind it, and how it gets there from the store.

use super::{Live, Meta, daily::Finish, timer::Timer};
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
use std::{
    collections::HashMap,
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
    /// Who has said what, as long as the table is in memory.
    pub(super) said_by: HashMap<u64, String>,
    /// A branch just made: a second press on the button gives the same one.
    pub(super) branched: Option<super::again::Branched>,
    /// Something is applied here that may not be in the store.
    dirty: bool,
    /// A fault of the program outside the rules stopped the table.
    broken: Option<String>,
    over: bool,
}

impl Loaded {
    /// A table as it comes from the store.
    pub(crate) fn new(table: Table, meta: Meta, chat: Vec<Message>) -> Loaded {
        Loaded {
            over: table.outcome().is_some(),
            table,
            meta,
            chat,
            thinking: [None; 8],
            held: None,
            alarm: None,
            pace: super::pace::Pace::default(),
            ticking: None,
            asleep: false,
            moved: 0,
            said_by: HashMap::new(),
            branched: None,
            dirty: false,
            broken: None,
        }
    }

    /// May it leave the memory?
    pub(super) fn may_go(&self) -> bool {
        self.thinking.iter().all(Option::is_none) && self.alarm.is_none() && !self.pace.is_waiting()
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

impl Live {
    /// Sits down: waits for the table's lock and loads it if need be.
    pub async fn sit(self: &Arc<Live>, state: &AppState) -> Result<Sitting, Fault> {
        let mut guard = self.cell.clone().lock_owned().await;
        self.touch();
        let ticking = guard.as_ref().and_then(|loaded| loaded.ticking);
        if guard.as_ref().is_some_and(|loaded| loaded.dirty) {
            // Whoever applied something stopped waiting before it was durable: the store knows what counts.
            *guard = None;
        }
        let fresh = guard.is_none();
        if fresh {
            let loaded = load(state, &self.id).await?;
            // The clock goes on meanwhile.
            let ticking = ticking.or(loaded.ticking);
            *guard = Some(Box::new(Loaded { ticking, ..*loaded }));
        }
        let mut sitting = Sitting { guard, live: self.clone(), state: state.clone() };
        if fresh || sitting.asleep && self.is_watched() {
            // Bots and clocks take up again where they were.
            sitting.carry_on().await?;
        }
        Ok(sitting)
    }
}

async fn load(state: &AppState, id: &str) -> Result<Box<Loaded>, Fault> {
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
    Ok(Box::new(Loaded { ticking, moved, ..Loaded::new(table, meta, chat) }))
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
                self.moved = now();
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
                        let ticking = self.ticking;
                        *self.guard = Some(Box::new(Loaded { ticking, ..*loaded }));
                    }
                    Err(fault) => {
                        // The sitting goes on over the doubtful table, which nobody else will see.
                        tracing::error!(table = id, ?fault, "a table could not be read again");
                    }
                }
                match error {
                    AppendError::Conflict { .. } => {
                        Err(Fault::conflict("stale", "the table has moved on since this was asked"))
                    }
                    AppendError::Store(error) => Err(error.into()),
                }
            }
        }
    }

    /// Keeps how a game ended beside its log, for results and statistics. They can do without it, so the game
    /// does not wait for it to succeed.
    async fn note_finish(&mut self) {
        let finish = Finish::of(&self.table);
        if finish == self.meta.finish {
            return;
        }
        if let Err(fault) = self.change_meta(|meta| meta.finish = finish).await {
            tracing::warn!(table = self.live.id, ?fault, "the end of a game was not noted");
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
        let before = self.meta.members();
        self.change_meta_quietly(change).await?;
        let (id, members) = (self.live.id.clone(), self.meta.members());
        if members != before {
            self.state.store.set_members(&id, &members).await?;
        }
        self.live.publish();
        Ok(())
    }

    /// The same where no page looks different for it and nobody comes or goes.
    pub(super) async fn change_meta_quietly(&mut self, change: impl FnOnce(&mut Meta)) -> Result<(), Fault> {
        let mut meta = self.meta.clone();
        change(&mut meta);
        let text = serde_json::to_string(&meta).expect("meta data serialises");
        let state = if self.over { TableState::Over } else { meta.state() };
        let id = self.live.id.clone();
        self.state.store.set_meta(&id, text, state, meta.public).await?;
        self.meta = meta;
        Ok(())
    }

    /// Somebody says something. `audience` is `all`, or `team` with the seat that speaks. Returns the line's number.
    pub async fn chat(&mut self, from: String, audience: String, text: String) -> Result<u64, Fault> {
        self.check_open()?;
        let at = now();
        let message = klaxon_store::NewMessage { at, from, audience, text };
        let (id, store) = (self.live.id.clone(), self.state.store.clone());
        let number = store.say(&id, message.clone()).await?;
        let klaxon_store::NewMessage { at, from, audience, text } = message;
        self.chat.push(Message { id: number, at, from, audience, text });
        if self.chat.len() > CHAT_KEPT {
            self.chat.remove(0);
        }
        self.live.publish();
        Ok(number)
    }
}
