//! Chapter 3: round and Planning Phase.

use super::bench::*;

#[test]
fn sc_3_1_a_round_is_planning_execution_regrouping() {
    let mut game = worked(
        "phase planning 4 p1; p1 at tarsonis.1 marine; order p1 build tarsonis; order p2 build pridewater",
    )
    .play("p1: order research tarsonis")
    .play("p2: order research pridewater")
    .events_say("the Execution Phase begins");
    for seat in ["p1", "p2", "p1", "p2"] {
        let planet = if seat == "p1" { "tarsonis" } else { "pridewater" };
        game = game.play(&format!("{seat}: choose {planet}")).play(&format!("{seat}: event"));
    }
    drop(game.events_say("The Regrouping Phase begins").then("asks event p1"));
}

#[test]
fn sc_3_2_everybody_places_exactly_four_orders_in_four_cycles() {
    let mut game = worked("phase planning 1 p1");
    for cycle in 0..4 {
        for (seat, planet) in [("p1", "tarsonis"), ("p2", "pridewater")] {
            let order = ["build", "mobilize", "research", "build"][cycle];
            game = game.asks(seat).play(&format!("{seat}: order {order} {planet}"));
        }
    }
    drop(game.then("asks turn p1"));
}

#[test]
fn sc_3_3_orders_go_where_the_player_is_or_next_to_it() {
    worked("phase planning 1 p1")
        .allows("p1: order build tarsonis")
        .allows("p1: order mobilize abaddon")
        .allows("p1: order mobilize braken")
        .refuses("p1: order mobilize chau", "SC-3.3");
}

#[test]
fn sc_3_4_presence_counts_in_areas_that_the_player_does_not_control() {
    // A marine beside the Overmind's base is presence, though the area is nobody's.
    worked("p1 at pridewater.1 marine; phase planning 1 p1").allows("p1: order mobilize chau");
}

#[test]
fn sc_3_5_each_planet_has_one_stack_without_limit_and_new_orders_go_on_top() {
    let mut game = three("phase planning 1 p1; p2 at tarsonis.1 zergling; p3 at tarsonis.2 zealot");
    for order in ["build", "mobilize", "research", "build"] {
        for seat in ["p1", "p2", "p3"] {
            game = game.play(&format!("{seat}: order {order} tarsonis"));
        }
    }
    // Twelve orders lie there; only the last one is on top.
    let stack = game.game().view(Viewer::Everything).planet(Planet::Tarsonis).unwrap().orders.len();
    assert_eq!(stack, 12);
    drop(game.then("asks turn p3").allows("p3: choose tarsonis"));
}

#[test]
fn sc_3_6_two_tokens_of_each_standard_order_and_one_of_each_special() {
    worked("p1 modules 0 3 0; p1 specials 3; order p1 build tarsonis; order p1 build abaddon; order p1 research+ tarsonis; phase planning 4 p1")
        .refuses("p1: order build tarsonis", "SC-3.6")
        .refuses("p1: order research+ tarsonis", "SC-3.6")
        .allows("p1: order mobilize tarsonis")
        .allows("p1: order build+ tarsonis");
}

#[test]
fn sc_3_7_special_orders_are_limited_by_research_and_development_modules() {
    worked("phase planning 1 p1").refuses("p1: order build+ tarsonis", "SC-3.7");
    worked("p1 modules 0 1 0; p1 specials 1; phase planning 1 p1")
        .play("p1: order mobilize+ tarsonis")
        .play("p2: order build pridewater")
        .refuses("p1: order build+ tarsonis", "SC-3.7")
        .allows("p1: order build tarsonis");
}

#[test]
fn sc_3_8_owner_and_place_are_public_the_face_is_secret() {
    let game = worked("phase planning 1 p1")
        .play("p1: order mobilize tarsonis")
        .hears("p1", "Jim Raynor places a Mobilize order on Tarsonis")
        .hears("p2", "Jim Raynor places an order on Tarsonis")
        .does_not_hear("p2", "Mobilize")
        .does_not_hear("watcher", "Mobilize");
    let face = |viewer| game.game().view(viewer).planet(Planet::Tarsonis).unwrap().orders[0];
    assert_eq!(face(Viewer::Seat(Seat(1))).seat, Seat(0));
    assert_eq!(face(Viewer::Seat(Seat(1))).order, None);
    assert_eq!(face(Viewer::Watcher).order, None);
}

#[test]
fn sc_3_9_a_player_may_look_at_his_own_orders() {
    let game = worked("order p1 research tarsonis; phase planning 2 p1");
    let mine = game.game().view(Viewer::Seat(Seat(0))).planet(Planet::Tarsonis).unwrap().orders[0].order;
    assert_eq!(mine, Some(Order::Research));
}

#[test]
fn sc_3_10_an_order_may_be_placed_where_it_will_have_no_effect() {
    // No base on Abaddon: research would do nothing there, and the button says so.
    let game = worked("phase planning 1 p1").allows("p1: order research abaddon");
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let label = StarCraft::label(
        &view,
        &klaxon_starcraft::PlaceOrder { order: Order::Research, planet: Planet::Abaddon }.into(),
    );
    assert!(label.text.contains("no effect"), "{}", label.text);
}

#[test]
fn sc_3_11_nothing_happens_on_the_board_in_planning_and_orders_stay() {
    let game = worked("p1 at tarsonis.1 marine; phase planning 1 p1");
    let before = game.game().view(Viewer::Watcher).planets[4].areas.clone();
    let game = game.play("p1: order build tarsonis");
    assert_eq!(game.game().view(Viewer::Watcher).planets[4].areas, before);
    drop(game.not_asked("p1: scrap").asks("p2"));
}

#[test]
fn sc_3_12_total_mobilization_allows_one_special_order_more_and_is_used_up_by_it() {
    let table = worked("p1 held E308; phase planning 1 p1")
        .play("p1: order build+ tarsonis")
        .does_not_hear("p2", "special")
        .play("p2: order build pridewater")
        .refuses("p1: order mobilize+ tarsonis", "SC-3.7")
        // The face stays secret until it is revealed (SC-3.8), so the card lies until then.
        .then("p1 held E308");
    drop(table);
    worked("p1 held E308; order p1 build+ tarsonis; order p2 build pridewater; phase turn p1")
        .play("p1: choose tarsonis")
        .events_say("used up Total Mobilization")
        .then_not("p1 held E308");
    // A special order within the modules does not use it.
    worked("p1 held E308; p1 modules 0 1 0; p1 specials 1; order p1 build+ tarsonis; order p2 build pridewater; phase turn p1")
        .play("p1: choose tarsonis")
        .then("p1 held E308");
}
