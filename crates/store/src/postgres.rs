//! The PostgreSQL engine: one database behind several servers.
//!
//! Each server has one writer, which gathers what waits as SQLite's does, and a few connections to read. Of two servers
//! that write to the same table the second waits for the row that the first has locked and then sees its numbers: the
//! loser of a race is told so, and nothing can fork. A connection that breaks is made again with patience; what was in
//! doubt when it broke is looked up, so that nothing is done twice or taken for lost.

mod accounts;
mod append;
mod channels;
mod clubs;
mod moderation;
mod read;
mod results;
mod shared;
mod studies;
mod tournaments;
mod write;
mod writer;

use crate::notices::{Notices, Wires};
use crate::request::{Ask, Create, Delete, PutSnapshot, QUEUE, Request, SetMembers, SetMeta, check_size};
use crate::schema::{self, Found, Step, TooNew};
use crate::shared::{GONE_AFTER, Head, Shared};
use crate::spread::PART;
use crate::stats::Counters;
use crate::{Account, AccountChange, Accounts, Belongings, Device, Passkey, Token};
use crate::{Answer, AppendError, Engine, Stats, StoreError};
use crate::{Append, Filter, Listed, Message, Millis, NewMessage, NewTable, Person, Table, TableState};
use crate::{Studies, Study, StudyChange, StudyList};
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, PgPool};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use writer::Writer;

/// How long a broken connection is tried again before whoever waits is told.
const PATIENCE: Duration = Duration::from_secs(8);
/// An answer that takes longer will not come any more.
const ANSWER: Duration = Duration::from_secs(10);
/// How long a caller waits for one of the connections.
const ACQUIRE: Duration = Duration::from_secs(5);
/// What a session of ours is held to by the database. A server that stands still in the middle of a transaction loses
/// it, and with it the locks on its tables, before anybody has waited long. It is said when a connection is made and not by
/// statements: behind a pooler those would be about somebody else's session, too.
const SESSION: [(&str, &str); 4] = [
    ("statement_timeout", "8s"),
    ("lock_timeout", "6s"),
    ("idle_in_transaction_session_timeout", "3s"),
    ("client_min_messages", "warning"),
];
/// Whoever changes the tables holds this lock.
const STEPPING: i64 = 0x4B4C_584E;
/// Connections that read, unless the host says otherwise.
pub const CONNECTIONS: u32 = 8;

/// The tables, step by step. What has been released is never changed: its sum is kept in every store.
const STEPS: &[Step] = &[
    step(1, "games", include_str!("../migrations/postgres/0001_games.sql"), None),
    step(2, "people", include_str!("../migrations/postgres/0002_people.sql"), None),
    step(3, "results", include_str!("../migrations/postgres/0003_results.sql"), None),
    step(4, "ringing", include_str!("../migrations/postgres/0004_ringing.sql"), None),
    step(6, "studies", include_str!("../migrations/postgres/0006_studies.sql"), None),
    step(7, "moderation", include_str!("../migrations/postgres/0007_moderation.sql"), None),
    step(8, "tournaments", include_str!("../migrations/postgres/0008_tournaments.sql"), None),
    step(10, "club studies", include_str!("../migrations/postgres/0010_club_studies.sql"), None),
    step(11, "newest scores", include_str!("../migrations/postgres/0011_newest_scores.sql"), None),
    step(12, "beside", include_str!("../migrations/postgres/0012_beside.sql"), Some(11)),
];

const fn step(version: i64, name: &'static str, sql: &'static str, beside: Option<i64>) -> Step {
    Step { version, name, sql, beside }
}

static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrator = schema::migrator(STEPS, "klaxon.beside");
    migrator.create_schema("klaxon");
    migrator.dangerous_set_table_name("klaxon._sqlx_migrations");
    // The lock is taken before it is judged what there is to do.
    migrator.set_locking(false);
    migrator
});

/// A store in a PostgreSQL database.
pub struct Postgres {
    lines: Lines,
    requests: mpsc::Sender<Request>,
    counters: Arc<Counters>,
    warnings: Vec<String>,
    notices: Arc<Notices>,
    wires: Arc<dyn Wires>,
}

/// How the database is reached.
#[derive(Clone)]
struct Lines {
    options: PgConnectOptions,
    most: u32,
    /// Replaced when it no longer answers: who waits on a dead line would hold its place for long.
    pool: Arc<Mutex<PgPool>>,
}

