//! Chapter 3: the Action Round: programming and announcements.

use crate::{Go, act, at, plan_in, plan_of, script, started, table, tick, unclocked};
use klaxon_core::{Chance, Game, Seat, Viewer, Words};
use klaxon_space_alert::{
    Act, Half, Play, Program, Ready, Say, Setup, Space, SpaceAlert,
    data::data,
    script::{Announcement, Lesson, Moment, TRANSFER_MS},
};

const MIN: u64 = 60_000;

#[test]
fn sa_3_1_the_alert_starts_phase_1_and_everybody_picks_up_packet_1() {
    at("planning S2-1; options clock")
        .then("phase 1 0; hand 1 size 0")
        .plays("1: ready; 2: ready; 3: ready; 4: ready")
        .clock(500)
        .events_say("Alert")
        .then("phase 1 1; phase 4 1; hand 1 size 5; hand 4 size 5");
}

#[test]
fn sa_3_2_phases_cover_turns_1_to_3_4_to_7_and_8_to_12() {
    use klaxon_space_alert::{phase_of, turns_of};
    assert_eq!([turns_of(0), turns_of(1), turns_of(2)], [1..=3, 4..=7, 8..=12]);
    assert!((1..=12).all(|t| turns_of(phase_of(t)).contains(&t)));
    // One card for each space: another one sends the first back to the hand.
    at("planning S2-1; time 0:01; hand 1 A-RED B-BLUE")
        .plays("1: place A-RED 1 action; 1: place B-BLUE 1 action")
        .then("board 1 1 B-BLUE action; hand 1 A-RED");
}

#[test]
fn sa_3_3_only_the_top_half_counts() {
    let mut game = table(&unclocked("S2-1", 4), 2);
    let plan = plan_of(&game, 0);
    let (first, second) = (plan.hand[0], plan.hand[1]);
    act(&mut game, 0, Program::Place { turn: 1, card: first, half: Half::Action });
    act(&mut game, 0, Program::Place { turn: 2, card: second, half: Half::Movement });
    crate::end_round(&mut game);
    let program = game.voyage().unwrap().program[0];
    assert_eq!((program[0].up, program[1].up), (first.act(Half::Action), second.act(Half::Movement)));
    // The other half has no effect.
    at("turn 1 actions; program 1 RED/C; program 2 C/BLUE")
        .step()
        .then("member 1 UR; member 2 UW; maintained 1; squad 1 stored UB");
    // Heroic cards too.
    at("turn 1 actions; program 1 M:LB/H_A").step().then("member 1 LB; reactors 2 3 2");
}

#[test]
fn sa_3_4_an_empty_space_means_no_action() {
    at("program 1 RED . BLUE").run().then("stage over");
    at("turn 2 actions; program 1 RED . BLUE; member 1 UR").step().then("member 1 UR");
    at("planning S2-1; time 0:01; hand 1 A-RED")
        .play("1: place A-RED 3 action")
        .then("board 1 1 -; board 1 2 -; board 1 3 A-RED action");
}

#[test]
fn sa_3_5_only_spaces_of_the_owners_phase() {
    at("planning S2-1; time 0:01; hand 1 A-RED")
        .allows("1: place A-RED 3 action")
        .refuses("1: place A-RED 4 action", "SA-3.5")
        .refuses("1: place A-RED 12 action", "SA-3.5");
    at("planning S2-1; time 0:01; phase 1 2; hand 1 A-RED")
        .allows("1: place A-RED 7 action")
        .refuses("1: place A-RED 8 action", "SA-3.5");
    // There is no turn 13, nor a turn 0.
    at("planning S2-1; time 0:01; phase 1 3; hand 1 A-RED")
        .allows("1: place A-RED 12 action")
        .makes_no_sense("1: place A-RED 13 action")
        .choices_exclude("1: place A-RED 13 action");
}

