//! The lobby, ratings and friends for programs.

use super::{Asked, Bearer, Body, RefusalAnswer};
use crate::{
    accounts::{challenges, names, tokens::Scope},
    error::Fault,
    lobby::{self, Circle, Offer, Quick, Wanted},
    ratings::{self, Pace},
    standings,
    state::AppState,
    table::{clock::Written, language::Language},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_catalog::shelf;
use klaxon_store::{Rating, Tie};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// What is looked for.
#[derive(Deserialize, IntoParams, Debug, Default)]
pub struct LobbyQuery {
    /// Only this game.
    pub game: Option<String>,
    /// Only this pace: `live` or `days`.
    pub pace: Option<String>,
    /// Only rated ones, or only others.
    pub rated: Option<bool>,
    /// Only where this language is spoken, by its code, such as `de`.
    pub language: Option<String>,
    /// Only where those who sit there are rated at least so, in the mean.
    pub least: Option<i64>,
    /// Only where they are rated at most so.
    pub most: Option<i64>,
    /// Only where somebody sits whom the account follows.
    #[serde(default)]
    pub followed: bool,
    /// So many of each list are left out at its beginning: at most 100 are answered at once.
    #[serde(default)]
    pub skip: usize,
}

/// A table in the lobby.
#[derive(Serialize, ToSchema, Debug)]
pub struct OfferAnswer {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// Live, or over days.
    pub pace: Pace,
    /// What is agreed about time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Written>,
    /// Does it count for ratings?
    pub rated: bool,
    /// The language that is spoken there, by its code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    /// The seats in order: who sits there; nothing for a free one.
    pub players: Vec<Option<OfferPlayer>>,
    /// Somebody sits there whom the account follows.
    pub followed: bool,
    /// When it was opened, in milliseconds since 1970.
    pub opened: u64,
}

/// Who sits at a table in the lobby.
#[derive(Serialize, ToSchema, Debug)]
pub struct OfferPlayer {
    /// The name, as it is shown.
    pub name: String,
    /// His rating in this pool, if he has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
}

/// The lobby.
#[derive(Serialize, ToSchema, Debug)]
pub struct LobbyAnswer {
    /// Tables that wait for players, newest first.
    pub waiting: Vec<OfferAnswer>,
    /// Games to watch, the best rated first.
    pub running: Vec<OfferAnswer>,
    /// How many of those that wait are what is looked for.
    pub all_waiting: usize,
    /// How many games to watch are.
    pub all_running: usize,
}

/// Tables of each list that are answered at once.
const LISTED: usize = 100;

fn offer(offer: &Offer, circle: &Circle) -> OfferAnswer {
    let followed = circle.follows(offer);
    let Offer { id, game, title, pace, clock, rated, language, players, opened, .. } = offer.clone();
    let player =
        |player: Option<(String, Option<i64>)>| player.map(|(name, rating)| OfferPlayer { name, rating });
    let players = players.into_iter().map(player).collect();
    let (clock, language) = (clock.map(Into::into), language.map(Language::code));
    OfferAnswer { id, game, title, pace, clock, rated, language, players, followed, opened }
}

/// Tables that wait for players, and games to watch
///
/// With an account's token it is told where those sit whom the account follows, and tables of those whom it blocks are left out.
#[utoipa::path(get, path = "/lobby", tag = "lobby", params(LobbyQuery), security((), ("account" = [])),
    responses((status = 200, body = LobbyAnswer), (status = 400, body = RefusalAnswer), (status = 401, body = RefusalAnswer)))]
pub async fn lobby(
    State(state): State<AppState>,
    bearer: Bearer,
    Asked(asked): Asked<LobbyQuery>,
) -> Result<Json<LobbyAnswer>, Fault> {
    let pace = asked.pace.map(|word| word.parse().map_err(Fault::malformed)).transpose()?;
    let language = Language::read(asked.language.as_deref().unwrap_or_default())?;
    let strength = (asked.least, asked.most);
    let followed = asked.followed;
    let wanted = Wanted { game: asked.game, pace, rated: asked.rated, language, strength, followed };
    let account = bearer.account().map(|account| account.person.id.as_str());
    let (lobby, circle) = (lobby::look(&state).await?, Circle::of(&state, account).await?);
    let some = |all: &[Arc<Offer>]| -> (usize, Vec<OfferAnswer>) {
        let fitting: Vec<_> = all.iter().filter(|o| wanted.fits(o, &circle)).collect();
        let page = fitting.iter().skip(asked.skip).take(LISTED).map(|o| offer(o, &circle)).collect();
        (fitting.len(), page)
    };
    let ((all_waiting, waiting), (all_running, running)) = (some(&lobby.waiting), some(&lobby.running));
    Ok(Json(LobbyAnswer { waiting, running, all_waiting, all_running }))
}

