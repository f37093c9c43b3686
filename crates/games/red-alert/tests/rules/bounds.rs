//! Rules at their bounds: the last card, the first of two losses, the point that wins, the table of three.

use super::common::{battle, combat, given, movement};
use klaxon_core::{Game, Seat, Viewer};
use klaxon_red_alert::data;

/// Every command card of the box but one copy of one of them.
fn all_command_cards_but(one: &str) -> String {
    let copies =
        data::get().command.iter().flat_map(|c| std::iter::repeat_n(c.id.as_str(), usize::from(c.copies)));
    let mut all: Vec<&str> = copies.collect();
    let at = all.iter().position(|id| *id == one).expect("a card of the box");
    all.remove(at);
    all.join(" ")
}

/// Every combat card of the box but the first so many.
fn combat_cards_after(n: usize) -> String {
    let copies =
        data::get().combat.iter().flat_map(|c| std::iter::repeat_n(c.id.as_str(), usize::from(c.copies)));
    copies.skip(n).collect::<Vec<_>>().join(" ")
}

#[test]
fn ra_15_3_a_scout_that_finds_one_card_keeps_it() {
    // The deck is empty; the Scout itself is all that can be shuffled and drawn.
    let rest = all_command_cards_but("CM-01");
    battle(&format!("cw G6 SC; hand cw CM-01; hand cf {rest}; phase command cw"))
        .play("cw: play CM-01")
        .events_say("The command discards are shuffled into a new deck")
        .then("hand cw CM-01; hand-size cw 1; question end-choice");
}

#[test]
fn ra_15_5_one_discard_makes_a_deck_of_one_and_none_makes_none() {
    battle(&format!("combat-discards CB-01; combat cf {}; phase end-choice cw", combat_cards_after(1)))
        .play("cw: star-and-card")
        .events_say("The combat discards are shuffled into a new deck")
        .then("combat cw CB-01; combat-size cw 1");
    battle(&format!("combat cf {}; phase end-choice cw", combat_cards_after(0)))
        .play("cw: star-and-card")
        .events_do_not_say("are shuffled into a new deck")
        .then("combat-size cw 0");
    // A deck that has a card is not shuffled.
    battle("combat-deck CB-05; combat-discards CB-01; phase end-choice cw")
        .play("cw: star-and-card")
        .events_do_not_say("are shuffled into a new deck")
        .then("combat cw CB-05");
}

#[test]
fn ra_12_19_a_unit_that_dies_on_its_way_meets_no_further_danger() {
    // Two red alerts, four hexes, a friend on the first and on the second; it dies at the first.
    let retiring = "cw G7 SB ordered; cf E7 HC x2; cf D6 SF; cf C6 SF";
    combat(retiring)
        .dice("triangle red-alert red-alert triangle")
        .plays("cw: attack G7 E7; cf: retire D6 C6 B5 A5")
        .then("empty E7; empty A5; cf D6 SF; cf C6 SF");
    // Spared by the first, it meets the second.
    combat(retiring)
        .dice("triangle red-alert red-alert circle triangle")
        .plays("cw: attack G7 E7; cf: retire D6 C6 B5 A5")
        .then("empty E7; empty A5");
    combat(retiring)
        .dice("triangle red-alert red-alert circle circle")
        .plays("cw: attack G7 E7; cf: retire D6 C6 B5 A5")
        .then("cf A5 HC x1 alert");
}

#[test]
fn ra_7_2_a_refusal_names_the_places_of_the_card() {
    let fleet = "cw G2 SC; cw G3 SC; cw G6 SC; cw G7 SC; cw G11 SC; cw G12 SC; cw H4 SD; phase orders cw";
    let orders = |card: &str| battle(&format!("{fleet}; card cw {card}"));
    orders("CM-04").refuses_saying("cw: order G6", "RA-7.2", "the card orders units on your left");
    orders("CM-05").refuses_saying("cw: order G2", "RA-7.2", "the card orders units in the centre");
    orders("CM-06").refuses_saying("cw: order G6", "RA-7.2", "the card orders units on your right");
    orders("CM-14").refuses_saying(
        "cw: order G6",
        "RA-7.2",
        "the card orders units on your left and on your right",
    );
    // RA-8.5: and of orders that are given.
    orders("CM-03").play("cw: order G11").refuses_saying(
        "cw: order G12",
        "RA-8.5",
        "all orders on your right are given",
    );
    orders("CM-13")
        .plays("cw: order G2; cw: order G6")
        .refuses_saying("cw: order G3", "RA-8.5", "all orders on your left are given")
        .refuses_saying("cw: order G7", "RA-8.5", "all orders in the centre are given")
        .refuses_saying("cw: order H4", "RA-8.5", "all orders on your left and in the centre are given")
        .allows("cw: order G11");
}

