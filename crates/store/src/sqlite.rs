//! The SQLite engine: one file, one writer, a few readers.

mod accounts;
mod append;
mod backup;
mod channels;
mod clubs;
mod lock;
mod moderation;
mod place;
mod read;
mod results;
mod studies;
mod tournaments;
mod wal;
mod write;
mod writer;

use crate::error::sqlite_code;
use crate::request::{Ask, Create, Delete, PutSnapshot, QUEUE, Request, SetMembers, SetMeta, check_size};
use crate::schema::{self, Found, Step, TooNew};
use crate::stats::Counters;
use crate::{Account, AccountChange, Accounts, Belongings, Device, Passkey, Token};
use crate::{Answer, AppendError, Engine, Stats, StoreError};
use crate::{Append, Filter, Listed, Message, Millis, NewMessage, NewTable, Person, Table, TableState};
use crate::{Studies, Study, StudyChange, StudyList};
use lock::Lock;
use place::{Place, beside};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlitePool};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use writer::Writer;

/// 'KLXN', as the first migration sets it.
const APPLICATION_ID: i32 = 0x4B4C_584E;
const READERS: u32 = 4;

/// The tables, step by step. What has been released is never changed: its sum is kept in every store.
const STEPS: &[Step] = &[
    step(1, "games", include_str!("../migrations/sqlite/0001_games.sql"), None),
    step(2, "people", include_str!("../migrations/sqlite/0002_people.sql"), None),
    step(3, "results", include_str!("../migrations/sqlite/0003_results.sql"), None),
    step(4, "ringing", include_str!("../migrations/sqlite/0004_ringing.sql"), None),
    step(6, "studies", include_str!("../migrations/sqlite/0006_studies.sql"), None),
    step(7, "moderation", include_str!("../migrations/sqlite/0007_moderation.sql"), None),
    step(8, "tournaments", include_str!("../migrations/sqlite/0008_tournaments.sql"), None),
    step(9, "lobby", include_str!("../migrations/sqlite/0009_lobby.sql"), None),
    step(10, "club studies", include_str!("../migrations/sqlite/0010_club_studies.sql"), None),
    step(11, "newest scores", include_str!("../migrations/sqlite/0011_newest_scores.sql"), None),
    step(12, "beside", include_str!("../migrations/sqlite/0012_beside.sql"), Some(11)),
];

const fn step(version: i64, name: &'static str, sql: &'static str, beside: Option<i64>) -> Step {
    Step { version, name, sql, beside }
}

static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| schema::migrator(STEPS, "beside"));

/// A store in one SQLite file, or in memory.
pub struct Sqlite {
    read: SqlitePool,
    requests: mpsc::Sender<Request>,
    counters: Arc<Counters>,
    warnings: Vec<String>,
}

