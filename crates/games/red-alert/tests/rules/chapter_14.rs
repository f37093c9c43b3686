//! Chapter 14: pursuit move and bonus combat.

use super::common::{Case, battle, combat};

/// Destroyers on G6 with four stars attack in close quarters.
fn charge(clauses: &str, roll: &str) -> Case {
    combat(&format!("cw G6 SD ordered; stars cw 4; {clauses}")).dice(roll).play("cw: attack G6 G7")
}

#[test]
fn ra_14_1_a_successful_close_quarters_combat() {
    charge("cf G7 SC x1", "triangle circle circle").then("question pursuit; asked cw");
    charge("cf G7 SC", "triangle red-alert circle")
        .play("cf: retire F7 E8")
        .then("question pursuit; asked cw");
    // A hit that neither eliminates nor drives away is no success.
    charge("cf G7 SC", "triangle circle circle").then("question end-choice");
    // Nor is a ranged one.
    combat("cw G6 SD ordered; cf G8 SC x1; stars cw 4")
        .dice("triangle circle")
        .play("cw: attack G6 G8")
        .then("question end-choice");
    // Other ships do not pursue.
    combat("cw G6 SC ordered; cf G7 SC x1; stars cw 4")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
}

#[test]
fn ra_14_2_two_stars_for_pursuit_and_bonus_combat() {
    let case = || charge("cf G7 SC x1; cf G9 SC", "triangle circle circle");
    case()
        .play("cw: pursue")
        .then("cw G7 SD pursued; stars cw 2; question bonus-combat")
        .dice("triangle circle")
        .play("cw: attack G7 G9")
        .then("cf G9 SC x2; stars cw 2");
    // Both parts are optional; without the pursuit there is no bonus combat.
    case().play("cw: pursue").play("cw: pass").then("cf G9 SC; question end-choice");
    case().play("cw: pass").then("cw G6 SD; stars cw 4; question end-choice");
    // One star is not enough.
    combat("cw G6 SD ordered; cf G7 SC x1; stars cw 1")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
}

#[test]
fn ra_14_3_a_free_retirement_gives_no_pursuit() {
    charge("cf G7 SC", "circle circle red-alert")
        .play("cf: retire F7 E8")
        .then("empty G7; question end-choice; stars cw 4");
}

