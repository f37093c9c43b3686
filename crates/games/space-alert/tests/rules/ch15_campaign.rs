//! Chapter 15: the exploration campaign.

use crate::{Go, at};
use klaxon_space_alert::SpaceAlert;
use klaxon_testkit::Given;

/// Two players and two androids after a survived mission.
fn landed(mission: u8, clauses: &str) -> Given<SpaceAlert> {
    at(&format!("crew 1 2 a1 a2; campaign {mission} 0 0; turn 13 threats; {clauses}")).step()
}

/// Everybody wants to go on.
fn on(g: Given<SpaceAlert>) -> Given<SpaceAlert> {
    g.plays("1: go-on yes; 2: go-on yes")
}

/// Levels agreed and the Action Round, without a clock, spent with nothing.
fn next(g: Given<SpaceAlert>) -> Given<SpaceAlert> {
    idle(g.plays("1: levels white white; 2: levels white white"))
}

fn idle(g: Given<SpaceAlert>) -> Given<SpaceAlert> {
    g.plays("1: next-phase; 1: next-phase; 2: next-phase; 2: next-phase; 1: end-round yes; 2: end-round yes")
}

#[test]
fn sa_15_1_up_to_three_missions_and_a_lost_one_loses_all() {
    landed(1, "").then("stage go-on").choices_include("1: go-on yes").choices_include("1: go-on no");
    landed(2, "").then("stage go-on");
    landed(3, "").then("stage over; score 0");
    let lost = at("crew 1 2 a1 a2; campaign 2 20 3; turn 13 threats; tracks T4 T4 T4 T4; threat SE2-05 T+8 red on-track square 2").step();
    assert_eq!(lost.ends().score, None);
    assert!(lost.ends().winners.is_empty());
}

#[test]
fn sa_15_2_the_most_careful_proposal_wins() {
    on(landed(1, ""))
        .then("stage levels; mission 2")
        .play("1: levels yellow mixed")
        .asks("2")
        .play("2: levels mixed yellow")
        .events_say("mixed common and mixed serious")
        .then("stage planning");
    on(landed(1, ""))
        .plays("1: levels yellow white; 2: levels white yellow")
        .events_say("white common and white serious");
    landed(1, "").plays("1: go-on yes; 2: go-on no").then("stage over");
    // Then a random script: nobody is told which.
    let g = on(landed(1, "")).plays("1: levels white white; 2: levels white white");
    let view = klaxon_core::Game::view(g.game(), klaxon_core::Viewer::Watcher);
    assert_eq!((view.script, view.campaign, view.mission), (None, true, 2));
}

#[test]
fn sa_15_3_decks_and_cards_are_set_up_anew() {
    let g = on(landed(1, ""))
        .plays("1: levels mixed mixed; 2: levels mixed mixed")
        .then("phase 1 1; hand 1 size 9");
    let view = klaxon_core::Game::view(g.game(), klaxon_core::Viewer::Watcher);
    let klaxon_space_alert::StageView::Planning(plan) = view.stage else { panic!() };
    assert_eq!(plan.deck, 90 - 2 * (8 + 6 + 6));
    assert!(plan.threats.len() >= 4);
}

#[test]
fn sa_15_4_tokens_leave_and_energy_fuel_and_rockets_are_set_up_anew() {
    next(on(landed(1, "fuel 0; rockets 0; shields 0 0 0; reactors 0 1 0; member 2 LB; threat I1-05 T+1 internal survived at UB; squad 1 led 2")))
        .then("fuel 3; rockets 3; shields 1 1 1; reactors 2 3 2; member 2 UW; squad 1 stored UB; turn 1 appear")
        .then_not("threat I1-05 survived");
}

#[test]
fn sa_15_5_repairs_in_crew_order_and_the_knocked_out_only_recover() {
    on(landed(1, "damage red heavy light shield; member 2 UW out; squad 2 stored LR disabled"))
        .then("stage repairs")
        .asks("1")
        .choices_include("1: repair red heavy")
        .choices_include("1: repair squad 2")
        .choices_include("1: repair nothing")
        .refuses("1: repair blue heavy", "SA-15.5")
        .refuses("1: repair squad 1", "SA-15.5")
        .play("1: repair red heavy")
        .events_say("Crew 2 recovers")
        .asks("1")
        .play("1: repair squad 2")
        .asks("2")
        .play("2: repair nothing")
        .then("stage levels; damage red light shield");
    // A repaired squad is there again.
    let g = on(landed(1, "squad 2 stored LR disabled")).play("1: repair squad 2").then("stage levels");
    next(g).then("squad 2 stored LR").then_not("squad 2 stored LR disabled");
}

#[test]
fn sa_15_6_at_most_two_tiles_per_zone_shuffled_back() {
    let g = on(landed(1, "damage red heavy light shield; damage blue lift"))
        .plays("1: repair red heavy; 2: repair red light")
        .refuses("1: repair red shield", "SA-15.6")
        .allows("1: repair blue lift")
        .plays("1: repair nothing; 2: repair nothing");
    let g = next(g).then("damage red shield; damage blue lift");
    let red = g.game().voyage().unwrap().ship.stacks[0];
    let mut left = red.left().to_vec();
    left.sort_unstable();
    assert_eq!(
        left.iter().map(|t| t.word()).collect::<Vec<_>>(),
        ["heavy", "light", "reactor", "lift", "structural"]
    );
}

#[test]
fn sa_15_7_someone_knocked_out_in_space_returns_with_a_disabled_squad() {
    let g = on(landed(1, "member 1 space out; squad 1 led 1 disabled")).events_say("Captain recovers");
    next_with_squad(g).then("member 1 UW; squad 1 left-out disabled; squad 2 stored LR");
}

