//! ST-20.9, moment by moment: what becomes of a player's pieces when he gives up.

use crate::support::*;
use klaxon_star_trek::Faction::{Federation, Ferengi, Klingon, Romulan};
use klaxon_star_trek::{FleetChoice, Setup};

#[test]
fn st_20_9_conceding_while_fleets_are_built() {
    let four = || building("border-incident", &[Federation, Romulan, Federation, Klingon]);
    // His points and his ships fall to the team-mate who still builds; his unfinished fleet is given up.
    four()
        .plays("p1: buy FED-S02; p3: buy FED-S01")
        .refuses("p3: buy FED-S02", "ST-1.13")
        .play("p1: concede")
        .asks("p2 p3 p4")
        .then("seat 1 out share 0; seat 3 share 100; seat 2 share 50; seat 4 share 50")
        .allows("p3: buy FED-S02");
    // To one who has done already nothing comes, and what he had finished himself stands: the heir commands it.
    four()
        .plays("p3: buy FED-S01; p3: done; p1: buy FED-S02; p1: concede")
        .asks("p2 p4")
        .then("seat 1 share 0; seat 3 share 50")
        .plays("p2: buy ROM-S02; p2: done; p4: buy KLI-S01; p4: done")
        .then("ship 1 ROM-S02 of p2; ship 2 FED-S01 of p3; ship 3 KLI-S01 of p4");
    four()
        .plays("p1: buy FED-S02; p1: buy FED-C04 for 1; p1: done; p1: concede")
        .asks("p2 p3 p4")
        .then("seat 1 out share 50; seat 3 share 50")
        .plays("p3: buy FED-S01; p3: done; p2: buy ROM-S02; p2: done; p4: buy KLI-S01; p4: done")
        .then("ship 1 FED-S02 of p3; disk 1 FED-C04 on ship:1 of p3; ship 3 FED-S01 of p3")
        .allows("p3: deploy 1 at 3000,12000 heading 0 speed 1");
    // While points are shared they go to the heir whoever is asked.
    let mut setup = build_setup("border-incident", &[Federation, Romulan, Federation, Klingon]);
    setup.captains = vec![Some(klaxon_core::Seat(0)), None];
    opened(setup).asks("p1").play("p1: concede").then("seat 3 share 100").asks("p2 p3 p4");
    // Without a team-mate the others build on, or have won.
    building("last-ship-standing", &[Federation, Romulan, Ferengi])
        .play("p1: concede")
        .asks("p2 p3")
        .then_not("over");
    building("last-ship-standing", &[Federation, Romulan]).play("p1: concede").then("over; winner p2");
}

#[test]
fn st_20_9_without_a_team_mate_everything_of_his_goes() {
    let three = "scenario peak-performance; phase 1; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S02 of p2 at 40000,3000 speed 1; ship 3 KLI-S01 of p3 at 3000,9000 speed 2; \
        ship 4 FED-S03 of p1 at 9000,3000 destroyed; ship 5 FED-S05 of p2 owner p1 at 40000,9000 speed 3; ship 6 ROM-S05 of p1 owner p2 at 9000,9000 speed 3; \
        disk 1 FED-C04 on ship:1; disk 2 FED-C16 on ship:2 of p1 home 1; disk 3 FED-C14 on ship:2 of p1 home 1 concealed; disk 4 FED-T01 on ship:5 of p1; disk 5 FED-C06 on ship:5 of p1 flipped; \
        disk 6 ROM-C14 on ship:1 of p2 home 2; disk 7 ROM-C12 on ship:2; disk 8 FED-C16 on terrain:1 of p1 home 1; disk 9 ROM-C13 on terrain:1 of p2 home 2; \
        torpedo 1 of p1 from 1 at 20000,20000; torpedo 2 of p2 from 2 at 20000,24000; score 1 4";
    at(three)
        .play("p1: concede")
        // His ships, wherever they were built, and who is on them; a wreck stays one.
        .then("ship 1 removed; ship 6 removed; ship 4 destroyed; disk 1 on out; disk 6 on out")
        // His crew elsewhere, hidden or not; the tech of a ship he lost stays with it.
        .then("disk 2 on out; disk 3 on out; disk 5 on out; disk 8 on out; disk 4 on ship:5")
        // Nothing of the others, and no points for anybody.
        .then("ship 2 of p2; ship 3 of p3; ship 5 of p2; disk 7 on ship:2; disk 9 on terrain:1; torpedo 1 gone; torpedo 2 of p2")
        .then("score 1 4; score 2 0; score 3 0; seat 1 out")
        .then_not("over; seat 2 out; seat 3 out; ship 2 removed; ship 5 removed")
        .asks("p2")
        .does_not_hear("p2", "Hazard Team");
}

