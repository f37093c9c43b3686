//! ST-3, place by place: what may be put where, and what everybody starts with.

use crate::support::*;
use klaxon_core::Seat;
use klaxon_star_trek::{Faction, FleetChoice, Setup};

#[test]
fn st_3_9_where_a_mine_may_be_laid() {
    // Between 22000,4000 and 50000,44000, off the nebulae at x = 36000, edges 2000 apart.
    let game = opened(Setup::quick("chain-of-command", 2).unwrap());
    for (spot, fine) in [
        ("22000,4000", true),
        ("21999,4000", false),
        ("22000,3999", false),
        ("50000,44000", true),
        ("50001,44000", false),
        ("50000,44001", false),
        // Radius 2000 and 750: touching is no overlap.
        ("33250,24000", true),
        ("33251,24000", false),
        ("36000,26750", true),
        ("36000,26749", false),
    ] {
        let word = format!("p2: obstacle {spot}");
        let trial = opened(Setup::quick("chain-of-command", 2).unwrap());
        if fine { trial.allows(&word).done() } else { trial.refuses(&word, "ST-3.9").done() }
    }
    game.not_asked("p1: obstacle 22000,4000")
        .play("p2: obstacle 30000,20000")
        .then("obstacle 1 mine at 30000,20000 hits 3; obstacles 1")
        .refuses("p2: obstacle 30000,23499", "ST-3.9")
        .allows("p2: obstacle 30000,23500")
        .refuses("p2: obstacle 30000,16501", "ST-3.9")
        .allows("p2: obstacle 30000,16500");
    // Nobody places anything where the scenario does not say so.
    opened(Setup::quick("balance-of-terror", 2).unwrap()).not_asked("p1: obstacle 10000,12000");
}

#[test]
fn st_3_9_pieces_without_room_stay_in_the_box() {
    // A strip that holds two mines of the nine that are to be placed: with the second the deployment begins.
    let strip = "special = [{ s = \"place_obstacles\", team = 1, type = \"asteroid\", count_base = 3, count_per_player = 3, rect = [30000, 12000, 32500, 12000], min_gap = 1000 }]";
    opened(Setup::quick(&own_scenario(strip), 2).unwrap())
        .asks("p2")
        .play("p2: obstacle 30000,12000")
        .asks("p2")
        .then("obstacle 1 asteroid hits 2")
        .play("p2: obstacle 32500,12000")
        .asks("p1 p2")
        .then("obstacles 2");
    // None at all are asked of nobody.
    let none = strip.replace("count_base = 3, count_per_player = 3", "count_base = 0, count_per_player = 0");
    opened(Setup::quick(&own_scenario(&none), 2).unwrap()).asks("p1 p2").then("obstacles 0");
    // A single one is asked for like several.
    let one = strip.replace("count_base = 3, count_per_player = 3", "count_base = 1, count_per_player = 0");
    opened(Setup::quick(&own_scenario(&one), 2).unwrap())
        .asks("p2")
        .play("p2: obstacle 30000,12000")
        .asks("p1 p2")
        .then("obstacles 1");
    // As many as the scenario says: one and one for each player.
    let three = strip
        .replace("count_base = 3, count_per_player = 3", "count_base = 1, count_per_player = 1")
        .replace("[30000, 12000, 32500, 12000]", "[2000, 2000, 34000, 22000]");
    opened(Setup::quick(&own_scenario(&three), 2).unwrap())
        .plays("p2: obstacle 30000,3000; p2: obstacle 30000,12000")
        .asks("p2")
        .play("p2: obstacle 30000,21000")
        .asks("p1 p2")
        .then("obstacles 3");
}

