//! The nouns of the store. Headers, entries, meta data, snapshots and settings are opaque to it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Milliseconds since 1970.
pub type Millis = u64;

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableState {
    /// Waiting for players.
    Open,
    /// Being played.
    Playing,
    /// Played to its end.
    Over,
    /// Stopped because the program found itself at fault; the log is kept.
    Frozen,
}

impl TableState {
    /// All of them.
    pub const ALL: [TableState; 4] =
        [TableState::Open, TableState::Playing, TableState::Over, TableState::Frozen];

    /// Its one word, as stored.
    pub fn as_str(self) -> &'static str {
        match self {
            TableState::Open => "open",
            TableState::Playing => "playing",
            TableState::Over => "over",
            TableState::Frozen => "frozen",
        }
    }

    /// Reads that word back.
    pub fn parse(word: &str) -> Option<TableState> {
        TableState::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

impl fmt::Display for TableState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A table to be created. Its log is empty: the first entry is number 1.
#[derive(Clone, PartialEq, Eq)]
pub struct NewTable {
    /// Its id, unique in the store.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// When.
    pub created_at: Millis,
    /// The log's first line, seed included.
    pub header: String,
    /// What the pages need to know of it, as JSON.
    pub meta: String,
    /// How far it is.
    pub state: TableState,
    /// The person who opened it.
    pub owner: Option<String>,
    /// Whether strangers may find it.
    pub listed: bool,
}

/// A table as stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    /// Its place in the order of creation: the cursor of [`Filter::before`].
    pub seq: u64,
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// When it was created.
    pub created_at: Millis,
    /// When its log, state or meta data last changed.
    pub updated_at: Millis,
    /// The log's first line, seed included: never to be shown while the game runs.
    pub header: String,
    /// What the pages need to know of it, as JSON.
    pub meta: String,
    /// How far it is.
    pub state: TableState,
    /// The number of the last entry; 0 before the first.
    pub n: u32,
    /// The person who opened it.
    pub owner: Option<String>,
    /// Whether strangers may find it.
    pub listed: bool,
}

// The header carries the seed, so it is kept out of whatever prints a table for debugging.
impl fmt::Debug for NewTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewTable")
            .field("id", &self.id)
            .field("game", &self.game)
            .field("created_at", &self.created_at)
            .field("meta", &self.meta)
            .field("state", &self.state)
            .field("owner", &self.owner)
            .field("listed", &self.listed)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("seq", &self.seq)
            .field("id", &self.id)
            .field("game", &self.game)
            .field("created_at", &self.created_at)
            .field("updated_at", &self.updated_at)
            .field("meta", &self.meta)
            .field("state", &self.state)
            .field("n", &self.n)
            .field("owner", &self.owner)
            .field("listed", &self.listed)
            .finish_non_exhaustive()
    }
}

/// A table that strangers may find and that is not over: enough to know whether to read it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its place in the order of creation.
    pub seq: u64,
    /// Its id.
    pub id: String,
    /// Rises with its meta data and its state.
    pub rev: u64,
}

/// Which tables to list. Everything that is `None` does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Of this game only.
    pub game: Option<String>,
    /// In this state only.
    pub state: Option<TableState>,
    /// Of which this person is a member.
    pub person: Option<String>,
    /// Public, or not.
    pub listed: Option<bool>,
    /// At most so many.
    pub limit: u32,
    /// Created before the table with this [`Table::seq`]: the last of the page before.
    pub before: Option<u64>,
}

impl Default for Filter {
    /// The fifty newest tables of all.
    fn default() -> Filter {
        Filter { game: None, state: None, person: None, listed: None, limit: 50, before: None }
    }
}

/// Lines for a table's log: all of them go in, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The table's id.
    pub table: String,
    /// The number of the first line: the last number of the log plus one.
    pub n: u32,
    /// The lines, numbered from `n`.
    pub lines: Vec<String>,
    /// The table's new state, if it changes with them.
    pub state: Option<TableState>,
}

/// Something said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMessage {
    /// When.
    pub at: Millis,
    /// Who said it.
    pub from: String,
    /// Who may hear it; the store does not judge.
    pub audience: String,
    /// The words.
    pub text: String,
    /// The id of whoever said it, where it is known; nobody else is told.
    pub by: Option<String>,
}

/// A message as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Grows with time, over all tables.
    pub id: u64,
    /// When.
    pub at: Millis,
    /// Who said it.
    pub from: String,
    /// Who may hear it.
    pub audience: String,
    /// The words.
    pub text: String,
    /// The id of whoever said it, where it is known; nobody else is told.
    pub by: Option<String>,
}

/// Somebody who plays here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Their id.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// Their settings, as JSON.
    pub settings: String,
    /// When they first came.
    pub created_at: Millis,
}
