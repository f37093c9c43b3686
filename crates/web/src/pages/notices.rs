//! *Ring me*: a person's channels, and the links that messages carry. Plain forms; only a browser's own push needs a script.

use super::{Frame, Page, ago, home::remember};
use crate::{
    address,
    error::{Fault, PageFault},
    guard::Peer,
    person::{Person, Who},
    ringing::{Digest, Form as Hook, Means, Setup, own},
    state::{AppState, now},
    table::Meta,
};
use axum::{
    Extension, Form, Json,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use klaxon_catalog::shelf;
use klaxon_store::{Channel, Filter, TableState};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::IpAddr;

/// The page.
const HERE: &str = "/me/notices";
/// Tables that are offered to be muted.
const TABLES: u32 = 30;

/// What is said above the page.
struct Told {
    at: &'static str,
    text: String,
    secret: Option<String>,
}

/// Which table is asked about.
#[derive(Deserialize, Default)]
pub struct About {
    table: Option<String>,
}

/// `GET /me/notices`
pub async fn page(
    State(state): State<AppState>,
    who: Who,
    Query(about): Query<About>,
) -> Result<Page, PageFault> {
    draw(&state, who.0.as_ref(), about.table.as_deref(), None).await
}

async fn draw(
    state: &AppState,
    person: Option<&Person>,
    about: Option<&str>,
    told: Option<&Told>,
) -> Result<Page, PageFault> {
    let id = person.map_or("", |person| person.id.as_str());
    let channels = if id.is_empty() { Vec::new() } else { own::all(state, id).await? };
    let mutes = if id.is_empty() { Vec::new() } else { state.store.channels().mutes(id.into()).await? };
    let mut tables = Vec::new();
    if !id.is_empty() {
        let mine = Filter { person: Some(id.into()), limit: TABLES, ..Filter::default() };
        for table in state.store.list(mine).await? {
            let runs = matches!(table.state, TableState::Open | TableState::Playing);
            if let Some(meta) = serde_json::from_str::<Meta>(&table.meta).ok().filter(|_| runs) {
                let game = shelf::game(&table.game).map_or(table.game.clone(), |cover| cover.name.into());
                tables.push((table.id, game, meta.title));
            }
        }
    }
    tables.sort_by_key(|(id, ..)| Some(id.as_str()) != about);
    let said = |at: &str| html! { @if let Some(told) = told.filter(|told| told.at == at) { p.stopped role="alert" { (told.text) } } };
    let feed = channels.iter().any(|(_, setup)| setup.means == Means::Feed);
    let middle = html! {
        div.narrow.recover.account {
            p.crumb { a href="/" { "Games" } " / Ring me" }
            h1 { "Ring me when it is my turn" }
            p.lead { "Once for each turn, and only while you are not at the table. The link leads to the question." }
            @if let Some(secret) = told.and_then(|told| told.secret.as_ref()) {
                section #once-told role="status" {
                    h2 { "Keep this: it is not shown again" }
                    p { (told.map_or("", |told| told.text.as_str())) }
                    ul.once { li { code { (secret) } } }
                }
            } @else if let Some(told) = told.filter(|told| told.at == "good") {
                p role="status" { strong { (told.text) } }
            }
            section #channels {
                h2 { "Your channels" }
                (said("channel"))
                @if channels.is_empty() { p.soft { "None yet." } }
                ul.rows { @for (channel, setup) in &channels { li { (row(channel, setup)) } } }
            }
            section #push data-key=(state.ringing.vapid.public()) {
                h2 { "This browser" }
                p { "A notification of your system, also while no page of Klaxon is open." }
                p.stopped #push-note role="alert" hidden {}
                button #push-on type="button" { "Ring this browser" }
            }
            section #mail {
                h2 { "E-mail" }
                (said("mail"))
                @if own::sends_mail(state) {
                    form method="post" action="/me/notices/mail" {
                        div.field {
                            label for="address" { "Address" }
                            input #address name="address" type="email" required maxlength="254" autocomplete="email" aria-describedby="address-help";
                            p #address-help .soft.small { "A letter asks whoever reads it; nothing else is sent before." }
                        }
                        (often("mail-digest"))
                        button type="submit" { "Write to this address" }
                    }
                } @else { p.soft { "This server sends no mail." } }
            }
            section #webhook {
                h2 { "Chat or program" }
                (said("webhook"))
                form method="post" action="/me/notices/webhook" {
                    div.field {
                        label for="url" { "Webhook" }
                        input #url name="url" type="url" required maxlength="1000" autocomplete="off" spellcheck="false" aria-describedby="url-help";
                        p #url-help .soft.small { "The address that Discord, Slack or your program gave you. Keep it to yourself." }
                    }
                    div.field {
                        label for="form" { "In the form for" }
                        select #form name="form" { option value="discord" { "Discord" } option value="slack" { "Slack" } option value="json" { "a program (JSON)" } }
                    }
                    div.field { label for="label" { "Call it" } input #label name="label" maxlength="40" autocomplete="off"; }
                    (often("webhook-digest"))
                    button type="submit" { "Add it" }
                }
            }
            section #feed {
                h2 { "Feed of my tables" }
                (said("feed"))
                p { "For a feed reader (Atom). Whoever knows its address sees which tables you have and where it is your turn." }
                @if !feed { form method="post" action="/me/notices/feed" { button type="submit" { "Make an address" } } }
                @else { p.soft { "You have one; remove it above to make another." } }
            }
            section #tables {
                h2 { "Tables" }
                (said("table"))
                @if tables.is_empty() { p.soft { "You sit at none just now." } }
                ul.rows { @for (id, game, title) in &tables {
                    @let muted = mutes.contains(id);
                    li id={ "table-" (id) } {
                        span { a href={ "/t/" (id) } { strong { (game) } " " (title) } " " span.soft { @if muted { "stays quiet" } @else { "rings" } } }
                        form method="post" action="/me/notices/mute" {
                            input type="hidden" name="table" value=(id);
                            input type="hidden" name="muted" value=(if muted { "no" } else { "yes" });
                            button.small type="submit" aria-label={ @if muted { "Ring me about " } @else { "Keep quiet about " } (game) ", " (title) } { @if muted { "Ring me" } @else { "Keep quiet" } }
                        }
                    }
                } }
            }
        }
    };
    let frame = Frame { scripts: &["page.js", "notices.js"], ..Frame::new("Ring me", "account", person) };
    Ok(frame.html(&middle))
}

