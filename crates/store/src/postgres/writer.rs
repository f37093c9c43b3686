//! The writer: gathers the requests that wait, carries them out in one transaction, answers after the commit, and only
//! then tells the other servers.

use super::write::Work;
use super::{ANSWER, Lines, Patience, append, silent};
use crate::notices::Notices;
use crate::request::{BATCH, Request, Tally, carry_out};
use crate::stats::Counters;
use crate::{Head, StoreError};
use sqlx::{Connection, PgConnection};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// A commit costs about the same whatever is in it. Where many play, as many as came with the last one are waited for …
const MANY: usize = 8;
/// … but no longer than this.
const GATHER: Duration = Duration::from_millis(2);
/// Where some play at the same time, so long lies between the beginnings of two commits. Whoever plays alone waits for nobody.
const PACE: Duration = Duration::from_millis(4);
/// How many come with a commit on an average lately, where that is so.
const SOME: f32 = 1.25;

pub(super) struct Writer {
    lines: Lines,
    conn: Option<PgConnection>,
    inbox: mpsc::Receiver<Request>,
    counters: Arc<Counters>,
    notices: Arc<Notices>,
}

/// What has become of a transaction that failed.
pub(super) struct Failed {
    pub error: StoreError,
    /// The commit was on its way: whether it happened is not known.
    doubt: bool,
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Failed {
        Failed { error, doubt: false }
    }
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        StoreError::from(error).into()
    }
}

impl Writer {
    pub fn new(
        lines: Lines,
        conn: PgConnection,
        inbox: mpsc::Receiver<Request>,
        counters: Arc<Counters>,
        notices: Arc<Notices>,
    ) -> Writer {
        Writer { lines, conn: Some(conn), inbox, counters, notices }
    }

    /// Serves until the store is closed or forgotten.
    pub async fn run(mut self) {
        let mut batch = Vec::with_capacity(BATCH);
        let (mut closing, mut before, mut lately) = (None, 0, 1.0);
        let mut begun = tokio::time::Instant::now();
        while closing.is_none() && self.inbox.recv_many(&mut batch, BATCH).await > 0 {
            let next = if lately > SOME { begun + PACE } else { begun };
            self.gather(&mut batch, before, next).await;
            (before, begun) = (batch.len(), tokio::time::Instant::now());
            lately += (before as f32 - lately) / 4.0;
            let end = batch.iter().position(|request| matches!(request, Request::Close(_)));
            let rest = end.map(|end| batch.split_off(end));
            if !batch.is_empty() {
                self.serve(&mut batch).await;
            }
            closing = rest;
        }
        self.close(closing.unwrap_or_default()).await;
    }

    /// Waits until the next commit may begin. Where many play that is as soon as those are back who were answered with the last one.
    async fn gather(&mut self, batch: &mut Vec<Request>, before: usize, next: tokio::time::Instant) {
        let now = tokio::time::Instant::now();
        if before >= MANY {
            let until = next.max(now + GATHER);
            while batch.len() < before {
                let more = self.inbox.recv_many(batch, before - batch.len());
                if !tokio::time::timeout_at(until, more).await.is_ok_and(|more| more > 0) {
                    return;
                }
            }
        } else if next > now {
            // One waking for all of them.
            tokio::time::sleep_until(next).await;
            while batch.len() < BATCH
                && let Ok(request) = self.inbox.try_recv()
            {
                batch.push(request);
            }
        }
    }

    /// Carries out a batch and answers all of it. When one request may have spoilt it for the others, each gets a
    /// transaction of its own, in the same order: one bad table harms no other.
    async fn serve(&mut self, batch: &mut Vec<Request>) {
        let outcome = self.persist(batch).await;
        match outcome {
            Err(error) if batch.len() > 1 && error.may_be_one_requests_fault() => {
                for request in batch.drain(..) {
                    let mut alone = [request];
                    let outcome = self.persist(&mut alone).await;
                    alone.into_iter().for_each(|request| request.answer(&outcome));
                }
            }
            outcome => batch.drain(..).for_each(|request| request.answer(&outcome)),
        }
    }

