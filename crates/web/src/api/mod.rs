//! The HTTP/JSON API for programs: the same views, choices and refusals that people get. A token per seat; no cookies.

mod account;
mod act;
mod channels;
mod clubs;
mod habits;
mod lessons;
mod lobby;
mod moderation;
mod notes;
mod puzzles;
mod review;
mod seats;
mod standings;
mod stream;
mod studies;
mod tables;
mod tournaments;
mod types;
mod vacation;

use tables::new_seats;
pub use tournaments::called;
pub use types::*;

use crate::{
    accounts::tokens::{self, Scope},
    error::Fault,
    state::AppState,
    table::{Asker, Holder, Live, Meta, Sitting},
};
use axum::{
    Json,
    extract::{
        DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request,
        rejection::{JsonRejection, QueryRejection},
    },
    http::{header, request::Parts},
};
use klaxon_core::{Seat, SeatSet};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use utoipa::{
    Modify, OpenApi,
    openapi::security::{Http, HttpAuthScheme, SecurityScheme},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The description of the whole.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Klaxon",
        description = "Play, watch and replay every game of this server. A seat's token goes into the header \
                       `Authorization: Bearer <token>`; several tokens are parted by commas. An account's token (`klx_…`, made on the page \
                       *Account*) goes there as well: it has the seats of the account at every table, as far as its scopes go \
                       (`read`, `play`, `account`). A refusal changes nothing and \
                       says why: `{ code, rule, text }`."
    ),
    tags(
        (name = "tables", description = "Open, find and join tables"),
        (name = "play", description = "See, decide, take back, speak"),
        (name = "lessons", description = "Learn a game step by step"),
        (name = "studies", description = "Games and positions with notes, variations and marks"),
        (name = "puzzles", description = "Find the one best decision"),
        (name = "accounts", description = "Accounts, bots and challenges"),
        (name = "lobby", description = "Opponents, ratings, friends"),
        (name = "tournaments", description = "Tournaments that run by themselves"),
        (name = "clubs", description = "Clubs with their chat and tables"),
        (name = "moderation", description = "Reports, and what moderators do about them"),
        (name = "rules", description = "Games, rules and situations"),
    ),
    modifiers(&Tokens)
)]
struct Description;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("account", scheme.clone());
        components.add_security_scheme("seat", scheme);
    }
}

/// The routes and their description.
pub fn router() -> (axum::Router<AppState>, utoipa::openapi::OpenApi) {
    let v1 = OpenApiRouter::new()
        .routes(routes!(tables::create, tables::list))
        .routes(routes!(tables::table))
        .routes(routes!(tables::claim))
        .routes(routes!(seats::seat))
        .routes(routes!(seats::house))
        .routes(routes!(seats::again))
        .routes(routes!(seats::branch))
        .routes(routes!(review::show, review::begin))
        .routes(routes!(lessons::list))
        .routes(routes!(lessons::start))
        .routes(routes!(lessons::progress, lessons::go))
        .routes(routes!(studies::list))
        // A study's file is longer than other bodies.
        .merge(
            OpenApiRouter::new()
                .routes(routes!(studies::make))
                .layer(DefaultBodyLimit::max(3 * klaxon_catalog::study::LARGEST)),
        )
        .routes(routes!(studies::show, studies::change, studies::delete))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::start))
        .routes(routes!(puzzles::progress, puzzles::show))
        .routes(routes!(tables::games))
        .routes(routes!(tables::search_rules))
        .routes(routes!(tables::rule))
        .routes(routes!(tables::try_it))
        .routes(routes!(tables::resolve))
        .routes(routes!(account::account))
        .routes(routes!(account::tables))
        .routes(routes!(account::export))
        .routes(routes!(account::revoke))
        .routes(routes!(channels::list, channels::add))
        .routes(routes!(channels::set, channels::remove))
        .routes(routes!(channels::test))
        .routes(routes!(channels::muted))
        .routes(routes!(channels::mute))
        .routes(routes!(vacation::vacation, vacation::begin, vacation::end))
        .routes(routes!(account::player))
        .routes(routes!(account::challenge))
        .routes(routes!(lobby::lobby))
        .routes(routes!(lobby::quick))
        .routes(routes!(lobby::ranking))
        .routes(routes!(lobby::of_player))
        .routes(routes!(standings::standings))
        .routes(routes!(standings::day))
        .routes(routes!(lobby::tie))
        .routes(routes!(lobby::ties))
        .routes(routes!(lobby::invite))
        .routes(routes!(tournaments::list, tournaments::make))
        .routes(routes!(tournaments::tournament))
        .routes(routes!(tournaments::enter))
        .routes(routes!(tournaments::withdraw))
        .routes(routes!(tournaments::start))
        .routes(routes!(tournaments::end))
        .routes(routes!(tournaments::invite))
        .routes(routes!(tournaments::challenge))
        .routes(routes!(clubs::list, clubs::make))
        .routes(routes!(clubs::club, clubs::set))
        .routes(routes!(clubs::join))
        .routes(routes!(clubs::leave))
        .routes(routes!(clubs::invite))
        .routes(routes!(clubs::remove))
        .routes(routes!(clubs::chat, clubs::say))
        .routes(routes!(clubs::unsay))
        .routes(routes!(clubs::open_table))
        .routes(routes!(clubs::sit))
        .routes(routes!(clubs::share, clubs::unshare))
        .routes(routes!(notes::list))
        .routes(routes!(notes::on_table))
        .routes(routes!(notes::on_person))
        .routes(routes!(moderation::report))
        .routes(routes!(moderation::reports))
        .routes(routes!(moderation::close))
        .routes(routes!(moderation::sanctions, moderation::impose, moderation::lift))
        .routes(routes!(moderation::log))
        .routes(routes!(act::view))
        .routes(routes!(act::choices))
        .routes(routes!(act::act))
        .routes(routes!(act::undo))
        .routes(routes!(habits::habits))
        .routes(routes!(habits::pass))
        .routes(routes!(habits::ask))
        .routes(routes!(act::edition))
        .routes(routes!(act::odds))
        .routes(routes!(act::log))
        .routes(routes!(act::chat, act::say))
        .routes(routes!(act::requests, act::request))
        .routes(routes!(stream::stream));
    OpenApiRouter::with_openapi(Description::openapi()).nest("/api/v1", v1).split_for_parts()
}

