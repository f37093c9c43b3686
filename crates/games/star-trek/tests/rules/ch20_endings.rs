//! ST-20, case by case: every goal of the format at its boundary, and every way in which a game ends.

use crate::support::*;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Given;

/// The last activation of a turn with two teams.
const TWO: &str = "phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 50000,12000 speed 1 acted; acting 1";
/// The same with three.
const THREE: &str = "phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 40000,12000 speed 1 acted; \
    ship 3 KLI-S01 of p3 at 24000,40000 speed 2 acted; acting 1";

/// The end of a turn under other conditions of victory.
#[track_caller]
fn end(scenario: &str, victory: &str, clauses: &str) -> Given<StarTrek> {
    altered(scenario, "victory", victory, clauses).play("p1: end")
}

/// The game goes on with the next turn.
#[track_caller]
fn goes_on(game: Given<StarTrek>) {
    game.then("turn 2").then_not("over");
}

/// `team` wins or loses by controlling the ship.
fn by_ship(team: u8, ship: &str, effect: &str) -> String {
    format!(
        "{{ v = \"goal\", team = {team}, goal = {{ g = \"control_ship\", ship = \"{ship}\", turns = 1 }}, effect = \"{effect}\" }},"
    )
}

const FLEETS: &str = "{ v = \"destroy_fleet\" },";
const POINTS: &str = "{ v = \"points_for_ships\" },";

#[test]
fn st_20_4_a_ship_is_controlled_by_who_has_it_in_play() {
    let goal = by_ship(0, "ROM-S05", "win");
    let with = |ship: &str| {
        end("border-incident", &goal, &format!("{TWO}; ship 3 {ship} at 30000,30000 speed 2 acted"))
    };
    with("ROM-S05 of p1 owner p2").events_say("wins; the goal is reached").then("winner p1");
    goes_on(with("ROM-S05 of p2"));
    goes_on(with("ROM-S05 of p1 destroyed"));
    goes_on(with("ROM-S03 of p1"));
    // It must be so for as many turns as the scenario says, in a row or in all.
    for (words, held, now, then) in [
        ("turns = 2", 0, "p1", "held 1 1 1; turn 2"),
        ("turns = 2", 1, "p1", "held 1 1 2; winner p1"),
        ("turns = 2", 1, "p2", "held 1 1 1; turn 2"),
        ("turns = 3", 1, "p1", "held 1 1 2; turn 2"),
        ("turns = 2, consecutive = true", 1, "p1", "held 1 1 2; winner p1"),
        ("turns = 2, consecutive = true", 1, "p2", "held 1 1 0; turn 2"),
        ("turns = 3, consecutive = true", 1, "p1", "held 1 1 2; turn 2"),
    ] {
        println!("{words} after {held}, {now}");
        let clauses = format!("{TWO}; ship 3 ROM-S05 of {now} at 30000,30000 speed 2 acted; held 1 1 {held}");
        end("border-incident", &goal.replace("turns = 1", words), &clauses).then(then);
    }
}

#[test]
fn st_20_4_crew_in_a_zone_and_crew_that_fell() {
    // Two of them on own ships within range: 1 of the west end: the ship's edge is less than 3250 away, so it stands before 4500.
    let zone = "{ v = \"goal\", team = 0, goal = { g = \"crew_in_zone\", crew = \"SCN-C01\", count = 2, zone = { zone = \"end\", end = \"W\", range = 1 } }, effect = \"win\" },";
    let with = |x: u32, ship: &str, disks: &str| {
        end(
            "heart-of-glory",
            zone,
            &format!(
                "phase 3; ship 1 KLI-S01 of p1 at {x},12000; ship 2 FED-S05 of p2 at 40000,30000 speed 1 acted; {ship} speed 2 acted; {disks}; acting 1"
            ),
        )
    };
    let third = "ship 3 KLI-S03 of p1 at 3000,20000";
    let both = "disk 1 SCN-C01 on ship:1; disk 2 SCN-C01 on ship:1";
    let parted = "disk 1 SCN-C01 on ship:1; disk 2 SCN-C01 on ship:3";
    with(4499, third, both).then("winner p1");
    goes_on(with(4500, third, both));
    with(3000, third, parted).then("winner p1");
    goes_on(with(9000, third, parted));
    goes_on(with(3000, third, "disk 1 SCN-C01 on ship:1; disk 2 SCN-C01 on terrain:1 of p1"));
    goes_on(with(3000, third, "disk 1 SCN-C01 on ship:1; disk 2 KLI-C14 on ship:1"));
    // Aboard an enemy in the same zone they are not at home.
    goes_on(with(
        3000,
        "ship 3 FED-S01 of p2 at 3000,20000",
        &parted.replace("ship:3", "ship:3 of p1 concealed"),
    ));
    // Two of them dead win for the other side; one is not enough, and others do not count.
    let dead = "{ v = \"goal\", team = 1, goal = { g = \"crew_dead\", crew = \"SCN-C01\", count = 2 }, effect = \"win\" },";
    let fallen = |disks: &str| {
        let clauses =
            "phase 3; ship 1 KLI-S01 of p1 at 9000,12000; ship 2 FED-S05 of p2 at 40000,30000 speed 1 acted";
        end("heart-of-glory", dead, &format!("{clauses}; {disks}; acting 1"))
    };
    fallen("disk 1 SCN-C01 on out of p1; disk 2 SCN-C01 on out of p1").then("winner p2");
    goes_on(fallen("disk 1 SCN-C01 on out of p1; disk 2 SCN-C01 on ship:1"));
    goes_on(fallen("disk 1 SCN-C01 on out of p1; disk 2 KLI-C14 on out of p1"));
}

