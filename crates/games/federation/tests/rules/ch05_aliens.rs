//! Alien tokens.

use crate::{event, given, token};
use klaxon_federation::{
    Event,
    data::data,
    nouns::{AlienFx, Race, Token, TokenFx},
};

const FE_FULL: &str = "tech FE A_FSC A_FRA A_RPR";

#[test]
fn sf_5_1_a_token_that_is_not_valid_at_the_effective_level_does_nothing() {
    token("FE-ADV", "war FE 2; fleet FE-S FE3")
        .play("fed: resolve")
        .events_say("does nothing")
        .then("fleet FE-S FE3; holding FE-ADV");
    // A war makes the level one higher up: real War, effective Mobilizing.
    token("FE-ADV", "war FE 3; relation FE-CT war; fleet FE-S FE3")
        .play("fed: resolve")
        .then("fleet FE-S FE3");
    token("FE-ADV", "war FE 3; fleet FE-S FE3").play("fed: resolve").then("fleet FE-S FE2");
}

#[test]
fn sf_5_2_valid_effects_per_level() {
    use AlienFx::{Advance, BorderFriction, Greed, Press, Spawn, Tech};
    let all = [Advance, Spawn, Tech, Press, BorderFriction, Greed];
    for (level, name, valid) in [
        (0, "Distracted", vec![]),
        (1, "Peace", vec![Press, BorderFriction, Greed]),
        (2, "Cold War", vec![Tech, Press, BorderFriction, Greed]),
        (3, "Mobilizing", vec![Spawn, Tech, Press, BorderFriction, Greed]),
        (4, "War", all.to_vec()),
        (5, "Total War", all.to_vec()),
    ] {
        let info = &data().levels[level];
        assert_eq!(info.name, name);
        for fx in all {
            assert_eq!(info.valid.contains(&fx), valid.contains(&fx), "{name} {fx:?}");
        }
        assert_eq!(info.extra_advance, level == 5, "{name}");
    }
}

#[test]
fn sf_5_3_total_war_adds_an_advance_to_every_token() {
    token("FE-TEC", "war FE 4; fleet FE-S FE4")
        .dice("pick1")
        .play("fed: resolve")
        .then("tech FE A_FSC; fleet FE-S FE3");
    token("FE-BDF", "war FE 4; fleet FE-S FE4").play("fed: resolve").then("war FE 4; fleet FE-S FE3");
    token("ME-GRD", "fleet ME-S ME4").play("fed: resolve").then("war ME 4; fleet ME-S ME3");
    token("FE-ADV", "war FE 4; fleet FE-S FE4").play("fed: resolve").then("fleet FE-S FE2");
    // All movement is over before the first combat.
    let g = token("FE-ADV", "war FE 4; fleet FE-B FE4; fleet FE-S FE3; mines FE2")
        .dice("1")
        .play("fed: resolve")
        .then("fleet FE-S FE1; fleet FE-B FE3; losses 1");
    let first_battle = g.told().iter().position(|t| matches!(t.event, Event::BattleBegan { .. })).unwrap();
    let last_move = g.told().iter().rposition(|t| matches!(t.event, Event::FleetMoved { .. })).unwrap();
    assert!(last_move < first_battle);
}

#[test]
fn sf_5_4_a_replacement_is_not_checked_again() {
    token("MU-PRS", "").play("fed: resolve").then("fleet MU-S MU5; war MU 0");
}

#[test]
fn sf_5_5_advance_moves_every_fleet_in_play_one_space() {
    token("CY-ADV", "war CY 3; fleet CY-S CY6; fleet CY-R CY4; fleet CY-B CY2")
        .play("fed: resolve")
        .then("fleet CY-S CY5; fleet CY-R CY3; fleet CY-B CY1");
}

#[test]
fn sf_5_6_advance_needs_war_or_total_war() {
    let full = format!("{FE_FULL}; fleet FE-S FE3");
    token("FE-TEC", &format!("{full}; war FE 1"))
        .play("fed: resolve")
        .events_say("no Advance")
        .then("fleet FE-S FE3");
    token("FE-TEC", &format!("{full}; war FE 3")).play("fed: resolve").then("fleet FE-S FE2");
}