/// What is to be played.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct QuickBody {
    /// The game's id.
    pub game: String,
    /// `live` or `days`.
    pub pace: Pace,
    /// Does it count for ratings?
    #[serde(default)]
    pub rated: bool,
}

/// Where to play.
#[derive(Serialize, ToSchema, Debug)]
pub struct QuickAnswer {
    /// The table's id.
    pub id: String,
    /// Its page.
    pub page: String,
    /// Somebody was waiting: the game can begin.
    pub met: bool,
}

/// Quick match
///
/// Joins somebody who looks for the same, or opens a table and waits there. Asked again, it answers the same table.
#[utoipa::path(post, path = "/lobby/quick", tag = "lobby", request_body = QuickBody, security(("account" = [])),
    responses((status = 200, body = QuickAnswer), (status = 400, body = RefusalAnswer), (status = 401, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn quick(
    State(state): State<AppState>,
    bearer: Bearer,
    Body(body): Body<QuickBody>,
) -> Result<Json<QuickAnswer>, Fault> {
    let account = bearer.member(Scope::Play)?;
    let wanted = Quick { game: body.game, pace: body.pace, rated: body.rated };
    let (id, met) = lobby::quick(&state, &account.person, &wanted).await?;
    Ok(Json(QuickAnswer { page: format!("/t/{id}"), id, met }))
}

/// A rating.
#[derive(Serialize, ToSchema, Debug)]
pub struct RatingAnswer {
    /// The name, as it is shown.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The pool: `live` or `days` between two, `live-many` or `days-many` among more.
    pub pool: String,
    /// The points.
    pub rating: i64,
    /// Its deviation.
    pub deviation: i64,
    /// Not known well enough to be ranked.
    pub provisional: bool,
    /// Rated games.
    pub games: u64,
}

fn rating(name: &str, rating: &Rating) -> RatingAnswer {
    RatingAnswer {
        name: names::shown(name),
        game: rating.pool.game.clone(),
        pool: rating.pool.name.clone(),
        rating: rating.rating / 1000,
        deviation: rating.deviation / 1000,
        provisional: !rating.settled,
        games: rating.games,
    }
}

/// A place on a board of best scores.
#[derive(Serialize, ToSchema, Debug)]
pub struct ScoreAnswer {
    /// The board.
    pub board: String,
    /// Who, as they are shown.
    pub names: Vec<String>,
    /// The score; more is better.
    pub score: i64,
    /// The score in words.
    pub words: String,
}

/// What is usual on a board of best scores.
#[derive(Serialize, ToSchema, Debug)]
pub struct ParAnswer {
    /// The board.
    pub board: String,
    /// The score in the middle; more is better.
    pub score: i64,
    /// The score in words.
    pub words: String,
    /// Of so many games.
    pub games: u64,
}

/// A ranking.
#[derive(Serialize, ToSchema, Debug)]
pub struct RankingAnswer {
    /// The best of each pool, best first.
    pub ratings: Vec<RatingAnswer>,
    /// The best scores of each board, best first.
    pub scores: Vec<ScoreAnswer>,
    /// What is usual on each board of which enough is known.
    pub pars: Vec<ParAnswer>,
}

/// Who is best at a game
#[utoipa::path(get, path = "/ranking/{game}", tag = "lobby", params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = RankingAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn ranking(
    State(state): State<AppState>,
    Path(game): Path<String>,
) -> Result<Json<RankingAnswer>, Fault> {
    let cover = shelf::game(&game).ok_or_else(|| Fault::missing("there is no such game"))?;
    let mut all = Vec::new();
    for pool in ratings::pools(cover.id) {
        let best = state.store.results().ranking(pool, 100).await?;
        all.extend(best.iter().map(|(name, of)| rating(name, of)));
    }
    let mut scores = Vec::new();
    let mut pars = Vec::new();
    for board in standings::boards(&state, cover.id).await?.iter() {
        pars.extend(board.par.iter().map(|par| ParAnswer {
            board: board.title.clone(),
            score: par.score,
            words: par.words.clone(),
            games: par.games,
        }));
        scores.extend(board.places.iter().map(|place| ScoreAnswer {
            board: board.title.clone(),
            names: place.names.iter().map(|name| names::shown(name)).collect(),
            score: place.score,
            words: place.words.clone(),
        }));
    }
    Ok(Json(RankingAnswer { ratings: all, scores, pars }))
}

/// The ratings of an account
#[utoipa::path(get, path = "/players/{name}/ratings", tag = "lobby", params(("name" = String, Path, description = "The account's name")),
    responses((status = 200, body = Vec<RatingAnswer>), (status = 404, body = RefusalAnswer)))]
