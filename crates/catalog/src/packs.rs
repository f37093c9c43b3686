//! Packs: a host's own scenarios, cards and units, as TOML files in a folder for each game.

use klaxon_core::Game;
use klaxon_red_alert::{RedAlert, data};

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

/// Checks packs, and says how many files there are for each game.
pub fn check(files: &[PackFile]) -> Result<Vec<(&'static str, usize)>, PackMistake> {
    for file in files {
        if file.game != RedAlert::ID {
            let text = format!("packs lie in a folder named after their game, such as `{}`", RedAlert::ID);
            return Err(PackMistake { file: file.name.clone(), line: None, text });
        }
    }
    red_alert(files)?;
    Ok(vec![(RedAlert::ID, files.len())])
}

/// Puts packs in force for the whole process. Must come before the first table.
pub fn install(files: &[PackFile]) -> Result<(), PackMistake> {
    check(files)?;
    let late = |_| PackMistake {
        file: RedAlert::ID.into(),
        line: None,
        text: "packs must be named before the first table is opened".into(),
    };
    data::install(red_alert(files)?).map_err(late)
}

/// The hash of the packs in force for a game; empty for the built-in data alone.
pub fn hash(game: &str) -> String {
    match game {
        RedAlert::ID => data::hash().to_owned(),
        _ => String::new(),
    }
}

fn red_alert(files: &[PackFile]) -> Result<data::Data, PackMistake> {
    let own: Vec<(String, String)> =
        files.iter().filter(|f| f.game == RedAlert::ID).map(|f| (f.name.clone(), f.text.clone())).collect();
    data::Data::with_packs(&own).map_err(|e| PackMistake {
        file: e.file,
        line: (e.line > 0).then_some(e.line),
        text: e.text,
    })
}
