//! Chapter 18: space features.

use super::common::{battle, combat, eve, given, hexes, movement, names, reach};

const FLOWER: &str = "E6 E7 F5 F6 F7 G6 G7 planet";

#[test]
fn ra_18_1_asteroids_stop_a_unit() {
    movement("G7 asteroid; F6 F7 H6 debris; cw G6 SF ordered; cw I2 SC ordered")
        .dice("star")
        .play("cw: move G6 G7")
        .then("cw G7 SF stopped")
        .refuses("cw: move G7 G8", "RA-18.1");
    // The way beyond them is longer: G8 lies behind the field.
    movement("F6 G7 H6 asteroid; F5 H5 debris; cw G6 SC ordered").refuses("cw: move G6 G8", "RA-18.1");
    // No second move of Move, Combat, Move, and no pursuit.
    battle("G7 asteroid; cw G6 SF ordered bonus; cw I6 SF ordered bonus; card cw CM-17; phase movement cw")
        .dice("star")
        .plays("cw: move G6 G7; cw: end-movement")
        .refuses("cw: decline G7", "RA-10.2")
        .allows("cw: decline I6");
    movement("G6 asteroid; cw G5 SD ordered; cf G7 SC x1; stars cw 4")
        .dice("star")
        .play("cw: move G5 G6")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice; stars cw 4");
}

#[test]
fn ra_18_2_a_die_for_moving_onto_asteroids() {
    movement("G7 asteroid; cw G6 SC ordered").dice("red-alert").play("cw: move G6 G7").then("cw G7 SC alert");
    for harmless in ["blast", "circle", "triangle", "square", "star"] {
        movement("G7 asteroid; cw G6 SC ordered")
            .dice(harmless)
            .play("cw: move G6 G7")
            .then("cw G7 SC -alert");
    }
}

#[test]
fn ra_18_3_a_unit_on_asteroids_battles() {
    movement("G7 asteroid; cw G6 SC ordered; cf G9 SC")
        .dice("star")
        .play("cw: move G6 G7")
        .dice("circle circle circle")
        .play("cw: attack G7 G9");
    combat("G7 asteroid; cw G7 SC ordered; cf G9 SC").then("dice G7 G9 3");
}

#[test]
fn ra_18_4_a_die_at_the_start_of_the_turn() {
    eve("G7 asteroid; cw G7 SC").dice("red-alert").play("cf: two-stars").then("cw G7 SC alert");
    eve("G7 asteroid; cw G7 SC alert").dice("red-alert").play("cf: two-stars").then("cw G7 SC x2 alert");
    for harmless in ["blast", "circle", "triangle", "square", "star"] {
        eve("G7 asteroid; cw G7 SC alert").dice(harmless).play("cf: two-stars").then("cw G7 SC alert");
    }
}

#[test]
fn ra_18_5_a_unit_lost_to_asteroids_scores_for_the_opponent() {
    eve("G7 asteroid; cw G7 SC x1 alert")
        .dice("red-alert")
        .play("cf: two-stars")
        .then("empty G7; points cf 3; taken cf SC");
}

#[test]
fn ra_18_6_one_die_fewer_against_a_unit_on_asteroids() {
    combat("G8 asteroid; cw G6 SC ordered; cf G8 SC").then("dice G6 G8 2");
    combat("G7 asteroid; cw G6 SC ordered; cf G7 SC").then("dice G6 G7 2");
    combat("G6 G7 asteroid; cw G6 SC ordered; cf G7 SC").then("dice G6 G7 2; dice G7 G6 2");
}

#[test]
fn ra_18_7_no_disregarding_on_asteroids() {
    combat("G8 asteroid; cw G6 SB ordered; cf G8 FL")
        .dice("square red-alert")
        .play("cw: attack G6 G8")
        .refuses("cf: disregard", "RA-12.5");
}

#[test]
fn ra_18_8_asteroids_block_sight() {
    battle("G7 asteroid; phase end-choice cw").then("blocked G6 G8; blocked G5 G9; sees G6 G7; sees G7 G10");
}

#[test]
fn ra_18_9_leaving_and_crossing_a_field() {
    movement("G6 asteroid; cw G6 SC ordered").play("cw: move G6 G8").then("cw G8 SC"); // leaving is normal, without a die
    movement("G6 G7 asteroid; cw G6 SF ordered")
        .dice("red-alert")
        .play("cw: move G6 G7") // one hex, stop, roll
        .then("cw G7 SF alert stopped");
    given("A2 B1 asteroid; A1 asteroid; cw A1 SF ordered; cf A13 SF; phase movement cw")
        .refuses("cw: move A1 A3", "RA-18.1");
}

