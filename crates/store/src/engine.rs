//! The contract between the store and a database.

use crate::{
    Accounts, Append, AppendError, Filter, Listed, Message, NewMessage, NewTable, Person, Stats, StoreError,
    Studies, Table,
};
use crate::{Millis, Shared, TableState};
use std::path::PathBuf;
use std::pin::Pin;

/// What an engine answers, later.
pub type Answer<'a, T, E = StoreError> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// What opens something, later, for whoever waits for it where he stands.
pub type Opening<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + 'a>>;

/// A database that keeps games. [`Store`](crate::Store) is the comfortable way to talk to one; the words of the
/// contract stand there, and `tests/contract.rs` holds every engine to them.
///
/// In short: whatever writes is durable when it is answered; requests for one table take effect in the order in
/// which they were made; a request that is refused changes nothing; a failure is an answer, never a panic, and the
/// engine serves on as soon as the cause is gone.
pub trait Engine: Send + Sync + 'static {
    /// See [`Store::create`](crate::Store::create).
    fn create(&self, table: NewTable) -> Answer<'_, ()>;
    /// See [`Store::table`](crate::Store::table).
    fn table(&self, table: String) -> Answer<'_, Option<Table>>;
    /// See [`Store::set_meta`](crate::Store::set_meta).
    fn set_meta(&self, table: String, meta: String, state: TableState, listed: bool) -> Answer<'_, ()>;
    /// See [`Store::delete`](crate::Store::delete).
    fn delete(&self, table: String, unless_since: Millis) -> Answer<'_, ()>;
    /// See [`Store::set_members`](crate::Store::set_members).
    fn set_members(&self, table: String, people: Vec<String>) -> Answer<'_, ()>;
    /// See [`Store::members`](crate::Store::members).
    fn members(&self, table: String) -> Answer<'_, Vec<String>>;
    /// See [`Store::list`](crate::Store::list).
    fn list(&self, filter: Filter) -> Answer<'_, Vec<Table>>;
    /// See [`Store::listed`](crate::Store::listed).
    fn listed(&self) -> Answer<'_, Vec<Listed>>;
    /// See [`Store::tables`](crate::Store::tables).
    fn tables(&self, tables: Vec<String>) -> Answer<'_, Vec<Table>>;
    /// See [`Store::append`](crate::Store::append) and [`Store::append_all`](crate::Store::append_all).
    fn append(&self, append: Append) -> Answer<'_, (), AppendError>;
    /// See [`Store::entries`](crate::Store::entries).
    fn entries(&self, table: String, after: u32) -> Answer<'_, Vec<String>>;
    /// See [`Store::put_snapshot`](crate::Store::put_snapshot).
    fn put_snapshot(&self, table: String, n: u32, bytes: Vec<u8>) -> Answer<'_, ()>;
    /// See [`Store::snapshot`](crate::Store::snapshot).
    fn snapshot(&self, table: String) -> Answer<'_, Option<(u32, Vec<u8>)>>;
    /// See [`Store::delete_snapshot`](crate::Store::delete_snapshot).
    fn delete_snapshot(&self, table: String) -> Answer<'_, ()>;
    /// See [`Store::say`](crate::Store::say).
    fn say(&self, table: String, message: NewMessage) -> Answer<'_, u64>;
    /// See [`Store::messages`](crate::Store::messages).
    fn messages(&self, table: String, after: u64, limit: u32) -> Answer<'_, Vec<Message>>;
    /// See [`Store::person`](crate::Store::person).
    fn person(&self, person: String) -> Answer<'_, Option<Person>>;
    /// See [`Store::people`](crate::Store::people).
    fn people(&self, after: String, limit: u32) -> Answer<'_, Vec<Person>>;
    /// See [`Store::upsert_person`](crate::Store::upsert_person).
    fn upsert_person(&self, person: Person) -> Answer<'_, ()>;
    /// See [`Store::accounts`](crate::Store::accounts).
    fn accounts(&self) -> &dyn Accounts;
    /// See [`Store::studies`](crate::Store::studies).
    fn studies(&self) -> &dyn Studies;
    /// See [`Store::results`](crate::Store::results).
    fn results(&self) -> &dyn crate::Results;
    /// See [`Store::moderation`](crate::Store::moderation).
    fn moderation(&self) -> &dyn crate::Moderation;
    /// See [`Store::channels`](crate::Store::channels).
    fn channels(&self) -> &dyn crate::Channels;
    /// See [`Store::tournaments`](crate::Store::tournaments).
    fn tournaments(&self) -> &dyn crate::Tournaments;
    /// See [`Store::clubs`](crate::Store::clubs).
    fn clubs(&self) -> &dyn crate::Clubs;
    /// See [`Store::setting`](crate::Store::setting).
    fn setting(&self, key: String) -> Answer<'_, Option<Vec<u8>>>;
    /// See [`Store::settings`](crate::Store::settings).
    fn settings(&self) -> Answer<'_, Vec<(String, Vec<u8>)>>;
    /// See [`Store::settings_under`](crate::Store::settings_under).
    fn settings_under(&self, prefix: String) -> Answer<'_, Vec<(String, Vec<u8>)>>;
    /// See [`Store::set_setting_once`](crate::Store::set_setting_once).
    fn set_setting_once(&self, key: String, bytes: Vec<u8>) -> Answer<'_, Vec<u8>>;
    /// See [`Store::backup`](crate::Store::backup).
    fn backup(&self, path: PathBuf) -> Answer<'_, ()>;
    /// See [`Store::stats`](crate::Store::stats).
    fn stats(&self) -> Stats;
    /// See [`Store::warnings`](crate::Store::warnings).
    fn warnings(&self) -> &[String];
    /// What several servers on this store need; an engine for one alone has nothing to say here.
    fn shared(&self) -> Option<&dyn Shared> {
        None
    }
    /// See [`Store::close`](crate::Store::close).
    fn close(&self) -> Answer<'_, ()>;
}
