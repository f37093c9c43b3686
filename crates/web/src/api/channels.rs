//! Being rung elsewhere: an account's channels, and the tables about which it wants to hear nothing.

use super::{Bearer, Body, RefusalAnswer};
use crate::{
    accounts::tokens::Scope,
    address,
    error::Fault,
    guard::Peer,
    ringing::{Digest, Form, own},
    state::AppState,
};
use axum::{
    Extension, Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A way to reach the account's person.
#[derive(Serialize, ToSchema, Debug)]
pub struct ChannelAnswer {
    /// Its id.
    pub id: String,
    /// `webhook`, `mail`, `push` or `feed`.
    pub kind: String,
    /// What it is called.
    pub label: String,
    /// Where it leads: a host or an address.
    pub place: String,
    /// It rings: it is switched on, confirmed and not given up.
    pub rings: bool,
    /// How often.
    pub digest: Digest,
    /// Whether it rings once more when time is short, at tables over days.
    pub remind: bool,
    /// Attempts in a row that did not succeed; after eight it is switched off.
    pub failures: u32,
    /// Why the last one did not.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub trouble: String,
    /// When something last went out, in milliseconds since 1970; 0 for never.
    pub told_at: u64,
}

/// A new channel.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "kebab-case")]
pub enum NewChannel {
    /// A program or a chat is told by a request.
    Webhook {
        /// Its address. It may not lead into a private network.
        url: String,
        /// `json`, `discord` or `slack`.
        #[serde(default)]
        form: Form,
        /// What to call it.
        #[serde(default)]
        label: String,
        /// `once`, `hour` or `day`.
        #[serde(default)]
        digest: Digest,
    },
    /// A mailbox. A letter asks whoever reads it first.
    Mail {
        /// Its address.
        address: String,
        /// `once`, `hour` or `day`.
        #[serde(default)]
        digest: Digest,
    },
    /// A feed of the account's tables.
    Feed {},
}

/// What came of a new channel.
#[derive(Serialize, ToSchema, Debug)]
pub struct NewChannelAnswer {
    /// Its id.
    pub id: String,
    /// The secret of a webhook's signatures, or the address of a feed. It is not told again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// What is to change about a channel.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ChannelBody {
    /// Whether it rings.
    pub on: bool,
    /// How often.
    pub digest: Option<Digest>,
    /// Whether it rings once more when time is short, at tables over days.
    pub remind: Option<bool>,
}

/// Whether a table keeps quiet.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct MuteBody {
    /// It does.
    pub muted: bool,
}

/// The account's channels
#[utoipa::path(get, path = "/account/channels", tag = "accounts", security(("account" = [])),
    responses((status = 200, body = Vec<ChannelAnswer>), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn list(State(state): State<AppState>, bearer: Bearer) -> Result<Json<Vec<ChannelAnswer>>, Fault> {
    let account = bearer.member(Scope::Account)?;
    let all = own::all(&state, &account.person.id).await?;
    let row = |(channel, setup): (klaxon_store::Channel, crate::ringing::Setup)| ChannelAnswer {
        place: own::place(&setup),
        rings: setup.rings() && !own::is_broken(&channel),
        label: setup.label,
        digest: setup.digest,
        remind: setup.remind,
        id: channel.id,
        kind: setup.means.kind().into(),
        failures: channel.failures,
        trouble: channel.trouble,
        told_at: channel.told_at,
    };
    Ok(Json(all.into_iter().map(row).collect()))
}

/// Adds a channel
///
/// A webhook gets `Klaxon-Timestamp`, `Klaxon-Delivery` (the same for the same turn) and `Klaxon-Signature`: `v1=` and the HMAC-SHA256 of timestamp, a
/// dot and the body, in hexadecimal. Needs the scope `account`.
#[utoipa::path(post, path = "/account/channels", tag = "accounts", request_body = NewChannel, security(("account" = [])),
    responses((status = 201, body = NewChannelAnswer), (status = 400, body = RefusalAnswer), (status = 401, body = RefusalAnswer),
        (status = 403, body = RefusalAnswer), (status = 409, body = RefusalAnswer), (status = 429, body = RefusalAnswer)))]
pub async fn add(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    bearer: Bearer,
    Body(body): Body<NewChannel>,
) -> Result<(StatusCode, Json<NewChannelAnswer>), Fault> {
    let account = bearer.member(Scope::Account)?;
    let base = address::origin(&state.config, &headers)
        .ok_or_else(|| Fault::malformed("this request does not say which server it is for"))?;
    let adds =
        |label, digest| own::Adds { person: &account.person.id, peer, base: base.clone(), label, digest };
    let (id, secret) = match &body {
        NewChannel::Webhook { url, form, label, digest } => {
            let (id, secret) = own::add_webhook(&state, &adds(label, *digest), url, *form).await?;
            (id, Some(secret))
        }
        NewChannel::Mail { address, digest } => {
            (own::add_mail(&state, &adds("", *digest), address).await?, None)
        }
        NewChannel::Feed {} => {
            let (id, secret) = own::add_feed(&state, &adds("", Digest::Once)).await?;
            (id, Some(format!("{base}/feed/{secret}")))
        }
    };
    Ok((StatusCode::CREATED, Json(NewChannelAnswer { id, secret })))
}

/// Switches a channel on or off, or changes how often it rings
#[utoipa::path(post, path = "/account/channels/{id}", tag = "accounts", params(("id" = String, Path, description = "The channel's id")),
    request_body = ChannelBody, security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn set(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<ChannelBody>,
) -> Result<StatusCode, Fault> {
    let account = bearer.member(Scope::Account)?;
    own::set(&state, &account.person.id, &id, body.on, body.digest, body.remind).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a channel
#[utoipa::path(delete, path = "/account/channels/{id}", tag = "accounts", params(("id" = String, Path, description = "The channel's id")),
    security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn remove(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<StatusCode, Fault> {
    let account = bearer.member(Scope::Account)?;
    own::remove(&state, &account.person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a test over a channel
#[utoipa::path(post, path = "/account/channels/{id}/test", tag = "accounts", params(("id" = String, Path, description = "The channel's id")),
    security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer),
        (status = 409, body = RefusalAnswer), (status = 429, body = RefusalAnswer)))]
pub async fn test(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<StatusCode, Fault> {
    let account = bearer.member(Scope::Account)?;
    own::test(&state, &account.person.id, peer, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The tables about which nobody rings
#[utoipa::path(get, path = "/account/muted", tag = "accounts", security(("account" = [])),
    responses((status = 200, body = Vec<String>), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn muted(State(state): State<AppState>, bearer: Bearer) -> Result<Json<Vec<String>>, Fault> {
    let account = bearer.member(Scope::Account)?;
    Ok(Json(state.store.channels().mutes(account.person.id.clone()).await?))
}

/// Says whether a table rings
#[utoipa::path(post, path = "/account/muted/{table}", tag = "accounts", params(("table" = String, Path, description = "The table's id")),
    request_body = MuteBody, security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn mute(
    State(state): State<AppState>,
    Path(table): Path<String>,
    bearer: Bearer,
    Body(body): Body<MuteBody>,
) -> Result<StatusCode, Fault> {
    let account = bearer.member(Scope::Account)?;
    own::mute(&state, &account.person.id, &table, body.muted).await?;
    Ok(StatusCode::NO_CONTENT)
}
