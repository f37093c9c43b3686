//! The changed program: a copy of the game's crate in a workspace of its own, which takes all else from the tree.

use super::{Mutant, places::Place, weave};
use anyhow::{Context, Result, bail, ensure};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The rule tests with all changes in them.
#[derive(Debug)]
pub struct Program {
    /// The copy's folder.
    pub folder: PathBuf,
    /// Where the tests run.
    pub home: PathBuf,
    /// The tests.
    pub tests: PathBuf,
    /// The changes; the first is number 1.
    pub mutants: Vec<Mutant>,
}

/// Builds it with the changes that `pick` gives for a list of those that the compiler refuses. The list is kept, so that the
/// next build knows it from the beginning.
pub fn build(tree: &Path, game: &str, pick: impl Fn(&[String]) -> Vec<Mutant>) -> Result<Program> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| tree.join("target"), PathBuf::from);
    fs::create_dir_all(&target).with_context(|| format!("cannot make {}", target.display()))?;
    let folder = target.canonicalize()?.join("mutants").join(game);
    let home = folder.join("crates/games").join(game);
    copy(&tree.join("docs"), &folder.join("docs"), None)?;
    copy(&tree.join("crates/games").join(game), &home, Some("src"))?;
    put(&folder.join("Cargo.lock"), &fs::read(tree.join("Cargo.lock")).context("cannot read Cargo.lock")?)?;
    put(&folder.join("Cargo.toml"), manifest(tree, game)?.as_bytes())?;
    let src = tree.join("crates/games").join(game).join("src");
    let list = folder.join("refused");
    let kept = fs::read_to_string(&list).unwrap_or_default();
    let mut refused: Vec<String> = kept.lines().map(String::from).collect();
    for _ in 0..20 {
        let mutants = pick(&refused);
        let lines = write(&src, &home.join("src"), &mutants)?;
        let found = check(&folder, &lines)?;
        if found.is_empty() {
            let tests = tests(&folder)?;
            return Ok(Program { folder, home, tests, mutants });
        }
        refused.extend(found.into_iter().map(|n| mutants[n - 1].text()));
        put(&list, refused.join("\n").as_bytes())?;
    }
    bail!("the changed {game} cannot be compiled")
}

/// The tree's own workspace with this one member; what lies beside it is found by its full path.
fn manifest(tree: &Path, game: &str) -> Result<String> {
    let text = fs::read_to_string(tree.join("Cargo.toml")).context("cannot read Cargo.toml")?;
    // A little haste of the compiler is worth more to a few hundred runs of short tests than the fastest program.
    let profile = format!("[profile.dev.package.klaxon-{game}]\nopt-level = ");
    let text = text.replace(&format!("{profile}2"), &format!("{profile}1\ndebug = false"));
    let tree = tree.canonicalize()?;
    let member = format!("crates/games/{game}");
    let mut out = String::new();
    let mut skip = false;
    for line in text.lines() {
        if line.starts_with("members = [") {
            out.push_str(&format!("members = [\"{member}\"]\n"));
            skip = true;
        } else if !skip && !line.starts_with("default-members") {
            match line.split_once("path = \"") {
                Some((before, path)) if !path.starts_with(&format!("{member}\"")) => {
                    out.push_str(&format!("{before}path = \"{}/{path}\n", tree.display()));
                }
                Some(_) | None => out.push_str(&format!("{line}\n")),
            }
        }
        skip &= line != "]";
    }
    Ok(out)
}

/// Where each number's code went: file, first and last line.
type Lines = Vec<(String, usize, usize)>;

fn write(src: &Path, to: &Path, mutants: &[Mutant]) -> Result<Lines> {
    let mut files: BTreeMap<&str, Vec<(u32, &Place)>> = BTreeMap::new();
    for (i, mutant) in mutants.iter().enumerate() {
        files.entry(&mutant.file).or_default().push((i as u32 + 1, &mutant.place));
    }
    let mut lines = vec![(String::new(), 0, 0); mutants.len()];
    for path in super::rust_files(src)? {
        let file = path.strip_prefix(src)?.to_string_lossy().replace('\\', "/");
        let source = fs::read_to_string(&path)?;
        let mut text = weave::weave(&source, files.get(file.as_str()).map_or(&[], Vec::as_slice));
        if file == "lib.rs" {
            text = format!("{}{text}{}", weave::LEAVE, weave::SWITCH);
        }
        for (n, _) in files.get(file.as_str()).into_iter().flatten() {
            let mark = format!("crate::mutant({n})");
            let (first, last) = (text.find(&mark), text.rfind(&mark));
            let (Some(first), Some(last)) = (first, last) else { continue };
            let line = |at: usize| text[..at].matches('\n').count() + 1;
            let long = mutants[*n as usize - 1].place.whole;
            let more = source[long.0..long.1].matches('\n').count();
            lines[*n as usize - 1] = (file.clone(), line(first), line(last) + 2 * more);
        }
        put(&to.join(&file), text.as_bytes())?;
    }
    for path in super::rust_files(to)? {
        if !src.join(path.strip_prefix(to)?).exists() {
            fs::remove_file(path)?;
        }
    }
    Ok(lines)
}

/// The numbers of the changes that do not compile.
fn check(folder: &Path, lines: &Lines) -> Result<Vec<usize>> {
    let out = cargo(folder).args(["check", "--lib", "--message-format=short"]).output()?;
    if out.status.success() {
        return Ok(Vec::new());
    }
    let said = String::from_utf8_lossy(&out.stderr);
    let mut found = Vec::new();
    for line in said.lines().filter(|l| l.contains(": error")) {
        let mut parts = line.split(':');
        let (Some(path), Some(Ok(at))) = (parts.next(), parts.next().map(str::parse::<usize>)) else {
            continue;
        };
        let here = lines.iter().enumerate().filter(|(_, (file, first, last))| {
            !file.is_empty() && path.ends_with(&format!("src/{file}")) && (*first..=*last).contains(&at)
        });
        found.extend(here.map(|(i, _)| i + 1));
    }
    found.sort_unstable();
    found.dedup();
    ensure!(!found.is_empty(), "the copy cannot be compiled:\n{said}");
    Ok(found)
}

fn tests(folder: &Path) -> Result<PathBuf> {
    let out = cargo(folder)
        .args(["test", "--no-run", "--test", "rules", "--message-format=json"])
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(out.status.success(), "the rule tests cannot be built");
    let said = String::from_utf8_lossy(&out.stdout);
    let paths = said.lines().filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    let path = paths.filter_map(|m| m["executable"].as_str().map(PathBuf::from)).next_back();
    path.context("cargo names no program")
}

fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    // What is the same for all games, and for the tree itself, is built once.
    if let Some(target) = folder.ancestors().nth(2) {
        cargo.env("CARGO_TARGET_DIR", target);
    }
    cargo
}

/// Makes a folder like another, but for one name in it.
fn copy(from: &Path, to: &Path, but: Option<&str>) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        if but.is_none_or(|name| entry.file_name() != name) && !from.join(entry.file_name()).exists() {
            let path = entry.path();
            if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
        }
    }
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if but.is_some_and(|name| entry.file_name() == name) {
            continue;
        }
        if path.is_dir() {
            copy(&path, &to, None)?;
        } else {
            put(&to, &fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?)?;
        }
    }
    Ok(())
}

/// Writes a file, but not anew: what is the same need not be compiled again, so that tests can be tried on the same changes
/// for the price of the tests.
fn put(path: &Path, text: &[u8]) -> Result<()> {
    if fs::read(path).ok().as_deref() != Some(text) {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
