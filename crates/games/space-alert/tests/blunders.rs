//! What no bot above random may do, and what none may miss.

klaxon_testkit::blunders!(klaxon_space_alert::SpaceAlert, strong);
