//! ST-3: set-up.

use crate::support::*;
use klaxon_star_trek::{FleetChoice, Setup, data::data};

#[test]
fn st_3_1_each_scenario_fixes_its_table() {
    for (scenario, _) in &data().scenarios {
        for players in scenario.sizes() {
            let game = start(&Setup::quick(&scenario.id, players).unwrap()).unwrap();
            let view = seen(&game, 0);
            let (w, h) = scenario.table_for(players);
            assert_eq!(view.table, [w, h], "{}", scenario.id);
            assert_eq!(view.terrain.len(), scenario.terrain.len());
        }
    }
}

#[test]
fn st_3_2_zones_by_range() {
    // Range: 2 of its end in The Wounded, range: 1 in Balance of Terror.
    opened(Setup::quick("the-wounded", 2).unwrap())
        .allows("p1: deploy 1 at 7700,5000 heading 0 speed 0")
        .refuses("p1: deploy 1 at 7750,5000 heading 0 speed 0", "ST-3.2")
        .refuses("p2: deploy 2 at 43000,5000 heading 0 speed 0", "ST-3.2")
        .allows("p2: deploy 2 at 43600,5000 heading 0 speed 0");
}

#[test]
fn st_3_3_positions_are_chosen_in_secret() {
    let game = opened(Setup::quick("balance-of-terror", 2).unwrap())
        .asks("p1 p2")
        .refuses("p1: deploy 2 at 3000,12000 heading 0 speed 0", "ST-3.3")
        .makes_no_sense("p1: deploy 3 at 3000,12000 heading 0 speed 0")
        .refuses("p1: done", "ST-3.3")
        .plays("p1: deploy 1 at 3875,12000 heading 0 speed 3; p1: done")
        .does_not_hear("p2", "3.875");
    let (own, other) = (seen(game.game(), 0), seen(game.game(), 1));
    assert!(own.ships[0].at.is_some() && other.ships[0].at.is_none() && other.ships[0].speed.is_none());
    game.play("p2: deploy 2 at 32000,12000 heading 1800 speed 3")
        .play("p2: done")
        .hears("p2", "starts at 3.875 × 12 inches")
        .then("ship 1 at 3875,12000 heading 0 speed 3; ship 2 at 32000,12000 heading 1800 speed 3");
}

#[test]
fn st_3_4_each_ship_has_its_own_panel() {
    let view = seen(at(DUEL).game(), 0);
    let names: Vec<&str> = view.ships.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["T'deret", "Yamato"]);
    assert!(view.ships.iter().all(|s| s.orders.len() == 3));
}

#[test]
fn st_3_5_shields_and_hull_at_maximum_speed_as_chosen() {
    opened(with_sheets_fleets("balance-of-terror"))
        .refuses("p1: deploy 1 at 3875,12000 heading 0 speed 5", "ST-3.10")
        .plays("p1: deploy 1 at 3875,12000 heading 0 speed 3; p1: done")
        .plays("p2: deploy 2 at 32000,12000 heading 1800 speed 0; p2: done; p1: done; p2: done")
        .then("ship 1 shields 7 hull 7 speed 3; ship 2 shields 6 hull 6 speed 0");
}

#[test]
fn st_3_6_bonuses_of_disks_revealed_in_turn_one_count() {
    let mut setup = Setup::quick("heart-of-glory", 2).unwrap();
    setup.seats[1].fleet = FleetChoice::Build;
    let deployed = || {
        opened(setup.clone())
            .plays("p2: buy FED-S01; p2: buy FED-T02 for 1; p2: done")
            .plays("p1: deploy 1 at 3000,12000 heading 0 speed 3; p1: done")
            .plays("p2: deploy 2 at 30000,18000 heading 1800 speed 3; p2: done; p1: done")
    };
    // The Auxiliary Shield Bank is disk 6, after the five of the Klingon fleet.
    deployed().plays("p2: flip 6; p2: done").then("ship 2 shields 8 max-shields 8");
    deployed().play("p2: done").then("ship 2 shields 6 max-shields 6");
    // Start bonuses count, revealed or not: Reinforced Hull.
    let mut romulan = Setup::quick("balance-of-terror", 2).unwrap();
    romulan.seats[0].fleet = FleetChoice::Build;
    opened(romulan)
        .plays("p1: buy ROM-S01; p1: buy ROM-T06 for 1; p1: done")
        .plays("p1: deploy 1 at 3875,12000 heading 0 speed 3; p1: done")
        .plays("p2: deploy 2 at 32000,12000 heading 1800 speed 3; p2: done; p1: done; p2: done")
        .then("ship 1 hull 9 max-hull 9; disk 1 concealed");
}

