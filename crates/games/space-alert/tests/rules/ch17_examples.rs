//! Chapter 17: worked examples, and the rules people often get wrong (chapter 20).

use crate::{Go, at};

#[test]
fn sa_17_1_movement_nothing_action() {
    at("planning S2-1; time 0:01; hand 1 A-RED C-LIFT")
        .plays("1: place A-RED 1 movement; 1: place C-LIFT 3 action")
        .then("board 1 1 A-RED movement; board 1 2 -; board 1 3 C-LIFT action");
    at("turn 1 actions; program 1 RED . A; maintained 1")
        .step()
        .then("member 1 UR")
        .steps(4)
        .then("turn 2 damage; member 1 UR");
}

#[test]
fn sa_17_2_the_gap_swallows_the_shift() {
    at("turn 1 actions; damage white lift; program 1 LIFT B C . RED").step().then("program 1 LIFT . B C RED");
}

#[test]
fn sa_17_3_the_card_of_turn_12_is_lost() {
    at("turn 9 computer; program 1 . . . . . . . . A B C RED")
        .step()
        .then("program 1 . . . . . . . . A . B C")
        .events_say("RED falls off");
}

#[test]
fn sa_17_4_a_wrong_card_in_space_moves_on_and_pushes() {
    at("turn 2 actions; member 1 space; squad 1 led 1; program 1 . C RED")
        .step()
        .then("member 1 UR; program 1 . . C RED");
}

#[test]
fn sa_17_5_behemoth_alone_against_heroic_interceptors() {
    at("turn 2 actions; tracks T4 T4 T4 T4; member 1 space; squad 1 led 1; program 1 . H_BOTS; threat SE2-01 T+1 red on-track square 5")
        .steps(2)
        .then("threat SE2-01 blocks 6; member 1 space out; squad 1 led 1 disabled; penalty 3");
}

#[test]
fn sa_17_6_jellyfish_hit_by_a_light_laser() {
    at("turn 2 damage; tracks T4 T4 T4 T4; fired LR; threat E2-05 T+1 red on-track square 12")
        .step()
        .then("threat E2-05 blocks 4");
}

#[test]
fn sa_17_7_destroyer_against_one_shield() {
    at("turn 4 threats; tracks T4 T4 T4 T4; threat E1-02 T+1 red on-track square 6")
        .step()
        .then("tiles red 2; shield red 0");
}

#[test]
fn sa_17_8_six_tiles_and_one_more_attack() {
    let six = "turn 4 threats; tracks T4 T4 T4 T4; damage red heavy light shield reactor lift structural; threat E1-07 T+1 red on-track square 10 speed 1";
    at(&format!("{six}; shields 1 1 1")).step().then("not-lost; shield red 0; tiles red 6");
    at(&format!("{six}; shields 0 1 1")).step().then("lost E1-07");
}

#[test]
fn sa_17_9_three_in_one_lift() {
    at("turn 1 actions; program 1 LIFT A; program 2 LIFT A; program 3 LIFT A").step().then(
        "member 1 LW; member 2 LW; member 3 LW; program 1 LIFT A; program 2 LIFT . A; program 3 LIFT . A",
    );
}

#[test]
fn sa_17_10_visual_confirmation_by_two_one_and_four() {
    at("member 1 LW; member 2 LW; member 3 LW; member 4 LW; maintained 1
        program 1 C C C; program 2 C . C; program 3 . . C; program 4 . . C")
    .run()
    .then("visual 4 0 0; score 5");
}

#[test]
fn sa_17_11_two_thirds_of_a_visual_point_are_none() {
    at("campaign 3 0 1; turn 13 threats; visual 1 0 0").step().then("score 0");
    at("campaign 3 0 2; turn 13 threats; visual 1 0 0").step().then("score 1");
}

#[test]
fn a_whole_mission_played_by_hand() {
    // A Gunship on T3 comes to red in turn 1, a Saboteur to the lower deck in turn 2. The captain shoots from upper
    // red, the second serves the computer, the third fetches battlebots and meets the Saboteur at lower blue.
    at("tracks T3 T1 T2 T4; threat E1-05 T+1 red waiting; threat I1-03 T+2 internal waiting
        program 1 RED A A; program 2 . C . . C . . . C; program 3 BLUE C LIFT BOTS; program 4 LIFT RED A C . . . C")
        .steps(4)
        .then("turn 2 appear; member 1 UR; member 3 UB; threat E1-05 square 10")
        .steps(5)
        .then("turn 3 appear; maintained 1; squad 1 led 3; threat E1-05 square 8 blocks 2; shields 0 1 1; tiles red 1")
        .steps(4)
        .then("turn 4 appear; threat E1-05 destroyed; member 3 LB; threat I1-03 square 5 at LB")
        .then("reactors 0 3 1")
        .steps(2)
        .then("threat I1-03 destroyed; squad 1 led 3; squad 2 led 4")
        .run()
        .then("stage over; score 6");
}
