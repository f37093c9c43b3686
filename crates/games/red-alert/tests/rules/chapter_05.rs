//! Chapter 5: the first player.

use super::common::{Case, battle, start};
use klaxon_core::{Game, Seat, Viewer};
use klaxon_red_alert::{Side, data};

/// Both choose their initiative cards. Each side has a unit in every sector.
fn choosing(cw: &str, cf: &str) -> Case {
    let units = "cw I2 SC; cw I6 SC; cw I11 SC; cf C2 SC; cf C6 SC; cf C11 SC";
    battle(&format!("{units}; hand cw {cw}; hand cf {cf}; phase initiative"))
}

#[test]
fn ra_5_1_both_choose_a_card_in_secret() {
    let case =
        choosing("CM-01 CM-05", "CM-08 CM-11").then("asked cw cf").refuses("cw: initiative CM-08", "RA-7.1");
    let case = case.play("cw: initiative CM-01").hears("cw", "Scout Left").does_not_hear("cf", "Scout Left");
    let other = choosing("CM-01 CM-05", "CM-08 CM-11").play("cw: initiative CM-05");
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Watcher] {
        assert_eq!(case.game().view(viewer), other.game().view(viewer), "nobody else can tell");
    }
    // Both are revealed together.
    case.then("asked cf")
        .play("cf: initiative CM-08")
        .hears("watcher", "Scout Left (1)")
        .events_say("Attack Centre (3)");
}

#[test]
fn ra_5_2_the_card_that_orders_fewer_units_goes_first() {
    choosing("CM-05", "CM-08")
        .plays("cw: initiative CM-05; cf: initiative CM-08")
        .then("turn 1; asked cw; card cw CM-05");
    choosing("CM-08", "CM-05")
        .plays("cw: initiative CM-08; cf: initiative CM-05")
        .then("turn 1; asked cf; card cf CM-05");
}

#[test]
fn ra_5_3_initiative_numbers_and_five_for_what_is_not_fixed() {
    let numbers: Vec<u8> = data::get().command.iter().map(|c| c.initiative).collect();
    assert_eq!(
        numbers,
        [1, 1, 1, 2, 2, 2, 3, 3, 3, 5, 5, 5, 3, 4, 6, 5, 5, 5, 5, 5, 4, 5, 4, 4, 5, 4, 5, 5, 5],
        "CM-01 to CM-29 as in components section 8"
    );
    // Up to rating: five, however many cards are held. So General Advance (6) comes after it.
    choosing("CM-11", "CM-15").plays("cf: initiative CM-15; cw: initiative CM-11").then("asked cw; rating 1");
    // First Strike orders none at all and counts as five too: Direct Orders (4) come first.
    choosing("CM-16", "CM-21")
        .plays("cf: initiative CM-21; cw: initiative CM-16")
        .then("asked cf; card cf CM-21");
}

#[test]
fn ra_5_4_ties_are_rolled_off_and_bring_no_stars() {
    let tie = "star star blast blast blast circle star circle star circle";
    choosing("CM-05", "CM-05")
        .play("cw: initiative CM-05")
        .dice(tie)
        .dice("star blast blast blast blast star star circle circle circle")
        .play("cf: initiative CM-05")
        .then("asked cf; turn 1; stars cw 0 cf 0; pool 36");
    choosing("CM-05", "CM-05")
        .play("cw: initiative CM-05")
        .dice("star star blast blast blast star circle circle circle circle")
        .play("cf: initiative CM-05")
        .then("asked cw; turn 1; stars cw 0 cf 0; pool 36");
}

#[test]
fn ra_5_5_the_second_player_must_use_the_card_he_revealed() {
    let case = choosing("CM-05 CM-04", "CM-08 CM-21").plays("cw: initiative CM-05; cf: initiative CM-08");
    case.plays("cw: done-ordering; cw: two-stars")
        .then("turn 2; asked cf; card cf CM-08; aside cf none")
        .not_asked("cf: play CM-21")
        .play("cf: order C6");
}

#[test]
fn ra_5_6_then_the_players_alternate_and_choose_freely() {
    choosing("CM-05 CM-04", "CM-08 CM-21")
        .plays("cw: initiative CM-05; cf: initiative CM-08; cw: done-ordering; cw: two-stars; cf: done-ordering; cf: two-stars")
        .then("turn 3; asked cw; question command")
        .allows("cw: play CM-04")
        .plays("cw: play CM-04; cw: done-ordering; cw: two-stars")
        .then("turn 4; asked cf; question command");
}

#[test]
fn ra_5_7_a_scenario_may_name_who_moves_first() {
    let case = start("cardinals-belt-3").play("cw: done-buying");
    super::common::deploy_all(case)
        .then("turn 1; window opp-turn-start")
        .play("cf: pass")
        .then("question command; asked cw");
    for scenario in &data::get().scenarios {
        let named = scenario.first.side();
        assert_eq!(named, (scenario.id == "cardinals-belt-3").then_some(Side::Cw), "{}", scenario.id);
    }
}

#[test]
fn ra_5_8_scout_left_goes_before_attack_centre() {
    choosing("CM-01 CM-04", "CM-08 CM-04")
        .plays("cw: initiative CM-01; cf: initiative CM-08")
        .then("asked cw; card cw CM-01; aside cf CM-08")
        .plays("cw: done-ordering")
        .play("cw: keep CM-01")
        .play("cw: two-stars")
        .then("asked cf; card cf CM-08");
}

#[test]
fn ra_5_9_direct_orders_go_before_assault_right() {
    choosing("CM-12", "CM-21")
        .plays("cw: initiative CM-12; cf: initiative CM-21")
        .then("asked cf; card cf CM-21; aside cw CM-12");
}

#[test]
fn ra_5_10_the_card_laid_aside_is_committed() {
    // First Strike laid aside cannot answer an attack in the first turn.
    battle("cw E6 SC ordered; cf E7 SC; aside cf CM-16; phase combat cw")
        .dice("star star star")
        .play("cw: attack E6 E7")
        .then("stars cw 3; cf E7 SC; aside cf CM-16");
    // It cannot be lost with the flagship either.
    battle("cw E6 SB ordered; cf E8 FL x1; aside cf CM-08; phase combat cw")
        .dice("square star star square")
        .play("cw: attack E6 E8")
        .then("empty E8; aside cf CM-08; hand-size cf 0");
    // It counts for the rating when it is played.
    choosing("CM-05 CM-04", "CM-11 CM-21 CM-04")
        .plays("cw: initiative CM-05; cf: initiative CM-11; cw: done-ordering; cw: two-stars")
        .then("asked cf; card cf CM-11; rating 3");
}
