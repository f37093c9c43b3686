//! Actions with Morale, Diplomacy and Warp, and War Opportunities.

use crate::{phase3, token};

#[test]
fn sf_9_31_propaganda_moves_one_marker() {
    phase3("stored O O O; expansion 1; losses 2; stability 4")
        .plays("fed: propaganda expansion; fed: propaganda losses; fed: propaganda stability")
        .then("expansion 0; losses 1; stability 5; pools O 3")
        .refuses("fed: propaganda expansion", "SF-9.31");
    phase3("stored O; stability 5")
        .refuses("fed: propaganda stability", "SF-9.31")
        .refuses("fed: propaganda losses", "SF-9.31");
}

#[test]
fn sf_9_32_expand_opens_the_middle_then_the_right_column() {
    phase3("stored O O O")
        .plays("fed: expand; fed: expand")
        .then("columns 2; stored O")
        .refuses("fed: expand", "SF-9.32");
    phase3("columns 1").refuses("fed: expand with column", "SF-9.32");
}

#[test]
fn sf_9_33_a_spent_expansion_locks_the_rightmost_column_and_empties_it() {
    phase3("columns 2; track 0 2 B; track 4 2 M M; track 3 1 R; stability 3")
        .play("fed: propaganda stability with column")
        .then("columns 1; track 0 2; track 4 2; track 3 1 R; pools B 3; pools M 3; stability 4");
    phase3("columns 1; sacrificed B").play("fed: reclaim B with column").then("columns 0; sacrificed O");
    crate::event("EV1", "columns 1; track 3 1 B").dice("4").play("fed: resolve").then("columns 0; track 3 1");
}

#[test]
fn sf_9_34_reclaim_returns_an_earlier_sacrifice() {
    phase3("stored O; sacrificed M R").play("fed: reclaim R").then("sacrificed M O; pools R 3");
    phase3("stored O; sacrificed M").refuses("fed: reclaim O", "SF-9.34");
}

#[test]
fn sf_9_35_one_embassy_per_race_not_at_total_war() {
    phase3("stored D D; war CT 3")
        .play("fed: embassy CT")
        .then("embassies CT")
        .refuses("fed: embassy CT", "SF-9.35")
        .refuses("fed: embassy ME", "SF-9.35")
        .allows("fed: embassy FE");
}

#[test]
fn sf_9_36_the_embassy_contests_every_single_step() {
    let settle = "flagships APC; embassies FE; stored B";
    phase3(settle).dice("6 5").play("fed: settle APC build").then("war FE 0; embassies FE");
    phase3(settle).dice("6 1").play("fed: settle APC build").then("war FE 1; embassies");
    // Returned with the first step, it cannot contest the second.
    phase3(settle).dice("3").play("fed: settle APC build").then("war FE 1; embassies; pools D 2");
    phase3(settle).dice("2").play("fed: settle APC build").then("war FE 2; embassies");
}

#[test]
fn sf_9_37_the_embassy_moves_along_and_is_gone_at_total_war() {
    phase3("embassies FE; war FE 2; stored D").play("fed: envoy FE").then("war FE 1; embassies FE");
    // At every level short of Total War an Embassy may stand, and a step that was stopped leaves it there.
    for war in 0..4 {
        token("FE-BDF", &format!("embassies FE; war FE {war}; base build CUA"))
            .dice("5")
            .play("fed: resolve")
            .then(&format!("war FE {war}; embassies FE"));
    }
    phase3("war FE 3; stored D").play("fed: embassy FE").then("war FE 3; embassies FE");
    token("FE-BDF", "embassies FE; war FE 3; base build CUA")
        .dice("1")
        .play("fed: resolve")
        .then("war FE 4; embassies; pools D 2");
}

#[test]
fn sf_9_38_an_envoy_needs_an_embassy_that_is_not_spent_for_it() {
    phase3("embassies FE; war FE 3; stored D")
        .play("fed: envoy FE")
        .then("war FE 2; embassies FE; pools D 1");
    phase3("war FE 3; stored D").refuses("fed: envoy FE", "SF-9.38");
    phase3("embassies FE CT; war FE 3")
        .refuses("fed: envoy FE with embassy FE", "SF-9.38")
        .play("fed: envoy FE with embassy CT")
        .then("war FE 2; embassies FE");
}

