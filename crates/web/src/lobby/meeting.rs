//! Quick match: two who look for the same meet. The store lets one of them look at a time, also among several servers.

use crate::{
    error::Fault,
    person::Person,
    ratings::Pace,
    state::{AppState, now},
    table::{ChairOrder, Holder, Meta, NewTableOrder, clock::Agreed},
};
use klaxon_catalog::{
    Table,
    shelf::{self, Cover},
};
use klaxon_core::{Millis, Seat, Seed, TableOrder};
use klaxon_store::{ResultChange, TableState};
use std::sync::LazyLock;

/// The time of a live quick match.
const CLOCK: Agreed = Agreed::Decision { seconds: 120 };
/// Whoever waits so long, in milliseconds, waits no longer: live, and over days.
const WAITS: (Millis, Millis) = (1_800_000, 7 * 86_400_000);
/// A page has so long to open before whoever waits there live is taken for gone.
const ARRIVES: Millis = 30_000;
/// Tables that are tried before one is opened.
const TRIES: usize = 8;

/// What is ordered for a quick match of a game, if two can play it.
fn order(game: &str) -> Option<TableOrder> {
    let order = TableOrder { seats: 2, ..TableOrder::default() };
    let table = Table::open(game, &order, Seed::small(0)).ok()?;
    let two = table.seats() == 2 && !table.team(Seat(0)).has(Seat(1));
    two.then_some(order)
}

/// The games that two can meet at.
pub fn games() -> &'static [&'static Cover] {
    static GAMES: LazyLock<Vec<&'static Cover>> =
        LazyLock::new(|| shelf::games().iter().filter(|cover| order(cover.id).is_some()).collect());
    &GAMES
}

/// What is to be played in a quick match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quick {
    /// The game.
    pub game: String,
    /// Live, or over days.
    pub pace: Pace,
    /// Does it count?
    pub rated: bool,
}

impl Quick {
    /// Two who look for the same meet.
    fn key(&self) -> String {
        format!("{} {} {}", self.game, self.pace.word(), if self.rated { "rated" } else { "free" })
    }
}

/// Joins somebody who waits for the same, or opens a table and waits there. Returns the table, and whether somebody was there.
pub async fn quick(state: &AppState, person: &Person, wanted: &Quick) -> Result<(String, bool), Fault> {
    let Some(order) = order(&wanted.game) else {
        return Err(Fault::malformed("this game is not played by two: open a table instead"));
    };
    if wanted.rated && person.standing.is_guest() {
        return Err(Fault::conflict(crate::table::RATED, "a rated game is for accounts: sign in first"));
    }
    if let Some(table) = still_waits(state, person, wanted).await? {
        return Ok((table, false));
    }
    if let Some(table) = meet(state, person, wanted, None).await? {
        return Ok((table, true));
    }
    // Who plays which side is left to luck.
    let mut chairs = vec![ChairOrder::Me, ChairOrder::Link];
    chairs.rotate_left(usize::from(crate::keys::random::<1>()[0] % 2));
    let order = NewTableOrder {
        public: true,
        rated: wanted.rated,
        clock: (wanted.pace == Pace::Live).then_some(CLOCK),
        ..NewTableOrder::new(wanted.game.clone(), order, chairs)
    };
    let own = crate::table::open(state, Some(person), order).await?;
    match meet(state, person, wanted, Some(&own)).await? {
        None => Ok((own, false)),
        Some(table) => {
            // Somebody else was faster by a moment. Nobody has seen the table just made.
            state.store.delete(&own, now() + 1000).await?;
            Ok((table, true))
        }
    }
}

/// The table at which a person waits for the same already.
async fn still_waits(state: &AppState, person: &Person, wanted: &Quick) -> Result<Option<String>, Fault> {
    let Some((table, what)) = state.store.results().waits(person.id.clone()).await? else { return Ok(None) };
    let stored = state.store.table(&table).await?.filter(|stored| stored.state == TableState::Open);
    let meta = stored.and_then(|stored| serde_json::from_str::<Meta>(&stored.meta).ok());
    let waits = meta.is_some_and(|meta| !meta.seats_of(Some(&person.id)).is_empty());
    Ok((waits && what == wanted.key()).then_some(table))
}

/// Sits down with whoever waits for the same; else waits at the given table, if there is one.
async fn meet(
    state: &AppState,
    person: &Person,
    wanted: &Quick,
    own: Option<&str>,
) -> Result<Option<String>, Fault> {
    let waits = if wanted.pace == Pace::Live { WAITS.0 } else { WAITS.1 };
    for _ in 0..TRIES {
        let meet = ResultChange::Meet {
            person: person.id.clone(),
            what: wanted.key(),
            table: own.map(str::to_owned),
            at: now(),
            since: now().saturating_sub(waits),
        };
        let Some(table) = state.store.results().write(meet).await? else { return Ok(None) };
        match join(state, person, wanted, &table).await {
            Ok(true) => return Ok(Some(table)),
            Ok(false) => {}
            Err(fault) => tracing::debug!(table, ?fault, "a quick match was not joined"),
        }
    }
    Ok(None)
}

/// Sits down at the table of somebody who waits; false if he is not there any more.
async fn join(state: &AppState, person: &Person, wanted: &Quick, table: &str) -> Result<bool, Fault> {
    let live = state.tables.get(state, table)?;
    let mut sitting = live.sit_now(state).await?;
    let free = sitting.meta.chairs.iter().position(|chair| chair.holder == Holder::Open);
    let Some(free) = free.filter(|_| sitting.meta.public && sitting.meta.rated == wanted.rated) else {
        return Ok(false);
    };
    let fresh = now() < sitting.meta.created + ARRIVES;
    if wanted.pace == Pace::Live && !fresh && !live.is_present(&sitting.meta.members()) {
        return Ok(false);
    }
    sitting.claim(Seat(free as u8), person, false).await?;
    Ok(true)
}
