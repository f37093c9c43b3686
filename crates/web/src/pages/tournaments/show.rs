//! The page of a tournament: standings, rounds, one's own table, and what one may do about it.

use super::{ahead, member, state_words};
use crate::{
    accounts::names,
    api::called,
    error::{Fault, PageFault},
    pages::{Frame, Page, ago, profile::path},
    person::Who,
    state::AppState,
    table::clock::{Agreed, words},
    tournament::{
        End, Method, Number,
        deeds::{self, is_owner},
        ladder,
        placing::{self, Line},
        plan::{self, Whole},
    },
};
use axum::{
    Form,
    extract::{Path, State},
    response::Redirect,
};
use klaxon_catalog::shelf;
use klaxon_core::Millis;
use klaxon_store::{Entrant, Held, Pairing, Taking};
use maud::{Markup, html};
use serde::Deserialize;

/// `GET /tournaments/{id}`
pub async fn page(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Page, PageFault> {
    let whole = deeds::see(&state, who.id(), &id).await?;
    let now = state.config.wall.now();
    let owner = match &whole.kept.owner {
        Some(owner) => state.store.accounts().account(owner.clone()).await?,
        None => None,
    };
    let club = match &whole.kept.club {
        Some(club) => state.store.clubs().club(club.clone()).await?,
        None => None,
    };
    let account = who.0.as_ref().is_some_and(|person| !person.standing.is_guest());
    let middle = html! {
        div.lobby.tournament {
            p.crumb { a href="/lobby" { "Lobby" } " / " a href="/tournaments" { "Tournaments" } }
            h1 { (whole.kept.title) }
            @if !whole.plan.about.is_empty() { p.lead { (whole.plan.about) } }
            (facts(&whole))
            p.soft.small {
                @if let Some(owner) = &owner { "Made by " a href={ "/p/" (path(&owner.name)) } { (names::shown(&owner.name)) } ", " (ago(whole.kept.created_at, now)) ". " }
                @if let Some(club) = &club { "For the members of " a href={ "/clubs/" (club.id) } { (club.name) } ". " }
            }
            div #lobby-lists {
                p.standing role="status" { (stands(&whole, now)) }
                (mine(&whole, who.id(), account))
                @if !whole.players().is_empty() { (standings(&whole, who.id())) }
                (rounds(&whole))
                @if whole.kept.state == Held::Open { (people(&whole)) }
            }
            @if is_owner(&whole, who.id()) { (owners(&whole)) }
        }
    };
    let title = whole.kept.title.clone();
    let frame = Frame { scripts: &["page.js", "lobby.js"], ..Frame::new(&title, "lobby", who.0.as_ref()) };
    Ok(frame.html(&middle))
}

fn facts(whole: &Whole) -> Markup {
    let (plan, game) = (&whole.plan, &whole.kept.game);
    let name = shelf::game(game).map_or(game.as_str(), |cover| cover.name);
    html! {
        p.facts {
            span.pill { (plan.method.name()) } span.pill { (name) ": " (plan.scenario_name) }
            span.pill { (plan.clock.map_or_else(|| "no clock".to_owned(), Agreed::briefly)) }
            span.pill { (words(plan.round_seconds)) @if plan.method == Method::Ladder { " for a game" } @else { " for a round" } }
            @if plan.rated { span.pill.rated { "rated" } }
            @if plan.invited { span.pill { "by invitation" } }
        }
    }
}

/// How far it is, as a sentence.
fn stands(whole: &Whole, now: Millis) -> String {
    let (plan, count) = (&whole.plan, whole.count());
    match whole.kept.state {
        Held::Open => {
            let when =
                plan.starts_at.map_or_else(|| "when its owner says so".to_owned(), |at| ahead(at, now));
            format!("{count} of {} have come. It begins {when}, or when it is full.", plan.most)
        }
        Held::Running if plan.method == Method::Ladder => {
            let end = plan.ends_at.map_or_else(String::new, |at| format!(" It ends {}.", ahead(at, now)));
            format!("{count} stand on the ladder.{end}")
        }
        Held::Running => {
            let left = whole.running().count();
            let late = plan.late.get(&plan.round).map(|at| ahead(*at, now));
            let late = late.map_or_else(String::new, |late| format!("; the round ends {late}"));
            let tables = if left == 1 { "1 table is".to_owned() } else { format!("{left} tables are") };
            format!("Round {} of {}: {tables} being played{late}.", plan.round, plan.rounds)
        }
        Held::Over => match whole.standings().first() {
            Some(best) => format!("Over. {} has won.", called(whole.numbered(best.player))),
            None => "Over.".into(),
        },
        Held::Off => crate::error::sentence(state_words(Held::Off)),
    }
}

