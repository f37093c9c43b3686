//! The hex board: check values of the Red Alert ledger, then properties.

use klaxon_geometry::hex::{Hex, HexBoard, Side, SightLine, sight_line};
use proptest::prelude::*;

const BOARD: HexBoard = HexBoard::new(11, 13);

fn hex(name: &str) -> Hex {
    name.parse().unwrap()
}

fn hexes(names: &str) -> Vec<Hex> {
    names.split_whitespace().map(hex).collect()
}

#[test]
fn ra_2_1_the_board_has_138_hexes_in_11_rows() {
    let all: Vec<Hex> = BOARD.hexes().collect();
    assert_eq!((all.len(), BOARD.len()), (138, 138));
    assert_eq!((all[0], all[13], all[137]), (hex("A1"), hex("B1"), hex("K13")));
    assert!(all.is_sorted(), "the order of hexes is the order of reading");
    for (i, &h) in all.iter().enumerate() {
        assert_eq!((BOARD.index(h), BOARD.hex(i)), (Some(i), Some(h)));
    }
    assert_eq!((BOARD.hex(138), BOARD.index(hex("L1"))), (None, None));
}

#[test]
fn ra_2_2_half_hexes_are_named_and_out_of_play() {
    let halves = hexes("B0 B13 D0 D13 F0 F13 H0 H13 J0 J13");
    for h in &halves {
        assert!(BOARD.is_half(*h) && !BOARD.has(*h) && BOARD.index(*h).is_none(), "{h}");
        assert_eq!(hex(&h.to_string()), *h);
    }
    let around = Hex::at(5, 6).disk(20).filter(|&h| BOARD.is_half(h)).count();
    assert_eq!(around, halves.len());
    assert!(!BOARD.is_half(hex("A0")) && !BOARD.is_half(hex("B1")) && !BOARD.is_half(hex("A13")));
}

#[test]
fn ra_2_3_neighbours_and_range() {
    for (name, around) in [
        ("E6", "D5 D6 E5 E7 F5 F6"),
        ("F6", "E6 E7 F5 F7 G6 G7"),
        ("A1", "A2 B1"),
        ("B1", "A1 A2 B2 C1 C2"),
        ("K13", "J12 K12"),
    ] {
        assert_eq!(BOARD.neighbours(hex(name)).collect::<Vec<_>>(), hexes(around), "{name}");
    }
    for (a, b, range) in [("K7", "A7", 10), ("A1", "K13", 17), ("E5", "H7", 4)] {
        assert_eq!(hex(a).distance(hex(b)), range, "{a} {b}");
    }
}

#[test]
fn names_are_written_one_way_and_nonsense_is_refused() {
    assert_eq!(hex("e6"), hex("E6"));
    assert_eq!(hex("(-3,-1)"), Hex::new(-3, -1));
    for bad in ["", "E", "6E", "E06", "E+6", "E-1", "E100", "É6", "EE6", "(1)", "(1,200)", "E6 "] {
        assert!(bad.parse::<Hex>().is_err(), "{bad}");
    }
    assert_eq!(format!("{:>4}|{:?}", hex("E6"), hex("K13")), "  E6|K13");
}

fn sorted(mut hexes: Vec<Hex>) -> Vec<Hex> {
    hexes.sort();
    hexes
}

/// The rows of the ledger's table: offset, through, one side, other side.
const LINES: [(&[i8], &str, &str, &str); 7] = [
    (&[2, 0], "(1,0)", "", ""),
    (&[1, 1], "", "(1,0)", "(0,1)"),
    (&[3, 0], "(1,0) (2,0)", "", ""),
    (&[2, 1], "(1,0) (1,1)", "", ""),
    (&[4, 0], "(1,0) (2,0) (3,0)", "", ""),
    (&[3, 1], "(1,0) (1,1) (2,0) (2,1)", "", ""),
    (&[2, 2], "(1,1)", "(1,0) (2,1)", "(0,1) (1,2)"),
];

#[test]
fn ra_11_10_the_lines_at_range_2_to_4_in_all_twelve_symmetries() {
    let mut seen = std::collections::BTreeSet::new();
    for (offset, through, left, right) in LINES {
        for turns in 0..6 {
            for mirror in [false, true] {
                let place = |h: Hex| {
                    let h = if mirror { h.mirrored() } else { h };
                    (0..turns).fold(h, |h, _| h.rotated())
                };
                let spots = |text: &str| sorted(hexes(text).into_iter().map(place).collect());
                let (l, r) = if mirror { (right, left) } else { (left, right) };
                let target = place(Hex::new(offset[0], offset[1]));
                let line = sight_line(Hex::default(), target);
                assert_eq!(
                    line,
                    SightLine { through: spots(through), left: spots(l), right: spots(r) },
                    "{target}"
                );
                seen.insert(target);
            }
        }
    }
    // Those rows with their symmetries are every offset at range 2 to 4.
    let all = Hex::default().disk(4).filter(|h| h.distance(Hex::default()) >= 2).count();
    assert_eq!(seen.len(), all);
}

