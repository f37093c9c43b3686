//! Home: the five games, my tables, tables to join or watch.

use super::{Frame, Page, ago};
use crate::{
    academy::{Done, Road},
    accounts::SignUp,
    boards::{around, cover as cover_of},
    error::{Fault, PageFault},
    opponents,
    person::{Person, Who},
    state::{AppState, now},
    table::{ChairOrder, Holder, Meta, NewTableOrder, clock, daily::is_daily},
};
use axum::{
    Form,
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Redirect, Response},
};
use klaxon_bots::Level;
use klaxon_catalog::{
    Table,
    puzzles::puzzles,
    shelf::{self, Cover},
};
use klaxon_core::{Millis, Seed, TableOrder};
use klaxon_store::{Filter, TableState};
use maud::{Markup, html};
use serde::Deserialize;

/// My running tables that are looked into for whose turn it is.
const LOOKED_INTO: usize = 12;
/// Finished tables of a person that are looked at for where he is.
const LOOKED_BACK: u32 = 60;
/// Running tables that stand above the games.
const ON_TOP: usize = 3;

/// `GET /`
pub async fn home(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let mine = match who.id() {
        Some(id) => {
            rows(&state, Filter { person: Some(id.into()), limit: 24, ..Filter::default() }, who.id()).await?
        }
        None => Vec::new(),
    };
    // What is learned has its own place, on the game's card.
    let mut mine: Vec<Row> = mine.into_iter().filter(|row| !row.meta.is_study()).collect();
    let done = Done::of(&state, who.id()).await?;
    let roads: Vec<Road> = shelf::games().iter().map(|cover| done.road(cover.id)).collect();
    for row in mine.iter_mut().filter(|r| r.state != TableState::Over).take(LOOKED_INTO) {
        row.my_turn = is_my_turn(&state, &row.id, who.id()).await;
    }
    mine.sort_by_key(|row| (!row.my_turn, row.state == TableState::Over));
    let begun = mine.iter().take_while(|row| row.state != TableState::Over).count();
    let rest = mine.split_off(begun.min(ON_TOP));
    let public = |s| Filter { state: Some(s), listed: Some(true), limit: 12, ..Filter::default() };
    let not_mine = |rows: Vec<Row>| rows.into_iter().filter(|r| !r.mine).collect::<Vec<_>>();
    let join = not_mine(rows(&state, public(TableState::Open), who.id()).await?);
    let watch = not_mine(rows(&state, public(TableState::Playing), who.id()).await?);
    let lobby = crate::lobby::look(&state).await?;
    let middle = html! {
        section.hero {
            h1 { "Five space board games, one table" }
            p.lead { "Every rule enforced and cited, hidden things kept hidden, bots for empty seats. Press " strong { "Play now" } " and you are in, or " a href="/learn" { "learn a game" } " step by step." }
        }
        // Who has begun something finds it before anything else.
        @if !mine.is_empty() { (list("My tables", &mine)) }
        (super::lobby::strip(&lobby, who.id()))
        section.shelf aria-label="Games" { @for (cover, road) in shelf::games().iter().zip(&roads) { (card(cover, road)) } }
        @if !rest.is_empty() { (list(if mine.is_empty() { "My tables" } else { "More of my tables" }, &rest)) }
        @if !join.is_empty() { (list("Tables to join", &join)) }
        @if !watch.is_empty() { (list("Tables to watch", &watch)) }
        section.me {
            h2 { "You" }
            @match who.0.as_ref().filter(|person| !person.standing.is_guest()) {
                Some(person) => { p { "You are " strong { (person.name) } "." } p.links { a href="/account" { "Your account" } } }
                None => {
                    form.row method="post" action="/me" {
                        label for="name" { "Your name at the table" }
                        input #name name="name" maxlength="24" autocomplete="nickname" value=(who.0.as_ref().map_or("", |p| p.name.as_str())) placeholder="Guest";
                        button type="submit" { "Remember" }
                    }
                    p.links {
                        a href="/me" { "Play on another device" } a href="/me" { "I have lost my seats" }
                        @if state.config.accounts != SignUp::Off { a href="/account" { "Sign in or make an account" } }
                    }
                }
            }
        }
    };
    Ok(Frame::new("", "home", who.0.as_ref()).html(&middle))
}

