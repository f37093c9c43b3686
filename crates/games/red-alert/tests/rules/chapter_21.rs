//! Chapter 21: victory.

use super::common::{battle, combat, eve, given, movement, watched};
use klaxon_core::{Code, Game, Seat, Situation};
use klaxon_red_alert::{Kind, Side};

#[test]
fn ra_21_1_victory_by_points_or_by_eliminations_at_any_moment() {
    combat("cw G6 SB ordered; cf G8 SC x1; points cw 10")
        .dice("triangle star star")
        .play("cw: attack G6 G8")
        .then("winner cw; over");
    let seven = "scenario declaration-of-war; taken cw SF SF SF SF SF SF SF";
    combat(&format!("{seven}; cw G6 SB ordered; cf G8 SF x1"))
        .dice("circle star star")
        .play("cw: attack G6 G8")
        .then("winner cw; points cw 8");
    // Uneasy Truce knows no victory by eliminations.
    combat("taken cw SF SF SF SF SF SF SF; cw G6 SB ordered; cf G8 SF x1")
        .dice("circle star star")
        .play("cw: attack G6 G8")
        .then("points cw 8; question end-choice");
    // The defending player wins in the active player's turn.
    combat("cw G6 SC x1 ordered; cf G8 SC; points cf 10; stars cf 2")
        .dice("circle circle circle")
        .play("cw: attack G6 G8")
        .dice("triangle circle circle")
        .play("cf: battle-back")
        .then("winner cf; points cf 13");
    // Nothing is decided after the end.
    let case = combat("cw G6 SB ordered; cf G8 SC x1; points cw 10")
        .dice("triangle star star")
        .play("cw: attack G6 G8");
    for (seat, words) in [(Seat(0), "two-stars"), (Seat(1), "concede")] {
        let action = case.game().action(seat, words).unwrap();
        assert_eq!(case.game().check(seat, &action).unwrap_err().code, Code::Over, "{words}");
    }
    case.asks("");
}

#[test]
fn ra_21_2_points_of_eliminated_units() {
    for (code, points, face) in [
        ("FL", 8, "square star star square"),
        ("HB", 7, "square star star"),
        ("SB", 6, "square star star"),
        ("HC", 4, "triangle star star"),
        ("SC", 3, "triangle star star"),
        ("HD", 4, "triangle star star"),
        ("SD", 3, "triangle star star"),
        ("HF", 2, "circle star star"),
        ("SF", 1, "circle star star"),
    ] {
        assert_eq!(Kind::parse(code).unwrap().stats().points, points);
        combat(&format!("cw G6 SB ordered; cf G8 {code} x1"))
            .dice(face)
            .play("cw: attack G6 G8")
            .then(&format!("points cw {points}; taken cw {code}"));
    }
}

#[test]
fn ra_21_3_points_are_public_and_damage_is_worth_nothing() {
    let case = combat("cw G6 SB ordered; cf G8 HC")
        .dice("triangle triangle triangle")
        .play("cw: attack G6 G8")
        .then("cf G8 HC x1; points cw 0");
    assert_eq!(watched(&case).of_side(Side::Cw).points, 0);
    let case = battle("taken cw SC; points cw 3 cf 5; hand cw CM-05");
    assert_eq!([watched(&case).of_side(Side::Cw).points, watched(&case).of_side(Side::Cf).points], [3, 5]);
}

#[test]
fn ra_21_4_however_the_unit_was_lost() {
    // In retirement, by an asteroid, for want of room.
    combat("F7 asteroid; cw G6 SC ordered; cf G8 SC x2")
        .dice("triangle red-alert star")
        .play("cw: attack G6 G8")
        .dice("triangle")
        .play("cf: retire F7 E7")
        .then("points cw 3");
    eve("G7 asteroid; cw G7 SC x1 alert").dice("red-alert").play("cf: two-stars").then("points cf 3");
    combat("cw C7 SB ordered; cf A7 SC x3")
        .dice("triangle red-alert star")
        .play("cw: attack C7 A7")
        .then("points cw 3; empty A7");
}

#[test]
fn ra_21_5_a_side_without_units_loses_at_once() {
    given("cw G6 SB ordered; cf G8 SF x1; phase combat cw")
        .dice("circle star star")
        .play("cw: attack G6 G8")
        .then("winner cw; points cw 1; question over");
    // After the points of the event are counted: an exit may win it for the side that leaves.
    given("cw A6 SC ordered; cf C1 SF; objectives cw breakthrough; phase movement cw")
        .play("cw: exit A6")
        .then("winner cf; points cw 3");
    given("cw A6 SC ordered; cf C1 SF; objectives cw breakthrough; points cw 10; phase movement cw")
        .play("cw: exit A6")
        .then("winner cw; points cw 13");
}

#[test]
fn ra_21_6_draws() {
    let case = || battle("cw G6 SC; hand cw CM-05 CM-08; hand cf CM-05; phase command cw");
    case()
        .refuses("cf: accept-draw", "RA-21.6")
        .play("cw: offer-draw")
        .refuses("cw: offer-draw", "RA-21.6")
        .play("cf: accept-draw")
        .then("drawn");
    case().plays("cw: offer-draw; cf: offer-draw").then("drawn");
    case().play("cw: concede").then("winner cf");
    // An offer stands until the end of the turn.
    case()
        .plays("cw: offer-draw; cw: play CM-05; cw: done-ordering; cw: two-stars")
        .refuses("cf: accept-draw", "RA-21.6");
    // Forty turns without a loss or a point.
    battle("quiet 39; phase end-choice cw").play("cw: two-stars").then("drawn; quiet 40");
    battle("quiet 39; lively; hand cf CM-05; phase end-choice cw")
        .play("cw: two-stars")
        .then("quiet 0; question command");
    battle("quiet 38; hand cf CM-05; phase end-choice cw")
        .play("cw: two-stars")
        .then("quiet 39; question command");
    // A figure removed or a point gained breaks the row.
    combat("quiet 39; cw G6 SB ordered; cf G8 HC; hand cf CM-05")
        .dice("triangle star star")
        .play("cw: attack G6 G8")
        .play("cw: two-stars")
        .then("quiet 0; question command");
    movement("quiet 39; cw A6 SC ordered; objectives cw breakthrough; hand cf CM-05")
        .plays("cw: exit A6; cw: two-stars")
        .then("quiet 0");
}

#[test]
fn ra_21_7_giving_up_and_offers() {
    let case = || battle("cw G6 SC ordered; cf G8 SC; stars cf 2; hand cf CM-05; phase combat cw");
    // At any time, also in the other's turn and amid a combat.
    case().play("cf: concede").then("winner cw");
    case().dice("star star star").play("cw: attack G6 G8").play("cw: concede").then("winner cf");
    // An offer stands to the end of the current turn, whoever made it.
    case()
        .plays("cf: offer-draw; cw: end-combat")
        .allows("cw: accept-draw")
        .play("cw: two-stars")
        .refuses("cw: accept-draw", "RA-21.6");
}