#[test]
fn ra_11_11_half_hexes_stand_beside_vertical_lines_along_the_edge_only() {
    let all: Vec<Hex> = BOARD.hexes().collect();
    for &a in &all {
        for &b in all.iter().filter(|b| (2..=4).contains(&a.distance(**b))) {
            let line = sight_line(a, b);
            let half = |set: &[Hex]| set.iter().any(|&h| BOARD.is_half(h));
            assert!(!half(&line.through), "{a} {b}");
            let edge =
                a.col() == b.col() && (a.col() == 1 || a.col() == 13) && a.row() % 2 == 0 && b.row() % 2 == 0;
            assert_eq!(half(&line.left) || half(&line.right), edge, "{a} {b}");
        }
    }
}

fn sees(a: &str, b: &str, obstacles: &str) -> bool {
    let obstacles = hexes(obstacles);
    sight_line(hex(a), hex(b)).is_open(|h| BOARD.is_half(h) || obstacles.contains(&h))
}

#[test]
fn ra_11_7_the_hexes_of_firer_and_target_never_obstruct() {
    assert!(sees("G6", "E6", "E6 G6") && sees("E5", "H7", "E5 H7") && sees("E5", "E8", "E5 E8"));
}

#[test]
fn ra_11_8_one_through_hex_or_both_sides_block() {
    for (case, from, to, obstacles, open) in [
        ("through", "E5", "E8", "E6", false),
        ("one side", "G6", "C6", "F5", true),
        ("the other side", "G6", "C6", "D6", true),
        ("through in the middle of a line between hexes", "G6", "C6", "E6", false),
        ("touched at a corner only", "E5", "E8", "D6 F6", true),
    ] {
        assert_eq!(sees(from, to, obstacles), open, "{case}");
    }
}

#[test]
fn ra_11_9_the_two_sides_need_not_face_each_other() {
    assert!(!sees("G6", "C6", "F5 D6") && !sees("G6", "C6", "F6 D5"));
    assert!(sees("G6", "C6", "F5 D5") && sees("G6", "C6", "F6 D6"));
}

#[test]
fn ra_11_12_the_targets_own_asteroid_does_not_block() {
    assert!(sees("G6", "E6", "E6"));
}

#[test]
fn ra_11_13_an_asteroid_on_one_side_leaves_sight_open() {
    assert!(sees("G6", "E6", "F5") && sees("G6", "E6", "F6"));
}

#[test]
fn ra_11_14_asteroids_on_both_sides_block() {
    assert!(!sees("G6", "E6", "F5 F6"));
}

#[test]
fn ra_11_15_the_half_hex_is_the_other_side() {
    assert!(sees("I1", "G1", "") && !sees("I1", "G1", "H1"));
    assert!(sees("I13", "G13", "") && !sees("I13", "G13", "H12"));
}

#[test]
fn ra_11_16_an_oblique_line_of_four_crosses_four_hexes() {
    assert_eq!(sight_line(hex("E5"), hex("H7")).through, hexes("F5 F6 G6 G7"));
    for one in ["F5", "F6", "G6", "G7"] {
        assert!(!sees("E5", "H7", one), "{one}");
    }
    assert!(sees("E5", "H7", "E6 F4 F7 G5 G8 H6"));
}

/// RA-11.8 by the definition itself: the part of the open segment inside a hex, clipped side by side with fractions.
fn meets_interior(a: Hex, b: Hex, hex: Hex) -> bool {
    let ((ax, ay), (bx, by)) = (a.centre(), b.centre());
    let corners = hex.corners();
    // The segment's parameter runs over (low, high), kept as fractions with positive denominators.
    let (mut low, mut high) = ((0i64, 1i64), (1i64, 1i64));
    for i in 0..6 {
        let ((px, py), (qx, qy)) = (corners[i], corners[(i + 1) % 6]);
        // Inside is on the right of every clockwise side (y down): value(t) = c + t·m > 0.
        let value = |x: i32, y: i32| i64::from((qx - px) * (y - py) - (qy - py) * (x - px));
        let (c, m) = (value(ax, ay), value(bx, by) - value(ax, ay));
        let less = |x: (i64, i64), y: (i64, i64)| x.0 * y.1 < y.0 * x.1;
        if m == 0 {
            if c <= 0 {
                return false;
            }
        } else if m > 0 {
            low = if less(low, (-c, m)) { (-c, m) } else { low };
        } else {
            high = if less((c, -m), high) { (c, -m) } else { high };
        }
    }
    low.0 * high.1 < high.0 * low.1
}