/// One's own table, and coming and going.
fn mine(whole: &Whole, person: Option<&str>, account: bool) -> Markup {
    let own = person.and_then(|person| whole.entrant(person));
    let id = &whole.kept.id;
    let button = |deed: &str, text: &str, main: bool| {
        html! { form method="post" action={ "/tournaments/" (id) "/" (deed) } { button.primary[main] type="submit" { (text) } } }
    };
    let is = |state: Taking| own.is_some_and(|own| own.state == state);
    let takes = whole.kept.state == Held::Open
        || whole.kept.state == Held::Running && whole.plan.method == Method::Ladder;
    let table = person.and_then(|person| whole.game_of(person)).and_then(|game| game.table.clone());
    html! {
        div.row.deeds {
            @if let Some(table) = &table { a.button.primary href={ "/t/" (table) } { "To your table" } }
            @if is(Taking::In) && (takes || whole.kept.state == Held::Running) { (button("withdraw", "Withdraw", false)) }
            @else if takes && !account { a.button href="/account" { "Sign in to enter" } }
            @else if takes && is(Taking::Invited) { (button("enter", "Accept the invitation", true)) (button("withdraw", "Decline", false)) }
            @else if takes && !whole.is_full() && (!whole.plan.invited || own.is_some()) { (button("enter", "Enter", true)) }
        }
        @if is(Taking::In) && whole.kept.state == Held::Running && whole.plan.method != Method::Ladder {
            p.soft.small { "Whoever withdraws loses the game that is being played." }
        }
    }
}

fn name(entrant: Option<&Entrant>) -> Markup {
    match entrant.and_then(|entrant| entrant.name.as_deref()) {
        Some(name) => html! { a href={ "/p/" (path(name)) } { (names::shown(name)) } },
        None => html! { span.soft { "a former player" } },
    }
}

fn standings(whole: &Whole, person: Option<&str>) -> Markup {
    let own = person.and_then(|person| whole.entrant(person));
    let is_ladder = whole.plan.method == Method::Ladder;
    let order = whole.ladder();
    let stands = |player: Number| order.iter().position(|other| *other == player);
    let free = own.is_some_and(|own| own.state == Taking::In && whole.game_of(&own.person).is_none());
    let may = |line: &Line| {
        let own = own.filter(|_| is_ladder && free && whole.kept.state == Held::Running)?;
        let other = whole.numbered(line.player)?;
        ladder::check(&order, own.number, line.player).ok()?;
        if whole.game_of(&other.person).is_some() { None } else { other.name.clone() }
    };
    let mut lines = whole.standings();
    if is_ladder {
        lines.retain(|line| stands(line.player).is_some());
    }
    html! {
        section.places #standings tabindex="0" aria-label=(if is_ladder { "Ladder" } else { "Standings" }) {
            h2 { (if is_ladder { "Ladder" } else { "Standings" }) }
            table.figures {
                thead { tr {
                    th scope="col" { "Place" } th scope="col" { "Player" }
                    @if !is_ladder { th scope="col" { "Points" } }
                    th scope="col" { "Won" } th scope="col" { "Drawn" } th scope="col" { "Lost" }
                    @if whole.plan.method == Method::Swiss { th scope="col" { abbr title="The points of all whom one has met" { "Buchholz" } } }
                    @if !is_ladder && whole.plan.method != Method::KnockOut { th scope="col" { abbr title="Sonneborn-Berger: the points of those whom one has beaten, and half of those with whom one has drawn" { "S-B" } } }
                    @if is_ladder { th scope="col" { span.hidden { "Challenge" } } }
                } }
                tbody {
                    @for (i, line) in lines.iter().enumerate() {
                        @let entrant = whole.numbered(line.player);
                        @let mine = entrant.is_some_and(|e| Some(e.person.as_str()) == person);
                        tr.mine[mine] aria-current=[mine.then_some("true")] {
                            td { (i + 1) }
                            td { (name(entrant)) @if entrant.is_some_and(|e| e.state == Taking::Out) { span.soft.small { " withdrew" } } }
                            @if !is_ladder { td { strong { (placing::points(line.halves)) } } }
                            td { (line.won) } td { (line.drawn) } td { (line.lost) }
                            @if whole.plan.method == Method::Swiss { td { (placing::points(line.buchholz)) } }
                            @if !is_ladder && whole.plan.method != Method::KnockOut { td { (placing::quarters(line.sonneborn)) } }
                            @if is_ladder { td { @if let Some(other) = may(line) {
                                form method="post" action={ "/tournaments/" (whole.kept.id) "/challenge" } {
                                    input type="hidden" name="name" value=(other);
                                    button.small type="submit" { "Challenge" span.hidden { " " (other) } }
                                }
                            } } }
                        }
                    }
                }
            }
            @match whole.plan.method {
                Method::Swiss => p.soft.small { "Level on points: Buchholz, then Sonneborn-Berger, the game against each other, wins, and the number one began with." },
                Method::RoundRobin => p.soft.small { "Level on points: the games against each other, then Sonneborn-Berger, wins, and the number one began with." },
                Method::KnockOut => p.soft.small { "Of a drawn game the stronger goes on. Whoever came further stands first." },
                Method::Ladder => p.soft.small { "One challenges those up to " (ladder::REACH) " places above. Whoever wins has the higher place." },
            }
        }
    }
}

