//! Clubs: the list with a form to make one, and the page of one: its own lobby, chat and members. Plain links and forms; a script only keeps the page
//! fresh.

use super::{
    Frame, Page, ago,
    profile::path,
    tournaments::{member, rows},
};
use crate::{
    accounts::names,
    clubs::{self, ClubStudy, ClubTable},
    error::{Fault, PageFault},
    person::{Person, Who},
    state::AppState,
};
use axum::{
    Form, Router,
    extract::{Path, State},
    response::Redirect,
    routing::{get, post},
};
use klaxon_catalog::shelf;
use klaxon_core::Millis;
use klaxon_store::{Club, ClubLine, Member, Role, Tournament, TournamentList};
use maud::{Markup, html};
use serde::Deserialize;

/// Clubs in each of the lists.
const LISTED: u32 = 100;

/// The pages of clubs.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/clubs", get(list).post(make))
        .route("/clubs/{id}", get(page))
        .route("/clubs/{id}/{deed}", post(deed))
}

fn role_words(role: Option<Role>) -> &'static str {
    match role {
        Some(Role::Owner) => "yours",
        Some(Role::Member) => "member",
        Some(Role::Invited) => "you are asked to join",
        None => "open to all",
    }
}

/// `GET /clubs`
pub async fn list(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let (mine, others) = clubs::lists(&state, who.id(), LISTED).await?;
    let account = who.0.as_ref().is_some_and(|person| !person.standing.is_guest());
    let line = |club: &Club, role: Option<Role>| {
        html! {
            a.line href={ "/clubs/" (club.id) } {
                span.what { strong { (club.name) } }
                span.who { (club.about) }
                span.status.turn[role == Some(Role::Invited)] { (role_words(role)) }
            }
        }
    };
    let middle = html! {
        div.lobby.club {
            p.crumb { a href="/" { "Games" } " / " a href="/lobby" { "Lobby" } " / Clubs" }
            h1 { "Clubs" }
            p.lead { "People who meet: with tables, tournaments and a chat of their own." }
            @if !mine.is_empty() { section.tables #mine { h2 { "Yours" } ul { @for (club, role) in &mine { li { (line(club, *role)) } } } } }
            section.tables #open-clubs {
                h2 { "Clubs for everybody" }
                @if others.is_empty() { p.soft { "None yet that you are not in." } }
                @else { ul { @for club in &others { li { (line(club, None)) } } } }
            }
            @if account {
                section.own #new {
                    h2 { "Make a club" }
                    form.stack method="post" action="/clubs" {
                        label for="club-name" { "Name" }
                        input #club-name name="name" required minlength="3" maxlength="40" autocomplete="off";
                        label for="club-about" { "A word about it" }
                        input #club-about name="about" maxlength="600" autocomplete="off";
                        label.check { input type="checkbox" name="open" value="yes" checked; " everybody may see and join it" }
                        div { button.primary type="submit" { "Make it" } }
                    }
                }
            } @else { p { a.button href="/account" { "Sign in to join or to make one" } } }
        }
    };
    Ok(Frame::new("Clubs", "lobby", who.0.as_ref()).html(&middle))
}

/// What the form of a new club says.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub struct ClubForm {
    name: String,
    about: String,
    open: String,
    text: String,
    line: u64,
    game: String,
    pace: String,
    table: String,
    study: String,
}

/// `POST /clubs`
pub async fn make(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<ClubForm>,
) -> Result<Redirect, PageFault> {
    let person = member(who)?;
    let id = clubs::make(&state, &person, &form.name, &form.about, form.open == "yes").await?;
    Ok(Redirect::to(&format!("/clubs/{id}")))
}

/// What a member sees of a club.
struct Inside {
    tables: Vec<ClubTable>,
    tournaments: Vec<Tournament>,
    lines: Vec<ClubLine>,
    studies: Vec<ClubStudy>,
    /// Studies of one's own that could be shown as well, by id and name.
    own: Vec<(String, String)>,
}