#[test]
fn st_20_4_a_vip_is_held_aboard_a_ship_only() {
    let vip = "{ v = \"goal\", team = 0, goal = { g = \"vip_held\", crew = \"SCN-C02\", turns = 1 }, effect = \"win\" },";
    let with = |place: &str| {
        let clauses =
            "phase 3; ship 1 FER-S01 of p1 at 10000,12000; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted";
        end("menage-a-troi", vip, &format!("{clauses}; disk 1 {place}; acting 1"))
    };
    with("SCN-C02 on ship:1").then("winner p1");
    goes_on(with("SCN-C02 on ship:2"));
    goes_on(with("SCN-C02 on terrain:1 of p1"));
    goes_on(with("SCN-C02 on out of p1"));
    goes_on(with("FER-C14 on ship:1"));
}

#[test]
fn st_20_4_ships_that_left_or_were_lost() {
    let convoy = |goal: &str, freighters: [&str; 2]| {
        let goal = format!("{{ v = \"goal\", team = 0, goal = {goal}, effect = \"win\" }},");
        let [a, b] = freighters;
        end(
            "the-wounded",
            &goal,
            &format!(
                "phase 3; ship 1 CAR-S01 of p1 at 10000,9000; ship 2 FED-S05 of p2 at 30000,18000 speed 1 acted; \
                 ship 3 SCN-S01 {a} speed 2 acted; ship 4 SCN-S02 {b} speed 2 acted; acting 1"
            ),
        )
    };
    let here = "of p1 at 6000,22000";
    let exits =
        |end: &str, ships: &str| format!("{{ g = \"ship_exits\", ships = [{ships}], end = \"{end}\" }}");
    let both = "\"SCN-S01\", \"SCN-S02\"";
    // Each side of the table: only beyond that one.
    for (side, at) in [
        ("E", "48001,14000"),
        ("W", "-1,14000"),
        ("N", "20000,36001"),
        ("S", "20000,-1"),
        // Whoever leaves at a corner has left over the side that lies behind him, and not over the one whose line he is on.
        ("E", "48001,0"),
        ("W", "-1,0"),
        ("E", "48001,36000"),
        ("N", "0,36001"),
        ("N", "48000,36001"),
        ("S", "0,-1"),
    ] {
        for other in ["E", "W", "N", "S"] {
            let game = convoy(&exits(other, both), [&format!("of p1 at {at} exited"), here]);
            if side == other { game.done() } else { goes_on(game) }
        }
        convoy(&exits(side, both), [&format!("of p1 at {at} exited"), here]).then("winner p1");
        goes_on(convoy(&exits(side, "\"SCN-S02\""), [&format!("of p1 at {at} exited"), here]));
        goes_on(convoy(&exits(side, both), [&format!("of p1 at {at} destroyed"), here]));
    }
    goes_on(convoy(&exits("E", both), [here, "of p1 at 6000,14000"]));
    // Lost are those destroyed and those in other hands.
    let lost = |ships: &str| format!("{{ g = \"ship_lost\", ships = [{ships}] }}");
    goes_on(convoy(&lost(both), [here, "of p1 at 6000,14000"]));
    convoy(&lost(both), ["of p1 at 6000,14000 destroyed", here]).then("winner p1");
    convoy(&lost(both), ["of p2 owner p1 at 6000,14000", here]).then("winner p1");
    goes_on(convoy(&lost("\"SCN-S02\""), ["of p2 owner p1 at 6000,14000", here]));
    goes_on(convoy(&lost(both), ["of p1 at 48001,14000 exited", here]));
    goes_on(convoy(&lost(both), ["of p2 owner p1 at 48001,14000 exited", here]));
}

