//! *Account*: making one, signing in, and all that its owner can do about it. Plain forms that need no script, but for passkeys,
//! which browsers give to scripts alone. What is secret is shown once, by the answer to a form, and stands in no address.

use super::{Frame, Page, ago, me::adopt};
use crate::{
    accounts::{
        self, Entry, Key, SignUp,
        names::{self, Name},
        passkeys::{self, Made, MadeBody, NewBody, WhoBody},
        tokens::{self, Scope},
    },
    address,
    error::{Fault, PageFault},
    guard::Peer,
    person::{Person, Standing, Who, device_cookie, no_cookie},
    state::{AppState, now},
};
use axum::{
    Extension, Form, Json,
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
};
use klaxon_core::count;
use klaxon_store::{AccountChange, Belongings, Filter};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

/// Something to tell above a form.
struct Told<'a> {
    /// The form, or the part of the page.
    at: &'a str,
    text: String,
    /// The name that was typed: nobody types it twice because of a password.
    name: &'a str,
}

/// `GET /account`
pub async fn page(
    State(state): State<AppState>,
    who: Who,
    headers: HeaderMap,
) -> Result<Response, PageFault> {
    draw(&state, &who, &headers, None).await
}

async fn draw(
    state: &AppState,
    who: &Who,
    headers: &HeaderMap,
    told: Option<Told<'_>>,
) -> Result<Response, PageFault> {
    match who.0.as_ref().filter(|person| !person.standing.is_guest()) {
        Some(person) => own_page(state, person, headers, told).await,
        None => door(state, who, headers, told).await,
    }
}

/// A form came to nothing: the page says why beside it.
async fn again(
    state: &AppState,
    who: &Who,
    headers: &HeaderMap,
    (at, name): (&str, &str),
    fault: Fault,
) -> Result<Response, PageFault> {
    // What went wrong here is not the form's fault.
    if fault.status.is_server_error() {
        return Err(fault.into());
    }
    let told = Told { at, text: fault.sentence(), name };
    let mut response = draw(state, who, headers, Some(told)).await?;
    *response.status_mut() = fault.status;
    Ok(response)
}

fn wrong(told: Option<&Told<'_>>, at: &str) -> Markup {
    html! { @if let Some(told) = told.filter(|told| told.at == at) { p.stopped role="alert" { (told.text) } } }
}

fn typed<'a>(told: Option<&Told<'a>>, at: &str) -> Option<&'a str> {
    told.filter(|told| told.at == at && !told.name.is_empty()).map(|told| told.name)
}

