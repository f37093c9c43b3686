//! The Resolution Round: where it is, what the last step brought, and how it goes on.

use super::{Table, pressable};
use crate::markdown::rule_link;
use klaxon_space_alert::{FlightView, StageView, Step};
use maud::{Markup, html};

/// Sentences of one step that are shown; the log has them all.
const MOST: usize = 14;

/// The control of the Resolution Round.
pub fn panel(table: &Table<'_>) -> Markup {
    let StageView::Flight(flight) = &table.view.stage else {
        return html! { section #sa-flight .panel.sa-panel hidden {} };
    };
    let captain = table.view.crew.first().is_some_and(|c| Some(c.seat) == table.view.seat);
    html! {
        section #sa-flight .panel.sa-panel.sa-resolution aria-label="Resolution Round" data-asking=[flight.asking.map(|_| "1")] {
            div.sa-face {
                p.sa-time { "Turn " (flight.turn) }
                (steps(flight))
            }
            div.sa-orders {
                (pressable(table, false, ["trip-no", "sa-trip-no", "primary"], "As planned"))
                (pressable(table, false, ["trip-half", "sa-trip-half", ""], "Tripped: the other half"))
                (pressable(table, false, ["trip-arrow", "sa-trip-arrow", ""], "Tripped: the other arrow"))
                (pressable(table, false, ["step", "sa-step", "primary"], "Next step"))
                (pressable(table, false, ["run", "sa-run", ""], "Run to the end"))
                @if captain {
                    span.sa-speeds role="group" aria-label="Play by itself" {
                        @for (ms, name) in [(3200, "Slow"), (1600, "Play"), (600, "Fast")] {
                            button.small type="button" id={ "sa-play-" (ms) } data-play=(ms) aria-pressed="false" { (name) }
                        }
                    }
                } @else { p.soft { "The captain leads through the resolution." } }
            }
        }
    }
}

/// The steps of a turn (SA-4.2), the next one marked.
fn steps(flight: &FlightView) -> Markup {
    let last = flight.turn > flight.lesson.last_turn();
    let list: &[(Step, &str)] = if last {
        &[(Step::Rockets, "rockets"), (Step::Return, "return"), (Step::Threats, "threats")]
    } else {
        &[
            (Step::Appear, "appear"),
            (Step::Actions { next: 0 }, "crew acts"),
            (Step::Damage, "weapons"),
            (Step::Threats, "threats"),
            (Step::Computer, "computer"),
        ]
    };
    let same = |step: Step| std::mem::discriminant(&step) == std::mem::discriminant(&flight.step);
    let shown = |step: Step| {
        step != Step::Computer || flight.lesson.maintenance() && matches!(flight.turn, 2 | 5 | 9)
    };
    html! {
        ol.sa-phases-bar aria-label="Steps of the turn" {
            @for (step, name) in list.iter().filter(|(step, _)| shown(*step)) { li.now[same(*step)] aria-current=[same(*step).then_some("step")] { (name) } }
        }
    }
}

/// What the last step brought, each sentence with its rule.
pub fn told(table: &Table<'_>) -> Markup {
    let StageView::Flight(_) = &table.view.stage else {
        return html! { section #sa-told .panel.sa-panel hidden {} };
    };
    let lines = &table.past.lines;
    let from = lines.len().saturating_sub(MOST);
    html! {
        section #sa-told .panel.sa-panel aria-label="What this step brought" {
            h2 { "What this step brought" }
            div role="status" aria-live="polite" { ol.sa-told {
                @if lines.is_empty() { li.soft { "The programs are laid; press Next step." } }
                @if from > 0 { li.soft { (from) " more sentences are in the log." } }
                @for line in &lines[from..] {
                    li data-about=[(!line.about.is_empty()).then(|| line.about.join(" "))] { (line.text) @if let Some(rule) = line.rule { " " (rule_link(rule.as_str())) } }
                }
            } }
        }
    }
}