#[test]
fn sa_3_6_what_lies_there_already_is_no_change() {
    at("planning S2-1; time 0:01; hand 1 A-RED A-RED C-LIFT")
        .play("1: place A-RED 1 action")
        .refuses("1: place A-RED 1 action", "SA-3.6")
        .allows("1: place A-RED 1 movement")
        .allows("1: place C-LIFT 1 action")
        .play("1: place A-RED 2 action")
        .refuses("1: swap 1 2", "SA-3.6")
        .allows("1: swap 1 3");
}

#[test]
fn sa_3_6_within_the_phase_cards_are_placed_swapped_turned_and_taken_back() {
    at("planning S2-1; time 0:01; hand 1 A-RED C-LIFT")
        .play("1: place A-RED 1 action")
        .play("1: flip 1")
        .then("board 1 1 A-RED movement")
        .play("1: swap 1 3")
        .then("board 1 1 -; board 1 3 A-RED movement")
        .play("1: place C-LIFT 1 action")
        .play("1: swap 1 3")
        .then("board 1 1 A-RED movement; board 1 3 C-LIFT action")
        .play("1: take-back 3")
        .then("board 1 3 -; hand 1 C-LIFT")
        .refuses("1: take-back 3", "SA-3.4")
        .refuses("1: flip 3", "SA-3.4")
        .refuses("1: swap 2 3", "SA-3.6");
}

#[test]
fn sa_3_7_picking_up_the_next_packet_locks_the_phase() {
    at("planning S2-1; time 0:01; hand 1 A-RED B-LIFT")
        .plays("1: place A-RED 2 action; 1: next-phase")
        .then("phase 1 2; hand 1 size 6; board 1 2 A-RED action")
        .refuses("1: flip 2", "SA-3.7")
        .refuses("1: take-back 2", "SA-3.7")
        .refuses("1: place B-LIFT 1 action", "SA-3.7")
        .allows("1: place B-LIFT 4 action")
        .play("1: next-phase")
        .then("phase 1 3; hand 1 size 11")
        .refuses("1: place B-LIFT 5 action", "SA-3.7")
        .refuses("1: next-phase", "SA-3.7");
    // The owner may still look.
    let g = at("planning S2-1; time 0:01; hand 1 A-RED").plays("1: place A-RED 2 action; 1: next-phase");
    let own = &g.game().view(Viewer::Seat(Seat(0))).crew[0].board;
    assert_eq!(own[1], Space::Face { up: Act::A, under: Act::Red });
}

#[test]
fn sa_3_8_each_goes_on_independently_and_for_good() {
    let g = at("planning S2-1; time 0:01").play("2: next-phase");
    let told = g.told().to_vec();
    assert!(told.iter().any(|t| t.reveals), "it shows new cards, so it cannot be undone");
    g.then("phase 1 1; phase 2 2; phase 3 1").play("2: next-phase").then("phase 2 3; phases-over 0");
}

#[test]
fn sa_3_9_the_announced_end_moves_everyone_still_in_the_phase() {
    at("planning S2-1; time 0:01; hand 1 A-RED")
        .play("2: next-phase")
        .time(3, 45, 0)
        .events_say("Phase 1 has ended")
        .then("phase 1 2; phase 2 2; phase 3 2; phases-over 1; hand 1 size 6")
        .refuses("1: place A-RED 1 action", "SA-3.7")
        .time(7, 30, 0)
        .then("phase 1 3; phase 2 3; phases-over 2");
}

#[test]
fn sa_3_10_the_round_ends_with_mission_complete_or_when_everyone_agrees_after_phase_2() {
    at("planning S2-1; time 7:29").refuses("1: end-round yes", "SA-3.10");
    // Only who has agreed can withdraw.
    at("planning S2-1; time 7:31").not_asked("1: end-round no");
    at("planning S2-1; time 7:31")
        .plays("1: end-round yes; 2: end-round yes; 3: end-round yes")
        .then("stage planning")
        .play("1: end-round no")
        .play("4: end-round yes")
        .then("stage planning")
        .play("1: end-round yes")
        .events_say("All agree")
        .then("stage flight");
    at("planning S2-1; time 9:59")
        .time(9, 59, 999)
        .then("stage planning")
        .time(10, 0, 0)
        .then("stage flight");
}

