//! Chapter 10: phase 4, combat in general.

use super::common::{combat, movement};

#[test]
fn ra_10_1_one_combat_is_resolved_before_the_next() {
    // Ranged, close, ranged: any sequence.
    combat(
        "cw G2 SC ordered; cw G6 SC ordered; cw G10 SC ordered; cf G4 SC; cf G7 SC; cf G12 SC; stars cf 2",
    )
    .dice("star star square")
    .play("cw: attack G10 G12")
    .then("question battle-back; asked cf")
    .not_asked("cw: attack G6 G7")
    .play("cf: pass")
    .dice("star star square")
    .play("cw: attack G6 G7")
    .play("cf: pass")
    .allows("cw: attack G2 G4");
}

#[test]
fn ra_10_2_battling_is_optional() {
    combat("cw G6 SC ordered; cf G7 SC")
        .choices_include("cw: end-combat")
        .play("cw: end-combat")
        .then("cf G7 SC; question end-choice");
}

#[test]
fn ra_10_3_a_unit_battles_once_a_turn() {
    combat("cw G6 SC ordered; cw G9 SC ordered; cf G7 SC; cf G10 SC")
        .dice("star star star")
        .play("cw: attack G6 G7")
        .refuses("cw: attack G6 G7", "RA-10.3")
        .choices_exclude("cw: attack G6 G7");
}

#[test]
fn ra_10_4_one_target_and_separate_attacks() {
    // Two units attack the same target one after the other, each with all its dice.
    combat("cw G6 SC ordered; cw G8 SC ordered; cf G7 HC")
        .refuses("cw: attack G6 G8", "RA-10.4") // a friend
        .refuses("cw: attack G6 G5", "RA-10.4") // nobody
        .dice("triangle star square")
        .play("cw: attack G6 G7")
        .then("cf G7 HC x3")
        .dice("triangle triangle square")
        .play("cw: attack G8 G7")
        .then("cf G7 HC x1");
}

#[test]
fn ra_10_5_losses_do_not_reduce_dice() {
    for (code, dice) in
        [("HB", 3), ("SB", 3), ("HC", 3), ("SC", 3), ("HD", 2), ("SD", 2), ("HF", 1), ("SF", 1), ("FL", 3)]
    {
        combat(&format!("cw G6 {code} x1 ordered; cf G8 SC")).then(&format!("dice G6 G8 {dice}"));
    }
    combat("cw G6 FL x1 ordered; cf G7 SC").then("dice G6 G7 2");
}

#[test]
fn ra_10_6_ranged_combat() {
    combat("cw G6 SC ordered; cf G10 SC").choices_include("cw: attack G6 G10");
    combat("cw G6 SC ordered; cf G10 SC; G8 asteroid; cw I6 SC ordered; cf I7 SC")
        .refuses("cw: attack G6 G10", "RA-11.8");
    combat("cw G6 SC ordered; cf G11 SC; cw I6 SC ordered; cf I7 SC").refuses("cw: attack G6 G11", "RA-11.2");
    combat("cw G6 SC ordered; cf G8 SC; cf F6 SD").refuses("cw: attack G6 G8", "RA-10.8");
}

#[test]
fn ra_10_7_close_quarters_are_always_in_sight() {
    combat("F5 F6 G7 asteroid; cw G6 SC ordered; cf G7 SC")
        .choices_include("cw: attack G6 G7")
        .then("sees G6 G7");
}

#[test]
fn ra_10_8_next_to_an_enemy_only_close_quarters() {
    combat("cw G6 SC ordered; cf G7 SC; cf F6 SD; cf G4 SC")
        .choices_include("cw: attack G6 G7")
        .choices_include("cw: attack G6 F6")
        .choices_exclude("cw: attack G6 G4")
        .refuses("cw: attack G6 G4", "RA-10.8");
}

#[test]
fn ra_10_9_cloaked_enemies_do_not_count_as_adjacent() {
    combat("cw G6 SC ordered; cf G7 SC cloaked; cf G4 SC")
        .choices_include("cw: attack G6 G4")
        .choices_exclude("cw: attack G6 G7")
        .refuses("cw: attack G6 G7", "RA-19.4");
    movement("cw G6 SD ordered; cf G10 SC cloaked").refuses("cw: move G6 G9 warp", "RA-9.12");
}
