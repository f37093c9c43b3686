//! The contract that every game is held to, over random play through all scripts and sizes.

use klaxon_space_alert::{Action, EndRound, Pause, SpaceAlert, Wait};

klaxon_testkit::conformance!(
    SpaceAlert,
    games = 150,
    // Whoever waits or has agreed is not asked, but may come back, and may end the pause that he was content with.
    anytime = |action| matches!(
        action,
        Action::Wait(Wait::Wake)
            | Action::EndRound(EndRound::EndRound(false))
            | Action::Pause(Pause::Pause(false))
    )
);