    /// One transaction, tried again while its failure may pass.
    async fn persist(&mut self, batch: &mut [Request]) -> Result<(), StoreError> {
        let mut patience = Patience::new();
        let mut doubt = false;
        loop {
            let failed = match self.attempt(batch, doubt).await {
                Ok(()) => {
                    Counters::add(&self.counters.writes, batch.len() as u64);
                    return Ok(());
                }
                Err(failed) => failed,
            };
            Counters::add(&self.counters.failures, 1);
            doubt |= failed.doubt;
            if failed.error.may_pass() && patience.wait().await {
                tracing::warn!(requests = batch.len(), error = %failed.error, "a transaction of the store is tried again");
                continue;
            }
            tracing::error!(requests = batch.len(), error = %failed.error, "a transaction of the store failed");
            return Err(failed.error);
        }
    }

    pub(super) async fn attempt(&mut self, batch: &mut [Request], doubt: bool) -> Result<(), Failed> {
        let mut conn = match self.conn.take() {
            Some(conn) => conn,
            None => self.lines.connect().await?,
        };
        let mut stage = Stage::Working;
        let work = transaction(&mut conn, batch, doubt, &mut stage, &self.counters);
        let outcome = match tokio::time::timeout(ANSWER, work).await {
            Ok(outcome) => outcome,
            Err(_) => Err(silent()),
        };
        match outcome {
            Ok((tally, (changed, people))) => {
                self.conn = Some(conn);
                Counters::add(&self.counters.appends, tally.entries);
                Counters::add(&self.counters.conflicts, tally.conflicts);
                self.notices.tell(changed);
                self.notices.tell_people(people);
                Ok(())
            }
            Err(error) => {
                // A connection on which nothing answers is let go of; the database then rolls back by itself.
                let usable = !matches!(error, StoreError::Unreachable { .. });
                let free = usable
                    && match stage {
                        Stage::Working | Stage::Committing => {
                            sqlx::query("rollback").execute(&mut conn).await.is_ok()
                        }
                        Stage::AtOnce => true,
                    };
                if free {
                    self.conn = Some(conn);
                }
                let doubt = match stage {
                    Stage::Working => false,
                    Stage::Committing | Stage::AtOnce => true,
                };
                Err(Failed { error, doubt })
            }
        }
    }

    async fn close(mut self, last: Vec<Request>) {
        self.inbox.close();
        if let Some(conn) = self.conn.take() {
            drop(tokio::time::timeout(ANSWER, conn.close()).await);
        }
        self.lines.pool().close().await;
        let mut late = last.into_iter();
        if let Some(Request::Close(mut ask)) = late.next() {
            ask.decide(Ok(()));
            ask.answer(&Ok(()));
        }
        for request in late {
            request.answer(&Err(StoreError::Closed));
        }
        while let Some(request) = self.inbox.recv().await {
            request.answer(&Err(StoreError::Closed));
        }
    }
}

/// How far a transaction has come.
enum Stage {
    Working,
    Committing,
    /// One statement, which is all of it.
    AtOnce,
}

async fn transaction(
    conn: &mut PgConnection,
    batch: &mut [Request],
    doubt: bool,
    stage: &mut Stage,
    counters: &Counters,
) -> Result<(Tally, (Vec<Head>, BTreeSet<String>)), StoreError> {
    let mut tally = Tally::default();
    // What was in doubt is looked up first.
    if !doubt && append::go_at_once(batch) {
        let start = Instant::now();
        *stage = Stage::AtOnce;
        let changed = append::at_once(conn, batch, &mut tally).await?;
        counters.committed(start.elapsed());
        return Ok((tally, (changed, BTreeSet::new())));
    }
    // Plain statements, as with SQLite: what has failed is let go of by hand.
    sqlx::raw_sql("begin").execute(&mut *conn).await?;
    let mut work = Work::begin(&mut *conn, batch, doubt).await?;
    carry_out(&mut work, batch, &mut tally).await?;
    let changed = work.changed();
    let start = Instant::now();
    *stage = Stage::Committing;
    sqlx::raw_sql("commit").execute(&mut *conn).await?;
    counters.committed(start.elapsed());
    Ok((tally, changed))
}
