//! The contract that every game is held to, over random play through all scripts and sizes.

use klaxon_space_alert::{Action, SpaceAlert};

klaxon_testkit::conformance!(
    SpaceAlert,
    games = 150,
    // Whoever waits or has agreed is not asked, but may come back, and may end the pause that he was content with.
    anytime = |action| matches!(action, Action::Wake | Action::EndRound(false) | Action::Pause(false))
);
