//! How a table stands before its first entry: set up by the rules, or as an order's clauses say.

use crate::{
    Chance, Draw, Edition, Game, Refusal, Seed, Situation, TableOrder, Tell, Told, Words,
    log::{Arranged, FORMAT, Header, Parting},
    no_edition,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A table as it is set up, before its first entry.
pub(super) struct Opening<G: Game> {
    pub setup: G::Setup,
    pub game: G,
    pub drawn: Vec<Draw>,
    pub told: Vec<Told<G::Event>>,
}

impl<G: Game> Opening<G> {
    pub fn of(setup: G::Setup, seed: Seed) -> Result<Opening<G>, Refusal> {
        let (mut chance, mut tell) = (Chance::of_step(seed, 0), Tell::aloud());
        let game = G::start(&setup, &mut chance, &mut tell)?;
        Ok(Opening { setup, game, drawn: chance.drawn().to_vec(), told: tell.take() })
    }
}

impl<G: Words + Situation> Opening<G> {
    /// The table that an order means: set up by the rules, or standing as its clauses say. A position draws no luck.
    pub fn ordered(order: &TableOrder, edition: Edition, seed: Seed) -> Result<Opening<G>, Refusal> {
        let setup = setup_of::<G>(order, edition)?;
        if order.position.is_empty() {
            return Opening::of(setup, seed);
        }
        let older = (edition < G::newest()).then(|| format!("edition {edition}"));
        let clauses: Vec<&str> = older.iter().chain(&order.position).map(String::as_str).collect();
        let given = catch_unwind(AssertUnwindSafe(|| G::given(&clauses)));
        let game = given.unwrap_or_else(|_| Err("no game comes to this position".into()));
        let game = game.map_err(|why| Refusal::malformed(format!("the position is refused: {why}")))?;
        if game.edition() != edition {
            let text = format!("the position is of edition {}, and the table of {edition}", game.edition());
            return Err(Refusal::malformed(text));
        }
        Ok(Opening { setup, game, drawn: Vec::new(), told: Vec::new() })
    }
}

/// The set-up that an order means by an edition.
fn setup_of<G: Words>(order: &TableOrder, edition: Edition) -> Result<G::Setup, Refusal> {
    if edition > G::newest() {
        return Err(no_edition::<G>(edition));
    }
    G::setup(&TableOrder { edition: Some(edition), ..order.clone() })
}

/// The set-up that a header means.
pub(super) fn arranged<G: Words>(header: &Header<G::Setup>) -> Result<G::Setup, Parting> {
    match &header.table {
        Arranged::Setup(setup) => Ok(setup.clone()),
        Arranged::Order(order) => setup_of::<G>(order, header.edition)
            .map_err(|r| Parting::Foreign(format!("the set-up is refused: {r}"))),
    }
}

/// The table as its header says that it was set up.
pub(super) fn arranged_anew<G: Words + Situation>(
    header: &Header<G::Setup>,
    seed: Seed,
) -> Result<Opening<G>, Parting> {
    let opening = match &header.table {
        Arranged::Setup(setup) => Opening::of(setup.clone(), seed),
        Arranged::Order(order) => Opening::ordered(order, header.edition, seed),
    };
    opening.map_err(|r| Parting::Foreign(format!("the set-up is refused: {r}")))
}

pub(super) fn check_header<G: Game>(header: &Header<G::Setup>) -> Result<(), Parting> {
    if header.game != G::ID {
        return Err(Parting::Foreign(format!("this is a log of {}, not of {}", header.game, G::ID)));
    }
    let (format, edition, newest) = (header.klaxon, header.edition, G::newest());
    if !(1..=FORMAT).contains(&format) {
        let why = format!(
            "its log is of format {format}, and this program reads 1 to {FORMAT}: a newer one is needed"
        );
        return Err(Parting::Foreign(why));
    }
    if edition > newest {
        let why = format!(
            "it is played by edition {edition} of the rules, and this program knows {newest}: a newer one is needed"
        );
        return Err(Parting::Foreign(why));
    }
    if header.luck.first().is_none_or(|s| s.from != 0) {
        return Err(Parting::Luck { from: 0, why: "the log names no seed for its start".into() });
    }
    for stretch in &header.luck {
        let from = stretch.from;
        match stretch.seed {
            None => return Err(Parting::Luck { from, why: "its seed is not revealed yet".into() }),
            Some(seed) if seed.commitment() != stretch.commitment => {
                return Err(Parting::Luck { from, why: "the seed is not the one committed to".into() });
            }
            Some(_) => {}
        }
    }
    Ok(())
}
