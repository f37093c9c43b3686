//! What is asked of a writer, whatever the database: requests with their answers, and how a batch of them is put together.

use crate::{
    AccountChange, Append, AppendError, Millis, NewMessage, NewTable, Person, StoreError, StudyChange,
    TableState,
};
use std::time::SystemTime;
use tokio::sync::oneshot;

/// The most bytes that one text, blob or append may have.
pub const LIMIT_BYTES: usize = 16 << 20;
/// How many requests may wait before callers have to.
pub(crate) const QUEUE: usize = 4096;
/// How many requests share one transaction at most.
pub(crate) const BATCH: usize = 512;
/// How many bytes of entries go into one statement, roughly.
pub(crate) const STATEMENT_BYTES: usize = 4 << 20;

/// A request, where its answer goes, and what the answer will be if the transaction commits.
pub(crate) struct Ask<W, T, E = StoreError> {
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
    pub fn note(&mut self, result: Result<T, StoreError>) -> Result<(), StoreError> {
        match result {
            Err(error) if error.spoils_the_batch() => Err(error),
            result => {
                self.decide(result.map_err(E::from));
                Ok(())
            }
        }
    }

    /// Answers. Nobody may be waiting any more: then the answer is not needed.
    pub fn answer(self, outcome: &Result<(), StoreError>) {
        let answer = match (outcome, self.result) {
            (Ok(()), Some(result)) => result,
            (Ok(()), None) => Err(StoreError::Closed.into()),
            (Err(error), _) => Err(error.clone().into()),
        };
        let _ = self.reply.send(answer);
    }
}

/// Everything that writes.
pub(crate) enum Request {
    Append(Ask<Append, (), AppendError>),
    Create(Ask<Create, ()>),
    SetMeta(Ask<SetMeta, ()>),
    Delete(Ask<Delete, ()>),
    SetMembers(Ask<SetMembers, ()>),
    PutSnapshot(Ask<PutSnapshot, ()>),
    DeleteSnapshot(Ask<String, ()>),
    Say(Ask<(String, NewMessage), u64>),
    UpsertPerson(Ask<Person, ()>),
    SetSettingOnce(Ask<(String, Vec<u8>), Vec<u8>>),
    Account(Ask<AccountChange, Option<String>>),
    Study(Ask<StudyChange, bool>),
    Result(Ask<crate::ResultChange, Option<String>>),
    Channel(Ask<crate::ChannelChange, Option<String>>),
    Tournament(Ask<crate::TournamentChange, bool>),
    Club(Ask<crate::ClubChange, Option<String>>),
    Moderation(Ask<crate::ModerationChange, Option<String>>),
    Close(Ask<(), ()>),
}

impl Request {
    pub fn answer(self, outcome: &Result<(), StoreError>) {
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
            Request::Account(ask) => ask.answer(outcome),
            Request::Study(ask) => ask.answer(outcome),
            Request::Result(ask) => ask.answer(outcome),
            Request::Channel(ask) => ask.answer(outcome),
            Request::Tournament(ask) => ask.answer(outcome),
            Request::Club(ask) => ask.answer(outcome),
            Request::Moderation(ask) => ask.answer(outcome),
            Request::Close(ask) => ask.answer(outcome),
        }
    }

    /// The table it is about.
    pub fn table(&self) -> Option<&str> {
        match self {
            Request::Append(ask) => Some(&ask.what.table),
            Request::Create(ask) => Some(&ask.what.table.id),
            Request::SetMeta(ask) => Some(&ask.what.table),
            Request::Delete(ask) => Some(&ask.what.table),
            Request::SetMembers(ask) => Some(&ask.what.table),
            Request::PutSnapshot(ask) => Some(&ask.what.table),
            Request::DeleteSnapshot(ask) => Some(&ask.what),
            Request::Say(ask) => Some(&ask.what.0),
            Request::UpsertPerson(_)
            | Request::SetSettingOnce(_)
            | Request::Account(_)
            | Request::Study(_)
            | Request::Result(_)
            | Request::Channel(_)
            | Request::Tournament(_)
            | Request::Club(_)
            | Request::Moderation(_)
            | Request::Close(_) => None,
        }
    }
}

