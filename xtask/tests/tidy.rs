//! What no compiler checks: documents that stay true, ids that exist, files that stay small.

use klaxon_testkit::ledger;
use std::{
    fs,
    path::{Path, PathBuf},
};
use syn::visit::Visit as _;

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

/// What `cargo xtask rules` says of this tree.
#[test]
fn every_rule_has_a_test_and_a_line_that_enforces_it() {
    let games = ledger::report(&root()).unwrap();
    let faults: Vec<&String> = games.iter().flat_map(|g| &g.faults).collect();
    assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
    for game in &games {
        assert!(game.total() > 200, "{} has only {} rules", game.game, game.total());
    }
    let mut crates: Vec<String> = fs::read_dir(root().join("crates/games"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    crates.sort();
    assert_eq!(crates, games.iter().map(|g| g.game.clone()).collect::<Vec<_>>(), "each game has a ledger");
}

/// Whoever adds a variant is led by the compiler to every place that depends on it.
#[test]
fn no_match_says_all_the_others() {
    let faults = xtask::matches::in_tree(&root()).unwrap();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A decision more is a file and a line in `questions/mod.rs`: no match anywhere tells decisions apart, so none has to be
/// told of it. (`_` on them is a fault already, so whoever named some would have to name all.)
#[test]
fn no_match_names_the_decisions_of_a_game() {
    struct Named(usize);
    impl<'ast> syn::visit::Visit<'ast> for Named {
        fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
            node.arms.iter().for_each(|arm| Pattern(&mut self.0).visit_pat(&arm.pat));
            syn::visit::visit_expr_match(self, node);
        }
    }
    struct Pattern<'a>(&'a mut usize);
    impl<'ast> syn::visit::Visit<'ast> for Pattern<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            *self.0 += usize::from(path.segments.iter().rev().nth(1).is_some_and(|s| s.ident == "Action"));
        }
    }
    let named = |source: &str| {
        let mut named = Named(0);
        named.visit_file(&syn::parse_file(source).unwrap());
        named.0
    };
    assert_eq!(named("fn f() { match a { Action::Buy(_) | Action::Sell(_) => 1 } }"), 2, "it can be found");
    assert_eq!(named("fn f() { if let Action::Buy(b) = a { g(b) } }"), 0, "one alone may be asked for");
    let mut folders = vec![root().join("crates")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let found = named(&fs::read_to_string(&path).unwrap());
                // Tests may look at one; the little game of the test kit has no questions of its own.
                let ours = path.components().any(|c| c.as_os_str() == "testkit" || c.as_os_str() == "tests");
                assert!(found == 0 || ours, "{} tells {found} decisions apart", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 400, "{seen} files");
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

#[test]
fn what_the_page_for_hosts_and_the_package_name_is_there() {
    let hosting = read("docs/hosting.md");
    for link in hosting.match_indices("](../").filter_map(|(i, _)| hosting[i + 5..].split(')').next()) {
        assert!(root().join(link).exists(), "docs/hosting.md names {link}, which is not there");
    }
    let manifest = read("crates/klaxon/Cargo.toml");
    let files: Vec<&str> = manifest.split('"').filter_map(|text| text.strip_prefix("../../")).collect();
    assert!(files.len() > 8, "{files:?}");
    for file in files {
        assert!(root().join(file).exists(), "the package wants {file}, which is not there");
    }
    for script in ["postinst", "prerm", "postrm"] {
        let text = read(&format!("deploy/debian/{script}"));
        assert!(text.starts_with("#!/bin/sh\nset -e\n") && text.contains("#DEBHELPER#"), "{script}");
    }
    // All speak of the same port, and of the compiler that the workspace asks for.
    for file in
        ["deploy/Caddyfile", "deploy/nginx.conf", "deploy/Containerfile", "crates/klaxon/src/serve.rs"]
    {
        assert!(read(file).contains(":7777"), "{file}");
    }
    let workspace = read("Cargo.toml");
    let rust = workspace.lines().find_map(|l| l.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    assert!(
        read("deploy/Containerfile").contains(&format!("rust:{rust}-")),
        "the container builds with Rust {rust}"
    );
}

#[test]
fn systemd_understands_the_unit() {
    let unit = read("deploy/klaxon.service");
    assert!(unit.contains("ExecStart=/usr/bin/klaxon serve\n"));
    // The program is not installed where tests run.
    let copy = std::env::temp_dir().join(format!("klaxon-unit-{}", std::process::id()));
    fs::create_dir_all(&copy).unwrap();
    let file = copy.join("klaxon.service");
    fs::write(&file, unit.replace("/usr/bin/klaxon", "/bin/true")).unwrap();
    let verdict = std::process::Command::new("systemd-analyze").arg("verify").arg(&file).output();
    fs::remove_dir_all(copy).unwrap();
    match verdict {
        Ok(out) => {
            let said = String::from_utf8_lossy(&out.stderr);
            assert!(out.status.success() && !said.contains("klaxon.service"), "{said}");
        }
        Err(_) => eprintln!("SKIPPED: no systemd-analyze here"),
    }
}

/// A board draws what its viewer may know. No file of a board has a table, a session or a whole state in its hands, and the
/// pages that sum games up ask for a view too.
#[test]
fn boards_have_no_way_to_a_state() {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { below(&path, found) } else { found.push(path) }
        }
    }
    let web = root().join("crates/web/src");
    let mut files = vec![web.join("table/daily.rs"), web.join("pages/ships_log.rs")];
    below(&web.join("boards"), &mut files);
    below(&web.join("ending"), &mut files);
    // Tests play games, and so must hold them.
    let is_test = |path: &PathBuf| path.ends_with("tests.rs") || path.ends_with("bench.rs");
    for path in files.iter().filter(|path| !is_test(path)) {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for way in ["Session<", ".game()", ".state_json()", "Chance::", "each!"] {
            assert!(!code.contains(way), "{} has `{way}`", path.display());
        }
        if path.starts_with(web.join("boards")) {
            assert!(!code.contains("klaxon_catalog::Table"), "{} has a table", path.display());
        }
    }
}
