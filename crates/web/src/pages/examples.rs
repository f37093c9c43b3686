//! Examples of a rule: what is allowed and what is not, as the rule tests try it. What is said of them is made by trying them.

use crate::{
    drawing,
    ending::picture,
    error::{Fault, PageFault, sentence},
    markdown::rule_link,
    state::AppState,
};
use axum::{
    extract::{Path, State},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use klaxon_catalog::{
    examples::{self, Example},
    shelf, try_script,
};
use klaxon_core::{RuleId, ledger::Rule};
use maud::{Markup, html};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

/// The most sentences that are told of what happens.
const MOST_TOLD: usize = 4;

/// What an example shows, in words.
#[derive(Clone, Debug)]
pub struct Caption {
    example: &'static Example,
    /// Who decides what, one after the other.
    decisions: Vec<String>,
    /// What comes of the last one: why it is refused, or what happens.
    told: Vec<(String, Option<RuleId>)>,
    /// Is there a position before and one after?
    moves: bool,
}

/// They are the same for everybody, and made when somebody asks first.
static MADE: LazyLock<Mutex<BTreeMap<String, Arc<[Caption]>>>> = LazyLock::new(Mutex::default);

/// The examples of a rule.
pub async fn of_rule(state: &AppState, rule: &str) -> Result<Arc<[Caption]>, Fault> {
    let all = make(state, vec![rule.to_owned()]).await?;
    Ok(all.get(rule).cloned().unwrap_or_default())
}

/// Those of all rules of a game.
pub async fn of_game(state: &AppState, game: &str) -> Result<BTreeMap<String, Arc<[Caption]>>, Fault> {
    let rules = shelf::ledger(game).into_iter().flat_map(|ledger| ledger.rules());
    make(state, rules.map(|rule| rule.id.clone()).collect()).await
}

async fn make(state: &AppState, rules: Vec<String>) -> Result<BTreeMap<String, Arc<[Caption]>>, Fault> {
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let missing: Vec<String> = {
        let made = made();
        rules.iter().filter(|rule| !made.contains_key(*rule)).cloned().collect()
    };
    if !missing.is_empty() {
        let work = move || {
            let captions = |rule: &String| examples::of(rule).iter().filter_map(caption).collect();
            missing.iter().map(|rule| (rule.clone(), captions(rule))).collect::<Vec<_>>()
        };
        let new =
            state.shares.long(work).await?.ok_or_else(|| Fault::ours("an example could not be tried"))?;
        made().extend(new);
    }
    let made = made();
    Ok(rules.into_iter().filter_map(|rule| Some((rule.clone(), made.get(&rule)?.clone()))).collect())
}

fn caption(example: &'static Example) -> Option<Caption> {
    let report = try_script(example.script, None).ok()?;
    let decided: Vec<_> = report.steps.iter().filter(|row| row.action.is_some()).collect();
    let decisions = decided.iter().filter_map(|row| row.label.clone()).collect();
    let told = match decided.last() {
        Some(row) => match &row.refusal {
            Some(refusal) => vec![(sentence(&refusal.text), refusal.rule)],
            None => {
                let told = row.events.iter().map(|event| (event.line.text.clone(), event.line.rule));
                told.take(MOST_TOLD).collect()
            }
        },
        None => Vec::new(),
    };
    Some(Caption { example, decisions, told, moves: !decided.is_empty() && !example.is_refused() })
}

/// The examples under a rule, folded.
pub fn draw(rule: &Rule, captions: &[Caption]) -> Markup {
    html! {
        @for (n, caption) in captions.iter().enumerate() {
            @let (word, class) = shows(caption);
            details.example {
                summary { "Example: " span class={ "shows " (class) } { (word) } @if !caption.example.title.is_empty() { " · " (caption.example.title) } }
                @for decision in &caption.decisions { p.decision { (decision) } }
                @for (text, rule) in &caption.told {
                    p.told { (text) @if let Some(rule) = rule { " " (rule_link(rule.as_str())) } }
                }
                div.pictures {
                    (image(rule, n, "before", if caption.moves { "The position before" } else { "The position" }))
                    @if caption.moves { (image(rule, n, "after", "The position after")) }
                }
                p { a href={ "/try?rule=" (rule.id) "&n=" (n) } { "Try it" } }
            }
        }
    }
}

fn shows(caption: &Caption) -> (&'static str, &'static str) {
    match (caption.example.is_refused(), caption.decisions.is_empty()) {
        (true, _) => ("not allowed", "bad"),
        (false, false) => ("allowed", "good"),
        (false, true) => ("so it stands", "good"),
    }
}

fn image(rule: &Rule, n: usize, when: &str, alt: &str) -> Markup {
    html! {
        figure {
            img loading="lazy" width="800" height="560" src={ "/rules/" (rule.id) "/" (n) "/" (when) ".svg" } alt=(alt);
            figcaption { (alt) }
        }
    }
}

/// `GET /rules/{rule}/{n}/before.svg` and `after.svg`
pub async fn picture(
    State(state): State<AppState>,
    Path((rule, n, picture)): Path<(String, usize, String)>,
) -> Result<Response, PageFault> {
    let missing = || Fault::missing("there is no such picture");
    let example = examples::of(&rule).get(n).ok_or_else(missing)?;
    let script = match picture.as_str() {
        "before.svg" => example.before().unwrap_or_else(|| example.script.into()),
        "after.svg" => example.script.into(),
        _ => return Err(missing().into()),
    };
    let work = move || {
        let report = try_script(&script, None).ok()?;
        let board = drawing::of_state(report.game, &report.state)?;
        picture::board_alone(report.game, &board).plain().ok()
    };
    let drawn = state.shares.long(work).await?.flatten();
    let svg = drawn.ok_or_else(|| Fault::ours("an example could not be drawn"))?;
    let mut response = svg.into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml; charset=utf-8"));
    out.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(picture::POLICY));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    Ok(response)
}
