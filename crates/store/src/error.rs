//! What can go wrong, as values a caller can tell apart.

use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why the store could not do what was asked. Cheap to clone: one failed commit is told to everybody in it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such table.
    #[error("there is no table {table}")]
    UnknownTable {
        /// The id that was asked for.
        table: String,
    },
    /// A table of this id is there already.
    #[error("there is already a table {table}")]
    TableExists {
        /// Its id.
        table: String,
    },
    /// A text or a blob is too long to be kept.
    #[error("{bytes} bytes are too much for one record (the limit is {limit})")]
    TooBig {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        limit: usize,
    },
    /// A snapshot of a position that the log has not reached.
    #[error("a snapshot of step {n} of table {table} is ahead of its log, which ends at {have}")]
    SnapshotAhead {
        /// The table.
        table: String,
        /// The step of the snapshot.
        n: u32,
        /// The last entry of the log.
        have: u32,
    },
    /// A table that was to be deleted has changed since it was looked at.
    #[error("something has happened at table {table} since it was looked at; it was left as it is")]
    Changed {
        /// Its id.
        table: String,
    },
    /// An account of that name, or of one that looks like it, is there already.
    #[error("the name {name} is taken")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// The person has an account already, or the passkey is somebody's.
    #[error("there is an account already")]
    AccountExists,
    /// The person has no account.
    #[error("there is no such account")]
    UnknownAccount,
    /// The disk is full. Nothing of the request was kept; it may be tried again once there is room.
    #[error("the disk is full")]
    Full,
    /// The file was deleted, moved or replaced under the running program.
    #[error("the store's file {path} is gone or was replaced; put it back, or start the program again")]
    Lost {
        /// Where it was.
        path: PathBuf,
    },
    /// Another server is at the store.
    #[error(
        "{path} is served already{}; stop that server first, or give this one another folder",
        by.map_or(String::new(), |by| format!(" by process {by}"))
    )]
    InUse {
        /// The file.
        path: PathBuf,
        /// The number of that server's process, if it is known.
        by: Option<u32>,
    },
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// The store was changed by a newer program, so that this one cannot use it.
    #[error(
        "{path} was changed by a newer Klaxon (its schema is {found}, for programs that know {needs}; this one knows {known}); \
         start that newer version, or open a backup made before the upgrade"
    )]
    NewerSchema {
        /// The file or database.
        path: PathBuf,
        /// The newest step of its schema.
        found: i64,
        /// The step that a program must know to use it.
        needs: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// Servers run that could not go on if this program brought the store up to date.
    #[error(
        "{path} is served by {servers} of an older version, which cannot go on beside this one: it changes the tables; \
         stop them first"
    )]
    OlderServers {
        /// The database.
        path: PathBuf,
        /// How many.
        servers: i64,
    },
    /// The file is something else.
    #[error("{path} is not a Klaxon store; it was left as it is")]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// A backup never overwrites.
    #[error("{path} exists; a backup does not overwrite, choose another name")]
    BackupExists {
        /// The file in the way.
        path: PathBuf,
    },
    /// A file or folder could not be used.
    #[error("{path}: {source}")]
    Io {
        /// Which one.
        path: PathBuf,
        /// The system's words.
        source: Arc<io::Error>,
    },
    /// One of several databases that make up a store, by itself or among others.
    #[error(
        "{path} is number {found} databases of one store; all of them must be named, always in the same order"
    )]
    Part {
        /// The database.
        path: PathBuf,
        /// Which of how many it is.
        found: String,
    },
    /// The database does not answer, or refuses to be talked to for now. It was tried for a while; whether what was asked
    /// has happened is found out by reading.
    #[error("the database cannot be reached: {what}")]
    Unreachable {
        /// What came instead of an answer.
        what: String,
    },
    /// Another transaction was in the way, again and again.
    #[error("the database is too busy: {what}")]
    Busy {
        /// The database's words.
        what: String,
    },
    /// Something between this program and the database gives each transaction another session, and does not keep what was
    /// prepared in one.
    #[error(
        "the database is behind a pooler that does not keep prepared statements ({what}): PgBouncer does from 1.21 on, \
         with max_prepared_statements; docs/hosting.md says how"
    )]
    Pooled {
        /// The database's words.
        what: String,
    },
    /// The database has tools of its own to copy it.
    #[error(
        "a PostgreSQL store is backed up by PostgreSQL's own tools (pg_dump, pg_basebackup); `klaxon copy` makes a file of it"
    )]
    OwnBackup,
    /// The schema could not be brought up to date.
    #[error("the store's schema cannot be brought up to date: {0}")]
    Schema(#[source] Arc<MigrateError>),
    /// The store holds a value that no version of this program writes.
    #[error("the store holds an unreadable value: {what}")]
    Unreadable {
        /// Which.
        what: String,
    },
    /// The file is damaged where the database tried to read it.
    #[error("the store's file is damaged: {what}")]
    Damaged {
        /// The database's words.
        what: String,
    },
    /// Anything else that the database reports.
    #[error("the database reports: {0}")]
    Database(#[source] Arc<sqlx::Error>),
}

impl StoreError {
    pub(crate) fn unknown(table: &str) -> StoreError {
        StoreError::UnknownTable { table: table.into() }
    }

    pub(crate) fn io(path: &Path, source: io::Error) -> StoreError {
        StoreError::Io { path: path.into(), source: Arc::new(source) }
    }

    /// Whether the whole transaction is spoilt, not only the one request.
    pub(crate) fn spoils_the_batch(&self) -> bool {
        match self {
            StoreError::UnknownTable { .. }
            | StoreError::TableExists { .. }
            | StoreError::TooBig { .. }
            | StoreError::SnapshotAhead { .. }
            | StoreError::Changed { .. }
            | StoreError::NameTaken { .. }
            | StoreError::AccountExists
            | StoreError::UnknownAccount => false,
            StoreError::Full
            | StoreError::Lost { .. }
            | StoreError::InUse { .. }
            | StoreError::Closed
            | StoreError::NewerSchema { .. }
            | StoreError::OlderServers { .. }
            | StoreError::NotAStore { .. }
            | StoreError::BackupExists { .. }
            | StoreError::Io { .. }
            | StoreError::Part { .. }
            | StoreError::Unreachable { .. }
            | StoreError::Busy { .. }
            | StoreError::OwnBackup
            | StoreError::Pooled { .. }
            | StoreError::Schema(_)
            | StoreError::Unreadable { .. }
            | StoreError::Damaged { .. }
            | StoreError::Database(_) => true,
        }
    }

    /// Whether one request may be to blame, so that the others deserve another attempt without it.
    pub(crate) fn may_be_one_requests_fault(&self) -> bool {
        const SQLITE_TOOBIG: i32 = 18;
        const SQLITE_CONSTRAINT: i32 = 19;
        const SQLITE_MISMATCH: i32 = 20;
        match self {
            StoreError::Unreadable { .. } | StoreError::Damaged { .. } => true,
            StoreError::Database(error) => {
                matches!(sqlite_code(error), Some(SQLITE_TOOBIG | SQLITE_CONSTRAINT | SQLITE_MISMATCH))
                    // What PostgreSQL says of data and constraints.
                    || postgres_code(error).is_some_and(|code| matches!(code.get(..2), Some("22" | "23" | "54" | "P0")))
            }
            StoreError::UnknownTable { .. }
            | StoreError::TableExists { .. }
            | StoreError::TooBig { .. }
            | StoreError::SnapshotAhead { .. }
            | StoreError::Changed { .. }
            | StoreError::NameTaken { .. }
            | StoreError::AccountExists
            | StoreError::UnknownAccount
            | StoreError::Full
            | StoreError::Lost { .. }
            | StoreError::InUse { .. }
            | StoreError::Closed
            | StoreError::NewerSchema { .. }
            | StoreError::OlderServers { .. }
            | StoreError::NotAStore { .. }
            | StoreError::BackupExists { .. }
            | StoreError::Io { .. }
            | StoreError::Part { .. }
            | StoreError::Unreachable { .. }
            | StoreError::Busy { .. }
            | StoreError::OwnBackup
            | StoreError::Pooled { .. }
            | StoreError::Schema(_) => false,
        }
    }

    /// Whether the same may succeed in a moment.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(self, StoreError::Unreachable { .. } | StoreError::Busy { .. })
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        const SQLITE_CORRUPT: i32 = 11;
        const SQLITE_FULL: i32 = 13;
        if let Some(code) = postgres_code(&error) {
            return of_postgres(&code, error);
        }
        match &error {
            sqlx::Error::PoolClosed => StoreError::Closed,
            sqlx::Error::PoolTimedOut => {
                StoreError::Unreachable { what: "no connection became free in time".into() }
            }
            // Files are SQLite's business, and it has words of its own for them: these are lines.
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => {
                StoreError::Unreachable { what: error.to_string() }
            }
            sqlx::Error::Database(database) if sqlite_code(&error) == Some(SQLITE_CORRUPT) => {
                StoreError::Damaged { what: database.message().into() }
            }
            sqlx::Error::Database(_) if sqlite_code(&error) == Some(SQLITE_FULL) => StoreError::Full,
            _ => StoreError::Database(Arc::new(error)),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            error => StoreError::Schema(Arc::new(error)),
        }
    }
}

