//! The game of the day with its results, and a person's own statistics.

use super::{Frame, Page, home::remember};
use crate::{
    error::{Fault, PageFault},
    person::Who,
    state::AppState,
    table::daily::{self, Day, Entry, Finish},
};
use axum::{
    extract::{Path, Query, State},
    http::HeaderMap,
    response::{Redirect, Response},
};
use klaxon_catalog::shelf;
use maud::{Markup, html};
use serde::Deserialize;

/// Which day is looked at.
#[derive(Deserialize, Default, Debug)]
pub struct Wanted {
    #[serde(default)]
    day: String,
}

fn name_of(game: &str) -> Result<&'static str, Fault> {
    let cover = shelf::game(game).filter(|_| daily::is_daily(game));
    cover.map(|c| c.name).ok_or_else(|| Fault::missing("this game has no game of the day"))
}

/// `GET /daily/{game}`
pub async fn page(
    State(state): State<AppState>,
    Path(game): Path<String>,
    Query(wanted): Query<Wanted>,
    who: Who,
) -> Result<Page, PageFault> {
    let name = name_of(&game)?;
    let today = Day::today();
    let day = Day::parse(&wanted.day).filter(|d| *d <= today).unwrap_or(today);
    let own = daily::own(&state, who.id(), &game, day).await?;
    let results = daily::results(&state, &game, day).await?;
    let finished = own.as_ref().is_some_and(|e| e.meta.finish.is_some());
    let scenario = day.order(&game).map(|order| order.scenario).unwrap_or_default();
    let title = shelf::menu(&game)
        .and_then(|m| m.scenarios.iter().find(|s| s.id == scenario))
        .map_or(scenario, |s| s.name.clone());
    let middle = html! {
        div.narrow.daily {
            p.crumb { a href="/" { "Games" } " / " (name) }
            h1 { "Game of the day" }
            p.lead { (day.date()) " · " (title) }
            @if day == today {
                p { "Everybody who plays today meets the same luck: the same research cards, the same tokens for the same steps, the same dice. One try for each player. The day ends at midnight UTC." }
                div.row {
                    @match &own {
                        Some(entry) => { a.button.primary href={ "/t/" (entry.id) } { @if finished { "Look at my game" } @else { "Go on with my game" } } }
                        None => { form method="post" action={ "/daily/" (game) } { button.primary type="submit" { "Play today's game" } } }
                    }
                    a.button href={ "/statistics/" (game) } { "My statistics" }
                }
            }
            section {
                h2 { "Results" }
                @if results.is_empty() { p.soft { "Nobody has finished it " @if day == today { "yet" } "." } }
                @else { (table(&results, who.id(), finished || day < today)) }
            }
            p.links {
                @if day.0 > 0 { a href={ "/daily/" (game) "?day=" (Day(day.0 - 1).date()) } { "The day before" } }
                @if day < today { a href={ "/daily/" (game) "?day=" (Day(day.0 + 1).date()) } { "The day after" } }
            }
            details.fold {
                summary { "How the luck of a day is made" }
                p {
                    "The seed is derived from this server's secret key, the game and the date, so it cannot be known beforehand. Its commitment is in the log of every table of the day from the first step: "
                    code.long { (day.seed(&state.keys, &game).commitment()) }
                    ". When the day is over, the logs publish the seed, and anyone can check it against the commitment."
                }
            }
        }
    };
    Ok(Frame::new("Game of the day", "daily", who.0.as_ref()).html(&middle))
}

/// The results of a day. Other people's replays are shown to those who have nothing left to be spoilt.
fn table(results: &[Entry], person: Option<&str>, open: bool) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="Results" {
            table {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Result" } th scope="col" { "Turns" } th scope="col" { "Worlds" } th scope="col" { "" } } }
                tbody { @for entry in results {
                    @if let Some(finish) = &entry.meta.finish {
                        @let mine = !entry.meta.seats_of(person).is_empty();
                        tr {
                            th scope="row" { (entry.player()) @if mine { " (you)" } }
                            td { @if finish.won { strong.good { "won" } } @else { span.bad { "lost" } } }
                            td { (finish.turns) }
                            td { (finish.settled) " of 6" }
                            td { @if open || mine { a href={ "/t/" (entry.id) "/replay" } aria-label={ "Replay of " (entry.player()) } { "Replay" } } }
                        }
                    }
                } }
            }
        }
    }
}

/// `POST /daily/{game}`: today's table of this person.
pub async fn play(
    State(state): State<AppState>,
    Path(game): Path<String>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let id = daily::sit_down(&state, &person, &game).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/t/{id}"))))
}

/// What a person's games add up to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Titles with games finished and won.
    by_title: Vec<(String, u32, u32)>,
    running: u32,
    /// Wins in a row, up to the last game.
    streak: u32,
    longest: u32,
    /// Days in a row with a finished game of the day, up to today or yesterday.
    days: u32,
    quickest: Option<u32>,
}

