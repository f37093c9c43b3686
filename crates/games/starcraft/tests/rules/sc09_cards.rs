//! Chapter 9, second part: the cards of step 6.

use super::bench::*;

#[test]
fn sc_9_12_a_standard_card_with_an_optional_reinforcement_or_the_deck_top() {
    worked("p2 at tarsonis.1 zergling; p1 hand T05 TT02; battle tarsonis.1 p1 marine")
        .refuses("p1: play TT02", "SC-9.12")
        .refuses("p1: play T09", "SC-9.12")
        .allows("p1: play top")
        .play("p1: play T05")
        .then("asks reinforcement p1")
        .refuses("p1: add T01", "SC-9.12")
        .refuses("p1: add TT04", "SC-9.12")
        .allows("p1: add none")
        .play("p1: add TT02")
        .then("asks standard p2");
}

#[test]
fn sc_9_13_the_defender_sees_how_many_cards_lie_where_but_no_faces() {
    let game = worked("p2 at tarsonis.1 zergling; p1 hand T05 TT02; battle tarsonis.1 p1 marine")
        .plays("p1: play T05; p1: add TT02")
        .hears("p1", "Jim Raynor lays T05 Marine/Firebat with TT02 Bunker")
        .hears("p2", "Jim Raynor lays 2 cards face down in skirmish 1")
        .does_not_hear("p2", "Bunker")
        .does_not_hear("watcher", "T05");
    let card = |viewer| game.game().view(viewer).battle.unwrap().skirmishes[0].standard[0];
    assert_eq!(card(Viewer::Seat(Seat(1))), klaxon_starcraft::CardView::Back { deck: false });
    assert!(matches!(card(Viewer::Seat(Seat(0))), klaxon_starcraft::CardView::Face(_)));
}

#[test]
fn sc_9_14_nothing_from_hand_is_added_to_the_deck_top() {
    worked("p2 at tarsonis.1 zergling; p1 hand T05 TT02; battle tarsonis.1 p1 marine")
        .play("p1: play top")
        .then("asks standard p2");
}

#[test]
fn sc_9_15_without_a_standard_card_in_hand_the_deck_top_must_be_used() {
    // The cards drawn in step 3 are reinforcements. It is asked all the same, or everybody would know.
    let game = worked(
        "p2 at tarsonis.1 zergling; p2 hand Z01; p1 hand TT05; p1 deck TT02 TT02/2 TT05/2 rest; battle tarsonis.1 p1 marine",
    )
    .then("p1 hand TT02 TT02/2 TT05 TT05/2; asks standard p1");
    assert_eq!(game.choices_of("p1"), ["play top"]);
}

#[test]
fn sc_9_16_with_empty_deck_and_discard_pile_a_standard_card_must_be_played() {
    worked("p2 at tarsonis.1 zergling; p1 hand rest; battle tarsonis.1 p1 marine")
        .then("p1 decksize 0; p1 holds 18")
        .refuses("p1: play top", "SC-9.16")
        .allows("p1: play T01");
}

#[test]
fn sc_9_57_a_side_without_any_standard_card_counts_as_a_blank_card() {
    // The search of SC-9.18 ends: Raynor's deck holds one reinforcement card, and his hand all standard cards.
    worked("p2 at tarsonis.1 zergling; p2 hand Z01; p1 hand rest; p1 deck TT02 TT02/2 TT05 TT05/2; battle tarsonis.1 p1 marine")
        .then("p1 decksize 1")
        .plays("p1: play top; p2: play Z01")
        .events_say("uses a blank card, for no standard card is left instead")
        .events_say("The Marine of Jim Raynor has attack 0 and health 0");
}

#[test]
fn sc_9_61_a_reinforcement_card_that_cannot_match_may_be_placed_as_a_bluff() {
    let game =
        worked("p2 at tarsonis.1 zergling; p2 hand Z05; p1 hand T05 TT05; battle tarsonis.1 p1 marine")
            .play("p1: play T05");
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let label =
        StarCraft::label(&view, &klaxon_starcraft::Reinforce::Reinforce("TT05".parse().unwrap()).into());
    assert!(label.text.contains("bluff"), "{}", label.text);
    drop(
        game.plays("p1: add TT05; p2: play Z05")
            .events_say("TT05 Cloaking Field of Jim Raynor matches no unit and is discarded"),
    );
}
