//! The lobby: quick match, tables that wait for players, games to watch. Plain links and forms; a script only keeps the lists fresh.

use super::{Frame, Page, ago, home};
use crate::{
    error::PageFault,
    lobby::{self, Lobby, Offer, Quick, Wanted},
    person::{Person, Who},
    ratings::Pace,
    state::{AppState, now},
};
use axum::{
    Form,
    extract::{Query, State},
    http::HeaderMap,
    response::{Redirect, Response},
};
use klaxon_catalog::shelf;
use maud::{Markup, html};
use serde::Deserialize;

/// Games to watch that are shown.
const WATCHED: usize = 20;

/// What the page's address and its forms say.
#[derive(Deserialize, Default, Debug)]
pub struct LobbyForm {
    #[serde(default)]
    game: String,
    #[serde(default)]
    pace: String,
    #[serde(default)]
    rated: String,
}

impl LobbyForm {
    fn wanted(&self) -> Wanted {
        Wanted {
            game: shelf::game(&self.game).map(|cover| cover.id.to_owned()),
            pace: self.pace.parse().ok(),
            rated: match self.rated.as_str() {
                "yes" => Some(true),
                "no" => Some(false),
                _ => None,
            },
        }
    }
}

/// `GET /lobby`
pub async fn page(
    State(state): State<AppState>,
    Query(form): Query<LobbyForm>,
    who: Who,
) -> Result<Page, PageFault> {
    let (lobby, wanted) = (lobby::look(&state).await?, form.wanted());
    let option = |value: &str, chosen: &str, words: &str| html! { option value=(value) selected[value == chosen] { (words) } };
    let rated = if ["yes", "no"].contains(&form.rated.as_str()) { form.rated.as_str() } else { "" };
    let middle = html! {
        div.lobby {
            p.crumb { a href="/" { "Games" } " / Lobby" }
            h1 { "Lobby" }
            section.quick {
                h2 { "Quick match" }
                (quick_form(who.0.as_ref()))
                p.soft.small { "Joins somebody who looks for the same, or opens a table and waits there. Live: two minutes for a decision." }
            }
            section.sought {
                h2 { "Find a table" }
                form.row method="get" action="/lobby" {
                    label for="f-game" { "Game" }
                    select #f-game name="game" { (option("", &form.game, "all")) @for cover in shelf::games() { (option(cover.id, &form.game, cover.name)) } }
                    label for="f-pace" { "Pace" }
                    select #f-pace name="pace" { (option("", &form.pace, "any")) (option("live", &form.pace, "live")) (option("days", &form.pace, "over days")) }
                    label for="f-rated" { "Rated" }
                    select #f-rated name="rated" { (option("", rated, "both")) (option("yes", rated, "rated")) (option("no", rated, "unrated")) }
                    button type="submit" { "Show" }
                }
            }
            div #lobby-lists aria-live="polite" { (lists(&lobby, &wanted, who.id())) }
            p.links { @for cover in shelf::games() { a href={ "/ranking/" (cover.id) } { "Ranking: " (cover.name) } } }
        }
    };
    let frame = Frame { scripts: &["page.js", "lobby.js"], ..Frame::new("Lobby", "lobby", who.0.as_ref()) };
    Ok(frame.html(&middle))
}

fn lists(lobby: &Lobby, wanted: &Wanted, person: Option<&str>) -> Markup {
    let waiting: Vec<&Offer> = lobby.waiting.iter().filter(|offer| wanted.fits(offer)).collect();
    let running: Vec<&Offer> =
        lobby.running.iter().filter(|offer| wanted.fits(offer)).take(WATCHED).collect();
    html! {
        section.tables #waiting {
            h2 { "Tables that wait for players" }
            @if waiting.is_empty() { p.soft { "None just now. Press Quick match, or open a public table, and others find you here." } }
            @else { ul { @for offer in waiting { li { (line(offer, person, true)) } } } }
        }
        section.tables #running {
            h2 { "Games to watch" }
            @if running.is_empty() { p.soft { "Nobody plays in public just now." } }
            @else { ul { @for offer in running { li { (line(offer, person, false)) } } } }
        }
    }
}

fn line(offer: &Offer, person: Option<&str>, waiting: bool) -> Markup {
    let name = shelf::game(&offer.game).map_or(offer.game.as_str(), |cover| cover.name);
    let player = |player: &Option<(String, Option<i64>)>| match player {
        None => "free seat".to_owned(),
        Some((name, Some(rating))) => format!("{name} ({rating})"),
        Some((name, None)) => name.clone(),
    };
    let people: Vec<String> = offer.players.iter().map(player).collect();
    let pace = match (offer.pace, offer.clock) {
        (_, Some(agreed)) => agreed.briefly(),
        (Pace::Live, None) => "live".into(),
        (Pace::Days, None) => "over days".into(),
    };
    let mine = offer.is_of(person);
    html! {
        a.line href={ "/t/" (offer.id) } {
            span.what { strong { (name) } " " span.soft { (offer.title) } @if offer.rated { " " span.pill.rated { "rated" } } }
            span.who { (people.join(" · ")) @if waiting && offer.here { span.dot.on title="at the table" { span.hidden { ", at the table" } } } }
            span.status.turn[mine] { @if mine { "your table" } @else if waiting { "join" } @else { "watch" } " · " (pace) }
            span.when { (ago(offer.opened, now())) }
        }
    }
}

/// The form of a quick match. Guests play unrated.
pub fn quick_form(who: Option<&Person>) -> Markup {
    let account = who.is_some_and(|person| !person.standing.is_guest());
    html! {
        form.row method="post" action="/lobby/quick" {
            label for="q-game" { "Game" }
            select #q-game name="game" { @for cover in lobby::games() { option value=(cover.id) { (cover.name) } } }
            label for="q-pace" { "Pace" }
            select #q-pace name="pace" { option value="live" { "live" } option value="days" { "over days" } }
            @if account { label.check { input type="checkbox" name="rated" value="yes"; " rated" } }
            button.primary type="submit" { "Quick match" }
            @if !account { p.soft.small { "Rated games are for accounts." } }
        }
    }
}

/// The lobby in a line, for the first page: there, and not in the way.
pub fn strip(lobby: &Lobby, person: Option<&str>) -> Markup {
    let waiting = lobby.waiting.iter().filter(|offer| !offer.is_of(person)).count();
    let tables = match waiting {
        0 => "nobody waits just now".to_owned(),
        1 => "1 table waits for players".into(),
        n => format!("{n} tables wait for players"),
    };
    let games = match lobby.running.len() {
        0 => String::new(),
        1 => " · 1 game to watch".into(),
        n => format!(" · {n} games to watch"),
    };
    html! {
        section.lobby-strip aria-label="Lobby" {
            p { strong { "Lobby" } " " span.soft { (tables) (games) } }
            a.button href="/lobby" { "Find an opponent" }
        }
    }
}

/// `POST /lobby/quick`
pub async fn quick(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<LobbyForm>,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let pace = form.pace.parse().map_err(crate::error::Fault::malformed)?;
    let wanted = Quick { game: form.game, pace, rated: form.rated == "yes" };
    let (table, _) = lobby::quick(&state, &person, &wanted).await?;
    Ok(home::remember(&state, &headers, &person, Redirect::to(&format!("/t/{table}"))))
}
