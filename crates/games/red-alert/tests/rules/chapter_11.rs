//! Chapter 11: the combat procedure.

use super::common::{battle, combat, figures, given, hex, names, some_hexes};
use klaxon_core::Chance;
use klaxon_red_alert::{Hex, HexSet, sight};

/// Figures that a target of nine loses to a roll at range 2.
fn hits(attacker: &str, target: &str, roll: &str) -> u8 {
    let range = if attacker.ends_with('F') || attacker.ends_with('D') { "G7" } else { "G8" };
    let extra = roll.split(' ').count() as i32 - 3;
    assert_eq!(extra, 0, "three dice");
    let case = combat(&format!("cw G6 {attacker} ordered x1; cf {range} {target} x9"));
    let case = case.dice(roll).play(&format!("cw: attack G6 {range}"));
    9 - figures(&case, range)
}

#[test]
fn ra_11_1_an_announced_combat_cannot_be_taken_back() {
    combat("cw G6 SC ordered; cf G7 SC; cf F6 SC; hand cf CM-05")
        .play("cw: attack G6 G7")
        .then("question card; asked cf")
        .not_asked("cw: attack G6 F6")
        .not_asked("cw: pass");
    // With no dice nothing is rolled and the combat is spent.
    combat("G8 asteroid; cw G6 SF alert ordered; cw I2 SC ordered; cf I4 SC; cf G8 SC")
        .then("dice G6 G8 0")
        .play("cw: attack G6 G8")
        .events_say("no dice")
        .then("cw G6 SF fought")
        .refuses("cw: attack G6 G8", "RA-10.3");
}

#[test]
fn ra_11_2_dice_by_range() {
    for (code, dice) in [
        ("HB", [3, 3, 3, 1]),
        ("SB", [3, 3, 3, 1]),
        ("HC", [3, 3, 2, 1]),
        ("SC", [3, 3, 2, 1]),
        ("HD", [3, 2, 1, 0]),
        ("SD", [3, 2, 1, 0]),
        ("HF", [3, 1, 0, 0]),
        ("SF", [3, 1, 0, 0]),
    ] {
        for (range, dice) in (1..).zip(dice) {
            let at = format!("G{}", 6 + range);
            let case = combat(&format!("cw G6 {code} ordered; cf {at} SC; cw I2 SC ordered; cf I4 SC"));
            let case = case.then(&format!("dice G6 {at} {dice}"));
            let attack = format!("cw: attack G6 {at}");
            if dice > 0 {
                case.allows(&attack)
            } else {
                case.refuses(&attack, "RA-11.2")
            };
        }
    }
    for (range, dice) in [(2, 3), (3, 3), (4, 1)] {
        combat(&format!("cw G6 FL ordered; cf G{} SC", 6 + range))
            .then(&format!("dice G6 G{} {dice}", 6 + range));
    }
}

#[test]
fn ra_11_3_heavy_and_standard_roll_the_same_dice() {
    for (heavy, standard) in [("HB", "SB"), ("HC", "SC"), ("HD", "SD"), ("HF", "SF")] {
        for range in 1..=4 {
            let dice = |code: &str| {
                let case = combat(&format!("cw G6 {code} ordered; cf G{} SC", 6 + range));
                klaxon_red_alert::odds::attack(case.game().open(), hex("G6"), hex(&format!("G{}", 6 + range)))
                    .unwrap()
                    .total()
            };
            assert_eq!(dice(heavy), dice(standard), "{heavy} at {range}");
        }
    }
}

#[test]
fn ra_11_4_a_cruiser_counts_its_hexes() {
    for (at, dice) in [("G7", 3), ("G8", 3), ("G9", 2), ("G10", 1)] {
        combat(&format!("cw G6 SC ordered; cf {at} SC"))
            .dice(&"star ".repeat(dice))
            .play(&format!("cw: attack G6 {at}"))
            .then(&format!("stars cw {dice}"));
    }
    combat("cw G6 SC ordered; cf G11 SC; cw I2 SC ordered; cf I4 SC").refuses("cw: attack G6 G11", "RA-11.2");
}