/// As `next`, when one squad is left: it is stored at LR.
fn next_with_squad(g: Given<SpaceAlert>) -> Given<SpaceAlert> {
    let g = g.plays("2: repair nothing; 1: repair nothing; 2: repair nothing");
    idle(g.plays("1: levels white white; 2: levels white white; 1: squad-at LR"))
}

#[test]
fn sa_15_8_tiles_that_stay_keep_their_effects_and_stay_out_of_the_stack() {
    let g = on(landed(1, "damage red heavy light lift; damage white lift"));
    let g = g.plays("1: repair white lift; 2: repair nothing; 1: repair nothing; 2: repair nothing");
    let g = next(g).then("damage red heavy light lift; damage white -");
    assert_eq!(g.game().voyage().unwrap().ship.stacks[0].left().len(), 3);
    // The zone is lost when its remaining stack is exceeded.
    at("turn 4 threats; tracks T4 T4 T4 T4; shields 0 0 0; damage red heavy light lift; stack red shield; threat E1-05 T+1 red on-track square 10")
        .step()
        .then("lost E1-05");
}

#[test]
fn sa_15_9_an_unrepaired_shield_or_reactor_starts_with_one_block_less() {
    let g = on(landed(1, "damage red shield reactor; damage white reactor; damage blue shield"));
    let g = g.plays("1: repair nothing; 2: repair nothing; 1: repair nothing; 2: repair nothing");
    next(g).then("shields 0 1 0; reactors 1 2 2");
}

#[test]
fn sa_15_10_unrepaired_structural_damage_doubles_all_damage_to_its_zone() {
    let g = on(landed(1, "damage red structural; damage blue structural"));
    let g = g.plays("1: repair red structural; 2: repair nothing; 1: repair nothing; 2: repair nothing");
    next(g).then("old-structural blue");
    at("turn 4 threats; tracks T4 T4 T4 T4; shields 0 0 0; old-structural blue; damage blue structural; threat E1-05 T+1 blue on-track square 10 speed 1")
        .step()
        .then("tiles blue 5");
}

#[test]
fn sa_15_11_a_single_squad_is_stored_where_the_crew_chooses() {
    let g = on(landed(1, "squad 1 led 1 disabled"));
    let g = g.plays("1: repair nothing; 2: repair nothing; 1: repair nothing; 2: repair nothing");
    let g = g
        .plays("1: levels white white; 2: levels white white")
        .then("stage only-squad")
        .asks("1")
        .refuses("1: squad-at UW", "SA-15.11");
    idle(g.play("1: squad-at UB")).then("squad 1 left-out disabled; squad 2 stored UB");
    let none = on(landed(1, "squad 1 led 1 disabled; squad 2 led 2 disabled"));
    let none = none.plays("1: repair nothing; 2: repair nothing; 1: repair nothing; 2: repair nothing");
    next(none).then("squad 1 left-out disabled; squad 2 left-out disabled");
}

#[test]
fn sa_15_12_threat_points_of_all_missions_last_penalties_mean_of_visual_points() {
    at("crew 1 2 a1 a2; campaign 3 30 4; turn 13 threats; damage red heavy light; threat E1-05 T+1 red destroyed; visual 2 0 1")
        .step()
        .then("score 32");
    // Stopping early: no repairs, the penalties of the last mission count.
    at("crew 1 2 a1 a2; campaign 2 10 2; turn 13 threats; damage red heavy; visual 1 0 0")
        .step()
        .then("stage go-on")
        .plays("1: go-on no; 2: go-on yes")
        .then("stage over; score 9");
}

#[test]
fn sa_15_13_penalty_and_total_only_on_the_last_line_of_the_log() {
    let g = landed(1, "damage red heavy; threat E1-05 T+1 red destroyed");
    let line = &g.game().log()[0];
    assert_eq!((line.penalty, line.total), (None, None));
    assert_eq!(line.score.unwrap().destroyed, 4);
    let g = g.plays("1: go-on no; 2: go-on no");
    let line = g.game().log().last().unwrap();
    assert_eq!((line.penalty, line.total), (Some(2), Some(2)));
    let lost = at("crew 1 2 a1 a2; campaign 2 20 3; turn 13 threats; tracks T4 T4 T4 T4; threat SE2-05 T+8 red on-track square 2").step();
    let line = lost.game().log().last().unwrap();
    assert_eq!((line.score, line.total, line.lost_to.unwrap().to_string().as_str()), (None, None, "SE2-05"));
}

#[test]
fn sa_15_14_androids_recover_and_repair_under_the_same_rules() {
    on(landed(1, "damage red heavy light; member 3 UW out; damage blue lift"))
        .plays("1: repair red heavy; 2: repair red light")
        .events_say("Android 3 recovers")
        .asks("2")
        .play("2: repair blue lift")
        .events_say("Android 4 repairs the blue gravolift");
}

#[test]
fn sa_15_15_a_squad_left_out_is_still_a_disabled_one() {
    at("crew 1 2 a1 a2; campaign 3 0 0; turn 13 threats; squad 1 left-out disabled").step().then("score -1");
    // It may be repaired in the next pause.
    on(landed(2, "squad 1 left-out disabled; squad 2 led 1"))
        .choices_include("1: repair squad 1")
        .refuses("1: repair squad 2", "SA-15.5");
}

#[test]
fn sa_15_16_structural_doubling_reaches_internal_damage_but_not_its_own_mission() {
    let hit = "turn 4 threats; tracks T4 T4 T4 T4; threat I1-06 T+1 internal on-track square 2";
    at(&format!("{hit}; old-structural red; damage red structural")).step().then("tiles red 5");
    at(&format!("{hit}; stack red structural heavy light")).step().then("tiles red 2; old-structural none");
}
