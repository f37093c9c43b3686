//! Seeing, deciding, taking back, speaking.

use super::{
    ActAnswer, ActBody, Asked, At, Bearer, Body, ChatLine, ChoicesAnswer, EditionAnswer, EditionBody,
    OddsAnswer, OddsQuery, RefusalAnswer, RequestBody, RequestRow, SayBody, SeatQuery, UndoBody, ViewAnswer,
    asks, events,
};
use crate::{
    error::Fault,
    state::AppState,
    table::{Deed, Sitting, Speaker},
};
use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use klaxon_catalog::LIST_BITS;
use klaxon_core::{Seat, SeatSet, Viewer};

/// The position as your seat sees it
///
/// Without a token: as a spectator sees it.
#[utoipa::path(get, path = "/tables/{id}/view", tag = "play", params(("id" = String, Path, description = "The table's id"), SeatQuery),
    security((), ("seat" = [])),
    responses((status = 200, body = ViewAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn view(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<SeatQuery>,
) -> Result<Json<ViewAnswer>, Fault> {
    let mut sitting = live.sit_now(&state).await?;
    let held = bearer.may_look(&state, &sitting)?;
    let seat = if held.is_empty() && asked.seat.is_none() {
        None
    } else {
        Some(bearer.seat(&state, &sitting, asked.seat)?)
    };
    let viewer = seat.map_or(Viewer::Watcher, Viewer::Seat);
    let answer = sitting.careful(|loaded| ViewAnswer {
        seat: seat.map(|s| s.0),
        n: loaded.table.n(),
        step: loaded.table.step(),
        clock: loaded.clock(),
        prompt: loaded.table.prompt(viewer).text,
        view: loaded.table.view_json(viewer),
        outcome: loaded.table.outcome().map(Into::into),
    })?;
    Ok(Json(answer))
}

/// What is asked of your seats
#[utoipa::path(get, path = "/tables/{id}/choices", tag = "play", params(("id" = String, Path, description = "The table's id"), SeatQuery),
    security(("seat" = [])),
    responses((status = 200, body = ChoicesAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn choices(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<SeatQuery>,
) -> Result<Json<ChoicesAnswer>, Fault> {
    let mut sitting = live.sit_now(&state).await?;
    let held = bearer.seats(&state, &sitting)?;
    if held.is_empty() {
        return Err(Fault::forbidden("a seat's token is needed: Authorization: Bearer <token>"));
    }
    let seats = match asked.seat {
        Some(_) => SeatSet::only(bearer.seat(&state, &sitting, asked.seat)?),
        None => held,
    };
    let asks = asks(&mut sitting, seats, asked.brief)?;
    let anytime = match seats.iter().next().filter(|_| seats.len() == 1) {
        Some(seat) => {
            sitting.careful(|loaded| loaded.table.anytime(seat))?.into_iter().map(Into::into).collect()
        }
        None => Vec::new(),
    };
    Ok(Json(ChoicesAnswer { n: sitting.table.n(), step: sitting.table.step(), asks, anytime }))
}

/// Decides
///
/// By the number of a choice or by the decision itself. Quote the question's number, so that an answer to an older
/// question is refused instead of misunderstood. When the answer is here the decision is on the disk. It says what is
/// asked of your seats next, so that a program needs no other request to play on.
#[utoipa::path(post, path = "/tables/{id}/act", tag = "play", params(("id" = String, Path, description = "The table's id"), SeatQuery),
    request_body = ActBody, security(("seat" = [])),
    responses((status = 200, body = ActAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer),
        (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer), (status = 422, body = RefusalAnswer)))]
pub async fn act(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<SeatQuery>,
    Body(body): Body<ActBody>,
) -> Result<Json<ActAnswer>, Fault> {
    let deed = match (body.choice, body.action) {
        (Some(index), None) => Deed::Choice(index),
        (None, Some(action)) => Deed::Action(action),
        (Some(_), Some(_)) => return Err(Fault::malformed("either `choice` or `action`, not both")),
        (None, None) => return Err(Fault::malformed("`choice` or `action` is missing")),
    };
    bearer.to_play()?;
    let judge = |sitting: &mut Sitting| -> Result<(SeatSet, Seat), Fault> {
        let held = bearer.seats(&state, sitting)?;
        let seat = bearer.seat(&state, sitting, body.seat.or(asked.seat))?;
        if let Some(quoted) = body.question {
            let now = sitting.careful(|loaded| loaded.table.asked_as(seat))?;
            // A decision in full means the same in any list.
            let same = match &deed {
                Deed::Choice(_) => quoted == now,
                Deed::Action(_) | Deed::Anytime(_) | Deed::Undo => quoted >> LIST_BITS == now >> LIST_BITS,
            };
            if !same {
                return Err(Fault::conflict("stale", "the table has moved on since this was asked"));
            }
        }
        Ok((held, seat))
    };
    // Whoever was asked what is asked here knows as much as this server, which need not look into the store then. If
    // another server knows more, the entry's number says so.
    let mut sitting = live.sit(&state).await?;
    let judged = if body.question.is_some() { judge(&mut sitting).ok() } else { None };
    let (held, seat) = match judged {
        Some(judged) => judged,
        None => {
            drop(sitting);
            sitting = live.sit_now(&state).await?;
            judge(&mut sitting)?
        }
    };
    let before = sitting.table.step();
    sitting.note_seen(held, false).await?;
    sitting.act(seat, None, deed).await?;
    answer(&mut sitting, seat, held, before, asked.brief)
}

/// Takes your last decision back
#[utoipa::path(post, path = "/tables/{id}/undo", tag = "play", params(("id" = String, Path, description = "The table's id"), SeatQuery),
    request_body = UndoBody, security(("seat" = [])),
    responses((status = 200, body = ActAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn undo(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<SeatQuery>,
    Body(body): Body<UndoBody>,
) -> Result<Json<ActAnswer>, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit_now(&state).await?;
    let held = bearer.seats(&state, &sitting)?;
    let seat = bearer.seat(&state, &sitting, body.seat.or(asked.seat))?;
    let before = sitting.table.step();
    sitting.act(seat, None, Deed::Undo).await?;
    answer(&mut sitting, seat, held, before, asked.brief)
}

pub(super) fn answer(
    sitting: &mut Sitting,
    seat: Seat,
    held: SeatSet,
    before: u32,
    brief: bool,
) -> Result<Json<ActAnswer>, Fault> {
    let asks = asks(sitting, held, brief)?;
    let events = events(sitting, Viewer::Seat(seat), before)?;
    Ok(Json(ActAnswer {
        n: sitting.table.n(),
        step: sitting.table.step(),
        asks,
        events,
        outcome: sitting.table.outcome().map(Into::into),
    }))
}

/// What may come of a choice
#[utoipa::path(get, path = "/tables/{id}/odds", tag = "play", params(("id" = String, Path, description = "The table's id"), OddsQuery),
    security(("seat" = [])),
    responses((status = 200, body = Option<OddsAnswer>), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn odds(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<OddsQuery>,
) -> Result<Json<Option<OddsAnswer>>, Fault> {
    let mut sitting = live.sit_now(&state).await?;
    let seat = bearer.seat(&state, &sitting, asked.seat)?;
    let odds = sitting.careful(|loaded| loaded.table.odds(seat, asked.choice))?;
    Ok(Json(odds.map(Into::into)))
}

/// Wants a newer edition of the rules
///
/// The table goes over to it when all people and programs who play want it and the game can; `null` takes the wish back.
#[utoipa::path(post, path = "/tables/{id}/edition", tag = "play", params(("id" = String, Path, description = "The table's id")),
    request_body = EditionBody, security(("seat" = [])),
    responses((status = 200, body = EditionAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn edition(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<EditionBody>,
) -> Result<Json<EditionAnswer>, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit_now(&state).await?;
    let held = bearer.seats(&state, &sitting)?;
    sitting.want_edition(held, super::tables::edition(body.edition)?).await?;
    let (agreed, asked) = sitting.consent();
    Ok(Json(EditionAnswer {
        edition: sitting.table.edition().number(),
        newest: sitting.table.newest_edition().number(),
        agreed: agreed.iter().map(|seat| seat.0).collect(),
        asked: asked.iter().map(|seat| seat.0).collect(),
    }))
}

/// The log as JSON lines
///
/// While the game runs the decisions are sealed: each line has its number and a seal that can be checked after the end.
#[utoipa::path(get, path = "/tables/{id}/log", tag = "play", params(("id" = String, Path, description = "The table's id")),
    security((), ("seat" = [])),
    responses((status = 200, content_type = "application/jsonl", body = String), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn log(State(state): State<AppState>, At(live): At, bearer: Bearer) -> Result<Response, Fault> {
    // The log of a game of the day is veiled instead.
    if let Some(meta) = crate::pages::table::stored_meta(&state, &live.id).await?.filter(|m| m.players_only) {
        bearer.may_look_at(&state, &live.id, &meta)?;
    }
    let text = crate::pages::table::log_text(&state, &live.id).await?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")], text).into_response())
}

/// What was said to everybody
#[utoipa::path(get, path = "/tables/{id}/chat", tag = "play", params(("id" = String, Path, description = "The table's id")),
    security((), ("seat" = [])),
    responses((status = 200, body = Vec<ChatLine>), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn chat(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
) -> Result<Json<Vec<ChatLine>>, Fault> {
    let sitting = live.sit_now(&state).await?;
    bearer.may_look(&state, &sitting)?;
    let said = sitting.chat.iter().filter(|m| m.audience == "all" && !sitting.meta.removed.contains(&m.id));
    let line = |m: &klaxon_store::Message| ChatLine {
        id: m.id,
        at: m.at,
        from: m.from.clone(),
        text: m.text.clone(),
    };
    Ok(Json(said.map(line).collect()))
}

/// Says something to everybody
#[utoipa::path(post, path = "/tables/{id}/chat", tag = "play", params(("id" = String, Path, description = "The table's id")),
    request_body = SayBody, security(("seat" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn say(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<SayBody>,
) -> Result<axum::http::StatusCode, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit_now(&state).await?;
    let seat = bearer.seat(&state, &sitting, body.seat)?;
    if let Some(owner) = bearer.account().and_then(|account| account.owner.as_deref()) {
        crate::moderation::check_mute(&state, [owner])?;
    }
    let speaker = match bearer.account() {
        Some(account) => Speaker::Person(&account.person, Some(seat)),
        None => Speaker::Program(seat),
    };
    sitting.say(speaker, &body.text, false).await?;
    Ok(axum::http::StatusCode::NO_CONTENT)
}

/// What your seat may ask of the others now
///
/// Where players talk about what they do. Bots answer in the chat, and follow if they can.
#[utoipa::path(get, path = "/tables/{id}/requests", tag = "play", params(("id" = String, Path, description = "The table's id"), SeatQuery),
    security(("seat" = [])),
    responses((status = 200, body = Vec<RequestRow>), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn requests(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Asked(asked): Asked<SeatQuery>,
) -> Result<Json<Vec<RequestRow>>, Fault> {
    let mut sitting = live.sit(&state).await?;
    let seat = bearer.seat(&state, &sitting, asked.seat)?;
    let list = sitting.careful(|loaded| loaded.table.requests(seat))?;
    Ok(Json(list.into_iter().map(|r| RequestRow { words: r.words, text: r.text }).collect()))
}

/// Asks something of another player, or of whoever can do it
#[utoipa::path(post, path = "/tables/{id}/requests", tag = "play", params(("id" = String, Path, description = "The table's id")),
    request_body = RequestBody, security(("seat" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn request(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<RequestBody>,
) -> Result<axum::http::StatusCode, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit(&state).await?;
    let seat = bearer.seat(&state, &sitting, body.seat)?;
    let whom = body.whom.map(|number| sitting.seat(number)).transpose()?;
    sitting.request(seat, whom, &body.words).await?;
    Ok(axum::http::StatusCode::NO_CONTENT)
}
