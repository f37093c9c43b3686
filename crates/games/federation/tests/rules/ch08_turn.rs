//! The Federation turn.

use crate::{given, phase3, token};
use klaxon_federation::Event;

const POOLS_EMPTY: &str = "sacrificed B B B M M M R R R E E E O O O D D";

#[test]
fn sf_8_1_four_phases() {
    let g = token("FED1", "track 1 0 M")
        .dice("3")
        .play("fed: resolve")
        .then("asks place; turn 1")
        .play("fed: place B")
        .then("asks actions; track 2 0 B; track 0 0 M");
    g.play("fed: end").then("asks keep").play("fed: let-go").then("asks next; holding").done();
}

#[test]
fn sf_8_2_one_or_two_rolls_one_after_the_other() {
    token("FED2", "")
        .dice("3 4")
        .play("fed: resolve")
        .play("fed: place B")
        .then("asks place")
        .play("fed: place M")
        .then("track 2 0 B; track 3 0 M");
}

#[test]
fn sf_8_3_one_die_per_resource_icon_sol_always() {
    given("").then("resource-dice 1");
    given("base build CUA; base research ABR+; base defense ASC").then("resource-dice 3");
    token("FED1", "base build CUA").dice("2 5").play("fed: resolve").then("asks place");
}

#[test]
fn sf_8_4_minus_1_on_every_die_a_0_places_nothing() {
    token("FED1M", "").dice("1").play("fed: resolve").events_say("places nothing").then("asks actions");
    token("FED1M", "").dice("4").play("fed: resolve").play("fed: place R").then("track 2 0 R");
    // Beside a 0 the other results stand, the 1 that goes on to row 0 among them.
    let g = token("FED1M", "base build CUA").dice("1 2").play("fed: resolve").then("asks place");
    assert!(g.told().iter().any(|t| matches!(t.event, Event::ResultLost { result: 0, .. })));
    g.play("fed: place R").then("track 0 0 R; asks actions");
}

#[test]
fn sf_8_5_example_one_three_three_becomes_nothing_and_a_stack_in_row_2() {
    token("FED1M", "base build CUA; base maneuver ABR")
        .dice("1 3 3")
        .play("fed: resolve")
        .then("asks place")
        .play("fed: place M")
        .then("track 1 0 M M; asks actions");
}

#[test]
fn sf_8_6_every_different_result_takes_a_type_that_has_tokens() {
    token("FED1", "base build CUA; sacrificed R R R")
        .dice("5 2")
        .play("fed: resolve")
        .refuses("fed: place R", "SF-8.6")
        .refuses("fed: place W", "SF-8.6")
        .play("fed: place B")
        .play("fed: place M")
        .then("track 1 0 B; track 4 0 M");
}

#[test]
fn sf_8_7_leftmost_unlocked_empty_space_of_the_row() {
    token("FED1", "columns 2; track 3 0 B")
        .dice("3")
        .play("fed: resolve")
        .play("fed: place M")
        .then("track 2 1 M; track 2 2");
}

#[test]
fn sf_8_8_equal_results_form_one_stack() {
    token("FED1", "base build CUA; base research ABR")
        .dice("4 4 4")
        .play("fed: resolve")
        .play("fed: place E")
        .then("track 3 0 E E E; asks actions");
}

#[test]
fn sf_8_9_no_placing_on_tokens_of_an_earlier_roll() {
    token("FED2", "")
        .dice("4 4")
        .play("fed: resolve")
        .play("fed: place B")
        .events_say("its row is full")
        .then("track 3 0 B");
    token("FED2", "columns 1")
        .dice("4 4")
        .play("fed: resolve")
        .play("fed: place B")
        .play("fed: place B")
        .then("track 3 0 B; track 3 1 B");
}

#[test]
fn sf_8_10_a_full_row_loses_the_result() {
    token("FED1", "track 3 0 B")
        .dice("3")
        .play("fed: resolve")
        .events_say("its row is full")
        .then("track 2 0 B; asks actions");
}

#[test]
fn sf_8_11_a_short_pool_gives_what_it_has_empty_pools_lose_the_result() {
    token("FED1", "base build CUA; sacrificed R R")
        .dice("4 4")
        .play("fed: resolve")
        .play("fed: place R")
        .then("track 3 0 R; pools R 0");
    token("FED1", POOLS_EMPTY)
        .dice("4")
        .play("fed: resolve")
        .events_say("all pools are empty")
        .then("asks actions");
}

#[test]
fn sf_8_12_morale_opens_the_middle_then_the_right_column() {
    phase3("stored O O")
        .play("fed: expand")
        .then("columns 1")
        .play("fed: expand")
        .then("columns 2")
        .refuses("fed: expand", "SF-9.32");
    token("FED1", "columns 1; track 5 0 B; track 5 1 M")
        .dice("5")
        .play("fed: resolve")
        .events_say("its row is full");
    token("FED1", "columns 2; track 5 0 B; track 5 1 M")
        .dice("5")
        .play("fed: resolve")
        .play("fed: place R")
        .then("track 4 2 R");
}

