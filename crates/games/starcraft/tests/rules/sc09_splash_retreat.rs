//! Chapter 9, last part: splash damage, retreat, the end of the battle.

use super::bench::*;

/// p1 attacks Tarsonis 1 with some units; p2 defends with others.
#[track_caller]
fn fight(attackers: &str, defenders: &str, clauses: &str) -> Given<StarCraft> {
    worked(&format!("p2 at tarsonis.1 {defenders}; {clauses}; battle tarsonis.1 p1 {attackers}"))
}

#[test]
fn sc_9_37_splash_triggers_by_a_kill_of_sufficient_strength_a_withdrawal_counts() {
    // The Firebat kills a Zergling with T05: splash on the second one.
    fight("firebat", "zergling x2", "p1 hand T05; p2 hand Z05")
        .plays("p1: play T05; p2: play Z05")
        .events_say("The Overmind loses a Zergling to splash");
    // Without a kill nothing splashes: the Flawless Defense Plan makes the Zergling too hard.
    fight("firebat", "zergling x2", "p1 hand T05; p2 hand Z05; p2 held E210")
        .plays("p2: use E210; p1: play T05; p2: play Z05")
        .events_do_not_say("The splash");
    // A burrowed Hydralisk withdraws, and that counts as a kill.
    fight("firebat", "zergling hydralisk", "p1 hand T05; p2 hand ZT01a")
        .plays("p1: pair firebat hydralisk; p1: play T05; p2: play ZT01a")
        .events_say("The cloaked Hydralisk of The Overmind withdraws to Tarsonis 2")
        .events_say("The splash of T05 Marine/Firebat of Jim Raynor is triggered")
        .events_say("The Overmind loses a Zergling to splash");
}

#[test]
fn sc_9_38_kills_by_abilities_do_not_trigger_splash() {
    // Irradiate would splash on biological units, but the Ghost kills only by its Nuke.
    fight("ghost vessel", "zergling hydralisk", "p1 hand TT03 TT09; p2 hand Z03")
        .plays("p1: pair ghost zergling; p1: play TT03; p1: add TT09; p2: play Z03")
        .events_say("TT03 Nuke of Jim Raynor strikes at the end of the step")
        .events_say("A Hydralisk of The Overmind is destroyed")
        .events_do_not_say("The splash");
}

#[test]
fn sc_9_39_every_splash_card_of_the_side_triggers_even_if_its_own_unit_died() {
    // Siege Mode and Irradiate both splash; the Siege Tank dies all the same.
    fight("tank vessel", "ultralisk defiler", "p1 hand TT08a TT09; p2 hand ZT03a")
        .plays("p1: play TT08a; p1: add TT09; p2: play ZT03a")
        .events_say("A Siege Tank of Jim Raynor is destroyed")
        .events_say("The splash of TT08a Siege Mode of Jim Raynor is triggered")
        .events_say("The splash of TT09 Irradiate of Jim Raynor is triggered");
}

#[test]
fn sc_9_40_for_each_splash_the_opponent_chooses_a_surviving_unit_of_the_named_type() {
    // Siege Mode hits any ground unit of the battle, front or support, of any skirmish; not the Queen.
    worked("p2 at tarsonis.2 zergling hydralisk defiler queen; p1 hand TT08a T09; p2 hand Z01 Z05; battle tarsonis.2 p1 tank marine")
        .plays("p1: pair tank zergling; p2: support 2; p2: support 2; p1: play TT08a; p1: play T09; p2: play Z01; p2: play Z05; p1: resolve 1")
        .then("asks splash p2")
        .refuses("p2: lose queen", "SC-9.42")
        .allows("p2: lose defiler")
        .play("p2: lose hydralisk")
        .events_say("The Overmind loses a Hydralisk to splash");
}

#[test]
fn sc_9_41_the_attacker_destroys_his_units_first() {
    // Reaver and Siege Tank kill each other, both with ground splash.
    three("p3 at tarsonis.1 reaver zealot templar; p1 hand TT08a T09; p3 hand P11 P03; battle tarsonis.1 p1 tank marine firebat")
        .plays("p1: pair tank reaver; p1: pair marine zealot; p1: support 1; p3: support 2")
        .plays("p1: play TT08a; p1: play T09; p3: play P11; p3: add none; p3: play P03; p3: add none; p1: resolve 1")
        .then("asks splash p1")
        .play("p1: lose firebat")
        .events_say("Jim Raynor loses a Firebat to splash")
        .then("asks splash p3")
        .play("p3: lose templar")
        .events_say("Tassadar loses a High Templar to splash");
}

