//! ST-9: collisions and evasive action.

use crate::support::*;

/// Haakona (p1) is about to end on top of Yamato (p2).
const RAM: &str = "phase 1; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 2 orders AT,AT,AT; ship 2 FED-S01 of p2 at 15500,12000 heading 1800; acting 1";
/// A planet at 30000,20000, asteroids at 24000,8000 and elsewhere.
const BORDER: &str = "scenario border-incident; phase 1";

#[test]
fn st_9_1_only_a_ship_that_moved_and_only_where_it_ends() {
    // Overlapping from the start and not moving: no check.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 11000,12000; ship 3 FED-S03 of p2 at 30000,4000 speed 1; acting 1")
        .play("p1: end")
        .then("ship 1 hull 6; ship 2 hull 6");
    // A movement that ends on top drops five counters, once, for the mover.
    at(RAM)
        .dice("hit hit hit hit hit")
        .play("p1: move")
        .events_say("overlaps Yamato")
        .then("ship 1 at 15000,12000");
}

#[test]
fn st_9_2_exactly_one_critical_is_a_collision() {
    for (drop, collides) in [
        ("hit hit hit hit hit", false),
        ("hit crit hit hit hit", true),
        ("crit crit hit hit hit", false),
        ("crit crit crit crit crit", false),
    ] {
        let dice = if collides { format!("{drop}  {NO_CRIT}") } else { drop.into() };
        let game = at(RAM).dice(&dice).play("p1: move");
        let hull = if collides { 5 } else { 6 };
        game.then(&format!("ship 1 hull {hull}; ship 2 hull 6"));
    }
}

#[test]
fn st_9_3_what_a_collision_does_to_the_mover() {
    // A hull hit in spite of shields, speed 0, orders gone; the struck ship's player places it, or leaves it.
    let struck = || at(RAM).dice(&format!("hit crit hit hit hit  {NO_CRIT}")).play("p1: move");
    struck()
        .then("ship 1 shields 6 hull 5 speed 0 orders x,x,x")
        .asks("p2")
        .play("p2: place 900 2700")
        .then("ship 1 at 15500,14501 heading 2700");
    struck().play("p2: pass").events_say("left where it is").then("ship 1 at 15000,12000 heading 0");
}

