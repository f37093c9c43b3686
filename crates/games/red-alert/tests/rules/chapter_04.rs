//! Chapter 4: task forces, purchases, deployment.

use super::common::{Case, choices, deploy_all, fleet, given, hexes, names, play_on, watched};
use klaxon_core::{Chance, Game, Seat, TableOrder, Tell, Viewer, Words};
use klaxon_red_alert::{Kind, RedAlert, Side, TaskForces, View, data};

/// Cardinal's Belt with known task forces, both sides buying.
fn buying(cw: u8, cf: u8) -> Case {
    given(&format!("scenario cardinals-belt; as-printed; task-force cw {cw} cf {cf}; phase buy"))
}

/// Triangulum System II, both sides buying.
fn buying_80() -> Case {
    given("scenario triangulum-2; as-printed; phase buy")
}

fn view(case: &Case, seat: u8) -> View {
    case.game().view(Viewer::Seat(Seat(seat)))
}

#[test]
fn ra_4_1_two_different_task_force_cards_are_drawn() {
    use TaskForces::{Choose, None, Random};
    let ways: Vec<TaskForces> = data::get().scenarios.iter().map(|s| s.task_forces).collect();
    assert_eq!(ways, [None, None, Random, Random, Random, Random, None, Random, Random, Choose]);
    let order = TableOrder { scenario: "cardinals-belt".into(), ..TableOrder::default() };
    let setup = RedAlert::setup(&order).unwrap();
    let mut seen = [false; 13];
    for seed in 0..200 {
        let game = RedAlert::start(&setup, &mut Chance::quick(seed), &mut Tell::muted()).unwrap();
        let view = game.view(Viewer::Watcher);
        let [cw, cf] = Side::BOTH.map(|s| view.of_side(s).task_force.unwrap());
        assert_ne!(cw, cf);
        (seen[usize::from(cw)], seen[usize::from(cf)]) = (true, true);
    }
    assert!(seen[1..].iter().all(|s| *s), "every card is drawn now and then");
    // Where cards are chosen, one that is taken is not to be had.
    given("scenario twin-sisters; as-printed; task-force cf 5; phase task-force cw")
        .allows("cw: task-force 6")
        .refuses("cw: task-force 5", "RA-4.1")
        .refuses("cw: task-force 13", "RA-4.1");
}

#[test]
fn ra_4_2_remaining_points_are_added_to_the_allowance() {
    let case = buying(1, 3);
    let allowance = |seat: u8, side| view(&case, seat).of_side(side).muster.as_ref().unwrap().allowance;
    assert_eq!((allowance(0, Side::Cw), allowance(1, Side::Cf)), (Some(40), Some(41)));
}

#[test]
fn ra_4_3_task_force_cards_are_public() {
    let case = buying(5, 12);
    for viewer in [Viewer::Watcher, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        let view = case.game().view(viewer);
        assert_eq!(Side::BOTH.map(|s| view.of_side(s).task_force), [Some(5), Some(12)]);
    }
}

#[test]
fn ra_4_4_allowances() {
    for scenario in &data::get().scenarios {
        let wanted = match scenario.id.as_str() {
            "uneasy-truce" | "declaration-of-war" => [None, None],
            "triangulum-2" => [Some(80), Some(80)],
            "cardinals-belt-3" => [Some(40), None],
            _ => [Some(40), Some(40)],
        };
        assert_eq!(scenario.muster.map(|m| m.support), wanted, "{}", scenario.id);
    }
    buying(1, 2)
        .play("cw: buy SC")
        .then("bought cw SC")
        .play("cw: return SC")
        .then("bought cw")
        .refuses("cw: return SC", "RA-4.4");
}

