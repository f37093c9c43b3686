//! What the labels of decisions have in common; each question of `questions/` makes its own.

use crate::{data::Pays, nouns::Space, state::Table};
use klaxon_core::{Label, RuleId};

/// Turning up a token and throwing dice is left to the player, even where there is nothing else to do.
pub const OWN: &str = "self";

/// The answer to a question that comes by itself.
pub fn answer(text: impl Into<String>, clicks: Vec<String>, rule: RuleId) -> Label {
    Label { text: text.into(), group: "Answer".into(), clicks, mark: "", rule: Some(rule) }
}

/// How a token pays.
pub const fn mark(pays: Pays) -> &'static str {
    match pays {
        Pays::Spend => "spend",
        Pays::Deploy => "deploy",
        Pays::Sacrifice => "sacrifice",
    }
}

/// What a fight in the space would look like, for labels of moves.
pub fn fight(table: &Table, at: Space) -> &'static str {
    if table.fleets_at(at).is_empty() { "" } else { ": combat" }
}
