//! The games on the shelf: their covers, menus, ledgers and packs.

pub use crate::list::COVERS;

use crate::list::TEXTS;
use klaxon_core::{Code, Game, Menu, Refusal, Revision, Words, ledger::Ledger};
use std::sync::LazyLock;

/// A game on the shelf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
}

/// What is written about a game.
pub(crate) struct Texts {
    /// Its rules.
    pub ledger: &'static str,
    /// How its positions and decisions are written down.
    pub language: &'static str,
    /// A situation to begin with.
    pub example: &'static str,
}

/// A game on the shelf by its id.
pub fn cover(id: &str) -> Option<&'static Cover> {
    COVERS.iter().find(|c| c.id == id)
}

/// What can be ordered of a game.
pub fn menu(id: &str) -> Option<Menu> {
    by_id!(id, G => Some(G::menu()), else None)
}

/// How a game's rules have changed since their first edition, oldest first.
pub fn revisions(id: &str) -> &'static [Revision] {
    by_id!(id, G => G::REVISIONS, else &[])
}

/// The ledger of a game.
pub fn ledger(id: &str) -> Option<&'static Ledger> {
    static LEDGERS: LazyLock<Vec<Ledger>> =
        LazyLock::new(|| TEXTS.iter().map(|texts| Ledger::parse(texts.ledger)).collect());
    place(id).and_then(|i| LEDGERS.get(i))
}

/// How positions and decisions of a game are written down, in markdown.
pub fn language(id: &str) -> &'static str {
    place(id).map_or("", |i| TEXTS[i].language)
}

/// A situation of a game, to begin with.
pub fn example(id: &str) -> &'static str {
    place(id).map_or("", |i| TEXTS[i].example)
}

/// The place of a game on the shelf.
fn place(id: &str) -> Option<usize> {
    COVERS.iter().position(|c| c.id == id)
}

/// The game whose ledger has the rule.
pub fn game_of_rule(rule: &str) -> Option<&'static Cover> {
    let prefix = rule.split('-').next()?;
    COVERS.iter().find(|c| c.prefix.eq_ignore_ascii_case(prefix))
}

/// A refusal for a game that is not there, with the ones that are.
pub fn no_such_game(id: &str) -> Refusal {
    let ids = COVERS.map(|c| c.id).join(", ");
    Refusal::other(Code::Malformed, format!("there is no game `{id}`; there is {ids}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::Edition;

    /// The ledger says of the same rules that they read differently as the program does.
    #[test]
    fn the_ledgers_have_the_words_of_every_edition() {
        for cover in COVERS {
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
