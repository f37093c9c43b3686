//! What both tests with packs share.

use klaxon_catalog::{
    packs::{self, PackFile},
    verify,
};
use klaxon_core::{Instinct, Situation, Words};
use klaxon_red_alert::RedAlert;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Corpus;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Puts the packs of a folder in force and runs the logs beside them.
pub fn corpus(name: &str) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs").join(name);
    let mut files = Vec::new();
    for game in ["red-alert", "star-trek"] {
        for path in inside(&dir.join("pack").join(game)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = fs::read_to_string(&path).expect("a pack is read");
            files.push(PackFile { game: game.into(), name: format!("{game}/{name}"), text });
        }
    }
    packs::install(&files).unwrap_or_else(|e| panic!("{e}"));
    run::<RedAlert>(&dir.join("red-alert"));
    run::<StarTrek>(&dir.join("star-trek"));
}

fn run<G: Words + Situation + Instinct>(dir: &Path) {
    let mut corpus = Corpus::<G>::new(dir.to_str().expect("a plain path"));
    (corpus.least, corpus.current) = (2, false);
    corpus.unchanged();
    corpus.replays();
    for path in inside(dir).iter().filter(|p| p.extension().is_some_and(|e| e == "jsonl")) {
        let text = fs::read_to_string(path).expect("a log is read");
        verify(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}

fn inside(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    paths
}
