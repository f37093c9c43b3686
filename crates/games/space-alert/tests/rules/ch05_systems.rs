//! Chapter 5: the systems: repairs, weapons, energy, station specials, heroic halves.

use crate::{Go, at};
use klaxon_space_alert::{Remedy, data::data};

#[test]
fn sa_5_20_a_malfunction_turns_the_action_into_a_repair() {
    at("turn 1 actions; member 1 UB; program 1 B; threat I1-05 T+1 internal on-track; shields 1 1 0")
        .step()
        .then("threat I1-05 blocks 1; shields 1 1 0");
    at("turn 1 actions; member 1 UB; program 1 A; threat I1-05 T+1 internal on-track")
        .step()
        .then("fired UB");
}

#[test]
fn sa_5_21_with_blocks_enough_it_is_repaired() {
    at("turn 1 actions; member 1 UB; program 1 B; threat I1-05 T+1 internal on-track blocks 2")
        .step()
        .then("threat I1-05 destroyed at -")
        .events_say("is repaired");
}

#[test]
fn sa_5_22_a_repair_goes_to_the_repairable_one_with_the_lowest_number() {
    let both = "turn 5 actions; member 1 LW; program 1 . . . . B; threat SI2-03 T+4 internal on-track";
    at(&format!("{both}; threat I2-06 T+2 internal on-track"))
        .step()
        .then("threat I2-06 blocks 1; threat SI2-03 blocks 0");
    at(&format!("{both}; threat I2-06 T+2 internal survived at LW"))
        .step()
        .then("threat I2-06 blocks 0; threat SI2-03 blocks 1");
}

