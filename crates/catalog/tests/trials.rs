//! Situations that once broke the program, and words that were once ignored: each is refused with what is wrong.

use klaxon_bots::Level;
use klaxon_catalog::{Table, shelf, try_openly, try_script};
use klaxon_core::{Seat, Seed, TableOrder};
use std::collections::BTreeSet;

/// What is said of a script that cannot be tried. A panic of the rules fails the test.
#[track_caller]
fn mistake(script: &str) -> (usize, String) {
    match try_openly(script, None) {
        Ok(report) => panic!("it is tried: {:#?}", report.steps),
        Err(mistake) => (mistake.line, mistake.text),
    }
}

#[track_caller]
fn refused(script: &str, line: usize, words: &str) {
    let (at, text) = mistake(script);
    assert!(at == line && text.contains(words), "line {at}: {text}");
}

#[test]
fn positions_that_no_game_comes_to_are_refused() {
    let galaxies = "game starcraft\ngiven\n galaxy worked\n galaxy worked\n galaxy worked\n galaxy worked\n galaxy worked\n";
    refused(galaxies, 4, "on an empty table");
    refused("game star-trek\ngiven\n acting 7\n", 3, "`acting` names a ship that is not there");
    refused("game star-trek\ngiven\n initiative 3\n", 3, "not there");
    refused("game star-trek\ngiven\n ship 1 FED-S01 owner p6\n", 3, "no such seat");
    refused("game starcraft\ngiven\n galaxy worked\n p1 at tarsonis.1 marine x4000000000\n", 4, "x1 to x");
}

#[test]
fn an_expectation_about_nothing_does_not_hold() {
    let report = try_openly("game star-trek\ngiven\n ship 1 FED-S01 of p1\nexpect held 1 9 2\nexpect reached 9 1\nexpect turn 1 2", None)
        .unwrap();
    let failures: Vec<&str> = report.steps.iter().map(|s| s.failure.as_deref().unwrap_or("")).collect();
    assert!(failures[0].contains("no such team"), "{failures:?}");
    assert!(!failures[1].is_empty(), "{failures:?}");
    assert!(failures[2].contains("`2` is not expected here"), "{failures:?}");
}

#[test]
fn a_position_without_a_queue_draws_one() {
    let report = try_openly("game federation\ngiven\n sol-defense basic\ndo fed: resolve\n", None).unwrap();
    assert!(report.passed, "{:#?}", report.steps);
}

#[test]
fn words_that_a_decision_does_not_have_are_refused() {
    let starcraft = "game starcraft\ngiven\n galaxy worked\n p1 at tarsonis.3 base\n p2 at pridewater.1 base\n phase turn p1\n order p1 build tarsonis\n";
    refused(&format!("{starcraft}do p1: buy worker off minerals"), 8, "`off` is too much");
    refused(&format!("{starcraft}do p1: end off gas"), 8, "`off` is not a slot");
    refused(&format!("{starcraft}do p1: support 257"), 8, "257");
    let red_alert = "game red-alert\ngiven\n cw G6 SC\n cf B2 SC\n phase movement cw\n";
    for words in ["pass now", "end-movement G6", "move G6 F6 warp 3", "concede please", "order G6 F6"] {
        refused(&format!("{red_alert}do cw: {words}"), 6, "is too much in");
    }
    let star_trek = "game star-trek\ngiven\n ship 1 FED-S01 of p1\n ship 2 ROM-S01 of p2 at 20000,20000\n";
    refused(&format!("{star_trek}do p1: pass now"), 5, "`now` is too much");
    refused("game federation\ngiven\n turn 1\ndo fed: resolve now", 4, "too much");
    refused("game space-alert\ngiven\n planning S1-1\ndo 1: android 257 A 1 action", 4, "257");
}

#[test]
fn missing_dice_are_told_at_the_decision_and_unused_ones_where_they_were_laid() {
    let head = "game red-alert\ngiven\n F6 asteroid\n cw G6 SC ordered\n cw K1 SF ordered\n cf B2 SC\n phase movement cw\n";
    refused(&format!("{head}do cw: move G6 F6\n"), 8, "no die left");
    let report =
        try_script(&format!("{head}dice red-alert\ndice blast\ndice blast\ndo cw: move G6 F6\n"), None)
            .unwrap();
    assert!(!report.passed);
    let last = report.steps.last().unwrap();
    assert_eq!((last.line, last.failure.as_deref()), (9, Some("2 of the 3 dice laid ready did not fall")));
}

/// What every redeal of a seat has in common, line by line: what the seat knows, and whatever else does not change.
fn common(table: &Table, seat: Seat) -> Option<BTreeSet<String>> {
    let mut all: Option<BTreeSet<String>> = None;
    for salt in 0..60 {
        let text = table.situation_for(seat, salt * 7919 + 1)?;
        let lines: BTreeSet<String> = text.lines().map(str::to_owned).collect();
        all = Some(match all {
            Some(before) => before.intersection(&lines).cloned().collect(),
            None => lines,
        });
    }
    all
}

/// A position that is carried away from a running game tells a seat nothing that it does not know: another game, which the seat could not tell
/// from this one, has the same in it for certain. And what it does know is in it.
#[test]
fn a_position_is_carried_away_without_what_is_hidden() {
    // The language of Space Alert has words for flights and none for plans: there is nothing to carry away.
    for cover in shelf::games().iter().filter(|cover| cover.id != "space-alert") {
        let (mut compared, mut hidden) = (0, 0);
        let mut table = Table::open(cover.id, &TableOrder::default(), Seed::small(5)).unwrap();
        for step in 0..90 {
            let Some(seat) = table.to_act().iter().next() else {
                let Some(alarm) = table.alarm() else { break };
                table.clock(alarm, 0);
                continue;
            };
            if step % 15 == 14
                && let Some(text) = table.situation_for(seat, 3)
            {
                let position = text.lines().skip(2).map(|line| line.trim().to_owned()).collect();
                let order = TableOrder { position, ..TableOrder::default() };
                let other = Table::open(cover.id, &order, Seed::small(6))
                    .unwrap_or_else(|e| panic!("{}: {e}\n{text}", cover.id));
                let of = |table: &Table| {
                    format!("{:?}", table.choices(seat).iter().map(|c| &c.words).collect::<Vec<_>>())
                };
                assert_eq!(of(&table), of(&other), "{}: the same is offered\n{text}", cover.id);
                let (here, there) = (common(&table, seat), common(&other, seat));
                assert_eq!(here, there, "{} step {step}: seat {seat} would learn something", cover.id);
                compared += 1;
                let truth: BTreeSet<String> = table
                    .situation()
                    .into_iter()
                    .flat_map(|t| t.lines().map(str::to_owned).collect::<Vec<_>>())
                    .collect();
                hidden += usize::from(here.is_some_and(|here| truth.difference(&here).next().is_some()));
            }
            let thought = table.think(seat, Level::Easy, 1).unwrap();
            table.choose(seat, None, thought.index, 0).unwrap();
        }
        assert!(
            compared > 0 && hidden > 0,
            "{}: some position has words, and something in it is hidden",
            cover.id
        );
    }
}