#[test]
fn st_2_17_where_a_ship_may_start() {
    // A standard ship, radius 1250, west end of Balance of Terror: x from 1250 to 4499, y from 1250 to 22750.
    for (spot, rule) in [
        ("1250,12000", ""),
        ("1249,12000", "ST-2.17"),
        ("4499,12000", ""),
        ("4500,12000", "ST-3.2"),
        ("3000,1250", ""),
        ("3000,1249", "ST-2.17"),
        ("3000,22750", ""),
        ("3000,22751", "ST-2.17"),
    ] {
        let game = opened(Setup::quick("balance-of-terror", 2).unwrap());
        let word = format!("p1: deploy 1 at {spot} heading 0 speed 0");
        if rule.is_empty() { game.allows(&word).done() } else { game.refuses(&word, rule).done() }
    }
    // Terrain and obstacles are in the way; touching is not overlapping.
    let rocks = r#"terrain = [{ id = "rock", type = "planet", name = "Rock", x = 18000, y = 12000, radius = 1500 }]
obstacles = [{ type = "mine", x = 12000, y = 18000 }]"#;
    opened(Setup::quick(&own_scenario(rocks), 2).unwrap())
        .refuses("p1: deploy 1 at 15251,12000 heading 0 speed 0", "ST-2.17")
        .allows("p1: deploy 1 at 15250,12000 heading 0 speed 0")
        .refuses("p1: deploy 1 at 12000,16001 heading 0 speed 0", "ST-2.17")
        .allows("p1: deploy 1 at 12000,16000 heading 0 speed 0");
    // The rectangle of a zone is for centres.
    opened(Setup::quick(&own_scenario(""), 2).unwrap())
        .allows("p1: deploy 1 at 10000,4000 heading 0 speed 0")
        .refuses("p1: deploy 1 at 9999,4000 heading 0 speed 0", "ST-3.2")
        .refuses("p1: deploy 1 at 10000,3999 heading 0 speed 0", "ST-3.2")
        .allows("p1: deploy 1 at 26000,20000 heading 0 speed 0")
        .refuses("p1: deploy 1 at 26001,20000 heading 0 speed 0", "ST-3.2")
        .refuses("p1: deploy 1 at 26000,20001 heading 0 speed 0", "ST-3.2");
    // The cube is in the way as well.
    let near = "special = [{ s = \"threat\", type = \"borg_cube\", x = 18000, y = 12000, heading = 0, towards = \"rock\" }]\n";
    let rock =
        r#"terrain = [{ id = "rock", type = "planet", name = "Rock", x = 30000, y = 12000, radius = 1500 }]"#;
    opened(Setup::quick(&own_scenario(&format!("{near}{rock}")), 2).unwrap())
        .refuses("p1: deploy 1 at 14251,12000 heading 0 speed 0", "ST-2.17")
        .allows("p1: deploy 1 at 14250,12000 heading 0 speed 0");
}

#[test]
fn st_3_3_what_is_in_view_while_ships_are_placed() {
    // An enemy's ship is not, a ship put down before may be moved, and a scenario ship is seen by all and moved by nobody.
    opened(Setup::quick(&own_scenario(""), 2).unwrap())
        .plays("p1: deploy 1 at 15000,12000 heading 0 speed 2")
        .allows("p2: deploy 2 at 15500,12000 heading 0 speed 2")
        .play("p1: deploy 1 at 15500,12000 heading 900 speed 1")
        .then("ship 1 at 15500,12000 heading 900 speed 1 placed")
        .play("p1: done")
        .not_asked("p1: deploy 1 at 15000,12000 heading 0 speed 2");
    let freighter = "special = [{ s = \"scenario_ship\", ship = \"SCN-S01\", team = 1, x = 18000, y = 12000, heading = 900, speed = 5 }]";
    opened(Setup::quick(&own_scenario(freighter), 2).unwrap())
        // It starts no faster than it can fly.
        .then("ship 3 SCN-S01 of p2 at 18000,12000 heading 900 speed 2 placed")
        .refuses("p1: deploy 1 at 16000,12000 heading 0 speed 2", "ST-2.17")
        .refuses("p2: deploy 3 at 20000,12000 heading 0 speed 1", "ST-3.3")
        .refuses("p2: deploy 2 at 16000,12000 heading 0 speed 2", "ST-2.17")
        .plays("p1: deploy 1 at 15000,12000 heading 0 speed 2; p1: done; p2: deploy 2 at 21000,12000 heading 0 speed 2; p2: done")
        .then("turn 1; ship 3 at 18000,12000 speed 2");
}

