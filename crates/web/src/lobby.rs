//! The lobby: tables that wait for players, games to watch, and quick match.
//!
//! The lists hold all public tables. They are made once a second for everybody who looks, and of each table only what has changed is
//! read again. Where there are so many tables that making them takes long, they are made more seldom, and nobody waits for them.

mod circle;
mod meeting;

pub use circle::Circle;
pub use meeting::{Quick, games, quick};

use crate::{
    error::Fault,
    ratings::{self, Pace},
    state::{AppState, uptime},
    table::{Chair, Holder, Meta, clock::Agreed, language::Language},
};
use klaxon_core::{Millis, SeatSet};
use klaxon_store::{Pool, Rating, Table, TableState};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::OwnedMutexGuard;

/// How long a list is good, in milliseconds.
const FRESH: u64 = 1000;
/// A list that took so long to make is good for so many times that.
const SHARE: u64 = 20;
/// Of so many tables nobody waits for the newest list, unless the last one is as old as this, in milliseconds.
const MANY: usize = 500;
const STALE: u64 = 60_000;
/// Tables that are read at once.
const READ: usize = 500;

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
    /// The language that is spoken there.
    pub language: Option<Language>,
    /// Who sits there, with their ratings in the pool of the table where they have one; nothing for a free seat.
    pub players: Vec<Option<(String, Option<i64>)>>,
    /// The mean rating of those who have one; 0 where nobody has.
    pub strength: i64,
    /// When it was opened.
    pub opened: Millis,
    /// Somebody who sits there is at the table now.
    pub here: bool,
    /// Whose ids sit there.
    ids: Vec<String>,
    /// The accounts that sit there, by their seats.
    accounts: Vec<Option<String>>,
    /// The pool in which they are rated.
    pool: Pool,
    waiting: bool,
}

impl Offer {
    /// A table as it was read, if it is for everybody's eyes.
    fn of(table: Table) -> Option<Offer> {
        let meta: Meta = serde_json::from_str(&table.meta).ok()?;
        // What is not for everybody's eyes is never listed; asked once more, for it costs nothing.
        let shown = table.listed
            && meta.may_look(None, SeatSet::NONE).is_ok()
            && meta.lesson.is_none()
            && meta.daily.is_none();
        let waiting = match table.state {
            TableState::Open => true,
            TableState::Playing => false,
            TableState::Over | TableState::Frozen => return None,
        };
        if !shown {
            return None;
        }
        let pace = meta.pace(&table.game);
        let (mut players, mut ids, mut accounts) = (Vec::new(), Vec::new(), Vec::new());
        for chair in &meta.chairs {
            if let Holder::Person { ids: own, .. } = &chair.holder {
                ids.extend(own.iter().cloned());
            }
            players.push((chair.holder != Holder::Open).then(|| (meta.player(chair), None)));
            accounts.push(rated_as(chair).map(str::to_owned));
        }
        Some(Offer {
            id: table.id,
            pool: ratings::pool(&table.game, pace, meta.chairs.len() == 2),
            game: table.game,
            title: meta.title,
            pace,
            clock: meta.clock,
            rated: meta.rated,
            language: meta.language,
            players,
            strength: 0,
            opened: meta.created,
            here: false,
            ids,
            accounts,
            waiting,
        })
    }

    /// The same with the ratings of today; itself where nothing is new.
    fn today(self: &Arc<Offer>, known: &HashMap<(&str, &Pool), i64>, here: bool) -> Arc<Offer> {
        let rated = |account: &Option<String>| {
            account.as_deref().and_then(|account| known.get(&(account, &self.pool)).copied())
        };
        let told = |player: &Option<(String, Option<i64>)>| player.as_ref().and_then(|(_, rating)| *rating);
        let same = self.accounts.iter().map(rated).eq(self.players.iter().map(told));
        if same && here == self.here {
            return self.clone();
        }
        let mut offer = Offer { here, ..Offer::clone(self) };
        for (player, account) in offer.players.iter_mut().zip(&self.accounts) {
            if let Some((_, rating)) = player {
                *rating = rated(account);
            }
        }
        let all: Vec<i64> = offer.players.iter().filter_map(told).collect();
        offer.strength = if all.is_empty() { 0 } else { all.iter().sum::<i64>() / all.len() as i64 };
        Arc::new(offer)
    }

    /// Is it one of this person's?
    pub fn is_of(&self, person: Option<&str>) -> bool {
        person.is_some_and(|person| self.ids.iter().any(|id| id == person))
    }

    /// The accounts that sit there.
    fn accounts(&self) -> impl Iterator<Item = &str> {
        self.accounts.iter().flatten().map(String::as_str)
    }
}

/// What is in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lobby {
    /// Tables that wait for players, newest first.
    pub waiting: Vec<Arc<Offer>>,
    /// Games to watch, the best rated first.
    pub running: Vec<Arc<Offer>>,
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
    /// Where this language is spoken.
    pub language: Option<Language>,
    /// Where those who sit there are rated so, in the mean: at least, and at most.
    pub strength: (Option<i64>, Option<i64>),
    /// Only where somebody sits whom whoever looks follows.
    pub followed: bool,
}

