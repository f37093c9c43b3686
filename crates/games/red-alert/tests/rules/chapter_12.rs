//! Chapter 12: red alerts and retiring.

use super::common::{Case, battle, choices, combat, hex, movement, names};
use klaxon_core::Chance;
use klaxon_red_alert::{Hex, HexSet, Side};

/// Commonwealth battleships on G7 attack a Confederation unit on E7.
fn attack(target: &str, roll: &str) -> Case {
    combat(&format!("cw G7 SB ordered; {target}")).dice(roll).play("cw: attack G7 E7")
}

#[test]
fn ra_12_1_red_alerts_come_after_hits_and_stars_if_the_target_survives() {
    attack("cf E7 SC", "triangle star red-alert").then("cf E7 SC x2; stars cw 1; alerts 1; asked cf");
    attack("cf E7 SC x1", "triangle star red-alert").then("empty E7; stars cw 1; question end-choice");
}

#[test]
fn ra_12_2_two_hexes_for_each_red_alert() {
    attack("cf E7 SC", "triangle star red-alert")
        .refuses("cf: pass", "RA-12.2")
        .play("cf: retire D6 C6")
        .then("cf C6 SC x2 -alert; empty E7");
    attack("cf E7 HC", "triangle red-alert red-alert")
        .refuses("cf: pass", "RA-12.2")
        .play("cf: retire D6 C6 B5 A5")
        .then("cf A5 HC x3 alert");
    // A hit without a red alert, and a red alert without a hit, force nothing.
    attack("cf E7 SC", "triangle star star").then("cf E7 SC x2; question end-choice");
    attack("cf E7 SC", "square star red-alert").play("cf: pass").then("cf E7 SC");
}

#[test]
fn ra_12_3_without_a_hit_retiring_is_free_and_all_or_none() {
    attack("cf E7 SC", "circle red-alert red-alert")
        .then("hits 0; alerts 2; asked cf")
        .refuses("cf: retire D6 C6", "RA-12.18") // not for one of two
        .choices_include("cf: pass")
        .play("cf: retire D6 C6 B5 A5")
        .then("cf A5 SC alert");
    attack("cf E7 SC", "circle red-alert red-alert").play("cf: pass").then("cf E7 SC -alert");
    // There is nothing to disregard or repair, and nowhere to go from the baseline.
    attack("cf E7 FL; stars cf 2", "circle red-alert star")
        .refuses("cf: disregard", "RA-12.3")
        .refuses("cf: repair", "RA-12.3");
    combat("cw C7 SB ordered; cf A7 SC")
        .dice("circle red-alert star")
        .play("cw: attack C7 A7")
        .then("cf A7 SC; question end-choice");
}

#[test]
fn ra_12_4_a_flagship_and_its_neighbours_disregard_one_red_alert() {
    attack("cf E7 FL", "square star red-alert")
        .choices_include("cf: disregard")
        .play("cf: disregard")
        .then("cf E7 FL x3");
    attack("cf E7 SC; cf D7 FL", "triangle star red-alert").play("cf: disregard").then("cf E7 SC x2");
    attack("cf E7 SF; cf D7 FL", "circle star red-alert").allows("cf: disregard"); // fighters too
    // It is a choice.
    attack("cf E7 FL", "square star red-alert").play("cf: retire D6 C6").then("cf C6 FL x3");
    // Not further away, and not by the enemy's flagship.
    attack("cf E7 SC; cf C7 FL", "triangle star red-alert")
        .refuses("cf: disregard", "RA-12.4")
        .choices_exclude("cf: disregard");
    attack("cf E7 SC; cw F6 FL", "triangle star red-alert").refuses("cf: disregard", "RA-12.4");
}

