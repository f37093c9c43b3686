//! *Puzzles*: positions with one best decision, one of them every day, and how somebody stands at them.

use super::{
    Frame, Page,
    home::{learn as remember_name, remember},
};
use crate::{
    error::{Fault, PageFault},
    person::Who,
    puzzlers::{self, Tried},
    state::AppState,
    table::{begin_puzzle, daily::Day},
};
use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::{Redirect, Response},
};
use klaxon_catalog::{
    puzzles::{Difficulty, Posed, Theme, of_day, puzzle, puzzles},
    shelf::{self, Cover},
};
use maud::{Markup, html};

fn cover(game: &str) -> Result<&'static Cover, Fault> {
    shelf::game(game).ok_or_else(|| Fault::missing(shelf::no_such_game(game).text))
}

/// `GET /puzzles`: the games.
pub async fn index(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let mut rows = Vec::new();
    for cover in shelf::games().iter().filter(|cover| !puzzles(cover.id).is_empty()) {
        rows.push((cover, puzzlers::standing(&state, who.id(), cover.id).await?));
    }
    let middle = html! {
        div.narrow.learn {
            p.crumb { a href="/" { "Games" } " / Puzzles" }
            h1 { "Puzzles" }
            p.lead { "A position from a game, and one decision that is clearly best, or a line of them. A new one every day for each game." }
            ul.lessons { @for (cover, standing) in &rows {
                li { a href={ "/puzzles/" (cover.id) } {
                    span.what { strong { (cover.name) } }
                    span.soft { (puzzles(cover.id).len()) " puzzles" @if let Some(tried) = standing { ", " (tried.all_solved) " solved, rating " (tried.rating) } }
                } }
            } }
        }
    };
    Ok(Frame::new("Puzzles", "learn", who.0.as_ref()).html(&middle))
}

/// `GET /puzzles/{game}`
pub async fn page(
    State(state): State<AppState>,
    Path(game): Path<String>,
    who: Who,
) -> Result<Page, PageFault> {
    let cover = cover(&game)?;
    let tries = puzzlers::history(&state, who.id(), &game).await?;
    let middle = html! {
        div.narrow.learn {
            p.crumb { a href="/" { "Games" } " / " a href="/puzzles" { "Puzzles" } " / " (cover.name) }
            h1 { "Puzzles of " (cover.name) }
            p.lead { "Each is a position from a game between bots in which one decision, or a line of up to five, is clearly best, by what the seat can know. Your first try counts." }
            @if puzzles(&game).is_empty() { p { "There are none yet." } } @else {
                (standing(&tries))
                div.row {
                    form method="post" action={ "/puzzles/" (game) "/next" } { button.primary type="submit" id="go-on" { @if tries.is_empty() { "Begin" } @else { "Next puzzle" } } }
                    @if let Some(today) = of_day(&game, Day::today().0) {
                        form method="post" action={ "/puzzles/" (game) "/" (today.puzzle.id) } {
                            button type="submit" id="today" { "Puzzle of the day" @match try_of(&tries, today) { Some(tried) if tried.solved => " ✓", Some(_) | None => "" } }
                        }
                    }
                }
                @for theme in Theme::ALL { (group(&game, theme, &tries)) }
            }
        }
    };
    let title = format!("Puzzles of {}", cover.name);
    Ok(Frame { game: Some(cover.id), ..Frame::new(&title, "learn", who.0.as_ref()) }.html(&middle))
}

fn try_of<'a>(tries: &'a [Tried], posed: &Posed) -> Option<&'a Tried> {
    tries.iter().find(|tried| tried.puzzle == posed.puzzle.id)
}

/// Rating and streak.
fn standing(tries: &[Tried]) -> Markup {
    html! { @if let Some(last) = tries.last() {
        p.so-far {
            "Rating " strong { (last.rating) } ", " (last.all_solved) " of " (last.tries) " solved"
            @if last.streak > 0 { ", " (last.streak) " in a row" }
            @if last.best > last.streak { ", " (last.best) " at best" }
        }
    } }
}

/// The puzzles of a theme, the easiest first.
fn group(game: &str, theme: Theme, tries: &[Tried]) -> Markup {
    let all: Vec<&Posed> = puzzles(game).iter().filter(|posed| posed.puzzle.theme == theme).collect();
    html! { @if !all.is_empty() {
        h2 { (theme.words(game)) " " span.soft { "(" (all.len()) ")" } }
        @for difficulty in Difficulty::ALL {
            @let some: Vec<&&Posed> = all.iter().filter(|posed| posed.difficulty() == difficulty).collect();
            @if !some.is_empty() {
                h3.soft { (difficulty) }
                ul.puzzles aria-label={ (theme.words(game)) ", " (difficulty) } { @for posed in some { (row(game, posed, try_of(tries, posed))) } }
            }
        }
    } }
}

fn row(game: &str, posed: &Posed, tried: Option<&Tried>) -> Markup {
    let (sign, words) = match tried {
        Some(tried) if tried.solved => (" ✓", ", solved"),
        Some(_) => (" ✗", ", tried"),
        None => ("", ""),
    };
    html! {
        li.done[tried.is_some_and(|tried| tried.solved)] {
            form method="post" action={ "/puzzles/" (game) "/" (posed.puzzle.id) } {
                button.small type="submit" aria-label={ "Puzzle " (posed.number) (words) } { (posed.number) (sign) }
            }
        }
    }
}

/// `POST /puzzles/{game}/{puzzle}`: a table of one's own with the puzzle; `next` is the one to try next.
pub async fn begin(
    State(state): State<AppState>,
    Path((game, id)): Path<(String, String)>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    cover(&game)?;
    let posed = match id.as_str() {
        "next" => puzzlers::next(&state, who.id(), &game).await?,
        "today" => of_day(&game, Day::today().0),
        id => puzzle(&game, id),
    };
    let posed = posed.ok_or_else(|| Fault::missing("there is no such puzzle"))?;
    let person = who.or_new(None);
    remember_name(&state, &person).await;
    let table = begin_puzzle(&state, Some(&person), posed).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/t/{table}"))))
}
