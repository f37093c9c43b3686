//! Chapter 22: team play. Seats `cw` and `cf` are the Fleet Commanders, `cw-left` to `cf-right` their officers.

use super::common::{Case, battle, given, unit};
use klaxon_core::{Game, Seat, SeatSet, TableOrder, Viewer, Words};
use klaxon_red_alert::{Post, RedAlert, Side};

const FLEET: &str = "players 3 3; cw G2 SC; cw G6 SC; cw G11 SC; cw H4 SD; cf C2 SC; cf C6 SC; cf C11 SC";

/// Six players; the Commonwealth orders with a card.
fn orders(card: &str) -> Case {
    battle(&format!("{FLEET}; card cw {card}; phase orders cw"))
}

#[test]
fn ra_22_1_two_to_six_players_on_two_sides() {
    use Post::{Commander, Left, Right, Wings};
    let posts = |seats: usize, teams: &str| {
        let mut order = TableOrder { seats, ..TableOrder::default() };
        order.options.insert("teams".into(), teams.into());
        let setup = RedAlert::setup(&order).expect("on the menu");
        let mut luck = klaxon_core::Chance::quick(1);
        let game = RedAlert::start(&setup, &mut luck, &mut klaxon_core::Tell::muted()).unwrap();
        let view = game.view(Viewer::Watcher);
        Side::BOTH.map(|side| view.posts.iter().filter(|p| p.0 == side).map(|p| p.1).collect::<Vec<_>>())
    };
    assert_eq!(posts(2, "even"), [vec![Commander], vec![Commander]]);
    assert_eq!(posts(3, "even"), [vec![Commander, Wings], vec![Commander]]);
    assert_eq!(posts(4, "even"), [vec![Commander, Wings], vec![Commander, Wings]]);
    assert_eq!(posts(4, "cf"), [vec![Commander], vec![Commander, Left, Right]]);
    assert_eq!(posts(5, "even"), [vec![Commander, Left, Right], vec![Commander, Wings]]);
    assert_eq!(posts(6, "even"), [vec![Commander, Left, Right], vec![Commander, Left, Right]]);
    for players in [[4, 1], [1, 4], [0, 2]] {
        let setup = RedAlert::setup(&TableOrder::default()).expect("on the menu");
        let odd = klaxon_red_alert::Setup { players, ..setup };
        let (mut luck, mut tell) = (klaxon_core::Chance::quick(1), klaxon_core::Tell::muted());
        let refusal = RedAlert::start(&odd, &mut luck, &mut tell).expect_err("one to three on a side");
        assert_eq!(refusal.rule.map(|r| r.as_str()), Some("RA-22.1"), "{players:?}");
    }
    for seats in [1, 7] {
        assert!(RedAlert::setup(&TableOrder { seats, ..TableOrder::default() }).is_err(), "{seats}");
    }
}

#[test]
fn ra_22_2_the_fleet_commander_holds_the_cards_and_team_mates_see_them() {
    let case = battle(&format!("{FLEET}; hand cw CM-05 CM-08; combat cw CB-10; phase command cw")).asks("cw");
    for (seat, sees) in [(0, true), (2, true), (4, true), (1, false), (3, false), (5, false)] {
        let cards = case.game().view(Viewer::Seat(Seat(seat))).of_side(Side::Cw).cards.clone();
        assert_eq!((cards.command_hand.is_some(), cards.combat_hand.is_some()), (sees, sees), "seat {seat}");
    }
    case.not_asked("cw-left: play CM-05").play("cw: play CM-05");
}

#[test]
fn ra_22_3_the_officer_of_the_wing_controls_its_units() {
    orders("CM-04")
        .asks("cw-left")
        .play("cw-left: order G2")
        .play("cw-left: done-ordering")
        .then("cw G2 SC ordered by cw-left")
        .refuses("cw: move G2 G3", "RA-22.5")
        .not_asked("cw-right: move G2 G3")
        .play("cw-left: move G2 G3");
    orders("CM-06").asks("cw-right");
    orders("CM-05").asks("cw").play("cw: order G6").then("cw G6 SC by cw");
    // The Confederation's left is the east.
    battle(&format!("{FLEET}; card cf CM-04; phase orders cf")).asks("cf-left").allows("cf-left: order C11");
}

#[test]
fn ra_22_4_several_sectors_and_tactic_cards() {
    // A dotted-line unit belongs to the sector through which it was ordered.
    orders("CM-13").play("cw-left: order H4").then("cw H4 SD by cw-left");
    orders("CM-13").plays("cw-left: order G2; cw-left: done-ordering; cw: order H4").then("cw H4 SD by cw");
    // For a tactic card the Fleet Commander names the units, and each player controls those in his sector.
    orders("CM-21")
        .asks("cw")
        .plays("cw: order G2; cw: order G11; cw: order G6; cw: order H4; cw: done-ordering")
        .then("cw G2 SC by cw-left; cw G11 SC by cw-right; cw G6 SC by cw; cw H4 SD by cw")
        .asks("cw cw-left cw-right");
}

