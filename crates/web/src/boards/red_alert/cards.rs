//! Cards: readable, with what they order as a small map of the three sectors.

use super::dice::{class_icon, stars};
use klaxon_red_alert::{CombatId, CommandId, OrderFilter, Plan, Turn, combat_words, command_words};
use maud::{Markup, html};

/// How a card can be touched.
#[derive(Clone, Debug, Default)]
pub struct Grip {
    /// The id of its element.
    pub dom: String,
    /// The id that a click sends; empty where a card only lies there.
    pub id: String,
    /// More class names.
    pub class: String,
    /// It can be clicked to some effect.
    pub can: bool,
    /// Short words over the card, such as "banned".
    pub note: String,
}

impl Grip {
    /// A card that only lies there.
    pub fn lying(dom: impl Into<String>) -> Grip {
        Grip { dom: dom.into(), ..Grip::default() }
    }
}

fn frame(grip: &Grip, kind: &str, inner: &Markup) -> Markup {
    let click = (!grip.id.is_empty()).then_some(&grip.id);
    html! {
        div id=(grip.dom) class={ "ra-card " (kind) (grip.class) } data-id=[click] data-click=[click.filter(|_| grip.can)]
            role=[grip.can.then_some("button")] tabindex=[grip.can.then_some("0")] {
            @if !grip.note.is_empty() { span.note { (grip.note) } }
            (inner)
        }
    }
}

/// A command card.
pub fn command(id: CommandId, grip: &Grip) -> Markup {
    let card = id.card();
    let words = command_words(card);
    let kind = if card.plan.sector { "command sector" } else { "command tactic" };
    frame(
        grip,
        &format!("{kind}{}", long(&words)),
        &html! {
            span.head {
                strong { (card.name) }
                span.init title={ "Orders " (card.initiative) ": fewer go first (RA-5.2)" } { span.hidden { ", initiative " } (card.initiative) }
            }
            (orders(&card.plan))
            span.words { (words) }
        },
    )
}

/// Much to read makes a wider card.
fn long(words: &str) -> &'static str {
    if words.len() > 130 { " long" } else { "" }
}

/// What a card orders: the three sectors with their numbers, or a sign for the rest.
fn orders(plan: &Plan) -> Markup {
    let number = |n: u8| if n == u8::MAX { "R".to_owned() } else { n.to_string() };
    html! {
        @if plan.sector {
            span.slots aria-hidden="true" {
                @for (n, class) in plan.slots.iter().zip(["left", "centre", "right"]) {
                    span class=(class) data-on=[(*n > 0).then_some("1")] { @if *n > 0 { (number(*n)) } }
                }
            }
        } @else {
            span.slots.any aria-hidden="true" {
                span data-on="1" {
                    @if plan.tactic {
                        (number(plan.any)) " "
                        @match plan.filter {
                            OrderFilter::All => { "anywhere" }
                            OrderFilter::Class(class) => { (class_icon(class)) " " (class.name()) }
                            OrderFilter::NearEnemy => { "near enemies" }
                            OrderFilter::AwayFromEnemy => { "away from enemies" }
                            OrderFilter::Chain => { "in a chain" }
                        }
                    } @else if let Some(n) = plan.group { "flagship + " (number(n)) }
                    @else if plan.copy { "copy" }
                    @else if plan.preempt.is_some() { "reaction" }
                    @else if plan.order_roll { "dice order" }
                    @else if plan.repair_roll { "dice repair" }
                }
            }
        }
    }
}

/// A combat card.
pub fn combat(id: CombatId, grip: &Grip) -> Markup {
    let card = id.card();
    let turn = match card.turn {
        Turn::Own => "own turn",
        Turn::Opp => "opponent's turn",
        Turn::Either => "any turn",
    };
    let words = combat_words(card);
    frame(
        grip,
        &format!("combat{}", long(&words)),
        &html! {
            span.head { strong { (card.name) } span.cost title={ "Costs " (card.cost) (if card.cost == 1 { " star" } else { " stars" }) " (RA-17.3)" } { (stars(card.cost)) } }
            span.turn { (turn) }
            span.words { (words) }
        },
    )
}

/// Cards face down: only their number is known.
pub fn backs(n: u8, kind: &str) -> Markup {
    let shown = n.min(8);
    html! {
        span class={ "ra-backs " (kind) } role="img" aria-label={ (n) " " (kind) (if n == 1 { " card" } else { " cards" }) } {
            span.fan { @for _ in 0..shown { span.back {} } }
            span.n { (n) }
        }
    }
}

/// Names of cards with their numbers, for discard piles.
pub fn pile(title: &str, cards: &[(String, u8)]) -> Markup {
    let n: u32 = cards.iter().map(|(_, n)| u32::from(*n)).sum();
    html! {
        details.ra-pile id={ "ra-pile-" (title.split(' ').next().unwrap_or_default().to_lowercase()) } {
            summary { (title) " " span.soft { (n) } }
            @if cards.is_empty() { p.soft { "None yet." } }
            ul { @for (name, n) in cards { li { (name) @if *n > 1 { " " span.soft { "× " (n) } } } } }
        }
    }
}

/// A strip of cards, which scrolls sideways where it is narrow.
pub fn strip(id: &str, title: &str, cards: &[Markup]) -> Markup {
    html! {
        div.ra-held {
            h2 id={ (id) "-title" } { (title) }
            @if cards.is_empty() { p.soft { "None." } }
            @else {
                div.ra-strip id=(id) tabindex="0" role="region" aria-labelledby={ (id) "-title" } { @for card in cards { (card) } }
            }
        }
    }
}
