//! Looking back is long work, for the whole game is played again; it is done once for each finished table in memory.

use super::{Record, Story, record};
use crate::{
    error::Fault,
    shares::Asker,
    state::AppState,
    table::{Live, Meta, daily::Entry, scenario},
};
use klaxon_core::{Seat, SeatSet};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// A finished table looked back upon.
#[derive(Debug)]
pub struct LookBack {
    /// The game, the same for all.
    pub story: Story,
    records: BTreeMap<Seat, Record>,
}

impl LookBack {
    /// What is known about whoever holds these seats.
    pub fn record(&self, held: SeatSet) -> Option<&Record> {
        held.iter().find_map(|seat| self.records.get(&seat))
    }
}

/// What a table in memory keeps of its end: the number of log entries it was made of, and what came of it.
#[derive(Debug, Default)]
pub struct Kept {
    made: Mutex<Option<(u32, Option<Arc<LookBack>>)>>,
    at_work: AtomicBool,
}

impl Kept {
    /// What was made of so many entries; `None` where nothing was yet.
    pub fn of(&self, n: u32) -> Option<Option<Arc<LookBack>>> {
        self.lock().as_ref().filter(|(of, _)| *of == n).map(|(_, made)| made.clone())
    }

    fn keep(&self, n: u32, made: Option<Arc<LookBack>>) {
        *self.lock() = Some((n, made));
    }

    fn lock(&self) -> MutexGuard<'_, Option<(u32, Option<Arc<LookBack>>)>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes what is shown after the end of a table, unless it is there. Nobody may hold the table meanwhile.
pub async fn look_back(state: &AppState, live: &Arc<Live>) -> Result<(), Fault> {
    let (n, game, meta): (u32, &'static str, Meta) = {
        let sitting = live.sit(state).await?;
        if sitting.table.outcome().is_none() {
            return Ok(());
        }
        (sitting.table.n(), sitting.table.game_id(), sitting.meta.clone())
    };
    if live.ended.of(n).is_some() {
        return Ok(());
    }
    let stored =
        state.store.table(&live.id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let mut entries = state.store.entries(&live.id, 0).await?;
    entries.truncate(n as usize);
    let scenario = scenario(game, &meta.title, &stored.header);
    let waited = live.clone();
    // Whoever waited for his turn may find it done by another.
    let work = move || waited.ended.of(n).is_none().then(|| Story::of(&stored.header, &entries));
    let told = match state.shares.long(work).await? {
        Some(None) => return Ok(()),
        Some(told) => told,
        None => None,
    };
    let made = match told {
        Some(Ok(Some(story))) => {
            let now = Entry { id: live.id.clone(), meta, scenario };
            let records = record::of_table(state, game, &now).await?;
            Some(Arc::new(LookBack { story, records }))
        }
        // A log of which the rules cannot make an ending any more still has its board.
        Some(Ok(None) | Err(_)) | None => None,
    };
    live.ended.keep(n, made);
    Ok(())
}

/// The same while pages wait for nothing: they are drawn again when it is there.
pub fn look_back_soon(state: &AppState, live: &Arc<Live>) {
    if live.ended.at_work.swap(true, Relaxed) {
        return;
    }
    let (state, live) = (state.clone(), live.clone());
    let work = async move {
        let made = look_back(&state, &live).await;
        live.ended.at_work.store(false, Relaxed);
        match made {
            Ok(()) => live.publish(),
            // Whoever comes next tries again.
            Err(fault) => tracing::warn!(table = live.id, ?fault, "nobody could look back on a game"),
        }
    };
    match Asker::current() {
        Some(asker) => tokio::spawn(asker.on_behalf(work)),
        None => tokio::spawn(work),
    };
}
