//! Tournaments: what is agreed, who plays, and who meets whom. By which method people are paired and what a result is worth is the caller's
//! business; the store keeps it, and lets one of those who change a tournament at the same time have his way.

use crate::{Answer, Millis};

/// A tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// Its id.
    pub id: String,
    /// Whoever made it; nobody where his account is gone.
    pub owner: Option<String>,
    /// The club whose members alone may play.
    pub club: Option<String>,
    /// The title.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub state: Held,
    /// May strangers find it?
    pub public: bool,
    /// When it was made.
    pub created_at: Millis,
    /// When somebody is to look after it.
    pub due: Millis,
    /// The number of what is kept of it, from 1, raised by each change.
    pub rev: u64,
    /// What is agreed and how far it is, as JSON.
    pub body: String,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It takes players.
    Open,
    /// It is played.
    Running,
    /// It has been played.
    Over,
    /// It was called off.
    Off,
}

impl Held {
    /// All of them.
    pub const ALL: [Held; 4] = [Held::Open, Held::Running, Held::Over, Held::Off];

    /// As the database writes it.
    pub fn word(self) -> &'static str {
        match self {
            Held::Open => "open",
            Held::Running => "running",
            Held::Over => "over",
            Held::Off => "off",
        }
    }
}

/// How somebody takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taking {
    /// He was asked.
    Invited,
    /// He plays.
    In,
    /// He has left.
    Out,
}

impl Taking {
    /// All of them.
    pub const ALL: [Taking; 3] = [Taking::Invited, Taking::In, Taking::Out];

    /// As the database writes it.
    pub fn word(self) -> &'static str {
        match self {
            Taking::Invited => "invited",
            Taking::In => "in",
            Taking::Out => "out",
        }
    }
}

/// Somebody in a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Who.
    pub person: String,
    /// His place in the order of strength, from 1; 0 before there is one.
    pub number: u32,
    /// How he takes part.
    pub state: Taking,
    /// Since when.
    pub at: Millis,
    /// The account's name, as it is now; only told.
    pub name: Option<String>,
}

/// Two who meet, or one who has nobody to meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// Its place in the round, from 1.
    pub board: u32,
    /// The number of whoever has the first seat.
    pub one: u32,
    /// The number of the other.
    pub two: Option<u32>,
    /// Where they play.
    pub table: Option<String>,
    /// How it ended, in a word of the caller.
    pub ended: Option<String>,
    /// When that was decided; 0 before.
    pub decided_at: Millis,
}

/// A change to tournaments: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentChange {
    /// A new one, with number 1, or another state of one in place of the number before, with what has changed of those who play and of their
    /// games. The body must differ with each attempt: the same one at the same number is taken for the same attempt, whose end was not heard.
    Put {
        /// It.
        tournament: Tournament,
        /// People who come, or take part in another way.
        entrants: Vec<Entrant>,
        /// People who are taken off the list.
        gone: Vec<String>,
        /// Games that are new, or have been decided.
        pairings: Vec<Pairing>,
    },
    /// Somebody looks after one that was due at this time. True for one of those who come at once.
    Take {
        /// Its id.
        id: String,
        /// When it was due.
        due: Millis,
        /// When somebody is to look again.
        until: Millis,
    },
    /// Whoever took part is known by another word from now on, and has left.
    Forget {
        /// Who.
        person: String,
        /// The word.
        alias: String,
    },
}

impl TournamentChange {
    /// How long its texts are together, about.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            TournamentChange::Put { tournament, entrants, gone, pairings } => {
                let people = entrants.iter().map(|entrant| &entrant.person).chain(gone);
                tournament.body.len()
                    + tournament.title.len()
                    + people.map(String::len).sum::<usize>()
                    + pairings.len() * 32
            }
            TournamentChange::Take { id, .. } => id.len(),
            TournamentChange::Forget { person, alias } => person.len() + alias.len(),
        }
    }
}

/// Which tournaments are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentList {
    /// Those that strangers may find, the newest first.
    Public,
    /// Those that a person made, plays in or is asked to, the newest first.
    Of(String),
    /// Those of a club, the newest first.
    Club(String),
    /// Those that are due to be looked after at this time, the longest first.
    Due(Millis),
    /// All after an id, in the order of their ids.
    After(String),
}

/// What a store knows of tournaments. `tests/tournaments.rs` holds every engine to it.
pub trait Tournaments: Send + Sync {
    /// Carries a change out; durable when it is answered. False where it does not fit: the id is taken, or somebody was faster.
    fn write(&self, change: TournamentChange) -> Answer<'_, bool>;
    /// One by its id.
    fn tournament(&self, id: String) -> Answer<'_, Option<Tournament>>;
    /// Those who take part, by their numbers and then by the time at which they came.
    fn entrants(&self, id: String) -> Answer<'_, Vec<Entrant>>;
    /// Its games, by round and board.
    fn pairings(&self, id: String) -> Answer<'_, Vec<Pairing>>;
    /// Several.
    fn tournaments(&self, list: TournamentList, limit: u32) -> Answer<'_, Vec<Tournament>>;
}
