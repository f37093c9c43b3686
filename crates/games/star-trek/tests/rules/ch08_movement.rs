//! ST-8: orders and movement.

use crate::support::*;

/// T'deret acts with Change Heading on its panel, Yamato far away.
const ACTS: &str = "phase 1; ship 1 ROM-S01 of p1 at 9875,12000 heading 0 speed 3 orders CH,AT,AT; ship 2 FED-S01 of p2 at 32000,4000 heading 1800; acting 1";

#[test]
fn st_8_1_reveal_before_or_after_moving() {
    // Owen moves three hops first and only then reveals Change Heading.
    at(ACTS)
        .refuses("p1: end", "ST-8.15")
        .refuses("p1: heading 900", "ST-8.1")
        .plays("p1: move; p1: reveal; p1: heading 900; p1: end")
        .then("ship 1 at 19625,12000 heading 900 acted orders CH^,AT,AT");
    at(ACTS)
        .plays("p1: reveal; p1: heading 900; p1: move")
        .then("ship 1 at 9875,21750")
        .refuses("p1: move", "ST-8.1");
}

#[test]
fn st_8_2_an_order_may_be_revealed_and_not_executed() {
    at(ACTS).plays("p1: reveal; p1: move; p1: end").then("ship 1 at 19625,12000 heading 0 orders CH^,AT,AT");
}

#[test]
fn st_8_3_never_half_way() {
    at(ACTS).play("p1: reveal").refuses("p1: curve 1 900", "ST-8.3");
}

#[test]
fn st_8_4_extra_orders_before_or_after_in_any_sequence() {
    at(&format!("{ACTS}; disk 1 ROM-C02 on ship:1").replace("orders CH,", "orders AC,"))
        // Toreth's CS+CH: one before, one after.
        .plays("p1: reveal; p1: row 1 1; p1: speed 1; p1: move; p1: heading 900; p1: end")
        .then("ship 1 at 13125,12000 heading 900 speed 1");
}

#[test]
fn st_8_5_the_whole_speed_straight_on() {
    at(ACTS).play("p1: move").then("ship 1 at 19625,12000");
    at(&ACTS.replace("speed 3", "speed 0")).refuses("p1: move", "ST-8.5").play("p1: end");
}

#[test]
fn st_8_6_the_speed_when_movement_starts() {
    let cs = ACTS.replace("orders CH,", "orders CS,");
    at(&cs).plays("p1: reveal; p1: speed 1; p1: move").then("ship 1 at 13125,12000 speed 1");
    at(&cs).plays("p1: move; p1: reveal; p1: speed 1").then("ship 1 at 19625,12000 speed 1");
}

#[test]
fn st_8_7_change_speed_by_one_or_two() {
    let cs = ACTS.replace("orders CH,", "orders CS,");
    at(&cs)
        .play("p1: reveal")
        .refuses("p1: speed 0", "ST-8.7")
        .refuses("p1: speed 3", "ST-8.7")
        .refuses("p1: speed 5", "ST-8.7")
        .allows("p1: speed 1")
        .allows("p1: speed 2")
        .allows("p1: speed 4");
    // Stargazer changes by up to 3, but not above the maximum; tech changes the maximum, not the speed.
    at("phase 1; ship 1 FER-S03 of p1 at 9875,12000 speed 3; ship 2 FED-S01 of p2 at 32000,4000; acting 1 owes CS")
        .allows("p1: speed 0")
        .refuses("p1: speed 6", "ST-8.7");
    at("phase 1; ship 1 FER-S01 of p1 at 9875,12000 speed 4; ship 2 FED-S01 of p2 at 32000,4000; disk 1 FER-T08 on ship:1; acting 1 owes CS")
        .then("ship 1 speed 4 max-speed 6")
        .allows("p1: speed 6");
}

#[test]
fn st_8_8_change_heading_to_any_heading() {
    at(ACTS)
        .play("p1: reveal")
        .allows("p1: heading 1")
        .allows("p1: heading 3599")
        // Naming the present one is a legal execution.
        .play("p1: heading 0")
        .refuses("p1: heading 900", "ST-8.1");
}

#[test]
fn st_8_9_at_speed_zero_a_ship_turns_freely() {
    at(&ACTS.replace("speed 3", "speed 0")).plays("p1: turn 450; p1: turn 900").then("ship 1 heading 900");
    at(ACTS).refuses("p1: turn 450", "ST-8.9");
    // And it is offered again: not all headings, but some.
    let again = at(&ACTS.replace("speed 3", "speed 0")).play("p1: turn 450");
    assert!(
        again.choices_of("p1").iter().any(|words| words.starts_with("turn ")),
        "{:?}",
        again.choices_of("p1")
    );
}