fn card(cover: &Cover, road: &Road) -> Markup {
    html! {
        article.card id={ "game-" (cover.id) } {
            (cover_of(cover.id))
            div.words {
                h2 { (cover.name) }
                p { (cover.blurb) }
                p.players { (players(cover.players)) }
                @if let Some(next) = road.next().filter(|_| road.is_begun()) {
                    form.go-on method="post" action={ "/learn/" (cover.id) "/" (next.id) } {
                        button.small type="submit" aria-label={ "Go on: lesson " (next.number) " of " (road.lessons.len()) ", " (next.lesson.title) ", " (cover.name) } { "Go on: lesson " (next.number) " of " (road.lessons.len()) }
                    }
                }
                div.row {
                    form method="post" action={ "/play/" (cover.id) } {
                        button.primary type="submit" aria-label={ "Play now: " (cover.name) } { "Play now" }
                    }
                    a.button href={ "/open/" (cover.id) } aria-label={ "Open a table: " (cover.name) } { "Open a table" }
                }
                p.links {
                    @if !road.lessons.is_empty() { a href={ "/learn/" (cover.id) } aria-label={ "Learn: " (cover.name) } { "Learn" } }
                    @if !puzzles(cover.id).is_empty() { a href={ "/puzzles/" (cover.id) } aria-label={ "Puzzles: " (cover.name) } { "Puzzles" } }
                    @if is_daily(cover.id) { a href={ "/daily/" (cover.id) } aria-label={ "Today's game: " (cover.name) } { "Today's game" } }
                    a href={ "/rules/" (cover.id) } aria-label={ "Rules: " (cover.name) } { "Rules" }
                    @for page in around(cover.id).pages { a href=(page.href) { (page.short) } }
                }
            }
        }
    }
}

/// "2–6, teams" becomes "2–6 players, teams".
fn players(text: &str) -> String {
    let (number, rest) = text.find(',').map_or((text, ""), |i| text.split_at(i));
    format!("{number} {}{rest}", if number == "1" { "player" } else { "players" })
}

/// A table in a list.
pub struct Row {
    id: String,
    game: String,
    meta: Meta,
    state: TableState,
    updated: u64,
    mine: bool,
    my_turn: bool,
    /// When the time of one of the person's seats is out, over days.
    due: Option<Millis>,
}

pub async fn rows(state: &AppState, filter: Filter, person: Option<&str>) -> Result<Vec<Row>, Fault> {
    let tables = state.store.list(filter).await?;
    let row = |t: klaxon_store::Table| {
        let meta: Meta = serde_json::from_str(&t.meta).ok()?;
        let due = meta.seats_of(person).iter().filter_map(|seat| meta.due_over_days(seat)).min();
        let mine = !meta.seats_of(person).is_empty() || meta.is_owner(person);
        Some(Row {
            id: t.id,
            game: t.game,
            meta,
            state: t.state,
            updated: t.updated_at,
            mine,
            my_turn: false,
            due,
        })
    };
    Ok(tables.into_iter().filter_map(row).collect())
}

pub async fn is_my_turn(state: &AppState, id: &str, person: Option<&str>) -> bool {
    let Ok(live) = state.tables.get(state, id) else { return false };
    let Ok(sitting) = live.sit(state).await else { return false };
    sitting.meta.closed.is_none() && sitting.table.to_act().0 & sitting.meta.seats_of(person).0 != 0
}

pub fn list(title: &str, rows: &[Row]) -> Markup {
    html! {
        section.tables {
            h2 { (title) }
            ul { @for row in rows { li { (line(row)) } } }
        }
    }
}

fn line(row: &Row) -> Markup {
    let name = shelf::game(&row.game).map_or(row.game.as_str(), |c| c.name);
    let free = row.meta.chairs.iter().filter(|c| c.holder == Holder::Open).count();
    let status = match row.state {
        TableState::Over => "over".into(),
        TableState::Frozen if row.meta.tournament.is_some() => "decided".into(),
        TableState::Frozen => "frozen".into(),
        TableState::Open | TableState::Playing if row.my_turn => match row.due {
            Some(due) => format!("your turn, {} left", clock::left_words(due.saturating_sub(now()))),
            None => "your turn".into(),
        },
        TableState::Open if free == 1 => "1 free seat".into(),
        TableState::Open => format!("{free} free seats"),
        TableState::Playing => "being played".to_owned(),
    };
    let people: Vec<String> = row.meta.chairs.iter().map(|chair| row.meta.player(chair)).collect();
    html! {
        a.line href={ "/t/" (row.id) } {
            span.what { strong { (name) } " " span.soft { (row.meta.title) @if let Some(agreed) = row.meta.clock { " · " (agreed.briefly()) } } }
            span.who { (people.join(" · ")) }
            span.status.turn[row.my_turn] { (status) }
            span.when { (ago(row.updated, now())) }
        }
    }
}

