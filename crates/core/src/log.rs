//! The log: the stored truth of a game. JSON lines, readable, stable; states are a cache that may be thrown away.

use crate::{Game, Millis, Seat, Seed};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the log format.
pub const FORMAT: u32 = 1;

/// The first line of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header<S> {
    /// Version of the format.
    pub klaxon: u32,
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Hash of the packs in force; empty for the built-in data alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub packs: String,
    /// The set-up.
    pub setup: S,
    /// Whose luck falls from which step on: one stretch, or one more for each branching.
    pub luck: Vec<Stretch>,
    /// Hash of the position at the start.
    pub start: StateHash,
}

/// A stretch of the game whose luck comes from one seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stretch {
    /// The first step of it.
    pub from: u32,
    /// What was published of the seed beforehand.
    pub commitment: String,
    /// The seed: in a public log only after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
}

impl Stretch {
    pub(crate) fn sealed(from: u32, seed: Seed) -> Stretch {
        Stretch { from, commitment: seed.commitment(), seed: Some(seed) }
    }
}

/// A later line of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry<A> {
    /// Its number, from 1, without gaps.
    pub n: u32,
    /// When it was accepted.
    pub at: Millis,
    /// What was put in.
    #[serde(rename = "in")]
    pub input: Input<A>,
    /// Hash of the whole state after it.
    pub hash: StateHash,
}

/// What can happen to a game from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input<A> {
    /// A seat decides.
    Act {
        /// Who.
        seat: Seat,
        /// The number of the seat's question that this answers.
        q: u32,
        /// What.
        #[serde(rename = "do")]
        action: A,
    },
    /// A seat takes its last decision back.
    Undo {
        /// Who.
        seat: Seat,
    },
    /// Time passes.
    Clock {
        /// The table's clock.
        now: Millis,
    },
}

/// A fingerprint of a whole state, the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StateHash(pub u64);

impl StateHash {
    /// BLAKE3 over the state's postcard bytes, first eight bytes.
    pub fn of<G: Game>(game: &G) -> StateHash {
        let bytes = postcard::to_stdvec(game).expect("a state serialises");
        let hash = blake3::hash(&bytes);
        let first = hash.as_bytes().first_chunk::<8>().expect("a hash has 32 bytes");
        StateHash(u64::from_be_bytes(*first))
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<StateHash> for String {
    fn from(hash: StateHash) -> String {
        hash.to_string()
    }
}

impl TryFrom<String> for StateHash {
    type Error = String;
    fn try_from(text: String) -> Result<StateHash, String> {
        match u64::from_str_radix(&text, 16) {
            Ok(n) if text.len() == 16 => Ok(StateHash(n)),
            _ => Err("a state hash is 16 hexadecimal digits".into()),
        }
    }
}

/// A whole log in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log<G: Game> {
    /// The first line.
    pub header: Header<G::Setup>,
    /// The others.
    pub entries: Vec<Entry<G::Action>>,
}

impl<G: Game> Log<G> {
    /// Reads JSON lines.
    pub fn parse(text: &str) -> Result<Log<G>, Parting> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or_else(|| Parting::unreadable(1, "the log is empty"))?;
        let header = serde_json::from_str(first).map_err(|e| Parting::unreadable(1, e))?;
        let entries = lines
            .map(|(i, line)| serde_json::from_str(line).map_err(|e| Parting::unreadable(i + 1, e)))
            .collect::<Result<_, _>>()?;
        Ok(Log { header, entries })
    }

    /// Writes JSON lines.
    pub fn print(&self) -> String {
        let mut text = serde_json::to_string(&self.header).expect("a header serialises");
        for entry in &self.entries {
            text.push('\n');
            text.push_str(&serde_json::to_string(entry).expect("an entry serialises"));
        }
        text.push('\n');
        text
    }
}

/// Where and why a log parts from the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Parting {
    /// A line cannot be read.
    #[error("line {line}: {why}")]
    Unreadable {
        /// Counted from 1.
        line: usize,
        /// The reader's words.
        why: String,
    },
    /// It is another game, another version of the rules or of the packs.
    #[error("{0}")]
    Foreign(String),
    /// The seed does not match what was published at the start, or is not there.
    #[error("the luck from step {from} on cannot be proven: {why}")]
    Luck {
        /// The first step of the stretch.
        from: u32,
        /// Why not.
        why: String,
    },
    /// Entry `n` is refused, or leads elsewhere.
    #[error("entry {n} parts from the rules: {why}")]
    Entry {
        /// The entry's number.
        n: u32,
        /// Why.
        why: String,
    },
}

impl Parting {
    fn unreadable(line: usize, why: impl fmt::Display) -> Parting {
        Parting::Unreadable { line, why: why.to_string() }
    }
}