#[test]
fn ra_4_5_prices() {
    for (code, price) in [
        ("HB", 23),
        ("SB", 18),
        ("HC", 16),
        ("SC", 11),
        ("HD", 15),
        ("SD", 10),
        ("HF", 6),
        ("SF", 4),
        ("FL", 26),
    ] {
        assert_eq!(Kind::parse(code).unwrap().stats().price, price, "{code}");
    }
    let case = buying(4, 2).plays("cw: buy SC; cw: buy SD");
    assert_eq!(view(&case, 0).of_side(Side::Cw).muster.as_ref().unwrap().spent, 21);
    buying_80().refuses("cw: buy FL", "RA-4.5").choices_exclude("cw: buy FL");
}

#[test]
fn ra_4_6_not_more_fighter_units_than_others() {
    // Fixed units: flagship, cruisers and destroyers against one fighter unit.
    buying_80()
        .plays("cw: buy SF; cw: buy SF")
        .allows("cw: done-buying")
        .play("cw: buy SF")
        .refuses("cw: done-buying", "RA-4.6")
        .choices_exclude("cw: done-buying")
        .play("cw: buy SD")
        .allows("cw: done-buying");
}

#[test]
fn ra_4_7_the_box_limits_a_fleet() {
    for (first, then) in [
        ("HB", "HB"),       // one marker
        ("SB SB", "SB"),    // two markers
        ("SB", "HB"),       // seven battleship figures
        ("HC HC", "HC"),    // 3 + 12 cruiser figures, with the fixed ones
        ("HD HD", "HD"),    // 3 + 12 destroyer figures
        ("SF SF SF", "SF"), // four markers, one of them fixed
        ("HF HF", "HF"),    // 3 + 12 fighter figures
        ("SC SC SC", "SC"), // four markers, one of them fixed
    ] {
        let bought = first.split(' ').fold(buying_80(), |case, unit| case.play(&format!("cw: buy {unit}")));
        bought.refuses(&format!("cw: buy {then}"), "RA-4.7").choices_exclude(&format!("cw: buy {then}"));
    }
    // With a heavy battleship from the task force no other battleship can be bought.
    buying(1, 2).refuses("cw: buy SB", "RA-4.7");
}

#[test]
fn ra_4_8_purchases_are_simultaneous_and_secret() {
    let case = buying(4, 2).then("asked cw cf").play("cf: buy SC").then("asked cw cf");
    let case = case.hears("cf", "buys").does_not_hear("cw", "buys").does_not_hear("watcher", "buys");
    assert!(view(&case, 0).of_side(Side::Cf).muster.is_none());
    let other = buying(4, 2).play("cf: buy HC");
    assert_eq!(view(&case, 0), view(&other, 0), "the opponent cannot tell them apart");
    assert_ne!(view(&case, 1), view(&other, 1));
    case.play("cf: done-buying").then("asked cw");
}

#[test]
fn ra_4_9_a_player_may_buy_nothing() {
    buying(4, 2).play("cw: done-buying").then("asked cf; bought cw");
}

#[test]
fn ra_4_10_two_points_too_much_at_most() {
    let spent_67 = buying_80().plays("cw: buy SB; cw: buy SB; cw: buy HC; cw: buy HD");
    // 67 + 15 = 82 is two too many and allowed, 67 + 16 = 83 is not.
    spent_67.allows("cw: buy HD").refuses("cw: buy HC", "RA-4.10").choices_exclude("cw: buy HC");
}

#[test]
fn ra_4_11_printed_units_are_free_but_count() {
    let case = buying_80();
    assert_eq!(view(&case, 0).of_side(Side::Cw).muster.as_ref().unwrap().spent, 0);
    // One of the four standard destroyer markers is on the map already.
    case.plays("cw: buy SD; cw: buy SD; cw: buy SD").refuses("cw: buy SD", "RA-4.7");
}

#[test]
fn ra_4_12_points_over_and_under_change_the_stars() {
    // Twin Hammers have no remaining points: 40 to spend.
    for (bought, spent, stars) in [
        ("SC HD HD", 41, 4),
        ("SC SC SD SD", 42, 3),
        ("HC SD SD SF", 40, 5),
        ("SC SD SD SF SF", 39, 6),
        ("SC SC SD HF", 38, 7),
        ("", 0, 7),
    ] {
        let sum: u8 = bought.split_whitespace().map(|u| Kind::parse(u).unwrap().stats().price).sum();
        assert_eq!(sum, spent);
        let case = bought.split_whitespace().fold(buying(2, 4), |c, u| c.play(&format!("cw: buy {u}")));
        let case = deploy_all(case.plays("cw: done-buying; cf: done-buying"));
        case.then(&format!("question initiative; stars cw {stars} cf 7"));
    }
}

