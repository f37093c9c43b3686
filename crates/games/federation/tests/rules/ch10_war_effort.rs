//! War Effort.

use crate::{event, given, phase3, token};
use klaxon_federation::{Event, level_name, nouns::Race};

#[test]
fn sf_10_1_five_levels_and_the_logo_above() {
    let names: Vec<&str> = (-1..=4).map(level_name).collect();
    assert_eq!(names, ["Distracted", "Peace", "Cold War", "Mobilizing", "War", "Total War"]);
}

#[test]
fn sf_10_2_each_war_lifts_the_effective_level_by_one() {
    given("war FE 3; relation FE-CT war").then("level FE 2; level CT -1");
    given("war FE 3; relation FE-CT war; relation CY-FE war").then("level FE 1");
}

#[test]
fn sf_10_3_the_extra_marker_goes_with_the_war_and_moves_along() {
    phase3("war FE 3; relation FE-CT war; embassies FE; stored D")
        .then("level FE 2")
        .play("fed: opportunity FE-CT peace-talks")
        .then("war FE 2; level FE 2");
    token("FE-BDF", "war FE 2; relation FE-CT war; base build CUA")
        .then("level FE 1")
        .play("fed: resolve")
        .then("war FE 3; level FE 2");
}

#[test]
fn sf_10_4_the_effective_level_decides_validity_and_at_war() {
    // Total War with one war: War. No extra Advance.
    token("FE-ADV", "war FE 4; relation FE-CT war; fleet FE-S FE4")
        .play("fed: resolve")
        .then("fleet FE-S FE3");
    // War with one war: Mobilizing; Press is a Press.
    token("FE-PRS", "war FE 3; relation FE-CT war; fleet FE-B FE4")
        .play("fed: resolve")
        .then("fleet FE-B FE3")
        .events_do_not_say("Advance");
    // Peace with a war: Distracted, nothing is valid.
    token("FE-PRS", "relation FE-CT war; fleet FE-B FE4")
        .play("fed: resolve")
        .events_say("not valid at Distracted")
        .then("fleet FE-B FE4");
    given("relation FE-CT war; relation CY-FE war").then("level FE -1");
}

#[test]
fn sf_10_5_example_mobilizing_with_one_war_acts_as_cold_war() {
    let g = given("war MU 2; relation CT-MU war").then("level MU 1");
    assert_eq!(g.game().table().level_name(Race::Mutants), "Cold War");
    token("MU-SPN", "war MU 2; relation CT-MU war").play("fed: resolve").events_say("not valid at Cold War");
}

#[test]
fn sf_10_6_acts_of_war_settling_destroying_a_killed_spy() {
    phase3("flagships APC; stored B").play("fed: settle APC build").then("war FE 2");
    phase3("flagships FE3; fleet FE-S FE4; stored M")
        .dice("5 1 1 1 1")
        .play("fed: move flagship FE3 FE4")
        .then("war FE 1; fleet FE-S slot 2");
    token("FE-TEC", "war FE 1; spies FE")
        .play("fed: resolve")
        .dice("3")
        .play("fed: contest")
        .then("war FE 2");
}

#[test]
fn sf_10_7_beaten_mercenaries_calm_down_once_per_phase() {
    let two = "flagships ME3; fleet ME-S ME4; fleet ME-R ME4; stored M";
    phase3(two)
        .dice("5 5")
        .play("fed: move flagship ME3 ME4")
        .then("asks bury")
        .play("fed: bury ME-S")
        .then("war ME 3; calmed");
    // A second victory in the same phase changes nothing more.
    phase3("flagships ME3; fleet ME-S ME4; stored M; war ME 3; calmed")
        .dice("5 1 1 1 1")
        .play("fed: move flagship ME3 ME4")
        .then("war ME 3; fleet ME-S slot 2");
    // In another token's resolution it does.
    token("ME-ADV", "fleet ME-S ME1; sol-defense basic")
        .dice("5 5 1 1 1")
        .play("fed: resolve")
        .then("war ME 3")
        .then_not("fleet ME-S SOL");
    phase3("flagships ME3; fleet ME-S ME4; stored M; war ME 0")
        .dice("5 1 1 1 1")
        .play("fed: move flagship ME3 ME4")
        .then("war ME 0");
}

#[test]
fn sf_10_8_below_total_war_the_race_advances_at_once_whatever_its_level() {
    token("FE-BDF", "war FE 4; base build APC; fleet FE-B FE4")
        .play("fed: resolve")
        .then("war FE 4; fleet FE-B FE2");
    // No fleet in play: it spawns. The effective level does not matter.
    phase3("war FE 4; relation FE-CT war; relation CY-FE war; flagships CUA; stored B")
        .play("fed: settle CUA build")
        .then("fleet FE-S FE4");
    // One Advance per missing step.
    phase3("war FE 3; fleet FE-B FE4; flagships APC; stored B")
        .play("fed: settle APC build")
        .then("war FE 4; fleet FE-B FE3");
    phase3("war FE 4; fleet FE-B FE4; flagships APC; stored B")
        .play("fed: settle APC build")
        .then("fleet FE-B FE2");
    // After a combat it waits until the combats are over.
    phase3("war FE 4; fleet FE-S FE4; fleet FE-B FE2; flagships FE3; stored M")
        .dice("5 1 1 1 1")
        .play("fed: move flagship FE3 FE4")
        .then("fleet FE-B FE1; fleet FE-S slot 0");
}

#[test]
fn sf_10_9_the_mercenaries_ignore_a_step_below_total_war() {
    phase3("flagships ABR; fleet ME-B ME4; stored B")
        .play("fed: settle ABR build")
        .then("war ME 4; fleet ME-B ME4");
}

