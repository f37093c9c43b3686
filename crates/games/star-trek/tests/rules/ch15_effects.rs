//! ST-15, effect by effect: whom an ability reaches, what it may be used on, and what it changes.

use crate::support::*;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Given;

/// Ship 1 of p1 acts; ship 2 of p2 stands `d` away in a straight line, ship 3 is p1's own and ship 4 p2's, both near ship 1.
fn near(d: i64, disks: &str, owes: &str) -> Given<StarTrek> {
    at(&format!(
        "phase 1; ship 1 FER-S01 of p1 at 5000,12000; ship 2 FED-S01 of p2 at {},12000 speed 1 orders CH,AT,RS; ship 3 FER-S03 of p1 at 5000,15000 speed 2 orders CH,AT,RS; \
         ship 4 FED-S05 of p2 at 5000,9000 speed 2 orders CH,AT,RS; {disks}; acting 1 owes {owes}",
        5000 + d
    ))
}

#[test]
fn st_15_11_how_far_each_ability_reaches() {
    // Standard ships: 2500 and so many templates.
    for (disk, templates, more) in [
        ("FED-C08", 2, ""),
        ("ROM-C04", 2, "disk 2 FED-C02 on ship:2"),
        ("ROM-C08", 2, "disk 2 FED-C02 on ship:2 concealed"),
        ("ROM-C10", 2, ""),
        ("FED-T06", 1, ""),
        ("FER-T01", 1, ""),
        ("FER-T07", 2, ""),
        ("CAR-C02", 1, ""),
        ("CAR-C08", 1, "disk 2 FED-C02 on ship:2 concealed"),
        ("FER-C01", 2, "disk 2 FED-C02 on ship:2"),
        ("FER-C11", 1, "disk 2 FED-T01 on ship:2"),
    ] {
        let reach = 2500 + templates * 3250;
        let word = match disk {
            "ROM-C10" | "FER-T07" => "p1: use 1 orders 2 1 2",
            "ROM-C04" | "FER-C01" | "FER-C11" => "p1: use 1 disk 2",
            _ => "p1: use 1 on 2",
        };
        let more = if more.is_empty() { "disk 2 FED-C16 on ship:2 concealed" } else { more };
        let game = |d: i64, cloak: &str| {
            let bare = near(d, &format!("disk 1 {disk} on ship:1; {more}{cloak}"), "AC");
            // What is stolen is stolen from a ship without shields.
            if disk == "FER-C11" {
                bare_shields(d, &format!("disk 1 {disk} on ship:1; {more}{cloak}"))
            } else {
                bare
            }
        };
        println!("{disk}");
        game(reach - 1, "").choices_include(word);
        game(reach, "").choices_exclude(word).refuses(word, "ST-15.11");
        // Never a cloaked ship, never a friend.
        game(reach - 1, "; disk 3 ROM-T02 on ship:2 flipped").choices_exclude(word);
        let friend = word.replace("on 2", "on 3").replace("orders 2", "orders 3");
        if friend != word {
            game(reach - 1, "").refuses(&friend, "ST-15.11");
            let enemy = word.replace("on 2", "on 4").replace("orders 2", "orders 4");
            let shows = !matches!(disk, "ROM-C08" | "CAR-C08");
            if shows {
                game(reach - 1, "").choices_include(&enemy).done()
            } else {
                game(reach - 1, "").choices_exclude(&enemy).done()
            }
        }
    }
}

fn bare_shields(d: i64, disks: &str) -> Given<StarTrek> {
    at(&format!(
        "phase 1; ship 1 FER-S01 of p1 at 5000,12000; ship 2 FED-S01 of p2 at {},12000 speed 1 shields 0; ship 3 FER-S03 of p1 at 5000,15000 speed 2; ship 4 FED-S05 of p2 at 5000,9000 speed 2; {disks}; acting 1 owes AC",
        5000 + d
    ))
}

