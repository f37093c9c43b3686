//! Chapter 23: the battle notes of the ten scenarios. Their maps are in `scenarios.rs`.

use super::common::{deploy_all, given, start, start_with};
use klaxon_red_alert::{Objective, Side, data};

/// The battle notes of a scenario: cards and stars of each side, points, units, objectives of both sides.
fn notes(id: &str) -> ([[u8; 3]; 2], u8, Option<u8>, String) {
    let (_, s) = data::get().scenario(id).unwrap();
    let hands = s.muster.map(|m| [m.command, m.combat, m.stars]);
    let of = |side| {
        let names: Vec<&str> =
            Objective::ALL.into_iter().filter(|o| s.has(side, *o)).map(Objective::name).collect();
        names.join(", ")
    };
    assert_eq!(of(Side::Cw), of(Side::Cf), "{id}: the objectives are for both");
    (hands, s.victory_points, s.eliminations, of(Side::Cw))
}

const USUAL: [[u8; 3]; 2] = [[5, 4, 5]; 2];

#[test]
fn ra_23_1_uneasy_truce() {
    assert_eq!(notes("uneasy-truce"), ([[5, 2, 4]; 2], 13, None, String::new()));
    start("uneasy-truce").then("target 13; eliminations 0; hand-size cw 5 cf 5; combat-size cw 2 cf 2; stars cw 4 cf 4; question initiative");
}

#[test]
fn ra_23_2_declaration_of_war() {
    assert_eq!(notes("declaration-of-war"), (USUAL, 18, Some(8), String::new()));
    start("declaration-of-war")
        .then("target 18; eliminations 8; combat-size cw 4 cf 4; stars cw 5 cf 5; question initiative");
}

#[test]
fn ra_23_3_cardinals_belt() {
    assert_eq!(notes("cardinals-belt"), (USUAL, 21, Some(8), "clearing a sector".into()));
    start("cardinals-belt").then("question buy; target 21; eliminations 8");
}

#[test]
fn ra_23_4_uncharted_supply_base() {
    assert_eq!(notes("uncharted-supply-base"), (USUAL, 21, Some(8), "breakthrough".into()));
}

#[test]
fn ra_23_5_the_supply_base() {
    assert_eq!(notes("the-supply-base"), (USUAL, 21, Some(8), "planet control".into()));
    start("the-supply-base").then("E6 planet Acme");
}

#[test]
fn ra_23_6_triangulum_system() {
    assert_eq!(notes("triangulum"), (USUAL, 21, Some(8), "planet control".into()));
}

#[test]
fn ra_23_7_triangulum_system_2() {
    assert_eq!(notes("triangulum-2"), (USUAL, 21, Some(8), "planet control".into()));
    let case =
        start("triangulum-2").then("question buy; F3 planet Kale; F10 planet Lyra; cw J6 FL; cf B6 FL");
    let view = super::common::watched(&case);
    assert!(Side::BOTH.iter().all(|s| view.of_side(*s).task_force.is_none()));
}

#[test]
fn ra_23_8_cardinals_belt_2() {
    assert_eq!(notes("cardinals-belt-2"), (USUAL, 21, Some(8), "clearing a sector, breakthrough".into()));
}

#[test]
fn ra_23_9_cardinals_belt_3() {
    assert_eq!(notes("cardinals-belt-3"), ([[4, 3, 4], [6, 5, 6]], 21, Some(8), String::new()));
    // Forty points for the Commonwealth (two of them unspent and more: two stars), none for the Confederation.
    let case = start("cardinals-belt-3").asks("cw").play("cw: done-buying");
    deploy_all(case).play("cf: pass").then(
        "turn 1; question command; asked cw; hand-size cw 4 cf 6; combat-size cw 3 cf 5; stars cw 6 cf 6",
    );
}

#[test]
fn ra_23_10_twin_sisters() {
    assert_eq!(notes("twin-sisters"), (USUAL, 21, Some(8), "planet control, clearing a sector".into()));
    // Five dice each (4 is the Star); a tie is rolled again; most Stars selects first, the other from the rest.
    let tie = [4, 4, 0, 0, 0, 4, 0, 4, 0, 0];
    let cf_wins = [4, 0, 0, 0, 0, 4, 4, 0, 0, 0];
    let dice: Vec<u32> = tie.into_iter().chain(cf_wins).collect();
    start_with("twin-sisters", &dice)
        .then("question task-force; asked cf; pool 36")
        .play("cf: task-force 7")
        .then("asked cw; task-force cf 7")
        .refuses("cw: task-force 7", "RA-4.1")
        .play("cw: task-force 3")
        .then("question buy; asked cw cf");
    given("scenario twin-sisters; as-printed; task-force cw 1; phase task-force cf").asks("cf");
}
