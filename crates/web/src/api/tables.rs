//! Opening, finding and joining tables; games, rules and situations.

use super::{
    Asked, At, Bearer, Body, ClaimAnswer, ClaimBody, ListQuery, NewSeat, NewTableAnswer, NewTableBody,
    RefusalAnswer, RuleAnswer, RuleWords, SeatAnswer, TableAnswer, TableRow, TryBody, holder_word,
    watching_word,
};
use crate::{
    error::Fault,
    pages::open::chairs,
    person::tidy_name,
    state::{AppState, now},
    table::{Holder, Meta, NewTableOrder, UNNAMED},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_bots::Level;
use klaxon_catalog::{
    TrialReport,
    search::{Hit, search},
    shelf, strength,
};
use klaxon_core::{Edition, Seat, TableOrder};
use klaxon_space_alert::Report;
use klaxon_store::{Filter, TableState};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

/// Opens a table
///
/// The answer holds the tokens of all seats that are free or for programs; they are told only here. With an account's token it is
/// the account's table, `me` is a seat of its own, and other accounts are asked by their names: their seats are there at once, and the
/// table is one of theirs.
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = NewTableBody, security((), ("account" = [])),
    responses((status = 201, body = NewTableAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer),
        (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer), (status = 422, body = RefusalAnswer)))]
pub async fn create(
    State(state): State<AppState>,
    bearer: Bearer,
    Body(body): Body<NewTableBody>,
) -> Result<(StatusCode, Json<NewTableAnswer>), Fault> {
    bearer.to_play()?;
    let person = bearer.account().map(|account| &account.person);
    let chairs = chairs(&state, person, &body.seats).await?;
    let order = NewTableOrder {
        game: body.game,
        order: TableOrder {
            scenario: body.scenario,
            seats: body.size,
            options: body.options,
            edition: edition(body.edition)?,
            ..TableOrder::default()
        },
        chairs,
        public: body.public,
        coach: false,
        clock: body.clock.map(Into::into),
        players_only: !may_watch(body.watching.as_deref())?,
        patience: body.patience,
        rated: body.rated,
        language: crate::table::language::Language::read(body.language.as_deref().unwrap_or_default())?,
    };
    let id = crate::table::open(&state, person, order).await?;
    let live = state.tables.get(&state, &id)?;
    let sitting = live.sit_now(&state).await?;
    let answer = NewTableAnswer {
        page: format!("/t/{id}"),
        owner: state.keys.owner_token(&id, &sitting.meta.nonce),
        seats: new_seats(&state, &id, &sitting.meta),
        id,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// The seats of a table just opened, with the tokens that are to be handed on.
pub(super) fn new_seats(state: &AppState, id: &str, meta: &Meta) -> Vec<NewSeat> {
    let seat = |(i, chair): (usize, &crate::table::Chair)| {
        let seat = Seat(i as u8);
        let handed_on = matches!(chair.holder, Holder::Open | Holder::Program { .. });
        NewSeat {
            seat: seat.0,
            name: chair.name.clone(),
            holder: holder_word(&chair.holder),
            token: handed_on.then(|| state.keys.seat_token(id, seat, &chair.nonce)),
        }
    };
    meta.chairs.iter().enumerate().map(seat).collect()
}

/// May anybody with the address watch? Reads `anybody` or `players`.
fn may_watch(word: Option<&str>) -> Result<bool, Fault> {
    match word {
        None | Some("anybody") => Ok(true),
        Some("players") => Ok(false),
        Some(word) => Err(Fault::malformed(format!("`{word}` is not one of anybody, players"))),
    }
}

/// Lists public tables, newest first
#[utoipa::path(get, path = "/tables", tag = "tables", params(ListQuery),
    responses((status = 200, body = Vec<TableRow>), (status = 400, body = RefusalAnswer)))]
pub async fn list(
    State(state): State<AppState>,
    Asked(asked): Asked<ListQuery>,
) -> Result<Json<Vec<TableRow>>, Fault> {
    let wanted = match asked.state.as_deref() {
        None => None,
        Some(word) => Some(TableState::parse(word).ok_or_else(|| {
            Fault::malformed(format!("`{word}` is not one of open, playing, over, frozen"))
        })?),
    };
    let filter = Filter {
        game: asked.game,
        state: wanted,
        listed: Some(true),
        limit: asked.limit.unwrap_or(50).min(100),
        before: asked.before,
        person: None,
    };
    let row = |table: klaxon_store::Table| {
        let meta: Meta = serde_json::from_str(&table.meta).ok()?;
        let player = |c: &crate::table::Chair| match &c.holder {
            Holder::Open => String::new(),
            Holder::Person { .. } | Holder::Bot { .. } | Holder::Program { .. } => meta.player(c),
        };
        Some(TableRow {
            players: meta.chairs.iter().map(player).collect(),
            title: meta.title,
            clock: meta.clock.map(Into::into),
            id: table.id,
            game: table.game,
            state: table.state.to_string(),
            n: table.n,
            seq: table.seq,
        })
    };
    Ok(Json(state.store.list(filter).await?.into_iter().filter_map(row).collect()))
}

