#![doc = include_str!("../../../../docs/situations/federation.md")]

mod expect;
mod position;
pub(crate) mod spell;

use crate::{Action, Federation, Table, View, questions::Asked};
use klaxon_core::{Edition, Reader, Seat, Situation};

/// The word for what is asked.
pub fn ask_word(table: &Table) -> &'static str {
    let view = View { table: *table, sealed: None, edition: Edition::FIRST };
    Action::ask(&view).map_or("nothing", |ask| ask.word)
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
        Action::read(Asked::of(&self.table), words)
    }

    fn words(action: &Action) -> String {
        action.words()
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        expect::holds(self, clause)
    }
}
