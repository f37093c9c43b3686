//! The log of a game that still runs, as everybody may have it: a header without the seed, and a seal for each entry.

use crate::out;
use anyhow::Result;
use klaxon_catalog::shelf;
use klaxon_core::log::{FORMAT, Header};
use serde::Deserialize;
use serde_json::{Value, json};

/// What such a log promises.
pub struct Sealed {
    game: String,
    edition: String,
    commitment: String,
    entries: usize,
}

/// A sealed entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    n: u64,
    sealed: String,
}

impl Sealed {
    /// Reads a sealed log; nothing if it is not one. The error is what is wrong with it.
    pub fn read(text: &str) -> Option<Result<Sealed, String>> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let header: Header<Value> = serde_json::from_str(lines.next()?).ok()?;
        let open = header.luck.last()?.seed.is_none();
        let lines: Vec<&str> = lines.collect();
        // A log whose decisions can be read is no sealed one: without its seed it proves nothing.
        let all_sealed = lines
            .iter()
            .all(|line| serde_json::from_str::<Value>(line).is_ok_and(|v| v["sealed"].is_string()));
        (open && all_sealed).then(|| check(header, &lines))
    }

    /// Says what was found, and gives it for programs.
    pub fn tell(&self, name: &str, as_json: bool) -> Result<Value> {
        let Sealed { game, edition, commitment, entries } = self;
        if !as_json {
            let many = if *entries == 1 { "entry" } else { "entries" };
            out::line(format!("{name}: sealed, still running. {game}, edition {edition}, {entries} {many}"))?;
            out::line(
                "  every entry has its seal, and none is missing; the seed and the decisions are published after the end",
            )?;
            out::line(format!("  the luck is promised by the commitment {commitment}"))?;
        }
        Ok(json!({ "file": name, "honest": null, "sealed": true, "game": game, "edition": edition,
            "entries": entries, "commitment": commitment }))
    }
}

fn check(header: Header<Value>, lines: &[&str]) -> Result<Sealed, String> {
    if !(1..=FORMAT).contains(&header.klaxon) {
        return Err(format!("it is of format {}, and this program reads 1 to {FORMAT}", header.klaxon));
    }
    if shelf::game(&header.game).is_none() {
        return Err(format!("this program knows no game {}", header.game));
    }
    let is_hash = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let mut from = None;
    for stretch in &header.luck {
        if from.is_some_and(|from| stretch.from <= from) || from.is_none() && stretch.from != 0 {
            return Err("its stretches of luck do not follow each other".into());
        }
        from = Some(stretch.from);
        if !is_hash(&stretch.commitment) {
            return Err(format!("the commitment from step {} on is none", stretch.from));
        }
        // What was played before a branch belongs to a finished game.
        if stretch.seed.is_some_and(|seed| seed.commitment() != stretch.commitment) {
            return Err(format!("the seed from step {} on is not the one committed to", stretch.from));
        }
    }
    for (i, line) in lines.iter().enumerate() {
        let line: Line =
            serde_json::from_str(line).map_err(|e| format!("line {} cannot be read: {e}", i + 2))?;
        if line.n != i as u64 + 1 {
            return Err(format!("entry {} is missing", i + 1));
        }
        if !is_hash(&line.sealed) {
            return Err(format!("the seal of entry {} is none", line.n));
        }
    }
    Ok(Sealed {
        commitment: header.luck.last().map(|s| s.commitment.clone()).unwrap_or_default(),
        edition: header.edition.to_string(),
        entries: lines.len(),
        game: header.game,
    })
}
