//! Which rules of the ledgers have a test, which are open on purpose, and which ids no ledger knows.
//!
//! A ledger is `docs/rules/<game>.md`. A test belongs to a rule when its name begins with the rule's id:
//! `ra_7_4_…` tests RA-7.4. A rule deliberately without a test stands in `docs/rules/open.md` as a line
//! `- RA-7.4 reason`. Ids are looked for in the sources under `crates/` and `e2e/`.

pub use klaxon_core::ledger::{Block, Ledger};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

/// Every game with the prefix of its rule ids.
pub const GAMES: [(&str, &str); 5] = [
    ("red-alert", "RA"),
    ("star-trek", "ST"),
    ("federation", "SF"),
    ("starcraft", "SC"),
    ("space-alert", "SA"),
];

/// The coverage of one game's ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameCoverage {
    /// The game's id.
    pub game: &'static str,
    /// The prefix of its rules.
    pub prefix: &'static str,
    /// Its rules in the order of the ledger.
    pub rules: Vec<RuleCoverage>,
    /// What is wrong: ids that the ledger lacks, ids given twice, open rules that have a test or no reason.
    pub errors: Vec<String>,
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
    /// Tests that begin with its id, as `path:line name`.
    pub tests: Vec<String>,
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

    /// Rules with neither a test nor a reason for having none.
    pub fn missing(&self) -> impl Iterator<Item = &RuleCoverage> {
        self.rules.iter().filter(|r| r.tests.is_empty() && r.open.is_none())
    }
}

/// Reads ledgers and sources under the project's root. A ledger that is not there has no rules.
pub fn report(root: &Path) -> io::Result<Vec<GameCoverage>> {
    let mut sources = Vec::new();
    for folder in ["crates", "e2e"] {
        collect(&root.join(folder), &mut sources)?;
    }
    sources.sort();
    let mut texts = Vec::new();
    for path in sources {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        texts.push((name, fs::read_to_string(&path)?));
    }
    let rules = root.join("docs/rules");
    let open = optional(&rules.join("open.md"))?;
    GAMES
        .iter()
        .map(|&(game, prefix)| {
            let ledger = Ledger::parse(&optional(&rules.join(format!("{game}.md")))?);
            Ok(cover(game, prefix, &ledger, &open, &texts))
        })
        .collect()
}

/// The coverage as a table, with the rules that miss a test listed below it.
pub fn print(games: &[GameCoverage]) -> String {
    let mut text = format!("{:<12} {:>6} {:>7} {:>5} {:>8}\n", "game", "rules", "tested", "open", "missing");
    for game in games {
        let (total, tested, open) = (game.total(), game.tested(), game.open());
        let missing = game.missing().count();
        let _ = writeln!(text, "{:<12} {total:>6} {tested:>7} {open:>5} {missing:>8}", game.game);
    }
    for game in games {
        for rule in game.missing() {
            let _ =
                writeln!(text, "no test  {}  {}", rule.id, rule.text.chars().take(90).collect::<String>());
        }
        for error in &game.errors {
            let _ = writeln!(text, "error    {error}");
        }
    }
    text
}

