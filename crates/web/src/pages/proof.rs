//! The proof of the dice: what was promised before the first card, the seal of every entry, and after the end all of it
//! computed anew in the browser.

use super::{
    Frame, Page,
    table::{closed, log_text},
};
use crate::{
    error::{Fault, PageFault},
    person::Who,
    state::AppState,
    table::CLOSED,
};
use axum::{
    Json,
    extract::{Path, State},
};
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Viewer, Witness};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio::sync::Semaphore;

/// Whole games are played again for their proof: not many at a time, so that tables are not kept waiting.
static AT_A_TIME: Semaphore = Semaphore::const_new(2);

/// `GET /t/{table}/proof`
pub async fn page(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Page, PageFault> {
    let live = state.tables.get(&state, &id)?;
    let sitting = match live.sit(&state).await {
        Err(fault) if fault.code == CLOSED => return closed(&state, &id, &fault, &who).await,
        sat => sat?,
    };
    sitting.meta.may_look(who.id(), sitting.meta.seats_of(who.id()))?;
    let game = sitting.table.game_id();
    drop(sitting);
    let log = log_text(&state, &id).await?;
    let mut lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let header = lines.next().ok_or_else(|| Fault::ours("a log without a first line"))?;
    let entries: Vec<Value> = lines.collect();
    let stretches: Vec<&Value> = header["luck"].as_array().into_iter().flatten().collect();
    let published = stretches.iter().all(|stretch| stretch["seed"].is_string());
    let name = shelf::game(game).map_or(game, |c| c.name);
    let file = format!("klaxon-{id}.jsonl");
    let middle = html! {
        div.narrow.dice-proof data-table=(id) data-published=(published) {
            p.crumb { a href={ "/t/" (id) } { (name) } " / Dice proof" }
            h1 { "Dice proof" }
            p.lead {
                "All luck of a table comes from one secret number, its " em { "seed" } ", drawn before the first card. This "
                em { "commitment" } " was published then. Nobody can find another seed that fits it, so nobody can choose the dice later."
            }
            @for stretch in &stretches { (promise(stretch, stretches.len() > 1)) }
            p #noted .soft role="status" {}
            @if published { (after_the_end(&file)) } @else { (while_it_runs(&id, &file, entries.len())) }
            h2 { "By command" }
            pre tabindex="0" { "klaxon verify " (file) }
            p {
                a href={ "/t/" (id) "/log" } download=(file) { "Download the log" } ", then run this beside it. It plays the whole game again by the rules: that every "
                "decision was allowed, that the rules asked for just these draws, and that every position was what the log says. That needs the rules, "
                "so only the program does it" @if !published { "; while the game runs it says " em { "sealed, still running" } } "."
            }
            (seals(&entries, published))
        }
    };
    let frame =
        Frame { scripts: &["page.js", "proof.js"], ..Frame::new("Dice proof", "proof", who.0.as_ref()) };
    Ok(frame.html(&middle))
}

fn promise(stretch: &Value, several: bool) -> Markup {
    html! {
        dl.facts.promise {
            @if several { div { dt { "From step" } dd { (stretch["from"]) } } }
            div { dt { "Commitment" } dd { code.commitment { (stretch["commitment"].as_str().unwrap_or_default()) } } }
            div { dt { "Seed" } dd {
                @if let Some(seed) = stretch["seed"].as_str() { code { (seed) } } @else { "is published after the end" }
            } }
        }
    }
}

fn while_it_runs(id: &str, file: &str, entries: usize) -> Markup {
    html! {
        h2 { "Sealed, still running" }
        p {
            "Until the end every entry of the log is shown by its seal alone: whoever keeps the seals can check afterwards that nothing was changed. "
            a href={ "/t/" (id) "/log" } download=(file) { "Keep the log as it is now" } " (" (entries) @if entries == 1 { " entry" } @else { " entries" }
            "); when the game is over this page compares it."
        }
    }
}

fn after_the_end(file: &str) -> Markup {
    html! {
        h2 { "Check it yourself" }
        p { "The game is over and its seed is published. Your browser now computes, without the rules and without trusting this server: " }
        ol #verdict .verdict aria-live="polite" {
            li #check-commitment { "that the seed is the one committed to" }
            li #check-draws { "every number that was drawn, from seed and step" }
            li #check-digests { "the digest of every entry: what was decided, who was asked next, what was drawn, how it ended" }
        }
        noscript { p { "This needs JavaScript; the command below does not." } }
        p {
            label for="kept" { "Did you keep the log while the game ran? Compare its seals: " }
            input #kept type="file" accept=".jsonl";
        }
        p #check-seals role="status" {}
        h2 { "Every throw and shuffle" }
        p.soft { "Each number is one draw, “which of how many”. Ships, cards and faces behind the numbers are the rules' business: the sentences are what the table told. Shuffles draw once for every card." }
        div.scroll tabindex="0" role="region" aria-label="Draws" {
            table.draws {
                thead { tr { th scope="col" { "Step" } th scope="col" { "Told" } th scope="col" { "Drawn" } th scope="col" { "Computed anew" } } }
                tbody #draws {}
            }
        }
        p.soft { "The file is called " code { (file) } "." }
    }
}

