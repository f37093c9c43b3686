//! A profile: who has a name, what he plays where everybody may look, and for a bot the way to challenge it.

use super::{Frame, ago, home};
use crate::{
    accounts::{challenges, names},
    error::PageFault,
    person::Who,
    state::{AppState, now},
};
use axum::{
    Form,
    extract::{Path, State},
    http::HeaderMap,
    response::{IntoResponse, Redirect, Response},
};
use klaxon_store::Filter;
use maud::html;
use serde::Deserialize;

/// `GET /p/{name}`
pub async fn page(
    State(state): State<AppState>,
    Path(name): Path<String>,
    who: Who,
) -> Result<Response, PageFault> {
    let account = challenges::player(&state, &name).await?;
    // One address for one profile.
    if account.name != name {
        return Ok(Redirect::to(&format!("/p/{}", path(&account.name))).into_response());
    }
    let owner = match &account.owner {
        Some(owner) => state.store.accounts().account(owner.clone()).await?,
        None => None,
    };
    let open =
        Filter { person: Some(account.person.clone()), listed: Some(true), limit: 20, ..Filter::default() };
    let tables = home::rows(&state, open, who.id()).await?;
    let shown = names::shown(&account.name);
    let middle = html! {
        div.narrow.recover.profile {
            p.crumb { a href="/" { "Games" } " / Players" }
            h1 { (shown) }
            p.lead {
                @match &owner {
                    Some(owner) => { "A bot of " a href={ "/p/" (owner.name) } { (names::shown(&owner.name)) } ", here since " (ago(account.created_at, now())) "." }
                    None => { "Here since " (ago(account.created_at, now())) "." }
                }
            }
            @if account.owner.is_some() {
                section #challenge {
                    h2 { "Challenge it" }
                    form.row method="post" action={ "/p/" (account.name) "/challenge" } {
                        label for="game" { "Game" }
                        select #game name="game" { @for cover in challenges::games() { option value=(cover.id) { (cover.name) } } }
                        button.primary type="submit" { "Play" }
                    }
                    p.soft.small { "You play the first seat of the first scenario; the game begins at once, and the bot decides whenever its program is up." }
                }
            }
            @if tables.is_empty() { p.soft { "No public tables yet." } }
            @else { (home::list("Public tables", &tables)) }
        }
    };
    Ok(Frame::new(&shown, "profile", who.0.as_ref()).html(&middle).into_response())
}

/// A name as a part of an address.
pub fn path(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => text.push(char::from(byte)),
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}

/// What the form says.
#[derive(Deserialize, Default)]
pub struct ChallengeForm {
    #[serde(default)]
    game: String,
}

/// `POST /p/{name}/challenge`
pub async fn challenge(
    State(state): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<ChallengeForm>,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let id = challenges::challenge(&state, &person, &name, &form.game).await?;
    Ok(home::remember(&state, &headers, &person, Redirect::to(&format!("/t/{id}"))))
}