#[test]
fn sf_8_13_everything_moves_down_a_row_and_row_0_is_a_tray() {
    token("FED1", "columns 1; track 0 0 E; track 1 0 M; track 2 0 R; track 6 1 O")
        .dice("5")
        .play("fed: resolve")
        .play("fed: accept")
        .play("fed: place B")
        .then("track 0 0 E M; track 1 0 R; track 4 0 B; track 5 1 O; track 6 1");
}

#[test]
fn sf_8_14_a_result_of_1_can_be_used_this_very_turn() {
    token("FED1", "")
        .dice("1")
        .play("fed: resolve")
        .play("fed: place B")
        .then("track 0 0 B")
        .allows("fed: construct mine with tray");
    token("FED1", "")
        .dice("2")
        .play("fed: resolve")
        .play("fed: place B")
        .then("track 1 0 B")
        .refuses("fed: construct mine", "SF-0.5");
}

#[test]
fn sf_8_15_any_number_of_actions_as_long_as_tokens_pay() {
    phase3("stored B B; track 0 0 M O; stability 3")
        .plays(
            "fed: construct mine; fed: propaganda stability; fed: move flagship SOL FE1; fed: construct mine",
        )
        .then("stored; track 0 0; stability 4; flagships FE1; mines SOL SOL")
        .refuses("fed: construct mine", "SF-0.5")
        .choices_include("fed: end");
    // Actions given by technologies are possible without a token.
    phase3("advantage F_MSO").allows("fed: move flagship SOL FE1 free");
}

#[test]
fn sf_8_16_tokens_may_be_stored_at_any_time_or_left_unused() {
    phase3("track 0 0 B M; stored R")
        .play("fed: store M")
        .then("stored M R; track 0 0 B; asks actions")
        .refuses("fed: store O", "SF-8.16")
        .play("fed: end")
        .play("fed: let-go")
        .then("stored M R; pools B 3");
    // From every column of row 0, and from no other row.
    for column in 0..3 {
        phase3(&format!("columns 2; track 0 {column} B")).allows("fed: store B");
        phase3(&format!("columns 2; track 1 {column} B")).refuses("fed: store B", "SF-8.16");
    }
    // Only in this phase, and when it ends.
    given("queue EXP; track 0 0 B").refuses("fed: store B", "SF-8.21");
}

#[test]
fn sf_8_17_five_tokens_fit_into_the_store() {
    phase3("track 0 0 B; stored R R M M O").refuses("fed: store B", "SF-8.17");
    phase3("track 0 0 B; stored R R M M").allows("fed: store B");
}

#[test]
fn sf_8_18_a_stored_token_cannot_be_discarded_to_make_room() {
    let g = phase3("track 0 0 B; stored D D R R R; war ME 0");
    // Every choice that takes a stored token uses it for something.
    let verbs = ["embassy", "initiate", "construct", "upgrade", "forward", "end"];
    for choice in g.choices_of("fed") {
        assert!(verbs.iter().any(|v| choice.starts_with(v)), "{choice}");
    }
    // Spending for nothing at all is no way out: no project, no Conduct; no technology, no Sabotage.
    g.refuses("fed: conduct", "SF-9.19");
    phase3("stored E").refuses("fed: sabotage FE", "SF-9.23");
}

#[test]
fn sf_8_19_row_0_empties_into_the_pools_unless_the_player_names_what_to_keep() {
    phase3("track 0 0 B M; stored R R R O")
        .play("fed: end")
        .then("asks keep")
        .refuses("fed: store O", "SF-8.19")
        .play("fed: store B")
        .then("stored B R R R O; track 0 0; pools M 3; asks next");
    // Nothing is stored by itself, and with a full store nothing is asked.
    phase3("track 0 0 B").play("fed: end").play("fed: let-go").then("stored; pools B 3");
    phase3("track 0 0 B; stored R R R M M").play("fed: end").then("stored M M R R R; pools B 3; asks next");
}

#[test]
fn sf_8_20_tokens_return_then_sol_is_checked_then_the_queue_is_filled() {
    let g = given("moment actions; queue FED1 EXP; holding RND; fleet ME-S SOL")
        .play("fed: end")
        .then("over sol; holding; queue EXP");
    let ended = g.told().iter().position(|t| matches!(t.event, Event::TurnEnded { tokens: 2 })).unwrap();
    let over = g.told().iter().position(|t| matches!(t.event, Event::Ended { .. })).unwrap();
    assert!(ended < over);
    let g = given("moment actions; queue FED1 EXP; holding RND").play("fed: end");
    assert_eq!(g.game().table().queue.len(), 5);
}

