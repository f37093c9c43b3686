//! Chapters 8, 9 and 10: shields and ship damage, knocked out, computer check and end.

use crate::{Go, at};

const T4: &str = "turn 4 threats; tracks T4 T4 T4 T4";

#[test]
fn sa_8_1_each_energy_block_stops_one_point() {
    at(&format!("{T4}; shields 2 1 1; threat E1-05 T+1 red on-track square 10"))
        .step()
        .then("shields 0 1 1; tiles red 0");
    at(&format!("{T4}; shields 5 1 1; threat E1-05 T+1 red on-track square 10"))
        .step()
        .then("shields 3 1 1; tiles red 0");
    at(&format!("{T4}; shields 1 1 1; threat E1-05 T+1 red on-track square 3"))
        .step()
        .then("shields 0 1 1; tiles red 2");
}

#[test]
fn sa_8_2_a_tile_is_drawn_for_each_point_and_works_at_once() {
    at(&format!("{T4}; shields 0 1 1; stack red lift shield heavy; threat E1-05 T+1 red on-track square 3"))
        .step()
        .then("damage red lift shield heavy; stack red -");
}

#[test]
fn sa_8_3_what_the_tiles_do() {
    let target = "turn 2 damage; tracks T7 T7 T7 T1; threat SE1-02 T+1";
    at(&format!("{target} red on-track square 8 shield 0; fired UR; damage red heavy"))
        .step()
        .then("threat SE1-02 blocks 3");
    at(&format!("{target} white on-track square 8 shield 0; fired UW; damage white heavy"))
        .step()
        .then("threat SE1-02 blocks 4");
    at(&format!("{target} red on-track square 8 shield 0; fired LR; damage red light"))
        .step()
        .then("threat SE1-02 blocks 1");
    at(&format!("{target} red on-track square 6 shield 0; fired LW; damage white light"))
        .step()
        .then("threat SE1-02 blocks 0");
    at(&format!("{target} red on-track square 5 shield 0; fired LW; damage white light"))
        .step()
        .then("threat SE1-02 blocks 1");
    at("turn 1 actions; damage white shield; program 1 B").step().then("shields 1 2 1");
    at("turn 1 actions; damage red reactor; reactors 0 3 2; member 1 LR; program 1 B")
        .step()
        .then("reactors 2 1 2");
    at("turn 1 actions; damage blue lift; member 1 UB; program 1 LIFT A").step().then("program 1 LIFT . A");
    at(&format!("{T4}; damage red structural; shields 0 1 1; threat E1-05 T+1 red on-track square 10"))
        .step()
        .then("tiles red 3");
}

#[test]
fn sa_8_4_energy_above_the_new_capacity_is_lost() {
    at(&format!("{T4}; shields 2 1 1; reactors 3 3 2; stack red shield reactor; threat I1-06 T+1 internal on-track square 2"))
        .step()
        .then("shields 1 1 1; reactors 2 3 2");
}

#[test]
fn sa_8_5_six_tiles_are_survived_the_seventh_loses() {
    at(&format!("{T4}; shields 0 1 1; threat E2-01 T+1 red on-track square 2"))
        .step()
        .then("tiles red 6; not-lost");
    at(&format!("{T4}; shields 0 1 1; threat SE2-02 T+1 red on-track square 2"))
        .step()
        .then("tiles red 6; lost 4 SE2-02 T+1 red; stage over");
    at(&format!("{T4}; shields 0 1 1; damage red heavy light shield reactor lift structural; threat E1-05 T+1 red on-track square 10"))
        .step()
        .then("lost E1-05");
}

#[test]
fn sa_8_6_doubling_multiplies() {
    let fissure = "threat SI1-04 T+1 internal on-track square 4 doubles red,white,blue";
    at(&format!("{T4}; shields 0 0 0; {fissure}; threat E1-05 T+2 red on-track square 10"))
        .step()
        .then("tiles red 4");
    at(&format!("{T4}; shields 0 0 0; {fissure}; threat E1-02 T+2 red on-track square 10"))
        .step()
        .then("tiles red 4");
    at(&format!("{T4}; shields 0 0 0; old-structural red; damage red structural; threat E1-02 T+2 red on-track square 10"))
        .step()
        .then("tiles red 5");
    at(&format!(
        "{T4}; shields 0 0 0; old-structural red; {fissure}; threat E1-07 T+2 red on-track square 10 speed 1"
    ))
    .step()
    .then("tiles red 4");
}

#[test]
fn sa_8_7_doubling_never_costs_more_shield() {
    at(&format!("{T4}; shields 1 1 1; threat E1-02 T+1 red on-track square 6 speed 1"))
        .step()
        .then("shields 0 1 1; tiles red 2");
}