#[test]
fn ra_4_13_who_may_not_purchase_skips_the_step() {
    // Frontier Patrol leaves a point, which gives the Confederation nothing here.
    let case =
        given("scenario cardinals-belt-3; as-printed; task-force cw 1 cf 3; phase buy").then("asked cw");
    let case = case.not_asked("cf: buy SC").play("cw: done-buying").then("question deploy; asked cw cf");
    deploy_all(case).then("stars cw 6 cf 6; turn 1");
}

#[test]
fn ra_4_14_deployment_hexes() {
    for scenario in &data::get().scenarios {
        let wanted = match scenario.id.as_str() {
            "uneasy-truce" | "declaration-of-war" => 0,
            "triangulum-2" => 8,
            _ => 10,
        };
        assert_eq!(scenario.deploy.map(|d| d.len()), [wanted; 2], "{}", scenario.id);
    }
    given("scenario cardinals-belt; as-printed; task-force cw 1 cf 2; phase deploy")
        .allows("cw: deploy FL I2")
        .refuses("cw: deploy FL I3", "RA-4.14")
        .refuses("cw: deploy FL B3", "RA-4.14");
}

#[test]
fn ra_4_15_deployment_is_secret_and_simultaneous() {
    let fresh = || given("scenario cardinals-belt; as-printed; task-force cw 1 cf 2; phase deploy");
    let case =
        fresh().then("asked cw cf").play("cw: deploy HB I2").does_not_hear("cf", "I2").hears("cw", "I2");
    let other = fresh().play("cw: deploy SF J10");
    assert_eq!(view(&case, 1), view(&other, 1), "the opponent cannot tell them apart");
    case.refuses("cw: deploy FL I2", "RA-4.15")
        .refuses("cw: deploy HB I4", "RA-4.15")
        .refuses("cw: take-back I4", "RA-4.15")
        .play("cw: take-back I2")
        .play("cw: deploy HB I4")
        .then("hidden cw I4 HB; asked cw cf");
}

#[test]
fn ra_4_16_fewer_units_leave_hexes_empty_more_are_held_back() {
    let seven = "scenario cardinals-belt; as-printed; task-force cw 1 cf 2; phase deploy";
    let case = given(seven).plays(
        "cw: deploy FL I2; cw: deploy HB I4; cw: deploy HC I6; cw: deploy HD I8; cw: deploy SD J3; cw: deploy HF J6;
         cw: deploy SF J7; cw: done-deploying",
    );
    let case = deploy_all(case).then("question initiative");
    assert_eq!(fleet(&case, Side::Cw), "I2 FL, I4 HB, I6 HC, I8 HD, J3 SD, J6 HF, J7 SF");
    let more =
        given("scenario cardinals-belt; as-printed; task-force cw 5 cf 1; bought cw SC SF SF; phase deploy");
    let more = play_on(more, &["done-deploying", "deploy"]).then("question held-back; asked cw");
    assert_eq!(watched(&more).of_side(Side::Cw).fleet.held, 2);
}

#[test]
fn ra_4_17_the_higher_task_force_number_places_first() {
    for (cw, cf, first, second) in [(5, 12, "cf", "cw"), (12, 5, "cw", "cf")] {
        let text = format!(
            "scenario cardinals-belt; as-printed; task-force cw {cw} cf {cf}; bought cw SF SF; bought cf SF SF; phase deploy"
        );
        let case = play_on(given(&text), &["done-deploying", "deploy"]);
        let case = case.then(&format!("question held-back; asked {first}"));
        let place = |case: Case, seat: &str| {
            let choice = case.choices_of(seat)[0].clone();
            case.play(&format!("{seat}: {choice}"))
        };
        // All of the first, then the other's.
        place(case, first).then(&format!("asked {second}"));
    }
    // If only one has held-back units, he places them, whatever his number.
    let one =
        given("scenario cardinals-belt; as-printed; task-force cw 5 cf 12; bought cw SF SF; phase deploy");
    play_on(one, &["done-deploying", "deploy"])
        .then("question held-back; asked cw")
        .events_do_not_say("goes first in this");
}

