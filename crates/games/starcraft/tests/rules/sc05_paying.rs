//! Chapter 5: resources, workers, paying.

use super::bench::*;

#[test]
fn sc_5_1_each_resource_paid_moves_one_worker_to_a_resource_of_that_kind() {
    worked("p1 card tarsonis.3; p1 card tarsonis.2; p1 buildings 2 0 0; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy firebat tarsonis.1")
        // One mineral, then one gas: the kinds do not mix.
        .refuses("p1: pay gas", "SC-5.1")
        .refuses("p1: pay tarsonis.2", "SC-5.1")
        .play("p1: pay tarsonis.3")
        .refuses("p1: pay minerals", "SC-5.1")
        .play("p1: pay gas")
        .then("p1 card tarsonis.3 workers 1; p1 workers 6 0 0 1; p1 at tarsonis.1 firebat");
}

#[test]
fn sc_5_2_any_card_of_the_player_may_pay_not_only_those_of_the_active_planet() {
    worked("p1 at abaddon.1 base; p1 card abaddon.1; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1; p1: pay abaddon.1")
        .then("p1 at tarsonis.1 marine; p1 card abaddon.1 workers 1");
    worked("p2 card pridewater.1; p1 card tarsonis.3; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1")
        .refuses("p1: pay pridewater.1", "SC-5.2");
}

#[test]
fn sc_5_3_a_card_holds_at_most_as_many_workers_as_its_number() {
    worked("p1 card tarsonis.3 workers 2; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1")
        .refuses("p1: pay tarsonis.3", "SC-5.3")
        .allows("p1: force tarsonis.3");
}

#[test]
fn sc_5_4_workers_stay_on_cards_until_they_are_retrieved() {
    worked("p1 card tarsonis.3; p1 workers 1; order p2 build pridewater; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1; p1: pay tarsonis.3")
        .then("p1 card tarsonis.3 workers 1; p1 workers 0 0 0 0; asks end p1")
        .play("p1: end")
        .plays("p2: choose pridewater; p2: event")
        // After step 4 of the regrouping the worker is back.
        .plays("p2: no event")
        .then("p1 card tarsonis.3 workers 0; p1 workers 1 0 0 0");
}

#[test]
fn sc_5_5_a_price_is_paid_in_full_before_the_piece_is_gained() {
    worked("p1 card tarsonis.3; p1 workers 1; p1 buildings 1 1 0; phase revealed p1 build tarsonis")
        .play("p1: execute")
        // A Vulture costs 2 minerals, and only one worker is there.
        .refuses("p1: buy vulture tarsonis.1", "SC-5.5")
        .play("p1: buy marine tarsonis.1")
        .then_not("p1 at tarsonis.1 marine")
        .play("p1: pay minerals")
        .then("p1 at tarsonis.1 marine");
}

#[test]
fn sc_5_6_every_faction_has_four_permanent_minerals_and_two_gas() {
    for race in Race::ALL {
        assert_eq!((data().race(*race).minerals, data().race(*race).gas), (4, 2));
    }
    // Without any card four minerals can be paid.
    worked("p1 buildings 1 1 0; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy vulture tarsonis.1; p1: buy vulture tarsonis.1")
        .then("p1 at tarsonis.1 vulture x2; p1 workers 4 0 4 0");
}

