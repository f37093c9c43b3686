//! Cards that can do nothing say so, and refusals say what is really missing.

use super::common::{Case, battle, combat, movement};
use klaxon_core::{Game, Seat, Situation, Viewer, Words};
use klaxon_red_alert::RedAlert;

/// The button of a choice, by its words.
#[track_caller]
fn button(case: &Case, seat: u8, words: &str) -> String {
    let (game, seat) = (case.game(), Seat(seat));
    let view = game.view(Viewer::Seat(seat));
    let found = game.choices(seat).into_iter().find(|action| RedAlert::words(action) == words);
    let action = found.unwrap_or_else(|| panic!("{words} is no choice"));
    RedAlert::label(&view, &action).text
}

#[test]
fn ra_17_1_the_refusal_of_a_boarding_party_says_what_is_missing() {
    let ended = |clauses: &str| {
        let all = format!("{clauses}; cw K4 SC; cf J4 SD; cw K2 SD ordered");
        battle(&format!("{all}; combat cw CB-02; stars cw 3; phase movement cw")).play("cw: end-movement")
    };
    // With a target somewhere, the pair that was clicked is spoken of.
    let mut pairs = ended("cw G6 SC; cf G7 SD x1; cf F6 SF; cw I6 SD; cf I7 SC; cf G9 SD");
    for (pair, why) in [
        ("G6 G7", "down to 1 figure"),
        ("G6 F6", "are no strike unit"),
        ("I6 I7", "none of yours are at I6"),
        ("G6 G9", "G9 is not next to G6"),
        ("G6 H6", "no enemy that can be seen is at H6"),
    ] {
        let words = format!("cw: card CB-02 {pair}");
        pairs = pairs.refuses_saying(&words, "RA-17.1", why);
    }
}

#[test]
fn ra_11_15_a_half_hex_that_blocks_is_named() {
    combat("H1 asteroid; cw I1 SC ordered; cf G1 SC; cw I6 SC ordered; cf I8 SC").refuses_saying(
        "cw: attack I1 G1",
        "RA-11.8",
        "blocked by H1 and the half-hex H0",
    );
    // Where a hex stands in the line itself, the edge has nothing to do with it.
    combat("F5 asteroid; F6 asteroid; cw G6 SC ordered; cf E6 SC; cw I6 SC ordered; cf I8 SC")
        .refuses_saying("cw: attack G6 E6", "RA-11.8", "blocked by F5 and F6");
}

#[test]
fn ra_2_7_prompt_and_refusal_speak_of_the_same_left() {
    let case = battle("cw I2 SC; cw I12 SC; cf B2 SC; hand cw CM-01 CM-05; phase command cw");
    let left = case.game().choices(Seat(0)).into_iter().find(|action| {
        RedAlert::label(&case.game().view(Viewer::Seat(Seat(0))), action).text.contains("on your left")
    });
    let words = RedAlert::words(&left.expect("a card for the left"));
    let case = case.play(&format!("cw: {words}"));
    let prompt = RedAlert::prompt(&case.game().view(Viewer::Seat(Seat(0))), Viewer::Seat(Seat(0))).text;
    assert!(prompt.contains("on your left"), "{prompt}");
    case.refuses_saying("cw: order I12", "RA-7.2", "on your left");
}

#[test]
fn ra_17_1_a_combat_card_without_effect_says_so() {
    let attack = |clauses: &str| {
        combat(&format!("{clauses}; combat cw CB-17 CB-13; stars cw 4")).play("cw: attack G6 G8")
    };
    // Crossfire: nobody else is next to the target, or somebody is.
    let alone = attack("cw G6 SC ordered; cf G8 SC");
    assert!(button(&alone, 0, "card CB-17").contains("No effect here, no other unit of yours"));
    assert!(button(&alone, 0, "card CB-13").contains("No effect here, the target ignores no Blasts"));
    let helped = attack("cw G6 SC ordered; cw H8 SC; cf G8 SB");
    assert!(!button(&helped, 0, "card CB-17").contains("No effect"));
    // A capital ship ignores a Blast of strike ships.
    assert!(!button(&helped, 0, "card CB-13").contains("No effect"));
}

#[test]
fn ra_7_3_a_command_card_that_orders_nobody_says_so() {
    let case = battle("cw I12 SC; cf B2 SC; hand cw CM-01 CM-05; phase command cw");
    let view = case.game().view(Viewer::Seat(Seat(0)));
    let idle: Vec<String> = case
        .game()
        .choices(Seat(0))
        .iter()
        .map(|action| RedAlert::label(&view, action).text)
        .filter(|text| text.contains("No effect here, no unit of yours stands on your left"))
        .collect();
    assert_eq!(idle.len(), 1, "{idle:?}");
}

#[test]
fn ra_18_1_a_card_for_a_place_that_is_not_there_is_known_to_be_idle() {
    let case = movement("cw G6 SC ordered; cf B2 SC; combat cw CB-09 CB-08 CB-06; stars cw 4");
    let view = case.game().view(Viewer::Seat(Seat(0)));
    let idle = |id: &str| {
        let card = klaxon_red_alert::data::get().find_combat(id).expect("a card");
        view.open.idle_combat(klaxon_red_alert::Side::Cw, card)
    };
    assert_eq!(idle("CB-09").as_deref(), Some("there are no asteroids"));
    assert_eq!(idle("CB-08").as_deref(), Some("there is no planet"));
    assert_eq!(idle("CB-06"), None, "there are fighters to scramble");
}
