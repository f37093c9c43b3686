//! Chapter 7: the Mobilize order.

use super::bench::*;

/// p1 executes a Mobilize order on Tarsonis.
#[track_caller]
fn moving(clauses: &str) -> Given<StarCraft> {
    worked(&format!("{clauses}; phase revealed p1 mobilize tarsonis")).play("p1: execute")
}

#[test]
fn sc_7_1_first_the_moves_then_the_battle() {
    moving("p1 at tarsonis.1 marine x2; p2 at tarsonis.2 zergling")
        .plays("p1: move marine tarsonis.1 tarsonis.2")
        .then("asks mobilize p1")
        .play("p1: done")
        .events_say("attacks The Overmind");
}

#[test]
fn sc_7_2_any_units_may_move_between_areas_of_the_active_planet() {
    moving("p1 at tarsonis.1 marine x2 firebat; p1 at tarsonis.2 vulture")
        .plays("p1: move marine tarsonis.1 tarsonis.2; p1: move firebat tarsonis.1 tarsonis.3; p1: move vulture tarsonis.2 tarsonis.3; p1: done")
        .then("p1 at tarsonis.1 marine; p1 at tarsonis.2 marine; p1 at tarsonis.3 firebat vulture base");
    moving("p1 at tarsonis.1 marine; p2 at tarsonis.2 zergling")
        .refuses("p1: move zergling tarsonis.2 tarsonis.1", "SC-7.2");
}

#[test]
fn sc_7_3_units_come_from_an_adjacent_planet_over_a_route_with_an_own_transport() {
    moving("p1 at abaddon.1 marine x3; p1 at braken.1 firebat; p1 transport r1; p2 transport r4")
        .refuses("p1: move firebat braken.1 tarsonis.1", "SC-7.3")
        // Any number of units per transport.
        .plays("p1: move marine abaddon.1 tarsonis.1; p1: move marine abaddon.1 tarsonis.1; p1: move marine abaddon.1 tarsonis.2; p1: done")
        .then("p1 at tarsonis.1 marine x2; p1 at tarsonis.2 marine; abaddon.1 empty");
}

#[test]
fn sc_7_4_every_moved_unit_ends_on_the_active_planet() {
    moving("p1 at tarsonis.1 marine; p1 transport r1")
        .refuses("p1: move marine tarsonis.1 abaddon.1", "SC-7.4");
}

#[test]
fn sc_7_5_a_unit_may_not_chain_two_routes() {
    worked("p1 at abaddon.1 marine; p1 transport r1; p1 transport r4; p1 at tarsonis.1 vulture; phase revealed p1 mobilize braken")
        .play("p1: execute")
        .refuses("p1: move marine abaddon.1 braken.1", "SC-7.3")
        .allows("p1: move vulture tarsonis.1 braken.1");
}

#[test]
fn sc_7_6_each_unit_moves_once_and_only_the_final_position_matters() {
    moving("p1 at tarsonis.1 marine")
        .play("p1: move marine tarsonis.1 tarsonis.2")
        .refuses("p1: move marine tarsonis.2 tarsonis.3", "SC-7.2");
    // Two full areas exchange a unit each; while one is above its limit nothing else is done.
    moving(
        "p1 at tarsonis.1 marine x3; p1 at tarsonis.3 vulture x3; p1 at abaddon.1 firebat; p1 transport r1",
    )
    .play("p1: move marine tarsonis.1 tarsonis.3")
    .refuses("p1: done", "SC-7.8")
    .refuses("p1: move firebat abaddon.1 tarsonis.1", "SC-7.8")
    .play("p1: move vulture tarsonis.3 tarsonis.1")
    .play("p1: done")
    .then("p1 at tarsonis.1 marine x2 vulture; p1 at tarsonis.3 marine vulture x2 base");
}

#[test]
fn sc_7_7_any_friendly_or_empty_areas_but_only_one_enemy_area_may_be_entered() {
    moving(
        "p1 at abaddon.1 marine x3; p1 transport r1; p2 at tarsonis.1 zergling; p2 at tarsonis.2 zergling",
    )
    .plays("p1: move marine abaddon.1 tarsonis.3; p1: move marine abaddon.1 tarsonis.1")
    .refuses("p1: move marine abaddon.1 tarsonis.2", "SC-7.7")
    .allows("p1: move marine abaddon.1 tarsonis.1");
}

