//! The contract that all Klaxon games keep, over seeded random games.

klaxon_testkit::conformance!(klaxon_starcraft::StarCraft, games = 60, max_steps = 60_000, lossless = true,);