fn often(id: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { "Rings" }
            select id=(id) name="digest" { @for digest in Digest::ALL { option value=(digest) { (digest.words()) } } }
        }
    }
}

fn row(channel: &Channel, setup: &Setup) -> Markup {
    let kind = match &setup.means {
        Means::Webhook { form: Hook::Discord, .. } => "Discord",
        Means::Webhook { form: Hook::Slack, .. } => "Slack",
        Means::Webhook { form: Hook::Json, .. } => "Webhook",
        Means::Mail { .. } => "E-mail",
        Means::Push { .. } => "Browser",
        Means::Feed => "Feed",
    };
    let name = match (setup.label.as_str(), own::place(setup)) {
        ("", place) => place,
        (label, place) if place.is_empty() => label.into(),
        (label, place) => format!("{label}, {place}"),
    };
    let waits = matches!(setup.means, Means::Mail { confirmed: false, .. });
    let rings = setup.on && !own::is_broken(channel);
    let button = |path: &str, word: &str, more: &[(&str, &str)]| {
        html! {
            form method="post" action={ (HERE) "/" (path) } {
                input type="hidden" name="id" value=(channel.id);
                @for (key, value) in more { input type="hidden" name=(key) value=(value); }
                button.small type="submit" aria-label={ (word) ": " (kind) " " (name) } { (word) }
            }
        }
    };
    html! {
        span {
            strong { (kind) } " " (name) " "
            span.soft {
                @if setup.means == Means::Feed { "can be read" }
                @else if waits { "waits for the answer to our letter" }
                @else if own::is_broken(channel) { "switched off, because nothing went out any more" }
                @else if !setup.on { "off" }
                @else { (setup.digest.words()) @if setup.remind { ", and when time is short" } @if channel.told_at > 0 { ", last rang " (ago(channel.told_at, now())) } }
            }
            @if !channel.trouble.is_empty() { br; span.stopped { (crate::error::sentence(&channel.trouble)) } }
        }
        div.tools {
            @if setup.means != Means::Feed && !waits {
                @if rings { (button("test", "Send a test", &[])) }
                @if rings { (button("set", if setup.remind { "No reminders" } else { "Remind me" }, &[("on", "yes"), ("remind", if setup.remind { "no" } else { "yes" })])) }
                (button("set", if rings { "Switch off" } else { "Switch on" }, &[("on", if rings { "no" } else { "yes" })]))
            }
            (button("remove", "Remove", &[]))
        }
    }
}