/// One table
#[utoipa::path(get, path = "/tables/{id}", tag = "tables", params(("id" = String, Path, description = "The table's id")),
    security((), ("seat" = [])),
    responses((status = 200, body = TableAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn table(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
) -> Result<Json<TableAnswer>, Fault> {
    let mut sitting = live.sit_now(&state).await?;
    // Of a game of the day everybody may know this much.
    if sitting.meta.players_only {
        bearer.may_look(&state, &sitting)?;
    }
    let answer = sitting.careful(|loaded| {
        let (table, meta) = (&loaded.table, &loaded.meta);
        let seat = |(i, chair): (usize, &crate::table::Chair)| SeatAnswer {
            seat: i as u8,
            name: table.seat_name(Seat(i as u8)),
            holder: holder_word(&chair.holder),
            player: meta.player(chair),
            account: chair.holder.standing().filter(|standing| !standing.is_guest()),
            asked: table.to_act().has(Seat(i as u8)),
            // Programs go by the clock on the wall.
            due: loaded.due(Seat(i as u8)).map(|at| at.saturating_sub(loaded.now()) + now()),
            overdue: chair.overdue,
            left: loaded.saved(Seat(i as u8)),
            short: loaded.is_short(Seat(i as u8)),
            vacation: loaded.on_vacation(Seat(i as u8)).map(|at| at.saturating_sub(loaded.now()) + now()),
            stand_in: chair.stand_in.clone(),
            gone: loaded.is_gone(&live, Seat(i as u8)),
        };
        let stored = match (loaded.stopped(), table.outcome()) {
            (Some(_), _) => TableState::Frozen,
            (None, Some(_)) => TableState::Over,
            (None, None) => meta.state(),
        };
        TableAnswer {
            id: live.id.clone(),
            game: table.game_id().into(),
            title: meta.title.clone(),
            state: stored.to_string(),
            n: table.n(),
            step: table.step(),
            public: meta.public,
            watching: watching_word(meta),
            patience: meta.patience(table.game_id()),
            owner_gone: loaded.owner_is_gone(&live),
            next: meta.again.as_ref().map(|next| next.table.clone()),
            clock: meta.clock.map(Into::into),
            clock_words: meta.clock.map(|agreed| agreed.words()),
            rated: meta.rated,
            language: meta.language.map(crate::table::language::Language::code),
            edition: table.edition().number(),
            seats: meta.chairs.iter().enumerate().map(seat).collect(),
            outcome: table.outcome().map(Into::into),
            header: {
                let header = table.public_header();
                // Others may still be playing the luck of the day.
                let header = if meta.is_todays() { crate::table::daily::veiled(&header) } else { header };
                serde_json::from_str(&header).unwrap_or_default()
            },
        }
    })?;
    Ok(Json(answer))
}

/// Sits down
///
/// With a seat's token, or on a free seat of a public table. The seat's token changes: whoever else knew the old one
/// cannot look into the hand. With an account's token the seat is the account's, and needs no token of its own.
#[utoipa::path(post, path = "/tables/{id}/claim", tag = "tables", params(("id" = String, Path, description = "The table's id")),
    request_body = ClaimBody, security((), ("seat" = [])),
    responses((status = 200, body = ClaimAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer)))]
pub async fn claim(
    State(state): State<AppState>,
    At(live): At,
    bearer: Bearer,
    Body(body): Body<ClaimBody>,
) -> Result<Json<ClaimAnswer>, Fault> {
    bearer.to_play()?;
    let mut sitting = live.sit_now(&state).await?;
    let held = bearer.given(&state, &sitting)?;
    let seat = match (body.seat, held.iter().next()) {
        (Some(number), _) => sitting.seat(number)?,
        (None, Some(seat)) => seat,
        (None, None) => return Err(Fault::malformed("name a free `seat`, or bring a seat's token")),
    };
    if let Some(account) = bearer.account() {
        sitting.claim(seat, &account.person, held.has(seat)).await?;
        return Ok(Json(ClaimAnswer { seat: seat.0, token: None }));
    }
    let name = if body.name.trim().is_empty() { UNNAMED.into() } else { tidy_name(&body.name) };
    let token = sitting.claim_for_program(seat, name, held.has(seat)).await?;
    Ok(Json(ClaimAnswer { seat: seat.0, token: Some(token) }))
}

