//! The viewer's cards, and those that lie open.

use super::{
    Table,
    cards::{self, Grip},
    dice::{icon, sign},
    ids,
};
use klaxon_red_alert::{CombatId, CommandId, Face, Question, Side};
use maud::{Markup, html};

impl Table<'_> {
    fn grip(&self, dom: String, id: String, note: &str) -> Grip {
        let can = self.touch.can(&id);
        Grip { dom, class: self.touch.class(&id), can, id, note: note.into() }
    }

    /// Command cards as a row; equal ones are told apart by their place.
    fn commands(&self, row: &str, held: &[CommandId], id: fn(CommandId) -> String) -> Vec<Markup> {
        let draw = |(i, card): (usize, &CommandId)| {
            let banned = self.view.banned == Some(*card);
            // Only of the hand that a card is played from now.
            let asked = self.view.question == Question::Command
                && self.view.side == Some(self.view.active)
                && row.starts_with("ra-command");
            let idle = self.view.side.filter(|_| asked).and_then(|s| self.view.open.idle_command(s, *card));
            let note = if banned { "one may not be played".into() } else { no_effect(idle) };
            cards::command(*card, &self.grip(format!("{row}-{i}"), id(*card), &note))
        };
        held.iter().enumerate().map(draw).collect()
    }

    fn combats(&self, row: &str, held: &[CombatId]) -> Vec<Markup> {
        let draw = |(i, card): (usize, &CombatId)| {
            let idle = self.view.side.and_then(|side| self.view.open.idle_combat(side, *card));
            cards::combat(*card, &self.grip(format!("{row}-{i}"), ids::combat(*card), &no_effect(idle)))
        };
        held.iter().enumerate().map(draw).collect()
    }
}

/// What stands over a card that can do nothing.
fn no_effect(why: Option<String>) -> String {
    why.map(|why| format!("No effect here: {why}")).unwrap_or_default()
}

/// The hands that the viewer may know, and cards shown to him alone.
pub fn panel(table: &Table<'_>) -> Markup {
    let view = table.view;
    let mut rows: Vec<Markup> = Vec::new();
    let below = table.chart.below;
    for side in [below, below.other()] {
        let held = &view.of_side(side).cards;
        let own = view.side == Some(side);
        let titled = |what: &str| match own {
            true => what.to_owned(),
            false => format!("{}: {}", side.name(), what.to_lowercase()),
        };
        let row = |what: &str| format!("ra-{what}-{}", side.word());
        if !held.scouted.is_empty() {
            let shown = table.commands(&row("scouted"), &held.scouted, ids::command);
            rows.push(cards::strip(&row("scouted-strip"), "Scouted: keep one", &shown));
        }
        if let Some(card) = held.sealed_card {
            let grip = Grip::lying(row("sealed"));
            rows.push(cards::strip(
                &row("sealed-strip"),
                &titled("Initiative card"),
                &[cards::command(card, &grip)],
            ));
        }
        // Before the deal there is nothing to show (RA-3.8).
        let dealt = view.turn > 0 || held.command + held.combat > 0;
        if let Some(hand) = held.command_hand.as_ref().filter(|_| dealt) {
            let shown = table.commands(&row("command"), hand, ids::command);
            rows.push(cards::strip(&row("command-strip"), &titled("Command cards"), &shown));
        }
        if let Some(hand) = held.combat_hand.as_ref().filter(|_| dealt) {
            let shown = table.combats(&row("combat"), hand);
            rows.push(cards::strip(&row("combat-strip"), &titled("Combat cards"), &shown));
        }
        if !held.known.is_empty() {
            let shown = table.commands(&row("known"), &held.known, ids::known);
            rows.push(cards::strip(
                &row("known-strip"),
                &format!("Seen in the hand of the {}", side.name()),
                &shown,
            ));
        }
    }
    html! {
        section #ra-hand .panel.ra-panel aria-label="Cards" hidden[rows.is_empty()] { @for row in rows { (row) } }
    }
}

/// What lies open: the card in play, dice of a card, initiative cards, discards.
pub fn played(table: &Table<'_>) -> Markup {
    let view = table.view;
    let lying = |dom: &str| Grip::lying(format!("ra-open-{dom}"));
    html! {
        section #ra-played .panel.ra-panel aria-label="Cards on the table" {
            h2 { "On the table" }
            div.ra-open {
                @if let Some(card) = view.card {
                    figure {
                        figcaption { (view.active.name()) ", rating " (view.rating) }
                        (cards::command(card, &lying("card")))
                    }
                    @if let Some(other) = view.acts_as { figure { figcaption { "which acts as" } (cards::command(other, &lying("acts"))) } }
                }
                @if let Some(card) = view.played { figure { figcaption { "played now" } (cards::combat(card, &lying("combat"))) } }
                @for side in &view.sides {
                    @if let Some(card) = side.cards.aside { figure { figcaption { (side.side.name()) ": for its first turn" } (cards::command(card, &lying(side.side.word()))) } }
                }
                @if view.card.is_none() && view.played.is_none() && view.sides.iter().all(|s| s.cards.aside.is_none()) { p.soft { "No card is in play." } }
            }
            @if let Question::Repairs | Question::Orders(_) = view.question { (symbols(view.rolled)) }
            @for side in &view.sides { @if let Some(last) = side.cards.last { p.soft { (last_words(side.side, last)) } } }
            div.ra-piles {
                (cards::pile("Command discards", &view.decks.command_discards.iter().map(|(c, n)| (c.card().name.clone(), *n)).collect::<Vec<_>>()))
                (cards::pile("Combat discards", &view.decks.combat_discards.iter().map(|(c, n)| (c.card().name.clone(), *n)).collect::<Vec<_>>()))
            }
        }
    }
}

fn last_words(side: Side, card: CommandId) -> String {
    format!("The {} played {} in its last turn.", side.name(), card.card().name)
}

/// Symbols that a card's dice have left to use.
fn symbols(rolled: [u8; 6]) -> Markup {
    let left: u8 = rolled.iter().sum();
    html! {
        @if left > 0 {
            p.ra-rolled {
                "Symbols left: "
                @for (face, n) in Face::ALL.into_iter().zip(rolled) { @for _ in 0..n { (icon(face.word(), &sign(face))) span.hidden { (face.word()) " " } } }
            }
        }
    }
}
