//! The Federation's research: projects on their way, what lies in the Un-researched box, advantages at work.

use super::Desk;
use crate::markdown::rule_link;
use klaxon_federation::{
    Card, CardAt,
    data::data,
    nouns::FedTech,
    words::{federation_tech_text, ids},
};
use maud::{Markup, html};

pub fn panel(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    let at = |place: CardAt| {
        let here = move |(_, card): &(usize, &Card)| card.at == place;
        t.cards.iter().enumerate().filter(here).map(|(i, c)| (i as u8, *c)).collect::<Vec<(u8, Card)>>()
    };
    let done = at(CardAt::Done);
    let pile = at(CardAt::Pile).len();
    html! {
        section #sf-research .panel.sf-panel aria-label="Research" {
            h2 { (desk.chip("sf-conduct", "research", "sf-flag", "Conduct research on all projects", &html! { "Research" })) }
            ol.sf-progress {
                @for column in 0..4u8 {
                    li {
                        h3 { (u16::from(column) * 25) " %" }
                        @for (i, card) in at(CardAt::Column(column)) { (draw(desk, i, card)) }
                        (chart(column))
                    }
                }
            }
            h3 { "Un-researched" }
            div.sf-cards {
                @let boxed = at(CardAt::Box);
                @if boxed.is_empty() { p.soft { "The box is empty: settling a Base with a technology fills it." } }
                @for (i, card) in boxed { (draw(desk, i, card)) }
            }
            @if pile > 0 || desk.touch.can("warp-pile") {
                p { (desk.chip("sf-warp-pile", "warp-pile", "sf-chip", "the pile of Warp technologies", &html! { "Warp technologies in their pile: " (pile) })) }
            }
            h3 { "Technological Advantages" }
            @if done.is_empty() { p.soft { "None yet: a project that reaches 100 % works for ever." } }
            div.sf-cards { @for (i, card) in done { (draw(desk, i, card)) } }
        }
    }
}

/// A research card: what it does once it is known.
fn draw(desk: Desk<'_>, index: u8, card: Card) -> Markup {
    let grip = desk.grip(ids::card(index));
    let name = card.tech.map_or("Unseen technology", FedTech::name);
    html! {
        div id={ "sf-card-" (index) } class={ "sf-research-card" (grip.class) (if card.tech.is_none() { " unseen" } else { "" }) } data-id=(grip.id) data-click=[grip.can.then_some(&grip.id)]
            role=[grip.can.then_some("button")] tabindex=[grip.can.then_some("0")] aria-label=[grip.can.then_some(name)] {
            strong { (name) }
            @if let Some(tech) = card.tech {
                span { (federation_tech_text(tech)) }
                @if !grip.can { (rule_link(data().federation[tech as usize].rule.as_str())) }
            }
        }
    }
}

/// What each die does to a project in this column.
fn chart(column: u8) -> Markup {
    let word = |step: i8| match step {
        ..0 => "−",
        0 => "0",
        1 => "+",
        _ => "++",
    };
    let faces: Vec<&str> = data().research.iter().map(|row| word(row[usize::from(column)])).collect();
    let shares = [("++", "two columns on"), ("+", "one on"), ("0", "no progress"), ("−", "one back")];
    html! {
        ul.sf-chart { @for (sign, words) in shares {
            @let n = faces.iter().filter(|f| **f == sign).count();
            @if n > 0 { li { (words) " " strong { (n) "/6" } } }
        } }
    }
}
