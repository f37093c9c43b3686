//! What a viewer may know. The table lies open, so the view hands it out as it is; the face-down technologies are
//! not part of it. Only the all-seeing eye gets them as well.

use crate::{
    nouns::FedTech,
    state::{CARDS, End, Federation, Table},
};
use klaxon_core::{Edition, Viewer};
use serde::Serialize;

/// What one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Everything that lies open, and what the player has seen.
    pub table: Table,
    /// What each research card is: only for the all-seeing eye.
    pub sealed: Option<[FedTech; CARDS]>,
    /// By which edition of the rules the table is played.
    pub edition: Edition,
}

impl View {
    pub(crate) fn of(game: &Federation, viewer: Viewer) -> View {
        let sealed = match viewer {
            Viewer::Everything => Some(game.sealed.cards),
            Viewer::Seat(_) | Viewer::Watcher => None,
        };
        View { table: game.table, sealed, edition: *game.edition }
    }
}

impl End {
    /// The end in a sentence.
    pub fn sentence(self, turns: u16) -> String {
        let when = match turns {
            0 => "before the first Federation turn".to_string(),
            1 => "after 1 Federation turn".to_string(),
            n => format!("after {n} Federation turns"),
        };
        match self {
            End::Settled => format!("All six named spaces are settled {when}: the Federation has won."),
            End::SolFell => format!("Alien fleets hold Sol {when}: the Federation has fallen."),
            End::Unstable => {
                format!("Federation Stability reached 0 {when}: the Federation has broken apart.")
            }
            End::Outclassed => {
                format!("Every race has filled its technology track {when}: the Federation is outclassed.")
            }
        }
    }
}
