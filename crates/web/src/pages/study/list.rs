//! The list of studies, and reading one from a file.

use super::super::{Frame, Page, ago, home::remember};
use crate::{
    error::PageFault,
    person::Who,
    state::{AppState, now},
    studies::{self, Source},
};
use axum::{
    Form,
    extract::State,
    http::HeaderMap,
    response::{Redirect, Response},
};
use klaxon_catalog::shelf;
use klaxon_store::{Study as Kept, StudyList};
use maud::{Markup, html};
use serde::Deserialize;

/// Public studies on the page.
const SHOWN: u32 = 60;

/// `GET /studies`
pub async fn page(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let all = state.store.studies();
    let mine = match who.id() {
        Some(person) => all.studies(StudyList::Of(person.into()), studies::MOST).await?,
        None => Vec::new(),
    };
    let mut public = all.studies(StudyList::Public, SHOWN).await?;
    public.retain(|study| Some(study.person.as_str()) != who.id());
    let middle = html! {
        div.narrow.studies {
            h1 { "Studies" }
            p.lead { "A game or a position with notes, variations and marks, to keep or to share by link. Begin one from the replay of any finished game, or from "
                a href="/try" { "a situation" } "." }
            @if !mine.is_empty() { (rows("My studies", &mine)) }
            @if !public.is_empty() { (rows("Studies for everybody", &public)) }
            @if mine.is_empty() && public.is_empty() { p.soft { "There are none yet." } }
            section {
                h2 { "From a file" }
                form method="post" action="/study/import" {
                    label for="file" { "A study that was exported" }
                    input #file type="file" accept=".jsonl" data-into="text";
                    label for="text" { "or its text" }
                    textarea #text name="text" rows="4" spellcheck="false" required {}
                    button type="submit" { "Read it" }
                }
            }
        }
    };
    let frame =
        Frame { scripts: &["page.js", "study.js"], ..Frame::new("Studies", "studies", who.0.as_ref()) };
    Ok(frame.html(&middle))
}

fn rows(title: &str, studies: &[Kept]) -> Markup {
    html! {
        section {
            h2 { (title) }
            ul.games { @for study in studies {
                li { a.choice href={ "/study/" (study.id) } {
                    strong { (study.title) }
                    span { (shelf::game(&study.game).map_or(study.game.as_str(), |cover| cover.name)) ", changed " (ago(study.changed_at, now()))
                        @if study.public { ", for everybody" } }
                } }
            } }
        }
    }
}

/// A study as text.
#[derive(Deserialize, Debug)]
pub struct FileForm {
    text: String,
}

/// `POST /study/import`
pub async fn import(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<FileForm>,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let id = studies::make(&state, &person, "", Source::File(form.text)).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/study/{id}"))))
}