#[test]
fn st_15_11_what_can_be_stolen() {
    // Revealed tech for at most 3, of an enemy at range: 1 whose shields are down.
    let steal = |disk: &str| {
        bare_shields(4000, &format!("disk 1 FER-C11 on ship:1; disk 2 {disk}; disk 3 FED-T07 on ship:2"))
    };
    steal("FED-T01 on ship:2")
        .play("p1: use 1 disk 2")
        .then("disk 2 on ship:1 of p1 ready; disk 1 flipped; disk 3 on ship:2 of p2; acting 1")
        .then_not("acting 1 owes AC");
    steal("FED-T01 on ship:2 flipped").allows("p1: use 1 disk 2");
    for no in [
        "FED-T01 on ship:2 concealed",
        "FED-T02 on ship:2",
        "FED-C16 on ship:2",
        "FED-T01 on ship:1",
        "FED-T01 on ship:3",
        "FED-T01 on ship:4",
    ] {
        println!("{no}");
        steal(no).refuses("p1: use 1 disk 2", "ST-15.11").choices_exclude("p1: use 1 disk 2");
    }
    near(4000, "disk 1 FER-C11 on ship:1; disk 2 FED-T01 on ship:2", "AC")
        .refuses("p1: use 1 disk 2", "ST-15.11");
}

#[test]
fn st_15_11_who_can_be_flipped() {
    // Bok flips ready enemy Bridge Crew, Sela anybody ready of the enemy's.
    let flip = |who: &str, disk: &str| {
        near(
            4000,
            &format!(
                "disk 1 {who} on ship:1; disk 2 {disk}; disk 3 FED-C03 on ship:2; disk 4 FED-C06 on ship:4"
            ),
            "AC",
        )
    };
    for (disk, bok, sela) in [
        ("FED-C02 on ship:2", true, true),
        ("FED-C04 on ship:2", false, true),
        ("FED-C02 on ship:2 flipped", false, false),
        ("FED-C02 on ship:2 concealed", false, false),
        ("FED-T01 on ship:2", false, false),
        ("FER-C06 on ship:2 of p1 home 1", false, false),
        ("FED-C02 on ship:1 of p2 home 2", false, false),
        ("FED-C02 on ship:3 of p2 home 2", false, false),
    ] {
        for (who, may) in [("FER-C01", bok), ("ROM-C04", sela)] {
            println!("{who}: {disk}");
            let game = flip(who, disk);
            if may {
                game.play("p1: use 1 disk 2")
                    .then("disk 2 flipped; disk 1 flipped; disk 3 ready; disk 4 ready")
                    .done();
            } else {
                game.refuses("p1: use 1 disk 2", "ST-15.11").choices_exclude("p1: use 1 disk 2").done();
            }
        }
    }
}

#[test]
fn st_15_16_what_can_be_readied() {
    // Barclay readies flipped tech of his own ship, but no cloak.
    let ready = |disk: &str| {
        near(
            4000,
            &format!("disk 1 FED-C06 on ship:1; disk 2 {disk}; disk 3 FED-T07 on ship:1 flipped"),
            "AC",
        )
    };
    ready("FED-T06 on ship:1 flipped")
        .play("p1: use 1 disk 2")
        .then("disk 2 ready; disk 3 flipped; disk 1 flipped");
    for no in [
        "FED-T06 on ship:1",
        "FED-T06 on ship:1 concealed",
        "FER-T04 on ship:1 flipped",
        "FER-C06 on ship:1 flipped",
        "FED-T06 on ship:3 flipped",
        "FED-T06 on ship:2 flipped",
    ] {
        println!("{no}");
        ready(no).refuses("p1: use 1 disk 2", "ST-15.11");
    }
    ready("FED-T06 on ship:1").refuses("p1: use 1 disk 1", "ST-15.11");
}

#[test]
fn st_15_3_restoring_and_draining_stop_at_the_ends() {
    // La Forge 2, the Singularity Core 3 without an order, the Damage Control Team 1 hull.
    for (disk, owes, ship, then) in [
        ("FED-C04", "AC", "shields 0", "shields 2"),
        ("FED-C04", "AC", "shields 3", "shields 5"),
        ("FED-C04", "AC", "shields 4", "shields 5"),
        ("FED-C04", "AC", "shields 5", "shields 5"),
        // A status above the maximum is not lowered (ST-13.9).
        ("FED-C04", "AC", "shields 7", "shields 7"),
        ("ROM-T09", "CH", "shields 1", "shields 4"),
        ("ROM-T09", "CH", "shields 3", "shields 5"),
        ("CAR-C11", "AC", "hull 3", "hull 4"),
        ("CAR-C11", "AC", "hull 6", "hull 6"),
        ("CAR-C11", "AC", "hull 5", "hull 6"),
    ] {
        let game = at(&format!(
            "phase 1; ship 1 FER-S01 of p1 at 5000,12000 {ship}; ship 2 FED-S01 of p2 at 30000,12000 speed 1; disk 1 {disk} on ship:1; acting 1 owes {owes}"
        ));
        game.play("p1: use 1").then(&format!("ship 1 {then}; disk 1 flipped; ship 2 shields 6 hull 6"));
    }
    for (disk, target, then) in [
        ("FER-T01", "shields 6 speed 3", "shields 3 speed 3"),
        ("FER-T01", "shields 3 speed 3", "shields 0 speed 3"),
        ("FER-T01", "shields 1 speed 3", "shields 0 speed 3"),
        ("FED-T06", "shields 6 speed 3", "shields 6 speed 1"),
        ("FED-T06", "shields 6 speed 2", "shields 6 speed 0"),
        ("FED-T06", "shields 6 speed 1", "shields 6 speed 0"),
        ("CAR-C02", "shields 6 speed 3", "shields 6 speed 2"),
        ("CAR-C02", "shields 6 speed 0", "shields 6 speed 0"),
    ] {
        at(&format!("phase 1; ship 1 FER-S01 of p1 at 5000,12000; ship 2 FED-S01 of p2 at 9000,12000 {target}; disk 1 {disk} on ship:1; acting 1 owes AC"))
            .play("p1: use 1 on 2")
            .then(&format!("ship 2 {then} hull 6; ship 1 shields 5 speed 0; disk 1 flipped"));
    }
}