#[test]
fn ra_24_1_arrivals_are_taken_back_one_by_one_in_any_sequence() {
    let brought = || {
        given("jump-points cw J3 J6 J11; waiting cw SC SD FL; cf H3 SC; cf A1 SF; card cw CM-15; phase orders cw")
            .plays("cw: bring SC J3; cw: bring SD J6; cw: bring FL J11")
            .then("cw J3 SC ordered jumped; cw J6 SD ordered jumped; cw J11 FL ordered jumped")
    };
    brought()
        .play("cw: unorder J3")
        .then("empty J3; cw J6 SD ordered jumped; cw J11 FL ordered jumped; waiting cw SC");
    brought()
        .play("cw: unorder J6")
        .then("empty J6; cw J3 SC ordered jumped; cw J11 FL ordered jumped; waiting cw SD");
    brought()
        .play("cw: unorder J11")
        .then("empty J11; cw J3 SC ordered jumped; cw J6 SD ordered jumped; waiting cw FL");
    brought()
        .plays("cw: unorder J3; cw: bring SC J3; cw: unorder J6; cw: unorder J11; cw: unorder J3")
        .then("empty J3; empty J6; empty J11; waiting cw SC SD FL");
    // Those who stay move and battle as if nothing had been taken back.
    brought()
        .plays("cw: unorder J3; cw: done-ordering; cw: move J6 I6")
        .then("cw I6 SD moved; cw J11 FL ordered; empty J6");
}

#[test]
fn ra_9_11_a_way_barred_is_told_from_one_too_long() {
    let ring = "F5 F6 G5 G7 H5 H6 asteroid; stars cw 2";
    movement(&format!("{ring}; cw G6 SC ordered"))
        .refuses("cw: move G6 G8", "RA-18.1")
        .refuses("cw: move G6 G9", "RA-9.3")
        .refuses("cw: move G6 G9 impulse", "RA-18.1")
        .refuses("cw: move G6 G10 impulse", "RA-9.11");
    movement(&format!("{ring}; cw G6 SD ordered; cf G10 SC"))
        .refuses("cw: move G6 G9 warp", "RA-18.1")
        .refuses("cw: move G6 G9 impulse", "RA-18.1")
        .refuses("cw: move G6 G10 warp", "RA-9.5");
    movement(&format!("{ring}; cw G6 SD ordered; cf G11 SC")).refuses("cw: move G6 G10 warp", "RA-9.12");
}

#[test]
fn ra_11_15_the_half_hexes_of_both_edges_block() {
    for (asteroid, from, to, words) in [
        ("H12", "I13", "G13", "blocked by H12 and the half-hex H13"),
        ("H1", "I1", "G1", "blocked by H1 and the half-hex H0"),
        ("D12", "E13", "C13", "blocked by D12 and the half-hex D13"),
        ("D1", "E1", "C1", "blocked by D1 and the half-hex D0"),
    ] {
        combat(&format!("{asteroid} asteroid; cw {from} SC ordered; cf {to} SC; cw I6 SC ordered; cf I8 SC"))
            .refuses_saying(&format!("cw: attack {from} {to}"), "RA-11.8", words);
    }
}

#[test]
fn ra_21_1_the_point_that_wins_is_the_last() {
    let eve = |clauses: &str| {
        given(&format!("target 21; points cw 20; {clauses}; hand cw CM-05; phase end-choice cf"))
    };
    eve("objectives cw clear-sector; cw K6 SC; cf C2 SC")
        .play("cf: two-stars")
        .then("points cw 21; winner cw; sectors cw W0 C1 E0");
    eve("objectives cw planet-control; E6 G8 planet; cw E6 SC; cw G8 SD; cf A1 SF")
        .play("cf: two-stars")
        .then("points cw 21; winner cw; markers cw E6 1")
        .then_not("markers cw G8 1");
    // Both objectives: after a planet no sector counts any more.
    eve("objectives cw planet-control clear-sector; E6 planet; cw E6 SC; cf A1 SF")
        .play("cf: two-stars")
        .then("points cw 21; winner cw; markers cw E6 1");
}

