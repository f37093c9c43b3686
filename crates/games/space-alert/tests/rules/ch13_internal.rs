//! Chapter 13: internal threats with special rules.

use crate::{Go, at};
use klaxon_space_alert::data::data;

const THREATS: &str = "turn 4 threats; tracks T4 T4 T4 T4; shields 0 0 0";

/// A position in turn 4 in which the first leads the first squad and has this symbol.
fn acting(symbol: &str, station: &str) -> String {
    format!("turn 4 actions; member 1 {station}; squad 1 led 1; program 1 . . . {symbol}")
}

#[test]
fn sa_13_1_who_fights_back() {
    let mut fighters: Vec<&str> =
        data().threats.iter().filter(|c| c.traits.fights_back).map(|c| c.name.as_str()).collect();
    fighters.dedup();
    assert_eq!(fighters, ["Skirmishers", "Troopers", "Commandos", "Executioner"]);
    for (card, station) in
        [("I1-03", "LW"), ("I2-02", "LR"), ("SI2-02", "UW"), ("SI2-04", "UR"), ("SI1-03", "LW")]
    {
        at(&format!("{}; threat {card} T+1 internal on-track", acting("BOTS", station)))
            .step()
            .then("squad 1 led 1");
    }
    at(&format!("{}; threat SI1-03 T+1 internal on-track fights yes", acting("BOTS", "LW")))
        .step()
        .then("squad 1 led 1 disabled");
}

#[test]
fn sa_13_2_the_saboteur_takes_energy_or_deals_damage() {
    at(&format!("{THREATS}; threat I1-03 T+1 internal on-track square 6 speed 1 at LB"))
        .step()
        .then("reactors 2 3 1; tiles blue 0");
    at(&format!("{THREATS}; reactors 2 3 0; threat I1-03 T+1 internal on-track square 6 speed 1 at LB"))
        .step()
        .then("reactors 2 3 0; tiles blue 1");
}

#[test]
fn sa_13_3_hacked_shields() {
    for (card, zone, shields, reactors) in
        [("I1-05", "blue", "2 3 0", "2 3 0"), ("I1-06", "red", "0 3 2", "0 3 2")]
    {
        let start = "turn 4 threats; tracks T4 T4 T4 T4; shields 2 3 2; reactors 2 3 2";
        at(&format!("{start}; threat {card} T+1 internal on-track square 10 speed 1"))
            .step()
            .then(&format!("shields {shields}"));
        at(&format!("{start}; threat {card} T+1 internal on-track square 6 speed 1"))
            .step()
            .then(&format!("reactors {reactors}"));
        at(&format!("{start}; threat {card} T+1 internal on-track square 2 speed 1"))
            .step()
            .then(&format!("tiles {zone} 2"));
    }
}