/// See [`Store::set_meta`](crate::Store::set_meta).
pub(crate) struct SetMeta {
    pub table: String,
    pub meta: String,
    pub state: TableState,
    pub listed: bool,
    /// Only if nobody has changed it since, where several servers share a store.
    pub rev: Option<u64>,
    /// Whose table it is from now on, in the same transaction: two servers that change both cannot mix them up.
    pub members: Option<Vec<String>>,
}

/// See [`Store::create`](crate::Store::create).
pub(crate) struct Create {
    pub table: NewTable,
    /// Its number, where several databases make up a store; else the database has one for it.
    pub number: Option<i64>,
}

/// See [`Store::delete`](crate::Store::delete).
pub(crate) struct Delete {
    pub table: String,
    pub unless_since: Millis,
}

/// See [`Store::set_members`](crate::Store::set_members).
pub(crate) struct SetMembers {
    pub table: String,
    pub people: Vec<String>,
}

/// See [`Store::put_snapshot`](crate::Store::put_snapshot).
pub(crate) struct PutSnapshot {
    pub table: String,
    pub n: u32,
    pub bytes: Vec<u8>,
}

/// The store's clock, in milliseconds since 1970. It only says when a table last changed.
pub(crate) fn now() -> i64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// What a transaction did, to be counted once it is committed.
#[derive(Default)]
pub(crate) struct Tally {
    pub entries: u64,
    pub conflicts: u64,
}

/// Carries requests out within a transaction, in the words of one database.
pub(crate) trait Hand {
    /// Several appends at once.
    async fn append(
        &mut self,
        asks: &mut [&mut Ask<Append, (), AppendError>],
        tally: &mut Tally,
    ) -> Result<(), StoreError>;
    /// Any request but an append.
    async fn one(&mut self, request: &mut Request) -> Result<(), StoreError>;
}

/// Carries out the requests. Appends are put together as long as no other request about one of their tables comes
/// between: so for each table everything happens in the order in which it was asked.
pub(crate) async fn carry_out(
    hand: &mut impl Hand,
    batch: &mut [Request],
    tally: &mut Tally,
) -> Result<(), StoreError> {
    let mut waiting = Waiting::default();
    for i in 0..batch.len() {
        if let Request::Append(ask) = &batch[i] {
            waiting.bytes += ask.what.lines.iter().map(String::len).sum::<usize>();
            waiting.appends.push(i);
            if waiting.bytes > STATEMENT_BYTES {
                waiting.flush(hand, batch, tally).await?;
            }
            continue;
        }
        let table = batch[i].table();
        if table.is_some() && waiting.appends.iter().any(|&j| batch[j].table() == table) {
            waiting.flush(hand, batch, tally).await?;
        }
        hand.one(&mut batch[i]).await?;
    }
    waiting.flush(hand, batch, tally).await
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
        hand: &mut impl Hand,
        batch: &mut [Request],
        tally: &mut Tally,
    ) -> Result<(), StoreError> {
        let appends = std::mem::take(&mut self.appends);
        self.bytes = 0;
        let (Some(&first), Some(&last)) = (appends.first(), appends.last()) else { return Ok(()) };
        // Between the first and the last of them there is no append that does not wait.
        let requests = batch[first..=last].iter_mut();
        let mut asks: Vec<_> = requests
            .filter_map(|request| if let Request::Append(ask) = request { Some(ask) } else { None })
            .collect();
        hand.append(&mut asks, tally).await
    }
}

/// Refuses what is too long before it reaches the writer, so that it cannot spoil a batch of others.
pub(crate) fn check_size(bytes: usize) -> Result<(), StoreError> {
    if bytes > LIMIT_BYTES { Err(StoreError::TooBig { bytes, limit: LIMIT_BYTES }) } else { Ok(()) }
}

/// Databases' integers are signed. A time beyond them is no time.
pub(crate) fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

pub(crate) fn unsigned(n: i64) -> Result<u64, StoreError> {
    u64::try_from(n).map_err(|_| StoreError::Unreadable { what: format!("the number {n}") })
}

/// The number of an entry.
pub(crate) fn number(n: i64) -> Result<u32, StoreError> {
    u32::try_from(n).map_err(|_| StoreError::Unreadable { what: format!("the entry number {n}") })
}
