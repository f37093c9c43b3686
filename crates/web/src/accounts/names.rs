//! Names of accounts: unique, and none that could be taken for another.

use crate::error::Fault;
use unicode_security::{GeneralSecurityProfile, MixedScript, confusable_detection::skeleton};

/// The sign before the name of an account, wherever it is shown. No guest has it.
pub const SIGN: char = '@';
/// The shortest and the longest name, in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;
/// Names under which nobody should speak here.
const RESERVED: [&str; 14] = [
    "table",
    "clock",
    "guest",
    "klaxon",
    "admin",
    "administrator",
    "moderator",
    "host",
    "system",
    "server",
    "bot",
    "program",
    "everybody",
    "nobody",
];

/// A name that an account may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// As it is written, without the sign.
    pub text: String,
    /// As it looks.
    pub folded: String,
}

impl Name {
    /// Reads a name as somebody typed it, with or without the sign.
    pub fn read(text: &str) -> Result<Name, Fault> {
        let text = text.trim();
        let text = text.strip_prefix(SIGN).unwrap_or(text);
        let count = text.chars().count();
        if !LENGTH.contains(&count) {
            let (least, most) = (LENGTH.start(), LENGTH.end());
            return Err(Fault::malformed(format!("a name has {least} to {most} letters or digits")));
        }
        let fits = |c: char| c == '-' || c == '_' || c.is_alphanumeric() && c.identifier_allowed();
        if !text.chars().all(fits) || !text.starts_with(char::is_alphanumeric) {
            return Err(Fault::malformed(
                "a name is made of letters and digits, with - or _ between them: no spaces, no other signs",
            ));
        }
        // Letters of several alphabets in one name are how names are forged.
        if !text.is_single_script() {
            return Err(Fault::malformed("the letters of a name come from one alphabet"));
        }
        let name = Name { text: text.into(), folded: fold(text) };
        if RESERVED.iter().any(|word| fold(word) == name.folded) {
            return Err(Fault::malformed("this name is kept free, so that nobody is taken for the house"));
        }
        Ok(name)
    }
}

/// How a name looks: the same for two that could be taken for each other.
pub fn fold(text: &str) -> String {
    let text = text.trim().trim_start_matches(SIGN);
    let looks: String = skeleton(&text.to_lowercase()).collect();
    // What looks like a capital letter is one, until now. A capital `I` is an `i` and looks like an `l`: so the three are one.
    let looks = looks.to_lowercase().replace('i', "l");
    skeleton(&looks).collect()
}

/// The name of an account as it is shown.
pub fn shown(name: &str) -> String {
    format!("{SIGN}{name}")
}

/// Is it the sign, or something that looks like it?
pub fn is_sign(c: char) -> bool {
    matches!(c, SIGN | '\u{ff20}' | '\u{fe6b}' | '\u{24d0}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_one_name() {
        for (a, b) in [
            ("Ada", "ada"),
            ("Ada", "ADA"),
            ("Paul", "PauI"),
            ("Paul", "Pau1"),
            ("Bob0", "BobO"),
            ("modern", "modem"),
            ("scope", "\u{455}\u{441}\u{43e}\u{440}\u{435}"),
            ("Zoë", "ZOË"),
        ] {
            assert_eq!(fold(a), fold(b), "{a} {b}");
        }
        for (a, b) in [("Ada", "Eda"), ("Bob", "Rob"), ("a-b", "a_b")] {
            assert_ne!(fold(a), fold(b), "{a} {b}");
        }
        assert_eq!(fold("@Ada"), fold("Ada"));
    }

    #[test]
    fn a_name_is_a_word_of_one_alphabet() {
        for good in ["Ada", "@Ada", " Ada ", "Łukasz", "李白", "Ольга", "x-1", "deep_thought", "42"] {
            let name = Name::read(good).unwrap_or_else(|fault| panic!("{good}: {fault}"));
            assert!(!name.text.contains('@') && !name.folded.is_empty(), "{good}");
        }
        let long = "x".repeat(21);
        for bad in [
            "",
            "A",
            "@",
            "Ada Lovelace",
            "-ada",
            "a.b",
            "a@b",
            "ada\u{202e}",
            "ad\u{200b}a",
            "Admin",
            "CIock",
            "Ada\u{430}",
            "＠ada",
            "ﬁ-x",
            "😀😀",
            &long,
        ] {
            assert!(Name::read(bad).is_err(), "{bad}");
        }
    }
}