#[test]
fn sc_7_8_friendly_and_empty_areas_must_respect_their_unit_limit() {
    moving("p1 at abaddon.1 marine x3; p1 at abaddon.2 firebat; p1 transport r1; p1 at tarsonis.2 vulture x3; p1 at tarsonis.1 goliath x3")
        .refuses("p1: move marine abaddon.1 tarsonis.1", "SC-7.8")
        .play("p1: move marine abaddon.1 tarsonis.2")
        .refuses("p1: move firebat abaddon.2 tarsonis.2", "SC-7.8");
}

#[test]
fn sc_7_9_attackers_may_exceed_the_limit_by_two() {
    let mut game = moving(
        "p1 at abaddon.1 marine x3; p1 at abaddon.2 marine x3 firebat; p1 transport r1; p2 at tarsonis.1 zergling",
    );
    for from in ["abaddon.1", "abaddon.1", "abaddon.1", "abaddon.2", "abaddon.2"] {
        game = game.play(&format!("p1: move marine {from} tarsonis.1"));
    }
    // Limit 3: five attackers are legal, the defender does not count, the sixth is too many.
    drop(
        game.refuses("p1: move marine abaddon.2 tarsonis.1", "SC-7.9")
            .play("p1: done")
            .events_say("5 Marines against 1 Zergling"),
    );
}

#[test]
fn sc_7_10_against_a_base_alone_there_is_no_battle_and_the_normal_limit_holds() {
    worked("p1 at tarsonis.2 marine x4; p1 at tarsonis.1 firebat; p1 transport r2; p2 at pridewater.2 zergling; phase revealed p1 mobilize pridewater")
        .play("p1: execute")
        .plays("p1: move marine tarsonis.2 pridewater.1; p1: move marine tarsonis.2 pridewater.1; p1: move marine tarsonis.2 pridewater.1; p1: move marine tarsonis.2 pridewater.1")
        .refuses("p1: move firebat tarsonis.1 pridewater.1", "SC-7.10")
        .play("p1: done")
        .events_do_not_say("attacks")
        .then("p1 at pridewater.1 marine x4; p2 at pridewater.1 base; asks end p1");
}

#[test]
fn sc_7_11_units_beside_an_enemy_base_may_stay_and_another_enemy_area_may_be_entered() {
    worked("p1 at pridewater.1 marine; p1 at pridewater.2 firebat; p2 at pridewater.3 zergling; p1 at tarsonis.1 marine; p1 transport r2; phase revealed p1 mobilize pridewater")
        .play("p1: execute")
        .play("p1: move firebat pridewater.2 pridewater.3")
        // Reinforcing the first area would be a second enemy area.
        .refuses("p1: move marine tarsonis.1 pridewater.1", "SC-7.7")
        .then("p1 at pridewater.1 marine");
}

#[test]
fn sc_7_12_limited_orbital_defense_keeps_landers_out() {
    let position = "p2 modules 0 0 1; p1 at tarsonis.1 marine; p1 at pridewater.2 firebat; p1 transport r2; phase revealed p1 mobilize pridewater";
    worked(position)
        .play("p1: execute")
        .refuses("p1: move marine tarsonis.1 pridewater.1", "SC-7.12")
        .allows("p1: move marine tarsonis.1 pridewater.3")
        // Units already on the planet may.
        .allows("p1: move firebat pridewater.2 pridewater.1");
    // It holds while a third player's units stand there; the owner himself is free to fly in.
    three("p2 modules 0 0 1; p3 at pridewater.1 zealot; p1 at tarsonis.1 marine; p1 transport r2; phase revealed p1 mobilize pridewater")
        .play("p1: execute")
        .refuses("p1: move marine tarsonis.1 pridewater.1", "SC-7.12");
    three("p2 modules 0 0 1; p3 at pridewater.1 zealot; p2 at tarsonis.1 zergling; p2 transport r2; phase revealed p2 mobilize pridewater")
        .play("p2: execute")
        .allows("p2: move zergling tarsonis.1 pridewater.1");
}

