//! What the pages around a table know of Federation: its game of the day, and how soon Sol was held or how far one came.

use crate::{
    achievements::Achievement,
    boards::around::{Around, Best, Measure},
    table::daily::Finish,
};
use klaxon_core::{TableOrder, count};
use klaxon_store::Fared;

/// A victory counts this much less the turns it took; a defeat, a hundred for each world and the turns held.
const VICTORY: i64 = 10_000;
/// More than any defeat counts.
const DEFEATS: i64 = 1000;

pub const AROUND: Around = Around {
    measure: Measure {
        of: |finish, _| finish.won.then_some(i64::from(finish.turns)),
        fewer: true,
        words: |turns| count(turns, "turn"),
        has_par: true,
    },
    best: Some(Best { of: |finish| Some(score(finish)), words }),
    daily: Some(daily),
    // The opening that is suggested for a first game, at a pace at which everything can be followed.
    first: &[("opening", "suggested"), ("pace", "every-throw")],
    achievements,
    ..Around::PLAIN
};

/// Whoever wins sooner is better, and of those who lose whoever came further.
fn score(finish: &Finish) -> i64 {
    if finish.won {
        VICTORY - i64::from(finish.turns.min(9000))
    } else {
        i64::from(finish.settled) * 100 + i64::from(finish.turns.min(99))
    }
}

fn words(score: i64) -> String {
    if score >= DEFEATS {
        format!("won in {}", count(VICTORY - score, "turn"))
    } else {
        format!("{} settled, {}", count(score / 100, "world"), count(score % 100, "turn"))
    }
}

/// The difficulty goes round. Everybody meets the day's luck at the pace at which it can be looked at first.
fn daily(day: u64) -> TableOrder {
    let scenario = ["easy", "medium", "hard"][(day % 3) as usize];
    let options = [("pace".into(), "every-throw".into())].into();
    TableOrder { scenario: scenario.into(), seats: 1, options, ..TableOrder::default() }
}

fn achievements(won: &[&Fared]) -> Vec<Achievement> {
    let hard = won.iter().any(|row| row.scenario == "hard");
    vec![Achievement::one("Six worlds, the hard way", "won Federation on hard", hard)]
}
