//! Tournaments: the list, making one, and the page of one. Plain links and forms; a script only keeps the page fresh.

mod show;

use super::{
    Frame, Page, ago,
    open::{clock_fields, read_clock},
};
use crate::{
    clubs,
    error::{Fault, PageFault},
    person::{Person, Who},
    standings,
    state::AppState,
    table::{clock::words, paired},
    tournament::{
        Method,
        deeds::{self, MOST_PLAYERS, New},
    },
};
use axum::{
    Form, Router,
    extract::{Query, State},
    response::Redirect,
    routing::{get, post},
};
use klaxon_catalog::shelf;
use klaxon_core::Millis;
use klaxon_store::{Held, Tournament};
use maud::{Markup, html};
use serde::Deserialize;

/// Tournaments in each of the lists.
const LISTED: u32 = 60;
/// Seconds for a round that are offered; the fourth is the usual.
const ROUNDS: [u32; 9] =
    [1800, 3600, 7200, 3 * 3600, 86_400, 3 * 86_400, 7 * 86_400, 14 * 86_400, 30 * 86_400];
/// Seconds until it begins that are offered.
const BEGINS: [u32; 7] = [900, 3600, 3 * 3600, 86_400, 2 * 86_400, 7 * 86_400, 14 * 86_400];
/// Days for which a ladder stands that are offered; the second is the usual.
const STANDS: [u32; 4] = [14, 30, 90, 365];
/// Players that are offered; the fourth is the usual.
const MOST: [u32; 7] = [4, 6, 8, 16, 32, 64, MOST_PLAYERS];

/// The pages of tournaments.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/tournaments", get(list).post(make))
        .route("/tournaments/new", get(form))
        .route("/tournaments/{id}", get(show::page))
        .route("/tournaments/{id}/{deed}", post(show::deed))
}

/// Whoever has an account.
pub(super) fn member(who: Who) -> Result<Person, Fault> {
    let account = who.0.filter(|person| !person.standing.is_guest());
    account.ok_or_else(|| Fault::forbidden("sign in to an account first"))
}

/// How long it takes until then, in few words.
pub(super) fn ahead(then: Millis, now: Millis) -> String {
    let minutes = then.saturating_sub(now) / 60_000;
    match minutes {
        0 => "any moment".into(),
        1..60 => format!("in {minutes} min"),
        60..2880 => format!("in {} h", minutes / 60),
        _ => format!("in {} days", minutes / 1440),
    }
}

/// How far it is, for the screen.
pub(super) fn state_words(state: Held) -> &'static str {
    match state {
        Held::Open => "takes players",
        Held::Running => "is played",
        Held::Over => "over",
        Held::Off => "called off",
    }
}

/// A list of tournaments.
pub(super) fn rows(id: &str, title: &str, all: &[Tournament], now: Millis) -> Markup {
    html! {
        section.tables id=(id) {
            h2 { (title) }
            ul { @for one in all { li { (line(one, now)) } } }
        }
    }
}

fn line(one: &Tournament, now: Millis) -> Markup {
    let game = shelf::game(&one.game).map_or(one.game.as_str(), |cover| cover.name);
    html! {
        a.line href={ "/tournaments/" (one.id) } {
            span.what { strong { (one.title) } }
            span.who { (game) }
            span.status.turn[one.state == Held::Open] { (state_words(one.state)) }
            span.when { (ago(one.created_at, now)) }
        }
    }
}

/// `GET /tournaments`
pub async fn list(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let (mine, others) = deeds::lists(&state, who.id(), LISTED).await?;
    let now = state.config.wall.now();
    let account = who.0.as_ref().is_some_and(|person| !person.standing.is_guest());
    let (open, rest): (Vec<Tournament>, Vec<Tournament>) =
        others.into_iter().partition(|one| one.state == Held::Open);
    let middle = html! {
        div.lobby {
            p.crumb { a href="/" { "Games" } " / " a href="/lobby" { "Lobby" } " / Tournaments" }
            h1 { "Tournaments" }
            p.lead { "Round robin, Swiss, knock-out and ladders. Tables open by themselves, results and standings keep themselves." }
            p.links {
                @if account { a.button.primary href="/tournaments/new" { "Make a tournament" } }
                @else { a.button href="/account" { "Sign in to play or to make one" } }
                a href="/clubs" { "Clubs" }
            }
            div #lobby-lists {
                @if !mine.is_empty() { (rows("mine", "Yours", &mine, now)) }
                @if !open.is_empty() { (rows("open", "Open for players", &open, now)) }
                @if !rest.is_empty() { (rows("rest", "Played and over", &rest, now)) }
                @if mine.is_empty() && open.is_empty() && rest.is_empty() { p.soft { "There are none yet. Make one, and others find it here." } }
            }
        }
    };
    let frame =
        Frame { scripts: &["page.js", "lobby.js"], ..Frame::new("Tournaments", "lobby", who.0.as_ref()) };
    Ok(frame.html(&middle))
}

/// What the address of the form says.
#[derive(Deserialize, Default, Debug)]
pub struct Wanted {
    #[serde(default)]
    club: String,
}

/// The games that nobody can be paired in, by their names: "Federation and Space Alert".
fn together() -> String {
    let apart = |cover: &&shelf::Cover| !standings::has_opponents(cover.id);
    shelf::games().iter().filter(apart).map(|cover| cover.name).collect::<Vec<_>>().join(" and ")
}

