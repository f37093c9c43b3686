//! Federation technology, alien technology, difficulty.

use crate::{given, phase3, token};
use klaxon_core::{Game, Seat, Situation, TableOrder, Words};
use klaxon_federation::{
    Difficulty, Event, Federation, FleetAt,
    data::data,
    nouns::{AlienTech, Fleet, Race},
};

fn copies(clauses: &str, race: Race, tech: AlienTech) -> u8 {
    given(clauses).game().table().copies(race, tech)
}

fn hits(clauses: &str, faces: &str) -> u8 {
    let g = token("FE-ADV", &format!("war FE 3; fleet FE-B FE2; flagships FE1 FE1; {clauses}"))
        .dice(faces)
        .play("fed: resolve");
    let won = g.told().iter().find_map(|t| match t.event {
        Event::BattleWon { hits, .. } => Some(hits),
        _ => None,
    });
    won.unwrap_or(0)
}

#[test]
fn sf_14_1_targeting_adds_one_and_sevens_hit_twice() {
    assert_eq!(hits("", "4 4 6"), 1);
    assert_eq!(hits("advantage F_ETS", "4 3 3"), 1);
    assert_eq!(hits("advantage F_ETS", "6 3 3"), 2);
    assert_eq!(hits("advantage F_ETS; advantage W_VDF", "5 3 2"), 3);
    assert_eq!(hits("advantage F_ETS; advantage W_VDF", "6 2 2"), 2, "an 8 is 7 or more");
}

#[test]
fn sf_14_2_missile_swarms_add_a_die_up_to_five() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1; advantage F_MSW")
        .dice("1 5")
        .play("fed: resolve")
        .then("fleet FE-B FE2");
    token("FE-ADV", "war FE 3; fleet FE-S FE2; mines FE1+; advantage F_MSW")
        .dice("1 1 1 1 5")
        .play("fed: resolve")
        .then("fleet FE-S FE2");
}

#[test]
fn sf_14_3_the_toolkit_adds_one_to_sabotage() {
    phase3("tech CT A_FSC; advantage F_DDT; stored E").dice("5").play("fed: sabotage CT").then("tech CT");
    phase3("tech CT A_FSC; stored E").dice("5").play("fed: sabotage CT").then("tech CT A_FSC");
}

#[test]
fn sf_14_4_the_translator_gives_espionage_contests_two_dice() {
    token("GCO", "attaches FE; advantage F_RTT")
        .dice("1 1 1 6")
        .plays("fed: resolve; fed: accept; fed: accept")
        .then("asks die; shows 1 6")
        .play("fed: die 1")
        .then("relation FE-CT neutral; attaches FE");
}

#[test]
fn sf_14_5_the_engines_give_one_free_move_a_turn() {
    phase3("advantage F_MSO")
        .play("fed: move flagship SOL FE1 free")
        .then("flagships FE1; free-moves 1")
        .refuses("fed: move flagship FE1 FE2 free", "SF-14.5");
    phase3("").refuses("fed: move flagship SOL FE1 free", "SF-14.5");
    token("FED1", "advantage F_MSO")
        .dice("2")
        .play("fed: resolve")
        .play("fed: place B")
        .allows("fed: move flagship SOL FE1 free");
    phase3("advantage F_MSO").plays("fed: move flagship SOL FE1 free; fed: end").then("free-moves 0");
}

#[test]
fn sf_14_6_warp_gates_open_warp() {
    phase3("base warp-research CUA; project W_GATE 75; stored R")
        .then("pools W 0; unbuilt ally 0; card 6 W_BUB aside")
        .dice("4")
        .play("fed: conduct")
        .then("advantage W_GATE; pools W 2; unbuilt ally 2; card 6 W_BUB pile; card 9 W_PAT pile");
    token("FED1", "advantage W_GATE").dice("4").play("fed: resolve").play("fed: place W").then("track 3 0 W");
}

