//! Chapter 7: threat actions.

use crate::{Go, at};

/// A threat one square before a mark of T4 (X 9, Y 5, Z 1), moving one square.
const T4: &str = "turn 4 threats; tracks T4 T4 T4 T4; shields 0 0 0";

#[test]
fn sa_7_1_threats_advance_by_number_external_and_internal_in_one_sequence() {
    let g = at(&format!("{T4}; threat E1-05 T+3 red on-track; threat I1-03 T+2 internal on-track; threat E1-07 T+1 blue on-track")).step();
    let said: Vec<String> = g
        .told()
        .iter()
        .map(|t| <klaxon_space_alert::SpaceAlert as klaxon_core::Words>::line(&t.event).text)
        .filter(|text| text.contains("advances"))
        .collect();
    assert!(
        said[0].starts_with("Fighter") && said[1].starts_with("Saboteur") && said[2].starts_with("Gunship"),
        "{said:?}"
    );
    // The same number: external first.
    let g = at(&format!("{T4}; threat I1-03 T+2 internal on-track; threat E1-05 T+2 red on-track"));
    let order: Vec<bool> = g.game().voyage().unwrap().threats().iter().map(|t| t.face().internal).collect();
    assert_eq!(order, [false, true]);
}

#[test]
fn sa_7_2_a_token_acts_at_once_on_every_marked_square_it_enters() {
    at(&format!("{T4}; threat E1-05 T+1 red on-track square 11"))
        .step()
        .then("threat E1-05 square 9; tiles red 2");
    at(&format!("{T4}; threat E1-05 T+1 red on-track square 10 speed 5"))
        .step()
        .then("threat E1-05 square 5; tiles red 4");
    at(&format!("{T4}; threat E1-05 T+1 red on-track square 9"))
        .step()
        .then("threat E1-05 square 7; tiles red 0");
}

#[test]
fn sa_7_3_the_number_of_squares_is_fixed_at_the_start_of_the_move() {
    // Kamikaze passes X and gains speed: it counts from the next turn.
    at(&format!("{T4}; threat E2-01 T+1 red on-track square 10"))
        .step()
        .then("threat E2-01 square 6 speed 5");
}

#[test]
fn sa_7_4_two_y_squares_act_twice_none_never() {
    at("turn 4 threats; tracks T6 T1 T1 T1; shields 0 0 0; threat E1-05 T+1 red on-track square 8 speed 5")
        .step()
        .then("threat E1-05 square 3; tiles red 4");
    at("turn 4 threats; tracks T1 T1 T1 T1; shields 0 0 0; threat E1-08 T+1 red on-track square 4 blocks 2 speed 2")
        .step()
        .then("threat E1-08 square 2 blocks 2; tiles red 0");
}

#[test]
fn sa_7_5_on_z_it_is_survived_and_out_of_reach() {
    at(&format!("{T4}; threat E1-05 T+1 red on-track square 3"))
        .step()
        .then("threat E1-05 survived; tiles red 3; points -4")
        .steps(4)
        .then("threat E1-05 survived; tiles red 3");
}

#[test]
fn sa_7_6_after_z_intruders_leave_and_malfunctions_stay() {
    at(&format!("{T4}; threat I1-03 T+1 internal on-track square 2"))
        .step()
        .then("threat I1-03 survived at -");
    at(&format!("{T4}; threat I1-05 T+1 internal on-track square 2"))
        .step()
        .then("threat I1-05 survived at UB");
    at(&format!("{T4}; threat I2-01 T+1 internal on-track square 2 at LB,LW"))
        .step()
        .then("threat I2-01 survived at LW,LB");
    at(&format!("{T4}; threat SI2-04 T+1 internal on-track square 2 at UR,LB"))
        .step()
        .then("threat SI2-04 survived at UR,LB");
}

#[test]
fn sa_7_7_destroyed_on_the_way_the_rest_of_the_move_is_dropped() {
    // Nemesis destroys itself on X; Y is not reached.
    at("turn 4 threats; tracks T3 T1 T1 T1; shields 0 0 0; threat SE2-05 T+1 red on-track square 9 speed 6 blocks 8")
        .step()
        .then("threat SE2-05 destroyed square 8; tiles red 1; points 10");
}

#[test]
fn sa_7_8_then_the_rocket_moves_on() {
    at("turn 4 threats; rocket-track 1").step().then("rocket-track 2").events_say("rocket flies on");
}

#[test]
fn sa_7_9_an_attack_goes_at_the_zone_of_the_trajectory() {
    for zone in ["red", "white", "blue"] {
        at(&format!("{T4}; threat E1-05 T+1 {zone} on-track square 10"))
            .step()
            .then(&format!("tiles {zone} 2"));
    }
    at("turn 4 threats; tracks T4 T4 T4 T4; threat E1-05 T+1 red on-track square 10")
        .step()
        .then("shields 0 1 1; tiles red 1");
}

