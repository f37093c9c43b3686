//! The suite that every game is held to.

use klaxon_red_alert::RedAlert;

klaxon_testkit::conformance!(RedAlert, games = 200, lossless = true, anytime = |action| action.is_anytime());
