//! Chapter 2: the battlefield.

use super::common::{battle, hex, movement, names, reach};
use klaxon_red_alert::{Hex, Sector, Side, data};

#[test]
fn ra_2_1_eleven_rows_of_thirteen_and_twelve_hexes() {
    assert_eq!(Hex::all().count(), 138);
    for row in 0..11 {
        let columns: Vec<u8> = Hex::all().filter(|h| h.row() == row).map(Hex::col).collect();
        let last = if row % 2 == 0 { 13 } else { 12 };
        assert_eq!(columns, (1..=last).collect::<Vec<u8>>(), "row {row}");
    }
    assert_eq!((hex("A1").row(), hex("K13").row(), hex("K13").col()), (0, 10, 13));
}

#[test]
fn ra_2_2_half_hexes_are_out_of_play() {
    for row in ["B", "D", "F", "H", "J"] {
        for column in [0, 13] {
            assert!(format!("{row}{column}").parse::<Hex>().is_err(), "{row}{column}");
        }
    }
    // Nothing enters one: from C1 the only hexes of row B and D are B1 and D1.
    let case = movement("cw C1 SC ordered");
    assert_eq!(names(reach(&case, "cw", "C1").iter()), "A2 B1 B2 C2 C3 D1 D2 E1 E2");
    // Nothing retires onto one: at the edge there is one way home.
    battle("cw E13 SB ordered; cf C13 SC; phase combat cw")
        .dice("triangle red-alert star")
        .play("cw: attack E13 C13")
        .choices_include("cf: retire B12 A12")
        .choices_include("cf: retire B12 A13")
        .play("cf: retire B12 A13")
        .then("cf A13 SC x2");
}

#[test]
fn ra_2_3_neighbours_and_ranges() {
    for (at, near) in [
        ("E6", "D5 D6 E5 E7 F5 F6"),
        ("F6", "E6 E7 F5 F7 G6 G7"),
        ("A1", "A2 B1"),
        ("B1", "A1 A2 B2 C1 C2"),
        ("K13", "J12 K12"),
    ] {
        assert_eq!(names(hex(at).neighbours().iter()), near, "{at}");
    }
    for (a, b, range) in
        [("K7", "A7", 10), ("A1", "K13", 17), ("E5", "H7", 4), ("E6", "E6", 0), ("E6", "E7", 1)]
    {
        assert_eq!((hex(a).distance(hex(b)), hex(b).distance(hex(a))), (range, range), "{a} {b}");
    }
    for a in Hex::all() {
        assert!(a.neighbours().len() <= 6 && !a.neighbours().has(a), "{a}");
        assert!(a.neighbours().iter().all(|b| a.distance(b) == 1 && b.neighbours().has(a)), "{a}");
    }
}

#[test]
fn ra_2_4_sectors() {
    for hex in Hex::all() {
        let (row, col) = (hex.row(), hex.col());
        let [west, centre, east] = if row % 2 == 0 {
            [col <= 4, (5..=9).contains(&col), col >= 10]
        } else {
            [col <= 4, (4..=9).contains(&col), col >= 9]
        };
        let is = Sector::ALL.map(|s| hex.is_in(s));
        assert_eq!(is, [west, centre, east], "{hex}");
    }
    let size = |sector| Hex::all().filter(|h| h.is_in(sector)).count();
    assert_eq!(Sector::ALL.map(size), [44, 60, 44]);
}

#[test]
fn ra_2_5_a_dotted_line_hex_belongs_to_two_sectors() {
    let dotted: Vec<Hex> = Hex::all().filter(|h| h.is_dotted()).collect();
    assert_eq!(names(dotted.iter().copied()), "B4 B9 D4 D9 F4 F9 H4 H9 J4 J9");
    for hex in Hex::all() {
        let sectors = Sector::ALL.iter().filter(|s| hex.is_in(**s)).count();
        assert_eq!(sectors, if dotted.contains(&hex) { 2 } else { 1 }, "{hex}");
        assert!(!dotted.contains(&hex) || hex.is_in(Sector::Centre), "{hex}");
    }
}

#[test]
fn ra_2_6_the_commonwealth_sits_at_the_bottom_in_every_scenario() {
    assert_eq!((Side::Cw.baseline(), Side::Cf.baseline()), (10, 0));
    for scenario in &data::get().scenarios {
        let low = |h: Hex| h.row() >= 7;
        let high = |h: Hex| h.row() <= 3;
        assert!(scenario.deploy[0].iter().all(low) && scenario.deploy[1].iter().all(high), "{}", scenario.id);
        for &(side, at, _) in &scenario.units {
            assert!(if side == Side::Cw { low(at) } else { high(at) }, "{} {at}", scenario.id);
        }
    }
}

#[test]
fn ra_2_7_left_and_right_are_the_players_own() {
    let both = "cw G2 SC; cw G11 SC; cf E2 SC; cf E11 SC";
    battle(&format!("{both}; card cw CM-04; phase orders cw"))
        .allows("cw: order G2")
        .refuses("cw: order G11", "RA-7.2");
    battle(&format!("{both}; card cf CM-04; phase orders cf"))
        .allows("cf: order E11")
        .refuses("cf: order E2", "RA-7.2");
    battle(&format!("{both}; card cf CM-06; phase orders cf"))
        .allows("cf: order E2")
        .refuses("cf: order E11", "RA-7.2");
    for side in ["cw", "cf"] {
        battle(&format!("{side} F6 SC; card {side} CM-05; phase orders {side}"))
            .allows(&format!("{side}: order F6"));
    }
}

#[test]
fn ra_2_8_one_row_towards_the_baseline() {
    for (at, cw, cf) in [
        ("E6", "F5 F6", "D5 D6"),
        ("F6", "G6 G7", "E6 E7"),
        ("I1", "J1", "H1"),
        ("I13", "J12", "H12"),
        ("K5", "", "J4 J5"),
        ("A5", "B4 B5", ""),
        ("B8", "C8 C9", "A8 A9"),
    ] {
        let home = |side| names(hex(at).homeward(side));
        assert_eq!((home(Side::Cw).as_str(), home(Side::Cf).as_str()), (cw, cf), "{at}");
    }
}
