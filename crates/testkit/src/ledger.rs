//! The gate between the ledgers and the program: every rule has a test that runs and asserts, and a line that enforces it.
//!
//! A ledger is `docs/rules/<game>.md`. A test belongs to a rule when its name begins with the rule's id: `ra_7_4_…`
//! tests RA-7.4. An ignored one does not count, and one that asserts nothing is a fault. A line enforces a rule when it
//! cites the id in `src` or `data` of the game's crate, or in `geometry`. A rule deliberately without one or the other
//! stands in `docs/rules/open.md` as a line `- RA-7.4 reason`. Ids are looked for in `crates/`, `e2e/`, `fuzz/` and
//! `xtask/`.

mod source;

pub use klaxon_core::ledger::{Block, Ledger};
use source::Function;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

/// The coverage of one game's ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameCoverage {
    /// The game's id.
    pub game: String,
    /// Its rules in the order of the ledger.
    pub rules: Vec<RuleCoverage>,
    /// What is wrong between ledger, tests and code, one sentence each; none when the gate is open.
    pub faults: Vec<String>,
}

/// The coverage of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleCoverage {
    /// Its id.
    pub id: String,
    /// The chapter it stands in.
    pub chapter: String,
    /// Its words.
    pub text: String,
    /// Tests that run and begin with its id, as `path:line name`.
    pub tests: Vec<String>,
    /// Tests of it that are ignored.
    pub ignored: Vec<String>,
    /// Places in the game's sources and data that cite it, as `path:line`.
    pub cited: Vec<String>,
    /// Why it is deliberately open.
    pub open: Option<String>,
}

impl GameCoverage {
    /// How many rules the ledger has.
    pub fn total(&self) -> usize {
        self.rules.len()
    }

    /// Rules with a test.
    pub fn tested(&self) -> usize {
        self.rules.iter().filter(|r| !r.tests.is_empty()).count()
    }

    /// Rules that are open on purpose.
    pub fn open(&self) -> usize {
        self.rules.iter().filter(|r| r.open.is_some()).count()
    }

    /// Rules with neither a running test nor a reason for having none.
    pub fn missing(&self) -> impl Iterator<Item = &RuleCoverage> {
        self.rules.iter().filter(|r| r.tests.is_empty() && r.open.is_none())
    }

    /// Rules that no line of the game's sources or data cites, without a reason.
    pub fn uncited(&self) -> impl Iterator<Item = &RuleCoverage> {
        self.rules.iter().filter(|r| r.cited.is_empty() && r.open.is_none())
    }
}

/// Reads ledgers and sources under the project's root: a game is what has a ledger.
pub fn report(root: &Path) -> io::Result<Vec<GameCoverage>> {
    let mut paths = Vec::new();
    for folder in ["crates", "e2e", "fuzz", "xtask"] {
        collect(&root.join(folder), &mut paths)?;
    }
    paths.sort();
    let mut sources = Vec::new();
    for path in paths {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path)?;
        let functions = if name.ends_with(".rs") { source::functions(&text) } else { Vec::new() };
        sources.push(Source { name, text, functions });
    }
    let rules = root.join("docs/rules");
    let open = optional(&rules.join("open.md"))?;
    let mut ledgers: Vec<PathBuf> =
        fs::read_dir(&rules)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    ledgers.retain(|path| path.extension().is_some_and(|end| end == "md") && !path.ends_with("open.md"));
    ledgers.sort();
    ledgers
        .iter()
        .map(|path| {
            let game = path.file_stem().unwrap_or_default().to_string_lossy();
            Ok(cover(&game, &Ledger::parse(&fs::read_to_string(path)?), &open, &sources))
        })
        .collect()
}

/// What the ids of a ledger begin with, as its first rule has it; empty where there is none.
fn prefix_of(ledger: &Ledger) -> &str {
    ledger.rules().next().and_then(|rule| rule.id.split('-').next()).unwrap_or("")
}

/// The coverage as a table, with what is wrong below it.
pub fn print(games: &[GameCoverage]) -> String {
    let mut text = format!(
        "{:<12} {:>6} {:>7} {:>6} {:>5} {:>7}\n",
        "game", "rules", "tested", "cited", "open", "faults"
    );
    for game in games {
        let (total, tested, open) = (game.total(), game.tested(), game.open());
        let cited = game.rules.iter().filter(|r| !r.cited.is_empty()).count();
        let faults = game.faults.len();
        let _ = writeln!(text, "{:<12} {total:>6} {tested:>7} {cited:>6} {open:>5} {faults:>7}", game.game);
    }
    for fault in games.iter().flat_map(|g| &g.faults) {
        let _ = writeln!(text, "fault  {fault}");
    }
    text
}

/// A file in which ids are looked for.
struct Source {
    name: String,
    text: String,
    functions: Vec<Function>,
}