#[test]
fn ra_12_5_what_stands_in_the_way_of_disregarding() {
    for feature in ["asteroid", "planet"] {
        combat(&format!("E7 {feature}; cw G7 SB ordered; cf E7 SC; cf D7 FL"))
            .dice("triangle red-alert")
            .play("cw: attack G7 E7")
            .refuses("cf: disregard", "RA-12.5")
            .choices_exclude("cf: disregard");
        // What the flagship stands on does not matter to its neighbours.
        attack(&format!("D7 {feature}; cf E7 SC; cf D7 FL"), "triangle star red-alert")
            .allows("cf: disregard");
    }
    // A flagship with a marker gives nothing to its neighbours.
    attack("cf E7 SC; cf D7 FL alert", "triangle star red-alert").refuses("cf: disregard", "RA-12.5");
    // A marked unit does not get as far as the question (RA-12.8).
    attack("cf E7 SC alert; cf D7 FL", "triangle star red-alert")
        .then("cf E7 SC x1 alert; question end-choice");
}

#[test]
fn ra_12_6_engineering_repair_for_two_stars() {
    attack("cf E7 SC; stars cf 2", "triangle star red-alert")
        .choices_include("cf: repair")
        .play("cf: repair")
        .then("cf E7 SC x2; stars cf 0; pool 35");
    attack("cf E7 SC; stars cf 1", "triangle star red-alert")
        .refuses("cf: repair", "RA-12.6")
        .choices_exclude("cf: repair");
    attack("cf E7 SF; stars cf 2", "circle star red-alert")
        .refuses("cf: repair", "RA-12.6")
        .choices_exclude("cf: repair");
    for feature in ["asteroid", "planet"] {
        combat(&format!("E7 {feature}; cw G7 SB ordered; cf E7 SC; stars cf 2"))
            .dice("triangle red-alert")
            .play("cw: attack G7 E7")
            .play("cf: repair")
            .then("cf E7 SC x2");
    }
}

#[test]
fn ra_12_7_two_red_alerts_cannot_be_ignored_in_part() {
    attack("cf E7 FL; stars cf 4", "square red-alert red-alert")
        .refuses("cf: disregard", "RA-12.7")
        .refuses("cf: repair", "RA-12.7")
        .refuses("cf: retire D6 C6", "RA-12.18")
        .play("cf: retire D6 C6 B5 A5")
        .then("cf A5 FL x3 alert; stars cf 4");
}

#[test]
fn ra_12_8_a_marked_unit_takes_red_alerts_as_hits() {
    attack("cf E7 HC alert", "triangle star red-alert").then("cf E7 HC x2 alert; question end-choice");
    // Without another hit they do nothing, and it may not retire.
    attack("cf E7 HC alert", "square red-alert red-alert").then("cf E7 HC alert; question end-choice");
}

#[test]
fn ra_12_9_the_hits_are_counted_without_the_red_alerts_first() {
    attack("cf E7 HC alert", "triangle red-alert red-alert").then("cf E7 HC x1 alert");
    // An ignored Blast is no hit.
    combat("cw G7 SF ordered; cf F7 HC alert")
        .dice("blast red-alert red-alert")
        .play("cw: attack G7 F7")
        .then("cf F7 HC alert");
}

#[test]
fn ra_12_10_two_or_more_red_alerts_bring_a_marker() {
    attack("cf E7 HC", "triangle red-alert red-alert")
        .play("cf: retire D6 C6 B5 A5")
        .then("cf A5 HC x3 alert");
    // Also when it retired freely, and when it could not go far or at all.
    attack("cf E7 HC", "circle red-alert red-alert").play("cf: retire D6 C6 B5 A5").then("cf A5 HC alert");
    combat("cw C7 SB ordered; cf B7 HC x9")
        .dice("triangle red-alert red-alert")
        .play("cw: attack C7 B7")
        .play("cf: retire A7")
        .then("cf A7 HC x5 alert");
    combat("cw C7 SB ordered; cf A7 HC x9")
        .dice("triangle red-alert red-alert")
        .play("cw: attack C7 A7")
        .then("cf A7 HC x4 alert");
    // One red alert brings none.
    attack("cf E7 HC", "triangle star red-alert").play("cf: retire D6 C6").then("cf C6 HC x3 -alert");
}

