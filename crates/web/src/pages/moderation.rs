//! *Moderation*: what was reported, what is imposed, and what moderators did. For those whom the host has named.

use super::{Frame, Page, ago, profile::path};
use crate::{
    accounts::names,
    error::{Fault, PageFault},
    moderation::{
        self, Days, Hand,
        reports::{self, Context, Line},
    },
    person::Who,
    state::{AppState, now},
};
use axum::{
    Form, Router,
    extract::State,
    response::Redirect,
    routing::{get, post},
};
use klaxon_catalog::shelf;
use klaxon_store::{Deed, Measure, Report, Reports, Sanction};
use maud::{Markup, html};
use serde::Deserialize;

/// Reports, deeds and sanctions on the page.
const SHOWN: u32 = 50;
/// For how long something is imposed, as the form offers it.
const OFFERED: [(&str, &str); 6] = [
    ("1", "1 day"),
    ("3", "3 days"),
    ("7", "7 days"),
    ("30", "30 days"),
    ("365", "a year"),
    ("", "for good"),
];

/// The pages of moderation, and those that lead there.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/moderation", get(page))
        .route("/moderation/impose", post(impose))
        .route("/moderation/lift", post(lift))
        .route("/moderation/close", post(close))
        .route("/t/{table}/report", get(super::report::page).post(super::report::send))
        .route("/t/{table}/note", get(super::notes::of_table).post(super::notes::on_table))
        .route("/p/{name}/note", post(super::notes::on_person))
}

/// What is imposed on whoever looks at his own page.
pub fn imposed(state: &AppState, person: &str) -> Markup {
    let all = state.imposed.of(person);
    html! { @for sanction in &all { p.stopped role="status" { (crate::error::sentence(&moderation::told(sanction))) } } }
}

/// Lines that are kept with a report.
pub fn lines(all: &[Line]) -> Markup {
    html! {
        ol.said {
            @for line in all {
                li.reported[line.reported] { strong { (line.from) } ": " (line.text) @if line.reported { " " span.small { "(reported)" } } }
            }
        }
    }
}

/// `GET /moderation`
pub async fn page(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let moderator = moderation::moderator(&state, who.0.as_ref()).await?;
    let kept = state.store.moderation();
    let waiting = kept.waiting().await?;
    let reports = kept.reports(Reports::Open, SHOWN).await?;
    let sanctions = kept.sanctions(now()).await?;
    let mut named = Vec::new();
    for sanction in sanctions.into_iter().take(SHOWN as usize) {
        let whom = moderation::whom(&state, &sanction.person).await?;
        named.push((whom.name, sanction));
    }
    let deeds = kept.deeds(u64::MAX, SHOWN).await?;
    let middle = html! {
        div.narrow.recover.moderation {
            p.crumb { a href="/" { "Games" } " / Moderation" }
            h1 { "Moderation" }
            p.lead { @match waiting { 0 => "Nothing waits.", 1 => "1 report waits.", n => { (n) " reports wait." } } }
            @for report in &reports { (one(report)) }
            section #impose {
                h2 { "Mute or ban somebody" }
                form method="post" action="/moderation/impose" {
                    div.field { label for="who" { "Name of the account, or id of a guest" } input #who name="who" required maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false"; }
                    (measures("direct"))
                    button type="submit" { "Impose it" }
                }
            }
            section #imposed {
                h2 { "In force" }
                @if named.is_empty() { p.soft { "Nobody is muted or banned." } }
                ul.rows { @for (name, sanction) in &named { li { (in_force(name, sanction)) } } }
            }
            section #deeds {
                h2 { "What was done" }
                @if deeds.is_empty() { p.soft { "Nothing yet." } }
                ol.deeds { @for deed in &deeds { li { (done(deed)) } } }
            }
        }
    };
    Ok(Frame::new("Moderation", "moderation", Some(&moderator)).html(&middle))
}

/// Mute or ban, for how long, and why.
fn measures(of: &str) -> Markup {
    html! {
        div.row {
            label for={ "measure-" (of) } { "Measure" }
            select id={ "measure-" (of) } name="measure" { option value="mute" { "mute" } option value="ban" { "ban" } }
            label for={ "days-" (of) } { "for" }
            select id={ "days-" (of) } name="days" { @for (days, words) in OFFERED { option value=(days) selected[days == "7"] { (words) } } }
        }
        div.field { label for={ "reason-" (of) } { "Reason, which the person reads" } input id={ "reason-" (of) } name="reason" required maxlength="200" autocomplete="off"; }
    }
}