#[test]
fn st_3_9_ships_on_the_same_spot_are_placed_again_by_their_own_player() {
    let three = || {
        let mut setup = Setup::quick(&own_scenario(""), 2).unwrap();
        setup.seats[1].fleet = FleetChoice::Build;
        setup.seats[1].faction = Faction::Federation;
        setup.seats[0].faction = Faction::Klingon;
        opened(setup).plays("p2: buy FED-S03; p2: buy FED-S05; p2: done")
    };
    // Touching is no overlap; of two that overlap the lower id stays, and only the other is asked again.
    three()
        .plays("p1: deploy 1 at 15000,12000 heading 0 speed 2; p1: done; p2: deploy 2 at 17500,12000 heading 0 speed 2; p2: deploy 3 at 20000,12000 heading 0 speed 0; p2: done")
        .then("turn 1");
    three()
        .plays("p1: deploy 1 at 15000,12000 heading 0 speed 2; p1: done; p2: deploy 2 at 20000,12000 heading 0 speed 2; p2: deploy 3 at 17499,12000 heading 0 speed 0; p2: done")
        .asks("p2")
        .then("ship 1 at 15000,12000; ship 2 at 20000,12000; ship 3 aside")
        .refuses("p2: done", "ST-3.3")
        .refuses("p2: deploy 2 at 24000,12000 heading 0 speed 2", "ST-3.3")
        .refuses("p2: deploy 3 at 18000,12000 heading 0 speed 2", "ST-2.17")
        .plays("p2: deploy 3 at 17500,12000 heading 0 speed 4; p2: done")
        .then("turn 1; ship 3 at 17500,12000 speed 4");
}

#[test]
fn st_3_10_how_fast_a_ship_starts() {
    let slow = |more: &str| opened(Setup::quick(&own_scenario(more), 2).unwrap());
    // Federation ships of the quick fleets are standard: 5, or what the scenario allows.
    slow("")
        .allows("p1: deploy 1 at 15000,12000 heading 0 speed 5")
        .refuses("p1: deploy 1 at 15000,12000 heading 0 speed 6", "ST-3.10");
    slow("restrictions = [{ r = \"max_start_speed\", n = 2 }]")
        .allows("p1: deploy 1 at 15000,12000 heading 0 speed 2")
        .refuses("p1: deploy 1 at 15000,12000 heading 0 speed 3", "ST-3.10");
    slow("restrictions = [{ r = \"max_start_speed\", n = 8 }]")
        .refuses("p1: deploy 1 at 15000,12000 heading 0 speed 6", "ST-3.10");
    // Without torpedoes all ships have none, and what adds to them adds nothing.
    let mut setup = Setup::quick(&own_scenario("restrictions = [{ r = \"no_torpedoes\" }]"), 2).unwrap();
    setup.seats[0].fleet = FleetChoice::Build;
    setup.seats[0].faction = Faction::Cardassian;
    opened(setup.clone())
        .plays("p1: buy CAR-S01; p1: buy CAR-C09 for 1; p1: done")
        .then("ship 1 torps 0; ship 2 torps 0");
    setup.scenario = own_scenario("");
    // Parn: two more for each ship of his own fleet, and of no other.
    opened(setup)
        .plays("p1: buy CAR-S01; p1: buy CAR-S06; p1: buy CAR-C09 for 2; p1: done")
        .then("ship 1 torps 6; ship 2 torps 4; ship 3 torps 6");
}

