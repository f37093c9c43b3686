//! ST-1.8, ST-1.22: fleets that nobody builds by hand.

use crate::support::*;
use klaxon_core::{Game, Seat, Situation};
use klaxon_star_trek::data::data;
use klaxon_star_trek::{Faction, FleetChoice, Keyword, Setup, StarTrek, View};

/// Ships with what lies on them.
type Fleet = Vec<(String, Vec<String>)>;

/// The ships of a seat with what lies on them, as the table shows them to him.
fn fleet(view: &View, seat: u8) -> Fleet {
    let id = |name: &str| data().ships.iter().find(|s| s.name == name).unwrap().id.clone();
    let aboard = |d: &klaxon_star_trek::DiskView| d.known.as_ref().unwrap().kind.of().id.clone();
    let own = view.ships.iter().filter(|s| s.controller == seat);
    own.map(|s| (id(&s.name), s.disks.iter().map(aboard).collect())).collect()
}

fn quick(scenario: &str, players: usize, faction: Faction, points: u16) -> Option<(Fleet, u16)> {
    let mut wishes = [None; 6];
    wishes[0] = Some(faction);
    let mut setup = Setup::ordered(scenario, players, &wishes, true, FleetChoice::Quick).unwrap();
    setup.options.points_per_player = points;
    setup.options.any_faction = true;
    let game = start(&setup).ok()?;
    let view = seen(&game, 0);
    Some((fleet(&view, 0), view.seats[0].spent.unwrap()))
}

/// What a fleet costs, with the cheapest disks paid for by Start pools.
fn cost(fleet: &[(String, Vec<String>)]) -> (u16, u16) {
    let ship = |id: &str| u16::from(data().ship(id).unwrap().of().cost);
    let disk = |id: &String| u16::from(data().disk(id).unwrap().of().cost);
    let disks = fleet.iter().flat_map(|(_, disks)| disks).map(disk).sum();
    (fleet.iter().map(|(id, _)| ship(id)).sum(), disks)
}

#[test]
fn st_1_22_a_quick_fleet_is_legal_and_leaves_little() {
    for faction in Faction::ALL {
        let cheapest =
            data().ships.iter().filter(|s| s.faction == Some(faction)).map(|s| s.cost).min().unwrap();
        for points in (20..=100).step_by(4) {
            let Some((fleet, spent)) = quick("last-ship-standing", 2, faction, points) else {
                panic!("{faction:?} with {points}");
            };
            let case = format!("{faction:?} with {points}: {fleet:?} for {spent}");
            let (ships, disks) = cost(&fleet);
            assert!(spent <= points && spent >= ships && spent <= ships + disks, "{case}");
            assert!(!fleet.is_empty() && u16::from(cheapest) <= ships, "{case}");
            for (ship, aboard) in &fleet {
                let kind = data().ship(ship).unwrap().of();
                let more: usize = aboard.iter().map(|id| room(id)).sum();
                assert!(aboard.len() <= usize::from(kind.capacity) + more, "{case}: capacity");
                let commanders = aboard.iter().filter(|id| data().disk(id).unwrap().of().commands());
                assert!(commanders.count() <= 1, "{case}: commanders");
                for (i, id) in aboard.iter().enumerate() {
                    let disk = data().disk(id).unwrap().of();
                    assert!(disk.has(Keyword::Unlimited) || !aboard[..i].contains(id), "{case}: copies");
                }
                // Nothing that could still be bought was left.
                let full = aboard.len() == usize::from(kind.capacity) + more;
                let left = points - spent;
                let open =
                    data().disks.iter().filter(|d| d.faction == Some(faction) && !aboard.contains(&d.id));
                let cheap = open.map(|d| u16::from(d.cost)).min().unwrap();
                let ready = data().fleets.iter().any(|f| f.faction == faction && f.cost() == spent);
                assert!(ready || full || left < cheap, "{case}: {left} left and room for more");
            }
        }
    }
}

/// How many more disks a disk makes room for.
fn room(id: &str) -> usize {
    match id {
        "FED-T10" | "CAR-T07" => 2,
        "FER-T03" => 3,
        _ => 0,
    }
}

