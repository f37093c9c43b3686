//! Chapter 4: Execution Phase.

use super::bench::*;

#[test]
fn sc_4_1_players_resolve_one_order_each_in_turn_until_none_is_left() {
    worked("order p1 build tarsonis; order p2 build pridewater; order p1 research tarsonis; phase turn p1")
        .plays("p1: choose tarsonis; p1: event")
        .asks("p2")
        .plays("p2: choose pridewater; p2: event")
        .asks("p1")
        .plays("p1: choose tarsonis; p1: event")
        .events_say("Regrouping");
}

#[test]
fn sc_4_2_only_the_top_order_of_a_stack_can_be_chosen() {
    worked("order p1 build tarsonis; order p2 mobilize tarsonis; order p1 research abaddon; phase turn p1")
        .refuses("p1: choose tarsonis", "SC-4.2")
        .play("p1: choose abaddon")
        .then("phase revealed p1 research abaddon");
    // Last in, first out.
    worked("order p1 build tarsonis; order p1 mobilize tarsonis; phase turn p1")
        .play("p1: choose tarsonis")
        .then("phase revealed p1 mobilize tarsonis");
}

#[test]
fn sc_4_3_the_player_executes_the_order_or_draws_an_event_card() {
    worked("order p1 research tarsonis; order p2 build pridewater; phase turn p1")
        .play("p1: choose tarsonis")
        .allows("p1: execute")
        .play("p1: event")
        .events_say("takes an event card instead")
        .then("p1 drew 1; asks turn p2; p1 holds 0");
}

#[test]
fn sc_4_4_a_drawn_event_card_is_seen_by_nobody() {
    let game = worked("order p1 research tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: choose tarsonis; p1: event")
        .hears("p1", "draws an event card of stage I, unseen")
        .hears("p2", "draws an event card of stage I, unseen");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Watcher] {
        let sheet = game.game().view(viewer).seats[0].clone();
        assert_eq!((sheet.drawn, sheet.events), (1, None), "{viewer:?}");
    }
    // So it can be taken back, unless the card below it shows that another stage has begun.
    assert!(!game.told().iter().any(|t| t.reveals));
    let last = worked("events E101 E201; removed rest; order p1 research tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: choose tarsonis; p1: event")
        .then("stage 2");
    assert!(last.told().iter().any(|t| t.reveals));
}

#[test]
fn sc_4_5_a_player_with_a_top_order_cannot_pass() {
    let game =
        worked("order p1 build tarsonis; order p1 build abaddon; order p2 build pridewater; phase turn p1");
    assert_eq!(game.choices_of("p1"), ["choose abaddon", "choose tarsonis"]);
    drop(game.not_asked("p1: end").not_asked("p1: event"));
}

#[test]
fn sc_4_6_a_player_whose_orders_are_all_covered_draws_an_event_card() {
    worked("p2 at tarsonis.1 zergling; order p1 build tarsonis; order p2 build tarsonis; order p2 build tarsonis; order p2 research pridewater; phase turn p2")
        .plays("p2: choose pridewater; p2: event")
        .events_say("All orders of Jim Raynor are covered")
        .then("p1 drew 1; asks turn p2");
}

#[test]
fn sc_4_7_a_player_without_orders_is_skipped_and_draws_nothing() {
    worked("order p2 build pridewater; order p2 research pridewater; phase turn p2")
        .plays("p2: choose pridewater; p2: event")
        .then("asks turn p2; p1 drew 0");
}

#[test]
fn sc_4_8_a_resolved_token_returns_to_its_owner_at_once() {
    // The token of a battle is back after it; until then it lies in the contested area.
    worked("p2 at tarsonis.1 zergling; p1 hand T01; p2 hand Z02; order p1 research tarsonis; battle tarsonis.1 p1 marine")
        .then("order p1 research tarsonis")
        .plays("p1: play T01; p2: play Z02")
        .then("asks end p1")
        .play("p1: end")
        .then("asks turn p1");
    worked("order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .play("p1: choose tarsonis")
        .then_not("order p1 build tarsonis");
}

#[test]
fn sc_4_9_orders_of_an_eliminated_player_go_when_they_become_top() {
    given(
        "players 3; galaxy worked; p1 at tarsonis.3 base; p3 at chau.3 base; p2 out
         order p2 build tarsonis; order p1 build tarsonis; order p3 build chau; phase turn p1",
    )
    .play("p1: choose tarsonis")
    .then("order p2 build tarsonis")
    .play("p1: event")
    .events_say("An order of The Overmind leaves Tarsonis without effect")
    .then("asks turn p3");
}

#[test]
fn sc_4_10_an_empty_event_deck_gives_nothing() {
    worked("events; removed rest; order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: choose tarsonis; p1: event")
        .events_say("The event deck is empty")
        .then("p1 drew 0; asks turn p2");
}

#[test]
fn sc_4_11_the_event_card_may_always_be_chosen_also_for_an_idle_order() {
    worked("order p1 research abaddon; order p2 build pridewater; phase turn p1")
        .plays("p1: choose abaddon; p1: event")
        .then("p1 drew 1");
}

#[test]
fn sc_4_12_executing_an_order_without_effect_is_allowed_and_gives_nothing() {
    worked("order p1 research abaddon; order p2 build pridewater; phase turn p1")
        .plays("p1: choose abaddon; p1: execute")
        .events_say("has no effect")
        .then("p1 drew 0; p1 holds 0; asks turn p2");
}

#[test]
fn sc_4_13_if_the_active_player_is_eliminated_his_order_is_skipped() {
    three("order p1 build tarsonis; order p1 build tarsonis; order p2 build pridewater; order p3 build chau; phase turn p1")
        .plays("p1: choose tarsonis; p1: execute; p1: scrap; p1: scrap base tarsonis.3; p1: really")
        .events_say("Jim Raynor is eliminated")
        .then("p1 out; asks turn p2");
}
