//! What no bot above random may do, and what none may miss.

klaxon_testkit::blunders!(klaxon_star_trek::StarTrek, strong);
