//! Chapter 1: terms and general rules.

use super::bench::*;
use klaxon_starcraft::data::{Hits, Move};

#[test]
fn sc_1_1_two_to_six_players_and_teams_of_two_with_four_or_six() {
    for (seats, teams, legal) in [
        (1, false, false),
        (2, false, true),
        (6, false, true),
        (7, false, false),
        (3, true, false),
        (4, true, true),
        (5, true, false),
        (6, true, true),
    ] {
        let setup = Setup { teams, ..setup(seats, Galaxy::Build, Factions::Deal) };
        let result = StarCraft::start(&setup, &mut Chance::quick(1), &mut Tell::muted());
        assert_eq!(result.is_ok(), legal, "{seats} players, teams {teams}");
        if let Err(refusal) = result {
            assert_eq!(refusal.rule.unwrap().as_str(), "SC-1.1");
        }
    }
    let game = start(&setup(6, Galaxy::Ready, Factions::Deal), 3);
    let mut factions: Vec<_> = game.view(Viewer::Watcher).seats.iter().map(|s| s.faction.unwrap()).collect();
    factions.sort();
    assert_eq!(factions, Faction::ALL, "each player has one faction of his own");
}

#[test]
fn sc_1_2_only_the_base_box_exists() {
    let orders: Vec<&str> = Order::ALL.iter().map(|o| o.id()).collect();
    assert_eq!(
        orders,
        ["build", "mobilize", "research", "build+", "mobilize+", "research+"],
        "no Defend orders"
    );
    assert_eq!(Unit::ALL.len(), 25, "no heroes and no units of the expansion");
    assert_eq!(Planet::ALL.len(), 12);
    assert_eq!(data().event_count(), 70, "no leadership cards");
    assert_eq!(Module::ALL.len(), 3);
}

#[test]
fn sc_1_3_the_two_factions_of_a_race_are_not_allied() {
    worked("p2 faction mengsk; p1 at tarsonis.1 marine; p2 at tarsonis.2 marine; phase revealed p1 mobilize tarsonis")
        .plays("p1: execute; p1: move marine tarsonis.1 tarsonis.2; p1: done")
        .events_say("Jim Raynor attacks Arcturus Mengsk in Tarsonis 2");
}

#[test]
fn sc_1_4_a_planet_has_two_to_four_areas_with_content_and_unit_limit() {
    for planet in Planet::ALL {
        let areas = &data().planet(*planet).areas;
        assert!((2..=4).contains(&areas.len()), "{planet}");
        assert!(areas.iter().all(|a| (2..=4).contains(&a.limit)), "{planet}");
    }
    given("planet abaddon 0,0; p1 at abaddon.1 base; p2 at abaddon.2 base").then_not("p1 at abaddon.3 base");
}

#[test]
fn sc_1_5_planets_are_adjacent_by_a_route_of_either_kind() {
    worked("z abaddon.w braken.n")
        .then("adjacent abaddon tarsonis; adjacent tarsonis abaddon; adjacent abaddon braken")
        .then_not("adjacent braken chau; adjacent abaddon pridewater");
    // A z-axis route carries orders and transports for everybody like a normal one.
    worked("z abaddon.w braken.n; p2 at abaddon.2 zergling; p2 transport abaddon.w; phase revealed p2 mobilize braken")
        .plays("p2: execute; p2: move zergling abaddon.2 braken.1; p2: done")
        .then("p2 at braken.1 zergling");
}

#[test]
fn sc_1_6_control_needs_an_own_piece_and_no_enemy_piece() {
    worked("p1 at tarsonis.1 marine; p2 at tarsonis.2 zergling")
        .then("p1 controls tarsonis.1; p1 controls tarsonis.3; p2 controls tarsonis.2")
        .then_not("p2 controls tarsonis.1; p1 controls tarsonis.2; p1 controls abaddon.1");
}

#[test]
fn sc_1_7_an_area_without_unit_and_base_is_empty() {
    worked("p1 at tarsonis.1 marine").then("abaddon.1 empty").then_not("tarsonis.1 empty; tarsonis.3 empty");
}

#[test]
fn sc_1_8_an_area_with_pieces_of_another_is_an_enemy_area_even_if_you_are_there() {
    // Raynor's marine stands in the area of the Overmind's base: nothing new can be placed there.
    worked("p1 at pridewater.2 base; p1 at pridewater.1 marine; phase revealed p1 build pridewater")
        .play("p1: execute")
        .refuses("p1: buy marine pridewater.1", "SC-6.7")
        .allows("p1: buy marine pridewater.2");
}

#[test]
fn sc_1_9_an_area_with_pieces_of_two_players_is_controlled_by_nobody() {
    worked("p1 at pridewater.1 marine").then_not("p1 controls pridewater.1; p2 controls pridewater.1");
}

#[test]
fn sc_1_10_all_areas_of_a_planet_are_reachable_from_each_other() {
    for (from, to) in [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] {
        worked(&format!("p1 at tarsonis.{from} marine; phase revealed p1 mobilize tarsonis"))
            .play("p1: execute")
            .allows(&format!("p1: move marine tarsonis.{from} tarsonis.{to}"));
    }
}

