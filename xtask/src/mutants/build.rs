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

/// Builds it. A change that the compiler refuses makes way for the next of `spare`.
pub fn build(tree: &Path, game: &str, mut mutants: Vec<Mutant>, spare: Vec<Mutant>) -> Result<Program> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| tree.join("target"), PathBuf::from);
    let folder = target.join("mutants").join(game);
    let home = folder.join("crates/games").join(game);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    copy(&tree.join("docs"), &folder.join("docs"))?;
    copy(&tree.join("crates/games").join(game), &home)?;
    fs::copy(tree.join("Cargo.lock"), folder.join("Cargo.lock")).context("cannot copy Cargo.lock")?;
    fs::write(folder.join("Cargo.toml"), manifest(tree, game)?)?;
    let src = tree.join("crates/games").join(game).join("src");
    let mut spare = spare.into_iter();
    for _ in 0..20 {
        let lines = write(&src, &home.join("src"), &mutants)?;
        let refused = refused(&folder, &lines)?;
        if refused.is_empty() {
            let tests = tests(&folder)?;
            return Ok(Program { folder, home, tests, mutants });
        }
        for n in refused.into_iter().rev() {
            match spare.next() {
                Some(next) => mutants[n - 1] = next,
                None => drop(mutants.remove(n - 1)),
            }
        }
    }
    bail!("the changed {game} cannot be compiled")
}

/// The tree's own workspace with this one member; what lies beside it is found by its full path.
fn manifest(tree: &Path, game: &str) -> Result<String> {
    let text = fs::read_to_string(tree.join("Cargo.toml")).context("cannot read Cargo.toml")?;
    // The rule tests are short: what is built once for them need not be the fastest.
    let profile = format!("[profile.dev.package.klaxon-{game}]\nopt-level = ");
    let text = text.replace(&format!("{profile}2"), &format!("{profile}1"));
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
        let path = to.join(&file);
        // What is the same need not be compiled anew.
        if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            fs::write(&path, text)?;
        }
    }
    Ok(lines)
}

/// The numbers of the changes that do not compile.
fn refused(folder: &Path, lines: &Lines) -> Result<Vec<usize>> {
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
    cargo
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to)?;
        } else {
            fs::copy(&path, &to).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}
