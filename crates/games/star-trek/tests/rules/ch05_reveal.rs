//! ST-5: reveal and conceal.

use crate::support::*;
use klaxon_core::{Game, Viewer};
use klaxon_star_trek::Face;

const STEP: &str = "stage reveal; turn 2; ship 1 ROM-S02 of p1 at 9000,12000; ship 2 FED-S01 of p2 at 30000,12000; \
    disk 1 FED-C04 on ship:2; disk 2 FED-T01 on ship:2 concealed; disk 3 ROM-T04 on ship:1 concealed";

#[test]
fn st_5_1_all_turn_at_the_same_time_and_only_in_step_one() {
    let game = at(STEP).asks("p1 p2").refuses("p1: flip 1", "ST-5.1").play("p2: flip 1").play("p2: flip 2");
    assert_eq!(
        seen(game.game(), 0).ships[1].disks[0].face,
        Face::Ready,
        "nothing is shown before all are done"
    );
    game.play("p2: done")
        .then("disk 1 ready; disk 2 concealed")
        .play("p1: done")
        .events_say("Concealed aboard Yamato: Lt. Cdr. La Forge.")
        .then("disk 1 concealed; disk 2 ready; disk 3 concealed; stage assign")
        .not_asked("p2: flip 1");
}

#[test]
fn st_5_2_opponents_see_how_many_not_which() {
    let game = at(STEP);
    let theirs = seen(game.game(), 0).ships[1].disks.clone();
    assert_eq!(theirs.len(), 2);
    assert!(theirs[0].known.is_some() && theirs[1].known.is_none());
    assert!(seen(game.game(), 1).ships[1].disks[1].known.is_some());
    assert!(game.game().view(Viewer::Watcher).ships[1].disks[1].known.is_none());
    // Team-mates see which.
    at("scenario border-incident players 4; stage reveal; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S01 of p2 at 55000,3000; ship 3 FED-S03 of p3 at 3000,9000; \
        disk 1 FED-C04 on ship:1 concealed")
        .then("knows p3 disk 1")
        .then_not("knows p2 disk 1; knows p4 disk 1");
}

#[test]
fn st_5_3_concealed_disks_have_no_effect_and_are_not_affected() {
    at(&format!("{CLOSE}; disk 1 ROM-T04 on ship:1 concealed; disk 2 FED-C03 on ship:2 concealed; disk 3 ROM-C04 on ship:1; acting 1 owes AC"))
        .then("ship 1 beam 5; ship 2 command 0")
        .refuses("p1: use 3 disk 2", "ST-15.11");
    // They are destroyed with their ship.
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 shields 0 hull 1; ship 3 FED-S03 of p2 at 30000,4000; \
        disk 1 FED-C04 on ship:2 concealed; acting 1 owes AT")
        .dice("hit miss miss miss miss")
        .play("p1: fire 2")
        .then("disk 1 on out");
}

#[test]
fn st_5_4_a_concealed_bank_lowers_the_maximum_only() {
    at("stage reveal; turn 2; ship 1 ROM-S02 of p1 at 9000,12000; ship 2 FED-S01 of p2 at 30000,12000 shields 8; disk 1 FED-T02 on ship:2")
        .then("ship 2 max-shields 8")
        .plays("p2: flip 1; p2: done")
        .then("ship 2 max-shields 6 shields 8");
}

#[test]
fn st_5_5_revealed_disks_are_usable() {
    at("stage reveal; turn 2; ship 1 ROM-S02 of p1 at 9000,12000; ship 2 FED-S01 of p2 at 30000,12000; disk 1 ROM-T04 on ship:1 concealed")
        .then("ship 1 beam 5")
        .plays("p1: flip 1; p1: done")
        .then("ship 1 beam 6; knows p2 disk 1");
}

#[test]
fn st_5_6_what_being_revealed_risks() {
    // La Forge is no Bridge Crew; revealed Data is; concealed Riker is safe. Revealed tech dies to engineering.
    let hit = |crits: &str| {
        at(&format!("{CLOSE}; disk 1 FED-C04 on ship:2; disk 2 FED-C03 on ship:2; disk 3 FED-C02 on ship:2 concealed; disk 4 FED-T01 on ship:2; acting 1 owes AT"))
            .dice(&format!("hit miss miss miss miss  {crits}"))
            .play("p1: fire 2")
    };
    hit("crit hit hit hit hit").then("disk 1 ready; disk 2 on out; disk 3 concealed on ship:2; disk 4 ready");
    hit("hit crit hit hit hit").then("disk 1 ready; disk 2 ready; disk 4 on out");
    // Mark III Torpedoes must be revealed to give their bonus.
    for (face, damage) in [("ready", 6), ("concealed", 5)] {
        at(&format!("ship 1 ROM-S02 of p1 at 3000,3000; ship 2 FED-S01 of p2 at 20000,12000; disk 1 FED-T01 on ship:2 {face}; acting 2 owes AT"))
            .play("p2: launch")
            .then(&format!("torpedo 1 damage {damage}"));
    }
}

#[test]
fn st_5_7_aboard_a_ship_of_another() {
    // Klingon boarders on a ship p2 controls: may be revealed, not concealed. On a captured ship the former owner's
    // concealed crew stay hidden from the captor, but tech goes with the ship.
    let captured = "stage reveal; turn 3; ship 1 KLI-S01 of p1 at 9000,12000; ship 2 FED-S01 of p1 owner p2 builder 2 at 12000,12000; ship 3 FED-S03 of p2 at 30000,12000; \
        disk 1 KLI-C12 on ship:2 home 1; disk 2 FED-C04 on ship:2 of p2 concealed; disk 3 FED-T01 on ship:2 of p2 concealed; disk 4 KLI-C14 on ship:3 of p1 home 1";
    at(captured)
        .then("knows p2 disk 2; knows p1 disk 3")
        .then_not("knows p1 disk 2")
        .refuses("p1: flip 4", "ST-5.7")
        .allows("p1: flip 3")
        .refuses("p2: flip 3", "ST-5.1")
        .play("p2: flip 2")
        .plays("p2: done; p1: done")
        .then("disk 2 ready");
}

#[test]
fn st_5_8_concealing_a_kept_disk_readies_it() {
    at("stage reveal; turn 2; ship 1 ROM-S02 of p1 at 9000,12000 shields 0; ship 2 FED-S01 of p2 at 30000,12000; disk 1 ROM-T02 on ship:1 flipped")
        .then("ship 1 cloaked")
        .plays("p1: flip 1; p1: done")
        .then("disk 1 concealed; ship 1 shields 0")
        .then_not("ship 1 cloaked");
}

#[test]
fn st_5_9_crew_on_terrain_are_always_revealed() {
    at("scenario heart-of-glory; stage reveal; turn 2; ship 1 KLI-S01 of p1 at 9000,12000; ship 2 FED-S01 of p2 at 30000,12000; \
        disk 1 KLI-C12 on terrain:1 of p1 home 1; disk 2 KLI-C14 on ship:1")
        .refuses("p1: flip 1", "ST-5.9")
        .allows("p1: flip 2");
}

#[test]
fn st_5_1_the_buttons_say_what_stays_concealed() {
    let game = at(STEP).choices_include("p1: reveal-all");
    offers(&game, 0, "Ready: done: 1 stays concealed");
    offers(&game, 1, "Ready: done: 1 revealed, 1 concealed");
    // Where nothing is left to reveal, that is not offered.
    let game = game.play("p1: reveal-all").choices_exclude("p1: reveal-all");
    offers(&game, 0, "Ready: done: 1 is revealed");
}
