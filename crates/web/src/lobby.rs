//! The lobby: tables that wait for players, games to watch, and quick match.
//!
//! The lists are made once a second for everybody who looks. Two who press *Quick match* at once meet: the store lets one of them look
//! at a time, also among several servers.

use crate::{
    error::Fault,
    person::Person,
    ratings::{self, Pace},
    state::{AppState, now, uptime},
    table::{ChairOrder, Holder, Meta, NewTableOrder, clock::Agreed},
};
use klaxon_catalog::{
    Table,
    shelf::{self, Cover},
};
use klaxon_core::{Millis, Seat, Seed, TableOrder};
use klaxon_store::{Filter, ResultChange, TableState};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Tables in each of the lists.
const LISTED: u32 = 100;
/// How long a list is good, in milliseconds.
const FRESH: u64 = 1000;
/// The time of a live quick match.
const CLOCK: Agreed = Agreed::Decision { seconds: 120 };
/// Whoever waits so long, in milliseconds, waits no longer: live, and over days.
const WAITS: (Millis, Millis) = (1_800_000, 7 * 86_400_000);
/// A page has so long to open before whoever waits there live is taken for gone.
const ARRIVES: Millis = 30_000;
/// Tables that are tried before one is opened.
const TRIES: usize = 8;

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// Live, or over days.
    pub pace: Pace,
    /// Seconds for a decision.
    pub clock: Option<Agreed>,
    /// Does it count?
    pub rated: bool,
    /// Who sits there, with their ratings in the pool of the table where they have one; nothing for a free seat.
    pub players: Vec<Option<(String, Option<i64>)>>,
    /// Whose ids sit there.
    ids: Vec<String>,
    /// When it was opened.
    pub opened: Millis,
    /// Somebody who sits there is at the table now.
    pub here: bool,
}

impl Offer {
    /// Is it one of this person's?
    pub fn is_of(&self, person: Option<&str>) -> bool {
        person.is_some_and(|person| self.ids.iter().any(|id| id == person))
    }

    /// The mean rating of those who have one; 0 where nobody has.
    pub fn strength(&self) -> i64 {
        let all: Vec<i64> = self.players.iter().flatten().filter_map(|(_, rating)| *rating).collect();
        if all.is_empty() { 0 } else { all.iter().sum::<i64>() / all.len() as i64 }
    }
}

/// What is in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lobby {
    /// Tables that wait for players, newest first.
    pub waiting: Vec<Offer>,
    /// Games to watch, the best rated first.
    pub running: Vec<Offer>,
}

/// What somebody looks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// The game.
    pub game: Option<String>,
    /// Live, or over days.
    pub pace: Option<Pace>,
    /// Rated ones, or others.
    pub rated: Option<bool>,
}

impl Wanted {
    /// Is it what is looked for?
    pub fn fits(&self, offer: &Offer) -> bool {
        self.game.as_ref().is_none_or(|game| *game == offer.game)
            && self.pace.is_none_or(|pace| pace == offer.pace)
            && self.rated.is_none_or(|rated| rated == offer.rated)
    }
}

/// The lists that were made last, and when.
#[derive(Debug, Default)]
pub struct Board(Mutex<Option<(u64, Arc<Lobby>)>>);

/// What is in the lobby now. Lists only tables that their owners have made public.
pub async fn look(state: &AppState) -> Result<Arc<Lobby>, Fault> {
    let board = || state.board.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((at, lobby)) = &*board()
        && uptime() < at + FRESH
    {
        return Ok(lobby.clone());
    }
    let waiting = offers(state, TableState::Open).await?;
    let mut running = offers(state, TableState::Playing).await?;
    running.sort_by_key(|offer| (std::cmp::Reverse(offer.strength()), std::cmp::Reverse(offer.opened)));
    let lobby = Arc::new(Lobby { waiting, running });
    *board() = Some((uptime(), lobby.clone()));
    Ok(lobby)
}

async fn offers(state: &AppState, wanted: TableState) -> Result<Vec<Offer>, Fault> {
    let filter = Filter { state: Some(wanted), listed: Some(true), limit: LISTED, ..Filter::default() };
    let mut all = Vec::new();
    for table in state.store.list(filter).await? {
        let Ok(meta) = serde_json::from_str::<Meta>(&table.meta) else { continue };
        // What is not for everybody's eyes is never listed; asked once more, for it costs nothing.
        if meta.may_look(None, klaxon_core::SeatSet::NONE).is_err()
            || meta.lesson.is_some()
            || meta.daily.is_some()
        {
            continue;
        }
        let (pace, mut players, mut ids) = (meta.pace(&table.game), Vec::new(), Vec::new());
        let pool = ratings::pool(&table.game, pace, meta.chairs.len() == 2);
        for chair in &meta.chairs {
            let rating = match &chair.holder {
                Holder::Person { ids: own, standing, .. } => {
                    ids.extend(own.iter().cloned());
                    match own.last().filter(|_| !standing.is_guest()) {
                        Some(id) => {
                            let all = state.store.results().ratings(id.clone()).await?;
                            all.into_iter().find(|r| r.pool == pool).map(|r| r.rating / 1000)
                        }
                        None => None,
                    }
                }
                Holder::Open | Holder::Bot { .. } | Holder::Program { .. } => None,
            };
            players.push((chair.holder != Holder::Open).then(|| (meta.player(chair), rating)));
        }
        let here = state.tables.in_memory(&table.id).is_some_and(|live| live.is_present(&ids));
        all.push(Offer {
            id: table.id,
            game: table.game,
            title: meta.title,
            pace,
            clock: meta.clock,
            rated: meta.rated,
            players,
            ids,
            opened: meta.created,
            here,
        });
    }
    Ok(all)
}

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
