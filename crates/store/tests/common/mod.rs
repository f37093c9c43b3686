//! What the store's tests share.

use klaxon_store::{NewTable, TableState};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own for one test, removed at the end.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch folder");
        Scratch(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A plain table to play at.
pub fn table(id: &str) -> NewTable {
    NewTable {
        id: id.into(),
        game: "red-alert".into(),
        created_at: 1_000,
        header: format!(r#"{{"klaxon":1,"table":"{id}"}}"#),
        meta: r#"{"title":"a table"}"#.into(),
        state: TableState::Playing,
        owner: Some("ada".into()),
        listed: true,
    }
}

/// What entry `n` of a table says in these tests.
pub fn line(table: &str, n: u32) -> String {
    format!(r#"{{"n":{n},"table":"{table}","in":"a \"quoted\" word, a \\ and ☄"}}"#)
}
