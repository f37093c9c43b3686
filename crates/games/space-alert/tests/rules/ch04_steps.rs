//! Chapter 4: the order of steps in the Resolution Round.

use crate::{Go, act, at, end_round, plan_of, table, unclocked};
use klaxon_core::Game;
use klaxon_space_alert::{Advance, Half, Program, Sandbox, Spot, Station, Step};

#[test]
fn sa_4_1_everything_returns_to_the_start_but_programs_and_threats() {
    let mut game = table(&unclocked("S2-1", 4), 9);
    let announced = plan_of(&game, 0).threats;
    let card = plan_of(&game, 2).hand[1];
    act(&mut game, 2, Program::Place { turn: 3, card, half: Half::Movement });
    act(&mut game, 2, Sandbox::Figure { member: 2, at: Spot::Station(Station::LB) });
    crate::end_round(&mut game);
    let voyage = game.voyage().unwrap();
    assert_eq!(voyage.members()[2].at, Station::UW);
    assert_eq!(voyage.program[2][2].up, card.act(Half::Movement));
    let flown: Vec<_> = voyage.threats().iter().map(|t| (t.card, t.turn, t.place)).collect();
    let mut sorted = announced.clone();
    sorted.sort_by_key(|t| t.1);
    assert_eq!(flown, sorted);
}

#[test]
fn sa_4_2_the_steps_of_the_turns() {
    let mut g = at("");
    let mut seen = Vec::new();
    loop {
        let voyage = g.game().voyage().unwrap();
        if voyage.is_over() {
            break;
        }
        seen.push((voyage.turn, voyage.step));
        g = g.step();
    }
    let mut wanted = Vec::new();
    for turn in 1..=12 {
        wanted.extend([(turn, Step::Appear), (turn, Step::Actions { next: 0 })]);
        wanted.extend([(turn, Step::Damage), (turn, Step::Threats)]);
        if [2, 5, 9].contains(&turn) {
            wanted.push((turn, Step::Computer));
        }
    }
    wanted.extend([(13, Step::Rockets), (13, Step::Return), (13, Step::Threats)]);
    assert_eq!(seen, wanted);
}

#[test]
fn sa_4_2_nothing_appears_and_nobody_acts_in_turn_13() {
    at("turn 13 rockets; threat E1-05 T+13 red waiting; member 1 LW; program 1 . . . . . . . . . . . B; fuel 3")
        .run()
        .then("threat E1-05 waiting; fuel 3");
}

#[test]
fn sa_4_3_a_threat_appears_on_the_farthest_square_in_the_turn_of_its_number() {
    at("tracks T5 T2 T3 T4; turn 3 appear; threat E1-05 T+3 red waiting; threat E1-01 T+4 white waiting")
        .step()
        .then("threat E1-05 on-track square 14; threat E1-01 waiting");
    for script in &klaxon_space_alert::data::data().scripts {
        let mut turns: Vec<u8> = script
            .events
            .iter()
            .filter_map(|(_, a)| match a {
                klaxon_space_alert::script::Announcement::Threat { turn, .. } => Some(*turn),
                _ => None,
            })
            .collect();
        let n = turns.len();
        turns.sort_unstable();
        turns.dedup();
        assert_eq!(turns.len(), n, "{}: all numbers differ", script.id);
    }
}

#[test]
fn sa_4_4_tokens_of_internal_threats_cover_their_systems_and_stations() {
    at("turn 2 appear; threat SI2-03 T+2 internal waiting; threat I1-01 T+3 internal waiting")
        .step()
        .then("threat SI2-03 at LR,LW,LB; threat I1-01 at -");
    at("turn 3 appear; threat I1-01 T+3 internal waiting").step().then("threat I1-01 at UR");
    // The covered letter is repaired instead of used; other letters work.
    at("turn 2 actions; threat SI2-03 T+2 internal on-track; member 1 LW; program 1 . B; member 2 LW; program 2 . A")
        .step()
        .then("fuel 3; threat SI2-03 blocks 1; fired LW");
}

#[test]
fn sa_4_5_a_threat_advances_already_in_the_turn_it_appears() {
    at("tracks T4 T2 T3 T1; turn 2 appear; threat E1-10 T+2 red waiting")
        .steps(4)
        .then("threat E1-10 square 8");
}

#[test]
fn sa_4_2_the_captain_goes_on_step_by_step_until_told_to_run() {
    let mut game = table(&unclocked("S2-1", 4), 3);
    end_round(&mut game);
    act(&mut game, 0, Advance::Advance);
    let voyage = game.voyage().unwrap();
    assert_eq!((voyage.turn, voyage.step), (1, Step::Actions { next: 0 }));
    act(&mut game, 0, Advance::RunToEnd);
    assert!(game.outcome().is_some());
}
