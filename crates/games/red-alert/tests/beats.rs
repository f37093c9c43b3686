//! What is seen of a battle, and the line it ends in.

use klaxon_core::{Beat, Fell, Words};
use klaxon_red_alert::{Event, RedAlert};
use klaxon_testkit::{Given, given};

fn combat(clauses: &str) -> Given<RedAlert> {
    given(&format!("{clauses}; cw K13 SF; cf A1 SF; phase combat cw"))
}

#[test]
fn a_battle_is_a_chapter() {
    combat("cw G6 SC ordered; cf G7 SC x2")
        .dice("square triangle star")
        .play("cw: attack G6 G7")
        .shows("banner shot throw hit loss score")
        .comes_to("1 hit: cruisers at G7 down to 1 of 3. Star: +1 for the Commonwealth.");
    combat("cw G6 SC ordered; cf G7 SC x1")
        .dice("triangle triangle square")
        .play("cw: attack G6 G7")
        .shows("banner shot throw hit loss score")
        .comes_to("2 hits: cruisers at G7 eliminated, +3 for the Commonwealth.");
}

#[test]
fn a_stopped_die_says_by_what() {
    let case = combat("cw G6 SF ordered; cf G7 SC x3")
        .dice("blast triangle square")
        .play("cw: attack G6 G7")
        .comes_to("1 hit: cruisers at G7 down to 2 of 3. Blast ignored by shields.");
    let roll = case.told().iter().find(|t| matches!(t.event, Event::Roll { .. })).unwrap();
    let fell = RedAlert::luck(&roll.event).unwrap().fell;
    assert_eq!(fell, [Fell::Stopped("ignored by shields".into()), Fell::Hit, Fell::Plain]);
}

#[test]
fn a_piece_is_called_as_the_board_calls_it() {
    let case = given::<RedAlert>("cw G6 SC ordered; cf A1 SF; phase movement cw").play("cw: move G6 G7");
    let [group] = &case.chapter().beats[..] else { panic!("one move") };
    let [Beat::Move { piece, path }] = &group[..] else { panic!("{group:?}") };
    assert_eq!((piece.as_str(), path.join(" ").as_str()), ("unit-0", "G6 G7"));
}