fn one(report: &Report) -> Markup {
    let context = Context::of(report);
    let number = report.number.to_string();
    html! {
        section.reported id={ "report-" (number) } aria-label={ "Report " (number) } {
            @if let Some(context) = &context {
                h2 { "Report " (number) ": " (context.whom) }
                p.soft.small {
                    (shelf::game(&context.game).map_or(context.game.as_str(), |cover| cover.name)) ", "
                    a href={ "/t/" (report.table) } { (context.title) } ", step " (context.step) ". By "
                    @match context.by.strip_prefix(names::SIGN) { Some(name) => a href={ "/p/" (path(name)) } { (context.by) }, None => (context.by) }
                    ", " (ago(report.at, now())) ". At the table: " (context.seats.join(", ")) "."
                }
                p { strong { (context.why) } }
                (lines(&context.lines))
            } @else { h2 { "Report " (number) } p.soft { "What was kept with it cannot be read." } }
            @if let Some(person) = &report.person {
                form method="post" action="/moderation/impose" {
                    input type="hidden" name="who" value=(person);
                    input type="hidden" name="report" value=(number);
                    (measures(&number))
                    button.primary type="submit" { "Impose it and close the report" }
                }
            } @else { p.soft { "It was said by a program: whoever opened the table can free its seat." } }
            form.row method="post" action="/moderation/close" {
                input type="hidden" name="report" value=(number);
                label for={ "words-" (number) } { "Or for the record" }
                input id={ "words-" (number) } name="words" maxlength="200" autocomplete="off" placeholder="no reason to act";
                button type="submit" { "Close it" }
            }
        }
    }
}

fn in_force(name: &str, sanction: &Sanction) -> Markup {
    let word = match sanction.measure {
        Measure::Mute => "muted",
        Measure::Ban => "banned",
    };
    html! {
        span { strong { (name) } " is " (word) " " (moderation::until(sanction)) " " span.soft { (sanction.reason) } }
        form method="post" action="/moderation/lift" {
            input type="hidden" name="who" value=(sanction.person);
            input type="hidden" name="measure" value=(sanction.measure.word());
            button.small type="submit" aria-label={ "Lift it for " (name) } { "Lift" }
        }
    }
}

fn done(deed: &Deed) -> Markup {
    html! {
        strong { (deed.name) } ": " (deed.deed) " " (deed.whom) @if !deed.words.is_empty() { ", " (deed.words) } " " span.soft { (ago(deed.at, now())) }
    }
}

/// What the forms say.
#[derive(Deserialize, Default, Debug)]
pub struct ModerationForm {
    #[serde(default)]
    who: String,
    #[serde(default)]
    measure: String,
    #[serde(default)]
    days: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    report: Option<u64>,
    #[serde(default)]
    words: String,
}

/// `POST /moderation/impose`
pub async fn impose(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<ModerationForm>,
) -> Result<Redirect, PageFault> {
    let moderator = moderation::moderator(&state, who.0.as_ref()).await?;
    let whom = moderation::whom(&state, &form.who).await?;
    let days = match form.days.as_str() {
        "" => None,
        days => Some(days.parse().map_err(|_| Fault::malformed("days are a number"))?),
    };
    let (hand, measure) = (Hand::Moderator(&moderator), moderation::measure(&form.measure)?);
    let done = moderation::impose(&state, hand, &whom, measure, Days(days), &form.reason).await?;
    if let Some(report) = form.report {
        let words = format!("{} {}", measure.word(), moderation::until(&done));
        // Somebody else may have closed it meanwhile; what was imposed holds.
        match reports::close(&state, hand, report, &words).await {
            Err(fault) if fault.code != "missing" => return Err(fault.into()),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(Redirect::to("/moderation"))
}

/// `POST /moderation/lift`
pub async fn lift(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<ModerationForm>,
) -> Result<Redirect, PageFault> {
    let moderator = moderation::moderator(&state, who.0.as_ref()).await?;
    let whom = moderation::whom(&state, &form.who).await?;
    moderation::lift(&state, Hand::Moderator(&moderator), &whom, moderation::measure(&form.measure)?).await?;
    Ok(Redirect::to("/moderation"))
}

/// `POST /moderation/close`
pub async fn close(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<ModerationForm>,
) -> Result<Redirect, PageFault> {
    let moderator = moderation::moderator(&state, who.0.as_ref()).await?;
    let report = form.report.ok_or_else(|| Fault::malformed("which report?"))?;
    reports::close(&state, Hand::Moderator(&moderator), report, &form.words).await?;
    Ok(Redirect::to("/moderation"))
}
