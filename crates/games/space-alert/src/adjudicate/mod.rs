//! "Who is right?": a finished mission, written down as TOML or JSON, is resolved step by step.
//!
//! ```
//! let report = klaxon_space_alert::adjudicate(r#"
//!     tracks = { red = "T3", white = "T5", blue = "T1", internal = "T6" }
//!     threats = [{ card = "E1-07", turn = 2, zone = "red" }]
//!     crew = [
//!         "RED . A A A . C",
//!         ". C . . B",
//!     ]
//!     tiles = { red = ["heavy", "light", "shield", "reactor", "lift", "structural"] }
//! "#).unwrap();
//! assert_eq!(report.end.score, Some(4));
//! ```

mod problem;
mod read;
mod report;
mod start;

pub use problem::{Filled, Puzzle, fill_in, judge_plan, read_puzzle};
pub use report::{
    ByZone, Checkpoint, CrewPoint, End, LossReport, Report, Sentence, StepReport, ThreatPoint, TurnReport,
};

use crate::{Declared, Happening, Step, Voyage};
use serde::Serialize;

/// A mistake in what was written down, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mistake {
    /// Such as `crew[2], turn 5`; empty for the text as a whole.
    pub place: String,
    /// What is wrong and what would be right.
    pub text: String,
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.place.is_empty() {
            f.write_str(&self.text)
        } else {
            write!(f, "{}: {}", self.place, self.text)
        }
    }
}

/// A mission to be judged: where it begins, and who tripped when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The position to begin with.
    pub voyage: Voyage,
    /// Who tripped in which turn: crew member from 0, turn. The program shows what was meant (SA-5.3).
    pub trips: Vec<(usize, u8)>,
    /// What was filled in for the writer.
    pub notes: Vec<String>,
}

/// Reads a mission and resolves it.
pub fn adjudicate(text: &str) -> Result<Report, Vec<Mistake>> {
    Ok(judge(&read_case(text)?))
}

/// Reads a mission. All mistakes are found, not only the first.
pub fn read_case(text: &str) -> Result<Case, Vec<Mistake>> {
    read::case(text)
}

/// Resolves a mission, looking at the ship after each step of each turn.
pub fn judge(case: &Case) -> Report {
    let mut voyage = case.voyage;
    let mut turns: Vec<TurnReport> = Vec::new();
    while !voyage.is_over() {
        let (turn, step) = (voyage.turn, voyage.step);
        let mut ear: Vec<Happening> = Vec::new();
        if let Step::Actions { next } = step {
            voyage.announce(&mut ear);
            for i in usize::from(next)..usize::from(voyage.crew_size) {
                let tripped = case.trips.contains(&(i, turn)) && !voyage.slot(i).is_empty();
                voyage.act(i, if tripped { Declared::AsWritten } else { Declared::Fine }, &mut ear);
            }
            voyage.end_actions(&mut ear);
            voyage.next_step(&mut ear);
        } else {
            voyage.advance(&mut ear);
        }
        if turns.last().is_none_or(|t| t.turn != turn) {
            turns.push(TurnReport { turn, steps: Vec::new() });
        }
        let steps = &mut turns.last_mut().expect("just pushed").steps;
        steps.push(StepReport::new(step, &ear, &voyage));
    }
    let (notes, start, end) = (case.notes.clone(), Checkpoint::of(&case.voyage), End::of(&voyage));
    Report { notes, start, turns, end, ship: Box::new(voyage) }
}
