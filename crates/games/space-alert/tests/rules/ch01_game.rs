//! Chapter 1: what the game is, sides, end.

use crate::{Go, act, at, end_round, plan_of, table, unclocked};
use klaxon_core::{SeatSet, Words};
use klaxon_space_alert::{Play, Program, Sandbox, Setup, SpaceAlert, Spot, Station};

#[test]
fn sa_1_1_one_to_five_people_win_or_lose_together() {
    for scenario in SpaceAlert::menu().scenarios {
        assert_eq!(scenario.sizes, [1, 2, 3, 4, 5], "{}", scenario.id);
    }
    let home = at("turn 13 rockets").steps(3).ends();
    assert_eq!((home.winners, home.score), (SeatSet::first(4), Some(0)));
    let lost = at("turn 1 threats; threat SE2-05 T+1 red on-track square 2").step().ends();
    assert_eq!((lost.winners, lost.draw), (SeatSet::NONE, false));
}

#[test]
fn sa_1_2_a_mission_is_planned_first_and_then_resolved_as_planned() {
    let mut game = table(&unclocked("S2-1", 4), 3);
    assert!(game.voyage().is_none(), "nothing is resolved while the crew plans");
    let card = plan_of(&game, 0).hand[0];
    act(&mut game, 0, Program::Place { turn: 2, card, half: klaxon_space_alert::Half::Action });
    end_round(&mut game);
    let voyage = game.voyage().expect("the Resolution Round");
    assert_eq!(voyage.program[0][1].up, card.act(klaxon_space_alert::Half::Action));
    assert_eq!(voyage.turn, 1);
}

#[test]
fn sa_1_3_the_mission_is_survived_if_the_ship_exists_after_turn_13() {
    at("").run().then("stage over; turn 13; score 0; not-lost");
    let lost = at("turn 13 threats; threat SE2-05 T+8 red on-track square 2").step();
    assert_eq!(lost.ends().score, None, "a lost mission has no score");
}

#[test]
fn sa_1_4_figures_moved_in_the_action_round_have_no_effect() {
    let mut game = table(&unclocked("S2-1", 4), 3);
    act(&mut game, 1, Sandbox::Figure { member: 0, at: Spot::Station(Station::LB) });
    act(&mut game, 2, Sandbox::Figure { member: 3, at: Spot::Space });
    end_round(&mut game);
    let voyage = game.voyage().unwrap();
    assert!(voyage.members().iter().all(|m| m.at == Station::UW && !m.in_space));
}

#[test]
fn sa_1_5_four_or_five_crew_members_each_led_by_a_person() {
    for people in [4, 5] {
        let setup = Setup::usual(Play::Random, people, false);
        assert_eq!(setup.crew.len(), people);
        assert!(setup.crew.iter().all(|b| !b.is_android()));
        assert!(setup.check().is_ok());
    }
    let six = Setup::usual(Play::Random, 6, false);
    assert!(six.check().is_err(), "there is no crew of six");
}