/// For whoever is not signed in.
async fn door(
    state: &AppState,
    who: &Who,
    headers: &HeaderMap,
    told: Option<Told<'_>>,
) -> Result<Response, PageFault> {
    let told = told.as_ref();
    let tables = match who.id() {
        Some(id) => {
            let mine = Filter { person: Some(id.into()), limit: 100, ..Filter::default() };
            state.store.list(mine).await?.len()
        }
        None => 0,
    };
    let place = passkeys::place(state, headers);
    let invite = state.config.accounts == SignUp::Invite;
    let middle = html! {
        div.narrow.recover.account {
            p.crumb { a href="/" { "Games" } " / Account" }
            h1 { "Account" }
            p.lead { "Nobody needs one: press " strong { "Play now" } " and you are in. An account keeps a name for you alone and your tables on every device." }
            @if state.config.accounts == SignUp::Off {
                p { "There are no accounts at this server. " a href="/me" { "Play on another device" } " works without." }
            } @else {
                section #sign-in {
                    h2 { "Sign in" }
                    (wrong(told, "in"))
                    p.stopped #passkey-in-note role="alert" hidden {}
                    @if tables > 0 {
                        label.radio { input #along type="checkbox" name="along" value="yes" form="password-in"; span { "Bring the " (count(tables, "table")) " of this browser along, and the lessons and puzzles done here" } }
                    }
                    @if place.is_ok() {
                        button.primary #passkey-in type="button" { "Sign in with a passkey" }
                    }
                    details.fold open[place.is_err() || told.is_some_and(|told| told.at == "in")] {
                        summary { "With a password" }
                        form #password-in method="post" action="/account/in" {
                            div.field { label for="in-name" { "Name" } input #in-name name="name" value=[typed(told, "in")] required maxlength="40" autocomplete="username" autocapitalize="none" spellcheck="false"; }
                            div.field { label for="in-password" { "Password" } input #in-password name="password" type="password" required maxlength="256" autocomplete="current-password"; }
                            button type="submit" { "Sign in" }
                        }
                    }
                    details.fold open[told.is_some_and(|told| told.at == "recover")] {
                        summary { "I have lost my passkey or password" }
                        (wrong(told, "recover"))
                        form method="post" action="/account/recover" {
                            div.field {
                                label for="code" { "One of your recovery codes" }
                                input #code name="code" required maxlength="40" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="code-help";
                                p #code-help .soft.small { "Each code works once." }
                            }
                            button type="submit" { "Sign in with the code" }
                        }
                    }
                }
                section #make {
                    h2 { "Make an account" }
                    @if tables > 0 { p { "The " (count(tables, "table")) " of this browser become the account's. A recovery phrase that you have kept ends with it." } }
                    (wrong(told, "new"))
                    p.stopped #passkey-new-note role="alert" hidden {}
                    form #make-form method="post" action="/account/new" {
                        div.field {
                            label for="new-name" { "Name" }
                            input #new-name name="name" value=[typed(told, "new")] required maxlength="20" autocomplete="username" autocapitalize="none" spellcheck="false" aria-describedby="name-help";
                            p #name-help .soft.small { "Letters and digits. Others see it as " strong { "@name" } "." }
                        }
                        @if invite {
                            div.field { label for="invite" { "Invitation" } input #invite name="invite" required maxlength="40" autocomplete="off" autocapitalize="none" spellcheck="false"; }
                        }
                        @if place.is_ok() { button.primary #passkey-new type="button" { "Make it with a passkey" } }
                        @if let Err(why) = &place {
                            p.soft.small { "There are no passkeys here: " (why) "." @if let Some(url) = by_name(state, headers) { " Try " a href=(url) { (url) } ", or take a password." } }
                        }
                        details.fold open[place.is_err() || told.is_some_and(|told| told.at == "new")] {
                            summary { "With a password instead" }
                            div.field {
                                label for="new-password" { "Password" }
                                input #new-password name="password" type="password" maxlength="256" minlength="8" autocomplete="new-password" aria-describedby="password-help";
                                p #password-help .soft.small { "At least eight characters; a few words are best." }
                            }
                            button type="submit" { "Make it with a password" }
                        }
                    }
                    p.soft.small { "No mail address, nothing else is asked. " a href="/account/privacy" { "What is kept" } "." }
                }
            }
        }
        // Where the script goes on once a passkey has made an account.
        form #codes-form method="post" action="/account/codes" hidden {}
    };
    let frame =
        Frame { scripts: &["page.js", "account.js"], ..Frame::new("Account", "account", who.0.as_ref()) };
    Ok(frame.html(&middle).into_response())
}

/// The same page by a name, where it was opened by the numbers of this very machine.
fn by_name(state: &AppState, headers: &HeaderMap) -> Option<String> {
    let origin = address::opened_at(&state.config, headers)?;
    let port = origin.strip_prefix("http://127.0.0.1").or_else(|| origin.strip_prefix("http://[::1]"))?;
    Some(format!("http://localhost{port}/account"))
}

/// For whoever is signed in.
async fn own_page(
    state: &AppState,
    person: &Person,
    headers: &HeaderMap,
    told: Option<Told<'_>>,
) -> Result<Response, PageFault> {
    let told = told.as_ref();
    let all = accounts::all_of(state, &person.id).await?;
    let bots = state.store.accounts().bots(person.id.clone()).await?;
    let name = all.account.name.as_str();
    let left = accounts::codes_left(&all.codes);
    let moderator = crate::moderation::is_moderator(state, &person.id).await?;
    let middle = html! {
        div.narrow.recover.account {
            p.crumb { a href="/" { "Games" } " / Account" }
            h1 { (names::shown(name)) }
            div.links {
                a.button href={ "/p/" (name) } { "Your profile" }
                form method="post" action="/account/out" { button type="submit" { "Sign out" } }
            }
            (super::moderation::imposed(state, &person.id))
            @if moderator { p { a.button href="/moderation" { "Moderation" } } }
            @if left == 0 {
                p.stopped role="status" { "You have no recovery codes. Without them a lost passkey or password is a lost account." }
            }
            section #ways {
                h2 { "Ways in" }
                (wrong(told, "passkey"))
                p.stopped #passkey-new-note role="alert" hidden {}
                @if !all.passkeys.is_empty() {
                    ul.rows { @for key in &all.passkeys { li {
                        span { strong { (key.label) } " " span.soft { "passkey, last used " (ago(key.used_at, now())) } }
                        form method="post" action="/account/passkey/remove" {
                            input type="hidden" name="id" value=(key.id);
                            button.small type="submit" aria-label={ "Remove the passkey " (key.label) } { "Remove" }
                        }
                    } } }
                }
                @match passkeys::place(state, headers) {
                    Ok(_) => { button #passkey-new type="button" { "Add a passkey" } }
                    Err(why) => { p.soft.small { "No passkey can be added here: " (why) "." } }
                }
                details.fold open[told.is_some_and(|told| told.at == "password")] {
                    summary { @if all.account.password.is_some() { "Change the password" } @else { "Set a password" } }
                    (wrong(told, "password"))
                    form method="post" action="/account/password" {
                        input type="text" name="username" value=(name) autocomplete="username" hidden;
                        @if all.account.password.is_some() {
                            div.field { label for="before" { "Your password now" } input #before name="before" type="password" required maxlength="256" autocomplete="current-password"; }
                        }
                        div.field { label for="password" { "The new one" } input #password name="password" type="password" required minlength="8" maxlength="256" autocomplete="new-password"; }
                        p.soft.small { "All other devices are signed out." }
                        button type="submit" { @if all.account.password.is_some() { "Change it" } @else { "Set it" } }
                    }
                }
                form method="post" action="/account/codes" {
                    p { (count(left, "recovery code")) " left. " span.soft { "Each lets you in once, should you lose everything else." } }
                    button type="submit" { @if all.codes.is_empty() { "Make recovery codes" } @else { "Make new recovery codes" } }
                }
            }
            section #devices {
                h2 { "Devices" }
                ul.rows { @for device in all.devices.iter().rev() {
                    @let here = person.device.as_deref() == Some(device.mark.as_str());
                    li {
                        span { strong { (device.label) } " " span.soft { @if here { "this one" } @else { "last here " (ago(device.seen_at, now())) } } }
                        @if !here {
                            form method="post" action="/account/device/end" {
                                input type="hidden" name="id" value=(device.mark);
                                button.small type="submit" aria-label={ "Sign out " (device.label) } { "Sign out" }
                            }
                        }
                    }
                } }
                @if all.devices.len() > 1 {
                    form method="post" action="/account/devices/end" { button type="submit" { "Sign out all others" } }
                }
            }
            (super::vacation::section(state, person).await?)
            (programs(&all, &bots, told, moderator))
            section #about {
                h2 { "The account" }
                details.fold open[told.is_some_and(|told| told.at == "name")] {
                    summary { "Another name" }
                    (wrong(told, "name"))
                    form method="post" action="/account/name" {
                        div.field { label for="name" { "Name" } input #name name="name" required maxlength="20" value=(name) autocapitalize="none" spellcheck="false"; }
                        p.soft.small { "The old one is free for others then." }
                        button type="submit" { "Take it" }
                    }
                }
                p.links { a href="/me/notices" { "Ring me when it is my turn" } a href="/account/export" download="klaxon-account.json" { "Export my data" } a href="/account/privacy" { "What is kept" } }
                details.sure open[told.is_some_and(|told| told.at == "delete")] {
                    summary { "Delete the account" }
                    (wrong(told, "delete"))
                    p { "It is gone at once, with your bots. Games that you have played stay, without your name; seats in running games wait for somebody else." }
                    form method="post" action="/account/delete" {
                        div.field { label for="sure-name" { "Your name, to be sure" } input #sure-name name="name" required maxlength="20" autocomplete="off" autocapitalize="none" spellcheck="false"; }
                        @if all.account.password.is_some() {
                            div.field { label for="sure-password" { "Your password" } input #sure-password name="password" type="password" required maxlength="256" autocomplete="current-password"; }
                        }
                        button type="submit" { "Delete it for good" }
                    }
                }
            }
        }
    };
    let frame =
        Frame { scripts: &["page.js", "account.js"], ..Frame::new("Account", "account", Some(person)) };
    Ok(frame.html(&middle).into_response())
}

/// Tokens and bots.
fn programs(
    all: &Belongings,
    bots: &[klaxon_store::Account],
    told: Option<&Told<'_>>,
    moderator: bool,
) -> Markup {
    let at = |what: &str| told.is_some_and(|told| told.at == what);
    html! {
        section #programs {
            h2 { "Programs" }
            @if !all.tokens.is_empty() {
                ul.rows { @for token in &all.tokens { li {
                    span { strong { (token.label) } " " span.soft { "may " (token.scopes.replace(' ', ", ")) ", " @if token.used_at == 0 { "never used" } @else { "last used " (ago(token.used_at, now())) } } }
                    form method="post" action="/account/token/end" {
                        input type="hidden" name="id" value=(token.mark);
                        button.small type="submit" aria-label={ "Revoke the token " (token.label) } { "Revoke" }
                    }
                } } }
            }
            details.fold open[at("token")] {
                summary { "New token for the API" }
                (wrong(told, "token"))
                form method="post" action="/account/token" {
                    div.field { label for="token-label" { "What for" } input #token-label name="label" maxlength="40" autocomplete="off"; }
                    fieldset.field {
                        legend { "It may" }
                        @for scope in Scope::ALL.into_iter().filter(|scope| moderator || *scope != Scope::Moderate) {
                            label.radio { input type="checkbox" name=(scope) value="yes" checked[scope == Scope::Read]; span { strong { (scope) } ": " (scope.words()) } }
                        }
                    }
                    button type="submit" { "Make a token" }
                }
            }
            @if !bots.is_empty() {
                h3 { "Your bots" }
                ul.rows { @for bot in bots { li {
                    a href={ "/p/" (bot.name) } { strong { (names::shown(&bot.name)) } }
                    div.tools {
                        form method="post" action="/account/bot/token" {
                            input type="hidden" name="id" value=(bot.person);
                            button.small type="submit" aria-label={ "New token for " (bot.name) } { "New token" }
                        }
                        form method="post" action="/account/bot/delete" {
                            input type="hidden" name="id" value=(bot.person);
                            button.small type="submit" aria-label={ "Delete " (bot.name) } { "Delete" }
                        }
                    }
                } } }
            }
            details.fold open[at("bot")] {
                summary { "New bot" }
                (wrong(told, "bot"))
                p { "A program with a name of its own that plays over the " a href="/api" { "API" } ". Anybody can challenge it from its profile." }
                form method="post" action="/account/bot" {
                    div.field { label for="bot-name" { "Its name" } input #bot-name name="name" required maxlength="20" autocomplete="off" autocapitalize="none" spellcheck="false"; }
                    button type="submit" { "Make a bot" }
                }
            }
        }
    }
}

/// What is shown once.
fn once(person: &Person, title: &str, text: &Markup, secrets: &[String]) -> Page {
    let middle = html! {
        div.narrow.recover.account {
            p.crumb { a href="/" { "Games" } " / " a href="/account" { "Account" } }
            h1 { (title) }
            (text)
            ul #once .once { @for secret in secrets { li { code { (secret) } } } }
            p.links { a.button.primary href="/account" { "I have kept " @if secrets.len() == 1 { "it" } @else { "them" } } a href="/" { "To the games" } }
        }
    };
    Frame::new(title, "account", Some(person)).html(&middle)
}

fn signed_in(state: &AppState, headers: &HeaderMap, entry: &Entry, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    let cookie = device_cookie(&entry.secret, address::is_https(&state.config, headers));
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response
}

/// The person who must be signed in, by an account of his own.
fn own(who: &Who) -> Result<&Person, Fault> {
    let own = who.0.as_ref().filter(|person| person.standing == Standing::Account);
    own.ok_or_else(|| Fault::forbidden("you are not signed in"))
}

/// What the form for a new account says.
#[derive(Deserialize, Default)]
pub struct NewForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    invite: String,
}

/// `POST /account/new`: an account with a password. Its recovery codes are the answer.
pub async fn new(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<NewForm>,
) -> Result<Response, PageFault> {
    let guest = Who(who.0.clone()).or_new(None);
    let NewForm { name, password, invite } = form;
    let made = async {
        accounts::make(&state, peer, guest, Name::read(&name)?, Key::Password(password), &invite, &headers)
            .await
    };
    match made.await {
        Ok((person, entry)) => {
            let codes = accounts::new_codes(&state, &person.id).await?;
            Ok(signed_in(&state, &headers, &entry, codes_page(&person, &codes)))
        }
        Err(fault) => again(&state, &who, &headers, ("new", &name), fault).await,
    }
}

fn codes_page(person: &Person, codes: &[String]) -> Page {
    let text = html! {
        p.lead { "You are " strong { (person.name) } ". Each of these codes lets you in once, should you lose your passkey or password." }
        p { "They are shown this once. Write them down, or keep them where you keep passwords; those before are worthless." }
    };
    once(person, "Your recovery codes", &text, codes)
}

/// `POST /account/codes`
pub async fn codes(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let person = own(&who)?;
    let codes = accounts::new_codes(&state, &person.id).await?;
    Ok(codes_page(person, &codes))
}

/// What the form to sign in says.
#[derive(Deserialize, Default)]
pub struct InForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    along: String,
}

/// Tables that somebody played at as a guest come along, if he wants them to.
async fn bring(state: &AppState, who: &Who, person: &Person, along: bool) -> Result<(), PageFault> {
    match who.0.as_ref().filter(|guest| along && guest.standing.is_guest() && guest.id != person.id) {
        Some(guest) => adopt(state, &guest.id, person).await,
        None => Ok(()),
    }
}

/// `POST /account/in`
pub async fn sign_in(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<InForm>,
) -> Result<Response, PageFault> {
    match accounts::sign_in(&state, peer, &form.name, &form.password, &headers).await {
        Ok((person, entry)) => {
            bring(&state, &who, &person, form.along == "yes").await?;
            Ok(signed_in(&state, &headers, &entry, Redirect::to("/")))
        }
        Err(fault) => again(&state, &who, &headers, ("in", &form.name), fault).await,
    }
}

/// What the form for a recovery code says.
#[derive(Deserialize, Default)]
pub struct RecoverForm {
    #[serde(default)]
    code: String,
}

/// `POST /account/recover`
pub async fn recover(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<RecoverForm>,
) -> Result<Response, PageFault> {
    match accounts::recover(&state, peer, &form.code, &headers).await {
        Ok((_, entry)) => Ok(signed_in(&state, &headers, &entry, Redirect::to("/account"))),
        Err(fault) => again(&state, &who, &headers, ("recover", ""), fault).await,
    }
}

/// `POST /account/out`
pub async fn sign_out(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    if let Some((person, device)) = who.0.as_ref().and_then(|p| Some((p, p.device.as_ref()?))) {
        accounts::end_device(&state, &person.id, device).await?;
    }
    Ok(forgotten(&state, &headers))
}

fn forgotten(state: &AppState, headers: &HeaderMap) -> Response {
    let mut response = Redirect::to("/").into_response();
    let cookie = no_cookie(address::is_https(&state.config, headers));
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response
}

/// What the form for another name says, or for a bot's.
#[derive(Deserialize, Default)]
pub struct NameForm {
    #[serde(default)]
    name: String,
}

/// `POST /account/name`
pub async fn rename(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<NameForm>,
) -> Result<Response, PageFault> {
    let person = own(&who)?;
    let renamed = async { accounts::rename(&state, person, Name::read(&form.name)?).await };
    match renamed.await {
        Ok(_) => Ok(Redirect::to("/account").into_response()),
        Err(fault) => again(&state, &who, &headers, ("name", &form.name), fault).await,
    }
}

/// What the form for another password says.
#[derive(Deserialize, Default)]
pub struct PasswordForm {
    #[serde(default)]
    before: String,
    #[serde(default)]
    password: String,
}

/// `POST /account/password`
pub async fn password(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<PasswordForm>,
) -> Result<Response, PageFault> {
    let person = own(&who)?;
    match accounts::set_password(&state, peer, person, &form.before, &form.password).await {
        Ok(()) => Ok(Redirect::to("/account").into_response()),
        Err(fault) => again(&state, &who, &headers, ("password", ""), fault).await,
    }
}

/// What a form says that is about one thing of many.
#[derive(Deserialize, Default)]
pub struct IdForm {
    #[serde(default)]
    id: String,
}

/// `POST /account/passkey/remove`
pub async fn remove_passkey(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<IdForm>,
) -> Result<Response, PageFault> {
    match accounts::remove_passkey(&state, &own(&who)?.id, &form.id).await {
        Ok(()) => Ok(Redirect::to("/account").into_response()),
        Err(fault) => again(&state, &who, &headers, ("passkey", ""), fault).await,
    }
}

/// `POST /account/device/end`
pub async fn end_device(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<IdForm>,
) -> Result<Redirect, PageFault> {
    accounts::end_device(&state, &own(&who)?.id, &form.id).await?;
    Ok(Redirect::to("/account"))
}

/// `POST /account/devices/end`
pub async fn end_devices(State(state): State<AppState>, who: Who) -> Result<Redirect, PageFault> {
    let person = own(&who)?;
    let change = AccountChange::EndDevices { person: person.id.clone(), but: person.device.clone() };
    accounts::change(&state, change).await?;
    Ok(Redirect::to("/account"))
}

/// What the form for a token says.
#[derive(Deserialize, Default)]
pub struct TokenForm {
    #[serde(default)]
    label: String,
    #[serde(default)]
    read: String,
    #[serde(default)]
    play: String,
    #[serde(default)]
    account: String,
    #[serde(default)]
    moderate: String,
}

fn token_page(person: &Person, whose: &str, token: String) -> Page {
    let text = html! {
        p.lead { "This is the token of " strong { (whose) } ". It is shown this once." }
        p { "A program sends it in the header " code { "Authorization: Bearer …" } "; " a href="/api" { "For programs" } " says what it can do." }
    };
    once(person, "A new token", &text, &[token])
}

/// `POST /account/token`
pub async fn token(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<TokenForm>,
) -> Result<Response, PageFault> {
    let person = own(&who)?;
    let wished = [
        (Scope::Read, &form.read),
        (Scope::Play, &form.play),
        (Scope::Account, &form.account),
        (Scope::Moderate, &form.moderate),
    ];
    let words: Vec<String> =
        wished.iter().filter(|(_, word)| *word == "yes").map(|(scope, _)| scope.to_string()).collect();
    let made =
        async { tokens::make(&state, &person.id, &form.label, &tokens::scopes(&words.join(" "))?).await };
    match made.await {
        Ok(token) => Ok(token_page(person, &person.name, token).into_response()),
        Err(fault) => again(&state, &who, &headers, ("token", ""), fault).await,
    }
}

/// `POST /account/token/end`
pub async fn end_token(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<IdForm>,
) -> Result<Redirect, PageFault> {
    tokens::revoke(&state, &own(&who)?.id, &form.id).await?;
    Ok(Redirect::to("/account"))
}

/// `POST /account/bot`
pub async fn bot(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<NameForm>,
) -> Result<Response, PageFault> {
    let person = own(&who)?;
    let made = async { tokens::make_bot(&state, person, Name::read(&form.name)?).await };
    match made.await {
        Ok(token) => {
            let name = names::shown(form.name.trim().trim_start_matches(names::SIGN));
            Ok(token_page(person, &name, token).into_response())
        }
        Err(fault) => again(&state, &who, &headers, ("bot", &form.name), fault).await,
    }
}

/// `POST /account/bot/token`
pub async fn bot_token(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<IdForm>,
) -> Result<Page, PageFault> {
    let person = own(&who)?;
    let bot = tokens::own_bot(&state, person, &form.id).await?;
    let token = tokens::renew_bot(&state, person, &form.id).await?;
    Ok(token_page(person, &names::shown(&bot.name), token))
}

/// `POST /account/bot/delete`
pub async fn bot_delete(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<IdForm>,
) -> Result<Redirect, PageFault> {
    let bot = tokens::own_bot(&state, own(&who)?, &form.id).await?;
    accounts::delete(&state, &bot).await?;
    Ok(Redirect::to("/account"))
}

/// `GET /account/export`
pub async fn export(State(state): State<AppState>, who: Who) -> Result<Response, PageFault> {
    let data = accounts::export(&state, &own(&who)?.id).await?;
    let text = serde_json::to_string_pretty(&data).expect("data serialises");
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    let name = "attachment; filename=\"klaxon-account.json\"";
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(name));
    Ok(response)
}

/// What the form to delete the account says.
#[derive(Deserialize, Default)]
pub struct DeleteForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

/// `POST /account/delete`
pub async fn delete(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<DeleteForm>,
) -> Result<Response, PageFault> {
    let person = own(&who)?;
    match accounts::delete_own(&state, peer, person, &form.name, &form.password).await {
        Ok(()) => Ok(forgotten(&state, &headers)),
        Err(fault) => again(&state, &who, &headers, ("delete", ""), fault).await,
    }
}

/// `GET /account/privacy`: what is kept, as the host's papers say it.
pub async fn privacy(who: Who) -> Page {
    let text = include_str!("../../../../docs/privacy.md");
    let (lines, mut chapters): (Vec<&str>, Vec<(&str, Vec<&str>)>) = (text.lines().collect(), Vec::new());
    for line in lines {
        match (line.strip_prefix("# ").or_else(|| line.strip_prefix("## ")), chapters.last_mut()) {
            (Some(title), _) => chapters.push((title, Vec::new())),
            (None, Some((_, words))) => words.push(line),
            (None, None) => {}
        }
    }
    let middle = html! {
        div.narrow.recover.account {
            p.crumb { a href="/" { "Games" } " / " a href="/account" { "Account" } }
            @for (i, (title, words)) in chapters.iter().enumerate() {
                @if i == 0 { h1 { (title) } } @else { h2 { (title) } }
                (crate::markdown::blocks(words))
            }
        }
    };
    Frame::new("What is kept", "privacy", who.0.as_ref()).html(&middle)
}

/// `POST /account/passkey/new`: the script asks what to ask the authenticator.
pub async fn passkey_new(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Json(body): Json<NewBody>,
) -> Result<Response, Fault> {
    let person = who.or_new(None);
    let question = passkeys::ask_new(&state, &person, &body, &headers).await?;
    // A guest who was nobody yet is somebody from now on: the answer must come from the same one.
    Ok(super::home::remember(&state, &headers, &person, Json(question)))
}

/// `POST /account/passkey/made`
pub async fn passkey_made(
    State(state): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    who: Who,
    Json(body): Json<MadeBody>,
) -> Result<Response, Fault> {
    let person = who.or_new(None);
    Ok(match passkeys::made(&state, peer, person, &body, &headers).await? {
        Made::Account(person, entry) => {
            signed_in(&state, &headers, &entry, Json(json!({ "name": person.name, "codes": true })))
        }
        Made::Added => Json(json!({ "codes": false })).into_response(),
    })
}

/// `POST /account/passkey/ask`
pub async fn passkey_ask(State(state): State<AppState>, headers: HeaderMap) -> Result<Json<Value>, Fault> {
    Ok(Json(passkeys::ask_who(&state, &headers).await?))
}

/// `POST /account/passkey/in`
pub async fn passkey_in(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Json(body): Json<WhoBody>,
) -> Result<Response, Fault> {
    let (person, entry) = passkeys::who(&state, &body, &headers).await?;
    bring(&state, &who, &person, body.along).await.map_err(|PageFault(fault)| fault)?;
    Ok(signed_in(&state, &headers, &entry, Json(json!({ "name": person.name }))))
}
