//! Chapter 13: event cards.

use super::bench::*;

/// p1 plays an event card he drew.
#[track_caller]
fn event(card: &str, clauses: &str) -> Given<StarCraft> {
    worked(&format!("p1 drawn {card} looked; {clauses}; phase events")).play(&format!("p1: play {card}"))
}

#[test]
fn sc_13_1_in_step_8_every_player_looks_at_his_cards_in_secret() {
    let game = worked("p1 drawn E112 E107; p2 drawn E102; phase regroup");
    let seen = |viewer: Viewer, seat: usize| game.game().view(viewer).seats[seat].events.clone();
    let own = seen(Viewer::Seat(Seat(0)), 0).expect("he looks at them");
    assert_eq!(own.iter().map(|c| c.id()).collect::<Vec<_>>(), ["E107", "E112"]);
    assert_eq!(seen(Viewer::Seat(Seat(0)), 1), None);
    assert_eq!(seen(Viewer::Watcher, 0), None);
}

#[test]
fn sc_13_2_each_player_may_execute_one_and_the_rest_are_shown_and_discarded() {
    worked("p1 drawn E112 E107 looked; phase events")
        .refuses("p1: play E102", "SC-13.2")
        .play("p1: play E112")
        .events_say("Jim Raynor plays Local Uprising")
        .events_say("Jim Raynor shows and discards Combat Drills")
        .then("p1 cp 1; gone E107 E112; p1 holds 0");
}

#[test]
fn sc_13_2_all_choose_at_the_same_time_and_it_is_carried_out_from_the_first_player() {
    let both = worked("first p2; p1 drawn E112 looked; p2 drawn E102 E107 looked; phase events")
        .then("asks event p1 p2");
    // Whoever chooses first betrays nothing, and may still be the second to be carried out.
    let one = both
        .play("p1: play E112")
        .does_not_hear("p2", "Local Uprising")
        .does_not_hear("watcher", "Local Uprising")
        .then("asks event p2; p1 cp 0; p1 picks E112");
    assert_eq!(one.game().view(Viewer::Seat(Seat(1))).seats[0].pick, None);
    assert_eq!(one.game().view(Viewer::Seat(Seat(0))).seats[0].pick.map(|c| c.id()), Some("E112"));
    one.play("p2: no event")
        .events_say("The Overmind plays no event card")
        .events_say("Jim Raynor plays Local Uprising")
        .then("p1 cp 1; p2 cp 0; gone E102 E107 E112");
}

#[test]
fn sc_13_3_a_card_to_be_kept_goes_to_the_play_area_and_several_may_be_held() {
    worked("p1 drawn E108 looked; p1 held E109; phase events")
        .play("p1: play E108")
        .then("p1 held E108 E109");
    // Used once at its timing and then discarded.
    worked("p1 held E304; p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine")
        .play("p1: use E304")
        .then("gone E304")
        .then_not("p1 held E304");
}

#[test]
fn sc_13_4_a_player_may_decline_to_play_any_card() {
    worked("p1 drawn E112 looked; phase events").play("p1: no event").then("p1 cp 0; gone E112");
}

#[test]
fn sc_13_5_the_end_draws_near_must_be_played_all_of_them() {
    worked("p1 drawn E301 E301/2 E112; phase regroup")
        .refuses("p1: no event", "SC-13.5")
        .refuses("p1: play E112", "SC-13.5")
        .play("p1: play E301")
        .then("asks benefit p1; ends 2")
        .play("p1: take point")
        .then("p1 cp 1; over p1");
}

#[test]
fn sc_13_6_one_benefit_only_and_all_other_events_are_discarded() {
    worked("p1 drawn E301 E112 E107; p1 hand; phase regroup")
        .play("p1: play E301")
        .then("gone E107 E112; asks benefit p1")
        .play("p1: take cards")
        .then("p1 cp 0; p1 holds 3; ends 1");
    worked("p1 drawn E301 E301/2 E112; p2 cp 3; phase regroup")
        .plays("p1: play E301; p1: take cards")
        .then("p1 holds 3; p1 cp 0; over p2");
}

#[test]
fn sc_13_7_played_end_cards_stay_for_the_rest_of_the_game() {
    worked("p1 drawn E301; phase regroup")
        .plays("p1: play E301; p1: take cards")
        .then("ends 1; asks order p2; round 2");
}

#[test]
fn sc_13_8_purchases_by_events_leave_their_workers_assigned_until_the_next_retrieval() {
    event("E105", "p1 card tarsonis.3")
        .play("p1: buy rnd off minerals")
        .then("asks pay p1")
        .play("p1: pay tarsonis.3")
        .then("p1 modules 0 1 0; p1 card tarsonis.3 workers 1; p1 workers 7 0 0 0; round 2");
}

#[test]
fn sc_13_9_unplayed_event_cards_never_carry_over() {
    worked("p1 drawn E112 E107 looked; phase events").play("p1: no event").then("p1 drew 0; round 2");
}