impl Record {
    fn of(games: &[Entry], today: Day) -> Record {
        let mut record = Record::default();
        let mut ends: Vec<(&Entry, &Finish)> = Vec::new();
        for entry in games {
            match &entry.meta.finish {
                Some(finish) => ends.push((entry, finish)),
                None => record.running += 1,
            }
        }
        ends.sort_by_key(|(_, finish)| finish.at);
        for (entry, finish) in &ends {
            let title = &entry.meta.title;
            let row = match record.by_title.iter().position(|(t, ..)| t == title) {
                Some(i) => i,
                None => {
                    record.by_title.push((title.clone(), 0, 0));
                    record.by_title.len() - 1
                }
            };
            record.by_title[row].1 += 1;
            if finish.won {
                record.by_title[row].2 += 1;
                record.streak += 1;
                record.longest = record.longest.max(record.streak);
                record.quickest = Some(record.quickest.map_or(finish.turns, |q| q.min(finish.turns)));
            } else {
                record.streak = 0;
            }
        }
        let mut days: Vec<Day> =
            ends.iter().filter_map(|(e, _)| Day::parse(e.meta.daily.as_deref()?)).collect();
        days.sort();
        days.dedup();
        let mut expected = None;
        for day in days.into_iter().rev() {
            let fits = match expected {
                None => day.0 + 1 >= today.0,
                Some(next) => day == next,
            };
            if !fits {
                break;
            }
            record.days += 1;
            expected = day.0.checked_sub(1).map(Day);
        }
        record
    }

    fn totals(&self) -> (u32, u32) {
        self.by_title.iter().fold((0, 0), |(n, won), (_, more, wins)| (n + more, won + wins))
    }
}

/// `GET /statistics/{game}`
pub async fn statistics(
    State(state): State<AppState>,
    Path(game): Path<String>,
    who: Who,
) -> Result<Page, PageFault> {
    let name = name_of(&game)?;
    let games = match who.id() {
        Some(id) => daily::of_person(&state, id, &game).await?,
        None => Vec::new(),
    };
    let record = Record::of(&games, Day::today());
    let (n, won) = record.totals();
    let share =
        |won: u32, n: u32| (100 * won).checked_div(n).map_or("–".into(), |share| format!("{share} %"));
    let figure = |name: &str, value: String| html! { div { dt { (name) } dd { (value) } } };
    let middle = html! {
        div.narrow.daily {
            p.crumb { a href="/" { "Games" } " / " (name) }
            h1 { "My statistics" }
            @if n == 0 { p { "No finished game yet. " @if record.running > 0 { (record.running) " in progress." } } }
            @else {
                dl.figures {
                    (figure("Games finished", n.to_string()))
                    (figure("Won", format!("{won} ({})", share(won, n))))
                    (figure("In progress", record.running.to_string()))
                    (figure("Wins in a row", format!("{} (longest {})", record.streak, record.longest)))
                    (figure("Days in a row", record.days.to_string()))
                    (figure("Quickest win", record.quickest.map_or("–".into(), |t| format!("{t} turns"))))
                }
                div.wide tabindex="0" role="region" aria-label="By difficulty" {
                    table {
                        thead { tr { th scope="col" { "Difficulty" } th scope="col" { "Games" } th scope="col" { "Won" } th scope="col" { "Share" } } }
                        tbody { @for (title, n, won) in &record.by_title {
                            tr { th scope="row" { (title) } td { (n) } td { (won) } td { (share(*won, *n)) } }
                        } }
                    }
                }
                section {
                    h2 { "Games" }
                    ul.tables { @for entry in games.iter().filter(|e| e.meta.finish.is_some()).take(50) {
                        @if let Some(finish) = &entry.meta.finish {
                            li { a href={ "/t/" (entry.id) } { (entry.meta.title) } @if let Some(day) = &entry.meta.daily { " · day " (day) } ": " (finish.text) }
                        }
                    } }
                }
            }
            p.links { a href={ "/daily/" (game) } { "Game of the day" } a href={ "/open/" (game) } { "Open a table" } }
        }
    };
    Ok(Frame::new("My statistics", "daily", who.0.as_ref()).html(&middle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Meta;

    fn entry(title: &str, at: u64, won: bool, daily: Option<u64>) -> Entry {
        let meta = Meta {
            daily: daily.map(|d| Day(d).date()),
            finish: Some(Finish { at, won, turns: at as u32, settled: 3, ..Finish::default() }),
            ..Meta::new(title.into(), Vec::new())
        };
        Entry { id: at.to_string(), meta, scenario: String::new() }
    }

    #[test]
    fn a_record_counts_streaks_and_days() {
        let games = [
            entry("Green", 5, true, Some(99)),
            entry("Green", 1, true, Some(96)),
            entry("Red", 2, true, None),
            entry("Red", 3, false, Some(98)),
            entry("Green", 4, true, None),
        ];
        let record = Record::of(&games, Day(100));
        assert_eq!((record.streak, record.longest, record.days, record.quickest), (2, 2, 2, Some(1)));
        assert_eq!(record.totals(), (5, 4));
        assert_eq!(record.by_title, [("Green".to_string(), 3, 3), ("Red".to_string(), 2, 1)]);
        // A day without a game ends the row.
        assert_eq!(Record::of(&games, Day(102)).days, 0);
    }
}
