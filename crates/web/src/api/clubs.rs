//! Clubs for programs: the same deeds as on the page.

use super::{
    Bearer, Body, RefusalAnswer,
    tournaments::{TournamentRow, WhomBody, row},
};
use crate::{
    accounts::{names, tokens::Scope},
    clubs::{self, ClubStudy, ClubTable},
    error::Fault,
    person::Person,
    ratings::Pace,
    state::AppState,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_store::{Club, ClubLine, Member, Role, TournamentList};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A club on the list.
#[derive(Serialize, ToSchema, Debug)]
pub struct ClubRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it says of itself.
    pub about: String,
    /// May everybody see and join it?
    pub open: bool,
    /// What the account is there: `owner`, `member` or `invited`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its page.
    pub page: String,
}

fn club_row(club: &Club, role: Option<Role>) -> ClubRow {
    ClubRow {
        id: club.id.clone(),
        name: club.name.clone(),
        about: club.about.clone(),
        open: club.open,
        role: role.map(|role| role.word().into()),
        page: format!("/clubs/{}", club.id),
    }
}

/// Clubs.
#[derive(Serialize, ToSchema, Debug)]
pub struct ClubsAnswer {
    /// Those that the account belongs to or is asked to join.
    pub mine: Vec<ClubRow>,
    /// Others that everybody may see, newest first.
    pub others: Vec<ClubRow>,
}

/// A club. Who is not in it sees its name and how many are.
#[derive(Serialize, ToSchema, Debug)]
pub struct ClubAnswer {
    /// What stands on the list.
    #[serde(flatten)]
    pub row: ClubRow,
    /// How many belong to it.
    pub count: usize,
    /// Those who belong to it or are asked to, for its members.
    pub members: Vec<MemberAnswer>,
    /// Its tables that wait or are played, for its members.
    pub tables: Vec<ClubTableAnswer>,
    /// Its tournaments, for its members.
    pub tournaments: Vec<TournamentRow>,
    /// Studies that members show to each other, newest first, for its members.
    pub studies: Vec<ClubStudyAnswer>,
}

/// Somebody in a club.
#[derive(Serialize, ToSchema, Debug)]
pub struct MemberAnswer {
    /// The name, as it is shown.
    pub name: String,
    /// `owner`, `member` or `invited`.
    pub role: String,
}

/// A table of a club.
#[derive(Serialize, ToSchema, Debug)]
pub struct ClubTableAnswer {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// The seats in order: who sits there; nothing for a free one.
    pub players: Vec<Option<String>>,
}

/// A study that is shown to a club.
#[derive(Serialize, ToSchema, Debug)]
pub struct ClubStudyAnswer {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Its name.
    pub title: String,
    /// Whose it is, as it is shown.
    pub by: String,
    /// Since when it is shown, in milliseconds since 1970.
    pub at: u64,
    /// Its page.
    pub page: String,
}

fn study_row(study: ClubStudy) -> ClubStudyAnswer {
    ClubStudyAnswer {
        page: format!("/study/{}", study.id),
        by: study.by.as_deref().map_or_else(|| "a former player".into(), names::shown),
        id: study.id,
        game: study.game,
        title: study.title,
        at: study.at,
    }
}

fn table_row(table: ClubTable) -> ClubTableAnswer {
    ClubTableAnswer { id: table.id, game: table.game, title: table.title, players: table.players }
}

async fn answer(state: &AppState, person: Option<&Person>, id: &str) -> Result<ClubAnswer, Fault> {
    let (club, role) = clubs::see(state, person.map(|person| person.id.as_str()), id).await?;
    let all = state.store.clubs().members(id.into()).await?;
    let count = all.iter().filter(|member| member.role != Role::Invited).count();
    let (mut members, mut tables, mut tournaments) = (Vec::new(), Vec::new(), Vec::new());
    let mut studies = Vec::new();
    if let Some(person) = person.filter(|_| clubs::belongs(role)) {
        let shown = |member: &Member| MemberAnswer {
            name: member.name.as_deref().map_or_else(|| "a former player".into(), names::shown),
            role: member.role.word().into(),
        };
        members = all.iter().map(shown).collect();
        tables = clubs::tables(state, person, id).await?.into_iter().map(table_row).collect();
        let own = state.store.tournaments().tournaments(TournamentList::Club(id.into()), 50).await?;
        tournaments = own.iter().map(|kept| row(kept, Some(&person.id))).collect();
        studies = clubs::studies(state, person, id).await?.into_iter().map(study_row).collect();
    }
    Ok(ClubAnswer { row: club_row(&club, role), count, members, tables, tournaments, studies })
}

