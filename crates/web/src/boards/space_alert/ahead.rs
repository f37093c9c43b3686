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
                p.soft.small { "Counting the cards that you can see and what others have told of theirs, without threats, the computer served." }
                div.wide tabindex="0" role="region" aria-label="Forecast" {
                    table.sa-table {
                        thead { tr { th scope="col" { "after turn" } @for turn in &ahead.turns { th scope="col" { (turn.turn) } } } }
                        tbody { (rows(table, &ahead)) }
                    }
                }
                (doubts(&ahead))
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
