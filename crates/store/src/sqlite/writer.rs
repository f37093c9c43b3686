//! The writer: gathers the requests that wait, carries them out in one transaction, answers after the commit.

use super::lock::Lock;
use super::place::Place;
use super::{accounts, append, channels, clubs, moderation, results, studies, tournaments, write};
use crate::request::{Ask, BATCH, Hand, Request, Tally, carry_out};
use crate::stats::Counters;
use crate::{Append, AppendError, StoreError};
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection, SqlitePool};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;

pub(super) struct Writer {
    read: SqlitePool,
    write: SqlitePool,
    /// None in memory, where readers need the connection between the transactions.
    place: Option<Place>,
    /// Keeps other servers away until everything is closed.
    lock: Option<Lock>,
    conn: Option<PoolConnection<Sqlite>>,
    inbox: mpsc::Receiver<Request>,
    counters: Arc<Counters>,
}

impl Writer {
    pub fn new(
        read: SqlitePool,
        write: SqlitePool,
        place: Option<Place>,
        lock: Option<Lock>,
        inbox: mpsc::Receiver<Request>,
        counters: Arc<Counters>,
    ) -> Writer {
        Writer { read, write, place, lock, conn: None, inbox, counters }
    }

    /// Serves until the store is closed or forgotten.
    pub async fn run(mut self) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut closing = None;
        while closing.is_none() && self.inbox.recv_many(&mut batch, BATCH).await > 0 {
            let end = batch.iter().position(|request| matches!(request, Request::Close(_)));
            let rest = end.map(|end| batch.split_off(end));
            if !batch.is_empty() {
                self.serve(&mut batch).await;
            }
            closing = rest;
        }
        self.close(closing.unwrap_or_default()).await;
    }

    /// Carries out a batch and answers all of it. When one request may have spoilt it for the others, each gets a
    /// transaction of its own, in the same order: one bad table harms no other.
    async fn serve(&mut self, batch: &mut Vec<Request>) {
        let outcome = self.transact(batch).await;
        match outcome {
            Err(error) if batch.len() > 1 && error.may_be_one_requests_fault() => {
                for request in batch.drain(..) {
                    let mut alone = [request];
                    let outcome = self.transact(&mut alone).await;
                    alone.into_iter().for_each(|request| request.answer(&outcome));
                }
            }
            outcome => batch.drain(..).for_each(|request| request.answer(&outcome)),
        }
    }

    /// One transaction, counted.
    async fn transact(&mut self, batch: &mut [Request]) -> Result<(), StoreError> {
        let outcome = self.attempt(batch).await;
        match &outcome {
            Ok(()) => Counters::add(&self.counters.writes, batch.len() as u64),
            Err(error) => {
                Counters::add(&self.counters.failures, 1);
                tracing::error!(requests = batch.len(), %error, "a transaction of the store failed");
            }
        }
        outcome
    }

    async fn attempt(&mut self, batch: &mut [Request]) -> Result<(), StoreError> {
        self.check_place()?;
        let mut conn = match self.conn.take() {
            Some(conn) => conn,
            None => self.write.acquire().await?,
        };
        let mut tally = Tally::default();
        match transaction(&mut conn, batch, &mut tally, &self.counters).await {
            Ok(()) => {
                self.keep(conn).await;
                self.check_place()?;
                Counters::add(&self.counters.appends, tally.entries);
                Counters::add(&self.counters.conflicts, tally.conflicts);
                Ok(())
            }
            Err(error) => {
                // After some errors SQLite has rolled back by itself; then this one fails, and that is right.
                let rolled_back = sqlx::query("rollback").execute(&mut *conn).await;
                match rolled_back {
                    Err(sqlx::Error::WorkerCrashed) => conn.close_on_drop(),
                    Ok(_) | Err(_) => self.keep(conn).await,
                }
                Err(error)
            }
        }
    }

    /// Keeps the connection for the next transaction, or gives it back where readers share it.
    async fn keep(&mut self, mut conn: PoolConnection<Sqlite>) {
        if self.place.is_some() {
            self.conn = Some(conn);
        } else {
            conn.return_to_pool().await;
        }
    }

    fn check_place(&self) -> Result<(), StoreError> {
        self.place.as_ref().map_or(Ok(()), Place::check)
    }

    /// Closes the readers first: the last connection tidies the files up, and must be able to write.
    async fn close(mut self, last: Vec<Request>) {
        self.inbox.close();
        self.conn = None;
        self.read.close().await;
        self.write.close().await;
        self.lock = None;
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

async fn transaction(
    conn: &mut SqliteConnection,
    batch: &mut [Request],
    tally: &mut Tally,
    counters: &Counters,
) -> Result<(), StoreError> {
    // Plain statements, not sqlx's own transactions: those lose count when SQLite rolls back by itself (full disk).
    sqlx::query("begin immediate").execute(&mut *conn).await?;
    carry_out(conn, batch, tally).await?;
    let start = Instant::now();
    sqlx::query("commit").execute(&mut *conn).await?;
    counters.committed(start.elapsed());
    Ok(())
}

impl Hand for SqliteConnection {
    async fn append(
        &mut self,
        asks: &mut [&mut Ask<Append, (), AppendError>],
        tally: &mut Tally,
    ) -> Result<(), StoreError> {
        append::append(self, asks, tally).await
    }

    async fn one(&mut self, request: &mut Request) -> Result<(), StoreError> {
        one(self, request).await
    }
}

/// Any request but an append.
async fn one(conn: &mut SqliteConnection, request: &mut Request) -> Result<(), StoreError> {
    match request {
        Request::Create(ask) => ask.note(write::create(conn, &ask.what.table).await),
        Request::SetMeta(ask) => ask.note(write::set_meta(conn, &ask.what).await),
        Request::Delete(ask) => ask.note(write::delete(conn, &ask.what).await),
        Request::SetMembers(ask) => ask.note(write::set_members(conn, &ask.what).await),
        Request::PutSnapshot(ask) => ask.note(write::put_snapshot(conn, &ask.what).await),
        Request::DeleteSnapshot(ask) => ask.note(write::delete_snapshot(conn, &ask.what).await),
        Request::Say(ask) => ask.note(write::say(conn, &ask.what.0, &ask.what.1).await),
        Request::UpsertPerson(ask) => ask.note(write::upsert_person(conn, &ask.what).await),
        Request::SetSettingOnce(ask) => {
            ask.note(write::set_setting_once(conn, &ask.what.0, &ask.what.1).await)
        }
        Request::Result(ask) => ask.note(results::change(conn, &ask.what).await),
        Request::Account(ask) => ask.note(accounts::change(conn, &ask.what, false).await),
        Request::Study(ask) => ask.note(studies::change(conn, &ask.what).await),
        Request::Moderation(ask) => ask.note(moderation::change(conn, &ask.what).await),
        Request::Channel(ask) => ask.note(channels::change(conn, &ask.what).await),
        Request::Tournament(ask) => ask.note(tournaments::change(conn, &ask.what).await),
        Request::Club(ask) => ask.note(clubs::change(conn, &ask.what).await),
        // Appends are gathered and closing ends a batch: neither comes here.
        Request::Append(_) | Request::Close(_) => Ok(()),
    }
}
