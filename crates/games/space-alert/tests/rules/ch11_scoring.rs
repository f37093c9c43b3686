//! Chapter 11: scoring.

use crate::{Go, act, at, end_round, table, unclocked};
use klaxon_core::Game;

#[test]
fn sa_11_1_only_a_survived_mission_is_scored_and_may_be_negative() {
    at("turn 13 threats; damage red heavy light; threat E1-05 T+1 red destroyed").step().then("score 0");
    at("turn 13 threats; damage red heavy light; damage blue heavy").step().then("score -5");
    let lost = at("turn 13 threats; tracks T4 T4 T4 T4; threat E1-05 T+1 red destroyed; threat SE2-05 T+8 red on-track square 2").step();
    assert_eq!(lost.ends().score, None);
}

#[test]
fn sa_11_2_the_higher_value_for_destroyed_the_lower_for_survived_threats() {
    at("turn 13 threats; threat E1-05 T+1 red destroyed; threat E2-06 T+2 red survived; threat SE1-01 T+3 blue destroyed
        threat SI2-02 T+4 internal destroyed; threat SE2-01 T+5 blue survived")
        .step()
        .then("score 36");
}

#[test]
fn sa_11_3_a_threat_still_on_its_trajectory_counts_for_nothing() {
    at("turn 13 threats; tracks T7 T7 T7 T7; threat E1-05 T+8 red on-track square 16")
        .step()
        .then("threat E1-05 on-track; score 0");
}

#[test]
fn sa_11_4_damage_tiles_and_those_of_the_worst_zone_again() {
    at("turn 13 threats; damage red heavy light shield; damage white lift; damage blue heavy lift")
        .step()
        .then("penalty 9; score -9");
}

#[test]
fn sa_11_5_two_for_each_knocked_out_one_for_each_disabled_squad() {
    at("turn 13 threats; member 1 UW out; member 3 LB out; squad 1 led 1 disabled; squad 2 stored LR disabled")
        .step()
        .then("penalty 6; score -6");
}

#[test]
fn sa_11_6_visual_confirmation_counts_the_best_turn_of_each_phase() {
    for (crew, points) in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 7)] {
        at(&format!("crew 1 2 3 4 5; turn 13 threats; visual 0 {crew} 0"))
            .step()
            .then(&format!("score {points}"));
    }
    at("turn 13 threats; visual 1 4 2").step().then("score 8");
    // A better turn replaces the earlier result, an equal or worse one does not.
    let window = "turn 5 actions; member 1 LW; program 1 . . . . C; member 2 LW; program 2 . . . . C";
    at(&format!("{window}; visual 0 1 0")).step().then("visual 0 2 0");
    at(&format!("{window}; visual 0 3 0")).step().then("visual 0 3 0").events_say("no better");
    at(&format!("{window}; visual 3 0 0")).step().then("visual 3 2 0");
}

#[test]
fn sa_11_7_the_ships_log() {
    let g = at("levels yellow mixed; script S2-5; turn 13 threats; damage red heavy; visual 1 0 0
        threat E1-05 T+1 red destroyed; threat E1-07 T+2 red survived")
    .step()
    .events_say("S2-5 (levels 2, 1+2): survived 2, destroyed 4, penalty 2, visual confirmation 1; total 5");
    let line = &g.game().log()[0];
    assert_eq!((line.penalty, line.total, line.lost_to), (Some(2), Some(5), None));
    let lost = at("turn 4 threats; tracks T4 T4 T4 T4; threat SE2-05 T+1 red on-track square 2")
        .step()
        .events_say("lost to Nemesis");
    let line = &lost.game().log()[0];
    assert_eq!((line.score, line.total), (None, None));
}

#[test]
fn sa_11_1_a_mission_played_from_its_beginning_scores_what_its_parts_add_up_to() {
    let mut survived = 0;
    for seed in 0..40 {
        let mut game = table(&unclocked("S1-1", 4), seed);
        end_round(&mut game);
        act(&mut game, 0, klaxon_space_alert::Advance::RunToEnd);
        let outcome = game.outcome().expect("it is over");
        let voyage = game.voyage().expect("the Resolution Round");
        let parts = voyage.loss.is_none().then(|| i64::from(voyage.score().total()));
        assert_eq!(outcome.score.map(i64::from), parts, "seed {seed}");
        survived += usize::from(parts.is_some());
    }
    assert!(survived > 0, "an idle crew comes home from some test run");
}