/// The tokens that a request brings.
#[derive(Clone, Default, Debug)]
pub struct Bearer {
    /// Those of seats and tables.
    tokens: Vec<String>,
    /// Whoever an account's token is for.
    account: Option<tokens::Bearer>,
}

impl FromRequestParts<AppState> for Bearer {
    type Rejection = Fault;
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Bearer, Fault> {
        let value =
            parts.headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let tokens = value.strip_prefix("Bearer ").unwrap_or_default();
        let all = tokens.split(',').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).take(16);
        let (of_accounts, tokens): (Vec<String>, Vec<String>) =
            all.partition(|token| token.starts_with(tokens::PREFIX));
        let account = match &of_accounts[..] {
            [] => None,
            [token] => Some(tokens::bearer(state, token).await?),
            _ => return Err(Fault::malformed("one account at a time")),
        };
        Ok(Bearer { tokens, account })
    }
}

impl Bearer {
    /// The seats with whose eyes the tokens let one see and for which one may decide.
    pub fn seats(&self, state: &AppState, sitting: &Sitting) -> Result<SeatSet, Fault> {
        self.seats_at(state, &sitting.live().id, &sitting.meta)
    }

    /// Where it counts, nobody looks at the hand of somebody who has yet to come, or plays it.
    fn seats_at(&self, state: &AppState, table: &str, meta: &Meta) -> Result<SeatSet, Fault> {
        let waits = |seat: &Seat| meta.is_contest() && meta.chairs[seat.index()].holder == Holder::Open;
        Ok(self.given_at(state, table, meta)?.iter().filter(|seat| !waits(seat)).collect())
    }

    /// The seats on which the tokens let one sit down.
    pub fn given(&self, state: &AppState, sitting: &Sitting) -> Result<SeatSet, Fault> {
        self.given_at(state, &sitting.live().id, &sitting.meta)
    }

    /// A token that gives nothing is a mistake worth saying.
    fn given_at(&self, state: &AppState, table: &str, meta: &Meta) -> Result<SeatSet, Fault> {
        let mut held = meta.seats_of(self.reader());
        for token in &self.tokens {
            let seats = meta.seats_of_token(&state.keys, table, token);
            if seats.is_empty() && !meta.is_owners_token(&state.keys, table, token) {
                return Err(Fault::forbidden("this token gives no seat at this table"));
            }
            // A seat's token is of no use to whoever may not play.
            for seat in seats.iter() {
                if let Holder::Person { ids, .. } = &meta.chairs[seat.index()].holder {
                    ids.iter().try_for_each(|id| crate::moderation::check_ban(state, id))?;
                }
            }
            held = held.or(seats);
        }
        Ok(held)
    }

