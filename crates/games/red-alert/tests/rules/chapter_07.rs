//! Chapter 7: phase 1, the command card.

use super::common::battle;

#[test]
fn ra_7_1_one_command_card_of_the_hand_must_be_played() {
    battle("cw G6 SC; hand cw CM-05 CM-08; phase command cw")
        .not_asked("cw: pass")
        .not_asked("cw: end-combat")
        .refuses("cw: play CM-21", "RA-7.1")
        .play("cw: play CM-05")
        .events_say("plays Probe Centre")
        .then("card cw CM-05; hand cw CM-08")
        .not_asked("cw: play CM-08");
}

#[test]
fn ra_7_2_sector_cards_and_tactic_cards() {
    let fleet = "cw G2 SC; cw G6 SC; cw G11 SC";
    battle(&format!("{fleet}; card cw CM-08; phase orders cw"))
        .allows("cw: order G6")
        .refuses("cw: order G2", "RA-7.2")
        .refuses("cw: order G11", "RA-7.2");
    battle(&format!("{fleet}; card cw CM-21; phase orders cw"))
        .plays("cw: order G2; cw: order G6; cw: order G11");
}

#[test]
fn ra_7_3_a_card_that_orders_nobody_skips_to_phase_5() {
    // Nobody is on the left: no orders, no markers off, no movement, no combat.
    battle("cw G6 SC alert; cf G7 SC; stars cw 4; hand cw CM-04; phase command cw")
        .play("cw: play CM-04")
        .events_say("can order no unit")
        .then("question end-choice; cw G6 SC alert; stars cw 4; discarded CM-04");
}

#[test]
fn ra_7_4_the_played_card_lies_open_until_phase_5() {
    battle("cw G6 SC; hand cw CM-05; phase command cw")
        .plays("cw: play CM-05; cw: order G6; cw: done-ordering")
        .then("card cw CM-05; discards")
        .play("cw: end-movement")
        .then("discarded CM-05");
}

#[test]
fn ra_7_5_first_strike_as_the_turns_card_orders_nothing() {
    battle("cw G6 SC; hand cw CM-16 CM-05; deck CM-08; phase command cw")
        .play("cw: play CM-16")
        .then("question end-choice; discarded CM-16; hand cw CM-05 CM-08");
}

#[test]
fn ra_7_6_the_rating_counts_the_card_just_played() {
    battle("cw G5 SC; cw G6 SC; cw G7 SC; cw G8 SC; hand cw CM-11 CM-04 CM-05; phase command cw")
        .play("cw: play CM-11")
        .then("rating 3")
        .plays("cw: order G5; cw: order G6; cw: order G7")
        .refuses("cw: order G8", "RA-8.5");
}

#[test]
fn ra_7_7_orders_are_a_maximum() {
    let fleet = "cw G5 SC; cw G6 SC; cw G7 SC; cw G8 SC; cw G9 SC";
    battle(&format!("{fleet}; card cw CM-21; phase orders cw"))
        .allows("cw: done-ordering") // none at all
        .plays("cw: order G5; cw: order G6")
        .play("cw: unorder G6")
        .allows("cw: done-ordering") // fewer
        .plays("cw: order G6; cw: order G7; cw: order G8")
        .refuses("cw: order G9", "RA-7.7"); // not more
}

#[test]
fn ra_7_8_without_a_command_card_the_turn_goes_to_phase_5() {
    battle("cw G6 SC; cf G7 SC; deck CM-08; phase end-choice cf")
        .play("cf: two-stars")
        .events_say("holds no command card")
        .then("turn 2; question end-choice; asked cw; hand cw CM-08");
}

#[test]
fn ra_7_2_an_order_is_taken_back_from_a_flagship_as_from_any_unit() {
    battle("cw G6 FL; cw G7 SC; card cw CM-21; phase orders cw")
        .plays("cw: order G6; cw: order G7")
        .allows("cw: unorder G7")
        .play("cw: unorder G6")
        .then("cw G6 FL -ordered; cw G7 SC ordered");
}
