//! The games on the shelf: their covers, menus and ledgers.

use crate::list::GAMES;
use klaxon_core::{Code, Menu, Refusal, Revision, ledger::Ledger};
use klaxon_table::Rulebook;
use std::{
    fmt,
    sync::{LazyLock, OnceLock},
};

/// A game on the shelf.
#[derive(Clone, Copy)]
pub struct Cover {
    /// Short name.
    pub id: &'static str,
    /// Name.
    pub name: &'static str,
    /// Its nature in a line.
    pub blurb: &'static str,
    /// How many play it.
    pub players: &'static str,
    /// The prefix of its rule ids.
    pub prefix: &'static str,
    /// Its rules, as the ledger is written.
    pub rules: &'static str,
    /// How its positions and decisions are written down, in markdown.
    pub language: &'static str,
    /// A situation to begin with.
    pub example: &'static str,
    /// Situations that show its rules, made from the rule tests.
    pub examples: &'static str,
    /// Its lessons in order: the name of each file and what stands in it.
    pub lessons: &'static [(&'static str, &'static str)],
    /// Its puzzles, as [`crate::puzzles::print`] writes them.
    pub puzzles: &'static str,
    /// What its puzzles are about: winning at once, turning the game, saving it, making the most of it.
    pub themes: [&'static str; 4],
    /// The rules themselves, by the place where the game's crate has them: a copy here would be compiled here once more.
    pub rulebook: &'static &'static dyn Rulebook,
}

impl fmt::Debug for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cover").field(&self.id).finish()
    }
}

static SHELF: OnceLock<Vec<Cover>> = OnceLock::new();

/// The games, in the order of the shelf.
pub fn games() -> &'static [Cover] {
    SHELF.get_or_init(|| GAMES.to_vec())
}

/// Puts more games on the shelf, for a program that has some of its own.
///
/// # Errors
/// When the shelf has been looked at: it does not change under anybody's eyes.
pub fn stock(more: &[Cover]) -> Result<(), Refusal> {
    let late = |_| Refusal::other(Code::Malformed, "games are put on the shelf before anything else is done");
    SHELF.set(GAMES.iter().chain(more).copied().collect()).map_err(late)
}

/// A game on the shelf by its id.
pub fn game(id: &str) -> Option<&'static Cover> {
    games().iter().find(|c| c.id == id)
}

/// What can be ordered of a game: the same for as long as the program runs, so each is put together once.
pub fn menu(id: &str) -> Option<&'static Menu> {
    static MENUS: LazyLock<Vec<Menu>> =
        LazyLock::new(|| games().iter().map(|cover| cover.rulebook.menu()).collect());
    games().iter().position(|cover| cover.id == id).and_then(|i| MENUS.get(i))
}

/// How a game's rules have changed since their first edition, oldest first.
pub fn revisions(id: &str) -> &'static [Revision] {
    game(id).map_or(&[], |cover| cover.rulebook.revisions())
}

/// The ledger of a game.
pub fn ledger(id: &str) -> Option<&'static Ledger> {
    static LEDGERS: LazyLock<Vec<Ledger>> =
        LazyLock::new(|| games().iter().map(|cover| Ledger::parse(cover.rules)).collect());
    games().iter().position(|cover| cover.id == id).and_then(|i| LEDGERS.get(i))
}

/// The game whose ledger has the rule.
pub fn game_of_rule(rule: &str) -> Option<&'static Cover> {
    let prefix = rule.split('-').next()?;
    games().iter().find(|c| c.prefix.eq_ignore_ascii_case(prefix))
}

/// A refusal for a game that is not there, with the ones that are.
pub fn no_such_game(id: &str) -> Refusal {
    let ids: Vec<&str> = games().iter().map(|c| c.id).collect();
    Refusal::other(Code::Malformed, format!("there is no game `{id}`; there is {}", ids.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::Edition;

    /// The ledger says of the same rules that they read differently as the program does.
    #[test]
    fn the_ledgers_have_the_words_of_every_edition() {
        for cover in games() {
            let ledger = ledger(cover.id).unwrap();
            let since = |edition: u8| -> Vec<&str> {
                let changed =
                    |r: &klaxon_core::ledger::Rule| r.editions().iter().any(|(e, _)| e.number() == edition);
                ledger.rules().filter(|r| changed(r)).map(|r| r.id.as_str()).collect()
            };
            let mut newest = Edition::FIRST.number();
            for revision in revisions(cover.id) {
                newest += 1;
                let said: Vec<&str> = revision.rules.iter().map(|r| r.as_str()).collect();
                assert_eq!(since(newest), said, "{} edition {newest}", cover.id);
            }
            assert_eq!(since(newest + 1), [""; 0], "{} has words of an edition to come", cover.id);
        }
    }
}
