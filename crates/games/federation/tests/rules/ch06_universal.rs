//! Universal tokens.

use crate::{event, token};
use klaxon_core::{Edition, Game};
use klaxon_testkit::Given;

#[test]
fn sf_6_1_universal_tokens_ask_no_validity_list() {
    token("EXP", "war FE 0; relation FE-CT war; relation CT-MU war").play("fed: resolve").then("expansion 1");
}

#[test]
fn sf_6_2_a_random_chit_and_a_die_on_its_table_the_last_brings_all_back() {
    token("RND", "track 1 0 B").dice("pick2 4").play("fed: resolve").then("chits EV2; track 0 0 B");
    token("RND", "chits EV1 EV3 EV4 EV5; track 1 0 B")
        .dice("pick1 5")
        .play("fed: resolve")
        .then("chits EV1 EV2 EV3 EV4 EV5");
    event("EV2", "track 1 0 B")
        .dice("4")
        .play("fed: resolve")
        .then("chits; track 0 0 B")
        .events_say("face down again");
}

#[test]
fn sf_6_3_alien_war_hits_bases_or_hearts_then_a_random_event() {
    // Flesh Eaters and Cthonians at war: a Base in Cuaetera, none with the Cthonians.
    token("AWR", "relation FE-CT war; base build CUA; chits EV1 EV3 EV4 EV5 EV6")
        .dice("4")
        .play("fed: resolve")
        .then("base build unbuilt; expansion 1; chits");
    // Two Bases in one territory: the player chooses.
    token(
        "AWR",
        "relation CY-FE war; base build CUA; base research APC; base defense SAE+; chits EV1 EV3 EV4 EV5 EV6",
    )
    .play("fed: resolve")
    .then("asks hit")
    .refuses("fed: hit defense", "SF-6.3")
    .dice("4")
    .play("fed: hit research")
    .then("base build CUA; base research unbuilt; base defense SAE; expansion 0");
    // Without a war only the Random Event happens.
    token("AWR", "chits EV1 EV3 EV4 EV5 EV6").dice("4").play("fed: resolve").then("expansion 0");
}

#[test]
fn sf_6_4_a_hit_base_is_flipped_or_lost_without_a_military_loss() {
    let war = "relation FE-CT war; base defense PUY; chits EV1 EV3 EV4 EV5 EV6";
    token("AWR", &format!("{war}; base build CUA+"))
        .dice("4")
        .play("fed: resolve")
        .then("base build CUA; losses 0");
    token("AWR", &format!("{war}; base build CUA"))
        .dice("4")
        .play("fed: resolve")
        .then("base build unbuilt; losses 0");
}

#[test]
fn sf_6_5_galactic_conflict_rolls_the_chart_and_the_pair() {
    for (chart, pair, clause) in [
        ("1", "1", "relation FE-CT war"),
        ("3", "3", "relation CT-MU war"),
        ("4", "4", "relation MU-CY alliance"),
        ("5", "5", "relation CY-FE alliance"),
        ("6", "6", "relation CY-FE alliance"),
        ("2", "2", "relation CT-MU war"),
    ] {
        token("GCO", "").dice(&format!("{chart} {pair}")).play("fed: resolve").then(clause);
    }
}

#[test]
fn sf_6_6_fast_scouts_spawn_or_advance_once_per_copy() {
    // In both editions: only Fast Raiders have changed (SF-6.7).
    for edition in [1, 2] {
        let two = "tech CY A_FSC A_ENH; war CY 3; fleet CY-S CY6";
        token("FSC", &format!("edition {edition}; {two}")).play("fed: resolve").then("fleet CY-S CY4");
    }
    token("FSC", "tech FE A_FSC; tech CT A_FSC; war CT 3; fleet CT-S CT5")
        .play("fed: resolve")
        .then("fleet FE-S FE4; fleet CT-S CT4");
    // Enhanced Tech beside it makes two copies; a spawn happens once.
    token("FSC", "tech CY A_FSC A_ENH; war CY 3; fleet CY-S CY6").play("fed: resolve").then("fleet CY-S CY4");
    token("FSC", "tech CY A_FSC A_ENH; war CY 3")
        .play("fed: resolve")
        .then("fleet CY-S CY6; fleet CY-R slot 2");
}

