//! How much time there is, and what happens when it is out.

use super::Look;
use crate::table::{clock::Agreed, daily::Day};
use maud::{Markup, html};

/// By the question: what the viewer's seat has left.
pub(super) fn pace(look: &Look<'_>) -> Markup {
    let Some((seat, agreed)) = look.eyes.seat.zip(look.loaded.meta.clock) else { return html! {} };
    let Some(due) = look.loaded.due(seat) else { return html! {} };
    let late = look.loaded.was_late(seat);
    html! {
        p.pace.short[look.loaded.is_short(seat)] {
            @if late { strong { "Time was out: a quick bot made your last decision. " } }
            @match agreed {
                Agreed::Decision { .. } => { @if late { "There is less time until you decide yourself: " } }
                Agreed::Live(_) | Agreed::Days(_) => { @if look.loaded.is_short(seat) { strong { "Your turn, and time is short: " } } @else { "Your turn: " } }
            }
            span.time role="timer" data-due=(due) {} " left; then " (agreed.end_words())
            @if let Some(until) = look.loaded.on_vacation(seat) { ". You are on vacation until " (Day::of(until).date()) ": your time stands still" }
        }
    }
}

/// For everybody: what was agreed.
pub(super) fn agreed(look: &Look<'_>) -> Markup {
    let Some(agreed) = look.loaded.meta.clock else { return html! {} };
    html! { p #agreed .small { strong { "Clock: " } (agreed.words()) ". When time is out, " (agreed.end_words()) "." } }
}
