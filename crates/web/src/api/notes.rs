//! Private notes for programs.

use super::{Bearer, Body, RefusalAnswer};
use crate::{
    accounts::{challenges, names, tokens::Scope},
    error::Fault,
    notes,
    state::AppState,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_store::NoteOn;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A private note.
#[derive(Serialize, ToSchema, Debug)]
pub struct NoteAnswer {
    /// `game` or `person`.
    pub on: String,
    /// The table's id, or the account's name.
    pub about: String,
    /// The words.
    pub text: String,
    /// When it was last changed, in milliseconds since 1970.
    pub changed_at: u64,
}

/// A note's words.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct NoteBody {
    /// At most 2,000 characters; an empty note goes.
    pub text: String,
}

/// The account's own notes
///
/// Nobody else sees them. Needs the scope `account`.
#[utoipa::path(get, path = "/account/notes", tag = "accounts", security(("account" = [])),
    responses((status = 200, body = Vec<NoteAnswer>), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn list(State(state): State<AppState>, bearer: Bearer) -> Result<Json<Vec<NoteAnswer>>, Fault> {
    let account = bearer.member(Scope::Account)?;
    let mut all = Vec::new();
    for note in state.store.moderation().notes(account.person.id.clone()).await? {
        let about = match note.on {
            NoteOn::Game => note.about,
            NoteOn::Person => match state.store.accounts().account(note.about).await? {
                Some(account) => names::shown(&account.name),
                None => continue,
            },
        };
        all.push(NoteAnswer {
            on: note.on.word().into(),
            about,
            text: note.text,
            changed_at: note.changed_at,
        });
    }
    Ok(Json(all))
}

/// Notes something about a game
#[utoipa::path(put, path = "/tables/{id}/note", tag = "accounts", params(("id" = String, Path, description = "The table's id")),
    request_body = NoteBody, security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn on_table(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<NoteBody>,
) -> Result<StatusCode, Fault> {
    let person = bearer.member(Scope::Account)?.person.clone();
    let meta = crate::pages::table::stored_meta(&state, &id).await?;
    let meta = meta.ok_or_else(|| Fault::conflict("closed", "this table cannot be read"))?;
    meta.may_look(Some(&person.id), meta.seats_of(Some(&person.id)))?;
    notes::keep(&state, &person, NoteOn::Game, &id, &body.text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Notes something about an account
#[utoipa::path(put, path = "/players/{name}/note", tag = "accounts", params(("name" = String, Path, description = "The account's name")),
    request_body = NoteBody, security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn on_person(
    State(state): State<AppState>,
    Path(name): Path<String>,
    bearer: Bearer,
    Body(body): Body<NoteBody>,
) -> Result<StatusCode, Fault> {
    let person = bearer.member(Scope::Account)?.person.clone();
    let other = challenges::player(&state, &name).await?;
    notes::keep(&state, &person, NoteOn::Person, &other.person, &body.text).await?;
    Ok(StatusCode::NO_CONTENT)
}
