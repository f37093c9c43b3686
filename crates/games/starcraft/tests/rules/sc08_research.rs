//! Chapter 8: the Research order.

use super::bench::*;

/// p1 executes a Research order at his base, with gas to spend.
#[track_caller]
fn research(order: &str, clauses: &str) -> Given<StarCraft> {
    worked(&format!("p1 card tarsonis.2; p1 card tarsonis.3; {clauses}; phase revealed p1 {order} tarsonis"))
        .play("p1: execute")
}

#[test]
fn sc_8_1_research_needs_a_base_on_the_active_planet() {
    worked("p1 at abaddon.1 marine; order p2 build pridewater; phase revealed p1 research abaddon")
        .play("p1: execute")
        .events_say("has no effect")
        .then("p1 drew 0; asks turn p2");
    research("research", "").then("asks draw p1");
}

#[test]
fn sc_8_2_the_event_card_is_mandatory_the_cards_and_the_technology_are_not() {
    research("research", "")
        .then("p1 drew 1; asks draw p1")
        .play("p1: no draw")
        .then("asks technology p1; p1 holds 0")
        .play("p1: done")
        .then("asks end p1");
    research("research", "").play("p1: draw").then("p1 holds 3; asks technology p1");
}

#[test]
fn sc_8_3_a_technology_is_paid_once_announced_and_all_copies_are_taken() {
    research("research", "")
        .plays("p1: no draw; p1: buy TT05; p1: pay gas; p1: pay gas")
        .events_say("announces the technology Cloaking Field")
        .then("p1 workers 6 0 0 2; p1 decksize 20");
    research("research", "").play("p1: no draw").refuses("p1: buy ZT01", "SC-8.3");
}

#[test]
fn sc_8_4_the_copies_are_shuffled_into_the_deck_with_the_discard_pile() {
    research("research", "p1 discard T01 T02 T03")
        .plays("p1: no draw; p1: buy TT05; p1: pay gas; p1: pay gas")
        .events_say("shuffles 2 cards of Cloaking Field and the discard pile")
        .then("p1 decksize 20")
        .then_not("p1 discard T01 T02 T03");
}

#[test]
fn sc_8_5_without_a_purchase_nothing_is_shuffled() {
    research("research", "p1 discard T01 T02 T03")
        .plays("p1: no draw; p1: done")
        .then("p1 discard T01 T02 T03; p1 decksize 15");
}

#[test]
fn sc_8_6_a_play_area_card_lies_face_up_and_the_discard_pile_stays() {
    research("research", "p1 discard T01 T02 T03")
        .plays("p1: no draw; p1: buy TT11; p1: pay gas; p1: pay gas")
        .then("p1 play TT11; p1 discard T01 T02 T03; p1 decksize 15");
}

#[test]
fn sc_8_7_a_technology_in_the_deck_is_a_normal_combat_card() {
    // A Stim Packs card in hand is laid like any other standard card.
    worked("p1 hand TT01a; p2 hand Z01; p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine")
        .plays("p1: play TT01a; p2: play Z01")
        .events_say("The Marine of Jim Raynor has attack 7 and health 3");
    // It fills the hand and is discarded after use.
    worked("p1 hand TT01a; p2 hand Z01; p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine")
        .plays("p1: play TT01a; p2: play Z01")
        .then("p1 discard TT01a");
}

#[test]
fn sc_8_8_each_technology_is_owned_once_and_may_return() {
    research("research", "p1 deck TT05 TT05/2 rest").play("p1: no draw").refuses("p1: buy TT05", "SC-8.8");
    // The Nuke goes back after use and can be bought again.
    research("research", "p1 workers 8").play("p1: no draw").allows("p1: buy TT03");
    research("research", "p1 hand TT03; p1 workers 8").play("p1: no draw").refuses("p1: buy TT03", "SC-8.8");
}

#[test]
fn sc_8_9_special_research_gives_an_event_card_or_a_copy_into_hand() {
    research("research+", "")
        .plays("p1: no draw; p1: buy TT05; p1: pay gas; p1: pay gas")
        .then("asks special p1; p1 drew 1")
        .allows("p1: event")
        .play("p1: take TT05")
        .then("p1 hand TT05; p1 decksize 19; p1 drew 1");
    research("research+", "")
        .plays("p1: no draw; p1: buy TT05; p1: pay gas; p1: pay gas")
        .refuses("p1: take TT01a", "SC-8.9")
        .play("p1: event")
        .then("p1 drew 2; p1 decksize 20; p1 holds 0");
}

#[test]
fn sc_8_10_without_a_purchase_for_the_deck_only_the_event_card_is_left() {
    research("research+", "").plays("p1: no draw; p1: done").then("p1 drew 2; asks end p1");
    research("research+", "")
        .plays("p1: no draw; p1: buy TT11; p1: pay gas; p1: pay gas")
        .then("p1 drew 2; asks end p1; p1 play TT11");
}

#[test]
fn sc_8_11_when_the_last_card_is_drawn_the_discard_pile_becomes_the_deck_at_once() {
    let hand = "T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15";
    // Three cards left: drawing them shuffles the discard pile at once.
    research("research", &format!("p1 hand {hand}; p1 discard T16 T17 T18; p1 deck T01 T02 T03"))
        .play("p1: draw")
        .events_say("shuffles the discard pile into a new deck")
        .then("p1 decksize 3; p1 holds 15");
    // Drawing goes on in the middle of a draw.
    research("research", &format!("p1 hand {hand}; p1 discard T02 T03 T16 T17 T18; p1 deck T01"))
        .play("p1: draw")
        .then("p1 holds 15; p1 decksize 3");
    // With an empty discard pile the shuffle waits until the next card is needed.
    research("research", &format!("p1 hand {hand} T16 T17 T18; p1 deck T01 T02 T03"))
        .play("p1: draw")
        .then("p1 decksize 0; p1 holds 18");
    // The deck top counts as drawing, and cards lying in a battle are not in the discard pile.
    worked(&format!("p1 hand {hand} T16; p1 deck T01 T02 T03 T17 T18; p2 at tarsonis.1 zergling x2; p2 hand Z01 Z02; p1 discard; battle tarsonis.1 p1 marine x2"))
        .then("p1 decksize 2")
        .plays("p1: play top; p1: play top")
        .then("p1 decksize 0");
}

#[test]
fn sc_8_12_cards_drawn_may_exceed_the_hand_limit() {
    research("research", "p1 hand T01 T02 T03 T04 T05 T06 T07 T08")
        .play("p1: draw")
        .then("p1 holds 11; asks technology p1; p1 limit 8");
}

#[test]
fn sc_8_12_who_draws_sees_his_cards_and_the_others_how_many() {
    let hand = "T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T16 T17 T18";
    for (deck, kept, n) in [
        ("T01 T02 T03", "", "3 combat cards"),
        ("T01 T02", "T03", "2 combat cards"),
        ("T01", "T02 T03", "1 combat card"),
    ] {
        let game = research("research", &format!("p1 hand {hand} {kept}; p1 discard; p1 deck {deck}"))
            .play("p1: draw");
        let said = format!("Jim Raynor draws {n}");
        game.hears("p2", &said)
            .hears("watcher", &said)
            .hears("p1", "Jim Raynor draws ")
            .does_not_hear("p1", &said);
    }
    // Where there is none left nothing is said of it.
    let none = format!("p1 hand {hand} T01 T02 T03; p1 discard; p1 deck");
    research("research", &none).play("p1: draw").events_do_not_say("Raynor draws").then("p1 holds 18");
}
