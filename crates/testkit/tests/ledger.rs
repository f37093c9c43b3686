//! Rule coverage: of a small made-up project, and of this one.

use klaxon_testkit::ledger::{Ledger, print, report};
use std::{fs, path::Path};

fn project(name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

// The ids are put together, so that this file itself names no test and cites no rule.
const LEDGER: &str = "# Title\n\n## 1. One\n- **RA-1.1** First. **RA-1.2** Second.\n- RA-1.3 Third, see RA-9.9.\n\n## 2. Two\n- **RA-2.1** Fourth.\n";

#[test]
fn tests_citations_and_open_rules_are_found() {
    let tests = format!(
        "#[test]\nfn {0}_1_1_first_holds() {{ assert!(true_to_it()) }}\n\n#[tokio::test]\n#[should_panic]\nasync fn {0}_1_2_second() {{ try_it() }}\n\nfn {0}_2_1_helper() {{}}\n",
        "ra"
    );
    let root = project(
        "covered",
        &[
            ("docs/rules/red-alert.md", LEDGER),
            ("docs/rules/open.md", "# Open\n\n- RA-2.1 the box has no such piece\n"),
            ("crates/games/red-alert/tests/one.rs", &tests),
            ("crates/games/red-alert/src/lib.rs", "// RA-1.1: first.\nlet r = rule!(\"RA-1.3\");\n"),
            ("crates/games/red-alert/data/cards.toml", "rule = \"RA-2.1\"\n"),
        ],
    );
    let games = report(&root).unwrap();
    let ra = &games[0];
    let uncited = ra.uncited().map(|r| r.id.as_str()).collect::<Vec<_>>();
    assert_eq!((uncited, ra.faults.len()), (vec!["RA-1.2"], 2), "{:#?}", ra.faults);
    assert_eq!((ra.total(), ra.tested(), ra.open()), (4, 2, 1));
    assert_eq!(ra.missing().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["RA-1.3"]);
    assert_eq!(ra.rules[0].tests, ["crates/games/red-alert/tests/one.rs:2 ra_1_1_first_holds"]);
    assert_eq!((ra.rules[0].chapter.as_str(), ra.rules[1].text.as_str()), ("1. One", "Second."));
    assert_eq!(ra.rules[2].cited, ["crates/games/red-alert/src/lib.rs:2"]);
    assert_eq!(ra.rules[3].cited, ["crates/games/red-alert/data/cards.toml:1"]);
    let table = print(&games);
    assert!(table.contains("red-alert         4       2      3     1       2"), "{table}");
    assert!(table.contains("fault  RA-1.3: no running test: Third"), "{table}");
}

#[test]
fn unknown_ids_are_errors() {
    let tests = format!(
        "#[test]\nfn {0}_7_7_no_such_rule() {{ assert_eq!(1, 1) }}\n#[test]\nfn {0}_1_1_first() {{ assert_eq!(1, 1) }}\n",
        "ra"
    );
    let cite = format!("let r = rule!(\"{0}-8.8\");\n", "RA");
    let root = project(
        "unknown",
        &[
            ("docs/rules/red-alert.md", &format!("{LEDGER}- RA-2.1 Again.\n- SC-2.2 Elsewhere.\n")),
            ("docs/rules/open.md", "- RA-9.1 gone\n- RA-1.2\n- RA-1.1 not open any more\n"),
            ("crates/games/red-alert/tests/one.rs", &tests),
            ("crates/games/red-alert/src/lib.rs", "// RA-1.1, RA-1.2, RA-1.3, RA-2.1\n"),
            ("crates/web/src/lib.rs", &cite),
            ("e2e/tests/two.rs", &tests),
        ],
    );
    let errors = report(&root).unwrap()[0].faults.join("\n");
    for error in [
        "red-alert.md: RA-2.1 is given twice",
        "red-alert.md: SC-2.2 belongs to another ledger",
        "crates/games/red-alert/tests/one.rs:2: no rule RA-7.7",
        "e2e/tests/two.rs:2: no rule RA-7.7",
        "crates/web/src/lib.rs:1: no rule RA-8.8",
        "open.md:1: no rule RA-9.1",
        "open.md:2: RA-1.2 is open without a reason",
        "open.md:3: RA-1.1 is not open any more",
        "RA-1.3: no running test: Third",
        "RA-2.1: no running test: Fourth.",
    ] {
        assert!(errors.contains(error), "{error} in\n{errors}");
    }
    assert_eq!(errors.lines().count(), 10, "{errors}");
}

#[test]
fn parleys_own_ledger_reads() {
    let ledger = Ledger::parse(include_str!("../src/parley.md"));
    assert_eq!((ledger.title.as_str(), ledger.chapters.len(), ledger.rules().count()), ("Parley", 3, 9));
}
