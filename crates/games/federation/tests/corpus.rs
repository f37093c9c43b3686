//! Logs of released programs.

klaxon_testkit::corpus!(klaxon_federation::Federation);
