//! Vacation: days on which an account's time stands still at tables over days.

use super::{Bearer, Body, RefusalAnswer};
use crate::{
    accounts::tokens::Scope,
    error::Fault,
    state::AppState,
    vacation::{self as days, Taken},
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The account's vacation.
#[derive(Serialize, ToSchema, Debug)]
pub struct VacationAnswer {
    /// Days that a year has.
    pub days_a_year: u32,
    /// Days that are left this year.
    pub days_left: u32,
    /// On vacation until then, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// How long.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct VacationBody {
    /// Whole days from now.
    pub days: u32,
}

fn answer(state: &AppState, taken: Taken) -> Json<VacationAnswer> {
    let (now, a_year) = (state.config.wall.now(), state.config.vacation_days);
    let days_left = a_year.saturating_sub(taken.days(now));
    Json(VacationAnswer { days_a_year: a_year, days_left, until: taken.until(now) })
}

/// The account's vacation
#[utoipa::path(get, path = "/account/vacation", tag = "accounts", security(("account" = [])),
    responses((status = 200, body = VacationAnswer), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn vacation(State(state): State<AppState>, bearer: Bearer) -> Result<Json<VacationAnswer>, Fault> {
    let account = bearer.member(Scope::Read).or_else(|_| bearer.member(Scope::Play))?;
    Ok(answer(&state, days::of(&state, &account.person.id).await?))
}

/// Goes on vacation
///
/// The account's time stands still at all tables over days where it sits, from now on and for whole days.
#[utoipa::path(post, path = "/account/vacation", tag = "accounts", security(("account" = [])), request_body = VacationBody,
    responses((status = 200, body = VacationAnswer), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn begin(
    State(state): State<AppState>,
    bearer: Bearer,
    Body(body): Body<VacationBody>,
) -> Result<Json<VacationAnswer>, Fault> {
    let account = bearer.member(Scope::Play)?;
    Ok(answer(&state, days::begin(&state, &account.person, body.days).await?))
}

/// Comes back from vacation
///
/// Days that have not begun are the account's again.
#[utoipa::path(delete, path = "/account/vacation", tag = "accounts", security(("account" = [])),
    responses((status = 200, body = VacationAnswer), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn end(State(state): State<AppState>, bearer: Bearer) -> Result<Json<VacationAnswer>, Fault> {
    let account = bearer.member(Scope::Play)?;
    Ok(answer(&state, days::end(&state, &account.person).await?))
}
