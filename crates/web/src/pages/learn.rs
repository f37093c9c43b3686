//! *Learn*: the lessons of a game with what one has done, and every scenario after them.

use super::{
    Frame, Page,
    home::{learn as remember_name, remember},
};
use crate::{
    academy::{Done, Road},
    error::{Fault, PageFault},
    markdown::rule_link,
    person::Who,
    state::AppState,
    table::begin_lesson,
};
use axum::{
    Form,
    extract::{Path, State},
    http::HeaderMap,
    response::{Redirect, Response},
};
use klaxon_catalog::{
    academy,
    puzzles::puzzles,
    shelf::{self, Cover},
};
use maud::{Markup, html};
use serde::Deserialize;

fn cover(game: &str) -> Result<&'static Cover, Fault> {
    shelf::game(game).ok_or_else(|| Fault::missing(shelf::no_such_game(game).text))
}

/// `GET /learn`: the games.
pub async fn index(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let done = Done::of(&state, who.id()).await?;
    let mut rows = Vec::new();
    for cover in shelf::games().iter().filter(|cover| !academy::lessons(cover.id).is_empty()) {
        rows.push((cover, done.road(cover.id)));
    }
    let middle = html! {
        div.narrow.learn {
            p.crumb { a href="/" { "Games" } " / Learn" }
            h1 { "Learn" }
            p.lead { "Short lessons on the board itself: a position, something to do, and why." }
            ul.lessons { @for (cover, road) in &rows {
                li { a href={ "/learn/" (cover.id) } { span.what { strong { (cover.name) } } span.soft { (count(road)) } } }
            } }
            p { "Then find the best decision in " a href="/puzzles" { "puzzles" } ", a new one every day. When you have played, look back with the review of a finished game, keep it as " a href="/studies" { "a study" } ", or " a href="/try" { "try a position" } "." }
        }
    };
    Ok(Frame::new("Learn", "learn", who.0.as_ref()).html(&middle))
}

fn count(road: &Road) -> String {
    match (road.done(), road.lessons.len()) {
        (0, all) => format!("{all} lessons"),
        (done, all) => format!("{done} of {all} lessons done"),
    }
}

/// `GET /learn/{game}`
pub async fn page(
    State(state): State<AppState>,
    Path(game): Path<String>,
    who: Who,
) -> Result<Page, PageFault> {
    let cover = cover(&game)?;
    let road = Road::of(&state, who.id(), &game).await?;
    let middle = html! {
        div.narrow.learn {
            p.crumb { a href="/" { "Games" } " / " a href="/learn" { "Learn" } " / " (cover.name) }
            h1 { "Learn " (cover.name) }
            @if !road.lessons.is_empty() {
                p.lead { "Each lesson takes a minute or two, on the board you will play on. Skip what you know." }
                p.so-far {
                    progress max=(road.lessons.len()) value=(road.done()) aria-label="Lessons done" {}
                    " " (count(&road))
                }
                div.row { (go_on(&game, &road)) }
                ol.lessons aria-label="Lessons" { @for (taught, done) in &road.lessons {
                    li.done[*done] {
                        form method="post" action={ "/learn/" (game) "/" (taught.id) } {
                            button.lesson-row type="submit" {
                                span.number aria-hidden="true" { @if *done { "✓" } @else { (taught.number) } }
                                span.what { strong { (taught.lesson.title) } @if *done { span.hidden { " (done)" } } }
                                span.soft { (taught.lesson.steps.len()) @if taught.lesson.steps.len() == 1 { " step" } @else { " steps" } }
                            }
                        }
                        p.rules-of { @for (_, rule) in &taught.lesson.rules { (rule_link(rule)) " " } }
                    }
                } }
            }
            @if !puzzles(cover.id).is_empty() {
                p { "Then try the " a href={ "/puzzles/" (cover.id) } { "puzzles" } ": positions with one best decision, a new one every day." }
            }
            (scenarios(cover))
        }
    };
    let title = format!("Learn {}", cover.name);
    Ok(Frame { game: Some(cover.id), ..Frame::new(&title, "learn", who.0.as_ref()) }.html(&middle))
}

/// The next thing to do.
fn go_on(game: &str, road: &Road) -> Markup {
    html! { @match road.next() {
        Some(next) => {
            form method="post" action={ "/learn/" (game) "/" (next.id) } {
                button.primary type="submit" id="go-on" { @if road.done() == 0 { "Begin" } @else { "Go on: lesson " (next.number) " of " (road.lessons.len()) } }
            }
        }
        None => {
            form method="post" action={ "/play/" (game) } { button.primary type="submit" id="go-on" { "Play now" } }
        }
    } }
}

/// Every scenario there is, in the order of the menu.
fn scenarios(cover: &Cover) -> Markup {
    let menu = cover.rulebook.menu();
    html! {
        h2 { "Then play" }
        p.soft { "All " (menu.scenarios.len()) " in the order in which they are best met. Against bots, or with people." }
        ol.lessons.scenarios aria-label="Scenarios" { @for scenario in &menu.scenarios {
            li { a href={ "/open/" (cover.id) "?scenario=" (scenario.id) } {
                span.what { strong { (scenario.name) } " " span.soft { (scenario.blurb) } }
            } }
        } }
    }
}

/// What the form says.
#[derive(Deserialize, Default, Debug)]
pub struct BeginForm {
    #[serde(default)]
    step: usize,
}

/// `POST /learn/{game}/{lesson}`: a table of one's own at a step of the lesson.
pub async fn begin(
    State(state): State<AppState>,
    Path((game, id)): Path<(String, String)>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<BeginForm>,
) -> Result<Response, PageFault> {
    cover(&game)?;
    let taught = academy::lesson(&game, &id).ok_or_else(|| Fault::missing("there is no such lesson"))?;
    let person = who.or_new(None);
    remember_name(&state, &person).await;
    let table = begin_lesson(&state, Some(&person), taught, form.step).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/t/{table}"))))
}
