//! What is seen of a fight, and the line it ends in.

use klaxon_star_trek::StarTrek;
use klaxon_testkit::{Given, given};

/// Two ships in beam range of each other; the second fires.
fn close() -> Given<StarTrek> {
    given(
        "ship 1 ROM-S02 of p1 at 10000,12000 heading 0; ship 2 FED-S01 of p2 at 14000,12000 heading 1800; \
         acting 2 owes AT",
    )
}

#[test]
fn a_beam_is_a_chapter() {
    close()
        .dice("hit hit miss miss  hit hit hit hit hit")
        .play("p2: fire 1")
        .shows("banner shot throw hit throw")
        .comes_to("2 of 4 hit Haakona: Haakona loses 2 shields. No critical.");
    close()
        .dice("miss miss miss miss")
        .play("p2: fire 1")
        .shows("banner shot throw")
        .comes_to("No hit on Haakona.");
}
