//! Chapter 12: external threats with special rules.

use crate::{Go, at};
use klaxon_space_alert::data::data;

/// All tracks T4: X 9, Y 5, Z 1, 13 squares.
const DAMAGE: &str = "turn 4 damage; tracks T4 T4 T4 T4";
const THREATS: &str = "turn 4 threats; tracks T4 T4 T4 T4; shields 0 0 0";

#[test]
fn sa_12_1_rockets_choose_another_target() {
    let rockless: Vec<&str> =
        data().threats.iter().filter(|c| c.traits.no_rockets).map(|c| c.name.as_str()).collect();
    let mut named = vec![
        "Amoeba",
        "Meteoroid",
        "Swarm",
        "Jellyfish",
        "Minor Asteroid",
        "Interstellar Octopus",
        "Asteroid",
        "Nebula Crab",
        "Major Asteroid",
    ];
    named.sort_unstable();
    let mut sorted = rockless.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, named);
    for card in data().threats.iter().filter(|c| c.traits.no_rockets) {
        at(&format!("{DAMAGE}; rocket-track 2; threat {} T+1 red on-track square 2; threat E1-05 T+2 blue on-track square 9 shield 0", card.id))
            .step()
            .then(&format!("threat {} blocks 0; threat E1-05 blocks 3", card.id));
    }
}

#[test]
fn sa_12_2_hidden_fighters_are_ignored_until_x() {
    for card in ["E1-03", "E2-03"] {
        at(&format!("{DAMAGE}; fired UR LR LW; rocket-track 2; threat {card} T+1 red on-track square 10"))
            .step()
            .then(&format!("threat {card} hidden blocks 0"));
        at(&format!("{THREATS}; threat {card} T+1 red on-track square 10 speed 1"))
            .step()
            .then(&format!("threat {card} seen"));
    }
    at(&format!("{DAMAGE}; fired UR; threat E1-03 T+1 red on-track square 8 seen"))
        .step()
        .then("threat E1-03 blocks 2");
}

#[test]
fn sa_12_3_a_rocket_at_the_revealed_phantom_is_lost() {
    at(&format!("{DAMAGE}; rocket-track 2; threat E2-03 T+1 red on-track square 6 seen shield 0; threat E1-05 T+2 blue on-track square 9"))
        .step()
        .then("threat E2-03 blocks 0; threat E1-05 blocks 0; rocket-track empty");
    at(&format!("{DAMAGE}; fired UR; rocket-track 2; threat E2-03 T+1 red on-track square 6 seen"))
        .step()
        .then("threat E2-03 blocks 1");
}

#[test]
fn sa_12_4_the_cryoshield_takes_the_first_hit_whatever_its_strength() {
    for card in ["E1-06", "SE1-05"] {
        at(&format!("{DAMAGE}; fired UR LR; threat {card} T+1 red on-track square 8"))
            .step()
            .then(&format!("threat {card} blocks 0 cryo down"));
        // Too weak to get through, but enough for the cryoshield.
        at(&format!("{DAMAGE}; fired LW; threat {card} T+1 red on-track square 8"))
            .step()
            .then(&format!("threat {card} blocks 0 cryo down"));
        at(&format!("{DAMAGE}; fired UB; threat {card} T+1 red on-track square 8"))
            .step()
            .then(&format!("threat {card} cryo up"));
        at(&format!("{DAMAGE}; fired UR; threat {card} T+1 red on-track square 8 cryo down"))
            .step()
            .then(&format!("threat {card} blocks 3"));
    }
}

#[test]
fn sa_12_5_the_destroyer_deals_two_tiles_for_each_point_that_passes() {
    at("turn 4 threats; tracks T4 T4 T4 T4; shields 1 1 1; threat E1-02 T+1 red on-track square 6 speed 1")
        .step()
        .then("tiles red 2; shields 0 1 1");
    at(&format!("{THREATS}; threat E1-02 T+1 red on-track square 10 speed 1")).step().then("tiles red 2");
}