#[test]
fn st_1_8_the_dearest_ready_made_fleet_that_fits() {
    let ready = |id: &str| {
        let fleet = data().fleets.iter().find(|f| f.id == id).unwrap();
        fleet.ships.iter().map(|s| s.ship.clone()).collect::<Vec<_>>()
    };
    let ships = |points: u16| {
        let (fleet, spent) = quick("last-ship-standing", 2, Faction::Federation, points).unwrap();
        (fleet.into_iter().map(|(ship, _)| ship).collect::<Vec<_>>(), spent)
    };
    for (points, id, spent) in
        [(30, "FED-30", 30), (39, "FED-30", 30), (40, "FED-40", 40), (50, "FED-50", 50)]
    {
        assert_eq!(ships(points), (ready(id), spent), "{points} points");
    }
}

#[test]
fn st_1_22_a_fleet_put_together_keeps_what_the_scenario_asks_for() {
    // At least two ships a player, and each Romulan ship with a cloak: wherever points allow it at all.
    for faction in Faction::ALL {
        let mut costs: Vec<u16> =
            data().ships.iter().filter(|s| s.faction == Some(faction)).map(|s| u16::from(s.cost)).collect();
        costs.sort_unstable();
        let least = costs[0] + costs[1];
        for points in [least - 1, least, least + 1, least + 5, 60, 75, 90] {
            match quick("best-of-both-worlds", 1, faction, points) {
                None => assert!(points < least, "{faction:?} with {points}"),
                Some((fleet, spent)) => {
                    let case = format!("{faction:?} with {points}: {fleet:?}");
                    assert!(points >= least && fleet.len() == 2 && spent <= points, "{case}");
                    assert_ne!(fleet[0].0, fleet[1].0, "{case}");
                }
            }
        }
    }
    for points in [20, 25, 33, 37, 45] {
        let wishes = [None, None, None, Some(Faction::Romulan), None, None];
        let mut setup = Setup::ordered("redemption", 4, &wishes, false, FleetChoice::Quick).unwrap();
        setup.options.points_per_player = points;
        let game = start(&setup).unwrap();
        for seat in 0..4 {
            for (ship, disks) in
                fleet(&seen(&game, seat), seat).iter().filter(|(ship, _)| ship.starts_with("ROM"))
            {
                let cloaks = disks.iter().filter(|id| data().disk(id).unwrap().of().has(Keyword::Cloak));
                assert!(cloaks.count() > 0, "{ship} with {points}: {disks:?}");
            }
        }
    }
}

#[test]
fn st_1_20_shares_leave_everybody_two_ships_where_two_are_asked_for() {
    // Federation ships cost 15, 20, 20, 21, 21 and 27: of two captains the poorer gets 15 and 20, the other 20 and 21.
    let with = |points: u16| {
        let mut setup = build_setup("best-of-both-worlds", &[Faction::Federation, Faction::Federation]);
        setup.options.points_per_player = points;
        setup.captains = vec![Some(Seat(0))];
        setup
    };
    assert_eq!(start(&with(40)).unwrap_err().rule.map(|r| r.as_str()), Some("ST-1.22"));
    opened(with(41))
        .refuses_saying("p1: share 1 34", "ST-1.20", "between 35 and 47 points")
        .refuses("p1: share 1 48", "ST-1.20")
        .refuses("p1: share 2 34", "ST-1.20")
        .allows("p1: share 1 35")
        .allows("p1: share 1 42")
        .play("p1: share 1 47")
        .then("seat 1 share 47; seat 2 share 35")
        .play("p1: done")
        // The richer one leaves the other what he can pay for.
        .refuses("p1: buy FED-S06", "ST-1.13")
        .choices_exclude("p1: buy FED-S06")
        .choices_include("p1: buy FED-S03")
        .play("p1: buy FED-S03")
        .refuses("p1: buy FED-S05", "ST-1.13")
        .allows("p1: buy FED-S01")
        // Once the other has his ships, the rest is free.
        .plays("p2: buy FED-S06; p2: buy FED-S05")
        .allows("p1: buy FED-S02");
    // Other factions need their own ships, not these.
    let mut mixed = build_setup("best-of-both-worlds", &[Faction::Federation, Faction::Klingon]);
    mixed.options.points_per_player = 35;
    opened(mixed.clone()).allows("p1: buy FED-S06").allows("p2: buy KLI-S05");
    mixed.options.points_per_player = 34;
    assert_eq!(start(&mixed).unwrap_err().rule.map(|r| r.as_str()), Some("ST-1.22"));
}