/// The page again, with what went wrong or well.
async fn again(
    state: &AppState,
    headers: &HeaderMap,
    person: &Person,
    at: &'static str,
    outcome: Result<Option<(String, Option<String>)>, Fault>,
) -> Result<Response, PageFault> {
    let (status, told) = match outcome {
        Ok(None) => return Ok(remember(state, headers, person, Redirect::to(HERE))),
        Ok(Some((text, secret))) => (StatusCode::OK, Told { at: "good", text, secret }),
        Err(fault) if fault.status.is_server_error() && fault.code != "busy" => return Err(fault.into()),
        Err(fault) => (fault.status, Told { at, text: fault.sentence(), secret: None }),
    };
    let mut response = draw(state, Some(person), None, Some(&told)).await?.into_response();
    *response.status_mut() = status;
    Ok(remember(state, headers, person, response))
}

fn adds<'a>(
    state: &AppState,
    headers: &HeaderMap,
    person: &'a Person,
    peer: IpAddr,
    label: &'a str,
    digest: Digest,
) -> Result<own::Adds<'a>, Fault> {
    let base = address::origin(&state.config, headers)
        .ok_or_else(|| Fault::malformed("this request does not say which server it is for"))?;
    Ok(own::Adds { person: &person.id, peer, base, label, digest })
}

/// What the form of a mailbox says.
#[derive(Deserialize)]
pub struct MailForm {
    #[serde(default)]
    address: String,
    #[serde(default)]
    digest: Digest,
}

/// `POST /me/notices/mail`
pub async fn mail(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<MailForm>,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let adds = adds(&state, &headers, &person, peer, "", form.digest)?;
    let outcome = own::add_mail(&state, &adds, &form.address).await;
    let told = outcome.map(|_| Some(("A letter is on its way: follow the link in it.".into(), None)));
    again(&state, &headers, &person, "mail", told).await
}

/// What the form of a webhook says.
#[derive(Deserialize)]
pub struct WebhookForm {
    #[serde(default)]
    url: String,
    #[serde(default)]
    form: Hook,
    #[serde(default)]
    label: String,
    #[serde(default)]
    digest: Digest,
}

/// `POST /me/notices/webhook`
pub async fn webhook(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<WebhookForm>,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let adds = adds(&state, &headers, &person, peer, &form.label, form.digest)?;
    let outcome = own::add_webhook(&state, &adds, &form.url, form.form).await;
    let text = match form.form {
        Hook::Json => "Every message is signed with this secret (HMAC-SHA256 of timestamp, dot and body).",
        Hook::Discord | Hook::Slack => {
            "Should your chat check signatures, this is the secret. Most do not need it."
        }
    };
    let told = outcome.map(|(_, secret)| Some((text.into(), Some(secret))));
    again(&state, &headers, &person, "webhook", told).await
}

/// `POST /me/notices/feed`
pub async fn feed(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let adds = adds(&state, &headers, &person, peer, "", Digest::Once)?;
    let outcome = own::add_feed(&state, &adds).await;
    let told = outcome.map(|(_, secret)| {
        Some(("The address of your feed:".into(), Some(format!("{}/feed/{secret}", adds.base))))
    });
    again(&state, &headers, &person, "feed", told).await
}

/// What a browser says of itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    endpoint: String,
    keys: SubscriptionKeys,
}

/// Its keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionKeys {
    p256dh: String,
    auth: String,
}

