//! Tables in memory. A decision is applied there, made durable in the store, and only then seen by anybody: whoever
//! holds a table's lock sees nothing that could still be lost.

pub mod absence;
mod again;
mod bots;
pub mod daily;
mod deeds;
mod grant;
mod habits;
pub mod host;
mod house;
mod meta;
mod open;
pub mod pace;
mod seats;
mod sitting;
mod timer;

pub use absence::Asker;
pub use again::{again, branch, can_swap, seats_again};
pub use deeds::Deed;
pub use grant::{Guest, Leave, grant};
pub use house::{HouseChange, Speaker};
pub use meta::{Chair, Holder, Meta, UNNAMED, nonce};
pub(crate) use open::open_with;
pub use open::{ChairOrder, NewTableOrder, check, import, open};
pub use seats::SeatChange;
use sitting::SHUT;
pub use sitting::{CLOSED, Loaded, Sitting};

use crate::{
    boards,
    ending::Kept,
    error::Fault,
    scene::Region,
    state::{AppState, now, uptime},
};
use klaxon_catalog::Table;
use klaxon_core::Millis;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::sync::watch;

/// All tables in memory.
#[derive(Debug)]
pub struct Tables {
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// When the server came up.
    up_since: Millis,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables { live: Mutex::default(), up_since: now() }
    }
}

/// A table that is, or was just, in memory.
#[derive(Debug)]
pub struct Live {
    /// The table's id.
    pub id: String,
    pub(crate) cell: Arc<tokio::sync::Mutex<Option<Box<Loaded>>>>,
    /// Rises whenever something at the table has changed. A slow viewer skips numbers.
    pub version: watch::Sender<u64>,
    /// When the server came up: before, nobody could be here.
    up_since: Millis,
    used: AtomicU64,
    /// Open pages by browser id; pages of strangers count for nobody.
    present: Mutex<HashMap<String, usize>>,
    watching: AtomicUsize,
    /// Open streams of programs.
    listening: AtomicUsize,
    /// When somebody last asked for the table, and how long that counts.
    looked: AtomicU64,
    looks_for: u64,
    restless: AtomicBool,
    /// How often the table's clock was set on: open pages must hear of it.
    pub(crate) skips: AtomicU32,
    /// What spectators see, drawn once for all of them, with the version it was drawn for.
    for_watchers: Mutex<Option<(u64, Arc<Vec<Region>>)>>,
    /// What is shown after the end, made once.
    pub(crate) ended: Kept,
}

impl Tables {
    /// The table of an id, whether it exists or not: sitting down finds that out.
    pub fn get(&self, state: &AppState, id: &str) -> Result<Arc<Live>, Fault> {
        let mut live = self.lock();
        if let Some(table) = live.get(id) {
            table.used.store(uptime(), Relaxed);
            table.looked.store(uptime(), Relaxed);
            return Ok(table.clone());
        }
        if !is_table_id(id) {
            return Err(Fault::missing("there is no such table"));
        }
        if live.len() >= state.config.max_live_tables {
            drop(live);
            self.send_home(uptime().saturating_sub(10_000));
            live = self.lock();
            if live.len() >= state.config.max_live_tables {
                return Err(Fault::busy("too many tables are being played here; try again in a while"));
            }
        }
        let table = Arc::new(Live::new(id, self.up_since, state.config.bots_play_on));
        live.insert(id.into(), table.clone());
        Ok(table)
    }

    /// The table of an id, if it is in memory.
    pub fn in_memory(&self, id: &str) -> Option<Arc<Live>> {
        self.lock().get(id).cloned()
    }

