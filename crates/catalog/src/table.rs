//! A table that may have any of the games on it.

use crate::{Play, Verdict, shelf};
use klaxon_bots::review::Depth;
use klaxon_core::{
    Game, Instinct, Refusal, Seat, Seed, Session, Situation, TableOrder, Witness, Words, log::Parting,
};
use klaxon_table::{Reviewer, Rulebook};
use serde::Deserialize;
use std::ops::{Deref, DerefMut};

/// A table with any of the games on it.
#[derive(Debug)]
pub struct Table(Box<dyn Play>);

impl Clone for Table {
    fn clone(&self) -> Table {
        Table(self.0.copy())
    }
}

impl Deref for Table {
    type Target = dyn Play;
    fn deref(&self) -> &(dyn Play + 'static) {
        &*self.0
    }
}

impl DerefMut for Table {
    fn deref_mut(&mut self) -> &mut (dyn Play + 'static) {
        &mut *self.0
    }
}

impl<G: Words + Situation + Instinct> From<Session<G>> for Table {
    fn from(session: Session<G>) -> Table {
        Table(Box::new(session))
    }
}

/// A table with the lines of its log so far.
#[derive(Debug)]
pub struct Opened {
    /// The table.
    pub table: Table,
    /// The log's first line, seeds included.
    pub header: String,
    /// The others.
    pub entries: Vec<String>,
}

impl Table {
    /// The session of a game, for those who know which it is.
    pub fn session<G: Game>(&self) -> Option<&Session<G>> {
        self.0.as_any().downcast_ref()
    }

    pub(crate) fn of(table: Box<dyn Play>) -> Table {
        Table(table)
    }

    /// Sets a new table up.
    pub fn open(game: &str, order: &TableOrder, seed: Seed) -> Result<Table, Refusal> {
        let cover = shelf::game(game).ok_or_else(|| shelf::no_such_game(game))?;
        cover.rulebook.open(order, seed).map(Table)
    }

    /// Opens a stored table: from its newest snapshot if that is good, else from the beginning.
    pub fn resume(header: &str, snapshot: Option<&[u8]>, entries: &[String]) -> Result<Table, Parting> {
        rulebook(header)?.resume(header, snapshot, entries).map(Table)
    }

    /// Opens a stored table as far as its log goes by the rules: where it does not go to the end, the table is frozen at its
    /// last good position and says why. The error is a log of which nothing can be shown.
    pub fn resume_so_far(header: &str, entries: &[String]) -> Result<Table, Parting> {
        rulebook(header)?.resume_so_far(header, entries).map(Table)
    }

    /// The table as it stood after a step of a log that holds its seeds.
    pub fn as_of(header: &str, entries: &[String], step: u32) -> Result<Table, Parting> {
        rulebook(header)?.as_of(header, entries, step).map(Table)
    }

    /// How good each position of a game looks for each seat, 0 lost to 1000 won, to somebody who sees everything.
    pub fn course(header: &str, entries: &[String]) -> Result<Vec<Vec<i32>>, Parting> {
        rulebook(header)?.course(header, entries)
    }

    /// What went into each digest of a log that holds its seeds: for whoever checks it without the rules.
    pub fn witness(header: &str, entries: &[String]) -> Result<Vec<Witness>, Parting> {
        rulebook(header)?.witness(header, entries)
    }

    /// Begins to look back on a seat's decisions, as it knew the game then.
    pub fn review(
        header: &str,
        entries: &[String],
        seat: Seat,
        depth: Depth,
    ) -> Result<Box<dyn Reviewer>, Parting> {
        rulebook(header)?.review(header, entries, seat, depth)
    }

    /// A new table that goes on from after a step of a finished game, with luck of its own or, without a seed, with the same.
    pub fn branch(
        header: &str,
        entries: &[String],
        step: u32,
        seed: Option<Seed>,
    ) -> Result<Opened, Parting> {
        let (table, mut lines) = rulebook(header)?.branch(header, entries, step, seed)?;
        let header = lines.remove(0);
        Ok(Opened { table: Table(table), header, entries: lines })
    }
}

/// Runs a whole log again: same hashes, and luck that matches the published commitment.
pub fn verify(log: &str) -> Result<Verdict, Parting> {
    rulebook(log.lines().next().unwrap_or_default())?.verify(log)
}

/// The rules of the game that a log's first line names.
fn rulebook(header: &str) -> Result<&'static dyn Rulebook, Parting> {
    #[derive(Deserialize)]
    struct First {
        game: String,
    }
    let unreadable =
        |e: serde_json::Error| Parting::Unreadable { line: 1, why: format!("this is no Klaxon log: {e}") };
    let First { game } = serde_json::from_str(header).map_err(unreadable)?;
    let cover = shelf::game(&game).ok_or_else(|| Parting::Foreign(shelf::no_such_game(&game).to_string()))?;
    Ok(*cover.rulebook)
}
