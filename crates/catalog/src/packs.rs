//! Packs: a host's own scenarios, cards and units, as TOML files in a folder for each game.

use crate::shelf::{self, Cover};
use klaxon_core::{PackError, Packs};

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

/// The games that take packs.
fn takers() -> impl Iterator<Item = (&'static Cover, Packs)> {
    shelf::games().iter().filter_map(|cover| Some((cover, cover.rulebook.packs()?)))
}

/// Checks packs, and says how many files there are for each game.
pub fn check(files: &[PackFile]) -> Result<Vec<(&'static str, usize)>, PackError> {
    for file in files {
        if !takers().any(|(cover, _)| cover.id == file.game) {
            let ids: Vec<&str> = takers().map(|(cover, _)| cover.id).collect();
            let text =
                format!("packs lie in a folder named after a game that takes them: {}", ids.join(" or "));
            return Err(PackError { file: file.name.clone(), line: 0, text });
        }
    }
    let mut counts = Vec::new();
    for (cover, packs) in takers() {
        let own = own(files, cover.id);
        if !own.is_empty() {
            (packs.check)(&own)?;
            counts.push((cover.id, own.len()));
        }
    }
    Ok(counts)
}

/// Puts packs in force for the whole process. Must come before the first table.
pub fn install(files: &[PackFile]) -> Result<(), PackError> {
    check(files)?;
    for (cover, packs) in takers() {
        let own = own(files, cover.id);
        if !own.is_empty() {
            (packs.install)(&own)?;
        }
    }
    Ok(())
}

/// The files of one game, as its data wants them.
fn own(files: &[PackFile], id: &str) -> Vec<(String, String)> {
    files.iter().filter(|f| f.game == id).map(|f| (f.name.clone(), f.text.clone())).collect()
}
