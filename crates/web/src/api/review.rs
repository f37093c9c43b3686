//! Decisions of a finished game in hindsight.

use super::{Asked, At, Bearer, Body, RefusalAnswer};
use crate::{
    error::Fault,
    review::{self, Stand},
    state::AppState,
    table::Sitting,
};
use axum::{Json, extract::State, http::StatusCode};
use klaxon_catalog::{Remark, Review};
use klaxon_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Whose decisions.
#[derive(Deserialize, IntoParams, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReviewQuery {
    /// The seat whose decisions are looked back upon; your own if left out.
    pub seat: Option<u8>,
}

/// How far a review is, and what it says.
#[derive(Serialize, ToSchema, Debug)]
pub struct ReviewAnswer {
    /// The seat.
    pub seat: u8,
    /// `unasked`, `coming`, `done` or `failed`.
    pub state: &'static str,
    /// While it comes: decisions looked at so far.
    pub looked_at: u32,
    /// While it comes: decisions in all.
    pub of: u32,
    /// Why it failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// When it is done: decisions that left a choice.
    pub decisions: u32,
    /// When it is done: what is worth saying, in order of play.
    pub remarks: Vec<RemarkRow>,
}

/// Something worth saying about a decision.
#[derive(Serialize, ToSchema, Debug)]
pub struct RemarkRow {
    /// The step in which it was decided.
    pub step: u32,
    /// The step to branch from, to try it again.
    pub from: u32,
    /// `find`, `inaccuracy`, `mistake` or `blunder`.
    pub mark: &'static str,
    /// `!`, `?!`, `?` or `??`.
    pub sign: &'static str,
    /// What was asked.
    pub asked: String,
    /// What was decided; empty where a whole part of the game is judged.
    pub did: String,
    /// What was better, one decision after the other; for a find what was next best.
    pub other: Vec<String>,
    /// What speaks for the better one; may be empty.
    pub why: String,
    /// What was to be expected of what was decided, 0 lost to 1000 won.
    pub worth: i32,
    /// The same of the other.
    pub other_worth: i32,
}

impl From<&Remark> for RemarkRow {
    fn from(remark: &Remark) -> RemarkRow {
        let Remark { step, from, mark, asked, did, other, why, worth, other_worth } = remark.clone();
        let (sign, mark) = (mark.sign(), mark.id());
        RemarkRow { step, from, mark, sign, asked, did, other, why, worth, other_worth }
    }
}

fn answer(seat: Seat, stand: &Stand) -> ReviewAnswer {
    let blank = |state| ReviewAnswer {
        seat: seat.0,
        state,
        looked_at: 0,
        of: 0,
        text: String::new(),
        decisions: 0,
        remarks: Vec::new(),
    };
    match stand {
        Stand::Unasked => blank("unasked"),
        Stand::Coming(looked_at, of) => ReviewAnswer { looked_at: *looked_at, of: *of, ..blank("coming") },
        Stand::Failed(text) => ReviewAnswer { text: text.clone(), ..blank("failed") },
        Stand::Done(review) => {
            let Review { decisions, remarks, .. } = &**review;
            let remarks = remarks.iter().map(RemarkRow::from).collect();
            ReviewAnswer { decisions: *decisions, remarks, ..blank("done") }
        }
    }
}

/// The seat that is meant: the one that is named, or the only one that the tokens give.
fn seat(state: &AppState, sitting: &Sitting, bearer: &Bearer, named: Option<u8>) -> Result<Seat, Fault> {
    let held = bearer.may_look(state, sitting)?;
    match named {
        Some(number) => sitting.seat(number),
        None if held.len() == 1 => Ok(held.iter().next().expect("there is one")),
        None => Err(Fault::malformed("say whose decisions: name a seat in `seat`")),
    }
}

/// How far the review of a seat's decisions is
///
/// When it is done: what was good and bad about them, what was better and why, by what the seat knew then. Begin it with a
/// `POST`.
#[utoipa::path(get, path = "/tables/{id}/review", tag = "play", params(("id" = String, Path, description = "The table's id"), ReviewQuery),
    security((), ("seat" = [])),
    responses((status = 200, body = ReviewAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn show(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<ReviewQuery>,
) -> Result<Json<ReviewAnswer>, Fault> {
    let sitting = live.sit(&state).await?;
    let seat = seat(&state, &sitting, &bearer, asked.seat)?;
    let n = sitting.table.n();
    drop(sitting);
    Ok(Json(answer(seat, &review::stand(&state, &live, seat, n).await?)))
}

/// Begins to review a seat's decisions in a finished game
///
/// It takes as long as a strong bot would think about all of them, in your share of the bots' time. Asked again it says how
/// far it is.
#[utoipa::path(post, path = "/tables/{id}/review", tag = "play", params(("id" = String, Path, description = "The table's id")),
    request_body = ReviewQuery, security((), ("seat" = [])),
    responses((status = 202, body = ReviewAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer), (status = 503, body = RefusalAnswer)))]
pub async fn begin(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<ReviewQuery>,
) -> Result<(StatusCode, Json<ReviewAnswer>), Fault> {
    let sitting = live.sit(&state).await?;
    let seat = seat(&state, &sitting, &bearer, body.seat)?;
    review::begin(&state, &sitting, seat).await?;
    let n = sitting.table.n();
    drop(sitting);
    Ok((StatusCode::ACCEPTED, Json(answer(seat, &review::stand(&state, &live, seat, n).await?))))
}