#[test]
fn ra_11_5_cap_fighters_add_dice_in_close_quarters_only() {
    for (figures, dice) in [(4, 5), (3, 4), (2, 3), (1, 2)] {
        combat(&format!("cw G6 FL x{figures} ordered; cf G7 SC")).then(&format!("dice G6 G7 {dice}"));
        combat(&format!("cw G6 FL x{figures} ordered; cf G8 SC")).then("dice G6 G8 3");
    }
    // It stays a capital class attack: fighters ignore one Blast of it.
    let case =
        combat("cw G6 FL ordered; cf G7 SF x9").dice("blast blast star star star").play("cw: attack G6 G7");
    assert_eq!(figures(&case, "G7"), 8);
}

#[test]
fn ra_11_6_sight_runs_from_centre_to_centre_and_both_ways() {
    let case =
        battle("C4 F6 E8 asteroid; D6 D7 E7 planet; G4 debris; cw H6 SC; cf E4 SC; phase end-choice cw");
    let open = case.game().open();
    for a in Hex::all() {
        for b in a.within(4).iter() {
            assert_eq!(open.sees(a, b), open.sees(b, a), "{a} {b}");
        }
    }
    // Close quarters need none.
    assert!(Hex::all().all(|a| a.neighbours().iter().all(|b| open.sees(a, b))));
}

#[test]
fn ra_11_7_obstructions() {
    for between in ["cw G7 SF", "cf G7 SF", "G7 asteroid", "G7 debris", "G7 planet"] {
        battle(&format!("cw G6 SC; cf G8 SC; {between}; phase end-choice cw")).then("blocked G6 G8");
    }
    battle("cw G6 SC; cf G8 SC; phase end-choice cw").then("sees G6 G8");
    // What lies on the hexes of firer and target never obstructs.
    for feature in ["asteroid", "planet"] {
        battle(&format!("G6 G8 {feature}; cw G6 SC; cf G8 SC; phase end-choice cw")).then("sees G6 G8");
    }
}

#[test]
fn ra_11_8_crossed_and_grazed_hexes() {
    // Crossed: one obstruction blocks.
    battle("G8 asteroid; phase end-choice cw").then("blocked G6 G9; blocked G7 G9; sees G6 G7; sees G9 G11");
    // Grazed: one on each side blocks, two on one side do not.
    battle("F5 asteroid; phase end-choice cw").then("sees G6 E6");
    battle("F5 F6 asteroid; phase end-choice cw").then("blocked G6 E6");
    // Range 4: the line G6-C6 grazes F5 F6, crosses E6, grazes D5 D6.
    battle("F5 D5 asteroid; phase end-choice cw").then("sees G6 C6");
    battle("E6 asteroid; phase end-choice cw").then("blocked G6 C6");
    // A hex touched only at a corner does not matter: E6 and G7 for the line F5-F7.
    battle("E6 E7 G6 G7 asteroid; phase end-choice cw").then("sees F5 F7");
}

#[test]
fn ra_11_9_obstructions_on_both_sides_need_not_face_each_other() {
    battle("F5 D6 asteroid; phase end-choice cw").then("blocked G6 C6");
    battle("F6 D5 asteroid; phase end-choice cw").then("blocked G6 C6");
}

#[test]
fn ra_11_10_the_lines_of_range_two_to_four() {
    let from = hex("F6");
    let mut seen = [[0; 3]; 3];
    for to in Hex::all().filter(|h| (2..=4).contains(&from.distance(*h))) {
        let line = sight::line(from, to);
        let parts = (from.distance(to), line.through.len(), line.left.len(), line.right.len());
        let kind = match parts {
            (2, 1, 0, 0) | (3, 2, 0, 0) | (4, 3, 0, 0) => 0,
            (2, 0, 1, 1) | (4, 1, 2, 2) => 1,
            (4, 4, 0, 0) => 2,
            _ => panic!("{from} {to}: {parts:?}"),
        };
        seen[usize::from(parts.0) - 2][kind] += 1;
    }
    // Range 2: 6 straight, 6 grazing. Range 3: 18 that cross two. Range 4: 6 straight, 6 grazing, 12 that cross four.
    assert_eq!(seen, [[6, 6, 0], [18, 0, 0], [6, 6, 12]]);
}

