//! The append-only store of games: one contract, SQLite inside, or PostgreSQL where several servers share one store.
//!
//! A **table** is one game being played. Its stored truth is its *log*: a header line (set-up and sealed luck) and
//! numbered **entries**, each a line of text. Everything else kept here hangs on that: who sits at the table, what is
//! said there, a **snapshot** of the position that spares a long replay and may be thrown away at any time, the
//! **people** with the **accounts** that some of them have ([`Accounts`]) the **studies** that they keep ([`Studies`]), their **tournaments** ([`Tournaments`]) and **clubs** ([`Clubs`]), and a few **settings** of the server such as its signing key.
//!
//! ```
//! use klaxon_store::{AppendError, Filter, NewTable, Store, TableState};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Store::memory().await?;
//! store
//!     .create(NewTable {
//!         id: "t1".into(),
//!         game: "red-alert".into(),
//!         created_at: 1_790_000_000_000,
//!         header: r#"{"klaxon":1,"game":"red-alert"}"#.into(),
//!         meta: r#"{"title":"Friday night"}"#.into(),
//!         state: TableState::Playing,
//!         owner: Some("ada".into()),
//!         listed: true,
//!     })
//!     .await?;
//! store.set_members("t1", &["ada", "bob"]).await?;
//!
//! // When this returns the entry is on the disk.
//! store.append("t1", 1, r#"{"n":1}"#).await?;
//!
//! // Of two who write the same number one wins. The other learns how far the log is.
//! let late = store.append("t1", 1, r#"{"n":1,"other":true}"#).await;
//! assert!(matches!(late, Err(AppendError::Conflict { have: 1 })));
//!
//! assert_eq!(store.entries("t1", 0).await?, [r#"{"n":1}"#]);
//! let mine = store.list(Filter { person: Some("bob".into()), ..Filter::default() }).await?;
//! assert_eq!(mine[0].id, "t1");
//! store.close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # What holds, whatever the database
//!
//! - **Durable before answered.** Kill the process at any moment: what was acknowledged is there, in order, without gaps.
//!   A write whose caller stopped waiting may still happen; the caller finds out by reading.
//! - **No forks.** `(table, number)` is unique and numbers have no gaps, also when several programs share a store.
//! - **Refused means unchanged.** A conflict, an unknown table or a full disk leaves everything as it was, and the next
//!   request is served as if nothing had been.
//! - **One server** on a file: [`Store::open_to_serve`] refuses a second one; programs that add or copy a game may come
//!   beside it. Several servers share a PostgreSQL database, and [`Store::shared`] has what they need for that.
//! - **In order.** Requests for one table take effect in the order in which they were made.
//!
//! # How it is fast
//!
//! One writer gathers all requests that wait (up to 512), carries them out in one transaction and answers after the
//! commit: a hundred tables share one `fsync`. All appends of a batch go in with three statements, whatever their number.
//! Readers have connections of their own and wait for nobody. `examples/appends.rs` measures it.
//!
//! # What is deliberately not here
//!
//! The rules, the meaning of a line, who may see what, and statistics of results.

mod accounts;
mod accounts_sql;
mod at;
mod channels;
mod channels_sql;
mod clubs;
mod clubs_sql;
mod engine;
mod error;
mod model;
mod moderation;
mod moderation_sql;
mod nats;
mod notices;
mod postgres;
mod request;
mod results;
mod results_sql;
mod schema;
mod shared;
mod spread;
mod sqlite;
mod stats;
mod studies;
mod studies_sql;
mod tournaments;
mod tournaments_sql;

pub use accounts::{Account, AccountChange, Accounts, Belongings, Code, Device, Passkey, Ticket, Token};
pub use at::At;
pub use channels::{Call, Channel, ChannelChange, Channels, Ring};
pub use clubs::{Club, ClubChange, ClubLine, ClubList, Clubs, Member, Role};
pub use engine::{Answer, Engine, Opening};
pub use error::{AppendError, StoreError};
pub use model::{Append, Filter, Listed, Message, Millis, NewMessage, NewTable, Person, Table, TableState};
pub use moderation::{
    Deed, FOR_GOOD, Measure, Moderation, ModerationChange, Note, NoteOn, Report, Reports, Sanction,
};
pub use nats::Nats;
pub use notices::{Heard, Wire, Wires};
pub use postgres::{CONNECTIONS, Postgres};
pub use request::LIMIT_BYTES;
pub use results::{Fared, GameResult, Played, Point, Pool, Rating, ResultChange, Results, Tie, Which};
pub use shared::{GONE_AFTER, Head, Shared};
pub use spread::Spread;
pub use sqlite::Sqlite;
pub use stats::{COMMIT_BUCKETS_US, Stats};
pub use studies::{Studies, Study, StudyChange, StudyList};
pub use tournaments::{
    Entrant, Held, Pairing, Taking, Tournament, TournamentChange, TournamentList, Tournaments,
};

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The store, whatever database is inside. Clones share it.
#[derive(Clone)]
pub struct Store {
    engine: Arc<dyn Engine>,
}