impl Lines {
    fn new(options: PgConnectOptions, most: u32, read_only: bool) -> Lines {
        let options =
            if read_only { options.options([("default_transaction_read_only", "on")]) } else { options };
        let pool = Lines::pool_of(&options, most);
        Lines { options, most, pool: Arc::new(Mutex::new(pool)) }
    }

    fn pool_of(options: &PgConnectOptions, most: u32) -> PgPool {
        PgPoolOptions::new()
            .max_connections(most)
            .acquire_timeout(ACQUIRE)
            .test_before_acquire(false)
            .max_lifetime(Duration::from_secs(30 * 60))
            .connect_lazy_with(options.clone())
    }

    fn pool(&self) -> PgPool {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Another pool in place of one that does not answer.
    fn renew(&self, dead: &PgPool) {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if !dead.is_closed() && !pool.is_closed() {
            let old = std::mem::replace(&mut *pool, Lines::pool_of(&self.options, self.most));
            tokio::spawn(async move { old.close().await });
        }
    }

    /// A connection outside the pool.
    async fn connect(&self) -> Result<PgConnection, StoreError> {
        match tokio::time::timeout(ACQUIRE, self.options.connect()).await {
            Ok(conn) => Ok(conn?),
            Err(_) => Err(silent()),
        }
    }

    /// Asks until the database answers, as long as that may help.
    async fn ask<T, F>(&self, ask: impl Fn(PgPool) -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let mut patience = Patience::new();
        loop {
            let pool = self.pool();
            let answer = match tokio::time::timeout(ANSWER, ask(pool.clone())).await {
                Ok(answer) => answer,
                Err(_) => {
                    self.renew(&pool);
                    return Err(silent());
                }
            };
            match answer {
                Err(error) if error.may_pass() && patience.wait().await => {}
                answer => return answer,
            }
        }
    }
}

fn silent() -> StoreError {
    StoreError::Unreachable { what: "it does not answer".into() }
}

/// Waits longer each time, and not for ever.
struct Patience {
    until: Instant,
    next: Duration,
}

impl Patience {
    fn new() -> Patience {
        Patience { until: Instant::now() + PATIENCE, next: Duration::from_millis(20) }
    }

    /// Waits before another attempt; false when there is no more time for one.
    async fn wait(&mut self) -> bool {
        if Instant::now() + self.next >= self.until {
            return false;
        }
        tokio::time::sleep(self.next).await;
        self.next = (self.next * 2).min(Duration::from_millis(400));
        true
    }
}

impl Postgres {
    /// Opens, or makes, a store in the database of an address such as `postgres://klaxon@db.example/klaxon`.
    /// `connections` is how many may read at a time; two more write and listen.
    pub async fn open(url: &str, connections: u32) -> Result<Postgres, StoreError> {
        let lines = Lines::new(options(url)?, connections.max(1), false);
        let wires = Arc::new(shared::Notify(lines.clone()));
        Postgres::through(lines, wires, None).await
    }

    /// The same with notices by other lines than the database's own.
    pub async fn open_with(
        url: &str,
        connections: u32,
        wires: Arc<dyn Wires>,
    ) -> Result<Postgres, StoreError> {
        Postgres::through(Lines::new(options(url)?, connections.max(1), false), wires, None).await
    }

    /// How notices go by PostgreSQL itself, for whoever puts something between.
    pub fn notify(url: &str) -> Result<Arc<dyn Wires>, StoreError> {
        Ok(Arc::new(shared::Notify(Lines::new(options(url)?, 1, false))))
    }

    async fn through(
        lines: Lines,
        wires: Arc<dyn Wires>,
        part: Option<&str>,
    ) -> Result<Postgres, StoreError> {
        let mut patience = Patience::new();
        let conn = loop {
            match lines.connect().await {
                Err(error) if error.may_pass() && patience.wait().await => {}
                other => break other?,
            }
        };
        Postgres::over(lines, conn, wires, part).await
    }

    async fn over(
        lines: Lines,
        mut conn: PgConnection,
        wires: Arc<dyn Wires>,
        part: Option<&str>,
    ) -> Result<Postgres, StoreError> {
        bring_up_to_date(&mut conn, &lines.options).await?;
        is_part(&mut conn, &lines.options, part, true).await?;
        let warnings = doubts(&mut conn).await?;
        for warning in &warnings {
            tracing::error!("{warning}");
        }
        let (requests, inbox) = mpsc::channel(QUEUE);
        let counters = Arc::new(Counters::default());
        let notices = Arc::new(Notices::default());
        tokio::spawn(Writer::new(lines.clone(), conn, inbox, counters.clone(), notices.clone()).run());
        shared::speak(&notices, wires.clone());
        Ok(Postgres { lines, requests, counters, warnings, notices, wires })
    }

