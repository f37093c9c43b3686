//! What can be done with a table that may have any of the games on it.

use crate::{Play, Table, packs, shelf};
use klaxon_core::{
    Edition, Game, Instinct, Outcome, Refusal, Seat, Seed, Session, Situation, Snapshot, TableOrder, Witness,
    Words,
    log::{Entry, Header, Log, Parting, Proof},
};
use serde::Deserialize;
use std::ops::{Deref, DerefMut};

impl Deref for Table {
    type Target = dyn Play;
    fn deref(&self) -> &(dyn Play + 'static) {
        each!(self, session => session)
    }
}

impl DerefMut for Table {
    fn deref_mut(&mut self) -> &mut (dyn Play + 'static) {
        each!(self, session => session)
    }
}

/// A table with the lines of its log so far.
#[derive(Debug)]
pub struct Opened {
    /// The table.
    pub table: Table,
    /// The log's first line, seeds included.
    pub header: String,
    /// The others.
    pub entries: Vec<String>,
}

/// What `verify` found out about an honest log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The game's id.
    pub game: &'static str,
    /// Entries in the log.
    pub entries: u32,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// What was published of the seed before the game.
    pub commitment: String,
    /// The edition of the rules at the end.
    pub edition: Edition,
    /// How the entries were proven.
    pub proof: Proof,
}

impl Table {
    /// Sets a new table up.
    pub fn open(game: &str, order: &TableOrder, seed: Seed) -> Result<Table, Refusal> {
        fn open<G: Words + Situation + Instinct>(order: &TableOrder, seed: Seed) -> Result<Table, Refusal>
        where
            Table: From<Session<G>>,
        {
            Ok(Session::<G>::open(order, seed, packs::hash(G::ID))?.into())
        }
        by_id!(game, G => open::<G>(order, seed), else Err(shelf::no_such_game(game)))
    }

    /// Opens a stored table: from its newest snapshot if that is good, else from the beginning.
    pub fn resume(header: &str, snapshot: Option<&[u8]>, entries: &[String]) -> Result<Table, Parting> {
        fn resume<G: Words + Situation>(
            header: &str,
            snapshot: Option<&[u8]>,
            lines: &[String],
        ) -> Result<Table, Parting>
        where
            Table: From<Session<G>>,
        {
            let log = parse::<G>(header, lines)?;
            // Anything doubtful about a snapshot is no matter: the log can always be played again.
            let snapshot = snapshot.and_then(|bytes| postcard::from_bytes::<Snapshot>(bytes).ok());
            if let Some(session) = snapshot.and_then(|s| Session::resume_from(&log, s).ok()) {
                return Ok(session.into());
            }
            Ok(Session::resume(&log)?.into())
        }
        let game = game_of(header)?;
        by_id!(game.as_str(), G => resume::<G>(header, snapshot, entries), else Err(foreign(&game)))
    }

    /// Opens a stored table as far as its log goes by the rules: where it does not go to the end, the table is frozen at its
    /// last good position and says why. The error is a log of which nothing can be shown.
    pub fn resume_so_far(header: &str, entries: &[String]) -> Result<Table, Parting> {
        fn so_far<G: Words + Situation>(header: &str, lines: &[String]) -> Result<Table, Parting>
        where
            Table: From<Session<G>>,
        {
            // What cannot be read ends the log like what is refused.
            let (log, unread) = match parse::<G>(header, lines) {
                Err(Parting::Unreadable { line, why }) if line > 1 => {
                    (parse::<G>(header, &lines[..line - 2])?, Some(Parting::Unreadable { line, why }))
                }
                parsed => (parsed?, None),
            };
            let mut session = Session::resume_so_far(&log)?;
            if let Some(parting) = unread {
                session.freeze(parting.to_string());
            }
            Ok(session.into())
        }
        let game = game_of(header)?;
        by_id!(game.as_str(), G => so_far::<G>(header, entries), else Err(foreign(&game)))
    }

    /// The table as it stood after a step of a log that holds its seeds.
    pub fn as_of(header: &str, entries: &[String], step: u32) -> Result<Table, Parting> {
        fn as_of<G: Words + Situation>(header: &str, lines: &[String], step: u32) -> Result<Table, Parting>
        where
            Table: From<Session<G>>,
        {
            Ok(Session::as_of(&parse::<G>(header, lines)?, step)?.into())
        }
        let game = game_of(header)?;
        by_id!(game.as_str(), G => as_of::<G>(header, entries, step), else Err(foreign(&game)))
    }