#[test]
fn sc_9_42_as_many_units_as_possible_must_be_lost() {
    // Ground splash (Siege Mode) and a gf splash (Bloodbath) against a Defiler and a Queen: both must go.
    fight("tank", "zergling defiler queen", "p1 held E304; p1 hand TT08a; p2 hand Z01")
        .plays("p1: use E304; p1: play TT08a; p2: play Z01")
        .then("asks splash p2")
        .play("p2: lose queen")
        .events_say("The Overmind loses a Queen to splash")
        .events_say("The Overmind loses a Defiler to splash");
    // Limited types first: MZZ splash (Firebat) and Bloodbath against Zergling, Defiler and Queen.
    worked("p2 at tarsonis.2 hydralisk zergling defiler queen; p1 held E304; p1 hand T05; p2 hand Z03; battle tarsonis.2 p1 firebat")
        .plays("p1: use E304; p1: pair firebat hydralisk; p1: play T05; p2: play Z03")
        .then("asks splash p2")
        .play("p2: lose defiler")
        // Now only the Zergling can satisfy the limited card.
        .events_say("The Overmind loses a Zergling to splash");
}

#[test]
fn sc_9_43_splash_without_a_victim_is_lost_and_cloaking_does_not_protect() {
    fight("firebat", "hydralisk", "p1 hand T05; p2 hand Z03")
        .plays("p1: play T05; p2: play Z03")
        .events_say("The splash of T05 Marine/Firebat")
        .events_do_not_say("to splash");
    // Burrow covers the supporting Zergling too, but splash takes it.
    fight("firebat", "zergling hydralisk", "p1 hand T05; p2 hand ZT01a")
        .plays("p1: pair firebat hydralisk; p1: play T05; p2: play ZT01a")
        .events_say("loses a Zergling to splash")
        .then("p2 at tarsonis.2 hydralisk");
}

#[test]
fn sc_9_44_withdrawn_units_cannot_be_chosen() {
    fight("firebat", "zergling", "p1 hand T05; p2 hand ZT01a")
        .plays("p1: play T05; p2: play ZT01a")
        .events_say("The splash of T05 Marine/Firebat")
        .events_do_not_say("to splash")
        .then("p2 at tarsonis.2 zergling; p1 at tarsonis.1 firebat");
}

#[test]
fn sc_9_45_surviving_units_are_put_back_into_the_area() {
    fight("marine", "zergling", "p1 hand T05; p2 hand Z05")
        .plays("p1: play T05; p2: play Z05")
        .then("p1 at tarsonis.1 marine; asks end p1");
}

#[test]
fn sc_9_46_a_winner_above_the_limit_retreats_the_excess_of_his_choice() {
    fight("marine x4 firebat", "zergling", "p1 hand T05; p2 hand Z05")
        .plays("p1: pair marine zergling; p1: play T05; p2: play Z05")
        .then("asks excess p1")
        .play("p1: retreat marine")
        .play("p1: retreat firebat")
        .then("asks retreat p1")
        .play("p1: retreat to tarsonis.2")
        .then("p1 at tarsonis.1 marine x3; p1 at tarsonis.2 marine firebat");
}

#[test]
fn sc_9_47_only_defenders_or_nobody_left_and_nothing_more_happens() {
    fight("marine", "zergling", "p1 hand T01; p2 hand Z05")
        .plays("p1: play T01; p2: play Z05")
        .then("p2 at tarsonis.1 zergling; asks end p1");
    // Nobody is left: the area is empty, a base may remain.
    worked("p2 at tarsonis.3 zergling; p1 hand T03; p2 hand Z04; battle tarsonis.3 p1 marine")
        .plays("p1: play T03; p2: play Z04")
        .then("p1 at tarsonis.3 base; p1 controls tarsonis.3");
}

