//! Parley keeps the contract.

use klaxon_testkit::parley::Parley;

klaxon_testkit::conformance!(Parley, games = 400, max_steps = 200, lossless = true);
