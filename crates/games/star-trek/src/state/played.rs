//! The scenario that a game is played with: an installed one, or the players' own.

use crate::data::data;
use crate::data::scenario::Scenario;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, ops, sync::Arc};

/// The scenario of a game. States share it; written down, it is its id, or its text where it is the players' own.
#[derive(Clone)]
pub struct Played(Arc<(String, Scenario)>);

impl Played {
    /// By the id of an installed scenario, or by the text of the players' own.
    pub fn new(key: &str) -> Result<Played, String> {
        let scenario = match data().scenario(key) {
            Some((scenario, _)) => scenario.clone(),
            None if key.contains('\n') => Scenario::parse(key)?,
            None => return Err(format!("there is no scenario `{key}`")),
        };
        Ok(Played(Arc::new((key.into(), scenario))))
    }

    /// The id or the text.
    pub fn key(&self) -> &str {
        &self.0.0
    }
}

impl ops::Deref for Played {
    type Target = Scenario;
    fn deref(&self) -> &Scenario {
        &self.0.1
    }
}

impl PartialEq for Played {
    fn eq(&self, other: &Played) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.0 == other.0.0
    }
}

impl Eq for Played {}

impl fmt::Debug for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

impl Serialize for Played {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Played, D::Error> {
        let key = String::deserialize(deserializer)?;
        Played::new(&key).map_err(de::Error::custom)
    }
}
