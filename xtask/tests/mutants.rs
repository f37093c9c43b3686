//! What `cargo xtask mutants` changes, and how all changes fit into one program.

use std::{fs, path::Path};
use xtask::mutants::{
    equals, mutants,
    places::{Place, has_rules, without_rules},
    weave::weave,
};

/// The places of a crate that has this file alone.
fn places(source: &str) -> syn::Result<Vec<Place>> {
    xtask::mutants::places::places(source, &without_rules(&[("turn.rs", source)])?)
}

/// The changes of a function's body, each as `was → is`.
fn changes(body: &str) -> Vec<String> {
    let source = format!("fn rule(a: u8, b: u8) -> bool {{\n{body}\n}}\n");
    places(&source).unwrap().into_iter().map(|p| format!("{} → {}", p.was, p.is)).collect()
}

#[test]
fn operators_numbers_and_conditions_are_changed() {
    assert_eq!(changes("a < b"), ["a < b → a <= b"]);
    assert_eq!(changes("a == 7"), ["a == 7 → a != 7", "a == 7 → a == 8"]);
    assert_eq!(changes("x && !y"), ["x && !y → x || !y", "x && !y → x && y"]);
    assert_eq!(changes("n += 1;"), ["n += 1; → n -= 1;", "n += 1; → n += 2;"]);
    assert_eq!(changes("a.min(b)"), ["a.min(b) → a.max(b)"]);
    assert_eq!(changes("all.iter().any(f)"), ["all.iter().any(f) → all.iter().all(f)"]);
    assert_eq!(changes("255u8"), ["255u8 → 254u8"]);
    // A check that is never made.
    assert_eq!(
        changes("if far(a) { return no(); }"),
        ["if far(a) { return no(); } → if false { return no(); }"]
    );
    assert_eq!(
        changes("match a { n if odd(n) => f(), _ => g() }"),
        ["match a { n if odd(n) => f(), _ => g() } → match a { n if false => f(), _ => g() }"]
    );
}

#[test]
fn what_is_known_when_compiling_stays() {
    for body in [
        "const N: u8 = 3;",
        "let x: [u8; 4] = y;",
        "match a { 1 | 2..=4 => f(), _ => g() }",
        "f::<3>()",
        "assert!(a < 3);",
        "if let Some(x) = a && let Some(y) = b {}",
    ] {
        assert_eq!(changes(body), [""; 0], "{body}");
    }
    assert_eq!(changes("[0; 7]"), ["[0; 7] → [1; 7]"], "the length stays");
    assert_eq!(
        changes("Pass { lean: 2, cost: 1 }"),
        ["Pass { lean: 2, cost: 1 } → Pass { lean: 2, cost: 2 }"]
    );
    for source in
        ["const fn f() -> u8 { 1 + 2 }", "#[cfg(test)] mod tests { fn f() -> u8 { 1 } }", "fn label() { 1 }"]
    {
        assert!(places(source).unwrap().is_empty(), "{source}");
    }
}

#[test]
fn what_only_words_and_bots_call_is_no_rule() {
    let helper = "fn weight() -> u32 { far() + 1 }\nfn far() -> u32 { 7 }\n";
    let lean = "impl Answer<Game> for Buy { fn lean(&self) -> u32 { weight() } }\n";
    assert!(places(&format!("{lean}{helper}")).unwrap().is_empty(), "nor what that calls");
    let judge = "impl Answer<Game> for Buy { fn judge(&self) -> u32 { far() } }\n";
    let found = places(&format!("{lean}{judge}{helper}")).unwrap();
    assert_eq!(found.iter().map(|p| p.is.as_str()).collect::<Vec<_>>(), ["fn far() -> u32 { 8 }"]);
    // What nobody here calls may be a rule.
    assert_eq!(places(helper).unwrap().len(), 3);
}

#[test]
fn what_only_words_and_bots_call_is_none_in_whatever_file_it_stands() {
    let none = |files: &[(&str, &str)], name: &str| without_rules(files).unwrap().iter().any(|n| n == name);
    let far = ("board.rs", "/// Nobody asks `far` but bots.\npub fn far() -> u32 { far() + 7 }\n");
    let bot = ("instinct/mod.rs", "use crate::board::far;\nfn worth() -> u32 { far() }\n");
    let lean = ("questions/buy.rs", "impl Answer<Game> for Buy { fn lean(&self) -> u32 { far() } }\n");
    assert!(none(&[far, bot], "far") && none(&[far, lean], "far") && none(&[far, bot, lean], "far"));
    assert!(!none(&[far], "far"), "nobody here calls it");
    // A call by a rule, from a table of functions, from the things of the rules, or in the order of a table.
    for (file, code) in [
        ("turn.rs", "fn step() { far(); }"),
        ("turn.rs", "const ALL: [fn() -> u32; 1] = [far];"),
        ("data.rs", "fn reach() -> u32 { far() }"),
        ("words.rs", "impl Words for Game { fn setup() { far() } }"),
    ] {
        assert!(!none(&[far, bot, lean, (file, code)], "far"), "{file}: {code}");
    }
    // What a trait asks for is called from who knows where.
    let open = ("board.rs", "impl Game for Far { fn far() -> u32 { 7 } }\n");
    assert!(!none(&[open, bot], "far"));
}