fn rounds(whole: &Whole) -> Markup {
    let mut all: Vec<u32> = whole.pairings.iter().map(|pairing| pairing.round).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    let is_ladder = whole.plan.method == Method::Ladder;
    let lines = |round: Option<u32>| -> Vec<&Pairing> {
        whole.pairings.iter().filter(|p| round.is_none_or(|round| p.round == round)).collect()
    };
    html! {
        @if is_ladder && !whole.pairings.is_empty() {
            section.tables #rounds { h2 { "Games" } ul { @for pairing in lines(None).into_iter().rev().take(60) { li { (game_line(whole, pairing)) } } } }
        } @else {
            @for round in all {
                section.tables id={ "round-" (round) } { h2 { "Round " (round) } ul { @for pairing in lines(Some(round)) { li { (game_line(whole, pairing)) } } } }
            }
        }
    }
}

fn game_line(whole: &Whole, pairing: &Pairing) -> Markup {
    let shown = |number: Option<Number>| called(number.and_then(|number| whole.numbered(number)));
    let end = plan::game(pairing).end;
    let score = match end {
        None => "being played",
        Some(End::One) => "1 – 0",
        Some(End::Two) => "0 – 1",
        Some(End::Drawn) => "½ – ½",
        Some(End::OneAlone) => "1 – 0, never came",
        Some(End::TwoAlone) => "0 – 1, never came",
        Some(End::Nobody) => "0 – 0, nobody came",
        Some(End::Bye) => "a point",
    };
    let inside = html! {
        span.what { strong { (shown(Some(pairing.one))) } }
        span.who { @match pairing.two { Some(two) => { "against " (shown(Some(two))) } None => { "has nobody to meet" } } }
        span.status.turn[end.is_none()] { (score) }
    };
    html! {
        @match &pairing.table { Some(table) => a.line href={ "/t/" (table) } { (inside) }, None => div.line { (inside) } }
    }
}

fn people(whole: &Whole) -> Markup {
    let (here, asked): (Vec<&Entrant>, Vec<&Entrant>) =
        whole.entrants.iter().partition(|entrant| entrant.state == Taking::In);
    html! {
        section #people {
            h2 { "Who plays" }
            @if here.is_empty() { p.soft { "Nobody has come yet." } }
            p.links { @for entrant in &here { (name(Some(entrant))) } }
            @if !asked.is_empty() { h3 { "Asked" } p.links { @for entrant in &asked { (name(Some(entrant))) } } }
        }
    }
}

/// What its owner may do.
fn owners(whole: &Whole) -> Markup {
    let id = &whole.kept.id;
    let is_ladder = whole.plan.method == Method::Ladder;
    html! {
        @if whole.kept.state == Held::Open || is_ladder && whole.kept.state == Held::Running {
            section.own #own {
                h2 { "Yours to decide" }
                form.row method="post" action={ "/tournaments/" (id) "/invite" } {
                    label for="invite" { "Ask somebody to come" }
                    input #invite name="name" required maxlength="24" placeholder="@name" autocomplete="off";
                    button type="submit" { "Ask" }
                }
                div.row {
                    @if !is_ladder { form method="post" action={ "/tournaments/" (id) "/start" } { button.primary type="submit" { "Let it begin" } } }
                    form method="post" action={ "/tournaments/" (id) "/end" } { button.bad type="submit" { (if is_ladder { "End the ladder" } else { "Call it off" }) } }
                }
            }
        }
    }
}

/// What the forms say.
#[derive(Deserialize, Default, Debug)]
pub struct DeedForm {
    #[serde(default)]
    name: String,
}

/// `POST /tournaments/{id}/{deed}`
pub async fn deed(
    State(state): State<AppState>,
    Path((id, deed)): Path<(String, String)>,
    who: Who,
    Form(form): Form<DeedForm>,
) -> Result<Redirect, PageFault> {
    let person = member(who)?;
    match deed.as_str() {
        "enter" => deeds::enter(&state, &person, &id).await?,
        "withdraw" => deeds::withdraw(&state, &person, &id).await?,
        "start" => deeds::start(&state, &person, &id).await?,
        "end" => deeds::end(&state, &person, &id).await?,
        "invite" => deeds::invite(&state, &person, &id, &form.name).await?,
        "challenge" => {
            let table = deeds::challenge(&state, &person, &id, &form.name).await?;
            return Ok(Redirect::to(&format!("/t/{table}")));
        }
        _ => return Err(Fault::missing("there is no such page").into()),
    }
    // Whoever declines may not see it any more.
    let seen = deeds::see(&state, Some(&person.id), &id).await.is_ok();
    Ok(Redirect::to(&if seen { format!("/tournaments/{id}") } else { "/tournaments".into() }))
}
