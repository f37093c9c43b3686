//! Actions with Build, Maneuver, Research and Espionage.

use crate::{given, phase3, token};
use klaxon_federation::Event;

#[test]
fn sf_9_1_construction_places_an_unbuilt_asset_on_sol_basic_side() {
    phase3("stored B B; flagships SOL unbuilt")
        .plays("fed: construct sol-defense; fed: construct flagship")
        .then("sol-defense basic; flagships SOL SOL; pools B 3");
    phase3("stored B")
        .play("fed: construct mine")
        .then("mines SOL; unbuilt mine 2")
        .refuses("fed: construct flagship", "SF-9.1");
}

#[test]
fn sf_9_2_building_among_aliens_causes_combat_at_once() {
    phase3("fleet ME-S SOL; flagships FE1; stored B")
        .dice("5 1 1 1")
        .play("fed: construct mine")
        .then("fleet ME-S ME1; asks actions");
}

#[test]
fn sf_9_3_settling_turns_a_flagship_in_a_named_space_into_a_base() {
    phase3("flagships CUA; stored B")
        .play("fed: settle CUA defense")
        .then("base defense CUA; flagships unbuilt locked locked locked locked");
    phase3("flagships CUA; base build unbuilt; stored B")
        .play("fed: settle CUA build")
        .then("base build CUA");
    phase3("flagships FE1; stored B")
        .refuses("fed: settle FE1 build", "SF-9.3")
        .refuses("fed: settle CUA build", "SF-9.3");
    phase3("flagships CUA; base build APC; stored B").refuses("fed: settle CUA build", "SF-9.3");
}

#[test]
fn sf_9_4_not_where_a_base_or_an_alien_is() {
    phase3("flagships CUA; base build CUA; stored B").refuses("fed: settle CUA research", "SF-9.4");
    phase3("flagships CUA; fleet FE-S CUA; stored B").refuses("fed: settle CUA research", "SF-9.4");
}

#[test]
fn sf_9_5_settling_puts_expansion_desire_back_to_0() {
    phase3("flagships CUA; expansion 1; stored B").play("fed: settle CUA build").then("expansion 0");
}

#[test]
fn sf_9_6_settling_angers_the_race_by_the_distance() {
    for (space, race, distance) in
        [("CUA", "FE", 1), ("APC", "FE", 2), ("PUY", "CT", 3), ("ASC", "MU", 3), ("SAE", "CY", 4)]
    {
        phase3(&format!("flagships {space}; stored B"))
            .play(&format!("fed: settle {space} build"))
            .then(&format!("war {race} {distance}"));
    }
    phase3("flagships ABR; war ME 1; stored B").play("fed: settle ABR build").then("war ME 3");
}

#[test]
fn sf_9_7_the_first_settling_unlocks_what_lies_with_the_base() {
    for (base, what) in [
        ("build", "pools B 5; unbuilt flagship 2; card 0 F_ETS box"),
        ("maneuver", "pools M 5; unbuilt flagship 2; card 1 F_MSW box"),
        ("research", "pools R 5; unbuilt flagship 2; card 2 F_DDT box"),
        ("espionage", "pools E 5; unbuilt flagship 2; card 3 F_RTT box"),
        ("defense", "pools O 5; pools D 3; unbuilt flagship 1"),
        ("warp-research", "project W_GATE 0; unbuilt flagship 1"),
    ] {
        phase3("flagships CUA; stored B").play(&format!("fed: settle CUA {base}")).then(what);
    }
    // Face down: the technology is not seen.
    phase3("flagships CUA; stored B").play("fed: settle CUA build").then("unknown 0");
}

#[test]
fn sf_9_8_settling_again_unlocks_nothing_more_but_angers_again() {
    phase3("flagships CUA; base build unbuilt; stored B; war FE 1")
        .then("pools B 4; unbuilt flagship 1")
        .play("fed: settle CUA build")
        .then("pools B 5; unbuilt flagship 2; war FE 2")
        .events_do_not_say("unlocks");
}

#[test]
fn sf_9_9_order_base_unlock_desire_then_war_effort() {
    let g = phase3("flagships APC; expansion 1; stored B").play("fed: settle APC build");
    let at = |wanted: fn(&Event) -> bool| g.told().iter().position(|t| wanted(&t.event)).unwrap();
    let settled = at(|e| matches!(e, Event::Settled { .. }));
    let unlocked = at(|e| matches!(e, Event::Unlocked { .. }));
    let desire = at(|e| matches!(e, Event::Moved { .. }));
    let war = at(|e| matches!(e, Event::WarMoved { .. }));
    assert!(settled < unlocked && unlocked < desire && desire < war);
    let steps = g.told().iter().filter(|t| matches!(t.event, Event::WarMoved { .. })).count();
    assert_eq!(steps, 2, "one by one");
}

