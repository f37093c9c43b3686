//! The contract that all Klaxon games keep, over seeded random games.

use klaxon_starcraft::{Action, StarCraft};

klaxon_testkit::conformance!(
    StarCraft,
    games = 60,
    max_steps = 60_000,
    lossless = true,
    // Open in every turn, and never asked about (SC-1.15).
    anytime = |action| matches!(action, Action::Scrap)
);
