//! ST-2: geometry.

use crate::support::*;
use klaxon_geometry::plane::{Disk, Heading, Point, Table, heading_to, leg, rdiv};
use klaxon_star_trek::{Setup, Size, data::data};

#[test]
fn st_2_1_coordinates() {
    // Origin in the south-west corner, x east along the long side, y north.
    let table = Table::new(36_000, 24_000);
    assert!(table.has(Point::new(0, 0)) && table.has(Point::new(36_000, 24_000)));
    assert!(!table.has(Point::new(-1, 0)) && !table.has(Point::new(0, 24_001)));
    // Ends are the short sides: teams start west and east.
    opened(Setup::quick("balance-of-terror", 2).unwrap())
        .allows("p1: deploy 1 at 3875,12000 heading 0 speed 3")
        .refuses("p1: deploy 1 at 18000,3000 heading 0 speed 3", "ST-3.2")
        .allows("p2: deploy 2 at 32000,12000 heading 1800 speed 3");
}

#[test]
fn st_2_2_headings_are_tenths_of_a_degree() {
    assert_eq!(Heading::try_from(3599), Ok(Heading::new(3599)));
    assert!(Heading::try_from(3600).is_err());
    // 0 is east, counter-clockwise.
    let here = Point::new(0, 0);
    assert_eq!(here.ahead(Heading::new(900), 1000), Point::new(0, 1000));
    at(&format!("{CLOSE}; acting 1")).play("p1: turn 3599").then("ship 1 heading 3599");
}

#[test]
fn st_2_3_the_sine_table() {
    for (tenths, sine) in [
        (0, 0),
        (1, 1745),
        (100, 173_648),
        (300, 500_000),
        (450, 707_107),
        (600, 866_025),
        (899, 999_998),
        (900, 1_000_000),
    ] {
        assert_eq!(Heading::new(tenths).sin(), sine, "{tenths}");
        assert_eq!(Heading::new(tenths + 1800).sin(), -sine, "{tenths}");
    }
    assert_eq!((0..=900).map(|i| Heading::new(i).sin()).sum::<i64>(), 573_457_649);
    assert_eq!((Heading::new(1234).cos(), Heading::new(1234).sin()), (-550_481, 834_848));
}

#[test]
fn st_2_4_rounding_halves_away_from_zero() {
    assert_eq!([499_999, 500_000, 1_499_999, -500_000, -499_999].map(rdiv), [0, 1, 1, -1, 0]);
}

#[test]
fn st_2_5_radii_and_hops() {
    assert_eq!([Size::Small, Size::Standard, Size::Large].map(Size::radius), [1000, 1250, 1625]);
    // A hop is exactly a diameter.
    for (id, to) in [("FED-S06", "12000,12000"), ("FED-S01", "12500,12000"), ("ROM-S01", "13250,12000")] {
        at(&format!(
            "ship 1 {id} of p1 at 10000,12000 speed 1; ship 2 FED-S03 of p2 at 30000,3000; acting 1"
        ))
        .play("p1: move")
        .then(&format!("ship 1 at {to}"));
    }
}

#[test]
fn st_2_6_legs_are_reckoned_from_their_start() {
    let start = Point::new(10_000, 10_000);
    let hops = [1, 2, 3].map(|k| leg(start, Heading::new(450), 1250, k));
    assert_eq!(hops, [Point::new(11_768, 11_768), Point::new(13_536, 13_536), Point::new(15_303, 15_303)]);
    assert_eq!(leg(Point::new(20_000, 20_000), Heading::new(1234), 1000, 6), Point::new(13_394, 30_018));
    at("scenario heart-of-glory; ship 1 KLI-S01 of p1 at 10000,10000 heading 450 speed 3; ship 2 FED-S01 of p2 at 30000,3000; acting 1")
        .play("p1: move")
        .then("ship 1 at 15303,15303");
}

#[test]
fn st_2_7_only_where_it_lands_counts() {
    // Two hops of 2500 jump over a torpedo between the first and the second landing place.
    at("ship 1 ROM-S02 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 30000,3000; \
        torpedo 1 of p2 from 2 at 13750,14200 heading 0; acting 1")
    .play("p1: move")
    .then("ship 1 at 15000,12000; torpedo 1 life 3");
}

#[test]
fn st_2_8_touching_is_not_overlapping() {
    let disk = |x| Disk::new(Point::new(x, 0), 1250);
    assert!(disk(0).overlaps(disk(2499)) && !disk(0).overlaps(disk(2500)));
}