#[test]
fn st_20_3_what_a_team_has_scored_so_far() {
    // 15 for each own ship within range: 2 of the east end: its edge is less than 6500 from 72000.
    let total = |ships: &str| {
        at(&format!(
            "scenario chain-of-command; phase 3; ship 1 FED-S05 of p1 at 20000,12000; ship 2 CAR-S01 of p2 at 68000,30000 speed 1 acted; {ships}; obstacles none; acting 1"
        ))
    };
    total("ship 3 FED-S01 of p1 at 64251,20000 speed 2 acted").then("total 1 15; total 2 0");
    total("ship 3 FED-S01 of p1 at 64250,20000 speed 2 acted").then("total 1 0; total 2 0");
    total("ship 3 FED-S01 of p1 at 65000,20000 speed 2 acted; ship 4 FED-S03 of p1 at 70000,20000 speed 3 acted").then("total 1 30");
    total("ship 3 FED-S01 of p1 at 65000,20000 destroyed; ship 4 FED-S03 of p1 at 70000,20000 speed 3 acted")
        .then("total 1 15");
    // A captured one counts for the zone and for its printed cost; lost to the other it is that side's 21.
    total("ship 3 CAR-S02 of p1 owner p2 at 65000,20000 speed 2 acted; score 1 7")
        .then("total 1 45; total 2 0");
    total("ship 3 FED-S01 of p2 owner p1 at 65000,20000 speed 2 acted; score 2 3")
        .then("total 1 0; total 2 24");
    total("ship 3 FED-S01 of p2 owner p1 at 65000,20000 destroyed").then("total 1 0; total 2 0");
}

#[test]
fn st_20_4_who_loses_by_a_goal() {
    let (one, two, three) =
        (by_ship(0, "FED-S01", "lose"), by_ship(1, "ROM-S02", "lose"), by_ship(2, "KLI-S01", "lose"));
    // Of two teams the other has won.
    end("border-incident", &one, TWO).events_say("wins; the goal is reached").then("winner p2");
    // Of three one alone does not end the game; two leave a winner.
    goes_on(end("peak-performance", &one, THREE));
    end("peak-performance", &format!("{one}{two}"), THREE).then("winner p3");
    end("peak-performance", &format!("{two}{three}"), THREE).then("winner p1");
    // All at once: a draw, or by points where the scenario keeps score.
    let all = format!("{one}{two}{three}");
    end("peak-performance", &all, THREE).events_say("a draw; conditions were met together").then("draw");
    end("peak-performance", &format!("{all}{POINTS}"), &format!("{THREE}; score 2 5; score 3 4"))
        .events_say("points decide")
        .then("winner p2");
    // Who wins and loses at once has not won.
    let both = format!("{}{one}", by_ship(0, "FED-S01", "win"));
    end("border-incident", &both, TWO).then("winner p2");
    goes_on(end("peak-performance", &both, THREE));
    // With one team against the threat it is defeat, whatever else was reached.
    let borg = "phase 3; ship 1 FED-S01 of p1 at 60000,40000; ship 2 FED-S03 of p1 at 60000,8000 speed 1 acted; acting 1; scenario best-of-both-worlds players 1";
    let alone = |victory: &str| altered("best-of-both-worlds", "victory", victory, borg).play("p1: end");
    alone(&by_ship(0, "FED-S01", "win")).then("winner p1");
    alone(&by_ship(0, "FED-S01", "lose")).then("defeat");
    alone(&both).then("defeat");
    goes_on(alone(&by_ship(0, "FED-S04", "win")));
}

