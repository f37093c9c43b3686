//! ST-16: cloaking devices.

use crate::support::*;

/// Haakona with a cloak of the type, in the cloak window.
fn window(cloak: &str, face: &str) -> String {
    format!(
        "stage cloak; phase 2; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 1 shields {}; ship 2 FED-S01 of p2 at 30000,4000 speed 2; disk 1 {cloak} on ship:1 {face}",
        if face == "flipped" { 0 } else { 6 }
    )
}

#[test]
fn st_16_10_a_cloak_that_is_not_raised_is_concealed_without_further_ado() {
    let ship = "stage reveal; turn 2; ship 1 ROM-S02 of p1 at 9000,12000 shields 4; ship 2 FED-S01 of p2 at 30000,12000";
    at(&format!("{ship}; disk 1 ROM-T02 on ship:1 ready"))
        .play("p1: flip 1")
        .play("p1: done")
        .events_do_not_say("is uncloaked")
        .then("disk 1 concealed; ship 1 shields 4");
    // One that was kept raised is down.
    at(&format!("{ship}; disk 1 ROM-T02 on ship:1 flipped").replace("shields 4", "shields 0"))
        .play("p1: flip 1")
        .play("p1: done")
        .events_say("is uncloaked, with shields 0")
        .then("disk 1 concealed; ship 1 shields 0");
}

#[test]
fn st_16_7_only_disks_that_are_there_are_raised() {
    at("stage cloak; phase 2; ship 1 ROM-S02 of p1 at 10000,12000 speed 1; ship 2 FED-S01 of p2 at 30000,4000 speed 2; disk 1 ROM-T02 on ship:1")
        .refuses("p1: cloak 2", "ST-16.7")
        .refuses("p1: cloak 9", "ST-16.7");
}

