//! Chapter 6: compute damage.

use crate::{Go, at};

#[test]
fn sa_6_1_fired_weapons_the_rocket_on_the_second_square_and_attacking_interceptors_shoot() {
    let target = "turn 2 damage; tracks T3 T3 T3 T3; threat SE1-02 T+1 red on-track square 5 shield 0";
    at(target).step().then("threat SE1-02 blocks 0");
    at(&format!("{target}; fired UR")).step().then("threat SE1-02 blocks 4");
    at(&format!("{target}; fired LR")).step().then("threat SE1-02 blocks 2");
    at(&format!("{target}; fired LW")).step().then("threat SE1-02 blocks 1");
    at(&format!("{target}; rocket-track 2")).step().then("threat SE1-02 blocks 3");
    at(&format!("{target}; rocket-track 1")).step().then("threat SE1-02 blocks 0; rocket-track 1");
    at(&format!("{target}; member 1 space; squad 1 led 1; interceptors 1"))
        .step()
        .then("threat SE1-02 blocks 3");
    at(&format!("{target}; fired UR LR LW; rocket-track 2; threat E1-05 T+2 blue waiting"))
        .step()
        .then("threat SE1-02 destroyed");
}

#[test]
fn sa_6_2_distances() {
    for (square, distance) in [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (16, 3)] {
        let g =
            at(&format!("tracks T7 T1 T1 T1; turn 2 damage; threat E1-05 T+1 red on-track square {square}"));
        assert_eq!(g.game().voyage().unwrap().threats()[0].distance(), distance);
    }
}