#[test]
fn st_3_7_torps_are_ammunition() {
    at("ship 1 ROM-S02 of p1 at 10000,10000 torps 1; ship 2 FED-S01 of p2 at 30000,20000; acting 1 owes AT,AT")
        .plays("p1: launch; p1: steer 1 0; p1: steer 1 0; p1: steer 1 0")
        .then("ship 1 torps 0")
        .refuses("p1: launch", "ST-3.7");
}

#[test]
fn st_3_8_disks_start_revealed_or_concealed_by_step_one() {
    let game = opened(Setup::quick("balance-of-terror", 2).unwrap())
        .plays("p1: deploy 1 at 3875,12000 heading 0 speed 3; p1: done; p2: deploy 2 at 32000,12000 heading 1800 speed 3; p2: done")
        .then("turn 1; stage reveal; disk 1 concealed; disk 3 concealed")
        .plays("p1: flip 1; p1: done; p2: reveal-all; p2: done");
    game.then("disk 1 ready; disk 2 concealed; disk 3 ready; disk 4 ready; stage assign");
}

#[test]
fn st_3_9_pieces_placed_by_a_team_come_first() {
    // Chain of Command: the Cardassians (p2) place 6 + 2 mines openly, edges at least 2000 apart.
    let mut game = opened(Setup::quick("chain-of-command", 2).unwrap())
        .asks("p2")
        .refuses("p2: obstacle 21999,24000", "ST-3.9")
        .refuses("p2: obstacle 36000,24000", "ST-3.9")
        .play("p2: obstacle 24000,20000")
        .hears("p1", "mine is placed")
        .refuses("p2: obstacle 27499,20000", "ST-3.9")
        .allows("p2: obstacle 27500,20000");
    for y in [6000, 10_000, 14_000, 28_000, 32_000, 36_000, 40_000] {
        game = game.asks("p2").play(&format!("p2: obstacle 24000,{y}"));
    }
    game.asks("p1 p2").then("obstacles 8");
    // Team-mates see each other's ships, so only opponents can put two on the same spot.
    opened(Setup::quick("best-of-both-worlds", 2).unwrap())
        .plays("p1: deploy 1 at 60000,30000 heading 0 speed 0; p1: deploy 2 at 60000,18000 heading 0 speed 0")
        .refuses("p2: deploy 3 at 60500,30000 heading 0 speed 0", "ST-2.17");
    // Then the lower id stays, and the other is placed again with everything else in view.
    let game = opened(Setup::quick(&own_scenario(""), 2).unwrap())
        .plays("p1: deploy 1 at 15000,12000 heading 0 speed 2; p1: done; p2: deploy 2 at 15500,12000 heading 0 speed 2")
        .play("p2: done")
        .events_say("is placed again")
        .asks("p2")
        .then("ship 1 at 15000,12000; ship 2 aside")
        .refuses("p2: deploy 2 at 15500,12000 heading 0 speed 2", "ST-2.17")
        .plays("p2: deploy 2 at 18000,12000 heading 0 speed 2; p2: done")
        .then("ship 2 at 18000,12000; stage reveal");
    // Who stood there already is not shown again.
    let shown = game.told().iter().filter(|t| format!("{:?}", t.event).starts_with("Deployed"));
    assert_eq!(shown.count(), 1);
}

#[test]
fn st_3_10_starting_speed_counts_the_ships_own_ability_only() {
    let mut setup = Setup::quick("last-ship-standing", 2).unwrap();
    setup.seats[0].faction = klaxon_star_trek::Faction::Ferengi;
    setup.seats[0].fleet = FleetChoice::Build;
    opened(setup)
        // Pod Runner: 6 and its own +1; Overdrive aboard does not count yet.
        .plays("p1: buy FER-S06; p1: buy FER-T08 for 1; p1: done")
        .allows("p1: deploy 1 at 3000,12000 heading 0 speed 7")
        .refuses("p1: deploy 1 at 3000,12000 heading 0 speed 8", "ST-3.10");
    // Start abilities for other things than speed add nothing: free points, room for more disks.
    let mut setup = Setup::quick("last-ship-standing", 2).unwrap();
    setup.seats[0].faction = klaxon_star_trek::Faction::Federation;
    setup.seats[0].fleet = FleetChoice::Build;
    opened(setup)
        .plays("p1: buy FED-S01; p1: buy FED-C05 for 1; p1: buy FED-T10 for 1; p1: done")
        .allows("p1: deploy 1 at 3000,12000 heading 0 speed 5")
        .refuses("p1: deploy 1 at 3000,12000 heading 0 speed 6", "ST-3.10");
}
