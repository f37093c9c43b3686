//! A finished game looked back upon, the same way for every game: what decided it, how it stood from step to step, the few
//! moments that turned it, how the dice fell, and the table of points. Each game tells a [`Tale`] of its own end; what is
//! picked from it and how it is drawn is common to all.
//!
//! Everything may be known by then, so a [`Story`] is made once for all who may look at the table.

mod curve;
pub mod federation;
mod look_back;
mod next;
mod panel;
mod pick;
pub mod picture;
mod record;
pub mod red_alert;
pub mod space_alert;
pub mod star_trek;
pub mod starcraft;

pub use curve::numbered;
pub use look_back::{Kept, LookBack, look_back, look_back_soon};
pub use next::{Next, next};
pub use panel::{Actions, draw, hidden, verdict};
pub use record::Record;

use crate::drawing::{self, seat_class};
use klaxon_catalog::Table;
use klaxon_core::{Outcome, Seat, SeatSet, Viewer, log::Parting};
use pick::pick;

/// A finished game looked back upon.
#[derive(Clone, PartialEq, Debug)]
pub struct Story {
    /// Who stood against whom; one side where all play together.
    pub sides: Vec<Side>,
    /// How it ended.
    pub outcome: Outcome,
    /// What the game tells of it.
    pub tale: Tale,
    /// The moments that turned it, in order of play.
    pub marks: Vec<Mark>,
    /// How good each position looked for each side, from 0 to 1000.
    pub course: Vec<Vec<i32>>,
}

/// Those who win and lose together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Their seats.
    pub seats: SeatSet,
    /// What the side is called.
    pub name: String,
    /// The class that colours it.
    pub class: String,
}

/// What a game tells of its own end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tale {
    /// Where all play together, or one alone: the verdict, whoever looks.
    pub together: Option<&'static str>,
    /// What the sides are called, where seats are not.
    pub names: Vec<String>,
    /// The cause in a sentence.
    pub cause: String,
    /// What each side reached; one entry where all play together, none where nothing is counted.
    pub scores: Vec<String>,
    /// What is counted.
    pub unit: &'static str,
    /// What may have turned it.
    pub moments: Vec<Moment>,
    /// The steps at which turns or rounds began.
    pub turns: Vec<(u32, String)>,
    /// How the dice fell, by side.
    pub luck: Vec<Throws>,
    /// The table of points.
    pub sheet: Sheet,
}

/// Something that may have turned a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The step in which it happened.
    pub step: u32,
    /// The turn or round, such as `Turn 3`.
    pub when: String,
    /// What happened.
    pub title: String,
    /// What came of it; may be empty.
    pub text: String,
    /// The side that gained, where the game knows it; in a game of one side `None` is a loss.
    pub gains: Option<usize>,
    /// How much it weighs by the game's own measure, in thousandths of a game: counts where the estimate saw it coming.
    pub weight: i32,
}

/// A moment that turned the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// What happened.
    pub moment: Moment,
    /// The side that gained; `None` for a loss where all play together.
    pub side: Option<usize>,
    /// How the estimate of that side's chances changed, in thousandths; nothing where another moment of the step explains it.
    pub swing: i32,
}

/// How one side's dice fell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Throws {
    /// The side.
    pub side: usize,
    /// Hits.
    pub hits: u32,
    /// Hits that so many dice score on average, in thousandths.
    pub expected: u64,
    /// What was thrown, such as `42 dice`.
    pub thrown: String,
}

/// A table of points that is readable on a phone: few columns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// What it is called.
    pub title: &'static str,
    /// Headings of the columns after the first.
    pub head: Vec<String>,
    /// Names with their cells; the last flag marks a total or a winner.
    pub rows: Vec<(String, Vec<String>, bool)>,
    /// A remark below, such as in which order ties are broken.
    pub note: String,
}

impl Story {
    /// Looks back on a finished game; `None` while it runs.
    pub fn of(header: &str, entries: &[String]) -> Result<Option<Story>, Parting> {
        let table = Table::resume(header, None, entries)?;
        let Some(outcome) = table.outcome() else { return Ok(None) };
        let course = Table::course(header, entries)?;
        Ok(Some(Story::tell(&table, outcome, &course)))
    }

    /// The same of a table that has heard the whole game, with each seat's chances at each step.
    pub fn tell(table: &Table, outcome: Outcome, course: &[Vec<i32>]) -> Story {
        let mut sides = sides(table);
        let mut tale = drawing::tale(table, &sides, &outcome);
        if tale.together.is_some() {
            // Whoever has secrets from the others stands with them all the same.
            sides.truncate(1);
            sides.iter_mut().for_each(|side| side.seats = SeatSet::first(table.seats()));
        }
        for (side, name) in sides.iter_mut().zip(&tale.names) {
            side.name.clone_from(name);
        }
        // Team-mates stand or fall together: the first of them speaks for all.
        let first = |side: &Side| side.seats.iter().next().map_or(0, Seat::index);
        let of_sides = |seats: &Vec<i32>| sides.iter().map(|side| seats[first(side)]).collect();
        let course: Vec<Vec<i32>> = course.iter().map(of_sides).collect();
        if tale.moments.len() < pick::FEWEST {
            tale.moments.extend(from_the_log(table, &tale, &course));
        }
        let marks = pick(&tale.moments, &course);
        Story { sides, outcome, tale, marks, course }
    }

    /// Do all play together, or one alone?
    pub fn is_together(&self) -> bool {
        self.tale.together.is_some()
    }
}

/// Where a game names hardly any moments: the steps that moved the estimate most, with what the log says of them.
fn from_the_log(table: &Table, tale: &Tale, course: &[Vec<i32>]) -> Vec<Moment> {
    let moved = |step: u32| {
        let at = step as usize;
        let pair = course.get(at).zip(at.checked_sub(1).and_then(|before| course.get(before)));
        pair.map_or(0, |(now, before)| now.iter().zip(before).map(|(a, b)| (a - b).abs()).max().unwrap_or(0))
    };
    let mut found: Vec<Moment> = Vec::new();
    for said in table.said(Viewer::Everything, 0) {
        let known = tale.moments.iter().chain(&found).any(|moment| moment.step == said.step);
        if !known && said.line.depth == 0 && moved(said.step) > 0 {
            let turn =
                tale.turns.iter().rev().find(|(from, _)| *from <= said.step).map(|(_, name)| heading(name));
            found.push(Moment {
                step: said.step,
                when: turn.unwrap_or_else(|| "Set-up".into()),
                title: heading(&said.line.text),
                text: String::new(),
                gains: None,
                weight: 0,
            });
        }
    }
    found
}

/// Who stands against whom.
fn sides(table: &Table) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    for i in 0..table.seats() {
        let seat = Seat(i as u8);
        if sides.iter().any(|side| side.seats.has(seat)) {
            continue;
        }
        let seats = table.team(seat);
        let names: Vec<String> = seats.iter().map(|seat| table.seat_name(seat)).collect();
        sides.push(Side { seats, name: names.join(" and "), class: seat_class(table, seat) });
    }
    sides
}

/// The side of a seat among some.
fn side_of(sides: &[Side], seat: usize) -> Option<usize> {
    sides.iter().position(|side| side.seats.has(Seat(seat as u8)))
}

/// A sentence that begins with a capital and has no full stop.
fn heading(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}
