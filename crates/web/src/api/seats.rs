//! What can be done with seats, the rules of the house, and what comes after the end.

use super::{At, Bearer, Body, NewSeat, RefusalAnswer, holder_word, new_seats, watching_word};
use crate::{
    error::Fault,
    state::AppState,
    table::{Branch, HouseChange, SeatChange, seats_again},
};
use axum::{Json, extract::State, http::StatusCode};
use klaxon_core::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A wish about a seat.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct SeatChangeBody {
    /// Which.
    pub seat: u8,
    /// What: `{ "do": "renew" }`, `free`, `stand-up`, `back`, `forfeit`, or `bot` and `stand-in` with a `level`.
    pub change: SeatChange,
}

/// What came of a wish about a seat.
#[derive(Serialize, ToSchema, Debug)]
pub struct SeatChangeAnswer {
    /// Which.
    pub seat: u8,
    /// Who holds it: `open`, `person`, `bot` or `program`.
    pub holder: &'static str,
    /// The holder's name.
    pub player: String,
    /// The level of a bot that plays until the holder is back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// Its token, if it is to be handed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// The rules of the house.
#[derive(Serialize, ToSchema, Debug)]
pub struct HouseAnswer {
    /// Who may watch: `anybody` with the address, or only `players`.
    pub watching: &'static str,
    /// Whether strangers may find it.
    pub public: bool,
    /// Seconds after which whoever is away is gone.
    pub patience: u32,
    /// Who may not speak.
    pub muted: Vec<String>,
}

/// A wish to play again.
#[derive(Deserialize, ToSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct AgainBody {
    /// The players take each other's sides.
    #[serde(default)]
    pub swap: bool,
}

/// A wish to play on from a step.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct BranchBody {
    /// The step.
    pub step: u32,
    /// Your seats in it.
    #[serde(default)]
    pub seats: Vec<u8>,
    /// Who plays the seats that people and programs had: `link`, or a bot's level. Links if left out.
    #[serde(default)]
    pub others: String,
    /// With the luck of the game that was played: what was thrown in a step is thrown in it again.
    #[serde(default)]
    pub same_luck: bool,
}

/// The table that comes after another.
#[derive(Serialize, ToSchema, Debug)]
pub struct NextTableAnswer {
    /// The table's id.
    pub id: String,
    /// Its page.
    pub page: String,
    /// Its owner's token, if you opened it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The seats, with the tokens of yours.
    pub seats: Vec<NewSeat>,
}