#[test]
fn ra_14_4_when_there_is_no_pursuit() {
    // A capital unit died there: debris.
    charge("cf G7 SB x1", "square circle circle").then("G7 debris; question end-choice");
    // The destroyers have a marker, or moved onto an asteroid or planet hex.
    combat("cw G6 SD ordered alert; cf G7 SC x1; stars cw 4")
        .dice("triangle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
    combat("G6 asteroid; cw G6 SD ordered moved stopped; cf G7 SC x1; stars cw 4")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
    // From an asteroid on which it began the turn it may.
    combat("G6 asteroid; cw G6 SD ordered; cf G7 SC x1; stars cw 4")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("question pursuit");
    // Battling back.
    combat("cw G6 SC x1 ordered; cf G7 SD; stars cf 6")
        .dice("circle circle circle")
        .play("cw: attack G6 G7")
        .dice("triangle circle circle")
        .play("cf: battle-back")
        .then("question end-choice; stars cf 4");
    // First Strike and Ambush.
    combat("cw G6 SC x1 ordered; cf G7 SD; stars cf 6; hand cf CM-16")
        .play("cw: attack G6 G7")
        .dice("triangle circle circle")
        .play("cf: first-strike")
        .then("empty G6; cf G7 SD; question end-choice");
    combat("cw G6 SC x1 ordered; cf G7 SD; stars cf 6; combat cf CB-01")
        .play("cw: attack G6 G7")
        .dice("triangle circle circle circle")
        .play("cf: card CB-01")
        .then("empty G6; cf G7 SD; stars cf 3; question end-choice");
}

#[test]
fn ra_14_5_pursuit_onto_asteroids_rolls_for_them() {
    let case = || {
        combat("G7 asteroid; cw G6 SD ordered; cf G7 SC x1; cf G9 SC; stars cw 4")
            .dice("triangle circle")
            .play("cw: attack G6 G7")
    };
    case()
        .dice("red-alert")
        .play("cw: pursue")
        .then("cw G7 SD alert; question bonus-combat")
        .dice("circle")
        .play("cw: attack G7 G9");
    case()
        .dice("star")
        .play("cw: pursue")
        .then("cw G7 SD -alert; stars cw 2")
        .dice("circle circle")
        .play("cw: attack G7 G9");
}

#[test]
fn ra_14_6_pursuit_onto_a_planet_ends_the_turn_of_destroyers() {
    combat("G7 planet; cw G6 SD ordered; cf G7 SC x1; cf G9 SC; stars cw 4")
        .dice("triangle circle")
        .play("cw: attack G6 G7")
        .play("cw: pursue")
        .then("cw G7 SD landed; question end-choice; stars cw 2");
    // Fighters with a card battle on.
    combat("G7 planet; cw G6 SF ordered; cf G7 SC x1; cf G9 SC; combat cw CB-15; stars cw 1")
        .dice("triangle circle")
        .play("cw: attack G6 G7")
        .play("cw: card CB-15")
        .then("cw G7 SF landed; question bonus-combat")
        .allows("cw: attack G7 G9");
}

#[test]
fn ra_14_7_bonus_combat_at_range_or_close() {
    charge("cf G7 SC x1; cf G9 SC", "triangle circle circle").play("cw: pursue").allows("cw: attack G7 G9");
    charge("cf G7 SC x1; cf G8 SC; cf G5 SF; cf E7 SC", "triangle circle circle")
        .play("cw: pursue")
        .allows("cw: attack G7 G8")
        .refuses("cw: attack G7 E7", "RA-10.8") // next to an enemy now
        .refuses("cw: attack K13 G8", "RA-10.1"); // nobody else
}

#[test]
fn ra_14_8_one_pursuit_a_turn() {
    charge("cf G7 SC x1; cf G8 SC x1", "triangle circle circle")
        .play("cw: pursue")
        .dice("triangle circle circle")
        .play("cw: attack G7 G8")
        .then("empty G8; cw G7 SD; stars cw 2; question end-choice");
    // It is the unit that has pursued, whatever it battles in.
    combat("cw G6 SD ordered pursued; cf G7 SC x1; stars cw 4")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("empty G7; cw G6 SD; stars cw 4; question end-choice");
}

#[test]
fn ra_14_9_the_target_of_a_bonus_combat_may_battle_back() {
    charge("cf G7 SC x1; cf G9 SC; stars cf 2", "triangle circle circle")
        .play("cw: pursue")
        .dice("circle circle")
        .play("cw: attack G7 G9")
        .then("question battle-back; asked cf")
        .dice("triangle circle circle")
        .play("cf: battle-back")
        .then("cw G7 SD x2");
}

#[test]
fn ra_14_10_cards_let_other_ships_pursue() {
    for code in ["SB", "SC", "SF"] {
        let case =
            combat(&format!("cw G6 {code} ordered; cf G7 SF x1; cf G9 SC; combat cw CB-15; stars cw 1"));
        case.dice("circle square square")
            .play("cw: attack G6 G7")
            .play("cw: card CB-15")
            .then(&format!("cw G7 {code} pursued; question bonus-combat; stars cw 0"));
    }
    // The same rules apply: not onto debris, and never a flagship.
    combat("cw G6 SC ordered; cf G7 SB x1; combat cw CB-15; stars cw 1")
        .dice("square circle circle")
        .play("cw: attack G6 G7")
        .refuses("cw: card CB-15", "RA-17.3");
    combat("cw G6 FL ordered x2; cf G7 SC x1; combat cw CB-15; stars cw 1")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .refuses("cw: card CB-15", "RA-17.3");
}

#[test]
fn ra_14_11_the_hex_must_be_vacated() {
    // Told to retire, but on its baseline: it stays and lives, so there is no success.
    combat("cw A6 SD ordered; cf A7 HC x9; stars cw 4")
        .dice("triangle red-alert circle")
        .play("cw: attack A6 A7")
        .then("cf A7 HC x6; question end-choice");
    // It dies where it stands: that is a success.
    combat("cw A6 SD ordered; cf A7 HC x2; stars cw 4")
        .dice("triangle red-alert circle")
        .play("cw: attack A6 A7")
        .then("empty A7; question pursuit");
    // It dies on its way: so is that.
    charge("F7 asteroid; cf G7 SC x2", "triangle red-alert circle")
        .dice("triangle")
        .play("cf: retire F7 E8")
        .then("question pursuit");
    // Unless its own debris lies there.
    charge("cf G7 SB x2; cf F7 SC", "square red-alert circle")
        .dice("square")
        .play("cf: retire F7 E8")
        .then("G7 debris; question end-choice");
}

#[test]
fn ra_14_12_a_pursuit_is_one_hex_and_costs_no_movement() {
    // After a full move of two hexes.
    battle("cw G4 SD ordered; cf G7 SC x1; stars cw 4; phase movement cw")
        .play("cw: move G4 G6")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .play("cw: pursue")
        .then("cw G7 SD moved pursued");
    // Cards that forbid all movement forbid it: Tractor Beam and Broadside. Close Quarters Assault does not.
    charge("cf G7 SC x1; cf E4 SC", "triangle circle circle").then("question pursuit");
    combat("cw G6 SD ordered still no-pursuit; cf G7 SC x1; stars cw 4")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
    combat("cw G6 SD ordered bonus; cf G7 SC x1; stars cw 4; card cw CM-23")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
    combat("cw G6 SD ordered bonus; cf G7 SC x1; stars cw 4; card cw CM-24")
        .dice("triangle circle circle circle")
        .play("cw: attack G6 G7")
        .then("question pursuit");
}