#[test]
fn sa_8_8_a_loss_ends_the_mission_in_the_middle_of_the_step() {
    // The second threat does not move any more.
    at(&format!("{T4}; threat SE2-05 T+1 red on-track square 2; threat E1-05 T+2 blue on-track square 10"))
        .step()
        .then("lost 4 SE2-05 T+1 -; threat E1-05 square 10; stage over");
    // An asteroid's attack at the end of a damage step is logged as its own.
    let g = at("turn 4 damage; tracks T3 T3 T3 T3; shields 0 0 0; damage blue heavy light shield reactor lift structural
        fired UB; threat E2-07 T+3 blue on-track square 3 blocks 4 passes 2")
        .step()
        .then("lost 4 E2-07 T+3 blue");
    assert_eq!(g.game().log()[0].lost_to.unwrap().to_string(), "E2-07");
}

#[test]
fn sa_9_1_the_remaining_program_has_no_effect() {
    at("turn 2 actions; member 1 UW out; program 1 . A C; maintained 1")
        .steps(10)
        .then("member 1 UW out; reactors 2 3 2");
}

#[test]
fn sa_9_2_the_squad_of_someone_knocked_out_is_disabled_for_good() {
    at(&format!("{T4}; member 1 UB; squad 1 led 1; threat SI1-06 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("member 1 UB out; squad 1 led 1 disabled");
    at("turn 1 actions; member 1 UB out; squad 1 led 1 disabled; member 2 UB; program 2 C")
        .step()
        .then("squad 1 led 1 disabled")
        .events_say("no battlebots in storage");
}

#[test]
fn sa_9_3_the_mission_goes_on_with_everybody_knocked_out() {
    at("turn 12 appear; member 1 UW out; member 2 UW out; member 3 UW out; member 4 UW out")
        .run()
        .then("score -8; not-lost");
}

#[test]
fn sa_9_4_the_knocked_out_are_no_longer_counted() {
    // Two lie at UR, one stands at UB: the Seeker goes right.
    at(&format!("{T4}; member 1 UR out; member 2 UR out; member 3 UB; member 4 LR; threat SI2-02 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("threat SI2-02 at UB");
    at(&format!("{T4}; member 1 UW out; member 2 UW; member 3 LR; member 4 LR; threat SI1-03 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("threat SI1-03 at UW; tiles white 1");
}

#[test]
fn sa_10_1_a_neglected_computer_delays_everyone_on_the_ship() {
    for (turn, phase) in [(2, 1), (5, 2), (9, 3)] {
        let program = format!("{}A", ". ".repeat(turn));
        let delayed = format!("{}. A", ". ".repeat(turn));
        at(&format!("turn {turn} computer; program 1 {program}; program 2 {program}"))
            .step()
            .then(&format!("program 1 {delayed}; program 2 {delayed}"));
        at(&format!("turn {turn} computer; maintained {phase}; program 1 {program}"))
            .step()
            .then(&format!("program 1 {program}"));
    }
}

#[test]
fn sa_10_2_those_in_space_are_not_affected() {
    at("turn 5 computer; member 1 space; squad 1 led 1; program 1 . . . . . BOTS")
        .step()
        .then("program 1 . . . . . BOTS");
}

#[test]
fn sa_10_3_a_rocket_of_turn_12_hits_in_turn_13() {
    at("turn 12 actions; tracks T7 T7 T7 T1; member 1 LB; program 1 . . . . . . . . . . . C
        threat SE1-02 T+8 red on-track square 11 shield 0")
    .steps(3)
    .then("turn 13 rockets; rocket-track 2; threat SE1-02 blocks 0")
    .step()
    .then("threat SE1-02 blocks 3; turn 13 return");
    // With all that belongs to a damage step.
    at("turn 13 rockets; tracks T7 T7 T7 T1; shields 0 0 0; rocket-track 2; threat SE2-05 T+8 red on-track square 9")
        .step()
        .then("threat SE2-05 blocks 2; tiles red 1; tiles white 1; tiles blue 1");
}

#[test]
fn sa_10_4_then_whoever_is_in_space_returns() {
    at("turn 13 return; member 1 space; squad 1 led 1").step().then("member 1 UR");
    at("turn 13 return; member 1 space; squad 1 led 1; threat SI2-04 T+1 internal survived at UR")
        .step()
        .then("member 1 UR out; squad 1 led 1 disabled");
    at("turn 13 return; member 1 space out; squad 1 led 1 disabled").step().then("member 1 space out");
}

#[test]
fn sa_10_5_one_last_step_of_threats_then_the_jump() {
    at("turn 13 threats; tracks T4 T4 T4 T4; threat E1-05 T+8 red on-track square 3")
        .step()
        .events_say("jumps into hyperspace")
        .then("threat E1-05 survived; stage over; score -2");
}
