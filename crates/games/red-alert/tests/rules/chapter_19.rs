//! Chapter 19: cloaking.

use super::common::{Case, battle, combat, eve, movement};
use klaxon_core::Situation;
use klaxon_red_alert::RedAlert;

/// The Commonwealth has given its orders and may play Cloaking Device.
fn ordering(clauses: &str) -> Case {
    battle(&format!("{clauses}; combat cw CB-04; stars cw 3; card cw CM-05; phase orders cw"))
        .play("cw: done-ordering")
}

#[test]
fn ra_19_1_cloaking_device_on_an_ordered_unit() {
    ordering("cw G6 SC ordered; cw G8 SC; cw G9 FL ordered; cw I6 SC ordered alert")
        .refuses("cw: card CB-04 G8", "RA-19.1") // not ordered
        .refuses("cw: card CB-04 G9", "RA-19.1") // a flagship
        .refuses("cw: card CB-04 I6", "RA-19.1") // marked
        .play("cw: card CB-04 G6")
        .then("cw G6 SC cloaked; stars cw 0");
}

#[test]
fn ra_19_2_three_cloaks_at_once() {
    ordering("cw G6 SC ordered; cw G8 SC cloaked; cf C8 SC cloaked").allows("cw: card CB-04 G6");
    ordering("cw G6 SC ordered; cw G8 SC cloaked; cf C8 SC cloaked; cf C9 SC cloaked")
        .refuses("cw: card CB-04 G6", "RA-19.1");
    let four = ["cw G6 SC cloaked", "cw G8 SC cloaked", "cf C8 SC cloaked", "cf C9 SC cloaked"];
    assert!(RedAlert::given(&four).is_err());
}

#[test]
fn ra_19_3_a_cloaked_unit_takes_no_planet_and_does_not_exit() {
    eve("E6 planet; objectives cw planet-control; cw E6 SC cloaked; stars cw 1")
        .play("cf: two-stars")
        .then("points cw 0");
    movement("cw A6 SC ordered cloaked; objectives cw breakthrough").refuses("cw: exit A6", "RA-20.13");
}

#[test]
fn ra_19_4_what_a_cloaked_unit_does_and_does_not() {
    // It is no target of combat or of enemy cards, and does not battle.
    combat("cw G6 SC ordered; cw I2 SC ordered; cf I4 SC; cf G8 SC cloaked")
        .refuses("cw: attack G6 G8", "RA-19.4");
    combat("cw G6 SC ordered cloaked; cw I2 SC ordered; cf I4 SC; cf G8 SC")
        .refuses("cw: attack G6 G8", "RA-19.4");
    battle("cw G6 SC ordered cloaked; cw G8 SD ordered; cf F6 SB; combat cf CB-24; stars cf 2; card cw CM-05; phase orders cw")
        .plays("cw: done-ordering; cw: pass")
        .refuses("cf: card CB-24 G6", "RA-17.1")
        .allows("cf: card CB-24 G8");
    // It does not block sight but fills its hex.
    battle("cw G7 SC cloaked; phase end-choice cw").then("sees G6 G8");
    movement("cw G6 SC ordered; cf G7 SC cloaked").refuses("cw: move G6 G7", "RA-9.5");
    // It gives no retirement hazard, and does not contest planets.
    combat("cw G6 SC ordered; cf G8 SC; cw F7 SD cloaked")
        .dice("triangle red-alert star")
        .play("cw: attack G6 G8")
        .play("cf: retire F7 E7")
        .then("cf E7 SC x2; cw F7 SD cloaked");
    eve("E6 E7 planet; objectives cw planet-control; cw E6 SC; cf E7 SC cloaked; stars cf 1")
        .play("cf: two-stars")
        .then("points cw 1");
    // It counts as being in its sector.
    battle("objectives cw clear-sector; cw G6 SC; cf C6 SC cloaked; cf C12 SC; hand cw CM-05; stars cf 1; phase end-choice cf").play("cf: two-stars").then("points cw 0");
}

#[test]
fn ra_19_5_an_ordered_unit_moves_cloaked_or_drops_its_cloak() {
    movement("cw G6 SC ordered cloaked").play("cw: move G6 G8").then("cw G8 SC cloaked");
    battle("cw G6 SC cloaked; cw I6 SC cloaked; cf G9 SC; card cw CM-02; phase orders cw")
        .plays("cw: order G6; cw: done-ordering")
        .refuses("cw: decloak I6", "RA-19.5") // not ordered
        .play("cw: decloak G6")
        .then("cw G6 SC -cloaked surprise")
        .plays("cw: move G6 G7")
        .then("dice G7 G9 4")
        .dice("star circle circle circle")
        .play("cw: attack G7 G9")
        .then("cw G7 SC -surprise"); // the first combat only
}

#[test]
fn ra_19_6_upkeep() {
    let case = || eve("cw G6 SC cloaked; cw I6 SC cloaked; stars cw 1").play("cf: two-stars");
    // A star each, in hex order; without one the cloak goes.
    case()
        .then("question upkeep; asked cw")
        .not_asked("cw: keep-cloak I6")
        .play("cw: keep-cloak G6")
        .then("cw G6 SC cloaked; cw I6 SC -cloaked -surprise; stars cw 0");
    case()
        .plays("cw: drop-cloak G6; cw: keep-cloak I6")
        .then("cw G6 SC -cloaked; cw I6 SC cloaked; stars cw 0");
    // Only in its owner's turns.
    battle("cw G6 SC cloaked; stars cw 1; hand cf CM-05; phase end-choice cw")
        .play("cw: two-stars")
        .then("question command; asked cf; cw G6 SC cloaked");
}

#[test]
fn ra_19_7_a_marker_ends_a_cloak() {
    movement("G7 asteroid; cw G6 SC ordered cloaked")
        .dice("red-alert")
        .play("cw: move G6 G7")
        .then("cw G7 SC alert -cloaked");
    eve("G7 asteroid; cw G7 SC cloaked; stars cw 1")
        .play("cf: two-stars")
        .dice("red-alert")
        .play("cw: keep-cloak G7")
        .then("cw G7 SC alert -cloaked");
}

#[test]
fn ra_19_8_a_side_always_has_an_uncloaked_unit() {
    super::common::given("cw G6 SC ordered; cw G8 SC cloaked; cf A1 SF; combat cw CB-04; stars cw 3; card cw CM-05; phase orders cw")
        .play("cw: done-ordering")
        .refuses("cw: card CB-04 G6", "RA-17.3");
    // Its last uncloaked unit falls: all cloaks come off, without the extra die.
    super::common::given(
        "cw G6 SC ordered; cf G8 SC x1; cf C4 SD cloaked; cf C8 SD cloaked; phase combat cw",
    )
    .dice("triangle star star")
    .play("cw: attack G6 G8")
    .then("cf C4 SD -cloaked -surprise; cf C8 SD -cloaked");
    // Or it exits.
    super::common::given(
        "cw A6 SC ordered; cw G8 SC cloaked; cf C1 SF; objectives cw breakthrough; phase movement cw",
    )
    .play("cw: exit A6")
    .then("cw G8 SC -cloaked");
}

#[test]
fn ra_19_9_not_off_again_in_the_same_turn() {
    ordering("cw G6 SC ordered; cw G8 SC ordered cloaked")
        .play("cw: card CB-04 G6")
        .then("question markers")
        .refuses("cw: decloak G6", "RA-19.9")
        .allows("cw: decloak G8");
}