#[test]
fn st_15_3_an_ability_needs_its_own_ship_in_its_own_activation() {
    // The Core works without an order, but on the ship that acts and for the player who controls it.
    let core = |on: &str, acting: u8| {
        at(&format!(
            "phase 1; ship 1 ROM-S02 of p1 at 5000,12000 shields 0; ship 2 FED-S01 of p2 at 30000,12000 shields 0 speed 1; ship 3 ROM-S05 of p1 at 5000,18000 shields 0 speed 2; disk 1 ROM-T09 on {on}; acting {acting}"
        ))
    };
    core("ship:1", 1).allows("p1: use 1");
    core("ship:3", 1).refuses("p1: use 1", "ST-15.3");
    core("ship:1 flipped", 1).refuses("p1: use 1", "ST-15.3");
    core("ship:1 concealed", 1).refuses("p1: use 1", "ST-15.3");
    core("ship:2", 1).refuses("p1: use 1", "ST-15.3");
    core("ship:2", 2).allows("p2: use 1");
    // Crew whose player does not control the ship do nothing for it.
    at("phase 1; ship 1 ROM-S02 of p1 at 5000,12000 shields 0; ship 2 FED-S01 of p2 at 30000,12000 speed 1; disk 1 FED-C04 on ship:1 of p2 home 2; acting 1 owes AC")
        .refuses("p1: use 1", "ST-15.3")
        .refuses("p1: row 1 1", "ST-15.13")
        .choices_exclude("p1: row 1 1");
    // A row is one of those the crew has, of a ready crew aboard.
    let row = |disk: &str| {
        at(&format!(
            "phase 1; ship 1 ROM-S02 of p1 at 5000,12000; ship 2 FED-S01 of p2 at 30000,12000 speed 1; ship 3 ROM-S05 of p1 at 5000,18000 speed 2; disk 1 {disk}; acting 1 owes AC"
        ))
    };
    row("ROM-C12 on ship:1")
        .allows("p1: row 1 1")
        .allows("p1: row 1 2")
        .refuses("p1: row 1 0", "ST-15.7")
        .refuses("p1: row 1 3", "ST-15.7")
        .refuses("p1: row 2 1", "ST-15.6");
    row("ROM-C12 on ship:3").refuses("p1: row 1 1", "ST-15.6");
    row("ROM-C12 on ship:1 flipped").refuses("p1: row 1 1", "ST-15.1").choices_exclude("p1: row 1 1");
    row("ROM-C12 on ship:1 concealed").refuses("p1: row 1 1", "ST-15.1");
    row("ROM-T09 on ship:1").refuses("p1: row 1 1", "ST-15.7");
    row("ROM-C12 on ship:1")
        .play("p1: row 1 2")
        .then("acting 1 owes RS; disk 1 flipped")
        .then_not("acting 1 owes AC");
}

