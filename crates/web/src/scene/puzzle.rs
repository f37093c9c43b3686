//! A puzzle in the rail: what is to be found, what was wrong with a try, and what came of it.

use super::Look;
use crate::{
    markdown::rule_link,
    table::{Trying, puzzle_of},
    wish::Wish,
};
use maud::{Markup, html};

pub(super) fn puzzle(look: &Look<'_>) -> Markup {
    let game = look.loaded.table.game_id();
    let all = format!("/puzzles/{game}");
    let Some(trying) = puzzle_of(look.loaded) else {
        return html! {
            section #lesson .lesson aria-label="Puzzle" {
                p { "This puzzle has been made anew since you began it." }
                div.tools { a.button.primary href=(all) { "All puzzles" } }
            }
        };
    };
    let (posed, of) = (trying.posed, trying.posed.puzzle.line.len());
    let mine = look.eyes.seat == Some(trying.seat());
    let over = trying.step().is_none();
    html! {
        section #lesson .lesson.puzzle.done[over] aria-label="Puzzle" {
            p.where {
                a href=(all) { "Puzzle " (posed.number) } " "
                span.soft { (posed.puzzle.theme.words(game)) ", " (posed.difficulty()) @if of > 1 { ", " (of) " decisions" } }
                @if of > 1 { progress max=(of) value=(trying.done) aria-label="Decisions found" {} }
            }
            div.slip role="alert" {
                @if let Some(note) = &look.ui.note { p { (note.text) @if let Some(rule) = &note.rule { " " (rule_link(rule)) } } }
            }
            div role="status" aria-live="polite" {
                @if let Some(found) = trying.done.checked_sub(1) { (praise(&trying, found)) }
                @if over { (result(&trying)) } @else {
                    h2 #lesson-title tabindex="-1" {
                        "You are " (look.loaded.table.seat_name(trying.seat())) ": find the best decision"
                        @if trying.done > 0 { " that comes next" }
                    }
                    @if trying.done == 0 {
                        p.say { @if of > 1 { "A line of " (of) " decisions: each time one" } @else { "One" } " choice is clearly better than all others, by what you can know here." @if !posed.puzzle.rule.is_empty() { " " (rule_link(&posed.puzzle.rule)) } }
                    }
                }
            }
            div.tools {
                @if over {
                    form method="post" action={ (all) "/next" } { button.primary type="submit" id="next-puzzle" data-focus { "Next puzzle" } }
                } @else if mine {
                    button.small type="button" id="show-me" data-do=(Wish::ShowMe.text()) { "Show me" }
                }
                @if mine && super::more::has_words(look) { a.button.small.quiet href={ "/t/" (look.live.id) "/try?seat=" (trying.seat()) } { "Try this position" } }
                @if trying.done > 0 { form method="post" action={ (all) "/" (posed.puzzle.id) } { button.small.quiet type="submit" { "Begin again" } } }
                a.button.small.quiet href=(all) { "All puzzles" }
            }
        }
    }
}

/// Why a decision that was found is right.
fn praise(trying: &Trying<'_>, found: usize) -> Markup {
    let Some(step) = trying.posed.puzzle.line.get(found) else { return html! {} };
    let percent = |worth: i32| (worth.clamp(0, 1000) + 5) / 10;
    html! {
        p.praise {
            "Right: " (percent(step.worth)) " of 100 from here, against " (percent(step.worth - step.margin)) " for the next best."
            @if !step.why.is_empty() { " It is good because " (step.why) "." }
        }
    }
}

/// How it ended.
fn result(trying: &Trying<'_>) -> Markup {
    let so_far = trying.so_far;
    html! {
        h2 #lesson-title tabindex="-1" { @if so_far.shown { "This was the solution" } @else if so_far.missed { "Found, after a wrong try" } @else { "Solved" } }
        @match so_far.counted {
            Some(counted) => p {
                "Your rating is " strong { (counted.rating) } " (" (signed(counted.gain)) ")."
                @if counted.streak > 1 { " " (counted.streak) " solved in a row." }
            },
            None if so_far.person.is_some() => p.soft { "Only your first try at a puzzle counts." },
            None => {}
        }
    }
}

fn signed(gain: i32) -> String {
    if gain < 0 { format!("−{}", -gain) } else { format!("+{gain}") }
}
