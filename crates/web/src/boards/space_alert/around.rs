//! What the pages around a table know of Space Alert: missions are compared by their score and the colours of their threats.

use crate::{
    achievements::Achievement,
    boards::around::{Around, Best, Measure, OwnPage},
};
use klaxon_core::count;
use klaxon_store::Fared;

pub const AROUND: Around = Around {
    measure: Measure { words: |score| count(score, "point"), has_par: true, ..Measure::SCORES },
    best: Some(Best {
        of: |finish| finish.scores.first().map(|score| i64::from(*score)),
        words: |score| count(score, "point"),
    }),
    // The clock can be stopped, and skipped on while all wait.
    first: &[("pause", "on")],
    apart: &["common", "serious"],
    pages: &[
        OwnPage { href: "/ships-log", short: "Ship's log", title: "The ship's log", is_record: true },
        OwnPage {
            href: "/resolve",
            short: "From the box",
            title: "Resolve a mission from the box",
            is_record: false,
        },
    ],
    // Only flights can be written down, which nobody stops to look at.
    has_words: false,
    achievements,
    ..Around::PLAIN
};

fn achievements(won: &[&Fared]) -> Vec<Achievement> {
    // The colours of the threats stand behind the mission.
    let campaign = won.iter().any(|row| row.scenario.split(' ').next() == Some("campaign"));
    vec![Achievement::one("Home again", "brought an Exploration campaign of Space Alert home", campaign)]
}
