//! Chapter 16: star tokens.

use super::common::{battle, combat, eve, movement};
use klaxon_core::{Game, Seat, Viewer};
use klaxon_red_alert::Side;

#[test]
fn ra_16_1_holdings_are_public_and_unlimited() {
    let case = battle("stars cw 35 cf 1; phase end-choice cf");
    for viewer in [Viewer::Watcher, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        let view = case.game().view(viewer);
        assert_eq!((view.of_side(Side::Cw).stars, view.of_side(Side::Cf).stars, view.pool), (35, 1, 0));
    }
    battle("stars cw 30; phase end-choice cw").play("cw: two-stars").then("stars cw 32");
}

#[test]
fn ra_16_2_spent_stars_go_back_at_once() {
    movement("cw G6 SC ordered; stars cw 2")
        .then("pool 34")
        .play("cw: move G6 G9 impulse")
        .then("pool 36; stars cw 0");
}

#[test]
fn ra_16_3_the_pool_can_run_dry() {
    let spread = |cf: u8| format!("cw G6 SC ordered; cf G8 SC; stars cf {cf}");
    combat(&format!("{}; cw K1 SC", spread(35)))
        .dice("star star star")
        .play("cw: attack G6 G8")
        .then("stars cw 1 cf 35; pool 0");
    combat(&spread(36)).dice("star star star").play("cw: attack G6 G8").then("stars cw 0; pool 0");
    battle("stars cf 35; phase end-choice cw").play("cw: two-stars").then("stars cw 1; pool 0");
}

#[test]
fn ra_16_4_where_stars_come_from() {
    super::common::start("uneasy-truce").then("stars cw 4 cf 4"); // the scenario
    combat("cw G6 SC ordered; cf G8 SC")
        .dice("star circle circle")
        .play("cw: attack G6 G8")
        .then("stars cw 1"); // combat
    battle("combat cw CB-10; phase discard cw").play("cw: discard CB-10").then("stars cw 1"); // a discard
    battle("phase end-choice cw").play("cw: two-stars").then("stars cw 2"); // the end of the turn
    combat("cw G6 SC ordered; combat cw CB-26").play("cw: card CB-26").then("stars cw 3"); // a card
}

#[test]
fn ra_16_5_stars_outside_combat_give_nothing() {
    movement("G7 asteroid; cw G6 SC ordered").dice("star").play("cw: move G6 G7").then("stars cw 0");
    eve("G7 asteroid; cw G7 SC").dice("star").play("cf: two-stars").then("stars cw 0 cf 2");
    combat("D6 asteroid; cw G7 SB ordered; cf E7 SC")
        .dice("triangle circle red-alert")
        .play("cw: attack G7 E7")
        .dice("star")
        .play("cf: retire D6 C6")
        .then("stars cw 0 cf 0");
    combat("cw G6 SB ordered; cf G8 FL x1")
        .dice("square circle circle")
        .dice("star")
        .play("cw: attack G6 G8")
        .then("stars cw 0");
    // A card roll: Boarding Party compares Stars and brings none.
    battle("cw G6 SC; cf G7 SC; cw K2 SC ordered; combat cw CB-02; stars cw 3; phase movement cw")
        .play("cw: end-movement")
        .dice("star star star star star star circle circle circle circle circle circle")
        .play("cw: card CB-02 G6 G7")
        .then("stars cw 0 cf 0; cw G6 SC x4");
}

#[test]
fn ra_16_6_basic_star_actions_and_their_prices() {
    movement("cw G6 SC ordered; stars cw 2").play("cw: move G6 G9 impulse").then("stars cw 0");
    combat("cw G6 SC ordered; cf G8 SC; stars cf 2")
        .dice("circle circle circle")
        .play("cw: attack G6 G8")
        .dice("circle circle circle")
        .play("cf: battle-back")
        .then("stars cf 0");
    combat("cw G6 SC ordered; cf G8 SC; stars cf 2")
        .dice("triangle red-alert circle")
        .play("cw: attack G6 G8")
        .play("cf: repair")
        .then("stars cf 0");
    battle("cw G6 SC alert; cw I2 SD alert; stars cw 3; card cw CM-05; phase orders cw")
        .plays("cw: order G6; cw: done-ordering; cw: remove-marker G6")
        .then("stars cw 2")
        .play("cw: remove-marker I2")
        .then("stars cw 0");
    combat("cw G6 SD ordered; cf G7 SC x1; stars cw 2")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .play("cw: pursue")
        .then("stars cw 0");
    // No limit on how often in a turn: three units at full impulse.
    movement("cw G1 SC ordered; cw I1 SC ordered; cw I6 SC ordered; stars cw 6")
        .plays("cw: move G1 G4 impulse; cw: move I1 I4 impulse; cw: move I6 I9 impulse")
        .then("stars cw 0");
}

#[test]
fn ra_16_7_a_star_gained_is_at_hand_at_once() {
    // Two stars of the roll pay for the pursuit of the same combat.
    combat("cw G6 SD ordered; cf G7 SC x1")
        .dice("triangle star star")
        .play("cw: attack G6 G7")
        .then("stars cw 2; question pursuit")
        .play("cw: pursue")
        .then("stars cw 0");
    // The star of a pre-emptive combat pays for the battle back.
    combat("cw G6 SC ordered; cf G7 SC; hand cf CM-16; stars cf 1")
        .play("cw: attack G6 G7")
        .dice("star circle circle circle circle circle")
        .play("cf: first-strike")
        .then("stars cf 2; question battle-back");
}
