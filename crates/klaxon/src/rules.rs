//! `klaxon rules`.

use crate::out;
use anyhow::{Result, bail};
use clap::Args;
use klaxon_catalog::{search::search, shelf};
use klaxon_core::ledger::Block;
use serde_json::json;
use std::process::ExitCode;

/// Show the rule ledgers, one rule, or search them.
///
/// `klaxon rules RA-11.22` shows one rule, `klaxon rules red-alert` a whole ledger, and any other words search all,
/// the best first: endings do not matter, and the words of players are understood as well as those of the ledgers.
#[derive(Args)]
pub struct Rules {
    /// A rule's id, a game's id, or words to search for
    words: Vec<String>,
    /// Search in the rules of this game alone
    #[arg(long)]
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub fn run(self) -> Result<ExitCode> {
        let words = self.words.join(" ");
        if let Some(game) = self.game.as_deref().filter(|game| shelf::game(game).is_none()) {
            bail!("{}", shelf::no_such_game(game).text);
        }
        if words.is_empty() {
            for cover in shelf::games() {
                let n = shelf::ledger(cover.id).map_or(0, |l| l.rules().count());
                out::line(format!("{:<12} {:<32} {n} rules, {}-1.1 …", cover.id, cover.name, cover.prefix))?;
            }
            out::line("\nklaxon rules ID | GAME | WORDS")?;
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(ledger) = shelf::ledger(&words) {
            out::line(&ledger.title)?;
            for chapter in &ledger.chapters {
                out::line(format!("\n{} {}", if chapter.level == 2 { "##" } else { "###" }, chapter.title))?;
                for block in &chapter.blocks {
                    match block {
                        Block::Rule(rule) => out::line(format!("{}  {}", rule.id, rule.text))?,
                        Block::Text(text) => out::line(text)?,
                    }
                }
            }
            return Ok(ExitCode::SUCCESS);
        }
        let found = search(&words, self.game.as_deref());
        if found.is_empty() {
            bail!("no rule says `{words}`; `klaxon rules` lists the ledgers");
        }
        if self.json {
            let rows: Vec<_> = found
                .iter()
                .map(|hit| json!({ "id": hit.rule.id, "game": hit.cover.id, "text": hit.rule.text }))
                .collect();
            out::json(&rows)?;
        } else {
            for hit in found {
                out::line(format!("{}  {}", hit.rule.id, hit.rule.text))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