#[test]
fn ra_12_11_a_unit_has_at_most_one_marker() {
    // Marked already, it turns red alerts into hits; the marker comes off for one star as ever.
    attack("cf E7 HC alert x9", "triangle red-alert red-alert").then("cf E7 HC x6 alert");
    battle("G8 asteroid; cw G8 SC alert; stars cw 1; card cw CM-05; phase orders cw")
        .plays("cw: order G8; cw: done-ordering; cw: remove-marker G8")
        .then("cw G8 SC -alert; stars cw 0");
}

#[test]
fn ra_12_12_what_a_marker_does() {
    movement("cw G6 SC ordered alert; cw I6 SC ordered").refuses("cw: move G6 G7", "RA-9.10");
    movement("cw A6 SC ordered alert; cw I6 SC ordered; objectives cw breakthrough")
        .refuses("cw: exit A6", "RA-9.10");
    combat("cw G6 SC ordered alert; cf G7 SC").then("dice G6 G7 2");
    // No pursuit.
    combat("cw G6 SD ordered alert; cf G7 SC x1; stars cw 2")
        .dice("triangle star")
        .play("cw: attack G6 G7")
        .then("question end-choice; stars cw 3");
    super::common::eve("E6 planet; objectives cw planet-control; cw E6 SC alert")
        .play("cf: two-stars")
        .then("points cw 0");
}

#[test]
fn ra_12_13_each_step_goes_one_row_towards_home() {
    let case = attack("cf E7 SC", "triangle star red-alert")
        .refuses("cf: retire E6 D6", "RA-12.13") // sideways
        .refuses("cf: retire F7 G8", "RA-12.13") // forward
        .refuses("cf: retire D6 D7", "RA-12.13");
    assert_eq!(choices(&case, "cf", "retire"), ["D6 C6", "D6 C7", "D7 C7", "D7 C8"]);
    // Wherever the attack came from: here from behind.
    combat("cw C7 SB ordered; cf E7 SC")
        .dice("triangle star red-alert")
        .play("cw: attack C7 E7")
        .play("cf: retire D7 C8")
        .then("cf C8 SC x2");
}

#[test]
fn ra_12_14_through_units_but_not_through_debris() {
    attack("cf E7 SC; cf D6 SD", "triangle star red-alert")
        .dice("star")
        .play("cf: retire D6 C6")
        .then("cf C6 SC x2; cf D6 SD");
    let case =
        attack("D6 debris; cf E7 SC", "triangle star red-alert").refuses("cf: retire D6 C6", "RA-12.14");
    assert_eq!(choices(&case, "cf", "retire"), ["D7 C7", "D7 C8"]);
}

#[test]
fn ra_12_15_one_die_through_a_friend() {
    let through = |die: &str| {
        attack("cf E7 SC; cf D6 SD", "triangle star red-alert").dice(die).play("cf: retire D6 C6")
    };
    through("triangle").then("cf C6 SC x1; cf D6 SD");
    for harmless in ["blast", "circle", "square", "star", "red-alert"] {
        through(harmless).then("cf C6 SC x2; stars cf 0");
    }
}

#[test]
fn ra_12_16_two_dice_through_an_enemy() {
    let through = |dice: &str| {
        attack("cf E7 HC; cw D6 SD", "triangle star red-alert").dice(dice).play("cf: retire D6 C6")
    };
    through("triangle triangle").then("cf C6 HC x1; cw D6 SD");
    through("triangle blast").then("cf C6 HC x2");
    through("blast square").then("cf C6 HC x3");
    through("star star").then("cf C6 HC x3; stars cw 1 cf 0"); // the one of the attack
}