#[test]
fn sc_7_13_special_mobilize_draws_two_more_cards_and_adds_one_attack() {
    worked("p2 at tarsonis.1 zergling; p2 hand Z04; p1 deck T01 T02 T03 T04 T05; battle tarsonis.1 p1 special marine")
        .then("p1 hand T01 T02 T03 T04 T05; p2 holds 2")
        .plays("p1: play T02; p2: play Z04")
        // T02 gives a Marine 6/4; the special order makes it 7.
        .events_say("The Marine of Jim Raynor has attack 7 and health 4");
    worked("p2 at tarsonis.1 zergling; p2 hand Z04; p1 hand T02; battle tarsonis.1 p1 marine")
        .then("p1 holds 4")
        .plays("p1: play T02; p2: play Z04")
        .events_say("The Marine of Jim Raynor has attack 6 and health 4");
}

#[test]
fn sc_7_14_a_terran_base_may_lift_off_to_a_friendly_or_empty_area() {
    moving("p2 at tarsonis.3 zergling; p2 at tarsonis.2 zergling; p1 at tarsonis.1 marine x3")
        // It leaves an area with enemy units, needs no room, enters no enemy area, never changes planet.
        .refuses("p1: lift tarsonis.2", "SC-7.14")
        .refuses("p1: lift abaddon.1", "SC-7.14")
        .play("p1: lift tarsonis.1")
        .refuses("p1: lift tarsonis.1", "SC-7.14")
        .play("p1: done")
        .then("p1 at tarsonis.1 marine x3 base; p2 at tarsonis.3 zergling");
    worked("p2 at pridewater.2 zergling; phase revealed p2 mobilize pridewater")
        .play("p2: execute")
        .refuses("p2: lift pridewater.3", "SC-7.14");
}

#[test]
fn sc_7_15_a_base_alone_never_starts_a_battle_and_never_defends() {
    moving("p1 at abaddon.1 marine; p1 transport r1")
        .play("p1: lift tarsonis.1")
        .play("p1: done")
        .events_do_not_say("attacks")
        .then("p1 at tarsonis.1 base");
    worked("p1 at tarsonis.2 marine; p1 transport r2; phase revealed p1 mobilize pridewater")
        .plays("p1: execute; p1: move marine tarsonis.2 pridewater.1; p1: done")
        .then("asks end p1; p2 at pridewater.1 base");
}

#[test]
fn sc_7_16_a_player_may_execute_the_order_and_move_nothing() {
    moving("p1 at tarsonis.1 marine").play("p1: done").then("asks end p1; p1 at tarsonis.1 marine");
}

#[test]
fn sc_7_17_lift_off_and_moves_are_judged_on_the_position_before() {
    // The base leaves the area with the zergling; that area is still the enemy area it was.
    moving(
        "p2 at tarsonis.3 zergling; p2 at tarsonis.2 zergling; p1 at abaddon.1 marine x2; p1 transport r1",
    )
    .plays("p1: lift tarsonis.1; p1: move marine abaddon.1 tarsonis.3")
    .refuses("p1: move marine abaddon.1 tarsonis.2", "SC-7.7")
    .play("p1: done")
    .events_say("attacks The Overmind in Tarsonis 3");
}

#[test]
fn sc_7_18_a_recalled_unit_obeys_limits_and_does_not_move_again() {
    let position =
        "p3 play PT08; p3 at chau.1 arbiter; p3 at abaddon.2 zealot x2; phase revealed p3 mobilize chau";
    three(position)
        .play("p3: execute")
        .refuses("p3: recall zealot abaddon.2 chau.2", "SC-7.18")
        .play("p3: recall zealot abaddon.2 chau.1")
        .refuses("p3: move zealot chau.1 chau.2", "SC-7.2")
        .refuses("p3: recall zealot abaddon.2 chau.1", "SC-7.18")
        .play("p3: done")
        .then("p3 at chau.1 zealot arbiter");
    // SC-7.8: the area of the Arbiter is full.
    three("p3 play PT08; p3 at chau.1 arbiter scout x2; p3 at abaddon.2 zealot; phase revealed p3 mobilize chau")
        .play("p3: execute")
        .refuses("p3: recall zealot abaddon.2 chau.1", "SC-7.8");
    // SC-7.12 and SC-7.7: beside an enemy base with Air Support it may not land.
    three("p2 modules 0 0 1; p3 play PT08; p3 at pridewater.1 arbiter; p3 at abaddon.2 zealot; phase revealed p3 mobilize pridewater")
        .play("p3: execute")
        .refuses("p3: recall zealot abaddon.2 pridewater.1", "SC-7.12");
}