#[test]
fn sf_6_7_fast_raiders_move_raiders_and_with_raider_protocols_scouts() {
    token("FRA", "tech MU A_FRA; war MU 3; fleet MU-R MU5; fleet MU-S MU5")
        .play("fed: resolve")
        .then("fleet MU-R MU4; fleet MU-S MU5");
    token("FRA", "tech MU A_FRA A_RPR; war MU 3; fleet MU-R MU5")
        .play("fed: resolve")
        .then("fleet MU-R MU4; fleet MU-S MU5");
}

#[test]
fn sf_6_7_since_edition_2_a_raider_moves_once_however_many_copies() {
    let one = "tech CY A_FRA; war CY 3; fleet CY-R CY6";
    let enhanced = "tech CY A_FRA A_ENH; war CY 3; fleet CY-R CY6";
    let shared = "tech MU A_FRA; relation CT-MU alliance; tech CT A_FRA; war MU 3; fleet MU-R MU5";
    let stolen = "tech ME A_FRA A_SMU; tech MU A_FRA; fleet ME-R ME4";
    let three = &format!("{enhanced}; relation MU-CY alliance; tech MU A_FRA");
    for (clauses, raider, edition_1, edition_2) in [
        (one, "CY-R", "CY5", "CY5"),
        (enhanced, "CY-R", "CY4", "CY5"),
        (shared, "MU-R", "MU3", "MU4"),
        (stolen, "ME-R", "ME2", "ME3"),
        (three, "CY-R", "CY3", "CY5"),
    ] {
        for (edition, at) in [(1, edition_1), (2, edition_2)] {
            token("FRA", &format!("edition {edition}; {clauses}"))
                .play("fed: resolve")
                .then(&format!("edition {edition}; fleet {raider} {at}"));
        }
    }
}

#[test]
fn sf_6_7_a_fleet_that_waits_spawns_once_in_both_editions() {
    for edition in [1, 2] {
        token("FRA", &format!("edition {edition}; tech CY A_FRA A_ENH A_RPR; war CY 3"))
            .play("fed: resolve")
            .then("fleet CY-R CY6; fleet CY-S CY6; fleet CY-B slot 2");
    }
}

#[test]
fn sf_6_7_a_scout_with_raider_protocols_moves_as_often_as_the_raider() {
    let both = "tech CY A_RPR A_FRA A_ENH; war CY 3; fleet CY-R CY6; fleet CY-S CY5";
    token("FRA", &format!("edition 1; {both}")).play("fed: resolve").then("fleet CY-R CY4; fleet CY-S CY3");
    token("FRA", both).play("fed: resolve").then("fleet CY-R CY5; fleet CY-S CY4");
    // Without the protocols the Scout stays.
    token("FRA", "tech CY A_FRA A_ENH; war CY 3; fleet CY-R CY6; fleet CY-S CY5")
        .play("fed: resolve")
        .then("fleet CY-R CY5; fleet CY-S CY5");
}

#[test]
fn sf_6_7_a_token_that_has_begun_is_finished_by_the_edition_that_it_began_with() {
    // Two copies; the Raider could go two ways, and while the player thinks the table goes over to the other edition.
    let both = "tech FE A_FRA A_RPR; relation CY-FE alliance; tech CY A_FRA; war FE 3; \
                fleet FE-R FE2; fleet FE-S FE4; base build CUA; base research APC";
    let revised = |from: u8, to: u8, dice: &str| {
        let asked = token("FRA", &format!("edition {from}; {both}")).play("fed: resolve").then("asks march");
        let mut game = asked.game().clone();
        game.revise(Edition::new(to).unwrap()).unwrap();
        Given::of(game).then(&format!("edition {to}; fleet FE-S FE4")).dice(dice).play("fed: march FE-R CUA")
    };
    revised(1, 2, "").then("asks fight; fleet FE-R CUA; fleet FE-S APC");
    revised(2, 1, "1 1").then("fleet FE-S FE3");
}

#[test]
fn sf_6_8_the_advance_needs_war_the_spawn_does_not() {
    token("FSC", "tech FE A_FSC; fleet FE-S FE4").play("fed: resolve").then("fleet FE-S FE4");
    token("FSC", "tech FE A_FSC").play("fed: resolve").then("fleet FE-S FE4");
}

