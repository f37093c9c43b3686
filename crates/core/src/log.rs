//! The log: the stored truth of a game. JSON lines, readable, stable; states are a cache that may be thrown away.
//!
//! Nothing in a log depends on a name in the program: a table is ordered by the words of the menu, decisions are written
//! in the words of situations. What does depend on it, the hash of a state, is compared only where the state is written
//! down in the same layout; the digest beside it is compared always. Format 1 is what release 0.1.0 wrote. It is read for
//! ever: set-up and decisions in the form of their Rust types, hashes without a key, no digests.

use crate::{Draw, Edition, Game, Millis, Outcome, Seat, SeatSet, Seed, TableOrder};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// The version of the log format.
pub const FORMAT: u32 = 2;

/// The first line of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header<S> {
    /// Version of the format.
    pub klaxon: u32,
    /// The game's id.
    pub game: String,
    /// The edition of its rules at the start.
    #[serde(default)]
    pub edition: Edition,
    /// The layout of the states whose hashes stand in the log, until an entry names another.
    #[serde(default = "first_layout")]
    pub layout: u32,
    /// Hash of the packs in force; empty for the built-in data alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub packs: String,
    /// How the table was set up.
    #[serde(flatten)]
    pub table: Arranged<S>,
    /// Whose luck falls from which step on: one stretch, or one more for each branching.
    pub luck: Vec<Stretch>,
    /// Hash of the position at the start; not shown to everybody while a game of format 1 runs, which has it without a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StateHash>,
    /// Digest of the set-up; none in format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

fn first_layout() -> u32 {
    1
}

/// How a table was set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arranged<S> {
    /// As it was ordered from the menu.
    Order(TableOrder),
    /// By a set-up of the game's own type: tests, and logs of format 1.
    Setup(S),
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
#[serde(try_from = "Line", into = "Line")]
pub struct Entry {
    /// Its number, from 1, without gaps.
    pub n: u32,
    /// When it was accepted.
    pub at: Millis,
    /// What was put in.
    pub input: Input<Written>,
    /// The layout of the states from here on, where it is another than before.
    pub layout: Option<u32>,
    /// Hash of the whole state after it.
    pub hash: StateHash,
    /// Digest of the game so far; none in format 1.
    pub digest: Option<Digest>,
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
    /// The table goes on by another edition of the rules, with the consent of all who play.
    Edition {
        /// Which.
        to: Edition,
    },
}

/// A decision as it stands in a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// In the words of situations.
    Words(String),
    /// In the form of its Rust type: format 1.
    Json(serde_json::Value),
}

impl Written {
    /// The text that a digest is made of.
    fn text(&self) -> String {
        match self {
            Written::Words(words) => words.clone(),
            Written::Json(value) => canonical(value),
        }
    }
}

