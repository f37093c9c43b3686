//! The table: worked values of the Star Trek ledger, then properties.

use klaxon_geometry::plane::{Disk, End, Heading, Point, TEMPLATE, Table, heading_to, leg, rdiv};
use proptest::prelude::*;

const STANDARD: i64 = 1250;
const LARGE: i64 = 1625;
const TORPEDO: i64 = 500;

fn at(x: i64, y: i64) -> Point {
    Point::new(x, y)
}

fn apart(ra: i64, rb: i64, d: i64) -> (Disk, Disk) {
    (Disk::new(at(10_000, 10_000), ra), Disk::new(at(10_000 + d, 10_000), rb))
}

#[test]
fn st_2_3_sine_and_cosine_in_all_quarters() {
    for (tenths, cos, sin) in [
        (0, 1_000_000, 0),
        (900, 0, 1_000_000),
        (1800, -1_000_000, 0),
        (2700, 0, -1_000_000),
        (300, 866_025, 500_000),
        (1500, -866_025, 500_000),
        (2100, -866_025, -500_000),
        (3300, 866_025, -500_000),
        (1234, -550_481, 834_848),
    ] {
        let h = Heading::new(tenths);
        assert_eq!((h.cos(), h.sin()), (cos, sin), "{tenths}");
    }
}

#[test]
fn st_2_4_halves_round_away_from_zero() {
    for (a, n) in
        [(499_999, 0), (500_000, 1), (-499_999, 0), (-500_000, -1), (2_500_000, 3), (-2_500_000, -3)]
    {
        assert_eq!(rdiv(a), n, "{a}");
    }
    assert_eq!((rdiv(i128::MAX), rdiv(i128::MIN)), (i64::MAX, -i64::MAX));
}

#[test]
fn st_2_6_legs_are_reckoned_from_their_start() {
    let start = at(10_000, 10_000);
    let stands: Vec<Point> = (1..=3).map(|k| leg(start, Heading::new(450), STANDARD, k)).collect();
    assert_eq!(stands, [at(11_768, 11_768), at(13_536, 13_536), at(15_303, 15_303)]);
    // Adding rounded hops would end elsewhere.
    let hop = |p| leg(p, Heading::new(450), STANDARD, 1);
    assert_eq!(hop(hop(hop(start))), at(15_304, 15_304));
    let small = at(20_000, 20_000);
    assert_eq!(leg(small, Heading::new(1234), 1000, 1), at(18_899, 21_670));
    assert_eq!(leg(small, Heading::new(1234), 1000, 6), at(13_394, 30_018));
}

#[test]
fn st_2_8_touching_is_not_overlapping() {
    let overlap = |d| apart(STANDARD, STANDARD, d).0.overlaps(apart(STANDARD, STANDARD, d).1);
    assert!(overlap(2499) && !overlap(2500));
}

#[test]
fn st_2_9_touching_is_contact() {
    let contact = |d| apart(TORPEDO, STANDARD, d).0.contacts(apart(TORPEDO, STANDARD, d).1);
    assert!(contact(1750) && !contact(1751));
}

#[test]
fn st_2_10_range_is_templates_end_to_end() {
    let range = |d, n| apart(STANDARD, STANDARD, d).0.in_range(apart(STANDARD, STANDARD, d).1, n);
    assert!(range(5749, 1) && !range(5750, 1));
    assert!(range(8999, 2) && !range(9000, 2));
    let (a, b) = apart(STANDARD, STANDARD, 5750);
    assert_eq!((a.range_to(b), a.range_to(a)), (2, 0));
}

#[test]
fn st_2_11_range_of_an_end_and_of_a_marker() {
    let table = Table::new(36_000, 24_000);
    let near = |x, end, n| table.near_end(Disk::new(at(x, 12_000), LARGE), end, n);
    assert!(near(4874, End::West, 1) && !near(4875, End::West, 1) && near(4875, End::West, 2));
    assert!(near(31_126, End::East, 1) && !near(31_125, End::East, 1));
    let (ship, marker) = apart(STANDARD, 0, STANDARD + TEMPLATE);
    assert!(!ship.in_range(marker, 1) && ship.in_range(marker, 2));
}

#[test]
fn st_2_13_the_edge_belongs_to_the_table() {
    let table = Table::new(36_000, 24_000);
    assert!(table.has(at(0, 0)) && table.has(at(36_000, 24_000)));
    assert!(!table.has(at(-1, 0)) && !table.has(at(0, 24_001)) && !table.has(at(36_001, 3)));
}

