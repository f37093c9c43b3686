//! What can be said of somebody's games, for pages and programs: ratings with their curves, how he fared, his last games, whom he follows;
//! and the boards of best scores.

use crate::{
    accounts::{self, challenges, names},
    achievements::{self, Achievement},
    boards::{around, around::Best},
    error::Fault,
    person::Person,
    ratings,
    state::{AppState, now, uptime},
    table::{ChairOrder, NewTableOrder},
};
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Seat, Seed, TableOrder};
use klaxon_store::{Fared, GameResult, Point, Pool, Rating, ResultChange, Tie, Which};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

/// Points of all curves that are looked at, those of one curve, last games, opponents that are told.
const POINTS: u32 = 1000;
const CURVE: usize = 200;
const LAST: u32 = 20;
const MET: u32 = 5;
/// Scores looked through for a board, and places on it: whoever has several has the best one.
const LOOKED_THROUGH: u32 = 300;
const PLACES: usize = 20;
/// What is usual is told once so many have come to an end.
const FEW: u64 = 3;
/// How long boards are good, in milliseconds, and how long what is known of somebody is, while he ends no game here.
const FRESH: u64 = 1000;
const KNOWN: u64 = 5000;
/// Of so many it is kept in mind at most, and of those alone who have so many games that to look them up takes long.
const MOST_KNOWN: usize = 500;
const MANY: u64 = 100;
/// Whom one may follow or block.
const MOST_TIES: usize = 500;

/// Do people play against each other in it?
pub fn has_opponents(game: &str) -> bool {
    // A table of each game is set up to know it: once.
    static DUELS: LazyLock<BTreeSet<&'static str>> =
        LazyLock::new(|| shelf::games().iter().map(|cover| cover.id).filter(|id| is_contest(id)).collect());
    DUELS.contains(game)
}

fn is_contest(game: &str) -> bool {
    // A crew has no teams: what its games come to is a score.
    if around(game).best.is_some() {
        return false;
    }
    Table::open(game, &TableOrder::default(), Seed::small(0)).is_ok_and(|table| {
        table.seats() > 1 && (1..table.seats()).any(|i| !table.team(Seat(0)).has(Seat(i as u8)))
    })
}

/// What is known of somebody.
#[derive(Debug)]
pub struct Standings {
    /// His ratings with their curves.
    pub ratings: Vec<(Rating, Vec<Point>)>,
    /// How he fared.
    pub fared: Vec<Fared>,
    /// Whom he has met most, and how often.
    pub met: Vec<(String, u64)>,
    /// His last games.
    pub last: Vec<GameResult>,
    /// What he has come to.
    pub achievements: Vec<Achievement>,
}

/// What was last looked up of people, and when: for others (false) and for themselves.
type LookedUp = HashMap<(String, bool), (u64, Arc<Standings>)>;

/// The same, for all who look at once.
#[derive(Debug, Default)]
pub struct Known(Mutex<LookedUp>);

impl Known {
    fn all(&self) -> MutexGuard<'_, LookedUp> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fresh(&self, person: &str, own: bool) -> Option<Arc<Standings>> {
        let all = self.all();
        let last = all.get(&(person.to_owned(), own));
        last.filter(|(at, _)| uptime() < at + KNOWN).map(|(_, known)| known.clone())
    }

    fn keep(&self, person: &str, own: bool, known: &Arc<Standings>) {
        let mut all = self.all();
        if all.len() >= MOST_KNOWN {
            all.clear();
        }
        all.insert((person.to_owned(), own), (uptime(), known.clone()));
    }

    /// There is something new about somebody.
    pub fn forget(&self, person: &str) {
        self.all().retain(|(whose, _), _| whose != person);
    }
}

/// What others may know of somebody, and what he himself knows more.
pub async fn of(state: &AppState, person: &str, own: bool) -> Result<Arc<Standings>, Fault> {
    if let Some(known) = state.known.fresh(person, own) {
        return Ok(known);
    }
    let known = Arc::new(look_up(state, person, own).await?);
    if known.fared.iter().map(|row| row.won + row.drawn + row.lost).sum::<u64>() >= MANY {
        state.known.keep(person, own, &known);
    }
    Ok(known)
}