/// Changes something about a seat
///
/// With the owner's token: any seat. With a seat's token: one's own (`stand-in`, `back`, `bot`, `stand-up`), and that of
/// others when the owner has been away for the table's `patience` and the table has waited for them for as long. All at the table
/// are told. `renew` and `free` answer with the seat's new token.
#[utoipa::path(post, path = "/tables/{id}/seat", tag = "tables", params(("id" = String, Path, description = "The table's id")),
    request_body = SeatChangeBody, security(("seat" = [])),
    responses((status = 200, body = SeatChangeAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn seat(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<SeatChangeBody>,
) -> Result<Json<SeatChangeAnswer>, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit_now(&state).await?;
    let asker = bearer.asker(&state, &sitting)?;
    sitting.note_seen(asker.held, asker.owner).await?;
    let seat = sitting.seat(body.seat)?;
    sitting.change_seat(&asker, seat, body.change).await?;
    let chair = &sitting.meta.chairs[seat.index()];
    // Whoever may give the seat to somebody gets its link to hand on.
    let handed_on = chair.awaits_link() && sitting.may_rule(&live, &asker, seat).is_ok();
    Ok(Json(SeatChangeAnswer {
        seat: seat.0,
        holder: holder_word(&chair.holder),
        player: chair.holder.name(),
        stand_in: chair.stand_in.clone(),
        token: handed_on.then(|| state.keys.seat_token(&live.id, seat, &chair.nonce)),
    }))
}

/// Changes the rules of the house
///
/// Who may watch, how long the table waits for whoever is away, who may speak, and what is taken out of the chat: with the
/// owner's token alone.
#[utoipa::path(post, path = "/tables/{id}/house", tag = "tables", params(("id" = String, Path, description = "The table's id")),
    request_body = HouseChange, security(("seat" = [])),
    responses((status = 200, body = HouseAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn house(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(change): Body<HouseChange>,
) -> Result<Json<HouseAnswer>, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit_now(&state).await?;
    if !bearer.is_owner(&state, &sitting) {
        return Err(Fault::forbidden("the owner's token is needed: Authorization: Bearer <token>"));
    }
    sitting.note_seen(SeatSet::NONE, true).await?;
    sitting.change_house(change).await?;
    let meta = &sitting.meta;
    Ok(Json(HouseAnswer {
        watching: watching_word(meta),
        public: meta.public,
        patience: meta.patience(sitting.table.game_id()),
        muted: meta.muted.values().cloned().collect(),
    }))
}

/// Plays again
///
/// A new table with the same people, bots and programs, scenario and options, after the end of a game. Whoever asks first
/// opens it, the others get the same one. The tokens of your seats are in the answer, and the owner's if you opened it.
#[utoipa::path(post, path = "/tables/{id}/again", tag = "tables", params(("id" = String, Path, description = "The table's id")),
    request_body = AgainBody, security(("seat" = [])),
    responses((status = 201, body = NextTableAnswer), (status = 200, body = NextTableAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn again(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<AgainBody>,
) -> Result<(StatusCode, Json<NextTableAnswer>), Fault> {
    bearer.to_play()?;
    let mut old = live.sit_now(&state).await?;
    let asker = bearer.asker(&state, &old)?;
    if asker.held.is_empty() && !asker.owner {
        return Err(Fault::forbidden("those who played may play again: a seat's token is needed"));
    }
    let person = bearer.account().map(|account| &account.person);
    let (id, fresh) = crate::table::again(&state, &mut old, person, asker.name, body.swap).await?;
    let held = seats_again(&old, asker.held);
    drop(old);
    let status = if fresh { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(next_table(&state, id, held, fresh).await?)))
}

/// Plays on from a step of a finished game
///
/// A new table that begins there, with luck of its own or with the same. You get the seats that you name, bots sit where bots sat, and the
/// rest goes to `others`.
#[utoipa::path(post, path = "/tables/{id}/branch", tag = "tables", params(("id" = String, Path, description = "The table's id")),
    request_body = BranchBody, security((), ("seat" = [])),
    responses((status = 201, body = NextTableAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn branch(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<BranchBody>,
) -> Result<(StatusCode, Json<NextTableAnswer>), Fault> {
    bearer.to_play()?;
    let mut old = live.sit_now(&state).await?;
    bearer.may_look(&state, &old)?;
    let seats: SeatSet = body
        .seats
        .iter()
        .map(|number| old.seat(*number))
        .collect::<Result<Vec<Seat>, _>>()?
        .into_iter()
        .collect();
    let others = body.others.parse()?;
    let wish = Branch { step: body.step, seats, others, same_luck: body.same_luck };
    let person = bearer.account().map(|account| &account.person);
    let id = crate::table::branch(&state, &mut old, person, wish).await?;
    drop(old);
    Ok((StatusCode::CREATED, Json(next_table(&state, id, SeatSet::first(8), true).await?)))
}

/// What is told of a table just opened to whoever has these seats there.
async fn next_table(
    state: &AppState,
    id: String,
    held: SeatSet,
    fresh: bool,
) -> Result<NextTableAnswer, Fault> {
    let live = state.tables.get(state, &id)?;
    let sitting = live.sit(state).await?;
    let mut seats = new_seats(state, &id, &sitting.meta);
    for seat in &mut seats {
        // A seat that is free is its opener's to hand on.
        let mine = held.has(Seat(seat.seat)) || fresh && seat.holder == "open";
        seat.token = seat.token.take().filter(|_| mine);
    }
    Ok(NextTableAnswer {
        page: format!("/t/{id}"),
        owner: fresh.then(|| state.keys.owner_token(&id, &sitting.meta.nonce)),
        seats,
        id,
    })
}