#[test]
fn st_16_1_a_cloaked_ship_neither_fires_nor_is_fired_upon() {
    let cloaked = format!("{CLOSE}; disk 1 ROM-T01 on ship:1 flipped; acting 1 owes AT");
    at(&cloaked)
        .refuses("p1: fire 2", "ST-10.2")
        .refuses("p1: launch", "ST-16.1")
        .refuses("p1: transport ship:2", "ST-11.6");
    // It moves and collides normally.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 2; ship 2 FED-S01 of p2 at 15500,12000; disk 1 ROM-T01 on ship:1 flipped; acting 1")
        .dice(&format!("hit crit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 hull 5");
}

#[test]
fn st_16_2_the_cloak_is_on_while_its_disk_is_flipped() {
    at(&window("ROM-T02", "flipped")).then("ship 1 cloaked");
    at(&window("ROM-T02", "ready")).then_not("ship 1 cloaked");
}

#[test]
fn st_16_3_type_one_needs_an_order() {
    at(&format!("{CLOSE}; disk 1 ROM-T01 on ship:1; acting 1 owes AC"))
        .play("p1: use 1")
        .then("ship 1 cloaked shields 0; disk 1 flipped");
    // It cannot be raised in the window, so nobody is asked there.
    at("stage cloak; phase 2; ship 1 ROM-S02 of p1 at 10000,12000 speed 1; ship 2 FED-S01 of p2 at 30000,4000 speed 2; disk 1 ROM-T01 on ship:1; disk 2 ROM-T02 on ship:1")
        .refuses("p1: cloak 1", "ST-16.3")
        .allows("p1: cloak 2");
}

#[test]
fn st_16_4_dropping_leaves_shields_down() {
    at(&window("ROM-T01", "flipped"))
        .plays("p1: cloak 1; p1: done")
        .then("disk 1 ready; ship 1 shields 0 dropped-cloak")
        .then_not("ship 1 cloaked");
}

#[test]
fn st_16_5_type_two_is_raised_without_an_order() {
    at(&window("ROM-T02", "ready")).plays("p1: cloak 1; p1: done").then("ship 1 cloaked shields 0");
    // The next chance to drop it is the next phase's window.
    at(&window("ROM-T02", "ready")).plays("p1: cloak 1; p1: done").then("stage act").not_asked("p1: cloak 1");
}

#[test]
fn st_16_6_type_three_restores_shields_when_dropped() {
    at(&window("ROM-T03", "flipped")).plays("p1: cloak 1; p1: done").then("ship 1 shields 6");
}

#[test]
fn st_16_7_both_choices_in_secret_one_change_per_ship() {
    let game = at("stage cloak; phase 1; ship 1 ROM-S02 of p1 at 10000,12000 speed 1; ship 2 KLI-S01 of p2 at 30000,4000 speed 2; \
        disk 1 ROM-T02 on ship:1; disk 2 ROM-T03 on ship:1; disk 3 KLI-T02 on ship:2")
        .asks("p1 p2")
        .play("p1: cloak 1")
        .refuses("p1: cloak 2", "ST-16.7");
    assert!(
        seen(game.game(), 1).ships[0].cloak_pick.is_none()
            && seen(game.game(), 0).ships[0].cloak_pick.is_some()
    );
    game.play("p1: done")
        .then_not("ship 1 cloaked")
        .play("p2: done")
        .then("ship 1 cloaked")
        .then_not("ship 2 cloaked");
}

#[test]
fn st_16_8_cloaks_may_stay_up_in_step_five() {
    let step = |cloak: &str| {
        format!(
            "stage keep; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,4000; disk 1 {cloak} on ship:1 flipped"
        )
    };
    at(&step("ROM-T02")).plays("p1: keep 1; p1: done").then("turn 2; ship 1 cloaked");
    at(&step("ROM-T02")).play("p1: done").then("disk 1 ready; ship 1 shields 0").then_not("ship 1 cloaked");
    // Readying is dropping: a Type III restores the shields.
    at(&step("ROM-T03")).play("p1: done").then("ship 1 shields 6");
}

#[test]
fn st_16_9_no_shields_while_cloaked() {
    at(&format!("{CLOSE}; disk 1 ROM-T02 on ship:1 flipped; disk 2 ROM-T09 on ship:1; acting 1 owes RS"))
        .play("p1: shields 6")
        .then("ship 1 shields 0")
        .play("p1: use 2")
        .then("ship 1 shields 0; disk 2 flipped");
}

#[test]
fn st_16_10_a_lost_cloak_uncloaks_with_shields_down() {
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 1; ship 2 FED-S01 of p2 at 30000,4000; disk 1 ROM-T03 on ship:1 flipped; torpedo 1 of p2 from 2 at 12500,12000; acting 1")
        .dice("hit miss miss miss miss  hit crit hit hit hit")
        .play("p1: move")
        .events_say("is uncloaked, with shields 0")
        .then("disk 1 on out; ship 1 shields 0")
        .then_not("ship 1 cloaked");
}

#[test]
fn st_16_11_these_rules_are_their_whole_effect() {
    for id in ["ROM-T01", "ROM-T02", "ROM-T03", "KLI-T01", "KLI-T02", "FER-T04"] {
        let kind = klaxon_star_trek::data::data().disk(id).unwrap().of();
        let effects = &kind.ability.as_ref().unwrap().effect;
        assert!(kind.cloak().is_some() && effects.len() == 1, "{id}");
    }
}

#[test]
fn st_16_11_only_a_cloaking_device_cloaks() {
    // Another piece of technology aboard is none, whatever its disk says.
    at("stage cloak; phase 2; ship 1 ROM-S02 of p1 at 10000,12000 speed 1; ship 2 FED-S01 of p2 at 30000,4000 speed 2; disk 1 ROM-T02 on ship:1; disk 2 ROM-T04 on ship:1")
        .allows("p1: cloak 1")
        .refuses("p1: cloak 2", "ST-16.11");
}

#[test]
fn st_16_12_only_one_cloak_at_a_time() {
    let two = "ship 1 ROM-S02 of p1 at 10000,12000 speed 1 shields 0; ship 2 FED-S01 of p2 at 30000,4000 speed 2; disk 1 ROM-T02 on ship:1 flipped; disk 2 ROM-T03 on ship:1";
    at(&format!("stage cloak; phase 2; {two}")).refuses("p1: cloak 2", "ST-16.12").allows("p1: cloak 1");
    at(&format!("{two}; acting 1 owes AC")).refuses("p1: use 2", "ST-15.11");
}

#[test]
fn st_16_6_a_cloaks_button_says_what_becomes_of_the_shields() {
    offers(&at(&window("ROM-T02", "ready")), 0, "Cloaks: raise Type II Cloak (shields to 0)");
    offers(&at(&window("ROM-T02", "flipped")), 0, "Cloaks: drop Type II Cloak (shields stay 0)");
    offers(&at(&window("ROM-T03", "flipped")), 0, "Cloaks: drop Type III Cloak (shields to 6)");
}