#[test]
fn sf_9_39_parley_needs_no_embassy_and_may_use_it_up() {
    phase3("war CY 4; stored D").play("fed: parley CY").then("war CY 3; sacrificed D");
    phase3("war CY 3; embassies CY")
        .play("fed: parley CY with embassy CY")
        .then("war CY 2; embassies; sacrificed D");
}

#[test]
fn sf_9_40_nothing_to_move_at_peace() {
    phase3("embassies FE; stored D").refuses("fed: envoy FE", "SF-9.40").refuses("fed: parley FE", "SF-9.40");
}

#[test]
fn sf_9_41_an_ally_ship_comes_to_sol_for_a_warp_token() {
    phase3("advantage W_GATE; stored W")
        .play("fed: ally-ship")
        .then("allies SOL; sacrificed W; unbuilt ally 1");
    phase3("advantage W_GATE; stored W; fleet ME-S SOL; flagships FE1")
        .dice("5 1 1 1 1")
        .play("fed: ally-ship")
        .then("fleet ME-S ME1");
    phase3("advantage W_GATE; allies SOL SOL; stored W").refuses("fed: ally-ship", "SF-9.41");
    phase3("").refuses("fed: ally-ship", "SF-9.41");
}

#[test]
fn sf_9_42_an_ally_ship_moves_and_fights_but_neither_settles_nor_carries() {
    phase3("advantage W_GATE; allies CUA; flagships SOL; mines CUA; stored B M")
        .refuses("fed: settle CUA build", "SF-9.3")
        .refuses("fed: move ally CUA FE1 carrying basic", "SF-9.13")
        .play("fed: move ally CUA FE1")
        .then("allies FE1");
    // Three swords: a die in its own space and in every adjacent one.
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1; allies SOL; stored M")
        .play("fed: resolve")
        .then("dice 2");
}

#[test]
fn sf_9_43_a_lost_ally_ship_needs_another_warp() {
    token("CT-ADV", "advantage W_GATE; war CT 3; fleet CT-B CT2; allies CT1")
        .dice("1 1")
        .play("fed: resolve")
        .then("unbuilt ally 2; losses 1");
}

#[test]
fn sf_9_44_advanced_technology_brings_two_unseen_warp_technologies() {
    phase3("advantage W_GATE; stored W W")
        .play("fed: advanced-tech")
        .events_say("2 Warp technologies")
        .then("card 6 W_BUB box; card 7 W_VDF box; card 8 W_PAT pile; unknown 6; sacrificed W")
        .play("fed: advanced-tech")
        .then("card 8 W_PAT box; card 9 W_PAT box");
    phase3(
        "advantage W_GATE; stored W; card 6 W_BUB box; card 7 W_VDF box; card 8 W_PAT box; card 9 W_PAT box",
    )
    .refuses("fed: advanced-tech", "SF-9.44");
}

#[test]
fn sf_9_45_fold_space_between_named_spaces_and_sol_that_you_hold() {
    let base = "advantage W_GATE; stored W; mines CUA";
    phase3(&format!("{base}; flagships CUA FE1; base build SAE"))
        .refuses("fed: fold flagship FE1 SOL", "SF-9.45")
        .refuses("fed: fold flagship CUA APC", "SF-9.45")
        // Not to where it is, nor to a space without a name, though a Flagship of yours is there.
        .refuses("fed: fold flagship CUA CUA", "SF-9.45")
        .refuses("fed: fold flagship CUA FE1", "SF-9.45")
        .refuses("fed: fold ally CUA SOL", "SF-9.45")
        .allows("fed: fold flagship CUA SOL")
        .play("fed: fold flagship CUA SAE")
        .then("flagships SAE FE1; mines CUA; sacrificed W");
    phase3(&format!("{base}; flagships CUA; allies ABR; fleet ME-S ABR"))
        .dice("5 1 1 1 1")
        .play("fed: fold flagship CUA ABR")
        .then("fleet ME-S ME3");
}

