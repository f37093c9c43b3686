//! Several servers on one store. Each opens any table from its log and follows what the others write: a notice says that
//! a table is further, its numbers say whether this server is behind, and every few seconds everybody looks by himself.
//!
//! All write directly: an entry has a number, of two that write the same one wins, and the other reads on, checks again
//! and goes on or says that the table has moved. That number is the fence, too: a server that slept and wakes cannot
//! answer a question twice. Which server runs a table's bots and clocks is agreed by a mark on the table (its *home*),
//! which another server takes when the first has been silent for a few seconds. docs/adr says why.

use crate::{
    error::Fault,
    state::{AppState, Shared as Inside},
    table::{Live, goes_on_alone},
};
use axum::http::StatusCode;
use klaxon_store::{Head, Heard, Shared, StoreError};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    pin::Pin,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::task::JoinSet;

/// How often a server says that it is here.
const BEAT: Duration = Duration::from_millis(1000);
/// How often every table that is looked at here is compared with the store, whatever notices said.
const LOOK: Duration = Duration::from_secs(2);
/// So many beats apart, tables that nobody runs are looked for even if no server has gone.
const LOOK_AFTER: u64 = 5;
/// Tables asked for at once.
const PAGE: usize = 2000;
/// The same of those that a server has left behind: whole rows are read of them.
const LEFT: u32 = 200;
/// Tables that are opened at once because their server is gone.
const OPENED: usize = 8;

/// This server among others.
#[derive(Debug, Default)]
pub struct Company {
    /// Its number; 0 alone.
    node: AtomicU64,
    /// It sees to tables whose server is gone.
    inheriting: tokio::sync::Mutex<()>,
}

impl Company {
    /// This server's number among others; nothing when it is alone on its store.
    pub fn node(&self) -> Option<u64> {
        Some(self.node.load(Relaxed)).filter(|node| *node > 0)
    }
}

/// Who has a table open at another server.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Elsewhere {
    /// Browsers of people with a seat.
    pub ids: Vec<String>,
    /// Pages without a seat.
    pub watching: usize,
    /// Streams of programs.
    pub listening: usize,
}

impl Elsewhere {
    pub fn is_nobody(&self) -> bool {
        *self == Elsewhere::default()
    }
}

impl AppState {
    /// The store as several servers share it; `None` for a server that is alone.
    pub(crate) fn among_others(&self) -> Option<(&dyn Shared, u64)> {
        Some((self.store.shared()?, self.company.node()?))
    }

    /// Joins the others on the store, where it can be shared.
    pub(crate) async fn join(&self) -> Result<(), StoreError> {
        let Some(shared) = self.store.shared() else { return Ok(()) };
        self.company.node.store(shared.arrive(name(self)).await?, Relaxed);
        tokio::spawn(follow(self.downgrade(), shared.listen()));
        tokio::spawn(beat(self.downgrade()));
        tokio::spawn(look(self.downgrade()));
        tokio::spawn(tell(self.downgrade()));
        Ok(())
    }

    /// Leaves the others: they may take over at once.
    pub(crate) async fn part(&self) {
        if let Some((shared, node)) = self.among_others()
            && let Err(error) = shared.leave(node).await
        {
            tracing::warn!(%error, "the other servers were not told that this one goes");
        }
    }
}

/// By what name a server is known to whoever looks into the database.
fn name(state: &AppState) -> String {
    let at = state.config.listening.map_or_else(String::new, |addr| addr.to_string());
    format!("{at} process {}", std::process::id())
}

fn state_of(state: &Weak<Inside>) -> Option<AppState> {
    AppState::upgrade(state).filter(|state| !state.closing.is_cancelled())
}

/// Hears what the others change.
async fn follow(state: Weak<Inside>, mut heard: tokio::sync::mpsc::Receiver<Heard>) {
    while let Some(heard) = heard.recv().await {
        let Some(state) = state_of(&state) else { return };
        match heard {
            Heard::Moved(head) => {
                if let Some(live) = state.tables.in_memory(&head.table) {
                    live.is_further(&state, Some(head));
                }
            }
            Heard::Present(table) => {
                if let Some(live) = state.tables.in_memory(&table) {
                    let state = state.clone();
                    tokio::spawn(async move { live.look_who_is_elsewhere(&state).await });
                }
            }
            Heard::Person(person) => {
                let state = state.clone();
                tokio::spawn(async move {
                    crate::moderation::look_at(&state, &person).await;
                    state.sessions.tell(&person);
                });
            }
            Heard::Missed => {
                crate::moderation::look_again(&state).await;
                state.sessions.tell_all();
                look_at_all(&state).await;
            }
        }
    }
}

/// Looks now and then by itself: a notice may be lost.
async fn look(state: Weak<Inside>) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(state) = state_of(&state) else { return };
        look_at_all(&state).await;
    }
}

