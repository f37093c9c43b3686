//! Chapter 11: upgrades, modules, racial abilities.

use super::bench::*;

#[test]
fn sc_11_1_a_higher_level_keeps_the_units_of_the_lower_ones() {
    worked("p1 buildings 1 3 0; p1 card tarsonis.2; p1 card tarsonis.3; p1 workers 9; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .allows("p1: buy vulture tarsonis.1")
        .allows("p1: buy goliath tarsonis.1")
        .allows("p1: buy tank tarsonis.1");
}

#[test]
fn sc_11_2_zerg_building_types_are_pool_nest_and_spire_whatever_their_level() {
    let limit = |levels: &str| {
        worked(&format!("p2 buildings {levels}")).game().view(Viewer::Watcher).seats[1].build_limit
    };
    assert_eq!(
        [limit("1 0 0"), limit("3 0 0"), limit("1 1 0"), limit("3 2 0"), limit("2 1 2")],
        [2, 2, 4, 4, 6]
    );
}

#[test]
fn sc_11_3_each_supply_module_raises_the_limit_by_one() {
    let limit =
        |n: u8| worked(&format!("p1 modules {n} 0 0")).game().view(Viewer::Watcher).seats[0].build_limit;
    assert_eq!((0..=4).map(limit).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
    assert_eq!(data().module(Module::Supply).copies.of(Race::Zerg), 0);
}

#[test]
fn sc_11_4_modules_and_buildings_cannot_be_sold_moved_or_destroyed() {
    // Own pieces that can be destroyed: units, bases, transports, and nothing else.
    let game = worked("p1 modules 1 1 1; p1 buildings 3 3 3; p1 at tarsonis.1 marine; p1 transport r1; order p1 build tarsonis; phase turn p1").play("p1: scrap");
    assert_eq!(
        game.choices_of("p1"),
        ["keep", "scrap marine tarsonis.1", "scrap base tarsonis.3", "scrap transport r1"]
    );
}

#[test]
fn sc_11_5_the_module_count_is_checked_when_the_order_is_placed() {
    // A special order that lies already is executed, whatever the sheet shows by then.
    worked(
        "p1 modules 0 0 0; order p1 build+ tarsonis; order p2 build pridewater; p1 specials 1; phase turn p1",
    )
    .plays("p1: choose tarsonis; p1: execute")
    .allows("p1: buy marine tarsonis.1 off minerals");
    // And a module bought in this round allows nothing before the next Planning Phase.
    worked("p1 modules 0 1 0; p1 specials 0; phase planning 1 p1")
        .refuses("p1: order build+ tarsonis", "SC-3.7");
}

#[test]
fn sc_11_6_air_support_gives_detector_beside_the_own_base() {
    // The Ghost attacks the area with the Overmind's base: its Cloaking Field is detected.
    let fight = |air: &str| {
        worked(&format!("p2 modules 0 0 {air}; p2 at pridewater.1 hydralisk; p1 hand T01 TT05; p2 hand Z07; battle pridewater.1 p1 ghost"))
            .plays("p1: play T01; p1: add TT05; p2: play Z07")
    };
    fight("1").events_say("A Ghost of Jim Raynor is destroyed");
    fight("0").events_do_not_say("A Ghost of Jim Raynor is destroyed");
}

#[test]
fn sc_11_7_air_support_adds_one_attack_against_flyers_beside_the_own_base() {
    let fight = |attacker: &str| {
        worked(&format!("p2 modules 0 0 1; p2 at pridewater.1 hydralisk; p1 hand T16; p2 hand Z07; battle pridewater.1 p1 {attacker}"))
            .plays("p1: play T16; p2: play Z07")
    };
    fight("wraith").events_say("The Hydralisk of The Overmind has attack 8 and health 6");
    fight("marine").events_say("The Hydralisk of The Overmind has attack 7 and health 6");
}

#[test]
fn sc_11_8_limited_orbital_defense_protects_every_base_of_the_owner() {
    worked("p2 modules 0 0 1; p2 at chau.1 base; p1 at pridewater.2 marine; p1 transport r3; phase revealed p1 mobilize chau")
        .play("p1: execute")
        .refuses("p1: move marine pridewater.2 chau.1", "SC-7.12")
        .allows("p1: move marine pridewater.2 chau.2");
}

#[test]
fn sc_11_9_air_support_works_for_an_attacker_at_his_own_base_too() {
    worked(
        "p1 modules 0 0 1; p2 at tarsonis.3 mutalisk; p1 hand T02; p2 hand Z15; battle tarsonis.3 p1 marine",
    )
    .plays("p1: play T02; p2: play Z15")
    .events_say("The Marine of Jim Raynor has attack 7 and health 4");
}

#[test]
fn sc_11_10_protoss_shields_a_standard_card_as_reinforcement_for_one_health() {
    three("p3 at tarsonis.1 zealot; p3 hand P04 P13; p1 hand T05; battle tarsonis.1 p1 marine")
        .plays("p1: play T05; p3: play P04")
        .then("asks reinforcement p3")
        .play("p3: shields P13")
        .events_say("Tassadar shows P04 Zealot and Shields")
        .events_say("The Zealot of Tassadar has attack 6 and health 7")
        .then("p3 discard P04 P13");
    // It can be cancelled like a reinforcement card, and only the Protoss have it.
    three("p3 at tarsonis.1 zealot; p3 hand P04 P13; p1 hand T05 TT10; battle tarsonis.1 p1 marine vessel")
        .plays("p1: play T05; p1: add TT10; p3: play P04; p3: shields P13")
        .events_say("P13 Scout of Tassadar is cancelled")
        .events_say("The Zealot of Tassadar has attack 6 and health 6");
    worked("p2 at tarsonis.1 zergling; p1 hand T05 T01 TT02; battle tarsonis.1 p1 marine")
        .play("p1: play T05")
        .refuses("p1: shields T01", "SC-11.10");
    three("p3 at tarsonis.1 zealot; p3 hand P04 PT02; p1 hand T05; battle tarsonis.1 p1 marine")
        .plays("p1: play T05; p3: play P04")
        .refuses("p3: shields PT02", "SC-11.10");
}

#[test]
fn sc_11_11_shields_cannot_be_added_to_the_deck_top() {
    three("p3 at tarsonis.1 zealot; p3 hand P04 P13; p1 hand T05; battle tarsonis.1 p1 marine")
        .plays("p1: play T05; p3: play top")
        .events_do_not_say("Shields")
        .then_not("asks reinforcement p3");
}

#[test]
fn sc_11_12_creep_lets_a_zerg_base_be_founded_in_any_friendly_or_empty_area() {
    worked("p2 at tarsonis.1 zergling; p1 at tarsonis.2 marine; phase revealed p2 build tarsonis")
        .play("p2: execute")
        .refuses("p2: buy base tarsonis.2", "SC-11.12")
        .allows("p2: buy base tarsonis.1");
    worked("p2 at abaddon.1 zergling; phase revealed p2 build abaddon")
        .plays("p2: execute; p2: buy base abaddon.2")
        .then("p2 at abaddon.2 base");
    // Without a Zerg unit on the planet there is no creep.
    worked("p2 at braken.1 base; phase revealed p2 build braken; p2 at abaddon.1 zergling")
        .play("p2: execute")
        .refuses("p2: buy base braken.2", "SC-6.15");
}

#[test]
fn sc_11_13_zerg_regenerate_one_card_if_a_unit_of_the_battle_is_still_in_play() {
    let base = "p1 hand T09; p2 hand Z03; p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine";
    worked(base)
        .plays("p1: play T09; p2: play Z03; p1: retreat to tarsonis.2")
        .events_say("The Overmind regenerates")
        .then("p2 hand Z01 Z02");
    // A withdrawn unit is still in play; a destroyed one is not.
    worked("p1 hand T05; p2 hand ZT01a; p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine")
        .plays("p1: play T05; p2: play ZT01a")
        .events_say("The Overmind regenerates");
    worked("p1 hand T05; p2 hand Z05; p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine")
        .plays("p1: play T05; p2: play Z05")
        .events_do_not_say("regenerates");
}

#[test]
fn sc_11_14_terran_versatility_is_a_hand_limit_of_8() {
    three("").then("p1 limit 8; p2 limit 6; p3 limit 6");
}
