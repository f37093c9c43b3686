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

#[test]
fn st_11_1_where_a_beam_reaches() {
    // Standard to standard: 1250 + 1250 + 3250, and a template more for Reklar and the Advanced Transporter.
    for (ship, tech, reach) in [
        ("KLI-S01", "", 5750),
        ("CAR-S03", "", 9000),
        ("KLI-S01", "disk 2 FED-T03 on ship:1; ", 9000),
        ("CAR-S03", "disk 2 FED-T03 on ship:1; ", 12_250),
        ("KLI-S01", "disk 2 FED-T03 on ship:1 flipped; ", 5750),
    ] {
        let beam = |d: i64| {
            at(&format!(
                "ship 1 {ship} of p1 at 5000,12000 shields 0; ship 2 FED-S01 of p2 at {},12000 shields 0; disk 1 KLI-C14 on ship:1; {tech}acting 1 owes AT",
                5000 + d
            ))
        };
        beam(reach - 1).choices_include("p1: transport ship:2").allows("p1: transport ship:2");
        beam(reach).choices_exclude("p1: transport ship:2").refuses("p1: transport ship:2", "ST-11.1");
    }
    // To terrain of radius 2000: 2000 + 1250 + 3250.
    let base = |x: u32, shields: u8| {
        at(&format!(
            "scenario heart-of-glory; ship 1 KLI-S01 of p1 at {x},18000 shields {shields}; ship 2 FED-S01 of p2 at 9000,9000; disk 1 KLI-C12 on ship:1; acting 1 owes AT"
        ))
    };
    base(29_501, 0).choices_include("p1: transport terrain:1").refuses("p1: transport terrain:2", "ST-11.1");
    base(29_500, 0).choices_exclude("p1: transport terrain:1").refuses("p1: transport terrain:1", "ST-11.1");
    base(29_501, 1).choices_exclude("p1: transport terrain:1");
    // To the cube of radius 2500, whose shields must be down as well.
    let cube = |x: u32, threat: &str| {
        at(&format!(
            "scenario best-of-both-worlds players 1; ship 1 KLI-S01 of p1 at {x},24000 shields 0; threat at 6000,24000 {threat}; disk 1 KLI-C12 on ship:1; acting 1 owes AT"
        ))
    };
    cube(12_999, "shields 0").choices_include("p1: transport threat");
    cube(13_000, "shields 0")
        .refuses("p1: transport threat", "ST-11.1")
        .choices_exclude("p1: transport threat");
    cube(12_999, "shields 1")
        .refuses("p1: transport threat", "ST-11.2")
        .choices_exclude("p1: transport threat");
    at(OPEN).refuses("p1: transport threat", "ST-11.1");
}

#[test]
fn st_11_1_a_beam_closes_when_nobody_is_left_to_go() {
    let two = "ship 1 KLI-S01 of p1 at 10000,12000 shields 0; ship 2 FED-S01 of p2 at 14000,12000 shields 0; disk 1 KLI-C14 on ship:1; disk 2 KLI-C14 on ship:1; acting 1 owes AT,AT";
    // After the last one by itself, and the next order may bring the same crew back.
    at(two)
        .plays("p1: transport ship:2; p1: beam 1")
        .not_asked("p1: end")
        .play("p1: beam 2")
        .allows("p1: end")
        .then("disk 1 on ship:2; disk 2 on ship:2; acting 1 owes AT")
        .then_not("disk 1 picked; disk 2 picked")
        .plays("p1: transport ship:2; p1: beam 2; p1: pass")
        .then("disk 1 on ship:2; disk 2 on ship:1; acting 1");
    // Who was beamed stays where he is by the same order, whether the beam is left open or closed.
    at(two)
        .plays("p1: transport ship:2; p1: beam 1; p1: pass")
        .then_not("disk 1 picked")
        .allows("p1: transport ship:2");
    // Where nobody may go at all, it is not opened.
    at(&two.replace("KLI-C14 on ship:1", "KLI-C13 on ship:1"))
        .refuses_saying("p1: transport ship:2", "ST-11.1", "nobody to beam")
        .choices_exclude("p1: transport ship:2");
    // A target that leaves the game takes the beam with it (ST-20.9): ship, and crew still aboard stay.
    at("scenario peak-performance; phase 1; ship 1 FED-S01 of p1 at 10000,12000 shields 0; ship 2 ROM-S02 of p2 at 14000,12000 shields 0 speed 1; ship 3 KLI-S01 of p3 at 30000,40000 speed 2; \
        disk 1 FED-C16 on ship:1; disk 2 FED-C16 on ship:1; acting 1 owes AT")
        .plays("p1: transport ship:2; p1: beam 1")
        .play("p2: concede")
        .asks("p1")
        .then("disk 1 on out; disk 2 on ship:1; acting 1")
        .then_not("disk 2 picked")
        .allows("p1: end");
}