/// `GET /clubs/{id}`
pub async fn page(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Page, PageFault> {
    let (club, role) = clubs::see(&state, who.id(), &id).await?;
    let members = state.store.clubs().members(id.clone()).await?;
    let now = state.config.wall.now();
    let inside = match who.0.as_ref().filter(|_| clubs::belongs(role)) {
        Some(person) => {
            let studies = clubs::studies(&state, person, &id).await?;
            let own = clubs::own_studies(&state, person, &studies).await?;
            Some(Inside {
                tables: clubs::tables(&state, person, &id).await?,
                tournaments: state
                    .store
                    .tournaments()
                    .tournaments(TournamentList::Club(id.clone()), 20)
                    .await?,
                lines: clubs::heard(&state, person, &id).await?,
                studies,
                own,
            })
        }
        None => None,
    };
    let count = members.iter().filter(|member| member.role != Role::Invited).count();
    let account = who.0.as_ref().is_some_and(|person| !person.standing.is_guest());
    let middle = html! {
        div.lobby.club {
            p.crumb { a href="/lobby" { "Lobby" } " / " a href="/clubs" { "Clubs" } }
            h1 { (club.name) }
            @if !club.about.is_empty() { p.lead { (club.about) } }
            p.soft { (count) (if count == 1 { " member" } else { " members" }) " · " (if club.open { "everybody may join" } else { "by invitation" }) }
            @match role {
                Some(Role::Invited) => div.row.deeds { (button(&id, "join", "Join", true)) (button(&id, "leave", "Decline", false)) },
                None if account => div.row.deeds { (button(&id, "join", "Join", true)) },
                None => p { a.button href="/account" { "Sign in to join" } },
                Some(Role::Owner | Role::Member) => {}
            }
            @if let (Some(inside), Some(person)) = (&inside, &who.0) { (within(&club, role, inside, person, now)) }
            @if let Some(inside) = &inside { (studies(&id, inside, now)) }
            @if inside.is_some() {
                (people(&id, &members, role, club.open))
                @if role == Some(Role::Owner) { (set_form(&club)) }
                div.row.deeds { (button(&id, "leave", "Leave the club", false)) }
                p.soft.small { "What you have said here goes when you leave, and your studies are not shown here any more." @if role == Some(Role::Owner) { " The club goes to whoever has been here longest." } }
            }
        }
    };
    let name = club.name.clone();
    let frame = Frame { scripts: &["page.js", "lobby.js"], ..Frame::new(&name, "lobby", who.0.as_ref()) };
    Ok(frame.html(&middle))
}

fn button(id: &str, deed: &str, text: &str, main: bool) -> Markup {
    html! { form method="post" action={ "/clubs/" (id) "/" (deed) } { button.primary[main] type="submit" { (text) } } }
}

fn within(club: &Club, role: Option<Role>, inside: &Inside, person: &Person, now: Millis) -> Markup {
    let id = &club.id;
    html! {
        section.own #play {
            h2 { "Play in the club" }
            form.row method="post" action={ "/clubs/" (id) "/table" } {
                label for="c-game" { "Game" }
                select #c-game name="game" { @for cover in crate::lobby::games() { option value=(cover.id) { (cover.name) } } }
                label for="c-pace" { "Pace" }
                select #c-pace name="pace" { option value="live" { "live" } option value="days" { "over days" } }
                button.primary type="submit" { "Open a table" }
                a.button href={ "/tournaments/new?club=" (id) } { "Make a tournament" }
            }
        }
        div #lobby-lists {
            section.tables #club-tables {
                h2 { "Tables" }
                @if inside.tables.is_empty() { p.soft { "None just now. Open one, and the others find it here." } }
                @else { ul { @for table in &inside.tables { li { (table_line(id, table, now)) } } } }
            }
            @if !inside.tournaments.is_empty() { (rows("club-tournaments", "Tournaments", &inside.tournaments, now)) }
            section #chat {
                h2 #chat-title { "Chat" }
                @if inside.lines.is_empty() { p.soft { "Nobody has said anything yet." } }
                div role="log" aria-labelledby="chat-title" { ol.said {
                    @for line in &inside.lines {
                        li {
                            span.from { @match &line.name { Some(name) => a href={ "/p/" (path(name)) } { (names::shown(name)) }, None => "a former player" } }
                            span.text { (line.text) }
                            span.when.soft.small { (ago(line.at, now)) }
                            @if role == Some(Role::Owner) || line.person == person.id {
                                form method="post" action={ "/clubs/" (id) "/unsay" } {
                                    input type="hidden" name="line" value=(line.id);
                                    button.small type="submit" aria-label={ "Take out: " (line.text.chars().take(40).collect::<String>()) } { "×" }
                                }
                            }
                        }
                    }
                } }
            }
        }
        form.row.speak method="post" action={ "/clubs/" (id) "/say" } {
            label for="say" { "Say something to the club" }
            input #say name="text" required maxlength="400" autocomplete="off";
            button type="submit" { "Say" }
        }
    }
}

fn table_line(id: &str, table: &ClubTable, now: Millis) -> Markup {
    let game = shelf::game(&table.game).map_or(table.game.as_str(), |cover| cover.name);
    let people: Vec<&str> =
        table.players.iter().map(|player| player.as_deref().unwrap_or("free seat")).collect();
    let pace = table.clock.as_deref().unwrap_or("over days");
    html! {
        a.line href={ "/t/" (table.id) } {
            span.what { strong { (game) } " " span.soft { (table.title) } }
            span.who { (people.join(" · ")) }
            span.status.turn[table.mine] { @if table.mine { "your table" } @else if table.waits() { "waits for a player" } @else { "watch" } " · " (pace) }
            span.when { (ago(table.opened, now)) }
        }
        @if table.waits() && !table.mine {
            form.join method="post" action={ "/clubs/" (id) "/sit" } {
                input type="hidden" name="table" value=(table.id);
                button.small type="submit" { "Sit down" span.hidden { " at " (game) " with " (people.join(", ")) } }
            }
        }
    }
}