#[test]
fn ra_11_11_half_hexes_obstruct_lines_along_the_edge() {
    for (from, to, beside) in
        [("C1", "E1", "D1"), ("C13", "E13", "D12"), ("A1", "C1", "B1"), ("K13", "I13", "J12")]
    {
        given("cf E7 SF; cw G7 SF; phase end-choice cw").then(&format!("sees {from} {to}"));
        given(&format!("{beside} asteroid; cf E7 SF; cw G7 SF; phase end-choice cw"))
            .then(&format!("blocked {from} {to}"));
    }
    // Two and four rows apart: each half-hex passed obstructs its side.
    given("F1 asteroid; cf E7 SF; cw G7 SF; phase end-choice cw")
        .then("blocked C1 G1; blocked E1 G1; sees C1 E1");
    // One column further in there is no half-hex.
    given("D1 asteroid; cf E7 SF; cw G7 SF; phase end-choice cw").then("sees C2 E2");
}

#[test]
fn ra_11_12_example_a_the_targets_own_feature_does_not_block() {
    combat("E6 asteroid; cw G6 SD ordered; cf E6 SB").then("sees G6 E6").choices_include("cw: attack G6 E6");
}

#[test]
fn ra_11_13_example_b_one_side_blocked_is_open() {
    combat("F5 asteroid; cw G6 SD ordered; cf E6 SB").then("sees G6 E6").choices_include("cw: attack G6 E6");
}

#[test]
fn ra_11_14_example_c_both_sides_blocked() {
    combat("F5 F6 asteroid; cw G6 SD ordered; cf E6 SB; cw I2 SC ordered; cf I4 SC")
        .then("blocked G6 E6")
        .refuses("cw: attack G6 E6", "RA-11.8");
}

#[test]
fn ra_11_15_example_d_the_half_hex_is_the_other_side() {
    combat("H1 asteroid; cw I1 SC ordered; cf G1 SC; cw I6 SC ordered; cf I8 SC")
        .then("blocked I1 G1")
        .refuses("cw: attack I1 G1", "RA-11.8");
    combat("cw I1 SC ordered; cf G1 SC").allows("cw: attack I1 G1");
}

#[test]
fn ra_11_16_an_oblique_line_of_range_four_crosses_four_hexes() {
    let mut through = sight::line(hex("E5"), hex("H7")).through;
    through.sort();
    assert_eq!(names(through), "F5 F6 G6 G7");
    for block in ["F5", "F6", "G6", "G7"] {
        battle(&format!("{block} asteroid; cw E5 SC; cf H7 SC; phase end-choice cw")).then("blocked E5 H7");
    }
    battle("E6 F4 F7 G5 G8 H6 asteroid; cw E5 SC; cf H7 SC; phase end-choice cw").then("sees E5 H7");
}

#[test]
fn ra_11_17_reductions() {
    for (what, clauses, dice) in [
        ("none", "cw G6 SC ordered", 3),
        ("target on asteroids", "G8 asteroid; cw G6 SC ordered", 2),
        ("target on a planet", "G8 planet; cw G6 SC ordered", 2),
        ("both on one planet group", "G6 G7 G8 planet; cw G6 SC ordered", 3),
        ("on different groups", "G6 planet; G8 planet; cw G6 SC ordered", 2),
        ("marked attacker", "cw G6 SC ordered alert", 2),
        ("marked attacker, asteroids", "G8 asteroid; cw G6 SC ordered alert", 1),
        ("only the attacker on asteroids", "G6 asteroid; cw G6 SC ordered", 3),
        ("both on asteroids", "G6 G8 asteroid; cw G6 SC ordered", 2),
        ("marked target", "cw G6 SC ordered", 3),
    ] {
        let marked = if what == "marked target" { "alert" } else { "" };
        let case = combat(&format!("{clauses}; cf G8 SC {marked}"));
        let is = klaxon_red_alert::odds::attack(case.game().open(), hex("G6"), hex("G8")).unwrap().total();
        assert_eq!(is, dice, "{what}");
    }
}

