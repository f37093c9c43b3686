//! Chapter 13: battle back.

use super::common::{Case, combat};

/// Cruisers on G6 attack a unit at range 2 without harming it; the defender has stars.
fn attacked(target: &str) -> Case {
    combat(&format!("cw G6 SC ordered; {target}; stars cf 2")).dice("star star star").play("cw: attack G6 G8")
}

#[test]
fn ra_13_1_two_stars_to_battle_back() {
    attacked("cf G8 SC")
        .then("question battle-back; asked cf")
        .dice("triangle star circle")
        .play("cf: battle-back")
        .then("cw G6 SC x2; stars cf 1");
    attacked("cf G8 SC").play("cf: pass").then("stars cf 2; cw G6 SC; question end-choice");
    combat("cw G6 SC ordered; cf G8 SC; stars cf 1")
        .dice("star star star")
        .play("cw: attack G6 G8")
        .then("question end-choice");
    combat("cw G6 SC ordered; cf G7 SC; stars cf 2")
        .dice("star star star")
        .play("cw: attack G6 G7")
        .then("question battle-back");
}

#[test]
fn ra_13_2_it_needs_a_figure_its_hex_and_an_attacker() {
    combat("cw G6 SC ordered; cf G8 SC x1; stars cf 2")
        .dice("triangle star star")
        .play("cw: attack G6 G8")
        .then("question end-choice");
    combat("cw G6 SC ordered; cf G8 SC; stars cf 4")
        .dice("triangle red-alert star")
        .play("cw: attack G6 G8")
        .play("cf: retire F7 E7")
        .then("question end-choice");
    // Free or forced, who left does not battle back; who stayed does.
    combat("cw G6 SC ordered; cf G8 SC; stars cf 4")
        .dice("square red-alert star")
        .play("cw: attack G6 G8")
        .play("cf: pass")
        .then("question battle-back");
    // The attacker died in the pre-emptive combat.
    combat("cw G6 SC x1 ordered; cf G7 SC; hand cf CM-16; stars cf 4")
        .play("cw: attack G6 G7")
        .dice("triangle star star")
        .play("cf: first-strike")
        .then("empty G6; question end-choice");
}

#[test]
fn ra_13_3_a_full_combat_by_the_same_procedure() {
    // Reductions, hits, stars and red alerts: the attacker stands on asteroids, so two dice.
    combat("G6 asteroid; cw G6 SC ordered; cf G8 SC; stars cf 2")
        .dice("star star star")
        .play("cw: attack G6 G8")
        .dice("triangle red-alert")
        .play("cf: battle-back")
        .then("cw G6 SC x2; asked cw; alerts 1")
        .refuses("cw: disregard", "RA-12.5")
        .play("cw: retire H5 I5")
        .then("cw I5 SC x2");
    // Out of range: fighters cannot answer at three hexes. Without dice: a marked fighter at two.
    combat("cw G6 SC ordered; cf G9 SF; stars cf 2")
        .dice("star star")
        .play("cw: attack G6 G9")
        .then("question end-choice");
    attacked("cf G8 SF alert").then("question end-choice");
}

#[test]
fn ra_13_4_not_at_range_next_to_an_enemy() {
    // The ledger's example, sides swapped: the attacked cruisers stand next to enemy fighters.
    attacked("cf G8 SC; cw G9 SF").then("question end-choice; stars cf 2");
    attacked("cf G8 SC; cw G9 SF cloaked").then("question battle-back");
}

#[test]
fn ra_13_5_in_close_quarters_at_the_attacker_only() {
    combat("cw G6 SC ordered; cf G7 SC; cw G8 SC; stars cf 2")
        .dice("star star star")
        .play("cw: attack G6 G7")
        .not_asked("cf: attack G7 G8")
        .dice("triangle star star")
        .play("cf: battle-back")
        .then("cw G6 SC x2; cw G8 SC");
}

#[test]
fn ra_13_6_no_answer_to_an_answer() {
    combat("cw G6 SC ordered; cf G8 SC; stars cw 4 cf 2")
        .dice("square square square")
        .play("cw: attack G6 G8")
        .dice("square square square")
        .play("cf: battle-back")
        .then("question end-choice; stars cw 4 cf 0");
    // No pursuit from one either, though destroyers won in close quarters.
    combat("cw G6 SC x1 ordered; cf G7 SD; stars cf 6")
        .dice("square square square")
        .play("cw: attack G6 G7")
        .dice("triangle square square")
        .play("cf: battle-back")
        .then("empty G6; cf G7 SD; stars cf 4; question end-choice");
}

#[test]
fn ra_13_7_once_for_each_attack() {
    combat("cw G6 SC ordered; cw G10 SC ordered; cf G8 SC; stars cf 4")
        .dice("square square square")
        .play("cw: attack G6 G8")
        .dice("square square square")
        .play("cf: battle-back")
        .then("stars cf 2")
        .dice("square square square")
        .play("cw: attack G10 G8")
        .dice("square square square")
        .play("cf: battle-back")
        .then("stars cf 0");
}

#[test]
fn ra_13_8_it_needs_no_order_and_uses_nothing_up() {
    attacked("cf G8 SC; hand cf CM-08; deck CM-05")
        .then("cf G8 SC -ordered")
        .dice("square square square")
        .play("cf: battle-back")
        .then("cf G8 SC -fought")
        .plays("cw: two-stars; cf: play CM-08; cf: order G8; cf: done-ordering")
        .play("cf: end-movement")
        .allows("cf: attack G8 G6");
}