#[test]
fn sf_14_7_warp_bubble_lets_a_ship_move_twice_unless_it_fights() {
    phase3("advantage W_BUB; stored M; mines FE1")
        .play("fed: move flagship SOL FE1")
        .then("asks move-on")
        .refuses("fed: move-on FE3", "SF-9.12")
        .play("fed: move-on FE2 carrying basic")
        .then("flagships FE2; mines FE2; asks actions");
    phase3("advantage W_BUB; stored M")
        .play("fed: move flagship SOL FE1")
        .play("fed: halt")
        .then("flagships FE1; asks actions");
    // The free Move too; and a combat ends it.
    phase3("advantage W_BUB; advantage F_MSO").play("fed: move flagship SOL FE1 free").then("asks move-on");
    phase3("advantage W_BUB; stored M; fleet FE-S FE1")
        .dice("5 1 1 1 1")
        .play("fed: move flagship SOL FE1")
        .then("asks actions; flagships FE1");
    phase3("advantage W_BUB; stored M; fleet FE-S FE2")
        .play("fed: move flagship SOL FE1")
        .dice("5 1 1 1 1")
        .play("fed: move-on FE2")
        .then("fleet FE-S FE3; asks actions");
}

#[test]
fn sf_14_8_the_distortion_field_adds_one_to_combat_and_sabotage() {
    assert_eq!(hits("advantage W_VDF", "4 3 3"), 1);
    assert_eq!(hits("advantage W_VDF", "6 3 3"), 1, "no double hits without Targeting");
    phase3("tech CT A_FSC; advantage W_VDF; stored E").dice("5").play("fed: sabotage CT").then("tech CT");
}

#[test]
fn sf_14_9_patrol_routes_join_low_numbers_across_tracks_for_moves() {
    phase3("advantage W_PAT; flagships FE1; stored M M")
        .refuses("fed: move flagship FE1 CY2", "SF-9.12")
        .play("fed: move flagship FE1 CY1")
        .then("flagships CY1");
    phase3("advantage W_PAT; advantage W_PAT; flagships FE1; stored M M")
        .plays("fed: move flagship FE1 CY2; fed: move flagship CY2 MU1")
        .then("flagships MU1");
    // One token joins the spaces 1 only, two those of 1 and 2; nothing joins a 3, Sol, a named space, or a space to itself.
    let moves = |n: usize, from: &str, to: &str| {
        let routes = "advantage W_PAT; ".repeat(n);
        let g = phase3(&format!("{routes}flagships {from}; stored M"));
        let decision = format!("fed: move flagship {from} {to}");
        let list = g.game().choices(Seat(0));
        let read = g.game().action(Seat(0), &decision["fed: ".len()..]).unwrap();
        let offered = list.contains(&read);
        assert_eq!(offered, g.game().check(Seat(0), &read).is_ok(), "{decision}");
        offered
    };
    for (routes, from, to, joined) in [
        (0, "FE1", "CY1", false),
        (1, "FE1", "CY1", true),
        (1, "FE1", "MU1", true),
        (1, "FE1", "FE1", false),
        (1, "FE2", "CY1", false),
        (1, "FE2", "CY2", false),
        (1, "FE1", "CY2", false),
        (1, "SOL", "FE2", false),
        (2, "FE2", "CY1", true),
        (2, "FE2", "CY2", true),
        (2, "FE1", "CY2", true),
        (2, "FE2", "FE2", false),
        (2, "FE2", "CY3", false),
        (2, "FE3", "CY2", false),
        (2, "FE3", "FE1", false),
        (2, "SOL", "FE2", false),
        (2, "CUA", "CY2", false),
    ] {
        assert_eq!(moves(routes, from, to), joined, "{routes} Patrol Routes, {from} to {to}");
    }
    // The second step of Warp Bubble is part of the Move.
    phase3("advantage W_PAT; advantage W_BUB; flagships SOL; stored M")
        .play("fed: move flagship SOL FE1")
        .refuses("fed: move-on CY2", "SF-9.12")
        .play("fed: move-on CY1")
        .then("flagships CY1");
    // Forward Deploy keeps to the printed map.
    phase3("advantage W_PAT; flagships FE1; stored B").refuses("fed: forward mine CY1", "SF-9.11");
}

#[test]
fn sf_14_10_losing_the_warp_base_after_warp_gates_changes_nothing() {
    token("FE-ADV", "advantage W_GATE; war FE 3; fleet FE-R FE3; base warp-research APC")
        .dice("1 1")
        .play("fed: resolve")
        .then("base warp-research unbuilt; advantage W_GATE; pools W 2");
}

