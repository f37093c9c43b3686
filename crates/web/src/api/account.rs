//! What an account's token is for beside playing: who one is, one's tables, one's data; and challenging bots.

use super::{Asked, Bearer, Body, RefusalAnswer};
use crate::{
    accounts::{
        self, challenges, names,
        tokens::{self, Scope},
    },
    error::Fault,
    pages::home::is_my_turn,
    person::Standing,
    state::AppState,
    table::Meta,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_store::{Filter, TableState};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Tables that are looked into for whose turn it is.
const LOOKED_INTO: usize = 50;

/// Whoever a token is for.
#[derive(Serialize, ToSchema, Debug)]
pub struct AccountAnswer {
    /// The name, as it is shown.
    pub name: String,
    /// It is a bot.
    pub bot: bool,
    /// What the token may do: `read`, `play`, `account`.
    pub scopes: Vec<String>,
}

/// Which tables.
#[derive(Deserialize, IntoParams, Debug, Default)]
pub struct TablesQuery {
    /// Only those in this state: `open`, `playing`, `over` or `frozen`. Those that are not over if left out.
    pub state: Option<String>,
    /// Only those before this `seq`: the last of the page before.
    pub before: Option<u64>,
}

/// A table of the account.
#[derive(Serialize, ToSchema, Debug)]
pub struct OwnTable {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// `open`, `playing`, `over` or `frozen`.
    pub state: String,
    /// Entries of its log.
    pub n: u32,
    /// Its place in the order of tables.
    pub seq: u64,
    /// The account's seats.
    pub seats: Vec<u8>,
    /// Something is asked of one of them.
    pub asked: bool,
}

/// An account, for everybody.
#[derive(Serialize, ToSchema, Debug)]
pub struct PlayerAnswer {
    /// The name, as it is shown.
    pub name: String,
    /// It is a bot, and can be challenged.
    pub bot: bool,
    /// Whose bot it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// When the account was made, in milliseconds since 1970.
    pub since: u64,
}

/// A challenge.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ChallengeBody {
    /// The game's id.
    pub game: String,
}

/// The table of a challenge.
#[derive(Serialize, ToSchema, Debug)]
pub struct ChallengeAnswer {
    /// Its id.
    pub id: String,
    /// Its page.
    pub page: String,
}

/// Whoever the token is for
#[utoipa::path(get, path = "/account", tag = "accounts", security(("account" = [])),
    responses((status = 200, body = AccountAnswer), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn account(bearer: Bearer) -> Result<Json<AccountAnswer>, Fault> {
    let account = bearer.account().ok_or_else(|| Fault::forbidden("an account's token is needed"))?;
    Ok(Json(AccountAnswer {
        name: account.person.name.clone(),
        bot: account.person.standing == Standing::Bot,
        scopes: account.scopes.iter().map(ToString::to_string).collect(),
    }))
}

/// The account's tables, newest first
///
/// A bot asks here where it is asked something; its page at each table is the same as a person's.
#[utoipa::path(get, path = "/account/tables", tag = "accounts", params(TablesQuery), security(("account" = [])),
    responses((status = 200, body = Vec<OwnTable>), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn tables(
    State(state): State<AppState>,
    bearer: Bearer,
    Asked(asked): Asked<TablesQuery>,
) -> Result<Json<Vec<OwnTable>>, Fault> {
    let account = bearer.member(Scope::Read).or_else(|_| bearer.member(Scope::Play))?;
    let person = account.person.id.as_str();
    let wanted = match asked.state.as_deref() {
        None => None,
        Some(word) => Some(TableState::parse(word).ok_or_else(|| {
            Fault::malformed(format!("`{word}` is not one of open, playing, over, frozen"))
        })?),
    };
    let filter = Filter {
        person: Some(person.into()),
        state: wanted,
        limit: 100,
        before: asked.before,
        ..Filter::default()
    };
    let (mut rows, mut looked) = (Vec::new(), 0);
    for table in state.store.list(filter).await? {
        let Ok(meta) = serde_json::from_str::<Meta>(&table.meta) else { continue };
        let runs = matches!(table.state, TableState::Open | TableState::Playing);
        if wanted.is_none() && !runs {
            continue;
        }
        let asked = runs && looked < LOOKED_INTO && is_my_turn(&state, &table.id, Some(person)).await;
        looked += usize::from(runs);
        rows.push(OwnTable {
            seats: meta.seats_of(Some(person)).iter().map(|seat| seat.0).collect(),
            title: meta.title,
            id: table.id,
            game: table.game,
            state: table.state.to_string(),
            n: table.n,
            seq: table.seq,
            asked,
        });
    }
    Ok(Json(rows))
}

/// All that is kept of the account
#[utoipa::path(get, path = "/account/export", tag = "accounts", security(("account" = [])),
    responses((status = 200, body = Object), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn export(State(state): State<AppState>, bearer: Bearer) -> Result<Json<Value>, Fault> {
    let account = bearer.member(Scope::Account)?;
    Ok(Json(accounts::export(&state, &account.person.id).await?))
}

/// Revokes the token itself
#[utoipa::path(delete, path = "/account/token", tag = "accounts", security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn revoke(State(state): State<AppState>, bearer: Bearer) -> Result<StatusCode, Fault> {
    let account = bearer.account().ok_or_else(|| Fault::forbidden("an account's token is needed"))?;
    tokens::revoke(&state, &account.person.id, &account.mark).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An account, for everybody
#[utoipa::path(get, path = "/players/{name}", tag = "accounts", params(("name" = String, Path, description = "The account's name")),
    responses((status = 200, body = PlayerAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn player(
    State(state): State<AppState>,
    Path(name): Path<String>,
) -> Result<Json<PlayerAnswer>, Fault> {
    let account = challenges::player(&state, &name).await?;
    let owner = match &account.owner {
        Some(owner) => state.store.accounts().account(owner.clone()).await?,
        None => None,
    };
    Ok(Json(PlayerAnswer {
        name: names::shown(&account.name),
        bot: account.owner.is_some(),
        owner: owner.map(|owner| names::shown(&owner.name)),
        since: account.created_at,
    }))
}

/// Challenges a bot
///
/// A table at which the account has the first seat and the bot the second. Needs the scope `play`.
#[utoipa::path(post, path = "/players/{name}/challenge", tag = "accounts", params(("name" = String, Path, description = "The bot's name")),
    request_body = ChallengeBody, security(("account" = [])),
    responses((status = 201, body = ChallengeAnswer), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer),
        (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn challenge(
    State(state): State<AppState>,
    Path(name): Path<String>,
    bearer: Bearer,
    Body(body): Body<ChallengeBody>,
) -> Result<(StatusCode, Json<ChallengeAnswer>), Fault> {
    let account = bearer.member(Scope::Play)?;
    let id = challenges::challenge(&state, &account.person, &name, &body.game).await?;
    Ok((StatusCode::CREATED, Json(ChallengeAnswer { page: format!("/t/{id}"), id })))
}