#[test]
fn sa_7_10_attacks_on_all_or_the_other_zones() {
    let g = at(&format!("{T4}; threat SE1-04 T+1 white on-track square 6 speed 1"))
        .step()
        .then("tiles red 2; tiles white 2; tiles blue 2");
    let zones: Vec<String> = g
        .told()
        .iter()
        .map(|t| <klaxon_space_alert::SpaceAlert as klaxon_core::Words>::line(&t.event).text)
        .filter(|text| text.contains("attacks"))
        .collect();
    assert!(zones[0].contains("red") && zones[1].contains("white") && zones[2].contains("blue"), "{zones:?}");
    at(&format!("{T4}; threat SE1-07 T+1 white on-track square 6 speed 1"))
        .step()
        .then("tiles red 2; tiles white 0; tiles blue 2");
}

#[test]
fn sa_7_11_an_attack_equal_to_the_remaining_hit_points() {
    at(&format!("{T4}; threat E1-10 T+1 red on-track square 2 blocks 2")).step().then("tiles red 3");
}

#[test]
fn sa_7_12_internal_damage_ignores_shields_and_hits_the_tokens_zone() {
    at("turn 4 threats; tracks T4 T4 T4 T4; shields 2 3 2; stack white heavy light lift; threat I1-01 T+1 internal on-track square 2 at UW")
        .step()
        .then("shields 2 3 2; tiles white 3; tiles red 0");
}

#[test]
fn sa_7_13_changes_of_speed_and_shield_last() {
    at(&format!("{T4}; threat SE1-02 T+1 red on-track square 10"))
        .step()
        .then("threat SE1-02 speed 2; tiles red 2")
        .steps(3)
        .then("threat SE1-02 square 9")
        .step()
        .then("threat SE1-02 square 7 speed 2");
    at(&format!("{T4}; threat SE2-04 T+1 red on-track square 10 speed 1"))
        .step()
        .then("threat SE2-04 shield 4");
}

#[test]
fn sa_7_14_healing_removes_blocks_or_all_if_fewer() {
    at(&format!("{T4}; threat E1-09 T+1 red on-track square 10 speed 1 blocks 5"))
        .step()
        .then("threat E1-09 blocks 3");
    at(&format!("{T4}; threat E1-09 T+1 red on-track square 10 speed 1 blocks 1"))
        .step()
        .then("threat E1-09 blocks 0");
}

#[test]
fn sa_7_15_tokens_move_to_the_neighbour_and_stay_at_the_edge() {
    at(&format!("{T4}; threat I1-03 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("threat I1-03 at LB");
    at(&format!("{T4}; threat I1-04 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("threat I1-04 at LR");
    at(&format!("{T4}; threat I1-04 T+1 internal on-track square 10 speed 1 at LR"))
        .step()
        .then("threat I1-04 at LR");
}

#[test]
fn sa_7_16_delayed_means_the_next_action() {
    at(&format!("{T4}; threat I2-05 T+1 internal on-track square 6 speed 1; program 1 . . . . A B"))
        .step()
        .then("program 1 . . . . . A B");
}

#[test]
fn sa_7_17_takes_over_or_destroys_the_ship_loses_at_once() {
    for card in ["SE2-05 T+1 red", "SI1-03 T+1 internal", "SI1-04 T+1 internal", "SI2-05 T+1 internal"] {
        let g = at(&format!("{T4}; threat {card} on-track square 2 speed 1")).step();
        assert!(g.ends().score.is_none(), "{card}");
        g.then("tiles red 0; tiles white 0; tiles blue 0").done();
    }
    at(&format!("{T4}; threat SI2-02 T+1 internal on-track square 2")).step().then("member 1 UW out");
}

#[test]
fn sa_7_18_an_attack_of_strength_0_is_none() {
    // An asteroid that has passed nothing attacks nobody, not even with the Scout's bonus.
    at("turn 4 damage; tracks T3 T3 T3 T3; fired UB; threat E2-07 T+3 blue on-track square 12 blocks 3
        threat E2-02 T+1 red on-track square 3 lends-attack 1")
    .step()
    .then("threat E2-07 destroyed; shields 1 1 1; tiles blue 0");
}

#[test]
fn sa_7_19_numbers_are_fixed_before_the_first_tile() {
    // The first leak tears the reactor tile of red; white still leaks its three blocks.
    at(&format!("{T4}; stack red reactor lift; stack white reactor heavy light lift; threat SI1-05 T+1 internal on-track square 2"))
        .step()
        .then("tiles red 2; tiles white 3; tiles blue 2; reactors 0 0 0");
    at(&format!("{T4}; reactors 2 5 2; stack white reactor heavy light lift shield; threat I2-06 T+1 internal on-track square 10 speed 1"))
        .step()
        .then("tiles white 5; reactor white 4");
}
