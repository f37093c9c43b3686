#![doc = include_str!("../../../../docs/situations/star-trek.md")]

use crate::questions::{Action, Asked};
use crate::state::StarTrek;
use klaxon_core::{Seat, Situation};
use std::str::FromStr;

mod check;
mod facts;
mod position;
pub(crate) mod spell;

impl Situation for StarTrek {
    fn given(clauses: &[&str]) -> Result<StarTrek, String> {
        position::given(clauses)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        facts::clauses(self)
    }

    fn seat(name: &str) -> Option<Seat> {
        let n: u8 = name.strip_prefix('p')?.parse().ok()?;
        (1..=6).contains(&n).then(|| Seat(n - 1))
    }

    fn seat_word(seat: Seat) -> String {
        format!("p{}", seat.0 + 1)
    }

    fn face(word: &str) -> Option<u32> {
        match word {
            "hit" => Some(1),
            "miss" | "crit" => Some(0),
            _ => None,
        }
    }

    fn action(&self, seat: Seat, words: &str) -> Result<Action, String> {
        Action::read(Asked::of(self, seat), words)
    }

    fn words(action: &Action) -> String {
        action.words()
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        facts::holds(self, clause)
    }
}

/// The words of a clause or decision, one after the other.
pub(crate) struct Reader<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { words: text.split_whitespace().peekable() }
    }

    pub fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    pub fn word(&mut self, what: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("{what} is missing"))
    }

    pub fn number<T: FromStr>(&mut self, what: &str) -> Result<T, String> {
        let word = self.word(what)?;
        word.parse().map_err(|_| format!("`{word}` is no {what}"))
    }

    /// Takes the word if it comes next.
    pub fn takes(&mut self, word: &str) -> bool {
        self.words.next_if_eq(&word).is_some()
    }

    /// The word must come next.
    pub fn key(&mut self, word: &str) -> Result<(), String> {
        if self.takes(word) { Ok(()) } else { Err(format!("`{word}` is missing")) }
    }

    pub fn end(&mut self) -> Result<(), String> {
        match self.words.next() {
            Some(word) => Err(format!("`{word}` is not expected here")),
            None => Ok(()),
        }
    }
}

pub(crate) fn seat_of(word: &str) -> Result<u8, String> {
    StarTrek::seat(word).map(|s| s.0).ok_or_else(|| format!("`{word}` is no seat: p1 to p6"))
}
