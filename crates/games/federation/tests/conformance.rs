//! The contract that every game is held to.

klaxon_testkit::conformance!(klaxon_federation::Federation, games = 300, lossless = true);
