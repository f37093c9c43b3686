//! What the labels and prompts of decisions have in common; each question of `questions/` makes its own.

use crate::board::Hex;
use crate::data::Kind;
use crate::state::Open;
use crate::words::line::agree;
use klaxon_core::{Label, RuleId};

/// A button with clicks that mean the same.
pub(crate) fn button(
    text: impl Into<String>,
    group: impl Into<String>,
    clicks: Vec<String>,
    mark: &'static str,
    rule: RuleId,
) -> Label {
    Label { text: text.into(), group: group.into(), clicks, mark, rule: Some(rule) }
}

/// A button that is nothing on the board.
pub(crate) fn plain(
    text: impl Into<String>,
    group: impl Into<String>,
    mark: &'static str,
    rule: RuleId,
) -> Label {
    button(text, group, Vec::new(), mark, rule)
}

/// The unit on a hex.
pub(crate) fn unit(open: &Open, hex: Hex) -> String {
    match open.unit_at(hex) {
        Some(id) => format!("the {} at {hex}", open.unit(id).kind.words()),
        None => format!("the unit at {hex}"),
    }
}

/// The same, said to its player.
pub(crate) fn your_unit(open: &Open, hex: Hex) -> String {
    match open.unit_at(hex) {
        Some(id) => format!("your {} at {hex}", open.unit(id).kind.words()),
        None => format!("your unit at {hex}"),
    }
}

/// The verbs of a sentence about the unit on a hex.
pub(crate) fn agreed(open: &Open, hex: Hex, text: &str) -> String {
    agree(text, open.unit_at(hex).map_or(Kind::SC, |id| open.unit(id).kind))
}

/// A card that may be played and does nothing says so first.
pub(crate) fn no_effect(why: String) -> String {
    format!("No effect here, {why}. ")
}