#[test]
fn sf_9_10_upgrade_flips_to_the_striped_side() {
    phase3("stored B B B; mines FE1; sol-defense basic; base build CUA")
        .plays("fed: upgrade mine FE1; fed: upgrade sol-defense; fed: upgrade base build")
        .then("mines FE1+; sol-defense upgraded; base build CUA+; pools B 5");
    phase3("stored B; sol-defense upgraded; base build unbuilt")
        .refuses("fed: upgrade sol-defense", "SF-9.10")
        .refuses("fed: upgrade base build", "SF-9.10")
        .refuses("fed: upgrade mine SOL", "SF-9.10");
}

#[test]
fn sf_9_11_forward_deploy_beside_flagships_and_bases() {
    phase3("stored B B; flagships FE2 unbuilt; base maneuver PUY")
        .play("fed: forward mine FE3")
        .then("mines FE3; sacrificed B")
        .play("fed: forward flagship CT4")
        .then("flagships FE2 CT4; sacrificed B B");
    phase3("stored B; flagships FE4; mines SOL; allies CT1")
        .refuses("fed: forward mine FE1", "SF-9.11")
        .refuses("fed: forward mine CT2", "SF-9.11")
        .refuses("fed: forward sol-defense FE3", "SF-9.11")
        .refuses("fed: forward flagship FE3", "SF-9.11")
        .allows("fed: forward mine FE3");
    // Sol may be the target, from a space beside it; among aliens there is combat.
    phase3("stored B; flagships FE2").refuses("fed: forward mine SOL", "SF-9.11");
    phase3("stored B; flagships FE1").play("fed: forward mine SOL").then("mines SOL");
    phase3("stored B; flagships FE1; fleet FE-S FE2")
        .dice("5 1 1 1")
        .play("fed: forward mine FE2")
        .then("fleet FE-S FE3");
}

#[test]
fn sf_9_12_a_ship_moves_to_an_adjacent_space() {
    phase3("stored M M M; allies SOL")
        .plays("fed: move flagship SOL CUA; fed: move flagship CUA FE2; fed: move ally SOL CY1")
        .then("flagships FE2; allies CY1; pools M 3");
    phase3("stored M")
        .refuses("fed: move flagship SOL FE2", "SF-9.12")
        .refuses("fed: move ally SOL FE1", "SF-9.12");
}

#[test]
fn sf_9_13_a_flagship_may_carry_one_mine_field_an_ally_ship_none() {
    phase3("stored M M; mines SOL SOL+")
        .play("fed: move flagship SOL FE1 carrying upgraded")
        .then("flagships FE1; mines SOL FE1+")
        .refuses("fed: move flagship FE1 FE2 carrying basic", "SF-9.13");
    phase3("stored M; mines SOL; allies SOL").refuses("fed: move ally SOL FE1 carrying basic", "SF-9.13");
}

#[test]
fn sf_9_14_moving_among_aliens_causes_combat_at_once() {
    phase3("stored M; fleet FE-S FE1")
        .dice("5 5 1 1 1")
        .play("fed: move flagship SOL FE1")
        .then("fleet FE-S slot 2; flagships FE1; war FE 1");
}

#[test]
fn sf_9_15_moving_away_from_aliens_is_free() {
    phase3("stored M; flagships FE2; fleet FE-B FE2")
        .play("fed: move flagship FE2 FE1")
        .then("flagships FE1; fleet FE-B FE2");
}

#[test]
fn sf_9_16_out_maneuver_adds_a_die_before_the_roll_up_to_five() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; fleet FE-S FE2; mines FE1; base maneuver ABR; stored M M M M")
        .play("fed: resolve")
        .then("asks out-maneuver; dice 1")
        .plays("fed: out-maneuver; fed: out-maneuver; fed: out-maneuver")
        .then("dice 4; pools M 4")
        .dice("1 1 1 1 5")
        .play("fed: out-maneuver")
        .then("fleet FE-B FE2; stored");
    // With five dice nothing is asked; outside a combat it is refused.
    token("ME-ADV", "fleet ME-S ME1; stored M").dice("5 1 1 1 1").play("fed: resolve").then("stored M");
    phase3("stored M").refuses("fed: out-maneuver", "SF-9.16");
}

#[test]
fn sf_9_17_bypass_takes_a_token_out_and_one_of_three_in() {
    let g = given("moment actions; queue FED1 FE-ADV RND EXP GCO; stored M; pool CT-SPN ME-GRD MU-ADV")
        .refuses("fed: bypass 0", "SF-9.17")
        .refuses("fed: bypass 7", "SF-9.17")
        .play("fed: bypass 1")
        .then("asks draw; sacrificed M")
        .refuses("fed: draw CY-ADV", "SF-9.17")
        .play("fed: draw ME-GRD")
        .then("queue FED1 RND EXP GCO ME-GRD; pool CT-SPN MU-ADV; asks actions");
    assert_eq!(g.game().table().holding.of(klaxon_federation::nouns::Token::from_id("FE-ADV").unwrap()), 2);
    // Fewer in the pool: draw what there is.
    given("moment actions; queue FED1 FE-ADV; stored M; pool")
        .play("fed: bypass 1")
        .then("queue FED1; asks actions");
}