#[test]
fn ra_18_10_retiring_through_asteroids() {
    combat("F7 asteroid; cw G6 SC ordered; cf G8 SC")
        .dice("triangle red-alert star")
        .play("cw: attack G6 G8")
        .dice("triangle")
        .play("cf: retire F7 E7")
        .then("cf E7 SC x1 -alert");
}

#[test]
fn ra_18_11_connected_planet_hexes_are_one_group() {
    let case = battle("E6 E7 F6 planet; C3 planet; G2 planet; H2 planet; phase end-choice cw");
    let open = case.game().open();
    let groups: Vec<String> = (0..3).map(|g| names(open.group_hexes(g).iter())).collect();
    assert_eq!(groups, ["C3", "E6 E7 F6", "G2 H2"]);
    assert!(open.share_group("E6".parse().unwrap(), "F6".parse().unwrap()));
    assert!(!open.share_group("C3".parse().unwrap(), "E6".parse().unwrap()));
}

#[test]
fn ra_18_12_onto_a_planet_only_from_next_to_it() {
    movement(&format!("{FLOWER}; cw H6 SC ordered; stars cw 2"))
        .refuses("cw: move H6 F6", "RA-18.12")
        .refuses("cw: move H6 F6 impulse", "RA-18.12")
        .play("cw: move H6 G6")
        .then("cw G6 SC landed stopped");
    // Not as the second hex of a move, and fighters neither.
    movement("G8 planet; cw G6 SF ordered").refuses("cw: move G6 G8", "RA-18.12");
    // Between hexes of the group: one hex.
    let case = movement(&format!("{FLOWER}; cw F6 SF ordered; cw K2 SC ordered"));
    assert_eq!(reach(&case, "cw", "F6"), hexes("E6 E7 F5 F7 G6 G7"));
    movement("G9 planet; cw G6 SD ordered; cf G10 SC").refuses("cw: move G6 G9 warp", "RA-18.12");
}

#[test]
fn ra_18_13_leaving_a_planet_is_normal() {
    let case = movement("G6 planet; I6 planet; cw G6 SC ordered");
    assert!(reach(&case, "cw", "G6").has("G8".parse().unwrap()));
    // But no planet hex is entered again in the same move: I6 is two hexes away.
    case.refuses("cw: move G6 I6", "RA-18.12").play("cw: move G6 G4").then("cw G4 SC -landed");
}

#[test]
fn ra_18_14_no_battle_in_the_turn_of_landing_except_for_fighters() {
    movement("G6 planet; cw G5 SC ordered; cw I2 SC ordered; cf I4 SC; cf G7 SC; stars cw 2")
        .plays("cw: move G5 G6; cw: end-movement")
        .refuses("cw: attack G6 G7", "RA-18.14")
        .choices_exclude("cw: attack G6 G7");
    movement("G6 planet; cw G5 SF ordered; cf G7 SC").play("cw: move G5 G6").allows("cw: attack G6 G7");
    // It may battle back in the opponent's turn.
    movement("G6 planet; cw G5 SC ordered; cf G7 SC; hand cf CM-05; stars cw 2")
        .plays("cw: move G5 G6; cw: two-stars; cf: play CM-05; cf: order G7; cf: done-ordering; cf: end-movement")
        .dice("circle circle")
        .play("cf: attack G7 G6")
        .play("cw: pass") // no First Strike
        .then("question battle-back; asked cw");
}

#[test]
fn ra_18_15_a_second_move_may_end_on_a_planet() {
    battle("G7 planet; cw G2 SF ordered bonus; card cw CM-17; phase movement cw")
        .plays("cw: move G2 G6; cw: decline G6; cw: move G6 G7")
        .then("cw G7 SF landed");
    battle("G8 planet; cw G2 SF ordered bonus; card cw CM-17; phase movement cw")
        .plays("cw: move G2 G6; cw: decline G6")
        .refuses("cw: move G6 G8", "RA-18.12"); // not adjacent at its start
}

#[test]
fn ra_18_16_one_die_fewer_against_a_unit_on_a_planet() {
    combat(&format!("{FLOWER}; cw H6 SC ordered; cf G6 SC")).then("dice H6 G6 2; dice G6 H6 3");
    combat(&format!("{FLOWER}; cw F6 SC ordered; cf G6 SC")).then("dice F6 G6 3; dice G6 F6 3");
}

