//! ST-24: the sheet's worked game, decision by decision with its own drops.

use crate::support::*;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Given;

/// Owen is p1 (T'deret, ship 1), Diana p2 (Yamato, ship 2).
fn turn_one() -> Given<StarTrek> {
    opened(with_sheets_fleets("balance-of-terror"))
        .plays("p1: deploy 1 at 3875,12000 heading 0 speed 3; p1: done; p2: deploy 2 at 32000,12000 heading 1800 speed 3; p2: done")
        .plays("p2: reveal-all; p2: done; p1: reveal-all; p1: done")
        .plays("p2: assign 2 1 CH; p2: assign 2 2 AT; p2: assign 2 3 AT; p2: done")
        .plays("p1: assign 1 1 CH; p1: assign 1 2 AT; p1: assign 1 3 RS; p1: done")
}

/// Diana defers; Owen moves, then turns; Diana turns, then moves.
fn phase_one() -> Given<StarTrek> {
    turn_one()
        .play("p2: defer")
        .plays("p1: move; p1: reveal; p1: heading 0; p1: end")
        .plays("p2: reveal; p2: heading 1800; p2: move; p2: end")
}

/// Diana moves and fires: two hits, exactly the bridge shows.
fn diana_fires() -> Given<StarTrek> {
    phase_one()
        .plays("p2: act; p2: move; p2: reveal")
        .dice("hit hit miss miss  crit hit hit hit hit")
        .play("p2: fire 1")
}

/// Owen fires first: five hits of six, exactly engineering shows; then he moves away.
fn owen_fires() -> Given<StarTrek> {
    diana_fires()
        .play("p2: end")
        .play("p1: reveal")
        .dice("hit hit hit hit hit miss  hit crit hit hit hit")
        .play("p1: fire 2")
}

#[test]
fn st_24_1_turn_one() {
    turn_one()
        .then("disk 1 ROM-T04 ready; disk 2 ROM-T05 ready; disk 3 FED-C04 ready; disk 4 FED-T01 ready")
        .then("ship 1 orders CH,AT,RS speed 3 shields 7; ship 2 orders CH,AT,AT speed 3 shields 6; phase 1");
}

#[test]
fn st_24_2_phase_one() {
    turn_one().then("ship 2 command 4; ship 1 command 0; option-of 2");
    let game = phase_one().then("ship 1 at 13625,12000; ship 2 at 24500,12000; phase 2");
    let view = seen(game.game(), 0);
    let gap = view.ships[0].round().unwrap().gap(view.ships[1].round().unwrap());
    assert_eq!(gap, 8000, "about 8 inches");
}

#[test]
fn st_24_3_diana_acts_first_in_phase_two() {
    diana_fires()
        .events_say("with 4 counters")
        .then("ship 2 at 17000,12000; ship 1 shields 5 hull 7 crit bridge; disk 1 ready; disk 2 ready");
}

#[test]
fn st_24_4_owen_answers() {
    owen_fires()
        .events_say("with 6 counters")
        .then("ship 2 shields 1 hull 6 crit engineering; disk 4 on out; disk 3 FED-C04 ready on ship:2")
        .plays("p1: move; p1: end")
        .then("ship 1 at 23375,12000; phase 3");
}

#[test]
fn st_24_5_phase_three() {
    owen_fires()
        .plays("p1: move; p1: end")
        .plays("p2: act; p2: reveal")
        .refuses("p2: fire 1", "ST-10.1")
        .play("p2: move")
        .refuses("p2: fire 1", "ST-10.1")
        .play("p2: end")
        .plays("p1: reveal; p1: shields 7; p1: move")
        .then("ship 1 shields 7 at 33125,12000; ship 2 at 9500,12000")
        .play("p1: end")
        .then("turn 2; stage reveal; ship 1 hull 7 crit bridge; ship 2 shields 1 hull 6");
}
