//! A game before there is a table.

use crate::{
    Play, TrialReport,
    review::{Looking, Reviewer},
    trial,
};
use klaxon_bots::{
    record::{Recorded, Recording, record},
    review::Depth,
};
use klaxon_core::{
    Chance, Edition, Game, Instinct, Menu, Outcome, Packs, Refusal, Revision, Seat, Seed, Session, Situation,
    Snapshot, TableOrder, Tell, Witness, Words,
    log::{Entry, Header, Log, Parting, Proof},
    script::{Mistake, Script},
};
use std::marker::PhantomData;

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

/// What can be done with a game before there is a table, and with the logs of its tables. A log's first line comes apart from
/// the others, which are its entries.
pub trait Rulebook: Sync {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// What can be ordered.
    fn menu(&self) -> Menu;
    /// How its rules have changed since their first edition, oldest first.
    fn revisions(&self) -> &'static [Revision];
    /// What it does with packs, where it takes them.
    fn packs(&self) -> Option<Packs>;
    /// The name of a seat in its situations.
    fn seat_word(&self, seat: Seat) -> String;
    /// A seat by its name in situations.
    fn seat(&self, name: &str) -> Option<Seat>;
    /// A die face by its name in situations, counted from 0.
    fn face(&self, word: &str) -> Option<u32>;
    /// Runs a situation script.
    fn try_out(&self, script: &Script) -> Result<TrialReport, Mistake>;
    /// Sets a new table up.
    fn open(&self, order: &TableOrder, seed: Seed) -> Result<Box<dyn Play>, Refusal>;
    /// Opens a stored table: from its newest snapshot if that is good, else from the beginning.
    fn resume(
        &self,
        header: &str,
        snapshot: Option<&[u8]>,
        entries: &[String],
    ) -> Result<Box<dyn Play>, Parting>;
    /// Opens a stored table as far as its log goes by the rules: where it does not go to the end, the table is frozen at its
    /// last good position and says why. The error is a log of which nothing can be shown.
    fn resume_so_far(&self, header: &str, entries: &[String]) -> Result<Box<dyn Play>, Parting>;
    /// The table as it stood after a step of a log that holds its seeds.
    fn as_of(&self, header: &str, entries: &[String], step: u32) -> Result<Box<dyn Play>, Parting>;
    /// How good each position of a game looks for each seat, 0 lost to 1000 won, to somebody who sees everything.
    fn course(&self, header: &str, entries: &[String]) -> Result<Vec<Vec<i32>>, Parting>;
    /// What went into each digest of a log that holds its seeds: for whoever checks it without the rules.
    fn witness(&self, header: &str, entries: &[String]) -> Result<Vec<Witness>, Parting>;
    /// Begins to look back on a seat's decisions, as it knew the game then. The log must hold its seeds.
    fn review(
        &self,
        header: &str,
        entries: &[String],
        seat: Seat,
        depth: Depth,
    ) -> Result<Box<dyn Reviewer>, Parting>;
    /// A new table that goes on from after a step of a finished game, with luck of its own or, without a seed, with the same,
    /// and all lines of its log.
    fn branch(
        &self,
        header: &str,
        entries: &[String],
        step: u32,
        seed: Option<Seed>,
    ) -> Result<(Box<dyn Play>, Vec<String>), Parting>;
    /// Positions of a game between bots with what came of them, to learn from.
    fn record(&self, order: &TableOrder, plan: &Recording) -> Result<Recorded, Refusal>;
    /// Runs a whole log again: same hashes, and luck that matches the published commitment.
    fn verify(&self, log: &str) -> Result<Verdict, Parting>;
}

/// The rulebook of a game. Where a crate makes a `&dyn Rulebook` of it, all of it is compiled.
#[derive(Clone, Copy, Debug)]
pub struct Rules<G>(PhantomData<fn() -> G>);

impl<G> Rules<G> {
    /// The one there is.
    pub const NEW: Rules<G> = Rules(PhantomData);
}

