//! What a seat is not asked again: for the rest of its turn, or from now on.

use super::{ActAnswer, Asked, At, Bearer, Body, RefusalAnswer, SeatQuery, act};
use crate::{error::Fault, state::AppState};
use axum::{Json, extract::State, http::StatusCode};
use klaxon_catalog::LIST_BITS;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A question that is declined without asking.
#[derive(Serialize, ToSchema, Debug)]
pub struct DeclinedAnswer {
    /// The words of declining it.
    pub words: String,
    /// The rule behind it.
    pub rule: String,
}

/// What a seat is not asked.
#[derive(Serialize, ToSchema, Debug)]
pub struct HabitsAnswer {
    /// The seat.
    pub seat: u8,
    /// The words of declining what it is asked now, if that can be declined in a plain way.
    pub declines: Option<String>,
    /// Declined until it is asked something that it cannot decline.
    pub passing: Vec<DeclinedAnswer>,
    /// Declined from now on.
    pub quiet: Vec<DeclinedAnswer>,
}

/// What your seat is not asked again
#[utoipa::path(get, path = "/tables/{id}/habits", tag = "play", params(("id" = String, Path, description = "The table's id"), SeatQuery),
    security(("seat" = [])),
    responses((status = 200, body = HabitsAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn habits(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<SeatQuery>,
) -> Result<Json<HabitsAnswer>, Fault> {
    let mut sitting = live.sit_now(&state).await?;
    let seat = bearer.seat(&state, &sitting, asked.seat)?;
    let declines = sitting.declines(seat)?;
    let all = |kept: &std::collections::BTreeMap<String, String>| {
        let row =
            |(words, rule): (&String, &String)| DeclinedAnswer { words: words.clone(), rule: rule.clone() };
        kept.iter().map(row).collect()
    };
    let chair = &sitting.meta.chairs[seat.index()];
    let (passing, quiet) = (all(&chair.passing), all(&chair.quiet));
    Ok(Json(HabitsAnswer { seat: seat.0, declines, passing, quiet }))
}

/// What is not to be asked again.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct PassBody {
    /// The seat, where the tokens give several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The question that is declined, as it was asked.
    pub question: u64,
    /// From now on, and not only for the rest of the turn.
    #[serde(default)]
    pub always: bool,
}

/// Passes, now and whenever this is asked again this turn
///
/// Until the seat is asked something that it cannot decline; with `always` for the rest of the game. Nobody else is told. Refused
/// with `not-asked` where there is no plain way to decline.
#[utoipa::path(post, path = "/tables/{id}/pass", tag = "play", params(("id" = String, Path, description = "The table's id"), SeatQuery),
    request_body = PassBody, security(("seat" = [])),
    responses((status = 200, body = ActAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer),
        (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn pass(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<SeatQuery>,
    Body(body): Body<PassBody>,
) -> Result<Json<ActAnswer>, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit_now(&state).await?;
    let held = bearer.seats(&state, &sitting)?;
    let seat = bearer.seat(&state, &sitting, body.seat.or(asked.seat))?;
    let stale = |_| Fault::conflict("stale", "the table has moved on since this was asked");
    let question = u32::try_from(body.question >> LIST_BITS).map_err(stale)?;
    let before = sitting.table.step();
    // Who asks about something that is gone has not been here for it.
    if sitting.table.question(seat) == question {
        sitting.note_seen(held, false).await?;
    }
    if body.always {
        sitting.set_quiet(seat, question).await?;
    } else {
        sitting.set_passing(seat, question).await?;
    }
    act::answer(&mut sitting, seat, held, before, asked.brief)
}

/// What is to be asked again.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct AskBody {
    /// The seat, where the tokens give several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The words of declining it.
    pub words: String,
}

/// Wants to be asked something again
#[utoipa::path(post, path = "/tables/{id}/ask", tag = "play", params(("id" = String, Path, description = "The table's id")),
    request_body = AskBody, security(("seat" = [])),
    responses((status = 204), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn ask(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<AskBody>,
) -> Result<StatusCode, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit_now(&state).await?;
    let seat = bearer.seat(&state, &sitting, body.seat)?;
    sitting.set_asked(seat, &body.words).await?;
    Ok(StatusCode::NO_CONTENT)
}
