//! What is done with made-up input, and what must hold whatever it is: a refusal is fine, a panic is not, and what is
//! written out reads back.
//!
//! Each [`Target`] is a plain function of bytes. `cargo xtask fuzz` runs them under libFuzzer, which looks at what the
//! code does with an input and changes those that lead somewhere new; the tests of this crate run them over
//! `corpus/`, where the inputs lie from which it starts and those that once led to a fault.

mod logs;
mod situations;
mod words;

pub use words::Vocabulary;

use klaxon_catalog::{
    Table,
    packs::{self, PackFile},
};
use klaxon_core::{Seed, TableOrder};
use std::{
    fs,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

/// The longest input.
pub const LONGEST: usize = 4096;

/// One thing that takes input from outside.
#[derive(Debug)]
pub struct Target {
    /// Its name, and that of its folder in `corpus/`.
    pub name: &'static str,
    /// What is done with an input. It panics where something is wrong with the program.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 6] = [
    Target { name: "situations", run: |data| text(data, situations::run) },
    Target { name: "scenarios", run: |data| text(data, scenario) },
    Target { name: "packs", run: |data| text(data, pack) },
    Target { name: "logs", run: |data| text(data, logs::run) },
    Target { name: "missions", run: |data| text(data, mission) },
    Target { name: "wishes", run: |data| text(data, wishes) },
];

/// A target by its name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|t| t.name == name)
}

/// The names of all.
pub fn names() -> Vec<&'static str> {
    TARGETS.iter().map(|t| t.name).collect()
}

impl Target {
    /// Where its inputs lie.
    pub fn folder(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus").join(self.name)
    }

    /// Its inputs, by file name.
    pub fn corpus(&self) -> Vec<(String, Vec<u8>)> {
        let Ok(entries) = fs::read_dir(self.folder()) else { return Vec::new() };
        let mut files: Vec<(String, Vec<u8>)> = entries
            .filter_map(|e| e.ok())
            .filter_map(|e| Some((e.file_name().to_string_lossy().into_owned(), fs::read(e.path()).ok()?)))
            .collect();
        files.sort();
        files
    }
}

/// Everything that comes in is text.
fn text(data: &[u8], run: fn(&str)) {
    if let Ok(text) = std::str::from_utf8(data) {
        run(text);
    }
}

/// A scenario of Star Trek: the editor draws and checks it, and one that can be played is.
fn scenario(text: &str) {
    let page = klaxon_web::fuzz::edit(text);
    let Ok(scenario) = klaxon_star_trek::Scenario::parse(&format!("{}\n", text.trim_end())) else {
        assert!(page.contains("Not yet"), "the editor takes what the loader refuses");
        return;
    };
    for (i, seats) in scenario.sizes().into_iter().enumerate() {
        let order = TableOrder { scenario: format!("{}\n", text.trim_end()), seats, ..TableOrder::default() };
        match Table::open("star-trek", &order, Seed::small(1)) {
            // A fleet of Star Trek has thousands of choices: a few steps of one table are enough.
            Ok(mut table) if i == 0 => play(&mut table, 4),
            Ok(_) => {}
            Err(refusal) => panic!("a good scenario cannot be opened for {seats}: {refusal}"),
        }
    }
}

/// Goes on for a while with the first choices.
fn play(table: &mut Table, steps: usize) {
    for step in 0..steps {
        let Some(seat) = table.to_act().iter().next() else { break };
        let choices = table.choices(seat);
        assert!(!choices.is_empty(), "somebody is asked and has no choice");
        if let Err(refusal) = table.choose(seat, None, (step * 7) % choices.len(), 0) {
            panic!("a choice is refused: {refusal}");
        }
    }
}

/// A pack: the game in the first line, then a file of it.
fn pack(text: &str) {
    let (game, text) = text.split_once('\n').unwrap_or((text, ""));
    let file = PackFile { game: game.trim().into(), name: "pack.toml".into(), text: text.into() };
    match packs::check(&[file]) {
        Ok(counts) => assert_eq!(counts.len(), 1, "a pack is for one game"),
        Err(mistake) => assert!(!mistake.to_string().is_empty(), "a mistake says nothing"),
    }
}

/// A mission that was planned with the box.
fn mission(text: &str) {
    match klaxon_space_alert::adjudicate(text) {
        Ok(report) => {
            assert!(!report.to_text().is_empty(), "a report says nothing");
            assert!(serde_json::to_string(&report).is_ok(), "a report cannot be written");
        }
        Err(mistakes) => assert!(!mistakes.is_empty(), "a refusal says nothing"),
    }
}

/// What a page sends: in the first line the table, then a wish a line.
fn wishes(text: &str) {
    static SERVER: Mutex<Option<klaxon_web::fuzz::Server>> = Mutex::new(None);
    let (order, wishes) = text.split_once('\n').unwrap_or((text, ""));
    let mut server = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    // A server remembers its tables: a new one now and then keeps the memory small.
    if server.as_ref().is_none_or(|s| s.tables() >= 200) {
        *server = Some(klaxon_web::fuzz::Server::start());
    }
    if let Some(server) = server.as_ref() {
        server.wishes(order, &wishes.lines().take(60).collect::<Vec<_>>());
    }
}
