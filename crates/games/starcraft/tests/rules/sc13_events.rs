//! Chapter 13: event cards.

use super::bench::*;
use klaxon_core::{Edition, Instinct, TableOrder};

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
fn sc_13_2_a_player_may_execute_none_and_never_two() {
    // All are shown and discarded without effect.
    worked("p1 drawn E112 E107 looked; phase events")
        .play("p1: no event")
        .events_say("Jim Raynor shows and discards Combat Drills and Local Uprising")
        .then("p1 cp 0; gone E107 E112; p1 holds 0");
    worked("p1 drawn E112 E107 looked; p2 drawn E102 looked; phase events")
        .play("p1: play E112")
        .then("asks event p2")
        .not_asked("p1: play E107");
}

#[test]
fn sc_13_2_each_choice_is_shown_and_carried_out_before_the_next_player_decides() {
    worked("first p2; p1 drawn E112 looked; p2 drawn E102 E107 looked; phase events")
        .then("asks event p2")
        .asks("p2")
        .refuses_saying("p1: play E112", "SC-13.2", "it is not your turn yet")
        .play("p2: play E102")
        .hears("p1", "The Overmind plays Labor Draft")
        .hears("watcher", "The Overmind shows and discards Combat Drills")
        .then("p2 workers 10 0 0 0; p2 drew 0; gone E102 E107; asks event p1; round 1")
        .asks("p1")
        .play("p1: play E112")
        .events_say("Jim Raynor plays Local Uprising")
        .then("p1 cp 1; asks order p1; round 2");
    // The targets of a card belong to it, and a player without cards is passed over.
    three("first p2; p1 drawn E112 looked; p2 drawn E103 looked; phase events")
        .play("p2: play E103")
        .then("asks transports p2")
        .asks("p2")
        .not_asked("p1: play E112")
        .plays("p2: transport r2; p2: done")
        .asks("p1")
        .play("p1: no event")
        .then("p2 transport r2; p1 cp 0; round 2");
}

#[test]
fn sc_13_2_a_later_player_sees_the_earlier_players_end_card_and_reacts() {
    let near = "ends 1; p1 cp 5; p2 cp 6; p1 workers 9; p1 drawn E301 looked; p2 drawn E303 E112 looked; phase events";
    let p2 = |game: &StarCraft| {
        let (action, view) = (|words| game.action(Seat(1), words).unwrap(), game.view(Viewer::Seat(Seat(1))));
        let lean = |words| game.lean(Seat(1), &action(words));
        (
            view.ends,
            StarCraft::prompt(&view, Viewer::Seat(Seat(1))).text,
            lean("play E112"),
            lean("play E303"),
        )
    };
    let first = worked(near);
    let (ends, prompt, point, guard) = p2(first.game());
    assert_eq!(ends, 1);
    assert!(prompt.contains("Waiting for Jim Raynor"), "{prompt}");
    assert!(guard > point, "three units are worth more than a point while the game goes on");
    let second = first.plays("p1: play E301; p1: take point").then("p1 cp 6; ends 2; asks event p2");
    let (ends, prompt, point, guard) = p2(second.game());
    assert_eq!(ends, 2, "he sees it");
    assert!(prompt.contains("the game ends with this step"), "{prompt}");
    assert!(point > 10 * guard, "only points count now: {point} and {guard}");
    second.play("p2: play E112").then("p2 cp 7; over p2");
    // The other card would have lost the game: as many points each, and Raynor has more workers.
    worked(near).plays("p1: play E301; p1: take point; p2: play E303; p2: done").then("over p1");
    // In edition 1 he chooses before he knows.
    worked(&format!("edition 1; {near}")).asks("p1 p2").play("p1: play E301").then("asks event p2; ends 1");
}

#[test]
fn sc_13_2_in_edition_1_and_as_an_option_all_choose_at_the_same_time() {
    for words in ["edition 1", "players 2 at-once"] {
        let both = worked(&format!(
            "{words}; first p2; p1 drawn E112 looked; p2 drawn E102 E107 looked; phase events"
        ))
        .then(words)
        .asks("p1 p2");
        // Whoever chooses first betrays nothing, and may still be the second to be carried out.
        let one = both
            .play("p1: play E112")
            .does_not_hear("p2", "Local Uprising")
            .does_not_hear("watcher", "Local Uprising")
            .then("asks event p2; p1 cp 0; p1 picks E112");
        assert_eq!(one.game().view(Viewer::Seat(Seat(1))).seats[0].pick, None);
        assert_eq!(one.game().view(Viewer::Seat(Seat(0))).seats[0].pick.map(|c| c.id()), Some("E112"));
        let imagined: std::collections::BTreeSet<String> = (0..60)
            .map(|luck| one.game().redeal(Seat(1), &mut Chance::quick(luck)).clauses().unwrap().join("; "))
            .collect();
        assert!(imagined.len() > 20, "the Overmind cannot tell what was chosen");
        let prompt = StarCraft::prompt(&one.game().view(Viewer::Seat(Seat(1))), Viewer::Seat(Seat(1))).text;
        assert!(prompt.contains("All choose at once"), "{prompt}");
        one.play("p2: no event")
            .events_say("The Overmind plays no event card")
            .events_say("Jim Raynor plays Local Uprising")
            .then("p1 cp 1; p2 cp 0; gone E102 E107 E112");
    }
}

