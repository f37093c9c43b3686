//! What rule tests try, written down: examples for the pages of rules (`cargo xtask examples`).

use serde_json::{Value, json};
use std::{
    env,
    fs::OpenOptions,
    io::Write,
    path::PathBuf,
    process,
    sync::{LazyLock, Mutex, PoisonError},
    thread,
};

/// Where they are written, if at all: only by the rule tests, which are the program `rules`.
static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let program = env::current_exe().ok()?;
    let is_rules = program.file_name()?.to_str()?.starts_with("rules-");
    env::var_os("KLAXON_EXAMPLES").filter(|_| is_rules).map(PathBuf::from)
});
/// Tests run side by side, and a line is written whole.
static WRITING: Mutex<()> = Mutex::new(());

/// What is tried in one position, in the language of situations.
#[derive(Debug, Default)]
pub(crate) struct Story {
    given: Vec<String>,
    lines: Vec<Value>,
    /// Something happened that situations have no words for: what came before is told, the rest is not.
    closed: bool,
}

impl Story {
    /// A position that is set up from clauses.
    pub(crate) fn of(clauses: &[&str]) -> Story {
        let given = clauses.iter().map(|&clause| clause.to_owned()).collect();
        Story { given, lines: Vec::new(), closed: FOLDER.is_none() }
    }

    /// A position that no clauses tell of.
    pub(crate) fn untold() -> Story {
        Story { closed: true, ..Story::default() }
    }

    /// Is what comes told?
    pub(crate) fn is_told(&self) -> bool {
        !self.closed
    }

    /// A line of a situation, or `allows` with a decision that is not taken. What is told up to here is whole unless dice lie
    /// ready that have not fallen.
    pub(crate) fn line(&mut self, word: &str, rest: &str, whole: bool) {
        if self.is_told() {
            self.lines.push(json!({ "line": format!("{word} {rest}"), "whole": whole }));
        }
    }

    /// From here on nothing can be told.
    pub(crate) fn close(&mut self) {
        self.closed = true;
    }

    /// Writes it down under the name of the test.
    pub(crate) fn write(&self, game: &str) {
        let Some(folder) = FOLDER.as_ref().filter(|_| !self.lines.is_empty()) else { return };
        let thread = thread::current();
        let Some(test) = thread.name().and_then(|name| name.rsplit("::").next()) else { return };
        let line = json!({ "game": game, "test": test, "given": self.given, "steps": self.lines });
        let _one = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let path = folder.join(format!("{game}-{}.jsonl", process::id()));
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| writeln!(file, "{line}"));
        written.unwrap_or_else(|why| panic!("cannot write {}: {why}", path.display()));
    }
}
