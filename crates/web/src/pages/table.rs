//! The table's page: the board is the page.

use super::{
    Frame, Page, Preview,
    home::{learn, remember},
};
use crate::{
    academy::next_lesson,
    address, assets,
    ending::look_back,
    error::{Fault, PageFault},
    person::Who,
    phrase,
    scene::{Look, Scene},
    state::AppState,
    table::{CLOSED, Meta, daily::veiled},
    ui::{Eyes, Ui},
};
use axum::{
    Form, Json,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
};
use klaxon_catalog::shelf;
use klaxon_core::Seat;
use klaxon_store::TableState;
use maud::html;
use serde::Deserialize;
use serde_json::{Value, json};

/// `GET /t/{table}`
pub async fn page(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    let live = state.tables.get(&state, &id)?;
    let mut sitting = match live.sit_now(&state).await {
        Err(fault) if fault.code == CLOSED => {
            return Ok(closed(&state, &id, &fault, &who).await?.into_response());
        }
        sat => sat?,
    };
    let held = sitting.meta.seats_of(who.id());
    if let Err(fault) = sitting.meta.may_look(who.id(), held) {
        return Ok(shut(&id, &fault, &who));
    }
    if sitting.table.outcome().is_some() && live.ended.of(sitting.table.n()).is_none() {
        // Looking back plays the whole game again: nobody waits for the table meanwhile.
        drop(sitting);
        look_back(&state, &live).await?;
        sitting = live.sit_now(&state).await?;
    }
    let after = live.ended.of(sitting.table.n()).flatten().filter(|_| sitting.table.outcome().is_some());
    let phrase = match who.0.as_ref().filter(|_| sitting.meta.has_company_for(held)) {
        Some(person) => phrase::to_show(&state, person).await,
        None => None,
    };
    let phrase = phrase.as_ref();
    let lesson = next_lesson(&state, &sitting, who.id()).await?;
    let ui = Ui::default();
    let middle = sitting.careful(|loaded| {
        let eyes = Eyes::new(loaded, loaded.meta.seats_of(who.id()), &ui);
        let token = |seat: Seat| state.keys.seat_token(&id, seat, &loaded.meta.chairs[seat.index()].nonce);
        let (person, after) = (who.id(), after.as_deref());
        let look = Look { live: &live, loaded, person, eyes, ui: &ui, token: &token, phrase, after, lesson };
        Scene::draw(&look).page(&look)
    })?;
    let name = shelf::game(sitting.table.game_id()).map_or("", |c| c.name);
    let own = assets::of_board(sitting.table.game_id());
    let scripts: Vec<&str> = ["page.js", "table.js"].into_iter().chain(own.as_deref()).collect();
    let base = address::base(&state.config, &headers);
    let preview = Preview::of(&state, &headers, &id, &sitting, after.as_deref());
    let frame = Frame {
        game: Some(sitting.table.game_id()),
        scripts: &scripts,
        base,
        preview: Some(preview),
        ..Frame::new(name, "table", who.0.as_ref())
    };
    Ok(frame.html(&middle).into_response())
}

/// The door of a table that is not shown: a seat link opened here still gives its seat.
fn shut(id: &str, fault: &Fault, who: &Who) -> Response {
    let middle = html! {
        div.narrow #door data-table=(id) {
            h1 { "This table is closed" }
            p.lead { (fault.sentence()) }
            p #door-note role="status" { "If you have a link to a seat, open it, and you are in." }
            p.links { a.button href="/" { "To the games" } a href="/me" { "I have lost my seat" } }
        }
    };
    let frame = Frame { scripts: &["page.js", "door.js"], ..Frame::new("Closed", "fault", who.0.as_ref()) };
    (fault.status, frame.html(&middle)).into_response()
}

