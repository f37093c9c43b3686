//! Results of finished tables, and the ratings that follow from them, kept up to date.

use crate::{
    error::Fault,
    ratings::{self, Book},
    state::AppState,
    table::Meta,
};
use klaxon_catalog::shelf;
use klaxon_store::{Filter, GameResult, Pool, Rating, ResultChange, Store, StoreError, TableState};
use std::time::Duration;

/// Results and tables looked at at a time.
const PAGE: u32 = 200;
/// A breath between two tables that are played again for their results.
const BREATH: Duration = Duration::from_millis(20);

/// Rates what is not rated yet in a pool, result by result. Several servers may do it at once: each result is rated once.
pub async fn settle(state: &AppState, pool: &Pool) -> Result<(), Fault> {
    Ok(settle_in(&state.store, pool).await?)
}

async fn settle_in(store: &Store, pool: &Pool) -> Result<(), StoreError> {
    let results = store.results();
    loop {
        let mut after = results.through(pool.clone()).await?;
        let page = results.rated(pool.clone(), after, PAGE).await?;
        if page.is_empty() {
            return Ok(());
        }
        for result in page {
            let mut book = Book::new();
            for person in result.players.iter().filter_map(|player| player.person.clone()) {
                let known = results.ratings(person.clone()).await?;
                book.extend(known.into_iter().find(|r| r.pool == *pool).map(|rating| (person, rating)));
            }
            let (number, ratings) = (result.number, ratings::after(&book, &result));
            let rate = ResultChange::Rate { number, after, pool: pool.clone(), ratings };
            if results.write(rate).await?.is_none() {
                // Another server was faster: what it has made of it is read.
                break;
            }
            after = number;
        }
    }
}

/// What `klaxon admin ratings` found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// Rated results.
    pub results: usize,
    /// Ratings.
    pub ratings: usize,
    /// Where what is kept is not what the results come to, in sentences.
    pub wrong: Vec<String>,
}

/// Makes all ratings anew from the results and compares them with those that are kept.
pub async fn audit(store: &Store) -> Result<Audit, StoreError> {
    let mut audit = Audit::default();
    for pool in all_pools() {
        let results = rated(store, &pool).await?;
        let book = ratings::all(&results);
        let kept = kept(store, &pool).await?;
        audit.results += results.len();
        audit.ratings += kept.len();
        for rating in &kept {
            match book.get(&rating.person) {
                Some(right) if right == rating => {}
                Some(right) => audit.wrong.push(format!(
                    "{} {}: a rating of {} should be {}",
                    pool.game, pool.name, rating.rating, right.rating
                )),
                None => audit.wrong.push(format!("{} {}: a rating without a result", pool.game, pool.name)),
            }
        }
        let missing = book.len() - kept.iter().filter(|r| book.contains_key(&r.person)).count();
        if missing > 0 {
            audit.wrong.push(format!("{} {}: {missing} ratings are missing", pool.game, pool.name));
        }
    }
    Ok(audit)
}

/// Throws all ratings away and makes them anew from the results.
pub async fn recompute(store: &Store) -> Result<(), StoreError> {
    for pool in all_pools() {
        store.results().write(ResultChange::Unrate { pool: pool.clone() }).await?;
        settle_in(store, &pool).await?;
    }
    Ok(())
}

fn all_pools() -> Vec<Pool> {
    shelf::games().iter().flat_map(|cover| ratings::pools(cover.id)).collect()
}

async fn rated(store: &Store, pool: &Pool) -> Result<Vec<GameResult>, StoreError> {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = store.results().rated(pool.clone(), after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = last.number;
        all.extend(page);
    }
}

async fn kept(store: &Store, pool: &Pool) -> Result<Vec<Rating>, StoreError> {
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let page = store.results().ratings_in(pool.clone(), after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = last.person.clone();
        all.extend(page);
    }
}

/// Keeps the results that a server could not keep before it died, and those of games from before there were results.
pub(crate) async fn catch_up(state: &AppState) -> Result<(), Fault> {
    let mut before = None;
    loop {
        let over = Filter { state: Some(TableState::Over), limit: PAGE, before, ..Filter::default() };
        let page = state.store.list(over).await?;
        let Some(last) = page.last() else { break };
        before = Some(last.seq);
        let kept = |meta: &str| serde_json::from_str::<Meta>(meta).is_ok_and(|meta| meta.is_kept());
        let wanted: Vec<String> = page.iter().filter(|t| kept(&t.meta)).map(|t| t.id.clone()).collect();
        for id in state.store.results().without(wanted).await? {
            let sat = match state.tables.get(state, &id) {
                Ok(live) => live.sit(state).await,
                Err(fault) => Err(fault),
            };
            match sat {
                Ok(sitting) => sitting.keep_result().await?,
                Err(fault) => tracing::warn!(table = id, ?fault, "a result could not be made from a log"),
            }
            tokio::time::sleep(BREATH).await;
        }
    }
    for pool in all_pools() {
        settle(state, &pool).await?;
    }
    Ok(())
}
