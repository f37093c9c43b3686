//! The commands, as a person or a script runs them.

use klaxon_catalog::Table;
use klaxon_core::{Chance, Seed, TableOrder};
use klaxon_store::{Filter, NewTable, Store, TableState};
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
    let whole = format!("{} entries: every position is the same", honest.len() - 1);
    assert!(stdout(&output).contains(&whole), "{}", stdout(&output));

    // The first decision of a seat that had another choice.
    let decided = honest.iter().position(|l| l.contains("\"do\":\"play ")).expect("somebody played a card");
    let change = |at: usize, with: &dyn Fn(&mut Value)| {
        let mut lines = honest.clone();
        let mut entry: Value = serde_json::from_str(&lines[at]).unwrap();
        with(&mut entry);
        lines[at] = entry.to_string();
        lines
    };
    let other_seed = String::from(Seed::small(8));
    let cases: [(&str, Vec<String>, &str); 8] = [
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
        ("digest", change(decided, &|e| e["digest"] = "01234567".into()), "the log's digest is 01234567"),
        ("no-digest", change(decided, &|e| e["digest"] = Value::Null), "it has no digest"),
        ("decision", change(decided, &|e| e["do"] = "pass".into()), "parts from the rules"),
        ("seat", change(decided, &|e| e["seat"] = 5.into()), "parts from the rules"),
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
fn verify_says_when_only_digests_could_be_compared() {
    let dir = scratch("layout");
    let mut lines = finished_log();
    let mut change = |at: usize, with: &dyn Fn(&mut Value)| {
        let mut line: Value = serde_json::from_str(&lines[at]).unwrap();
        with(&mut line);
        lines[at] = line.to_string();
    };
    // As if another program had gone on after the third entry.
    change(4, &|e| (e["layout"], e["hash"]) = (9.into(), "0123456789abcdef".into()));
    let path = dir.join("log.jsonl");
    fs::write(&path, lines.join("\n")).unwrap();
    let output = klaxon(&["verify", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stdout(&output));
    let said = stdout(&output);
    assert!(said.contains("3 entries: every position is the same"), "{said}");
    assert!(
        said.contains(&format!("{} entries: written in another layout; who was asked", lines.len() - 4)),
        "{said}"
    );
    // A decision that is legal there, but not the one that was made, is found all the same.
    let early = lines.iter().skip(5).position(|l| l.contains("\"do\":\"play ")).unwrap() + 5;
    let mut entry: Value = serde_json::from_str(&lines[early]).unwrap();
    entry["digest"] = "01234567".into();
    lines[early] = entry.to_string();
    fs::write(&path, lines.join("\n")).unwrap();
    let output = klaxon(&["verify", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
}

/// A table in the store of a folder, unlooked at.
fn put_as_it_is(data: &str, id: &str, header: &str, entries: &[String]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(data).await.unwrap();
        let meta = store.list(Filter::default()).await.unwrap().remove(0).meta;
        let table = NewTable {
            id: id.into(),
            game: "red-alert".into(),
            created_at: 1,
            header: header.into(),
            meta,
            state: TableState::Playing,
            owner: None,
            listed: false,
        };
        store.create(table).await.unwrap();
        store.append_all(id, 1, entries.to_vec(), None).await.unwrap();
        store.close().await.unwrap();
    });
}

#[test]
fn check_opens_every_table_and_names_those_that_would_not_go_on() {
    let dir = scratch("check");
    let data = dir.join("data");
    let data = data.to_str().unwrap();
    let path = dir.join("game.jsonl");
    let id = |lines: &[String]| {
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        let output = klaxon(&["import", path.to_str().unwrap(), "--data", data]);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output).trim().rsplit('/').next().unwrap().to_owned()
    };
    let log = finished_log();
    id(&log);
    id(&log[..9]);
    let output = klaxon(&["check", data]);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).contains("2 tables, all go on"), "{}", stdout(&output));
    let copy = dir.join("copy.db");
    assert!(klaxon(&["backup", copy.to_str().unwrap(), "--data", data]).status.success());
    let before = fs::read(&copy).unwrap();
    let output = klaxon(&["check", copy.to_str().unwrap(), "--json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&report["games"][0]["tables"], &report["stuck"]), (&2.into(), &Value::Array(Vec::new())));
    assert_eq!(fs::read(&copy).unwrap(), before, "a backup is only read");
    // Tables that this program cannot go on with: of a newer edition, and with another position in the log.
    let newer = log[0].replace("\"edition\":1", "\"edition\":9");
    let mut other = log.clone();
    let mut entry: Value = serde_json::from_str(&other[3]).unwrap();
    entry["hash"] = "0123456789abcdef".into();
    other[3] = entry.to_string();
    put_as_it_is(data, "newerneewr", &newer, &log[1..]);
    put_as_it_is(data, "pqrstuvwxy", &log[0], &other[1..]);
    let output = klaxon(&["check", data]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let said = stdout(&output);
    assert!(
        said.contains("newerneewr  red-alert, playing: would not go on\n    it is played by edition 9"),
        "{said}"
    );
    assert!(
        said.contains(&format!(
            "pqrstuvwxy  red-alert, playing: would not go on at entry 3 of {}",
            log.len() - 1
        )),
        "{said}"
    );
    assert!(said.contains("4 tables, 2 go on"), "{said}");
    let output = klaxon(&["check", dir.join("nothing.db").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
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
fn try_never_prints_a_panic() {
    let dir = scratch("try-calm");
    let head = "given F6 asteroid; cw G6 SC ordered; cw K1 SF ordered; cf B2 SC; phase movement cw\n";
    for (name, text, code, words) in [
        ("missing", "do cw: move G6 F6\n", 2, "no die left"),
        ("unused", "dice red-alert blast\ndo cw: move G6 F6\n", 1, "1 of the 2 dice laid ready did not fall"),
    ] {
        let path = dir.join(name);
        fs::write(&path, format!("{head}{text}")).unwrap();
        let output = klaxon(&["try", path.to_str().unwrap()]);
        let said = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(words) && !said.contains("panicked"), "{said}");
    }
}

#[test]
fn every_command_explains_itself() {
    let all = stdout(&klaxon(&["--help"]));
    for command in [
        "serve", "play", "sim", "try", "replay", "verify", "export", "import", "backup", "copy", "health",
        "rules", "bench", "pack", "load",
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
    // Players' words, the best first, of one game.
    let found = stdout(&klaxon(&["rules", "--game", "red-alert", "wreck", "blocks", "sight"]));
    assert!(found.starts_with("RA-18.21"), "{found}");
    let json: Value = serde_json::from_str(&stdout(&klaxon(&["rules", "--json", "elevator"]))).unwrap();
    assert_eq!((&json[0]["id"], &json[0]["game"]), (&"SA-5.11".into(), &"space-alert".into()));
    assert_eq!(klaxon(&["rules", "--game", "chess", "castle"]).status.code(), Some(2));
    assert_eq!(klaxon(&["rules", &format!("RA-{}.6", 99)]).status.code(), Some(2));
}

#[test]
fn a_study_is_played_through() {
    let dir = scratch("study");
    let head = r#"{"study":1,"title":"A game"}"#.to_owned();
    let check = |name: &str, more: &[&str]| {
        let mut lines = vec![head.clone()];
        lines.extend(finished_log());
        lines.extend(more.iter().map(ToString::to_string));
        let path = dir.join(name);
        fs::write(&path, lines.join("\n")).unwrap();
        klaxon(&["study", "check", path.to_str().unwrap()])
    };
    let note = r#"{"note":{"line":0,"step":3,"text":"here"}}"#;
    let good = check("good", &[note]);
    assert!(good.status.success() && stdout(&good).contains("1 notes"), "{}", stdout(&good));
    let foul = r#"{"variation":{"id":1,"from":0,"step":3,"moves":[{"seat":0,"do":"win"}]}}"#;
    let wrong = check("foul", &[note, foul]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stdout(&wrong).contains("variation 1"), "{}", stdout(&wrong));
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

/// Every limit of the server is a flag and a setting of the environment, grouped, and stands in the page for hosts.
#[test]
fn every_setting_of_the_server_is_a_flag_and_in_the_environment_and_told_to_hosts() {
    // Lines are broken to fit a terminal.
    let help = stdout(&klaxon(&["serve", "--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
    let hosting =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md")).unwrap();
    let config =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/config.rs")).unwrap();
    let (_, config) = config.split_once("pub struct Config {").unwrap();
    let (config, _) = config.split_once("\n}").unwrap();
    let fields = config
        .lines()
        .filter_map(|line| line.strip_prefix("    pub ")?.split_once(':').map(|(name, _)| name));
    let mut n = 0;
    for field in fields {
        let flags: &[&str] = match field {
            "listening" => &["addr"],
            "loopback_unlimited" => &["limit-loopback"],
            "tls" => &["tls-cert", "tls-key"],
            "ringing" => &["smtp-url", "mail-from", "ring-after", "ring-private"],
            // For tests alone.
            "wall" => &[],
            other => &[&other.replace('_', "-")],
        };
        for flag in flags {
            n += 1;
            assert!(help.contains(&format!("--{flag}")), "no flag --{flag} for `{field}`");
            let name = format!("KLAXON_{}", flag.to_uppercase().replace('-', "_"));
            assert!(help.contains(&format!("[env: {name}")), "no {name} for `{field}`");
            let told = hosting.contains(&format!("--{flag}")) || *flag == "data";
            assert!(told, "docs/hosting.md does not tell of --{flag}");
        }
    }
    assert!(n > 15, "{n} settings");
    for heading in ["On the internet:", "Limits:", "Watching it:"] {
        assert!(help.contains(heading), "{heading}\n{help}");
    }
    // And what that page names is there.
    for flag in hosting
        .split(['`', ' ', '\n', '|', ',', ')'])
        .filter_map(|word| word.strip_prefix("--"))
        .filter(|flag| flag.starts_with(char::is_alphabetic))
    {
        let flag = flag.split(['=', ';', '.']).next().unwrap();
        let all = [
            "admin tables",
            "admin prune",
            "admin close",
            "admin owner",
            "admin reports",
            "admin mute",
            "backup",
            "serve",
        ];
        let there = all.iter().any(|command| {
            let args: Vec<&str> = command.split(' ').chain(["--help"]).collect();
            stdout(&klaxon(&args)).contains(&format!("--{flag}"))
        });
        assert!(
            there || matches!(flag, "now" | "system" | "home-dir"),
            "docs/hosting.md names --{flag}, which no command has"
        );
    }
}

/// A server that ends with the test.
struct Served(std::process::Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn settings_that_cannot_be_are_refused_before_anything_is_served() {
    let dir = scratch("serve-settings");
    let data = dir.to_str().unwrap();
    for (args, says) in [
        (vec!["--public-url", "klaxon.example"], "looks like `https://klaxon.example`"),
        (vec!["--public-url", "https://klaxon.example/games"], "no path"),
        (vec!["--tls-cert", "cert.pem"], "--tls-key"),
        (vec!["--tls-cert", "none.pem", "--tls-key", "none.pem"], "none.pem"),
        (vec!["--proxies", "0"], "--proxies"),
    ] {
        let output = klaxon(&[&["serve", "--addr", "127.0.0.1:0", "--data", data][..], &args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(says), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn verify_says_that_a_running_game_is_sealed() {
    let dir = scratch("sealed");
    let table = Table::open("red-alert", &TableOrder::default(), Seed::small(7)).unwrap();
    let seal = |n: u32| format!("{{\"n\":{n},\"sealed\":\"{}\"}}", "ab".repeat(32));
    let judge = |name: &str, lines: &[String]| {
        let path = dir.join(name);
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        klaxon(&["verify", path.to_str().unwrap()])
    };
    let header = table.public_header();
    let output = judge("running", &[header.clone(), seal(1), seal(2)]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let said = stdout(&output);
    assert!(said.contains("sealed, still running. red-alert") && said.contains("2 entries"), "{said}");
    assert!(said.contains(&Seed::small(7).commitment()), "{said}");
    let running = dir.join("running");
    let row: Value =
        serde_json::from_str(&stdout(&klaxon(&["verify", "--json", running.to_str().unwrap()]))).unwrap();
    assert_eq!((&row[0]["sealed"], &row[0]["honest"]), (&Value::Bool(true), &Value::Null));
    // A gap, a seal that is none, and open decisions without a seed prove nothing.
    let open = finished_log();
    for (name, lines) in [
        ("gap", vec![header.clone(), seal(1), seal(3)]),
        ("no-seal", vec![header.clone(), seal(1).replace("ab", "x")]),
        ("seedless", vec![header.clone(), open[1].clone()]),
        ("unknown", vec![header.replace("\"red-alert\"", "\"blue-alert\""), seal(1)]),
    ] {
        let output = judge(name, &lines);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stdout(&output));
        assert!(stdout(&output).contains("NOT proven"), "{name}: {}", stdout(&output));
    }
}

#[test]
fn one_folder_has_one_server_and_other_commands_work_beside_it() {
    use std::io::{BufRead, BufReader};
    let dir = scratch("one-server");
    let data = dir.join("data").to_str().unwrap().to_owned();
    let serve = ["serve", "--addr", "127.0.0.1:0", "--data", &data];
    let mut child = Command::new(env!("CARGO_BIN_EXE_klaxon"));
    let child = child.args(serve).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut first = Served(child);
    let said = BufReader::new(first.0.stdout.take().unwrap());
    assert!(said.lines().map_while(Result::ok).any(|line| line.contains("http://127.0.0.1:")));
    let second = klaxon(&serve);
    assert_eq!(second.status.code(), Some(2), "{}", stdout(&second));
    let who = format!("is served already by process {}", first.0.id());
    assert!(stderr(&second).contains(&who), "{}", stderr(&second));
    let log = dir.join("game.jsonl");
    fs::write(&log, finished_log().join("\n") + "\n").unwrap();
    for args in [
        vec!["import", log.to_str().unwrap(), "--data", &data],
        vec!["export", "--data", &data],
        vec!["check", &data],
        vec!["backup", dir.join("copy.db").to_str().unwrap(), "--data", &data],
    ] {
        let output = klaxon(&args);
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn a_server_takes_as_many_files_as_the_system_gives() {
    use std::io::{BufRead, BufReader, Read, Write};
    let dir = scratch("files");
    // As many shells begin: few, though more may be had.
    let script = "ulimit -Sn 150; exec \"$0\" serve --addr 127.0.0.1:0 --data \"$1\"";
    let mut child = Command::new("sh");
    let child = child.args(["-c", script, env!("CARGO_BIN_EXE_klaxon")]).arg(&dir);
    let mut server = Served(child.stdout(std::process::Stdio::piped()).spawn().unwrap());
    let said = BufReader::new(server.0.stdout.take().unwrap()).lines().map_while(Result::ok);
    let line = said.into_iter().find(|line| line.contains("http://")).expect("it says where it is");
    let address = line.split("http://").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let open: Vec<_> = (0..250).map(|_| std::net::TcpStream::connect(&address).unwrap()).collect();
    let mut last = std::net::TcpStream::connect(&address).unwrap();
    write!(last, "GET /metrics HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut figures = String::new();
    last.read_to_string(&mut figures).unwrap();
    let lines = figures.lines().find_map(|line| line.strip_prefix("klaxon_lines ")).expect("a figure");
    assert!(lines.parse::<usize>().unwrap() > open.len(), "{lines} lines are open");
}

/// What a container asks: 0 for a server that serves, and nothing else.
#[test]
fn health_is_what_a_server_says_of_itself() {
    use std::io::{BufRead, BufReader, Read, Write};
    let dir = scratch("health");
    let mut serve = Command::new(env!("CARGO_BIN_EXE_klaxon"));
    let serve = serve.args(["serve", "--addr", "127.0.0.1:0", "--data", dir.to_str().unwrap()]);
    let mut server = Served(serve.stdout(std::process::Stdio::piped()).spawn().unwrap());
    let mut said = BufReader::new(server.0.stdout.take().unwrap()).lines().map_while(Result::ok);
    let line = said.find(|line| line.contains("http://")).expect("it says where it is");
    let address = line.split("http://").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let well = klaxon(&["health", &address, "--patience", "30"]);
    assert!(well.status.success() && stdout(&well).contains("is well"), "{}", stderr(&well));
    // As in a container: the server listens everywhere, and says so in the environment.
    let everywhere = address.replace("127.0.0.1", "0.0.0.0");
    let program = env!("CARGO_BIN_EXE_klaxon");
    let mut health = Command::new(program);
    let health = health.args(["health", "--patience", "30"]).env("KLAXON_ADDR", everywhere);
    let well = health.output().unwrap();
    assert!(well.status.success(), "{}", stderr(&well));
    drop(server);
    // The server's own port may be somebody else's by now.
    let nobody = format!("127.0.0.1:{}", klaxon_testdb::free_port().unwrap());
    // Nobody is there; somebody else is; somebody who is ill; somebody who says nothing.
    let ill = |answer: &'static str| {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            let (mut line, _) = listener.accept().unwrap();
            let mut asked = [0; 512];
            let _ = (line.read(&mut asked), line.write_all(answer.as_bytes()));
            if answer.is_empty() {
                std::thread::sleep(std::time::Duration::from_secs(5));
            }
        });
        address
    };
    for (address, says) in [
        (nobody, "nobody answers"),
        (ill("220 mail.example\r\n"), "does not speak plain HTTP"),
        (ill("HTTP/1.1 503 Service Unavailable\r\n\r\n"), "503 Service Unavailable"),
        (ill(""), "does not answer in time"),
    ] {
        let output = klaxon(&["health", &address, "--patience", "1"]);
        assert_eq!(output.status.code(), Some(2), "{address}");
        assert!(stderr(&output).contains(says), "{says}: {}", stderr(&output));
    }
}

#[test]
fn a_lesson_is_checked_and_what_is_wrong_is_said_with_its_line() {
    let list = klaxon(&["lesson", "list", "red-alert"]);
    assert!(stdout(&list).contains("sectors-and-orders"), "{}", stdout(&list));
    let json: Value = serde_json::from_str(&stdout(&klaxon(&["lesson", "list", "--json"]))).unwrap();
    assert!(json.as_array().unwrap().len() >= 46, "{json}");
    assert_eq!(klaxon(&["lesson", "list", "chess"]).status.code(), Some(2));
    let dir = scratch("lesson");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/red-alert/lessons/02-sight.lesson");
    let text = fs::read_to_string(file).unwrap();
    let check = |name: &str, text: &str| {
        let path = dir.join(name);
        fs::write(&path, text).unwrap();
        klaxon(&["lesson", "check", path.to_str().unwrap()])
    };
    let unknown = format!("rules RA-{}.6", 99);
    let good = check("good", &text);
    assert!(good.status.success() && stdout(&good).contains("ok"), "{}", stdout(&good));
    for (from, to, says) in [
        ("rules RA-10.6", unknown.as_str(), "no rule of Red Alert: Space Fleet Warfare has the id"),
        ("cw G6 SC ordered", "cw G6 XX ordered", "line 10: the position is refused"),
        ("do cw: attack G9 E9", "do cw: attack G6 E6", "refused: "),
        ("mistake RA-11.8 attack G6 E6", "mistake RA-9.5 attack G6 E6", "it is refused by RA-11.8"),
        ("goal cf E9 SD x2", "goal cf E9 SD", "its goal is reached before anything is done"),
        ("dice triangle star", "dice star star", "`luck "),
        ("game red-alert", "game chess", "there is no game `chess`"),
    ] {
        assert!(text.contains(from), "{from}");
        let wrong = check("wrong", &text.replacen(from, to, 1));
        assert_eq!(wrong.status.code(), Some(1), "{to}");
        assert!(stdout(&wrong).contains(says), "{to}: {}", stdout(&wrong));
    }
}