#[test]
fn ra_22_1_at_a_table_of_three_the_one_officer_commands_both_wings() {
    let fleet = "players 2 1; cw G2 SC; cw G6 SC; cw G11 SC; cf C2 SC; cf C6 SC; cf C11 SC";
    for (card, seat, hex) in [("CM-04", "cw-left", "G2"), ("CM-05", "cw", "G6"), ("CM-06", "cw-left", "G11")]
    {
        battle(&format!("{fleet}; card cw {card}; phase orders cw"))
            .asks(seat)
            .plays(&format!("{seat}: order {hex}; {seat}: done-ordering"))
            .then(&format!("cw {hex} SC ordered by {seat}"));
    }
    battle(&format!("{fleet}; card cw CM-21; phase orders cw"))
        .plays("cw: order G2; cw: order G6; cw: done-ordering")
        .then("cw G2 SC by cw-left; cw G6 SC by cw")
        .refuses("cw: move G2 G3", "RA-22.5")
        .refuses("cw-left: move G6 G7", "RA-22.5")
        .allows("cw-left: move G2 G3")
        .allows("cw: move G6 G7");
    // Who answers for a unit that is attacked: the officer in the wings, the commander in the centre.
    for (from, at, seat) in [("E2", "G2", "cw-left"), ("E6", "G6", "cw"), ("E11", "G11", "cw-left")] {
        battle(&format!("players 2 1; cf {from} SB ordered; cw {at} HC; phase combat cf"))
            .dice("triangle red-alert circle")
            .play(&format!("cf: attack {from} {at}"))
            .asks(seat);
    }
    // The side of one player is all his.
    for card in ["CM-04", "CM-05", "CM-06"] {
        battle(&format!("{fleet}; card cf {card}; phase orders cf")).asks("cf");
    }
}

#[test]
fn ra_11_1_every_combat_is_announced_with_its_dice() {
    combat("cw G6 SC ordered; cf G8 SC; stars cf 2")
        .dice("star star star")
        .play("cw: attack G6 G8")
        .events_say("(3 dice)")
        .dice("square square square")
        .play("cf: battle-back")
        .events_say("back at");
    combat("cw G6 SC ordered; cf G7 SC; hand cf CM-16")
        .play("cw: attack G6 G7")
        .dice("circle circle circle circle circle circle")
        .play("cf: first-strike")
        .events_say("first against");
    battle("cw F7 SD ordered; cf E7 SD x1; cf D7 SC; stars cw 2; phase combat cw")
        .dice("triangle star star")
        .play("cw: attack F7 E7")
        .play("cw: pursue")
        .dice("circle circle circle")
        .play("cw: attack E7 D7")
        .events_say("on to attack");
}

#[test]
fn ra_21_5_nobody_goes_to_battle_without_a_unit() {
    given("scenario cardinals-belt; as-printed; phase buy")
        .refuses("cw: done-buying", "RA-21.5")
        .play("cw: buy SC")
        .allows("cw: done-buying");
}

#[test]
fn ra_9_3_a_refusal_says_how_far_the_unit_goes() {
    for (code, from, to, way, rule, words) in [
        ("SC", "G6", "G9", "", "RA-9.3", "3 hexes away; this move is at most 2"),
        ("FL", "G6", "G8", "", "RA-9.3", "2 hexes away; this move is at most 1"),
        ("SF", "G6", "G11", "", "RA-9.3", "5 hexes away; this move is at most 4"),
        ("SC", "G6", "G10", " impulse", "RA-9.11", "4 hexes away; this move is at most 3"),
        ("FL", "G6", "G9", " impulse", "RA-9.11", "3 hexes away; this move is at most 2"),
        ("SD", "G6", "G10", " warp", "RA-9.12", "4 hexes away; this move is at most 3"),
    ] {
        battle(&format!("cw {from} {code} ordered; cf G12 SC; stars cw 4; phase movement cw"))
            .refuses_saying(&format!("cw: move {from} {to}{way}"), rule, words);
    }
}

#[test]
fn ra_22_1_whoever_sits_beside_the_table_is_of_no_side() {
    for (players, seats) in [("", 2), ("players 2 1; ", 3), ("players 3 3; ", 6)] {
        let case = battle(&format!("{players}cw G6 SC"));
        let open = &case.game().view(Viewer::Watcher).open;
        for seat in 0..8 {
            assert_eq!(open.side_of(Seat(seat)).is_some(), seat < seats, "{players}{seat}");
        }
    }
}

#[test]
fn ra_24_2_purchases_lead_to_jump_points_where_they_were_chosen() {
    let bought = |options: &str| {
        given(&format!("scenario triangulum-2; as-printed; {options}phase buy"))
            .plays("cw: buy SC; cw: done-buying; cf: buy SC; cf: done-buying")
    };
    bought("with-jump-points; ").then("question jump-point; asked cw cf");
    bought("").then("question deploy; asked cw cf");
}
