//! ST-18: taking control.

use crate::support::*;

/// The last activation of the turn.
const END: &str = "phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 heading 900 speed 1 torps 2 hull 3 crit helm acted; acting 1";

#[test]
fn st_18_1_highest_command_aboard_controls_from_the_next_turn() {
    // K'Temoc 5 against La Forge 4, after three segments that end 0:0 and cost both sides a trooper each.
    at(&format!("{END}; disk 1 KLI-C03 on ship:2 of p1 home 1; disk 2 FED-C04 on ship:2 of p2; disk 3 KLI-C14 on ship:2 of p1 home 1; disk 4 KLI-C14 on ship:2 of p1 home 1; \
        disk 5 KLI-C14 on ship:2 of p1 home 1; disk 6 FED-C16 on ship:2 of p2; disk 7 FED-C16 on ship:2 of p2; disk 8 FED-C16 on ship:2 of p2"))
        .dice(&"miss ".repeat(13 + 7))
        .play("p1: end")
        .dice(&"miss ".repeat(10 + 5))
        .plays("p1: lose 3")
        .play("p2: lose 6")
        .dice(&"miss ".repeat(7 + 3))
        .play("p1: lose 4")
        .play("p2: lose 7")
        .play("p1: lose 5")
        .play("p2: lose 8")
        .events_say("takes control of Yamato")
        .then("disk 1 ready; disk 2 ready; ship 2 of p1; turn 2");
}

#[test]
fn st_18_2_the_controller_orders_moves_and_fires() {
    at("stage assign; ship 1 KLI-S03 of p1 at 10000,12000 speed 1; ship 2 FED-S01 of p1 owner p2 builder 2 at 14000,12000 speed 2; ship 3 FED-S03 of p2 at 30000,4000 speed 3; disk 1 ROM-T04 on ship:2 of p2")
        .then("ship 2 beam 5")
        .allows("p1: assign 2 1 AT")
        .refuses("p2: assign 2 1 AT", "ST-6.1");
    at("phase 1; ship 1 KLI-S03 of p1 at 10000,4000; ship 2 FED-S01 of p1 owner p2 builder 2 at 14000,12000; ship 3 FED-S03 of p2 at 18000,12000; acting 2 owes AT").allows("p1: fire 3");
}

#[test]
fn st_18_3_computation() {
    // Nobody revealed aboard: unchanged. One side, even with Command 0: that side.
    at(END).play("p1: end").then("ship 2 of p2");
    at(&format!("{END}; disk 1 KLI-C14 on ship:2 of p1 home 1")).play("p1: end").then("ship 2 of p1");
    // A tie leaves things as they are: Klag 4 flipped against La Forge 4 flipped, three 0:0 segments apart.
    at(&format!("{END}; disk 1 KLI-C07 on ship:2 of p1 home 1 flipped; disk 2 FED-C04 on ship:2 of p2 flipped; disk 3 KLI-C14 on ship:2 of p1 home 1 flipped; disk 4 KLI-C14 on ship:2 of p1 home 1 flipped; \
        disk 5 KLI-C14 on ship:2 of p1 home 1 flipped; disk 6 FED-C16 on ship:2 of p2 flipped; disk 7 FED-C16 on ship:2 of p2 flipped; disk 8 FED-C16 on ship:2 of p2 flipped"))
        .plays("p1: end; p1: lose 3; p2: lose 6; p1: lose 4; p2: lose 7; p1: lose 5; p2: lose 8")
        .then("ship 2 of p2; turn 2");
    // Inside the winning side the player with most Command there; team-mates never take a ship from each other.
    let team = "scenario border-incident players 4; seat 1 KLI; seat 2 FED; seat 3 CAR; seat 4 FER; phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 speed 1 acted; \
        ship 3 CAR-S01 of p3 at 30000,30000 speed 2 acted; ship 4 FER-S01 of p4 at 50000,30000 speed 3 acted; acting 1";
    at(&format!("{team}; disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 CAR-C07 on ship:2 of p3 home 3"))
        .play("p1: end")
        .then("ship 2 of p3");
    at(&format!("{team}; disk 1 CAR-C07 on ship:1 of p3 home 3")).play("p1: end").then("ship 1 of p1");
}

#[test]
fn st_18_4_the_former_owner_may_retake_it() {
    // His concealed crew aboard is revealed in step 1 of the next turn, and wins the ship back when the boarders leave.
    at("stage reveal; turn 2; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p1 owner p2 builder 2 at 14000,12000; ship 3 FED-S03 of p2 at 30000,4000; disk 1 FED-C04 on ship:2 of p2 concealed")
        .play("p2: flip 1")
        .play("p2: done")
        .then("disk 1 ready");
    at("phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p1 owner p2 builder 2 at 14000,12000 speed 1 acted; ship 3 FED-S03 of p2 at 30000,4000 speed 2 acted; disk 1 FED-C04 on ship:2 of p2; acting 1")
        .play("p1: end")
        .then("ship 2 of p2");
}

#[test]
fn st_18_5_a_captured_ship_keeps_everything() {
    at(&format!("{END}; disk 1 KLI-C14 on ship:2 of p1 home 1"))
        .play("p1: end")
        .then("ship 2 of p1 hull 3 crit helm speed 1 heading 900 torps 2 at 14000,12000");
}

#[test]
fn st_18_6_a_player_without_a_ship_still_decides_for_his_crew_and_torpedoes() {
    let shipless = "ship 1 KLI-S03 of p1 at 10000,12000 speed 1; ship 2 FED-S01 of p1 owner p2 builder 2 at 14000,12000 speed 2; disk 1 FED-C04 on ship:2 of p2 concealed";
    at(&format!("stage reveal; turn 2; {shipless}")).asks("p2");
    at(&format!("stage steer; phase 1; {shipless}; torpedo 1 of p2 from 2 at 30000,20000")).asks("p2");
    at(&format!("stage assign; turn 2; {shipless}")).asks("p1");
}
