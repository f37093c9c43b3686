//! ST-20: victory.

use crate::support::*;
use klaxon_core::Game;

#[test]
fn st_20_1_the_turn_is_played_to_its_end() {
    // The last enemy is destroyed in phase 2: the game goes on through phase 3, steps 4 and 5.
    at("phase 2; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 shields 0 hull 1; acting 1 owes AT")
        .dice("hit miss miss miss miss")
        .play("p1: fire 2")
        .then("ship 2 destroyed")
        .then_not("over")
        .play("p1: end")
        .then("phase 3")
        .then_not("over")
        .play("p1: end")
        .then("over; winner p1");
}

#[test]
fn st_20_2_destroy_the_opposing_fleet() {
    // A captured ship counts for whoever controls it: p2 has none left.
    let taken = "phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p1 owner p2 builder 2 at 14000,12000 speed 1 acted; disk 1 KLI-C14 on ship:2 of p1 home 1";
    at(&format!("{taken}; acting 1")).play("p1: end").then("winner p1");
    // But he is not beaten while his crew, even concealed, are aboard a captured ship that he began the game with.
    at(&format!("{taken}; disk 2 FED-C04 on ship:2 of p2 concealed; acting 1"))
        .play("p1: end")
        .then_not("over")
        .then("turn 2");
}

#[test]
fn st_20_3_points_for_ships() {
    let border = "scenario border-incident; phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 14000,12000 shields 0 hull 1; ship 3 ROM-S05 of p2 at 50000,30000 speed 1 acted";
    // The printed cost of the ship alone: 22, not what is aboard.
    at(&format!("{border}; disk 1 ROM-C01 on ship:2; acting 1 owes AT"))
        .dice("hit miss miss miss")
        .play("p1: fire 2")
        .then("score 1 22; score 2 0");
    // With two teams the other scores whatever the cause, leaving the table included.
    at("scenario border-incident; phase 3; ship 1 FED-S01 of p1 at 58000,12000 heading 0 speed 2; ship 2 ROM-S02 of p2 at 14000,12000 speed 1 acted; ship 3 FED-S03 of p1 at 30000,4000 speed 2 acted; acting 1")
        .play("p1: move")
        .then("score 2 21; score 1 0");
    // With more teams only the attacker's, never its own team's.
    let three = "scenario peak-performance; phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 14000,12000 shields 0 hull 1; ship 3 KLI-S01 of p3 at 30000,40000 speed 1 acted; \
        ship 4 FED-S03 of p1 at 10000,16000 shields 0 hull 1 acted; acting 1 owes AT";
    at(three).dice("hit miss miss miss").play("p1: fire 2").then("score 1 22; score 3 0");
    at(three)
        .dice("hit miss miss miss")
        .play("p1: fire 4")
        .then("ship 4 destroyed; score 1 0; score 2 0; score 3 0");
    // Highest score wins when one side is out of ships; enemy-built ships that a team controls score too.
    at(&format!("{border}; score 2 25; acting 1 owes AT").replace(
        "ship 3 ROM-S05 of p2 at 50000,30000 speed 1 acted",
        "ship 3 ROM-S05 of p1 owner p2 builder 2 at 50000,30000 speed 1 acted",
    ))
    .dice("hit miss miss miss")
    .play("p1: fire 2")
    .then("total 1 43; total 2 25")
    .play("p1: end")
    .then("winner p1");
    at(&format!("{border}; score 2 50; acting 1 owes AT").replace(
        "ship 3 ROM-S05 of p2 at 50000,30000 speed 1 acted",
        "ship 3 ROM-S05 of p1 owner p2 builder 2 at 50000,30000 speed 1 acted",
    ))
    .dice("hit miss miss miss")
    .play("p1: fire 2")
    .play("p1: end")
    .then("winner p2");
}