#[test]
fn sf_9_18_initiate_looks_at_two_and_begins_one() {
    phase3("base build CUA; stored R")
        .refuses("fed: initiate 1 4", "SF-9.18")
        .refuses("fed: initiate 0 0", "SF-9.18")
        .then("unknown 0; unknown 4")
        .play("fed: initiate 0 4")
        .then("asks study; known 0; known 4")
        .refuses("fed: study 1", "SF-9.18")
        .play("fed: study 4")
        .then("project F_MSO 0; card 0 F_ETS box seen");
    // The only one there is taken.
    phase3("stored R").play("fed: initiate 4").then("project F_MSO 0; asks actions");
    phase3("stored R; project F_MSO 0").refuses("fed: initiate 4", "SF-9.18");
}

#[test]
fn sf_9_19_conduct_rolls_the_chart_for_each_project() {
    let chart = [
        ("0", ["0", "25", "25", "25", "25", "50"]),
        ("25", ["0", "25", "50", "50", "50", "75"]),
        ("50", ["25", "50", "50", "75", "75", "done"]),
        ("75", ["50", "75", "75", "done", "done", "done"]),
    ];
    for (column, row) in chart {
        for (face, to) in (1..).zip(row) {
            phase3(&format!("project F_ETS {column}; stored R"))
                .dice(&format!("{face}"))
                .play("fed: conduct")
                .then(&format!("project F_ETS {to}"));
        }
    }
    phase3("project F_ETS 0; project F_DDT 75; stored R")
        .dice("6 1")
        .play("fed: conduct")
        .then("project F_ETS 50; project F_DDT 50");
    phase3("stored R").refuses("fed: conduct", "SF-9.19");
}

#[test]
fn sf_9_20_never_beyond_0_or_100_and_done_for_ever() {
    phase3("project F_MSW 75; stored R").dice("6").play("fed: conduct").then("advantage F_MSW; asks actions");
    phase3("project F_MSW 50; stored R").dice("6").play("fed: conduct").then("advantage F_MSW");
    phase3("project F_MSW 25; stored R").dice("1").play("fed: conduct").then("project F_MSW 0");
    phase3("advantage F_MSW; stored R").refuses("fed: conduct", "SF-9.19").refuses("fed: focus 1", "SF-9.21");
}

#[test]
fn sf_9_21_focused_research_moves_one_project_without_a_roll() {
    phase3("project F_MSW 25; project F_ETS 25; stored R")
        .play("fed: focus 1")
        .then("project F_MSW 50; project F_ETS 25; sacrificed R");
    phase3("stored R").refuses("fed: focus 4", "SF-9.21");
}

#[test]
fn sf_9_22_without_the_warp_research_base_conduct_skips_its_token() {
    phase3("base warp-research unbuilt; project W_GATE 25; project F_ETS 0; stored R")
        .dice("6")
        .play("fed: conduct")
        .then("project W_GATE 25; project F_ETS 50");
    phase3("base warp-research unbuilt; project W_GATE 25; stored R")
        .refuses("fed: conduct", "SF-9.19")
        .play("fed: focus 5")
        .then("project W_GATE 50");
    phase3("base warp-research CUA; project W_GATE 25; stored R")
        .dice("3")
        .play("fed: conduct")
        .then("project W_GATE 50");
    crate::event("EV3", "base warp-research unbuilt; project W_GATE 25")
        .dice("4")
        .play("fed: resolve")
        .then("project W_GATE 50");
}

#[test]
fn sf_9_23_sabotage_sends_a_technology_back_to_its_pile() {
    let g = phase3("tech CT A_FSC A_ADS; stored E")
        .dice("5")
        .play("fed: sabotage CT")
        .then("tech CT A_FSC; pools E 3");
    assert_eq!(g.game().table().tech_pile(klaxon_federation::nouns::Race::Cthonians).count(), 5);
    phase3("stored E").refuses("fed: sabotage CT", "SF-9.23");
}

#[test]
fn sf_9_24_the_spy_points_one_higher_empty_and_missing_spaces_find_nothing() {
    // The spy is on space 4: a 4 means 5.
    phase3("tech CT A_FSC A_ADS; spies CT; stored E")
        .dice("4")
        .play("fed: sabotage CT")
        .play("fed: accept")
        .then("asks actions; tech CT A_FSC");
    phase3("tech CT A_FSC A_ADS; stored E").dice("4").play("fed: sabotage CT").then("tech CT A_FSC A_ADS");
    phase3("tech CT A_FSC A_ADS; stored E").dice("2").play("fed: sabotage CT").events_say("finds nothing");
    // Modified results above 6 count as 6.
    phase3("tech CT A_FSC A_ADS; advantage F_DDT; stored E")
        .dice("6")
        .play("fed: sabotage CT")
        .then("tech CT A_ADS");
}

