//! Chapter 6: the Build order.

use super::bench::*;

#[test]
fn sc_6_1_the_steps_come_in_order_and_each_is_optional() {
    worked("p1 at tarsonis.1 marine; p1 card tarsonis.3; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy supply; p1: pay minerals")
        .refuses("p1: buy worker", "SC-6.1")
        .refuses("p1: buy marine tarsonis.1", "SC-6.1")
        .allows("p1: buy barracks")
        .allows("p1: done");
    // (c) the base comes last: after it the order is over.
    worked("p1 at abaddon.1 marine; phase revealed p1 build abaddon")
        .plays("p1: execute; p1: buy base abaddon.1")
        .then("asks end p1; p1 at abaddon.1 marine base");
}

#[test]
fn sc_6_2_workers_transports_and_units_need_a_base_on_the_active_planet() {
    worked("p1 at abaddon.1 marine; phase revealed p1 build abaddon")
        .play("p1: execute")
        .refuses("p1: buy worker", "SC-6.2")
        .refuses("p1: buy transport r1", "SC-6.2")
        .refuses("p1: buy marine abaddon.1", "SC-6.2")
        .allows("p1: buy supply");
}

#[test]
fn sc_6_3_any_number_of_workers_and_transports() {
    worked("p1 workers 13 0 0 0; p1 at abaddon.1 base; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy worker; p1: buy worker")
        .then("p1 workers 11 2 2 0")
        .refuses("p1: buy worker", "SC-1.14")
        .plays("p1: buy transport r1; p1: buy transport r2")
        .then("p1 transport r1; p1 transport r2; p1 workers 9 2 4 0");
}

#[test]
fn sc_6_4_units_are_capped_by_the_unit_build_limit_of_the_order() {
    worked("phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy marine tarsonis.1; p1: buy marine tarsonis.1")
        .refuses("p1: buy marine tarsonis.1", "SC-6.4")
        // Workers do not count against it.
        .allows("p1: buy worker");
}

#[test]
fn sc_6_5_the_limit_is_2_plus_supply_or_for_zerg_2_per_building_type() {
    let limit =
        |clauses: &str, seat: usize| worked(clauses).game().view(Viewer::Watcher).seats[seat].build_limit;
    assert_eq!(limit("", 0), 2);
    assert_eq!(limit("p1 modules 3 0 0", 0), 5);
    assert_eq!(limit("p2 buildings 1 0 0", 1), 2);
    assert_eq!(limit("p2 buildings 3 1 0", 1), 4);
    assert_eq!(limit("p2 buildings 1 2 2", 1), 6);
    assert_eq!(three("p3 modules 1 0 0").game().view(Viewer::Watcher).seats[2].build_limit, 3);
}