#[test]
fn ra_18_17_a_planet_blocks_sight_except_within_its_group() {
    battle(&format!("{FLOWER}; phase end-choice cw"))
        .then("blocked F4 F8; sees F5 F7; sees E6 G7; blocked F5 F8");
    // Units and asteroids in between still block.
    battle(&format!("{FLOWER}; cw F6 SC; phase end-choice cw")).then("blocked F5 F7");
    battle("F5 F7 E6 E7 planet; F6 asteroid; phase end-choice cw").then("blocked F5 F7");
    // Two groups do not help each other.
    battle("F3 planet; F5 planet; F7 planet; phase end-choice cw").then("blocked F3 F7");
}

#[test]
fn ra_18_18_examples_of_sight_over_a_planet() {
    battle(&format!("{FLOWER}; cw E6 SF; cf G5 SC; phase end-choice cw")).then("blocked E6 G5"); // A
    battle(&format!("{FLOWER}; cw E6 SF; cf G7 SC; phase end-choice cw")).then("sees E6 G7"); // B
    battle(&format!("{FLOWER}; cw E5 SB; cf G7 SD; phase end-choice cw")).then("blocked E5 G7"); // C
}

#[test]
fn ra_18_19_no_disregarding_on_a_planet_and_free_retirement_over_it() {
    combat("G8 F7 E7 planet; cw G6 SB ordered; cf G8 FL")
        .dice("square red-alert")
        .play("cw: attack G6 G8")
        .refuses("cf: disregard", "RA-12.5")
        .play("cf: retire F7 E7")
        .then("cf E7 FL x3 -landed");
}

#[test]
fn ra_18_20_capital_units_leave_debris_for_good() {
    combat("cw G6 SB ordered; cf G8 SB x1; hand cf CM-05")
        .dice("square star star")
        .play("cw: attack G6 G8")
        .then("G8 debris")
        .play("cw: two-stars")
        .then("G8 debris");
    // Leaving by breakthrough makes none.
    movement("cw A6 SB ordered; objectives cw breakthrough")
        .play("cw: exit A6")
        .then("empty A6")
        .then_not("A6 debris");
}

#[test]
fn ra_18_21_debris_closes_a_hex() {
    movement("G7 debris; cw G6 SC ordered").refuses("cw: move G6 G7", "RA-18.21");
    let closed = given("A2 B1 debris; cw A1 SF ordered; cw K2 SF ordered; cf A13 SF; phase movement cw");
    assert!(reach(&closed, "cw", "A1").is_empty());
    battle("G7 debris; phase end-choice cw").then("blocked G6 G8");
    combat("F7 debris; cw G6 SC ordered; cf G8 SC")
        .dice("triangle red-alert star")
        .play("cw: attack G6 G8")
        .refuses("cf: retire F7 E7", "RA-12.14");
    combat("cw G6 SD ordered; cf G7 SB x1; stars cw 4")
        .dice("square circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
}

#[test]
fn ra_18_22_debris_on_a_planet() {
    let case = combat(&format!(
        "{FLOWER}; objectives cf planet-control; markers cf G6 2; cw H6 SB ordered; cf G6 SB x1"
    ))
    .dice("square star")
    .play("cw: attack H6 G6")
    .then("G6 debris; points cf 2; markers cf G6 2");
    // The group keeps its shape.
    assert_eq!(case.game().open().group_hexes(0).len(), 7);
    movement("G6 planet; G6 debris; cw G5 SC ordered").refuses("cw: move G5 G6", "RA-18.21");
}

#[test]
fn ra_18_23_moving_within_a_group_is_landing() {
    movement(&format!("{FLOWER}; cw F6 SC ordered; cw I2 SC ordered; cf I4 SC; cf F8 SC"))
        .plays("cw: move F6 F7; cw: end-movement")
        .refuses("cw: attack F7 F8", "RA-18.14");
    // A unit that stays on its planet hex battles normally.
    combat(&format!("{FLOWER}; cw F7 SC ordered; cf F8 SC")).allows("cw: attack F7 F8");
}

#[test]
fn ra_18_24_who_landed_moves_no_further() {
    movement("G6 planet; cw G5 SF ordered; cw I2 SC ordered")
        .play("cw: move G5 G6")
        .refuses("cw: move G6 G7", "RA-18.24");
    battle("G6 planet; cw G5 SF ordered bonus; cw I6 SF ordered bonus; card cw CM-17; phase movement cw")
        .plays("cw: move G5 G6; cw: end-movement")
        .refuses("cw: decline G6", "RA-10.2");
}