#[test]
fn sf_5_7_the_basic_move_goes_one_space_nearer_to_sol() {
    for (from, to) in [("FE3", "Flesh Eaters 2"), ("FE1", "Sol"), ("APC", "Flesh Eaters 1"), ("CUA", "Sol")] {
        let g = token("FE-ADV", &format!("war FE 3; fleet FE-S {from}"));
        let g = if to == "Sol" { g.dice("1 1 1 1 6") } else { g };
        g.play("fed: resolve").events_say(&format!("to {to}."));
    }
    for (race, from, to) in
        [("CT", "PUY", "CT2"), ("ME", "ABR", "ME1"), ("MU", "ASC", "MU2"), ("CY", "SAE", "CY3")]
    {
        token(&format!("{race}-ADV"), &format!("war {race} 3; fleet {race}-B {from}"))
            .play("fed: resolve")
            .then(&format!("fleet {race}-B {to}"));
    }
    // A fleet in Sol stays, and as nobody came in there is no combat.
    token("FE-ADV", "war FE 3; fleet FE-S SOL").play("fed: resolve").then("fleet FE-S SOL; asks next");
}

#[test]
fn sf_5_8_a_raider_turns_aside_to_a_named_space_that_you_hold() {
    for asset in ["flagships APC", "allies APC", "mines APC", "base build APC"] {
        token("FE-ADV", &format!("war FE 3; fleet FE-R FE3; flagships SOL; {asset}"))
            .dice(if asset.starts_with("flagships") || asset.starts_with("allies") { "1 1 1" } else { "1 1" })
            .play("fed: resolve")
            .events_say("to Apclore");
    }
    // Not from a space beside Sol, not a Battle Fleet, not to an empty named space.
    token("FE-ADV", "war FE 3; fleet FE-R FE1; base build APC")
        .dice("6 1 1")
        .play("fed: resolve")
        .events_say("to Sol");
    token("FE-ADV", "war FE 3; fleet FE-B FE3; base build APC").play("fed: resolve").then("fleet FE-B FE2");
    token("FE-ADV", "war FE 3; fleet FE-R FE3").play("fed: resolve").then("fleet FE-R FE2");
    token("FE-ADV", "war FE 3; fleet FE-R FE2; mines CUA APC")
        .play("fed: resolve")
        .then("asks march")
        .dice("5 1")
        .play("fed: march FE-R CUA")
        .events_say("to Cuaetera");
}

#[test]
fn sf_5_9_with_two_steps_each_is_judged_anew_and_named_spaces_stop() {
    // A fast fleet runs past a Mine Field.
    token("FE-ADV", "war FE 3; tech FE A_FAD; fleet FE-B FE4; mines FE3")
        .play("fed: resolve")
        .then("fleet FE-B FE2; asks next");
    // The Raider's first step leads beside Cuaetera, the second into it, where it stops.
    token("FE-ADV", "war FE 3; tech FE A_FAD; fleet FE-R FE3; base build CUA")
        .dice("5 1")
        .play("fed: resolve")
        .events_say("to Cuaetera")
        .then("fleet FE-R FE2");
    // Having turned aside with the first step it does not take the second.
    token("FE-ADV", "war FE 3; tech FE A_FAD; fleet FE-R FE3; base build APC")
        .dice("5 1")
        .play("fed: resolve")
        .then("fleet FE-R FE3");
    // Into Sol with the first step: it stays there.
    token("FE-ADV", "war FE 3; tech FE A_FAD; fleet FE-S FE1")
        .dice("1 1 1 1 5")
        .play("fed: resolve")
        .then("fleet FE-S FE1");
}

#[test]
fn sf_5_10_all_moves_come_before_the_combats() {
    let g = token("MU-ADV", "war MU 3; fleet MU-S MU4; fleet MU-B MU2; mines MU3 MU1")
        .play("fed: resolve")
        .then("asks fight; fleet MU-S MU3; fleet MU-B MU1");
    assert!(g.told().iter().all(|t| !matches!(t.event, Event::BattleBegan { .. })));
}

