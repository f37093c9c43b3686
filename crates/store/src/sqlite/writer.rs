//! The writer: gathers the requests that wait, carries them out in one transaction, answers after the commit.

use super::lock::Lock;
use super::place::Place;
use super::{append, write};
use crate::stats::Counters;
use crate::{Append, AppendError, NewMessage, NewTable, Person, StoreError};
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection, SqlitePool};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};
use write::{Delete, PutSnapshot, SetMembers, SetMeta};

/// How many requests share one transaction at most.
const BATCH: usize = 512;
/// How many bytes of entries go into one statement, roughly.
const STATEMENT_BYTES: usize = 4 << 20;

/// A request, where its answer goes, and what the answer will be if the transaction commits.
pub(super) struct Ask<W, T, E = StoreError> {
    pub what: W,
    reply: oneshot::Sender<Result<T, E>>,
    result: Option<Result<T, E>>,
}

impl<W, T, E: From<StoreError>> Ask<W, T, E> {
    pub fn new(what: W, reply: oneshot::Sender<Result<T, E>>) -> Self {
        Ask { what, reply, result: None }
    }

    pub fn decide(&mut self, result: Result<T, E>) {
        self.result = Some(result);
    }

    /// Notes the result, or passes on an error that spoils the whole transaction.
    fn note(&mut self, result: Result<T, StoreError>) -> Result<(), StoreError> {
        match result {
            Err(error) if error.spoils_the_batch() => Err(error),
            result => {
                self.decide(result.map_err(E::from));
                Ok(())
            }
        }
    }

    /// Answers. Nobody may be waiting any more: then the answer is not needed.
    fn answer(self, outcome: &Result<(), StoreError>) {
        let answer = match (outcome, self.result) {
            (Ok(()), Some(result)) => result,
            (Ok(()), None) => Err(StoreError::Closed.into()),
            (Err(error), _) => Err(error.clone().into()),
        };
        let _ = self.reply.send(answer);
    }
}

/// Everything that writes.
pub(super) enum Request {
    Append(Ask<Append, (), AppendError>),
    Create(Ask<NewTable, ()>),
    SetMeta(Ask<SetMeta, ()>),
    Delete(Ask<Delete, ()>),
    SetMembers(Ask<SetMembers, ()>),
    PutSnapshot(Ask<PutSnapshot, ()>),
    DeleteSnapshot(Ask<String, ()>),
    Say(Ask<(String, NewMessage), u64>),
    UpsertPerson(Ask<Person, ()>),
    SetSettingOnce(Ask<(String, Vec<u8>), Vec<u8>>),
    Close(Ask<(), ()>),
}

impl Request {
    fn answer(self, outcome: &Result<(), StoreError>) {
        match self {
            Request::Append(ask) => ask.answer(outcome),
            Request::Create(ask) => ask.answer(outcome),
            Request::SetMeta(ask) => ask.answer(outcome),
            Request::Delete(ask) => ask.answer(outcome),
            Request::SetMembers(ask) => ask.answer(outcome),
            Request::PutSnapshot(ask) => ask.answer(outcome),
            Request::DeleteSnapshot(ask) => ask.answer(outcome),
            Request::Say(ask) => ask.answer(outcome),
            Request::UpsertPerson(ask) => ask.answer(outcome),
            Request::SetSettingOnce(ask) => ask.answer(outcome),
            Request::Close(ask) => ask.answer(outcome),
        }
    }

    /// The table it is about.
    fn table(&self) -> Option<&str> {
        match self {
            Request::Append(ask) => Some(&ask.what.table),
            Request::Create(ask) => Some(&ask.what.id),
            Request::SetMeta(ask) => Some(&ask.what.table),
            Request::Delete(ask) => Some(&ask.what.table),
            Request::SetMembers(ask) => Some(&ask.what.table),
            Request::PutSnapshot(ask) => Some(&ask.what.table),
            Request::DeleteSnapshot(ask) => Some(&ask.what),
            Request::Say(ask) => Some(&ask.what.0),
            Request::UpsertPerson(_) | Request::SetSettingOnce(_) | Request::Close(_) => None,
        }
    }
}

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
        let mut tally = append::Tally::default();
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
    tally: &mut append::Tally,
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

/// Carries out the requests. Appends are put together as long as no other request about one of their tables comes
/// between: so for each table everything happens in the order in which it was asked.
async fn carry_out(
    conn: &mut SqliteConnection,
    batch: &mut [Request],
    tally: &mut append::Tally,
) -> Result<(), StoreError> {
    let mut waiting = Waiting::default();
    for i in 0..batch.len() {
        if let Request::Append(ask) = &batch[i] {
            waiting.bytes += ask.what.lines.iter().map(String::len).sum::<usize>();
            waiting.appends.push(i);
            if waiting.bytes > STATEMENT_BYTES {
                waiting.flush(conn, batch, tally).await?;
            }
            continue;
        }
        let table = batch[i].table();
        if table.is_some() && waiting.appends.iter().any(|&j| batch[j].table() == table) {
            waiting.flush(conn, batch, tally).await?;
        }
        one(conn, &mut batch[i]).await?;
    }
    waiting.flush(conn, batch, tally).await
}

/// The places in the batch of appends not carried out yet.
#[derive(Default)]
struct Waiting {
    appends: Vec<usize>,
    bytes: usize,
}

impl Waiting {
    async fn flush(
        &mut self,
        conn: &mut SqliteConnection,
        batch: &mut [Request],
        tally: &mut append::Tally,
    ) -> Result<(), StoreError> {
        let appends = std::mem::take(&mut self.appends);
        self.bytes = 0;
        let (Some(&first), Some(&last)) = (appends.first(), appends.last()) else { return Ok(()) };
        // Between the first and the last of them there is no append that does not wait.
        let requests = batch[first..=last].iter_mut();
        let mut asks: Vec<_> = requests
            .filter_map(|request| if let Request::Append(ask) = request { Some(ask) } else { None })
            .collect();
        append::append(conn, &mut asks, tally).await
    }
}

/// Any request but an append.
async fn one(conn: &mut SqliteConnection, request: &mut Request) -> Result<(), StoreError> {
    match request {
        Request::Create(ask) => ask.note(write::create(conn, &ask.what).await),
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
        // Appends are gathered and closing ends a batch: neither comes here.
        Request::Append(_) | Request::Close(_) => Ok(()),
    }
}
