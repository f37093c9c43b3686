//! Chapter 9, first part: the start of a battle and the front line.

use super::bench::*;

#[test]
fn sc_9_1_the_active_player_attacks_the_owner_of_the_units_there() {
    // A third player's base in the area does not defend: there is one defender.
    let game = three("p2 at chau.3 zergling; p1 hand T01; p2 hand Z01; battle chau.3 p1 marine");
    let battle = game.game().view(Viewer::Watcher).battle.unwrap();
    assert_eq!(battle.seats, [Seat(0), Seat(1)]);
}

#[test]
fn sc_9_2_the_units_are_taken_out_of_the_area_for_the_battle() {
    let game = worked("p2 at tarsonis.1 zergling x2; p1 hand T01 T02; battle tarsonis.1 p1 marine x2");
    let view = game.game().view(Viewer::Watcher);
    assert_eq!(view.area("tarsonis.1".parse().unwrap()).unwrap().owner, None);
    let battle = view.battle.unwrap();
    assert_eq!(battle.fighters.map(|side| side.len()), [2, 2]);
    assert_eq!(view.turn.unwrap().planet, Planet::Tarsonis, "the order token lies open");
}

#[test]
fn sc_9_3_the_attacker_acts_first_in_every_step() {
    worked(
        "p2 at tarsonis.1 zergling x2 queen; p1 held E304; p2 held E110; p1 hand T01 T02; p2 hand Z01 Z02
         battle tarsonis.1 p1 marine x3",
    )
    .then("asks ability p1")
    .play("p1: no ability")
    .then("asks ability p2")
    .play("p2: no ability")
    .then("asks support p1")
    .play("p1: support 1")
    .then("asks support p2")
    .play("p2: support 1")
    .then("asks standard p1")
    .plays("p1: play T01; p1: play T02")
    .then("asks standard p2")
    .plays("p2: play Z01; p2: play Z02")
    .then("asks skirmish p1");
}

#[test]
fn sc_9_4_each_side_may_use_one_start_of_battle_ability() {
    // Overwhelming Assault, and then nothing more for the attacker: the defender is asked.
    worked("p2 at tarsonis.1 zergling; p1 held E309 E304; p2 held E110; battle tarsonis.1 p1 marine")
        .play("p1: use E309")
        .then("asks ability p2")
        .play("p2: use E110")
        .then("asks standard p1")
        .then("p1 held E304");
    worked("p2 at tarsonis.1 zergling; p1 held E304; battle tarsonis.1 p1 marine")
        .refuses("p1: use E309", "SC-9.4")
        .refuses("p1: use TT07", "SC-9.4");
}

#[test]
fn sc_9_4_consume_takes_a_unit_of_the_battle_or_a_worker() {
    let consume = |workers: &str| {
        worked(&format!(
            "p1 at tarsonis.1 marine; p2 play ZT09; {workers}; battle tarsonis.1 p2 zergling defiler"
        ))
        .play("p2: use ZT09")
    };
    consume("p2 workers 2 0 0 0")
        .play("p2: lose zergling")
        .events_say("The Overmind consumes a Zergling")
        .then("p2 workers 2 0 0 0");
    consume("p2 workers 2 0 0 0").play("p2: lose worker").then("p2 workers 1 0 0 0");
    // No worker, no choice of one; the enemy's units are nobody's to consume.
    consume("p2 workers 0 2 0 0").refuses("p2: lose worker", "SC-9.4").refuses("p2: lose marine", "SC-9.2");
}

#[test]
fn sc_9_5_without_units_on_one_side_the_battle_goes_on_with_step_9() {
    // Charon Boosters destroy the only attacker, a Mutalisk: no cards are drawn, no skirmish is fought.
    worked(
        "p1 at tarsonis.1 goliath; p1 play TT07; p2 at tarsonis.2 zergling; battle tarsonis.1 p2 mutalisk",
    )
    .play("p1: use TT07")
    .events_say("A Mutalisk of The Overmind is destroyed")
    .then("p1 holds 0; p2 holds 0; p1 at tarsonis.1 goliath; asks end p2");
    // A side without units can use nothing: the defender's held card is not even asked about.
    three("p1 at tarsonis.1 marine; p1 held E110; p3 play PT01; battle tarsonis.1 p3 zealot")
        .play("p3: use PT01")
        .then("p1 held E110; p3 at tarsonis.1 zealot; asks end p3");
}

