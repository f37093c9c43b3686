//! `klaxon pack`.

use crate::out;
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use klaxon_catalog::packs::{self, PackFile};
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Work with packs of own scenarios, cards and units.
///
/// A pack is a folder with a folder for each game, such as `mine/red-alert/`, with TOML files in it.
#[derive(Args)]
pub struct Pack {
    #[command(subcommand)]
    command: PackCommand,
}

#[derive(Subcommand)]
enum PackCommand {
    /// Check a folder of packs: every mistake with its file and line
    Check {
        /// The folder
        dir: PathBuf,
    },
}

impl Pack {
    pub fn run(self) -> Result<ExitCode> {
        let PackCommand::Check { dir } = self.command;
        let files = read(&dir)?;
        ensure!(!files.is_empty(), "there is no GAME/*.toml in {}", dir.display());
        match packs::check(&files) {
            Ok(counts) => {
                for (game, n) in counts {
                    let files =
                        if n == 1 { "1 file is good".into() } else { format!("{n} files are all good") };
                    out::line(format!("{game}: {files}"))?;
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(mistake) => {
                out::line(mistake.to_string())?;
                Ok(ExitCode::from(1))
            }
        }
    }
}

/// The packs that a command works with.
#[derive(Args)]
pub struct Packs {
    /// Folder with packs of own scenarios, cards and units
    #[arg(long, env = "KLAXON_PACKS")]
    packs: Option<PathBuf>,
}

impl Packs {
    /// Puts them in force.
    pub fn install(&self) -> Result<()> {
        let Some(dir) = &self.packs else { return Ok(()) };
        packs::install(&read(dir)?).with_context(|| format!("the packs in {} are refused", dir.display()))
    }
}

/// All TOML files in the folders of a folder, by name.
fn read(dir: &Path) -> Result<Vec<PackFile>> {
    let entries = |dir: &Path| -> Result<Vec<PathBuf>> {
        let failed = || format!("cannot read the folder {}", dir.display());
        let paths: std::io::Result<Vec<PathBuf>> =
            fs::read_dir(dir).with_context(failed)?.map(|e| e.map(|e| e.path())).collect();
        let mut paths = paths.with_context(failed)?;
        paths.sort();
        Ok(paths)
    };
    let mut files = Vec::new();
    for folder in entries(dir)?.into_iter().filter(|p| p.is_dir()) {
        let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for path in entries(&folder)?.into_iter().filter(|p| p.extension().is_some_and(|e| e == "toml")) {
            let name = path.strip_prefix(dir).unwrap_or(&path).display().to_string();
            files.push(PackFile { game: game.clone(), name, text: out::read(&path)? });
        }
    }
    Ok(files)
}