#[test]
fn sc_1_11_the_unit_limit_counts_units_of_one_owner_and_no_bases() {
    worked("p1 at tarsonis.3 marine x2; phase revealed p1 build tarsonis; p1 card tarsonis.3")
        .plays("p1: execute; p1: buy marine tarsonis.3; p1: pay minerals")
        .then("p1 at tarsonis.3 marine x3 base")
        .refuses("p1: buy marine tarsonis.3", "SC-1.11");
}

#[test]
fn sc_1_12_each_zergling_and_scourge_figure_is_one_unit() {
    worked("p2 at pridewater.3 zergling x2 scourge; phase revealed p2 build pridewater")
        .play("p2: execute")
        .refuses("p2: buy zergling pridewater.3", "SC-1.11")
        .then("p2 supply zergling 7; p2 supply scourge 2");
}

#[test]
fn sc_1_13_every_unit_is_ground_or_flying_and_can_target_ground_flying_both_or_nothing() {
    use Hits::{Both, Ground, Nothing};
    for (unit, flies, hits) in [
        (Unit::Marine, false, Both),
        (Unit::Firebat, false, Ground),
        (Unit::Ghost, false, Both),
        (Unit::Vulture, false, Ground),
        (Unit::Goliath, false, Both),
        (Unit::Tank, false, Ground),
        (Unit::Wraith, true, Both),
        (Unit::Vessel, true, Nothing),
        (Unit::Cruiser, true, Both),
        (Unit::Zealot, false, Ground),
        (Unit::Dragoon, false, Both),
        (Unit::Templar, false, Nothing),
        (Unit::Archon, false, Both),
        (Unit::Reaver, false, Ground),
        (Unit::Scout, true, Both),
        (Unit::Arbiter, true, Nothing),
        (Unit::Carrier, true, Both),
        (Unit::Zergling, false, Ground),
        (Unit::Hydralisk, false, Both),
        (Unit::Ultralisk, false, Ground),
        (Unit::Queen, true, Nothing),
        (Unit::Defiler, false, Nothing),
        (Unit::Scourge, true, Nothing),
        (Unit::Mutalisk, true, Both),
        (Unit::Guardian, true, Ground),
    ] {
        let print = data().unit(unit);
        assert_eq!((print.r#move == Move::Flying, print.hits), (flies, hits), "{unit}");
    }
}

#[test]
fn sc_1_14_nobody_has_more_pieces_in_play_than_the_box_holds() {
    worked(
        "p1 at tarsonis.1 firebat x3; p1 buildings 2 0 0; p1 card tarsonis.3; p1 card tarsonis.2
         phase revealed p1 build tarsonis",
    )
    .play("p1: execute")
    .refuses("p1: buy firebat tarsonis.3", "SC-1.14")
    // A destroyed piece goes back to the supply and can be built again.
    .plays("p1: scrap; p1: scrap firebat tarsonis.1; p1: really")
    .then("p1 supply firebat 1")
    .allows("p1: buy firebat tarsonis.3");
    // Six bases, each on a planet of its own: none is left for the seventh.
    let bases = |n: usize| {
        let planets = ["tarsonis", "abaddon", "pridewater", "chau", "braken", "helios"];
        let laid = planets.iter().enumerate().map(|(i, p)| format!("planet {p} {i},0"));
        let held = planets[..n].iter().map(|p| format!("p1 at {p}.1 base"));
        let clauses: Vec<String> = laid.chain(held).collect();
        given(&format!(
            "{}; planet torus 6,0; p2 at torus.2 base; p1 at torus.1 marine; phase revealed p1 build torus",
            clauses.join("; ")
        ))
        .play("p1: execute")
    };
    bases(5).allows("p1: buy base torus.1");
    bases(6).refuses("p1: buy base torus.1", "SC-1.14");
}

#[test]
fn sc_1_15_the_active_player_may_destroy_own_units_bases_and_transports() {
    worked("p1 at tarsonis.1 marine x2; p1 transport r1; order p2 build tarsonis; order p1 build tarsonis; phase turn p1")
        .plays("p1: scrap; p1: scrap marine tarsonis.1; p1: really")
        .then("p1 at tarsonis.1 marine; p1 supply marine 5; p1 workers 8 0 0 0")
        .plays("p1: scrap; p1: scrap transport r1; p1: really")
        .then_not("p1 transport r1")
        .plays("p1: scrap; p1: scrap base tarsonis.3; p1: really")
        .then("tarsonis.3 empty; p1 in")
        // It is asked twice, and pieces of others are safe.
        .plays("p1: scrap")
        .refuses("p1: scrap base pridewater.1", "SC-1.15")
        .plays("p1: scrap marine tarsonis.1; p1: keep")
        .then("p1 at tarsonis.1 marine");
}

#[test]
fn sc_1_16_card_text_overrides_the_rules() {
    // SC-7.3 asks for a transport; Recall (PT08) needs none.
    let position = "p3 at chau.1 arbiter; p3 at abaddon.2 zealot; phase revealed p3 mobilize chau";
    three(position).play("p3: execute").refuses("p3: move zealot abaddon.2 chau.1", "SC-7.3");
    three(&format!("{position}; p3 play PT08"))
        .play("p3: execute")
        .allows("p3: recall zealot abaddon.2 chau.1");
}

#[test]
fn sc_1_17_with_the_same_timing_the_attacker_comes_first_else_the_first_player() {
    worked("p1 held E304; p2 held E110; p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine")
        .then("asks ability p1")
        .play("p1: no ability")
        .then("asks ability p2");
    three(
        "first p2; p1 drawn E107; p2 drawn E107/2; p3 drawn E112; p1 at tarsonis.1 marine
         phase regroup",
    )
    .then("asks event p2")
    .asks("p2")
    .play("p2: no event")
    .asks("p3")
    .play("p3: no event")
    .asks("p1");
}

#[test]
fn sc_1_18_turn_order_is_the_token_holder_then_clockwise() {
    three("first p3; phase planning 1 p3")
        .asks("p3")
        .play("p3: order build chau")
        .asks("p1")
        .play("p1: order build tarsonis")
        .asks("p2")
        .play("p2: order build pridewater")
        .asks("p3");
}

#[test]
fn sc_1_19_nothing_can_be_traded_or_given() {
    let game = worked("order p1 build tarsonis; phase turn p1");
    assert!(game.game().action(Seat(0), "give p2 marine").is_err(), "no decision transfers anything");
    // Whatever happens at random, pieces never change owners: the audit counts every figure of every seat.
    let end = play_on(start(&setup(3, Galaxy::Ready, Factions::Deal), 5), 5, |g| g.rounds() > 3);
    end.audit().unwrap();
}

#[test]
fn sc_1_20_the_stage_is_that_of_the_top_event_card_and_three_when_the_deck_is_empty() {
    worked("").then("stage 1");
    worked("events E201 E301; removed rest").then("stage 2");
    worked("events E301; removed rest").then("stage 3");
    worked("events; removed rest").then("stage 3");
}

#[test]
fn sc_1_21_the_active_player_and_planet_are_those_of_the_order_being_resolved() {
    worked("order p1 mobilize abaddon; order p2 build pridewater; phase turn p1; p1 at abaddon.1 marine")
        .play("p1: choose abaddon")
        .then("phase revealed p1 mobilize abaddon")
        .play("p1: execute")
        .refuses("p1: move marine abaddon.1 tarsonis.1", "SC-7.4");
}

#[test]
fn sc_1_22_the_moments_for_destroying_own_pieces() {
    let table = worked(
        "p1 at tarsonis.1 marine x2; p1 card tarsonis.3; order p1 build tarsonis; order p2 build pridewater; phase turn p1",
    )
    // Before he chooses an order.
    .allows("p1: scrap")
    .play("p1: choose tarsonis")
    // Not after revealing it: nothing has changed since.
    .not_asked("p1: scrap")
    .play("p1: execute")
    // Between two purchases, but not inside a payment.
    .allows("p1: scrap")
    .play("p1: buy marine tarsonis.2")
    .then("asks pay p1")
    .not_asked("p1: scrap")
    .play("p1: pay minerals")
    .allows("p1: scrap");
    drop(table);
    // At the end of the turn, but not in a battle.
    worked("p1 at tarsonis.2 marine; p2 at tarsonis.1 zergling; p1 hand T01; p2 hand Z01; battle tarsonis.1 p1 marine")
        .then("asks standard p1")
        .not_asked("p1: scrap")
        .plays("p1: play T01; p2: play Z01")
        .then("asks end p1")
        .allows("p1: scrap");
}

#[test]
fn sc_1_23_eliminated_seats_are_skipped_in_every_turn_order() {
    // The token holder himself is out: the next seat clockwise is first.
    given(
        "players 3; galaxy worked; first p2; p2 out; p1 at tarsonis.3 base; p3 at chau.3 base; phase regroup",
    )
    .then("asks order p3")
    .play("p3: order build chau")
    .then("asks order p1")
    .play("p1: order build tarsonis")
    .then("asks order p3");
}

#[test]
fn sc_1_24_an_effect_does_as_much_as_it_can() {
    // One card is left in deck and discard pile together.
    worked("p1 hand T01 T02 T03 T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T16 T17; p1 deck T18; phase revealed p1 research tarsonis")
        .plays("p1: execute; p1: draw")
        .events_do_not_say("shuffle")
        .then("p1 holds 18; p1 decksize 0");
    // With an empty deck the discard pile is shuffled first.
    worked("p1 hand T01 T02 T03 T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T16; p1 discard T17 T18; phase revealed p1 research tarsonis")
        .plays("p1: execute; p1: draw")
        .events_say("shuffle")
        .then("p1 holds 18; p1 decksize 0");
    // Labor Draft gives two workers, but only one token is left.
    worked("p1 workers 14; p1 drawn E102 looked; phase events")
        .play("p1: play E102")
        .then("p1 workers 15 0 0 0");
}
