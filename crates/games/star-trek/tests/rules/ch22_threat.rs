//! ST-22.8, shot by shot: what the Borg cube does by its script, and what is done to it.

use crate::support::*;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Given;

/// The cube at 6000,24000; ship 1 acts last in its phase.
fn cube(players: u8, phase: u8, ships: &str) -> Given<StarTrek> {
    at(&format!(
        "scenario best-of-both-worlds players {players}; phase {phase}; {ships}; threat at 6000,24000 shields 4 hull 45; acting 1"
    ))
}

const MISS: &str = "miss miss miss miss miss miss ";

#[test]
fn st_22_8_it_fires_at_the_nearest_as_often_as_there_are_players() {
    // Radius 2500 and 1250 and two templates: 10250.
    let one = |x: u32| {
        format!("ship 1 FED-S01 of p1 at {x},24000; ship 2 FED-S03 of p1 at 60000,8000 speed 1 acted")
    };
    cube(1, 1, &one(16_249)).dice(MISS).play("p1: end").events_say("fires at Yamato with 6 counters").done();
    cube(1, 1, &one(16_250)).play("p1: end").events_do_not_say("fires").then("threat at 11000,24000").done();
    // The nearest, of equals the one of lower number; a cloaked ship is not there for it.
    let two = |a: u32, b: u32| {
        format!(
            "ship 1 FED-S01 of p1 at 6000,{a}; ship 2 FED-S03 of p1 at 6000,{b} speed 1 acted; ship 3 FED-S05 of p1 at 60000,8000 speed 2 acted"
        )
    };
    cube(1, 1, &two(30_000, 17_999))
        .dice(MISS)
        .play("p1: end")
        .events_say("fires at Yamato")
        .events_do_not_say("fires at Hood")
        .done();
    cube(1, 1, &two(30_001, 18_000))
        .dice(MISS)
        .play("p1: end")
        .events_say("fires at Hood")
        .events_do_not_say("fires at Yamato")
        .done();
    cube(1, 1, &two(30_000, 18_000))
        .dice(MISS)
        .play("p1: end")
        .events_say("fires at Yamato")
        .events_do_not_say("fires at Hood")
        .done();
    cube(1, 1, &format!("{}; disk 1 ROM-T02 on ship:1 flipped", two(30_000, 18_000)))
        .dice(MISS)
        .play("p1: end")
        .events_say("fires at Hood")
        .done();
    cube(
        1,
        1,
        &two(30_000, 17_000).replace(
            "ship 2 FED-S03 of p1 at 6000,17000 speed 1 acted",
            "ship 2 FED-S03 of p1 at 6000,28000 destroyed",
        ),
    )
    .dice(MISS)
    .play("p1: end")
    .events_say("fires at Yamato")
    .done();
    // With two players at two ships, each once, and at a third not.
    let three = "ship 1 FED-S01 of p1 at 6000,30000; ship 2 KLI-S01 of p2 at 6000,17000 speed 1 acted; ship 3 FED-S05 of p1 at 12000,24500 speed 2 acted";
    cube(2, 1, three)
        .dice(MISS)
        .dice(MISS)
        .play("p1: end")
        .events_say("fires at Yamato")
        .events_say("fires at Sutherland")
        .events_do_not_say("fires at Bortas")
        .done();
    // A ship that the first shot destroys is not fired at again, and the second shot is for another.
    cube(2, 1, &three.replace("6000,30000", "6000,30000 shields 0 hull 1"))
        .dice("hit miss miss miss miss miss")
        .dice(MISS)
        .play("p1: end")
        .then("ship 1 destroyed")
        .done();
}