impl Sqlite {
    /// See [`Store::open`](crate::Store::open).
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let path = file_of(path)?;
        make_folder(&path)?;
        Sqlite::open_under(path, None, Vec::new()).await
    }

    /// See [`Store::open_to_serve`](crate::Store::open_to_serve).
    pub async fn open_to_serve(path: &Path) -> Result<Sqlite, StoreError> {
        let path = file_of(path)?;
        make_folder(&path)?;
        let lock = Lock::take(&path)?;
        let warnings: Vec<String> = ending(&path).await?.into_iter().collect();
        for warning in &warnings {
            tracing::error!(path = %path.display(), "{warning}");
        }
        Sqlite::open_under(path, Some(lock), warnings).await
    }

    async fn open_under(
        path: PathBuf,
        lock: Option<Lock>,
        warnings: Vec<String>,
    ) -> Result<Sqlite, StoreError> {
        let folder = folder_of(&path);
        place::make_private(&path)?;
        let found = probe(&path).await?;

        let options = SqliteConnectOptions::new()
            .filename(&path)
            .busy_timeout(Duration::from_millis(5000))
            .disable_statement_logging();
        let writing = options
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // After a rush of writes the log file beside the store shrinks again.
            .pragma("journal_size_limit", "67108864");
        let write = one_connection().connect_with(writing).await?;
        match found {
            Found::Known { .. } => MIGRATIONS.run(&write).await?,
            Found::Newer => {}
        }
        place::sync_folder(&folder)?;

        let read = SqlitePoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .connect_with(options.read_only(true))
            .await?;
        let place = Place::of(path)?;
        Ok(Sqlite { warnings, ..Sqlite::start(read, write, Some(place), lock) })
    }

    /// See [`Store::open_read_only`](crate::Store::open_read_only).
    pub async fn open_read_only(path: &Path) -> Result<Sqlite, StoreError> {
        let path = file_of(path)?;
        // SQLite itself says only that it cannot open it.
        std::fs::metadata(&path).map_err(|e| StoreError::io(&path, e))?;
        // Without a log file beside it nobody has it open: then not even SQLite's own files need to be made.
        // While a server writes, the log's end is always on its way.
        let warnings =
            if Lock::is_free(&path) { ending(&path).await?.into_iter().collect() } else { Vec::new() };
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .read_only(true)
            .immutable(!beside(&path, "-wal").exists())
            .disable_statement_logging();
        judge(&path, &options).await?;
        let read = SqlitePoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .connect_with(options.busy_timeout(Duration::from_millis(5000)))
            .await?;
        // Nobody takes requests to write.
        let (requests, _) = mpsc::channel(1);
        Ok(Sqlite { read, requests, counters: Arc::new(Counters::default()), warnings })
    }

    /// See [`Store::memory`](crate::Store::memory).
    pub async fn memory() -> Result<Sqlite, StoreError> {
        // By its name and not by `in_memory`: that flag would send a backup's file to memory too.
        let options =
            SqliteConnectOptions::new().filename(":memory:").foreign_keys(true).disable_statement_logging();
        let pool = one_connection().connect_with(options).await?;
        MIGRATIONS.run(&pool).await?;
        Ok(Sqlite::start(pool.clone(), pool, None, None))
    }

    fn start(read: SqlitePool, write: SqlitePool, place: Option<Place>, lock: Option<Lock>) -> Sqlite {
        let (requests, inbox) = mpsc::channel(QUEUE);
        let counters = Arc::new(Counters::default());
        tokio::spawn(Writer::new(read.clone(), write, place, lock, inbox, counters.clone()).run());
        Sqlite { read, requests, counters, warnings: Vec::new() }
    }

    /// Hands a request to the writer and waits for its answer.
    async fn ask<W, T, E: From<StoreError>>(
        &self,
        what: W,
        request: impl FnOnce(Ask<W, T, E>) -> Request,
    ) -> Result<T, E> {
        let (reply, answer) = oneshot::channel();
        let closed = |_| E::from(StoreError::Closed);
        self.requests.send(request(Ask::new(what, reply))).await.map_err(|_| E::from(StoreError::Closed))?;
        answer.await.map_err(closed)?
    }
}

/// The only connection that writes is never replaced behind the writer's back; in memory it *is* the store.
fn one_connection() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// The file meant by a path: see [`Store::open`](crate::Store::open).
fn file_of(path: &Path) -> Result<PathBuf, StoreError> {
    // SQLite would read a relative name that begins with `file:` as an address.
    let path = std::path::absolute(path).map_err(|e| StoreError::io(path, e))?;
    Ok(if path.is_dir() || path.extension().is_none() { path.join("klaxon.db") } else { path })
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("/")).into()
}

fn make_folder(path: &Path) -> Result<(), StoreError> {
    let folder = folder_of(path);
    std::fs::create_dir_all(&folder).map_err(|e| StoreError::io(&folder, e))
}

/// What is wrong with the end of the log, see [`wal`]. A program beside us may be writing to it just now: what is wrong
/// must stay wrong for a while.
async fn ending(path: &Path) -> Result<Option<String>, StoreError> {
    let look = || wal::check(path).map_err(|e| StoreError::io(&beside(path, "-wal"), e));
    let Some(first) = look()? else { return Ok(None) };
    tokio::time::sleep(Duration::from_millis(100)).await;
    Ok(look()?.filter(|second| *second == first))
}

/// Refuses a file that is not ours or too new, before anything in it is changed.
async fn probe(path: &Path) -> Result<Found, StoreError> {
    judge(path, &SqliteConnectOptions::new().filename(path).disable_statement_logging()).await
}

