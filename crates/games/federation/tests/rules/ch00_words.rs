//! Words and conventions.

use crate::{given, phase3, token};
use klaxon_core::{Chance, Game, Situation, Tell, Told};
use klaxon_federation::{
    Event, Federation, Setup,
    nouns::{Race, Space},
};

#[test]
fn sf_0_1_every_die_has_six_sides() {
    assert_eq!(Federation::face("6"), Some(5));
    assert_eq!(Federation::face("7"), None);
    for seed in 0..40 {
        let mut tell = Tell::aloud();
        let setup = Setup { opening: klaxon_federation::Opening::Suggested, ..Setup::default() };
        Federation::start(&setup, &mut Chance::quick(seed), &mut tell).unwrap();
        for Told { event, .. } in tell.take() {
            if let Event::Rolled { dice, .. } = event {
                assert!(dice.iter().all(|face| (1..=6).contains(face)));
            }
        }
    }
}

#[test]
fn sf_0_2_a_spent_token_goes_back_to_its_pool() {
    phase3("stored B").then("pools B 2").play("fed: construct mine").then("pools B 3; stored; sacrificed");
}

#[test]
fn sf_0_3_a_deployed_token_stays_on_the_board() {
    phase3("stored D").play("fed: embassy FE").then("embassies FE; stored; sacrificed; pools D 1");
}

#[test]
fn sf_0_4_a_sacrificed_token_leaves_the_game_until_reclaimed() {
    phase3("stored B O")
        .play("fed: forward mine FE1")
        .then("sacrificed B; pools B 2")
        .play("fed: reclaim B")
        .then("sacrificed O; pools B 3");
}

#[test]
fn sf_0_5_row_0_the_store_and_deployed_tokens_can_pay_and_nothing_else() {
    phase3("tech CT A_FSC; track 0 0 E; stored E; spies FE")
        .allows("fed: sabotage CT with tray")
        .allows("fed: sabotage CT with stored")
        .allows("fed: sabotage CT with spy FE")
        .refuses("fed: sabotage CT with attache FE", "SF-0.5");
    phase3("tech CT A_FSC; track 1 0 E")
        .refuses("fed: sabotage CT with track 1 0", "SF-0.5")
        .refuses("fed: sabotage CT", "SF-0.5");
    // Each deployed token pays for what it is, and only where it lies.
    phase3("tech CT A_FSC; spies FE; attaches CY; embassies MU; columns 1; war FE 2")
        .allows("fed: sabotage CT with spy FE")
        .allows("fed: sabotage CT with attache CY")
        .refuses("fed: sabotage CT with spy CY", "SF-0.5")
        .refuses("fed: sabotage CT with attache FE", "SF-0.5")
        .refuses("fed: sabotage CT with embassy MU", "SF-0.5")
        .refuses("fed: sabotage CT with column", "SF-0.5")
        .refuses("fed: parley FE with embassy FE", "SF-0.5")
        .refuses("fed: parley FE with spy FE", "SF-0.5");
}

#[test]
fn sf_0_6_paying_with_a_deployed_token_ends_its_effect() {
    phase3("tech CT A_FSC; spies FE").dice("1").play("fed: sabotage CT with spy FE").then("spies; pools E 3");
    phase3("embassies FE; war FE 2")
        .play("fed: parley FE with embassy FE")
        .then("embassies; war FE 1; sacrificed D");
}

#[test]
fn sf_0_7_the_five_kinds_of_asset_can_be_lost() {
    let sol = "fleet ME-R ME1; flagships SOL; allies SOL; mines SOL SOL+; sol-defense basic";
    token("ME-ADV", sol)
        .dice("1 1 1 1 1")
        .play("fed: resolve")
        .choices_include("fed: lose flagship")
        .choices_include("fed: lose ally")
        .choices_include("fed: lose mine basic")
        .choices_include("fed: lose mine upgraded")
        .choices_include("fed: lose sol-defense")
        .refuses("fed: lose base build", "SF-13.20");
    token("ME-ADV", "fleet ME-R ME2; base build ABR; mines ABR")
        .dice("1 1")
        .play("fed: resolve")
        .choices_include("fed: lose base build");
}