#[test]
fn sf_15_1_fast_scouts_answer_the_token() {
    token("FSC", "tech MU A_FSC").play("fed: resolve").then("fleet MU-S MU5; fleet CY-S slot 2");
}

#[test]
fn sf_15_2_fast_raiders_answer_the_token() {
    token("FRA", "tech MU A_FRA").play("fed: resolve").then("fleet MU-R MU5; fleet MU-S slot 2");
}

#[test]
fn sf_15_3_raider_protocols_make_the_scout_a_raider() {
    token("FE-ADV", "war FE 3; tech FE A_RPR; fleet FE-S FE3; base build APC")
        .dice("5 1 1 1")
        .play("fed: resolve")
        .events_say("Flesh Eaters Scout moves from Flesh Eaters 3 to Apclore");
    token("FE-ADV", "war FE 3; fleet FE-S FE3; base build APC").play("fed: resolve").then("fleet FE-S FE2");
    token("FRA", "tech FE A_FRA A_RPR").play("fed: resolve").then("fleet FE-R FE4; fleet FE-S FE4");
}

#[test]
fn sf_15_4_defensive_systems_take_a_die_per_copy_once_per_race() {
    let g = given("tech CY A_ADS A_ENH; fleet CY-S CY1; fleet CY-R CY1; flagships CY1 CY1 CY1");
    let (table, space) = (g.game().table(), klaxon_federation::nouns::Space::from_id("CY1").unwrap());
    let count = table.combat_dice(space, table.fleets_at(space));
    assert_eq!((count.defenses, count.dice), (2, 2));
}

#[test]
fn sf_15_5_durability_needs_one_more_hit_per_copy() {
    let two = "stored M; flagships MU2; fleet MU-S MU3";
    phase3(&format!("{two}; tech MU A_DUR"))
        .dice("5 5 5 1")
        .play("fed: move flagship MU2 MU3")
        .then("fleet MU-S slot 2");
    phase3(&format!("{two}; tech MU A_DUR"))
        .dice("5 5 1 1")
        .play("fed: move flagship MU2 MU3")
        .then("fleet MU-S MU5");
    // On MU4 two hits are one blocked step: 3 is not more than 3.
    phase3("stored M; flagships MU3; fleet MU-S MU4; tech MU A_DUR")
        .dice("5 5 1 1")
        .play("fed: move flagship MU3 MU4")
        .then("fleet MU-S MU5");
}

#[test]
fn sf_15_6_anti_espionage_takes_one_off_sabotage() {
    phase3("tech CT A_AES A_FSC; stored E").dice("6").play("fed: sabotage CT").then("tech CT A_AES");
    phase3("tech CT A_AES A_FSC; stored E").dice("1").play("fed: sabotage CT").then("tech CT A_AES A_FSC");
    phase3("tech CT A_AES; advantage F_DDT; stored E").dice("6").play("fed: sabotage CT").then("tech CT");
}

#[test]
fn sf_15_7_forced_pursuit_drags_a_ship_after_the_fleet() {
    let fight = "war FE 3; tech FE A_FPU; fleet FE-B FE2; flagships FE1; sol-defense upgraded";
    token("FE-ADV", fight).dice("5 5 1").play("fed: resolve").then("fleet FE-B FE3; flagships FE2");
    // One space is no pursuit.
    token("FE-ADV", fight).dice("5 1 1").play("fed: resolve").then("fleet FE-B FE2; flagships FE1");
    // It stops before other alien fleets; nobody moves, so nothing is asked.
    token(
        "FE-ADV",
        "war FE 3; tech FE A_FPU; fleet FE-B FE2; fleet FE-S FE3; flagships FE1; sol-defense upgraded",
    )
    .dice("5 5 1")
    .play("fed: resolve")
    .then("flagships FE1; fleet FE-B FE3; fleet FE-S FE2");
    // Which ship: the player chooses. A Mine Field is not carried.
    token("FE-ADV", "war FE 3; tech FE A_FPU; fleet FE-B FE2; flagships FE1; allies FE1; mines FE1")
        .dice("5 5 1")
        .play("fed: resolve")
        .then("asks pursue")
        .refuses("fed: pursue ally FE3", "SF-15.7")
        .play("fed: pursue ally FE2")
        .then("allies FE2; flagships FE1; mines FE1");
}