/// JSON with its keys in order, whatever order the program's other parts want them kept in.
fn canonical(value: &serde_json::Value) -> String {
    use serde_json::Value;
    match value {
        Value::Object(map) => {
            let mut pairs: Vec<(&String, &Value)> = map.iter().collect();
            pairs.sort_by_key(|(key, _)| *key);
            let written = |(key, value): &(&String, &Value)| {
                format!("{}:{}", Value::String((*key).clone()), canonical(value))
            };
            format!("{{{}}}", pairs.iter().map(written).collect::<Vec<_>>().join(","))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// An entry as its line has it: flat in format 2, with `in` in format 1.
#[derive(Serialize, Deserialize)]
struct Line {
    n: u32,
    at: Millis,
    #[serde(rename = "in", default, skip_serializing_if = "Option::is_none")]
    nested: Option<Input<serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    q: Option<u32>,
    #[serde(rename = "do", default, skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undo: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<Millis>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edition: Option<Edition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layout: Option<u32>,
    hash: StateHash,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<Digest>,
}

impl TryFrom<Line> for Entry {
    type Error = &'static str;
    fn try_from(line: Line) -> Result<Entry, &'static str> {
        let Line { n, at, layout, hash, digest, .. } = line;
        let input = match (line.nested, line.seat, line.q, line.words, line.undo, line.clock, line.edition) {
            (Some(Input::Act { seat, q, action }), None, None, None, None, None, None) => {
                Input::Act { seat, q, action: Written::Json(action) }
            }
            (Some(Input::Undo { seat }), None, None, None, None, None, None)
            | (None, None, None, None, Some(seat), None, None) => Input::Undo { seat },
            (Some(Input::Clock { now }), None, None, None, None, None, None)
            | (None, None, None, None, None, Some(now), None) => Input::Clock { now },
            (None, Some(seat), Some(q), Some(words), None, None, None) => {
                Input::Act { seat, q, action: Written::Words(words) }
            }
            (None, None, None, None, None, None, Some(to)) => Input::Edition { to },
            _ => {
                return Err(
                    "an entry is a decision with `seat`, `q` and `do`, or `undo`, `clock` or `edition`",
                );
            }
        };
        Ok(Entry { n, at, input, layout, hash, digest })
    }
}

impl From<Entry> for Line {
    fn from(entry: Entry) -> Line {
        let Entry { n, at, input, layout, hash, digest } = entry;
        let mut line = Line {
            n,
            at,
            nested: None,
            seat: None,
            q: None,
            words: None,
            undo: None,
            clock: None,
            edition: None,
            layout,
            hash,
            digest,
        };
        match input {
            Input::Act { seat, q, action: Written::Words(words) } => {
                (line.seat, line.q, line.words) = (Some(seat), Some(q), Some(words));
            }
            Input::Act { seat, q, action: Written::Json(action) } => {
                line.nested = Some(Input::Act { seat, q, action });
            }
            // Without a digest it is a line of format 1, and stays one.
            Input::Undo { seat } if digest.is_none() => line.nested = Some(Input::Undo { seat }),
            Input::Clock { now } if digest.is_none() => line.nested = Some(Input::Clock { now }),
            Input::Undo { seat } => line.undo = Some(seat),
            Input::Clock { now } => line.clock = Some(now),
            Input::Edition { to } => line.edition = Some(to),
        }
        line
    }
}

/// The key of a stretch's hashes and digests. It comes from the seed, so that nothing can be guessed from them before
/// the end, and everything be checked after it.
#[derive(Clone, Copy)]
pub(crate) struct Key([u8; 32]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(sealed)")
    }
}

impl Key {
    pub(crate) fn of(seed: Seed) -> Key {
        Key(blake3::derive_key("klaxon 2026-11 hashes and digests of a log", &seed.0))
    }
}

/// A fingerprint of a whole state, the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateHash(pub u64);

impl StateHash {
    /// BLAKE3 over the state's postcard bytes, first eight bytes.
    pub fn of<G: Game>(game: &G) -> StateHash {
        StateHash::first(blake3::hash(&bytes(game)))
    }

    /// The same under a key, as a log has it.
    pub(crate) fn sealed<G: Game>(key: &Key, game: &G) -> StateHash {
        StateHash::first(blake3::keyed_hash(&key.0, &bytes(game)))
    }

    fn first(hash: blake3::Hash) -> StateHash {
        StateHash(u64::from_be_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes")))
    }
}

fn bytes<G: Game>(game: &G) -> Vec<u8> {
    postcard::to_stdvec(game).expect("a state serialises")
}

/// A short fingerprint of a game so far that does not depend on how its states are written down: what was put in, who is
/// asked after it, what was drawn from luck, how it ended. It goes on from the digest before.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(pub u32);

/// The whole digest, of which an entry shows the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Chain([u8; 32]);

/// What a digest is made of after each entry.
pub(crate) struct Facts<'a> {
    pub n: u32,
    pub input: Option<&'a Input<Written>>,
    pub asked: SeatSet,
    pub drawn: &'a [Draw],
    pub outcome: Option<&'a Outcome>,
}

impl Chain {
    /// Before the set-up.
    pub(crate) fn new(game: &str, edition: Edition) -> Chain {
        let mut hasher = blake3::Hasher::new_derive_key("klaxon 2026-11 digest of a game");
        hasher.update(&[edition.number()]).update(game.as_bytes());
        Chain(*hasher.finalize().as_bytes())
    }

    /// One entry further. The bytes are written out here one by one: they may never change.
    pub(crate) fn after(self, key: &Key, facts: &Facts<'_>) -> Chain {
        let mut bytes = Vec::with_capacity(96 + 8 * facts.drawn.len());
        bytes.extend(self.0);
        bytes.extend(facts.n.to_le_bytes());
        match facts.input {
            None => bytes.push(0),
            Some(Input::Act { seat, q, action }) => {
                let text = action.text();
                bytes.extend([1, seat.0]);
                bytes.extend(q.to_le_bytes());
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
            Some(Input::Undo { seat }) => bytes.extend([2, seat.0]),
            Some(Input::Clock { now }) => {
                bytes.push(3);
                bytes.extend(now.to_le_bytes());
            }
            Some(Input::Edition { to }) => bytes.extend([4, to.number()]),
        }
        bytes.push(facts.asked.0);
        bytes.extend((facts.drawn.len() as u64).to_le_bytes());
        for draw in facts.drawn {
            bytes.extend(draw.which.to_le_bytes());
            bytes.extend(draw.of.to_le_bytes());
        }
        match facts.outcome {
            None => bytes.push(0),
            Some(outcome) => {
                bytes.extend([
                    1,
                    outcome.winners.0,
                    u8::from(outcome.draw),
                    u8::from(outcome.score.is_some()),
                ]);
                bytes.extend(outcome.score.unwrap_or(0).to_le_bytes());
            }
        }
        Chain(*blake3::keyed_hash(&key.0, &bytes).as_bytes())
    }

    /// What an entry shows of it.
    pub(crate) fn digest(self) -> Digest {
        Digest(u32::from_be_bytes(*self.0.first_chunk().expect("a digest has 32 bytes")))
    }
}

macro_rules! hexadecimal {
    ($type:ident, $digits:literal, $width:literal, $number:ty, $what:literal) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $digits, self.0)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                match <$number>::from_str_radix(&text, 16) {
                    Ok(n) if text.len() == $width => Ok($type(n)),
                    _ => Err(serde::de::Error::custom($what)),
                }
            }
        }
    };
}

