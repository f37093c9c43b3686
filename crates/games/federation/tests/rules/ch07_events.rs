//! Event effects.

use crate::event;

#[test]
fn sf_7_1_advance_one_research_of_your_choice() {
    event("EV3", "project F_ETS 0; project F_MSW 25")
        .dice("4")
        .play("fed: resolve")
        .then("asks research")
        .refuses("fed: research 7", "SF-7.1")
        .play("fed: research 1")
        .then("project F_MSW 50; project F_ETS 0");
    event("EV3", "project F_ETS 75").dice("5").play("fed: resolve").then("advantage F_ETS");
    event("EV3", "").dice("6").play("fed: resolve").events_say("no effect");
}

#[test]
fn sf_7_2_advance_the_resource_track_now() {
    event("EV2", "track 1 0 B; track 4 0 M M")
        .dice("4")
        .play("fed: resolve")
        .then("track 0 0 B; track 3 0 M M; track 4 0");
}

#[test]
fn sf_7_3_alliance_moves_the_rolled_pair_or_is_overage() {
    event("EV4", "").dice("1 1").play("fed: resolve").then("relation FE-CT alliance");
    event("EV4", "relation FE-CT war").dice("2 1").play("fed: resolve").then("relation FE-CT neutral");
    event("EV4", "relation FE-CT alliance")
        .dice("3 1")
        .play("fed: resolve")
        .then("war FE 1; war CT 1; relation FE-CT alliance");
}

#[test]
fn sf_7_4_expansion_desire_then_stability() {
    event("EV1", "").dice("1").play("fed: resolve").then("expansion 1; stability 3");
    event("EV1", "expansion 1").dice("2").play("fed: resolve").then("expansion 1; stability 2");
}

#[test]
fn sf_7_5_free_build_places_an_unbuilt_asset_on_sol() {
    event("EV2", "")
        .dice("6")
        .play("fed: resolve")
        .then("asks free-build")
        .refuses("fed: free-build flagship", "SF-7.5")
        .play("fed: free-build sol-defense")
        .then("sol-defense basic; pools B 3");
    // Aliens in Sol fight it at once.
    event("EV2", "fleet ME-S SOL; flagships FE1")
        .dice("6")
        .play("fed: resolve")
        .dice("5 1 1 1")
        .play("fed: free-build mine")
        .then("fleet ME-S ME1");
    // With everything built there is nothing to ask.
    event("EV2", "mines SOL SOL SOL; sol-defense basic").dice("6").play("fed: resolve").then("asks next");
}

#[test]
fn sf_7_6_free_propaganda() {
    event("EV1", "losses 1")
        .dice("5")
        .play("fed: resolve")
        .then("asks free-propaganda")
        .refuses("fed: free-propaganda expansion", "SF-9.31")
        .play("fed: free-propaganda losses")
        .then("losses 0; pools O 3");
}

#[test]
fn sf_7_7_gain_tech_whatever_the_war_effort_and_contested() {
    event("EV3", "").dice("2 pick1").play("fed: resolve").then("tech CY A_FSC; war CY 0");
    event("EV3", "spies CY")
        .dice("2")
        .play("fed: resolve")
        .play("fed: accept")
        .then("asks contest")
        .dice("6")
        .play("fed: contest")
        .then("tech CY; spies CY");
}

#[test]
fn sf_7_8_military_loss_then_stability() {
    event("EV1", "losses 1").dice("3").play("fed: resolve").then("losses 2; stability 3");
    event("EV1", "losses 2").dice("3").play("fed: resolve").then("losses 2; stability 2");
}

#[test]
fn sf_7_9_resources_move_up_row_0_joins_row_1_as_one_stack() {
    event("EV2", "track 0 0 B M; track 1 0 R; track 6 0 E")
        .dice("1")
        .play("fed: resolve")
        .then("track 0 0; track 1 0 B M; track 2 0 R; track 6 0; pools E 3");
}