#[test]
fn sa_3_11_hands_are_private() {
    let game = started(&script("S2-1", 4), 3, 0);
    let own = plan_of(&game, 0).hand;
    assert_eq!(own.len(), 5);
    let view = game.view(Viewer::Seat(Seat(1)));
    assert_eq!(view.crew[0].hand, 5, "others know how many");
    assert_ne!(plan_in(&view).hand, own);
    assert_eq!(plan_in(&view).hands, None);
    assert!(plan_in(&game.view(Viewer::Watcher)).hand.is_empty());
    assert_eq!(plan_in(&game.view(Viewer::Everything)).hands.unwrap()[0], own);
}

#[test]
fn sa_3_12_from_a_back_others_see_the_half_and_a_heroic_back_only() {
    let g = at("planning S2-1; time 0:01; hand 1 A-RED H1")
        .play("1: place A-RED 1 movement")
        .hears("1", "RED (over A)")
        .does_not_hear("2", "RED")
        .hears("2", "movement half up on turn 1")
        .hears("watcher", "movement half up")
        .play("1: place H1 2 action")
        .hears("3", "heroic card");
    let board = &g.game().view(Viewer::Seat(Seat(1))).crew[0].board;
    assert_eq!(board[0], Space::Back { half: Half::Movement, heroic: false });
    assert_eq!(board[1], Space::Back { half: Half::Action, heroic: true });
    assert_eq!(board[2], Space::Empty);
}

#[test]
fn sa_3_13_figures_and_pings_are_a_shared_sandbox() {
    at("planning S2-1; time 0:01")
        .play("2: figure 1 LB")
        .hears("4", "shows Captain at lower blue")
        .then("figure 1 LB")
        .play("3: figure 1 space")
        .then("figure 1 space")
        .refuses("3: figure 1 space", "SA-3.13")
        .play("4: ping UR")
        .hears("watcher", "points at upper red")
        .makes_no_sense("4: figure 5 UR");
}

#[test]
fn sa_3_14_threats_are_public_from_their_announcement_on() {
    let mut game = started(&script("S2-1", 4), 1, 9_999);
    assert!(plan_in(&game.view(Viewer::Watcher)).threats.is_empty());
    tick(&mut game, 10_000);
    for viewer in [Viewer::Watcher, Viewer::Seat(Seat(2))] {
        let threats = plan_in(&game.view(viewer)).threats;
        assert_eq!(threats.len(), 1);
        assert_eq!((threats[0].1, threats[0].2.word()), (2, "white"));
    }
}

#[test]
fn sa_3_20_external_threats_come_from_the_common_or_serious_deck() {
    let mut game = started(&script("S2-1", 4), 1, 10_000);
    let (first, turn, place) = plan_of(&game, 0).threats[0];
    assert!(first.card().serious && !first.card().internal);
    assert_eq!((turn, place.word()), (2, "white"));
    let told = tick(&mut game, 110_000);
    let (second, turn, place) = plan_of(&game, 0).threats[1];
    assert!(!second.card().serious && !second.card().internal);
    assert_eq!((turn, place.word()), (4, "blue"));
    let says = told.iter().map(|t| SpaceAlert::line(&t.event).text).collect::<Vec<_>>().join(" ");
    assert!(says.contains("Time T+4, threat in the blue zone"), "{says}");
}

#[test]
fn sa_3_21_internal_threats_come_from_the_internal_decks() {
    let game = started(&script("S2-4", 4), 1, 250_000);
    let (id, turn, place) = *plan_of(&game, 0).threats.last().unwrap();
    assert!(id.card().internal && id.card().serious);
    assert_eq!((turn, place.word()), (5, "internal"));
    let game = started(&script("S2-3", 4), 1, 10_000);
    let (id, ..) = plan_of(&game, 0).threats[0];
    assert!(id.card().internal && !id.card().serious);
}