#[test]
fn st_22_8_fewer_counters_in_a_nebula() {
    let fog = r#"    { id = "earth", type = "planet", name = "Earth", x = 66000, y = 24000 },
    { id = "fog", type = "nebula", name = "Fog", x = 14000, y = 24000 },"#;
    let ships = |x: u32| {
        format!(
            "ship 1 FED-S01 of p1 at {x},24000; ship 2 FED-S03 of p1 at 60000,8000 speed 1 acted; scenario best-of-both-worlds players 1; phase 1; acting 1"
        )
    };
    let game = |x: u32| {
        // Terrain is laid out when a table is opened, so it is put there by hand.
        let mut state =
            serde_json::to_value(altered("best-of-both-worlds", "terrain", fog, &ships(x)).game()).unwrap();
        let mut nebula = state["terrain"][0].clone();
        nebula["kind"] = "nebula".into();
        nebula["at"] = serde_json::json!({ "x": 14_000, "y": 24_000 });
        nebula["collision"] = serde_json::json!({ "mode": "none", "hull_hits": 0 });
        state["terrain"].as_array_mut().unwrap().push(nebula);
        Given::<StarTrek>::of(serde_json::from_value(state).unwrap())
    };
    game(14_000).dice("miss miss miss miss").play("p1: end").events_say("with 4 counters").done();
    game(10_749).dice(MISS).play("p1: end").events_say("with 6 counters").done();
}

#[test]
fn st_4_3_drones_go_instead_of_the_first_shot() {
    let ships = |a: &str, b: &str| {
        format!(
            "ship 1 FED-S01 of p1 at {a}; ship 2 KLI-S01 of p2 at {b} speed 1 acted; ship 3 FED-S05 of p1 at 60000,8000 speed 2 acted"
        )
    };
    // Two players, two targets: one is boarded, the second shot is still fired.
    cube(2, 3, &ships("12000,24000 shields 0", "6000,31000"))
        .dice(MISS)
        .play("p1: end")
        .events_say("Two Borg Drones board Yamato")
        .events_say("fires at Bortas")
        .events_do_not_say("fires at Yamato");
    // To the nearest of the open ones, which need not be the nearest of all. Radius 2500 and 1250 and a template: 7000.
    cube(2, 3, &ships("11000,24000", "6000,30999 shields 0"))
        .dice(MISS)
        .play("p1: end")
        .events_say("Drones board Bortas");
    cube(2, 3, &ships("6000,31000 shields 0", "11000,24000"))
        .dice(MISS)
        .dice(MISS)
        .play("p1: end")
        .events_do_not_say("Drones");
    let both = |a: u32, b: u32| ships(&format!("6000,{a} shields 0"), &format!("6000,{b} shields 0"));
    cube(2, 3, &both(29_999, 18_000)).dice(MISS).play("p1: end").events_say("Drones board Yamato");
    cube(2, 3, &both(30_000, 18_001)).dice(MISS).play("p1: end").events_say("Drones board Bortas");
    cube(2, 3, &both(30_000, 18_000)).dice(MISS).play("p1: end").events_say("Drones board Yamato");
    // They are crew of nobody's: with Command 4 against 4 the ship stays, with less it is assimilated, with nobody aboard too.
    let fought = |crew: &str| {
        cube(
            1,
            3,
            &format!(
                "ship 1 FED-S01 of p1 at 12000,24000 shields 0; ship 2 FED-S03 of p1 at 60000,8000 speed 1 acted; {crew}"
            ),
        )
    };
    fought("disk 1 FED-T01 on ship:1").play("p1: end").then("ship 1 destroyed");
    // Fallen Drones come again: no more disks than before.
    fought("disk 1 SCN-C03 on out of borg; disk 2 SCN-C03 on out of borg; disk 3 FED-C14 on ship:1; disk 4 FED-C16 on ship:1; disk 5 FED-C16 on ship:1; disk 6 FED-C16 on ship:1")
        .dice("hit hit hit hit miss miss miss miss miss miss  miss miss miss miss miss miss")
        .dice("hit hit hit hit miss miss miss miss miss miss  miss miss miss")
        .play("p1: end")
        .then("disk 1 SCN-C03 on out of borg; disk 2 SCN-C03 on out of borg; disk 3 on ship:1; ship 1 of p1; turn 2");
}