#[test]
fn sa_12_6_the_pulse_cannon_zeroes_the_shields_of_cloud_and_maelstrom() {
    for card in ["E1-04", "SE1-07"] {
        at(&format!("{DAMAGE}; fired LW LR; threat {card} T+1 red on-track square 8"))
            .step()
            .then(&format!("threat {card} blocks 3 shield 3"));
        at(&format!("{DAMAGE}; fired LR; threat {card} T+1 red on-track square 8"))
            .step()
            .then(&format!("threat {card} blocks 0"));
        // Out of the cannon's range it does not help.
        at(&format!("{DAMAGE}; fired LW LR; threat {card} T+1 red on-track square 11"))
            .step()
            .then(&format!("threat {card} blocks 0"));
        at(&format!("{DAMAGE}; fired LW LR; threat {card} T+1 red on-track square 8; threat E2-06 T+2 blue survived lends-shield 1"))
            .step()
            .then(&format!("threat {card} blocks 3"));
    }
}

#[test]
fn sa_12_7_heavy_lasers_ignore_the_scout() {
    at(&format!(
        "{DAMAGE}; fired UR; threat E2-02 T+1 red on-track square 3; threat E1-10 T+2 red on-track square 9"
    ))
    .step()
    .then("threat E2-02 blocks 0; threat E1-10 blocks 4");
    at(&format!("{DAMAGE}; fired LR; threat E2-02 T+1 red on-track square 3"))
        .step()
        .then("threat E2-02 blocks 1");
}

#[test]
fn sa_12_8_the_scout_strengthens_all_other_attacks() {
    let scout = "threat E2-02 T+2 blue on-track square 10 speed 1";
    // Threats with a higher number have it in the same turn, lower ones not.
    at(&format!("{THREATS}; {scout}; threat E1-05 T+3 red on-track square 10 speed 1"))
        .step()
        .then("tiles red 3");
    at(&format!("{THREATS}; {scout}; threat E1-05 T+1 red on-track square 10 speed 1"))
        .step()
        .then("tiles red 2");
    // Its own attack has none.
    at(&format!("{THREATS}; threat E2-02 T+2 blue on-track square 2 speed 1 lends-attack 1"))
        .step()
        .then("tiles blue 3");
    // After its Z to the end; after its destruction no more.
    at(&format!("{THREATS}; threat E2-02 T+2 blue survived lends-attack 1; threat E1-05 T+3 red on-track square 10 speed 1")).step().then("tiles red 3");
    at(&format!("{THREATS}; threat E2-02 T+2 blue destroyed lends-attack 1; threat E1-05 T+3 red on-track square 10 speed 1")).step().then("tiles red 2");
    // Nemesis' special attack too.
    at(&format!("{DAMAGE}; shields 0 0 0; fired UR; threat E2-02 T+2 blue on-track square 9 lends-attack 1; threat SE2-05 T+1 red on-track square 12"))
        .step()
        .then("tiles red 2; tiles white 2; tiles blue 2");
}

#[test]
fn sa_12_9_the_scout_pushes_all_other_external_threats() {
    at(&format!(
        "{THREATS}; threat E2-02 T+2 blue on-track square 6 speed 1; threat E1-05 T+1 red on-track square 13
        threat E1-07 T+3 white on-track square 13; threat I1-01 T+4 internal on-track square 13"
    ))
    .step()
    .then("threat E1-05 square 10; threat E1-07 square 9; threat I1-01 square 10; tiles white 1; threat E2-02 square 5");
    // It can push a threat over Z.
    at(&format!(
        "{THREATS}; threat E2-02 T+2 blue on-track square 6 speed 1; threat E1-05 T+1 red on-track square 4"
    ))
    .step()
    .then("threat E1-05 survived; tiles red 3");
}

#[test]
fn sa_12_10_the_scouts_z_ignores_shields() {
    at("turn 4 threats; tracks T4 T4 T4 T4; shields 2 3 2; stack red heavy light lift; threat E2-02 T+1 red on-track square 2").step().then("tiles red 3; shields 2 3 2");
}

#[test]
fn sa_12_11_the_swarm_takes_one_damage_a_turn() {
    at(&format!("{DAMAGE}; fired UR LR LW; threat E2-04 T+1 red on-track square 8"))
        .step()
        .then("threat E2-04 blocks 1");
    at(&format!("{DAMAGE}; fired UR UB; threat E2-04 T+1 red on-track square 8; threat SE1-03 T+2 blue on-track square 8 blocks 7"))
        .step()
        .then("threat SE1-03 destroyed; threat E2-04 blocks 2");
}

