//! Chapter 16: the ledger's examples, with their expected results.

use super::bench::*;

#[test]
fn sc_16_1_build_below_mobilize_settles_a_planet_in_one_round() {
    worked("p1 at tarsonis.1 marine; p1 transport r1; order p1 build abaddon; order p1 mobilize abaddon; phase turn p1")
        .plays("p1: choose abaddon; p1: execute; p1: move marine tarsonis.1 abaddon.1; p1: done; p1: end")
        .plays("p1: choose abaddon; p1: execute; p1: buy base abaddon.1")
        .then("p1 at abaddon.1 marine base");
    // The reverse order fails.
    worked("p1 at tarsonis.1 marine; p1 transport r1; order p1 mobilize abaddon; order p1 build abaddon; phase turn p1")
        .plays("p1: choose abaddon; p1: execute")
        .events_say("has no effect");
}

#[test]
fn sc_16_2_obstructed_orders_draw_an_event_until_a_rival_uncovers_one() {
    worked(
        "p2 at tarsonis.1 zergling; p2 at abaddon.1 zergling; order p1 build tarsonis; order p1 build abaddon
         order p2 build tarsonis; order p2 build abaddon; order p2 research pridewater; phase turn p2",
    )
    .plays("p2: choose pridewater; p2: event")
    .then("p1 drew 1; asks turn p2")
    .plays("p2: choose tarsonis; p2: event")
    .then("asks turn p1; p1 drew 1")
    // Now it must be used.
    .refuses("p1: choose abaddon", "SC-4.2")
    .play("p1: choose tarsonis")
    .then("asks revealed p1");
}

#[test]
fn sc_16_3_a_card_of_three_minerals_with_a_fourth_and_a_fifth_worker() {
    worked("p1 at abaddon.1 base; p1 card abaddon.1 workers 3; p1 workers 2 0 4 0; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1; p1: really")
        .then("p1 at tarsonis.1 marine; abaddon.1 partial; p1 card abaddon.1 workers 4")
        .plays("p1: buy marine tarsonis.1; p1: really")
        .then("p1 at tarsonis.1 marine x2; abaddon.1 full; p1 workers 0 5 4 0; nobody card abaddon.1");
}

#[test]
fn sc_16_4_five_attackers_against_units_but_three_against_a_base() {
    let zerglings = "p2 at abaddon.1 zergling x3; p2 at abaddon.2 zergling x2; p2 transport r1";
    let mut game =
        worked(&format!("{zerglings}; p1 at tarsonis.1 marine x2; phase revealed p2 mobilize tarsonis"))
            .play("p2: execute");
    for from in ["abaddon.1", "abaddon.1", "abaddon.1", "abaddon.2", "abaddon.2"] {
        game = game.play(&format!("p2: move zergling {from} tarsonis.1"));
    }
    drop(game.play("p2: done").events_say("5 Zerglings against 2 Marines"));
    worked(&format!("{zerglings}; phase revealed p2 mobilize tarsonis"))
        .play("p2: execute")
        .plays("p2: move zergling abaddon.1 tarsonis.3; p2: move zergling abaddon.1 tarsonis.3; p2: move zergling abaddon.1 tarsonis.3")
        .refuses("p2: move zergling abaddon.2 tarsonis.3", "SC-7.10");
}

#[test]
fn sc_16_5_the_siege_tank_beats_the_mutalisk_and_its_hydralisk_dies() {
    // Tank attack 8 (TT08b) against Mutalisk health 7 (Z14); the Hydralisk supports.
    worked("p2 at tarsonis.1 mutalisk hydralisk; p1 hand TT08b; p2 hand Z14; battle tarsonis.1 p1 tank")
        .plays("p1: pair tank mutalisk; p1: play TT08b; p2: play Z14")
        .events_say("The Siege Tank of Jim Raynor has attack 8")
        .events_say("The Mutalisk of The Overmind has attack 8 and health 7")
        .events_say("A Hydralisk of The Overmind is destroyed")
        .events_do_not_say("A Mutalisk of The Overmind is destroyed");
}

#[test]
fn sc_16_6_only_the_supporting_marine_helps_against_a_flyer() {
    // T02 gives the Marine 6; Vulture and Marine support; only the Marine can hit the Mutalisk.
    worked("p2 at tarsonis.1 mutalisk; p1 hand T02; p2 hand Z15; battle tarsonis.1 p1 marine x2 vulture")
        .plays("p1: pair marine mutalisk; p1: play T02; p2: play Z15")
        .events_say("The Marine of Jim Raynor has attack 7");
}

#[test]
fn sc_16_7_a_lone_high_templar_gives_way_to_two_zealots() {
    // Aldaris attacks Tassadar: his Zealots win, the High Templar that is left retreats.
    given(
        "players 3; galaxy worked; p1 faction aldaris; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base
         p3 at tarsonis.1 zealot templar; p1 hand P04; p3 hand P02; battle tarsonis.1 p1 zealot x2",
    )
    .plays("p1: play P04; p1: add none; p3: play P02; p3: add none")
    .events_say("A Zealot of Tassadar is destroyed")
    .events_say("Tassadar retreats to Tarsonis 2 (gas 2): 1 High Templar")
    .then("p1 at tarsonis.1 zealot x2; p3 at tarsonis.2 templar");
}

#[test]
fn sc_16_8_the_defender_keeps_his_card_if_nobody_enters_before_regrouping() {
    worked(
        "p2 at pridewater.2 zergling; p2 card pridewater.2; p1 hand T03; p2 hand Z04; order p2 build pridewater
         battle pridewater.2 p1 marine",
    )
    .plays("p1: play T03; p2: play Z04")
    .then("pridewater.2 empty; p2 card pridewater.2")
    .plays("p1: end; p2: choose pridewater; p2: event; p2: no event")
    .then("p2 card pridewater.2; round 2");
}

#[test]
fn sc_16_9_ground_and_ground_flying_splash_take_zergling_and_mutalisk() {
    // The Siege Tank kills one Zergling with ground splash; Bloodbath adds ground/flying splash.
    worked(
        "p2 at tarsonis.2 zergling x2 mutalisk; p1 held E304; p1 hand TT08a T16; p2 hand Z01 Z15
         battle tarsonis.2 p1 tank wraith",
    )
    .plays("p1: use E304; p1: pair tank zergling; p1: pair wraith mutalisk; p2: support 2")
    .plays("p1: play TT08a; p1: play T16; p2: play Z01; p2: play Z15; p1: resolve 1")
    .then("asks splash p2")
    // Whatever he gives first, both must go: the Zergling cannot be spared by the other card.
    .play("p2: lose zergling")
    .events_say("The Overmind loses a Mutalisk to splash");
}

#[test]
fn sc_16_10_a_cloaked_ghost_with_nowhere_to_go_is_destroyed() {
    // Abaddon has two areas: the contested one, and one full of the attacker's own units.
    worked("p2 at abaddon.1 hydralisk; p1 at abaddon.2 marine x4; p1 hand T01 TT05; p2 hand Z07; battle abaddon.1 p1 ghost")
        .plays("p1: play T01; p1: add TT05; p2: play Z07")
        .events_say("A Ghost of Jim Raynor is destroyed");
}
