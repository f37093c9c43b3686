//! How a game ended, and what comes after it: beside the board in a sentence, over the board in full.

use super::Look;
use crate::{
    ending::{self, Actions},
    pages::review::button,
    table::{Holder, can_swap},
};
use klaxon_core::{Outcome, SeatSet};
use maud::{Markup, html};

/// How it ended, in a sentence.
pub(super) fn ended(look: &Look<'_>, outcome: &Outcome) -> Markup {
    let table = &look.loaded.table;
    let names = |set: SeatSet| set.iter().map(|s| table.seat_name(s)).collect::<Vec<_>>().join(" and ");
    html! {
        section #ask .ask.ended aria-label="How it ended" {
            p #prompt .prompt tabindex="-1" aria-live="polite" {
                @match look.after {
                    Some(after) => { strong { (ending::verdict(&after.story, look.eyes.held)) ". " } (after.story.tale.cause) }
                    None => {
                        @if outcome.draw { strong { "A draw. " } }
                        // Most reasons name the winner themselves.
                        @else if !outcome.winners.is_empty() && !outcome.text.starts_with(&names(outcome.winners)) && table.seats() > 1 { strong { (names(outcome.winners)) (if outcome.winners.len() == 1 { " wins. " } else { " win. " }) } }
                        (crate::error::sentence(&outcome.text))
                    }
                }
            }
            div.tools {
                @if look.after.is_some() { button.primary type="button" data-ending="open" { "How it ended" } }
                @else { a.button.primary href={ "/t/" (look.live.id) "/replay" } { "Replay" } }
                a.button href={ "/t/" (look.live.id) "/log" } download={ "klaxon-" (look.live.id) ".jsonl" } { "Log" }
                a.button href={ "/t/" (look.live.id) "/proof" } { "Dice proof" }
            }
            // Without a look back there is no panel for it.
            @if look.after.is_none() { (again(look)) }
        }
    }
}

/// The panel over the board.
pub(super) fn ending(look: &Look<'_>) -> Markup {
    let Some(after) = look.after else { return ending::hidden() };
    let (held, story) = (look.eyes.held, &after.story);
    let won = held.iter().next().map(|_| held.iter().all(|seat| story.outcome.winners.has(seat)));
    let next = ending::next(look.loaded.table.game_id(), &look.loaded.meta, won, look.lesson);
    let review = match held.iter().next() {
        Some(seat) => button(&look.live.id, seat, "Review", "button"),
        None => html! {},
    };
    let actions = Actions { table: &look.live.id, again: again(look), review, next: &next };
    ending::draw(story, held, after.record(held), &actions)
}

/// Those who played play again at one table; a game of the day is one try.
fn may_again(look: &Look<'_>) -> bool {
    let meta = &look.loaded.meta;
    let played = !look.eyes.held.is_empty() || meta.is_owner(look.person);
    played && meta.daily.is_none() && look.loaded.stopped().is_none()
}

/// The next game of the same people: somebody opens it, the others sit down.
fn again(look: &Look<'_>) -> Markup {
    if !may_again(look) {
        return html! {};
    }
    match &look.loaded.meta.again {
        Some(next) => html! {
            p #again .offer role="status" {
                span { strong { (next.by) } " has opened another game: your seat is waiting." }
                a.button.primary href={ "/t/" (next.table) } { "Sit down" }
            }
        },
        None => html! {
            form #again .again method="post" action={ "/t/" (look.live.id) "/again" } {
                button.primary type="submit" { "Play again" (company(look)) }
                @if can_swap(&look.loaded.table) { label.radio { input type="checkbox" name="swap" value="yes"; span { "with sides swapped" } } }
            }
        },
    }
}

/// With whom, where it is one other.
fn company(look: &Look<'_>) -> String {
    let chairs = look.loaded.meta.chairs.iter().enumerate();
    let others: Vec<&Holder> = chairs
        .filter(|(i, _)| !look.eyes.held.has(klaxon_core::Seat(*i as u8)))
        .map(|(_, chair)| &chair.holder)
        .collect();
    match others[..] {
        [Holder::Person { name, .. }] => format!(" with {name}"),
        [Holder::Bot { level }] => format!(" with the {level} bot"),
        _ => String::new(),
    }
}