#[test]
fn sf_9_25_the_rest_and_the_spy_move_up() {
    phase3("tech CY A_FSC A_FRA A_RPR; spies CY; track 0 0 E")
        .dice("6")
        .play("fed: sabotage CY with tray")
        .play("fed: accept")
        .then("tech CY A_FRA A_RPR; spies CY; tech-space CY 4");
}

#[test]
fn sf_9_26_slow_research_puts_a_spy_on_the_highest_empty_space() {
    phase3("tech CT A_FSC; stored E E")
        .play("fed: slow CT")
        .then("spies CT; tech-space CT 5")
        .refuses("fed: slow CT", "SF-9.26");
    phase3("tech CT A_FSC A_FRA A_RPR; stored E").refuses("fed: slow CT", "SF-9.26");
    // A deployed spy may be redeployed elsewhere.
    phase3("spies FE").play("fed: slow CT with spy FE").then("spies CT");
}

#[test]
fn sf_9_27_a_spy_that_lets_it_pass_moves_on_or_returns() {
    token("CT-TEC", "war CT 1; spies CT")
        .play("fed: resolve")
        .dice("pick1")
        .play("fed: no-contest")
        .then("spies CT; tech-space CT 5");
    token("CT-TEC", "war CT 1; spies CT; tech CT A_FSC A_FRA")
        .play("fed: resolve")
        .dice("pick1")
        .play("fed: no-contest")
        .then("spies; pools E 3; war CT 1");
}

#[test]
fn sf_9_28_an_attache_contests_the_next_change_of_relationship() {
    phase3("stored E E")
        .refuses("fed: attache ME", "SF-9.28")
        .play("fed: attache FE")
        .then("attaches FE")
        .refuses("fed: attache FE", "SF-9.28")
        .allows("fed: attache CT");
    // Forced; with a 6 it stays and the change is stopped, so that it can contest again.
    token("GCO", "attaches FE")
        .dice("1 1 6")
        .play("fed: resolve")
        .play("fed: accept")
        .play("fed: accept")
        .then("relation FE-CT neutral; attaches FE; asks next");
}

#[test]
fn sf_9_29_a_re_roll_throws_all_dice_of_the_roll_again() {
    phase3("project F_ETS 0; project F_MSW 0; stored R E E")
        .dice("1 1")
        .play("fed: conduct")
        .then("asks judge")
        .dice("1 2 6 6")
        .play("fed: reroll")
        .then("asks judge; shows 1 2")
        .play("fed: reroll")
        .then("project F_ETS 50; project F_MSW 50; sacrificed E E");
    // A spy whose own contest is rolled cannot pay for it; another one can.
    token("FE-TEC", "war FE 1; spies FE CT")
        .play("fed: resolve")
        .dice("1")
        .play("fed: contest")
        .then("asks judge")
        .refuses("fed: reroll with spy FE", "SF-9.29")
        .dice("6")
        .play("fed: reroll with spy CT")
        .then("spies FE; sacrificed E; tech FE");
    phase3("stored E").refuses("fed: reroll", "SF-9.29");
    // Once accepted, a roll is over, however many tokens there are.
    token("FED1", "stored E E")
        .dice("4")
        .play("fed: resolve")
        .play("fed: accept")
        .then("asks place")
        .not_asked("fed: reroll")
        .not_asked("fed: accept");
    // Both Translator dice are one roll.
    token("FE-TEC", "war FE 1; spies FE; advantage F_RTT; stored E")
        .play("fed: resolve")
        .dice("1 1")
        .play("fed: contest")
        .dice("5 6")
        .play("fed: reroll")
        .then("spies FE");
}

#[test]
fn sf_9_30_a_contest_of_4_or_less_kills_the_spy() {
    for (die, dead) in [("6", false), ("5", false), ("4", true), ("3", true), ("2", true), ("1", true)] {
        let g = token("FE-TEC", "war FE 1; spies FE").play("fed: resolve");
        let dice = if die < "3" { format!("{die} pick1") } else { die.into() };
        let g = g.dice(&dice).play("fed: contest");
        if dead {
            g.then("spies; war FE 2; pools E 3").events_say("is killed");
        } else {
            g.then("spies FE; war FE 1");
        }
    }
    token("GCO", "attaches CT")
        .dice("1 1 3")
        .play("fed: resolve")
        .play("fed: accept")
        .play("fed: accept")
        .then("attaches; war CT 1; relation FE-CT neutral");
}