impl<G: Words + Situation + Instinct> Rulebook for Rules<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn menu(&self) -> Menu {
        G::menu()
    }

    fn revisions(&self) -> &'static [Revision] {
        G::REVISIONS
    }

    fn packs(&self) -> Option<Packs> {
        G::PACKS
    }

    fn seat_word(&self, seat: Seat) -> String {
        G::seat_word(seat)
    }

    fn seat(&self, name: &str) -> Option<Seat> {
        G::seat(name)
    }

    fn face(&self, word: &str) -> Option<u32> {
        G::face(word)
    }

    fn try_out(&self, script: &Script) -> Result<TrialReport, Mistake> {
        trial::report::<G>(script)
    }

    fn open(&self, order: &TableOrder, seed: Seed) -> Result<Box<dyn Play>, Refusal> {
        Ok(Box::new(Session::<G>::open(order, seed, packs::<G>().to_owned())?))
    }

    fn resume(
        &self,
        header: &str,
        snapshot: Option<&[u8]>,
        entries: &[String],
    ) -> Result<Box<dyn Play>, Parting> {
        let log = parse::<G>(header, entries)?;
        // Anything doubtful about a snapshot is no matter: the log can always be played again.
        let snapshot = snapshot.and_then(|bytes| postcard::from_bytes::<Snapshot>(bytes).ok());
        if let Some(session) = snapshot.and_then(|s| Session::resume_from(&log, s).ok()) {
            return Ok(Box::new(session));
        }
        Ok(Box::new(Session::resume(&log)?))
    }

    fn resume_so_far(&self, header: &str, entries: &[String]) -> Result<Box<dyn Play>, Parting> {
        // What cannot be read ends the log like what is refused.
        let (log, unread) = match parse::<G>(header, entries) {
            Err(Parting::Unreadable { line, why }) if line > 1 => {
                (parse::<G>(header, &entries[..line - 2])?, Some(Parting::Unreadable { line, why }))
            }
            parsed => (parsed?, None),
        };
        let mut session = Session::resume_so_far(&log)?;
        if let Some(parting) = unread {
            session.freeze(parting.to_string());
        }
        Ok(Box::new(session))
    }

    fn as_of(&self, header: &str, entries: &[String], step: u32) -> Result<Box<dyn Play>, Parting> {
        Ok(Box::new(Session::as_of(&parse::<G>(header, entries)?, step)?))
    }

    fn course(&self, header: &str, entries: &[String]) -> Result<Vec<Vec<i32>>, Parting> {
        let seats = |game: &G| (0..game.seats()).map(|s| game.appraise(Seat(s as u8))).collect();
        Session::course(&parse::<G>(header, entries)?, seats)
    }

    fn witness(&self, header: &str, entries: &[String]) -> Result<Vec<Witness>, Parting> {
        Session::<G>::witness(&parse(header, entries)?)
    }

    fn review(
        &self,
        header: &str,
        entries: &[String],
        seat: Seat,
        depth: Depth,
    ) -> Result<Box<dyn Reviewer>, Parting> {
        Ok(Box::new(Looking::<G>::new(&parse(header, entries)?, seat, depth)?))
    }

    fn branch(
        &self,
        header: &str,
        entries: &[String],
        step: u32,
        seed: Option<Seed>,
    ) -> Result<(Box<dyn Play>, Vec<String>), Parting> {
        let (session, log) = Session::branch(&parse::<G>(header, entries)?, step, seed)?;
        Ok((Box::new(session), log.print().lines().map(String::from).collect()))
    }

    fn record(&self, order: &TableOrder, plan: &Recording) -> Result<Recorded, Refusal> {
        let mut luck = Chance::of_step(Seed::small(plan.seed), 0);
        Ok(record(G::start(&G::setup(order)?, &mut luck, &mut Tell::muted())?, plan))
    }

    fn verify(&self, log: &str) -> Result<Verdict, Parting> {
        let log = Log::<G>::parse(log)?;
        same_packs::<G>(&log.header)?;
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
}

/// The fingerprint of the packs in force; empty for the built-in data alone.
fn packs<G: Game>() -> &'static str {
    G::PACKS.map_or("", |packs| (packs.hash)())
}

fn parse<G: Game>(header: &str, lines: &[String]) -> Result<Log<G>, Parting> {
    let header = serde_json::from_str(header).map_err(|e| Parting::unreadable(1, e))?;
    same_packs::<G>(&header)?;
    let entries = lines
        .iter()
        .enumerate()
        .map(|(i, line)| serde_json::from_str::<Entry>(line).map_err(|e| Parting::unreadable(i + 2, e)))
        .collect::<Result<_, _>>()?;
    Ok(Log { header, entries })
}

/// A game played with other packs may not mean the same here.
fn same_packs<G: Game>(header: &Header<G::Setup>) -> Result<(), Parting> {
    if header.packs == packs::<G>() {
        return Ok(());
    }
    let text = match header.packs.as_str() {
        "" => "this game was played without packs; start the program without `--packs`".to_owned(),
        hash => format!("this game was played with packs that are not in force here (fingerprint {hash})"),
    };
    Err(Parting::Foreign(text))
}
