//! `cargo xtask rules` fails in each of four ways, shown on a small made-up tree that passes without the fault.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A game with two rules, both enforced and tested, and one that no program can enforce. The ids are put together when
/// the tree is written, so that this file itself cites none: `@` is the prefix, `$` the one of tests.
const TREE: [(&str, &str); 4] = [
    (
        "docs/rules/red-alert.md",
        "# Red Alert\n\n## 1. One\n- **@-1.1** Ships move. **@-1.2** Ships stop.\n- **@-1.3** The box is blue.\n",
    ),
    ("docs/rules/open.md", "# Open\n\n- @-1.3 no program sees the box\n"),
    ("crates/games/red-alert/src/lib.rs", "// @-1.1: ships move.\nlet r = rule!(\"@-1.2\");\n"),
    (
        "crates/games/red-alert/tests/rules.rs",
        "#[test]\nfn $_1_1_ships_move() {\n    assert!(moves());\n}\n\n\
         #[test]\nfn $_1_2_ships_stop() {\n    stops(\"here\");\n}\n\n\
         fn stops(at: &str) {\n    given(at).refuses(\"move\", \"@-1.2\");\n}\n",
    ),
];

/// Writes the tree with one text of one file replaced, runs the gate on it, and gives back whether it passed and what it said.
fn gate(name: &str, file: &str, old: &str, new: &str) -> (bool, String) {
    let root: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, text) in TREE {
        assert!(!path.ends_with(file) || text.contains(old), "{file} has no `{old}`");
        let text = if path.ends_with(file) { text.replacen(old, new, 1) } else { text.into() };
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace('@', "RA").replace('$', "ra")).unwrap();
    }
    let out =
        Command::new(env!("CARGO_BIN_EXE_xtask")).args(["rules", "--tree"]).arg(&root).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    (out.status.success(), said.into())
}

/// The gate is shut, and says so in one line that ends with this.
#[track_caller]
fn shut(name: &str, file: &str, old: &str, new: &str, fault: &str) {
    let (passed, said) = gate(name, file, old, new);
    let fault = fault.replace('@', "RA").replace('$', "ra");
    assert!(!passed, "passes without a word of `{fault}`:\n{said}");
    let faults: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("fault  ")).collect();
    assert!(faults.len() == 1 && faults[0].ends_with(&fault), "not `{fault}` but {faults:#?}\n{said}");
}

#[test]
fn a_tree_in_order_passes() {
    let (passed, said) = gate("in-order", "open.md", "# Open", "# Open");
    assert!(passed && said.contains("red-alert         3       2      2     1       0"), "{said}");
}

#[test]
fn a_ledger_more_is_a_game_more() {
    let (passed, said) = gate("more", "docs/rules/red-alert.md", "# Red Alert", "# Red Alert");
    assert!(passed, "{said}");
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("more");
    for (ledger, fault) in [
        (
            "# Nim\n\n## 1. One\n- **NI-1.1** Stones are taken.\n",
            "NI-1.1: no running test: Stones are taken.",
        ),
        ("# Nim\n\nStones are taken.\n", "nim.md: no rule in it"),
    ] {
        fs::write(root.join("docs/rules/nim.md"), ledger).unwrap();
        let out =
            Command::new(env!("CARGO_BIN_EXE_xtask")).args(["rules", "--tree"]).arg(&root).output().unwrap();
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(!out.status.success() && said.contains(fault), "{said}");
    }
}

#[test]
fn a_rule_without_a_running_test_shuts_the_gate() {
    let rules = "tests/rules.rs";
    shut("untested", rules, "#[test]\nfn $_1_1", "fn $_1_1", "@-1.1: no running test: Ships move.");
    let ignored = "crates/games/red-alert/tests/rules.rs:3 $_1_1_ships_move is ignored";
    for (name, mark) in [("ignored", "#[ignore]"), ("ignored-why", "#[ignore = \"slow\"]")] {
        shut(name, rules, "#[test]\nfn $_1_1", &format!("#[test]\n{mark}\nfn $_1_1"), ignored);
    }
    shut(
        "commented",
        rules,
        "#[test]\nfn $_1_1",
        "// #[test]\nfn $_1_1",
        "@-1.1: no running test: Ships move.",
    );
    shut(
        "reasonless",
        "open.md",
        " no program sees the box",
        "",
        "open.md:3: @-1.3 is open without a reason",
    );
}

#[test]
fn a_test_that_asserts_nothing_shuts_the_gate() {
    let (passed, said) = gate("hollow", "tests/rules.rs", "assert!(moves())", "moves()");
    assert!(!passed && said.contains("rules.rs:2: ra_1_1_ships_move asserts nothing"), "{said}");
    // It is no test of its rule then.
    assert!(said.contains(": no running test: Ships move."), "{said}");
    for (name, old, new) in [
        ("hollow-word", "assert!(moves())", "let it = \"assert!(moves())\"; // assert!(moves())"),
        ("hollow-true", "assert!(moves())", "assert!(true)"),
        ("hollow-helper", ".refuses(", ".play("),
    ] {
        let (passed, said) = gate(name, "tests/rules.rs", old, new);
        assert!(!passed && said.contains("asserts nothing"), "{name}: {said}");
    }
}

#[test]
fn an_id_that_no_ledger_has_shuts_the_gate() {
    let rules = "tests/rules.rs";
    shut(
        "unknown-code",
        "src/lib.rs",
        "rule!(\"@-1.2\")",
        "rule!(\"@-1.2\"); // @-1.9",
        "src/lib.rs:2: no rule @-1.9",
    );
    shut("unknown-refusal", rules, "\"@-1.2\"", "\"@-7.2\"", "tests/rules.rs:12: no rule @-7.2");
    let more = "#[test]\nfn $_2_1_no_such_rule() {\n    assert!(moves());\n}\n\n#[test]\nfn $_1_1";
    let fault = "rules.rs:2: no rule @-2.1, of which $_2_1_no_such_rule is the test";
    shut("unknown-test", rules, "#[test]\nfn $_1_1", more, fault);
    shut("unknown-open", "open.md", "- @-1.3", "- @-3.3 gone\n- @-1.3", "open.md:3: no rule @-3.3");
}

#[test]
fn a_rule_that_no_line_enforces_shuts_the_gate() {
    let fault = "@-1.1: no line of crates/games/red-alert/src/ or data cites it: Ships move.";
    shut("uncited", "src/lib.rs", "@-1.1: ", "", fault);
    // A test that cites it enforces nothing; the refusal of @-1.2 there shows it.
    let fault = "@-1.2: no line of crates/games/red-alert/src/ or data cites it: Ships stop.";
    shut("uncited-refusal", "src/lib.rs", "rule!(\"@-1.2\")", "rule", fault);
    let fault = "is not open any more, crates/games/red-alert/tests/rules.rs:2 $_1_1_ships_move tests it and crates/games/red-alert/src/lib.rs:1 cites it";
    shut("open-no-more", "open.md", "- @-1.3", "- @-1.1 lazy\n- @-1.3", fault);
}