#[test]
fn st_3_1_who_is_on_the_table_from_the_start() {
    // Guards belong to the first player of their team, prisoners to theirs; both lie open, in their place.
    let people = r#"terrain = [{ id = "rock", type = "planet", name = "Rock", x = 30000, y = 12000 }]
special = [
    { s = "garrison", ref = "rock", team = 1, crew = ["FED-C15", "FED-C16"] },
    { s = "prisoners", ref = "rock", team = 0, crew = ["SCN-C01"] },
    { s = "vip", crew = "SCN-C02", team = 1, on = "rock" },
]"#;
    let mut setup = Setup::quick(&own_scenario(people), 2).unwrap();
    for seat in &mut setup.seats {
        seat.fleet = FleetChoice::Build;
    }
    setup.seats[0].faction = Faction::Klingon;
    setup.seats[1].faction = Faction::Federation;
    opened(setup)
        .plays("p1: buy KLI-S01; p1: done; p2: buy FED-S01; p2: done")
        .then("disk 1 FED-C15 on terrain:1 of p2 ready garrison; disk 2 FED-C16 on terrain:1 of p2 ready garrison")
        .then("disk 3 SCN-C01 on terrain:1 of p1 held; disk 4 SCN-C02 on terrain:1 of p2 ready")
        .then_not("disk 3 garrison; disk 4 garrison");
}

#[test]
fn st_3_9_the_vip_starts_on_the_dearest_ship() {
    let fleet = |buys: &str| {
        let mut setup = Setup::quick("menage-a-troi", 2).unwrap();
        setup.seats[1].fleet = FleetChoice::Build;
        opened(setup).plays(buys)
    };
    // Yamato for 21 before Hood for 20, in whatever order they were bought: nothing is left to choose.
    fleet("p2: buy FED-S03; p2: buy FED-S01; p2: done")
        .then("disk 7 SCN-C02 on ship:3 of p2 ready")
        .refuses("p2: vip 2", "ST-3.9")
        .refuses("p2: vip 3", "ST-3.9");
    fleet("p2: buy FED-S01; p2: buy FED-S03; p2: done").then("disk 7 SCN-C02 on ship:2 of p2 ready");
    // Of two that cost the same the player chooses one, and may change his mind; the other side has no say.
    fleet("p2: buy FED-S01; p2: buy FED-S04; p2: done")
        .then("disk 7 on ship:2")
        .refuses("p1: vip 3", "ST-3.9")
        .play("p2: vip 3")
        .then("disk 7 on ship:3 of p2")
        .play("p2: vip 2")
        .then("disk 7 on ship:2 of p2")
        .makes_no_sense("p2: deploy 9 at 30000,18000 heading 0 speed 0");
}

#[test]
fn st_1_20_captains_belong_to_their_team_and_only_they_are_asked() {
    let with = |captains: Vec<Option<Seat>>| {
        let mut setup = build_setup(
            "border-incident",
            &[Faction::Federation, Faction::Romulan, Faction::Klingon, Faction::Ferengi],
        );
        setup.captains = captains;
        start(&setup).map_err(|r| r.rule.map(|r| r.as_str().to_owned()))
    };
    assert!(with(vec![Some(Seat(2)), Some(Seat(1))]).is_ok());
    assert!(with(vec![None, None]).is_ok());
    for wrong in [vec![Some(Seat(1)), None], vec![None, Some(Seat(0))], vec![Some(Seat(4)), None]] {
        assert_eq!(with(wrong.clone()).unwrap_err(), Some("ST-1.20".into()), "{wrong:?}");
    }
    let mut setup = build_setup(
        "border-incident",
        &[Faction::Federation, Faction::Romulan, Faction::Klingon, Faction::Ferengi],
    );
    setup.captains = vec![Some(Seat(2)), Some(Seat(1))];
    opened(setup.clone())
        .asks("p2 p3")
        .not_asked("p1: share 1 40")
        .refuses("p3: share 2 40", "ST-1.20")
        .play("p3: share 1 40")
        .then("seat 1 share 40; seat 3 share 60; seat 2 share 50; seat 4 share 50")
        .choices_include("p3: share 1 30")
        .choices_include("p3: share 1 39")
        .choices_include("p3: share 1 41")
        .choices_include("p3: share 1 50")
        .choices_exclude("p3: share 1 40")
        .plays("p3: done; p2: done")
        .asks("p1 p2 p3 p4");
    // Who is alone in his team has nothing to share.
    let mut alone = build_setup("balance-of-terror", &[Faction::Romulan, Faction::Federation]);
    alone.captains = vec![Some(Seat(0)), Some(Seat(1))];
    opened(alone).asks("p1 p2").not_asked("p1: share 1 30").allows("p1: buy ROM-S06");
}