#[test]
fn sf_7_10_spawn_or_advance_one_fleet() {
    event("EV6", "").dice("3").play("fed: resolve").then("fleet FE-S FE4");
    event("EV6", "fleet FE-S FE4").dice("3").play("fed: resolve").then("fleet FE-S FE4");
    event("EV6", "fleet FE-S FE4; fleet FE-B FE4; war FE 3")
        .dice("3")
        .play("fed: resolve")
        .then("fleet FE-S FE3; fleet FE-B FE4");
    // Then combat.
    event("EV6", "fleet ME-R ME1").dice("2 5 1 1").play("fed: resolve").then("fleet ME-R ME1");
}

#[test]
fn sf_7_11_spend_takes_stored_then_deployed_then_the_next_one_due() {
    event("EV1", "stored O; columns 1; track 2 0 O")
        .dice("4")
        .play("fed: resolve")
        .then("stored; columns 1; track 2 0 O");
    event("EV1", "columns 1; track 2 1 O")
        .dice("4")
        .play("fed: resolve")
        .then("columns 0; track 2 1; pools O 3");
    event("EV1", "track 3 0 O; track 2 0 B").dice("4").play("fed: resolve").then("track 3 0; track 2 0 B");
    event("EV1", "columns 0; track 0 0 O; track 1 0 O")
        .dice("4")
        .play("fed: resolve")
        .then("track 0 0; track 1 0 O");
    event("EV1", "").dice("4").play("fed: resolve").events_say("no effect");
    // Several deployed tokens of the type: the player chooses.
    event("EV5", "spies FE; attaches CY").dice("6").play("fed: resolve").then("asks judge");
    event("EV4", "embassies FE CT")
        .dice("6")
        .play("fed: resolve")
        .then("asks return")
        .refuses("fed: return embassy CY", "SF-7.11")
        .play("fed: return embassy CT")
        .then("embassies FE; pools D 1");
}

#[test]
fn sf_7_12_war_effort_goes_down() {
    for (die, clause) in [("2", "war FE 1"), ("3", "war MU 1"), ("4", "war CT 1"), ("5", "war CY 1")] {
        event("EV5", "").dice(die).play("fed: resolve").then(clause);
    }
    // Below Total War it is an Advance.
    event("EV5", "war FE 4; fleet FE-S FE4").dice("2").play("fed: resolve").then("war FE 4; fleet FE-S FE3");
}

#[test]
fn sf_7_13_the_faction_die_names_the_race_six_is_your_choice() {
    for (die, race) in [("1", "FE"), ("2", "CT"), ("4", "MU"), ("5", "CY")] {
        event("EV5", "").dice(&format!("1 {die}")).play("fed: resolve").then(&format!("war {race} 1"));
    }
    event("EV5", "war ME 2").dice("1 3").play("fed: resolve").then("war ME 3");
    event("EV5", "")
        .dice("1 6")
        .play("fed: resolve")
        .then("asks faction")
        .play("fed: faction MU")
        .then("war MU 1");
}

#[test]
fn sf_7_14_failed_alliance_breaks_one_of_your_choice_without_attaches() {
    event("EV4", "relation FE-CT alliance; relation MU-CY alliance; relation CT-MU war; attaches MU")
        .dice("4")
        .play("fed: resolve")
        .then("asks judge")
        .play("fed: accept")
        .then("asks break")
        .refuses("fed: break CT-MU", "SF-7.14")
        .play("fed: break MU-CY")
        .then("relation MU-CY neutral; relation FE-CT alliance; attaches MU");
    event("EV4", "relation CT-MU war").dice("5").play("fed: resolve").events_say("no effect");
}

#[test]
fn sf_7_15_may_events_can_be_declined_others_not() {
    event("EV2", "")
        .dice("6")
        .play("fed: resolve")
        .play("fed: decline")
        .then("sol-defense unbuilt; asks next");
    event("EV1", "").dice("6").play("fed: resolve").play("fed: decline").then("stability 3; asks next");
    event("EV3", "project F_ETS 0; project F_MSW 0")
        .dice("4")
        .play("fed: resolve")
        .then("asks research")
        .not_asked("fed: decline")
        .play("fed: research 1")
        .then("project F_MSW 25; asks next");
}

