//! Studies for programs: the same changes as on the page.

use super::{Bearer, Body, RefusalAnswer};
use crate::{
    accounts::tokens::Scope,
    error::Fault,
    pages::study::{EditForm, carry_out},
    state::AppState,
    studies::{self, Source},
};
use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::IntoResponse,
};
use klaxon_core::SeatSet;
use klaxon_store::{Study as Kept, StudyList};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A study on the list.
#[derive(Serialize, ToSchema, Debug)]
pub struct StudyRow {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Is it for everybody?
    pub public: bool,
    /// Is it the account's own?
    pub mine: bool,
    /// The number of its text, which a change names.
    pub rev: u64,
    /// When it was last changed, in milliseconds since 1970.
    pub changed_at: u64,
    /// Its page.
    pub page: String,
}

fn row(kept: &Kept, person: Option<&str>) -> StudyRow {
    StudyRow {
        id: kept.id.clone(),
        game: kept.game.clone(),
        title: kept.title.clone(),
        public: kept.public,
        mine: person == Some(kept.person.as_str()),
        rev: kept.rev,
        changed_at: kept.changed_at,
        page: format!("/study/{}", kept.id),
    }
}

/// What a new study is made of: one of the three.
#[derive(Deserialize, ToSchema, Default, Debug)]
#[serde(default, deny_unknown_fields)]
pub struct NewStudyBody {
    /// A finished table that you may look at.
    pub table: Option<String>,
    /// A situation.
    pub situation: Option<String>,
    /// A study's file.
    pub file: Option<String>,
    /// The title; the table's, or the file's, if left out.
    pub title: String,
}

/// What came of a change.
#[derive(Serialize, ToSchema, Debug)]
pub struct EditAnswer {
    /// The number of the new text.
    pub rev: u64,
    /// The line to look at.
    pub line: u32,
    /// The step.
    pub step: u32,
}

/// Your own studies, and those for everybody
#[utoipa::path(get, path = "/studies", tag = "studies", security((), ("account" = [])),
    responses((status = 200, body = Vec<StudyRow>)))]
pub async fn list(State(state): State<AppState>, bearer: Bearer) -> Result<Json<Vec<StudyRow>>, Fault> {
    let (all, person) = (state.store.studies(), bearer.reader());
    let mut rows = Vec::new();
    if let Some(person) = person {
        rows = all.studies(StudyList::Of(person.into()), studies::MOST).await?;
    }
    let others = all.studies(StudyList::Public, studies::MOST).await?;
    rows.extend(others.into_iter().filter(|kept| Some(kept.person.as_str()) != person));
    Ok(Json(rows.iter().map(|kept| row(kept, person)).collect()))
}

/// Makes a study
///
/// Of a finished table, of a situation, or of a study's file. Only those who get its link find it, until it is made public.
#[utoipa::path(post, path = "/studies", tag = "studies", request_body = NewStudyBody, security(("account" = [])),
    responses((status = 201, body = StudyRow), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn make(
    State(state): State<AppState>,
    bearer: Bearer,
    Body(body): Body<NewStudyBody>,
) -> Result<(StatusCode, Json<StudyRow>), Fault> {
    let person = bearer.member(Scope::Play)?.person.clone();
    let source = match (body.table, body.situation, body.file) {
        (Some(table), None, None) => Source::Table(table, Some(person.id.clone()), SeatSet::NONE),
        (None, Some(text), None) => Source::Situation(text),
        (None, None, Some(text)) => Source::File(text),
        _ => return Err(Fault::malformed("name one of `table`, `situation` and `file`")),
    };
    let id = studies::make(&state, &person, &body.title, source).await?;
    let kept = studies::find(&state, &id).await?.kept;
    Ok((StatusCode::CREATED, Json(row(&kept, Some(&person.id)))))
}

/// A study as its file: JSON lines with the log, the variations, the notes and the marks
#[utoipa::path(get, path = "/studies/{id}", tag = "studies", params(("id" = String, Path, description = "The study's id")),
    responses((status = 200, body = String, content_type = "application/jsonl"), (status = 404, body = RefusalAnswer)))]
pub async fn show(State(state): State<AppState>, Path(id): Path<String>) -> Result<impl IntoResponse, Fault> {
    let kept = studies::find(&state, &id).await?.kept;
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (header::ETAG, format!("\"{}\"", kept.rev)),
    ];
    Ok((headers, kept.body))
}

/// Changes a study of your own
///
/// A decision that the rules refuse changes nothing, and so does a change to a text that is not the newest (`stale`).
#[utoipa::path(post, path = "/studies/{id}", tag = "studies", params(("id" = String, Path, description = "The study's id")),
    request_body = EditForm, security(("account" = [])),
    responses((status = 200, body = EditAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer), (status = 422, body = RefusalAnswer)))]
pub async fn change(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(form): Body<EditForm>,
) -> Result<Json<EditAnswer>, Fault> {
    let person = &bearer.member(Scope::Play)?.person.id;
    let (at, rev) = carry_out(&state, Some(person), &id, &form).await?;
    Ok(Json(EditAnswer { rev, line: at.line, step: at.step }))
}

/// Deletes a study of your own
#[utoipa::path(delete, path = "/studies/{id}", tag = "studies", params(("id" = String, Path, description = "The study's id")),
    security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn delete(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<StatusCode, Fault> {
    let person = &bearer.member(Scope::Play)?.person.id;
    studies::delete(&state, Some(person), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
