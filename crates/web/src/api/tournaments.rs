//! Tournaments for programs: the same deeds as on the page.

use super::{Bearer, Body, RefusalAnswer};
use crate::{
    accounts::{names, tokens::Scope},
    error::Fault,
    person::Person,
    state::AppState,
    table::clock::Written,
    tournament::{
        End, Method,
        deeds::{self, MOST_PLAYERS, New},
        placing,
        plan::{self, Whole},
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_store::{Entrant, Pairing, Tournament};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A tournament on the list.
#[derive(Serialize, ToSchema, Debug)]
pub struct TournamentRow {
    /// Its id.
    pub id: String,
    /// The title.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// `open`, `running`, `over`, or `off` for one that was called off.
    pub state: String,
    /// The club whose members alone may play, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// Is it the account's own?
    pub mine: bool,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
    /// Its page.
    pub page: String,
}

pub(super) fn row(kept: &Tournament, person: Option<&str>) -> TournamentRow {
    TournamentRow {
        id: kept.id.clone(),
        title: kept.title.clone(),
        game: kept.game.clone(),
        state: kept.state.word().into(),
        club: kept.club.clone(),
        mine: person.is_some() && kept.owner.as_deref() == person,
        made: kept.created_at,
        page: format!("/tournaments/{}", kept.id),
    }
}

/// Tournaments.
#[derive(Serialize, ToSchema, Debug)]
pub struct TournamentsAnswer {
    /// Those that the account made, plays in or is asked to, newest first.
    pub mine: Vec<TournamentRow>,
    /// Others that everybody may see, newest first.
    pub others: Vec<TournamentRow>,
}

/// What a new tournament is to be.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct NewTournamentBody {
    /// The title, 3 to 60 letters.
    pub title: String,
    /// What is said of it.
    #[serde(default)]
    pub about: String,
    /// The game's id: one that two play against each other.
    pub game: String,
    /// The scenario's id; the first one's if left out.
    #[serde(default)]
    pub scenario: String,
    /// By which method people are paired.
    pub method: Method,
    /// What is agreed about time at each table; no clock if left out.
    #[serde(default)]
    pub clock: Option<Written>,
    /// Do the games count for ratings? Whoever enters agrees.
    #[serde(default)]
    pub rated: bool,
    /// Only those who are asked may play.
    #[serde(default)]
    pub invited: bool,
    /// The id of the club whose members alone may play.
    #[serde(default)]
    pub club: Option<String>,
    /// Rounds of a Swiss tournament; as many as make one winner if left out, and never more than half the number of players.
    #[serde(default)]
    pub rounds: u32,
    /// The most who may play, 2 to 128; then it begins by itself.
    #[serde(default = "most")]
    pub most: u32,
    /// When it begins by itself, in milliseconds since 1970.
    #[serde(default)]
    pub starts_at: Option<u64>,
    /// Seconds for a round, from a minute to 60 days; then a table that is not over is decided by rule.
    pub round_seconds: u32,
    /// When a ladder ends, in milliseconds since 1970.
    #[serde(default)]
    pub ends_at: Option<u64>,
}

fn most() -> u32 {
    MOST_PLAYERS
}

/// A tournament with all who play and all games.
#[derive(Serialize, ToSchema, Debug)]
pub struct TournamentAnswer {
    /// What stands on the list.
    #[serde(flatten)]
    pub row: TournamentRow,
    /// What is said of it.
    pub about: String,
    /// By which method people are paired.
    pub method: Method,
    /// The scenario's id; empty for the first.
    pub scenario: String,
    /// What is agreed about time at each table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Written>,
    /// Do the games count for ratings?
    pub rated: bool,
    /// Only those who are asked may play.
    pub invited: bool,
    /// The most who may play.
    pub most: u32,
    /// The round that is played; 0 before the first.
    pub round: u32,
    /// All rounds, once it is known.
    pub rounds: u32,
    /// When the round's tables are late, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_at: Option<u64>,
    /// When it begins by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<u64>,
    /// When a ladder ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<u64>,
    /// Those who take part: by their numbers, or as they came.
    pub players: Vec<PlayerAnswer>,
    /// Who stands where.
    pub standings: Vec<StandingAnswer>,
    /// All games, by round and board.
    pub games: Vec<PairedAnswer>,
    /// The table at which the account is to play now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub my_table: Option<String>,
}

/// Somebody in a tournament.
#[derive(Serialize, ToSchema, Debug)]
pub struct PlayerAnswer {
    /// The name, as it is shown.
    pub name: String,
    /// The place in the order of strength, from 1; 0 before it has begun.
    pub number: u32,
    /// `invited`, `in`, or `out` for whoever has left.
    pub state: String,
}

/// A line of the standings.
#[derive(Serialize, ToSchema, Debug)]
pub struct StandingAnswer {
    /// The place, from 1.
    pub place: u32,
    /// The player's number.
    pub number: u32,
    /// The name, as it is shown.
    pub name: String,
    /// Points.
    pub points: f64,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// The points of all whom one has met.
    pub buchholz: f64,
    /// The points of those whom one has beaten, and half of those with whom one has drawn.
    pub sonneborn_berger: f64,
    /// The points among those who are level so far.
    pub direct: f64,
}

/// A game of a tournament.
#[derive(Serialize, ToSchema, Debug)]
pub struct PairedAnswer {
    /// The round, from 1.
    pub round: u32,
    /// The board, from 1.
    pub board: u32,
    /// The number of whoever has the first seat.
    pub one: u32,
    /// The number of the other; nobody for a bye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub two: Option<u32>,
    /// Where they play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// How it ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// Somebody's name, as it is shown.
pub fn called(entrant: Option<&Entrant>) -> String {
    let name = entrant.and_then(|entrant| entrant.name.as_deref());
    name.map_or_else(|| "a former player".to_owned(), names::shown)
}

fn answer(whole: &Whole, person: Option<&str>) -> TournamentAnswer {
    let player = |entrant: &Entrant| PlayerAnswer {
        name: called(Some(entrant)),
        number: entrant.number,
        state: entrant.state.word().into(),
    };
    let line = |line: &placing::Line| StandingAnswer {
        place: line.place,
        number: line.player,
        name: called(whole.numbered(line.player)),
        points: f64::from(line.halves) / 2.0,
        won: line.won,
        drawn: line.drawn,
        lost: line.lost,
        buchholz: f64::from(line.buchholz) / 2.0,
        sonneborn_berger: f64::from(line.sonneborn) / 4.0,
        direct: f64::from(line.direct) / 2.0,
    };
    let game = |pairing: &Pairing| PairedAnswer {
        round: pairing.round,
        board: pairing.board,
        one: pairing.one,
        two: pairing.two,
        table: pairing.table.clone(),
        end: plan::game(pairing).end,
    };
    TournamentAnswer {
        row: row(&whole.kept, person),
        about: whole.plan.about.clone(),
        method: whole.plan.method,
        scenario: whole.plan.scenario.clone(),
        clock: whole.plan.clock.map(Into::into),
        rated: whole.plan.rated,
        invited: whole.plan.invited,
        most: whole.plan.most,
        round: whole.plan.round,
        rounds: whole.plan.rounds,
        late_at: whole.plan.late.get(&whole.plan.round).copied(),
        starts_at: whole.plan.starts_at,
        ends_at: whole.plan.ends_at,
        players: whole.entrants.iter().map(player).collect(),
        standings: whole.standings().iter().map(line).collect(),
        games: whole.pairings.iter().map(game).collect(),
        my_table: person.and_then(|id| whole.game_of(id)).and_then(|pairing| pairing.table.clone()),
    }
}

async fn show(state: &AppState, person: &Person, id: &str) -> Result<Json<TournamentAnswer>, Fault> {
    let whole = deeds::see(state, Some(&person.id), id).await?;
    Ok(Json(answer(&whole, Some(&person.id))))
}

/// Tournaments that are yours, and others that everybody may see
#[utoipa::path(get, path = "/tournaments", tag = "tournaments", security((), ("account" = [])),
    responses((status = 200, body = TournamentsAnswer)))]
