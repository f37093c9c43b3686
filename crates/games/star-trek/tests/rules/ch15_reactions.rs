//! ST-15.12: who may react to what. A disk lies on each of four ships in turn, and only one of them may use it.

use crate::support::*;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Given;

/// Ship 1 of p1 is about to do something to ship 2 of p2; ships 3 (p1) and 4 (p2) look on. One disk lies on one of them.
fn four(disk: &str, on: usize, target: &str, acting: &str) -> Given<StarTrek> {
    at(&format!(
        "phase 1; ship 1 ROM-S02 of p1 at 10000,12000 dropped-cloak; ship 2 ROM-S05 of p2 at 14000,12000 speed 1 {target}; \
         ship 3 FED-S03 of p1 at 10000,16000 speed 2 dropped-cloak; ship 4 FED-S05 of p2 at 14000,16000 speed 3 shields 0; \
         disk 1 {disk} on ship:{on}; acting 1 owes {acting}"
    ))
}

#[test]
fn st_15_12_only_the_ships_of_a_shot_react_to_it_each_in_its_own_way() {
    struct Case {
        disk: &'static str,
        /// The ship that may use it.
        by: usize,
        target: &'static str,
        /// Counters that fall before anybody is asked, and those that fall after everybody has passed.
        before: &'static str,
        after: &'static str,
    }
    let none = "miss miss miss miss miss";
    let check = "hit hit hit hit hit";
    let cases = [
        // Tomalak makes the own beam stronger, the Sensor Jammer the attacker's weaker, both before counters drop.
        Case { disk: "ROM-C01", by: 1, target: "", before: "", after: none },
        Case { disk: "ROM-T10", by: 2, target: "", before: "", after: none },
        // Data and Battle Sensors drop the attacker's misses again, Pulse Phasers fire again.
        Case { disk: "FED-C03", by: 1, target: "", before: "hit miss miss miss miss", after: check },
        Case { disk: "KLI-T09", by: 1, target: "", before: "hit miss miss miss miss", after: check },
        Case { disk: "FED-T04", by: 1, target: "", before: "hit hit hit miss miss", after: check },
        // What prevents hits works for the ship that is hit.
        Case { disk: "FED-T05", by: 2, target: "shields 0", before: "hit miss miss miss miss", after: check },
        // N'Vek takes back a critical of his own ship.
        Case {
            disk: "ROM-C05",
            by: 2,
            target: "",
            before: "hit miss miss miss miss  hit hit crit hit hit",
            after: "",
        },
        // Rozhenko changes a critical that his own ship inflicts.
        Case {
            disk: "KLI-C08",
            by: 1,
            target: "",
            before: "hit miss miss miss miss  hit hit crit hit hit",
            after: "",
        },
    ];
    for Case { disk, by, target, before, after } in cases {
        for on in 1..=4 {
            println!("{disk} on ship {on}");
            let game = four(disk, on, target, "AT");
            if on == by {
                let who = ["p1", "p2"][(on - 1) % 2];
                let game = game.dice(before).play("p1: fire 2").asks(who);
                game.dice(after).play(&format!("{who}: pass")).then("acting 1; disk 1 ready").done();
            } else {
                game.dice(&format!("{before} {after}"))
                    .play("p1: fire 2")
                    .asks("p1")
                    .then("acting 1; disk 1 ready")
                    .done();
            }
        }
    }
    // Without a miss there is nothing to drop again.
    four("FED-C03", 1, "", "AT").dice(&format!("{check} {check}")).play("p1: fire 2").then("acting 1").done();
    four("KLI-T09", 1, "", "AT").dice(&format!("{check} {check}")).play("p1: fire 2").then("acting 1").done();
    // With the shields up no hit reaches the hull, and its field has nothing to prevent.
    four("FED-T05", 2, "", "AT")
        .dice(&format!("hit {none}").replacen(" miss", "", 1))
        .dice(check)
        .play("p1: fire 2")
        .then("acting 1")
        .done();
}

