//! ST-11: transporting.

use crate::support::*;

/// Klingons (p1) beside a Federation ship (p2), all shields down.
const OPEN: &str = "ship 1 KLI-S01 of p1 at 10000,12000 shields 0; ship 2 FED-S01 of p2 at 14000,12000 shields 0; ship 3 KLI-S03 of p1 at 10000,16000 shields 0; \
    disk 1 KLI-C12 on ship:1; disk 2 KLI-C14 on ship:1; disk 3 KLI-C13 on ship:1; disk 4 KLI-C10 on ship:1 concealed; disk 5 KLI-C09 on ship:1 flipped; \
    disk 6 KLI-T03 on ship:1; disk 7 FED-C04 on ship:2; acting 1 owes AT";

#[test]
fn st_11_1_nobody_is_beamed_to_a_ship_that_is_gone() {
    at("ship 1 ROM-S02 of p1 at 13000,12000 destroyed; ship 2 FED-S01 of p2 at 10000,12000 shields 0; ship 3 ROM-S05 of p1 at 30000,4000; disk 1 FED-C16 on ship:2; acting 2 owes AT")
        .refuses("p2: transport ship:1", "ST-11.1")
        .refuses("p2: transport ship:2", "ST-11.1")
        .refuses("p2: transport ship:4", "ST-11.1");
}

#[test]
fn st_11_1_any_number_of_ready_crew() {
    at(OPEN)
        .plays("p1: transport ship:2; p1: beam 1; p1: beam 2")
        .then("disk 1 on ship:2; disk 2 on ship:2")
        .asks("p1");
    at(OPEN)
        .plays("p1: transport ship:2; p1: beam 2; p1: pass")
        .then("disk 1 on ship:1; disk 2 on ship:2; acting 1");
    // Out of range, and to itself.
    at(&OPEN.replace("14000,12000", "16000,12000"))
        .refuses("p1: transport ship:2", "ST-11.1")
        .refuses("p1: transport ship:1", "ST-11.1");
    // To a terrain disk: the starbase at 36000,18000. Not into a nebula.
    at("scenario heart-of-glory; ship 1 KLI-S01 of p1 at 31000,18000 shields 0; ship 2 FED-S01 of p2 at 9000,9000; disk 1 KLI-C12 on ship:1; acting 1 owes AT")
        .plays("p1: transport terrain:1; p1: beam 1")
        .then("disk 1 on terrain:1 ready");
    at("scenario border-incident; ship 1 KLI-S01 of p1 at 18000,26000 shields 0; ship 2 FED-S01 of p2 at 9000,9000; disk 1 KLI-C12 on ship:1; acting 1 owes AT")
        .refuses("p1: transport terrain:2", "ST-11.1");
}

#[test]
fn st_11_2_both_shields_at_zero() {
    at(&OPEN.replace("10000,12000 shields 0", "10000,12000 shields 1"))
        .refuses("p1: transport ship:2", "ST-11.2");
    at(&OPEN.replace("14000,12000 shields 0", "14000,12000 shields 1"))
        .refuses("p1: transport ship:2", "ST-11.2");
    // Terrain has no shields.
    at("scenario heart-of-glory; ship 1 KLI-S01 of p1 at 31000,18000 shields 1; ship 2 FED-S01 of p2 at 9000,9000; disk 1 KLI-C12 on ship:1; acting 1 owes AT")
        .refuses("p1: transport terrain:1", "ST-11.2");
}

#[test]
fn st_11_3_who_cannot_be_transported() {
    at(OPEN)
        .play("p1: transport ship:2")
        .refuses("p1: beam 3", "ST-11.3")
        .refuses("p1: beam 4", "ST-11.3")
        .refuses("p1: beam 5", "ST-11.3")
        .refuses("p1: beam 6", "ST-11.3");
}

#[test]
fn st_11_4_crew_can_be_fetched_both_ways_with_one_target() {
    at(&OPEN.replace("disk 2 KLI-C14 on ship:1", "disk 2 KLI-C14 on ship:2 of p1 home 1"))
        .plays("p1: transport ship:2; p1: beam 1; p1: beam 2")
        .then("disk 1 on ship:2; disk 2 on ship:1");
    // Not twice with the same order.
    at(OPEN).plays("p1: transport ship:2; p1: beam 1").refuses("p1: beam 1", "ST-11.1");
}

#[test]
fn st_11_5_they_stay_ready_and_wait_for_step_four() {
    at(OPEN)
        .plays("p1: transport ship:2; p1: beam 1; p1: pass")
        .then("disk 1 ready on ship:2; disk 7 ready; ship 2 of p2");
}

#[test]
fn st_11_6_cloaked_ships() {
    at(&OPEN.replace("disk 6 KLI-T03 on ship:1", "disk 6 KLI-T01 on ship:1 flipped"))
        .refuses("p1: transport ship:2", "ST-11.6");
    at(&format!("{OPEN}; disk 8 ROM-T01 on ship:2 flipped")).refuses("p1: transport ship:2", "ST-11.6");
    // A friendly cloaked ship may be the target.
    at(&format!("{OPEN}; disk 8 KLI-T01 on ship:3 flipped")).allows("p1: transport ship:3");
}

#[test]
fn st_11_7_to_a_friendly_ship() {
    at(OPEN).plays("p1: transport ship:3; p1: beam 1").then("disk 1 on ship:3");
    at(&OPEN.replace("10000,16000 shields 0", "10000,16000 shields 2"))
        .refuses("p1: transport ship:3", "ST-11.2");
}

#[test]
fn st_11_8_only_crew_of_the_player_who_executes_it() {
    at(&OPEN.replace("disk 1 KLI-C12 on ship:1", "disk 1 FED-C16 on ship:1 of p2 home 2"))
        .play("p1: transport ship:2")
        .refuses("p1: beam 1", "ST-11.8")
        .refuses("p1: beam 7", "ST-11.8");
}

#[test]
fn st_11_1_nobody_beams_out_of_a_cloaked_ship_or_through_raised_shields() {
    let beam = |ship: &str, more: &str| {
        at(&format!(
            "ship 1 ROM-S02 of p1 at 10000,12000 {ship}; ship 2 FED-S01 of p2 at 13000,12000 shields 0; disk 1 ROM-C14 on ship:1; {more}acting 1 owes AT"
        ))
    };
    beam("shields 0", "").choices_include("p1: transport ship:2");
    beam("shields 1", "").choices_exclude("p1: transport ship:2");
    beam("shields 0", "disk 2 ROM-T02 on ship:1 flipped; ").choices_exclude("p1: transport ship:2");
}
