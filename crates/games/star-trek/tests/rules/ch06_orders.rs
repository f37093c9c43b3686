//! ST-6: assigning orders.

use crate::support::*;
use klaxon_core::{Game, Viewer};
use klaxon_star_trek::{Order, OrderView};

const STEP: &str = "stage assign; ship 1 ROM-S02 of p1 at 9000,12000; ship 2 FED-S01 of p2 at 30000,12000 speed 1; ship 3 FED-S03 of p2 at 30000,4000 speed 2";

#[test]
fn st_6_1_exactly_three_orders_each_repeats_allowed() {
    at(STEP)
        .plays("p2: assign 2 1 CH; p2: assign 2 2 AT")
        .refuses("p2: done", "ST-6.1")
        .plays("p2: assign 2 3 AT; p2: assign 3 1 RS; p2: assign 3 2 RS; p2: assign 3 3 RS")
        .refuses("p2: assign 3 4 RS", "ST-6.1")
        .refuses("p2: assign 1 1 RS", "ST-6.1")
        .refuses("p2: assign 9 1 RS", "ST-6.1")
        .play("p2: done")
        .then("ship 2 orders CH,AT,AT; ship 3 orders RS,RS,RS");
}

#[test]
fn st_6_2_placed_orders_cannot_be_changed() {
    // Until the step ends a player may still think again; afterwards only disk effects change orders.
    at(STEP)
        .plays("p1: assign 1 1 CH; p1: assign 1 2 AT; p1: assign 1 3 AT; p1: assign 1 1 RS; p1: done")
        .not_asked("p1: assign 1 1 AT")
        .plays("p2: assign 2 1 CH; p2: assign 2 2 AT; p2: assign 2 3 AT; p2: assign 3 1 RS; p2: assign 3 2 RS; p2: assign 3 3 RS; p2: done")
        .then("ship 1 orders RS,AT,AT; stage act")
        .not_asked("p1: assign 1 2 RS")
        .not_asked("p2: assign 2 2 RS");
}

#[test]
fn st_6_3_face_down_orders_are_secret_but_to_team_mates() {
    let game = at(
        "scenario border-incident players 4; phase 1; ship 1 FED-S01 of p1 at 3000,3000 speed 1 orders CH,AT,RS; ship 2 ROM-S02 of p2 at 55000,3000 speed 2; \
        ship 3 FED-S03 of p3 at 3000,9000 speed 3",
    );
    let orders = |seat| seen(game.game(), seat).ships[0].orders;
    let known = [Order::ChangeHeading, Order::Attack, Order::RaiseShields].map(OrderView::Known);
    assert_eq!((orders(0), orders(2)), (known, known));
    assert_eq!((orders(1), orders(3)), ([OrderView::Hidden; 3], [OrderView::Hidden; 3]));
    assert_eq!(game.game().view(Viewer::Watcher).ships[0].orders, [OrderView::Hidden; 3]);
}

#[test]
fn st_6_4_all_place_at_the_same_time() {
    let game = at(STEP).asks("p1 p2").play("p1: assign 1 1 CH");
    assert_eq!(
        seen(game.game(), 1).ships[0].orders,
        [OrderView::Empty; 3],
        "not even how far one has come is seen"
    );
    game.plays("p1: assign 1 2 CH; p1: assign 1 3 CH; p1: done").asks("p2").then("stage assign");
}

#[test]
fn st_6_5_the_five_orders() {
    assert_eq!(Order::ALL.map(Order::code), ["CS", "CH", "RS", "AT", "AC"]);
    for code in ["CS", "CH", "RS", "AT", "AC"] {
        at(STEP).play(&format!("p1: assign 1 1 {code}")).then(&format!("ship 1 orders {code},-,-"));
    }
}

#[test]
fn st_6_1_orders_just_placed_are_told_where_the_next_are_asked_for() {
    let game = at(STEP).play("p1: assign 1 1 AT");
    offers(&game, 0, "Order 2 of Haakona (1: Attack): Attack");
    let game = game.plays("p1: assign 1 2 CH; p1: assign 1 3 AT");
    offers(&game, 0, "Ready: done: Attack, Change Heading, Attack");
}