#[test]
fn sf_7_13_the_race_is_told_where_the_die_names_it_and_only_there() {
    event("EV5", "").dice("1 2").play("fed: resolve").events_say("It strikes the Cthonians").then("war CT 1");
    event("EV5", "").dice("4").play("fed: resolve").events_do_not_say("It strikes").then("war CT 1");
    event("EV3", "")
        .dice("1 4 pick1")
        .play("fed: resolve")
        .events_say("It strikes the Mutants")
        .then("tech MU A_FSC");
    event("EV6", "")
        .dice("1 4")
        .play("fed: resolve")
        .events_say("It strikes the Mutants")
        .then("fleet MU-R MU5");
    // The player's choice is as good as a die, also of the Mercenaries.
    for race in ["FE", "CT", "ME", "MU", "CY"] {
        event("EV5", "war ME 0")
            .dice("1 6")
            .play("fed: resolve")
            .play(&format!("fed: faction {race}"))
            .events_say("It strikes")
            .then(&format!("war {race} 1"));
    }
}

#[test]
fn sf_7_11_the_next_one_due_is_the_lowest_row_and_there_the_left_column() {
    event("EV1", "columns 0; track 5 0 O; track 2 0 B O")
        .dice("4")
        .play("fed: resolve")
        .then("track 5 0 O; track 2 0 B; pools O 2");
    // Espionage has no column to open, so what lies in three columns is on its way alone.
    event("EV2", "columns 2; track 3 0 B; track 3 1 M; track 3 2 M; track 4 0 M")
        .dice("3")
        .play("fed: resolve")
        .then("track 3 1; track 3 2 M; track 4 0 M");
    // Stored before row 0.
    event("EV2", "stored B; track 0 0 B")
        .dice("2")
        .play("fed: resolve")
        .then("stored; track 0 0 B; pools B 2");
    // With nothing of the type anywhere the event has no effect, whatever else there is.
    event("EV2", "stored M; track 2 0 R")
        .dice("2")
        .play("fed: resolve")
        .events_say("no effect")
        .then("stored M; track 2 0 R");
    // Deployed: spies and Attachés are both Espionage.
    event("EV5", "spies FE; attaches CY")
        .dice("6")
        .play("fed: resolve")
        .play("fed: accept")
        .then("asks return")
        .refuses("fed: return spy CY", "SF-7.11")
        .play("fed: return attache CY")
        .then("spies FE; attaches; pools E 2; war CY 0");
}

#[test]
fn sf_7_9_every_column_moves_up_and_only_what_leaves_row_6_is_lost() {
    event("EV2", "columns 2; track 5 0 B; track 6 1 M; track 0 2 R; track 3 2 E; stored O")
        .dice("1")
        .play("fed: resolve")
        .then("track 6 0 B; track 5 0; track 6 1; track 1 2 R; track 0 2; track 4 2 E; track 3 2; pools M 3; stored O")
        .events_say("is lost from row 6");
    event("EV2", "columns 2; track 5 0 B")
        .dice("1")
        .play("fed: resolve")
        .events_do_not_say("is lost from row 6");
}

#[test]
fn sf_7_2_every_column_comes_down_and_row_0_collects() {
    event("EV2", "columns 2; track 0 2 B; track 1 2 M M; track 2 2 R; track 6 1 E; track 1 1 O")
        .dice("5")
        .play("fed: resolve")
        .then("track 0 2 B M M; track 1 2 R; track 2 2; track 5 1 E; track 6 1; track 0 1 O; track 1 1");
}

#[test]
fn sf_7_15_what_was_declined_is_told_and_changes_nothing() {
    for (chit, die) in [("EV2", "6"), ("EV1", "5")] {
        event(chit, "losses 1")
            .dice(die)
            .play("fed: resolve")
            .play("fed: decline")
            .events_say("You decline")
            .then("losses 1; stability 3; sol-defense unbuilt; unbuilt mine 3");
    }
    event("EV1", "").dice("5").play("fed: resolve").not_asked("fed: free-build mine");
    event("EV2", "").dice("6").play("fed: resolve").not_asked("fed: free-propaganda stability");
    event("EV3", "").dice("4").play("fed: resolve").then("asks next").not_asked("fed: decline");
}