#[test]
fn sf_5_11_an_advance_without_fleets_in_play_is_a_spawn() {
    token("FE-ADV", "war FE 3").play("fed: resolve").then("fleet FE-S FE4");
    token("CT-ADV", "war CT 3; fleet CT-D CT5")
        .play("fed: resolve")
        .then("fleet CT-D CT4; fleet CT-S slot 2");
}

#[test]
fn sf_5_12_spawn_takes_the_rightmost_fleet_and_the_others_close_up() {
    token("FE-SPN", "war FE 2").play("fed: resolve").then("fleet FE-S FE4; spawn-order FE - FE-B FE-R");
    token("FE-SPN", "war FE 2; fleet FE-S slot 0; fleet FE-R FE1; fleet FE-B slot 2")
        .play("fed: resolve")
        .then("fleet FE-B FE4; spawn-order FE - FE-S -");
}

#[test]
fn sf_5_13_spawning_onto_your_assets_causes_combat() {
    token("FE-SPN", "war FE 2; mines FE4")
        .dice("1 1 1 1")
        .play("fed: resolve")
        .events_say("the battle at Flesh Eaters 4 is lost")
        .then("losses 1; unbuilt mine 3; fleet FE-S FE4");
}

#[test]
fn sf_5_14_without_a_fleet_to_spawn_it_is_a_tech() {
    token("FE-SPN", "war FE 2; fleet FE-S FE4; fleet FE-R FE4; fleet FE-B FE4")
        .dice("pick2")
        .play("fed: resolve")
        .then("tech FE A_FRA");
}

#[test]
fn sf_5_15_a_random_technology_on_the_highest_empty_space() {
    token("FE-TEC", "war FE 1")
        .dice("pick6")
        .play("fed: resolve")
        .then("tech FE A_FPU; tech-space FE 5")
        .events_say("in space 6");
    token("CY-TEC", "war CY 1; tech CY A_FSC A_FRA A_RPR")
        .dice("pick2")
        .play("fed: resolve")
        .events_say("in space 3")
        .then("tech CY A_FSC A_FRA A_RPR A_DUR");
}

#[test]
fn sf_5_16_a_spy_may_contest_and_stop_the_draw() {
    token("FE-TEC", "war FE 1; spies FE")
        .play("fed: resolve")
        .then("asks contest")
        .dice("5")
        .play("fed: contest")
        .then("tech FE; spies FE");
    token("FE-TEC", "war FE 1; spies FE")
        .play("fed: resolve")
        .dice("pick1")
        .play("fed: no-contest")
        .then("tech FE A_FSC; spies FE");
}

#[test]
fn sf_5_17_a_full_track_turns_tech_into_advance_with_its_condition() {
    token("FE-TEC", &format!("war FE 3; {FE_FULL}; fleet FE-S FE4"))
        .play("fed: resolve")
        .then("fleet FE-S FE3");
    // The waiver of an event covers the Tech only.
    let cybers = "tech CY A_FSC A_FRA A_RPR A_ADS; fleet CY-S CY4";
    event("EV3", cybers).dice("2").play("fed: resolve").events_say("no Advance").then("fleet CY-S CY4");
    event("EV3", &format!("{cybers}; war CY 3")).dice("2").play("fed: resolve").then("fleet CY-S CY3");
}

#[test]
fn sf_5_18_press_at_war_is_an_advance() {
    token("MU-PRS", "war MU 3; fleet MU-S MU3")
        .play("fed: resolve")
        .events_say("the Press is an Advance")
        .then("fleet MU-S MU2");
}

#[test]
fn sf_5_19_press_without_fleets_is_a_spawn() {
    token("CY-PRS", "war CY 1").play("fed: resolve").then("fleet CY-S CY6");
}

#[test]
fn sf_5_20_fleets_press_into_free_named_spaces_or_towards_sol_nearest_first() {
    token("MU-PRS", "fleet MU-S MU4; fleet MU-B MU2")
        .play("fed: resolve")
        .then("fleet MU-B ASC; fleet MU-S MU3");
    // Fleets in a named space do not move.
    token("MU-PRS", "fleet MU-S ASC; fleet MU-B MU5")
        .play("fed: resolve")
        .then("fleet MU-S ASC; fleet MU-B MU4");
}