/// Is the file a store that this program can use?
async fn judge(path: &Path, options: &SqliteConnectOptions) -> Result<Found, StoreError> {
    const SQLITE_NOTADB: i32 = 26;
    let foreign = |error: sqlx::Error| match sqlite_code(&error) {
        Some(SQLITE_NOTADB) => StoreError::NotAStore { path: path.into() },
        _ => error.into(),
    };
    let mut conn = options.connect().await.map_err(foreign)?;
    let things: Vec<String> = sqlx::query_scalar("select name from sqlite_schema where type = 'table'")
        .fetch_all(&mut conn)
        .await
        .map_err(foreign)?;
    let there = |table: &str| things.iter().any(|thing| thing == table);
    let mut taken: Vec<(i64, Option<i64>)> = Vec::new();
    if there("_sqlx_migrations") {
        let steps = if there("beside") {
            "select version, oldest from _sqlx_migrations left join beside on step = version"
        } else {
            "select version, null from _sqlx_migrations"
        };
        taken = sqlx::query_as(steps).fetch_all(&mut conn).await?;
    }
    if !things.is_empty() {
        let id: i32 = sqlx::query_scalar("pragma application_id").fetch_one(&mut conn).await?;
        // A program killed while it made the file leaves the table of migrations, empty.
        if id != APPLICATION_ID && (!taken.is_empty() || !there("_sqlx_migrations")) {
            return Err(StoreError::NotAStore { path: path.into() });
        }
    }
    conn.close().await?;
    let known = schema::known(STEPS);
    schema::judge(STEPS, &taken).map_err(|TooNew { found, needs }| StoreError::NewerSchema {
        path: path.into(),
        found,
        needs,
        known,
    })
}

impl Engine for Sqlite {
    fn create(&self, table: NewTable) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(table.header.len().max(table.meta.len()))?;
            self.ask(Create { table, number: None }, Request::Create).await
        })
    }

    fn table(&self, table: String) -> Answer<'_, Option<Table>> {
        Box::pin(async move { read::table(&self.read, &table).await })
    }

    fn set_meta(&self, table: String, meta: String, state: TableState, listed: bool) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(meta.len())?;
            self.ask(SetMeta { table, meta, state, listed, rev: None, members: None }, Request::SetMeta).await
        })
    }

    fn delete(&self, table: String, unless_since: Millis) -> Answer<'_, ()> {
        Box::pin(async move { self.ask(Delete { table, unless_since }, Request::Delete).await })
    }

    fn set_members(&self, table: String, people: Vec<String>) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(people.iter().map(String::len).sum())?;
            self.ask(SetMembers { table, people }, Request::SetMembers).await
        })
    }

    fn members(&self, table: String) -> Answer<'_, Vec<String>> {
        Box::pin(async move { read::members(&self.read, &table).await })
    }

    fn list(&self, filter: Filter) -> Answer<'_, Vec<Table>> {
        Box::pin(async move { read::list(&self.read, &filter).await })
    }

    fn listed(&self) -> Answer<'_, Vec<Listed>> {
        Box::pin(async move { read::listed(&self.read).await })
    }

    fn tables(&self, tables: Vec<String>) -> Answer<'_, Vec<Table>> {
        Box::pin(async move { read::tables(&self.read, &tables).await })
    }

    fn append(&self, append: Append) -> Answer<'_, (), AppendError> {
        Box::pin(async move {
            check_size(append.lines.iter().map(String::len).sum())?;
            self.ask(append, Request::Append).await
        })
    }

    fn entries(&self, table: String, after: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move { read::entries(&self.read, &table, after).await })
    }

    fn put_snapshot(&self, table: String, n: u32, bytes: Vec<u8>) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(bytes.len())?;
            self.ask(PutSnapshot { table, n, bytes }, Request::PutSnapshot).await
        })
    }

    fn snapshot(&self, table: String) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        Box::pin(async move { read::snapshot(&self.read, &table).await })
    }

    fn delete_snapshot(&self, table: String) -> Answer<'_, ()> {
        Box::pin(async move { self.ask(table, Request::DeleteSnapshot).await })
    }

    fn say(&self, table: String, message: NewMessage) -> Answer<'_, u64> {
        Box::pin(async move {
            check_size(message.text.len())?;
            self.ask((table, message), Request::Say).await
        })
    }

    fn messages(&self, table: String, after: u64, limit: u32) -> Answer<'_, Vec<Message>> {
        Box::pin(async move { read::messages(&self.read, &table, after, limit).await })
    }

    fn person(&self, person: String) -> Answer<'_, Option<Person>> {
        Box::pin(async move { read::person(&self.read, &person).await })
    }

    fn people(&self, after: String, limit: u32) -> Answer<'_, Vec<Person>> {
        Box::pin(async move { read::people(&self.read, &after, limit).await })
    }

    fn upsert_person(&self, person: Person) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(person.settings.len().max(person.name.len()))?;
            self.ask(person, Request::UpsertPerson).await
        })
    }

    fn accounts(&self) -> &dyn Accounts {
        self
    }

    fn studies(&self) -> &dyn Studies {
        self
    }

    fn moderation(&self) -> &dyn crate::Moderation {
        self
    }

    fn results(&self) -> &dyn crate::Results {
        self
    }

    fn channels(&self) -> &dyn crate::Channels {
        self
    }

    fn tournaments(&self) -> &dyn crate::Tournaments {
        self
    }

    fn clubs(&self) -> &dyn crate::Clubs {
        self
    }

    fn setting(&self, key: String) -> Answer<'_, Option<Vec<u8>>> {
        Box::pin(async move { read::setting(&self.read, &key).await })
    }

    fn settings(&self) -> Answer<'_, Vec<(String, Vec<u8>)>> {
        Box::pin(async move { read::settings(&self.read).await })
    }

    fn settings_under(&self, prefix: String) -> Answer<'_, Vec<(String, Vec<u8>)>> {
        Box::pin(async move { read::settings_under(&self.read, &prefix).await })
    }

    fn set_setting_once(&self, key: String, bytes: Vec<u8>) -> Answer<'_, Vec<u8>> {
        Box::pin(async move {
            check_size(bytes.len())?;
            self.ask((key, bytes), Request::SetSettingOnce).await
        })
    }

    fn backup(&self, path: PathBuf) -> Answer<'_, ()> {
        Box::pin(async move { backup::write(&self.read, &path).await })
    }

    fn stats(&self) -> Stats {
        self.counters.read(self.requests.max_capacity() - self.requests.capacity())
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move { self.ask((), Request::Close).await })
    }
}

