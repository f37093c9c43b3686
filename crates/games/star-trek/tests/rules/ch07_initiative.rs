//! ST-7: who acts.

use crate::support::*;

/// Three ships A (1), B (2), C (3) by Command 7, 5 and 4, all stopped; one player has the last two.
const ABC: &str = "stage act; phase 1; ship 1 FED-S01 of p2 at 30000,4000; ship 2 ROM-S02 of p1 at 9000,4000; ship 3 ROM-S05 of p1 at 9000,20000; \
    disk 1 FED-C01 on ship:1; disk 2 ROM-C07 on ship:2; disk 3 ROM-C05 on ship:3";

#[test]
fn st_7_1_highest_command_first_flipped_crew_count() {
    at(&format!("{ABC}; disk 4 ROM-C04 on ship:2 flipped"))
        .then("ship 1 command 7; ship 2 command 11; ship 3 command 4; initiative 2 1 3; option-of 2");
    // Only the controller's crew count, and initiative bonuses are added: Enterprise +2.
    at("ship 1 FED-S02 of p2 at 30000,4000; ship 2 ROM-S02 of p1 at 9000,4000; disk 1 ROM-C01 on ship:1 of p1 home 2; disk 2 FED-C06 on ship:1")
        .then("ship 1 command 3; ship 2 command 0");
}

#[test]
fn st_7_2_initiative_is_fixed_before_orders_are_revealed() {
    // Losing Picard in the phase does not change the list.
    at("stage act; phase 1; ship 1 FED-S01 of p2 at 14000,12000 orders AT,AT,AT; ship 2 ROM-S02 of p1 at 10000,12000 orders AT,AT,AT; ship 3 FED-S03 of p2 at 30000,4000; \
        disk 1 FED-C01 on ship:1; disk 2 ROM-C07 on ship:2; initiative 1 2 3; acting 2 revealed owes AT; cursor 1")
        .dice("hit miss miss miss miss  crit hit hit hit hit")
        .play("p1: fire 1")
        .then("disk 1 on out; ship 1 command 0; initiative 1 2 3");
}

#[test]
fn st_7_3_ties_by_speed_then_by_counters() {
    at("ship 1 FED-S01 of p2 at 30000,4000 speed 2; ship 2 ROM-S02 of p1 at 9000,4000 speed 1")
        .then("initiative 2 1");
    // Still tied: five counters each, in ship order; equal drops are repeated among those still tied.
    at("stage cloak; phase 1; ship 1 FED-S01 of p2 at 30000,4000; ship 2 ROM-S02 of p1 at 9000,4000; ship 3 ROM-S05 of p1 at 9000,20000; disk 1 ROM-T02 on ship:2")
        .dice("hit hit miss miss miss  hit hit hit miss miss  hit hit hit miss miss")
        .dice("miss miss miss miss miss  hit miss miss miss miss")
        .play("p1: done")
        .then("initiative 3 2 1");
}

#[test]
fn st_7_4_no_crew_is_command_zero() {
    at(&format!("{DUEL}; disk 1 FED-C04 on ship:2"))
        .then("ship 1 command 0; ship 2 command 4; initiative 2 1; option-of 2")
        .asks("p2");
}

#[test]
fn st_7_5_deferring() {
    // Two ships: the first defers, the second must act, then the first must act.
    at(&format!("{DUEL}; disk 1 FED-C04 on ship:2"))
        .play("p2: defer")
        .then("acting 1")
        .plays("p1: move; p1: end")
        .then("acting 2");
    // The first may defer in pass after pass and so act after everyone else.
    at(ABC).plays("p2: defer; p1: act; p1: end").then("acting 3").play("p1: end").then("acting 1");
}

#[test]
fn st_7_6_the_choice_is_made_per_ship() {
    at(ABC).plays("p2: defer; p1: defer").then("acting 3");
}

#[test]
fn st_7_7_the_algorithm() {
    // A defers, B defers, C must act; new pass: A defers, B must act; new pass: A must act.
    at(ABC)
        .plays("p2: defer; p1: defer")
        .then("acting 3")
        .play("p1: end")
        .then("option-of 1")
        .play("p2: defer")
        .then("acting 2")
        .play("p1: end")
        .then("acting 1");
}

#[test]
fn st_7_8_a_ship_without_orders_keeps_its_place() {
    at("stage act; phase 2; ship 1 FED-S01 of p2 at 30000,4000 orders CH^,x,x; ship 2 ROM-S02 of p1 at 9000,4000 speed 1 orders AT^,AT,AT; disk 1 FED-C01 on ship:1")
        .then("option-of 1")
        .play("p2: act")
        .refuses("p2: reveal", "ST-8.17")
        .play("p2: turn 900")
        .play("p2: end")
        .then("acting 2");
}

#[test]
fn st_7_9_a_destroyed_ship_drops_out() {
    at("stage act; phase 1; ship 1 FED-S01 of p2 at 14000,12000; ship 2 ROM-S02 of p1 at 10000,12000 shields 0 hull 1; ship 3 ROM-S05 of p1 at 9000,20000; \
        disk 1 FED-C01 on ship:1; disk 2 ROM-C07 on ship:2; acting 1 owes AT; cursor 1; initiative 1 2 3")
        .dice("hit miss miss miss")
        .play("p2: fire 2")
        .play("p2: end")
        .then("ship 2 destroyed; acting 3");
}
