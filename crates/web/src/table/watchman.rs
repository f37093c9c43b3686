//! Time over days runs also at tables that are in nobody's memory. The watchman knows when something is next to be done at
//! each of them and sits down there then; the table does the rest by itself. What he knows he reads from the store at the start,
//! as soon as another server is gone, and now and then, and hears from every table that keeps time here.
//!
//! Other time, bots and missions go on in some server's memory; when that is gone, [`goes_on_alone`] says where another one must
//! not wait for a visitor.

use super::{Holder, Meta, Tables, clock::Agreed};
use crate::{
    boards::has_own_clock,
    state::{AppState, Shared},
};
use klaxon_core::Millis;
use klaxon_store::{Filter, StoreError, TableState};
use std::{
    sync::{PoisonError, Weak},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// How often he looks.
const ROUND: Duration = Duration::from_secs(15);
/// So many rounds apart he reads the store again, whatever he knows.
const READ_AFTER: u64 = 120;
/// Tables read at once.
const PAGE: u32 = 200;
/// A bot has decided long before, and a mission stands still, where nothing has happened for so long.
const LATELY: Millis = 15 * 60_000;

impl Tables {
    /// When something is next to be done about time at a table.
    pub(super) fn expect(&self, table: &str, at: Option<Millis>) {
        let mut expected = self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        match at {
            Some(at) => drop(expected.insert(table.to_owned(), at)),
            None => drop(expected.remove(table)),
        }
    }

    /// The tables whose moment has come. Those that go on tell their next one.
    fn take_due(&self, now: Millis) -> Vec<String> {
        let mut expected = self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        let due: Vec<String> =
            expected.iter().filter(|(_, at)| **at <= now).map(|(table, _)| table.clone()).collect();
        expected.retain(|_, at| *at > now);
        due
    }
}

/// Does anything go on at a table while nobody looks, other than time over days? Time that runs for programs, a mission's clock, a
/// bot that others wait for.
pub(crate) fn goes_on_alone(table: &klaxon_store::Table, now: Millis) -> bool {
    let Ok(meta) = serde_json::from_str::<Meta>(&table.meta) else { return false };
    match table.state {
        TableState::Over | TableState::Frozen => return false,
        TableState::Open | TableState::Playing if meta.closed.is_some() => return false,
        TableState::Open | TableState::Playing => {}
    }
    let timed = meta.clock.is_some_and(|clock| match clock {
        Agreed::Decision { .. } | Agreed::Live(_) => true,
        Agreed::Days(_) => false,
    });
    let program = meta.chairs.iter().any(|chair| matches!(chair.holder, Holder::Program { .. }));
    let bots = meta.chairs.iter().filter(|chair| chair.bot().is_some()).count();
    let awaited = (1..meta.chairs.len()).contains(&bots) || has_own_clock(&table.game);
    timed && program || awaited && table.updated_at.saturating_add(LATELY) > now
}

/// Goes his rounds until the server closes.
pub(crate) async fn watch(state: Weak<Shared>, closing: CancellationToken) {
    for round in 0_u64.. {
        {
            let Some(state) = AppState::upgrade(&state).filter(|state| !state.closing.is_cancelled()) else {
                return;
            };
            if round.is_multiple_of(READ_AFTER) {
                look_anew(&state).await;
            } else {
                look(&state).await;
            }
        }
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = closing.cancelled() => return,
        }
    }
}

/// Looks at all tables of the store: at the start, and when another server is gone, with tables that only it knew of.
pub(crate) async fn look_anew(state: &AppState) {
    if let Err(error) = read(state).await {
        tracing::warn!(%error, "it is not known at which tables time runs");
    }
    look(state).await;
}

/// Reads at which tables time runs.
async fn read(state: &AppState) -> Result<(), StoreError> {
    for kind in [TableState::Open, TableState::Playing] {
        let mut before = None;
        loop {
            let filter = Filter { state: Some(kind), limit: PAGE, before, ..Filter::default() };
            let page = state.store.list(filter).await?;
            let Some(last) = page.last() else { break };
            before = Some(last.seq);
            for table in page {
                let Ok(meta) = serde_json::from_str::<Meta>(&table.meta) else { continue };
                // Only over days it runs while nobody looks.
                if let Some(at) = meta.next_time().filter(|_| meta.clock.is_some_and(|c| c.is_over_days())) {
                    state.tables.expect(&table.id, Some(at));
                }
            }
        }
    }
    Ok(())
}

/// Sits down where something is to be done.
async fn look(state: &AppState) {
    for id in state.tables.take_due(state.config.wall.now()) {
        let sat = match state.tables.get(state, &id) {
            Ok(live) => live.sit(state).await,
            Err(fault) => Err(fault),
        };
        let kept = match sat {
            Ok(mut sitting) => sitting.wind().await,
            Err(fault) => Err(fault),
        };
        if let Err(fault) = kept {
            tracing::warn!(table = id, ?fault, "time cannot be kept at a table");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_looked_at_when_their_moment_has_come() {
        let tables = Tables::default();
        tables.expect("a", Some(5));
        tables.expect("b", Some(9));
        tables.expect("c", Some(1));
        tables.expect("c", None);
        assert_eq!(tables.take_due(7), ["a"]);
        assert!(tables.take_due(7).is_empty());
        assert_eq!(tables.take_due(u64::MAX), ["b"]);
    }
}
