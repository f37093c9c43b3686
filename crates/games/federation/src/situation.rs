#![doc = include_str!("../../../../docs/situations/federation.md")]

mod expect;
mod position;
mod verbs;

pub use expect::ask_word;

use crate::{Action, Federation};
use klaxon_core::{Seat, Situation};

/// The words of a clause or decision, read one by one.
pub(crate) struct Reader<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { words: text.split_whitespace().peekable(), text }
    }

    /// The next word, which must be there.
    fn word(&mut self, what: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("`{}` ends where {what} should stand", self.text))
    }

    /// The next word, if there is one.
    fn maybe(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// Takes the next word if it is this one.
    fn takes(&mut self, word: &str) -> bool {
        self.words.next_if(|w| *w == word).is_some()
    }

    fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().copied()
    }

    /// The next word as something with an id.
    fn id<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let word = self.word(what)?;
        find(word).ok_or_else(|| format!("`{word}` in `{}` is no {what}", self.text))
    }

    fn number(&mut self, what: &str, most: u16) -> Result<u16, String> {
        self.id(what, |w| w.parse().ok().filter(|n| *n <= most))
    }

    /// All words left, each as something with an id.
    fn rest<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, String> {
        let mut list = Vec::new();
        while self.peek().is_some() {
            list.push(self.id(what, &find)?);
        }
        Ok(list)
    }

    fn end(mut self) -> Result<(), String> {
        match self.maybe() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is too much in `{}`", self.text)),
        }
    }
}

impl Situation for Federation {
    fn given(clauses: &[&str]) -> Result<Federation, String> {
        position::given(clauses)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        position::clauses(self)
    }

    fn seat(name: &str) -> Option<Seat> {
        matches!(name, "fed" | "federation").then_some(Seat(0))
    }

    fn seat_word(_seat: Seat) -> String {
        "fed".into()
    }

    fn face(word: &str) -> Option<u32> {
        let (word, most) = match word.strip_prefix("pick") {
            Some(rest) => (rest, 70),
            None => (word, 6),
        };
        word.parse().ok().filter(|n| (1..=most).contains(n)).map(|n: u32| n - 1)
    }

    fn action(&self, _seat: Seat, words: &str) -> Result<Action, String> {
        verbs::read(&self.table, words)
    }

    fn words(action: &Action) -> String {
        verbs::print(*action)
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        expect::holds(self, clause)
    }
}
