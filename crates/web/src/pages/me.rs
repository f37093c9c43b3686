//! *You*: a name, and the phrase that gives all seats back on another browser. Plain forms, no script needed; a phrase
//! stands neither in an address nor in anything that is written down.

use super::{Frame, Page, home::remember};
use crate::{
    error::PageFault,
    guard::Peer,
    person::{Person, Who},
    phrase::{self, Phrase},
    state::AppState,
    table::Holder,
};
use axum::{
    Extension, Form,
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Redirect, Response},
};
use klaxon_store::Filter;
use maud::{Markup, html};
use serde::Deserialize;

/// The most tables that come along to another person.
const MOST_TABLES: u32 = 500;

/// `GET /me`
pub async fn page(State(state): State<AppState>, who: Who) -> Result<Response, PageFault> {
    if has_account(&who) {
        return Ok(Redirect::to("/account").into_response());
    }
    Ok(draw(&state, &who, None, None).await?.into_response())
}

/// Whoever has an account has other ways back.
fn has_account(who: &Who) -> bool {
    who.0.as_ref().is_some_and(|person| !person.standing.is_guest())
}

/// `POST /me/phrase`: shows the phrase. By a form, so that it is never shown by an address alone.
pub async fn show(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    if has_account(&who) {
        return Ok(Redirect::to("/account").into_response());
    }
    let person = who.or_new(None);
    let phrase = phrase::of(&state, &person).await?;
    phrase::kept(&state, &person).await?;
    let page = draw(&state, &Who(Some(person.clone())), Some(&phrase), None).await?;
    Ok(remember(&state, &headers, &person, page))
}

/// `POST /me/phrase/new`: another phrase instead of one that somebody else may have seen.
pub async fn renew(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    if has_account(&who) {
        return Ok(Redirect::to("/account").into_response());
    }
    let person = who.or_new(None);
    phrase::renew(&state, &person).await?;
    let phrase = phrase::of(&state, &person).await?;
    let page = draw(&state, &Who(Some(person.clone())), Some(&phrase), None).await?;
    Ok(remember(&state, &headers, &person, page))
}

/// What the form for another browser says.
#[derive(Deserialize, Default, Debug)]
pub struct BackForm {
    #[serde(default)]
    phrase: String,
    /// The tables of this browser come along.
    #[serde(default)]
    along: String,
}

/// `POST /me/back`: this browser becomes the person of a phrase.
pub async fn back(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<BackForm>,
) -> Result<Response, PageFault> {
    if has_account(&who) {
        return Ok(Redirect::to("/account").into_response());
    }
    let person = match phrase::person_of(&state, peer, &form.phrase).await {
        Ok(person) => person,
        Err(fault) => {
            let page = draw(&state, &who, None, Some(&fault.sentence())).await?;
            return Ok((fault.status, page).into_response());
        }
    };
    if form.along == "yes"
        && let Some(before) = who.id().filter(|id| *id != person.id)
    {
        adopt(&state, before, &person).await?;
    }
    Ok(remember(&state, &headers, &person, Redirect::to("/")))
}

/// What one person held becomes another's.
pub async fn adopt(state: &AppState, before: &str, person: &Person) -> Result<(), PageFault> {
    let mine = Filter { person: Some(before.into()), limit: MOST_TABLES, ..Filter::default() };
    for stored in state.store.list(mine).await? {
        let live = state.tables.get(state, &stored.id)?;
        // A table that cannot be opened stays as it is.
        let Ok(mut sitting) = live.sit(state).await else { continue };
        sitting
            .change_meta(|meta| {
                for chair in &mut meta.chairs {
                    if let Holder::Person { ids, name, standing } = &mut chair.holder
                        && ids.iter().any(|id| id == before)
                    {
                        ids.retain(|id| id != before && *id != person.id);
                        ids.push(person.id.clone());
                        name.clone_from(&person.name);
                        *standing = person.standing;
                    }
                }
                if meta.is_owner(Some(before)) {
                    meta.owner = Some(person.id.clone());
                }
            })
            .await?;
    }
    crate::ringing::own::hand_over(state, before, &person.id).await?;
    crate::academy::carry(state, before, &person.id).await?;
    crate::puzzlers::carry(state, before, &person.id).await?;
    Ok(())
}

async fn draw(
    state: &AppState,
    who: &Who,
    shown: Option<&Phrase>,
    wrong: Option<&str>,
) -> Result<Page, PageFault> {
    let tables = match who.id() {
        Some(id) => {
            let mine = Filter { person: Some(id.into()), limit: 100, ..Filter::default() };
            state.store.list(mine).await?.len()
        }
        None => 0,
    };
    let middle = html! {
        div.narrow.recover {
            p.crumb { a href="/" { "Games" } " / You" }
            h1 { "Play on another device" }
            p.lead { "Nobody needs an account here: this browser remembers your seats. Should it forget them, or should you want to play on your phone, a phrase of eight words gives all of them back." }
            @if state.config.accounts != crate::accounts::SignUp::Off { p { "Or " a href="/account" { "make an account" } ": a name of your own, and your tables on every device where you sign in." } }
            p { a href="/me/notices" { "Ring me when it is my turn" } ", by e-mail, in a chat or on this device, while no page is open." }
            @if let Some(id) = who.id() { (super::moderation::imposed(state, id)) }
            section #own-phrase {
                h2 { "Your recovery phrase" }
                @match shown {
                    Some(phrase) => { (words(phrase)) p { "Write it down, or keep it where you keep passwords. Whoever has it has your seats. It is not shown to anybody else, and this page forgets it when you leave." } (anew()) }
                    None => {
                        form method="post" action="/me/phrase" { button type="submit" { "Show my phrase" } }
                    }
                }
            }
            @if let Some(person) = &who.0 { (super::vacation::section(state, person).await?) }
            section {
                h2 { "I have a phrase" }
                @if let Some(text) = wrong { p.stopped role="alert" { (text) } }
                form method="post" action="/me/back" {
                    div.field {
                        label for="phrase" { "Its eight words" }
                        input #phrase name="phrase" required maxlength="200" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" aria-describedby="phrase-help";
                        p #phrase-help .soft.small { "The first four letters of each word are enough." }
                    }
                    @if tables > 0 {
                        label.radio { input type="checkbox" name="along" value="yes"; span { "Bring the " (tables) @if tables == 1 { " table" } @else { " tables" } " of this browser along, and the lessons and puzzles done here" } }
                        p.soft.small { "Otherwise they stay with the phrase that this browser has now: show and keep it first." }
                    }
                    button.primary type="submit" { "Get my seats back" }
                }
            }
        }
    };
    Ok(Frame::new("You", "you", who.0.as_ref()).html(&middle))
}

/// The words of a phrase, to be read, copied and read aloud.
pub fn words(phrase: &Phrase) -> Markup {
    html! { p.phrase { @for (i, word) in phrase.words.split(' ').enumerate() { @if i > 0 { " " } (word) } } }
}

fn anew() -> Markup {
    html! {
        details.sure {
            summary { "Somebody else has seen it" }
            p { "A new phrase makes this one worthless. Your seats stay yours." }
            form method="post" action="/me/phrase/new" { button type="submit" { "Make a new phrase" } }
        }
    }
}
