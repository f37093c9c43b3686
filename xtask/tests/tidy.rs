//! What no compiler checks: documents that stay true, ids that exist, files that stay small.

use klaxon_testkit::ledger;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Words between backticks.
fn ticked(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn rule_ids_in_sources_stand_in_the_ledgers() {
    let games = ledger::report(&root()).unwrap();
    let errors: Vec<&String> = games.iter().flat_map(|g| &g.errors).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn paths_named_in_the_documents_exist() {
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = read(document);
        let links = text.match_indices("](").filter_map(|(i, _)| text[i + 2..].split(')').next());
        let paths = ticked(&text).filter(|t| {
            ["crates/", "docs/", "xtask", "e2e", ".ci/"].iter().any(|p| t.starts_with(p))
                && !t.contains(['*', '<', ' '])
        });
        for path in links.filter(|l| !l.contains("://")).chain(paths) {
            assert!(root().join(path).exists(), "{document} names {path}, which is not there");
        }
    }
}

#[test]
fn the_readme_lists_every_command() {
    let main = read("crates/klaxon/src/main.rs");
    let readme = read("README.md");
    let list = main.split("enum Command {").nth(1).and_then(|rest| rest.split("\n}").next()).unwrap();
    let variants = list.lines().map(str::trim).filter(|l| !l.starts_with("//"));
    for command in variants.filter_map(|l| l.split_once('(')).map(|(name, _)| name.to_lowercase()) {
        let named = readme.contains(&format!("klaxon {command}")) || readme.contains(&format!("|{command}"));
        assert!(named || command == "serve", "the README does not name `klaxon {command}`");
    }
}

#[test]
fn both_commands_stand_at_the_top_of_the_readme() {
    let top: String = read("README.md").lines().take(12).collect::<Vec<_>>().join("\n");
    assert!(top.contains("cargo run --release") && top.contains("cargo xtask test"));
}