/// SQLite's primary result code, if the error is SQLite's.
pub(crate) fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<SqliteError>()?;
    Some(error.code()?.parse::<i32>().ok()? & 0xff)
}

/// PostgreSQL's code, if the error is PostgreSQL's.
pub(crate) fn postgres_code(error: &sqlx::Error) -> Option<String> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<PgDatabaseError>()?;
    Some(error.code()?.into_owned())
}

fn of_postgres(code: &str, error: sqlx::Error) -> StoreError {
    let what = error.as_database_error().map_or_else(String::new, |error| error.message().to_owned());
    match code {
        "53100" => StoreError::Full,
        "XX001" | "XX002" => StoreError::Damaged { what },
        // Deadlocks, locks and statements that took too long, transactions that met.
        "40P01" | "40001" | "55P03" | "57014" => StoreError::Busy { what },
        "26000" | "42P05" => StoreError::Pooled { what },
        // Going down, coming up, a standby that is not the leader yet, no more connections, lines that broke.
        "57P01" | "57P02" | "57P03" | "25006" | "53300" | "25P03" => StoreError::Unreachable { what },
        _ if code.starts_with("08") => StoreError::Unreachable { what },
        _ => StoreError::Database(Arc::new(error)),
    }
}

/// Why an entry was not appended.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The number is not the next one: somebody else was faster, or entries are missing. Nothing was changed.
    #[error("the log ends at entry {have}: this is not the next one")]
    Conflict {
        /// The number of the last entry there is.
        have: u32,
    },
    /// The store itself failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
