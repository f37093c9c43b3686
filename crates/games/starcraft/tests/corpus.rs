//! Logs of released programs.

klaxon_testkit::corpus!(klaxon_starcraft::StarCraft);