#[test]
fn ra_12_17_asteroids_cost_a_die_and_planets_nothing() {
    let through = |die: &str| {
        attack("D6 asteroid; cf E7 SC", "triangle star red-alert").dice(die).play("cf: retire D6 C6")
    };
    through("triangle").then("cf C6 SC x1 -alert");
    through("red-alert").then("cf C6 SC x2 -alert");
    through("blast").then("cf C6 SC x2");
    attack("D6 C6 planet; cf E7 SC", "triangle star red-alert").play("cf: retire D6 C6").then("cf C6 SC x2");
}

#[test]
fn ra_12_18_as_many_hexes_as_possible_and_hits_for_the_rest() {
    // The last hex must be empty: C7 is held, so paths end on C6 or C8.
    let case = attack("cf E7 SC; cf C7 SD", "triangle star red-alert");
    assert_eq!(choices(&case, "cf", "retire"), ["D6 C6", "D7 C8"]);
    case.refuses("cf: retire D6 C7", "RA-12.18").refuses("cf: retire D6", "RA-12.18");
    // Row C is full: one hex is the most, and the other costs a hit.
    let full = "cf C6 SD; cf C7 SD; cf C8 SD";
    let case = attack(&format!("cf E7 HC; {full}"), "triangle star red-alert");
    assert_eq!(choices(&case, "cf", "retire"), ["D6", "D7"]);
    case.play("cf: retire D7").then("cf D7 HC x2");
    // That one hex must be empty as well.
    let case = attack(&format!("cf E7 HC; cf D6 SD; {full}"), "triangle star red-alert");
    assert_eq!(choices(&case, "cf", "retire"), ["D7"]);
    case.refuses("cf: retire D6", "RA-12.18");
    // Units may be passed to get further: both of row D are held, row C is open.
    attack("cf E7 HC; cf D6 SD; cf D7 SD", "triangle star red-alert")
        .refuses("cf: retire", "RA-12.18")
        .dice("star")
        .play("cf: retire D6 C6")
        .then("cf C6 HC x3");
}

#[test]
fn ra_12_19_the_path_is_declared_and_hazards_follow_in_order() {
    // It dies on the second hazard of three; the third is not rolled.
    attack("D6 C6 B5 asteroid; cf E7 HC", "triangle red-alert red-alert")
        .dice("triangle triangle triangle")
        .play("cf: retire D6 C6 B5 A5")
        .then("empty E7; empty A5; points cw 4");
    attack("D6 C6 asteroid; cf E7 HC x2", "triangle star red-alert")
        .dice("triangle")
        .play("cf: retire D6 C6")
        .then("empty E7; empty C6; points cw 4");
    // A capital unit that dies on an occupied hex leaves its debris on the last empty one.
    attack("cf E7 SB x2; cf D6 SD", "square star red-alert")
        .dice("square")
        .play("cf: retire D6 C6")
        .then("E7 debris; cf D6 SD; points cw 6");
    attack("cf E7 SB x2; cf C6 SD", "square red-alert red-alert")
        .dice("square")
        .play("cf: retire D6 C6 B5 A5")
        .then("D6 debris; cf C6 SD");
}

#[test]
fn ra_12_20_a_unit_that_cannot_leave_may_battle_back() {
    combat("cw C7 SB ordered; cf A7 HC; stars cf 4")
        .dice("triangle star red-alert")
        .play("cw: attack C7 A7")
        .refuses("cf: pass", "RA-12.2")
        .play("cf: retire")
        .then("cf A7 HC x1; question battle-back; asked cf")
        .dice("square star star")
        .play("cf: battle-back");
}