#[test]
fn sf_15_8_fast_advance_only_for_the_races_own_tokens() {
    token("FE-ADV", "war FE 3; tech FE A_FAD; fleet FE-B FE4").play("fed: resolve").then("fleet FE-B FE2");
    token("FE-PRS", "war FE 3; tech FE A_FAD; fleet FE-B FE4").play("fed: resolve").then("fleet FE-B FE2");
    token("FE-TEC", "war FE 3; tech FE A_FAD A_FSC A_FRA; fleet FE-B FE4")
        .play("fed: resolve")
        .then("fleet FE-B FE2");
    // Not for the extra Advance, SF-10.8, events or overage.
    token("FE-BDF", "war FE 4; tech FE A_FAD; fleet FE-B FE4").play("fed: resolve").then("fleet FE-B FE3");
    phase3("war FE 4; tech FE A_FAD; fleet FE-B FE4; flagships CUA; stored B")
        .play("fed: settle CUA build")
        .then("fleet FE-B FE3");
    token("GCO", "relation FE-CT alliance; tech FE A_FAD; fleet FE-B FE4")
        .dice("5 1")
        .play("fed: resolve")
        .then("fleet FE-B FE3");
    token("GCO", "relation FE-CT alliance; war FE 3; tech FE A_FAD A_FSC A_FRA; fleet FE-B FE4")
        .dice("6 1 pick1")
        .play("fed: resolve")
        .then("fleet FE-B FE3");
    crate::event("EV6", "war FE 3; tech FE A_FAD; fleet FE-S FE4")
        .dice("3")
        .play("fed: resolve")
        .then("fleet FE-S FE3");
}

#[test]
fn sf_15_9_auto_re_spawn_puts_a_destroyed_fleet_back_on_the_map() {
    token("FE-ADV", "war FE 3; tech FE A_ARS; fleet FE-S FE2; mines FE1")
        .dice("5 5 1 1")
        .play("fed: resolve")
        .then("fleet FE-S FE4; war FE 4");
}

#[test]
fn sf_15_10_stolen_technology_copies_space_6() {
    let stolen = "tech ME A_SMU A_SCT; tech MU A_DUR A_FSC; tech CT A_AES";
    assert_eq!(copies(stolen, Race::Mercenaries, AlienTech::Durability), 1);
    assert_eq!(copies(stolen, Race::Mercenaries, AlienTech::AntiEspionage), 1);
    assert_eq!(copies(stolen, Race::Mercenaries, AlienTech::FastScouts), 0);
    assert_eq!(
        copies("tech ME A_SMU", Race::Mercenaries, AlienTech::Durability),
        0,
        "nothing there, no effect"
    );
    phase3("tech ME A_SCT A_FSC; tech CT A_AES; stored E")
        .dice("6")
        .play("fed: sabotage ME")
        .then("tech ME A_SCT");
}

#[test]
fn sf_15_11_plunder_takes_an_available_token_or_one_on_the_way() {
    let fight = "tech ME A_PLU; fleet ME-R ME1; flagships FE4";
    token("ME-ADV", &format!("{fight}; stored B R; embassies FE; columns 1; track 4 0 O"))
        .dice("5 1")
        .play("fed: resolve")
        .then("asks plunder")
        .choices_include("fed: plunder D from embassy FE")
        .choices_include("fed: plunder O from column")
        .refuses("fed: plunder O from track 4 0", "SF-15.11")
        .play("fed: plunder R")
        .then("stored B; pools R 3; fleet ME-R ME1");
    token("ME-ADV", &format!("{fight}; track 4 0 O; track 2 0 B"))
        .dice("5 1")
        .play("fed: resolve")
        .then("asks plunder")
        .play("fed: plunder O from track 4 0")
        .then("track 4 0; track 2 0 B");
    // The whole way down the track, to its last row.
    for row in 1..=6 {
        token("ME-ADV", &format!("{fight}; track {row} 0 O B"))
            .dice("5 1")
            .play("fed: resolve")
            .choices_include(&format!("fed: plunder O from track {row} 0"));
    }
    token("ME-ADV", fight).dice("5 1").play("fed: resolve").then("asks next");
    // Only where a Mercenary fleet fights.
    token("FE-ADV", "tech ME A_PLU; war FE 3; fleet FE-B FE2; mines FE1; stored B")
        .dice("5")
        .play("fed: resolve")
        .then("stored B");
}