#[test]
fn st_15_12_only_the_ship_that_launches_may_launch_again() {
    for on in 1..=4 {
        let game = at(&format!(
            "phase 1; ship 1 KLI-S01 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,4000 speed 1; ship 3 KLI-S03 of p1 at 3000,4000 speed 2; \
             ship 4 FED-S05 of p2 at 30000,20000 speed 3; disk 1 KLI-T07 on ship:{on}; acting 1 owes AT"
        ))
        .plays("p1: launch; p1: steer 1 900; p1: steer 1 900; p1: steer 1 900");
        if on == 1 {
            game.asks("p1").allows("p1: use 1").play("p1: pass").then("torpedoes 1; acting 1");
        } else {
            game.then("torpedoes 1; acting 1; disk 1 ready").not_asked("p1: pass");
        }
    }
    // With the last torpedo as well.
    at("phase 1; ship 1 KLI-S01 of p1 at 10000,12000 torps 2; ship 2 FED-S05 of p2 at 30000,4000 speed 1; disk 1 KLI-T07 on ship:1; acting 1 owes AT")
        .plays("p1: launch; p1: steer 1 900; p1: steer 1 900; p1: steer 1 900; p1: use 1; p1: steer 2 0; p1: steer 2 0; p1: steer 2 0")
        .then("torpedoes 2; ship 1 torps 0; acting 1; disk 1 flipped");
    // Not without a torpedo left.
    at("phase 1; ship 1 KLI-S01 of p1 at 10000,12000 torps 1; ship 2 FED-S05 of p2 at 30000,4000 speed 1; disk 1 KLI-T07 on ship:1; acting 1 owes AT")
        .plays("p1: launch; p1: steer 1 900; p1: steer 1 900; p1: steer 1 900")
        .then("torpedoes 1; acting 1; disk 1 ready")
        .not_asked("p1: pass");
}

#[test]
fn st_15_12_orders_are_cancelled_by_enemies_in_range_when_they_are_revealed() {
    // The agent on each ship: enemies of ship 1 within range: 2 only. Ship 4 is as near as ship 2.
    let reveal = |disk: &str, on: usize, order: &str| {
        at(&format!(
            "phase 1; ship 1 FED-S01 of p1 at 10000,12000 orders {order},AT,AT; ship 2 CAR-S01 of p2 at 14000,12000 speed 1 orders AT,AT,AT; \
             ship 3 FED-S03 of p1 at 10000,16000 speed 2 orders AT,AT,AT; ship 4 CAR-S03 of p2 at 34000,12000 speed 3 orders AT,AT,AT; \
             disk 1 {disk} on ship:{on}; acting 1"
        ))
    };
    for (disk, on, order, asked) in [
        ("CAR-C10", 1, "CH", false),
        ("CAR-C10", 2, "CH", true),
        ("CAR-C10", 3, "CH", false),
        ("CAR-C10", 4, "CH", false),
        ("CAR-T09", 2, "AC", true),
        ("CAR-T09", 2, "AT", false),
        ("CAR-T09", 3, "AC", false),
    ] {
        let game = reveal(disk, on, order).play("p1: reveal");
        if asked {
            game.asks("p2")
                .play("p2: use 1")
                .then("acting 1 revealed")
                .then_not(&format!("acting 1 owes {order}"));
        } else {
            game.asks("p1").then(&format!("acting 1 owes {order}; disk 1 ready"));
        }
    }
    // One order is cancelled, not another of its kind that the ship has besides.
    at("phase 1; ship 1 FED-S01 of p1 at 10000,12000 orders AT,AT,AT; ship 2 CAR-S01 of p2 at 14000,12000 speed 1; disk 1 CAR-C10 on ship:2; acting 1 owes AT,AT")
        .plays("p1: reveal; p2: use 1")
        .then("acting 1 owes AT,AT");
}

#[test]
fn st_15_13_at_the_start_of_a_phase_a_look_needs_no_control_but_a_change_does() {
    // p2's crew on a ship that p1 has taken: they may look around, not change what the ship does.
    let captured = |disk: &str| {
        at(&format!(
            "stage start; phase 1; ship 1 ROM-S02 of p1 at 10000,12000 orders AT,AT,AT; ship 2 FED-S01 of p1 owner p2 builder 2 at 14000,12000 speed 1 orders CH,AT,AT; \
             ship 3 FED-S03 of p2 at 12000,16000 speed 2 orders AT,AT,AT; disk 1 {disk} on ship:2 of p2 home 2; disk 2 FED-T09 on ship:3"
        ))
    };
    captured("FED-C01").asks("p2").refuses("p2: use 1 for RS", "ST-15.3").play("p2: pass");
    captured("ROM-C07").asks("p2").play("p2: use 1 on 1").then("ship 1 orders AT?2,AT,AT");
    // The own team is no target.
    captured("ROM-C07").refuses("p2: use 1 on 3", "ST-15.11");
}

#[test]
fn st_15_11_a_look_at_orders_needs_one_that_lies_face_down() {
    // Troi sees all that are still down; of this phase's order alone the sensors see nothing once it is up.
    let troi = |orders: &str| {
        at(&format!(
            "phase 2; ship 1 FED-S05 of p1 at 10000,12000; ship 2 ROM-S05 of p2 at 14000,12000 speed 1 orders {orders}; disk 1 FED-C08 on ship:1; acting 1 owes AC"
        ))
    };
    troi("CH^,AT,RS").play("p1: use 1 on 2").then("ship 2 orders CH^,AT?1,RS?1");
    troi("CH^,AT^,RS").play("p1: use 1 on 2").then("ship 2 orders CH^,AT^,RS?1");
    troi("CH^,AT^,RS^").refuses("p1: use 1 on 2", "ST-15.11");
}

