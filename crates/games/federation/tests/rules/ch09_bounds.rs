//! Actions at their bounds: the last piece, the first and the last level, the token that may not pay.

use klaxon_federation::{Event, Federation};
use klaxon_testkit::Given;

// The chapters themselves have better examples for the pages of rules than these.

#[track_caller]
fn untold(given: Given<Federation>) -> Given<Federation> {
    Given::of(given.game().clone()).offering(|_| false)
}

#[track_caller]
fn given(clauses: &str) -> Given<Federation> {
    untold(crate::given(clauses))
}

#[track_caller]
fn phase3(clauses: &str) -> Given<Federation> {
    untold(crate::phase3(clauses))
}

#[track_caller]
fn token(id: &str, clauses: &str) -> Given<Federation> {
    untold(crate::token(id, clauses))
}

#[track_caller]
fn event(chit: &str, clauses: &str) -> Given<Federation> {
    untold(crate::event(chit, clauses))
}

#[test]
fn sf_9_1_each_kind_is_built_while_one_is_left() {
    phase3("stored B B; mines SOL SOL")
        .play("fed: construct mine")
        .then("mines SOL SOL SOL; unbuilt mine 0")
        .refuses("fed: construct mine", "SF-9.1")
        .play("fed: construct sol-defense")
        .refuses("fed: construct sol-defense", "SF-9.1");
    // A locked Flagship is not unbuilt.
    phase3("stored B; flagships SOL locked").refuses("fed: construct flagship", "SF-9.1");
    // Nobody fights where no fleet is.
    phase3("stored B; fleet ME-S ME1")
        .play("fed: construct mine")
        .events_do_not_say("Combat")
        .then("asks actions");
}

#[test]
fn sf_9_5_expansion_desire_is_told_of_only_where_it_moves() {
    phase3("flagships CUA; expansion 1; stored B")
        .play("fed: settle CUA build")
        .events_say("Expansion Desire goes from 1 to 0");
    phase3("flagships CUA; expansion 0; stored B")
        .play("fed: settle CUA build")
        .events_do_not_say("Expansion Desire");
}

#[test]
fn sf_9_3_one_flagship_of_several_becomes_the_base() {
    phase3("flagships CUA CUA SOL; stored B")
        .play("fed: settle CUA defense")
        .then("flagships CUA SOL; unbuilt flagship 1; base defense CUA; resource-dice 1");
    // Locked Flagships come free with their own Base alone.
    phase3("flagships CUA; stored B")
        .play("fed: settle CUA maneuver")
        .then("flagships unbuilt locked unbuilt locked locked");
    phase3("flagships CUA; stored B")
        .play("fed: settle CUA espionage")
        .then("flagships unbuilt locked locked locked unbuilt");
}

#[test]
fn sf_9_13_one_of_two_mine_fields_goes_along_and_nothing_else() {
    phase3("stored M; flagships SOL SOL; mines SOL SOL SOL+")
        .play("fed: move flagship SOL FE1 carrying basic")
        .then("flagships SOL FE1; mines FE1 SOL SOL+")
        .events_say("Mine Field");
    phase3("stored M; mines FE1").refuses("fed: move flagship SOL FE1 carrying basic", "SF-9.13");
    phase3("stored M; mines SOL").refuses("fed: move flagship SOL FE1 carrying upgraded", "SF-9.13");
}

#[test]
fn sf_9_16_no_die_beyond_five_and_none_without_a_token() {
    // Four dice: one more fits, then the roll is made without asking again.
    token("FE-ADV", "war FE 3; fleet FE-S FE2; mines FE1; stored M M")
        .play("fed: resolve")
        .then("asks out-maneuver; dice 4")
        .dice("1 1 1 1 5")
        .play("fed: out-maneuver")
        .then("stored M; asks next");
    token("FE-ADV", "war FE 3; fleet FE-S FE2; mines FE1; stored M M")
        .play("fed: resolve")
        .dice("1 1 1 5")
        .play("fed: throw")
        .then("stored M M; asks next");
    token("FE-ADV", "war FE 3; fleet FE-S FE2; mines FE1; stored B")
        .dice("1 1 1 5")
        .play("fed: resolve")
        .then("asks next");
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1; stored M; track 0 0 M")
        .play("fed: resolve")
        .refuses("fed: out-maneuver with column", "SF-0.5")
        .play("fed: out-maneuver with tray")
        .events_say("2 dice now")
        .then("track 0 0; stored M; dice 2");
}

