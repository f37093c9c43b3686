//! ST-14: criticals.

use crate::support::*;
use klaxon_core::Game;
use klaxon_core::{Seat, Viewer, Words};
use klaxon_star_trek::{Action, Fire, ShipId, StarTrek, Target};

/// p1 fires five counters at p2 and makes the given hits; then five counters for a critical.
fn fire(clauses: &str, hits: usize, crits: &str) -> klaxon_testkit::Given<StarTrek> {
    let drop: Vec<&str> = (0..5).map(|i| if i < hits { "hit" } else { "miss" }).collect();
    at(&format!(
        "ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 {clauses}; acting 1 owes AT"
    ))
    .dice(&format!("{}  {crits}", drop.join(" ")))
    .play("p1: fire 2")
}

#[test]
fn st_14_1_any_hit_can_cause_a_critical() {
    fire("", 1, "hit hit hit hit crit").then("ship 2 shields 5 crit weapons");
    fire("", 0, "").then("ship 2 shields 6 intact");
}

#[test]
fn st_14_2_shields_only_exactly_one() {
    for (drop, crit) in [
        ("hit hit hit hit hit", false),
        ("crit hit hit hit hit", true),
        ("crit crit hit hit hit", false),
        ("crit crit crit crit crit", false),
    ] {
        let game = fire("", 2, drop);
        let crits = seen(game.game(), 0).ships[1].crits.len();
        assert_eq!(crits, usize::from(crit), "{drop}");
    }
}

#[test]
fn st_14_3_hull_damage_one_or_two() {
    for (drop, crits) in [
        ("hit hit hit hit hit", 0),
        ("hit hit hit hit crit", 1),
        ("hit hit crit hit crit", 2),
        ("hit crit crit hit crit", 0),
    ] {
        let game = fire("shields 0", 1, drop);
        assert_eq!(seen(game.game(), 0).ships[1].crits.len(), crits, "{drop}");
    }
    // The odds, exactly: 5/32 after shields, 15/32 after hull.
    let game = at(
        "ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 shields 0; acting 1 owes AT",
    );
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let odds = StarTrek::odds(&view, &Action::Fire(Fire { at: Target::Ship(ShipId(2)) })).unwrap();
    let (text, share) = odds.rows.iter().find(|(t, _)| t.contains("critical")).unwrap();
    assert_eq!((text.as_str(), share.part * 32, share.whole), ("a critical follows", 31 * 15 * 32, 32 * 32));
}

#[test]
fn st_14_4_it_applies_at_once_and_is_marked() {
    fire("speed 5", 1, "hit hit crit hit hit").then("ship 2 crit helm speed 3 max-speed 3");
}

#[test]
fn st_14_5_the_second_of_the_same_type_destroys() {
    fire("crit helm; ship 3 FED-S03 of p2 at 30000,4000", 1, "hit hit crit hit hit")
        .events_say("second helm critical")
        .then("ship 2 destroyed");
    // Two different ones do not.
    fire("crit helm", 1, "hit hit hit hit crit").then("ship 2 crit helm crit weapons hull 6");
}

#[test]
fn st_14_6_bridge_crit() {
    fire("; disk 1 FED-C03 on ship:2; disk 2 FED-C04 on ship:2; disk 3 FED-C02 on ship:2 concealed; disk 4 ROM-C05 on ship:2 of p1 home 1", 1, "crit hit hit hit hit")
        .then("disk 1 on out; disk 2 ready; disk 3 concealed; disk 4 on out; ship 2 crit bridge");
    // With none aboard it is still marked, and a second one destroys.
    fire("", 1, "crit hit hit hit hit").then("ship 2 crit bridge");
    fire("crit bridge; ship 3 FED-S03 of p2 at 30000,4000", 1, "crit hit hit hit hit")
        .then("ship 2 destroyed");
}

#[test]
fn st_14_7_engineering_crit() {
    fire("; disk 1 FED-T01 on ship:2; disk 2 FED-C04 on ship:2; disk 3 FED-T02 on ship:2 flipped; disk 4 FED-T03 on ship:2 concealed", 1, "hit crit hit hit hit")
        .then("disk 1 on out; disk 2 ready; disk 3 on out; disk 4 concealed on ship:2; ship 2 crit engineering");
}