    /// How many tables are in memory.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Lets go of tables that nobody has touched since a moment of [`uptime`]: their position, and their place if no page is open.
    pub fn send_home(&self, since: u64) {
        let idle: Vec<Arc<Live>> =
            self.lock().values().filter(|t| t.used.load(Relaxed) < since).cloned().collect();
        for table in idle {
            if let Ok(mut cell) = table.cell.try_lock()
                && cell.as_ref().is_none_or(|loaded| loaded.may_go())
            {
                *cell = None;
            }
        }
        self.lock().retain(|_, table| {
            let gone = table.cell.try_lock().is_ok_and(|cell| cell.is_none());
            // One clone is the map's own.
            !gone || table.used.load(Relaxed) >= since || Arc::strong_count(table) > 1
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    /// A table that nobody has sat down at yet.
    pub(crate) fn new(id: &str, up_since: Millis, bots_play_on: Duration) -> Live {
        Live {
            id: id.into(),
            cell: Arc::default(),
            version: watch::Sender::new(0),
            up_since,
            used: AtomicU64::new(uptime()),
            present: Mutex::default(),
            watching: AtomicUsize::new(0),
            listening: AtomicUsize::new(0),
            looked: AtomicU64::new(uptime()),
            looks_for: bots_play_on.as_millis() as u64,
            restless: AtomicBool::new(false),
            skips: AtomicU32::new(0),
            for_watchers: Mutex::default(),
            ended: Kept::default(),
        }
    }

    /// Tells every open page that something has changed.
    pub fn publish(&self) {
        self.version.send_modify(|v| *v += 1);
    }

    /// What spectators see, if it was drawn since the last change.
    pub(crate) fn drawn_for_watchers(&self) -> Option<Arc<Vec<Region>>> {
        let drawn = self.for_watchers.lock().unwrap_or_else(PoisonError::into_inner);
        let version = *self.version.borrow();
        drawn.as_ref().filter(|(of, _)| *of == version).map(|(_, regions)| regions.clone())
    }

    /// Keeps what spectators see, as it was when the version was this.
    pub(crate) fn keep_for_watchers(&self, version: u64, regions: Arc<Vec<Region>>) {
        *self.for_watchers.lock().unwrap_or_else(PoisonError::into_inner) = Some((version, regions));
    }

    pub(crate) fn touch(&self) {
        self.used.store(uptime(), Relaxed);
    }

    /// Does anybody look: an open page, an open stream, or somebody who asked a moment ago?
    pub fn is_watched(&self) -> bool {
        let open = self.spectators() + self.listening.load(Relaxed);
        open > 0 || !self.present().is_empty() || uptime() < self.looked.load(Relaxed) + self.looks_for
    }

    /// A program listens, until what is returned is dropped.
    pub fn listen(self: &Arc<Live>) -> Listening {
        self.listening.fetch_add(1, Relaxed);
        Listening(self.clone())
    }

    /// A page opens. `person` is the browser's id, `seated` whether it holds a seat.
    pub fn arrive(self: &Arc<Live>, person: Option<&str>, seated: bool) -> Presence {
        if let Some(id) = person.filter(|_| seated) {
            *self.present().entry(id.into()).or_default() += 1;
        } else {
            self.watching.fetch_add(1, Relaxed);
        }
        self.stir();
        Presence { live: self.clone(), person: person.filter(|_| seated).map(Into::into) }
    }

    /// Is one of these browsers looking?
    pub fn is_present(&self, ids: &[String]) -> bool {
        let present = self.present();
        ids.iter().any(|id| present.contains_key(id))
    }

    /// Is the seat's holder away while the table cannot wait? Where a clock runs, the others may go on with a bot.
    pub fn is_missed(&self, table: &Table, holder: &Holder) -> bool {
        let Holder::Person { ids, .. } = holder else { return false };
        boards::has_own_clock(table.game_id()) && table.outcome().is_none() && !self.is_present(ids)
    }

    /// How many look on without a seat.
    pub fn spectators(&self) -> usize {
        self.watching.load(Relaxed)
    }

    fn present(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Comings and goings are told in batches, so that a crowd does not draw every page for every guest.
    fn stir(self: &Arc<Live>) {
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if self.restless.swap(true, Relaxed) {
            return;
        }
        let crowd = self.spectators() > 100;
        let live = Arc::downgrade(self);
        runtime.spawn(async move {
            tokio::time::sleep(if crowd { Duration::from_secs(10) } else { Duration::from_millis(700) })
                .await;
            if let Some(live) = live.upgrade() {
                live.restless.store(false, Relaxed);
                live.publish();
            }
        });
    }
}

/// An open page, until it is dropped.
#[derive(Debug)]
pub struct Presence {
    live: Arc<Live>,
    person: Option<String>,
}

impl Drop for Presence {
    fn drop(&mut self) {
        match &self.person {
            Some(id) => {
                let mut present = self.live.present();
                if let Some(n) = present.get_mut(id) {
                    *n -= 1;
                    if *n == 0 {
                        present.remove(id);
                    }
                }
            }
            None => {
                self.live.watching.fetch_sub(1, Relaxed);
            }
        }
        self.live.stir();
    }
}

/// An open stream, until it is dropped.
#[derive(Debug)]
pub struct Listening(Arc<Live>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.listening.fetch_sub(1, Relaxed);
    }
}

/// The letters of table ids: none that are easily taken for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A fresh table id: 50 random bits.
pub fn new_table_id() -> String {
    crate::keys::random::<10>().iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()
}

/// Does the text look like a table id?
pub fn is_table_id(id: &str) -> bool {
    id.len() == 10 && id.bytes().all(|b| LETTERS.contains(&b))
}