#[test]
fn sa_3_22_an_unconfirmed_report_is_for_a_crew_of_five() {
    let mut four = started(&script("S2-2", 4), 1, 9_000);
    let told = tick(&mut four, 10_000);
    assert!(plan_of(&four, 0).threats.is_empty());
    assert!(told.iter().any(|t| SpaceAlert::line(&t.event).text.contains("Unconfirmed report")));
    let five = started(&script("S2-2", 5), 1, 10_000);
    assert_eq!(plan_of(&five, 0).threats.len(), 1);
    // What counts is the crew with its androids.
    let with_android = started(&Setup::usual(Play::Script("S2-2".into()), 4, true), 1, 10_000);
    assert_eq!(plan_of(&with_android, 0).threats.len(), 1);
}

#[test]
fn sa_3_23_incoming_data_lets_everyone_draw_until_the_end() {
    at("planning S2-1; time 2:19")
        .refuses("1: draw", "SA-3.23")
        .time(2, 20, 0)
        .events_say("Incoming data")
        .then("deck 34; draws 1 1; draws 4 1")
        .play("1: draw")
        .hears("1", "draws")
        .does_not_hear("2", "-")
        .hears("2", "draws a card")
        .then("hand 1 size 6; deck 33; draws 1 0; draws 2 1")
        .refuses("1: draw", "SA-3.23")
        .time(9, 59, 0)
        .then("draws 2 2; draws 1 1")
        .play("2: draw")
        .then("draws 2 1")
        .play("2: draw")
        .refuses("2: draw", "SA-3.23");
    at("planning S2-1; time 2:21; deck empty").then("draws 1 1").refuses("1: draw", "SA-3.23");
}

#[test]
fn sa_3_24_transfer_closes_at_the_beep() {
    assert_eq!(TRANSFER_MS, 15_000);
    let open = "planning S2-1; time 3:05; hand 1 A-RED B-RED; hand 2 C-LIFT";
    at(open)
        .play("1: give A-RED 2")
        .hears("2", "gives A-RED to Crew 2")
        .hears("1", "gives A-RED")
        .hears("3", "gives a card to Crew 2")
        .does_not_hear("3", "A-RED")
        .then("hand 1 B-RED; hand 2 A-RED C-LIFT")
        .refuses("1: give B-RED 2", "SA-3.24")
        .allows("2: give A-RED 3");
    // Anybody may receive any number.
    at(open).play("1: give A-RED 3").play("2: give C-LIFT 3").then("gives 3 1");
    at(open).time(3, 19, 999).allows("1: give A-RED 2").time(3, 20, 0).refuses("1: give A-RED 2", "SA-3.24");
    at(open).refuses("1: give A-RED 1", "SA-3.24").refuses("1: give C-BLUE 2", "SA-2.8");
    at("planning S2-1; time 3:04; hand 1 A-RED").refuses("1: give A-RED 2", "SA-3.24");
}

#[test]
fn sa_3_25_heroic_cards_and_cards_on_the_board_are_not_transferred() {
    at("planning S2-1; time 3:06; hand 1 H1 A-RED")
        .refuses("1: give H1 2", "SA-3.25")
        .play("1: place A-RED 2 action")
        .refuses("1: give A-RED 2", "SA-2.8")
        .play("1: take-back 2")
        .allows("1: give A-RED 2");
}

#[test]
fn sa_3_26_a_breakdown_closes_talk_but_not_planning() {
    at("planning S2-1; time 2:50; hand 1 A-RED")
        .then("silent yes")
        .refuses("1: ping UR", "SA-3.26")
        .refuses("2: figure 1 LB", "SA-3.26")
        .allows("1: place A-RED 1 action")
        .allows("1: draw")
        .allows("1: next-phase")
        .time(2, 59, 999)
        .then("silent yes")
        .time(3, 0, 0)
        .events_say("Communication restored")
        .then("silent no")
        .allows("1: ping UR");
    let game = started(&script("S2-1", 4), 1, 170_000);
    assert!(plan_of(&game, 0).silent, "the page closes its chat by this");
}