#[test]
fn words_and_bots_are_no_rules() {
    for file in ["turn.rs", "questions/uses/settle.rs", "questions/data.rs", "voyage/actions.rs"] {
        assert!(has_rules(file), "{file}");
    }
    for file in
        ["words.rs", "words/line.rs", "instinct/mod.rs", "situation/read.rs", "data.rs", "questions/asked.rs"]
    {
        assert!(!has_rules(file), "{file}");
    }
}

#[test]
fn changes_within_each_other_are_switched_one_by_one() {
    let source = "fn f() -> bool { a < 1 && b }";
    let all = places(source).unwrap();
    let numbered: Vec<(u32, &Place)> = (1..).zip(&all).collect();
    assert_eq!(all.len(), 3);
    let woven = weave(source, &numbered);
    let inner = "(if crate::mutant(2) { (a <= (if crate::mutant(3) { (2) } else { (1) })) } else { (a < (if crate::mutant(3) { (2) } else { (1) })) })";
    assert_eq!(
        woven,
        format!("fn f() -> bool {{ (if crate::mutant(1) {{ ({inner} || b) }} else {{ ({inner} && b) }}) }}")
    );
    // A condition that is replaced takes along what could be changed in it.
    let source = "fn f() { if !a { g() } }";
    let all = places(source).unwrap();
    let numbered: Vec<_> = (1..).zip(&all).collect();
    let inner = "(if crate::mutant(2) { (a) } else { (!a) })";
    assert_eq!(
        weave(source, &numbered),
        format!("fn f() {{ if (if crate::mutant(1) {{ (false) }} else {{ ({inner}) }}) {{ g() }} }}")
    );
    // Whichever of the two has the lower number.
    let turned: Vec<_> = (1..).zip(all.iter().rev()).collect();
    let inner = "(if crate::mutant(1) { (a) } else { (!a) })";
    assert_eq!(
        weave(source, &turned),
        format!("fn f() {{ if (if crate::mutant(2) {{ (false) }} else {{ ({inner}) }}) {{ g() }} }}")
    );
    assert_eq!(weave(source, &[]), source);
    assert!(syn::parse_file(&woven).is_ok());
}

#[test]
fn the_same_seed_picks_the_same_and_moved_code_keeps_its_place() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutants");
    let picked = |file: &str, code: &str, seed: u64| -> Vec<String> {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), code).unwrap();
        mutants(&folder, seed).unwrap().iter().map(|m| m.text()).collect()
    };
    let code = "fn f(a: u8, b: u8) -> bool {\n    a < b\n        && a > 3\n        || b == 9\n}\n";
    let first = picked("turn.rs", code, 1);
    assert_eq!(first.len(), 7);
    assert_eq!(first, picked("moved.rs", &format!("\n\n{code}"), 1));
    assert_ne!(first, picked("turn.rs", code, 2));
}

#[test]
fn equal_changes_are_listed_with_a_reason() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("equals");
    fs::create_dir_all(folder.join("docs")).unwrap();
    let item = "- `draw` `if n > 1 {` → `if n >= 1 {`: one of one is the same\n";
    fs::write(folder.join("docs/mutants.md"), format!("# List\n\n{item}")).unwrap();
    assert_eq!(equals(&folder).unwrap(), ["`draw` `if n > 1 {` → `if n >= 1 {`"]);
    assert!(equals(&folder.join("docs")).unwrap().is_empty(), "no list, no equals");
}

/// Every listed change is one that can be made: the list does not outlive the code.
#[test]
fn every_listed_change_can_be_made() {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let games = fs::read_dir(tree.join("crates/games")).unwrap();
    let all: Vec<String> =
        games.flat_map(|g| mutants(&g.unwrap().path().join("src"), 1).unwrap()).map(|m| m.text()).collect();
    for change in equals(tree).unwrap() {
        assert!(all.contains(&change), "docs/mutants.md lists {change}, which is no place of the rules");
    }
}
