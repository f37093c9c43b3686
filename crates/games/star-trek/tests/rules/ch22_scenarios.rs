//! ST-22: scenarios.

use crate::support::*;
use klaxon_core::Game;
use klaxon_star_trek::{Faction, Scenario, Setup, data::data};

fn scenario(id: &str) -> &'static Scenario {
    &data().scenario(id).unwrap().0
}

#[test]
fn st_22_1_fields() {
    let s = scenario("balance-of-terror");
    assert_eq!((s.name.as_str(), s.mission_type.as_str()), ("Balance of Terror", "Seek & Destroy"));
    assert_eq!((s.teams.len(), s.players, s.teams[0].points_per_player), (2, [2, 2], 30));
    assert!(!s.mission.is_empty() && s.restrictions.is_empty() && s.victory.len() == 1);
    // Mission Type and Mission are flavour: a scenario that differs only there plays alike.
    let text = &data().scenario("balance-of-terror").unwrap().1;
    let other = text.replace("Seek & Destroy", "Tea Party");
    assert_eq!(seen(&start(&Setup::quick(&other, 2).unwrap()).unwrap(), 0).table, [36_000, 24_000]);
}

#[test]
fn st_22_2_quoted_names_are_episodes() {
    let plain: Vec<&str> =
        data().scenarios.iter().filter(|(s, _)| !s.quoted).map(|(s, _)| s.id.as_str()).collect();
    assert_eq!(plain, ["last-ship-standing", "border-incident"]);
}

#[test]
fn st_22_3_players_and_teams() {
    // Six players in two teams: three against three.
    let setup = Setup::quick("border-incident", 6).unwrap();
    assert_eq!(
        (0..2).map(|t| setup.seats.iter().filter(|s| s.team == t).count()).collect::<Vec<_>>(),
        [3, 3]
    );
    assert_eq!(scenario("border-incident").sizes(), [2, 4, 6]);
    assert_eq!(Setup::quick("border-incident", 3).unwrap_err().rule.unwrap().as_str(), "ST-22.3");
    // Teams need not be equal where nothing asks for it.
    assert!(start(&Setup::quick("tin-man", 3).unwrap()).is_ok());
    let mut empty = Setup::quick("tin-man", 2).unwrap();
    empty.seats[1].team = 0;
    assert_eq!(start(&empty).unwrap_err().rule.unwrap().as_str(), "ST-22.3");
}

#[test]
fn st_22_4_factions() {
    let mut setup = Setup::quick("balance-of-terror", 2).unwrap();
    assert_eq!([setup.seats[0].faction, setup.seats[1].faction], [Faction::Romulan, Faction::Federation]);
    setup.seats[0].faction = Faction::Klingon;
    assert_eq!(start(&setup).unwrap_err().rule.unwrap().as_str(), "ST-22.4");
    // A recommendation: the players may agree otherwise. "Any" means any.
    setup.options.any_faction = true;
    assert!(start(&setup).is_ok());
    for faction in Faction::ALL {
        let setup = Setup::ordered(
            "last-ship-standing",
            2,
            &[Some(faction), None, None, None, None, None],
            false,
            Default::default(),
        )
        .unwrap();
        assert_eq!(setup.seats[0].faction, faction);
    }
    assert_eq!(scenario("heart-of-glory").pov, Some(Faction::Klingon));
}

#[test]
fn st_22_5_balance_of_terror() {
    opened(Setup::quick("balance-of-terror", 2).unwrap())
        .then("seat 1 ROM share 30; seat 2 FED share 30")
        .allows("p1: deploy 1 at 3875,12000 heading 0 speed 3")
        .allows("p2: deploy 2 at 32000,12000 heading 1800 speed 3");
    at("phase 3; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 destroyed; acting 1").play("p1: end").then("winner p1");
}

#[test]
fn st_22_6_about_fifty_points_a_player() {
    let usual =
        data().scenarios.iter().filter(|(s, _)| s.teams.iter().all(|t| t.points_per_player == 50)).count();
    assert!(usual >= 9, "{usual}");
    assert_eq!(scenario("best-of-both-worlds").teams[0].points_per_player, 100);
    // Point Value is the same for unequal teams: points per player × players of the largest.
    opened(Setup::quick("tin-man", 3).unwrap()).then("seat 2 share 100");
}