#[test]
fn st_2_9_touching_is_contact() {
    let torpedo = Disk::new(Point::new(0, 0), 500);
    let ship = |x| Disk::new(Point::new(x, 0), 1250);
    assert!(torpedo.contacts(ship(1750)) && !torpedo.contacts(ship(1751)));
}

#[test]
fn st_2_10_range() {
    for (x, range, reaches) in [(15_749, 1, true), (15_750, 1, false), (18_999, 2, true), (19_000, 2, false)]
    {
        let tech = if range == 2 { "; disk 1 CAR-T01 on ship:1" } else { "" };
        let given = at(&format!(
            "ship 1 CAR-S01 of p1 at 10000,12000; ship 2 FED-S01 of p2 at {x},12000; acting 1 owes AT{tech}"
        ));
        if reaches {
            given.allows("p1: fire 2");
        } else {
            given.refuses("p1: fire 2", "ST-10.1");
        }
    }
}

#[test]
fn st_2_11_range_of_an_end_or_a_terrain_disk() {
    // Centre to the end line, minus the radius, is less than 3250: a standard ship at x = 4499, not 4500.
    let mut setup = Setup::quick("balance-of-terror", 2).unwrap();
    setup.seats[0].fleet = klaxon_star_trek::FleetChoice::Build;
    opened(setup)
        .plays("p1: buy ROM-S02; p1: done")
        .allows("p1: deploy 1 at 4499,12000 heading 0 speed 0")
        .refuses("p1: deploy 1 at 4500,12000 heading 0 speed 0", "ST-3.2");
    // Heart of Glory: the Federation starts within range: 1 of the starbase at 36000,18000 (radius 2000).
    opened(Setup::quick("heart-of-glory", 2).unwrap())
        .allows("p2: deploy 2 at 29501,18000 heading 0 speed 0")
        .refuses("p2: deploy 2 at 29500,18000 heading 0 speed 0", "ST-3.2");
    // A marker point has no radius: 24000,44000 in Peak Performance.
    opened(Setup::quick("peak-performance", 3).unwrap())
        .allows("p3: deploy 3 at 24000,39501 heading 0 speed 0")
        .refuses("p3: deploy 3 at 24000,39500 heading 0 speed 0", "ST-3.2");
}

#[test]
fn st_2_12_there_are_no_firing_arcs() {
    // A ship fires at what lies right behind it.
    at("ship 1 ROM-S02 of p1 at 14000,12000 heading 0; ship 2 FED-S01 of p2 at 10000,12000; acting 1 owes AT").allows("p1: fire 2");
}

#[test]
fn st_2_13_leaving_the_play_area() {
    // The centre decides: on the edge a ship is still there, a mil beyond it is lost.
    let near = |x| {
        format!(
            "ship 1 ROM-S02 of p1 at {x},12000 heading 0 speed 1; ship 2 FED-S01 of p2 at 9000,3000; \
             ship 3 ROM-S05 of p1 at 5000,9000; acting 1"
        )
    };
    at(&near(33_500)).play("p1: move").then("ship 1 at 36000,12000");
    at(&near(33_501)).play("p1: move").then("ship 1 destroyed");
    // A torpedo outside is removed.
    at("ship 1 ROM-S02 of p1 at 5000,20000 speed 1; ship 2 FED-S01 of p2 at 9000,3000; torpedo 1 of p1 from 1 at 33000,12000 heading 0; stage steer")
        .play("p1: steer 1 0")
        .events_say("leaves the table")
        .then("torpedo 1 gone");
}

#[test]
fn st_2_14_the_torpedo_bay() {
    at("ship 1 ROM-S02 of p1 at 10000,10000 heading 0; ship 2 FED-S01 of p2 at 30000,20000; acting 1 owes AT")
        .play("p1: launch")
        // Bay at 11750, and one hop straight on.
        .then("torpedo 1 at 12750,10000 heading 0")
        .plays("p1: steer 1 0; p1: steer 1 0; p1: steer 1 0")
        .then("torpedo 1 at 15750,10000");
}

#[test]
fn st_2_15_placed_adjacent() {
    let struck = Disk::new(Point::new(10_000, 10_000), 1250);
    for tenths in 0..3600 {
        let at = struck.place_adjacent(1250, Heading::new(tenths));
        assert!(!Disk::new(at, 1250).overlaps(struck), "{tenths}");
    }
    assert_eq!(struck.place_adjacent(1250, Heading::EAST), Point::new(12_501, 10_000));
}

#[test]
fn st_2_16_astern() {
    assert_eq!(Heading::new(300).astern(), Heading::new(2100));
    // A mine is laid touching the stern.
    at("ship 1 CAR-S01 of p1 at 10000,12000 heading 0; ship 2 FED-S01 of p2 at 30000,12000; disk 1 CAR-T03 on ship:1; acting 1 owes AC")
        .play("p1: use 1")
        .then("obstacle 1 mine at 7999,12000");
}

