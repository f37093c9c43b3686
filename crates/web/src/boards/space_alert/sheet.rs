//! The score sheet after a mission of a campaign, and the ship's log.

use super::Table;
use crate::markdown::rule_link;
use klaxon_space_alert::{FlightView, LogLine, StageView, Status};
use maud::{Markup, html};

/// How it ended, with every point.
pub fn panel(table: &Table<'_>) -> Markup {
    let flight = match &table.view.stage {
        StageView::GoOn { flight, .. } => flight,
        // The end of all is told over the board.
        StageView::Over { .. }
        | StageView::Levels { .. }
        | StageView::OnlySquad { .. }
        | StageView::Planning(_)
        | StageView::Flight(_)
        | StageView::Repairs { .. } => return html! { section #sa-end .panel.sa-panel hidden {} },
    };
    html! {
        section #sa-end .panel.sa-panel.sa-end.lost[flight.loss.is_some()] aria-label="Score" {
            @match flight.loss {
                Some(loss) => {
                    p.title { "The ship is lost" }
                    p { "In turn " (loss.turn) " " strong { (loss.threat.card().name) } " (T+" (loss.number) ") "
                        @match loss.zone { Some(zone) => { "destroyed the " (zone) " zone." } None => { "ended the mission." } } " " (rule_link("SA-8.8")) }
                }
                None => { p.title { @let total = flight.score.total(); "Home with " (total) (if total == 1 { " point" } else { " points" }) } (sheet(flight)) }
            }
            (threats(flight))
            @if table.view.campaign && !table.view.log.is_empty() { (log(&table.view.log)) }
        }
    }
}

fn sheet(flight: &FlightView) -> Markup {
    let s = &flight.score;
    let rows = [
        ("Threats destroyed", s.destroyed, "SA-11.2"),
        ("Threats survived", s.survived, "SA-11.2"),
        ("Visual confirmation", s.visual, "SA-11.6"),
        ("Damage tiles", -s.tiles, "SA-11.4"),
        ("Tiles of the worst zone", -s.worst_zone, "SA-11.4"),
        ("Knocked out, 2 each", -2 * s.knocked_out, "SA-11.5"),
        ("Disabled squads", -s.disabled_squads, "SA-11.5"),
    ];
    html! {
        table.sa-table.sa-score {
            caption.hidden { "Score sheet" }
            tbody {
                @for (name, points, rule) in rows { tr { th scope="row" { (name) " " (rule_link(rule)) } td { (signed(points)) } } }
                tr.total { th scope="row" { "Total" } td { (s.total()) } }
            }
        }
    }
}

fn signed(n: i32) -> String {
    match n {
        0 => "0".into(),
        n if n > 0 => format!("+{n}"),
        n => format!("−{}", -n),
    }
}

fn threats(flight: &FlightView) -> Markup {
    // SA-11.1: a lost mission has no points.
    let lost = flight.loss.is_some();
    html! {
        ul.sa-fates {
            @for threat in &flight.threats {
                @let (word, points) = match threat.status {
                    Status::Destroyed => ("destroyed", Some(threat.face().destroyed)),
                    Status::Survived => ("survived", threat.face().survived),
                    Status::OnTrack if lost => ("still there", None),
                    Status::OnTrack => ("left behind", None),
                    Status::Waiting => ("never appeared", None),
                };
                li { strong { (threat.face().name) } " T+" (threat.turn) ": " (word) @if let Some(n) = points.filter(|_| !lost) { " +" (n) } }
            }
        }
    }
}

/// The ship's log, one line per mission (SA-11.7).
pub fn log(lines: &[LogLine]) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="Ship's log" {
            table.sa-table {
                caption { "Ship's log" }
                thead { tr { th { "mission" } th { "levels" } th { "survived" } th { "destroyed" } th { "penalty" } th { "visual" } th { "total" } } }
                tbody { @for line in lines {
                    tr {
                        th scope="row" { (line.script) }
                        td { (line.common.logged()) " · " (line.serious.logged()) }
                        @match &line.score {
                            Some(score) => {
                                td { (score.survived) } td { (score.destroyed) } td { (line.penalty.map_or("–".into(), |n| n.to_string())) } td { (score.visual) } td { (line.total.map_or("–".into(), |n| n.to_string())) }
                            }
                            None => { td colspan="5" { "lost to " (line.lost_to.map_or("nothing", |t| t.card().name.as_str())) } }
                        }
                    }
                } }
            }
        }
    }
}