#[test]
fn st_1_16_what_is_given_back_makes_room_again() {
    // A pool's disks go with its giver, those behind it move up; a ship goes with all that is on it.
    building("best-of-both-worlds", &[Faction::Klingon])
        .plays("p1: buy KLI-S01; p1: buy KLI-S05; p1: buy KLI-C11 for 1; p1: buy KLI-C12 for 1 pool 1; p1: buy KLI-C10 for 2; p1: buy KLI-C14 for 1 pool 1")
        .makes_no_sense("p1: sell 5")
        .makes_no_sense("p1: sell-ship 3")
        .play("p1: sell 2")
        .choices_include("p1: buy KLI-C12 for 1 pool 1")
        .play("p1: sell 1")
        .choices_exclude("p1: buy KLI-C12 for 1 pool 1")
        .plays("p1: buy KLI-C14 for 2; p1: done")
        .then("disk 1 KLI-C10 on ship:2; disk 2 KLI-C14 on ship:2; seat 1 spent 43");
    building("best-of-both-worlds", &[Faction::Klingon])
        .plays("p1: buy KLI-S01; p1: buy KLI-S05; p1: buy KLI-S03; p1: buy KLI-C10 for 1; p1: buy KLI-C07 for 3; p1: buy KLI-C14 for 2; p1: sell-ship 1; p1: done")
        .then("ship 1 KLI-S05; ship 2 KLI-S03; disk 1 KLI-C07 on ship:2; disk 2 KLI-C14 on ship:1; seat 1 spent 42");
    // Two givers: each pays for its own, and what stands behind one that goes keeps its giver.
    building("best-of-both-worlds", &[Faction::Klingon])
        .plays("p1: buy KLI-S01; p1: buy KLI-S05; p1: buy KLI-C11 for 1; p1: buy KLI-C11 for 2; p1: buy KLI-C12 for 2 pool 2; p1: buy KLI-C12 for 1 pool 1; p1: sell 1")
        .choices_include("p1: buy KLI-C14 for 2 pool 1")
        .plays("p1: buy KLI-C14 for 2 pool 1; p1: sell 1; p1: done")
        .then("seat 1 spent 39");
    // Capacity 4 of Pod Runner, 3 more by Expanded Holds that fill one of them.
    let full = "p1: buy FER-S06; p1: buy FER-S03; p1: buy FER-T03 for 1; p1: buy FER-C13 for 1; p1: buy FER-C13 for 1; p1: buy FER-C13 for 1";
    building("best-of-both-worlds", &[Faction::Ferengi])
        .plays(full)
        .allows("p1: sell 1")
        .play("p1: buy FER-C13 for 1")
        .allows("p1: sell 1")
        .play("p1: buy FER-C13 for 1")
        .refuses("p1: sell 1", "ST-1.16")
        .choices_exclude("p1: sell 1")
        .choices_include("p1: sell 2")
        .play("p1: buy FER-C13 for 1")
        .refuses("p1: buy FER-C13 for 1", "ST-1.16")
        .play("p1: sell-ship 1")
        .choices_exclude("p1: sell 1");
}