#[test]
fn st_14_8_helm_shields_weapons() {
    fire("speed 1", 1, "hit hit crit hit hit").then("ship 2 max-speed 3 speed 1");
    // A freighter, whose maximum is 2, keeps 1.
    at("ship 1 SCN-S01 of p1 at 10000,12000 crit helm; ship 2 FED-S01 of p2 at 30000,12000")
        .then("ship 1 max-speed 1");
    fire("", 1, "hit hit hit crit hit").then("ship 2 shields 0 max-shields 4");
    // Weapons: beam −2, not below 1; a beam of 0 stays 0.
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 crit weapons; acting 2 owes AT")
        .dice("miss miss")
        .play("p2: fire 1")
        .events_say("with 2 counters");
    at("ship 1 SCN-S01 of p1 at 10000,12000 crit weapons; ship 2 FED-S01 of p2 at 13000,12000; acting 1 owes AT").play("p1: fire 2").events_say("with 0 counters");
    at("ship 1 FED-S06 of p1 at 10000,12000 crit helm crit weapons; ship 2 FED-S01 of p2 at 13000,12000; acting 1 owes AT")
        .then("ship 1 max-speed 4")
        .dice("miss")
        .play("p1: fire 2");
    // Taking a marker off ends a lasting effect; it does not give shields back.
    at("ship 1 ROM-S02 of p1 at 10000,12000 crit shields shields 1; ship 2 FED-S01 of p2 at 30000,12000; disk 1 ROM-C06 on ship:1; acting 1 owes AC")
        .then("ship 1 max-shields 4")
        .play("p1: use 1 crit shields")
        .then("ship 1 intact max-shields 6 shields 1");
}

#[test]
fn st_14_9_the_sheets_example() {
    at(&format!("{CLOSE}; acting 2 owes AT"))
        .dice("hit hit miss miss  crit hit hit hit hit")
        .play("p2: fire 1")
        .then("ship 1 crit bridge shields 4");
    at(&format!("{CLOSE}; acting 2 owes AT"))
        .dice("hit hit miss miss  crit hit hit crit hit")
        .play("p2: fire 1")
        .then("ship 1 intact shields 4");
}

#[test]
fn st_14_10_rozhenko_changes_a_critical_to_a_bridge_crit() {
    let rozhenko = |clauses: &str, crits: &str| {
        at(&format!("ship 1 KLI-S01 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 {clauses}; disk 1 KLI-C08 on ship:1; acting 1 owes AT"))
            .dice(&format!("hit miss miss miss miss  {crits}"))
            .play("p1: fire 2")
    };
    rozhenko("", "hit hit crit hit hit")
        .asks("p1")
        .play("p1: use 1")
        .then("ship 2 crit bridge; disk 1 ready")
        .then_not("ship 2 crit helm");
    rozhenko("", "hit hit crit hit hit").play("p1: pass").then("ship 2 crit helm");
    // Not if the target has one already.
    rozhenko("crit bridge", "hit hit crit hit hit").then("ship 2 crit helm crit bridge; acting 1");
    // Of two he may change one, and both may not become the same.
    rozhenko("shields 0", "hit hit crit hit crit")
        .play("p1: use 1")
        .then("ship 2 crit bridge crit weapons; acting 1");
    rozhenko("shields 0", "hit hit crit hit crit")
        .plays("p1: pass; p1: use 1")
        .then("ship 2 crit helm crit bridge");
    rozhenko("shields 0", "crit hit hit hit crit").then("ship 2 crit bridge crit weapons; acting 1");
}

#[test]
fn st_14_11_attacker_then_defender_then_effect() {
    at("ship 1 KLI-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 14000,12000; disk 1 KLI-C08 on ship:1; disk 2 ROM-C05 on ship:2; acting 1 owes AT")
        .dice("hit miss miss miss miss  hit hit crit hit hit")
        .play("p1: fire 2")
        .asks("p1")
        .play("p1: use 1")
        .asks("p2")
        .play("p2: use 2")
        .events_say("cancels the bridge critical")
        .then("ship 2 intact; disk 2 on out");
}

#[test]
fn st_14_12_a_torpedos_critical_is_its_ships() {
    let flight = |ship: &str| {
        at(&format!("stage steer; phase 1; ship 1 KLI-S01 of {ship} at 3000,4000 speed 1; ship 2 FED-S01 of p2 at 20000,12000; ship 3 KLI-S03 of p1 at 3000,20000 speed 2; \
            disk 1 KLI-C08 on ship:1 of p1; torpedo 1 of p1 from 1 at 17500,12000"))
            .dice("hit miss miss miss miss  hit hit crit hit hit")
            .play("p1: steer 1 0")
    };
    flight("p1").asks("p1").play("p1: use 1").then("ship 2 crit bridge");
    // Lost to another player: no Crit ability applies.
    flight("p2 owner p1 builder 1").then("ship 2 crit helm");
}

#[test]
fn st_14_13_two_criticals_one_after_the_other() {
    // The first destroys the ship: the second lapses.
    fire(
        "shields 0 crit helm; ship 3 FED-S03 of p2 at 30000,4000; disk 1 FED-T01 on ship:2",
        1,
        "hit hit crit hit crit",
    )
    .then("ship 2 destroyed crit helm")
    .then_not("ship 2 crit weapons");
    fire("shields 0; disk 1 FED-C03 on ship:2; disk 2 FED-T01 on ship:2", 1, "crit crit hit hit hit")
        .then("ship 2 crit bridge crit engineering; disk 1 on out; disk 2 on out");
}