#[test]
fn ra_4_18_held_back_units_go_next_to_a_marker() {
    let text = "scenario cardinals-belt; as-printed; task-force cw 5 cf 1; bought cw SF SF; phase deploy";
    let case = play_on(given(text), &["done-deploying", "deploy"]).then("question held-back; asked cw");
    let deploy = data::get().scenario("cardinals-belt").unwrap().1.deploy;
    let wanted = deploy[0].around().minus(deploy[0]);
    let offered = choices(&case, "cw", "place SF").join(" ");
    assert_eq!(hexes(&offered), wanted);
    case.refuses("cw: place SF I2", "RA-4.18") // a marked hex
        .refuses("cw: place SF F6", "RA-4.18") // too far
        .refuses("cw: place FL I3", "RA-4.16") // not held back
        .play("cw: place SF H4") // on an asteroid, and no die is rolled
        .then("question initiative; cw H4 SF -alert");
}

#[test]
fn ra_4_19_the_fleets_are_revealed_together() {
    let case = given("scenario cardinals-belt; as-printed; task-force cw 1 cf 2; phase deploy");
    let case = play_on(case, &["deploy"]).play("cw: done-deploying");
    assert!(watched(&case).units.is_empty());
    let case = case.play("cf: done-deploying").hears("watcher", "reveals its fleet");
    let view = watched(&case);
    assert_eq!(view.units.len(), 14);
    assert!(view.sides.iter().all(|s| s.fleet.deploy.is_empty()), "the faction markers are gone");
}

#[test]
fn ra_4_20_without_task_forces_dice_decide_who_places_first() {
    let bought = "SD SD SD SC SC SC SF SF SF";
    let text =
        format!("scenario triangulum-2; as-printed; bought cw {bought}; bought cf {bought}; phase deploy");
    let case = play_on(given(&text), &["deploy"]).play("cw: done-deploying");
    // Five dice each: a tie is rolled again. These stars are not collected.
    let tie = "star blast blast blast blast star circle circle circle circle";
    let case = case.dice(tie).dice("blast blast blast blast blast star star circle circle circle");
    case.play("cf: done-deploying").then("question held-back; asked cf; pool 36; stars cw 0 cf 0");
}

#[test]
fn ra_4_21_nobody_leaves_a_marked_hex_empty_and_holds_a_unit_back() {
    given("scenario cardinals-belt; as-printed; task-force cw 1 cf 2; phase deploy")
        .plays("cw: deploy FL I2; cw: deploy HB I4; cw: deploy HC I6; cw: deploy HD I8; cw: deploy SD J3; cw: deploy HF J6")
        .refuses("cw: done-deploying", "RA-4.21")
        .choices_exclude("cw: done-deploying")
        .play("cw: deploy SF J7")
        .allows("cw: done-deploying");
}

#[test]
fn ra_4_22_a_held_back_unit_without_room_takes_no_part() {
    // Every hex next to the Commonwealth's markers is closed.
    let deploy = data::get().scenario("cardinals-belt").unwrap().1.deploy[0];
    let closed = names(deploy.around().minus(deploy).iter());
    let case = given(&format!(
        "scenario cardinals-belt; as-printed; {closed} debris; task-force cw 5 cf 1; bought cw SF SF; phase deploy"
    ));
    let case = play_on(case, &["done-deploying", "deploy"])
        .events_say("no room")
        .then("question initiative; points cf 0");
    assert_eq!(fleet(&case, Side::Cw).split(", ").count(), 10);
}