#[test]
fn sa_3_27_warnings_a_minute_and_twenty_seconds_before_then_the_countdown() {
    for script in &data().scripts {
        let cues = script.cues();
        for (phase, &end) in script.phase_ends.iter().enumerate() {
            let phase = phase as u8;
            for seconds in [60, 20, 5] {
                let due = end - u32::from(seconds) * 1000;
                let wanted = Moment::Warning { phase, seconds };
                assert!(cues.iter().any(|c| c.at == due && c.what == wanted), "{} {wanted:?}", script.id);
            }
            let last = usize::from(phase) + 1 == script.phase_ends.len();
            let wanted = if last { Moment::MissionComplete } else { Moment::PhaseEnds(phase) };
            assert!(cues.iter().any(|c| c.at == end && c.what == wanted), "{} {wanted:?}", script.id);
        }
    }
    at("planning S2-1; time 2:44").time(2, 45, 0).events_say("Phase 1 ends in one minute");
    at("planning S2-1; time 8:59").time(9, 0, 0).events_say("The operation ends in one minute");
    at("planning S2-1; time 9:54").time(9, 55, 0).events_say("The operation ends in five seconds");
}

#[test]
fn sa_3_28_an_empty_threat_deck_skips_the_announcement() {
    // All seven yellow common external threats are used up before the script asks for one more.
    let clauses: Vec<String> = (1..=7).map(|n| format!("announced E2-0{n} T+{n} red")).collect();
    at(&format!("planning S2-1; levels yellow white; time 1:40; {}", clauses.join("; ")))
        .then("announced 8")
        .time(1, 50, 0)
        .events_say("no such card is left")
        .then("announced 8; stage planning");
}

#[test]
fn sa_3_29_a_transfer_window_stays_open_through_a_breakdown() {
    at("planning S2-3; time 8:15; hand 1 A-RED")
        .then("silent yes; gives 1 1")
        .refuses("1: ping UR", "SA-3.26")
        .allows("1: give A-RED 2")
        .time(8, 20, 0)
        .then("silent yes")
        .refuses("1: give A-RED 2", "SA-3.24");
}

#[test]
fn sa_3_30_time_is_an_input_and_comes_before_the_actions_of_its_moment() {
    // Two abutting windows are two rights.
    at("planning S2-5; time 6:36; hand 1 A-RED B-RED")
        .play("1: give A-RED 2")
        .refuses("1: give B-RED 2", "SA-3.24")
        .time(6, 49, 999)
        .refuses("1: give B-RED 2", "SA-3.24")
        .time(6, 50, 0)
        .allows("1: give B-RED 2");
    // The clock tells when it matters next, to the millisecond; a late tick catches up.
    let mut game = started(&script("S2-1", 4), 1, 0);
    assert_eq!(game.alarm(), Some(10_000));
    tick(&mut game, 56_000);
    assert_eq!(game.alarm(), Some(110_000));
    let mut late = table(&script("S2-1", 4), 1);
    for seat in 0..4 {
        act(&mut late, seat, Ready::Ready);
    }
    tick(&mut late, 7_000);
    tick(&mut late, 7_000 + 5 * MIN);
    let mut slow = table(&script("S2-1", 4), 1);
    for seat in 0..4 {
        act(&mut slow, seat, Ready::Ready);
    }
    for now in (7_000..=7_000 + 5 * MIN).step_by(250) {
        tick(&mut slow, now);
    }
    assert_eq!(late, slow);
}

#[test]
fn sa_3_31_the_clock_starts_when_everybody_is_ready() {
    let g = at("planning S2-1; options clock");
    assert_eq!(g.game().alarm(), None);
    g.not_asked("1: next-phase")
        .play("2: ready")
        .asks("1 3 4")
        .not_asked("2: ready")
        .plays("1: ready; 3: ready; 4: ready")
        .asks("")
        .clock(42_000)
        .then("phase 1 1")
        .clock(51_999)
        .then("announced 0")
        .clock(52_000)
        .then("announced 1");
}