    /// Opens a store for reading only: nothing in it is changed. Whatever would write is [`StoreError::Closed`].
    pub async fn open_read_only(url: &str, connections: u32) -> Result<Postgres, StoreError> {
        Postgres::to_read(url, connections, None).await
    }

    async fn to_read(url: &str, connections: u32, part: Option<&str>) -> Result<Postgres, StoreError> {
        let lines = Lines::new(options(url)?, connections.max(1), true);
        let mut conn = lines.connect().await?;
        if taken(&mut conn, &lines.options).await?.is_empty() {
            return Err(StoreError::NotAStore { path: name(&lines.options) });
        }
        judge(&mut conn, &lines.options).await?;
        is_part(&mut conn, &lines.options, part, false).await?;
        let (requests, _) = mpsc::channel(1);
        let notices = Arc::new(Notices::default());
        let wires: Arc<dyn Wires> = Arc::new(shared::Notify(lines.clone()));
        Ok(Postgres { lines, requests, counters: Arc::default(), warnings: Vec::new(), notices, wires })
    }

    /// One of several databases of a store; see [`Spread`](crate::Spread).
    pub(crate) async fn open_part(
        url: &str,
        connections: u32,
        wires: Arc<dyn Wires>,
        part: &str,
    ) -> Result<Postgres, StoreError> {
        let lines = Lines::new(options(url)?, connections.max(1), false);
        Postgres::through(lines, wires, Some(part)).await
    }

    /// The same for reading only.
    pub(crate) async fn open_part_read_only(
        url: &str,
        connections: u32,
        part: &str,
    ) -> Result<Postgres, StoreError> {
        Postgres::to_read(url, connections, Some(part)).await
    }

    /// Creates a table, with a number that was given to it or the next one.
    pub(crate) async fn create_as(&self, table: NewTable, number: Option<i64>) -> Result<(), StoreError> {
        check_size(table.header.len().max(table.meta.len()))?;
        self.request(Create { table, number }, Request::Create).await
    }

    /// Numbers for tables, which nobody else gets: so many wait at any time.
    pub(crate) async fn numbers(&self, count: u32) -> Result<mpsc::Receiver<i64>, StoreError> {
        let (give, numbers) = mpsc::channel(count as usize);
        let mut next = take_numbers(&self.lines, count).await?;
        for number in next.drain(..) {
            let _ = give.try_send(number);
        }
        let lines = self.lines.clone();
        tokio::spawn(async move {
            while !give.is_closed() {
                match take_numbers(&lines, count / 2).await {
                    Ok(more) => {
                        for number in more {
                            if give.send(number).await.is_err() {
                                return;
                            }
                        }
                    }
                    Err(StoreError::Closed) => return,
                    Err(error) => {
                        tracing::warn!(%error, "the database gives no numbers for new tables");
                        tokio::time::sleep(Duration::from_millis(300)).await;
                    }
                }
            }
        });
        Ok(numbers)
    }

