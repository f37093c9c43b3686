//! The contract that all Klaxon games keep, over seeded random games.

use klaxon_starcraft::{Action, Scrap, StarCraft};

klaxon_testkit::conformance!(
    StarCraft,
    games = 60,
    max_steps = 60_000,
    lossless = true,
    // SC-14.20: at random, nobody may ever be the last one left.
    endless = |setup| setup.galactic && setup.round_limit == 0,
    // Open in every turn, or always, and never asked about (SC-1.15, SC-14.21).
    anytime = |action| matches!(action, Action::Scrap(Scrap::Scrap) | Action::Anytime(_))
);