#[test]
fn sf_6_9_without_the_technology_anywhere_it_is_a_random_event() {
    token("FRA", "chits EV1 EV3 EV4 EV5 EV6")
        .dice("4")
        .play("fed: resolve")
        .events_say("a Random Event instead")
        .then("chits");
    // A race that has it but does not move still counts: no die falls.
    token("FRA", "tech FE A_FRA; fleet FE-R FE2").play("fed: resolve").then("fleet FE-R FE2; chits");
}

#[test]
fn sf_6_10_spawning_one_fleet_closes_the_gap_from_the_left() {
    token("FRA", "tech FE A_FRA").play("fed: resolve").then("fleet FE-R FE4; spawn-order FE - FE-B FE-S");
    event("EV6", "fleet MU-B slot 2; fleet MU-R slot 0; fleet MU-S slot 1")
        .dice("5")
        .play("fed: resolve")
        .then("spawn-order MU - MU-S MU-B");
}

#[test]
fn sf_6_11_the_expansion_desire_token_raises_it() {
    token("EXP", "").play("fed: resolve").then("expansion 1; stability 3");
    token("EXP", "expansion 1").play("fed: resolve").then("expansion 1; stability 2");
}

#[test]
fn sf_6_3_after_the_choice_the_next_race_in_faction_order_is_struck() {
    // Flesh Eaters with two Bases, then the Cthonians without one, then the Cybers with one.
    token(
        "AWR",
        "relation FE-CT war; relation CY-FE war; base build CUA; base research APC+; base defense SAE",
    )
    .play("fed: resolve")
    .then("asks hit; expansion 0; base defense SAE")
    .dice("pick1 3")
    .play("fed: hit research")
    .events_say("Cthonians are at war and you have no Base there")
    .events_say("goes to Unbuilt Assets")
    .events_say("is flipped to its basic side")
    .then("base build CUA; base research APC; base defense unbuilt; expansion 1; losses 1");
    // A race that is at war twice strikes once.
    token(
        "AWR",
        "relation FE-CT war; relation CY-FE war; base build CUA+; base defense SAE+; base maneuver PUY+",
    )
    .dice("pick1 3")
    .play("fed: resolve")
    .then("base build CUA; base defense SAE; base maneuver PUY; expansion 0; losses 1");
}

#[test]
fn sf_6_9_which_fast_fleet_is_missing_is_told() {
    for (token_id, other, words) in
        [("FSC", "A_FRA", "No race has Fast Scouts"), ("FRA", "A_FSC", "No race has Fast Raiders")]
    {
        token(token_id, &format!("tech FE {other}; chits EV1 EV3 EV4 EV5 EV6"))
            .dice("4")
            .play("fed: resolve")
            .events_say(words)
            .then("chits");
    }
}

#[test]
fn sf_6_6_every_race_with_the_technology_is_named_once_in_faction_order() {
    let all = "tech FE A_FSC; tech CT A_FSC; tech ME A_FSC; tech MU A_FSC; tech CY A_FSC";
    let g = token("FSC", all).play("fed: resolve").then("on-map fleets 5");
    let order: Vec<String> = g
        .told()
        .iter()
        .filter_map(|t| match t.event {
            klaxon_federation::Event::Spawned { fleet, .. } => Some(fleet.id().to_owned()),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["FE-S", "CT-S", "ME-S", "MU-S", "CY-S"]);
    let all = all.replace("A_FSC", "A_FRA");
    token("FRA", &all).play("fed: resolve").then("on-map fleets 5; fleet ME-R ME4; fleet ME-S slot 2");
    // The combats come when all have moved.
    token("FSC", "tech FE A_FSC; tech CT A_FSC; war FE 3; war CT 3; fleet FE-S FE2; fleet CT-S CT2; mines FE1 CT1; stored M")
        .play("fed: resolve")
        .then("asks out-maneuver; fleet FE-S FE1; fleet CT-S CT1");
}

#[test]
fn sf_6_8_a_fleet_that_may_not_advance_is_told_of() {
    token("FSC", "tech FE A_FSC; fleet FE-S FE4; war FE 2").play("fed: resolve").events_say("no Advance");
    token("FSC", "tech FE A_FSC; war FE 2").play("fed: resolve").events_do_not_say("no Advance");
}
