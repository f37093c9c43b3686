//! Chapter 5: player actions: order, trips and delays, movement, space, battlebots.

use crate::{Go, at};

#[test]
fn sa_5_1_crew_members_act_one_after_another_captain_first() {
    // The captain empties the reactor before the second can shoot.
    at("turn 1 actions; reactors 2 1 2; program 1 A; program 2 B")
        .step()
        .then("reactors 2 0 2; shield white 1");
    at("turn 1 actions; reactors 2 1 2; program 1 B; program 2 A").step().then("shield white 2; fired none");
    // Effects on internal threats are immediate: the second finds the system repaired and uses it.
    at("turn 4 actions; threat I2-05 T+1 internal on-track blocks 2; program 1 . . . C; program 2 . . . C")
        .step()
        .then("threat I2-05 destroyed; maintained 2");
}

#[test]
fn sa_5_2_a_knocked_out_crew_member_does_nothing() {
    at("turn 1 actions; member 1 UW out; program 1 RED")
        .step()
        .then("member 1 UW out")
        .events_say("knocked out");
    // Also when it happens earlier in the same step.
    at("turn 4 actions; threat I2-06 T+1 internal on-track blocks 2
        member 1 LW; program 1 . . . B; member 2 LR; program 2 . . . BLUE")
    .step()
    .then("threat I2-06 destroyed; member 2 LR out");
}

#[test]
fn sa_5_3_a_trip_executes_the_intended_half_or_arrow_and_delays_the_next_action() {
    let g = "turn 1 actions; options trips; program 1 RED/A B";
    at(g).step().play("1: trip no").then("member 1 UR; program 1 RED B; turn 1 damage");
    at(g).step().play("1: trip half").then("member 1 UW; fired UW; program 1 RED . B");
    at(g).step().play("1: trip arrow").then("member 1 UB; program 1 RED . B");
    at("turn 1 actions; options trips; program 1 A/RED B").step().refuses("1: trip arrow", "SA-5.3");
}

#[test]
fn sa_5_4_a_trip_is_asked_of_the_owner_as_the_card_is_revealed() {
    at("turn 1 actions; options trips; program 2 RED/A; program 3 H_A/M:LB")
        .step()
        .asks("2")
        .then("turn 1 actions 2 asked; member 2 UW")
        .not_asked("2: advance")
        .play("2: trip no")
        .asks("3")
        .play("3: trip half")
        .then("member 3 LB; turn 1 damage")
        .asks("1");
    at("turn 1 actions; program 2 RED/A").step().then("turn 1 damage");
}

#[test]
fn sa_5_5_a_delay_pushes_cards_until_an_empty_space_or_off_the_board() {
    let delayed = |program: &str| at(&format!("turn 2 computer; program 1 {program}")).step();
    delayed(". . . B").then("program 1 . . . B").events_say("has no action in turn 3");
    delayed(". . A . B").then("program 1 . . . A B");
    delayed(". . A C B . RED").then("program 1 . . . A C B RED");
    delayed(". . A A A A A A A A A BLUE")
        .then("program 1 . . . A A A A A A A A A")
        .events_say("BLUE falls off");
}

#[test]
fn sa_5_5_a_card_that_falls_off_face_down_stays_hidden() {
    at("crew 1 2 3 a1; turn 2 computer; program 2 . . A A A A A A A A A BLUE; program 4 . . A! A! A! A! A! A! A! A! A! C!")
        .step()
        .hears("2", "BLUE falls off")
        .hears("3", "a card falls off")
        .does_not_hear("3", "BLUE")
        .does_not_hear("watcher", "BLUE")
        .hears("watcher", "C falls off");
}

#[test]
fn sa_5_6_delays_run_across_phase_borders() {
    at("turn 2 computer; program 1 . . A B").step().then("program 1 . . . A B");
    at("turn 7 threats; tracks T1 T1 T1 T4; threat I2-05 T+1 internal on-track square 6 speed 1
        program 1 . . . . . . . A B")
    .step()
    .then("program 1 . . . . . . . . A B");
}

#[test]
fn sa_5_7_several_delays_in_one_turn_count_once() {
    // Entering a slimed station through a damaged lift in turn 2, tripping, with the computer not maintained.
    at("turn 2 actions; options trips; damage white lift; threat I2-01 T+1 internal on-track at LW,LB
        program 1 . A/LIFT B . C")
    .step()
    .play("1: trip half")
    .then("member 1 LW; program 1 . A . B C")
    .steps(3)
    .then("turn 3; program 1 . A . B C");
}

#[test]
fn sa_5_8_a_delay_in_turn_12_has_no_effect() {
    at("turn 12 actions; options trips; program 1 . . . . . . . . . . . RED/A")
        .step()
        .play("1: trip half")
        .then("program 1 . . . . . . . . . . . RED; fired UW");
}

#[test]
fn sa_5_9_delays_reach_neither_the_knocked_out_nor_those_in_space() {
    at("turn 2 computer; member 1 UW out; program 1 . . A; member 2 space; squad 1 led 2; program 2 . . BOTS; program 3 . . A")
        .step()
        .then("program 1 . . A; program 2 . . BOTS; program 3 . . . A");
}

#[test]
fn sa_5_10_arrows_lead_through_the_door_towards_that_color() {
    for (from, act, to) in [
        ("UW", "RED", "UR"),
        ("UW", "BLUE", "UB"),
        ("UB", "RED", "UW"),
        ("LR", "BLUE", "LW"),
        ("LW", "RED", "LR"),
        ("LB", "RED", "LW"),
    ] {
        at(&format!("turn 1 actions; member 1 {from}; program 1 {act}"))
            .step()
            .then(&format!("member 1 {to}"));
    }
    at("turn 1 actions; member 1 LR; program 1 RED B; threat I2-02 T+1 internal on-track")
        .step()
        .events_say("already in the zone")
        .then("member 1 LR; program 1 RED B");
}

#[test]
fn sa_5_11_the_lift_leads_to_the_other_deck_of_the_zone() {
    for (from, to) in [("UR", "LR"), ("UW", "LW"), ("UB", "LB"), ("LR", "UR"), ("LW", "UW"), ("LB", "UB")] {
        at(&format!("turn 1 actions; member 1 {from}; program 1 LIFT"))
            .step()
            .then(&format!("member 1 {to}"));
    }
}

#[test]
fn sa_5_12_a_damaged_or_busy_lift_delays() {
    at("turn 1 actions; damage white lift; program 1 LIFT A").step().then("member 1 LW; program 1 LIFT . A");
    at("turn 1 actions; program 1 LIFT A; program 2 LIFT A; program 3 LIFT A; member 4 UB; program 4 LIFT A")
        .step()
        .then("program 1 LIFT A; program 2 LIFT . A; program 3 LIFT . A; program 4 LIFT A")
        .then("member 1 LW; member 2 LW; member 3 LW; member 4 LB");
    // A new turn, a free lift.
    at("turn 1 actions; program 1 LIFT; program 2 . LIFT A").steps(5).then("member 2 LW; program 2 . LIFT A");
}

#[test]
fn sa_5_13_lifts_are_one_system_per_zone_in_both_directions() {
    at("turn 1 actions; program 1 LIFT A; member 2 LW; program 2 LIFT A")
        .step()
        .then("member 1 LW; member 2 UW; program 1 LIFT A; program 2 LIFT . A");
    at("turn 1 actions; damage red lift; program 1 LIFT A").step().then("program 1 LIFT A");
}

#[test]
fn sa_5_14_threats_neither_use_nor_occupy_lifts() {
    at("turn 1 threats; tracks T1 T1 T1 T4; damage red lift; threat I2-03 T+1 internal on-track square 10 speed 1")
        .step()
        .then("threat I2-03 at LR; lifts none");
}

#[test]
fn sa_5_15_heroic_movement_is_direct_and_uses_no_lift() {
    at("turn 1 actions; damage white lift; damage red lift; program 1 M:LR A; member 2 UW; program 2 LIFT A
        threat I2-01 T+1 internal on-track at LW,LB")
    .step()
    .then("member 1 LR; program 1 M:LR A");
    at("turn 1 actions; program 1 M:LW A; program 2 LIFT A").step().then("program 2 LIFT A; member 1 LW");
    at("turn 1 actions; program 1 LIFT A; program 2 M:LW A").step().then("program 2 M:LW A");
}

#[test]
fn sa_5_16_entering_has_effect_after_every_change_of_station() {
    at("turn 1 actions; threat I2-02 T+1 internal on-track; program 1 M:LR B")
        .step()
        .then("program 1 M:LR . B");
    at("turn 1 actions; member 1 LW; threat I2-02 T+1 internal on-track; program 1 RED B")
        .step()
        .then("program 1 RED . B");
    at("turn 1 actions; threat SI2-04 T+1 internal survived at UR,UB; program 1 M:UB")
        .step()
        .then("member 1 UB out");
    // Heroic movement to one's own station is no movement.
    at("turn 1 actions; member 1 LR; threat I2-02 T+1 internal on-track; program 1 M:LR B")
        .step()
        .then("program 1 M:LR B")
        .events_say("already in that station");
}

#[test]
fn sa_5_40_battlebots_are_taken_and_set_upright_again() {
    at("turn 1 actions; member 1 UB; program 1 C").step().then("squad 1 led 1; squad 2 stored LR");
    at("turn 1 actions; member 1 LR; program 1 C").step().then("squad 2 led 1");
    at("turn 1 actions; member 1 UB; program 1 C; member 2 UB; program 2 C")
        .step()
        .then("squad 1 led 1")
        .events_say("no battlebots in storage");
    // At either station.
    at("turn 1 actions; member 1 LR; squad 1 led 1 disabled; program 1 C")
        .step()
        .then("squad 1 led 1; squad 2 stored LR");
    // Nobody leads two.
    at("turn 1 actions; member 1 LR; squad 1 led 1; program 1 C")
        .step()
        .then("squad 2 stored LR")
        .events_say("already active");
}

#[test]
fn sa_5_41_a_squad_disabled_in_storage_is_taken_disabled() {
    at("turn 1 actions; member 1 LR; squad 2 stored LR disabled; program 1 C C")
        .step()
        .then("squad 2 led 1 disabled")
        .steps(4)
        .then("squad 2 led 1");
}

#[test]
fn sa_5_42_taking_off_needs_an_active_squad_and_free_space() {
    at("turn 1 actions; member 1 UR; squad 1 led 1; program 1 C")
        .step()
        .then("member 1 space; interceptors 1");
    at("turn 1 actions; member 1 UR; program 1 C").step().then("member 1 UR").events_say("only a leader");
    at("turn 1 actions; member 1 UR; squad 1 led 1 disabled; program 1 C").step().then("member 1 UR");
    at("turn 1 actions; member 1 UR; squad 1 led 1; program 1 C; member 2 UR; squad 2 led 2; program 2 C")
        .step()
        .then("member 1 space; member 2 UR")
        .events_say("somebody is in space");
    at("turn 1 actions; member 1 UR; squad 1 led 1; program 1 C; member 2 space out; squad 2 led 2 disabled")
        .step()
        .then("member 1 UR");
}

#[test]
fn sa_5_44_whoever_is_in_space_is_out_of_reach_of_threats_and_computer() {
    let crew = "member 1 space; squad 1 led 1; program 1 . . BOTS";
    at(&format!("turn 2 computer; {crew}")).step().then("program 1 . . BOTS");
    at(&format!(
        "turn 2 threats; tracks T1 T1 T1 T1; {crew}; threat SE2-03 T+1 red on-track square 2 speed 1"
    ))
    .step()
    .then("member 1 space; member 2 UW out");
    at(&format!(
        "turn 2 threats; tracks T1 T1 T1 T1; {crew}; threat SI1-06 T+1 internal on-track square 2 speed 1"
    ))
    .step()
    .then("member 1 space");
}

#[test]
fn sa_5_45_in_space_only_the_battlebot_symbol_keeps_you_there() {
    let space = "turn 2 actions; member 1 space; squad 1 led 1; program 1";
    at(&format!("{space} . BOTS")).step().then("member 1 space; interceptors 1");
    at(&format!("{space} . H_BOTS")).step().then("member 1 space; interceptors 2");
    at(&format!("{space} . . A")).step().then("member 1 UR; program 1 . . A; squad 1 led 1");
    at(&format!("{space} . C A . B")).step().then("member 1 UR; program 1 . . C A B");
}

#[test]
fn sa_5_46_returning_is_the_whole_action_and_enters_upper_red() {
    at("turn 2 actions; member 1 space; squad 1 led 1; program 1 . A").step().then("member 1 UR; fired none");
    at("turn 2 actions; member 1 space; squad 1 led 1; threat SI2-04 T+1 internal survived at UR")
        .step()
        .then("member 1 UR out");
}

#[test]
fn sa_5_47_after_returning_delays_of_the_turn_count_once_more() {
    at("turn 2 actions; member 1 space; squad 1 led 1; program 1 . C A . B")
        .step()
        .then("program 1 . . C A B")
        .steps(3)
        .then("turn 3; program 1 . . . C A B");
}

#[test]
fn sa_5_48_battlebots_hit_the_intruder_with_the_lowest_number() {
    at("turn 4 actions; member 1 UR; squad 1 led 1; program 1 . . . BOTS
        threat I2-03 T+3 internal on-track at UR; threat I1-01 T+2 internal on-track at UR")
    .step()
    .then("threat I1-01 destroyed at -; threat I2-03 on-track blocks 0");
    at("turn 4 actions; member 1 UR; squad 1 led 1; program 1 . . . BOTS; threat I2-03 T+3 internal on-track at UR")
        .step()
        .then("threat I2-03 on-track blocks 1");
}

#[test]
fn sa_5_49_an_intruder_that_fights_back_disables_the_squad_even_when_it_falls() {
    at("turn 4 actions; member 1 UR; squad 1 led 1; program 1 . . . BOTS RED; threat I1-01 T+3 internal on-track")
        .step()
        .then("threat I1-01 destroyed; squad 1 led 1 disabled")
        .steps(4)
        .then("squad 1 led 1 disabled");
    at("turn 4 actions; member 1 LW; squad 1 led 1; program 1 . . . BOTS; threat I1-03 T+3 internal on-track")
        .step()
        .then("threat I1-03 destroyed; squad 1 led 1");
}

#[test]
fn sa_5_50_without_an_active_squad_or_an_intruder_bots_do_nothing() {
    let intruder = "turn 4 actions; member 1 UR; program 1 . . . BOTS; threat I1-01 T+3 internal on-track";
    at(intruder).step().then("threat I1-01 blocks 0").events_say("no battlebots follow");
    at(&format!("{intruder}; squad 1 led 1 disabled"))
        .step()
        .then("threat I1-01 blocks 0")
        .events_say("are disabled");
    at("turn 4 actions; squad 1 led 1; program 1 . . . BOTS; threat I1-01 T+3 internal on-track")
        .step()
        .then("threat I1-01 blocks 0")
        .events_say("no intruder here");
}

#[test]
fn sa_5_54_heroic_battlebots_stay_active() {
    at("turn 4 actions; member 1 UR; squad 1 led 1; program 1 . . . H_BOTS; threat I2-03 T+3 internal on-track")
        .step()
        .then("threat I2-03 blocks 1; squad 1 led 1")
        .events_say("stay on their feet");
}

#[test]
fn sa_5_58_a_trip_counts_in_space_too() {
    let options = "options trips; squad 1 led 1";
    // Tripping into taking off: the next slot is emptied and brings you home.
    at(&format!("turn 1 actions; {options}; member 1 UR; program 1 LIFT/C BOTS . A"))
        .step()
        .play("1: trip half")
        .then("member 1 space; program 1 LIFT . BOTS A")
        .steps(4)
        .then("member 1 UR");
    // In space a trip is offered only if it keeps you there.
    at(&format!("turn 2 actions; {options}; member 1 space; program 1 . RED/BOTS BOTS"))
        .step()
        .asks("1")
        .refuses("1: trip arrow", "SA-5.58")
        .play("1: trip half")
        .then("member 1 space; program 1 . RED . BOTS");
    at(&format!("turn 2 actions; {options}; member 1 space; program 1 . RED/A"))
        .step()
        .then("turn 2 damage; member 1 UR");
    at(&format!("turn 2 actions; {options}; member 1 space; program 1 . BOTS/A"))
        .step()
        .then("turn 2 damage; member 1 space");
}

#[test]
fn sa_5_59_a_trip_is_asked_in_crew_order_and_cards_keep_their_half() {
    at("turn 1 actions; options trips; program 1 RED/A; member 2 UW out; program 2 RED/A; program 4 BLUE/C")
        .step()
        .asks("1")
        .play("1: trip no")
        .asks("4")
        .play("4: trip no")
        .then("turn 1 damage");
    at("turn 2 computer; program 1 . . LIFT/B").step().then("program 1 . . . LIFT/B");
}
