//! Results of finished tables, the ratings that are made of them, who follows or blocks whom, and who waits for an opponent.
//! What a rating means is the caller's business: here it is three numbers, and the order in which they came about.

use crate::{Answer, Millis};

/// Results that are rated together: a game at a pace, and how many play.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pool {
    /// The game.
    pub game: String,
    /// The rest of it, in a word of the caller.
    pub name: String,
}

/// How a table ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Results have the order in which they were kept; what the store was given has none yet.
    pub number: u64,
    /// The table.
    pub table: String,
    /// With which others it is rated, or would be.
    pub pool: Pool,
    /// The scenario.
    pub scenario: String,
    /// Does it count for ratings?
    pub rated: bool,
    /// When it ended.
    pub ended_at: Millis,
    /// From when on others may see it.
    pub shown_from: Millis,
    /// May others be led to its table?
    pub linked: bool,
    /// What counts on a board of best scores; more is better.
    pub score: Option<i64>,
    /// What else there is to say, as JSON.
    pub body: String,
    /// Who sat where, by seat.
    pub players: Vec<Played>,
}

/// Somebody's part in a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The seat's number.
    pub seat: u8,
    /// The person, where one sat there.
    pub person: Option<String>,
    /// What sat there, where it is not an account.
    pub label: String,
    /// The side.
    pub side: String,
    /// 1 won, 0 drawn, -1 lost.
    pub outcome: i8,
    /// The rating after it and its deviation, if it was rated. Not kept with the result but with [`ResultChange::Rate`].
    pub rating: Option<(i64, i64)>,
    /// The name of the account, as it is now. Found, not kept.
    pub name: Option<String>,
}

/// A rating: thousandths of a point, the volatility in thousand millionths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rating {
    /// Whose.
    pub person: String,
    /// Among whom.
    pub pool: Pool,
    /// The points.
    pub rating: i64,
    /// How far it may be off.
    pub deviation: i64,
    /// How much it goes up and down.
    pub volatility: i64,
    /// Results it is made of.
    pub games: u64,
    /// Is it known well enough to be ranked?
    pub settled: bool,
}

/// What two people are to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// Somebody likes to hear of the other.
    Follow,
    /// Somebody does not want to meet the other.
    Block,
}

impl Tie {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Tie::Follow => "follow",
            Tie::Block => "block",
        }
    }
}

/// A change: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultChange {
    /// A result, once for each table. One that is there and rated stays as it is; another is replaced under its number, for the end
    /// of a game that counts for nothing can be taken back. Answers the number.
    Keep(Box<GameResult>),
    /// What a result makes of the ratings of those who played. Answers nothing if the pool is not where the caller thought it to be.
    Rate {
        /// The result.
        number: u64,
        /// Up to which result the pool is rated.
        after: u64,
        /// The pool.
        pool: Pool,
        /// The new ratings, with the seats.
        ratings: Vec<(u8, Rating)>,
    },
    /// All ratings of a pool are thrown away: they are made anew from the results.
    Unrate {
        /// The pool.
        pool: Pool,
    },
    /// Nobody can tell any more who a person was: his results and ratings are those of somebody without an account. Whom he follows or
    /// blocks, who follows or blocks him, and where he waits, is forgotten.
    Forget {
        /// Whom.
        person: String,
        /// Whose the results are from now on: a word that was never used.
        alias: String,
    },
    /// Somebody follows or blocks somebody. Both must have accounts.
    Tie {
        /// Who.
        person: String,
        /// What it is.
        tie: Tie,
        /// Whom.
        other: String,
        /// When.
        at: Millis,
    },
    /// It is over.
    Untie {
        /// Who.
        person: String,
        /// What it was.
        tie: Tie,
        /// Whom.
        other: String,
    },
    /// Somebody looks for an opponent. Answers the table of whoever has waited longest for the same, who is not blocked by him nor blocks
    /// him and waits no longer then; else, with a table of his own, he waits there.
    Meet {
        /// Who.
        person: String,
        /// What is to be played.
        what: String,
        /// Where he would wait.
        table: Option<String>,
        /// Now.
        at: Millis,
        /// Who waits since before that is not there any more.
        since: Millis,
    },
    /// Somebody waits no longer.
    Leave {
        /// Who.
        person: String,
    },
}