impl Accounts for Sqlite {
    fn change(&self, change: AccountChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.ask(change, Request::Account).await
        })
    }

    fn account(&self, person: String) -> Answer<'_, Option<Account>> {
        Box::pin(async move { accounts::account(&self.read, &person).await })
    }

    fn named(&self, folded: String) -> Answer<'_, Option<Account>> {
        Box::pin(async move { accounts::named(&self.read, &folded).await })
    }

    fn accounts(&self, after: String, limit: u32) -> Answer<'_, Vec<Account>> {
        Box::pin(async move { accounts::accounts(&self.read, &after, limit).await })
    }

    fn bots(&self, owner: String) -> Answer<'_, Vec<Account>> {
        Box::pin(async move { accounts::bots(&self.read, &owner).await })
    }

    fn belongings(&self, person: String) -> Answer<'_, Option<Belongings>> {
        Box::pin(async move { accounts::belongings(&self.read, &person).await })
    }

    fn passkey(&self, id: String) -> Answer<'_, Option<Passkey>> {
        Box::pin(async move { accounts::passkey(&self.read, &id).await })
    }

    fn device(&self, mark: String) -> Answer<'_, Option<(Device, Account)>> {
        Box::pin(async move { accounts::device(&self.read, &mark).await })
    }

    fn token(&self, mark: String) -> Answer<'_, Option<(Token, Account)>> {
        Box::pin(async move { accounts::token(&self.read, &mark).await })
    }

    fn ticket(&self, mark: String, now: Millis) -> Answer<'_, Option<String>> {
        Box::pin(async move { accounts::ticket(&self.read, &mark, now).await })
    }
}

impl Studies for Sqlite {
    fn change_study(&self, change: StudyChange) -> Answer<'_, bool> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.ask(change, Request::Study).await
        })
    }

    fn study(&self, id: String) -> Answer<'_, Option<Study>> {
        Box::pin(async move { studies::study(&self.read, &id).await })
    }

    fn studies(&self, list: StudyList, limit: u32) -> Answer<'_, Vec<Study>> {
        Box::pin(async move { studies::studies(&self.read, &list, limit).await })
    }
}

#[cfg(test)]
mod tests;
