//! What is seen of a battle, and the line it ends in.

use klaxon_federation::Federation;
use klaxon_testkit::{Given, given};

fn token(id: &str, clauses: &str) -> Given<Federation> {
    given(&format!("queue {id}; {clauses}"))
}

#[test]
fn a_battle_is_a_chapter() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1")
        .dice("5")
        .play("fed: resolve")
        .shows("flip banner move banner spread throw hit move")
        .comes_to("1 hit at Flesh Eaters 1: Flesh Eaters Battle Fleet back to Flesh Eaters 2.");
}

#[test]
fn a_lost_battle_says_what_it_costs() {
    token("FE-ADV", "war FE 3; fleet FE-B FE3; mines FE2 FE3")
        .dice("1")
        .play("fed: resolve")
        .comes_to(
            "No hit: battle lost at Flesh Eaters 2. Military Losses 0 to 1. Mine Field lost. Flesh Eaters Battle Fleet back \
             to Flesh Eaters 3.",
        );
}
