//! The commands, as a person or a script runs them.

use klaxon_catalog::Table;
use klaxon_core::{Chance, Seed, TableOrder};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// A folder of this test's own.
fn scratch(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn klaxon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_klaxon")).args(args).output().expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A finished game, decided at random.
fn finished_log() -> Vec<String> {
    let mut table = Table::open("red-alert", &TableOrder::default(), Seed::small(7)).unwrap();
    let mut lines = vec![table.sealed_header()];
    let mut chance = Chance::quick(7);
    while table.outcome().is_none() {
        let seat = table.to_act().iter().next().unwrap();
        let index = chance.below(table.count_choices(seat) as u32) as usize;
        lines.push(table.choose(seat, None, index, 1_000).unwrap().line);
    }
    lines
}

#[test]
fn verify_accepts_an_honest_log_and_rejects_every_change() {
    let dir = scratch("verify");
    let honest = finished_log();
    let judge = |name: &str, lines: &[String]| {
        let path = dir.join(name);
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        klaxon(&["verify", path.to_str().unwrap()])
    };
    let output = judge("honest", &honest);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).contains("honest"));

    // The first decision of a seat that had another choice.
    let decided = honest.iter().position(|l| l.contains("\"play\"")).expect("somebody played a card");
    let change = |at: usize, with: &dyn Fn(&mut Value)| {
        let mut lines = honest.clone();
        let mut entry: Value = serde_json::from_str(&lines[at]).unwrap();
        with(&mut entry);
        lines[at] = entry.to_string();
        lines
    };
    let other_seed = String::from(Seed::small(8));
    let cases: [(&str, Vec<String>, &str); 6] = [
        (
            "seed",
            change(0, &|h| h["luck"][0]["seed"] = other_seed.clone().into()),
            "not the one committed to",
        ),
        (
            "seed-and-commitment",
            change(0, &|h| {
                h["luck"][0]["seed"] = other_seed.clone().into();
                h["luck"][0]["commitment"] = Seed::small(8).commitment().into();
            }),
            "",
        ),
        ("position", change(decided, &|e| e["hash"] = "0123456789abcdef".into()), "parts from the rules"),
        ("decision", change(decided, &|e| e["in"]["act"]["do"] = "pass".into()), "parts from the rules"),
        ("seat", change(decided, &|e| e["in"]["act"]["seat"] = 5.into()), "parts from the rules"),
        ("missing", [&honest[..decided], &honest[decided + 1..]].concat(), "is missing"),
    ];
    for (name, lines, says) in cases {
        let output = judge(name, &lines);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stdout(&output));
        assert!(
            stdout(&output).contains("NOT proven") && stdout(&output).contains(says),
            "{name}: {}",
            stdout(&output)
        );
    }
}

#[test]
fn export_import_and_replay_carry_a_game_over() {
    let dir = scratch("carry");
    let (log, data) = (dir.join("game.jsonl"), dir.join("data"));
    fs::write(&log, finished_log().join("\n") + "\n").unwrap();
    let data = data.to_str().unwrap();
    let output = klaxon(&["import", log.to_str().unwrap(), "--data", data]);
    assert!(output.status.success(), "{}", stderr(&output));
    let id = stdout(&output).trim().rsplit('/').next().unwrap().to_owned();
    let list = stdout(&klaxon(&["export", "--data", data]));
    assert!(list.contains(&id) && list.contains("over"), "{list}");
    let out = dir.join("again.jsonl");
    assert!(klaxon(&["export", &id, "--data", data, "--out", out.to_str().unwrap()]).status.success());
    assert_eq!(fs::read_to_string(&log).unwrap(), fs::read_to_string(&out).unwrap());
    let told = klaxon(&["replay", out.to_str().unwrap(), "--as", "watcher"]);
    assert!(told.status.success() && stdout(&told).contains("RA-"), "{}", stderr(&told));
    let copy = dir.join("copy.db");
    assert!(klaxon(&["backup", copy.to_str().unwrap(), "--data", data]).status.success());
    assert!(
        !klaxon(&["backup", copy.to_str().unwrap(), "--data", data]).status.success(),
        "nothing is overwritten"
    );
}

