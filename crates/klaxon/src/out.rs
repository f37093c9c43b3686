//! Printing that survives a closed pipe, and small helpers for people at a terminal.

use anyhow::{Context, Result};
use std::{
    io::{self, IsTerminal, Write},
    path::Path,
};

/// Writes a line to standard output. A reader that has gone away is an error that ends the program quietly.
pub fn line(text: impl AsRef<str>) -> Result<()> {
    writeln!(io::stdout().lock(), "{}", text.as_ref())?;
    Ok(())
}

/// Writes JSON to standard output, for programs.
pub fn json(value: &impl serde::Serialize) -> Result<()> {
    line(serde_json::to_string_pretty(value)?)
}

/// Was the error that nobody reads any more (`klaxon … | head`)?
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|e| e.downcast_ref::<io::Error>()).any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// Reads a file, or standard input for `-`.
pub fn read(path: &Path) -> Result<String> {
    if path == Path::new("-") {
        return io::read_to_string(io::stdin()).context("cannot read standard input");
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A progress bar on a terminal; nothing in a pipe.
pub fn progress(length: u64, what: &str) -> indicatif::ProgressBar {
    if !io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let style =
        indicatif::ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}  {eta}").expect("it is valid");
    indicatif::ProgressBar::new(length).with_style(style).with_message(what.to_owned())
}

/// A 256-bit seed from the operating system, or a small one for reproducible games.
pub fn seed(small: Option<u64>) -> Result<klaxon_core::Seed> {
    if let Some(n) = small {
        return Ok(klaxon_core::Seed::small(n));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| anyhow::anyhow!("the system gives no random numbers: {e}"))?;
    Ok(klaxon_core::Seed(bytes))
}

/// `key=value` pairs of options.
pub fn options(pairs: &[String]) -> Result<std::collections::BTreeMap<String, String>> {
    pairs
        .iter()
        .map(|pair| {
            let (key, value) =
                pair.split_once('=').with_context(|| format!("`{pair}` is not of the form key=value"))?;
            Ok((key.to_owned(), value.to_owned()))
        })
        .collect()
}