#[test]
fn sf_0_8_bases_mines_and_the_sol_defense_have_two_sides_ships_one() {
    phase3("stored B; mines SOL; sol-defense basic; base build CUA")
        .allows("fed: upgrade mine SOL")
        .allows("fed: upgrade sol-defense")
        .allows("fed: upgrade base build");
    assert!(Federation::given(&["flagships SOL+"]).is_err());
    assert!(Federation::given(&["allies SOL+"]).is_err());
}

#[test]
fn sf_0_9_a_territory_is_the_track_and_the_named_spaces_of_the_colour() {
    let of = |race: Race| Space::all().filter(|s| s.race() == Some(race)).map(Space::id).collect::<Vec<_>>();
    assert_eq!(of(Race::FleshEaters), ["FE1", "FE2", "FE3", "FE4", "CUA", "APC"]);
    assert_eq!(of(Race::Cthonians), ["CT1", "CT2", "CT3", "CT4", "CT5", "PUY"]);
    assert_eq!(of(Race::Mercenaries), ["ME1", "ME2", "ME3", "ME4", "ABR"]);
    assert_eq!(of(Race::Mutants), ["MU1", "MU2", "MU3", "MU4", "MU5", "ASC"]);
    assert_eq!(of(Race::Cybers), ["CY1", "CY2", "CY3", "CY4", "CY5", "CY6", "SAE"]);
    assert_eq!(Space::SOL.race(), None);
}

#[test]
fn sf_0_10_six_spaces_are_named_and_sol_counts_for_fold_space_only() {
    let named: Vec<&str> = Space::all().filter(|s| s.is_named()).map(Space::id).collect();
    assert_eq!(named, ["CUA", "APC", "PUY", "ABR", "ASC", "SAE"]);
    phase3("advantage W_GATE; stored W B; flagships SOL CUA")
        .allows("fed: fold flagship CUA SOL")
        .refuses("fed: settle SOL build", "SF-9.3");
}

#[test]
fn sf_0_11_distance_is_counted_on_the_unmodified_map() {
    for (id, distance) in [("CUA", 1), ("APC", 2), ("PUY", 3), ("ABR", 2), ("ASC", 3), ("SAE", 4)] {
        assert_eq!(Space::from_id(id).unwrap().distance(), distance, "{id}");
    }
    // With Patrol Routes MU1 touches FE1, but Ascao is as far as ever.
    phase3("advantage W_PAT; advantage W_PAT; flagships ASC; stored B")
        .play("fed: settle ASC build")
        .then("war MU 3");
}

#[test]
fn sf_0_12_a_fleet_is_in_play_when_not_in_the_spawn_order_track() {
    token("MU-PRS", "").play("fed: resolve").then("fleet MU-S MU5");
    // The Doom Fleet on the map is in play: no Spawn.
    token("CT-PRS", "fleet CT-D CT5").play("fed: resolve").then("fleet CT-D CT4; fleet CT-S slot 2");
}

#[test]
fn sf_0_13_no_stacking_limit_and_aliens_do_not_block_each_other() {
    token("FE-SPN", "war FE 2; fleet FE-S FE4; fleet FE-R FE4; fleet FE-B slot 2")
        .play("fed: resolve")
        .then("fleet FE-S FE4; fleet FE-R FE4; fleet FE-B FE4");
}

#[test]
fn sf_0_14_up_is_towards_peace_and_down_towards_total_war() {
    phase3("stored D; war FE 2").play("fed: parley FE").events_say("goes up to Cold War").then("war FE 1");
    token("FE-BDF", "base build CUA")
        .play("fed: resolve")
        .events_say("goes down to Cold War")
        .then("war FE 1");
}

#[test]
fn sf_0_15_the_player_chooses_where_the_aliens_have_equal_possibilities() {
    token("FE-ADV", "war FE 3; fleet FE-R FE2; flagships CUA APC")
        .play("fed: resolve")
        .then("asks march")
        .choices_include("fed: march FE-R CUA")
        .choices_include("fed: march FE-R APC");
}

#[test]
fn sf_0_16_a_roll_means_the_accepted_roll() {
    phase3("project F_ETS 0; stored R E")
        .dice("1 6")
        .play("fed: conduct")
        .then("asks judge; shows 1; project F_ETS 0")
        .play("fed: reroll")
        .then("project F_ETS 50; sacrificed E");
    // Nothing is asked where no Espionage is at hand.
    phase3("project F_ETS 0; stored R").dice("1").play("fed: conduct").then("asks actions");
    given("moment actions; queue FED1").then("asks actions");
}