#[test]
fn sa_13_4_the_virus_blocks_the_computer() {
    at("turn 4 actions; program 1 . . . C; threat I2-05 T+1 internal on-track")
        .step()
        .then("maintained none; threat I2-05 blocks 1");
    at(&format!("{THREATS}; threat I2-05 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("reactors 1 2 1");
    at(&format!("{THREATS}; threat I2-05 T+1 internal on-track square 6 speed 1; program 1 . . . . A"))
        .step()
        .then("program 1 . . . . . A");
    at(&format!("{THREATS}; threat I2-05 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("tiles red 1; tiles white 1; tiles blue 1");
}

#[test]
fn sa_13_5_commandos_move_when_hurt_and_strike_otherwise() {
    at(&format!("{THREATS}; threat SI1-01 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("tiles red 2; threat SI1-01 at LR");
    at(&format!("{THREATS}; threat SI1-01 T+1 internal on-track square 6 speed 1 blocks 1"))
        .step()
        .then("tiles red 0; threat SI1-01 at LW");
    at(&format!("{THREATS}; threat SI1-02 T+1 internal on-track square 6 speed 1 blocks 1"))
        .step()
        .then("threat SI1-02 at UW");
    at(&format!("{THREATS}; member 1 LR; member 2 UR; threat SI1-01 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("tiles red 4; member 1 LR out; member 2 UR");
}

#[test]
fn sa_13_6_the_executioner_spares_only_leaders_of_active_squads() {
    at(&format!("{THREATS}; member 4 UB; squad 1 led 1; squad 2 led 2 disabled; threat SI2-01 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("threat SI2-01 at UW; member 1 UW; member 2 UW out; member 3 UW out; member 4 UB");
    at(&format!("{THREATS}; member 1 LB; threat SI2-01 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("threat SI2-01 at LB; member 1 LB out; member 2 UW");
}

#[test]
fn sa_13_10_warheads_have_a_hit_point_for_each_rocket_in_the_station() {
    at("turn 3 appear; threat I1-07 T+3 internal waiting").step().then("threat I1-07 hp 3");
    at("turn 3 appear; rockets 1; rocket-track 1 2; threat I1-07 T+3 internal waiting")
        .step()
        .then("threat I1-07 hp 1");
    at("turn 3 appear; rockets 0; rocket-track 2; threat I1-07 T+3 internal waiting")
        .step()
        .then("threat I1-07 destroyed; points 4");
}

#[test]
fn sa_13_11_no_launch_while_it_is_there_and_slime_lowers_its_hit_points() {
    at("turn 4 actions; member 1 LB; program 1 . . . C; threat I1-07 T+1 internal on-track")
        .step()
        .then("rockets 3; threat I1-07 blocks 1");
    let slime = "threat I2-01 T+2 internal on-track square 10 speed 1";
    at(&format!("{THREATS}; threat I1-07 T+1 internal on-track; {slime}"))
        .step()
        .then("rockets 2; threat I1-07 hp 2 on-track");
    at(&format!("{THREATS}; threat I1-07 T+1 internal on-track blocks 2; {slime}"))
        .step()
        .then("rockets 2; threat I1-07 destroyed");
    // No other malfunction cares about rockets.
    at(&format!("{THREATS}; threat I1-05 T+1 internal on-track square 13 hp 2 blocks 1; {slime}"))
        .step()
        .then("rockets 2; threat I1-05 on-track hp 2");
}

#[test]
fn sa_13_12_three_damage_for_each_rocket_not_secured() {
    at(&format!("{THREATS}; threat I1-07 T+1 internal on-track square 2 blocks 2"))
        .step()
        .then("tiles blue 3");
    at(&format!("{THREATS}; rockets 2; threat I1-07 T+1 internal on-track square 2"))
        .step()
        .then("tiles blue 6");
}

#[test]
fn sa_13_20_moving_into_slime_delays() {
    at("turn 4 actions; threat I2-01 T+1 internal on-track; member 1 UB; program 1 . . . LIFT A")
        .step()
        .then("program 1 . . . LIFT . A");
    // Standing in it does not.
    at("turn 4 actions; threat I2-01 T+1 internal on-track; member 1 LB; program 1 . . . B A")
        .step()
        .then("program 1 . . . B A");
}

#[test]
fn sa_13_21_blue_slime_destroys_a_rocket_and_spreads_left() {
    at(&format!("{THREATS}; threat I2-01 T+1 internal on-track square 10 speed 1")).step().then("rockets 2");
    at(&format!("{THREATS}; rockets 0; threat I2-01 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("rockets 0");
    at(&format!("{THREATS}; threat I2-01 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("threat I2-01 at LW,LB");
}

#[test]
fn sa_13_22_red_slime_disables_the_stored_squad_and_spreads_right() {
    at(&format!("{THREATS}; threat I2-02 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("squad 2 stored LR disabled; squad 1 stored UB");
    at(&format!("{THREATS}; squad 2 led 1; threat I2-02 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("squad 2 led 1");
    at(&format!("{THREATS}; threat I2-02 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("threat I2-02 at LR,LW");
}

#[test]
fn sa_13_23_every_token_spreads_unless_slime_is_there_or_the_deck_ends() {
    at(&format!("{THREATS}; threat I2-02 T+1 internal on-track square 6 speed 1 at LR,LW"))
        .step()
        .then("threat I2-02 at LR,LW,LB");
    at(&format!("{THREATS}; threat I2-02 T+1 internal on-track square 6 speed 1 at LR,LW,LB"))
        .step()
        .then("threat I2-02 at LR,LW,LB");
    // New tokens do not spread in the same action.
    at(&format!("{THREATS}; threat I2-02 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("threat I2-02 at LR,LW");
    // Not onto another slime, even one left after its Z.
    at(&format!("{THREATS}; threat I2-02 T+1 internal on-track square 6 speed 1; threat I2-01 T+2 internal survived at LW,LB"))
        .step()
        .then("threat I2-02 at LR");
}

#[test]
fn sa_13_24_offspring_acts_like_the_original() {
    at("turn 4 actions; threat I2-01 T+1 internal on-track at LW,LB; program 1 . . . LIFT A")
        .step()
        .then("program 1 . . . LIFT . A");
    at(&format!("{THREATS}; threat I2-01 T+1 internal on-track square 6 speed 1 at LW"))
        .step()
        .then("threat I2-01 at LR,LW");
    at(&format!("{THREATS}; threat I2-01 T+1 internal on-track square 2 speed 1 at LR,LW"))
        .step()
        .then("tiles red 2; tiles white 2; tiles blue 0");
}

#[test]
fn sa_13_25_a_hit_strikes_the_token_of_its_station() {
    at(&format!("{}; threat I2-01 T+1 internal on-track at LW,LB", acting("BOTS", "LW")))
        .step()
        .then("threat I2-01 at LB blocks 0");
    at(&format!("{}; threat I2-01 T+1 internal on-track at LW,LB", acting("BOTS", "LB")))
        .step()
        .then("threat I2-01 at LW,LB blocks 1");
    at(&format!("{}; threat I2-01 T+1 internal on-track at LW,LB blocks 1", acting("BOTS", "LB")))
        .step()
        .then("threat I2-01 on-track at LW");
}

#[test]
fn sa_13_26_the_card_stays_until_all_tokens_are_gone() {
    at(&format!("{}; threat I2-01 T+1 internal on-track at LW blocks 2", acting("BOTS", "LW")))
        .step()
        .then("threat I2-01 destroyed");
    at(&format!("{}; threat I2-01 T+1 internal on-track blocks 1", acting("BOTS", "LB")))
        .step()
        .then("threat I2-01 destroyed");
    // A removed offspring can be placed again.
    at(&format!(
        "{}; tracks T6 T6 T6 T6; threat I2-01 T+1 internal on-track at LW,LB square 5",
        acting("BOTS", "LW")
    ))
    .step()
    .then("threat I2-01 at LB")
    .steps(2)
    .then("threat I2-01 square 3 at LW,LB");
}

#[test]
fn sa_13_27_after_z_tokens_stay_delay_and_cannot_be_attacked() {
    at(&format!("{THREATS}; threat I2-01 T+1 internal on-track square 2 speed 1 at LW,LB"))
        .step()
        .then("threat I2-01 survived at LW,LB; tiles white 2; tiles blue 2");
    at(&format!("{}; threat I2-01 T+1 internal survived at LW,LB", acting("BOTS", "LW")))
        .step()
        .then("threat I2-01 at LW,LB")
        .events_say("no intruder");
    at("turn 4 actions; threat I2-01 T+1 internal survived at LW,LB; program 1 . . . LIFT A")
        .step()
        .then("program 1 . . . LIFT . A");
}

#[test]
fn sa_13_30_overheated_reactor() {
    at(&format!("{THREATS}; reactors 2 4 2; threat I2-06 T+1 internal on-track square 10 speed 1; stack white heavy light lift structural"))
        .step()
        .then("tiles white 4; reactors 2 4 2");
    at(&format!("{THREATS}; threat I2-06 T+1 internal on-track square 6 speed 1")).step().then("fuel 2");
    at(&format!("{THREATS}; fuel 0; threat I2-06 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("fuel 0");
    at(&format!("{THREATS}; threat I2-06 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("tiles white 3");
    at("turn 4 actions; member 1 LW; program 1 . . . B; threat I2-06 T+1 internal on-track")
        .step()
        .then("threat I2-06 blocks 1; fuel 3");
}

#[test]
fn sa_13_31_the_last_repair_knocks_out_who_stands_beside_it_at_that_moment() {
    at("turn 4 actions; threat I2-06 T+1 internal on-track blocks 2; member 1 LR; program 1 . . . BLUE; member 2 LW; program 2 . . . B
        member 3 LB; member 4 LW; program 4 . . . RED")
        .step()
        .then("threat I2-06 destroyed; member 1 LW; member 2 LW; member 3 LB out; member 4 LR");
}

#[test]
fn sa_13_31_only_the_last_repair_and_only_beside_it() {
    // One block of two: nobody is hurt. The last one takes those at LR and LB, and nobody upstairs.
    let beside = "member 1 LR; member 2 LW; program 2 . . . B; member 3 LB; member 4 UR";
    at(&format!("turn 4 actions; threat I2-06 T+1 internal on-track blocks 1; {beside}"))
        .step()
        .then("threat I2-06 blocks 2; member 1 LR; member 3 LB")
        .then_not("member 1 out; member 3 out");
    at(&format!("turn 4 actions; threat I2-06 T+1 internal on-track blocks 2; {beside}"))
        .step()
        .then("threat I2-06 destroyed; member 1 LR out; member 3 LB out; member 2 LW; member 4 UR")
        .then_not("member 2 out; member 4 out");
}

#[test]
fn sa_13_35_the_alien_grows_up_hunts_and_wins() {
    at(&format!("{THREATS}; threat SI1-03 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("threat SI1-03 fights yes");
    at(&format!("{THREATS}; member 4 LB; threat SI1-03 T+1 internal on-track square 6 speed 1"))
        .step()
        .then("threat SI1-03 at UW; tiles white 3");
    at(&format!("{THREATS}; threat SI1-03 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("lost SI1-03");
}

#[test]
fn sa_13_40_two_interceptor_attacks_repair_the_fissure() {
    let fissure = "threat SI1-04 T+1 internal on-track";
    at(&format!("turn 4 actions; member 1 UR; squad 1 led 1; program 1 . . . C BOTS; {fissure}"))
        .step()
        .then("member 1 space; threat SI1-04 blocks 1")
        .steps(4)
        .then("threat SI1-04 destroyed");
    at(&format!("turn 4 actions; member 1 space; squad 1 led 1; program 1 . . . H_BOTS; {fissure}"))
        .step()
        .then("threat SI1-04 blocks 1");
    at(&format!("{}; {fissure}", acting("BOTS", "UR"))).step().then("threat SI1-04 blocks 0");
}

#[test]
fn sa_13_41_meanwhile_the_interceptors_attack_nothing_else() {
    let start = "turn 4 actions; tracks T4 T4 T4 T4; member 1 space; squad 1 led 1; program 1 . . . BOTS BOTS; threat E1-09 T+2 red on-track square 5 speed 0";
    at(&format!("{start}; threat SI1-04 T+1 internal on-track")).steps(2).then("threat E1-09 blocks 0");
    at(&format!("{start}; threat SI1-04 T+1 internal on-track blocks 1"))
        .steps(2)
        .then("threat SI1-04 destroyed; threat E1-09 blocks 0")
        .steps(4)
        .then("threat E1-09 blocks 3");
}

#[test]
fn sa_13_42_the_fissure_doubles_damage_until_it_is_repaired() {
    at(&format!("{THREATS}; threat SI1-04 T+1 internal on-track square 10 speed 1; threat E1-05 T+2 red on-track square 10 speed 1
        threat E1-07 T+3 blue on-track square 10 speed 1"))
        .step()
        .events_say("doubles all damage to red")
        .events_say("Damage to red is multiplied: 4 tiles")
        .then("threat SI1-04 doubles red; tiles red 4; tiles blue 1");
    at(&format!("{THREATS}; threat SI1-04 T+1 internal on-track square 6 speed 1; threat E1-07 T+3 blue on-track square 10 speed 1"))
        .step()
        .events_say("doubles all damage to every zone")
        .then("threat SI1-04 doubles red,white,blue; tiles blue 2");
    at(&format!("{THREATS}; threat SI1-04 T+1 internal destroyed doubles red; threat E1-05 T+2 red on-track square 10 speed 1"))
        .step()
        .then("tiles red 2");
    at(&format!("{THREATS}; threat SI1-04 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("lost SI1-04");
}

#[test]
fn sa_13_43_the_fissure_does_not_block_taking_off() {
    at("turn 4 actions; member 1 UR; squad 1 led 1; program 1 . . . C; threat SI1-04 T+1 internal on-track")
        .step()
        .then("member 1 space");
}

#[test]
fn sa_13_45_battlebot_uprising() {
    let card = "threat SI1-06 T+1 internal on-track";
    at(&format!("turn 4 actions; {card}; member 1 UB; program 1 . . . C; member 2 LR; program 2 . . . C"))
        .step()
        .then("threat SI1-06 blocks 3");
    at(&format!("turn 4 actions; {card}; member 1 UB; program 1 . . . C; member 2 UB; program 2 . . . C"))
        .step()
        .then("threat SI1-06 blocks 2; squad 1 stored UB");
    at(&format!("{THREATS}; {card} square 10 speed 1; squad 1 led 1; squad 2 led 2 disabled"))
        .step()
        .then("member 1 UW out; member 2 UW; squad 1 led 1 disabled");
    at(&format!("{THREATS}; {card} square 10 speed 1; member 1 space; squad 1 led 1"))
        .step()
        .then("member 1 space");
    at(&format!("{THREATS}; {card} square 6 speed 1; member 1 UB; member 2 LR; member 3 LB"))
        .step()
        .then("member 1 UB out; member 2 LR out; member 3 LB");
    at(&format!(
        "{THREATS}; {card} square 2 speed 1; member 1 UB; member 2 LW; member 4 space; squad 1 led 4"
    ))
    .step()
    .then("member 1 UB out; member 2 LW out; member 3 UW; member 4 space");
}

#[test]
fn sa_13_46_power_system_overload() {
    let card = "threat SI2-03 T+1 internal on-track";
    at(&format!("turn 4 actions; {card}; member 1 LR; program 1 . . . B; member 2 LW; program 2 . . . B; member 3 LB; program 3 . . . B"))
        .step()
        .then("threat SI2-03 blocks 5");
    at(&format!("turn 4 actions; {card}; member 1 LR; program 1 . . . B; member 2 LW; program 2 . . . B"))
        .step()
        .then("threat SI2-03 blocks 2");
    at(&format!("{THREATS}; {card} square 10 speed 1")).step().then("reactors 2 1 2");
    at(&format!("{THREATS}; {card} square 6 speed 1")).step().then("reactors 1 2 1");
    at(&format!("{THREATS}; {card} square 2 speed 1"))
        .step()
        .then("tiles red 3; tiles white 3; tiles blue 3");
}

#[test]
fn sa_13_47_crossed_wires() {
    let card = "threat SI1-05 T+1 internal on-track";
    let start = "turn 4 threats; tracks T4 T4 T4 T4";
    at(&format!("{start}; {card} square 10 speed 1"))
        .step()
        .then("shields 1 3 1; reactors 2 0 2; tiles white 1");
    at(&format!("{start}; reactors 2 1 2; {card} square 10 speed 1"))
        .step()
        .then("shields 1 2 1; reactors 2 0 2; tiles white 0");
    at(&format!("{start}; shields 1 2 1; {card} square 6 speed 1"))
        .step()
        .then("shields 1 0 1; tiles white 2");
    at(&format!("{start}; {card} square 2 speed 1"))
        .step()
        .then("reactors 0 0 0; tiles red 2; tiles white 3; tiles blue 2; shields 1 1 1");
    // An empty reactor has nothing to leak.
    at(&format!("{start}; reactors 2 3 0; {card} square 2 speed 1"))
        .step()
        .events_do_not_say("damage to blue")
        .then("tiles red 2; tiles white 3; tiles blue 0");
}

#[test]
fn sa_13_50_the_seeker_goes_where_strictly_the_most_are() {
    let seek = |crew: &str| {
        at(&format!("{THREATS}; {crew}; threat SI2-02 T+1 internal on-track square 10 speed 1")).step()
    };
    seek("member 1 UR; member 2 UB; member 3 UB; member 4 LW").then("threat SI2-02 at UB");
    seek("member 1 UR; member 2 UB; member 3 UW; member 4 UW")
        .then("threat SI2-02 at UW")
        .events_say("stays");
    // Its own station does not count.
    seek("member 1 LW").then("threat SI2-02 at LW");
    seek("member 1 UW").then("threat SI2-02 at UW");
    at(&format!("{THREATS}; member 1 LR; threat SI2-02 T+1 internal on-track square 6 speed 1 at UR"))
        .step()
        .then("threat SI2-02 at UW");
    at(&format!("{THREATS}; member 4 LB; threat SI2-02 T+1 internal on-track square 2 speed 1"))
        .step()
        .then("tiles white 5; member 1 UW out; member 4 LB");
}

#[test]
fn sa_13_51_whoever_destroys_the_seeker_is_knocked_out() {
    for symbol in ["BOTS", "H_BOTS"] {
        at(&format!("{}; threat SI2-02 T+1 internal on-track blocks 1", acting(symbol, "UW")))
            .step()
            .then("threat SI2-02 destroyed; member 1 UW out; squad 1 led 1 disabled; points 12");
    }
    at(&format!("{}; threat SI2-02 T+1 internal on-track", acting("BOTS", "UW")))
        .step()
        .then("member 1 UW; squad 1 led 1");
}

#[test]
fn sa_13_52_contamination_is_cleared_station_by_station() {
    let card = "threat SI2-04 T+1 internal on-track";
    at(&format!("{}; {card}", acting("BOTS", "UR"))).step().then("threat SI2-04 at UB,LR,LB blocks 1");
    at(&format!("{}; {card} at LR,LB blocks 2", acting("BOTS", "LR")))
        .step()
        .then("threat SI2-04 destroyed at -");
    at(&format!("{}; {card} at UB,LR,LB blocks 1", acting("BOTS", "UR")))
        .step()
        .then("threat SI2-04 blocks 1")
        .events_say("no intruder");
}

#[test]
fn sa_13_53_contamination_delays_damages_and_knocks_out() {
    let crew = "member 1 UR; member 2 LB; program 1 . . . . A; program 2 . . . . A; program 3 . . . . A";
    at(&format!("{THREATS}; {crew}; threat SI2-04 T+1 internal on-track square 10 speed 1 at UR,UB"))
        .step()
        .then("program 1 . . . . . A; program 2 . . . . A; program 3 . . . . A");
    at(&format!("{THREATS}; threat SI2-04 T+1 internal on-track square 6 speed 1 at UR,LR,LB"))
        .step()
        .then("tiles red 2; tiles blue 1; tiles white 0");
    at(&format!("{THREATS}; {crew}; threat SI2-04 T+1 internal on-track square 2 speed 1 at UR,UB"))
        .step()
        .then("member 1 UR out; member 2 LB; threat SI2-04 survived at UR,UB");
    at(&format!("{}; threat SI2-04 T+1 internal survived at UR,UB", acting("BOTS", "UR")))
        .step()
        .then("threat SI2-04 at UR,UB");
}

#[test]
fn sa_13_54_after_z_entering_knocks_out() {
    let card = "threat SI2-04 T+1 internal survived at UR,LR";
    at(&format!("turn 4 actions; {card}; program 1 . . . RED; program 2 . . . BLUE"))
        .step()
        .then("member 1 UR out; member 2 UB");
    at(&format!("turn 4 actions; {card}; member 1 space; squad 1 led 1"))
        .step()
        .then("member 1 UR out; squad 1 led 1 disabled");
    at("turn 4 actions; threat SI2-04 T+1 internal on-track; program 1 . . . RED").step().then("member 1 UR");
}

#[test]
fn sa_13_55_the_nuclear_device_needs_three_in_one_turn() {
    let card = "threat SI2-05 T+1 internal on-track";
    let c = |who: u8| format!("member {who} LW; program {who} . . . C C C");
    at(&format!("crew 1 2 3 4 5; turn 4 actions; {card}; {}; {}", c(1), c(2)))
        .step()
        .then("threat SI2-05 on-track blocks 0; visual 0 0 0");
    at(&format!("crew 1 2 3 4 5; turn 4 actions; {card}; {}; {}; {}", c(1), c(3), c(5)))
        .step()
        .then("threat SI2-05 destroyed; visual 0 0 0");
    // From the moment of its repair the window is free again.
    at(&format!("crew 1 2 3 4 5; turn 4 actions; {card}; {}; {}; {}; {}", c(1), c(2), c(3), c(4)))
        .step()
        .then("visual 0 1 0");
    // Two and one do not add up.
    at(&format!("turn 4 actions; tracks T7 T7 T7 T7; {card}; member 1 LW; program 1 . . . C; member 2 LW; program 2 . . . C; member 3 LW; program 3 . . . . C"))
        .steps(5)
        .then("threat SI2-05 on-track");
    at(&format!("{THREATS}; {card} square 10 speed 1")).step().then("threat SI2-05 speed 2");
    at(&format!("{THREATS}; {card} square 2 speed 1")).step().then("lost SI2-05");
}

#[test]
fn sa_13_56_for_the_bonus_the_block_must_lie_on_this_very_malfunction() {
    at("turn 4 actions; threat I2-06 T+1 internal on-track; threat SI2-03 T+2 internal on-track
        member 1 LR; program 1 . . . B; member 2 LW; program 2 . . . B; member 3 LB; program 3 . . . B")
    .step()
    .then("threat I2-06 blocks 1; threat SI2-03 blocks 2");
}

#[test]
fn sa_13_57_two_slimes_in_one_station() {
    at("turn 4 appear; threat I2-02 T+1 internal on-track at LR,LW,LB; threat I2-01 T+4 internal waiting")
        .step()
        .then("threat I2-01 on-track at LB; threat I2-02 at LR,LW,LB");
    let both = "threat I2-02 T+1 internal on-track at LW,LB; threat I2-01 T+3 internal on-track";
    at(&format!("{}; {both}", acting("BOTS", "LB")))
        .step()
        .then("threat I2-02 at LW; threat I2-01 at LB blocks 0");
    at(&format!("turn 4 actions; {both}; member 1 UB; program 1 . . . LIFT A . B"))
        .step()
        .then("program 1 . . . LIFT . A B");
}
