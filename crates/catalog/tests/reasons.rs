//! What a bot advises it can give a reason for, in the words of the game.

use klaxon_bots::Level;
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Seed, TableOrder};
use std::collections::BTreeMap;

/// Games of each kind, and decisions of each that are looked at.
const GAMES: u64 = 3;
const DECISIONS: usize = 400;
/// Of a hundred decisions so many have a reason.
const LEAST: usize = 95;
/// Crews plan a phase as a whole: what speaks for a plan is told of the plan, and not of each card in it.
const PLANNED: &str = "space-alert";

/// Of a game between quick bots: decisions with more than one choice, and those of them without a reason, by their first word.
fn walked(game: &str, seed: u64) -> (usize, BTreeMap<String, usize>) {
    let mut table = Table::open(game, &TableOrder::default(), Seed::small(seed)).unwrap();
    let (mut all, mut silent) = (0, BTreeMap::new());
    while table.outcome().is_none() && all < DECISIONS {
        let Some(seat) = table.to_act().iter().next() else {
            let Some(alarm) = table.alarm() else { break };
            table.clock(alarm, 0);
            continue;
        };
        let thought = table.think(seat, Level::Easy, seed).unwrap();
        if table.count_choices(seat) > 1 {
            all += 1;
            let why = table.speaks_for(seat, thought.index, seed);
            assert!(!why.ends_with('.') && !why.contains("  "), "{game}: {why}");
            if why.is_empty() {
                let words = table.choices(seat).swap_remove(thought.index).words;
                let word = words.split(' ').next().unwrap_or_default().to_owned();
                *silent.entry(word).or_default() += 1;
            }
        }
        table.choose(seat, None, thought.index, 0).unwrap();
        for action in thought.then {
            if table.act(seat, None, &action, 0).is_err() {
                break;
            }
        }
    }
    (all, silent)
}

#[test]
fn what_bots_decide_has_a_reason_in_every_game() {
    let mut failures = Vec::new();
    for cover in shelf::games().iter().filter(|cover| cover.id != PLANNED) {
        let (mut all, mut silent) = (0, BTreeMap::new());
        for seed in 1..=GAMES {
            let (n, words) = walked(cover.id, seed);
            all += n;
            words.into_iter().for_each(|(word, n)| *silent.entry(word).or_insert(0) += n);
        }
        let without: usize = silent.values().sum();
        assert!(all >= 100, "{}: only {all} decisions", cover.id);
        if without * 100 > all * (100 - LEAST) {
            failures.push(format!("{}: {without} of {all} have no reason: {silent:?}", cover.id));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
