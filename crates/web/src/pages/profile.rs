//! A profile: who has a name, what he plays where everybody may look, and for a bot the way to challenge it.

use super::{Frame, ago, home, standings};
use crate::{
    accounts::{challenges, names},
    error::{Fault, PageFault},
    person::{Person, Who},
    standings::is_tied,
    state::{AppState, now},
};
use axum::{
    Form,
    extract::{Path, State},
    http::HeaderMap,
    response::{IntoResponse, Redirect, Response},
};
use klaxon_store::{Club, ClubList, Filter, NoteOn, Tie, Tournament, TournamentList};
use maud::{Markup, html};
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
    let viewer = who.0.as_ref().filter(|person| !person.standing.is_guest());
    let own = who.id() == Some(account.person.as_str());
    let all = crate::standings::of(&state, &account.person, own).await?;
    let tied = async |tie| match viewer {
        Some(viewer) => is_tied(&state, &viewer.id, tie, &account.person).await,
        None => Ok(false),
    };
    let note = crate::notes::of(&state, viewer, NoteOn::Person, &account.person).await?;
    let (follows, blocks) = (tied(Tie::Follow).await?, tied(Tie::Block).await?);
    let friends =
        if own { state.store.results().ties(account.person.clone(), Tie::Follow).await? } else { Vec::new() };
    let (played, clubs) = together(&state, &account.person, own).await?;
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
            @if let Some(viewer) = viewer.filter(|viewer| viewer.id != account.person) { (ties(viewer, &account.name, follows, blocks)) }
            @if viewer.is_some() && !own { section #notes { h2 { "What you have noted" } (super::notes::form(&format!("/p/{}/note", path(&account.name)), &note)) } }
            (standings::sections(&all, &account.person, own))
            @if own && !friends.is_empty() { section #friends { h2 { "You follow" } p.links { @for (_, name) in &friends { a href={ "/p/" (path(name)) } { (names::shown(name)) } } } } }
            @if !played.is_empty() { (super::tournaments::rows("tournaments", "Tournaments", &played, state.config.wall.now())) }
            @if !clubs.is_empty() { section #clubs { h2 { "Clubs" } p.links { @for club in &clubs { a href={ "/clubs/" (club.id) } { (club.name) } } } } }
            @if tables.is_empty() { p.soft { "No public tables yet." } }
            @else { (home::list("Public tables", &tables)) }
        }
    };
    Ok(Frame::new(&shown, "profile", who.0.as_ref()).html(&middle).into_response())
}

/// The tournaments and clubs of an account: those that everybody may see, and for itself all.
async fn together(state: &AppState, person: &str, own: bool) -> Result<(Vec<Tournament>, Vec<Club>), Fault> {
    let mut played = state.store.tournaments().tournaments(TournamentList::Of(person.into()), 20).await?;
    let mut clubs = state.store.clubs().clubs(ClubList::Of(person.into()), 50).await?;
    if !own {
        played.retain(|one| one.public);
        let mut joined = Vec::new();
        for club in clubs.into_iter().filter(|club| club.open) {
            if crate::clubs::belongs(crate::clubs::role(state, &club.id, Some(person)).await?) {
                joined.push(club);
            }
        }
        clubs = joined;
    }
    Ok((played, clubs))
}

/// What one account may do about another.
fn ties(viewer: &Person, name: &str, follows: bool, blocks: bool) -> Markup {
    let button = |tie: &str, on: bool, words: &str| {
        html! {
            form method="post" action={ "/p/" (path(name)) "/tie" } {
                input type="hidden" name="tie" value=(tie);
                input type="hidden" name="on" value=(if on { "yes" } else { "no" });
                button.small type="submit" { (words) }
            }
        }
    };
    html! {
        section #between aria-label={ "You and " (name) } data-viewer=(viewer.name) {
            div.row {
                (button("follow", !follows, if follows { "Follow no longer" } else { "Follow" }))
                (button("block", !blocks, if blocks { "Unblock" } else { "Block" }))
            }
            @if !blocks {
                form.row method="post" action={ "/p/" (path(name)) "/invite" } {
                    label for="i-game" { "Invite to" }
                    select #i-game name="game" { @for cover in crate::lobby::games() { option value=(cover.id) { (cover.name) } } }
                    label.check { input type="checkbox" name="rated" value="yes"; " rated" }
                    button type="submit" { "Invite" }
                }
                p.links.small { "With scenario, seats and clock as you like: " @for cover in challenges::games() { a href={ "/open/" (cover.id) "?with=" (path(name)) } { (cover.name) } } }
            }
        }
    }
}

/// What the forms between two accounts say.
#[derive(Deserialize, Default)]
pub struct TieForm {
    #[serde(default)]
    tie: String,
    #[serde(default)]
    on: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    rated: String,
}

fn member(who: Who) -> Result<Person, Fault> {
    let account = who.0.filter(|person| !person.standing.is_guest());
    account.ok_or_else(|| Fault::forbidden("sign in to an account first"))
}

/// `POST /p/{name}/tie`
pub async fn tie(
    State(state): State<AppState>,
    Path(name): Path<String>,
    who: Who,
    Form(form): Form<TieForm>,
) -> Result<Redirect, PageFault> {
    let person = member(who)?;
    let tie = match form.tie.as_str() {
        "follow" => Tie::Follow,
        "block" => Tie::Block,
        _ => return Err(Fault::malformed("one follows or blocks").into()),
    };
    crate::standings::tie(&state, &person, &name, tie, form.on == "yes").await?;
    Ok(Redirect::to(&format!("/p/{}", path(&name))))
}

/// `POST /p/{name}/invite`
pub async fn invite(
    State(state): State<AppState>,
    Path(name): Path<String>,
    who: Who,
    Form(form): Form<TieForm>,
) -> Result<Redirect, PageFault> {
    let person = member(who)?;
    let id = crate::standings::invite(&state, &person, &name, &form.game, form.rated == "yes").await?;
    Ok(Redirect::to(&format!("/t/{id}")))
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