#[test]
fn st_8_10_shields_to_any_value_up_to_the_maximum() {
    let rs = ACTS.replace("orders CH,", "orders RS,");
    at(&rs)
        .play("p1: reveal")
        .refuses("p1: shields 8", "ST-8.10")
        .play("p1: shields 0")
        .then("ship 1 shields 0");
    at(&rs.replace("speed 3", "speed 3 shields 2"))
        .plays("p1: reveal; p1: shields 7")
        .then("ship 1 shields 7");
}

#[test]
fn st_8_11_attack_is_one_thing_of_three() {
    at(&format!("{CLOSE}; acting 1 owes AT"))
        .allows("p1: fire 2")
        .dice("miss miss miss miss miss")
        .play("p1: launch")
        .refuses("p1: fire 2", "ST-8.1");
}

#[test]
fn st_8_12_activate_needs_the_order() {
    at(&format!("{CLOSE}; disk 1 FED-C04 on ship:2; acting 2 owes CH"))
        .refuses("p2: row 1 1", "ST-8.1")
        .refuses("p2: use 1", "ST-15.3");
    at(&format!("{CLOSE}; disk 1 FED-C04 on ship:2; acting 2 owes AC"))
        .allows("p2: row 1 1")
        .allows("p2: use 1");
}

#[test]
fn st_8_13_ships_pass_over_each_other() {
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 12500,12000; ship 3 FED-S03 of p2 at 15000,12000; acting 1")
        .play("p1: move")
        .then("ship 1 at 17500,12000 hull 6 speed 3");
}

#[test]
fn st_8_14_leaving_the_table_destroys() {
    at("phase 1; ship 1 ROM-S02 of p1 at 33000,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 12500,12000; ship 3 ROM-S05 of p1 at 5000,5000; disk 1 ROM-C12 on ship:1; acting 1")
        .play("p1: move")
        .events_say("leaves the play area")
        .then("ship 1 destroyed; disk 1 on out");
}

#[test]
fn st_8_15_unused_orders_lapse() {
    at(&format!("{CLOSE}; ship 3 ROM-S05 of p1 at 5000,5000; acting 1 owes AT,CH,RS"))
        .play("p1: end")
        .then_not("acting 1");
    at(ACTS).refuses("p1: end", "ST-8.15").plays("p1: move; p1: end");
}

#[test]
fn st_8_16_the_number_of_hops_is_fixed() {
    // The helm crit of a torpedo on the way slows the ship only afterwards: 4 hops are still made.
    at("phase 1; ship 1 ROM-S02 of p1 at 5000,12000 heading 0 speed 5; ship 2 FED-S01 of p2 at 30000,4000; torpedo 1 of p2 from 2 at 8000,12000; acting 1")
        .dice("hit miss miss miss miss  hit hit crit hit hit")
        .play("p1: move")
        .then("ship 1 at 17500,12000 speed 3 crit helm; torpedo 1 gone");
}

#[test]
fn st_8_17_revealing_is_an_act_of_its_own() {
    at(ACTS)
        .play("p1: reveal")
        .events_say("reveals Change Heading")
        .refuses("p1: reveal", "ST-8.17")
        .then("ship 1 orders CH^,AT,AT; acting 1 revealed owes CH");
    // At the latest at the end; then it goes unexecuted.
    at(ACTS)
        .plays("p1: move")
        .play("p1: end")
        .events_say("reveals Change Heading")
        .then("ship 1 orders CH^,AT,AT");
}

#[test]
fn st_8_18_a_movement_is_declared_whole() {
    let jasad = "phase 1; ship 1 CAR-S01 of p1 at 5000,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 30000,4000; disk 1 CAR-C06 on ship:1; acting 1 owes CH";
    at(jasad).play("p1: curve 1 900").then("ship 1 at 7500,17000 heading 900");
    // The turn is left out if Jasad is lost to a torpedo on the way.
    at(&format!("{jasad}; torpedo 1 of p2 from 2 at 9250,12000"))
        .dice("hit miss miss miss miss  crit hit hit hit hit")
        .play("p1: curve 2 900")
        .then("ship 1 at 12500,12000 heading 0; disk 1 on out; acting 1 moved")
        .refuses("p1: heading 900", "ST-8.1");
}
