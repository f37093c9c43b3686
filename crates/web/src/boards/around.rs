//! What the pages around a table know of a game beside its board: what its finished games are compared by, what there is to
//! come to in it, and what else it has to show.

use crate::{achievements::Achievement, table::daily::Finish};
use klaxon_core::{Seat, TableOrder};
use klaxon_store::Fared;

/// What the pages around a table know of a game.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// What its finished games are compared by.
    pub measure: Measure,
    /// What its best scores stand by, in games that are played together against the game.
    pub best: Option<Best>,
    /// What the game of a day is, counted from 1970, in games that have one.
    pub daily: Option<fn(u64) -> TableOrder>,
    /// Options that ease a first game.
    pub first: &'static [(&'static str, &'static str)],
    /// Options by which a scenario becomes one of its own: its results are compared only with each other.
    pub apart: &'static [&'static str],
    /// Pages that only this game has.
    pub pages: &'static [OwnPage],
    /// Can its positions be written down as situations?
    pub has_words: bool,
    /// The name of a scenario that players wrote themselves: it is ordered by its whole text.
    pub own_scenario: fn(&str) -> Option<String>,
    /// What there is to come to in it, for somebody who has won so.
    pub achievements: fn(won: &[&Fared]) -> Vec<Achievement>,
}

impl Around {
    /// Of a game with nothing of its own around it.
    pub const PLAIN: Around = Around {
        measure: Measure::SCORES,
        best: None,
        daily: None,
        first: &[],
        apart: &[],
        pages: &[],
        has_words: true,
        own_scenario: |_| None,
        achievements: |_| Vec::new(),
    };
}

/// What a finished game is measured by, for a seat.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// How much it came to; `None` where it does not count.
    pub of: fn(&Finish, Seat) -> Option<i64>,
    /// Is less better?
    pub fewer: bool,
    /// In words.
    pub words: fn(i64) -> String,
    /// Does it say something what others usually reach?
    pub has_par: bool,
}

impl Measure {
    /// What each seat has reached.
    pub const SCORES: Measure = Measure {
        of: |finish, seat| finish.scores.get(seat.index()).copied().map(i64::from),
        fewer: false,
        words: |n| n.to_string(),
        has_par: false,
    };
}

/// What stands on a board of best scores: the more, the better.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// Of a finished game.
    pub of: fn(&Finish) -> Option<i64>,
    /// In words.
    pub words: fn(i64) -> String,
}

/// A page that only one game has.
#[derive(Clone, Copy, Debug)]
pub struct OwnPage {
    /// Where it is.
    pub href: &'static str,
    /// What it is called beside other links.
    pub short: &'static str,
    /// What it is called where there is room.
    pub title: &'static str,
    /// Does one look there when a game is over?
    pub is_record: bool,
}