#[test]
fn st_20_4_goals() {
    // The Pegasus: two turns alone on the derelict win, at the end of the turn.
    let wreck = "scenario the-pegasus; phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 40000,12000 speed 1 acted; disk 1 FED-C16 on terrain:1 of p1 home 1; acting 1";
    at(wreck).play("p1: end").then("holder 1 1; held 1 1 1; turn 2").then_not("over");
    at(&format!("{wreck}; held 1 1 1"))
        .play("p1: end")
        .events_say("meets a condition of the scenario: alone with revealed crew on")
        .then("winner p1");
    // The other side can still win by destroying the fleet.
    at(&format!("{wreck}; turn 5")
        .replace("ship 1 FED-S01 of p1 at 10000,12000", "ship 1 FED-S01 of p1 at 10000,12000 destroyed")
        .replace("speed 1 acted", "speed 1")
        .replace("acting 1", "acting 2"))
    .plays("p2: move; p2: end")
    .then("winner p2");
}

#[test]
fn st_20_5_conditions_met_in_the_same_turn() {
    // Both fleets gone in the same turn: a draw where no score is kept.
    at("phase 3; ship 1 ROM-S02 of p1 at 33000,12000 speed 2; ship 2 FED-S01 of p2 at 20000,12000 destroyed; acting 1")
        .play("p1: move")
        .then("over; draw");
    // With a score the higher one wins.
    at("scenario border-incident; phase 3; ship 1 FED-S01 of p1 at 58000,12000 speed 2; ship 2 ROM-S02 of p2 at 20000,12000 destroyed; score 1 22; acting 1")
        .play("p1: move")
        .then("winner p1");
}

#[test]
fn st_20_6_the_turn_limit() {
    let last = |more: &str| {
        format!(
            "turn 20; phase 3; ship 1 ROM-S02 of p1 at 10000,12000 hull 4; ship 2 FED-S01 of p2 at 30000,12000 speed 1 acted hull 4; acting 1{more}"
        )
    };
    // Higher score, then more remaining hull, then a draw.
    at(&last("; score 2 5")).play("p1: end").then("winner p2");
    at(&last("").replace("at 10000,12000 hull 4", "at 10000,12000 hull 5")).play("p1: end").then("winner p1");
    at(&last("")).play("p1: end").then("over; draw");
    // Before it the game goes on; the default is 20.
    at(&last("").replace("turn 20", "turn 19")).play("p1: end").then("turn 20").then_not("over");
    at(&last("")).play("p1: end").then("over");
    // Remaining hull decides only between equal scores.
    at(&last("; score 2 5").replace("at 10000,12000 hull 4", "at 10000,12000 hull 5"))
        .play("p1: end")
        .then("winner p2");
    // A scenario's own limit counts in its place.
    for (scenario, _) in &klaxon_star_trek::data::data().scenarios {
        let limit = scenario.turn_limit;
        let setup = klaxon_star_trek::Setup::quick(&scenario.id, scenario.sizes()[0]).unwrap();
        assert!(limit <= 20 && limit > 1, "{}", scenario.id);
        assert!(setup.options.turn_limit == 0 || setup.options.turn_limit == limit, "{}", scenario.id);
    }
}

#[test]
fn st_20_7_the_sequence_at_the_end_of_a_turn() {
    // Tin Man: step 5 comes first (p2 keeps his cloak), then the pulse, then goals. Gomtuu stands at 30000,20000.
    let tin = "scenario tin-man; phase 3; ship 1 FED-S01 of p1 at 30000,26000; ship 2 ROM-S02 of p2 at 30000,14000 speed 1 acted; ship 3 ROM-S05 of p2 at 50000,4000 speed 2 acted; \
        disk 1 ROM-T02 on ship:3 flipped; acting 1";
    at(tin)
        .play("p1: end")
        .asks("p2")
        .dice(&format!("hit miss miss  {NO_CRIT}  hit hit miss  {NO_CRIT}"))
        .play("p2: done")
        .events_say("A pulse strikes Yamato")
        .then("ship 1 shields 5; ship 2 shields 4; ship 3 shields 0 hull 6; turn 2");
    // The team that holds the terrain is spared; a second turn in a row wins.
    at(&format!("{tin}; disk 2 FED-C16 on terrain:1 of p1 home 1; held 1 1 1"))
        .play("p1: end")
        .dice(&format!("hit miss miss  {NO_CRIT}"))
        .play("p2: done")
        .then("ship 1 shields 6; ship 2 shields 5; winner p1");
    // A ship that the pulse destroys counts before fleets are judged.
    at(&format!("{tin}; disk 2 FED-C16 on terrain:1 of p1 home 1")
        .replace("30000,14000 speed 1 acted", "30000,14000 speed 1 acted shields 0 hull 1")
        .replace("50000,4000 speed 2 acted", "50000,4000 destroyed")
        .replace("disk 1 ROM-T02 on ship:3 flipped", "disk 1 ROM-T02 on out of p2 home 3"))
    .dice("hit hit hit")
    .play("p1: end")
    .then("ship 2 destroyed; winner p1");
}