#[test]
fn sf_15_12_enhanced_tech_doubles_its_neighbours() {
    let track = "tech CY A_FSC A_ENH A_FRA A_RPR";
    assert_eq!(copies(track, Race::Cybers, AlienTech::FastScouts), 2);
    assert_eq!(copies(track, Race::Cybers, AlienTech::FastRaiders), 2);
    assert_eq!(copies(track, Race::Cybers, AlienTech::RaiderProtocols), 1);
    token("FSC", "tech CY A_FSC A_ENH; war CY 3; fleet CY-S CY6").play("fed: resolve").then("fleet CY-S CY4");
    // Two copies of Fast Raiders are no more than one, since edition 2 (SF-15.16).
    let raider = "tech CY A_FRA A_ENH; war CY 3; fleet CY-R CY6";
    token("FRA", raider).play("fed: resolve").then("fleet CY-R CY5");
}

#[test]
fn sf_15_13_the_doom_fleet_is_a_fleet_not_a_technology_on_the_track() {
    let g = token("CT-TEC", "war CT 1; tech CT A_FSC A_FRA")
        .dice("pick4")
        .play("fed: resolve")
        .then("fleet CT-D CT5; tech CT A_FSC A_FRA");
    assert_eq!(g.game().table().tech_pile(Race::Cthonians).count(), 3, "it is not in the pile any more");
    assert_eq!(data().fleets[Fleet::DOOM.index()].combat_value, 5);
    // Destroyed by three hits and three blocked steps, it goes back to the draw pile.
    phase3("flagships CT4 CT4; allies CT4 CT4; mines CT4+; fleet CT-D CT5; stored M")
        .dice("5 5 5")
        .play("fed: move flagship CT4 CT5")
        .then("fleet CT-D pile; war CT 1");
}

#[test]
fn sf_15_14_the_doom_fleet_moves_like_any_fleet_but_is_no_raider() {
    token("CT-ADV", "war CT 3; fleet CT-D CT4; base build PUY").play("fed: resolve").then("fleet CT-D CT3");
    token("CT-PRS", "fleet CT-D CT4").play("fed: resolve").then("fleet CT-D PUY");
    token("FSC", "tech CT A_FSC; war CT 3; fleet CT-D CT5")
        .play("fed: resolve")
        .then("fleet CT-D CT5; fleet CT-S CT5");
    token("CT-SPN", "war CT 2; fleet CT-D CT5").play("fed: resolve").then("fleet CT-S CT5; fleet CT-D CT5");
}

#[test]
fn sf_15_15_placing_it_among_your_assets_is_combat_and_it_never_re_spawns() {
    token("CT-TEC", "war CT 1; mines CT5")
        .dice("pick6 1")
        .play("fed: resolve")
        .then("fleet CT-D CT5; losses 1; unbuilt mine 3");
    // Cthonians that share Auto Re-spawn: the Doom Fleet still goes to the pile.
    phase3("relation FE-CT alliance; tech FE A_ARS; flagships CT4 CT4; allies CT4 CT4; mines CT4+; fleet CT-D CT5; stored M")
        .dice("5 5 5")
        .play("fed: move flagship CT4 CT5")
        .then("fleet CT-D pile");
}

#[test]
fn sf_15_16_a_second_copy_of_some_technologies_adds_nothing() {
    let shared = "relation FE-CT alliance; tech FE A_FAD; tech CT A_FSC; war CT 3; fleet CT-B CT5";
    token("CT-ADV", shared).play("fed: resolve").then("fleet CT-B CT3");
    // Two copies of Raider Protocols: one Raider move, one of Auto Re-spawn: one fleet.
    let g = token("MU-ADV", "relation CT-MU alliance; tech CT A_RPR; tech MU A_RPR A_ARS; war MU 3; fleet MU-S MU3; base build ASC").dice("5 5 5").play("fed: resolve");
    let scout = g.game().table().fleets[Fleet::from_id("MU-S").unwrap().index()];
    assert!(matches!(scout, FleetAt::Map { .. }));
    g.then("fleet MU-S MU5; fleet MU-R slot 1");
    // Fast Raiders: so since edition 2.
    let shared = "relation FE-CT alliance; tech FE A_FRA; tech CT A_FRA; war CT 3; fleet CT-R CT5";
    token("FRA", shared).play("fed: resolve").then("fleet CT-R CT4");
    token("FRA", &format!("edition 1; {shared}")).play("fed: resolve").then("fleet CT-R CT3");
}

