//! `cargo xtask types` passes on the scripts as they are and fails on a planted error.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("crates/web")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else if path.extension().is_some_and(|e| e == "js") {
            fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

/// Checks a copy of the scripts with something written behind one of them.
fn check(name: &str, script: &str, planted: &str) -> (bool, String) {
    let tree = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&tree);
    copy(&web().join("assets"), &tree.join("assets"));
    for file in ["tsconfig.json", "types.d.ts"] {
        fs::copy(web().join(file), tree.join(file)).unwrap();
    }
    let path = tree.join("assets").join(script);
    fs::write(&path, fs::read_to_string(&path).unwrap() + planted).unwrap();
    let out =
        Command::new(env!("CARGO_BIN_EXE_xtask")).args(["types", "--project"]).arg(&tree).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    (out.status.success(), said.into())
}

/// One test, so that the checker is installed once.
#[test]
fn scripts_fit_their_types_and_a_planted_error_is_found() {
    let there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !(there("node") && there("npm")) {
        assert!(std::env::var("KLAXON_NODE").as_deref() != Ok("required"), "there is no node or npm");
        eprintln!("SKIPPED: no node and npm here; `cargo xtask test` installs them");
        return;
    }
    let (passed, said) = check("types-sound", "page.js", "");
    assert!(passed, "{said}");
    for (name, script, planted) in [
        ("types-number", "page.js", "document.title = 7;\n"),
        ("types-message", "table.js", "hear({ t: \"helo\", build: \"\", now: 0 });\n"),
        ("types-beat", "beats.js", "play([{ step: 1, beats: [[{ b: \"shot\", from: \"a\" }]] }]);\n"),
        ("types-null", "boards/star-trek.js", "export const far = () => planned().flight.life;\n"),
        ("types-any", "camera.js", "export const later = (part) => look(part);\n"),
    ] {
        let (passed, said) = check(name, script, planted);
        assert!(!passed, "{name}: the planted error was not found");
        assert!(said.contains(&format!("assets/{script}")) && said.contains("do not fit"), "{name}: {said}");
    }
}

/// A checker that is told to look away sees nothing.
#[test]
fn no_script_turns_the_checker_off() {
    fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() && entry.file_name() != "vendor" {
                scripts(&entry.path(), found);
            } else if entry.path().extension().is_some_and(|e| e == "js") {
                found.push(entry.path());
            }
        }
    }
    let mut all = Vec::new();
    scripts(&web().join("assets"), &mut all);
    assert!(all.len() > 20, "{all:?}");
    for script in all {
        let text = fs::read_to_string(&script).unwrap();
        assert!(!text.contains("@ts-nocheck") && !text.contains("@ts-ignore"), "{}", script.display());
        for line in text.lines().filter(|l| l.contains("@ts-expect-error")) {
            let reason = line.split("@ts-expect-error").nth(1).unwrap_or_default();
            assert!(reason.trim().len() > 20, "{}: the reason is missing: {line}", script.display());
        }
    }
}