/// Studies that members show to each other, as links: who has one may read it.
fn studies(id: &str, inside: &Inside, now: Millis) -> Markup {
    let game = |id: &str| shelf::game(id).map_or_else(|| id.to_owned(), |cover| cover.name.to_owned());
    html! {
        section.tables #club-studies {
            h2 { "Studies" }
            @if inside.studies.is_empty() { p.soft { "None yet. What one of you shares stands here for the others." } }
            @else { ul { @for study in &inside.studies { li {
                a.line href={ "/study/" (study.id) } {
                    span.what { strong { (study.title) } " " span.soft { (game(&study.game)) } }
                    span.who { @match &study.by { Some(name) => (names::shown(name)), None => "a former player" } }
                    span.status { @if study.mine { "yours" } @else { "read" } }
                    span.when { (ago(study.at, now)) }
                }
                @if study.may_take_out {
                    form.join method="post" action={ "/clubs/" (id) "/unshare" } {
                        input type="hidden" name="study" value=(study.id);
                        button.small type="submit" { "Take out" span.hidden { ": " (study.title) } }
                    }
                }
            } } } }
            @if inside.own.is_empty() { p.soft.small { "Make " a href="/studies" { "a study" } " of a game or a position, and show it to the others here." } }
            @else {
                form.row method="post" action={ "/clubs/" (id) "/share" } {
                    label for="c-study" { "A study of yours" }
                    select #c-study name="study" { @for (study, title) in &inside.own { option value=(study) { (title) } } }
                    button type="submit" { "Show it to the club" }
                }
                p.soft.small { "Members get its link. Strangers find it no more easily than before." }
            }
        }
    }
}

fn people(id: &str, members: &[Member], role: Option<Role>, open: bool) -> Markup {
    let may_ask = role == Some(Role::Owner) || open;
    html! {
        section #members {
            h2 { "Members" }
            ul.members {
                @for member in members {
                    @if let Some(name) = &member.name {
                        li {
                            a href={ "/p/" (path(name)) } { (names::shown(name)) }
                            @match member.role {
                                Role::Owner => span.soft.small { " owner" },
                                Role::Invited => span.soft.small { " asked" },
                                Role::Member => {}
                            }
                            @if role == Some(Role::Owner) && member.role != Role::Owner {
                                form method="post" action={ "/clubs/" (id) "/remove" } {
                                    input type="hidden" name="name" value=(name);
                                    button.small type="submit" aria-label={ "Send " (names::shown(name)) " away" } { "×" }
                                }
                            }
                        }
                    }
                }
            }
            @if may_ask {
                form.row method="post" action={ "/clubs/" (id) "/invite" } {
                    label for="invite" { "Ask somebody to join" }
                    input #invite name="name" required maxlength="24" placeholder="@name" autocomplete="off";
                    button type="submit" { "Ask" }
                }
            }
        }
    }
}

fn set_form(club: &Club) -> Markup {
    html! {
        section.own #set {
            h2 { "Yours to decide" }
            form.stack method="post" action={ "/clubs/" (club.id) "/set" } {
                label for="set-about" { "A word about it" }
                input #set-about name="about" maxlength="600" value=(club.about) autocomplete="off";
                label.check { input type="checkbox" name="open" value="yes" checked[club.open]; " everybody may see and join it" }
                div { button type="submit" { "Keep it" } }
            }
        }
    }
}

/// `POST /clubs/{id}/{deed}`
pub async fn deed(
    State(state): State<AppState>,
    Path((id, deed)): Path<(String, String)>,
    who: Who,
    Form(form): Form<ClubForm>,
) -> Result<Redirect, PageFault> {
    let person = member(who)?;
    let here = format!("/clubs/{id}");
    match deed.as_str() {
        "join" => clubs::join(&state, &person, &id).await?,
        "leave" => {
            clubs::leave(&state, &person, &id).await?;
            return Ok(Redirect::to("/clubs"));
        }
        "invite" => clubs::invite(&state, &person, &id, &form.name).await?,
        "remove" => clubs::remove(&state, &person, &id, &form.name).await?,
        "set" => clubs::set(&state, &person, &id, &form.about, form.open == "yes").await?,
        "say" => {
            clubs::say(&state, &person, &id, &form.text).await?;
            return Ok(Redirect::to(&format!("{here}#say")));
        }
        "unsay" => clubs::unsay(&state, &person, &id, form.line).await?,
        "share" => {
            clubs::share(&state, &person, &id, &form.study).await?;
            return Ok(Redirect::to(&format!("{here}#club-studies")));
        }
        "unshare" => {
            clubs::unshare(&state, &person, &id, &form.study).await?;
            return Ok(Redirect::to(&format!("{here}#club-studies")));
        }
        "table" => {
            let pace = form.pace.parse().map_err(Fault::malformed)?;
            let table = clubs::open_table(&state, &person, &id, &form.game, pace).await?;
            return Ok(Redirect::to(&format!("/t/{table}")));
        }
        "sit" => {
            clubs::sit(&state, &person, &id, &form.table).await?;
            return Ok(Redirect::to(&format!("/t/{}", form.table)));
        }
        _ => return Err(Fault::missing("there is no such page").into()),
    }
    Ok(Redirect::to(&here))
}