#[test]
fn st_22_8_it_hops_straight_on_and_sets_torpedoes_off() {
    let far = "ship 1 FED-S01 of p1 at 60000,40000; ship 2 FED-S03 of p1 at 60000,8000 speed 1 acted";
    cube(1, 1, far).play("p1: end").then("threat at 11000,24000 hops 1; phase 2");
    // Its radius is 2500, a torpedo's 500: at 3000 from its middle they touch.
    let torpedo = |x: u32| cube(1, 1, &format!("{far}; torpedo 1 of p1 from 1 at {x},24000 movement 0"));
    let strike = |x: u32| {
        torpedo(x).play("p1: end").dice(&format!("hit hit miss miss miss {NO_CRIT}")).play("p1: steer 1 0")
    };
    strike(14_000).then("torpedoes 0; threat shields 2 hull 45");
    torpedo(14_001).plays("p1: end; p1: steer 1 0").then("torpedoes 1; threat shields 4").done();
    // Earth lies at 66000 with radius 2000: the cube overlaps it from 61501 on, not at 61500.
    let arrives = |x: u32| {
        at(&format!(
            "scenario best-of-both-worlds players 1; phase 1; {far}; threat at {x},24000 hull 45; acting 1"
        ))
        .play("p1: end")
    };
    arrives(56_501).then("threat reached");
    arrives(56_500).then_not("threat reached");
    // It never leaves the table.
    at(&format!(
        "scenario best-of-both-worlds players 1; phase 1; {far}; threat at 67001,24000 hull 45; acting 1"
    ))
    .play("p1: end")
    .then("threat at 67001,24000 hops 0");
}

#[test]
fn st_22_8_beams_at_it_lose_their_strength_by_and_by() {
    let near = |adapted: u8| {
        at(&format!(
            "scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S05 of p1 at 12000,24000 adapted {adapted}; ship 2 FED-S01 of p1 at 13000,28000 speed 1 acted; \
            threat at 6000,24000 shields 4 hull 45; acting 1 owes AT,AT,AT,RS"
        ))
    };
    // Each that does damage adds a marker, up to two; each marker takes a counter, for the cube alone.
    near(0)
        .dice(&format!("hit miss miss miss {NO_CRIT}"))
        .play("p1: fire threat")
        .then("ship 1 adapted 1; threat shields 3")
        .dice(&format!("hit miss miss {NO_CRIT}"))
        .play("p1: fire threat")
        .then("ship 1 adapted 2; threat shields 2")
        .dice(&format!("hit miss {NO_CRIT}"))
        .play("p1: fire threat")
        .then("ship 1 adapted 2; threat shields 1; ship 2 adapted 0")
        .play("p1: shields 3")
        .then("ship 1 adapted 0 shields 3");
    near(1).dice("miss miss miss").play("p1: fire threat").then("ship 1 adapted 1").done();
    near(2).dice("miss miss miss miss").play("p1: fire 2").events_say("with 4 counters").done();
    // A torpedo adds none.
    at("scenario best-of-both-worlds players 1; stage steer; phase 1; ship 1 FED-S05 of p1 at 40000,40000 speed 1; torpedo 1 of p1 from 1 at 10000,24000 heading 1800; threat at 6000,24000 shields 1 hull 45")
        .dice(&format!("hit hit miss miss miss  {NO_CRIT}"))
        .play("p1: steer 1 1800")
        .then("ship 1 adapted 0; threat shields 0 hull 44");
}