#[test]
fn ra_12_21_retiring_is_no_move() {
    // Over planets and asteroids it goes on, and the unit can move in its own turn as usual.
    attack("D6 planet; C6 asteroid; cf E7 SC; hand cf CM-08", "triangle star red-alert")
        .dice("star")
        .play("cf: retire D6 C6")
        .then("cf C6 SC x2 -stopped -landed -moved");
    // Nor does it count as the move of a unit that is battled back in its own turn.
    combat("cw G7 SC ordered; cf E7 SC; stars cf 2")
        .dice("star star star")
        .play("cw: attack G7 E7")
        .dice("triangle red-alert star")
        .play("cf: battle-back")
        .play("cw: retire H6 I6")
        .then("cw I6 SC x2 -moved");
}

#[test]
fn ra_12_22_examples_of_retiring() {
    let case = attack("cf E7 SC", "triangle star red-alert");
    let mut ends: Vec<String> = choices(&case, "cf", "retire").iter().map(|p| p[3..].to_string()).collect();
    ends.dedup();
    assert_eq!(ends, ["C6", "C7", "C8"]);
    let case = combat("cw D8 SB ordered; cf B8 SC").dice("triangle star red-alert").play("cw: attack D8 B8");
    assert_eq!(choices(&case, "cf", "retire"), ["A8", "A9"]);
    case.play("cf: retire A8").then("cf A8 SC x1");
}

#[test]
fn ra_12_23_example_of_two_red_alerts_near_the_baseline() {
    battle("cf G7 SB ordered; cw I7 HC; phase combat cf")
        .dice("triangle red-alert red-alert")
        .play("cf: attack G7 I7")
        .play("cw: retire J6 K6")
        .then("cw K6 HC x1 alert");
}

#[test]
fn ra_12_24_unit_and_asteroid_on_one_hex_roll_both() {
    // The unit's dice first: two for the enemy, then one for the asteroid.
    attack("D6 asteroid; cf E7 HC x9; cw D6 SD", "triangle star red-alert")
        .dice("triangle star triangle")
        .play("cf: retire D6 C6")
        .then("cf C6 HC x6");
    // The last hex rolls, the starting hex never does.
    combat("E7 C6 asteroid; cw G7 SB ordered; cf E7 HC")
        .dice("triangle red-alert")
        .play("cw: attack G7 E7")
        .dice("triangle")
        .play("cf: retire D6 C6")
        .then("cf C6 HC x2");
}

#[test]
fn ra_12_25_turned_red_alerts_leave_nothing_to_answer() {
    attack("cf E7 HC alert; cf D7 FL; stars cf 4; combat cf CB-20", "triangle star red-alert")
        .play("cf: pass") // no card against the attack
        .then("window after-attacked; cf E7 HC x2 alert"); // and no step 9
}

#[test]
fn ra_12_26_the_symbol_that_hits_a_retiring_unit() {
    for (code, roll, face) in
        [("HF", "circle", "circle"), ("HC", "triangle", "triangle"), ("SB", "square", "square")]
    {
        for die in ["circle", "triangle", "square", "blast"] {
            let case = attack(&format!("D6 asteroid; cf E7 {code} x9"), &format!("{roll} star red-alert"));
            let left = if die == face { 7 } else { 8 };
            case.dice(die).play("cf: retire D6 C6").then(&format!("cf C6 {code} x{left}"));
        }
    }
    // A flagship loses cap fighters first.
    attack("D6 asteroid; cf E7 FL", "square star red-alert")
        .dice("square")
        .play("cf: retire D6 C6")
        .then("cf C6 FL x2");
}

#[test]
fn ra_12_27_retirement_hits_cause_no_further_retirement() {
    attack("D6 asteroid; cf E7 HC", "triangle star red-alert")
        .dice("triangle")
        .play("cf: retire D6 C6")
        .then("cf C6 HC x2; question end-choice");
    // Nor do they turn a free retirement into a forced one: no pursuit follows.
    combat("F7 asteroid; cw H7 SD ordered; cf G7 HC; stars cw 4")
        .dice("star star red-alert")
        .play("cw: attack H7 G7")
        .dice("triangle")
        .play("cf: retire F7 E8")
        .then("cf E8 HC x3; question end-choice");
}