#[test]
fn sa_3_32_a_majority_may_stop_the_clock_if_the_table_allows() {
    at("planning S2-1; time 0:05").refuses("1: pause yes", "SA-3.32");
    at("planning S2-1; options pause; time 0:05; hand 1 A-RED")
        .play("1: pause yes")
        .play("2: pause yes")
        .asks("1 2 3 4")
        .play("1: pause no")
        .plays("1: pause yes; 3: pause yes")
        .clock(6_000)
        .events_say("clock is stopped")
        .refuses("1: place A-RED 1 action", "SA-3.32")
        .refuses("1: ping UR", "SA-3.32")
        .clock(60_000)
        .then("announced 0")
        .plays("1: pause no; 4: pause no; 2: pause no")
        .clock(100_000)
        .events_say("runs on")
        .allows("1: place A-RED 1 action")
        .clock(103_999)
        .then("announced 0")
        .clock(104_000)
        .then("announced 1");
}

#[test]
fn sa_3_32_whoever_is_content_with_the_pause_is_asked_again_when_somebody_wants_to_go_on() {
    at("planning S2-1; options pause; time 0:05")
        .plays("1: pause yes; 3: pause yes; 4: pause yes")
        .clock(6_000)
        .asks("1 2 3 4")
        .plays("2: pause yes; 3: pause yes; 4: pause yes")
        .asks("1")
        // The last one cannot be content too: then nobody would be asked any more.
        .refuses("1: pause yes", "SA-3.32")
        .play("1: pause no")
        .asks("2 3 4")
        .plays("2: pause no; 3: pause no")
        .clock(9_000)
        .events_say("runs on");
    // Somebody who is content may change his mind without being asked.
    at("planning S2-1; options pause; time 0:05")
        .plays("1: pause yes; 3: pause yes; 4: pause yes")
        .clock(6_000)
        .plays("2: pause yes; 2: pause no")
        .asks("1 3 4");
}

#[test]
fn sa_3_33_whoever_waits_is_asked_again_at_the_next_announcement() {
    at("planning S2-1; time 3:06; hand 2 A-RED")
        .play("1: wait")
        .asks("2 3 4")
        .not_asked("1: next-phase")
        .play("1: wake")
        .asks("1 2 3 4")
        .plays("1: wait; 3: wait")
        .play("2: give A-RED 1")
        .asks("1 2 4")
        .plays("1: wait; 2: wait; 4: wait")
        .asks("")
        .time(3, 15, 0)
        .asks("1 2 3 4");
    at("planning S2-1").refuses("1: wait", "SA-3.33");
}

#[test]
fn sa_3_34_the_clock_runs_at_the_pace_that_the_table_chose() {
    // Script S2-1 says its first threat at 0:10; half as fast that is after twenty seconds.
    let first = data().script("S2-1").unwrap().events[0].0;
    for (option, table_ms) in
        [("", u64::from(first)), (" slow", u64::from(first) * 2), (" drill", u64::from(first) / 10)]
    {
        at(&format!("planning S2-1; options clock{option}"))
            .plays("1: ready; 2: ready; 3: ready; 4: ready")
            .clock(0)
            .clock(table_ms - 1)
            .then("announced 0")
            .clock(table_ms)
            .then("announced 1");
    }
    // The transfer window closes in time with the script: after a tenth of its fifteen seconds.
    at("planning S1-1; options clock drill; time 1:31; hand 1 A-RED")
        .allows("1: give A-RED 2")
        .clock((90_000 + u64::from(TRANSFER_MS)) / 10)
        .refuses("1: give A-RED 2", "SA-3.24");
}