impl Wanted {
    /// Is it what is looked for, by somebody with this circle?
    pub fn fits(&self, offer: &Offer, circle: &Circle) -> bool {
        self.game.as_ref().is_none_or(|game| *game == offer.game)
            && self.pace.is_none_or(|pace| pace == offer.pace)
            && self.rated.is_none_or(|rated| rated == offer.rated)
            && self.language.is_none_or(|language| Some(language) == offer.language)
            && self.suits(offer.strength)
            && circle.shows(offer)
            && (!self.followed || circle.follows(offer))
    }

    /// Is a mean rating within what is looked for? Where nobody has one it is not known.
    fn suits(&self, strength: i64) -> bool {
        let (least, most) = self.strength;
        let unknown = strength == 0 && (least.is_some() || most.is_some());
        !unknown && least.is_none_or(|least| strength >= least) && most.is_none_or(|most| strength <= most)
    }
}

/// What was last read of tables, by their ids: with it nothing is read twice that has not changed.
#[derive(Debug, Default)]
struct Read(HashMap<String, (u64, Option<Arc<Offer>>)>);

/// The lists that were made last.
#[derive(Debug, Default)]
pub struct Board {
    last: Mutex<Option<Made>>,
    /// Somebody makes them: the others wait for him.
    making: Arc<tokio::sync::Mutex<Read>>,
}

#[derive(Debug)]
struct Made {
    at: u64,
    /// How long they are good, in milliseconds.
    good: u64,
    lobby: Arc<Lobby>,
}

impl Board {
    /// The last lists, if they are good; or, of many tables, good enough.
    fn last(&self, good_enough: bool) -> Option<Arc<Lobby>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let good = |made: &&Made| {
            let many = made.lobby.waiting.len() + made.lobby.running.len() >= MANY;
            uptime() < made.at + if good_enough && many { STALE.max(2 * made.good) } else { made.good }
        };
        last.as_ref().filter(good).map(|made| made.lobby.clone())
    }
}

/// What is in the lobby now. Lists only tables that their owners have made public.
pub async fn look(state: &AppState) -> Result<Arc<Lobby>, Fault> {
    let board = &state.board;
    if let Some(lobby) = board.last(false) {
        return Ok(lobby);
    }
    if let Some(lobby) = board.last(true) {
        if let Ok(making) = board.making.clone().try_lock_owned() {
            let state = state.clone();
            tokio::spawn(async move {
                if let Err(fault) = make(&state, making).await {
                    tracing::warn!(?fault, "the lobby's lists were not made");
                }
            });
        }
        return Ok(lobby);
    }
    let making = board.making.clone().lock_owned().await;
    match board.last(false) {
        Some(lobby) => Ok(lobby),
        None => make(state, making).await,
    }
}

/// Makes the lists, and keeps them.
async fn make(state: &AppState, mut read: OwnedMutexGuard<Read>) -> Result<Arc<Lobby>, Fault> {
    let begun = uptime();
    let listed = state.store.listed().await?;
    let mut before = std::mem::take(&mut read.0);
    let mut changed = Vec::new();
    for table in &listed {
        match before.remove(&table.id) {
            Some((rev, offer)) if rev == table.rev => {
                read.0.insert(table.id.clone(), (rev, offer));
            }
            Some(_) | None => changed.push(table.id.clone()),
        }
    }
    let revs: HashMap<&str, u64> = listed.iter().map(|table| (table.id.as_str(), table.rev)).collect();
    for some in changed.chunks(READ) {
        for table in state.store.tables(some.to_vec()).await? {
            // What changes in this moment is read with the older number, and so once more the next time.
            if let Some(rev) = revs.get(table.id.as_str()) {
                read.0.insert(table.id.clone(), (*rev, Offer::of(table).map(Arc::new)));
            }
        }
    }
    // The ratings of all who sit somewhere, at once.
    let offers = || read.0.values().filter_map(|(_, offer)| offer.as_ref());
    let mut accounts: Vec<String> = offers().flat_map(|offer| offer.accounts()).map(str::to_owned).collect();
    accounts.sort();
    accounts.dedup();
    let ratings: Vec<Rating> = state.store.results().ratings_of(accounts).await?;
    let known: HashMap<(&str, &Pool), i64> =
        ratings.iter().map(|rating| ((rating.person.as_str(), &rating.pool), rating.rating / 1000)).collect();
    let mut lobby = Lobby::default();
    for table in &listed {
        let Some((_, Some(offer))) = read.0.get_mut(&table.id) else { continue };
        let here = offer.waiting
            && state.tables.in_memory(&table.id).is_some_and(|live| live.is_present(&offer.ids));
        *offer = offer.today(&known, here);
        let list = if offer.waiting { &mut lobby.waiting } else { &mut lobby.running };
        list.push(offer.clone());
    }
    lobby.running.sort_by_key(|offer| (std::cmp::Reverse(offer.strength), std::cmp::Reverse(offer.opened)));
    let (lobby, at) = (Arc::new(lobby), uptime());
    let made = Made { at, good: FRESH.max((at - begun) * SHARE), lobby: lobby.clone() };
    *state.board.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
    Ok(lobby)
}

/// The account that sits on a chair, whose rating is told.
fn rated_as(chair: &Chair) -> Option<&str> {
    match &chair.holder {
        Holder::Person { ids, standing, .. } if !standing.is_guest() => ids.last().map(String::as_str),
        Holder::Person { .. } | Holder::Open | Holder::Bot { .. } | Holder::Program { .. } => None,
    }
}