#[test]
fn sc_9_6_the_attacker_draws_three_cards_the_defender_one() {
    worked("p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine").then("p1 hand T01 T02 T03; p2 hand Z01");
    worked("p2 at tarsonis.1 zergling; p1 held E309; battle tarsonis.1 p1 marine")
        .play("p1: use E309")
        .then("p1 holds 5; p2 holds 1");
}

#[test]
fn sc_9_7_the_attacker_makes_as_many_pairs_as_possible() {
    let game = worked("p2 at tarsonis.1 zergling hydralisk; battle tarsonis.1 p1 marine x2 vulture")
        .then("asks pair p1")
        .refuses("p1: pair firebat zergling", "SC-9.7")
        .plays("p1: pair vulture hydralisk")
        .events_say("the Vulture of Jim Raynor against the Hydralisk of The Overmind")
        .then("asks support p1");
    // The second pair was forced: one skirmish per defender, the third attacker supports.
    let battle = game.game().view(Viewer::Watcher).battle.unwrap();
    assert_eq!(battle.skirmishes.len(), 2);
    assert_eq!(battle.fighters[0].iter().filter(|f| f.front).count(), 2);
}

#[test]
fn sc_9_8_assist_units_are_left_out_of_pairing() {
    worked("p2 at tarsonis.1 zergling x2 defiler; battle tarsonis.1 p1 marine vulture")
        .refuses("p1: pair marine defiler", "SC-9.8")
        .allows("p1: pair marine zergling");
}

#[test]
fn sc_9_9_a_side_of_assist_units_only_sends_one_to_the_front() {
    // Only the defender: he picks, the attacker picks who faces it; exactly one skirmish.
    let game = worked("p2 at tarsonis.1 queen defiler; battle tarsonis.1 p1 marine vulture")
        .then("asks front p2")
        .play("p2: front defiler")
        .then("asks pair p1")
        .refuses("p1: pair marine queen", "SC-9.8")
        .play("p1: pair vulture defiler");
    assert_eq!(game.game().view(Viewer::Watcher).battle.unwrap().skirmishes.len(), 1);
    // Both: each owner picks his own, the attacker first.
    worked("p1 at tarsonis.1 vessel x2; p1 at tarsonis.2 marine; battle tarsonis.1 p2 queen defiler")
        .then("asks front p2")
        .play("p2: front queen")
        .then("asks standard p2");
    // Only the attacker: he also picks the defender it faces, who is no assist unit.
    worked("p2 at tarsonis.1 zergling hydralisk queen; battle tarsonis.1 p1 vessel x2")
        .then("asks pair p1")
        .refuses("p1: pair vessel queen", "SC-9.8")
        .play("p1: pair vessel hydralisk")
        .then("asks standard p1");
}

#[test]
fn sc_9_10_units_that_cannot_target_each_other_may_be_paired() {
    worked("p2 at tarsonis.1 mutalisk zergling; battle tarsonis.1 p1 vulture firebat")
        .allows("p1: pair vulture mutalisk")
        .allows("p1: pair firebat mutalisk");
}

#[test]
fn sc_9_11_every_other_unit_supports_one_skirmish_attackers_first() {
    let game = worked("p2 at tarsonis.1 zergling x2 queen; p1 hand T01 T02; battle tarsonis.1 p1 marine x4")
        .refuses("p1: support 3", "SC-9.11")
        .plays("p1: support 1; p1: support 1")
        .then("asks support p2")
        .play("p2: support 2")
        .then("asks standard p1");
    let battle = game.game().view(Viewer::Watcher).battle.unwrap();
    assert!(battle.fighters.iter().flatten().all(|f| f.skirmish.is_some()), "nobody is left out");
}