#[test]
fn st_1_9_the_scenario_ship_carries_what_its_first_player_buys() {
    // The freighters of The Wounded: capacity 2 each, for the Cardassian's disks only.
    building("the-wounded", &[Faction::Cardassian, Faction::Federation])
        .refuses("p2: buy FED-C15 for 101", "ST-1.17")
        .plays("p1: buy CAR-S01; p1: buy CAR-C13 for 101; p1: buy CAR-C13 for 101")
        .refuses("p1: buy CAR-C13 for 101", "ST-1.16")
        .allows("p1: buy CAR-C13 for 102")
        .refuses("p1: buy CAR-C13 for 103", "ST-1.17")
        .refuses("p1: buy CAR-C13 for 0", "ST-1.17")
        .refuses("p1: buy CAR-C13 for 2", "ST-1.17")
        .plays("p1: buy CAR-C14 for 102; p1: buy CAR-C14 for 1; p1: done; p2: buy FED-S01; p2: done")
        .then("ship 1 CAR-S01; ship 2 FED-S01; ship 3 SCN-S01 of p1; ship 4 SCN-S02 of p1")
        .then("disk 1 CAR-C13 on ship:3 home 3; disk 3 CAR-C14 on ship:4 home 4; disk 4 CAR-C14 on ship:1 home 1");
    // Quarters make room there as well, and are not given back while others fill it.
    building("the-wounded", &[Faction::Cardassian, Faction::Federation])
        .plays("p1: buy CAR-S01; p1: buy CAR-T07 for 101; p1: buy CAR-C13 for 101")
        .allows("p1: sell 1")
        .plays("p1: buy CAR-C13 for 101; p1: buy CAR-C13 for 101")
        .refuses("p1: buy CAR-C13 for 101", "ST-1.16")
        .refuses("p1: sell 1", "ST-1.16")
        .choices_exclude("p1: sell 1")
        .choices_include("p1: sell 4");
    // Giving a bought ship back leaves the freighters' crew where they are.
    building("the-wounded", &[Faction::Cardassian, Faction::Federation])
        .plays("p1: buy CAR-S01; p1: buy CAR-S06; p1: buy CAR-C13 for 102; p1: buy CAR-C14 for 2; p1: sell-ship 1; p1: done; p2: buy FED-S01; p2: done")
        .then("disk 1 CAR-C13 on ship:4; disk 2 CAR-C14 on ship:1 home 1; ship 1 CAR-S06");
}

#[test]
fn st_1_22_what_a_scenario_forbids() {
    let table = |restriction: &str| {
        let mut setup =
            Setup::quick(&own_scenario(&format!("restrictions = [{{ {restriction} }}]")), 2).unwrap();
        for seat in &mut setup.seats {
            seat.fleet = FleetChoice::Build;
            seat.faction = Faction::Romulan;
        }
        opened(setup)
    };
    table("r = \"max_ships\", n = 2").plays("p1: buy ROM-S06; p1: buy ROM-S05").refuses_saying(
        "p1: buy ROM-S02",
        "ST-1.11",
        "16 are left",
    );
    table("r = \"max_ships\", n = 1")
        .play("p1: buy ROM-S06")
        .refuses("p1: buy ROM-S05", "ST-1.22")
        .allows("p1: done");
    table("r = \"min_ships\", n = 2")
        .play("p1: buy ROM-S06")
        .refuses("p1: done", "ST-1.22")
        .play("p1: buy ROM-S05")
        .allows("p1: done");
    table("r = \"forbid_keyword\", keyword = \"Cloak\"")
        .play("p1: buy ROM-S06")
        .refuses("p1: buy ROM-T01 for 1", "ST-1.22")
        .allows("p1: buy ROM-T04 for 1");
    table("r = \"forbid_disk\", id = \"ROM-T04\"")
        .play("p1: buy ROM-S06")
        .refuses("p1: buy ROM-T04 for 1", "ST-1.22")
        .allows("p1: buy ROM-T05 for 1");
    table("r = \"forbid_disk\", id = \"ROM-S06\"")
        .refuses("p1: buy ROM-S06", "ST-1.22")
        .allows("p1: buy ROM-S05");
    // Each ship of that faction carries one, and a ship of another faction need not.
    table("r = \"ship_requires\", faction = \"ROM\", keyword = \"Cloak\"")
        .plays("p1: buy ROM-S06; p1: buy ROM-S05; p1: buy ROM-T01 for 1")
        .refuses_saying("p1: done", "ST-1.22", "Decius")
        .play("p1: buy ROM-T01 for 2")
        .allows("p1: done");
    table("r = \"ship_requires\", faction = \"KLI\", keyword = \"Cloak\"")
        .play("p1: buy ROM-S06")
        .allows("p1: done");
}

