//! Editions: how the rules of one game behave. A table keeps the edition that it was opened with.

use crate::RuleId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, num::NonZeroU8, ops::Deref, str::FromStr};

/// An edition of a game's rules, counted from 1. A change that alters how a stored game replays is a new edition: the
/// rules ask for it at the one line where the editions differ, so that older tables go on by the older words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Edition(NonZeroU8);

impl Edition {
    /// The one that every game began with.
    pub const FIRST: Edition = Edition(NonZeroU8::MIN);
    /// The second.
    pub const SECOND: Edition = Edition(NonZeroU8::MIN.saturating_add(1));

    /// The edition of a number, from 1.
    pub const fn new(number: u8) -> Option<Edition> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Edition(number)),
            None => None,
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0.get()
    }
}

impl Default for Edition {
    /// What a log does not name is the first one.
    fn default() -> Edition {
        Edition::FIRST
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Edition {
    type Err = String;
    fn from_str(text: &str) -> Result<Edition, String> {
        text.parse().ok().and_then(Edition::new).ok_or_else(|| format!("`{text}` is no number of an edition"))
    }
}

/// What one edition changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Revision {
    /// The rules that read differently since.
    pub rules: &'static [RuleId],
    /// What changed, in a sentence for players.
    pub text: &'static str,
}

/// A part of a state that earlier programs did not have. While it has its default it leaves no trace in the bytes, so
/// that a position reads and hashes as it always did. It must stand at the very end of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Later<T>(pub T);

impl<T> Deref for Later<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize + Default + PartialEq> Serialize for Later<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if !to.is_human_readable() && self.0 == T::default() {
            to.serialize_unit()
        } else {
            self.0.serialize(to)
        }
    }
}

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Later<T>, D::Error> {
        if from.is_human_readable() {
            return T::deserialize(from).map(Later);
        }
        // Nothing follows a state's bytes: where they end here, an earlier program wrote them.
        Ok(Later(T::deserialize(from).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Old {
        n: u8,
    }

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct New {
        n: u8,
        edition: Later<Edition>,
    }

    #[test]
    fn a_later_part_leaves_no_trace_while_it_has_its_first_value() {
        let first = New { n: 7, edition: Later::default() };
        let bytes = postcard::to_stdvec(&first).unwrap();
        assert_eq!(bytes, postcard::to_stdvec(&Old { n: 7 }).unwrap());
        assert_eq!(postcard::from_bytes::<New>(&bytes).unwrap(), first);
        let second = New { n: 7, edition: Later(Edition::SECOND) };
        let bytes = postcard::to_stdvec(&second).unwrap();
        assert_eq!((bytes.len(), postcard::from_bytes::<New>(&bytes).unwrap()), (2, second));
    }

    #[test]
    fn a_later_part_is_always_there_in_json() {
        let first = New { n: 7, edition: Later::default() };
        assert_eq!(serde_json::to_string(&first).unwrap(), r#"{"n":7,"edition":1}"#);
        assert_eq!(serde_json::from_str::<New>(r#"{"n":7,"edition":1}"#).unwrap(), first);
    }

    #[test]
    fn editions_are_counted_from_one() {
        assert_eq!("2".parse(), Ok(Edition::SECOND));
        assert!("0".parse::<Edition>().is_err() && "two".parse::<Edition>().is_err());
        assert_eq!((Edition::new(0), Edition::SECOND.to_string()), (None, "2".into()));
    }
}