#[test]
fn sa_3_35_everybody_has_a_marker_without_effect() {
    at("planning S2-1; time 0:05")
        .play("1: mark UR")
        .events_say("Captain marks upper red")
        .then("mark 1 UR; mark 2 none")
        .refuses("1: mark UR", "SA-3.35")
        .plays("2: mark red 4; 1: mark none")
        .then("mark 1 none; mark 2 square-red-4")
        .allows("2: mark red 1")
        .makes_no_sense("2: mark red 0")
        .makes_no_sense("2: mark red 17");
    // Cut while communication is down.
    let (down, _) = *data()
        .script("S2-1")
        .unwrap()
        .events
        .iter()
        .find(|(_, what)| matches!(what, Announcement::CommunicationDown { .. }))
        .unwrap();
    let time = klaxon_space_alert::script::clock(down + 1000);
    at(&format!("planning S2-1; time {time}")).refuses("1: mark UR", "SA-3.26").then("silent yes");
}

#[test]
fn sa_3_13_the_forecast_counts_only_cards_that_the_viewer_knows() {
    let mut game = table(&unclocked("S2-1", 4), 2);
    let hand = plan_of(&game, 0).hand;
    let arrow = *hand.iter().find(|k| k.act(Half::Movement) != Act::Lift).expect("some arrow");
    act(&mut game, 0, Program::Place { turn: 1, card: arrow, half: Half::Movement });
    let own = klaxon_space_alert::forecast(&game.view(Viewer::Seat(Seat(0)))).unwrap();
    assert_eq!(own.known, [12, 0, 0, 0]);
    assert_ne!(own.turns[0].at[0], Some(klaxon_space_alert::Spot::Station(klaxon_space_alert::Station::UW)));
    assert_eq!(own.turns[0].at[1], None);
    assert_eq!(own.turns.len(), 12);
    // Others see that a card lies there, and their forecast stays the same.
    let before = klaxon_space_alert::forecast(&game.view(Viewer::Seat(Seat(1))));
    act(&mut game, 0, Program::Flip(1));
    assert_eq!(klaxon_space_alert::forecast(&game.view(Viewer::Seat(Seat(1)))), before);
    assert_eq!(klaxon_space_alert::forecast(&game.view(Viewer::Watcher)), None);
}

#[test]
fn sa_3_36_the_forecast_counts_what_others_have_told_of_their_plans() {
    let mut game = table(&unclocked("S2-1", 4), 2);
    let hand = plan_of(&game, 1).hand;
    let arrow = *hand.iter().find(|k| k.act(Half::Movement) != Act::Lift).expect("some arrow");
    act(&mut game, 1, Program::Place { turn: 1, card: arrow, half: Half::Movement });
    let seen = |game: &SpaceAlert| klaxon_space_alert::forecast(&game.view(Viewer::Seat(Seat(0)))).unwrap();
    assert_eq!(seen(&game).known, [12, 0, 0, 0], "a card face down tells nothing");
    act(&mut game, 1, Say::Say);
    let told = seen(&game);
    assert_eq!(told.known, [12, 12, 0, 0]);
    let bridge = klaxon_space_alert::Spot::Station(klaxon_space_alert::Station::UW);
    assert!(told.turns[0].at[1].is_some_and(|at| at != bridge), "told to leave the bridge");
    // A card laid after that is unknown, and so is where it leads.
    let other = *plan_of(&game, 1).hand.first().unwrap();
    act(&mut game, 1, Program::Place { turn: 3, card: other, half: Half::Action });
    let after = seen(&game);
    assert_eq!(after.known, [12, 2, 0, 0]);
    assert_eq!((after.turns[1].at[1].is_some(), after.turns[2].at[1]), (true, None));
}

