//! Chapter 6: the structure of a turn.

use super::common::{battle, eve};

#[test]
fn ra_6_1_the_phases_of_a_turn() {
    battle("cw G6 SC; cw I2 SD; cf G9 SC; hand cw CM-05; phase command cw")
        .then("question command")
        .play("cw: play CM-05")
        .then("question orders")
        .not_asked("cw: move G6 G7")
        .plays("cw: order G6; cw: done-ordering")
        .then("question movement")
        .not_asked("cw: attack G6 G9")
        .play("cw: move G6 G7")
        .then("question combat")
        .not_asked("cw: order I2")
        .dice("star star star")
        .play("cw: attack G7 G9")
        .then("question end-choice; discarded CM-05")
        .play("cw: two-stars")
        .then("turn 2");
}

#[test]
fn ra_6_2_the_steps_at_the_start_of_a_turn() {
    let case = eve(
        "E6 planet; G8 asteroid; objectives cw planet-control; cw E6 SC; cw G3 SD cloaked; cw G8 SC; stars cw 1 cf 1;
         combat cf CB-27",
    );
    case.play("cf: two-stars")
        .then("points cw 1; question upkeep; asked cw") // a, then b
        .dice("red-alert")
        .play("cw: keep-cloak G3") // then c
        .then("cw G8 SC alert; stars cw 0; window opp-turn-start; asked cf") // then d
        .play("cf: pass")
        .then("question command; asked cw");
    // Victory is checked after each: with the point the battle is over and no asteroid die is rolled.
    eve("E6 planet; G8 asteroid; objectives cw planet-control; points cw 12; cw E6 SC; cw G8 SC")
        .play("cf: two-stars")
        .then("winner cw; points cw 13; cw G8 SC -alert");
}

#[test]
fn ra_6_3_only_the_player_whose_turn_starts_rolls_and_scores() {
    eve("E6 planet; C8 G8 asteroid; objectives cw planet-control; objectives cf planet-control; cw G8 SC; cf C8 SC; cf E6 SC")
        .dice("star") // one die: only the Commonwealth's unit
        .play("cf: two-stars")
        .then("points cw 0 cf 0; cf C8 SC -alert");
}

#[test]
fn ra_6_4_units_of_one_step_act_in_hex_order() {
    // The thirteenth point is the one of the upper hex; the lower one never scores.
    eve("E6 G6 planet; objectives cw planet-control; points cw 12; cw E6 SC; cw G6 SC")
        .play("cf: two-stars")
        .then("winner cw; points cw 13; markers cw E6 1; markers cw G6 0");
    // Asteroid dice fall from row A to K, then by column.
    eve("E6 G2 G9 asteroid; cw E6 SC; cw G2 SC; cw G9 SC")
        .dice("star red-alert blast")
        .play("cf: two-stars")
        .then("cw E6 SC -alert; cw G2 SC alert; cw G9 SC -alert");
}