pub async fn of_player(
    State(state): State<AppState>,
    Path(name): Path<String>,
) -> Result<Json<Vec<RatingAnswer>>, Fault> {
    let account = challenges::player(&state, &name).await?;
    let all = state.store.results().ratings(account.person).await?;
    Ok(Json(all.iter().map(|of| rating(&account.name, of)).collect()))
}

/// What somebody is to the account.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TieBody {
    /// Follow the account, or no longer.
    #[serde(default)]
    pub follow: Option<bool>,
    /// Block the account, or no longer. Two of whom one blocks the other do not meet.
    #[serde(default)]
    pub block: Option<bool>,
}

/// Follows or blocks an account
#[utoipa::path(put, path = "/players/{name}/tie", tag = "lobby", params(("name" = String, Path, description = "The account's name")),
    request_body = TieBody, security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn tie(
    State(state): State<AppState>,
    Path(name): Path<String>,
    bearer: Bearer,
    Body(body): Body<TieBody>,
) -> Result<StatusCode, Fault> {
    let account = bearer.member(Scope::Account)?;
    for (tie, on) in [(Tie::Follow, body.follow), (Tie::Block, body.block)] {
        if let Some(on) = on {
            standings::tie(&state, &account.person, &name, tie, on).await?;
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Accounts that one follows or blocks.
#[derive(Serialize, ToSchema, Debug)]
pub struct TiesAnswer {
    /// Followed, by their names.
    pub follows: Vec<String>,
    /// Blocked, by their names.
    pub blocks: Vec<String>,
}

/// Whom the account follows and blocks
#[utoipa::path(get, path = "/account/ties", tag = "lobby", security(("account" = [])),
    responses((status = 200, body = TiesAnswer), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn ties(State(state): State<AppState>, bearer: Bearer) -> Result<Json<TiesAnswer>, Fault> {
    let account = bearer.member(Scope::Account)?;
    let kept = state.store.results();
    let names = |all: Vec<(String, String)>| all.iter().map(|(_, name)| names::shown(name)).collect();
    let follows = names(kept.ties(account.person.id.clone(), Tie::Follow).await?);
    let blocks = names(kept.ties(account.person.id.clone(), Tie::Block).await?);
    Ok(Json(TiesAnswer { follows, blocks }))
}

/// What an invitation is for.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct InviteBody {
    /// The game's id.
    pub game: String,
    /// Does it count for ratings, once both have decided something?
    #[serde(default)]
    pub rated: bool,
}

/// Invites an account to a table
///
/// Its seat is there at once, and the table is one of its own.
#[utoipa::path(post, path = "/players/{name}/invite", tag = "lobby", params(("name" = String, Path, description = "The account's name")),
    request_body = InviteBody, security(("account" = [])),
    responses((status = 201, body = QuickAnswer), (status = 401, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn invite(
    State(state): State<AppState>,
    Path(name): Path<String>,
    bearer: Bearer,
    Body(body): Body<InviteBody>,
) -> Result<(StatusCode, Json<QuickAnswer>), Fault> {
    let account = bearer.member(Scope::Play)?;
    let id = standings::invite(&state, &account.person, &name, &body.game, body.rated).await?;
    Ok((StatusCode::CREATED, Json(QuickAnswer { page: format!("/t/{id}"), id, met: true })))
}