/// A table that cannot be opened here: what is known of it, why, and its log.
pub async fn closed(state: &AppState, id: &str, fault: &Fault, who: &Who) -> Result<Page, PageFault> {
    let stored = state.store.table(id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let meta: Option<Meta> = serde_json::from_str(&stored.meta).ok();
    if let Some(meta) = &meta {
        meta.may_look(who.id(), meta.seats_of(who.id()))?;
    }
    let name = shelf::game(&stored.game).map_or(stored.game.as_str(), |c| c.name);
    let middle = html! {
        div.narrow.closed {
            h1 { (name) @if let Some(meta) = &meta { " " span.soft { (meta.title) } } }
            p.stopped role="alert" { (fault.sentence()) }
            p.lead { "Nothing is lost: the log is kept as it is, and the table opens again with a program that can go on with it." }
            dl.facts {
                @if let Some(meta) = &meta {
                    div { dt { "Players" } dd { (meta.chairs.iter().map(|c| format!("{} ({})", c.name, c.holder.name())).collect::<Vec<_>>().join(", ")) } }
                    div { dt { "Opened" } dd { (super::ago(meta.created, crate::state::now())) } }
                }
                div { dt { "Log" } dd { (stored.n) @if stored.n == 1 { " entry" } @else { " entries" } } }
            }
            p.links {
                a.button href={ "/t/" (id) "/log" } download={ "klaxon-" (id) ".jsonl" } { "Download the log" }
                a.button href="/" { "To the games" }
            }
        }
    };
    Ok(Frame::new(name, "closed", who.0.as_ref()).html(&middle))
}

/// What a page posts to sit down.
#[derive(Deserialize, Debug)]
pub struct ClaimForm {
    /// The secret of a seat link.
    #[serde(default)]
    token: String,
    /// Or a free seat of a public table, or of one's own.
    seat: Option<u8>,
    /// A name.
    #[serde(default)]
    name: String,
}

/// `POST /t/{table}/claim`
pub async fn claim(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    who: Who,
    Json(form): Json<ClaimForm>,
) -> Result<Response, Fault> {
    let live = state.tables.get(&state, &id)?;
    let person = who.or_new(Some(&form.name));
    let mut sitting = live.sit_now(&state).await?;
    let by_token = sitting.meta.seats_of_token(&state.keys, &id, &form.token).iter().next();
    let seat = match (by_token, form.seat) {
        (Some(seat), _) => seat,
        (None, Some(seat)) if form.token.is_empty() => Seat(seat),
        (None, _) => {
            return Err(Fault::forbidden("this seat link has been used or replaced; ask for a new one"));
        }
    };
    sitting.claim(seat, &person, by_token.is_some()).await?;
    drop(sitting);
    learn(&state, &person).await;
    let answer: Value = json!({ "seat": seat });
    Ok(remember(&state, &headers, &person, Json(answer)))
}

/// What a page posts to become the table's owner.
#[derive(Deserialize, Debug)]
pub struct HeirForm {
    /// The secret of the link that the host has made.
    token: String,
}

/// `POST /t/{table}/owner`: the one-time link of `klaxon admin owner` is spent.
pub async fn inherit(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    who: Who,
    Json(form): Json<HeirForm>,
) -> Result<Response, Fault> {
    let live = state.tables.get(&state, &id)?;
    let person = who.or_new(None);
    live.sit_now(&state).await?.inherit(&person, &form.token).await?;
    Ok(remember(&state, &headers, &person, Json(json!({}))))
}

/// What the *Play again* form says.
#[derive(Deserialize, Default, Debug)]
pub struct AgainForm {
    #[serde(default)]
    swap: String,
}

/// `POST /t/{table}/again`: the next game of the same people, opened by whoever asks first.
pub async fn again(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
    Form(form): Form<AgainForm>,
) -> Result<Redirect, PageFault> {
    let live = state.tables.get(&state, &id)?;
    let mut old = live.sit_now(&state).await?;
    let played = !old.meta.seats_of(who.id()).is_empty() || old.meta.is_owner(who.id());
    let Some(person) = who.0.as_ref().filter(|_| played) else {
        return Err(
            Fault::forbidden("those who played may play again; you can open a table of your own").into()
        );
    };
    let (next, _) =
        crate::table::again(&state, &mut old, Some(person), person.name.clone(), form.swap == "yes").await?;
    Ok(Redirect::to(&format!("/t/{next}")))
}

/// `GET /t/{table}/log`: the header for everybody; the decisions only after the end, and until then their hashes.
pub async fn log(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Response, PageFault> {
    // The log of a game of the day is veiled instead.
    if let Some(meta) = stored_meta(&state, &id).await?.filter(|meta| meta.players_only) {
        meta.may_look(who.id(), meta.seats_of(who.id()))?;
    }
    let text = log_text(&state, &id).await?;
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/jsonl; charset=utf-8"));
    let name = format!("attachment; filename=\"klaxon-{id}.jsonl\"");
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&name).map_err(Fault::ours)?);
    Ok(response)
}

/// What is stored of a table beside its log, whether it opens or not.
pub async fn stored_meta(state: &AppState, id: &str) -> Result<Option<Meta>, Fault> {
    let stored = state.store.table(id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    Ok(serde_json::from_str(&stored.meta).ok())
}

/// The log as everybody may have it.
pub async fn log_text(state: &AppState, id: &str) -> Result<String, Fault> {
    let live = state.tables.get(state, id)?;
    let sat = live.sit(state).await;
    let stored = state.store.table(id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    // What the rules do not go on with is part of the log all the same, and whether it is over the store knows.
    let kept = |todays: bool| {
        let over = stored.state == TableState::Over && !todays;
        (if over { stored.header.clone() } else { veiled(&stored.header) }, over, u32::MAX)
    };
    let (header, over, n) = match sat {
        // Others may still be playing the same luck.
        Ok(sitting) if sitting.table.frozen().is_some() => kept(sitting.meta.is_todays()),
        Ok(sitting) if sitting.meta.is_todays() => {
            (veiled(&sitting.table.public_header()), false, sitting.table.n())
        }
        Ok(sitting) => (sitting.table.public_header(), sitting.table.outcome().is_some(), sitting.table.n()),
        Err(fault) if fault.code == CLOSED => {
            kept(serde_json::from_str::<Meta>(&stored.meta).is_ok_and(|meta| meta.is_todays()))
        }
        Err(fault) => return Err(fault),
    };
    let seal = seal_key(&stored.header);
    let entries = state.store.entries(id, 0).await?;
    let mut text = header;
    text.push('\n');
    for (i, line) in entries.iter().take(n as usize).enumerate() {
        if over {
            text.push_str(line);
        } else {
            // What was decided stays sealed: a plain hash could be guessed. With the seed anyone can check the seal.
            let sealed = blake3::keyed_hash(&seal, line.as_bytes()).to_hex();
            text.push_str(&json!({ "n": i + 1, "sealed": sealed.as_str() }).to_string());
        }
        text.push('\n');
    }
    Ok(text)
}

/// The key of the seals of a running game's log: derived from the seeds, which are published after the end.
fn seal_key(sealed_header: &str) -> [u8; 32] {
    let header: Value = serde_json::from_str(sealed_header).unwrap_or_default();
    let seeds: Vec<&str> =
        header["luck"].as_array().into_iter().flatten().filter_map(|s| s["seed"].as_str()).collect();
    blake3::derive_key("klaxon 2026 log seal", seeds.join(" ").as_bytes())
}