#[test]
fn st_20_8_one_team_against_the_threat() {
    let borg = |more: &str| {
        format!(
            "scenario best-of-both-worlds players 1; phase 3; ship 1 FED-S01 of p1 at 60000,40000; ship 2 FED-S03 of p1 at 60000,8000 speed 1 acted; acting 1{more}"
        )
    };
    at(&borg("; turn 6")).play("p1: end").then("defeat");
    at(&borg("; turn 2")).play("p1: end").then("turn 3").then_not("over");
    at(&borg("; turn 2; threat gone")).play("p1: end").then("winner p1");
    at(&borg("")
        .replace("60000,40000", "71000,40000 speed 1")
        .replace("60000,8000 speed 1 acted", "60000,8000 destroyed"))
    .play("p1: move")
    .then("defeat");
}

#[test]
fn st_20_9_conceding_and_draws() {
    // At once, at any time, also when nothing is asked of the player.
    at(&format!("{DUEL}; disk 1 FED-C04 on ship:2"))
        .asks("p2")
        .play("p1: concede")
        .then("over; winner p2; score 2 0");
    // To the team-mate of lowest seat.
    let four = "scenario border-incident players 4; phase 1; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S02 of p2 at 55000,3000 speed 1; ship 3 KLI-S01 of p3 at 3000,9000 speed 2; ship 4 CAR-S01 of p4 at 55000,9000 speed 3; \
        disk 1 FED-C04 on ship:1; torpedo 1 of p1 from 1 at 20000,20000";
    at(four)
        .play("p1: concede")
        .then("ship 1 of p3; disk 1 of p3; torpedo 1 of p3; seat 1 out")
        // It is his for good: nobody else's name stands on it.
        .then_not("ship 1 owner p1; ship 2 owner p3; ship 4 owner p3")
        .then_not("over")
        .asks("p3");
    at(four).play("p1: concede").play("p3: concede").then("winner p2 p4");
    // What he still owed, the team-mate decides, who had done with his own.
    at(&format!("{four}; stage assign"))
        .asks("p1 p2 p3 p4")
        .plays("p3: assign 3 1 AT; p3: assign 3 2 AT; p3: assign 3 3 AT; p3: done")
        .asks("p1 p2 p4")
        .play("p1: concede")
        .asks("p2 p3 p4")
        .allows("p3: assign 1 1 AT");
    // Without a team-mate everything is removed, and nobody scores it.
    at("scenario peak-performance; phase 1; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S02 of p2 at 40000,3000 speed 1; ship 3 KLI-S01 of p3 at 3000,9000 speed 2; torpedo 1 of p1 from 1 at 20000,20000")
        .asks("p1")
        .play("p1: concede")
        .then("ship 1 removed; torpedoes 0; score 2 0; score 3 0")
        .then_not("over")
        .asks("p2");
    // A draw needs the consent of all.
    let game = at(&format!("{DUEL}; disk 1 FED-C04 on ship:2"))
        .play("p1: draw")
        .then_not("over")
        .refuses("p1: draw", "ST-20.9")
        .choices_include("p2: draw");
    let over = game.play("p2: draw").then("over; draw");
    assert!(over.game().outcome().unwrap().draw);
}

#[test]
fn st_20_4_turns_that_count_already_are_shown() {
    let wreck = "scenario the-pegasus; phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 40000,12000 speed 1 acted; disk 1 FED-C16 on terrain:1 of p1 home 1; acting 1";
    let game = at(wreck);
    assert!(seen(game.game(), 1).progress.is_empty());
    let game = game.play("p1: end");
    let told = |p: &klaxon_star_trek::Progress| format!("{}: {} of {}", p.team, p.turns, p.of);
    let all: Vec<String> = seen(game.game(), 1).progress.iter().map(told).collect();
    assert_eq!(all, ["Federation: 1 of 2"]);
}
