//! The Star Trek board.

use super::{Board, Touch, plain};
use klaxon_core::{Game, Session, Viewer, Words};
use klaxon_star_trek::{StarTrek, View};

/// Draws a table for a viewer.
pub fn of_table(_id: &str, session: &Session<StarTrek>, viewer: Viewer, touch: &Touch<'_>) -> Board {
    board(&session.game().view(viewer), touch)
}

/// Draws what a viewer may know.
pub fn board(view: &View, _touch: &Touch<'_>) -> Board {
    plain::board(&StarTrek::picture(view), &serde_json::to_value(view).expect("a view serialises"))
}
