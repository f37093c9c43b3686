//! ST-21: keywords.

use crate::support::*;
use klaxon_star_trek::{Keyword, data::data};

#[test]
fn st_21_1_armada() {
    // Nechayev lifts every ship of the team, her own included.
    at("scenario border-incident players 4; ship 1 FED-S01 of p1 at 3000,3000; ship 2 ROM-S02 of p2 at 55000,3000; ship 3 KLI-S01 of p3 at 3000,9000; ship 4 CAR-S01 of p4 at 55000,9000 speed 1; disk 1 FED-C13 on ship:1")
        .then("ship 1 command 7; ship 3 command 1; ship 2 command 0; ship 4 command 0");
}

#[test]
fn st_21_2_fleet() {
    // Mendak guards every ship of his player, not a team-mate's; Prakesh says "other".
    let spies = "scenario border-incident players 4; ship 1 ROM-S02 of p1 at 20000,12000 orders AT,AT,AT; ship 2 KLI-S01 of p2 at 24000,12000; ship 3 FED-S01 of p3 at 20000,15000 orders AT,AT,AT; \
        ship 4 ROM-S05 of p1 at 24000,15000 orders AT,AT,AT; disk 1 ROM-C03 on ship:1; disk 2 KLI-C04 on ship:2; acting 2 owes AC; phase 1";
    at(spies)
        .refuses("p2: use 2 on 1", "ST-15.11")
        .refuses("p2: use 2 on 4", "ST-15.11")
        .allows("p2: use 2 on 3");
    at("ship 1 CAR-S05 of p1 at 3000,3000; ship 2 CAR-S01 of p1 at 9000,9000 speed 1; ship 3 FED-S01 of p2 at 30000,9000 speed 2").then("ship 1 command 0; ship 2 command 1");
}

#[test]
fn st_21_3_boarding_effects_only_in_step_four() {
    // Mordoc's flip is refused in an activation, Riker's bonus is no Command.
    at(&format!("{CLOSE}; disk 1 FER-C10 on ship:2; disk 2 ROM-C12 on ship:1; acting 2 owes AC"))
        .refuses("p2: use 1 disk 2", "ST-15.3");
}

#[test]
fn st_21_4_constant() {
    for disk in data().disks.iter().filter(|d| d.tech) {
        assert_eq!(disk.has(Keyword::Constant), disk.cloak().is_some(), "{}", disk.id);
    }
    at("stage keep; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,4000; disk 1 ROM-T02 on ship:1 flipped")
        .plays("p1: keep 1; p1: done")
        .then("turn 2; disk 1 flipped; ship 1 cloaked");
}

#[test]
fn st_21_5_bridge_crew() {
    at(&format!("{CLOSE}; disk 1 FED-C02 on ship:2; acting 1 owes AT"))
        .dice("hit miss miss miss miss  crit hit hit hit hit")
        .play("p1: fire 2")
        .then("disk 1 on out");
}

#[test]
fn st_21_6_crit() {
    let game = at("ship 1 KLI-S01 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000; disk 1 KLI-C08 on ship:1; acting 1 owes AT")
        .refuses("p1: use 1", "ST-15.3")
        .dice("hit miss miss miss miss  hit hit hit hit crit")
        .play("p1: fire 2")
        .play("p1: use 1");
    game.then("ship 2 crit bridge");
}

#[test]
fn st_21_7_intel() {
    for disk in &data().disks {
        let service =
            [Keyword::TalShiar, Keyword::TalDiann, Keyword::ObsidianOrder].iter().any(|k| disk.has(*k));
        assert!(!service || disk.has(Keyword::Intel), "{} implies Intel", disk.id);
    }
    // What spies see is told to their team only.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 orders CH,AT,RS; disk 1 FED-C08 on ship:1 of p1; acting 1 owes AC")
        .play("p1: use 1 on 2")
        .hears("p1", "1 Change Heading, 2 Attack, 3 Raise Shields")
        .does_not_hear("p2", "Change Heading")
        .does_not_hear("watcher", "Change Heading")
        .hears("watcher", "secret look")
        .then("ship 2 orders CH?1,AT?1,RS?1");
}

#[test]
fn st_21_8_icons_in_text_name_the_order() {
    let text = |id: &str| data().disk(id).unwrap().of().ability.as_ref().unwrap().text();
    assert_eq!(text("CAR-C06"), "Change Heading may be executed once at any point during movement.");
    assert_eq!(text("FED-T02"), "Maximum shields +2.");
    assert_eq!(text("ROM-T06"), "Start: maximum hull +2.");
}

#[test]
fn st_21_9_sacrifice() {
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,12000 orders CH,AT,RS; disk 1 ROM-C09 on ship:1; disk 2 FED-T01 on ship:2 concealed; acting 1 owes AC")
        .play("p1: use 1 on 2")
        .then("disk 1 on out; knows p1 disk 2; ship 2 orders CH?1,AT?1,RS?1");
}