#[test]
fn sc_13_2_the_order_of_choosing_is_on_the_menu_since_edition_2() {
    let order = |edition: u8, events: &str| {
        let options = Some(events).filter(|e| !e.is_empty()).map(|e| ("events".to_owned(), e.to_owned()));
        let options = options.into_iter().collect();
        StarCraft::setup(&TableOrder { edition: Edition::new(edition), options, ..TableOrder::default() })
    };
    let chosen = |edition, events| order(edition, events).map(|s| s.events).map_err(|r| r.to_string());
    assert_eq!(chosen(0, ""), Ok(EventOrder::Clockwise), "new tables are of edition 2");
    assert_eq!(chosen(2, "clockwise"), Ok(EventOrder::Clockwise));
    assert_eq!(chosen(2, "at-once"), Ok(EventOrder::AtOnce));
    assert_eq!(chosen(1, ""), Ok(EventOrder::AtOnce));
    assert_eq!(chosen(1, "at-once"), Ok(EventOrder::AtOnce));
    let why = chosen(1, "clockwise").unwrap_err();
    assert!(why.contains("clockwise needs edition 2") && why.contains("SC-13.2"), "{why}");
    // A set-up of release 0.1.0 names neither, and means the first edition.
    let old =
        "seats = 2\nfactions = 'deal'\ngalaxy = 'ready'\nteams = false\ngalactic = false\nround-limit = 0";
    let old: Setup = toml::from_str(old).unwrap();
    assert_eq!((old.edition, old.events), (Edition::FIRST, EventOrder::AtOnce));
    let wrong = Setup { events: EventOrder::Clockwise, ..old };
    assert!(StarCraft::start(&wrong, &mut Chance::quick(1), &mut Tell::muted()).is_err());
}

#[test]
fn sc_13_2_a_table_goes_over_to_edition_2_outside_of_step_8() {
    let (old, new) = (Edition::FIRST, Edition::SECOND);
    let over = |table: Given<StarCraft>, to: Edition| {
        let mut game = table.game().clone();
        game.revise(to).map(|()| Given::of(game)).map_err(|r| r.to_string())
    };
    let cards = "order p1 build tarsonis; p1 drawn E112; p2 drawn E102";
    // In the middle of a turn: this round's event cards are chosen clockwise.
    let table = over(worked(&format!("edition 1; {cards}; phase turn p1")), new).unwrap();
    let table =
        table.then_not("edition 1").plays("p1: choose tarsonis; p1: event").then("p1 drew 2").asks("p1");
    assert_eq!(table.game().edition(), new);
    table.play("p1: no event").asks("p2");
    // Neither while all choose nor while it is carried out.
    let choosing = "edition 1; p1 drawn E103 looked; p2 drawn E102 looked; phase events";
    let why = over(worked(choosing), new).unwrap_err();
    assert!(why.contains("after the event cards of this round") && why.contains("SC-13.2"), "{why}");
    let sealed = worked(choosing).play("p1: play E103");
    assert!(over(sealed, new).is_err());
    let carried_out = worked(choosing).plays("p1: play E103; p2: play E102").then("asks transports p1");
    assert!(over(carried_out, new).is_err());
    // From the next step on it may.
    let hand = "edition 1; p1 hand T01 T02 T03 T04 T05 T06 T07 T08 T09; phase discard";
    assert!(over(worked(hand), new).is_ok());
    // Back again, where nothing is lost by it.
    let back = over(worked("phase planning 1 p1"), old).unwrap().then("edition 1");
    assert!(over(worked("players 2 galactic limit 20; phase planning 1 p1"), old).is_ok());
    let why = over(back, Edition::new(4).unwrap()).unwrap_err();
    assert!(why.contains("the newest is 3"), "{why}");
    assert!(over(worked("p1 drawn E103 looked; phase events"), old).is_err());
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
    // A last unit is bombarded away after its owner has chosen an event in secret: the choice goes with the cards.
    let last = "galaxy worked; p1 at tarsonis.3 base; p3 at chau.3 base; p1 at pridewater.2 marine; p2 at pridewater.1 zergling
         p1 drawn E305 looked; p2 drawn E112 looked; phase events";
    given(&format!("players 3 at-once; {last}"))
        .plays("p2: play E112; p1: play E305")
        .then("p2 out; p2 drew 0; p2 cp 0; removed E112")
        .then_not("p2 picks E112");
    // Clockwise he does not come to choose at all.
    given(&format!("players 3; {last}"))
        .play("p1: play E305")
        .then("p2 out; p2 drew 0; removed E112; asks order p3; round 2");
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
        .not_asked("p2: use E109");
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

#[test]
fn sc_13_2_who_drew_no_card_neither_chooses_nor_plays_none() {
    // All at once or one after the other: only those with cards are spoken of, and an eliminated player never is.
    for words in ["players 3", "players 3 at-once"] {
        let three = format!(
            "{words}; galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base; p2 drawn E112 looked; phase events"
        );
        given(&three)
            .asks("p2")
            .play("p2: no event")
            .events_say("The Overmind plays no event card")
            .events_do_not_say("Jim Raynor plays no event card")
            .events_do_not_say("Tassadar plays no event card")
            .then("round 2");
        given(&three)
            .play("p2: play E112")
            .events_say("The Overmind plays Local Uprising")
            .events_do_not_say("plays no event card")
            .then("p2 cp 1; round 2");
        given(&three.replace("p2 drawn E112", "p1 drawn E107; p2 drawn E112; p3 drawn E102"))
            .asks(if words.ends_with("at-once") { "p1 p2 p3" } else { "p1" });
    }
}
