//! Packs: a host's own scenarios, cards and units beside those of a game.

use std::{error::Error, fmt};

/// A mistake in a pack, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackError {
    /// The file.
    pub file: String,
    /// The line, counted from 1; 0 where no line is to blame.
    pub line: usize,
    /// What is wrong and what would be right.
    pub text: String,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.text),
            line => write!(f, "{}, line {line}: {}", self.file, self.text),
        }
    }
}

impl Error for PackError {}

impl PackError {
    /// Packs come too late once a game has asked for its data.
    pub fn late(files: &PackFiles) -> PackError {
        let file = files.first().map_or_else(String::new, |(name, _)| name.clone());
        PackError { file, line: 0, text: "packs must be named before the first table is opened".into() }
    }
}

/// The files of a pack, each its name and its text.
pub type PackFiles = [(String, String)];

/// What a game that takes packs does with them.
#[derive(Clone, Copy, Debug)]
pub struct Packs {
    /// Looks for mistakes in them.
    pub check: fn(&PackFiles) -> Result<(), PackError>,
    /// Puts them in force for the whole process, before the first table.
    pub install: fn(&PackFiles) -> Result<(), PackError>,
    /// A fingerprint of the packs in force; empty for the built-in data alone.
    pub hash: fn() -> &'static str,
}