#[test]
fn sc_5_7_permanent_resources_can_never_be_force_mined() {
    worked("p1 workers 4 0 4 0; p1 card tarsonis.3; p1 at abaddon.1 base; p1 card abaddon.1; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1")
        .refuses("p1: pay minerals", "SC-5.7");
    worked("p1 workers 4 0 4 0; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .then_not("asks build p1");
}

#[test]
fn sc_5_8_new_workers_cannot_pay_before_they_are_retrieved() {
    worked("p1 workers 1; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy worker")
        .then("p1 workers 0 1 1 0; asks end p1");
}

#[test]
fn sc_5_9_workers_on_a_lost_card_are_destroyed() {
    worked("p1 card abaddon.1 workers 2; p1 workers 3; phase regroup")
        .then("nobody card abaddon.1; p1 workers 3 0 0 0");
}

#[test]
fn sc_5_10_force_mining_puts_one_worker_beyond_the_capacity() {
    worked("p1 card tarsonis.3 workers 2; p1 workers 5; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1; p1: force tarsonis.3")
        .events_say("force mines Tarsonis 3")
        .then("p1 at tarsonis.1 marine; p1 card tarsonis.3 workers 3");
}

#[test]
fn sc_5_11_the_first_time_flips_the_card_and_marks_the_area() {
    worked("p1 card tarsonis.3 workers 2; p1 workers 5; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1; p1: force tarsonis.3")
        .then("tarsonis.3 partial; p1 card tarsonis.3 workers 3; p1 workers 4 0 0 0");
}

#[test]
fn sc_5_12_the_second_time_removes_the_card_and_all_its_workers_become_unavailable() {
    worked(
        "p1 card tarsonis.3 workers 2; tarsonis.3 partial; p1 workers 5; phase revealed p1 build tarsonis",
    )
    .plays("p1: execute; p1: buy marine tarsonis.1; p1: force tarsonis.3")
    .then("tarsonis.3 full; nobody card tarsonis.3; p1 workers 4 3 0 0; p1 at tarsonis.1 marine");
}

#[test]
fn sc_5_13_a_card_may_be_force_mined_twice_in_one_payment() {
    worked("p1 card tarsonis.3 workers 2; p1 workers 2 0 4 0; p1 buildings 1 1 0; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy vulture tarsonis.1; p1: really")
        .then("p1 at tarsonis.1 vulture; tarsonis.3 full; p1 workers 0 4 4 0");
}

#[test]
fn sc_5_14_the_partially_depleted_side_has_the_same_capacity() {
    worked("p1 card tarsonis.3; tarsonis.3 partial; p1 workers 3 0 4 0; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1; p1: buy marine tarsonis.1")
        .then("p1 card tarsonis.3 workers 2; tarsonis.3 partial");
}

#[test]
fn sc_5_15_only_a_full_card_can_be_force_mined() {
    worked("p1 card tarsonis.3 workers 1; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1")
        .refuses("p1: force tarsonis.3", "SC-5.15");
}

#[test]
fn sc_5_16_a_fully_depleted_area_has_no_card_but_keeps_its_symbol() {
    // Nobody gains its card, but Raynor's objective counts the area.
    worked("tarsonis.3 full; phase regroup").then("nobody card tarsonis.3");
    let game = given(
        "galaxy worked; events E302; removed rest; tarsonis.2 full; p1 at tarsonis.2 marine; p1 at tarsonis.3 base
         p1 at abaddon.1 marine; p1 at pridewater.2 marine; p1 at pridewater.3 marine; p1 at braken.2 marine
         p2 at pridewater.1 base",
    );
    assert!(game.game().view(Viewer::Watcher).seats[0].objective, "six mineral and gas areas");
}

#[test]
fn sc_5_17_an_event_depletes_an_area_one_step_with_its_card() {
    let scorched = |clauses: &str| {
        worked(&format!("p1 drawn E213 looked; {clauses}; phase events")).play("p1: play E213")
    };
    scorched("p2 card pridewater.1 workers 2")
        .refuses("p1: deplete tarsonis.1", "SC-5.17")
        .play("p1: deplete pridewater.1")
        .then("pridewater.1 partial");
    scorched("pridewater.1 partial; p2 card pridewater.1 workers 0; p2 workers 6")
        .play("p1: deplete pridewater.1")
        .then("pridewater.1 full; nobody card pridewater.1");
    // A card in the supply changes in the same way; fully depleted areas are no target.
    scorched("abaddon.1 partial; chau.2 full")
        .refuses("p1: deplete chau.2", "SC-5.17")
        .play("p1: deplete abaddon.1")
        .then("abaddon.1 full");
}

#[test]
fn sc_5_18_depletion_tokens_are_unlimited() {
    // All eleven resource areas of this galaxy at once.
    worked(
        "tarsonis.2 full; tarsonis.3 full; abaddon.1 full; pridewater.1 full; pridewater.2 full; pridewater.3 full
         chau.2 partial; chau.3 partial; braken.2 partial; braken.3 partial; phase regroup",
    )
    .then("asks order p2; braken.3 partial; tarsonis.2 full");
}

#[test]
fn sc_5_19_the_extra_worker_gives_its_resource_even_when_the_card_is_removed() {
    worked("p1 card tarsonis.3 workers 2; tarsonis.3 partial; p1 workers 1 0 4 0; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1; p1: really")
        .then("p1 at tarsonis.1 marine; tarsonis.3 full; p1 workers 0 3 4 0");
}

#[test]
fn sc_5_20_total_resources_count_the_numbers_of_cards_held_and_permanent_ones() {
    worked("p1 card tarsonis.2 workers 1; p1 card tarsonis.3; tarsonis.3 partial")
        .then("p1 resources 10; p2 resources 6");
}

#[test]
fn sc_5_21_each_purchase_is_paid_on_its_own_and_a_price_of_0_needs_no_worker() {
    // A special Build takes one mineral off a transport: it is free.
    worked("p1 workers 0; p1 modules 0 1 0; p1 specials 1; phase revealed p1 build+ tarsonis")
        .play("p1: execute")
        .refuses("p1: buy transport r1", "SC-5.5")
        .play("p1: buy transport r1 off minerals")
        .then("p1 transport r1; p1 workers 0 0 0 0");
    // A choice that cannot be paid is refused and changes nothing.
    let game = worked("p1 workers 0; p1 at tarsonis.1 marine; p1 modules 0 1 0; p1 specials 1; phase revealed p1 build+ tarsonis").play("p1: execute");
    let before = game.game().clone();
    let game = game.refuses("p1: buy marine tarsonis.2", "SC-5.5");
    assert_eq!(*game.game(), before);
}

/// The permanent minerals are taken, and the only card of minerals is full.
const DRY: &str = "p1 workers 3 0 4 0; p1 card tarsonis.3 workers 2; phase revealed p1 build tarsonis";

#[test]
fn sc_5_21_nobody_force_mines_unasked_since_edition_3() {
    let asked = worked(DRY)
        .plays("p1: execute; p1: buy marine tarsonis.1")
        .then("asks mine p1; p1 workers 3 0 4 0; tarsonis.3 fresh; tarsonis.1 empty");
    // He may leave it, and is where he was.
    asked
        .play("p1: keep")
        .then("asks build p1; p1 workers 3 0 4 0; tarsonis.3 fresh; tarsonis.1 empty")
        .plays("p1: buy marine tarsonis.1; p1: really")
        .then("tarsonis.3 partial; p1 card tarsonis.3 workers 3; p1 workers 2 0 4 0; p1 at tarsonis.1 marine")
        // The second time the card would be lost.
        .play("p1: buy marine tarsonis.1")
        .then("asks mine p1; p1 card tarsonis.3")
        .play("p1: really")
        .then("tarsonis.3 full; nobody card tarsonis.3; p1 at tarsonis.1 marine x2");
    // What renews itself is paid without a question.
    worked("p1 card tarsonis.3 workers 1; p1 workers 3 0 4 0; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1")
        .then("tarsonis.3 fresh; p1 at tarsonis.1 marine; asks build p1");
}

#[test]
fn sc_5_21_before_edition_3_a_single_way_to_force_mine_is_taken() {
    for edition in [1, 2] {
        worked(&format!("edition {edition}; {DRY}"))
            .plays("p1: execute; p1: buy marine tarsonis.1")
            .then("tarsonis.3 partial; p1 at tarsonis.1 marine; asks build p1");
    }
}

#[test]
fn sc_5_21_research_and_event_cards_ask_before_force_mining_too() {
    let gas = "p1 workers 5 0 0 2; p1 card tarsonis.2 workers 2";
    worked(&format!("{gas}; events rest; phase revealed p1 research tarsonis"))
        .plays("p1: execute; p1: no draw; p1: buy TT01")
        .then("asks mine p1; tarsonis.2 fresh")
        .play("p1: keep")
        .then("asks technology p1")
        .plays("p1: buy TT01; p1: really")
        .then("tarsonis.2 partial");
    worked("p1 workers 5 0 4 0; p1 card tarsonis.3 workers 2; p1 drawn E105 looked; phase events")
        .plays("p1: play E105; p1: buy rnd off minerals")
        .then("asks mine p1; p1 modules 0 0 0")
        .play("p1: keep")
        .then("asks buy p1")
        .plays("p1: buy rnd off minerals; p1: really")
        .then("tarsonis.3 partial; p1 modules 0 1 0");
}

#[test]
fn sc_8_3_others_do_not_learn_which_technology_was_left_for_want_of_gas() {
    let game = worked(
        "p1 workers 5 0 0 2; p1 card tarsonis.2 workers 2; events rest; phase revealed p1 research tarsonis",
    )
    .plays("p1: execute; p1: no draw; p1: buy TT01");
    let asked = |viewer| game.game().view(viewer).question;
    assert!(matches!(
        asked(Viewer::Seat(Seat(0))),
        Frame::MineSure { buy: Some(klaxon_starcraft::Purchase::BuyTech { .. }), .. }
    ));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Watcher] {
        assert!(matches!(asked(viewer), Frame::MineSure { buy: None, .. }));
    }
}
