//! What the tests of all boards share.

use super::Board;
use klaxon_catalog::Choice;
use klaxon_core::{Seat, Viewer, Words};

/// A seat's choices with their labels alone.
pub fn all_choices<G: Words>(game: &G, seat: Seat) -> Vec<Choice> {
    let view = game.view(Viewer::Seat(seat));
    let choice = |(index, action)| Choice {
        index,
        action: serde_json::Value::Null,
        words: String::new(),
        label: G::label(&view, &action),
    };
    game.choices(seat).into_iter().enumerate().map(choice).collect()
}

/// Everything that a board draws, as one text.
pub fn html(board: Board) -> String {
    let parts = board.layers.into_iter().chain(board.panels).map(|(_, m)| m.into_string());
    board.defs.into_iter().map(|d| d.into_string()).chain(parts).collect()
}