#[test]
fn st_2_14_a_torpedo_leaves_by_the_middle_of_the_front() {
    let ship = Disk::new(at(10_000, 10_000), STANDARD);
    let bay = ship.bay(Heading::EAST, TORPEDO);
    assert_eq!(bay, at(11_750, 10_000));
    assert_eq!(leg(bay, Heading::EAST, TORPEDO, 4), at(15_750, 10_000));
}

#[test]
fn st_2_16_astern_is_the_other_way() {
    assert_eq!(Heading::new(450).astern(), Heading::new(2250));
    assert_eq!(Heading::new(2250).astern(), Heading::new(450));
}

#[test]
fn st_2_17_a_ship_is_set_up_wholly_on_the_table() {
    let table = Table::new(36_000, 24_000);
    let holds = |x, y| table.holds(Disk::new(at(x, y), STANDARD));
    assert!(holds(1250, 1250) && holds(34_750, 22_750));
    assert!(!holds(1249, 1250) && !holds(1250, 1249) && !holds(34_751, 1250) && !holds(1250, 22_751));
}

#[test]
fn st_2_20_the_worked_game_to_the_mil() {
    let table = Table::new(36_000, 24_000);
    let mut tderet = Disk::new(at(3_875, 12_000), LARGE);
    let mut yamato = Disk::new(at(32_000, 12_000), STANDARD);
    assert!(table.near_end(tderet, End::West, 1) && table.near_end(yamato, End::East, 1));
    let fly = |d: Disk, h| d.moved_to(leg(d.at, h, d.radius, 3));
    // Phase 1.
    tderet = fly(tderet, Heading::EAST);
    yamato = fly(yamato, Heading::WEST);
    assert_eq!((tderet.at.x, yamato.at.x, tderet.gap(yamato)), (13_625, 24_500, 8_000));
    // Phase 2.
    yamato = fly(yamato, Heading::WEST);
    assert_eq!((yamato.at.x, tderet.gap(yamato)), (17_000, 500));
    assert!(yamato.in_range(tderet, 1));
    tderet = fly(tderet, Heading::EAST);
    assert_eq!((tderet.at.x, tderet.gap(yamato)), (23_375, 3_500));
    assert!(!tderet.in_range(yamato, 1));
    // Phase 3.
    yamato = fly(yamato, Heading::WEST);
    assert_eq!(yamato.at.x, 9_500);
    assert!(!yamato.in_range(tderet, 1));
    tderet = fly(tderet, Heading::EAST);
    assert_eq!(tderet.at, at(33_125, 12_000));
    assert!(table.has(tderet.at));
}

#[test]
fn headings_and_points_are_read_as_written_and_nonsense_is_refused() {
    assert_eq!("3599".parse(), Ok(Heading::new(-1)));
    assert_eq!("3875, 12000".parse(), Ok(at(3_875, 12_000)));
    assert!("3600".parse::<Heading>().is_err() && "-1".parse::<Heading>().is_err());
    assert!("3875".parse::<Point>().is_err() && "x,y".parse::<Point>().is_err());
    assert_eq!(at(-3, 4).to_string(), "-3,4");
    assert!(Heading::try_from(3600).is_err());
}

#[test]
fn the_far_corners_of_64_bits_do_not_overflow() {
    let (a, b) = (at(i64::MIN, i64::MIN), at(i64::MAX, i64::MAX));
    assert_eq!(a.distance_sq(b), u128::MAX);
    assert_eq!(heading_to(a, b), Some(Heading::new(450)));
    let huge = Disk::new(b, i64::MAX);
    assert!(!huge.overlaps(Disk::new(a, 0)) && huge.in_range(huge, u32::MAX));
    assert_eq!(b.ahead(Heading::EAST, i64::MAX).x, i64::MAX);
    assert!(!Table::new(100, 100).holds(huge));
}

fn any_point() -> impl Strategy<Value = Point> {
    (-200_000i64..200_000, -200_000i64..200_000).prop_map(|(x, y)| at(x, y))
}