#[test]
fn st_15_14_bonuses_of_one_name_count_once_for_each_thing() {
    // Two Type of tech of one name stolen onto one ship; two of different names add up. Torpedoes, beams, ranges, shields, speed.
    let numbers = |disks: &str| {
        at(&format!(
            "ship 1 FER-S01 of p1 at 5000,12000; ship 2 FED-S01 of p2 at 30000,12000 speed 1; {disks}; acting 1 owes AT"
        ))
    };
    numbers("disk 1 FER-T06 on ship:1; disk 2 FER-T06 on ship:1").then("ship 1 max-shields 7");
    numbers("disk 1 FER-T06 on ship:1; disk 2 FED-T02 on ship:1").then("ship 1 max-shields 9");
    numbers("disk 1 FER-T08 on ship:1; disk 2 FER-T08 on ship:1").then("ship 1 max-speed 6");
    numbers("disk 1 FER-T08 on ship:1; disk 2 FED-T07 on ship:1").then("ship 1 max-speed 7");
    numbers("disk 1 ROM-T04 on ship:1; disk 2 ROM-T04 on ship:1").then("ship 1 beam 5");
    numbers("disk 1 ROM-T04 on ship:1; disk 2 KLI-T03 on ship:1; disk 3 CAR-T02 on ship:1")
        .then("ship 1 beam 7");
    numbers("disk 1 FER-T05 on ship:1; disk 2 ROM-T05 on ship:1; disk 3 ROM-T07 on ship:1; disk 4 FED-T01 on ship:1").play("p1: launch").then("torpedo 1 damage 10 movement 4 life 4");
    // On another ship of the same player, or lying concealed or flipped, they add nothing here.
    numbers("disk 1 ROM-T04 on ship:2 of p1; disk 2 KLI-T03 on ship:1 flipped; disk 3 CAR-T02 on ship:1 concealed").then("ship 1 beam 4");
    // The same name on two ships counts on each.
    at("scenario border-incident players 4; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S02 of p2 at 55000,3000; ship 3 FED-S03 of p3 at 3000,9000; ship 4 CAR-S01 of p4 at 55000,9000 speed 1; \
        disk 1 FED-T07 on ship:1; disk 2 FED-T07 on ship:3").then("ship 1 max-speed 6; ship 3 max-speed 6; ship 2 max-speed 5");
}

#[test]
fn st_15_12_what_prevents_hits_and_how_many() {
    // The field spares one hull hit, Macet and two ships one hit of a beam, before shields are counted.
    let fire = |target: &str, disk: &str, hits: usize| {
        let drop: String = (0..5).map(|i| if i < hits { "hit " } else { "miss " }).collect();
        at(&format!("phase 1; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 speed 1 {target}; ship 3 FED-S03 of p2 at 30000,4000 speed 2; {disk}; acting 1 owes AT")).dice(&drop)
    };
    for (disk, target, hits, then) in [
        ("disk 1 FED-T05 on ship:2", "shields 0", 1, "shields 0 hull 6"),
        ("disk 1 FED-T05 on ship:2", "shields 0", 3, "shields 0 hull 4"),
        ("disk 1 FED-T05 on ship:2", "shields 2", 4, "shields 0 hull 5"),
        ("disk 1 CAR-C01 on ship:2", "shields 2", 4, "shields 0 hull 5"),
        ("disk 1 CAR-C01 on ship:2", "shields 6", 1, "shields 6 hull 6"),
        ("disk 1 CAR-C01 on ship:2", "shields 6", 3, "shields 4 hull 6"),
    ] {
        println!("{disk}, {target}, {hits}");
        let none = then == "shields 0 hull 6" && hits == 1 || then == "shields 6 hull 6";
        let game = fire(target, disk, hits).play("p1: fire 2").asks("p2");
        let game = if none { game } else { game.dice(NO_CRIT) };
        game.play("p2: use 1").then(&format!("ship 2 {then}; disk 1 flipped; acting 1")).done();
    }
    // Passing lets them all through.
    fire("shields 2", "disk 1 CAR-C01 on ship:2", 4)
        .play("p1: fire 2")
        .dice(NO_CRIT)
        .play("p2: pass")
        .then("ship 2 shields 0 hull 4; disk 1 ready")
        .done();
    // Both at once, one after the other; the field is not asked when Macet has left nothing for the hull.
    fire("shields 2", "disk 1 CAR-C01 on ship:2; disk 2 FED-T05 on ship:2", 4)
        .play("p1: fire 2")
        .play("p2: use 1")
        .dice(NO_CRIT)
        .play("p2: use 2")
        .then("ship 2 shields 0 hull 6")
        .done();
    fire("shields 2", "disk 1 CAR-C01 on ship:2; disk 2 FED-T05 on ship:2", 3)
        .play("p1: fire 2")
        .dice(NO_CRIT)
        .play("p2: use 1")
        .then("ship 2 shields 0 hull 6; disk 2 ready")
        .done();
    // Reyga takes two hits off every obstruction and planet by himself, and none off a beam.
    let rock = |kind: &str, disk: &str| {
        at(&format!(
            "phase 1; ship 1 FER-S01 of p1 at 10000,12000 speed 1; ship 2 FED-S01 of p2 at 30000,12000 speed 1; obstacle 1 {kind} at 12500,12000; {disk}; acting 1"
        ))
    };
    rock("mine", "disk 1 FER-C07 on ship:1").dice(NO_CRIT).play("p1: move").then("ship 1 shields 4").done();
    rock("asteroid", "disk 1 FER-C07 on ship:1")
        .play("p1: move")
        .then("ship 1 shields 5; obstacles 0")
        .done();
    rock("debris", "disk 1 FER-C07 on ship:1").play("p1: move").then("ship 1 shields 5; obstacles 0").done();
    rock("asteroid", "disk 1 FER-C07 on ship:1 flipped")
        .dice(NO_CRIT)
        .play("p1: move")
        .then("ship 1 shields 3")
        .done();
    rock("asteroid", "disk 1 FER-C07 on ship:2 of p2")
        .dice(NO_CRIT)
        .play("p1: move")
        .then("ship 1 shields 3")
        .done();
    fire("shields 6", "disk 1 FER-C07 on ship:2", 2)
        .dice(NO_CRIT)
        .play("p1: fire 2")
        .then("ship 2 shields 4")
        .done();
    at("scenario border-incident; phase 1; ship 1 FED-S01 of p1 at 25000,20000 speed 2; ship 2 ROM-S02 of p2 at 50000,4000; disk 1 FER-C07 on ship:1; acting 1").dice("hit hit crit hit hit").play("p1: move").then("ship 1 hull 6 speed 0").asks("p1").done();
}