#[test]
fn ra_22_5_control_lasts_the_whole_turn() {
    battle("players 3 3; cw G4 SC ordered by cw-left; cw G11 SC ordered by cw-right; cf G8 SC; cf G13 SC; phase movement cw")
        .play("cw-left: move G4 G6")
        .plays("cw: end-movement")
        .then("cw G6 SC by cw-left")
        .refuses("cw: attack G6 G8", "RA-22.5")
        .dice("circle circle circle")
        .play("cw-left: attack G6 G8");
}

#[test]
fn ra_22_6_the_seat_of_the_sector_answers_for_a_unit() {
    let attacked = |from: &str, at: &str| {
        battle(&format!("players 3 3; cf {from} SB ordered; cw {at} HC; stars cw 2; phase combat cf"))
            .dice("triangle red-alert circle")
            .play(&format!("cf: attack {from} {at}"))
    };
    attacked("E6", "G6").asks("cw");
    battle("players 3 3; cf E2 SB ordered by cf; cw G2 HC; stars cw 4; phase combat cf")
        .dice("triangle red-alert circle")
        .play("cf: attack E2 G2")
        .asks("cw-left")
        .play("cw-left: repair")
        .then("question battle-back")
        .asks("cw-left");
    battle("players 3 3; cf E11 SB ordered by cf; cw G11 HC; phase combat cf")
        .dice("triangle red-alert circle")
        .play("cf: attack E11 G11")
        .asks("cw-right");
    // A dotted-line hex is the Fleet Commander's.
    battle("players 3 3; cf F4 SB ordered by cf; cw H4 HC; phase combat cf")
        .dice("triangle red-alert circle")
        .play("cf: attack F4 H4")
        .asks("cw");
    // Cloak upkeep, and markers of units that are not ordered.
    battle("players 3 3; cw G2 SC cloaked; stars cw 1; hand cw CM-05; phase end-choice cf")
        .play("cf: two-stars")
        .asks("cw-left");
    battle(
        "players 3 3; cw G6 SC; cw G2 SC alert; cw G11 SD alert; stars cw 4; card cw CM-05; phase orders cw",
    )
    .plays("cw: order G6; cw: done-ordering")
    .asks("cw-left cw-right")
    .refuses("cw-left: remove-marker G11", "RA-22.6")
    .play("cw-right: remove-marker G11")
    .play("cw-left: pass")
    .then("stars cw 2; question movement");
}

#[test]
fn ra_22_7_one_pool_of_stars_with_a_brake_for_the_commander() {
    let moving = || battle("players 3 3; cw G2 SC ordered by cw-left; stars cw 2; phase movement cw");
    moving().play("cw-left: move G2 G5 impulse").then("stars cw 0");
    // The commander takes the stars over: what costs stars is asked of him, the rest stays with the controller.
    moving()
        .play("cw: star-control on")
        .refuses("cw: star-control on", "RA-22.7")
        .refuses("cw-left: move G2 G5 impulse", "RA-22.7")
        .allows("cw-left: move G2 G4")
        .refuses("cw: move G2 G4", "RA-22.5")
        .play("cw: move G2 G5 impulse")
        .then("stars cw 0");
    moving().plays("cw: star-control on; cw: star-control off").allows("cw-left: move G2 G5 impulse");
    battle("players 3 3; star-control cw; cf E2 SB ordered by cf; cw G2 HC; stars cw 2; phase combat cf")
        .dice("triangle red-alert circle")
        .play("cf: attack E2 G2")
        .asks("cw")
        .then("question repair")
        .play("cw: pass")
        .asks("cw-left")
        .refuses("cw-left: repair", "RA-22.7")
        .play("cw-left: retire H2 I2");
    // So it is with battle backs and pursuits; the bonus combat is the controller's again.
    battle("players 3 3; star-control cw; cw G2 SD ordered by cw-left; cf G3 SC x1; cf G5 SC; stars cw 2; phase combat cw")
        .dice("triangle circle circle")
        .play("cw-left: attack G2 G3")
        .asks("cw")
        .play("cw: pursue")
        .asks("cw-left");
    moving().refuses("cw-left: star-control on", "RA-22.8");
    battle("hand cw CM-05").refuses("cw: star-control on", "RA-22.7"); // who plays alone has them anyway
}

