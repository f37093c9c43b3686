//! How a game ended, and what comes after it.

use super::Look;
use crate::table::can_swap;
use klaxon_catalog::shelf;
use klaxon_core::{Outcome, SeatSet};
use maud::{Markup, html};

/// How it ended.
pub(super) fn ended(look: &Look<'_>, outcome: &Outcome) -> Markup {
    let table = &look.loaded.table;
    let names = |set: SeatSet| set.iter().map(|s| table.seat_name(s)).collect::<Vec<_>>().join(" and ");
    // Whoever plays both sides on one device has not beaten himself.
    let held = look.eyes.held;
    let won = !held.is_empty() && held.iter().all(|seat| outcome.winners.has(seat));
    let scenario = shelf::menu(table.game_id())
        .and_then(|menu| menu.scenarios.into_iter().find(|s| s.name == look.loaded.meta.title).map(|s| s.id));
    html! {
        section #ask .ask.ended aria-label="How it ended" {
            p #prompt .prompt aria-live="polite" {
                @if outcome.draw { strong { "A draw. " } }
                @else if outcome.winners.is_empty() { strong { "Lost. " } }
                @else if won { strong { "You win! " } }
                // Most reasons name the winner themselves.
                @else if !outcome.text.starts_with(&names(outcome.winners)) { strong { (names(outcome.winners)) (if outcome.winners.len() == 1 { " wins. " } else { " win. " }) } }
                (crate::error::sentence(&outcome.text))
                @if let Some(score) = outcome.score { " Score: " (score) "." }
            }
            div.tools {
                a.button.primary href={ "/t/" (look.live.id) "/replay" } { "Replay" }
                a.button href={ "/t/" (look.live.id) "/log" } download={ "klaxon-" (look.live.id) ".jsonl" } { "Log" }
                a.button href={ "/t/" (look.live.id) "/proof" } { "Dice proof" }
                @if !may_again(look) {
                    a.button href={ "/open/" (table.game_id()) "?seats=" (table.seats()) @if let Some(id) = scenario { "&scenario=" (id) } } { "Open a table like this" }
                }
            }
            @if may_again(look) { (again(look)) }
        }
    }
}

/// Those who played play again at one table; a game of the day is one try.
fn may_again(look: &Look<'_>) -> bool {
    let meta = &look.loaded.meta;
    let played = !look.eyes.held.is_empty() || meta.is_owner(look.person);
    played && meta.daily.is_none() && look.loaded.stopped().is_none()
}

/// The next game of the same people: somebody opens it, the others sit down.
fn again(look: &Look<'_>) -> Markup {
    match &look.loaded.meta.again {
        Some(next) => html! {
            p #again .offer role="status" {
                span { strong { (next.by) } " has opened another game: your seat is waiting." }
                a.button.primary href={ "/t/" (next.table) } { "Sit down" }
            }
        },
        None => html! {
            form #again .again method="post" action={ "/t/" (look.live.id) "/again" } {
                button type="submit" { "Play again" }
                @if can_swap(&look.loaded.table) { label.radio { input type="checkbox" name="swap" value="yes"; span { "with sides swapped" } } }
            }
        },
    }
}