fn cover(game: &str, ledger: &Ledger, open: &str, sources: &[Source]) -> GameCoverage {
    let mut coverage = GameCoverage { game: game.into(), rules: Vec::new(), faults: Vec::new() };
    let prefix = prefix_of(ledger);
    if prefix.is_empty() {
        coverage.faults.push(format!("{game}.md: no rule in it"));
        return coverage;
    }
    let mut index: BTreeMap<String, usize> = BTreeMap::new();
    for chapter in &ledger.chapters {
        for block in &chapter.blocks {
            let Block::Rule(rule) = block else { continue };
            if !rule.id.starts_with(&format!("{prefix}-")) {
                coverage.faults.push(format!("{game}.md: {} belongs to another ledger", rule.id));
            } else if index.contains_key(&rule.id) {
                coverage.faults.push(format!("{game}.md: {} is given twice", rule.id));
            } else {
                index.insert(rule.id.clone(), coverage.rules.len());
                coverage.rules.push(RuleCoverage {
                    id: rule.id.clone(),
                    chapter: chapter.title.clone(),
                    text: rule.text.clone(),
                    tests: Vec::new(),
                    ignored: Vec::new(),
                    cited: Vec::new(),
                    open: None,
                });
            }
        }
    }
    // What lies between disks and hexes is shared by the games.
    let own = [
        format!("crates/games/{game}/src/"),
        format!("crates/games/{game}/data/"),
        "crates/geometry/src/".to_string(),
    ];
    for source in sources {
        let path = &source.name;
        let mut helpers: Option<BTreeSet<String>> = None;
        for test in source.functions.iter().filter(|f| f.is_test()) {
            let (line, name) = (test.line, &test.name);
            let Some(id) = tested_by(name, prefix) else { continue };
            let Some(&i) = index.get(&id) else {
                coverage.faults.push(format!("{path}:{line}: no rule {id}, of which {name} is the test"));
                continue;
            };
            if !source::holds_to_something(test, helpers.get_or_insert_with(|| helpers_of(path, sources))) {
                coverage.faults.push(format!("{path}:{line}: {name} asserts nothing"));
            } else if test.is_ignored() {
                coverage.rules[i].ignored.push(format!("{path}:{line} {name}"));
            } else {
                coverage.rules[i].tests.push(format!("{path}:{line} {name}"));
            }
        }
        for (line, id) in citations_in(&source.text, prefix) {
            match index.get(&id) {
                Some(&i) if own.iter().any(|o| path.starts_with(o)) => {
                    coverage.rules[i].cited.push(format!("{path}:{line}"));
                }
                Some(_) => {}
                None => coverage.faults.push(format!("{path}:{line}: no rule {id}")),
            }
        }
    }
    for (line, text) in (1..).zip(open.lines()) {
        let Some((id, reason)) = open_line(text, prefix) else { continue };
        let Some(&i) = index.get(&id) else {
            coverage.faults.push(format!("open.md:{line}: no rule {id}"));
            continue;
        };
        if reason.is_empty() {
            coverage.faults.push(format!("open.md:{line}: {id} is open without a reason"));
        }
        if let (Some(test), Some(place)) = (coverage.rules[i].tests.first(), coverage.rules[i].cited.first())
        {
            let fault =
                format!("open.md:{line}: {id} is not open any more, {test} tests it and {place} cites it");
            coverage.faults.push(fault);
        }
        coverage.rules[i].open = Some(reason);
    }
    let begin = |rule: &RuleCoverage| rule.text.chars().take(90).collect::<String>();
    let mut faults = Vec::new();
    for rule in coverage.missing() {
        faults.push(match rule.ignored.first() {
            Some(test) => format!("{}: no running test, {test} is ignored", rule.id),
            None => format!("{}: no running test: {}", rule.id, begin(rule)),
        });
    }
    for rule in coverage.uncited() {
        faults.push(format!("{}: no line of {} or data cites it: {}", rule.id, own[0], begin(rule)));
    }
    coverage.faults.extend(faults);
    coverage
}

/// The functions that assert for the tests of a file: its own, and those that its crate's tests share.
fn helpers_of(path: &str, sources: &[Source]) -> BTreeSet<String> {
    let folder = path.find("/tests/").map(|i| &path[..i + 7]);
    let near = |s: &&Source| s.name == path || folder.is_some_and(|f| s.name.starts_with(f));
    let own: BTreeSet<&str> = sources
        .iter()
        .filter(|s| s.name == path)
        .flat_map(|s| &s.functions)
        .map(|f| f.name.as_str())
        .collect();
    // A helper of the same name in another file is another one.
    let functions = sources.iter().filter(near).flat_map(|s| {
        s.functions.iter().filter(|f| !f.is_test() && (s.name == path || !own.contains(f.name.as_str())))
    });
    source::asserting(functions)
}

/// `- RA-7.4 reason` in the list of open rules; the id may be bold.
fn open_line(line: &str, prefix: &str) -> Option<(String, String)> {
    let item = line.trim_start().strip_prefix("- ")?;
    let item = item.strip_prefix("**").unwrap_or(item);
    let id = id_at(item, prefix)?;
    let reason = item[id.len()..].trim_start_matches("**").trim_start_matches([':', ' ']).trim();
    Some((id.into(), reason.into()))
}

/// The rule whose test has this name.
fn tested_by(name: &str, prefix: &str) -> Option<String> {
    let mut parts = name.strip_prefix(&prefix.to_lowercase())?.strip_prefix('_')?.split('_');
    let mut number = || parts.next()?.parse::<u32>().ok();
    let (chapter, rule) = (number()?, number()?);
    Some(format!("{prefix}-{chapter}.{rule}"))
}

/// Ids in a source, with their lines.
fn citations_in(text: &str, prefix: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        for (at, _) in text.match_indices(&format!("{prefix}-")) {
            let apart = !text[..at].ends_with(|c: char| c.is_alphanumeric());
            if let Some(id) = id_at(&text[at..], prefix).filter(|_| apart) {
                found.push((line, id.to_string()));
            }
        }
    }
    found
}

/// The id that a text begins with.
fn id_at<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(prefix)?.strip_prefix('-')?;
    let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
    let chapter = digits(rest);
    let number = digits(rest[chapter..].strip_prefix('.')?);
    (chapter > 0 && number > 0).then(|| &text[..prefix.len() + 1 + chapter + 1 + number])
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                collect(&path, into)?;
            }
        } else if [".rs", ".toml", ".js", ".mjs", ".play"].iter().any(|end| name.ends_with(end)) {
            into.push(path);
        }
    }
    Ok(())
}

fn optional(path: &Path) -> io::Result<String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(e) => Err(e),
    }
}