#[test]
fn st_21_10_security() {
    at("ship 1 KLI-S03 of p1 at 10000,12000 shields 0; ship 2 FED-S01 of p2 at 13000,12000 shields 0; disk 1 KLI-C13 on ship:1; disk 2 KLI-C14 on ship:1; acting 1 owes AT")
        .play("p1: transport ship:2")
        .refuses("p1: beam 1", "ST-11.3")
        .allows("p1: beam 2");
}

#[test]
fn st_21_11_start() {
    // Legate Parn: every ship of the fleet gets 2 more torpedoes, before the game begins.
    building("best-of-both-worlds", &[klaxon_star_trek::Faction::Cardassian])
        .plays("p1: buy CAR-S01; p1: buy CAR-S06; p1: buy CAR-C09 for 1; p1: done")
        .then("ship 1 torps 6; ship 2 torps 4; disk 1 concealed");
}

#[test]
fn st_21_12_personal() {
    // Phaser Rifles work for crew at home on their ship, even on another vessel, while revealed, ready and the ship exists.
    let rifles = |face: &str| {
        format!(
            "ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 30000,12000; ship 3 FED-S03 of p1 at 10000,4000 speed 1; \
        disk 1 FED-T08 on ship:1 {face}; disk 2 FED-C14 on ship:2 of p1 home 1; disk 3 FED-C16 on ship:1 of p1 home 3"
        )
    };
    at(&rifles("ready")).then("disk 2 combat 5; disk 3 combat 2");
    at(&rifles("flipped")).then("disk 2 combat 4");
    at(&rifles("concealed")).then("disk 2 combat 4");
    at(&rifles("ready").replace("disk 1 FED-T08 on ship:1 ready", "disk 1 FED-T08 on out of p1 home 1"))
        .then("disk 2 combat 4");
}

#[test]
fn st_21_13_unique() {
    building(
        "last-ship-standing",
        &[klaxon_star_trek::Faction::Federation, klaxon_star_trek::Faction::Romulan],
    )
    .plays("p1: buy FED-S06; p1: buy FED-C10 for 1")
    .refuses("p1: buy FED-C10 for 1", "ST-1.13");
}

#[test]
fn st_21_14_unlimited() {
    building(
        "last-ship-standing",
        &[klaxon_star_trek::Faction::Federation, klaxon_star_trek::Faction::Romulan],
    )
    .plays("p1: buy FED-S01; p1: buy FED-C16 for 1; p1: buy FED-C16 for 1")
    .allows("p1: buy FED-C16 for 1");
}

#[test]
fn st_21_15_away_team_has_no_rule_of_its_own() {
    // Away Teams are bought with Start points; they fight and beam like any crew.
    at("ship 1 KLI-S03 of p1 at 10000,12000 shields 0; ship 2 FED-S01 of p2 at 13000,12000 shields 0; disk 1 KLI-C14 on ship:1; disk 2 KLI-C10 on ship:1; acting 1 owes AT")
        .plays("p1: transport ship:2; p1: beam 1; p1: beam 2")
        .then("disk 1 on ship:2; disk 2 on ship:2");
}

#[test]
fn st_21_16_vs() {
    // Evek Vs Federation: +1 if any opposing ship has that printed faction, whoever controls it.
    let evek = |other: &str| {
        at(&format!(
            "ship 1 CAR-S01 of p1 at 10000,12000; ship 2 {other} at 14000,12000; disk 1 CAR-C03 on ship:1; acting 1 owes AT"
        ))
    };
    evek("FED-S01 of p2")
        .dice("miss miss miss miss miss miss")
        .play("p1: fire 2")
        .events_say("with 6 counters");
    evek("ROM-S02 of p2").dice("miss miss miss miss miss").play("p1: fire 2").events_say("with 5 counters");
    // Tested at each use: the only Federation ship is the own one now.
    evek("FED-S01 of p1 owner p2 builder 2; ship 3 ROM-S02 of p2 at 10000,16000")
        .dice("miss miss miss miss miss")
        .play("p1: fire 3")
        .events_say("with 5 counters");
    // The threat counts too: Shelby Vs Borg.
    at("scenario best-of-both-worlds players 1; ship 1 FED-S01 of p1 at 12000,24000; disk 1 FED-C12 on ship:1; acting 1 owes AT")
        .dice("miss miss miss miss miss miss")
        .play("p1: fire threat")
        .events_say("with 6 counters");
}

#[test]
fn st_21_17_captain_and_admiral() {
    building("best-of-both-worlds", &[klaxon_star_trek::Faction::Klingon])
        .plays("p1: buy KLI-S06; p1: buy KLI-C02 for 1")
        .refuses("p1: buy KLI-C01 for 1", "ST-1.15");
}