#[test]
fn st_20_5_several_winners_at_once() {
    let two = format!("{}{}", by_ship(0, "FED-S01", "win"), by_ship(1, "ROM-S02", "win"));
    end("peak-performance", &two, THREE).events_say("a draw; conditions were met together").then("draw");
    // Where score is kept the higher one of these wins, not that of a team that met nothing.
    let scores = format!("{THREE}; score 1 5; score 2 8; score 3 50");
    end("peak-performance", &format!("{two}{POINTS}"), &scores).events_say("points decide").then("winner p2");
    let equal = format!("{THREE}; score 1 8; score 2 8; score 3 50");
    end("peak-performance", &format!("{two}{POINTS}"), &equal).then("over; draw");
    // One by a goal, another by the last fleet: the same.
    let goal = "{ v = \"goal\", team = 1, goal = { g = \"hold_terrain\", ref = \"planet\", turns = 1 }, effect = \"win\" },";
    let clauses =
        TWO.replace("ROM-S02 of p2 at 50000,12000 speed 1 acted", "ROM-S02 of p2 at 50000,12000 destroyed");
    let held = format!("{clauses}; disk 1 ROM-C14 on terrain:1 of p2 home 2");
    end("border-incident", &format!("{goal}{FLEETS}"), &held).then("draw; over");
    end("border-incident", &format!("{goal}{FLEETS}"), &clauses)
        .events_say("the opposing fleet is destroyed")
        .then("winner p1");
    // By both at once it is told as the goal.
    end("border-incident", &format!("{}{FLEETS}", by_ship(0, "FED-S01", "win")), &clauses)
        .events_say("the goal is reached")
        .then("winner p1");
}

#[test]
fn st_20_2_the_last_fleet_among_three() {
    let gone = |clauses: &str, ship: &str| {
        let at = clauses.find(ship).unwrap();
        let end = at + clauses[at..].find(';').unwrap();
        let words = clauses[at..end].split(" speed").next().unwrap();
        format!("{}{words} destroyed{}", &clauses[..at], &clauses[end..])
    };
    let without_2 = gone(THREE, "ship 2");
    goes_on(end("peak-performance", FLEETS, THREE));
    goes_on(end("peak-performance", FLEETS, &without_2));
    end("peak-performance", FLEETS, &gone(&without_2, "ship 3")).then("winner p1");
    // For points the same number of fleets ends the game, and the higher score wins it, fleet or not.
    goes_on(end("peak-performance", POINTS, &without_2));
    let last = gone(&without_2, "ship 3");
    end("peak-performance", POINTS, &format!("{last}; score 2 9; score 3 8"))
        .events_say("points decide")
        .then("winner p2");
    // Equal points are a draw: hull counts at the limit alone.
    end("peak-performance", POINTS, &format!("{last}; score 1 9; score 2 9"))
        .events_say("a draw; conditions were met together");
    // A team that controls no ship is not beaten while its crew are aboard one that it began with.
    let aboard = |disk: &str, ship: &str| {
        let clauses = "phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 3 FED-S03 of p1 at 30000,20000 speed 2 acted; acting 1";
        let clauses =
            clauses.replace("; ship 3", &format!("; ship 2 {ship} at 14000,12000 speed 1 acted; ship 3"));
        at(&format!("{clauses}; {disk}")).play("p1: end")
    };
    let captured = "FED-S01 of p1 owner p2 builder 2";
    goes_on(aboard("disk 1 FED-C04 on ship:2 of p2 concealed", captured));
    aboard("disk 1 FED-T01 on ship:2 of p2 concealed", captured).then("winner p1");
    aboard("disk 1 KLI-C14 on ship:2 of p1 home 1", captured).then("winner p1");
    aboard("disk 1 FED-C04 on ship:1 of p2 concealed", captured).then("winner p1");
    aboard("disk 1 FED-C04 on ship:3 of p2 home 2 concealed", captured).then("winner p1");
    aboard("disk 1 FED-C04 on out of p2 home 2", captured).then("winner p1");
}

