//! ST-23: options.

use crate::support::*;
use klaxon_core::{Seat, TableOrder, Words};
use klaxon_star_trek::{Setup, StarTrek};

fn order(options: &[(&str, &str)]) -> Setup {
    let options = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    StarTrek::setup(&TableOrder {
        scenario: "balance-of-terror".into(),
        seats: 2,
        options,
        ..TableOrder::default()
    })
    .unwrap()
}

#[test]
fn st_23_1_players_may_alter_a_scenario() {
    opened(order(&[("points", "50")])).then("seat 1 share 50; seat 2 share 50");
    let any = order(&[("factions", "any"), ("faction-1", "FER")]);
    assert_eq!(any.seats[0].faction, klaxon_star_trek::Faction::Ferengi);
    // No more than 300 points, and 300 are allowed.
    let with = |points: u16| {
        let mut setup = order(&[]);
        setup.options.points_per_player = points;
        start(&setup).map(|_| ()).map_err(|r| r.rule.map(|r| r.as_str().to_owned()))
    };
    assert_eq!(with(300), Ok(()));
    assert_eq!(with(301), Err(Some("ST-23.1".into())));
    // Default: as printed.
    opened(order(&[])).then("seat 1 ROM share 30; seat 2 FED share 30");
}

#[test]
fn st_23_2_initiative_once_per_turn() {
    // Picard is lost in phase 1. By phases the Romulan acts first in phase 2, by turns the list stays.
    let lost = "phase 1; ship 1 FED-S01 of p2 at 14000,12000 acted; ship 2 ROM-S02 of p1 at 10000,12000; ship 3 FED-S03 of p2 at 30000,4000 speed 1 acted; \
        disk 1 FED-C01 on ship:1; disk 2 ROM-C07 on ship:2; initiative 1 2 3; acting 2 owes AT; cursor 2";
    let fire = |given: klaxon_testkit::Given<StarTrek>| {
        given.dice("hit miss miss miss miss  crit hit hit hit hit").play("p1: fire 1").play("p1: end")
    };
    fire(at(lost)).then("phase 2; initiative 2 1 3");
    fire(at(&format!("{lost}; option initiative-per-turn"))).then("phase 2; initiative 1 2 3");
}

#[test]
fn st_23_3_turn_limit_open_fleets_friendly_fire() {
    assert_eq!(order(&[("turn-limit", "5")]).options.turn_limit, 5);
    at("option turn-limit 5; turn 5; phase 3; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,12000 speed 1 acted; acting 1").play("p1: end").then("over");
    // Open fleets: no concealed disk is hidden.
    let hidden = "stage reveal; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,12000; disk 1 FED-C04 on ship:2 concealed";
    at(hidden).then_not("knows p1 disk 1");
    at(&format!("{hidden}; option open-fleets")).then("knows p1 disk 1");
    // Friendly fire is on; switched off, beams are not aimed at the own team.
    let friends = "ship 1 ROM-S02 of p1 at 10000,12000; ship 2 ROM-S05 of p1 at 14000,12000; ship 3 FED-S01 of p2 at 30000,12000; acting 1 owes AT";
    at(friends).allows("p1: fire 2");
    at(&format!("{friends}; option no-friendly-fire")).refuses("p1: fire 2", "ST-23.3");
}

#[test]
fn st_23_4_teams_free_for_all_or_together_against_a_threat() {
    // Free-for-all: each player his own team.
    let setup = Setup::quick("last-ship-standing", 4).unwrap();
    assert_eq!(setup.seats.iter().map(|s| s.team).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let mut paired = setup;
    paired.seats[1].team = 0;
    assert!(start(&paired).is_err());
    // One team against a threat may be played alone; no other scenario can.
    assert!(start(&Setup::quick("best-of-both-worlds", 1).unwrap()).is_ok());
    assert!(Setup::quick("balance-of-terror", 1).is_err());
    let together = Setup::quick("best-of-both-worlds", 3).unwrap();
    let game = start(&together).unwrap();
    assert_eq!(klaxon_core::Game::team(&game, Seat(0)).len(), 3);
}

#[test]
fn st_23_4_in_a_free_for_all_nobody_shares_a_team() {
    let mut setup = Setup::quick("last-ship-standing", 3).unwrap();
    setup.seats[2].team = setup.seats[0].team;
    setup.seats[1].team = 1;
    let refusal = start(&setup).unwrap_err();
    assert_eq!(refusal.rule.map(|r| r.as_str()), Some("ST-23.4"));
}
