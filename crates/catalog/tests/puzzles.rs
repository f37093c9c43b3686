//! The puzzles that come with the program: each is reached and solved along its solution, what is wrong is known, and the same seed finds
//! the same again.

use klaxon_catalog::{
    puzzles::{
        self, CONFIRMED_BY, Difficulty, OTHER_LUCK, PROVEN, Plan, Proof, Theme, again, check, find, of_day,
        print, puzzle, read,
    },
    shelf,
};
use klaxon_core::{ScenarioItem, TableOrder};
use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicU32, Ordering},
};

#[test]
fn every_puzzle_is_solved_along_its_solution() {
    for cover in shelf::games() {
        let games = read(cover.puzzles).unwrap_or_else(|e| panic!("{}: {e}", cover.id));
        let mut ids = BTreeSet::new();
        for (played, all) in &games {
            assert_eq!(played.game, cover.id);
            for puzzle in all {
                check(played, puzzle, Proof::Unmeasured)
                    .unwrap_or_else(|t| panic!("{} {}: {}", cover.id, t.id, t.text));
                assert!(ids.insert(puzzle.id.clone()), "{} {} is there twice", cover.id, puzzle.id);
                let rule = |id: &str| {
                    id.is_empty() || shelf::ledger(cover.id).unwrap().rules().any(|rule| rule.id == id)
                };
                assert!(rule(&puzzle.rule), "{} {}: {}", cover.id, puzzle.id, puzzle.rule);
                for wrong in puzzle.line.iter().flat_map(|step| &step.wrong) {
                    assert!(rule(&wrong.refutation.rule), "{} {}", cover.id, puzzle.id);
                    let told = &wrong.refutation.then;
                    assert!(
                        told.ends_with(['.', '!', '?', ')', '”']),
                        "{} {}: {wrong:?}",
                        cover.id,
                        puzzle.id
                    );
                }
            }
        }
        assert!(ids.len() >= 100, "{} has {} puzzles", cover.id, ids.len());
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

/// What the files that come with the program were made by; docs/puzzles.md has it as commands.
fn shipped(game: &str) -> Plan {
    let seats = match game {
        "space-alert" => 4,
        "starcraft" => 2,
        _ => 0,
    };
    let order = |scenario: &ScenarioItem| TableOrder {
        scenario: scenario.id.clone(),
        seats,
        ..TableOrder::default()
    };
    let orders = shelf::menu(game).unwrap().scenarios.iter().map(order).collect();
    Plan { game: game.into(), orders, seed: 1, count: 102, threads: 1 }
}

/// Games whose bots have learned since their file was made, so that they play otherwise and the file stands as what they found before.
/// Whoever teaches a game's bots anew makes its file anew, or puts the game here until it is.
const PLAYED_OTHERWISE: [&str; 0] = [];

/// Of each file the game whose first puzzle lies earliest is played and searched again: the same play must come to the same puzzle, to the
/// letter.
#[test]
fn a_shipped_file_begins_as_the_generator_makes_it() {
    for cover in shelf::games() {
        let games = read(cover.puzzles).unwrap();
        // While there are few, there is room for every kind.
        let early = games.iter().take(8).min_by_key(|(_, all)| all[0].at).unwrap();
        let (played, puzzle) = (&early.0, &early.1[0]);
        let (again, found) = again(&shipped(cover.id), played.luck, puzzle.at + 1).unwrap();
        assert_eq!(again.order, played.order, "{}", cover.id);
        let upto = |inputs: &[String]| inputs[..puzzle.at].to_vec();
        let same = upto(&again.inputs) == upto(&played.inputs);
        if PLAYED_OTHERWISE.contains(&cover.id) {
            assert!(!same, "{}: its bots play as the file has it, so it is no longer excused", cover.id);
            continue;
        }
        assert!(same, "{}: its bots play otherwise by now; docs/puzzles.md says what follows", cover.id);
        // What did not hold with other luck was left out of the file.
        assert!(found.contains(puzzle), "{}: {found:?}", cover.id);
    }
}

/// With other luck than that which found it, what is right is best again; what is not is found out.
#[test]
fn what_is_right_is_best_with_other_luck() {
    for cover in shelf::games() {
        let games = read(cover.puzzles).unwrap();
        let (played, all) = games.iter().min_by_key(|(_, all)| all[0].at).unwrap();
        let margins = check(played, &all[0], Proof::Other(OTHER_LUCK));
        let margins = margins.unwrap_or_else(|t| panic!("{} {}: {}", cover.id, t.id, t.text));
        assert_eq!(margins.len(), all[0].line.len());
        assert!(margins.iter().all(|margin| *margin >= PROVEN), "{}: {margins:?}", cover.id);
        let mut wrong = all[0].clone();
        wrong.line.truncate(1);
        let step = &mut wrong.line[0];
        std::mem::swap(&mut step.right[0], &mut step.wrong[0].words);
        let trouble = check(played, &wrong, Proof::Other(OTHER_LUCK)).expect_err("another one is best");
        assert!(trouble.text.contains("with other luck"), "{}: {}", cover.id, trouble.text);
    }
}

/// All themes, all scenarios, no kind of answer above its share.
#[test]
fn the_shipped_puzzles_are_of_many_kinds() {
    for cover in shelf::games() {
        let all = puzzles::puzzles(cover.id);
        let of = |theme: Theme| all.iter().filter(|posed| posed.puzzle.theme == theme).count();
        let themes: Vec<usize> = Theme::ALL.into_iter().map(of).filter(|some| *some > 0).collect();
        // A mission of Space Alert is never all but won: it has points without end.
        assert!(themes.len() >= if cover.id == "space-alert" { 3 } else { 4 }, "{}: {themes:?}", cover.id);
        assert!(themes.iter().all(|some| some * 100 <= all.len() * 55), "{}: {themes:?}", cover.id);
        let levels =
            Difficulty::ALL.iter().filter(|level| all.iter().any(|posed| posed.difficulty() == **level));
        assert!(levels.count() >= 2, "{}: not all are equally hard", cover.id);
    }
}

fn plan(threads: usize) -> Plan {
    let order = TableOrder { scenario: "balance-of-terror".into(), ..TableOrder::default() };
    Plan { game: "star-trek".into(), orders: vec![order], seed: 1, count: 1, threads }
}

/// However many games are played at a time.
#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let mut parts = Vec::new();
    let one = find(&plan(1), || false, |found| parts.push(print(found))).unwrap();
    let whole = print(&one);
    assert_eq!(whole, print(&find(&plan(2), || false, |_| {}).unwrap()));
    // Whoever breaks it off has the beginning.
    assert!(parts.iter().all(|part| whole.starts_with(part)) && parts.last() == Some(&whole));
    let begun = AtomicU32::new(0);
    let broken = find(&plan(2), || begun.fetch_add(1, Ordering::Relaxed) > 100, |_| {}).unwrap();
    assert!(whole.starts_with(&print(&broken)), "a search that is broken off leaves the beginning");
    assert_eq!(read(&print(&one)).unwrap(), one);
    for (played, all) in &one {
        for puzzle in all {
            check(played, puzzle, Proof::Same).unwrap_or_else(|t| panic!("{}: {}", t.id, t.text));
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
        check(played, &puzzle, Proof::Unmeasured).expect_err("it is wrong").text
    };
    assert!(wrong(&|p| p.at = 100_000).contains("inputs"));
    assert!(wrong(&|p| p.line[0].right = vec!["win".into()]).contains("not offered"));
    assert!(wrong(&|p| p.line[0].margin = 5).contains("margin"));
    assert!(wrong(&|p| p.line[0].right.clear()).contains("something is right"));
    assert!(wrong(&|p| p.line[0].choices = 1).contains("choices are offered"));
    assert!(read("{}").is_err() && read("nonsense").is_err());
}
