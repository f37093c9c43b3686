//! The ship's log of Space Alert (SA-11.7): every finished mission that the store keeps, newest first.

use super::{Frame, Page};
use crate::{
    error::{Fault, PageFault},
    person::Who,
    state::AppState,
    table::Meta,
};
use axum::extract::State;
use klaxon_catalog::Table;
use klaxon_core::Viewer;
use klaxon_space_alert::{CrewView, LogLine, SpaceAlert, View};
use klaxon_store::{Filter, TableState};
use maud::{Markup, html};

/// Tables that the page shows.
const MOST: u32 = 40;
/// The campaign's name on the menu.
const CAMPAIGN: &str = "Exploration campaign";

/// A table with what its log says.
struct Voyage {
    id: String,
    date: String,
    crew: Vec<String>,
    lines: Vec<LogLine>,
}

/// `GET /ships-log`
pub async fn page(State(state): State<AppState>, who: Who) -> Result<Page, PageFault> {
    let filter = Filter { game: Some("space-alert".into()), limit: MOST * 5, ..Filter::default() };
    let person = who.0.as_ref().map(|p| p.id.clone());
    let mut voyages = Vec::new();
    for stored in state.store.list(filter).await.map_err(Fault::from)? {
        if voyages.len() == MOST as usize {
            break;
        }
        let Ok(meta) = serde_json::from_str::<Meta>(&stored.meta) else { continue };
        // Missions of a campaign are flown to their end before the campaign is.
        if stored.state != TableState::Over && meta.title != CAMPAIGN {
            continue;
        }
        let mine = !meta.seats_of(person.as_deref()).is_empty() || meta.is_owner(person.as_deref());
        if !mine && !stored.listed {
            continue;
        }
        let entries = state.store.entries(&stored.id, 0).await.map_err(Fault::from)?;
        let header = stored.header.clone();
        let run = tokio::task::spawn_blocking(move || {
            let table = Table::resume(&header, None, &entries).ok()?;
            Some(table.session::<SpaceAlert>()?.known(Viewer::Watcher).view)
        });
        if let Some(view) = run.await.map_err(Fault::ours)?.filter(|view| !view.log.is_empty()) {
            let crew = crew(&meta, &view);
            voyages.push(Voyage { id: stored.id, date: date(stored.updated_at), crew, lines: view.log });
        }
    }
    let middle = html! {
        div.trying {
            p.crumb { a href="/rules/space-alert" { "Space Alert" } " / Ship's log" }
            h1 { "Ship's log" }
            p.lead { "Every mission that was flown to its end at this server: your own, and those at public tables." }
            @if voyages.is_empty() { p.soft { "No mission has been flown yet." } } @else { (log(&voyages)) }
        }
    };
    Ok(Frame::new("Ship's log", "ships-log", who.0.as_ref()).html(&middle))
}

/// The crew in its order, with roles (SA-2.4, SA-11.7).
fn crew(meta: &Meta, view: &View) -> Vec<String> {
    let named = |member: &CrewView| {
        if member.figure.android && !view.solo {
            return "android".to_owned();
        }
        let name = meta.chairs.get(member.seat.index()).map_or(String::new(), |chair| chair.holder.name());
        let roles = [
            (member.figure.place == 0, "captain"),
            (view.communications == member.seat, "communications"),
            (view.security == member.seat, "security"),
        ];
        let held: Vec<&str> = roles.into_iter().filter(|(has, _)| *has).map(|(_, role)| role).collect();
        if held.is_empty() { name } else { format!("{name} ({})", held.join(", ")) }
    };
    let members = if view.solo { &view.crew[..1] } else { &view.crew[..] };
    members.iter().map(named).collect()
}

fn log(voyages: &[Voyage]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Ship's log" {
            table.checkpoints {
                thead { tr {
                    th scope="col" { "Date" } th scope="col" { "Script" } th scope="col" { "Total" } th scope="col" { "Replay" }
                    th scope="col" { "Crew" } th scope="col" { "Common" } th scope="col" { "Serious" }
                    th scope="col" { "Survived" } th scope="col" { "Destroyed" } th scope="col" { "Penalty" } th scope="col" { "Visual" }
                } }
                tbody { @for voyage in voyages { @for (n, line) in voyage.lines.iter().enumerate() { (row(voyage, n, line)) } } }
            }
        }
    }
}

/// A line of the log; the missions of a campaign are linked by a bracket (SA-15.13).
fn row(voyage: &Voyage, n: usize, line: &LogLine) -> Markup {
    let last = n + 1 == voyage.lines.len();
    let bracket = match (voyage.lines.len(), n) {
        (1, _) => "",
        (_, 0) => "┌ ",
        (_, _) if last => "└ ",
        _ => "│ ",
    };
    html! {
        tr {
            td { (bracket) (voyage.date) }
            td { (line.script) }
            td { @match (line.total, &line.score) { (Some(total), _) => { strong { (total) } } (None, None) => { "lost" } (None, Some(_)) => {} } }
            td { @if n == 0 { a href={ "/t/" (voyage.id) "/replay" } { "Replay" } } }
            td { @for member in &voyage.crew { span.threat { (member) } } }
            td { (line.common.logged()) }
            td { (line.serious.logged()) }
            @match (&line.score, line.lost_to) {
                (Some(score), _) => {
                    td { (score.survived) } td { (score.destroyed) }
                    td { @if let Some(penalty) = line.penalty { (penalty) } }
                    td { (score.visual) }
                }
                (None, Some(threat)) => { td colspan="4" { "lost to " (threat.card().name) } }
                (None, None) => { td colspan="4" { "lost" } }
            }
        }
    }
}

/// The day of a moment, such as 2026-11-15.
fn date(ms: u64) -> String {
    // Days since 1970 to a date of the Gregorian calendar, counted from 1 March of the year 0.
    let days = (ms / 86_400_000) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_are_told() {
        assert_eq!(super::date(0), "1970-01-01");
        assert_eq!(super::date(951_782_400_000), "2000-02-29");
        assert_eq!(super::date(1_794_733_200_000), "2026-11-15");
    }
}