#[test]
fn sf_5_21_unoccupied_means_no_asset_and_no_alien_and_sol_never_is() {
    token("MU-PRS", "fleet MU-S MU3; base build ASC").play("fed: resolve").then("fleet MU-S MU2");
    token("MU-PRS", "fleet MU-S MU3; fleet MU-B ASC").play("fed: resolve").then("fleet MU-S MU2");
    token("MU-PRS", "fleet MU-S MU1").play("fed: resolve").then("fleet MU-S MU1");
}

#[test]
fn sf_5_22_a_press_that_would_mean_combat_is_not_made() {
    token("MU-PRS", "fleet MU-S MU5; mines MU4")
        .play("fed: resolve")
        .events_say("would mean a fight")
        .then("fleet MU-S MU5");
}

#[test]
fn sf_5_23_a_fleet_in_a_named_space_stays_until_an_advance() {
    token("MU-PRS", "fleet MU-S ASC").play("fed: resolve").then("fleet MU-S ASC");
    token("MU-ADV", "war MU 3; fleet MU-S ASC").play("fed: resolve").then("fleet MU-S MU2");
}

#[test]
fn sf_5_24_border_friction_angers_once_however_many_bases() {
    token("FE-BDF", "base build CUA; base research APC").play("fed: resolve").then("war FE 1");
    token("FE-BDF", "base build ABR").play("fed: resolve").events_say("no Base").then("war FE 0");
    assert_eq!(Token::from_id("ME-BDF"), None);
}

#[test]
fn sf_5_25_greed_moves_the_mercenaries_towards_total_war() {
    token("ME-GRD", "war ME 2").play("fed: resolve").then("war ME 3");
    token("ME-GRD", "fleet ME-S ME4")
        .play("fed: resolve")
        .events_say("nothing more happens")
        .then("war ME 4");
}

#[test]
fn sf_5_26_press_and_border_friction_for_four_races_the_rest_for_all() {
    let owners = |fx: AlienFx| -> Vec<Race> {
        Race::ALL
            .into_iter()
            .filter(|&race| Token::all().any(|t| t.what() == TokenFx::Alien { race, effect: fx }))
            .collect()
    };
    let four = [Race::FleshEaters, Race::Cthonians, Race::Mutants, Race::Cybers];
    for fx in [AlienFx::Press, AlienFx::BorderFriction] {
        assert_eq!(owners(fx), four);
    }
    for fx in [AlienFx::Advance, AlienFx::Spawn, AlienFx::Tech] {
        assert_eq!(owners(fx), Race::ALL);
    }
    assert_eq!(owners(AlienFx::Greed), [Race::Mercenaries]);
}

#[test]
fn sf_5_27_the_replacements_end() {
    token("FE-TEC", &format!("war FE 3; {FE_FULL}")).play("fed: resolve").then("fleet FE-S FE4");
    token("FE-PRS", "war FE 3").play("fed: resolve").then("fleet FE-S FE4");
    let all_out = "fleet FE-S FE4; fleet FE-R FE4; fleet FE-B FE3";
    token("FE-SPN", &format!("war FE 3; {FE_FULL}; {all_out}"))
        .play("fed: resolve")
        .then("fleet FE-S FE3; fleet FE-R FE3; fleet FE-B FE2");
}

#[test]
fn sf_5_28_two_fleets_beside_one_free_space_the_player_chooses() {
    token("MU-PRS", "fleet MU-S MU3; fleet MU-B MU3")
        .play("fed: resolve")
        .then("asks press")
        .choices_include("fed: march MU-S ASC")
        .refuses("fed: march MU-S MU2", "SF-5.28")
        .play("fed: march MU-B ASC")
        .then("fleet MU-B ASC; fleet MU-S MU2");
    // The other stays where its own step is forbidden.
    token("MU-PRS", "fleet MU-S MU3; fleet MU-B MU3; mines MU2")
        .play("fed: resolve")
        .play("fed: march MU-S ASC")
        .then("fleet MU-S ASC; fleet MU-B MU3");
    // One fleet, two free spaces.
    token("FE-PRS", "fleet FE-S FE2")
        .play("fed: resolve")
        .then("asks press")
        .play("fed: march FE-S APC")
        .then("fleet FE-S APC");
}