#[test]
fn sa_10_1_the_forecast_counts_who_serves_the_computer() {
    // Alone with all boards known: what is not there is not there, and everybody is late.
    let game = table(&unclocked("S2-1", 4), 2);
    let own = klaxon_space_alert::forecast(&game.view(Viewer::Seat(Seat(0)))).unwrap();
    let served: Vec<(u8, bool, bool)> =
        own.computer.iter().map(|service| (service.phase, service.served, service.all_known)).collect();
    assert_eq!(served, [(1, false, false), (2, false, false), (3, false, false)], "others may do it");
    // A card with C on the bridge in turn 1 serves it.
    for seed in 0..40 {
        let mut game = table(&unclocked("S2-1", 4), seed);
        let hand = plan_of(&game, 0).hand;
        let Some(card) = hand.iter().find(|k| k.act(Half::Action) == Act::C) else { continue };
        act(&mut game, 0, Program::Place { turn: 1, card: *card, half: Half::Action });
        let own = klaxon_space_alert::forecast(&game.view(Viewer::Seat(Seat(0)))).unwrap();
        assert!(own.computer[0].served && !own.computer[1].served, "{:?}", own.computer);
        return;
    }
    panic!("no hand has a C");
}

#[test]
fn sa_3_26_nobody_talks_while_communication_is_down() {
    let mut game = started(&script("S2-1", 4), 3, 0);
    assert_eq!(SpaceAlert::hushed(&game.view(Viewer::Watcher)), None);
    let (down, _) = *data()
        .script("S2-1")
        .unwrap()
        .events
        .iter()
        .find(|(_, what)| matches!(what, Announcement::CommunicationDown { .. }))
        .unwrap();
    tick(&mut game, u64::from(down));
    assert!(SpaceAlert::hushed(&game.view(Viewer::Watcher)).is_some());
}

#[test]
fn sa_3_36_the_crew_is_told_what_lies_on_a_board_until_the_space_changes() {
    let game = at("planning S2-1; time 0:20; hand 2 A-RED B-LIFT")
        .play("2: place A-RED 1 movement")
        .play("2: place B-LIFT 2 action")
        .plays("1: wait; 3: wait")
        .asks("2 4")
        .play("2: say")
        .asks("1 2 3 4")
        .refuses("2: say", "SA-3.36");
    let told = |game: &SpaceAlert| game.view(Viewer::Seat(Seat(0))).crew[1].told[..2].to_vec();
    assert_eq!(told(game.game()), [Act::Red, Act::B]);
    // Whatever a seat imagines agrees with what it was told.
    for seed in 0..50 {
        let imagined = game.game().redeal(Seat(0), &mut Chance::quick(seed));
        let own = imagined.view(Viewer::Seat(Seat(1))).crew[1].board[..2].to_vec();
        assert!(matches!(own[0], Space::Face { up: Act::Red, .. }), "{own:?}");
        assert!(matches!(own[1], Space::Face { up: Act::B, .. }), "{own:?}");
    }
    let game = game.play("2: flip 2");
    assert_eq!(told(game.game()), [Act::Red, Act::Empty]);
    // Words end a wait three times, then no more before the next announcement.
    game.plays("1: wait; 2: say")
        .asks("1 2 3 4")
        .plays("1: wait; 2: flip 2; 2: say")
        .asks("1 2 3 4")
        .plays("1: wait; 2: flip 2; 2: say")
        .asks("2 3 4")
        .time(0, 55, 0)
        .asks("1 2 3 4");
    // SA-3.26: not while communication is down.
    at("planning S2-1; time 2:55; hand 2 A-RED")
        .play("2: place A-RED 1 movement")
        .refuses("2: say", "SA-3.26");
}

#[test]
fn scripts_hold_what_the_ledger_says_of_them() {
    let weight = |a: &Announcement, five: bool| match a {
        Announcement::Threat { serious, unconfirmed, .. } if five || !unconfirmed => {
            1 + usize::from(*serious)
        }
        _ => 0,
    };
    for script in &data().scripts {
        let sum = |five| script.events.iter().map(|(_, a)| weight(a, five)).sum::<usize>();
        let wanted = match script.lesson {
            Lesson::TestRun => (3, 3),
            Lesson::Simulation | Lesson::Advanced => (6, 5),
            Lesson::Mission => (8, 7),
        };
        assert_eq!((sum(true), sum(false)), wanted, "{}", script.id);
    }
}