#[test]
fn st_1_22_teams_of_one_size_where_the_scenario_wants_them() {
    let equal = "{ r = \"equal_team_sizes\" },";
    let team = |name: &str| {
        format!(
            "[[teams]]\nname = \"{name}\"\nfactions = [\"ANY\"]\npoints_per_player = 50\ndeploy = [{{ zone = \"end\", end = \"W\", range = 2 }}]\n"
        )
    };
    let with = |teams: u8, wanted: bool, seats: &[u8]| {
        let scenario = own_scenario(&format!("restrictions = [{}]", if wanted { equal } else { "" }))
            .replace("players = [2, 2]", "players = [2, 6]");
        let more: String = (2..teams).map(|t| team(&format!("Team {t}"))).collect();
        let mut setup = build_setup("last-ship-standing", &[Faction::Federation; 6]);
        setup.scenario = format!("{scenario}{more}");
        setup.seats.truncate(seats.len());
        for (seat, team) in setup.seats.iter_mut().zip(seats) {
            seat.team = *team;
        }
        start(&setup).map(|_| ()).map_err(|r| r.rule.map(|r| r.as_str()))
    };
    for seats in [&[0, 1][..], &[0, 1, 0, 1], &[1, 1, 0, 0], &[0, 1, 1, 0, 1, 0]] {
        assert_eq!(with(2, true, seats), Ok(()), "{seats:?}");
    }
    for seats in [&[0, 1, 0][..], &[0, 1, 1], &[0, 0, 0, 1], &[0, 1, 0, 1, 0], &[1, 1, 1, 1, 0, 0]] {
        assert_eq!(with(2, true, seats), Err(Some("ST-1.22")), "{seats:?}");
        assert_eq!(with(2, false, seats), Ok(()), "{seats:?}");
    }
    // With three teams none may differ from the others, whichever it is.
    for seats in [&[0, 1, 2][..], &[0, 1, 2, 2, 1, 0]] {
        assert_eq!(with(3, true, seats), Ok(()), "{seats:?}");
    }
    for seats in [&[0, 1, 2, 0][..], &[0, 1, 2, 1], &[0, 1, 2, 2], &[0, 0, 1, 1, 2], &[0, 0, 0, 1, 1, 2]] {
        assert_eq!(with(3, true, seats), Err(Some("ST-1.22")), "{seats:?}");
    }
    // A team alone against the threat has no other to be equal to.
    for players in 1..=4 {
        let alone = &data().scenario("best-of-both-worlds").unwrap().1;
        let mut setup = Setup::quick("best-of-both-worlds", players).unwrap();
        setup.scenario = alone.replace("restrictions = [", &format!("restrictions = [\n    {equal}"));
        assert!(start(&setup).is_ok(), "{players} players");
    }
}

#[test]
fn st_1_18_a_fleet_that_nobody_builds_uses_its_free_points() {
    // What a fleet costs by its disks, less what was spent for it: ready-made ones, and those put together where two ships are
    // asked for. Worf and the Strike Leader bring crew, DaiMon Goss tech, and Zek a Commerce Agent, no disk that is Unique.
    for (scenario, players, faction, points, free, paid) in [
        ("last-ship-standing", 2, Faction::Federation, 48, 3, &["FED-C14"][..]),
        ("last-ship-standing", 2, Faction::Klingon, 65, 3, &["KLI-C12"]),
        ("last-ship-standing", 2, Faction::Klingon, 87, 3, &["KLI-C12"]),
        ("last-ship-standing", 2, Faction::Ferengi, 98, 7, &["FER-T05", "FER-T08"]),
        ("best-of-both-worlds", 1, Faction::Federation, 80, 4, &["FED-C14", "FED-C16"]),
        ("best-of-both-worlds", 1, Faction::Federation, 84, 4, &["FED-C14", "FED-C16"]),
        ("best-of-both-worlds", 1, Faction::Federation, 97, 4, &["FED-C14", "FED-C16"]),
        ("best-of-both-worlds", 1, Faction::Ferengi, 49, 4, &["FER-C11"]),
        ("best-of-both-worlds", 1, Faction::Ferengi, 60, 4, &["FER-C11"]),
        ("best-of-both-worlds", 1, Faction::Ferengi, 71, 4, &["FER-C11"]),
    ] {
        let (fleet, spent) = quick(scenario, players, faction, points).unwrap();
        let (ships, disks) = cost(&fleet);
        let case = format!("{faction:?} with {points}: {fleet:?}");
        assert_eq!(ships + disks - spent, free, "{case}");
        let aboard = |id: &&str| fleet.iter().any(|(_, disks)| disks.iter().any(|d| d == id));
        assert!(paid.iter().all(aboard), "{case}");
    }
}