    async fn request<W, T, E: From<StoreError>>(
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

fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options: PgConnectOptions = url
        .parse()
        .map_err(|error| StoreError::Unreachable { what: format!("its address is wrong ({error})") })?;
    let options = match options.get_application_name() {
        None => options.application_name("klaxon"),
        Some(_) => options,
    };
    Ok(options.options(SESSION).disable_statement_logging())
}

/// The database's address without its password.
fn name(options: &PgConnectOptions) -> PathBuf {
    let (host, port) = (options.get_host(), options.get_port());
    let database = options.get_database().unwrap_or(options.get_username());
    format!("postgres://{}@{host}:{port}/{database}", options.get_username()).into()
}

/// The steps that the store in the database has taken, with the oldest step whose programs go on beside each; none where there
/// is no store yet. Nothing is changed.
async fn taken(
    conn: &mut PgConnection,
    options: &PgConnectOptions,
) -> Result<Vec<(i64, Option<i64>)>, StoreError> {
    let (there, migrated, beside): (bool, bool, bool) = sqlx::query_as(
        "select exists (select 1 from pg_namespace where nspname = 'klaxon'), \
         to_regclass('klaxon._sqlx_migrations') is not null, to_regclass('klaxon.beside') is not null",
    )
    .fetch_one(&mut *conn)
    .await?;
    if !migrated {
        // Somebody else's things by the same name are left alone; an empty schema may be made for us.
        let foreign: bool = sqlx::query_scalar(
            "select exists (select 1 from pg_class c join pg_namespace s on s.oid = c.relnamespace where s.nspname = 'klaxon')",
        )
        .fetch_one(&mut *conn)
        .await?;
        return if there && foreign {
            Err(StoreError::NotAStore { path: name(options) })
        } else {
            Ok(Vec::new())
        };
    }
    let steps = if beside {
        "select version, oldest from klaxon._sqlx_migrations left join klaxon.beside on step = version"
    } else {
        "select version, null::bigint from klaxon._sqlx_migrations"
    };
    Ok(sqlx::query_as(steps).fetch_all(conn).await?)
}

/// Can this program use the store in the database?
async fn judge(conn: &mut PgConnection, options: &PgConnectOptions) -> Result<Found, StoreError> {
    let (taken, known) = (taken(conn, options).await?, schema::known(STEPS));
    schema::judge(STEPS, &taken).map_err(|TooNew { found, needs }| StoreError::NewerSchema {
        path: name(options),
        found,
        needs,
        known,
    })
}

/// Takes the steps that the store has not taken yet: all or none, and of several servers that start at once the first.
async fn bring_up_to_date(conn: &mut PgConnection, options: &PgConnectOptions) -> Result<(), StoreError> {
    let mut work = conn.begin().await?;
    // Bringing a large store up to date may take longer than an answer.
    sqlx::raw_sql("set local statement_timeout = 0; set local lock_timeout = 0").execute(&mut *work).await?;
    sqlx::query("select pg_advisory_xact_lock($1)").bind(STEPPING).execute(&mut *work).await?;
    match judge(&mut work, options).await? {
        Found::Newer => {}
        Found::Known { breaks } => {
            if breaks {
                leave_nobody_behind(&mut work, options).await?;
            }
            MIGRATIONS.run(&mut *work).await?;
        }
    }
    Ok(work.commit().await?)
}

/// Refuses steps with which servers that run now could not go on. One that starts meanwhile waits, and finds them taken.
async fn leave_nobody_behind(work: &mut PgConnection, options: &PgConnectOptions) -> Result<(), StoreError> {
    let there: bool =
        sqlx::query_scalar("select to_regclass('klaxon.nodes') is not null").fetch_one(&mut *work).await?;
    if !there {
        return Ok(());
    }
    sqlx::raw_sql("lock table klaxon.nodes in exclusive mode").execute(&mut *work).await?;
    let servers: i64 = sqlx::query_scalar(
        "select count(*) from klaxon.nodes where seen > clock_timestamp() - make_interval(secs => $1)",
    )
    .bind(GONE_AFTER.as_secs_f64())
    .fetch_one(work)
    .await?;
    if servers > 0 { Err(StoreError::OlderServers { path: name(options), servers }) } else { Ok(()) }
}

async fn take_numbers(lines: &Lines, count: u32) -> Result<Vec<i64>, StoreError> {
    lines
        .ask(|pool| async move {
            let numbers = sqlx::query_scalar(
                "select nextval(pg_get_serial_sequence('klaxon.tables', 'key')) from generate_series(1, $1)",
            )
            .bind(i64::from(count))
            .fetch_all(&pool)
            .await?;
            Ok(numbers)
        })
        .await
}

/// Is it the one of several databases that it is taken for, or a store by itself? What is new is marked as what it is to be.
async fn is_part(
    conn: &mut PgConnection,
    options: &PgConnectOptions,
    part: Option<&str>,
    mark: bool,
) -> Result<(), StoreError> {
    if let Some(part) = part.filter(|_| mark) {
        // A store by itself that has tables already does not become one of several.
        sqlx::query(
            "insert into klaxon.settings (key, value) select $1, $2 \
             where not exists (select 1 from klaxon.tables) on conflict (key) do nothing",
        )
        .bind(PART.as_bytes())
        .bind(part.as_bytes())
        .execute(&mut *conn)
        .await?;
    }
    let found: Option<Vec<u8>> = sqlx::query_scalar("select value from klaxon.settings where key = $1")
        .bind(PART.as_bytes())
        .fetch_optional(&mut *conn)
        .await?;
    if found.as_deref() == part.map(str::as_bytes) {
        return Ok(());
    }
    let found = found.map_or_else(|| "1 of 1".into(), |found| String::from_utf8_lossy(&found).into_owned());
    Err(StoreError::Part { path: name(options), found })
}

/// What the database is set to that would break our promise.
async fn doubts(conn: &mut PgConnection) -> Result<Vec<String>, StoreError> {
    let mut doubts = Vec::new();
    for (setting, what) in [
        ("synchronous_commit", "acknowledges moves before they are written"),
        ("fsync", "does not wait for the disk"),
        ("full_page_writes", "may be damaged by a loss of power"),
    ] {
        let value: String =
            sqlx::query_scalar("select current_setting($1)").bind(setting).fetch_one(&mut *conn).await?;
        if value == "off" {
            doubts.push(format!(
                "PostgreSQL {what} ({setting} is off): games may lose their last moves; set it on"
            ));
        }
    }
    Ok(doubts)
}

impl Engine for Postgres {
    fn create(&self, table: NewTable) -> Answer<'_, ()> {
        Box::pin(async move { self.create_as(table, None).await })
    }

