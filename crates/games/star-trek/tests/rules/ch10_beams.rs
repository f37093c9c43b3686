//! ST-10: beams.

use crate::support::*;

#[test]
fn st_10_1_another_ship_at_beam_range() {
    let three = format!("{CLOSE}; ship 3 ROM-S05 of p1 at 10000,16000; acting 1 owes AT");
    at(&three)
        .allows("p1: fire 2")
        // Friend or foe, but not itself.
        .allows("p1: fire 3")
        .refuses("p1: fire 1", "ST-10.1")
        .refuses("p1: fire 9", "ST-10.1")
        .refuses("p1: fire threat", "ST-10.1");
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 15750,12000; acting 1 owes AT")
        .refuses("p1: fire 2", "ST-10.1");
    // Improved: Spiral-Wave Emitter.
    at("ship 1 CAR-S01 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 15750,12000; disk 1 CAR-T01 on ship:1; acting 1 owes AT").allows("p1: fire 2");
}

#[test]
fn st_10_2_not_at_nor_by_a_cloaked_ship() {
    at(&format!("{CLOSE}; disk 1 ROM-T02 on ship:1 flipped; acting 1 owes AT"))
        .refuses("p1: fire 2", "ST-10.2");
    at(&format!("{CLOSE}; disk 1 ROM-T02 on ship:1 flipped; acting 2 owes AT"))
        .refuses("p2: fire 1", "ST-10.2");
}

#[test]
fn st_10_3_counters_by_the_rating_with_all_bonuses() {
    at(&format!("{CLOSE}; disk 1 ROM-T04 on ship:1; acting 1 owes AT"))
        .dice("miss miss miss miss miss miss")
        .play("p1: fire 2")
        .events_say("with 6 counters");
    // Below 0 counts as 0, and with 0 counters nothing happens: a freighter has no beam.
    at("ship 1 SCN-S01 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 13000,12000; disk 1 ROM-T10 on ship:2; acting 1 owes AT")
        .play("p1: fire 2")
        .asks("p2")
        .play("p2: use 1")
        .then("ship 2 shields 6");
}

#[test]
fn st_10_4_the_sheets_examples() {
    // Beam 4, two HITs: 2 hits.
    at(&format!("{CLOSE}; acting 2 owes AT"))
        .dice(&format!("hit hit miss miss  {NO_CRIT}"))
        .play("p2: fire 1")
        .then("ship 1 shields 4");
    // Beam 5 with an Auxiliary Battery: 6 counters, five HITs.
    at(&format!("{CLOSE}; disk 1 ROM-T04 on ship:1; acting 1 owes AT"))
        .dice(&format!("hit hit hit hit hit miss  {NO_CRIT}"))
        .play("p1: fire 2")
        .then("ship 2 shields 1");
}

#[test]
fn st_10_5_beams_need_no_ammunition() {
    at(&format!("{CLOSE}; acting 1 owes AT,AT").replace("heading 0;", "heading 0 torps 0;"))
        .dice("miss miss miss miss miss")
        .play("p1: fire 2")
        .dice("miss miss miss miss miss")
        .play("p1: fire 2")
        .refuses("p1: fire 2", "ST-8.1");
}