#[test]
fn st_1_22_everything_that_may_be_bought_or_given_back_is_offered_and_nothing_else() {
    // Every disk for every ship out of every pool, and every number a little beyond.
    let check = |game: &klaxon_testkit::Given<StarTrek>, faction: Faction| {
        let mut words: Vec<String> = Vec::new();
        let ships = data().ships.iter().filter(|s| s.faction.is_some()).map(|s| &s.id);
        words.extend(ships.map(|id| format!("buy {id}")));
        for disk in data().disks.iter().filter(|d| d.faction.is_some()) {
            for ship in [0, 1, 2, 3, 101] {
                words.push(format!("buy {} for {ship}", disk.id));
                words.extend((1..=4).map(|pool| format!("buy {} for {ship} pool {pool}", disk.id)));
            }
        }
        words.extend((0..=9).flat_map(|n| [format!("sell {n}"), format!("sell-ship {n}")]));
        let legal = |w: &String| {
            let action = game.game().action(Seat(0), w);
            action.is_ok_and(|a| game.game().check(Seat(0), &a).is_ok())
        };
        let mut legal: Vec<String> = words.into_iter().filter(legal).collect();
        let mut offered = game.choices_of("p1");
        offered.retain(|w| w.starts_with("buy ") || w.starts_with("sell"));
        legal.sort();
        offered.sort();
        assert_eq!(offered, legal, "{faction:?}");
    };
    for (faction, plays) in [
        (Faction::Klingon, ["buy KLI-S01", "buy KLI-C11 for 1", "buy KLI-C12 for 1 pool 1", "buy KLI-S05"]),
        (Faction::Federation, ["buy FED-S02", "buy FED-C05 for 1", "buy FED-C16 for 1 pool 1", "sell 1"]),
        (Faction::Ferengi, ["buy FER-S05", "buy FER-C12 for 1", "buy FER-S03", "buy FER-C05 for 2"]),
        (Faction::Romulan, ["buy ROM-S06", "buy ROM-S05", "buy ROM-T01 for 2", "sell-ship 1"]),
    ] {
        let mut game = building("best-of-both-worlds", &[faction]);
        check(&game, faction);
        for word in plays {
            game = game.play(&format!("p1: {word}"));
            check(&game, faction);
        }
    }
    // Ready-made fleets are for who has nothing yet, and can pay for them.
    let fresh = || building("balance-of-terror", &[Faction::Romulan, Faction::Federation]);
    fresh()
        .choices_include("p2: take FED-30")
        .choices_exclude("p2: take FED-40")
        .refuses("p2: take FED-40", "ST-1.11")
        .play("p2: buy FED-S06")
        .choices_exclude("p2: take FED-30");
}

#[test]
fn st_1_20_a_share_pays_for_as_many_ships_as_the_scenario_asks_for() {
    // Up to all six of a faction; a faction has no seventh.
    let table = |n: usize| {
        let more = format!("restrictions = [{{ r = \"min_ships\", n = {n} }}]");
        let mut setup = build_setup(
            "border-incident",
            &[Faction::Federation, Faction::Romulan, Faction::Klingon, Faction::Ferengi],
        );
        setup.scenario = own_scenario(&more).replace("players = [2, 2]", "players = [2, 4]");
        setup.options.points_per_player = 200;
        setup.captains = vec![Some(Seat(0)), None];
        setup
    };
    let mut costs: Vec<u16> = data()
        .ships
        .iter()
        .filter(|s| s.faction == Some(Faction::Federation))
        .map(|s| u16::from(s.cost))
        .collect();
    costs.sort_unstable();
    for n in 1..=6 {
        let least: u16 = costs[..n].iter().sum();
        opened(table(n))
            .refuses(&format!("p1: share 1 {}", least - 1), "ST-1.20")
            .allows(&format!("p1: share 1 {least}"));
    }
    assert!(start(&table(7)).is_err());
}
