//! What a profile shows of somebody's games: ratings with curves, how he fared, the last games.

use super::{ago, profile::path};
use crate::{
    accounts::names,
    achievements::Achievement,
    ratings::Body,
    standings::{self, Standings},
    state::now,
};
use klaxon_catalog::shelf;
use klaxon_store::{Fared, GameResult, Point};
use maud::{Markup, html};

/// A curve's width and height.
const SIZE: (i64, i64) = (320, 72);

/// The sections of a profile.
pub fn sections(all: &Standings, person: &str, own: bool) -> Markup {
    html! {
        @if !all.ratings.is_empty() {
            section #ratings {
                h2 { "Ratings" }
                ul.ratings {
                    @for (rating, points) in &all.ratings {
                        li {
                            p { strong { (standings::pool_words(rating)) } }
                            p.figure { strong { (standings::figure(rating)) } span.soft { " ± " (rating.deviation * 2 / 1000) ", " (rating.games) (if rating.games == 1 { " game" } else { " games" }) } }
                            @if !rating.settled { p.soft.small { "Provisional: a few more games and it is known better." } }
                            (curve(points, &standings::pool_words(rating)))
                        }
                    }
                }
            }
        }
        (achievements(&all.achievements, own))
        @if !all.fared.is_empty() { section #fared tabindex="0" aria-label="Results" { h2 { "Results" } (fared(&all.fared)) } }
        @if !all.met.is_empty() {
            section #met {
                h2 { "Most often with" }
                p.links { @for (name, n) in &all.met { a href={ "/p/" (path(name)) } { (names::shown(name)) " (" (n) ")" } } }
            }
        }
        @if !all.last.is_empty() { section.tables #last { h2 { "Last games" } ul { @for result in &all.last { li { (last(result, person, own)) } } } } }
    }
}

/// What somebody has come to; he himself also sees what is begun.
fn achievements(all: &[Achievement], own: bool) -> Markup {
    let shown: Vec<&Achievement> = all.iter().filter(|a| a.is_won() || own && a.done > 0).collect();
    html! {
        @if !shown.is_empty() {
            section #achievements {
                h2 { "Achievements" }
                ul.rows { @for one in shown { li {
                    span { strong { (one.title) } " " span.soft { (one.words) } }
                    @if one.is_won() { span.soft { "done" } } @else { span.soft { (one.done) " of " (one.of) } }
                } } }
            }
        }
    }
}

/// How a rating went, with its deviation as a band.
fn curve(points: &[Point], of: &str) -> Markup {
    if points.len() < 2 {
        return html! {};
    }
    let low = points.iter().map(|p| p.rating - p.deviation).min().unwrap_or(0);
    let high = points.iter().map(|p| p.rating + p.deviation).max().unwrap_or(1);
    let (w, h) = SIZE;
    let x = |i: usize| i as i64 * w / (points.len() as i64 - 1);
    let y = |rating: i64| h - (rating - low) * h / (high - low).max(1);
    let path = |of: &dyn Fn(&Point) -> i64| -> Vec<String> {
        points.iter().enumerate().map(|(i, p)| format!("{},{}", x(i), y(of(p)))).collect()
    };
    let line = path(&|p| p.rating).join(" ");
    let mut band = path(&|p| p.rating + p.deviation);
    band.extend(path(&|p| p.rating - p.deviation).into_iter().rev());
    let (first, newest) = (points[0].rating / 1000, points[points.len() - 1].rating / 1000);
    html! {
        svg.over-time viewBox={ "0 0 " (w) " " (h) } role="img" aria-label={ (of) ": from " (first) " to " (newest) " in " (points.len()) " games" } preserveAspectRatio="none" {
            polygon.band points=(band.join(" ")) {}
            polyline.line points=(line) {}
        }
    }
}

fn fared(all: &[Fared]) -> Markup {
    let title = |fared: &Fared| {
        let menu = shelf::menu(&fared.game);
        let id = fared.scenario.split(' ').next().unwrap_or_default();
        let item = menu.and_then(|menu| menu.scenarios.iter().find(|s| s.id == id));
        item.map_or("a scenario of their own", |item| item.name.as_str())
    };
    html! {
        table.figures {
            thead { tr { th scope="col" { "Game and scenario" } th scope="col" { "Side" } th scope="col" { "Won" } th scope="col" { "Drawn" } th scope="col" { "Lost" } } }
            tbody {
                @for row in all {
                    tr { td { (shelf::game(&row.game).map_or(row.game.as_str(), |c| c.name)) " " span.soft { (title(row)) } } td { (row.side) } td { (row.won) } td { (row.drawn) } td { (row.lost) } }
                }
            }
        }
    }
}

fn last(result: &GameResult, person: &str, own: bool) -> Markup {
    let game = shelf::game(&result.pool.game).map_or(result.pool.game.as_str(), |c| c.name);
    let mine = result.players.iter().find(|p| p.person.as_deref() == Some(person));
    let (outcome, rating) = mine.map_or(("", None), |p| (standings::outcome(p.outcome), p.rating));
    let others: Vec<String> = result
        .players
        .iter()
        .filter(|p| p.person.as_deref() != Some(person))
        .map(standings::player)
        .collect();
    let body = Body::of(result);
    let inside = html! {
        span.what { strong { (game) } " " span.soft { (body.title) } @if result.rated { " " span.pill.rated { "rated" } } }
        span.who { @if others.is_empty() { "alone" } @else { "with " (others.join(" · ")) } }
        span.status { (outcome) @if let Some((rating, _)) = rating { " → " (rating / 1000) } }
        span.when { (ago(result.ended_at, now())) }
    };
    html! {
        @if result.linked || own { a.line href={ "/t/" (result.table) } { (inside) } } @else { div.line { (inside) } }
    }
}
