//! What is seen of a battle, and the line it ends in.

use klaxon_starcraft::StarCraft;
use klaxon_testkit::{Given, given};

fn fight(attackers: &str, defenders: &str, clauses: &str) -> Given<StarCraft> {
    given(&format!(
        "galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p2 at tarsonis.1 {defenders}; {clauses}; \
         battle tarsonis.1 p1 {attackers}"
    ))
}

#[test]
fn a_skirmish_is_revealed_and_ends_in_a_line() {
    fight("marine", "zergling", "p1 hand T01; p2 hand Z01")
        .plays("p1: play T01; p2: play Z01")
        .shows("flip banner reveal+reveal loss+loss")
        .comes_to(
            "Marine of Jim Raynor destroyed. Zergling of The Overmind destroyed. Nobody is left in Tarsonis 1 (conquest 1) after the battle.",
        );
}

#[test]
fn a_card_laid_unseen_looks_like_any_other() {
    fight("marine x2", "zergling x2", "p1 hand T01 T02; p2 hand Z01 Z02").play("p1: play T01").shows("flip");
}