    /// How good each position of a game looks for each seat, 0 lost to 1000 won, to somebody who sees everything.
    pub fn course(header: &str, entries: &[String]) -> Result<Vec<Vec<i32>>, Parting> {
        fn course<G: Words + Situation + Instinct>(
            header: &str,
            lines: &[String],
        ) -> Result<Vec<Vec<i32>>, Parting> {
            let seats = |game: &G| (0..game.seats()).map(|s| game.appraise(Seat(s as u8))).collect();
            Session::course(&parse::<G>(header, lines)?, seats)
        }
        let game = game_of(header)?;
        by_id!(game.as_str(), G => course::<G>(header, entries), else Err(foreign(&game)))
    }

    /// What went into each digest of a log that holds its seeds: for whoever checks it without the rules.
    pub fn witness(header: &str, entries: &[String]) -> Result<Vec<Witness>, Parting> {
        fn witness<G: Words + Situation>(header: &str, lines: &[String]) -> Result<Vec<Witness>, Parting> {
            Session::<G>::witness(&parse(header, lines)?)
        }
        let game = game_of(header)?;
        by_id!(game.as_str(), G => witness::<G>(header, entries), else Err(foreign(&game)))
    }

    /// A new table that goes on from after a step of a finished game, with luck of its own.
    pub fn branch(header: &str, entries: &[String], step: u32, seed: Seed) -> Result<Opened, Parting> {
        fn branch<G: Words + Situation>(
            header: &str,
            lines: &[String],
            step: u32,
            seed: Seed,
        ) -> Result<Opened, Parting>
        where
            Table: From<Session<G>>,
        {
            let (session, log) = Session::branch(&parse::<G>(header, lines)?, step, seed)?;
            let mut printed = log.print().lines().map(String::from).collect::<Vec<_>>().into_iter();
            let header = printed.next().expect("a log has a header");
            Ok(Opened { table: session.into(), header, entries: printed.collect() })
        }
        let game = game_of(header)?;
        by_id!(game.as_str(), G => branch::<G>(header, entries, step, seed), else Err(foreign(&game)))
    }
}

/// Runs a whole log again: same hashes, and luck that matches the published commitment.
pub fn verify(log: &str) -> Result<Verdict, Parting> {
    fn verify<G: Words + Situation>(log: &str) -> Result<Verdict, Parting> {
        let log = Log::<G>::parse(log)?;
        same_packs(&log.header)?;
        let session = Session::resume(&log)?;
        Ok(Verdict {
            game: G::ID,
            entries: session.n(),
            outcome: session.game().outcome(),
            commitment: log.header.luck[0].commitment.clone(),
            edition: session.game().edition(),
            proof: session.proof(),
        })
    }
    let first = log.lines().next().unwrap_or_default();
    let game = game_of(first)?;
    by_id!(game.as_str(), G => verify::<G>(log), else Err(foreign(&game)))
}

/// The game that a log's first line names.
fn game_of(header: &str) -> Result<String, Parting> {
    #[derive(Deserialize)]
    struct First {
        game: String,
    }
    let unreadable =
        |e: serde_json::Error| Parting::Unreadable { line: 1, why: format!("this is no Klaxon log: {e}") };
    Ok(serde_json::from_str::<First>(header).map_err(unreadable)?.game)
}

fn foreign(game: &str) -> Parting {
    Parting::Foreign(shelf::no_such_game(game).to_string())
}

fn parse<G: Game>(header: &str, lines: &[String]) -> Result<Log<G>, Parting> {
    let header = serde_json::from_str(header).map_err(|e| Parting::unreadable(1, e))?;
    same_packs(&header)?;
    let entries = lines
        .iter()
        .enumerate()
        .map(|(i, line)| serde_json::from_str::<Entry>(line).map_err(|e| Parting::unreadable(i + 2, e)))
        .collect::<Result<_, _>>()?;
    Ok(Log { header, entries })
}

/// A game played with other packs may not mean the same here.
fn same_packs<S>(header: &Header<S>) -> Result<(), Parting> {
    if header.packs == packs::hash(&header.game) {
        return Ok(());
    }
    let text = match header.packs.as_str() {
        "" => "this game was played without packs; start the program without `--packs`".to_owned(),
        hash => format!("this game was played with packs that are not in force here (fingerprint {hash})"),
    };
    Err(Parting::Foreign(text))
}
