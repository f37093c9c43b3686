//! Chapter 12: the Regrouping Phase.

use super::bench::*;

/// Ends the round: one order of p2 is left, and he takes an event card for it, then plays none.
#[track_caller]
fn regroup(clauses: &str) -> Given<StarCraft> {
    worked(&format!("order p2 build pridewater; events E107 rest; {clauses}; phase turn p2"))
        .plays("p2: choose pridewater; p2: event")
}

fn told(game: &Given<StarCraft>) -> Vec<String> {
    game.told().iter().map(|t| StarCraft::line(&t.event).text).collect()
}

#[test]
fn sc_12_1_the_ten_steps_in_exactly_this_order() {
    let game = regroup(
        "p1 at pridewater.1 marine; p2 at braken.1 base zergling; p2 transport r3; p2 card pridewater.1 workers 1; p2 workers 5 2 0 0
         p1 at tarsonis.1 marine; p1 hand T01 T02 T03 T04 T05 T06 T07 T08 T09",
    );
    let mut lines = told(&game);
    let game = game.play("p2: no event");
    lines.extend(told(&game));
    let game = game.then("asks discard p1").play("p1: discard T01");
    lines.extend(told(&game));
    let at = |words: &str| {
        lines.iter().position(|l| l.contains(words)).unwrap_or_else(|| panic!("{words} in {lines:#?}"))
    };
    let order = [
        at("The base of The Overmind in Pridewater 1 (minerals 3) is destroyed"),
        at("A cut-off transport of The Overmind is lost"),
        at("The Overmind loses the card of Pridewater 1 (minerals 3) with 1 worker"),
        at("Jim Raynor gains the card of Tarsonis 2 (gas 2)"),
        at("The Overmind retrieves 2 workers"),
        at("Jim Raynor gains 1 conquest point"),
        at("The Overmind looks at Combat Drills"),
        at("The Overmind plays no event card"),
        at("Jim Raynor discards T01 Marine/Firebat/Ghost"),
        at("The first-player token goes to The Overmind"),
        at("Round 2 begins"),
    ];
    assert!(order.is_sorted(), "{lines:#?}");
}

#[test]
fn sc_12_2_a_base_in_an_area_with_enemy_units_is_destroyed() {
    regroup("p1 at pridewater.1 marine; p2 at braken.1 base")
        .events_say("The base of The Overmind in Pridewater 1 (minerals 3) is destroyed")
        .then("p1 at pridewater.1 marine");
}

#[test]
fn sc_12_3_a_transport_without_a_base_of_its_owner_at_either_end_is_destroyed() {
    regroup("p1 transport r1; p1 transport r3; p2 transport r3")
        .then("p1 transport r1; p2 transport r3")
        .then_not("p1 transport r3");
}

#[test]
fn sc_12_4_all_bases_are_judged_before_any_transport() {
    // The base falls in this very step, and its transport with it.
    regroup("p1 at pridewater.1 marine; p2 at braken.1 base; p2 transport r3")
        .events_say("A cut-off transport of The Overmind is lost")
        .then_not("p2 transport r3");
}

#[test]
fn sc_12_5_a_card_is_kept_with_a_base_on_its_planet_and_no_enemy_in_its_area() {
    regroup("p1 card tarsonis.2; p1 card tarsonis.3; p1 card abaddon.1; p2 at tarsonis.2 zergling")
        .then("p1 card tarsonis.3; nobody card abaddon.1; nobody card tarsonis.2");
}

#[test]
fn sc_12_6_lost_cards_return_to_the_supply_and_workers_on_them_are_destroyed() {
    regroup("p1 card abaddon.1 workers 3; p1 workers 5")
        .events_say("Jim Raynor loses the card of Abaddon 1 (minerals 3) with 3 workers")
        .then("p1 workers 5 0 0 0; nobody card abaddon.1");
}

#[test]
fn sc_12_7_a_card_of_an_empty_area_is_kept_even_if_another_settles_the_planet() {
    regroup("p1 card tarsonis.2; p2 at tarsonis.1 base").then("p1 card tarsonis.2; tarsonis.2 empty");
}

#[test]
fn sc_12_8_a_player_takes_the_cards_of_areas_he_controls_on_planets_with_his_base() {
    regroup("p1 at tarsonis.2 marine; p2 at tarsonis.1 base; p1 at abaddon.1 marine")
        .then("p1 card tarsonis.2; p1 card tarsonis.3; nobody card abaddon.1");
}

#[test]
fn sc_12_9_the_only_player_with_a_base_also_takes_the_cards_of_empty_areas() {
    regroup("").then("p1 card tarsonis.2; p1 card tarsonis.3; p2 card pridewater.2; p2 card pridewater.3");
    // With two players' bases nobody gets the empty one.
    regroup("p2 at tarsonis.1 base").then("p1 card tarsonis.3; nobody card tarsonis.2");
}

#[test]
fn sc_12_10_cards_held_by_somebody_else_are_not_taken() {
    // Tarsonis 2 is empty and its card Raynor's; the Overmind's new base there changes nothing.
    regroup("p1 card tarsonis.2; p2 at tarsonis.1 base zergling x3")
        .then("p1 card tarsonis.2")
        .then_not("p2 card tarsonis.2");
}

