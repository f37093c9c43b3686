//! The Activation Queue, the holding box, the pool and the Event chits.

use super::{Desk, glyphs, lines, now};
use klaxon_federation::{
    Bag, Task,
    nouns::{Chit, Token, TokenFx},
    words::{event_text, ids},
};
use maud::{Markup, html};

/// The queue as cards, the next one first; what each would do if it were resolved now.
pub fn panel(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    html! {
        section #sf-queue .panel.sf-panel aria-label="Activation Queue" {
            h2 { "Activation Queue" span.soft.sf-note { " from the top; what each would do now" } }
            @if t.queue.is_empty() { p.soft { "The queue is filled when the set-up is done." } }
            ol.sf-queue {
                @for slot in 0..t.queue.len() { (place(desk, slot)) }
            }
            @if !t.drawn.is_empty() {
                h3 { "Drawn for the Bypass" }
                div.sf-chips { @for (i, token) in t.drawn.iter().enumerate() {
                    (desk.chip(&format!("sf-drawn-{i}"), ids::drawn(*token), "sf-small", &token.name(), &face(*token)))
                } }
            }
            div.sf-boxes {
                details.fold #sf-holding-fold {
                    summary { "Holding box " span.soft { (t.holding.total()) } }
                    @if t.holding.total() == 0 { p.soft { "Resolved tokens wait here until your next turn ends." } }
                    (bag(&t.holding, None))
                }
                details.fold #sf-pool-fold {
                    summary { "Pool " span.soft { (t.pool.total()) " to be drawn from" } }
                    (bag(&t.pool, Some(t.pool.total())))
                }
                details.fold #sf-chits-fold {
                    summary { "Event chits " span.soft { (t.chits_left().count()) " of 6 face down" } }
                    (chits(desk))
                }
            }
        }
    }
}

fn place(desk: Desk<'_>, slot: usize) -> Markup {
    let Some(token) = desk.t.queue.get(slot).copied() else { return html! {} };
    let grip = desk.grip(ids::queue(slot as u8));
    // The first token keeps its space while it is being resolved (SF-4.2).
    let now = slot == 0 && !matches!(desk.t.top(), Some(Task::Pause) | None);
    let forecast = desk.view.forecast(slot).filter(|_| !now);
    html! {
        li id={ "sf-queue-" (slot) } class={ "sf-card " (tone(token)) (if slot == 0 { " next" } else { "" }) } {
            span class={ "sf-head" (grip.class) } data-id=(grip.id) data-click=[grip.can.then_some(&grip.id)]
                role=[grip.can.then_some("button")] tabindex=[grip.can.then_some("0")] {
                (face(token))
                @if now { span.sf-badge { "now" } } @else if slot == 0 { span.sf-badge { "next" } }
                // The button's name is what is seen, and its place.
                @if grip.can { span.hidden { ", number " (slot + 1) " in the queue" } }
            }
            @if let Some(forecast) = forecast {
                (lines(&forecast.lines))
                @if let Some(odds) = &forecast.odds {
                    // Those of the next token are read before it is turned up; those of a Resource Roll are no news.
                    details.sf-fold id={ "sf-odds-" (slot) } open[slot == 0 && !token.is_federation()] { summary { "Odds" } (now::odds(odds)) }
                }
            }
        }
    }
}

/// The class of a token's colour.
fn tone(token: Token) -> &'static str {
    match token.what() {
        TokenFx::Alien { race, .. } => glyphs::race_class(race),
        TokenFx::Universal(_) => "sf-uni",
        TokenFx::Federation { .. } => "sf-fed",
    }
}

/// Emblem and name.
fn face(token: Token) -> Markup {
    html! {
        span.sf-face {
            @match token.what() {
                TokenFx::Alien { race, effect } => { (glyphs::emblem(race)) span { small { (race.name()) } strong { (effect.name()) } } }
                TokenFx::Universal(effect) => {
                    svg.sf-emblem.sf-uni viewBox="-12 -12 24 24" aria-hidden="true" focusable="false" { path d="M0,-11 L3,-3 L11,0 L3,3 L0,11 L-3,3 L-11,0 L-3,-3 Z" {} }
                    span { small { "Universal" } strong { (effect.name()) } }
                }
                TokenFx::Federation { rolls, minus } => {
                    svg.sf-emblem.sf-fed viewBox="-12 -12 24 24" aria-hidden="true" focusable="false" { path d="M0,-11 L9,-6 V6 L0,11 L-9,6 V-6 Z" {} }
                    span { small { "Your turn" } strong { (rolls) (if rolls == 1 { " roll" } else { " rolls" }) @if minus > 0 { ", −" (minus) } } }
                }
            }
        }
    }
}

/// The tokens of a bag by kind; where one may be drawn, with their share.
fn bag(bag: &Bag, drawn: Option<u8>) -> Markup {
    let kinds: Vec<Token> = Token::all().filter(|t| bag.of(*t) > 0).collect();
    html! {
        ul.sf-bag { @for token in kinds {
            li class=(tone(token)) { span.sf-dot {} (token.name()) " " strong { "×" (bag.of(token)) } @if let Some(total) = drawn { " " span.soft { (u32::from(bag.of(token)) * 100 / u32::from(total.max(1))) " %" } } }
        } }
    }
}

fn chits(desk: Desk<'_>) -> Markup {
    let left: Vec<Chit> = desk.t.chits_left().collect();
    html! {
        ul.sf-chits { @for chit in Chit::all() {
            li #{ "sf-chit-" (chit.id()) } .used[!left.contains(&chit)] data-id={ "chit-" (chit.id()) } {
                strong { (chit.name()) } @if !left.contains(&chit) { span.soft { " used" } }
                ol { @for fx in klaxon_federation::data::data().chits[chit.index()].table { li { (event_text(fx)) } } }
            }
        } }
    }
}