#[test]
fn sf_5_29_the_extra_advance_is_a_full_one() {
    // Without a fleet in play it spawns.
    token("FE-TEC", "war FE 4").dice("pick1").play("fed: resolve").then("fleet FE-S FE4");
    // A fleet just spawned is moved.
    token("FE-SPN", "war FE 4").play("fed: resolve").then("fleet FE-S FE3");
    // One that turned aside into a named space is not.
    token("FE-ADV", "war FE 4; fleet FE-R FE3; base build APC; fleet FE-S FE4")
        .dice("5 1")
        .play("fed: resolve")
        .then("fleet FE-S FE2; fleet FE-R FE3");
    given("").then("asks next");
}

#[test]
fn sf_5_20_who_stands_nearer_to_sol_presses_first_and_each_leaves_room_or_not() {
    // The Battle Fleet on FE1 takes Cuaetera before the Scout on FE2 could; the Scout then takes Apclore.
    token("FE-PRS", "fleet FE-S FE2; fleet FE-B FE1; mines APC")
        .play("fed: resolve")
        .then("fleet FE-B CUA; fleet FE-S FE1");
    // A fleet in Sol does not press, and one that holds a named space neither.
    token("FE-PRS", "fleet FE-S SOL; fleet FE-B CUA")
        .play("fed: resolve")
        .events_say("no fleet presses on")
        .then("fleet FE-S SOL; fleet FE-B CUA");
    token("MU-PRS", "fleet MU-S ASC; fleet MU-B MU5")
        .play("fed: resolve")
        .events_do_not_say("no fleet presses on")
        .then("fleet MU-S ASC; fleet MU-B MU4");
}

#[test]
fn sf_5_28_with_room_for_all_the_first_chooses_with_less_room_any_may_take_it() {
    let offered = |clauses: &str| {
        let g = token("FE-PRS", clauses).play("fed: resolve").then("asks press");
        g.choices_of("fed")
    };
    // Two fleets and two free spaces: the Scout chooses, the Raider follows by itself.
    assert_eq!(offered("fleet FE-S FE2; fleet FE-R FE2"), ["march FE-S CUA", "march FE-S APC"]);
    token("FE-PRS", "fleet FE-S FE2; fleet FE-R FE2")
        .play("fed: resolve")
        .refuses("fed: march FE-R CUA", "SF-5.28")
        .play("fed: march FE-S APC")
        .then("fleet FE-S APC; fleet FE-R CUA");
    // Three fleets and two spaces, two fleets and one space: whoever the player names.
    let three = ["FE-S", "FE-R", "FE-B"];
    let all: Vec<String> =
        three.iter().flat_map(|f| ["CUA", "APC"].map(|s| format!("march {f} {s}"))).collect();
    assert_eq!(offered("fleet FE-S FE2; fleet FE-R FE2; fleet FE-B FE2"), all);
    assert_eq!(offered("fleet FE-S FE2; fleet FE-R FE2; mines CUA"), ["march FE-S APC", "march FE-R APC"]);
    token("FE-PRS", "fleet FE-S FE2; fleet FE-R FE2; fleet FE-B FE2")
        .play("fed: resolve")
        .play("fed: march FE-B CUA")
        .then("asks press")
        .play("fed: march FE-R APC")
        .then("fleet FE-B CUA; fleet FE-R APC; fleet FE-S FE1");
}

