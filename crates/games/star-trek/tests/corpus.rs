//! Logs of released programs.

klaxon_testkit::corpus!(klaxon_star_trek::StarTrek);