#[test]
fn sf_9_17_bypass_reaches_every_space_but_the_first_and_draws_at_most_three() {
    let queue = "moment actions; queue FED1 FE-ADV RND EXP GCO; stored M";
    for (slot, left) in [
        (1, "queue FED1 RND EXP GCO"),
        (2, "queue FED1 FE-ADV EXP GCO"),
        (3, "queue FED1 FE-ADV RND GCO"),
        (4, "queue FED1 FE-ADV RND EXP"),
    ] {
        given(&format!("{queue}; pool")).play(&format!("fed: bypass {slot}")).then(left);
    }
    given(&format!("{queue}; pool")).refuses("fed: bypass 5", "SF-9.17");
    // With two in the pool two are drawn, with one it comes in by itself, and of five three are shown.
    given(&format!("{queue}; pool CT-SPN MU-ADV"))
        .play("fed: bypass 1")
        .then("asks draw; pool")
        .play("fed: draw MU-ADV")
        .then("queue FED1 RND EXP GCO MU-ADV; pool CT-SPN");
    given(&format!("{queue}; pool MU-ADV"))
        .play("fed: bypass 1")
        .then("asks actions; queue FED1 RND EXP GCO MU-ADV; pool");
    let g = given(&format!("{queue}; pool MU-ADV CT-ADV CY-ADV ME-ADV CT-SPN"))
        .play("fed: bypass 1")
        .then("asks draw");
    assert_eq!((g.game().table().drawn.len(), g.game().table().pool.total()), (3, 2));
    // Two alike are one choice.
    let g = given(&format!("{queue}; pool MU-PRS MU-PRS MU-ADV")).play("fed: bypass 1");
    let mut choices = g.choices_of("fed");
    choices.sort();
    assert_eq!(choices, ["draw MU-ADV", "draw MU-PRS"]);
    g.play("fed: draw MU-PRS").then("pool MU-ADV MU-PRS");
}

#[test]
fn sf_9_18_any_two_of_the_box_and_the_other_goes_back() {
    let boxed = "base build CUA; base maneuver APC; stored R R";
    phase3(boxed)
        .allows("fed: initiate 0 1")
        .allows("fed: initiate 0 4")
        .allows("fed: initiate 1 4")
        .refuses("fed: initiate 4 1", "SF-9.18")
        .refuses("fed: initiate 4", "SF-9.18")
        .refuses("fed: initiate 2 4", "SF-9.18")
        .refuses("fed: initiate 0 2", "SF-9.18")
        .play("fed: initiate 0 1")
        .events_say("You look at")
        .then("known 0; known 1; unknown 4")
        .play("fed: study 0")
        .then("project F_ETS 0; card 1 F_MSW box seen; unknown 4");
}

#[test]
fn sf_9_20_every_step_of_a_project_is_told() {
    for (column, face, words) in [
        ("0", "1", "makes no progress at 0 %"),
        ("0", "2", "advances to 25 %"),
        ("25", "1", "falls back to 0 %"),
        ("50", "6", "advances to 100 %"),
    ] {
        phase3(&format!("project F_ETS {column}; stored R"))
            .dice(face)
            .play("fed: conduct")
            .events_say(words);
    }
    // Focused Research and the event take the last step, too.
    phase3("project F_ETS 75; stored R")
        .play("fed: focus 0")
        .then("advantage F_ETS")
        .events_say("is completed");
    phase3("project F_ETS 50; stored R")
        .play("fed: focus 0")
        .then("project F_ETS 75")
        .events_do_not_say("is completed");
    event("EV3", "project F_ETS 50").dice("4").play("fed: resolve").then("project F_ETS 75");
}

