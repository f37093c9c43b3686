//! Chapter 15: phase 5, the end of a turn.

use super::common::{battle, combat, watched};
use klaxon_core::{Game, Seat, Viewer};
use klaxon_red_alert::{Side, data};

#[test]
fn ra_15_1_the_order_of_the_last_phase() {
    // a: the replacement for First Strike; b: end-of-turn cards; c: a card for a star; d: draw; e: stars or card.
    combat("cw G6 SC ordered; cf G7 SC; card cw CM-05; hand cf CM-16; combat cw CB-10; deck CM-08 CM-09")
        .play("cw: attack G6 G7")
        .dice("circle circle circle circle circle circle")
        .play("cf: first-strike")
        .then("hand cf CM-08; hand cw; window own-end-of-turn; asked cw")
        .play("cw: pass")
        .then("question discard; hand cw")
        .play("cw: discard CB-10")
        .then("stars cw 1; discarded CB-10 CM-05; hand cw CM-09; question end-choice")
        .play("cw: two-stars")
        .then("stars cw 3; turn 2");
    battle("combat-deck CB-17 CB-12; phase end-choice cw")
        .play("cw: star-and-card")
        .then("stars cw 1; combat cw CB-17");
}

#[test]
fn ra_15_2_a_card_for_a_star_only_if_none_was_played() {
    battle("combat cw CB-10 CB-11; phase discard cw")
        .refuses("cw: discard CB-12", "RA-15.1")
        .play("cw: discard CB-10")
        .then("question end-choice; combat cw CB-11; stars cw 1"); // one card at most
    battle("combat cw CB-10; phase discard cw")
        .play("cw: pass")
        .then("combat cw CB-10; stars cw 0; question end-choice");
    battle("combat cw CB-10; used cw; phase discard cw").then("question end-choice; combat cw CB-10");
    // A card of this very phase counts too.
    battle("combat cw CB-26 CB-10; cw G6 SC ordered; phase combat cw")
        .play("cw: card CB-26")
        .then("question end-choice; combat cw CB-10; stars cw 3");
    // What was played in the opponent's turn does not matter: the count is by turn.
    battle(
        "combat cw CB-10 CB-18; stars cw 2; cw G6 SC; cf G7 SC ordered; hand cw CM-05 CM-06; phase combat cf",
    )
    .play("cf: attack G7 G6")
    .then("window declare-against")
    .dice("circle circle circle")
    .play("cw: card CB-18")
    .plays("cf: two-stars; cw: play CM-05; cw: done-ordering; cw: pass")
    .then("question discard; asked cw");
}

#[test]
fn ra_15_3_scouts_draw_two_and_keep_one() {
    let case = battle("cw G6 SC; cw G2 SC; hand cw CM-01; deck CM-08 CM-09; phase command cw")
        .plays("cw: play CM-01; cw: done-ordering")
        .then("question keep")
        .hears("cw", "Attack Centre and Attack Right")
        .does_not_hear("cf", "Attack Centre");
    assert!(case.game().view(Viewer::Seat(Seat(1))).of_side(Side::Cw).cards.scouted.is_empty());
    // Also when the card could order nobody.
    battle("cw G6 SC; hand cw CM-01; phase command cw").play("cw: play CM-01").then("question keep");
    case.refuses("cw: keep CM-10", "RA-15.3")
        .play("cw: keep CM-09")
        .hears("cf", "discards Attack Centre")
        .does_not_hear("cf", "Attack Right")
        .then("hand cw CM-09; discarded CM-08 CM-01");
}

#[test]
fn ra_15_4_a_card_played_in_the_opponents_turn_is_not_replaced() {
    combat("cw G6 SC ordered; cf G7 SC; combat cf CB-18; stars cf 2")
        .play("cw: attack G6 G7")
        .dice("circle circle circle")
        .play("cf: card CB-18")
        .then("combat-size cf 0")
        .play("cw: two-stars")
        .then("combat-size cf 0");
}

#[test]
fn ra_15_5_an_empty_deck_is_refilled_from_its_discards() {
    let mut rest = Vec::new();
    for card in &data::get().command {
        rest.extend(std::iter::repeat_n(card.id.as_str(), usize::from(card.copies)));
    }
    // The deck is empty and two cards lie on the discards: one of them is drawn, one is the new deck.
    let text = |discards: usize| {
        let (gone, held) = rest.split_at(discards);
        let gone = if gone.is_empty() { String::new() } else { format!("discards {}; ", gone.join(" ")) };
        format!("{gone}hand cf {}; phase discard cw", held.join(" "))
    };
    let case = battle(&text(2)).then("hand-size cw 1; question end-choice");
    assert_eq!((watched(&case).decks.command, watched(&case).decks.command_discards.len()), (1, 0));
    // Both empty: nothing is drawn.
    battle(&text(0)).then("hand-size cw 0; question end-choice");
    // The combat deck likewise.
    let mut rest = Vec::new();
    for card in &data::get().combat {
        rest.extend(std::iter::repeat_n(card.id.as_str(), usize::from(card.copies)));
    }
    let (gone, held) = rest.split_at(2);
    let case = battle(&format!(
        "combat-discards {}; combat cf {}; phase end-choice cw",
        gone.join(" "),
        held.join(" ")
    ));
    let case = case.play("cw: star-and-card").then("combat cw CB-01");
    assert_eq!((watched(&case).decks.combat, watched(&case).decks.combat_discards.len()), (1, 0));
    battle(&format!("combat cf {}; phase end-choice cw", rest.join(" ")))
        .play("cw: star-and-card")
        .then("combat-size cw 0; stars cw 1");
}

#[test]
fn ra_15_6_discards_may_be_inspected() {
    let case = battle("discards CM-01 CM-01 CM-08; combat-discards CB-05; hand cw CM-04; phase command cw");
    for viewer in [Viewer::Watcher, Viewer::Seat(Seat(1))] {
        let decks = case.game().view(viewer).decks;
        let command: Vec<String> = decks.command_discards.iter().map(|(c, n)| format!("{c} {n}")).collect();
        let combat: Vec<String> = decks.combat_discards.iter().map(|(c, n)| format!("{c} {n}")).collect();
        assert_eq!((command, combat), (vec!["CM-01 2".into(), "CM-08 1".into()], vec!["CB-05 1".into()]));
    }
}

#[test]
fn ra_15_7_no_limit_on_combat_cards_in_hand() {
    let many = "CB-01 CB-01 CB-02 CB-02 CB-03 CB-03 CB-04 CB-04 CB-04 CB-05";
    battle(&format!("combat cw {many}; combat-deck CB-17; phase end-choice cw"))
        .play("cw: star-and-card")
        .then("combat-size cw 11");
}

#[test]
fn ra_15_8_then_the_other_player_has_his_turn() {
    battle("cw G6 SC ordered moved fought; hand cf CM-05; turn 7; phase end-choice cw")
        .play("cw: two-stars")
        .then("turn 8; phase command cf; asked cf; cw G6 SC -ordered -moved -fought")
        .not_asked("cw: two-stars");
}
