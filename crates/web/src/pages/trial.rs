//! *Try*: a position, a few decisions, chosen dice, and what comes of it.

use super::{Frame, Page};
use crate::{boards, error::PageFault, markdown::rule_link, person::Who};
use axum::Form;
use klaxon_catalog::{TrialReport, TrialRow, try_script};
use klaxon_core::Audience;
use maud::{Markup, html};
use serde::Deserialize;
use std::panic::catch_unwind;

/// What is filled in at first.
const EXAMPLE: &str = "\
# Who is right? Describe the position, then what is decided.
game red-alert
given
  F6 asteroid
  cw G6 standard-cruiser ordered
  cw I8 standard-destroyer ordered
  cf D6 standard-battleship
  phase movement cw
dice red-alert
do cw: move G6 F6
expect cw F6 standard-cruiser ordered moved alert
refuses RA-9.10 cw: move F6 E6
do cw: end-movement
dice square star
do cw: attack F6 D6
expect cf D6 standard-battleship x2
";

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

/// `GET /try`
pub async fn form(who: Who) -> Page {
    draw(&who, EXAMPLE, &html! {})
}

/// `POST /try`
pub async fn run(who: Who, Form(form): Form<TryForm>) -> Result<Page, PageFault> {
    let result = report(form.script.clone()).await;
    let result = match &result {
        Ok(report) => html! { (outcome(report)) },
        Err(text) => html! { section.result { h2 { "This cannot be tried" } p.bad role="alert" { (text) } } },
    };
    Ok(draw(&who, &form.script, &result))
}

/// Runs a script away from the threads that serve pages. A panic of the rules is an answer, too.
pub async fn report(script: String) -> Result<TrialReport, String> {
    let run = tokio::task::spawn_blocking(move || catch_unwind(|| try_script(&script)));
    match run.await {
        Ok(Ok(Ok(report))) => Ok(report),
        Ok(Ok(Err(mistake))) => Err(mistake.to_string()),
        Ok(Err(_)) | Err(_) => Err("the rules could not carry this out: a fault in the program".into()),
    }
}

fn draw(who: &Who, script: &str, result: &Markup) -> Page {
    let middle = html! {
        div.trying {
            h1 { "Try a situation" }
            p.lead { "Set up any position, play a few decisions with chosen dice, and see what happens and why. "
                "Every line says which " a href="/rules" { "rule" } " is behind it." }
            details {
                summary { "How to write it" }
                dl.language { @for (word, text) in LANGUAGE { div { dt { code { (word) } } dd { (text) } } } }
                p.soft { "A line after " code { "#" } " is a remark. After a run the position is printed back in the same language: copy it to go on." }
            }
            form method="post" action="/try" {
                label for="script" { "Situation" }
                textarea #script name="script" rows="14" spellcheck="false" maxlength="20000" { (script) }
                button.primary type="submit" { "Run" }
            }
            (result)
        }
    };
    Frame { scripts: &["page.js"], ..Frame::new("Try", "try", who.0.as_ref()) }.html(&middle)
}

fn outcome(report: &TrialReport) -> Markup {
    html! {
        section.result #result {
            h2 { @if report.passed { "Everything came out as written" } @else { "Not everything came out as written" } }
            ol.steps { @for row in &report.steps { (step(report.game, row)) } }
            @if let Some(board) = boards::of_state(report.game, &report.state) {
                h2 { "The position afterwards" }
                div.frame tabindex="0" role="region" aria-label="Board" {
                    svg #board viewBox=(board.view_box) role="group" aria-label=(board.label) {
                        @if let Some(defs) = &board.defs { (defs) }
                        @for (_, layer) in &board.layers { (layer) }
                    }
                }
            }
            @if let Some(situation) = &report.situation {
                h2 { "The same as a situation" }
                pre.situation tabindex="0" { (situation) }
            }
        }
    }
}

fn step(game: &str, row: &TrialRow) -> Markup {
    html! {
        li.failed[row.failure.is_some()] {
            p.words { code { (row.words) } " " span.soft { "line " (row.line) } }
            @for event in &row.events {
                p.event {
                    (event.line.text)
                    @if let Some(luck) = &event.luck { span.faces.small role="img" aria-label=(luck.dice.join(", ")) { @for face in &luck.dice { (boards::die(game, face)) } } }
                    @if let Some(rule) = event.line.rule { " " (rule_link(rule.as_str())) }
                    @match event.to {
                        Audience::All => {}
                        Audience::Seats(seats) => { span.soft { " only to seats " (format!("{seats:?}")) } }
                        Audience::Others(seats) => { span.soft { " to all but seats " (format!("{seats:?}")) } }
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
