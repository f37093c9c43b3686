//! `cargo xtask examples`: what the rule tests try becomes the examples of the pages of rules. Tests that are told a folder by
//! `KLAXON_EXAMPLES` write down there what they try (`crates/testkit/src/story.rs`); of all that fits a rule the shortest is taken.

use crate::{dist::target, root, suite};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::PathBuf};

/// What the file of a game begins with.
const HEAD: &str = "# Made by `cargo xtask examples` from the rule tests: change those, not this.\n";
/// Longer situations show too much at once.
const MOST_CLAUSES: usize = 24;

/// Where tests write.
pub fn folder() -> PathBuf {
    target().join("examples")
}

/// An empty folder for them.
pub fn prepare() -> Result<PathBuf> {
    let folder = folder();
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs the rule tests and writes the examples of all games, or says whether they are as the tests would write them.
pub fn examples(check: bool) -> Result<()> {
    prepare()?;
    suite::run(&["test", "--workspace", "--test", "rules"], &folder())?;
    if check { held() } else { write() }
}

/// Are the examples those of the tests that have just run?
pub fn held() -> Result<()> {
    for (game, text) in made()? {
        let path = file(&game);
        let there = fs::read_to_string(&path).unwrap_or_default();
        ensure!(
            there == text,
            "{} is not what the rule tests try now: run `cargo xtask examples`",
            path.display()
        );
    }
    Ok(())
}

fn write() -> Result<()> {
    for (game, text) in made()? {
        let path = file(&game);
        fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}: {} examples", path.display(), text.lines().filter(|l| l.starts_with("== ")).count());
    }
    Ok(())
}

fn file(game: &str) -> PathBuf {
    root().join("docs/examples").join(format!("{game}.txt"))
}

/// The files of all games, from what the tests wrote.
fn made() -> Result<BTreeMap<String, String>> {
    let mut told: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for entry in fs::read_dir(folder()).context("the rule tests have written nothing")? {
        let text = fs::read_to_string(entry?.path())?;
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).context("a test wrote something unreadable")?;
            let game = row["game"].as_str().context("a test names no game")?.to_owned();
            told.entry(game).or_default().push(row);
        }
    }
    ensure!(!told.is_empty(), "the rule tests have written nothing");
    told.into_iter().map(|(game, rows)| Ok((game.clone(), chosen(&rows)?))).collect()
}

/// Which side of a rule an example shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shows {
    /// What may be done, and what comes of it.
    Allowed,
    /// What may not.
    Refused,
    /// What holds in a position.
    Holds,
}

/// A situation that shows a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shown {
    rule: String,
    shows: Shows,
    title: String,
    script: String,
    /// The least is taken: nothing left unsaid, then few decisions, then few letters.
    weight: (bool, usize, usize),
}

/// The file of a game: for each rule one that is allowed and one that is refused, or what holds where neither is there.
fn chosen(rows: &[Value]) -> Result<String> {
    let mut best: BTreeMap<(Number, Shows), Shown> = BTreeMap::new();
    for row in rows {
        for shown in shown(row)? {
            let key = (number(&shown.rule), shown.shows);
            let better = |old: &Shown| {
                (shown.weight, &shown.script, &shown.title) < (old.weight, &old.script, &old.title)
            };
            if best.get(&key).is_none_or(better) {
                best.insert(key, shown);
            }
        }
    }
    let mut text = HEAD.to_owned();
    for ((number, shows), shown) in &best {
        let other = [Shows::Allowed, Shows::Refused].iter().any(|s| best.contains_key(&(number.clone(), *s)));
        if *shows == Shows::Holds && other {
            continue;
        }
        text += &format!("\n== {}: {}\n{}", shown.rule, shown.title, shown.script);
    }
    Ok(text)
}

/// A rule's place: RA-9.10 stands after RA-9.5.
type Number = (String, Vec<u32>, String);