#[test]
fn ra_11_18_reductions_hold_in_every_kind_of_combat() {
    // In close quarters.
    combat("G7 asteroid; cw G6 SC ordered; cf G7 SC").dice("star star").play("cw: attack G6 G7");
    // In a battle back: the marked unit rolls one die fewer at a target on asteroids, so one in all.
    combat("G6 asteroid; cw G6 SC ordered; cf G8 SC alert; stars cf 2")
        .dice("star star star")
        .play("cw: attack G6 G8")
        .dice("star")
        .play("cf: battle-back");
    // In a bonus combat.
    combat("E8 asteroid; cw G6 SD ordered; cf G7 SC x1; cf E8 SC; stars cw 2")
        .dice("triangle star square")
        .play("cw: attack G6 G7")
        .play("cw: pursue")
        .dice("square")
        .play("cw: attack G7 E8");
    // In a pre-emptive combat, and in the attack after it.
    combat("G6 asteroid; cw G6 SC ordered; cf G7 SC alert; hand cf CM-16")
        .play("cw: attack G6 G7")
        .dice("star")
        .dice("square square square")
        .play("cf: first-strike")
        .then("stars cf 1");
}

#[test]
fn ra_11_19_reductions_stop_at_none_before_cards_add() {
    combat("G8 asteroid; cw G6 SF ordered alert; cf G8 SC; combat cw CB-10; stars cw 1")
        .then("dice G6 G8 0")
        .play("cw: attack G6 G8")
        .dice("star")
        .play("cw: card CB-10")
        .then("stars cw 1");
    // Nor do cards take it below none: one die less than one is none.
    combat("cw G6 SF ordered; cf G8 SC; combat cf CB-19; stars cf 1")
        .play("cw: attack G6 G8")
        .play("cf: card CB-19")
        .then("cf G8 SC");
}

#[test]
fn ra_11_20_the_dice_are_rolled_once() {
    combat("cw G6 SC ordered; cf G8 SC")
        .dice("star star star")
        .play("cw: attack G6 G8")
        .events_say("roll star, star, star")
        .done();
}

#[test]
fn ra_11_21_class_symbols() {
    for (target, roll) in [
        ("SF", "circle triangle square"),
        ("SC", "circle triangle square"),
        ("SB", "circle triangle square"),
        ("FL", "circle triangle square"),
    ] {
        assert_eq!(hits("SB", target, roll), 1, "{target}");
    }
    assert_eq!(hits("SB", "SF", "triangle square star"), 0);
    assert_eq!(hits("SB", "SC", "circle square star"), 0);
    assert_eq!(hits("SB", "SB", "circle triangle star"), 0);
    assert_eq!(hits("SB", "SF", "circle circle circle"), 3);
}

#[test]
fn ra_11_22_shields_ignore_blasts() {
    // Of three Blasts by attacker and target: how many hit.
    for (attacker, target, through) in [
        ("SC", "SB", 2),
        ("SD", "FL", 2),
        ("SF", "SB", 1),
        ("HF", "HB", 1),
        ("SB", "SB", 3),
        ("SF", "SC", 2),
        ("SC", "SC", 3),
        ("SB", "SC", 3),
        ("SB", "SF", 2),
        ("SC", "SF", 3),
        ("SF", "SF", 3),
    ] {
        assert_eq!(hits(attacker, target, "blast blast blast"), through, "{attacker} at {target}");
    }
}

