//! The forecast: what the cards that the viewer knows would come to, if nothing gets in the way.

use super::{Table, programs::spot_word};
use crate::markdown::rule_link;
use klaxon_space_alert::{Forecast, Zone, forecast};
use maud::{Markup, html};

/// The forecast as a table, turn by turn.
pub fn panel(table: &Table<'_>) -> Markup {
    let Some(ahead) = forecast(table.view).filter(|a| !a.turns.is_empty()) else {
        return html! { section #sa-ahead .panel.sa-panel hidden {} };
    };
    html! {
        section #sa-ahead .panel.sa-panel {
            details #sa-ahead-fold open {
                summary { h2 { "If the plan goes as shown" } }
                p.soft.small { "Counting the cards that you can see and what others have told of theirs, without threats." }
                div.wide tabindex="0" role="region" aria-label="Forecast" {
                    table.sa-table {
                        thead { tr { th scope="col" { "after turn" } @for turn in &ahead.turns { th scope="col" { (turn.turn) } } } }
                        tbody { (rows(table, &ahead)) }
                    }
                }
                (doubts(&ahead))
                (unserved(&ahead, 0))
            }
        }
    }
}

fn rows(table: &Table<'_>, ahead: &Forecast) -> Markup {
    let energy = |pick: &dyn Fn(usize) -> String, name: &str| {
        html! { tr { th scope="row" { (name) } @for i in 0..ahead.turns.len() { td { (pick(i)) } } } }
    };
    html! {
        @for (i, crew) in table.view.crew.iter().enumerate().filter(|(i, _)| ahead.known[*i] > 0) {
            tr { th scope="row" { (crew.figure) } @for turn in &ahead.turns { td { strong { (turn.at[i].map_or("", spot_word)) } } } }
        }
        @for zone in Zone::ALL {
            (energy(&|t| ahead.turns[t].shields[zone.index()].to_string(), &format!("{zone} shield")))
            (energy(&|t| ahead.turns[t].reactors[zone.index()].to_string(), &format!("{zone} reactor")))
        }
        (energy(&|t| ahead.turns[t].fuel.to_string(), "fuel"))
        @if table.deck.lesson.rockets() { (energy(&|t| ahead.turns[t].rockets.to_string(), "rockets")) }
    }
}

/// Phases from this one on in which nobody serves the computer (SA-10.1), as far as the viewer knows: a line for those of which
/// all boards are known, and one for the others.
pub fn unserved(ahead: &Forecast, from: u8) -> Markup {
    let idle = |all_known: bool| -> Vec<u8> {
        let idle = ahead.computer.iter().filter(|service| !service.served && service.phase >= from);
        idle.filter(|service| service.all_known == all_known).map(|service| service.phase).collect()
    };
    let (known, guessed) = (idle(true), idle(false));
    html! {
        @if !known.is_empty() {
            p.sa-unserved { strong { "Nobody serves the computer in " (phases(&known)) } ": everybody's next card would be a turn late " (rule_link("SA-10.1")) }
        }
        @if !guessed.is_empty() {
            p.sa-unserved { strong { "Nobody you know of serves the computer in " (phases(&guessed)) } " " (rule_link("SA-10.1")) }
        }
    }
}

/// "phase 3", "phases 1, 2 and 3".
fn phases(which: &[u8]) -> String {
    let which: Vec<String> = which.iter().map(u8::to_string).collect();
    match which.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("phases {} and {last}", rest.join(", ")),
        Some((last, _)) => format!("phase {last}"),
        None => String::new(),
    }
}

fn doubts(ahead: &Forecast) -> Markup {
    let any = ahead.turns.iter().any(|t| !t.wasted.is_empty() || !t.delayed.is_empty());
    html! {
        @if any {
            ul.sa-whys aria-label="Doubtful cards" {
                @for turn in &ahead.turns {
                    @for (who, why) in &turn.wasted { li { strong { "Turn " (turn.turn) } " " (who) " would do nothing: " (why.text()) " " (rule_link(why.rule().as_str())) } }
                    @for (who, why) in &turn.delayed { li { strong { "Turn " (turn.turn) } " " (who) " would be delayed " (why) " " (rule_link(why.rule().as_str())) } }
                }
            }
        }
    }
}