#[test]
fn sc_12_11_a_card_of_a_partially_depleted_area_is_taken_and_a_fully_depleted_one_has_none() {
    regroup("tarsonis.2 partial; tarsonis.3 full")
        .then("p1 card tarsonis.2; tarsonis.2 partial; nobody card tarsonis.3");
}

#[test]
fn sc_12_12_all_workers_go_back_to_the_pool() {
    regroup("p1 card tarsonis.3 workers 2; p1 workers 1 3 2 1")
        .then("p1 workers 9 0 0 0; p1 card tarsonis.3 workers 0")
        // Of nobody else's is there anything to tell.
        .events_do_not_say(" 0 workers");
}

#[test]
fn sc_12_13_conquest_points_come_from_controlled_areas_with_or_without_a_base() {
    // Tarsonis 1 by a unit, Abaddon 2 without any base there; Braken 1 is nobody's though Raynor has a base on Braken.
    regroup("p1 at tarsonis.1 marine; p1 at abaddon.2 marine; p1 at braken.3 base; p2 at chau.1 zergling")
        .then("p1 cp 2; p2 cp 1");
}

#[test]
fn sc_12_14_conquest_points_are_never_lost() {
    regroup("p1 cp 5").then("p1 cp 5");
    // Not even with the area that gave them.
    worked("p1 cp 3; p2 at tarsonis.1 zergling; p1 hand T01; p2 hand Z05; battle tarsonis.1 p1 marine")
        .plays("p1: play T01; p2: play Z05")
        .then("p1 cp 3");
}

#[test]
fn sc_12_15_victories_are_checked_in_steps_6_7_and_8() {
    // Points of step 5 count at once in step 6; nobody is asked about events any more.
    let game = regroup("p1 cp 14; p1 at tarsonis.1 marine");
    assert!(game.ends().text.contains("SC-14.1"));
}

#[test]
fn sc_12_16_each_player_discards_down_to_his_hand_limit() {
    regroup("p1 hand T01 T02 T03 T04 T05 T06 T07 T08 T09 T10; p2 hand Z01 Z02 Z03 Z04 Z05 Z06 Z07")
        .play("p2: no event")
        // Both owe a discard at the same time; what is chosen stays hidden until everybody has.
        .asks("p1 p2")
        .play("p1: discard T02")
        .hears("p1", "will discard T02 Marine/Firebat/Ghost")
        .does_not_hear("p2", "T02")
        .refuses("p1: discard T02", "SC-12.16")
        .play("p2: discard Z07")
        .asks("p1")
        .play("p1: discard T01")
        .events_say("Jim Raynor discards T01 Marine/Firebat/Ghost and T02 Marine/Firebat/Ghost")
        .events_say("The Overmind discards Z07 Hydralisk/Ultralisk")
        .then("p1 holds 8; p2 holds 6; p2 discard Z07");
    // An event may raise the limit.
    regroup("p2 held E207; p2 hand Z01 Z02 Z03 Z04 Z05 Z06 Z07")
        .play("p2: no event")
        .then("p2 limit 7; p2 holds 7; asks order p2");
}

#[test]
fn sc_12_17_the_token_goes_to_the_left_neighbour_still_in_the_game() {
    regroup("").play("p2: no event").then("first p2");
    given("players 4; galaxy worked; first p1; p2 out; p3 out; p1 at tarsonis.3 base; p4 at chau.3 base; phase regroup").then("first p4");
}

#[test]
fn sc_12_18_steps_1_to_5_need_no_decisions() {
    // From the last order straight to the events.
    regroup("p1 at pridewater.1 marine; p2 at braken.1 base; p2 card pridewater.1 workers 1; p2 workers 6")
        .then("asks event p2");
}

#[test]
fn sc_12_19_whoever_destroyed_the_base_gains_the_card_only_with_a_base_of_his_own_there() {
    regroup("p1 at pridewater.1 marine; p2 at braken.1 base; p2 card pridewater.1")
        .then("nobody card pridewater.1");
    regroup("p1 at pridewater.1 marine; p1 at pridewater.2 base; p2 at braken.1 base; p2 card pridewater.1")
        .then("p1 card pridewater.1");
}

#[test]
fn sc_12_20_elimination_is_checked_after_all_bases_and_before_the_rest() {
    // The Overmind's only piece was the base: he is out before his points could count.
    let game = three("order p1 build tarsonis; p1 at pridewater.1 marine; p2 cp 19; p2 drawn E301; phase turn p1; p1 at tarsonis.1 marine")
        .plays("p1: choose tarsonis; p1: event")
        .events_say("The Overmind is eliminated")
        .then("p2 out; asks event p1")
        .then_not("ends 1");
    drop(game);
}

#[test]
fn sc_4_4_a_look_at_event_cards_ends_with_step_8() {
    let game = regroup("");
    let own = |game: &Given<StarCraft>| game.game().view(Viewer::Seat(Seat(1))).seats[1].events.is_some();
    assert!(own(&game), "in step 8 he looks");
    let game = game.play("p2: no event");
    assert!(!own(&game), "what he draws from now on is face down again");
}