impl ResultChange {
    /// How long its texts are together.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            ResultChange::Keep(result) => result.body.len() + result.scenario.len(),
            ResultChange::Rate { ratings, .. } => ratings.len() * 128,
            ResultChange::Unrate { pool } => pool.name.len(),
            ResultChange::Forget { person, alias } => person.len() + alias.len(),
            ResultChange::Tie { person, other, .. } | ResultChange::Untie { person, other, .. } => {
                person.len() + other.len()
            }
            ResultChange::Meet { person, what, .. } => person.len() + what.len(),
            ResultChange::Leave { person } => person.len(),
        }
    }
}

/// Which results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Which {
    /// Whose.
    pub person: String,
    /// Those before this number.
    pub before: Option<u64>,
    /// Those that others may see at this time; all without it.
    pub shown_at: Option<Millis>,
    /// How many at most.
    pub limit: u32,
}

/// How often it ended so for somebody.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fared {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// His side.
    pub side: String,
    /// Games won, drawn and lost.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

/// A point of a curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// The result.
    pub number: u64,
    /// When.
    pub at: Millis,
    /// The rating after it.
    pub rating: i64,
    /// Its deviation.
    pub deviation: i64,
}

/// What a store knows of results. `tests/contract.rs` holds every engine to it.
pub trait Results: Send + Sync {
    /// Carries a change out; durable when it is answered.
    fn write(&self, change: ResultChange) -> Answer<'_, Option<String>>;
    /// The result of a table.
    fn result(&self, table: String) -> Answer<'_, Option<GameResult>>;
    /// Which of these tables have no result, in their order.
    fn without(&self, tables: Vec<String>) -> Answer<'_, Vec<String>>;
    /// Results after a number, in their order.
    fn after(&self, number: u64, limit: u32) -> Answer<'_, Vec<GameResult>>;
    /// Rated results of a pool after a number, in their order.
    fn rated(&self, pool: Pool, after: u64, limit: u32) -> Answer<'_, Vec<GameResult>>;
    /// Somebody's results, newest first.
    fn results(&self, which: Which) -> Answer<'_, Vec<GameResult>>;
    /// The best scores in a scenario that others may see at this time, best first.
    fn scores(&self, game: String, scenario: String, now: Millis, limit: u32) -> Answer<'_, Vec<GameResult>>;
    /// Of the newest scores in a scenario that others may see at this time, a thousand at most: how many, and the one in their middle.
    fn usual(&self, game: String, scenario: String, now: Millis) -> Answer<'_, Option<(u64, i64)>>;
    /// How somebody fared, in the order of games, scenarios and sides.
    fn fared(&self, person: String, shown_at: Option<Millis>) -> Answer<'_, Vec<Fared>>;
    /// Whom somebody has met most, by their accounts' names, with how often.
    fn met(&self, person: String, shown_at: Option<Millis>, limit: u32) -> Answer<'_, Vec<(String, u64)>>;
    /// Has somebody won a rated game against somebody who was rated higher even after it?
    fn upset(&self, person: String, shown_at: Option<Millis>) -> Answer<'_, bool>;
    /// Up to which result a pool is rated.
    fn through(&self, pool: Pool) -> Answer<'_, u64>;
    /// All ratings of a person.
    fn ratings(&self, person: String) -> Answer<'_, Vec<Rating>>;
    /// All ratings of several people at once, in no order that says anything.
    fn ratings_of(&self, people: Vec<String>) -> Answer<'_, Vec<Rating>>;
    /// All ratings of a pool after a person's id, in their order.
    fn ratings_in(&self, pool: Pool, after: String, limit: u32) -> Answer<'_, Vec<Rating>>;
    /// The best accounts of a pool, settled ones alone, with their names.
    fn ranking(&self, pool: Pool, limit: u32) -> Answer<'_, Vec<(String, Rating)>>;
    /// How a rating went, the newest points, oldest first.
    fn curve(&self, person: String, pool: Pool, limit: u32) -> Answer<'_, Vec<Point>>;
    /// How all ratings of a person went, the newest points of all together, oldest first.
    fn curves(&self, person: String, limit: u32) -> Answer<'_, Vec<(Pool, Point)>>;
    /// Whom a person follows or blocks: ids and names, in the order of the names.
    fn ties(&self, person: String, tie: Tie) -> Answer<'_, Vec<(String, String)>>;
    /// Does one of two people block the other?
    fn apart(&self, one: String, other: String) -> Answer<'_, bool>;
    /// Those who block a person, by their ids.
    fn blocked_by(&self, person: String) -> Answer<'_, Vec<String>>;
    /// Where a person waits, and for what.
    fn waits(&self, person: String) -> Answer<'_, Option<(String, String)>>;
}
