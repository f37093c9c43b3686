//! The ledgers as pages: chapters with anchors, one rule for the drawer, search.

use super::{
    Frame, Page,
    examples::{self, Caption},
};
use crate::{
    boards::around,
    error::{Fault, PageFault},
    markdown,
    person::Who,
    state::AppState,
};
use axum::{
    extract::{Path, Query, State},
    response::{Html, IntoResponse, Redirect, Response},
};
use klaxon_catalog::{
    search::{Hit, search},
    shelf::{self, Cover},
};
use klaxon_core::{
    Edition,
    ledger::{Block, Chapter, Ledger, Rule},
};
use maud::{Markup, html};
use serde::Deserialize;
use std::{collections::BTreeMap, sync::Arc};

/// The most rules that a search shows.
const MOST_FOUND: usize = 60;

/// What the address of a rules page may ask.
#[derive(Deserialize, Default, Debug)]
pub struct Asked {
    /// Words to search for.
    #[serde(default)]
    q: String,
    /// The game whose rules are searched; all of them without it.
    #[serde(default)]
    game: String,
    /// `1` for the bare text of one rule, for the drawer.
    #[serde(default)]
    part: u8,
    /// The edition of the table that one comes from.
    edition: Option<Edition>,
}

/// `GET /rules`
pub async fn index(Query(asked): Query<Asked>, who: Who) -> Page {
    let (q, game) = (asked.q.trim(), shelf::game(&asked.game));
    let middle = html! {
        div.narrow.rules {
            h1 { "Rules" }
            p.lead { "Every rule has a number. The games enforce them, refusals cite them, and these are our own words for them." }
            (search_form(q, game))
            @if q.is_empty() {
                ul.games {
                    @for cover in shelf::games() {
                        @if let Some(ledger) = shelf::ledger(cover.id) {
                            li { a.choice href={ "/rules/" (cover.id) } {
                                strong { (cover.name) }
                                span { (ledger.rules().count()) " rules, " (cover.prefix) "-1.1 and on" }
                            } }
                        }
                    }
                }
            } @else { (results(q, game)) }
        }
    };
    Frame::new("Rules", "rules", who.0.as_ref()).html(&middle)
}

fn search_form(q: &str, game: Option<&Cover>) -> Markup {
    html! {
        form.row.search method="get" action="/rules" role="search" {
            label.hidden for="q" { "Search the rules" }
            input #q name="q" type="search" value=(q) placeholder="asteroid, retire, RA-7.4 …" maxlength="80";
            @if let Some(cover) = game { input type="hidden" name="game" value=(cover.id); }
            button type="submit" { "Search" }
        }
    }
}

fn results(q: &str, game: Option<&'static Cover>) -> Markup {
    let found = search(q, game.map(|cover| cover.id));
    html! {
        p role="status" {
            @match found.len() {
                0 => { "No rule speaks of this." }
                1 => { "One rule." }
                n if n > MOST_FOUND => { "The best " (MOST_FOUND) " of " (n) " rules." }
                n => { (n) " rules, the best first." }
            }
            @if let Some(cover) = game { " Of " (cover.name) ": " a href={ "/rules?q=" (encoded(q)) } { "search all games" } "." }
        }
        @for Hit { cover, rule, chapter } in found.iter().take(MOST_FOUND) {
            div.rule-line {
                p { a.id href={ "/rules/" (cover.id) "#" (rule.id) } { (rule.id) } " " (markdown::rule_text(&rule.text)) }
                p.soft { (cover.name) " · " (markdown::plain(chapter)) }
            }
        }
    }
}

/// A question as a part of an address.
fn encoded(q: &str) -> String {
    let letter =
        |b: u8| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") };
    q.bytes().map(letter).collect()
}

/// `GET /rules/{game or rule}`
pub async fn show(
    State(state): State<AppState>,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
    who: Who,
) -> Result<Response, PageFault> {
    if let Some(cover) = shelf::game(&name)
        && let Some(ledger) = shelf::ledger(cover.id)
    {
        let captions = examples::of_game(&state, cover.id).await?;
        return Ok(ledger_page(cover, ledger, asked.edition, &captions, &who).into_response());
    }
    let nothing = || Fault::missing(format!("there is no rule and no game called {name}"));
    let cover = shelf::game_of_rule(&name).ok_or_else(nothing)?;
    let rule = shelf::ledger(cover.id).and_then(|l| l.rule(&name)).ok_or_else(nothing)?;
    if asked.part == 1 {
        let captions = examples::of_rule(&state, &rule.id).await?;
        return Ok(Html(drawer(cover, rule, asked.edition, &captions).into_string()).into_response());
    }
    let edition = asked.edition.map_or(String::new(), |edition| format!("?edition={edition}"));
    Ok(Redirect::to(&format!("/rules/{}{edition}#{}", cover.id, rule.id)).into_response())
}