#[test]
fn st_15_3_lursa_lets_hits_past_the_shields() {
    let past = |shields: u8, hits: usize| {
        let drop: String = (0..5).map(|i| if i < hits { "hit " } else { "miss " }).collect();
        at(&format!("phase 1; ship 1 KLI-S01 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 speed 1 shields {shields}; disk 1 KLI-C05 on ship:1; acting 1 owes AC,AT,AT"))
            .play("p1: use 1")
            .then("ship 1 ignores 2")
            .dice(&format!("{drop} {NO_CRIT}"))
            .play("p1: fire 2")
    };
    past(6, 1).then("ship 2 shields 6 hull 5; ship 1 ignores 0").done();
    past(6, 2).then("ship 2 shields 6 hull 4").done();
    past(6, 4).then("ship 2 shields 4 hull 4").done();
    past(1, 4).then("ship 2 shields 0 hull 3").done();
    past(0, 2).then("ship 2 shields 0 hull 4").done();
    // The next beam alone, and not a torpedo.
    past(6, 1)
        .dice(&format!("hit miss miss miss miss {NO_CRIT}"))
        .play("p1: fire 2")
        .then("ship 2 shields 5 hull 5")
        .done();
}

#[test]
fn st_14_12_whose_critical_it_is() {
    // Rozhenko on the ship that fires; not on another, not the enemy's, and for a collision or an obstacle nobody's.
    for (on, asked) in [
        ("ship:1", true),
        ("ship:3", false),
        ("ship:2 of p2", false),
        ("ship:1 of p2 home 2", false),
        ("ship:2 of p1 home 1", false),
    ] {
        println!("{on}");
        let game = at(&format!("phase 1; ship 1 KLI-S01 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 speed 1; ship 3 KLI-S03 of p1 at 10000,16000 speed 2; disk 1 KLI-C08 on {on}; acting 1 owes AT"))
            .dice("hit miss miss miss miss  hit hit crit hit hit")
            .play("p1: fire 2");
        if asked {
            game.then_not("ship 2 crit helm").allows("p1: use 1").done()
        } else {
            game.then("ship 2 crit helm; acting 1").done()
        }
    }
    at("phase 1; ship 1 KLI-S01 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 15500,12000; disk 1 KLI-C08 on ship:1; acting 1")
        .dice("crit hit hit hit hit  hit hit crit hit hit")
        .play("p1: move")
        .then("ship 1 crit helm")
        .asks("p2");
    // N'Vek takes back what strikes his own ship, whatever it comes from.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 speed 1; ship 2 FED-S01 of p2 at 30000,12000 speed 1; obstacle 1 mine at 12500,12000; disk 1 ROM-C05 on ship:1; acting 1")
        .dice("hit hit crit hit hit")
        .play("p1: move")
        .asks("p1")
        .play("p1: use 1")
        .then("ship 1 intact; disk 1 on out");
}