impl Store {
    /// Opens, or makes, a store in one SQLite file. A folder, or a name without an extension, means the file
    /// `klaxon.db` in it; missing folders are made. The schema is brought up to date; a file that a newer
    /// program has changed, so that this one cannot go on with it, or one of another program, is refused and left as it is.
    pub async fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        At::File(path.as_ref().into()).open().await
    }

    /// The same for a server, which plays from memory and so must be the only one: a second is refused with
    /// [`StoreError::InUse`] until the first has closed the store or is gone. Programs that use [`Store::open`] may come
    /// beside it. What is wrong with the end of the database's log is told by [`Store::warnings`].
    pub async fn open_to_serve(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        At::File(path.as_ref().into()).open_to_serve().await
    }

    /// Opens a store, or a backup of one, for reading only: nothing in it is changed, also while a server writes to it.
    /// Whatever would write is [`StoreError::Closed`].
    pub async fn open_read_only(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        At::File(path.as_ref().into()).open_read_only().await
    }

    /// A store that lives as long as the program, for tests.
    pub async fn memory() -> Result<Store, StoreError> {
        Ok(Store::over(Sqlite::memory().await?))
    }

    /// A store over any engine.
    pub fn over(engine: impl Engine) -> Store {
        Store { engine: Arc::new(engine) }
    }

    /// Creates a table with an empty log. An id that is taken is [`StoreError::TableExists`].
    pub async fn create(&self, table: NewTable) -> Result<(), StoreError> {
        self.engine.create(table).await
    }

    /// One table.
    pub async fn table(&self, table: &str) -> Result<Option<Table>, StoreError> {
        self.engine.table(table.into()).await
    }

    /// Replaces what the pages know of a table, its state and whether strangers may find it.
    pub async fn set_meta(
        &self,
        table: &str,
        meta: impl Into<String>,
        state: TableState,
        listed: bool,
    ) -> Result<(), StoreError> {
        self.engine.set_meta(table.into(), meta.into(), state, listed).await
    }

    /// Deletes a table with its log and everything that hangs on it, unless something has changed there since. For the host
    /// alone: nothing that is played deletes anything.
    pub async fn delete(&self, table: &str, unless_since: Millis) -> Result<(), StoreError> {
        self.engine.delete(table.into(), unless_since).await
    }

    /// Says for whom this is one of "my tables", instead of whoever it was before. The owner is a member only if named.
    pub async fn set_members(&self, table: &str, people: &[impl AsRef<str>]) -> Result<(), StoreError> {
        let people = people.iter().map(|person| person.as_ref().to_owned()).collect();
        self.engine.set_members(table.into(), people).await
    }

    /// The members of a table, in the order of their ids.
    pub async fn members(&self, table: &str) -> Result<Vec<String>, StoreError> {
        self.engine.members(table.into()).await
    }

    /// Tables, newest first (by creation in this store). The next page begins before the last one's [`Table::seq`].
    pub async fn list(&self, filter: Filter) -> Result<Vec<Table>, StoreError> {
        self.engine.list(filter).await
    }

    /// All tables that strangers may find and that are not over, in brief, newest first.
    pub async fn listed(&self) -> Result<Vec<Listed>, StoreError> {
        self.engine.listed().await
    }

    /// Those of these tables that there are, in any order.
    pub async fn tables(&self, tables: Vec<String>) -> Result<Vec<Table>, StoreError> {
        self.engine.tables(tables).await
    }

    /// Appends entry `n` to a table's log. It must be the next number, else [`AppendError::Conflict`] says what the
    /// last one is. Durable when it returns.
    pub async fn append(&self, table: &str, n: u32, line: impl Into<String>) -> Result<(), AppendError> {
        self.append_all(table, n, vec![line.into()], None).await
    }

    /// Appends several lines, numbered from `n`, and changes the table's state if one is given: all of it or nothing.
    pub async fn append_all(
        &self,
        table: &str,
        n: u32,
        lines: Vec<String>,
        state: Option<TableState>,
    ) -> Result<(), AppendError> {
        self.engine.append(Append { table: table.into(), n, lines, state }).await
    }

    /// The entries after number `after`, in order; all of them after 0.
    pub async fn entries(&self, table: &str, after: u32) -> Result<Vec<String>, StoreError> {
        self.engine.entries(table.into(), after).await
    }

    /// Keeps the position after entry `n`, unless a newer one is kept already. It must not be ahead of the log.
    pub async fn put_snapshot(
        &self,
        table: &str,
        n: u32,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<(), StoreError> {
        self.engine.put_snapshot(table.into(), n, bytes.into()).await
    }

    /// The newest kept position of a table and its number, if there is one.
    pub async fn snapshot(&self, table: &str) -> Result<Option<(u32, Vec<u8>)>, StoreError> {
        self.engine.snapshot(table.into()).await
    }

    /// Throws the kept position away.
    pub async fn delete_snapshot(&self, table: &str) -> Result<(), StoreError> {
        self.engine.delete_snapshot(table.into()).await
    }

    /// Keeps what somebody says at a table; returns the message's id.
    pub async fn say(&self, table: &str, message: NewMessage) -> Result<u64, StoreError> {
        self.engine.say(table.into(), message).await
    }

    /// At most `limit` messages of a table after message `after`, oldest first; from the first after 0.
    pub async fn messages(&self, table: &str, after: u64, limit: u32) -> Result<Vec<Message>, StoreError> {
        self.engine.messages(table.into(), after, limit).await
    }

    /// One person.
    pub async fn person(&self, person: &str) -> Result<Option<Person>, StoreError> {
        self.engine.person(person.into()).await
    }

    /// People after an id, in the order of their ids; from the first after the empty one.
    pub async fn people(&self, after: &str, limit: u32) -> Result<Vec<Person>, StoreError> {
        self.engine.people(after.into(), limit).await
    }

    /// Keeps a person, or their new name and settings. When they first came stays as it was.
    pub async fn upsert_person(&self, person: Person) -> Result<(), StoreError> {
        self.engine.upsert_person(person).await
    }

    /// What is known of accounts: names attached to people, and the ways in.
    pub fn accounts(&self) -> &dyn Accounts {
        self.engine.accounts()
    }

    /// What people keep about games: notes, variations and marks.
    pub fn studies(&self) -> &dyn Studies {
        self.engine.studies()
    }

    /// What is known of results, ratings and opponents.
    pub fn results(&self) -> &dyn Results {
        self.engine.results()
    }

    /// What was reported and imposed, who looks after it, and what people have noted for themselves.
    pub fn moderation(&self) -> &dyn Moderation {
        self.engine.moderation()
    }

    /// Ways to reach people who are not at the table, and what is to go out over them.
    pub fn channels(&self) -> &dyn Channels {
        self.engine.channels()
    }

    /// Tournaments, who plays in them and who meets whom.
    pub fn tournaments(&self) -> &dyn Tournaments {
        self.engine.tournaments()
    }

    /// Clubs with their members and what they say.
    pub fn clubs(&self) -> &dyn Clubs {
        self.engine.clubs()
    }

    /// A setting of the server.
    pub async fn setting(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.engine.setting(key.into()).await
    }

    /// All settings of the server, in the order of their names.
    pub async fn settings(&self) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.engine.settings().await
    }

    /// The settings whose names begin with these characters, in the order of their names.
    pub async fn settings_under(&self, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.engine.settings_under(prefix.into()).await
    }

    /// Sets a setting unless it is set, and returns what holds now: the first writer wins.
    pub async fn set_setting_once(
        &self,
        key: &str,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<Vec<u8>, StoreError> {
        self.engine.set_setting_once(key.into(), bytes.into()).await
    }

    /// Writes a consistent copy to a new file while the store goes on serving. Whatever exists is never overwritten.
    /// The copy holds the seeds of running games and the server's keys: only its owner may read it.
    pub async fn backup(&self, path: impl Into<PathBuf>) -> Result<(), StoreError> {
        self.engine.backup(path.into()).await
    }

    /// What was found to be wrong when the store was opened, in sentences. The store serves all the same.
    pub fn warnings(&self) -> &[String] {
        self.engine.warnings()
    }

    /// What the store has done so far.
    pub fn stats(&self) -> Stats {
        self.engine.stats()
    }

    /// What several servers on this store need of it; `None` where it serves one alone.
    pub fn shared(&self) -> Option<&dyn Shared> {
        self.engine.shared()
    }

    /// Finishes what was asked before, then closes, for all clones. Whatever is asked later is [`StoreError::Closed`].
    pub async fn close(&self) -> Result<(), StoreError> {
        self.engine.close().await
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