#[test]
fn sc_6_6_only_units_that_the_buildings_allow_can_be_built() {
    worked("p1 card tarsonis.3; p1 card tarsonis.2; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .allows("p1: buy marine tarsonis.1")
        .refuses("p1: buy firebat tarsonis.1", "SC-6.6")
        .refuses("p1: buy zergling tarsonis.1", "SC-6.6");
    worked("p1 buildings 2 0 0; p1 card tarsonis.3; p1 card tarsonis.2; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .allows("p1: buy firebat tarsonis.1");
}

#[test]
fn sc_6_7_new_units_go_to_friendly_or_empty_areas_of_the_active_planet() {
    worked("p2 at tarsonis.2 zergling; p1 at tarsonis.1 marine; p1 at abaddon.1 marine; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .allows("p1: buy marine tarsonis.1")
        .allows("p1: buy marine tarsonis.3")
        .refuses("p1: buy marine tarsonis.2", "SC-6.7")
        .refuses("p1: buy marine abaddon.1", "SC-6.7");
}

#[test]
fn sc_6_8_enemy_units_beside_the_base_do_not_stop_building_elsewhere() {
    worked("p2 at tarsonis.3 zergling; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy marine tarsonis.3", "SC-6.7")
        .play("p1: buy marine tarsonis.1")
        .then("p1 at tarsonis.1 marine");
}

#[test]
fn sc_6_9_a_new_transport_goes_on_a_touching_route_without_one_of_his() {
    worked("p1 transport r1; p2 transport r2; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy transport r1", "SC-6.9")
        .refuses("p1: buy transport r3", "SC-6.9")
        // Transports of others do not matter.
        .play("p1: buy transport r2")
        .then("p1 transport r2; p2 transport r2");
}

#[test]
fn sc_6_10_one_building_and_one_module_need_a_base_or_a_unit_there() {
    worked("p1 at abaddon.1 marine; p1 workers 9; p1 at braken.1 base; p1 card tarsonis.3; p1 card tarsonis.2; phase revealed p1 build abaddon")
        .plays("p1: execute; p1: buy factory; p1: pay minerals")
        .refuses("p1: buy starport", "SC-6.10")
        .plays("p1: buy supply; p1: pay minerals")
        .refuses("p1: buy supply", "SC-6.10")
        .then("p1 buildings 1 1 0; p1 modules 1 0 0");
    worked("phase revealed p1 build abaddon").play("p1: execute").events_say("has no effect");
}

#[test]
fn sc_6_11_building_levels_are_bought_in_order() {
    // Barracks I is printed: the next purchase is II, then III.
    worked("phase revealed p1 build tarsonis")
        .then("p1 buildings 1 0 0")
        .plays("p1: execute; p1: buy barracks")
        .then("p1 buildings 2 0 0");
    worked("p1 buildings 3 0 0; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy barracks", "SC-6.11")
        .refuses("p1: buy spire", "SC-6.11");
    let levels = |b: Building| (1..=3).filter(|l| data().level(b, *l).is_some()).count();
    assert_eq!(Building::ALL.iter().map(|b| levels(*b)).collect::<Vec<_>>(), [3, 3, 3, 3, 1, 3, 3, 2, 2]);
}

#[test]
fn sc_6_12_modules_are_limited_by_spaces_and_copies() {
    worked("p1 modules 4 0 0; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy supply", "SC-6.12")
        .allows("p1: buy rnd");
    worked("p1 modules 2 3 0; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy air", "SC-6.12");
    worked("p2 modules 0 2 1; phase revealed p2 build pridewater")
        .play("p2: execute")
        .refuses("p2: buy rnd", "SC-6.12");
    // The Zerg have no Supply module.
    worked("phase revealed p2 build pridewater").play("p2: execute").refuses("p2: buy supply", "SC-6.12");
}

#[test]
fn sc_6_13_buildings_and_modules_count_for_all_bases_and_stay_without_one() {
    worked("p1 at abaddon.1 base; p1 buildings 1 1 0; phase revealed p1 build abaddon")
        .play("p1: execute")
        .allows("p1: buy vulture abaddon.1");
    worked("p1 at tarsonis.1 marine; p1 buildings 1 2 0; p1 modules 1 1 0; phase turn p1; order p1 build tarsonis; order p2 build pridewater")
        .plays("p1: scrap; p1: scrap base tarsonis.3; p1: really")
        .then("p1 buildings 1 2 0; p1 modules 1 1 0");
}

#[test]
fn sc_6_14_a_building_or_module_bought_now_does_not_help_step_a_of_the_same_order() {
    worked("p1 workers 9; p1 card tarsonis.3; phase revealed p1 build tarsonis")
        .plays("p1: execute; p1: buy factory; p1: pay minerals")
        .refuses("p1: buy vulture tarsonis.1", "SC-6.1");
}

#[test]
fn sc_6_15_a_base_needs_a_unit_and_no_base_of_his_on_the_planet() {
    worked("p1 at abaddon.1 marine; phase revealed p1 build abaddon")
        .play("p1: execute")
        .allows("p1: buy base abaddon.1");
    worked("p1 at tarsonis.1 marine; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy base tarsonis.1", "SC-6.17");
    worked("p1 at abaddon.1 marine; p1 at braken.1 marine; phase revealed p1 build abaddon")
        .play("p1: execute")
        .refuses("p1: buy base braken.1", "SC-6.15");
}

#[test]
fn sc_6_16_the_base_goes_where_a_unit_of_his_stands_and_no_enemy_base_is() {
    worked("p1 at abaddon.1 marine; phase revealed p1 build abaddon")
        .play("p1: execute")
        .refuses("p1: buy base abaddon.2", "SC-6.16");
    worked("p1 at pridewater.1 marine; p1 at pridewater.2 marine; phase revealed p1 build pridewater")
        .play("p1: execute")
        .refuses("p1: buy base pridewater.1", "SC-6.17")
        .allows("p1: buy base pridewater.2");
}

#[test]
fn sc_6_17_one_base_per_player_and_planet_and_one_per_area() {
    worked("p2 at tarsonis.2 zergling; phase revealed p2 build tarsonis")
        .play("p2: execute")
        // Two players may have bases on one planet, but not in one area.
        .refuses("p2: buy base tarsonis.3", "SC-6.17")
        .play("p2: buy base tarsonis.2")
        .then("p2 at tarsonis.2 zergling base; p1 at tarsonis.3 base");
}

#[test]
fn sc_6_18_a_new_base_cannot_produce_in_the_same_order() {
    worked("p1 at abaddon.1 marine; phase revealed p1 build abaddon")
        .plays("p1: execute; p1: buy base abaddon.1")
        .then("asks end p1")
        .not_asked("p1: buy worker");
}

#[test]
fn sc_6_19_special_build_raises_the_limit_and_takes_one_resource_off_one_purchase() {
    let table = worked("p1 workers 10; p1 card tarsonis.3; p1 card tarsonis.2; p1 buildings 1 2 0; phase revealed p1 build+ tarsonis")
        .play("p1: execute")
        // Goliath costs 2M 1G: one mineral or one gas may come off.
        .allows("p1: buy goliath tarsonis.1 off minerals")
        .allows("p1: buy goliath tarsonis.1 off gas")
        // A Marine has no gas to take off; a worker is not eligible at all.
        .refuses("p1: buy marine tarsonis.1 off gas", "SC-6.19")
        .play("p1: buy marine tarsonis.1 off minerals")
        .then("p1 at tarsonis.1 marine; p1 workers 10 0 0 0")
        .refuses("p1: buy marine tarsonis.1 off minerals", "SC-6.19")
        .plays("p1: buy marine tarsonis.1; p1: pay rest; p1: buy marine tarsonis.1; p1: pay rest")
        .then("p1 at tarsonis.1 marine x3")
        .refuses("p1: buy marine tarsonis.2", "SC-6.4");
    drop(table);
    for (purchase, legal) in [("worker", false), ("transport r1", true), ("factory", true), ("supply", true)]
    {
        let game = worked("phase revealed p1 build+ tarsonis").play("p1: execute");
        let offered = game.choices_of("p1").contains(&format!("buy {purchase} off minerals"));
        assert_eq!(offered, legal, "{purchase}");
    }
    worked("p1 at abaddon.1 marine; phase revealed p1 build+ abaddon")
        .play("p1: execute")
        .allows("p1: buy base abaddon.1 off minerals");
    worked("phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy supply off minerals", "SC-6.19");
}

#[test]
fn sc_6_20_technology_required_units_consume_units_on_the_planet_without_a_base() {
    let position = "p3 at abaddon.1 templar; p3 at abaddon.2 templar x2; phase revealed p3 build abaddon";
    three(position).play("p3: execute").refuses("p3: morph archon abaddon.2 abaddon.2", "SC-6.20");
    three(&format!("{position}; p3 play PT05"))
        .play("p3: execute")
        // The new unit goes to an area where one of them was.
        .allows("p3: morph archon abaddon.1 abaddon.2")
        .play("p3: morph archon abaddon.2 abaddon.1")
        .then("p3 at abaddon.2 templar archon; p3 workers 6 0 0 2; p3 supply templar 2")
        .then_not("p3 at abaddon.1 templar");
}

#[test]
fn sc_6_21_a_technology_required_unit_counts_as_one_against_the_limit() {
    three(
        "p3 play PT05; p3 at chau.1 templar x2; p3 card chau.3; p3 card chau.2; phase revealed p3 build chau",
    )
    .plays("p3: execute; p3: morph archon chau.1 chau.1; p3: pay gas; p3: pay gas")
    .plays("p3: buy zealot chau.2; p3: pay rest")
    .refuses("p3: buy zealot chau.2", "SC-6.4");
}

#[test]
fn sc_6_22_units_built_in_the_same_order_cannot_be_consumed() {
    three("p3 play PT05; p3 buildings 3 0 0; p3 at chau.1 templar; p3 card chau.2; p3 workers 9; phase revealed p3 build chau")
        .plays("p3: execute; p3: buy templar chau.1; p3: pay gas")
        .refuses("p3: morph archon chau.1 chau.1", "SC-6.22");
}

#[test]
fn sc_6_23_without_base_and_unit_there_the_order_has_no_effect() {
    worked("order p2 build pridewater; phase revealed p1 build abaddon")
        .play("p1: execute")
        .events_say("has no effect")
        .then("asks turn p2");
}

#[test]
fn sc_6_24_the_unit_changes_in_place_even_beside_an_enemy_base() {
    worked("p2 play ZT10; p2 at tarsonis.3 mutalisk; phase revealed p2 build tarsonis")
        .plays("p2: execute; p2: morph guardian tarsonis.3 tarsonis.3")
        .then("p2 at tarsonis.3 guardian; p1 at tarsonis.3 base");
}

#[test]
fn sc_6_25_several_technology_required_units_may_be_made_each_paid_apart() {
    worked("p2 play ZT10; p2 buildings 1 1 0; p2 at abaddon.2 mutalisk x2; phase revealed p2 build abaddon")
        .plays("p2: execute; p2: morph guardian abaddon.2 abaddon.2; p2: morph guardian abaddon.2 abaddon.2")
        .then("p2 at abaddon.2 guardian x2; p2 workers 6 0 0 2")
        // No unit is consumed twice.
        .refuses("p2: morph guardian abaddon.2 abaddon.2", "SC-6.22");
    // It is made of one Mutalisk, where that is.
    worked(
        "p2 play ZT10; p2 at abaddon.1 mutalisk; p2 at abaddon.2 mutalisk; phase revealed p2 build abaddon",
    )
    .play("p2: execute")
    .refuses("p2: morph guardian abaddon.1 abaddon.2", "SC-6.20")
    .allows("p2: morph guardian abaddon.1 abaddon.1");
}
