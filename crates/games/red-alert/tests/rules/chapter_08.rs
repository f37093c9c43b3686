//! Chapter 8: phase 2, orders.

use super::common::{battle, given, movement};
use klaxon_core::Chance;
use klaxon_red_alert::{Hex, Sector};

#[test]
fn ra_8_1_all_orders_are_announced_before_any_movement() {
    battle("cw G6 SC; cw G8 SC; card cw CM-05; phase orders cw")
        .play("cw: order G6")
        .not_asked("cw: move G6 G7")
        .plays("cw: order G8; cw: done-ordering; cw: move G6 G5")
        .not_asked("cw: order G8")
        .not_asked("cw: unorder G8");
    battle("cw G6 SC; cf G7 SC; card cw CM-05; phase orders cw")
        .refuses("cw: order G7", "RA-8.1")
        .refuses("cw: order G9", "RA-8.1")
        .refuses("cw: unorder G6", "RA-8.1");
}

#[test]
fn ra_8_2_only_ordered_units_move_and_battle() {
    movement("cw G6 SC ordered; cw G9 SC")
        .refuses("cw: move G9 G8", "RA-8.2")
        .choices_exclude("cw: move G9 G8");
    battle("cw G6 SC ordered; cw G9 SC; cf G7 SC; cf G10 SC; phase combat cw")
        .allows("cw: attack G6 G7")
        .refuses("cw: attack G9 G10", "RA-8.2")
        .choices_exclude("cw: attack G9 G10");
}

#[test]
fn ra_8_3_one_order_a_unit() {
    battle("cw G6 SC; card cw CM-05; phase orders cw").play("cw: order G6").refuses("cw: order G6", "RA-8.3");
    // A card that adds orders cannot order it again either.
    battle("cw G6 SC; cw G8 SC; card cw CM-05; combat cw CB-05; stars cw 3; phase orders cw")
        .plays("cw: order G6; cw: done-ordering")
        .refuses("cw: card CB-05 G6", "RA-17.1")
        .allows("cw: card CB-05 G8");
}

#[test]
fn ra_8_4_a_dotted_line_unit_is_ordered_through_wing_or_centre() {
    for (at, card, fine) in [
        ("H4", "CM-04", true),
        ("H4", "CM-05", true),
        ("H4", "CM-06", false),
        ("H9", "CM-04", false),
        ("H9", "CM-05", true),
        ("H9", "CM-06", true),
    ] {
        let case =
            battle(&format!("cw {at} SC; cw I2 SC; cw I6 SC; cw I11 SC; card cw {card}; phase orders cw"));
        let order = format!("cw: order {at}");
        if fine {
            case.allows(&order)
        } else {
            case.refuses(&order, "RA-7.2")
        };
    }
}

#[test]
fn ra_8_5_every_unit_needs_an_order_of_its_own() {
    let recon = || battle("cw B2 SC; cw B4 SC; cw B5 SC; cw B10 SC; card cw CM-13; phase orders cw");
    recon().plays("cw: order B2; cw: order B4; cw: order B10; cw: done-ordering");
    recon().plays("cw: order B4; cw: order B5; cw: order B10; cw: done-ordering");
    for order in [["B2", "B4", "B5"], ["B5", "B4", "B2"], ["B2", "B5", "B4"]] {
        let [a, b, c] = order;
        recon()
            .plays(&format!("cw: order {a}; cw: order {b}"))
            .refuses(&format!("cw: order {c}"), "RA-8.5")
            .choices_exclude(&format!("cw: order {c}"));
    }
}

#[test]
fn ra_8_6_orders_without_a_unit_are_lost() {
    // Three orders on the left and one unit there: the others go to nobody.
    battle("cw G2 SC; cw G6 SC; card cw CM-07; phase orders cw")
        .play("cw: order G2")
        .refuses("cw: order G6", "RA-7.2")
        .play("cw: done-ordering")
        .then("cw G2 SC ordered; cw G6 SC -ordered");
    // One unit of the type and four orders.
    battle("cw G2 SC; cw G6 SB; card cw CM-19; rating 4; phase orders cw")
        .play("cw: order G2")
        .refuses("cw: order G6", "RA-7.2");
}

#[test]
fn ra_8_7_the_fallback_gives_a_plain_order() {
    battle("cw G6 SC; cw G9 SD; cf G8 SC; hand cw CM-20 CM-05; phase command cw")
        .play("cw: play CM-20") // Capital Class Orders, and there is no capital unit
        .plays("cw: order G6")
        .then("cw G6 SC ordered -bonus; dice G6 G8 3")
        .refuses("cw: order G9", "RA-8.7");
    // With one the fallback is not there.
    battle("cw G6 SC; cw G9 SB; hand cw CM-20; phase command cw")
        .play("cw: play CM-20")
        .refuses("cw: order G6", "RA-7.2");
}

