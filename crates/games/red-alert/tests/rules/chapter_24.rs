//! Chapter 24: optional extras.

use super::common::given;
use klaxon_core::{TableOrder, Words};
use klaxon_red_alert::RedAlert;

#[test]
fn ra_24_2_jump_points_replace_hidden_deployment_where_there_is_some() {
    let order = |scenario: &str, on: bool| {
        let mut order = TableOrder { scenario: scenario.into(), ..TableOrder::default() };
        if on {
            order.options.insert("jump-points".into(), "on".into());
        }
        RedAlert::setup(&order)
    };
    assert!(!order("cardinals-belt", false).unwrap().jump_points);
    assert!(order("cardinals-belt", true).unwrap().jump_points);
    // They take the place of hidden deployment, which the first two scenarios do not have.
    assert!(order("uneasy-truce", true).is_err());
}

#[test]
fn ra_24_2_one_jump_point_in_each_sector_near_the_baseline() {
    given("scenario cardinals-belt; as-printed; task-force cw 1 cf 2; phase jump")
        .asks("cw cf")
        .refuses("cw: jump G2", "RA-24.1") // more than 3 hexes from row K
        .refuses("cw: jump J4", "RA-24.1") // on a dotted line
        .refuses_saying("cw: jump J6", "RA-24.1", "lies on your left") // the west comes first
        .refuses_saying("cf: jump B6", "RA-24.1", "lies on your right") // seen from the other side
        .refuses("cw: jump H4", "RA-24.1") // asteroids, and a dotted line
        .play("cw: jump H3")
        .does_not_hear("cf", "H3")
        .play("cw: jump J6")
        .refuses("cw: jump J9", "RA-24.1")
        .play("cw: jump K12")
        .asks("cf")
        .plays("cf: jump A1; cf: jump B6")
        .play("cf: jump D11")
        .hears("watcher", "jump points on H3 J6 K12")
        .then("question initiative; jump-points cw H3 J6 K12; waiting cw FL HB HC HD SD HF SF");
}

#[test]
fn ra_24_1_an_order_brings_a_waiting_unit_onto_the_empty_jump_point() {
    let case = || {
        given(
            "jump-points cw J3 J6 J11; waiting cw SC SD FL; cf H3 SC; cf A1 SF; card cw CM-07; phase orders cw",
        )
    };
    case()
        .refuses("cw: bring SC J6", "RA-7.2") // the card is for the left
        .refuses("cw: bring HB J3", "RA-24.1") // none waits
        .refuses("cw: bring SC J2", "RA-24.1") // no jump point
        .play("cw: bring SC J3")
        .refuses("cw: bring SD J3", "RA-24.1") // until it is vacated
        .then("cw J3 SC ordered jumped; waiting cw FL SD")
        .plays("cw: done-ordering; cw: move J3 I3") // it moves and battles this turn
        .dice("circle circle circle")
        .play("cw: attack I3 H3");
    case().plays("cw: bring SC J3; cw: unorder J3").then("empty J3; waiting cw FL SC SD");
    // Once vacated it serves again.
    given("jump-points cw J3 J6 J11; waiting cw SD; cw I3 SC; cf A1 SF; card cw CM-07; phase orders cw")
        .allows("cw: bring SD J3");
}

#[test]
fn ra_24_3_units_that_wait_are_still_in_the_battle() {
    // The last unit on the map falls, others wait: the battle goes on.
    given("jump-points cf B3 B6 B11; waiting cf SC; cw G6 SC ordered; cf G8 SF x1; hand cf CM-05; phase combat cw")
        .dice("circle star star")
        .play("cw: attack G6 G8")
        .then("points cw 1; question end-choice");
    // No sector is clear of an enemy that waits.
    given("objectives cw clear-sector; jump-points cf B3 B6 B11; waiting cf SC; cw G6 SC; cf C6 SF; hand cw CM-05; phase end-choice cf")
        .play("cf: two-stars")
        .then("points cw 0");
}

#[test]
fn ra_24_4_a_waiting_unit_is_ordered_as_if_it_stood_on_the_jump_point() {
    let waiting = |card: &str, more: &str| {
        given(&format!(
            "jump-points cw J3 J6 J11; waiting cw SC SB FL; cw K13 SF; cf A1 SF; {more}; card cw {card}; rating 4; phase orders cw"
        ))
    };
    // A tactic card's conditions are judged there.
    waiting("CM-19", "").allows("cw: bring SC J11").refuses("cw: bring SB J11", "RA-7.2");
    waiting("CM-24", "cf I6 SC").allows("cw: bring SC J6").refuses("cw: bring SC J3", "RA-7.2");
    waiting("CM-23", "cf I6 SC").allows("cw: bring SC J3").refuses("cw: bring SC J6", "RA-7.2");
    waiting("CM-25", "cw J5 SC")
        .play("cw: order J5")
        .allows("cw: bring SB J6")
        .refuses("cw: bring SB J11", "RA-7.2");
    waiting("CM-22", "").play("cw: bring FL J6").refuses("cw: bring SC J3", "RA-7.2");
    // Taking the order back takes the unit back too; units ordered through an arrived flagship hold it there.
    waiting("CM-19", "").plays("cw: bring SC J11; cw: unorder J11").then("empty J11; waiting cw FL SB SC");
    waiting("CM-22", "cw J7 SC").plays("cw: bring FL J6; cw: order J7").refuses("cw: unorder J6", "RA-7.2");
}
