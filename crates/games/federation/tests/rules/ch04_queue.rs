//! Sequence of play and the Activation Queue.

use crate::{given, phase3, token};
use klaxon_core::{Game, Viewer};
use klaxon_federation::nouns::Token;

#[test]
fn sf_4_1_five_spaces_tokens_face_up() {
    let g = given("queue FE-ADV RND EXP GCO FED1");
    let view = g.game().view(Viewer::Watcher);
    assert_eq!(
        view.table.queue.iter().map(|t| t.id()).collect::<Vec<_>>(),
        ["FE-ADV", "RND", "EXP", "GCO", "FED1"]
    );
    assert!(view.table.queue.is_full());
}

#[test]
fn sf_4_2_the_rightmost_token_keeps_its_space_while_it_is_resolved() {
    let g = token("ME-ADV", "fleet ME-R ME1; stored M").play("fed: resolve").then("asks out-maneuver");
    assert_eq!(g.game().table().queue[0].id(), "ME-ADV");
    g.dice("5 1 1 1").play("fed: out-maneuver").then("asks next").then_not("queue ME-ADV");
}

#[test]
fn sf_4_3_the_others_slide_right_and_new_ones_come_from_the_left() {
    given("queue EXP FED1 RND; pool FE-ADV").play("fed: resolve").then("queue FED1 RND FE-ADV; pool");
    let g = given("queue EXP FED1 RND").play("fed: resolve");
    assert_eq!(g.game().table().queue.len(), 5);
}

#[test]
fn sf_4_4_a_resolved_alien_or_universal_token_goes_to_the_holding_box() {
    given("queue EXP FE-ADV")
        .play("fed: resolve")
        .then("holding EXP")
        .play("fed: resolve")
        .then("holding FE-ADV EXP");
}

#[test]
fn sf_4_5_the_end_of_a_federation_turn_returns_all_tokens_to_the_pool() {
    let g = given("moment actions; queue FED1 RND EXP GCO AWR; holding FE-ADV CT-ADV")
        .play("fed: end")
        .then("holding");
    assert_eq!((g.game().table().pool.total(), g.game().table().queue.len()), (60, 5));
}

#[test]
fn sf_4_6_with_an_empty_pool_the_queue_stays_shorter() {
    given("queue EXP FED1; pool").play("fed: resolve").then("queue FED1; pool");
}

#[test]
fn sf_4_7_a_bypassed_federation_token_comes_back_at_the_end_of_the_turn() {
    let federation = Token::from_id("FED2").unwrap();
    let g = given("moment actions; queue FED1 FED2 RND; stored M; pool FE-ADV").play("fed: bypass 1");
    assert_eq!(g.game().table().holding.of(federation), 3, "two lay there, the bypassed one joins them");
    let g = g.then("queue FED1 RND FE-ADV").play("fed: end");
    assert_eq!(g.game().table().holding.total(), 0);
    phase3("stored M").refuses("fed: bypass 0", "SF-9.17");
}