#[test]
fn st_22_7_terrain_with_its_own_rules() {
    // Custom terrain that always collides for 3 hull hits.
    let more = r#"terrain = [{ id = "rock", type = "custom", name = "Rock", x = 18000, y = 12000, radius = 1500, collision = { mode = "auto", hull_hits = 3 } }]
obstacles = [{ type = "custom", x = 12000, y = 18000, hits = 4 }]"#;
    let order =
        |p: u8| format!("p{p}: assign {p} 1 RS; p{p}: assign {p} 2 RS; p{p}: assign {p} 3 RS; p{p}: done");
    let game = opened(Setup::quick(&own_scenario(more), 2).unwrap())
        .plays("p1: deploy 1 at 15200,12000 heading 0 speed 1; p1: done; p2: deploy 2 at 25000,5000 heading 0 speed 2; p2: done; p1: done; p2: done")
        .plays(&order(1))
        .plays(&order(2));
    let hull = seen(game.game(), 0).ships[0].hull;
    game.play("p1: act")
        .dice(NO_CRIT)
        .play("p1: move")
        .then(&format!("ship 1 hull {} speed 0", hull - 3))
        .asks("p1")
        .then("obstacle 1 hits 4");
}

#[test]
fn st_22_8_threats_act_by_their_script() {
    // Step (f): one beam of six counters at the nearest ship at range: 2, then one hop of 5000.
    at("scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S01 of p1 at 14000,24000; ship 2 FED-S03 of p1 at 60000,8000 speed 1 acted; acting 1")
        .dice(&format!("hit hit miss miss miss miss  {NO_CRIT}"))
        .play("p1: end")
        .events_say("The Borg cube fires at Yamato with 6 counters")
        .then("ship 1 shields 4; threat at 11000,24000 hops 1; phase 2")
        .asks("p1");
    // The values by the number of players.
    for (players, shields, hull) in [(1, 4, 30), (2, 6, 45), (4, 10, 75), (6, 10, 105)] {
        let game = start(&Setup::quick("best-of-both-worlds", players).unwrap()).unwrap();
        let cube = seen(&game, 0).threat.unwrap();
        assert_eq!((cube.max_shields, cube.hull), (shields, hull), "{players} players");
        assert_eq!(game.seats(), players);
    }
}

#[test]
fn st_22_9_the_format_and_its_validator() {
    // Every built-in scenario is written in it; a scenario of one's own is refused with the reason.
    assert!(Scenario::parse(&own_scenario("")).is_ok());
    for (more, why) in [
        (
            "terrain = [{ id = \"p\", type = \"planet\", name = \"P\", x = 500, y = 12000 }]",
            "wholly on the table",
        ),
        (
            "terrain = [{ id = \"p\", type = \"planet\", name = \"P\", x = 5000, y = 12000 }, { id = \"q\", type = \"planet\", name = \"Q\", x = 6000, y = 12000 }]",
            "Q overlaps P",
        ),
        ("special = [{ s = \"garrison\", ref = \"nowhere\", team = 0, crew = [\"FED-C15\"] }]", "no terrain"),
        ("special = [{ s = \"vip\", crew = \"FED-C01\", team = 0, on = \"most_expensive_ship\" }]", "no VIP"),
        ("turn_limit = 51", "the turn limit lies between 1 and 50"),
        ("restrictions = [{ r = \"forbid_disk\", id = \"FED-X99\" }]", "FED-X99"),
        ("victory = []", "condition of victory"),
        ("obstacles = [{ type = \"custom\", x = 12000, y = 18000 }]", "hits"),
        ("hyperdrive = true", "hyperdrive"),
        ("restrictions = [{ r = \"min_ships\", n = 2, m = 3 }]", "m"),
    ] {
        let error = Scenario::parse(&own_scenario(more)).expect_err(more);
        assert!(error.contains(why), "{more}: {error}");
    }
    let cramped = own_scenario("").replace("x1 = 26000, y1 = 20000", "x1 = 10500, y1 = 4500");
    assert!(Scenario::parse(&cramped).unwrap_err().contains("three large ships"));
    let poor = own_scenario("").replace("points_per_player = 50", "points_per_player = 19");
    assert!(Scenario::parse(&poor).unwrap_err().contains("points per player"));
}
