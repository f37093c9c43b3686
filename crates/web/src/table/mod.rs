//! Tables in memory. A decision is applied there, made durable in the store, and only then seen by anybody: whoever
//! holds a table's lock sees nothing that could still be lost.

pub mod absence;
mod again;
mod bots;
pub mod clock;
pub mod daily;
mod deeds;
mod grant;
mod habits;
pub mod host;
mod house;
pub mod language;
mod lesson;
mod meta;
mod open;
pub mod pace;
pub mod paired;
mod puzzle;
mod rated;
mod ringing;
mod seats;
mod sitting;
mod talk;
mod timer;
mod vacation;
mod watchman;

pub use absence::Asker;
pub use again::{Branch, again, branch, can_swap, seats_again};
pub use deeds::Deed;
pub use grant::{Guest, Leave, grant};
pub use house::{HouseChange, Speaker};
pub use lesson::{begin_lesson, stage_of};
pub use meta::{Chair, Holder, Learning, Meta, UNNAMED, nonce};
pub(crate) use open::open_with;
pub use open::{ChairOrder, NewTableOrder, check, import, open};
pub use puzzle::{Trying, begin_puzzle, puzzle_of};
pub use rated::RATED;
pub(crate) use rated::{root, scenario};
pub use seats::SeatChange;
use sitting::SHUT;
pub use sitting::{CLOSED, Loaded, Sitting};
pub(crate) use watchman::{goes_on_alone, look_anew, watch};

use crate::{
    boards,
    company::Elsewhere,
    ending::Kept,
    error::Fault,
    review::Reviews,
    scene::Region,
    state::{AppState, now, uptime},
};
use klaxon_catalog::Table;
use klaxon_core::Millis;
use std::{
    collections::{BTreeMap, HashMap},
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
    /// Tables that this server ran among others and has let go of.
    released: Mutex<Vec<String>>,
    /// Tables over days, with the moment at which something is next to be done about a seat's time.
    expected: Mutex<BTreeMap<String, Millis>>,
    /// When the server came up.
    up_since: Millis,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables {
            live: Mutex::default(),
            released: Mutex::default(),
            expected: Mutex::default(),
            up_since: now(),
        }
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
    /// When the last page of a browser was closed, by [`uptime`].
    left: Mutex<HashMap<String, u64>>,
    watching: AtomicUsize,
    /// When the last player's page was closed.
    emptied: AtomicU64,
    /// Open streams of programs.
    listening: AtomicUsize,
    /// When somebody last asked for the table, and how long that counts.
    looked: AtomicU64,
    looks_for: u64,
    restless: AtomicBool,
    /// What other servers were told of who is here.
    told: Mutex<Elsewhere>,
    /// Somebody is about to read what other servers have written.
    pub(crate) following: AtomicBool,
    /// How far the table is in memory.
    known: Mutex<Known>,
    /// Who has the table open at other servers, by their numbers.
    elsewhere: Mutex<Vec<(u64, Elsewhere)>>,
    /// How often the table's clock was set on: open pages must hear of it.
    pub(crate) skips: AtomicU32,
    /// What spectators see, drawn once for all of them, with the version it was drawn for.
    for_watchers: Mutex<Option<(u64, Arc<Vec<Region>>)>>,
    /// What is shown after the end, made once.
    pub(crate) ended: Kept,
    /// Decisions in hindsight.
    pub(crate) reviews: Reviews,
}

