//! Chapter 16: training scripts.

use crate::{Go, at, plan_of, script, started, table};
use klaxon_core::{Game, Viewer};
use klaxon_space_alert::{Lesson, data::data, script::Announcement};

#[test]
fn sa_16_1_two_test_runs_three_simulations_three_advanced_simulations() {
    let count = |lesson| data().scripts.iter().filter(|s| s.lesson == lesson).count();
    assert_eq!(
        [count(Lesson::TestRun), count(Lesson::Simulation), count(Lesson::Advanced), count(Lesson::Mission)],
        [2, 3, 3, 8]
    );
    for n in 1..=8 {
        table(&script(&format!("S1-{n}"), 4), 1);
    }
}

#[test]
fn sa_16_2_test_runs_have_seven_turns_and_a_final_eighth() {
    at("lesson test run; turn 7 threats").step().then("turn 8 rockets").steps(3).then("stage over; not-lost");
    // A card pushed beyond turn 7 is lost.
    at("lesson test run; turn 3 actions; damage white lift; program 1 . . LIFT A A A A")
        .step()
        .then("program 1 . . LIFT . A A A")
        .events_say("falls off");
    at("planning S1-1; time 6:59; hand 1 A-RED")
        .then("phase 1 2")
        .refuses("1: end-round yes", "SA-16.2")
        .refuses("1: next-phase", "SA-3.7")
        .allows("1: place A-RED 7 action")
        .makes_no_sense("1: place A-RED 8 action")
        .time(7, 0, 0)
        .then("stage flight");
    let game = started(&script("S1-1", 4), 1, 0);
    assert_eq!(game.view(Viewer::Watcher).crew[0].board.len(), 7);
}

#[test]
fn sa_16_3_the_ladder_of_rules() {
    use Lesson::{Advanced, Mission, Simulation, TestRun};
    let ladder = |of: fn(Lesson) -> bool| [TestRun, Simulation, Advanced, Mission].map(of);
    assert_eq!(ladder(Lesson::maintenance), [false, true, true, true]);
    assert_eq!(ladder(Lesson::rockets), [false, true, true, true]);
    assert_eq!(ladder(Lesson::battlebots), [false, false, true, true]);
    assert_eq!(ladder(Lesson::heroics), [false, false, false, true]);
    assert_eq!(ladder(Lesson::visual), [false, false, false, true]);
    for script in &data().scripts {
        for (_, what) in &script.events {
            let Announcement::Threat { place, serious, .. } = what else { continue };
            assert!(!serious || script.lesson != TestRun, "{}", script.id);
            assert!(place.zone().is_some() || script.lesson.battlebots(), "{}", script.id);
        }
    }
    // No computer check in a test run.
    at("lesson test run; turn 2 threats; program 1 . . A").step().then("turn 3 appear; program 1 . . A");
    at("lesson simulation; turn 2 threats; program 1 . . A")
        .step()
        .then("turn 2 computer")
        .step()
        .then("program 1 . . . A");
}

#[test]
fn sa_16_4_without_heroic_cards_the_first_packet_has_an_action_card_instead() {
    for (people, cards) in [(5, 5), (4, 5), (3, 6), (2, 9)] {
        for id in ["S1-1", "S1-4", "S1-7"] {
            let game = started(&script(id, people), 1, 0);
            let hand = plan_of(&game, 0).hand;
            assert_eq!(hand.len(), cards);
            assert!(hand.iter().all(|k| !k.is_heroic()));
            assert!(game.view(Viewer::Everything).crew.iter().all(|c| c.heroic.is_none()));
        }
    }
    // A test run deals no third packet.
    let game = started(&script("S1-1", 4), 1, 0);
    assert_eq!(plan_of(&game, 0).deck, 90 - 4 * 10);
}

#[test]
fn sa_16_5_what_a_level_lacks_does_nothing() {
    let c = |lesson: &str, station: &str, then: &str| {
        at(&format!("lesson {lesson}; turn 1 actions; member 1 {station}; program 1 C; squad 1 stored UB"))
            .step()
            .then(then)
            .done();
    };
    c("test run", "UW", "maintained none");
    c("test run", "LB", "rockets 3");
    c("test run", "UB", "squad 1 stored UB");
    c("simulation", "UW", "maintained 1");
    c("simulation", "LB", "rockets 2");
    c("simulation", "UB", "squad 1 stored UB");
    c("simulation", "LR", "squad 2 stored LR");
    c("simulation", "LW", "visual 0 0 0");
    c("advanced", "UB", "squad 1 led 1");
    c("advanced", "LW", "visual 0 0 0");
    c("mission", "LW", "visual 1 0 0");
    at("lesson simulation; turn 1 actions; member 1 UR; squad 1 led 1; program 1 C")
        .step()
        .then("member 1 UR")
        .events_say("not part of the training");
    at("lesson simulation; turn 1 actions; squad 1 led 1; program 1 BOTS")
        .step()
        .events_say("not part of the training");
    // Scoring as in chapter 11.
    at("lesson test run; turn 8 threats; damage red heavy; threat E1-05 T+1 red destroyed")
        .step()
        .then("score 2");
}