#[test]
fn ra_11_8_through_is_what_the_open_segment_meets_at_any_range() {
    let a = Hex::at(6, 6);
    for b in a.disk(9).filter(|&b| a.distance(b) >= 2) {
        let met: Vec<Hex> = a.disk(11).filter(|&h| h != a && h != b && meets_interior(a, b, h)).collect();
        assert_eq!(sight_line(a, b).through, met, "{a} {b}");
    }
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (-20i8..40, -20i8..40).prop_map(|(q, r)| Hex::new(q, r))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn distance_is_a_metric(a in any_hex(), b in any_hex(), c in any_hex()) {
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away(a in any_hex()) {
        prop_assert!(a.neighbours().is_sorted());
        for side in Side::ALL {
            let b = a.across(side);
            prop_assert_eq!(a.distance(b), 1);
            prop_assert_eq!(b.across(side.opposite()), a);
            prop_assert_eq!(a.side_to(b), Some(side));
            prop_assert!(b.neighbours().contains(&a));
        }
        prop_assert_eq!(a.side_to(a), None);
    }

    #[test]
    fn offset_and_axial_agree(row in -20i8..40, col in -20i8..40) {
        let hex = Hex::at(row, col);
        prop_assert_eq!((hex.row(), hex.col()), (row, col));
        prop_assert_eq!(hex.to_string().parse::<Hex>().unwrap(), hex);
        // The ledger's own formula for the screen.
        prop_assert_eq!(hex.centre(), (2 * (i32::from(col) - 1) + i32::from(row.rem_euclid(2)), 3 * i32::from(row)));
    }

    #[test]
    fn lines_connect_by_a_shortest_way(a in any_hex(), b in any_hex()) {
        let line = a.line(b);
        prop_assert_eq!((line[0], line[line.len() - 1]), (a, b));
        prop_assert_eq!(line.len() as u32, a.distance(b) + 1);
        prop_assert!(line.windows(2).all(|w| w[0].distance(w[1]) == 1));
        // It never strays from what the straight line touches.
        let sight = sight_line(a, b);
        for h in &line[1..line.len().max(2) - 1] {
            prop_assert!(sight.through.contains(h) || sight.left.contains(h), "{h} of {a} {b}");
        }
    }

    #[test]
    fn rings_fill_disks(a in any_hex(), n in 0u8..8) {
        let ring = a.ring(n);
        prop_assert_eq!(ring.len(), if n == 0 { 1 } else { 6 * usize::from(n) });
        prop_assert!(ring.iter().all(|h| h.distance(a) == u32::from(n)));
        prop_assert!(ring.iter().zip(ring.iter().cycle().skip(1)).all(|(a, b)| n == 0 || a.distance(*b) == 1));
        let disk: Vec<Hex> = a.disk(n).collect();
        prop_assert!(disk.is_sorted());
        prop_assert_eq!(sorted((0..=n).flat_map(|m| a.ring(m)).collect()), disk);
    }

    #[test]
    fn turning_six_times_or_mirroring_twice_changes_nothing(a in any_hex()) {
        let a = a.minus(Hex::new(10, 10));
        prop_assert_eq!((0..6).fold(a, |h, _| h.rotated()), a);
        prop_assert_eq!(a.mirrored().mirrored(), a);
        prop_assert_eq!(a.rotated().distance(Hex::default()), a.distance(Hex::default()));
    }

    #[test]
    fn ra_11_6_sight_works_both_ways(a in any_hex(), offset in (-9i8..9, -9i8..9), seed: u64) {
        let b = a.plus(Hex::new(offset.0, offset.1));
        let (there, back) = (sight_line(a, b), sight_line(b, a));
        prop_assert_eq!(&there.through, &back.through);
        prop_assert_eq!(&there.left, &back.right);
        prop_assert_eq!(&there.right, &back.left);
        let rocky = |h: Hex| (seed >> ((i32::from(h.q) * 7 + i32::from(h.r) * 13) & 63)) & 3 == 0;
        prop_assert_eq!(there.is_open(rocky), back.is_open(rocky));
        prop_assert!(there.is_open(|_| false));
    }
}

#[test]
fn json_says_names_and_packed_bytes_are_small() {
    let hexes = hexes("E6 B0 (-3,-1)");
    let json = serde_json::to_string(&hexes).unwrap();
    assert_eq!(json, r#"["E6","B0","(-3,-1)"]"#);
    assert_eq!(serde_json::from_str::<Vec<Hex>>(&json).unwrap(), hexes);
    let bytes = postcard::to_stdvec(&hexes).unwrap();
    assert_eq!((bytes.len(), postcard::from_bytes::<Vec<Hex>>(&bytes).unwrap()), (7, hexes));
    assert!(serde_json::from_str::<Hex>("\"E99x\"").is_err());
    let heading = klaxon_geometry::Heading::new(450);
    assert_eq!(serde_json::to_string(&heading).unwrap(), "450");
    assert!(serde_json::from_str::<klaxon_geometry::Heading>("3600").is_err());
}