#[test]
fn ra_22_8_what_is_the_fleet_commanders() {
    given("scenario cardinals-belt; as-printed; players 3 3; task-force cw 1 cf 2; phase buy")
        .asks("cw cf")
        .not_asked("cw-left: buy SC");
    given("scenario cardinals-belt; as-printed; players 3 3; task-force cw 1 cf 2; phase deploy")
        .asks("cw cf");
    battle(&format!("{FLEET}; hand cw CM-05; hand cf CM-05; phase initiative")).asks("cw cf");
    battle(&format!("{FLEET}; phase end-choice cw")).asks("cw");
    battle(&format!("{FLEET}; combat cw CB-10; phase discard cw")).asks("cw");
    battle("players 3 3; cw G2 SC ordered by cw-left; combat cw CB-09; stars cw 1; phase movement cw")
        .refuses("cw-left: card CB-09 G2", "RA-22.8")
        .play("cw: card CB-09 G2")
        .then("cw G2 SC helmsman");
    battle(
        "players 3 3; cw G2 SC ordered by cw-left; cf G4 SC; combat cw CB-10; stars cw 1; phase combat cw",
    )
    .play("cw-left: attack G2 G4")
    .asks("cw");
    battle(FLEET).refuses("cw-left: concede", "RA-22.8");
}

#[test]
fn ra_22_9_victory_is_the_sides() {
    let end = battle(&format!("{FLEET}; hand cf CM-05; phase command cf")).play("cf: concede").ends();
    assert_eq!(end.winners, [Seat(0), Seat(2), Seat(4)].into_iter().collect::<SeatSet>());
}

#[test]
fn ra_22_10_left_centre_right_name_their_units_in_turn() {
    orders("CM-15")
        .asks("cw-left")
        .plays("cw-left: order G2; cw-left: order H4")
        .refuses("cw-left: order G6", "RA-7.2")
        .play("cw-left: done-ordering")
        .asks("cw")
        .refuses("cw: order H4", "RA-8.3")
        .plays("cw: order G6; cw: done-ordering")
        .asks("cw-right")
        .plays("cw-right: order G11; cw-right: done-ordering")
        .then("question movement");
    // One officer for both wings names both at once.
    battle(&format!("{}; card cw CM-14; phase orders cw", FLEET.replace("3 3", "2 2")))
        .asks("cw-left")
        .plays("cw-left: order G2; cw-left: order G11; cw-left: done-ordering")
        .then("question movement; cw G2 SC by cw-left; cw G11 SC by cw-left");
    // The Confederation's left is the east: its left officer comes first.
    battle(&format!("{FLEET}; card cf CM-13; phase orders cf"))
        .asks("cf-left")
        .refuses("cf-left: order C2", "RA-7.2")
        .plays("cf-left: order C11; cf-left: done-ordering; cf: done-ordering")
        .asks("cf-right");
}

#[test]
fn ra_22_11_every_controller_acts_until_all_have_passed() {
    let moving = || {
        battle(
            "players 3 3; cw G2 SC ordered by cw-left; cw G3 SD ordered by cw-left; cw G11 SC ordered by cw-right; phase movement cw",
        )
    };
    moving()
        .asks("cw cw-left cw-right")
        .play("cw-right: move G11 G12")
        .asks("cw cw-left") // the right has nothing left to move
        .play("cw-left: move G2 F2")
        .play("cw-left: pass")
        .then("question end-choice");
    moving()
        .play("cw-left: pass")
        .not_asked("cw-left: move G2 F2")
        .play("cw-right: pass")
        .then("question end-choice");
    // The Fleet Commander closes the phase when he likes, and only he.
    moving()
        .refuses("cw-left: end-movement", "RA-22.11")
        .play("cw: end-movement")
        .then("question end-choice");
    battle("players 3 3; cw G2 SC ordered by cw-left; cf G4 SC; cw G11 SC ordered by cw-right; cf G13 SC; phase combat cw")
        .asks("cw cw-left cw-right")
        .refuses("cw-left: end-combat", "RA-22.11")
        .play("cw-left: pass")
        .asks("cw cw-right")
        .play("cw: end-combat")
        .then("question end-choice");
    assert_eq!(unit(&moving(), "G2").seat, Seat(2));
}

#[test]
fn ra_22_12_an_ordered_units_controller_answers_for_it() {
    // Ordered in the west, it stands in the centre by now and is battled back.
    battle("players 3 3; cw G6 SC ordered by cw-left; cf G8 SB; stars cf 2; phase combat cw")
        .dice("star star star")
        .play("cw-left: attack G6 G8")
        .dice("triangle red-alert star")
        .play("cf: battle-back")
        .asks("cw-left")
        .play("cw-left: retire H5 I5");
    battle("players 3 3; cw G6 SC ordered by cw-left; cf G7 SB; hand cf CM-16; phase combat cw")
        .play("cw-left: attack G6 G7")
        .dice("triangle red-alert star")
        .play("cf: first-strike")
        .asks("cw-left");
}