#[test]
fn ra_11_23_hits_are_symbols_and_blasts_less_those_ignored() {
    assert_eq!(hits("SF", "SB", "blast star square"), 1, "an ignored Blast takes no symbol away");
    assert_eq!(hits("SC", "SB", "blast blast square"), 2);
    // Surplus hits are lost.
    combat("cw G6 SB ordered; cf G8 SC x1; cf F8 SC")
        .dice("triangle triangle blast")
        .play("cw: attack G6 G8")
        .then("empty G8; cf F8 SC; points cw 3");
}

#[test]
fn ra_11_24_the_last_figure_eliminates_the_unit() {
    combat("cw G6 SB ordered; cf G8 SC x1")
        .dice("triangle star star")
        .play("cw: attack G6 G8")
        .then("empty G8; taken cw SC; points cw 3; stars cw 2");
    combat("cw G6 SB ordered; cf G8 SC x1; points cw 10")
        .dice("triangle star star")
        .play("cw: attack G6 G8")
        .then("winner cw; points cw 13");
}

#[test]
fn ra_11_25_a_capital_unit_leaves_debris() {
    combat("cw G6 SB ordered; cf G8 SB x1")
        .dice("square star star")
        .play("cw: attack G6 G8")
        .then("G8 debris");
    for other in ["SC", "SD", "SF"] {
        let roll = if other == "SF" { "circle star star" } else { "triangle star star" };
        combat(&format!("cw G6 SB ordered; cf G8 {other} x1"))
            .dice(roll)
            .play("cw: attack G6 G8")
            .then_not("G8 debris");
    }
}

#[test]
fn ra_11_26_cap_fighters_go_first() {
    combat("cw G6 SB ordered; cf G8 FL")
        .dice("square blast star")
        .play("cw: attack G6 G8")
        .then("cf G8 FL x2");
    // Three hits take the three cap fighters; nothing is confirmed.
    combat("cw G6 SB ordered; cf G8 FL")
        .dice("square blast blast")
        .play("cw: attack G6 G8")
        .then("cf G8 FL x1");
}

#[test]
fn ra_11_27_hits_on_a_lone_flagship_are_confirmed() {
    let example = || combat("cw G6 SB ordered; cf G8 FL x2").dice("square square blast");
    // One cap takes three hits: the cap goes and two dice are rolled again.
    example().dice("circle triangle").play("cw: attack G6 G8").then("cf G8 FL x1; points cw 0");
    example().dice("circle square").play("cw: attack G6 G8").then("empty G8; points cw 8; G8 debris");
    example().dice("blast triangle").play("cw: attack G6 G8").then("empty G8; points cw 8");
    // Shields do not count: strike ships too confirm with a Blast.
    combat("cw G6 SC ordered; cf G8 FL x1")
        .dice("square star star")
        .dice("blast")
        .play("cw: attack G6 G8")
        .then("empty G8");
    // Stars and red alerts of the confirmation count for nothing.
    combat("cw G6 SB ordered; cf G8 FL x1")
        .dice("square square circle")
        .dice("star red-alert")
        .play("cw: attack G6 G8")
        .then("cf G8 FL x1; stars cw 0");
}

#[test]
fn ra_11_28_an_unconfirmed_hit_makes_nobody_retire() {
    combat("cw G6 SB ordered; cf G8 FL x1")
        .dice("square red-alert star")
        .dice("circle")
        .play("cw: attack G6 G8")
        .then("hits 0; alerts 1; asked cf")
        .play("cf: pass") // it may stay
        .then("cf G8 FL x1");
}

