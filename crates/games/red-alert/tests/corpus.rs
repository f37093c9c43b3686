//! Logs of released programs.

klaxon_testkit::corpus!(klaxon_red_alert::RedAlert);