#[test]
fn ra_12_28_no_free_retirement_for_a_unit_that_cannot_leave() {
    combat("cw C7 SB ordered; cf A7 SC")
        .dice("circle red-alert star")
        .play("cw: attack C7 A7")
        .then("cf A7 SC; question end-choice");
    attack("D6 D7 debris; cf E7 SC", "circle red-alert star").then("cf E7 SC; question end-choice");
    // With one hex to go it is offered, and the hex that is missing costs a hit.
    combat("cw D7 SB ordered; cf B7 SC")
        .dice("circle red-alert star")
        .play("cw: attack D7 B7")
        .play("cf: retire A7")
        .then("cf A7 SC x2");
}

/// Every way home of so many steps over hexes without debris.
fn ways(here: Hex, steps: u8, debris: &HexSet) -> Vec<Vec<Hex>> {
    if steps == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for next in here.homeward(Side::Cf).filter(|h| !debris.has(*h)) {
        for mut way in ways(next, steps - 1, debris) {
            way.insert(0, next);
            all.push(way);
        }
    }
    all
}

#[test]
fn ra_12_18_agrees_with_every_way_tried_out() {
    let mut luck = Chance::quick(1218);
    let area: Vec<Hex> = Hex::all().filter(|h| h.row() < 4 && (4..=11).contains(&h.col())).collect();
    for round in 0..120 {
        let mut spots = area.clone();
        luck.shuffle(&mut spots);
        let (debris, units) = (&spots[..5], &spots[5..23]);
        let fleet: Vec<String> = (0..)
            .zip(units)
            .map(|(i, h)| format!("{} {h} SF; ", if i % 3 == 0 { "cw" } else { "cf" }))
            .collect();
        let alerts = 1 + round % 2;
        let roll = if alerts == 1 { "triangle red-alert star" } else { "triangle red-alert red-alert" };
        let case = battle(&format!(
            "{} debris; {}cw G7 SB ordered; cf E7 HC x20; phase combat cw",
            names(debris.iter().copied()),
            fleet.concat()
        ));
        let case = case.dice(roll).play("cw: attack G7 E7");
        let closed: HexSet = debris.iter().copied().collect();
        let taken: HexSet = units.iter().copied().collect();
        // The most steps of which some way ends on an empty hex.
        let ends = |k: u8| {
            let mut list = ways(hex("E7"), k, &closed);
            list.retain(|way| way.last().is_none_or(|h| !taken.has(*h)));
            list
        };
        let k = (0..=2 * alerts).rev().find(|k| !ends(*k).is_empty()).expect("staying is always possible");
        if k == 0 {
            // Nothing to choose: it stays and takes all hits.
            case.then(&format!("cf E7 HC x{}", 19 - 2 * alerts));
            continue;
        }
        let wanted: Vec<String> = ends(k).into_iter().map(names).collect();
        assert_eq!(choices(&case, "cf", "retire"), wanted, "round {round}");
    }
}

#[test]
fn ra_12_18_who_gets_away_as_far_as_asked_takes_no_hit_for_it() {
    attack("cf E7 HC", "triangle star red-alert")
        .play("cf: retire D6 C6")
        .then("cf C6 HC x3")
        .events_do_not_say("can retire no further");
    attack("cf E7 HC; cf C6 SD; cf C7 SD; cf C8 SD", "triangle star red-alert")
        .play("cf: retire D7")
        .events_say("can retire no further: 1 hit.");
}

#[test]
fn ra_12_5_a_red_alert_that_was_repaired_is_gone() {
    // The combat goes on without it: the unit stays and may battle back.
    combat("E7 planet; cw G7 SB ordered; cf E7 SC; stars cf 4")
        .dice("triangle red-alert")
        .play("cw: attack G7 E7")
        .then("alerts 1")
        .play("cf: repair")
        .then("question battle-back; alerts 0; stars cf 2");
}
