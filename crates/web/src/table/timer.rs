//! A moment at which a table goes on by itself.

use super::Sitting;
use klaxon_core::Millis;
use std::{sync::Arc, time::Duration};
use tokio::task::AbortHandle;

/// Waits for a moment and then sits down at the table. Dropped, it waits no more.
#[derive(Debug)]
pub(super) struct Timer {
    at: Millis,
    waiting: AbortHandle,
}

impl Timer {
    /// A table goes on in `then`, when `wait` is over: at the moment `at` of the clock that it goes by.
    pub(super) fn set<F: Future<Output = ()> + Send + 'static>(
        table: &Sitting,
        at: Millis,
        wait: Duration,
        then: impl FnOnce(Sitting) -> F + Send + 'static,
    ) -> Timer {
        let (live, state) = (Arc::downgrade(&table.live), table.state.clone());
        let waiting = tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let Some(live) = live.upgrade() else { return };
            // A task of its own: setting the next timer drops this one.
            tokio::spawn(async move {
                if let Ok(table) = live.sit(&state).await {
                    then(table).await;
                }
            });
        });
        Timer { at, waiting: waiting.abort_handle() }
    }

    /// The moment that it waits for.
    pub(super) fn at(&self) -> Millis {
        self.at
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.waiting.abort();
    }
}