#[test]
fn st_14_10_of_two_criticals_one_is_changed_even_where_it_is_cancelled() {
    // Rozhenko changes the first, N'Vek takes it back; the second stays what it is, though no bridge critical lies there.
    at("ship 1 KLI-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 14000,12000 shields 0; disk 1 KLI-C08 on ship:1; disk 2 ROM-C05 on ship:2; acting 1 owes AT")
        .dice("hit miss miss miss miss  hit hit crit hit crit")
        .play("p1: fire 2")
        .play("p1: use 1")
        .asks("p2")
        .play("p2: use 2")
        .then("ship 2 crit weapons; acting 1")
        .then_not("ship 2 crit bridge");
}

#[test]
fn st_15_4_a_second_shot_needs_a_target() {
    // Three hits destroy the one that was fired at: Pulse Phasers may be used, but find nobody else in range.
    let fired = |third: &str| {
        at(&format!(
            "phase 1; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 14000,12000 shields 0 hull 3 speed 1; ship 3 ROM-S05 of p2 at {third} speed 2; \
             disk 1 FED-T04 on ship:1; acting 1 owes AT"
        ))
        .dice("hit hit hit miss")
        .play("p1: fire 2")
        .play("p1: use 1")
        .then("ship 2 destroyed; disk 1 flipped")
    };
    fired("30000,4000").then("acting 1").not_asked("p1: pass").allows("p1: end");
    fired("10000,16000")
        .asks("p1")
        .dice("miss miss miss miss")
        .play("p1: fire 3")
        .then("ship 3 shields 5 hull 6");
}

#[test]
fn st_20_9_a_shot_ends_when_either_ship_is_taken_away() {
    let three = "scenario peak-performance; phase 1; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 14000,12000 speed 1; ship 3 KLI-S01 of p3 at 40000,40000 speed 2; \
        disk 1 ROM-T10 on ship:2; acting 1 owes AT";
    for gone in [1, 2] {
        at(three)
            .play("p1: fire 2")
            .asks("p2")
            .play(&format!("p{gone}: concede"))
            .then("ship 3 of p3; torpedoes 0")
            .then(&format!("ship {gone} removed"))
            .then(&format!("ship {} of p{}", 3 - gone, 3 - gone))
            .not_asked(&format!("p{}: pass", 3 - gone))
            .done();
    }
}

#[test]
fn st_15_1_a_disk_that_is_not_there_has_no_effect() {
    let game = || {
        at(
            "phase 1; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 30000,4000 speed 1; disk 1 FED-C14 on ship:1; disk 2 FED-C11 on out of p1 home 1; \
            disk 3 FED-C04 on ship:1 concealed; disk 4 FED-C06 on ship:1 flipped; acting 1 owes AC",
        )
    };
    for (disk, why) in [
        (0, "not in play"),
        (5, "not in play"),
        (99, "not in play"),
        (2, "not in play"),
        (3, "a concealed disk has no effect"),
        (4, "until it is readied"),
    ] {
        game().refuses_saying(&format!("p1: use {disk}"), "ST-15.3", why);
    }
    for disk in [0, 5, 99] {
        game().refuses(&format!("p1: row {disk} 1"), "ST-15.6");
    }
}

#[test]
fn st_11_1_a_disk_that_is_not_there_is_not_beamed() {
    for disk in [0, 3, 99] {
        at("phase 1; ship 1 FED-S01 of p1 at 10000,12000 shields 0; ship 2 FED-S03 of p1 at 13000,12000 shields 0 speed 1; ship 3 ROM-S02 of p2 at 30000,4000 speed 2; \
            disk 1 FED-C14 on ship:1; disk 2 FED-C11 on out of p1 home 1; acting 1 owes AT")
            .play("p1: transport ship:2")
            .refuses_saying(&format!("p1: beam {disk}"), "ST-11.1", "no such disk")
            .refuses("p1: beam 2", "ST-11.1")
            .allows("p1: beam 1");
    }
}

#[test]
fn st_15_7_both_orders_of_a_row_are_told() {
    let picard = |row: u8| {
        at("phase 1; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 30000,4000 speed 1; disk 1 FED-C01 on ship:1; acting 1 owes AC")
            .play(&format!("p1: row 1 {row}"))
    };
    picard(1).events_say("is flipped for Attack and Activate");
    picard(2).events_say("is flipped for Raise Shields and Change Speed");
    picard(3).events_say("is flipped for Change Heading.");
}
