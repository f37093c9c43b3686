//! Positions, decisions and dice as rule tests write them, and what a failing test says.

use klaxon_testkit::{
    Given, given,
    parley::{Action, Parley},
};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn bids() -> Given<Parley> {
    given("ada hand 2 5; ben hand 3 4; ben sealed 1; deck 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5")
}

#[test]
fn py_2_2_a_sealed_bid_shows_all_bids() {
    bids()
        .asks("ada")
        .choices_include("ada: pick 5")
        .choices_exclude("ada: pick 3")
        .refuses("ada: pick 3", "PY-2.1")
        .refuses_saying("ada: seal", "PY-2.2", "pick a card first")
        .not_asked("ben: pick 3")
        .plays("ada: pick 5; ada: seal")
        .events_say("Ada leads")
        .events_do_not_say("objects")
        .then("leader ada; pending ben; ada shown 5")
        .then_not("ada score 5")
        .asks("ben")
        .allows("ben: object")
        .play("ben: pass")
        .then("ada score 5; ada hand 2 5; ben hand 3 4 5; round 2 of 2")
        .asks("ada ben");
}

#[test]
fn py_2_1_nobody_else_hears_of_a_pick() {
    bids()
        .play("ada: pick 5")
        .hears("ada", "picks the 5")
        .does_not_hear("ben", "picks")
        .does_not_hear("watcher", "picks");
}

#[test]
fn py_2_3_peeking_shows_the_top_card_to_one_seat_only() {
    bids()
        .play("ada: peek")
        .hears("ada", "sees a 5")
        .hears("ben", "Ada peeks")
        .does_not_hear("ben", "sees")
        .then("ada knows top")
        .refuses("ada: peek", "PY-2.3");
}

#[test]
fn py_2_4_time_seals_the_lowest_card() {
    given::<Parley>("ada hand 2 5; ben hand 3 4; deadline 60000")
        .clock(59_999)
        .then("ada hand 2 5")
        .clock(60_000)
        .events_say("Time is up")
        .then("ada shown 2; ben shown 3; leader ben");
}

#[test]
fn py_3_1_equal_bids_are_parted_by_a_die() {
    let tie = || given::<Parley>("ada hand 1; ada holds 5; ben hand 1; ben sealed 5");
    tie().dice("1").play("ada: seal").then("leader ada");
    tie().dice("2").play("ada: seal").then("leader ben");
}

#[test]
fn py_3_2_an_objection_strikes_on_5_or_6_and_since_edition_2_on_4() {
    let objection = |edition: &str, die: &str| {
        let bids = "ada hand 2 5; ben hand 3 4; ben sealed 1";
        given::<Parley>(&format!("edition {edition}; {bids}"))
            .plays("ada: pick 5; ada: seal")
            .dice(die)
            .play("ben: object")
            .then("ben spoke")
    };
    for (die, first, second) in [("3", 5, 5), ("4", 5, 0), ("5", 0, 0), ("6", 0, 0)] {
        objection("1", die).then(&format!("ada score {first}"));
        objection("2", die).then(&format!("ada score {second}"));
    }
}

#[test]
fn a_table_can_be_carried_on_from_any_position() {
    let game = bids().game().clone();
    let carried = Given::of(game).play("ada: pick 2");
    assert_eq!(carried.choices_of("ada"), ["seal"]);
    assert_eq!(carried.told().len(), 1);
    carried.done();
    let end = given::<Parley>("ada hand 1; ben hand 1; ada score 3; round 3 of 2").ends();
    assert_eq!(end.text, "Ada wins with 3 points");
}

fn complaint(test: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(test)).expect_err("the test should fail");
    panic.downcast_ref::<String>().expect("a panic with words").clone()
}

#[test]
fn failures_say_what_happened_and_where() {
    let refused = complaint(|| drop(bids().play("ada: pick 5").play("ada: pick 2")));
    assert!(
        refused.starts_with("`ada: pick 2` is refused: seal the card that you picked (PY-2.2)"),
        "{refused}"
    );
    assert!(refused.contains("after: ada: pick 5") && refused.contains("ada holds 5"), "{refused}");
    for (said, test) in [
        ("1 of the dice laid ready did not fall", (|| drop(bids().dice("3"))) as fn()),
        ("1 of the dice laid ready did not fall", || bids().dice("3").done()),
        ("the script has no die left", || drop(bids().plays("ada: pick 5; ada: seal; ben: object"))),
        ("no die has a face called `7`", || drop(bids().dice("7"))),
        ("is accepted, but should be refused", || drop(bids().refuses("ada: pick 5", "PY-2.1"))),
        ("is refused, but not by PY-2.1: pick a card first (PY-2.2)", || {
            drop(bids().refuses("ada: seal", "PY-2.1"))
        }),
        ("does not hold: there is: seats 2", || drop(bids().then("ada score 4"))),
        ("holds, but should not", || drop(bids().then_not("ada score 0"))),
        ("is not among the choices: pick 2; pick 5; peek", || drop(bids().choices_include("ada: pick 3"))),
        ("is among the choices", || drop(bids().choices_exclude("ada: pick 2"))),
        ("nothing says `wins`", || drop(bids().play("ada: pick 2").events_say("wins"))),
        ("asked are [ada], not [ben]", || drop(bids().asks("ben"))),
        ("there is no seat called `dan`", || drop(bids().play("dan: pass"))),
        ("names no seat", || drop(bids().play("pass"))),
        ("cannot be read", || drop(bids().play("ada: dance"))),
        ("cannot be set up", || drop(given::<Parley>("ada hand 9"))),
        ("the game is not over", || drop(bids().ends())),
        ("ada hears: Ada picks the 2.", || drop(bids().play("ada: pick 2").does_not_hear("ada", "picks"))),
        ("ben does not hear `picks`", || drop(bids().play("ada: pick 2").hears("ben", "picks"))),
    ] {
        let complaint = complaint(test);
        assert!(complaint.contains(said), "{said}: {complaint}");
    }
}

#[test]
fn parley_faints_only_at_a_faulty_table() {
    use klaxon_core::{Game, Seat};
    let faints = |clauses| given::<Parley>(clauses).game().check(Seat(0), &Action::Faint).is_ok();
    assert!(!faints("ada hand 1; ben hand 1") && faints("ada hand 1; ben hand 1; faulty"));
}
