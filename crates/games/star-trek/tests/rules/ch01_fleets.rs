//! ST-1: components and fleets.

use crate::support::*;
use klaxon_core::{Game, Seat, Viewer};
use klaxon_star_trek::{Action, Build, Crit, Faction, FleetChoice, Keyword, Order, Setup, Size, data::data};

const FED: Faction = Faction::Federation;
const ROM: Faction = Faction::Romulan;
const KLI: Faction = Faction::Klingon;
const FER: Faction = Faction::Ferengi;
const CAR: Faction = Faction::Cardassian;

#[test]
fn st_1_1_piece_kinds() {
    let data = data();
    let bought = data.ships.iter().filter(|s| !s.is_scenario()).count();
    let crew = data.disks.iter().filter(|d| !d.tech && d.faction.is_some()).count();
    let tech = data.disks.iter().filter(|d| d.tech).count();
    assert_eq!((bought, crew, tech, data.scenarios.len()), (30, 72, 47, 13));
    assert_eq!((Order::ALL.len(), Crit::ALL.len()), (5, 5));
    // One control panel per ship with three status counters.
    at(DUEL).then("ship 1 shields 7 hull 7 speed 3; ship 2 shields 6 hull 6 speed 3");
}

#[test]
fn st_1_2_crew_and_tech_change_a_ships_numbers() {
    let yamato = data().ship("FED-S01").unwrap().of();
    assert_eq!((yamato.size, yamato.cost, yamato.shields, yamato.hull), (Size::Standard, 21, 6, 6));
    assert_eq!((yamato.beam, yamato.torps, yamato.capacity), (4, 6, 5));
    at(&format!("{DUEL}; disk 1 ROM-T04 on ship:1; disk 2 FED-T02 on ship:2; disk 3 FED-T07 on ship:2"))
        .then("ship 1 beam 6; ship 2 max-shields 8 max-speed 6");
}

#[test]
fn st_1_3_crew_and_tech_values() {
    let picard = data().disk("FED-C01").unwrap().of();
    assert_eq!((picard.cost, picard.command, picard.combat), (12, 7, 3));
    assert_eq!(
        picard.rows,
        [
            vec![Order::Attack, Order::Activate],
            vec![Order::RaiseShields, Order::ChangeSpeed],
            vec![Order::ChangeHeading]
        ]
    );
    assert!(picard.has(Keyword::Captain) && picard.ability.is_some());
    let rifles = data().disk("FED-T08").unwrap().of();
    assert!(rifles.tech && rifles.cost == 3 && rifles.has(Keyword::Personal) && rifles.rows.is_empty());
}

#[test]
fn st_1_4_sizes_and_maximum_speeds() {
    assert_eq!([Size::Small, Size::Standard, Size::Large].map(Size::max_speed), [6, 5, 4]);
    at("ship 1 FED-S06 of p1 at 5000,5000; ship 2 FED-S01 of p2 at 9000,9000; ship 3 ROM-S01 of p1 at 15000,15000")
        .then("ship 1 max-speed 6; ship 2 max-speed 5; ship 3 max-speed 4");
}