/// What a form may say of the person.
#[derive(Deserialize, Default, Debug)]
pub struct NameForm {
    /// A name.
    #[serde(default)]
    pub name: String,
}

/// `POST /me`: a guest takes a name.
pub async fn rename(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<NameForm>,
) -> Response {
    let person = who.or_new(Some(&form.name));
    learn(&state, &person).await;
    remember(&state, &headers, &person, Redirect::to("/"))
}

/// What *Play now* opens: the first scenario, with what eases a first game.
fn first_game(game: &str) -> TableOrder {
    let options = around(game).first.iter().map(|(option, value)| ((*option).into(), (*value).into()));
    TableOrder { options: options.collect(), ..TableOrder::default() }
}

/// The scenario that a person would play next: the first, the one after the furthest that was won, or that one once more.
async fn where_one_is(state: &AppState, person: Option<&str>, game: &str) -> Result<String, Fault> {
    let (Some(person), Some(menu)) = (person, shelf::menu(game)) else { return Ok(String::new()) };
    let over = Filter {
        game: Some(game.into()),
        person: Some(person.into()),
        state: Some(TableState::Over),
        limit: LOOKED_BACK,
        ..Filter::default()
    };
    let mut furthest = None;
    for row in rows(state, over, Some(person)).await?.iter().filter(|row| !row.meta.is_study()) {
        let Some(at) = menu.scenarios.iter().position(|scenario| scenario.name == row.meta.title) else {
            continue;
        };
        let mine = row.meta.seats_of(Some(person));
        let won = row.meta.finish.as_ref().is_some_and(|finish| finish.winners.0 & mine.0 != 0);
        furthest = furthest.max(Some(at + usize::from(won)));
    }
    let next = furthest.and_then(|at| menu.scenarios.get(at.min(menu.scenarios.len() - 1)));
    Ok(next.map(|scenario| scenario.id.clone()).unwrap_or_default())
}

/// `POST /play/{game}`: a table against bots, at once.
pub async fn play_now(
    State(state): State<AppState>,
    Path(game): Path<String>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    let scenario = where_one_is(&state, who.id(), &game).await?;
    let there = TableOrder { scenario, ..first_game(&game) };
    // A scenario that cannot be had with what eases the first game is for *Open a table*.
    let order = if Table::open(&game, &there, Seed::small(0)).is_ok() { there } else { first_game(&game) };
    let seats = Table::open(&game, &order, Seed::small(0)).map_err(Fault::from)?.seats();
    // Whoever has played meets bots that suit him, and the coach is for newcomers.
    let experience = opponents::experience(&state, who.id(), &game).await?;
    let mut chairs = vec![ChairOrder::Bot(experience.suited.unwrap_or(Level::Easy)); seats];
    chairs[0] = ChairOrder::Me;
    let person = who.or_new(None);
    let order = NewTableOrder { coach: experience.is_new, ..NewTableOrder::new(game, order, chairs) };
    let id = crate::table::open(&state, Some(&person), order).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/t/{id}"))))
}

/// Whoever gets his seats back by a phrase is called as he was called last. Nobody waits for that to succeed.
pub async fn learn(state: &AppState, person: &Person) {
    if let Err(fault) = crate::phrase::renamed(state, person).await {
        tracing::warn!(?fault, "a name was not kept");
    }
}

/// An answer that also makes the browser remember the person.
pub fn remember(
    state: &AppState,
    headers: &HeaderMap,
    person: &Person,
    answer: impl IntoResponse,
) -> Response {
    let mut response = answer.into_response();
    let secure = crate::address::is_https(&state.config, headers);
    if let Some(cookie) = person.set_cookie(&state.keys, secure) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
