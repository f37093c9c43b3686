//! `cargo xtask train` goes the whole way from nothing to weights, here with a few games: bots play by rules of thumb and with a
//! search, PyTorch learns from both, and what comes of it is a judgement that fits the game and foretells games it has not seen.

use klaxon_core::judgement::{Judgement, fingerprint};
use serde_json::Value;
use std::{
    env,
    fs::{self, File},
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::Command,
};
use xtask::train::python;

/// The program that was built with the tests.
fn program() -> Option<PathBuf> {
    let tests = env::current_exe().unwrap();
    let program = tests.parent().and_then(Path::parent).unwrap().join("klaxon");
    program.is_file().then_some(program)
}

fn learn(out: &Path, program: &Path) {
    let _ = fs::remove_dir_all(out);
    let status = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["train", "--part", "6", "red-alert", "--program"])
        .arg(program)
        .arg("--out")
        .arg(out)
        .status()
        .unwrap();
    assert!(status.success());
}

#[test]
fn a_few_games_make_a_judgement_that_foretells_others() {
    let (Some(program), Some(_)) = (program(), python()) else {
        assert!(env::var("KLAXON_TORCH").as_deref() != Ok("required"), "there is no program or no PyTorch");
        eprintln!("SKIPPED: no program or no PyTorch here; `cargo xtask test` builds and installs them");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (one, two) = (folder.join("train-one"), folder.join("train-two"));
    learn(&one, &program);
    let weights = fs::read(one.join("red-alert.net")).unwrap();
    let net = Judgement::read(&weights).unwrap();
    for (rows, searched) in [("thumb", false), ("searched", true)] {
        let file = File::open(one.join(format!("red-alert.{rows}.rows"))).unwrap();
        let mut head = String::new();
        BufReader::new(file).read_line(&mut head).unwrap();
        let head: Value = serde_json::from_str(&head).unwrap();
        let names: Vec<String> = serde_json::from_value(head["features"].clone()).unwrap();
        assert_eq!(head["fingerprint"], format!("{:016x}", fingerprint(&names)));
        assert_eq!(head["search"].is_string(), searched);
        assert!(net.fits(&names), "weights and {rows} rows are of the same features");
    }
    let figures: Value =
        serde_json::from_str(&fs::read_to_string(one.join("red-alert.json")).unwrap()).unwrap();
    let of = |name: &str| {
        let [loss, area] = [0, 1].map(|i| figures["figures"][name][i].as_f64().unwrap());
        (loss, area)
    };
    // Who knows nothing has a loss of 0.693 and an area of a half. So few games are learned by heart by a network: of its order
    // of positions something is left, of its certainty nothing.
    let (loss, area) = of("linear");
    assert!(loss < 0.68 && area > 0.62, "the linear form has a loss of {loss} and an area of {area}");
    let (_, area) = of("48 neurons");
    assert!(area > 0.62, "the network has an area of {area}");
    let passes = figures["curves"][1][1].as_array().unwrap();
    let loss = |pass: &Value| pass[0].as_f64().unwrap();
    assert!(loss(passes.last().unwrap()) < loss(&passes[0]), "it learns as it goes");
    // The same games and the same luck make the same weights, to the byte.
    learn(&two, &program);
    assert!(weights == fs::read(two.join("red-alert.net")).unwrap(), "a second run makes other weights");
}
