//! What can be said of somebody's games, for pages and programs: ratings with their curves, how he fared, his last games, whom he follows;
//! and the boards of best scores.

use crate::{
    accounts::{self, challenges, names},
    error::Fault,
    person::Person,
    ratings::{self, Body},
    state::{AppState, now},
    table::{ChairOrder, NewTableOrder},
};
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Game, Seat, Seed, TableOrder};
use klaxon_federation::Federation;
use klaxon_store::{Fared, GameResult, Point, Rating, ResultChange, Tie, Which};
use std::collections::BTreeSet;

/// Points of a curve, last games, opponents that are told.
const CURVE: u32 = 200;
const LAST: u32 = 20;
const MET: u32 = 5;
/// Scores looked through for a board, and places on it: whoever has several has the best one.
const LOOKED_THROUGH: u32 = 300;
const PLACES: usize = 20;
/// Whom one may follow or block.
const MOST_TIES: usize = 500;

/// Do people play against each other in it?
pub fn has_opponents(game: &str) -> bool {
    let order = TableOrder::default();
    Table::open(game, &order, Seed::small(0)).is_ok_and(|table| {
        table.seats() > 1 && (1..table.seats()).any(|i| !table.team(Seat(0)).has(Seat(i as u8)))
    })
}

/// What is known of somebody.
pub struct Standings {
    /// His ratings with their curves.
    pub ratings: Vec<(Rating, Vec<Point>)>,
    /// How he fared.
    pub fared: Vec<Fared>,
    /// Whom he has met most, and how often.
    pub met: Vec<(String, u64)>,
    /// His last games.
    pub last: Vec<GameResult>,
}

/// What others may know of somebody, and what he himself knows more.
pub async fn of(state: &AppState, person: &str, own: bool) -> Result<Standings, Fault> {
    let kept = state.store.results();
    let shown_at = (!own).then(now);
    let mut ratings = Vec::new();
    for rating in kept.ratings(person.into()).await? {
        let curve = kept.curve(person.into(), rating.pool.clone(), CURVE).await?;
        ratings.push((rating, curve));
    }
    Ok(Standings {
        ratings,
        fared: kept.fared(person.into(), shown_at).await?,
        met: kept.met(person.into(), shown_at, MET).await?,
        last: kept.results(Which { person: person.into(), before: None, shown_at, limit: LAST }).await?,
    })
}

/// A place on a board of best scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scored {
    /// Who, by the names of accounts.
    pub names: Vec<String>,
    /// The score in words.
    pub words: String,
    /// The score.
    pub score: i64,
    /// The table, where others may look at it.
    pub table: Option<String>,
}

/// The boards of a game that have something on them, with what they are for.
pub async fn boards(state: &AppState, game: &str) -> Result<Vec<(String, Vec<Scored>)>, Fault> {
    let mut boards = Vec::new();
    let Some(menu) = shelf::menu(game).filter(|_| !has_opponents(game)) else { return Ok(boards) };
    for scenario in menu.scenarios {
        for (id, colours) in scenarios(game, &scenario.id) {
            let results = state.store.results().scores(game.into(), id, now(), LOOKED_THROUGH).await?;
            let places = places(game, &results);
            if !places.is_empty() {
                boards.push((format!("{}{colours}", scenario.name), places));
            }
        }
    }
    Ok(boards)
}

/// A scenario as results have it: for Space Alert once for each two colours of threats.
fn scenarios(game: &str, id: &str) -> Vec<(String, String)> {
    let mut all = vec![(id.to_owned(), String::new())];
    if game != Federation::ID {
        let menu = shelf::menu(game);
        let values = |option: &str| {
            let found = menu.as_ref().and_then(|menu| menu.options.iter().find(|o| o.id == option));
            found.map(|o| o.values.clone()).unwrap_or_default()
        };
        for (common, words) in values("common") {
            for (serious, more) in values("serious") {
                all.push((
                    format!("{id} {common} {serious}"),
                    format!(", common threats: {words}, serious: {more}"),
                ));
            }
        }
    }
    all
}