#[test]
fn sf_9_22_the_warp_token_is_rolled_for_in_its_turn() {
    phase3("base warp-research CUA; project W_GATE 25; project F_ETS 0; stored R")
        .dice("6 1")
        .play("fed: conduct")
        .then("project F_ETS 50; project W_GATE 0");
    phase3("project F_ETS 25; stored R").then("pools W 0").dice("6").play("fed: conduct").then("pools W 0");
}

#[test]
fn sf_9_24_sabotage_of_each_space_with_and_without_the_spy() {
    // Spaces 6, 5, 4, 3 of the Cybers, two of them taken; the spy, where there is one, on space 4.
    for (face, plain, spied) in [
        (6, "tech CY A_FRA", "tech CY A_FRA"),
        (5, "tech CY A_FSC", "tech CY A_FSC"),
        (4, "tech CY A_FSC A_FRA", "tech CY A_FSC"),
        (3, "tech CY A_FSC A_FRA", "tech CY A_FSC A_FRA"),
        (2, "tech CY A_FSC A_FRA", "tech CY A_FSC A_FRA"),
        (1, "tech CY A_FSC A_FRA", "tech CY A_FSC A_FRA"),
    ] {
        let dice = format!("{face}");
        phase3("tech CY A_FSC A_FRA; stored E").dice(&dice).play("fed: sabotage CY").then(plain);
        phase3("tech CY A_FSC A_FRA; spies CY; stored E")
            .dice(&dice)
            .plays("fed: sabotage CY; fed: accept")
            .then(spied)
            .then("spies CY");
    }
    // What was looked for is told with its modifiers.
    phase3("tech CY A_FSC; stored E; advantage F_DDT")
        .dice("2")
        .play("fed: sabotage CY")
        .events_say("finds nothing in space 3");
    phase3("tech CT A_AES; stored E")
        .dice("1")
        .play("fed: sabotage CT")
        .events_say("finds nothing in space 0");
    phase3("tech CT A_AES; stored E; advantage F_DDT; advantage W_VDF")
        .dice("5")
        .play("fed: sabotage CT")
        .then("tech CT");
    phase3("tech CY A_FSC A_FRA; stored E").dice("5").play("fed: sabotage CY").events_say("in space 5");
}

#[test]
fn sf_9_26_a_spy_takes_the_highest_empty_space_and_says_which() {
    for (techs, space) in [("", 6), (" A_FSC", 5), (" A_FSC A_FRA", 4)] {
        phase3(&format!("tech CY{techs}; stored E"))
            .play("fed: slow CY")
            .events_say(&format!("takes space {space}"));
    }
    phase3("tech CY A_FSC A_FRA A_RPR A_ADS; stored E").refuses("fed: slow CY", "SF-9.26");
    // At most one per track, also for a spy that would only be moved there.
    phase3("spies FE CT").refuses("fed: slow CT with spy FE", "SF-9.26");
    // An Attaché may become a spy, and a spy an Attaché.
    phase3("attaches FE").play("fed: slow FE with attache FE").then("attaches; spies FE");
    phase3("spies FE").play("fed: attache FE with spy FE").then("attaches FE; spies");
}

#[test]
fn sf_9_29_an_attache_cannot_pay_for_its_own_contest_but_for_anothers() {
    let rolled = || {
        token("GCO", "attaches FE CT")
            .dice("1 1")
            .plays("fed: resolve; fed: accept; fed: accept")
            .dice("1")
            .play("fed: roll-first CT")
            .then("asks judge")
    };
    rolled()
        .refuses_saying("fed: reroll with attache CT", "SF-9.29", "whose contest is rolled")
        .refuses_saying("fed: reroll with spy CT", "SF-0.5", "no Espionage token")
        .refuses("fed: reroll with stored", "SF-0.5")
        .dice("6")
        .play("fed: reroll with attache FE")
        .events_say("thrown again")
        .then("attaches CT; sacrificed E; relation FE-CT neutral");
    rolled().dice("6").play("fed: accept").events_do_not_say("thrown again").then("attaches FE; war CT 1");
}