#[test]
fn try_shows_what_happens_and_why() {
    let dir = scratch("try");
    let file = dir.join("asteroid.txt");
    fs::write(
        &file,
        "game red-alert\ngiven\n  F6 asteroid\n  cw G6 SC ordered\n  cw K1 SF ordered\n  cf B2 SC\n  phase movement cw\ndice red-alert\n\
         do cw: move G6 F6\nexpect cw F6 SC ordered moved alert\nrefuses RA-9.2 cw: move F6 E6\n",
    )
    .unwrap();
    let output = klaxon(&["try", file.to_str().unwrap(), "--json"]);
    let report: Value =
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    assert_eq!(report["steps"][0]["accepted"], true, "{report:#}");
    assert!(report["steps"][0]["events"].as_array().is_some_and(|e| !e.is_empty()));
    assert_eq!(report["steps"][2]["accepted"], false);
    assert!(report["steps"][2]["refusal"]["rule"].as_str().is_some_and(|r| r.starts_with("RA-")));
    assert!(report["situation"].as_str().is_some_and(|s| s.starts_with("game red-alert")));
    assert!(report["state"].is_object());

    fs::write(&file, "game red-alert\ngiven\n  Z99 asteroid\n").unwrap();
    let output = klaxon(&["try", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("Z99"), "{}", stderr(&output));
}

#[test]
fn every_command_explains_itself() {
    let all = stdout(&klaxon(&["--help"]));
    for command in [
        "serve", "play", "sim", "try", "replay", "verify", "export", "import", "backup", "rules", "bench",
        "pack", "load",
    ] {
        assert!(all.contains(&format!("  {command}")), "{command} is missing:\n{all}");
        let output = klaxon(&[command, "--help"]);
        assert!(output.status.success() && stdout(&output).len() > 150, "{command}: {}", stdout(&output));
    }
}

#[test]
fn mistakes_are_answered_with_what_to_do() {
    for (args, says) in [
        (vec!["sim", "chess"], "there is red-alert"),
        (vec!["sim", "red-alert", "--bots", "clever"], "random, easy"),
        (vec!["rules", "zzzz"], "lists the ledgers"),
        (vec!["verify", "/nowhere/at/all"], "cannot read"),
        (vec!["export", "x", "--data", "/nowhere/at/all"], "--data"),
        (vec!["load", "--addr", "192.0.2.1:80"], "not this machine"),
        (vec!["play", "red-alert", "--scenario", "nope"], "uneasy-truce"),
    ] {
        let output = klaxon(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(says), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn rules_are_shown_and_found() {
    assert!(stdout(&klaxon(&["rules", "RA-11.22"])).starts_with("RA-11.22"));
    assert!(stdout(&klaxon(&["rules"])).contains("rules, RA-1.1"));
    assert!(stdout(&klaxon(&["rules", "debris", "impassable"])).contains("RA-18.21"));
}

#[test]
fn bots_play_a_match_and_report_it_as_json() {
    let output = klaxon(&["sim", "red-alert", "--bots", "easy,random", "--games", "4", "--json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report[0]["games"], 4);
    let bots = report[0]["bots"].as_array().unwrap();
    assert!(bots[0]["won"].as_u64() > bots[1]["won"].as_u64(), "{report:#}");
}

#[test]
fn an_option_with_several_values_plays_a_match_with_each_and_sums_up_by_name() {
    let output = klaxon(&[
        "sim",
        "starcraft",
        "--seats=2",
        "--bots=random",
        "--games=2",
        "--option=factions=raynor-overmind",
        "--option=factions=tassadar-raynor",
    ]);
    let text = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(text.contains("quick, factions raynor-overmind: 2 games"), "{text}");
    let total = &text[text.find("All 4 games by name").expect("the sum of both matches")..];
    assert_eq!(total.lines().count(), 4, "three factions took part: {total}");
    assert!(total.contains("Tassadar") && total.contains("Jim Raynor"), "{total}");

    let wrong = klaxon(&["sim", "starcraft", "--seats=2", "--games=1", "--option=factions=raynor-raynor"]);
    assert!(!wrong.status.success() && stderr(&wrong).contains("factions"), "{}", stderr(&wrong));
}

#[test]
fn packs_are_checked_with_file_and_line() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/packs/example");
    let output = klaxon(&["pack", "check", example.to_str().unwrap()]);
    assert!(output.status.success() && stdout(&output).contains("good"), "{}", stdout(&output));

    let dir = scratch("packs");
    fs::create_dir_all(dir.join("red-alert")).unwrap();
    let good = fs::read_to_string(example.join("red-alert/convoy.toml")).unwrap();
    fs::write(dir.join("red-alert/bad.toml"), good.replace("first = \"cw\"", "first = \"nobody\"")).unwrap();
    let output = klaxon(&["pack", "check", dir.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("bad.toml, line") && stdout(&output).contains("nobody"),
        "{}",
        stdout(&output)
    );
}
