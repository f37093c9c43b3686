//! ST-4: the structure of a turn.

use crate::support::*;

#[test]
fn st_4_1_five_steps_then_the_next_turn() {
    at("stage reveal; ship 1 ROM-S01 of p1 at 3875,12000; ship 2 FED-S01 of p2 at 32000,12000; disk 1 ROM-T01 on ship:1 concealed")
        .asks("p1")
        .play("p1: done")
        .then("stage assign")
        .plays("p1: assign 1 1 RS; p1: assign 1 2 RS; p1: assign 1 3 RS; p1: done")
        .plays("p2: assign 2 1 RS; p2: assign 2 2 RS; p2: assign 2 3 RS")
        // Both have Command 0 and speed 0: each drops five counters in each phase.
        .dice("hit hit hit hit hit  miss miss miss miss miss")
        .play("p2: done")
        .then("phase 1; stage act; initiative 1 2")
        .plays("p1: act; p1: end")
        .dice("hit hit hit hit hit  miss miss miss miss miss")
        .play("p2: end")
        .then("phase 2")
        .plays("p1: act; p1: end")
        .dice("hit hit hit hit hit  miss miss miss miss miss")
        .play("p2: end")
        .then("phase 3")
        .plays("p1: act; p1: end; p2: end")
        .then("turn 2; stage reveal; phase 0");
}

#[test]
fn st_4_2_each_phase_every_ship_then_all_torpedoes() {
    at("phase 1; ship 1 ROM-S01 of p1 at 3875,12000 speed 2 acted; ship 2 FED-S01 of p2 at 32000,12000 heading 1800 speed 3 acted; \
        ship 3 FED-S03 of p2 at 32000,4000 heading 900; torpedo 1 of p2 from 2 at 20000,20000 heading 0; initiative 1 2 3; \
        acting 3; cursor 3")
    .then("torpedo 1 at 20000,20000")
    .play("p2: end")
    .then("stage steer")
    .play("p2: steer 1 0")
    .then("torpedo 1 at 24000,20000 life 2; phase 2");
}

#[test]
fn st_4_3_the_sequence_of_a_phase() {
    // (a) cloak window, (b) initiative, (c) start abilities, (d) ships, (e) torpedoes; there is no threat here.
    at("stage cloak; phase 1; ship 1 ROM-S02 of p1 at 3000,12000 speed 2 orders AT,AT,AT; ship 2 FED-S01 of p2 at 32000,12000 heading 1800 speed 1 orders CH,CH,CH; \
        disk 1 ROM-T02 on ship:1; disk 2 FED-C01 on ship:2; torpedo 1 of p1 from 1 at 20000,20000 heading 0")
        .asks("p1")
        .play("p1: cloak 1")
        .play("p1: done")
        .events_say("cloaks")
        .events_say("has the first option, with command 7")
        .asks("p2")
        .play("p2: use 2 for AT")
        .then("ship 2 orders AT,CH,CH")
        .then("stage act; initiative 2 1")
        .plays("p2: act; p2: move; p2: end; p1: move; p1: end")
        .then("stage steer")
        .play("p1: steer 1 0")
        .then("phase 2");
}