#[test]
fn sf_16_1_difficulty_only_changes_the_token_mix() {
    let of = |difficulty| {
        let setup = klaxon_federation::Setup { difficulty, ..Default::default() };
        let game =
            Federation::start(&setup, &mut klaxon_core::Chance::quick(1), &mut klaxon_core::Tell::muted())
                .unwrap();
        let mut table = *game.table();
        table.pool = data().mix(Difficulty::Easy);
        table.difficulty = Difficulty::Easy;
        table
    };
    assert_eq!(of(Difficulty::Easy), of(Difficulty::Medium));
    assert_eq!(of(Difficulty::Easy), of(Difficulty::Hard));
}

#[test]
fn sf_16_2_solitaire_only() {
    assert!(Federation::menu().scenarios.iter().all(|s| s.sizes == [1]));
    let two = TableOrder { seats: 2, ..TableOrder::default() };
    assert_eq!(Federation::setup(&two).unwrap_err().rule.unwrap().as_str(), "SF-16.2");
    given("").asks("fed");
}

#[test]
fn sf_16_3_no_rules_beyond_those_of_the_ledger() {
    // The menu offers the three difficulties and two comforts that change no rule.
    let menu = Federation::menu();
    assert_eq!(menu.scenarios.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["easy", "medium", "hard"]);
    assert_eq!(menu.options.iter().map(|o| o.id).collect::<Vec<_>>(), ["opening", "pace"]);
}

#[test]
fn sf_15_7_the_pursuit_ends_beside_the_fleet_or_before_another() {
    let fight = "war CY 3; tech CY A_FSC; fleet CY-B CY3; flagships CY2; sol-defense upgraded";
    // Without the technology nobody follows.
    token("CY-ADV", fight).dice("5 5").play("fed: resolve").then("flagships CY2; fleet CY-B CY4");
    // The Flesh Eaters share theirs: two spaces, one step; three spaces, two steps.
    let shared = "war CY 3; relation CY-FE alliance; tech FE A_FPU; fleet CY-B CY3";
    token("CY-ADV", &format!("{shared}; flagships CY2 CY2"))
        .dice("5 5 1")
        .play("fed: resolve")
        .then("flagships CY2 CY3; fleet CY-B CY4");
    token("CY-ADV", &format!("{shared}; flagships CY2 CY2"))
        .dice("5 5 5")
        .play("fed: resolve")
        .then("flagships CY2 CY4; fleet CY-B CY5");
    // A fleet on the second space of the way: the ship stops on the first.
    token("CY-ADV", &format!("{shared}; fleet CY-S CY5; flagships CY2 CY2"))
        .dice("5 5 5")
        .play("fed: resolve")
        .events_say("must pursue from Cybers 2 to Cybers 3")
        .then("flagships CY2 CY3; fleet CY-S CY4; fleet CY-B CY5");
    // No ship, no pursuit.
    token("CY-ADV", &format!("{shared}; flagships CY6; mines CY2+ CY2+"))
        .dice("5 5 5")
        .play("fed: resolve")
        .then("fleet CY-B CY5; flagships CY6; mines CY2+ CY2+");
    // Nor is one that could not go back at all, or only one space.
    phase3("stored M; tech FE A_FPU; flagships FE3; fleet FE-B FE4")
        .dice("5 1")
        .play("fed: move flagship FE3 FE4")
        .then("flagships FE4; fleet FE-B FE4; asks actions");
    phase3("stored M; tech FE A_FPU; flagships FE2; fleet FE-B FE3")
        .dice("5 5")
        .play("fed: move flagship FE2 FE3")
        .then("flagships FE3; fleet FE-B FE4; asks actions");
    // A destroyed fleet is followed by nobody.
    token("FE-ADV", "war FE 3; tech FE A_FPU; fleet FE-S FE2; flagships FE1")
        .dice("5 5 1 1 1")
        .play("fed: resolve")
        .then("flagships FE1; fleet FE-S slot 2");
}