hexadecimal!(StateHash, "{:016x}", 16, u64, "a state hash is 16 hexadecimal digits");
hexadecimal!(Digest, "{:08x}", 8, u32, "a digest is 8 hexadecimal digits");

/// A whole log in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log<G: Game> {
    /// The first line.
    pub header: Header<G::Setup>,
    /// The others.
    pub entries: Vec<Entry>,
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

/// How the entries of a log were proven when it was run again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Proof {
    /// Entries whose whole position was compared.
    pub exact: u32,
    /// Entries written in another layout, of which the digest was compared: who is asked, what was drawn, the end.
    pub by_digest: u32,
    /// Entries of format 1 in another layout, of which only the questions and the legality could be compared.
    pub by_rules: u32,
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
    /// It is another game, a newer format or edition, or it was played with other packs.
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
    /// A line that cannot be read.
    pub fn unreadable(line: usize, why: impl fmt::Display) -> Parting {
        Parting::Unreadable { line, why: why.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_of_format_1_has_one_text_whatever_the_order_of_its_keys() {
        let text = |json: &str| Written::Json(serde_json::from_str(json).unwrap()).text();
        let (one, other) =
            (r#"{"b":[{"y":1,"x":"a\"b"}],"a":null}"#, r#"{"a":null,"b":[{"x":"a\"b","y":1}]}"#);
        assert_eq!(text(one), other);
        assert_eq!(text(other), other);
    }
}