    fn table(&self, table: String) -> Answer<'_, Option<Table>> {
        Box::pin(async move {
            let table = table.as_str();
            self.lines.ask(|pool| async move { read::table(&pool, table).await }).await
        })
    }

    fn set_meta(&self, table: String, meta: String, state: TableState, listed: bool) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(meta.len())?;
            self.request(SetMeta { table, meta, state, listed, rev: None, members: None }, Request::SetMeta)
                .await
        })
    }

    fn delete(&self, table: String, unless_since: Millis) -> Answer<'_, ()> {
        Box::pin(async move { self.request(Delete { table, unless_since }, Request::Delete).await })
    }

    fn set_members(&self, table: String, people: Vec<String>) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(people.iter().map(String::len).sum())?;
            self.request(SetMembers { table, people }, Request::SetMembers).await
        })
    }

    fn members(&self, table: String) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let table = table.as_str();
            self.lines.ask(|pool| async move { read::members(&pool, table).await }).await
        })
    }

    fn list(&self, filter: Filter) -> Answer<'_, Vec<Table>> {
        Box::pin(async move {
            let filter = &filter;
            self.lines.ask(|pool| async move { read::list(&pool, filter).await }).await
        })
    }

    fn listed(&self) -> Answer<'_, Vec<Listed>> {
        Box::pin(async move { self.lines.ask(|pool| async move { read::listed(&pool).await }).await })
    }

    fn tables(&self, tables: Vec<String>) -> Answer<'_, Vec<Table>> {
        Box::pin(async move {
            let tables = &tables;
            self.lines.ask(|pool| async move { read::tables(&pool, tables).await }).await
        })
    }

    fn append(&self, append: Append) -> Answer<'_, (), AppendError> {
        Box::pin(async move {
            check_size(append.lines.iter().map(String::len).sum())?;
            self.request(append, Request::Append).await
        })
    }

    fn entries(&self, table: String, after: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let table = table.as_str();
            self.lines.ask(|pool| async move { read::entries(&pool, table, after).await }).await
        })
    }

    fn put_snapshot(&self, table: String, n: u32, bytes: Vec<u8>) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(bytes.len())?;
            self.request(PutSnapshot { table, n, bytes }, Request::PutSnapshot).await
        })
    }

    fn snapshot(&self, table: String) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        Box::pin(async move {
            let table = table.as_str();
            self.lines.ask(|pool| async move { read::snapshot(&pool, table).await }).await
        })
    }

    fn delete_snapshot(&self, table: String) -> Answer<'_, ()> {
        Box::pin(async move { self.request(table, Request::DeleteSnapshot).await })
    }

    fn say(&self, table: String, message: NewMessage) -> Answer<'_, u64> {
        Box::pin(async move {
            check_size(message.text.len())?;
            self.request((table, message), Request::Say).await
        })
    }

    fn messages(&self, table: String, after: u64, limit: u32) -> Answer<'_, Vec<Message>> {
        Box::pin(async move {
            let table = table.as_str();
            self.lines.ask(|pool| async move { read::messages(&pool, table, after, limit).await }).await
        })
    }

    fn person(&self, person: String) -> Answer<'_, Option<Person>> {
        Box::pin(async move {
            let person = person.as_str();
            self.lines.ask(|pool| async move { read::person(&pool, person).await }).await
        })
    }

    fn people(&self, after: String, limit: u32) -> Answer<'_, Vec<Person>> {
        Box::pin(async move {
            let after = after.as_str();
            self.lines.ask(|pool| async move { read::people(&pool, after, limit).await }).await
        })
    }

    fn upsert_person(&self, person: Person) -> Answer<'_, ()> {
        Box::pin(async move {
            check_size(person.settings.len().max(person.name.len()))?;
            self.request(person, Request::UpsertPerson).await
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
        Box::pin(async move {
            let key = key.as_str();
            self.lines.ask(|pool| async move { read::setting(&pool, key).await }).await
        })
    }

    fn settings(&self) -> Answer<'_, Vec<(String, Vec<u8>)>> {
        Box::pin(async move { self.lines.ask(|pool| async move { read::settings(&pool).await }).await })
    }

    fn settings_under(&self, prefix: String) -> Answer<'_, Vec<(String, Vec<u8>)>> {
        Box::pin(async move {
            let prefix = prefix.as_str();
            self.lines.ask(|pool| async move { read::settings_under(&pool, prefix).await }).await
        })
    }

    fn set_setting_once(&self, key: String, bytes: Vec<u8>) -> Answer<'_, Vec<u8>> {
        Box::pin(async move {
            check_size(bytes.len())?;
            self.request((key, bytes), Request::SetSettingOnce).await
        })
    }

    fn backup(&self, _: PathBuf) -> Answer<'_, ()> {
        Box::pin(async move { Err(StoreError::OwnBackup) })
    }

    fn stats(&self) -> Stats {
        let stats = self.counters.read(self.requests.max_capacity() - self.requests.capacity());
        Stats { notices: self.notices.sent(), ..stats }
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn shared(&self) -> Option<&dyn Shared> {
        Some(self)
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.request((), Request::Close).await?;
            self.lines.pool().close().await;
            Ok(())
        })
    }
}