pub async fn list(State(state): State<AppState>, bearer: Bearer) -> Result<Json<TournamentsAnswer>, Fault> {
    let person = bearer.reader();
    let (mine, others) = deeds::lists(&state, person, 100).await?;
    let rows = |all: &[Tournament]| all.iter().map(|kept| row(kept, person)).collect();
    Ok(Json(TournamentsAnswer { mine: rows(&mine), others: rows(&others) }))
}

/// Makes a tournament
///
/// It begins at its time, when it is full, or when its owner says so, and runs by itself from then on.
#[utoipa::path(post, path = "/tournaments", tag = "tournaments", request_body = NewTournamentBody, security(("account" = [])),
    responses((status = 201, body = TournamentAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn make(
    State(state): State<AppState>,
    bearer: Bearer,
    Body(body): Body<NewTournamentBody>,
) -> Result<(StatusCode, Json<TournamentAnswer>), Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    let new = New {
        title: body.title,
        about: body.about,
        game: body.game,
        scenario: body.scenario,
        method: body.method,
        clock: body.clock.map(Into::into),
        rated: body.rated,
        invited: body.invited,
        club: body.club,
        rounds: body.rounds,
        most: body.most,
        starts_at: body.starts_at,
        round_seconds: body.round_seconds,
        ends_at: body.ends_at,
    };
    let id = deeds::make(&state, person, new).await?;
    Ok((StatusCode::CREATED, show(&state, person, &id).await?))
}

/// A tournament: standings, rounds, and your own table
#[utoipa::path(get, path = "/tournaments/{id}", tag = "tournaments", params(("id" = String, Path, description = "The tournament's id")),
    security((), ("account" = [])),
    responses((status = 200, body = TournamentAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn tournament(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<TournamentAnswer>, Fault> {
    let person = bearer.reader();
    let whole = deeds::see(&state, person, &id).await?;
    Ok(Json(answer(&whole, person)))
}

/// Enters a tournament
///
/// Of one whose games are rated whoever enters agrees that they count.
#[utoipa::path(post, path = "/tournaments/{id}/enter", tag = "tournaments", params(("id" = String, Path, description = "The tournament's id")),
    security(("account" = [])),
    responses((status = 200, body = TournamentAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn enter(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<TournamentAnswer>, Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    deeds::enter(&state, person, &id).await?;
    show(&state, person, &id).await
}

/// Leaves a tournament, or declines to come
///
/// Once it has begun, the game that is being played is lost, and there are no others.
#[utoipa::path(post, path = "/tournaments/{id}/withdraw", tag = "tournaments", params(("id" = String, Path, description = "The tournament's id")),
    security(("account" = [])),
    responses((status = 204), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn withdraw(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<StatusCode, Fault> {
    deeds::withdraw(&state, &bearer.member(Scope::Play)?.person, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a tournament of your own begin
#[utoipa::path(post, path = "/tournaments/{id}/start", tag = "tournaments", params(("id" = String, Path, description = "The tournament's id")),
    security(("account" = [])),
    responses((status = 200, body = TournamentAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn start(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<TournamentAnswer>, Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    deeds::start(&state, person, &id).await?;
    show(&state, person, &id).await
}

/// Calls a tournament of your own off before it has begun, or ends a ladder
#[utoipa::path(post, path = "/tournaments/{id}/end", tag = "tournaments", params(("id" = String, Path, description = "The tournament's id")),
    security(("account" = [])),
    responses((status = 200, body = TournamentAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn end(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<TournamentAnswer>, Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    deeds::end(&state, person, &id).await?;
    show(&state, person, &id).await
}

/// Who is meant.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct WhomBody {
    /// The account's name.
    pub name: String,
}

/// Asks an account to come to a tournament of your own
#[utoipa::path(post, path = "/tournaments/{id}/invite", tag = "tournaments", params(("id" = String, Path, description = "The tournament's id")),
    request_body = WhomBody, security(("account" = [])),
    responses((status = 200, body = TournamentAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn invite(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<WhomBody>,
) -> Result<Json<TournamentAnswer>, Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    deeds::invite(&state, person, &id, &body.name).await?;
    show(&state, person, &id).await
}

/// Where a challenge is played.
#[derive(Serialize, ToSchema, Debug)]
pub struct ChallengedAnswer {
    /// The table's id.
    pub id: String,
    /// Its page.
    pub page: String,
}

/// Challenges somebody who stands above you on a ladder
#[utoipa::path(post, path = "/tournaments/{id}/challenge", tag = "tournaments", params(("id" = String, Path, description = "The tournament's id")),
    request_body = WhomBody, security(("account" = [])),
    responses((status = 201, body = ChallengedAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn challenge(
    State(state): State<AppState>,
    Path(id): Path<String>,
    bearer: Bearer,
    Body(body): Body<WhomBody>,
) -> Result<(StatusCode, Json<ChallengedAnswer>), Fault> {
    let person = &bearer.member(Scope::Play)?.person;
    let table = deeds::challenge(&state, person, &id, &body.name).await?;
    Ok((StatusCode::CREATED, Json(ChallengedAnswer { page: format!("/t/{table}"), id: table })))
}
