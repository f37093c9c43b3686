//! The lobby: quick match, tables that wait for players, games to watch. Plain links and forms; a script only keeps the lists fresh.

use super::{Frame, Page, ago, home, profile};
use crate::{
    error::PageFault,
    lobby::{self, Circle, Lobby, Offer, Quick, Wanted},
    person::{Person, Who},
    ratings::Pace,
    state::{AppState, now},
    table::language::Language,
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
use std::sync::Arc;

/// Games to watch that are shown, tables that wait on a page, and tables of those whom one follows.
const WATCHED: usize = 20;
const WAITING: usize = 50;
const FOLLOWED: usize = 20;

/// What the page's address and its forms say.
#[derive(Deserialize, Default, Debug)]
pub struct LobbyForm {
    #[serde(default)]
    game: String,
    #[serde(default)]
    pace: String,
    #[serde(default)]
    rated: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    least: String,
    #[serde(default)]
    most: String,
    #[serde(default)]
    followed: String,
    #[serde(default)]
    page: String,
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
            language: self.language.parse().ok(),
            strength: (self.least.parse().ok(), self.most.parse().ok()),
            followed: self.followed == "yes",
        }
    }

    /// The pages of tables that wait are counted from 1.
    fn page(&self) -> usize {
        self.page.parse().unwrap_or(1).clamp(1, 100_000)
    }

    /// The address of another page of what is looked for.
    fn address(&self, page: usize) -> String {
        let asked = [
            ("game", &self.game),
            ("pace", &self.pace),
            ("rated", &self.rated),
            ("language", &self.language),
            ("least", &self.least),
            ("most", &self.most),
            ("followed", &self.followed),
        ];
        let asked = asked.iter().filter(|(_, value)| !value.is_empty());
        let asked: String = asked.map(|(name, value)| format!("{name}={}&", profile::path(value))).collect();
        format!("/lobby?{asked}page={page}#waiting")
    }
}

/// `GET /lobby`
pub async fn page(
    State(state): State<AppState>,
    Query(form): Query<LobbyForm>,
    who: Who,
) -> Result<Page, PageFault> {
    let (lobby, circle) = (lobby::look(&state).await?, Circle::of(&state, member(&who)).await?);
    let option = |value: &str, chosen: &str, words: &str| html! { option value=(value) selected[value == chosen] { (words) } };
    let rated = if ["yes", "no"].contains(&form.rated.as_str()) { form.rated.as_str() } else { "" };
    let middle = html! {
        div.lobby {
            p.crumb { a href="/" { "Games" } " / Lobby" }
            h1 { "Lobby" }
            section.quick {
                h2 { "Quick match" }
                (quick_form(who.0.as_ref(), &form.game))
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
                    label for="f-language" { "Language" }
                    select #f-language name="language" { (option("", &form.language, "any")) @for known in Language::all() { (option(known.code(), &form.language, known.name())) } }
                    span.range {
                        label for="f-least" { "Rated from" }
                        input #f-least name="least" type="number" min="0" max="4000" step="50" value=(whole(&form.least)) ;
                        label for="f-most" { "to" }
                        input #f-most name="most" type="number" min="0" max="4000" step="50" value=(whole(&form.most)) ;
                    }
                    @if member(&who).is_some() { label.check { input type="checkbox" name="followed" value="yes" checked[form.followed == "yes"]; " only where somebody plays whom I follow" } }
                    button type="submit" { "Show" }
                }
            }
            p.links { a.button href="/tournaments" { "Tournaments" } a.button href="/clubs" { "Clubs" } }
            div #lobby-lists aria-live="polite" { (lists(&lobby, &form, &circle, who.id())) }
            p.links { @for cover in shelf::games() { a href={ "/ranking/" (cover.id) } { "Ranking: " (cover.name) } } }
        }
    };
    let frame = Frame { scripts: &["page.js", "lobby.js"], ..Frame::new("Lobby", "lobby", who.0.as_ref()) };
    Ok(frame.html(&middle))
}

/// A number that was typed, or nothing.
fn whole(text: &str) -> String {
    text.parse::<u32>().map(|n| n.to_string()).unwrap_or_default()
}

/// The account that looks.
fn member(who: &Who) -> Option<&str> {
    who.0.as_ref().filter(|person| !person.standing.is_guest()).map(|person| person.id.as_str())
}

fn lists(lobby: &Lobby, form: &LobbyForm, circle: &Circle, person: Option<&str>) -> Markup {
    let wanted = form.wanted();
    let fitting = |all: &'_ [Arc<Offer>]| -> (Vec<Arc<Offer>>, Vec<Arc<Offer>>) {
        let fitting = all.iter().filter(|offer| wanted.fits(offer, circle)).cloned();
        fitting.partition(|offer| circle.follows(offer) && !offer.is_of(person))
    };
    let ((friends_wait, waiting), (friends_play, running)) =
        (fitting(&lobby.waiting), fitting(&lobby.running));
    let followed = friends_wait.iter().map(|offer| (offer, true));
    let followed: Vec<_> =
        followed.chain(friends_play.iter().map(|offer| (offer, false))).take(FOLLOWED).collect();
    let others = if followed.is_empty() { "" } else { "No others. " };
    let pages = waiting.len().div_ceil(WAITING).max(1);
    let page = form.page().min(pages);
    html! {
        @if !followed.is_empty() {
            section.tables #followed {
                h2 { "Of those you follow" }
                ul { @for (offer, waiting) in followed { li { (line(offer, person, waiting)) } } }
            }
        }
        section.tables #waiting {
            h2 { "Tables that wait for players" }
            @if waiting.is_empty() { p.soft { (others) @if others.is_empty() { "None just now. " } "Press Quick match, or open a public table, and others find you here." } }
            @else { ul { @for offer in waiting.iter().skip((page - 1) * WAITING).take(WAITING) { li { (line(offer, person, true)) } } } }
            @if pages > 1 {
                p.links {
                    @if page > 1 { a href=(form.address(page - 1)) { "Newer tables" } }
                    span.soft { "Page " (page) " of " (pages) ", " (waiting.len()) " tables" }
                    @if page < pages { a href=(form.address(page + 1)) { "Older tables" } }
                }
            }
        }
        section.tables #running {
            h2 { "Games to watch" }
            @if running.is_empty() { p.soft { @if others.is_empty() { "Nobody plays in public just now." } @else { "No others." } } }
            @else {
                ul { @for offer in running.iter().take(WATCHED) { li { (line(offer, person, false)) } } }
                @if running.len() > WATCHED { p.soft.small { "The best rated " (WATCHED) " of " (running.len()) "." } }
            }
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
            span.what { strong { (name) } " " span.soft { (offer.title) } @if offer.rated { " " span.pill.rated { "rated" } } @if let Some(language) = offer.language { " " span.soft lang=(language) { (language.name()) } } }
            span.who { (people.join(" · ")) @if waiting && offer.here { span.dot.on title="at the table" { span.hidden { ", at the table" } } } }
            span.status.turn[mine] { @if mine { "your table" } @else if waiting { "join" } @else { "watch" } " · " (pace) }
            span.when { (ago(offer.opened, now())) }
        }
    }
}

/// The form of a quick match. Guests play unrated.
pub fn quick_form(who: Option<&Person>, chosen: &str) -> Markup {
    let account = who.is_some_and(|person| !person.standing.is_guest());
    html! {
        form.row method="post" action="/lobby/quick" {
            label for="q-game" { "Game" }
            select #q-game name="game" { @for cover in lobby::games() { option value=(cover.id) selected[cover.id == chosen] { (cover.name) } } }
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