async fn look_up(state: &AppState, person: &str, own: bool) -> Result<Standings, Fault> {
    let kept = state.store.results();
    let shown_at = (!own).then(now);
    let points = kept.curves(person.into(), POINTS).await?;
    let curve = |pool: &Pool| -> Vec<Point> {
        let own: Vec<Point> = points.iter().filter(|(of, _)| of == pool).map(|(_, point)| *point).collect();
        own[own.len().saturating_sub(CURVE)..].to_vec()
    };
    let with_curve = |rating: Rating| {
        let curve = curve(&rating.pool);
        (rating, curve)
    };
    let ratings = kept.ratings(person.into()).await?.into_iter().map(with_curve).collect();
    let fared = kept.fared(person.into(), shown_at).await?;
    Ok(Standings {
        ratings,
        achievements: achievements::of(state, person, &fared, shown_at).await?,
        fared,
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

/// A board of best scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreBoard {
    /// What it is for.
    pub title: String,
    /// What is usual there.
    pub par: Option<Par>,
    /// Who stands on it, best first.
    pub places: Vec<Scored>,
}

/// What is usual: the score in the middle of the newest that others may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Par {
    /// The score.
    pub score: i64,
    /// The score in words.
    pub words: String,
    /// Of so many games.
    pub games: u64,
}

/// The boards of a game.
pub type Boards = Vec<ScoreBoard>;

/// The boards that were made last, by game, and when.
#[derive(Debug, Default)]
pub struct Scores {
    last: Mutex<HashMap<&'static str, (u64, Arc<Boards>)>>,
    /// Somebody makes one: the others wait for him.
    making: tokio::sync::Mutex<()>,
}

impl Scores {
    fn fresh(&self, game: &str) -> Option<Arc<Boards>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(game).filter(|(at, _)| uptime() < at + FRESH).map(|(_, boards)| boards.clone())
    }
}

/// The boards of a game that have something on them. Made once a second for everybody who looks.
pub async fn boards(state: &AppState, game: &'static str) -> Result<Arc<Boards>, Fault> {
    if let Some(boards) = state.scores.fresh(game) {
        return Ok(boards);
    }
    let _making = state.scores.making.lock().await;
    if let Some(boards) = state.scores.fresh(game) {
        return Ok(boards);
    }
    let boards = Arc::new(make_boards(state, game).await?);
    let mut last = state.scores.last.lock().unwrap_or_else(PoisonError::into_inner);
    last.insert(game, (uptime(), boards.clone()));
    drop(last);
    Ok(boards)
}

async fn make_boards(state: &AppState, game: &str) -> Result<Boards, Fault> {
    let mut boards = Vec::new();
    let (Some(menu), Some(best)) = (shelf::menu(game), around(game).best) else { return Ok(boards) };
    let kept = state.store.results();
    for scenario in &menu.scenarios {
        for (id, apart) in scenarios(game, &scenario.id) {
            let results = kept.scores(game.into(), id.clone(), now(), LOOKED_THROUGH).await?;
            let places = places(best, &results);
            if places.is_empty() {
                continue;
            }
            let usual = kept.usual(game.into(), id, now()).await?.filter(|(games, _)| *games >= FEW);
            let par = usual.map(|(games, score)| Par { score, words: (best.words)(score), games });
            boards.push(ScoreBoard { title: format!("{}{apart}", scenario.name), par, places });
        }
    }
    Ok(boards)
}

/// A scenario as results have it, each with what it adds to the name: by itself, and with all values of the options that make
/// it one of its own.
fn scenarios(game: &str, id: &str) -> Vec<(String, String)> {
    let options = shelf::menu(game).map_or(&[][..], |menu| &menu.options);
    let plain = (id.to_owned(), String::new());
    let mut all = vec![plain.clone()];
    for option in around(game).apart.iter().filter_map(|id| options.iter().find(|o| o.id == *id)) {
        let with = |(id, words): &(String, String)| {
            let (id, words, label) = (id.clone(), words.clone(), option.label.to_lowercase());
            let each = option.values.iter();
            each.map(move |(value, more)| (format!("{id} {value}"), format!("{words}, {label}: {more}")))
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    if all[0] != plain {
        all.insert(0, plain);
    }
    all
}

fn places(best: Best, results: &[GameResult]) -> Vec<Scored> {
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
        let words = (best.words)(score);
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

/// Somebody whom an account asks by his name to play, if the two may meet.
pub async fn asked(state: &AppState, by: &Person, name: &str) -> Result<Person, Fault> {
    let account = challenges::player(state, name).await?;
    let other = accounts::person(&account, None);
    if other.id == by.id {
        return Err(Fault::conflict("itself", "that is you"));
    }
    accounts::own(state, &by.id).await?;
    if state.store.results().apart(by.id.clone(), other.id.clone()).await? {
        return Err(Fault::conflict("apart", "you do not play with each other"));
    }
    challenges::check_hands(state, by, &other).await?;
    Ok(other)
}

/// Opens a table for two at which an account is asked to play: its seat is there, and it is one of its tables.
pub async fn invite(
    state: &AppState,
    by: &Person,
    name: &str,
    game: &str,
    rated: bool,
) -> Result<String, Fault> {
    if !crate::lobby::games().iter().any(|cover| cover.id == game) {
        return Err(Fault::malformed("this game is not played by two"));
    }
    let other = asked(state, by, name).await?;
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