#[test]
fn st_22_3_which_tables_a_scenario_seats() {
    let rule = |setup: &Setup| start(setup).err().and_then(|r| r.rule).map(|r| r.as_str().to_owned());
    // A team without a player, a team too many, a player too many or too few.
    let base = Setup::quick("border-incident", 4).unwrap();
    assert_eq!(rule(&base), None);
    for (case, teams) in [("empty", vec![0, 0, 0, 0]), ("too many", vec![0, 1, 2, 1]), ("one", vec![0])] {
        let mut setup = base.clone();
        setup.seats.truncate(teams.len());
        for (seat, team) in setup.seats.iter_mut().zip(teams) {
            seat.team = team;
        }
        assert_eq!(rule(&setup).as_deref(), Some("ST-22.3"), "{case}");
    }
    let mut seven = Setup::quick("border-incident", 6).unwrap();
    seven.seats.push(seven.seats[0].clone());
    assert_eq!(rule(&seven).as_deref(), Some("ST-22.3"));
    // Equal teams where the scenario asks for them; three against one is none.
    let mut uneven = base;
    uneven.seats[1].team = 0;
    assert_eq!(rule(&uneven).as_deref(), Some("ST-1.22"));
    let mut tin = Setup::quick("tin-man", 4).unwrap();
    tin.seats[1].team = 0;
    tin.seats[1].faction = Faction::Federation;
    assert_eq!(rule(&tin), None);
    // No faction twice, where that is said; the turn limit and its bounds.
    let mut chase = Setup::quick("the-chase", 3).unwrap();
    assert_eq!(rule(&chase), None);
    chase.seats[2].faction = chase.seats[0].faction;
    assert_eq!(rule(&chase).as_deref(), Some("ST-1.22"));
    let mut limit = Setup::quick("balance-of-terror", 2).unwrap();
    limit.options.turn_limit = 50;
    assert_eq!(rule(&limit), None);
    limit.options.turn_limit = 51;
    assert_eq!(rule(&limit).as_deref(), Some("ST-20.6"));
}

#[test]
fn st_22_4_wishes_are_granted_where_the_scenario_allows_them() {
    use Faction::{Cardassian, Federation, Ferengi, Klingon, Romulan};
    let granted = |scenario: &str, players: usize, wishes: &[Option<Faction>], any: bool| {
        let mut six = [None; 6];
        six[..wishes.len()].copy_from_slice(wishes);
        let setup = Setup::ordered(scenario, players, &six, any, FleetChoice::Quick).unwrap();
        setup.seats.iter().map(|s| s.faction).collect::<Vec<_>>()
    };
    // Without wishes everybody plays something else, as long as there is something else.
    let five = granted("last-ship-standing", 5, &[], false);
    assert!((0..5).all(|i| !five[..i].contains(&five[i])), "{five:?}");
    let six = granted("last-ship-standing", 6, &[], false);
    assert_eq!(six[5], six[0]);
    assert_eq!(granted("last-ship-standing", 2, &[Some(Ferengi), Some(Ferengi)], false), [Ferengi, Ferengi]);
    // Not what the scenario does not know, unless anything goes.
    assert_eq!(
        granted("balance-of-terror", 2, &[Some(Klingon), Some(Romulan)], false),
        [Romulan, Federation]
    );
    assert_eq!(granted("balance-of-terror", 2, &[Some(Klingon), Some(Romulan)], true), [Klingon, Romulan]);
    // Nobody twice where factions are played once: the first wish stands, anything goes or not.
    for any in [false, true] {
        let chase = granted("the-chase", 3, &[Some(Cardassian), Some(Cardassian), None], any);
        assert!(chase[0] == Cardassian && chase[1] != Cardassian && chase[2] != chase[1], "{chase:?}");
    }
    // Once in a team: both teams of Redemption may have Klingons, none has two.
    assert_eq!(
        granted("redemption", 4, &[Some(Klingon), Some(Klingon), Some(Klingon), Some(Klingon)], false),
        [Klingon, Klingon, Federation, Romulan]
    );
}
