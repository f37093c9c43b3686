//! From a table to what is drawn of it: a board is handed what its viewer may know and nothing else. This module alone
//! has both a table and a board in its hands, and the list of boards.

use crate::{
    boards::{Board, Drawn, Place, Tally, Touch, around::Around},
    ending::{Side, Tale},
    error::sentence,
    ui::Reach,
};
use klaxon_catalog::Table;
use klaxon_core::{Code, Known, Outcome, Refusal, Seat, SeatSet, Session, Situation, Viewer};
use klaxon_federation::Federation;
use klaxon_red_alert::RedAlert;
use klaxon_space_alert::SpaceAlert;
use klaxon_star_trek::StarTrek;
use klaxon_starcraft::StarCraft;
use maud::Markup;
use serde_json::Value;
use std::{marker::PhantomData, sync::OnceLock};

/// The boards. A game that is to be added stands here and in the catalog's list.
static BOARDS: [&dyn Easel; 5] = [
    &Canvas::<RedAlert>::NEW,
    &Canvas::<StarTrek>::NEW,
    &Canvas::<Federation>::NEW,
    &Canvas::<StarCraft>::NEW,
    &Canvas::<SpaceAlert>::NEW,
];

static EASELS: OnceLock<Vec<&'static dyn Easel>> = OnceLock::new();

/// Adds boards, for a program that has games of its own.
///
/// # Errors
/// When something was drawn before.
pub fn stock(more: &[&'static dyn Easel]) -> Result<(), Refusal> {
    let late = |_| Refusal::other(Code::Malformed, "boards are set up before anything is drawn");
    EASELS.set(BOARDS.iter().chain(more).copied().collect()).map_err(late)
}

/// The board of a game.
pub fn easel(game: &str) -> Option<&'static dyn Easel> {
    EASELS.get_or_init(|| BOARDS.to_vec()).iter().find(|easel| easel.game() == game).copied()
}

/// How a game is drawn, whatever the game. What is asked of a table is asked of a table of this game.
pub trait Easel: Sync {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// [`Drawn::DOCK`].
    fn dock(&self) -> &'static str;
    /// [`Drawn::TAB`].
    fn tab(&self) -> &'static str;
    /// [`Drawn::ADVISER`].
    fn adviser(&self) -> &'static str;
    /// [`Drawn::OWN_CLOCK`].
    fn has_own_clock(&self) -> bool;
    /// [`Drawn::AROUND`].
    fn around(&self) -> Around;
    /// [`Drawn::cover`].
    fn cover(&self) -> Markup;
    /// [`Drawn::place`].
    fn place(&self, panel: &str) -> Place;
    /// [`Drawn::click_words`].
    fn click_words(&self, id: &str) -> String;
    /// [`Drawn::die`].
    fn die(&self, face: &str) -> Markup;
    /// Draws a table for a viewer.
    fn board(&self, table: &Table, viewer: Viewer, touch: &Touch<'_>) -> Option<Board>;
    /// Draws a whole state.
    fn of_state(&self, state: &Value) -> Option<Board>;
    /// The class that colours a seat, where pieces have colours of their own.
    fn seat_class(&self, table: &Table, seat: Seat) -> Option<String>;
    /// What a finished game came to in numbers.
    fn tally(&self, table: &Table, outcome: &Outcome) -> Option<Tally>;
    /// What a finished game tells of its end.
    fn tale(&self, table: &Table, sides: &[Side], outcome: &Outcome) -> Option<Tale>;
}

/// The easel of a game that is [`Drawn`].
#[derive(Clone, Copy, Debug)]
pub struct Canvas<G>(PhantomData<fn() -> G>);

impl<G> Canvas<G> {
    /// The one there is.
    pub const NEW: Canvas<G> = Canvas(PhantomData);
}

impl<G: Drawn + Situation> Easel for Canvas<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn dock(&self) -> &'static str {
        G::DOCK
    }

    fn tab(&self) -> &'static str {
        G::TAB
    }

    fn adviser(&self) -> &'static str {
        G::ADVISER
    }

    fn has_own_clock(&self) -> bool {
        G::OWN_CLOCK
    }

    fn around(&self) -> Around {
        G::AROUND
    }

    fn cover(&self) -> Markup {
        G::cover()
    }

    fn place(&self, panel: &str) -> Place {
        G::place(panel)
    }

    fn click_words(&self, id: &str) -> String {
        G::click_words(id)
    }

    fn die(&self, face: &str) -> Markup {
        G::die(face)
    }

    fn board(&self, table: &Table, viewer: Viewer, touch: &Touch<'_>) -> Option<Board> {
        Some(G::board(&session::<G>(table)?.known(viewer), touch))
    }

    fn of_state(&self, state: &Value) -> Option<Board> {
        let game = serde_json::from_value::<G>(state.clone()).ok()?;
        Some(of_view::<G>(game.view(Viewer::Everything), Viewer::Everything))
    }

    fn seat_class(&self, table: &Table, seat: Seat) -> Option<String> {
        G::seat_class(&session::<G>(table)?.game().view(Viewer::Watcher), seat)
    }

    fn tally(&self, table: &Table, outcome: &Outcome) -> Option<Tally> {
        let game = session::<G>(table)?.game();
        Some(G::tally(&game.view(Viewer::Watcher), outcome, game.seats()))
    }

    fn tale(&self, table: &Table, sides: &[Side], outcome: &Outcome) -> Option<Tale> {
        Some(G::tale(&session::<G>(table)?.known(Viewer::Everything), sides, outcome))
    }
}

fn session<G: Drawn + Situation>(table: &Table) -> Option<&Session<G>> {
    table.session()
}

/// Draws a table for a viewer.
pub fn board(table: &Table, viewer: Viewer, touch: &Touch<'_>) -> Board {
    easel(table.game_id()).and_then(|easel| easel.board(table, viewer, touch)).unwrap_or_default()
}

/// Draws a view of which nothing was heard.
pub fn of_view<G: Drawn>(view: G::View, viewer: Viewer) -> Board {
    let known = Known { viewer, view, heard: Vec::new(), step: 0, whole: false, opened: None, now: None };
    G::board(&known, &Touch { reach: &Reach::default(), clicks: &[], hinted: &[] })
}

/// Draws a whole state, for the owner of a situation.
pub fn of_state(game: &str, state: &Value) -> Option<Board> {
    easel(game)?.of_state(state)
}

/// The class that colours a seat: team-mates share a colour, unless their pieces have colours of their own.
pub fn seat_class(table: &Table, seat: Seat) -> String {
    if let Some(class) = easel(table.game_id()).and_then(|easel| easel.seat_class(table, seat)) {
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
    easel(table.game_id()).and_then(|easel| easel.tally(table, outcome)).unwrap_or_default()
}

/// What a finished game tells of its end.
pub fn tale(table: &Table, sides: &[Side], outcome: &Outcome) -> Tale {
    let tale = easel(table.game_id()).and_then(|easel| easel.tale(table, sides, outcome));
    tale.unwrap_or_else(|| Tale { cause: sentence(&outcome.text), ..Tale::default() })
}
