//! From a table to what is drawn of it: a board is handed what its viewer may know and nothing else. This module alone
//! has both a table and a board in its hands.

use crate::{
    boards::{Board, Drawn, Tally, Touch},
    ending::{Side, Tale},
    ui::Reach,
};
use klaxon_catalog::{Table, by_id, each};
use klaxon_core::{Known, Outcome, Seat, SeatSet, Viewer};
use serde_json::Value;

/// Draws a table for a viewer.
pub fn board(table: &Table, viewer: Viewer, touch: &Touch<'_>) -> Board {
    each!(table, session => Drawn::board(&session.known(viewer), touch))
}

/// Draws a view of which nothing was heard.
pub fn of_view<G: Drawn>(view: G::View, viewer: Viewer) -> Board {
    let known = Known { viewer, view, heard: Vec::new(), step: 0, whole: false, opened: None, now: None };
    G::board(&known, &Touch { reach: &Reach::default(), clicks: &[], hinted: &[] })
}

/// Draws a whole state, for the owner of a situation.
pub fn of_state(game: &str, state: &Value) -> Option<Board> {
    fn draw<G: Drawn>(state: &Value) -> Option<Board> {
        let game = serde_json::from_value::<G>(state.clone()).ok()?;
        Some(of_view::<G>(game.view(Viewer::Everything), Viewer::Everything))
    }
    by_id!(game, G => draw::<G>(state), else None)
}

/// The class that colours a seat: team-mates share a colour, unless their pieces have colours of their own.
pub fn seat_class(table: &Table, seat: Seat) -> String {
    fn own<G: Drawn>(game: &G, seat: Seat) -> Option<String> {
        G::seat_class(&game.view(Viewer::Watcher), seat)
    }
    if let Some(class) = each!(table, session => own(session.game(), seat)) {
        return class;
    }
    let mut teams: Vec<SeatSet> = Vec::new();
    for i in 0..table.seats() {
        let team = table.team(Seat(i as u8));
        if !teams.contains(&team) {
            teams.push(team);
        }
    }
    let place = teams.iter().position(|team| team.has(seat)).unwrap_or(0);
    format!("seat-{place}")
}

/// What a finished game came to in numbers.
pub fn tally(table: &Table, outcome: &Outcome) -> Tally {
    fn of<G: Drawn>(game: &G, outcome: &Outcome) -> Tally {
        G::tally(&game.view(Viewer::Watcher), outcome, game.seats())
    }
    each!(table, session => of(session.game(), outcome))
}

/// What a finished game tells of its end.
pub fn tale(table: &Table, sides: &[Side], outcome: &Outcome) -> Tale {
    each!(table, session => Drawn::tale(&session.known(Viewer::Everything), sides, outcome))
}