#[test]
fn st_20_6_at_the_limit() {
    let at_turn = |turn: u8, more: &str| format!("turn {turn}; {THREE}{more}");
    // Before the limit nothing; at it points, then the hull of all own ships, then a draw.
    end("peak-performance", POINTS, &at_turn(9, "; score 2 3")).then("turn 10").then_not("over");
    end("peak-performance", POINTS, &at_turn(10, "; score 2 3"))
        .events_say("points decide")
        .then("winner p2");
    end("peak-performance", POINTS, &at_turn(10, "")).events_say("remaining hull decides").then("winner p3");
    let equal =
        at_turn(10, "").replace("KLI-S01 of p3 at 24000,40000", "KLI-S01 of p3 at 24000,40000 hull 6");
    end("peak-performance", POINTS, &equal).events_say("a draw; the turn limit is reached").then("draw");
    // The hull of all ships that a team controls, and of those tied by points only.
    let more = "; ship 4 ROM-S06 of p1 owner p2 at 30000,4000 speed 3 hull 1 acted";
    end("peak-performance", POINTS, &equal.replace("; acting 1", &format!("{more}; acting 1")))
        .then("over; winner p1");
    let tied = at_turn(10, "; score 1 4; score 2 4").replace("40000,12000 speed", "40000,12000 hull 5 speed");
    end("peak-performance", POINTS, &tied).events_say("remaining hull decides").then("winner p1");
    // A destroyed ship has no hull, whatever was left of its name.
    let fewer = "; ship 4 ROM-S06 of p1 at 30000,4000 destroyed";
    end("peak-performance", POINTS, &equal.replace("; acting 1", &format!("{fewer}; acting 1")))
        .then("over; draw");
    // Reaching the limit is a goal for some.
    let limit = |effect: &str| {
        format!("{{ v = \"goal\", team = 1, goal = {{ g = \"turn_limit\" }}, effect = \"{effect}\" }},")
    };
    end("peak-performance", &limit("win"), &at_turn(10, ""))
        .events_say("the turn limit is reached")
        .then("winner p2");
    end("peak-performance", &limit("win"), &at_turn(9, "")).then_not("over");
    end("peak-performance", &limit("lose"), &at_turn(10, "")).then("winner p3");
}

#[test]
fn st_20_4_what_ends_the_game_besides() {
    let hold = |n: u8| {
        format!(
            "{{ v = \"goal\", team = \"any\", goal = {{ g = \"hold_terrain\", ref = \"p{n}\", turns = 1 }}, effect = {{ score_once = 15 }} }},"
        )
    };
    let goals = format!("{}{}{}", hold(1), hold(2), hold(3));
    let race = "phase 3; ship 1 FED-S05 of p1 at 10000,12000; ship 2 ROM-S05 of p2 at 40000,50000 speed 1 acted; ship 3 KLI-S01 of p3 at 50000,10000 speed 2 acted; acting 1";
    let with = |count: u8, more: &str| {
        end(
            "the-chase",
            &format!("{goals}{{ v = \"end_when\", cond = \"team_has_goals\", count = {count} }},"),
            &format!("{race}{more}"),
        )
    };
    with(2, "; reached 1 1; reached 3 1; score 1 30; score 2 31")
        .events_say("points decide")
        .then("winner p2");
    goes_on(with(3, "; reached 1 1; reached 3 1"));
    // Goals of several teams do not add up.
    goes_on(with(2, "; reached 1 1; reached 3 2"));
    with(1, "; reached 3 2; score 2 15").then("winner p2");
    // Points for a goal are scored once, by each team that reaches it.
    let crew = |team: u8| format!("; disk 1 FED-C16 on terrain:2 of p{team} home {team}");
    with(3, &crew(1))
        .then("score 1 15; score 2 0; reached 2 1")
        .then_not("reached 1 1; reached 3 1; reached 2 2");
    with(3, &format!("{}; reached 2 1; score 1 15", crew(2)))
        .then("score 1 15; score 2 15; reached 2 1; reached 2 2");
    with(3, &format!("{}; reached 2 2; score 2 15", crew(2))).then("score 2 15");
    // No scenario ship left: here the points decide.
    let convoy = |a: &str, b: &str| {
        let ends = "{ v = \"end_when\", cond = \"no_scenario_ships\" },";
        let ships = format!("ship 3 SCN-S01 of p1 at 6000,14000 {a}; ship 4 SCN-S02 of p1 at 6000,22000 {b}");
        end(
            "the-wounded",
            &format!("{POINTS}{ends}"),
            &format!(
                "phase 3; ship 1 CAR-S01 of p1 at 10000,9000; ship 2 FED-S05 of p2 at 30000,18000 speed 1 acted; {ships}; score 2 1; acting 1"
            ),
        )
    };
    goes_on(convoy("speed 2 acted", "exited"));
    goes_on(convoy("destroyed", "speed 2 acted"));
    convoy("destroyed", "exited").then("winner p2");
}