#[test]
fn st_22_8_criticals_hurt_it_twice_over() {
    for (shields, drop, crits, hull) in [
        (4, "hit miss miss miss", "crit hit hit hit hit", 43),
        (4, "hit miss miss miss", "crit crit hit hit hit", 45),
        (4, "hit miss miss miss", "hit hit hit hit hit", 45),
        (1, "hit hit miss miss", "crit hit hit hit hit", 42),
        (1, "hit hit miss miss", "crit crit hit hit hit", 40),
        (1, "hit hit miss miss", "crit crit crit hit hit", 44),
    ] {
        println!("{shields}: {drop}, {crits}");
        at(&format!("scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S05 of p1 at 12000,24000; threat at 6000,24000 shields {shields} hull 45; acting 1 owes AT"))
            .dice(&format!("{drop} {crits}"))
            .play("p1: fire threat")
            .then(&format!("threat hull {hull}"));
    }
    // Without hull left no counters fall for criticals; who is aboard goes with it, and a critical can be the last.
    let last = |hull: u8, dice: &str| {
        at(&format!("scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S05 of p1 at 12000,24000; disk 1 FED-C16 on threat of p1 home 1; disk 2 FED-C16 on ship:1; threat at 6000,24000 shields 0 hull {hull}; acting 1 owes AT"))
            .dice(dice)
            .play("p1: fire threat")
    };
    last(1, "hit miss miss miss").then("threat gone; disk 1 on out; disk 2 on ship:1").done();
    last(3, "hit miss miss miss crit hit hit hit hit").then("threat gone; disk 1 on out").done();
    last(4, "hit miss miss miss crit hit hit hit hit").then("threat hull 1; disk 1 on threat").done();
    // Once it is gone nothing fires at it or from it.
    at("scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S05 of p1 at 12000,24000; ship 2 FED-S01 of p1 at 60000,8000 speed 1 acted; threat gone; acting 1 owes AT")
        .refuses("p1: fire threat", "ST-10.1")
        .play("p1: end")
        .events_do_not_say("fires")
        .then("phase 2");
}

#[test]
fn st_17_3_twelve_counters_fall_aboard_it() {
    let aboard = |hull: u16| {
        at(&format!(
            "scenario best-of-both-worlds players 1; phase 3; ship 1 FED-S05 of p1 at 40000,40000; ship 2 FED-S01 of p1 at 60000,8000 speed 1 acted; disk 1 FED-C14 on threat of p1 home 1; \
            disk 2 FED-C16 on threat of p1 home 1; threat at 6000,24000 shields 0 hull {hull}; acting 1"
        ))
    };
    let fall = |own: usize, of: usize, borg: usize| {
        let drop =
            |n: usize, of: usize| (0..of).map(|i| if i < n { "hit " } else { "miss " }).collect::<String>();
        format!("{} {} ", drop(own, of), drop(borg, 12))
    };
    // Won three times: nine off the hull. A tie and a loss cost a crew and hurt nobody else.
    aboard(45)
        .dice(&format!("{}{}{}", fall(2, 6, 1), fall(2, 6, 1), fall(6, 6, 5)))
        .play("p1: end")
        .events_say("Boarders cost the cube 3 hull")
        .then("threat hull 36; turn 2; disk 1 ready; disk 2 ready")
        .done();
    aboard(45)
        .dice(&fall(2, 6, 2))
        .play("p1: end")
        .asks("p1")
        .dice(&fall(1, 4, 2))
        .play("p1: lose 2")
        .then("disk 1 on out; disk 2 on out; threat hull 45; turn 2");
    // The third hull hit of a segment can be its last; then nobody is left aboard.
    aboard(3)
        .dice(&fall(1, 6, 0))
        .play("p1: end")
        .then("threat gone; disk 1 on out; disk 2 on out; winner p1")
        .done();
    aboard(4).dice(&fall(1, 6, 0)).dice(&fall(0, 6, 1)).play("p1: end").then("threat hull 1").asks("p1");
    // Its shields return at the end of the turn to what they were at the start: 4 for one player.
    aboard(45)
        .dice(&format!("{}{}{}", fall(2, 6, 1), fall(2, 6, 1), fall(2, 6, 1)))
        .play("p1: end")
        .then("threat shields 4");
}