#[test]
fn st_9_4_the_struck_ship_suffers_nothing() {
    at(RAM)
        .dice(&format!("hit crit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 2 shields 6 hull 6 speed 0 at 15500,12000 heading 1800");
}

#[test]
fn st_9_5_terrain_hits_twice_and_the_mover_places() {
    let planet = format!(
        "{BORDER}; ship 1 FED-S01 of p1 at 25000,20000 heading 0 speed 2; ship 2 ROM-S02 of p2 at 50000,4000; acting 1"
    );
    at(&planet)
        .dice(&format!("hit hit crit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 shields 6 hull 4 speed 0")
        .asks("p1")
        .refuses("p1: pass", "ST-9.5")
        .play("p1: place 1800 1800")
        .then("ship 1 at 26749,20000 heading 1800");
    at(&planet).dice("hit hit hit hit hit").play("p1: move").then("ship 1 hull 6 at 30000,20000");
}

#[test]
fn st_9_6_obstructions_always_hurt() {
    at(&format!("{BORDER}; ship 1 FED-S01 of p1 at 19000,8000 heading 0 speed 2 shields 1; ship 2 ROM-S02 of p2 at 50000,30000; acting 1"))
        .dice(NO_CRIT)
        .play("p1: move")
        .then("ship 1 at 24000,8000 shields 0 hull 5 speed 2; obstacles 3; obstacle 1 gone");
    // The four kinds: 3, 2, 1, and 1 with a full stop.
    for (kind, shields, speed) in
        [("mine", 3, 2), ("asteroid", 4, 2), ("debris", 5, 2), ("gravitic-mine", 5, 0)]
    {
        at(&format!("ship 1 ROM-S02 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 30000,4000; obstacle 1 {kind} at 15000,12000; acting 1"))
            .dice(NO_CRIT)
            .play("p1: move")
            .then(&format!("ship 1 shields {shields} speed {speed}; obstacles 0"));
    }
}

#[test]
fn st_9_7_collision_hits_can_cause_criticals() {
    // After a collision as for hull damage: two criticals both apply.
    at(RAM)
        .dice("hit crit hit hit hit  hit hit crit hit crit")
        .play("p1: move")
        .then("ship 1 crit helm crit weapons");
    // After an obstruction as for what it damaged: shields only, so two are none and one is one.
    let mine = "ship 1 ROM-S02 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 30000,4000; obstacle 1 mine at 15000,12000; acting 1";
    at(mine).dice("hit hit crit hit crit").play("p1: move").then("ship 1 intact");
    at(mine).dice("hit hit hit hit crit").play("p1: move").then("ship 1 crit weapons");
}

#[test]
fn st_9_8_obstructions_then_terrain_then_ships() {
    // All obstructions first; the first collision ends the checks, so only one of the two ships is dropped for.
    let pile = "phase 1; ship 1 ROM-S02 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 15500,12000; ship 3 FED-S03 of p2 at 15000,13000; \
        obstacle 1 debris at 15000,11000; obstacle 2 debris at 15000,12500; acting 1";
    at(pile)
        .dice(&format!("{NO_CRIT}  {NO_CRIT}  crit hit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 shields 4 hull 5; obstacles 0")
        .asks("p2");
    // Without a collision with the first ship the second is dropped for.
    at(pile)
        .dice(&format!("{NO_CRIT}  {NO_CRIT}  hit hit hit hit hit  crit crit hit hit hit"))
        .play("p1: move")
        .then("ship 1 shields 4 hull 6");
    // Terrain comes before ships.
    at(&format!(
        "{BORDER}; ship 1 FED-S01 of p1 at 25000,20000 speed 2; ship 2 ROM-S02 of p2 at 30500,20000; acting 1"
    ))
    .dice(&format!("hit hit crit hit hit  {NO_CRIT}"))
    .play("p1: move")
    .then("ship 1 hull 4")
    .asks("p1");
}

#[test]
fn st_9_9_where_a_ship_may_be_placed() {
    // A third ship stands north of the struck one, a torpedo east of it.
    let crowd = "phase 1; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 2; ship 2 FED-S01 of p2 at 15500,12000; ship 3 FED-S03 of p2 at 15500,14600; \
        torpedo 1 of p2 from 2 at 18000,12000; acting 1";
    at(crowd)
        .dice(&format!("hit crit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .refuses("p2: place 900 0", "ST-9.9")
        .refuses("p2: place 0 0", "ST-9.9")
        .allows("p2: place 1800 0")
        .allows("p2: place 2700 123");
    // The centre must stay on the table.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,2000 heading 0 speed 2; ship 2 FED-S01 of p2 at 15500,2000; acting 1")
        .dice(&format!("hit crit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .refuses("p2: place 2700 0", "ST-9.9")
        .play("p2: place 900 0");
}

#[test]
fn st_9_10_evasive_action_when_a_collision_threatens() {
    at(RAM)
        .refuses("p1: evade 2 900", "ST-9.10")
        .choices_include("p1: evade 1 900")
        .play("p1: evade 1 900")
        .then("ship 1 at 12500,14500 heading 900 hull 6");
    // Nothing in the way: not allowed. A nebula is nothing to collide with.
    at(&format!("{DUEL}; acting 1")).refuses("p1: evade 1 900", "ST-9.10");
    at(&format!("{BORDER}; ship 1 FED-S01 of p1 at 13000,30000 heading 0 speed 2; ship 2 ROM-S02 of p2 at 50000,4000; acting 1"))
        .refuses("p1: evade 1 900", "ST-9.10");
    // Terrain and obstructions threaten too.
    at(&format!("{BORDER}; ship 1 FED-S01 of p1 at 25000,20000 heading 0 speed 2; ship 2 ROM-S02 of p2 at 50000,4000; acting 1")).allows("p1: evade 1 900");
    at(&format!("{BORDER}; ship 1 FED-S01 of p1 at 19000,8000 heading 0 speed 2; ship 2 ROM-S02 of p2 at 50000,30000; acting 1")).allows("p1: evade 0 900");
}

#[test]
fn st_9_11_the_price_of_evading() {
    // Revealed or not, the order of this phase is removed too, and orders of crew lapse.
    at(&format!("{RAM} owes RS,CH"))
        .play("p1: evade 1 900")
        .events_say("is now 0")
        .then("ship 1 speed 0 orders x,x,x")
        .refuses("p1: reveal", "ST-8.17")
        .refuses("p1: shields 3", "ST-8.1")
        .play("p1: turn 0");
    // A revealed order stays public.
    at(&RAM.replace("orders AT,AT,AT", "orders AT^,AT,AT"))
        .play("p1: evade 0 900")
        .then("ship 1 orders AT^,x,x");
}

#[test]
fn st_9_12_still_overlapping_is_checked() {
    // Evading into another ship.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 2; ship 2 FED-S01 of p2 at 15500,12000; ship 3 FED-S03 of p2 at 12500,15000; acting 1")
        .dice(&format!("hit crit hit hit hit  {NO_CRIT}"))
        .play("p1: evade 1 900")
        .then("ship 1 hull 5 speed 0");
}

#[test]
fn st_9_13_no_evasive_action_in_phase_three_nor_for_torpedoes_or_the_edge() {
    at(&RAM.replace("phase 1", "phase 3").replace("orders AT,AT,AT", "orders AT^,AT^,AT"))
        .refuses("p1: evade 1 900", "ST-9.13");
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 30000,4000; torpedo 1 of p2 from 2 at 15000,12000; acting 1")
        .refuses("p1: evade 1 900", "ST-9.10");
    at("phase 1; ship 1 ROM-S02 of p1 at 33000,12000 speed 2; ship 2 FED-S01 of p2 at 30000,4000; acting 1")
        .refuses("p1: evade 1 900", "ST-9.10");
    // Hood may evade in the third phase too.
    at("phase 3; ship 1 FED-S03 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 15500,12000; acting 1")
        .allows("p1: evade 1 900");
}

#[test]
fn st_9_14_friends_collide_like_any_other() {
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 speed 2; ship 2 ROM-S05 of p1 at 15500,12000; ship 3 FED-S01 of p2 at 30000,4000; acting 1")
        .dice(&format!("hit crit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 hull 5")
        .asks("p1");
}

#[test]
fn st_9_15_the_sequence_of_a_collision() {
    // Bortas with a Ramming Prow: its own hit and check, then 2 hull hits on the struck ship and its check.
    let prow = "phase 1; ship 1 KLI-S01 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 15500,12000; \
        ship 3 KLI-S03 of p1 at 5000,4000; disk 1 KLI-T06 on ship:1; acting 1";
    at(prow)
        .dice(&format!("crit hit hit hit hit  {NO_CRIT}  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 hull 6 speed 0; ship 2 shields 6 hull 4")
        .asks("p2");
    // What the prow breaks is a critical that its ship inflicts: Rozhenko may change it.
    at(&prow.replace("; acting 1", "; disk 2 KLI-C08 on ship:1; acting 1"))
        .dice(&format!("crit hit hit hit hit  {NO_CRIT}  hit hit crit hit hit"))
        .play("p1: move")
        .asks("p1")
        .play("p1: use 2")
        .then("ship 2 crit bridge");
    // Even if the rammer is gone; then nothing is placed.
    at(&prow.replace("10000,12000 speed 2", "10000,12000 speed 2 hull 1"))
        .dice(&format!("crit hit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 destroyed; ship 2 hull 4")
        .then("option-of 2");
    // Placing only if the struck piece still exists.
    at(&prow
        .replace("15500,12000;", "15500,12000 hull 2;")
        .replace("ship 3 KLI-S03 of p1 at 5000,4000", "ship 3 FED-S03 of p2 at 5000,4000"))
    .dice(&format!("crit hit hit hit hit  {NO_CRIT}"))
    .play("p1: move")
    .then("ship 2 destroyed; ship 1 at 15000,12000 speed 0")
    .asks("p1");
}

#[test]
fn st_9_1_the_button_says_what_a_move_ends_on() {
    offers(&at(RAM), 0, "Move: move straight on, 2 hops, ending on Yamato (5 in 32 to collide for 1 hull)");
    let planet = format!(
        "{BORDER}; ship 1 FED-S01 of p1 at 25000,20000 heading 0 speed 2; ship 2 ROM-S02 of p2 at 50000,4000; acting 1"
    );
    let words = "Move: move straight on, 2 hops, ending on Colony world (5 in 32 to collide for 2 hull)";
    offers(&at(&planet), 0, words);
}

#[test]
fn st_9_10_a_ship_at_speed_1_may_evade_before_its_only_hop() {
    let one =
        "phase 3; ship 1 FED-S03 of p1 at 10000,12000 speed 1; ship 2 ROM-S05 of p2 at 12750,12000; acting 1";
    at(one)
        .choices_include("p1: evade 0 900")
        .refuses("p1: evade 1 900", "ST-9.10")
        .play("p1: evade 0 900")
        .then("ship 1 at 10000,14500 heading 900");
}

#[test]
fn st_9_8_the_next_of_several_is_tried_when_the_first_is_missed() {
    // Two planets whose edges lie 500 apart, and a ship that ends on both of them.
    let planets = r#"terrain = [
    { id = "a", type = "planet", name = "A", x = 18000, y = 10000 },
    { id = "b", type = "planet", name = "B", x = 18000, y = 14500 },
]"#;
    let order =
        |p: u8| format!("p{p}: assign {p} 1 RS; p{p}: assign {p} 2 RS; p{p}: assign {p} 3 RS; p{p}: done");
    let between = || {
        opened(klaxon_star_trek::Setup::quick(&own_scenario(planets), 2).unwrap())
            .plays("p1: deploy 1 at 15500,12250 heading 0 speed 1; p1: done; p2: deploy 2 at 25000,5000 heading 0 speed 2; p2: done; p1: done; p2: done")
            .plays(&order(1))
            .plays(&order(2))
            .play("p1: act")
    };
    let hull = seen(between().game(), 0).ships[0].hull;
    between()
        .dice(&format!("crit hit hit hit hit {NO_CRIT}"))
        .play("p1: move")
        .then(&format!("ship 1 hull {}", hull - 2))
        .done();
    between()
        .dice(&format!("hit hit hit hit hit  hit crit hit hit hit {NO_CRIT}"))
        .play("p1: move")
        .then(&format!("ship 1 hull {}", hull - 2))
        .done();
    between()
        .dice("hit hit hit hit hit  crit crit hit hit hit")
        .play("p1: move")
        .then(&format!("ship 1 hull {hull} speed 1"))
        .done();
    // After terrain that is missed come the ships.
    at(&format!(
        "{BORDER}; ship 1 FED-S01 of p1 at 25000,20000 speed 2; ship 2 ROM-S02 of p2 at 30500,20000; acting 1"
    ))
    .dice(&format!("hit hit hit hit hit  hit crit hit hit hit {NO_CRIT}"))
    .play("p1: move")
    .then("ship 1 hull 5")
    .asks("p2")
    .done();
    // The cube lies between terrain and ships.
    at("scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S05 of p1 at 12000,24000 heading 1800 speed 2; ship 2 FED-S01 of p1 at 6500,25000 speed 1 acted; acting 1")
        .dice(&format!("hit hit hit hit hit  hit crit hit hit hit {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 hull 5")
        .done();
    // Three ships under one: each is dropped for in turn.
    let pile = "phase 1; ship 1 ROM-S02 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 15500,12000; ship 3 FED-S03 of p2 at 15000,13000; ship 4 FED-S05 of p2 at 15000,11000; acting 1";
    at(pile)
        .dice("hit hit hit hit hit  crit crit hit hit hit  hit hit hit hit hit")
        .play("p1: move")
        .then("ship 1 hull 6")
        .done();
    at(pile)
        .dice(&format!("hit hit hit hit hit  hit hit hit hit hit  hit hit hit hit crit {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 hull 5")
        .asks("p2")
        .done();
    at(&pile.replace("ship 3 FED-S03 of p2 at 15000,13000", "ship 3 FED-S03 of p2 at 15000,13000 destroyed"))
        .dice("hit hit hit hit hit  hit hit hit hit hit")
        .play("p1: move")
        .done();
}

#[test]
fn st_9_9_where_no_angle_is_free_any_on_the_table_will_do() {
    // Six ships stand round the struck one, so that no place beside it is free.
    let ring = "ship 3 FED-S02 of p2 at 18001,12000; ship 4 FED-S03 of p2 at 16751,14166; ship 5 FED-S04 of p2 at 14249,14166; \
        ship 6 FED-S05 of p2 at 12999,12000; ship 7 ROM-S03 of p1 at 14249,9834; ship 8 ROM-S04 of p1 at 16751,9834";
    let crowd = |ships: &str| {
        at(&format!("phase 1; ship 1 ROM-S02 of p1 at 10500,12000 heading 0 speed 2; ship 2 FED-S01 of p2 at 15500,12000; {ships}; acting 1"))
            .dice(&format!("hit crit hit hit hit  {NO_CRIT}"))
            .play("p1: move")
            .asks("p2")
    };
    let game = crowd(ring);
    game.allows("p2: place 0 0")
        .allows("p2: place 2345 0")
        .play("p2: place 900 0")
        .then("ship 1 at 15500,14501")
        .done();
    // With one of them gone its place is the only one.
    crowd(&ring.replace("ship 8 ROM-S04 of p1 at 16751,9834", "ship 8 ROM-S04 of p1 at 30000,9834"))
        .refuses("p2: place 0 0", "ST-9.9")
        .allows("p2: place 3000 0");
    // An obstacle, terrain and a torpedo are as much in the way as a ship; the moved ship itself is not.
    let alone = |more: &str| crowd(&format!("ship 3 FED-S02 of p2 at 30000,4000; {more}"));
    alone("obstacle 1 mine at 15500,16500").refuses("p2: place 900 0", "ST-9.9").allows("p2: place 2700 0");
    alone("obstacle 1 mine at 15500,16501").allows("p2: place 900 0");
    alone("torpedo 1 of p2 from 2 at 15500,16251").refuses("p2: place 900 0", "ST-9.9");
    alone("torpedo 1 of p2 from 2 at 15500,16252").allows("p2: place 900 0");
    alone("torpedo 1 of p2 from 2 at 30000,16252").allows("p2: place 1800 0");
    at(&format!("{BORDER}; ship 1 FED-S01 of p1 at 25000,24200 heading 0 speed 2; ship 2 ROM-S02 of p2 at 30500,24200; acting 1"))
        .dice(&format!("hit crit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .refuses("p2: place 2700 0", "ST-9.9")
        .allows("p2: place 900 0");
}

#[test]
fn st_8_14_over_which_edge_it_may_be() {
    // The centre counts, and the edge itself is still on the table.
    for (at_, heading, x, y) in [
        ("2500,12000", 1800, 0, 12_000),
        ("33500,12000", 0, 36_000, 12_000),
        ("18000,2500", 2700, 18_000, 0),
        ("18000,21500", 900, 18_000, 24_000),
    ] {
        let sail = |spot: &str| {
            at(&format!("phase 1; ship 1 ROM-S02 of p1 at {spot} heading {heading} speed 1; ship 2 FED-S01 of p2 at 28000,4000; ship 3 ROM-S05 of p1 at 6000,6000; acting 1")).play("p1: move")
        };
        sail(at_).then(&format!("ship 1 at {x},{y}")).then_not("ship 1 destroyed");
        let (sx, sy) = at_.split_once(',').unwrap();
        let shift = |n: &str, d: i64| (n.parse::<i64>().unwrap() + d).to_string();
        let beyond = match heading {
            0 => format!("{},{sy}", shift(sx, 1)),
            900 => format!("{sx},{}", shift(sy, 1)),
            1800 => format!("{},{sy}", shift(sx, -1)),
            _ => format!("{sx},{}", shift(sy, -1)),
        };
        sail(&beyond).then("ship 1 destroyed");
    }
    // Where a scenario lets ships go, each over the edge it names, and under their own flag.
    let freighter = |end: &str, spot: &str, heading: u16, whose: &str| {
        let exits = format!(
            "    {{ s = \"scenario_ship\", ship = \"SCN-S01\", team = 0, x = 6000, y = 14000, heading = 0, speed = 2 }},\n    {{ s = \"may_exit\", ships = [\"SCN-S01\"], end = \"{end}\" }},"
        );
        let clauses = format!(
            "phase 3; ship 1 CAR-S01 of p1 at 10000,9000 speed 1 acted; ship 2 FED-S05 of p2 at 30000,18000 speed 1 acted; ship 3 SCN-S01 of {whose} at {spot} heading {heading} speed 1; ship 4 SCN-S02 of p1 at 6000,26000 speed 1 acted; acting 3"
        );
        let mover = &whose[..2];
        altered("the-wounded", "special", &exits, &clauses).play(&format!("{mover}: move"))
    };
    for (end, spot, heading) in [
        ("E", "46001,14000", 0),
        ("W", "1999,14000", 1800),
        ("N", "20000,34001", 900),
        ("S", "20000,1999", 2700),
    ] {
        freighter(end, spot, heading, "p1").then("ship 3 exited");
        freighter(end, spot, heading, "p2 owner p1").then("ship 3 destroyed");
        for other in ["E", "W", "N", "S"].into_iter().filter(|o| *o != end) {
            freighter(other, spot, heading, "p1").then("ship 3 destroyed");
        }
    }
}