#[test]
fn sf_10_10_steps_above_peace_are_ignored() {
    phase3("relation MU-CY war; embassies MU; war MU 0; war CY 1; stored D")
        .play("fed: opportunity MU-CY peace-talks")
        .then("war MU 0; war CY 0");
}

#[test]
fn sf_10_11_several_owed_advances_go_in_faction_order_before_the_combats() {
    let g = event("EV4", "relation FE-CT alliance; war FE 4; war CT 4; fleet FE-B FE2; fleet CT-B CT4; tech FE A_FAD; mines FE1")
        .dice("3 1 1")
        .play("fed: resolve")
        .then("fleet CT-B CT3; fleet FE-B FE2; losses 1");
    let moves: Vec<&str> = g
        .told()
        .iter()
        .filter_map(|t| match t.event {
            Event::FleetMoved { fleet, .. } => Some(fleet.id()),
            Event::BattleBegan { .. } => Some("battle"),
            _ => None,
        })
        .collect();
    assert_eq!(moves, ["FE-B", "CT-B", "battle"]);
}

#[test]
fn sf_10_12_moves_limits_and_embassies_refer_to_the_real_marker() {
    // Real Total War with two wars: no room for an Embassy, and a step down is an Advance.
    phase3("war FE 4; relation FE-CT war; relation CY-FE war; stored D")
        .then("level FE 2")
        .refuses("fed: embassy FE", "SF-9.35");
    // Real Peace, effective Distracted: nothing to move up.
    phase3("relation FE-CT war; stored D").refuses("fed: parley FE", "SF-9.40");
    token("EXP", "").play("fed: resolve").then("war FE 0");
}

#[test]
fn sf_10_8_every_cause_but_a_combat_moves_the_race_at_once() {
    // Only an Advance that a combat has earned waits for the other combats.
    let later = "after the combats of this round";
    let mobile = "war FE 4; fleet FE-B FE4";
    token("FE-BDF", &format!("{mobile}; base build APC; mines FE3"))
        .play("fed: resolve")
        .events_say("will Advance instead")
        .events_do_not_say(later)
        .then("fleet FE-B FE2; mines FE3");
    event("EV5", mobile).dice("2").play("fed: resolve").events_do_not_say(later).then("fleet FE-B FE3");
    token("GCO", &format!("{mobile}; relation FE-CT alliance"))
        .dice("4 1")
        .play("fed: resolve")
        .events_do_not_say(later)
        .then("fleet FE-B FE3; war CT 1");
    phase3(&format!("{mobile}; flagships CUA; stored B"))
        .play("fed: settle CUA build")
        .events_do_not_say(later)
        .then("fleet FE-B FE3");
    phase3(&format!("{mobile}; relation FE-CT war; embassies CT; stored B"))
        .play("fed: opportunity FE-CT arms CT")
        .events_do_not_say(later)
        .then("fleet FE-B FE3; war CT 0");
    token("GCO", &format!("{mobile}; attaches FE"))
        .dice("1 1 3")
        .plays("fed: resolve; fed: accept; fed: accept")
        .events_do_not_say(later)
        .then("fleet FE-B FE3; attaches");
    token("FE-TEC", &format!("{mobile}; spies FE; mines FE3"))
        .play("fed: resolve")
        .dice("3")
        .play("fed: contest")
        .events_do_not_say(later)
        .then("fleet FE-B FE2; mines FE3");
    // An Embassy that fails in a combat's wake leaves it a combat's Advance.
    phase3("war FE 3; embassies FE; fleet FE-S FE4; fleet FE-R FE4; fleet FE-B FE2; flagships FE3; stored M")
        .dice("6 6 1")
        .plays("fed: move flagship FE3 FE4; fed: bury FE-S")
        .events_say(later)
        .then("war FE 4; embassies; fleet FE-B FE1");
}

#[test]
fn sf_10_8_two_fleets_destroyed_at_total_war_are_two_advances() {
    phase3("war FE 4; fleet FE-S FE4; fleet FE-R FE4; fleet FE-B FE3; flagships FE3; stored M")
        .dice("6 6")
        .plays("fed: move flagship FE3 FE4; fed: bury FE-R")
        .then("asks actions; war FE 4; fleet FE-B FE1; spawn-order FE FE-R FE-S -");
}

#[test]
fn sf_10_9_a_step_that_the_mercenaries_ignore_is_told_as_such() {
    token("ME-GRD", "war ME 3; fleet ME-B ME4")
        .play("fed: resolve")
        .events_do_not_say("nothing more happens")
        .then("war ME 4");
    event("EV5", "fleet ME-B ME4")
        .dice("1 3")
        .play("fed: resolve")
        .events_say("nothing more happens")
        .then("fleet ME-B ME4; war ME 4");
    event("EV5", "war ME 3; fleet ME-B ME4")
        .dice("1 3")
        .play("fed: resolve")
        .then("war ME 4; fleet ME-B ME4");
}

#[test]
fn sf_10_7_each_phase_calms_the_mercenaries_once() {
    // Two victories in one turn: one step; the second of two Phases 3 is another phase.
    let g = phase3("flagships ME3 ME3; fleet ME-S ME4; fleet ME-R ME2; war ME 4; stored M M")
        .dice("5 1 1 1 1")
        .play("fed: move flagship ME3 ME4")
        .then("war ME 3; calmed");
    g.dice("5 5 5").play("fed: move flagship ME3 ME2").then("war ME 3");
    // Others are angered each time.
    phase3("flagships FE3 FE3; fleet FE-S FE4; war FE 1; stored M; calmed")
        .dice("5 1 1 1 1")
        .play("fed: move flagship FE3 FE4")
        .then("war FE 2");
}