#[test]
fn sf_9_46_a_war_opportunity_needs_a_war_and_an_embassy() {
    phase3("relation FE-CT war; embassies CT; stored D")
        .play("fed: opportunity FE-CT peace-talks")
        .then("relation FE-CT neutral; pools D 1");
    phase3("embassies CT; stored D").refuses("fed: opportunity FE-CT peace-talks", "SF-9.46");
    phase3("relation FE-CT war; embassies CY; stored D")
        .refuses("fed: opportunity FE-CT peace-talks", "SF-9.46");
    // An Embassy may pay only if another one still meets the condition.
    phase3("relation FE-CT war; embassies CT").refuses_saying(
        "fed: opportunity FE-CT peace-talks with embassy CT",
        "SF-9.46",
        "after paying with that Embassy",
    );
    phase3("relation FE-CT war; embassies CY; stored D").refuses_saying(
        "fed: opportunity FE-CT peace-talks",
        "SF-9.46",
        "you need an Embassy with one of the two",
    );
    phase3("relation FE-CT war; embassies FE CT")
        .play("fed: opportunity FE-CT peace-talks with embassy CT")
        .then("embassies FE; relation FE-CT neutral");
    phase3("relation FE-CT war; embassies CT; stored B").refuses("fed: opportunity FE-CT arms MU", "SF-9.46");
}

#[test]
fn sf_9_47_arms_dealing_one_to_peace_the_other_1_down() {
    phase3("relation FE-CT war; embassies CT; war FE 3; war CT 2; stored B")
        .dice("1")
        .play("fed: opportunity FE-CT arms FE")
        .then("relation FE-CT neutral; war FE 0; war CT 3; embassies");
}

#[test]
fn sf_9_48_impartial_arbitration_sends_all_fleets_back_one_space() {
    phase3("relation FE-CT war; embassies CT; fleet FE-S FE1; fleet FE-B FE4; fleet CT-S PUY from CT2; fleet CT-D SOL; stored M")
        .play("fed: opportunity FE-CT arbitration")
        .then("fleet FE-S FE2; fleet FE-B FE4; fleet CT-S CT2; fleet CT-D CT1; relation FE-CT neutral");
}

#[test]
fn sf_9_49_falsified_intel_turns_a_race_against_its_other_neighbour() {
    phase3("relation FE-CT war; embassies FE; stored E")
        .play("fed: opportunity FE-CT intel CT")
        .then("relation FE-CT neutral; relation CT-MU war; war ME 3");
    phase3("relation FE-CT war; relation CY-FE alliance; embassies FE; stored E")
        .play("fed: opportunity FE-CT intel FE")
        .then("relation FE-CT neutral; relation CY-FE neutral");
}

#[test]
fn sf_9_50_disarmament_removes_space_6_of_both() {
    phase3("relation CT-MU war; embassies MU; tech CT A_FSC A_ADS; tech MU A_DUR; stored R")
        .play("fed: opportunity CT-MU disarmament")
        .then("tech CT A_ADS; tech MU; relation CT-MU neutral");
}

#[test]
fn sf_9_51_peace_talks_move_both_war_efforts_up() {
    phase3("relation MU-CY war; embassies MU; war MU 2; war CY 0; stored D")
        .play("fed: opportunity MU-CY peace-talks")
        .then("war MU 1; war CY 0; relation MU-CY neutral");
}

#[test]
fn sf_9_52_warp_pays_for_any_of_the_five() {
    let war = "advantage W_GATE; relation MU-CY war; embassies MU; stored W";
    for deal in ["arms CY", "arbitration", "intel MU", "disarmament", "peace-talks"] {
        let g = phase3(war);
        let g = if deal == "arms CY" { g.dice("6") } else { g };
        g.play(&format!("fed: opportunity MU-CY {deal} by-warp"))
            .then("relation MU-CY neutral; pools W 2; sacrificed");
    }
}

#[test]
fn sf_9_53_attaches_never_contest_your_own_acts_embassies_do() {
    phase3("relation FE-CT war; attaches FE CT; embassies CT; stored D")
        .play("fed: opportunity FE-CT peace-talks")
        .then("relation FE-CT neutral; attaches FE CT");
    phase3("relation FE-CT war; embassies CT; stored B")
        .dice("6")
        .play("fed: opportunity FE-CT arms FE")
        .then("war CT 0; embassies CT");
}
