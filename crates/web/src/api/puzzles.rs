//! Puzzles for programs: the list, a table with a puzzle, what has come of it. Answers are decisions like any other.

use super::{At, Bearer, NewTableAnswer, RefusalAnswer, tables::new_seats};
use crate::{
    accounts::tokens::Scope,
    error::Fault,
    puzzlers,
    state::AppState,
    table::{Loaded, begin_puzzle, daily::Day, puzzle_of},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_catalog::{
    puzzles::{of_day, puzzle, puzzles},
    shelf,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A puzzle on the list.
#[derive(Serialize, ToSchema, Debug)]
pub struct PuzzleRow {
    /// The game's id.
    pub game: &'static str,
    /// Its name in addresses.
    pub id: &'static str,
    /// Its place among the game's puzzles, from 1.
    pub number: usize,
    /// What it is about: `win`, `turn`, `save` or `gain`.
    pub theme: &'static str,
    /// The same in the words of the game.
    pub title: &'static str,
    /// `easy`, `medium` or `hard`.
    pub difficulty: &'static str,
    /// The rating with which it began.
    pub rating: i32,
    /// How many decisions are to be found.
    pub decisions: usize,
    /// How many choices the first question has.
    pub choices: usize,
    /// Is it today's?
    pub today: bool,
}

/// How a puzzle stands.
#[derive(Serialize, ToSchema, Debug)]
pub struct PuzzleAnswer {
    /// The puzzle's name.
    pub puzzle: &'static str,
    /// The seat that decides.
    pub seat: u8,
    /// Decisions found.
    pub found: usize,
    /// Decisions to be found.
    pub of: usize,
    /// Are all of them found?
    pub done: bool,
    /// Was something wrong tried before, or the solution shown?
    pub missed: bool,
    /// Was the solution shown?
    pub shown: bool,
    /// The puzzle's rating now.
    pub rating: i32,
    /// The rating of whoever tried, after the try, where it counted.
    pub own_rating: Option<i32>,
    /// By how much it has changed.
    pub gain: Option<i32>,
    /// Puzzles solved one after the other, where the try counted.
    pub streak: Option<u32>,
    /// What speaks for the decisions found, in the words of the game; empty where it has none.
    pub why: Vec<&'static str>,
}

async fn answer(state: &AppState, loaded: &Loaded) -> Result<PuzzleAnswer, Fault> {
    let trying = puzzle_of(loaded).ok_or_else(|| Fault::missing("there is no puzzle at this table"))?;
    let (puzzle, so_far) = (&trying.posed.puzzle, trying.so_far);
    Ok(PuzzleAnswer {
        puzzle: &puzzle.id,
        seat: puzzle.seat.0,
        found: trying.done,
        of: puzzle.line.len(),
        done: trying.step().is_none(),
        missed: so_far.missed,
        shown: so_far.shown,
        rating: puzzlers::rating(state, trying.posed).await?,
        own_rating: so_far.counted.map(|counted| counted.rating),
        gain: so_far.counted.map(|counted| counted.gain),
        streak: so_far.counted.map(|counted| counted.streak),
        why: puzzle.line[..trying.done].iter().map(|step| step.why.as_str()).collect(),
    })
}

/// The puzzles of all games
#[utoipa::path(get, path = "/puzzles", tag = "puzzles", responses((status = 200, body = Vec<PuzzleRow>)))]
pub async fn list() -> Json<Vec<PuzzleRow>> {
    let day = Day::today().0;
    let row = |game: &'static str| {
        let today = of_day(game, day).map(|posed| posed.number);
        puzzles(game).iter().map(move |posed| PuzzleRow {
            game,
            id: &posed.puzzle.id,
            number: posed.number,
            theme: posed.puzzle.theme.id(),
            title: posed.puzzle.theme.words(game),
            difficulty: posed.difficulty().word(),
            rating: posed.puzzle.rating,
            decisions: posed.puzzle.line.len(),
            choices: posed.puzzle.line[0].choices,
            today: today == Some(posed.number),
        })
    };
    Json(shelf::games().iter().flat_map(|cover| row(cover.id)).collect())
}

/// Opens a table with a puzzle
///
/// The answer holds the token of the seat that decides; with an account's token the seat is the account's, and its first try at each
/// puzzle counts. Decide as at any table: what is wrong is refused with code `puzzle`, says what refutes it, and changes nothing. `today`
/// in place of a name is the puzzle of the day.
#[utoipa::path(post, path = "/puzzles/{game}/{puzzle}", tag = "puzzles",
    params(("game" = String, Path, description = "The game's id"), ("puzzle" = String, Path, description = "The puzzle's name, or `today`")),
    security((), ("account" = [])),
    responses((status = 201, body = NewTableAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn start(
    State(state): State<AppState>,
    Path((game, id)): Path<(String, String)>,
    bearer: Bearer,
) -> Result<(StatusCode, Json<NewTableAnswer>), Fault> {
    let posed = if id == "today" { of_day(&game, Day::today().0) } else { puzzle(&game, &id) };
    let posed = posed.ok_or_else(|| Fault::missing("there is no such puzzle"))?;
    let person = match bearer.account() {
        Some(_) => Some(&bearer.member(Scope::Play)?.person),
        None => None,
    };
    let id = begin_puzzle(&state, person, posed).await?;
    let live = state.tables.get(&state, &id)?;
    let sitting = live.sit_now(&state).await?;
    let mut seats = new_seats(&state, &id, &sitting.meta);
    seats.retain(|seat| seat.seat == posed.puzzle.seat.0);
    let answer = NewTableAnswer {
        page: format!("/t/{id}"),
        owner: state.keys.owner_token(&id, &sitting.meta.nonce),
        seats,
        id,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// How the puzzle at a table stands
#[utoipa::path(get, path = "/tables/{id}/puzzle", tag = "puzzles", params(("id" = String, Path, description = "The table's id")),
    security(("seat" = [])),
    responses((status = 200, body = PuzzleAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn progress(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
) -> Result<Json<PuzzleAnswer>, Fault> {
    let sitting = live.sit(&state).await?;
    bearer.may_look(&state, &sitting)?;
    Ok(Json(answer(&state, &sitting).await?))
}

/// Lets the puzzle show its solution, which counts as a miss
#[utoipa::path(post, path = "/tables/{id}/puzzle", tag = "puzzles", params(("id" = String, Path, description = "The table's id")),
    security(("seat" = [])),
    responses((status = 200, body = PuzzleAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn show(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
) -> Result<Json<PuzzleAnswer>, Fault> {
    let mut sitting = live.sit_now(&state).await?;
    let seat = puzzle_of(&sitting)
        .map(|trying| trying.seat().0)
        .ok_or_else(|| Fault::missing("there is no puzzle at this table"))?;
    let seat = bearer.seat(&state, &sitting, Some(seat))?;
    sitting.show_me(seat).await?;
    Ok(Json(answer(&state, &sitting).await?))
}
