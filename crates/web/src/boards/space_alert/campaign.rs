//! Between the missions of a campaign: proposals, the only squad, votes, repairs, and the log so far.

use super::{Table, sheet};
use klaxon_space_alert::{StageView, Zone};
use maud::{Markup, html};

/// What the crew decides between missions.
pub fn panel(table: &Table<'_>) -> Markup {
    let view = table.view;
    let person = |i: usize| table.person(klaxon_core::Seat(i as u8));
    let body = match &view.stage {
        StageView::Levels { proposals, damage, squads_out } => html! {
            h2 { "Mission " (view.mission) " of the campaign" }
            p { "Each player proposes threat levels; the most careful proposal wins." }
            ul.sa-votes { @for (i, proposal) in proposals.iter().enumerate() {
                li { strong { (person(i)) } " " @match proposal { Some(levels) => { (levels.common.word()) " common, " (levels.serious.word()) " serious" } None => { span.soft { "thinks" } } } }
            } }
            (worn(damage, *squads_out))
        },
        StageView::OnlySquad { levels } => html! {
            h2 { "The only squad" }
            p { "One battlebot squad is left. The captain stores it at upper blue or lower red for a mission with " (levels.common.word()) " common and " (levels.serious.word()) " serious threats." }
        },
        StageView::GoOn { votes, .. } => html! {
            h2 { "Go on with this ship?" }
            ul.sa-votes { @for (i, vote) in votes.iter().enumerate() {
                li { strong { (person(i)) } " " @match vote { Some(true) => { "go on" } Some(false) => { "stop" } None => { span.soft { "thinks" } } } }
            } }
        },
        StageView::Repairs { next, damage, done, squads_out } => html! {
            h2 { "Repairs" }
            p { (next) " may repair one damage tile or one squad; at most two tiles in each zone." }
            ul.sa-votes { @for zone in Zone::ALL { li { strong { (zone.word()) } " " (done[zone.index()]) " of 2 repaired" } } }
            (worn(damage, *squads_out))
        },
        StageView::Planning(_) | StageView::Flight(_) | StageView::Over { .. } => {
            return html! { section #sa-campaign .panel.sa-panel hidden {} };
        }
    };
    html! {
        section #sa-campaign .panel.sa-panel aria-label="Campaign" {
            (body)
            @if !view.log.is_empty() && !matches!(view.stage, StageView::GoOn { .. }) { (sheet::log(&view.log)) }
        }
    }
}

fn worn(damage: &[Vec<klaxon_space_alert::Tile>], squads_out: [bool; 2]) -> Markup {
    let hurt = damage.iter().any(|tiles| !tiles.is_empty()) || squads_out.contains(&true);
    html! {
        @if hurt {
            ul.sa-votes {
                @for (zone, tiles) in Zone::ALL.into_iter().zip(damage) {
                    @if !tiles.is_empty() { li { strong { (zone.word()) } " " (tiles.iter().map(|t| t.part(zone)).collect::<Vec<_>>().join(", ")) " damaged" } }
                }
                @for (out, home) in squads_out.into_iter().zip(["upper blue", "lower red"]) { @if out { li { "The squad of " (home) " is disabled" } } }
            }
        }
    }
}
