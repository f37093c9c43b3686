//! ST-13: damage.

use crate::support::*;

#[test]
fn st_13_1_each_counter_is_a_fair_coin() {
    let mut chance = klaxon_core::Chance::quick(11);
    let hits = (0..20_000).filter(|_| chance.roll(2) == 1).count();
    assert!((9_700..10_300).contains(&hits), "{hits}");
    // HIT on one face, a critical on the other.
    at(&format!("{CLOSE}; acting 2 owes AT"))
        .dice(&format!("hit miss crit hit  {NO_CRIT}"))
        .play("p2: fire 1")
        .then("ship 1 shields 4");
}

#[test]
fn st_13_2_other_faces_mean_nothing_in_a_damage_drop() {
    at(&format!("{CLOSE}; acting 2 owes AT"))
        .dice("crit crit crit crit")
        .play("p2: fire 1")
        .then("ship 1 shields 6 intact");
}

#[test]
fn st_13_3_shields_first_then_hull() {
    at(&format!("{CLOSE}; acting 1 owes AT").replace("14000,12000", "14000,12000 shields 3"))
        .dice(&format!("hit hit hit hit hit  {NO_CRIT}"))
        .play("p1: fire 2")
        .then("ship 2 shields 0 hull 4");
}

#[test]
fn st_13_4_the_sheets_examples() {
    let fire = |shields: u8| {
        at(&format!("ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S01 of p2 at 14000,12000 shields {shields}; acting 1 owes AT"))
            .dice(&format!("hit hit miss miss  {NO_CRIT}"))
            .play("p1: fire 2")
    };
    fire(7).then("ship 2 shields 5 hull 7");
    fire(1).then("ship 2 shields 0 hull 6");
}

#[test]
fn st_13_5_hull_zero_destroys_with_everything_aboard() {
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 shields 0 hull 2 orders AT,AT,AT; ship 3 FED-S03 of p2 at 30000,4000; \
        disk 1 FED-C04 on ship:2; disk 2 FED-T01 on ship:2 concealed; disk 3 ROM-C14 on ship:2 of p1 home 1; acting 1 owes AT")
        .dice("hit hit miss miss miss")
        .play("p1: fire 2")
        .then("ship 2 destroyed orders x,x,x; disk 1 on out; disk 2 on out; disk 3 on out");
}

#[test]
fn st_13_6_no_critical_check_on_a_destroyed_ship() {
    // No further counter falls: the script would run out.
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 shields 0 hull 1; ship 3 FED-S03 of p2 at 30000,4000; acting 1 owes AT")
        .dice("hit miss miss miss miss")
        .play("p1: fire 2")
        .events_do_not_say("Critical on");
}

#[test]
fn st_13_7_the_order_of_resolution() {
    // Declare, Jammer, drop, Data drops misses again, Pulse Phasers, hits, critical check, and only then the second shot.
    at("ship 1 ROM-S02 of p1 at 14000,12000; ship 2 FED-S01 of p2 at 10000,12000; disk 1 ROM-T10 on ship:1; disk 2 FED-C03 on ship:2; disk 3 FED-T04 on ship:2; acting 2 owes AT")
        .play("p2: fire 1")
        .asks("p1")
        .dice("hit miss")
        .play("p1: use 1")
        .asks("p2")
        .dice(&format!("hit  {NO_CRIT}"))
    .play("p2: use 2")
    .events_say("1 hit more")
    .then("ship 1 shields 4; disk 1 flipped; disk 2 flipped");
    let phasers = at("ship 1 ROM-S02 of p1 at 14000,12000; ship 2 FED-S01 of p2 at 10000,12000; disk 1 FED-T04 on ship:2; acting 2 owes AT")
        .dice("hit hit hit miss")
        .play("p2: fire 1")
        .asks("p2")
        .dice("hit hit hit hit crit")
        .play("p2: use 1")
        .then("ship 1 shields 3 crit weapons")
        .allows("p2: fire 1");
    phasers.play("p2: pass").then("acting 2");
}

#[test]
fn st_13_8_one_critical_check_per_attack() {
    at(&format!("{CLOSE}; acting 1 owes AT"))
        .dice(&format!("hit hit hit hit hit  {NO_CRIT}"))
        .play("p1: fire 2")
        .then("ship 2 shields 1")
        .done();
}

#[test]
fn st_13_9_a_lost_bonus_lowers_the_maximum_not_the_status() {
    // Yamato 6 and an Auxiliary Shield Bank: 8. The bank is lost to an engineering crit.
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000; disk 1 FED-T02 on ship:2; acting 1 owes AT")
        .then("ship 2 shields 8 max-shields 8")
        .dice("hit miss miss miss miss  hit crit hit hit hit")
        .play("p1: fire 2")
        .then("ship 2 shields 7 max-shields 6 hull 6");
    at("ship 1 ROM-S02 of p1 at 30000,12000; ship 2 FED-S01 of p2 at 14000,12000 shields 8; acting 2 owes RS")
        .refuses("p2: shields 8", "ST-8.10")
        .play("p2: shields 6")
        .then("ship 2 shields 6");
}

#[test]
fn st_13_10_start_bonuses_stay() {
    at("ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 14000,12000 hull-bonus 2; disk 1 ROM-T06 on ship:2; acting 1 owes AT")
        .then("ship 2 hull 8 max-hull 8")
        .dice("hit miss miss miss  hit crit hit hit hit")
        .play("p1: fire 2")
        .then("disk 1 on out; ship 2 hull 8 max-hull 8");
}
