//! Private notes: a form on the profile of a person and one for a table. Plain, and for the writer alone.

use super::{Frame, Page, profile::path};
use crate::{
    accounts::challenges,
    error::{Fault, PageFault},
    notes::{self, LONGEST},
    person::{Person, Who},
    state::AppState,
};
use axum::{
    Form,
    extract::{Path, State},
    response::Redirect,
};
use klaxon_store::NoteOn;
use maud::{Markup, html};
use serde::Deserialize;

/// What the form says.
#[derive(Deserialize, Default)]
pub struct NoteForm {
    #[serde(default)]
    text: String,
}

fn member(who: Who) -> Result<Person, Fault> {
    let account = who.0.filter(|person| !person.standing.is_guest());
    account.ok_or_else(|| Fault::forbidden("notes are kept with an account: sign in first"))
}

/// The form of a note.
pub fn form(action: &str, text: &str) -> Markup {
    html! {
        form.own-note method="post" action=(action) {
            div.field {
                label for="note" { "Your note" }
                textarea #note name="text" rows="3" maxlength=(LONGEST) aria-describedby="note-help" { (text) }
                p #note-help .soft.small { "Only you see it. An empty note is gone." }
            }
            button type="submit" { "Keep it" }
        }
    }
}

/// `GET /t/{table}/note`
pub async fn of_table(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Page, PageFault> {
    let (person, title) = at_table(&state, &id, who).await?;
    let text = notes::of(&state, Some(&person), NoteOn::Game, &id).await?;
    let middle = html! {
        div.narrow.recover {
            p.crumb { a href={ "/t/" (id) } { "Table" } " / Note" }
            h1 { "Note: " (title) }
            (form(&format!("/t/{id}/note"), &text))
        }
    };
    Ok(Frame::new("Note", "noting", Some(&person)).html(&middle))
}

/// The account, and the table's name, if it may look at it.
async fn at_table(state: &AppState, id: &str, who: Who) -> Result<(Person, String), Fault> {
    let person = member(who)?;
    let meta = super::table::stored_meta(state, id).await?;
    let meta = meta.ok_or_else(|| Fault::conflict("closed", "this table cannot be read"))?;
    meta.may_look(Some(&person.id), meta.seats_of(Some(&person.id)))?;
    Ok((person, meta.title))
}

/// `POST /t/{table}/note`
pub async fn on_table(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
    Form(form): Form<NoteForm>,
) -> Result<Redirect, PageFault> {
    let (person, _) = at_table(&state, &id, who).await?;
    notes::keep(&state, &person, NoteOn::Game, &id, &form.text).await?;
    Ok(Redirect::to(&format!("/t/{id}/note")))
}

/// `POST /p/{name}/note`
pub async fn on_person(
    State(state): State<AppState>,
    Path(name): Path<String>,
    who: Who,
    Form(form): Form<NoteForm>,
) -> Result<Redirect, PageFault> {
    let person = member(who)?;
    let other = challenges::player(&state, &name).await?;
    notes::keep(&state, &person, NoteOn::Person, &other.person, &form.text).await?;
    Ok(Redirect::to(&format!("/p/{}#note", path(&other.name))))
}