#[test]
fn sf_8_21_out_maneuver_and_re_roll_work_in_game_system_turns_nothing_else_does() {
    token("ME-ADV", "fleet ME-R ME1; stored M E B")
        .play("fed: resolve")
        .then("asks out-maneuver; dice 3")
        .refuses("fed: construct mine", "SF-8.21")
        .dice("1 1 1 1")
        .play("fed: out-maneuver")
        .then("asks judge")
        .refuses("fed: construct mine", "SF-8.21")
        .dice("5 1 1 1")
        .play("fed: reroll")
        .then("fleet ME-R ME1; asks next");
}

#[test]
fn sf_8_22_the_roll_of_the_set_up_stands_later_ones_need_not() {
    given("moment take; stored E E B M").dice("1 2 3 4 5").play("fed: take E").then("asks place");
    token("FED1", "stored E")
        .dice("1")
        .play("fed: resolve")
        .then("asks judge")
        .dice("2")
        .play("fed: reroll")
        .then("asks place; shows 2");
}

#[test]
fn sf_8_4_a_result_of_0_is_told_once_and_only_where_there_is_one() {
    token("FED1", "").dice("1").play("fed: resolve").events_do_not_say("places nothing").then("asks place");
    token("FED1M", "base build CUA")
        .dice("1 3")
        .play("fed: resolve")
        .events_say("places nothing")
        .play("fed: place B")
        .events_do_not_say("places nothing")
        .then("track 1 0 B");
    // Minus 1 for each die of each roll of the token, and for no other token.
    token("FED2", "")
        .dice("6 1")
        .play("fed: resolve")
        .then("asks place")
        .play("fed: place B")
        .then("asks place");
}

#[test]
fn sf_8_6_the_lowest_result_is_placed_first() {
    token("FED1", "base build CUA; base research ABR")
        .dice("6 1 3")
        .play("fed: resolve")
        .plays("fed: place B; fed: place M; fed: place R")
        .then("track 0 0 B; track 2 0 M; track 5 0 R; asks actions");
    // With one type left in the pools it places itself.
    token("FED1", "base build CUA; sacrificed B B B M M M R R R E E E O O O D D")
        .dice("2 5")
        .play("fed: resolve")
        .then("asks actions; track 1 0 B; track 4 0 B");
}

#[test]
fn sf_8_10_a_lost_result_does_not_hinder_the_next() {
    token("FED1", "base build CUA; track 2 0 B")
        .dice("2 5")
        .play("fed: resolve")
        .events_say("The result 2 is lost")
        .then("asks place")
        .play("fed: place M")
        .then("track 1 0 B; track 4 0 M; asks actions");
}

#[test]
fn sf_8_16_storing_belongs_to_phase_3_and_letting_go_to_its_end() {
    phase3("track 0 0 B").not_asked("fed: let-go");
    given("queue EXP; track 0 0 B").refuses("fed: let-go", "SF-8.21").refuses("fed: end", "SF-8.21");
    phase3("track 0 0 B M; stored R")
        .play("fed: end")
        .then("asks keep")
        .refuses("fed: construct mine", "SF-8.21")
        .refuses("fed: end", "SF-8.21")
        .plays("fed: store B; fed: store M")
        .then("stored B M R; asks next");
    // The dice of the action before are taken off the table.
    phase3("project F_ETS 0; stored R; track 0 0 B")
        .dice("3")
        .play("fed: conduct")
        .then("shows 3")
        .play("fed: store B")
        .then("shows; stored B");
}

#[test]
fn sf_8_19_the_rest_is_told_and_nothing_where_nothing_is_left() {
    phase3("track 0 0 B M").play("fed: end").play("fed: let-go").events_say("From row 0 to the pools");
    phase3("").play("fed: end").events_do_not_say("From row 0 to the pools").then("asks next");
    // Row 0 of every column empties, the other rows stay.
    phase3("columns 2; track 0 0 B; track 0 1 M; track 0 2 R; track 1 2 E")
        .play("fed: end")
        .play("fed: let-go")
        .then("track 0 0; track 0 1; track 0 2; track 1 2 E; pools B 3; pools M 3; pools R 3; pools E 2");
}

#[test]
fn sf_8_20_what_belonged_to_the_turn_is_over_with_it() {
    phase3("flagships ME3; fleet ME-S ME4; stored M; war ME 3; calmed; free-moves 1; advantage F_MSO")
        .play("fed: end")
        .then("free-moves 0; asks next")
        .then_not("calmed");
    let g =
        phase3("project F_ETS 0; stored R").dice("3").play("fed: conduct").then("shows 3").play("fed: end");
    g.then("shows; asks next");
}

#[test]
fn sf_0_5_of_like_tokens_in_row_0_the_rightmost_pays_and_is_stored_first() {
    phase3("columns 2; track 0 0 B; track 0 1 B; track 0 2 M")
        .play("fed: construct mine")
        .then("track 0 0 B; track 0 1; track 0 2 M")
        .play("fed: store B")
        .then("track 0 0; stored B; track 0 2 M");
}
