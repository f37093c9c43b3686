//! Packs: a host's own scenarios, cards and units, as TOML files in a folder for each game.

use klaxon_core::Game;

/// A file of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackFile {
    /// The game it is for, by the name of its folder.
    pub game: String,
    /// The file's name, for messages.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// A mistake in a pack.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}{}: {text}", self.place())]
pub struct PackMistake {
    /// The file.
    pub file: String,
    /// The line, where one can be named.
    pub line: Option<usize>,
    /// What is wrong.
    pub text: String,
}

impl PackMistake {
    fn place(&self) -> String {
        self.line.map_or(String::new(), |line| format!(", line {line}"))
    }
}

/// Games that take packs: check all files of a game, put them in force, tell which are in force.
macro_rules! packable {
    ($id:expr, $data:ident => $run:expr, else $no:expr) => {
        match $id {
            <klaxon_red_alert::RedAlert as Game>::ID => {
                use klaxon_red_alert::data as $data;
                $run
            }
            <klaxon_star_trek::StarTrek as Game>::ID => {
                use klaxon_star_trek::data as $data;
                $run
            }
            _ => $no,
        }
    };
}

/// The games that take packs.
const PACKABLE: [&str; 2] = [klaxon_red_alert::RedAlert::ID, klaxon_star_trek::StarTrek::ID];

/// Checks packs, and says how many files there are for each game.
pub fn check(files: &[PackFile]) -> Result<Vec<(&'static str, usize)>, PackMistake> {
    for file in files {
        if !PACKABLE.contains(&file.game.as_str()) {
            let text = format!(
                "packs lie in a folder named after a game that takes them: {}",
                PACKABLE.join(" or ")
            );
            return Err(PackMistake { file: file.name.clone(), line: None, text });
        }
    }
    for id in PACKABLE.into_iter().filter(|id| files.iter().any(|f| f.game == *id)) {
        packable!(id, data => { data::Data::with_packs(&own(files, id)).map_err(|e| mistake(e.file, e.line, e.text))?; }, else ());
    }
    let count = |id: &&'static str| (*id, files.iter().filter(|f| f.game == *id).count());
    Ok(PACKABLE.iter().map(count).filter(|(_, n)| *n > 0).collect())
}

/// Puts packs in force for the whole process. Must come before the first table.
pub fn install(files: &[PackFile]) -> Result<(), PackMistake> {
    for (id, _) in check(files)? {
        let late = || mistake(id.into(), 0, "packs must be named before the first table is opened".into());
        packable!(id, data => {
            let all = data::Data::with_packs(&own(files, id)).map_err(|e| mistake(e.file, e.line, e.text))?;
            data::install(all).map_err(|_| late())?;
        }, else ());
    }
    Ok(())
}

/// The hash of the packs in force for a game; empty for the built-in data alone.
pub fn hash(game: &str) -> String {
    packable!(game, data => data::hash().to_owned(), else String::new())
}

/// The files of one game, as its data wants them.
fn own(files: &[PackFile], id: &str) -> Vec<(String, String)> {
    files.iter().filter(|f| f.game == id).map(|f| (f.name.clone(), f.text.clone())).collect()
}

fn mistake(file: String, line: usize, text: String) -> PackMistake {
    PackMistake { file, line: (line > 0).then_some(line), text }
}