#[test]
fn sf_9_29_the_roll_of_an_embassy_can_be_thrown_again_with_any_espionage() {
    token("FE-BDF", "embassies FE; base build CUA; spies FE; stored E")
        .dice("1")
        .play("fed: resolve")
        .then("asks judge")
        .dice("6")
        .play("fed: reroll with spy FE")
        .then("asks judge; shows 6; spies")
        .play("fed: accept")
        .then("embassies FE; war FE 0; stored E");
}

#[test]
fn sf_9_31_each_marker_moves_to_its_end_and_not_beyond() {
    for (clause, decision, then) in [
        ("expansion 1", "expansion", "expansion 0"),
        ("losses 1", "losses", "losses 0"),
        ("losses 2", "losses", "losses 1"),
        ("stability 4", "stability", "stability 5"),
        ("stability 1", "stability", "stability 2"),
    ] {
        phase3(&format!("stored O; {clause}")).play(&format!("fed: propaganda {decision}")).then(then);
    }
    phase3("stored O; losses 1")
        .refuses("fed: propaganda expansion", "SF-9.31")
        .allows("fed: propaganda losses");
}

#[test]
fn sf_9_33_the_last_column_is_locked_first() {
    phase3("columns 2; track 3 1 B; track 3 2 M; sacrificed R")
        .play("fed: reclaim R with column")
        .events_say("right column is locked")
        .then("columns 1; track 3 1 B; track 3 2; pools M 3")
        .then("sacrificed O");
    phase3("columns 1; track 0 1 B; track 0 0 B; losses 1")
        .play("fed: propaganda losses with column")
        .events_say("middle column is locked")
        .then("columns 0; track 0 1; track 0 0 B; pools B 2; losses 0");
    phase3("stored O O")
        .play("fed: expand")
        .events_say("middle column")
        .play("fed: expand")
        .events_say("right column");
}

#[test]
fn sf_9_35_an_embassy_at_every_level_but_the_last() {
    for war in 0..4 {
        phase3(&format!("stored D; war FE {war}")).play("fed: embassy FE").then("embassies FE");
    }
    phase3("stored D; war FE 4").refuses("fed: embassy FE", "SF-9.35");
    phase3("stored D; war ME 3").play("fed: embassy ME").then("embassies ME");
    // An Embassy may be moved to another race, not onto itself.
    phase3("embassies FE").play("fed: embassy CT with embassy FE").then("embassies CT");
    phase3("embassies FE").refuses("fed: embassy FE with embassy FE", "SF-9.35");
}

#[test]
fn sf_9_38_a_step_up_from_every_level_below_peace() {
    for war in 1..4 {
        phase3(&format!("embassies FE; war FE {war}; stored D"))
            .play("fed: envoy FE")
            .then(&format!("war FE {}; embassies FE", war - 1));
    }
    for war in 1..5 {
        phase3(&format!("war FE {war}; stored D"))
            .play("fed: parley FE")
            .then(&format!("war FE {}", war - 1));
    }
    phase3("embassies FE; war FE 0; stored D").refuses("fed: envoy FE", "SF-9.40");
}

#[test]
fn sf_9_44_of_an_odd_pile_the_last_one_comes_alone() {
    phase3("advantage W_GATE; stored W; card 6 W_BUB box; card 7 W_VDF box; card 8 W_PAT box")
        .play("fed: advanced-tech")
        .events_say("1 Warp technologies")
        .then("card 9 W_PAT box");
    phase3("").refuses("fed: advanced-tech", "SF-9.44");
}