#[test]
fn sc_9_48_with_units_on_both_sides_the_attacker_retreats_unless_only_assist_units_defend() {
    fight("marine", "zergling", "p1 hand T09; p2 hand Z03")
        .plays("p1: play T09; p2: play Z03")
        .then("asks retreat p1")
        .play("p1: retreat to tarsonis.3")
        .then("p1 at tarsonis.3 marine base; p2 at tarsonis.1 zergling");
    fight("marine", "zergling queen", "p1 hand T05; p2 hand Z05")
        .plays("p1: play T05; p2: play Z05")
        .then("p2 at tarsonis.2 queen; p1 at tarsonis.1 marine");
}

#[test]
fn sc_9_49_if_both_have_only_assist_units_the_defender_retreats() {
    fight("vessel", "queen", "p1 hand T01; p2 hand Z13")
        .plays("p1: play T01; p2: play Z13")
        .then("p1 at tarsonis.1 vessel; p2 at tarsonis.2 queen");
}

#[test]
fn sc_9_50_the_attackers_excess_retreats_after_the_defender() {
    fight("marine x4", "zergling queen", "p1 hand T05; p2 hand Z05")
        .plays("p1: play T05; p2: play Z05")
        .then("p2 at tarsonis.2 queen; p1 at tarsonis.1 marine x3; p1 at tarsonis.3 marine base");
}

#[test]
fn sc_9_51_all_retreating_units_go_to_one_area_here_or_over_an_own_transport() {
    fight(
        "marine x2",
        "zergling x2",
        "p1 hand T09 T06; p2 hand Z03 Z18; p1 transport r1; p1 at braken.1 vulture",
    )
    .plays("p1: play T09; p1: play T06; p2: play Z03; p2: play Z18; p1: resolve 1")
    .then("asks retreat p1")
    .refuses("p1: retreat to braken.1", "SC-9.51")
    .refuses("p1: retreat to pridewater.1", "SC-9.51")
    .play("p1: retreat to abaddon.2")
    .then("p1 at abaddon.2 marine x2");
}

#[test]
fn sc_9_52_units_that_do_not_fit_are_destroyed_by_their_owners_choice() {
    // Nobody dies in two skirmishes; the only way out has room for one of the two attackers.
    let position =
        "p2 at tarsonis.1 zergling x2; p2 at tarsonis.2 zergling; p1 hand T09 T10; p2 hand Z03 Z05";
    let cards =
        "p1: pair marine zergling; p1: play T09; p1: play T10; p2: play Z03; p2: play Z05; p1: resolve 1";
    worked(&format!("{position}; p1 at tarsonis.3 vulture x2; battle tarsonis.1 p1 marine firebat"))
        .plays(cards)
        .then("asks overflow p1")
        .play("p1: lose marine")
        .then("p1 at tarsonis.3 firebat vulture x2 base; p1 supply marine 6");
    // Without any room they are lost; a full area is no choice while another has room.
    worked(&format!("{position}; p1 at tarsonis.3 vulture x3; battle tarsonis.1 p1 marine firebat"))
        .plays(cards)
        .events_say("A Marine of Jim Raynor finds no room")
        .events_say("A Firebat of Jim Raynor finds no room");
    worked(&format!(
        "{position}; p1 at tarsonis.3 vulture x3; p1 transport r1; battle tarsonis.1 p1 marine firebat"
    ))
    .plays(cards)
    .refuses("p1: retreat to tarsonis.3", "SC-9.52")
    .allows("p1: retreat to abaddon.1");
}

#[test]
fn sc_9_53_the_contested_area_itself_is_no_retreat() {
    fight("marine", "zergling", "p1 hand T09; p2 hand Z03")
        .plays("p1: play T09; p2: play Z03")
        .refuses("p1: retreat to tarsonis.1", "SC-9.53");
}

#[test]
fn sc_9_54_the_order_token_is_removed_and_the_phase_goes_on() {
    fight("marine", "zergling", "p1 hand T05; p2 hand Z05; order p2 build pridewater")
        .plays("p1: play T05; p2: play Z05; p1: end")
        .then("asks turn p2");
}

#[test]
fn sc_9_55_bases_and_resource_cards_do_not_change_in_a_battle() {
    worked("p2 at pridewater.1 zergling; p2 card pridewater.1 workers 2; p2 workers 5; p1 hand T05; p2 hand Z05; battle pridewater.1 p1 marine")
        .plays("p1: play T05; p2: play Z05")
        .then("p1 at pridewater.1 marine; p2 at pridewater.1 base; p2 card pridewater.1 workers 2");
}
