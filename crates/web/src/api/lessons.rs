//! Lessons for programs: the list, a table to learn at, how far it is.

use super::{At, Bearer, Body, NewTableAnswer, RefusalAnswer, tables::new_seats};
use crate::{
    error::Fault,
    state::AppState,
    table::{Loaded, begin_lesson, stage_of},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_catalog::{academy, shelf};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A lesson on the list.
#[derive(Serialize, ToSchema, Debug)]
pub struct LessonRow {
    /// The game's id.
    pub game: &'static str,
    /// Its name in addresses.
    pub id: &'static str,
    /// Its place among the game's lessons, from 1.
    pub number: usize,
    /// Its title.
    pub title: &'static str,
    /// How many steps it has.
    pub steps: usize,
    /// The rules that it teaches.
    pub rules: Vec<&'static str>,
}

/// How far a lesson is.
#[derive(Serialize, ToSchema, Debug)]
pub struct LessonAnswer {
    /// The lesson's name.
    pub lesson: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The step, from 0; as many as there are when it is done.
    pub step: usize,
    /// How many steps it has.
    pub of: usize,
    /// Is it done?
    pub done: bool,
    /// The learner's seat.
    pub seat: Option<u8>,
    /// What is to be done now.
    pub task: &'static str,
    /// What is said about it.
    pub say: String,
    /// What was said of the step before.
    pub praise: &'static str,
    /// There is nothing to decide in this step: it is read.
    pub to_read: bool,
    /// The lesson after this one.
    pub next: Option<&'static str>,
}

/// What the lesson should do.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct LessonBody {
    /// `show` does the step as its solution has it, `next` leaves a step that is only read.
    pub go: String,
}

fn answer(loaded: &Loaded) -> Result<LessonAnswer, Fault> {
    let (taught, guide) =
        stage_of(loaded).ok_or_else(|| Fault::missing("there is no lesson at this table"))?;
    let (lesson, at) = (&taught.lesson, guide.at.step);
    let step = guide.step();
    let words = step.map_or("", |step| step.say.as_str());
    let say = if at == 0 { format!("{} {words}", lesson.say) } else { words.to_owned() };
    Ok(LessonAnswer {
        lesson: taught.id,
        title: &lesson.title,
        step: at,
        of: lesson.steps.len(),
        done: step.is_none(),
        seat: guide.learner().map(|seat| seat.0),
        task: step.map_or("", |step| step.title.as_str()),
        say: say.trim().to_owned(),
        praise: at.checked_sub(1).and_then(|i| lesson.steps.get(i)).map_or("", |step| step.praise.as_str()),
        to_read: step.is_some_and(|step| step.goal.is_empty()),
        next: academy::after(&lesson.game, taught.id).map(|next| next.id),
    })
}

/// The lessons of all games
#[utoipa::path(get, path = "/lessons", tag = "lessons", responses((status = 200, body = Vec<LessonRow>)))]
pub async fn list() -> Json<Vec<LessonRow>> {
    let row = |game: &'static str| {
        academy::lessons(game).iter().map(move |taught| LessonRow {
            game,
            id: taught.id,
            number: taught.number,
            title: &taught.lesson.title,
            steps: taught.lesson.steps.len(),
            rules: taught.lesson.rules.iter().map(|(_, rule)| rule.as_str()).collect(),
        })
    };
    Json(shelf::games().iter().flat_map(|cover| row(cover.id)).collect())
}

/// Opens a table to learn a lesson at
///
/// The answer holds the token of the learner's seat. Decide with it as at any table; what the lesson does not take is refused
/// with code `lesson` and what it says to it.
#[utoipa::path(post, path = "/lessons/{game}/{lesson}", tag = "lessons",
    params(("game" = String, Path, description = "The game's id"), ("lesson" = String, Path, description = "The lesson's name")),
    responses((status = 201, body = NewTableAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn start(
    State(state): State<AppState>,
    Path((game, id)): Path<(String, String)>,
) -> Result<(StatusCode, Json<NewTableAnswer>), Fault> {
    let taught = academy::lesson(&game, &id).ok_or_else(|| Fault::missing("there is no such lesson"))?;
    let id = begin_lesson(&state, None, taught, 0).await?;
    let live = state.tables.get(&state, &id)?;
    let sitting = live.sit_now(&state).await?;
    let learner = stage_of(&sitting).and_then(|(_, guide)| guide.learner());
    let mut seats = new_seats(&state, &id, &sitting.meta);
    seats.retain(|seat| Some(seat.seat) == learner.map(|seat| seat.0));
    let answer = NewTableAnswer {
        page: format!("/t/{id}"),
        owner: state.keys.owner_token(&id, &sitting.meta.nonce),
        seats,
        id,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// How far the lesson at a table is
#[utoipa::path(get, path = "/tables/{id}/lesson", tag = "lessons", params(("id" = String, Path, description = "The table's id")),
    security(("seat" = [])),
    responses((status = 200, body = LessonAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn progress(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
) -> Result<Json<LessonAnswer>, Fault> {
    let sitting = live.sit(&state).await?;
    bearer.may_look(&state, &sitting)?;
    Ok(Json(answer(&sitting)?))
}

/// Lets the lesson show its step, or goes on after reading
#[utoipa::path(post, path = "/tables/{id}/lesson", tag = "lessons", params(("id" = String, Path, description = "The table's id")),
    request_body = LessonBody, security(("seat" = [])),
    responses((status = 200, body = LessonAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn go(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<LessonBody>,
) -> Result<Json<LessonAnswer>, Fault> {
    let mut sitting = live.sit_now(&state).await?;
    let (_, guide) = stage_of(&sitting).ok_or_else(|| Fault::missing("there is no lesson at this table"))?;
    let seat = bearer.seat(&state, &sitting, guide.learner().map(|seat| seat.0))?;
    match body.go.as_str() {
        "show" => sitting.show_me(seat).await?,
        "next" => sitting.read_on_in_lesson().await?,
        other => return Err(Fault::malformed(format!("`{other}` is neither `show` nor `next`"))),
    }
    Ok(Json(answer(&sitting)?))
}
