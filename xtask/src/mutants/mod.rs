//! `cargo xtask mutants`: changes the rules of a game at random places and sees whether its rule tests notice.
//!
//! All changes of a game are built into one program, each behind a switch; the rule tests run once for each of them.
//! `docs/mutants.md` says how to read the report and lists the changes that make no difference.

pub mod places;
pub mod weave;

mod build;
mod trial;

use anyhow::{Context, Result, ensure};
use places::Place;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Mutants {
    /// The folder of the working tree.
    pub tree: PathBuf,
    /// The games by the names of their folders; all when there are none.
    pub games: Vec<String>,
    /// How many changes for each of them and for each seed.
    pub count: usize,
    /// Which of all that are possible.
    pub seeds: Vec<u64>,
    /// Only those that have one of these in their function or line; all when there are none.
    pub only: Vec<String>,
    /// How many of a hundred must be noticed.
    pub least: u32,
}

/// A place in a file of a game.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The seed that picked it.
    pub seed: u64,
    /// The file, from the game's `src`.
    pub file: String,
    /// The change.
    pub place: Place,
}

impl Mutant {
    /// As the report and the list of equals write it.
    pub fn text(&self) -> String {
        format!("`{}` `{}` → `{}`", self.place.within, self.place.was, self.place.is)
    }
}

impl Mutants {
    /// Tries the games one after the other.
    ///
    /// # Errors
    /// When one cannot be built, fails unchanged, or too few changes are noticed.
    pub fn run(&self) -> Result<()> {
        let games = if self.games.is_empty() { all_games(&self.tree)? } else { self.games.clone() };
        let mut dull = Vec::new();
        for game in &games {
            let game = game.trim_start_matches("klaxon-");
            let (killed, tried) = self.game(game)?;
            if killed * 100 < tried * self.least as usize {
                dull.push(game.to_owned());
            }
        }
        ensure!(dull.is_empty(), "the tests of {} notice too little", dull.join(", "));
        Ok(())
    }

    fn game(&self, game: &str) -> Result<(usize, usize)> {
        let folder = self.tree.join("crates/games").join(game);
        ensure!(folder.is_dir(), "there is no game {game} in {}", folder.display());
        let equals = equals(&self.tree)?;
        let orders: Vec<Vec<Mutant>> =
            self.seeds.iter().map(|&seed| mutants(&folder.join("src"), seed)).collect::<Result<_>>()?;
        let possible = orders.first().map_or(0, Vec::len);
        let pick = |refused: &[String]| {
            let mut all: Vec<Mutant> = Vec::new();
            for order in &orders {
                let fits = |m: &&Mutant| {
                    let text = m.text();
                    !equals.contains(&text)
                        && !refused.contains(&text)
                        && (self.only.is_empty() || self.only.iter().any(|o| text.contains(o)))
                        // What an earlier seed picked is not tried twice.
                        && !all.iter().any(|a| a.file == m.file && a.place == m.place)
                };
                let more: Vec<Mutant> = order.iter().filter(fits).take(self.count).cloned().collect();
                all.extend(more);
            }
            all
        };
        let program = build::build(&self.tree, game, pick)?;
        println!("{game}: {} of {possible} places", program.mutants.len());
        let report = trial::trial(&program)?;
        for (mutant, fate) in program.mutants.iter().zip(&report) {
            if *fate == trial::Fate::Survived {
                let Mutant { file, place, .. } = mutant;
                println!("  crates/games/{game}/src/{file}:{}  {}", place.line, mutant.text());
            }
        }
        let tried = report.len();
        let killed = report.iter().filter(|f| **f != trial::Fate::Survived).count();
        let say = |what: &str, killed: usize, tried: usize| {
            println!(
                "{what}: {killed} of {tried} noticed, {:.1} %",
                100.0 * killed as f64 / tried.max(1) as f64
            );
        };
        for &seed in self.seeds.iter().filter(|_| self.seeds.len() > 1) {
            let fates = || program.mutants.iter().zip(&report).filter(move |(m, _)| m.seed == seed);
            let killed = fates().filter(|(_, f)| **f != trial::Fate::Survived).count();
            say(&format!("{game}, seed {seed}"), killed, fates().count());
        }
        say(game, killed, tried);
        let rows: Vec<serde_json::Value> = program
            .mutants
            .iter()
            .zip(&report)
            .map(|(m, fate)| {
                serde_json::json!({
                    "seed": m.seed, "file": m.file, "line": m.place.line, "function": m.place.within,
                    "was": m.place.was, "is": m.place.is, "fate": fate.word(),
                })
            })
            .collect();
        let json = serde_json::json!({ "game": game, "seeds": self.seeds, "possible": possible, "killed": killed, "tried": tried, "mutants": rows });
        let path = program.folder.join("report.json");
        fs::write(&path, serde_json::to_string_pretty(&json)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        println!("  {}", path.display());
        Ok((killed, tried))
    }
}

/// The possible changes of a game's rules. The order is by seed and text alone: what is changed elsewhere, or moved from
/// file to file, leaves the first of them what they are.
pub fn mutants(src: &Path, seed: u64) -> Result<Vec<Mutant>> {
    let mut files = Vec::new();
    for path in rust_files(src)? {
        let file = path.strip_prefix(src)?.to_string_lossy().replace('\\', "/");
        let source = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        files.push((file, source));
    }
    let read: Vec<(&str, &str)> =
        files.iter().map(|(file, source)| (file.as_str(), source.as_str())).collect();
    let none = places::without_rules(&read).with_context(|| format!("cannot parse {}", src.display()))?;
    let mut all = Vec::new();
    for (file, source) in files.iter().filter(|(file, _)| places::has_rules(file)) {
        let found = places::places(source, &none).with_context(|| format!("cannot parse {file}"))?;
        all.extend(found.into_iter().map(|place| Mutant { seed, file: file.clone(), place }));
    }
    let mut seen = BTreeMap::new();
    all.sort_by_cached_key(|m| {
        let text = m.text();
        let nth: &mut u32 = seen.entry(text.clone()).or_default();
        *nth += 1;
        (scatter(seed, &format!("{nth} {text}")), m.file.clone(), m.place.edit)
    });
    Ok(all)
}

/// The changes that make no difference, as `docs/mutants.md` lists them: what stands before the colon of a reason.
pub fn equals(tree: &Path) -> Result<Vec<String>> {
    let path = tree.join("docs/mutants.md");
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(e).with_context(|| format!("cannot read {}", path.display())),
    };
    let items = text.lines().filter_map(|l| l.strip_prefix("- `"));
    Ok(items.filter_map(|l| l.rsplit_once("`: ")).map(|(change, _)| format!("`{change}`")).collect())
}

/// A number that looks like chance and is the same on every machine (FNV-1a, then mixed).
fn scatter(seed: u64, text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 31)
}

fn all_games(tree: &Path) -> Result<Vec<String>> {
    let mut games = Vec::new();
    for entry in fs::read_dir(tree.join("crates/games")).context("cannot list the games")? {
        games.push(entry?.file_name().to_string_lossy().into_owned());
    }
    games.sort();
    Ok(games)
}

pub(crate) fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
