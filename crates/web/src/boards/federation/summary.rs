//! The end: how it came, when, and what decided it.

use super::count;
use crate::markdown::rule_link;
use klaxon_core::{Game, Session, Viewer};
use klaxon_federation::{
    End, Federation,
    chronicle::{Chronicle, Moment, Turning},
};
use maud::{Markup, html};

/// The panel of a table; hidden until the game is over.
pub fn panel(table: &str, session: &Session<Federation>, viewer: Viewer) -> Markup {
    let t = session.game().view(viewer).table;
    let Some(end) = t.end else { return html! { section #sf-end .panel hidden {} } };
    let (title, rule) = match end {
        End::Settled => ("The Federation has won", "SF-3.1"),
        End::SolFell => ("Sol has fallen", "SF-3.3"),
        End::Unstable => ("The Federation has broken apart", "SF-3.4"),
        End::Outclassed => ("The Federation is outclassed", "SF-3.5"),
    };
    // A session from a snapshot has not seen the whole game; the replay always has.
    let whole = session.steps().len() >= session.step() as usize;
    let past = Chronicle::of(session.heard(viewer));
    html! {
        section #sf-end .panel.sf-panel.sf-end.won[end == End::Settled] aria-label="How it ended" {
            p.sf-title { (title) }
            p { (end.sentence(t.turn)) " " (rule_link(rule)) }
            @if whole {
                p { strong { "What decided it: " } (past.verdict()) }
                dl.sf-figures {
                    (figure("Difficulty", t.difficulty.word()))
                    (figure("Federation turns", &t.turn.to_string()))
                    (figure("Activation tokens", &past.tokens.to_string()))
                    (figure("Battles", &format!("{} won, {} lost", past.won, past.lost)))
                    (figure("Fleets destroyed", &past.destroyed.to_string()))
                    (figure("Combat dice", &past.dice.to_string()))
                }
                (moments(table, &past.moments))
            } @else {
                p { a href={ "/t/" (table) "/replay?step=" (session.step()) } { "What decided it is told at the end of the replay" } }
            }
        }
    }
}

fn figure(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// What led there: settling, losses and blows, each with its moment in the replay.
fn moments(table: &str, all: &[Moment]) -> Markup {
    html! {
        @if !all.is_empty() {
            details.fold #sf-moments open {
                summary { h2 { (count(all.len() as u32, "turning point", "turning points")) } }
                ol.sf-moments { @for moment in all {
                    li class=(tone(moment.what)) { span.soft { "turn " (moment.turn) } " " a href={ "/t/" (table) "/replay?step=" (moment.step) } { (moment.what.text()) } }
                } }
            }
        }
    }
}

fn tone(what: Turning) -> &'static str {
    match what {
        Turning::Settled(..) | Turning::StabilityRose(_) => "up",
        Turning::BaseLost(..) | Turning::StabilityFell(..) | Turning::AtSol(_) => "down",
    }
}