#[test]
fn st_2_17_ships_lie_wholly_on_the_table_at_set_up() {
    opened(with_sheets_fleets("balance-of-terror"))
        .allows("p1: deploy 1 at 1625,1625 heading 0 speed 0")
        .refuses("p1: deploy 1 at 1624,12000 heading 0 speed 0", "ST-2.17")
        .refuses("p1: deploy 1 at 3000,22376 heading 0 speed 0", "ST-2.17");
    // Not on terrain: the Federation of Heart of Glory beside, not upon, the starbase.
    opened(Setup::quick("heart-of-glory", 2).unwrap())
        .refuses("p2: deploy 2 at 36000,18000 heading 0 speed 0", "ST-2.17")
        .allows("p2: deploy 2 at 36000,21250 heading 0 speed 0");
}

#[test]
fn st_2_18_nearest_by_exact_distance_then_id() {
    // Two ships equally far from the cube: the lower number is shot at first.
    at("scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S03 of p1 at 11000,28000; ship 2 FED-S01 of p1 at 11000,20000 speed 1 acted; acting 1 moved")
        .dice("miss miss miss miss miss miss")
        .play("p1: end")
        .events_say("fires at Hood");
}

#[test]
fn st_2_19_the_engine_takes_integers() {
    // "Face that ship" is worked out by whoever asks; what is sent is a whole number of tenths.
    let (from, to) = (Point::new(10_000, 12_000), Point::new(14_000, 13_000));
    assert_eq!(heading_to(from, to), Some(Heading::new(140)));
    at("ship 1 ROM-S02 of p1 at 10000,12000 speed 1; ship 2 FED-S01 of p2 at 14000,13000; acting 1 owes CH")
        .choices_include("p1: heading 140")
        .allows("p1: heading 141")
        .play("p1: heading 140")
        .then("ship 1 heading 140");
    assert_eq!(data().ships[0].id, "FED-S01");
}

#[test]
fn st_2_20_the_worked_distances() {
    at(&format!("{DUEL}; acting 1")).play("p1: move").then("ship 1 at 13625,12000");
    at(&format!("{DUEL}; acting 2")).play("p2: move").then("ship 2 at 24500,12000");
    let gap = |a: i64, b: i64| Disk::new(Point::new(a, 0), 1625).gap(Disk::new(Point::new(b, 0), 1250));
    assert_eq!(gap(13_625, 24_500), 8000);
    assert_eq!((gap(13_625, 17_000), gap(17_000, 23_375)), (500, 3500));
    // Phase 2: in range at 17000; the T'deret then moves to 23375, out of range.
    at("phase 2; ship 1 ROM-S01 of p1 at 13625,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 24500,12000 heading 1800 speed 3; acting 2 owes AT")
        .refuses("p2: fire 1", "ST-10.1")
        .play("p2: move")
        .then("ship 2 at 17000,12000")
        .allows("p2: fire 1");
    at("phase 2; ship 1 ROM-S01 of p1 at 13625,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 17000,12000 heading 1800 speed 3; acting 1 owes AT,AT")
        .allows("p1: fire 2")
        .play("p1: move")
        .then("ship 1 at 23375,12000")
        .refuses("p1: fire 2", "ST-10.1");
    // Phase 3: neither before nor after moving to 9500; the T'deret ends at 33125, on the table.
    at("phase 3; ship 1 ROM-S01 of p1 at 23375,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 17000,12000 heading 1800 speed 3; acting 2 owes AT")
        .refuses("p2: fire 1", "ST-10.1")
        .play("p2: move")
        .refuses("p2: fire 1", "ST-10.1")
        .then("ship 2 at 9500,12000");
    at("phase 3; ship 1 ROM-S01 of p1 at 23375,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 9500,12000 heading 1800; acting 1")
        .play("p1: move")
        .then("ship 1 at 33125,12000");
}

#[test]
fn st_2_21_ids_in_order() {
    // Ships by seat, then place in the list, scenario ships last: The Wounded.
    opened(Setup::quick("the-wounded", 2).unwrap())
        .then("ship 1 of p1; ship 2 of p2; ship 3 SCN-S01 of p1; ship 4 SCN-S02 of p1");
    // Torpedoes by launch.
    at("ship 1 ROM-S02 of p1 at 10000,10000; ship 2 FED-S01 of p2 at 30000,20000; torpedo 4 of p2 from 2 at 20000,20000; acting 1 owes AT")
        .play("p1: launch")
        .then("torpedo 5 of p1");
}