/// `POST /me/notices/push`: by the script, with what the browser says of itself.
pub async fn push(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Json(body): Json<Subscription>,
) -> Result<Response, Fault> {
    let person = who.or_new(None);
    let label = crate::accounts::browser(&headers);
    let adds = adds(&state, &headers, &person, peer, &label, Digest::Once)?;
    own::add_push(&state, &adds, &body.endpoint, &body.keys.p256dh, &body.keys.auth).await?;
    let answer: Json<Value> = Json(json!({ "good": true }));
    Ok(remember(&state, &headers, &person, answer))
}

/// Which channel a form is about.
#[derive(Deserialize)]
pub struct WhichForm {
    #[serde(default)]
    id: String,
    #[serde(default)]
    on: String,
    #[serde(default)]
    digest: Option<Digest>,
    #[serde(default)]
    remind: Option<String>,
}

fn known(who: Who) -> Result<Person, Fault> {
    who.0.ok_or_else(|| Fault::missing("there is no such channel of yours"))
}

/// `POST /me/notices/set`
pub async fn set(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<WhichForm>,
) -> Result<Response, PageFault> {
    let person = known(who)?;
    let outcome = own::set(
        &state,
        &person.id,
        &form.id,
        form.on == "yes",
        form.digest,
        form.remind.map(|word| word == "yes"),
    )
    .await;
    again(&state, &headers, &person, "channel", outcome.map(|()| None)).await
}

/// `POST /me/notices/remove`
pub async fn remove(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<WhichForm>,
) -> Result<Response, PageFault> {
    let person = known(who)?;
    let outcome = own::remove(&state, &person.id, &form.id).await;
    again(&state, &headers, &person, "channel", outcome.map(|()| None)).await
}

/// `POST /me/notices/test`
pub async fn test(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<WhichForm>,
) -> Result<Response, PageFault> {
    let person = known(who)?;
    let outcome = own::test(&state, &person.id, peer, &form.id).await;
    let told = outcome.map(|()| Some(("The test was taken: look whether it has come.".into(), None)));
    again(&state, &headers, &person, "channel", told).await
}

/// Which table a form is about.
#[derive(Deserialize)]
pub struct MuteForm {
    #[serde(default)]
    table: String,
    #[serde(default)]
    muted: String,
}

/// `POST /me/notices/mute`
pub async fn mute(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<MuteForm>,
) -> Result<Response, PageFault> {
    let person = known(who)?;
    let outcome = own::mute(&state, &person.id, &form.table, form.muted == "yes").await;
    again(&state, &headers, &person, "table", outcome.map(|()| None)).await
}

fn letter(title: &str, text: &Markup) -> Page {
    let middle = html! { div.narrow.recover { h1 { (title) } (text) } };
    Frame::new(title, "account", None).html(&middle)
}

/// `GET /notices/confirm/{token}`: asks, so that a program that looks at links in mails says nothing for whoever reads them.
pub async fn ask_confirm(Path(token): Path<String>) -> Page {
    letter(
        "Should Klaxon ring you by e-mail?",
        &html! {
            p { "Once for each turn, while you are not at the table. Every mail has a link that stops them." }
            form method="post" action={ "/notices/confirm/" (token) } { button.primary type="submit" { "Yes, ring me here" } }
        },
    )
}

/// `POST /notices/confirm/{token}`
pub async fn confirm(State(state): State<AppState>, Path(token): Path<String>) -> Result<Page, PageFault> {
    if !own::confirm(&state, &token).await? {
        return Err(Fault::missing("this link is no longer good").into());
    }
    Ok(letter("Good: Klaxon rings you here", &html! { p { a href=(HERE) { "What rings and when" } } }))
}

/// `GET /notices/stop/{token}`
pub async fn ask_stop(Path(token): Path<String>) -> Page {
    letter(
        "No more mails?",
        &html! {
            p { "This address will not be written to any more." }
            form method="post" action={ "/notices/stop/" (token) } { button.primary type="submit" { "Stop them" } }
        },
    )
}

/// `POST /notices/stop/{token}`: by the page, or by a mail program's own button.
pub async fn stop(State(state): State<AppState>, Path(token): Path<String>) -> Result<Page, PageFault> {
    if !own::stop(&state, &token).await? {
        return Err(Fault::missing("this link is no longer good").into());
    }
    Ok(letter("Stopped", &html! { p { "Nothing more will come." } }))
}