/// Clubs that are yours, and others that everybody may see
#[utoipa::path(get, path = "/clubs", tag = "clubs", security((), ("account" = [])),
    responses((status = 200, body = ClubsAnswer)))]
pub async fn list(State(state): State<AppState>, bearer: Bearer) -> Result<Json<ClubsAnswer>, Fault> {
    let (mine, others) = clubs::lists(&state, bearer.reader(), 100).await?;
    let mine = mine.iter().map(|(club, role)| club_row(club, *role)).collect();
    Ok(Json(ClubsAnswer { mine, others: others.iter().map(|club| club_row(club, None)).collect() }))
}

/// What a new club is to be.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct NewClubBody {
    /// The name, 3 to 40 letters; unique by how it looks.
    pub name: String,
    /// What it says of itself.
    #[serde(default)]
    pub about: String,
    /// May everybody see and join it?
    #[serde(default)]
    pub open: bool,
}

/// Makes a club
#[utoipa::path(post, path = "/clubs", tag = "clubs", request_body = NewClubBody, security(("account" = [])),
    responses((status = 201, body = ClubAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn make(
    State(state): State<AppState>,
    bearer: Bearer,
    Body(body): Body<NewClubBody>,
) -> Result<(StatusCode, Json<ClubAnswer>), Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    let id = clubs::make(&state, person, &body.name, &body.about, body.open).await?;
    Ok((StatusCode::CREATED, Json(answer(&state, Some(person), &id).await?)))
}

/// A club: members, tables, tournaments and studies
#[utoipa::path(get, path = "/clubs/{id}", tag = "clubs", params(("id" = String, Path, description = "The club's id")), security((), ("account" = [])),
    responses((status = 200, body = ClubAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn club(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<ClubAnswer>, Fault> {
    let reads = bearer.reader().is_some();
    let person = bearer.account().filter(|_| reads).map(|account| &account.person);
    Ok(Json(answer(&state, person, &id).await?))
}

/// What is to be different.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct SetClubBody {
    /// What it says of itself.
    pub about: String,
    /// May everybody see and join it?
    pub open: bool,
}

/// Changes a club of your own
#[utoipa::path(put, path = "/clubs/{id}", tag = "clubs", params(("id" = String, Path, description = "The club's id")), request_body = SetClubBody,
    security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn set(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<SetClubBody>,
) -> Result<StatusCode, Fault> {
    clubs::set(&state, &bearer.member(Scope::Play)?.person, &id, &body.about, body.open).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Joins a club
#[utoipa::path(post, path = "/clubs/{id}/join", tag = "clubs", params(("id" = String, Path, description = "The club's id")), security(("account" = [])),
    responses((status = 200, body = ClubAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn join(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<ClubAnswer>, Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    clubs::join(&state, person, &id).await?;
    Ok(Json(answer(&state, Some(person), &id).await?))
}

/// Leaves a club, or declines to join
///
/// What you have said there and the studies that you showed go along. If it is yours, whoever has been there longest has it next; a club without anybody is gone.
#[utoipa::path(post, path = "/clubs/{id}/leave", tag = "clubs", params(("id" = String, Path, description = "The club's id")), security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn leave(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<StatusCode, Fault> {
    clubs::leave(&state, &bearer.member(Scope::Play)?.person, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Asks an account to join
#[utoipa::path(post, path = "/clubs/{id}/invite", tag = "clubs", params(("id" = String, Path, description = "The club's id")), request_body = WhomBody,
    security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn invite(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<WhomBody>,
) -> Result<StatusCode, Fault> {
    clubs::invite(&state, &bearer.member(Scope::Play)?.person, &id, &body.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends an account away from a club of your own
#[utoipa::path(post, path = "/clubs/{id}/remove", tag = "clubs", params(("id" = String, Path, description = "The club's id")), request_body = WhomBody,
    security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn remove(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<WhomBody>,
) -> Result<StatusCode, Fault> {
    clubs::remove(&state, &bearer.member(Scope::Play)?.person, &id, &body.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Something said in a club.
#[derive(Serialize, ToSchema, Debug)]
pub struct ClubLineAnswer {
    /// Its number.
    pub id: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// By whom, as it is shown.
    pub name: String,
    /// What.
    pub text: String,
}

/// What to say.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ClubSayBody {
    /// At most 400 characters.
    pub text: String,
}

/// What was said last in a club, oldest first
#[utoipa::path(get, path = "/clubs/{id}/chat", tag = "clubs", params(("id" = String, Path, description = "The club's id")), security(("account" = [])),
    responses((status = 200, body = Vec<ClubLineAnswer>), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn chat(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<Vec<ClubLineAnswer>>, Fault> {
    let lines = clubs::heard(&state, &bearer.member(Scope::Read)?.person, &id).await?;
    let shown = |line: ClubLine| ClubLineAnswer {
        id: line.id,
        at: line.at,
        name: line.name.as_deref().map_or_else(|| "a former player".into(), names::shown),
        text: line.text,
    };
    Ok(Json(lines.into_iter().map(shown).collect()))
}

/// Says something in a club
///
/// Ten lines a minute; whoever says more is refused with `too-fast`.
#[utoipa::path(post, path = "/clubs/{id}/chat", tag = "clubs", params(("id" = String, Path, description = "The club's id")), request_body = ClubSayBody,
    security(("account" = [])),
    responses((status = 204), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 429, body = RefusalAnswer)))]
pub async fn say(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<ClubSayBody>,
) -> Result<StatusCode, Fault> {
    clubs::say(&state, &bearer.member(Scope::Play)?.person, &id, &body.text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a line out of a club's chat: your own, or any in a club of your own
#[utoipa::path(delete, path = "/clubs/{id}/chat/{line}", tag = "clubs",
    params(("id" = String, Path, description = "The club's id"), ("line" = u64, Path, description = "The line's number")), security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn unsay(
    State(state): State<AppState>,
    Path((id, line)): Path<(String, u64)>,
    bearer: Bearer,
) -> Result<StatusCode, Fault> {
    clubs::unsay(&state, &bearer.member(Scope::Play)?.person, &id, line).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is to be played.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ClubTableBody {
    /// The game's id.
    pub game: String,
    /// `live` or `days`.
    pub pace: Pace,
}

/// Where to play.
#[derive(Serialize, ToSchema, Debug)]
pub struct ClubPlayAnswer {
    /// The table's id.
    pub id: String,
    /// Its page.
    pub page: String,
}

/// Opens a table for the members of a club
#[utoipa::path(post, path = "/clubs/{id}/tables", tag = "clubs", params(("id" = String, Path, description = "The club's id")), request_body = ClubTableBody,
    security(("account" = [])),
    responses((status = 201, body = ClubPlayAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn open_table(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<ClubTableBody>,
) -> Result<(StatusCode, Json<ClubPlayAnswer>), Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    let table = clubs::open_table(&state, person, &id, &body.game, body.pace).await?;
    Ok((StatusCode::CREATED, Json(ClubPlayAnswer { page: format!("/t/{table}"), id: table })))
}

/// Sits down at a table of a club
#[utoipa::path(post, path = "/clubs/{id}/tables/{table}", tag = "clubs",
    params(("id" = String, Path, description = "The club's id"), ("table" = String, Path, description = "The table's id")), security(("account" = [])),
    responses((status = 200, body = ClubPlayAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn sit(
    State(state): State<AppState>,
    Path((id, table)): Path<(String, String)>,
    bearer: Bearer,
) -> Result<Json<ClubPlayAnswer>, Fault> {
    clubs::sit(&state, &bearer.member(Scope::Play)?.person, &id, &table).await?;
    Ok(Json(ClubPlayAnswer { page: format!("/t/{table}"), id: table }))
}

/// Shows a study of your own to a club
///
/// Its members get the link; strangers find it no more easily than before. At most 60 for a club.
#[utoipa::path(put, path = "/clubs/{id}/studies/{study}", tag = "clubs",
    params(("id" = String, Path, description = "The club's id"), ("study" = String, Path, description = "The study's id")), security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn share(
    State(state): State<AppState>,
    Path((id, study)): Path<(String, String)>,
    bearer: Bearer,
) -> Result<StatusCode, Fault> {
    clubs::share(&state, &bearer.member(Scope::Play)?.person, &id, &study).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a study out of a club: your own, or any in a club of your own
#[utoipa::path(delete, path = "/clubs/{id}/studies/{study}", tag = "clubs",
    params(("id" = String, Path, description = "The club's id"), ("study" = String, Path, description = "The study's id")), security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn unshare(
    State(state): State<AppState>,
    Path((id, study)): Path<(String, String)>,
    bearer: Bearer,
) -> Result<StatusCode, Fault> {
    clubs::unshare(&state, &bearer.member(Scope::Play)?.person, &id, &study).await?;
    Ok(StatusCode::NO_CONTENT)
}