#[test]
fn st_20_4_goals_count_for_the_team_they_name() {
    // The destroyer of the VIP alone, the named team alone, or any.
    let win = |team: &str| {
        format!(
            "{{ v = \"goal\", team = {team}, goal = {{ g = \"crew_dead\", crew = \"SCN-C02\", count = 1 }}, effect = \"win\" }},"
        )
    };
    let with = |team: &str, more: &str| {
        let clauses = "phase 3; ship 1 FER-S01 of p1 at 10000,12000; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted; disk 1 SCN-C02 on out of p1";
        end("menage-a-troi", &win(team), &format!("{clauses}{more}; acting 1"))
    };
    with("\"destroyer_of_vip\"", "; vip-killer 1").then("winner p1");
    with("\"destroyer_of_vip\"", "; vip-killer 2").then("winner p2");
    goes_on(with("\"destroyer_of_vip\"", ""));
    with("0", "").then("winner p1");
    with("1", "").then("winner p2");
    with("\"any\"", "").then("over; draw");
    // The same for points by the ship.
    let each = |team: &str| {
        format!(
            "{{ v = \"goal\", team = {team}, goal = {{ g = \"ship_lost\", ships = [\"SCN-S01\", \"SCN-S02\"] }}, effect = {{ score_each = 12 }} }},"
        )
    };
    let scored = |team: &str, more: &str| {
        let clauses = "phase 3; ship 1 CAR-S01 of p1 at 10000,9000; ship 2 FED-S05 of p2 at 30000,18000 speed 1 acted; \
            ship 3 SCN-S01 of p1 at 6000,14000 destroyed; ship 4 SCN-S02 of p1 at 6000,22000 destroyed";
        altered("the-wounded", "victory", &each(team), &format!("{clauses}{more}; acting 1"))
    };
    scored("0", "").then("total 1 24; total 2 0");
    scored("1", "").then("total 1 0; total 2 24");
    scored("\"any\"", "").then("total 1 24; total 2 24");
    scored("\"destroyer_of_vip\"", "; vip-killer 2").then("total 1 0; total 2 24");
}

#[test]
fn st_20_7_whom_a_pulse_strikes() {
    // Gomtuu has radius 2000 at 30000,20000: range: 2 reaches 2000 + 1250 + 6500 from its middle.
    let tin = |y: u32, ship: &str, more: &str| {
        at(&format!(
            "scenario tin-man; phase 3; ship 1 FED-S01 of p1 at 30000,{y} {ship}; ship 2 ROM-S02 of p2 at 50000,4000 speed 1 acted; ship 3 FED-S03 of p1 at 5000,5000 speed 2 acted{more}; acting 3"
        ))
    };
    let struck = |game: Given<StarTrek>| {
        game.dice("miss miss miss").plays("p1: move; p1: end").events_say("pulse").done()
    };
    let spared = |game: Given<StarTrek>| game.plays("p1: move; p1: end").events_do_not_say("pulse").done();
    struck(tin(29_749, "speed 1 acted", ""));
    spared(tin(29_750, "speed 1 acted", ""));
    spared(tin(29_749, "destroyed", ""));
    // The holder's ships are spared; the other side's are not, and nobody holding it spares nobody.
    spared(tin(29_749, "speed 1 acted", "; disk 1 FED-C16 on terrain:1 of p1 home 1"));
    struck(tin(29_749, "speed 1 acted", "; disk 1 ROM-C14 on terrain:1 of p2 home 2"));
    let nobody = "    { s = \"pulse\", ref = \"gomtuu\", range = 2, drop = 3, when = \"turn_end\", spares = \"nobody\" },";
    let clauses = "phase 3; ship 1 FED-S01 of p1 at 30000,29749; ship 2 ROM-S02 of p2 at 50000,4000 speed 1 acted; disk 1 FED-C16 on terrain:1 of p1 home 1; acting 1";
    altered("tin-man", "special", nobody, clauses)
        .dice("miss miss miss")
        .play("p1: end")
        .events_say("pulse")
        .done();
    // Two pulses strike one after the other, each every ship in reach.
    let two = format!("{nobody}\n{}", nobody.replace("drop = 3", "drop = 1"));
    let clauses = clauses.replace("50000,4000", "30000,12000");
    altered("tin-man", "special", &two, &clauses)
        .dice("miss miss miss miss miss miss miss miss")
        .play("p1: end")
        .then("turn 2")
        .done();
}

#[test]
fn st_20_5_the_score_is_told_where_it_is_kept() {
    let score = |game: Given<StarTrek>| game.ends().score;
    assert_eq!(
        score(end(
            "border-incident",
            &format!("{POINTS}{}", by_ship(0, "FED-S01", "win")),
            &format!("{TWO}; score 1 7")
        )),
        Some(7)
    );
    assert_eq!(
        score(end("border-incident", &by_ship(0, "FED-S01", "win"), &format!("{TWO}; score 1 7"))),
        None
    );
}