    /// Is one of the tokens the owner's?
    pub fn is_owner(&self, state: &AppState, sitting: &Sitting) -> bool {
        let owns = |account: &tokens::Bearer| {
            account.may(Scope::Play) && sitting.meta.is_owner(Some(&account.person.id))
        };
        self.account.as_ref().is_some_and(owns)
            || self
                .tokens
                .iter()
                .any(|token| sitting.meta.is_owners_token(&state.keys, &sitting.live().id, token))
    }

    /// The person with whose eyes an account's token may see.
    fn reader(&self) -> Option<&str> {
        let may = |account: &&tokens::Bearer| account.may(Scope::Read) || account.may(Scope::Play);
        self.account.as_ref().filter(may).map(|account| account.person.id.as_str())
    }

    /// Whoever an account's token is for.
    pub fn account(&self) -> Option<&tokens::Bearer> {
        self.account.as_ref()
    }

    /// The account that a request cannot do without, for what it wants to do.
    pub fn member(&self, scope: Scope) -> Result<&tokens::Bearer, Fault> {
        let text = "an account's token is needed: Authorization: Bearer klx_…";
        let account = self.account.as_ref().ok_or_else(|| Fault::forbidden(text))?;
        account.check(scope)?;
        Ok(account)
    }

    /// An account's token that may not play does nothing but look, whatever its owner's seats are.
    pub fn to_play(&self) -> Result<(), Fault> {
        self.account.as_ref().map_or(Ok(()), |account| account.check(Scope::Play))
    }

    /// May whoever has these tokens look at the table?
    pub fn may_look(&self, state: &AppState, sitting: &Sitting) -> Result<SeatSet, Fault> {
        self.may_look_at(state, &sitting.live().id, &sitting.meta)
    }

    /// The same of a table that may not even open.
    pub fn may_look_at(&self, state: &AppState, table: &str, meta: &Meta) -> Result<SeatSet, Fault> {
        let held = self.seats_at(state, table, meta)?;
        if !self.tokens.iter().any(|token| meta.is_owners_token(&state.keys, table, token)) {
            meta.may_look(self.reader(), held)?;
        }
        Ok(held)
    }

    /// Whoever has these tokens, as somebody who would change something about seats.
    pub fn asker(&self, state: &AppState, sitting: &Sitting) -> Result<Asker, Fault> {
        let (owner, held) = (self.is_owner(state, sitting), self.seats(state, sitting)?);
        let first = held.iter().next().map(|seat| sitting.meta.chairs[seat.index()].holder.name());
        let own = self.account.as_ref().map(|account| account.person.name.clone());
        let name = own.unwrap_or_else(|| {
            if owner { "whoever opened the table".into() } else { first.unwrap_or_default() }
        });
        Ok(Asker { owner, held, name: crate::error::sentence(&name).trim_end_matches('.').to_owned() })
    }

    /// The seat that a request is about: the one it names, or the only one it can mean.
    pub fn seat(&self, state: &AppState, sitting: &Sitting, named: Option<u8>) -> Result<Seat, Fault> {
        let held = self.seats(state, sitting)?;
        let asked = SeatSet(held.0 & sitting.table.to_act().0);
        match named.map(Seat) {
            Some(seat) if seat.0 < 8 && held.has(seat) => Ok(seat),
            Some(_) => Err(Fault::forbidden("your token does not give this seat")),
            None => match (held.len(), asked.len()) {
                (0, _) => Err(Fault::forbidden("a seat's token is needed: Authorization: Bearer <token>")),
                (1, _) => Ok(held.iter().next().expect("there is one")),
                (_, 1) => Ok(asked.iter().next().expect("there is one")),
                _ => Err(Fault::malformed("your tokens give several seats: name one in `seat`")),
            },
        }
    }
}

/// JSON whose mistakes are refusals, too.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Fault;
    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Fault> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(rejection) => Err(unreadable(&rejection)),
        }
    }
}

fn unreadable(rejection: &JsonRejection) -> Fault {
    let status = rejection.status();
    let code = if status.as_u16() == 413 { "too-big" } else { "malformed" };
    // What cannot be understood is a bad request, whatever stage of reading it failed at.
    let status = if status.as_u16() == 422 { axum::http::StatusCode::BAD_REQUEST } else { status };
    Fault::new(status, code, rejection.body_text())
}

/// A query string whose mistakes are refusals, too.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Fault;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Fault> {
        let read: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        match read {
            Ok(Query(value)) => Ok(Asked(value)),
            Err(rejection) => Err(Fault::malformed(rejection.body_text())),
        }
    }
}

/// The table of an address.
pub struct At(pub Arc<Live>);

impl FromRequestParts<AppState> for At {
    type Rejection = Fault;
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<At, Fault> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Fault::missing("there is no such table"))?;
        Ok(At(state.tables.get(state, &id)?))
    }
}