/// The seal of each entry, as it stands in the log now.
fn seals(entries: &[Value], published: bool) -> Markup {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    html! {
        h2 { "The seal of each entry" }
        @if entries.is_empty() { p { "Nothing has been decided yet." } }
        @else {
            div.scroll tabindex="0" role="region" aria-label="Seals" {
                table.seals {
                    thead { tr {
                        th scope="col" { "Entry" }
                        @if published { th scope="col" { "Hash of the position" } th scope="col" { "Digest" } } @else { th scope="col" { "Seal" } }
                    } }
                    tbody {
                        @for entry in entries { tr {
                            th scope="row" { (entry["n"]) }
                            @if published { td { code { (text(&entry["hash"])) } } td { code { (text(&entry["digest"])) } } }
                            @else { td { code { (text(&entry["sealed"])) } } }
                        } }
                    }
                }
            }
        }
    }
}

/// `GET /t/{table}/proof.json`: what was drawn and who was asked at each entry of a finished game, and what was told.
pub async fn facts(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Json<Value>, Fault> {
    let live = state.tables.get(&state, &id)?;
    let sitting = live.sit(&state).await?;
    sitting.meta.may_look(who.id(), sitting.meta.seats_of(who.id()))?;
    if sitting.table.outcome().is_none() || sitting.meta.is_todays() || sitting.table.frozen().is_some() {
        return Err(Fault::conflict("running", "the luck of a game is published after its end"));
    }
    drop(sitting);
    let stored = state.store.table(&id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let entries = state.store.entries(&id, 0).await?;
    let _place = AT_A_TIME.acquire().await.map_err(Fault::ours)?;
    // Playing a game again is work for a thread that serves nobody.
    let told = tokio::task::spawn_blocking(move || {
        let witness = Table::witness(&stored.header, &entries)?;
        let table = Table::resume(&stored.header, None, &entries)?;
        let mut said: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
        for line in table.said(Viewer::Everything, 0) {
            let dice = line.luck.map(|luck| luck.dice);
            said.entry(line.step).or_default().push(json!({ "text": line.line.text, "dice": dice }));
        }
        Ok((witness, said))
    });
    let (witness, said) = told
        .await
        .map_err(Fault::ours)?
        .map_err(|parting: klaxon_core::log::Parting| Fault::conflict("closed", parting.to_string()))?;
    Ok(Json(json!({ "facts": witness.iter().map(fact).collect::<Vec<Value>>(), "said": said })))
}

fn fact(witness: &Witness) -> Value {
    let drawn: Vec<(u32, u32)> = witness.drawn.iter().map(|draw| (draw.which, draw.of)).collect();
    let over = witness
        .outcome
        .as_ref()
        .map(|end| json!({ "winners": end.winners.0, "draw": end.draw, "score": end.score }));
    json!({ "n": witness.n, "step": witness.step, "asked": witness.asked.0, "drawn": drawn, "over": over })
}