impl Accounts for Postgres {
    fn change(&self, change: AccountChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.request(change, Request::Account).await
        })
    }

    fn account(&self, person: String) -> Answer<'_, Option<Account>> {
        Box::pin(async move {
            let person = person.as_str();
            self.lines.ask(|pool| async move { accounts::account(&pool, person).await }).await
        })
    }

    fn named(&self, folded: String) -> Answer<'_, Option<Account>> {
        Box::pin(async move {
            let folded = folded.as_str();
            self.lines.ask(|pool| async move { accounts::named(&pool, folded).await }).await
        })
    }

    fn accounts(&self, after: String, limit: u32) -> Answer<'_, Vec<Account>> {
        Box::pin(async move {
            let after = after.as_str();
            self.lines.ask(|pool| async move { accounts::accounts(&pool, after, limit).await }).await
        })
    }

    fn bots(&self, owner: String) -> Answer<'_, Vec<Account>> {
        Box::pin(async move {
            let owner = owner.as_str();
            self.lines.ask(|pool| async move { accounts::bots(&pool, owner).await }).await
        })
    }

    fn belongings(&self, person: String) -> Answer<'_, Option<Belongings>> {
        Box::pin(async move {
            let person = person.as_str();
            self.lines.ask(|pool| async move { accounts::belongings(&pool, person).await }).await
        })
    }

    fn passkey(&self, id: String) -> Answer<'_, Option<Passkey>> {
        Box::pin(async move {
            let id = id.as_str();
            self.lines.ask(|pool| async move { accounts::passkey(&pool, id).await }).await
        })
    }

    fn device(&self, mark: String) -> Answer<'_, Option<(Device, Account)>> {
        Box::pin(async move {
            let mark = mark.as_str();
            self.lines.ask(|pool| async move { accounts::device(&pool, mark).await }).await
        })
    }

    fn token(&self, mark: String) -> Answer<'_, Option<(Token, Account)>> {
        Box::pin(async move {
            let mark = mark.as_str();
            self.lines.ask(|pool| async move { accounts::token(&pool, mark).await }).await
        })
    }

    fn ticket(&self, mark: String, now: Millis) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            let mark = mark.as_str();
            self.lines.ask(|pool| async move { accounts::ticket(&pool, mark, now).await }).await
        })
    }
}

impl Studies for Postgres {
    fn change_study(&self, change: StudyChange) -> Answer<'_, bool> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.request(change, Request::Study).await
        })
    }

    fn study(&self, id: String) -> Answer<'_, Option<Study>> {
        Box::pin(async move {
            let id = id.as_str();
            self.lines.ask(|pool| async move { studies::study(&pool, id).await }).await
        })
    }

    fn studies(&self, list: StudyList, limit: u32) -> Answer<'_, Vec<Study>> {
        Box::pin(async move {
            let list = &list;
            self.lines.ask(|pool| async move { studies::studies(&pool, list, limit).await }).await
        })
    }
}

#[cfg(test)]
mod tests;