#[test]
fn st_11_8_a_vip_goes_with_its_team_to_ships_only() {
    let vip = |owner: &str, to: &str| {
        at(&format!(
            "scenario menage-a-troi; phase 3; ship 1 FER-S01 of p1 at 34000,18000 shields 0; ship 2 FED-S05 of p2 at 30000,18000 shields 0 speed 1 acted; \
             disk 1 SCN-C02 on ship:1 of {owner}; disk 2 FER-C14 on ship:1; acting 1 owes AT"
        ))
        .play(&format!("p1: transport {to}"))
    };
    vip("p1", "ship:2").play("p1: beam 1").then("disk 1 on ship:2 of p1");
    vip("p1", "terrain:1").refuses("p1: beam 1", "ST-11.1").allows("p1: beam 2");
    vip("p2", "ship:2").refuses("p1: beam 1", "ST-11.8");
    // From terrain to the ship it goes as well.
    at("scenario menage-a-troi; phase 3; ship 1 FER-S01 of p1 at 34000,18000 shields 0; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted; disk 1 SCN-C02 on terrain:1 of p1; acting 1 owes AT")
        .plays("p1: transport terrain:1; p1: beam 1")
        .then("disk 1 on ship:1");
    // A team-mate may carry it; a team-mate's own crew he may not.
    at("scenario border-incident players 4; seat 1 FER; seat 3 FER; phase 1; ship 1 FER-S01 of p1 at 10000,12000 shields 0; ship 2 FED-S01 of p2 at 50000,12000 speed 1; \
        ship 3 FER-S02 of p3 at 14000,12000 shields 0 speed 2; ship 4 FED-S03 of p4 at 50000,18000 speed 3; disk 1 SCN-C02 on ship:1 of p3; disk 2 FER-C14 on ship:1 of p3; disk 3 FER-C14 on ship:1; acting 1 owes AT")
        .play("p1: transport ship:3")
        .refuses("p1: beam 2", "ST-11.8")
        .allows("p1: beam 3")
        .play("p1: beam 1")
        .then("disk 1 on ship:3 of p3");
}

#[test]
fn st_11_4_tog_brings_one_flipped_enemy_back() {
    let tog = |face: &str, disks: &str| {
        at(&format!(
            "scenario border-incident; phase 1; ship 1 FER-S01 of p1 at 28000,15000 shields 0; ship 2 FED-S01 of p2 at 30000,15500 shields 0 speed 1; ship 3 FED-S03 of p2 at 50000,4000 speed 2; \
             disk 1 FER-C04 on ship:1 {face}; disk 2 FER-C14 on ship:1; {disks}; acting 1 owes AT"
        ))
    };
    let crew = "disk 3 FED-C04 on ship:2 flipped; disk 4 FED-C03 on ship:2; disk 5 FED-C06 on ship:2 flipped; disk 6 FED-C16 on ship:2 concealed; disk 7 FED-T01 on ship:2 flipped";
    tog("ready", crew)
        .play("p1: transport ship:2")
        .refuses("p1: beam 4", "ST-11.8")
        .refuses("p1: beam 6", "ST-11.8")
        .refuses("p1: beam 7", "ST-11.3")
        .allows("p1: beam 5")
        .play("p1: beam 3")
        .then("disk 3 on ship:1 of p2 flipped")
        // One of them, and own crew besides; nobody comes back by the same order.
        .refuses("p1: beam 5", "ST-11.8")
        .refuses("p1: beam 3", "ST-11.1")
        .play("p1: beam 2")
        .then("disk 2 on ship:2");
    tog("flipped", crew).play("p1: transport ship:2").refuses("p1: beam 3", "ST-11.8");
    // From ships, not from terrain; and enemies aboard are not sent away.
    tog("ready", "disk 3 FED-C04 on terrain:1 of p2 home 2 flipped")
        .play("p1: transport terrain:1")
        .refuses("p1: beam 3", "ST-11.8");
    tog("ready", "disk 3 FED-C04 on ship:1 of p2 home 2 flipped")
        .play("p1: transport ship:2")
        .refuses("p1: beam 3", "ST-11.8");
    // A second commander of that player would be one too many; an own one is not.
    let captains = "disk 3 FED-C01 on ship:2 flipped; disk 4 FED-C13 on ship:1 of p2 home 2";
    tog("ready", captains).play("p1: transport ship:2").refuses("p1: beam 3", "ST-11.8");
    tog("ready", "disk 3 FED-C01 on ship:2 flipped")
        .play("p1: transport ship:2")
        .play("p1: beam 3")
        .then("disk 3 on ship:1");
    // Crew of the own team on the other ship are no prey, flipped or not.
    at("scenario border-incident players 4; seat 1 FER; seat 3 FER; phase 1; ship 1 FER-S01 of p1 at 10000,12000 shields 0; ship 2 FED-S01 of p2 at 14000,12000 speed 1 shields 0; \
        ship 3 FER-S02 of p3 at 50000,12000 speed 2; ship 4 FED-S03 of p4 at 50000,18000 speed 3; disk 1 FER-C04 on ship:1; disk 2 FER-C06 on ship:2 of p3 home 3 flipped; disk 3 FER-C14 on ship:1; acting 1 owes AT")
        .play("p1: transport ship:2")
        .refuses("p1: beam 2", "ST-11.8");
    // Scenario people are left alone.
    at("scenario menage-a-troi; phase 3; ship 1 FER-S01 of p1 at 10000,12000 shields 0; ship 2 FED-S05 of p2 at 14000,12000 shields 0 speed 1 acted; \
        disk 1 FER-C04 on ship:1; disk 2 SCN-C02 on ship:2 flipped; disk 3 FER-C14 on ship:1; acting 1 owes AT")
        .play("p1: transport ship:2")
        .refuses("p1: beam 2", "ST-11.8");
}