#[test]
fn sa_6_3_all_weapons_choose_before_anything_is_removed() {
    // Heavy and light laser both take the nearest, although one suffices; the surplus is lost.
    at("turn 2 damage; tracks T3 T3 T3 T3; fired UR LR; threat E1-07 T+1 red on-track square 3 blocks 3
        threat E1-05 T+2 red on-track square 8")
    .step()
    .then("threat E1-07 destroyed; threat E1-05 blocks 0");
}

#[test]
fn sa_6_4_a_weapon_looks_past_what_it_cannot_target() {
    at("turn 2 damage; tracks T5 T3 T3 T3; fired LR; threat E1-03 T+1 red on-track square 12; threat E1-10 T+2 red on-track square 14")
        .step()
        .then("threat E1-03 hidden blocks 0; threat E1-10 blocks 2");
    at("turn 2 damage; tracks T5 T3 T3 T3; fired LR; threat E1-03 T+1 red on-track square 12")
        .step()
        .events_say("finds no target");
}

#[test]
fn sa_6_5_lasers_take_the_nearest_of_their_zone_then_the_lowest_number() {
    let two = |a: u8, b: u8| {
        format!(
            "turn 2 damage; tracks T6 T3 T3 T3; fired LR; threat E1-10 T+1 red on-track square {a}
             threat E1-09 T+2 red on-track square {b}; threat E2-07 T+3 white on-track square 2"
        )
    };
    at(&two(9, 3)).step().then("threat E1-10 blocks 0; threat E1-09 blocks 2; threat E2-07 blocks 0");
    at(&two(3, 9)).step().then("threat E1-10 blocks 2; threat E1-09 blocks 0");
    at(&two(15, 15)).step().then("threat E1-10 blocks 2; threat E1-09 blocks 0");
}

#[test]
fn sa_6_6_the_pulse_cannon_hits_everything_within_distance_2() {
    at("turn 2 damage; tracks T7 T7 T7 T1; fired LW; threat E1-10 T+1 red on-track square 10
        threat E1-09 T+2 white on-track square 1; threat E2-07 T+3 blue on-track square 11")
    .step()
    .then("threat E1-10 blocks 1; threat E1-09 blocks 1; threat E2-07 blocks 0");
}

#[test]
fn sa_6_7_the_rocket_takes_the_nearest_of_any_zone_within_distance_2() {
    let three = |a: u8, b: u8| {
        format!(
            "turn 2 damage; tracks T7 T7 T7 T1; rocket-track 2; threat E1-05 T+1 red on-track square {a} shield 0
             threat E1-07 T+2 blue on-track square {b} shield 0"
        )
    };
    at(&three(10, 9)).step().then("threat E1-05 blocks 0; threat E1-07 blocks 3; rocket-track empty");
    at(&three(9, 9)).step().then("threat E1-05 blocks 3; threat E1-07 blocks 0");
    at(&three(11, 12))
        .step()
        .then("threat E1-05 blocks 0; threat E1-07 blocks 0; rocket-track empty")
        .events_say("rocket finds no target");
}

#[test]
fn sa_6_8_a_rocket_hits_one_turn_after_its_launch() {
    at("turn 3 actions; tracks T7 T7 T7 T1; member 1 LB; program 1 . . C C; threat SE1-02 T+3 red on-track square 10 shield 0")
        .step()
        .then("rocket-track 1")
        .step()
        .then("threat SE1-02 blocks 0")
        .step()
        .then("rocket-track 2")
        .steps(2)
        .then("rocket-track 1 2")
        .step()
        .then("threat SE1-02 blocks 3; rocket-track 1");
}

#[test]
fn sa_6_9_interceptors_3_alone_or_1_each_at_distance_1() {
    let space = "turn 2 damage; tracks T3 T3 T3 T3; member 1 space; squad 1 led 1; interceptors 1";
    at(&format!("{space}; threat E1-09 T+1 red on-track square 5; threat E1-10 T+2 blue on-track square 6"))
        .step()
        .then("threat E1-09 blocks 3; threat E1-10 blocks 0");
    at(&format!("{space}; threat E1-09 T+1 red on-track square 5; threat E1-10 T+2 blue on-track square 5"))
        .step()
        .then("threat E1-09 blocks 1; threat E1-10 blocks 1");
    at(&format!("{space}; threat E1-09 T+1 red on-track square 6"))
        .step()
        .events_say("finds no target")
        .then("threat E1-09 blocks 0");
}

#[test]
fn sa_6_10_damage_is_the_sum_less_the_shield_once_a_turn() {
    at("turn 2 damage; tracks T3 T3 T3 T3; fired UR LR; threat SE1-01 T+1 red on-track square 8")
        .step()
        .then("threat SE1-01 blocks 4");
    at("turn 2 damage; tracks T3 T3 T3 T3; fired LR; threat SE1-01 T+1 red on-track square 8")
        .step()
        .then("threat SE1-01 blocks 0");
    // Negative shield points add, but only if it is targeted.
    at("turn 2 damage; tracks T3 T3 T3 T3; fired LW; threat E2-05 T+1 red on-track square 8")
        .step()
        .then("threat E2-05 blocks 3");
    at("turn 2 damage; tracks T3 T3 T3 T3; fired UB; threat E2-05 T+1 red on-track square 8")
        .step()
        .then("threat E2-05 blocks 0");
}

#[test]
fn sa_6_11_with_blocks_enough_it_is_destroyed() {
    at("turn 2 damage; tracks T3 T3 T3 T3; fired UR; threat E1-05 T+1 red on-track square 8 blocks 3")
        .step()
        .then("threat E1-05 destroyed; points 4");
    at("turn 2 damage; tracks T3 T3 T3 T3; fired UR; threat E1-05 T+1 red on-track square 8 blocks 2")
        .step()
        .then("threat E1-05 on-track blocks 4");
}

#[test]
fn sa_6_12_afterwards_weapons_are_ready_again() {
    at("turn 2 damage; fired UR LR LW; rocket-track 2; member 1 space; squad 1 led 1; interceptors 2")
        .step()
        .then("fired none; rocket-track empty")
        .then_not("interceptors 2");
}

#[test]
fn sa_6_13_the_shields_of_the_start_of_the_step_hold_for_all_of_it() {
    // The Marauder falls in this step; its bonus still covers the other.
    at("turn 4 damage; tracks T3 T3 T3 T3; fired UR UB; threat E2-06 T+1 red on-track square 3 blocks 5 lends-shield 1
        threat E1-05 T+2 blue on-track square 8")
        .step()
        .then("threat E2-06 destroyed; threat E1-05 blocks 1");
}

#[test]
fn sa_6_14_first_the_fallen_leave_then_the_tankers_blast_then_attacks_by_number() {
    // The tanker's blast destroys the asteroid, which attacks after it; both by lasers of this step.
    at("turn 4 damage; tracks T3 T3 T3 T3; shields 0 0 0; fired UR; threat SE1-03 T+3 red on-track square 8 blocks 7
        threat E2-07 T+1 blue on-track square 6 blocks 6 passes 2; threat SE2-05 T+2 white on-track square 9")
        .step()
        .then("threat SE1-03 destroyed; threat E2-07 destroyed; threat SE2-05 blocks 1")
        .then("tiles blue 3; tiles red 1; tiles white 1");
}

#[test]
fn sa_6_15_the_scouts_bonus_ends_with_its_destruction() {
    let asteroid = "threat E2-07 T+3 blue on-track square 6 blocks 3 passes 1";
    at(&format!(
        "turn 4 damage; tracks T3 T3 T3 T3; shields 0 0 0; fired UB LR; {asteroid}
        threat E2-02 T+1 red on-track square 3 blocks 2 lends-attack 1"
    ))
    .step()
    .then("threat E2-02 destroyed; threat E2-07 destroyed; tiles blue 1");
    at(&format!(
        "turn 4 damage; tracks T3 T3 T3 T3; shields 0 0 0; fired UB; {asteroid}
        threat E2-02 T+1 red on-track square 3 lends-attack 1"
    ))
    .step()
    .then("tiles blue 2");
    at(&format!(
        "turn 4 damage; tracks T3 T3 T3 T3; shields 0 0 0; fired UB; {asteroid}
        threat E2-02 T+1 red survived lends-attack 1"
    ))
    .step()
    .then("tiles blue 2");
}