async fn look_at_all(state: &AppState) {
    let Some((shared, _)) = state.among_others() else { return };
    let ids: Vec<String> = state
        .tables
        .all()
        .into_iter()
        .filter(|live| live.is_followed())
        .map(|live| live.id.clone())
        .collect();
    for page in ids.chunks(PAGE) {
        match shared.heads(page.to_vec()).await {
            Ok(heads) => {
                for head in heads {
                    if let Some(live) = state.tables.in_memory(&head.table) {
                        live.is_further(state, Some(head));
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "it is not known what other servers have changed"),
        }
    }
}

/// Says that this server is here, and takes over from those that are not.
async fn beat(state: Weak<Inside>) {
    let mut living: Vec<u64> = Vec::new();
    let mut beats = 0_u64;
    loop {
        tokio::time::sleep(BEAT).await;
        let Some(state) = state_of(&state) else { return };
        let Some((shared, node)) = state.among_others() else { return };
        beats += 1;
        match shared.beat(node).await {
            Ok(Some(now)) => {
                let somebody_gone = living.iter().any(|node| !now.contains(node));
                if somebody_gone {
                    forget(&state, &now);
                }
                living = now;
                if somebody_gone {
                    tokio::spawn(take_up(state.clone()));
                }
                if beats.is_multiple_of(LOOK_AFTER) {
                    let state = state.clone();
                    tokio::spawn(async move { crate::moderation::look_again(&state).await });
                }
                if somebody_gone || beats.is_multiple_of(LOOK_AFTER) {
                    tokio::spawn(look_after(state.clone()));
                    tokio::spawn(inherit(state.clone()));
                }
            }
            Ok(None) => {
                tracing::warn!("this server was silent for so long that others took over from it");
                match shared.arrive(name(&state)).await {
                    Ok(node) => state.company.node.store(node, Relaxed),
                    Err(error @ StoreError::NewerSchema { .. }) => {
                        tracing::error!(%error, "this server stops");
                        state.closing.cancel();
                        return;
                    }
                    Err(error) => tracing::warn!(%error, "this server could not come back"),
                }
                for live in state.tables.all() {
                    live.set_told(Elsewhere::default());
                    tokio::spawn(
                        async move { live.cell.lock().await.iter_mut().for_each(|l| l.stand_back()) },
                    );
                }
                tokio::spawn(look_after(state.clone()));
            }
            Err(error) => tracing::warn!(%error, "the other servers could not be told that this one is here"),
        }
    }
}

/// A server is gone: what only it knew of is looked for in the store, turns that nobody was told of and time over days.
async fn take_up(state: AppState) {
    if let Err(error) = crate::ringing::sweep(&state).await {
        tracing::warn!(%error, "it is not known whose turn began when another server went down");
    }
    crate::table::look_anew(&state).await;
}

/// Takes those tables in memory that no living server runs.
async fn look_after(state: AppState) {
    let Some((shared, node)) = state.among_others() else { return };
    let given_up = state.tables.take_released();
    if !given_up.is_empty()
        && let Err(error) = shared.give_up_charge(given_up, node).await
    {
        tracing::warn!(%error, "tables were not given up");
    }
    let mut wanted = Vec::new();
    for live in state.tables.all() {
        // Whoever is at a table just now looks after it himself when he is next here.
        if let Ok(cell) = live.cell.try_lock()
            && cell.as_ref().is_some_and(|loaded| loaded.wants_a_home())
        {
            wanted.push(live.id.clone());
        }
    }
    for page in wanted.chunks(PAGE) {
        let taken = match shared.take_charge(page.to_vec(), node).await {
            Ok(taken) => taken,
            Err(error) => return tracing::warn!(%error, "tables that nobody runs could not be taken over"),
        };
        for live in taken.iter().filter_map(|id| state.tables.in_memory(id)) {
            let state = state.clone();
            tokio::spawn(async move {
                if let Err(fault) = live.take_over(&state).await {
                    tracing::warn!(table = live.id, ?fault, "a table does not go on here");
                }
            });
        }
    }
}

/// Opens tables whose server is gone and that go on without anybody looking: clocks, bots and alarms do not wait for a visitor.
/// Those in somebody's memory are [looked after](look_after) there.
async fn inherit(state: AppState) {
    let Some((shared, node)) = state.among_others() else { return };
    let Ok(_alone) = state.company.inheriting.try_lock() else { return };
    let mut seen = BTreeSet::new();
    loop {
        let mut left = match shared.left_behind(node, LEFT).await {
            Ok(left) => left,
            Err(error) => return tracing::warn!(%error, "it is not known what a server has left behind"),
        };
        // What could not be opened now is tried again later.
        left.retain(|id| seen.insert(id.clone()));
        if left.is_empty() {
            return;
        }
        let tables = match state.store.tables(left).await {
            Ok(tables) => tables,
            Err(error) => return tracing::warn!(%error, "what a server has left behind cannot be read"),
        };
        let now = state.config.wall.now();
        let (going, standing): (Vec<_>, Vec<_>) =
            tables.into_iter().partition(|table| goes_on_alone(table, now));
        let mut standing: Vec<String> = standing.into_iter().map(|table| table.id).collect();
        let mut opening = JoinSet::new();
        let mut going = going.into_iter();
        loop {
            while opening.len() < OPENED
                && let Some(table) = going.next()
            {
                opening.spawn(open(state.clone(), table.id));
            }
            match opening.join_next().await {
                Some(opened) => standing.extend(opened.ok().flatten()),
                None => break,
            }
        }
        if let Err(error) = shared.let_go(standing).await {
            return tracing::warn!(%error, "tables that a server has left behind were not let go of");
        }
    }
}

/// Opens a table, so that it goes on here; its id, if it does not go on anywhere.
async fn open(state: AppState, id: String) -> Option<String> {
    let opened = match state.tables.get(&state, &id) {
        Ok(live) => live.sit(&state).await.map(drop),
        Err(fault) => Err(fault),
    };
    let fault = opened.err()?;
    tracing::warn!(table = id, ?fault, "a table that a server has left behind does not go on here");
    (fault.status != StatusCode::SERVICE_UNAVAILABLE).then_some(id)
}

/// Servers that are gone have nothing open any more.
fn forget(state: &AppState, living: &[u64]) {
    for live in state.tables.all() {
        if live.forget_elsewhere(living) {
            live.publish();
        }
    }
}

/// Tells the others who has which table open here, where that has changed.
async fn tell(state: Weak<Inside>) {
    loop {
        tokio::time::sleep(BEAT).await;
        let Some(state) = state_of(&state) else { return };
        let Some((shared, node)) = state.among_others() else { return };
        for live in state.tables.all() {
            let here = live.here();
            if here == live.told() {
                continue;
            }
            let words = (!here.is_nobody()).then(|| serde_json::to_vec(&here).expect("names serialise"));
            match shared.set_presence(live.id.clone(), node, words).await {
                Ok(()) => live.set_told(here),
                Err(error) => {
                    tracing::warn!(%error, "the other servers were not told who is here");
                    break;
                }
            }
        }
    }
}

impl Live {
    /// Something says that the table is further: looks, in a task of its own, unless one is about to.
    fn is_further(self: &Arc<Live>, state: &AppState, head: Option<Head>) {
        if head.is_some_and(|head| self.has_seen(&head)) || self.following.swap(true, Relaxed) {
            return;
        }
        let (live, state) = (self.clone(), state.clone());
        tokio::spawn(async move {
            let mut cell = live.cell.clone().lock_owned().await;
            // What comes from now on is another reason to look.
            live.following.store(false, Relaxed);
            if cell.is_none() {
                return;
            }
            let followed = live.read_on(&state, &mut cell).await;
            drop(cell);
            match followed {
                Ok(false) => {}
                Ok(true) => {
                    live.publish();
                    // Bots and clocks take up what the others have done, if they run here.
                    live.later(&state);
                }
                Err(fault) => tracing::warn!(table = live.id, ?fault, "a table could not be followed"),
            }
        });
    }

    /// Goes on with what others have written, as soon as whoever is at the table lets go of it.
    pub(crate) fn later(self: &Arc<Live>, state: &AppState) {
        tokio::spawn(going_on(self.clone(), state.clone()));
    }

    async fn go_on(self: &Arc<Live>, state: &AppState) -> Result<(), Fault> {
        let mut sitting = self.sit(state).await?;
        sitting.follow_up().await
    }

    async fn take_over(self: &Arc<Live>, state: &AppState) -> Result<(), Fault> {
        let mut sitting = self.sit(state).await?;
        sitting.take_home();
        sitting.follow_up().await
    }

    /// Reads who has the table open at other servers.
    pub(crate) async fn look_who_is_elsewhere(self: &Arc<Live>, state: &AppState) {
        let Some((shared, node)) = state.among_others() else { return };
        match shared.presence(self.id.clone()).await {
            Ok(rows) => {
                let others = rows.into_iter().filter(|(of, _)| *of != node);
                let read = |(of, words): (u64, Vec<u8>)| Some((of, serde_json::from_slice(&words).ok()?));
                if self.set_elsewhere(others.filter_map(read).collect()) {
                    self.publish();
                    // Whoever came may be waited for, or wake bots that sleep.
                    self.later(state);
                }
            }
            Err(error) => tracing::warn!(%error, "it is not known who has a table open elsewhere"),
        }
    }
}

/// A table that goes on after itself has no end that a compiler could see: so it goes by a box.
fn going_on(live: Arc<Live>, state: AppState) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        if let Err(fault) = live.go_on(&state).await {
            tracing::warn!(table = live.id, ?fault, "a table does not go on here");
        }
    })
}