#[test]
fn st_20_9_to_the_team_mate_goes_what_was_his_and_no_more() {
    let four = "scenario border-incident players 4; phase 1; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S02 of p2 at 55000,3000 speed 1; ship 3 KLI-S01 of p3 at 3000,9000 speed 2; ship 4 CAR-S01 of p4 at 55000,9000 speed 3; \
        ship 5 FED-S03 of p2 owner p1 at 50000,20000 speed 4; ship 6 ROM-S05 of p1 owner p2 at 9000,20000 speed 4; disk 1 FED-C04 on ship:1; disk 2 KLI-C14 on ship:3; disk 3 FED-C16 on ship:2 of p1 home 1; \
        torpedo 1 of p1 from 1 at 20000,20000; torpedo 2 of p2 from 2 at 20000,24000";
    at(four)
        .play("p1: concede")
        .then("ship 1 of p3; ship 6 of p3 owner p2; ship 5 of p2 owner p3; ship 2 of p2; ship 3 of p3; ship 4 of p4")
        .then("disk 1 of p3 home 1; disk 2 of p3; disk 3 of p3 on ship:2; torpedo 1 of p3; torpedo 2 of p2")
        .then_not("over; ship 1 removed")
        .not_asked("p1: draw");
    // The lowest seat of the team, not the next one.
    at("scenario border-incident players 6; phase 1; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S02 of p2 at 55000,3000 speed 1; ship 3 KLI-S01 of p3 at 3000,9000 speed 2; ship 4 CAR-S01 of p4 at 55000,9000 speed 3; \
        ship 5 FER-S01 of p5 at 3000,15000 speed 4; ship 6 FED-S03 of p6 at 55000,15000 speed 5")
        .play("p5: concede")
        .then("ship 5 of p1; ship 3 of p3")
        .play("p1: concede")
        .then("ship 5 of p3; ship 1 of p3; ship 3 of p3");
}

#[test]
fn st_20_9_when_conceding_ends_the_game() {
    // One team against the threat: defeat with the last player.
    at("scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S01 of p1 at 60000,40000")
        .play("p1: concede")
        .then("over; defeat");
    let two = "scenario best-of-both-worlds players 2; phase 1; ship 1 FED-S01 of p1 at 60000,40000; ship 2 KLI-S01 of p2 at 60000,8000 speed 1";
    at(two).play("p1: concede").then("ship 1 of p2").then_not("over").play("p2: concede").then("defeat");
    // Three teams: not with the first, with the second the third has won.
    let three = "scenario peak-performance; phase 1; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S02 of p2 at 40000,3000 speed 1; ship 3 KLI-S01 of p3 at 3000,9000 speed 2";
    at(three)
        .play("p2: concede")
        .then_not("over")
        .play("p1: concede")
        .events_say("everybody else has conceded")
        .then("winner p3");
    // A draw that all who are left have agreed to.
    at(three)
        .plays("p1: draw; p2: draw")
        .then_not("over")
        .play("p3: draw")
        .events_say("all agreed")
        .then("over; draw");
    at(three).plays("p1: draw; p2: draw").play("p3: concede").events_say("all agreed").then("over; draw");
    at(three).plays("p1: draw").play("p3: concede").then_not("over");
    // The offer stands for a turn: with the next it is forgotten.
    at("phase 3; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,4000 speed 1 acted; disk 1 ROM-C12 on ship:1; acting 1")
        .play("p1: draw")
        .then("draw p1")
        .play("p1: end")
        .then("turn 2")
        .allows("p1: draw")
        .choices_exclude("p1: draw");
    // Who has conceded decides nothing more.
    at(three).play("p1: concede").not_asked("p1: concede").not_asked("p1: draw");
    at(three).plays("p2: concede; p1: concede").too_late("p3: draw");
    let setup = Setup::ordered("balance-of-terror", 2, &[None; 6], false, FleetChoice::Quick).unwrap();
    opened(setup).play("p1: concede").then("winner p2").too_late("p2: concede");
}