#[test]
fn sa_12_12_the_jellyfish_takes_two_more_and_heals_half() {
    at(&format!("{DAMAGE}; fired LR; threat E2-05 T+1 red on-track square 8"))
        .step()
        .then("threat E2-05 blocks 4");
    at(&format!("{THREATS}; threat E2-05 T+1 red on-track square 10 speed 1 blocks 7"))
        .step()
        .then("threat E2-05 blocks 4; tiles red 1; tiles white 1; tiles blue 1");
}

#[test]
fn sa_12_13_the_marauder_covers_all_external_threats() {
    at(&format!("{THREATS}; threat E2-06 T+1 red on-track square 10 speed 1"))
        .step()
        .then("threat E2-06 lends-shield 1 shield 1");
    let covered = |status: &str| {
        format!(
            "{DAMAGE}; fired UR UB; threat E2-06 T+1 red {status} lends-shield 1; threat E1-05 T+2 blue on-track square 9"
        )
    };
    at(&covered("on-track square 8")).step().then("threat E2-06 blocks 2; threat E1-05 blocks 1");
    at(&covered("survived")).step().then("threat E1-05 blocks 1");
    at(&covered("destroyed")).step().then("threat E1-05 blocks 2");
}

#[test]
fn sa_12_14_the_tankers_blast_passes_every_protection() {
    at(&format!("{DAMAGE}; fired UR; threat SE1-03 T+1 red on-track square 3 blocks 7; threat E1-03 T+2 blue on-track square 12
        threat E1-06 T+3 blue on-track square 11; threat E2-04 T+4 white on-track square 8; threat I1-01 T+5 internal on-track"))
        .step()
        .then("threat SE1-03 destroyed blocks 8; threat E1-03 blocks 1 hidden; threat E1-06 blocks 1 cryo up")
        .then("threat E2-04 blocks 1; threat I1-01 blocks 0");
}

#[test]
fn sa_12_15_satellites_are_ignored_at_distance_3() {
    for card in ["SE1-04", "SE2-03"] {
        at(&format!("{DAMAGE}; fired UR; threat {card} T+1 red on-track square 11"))
            .step()
            .then(&format!("threat {card} blocks 0"));
        at(&format!("{DAMAGE}; fired UR; threat {card} T+1 red on-track square 10"))
            .step()
            .then(&format!("threat {card} blocks 2"));
    }
}

#[test]
fn sa_12_16_interceptors_against_the_behemoth_alone() {
    let space = "member 1 space; squad 1 led 1";
    at(&format!("{DAMAGE}; {space}; interceptors 1; threat SE2-01 T+1 red on-track square 5"))
        .step()
        .then("threat SE2-01 blocks 5; member 1 space out; squad 1 led 1 disabled");
    at(&format!("{DAMAGE}; {space}; interceptors 2; threat SE2-01 T+1 red on-track square 5"))
        .step()
        .then("threat SE2-01 blocks 6");
    // With company all are attacked with 1 each and nobody is hurt.
    at(&format!("{DAMAGE}; {space}; interceptors 2; threat SE2-01 T+1 red on-track square 5 shield 0; threat E1-10 T+2 blue on-track square 5"))
        .step()
        .then("threat SE2-01 blocks 2; threat E1-10 blocks 2; member 1 space");
    // Nobody can use the interceptors afterwards.
    at("turn 4 actions; member 1 space out; squad 1 led 1 disabled; member 2 UR; squad 2 led 2; program 2 . . . C")
        .step()
        .then("member 2 UR");
}

#[test]
fn sa_12_17_the_behemoth_is_held_back_by_damage() {
    for (square, blocks, tiles) in [(10, 1, 2), (10, 2, 0), (6, 2, 3), (6, 3, 0), (2, 5, 6), (2, 6, 0)] {
        at(&format!("{THREATS}; threat SE2-01 T+1 red on-track square {square} speed 1 blocks {blocks}"))
            .step()
            .then(&format!("tiles red {tiles}"));
    }
}

#[test]
fn sa_12_18_the_juggernaut_draws_every_rocket_and_grows_its_shield() {
    at(&format!("{DAMAGE}; rocket-track 2; threat SE2-02 T+2 red on-track square 13 shield 1; threat E1-05 T+1 blue on-track square 2"))
        .step()
        .then("threat SE2-02 blocks 2 shield 2; threat E1-05 blocks 0");
    at(&format!("{DAMAGE}; rocket-track 2; threat SE2-02 T+2 red on-track square 13"))
        .step()
        .then("threat SE2-02 blocks 0 shield 4");
}

#[test]
fn sa_12_19_nemesis_answers_every_damage_of_the_step() {
    at(&format!("{DAMAGE}; fired UR; threat SE2-05 T+1 red on-track square 12"))
        .step()
        .then("shields 0 0 0; threat SE2-05 blocks 3");
    at(&format!("{DAMAGE}; fired LW; threat SE2-05 T+1 red on-track square 8"))
        .step()
        .then("shields 1 1 1; threat SE2-05 blocks 0");
    // Also if destroyed, also by the tanker.
    at(&format!("{DAMAGE}; fired UR; threat SE2-05 T+1 red on-track square 12 blocks 8"))
        .step()
        .then("threat SE2-05 destroyed; shields 0 0 0");
    at(&format!("{DAMAGE}; fired UB; threat SE2-05 T+1 red on-track square 12; threat SE1-03 T+2 blue on-track square 8 blocks 7"))
        .step()
        .then("threat SE2-05 blocks 1; shields 0 0 0");
}

#[test]
fn sa_12_20_nemesis_hurts_itself_and_ends_the_mission_on_z() {
    at("turn 4 threats; tracks T4 T4 T4 T4; threat SE2-05 T+1 red on-track square 10 speed 1")
        .step()
        .then("shields 0 1 1; threat SE2-05 blocks 1");
    at(&format!("{THREATS}; threat SE2-05 T+1 red on-track square 6 speed 1"))
        .step()
        .then("tiles red 2; tiles white 0; threat SE2-05 blocks 2");
    at(&format!("{THREATS}; threat SE2-05 T+1 red on-track square 6 speed 1 blocks 7"))
        .step()
        .then("threat SE2-05 destroyed; tiles red 2");
    at(&format!("{THREATS}; threat SE2-05 T+1 red on-track square 2")).step().then("lost SE2-05");
}

#[test]
fn sa_12_21_asteroids_break_up_with_the_force_of_the_squares_passed() {
    for (card, hp, each) in [("E2-07", 7, 1), ("SE1-08", 9, 2), ("SE2-06", 11, 3)] {
        at(&format!("{THREATS}; threat {card} T+1 red on-track square 10 speed 1"))
            .step()
            .then(&format!("threat {card} passes 1"));
        for passes in 0..=2 {
            let blocks = hp - 1;
            at(&format!("{DAMAGE}; shields 0 0 0; fired UR; threat {card} T+1 red on-track square 3 blocks {blocks} passes {passes}"))
                .step()
                .then(&format!("threat {card} destroyed; tiles red {}", each * passes));
        }
    }
}

#[test]
fn sa_12_22_the_octopus_acts_only_when_hurt_and_doubles_at_the_end() {
    at(&format!("{THREATS}; threat SE1-06 T+1 red on-track square 10 speed 1")).step().then("tiles red 0");
    at(&format!("{THREATS}; threat SE1-06 T+1 red on-track square 10 speed 1 blocks 1"))
        .step()
        .then("tiles red 1; tiles blue 1");
    at(&format!("{THREATS}; threat SE1-06 T+1 red on-track square 6 speed 1 blocks 1"))
        .step()
        .then("tiles red 2; tiles blue 2");
    at(&format!("{THREATS}; threat SE1-06 T+1 red on-track square 2 speed 1 blocks 5"))
        .step()
        .then("tiles red 6");
}

#[test]
fn sa_12_23_man_of_war() {
    at(&format!("{THREATS}; threat SE1-02 T+1 red on-track square 10"))
        .step()
        .then("tiles red 2; threat SE1-02 speed 2");
    at(&format!("{THREATS}; threat SE1-02 T+1 red on-track square 6"))
        .step()
        .then("tiles red 3; threat SE1-02 shield 3");
}

#[test]
fn sa_12_24_juggernaut_and_nebula_crab() {
    at(&format!("{THREATS}; threat SE2-02 T+1 red on-track square 10"))
        .step()
        .then("tiles red 2; threat SE2-02 speed 3 square 9");
    at(&format!("{THREATS}; threat SE2-02 T+1 red on-track square 6"))
        .step()
        .then("tiles red 3; threat SE2-02 speed 3");
    at(&format!("{THREATS}; threat SE2-04 T+1 white on-track square 10 speed 1"))
        .step()
        .then("threat SE2-04 shield 4");
    at(&format!("{THREATS}; threat SE2-04 T+1 white on-track square 6 speed 1"))
        .step()
        .then("threat SE2-04 shield 2 speed 3");
    at(&format!("{THREATS}; threat SE2-04 T+1 white on-track square 2 speed 1"))
        .step()
        .then("tiles red 5; tiles white 0; tiles blue 5");
}

#[test]
fn sa_12_25_kamikaze() {
    at(&format!("{THREATS}; threat E2-01 T+1 red on-track square 10"))
        .step()
        .then("threat E2-01 speed 5 shield 1");
    at(&format!("{THREATS}; threat E2-01 T+1 red on-track square 6 speed 1"))
        .step()
        .then("threat E2-01 speed 2 shield 0");
}

#[test]
fn sa_12_26_the_swarm_attacks_its_own_zone_first() {
    let g = at(&format!("{THREATS}; threat E2-04 T+1 blue on-track square 6 speed 1"))
        .step()
        .then("tiles blue 2; tiles red 1; tiles white 1");
    let zones: Vec<String> = g
        .told()
        .iter()
        .map(|t| <klaxon_space_alert::SpaceAlert as klaxon_core::Words>::line(&t.event).text)
        .filter(|text| text.contains("attacks"))
        .collect();
    assert!(zones[0].contains("blue") && zones[1].contains("red") && zones[2].contains("white"), "{zones:?}");
    at(&format!("{THREATS}; threat E2-04 T+1 white on-track square 2 speed 1"))
        .step()
        .then("tiles white 3; tiles red 2; tiles blue 2");
}

#[test]
fn sa_12_27_shields_are_drained() {
    for card in ["E1-04", "SE1-07"] {
        at(&format!("turn 4 threats; tracks T4 T4 T4 T4; shields 2 3 1; threat {card} T+1 red on-track square 10 speed 1")).step().then("shields 0 0 0");
    }
    at("turn 4 threats; tracks T4 T4 T4 T4; shields 2 0 1; threat E2-06 T+1 red on-track square 6 speed 1")
        .step()
        .then("shields 1 0 0");
}

#[test]
fn sa_12_28_the_psionic_satellite_delays_and_knocks_out() {
    let crew = "member 1 UR; member 2 LR; member 3 UW; member 4 space; squad 1 led 4
        program 1 . . . . A; program 2 . . . . A; program 3 . . . . A; program 4 . . . . BOTS";
    at(&format!("{THREATS}; {crew}; threat SE2-03 T+1 red on-track square 10 speed 1"))
        .step()
        .then("program 1 . . . . . A; program 2 . . . . . A; program 3 . . . . A; program 4 . . . . BOTS");
    at(&format!("{THREATS}; {crew}; threat SE2-03 T+1 red on-track square 6 speed 1"))
        .step()
        .then("program 1 . . . . . A; program 3 . . . . . A; program 4 . . . . BOTS");
    at(&format!("{THREATS}; {crew}; threat SE2-03 T+1 red on-track square 2 speed 1"))
        .step()
        .then("member 1 UR out; member 2 LR out; member 3 UW out; member 4 space");
}

#[test]
fn sa_6_4_a_weapon_without_a_target_says_so_and_one_with_a_target_does_not() {
    at(&format!("{DAMAGE}; fired LW")).step().events_say("finds no target");
    at(&format!("{DAMAGE}; fired LW; threat E1-05 T+1 white on-track square 2"))
        .step()
        .events_do_not_say("finds no target");
    // Only a threat that rockets make stronger has a new shield after one.
    at(&format!("{DAMAGE}; rocket-track 2; threat E1-05 T+1 white on-track square 2"))
        .step()
        .events_do_not_say("has shield");
    at(&format!("{THREATS}; threat E1-03 T+1 red on-track square 10 speed 1"))
        .step()
        .events_say("advances from 10 to 9");
}