/// `GET /tournaments/new`
pub async fn form(
    State(state): State<AppState>,
    Query(wanted): Query<Wanted>,
    who: Who,
) -> Result<Page, PageFault> {
    let person = member(who)?;
    let (mine, _) = clubs::lists(&state, Some(&person.id), LISTED).await?;
    let mine: Vec<_> = mine.into_iter().filter(|(_, role)| clubs::belongs(*role)).collect();
    let middle = html! {
        div.narrow.open {
            p.crumb { a href="/lobby" { "Lobby" } " / " a href="/tournaments" { "Tournaments" } " / New" }
            h1 { "Make a tournament" }
            form method="post" action="/tournaments" {
                div.field { label for="title" { "Title" } input #title name="title" required minlength="3" maxlength="60"; }
                div.field { label for="about" { "A word about it" } input #about name="about" maxlength="600"; }
                div.field {
                    label for="play" { "Game and scenario" }
                    select #play name="play" {
                        @for (game, items) in paired::scenarios() {
                            optgroup label=(shelf::game(game).map_or(*game, |cover| cover.name)) {
                                @for (id, name) in items { option value={ (game) " " (id) } { (name) } }
                            }
                        }
                    }
                    p.soft.small { "Games in which two play against each other. " (together()) " are played together against the game; their best scores stand on the ranking." }
                }
                fieldset.field {
                    legend { "Method" }
                    @for method in [Method::Swiss, Method::RoundRobin, Method::KnockOut, Method::Ladder] {
                        label.radio { input type="radio" name="method" value=(method) checked[method == Method::Swiss]; span { strong { (method.name()) } " · " (method.words()) } }
                    }
                }
                div.field {
                    label for="rounds" { "Rounds of a Swiss tournament" }
                    select #rounds name="rounds" {
                        option value="0" { "as many as make one winner" }
                        @for n in 2..=11 { option value=(n) { (n) } }
                    }
                    p.soft.small { "Never more than half the number of players, so that nobody meets twice." }
                }
                (clock_fields())
                div.field {
                    label for="round_seconds" { "Time for a round, or for a challenge" }
                    select #round_seconds name="round_seconds" aria-describedby="round-help" {
                        @for seconds in ROUNDS { option value=(seconds) selected[seconds == ROUNDS[3]] { (words(seconds)) } }
                    }
                    p #round-help .soft.small { "Then a table that is not over is decided: whoever never came has lost, else whoever lets the other wait; if neither came, neither gets a point." }
                }
                div.field {
                    label for="begins" { "Begins" }
                    select #begins name="begins" {
                        option value="0" { "when I say so, or when it is full" }
                        @for seconds in BEGINS { option value=(seconds) { "in " (words(seconds)) ", or when it is full" } }
                    }
                }
                div.field {
                    label for="stands" { "A ladder stands for" }
                    select #stands name="stands" { @for days in STANDS { option value=(days) selected[days == STANDS[1]] { (days) " days" } } }
                }
                div.field {
                    label for="most" { "The most who may play" }
                    select #most name="most" { @for n in MOST { option value=(n) selected[n == MOST[3]] { (n) } } }
                }
                div.field {
                    label for="entry" { "Who may play" }
                    select #entry name="entry" {
                        option value="open" { "everybody with an account" }
                        option value="invited" { "those whom I ask" }
                        @for (club, _) in &mine { option value={ "club-" (club.id) } selected[club.id == wanted.club] { "members of " (club.name) } }
                    }
                }
                label.check { input type="checkbox" name="rated" value="yes"; " rated: whoever enters agrees that the games count" }
                p { button.primary type="submit" { "Make it" } }
            }
        }
    };
    Ok(Frame::new("Make a tournament", "open", Some(&person)).html(&middle))
}

/// What the form says.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub struct NewForm {
    title: String,
    about: String,
    play: String,
    method: String,
    rounds: u32,
    clock: String,
    reserve: String,
    end: String,
    round_seconds: u32,
    begins: u32,
    stands: u32,
    most: u32,
    entry: String,
    rated: String,
}

/// `POST /tournaments`
pub async fn make(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<NewForm>,
) -> Result<Redirect, PageFault> {
    let person = member(who)?;
    let method: Method = form.method.parse().map_err(Fault::malformed)?;
    let (game, scenario) = form.play.split_once(' ').unwrap_or((&form.play, ""));
    let now = state.config.wall.now();
    let club = match form.entry.as_str() {
        "open" | "invited" => None,
        other => {
            Some(other.strip_prefix("club-").ok_or_else(|| Fault::malformed("who may play is not said"))?)
        }
    };
    let new = New {
        title: form.title.clone(),
        about: form.about.clone(),
        game: game.into(),
        scenario: scenario.into(),
        method,
        clock: read_clock(&form.clock, &form.reserve, &form.end)?,
        rated: form.rated == "yes",
        invited: form.entry == "invited",
        club: club.map(Into::into),
        rounds: form.rounds,
        most: form.most,
        starts_at: (form.begins > 0).then(|| now + Millis::from(form.begins) * 1000),
        round_seconds: form.round_seconds,
        ends_at: (method == Method::Ladder).then(|| now + Millis::from(form.stands) * 86_400_000),
    };
    let id = deeds::make(&state, &person, new).await?;
    Ok(Redirect::to(&format!("/tournaments/{id}")))
}
