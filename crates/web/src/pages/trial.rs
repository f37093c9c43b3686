//! *Try*: a position, a few decisions, chosen dice, and what comes of it.

use super::{Frame, Page};
use crate::{
    boards, carry, drawing,
    error::{Fault, PageFault},
    keys::random,
    markdown::{blocks, rule_link},
    person::Who,
    state::AppState,
};
use axum::{
    Form,
    extract::{Path, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use klaxon_catalog::{
    Table, TrialReport, TrialRow, examples, seat_word,
    shelf::{self, Cover},
    try_script,
};
use klaxon_core::{Audience, Seat, SeatSet};
use maud::{Markup, html};
use serde::Deserialize;
use std::panic::catch_unwind;

/// The frame that all games share, for the page.
const LANGUAGE: [(&str, &str); 6] = [
    ("game", "which game it is"),
    (
        "given",
        "the position, one indented line for each thing: features, units with their marks, hands, whose phase it is",
    ),
    ("dice", "the faces that the next dice show"),
    ("do", "a seat and its decision, which should be allowed"),
    ("expect", "something that should be true now, in the words of given"),
    ("refuses", "a decision that should not be allowed, and by which rule"),
];

/// The form's one field.
#[derive(Deserialize, Debug)]
pub struct TryForm {
    script: String,
}

/// What the address says.
#[derive(Deserialize, Default, Debug)]
pub struct Asked {
    #[serde(default)]
    game: String,
    /// An example of this rule, by its number.
    #[serde(default)]
    rule: String,
    #[serde(default)]
    n: usize,
    /// A situation that came along, packed.
    #[serde(default)]
    s: String,
}

/// `GET /try`, with an example of the game that is asked for.
pub async fn form(who: Who, Query(asked): Query<Asked>) -> Result<Page, PageFault> {
    if !asked.s.is_empty() {
        let script = carry::unpack(&asked.s)?;
        return Ok(draw(&who, named(&script), &script, &html! {}));
    }
    if let (Some(cover), Some(example)) =
        (shelf::game_of_rule(&asked.rule), examples::of(&asked.rule).get(asked.n))
    {
        return Ok(draw(&who, cover, example.script, &html! {}));
    }
    let cover = shelf::game(&asked.game).unwrap_or(&shelf::games()[0]);
    Ok(draw(&who, cover, cover.example, &html! {}))
}

/// `POST /try`
pub async fn run(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<TryForm>,
) -> Result<Page, PageFault> {
    let result = report(&state, form.script.clone()).await?;
    let result = match &result {
        Ok(report) => html! { (outcome(report)) },
        Err(text) => html! { section.result { h2 { "This cannot be tried" } p.bad role="alert" { (text) } } },
    };
    Ok(draw(&who, named(&form.script), &form.script, &result))
}

/// The game that a situation names.
fn named(script: &str) -> &'static Cover {
    let named = |c: &&Cover| script.lines().any(|l| l.trim() == format!("game {}", c.id));
    shelf::games().iter().find(named).unwrap_or(&shelf::games()[0])
}

/// Steps that are looked back for one whose position can be written down.
const LOOK_BACK: u32 = 60;

/// What the address of a step's position says.
#[derive(Deserialize, Default, Debug)]
pub struct AskedStep {
    step: Option<u32>,
    /// As which of one's seats, in a game that runs.
    seat: Option<u8>,
}

/// `GET /t/{table}/try`: the position after a step, as a situation. A situation has everything in it, also what is hidden: of a game that
/// runs it is one that the asker's seat could not tell from the true one, with all that it cannot know dealt anew.
pub async fn of_table(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(asked): Query<AskedStep>,
    who: Who,
) -> Result<Response, PageFault> {
    let live = state.tables.get(&state, &id)?;
    let sitting = live.sit(&state).await?;
    let seats = sitting.meta.seats_of(who.id());
    sitting.meta.may_look(who.id(), seats)?;
    let eyes = match sitting.is_open_book() {
        Ok(()) => None,
        Err(closed) => {
            let mine = |seat: &Seat| asked.seat.is_none_or(|wanted| seat.0 == wanted);
            Some(seats.iter().find(mine).ok_or(closed)?)
        }
    };
    let known = eyes.map(|seat| {
        let name = sitting.table.seat_name(seat);
        format!(", as {name} knows it: what is hidden from that seat was dealt anew")
    });
    let (last, good) = (sitting.table.step(), sitting.table.n());
    drop(sitting);
    let step = asked.step.unwrap_or(last).min(last);
    let stored = state.store.table(&id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let mut entries = state.store.entries(&id, 0).await?;
    entries.truncate(good as usize);
    // Luck of its own: what is dealt must not hang on the table's.
    let salt = u64::from_le_bytes(random::<8>());
    let find = move || situation_near(&stored.header, &entries, step, eyes.map(|seat| (seat, salt)));
    let found = state.shares.long(find).await?.flatten();
    let (at, text) = found.ok_or_else(|| {
        Fault::conflict(
            "unspeakable",
            "no position near this step can be written as a situation: try another step",
        )
    })?;
    let note =
        if at == step { String::new() } else { format!("; the language has no words for step {step}") };
    let script =
        format!("# The position after step {at} of table {id}{}{note}.\n{text}", known.unwrap_or_default());
    let cover = named(&script);
    Ok(match carry::pack(&script) {
        Some(word) => Redirect::to(&format!("/try?s={word}")).into_response(),
        None => draw(&who, cover, &script, &html! {}).into_response(),
    })
}

/// The position after a step, or after the nearest one before it that the game's language has words for: the true one, or one that a
/// seat could take for it.
fn situation_near(
    header: &str,
    entries: &[String],
    step: u32,
    eyes: Option<(Seat, u64)>,
) -> Option<(u32, String)> {
    for at in (step.saturating_sub(LOOK_BACK)..=step).rev() {
        let table = Table::as_of(header, entries, at).ok()?;
        let text = match eyes {
            Some((seat, salt)) => table.situation_for(seat, salt),
            None => table.situation(),
        };
        if let Some(text) = text {
            return Some((at, text));
        }
    }
    None
}

/// Runs a script away from the threads that serve pages. A panic of the rules is an answer, too.
pub async fn report(state: &AppState, script: String) -> Result<Result<TrialReport, String>, Fault> {
    let run = state.shares.long(move || catch_unwind(|| try_script(&script, None)));
    Ok(match run.await? {
        Some(Ok(Ok(report))) => Ok(report),
        Some(Ok(Err(mistake))) => Err(mistake.to_string()),
        Some(Err(_)) | None => Err("the rules could not carry this out: a fault in the program".into()),
    })
}

fn draw(who: &Who, game: &Cover, script: &str, result: &Markup) -> Page {
    let language: Vec<&str> = game.language.lines().skip(1).collect();
    let middle = html! {
        div.trying {
            h1 { "Try a situation" }
            p.lead { "Set up any position, play a few decisions with chosen dice, and see what happens and why. "
                "Every line says which " a href="/rules" { "rule" } " is behind it." }
            nav.as aria-label="Examples" {
                "An example of "
                @for cover in shelf::games() {
                    a.pill href={ "/try?game=" (cover.id) } aria-current=[(cover.id == game.id).then_some("true")] { (cover.name) }
                }
            }
            details {
                summary { "How to write it" }
                dl.language { @for (word, text) in LANGUAGE { div { dt { code { (word) } } dd { (text) } } } }
                h2 { (game.name) }
                (blocks(&language))
                p.soft { "A line after " code { "#" } " is a remark. After a run the position is printed back in the same language: copy it to go on." }
            }
            // What somebody says first about a situation is said to whoever opens it.
            @if let Some(remark) = script.lines().next().and_then(|line| line.strip_prefix("# ")) { p.lead #remark { (remark) } }
            form method="post" action="/try" {
                label for="script" { "Situation" }
                textarea #script name="script" rows="14" spellcheck="false" maxlength="20000" { (script) }
                div.row {
                    button.primary type="submit" { "Run" }
                    @if let Some(word) = carry::pack(script) {
                        button type="button" data-copy={ "/try?s=" (word) } { "Copy a link to this situation" }
                    }
                    button type="submit" formaction="/study/new" { "Make a study of it" }
                }
            }
            (result)
        }
    };
    Frame { game: Some(game.id), scripts: &["page.js"], ..Frame::new("Try", "try", who.0.as_ref()) }
        .html(&middle)
}

fn outcome(report: &TrialReport) -> Markup {
    html! {
        section.result #result {
            h2 { @if report.passed { "Everything came out as written" } @else { "Not everything came out as written" } }
            ol.steps { @for row in &report.steps { (step(report.game, row)) } }
            @if let Some(board) = drawing::of_state(report.game, &report.state) {
                h2 { "The position afterwards" }
                (board.frame())
                @if board.view_box.is_empty() { div.panels { @for (_, panel) in &board.panels { (panel) } } }
            }
            @if let Some(situation) = &report.situation {
                h2 { "The same as a situation" }
                pre.situation tabindex="0" { (situation) }
            }
        }
    }
}

/// Seats in the words of situations.
fn names(game: &str, seats: SeatSet) -> String {
    seats.iter().map(|seat| seat_word(game, seat)).collect::<Vec<_>>().join(", ")
}

fn step(game: &str, row: &TrialRow) -> Markup {
    html! {
        li.failed[row.failure.is_some()] {
            p.words { code { (row.words) } " " span.soft { "line " (row.line) } }
            @if let Some(label) = &row.label { p.soft { (label) } }
            @for event in &row.events {
                p.event {
                    (event.line.text)
                    @if let Some(luck) = &event.luck { span.faces.small role="img" aria-label=(luck.dice.join(", ")) { @for face in &luck.dice { (boards::die(game, face)) } } }
                    @if let Some(rule) = event.line.rule { " " (rule_link(rule.as_str())) }
                    @match event.to {
                        Audience::All => {}
                        Audience::Seats(seats) => { span.soft { " (only " (names(game, seats)) " is told)" } }
                        Audience::Others(seats) => { span.soft { " (all but " (names(game, seats)) " are told)" } }
                    }
                }
            }
            @if let Some(refusal) = &row.refusal {
                p.refusal { "Refused: " (refusal.text) @if let Some(rule) = refusal.rule { " " (rule_link(rule.as_str())) } }
            }
            @if let Some(failure) = &row.failure { p.bad { "But: " (failure) } }
            @else { p.good { "as written" } }
        }
    }
}
