//! Logs of released programs.

klaxon_testkit::corpus!(klaxon_space_alert::SpaceAlert);