#[test]
fn ra_11_29_hits_outside_a_combat_are_confirmed_too() {
    // An asteroid at the start of the turn.
    let drifting = || super::common::eve("G8 asteroid; cw G8 FL x1 alert");
    drifting().dice("red-alert").dice("star").play("cf: two-stars").then("cw G8 FL x1");
    drifting().dice("red-alert").dice("square").play("cf: two-stars").then("empty G8; points cf 8");
    // Retirement hexes that it could not complete: one die for each.
    combat("cw C7 SB ordered; cf A7 FL x2")
        .dice("square red-alert red-alert")
        .dice("circle circle circle star")
        .play("cw: attack C7 A7")
        .then("cf A7 FL x1 alert");
    // A retirement hazard.
    combat("D7 asteroid; cw G7 SB ordered; cf E7 FL x2")
        .dice("square red-alert star")
        .play("cw: attack G7 E7")
        .dice("square")
        .dice("blast")
        .play("cf: retire D7 C7")
        .then("empty E7; points cw 8");
}

#[test]
fn ra_11_30_a_lost_flagship_takes_a_command_card_along() {
    combat("cw G6 SB ordered; cf G8 FL x1; hand cf CM-04 CM-05 CM-06")
        .dice("square star star")
        .dice("square")
        .play("cw: attack G6 G8")
        .hears("watcher", "loses")
        .then("hand-size cf 2")
        // The loss is permanent: he draws one card a turn as before.
        .play("cw: two-stars")
        .then("question command; asked cf; hand-size cf 2");
    // With an empty hand nothing is lost.
    combat("cw G6 SB ordered; cf G8 FL x1")
        .dice("square star star square")
        .play("cw: attack G6 G8")
        .then("hand-size cf 0; empty G8");
    // A card already played is not in the hand.
    battle("cw G6 FL x1 ordered; cf G8 SB; card cw CM-05; stars cf 2; phase combat cw")
        .dice("circle circle circle")
        .play("cw: attack G6 G8")
        .dice("square circle circle blast")
        .play("cf: battle-back")
        .then("empty G6; discarded CM-05; hand-size cw 1"); // the card drawn in phase 5
}

#[test]
fn ra_11_31_shield_examples() {
    assert_eq!(hits("SD", "SB", "blast blast square"), 2);
    assert_eq!(hits("SF", "SB", "blast blast blast"), 1);
    combat("cw G6 SF ordered; cf G7 SC")
        .dice("blast triangle star")
        .play("cw: attack G6 G7")
        .then("cf G7 SC x2; stars cw 1");
    combat("cw G6 SB ordered; cf G8 SF")
        .dice("blast circle red-alert")
        .play("cw: attack G6 G8")
        .then("hits 1; alerts 1; cf G8 SF x2");
    assert_eq!(hits("SC", "SF", "blast blast square"), 2);
}

#[test]
fn ra_11_32_each_star_rolled_in_combat_brings_one() {
    combat("cw G6 SC ordered; cf G8 SC; stars cf 2")
        .dice("star star square")
        .play("cw: attack G6 G8")
        .then("stars cw 2")
        .dice("star square square") // the defender collects his own
        .play("cf: battle-back")
        .then("stars cw 2 cf 1; pool 33");
    // In a bonus combat and in a pre-emptive one too.
    combat("cw G6 SD ordered; cf G7 SC x1; cf G8 SC; stars cw 2")
        .dice("triangle circle circle")
        .plays("cw: attack G6 G7; cw: pursue")
        .dice("star star star")
        .play("cw: attack G7 G8")
        .then("stars cw 3");
    combat("cw G6 SC ordered; cf G7 SC; hand cf CM-16")
        .play("cw: attack G6 G7")
        .dice("star star circle star circle circle")
        .play("cf: first-strike")
        .then("stars cw 1 cf 2");
}

#[test]
fn ra_11_33_a_combat_without_dice_can_still_be_answered() {
    combat("G8 asteroid; cw G6 SF ordered alert; cf G8 SC; stars cf 2")
        .play("cw: attack G6 G8")
        .then("question battle-back; asked cf")
        .dice("circle blast star")
        .play("cf: battle-back")
        .then("cw G6 SF x1 alert");
    // One that Hold Your Fire stopped cannot.
    combat("cw G6 SC ordered; cf G8 SC; combat cf CB-03; stars cf 9")
        .play("cw: attack G6 G8")
        .dice("star circle circle")
        .play("cf: card CB-03")
        .then("stars cw 1 cf 6; cf G8 SC; question end-choice");
}