/// One rule, for the drawer of a table's page.
fn drawer(cover: &Cover, rule: &Rule, edition: Option<Edition>, captions: &[Caption]) -> Markup {
    let chapter = shelf::ledger(cover.id).and_then(|ledger| {
        ledger
            .chapters
            .iter()
            .find(|c| c.blocks.iter().any(|b| matches!(b, Block::Rule(r) if r.id == rule.id)))
    });
    html! {
        article.drawn {
            h2 { (rule.id) }
            @if let Some(chapter) = chapter { p.soft { (cover.name) " · " (markdown::plain(&chapter.title)) } }
            p { (markdown::rule_text(words(rule, edition))) }
            (other_editions(rule, edition))
            @if is_newest(cover, edition) { (examples::draw(rule, captions)) }
            p { a href={ "/rules/" (cover.id) @if let Some(edition) = edition { "?edition=" (edition) } "#" (rule.id) } target="_blank" rel="noopener" { "The whole chapter" } }
            form.row.search method="get" action="/rules" target="_blank" role="search" {
                label.hidden for="drawer-q" { "Search the rules of this game" }
                input #drawer-q name="q" type="search" placeholder="Another rule …" maxlength="80";
                input type="hidden" name="game" value=(cover.id);
                button type="submit" { "Search" }
            }
        }
    }
}

/// The newest edition of all: what stands in a ledger last.
const NEWEST: Edition = Edition::new(u8::MAX).expect("it is not 0");

/// A rule's words in an edition, or the newest ones.
fn words(rule: &Rule, edition: Option<Edition>) -> &str {
    rule.words(edition.unwrap_or(NEWEST))
}

/// How a rule reads in the other editions, where it reads differently.
fn other_editions(rule: &Rule, edition: Option<Edition>) -> Markup {
    let editions = rule.editions();
    let shown = editions.iter().rposition(|(since, _)| *since <= edition.unwrap_or(NEWEST)).unwrap_or(0);
    html! {
        @for (i, (since, words)) in editions.iter().enumerate().filter(|(i, _)| *i != shown) {
            p.soft.edition { strong { @if i < shown { "Edition " (since) ": " } @else { "Since edition " (since) ": " } } (markdown::rule_text(words)) }
        }
    }
}

/// Which edition is shown, and what changed with each.
fn edition_note(cover: &Cover, edition: Option<Edition>) -> Markup {
    let revisions = shelf::revisions(cover.id);
    let newest = revisions.len() + 1;
    html! {
        @if !revisions.is_empty() {
            div.edition-note role="note" {
                @match edition.filter(|e| usize::from(e.number()) < newest) {
                    Some(edition) => p { strong { "Your table is played by edition " (edition) "." } " The rules are shown as they read there. " a href={ "/rules/" (cover.id) } { "Show edition " (newest) ", the newest" } }
                    None => p { strong { "Edition " (newest) }  ", by which new tables are played. Older tables keep theirs." }
                }
                ul { @for (i, revision) in revisions.iter().enumerate() {
                    li { "Edition " (i + 2) ": " (revision.text) @for rule in revision.rules { " " a.id href={ "#" (rule.as_str()) } { (rule.as_str()) } } }
                } }
            }
        }
    }
}

/// Examples are of the newest edition.
fn is_newest(cover: &Cover, edition: Option<Edition>) -> bool {
    edition.is_none_or(|edition| usize::from(edition.number()) > shelf::revisions(cover.id).len())
}

fn ledger_page(
    cover: &Cover,
    ledger: &Ledger,
    edition: Option<Edition>,
    captions: &BTreeMap<String, Arc<[Caption]>>,
    who: &Who,
) -> Page {
    let captions = |rule: &Rule| match captions.get(&rule.id) {
        Some(captions) if is_newest(cover, edition) => examples::draw(rule, captions),
        Some(_) | None => html! {},
    };
    let middle = html! {
        div.narrow.rules {
            p.crumb { a href="/rules" { "Rules" } " / " (cover.name) }
            h1 { (cover.name) }
            @let own = around(cover.id).pages;
            @if !own.is_empty() {
                p.links { @for page in own { a href=(page.href) { (page.title) } } }
            }
            (edition_note(cover, edition))
            (search_form("", Some(cover)))
            details.contents {
                summary { "Chapters" }
                ol { @for (i, chapter) in ledger.chapters.iter().enumerate() {
                    @if chapter.level == 2 { li { a href={ "#chapter-" (i) } { (markdown::plain(&chapter.title)) } } }
                } }
            }
            @for (i, chapter) in ledger.chapters.iter().enumerate() { (chapter_section(i, chapter, edition, &captions)) }
        }
    };
    Frame::new(cover.name, "rules", who.0.as_ref()).html(&middle)
}

fn chapter_section(
    i: usize,
    chapter: &Chapter,
    edition: Option<Edition>,
    captions: &dyn Fn(&Rule) -> Markup,
) -> Markup {
    // Neighbouring lines of text belong together: rows of a table, items of a list.
    let mut groups: Vec<Result<&Rule, Vec<&str>>> = Vec::new();
    for block in &chapter.blocks {
        match (block, groups.last_mut()) {
            (Block::Rule(rule), _) => groups.push(Ok(rule)),
            (Block::Text(text), Some(Err(lines))) => lines.push(text),
            (Block::Text(text), Some(Ok(_)) | None) => groups.push(Err(vec![text])),
        }
    }
    html! {
        section id={ "chapter-" (i) } {
            @if chapter.level == 2 { h2 { (markdown::inline(&chapter.title)) } } @else { h3 { (markdown::inline(&chapter.title)) } }
            @for group in &groups {
                @match group {
                    Ok(rule) => { div.rule-line id=(rule.id) {
                        p { a.id href={ "#" (rule.id) } { (rule.id) } " " (markdown::rule_text(words(rule, edition))) }
                        (other_editions(rule, edition))
                        (captions(rule))
                    } }
                    Err(lines) => { (markdown::sourceless(lines)) }
                }
            }
        }
    }
}