fn any_heading() -> impl Strategy<Value = Heading> {
    (0i64..3600).prop_map(Heading::new)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_turns_change_nothing(h in any_heading(), turns in -50i64..50, by in -9999i64..9999) {
        prop_assert_eq!(h.turned(turns * 3600), h);
        prop_assert_eq!(h.turned(by).turned(-by), h);
        prop_assert_eq!(Heading::new(i64::from(h.tenths())), h);
        let other = h.turned(by);
        prop_assert_eq!(h.turned(i64::from(h.turn_to(other))), other);
        prop_assert!((-1799..=1800).contains(&h.turn_to(other)));
    }

    #[test]
    fn st_2_3_the_unit_circle_is_round(h in any_heading()) {
        let sum = h.sin() * h.sin() + h.cos() * h.cos();
        prop_assert!((sum - 1_000_000_000_000).abs() < 1_500_000, "{sum}");
        prop_assert_eq!(h.astern().sin(), -h.sin());
        prop_assert_eq!(h.turned(900).cos(), -h.sin());
    }

    #[test]
    fn distance_is_a_metric(a in any_point(), b in any_point(), c in any_point()) {
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert_eq!(a.distance_sq(b) == 0, a == b);
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c) + 1, "rounded down once on each side");
        let d = u128::from(a.distance(b));
        prop_assert!(d * d <= a.distance_sq(b) && a.distance_sq(b) < (d + 1) * (d + 1));
    }

    #[test]
    fn st_2_6_a_hop_is_its_diameter_long(p in any_point(), h in any_heading(), r in 500i64..2500, k in 0u32..7) {
        let end = leg(p, h, r, k);
        let long = 2 * r * i64::from(k);
        prop_assert!((p.distance(end) as i64 - long).abs() <= 2, "{} {long}", p.distance(end));
        prop_assert_eq!(leg(p, h, r, 0), p);
        let back = leg(end, h.astern(), r, k);
        prop_assert_eq!(back, p, "the same numbers with the other sign");
    }

    #[test]
    fn st_2_19_heading_to_finds_the_heading_stepped_along(p in any_point(), h in any_heading(), d in 1000i64..90_000) {
        prop_assert_eq!(heading_to(p, p.ahead(h, d)), Some(h));
        prop_assert_eq!(heading_to(p, p), None);
    }

    #[test]
    fn heading_to_is_the_nearest_of_all_headings(p in any_point(), q in any_point()) {
        prop_assume!(p != q);
        let h = heading_to(p, q).unwrap();
        let (dx, dy) = (i128::from(q.x - p.x), i128::from(q.y - p.y));
        // The nearest direction has the largest scalar product, up to the rounding of the table.
        let along = |h: Heading| i128::from(h.cos()) * dx + i128::from(h.sin()) * dy;
        let best = (0..3600).map(|t| along(Heading::new(t))).max().unwrap();
        prop_assert!((best - along(h)) * 500_000 <= best, "{h}");
        prop_assert_eq!(heading_to(q, p), Some(h.astern()));
    }

    #[test]
    fn what_does_not_fit_into_64_bits_is_reckoned_as_exactly(
        dx in -200_000i64..200_000, dy in -200_000i64..200_000, far in 23u32..44, a in -50_000_000i128..50_000_000,
    ) {
        let (near, away) = (at(dx, dy), at(dx << far, dy << far));
        prop_assert_eq!(heading_to(at(0, 0), near), heading_to(at(0, 0), away));
        // Just below and just beyond the border of the fast division.
        let a = i128::from(u64::MAX) + a;
        let (whole, rest) = (a / 1_000_000, a % 1_000_000);
        prop_assert_eq!(i128::from(rdiv(a)), whole + i128::from(rest >= 500_000));
        prop_assert_eq!(rdiv(-a), -rdiv(a));
    }

    #[test]
    fn st_2_15_placed_adjacent_never_overlaps(p in any_point(), a in any_heading(), r in 0i64..3000, s in 0i64..3000) {
        let disk = Disk::new(p, r);
        let placed = Disk::new(disk.place_adjacent(s, a), s);
        prop_assert!(!placed.overlaps(disk));
        prop_assert!(placed.gap(disk) <= 2);
    }

    #[test]
    fn range_to_is_the_smallest_range(p in any_point(), q in any_point(), r in 0i64..3000, s in 0i64..3000) {
        let (a, b) = (Disk::new(p, r), Disk::new(q, s));
        let n = a.range_to(b);
        prop_assert_eq!(n, b.range_to(a));
        prop_assert!(a.in_range(b, n));
        prop_assert!(n == 0 || !a.in_range(b, n - 1));
        prop_assert_eq!(n == 0, a.overlaps(b));
    }
}
