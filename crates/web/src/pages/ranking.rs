//! Rankings: who is rated best at a game, and the best scores where nobody plays against anybody.

use super::{Frame, Page, profile::path};
use crate::{
    accounts::names,
    error::{Fault, PageFault},
    person::Who,
    ratings,
    standings::{self, Scored},
    state::AppState,
};
use axum::extract::{Path, State};
use klaxon_bots::Level;
use klaxon_catalog::{shelf, strength};
use klaxon_store::Rating;
use maud::{Markup, html};

/// Places that are shown.
const PLACES: u32 = 50;

/// `GET /ranking/{game}`
pub async fn page(
    State(state): State<AppState>,
    Path(game): Path<String>,
    who: Who,
) -> Result<Page, PageFault> {
    let cover = shelf::game(&game).ok_or_else(|| Fault::missing("there is no such game"))?;
    let mut pools = Vec::new();
    if standings::has_opponents(cover.id) {
        for pool in ratings::pools(cover.id) {
            let best = state.store.results().ranking(pool.clone(), PLACES).await?;
            if !best.is_empty() || !pool.name.ends_with("-many") {
                pools.push((ratings::words(&pool), best));
            }
        }
    }
    let boards = standings::boards(&state, cover.id).await?;
    let middle = html! {
        div.narrow.ranking {
            p.crumb { a href="/" { "Games" } " / " a href="/lobby" { "Lobby" } " / Ranking" }
            h1 { "Ranking: " (cover.name) }
            p.links { @for other in shelf::games() { a href={ "/ranking/" (other.id) } aria-current=[(other.id == cover.id).then_some("page")] { (other.name) } } }
            @for (words, best) in &pools {
                section tabindex="0" aria-label={ "Rated games, " (words) } {
                    h2 { "Rated games, " (words) }
                    @if best.is_empty() { p.soft { "Nobody has played enough rated games yet." } } @else { (ranking(best)) }
                }
            }
            @if !standings::has_opponents(cover.id) && boards.is_empty() { p.soft { "No scores yet. They come from games of accounts that are not closed to watchers." } }
            @for board in boards.iter() {
                section tabindex="0" aria-label={ "Best scores: " (board.title) } {
                    h2 { "Best scores: " (board.title) }
                    @if let Some(par) = &board.par { p.soft { "Par: " (par.words) ", the middle of the last " (par.games) " games" } }
                    (best_scores(&board.places))
                }
            }
            @if standings::has_opponents(cover.id) {
                p.soft.small { "Ranked is whoever is known well enough: with a deviation of " (ratings::PROVISIONAL) " points or less. Bots: "
                    @for (i, level) in Level::ALL.iter().enumerate() { @if i > 0 { ", " } (level) " " (bot(cover.id, *level)) } "." }
            }
        }
    };
    Ok(Frame::new("Ranking", "ranking", who.0.as_ref()).html(&middle))
}

/// How strong a bot is; what was never measured is said to be a guess.
fn bot(game: &str, level: Level) -> String {
    let points = ratings::of_bot(game, level);
    if strength::of(game, level).is_some() {
        points.to_string()
    } else {
        format!("about {points} (not measured)")
    }
}

fn ranking(best: &[(String, Rating)]) -> Markup {
    html! {
        table.figures {
            thead { tr { th scope="col" { "Place" } th scope="col" { "Player" } th scope="col" { "Rating" } th scope="col" { "Games" } } }
            tbody {
                @for (i, (name, rating)) in best.iter().enumerate() {
                    tr { td { (i + 1) } td { a href={ "/p/" (path(name)) } { (names::shown(name)) } } td { (rating.rating / 1000) span.soft { " ± " (rating.deviation * 2 / 1000) } } td { (rating.games) } }
                }
            }
        }
    }
}

fn best_scores(scores: &[Scored]) -> Markup {
    html! {
        table.figures {
            thead { tr { th scope="col" { "Place" } th scope="col" { "Player" } th scope="col" { "Score" } } }
            tbody {
                @for (i, scored) in scores.iter().enumerate() {
                    tr {
                        td { (i + 1) }
                        td { @for (j, name) in scored.names.iter().enumerate() { @if j > 0 { ", " } a href={ "/p/" (path(name)) } { (names::shown(name)) } } }
                        td { @match &scored.table { Some(id) => { a href={ "/t/" (id) } { (scored.words) } } None => (scored.words) } }
                    }
                }
            }
        }
    }
}