#[test]
fn sf_9_45_every_kind_of_anchor_holds_a_fold_open() {
    let warp = "advantage W_GATE; stored W; flagships CUA";
    for (there, open) in [
        ("flagships CUA SAE", true),
        ("allies SAE", true),
        ("base build SAE", true),
        ("mines SAE", false),
        ("fleet CY-S SAE", false),
    ] {
        let g = phase3(&format!("{warp}; {there}"));
        if open {
            g.allows("fed: fold flagship CUA SAE").done();
        } else {
            g.refuses("fed: fold flagship CUA SAE", "SF-9.45").done();
        }
    }
    // From Sol, and with an Ally Ship; never to or from a numbered space.
    phase3("advantage W_GATE; stored W; flagships SOL CUA; allies SOL")
        .allows("fed: fold flagship SOL CUA")
        .play("fed: fold ally SOL CUA")
        .then("allies CUA; flagships SOL CUA");
    phase3("advantage W_GATE; stored W; flagships FE1 CUA")
        .refuses("fed: fold flagship FE1 CUA", "SF-9.45")
        .refuses("fed: fold flagship CUA FE1", "SF-9.45")
        .refuses("fed: fold flagship SOL CUA", "SF-9.45")
        .allows("fed: fold flagship CUA SOL");
}

#[test]
fn sf_9_46_each_of_the_two_embassies_is_enough() {
    for race in ["FE", "CT"] {
        phase3(&format!("relation FE-CT war; embassies {race}; stored D"))
            .allows("fed: opportunity FE-CT peace-talks");
    }
    phase3("relation FE-CT war; embassies MU; stored D")
        .refuses("fed: opportunity FE-CT peace-talks", "SF-9.46");
    phase3("relation FE-CT alliance; embassies FE; stored D")
        .refuses("fed: opportunity FE-CT peace-talks", "SF-9.46");
    // Another Embassy pays, whoever it is with, as long as one of the two remains.
    phase3("relation FE-CT war; embassies CT MU")
        .refuses("fed: opportunity FE-CT peace-talks with embassy CT", "SF-9.46")
        .play("fed: opportunity FE-CT peace-talks with embassy MU")
        .then("embassies CT; relation FE-CT neutral");
    for deal in ["arms MU", "intel ME", "arms CY"] {
        phase3("relation FE-CT war; embassies CT; stored B E")
            .refuses(&format!("fed: opportunity FE-CT {deal}"), "SF-9.46");
    }
    // Only the one war ends.
    phase3("relation FE-CT war; relation MU-CY war; embassies FE MU; stored M")
        .play("fed: opportunity MU-CY arbitration")
        .then("relation MU-CY neutral; relation FE-CT war");
}

#[test]
fn sf_9_47_either_race_may_be_armed_against() {
    let war = "relation FE-CT war; embassies FE; war FE 2; war CT 3; stored B";
    phase3(war).play("fed: opportunity FE-CT arms FE").then("war FE 0; war CT 4; embassies FE");
    phase3(war).dice("2").play("fed: opportunity FE-CT arms CT").then("war CT 0; war FE 3; embassies");
    // One who is at Peace already stays there, and nothing is told of a move.
    phase3("relation FE-CT war; embassies FE; war FE 0; war CT 0; stored B")
        .play("fed: opportunity FE-CT arms FE")
        .events_do_not_say("goes up")
        .then("war FE 0; war CT 1");
}

#[test]
fn sf_9_48_both_races_and_no_third_go_back_one_space() {
    phase3(
        "relation MU-CY war; embassies MU; fleet MU-S MU5; fleet MU-R MU1; fleet CY-B CY5; fleet CY-S SAE; \
         fleet FE-S FE1; stored M",
    )
    .play("fed: opportunity MU-CY arbitration")
    .events_say("cannot go back any further")
    .then("fleet MU-S MU5; fleet MU-R MU2; fleet CY-B CY6; fleet FE-S FE1; relation MU-CY neutral")
    .then_not("fleet CY-S SAE");
    phase3("relation MU-CY war; embassies MU; fleet MU-R MU1; stored M")
        .play("fed: opportunity MU-CY arbitration")
        .events_do_not_say("cannot go back any further");
}

