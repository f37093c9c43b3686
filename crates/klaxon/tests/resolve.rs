//! `klaxon resolve` and `klaxon solve`, as a person or a script runs them.

use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn klaxon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_klaxon")).args(args).output().expect("the program runs")
}

fn example(name: &str) -> String {
    format!("{}/../../docs/space-alert/{name}", env!("CARGO_MANIFEST_DIR"))
}

const SOUND: &str = r#"
tracks = { red = "T3", white = "T1", blue = "T2", internal = "T4" }
threats = [
    { card = "E1-05", turn = 1, zone = "red" },
    { card = "I1-03", turn = 2, zone = "internal" },
]
crew = ["RED A A", ". C . . C . . . C", "BLUE C LIFT BOTS", "LIFT RED A C . . . C"]
[tiles]
red = ["heavy", "light", "shield", "reactor", "lift", "structural"]
"#;

#[test]
fn the_examples_are_resolved() {
    let output = klaxon(&["resolve", &example("gunship.toml")]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("Turn 1\n") && text.trim_end().ends_with("score 6."), "{text}");
    let output = klaxon(&["resolve", &example("full-mission.json"), "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["end"]["score"], 28);
    assert_eq!(report["turns"].as_array().unwrap().len(), 13);
    let after = &report["turns"][0]["steps"][0]["after"];
    for key in ["damage", "shields", "reactors", "fuel", "rockets", "crew", "threats"] {
        assert!(!after[key].is_null(), "{key}");
    }
}

/// Twenty files with one mistake each: the line that is answered, and nothing else.
#[test]
fn every_malformed_file_is_answered_with_one_line() {
    let with = |from: &str, to: &str| {
        assert!(SOUND.contains(from), "{from}");
        SOUND.replace(from, to)
    };
    let cases: [(String, &str); 22] = [
        (with("turn = 1, ", ""), "threats[1].turn: missing: the turn in which it appears, 1 to 12"),
        (with("turn = 1,", "turn = 14,"), "threats[1].turn: `14` is not a turn from 1 to 12"),
        (with("turn = 1,", "turn = \"soon\","), "threats[1].turn: `soon` is not a turn from 1 to 12"),
        (with("E1-05", "E9-99"), "threats[1].card: no threat is called `E9-99`"),
        (with("card = \"E1-05\", ", ""), "threats[1].card: missing: the card, such as E1-07"),
        (with("\"I1-03\"", "\"saboteur\""), "several cards are called `saboteur`: I1-03, I1-04"),
        (
            with(
                "{ card = \"I1-03\", turn = 2, zone = \"internal\" }",
                "{ card = \"E1-05\", turn = 2, zone = \"blue\" }",
            ),
            "threats[2]: E1-05 is there twice, and each card exists once",
        ),
        (
            with("blue = \"T2\"", "blue = \"T3\""),
            "tracks.blue: T3 already lies at red, and each trajectory board exists once",
        ),
        (with("red = \"T3\"", "red = \"T9\""), "tracks.red: `T9` is not one of T1 to T7"),
        (with("blue = \"T2\", ", ""), "tracks.blue: missing: one of T1 to T7"),
        (with(", internal = \"T4\"", ""), "tracks.internal: missing: one of T1 to T7"),
        (
            with("zone = \"red\"", "zone = \"purple\""),
            "threats[1].zone: `purple` is not red, white, blue or internal",
        ),
        (with(", zone = \"red\"", ""), "threats[1].zone: missing: red, white or blue"),
        (
            with("zone = \"internal\"", "zone = \"blue\""),
            "threats[2].zone: I1-03 Saboteur is an internal threat",
        ),
        (
            with("turn = 1,", "turn = 1, speed = 3,"),
            "threats[1].speed: unknown: a threat has card, turn and zone",
        ),
        (with("RED A A", "RED X A"), "crew[1], turn 2: `X` is not one of"),
        (with("RED A A", "A A A A A A A A A A A A A"), "crew[1]: 13 symbols, but there are only 12 turns"),
        (with("\"RED A A\", ", "7, "), "crew[1]: a program is a list of symbols, one for each turn"),
        (
            SOUND.lines().filter(|l| !l.starts_with("crew")).collect::<Vec<_>>().join("\n"),
            "crew: missing: one program",
        ),
        (with("\"heavy\", \"light\"", "\"heavy\", \"heavy\""), "tiles.red[2]: heavy is there twice"),
        (with("\"structural\"]", "\"nose\"]"), "tiles.red[6]: `nose` is not heavy, light"),
        (with("[tiles]", "colour = \"blue\"\n[tiles]"), "colour: unknown: a mission has tracks"),
    ];
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("malformed");
    fs::create_dir_all(&dir).unwrap();
    let sound = dir.join("sound.toml");
    fs::write(&sound, SOUND).unwrap();
    assert!(klaxon(&["resolve", sound.to_str().unwrap()]).status.success());
    for (n, (text, wanted)) in cases.iter().enumerate() {
        let path = dir.join(format!("{n}.toml"));
        fs::write(&path, text).unwrap();
        for json in [false, true] {
            let mut args = vec!["resolve", path.to_str().unwrap()];
            args.extend(json.then_some("--json"));
            let output = klaxon(&args);
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{n}: {told}");
            assert_eq!(told.lines().count(), 1, "{n}: {told}");
            assert!(told.contains(wanted), "{n}: {told} does not say {wanted}");
            assert!(output.stdout.is_empty(), "{n}");
        }
    }
    // What is not TOML or JSON at all is pointed out by its line.
    for (text, line) in
        [("tracks = [", "line 1"), ("{ \"tracks\": \n", "line 2"), ("a = 1\nb = = 2\n", "line 2")]
    {
        let path = dir.join("broken");
        fs::write(&path, text).unwrap();
        let output = klaxon(&["resolve", path.to_str().unwrap()]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{told}");
        assert!(told.contains(line), "{told}");
    }
}

#[test]
fn what_is_solved_can_be_resolved() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solved");
    fs::create_dir_all(&dir).unwrap();
    let output = klaxon(&["solve", &example("nemesis.toml"), "--evaluations", "60000", "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(found["score"].as_i64().unwrap() > 0, "{found}");
    assert!(found["written"].is_null(), "the plan of the file loses the ship: {found}");
    let output = klaxon(&["solve", &example("nemesis.toml"), "--evaluations", "60000"]);
    let path = dir.join("solved.toml");
    fs::write(&path, &output.stdout).unwrap();
    let report = klaxon(&["resolve", path.to_str().unwrap(), "--json"]);
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(report["end"], found["end"]);
}