fn cover(
    game: &'static str,
    prefix: &'static str,
    ledger: &Ledger,
    open: &str,
    texts: &[(String, String)],
) -> GameCoverage {
    let mut coverage = GameCoverage { game, prefix, rules: Vec::new(), errors: Vec::new() };
    let mut index: BTreeMap<String, usize> = BTreeMap::new();
    for chapter in &ledger.chapters {
        for block in &chapter.blocks {
            let Block::Rule(rule) = block else { continue };
            if !rule.id.starts_with(&format!("{prefix}-")) {
                coverage.errors.push(format!("{game}.md: {} belongs to another ledger", rule.id));
            } else if index.insert(rule.id.clone(), coverage.rules.len()).is_some() {
                coverage.errors.push(format!("{game}.md: {} is given twice", rule.id));
            } else {
                coverage.rules.push(RuleCoverage {
                    id: rule.id.clone(),
                    chapter: chapter.title.clone(),
                    text: rule.text.clone(),
                    tests: Vec::new(),
                    cited: Vec::new(),
                    open: None,
                });
            }
        }
    }
    for (path, text) in texts {
        for (line, name, id) in tests_in(text, prefix) {
            match index.get(&id) {
                Some(&i) => coverage.rules[i].tests.push(format!("{path}:{line} {name}")),
                None => {
                    coverage.errors.push(format!("{path}:{line}: no rule {id}, of which {name} is the test"))
                }
            }
        }
        for (line, id) in citations_in(path, text, prefix) {
            match index.get(&id) {
                Some(&i) => coverage.rules[i].cited.push(format!("{path}:{line}")),
                None => coverage.errors.push(format!("{path}:{line}: no rule {id}")),
            }
        }
    }
    for (line, text) in (1..).zip(open.lines()) {
        let Some((id, reason)) = open_line(text, prefix) else { continue };
        let Some(&i) = index.get(&id) else {
            coverage.errors.push(format!("open.md:{line}: no rule {id}"));
            continue;
        };
        if reason.is_empty() {
            coverage.errors.push(format!("open.md:{line}: {id} is open without a reason"));
        }
        if let Some(test) = coverage.rules[i].tests.first() {
            coverage.errors.push(format!("open.md:{line}: {id} is not open any more, {test} tests it"));
        }
        coverage.rules[i].open = Some(reason);
    }
    coverage
}

/// `- RA-7.4 reason` in the list of open rules; the id may be bold.
fn open_line(line: &str, prefix: &str) -> Option<(String, String)> {
    let item = line.trim_start().strip_prefix("- ")?;
    let item = item.strip_prefix("**").unwrap_or(item);
    let id = id_at(item, prefix)?;
    let reason = item[id.len()..].trim_start_matches("**").trim_start_matches([':', ' ']).trim();
    Some((id.into(), reason.into()))
}

/// Test functions whose names begin with a rule id: line, name, id.
fn tests_in(text: &str, prefix: &str) -> Vec<(usize, String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let start = format!("{}_", prefix.to_lowercase());
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let code = code.strip_prefix("pub ").unwrap_or(code);
        let code = code.strip_prefix("async ").unwrap_or(code);
        let Some(name) = code.strip_prefix("fn ").filter(|n| n.starts_with(&start)) else { continue };
        let name = &name[..name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len())];
        let mut parts = name[start.len()..].split('_');
        let number = |part: Option<&str>| part.and_then(|p| p.parse::<u32>().ok());
        let (Some(chapter), Some(rule)) = (number(parts.next()), number(parts.next())) else { continue };
        // Attributes and comments stand right above.
        let is_test = lines[..i]
            .iter()
            .rev()
            .map(|l| l.trim_start())
            .take_while(|l| l.starts_with("#[") || l.starts_with("//"))
            .any(|l| l.starts_with("#[test]") || l.starts_with("#[tokio::test"));
        if is_test {
            found.push((i + 1, name.to_string(), format!("{prefix}-{chapter}.{rule}")));
        }
    }
    found
}

/// Ids in a source: inside `rule!("…")` anywhere, and everywhere in the sources and data of the games.
fn citations_in(path: &str, text: &str, prefix: &str) -> Vec<(usize, String)> {
    let all = path.starts_with("crates/games/");
    let mut found = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        for (at, _) in text.match_indices(&format!("{prefix}-")) {
            let apart = !text[..at].ends_with(|c: char| c.is_alphanumeric());
            if let Some(id) = id_at(&text[at..], prefix)
                && apart
                && (all || text[..at].ends_with("rule!(\""))
            {
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
        } else if name.ends_with(".rs") || name.ends_with(".toml") {
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
