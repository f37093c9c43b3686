//! The language that is spoken at a table, where its owner has said so.

use crate::error::Fault;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Languages by their codes (ISO 639), with what they call themselves.
const KNOWN: [(&str, &str); 20] = [
    ("cs", "čeština"),
    ("da", "dansk"),
    ("de", "Deutsch"),
    ("en", "English"),
    ("es", "español"),
    ("fi", "suomi"),
    ("fr", "français"),
    ("hu", "magyar"),
    ("it", "italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("nl", "Nederlands"),
    ("no", "norsk"),
    ("pl", "polski"),
    ("pt", "português"),
    ("ru", "русский"),
    ("sv", "svenska"),
    ("tr", "Türkçe"),
    ("uk", "українська"),
    ("zh", "中文"),
];

/// A language, by its place among those that are known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Language(usize);

impl Language {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..KNOWN.len()).map(Language)
    }

    /// Its code.
    pub fn code(self) -> &'static str {
        KNOWN[self.0].0
    }

    /// What it calls itself.
    pub fn name(self) -> &'static str {
        KNOWN[self.0].1
    }

    /// Reads a code; nothing for an empty one.
    pub fn read(code: &str) -> Result<Option<Language>, Fault> {
        if code.is_empty() { Ok(None) } else { code.parse().map(Some).map_err(Fault::malformed) }
    }
}

impl FromStr for Language {
    type Err = String;
    fn from_str(code: &str) -> Result<Language, String> {
        Language::all().find(|known| known.code() == code).ok_or_else(|| {
            let codes: Vec<&str> = KNOWN.iter().map(|(code, _)| *code).collect();
            format!("a language is one of {}", codes.join(", "))
        })
    }
}

impl TryFrom<String> for Language {
    type Error = String;
    fn try_from(code: String) -> Result<Language, String> {
        code.parse()
    }
}

impl From<Language> for String {
    fn from(language: Language) -> String {
        language.code().into()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_read_by_their_codes() {
        assert_eq!(Language::read("de").unwrap().map(Language::name), Some("Deutsch"));
        assert_eq!(Language::read("").unwrap(), None);
        for bad in ["DE", "deutsch", "xx", "<b>"] {
            assert_eq!(Language::read(bad).unwrap_err().code, "malformed", "{bad}");
        }
        assert!(
            Language::all().all(|l| Language::read(l.code()).unwrap() == Some(l) && !l.name().is_empty())
        );
    }
}