#[test]
fn sf_5_8_a_raider_turns_aside_from_numbered_spaces_that_do_not_touch_sol() {
    // Every race's Raider beside its named space, with your Mine Field in it and without.
    for (race, from, named, on) in [
        ("FE", "FE2", "CUA", "FE1"),
        ("FE", "FE3", "APC", "FE2"),
        ("CT", "CT3", "PUY", "CT2"),
        ("CT", "CT4", "PUY", "CT3"),
        ("MU", "MU3", "ASC", "MU2"),
        ("CY", "CY4", "SAE", "CY3"),
    ] {
        let raider = format!("war {race} 3; fleet {race}-R {from}");
        let adv = format!("{race}-ADV");
        token(&adv, &raider).play("fed: resolve").then(&format!("fleet {race}-R {on}"));
        token(&adv, &format!("{raider}; mines {named}; stored M"))
            .play("fed: resolve")
            .then(&format!("asks out-maneuver; fleet {race}-R {named} from {from}"));
        // A Battle Fleet goes on, as does a Raider that finds your asset in another space.
        token(&adv, &format!("war {race} 3; fleet {race}-B {from}; mines {named}"))
            .play("fed: resolve")
            .then(&format!("fleet {race}-B {on}"));
    }
    token("FE-ADV", "war FE 3; fleet FE-R FE1; mines CUA; stored M")
        .play("fed: resolve")
        .then("asks out-maneuver; fleet FE-R SOL");
    // From a named space it goes back to the track.
    token("FE-ADV", "war FE 3; fleet FE-R APC; mines CUA").play("fed: resolve").then("fleet FE-R FE1");
}

#[test]
fn sf_5_9_a_fleet_driven_out_moves_again_in_the_next_round() {
    // The Raider turned aside, was pushed back, and is free to move with the Advance owed for the Scout.
    token("FE-ADV", "war FE 4; relation FE-CT war; fleet FE-R FE3; fleet FE-S FE2; mines APC FE1")
        .play("fed: resolve")
        .then("asks fight; fleet FE-R APC; fleet FE-S FE1")
        .dice("1 1 5 5 1 1")
        .play("fed: fight APC")
        .then("fleet FE-S slot 1; fleet FE-R FE2; losses 1");
}

#[test]
fn sf_5_3_the_extra_advance_is_told_and_comes_once() {
    token("CY-TEC", "war CY 4; fleet CY-S CY6")
        .dice("pick1")
        .play("fed: resolve")
        .events_say("one more Advance")
        .then("fleet CY-S CY5");
    token("CY-TEC", "war CY 3; fleet CY-S CY6")
        .dice("pick1")
        .play("fed: resolve")
        .events_do_not_say("one more Advance")
        .then("fleet CY-S CY6");
    // With Fast Advance the own effect is two steps, the extra one is one.
    token("FE-ADV", "war FE 4; tech FE A_FAD; fleet FE-B FE4").play("fed: resolve").then("fleet FE-B FE1");
}

#[test]
fn sf_5_12_each_race_spawns_on_its_highest_space_in_its_order() {
    for (race, top) in [("FE", "FE4"), ("CT", "CT5"), ("ME", "ME4"), ("MU", "MU5"), ("CY", "CY6")] {
        let spawn = format!("{race}-SPN");
        token(&spawn, &format!("war {race} 2"))
            .play("fed: resolve")
            .then(&format!("fleet {race}-S {top}; spawn-order {race} - {race}-B {race}-R"));
        token(
            &spawn,
            &format!("war {race} 2; fleet {race}-S {top}; fleet {race}-R slot 2; fleet {race}-B slot 1"),
        )
        .play("fed: resolve")
        .then(&format!("fleet {race}-R {top}; spawn-order {race} - - {race}-B"));
        // A gap is not closed from the right.
        token(
            &spawn,
            &format!("war {race} 2; fleet {race}-S {top}; fleet {race}-R slot 0; fleet {race}-B slot 1"),
        )
        .play("fed: resolve")
        .then(&format!("fleet {race}-B {top}; spawn-order {race} - {race}-R -"));
    }
}

#[test]
fn sf_5_16_a_spy_of_another_race_contests_nothing() {
    token("FE-TEC", "war FE 1; spies CT")
        .dice("pick1")
        .play("fed: resolve")
        .then("tech FE A_FSC; spies CT; asks next");
    // On a full track there is nothing to contest.
    token("FE-TEC", &format!("war FE 3; {FE_FULL}; fleet FE-B FE4"))
        .play("fed: resolve")
        .then("fleet FE-B FE3");
}