#[test]
fn ra_8_8_stars_remove_markers() {
    let marked = |stars: u8| {
        battle(&format!(
            "cw G6 SC alert; cw I2 SD alert; cf C3 SC alert; stars cw {stars}; card cw CM-05; phase orders cw"
        ))
        .plays("cw: order G6; cw: done-ordering")
    };
    marked(3)
        .then("question markers")
        .refuses("cw: remove-marker C3", "RA-8.2")
        .play("cw: remove-marker I2")
        .then("cw I2 SD -alert; stars cw 1; pool 35")
        .play("cw: remove-marker G6")
        .then("cw G6 SC -alert; stars cw 0; question movement")
        .play("cw: move G6 G8"); // it works normally at once
    marked(1)
        .refuses("cw: remove-marker I2", "RA-8.8")
        .allows("cw: remove-marker G6")
        .play("cw: pass")
        .then("stars cw 1");
    marked(0).then("question end-choice; cw G6 SC alert");
}

#[test]
fn ra_8_9_a_marked_unit_may_be_ordered_as_it_is() {
    battle("cw G6 SC alert; cf G8 SC; stars cw 1; card cw CM-05; phase orders cw")
        .plays("cw: order G6; cw: done-ordering; cw: pass")
        .then("cw G6 SC ordered alert; stars cw 1; question combat")
        .dice("star star")
        .play("cw: attack G6 G8");
}

#[test]
fn ra_8_10_orders_then_card_then_markers_then_the_opponents_window() {
    battle(
        "cw G6 SC; cw I2 SD alert; cf E6 SB; combat cw CB-05; combat cf CB-24; stars cw 4 cf 2; card cw CM-05; phase orders cw",
    )
    .plays("cw: order G6; cw: done-ordering")
    .then("window own-orders; asked cw")
    // The card orders the destroyers, which makes their marker cheaper.
    .play("cw: card CB-05 I2")
    .then("cw I2 SD ordered; question markers; asked cw; stars cw 1")
    .play("cw: remove-marker I2")
    .then("stars cw 0; window opp-orders-announced; asked cf")
    .play("cf: card CB-24 G6")
    .then("question movement; asked cw")
    .refuses("cw: move G6 G7", "RA-17.4");
}

#[test]
fn ra_8_11_markers_and_cloaks_come_off_one_by_one_in_any_sequence() {
    let case = || {
        battle("cw G6 SC ordered cloaked; cw G8 SC ordered alert; cw G9 SD alert; stars cw 3; card cw CM-08; phase orders cw")
            .play("cw: done-ordering")
            .then("question markers")
    };
    case()
        .plays("cw: remove-marker G8; cw: decloak G6; cw: remove-marker G9")
        .then("stars cw 0; question movement");
    case()
        .plays("cw: decloak G6; cw: remove-marker G9; cw: remove-marker G8")
        .then("stars cw 0; cw G6 SC -cloaked");
    case().play("cw: decloak G6").play("cw: pass").then("question movement; cw G8 SC alert");
}

#[test]
fn ra_8_12_symbols_of_damage_control_are_used_while_a_unit_fits() {
    battle("cw G2 SC x1; cw G4 SB x2; hand cw CM-28 CM-04; phase command cw")
        .dice("blast triangle")
        .play("cw: play CM-28")
        .not_asked("cw: pass")
        .play("cw: restore G2") // by the triangle: the Blast is left for the battleships
        .then("question repairs")
        .play("cw: restore G4")
        .then("cw G2 SC x2 ordered; cw G4 SB ordered; question movement");
    // The Blast first would have left them none.
    battle("cw G4 SB x2; hand cw CM-28 CM-04; phase command cw")
        .dice("square triangle")
        .play("cw: play CM-28")
        .play("cw: restore G4")
        .then("question movement");
}

/// RA-8.5 worked out the long way: does an assignment of different orders to all units exist?
fn matched(units: &[Hex], orders: &mut Vec<Sector>) -> bool {
    let Some((first, rest)) = units.split_first() else { return true };
    (0..orders.len()).any(|i| {
        first.is_in(orders[i]) && {
            let order = orders.remove(i);
            let fits = matched(rest, orders);
            orders.insert(i, order);
            fits
        }
    })
}

#[test]
fn ra_8_5_agrees_with_all_assignments_tried_out() {
    use Sector::{Centre, East, West};
    let mut luck = Chance::quick(85);
    for (card, orders) in [
        ("CM-13", vec![West, Centre, East]),
        ("CM-14", vec![West, West, East, East]),
        ("CM-15", vec![West, West, Centre, Centre, East, East]),
    ] {
        for _ in 0..60 {
            // Many of them on dotted lines, where it matters.
            let mut near: Vec<Hex> = Hex::all().filter(|h| h.is_dotted() || h.row() == 6).collect();
            luck.shuffle(&mut near);
            near.truncate(7);
            let fleet: Vec<String> = near.iter().map(|h| format!("cw {h} SC; ")).collect();
            let mut case = given(&format!("{}cf A1 SF; card cw {card}; phase orders cw", fleet.concat()));
            let mut named: Vec<Hex> = Vec::new();
            for &at in &near {
                named.push(at);
                let order = format!("cw: order {at}");
                case = if matched(&named, &mut orders.clone()) {
                    case.play(&order)
                } else {
                    named.pop();
                    let reached = orders.iter().any(|sector| at.is_in(*sector));
                    case.refuses(&order, if reached { "RA-8.5" } else { "RA-7.2" })
                };
            }
        }
    }
}