#[test]
fn sf_9_49_each_race_of_each_pair_has_its_other_neighbour() {
    for (pair, race, other) in [
        ("FE-CT", "FE", "CY-FE"),
        ("FE-CT", "CT", "CT-MU"),
        ("CT-MU", "CT", "FE-CT"),
        ("CT-MU", "MU", "MU-CY"),
        ("MU-CY", "MU", "CT-MU"),
        ("MU-CY", "CY", "CY-FE"),
        ("CY-FE", "CY", "MU-CY"),
        ("CY-FE", "FE", "FE-CT"),
    ] {
        let with = &pair[..2];
        phase3(&format!("relation {pair} war; embassies {with}; stored E"))
            .play(&format!("fed: opportunity {pair} intel {race}"))
            .then(&format!("relation {pair} neutral; relation {other} war"));
    }
    // At war with the other already: it stays so, nothing is told of it, and the Mercenaries stay where they are.
    phase3("relation FE-CT war; relation CT-MU war; embassies FE; stored E")
        .play("fed: opportunity FE-CT intel CT")
        .events_do_not_say("Mutants are at war")
        .then("relation FE-CT neutral; relation CT-MU war; war ME 4");
}

#[test]
fn sf_9_50_who_has_no_technology_loses_none() {
    phase3("relation CT-MU war; embassies MU; tech CT A_FSC A_ADS; stored R")
        .play("fed: opportunity CT-MU disarmament")
        .events_say("in space 6")
        .then("tech CT A_ADS; tech MU; relation CT-MU neutral");
    phase3("relation CT-MU war; embassies MU; tech MU A_FSC A_DUR; tech FE A_FSC; stored R")
        .play("fed: opportunity CT-MU disarmament")
        .then("tech CT; tech MU A_DUR; tech FE A_FSC");
}

#[test]
fn sf_9_51_peace_talks_lift_both_and_only_both() {
    phase3("relation MU-CY war; embassies MU; war MU 3; war CY 4; war FE 2; stored D")
        .play("fed: opportunity MU-CY peace-talks")
        .then("war MU 2; war CY 3; war FE 2");
}

#[test]
fn sf_9_52_the_way_it_was_paid_is_told() {
    phase3("advantage W_GATE; relation MU-CY war; embassies MU; stored W D")
        .play("fed: opportunity MU-CY peace-talks by-warp")
        .events_say("through External Arbitration")
        .then("pools W 2; stored D");
    phase3("advantage W_GATE; relation MU-CY war; embassies MU; stored W D")
        .play("fed: opportunity MU-CY peace-talks")
        .events_do_not_say("through External Arbitration")
        .then("stored W");
}

#[test]
fn sf_14_7_the_second_step_is_the_last_and_needs_a_place_to_go() {
    let g =
        phase3("advantage W_BUB; stored M M; allies SOL").play("fed: move ally SOL FE1").then("asks move-on");
    g.refuses("fed: move-on FE2 carrying basic", "SF-9.13")
        .play("fed: move-on SOL")
        .then("allies SOL; asks actions");
    phase3("advantage W_BUB; stored M; mines SOL")
        .play("fed: move flagship SOL FE1 carrying basic")
        .play("fed: move-on FE2")
        .then("flagships FE2; mines FE1; asks actions");
    // Without the technology one step is all.
    phase3("stored M M")
        .play("fed: move flagship SOL FE1")
        .then("asks actions")
        .not_asked("fed: halt")
        .not_asked("fed: move-on FE2");
}

#[test]
fn sf_9_7_what_is_unlocked_is_told_once() {
    let g = phase3("flagships CUA; stored B").play("fed: settle CUA defense").events_say("unlocks");
    let n = g.told().iter().filter(|t| matches!(t.event, Event::Unlocked { .. })).count();
    assert_eq!(n, 1);
}