#[test]
fn sf_15_7_two_ways_of_retreat_are_the_players_choice() {
    // From Sol each race goes home on its own track; both have the technology.
    let fight = "war FE 3; relation FE-CT alliance; tech FE A_FPU; fleet FE-B FE1; fleet CT-B SOL; flagships SOL SOL; \
                 sol-defense upgraded; mines SOL+";
    token("FE-ADV", fight)
        .dice("5 5 1 1")
        .play("fed: resolve")
        .then("asks pursue; fleet FE-B FE2; fleet CT-B CT2")
        .choices_include("fed: pursue flagship CT1")
        .refuses("fed: pursue flagship FE2", "SF-15.7")
        .refuses("fed: pursue ally FE1", "SF-15.7")
        .play("fed: pursue flagship FE1")
        .then("flagships SOL FE1");
}

#[test]
fn sf_15_11_nothing_is_taken_that_is_not_there() {
    // One token in all: it goes without asking, wherever it lies.
    let fight = "tech ME A_PLU; fleet ME-R ME1; flagships FE4";
    for (where_, then) in [
        ("stored B", "stored; pools B 3"),
        ("track 0 0 B", "track 0 0; pools B 3"),
        ("spies FE", "spies; pools E 3; war FE 0"),
        ("attaches FE", "attaches; pools E 3; war FE 0"),
        ("embassies FE", "embassies; pools D 2; war FE 0"),
        ("columns 1", "columns 0; pools O 3"),
        ("track 6 0 B", "track 6 0; pools B 3"),
    ] {
        token("ME-ADV", &format!("{fight}; {where_}"))
            .dice("5 1")
            .play("fed: resolve")
            .events_say("plunder")
            .then(then)
            .then("asks next");
    }
    // Stolen with another fleet beside them, too; not without the technology.
    token("ME-ADV", "fleet ME-R ME1; flagships FE4; stored B")
        .dice("5 1")
        .play("fed: resolve")
        .then("stored B");
}

#[test]
fn sf_14_1_every_face_hits_as_the_technologies_say() {
    for (clauses, faces) in [
        ("", [0, 0, 0, 0, 1, 1]),
        ("advantage F_ETS", [0, 0, 0, 1, 1, 2]),
        ("advantage W_VDF", [0, 0, 0, 1, 1, 1]),
        ("advantage F_ETS; advantage W_VDF", [0, 0, 1, 1, 2, 2]),
        ("advantage F_MSW", [0, 0, 0, 0, 1, 1]),
    ] {
        let g = given(clauses);
        let hits: Vec<u8> = (1..=6).map(|face| g.game().table().die_hits(face)).collect();
        assert_eq!(hits, faces, "{clauses}");
    }
}

#[test]
fn sf_15_12_enhanced_tech_reaches_one_space_each_way() {
    for (track, scouts, raiders, protocols) in [
        ("tech CY A_ENH A_FSC A_FRA A_RPR", 2, 1, 1),
        ("tech CY A_FSC A_FRA A_RPR A_ENH", 1, 1, 2),
        ("tech CY A_FSC A_FRA A_ENH A_RPR", 1, 2, 2),
        ("tech CY A_FSC A_FRA A_RPR", 1, 1, 1),
    ] {
        let n = |tech| copies(track, Race::Cybers, tech);
        let all = (n(AlienTech::FastScouts), n(AlienTech::FastRaiders), n(AlienTech::RaiderProtocols));
        assert_eq!(all, (scouts, raiders, protocols), "{track}");
    }
}

#[test]
fn sf_14_5_the_free_move_is_one_more_beside_the_paid_ones() {
    phase3("advantage F_MSO; stored M")
        .play("fed: move flagship SOL FE1")
        .then("free-moves 0; stored")
        .play("fed: move flagship FE1 FE2 free")
        .then("free-moves 1; flagships FE2")
        .refuses_saying("fed: move flagship FE2 FE3 free", "SF-14.5", "was made already");
    phase3("stored M").refuses_saying(
        "fed: move flagship SOL FE1 free",
        "SF-14.5",
        "needs the MilSpecOps Engines",
    );
}