fn number(rule: &str) -> Number {
    let (prefix, rest) = rule.split_once('-').unwrap_or((rule, ""));
    let numbers = rest.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    (prefix.into(), numbers, rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').into())
}

/// The rule at the beginning of a test's name and the rest of it in words: `ra_9_5_no_unit_enters` is of RA-9.5.
fn of_test(test: &str) -> Option<(String, String)> {
    let mut words = test.split('_');
    let (prefix, chapter, rule) = (words.next()?, words.next()?, words.next()?);
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let bare = rule.trim_end_matches(|c: char| c.is_ascii_lowercase());
    if prefix.len() != 2 || !is_number(chapter) || !is_number(bare) || rule.len() > bare.len() + 1 {
        return None;
    }
    let title = words.collect::<Vec<_>>().join(" ");
    Some((format!("{}-{chapter}.{rule}", prefix.to_uppercase()), title))
}

/// What a test shows in one position.
fn shown(row: &Value) -> Result<Vec<Shown>> {
    let strings = |key: &str| -> Vec<&str> {
        row[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let given = strings("given");
    let own = of_test(row["test"].as_str().context("a test has no name")?);
    // Older editions are no example of the rules as they are.
    if given.len() > MOST_CLAUSES || given.iter().any(|clause| clause.starts_with("edition ")) {
        return Ok(Vec::new());
    }
    let game = row["game"].as_str().context("a test names no game")?;
    let head =
        format!("game {game}\ngiven\n{}", given.iter().map(|g| format!("  {g}\n")).collect::<String>());
    let mut all = Vec::new();
    let shown = |(rule, title): (&str, &str), shows, script: String, decisions, unsaid| {
        let weight = (unsaid, decisions, script.len());
        Shown { rule: rule.into(), shows, title: title.into(), script, weight }
    };
    let own = own.as_ref().map(|(rule, title)| (rule.as_str(), title.as_str()));
    // Dice and decisions so far, and what was expected since the last of them.
    let (mut done, mut decisions) = (String::new(), 0);
    let mut expected = String::new();
    for step in row["steps"].as_array().into_iter().flatten() {
        let (line, whole) = (step["line"].as_str().context("a step without a line")?, step["whole"] == true);
        let (word, rest) = line.split_once(' ').context("a line of one word")?;
        match word {
            "refuses" if whole => {
                let rule = rest.split(' ').next().unwrap_or_default();
                let title = own.filter(|(own, _)| *own == rule).map_or("", |(_, title)| title);
                let script = format!("{head}{done}{line}\n");
                all.push(shown((rule, title), Shows::Refused, script, decisions, title.is_empty()));
            }
            "allows" if whole => {
                let script = format!("{head}{done}do {rest}\n");
                all.extend(own.map(|own| shown(own, Shows::Allowed, script, decisions + 1, true)));
            }
            "refuses" | "allows" => {}
            "expect" => {
                expected += &format!("{line}\n");
                let shows = if decisions == 0 { Shows::Holds } else { Shows::Allowed };
                let script = format!("{head}{done}{expected}");
                all.extend(own.filter(|_| whole).map(|own| shown(own, shows, script, decisions, false)));
            }
            "dice" | "do" => {
                expected.clear();
                done += &format!("{line}\n");
                decisions += usize::from(word == "do");
                let script = format!("{head}{done}");
                all.extend(
                    own.filter(|_| whole).map(|own| shown(own, Shows::Allowed, script, decisions, true)),
                );
            }
            _ => anyhow::bail!("`{line}` is no line of a situation"),
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(test: &str, steps: &[(&str, bool)]) -> Value {
        let steps: Vec<Value> =
            steps.iter().map(|(line, whole)| json!({ "line": line, "whole": whole })).collect();
        json!({ "game": "red-alert", "test": test, "given": ["cw A1 SF"], "steps": steps })
    }

    #[test]
    fn a_rule_is_shown_from_both_sides_by_the_shortest() {
        let rows = [
            row(
                "ra_9_5_no_unit_passes",
                &[
                    ("do cw: move A1 B1", true),
                    ("expect cw B1 SF", true),
                    ("refuses RA-9.2 cw: move B1 B2", true),
                ],
            ),
            row(
                "ra_9_5_no_unit_passes",
                &[("refuses RA-9.5 cw: move A1 A2 warp", true), ("refuses RA-9.5 cw: move A1 A3", true)],
            ),
            row("ra_9_10_then", &[("expect empty A2", true)]),
            row("helper", &[("do cw: move A1 B1", true)]),
        ];
        let text = chosen(&rows).unwrap();
        let heads: Vec<&str> = text.lines().filter(|l| l.starts_with("==")).collect();
        assert_eq!(
            heads,
            ["== RA-9.2: ", "== RA-9.5: no unit passes", "== RA-9.5: no unit passes", "== RA-9.10: then"]
        );
        assert!(text.contains("given\n  cw A1 SF\ndo cw: move A1 B1\nexpect cw B1 SF\n"), "{text}");
        assert!(text.contains("refuses RA-9.5 cw: move A1 A3") && !text.contains("warp"), "{text}");
    }

    #[test]
    fn dice_that_wait_make_no_example() {
        let rows = [row(
            "ra_9_5_x",
            &[("dice star", false), ("refuses RA-9.5 cw: move A1 A3", false), ("do cw: attack A1 A2", true)],
        )];
        let text = chosen(&rows).unwrap();
        assert!(!text.contains("refuses") && text.contains("dice star\ndo cw: attack A1 A2\n"), "{text}");
    }

    #[test]
    fn the_names_of_tests_say_their_rule() {
        assert_eq!(of_test("ra_9_5_no_unit_passes"), Some(("RA-9.5".into(), "no unit passes".into())));
        assert_eq!(of_test("sc_14_20b_limit"), Some(("SC-14.20b".into(), "limit".into())));
        assert_eq!(of_test("every_card_is_there"), None);
    }
}