fn places(game: &str, results: &[GameResult]) -> Vec<Scored> {
    let mut seen = BTreeSet::new();
    let mut places = Vec::new();
    for result in results {
        let mut names: Vec<String> = result.players.iter().filter_map(|player| player.name.clone()).collect();
        names.sort();
        names.dedup();
        let Some(score) = result.score.filter(|_| !names.is_empty()) else { continue };
        if !seen.insert(names.clone()) {
            continue;
        }
        let turns = Body::of(result).turns;
        let words = match game {
            Federation::ID if score > 1000 => format!("won in {turns} turns"),
            Federation::ID => format!("{} worlds settled, {turns} turns", score / 100),
            _ => format!("{score} points"),
        };
        places.push(Scored { names, words, score, table: result.linked.then(|| result.table.clone()) });
        if places.len() == PLACES {
            break;
        }
    }
    places
}

/// Somebody follows or blocks an account, or does so no longer. Whoever blocks somebody does not follow him.
pub async fn tie(state: &AppState, person: &Person, name: &str, tie: Tie, on: bool) -> Result<(), Fault> {
    accounts::own(state, &person.id).await?;
    let other = challenges::player(state, name).await?;
    if other.person == person.id {
        return Err(Fault::conflict("itself", "that is you"));
    }
    let kept = state.store.results();
    let (one, two) = (person.id.clone(), other.person.clone());
    if !on {
        kept.write(ResultChange::Untie { person: one, tie, other: two }).await?;
        return Ok(());
    }
    if kept.ties(one.clone(), tie).await?.len() >= MOST_TIES {
        return Err(Fault::conflict("many", format!("nobody has more than {MOST_TIES} of them")));
    }
    if tie == Tie::Block {
        kept.write(ResultChange::Untie { person: one.clone(), tie: Tie::Follow, other: two.clone() }).await?;
    }
    kept.write(ResultChange::Tie { person: one, tie, other: two, at: now() }).await?;
    Ok(())
}

/// Is somebody tied to an account in this way?
pub async fn is_tied(state: &AppState, person: &str, tie: Tie, other: &str) -> Result<bool, Fault> {
    Ok(state.store.results().ties(person.into(), tie).await?.iter().any(|(id, _)| id == other))
}

/// Opens a table at which an account is asked to play: its seat is there, and it is one of its tables.
pub async fn invite(
    state: &AppState,
    by: &Person,
    name: &str,
    game: &str,
    rated: bool,
) -> Result<String, Fault> {
    let account = challenges::player(state, name).await?;
    let other = accounts::person(&account, None);
    if other.id == by.id {
        return Err(Fault::conflict("itself", "that is you"));
    }
    accounts::own(state, &by.id).await?;
    if state.store.results().apart(by.id.clone(), other.id.clone()).await? {
        return Err(Fault::conflict("apart", "you do not play with each other"));
    }
    if !crate::lobby::games().iter().any(|cover| cover.id == game) {
        return Err(Fault::malformed("this game is not played by two"));
    }
    challenges::check_hands(state, by, &other).await?;
    let order = TableOrder { seats: 2, ..TableOrder::default() };
    let chairs = vec![ChairOrder::Me, ChairOrder::Account(other)];
    let order = NewTableOrder { rated, ..NewTableOrder::new(game.into(), order, chairs) };
    crate::table::open(state, Some(by), order).await
}

/// The name of an account for the screen, or what else sat there.
pub fn player(played: &klaxon_store::Played) -> String {
    match (&played.name, played.label.as_str()) {
        (Some(name), "") => names::shown(name),
        (None, "") => "a former player".into(),
        (_, label) => label.to_owned(),
    }
}

/// "won", "drawn", "lost".
pub fn outcome(outcome: i8) -> &'static str {
    match outcome {
        1 => "won",
        0 => "drawn",
        _ => "lost",
    }
}

/// "1523 ± 60", with a question mark while it is provisional.
pub fn figure(rating: &Rating) -> String {
    format!("{}{}", rating.rating / 1000, if rating.settled { "" } else { "?" })
}

/// The pool of a rating in words: "Red Alert, live".
pub fn pool_words(rating: &Rating) -> String {
    let name = shelf::game(&rating.pool.game).map_or(rating.pool.game.as_str(), |cover| cover.name);
    format!("{name}, {}", ratings::words(&rating.pool))
}
