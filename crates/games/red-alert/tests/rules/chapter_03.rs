//! Chapter 3: setting up.

use super::common::{deploy_all, fleet, given, play_on, start, watched};
use klaxon_core::{Game, Seat, TableOrder, Viewer, Words};
use klaxon_red_alert::{RedAlert, Side, Stage, TaskForces, data};

const ALL: [&str; 10] = [
    "uneasy-truce",
    "declaration-of-war",
    "cardinals-belt",
    "uncharted-supply-base",
    "the-supply-base",
    "triangulum",
    "triangulum-2",
    "cardinals-belt-2",
    "cardinals-belt-3",
    "twin-sisters",
];

#[test]
fn ra_3_1_a_scenario_is_chosen_and_has_two_sides() {
    for scenario in &RedAlert::menu().scenarios {
        assert_eq!(scenario.seats, ["Commonwealth Fleet Commander", "Confederation Fleet Commander"]);
    }
    let order = TableOrder { scenario: "no-such-battle".into(), ..TableOrder::default() };
    assert!(RedAlert::setup(&order).is_err());
    let view = watched(&start("the-supply-base"));
    assert_eq!((view.scenario.as_str(), view.name.as_str()), ("the-supply-base", "The Supply Base"));
}

#[test]
fn ra_3_2_space_features_lie_where_the_scenario_has_them() {
    start("declaration-of-war").then("D6 D7 E6 E7 planet");
    start("the-supply-base").then("E6 E7 F5 F6 F7 G6 G7 planet Acme; E3 E11 G3 G11 asteroid");
    let view = watched(&start("uneasy-truce"));
    assert!(view.asteroids.is_empty() && view.planets.is_empty());
}

#[test]
fn ra_3_3_printed_units_in_the_first_two_scenarios() {
    let case = start("uneasy-truce");
    assert_eq!(fleet(&case, Side::Cw), "I3 SD, I5 SC, I7 SB, I9 SC, I11 SD, J2 SF, J6 FL, J11 SF");
    assert_eq!(fleet(&case, Side::Cf), "B2 SF, B7 FL, B11 SF, C3 SD, C5 SC, C7 SB, C9 SC, C11 SD");
    for id in &ALL[2..] {
        let printed = &data::get().scenario(id).unwrap().1.units;
        assert_eq!(printed.is_empty(), *id != "triangulum-2", "{id}");
    }
}

#[test]
fn ra_3_4_command_cards_are_dealt_in_secret_from_a_deck_of_60() {
    let deck: u32 = data::get().command.iter().map(|c| u32::from(c.copies)).sum();
    assert_eq!(deck, 60);
    let case = start("uneasy-truce").then("hand-size cw 5 cf 5");
    assert_eq!(watched(&case).decks.command, 50);
    for (viewer, sees) in [
        (Viewer::Seat(Seat(0)), [true, false]),
        (Viewer::Seat(Seat(1)), [false, true]),
        (Viewer::Watcher, [false, false]),
    ] {
        let view = case.game().view(viewer);
        let hands = Side::BOTH.map(|s| view.of_side(s).cards.command_hand.as_ref().map(Vec::len));
        assert_eq!(hands, sees.map(|s| s.then_some(5)), "{viewer:?}");
    }
}

#[test]
fn ra_3_5_combat_cards_are_dealt_in_secret_from_a_deck_of_50() {
    let deck: u32 = data::get().combat.iter().map(|c| u32::from(c.copies)).sum();
    assert_eq!(deck, 50);
    let case = start("declaration-of-war").then("combat-size cw 4 cf 4");
    assert_eq!(watched(&case).decks.combat, 42);
    let view = case.game().view(Viewer::Seat(Seat(1)));
    let hands = Side::BOTH.map(|s| view.of_side(s).cards.combat_hand.as_ref().map(Vec::len));
    assert_eq!(hands, [None, Some(4)]);
}

#[test]
fn ra_3_6_stars_come_from_the_common_pool() {
    start("uneasy-truce").then("stars cw 4 cf 4; pool 28");
    start("declaration-of-war").then("stars cw 5 cf 5; pool 26");
}

#[test]
fn ra_3_7_no_faction_markers_in_the_first_two_scenarios() {
    for id in &ALL[..2] {
        let (_, scenario) = data::get().scenario(id).unwrap();
        assert!(scenario.deploy.iter().all(|d| d.is_empty()), "{id}");
        assert_eq!((scenario.task_forces, scenario.muster[0].support), (TaskForces::None, None), "{id}");
        start(id).then("question initiative");
    }
}

#[test]
fn ra_3_8_the_order_of_setting_up() {
    let case = start("cardinals-belt").then("question buy; asked cw cf; D9 asteroid; hand-size cw 0 cf 0");
    let view = watched(&case);
    assert!(
        Side::BOTH.iter().all(|s| view.of_side(*s).task_force.is_some()),
        "task forces come before purchases"
    );
    assert_eq!((view.pool, view.units.len()), (36, 0), "neither stars nor units are out");
    let case =
        case.plays("cw: done-buying; cf: done-buying").then("question deploy; pool 36; hand-size cw 0");
    // Star changes become known only after the reveal: nothing was bought, so both get two more.
    let case =
        deploy_all(case).then("question initiative; stars cw 7 cf 7; hand-size cw 5 cf 5; combat-size cw 4");
    assert!(!watched(&case).units.is_empty());
    assert_eq!(watched(&case).stage, Stage::Initiative);
    // Held-back units are placed between deployment and the deal.
    let held =
        given("scenario cardinals-belt; as-printed; task-force cw 5 cf 1; bought cw SC SF SF; phase deploy");
    let held = play_on(held, &["done-deploying", "deploy"]);
    held.then("question held-back; asked cw; pool 36; hand-size cw 0 cf 0");
}

#[test]
fn ra_3_9_the_menu_has_the_recommended_order() {
    let ids: Vec<String> = RedAlert::menu().scenarios.into_iter().map(|s| s.id).collect();
    assert_eq!(ids, ALL);
}
