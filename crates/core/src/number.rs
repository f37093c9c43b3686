//! Numbers in sentences.

use std::fmt::Display;

/// How many of a thing whose plural ends in s.
///
/// ```
/// use klaxon_core::{count, counted};
///
/// assert_eq!(count(1, "point"), "1 point");
/// assert_eq!(count(0, "point"), "0 points");
/// assert_eq!(counted(2, "energy", "energies"), "2 energies");
/// ```
pub fn count(n: impl Display, one: &str) -> String {
    let (n, s) = of(n, "", "s");
    format!("{n} {one}{s}")
}

/// How many of a thing whose plural is a word of its own.
pub fn counted(n: impl Display, one: &str, many: &str) -> String {
    let (n, word) = of(n, one, many);
    format!("{n} {word}")
}

fn of<'a>(n: impl Display, one: &'a str, many: &'a str) -> (String, &'a str) {
    let n = n.to_string();
    let word = if n == "1" { one } else { many };
    (n, word)
}