#[test]
fn sc_13_10_an_eliminated_players_event_cards_are_removed_without_effect() {
    // A last unit is bombarded away after its owner has chosen an event: the choice goes with the cards.
    given(
        "players 3; galaxy worked; p1 at tarsonis.3 base; p3 at chau.3 base; p1 at pridewater.2 marine; p2 at pridewater.1 zergling
         p1 drawn E305 looked; p2 drawn E112 looked; phase events",
    )
    .plays("p2: play E112; p1: play E305")
    .then("p2 out; p2 drew 0; p2 cp 0; removed E112")
    .then_not("p2 picks E112");
    // The Overmind falls in step 1; his End card never comes to the table.
    three("p1 at pridewater.1 marine; p2 drawn E301; phase regroup")
        .then("p2 out; removed E301; p2 drew 0")
        .then_not("ends 1");
}

#[test]
fn sc_13_11_ambush_makes_the_opponent_place_first_and_face_up() {
    let cards = "p1 hand T05; p2 hand Z05; p2 at tarsonis.1 zergling";
    // Only the attacker uses it: the defender places first, face up.
    worked(&format!("{cards}; p1 held E108; battle tarsonis.1 p1 marine"))
        .play("p1: use E108")
        .then("asks standard p2")
        .play("p2: play Z05")
        .hears("p1", "The Overmind lays Z05 Zergling/Hydralisk")
        .then("asks standard p1")
        .play("p1: play T05");
    // Only the defender: the attacker first as usual, but face up.
    worked(&format!("{cards}; p2 held E108; battle tarsonis.1 p1 marine"))
        .play("p2: use E108")
        .then("asks standard p1")
        .play("p1: play T05")
        .hears("p2", "Jim Raynor lays T05 Marine/Firebat")
        .then("asks standard p2");
    // Both: both face up, the attacker first; a deck top is turned at once.
    worked(&format!("{cards}; p1 held E108; p2 held E208; battle tarsonis.1 p1 marine"))
        .plays("p1: use E108; p2: use E208")
        .then("asks standard p1")
        .play("p1: play top")
        .hears("p2", "Jim Raynor lays the deck top T04 Marine/Ghost")
        .then("asks standard p2")
        .play("p2: play Z05")
        .hears("p1", "The Overmind lays Z05 Zergling/Hydralisk");
}

#[test]
fn sc_13_12_retreat_needs_a_friendly_or_empty_area_with_room_on_the_planet() {
    worked("p2 at tarsonis.1 zergling; p2 held E109; battle tarsonis.1 p1 marine")
        .play("p2: use E109")
        .events_say("The Overmind calls the battle off and leaves for Tarsonis 2")
        .then("p2 at tarsonis.2 zergling; p1 at tarsonis.1 marine; asks end p1; p1 holds 0");
    worked("p2 at tarsonis.1 zergling; p2 held E109; p1 at tarsonis.2 marine; battle tarsonis.1 p1 marine")
        .refuses("p2: use E109", "");
    worked(
        "p2 at tarsonis.1 zergling; p2 held E109 E110; p1 at tarsonis.2 vulture; battle tarsonis.1 p1 marine",
    )
    .refuses("p2: use E109", "SC-13.12");
}

#[test]
fn sc_13_13_an_event_without_a_target_may_be_played_and_buying_is_a_may() {
    // No z-axis route exists.
    event("E104", "").events_say("Warp Fluctuation finds nothing to do").then("round 2");
    event("E106", "p1 card tarsonis.3").play("p1: done").then("p1 buildings 1 0 0; round 2");
}

#[test]
fn sc_13_14_held_events_are_public() {
    let game = worked("p1 held E108 E207");
    let held = &game.game().view(Viewer::Seat(Seat(1))).seats[0].held;
    assert_eq!(held.iter().map(|c| c.id()).collect::<Vec<_>>(), ["E108", "E207"]);
}

#[test]
fn sc_13_15_a_start_of_battle_card_needs_its_printed_condition() {
    // Dug In is for defenders, Relentless Assault for attackers.
    worked(
        "p2 at tarsonis.1 zergling; p1 held E110 E211; p2 held E211/2 E110/2; battle tarsonis.1 p1 marine",
    )
    .refuses("p1: use E110", "SC-13.15")
    .play("p1: use E211")
    .then("asks ability p2")
    .refuses("p2: use E211", "SC-13.15")
    .allows("p2: use E110");
    // Charon Boosters need a Goliath in the battle.
    worked("p1 at tarsonis.1 marine; p1 play TT07; p1 held E304; battle tarsonis.1 p2 mutalisk")
        .refuses("p1: use TT07", "SC-13.15");
}

#[test]
fn sc_13_16_points_of_step_8_count_for_the_end_at_once_and_for_normal_victory_next_round() {
    event("E302", "p1 cp 13").then("p1 cp 15; round 2; asks order p2");
    worked("p1 cp 5; p2 cp 6; ends 1; p1 drawn E302; p2 drawn E301; phase regroup")
        .plays("p1: play E302; p2: play E301; p2: take cards")
        .then("p1 cp 7; over p1");
}

#[test]
fn sc_13_17_a_technology_gained_by_an_event_enters_deck_or_play_area_as_usual() {
    event("E306", "p1 discard T01 T02")
        .play("p1: buy TT02")
        .then("p1 decksize 20; p1 workers 8 0 0 0")
        .then_not("p1 discard T01 T02");
    event("E306", "p1 discard T01 T02").play("p1: buy TT11").then("p1 play TT11; p1 discard T01 T02");
}