#[test]
fn sa_5_23_the_system_works_only_when_all_malfunctions_are_repaired() {
    at("turn 5 actions; member 1 LW; program 1 . . . . B B B; reactors 2 0 2
        threat I2-06 T+2 internal on-track blocks 2; threat SI2-03 T+4 internal on-track blocks 6")
    .step()
    .then("threat I2-06 destroyed; threat SI2-03 on-track; fuel 3");
    at("turn 5 actions; member 1 LW; program 1 . . . . B; member 2 LW; program 2 . . . . B; member 3 LW; program 3 . . . . B
        reactors 2 0 2; threat I2-06 T+2 internal on-track blocks 2; threat SI2-03 T+4 internal on-track blocks 6")
        .step()
        .then("threat SI2-03 destroyed; fuel 2; reactor white 5");
}

#[test]
fn sa_5_24_after_z_a_malfunction_blocks_its_system_for_good() {
    at("turn 5 actions; member 1 UB; program 1 . . . . B; shields 1 1 0; threat I1-05 T+2 internal survived at UB")
        .step()
        .then("shields 1 1 0; threat I1-05 survived blocks 0")
        .events_say("can no longer be repaired");
}

#[test]
fn sa_5_25_no_base_card_breaks_an_a_system_but_the_code_could() {
    assert!(data().threats.iter().all(|c| c.by != Some(Remedy::A)));
    assert_eq!(Remedy::A.letter(), Some(klaxon_space_alert::Letter::A));
}

#[test]
fn sa_5_30_heavy_lasers_and_the_pulse_cannon_take_energy_from_their_zone() {
    for (station, reactors) in [("UR", "1 3 2"), ("UW", "2 2 2"), ("UB", "2 3 1"), ("LW", "2 2 2")] {
        at(&format!("turn 1 actions; member 1 {station}; program 1 A"))
            .step()
            .then(&format!("reactors {reactors}; fired {station}"));
    }
    at("turn 1 actions; reactors 0 3 2; member 1 UR; program 1 A")
        .step()
        .then("fired none")
        .events_say("reactor is empty");
    at("turn 1 actions; program 1 A; program 2 A")
        .step()
        .then("reactors 2 2 2")
        .events_say("already been fired");
}

#[test]
fn sa_5_31_light_lasers_have_their_own_power_pack() {
    for station in ["LR", "LB"] {
        at(&format!("turn 1 actions; reactors 0 0 0; member 1 {station}; program 1 A A"))
            .step()
            .then(&format!("fired {station}; reactors 0 0 0"))
            .steps(4)
            .then(&format!("fired {station}"));
    }
    at("turn 1 actions; member 1 LR; program 1 A; member 2 LR; program 2 A")
        .step()
        .events_say("already been fired");
}

#[test]
fn sa_5_32_energy_is_spent_without_a_target_too() {
    at("turn 1 actions; program 1 A")
        .step()
        .then("reactors 2 2 2")
        .step()
        .events_say("finds no target")
        .then("reactors 2 2 2");
}

#[test]
fn sa_5_33_a_weapon_fires_once_a_turn_whoever_uses_it() {
    at("turn 1 actions; program 1 A; program 2 H_A").step().then("fired UW; reactors 2 2 2");
    at("turn 1 actions; program 1 H_A; program 2 A").step().then("fired UW+; reactors 2 2 2");
    at("turn 1 actions; program 1 A A").steps(5).then("fired UW; reactors 2 1 2");
}

#[test]
fn sa_5_34_upstairs_energy_moves_from_the_reactor_to_the_shield() {
    at("turn 1 actions; member 1 UR; program 1 B").step().then("shields 2 1 1; reactors 1 3 2");
    at("turn 1 actions; program 1 B").step().then("shields 1 3 1; reactors 2 1 2");
    at("turn 1 actions; member 1 UB; shields 1 1 0; reactors 2 3 1; program 1 B")
        .step()
        .then("shields 1 1 1; reactors 2 3 0");
    at("turn 1 actions; shields 1 3 1; program 1 B")
        .step()
        .then("reactors 2 3 2")
        .events_say("shield is full");
    at("turn 1 actions; reactors 2 0 2; program 1 B")
        .step()
        .then("shields 1 1 1")
        .events_say("reactor is empty");
}

#[test]
fn sa_5_35_at_the_sides_below_energy_comes_from_the_central_reactor() {
    at("turn 1 actions; member 1 LR; program 1 B").step().then("reactors 3 2 2");
    at("turn 1 actions; member 1 LB; reactors 2 2 0; program 1 B").step().then("reactors 2 0 2");
    at("turn 1 actions; member 1 LB; reactors 2 3 3; program 1 B")
        .step()
        .then("reactors 2 3 3")
        .events_say("reactor is full");
    at("turn 1 actions; member 1 LB; reactors 2 0 0; program 1 B")
        .step()
        .events_say("central reactor is empty");
}

#[test]
fn sa_5_36_a_capsule_fills_the_central_reactor_and_is_used_up_in_any_case() {
    at("turn 1 actions; member 1 LW; program 1 B").step().then("fuel 2; reactors 2 5 2");
    at("turn 1 actions; member 1 LW; reactors 2 5 2; program 1 B").step().then("fuel 2; reactors 2 5 2");
    at("turn 1 actions; member 1 LW; fuel 0; program 1 B")
        .step()
        .then("reactors 2 3 2")
        .events_say("no fuel capsule");
}

#[test]
fn sa_5_37_a_system_above_capacity_is_neither_filled_nor_reduced() {
    at("turn 1 actions; shields 1 4 1; program 1 B").step().then("shields 1 4 1; reactors 2 3 2");
    at("turn 1 actions; member 1 LR; reactors 4 3 2; program 1 B").step().then("reactors 4 3 2");
    at("turn 1 actions; member 1 LW; reactors 2 6 2; program 1 B").step().then("fuel 2; reactors 2 6 2");
}

#[test]
fn sa_5_38_the_computer_is_served_in_the_first_two_turns_of_a_phase() {
    for (turn, phase) in [
        (1, Some(1)),
        (2, Some(1)),
        (3, None),
        (4, Some(2)),
        (5, Some(2)),
        (6, None),
        (7, None),
        (8, Some(3)),
        (9, Some(3)),
        (10, None),
        (11, None),
        (12, None),
    ] {
        let dots = ". ".repeat(turn - 1);
        let g = at(&format!("turn {turn} actions; program 1 {dots}C")).step();
        match phase {
            Some(phase) => g.then(&format!("maintained {phase}")).done(),
            None => g.then("maintained none").events_say("first two turns").done(),
        }
    }
    at("turn 1 actions; program 1 C; program 2 C")
        .step()
        .then("maintained 1")
        .events_say("already been served");
}

#[test]
fn sa_5_39_a_rocket_goes_to_the_first_square_of_the_track() {
    at("turn 1 actions; member 1 LB; program 1 C").step().then("rockets 2; rocket-track 1");
    at("turn 1 actions; member 1 LB; program 1 C; member 2 LB; program 2 C")
        .step()
        .then("rockets 2; rocket-track 1")
        .events_say("already been launched");
    at("turn 1 actions; rockets 0; member 1 LB; program 1 C")
        .step()
        .then("rocket-track empty")
        .events_say("no rocket left");
}

#[test]
fn sa_5_43_the_window_counts_a_visual_confirmation() {
    at("turn 1 actions; member 1 LW; program 1 C; member 3 LW; program 3 C").step().then("visual 2 0 0");
}

#[test]
fn sa_5_51_a_heroic_shot_has_one_more_strength() {
    let threat = "turn 2 actions; tracks T3 T3 T3 T3; threat SE1-02 T+1";
    at(&format!("{threat} white on-track square 8; program 1 . H_A")).steps(2).then("threat SE1-02 blocks 4");
    at(&format!("{threat} red on-track square 8; member 1 LR; program 1 . H_A"))
        .steps(2)
        .then("threat SE1-02 blocks 1");
    at(&format!("{threat} red on-track square 8 shield 0; member 1 LW; program 1 . H_A"))
        .steps(2)
        .then("threat SE1-02 blocks 2");
}

#[test]
fn sa_5_52_a_heroic_transfer_adds_one_block_even_above_capacity() {
    at("turn 1 actions; program 1 H_B").step().then("shields 1 4 1; reactors 2 1 2");
    at("turn 1 actions; member 1 LR; program 1 H_B").step().then("reactors 4 2 2");
    at("turn 1 actions; member 1 LW; program 1 H_B").step().then("reactors 2 6 2; fuel 2");
    at("turn 1 actions; shields 1 3 1; program 1 H_B").step().then("shields 1 3 1; reactors 2 3 2");
    at("turn 1 actions; reactors 2 0 2; program 1 H_B").step().then("shields 1 1 1");
}

#[test]
fn sa_5_53_a_heroic_repair_gives_two_blocks() {
    at("turn 1 actions; member 1 UB; program 1 H_B; threat I1-05 T+1 internal on-track")
        .step()
        .then("threat I1-05 blocks 2");
}

#[test]
fn sa_5_55_heroic_interceptors_attack_with_one_more() {
    let space = "turn 2 actions; tracks T3 T3 T3 T3; member 1 space; squad 1 led 1; program 1 . H_BOTS";
    at(&format!("{space}; threat E1-09 T+1 red on-track square 5")).steps(2).then("threat E1-09 blocks 4");
    at(&format!("{space}; threat E1-09 T+1 red on-track square 5; threat E1-10 T+2 blue on-track square 4"))
        .steps(2)
        .then("threat E1-09 blocks 2; threat E1-10 blocks 2");
}

#[test]
fn sa_5_56_a_surplus_is_cut_only_when_that_very_system_is_damaged() {
    let hit = "turn 1 threats; tracks T1 T1 T1 T1; shields 1 4 1; reactors 2 6 2";
    // An internal hit passes the shield.
    at(&format!("{hit}; stack white heavy lift; threat I1-03 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("shields 1 4 1; reactors 2 6 2");
    at(&format!("{hit}; stack white shield lift; threat I1-03 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("shields 1 2 1; reactors 2 6 2");
    at(&format!("{hit}; stack white reactor lift; threat I1-03 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("shields 1 4 1; reactors 2 4 2");
}

#[test]
fn sa_5_57_bonus_blocks_come_after_the_last_action_then_visual_confirmation() {
    // Five blocks and the bonus of two complete the repair.
    at(
        "turn 5 actions; threat SI2-03 T+4 internal on-track blocks 2
        member 1 LR; program 1 . . . . B; member 2 LW; program 2 . . . . B; member 3 LB; program 3 . . . . B",
    )
    .step()
    .then("threat SI2-03 destroyed");
    // A malfunction repaired before gets none.
    at(
        "turn 5 actions; threat SI1-06 T+4 internal on-track blocks 2
        member 1 UB; program 1 . . . . C; member 2 LR; program 2 . . . . C; member 3 LW; program 3 . . . . C",
    )
    .step()
    .then("threat SI1-06 destroyed blocks 4; visual 0 1 0");
}

#[test]
fn sa_5_60_the_second_block_of_a_heroic_repair_never_passes_on() {
    at("turn 5 actions; member 1 LW; program 1 . . . . H_B
        threat I2-06 T+2 internal on-track blocks 2; threat SI2-03 T+4 internal on-track")
    .step()
    .then("threat I2-06 destroyed; threat SI2-03 blocks 0");
}

#[test]
fn sa_5_61_a_heroic_refuelling_of_a_full_reactor_adds_nothing() {
    at("turn 1 actions; member 1 LW; reactors 2 5 2; program 1 H_B").step().then("fuel 2; reactors 2 5 2");
    at("turn 1 actions; member 1 LW; reactors 2 4 2; program 1 H_B").step().then("fuel 2; reactors 2 6 2");
}