#[test]
fn ra_11_34_a_marked_lone_flagship_confirms_turned_red_alerts_too() {
    combat("cw G6 SB ordered; cf G8 FL x1 alert")
        .dice("square red-alert star")
        .dice("circle triangle")
        .play("cw: attack G6 G8")
        .then("cf G8 FL x1 alert; stars cw 1");
    combat("cw G6 SB ordered; cf G8 FL x1 alert")
        .dice("square red-alert star")
        .dice("circle square")
        .play("cw: attack G6 G8")
        .then("empty G8");
}

#[test]
fn ra_11_35_the_moment_of_victory_ends_everything() {
    combat("cw G6 SB ordered; cf G8 FL x1; points cw 5; hand cf CM-04")
        .dice("square star red-alert")
        .dice("square")
        .play("cw: attack G6 G8")
        .then("winner cw; stars cw 0; hand-size cf 1");
}

/// Is a point of the plane to the left (1), on (0) or to the right (-1) of a line? Widths count two, heights one half:
/// the integers of components section 6.
fn turn(a: (i32, i32), b: (i32, i32), p: (i32, i32)) -> i32 {
    ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).signum()
}

fn centre(row: i32, col: i32) -> (i32, i32) {
    (2 * (col - 1) + row % 2, 3 * row)
}

/// RA-11.8 worked out from the corners of every hex and half-hex, as components section 6 describes it.
fn sees(from: Hex, to: Hex, blocked: &HexSet) -> bool {
    let (a, b) = (centre(from.row().into(), from.col().into()), centre(to.row().into(), to.col().into()));
    let steps = |p: (i32, i32), q: (i32, i32)| {
        let rows = (p.1 - q.1).abs() / 3;
        rows + 0.max(((p.0 - q.0).abs() - rows) / 2)
    };
    let range = steps(a, b);
    let (mut left, mut right) = (false, false);
    for row in 0..11 {
        for col in 0..=13 {
            let half = row % 2 == 1 && (col == 0 || col == 13);
            if col == 0 && !half {
                continue;
            }
            let p = centre(row, col);
            if p == a || p == b || steps(a, p) >= range || steps(p, b) >= range {
                continue;
            }
            let name = format!("{}{col}", (b'A' + row as u8) as char);
            if !half && !blocked.has(hex(&name)) {
                continue;
            }
            let corners = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)];
            let signs = corners.map(|(x, y)| turn(a, b, (p.0 + x, p.1 + y)));
            let (low, high) = (signs.iter().min().unwrap(), signs.iter().max().unwrap());
            if *low < 0 && *high > 0 {
                return false;
            }
            if signs.iter().filter(|s| **s == 0).count() == 2 {
                left |= *high > 0;
                right |= *low < 0;
            }
        }
    }
    !(left && right)
}

#[test]
fn ra_11_8_agrees_with_the_corners_of_every_hex() {
    let mut luck = Chance::quick(118);
    for round in 0..12 {
        let spots = some_hexes(&mut luck, 30);
        let case = given(&format!(
            "{} asteroid; cw {} SC; cf {} SC; phase end-choice cw",
            names(spots[2..].iter().copied()),
            spots[0],
            spots[1]
        ));
        let open = case.game().open();
        let blocked: HexSet = spots.iter().copied().collect();
        for from in Hex::all() {
            for to in Hex::all().filter(|h| (2..=4).contains(&from.distance(*h))) {
                assert_eq!(open.sees(from, to), sees(from, to, &blocked), "{from} {to}, round {round}");
            }
        }
    }
}

#[test]
fn ra_11_23_what_is_left_of_a_unit_is_told() {
    combat("cw G6 SC ordered; cf G8 SC")
        .dice("triangle star star")
        .play("cw: attack G6 G8")
        .events_say("1 figure; 2 left")
        .then("cf G8 SC x2");
}
