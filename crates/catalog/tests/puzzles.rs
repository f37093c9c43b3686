//! The puzzles that come with the program: each is reached and solved along its solution, what is wrong is known, and the same seed finds
//! the same again.

use klaxon_catalog::{
    puzzles::{self, CONFIRMED_BY, Plan, Theme, check, find, of_day, print, puzzle, read},
    shelf,
};
use klaxon_core::TableOrder;
use std::collections::BTreeSet;

#[test]
fn every_puzzle_is_solved_along_its_solution() {
    for cover in shelf::games() {
        let games = read(cover.puzzles).unwrap_or_else(|e| panic!("{}: {e}", cover.id));
        let mut ids = BTreeSet::new();
        for (played, all) in &games {
            assert_eq!(played.game, cover.id);
            for puzzle in all {
                check(played, puzzle, false).unwrap_or_else(|t| panic!("{} {}: {}", cover.id, t.id, t.text));
                assert!(ids.insert(puzzle.id.clone()), "{} {} is there twice", cover.id, puzzle.id);
                let rule = |id: &str| {
                    id.is_empty() || shelf::ledger(cover.id).unwrap().rules().any(|rule| rule.id == id)
                };
                assert!(rule(&puzzle.rule), "{} {}: {}", cover.id, puzzle.id, puzzle.rule);
                for wrong in puzzle.line.iter().flat_map(|step| &step.wrong) {
                    assert!(rule(&wrong.refutation.rule), "{} {}", cover.id, puzzle.id);
                }
            }
        }
        assert!(!ids.is_empty(), "{} has puzzles", cover.id);
        assert_eq!(print(&games), cover.puzzles, "{}: what is read is written again", cover.id);
    }
}

#[test]
fn every_day_has_a_puzzle_and_none_comes_twice_before_all_have_come() {
    for cover in shelf::games() {
        let all = puzzles::puzzles(cover.id).len() as u64;
        let days: BTreeSet<usize> = (20_000..20_000 + all)
            .map(|day| of_day(cover.id, day).expect("every day has one").number)
            .collect();
        assert_eq!(days.len() as u64, all, "{}", cover.id);
        assert!(Theme::ALL.iter().all(|theme| !theme.words(cover.id).is_empty()));
    }
    assert!(of_day("chess", 1).is_none() && puzzle("red-alert", "nothing").is_none());
}

fn plan(threads: usize) -> Plan {
    let order = TableOrder { seats: 1, ..TableOrder::default() };
    Plan { game: "space-alert".into(), orders: vec![order], seed: 1, count: 2, threads }
}

/// However many games are played at a time.
#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let one = find(&plan(1), |_| {}).unwrap();
    assert_eq!(print(&one), print(&find(&plan(2), |_| {}).unwrap()));
    assert_eq!(read(&print(&one)).unwrap(), one);
    for (played, all) in &one {
        for puzzle in all {
            check(played, puzzle, true).unwrap_or_else(|t| panic!("{}: {}", t.id, t.text));
        }
    }
    assert_eq!(CONFIRMED_BY, 10, "docs/puzzles.md says so");
}

/// A puzzle that was tampered with is found out.
#[test]
fn a_wrong_file_is_found_out() {
    let games = read(shelf::game("space-alert").unwrap().puzzles).unwrap();
    let (played, good) = (&games[0].0, &games[0].1[0]);
    let wrong = |change: &dyn Fn(&mut puzzles::Puzzle)| {
        let mut puzzle = good.clone();
        change(&mut puzzle);
        check(played, &puzzle, false).expect_err("it is wrong").text
    };
    assert!(wrong(&|p| p.at = 100_000).contains("inputs"));
    assert!(wrong(&|p| p.line[0].right = vec!["win".into()]).contains("not offered"));
    assert!(wrong(&|p| p.line[0].margin = 5).contains("margin"));
    assert!(wrong(&|p| p.line[0].right.clear()).contains("something is right"));
    assert!(wrong(&|p| p.line[0].choices = 1).contains("choices are offered"));
    assert!(read("{}").is_err() && read("nonsense").is_err());
}
