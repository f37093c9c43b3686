//! Winning and losing.

use crate::{given, phase3, token};
use klaxon_core::{Seat, SeatSet};

const FIVE: &str =
    "base build CUA; base maneuver APC; base research PUY; base espionage ABR; base defense ASC";
const FULL_BUT_FE: &str = "tech CT A_FSC A_FRA A_RPR; tech ME A_FSC A_FRA A_RPR; tech MU A_FSC A_FRA A_RPR; tech CY A_FSC A_FRA A_RPR A_ADS";

#[test]
fn sf_3_1_six_settled_spaces_win_at_once() {
    let end = phase3(&format!("{FIVE}; flagships SAE; stored B"))
        .play("fed: settle SAE warp-research")
        .then("over won")
        .asks("")
        .ends();
    assert!(end.winners == SeatSet::only(Seat(0)) && !end.draw);
    // Nothing can be decided any more.
    phase3(&format!("{FIVE}; flagships SAE; stored B B"))
        .play("fed: settle SAE warp-research")
        .too_late("fed: end");
    // A lost Base must be settled again: with five on the map the sixth to be placed is not enough.
    let four =
        "base build CUA; base maneuver APC; base research PUY; base espionage unbuilt; base defense ASC";
    phase3(&format!("{four}; flagships SAE; stored B"))
        .play("fed: settle SAE warp-research")
        .then("asks actions; base espionage unbuilt");
}

#[test]
fn sf_3_2_the_win_comes_before_the_war_effort() {
    phase3(&format!("{FIVE}; flagships SAE; stored B"))
        .play("fed: settle SAE warp-research")
        .then("over won; war CY 0");
}

#[test]
fn sf_3_3_fleets_in_sol_lose_only_at_the_end_of_a_federation_turn() {
    let end = phase3("fleet ME-S SOL").play("fed: end").then("over sol").ends();
    assert!(end.winners == SeatSet::NONE && !end.draw, "the Federation has lost");
    phase3("fleet ME-S ME1").play("fed: end").then("asks next");
    // Sol without assets: the battle is lost, the Scout stays in Sol, and the game goes on.
    token("ME-ADV", "fleet ME-S ME1; flagships FE4")
        .dice("1 1 1 1")
        .play("fed: resolve")
        .then("fleet ME-S SOL; losses 1; asks next");
}

#[test]
fn sf_3_4_stability_0_loses_at_once() {
    token("EXP", "expansion 1; stability 1").play("fed: resolve").then("stability 0; over unstable");
    token("EXP", "expansion 1; stability 2").play("fed: resolve").then("stability 1; asks next");
}

#[test]
fn sf_3_5_five_full_technology_tracks_lose_a_spy_does_not_count() {
    token("FE-TEC", &format!("{FULL_BUT_FE}; tech FE A_FSC A_FRA; war FE 1"))
        .dice("pick1")
        .play("fed: resolve")
        .then("over outclassed");
    // One full track, or four, are none of it.
    token("FE-TEC", "tech CT A_FSC A_FRA A_RPR; tech FE A_FSC; war FE 1")
        .dice("pick1")
        .play("fed: resolve")
        .then("asks next");
    given(&format!("{FULL_BUT_FE}; tech FE A_FSC A_FRA; spies FE; queue EXP"))
        .play("fed: resolve")
        .then("asks next");
}

#[test]
fn sf_3_6_the_earlier_of_win_and_loss_counts() {
    // Aliens in Sol would lose the game at the end of this turn, but the sixth Base wins before.
    phase3(&format!("{FIVE}; flagships SAE; fleet ME-S SOL; stored B"))
        .play("fed: settle SAE warp-research")
        .then("over won");
    // Stability falls before the Random Event of an Alien War could bring relief.
    token("AWR", "relation FE-CT war; expansion 1; stability 1").play("fed: resolve").then("over unstable");
}

#[test]
fn sf_3_7_whatever_is_pending_is_not_resolved() {
    // The Flesh Eaters' unrest ends the game: no die falls for the Random Event, the queue is not refilled.
    let g = token("AWR", "relation FE-CT war; expansion 1; stability 1")
        .play("fed: resolve")
        .then("asks nothing; chits");
    assert_eq!(g.game().table().queue.len(), 1);
    assert!(g.ends().winners.is_empty());
}
