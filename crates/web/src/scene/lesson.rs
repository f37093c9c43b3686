//! A lesson as a step in the rail: what it says, what is to be done, and where it leads.

use super::Look;
use crate::{
    markdown::{inline, rule_link},
    table::stage_of,
    wish::Wish,
};
use klaxon_catalog::{academy, shelf};
use maud::{Markup, html};

pub(super) fn lesson(look: &Look<'_>) -> Markup {
    if look.loaded.meta.puzzle.is_some() {
        return super::puzzle::puzzle(look);
    }
    let Some(learning) = &look.loaded.meta.lesson else { return html! { div #lesson hidden {} } };
    let game = look.loaded.table.game_id();
    let all = format!("/learn/{game}");
    let Some((taught, guide)) = stage_of(look.loaded) else {
        return html! {
            section #lesson .lesson aria-label="Lesson" {
                p { "This lesson has been rewritten since you began it." }
                div.tools { a.button.primary href=(all) { "All lessons" } }
            }
        };
    };
    let at = learning.at.step;
    let (lesson, of) = (&taught.lesson, taught.lesson.steps.len());
    let before = at.checked_sub(1).and_then(|i| lesson.steps.get(i)).map_or("", |step| step.praise.as_str());
    let mine = look.eyes.seat.is_some() && look.eyes.seat == guide.learner();
    html! {
        section #lesson .lesson.done[guide.step().is_none()] aria-label="Lesson" {
            p.where {
                a href=(all) { "Lesson " (taught.number) } " "
                @if guide.step().is_some() { span.soft { "step " (at + 1) " of " (of) } } @else { span.soft { "done" } }
                progress max=(of) value=(at) aria-label="Steps done" {}
            }
            // What it says to a mistake stands where one reads, not over the board.
            div.slip role="alert" {
                @if let Some(note) = &look.ui.note { p { (note.text) @if let Some(rule) = &note.rule { " " (rule_link(rule)) } } }
            }
            div role="status" aria-live="polite" {
                @if !before.is_empty() { p.praise { (inline(before)) } }
                @match guide.step() {
                    Some(step) => {
                        @if at == 0 { p.say { (inline(&lesson.say)) } }
                        h2 #lesson-title tabindex="-1" { (step.title) }
                        @if !step.say.is_empty() { p.say { (inline(&step.say)) } }
                    }
                    None => h2 { "Done: " (lesson.title) }
                }
            }
            div.tools {
                @match guide.step() {
                    Some(step) if mine && step.goal.is_empty() => { button.primary type="button" id="read-on" data-do=(Wish::ReadOn.text()) { "Next" } }
                    Some(_) if mine => { button.small type="button" id="show-me" data-do=(Wish::ShowMe.text()) { "Show me" } }
                    Some(_) => {}
                    None => (next(game, taught.id))
                }
                form method="post" action={ "/learn/" (game) "/" (taught.id) } {
                    input type="hidden" name="step" value=(if guide.step().is_some() { at } else { 0 });
                    button.small.quiet type="submit" { @if guide.step().is_some() && at > 0 { "Step again" } @else { "Begin again" } }
                }
                @if guide.step().is_some() { (skip(game, taught.id)) }
            }
        }
    }
}

/// After a lesson: the next one, or the first scenario.
fn next(game: &str, id: &str) -> Markup {
    match academy::after(game, id) {
        Some(next) => html! {
            form method="post" action={ "/learn/" (game) "/" (next.id) } {
                button.primary type="submit" id="next-lesson" data-focus { "Next: " (next.lesson.title) }
            }
        },
        None => html! {
            form method="post" action={ "/play/" (game) } {
                button.primary type="submit" id="next-lesson" data-focus { "Next: play " (first_scenario(game)) }
            }
        },
    }
}

fn skip(game: &str, id: &str) -> Markup {
    html! { @match academy::after(game, id) {
        Some(next) => form method="post" action={ "/learn/" (game) "/" (next.id) } { button.small.quiet type="submit" title="On to the next lesson" { "Skip" } },
        None => a.button.small.quiet href={ "/learn/" (game) } title="To all lessons" { "Skip" },
    } }
}

fn first_scenario(game: &str) -> String {
    shelf::menu(game)
        .and_then(|menu| menu.scenarios.first())
        .map_or_else(|| "a game".into(), |scenario| scenario.name.clone())
}
