//! `klaxon export`, `klaxon import` and `klaxon backup`.

use crate::{out, place::Place};
use anyhow::{Context, Result, bail};
use clap::Args;
use klaxon_store::{Filter, Store};
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

pub fn block_on<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

/// Write a stored game to a file, or list the stored games.
///
/// The file holds the whole log with its seed: with it a game can be carried to another server and resumed there,
/// but whoever reads it also knows what is hidden in a game that still runs.
#[derive(Args)]
pub struct Export {
    /// The table's id, as in its address; the newest games are listed without it
    table: Option<String>,
    #[command(flatten)]
    place: Place,
    /// The file; standard output without it
    #[arg(long, short)]
    out: Option<PathBuf>,
}

impl Export {
    pub fn run(self) -> Result<ExitCode> {
        block_on(async {
            let store = self.place.open().await?;
            let Some(id) = &self.table else { return list(&store).await };
            let Some(text) = whole_log(&store, id).await? else {
                bail!("there is no table {id} in {}; `klaxon export` lists them", self.place.at());
            };
            match &self.out {
                None => out::line(text.trim_end())?,
                Some(path) => write_private(path, &text)?,
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// The log of a table with its seed; nothing if there is no such table.
pub async fn whole_log(store: &Store, id: &str) -> Result<Option<String>> {
    let Some(table) = store.table(id).await? else { return Ok(None) };
    let mut text = table.header;
    for line in store.entries(id, 0).await? {
        text.push('\n');
        text.push_str(&line);
    }
    text.push('\n');
    Ok(Some(text))
}

async fn list(store: &Store) -> Result<ExitCode> {
    let tables = store.list(Filter::default()).await?;
    if tables.is_empty() {
        out::line("no games are stored yet")?;
    }
    for table in tables {
        out::line(format!("{:<14} {:<12} {:<8} {} entries", table.id, table.game, table.state, table.n))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file that only its owner may read, since it holds a seed.
pub fn write_private(path: &Path, text: &str) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).with_context(failed)?;
    std::io::Write::write_all(&mut file, text.as_bytes()).with_context(failed)
}

/// Read games from files into the store.
///
/// Each log is run again first and refused if it parts from the rules. A game that still runs can then be resumed: all
/// its seats are free, and since nobody owns it yet, it is listed on the server's home page for anybody to sit down at.
#[derive(Args)]
pub struct Import {
    /// Logs; `-` reads standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    packs: crate::pack::Packs,
}

impl Import {
    pub fn run(self) -> Result<ExitCode> {
        self.packs.install()?;
        block_on(async {
            if let Some(folder) = self.place.at().path() {
                fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            }
            let store = self.place.open().await?;
            for file in &self.files {
                let id = klaxon_web::import(&store, &out::read(file)?)
                    .await
                    .with_context(|| format!("{} is not taken in", file.display()))?;
                out::line(format!("{} is now table {id}: /t/{id}", file.display()))?;
            }
            store.close().await?;
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// Copy the whole store while the server runs.
#[derive(Args)]
pub struct Backup {
    /// The new file; nothing is overwritten
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

impl Backup {
    pub fn run(self) -> Result<ExitCode> {
        block_on(async {
            let store = self.place.open().await?;
            store.backup(&self.file).await?;
            out::line(format!("the store is copied to {}", self.file.display()))?;
            Ok(ExitCode::SUCCESS)
        })
    }
}