/// How far a table is in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Known {
    pub n: u32,
    pub rev: u64,
    pub said: u64,
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

    /// All tables in memory.
    pub(crate) fn all(&self) -> Vec<Arc<Live>> {
        self.lock().values().cloned().collect()
    }

    /// Tables that this server ran and has let go of since this was last asked.
    pub(crate) fn take_released(&self) -> Vec<String> {
        std::mem::take(&mut *self.released.lock().unwrap_or_else(PoisonError::into_inner))
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
                && cell.take().is_some_and(|loaded| loaded.is_home())
            {
                self.released.lock().unwrap_or_else(PoisonError::into_inner).push(table.id.clone());
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
            left: Mutex::default(),
            watching: AtomicUsize::new(0),
            emptied: AtomicU64::new(uptime()),
            listening: AtomicUsize::new(0),
            looked: AtomicU64::new(uptime()),
            looks_for: bots_play_on.as_millis() as u64,
            restless: AtomicBool::new(false),
            told: Mutex::default(),
            following: AtomicBool::new(false),
            known: Mutex::default(),
            elsewhere: Mutex::default(),
            skips: AtomicU32::new(0),
            for_watchers: Mutex::default(),
            ended: Kept::default(),
            reviews: Reviews::default(),
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
        let elsewhere = || self.elsewhere().iter().any(|(_, there)| there.listening > 0);
        open > 0 || self.is_attended() || elsewhere() || uptime() < self.looked.load(Relaxed) + self.looks_for
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
        let elsewhere = self.elsewhere();
        let there = |id| elsewhere.iter().any(|(_, there)| there.ids.contains(id));
        ids.iter().any(|id| present.contains_key(id) || there(id))
    }

    /// Has a player's page been opened and not closed, at any server?
    pub(super) fn is_attended(&self) -> bool {
        !self.present().is_empty() || self.elsewhere().iter().any(|(_, there)| !there.ids.is_empty())
    }

    /// Is the seat's holder away while the table cannot wait? Where a clock runs, the others may go on with a bot.
    pub fn is_missed(&self, table: &Table, holder: &Holder) -> bool {
        let Holder::Person { ids, .. } = holder else { return false };
        boards::has_own_clock(table.game_id()) && table.outcome().is_none() && !self.is_present(ids)
    }

    /// How many look on without a seat.
    pub fn spectators(&self) -> usize {
        self.watching.load(Relaxed) + self.elsewhere().iter().map(|(_, there)| there.watching).sum::<usize>()
    }

    fn elsewhere(&self) -> MutexGuard<'_, Vec<(u64, Elsewhere)>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who has it open here, for other servers.
    pub(crate) fn here(&self) -> Elsewhere {
        let mut ids: Vec<String> = self.present().keys().cloned().collect();
        ids.sort();
        // Who asked a moment ago counts as one who looks, for a server that runs the table and was not asked.
        let asked = uptime() < self.looked.load(Relaxed) + self.looks_for && !self.runs_here();
        let listening = self.listening.load(Relaxed) + usize::from(asked);
        Elsewhere { ids, watching: self.watching.load(Relaxed), listening }
    }

    /// What other servers were told of who is here.
    pub(crate) fn told(&self) -> Elsewhere {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_told(&self, told: Elsewhere) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = told;
    }

    /// Among several servers: does this one run the table, as far as can be told without waiting?
    pub(crate) fn runs_here(&self) -> bool {
        self.cell.try_lock().is_ok_and(|cell| cell.as_ref().is_some_and(|loaded| loaded.is_home()))
    }

    /// Who has it open at other servers; true if that is news.
    pub(crate) fn set_elsewhere(&self, there: Vec<(u64, Elsewhere)>) -> bool {
        let before = self.is_attended();
        let ids =
            |all: &[(u64, Elsewhere)]| all.iter().flat_map(|(_, one)| one.ids.clone()).collect::<Vec<_>>();
        let (now, was) = (ids(&there), std::mem::replace(&mut *self.elsewhere(), there.clone()));
        let news = was != there;
        ids(&was).into_iter().filter(|id| !now.contains(id)).for_each(|id| self.note_left(id));
        self.note_empty(before);
        news
    }

    /// Only these servers are left; true if that is news.
    pub(crate) fn forget_elsewhere(&self, living: &[u64]) -> bool {
        let attended = self.is_attended();
        let (before, after) = {
            let mut elsewhere = self.elsewhere();
            let before = elsewhere.len();
            elsewhere.retain(|(node, _)| living.contains(node));
            (before, elsewhere.len())
        };
        self.note_empty(attended);
        after != before
    }

    /// Keeps in mind when the last player's page was closed, if that was now.
    fn note_empty(&self, before: bool) {
        if before && !self.is_attended() {
            self.emptied.store(uptime(), Relaxed);
        }
    }

    /// Is the table compared with the store now and then, because somebody looks?
    pub(crate) fn is_followed(&self) -> bool {
        self.watching.load(Relaxed) + self.listening.load(Relaxed) > 0
            || !self.present().is_empty()
            || uptime() < self.looked.load(Relaxed) + 60_000
    }

    /// Is the table in memory at least so far?
    pub(crate) fn has_seen(&self, head: &klaxon_store::Head) -> bool {
        let known = *self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.n >= head.n && known.rev >= head.rev && known.said >= head.said
    }

    /// Entries of the log that are in memory, among several servers.
    pub(crate) fn known_entries(&self) -> u32 {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).n
    }

    pub(crate) fn set_known(&self, known: Known) {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
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
                        self.live.note_left(id.clone());
                    }
                }
                if present.is_empty() {
                    self.live.emptied.store(uptime(), Relaxed);
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