/// An edition by its number.
pub(super) fn edition(number: Option<u8>) -> Result<Option<Edition>, Fault> {
    let read = |n| Edition::new(n).ok_or_else(|| Fault::malformed("editions are counted from 1"));
    number.map(read).transpose()
}

/// The games, and what can be ordered of them
#[utoipa::path(get, path = "/games", tag = "rules", responses((status = 200, body = Object)))]
pub async fn games() -> Json<Value> {
    let game = |cover: &shelf::Cover| {
        json!({
            "id": cover.id, "name": cover.name, "blurb": cover.blurb, "players": cover.players,
            "rules": cover.prefix, "menu": shelf::menu(cover.id),
            "bots": Level::ALL.map(|level| json!({ "level": level.name(), "strength": strength::of(cover.id, level) })),
            "editions": shelf::revisions(cover.id).len() + 1, "revisions": shelf::revisions(cover.id),
        })
    };
    Json(shelf::games().iter().map(game).collect())
}

/// One rule
#[utoipa::path(get, path = "/rules/{rule}", tag = "rules", params(("rule" = String, Path, description = "Its id, such as RA-7.4")),
    responses((status = 200, body = RuleAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn rule(Path(rule): Path<String>) -> Result<Json<RuleAnswer>, Fault> {
    let nothing = || Fault::missing(format!("there is no rule {rule}"));
    let cover = shelf::game_of_rule(&rule).ok_or_else(nothing)?;
    let found = shelf::ledger(cover.id).and_then(|ledger| ledger.rule(&rule)).ok_or_else(nothing)?;
    let words = |(since, text): (Edition, &str)| RuleWords { since: since.number(), text: text.into() };
    let editions: Vec<RuleWords> = found.editions().into_iter().map(words).collect();
    let text = editions.last().map(|words| words.text.clone()).unwrap_or_default();
    Ok(Json(RuleAnswer { id: found.id.clone(), game: cover.id, text, editions }))
}

/// What is searched for.
#[derive(Deserialize, IntoParams, Debug)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// A rule's number, or words of rulebooks or of players.
    pub q: String,
    /// The game whose rules are searched; all of them if left out.
    pub game: Option<String>,
}

/// A rule that was found.
#[derive(Serialize, ToSchema, Debug)]
pub struct FoundRule {
    /// Its number.
    pub id: &'static str,
    /// The game's id.
    pub game: &'static str,
    /// The heading above it.
    pub chapter: &'static str,
    /// Its words, as inline markdown.
    pub text: &'static str,
}

/// Searches the rules, the best first
///
/// Endings do not matter, a word may be begun or mistyped, and the words of players are understood. At most 60 are given.
#[utoipa::path(get, path = "/rules", tag = "rules", params(SearchQuery), responses((status = 200, body = Vec<FoundRule>), (status = 400, body = RefusalAnswer)))]
pub async fn search_rules(Asked(asked): Asked<SearchQuery>) -> Json<Vec<FoundRule>> {
    let found = search(&asked.q, asked.game.as_deref()).into_iter().take(60);
    let row = |Hit { cover, rule, chapter }: Hit| FoundRule {
        id: &rule.id,
        game: cover.id,
        chapter,
        text: &rule.text,
    };
    Json(found.map(row).collect())
}

/// Tries a situation
///
/// A position, decisions, chosen dice: what happens and why.
#[utoipa::path(post, path = "/try", tag = "rules", request_body = TryBody,
    responses((status = 200, body = Object), (status = 400, body = RefusalAnswer)))]
pub async fn try_it(
    State(state): State<AppState>,
    Body(body): Body<TryBody>,
) -> Result<Json<TrialReport>, Fault> {
    crate::pages::trial::report(&state, body.script).await?.map(Json).map_err(Fault::malformed)
}

/// Resolves a mission of Space Alert
///
/// The mission as JSON with the keys of `klaxon resolve`, or `{ "mission": "…" }` with it as TOML or JSON text: a checkpoint
/// after each step of each turn, and the end.
#[utoipa::path(post, path = "/resolve", tag = "rules", request_body = Object,
    responses((status = 200, body = Object), (status = 400, body = RefusalAnswer)))]
pub async fn resolve(State(state): State<AppState>, Body(body): Body<Value>) -> Result<Json<Report>, Fault> {
    let text = match body.get("mission") {
        Some(Value::String(text)) => text.clone(),
        Some(_) | None => body.to_string(),
    };
    crate::pages::resolve::judged(&state, text).await?.map(Json).map_err(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        Fault::malformed(lines.join("\n"))
    })
}