#[test]
fn st_1_5_no_status_exceeds_ten() {
    // Negh'Var has hull 8; two Start bonuses of 2 would make 12.
    at("ship 1 KLI-S06 of p1 at 9000,9000 hull-bonus 4; ship 2 FED-S01 of p2 at 20000,12000")
        .then("ship 1 max-hull 10 hull 10");
    // Enterprise 7 with an Auxiliary Shield Bank 9 and a stolen grid 11.
    at("ship 1 ROM-S02 of p1 at 9000,9000; ship 2 FED-S02 of p2 at 20000,12000;
        disk 1 FED-T02 on ship:2; disk 2 CAR-T04 on ship:2")
    .then("ship 2 max-shields 10 shields 10");
}

#[test]
fn st_1_6_a_status_of_zero() {
    // Full Stop and Shields Down may come back.
    at(&format!("{CLOSE}; phase 1; acting 2 owes CS,RS"))
        .then("ship 2 speed 0")
        .plays("p2: speed 2; p2: shields 0")
        .then("ship 2 speed 2 shields 0 hull 6");
    at(&format!("{CLOSE}; acting 2 owes RS; phase 1")).play("p2: shields 6").then("ship 2 shields 6");
    // Hull 0 destroys at once.
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 shields 0 hull 1; ship 3 FED-S03 of p2 at 30000,20000; acting 1 owes AT")
        .dice("hit miss miss miss miss")
        .play("p1: fire 2")
        .then("ship 2 gone destroyed hull 0");
}

#[test]
fn st_1_7_everybody_has_every_disk() {
    let game = building("last-ship-standing", &[FED, FED]);
    for seat in [0, 1] {
        let ships = game
            .game()
            .choices(Seat(seat))
            .iter()
            .filter(|a| matches!(a, Action::Build(Build::BuyShip { .. })))
            .count();
        assert_eq!(ships, 6, "all Federation ships are offered to seat {seat}");
    }
}

#[test]
fn st_1_8_scenario_and_factions_are_chosen_first() {
    let wishes = [Some(KLI), Some(FER), None, None, None, None];
    let setup = Setup::ordered("last-ship-standing", 3, &wishes, false, FleetChoice::Quick).unwrap();
    assert_eq!(setup.scenario, "last-ship-standing");
    assert_eq!([setup.seats[0].faction, setup.seats[1].faction], [KLI, FER]);
    assert!(Setup::quick("no-such-scenario", 2).is_err());
}

#[test]
fn st_1_9_a_fleet_uses_its_own_faction() {
    assert_eq!(Faction::ALL.len(), 5);
    building("last-ship-standing", &[FED, ROM])
        .play("p1: buy FED-S01")
        .refuses("p1: buy ROM-S01", "ST-1.9")
        .refuses("p1: buy ROM-T04 for 1", "ST-1.9")
        .allows("p1: buy FED-T01 for 1");
}

#[test]
fn st_1_10_a_fleet_is_a_players_an_armada_a_teams() {
    // p1 and p3 are a team. Prakesh lifts the other ships of its fleet, Nechayev the whole armada.
    let four = "scenario border-incident players 4; seat 1 CAR; seat 2 FED; seat 3 CAR; seat 4 FED; \
        ship 1 CAR-S05 of p1 at 3000,5000; ship 2 CAR-S06 of p1 at 3000,9000; ship 3 CAR-S01 of p3 at 3000,13000; \
        ship 4 FED-S01 of p2 at 55000,5000; ship 5 FED-S03 of p4 at 55000,13000; disk 1 FED-C13 on ship:4 flipped; \
        disk 2 FED-C06 on ship:5";
    at(four).then("ship 1 command 0; ship 2 command 1; ship 3 command 0; ship 4 command 6; ship 5 command 1");
    at(&four.replace("FED-C13 on ship:4 flipped", "FED-C13 on ship:4"))
        .then("ship 3 command 0; ship 4 command 7; ship 5 command 2");
}

#[test]
fn st_1_11_points_need_not_be_spent() {
    // 29 of 30 is legal, 31 is not.
    building("balance-of-terror", &[ROM, FED])
        .plays("p2: buy FED-S01; p2: buy FED-C11 for 1; p2: buy FED-T01 for 1")
        .refuses("p2: buy FED-T07 for 1", "ST-1.11")
        .refuses("p2: buy FED-T03 for 1", "ST-1.11")
        .allows("p2: done")
        .play("p2: done")
        .plays("p1: buy ROM-S01; p1: buy ROM-T04 for 1; p1: buy ROM-T05 for 1; p1: done")
        .then("seat 1 spent 30; seat 2 spent 29");
    // The last point may be spent, on a ship as well as on a disk, and not one more.
    building("balance-of-terror", &[ROM, FED])
        .plays("p2: buy FED-S06; p2: buy FED-C10 for 1")
        .allows("p2: buy FED-C13 for 1")
        .play("p2: buy FED-C16 for 1")
        .refuses("p2: buy FED-S06", "ST-1.13");
}

#[test]
fn st_1_12_at_least_one_ship() {
    building("balance-of-terror", &[ROM, FED])
        .refuses("p1: done", "ST-1.12")
        .play("p1: buy ROM-S06")
        .allows("p1: done");
}

#[test]
fn st_1_13_unique_disks() {
    assert!(data().disks.iter().filter(|d| d.has(Keyword::Unique)).count() > 40);
    building("last-ship-standing", &[FED, ROM])
        .plays("p1: buy FED-S06; p1: buy FED-S03; p1: buy FED-C10 for 1")
        .refuses("p1: buy FED-S06", "ST-1.13")
        .refuses("p1: buy FED-C10 for 2", "ST-1.13");
    // Team-mates share out their Unique disks: what one has the other cannot take.
    building("border-incident", &[FED, ROM, FED, ROM])
        .play("p1: buy FED-S01")
        .refuses("p3: buy FED-S01", "ST-1.13")
        .allows("p3: buy FED-S02");
    // They leave each other the ships that everybody needs: with 20 points a Federation captain can pay for Hood,
    // Sutherland or Pegasus, and of three of them each gets one.
    let mut setup = build_setup("border-incident", &[FED, ROM, FED, KLI, FED, FER]);
    setup.options.points_per_player = 20;
    opened(setup.clone())
        .plays("p1: buy FED-S06; p3: buy FED-S05")
        .allows("p5: buy FED-S03")
        .plays("p3: sell-ship 1; p5: buy FED-S05")
        .allows("p3: buy FED-S03");
    // The captain's shares must leave everybody a ship, and who could pay for two leaves the last ones to the others.
    setup.options.points_per_player = 25;
    setup.captains = vec![Some(Seat(0)), None];
    opened(setup)
        .refuses_saying("p1: share 1 38", "ST-1.20", "too few cheap ships")
        .play("p1: share 1 35")
        .then("seat 1 share 35; seat 3 share 20; seat 5 share 20")
        .plays("p1: done; p1: buy FED-S03")
        .refuses_saying("p1: buy FED-S06", "ST-1.13", "leave him this ship")
        .plays("p3: buy FED-S05; p5: buy FED-S06; p5: sell-ship 1")
        .refuses("p1: buy FED-S06", "ST-1.13");
}

#[test]
fn st_1_14_one_copy_per_ship_but_unlimited_ones() {
    building("best-of-both-worlds", &[FED])
        .plays("p1: buy FED-S01; p1: buy FED-S06; p1: buy FED-T07 for 1; p1: buy FED-C15 for 1; p1: buy FED-C16 for 1")
        .refuses("p1: buy FED-T07 for 1", "ST-1.14")
        .allows("p1: buy FED-T07 for 2")
        .plays("p1: buy FED-C15 for 1; p1: buy FED-C16 for 1")
        .refuses("p1: buy FED-C16 for 1", "ST-1.16");
    for disk in data().disks.iter().filter(|d| d.faction.is_some() && !d.tech) {
        let unlimited = (disk.cost == 0 && disk.has(Keyword::Security))
            || (disk.cost == 1 && disk.has(Keyword::AwayTeam));
        assert_eq!(disk.has(Keyword::Unlimited), unlimited, "{}", disk.id);
    }
}

#[test]
fn st_1_15_one_captain_or_admiral() {
    building("best-of-both-worlds", &[FED])
        .plays("p1: buy FED-S02; p1: buy FED-C01 for 1")
        .refuses("p1: buy FED-C13 for 1", "ST-1.15");
    // In play at most one of a player is revealed on a ship; an enemy's does not count.
    let step_1 = "stage reveal; ship 1 ROM-S02 of p1 at 9000,9000; ship 2 FED-S02 of p2 at 30000,12000; \
        disk 1 FED-C01 on ship:2; disk 2 FED-C13 on ship:2 concealed; disk 3 ROM-C01 on ship:2 of p1 home 1 concealed";
    at(step_1)
        .refuses("p2: flip 2", "ST-1.15")
        .allows("p1: flip 3")
        .play("p2: flip 1")
        .play("p2: flip 2")
        .plays("p1: flip 3; p1: done; p2: done")
        .then("disk 1 concealed; disk 2 ready; disk 3 ready");
    // A transport that would break it is illegal, a forced reveal does nothing.
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S02 of p2 at 14000,12000 shields 0;
        ship 3 FED-S01 of p2 at 14000,16000 shields 0; disk 1 FED-C01 on ship:2; disk 2 FED-C13 on ship:3; disk 3 FED-C06 on ship:2;
        acting 2 owes AT")
    .play("p2: transport ship:3")
    .refuses("p2: beam 1", "ST-1.15")
    .refuses("p2: beam 2", "ST-1.15")
    .play("p2: beam 3");
    // Other crew, an enemy's captain, and one who is concealed, stand in nobody's way.
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S02 of p2 at 14000,12000 shields 0;
        ship 3 FED-S01 of p2 at 14000,16000 shields 0; disk 1 FED-C01 on ship:2; disk 2 FED-C06 on ship:3;
        disk 3 FED-C13 on ship:3 concealed; disk 4 ROM-C01 on ship:3 of p1 home 1; acting 2 owes AT")
    .plays("p2: transport ship:3; p2: beam 1")
    .then("disk 1 on ship:3");
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S02 of p2 at 14000,12000;
        disk 1 FED-C01 on ship:2; disk 2 FED-C13 on ship:2 concealed; disk 3 ROM-C08 on ship:1; acting 1 owes AC")
    .play("p1: use 3 on 2")
    .events_say("stays concealed")
    .then("disk 2 concealed");
}

#[test]
fn st_1_16_capacity_at_the_start_only() {
    building("best-of-both-worlds", &[FED])
        .plays("p1: buy FED-S06; p1: buy FED-C15 for 1; p1: buy FED-C15 for 1; p1: buy FED-C15 for 1; p1: buy FED-C15 for 1")
        .refuses("p1: buy FED-C15 for 1", "ST-1.16")
        // Extra Quarters fill a place themselves and make two.
        .play("p1: buy FED-T10 for 1")
        .play("p1: buy FED-C15 for 1")
        .refuses("p1: buy FED-C15 for 1", "ST-1.16")
        .refuses("p1: sell 5", "ST-1.16");
    // In play any number may come aboard: Hideki has capacity 3.
    at("ship 1 CAR-S06 of p1 at 10000,12000 shields 0; ship 2 CAR-S01 of p1 at 13000,12000 shields 0; ship 3 FED-S01 of p2 at 30000,12000;
        disk 1 CAR-C14 on ship:1; disk 2 CAR-C14 on ship:1; disk 3 CAR-C14 on ship:1; disk 4 CAR-C14 on ship:2; disk 5 CAR-C12 on ship:2;
        acting 2 owes AT")
    .plays("p1: transport ship:1; p1: beam 4; p1: beam 5; p1: pass")
    .then("disk 4 on ship:1; disk 5 on ship:1");
}

#[test]
fn st_1_17_home_ships() {
    building("best-of-both-worlds", &[FED])
        .plays("p1: buy FED-S01; p1: buy FED-S06")
        .refuses("p1: buy FED-C04 for 3", "ST-1.17")
        .plays("p1: buy FED-C04 for 2; p1: done")
        .then("disk 1 FED-C04 on ship:2 home 2");
    // The home stays when the crew moves.
    at("ship 1 ROM-S02 of p1 at 30000,12000; ship 2 FED-S01 of p2 at 10000,12000 shields 0; ship 3 FED-S03 of p2 at 13000,12000 shields 0;
        disk 1 FED-C04 on ship:2; acting 2 owes AT")
    .plays("p2: transport ship:3; p2: beam 1")
    .then("disk 1 on ship:3 home 2");
}

#[test]
fn st_1_18_start_points_buy_what_they_name() {
    // Advanced Strike Leader: 6 points of Away Team crew on the same ship.
    building("best-of-both-worlds", &[KLI])
        .plays("p1: buy KLI-S01; p1: buy KLI-S05; p1: buy KLI-C11 for 1")
        .allows("p1: buy KLI-C12 for 1 pool 1")
        .refuses("p1: buy KLI-C10 for 1 pool 1", "ST-1.18")
        .refuses("p1: buy KLI-T03 for 1 pool 1", "ST-1.18")
        .refuses("p1: buy KLI-C14 for 2 pool 1", "ST-1.18")
        .plays("p1: buy KLI-C12 for 1 pool 1; p1: buy KLI-C14 for 1 pool 1")
        // They use capacity, cost nothing, and the rest of the pool is lost.
        .plays("p1: buy KLI-C14 for 1 pool 1; p1: done")
        .then("seat 1 spent 46; disk 2 KLI-C12 on ship:1; disk 3 KLI-C14; disk 4 KLI-C14");
    // Zek's points are for any ship of the fleet.
    building("best-of-both-worlds", &[FER])
        .plays("p1: buy FER-S05; p1: buy FER-S03; p1: buy FER-C12 for 1; p1: buy FER-T05 for 2 pool 1")
        .allows("p1: buy FER-C07 for 2 pool 1");
}

#[test]
fn st_1_19_the_sheets_fleets() {
    opened(with_sheets_fleets("balance-of-terror"))
        .then("seat 1 spent 30; seat 2 spent 30; ship 1 ROM-S01; ship 2 FED-S01")
        .then("disk 1 ROM-T04 on ship:1; disk 2 ROM-T05 on ship:1; disk 3 FED-C04 on ship:2; disk 4 FED-T01 on ship:2");
    building("balance-of-terror", &[ROM, FED]).plays("p2: take FED-30");
    let game = building("balance-of-terror", &[ROM, FED]).play("p2: take FED-30");
    let draft = &seen(game.game(), 1).drafts[0];
    assert_eq!((draft.left, draft.berths[0].2, draft.berths[0].3), (0, 2, 5), "30 points, 2 of 5 places");
    // The quick start gives the Romulan a commander; with other points there are no fleets of the sheet.
    opened(Setup::quick("balance-of-terror", 2).unwrap())
        .then("ship 1 ROM-S02; disk 1 ROM-C05 on ship:1; disk 2 ROM-C14 on ship:1; seat 1 spent 30");
    opened(with_sheets_fleets("the-pegasus")).then("ship 1 FED-S02; ship 2 ROM-S02; seat 2 spent 49");
}

#[test]
fn st_1_20_points_belong_to_the_team() {
    let mut setup = build_setup("border-incident", &[FED, ROM, KLI, FER]);
    setup.captains = vec![Some(Seat(0)), None];
    opened(setup)
        .asks("p1")
        .then("seat 1 share 50; seat 3 share 50")
        .play("p1: share 1 58")
        .then("seat 1 share 58; seat 3 share 42")
        .refuses("p1: share 2 60", "ST-1.20")
        .refuses("p1: share 1 95", "ST-1.20")
        .refuses("p1: share 1 65535", "ST-1.20")
        .play("p1: done")
        .asks("p1 p2 p3 p4")
        .then("seat 2 share 50; seat 4 share 50");
    // An indivisible rest goes to the lowest seats, and unequal teams have the same Point Value.
    let setup = Setup::quick("tin-man", 3).unwrap();
    opened(setup).then("seat 1 team 1 share 50; seat 2 team 2 share 100; seat 3 team 1 share 50");
    let mut odd = build_setup("border-incident", &[FED, ROM, FED, ROM]);
    odd.options.points_per_player = 45;
    opened(odd).then("seat 1 share 45; seat 3 share 45");
    // The cheapest ships cost 15 (Federation), 12 (Cardassian) and 16 (Klingon): the others must be able to pay for theirs.
    let mut unlike = build_setup("border-incident", &[FED, ROM, CAR, FER, KLI, ROM]);
    unlike.captains = vec![Some(Seat(0)), None];
    opened(unlike)
        .refuses("p1: share 1 14", "ST-1.20")
        .allows("p1: share 1 15")
        .refuses_saying("p1: share 1 123", "ST-1.20", "between 15 and 122 points")
        .play("p1: share 1 122")
        .then("seat 1 share 122; seat 3 share 12; seat 5 share 16");
    // Where the scenario wants a cloak on each Romulan ship, the cheapest of them costs 13 and 3 more.
    let mut cloaked = build_setup("redemption", &[ROM, KLI, KLI, FED]);
    cloaked.captains = vec![Some(Seat(0)), None];
    opened(cloaked).refuses("p1: share 1 15", "ST-1.20").allows("p1: share 1 16");
    // Who is left with the rest shares it evenly, and nobody gets less than the cheapest fleet he could build.
    let mut three = build_setup("border-incident", &[FED, ROM, KLI, FER, CAR, ROM]);
    three.captains = vec![Some(Seat(0)), None];
    opened(three)
        .play("p1: share 1 51")
        .then("seat 1 share 51; seat 3 share 50; seat 5 share 49; seat 2 share 50")
        .play("p1: share 1 50")
        .then("seat 1 share 50; seat 3 share 50; seat 5 share 50");
}

#[test]
fn st_1_21_clashes_over_unique_disks() {
    // Both want the Enterprise. Three hits keep it against two; p2 rebuilds and is only told "taken".
    building("last-ship-standing", &[FED, FED])
        .plays("p1: buy FED-S02; p1: buy FED-C04 for 1; p1: done; p2: buy FED-S02; p2: buy FED-C11 for 1")
        .dice("hit hit hit miss miss  hit hit miss miss miss")
        .play("p2: done")
        .asks("p2")
        .hears("p2", "is Unique and in 2 fleets")
        .does_not_hear("watcher", "Enterprise")
        .refuses_saying("p2: buy FED-S02", "ST-1.21", "taken")
        .play("p2: buy FED-S01")
        .refuses_saying("p2: buy FED-C04 for 1", "ST-1.21", "taken")
        .plays("p2: buy FED-C11 for 1; p2: done")
        .then("ship 1 FED-S02 of p1; ship 2 FED-S01 of p2; disk 2 FED-C11 on ship:2");
    // Ties drop again, and clashes between two rebuilders are settled in the same way.
    building("last-ship-standing", &[FED, FED, FED])
        .plays("p1: buy FED-S02; p1: done; p2: buy FED-S02; p2: done; p3: buy FED-S02")
        .dice("hit hit miss miss miss  hit hit miss miss miss  miss miss miss miss miss")
        .dice("hit miss miss miss miss  miss miss miss miss miss")
        .play("p3: done")
        .asks("p2 p3")
        .plays("p2: buy FED-S01; p2: done; p3: buy FED-S01")
        .dice("miss miss miss miss miss  hit miss miss miss miss")
        .play("p3: done")
        .asks("p2");
    // Who can no longer make a legal fleet takes another faction.
    let mut setup = build_setup("last-ship-standing", &[FED, FED, FED, FED]);
    setup.options.points_per_player = 20;
    opened(setup)
        .plays("p1: buy FED-S03; p1: done; p2: buy FED-S05; p2: done; p3: buy FED-S06; p3: done; p4: buy FED-S06")
        .refuses("p4: faction KLI", "ST-1.21")
        .dice("hit miss miss miss miss  miss miss miss miss miss")
        .play("p4: done")
        .asks("p4")
        .plays("p4: faction KLI; p4: buy KLI-S05; p4: done")
        .then("ship 4 KLI-S05 of p4");
    // Two rebuilders of a team for whom one ship is left: one takes another faction, and leaves it to the other.
    let mut setup = build_setup("border-incident", &[FED, FED, FED, FED]);
    setup.options.points_per_player = 20;
    opened(setup)
        .plays("p1: buy FED-S03; p1: done; p3: buy FED-S05; p3: done; p2: buy FED-S03; p2: done; p4: buy FED-S05")
        .dice("hit miss miss miss miss  miss miss miss miss miss  hit miss miss miss miss  miss miss miss miss miss")
        .play("p4: done")
        .asks("p2 p4")
        .refuses("p2: buy FED-S06", "ST-1.13")
        .refuses("p4: buy FED-S06", "ST-1.13")
        .play("p2: faction ROM")
        .refuses("p4: faction ROM", "ST-1.21")
        .plays("p4: buy FED-S06; p2: buy ROM-S06; p2: done; p4: done")
        .then("ship 2 ROM-S06 of p2; ship 4 FED-S06 of p4");
}

#[test]
fn st_1_21_another_faction_is_the_one_that_suits_the_scenario_best() {
    // Redemption names Klingons and Federation for the first team, and no faction twice in a team. Both Klingon players want
    // the only ship that 16 points buy; the loser looks for another faction.
    let clash = |any: bool| {
        let mut setup = build_setup("redemption", &[FED, ROM, KLI, KLI]);
        setup.options.any_faction = any;
        setup.options.points_per_player = 18;
        setup.captains = vec![Some(Seat(0)), None];
        opened(setup)
            .plays("p1: share 1 20; p1: done; p1: buy FED-S03; p1: done; p2: buy ROM-S06; p2: buy ROM-T01 for 1; p2: done")
            .plays("p4: buy KLI-S05; p4: done; p3: buy KLI-S05")
            .refuses_saying("p3: faction FED", "ST-1.21", "of the present faction is still possible")
            .dice("miss miss miss miss miss  hit miss miss miss miss")
            .play("p3: done")
            .asks("p3")
            // What nobody can build with is no way out.
            .refuses_saying("p3: faction ROM", "ST-1.21", "no legal fleet of that faction")
    };
    // The Federation is in the team already, but it is named; the others are not even that.
    clash(false)
        .refuses_saying("p3: faction CAR", "ST-1.21", "the scenario does not allow that faction")
        .plays("p3: faction FED; p3: buy FED-S06; p3: done")
        .then("ship 3 FED-S06 of p3");
    // Where everybody may have any faction, one that no team-mate has comes first.
    clash(true)
        .refuses_saying("p3: faction FED", "ST-1.21", "the scenario does not allow that faction")
        .allows("p3: faction CAR");
}

#[test]
fn st_1_22_scenario_restrictions() {
    // Redemption: each Romulan ship must carry a cloak; no faction twice in a team.
    let mut setup = Setup::quick("redemption", 4).unwrap();
    for seat in &mut setup.seats {
        seat.fleet = FleetChoice::Build;
    }
    let romulan = setup.seats.iter().position(|s| s.faction == ROM).unwrap() + 1;
    opened(setup.clone())
        .play(&format!("p{romulan}: buy ROM-S02"))
        .refuses_saying(&format!("p{romulan}: done"), "ST-1.22", "Cloak")
        .play(&format!("p{romulan}: buy ROM-T01 for 1"))
        .allows(&format!("p{romulan}: done"));
    setup.seats[3].faction = setup.seats[1].faction;
    assert_eq!(start(&setup).unwrap_err().rule.unwrap().as_str(), "ST-1.22");
    // The Best of Both Worlds: at least two ships; The Pegasus: that ship may not be bought.
    building("best-of-both-worlds", &[FED]).play("p1: buy FED-S01").refuses("p1: done", "ST-1.22");
    building("the-pegasus", &[FED, ROM]).refuses("p1: buy FED-S06", "ST-1.22");
}

#[test]
fn st_1_23_the_tderet_is_large() {
    assert_eq!(data().ship("ROM-S01").unwrap().of().size, Size::Large);
    for id in ["ROM-S02", "ROM-S03", "ROM-S04", "ROM-S05"] {
        assert_eq!(data().ship(id).unwrap().of().size, Size::Standard, "{id}");
    }
}

#[test]
fn st_1_24_pools_and_points_do_not_mix() {
    // Worf gives 7 points. Five Away Teams leave 2: not enough for a Hazard Team, whatever ordinary points there are.
    building("best-of-both-worlds", &[FED])
        .plays("p1: buy FED-S02; p1: buy FED-C05 for 1; p1: buy FED-T10 for 1")
        .plays("p1: buy FED-C16 for 1 pool 1; p1: buy FED-C16 for 1 pool 1; p1: buy FED-C16 for 1 pool 1")
        .plays("p1: buy FED-C16 for 1 pool 1; p1: buy FED-C16 for 1 pool 1")
        .refuses("p1: buy FED-C14 for 1 pool 1", "ST-1.24")
        .allows("p1: buy FED-C14 for 1")
        .allows("p1: buy FED-C16 for 1 pool 1")
        // Giving Worf back gives back what his points paid for.
        .play("p1: sell 1")
        .play("p1: buy FED-C15 for 1")
        .refuses("p1: buy FED-C16 for 1 pool 1", "ST-1.18");
    // DaiMon Goss's 3 points do not pay for tech of 4.
    building("best-of-both-worlds", &[FER])
        .plays("p1: buy FER-S05; p1: buy FER-S03; p1: buy FER-C05 for 1")
        .refuses("p1: buy FER-T01 for 1 pool 1", "ST-1.24")
        .allows("p1: buy FER-T01 for 1")
        .allows("p1: buy FER-T08 for 1 pool 1");
    let watcher = building("best-of-both-worlds", &[FER]).play("p1: buy FER-S05");
    assert!(watcher.game().view(Viewer::Watcher).drafts.is_empty(), "fleets are built in secret");
}
