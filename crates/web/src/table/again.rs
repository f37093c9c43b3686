//! After the end: the same people play again, or somebody plays on from a step of the game.

use super::{Chair, Holder, Meta, Sitting, UNNAMED, meta::Again, open::store};
use crate::{
    error::Fault,
    keys::random,
    person::Person,
    state::{AppState, now},
};
use klaxon_bots::Level;
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Millis, Seat, SeatSet, Seed, TableOrder};
use serde_json::Value;

/// A second press on the button within so many milliseconds means the same branch.
const TWICE: Millis = 10_000;

/// Who plays the seats of a branch that people had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Whoever gets a link.
    Links,
    /// Bots.
    Bots(Level),
}

impl std::str::FromStr for Others {
    type Err = Fault;
    fn from_str(word: &str) -> Result<Others, Fault> {
        match word {
            "" | "link" => Ok(Others::Links),
            level => level.parse().map(Others::Bots).map_err(Fault::malformed),
        }
    }
}

/// How a finished game is to be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// After which step.
    pub step: u32,
    /// The seats of whoever asks.
    pub seats: SeatSet,
    /// Who plays those of other people.
    pub others: Others,
    /// What luck gives in a step is what it gave in it before.
    pub same_luck: bool,
}

/// A branch just made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branched {
    by: Option<String>,
    wish: Branch,
    at: Millis,
    table: String,
}

/// Opens the next game of the same people and bots, or finds it if somebody has already. Returns its id, and whether it
/// was opened just now.
pub async fn again(
    state: &AppState,
    old: &mut Sitting,
    person: Option<&Person>,
    by: String,
    swap: bool,
) -> Result<(String, bool), Fault> {
    if let Some(next) = &old.meta.again {
        return Ok((next.table.clone(), false));
    }
    if old.table.outcome().is_none() {
        return Err(Fault::conflict("running", "this game is not over yet"));
    }
    if old.meta.daily.is_some() {
        return Err(Fault::conflict("daily", "a game of the day is one try; there is another tomorrow"));
    }
    let stored =
        state.store.table(&old.live().id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let game = stored.game.clone();
    let table = Table::open(&game, &order_of(&stored.header, old), Seed(random()))?;
    if table.seats() != old.meta.chairs.len() {
        return Err(Fault::conflict("menu", "the scenario is for other numbers now: open a table instead"));
    }
    let places = if swap { swapped(&old.table) } else { (0..table.seats()).collect() };
    let chair = |(i, from): (usize, &usize)| {
        let was = &old.meta.chairs[*from];
        let holder = match &was.holder {
            Holder::Person { ids, .. } if ids.is_empty() => Holder::Open,
            holder => holder.clone(),
        };
        Chair { auto: was.auto, claimed: was.claimed, ..Chair::new(table.seat_name(Seat(i as u8)), holder) }
    };
    let meta = Meta {
        public: old.meta.public,
        owner: person.map(|p| p.id.clone()),
        clock: old.meta.clock,
        players_only: old.meta.players_only,
        patience: old.meta.patience,
        // Whoever does not want that to count does not decide anything there.
        rated: old.meta.rated,
        language: old.meta.language,
        ..Meta::new(old.meta.title.clone(), places.iter().enumerate().map(chair).collect())
    };
    let id = store(state, &game, table.sealed_header(), meta, Vec::new()).await?;
    let next = Again { table: id.clone(), by, swapped: swap };
    // The table's lock is held all the time: of two who press the button, the second finds the first one's table.
    old.change_meta(|meta| meta.again = Some(next)).await?;
    Ok((id, true))
}

/// What was ordered for a game. Logs of format 1 have a set-up instead: of those only scenario and size are known.
fn order_of(header: &str, old: &Sitting) -> TableOrder {
    let header: Value = serde_json::from_str(header).unwrap_or_default();
    let ordered = serde_json::from_value::<TableOrder>(header["order"].clone()).ok();
    let order = ordered.unwrap_or_else(|| {
        let menu = shelf::menu(old.table.game_id());
        let named = menu.and_then(|menu| menu.scenarios.iter().find(|s| s.name == old.meta.title));
        TableOrder {
            scenario: named.map(|s| s.id.clone()).unwrap_or_default(),
            seats: old.table.seats(),
            ..TableOrder::default()
        }
    });
    TableOrder { edition: Some(old.table.edition()), ..order }
}

/// The sides of a game, each with its seats in order.
fn sides(table: &Table) -> Vec<Vec<usize>> {
    let mut sides: Vec<Vec<usize>> = Vec::new();
    for i in 0..table.seats() {
        let seat = Seat(i as u8);
        match sides.iter_mut().find(|side| table.team(seat).has(Seat(side[0] as u8))) {
            Some(side) => side.push(i),
            None => sides.push(vec![i]),
        }
    }
    sides
}

/// Can the players of a game take each other's sides? Not where all are on one side, or sides differ in size.
pub fn can_swap(table: &Table) -> bool {
    let sides = sides(table);
    sides.len() > 1 && sides.iter().all(|side| side.len() == sides[0].len())
}

/// For each seat the one whose holder gets it: every side goes to the next.
fn swapped(table: &Table) -> Vec<usize> {
    let mut places: Vec<usize> = (0..table.seats()).collect();
    if !can_swap(table) {
        return places;
    }
    let sides = sides(table);
    for (i, side) in sides.iter().enumerate() {
        let next = &sides[(i + 1) % sides.len()];
        for (seat, from) in side.iter().zip(next) {
            places[*seat] = *from;
        }
    }
    places
}

/// The seats at the next game of whoever held these.
pub fn seats_again(old: &Sitting, held: SeatSet) -> SeatSet {
    let swap = old.meta.again.as_ref().is_some_and(|next| next.swapped);
    let places = if swap { swapped(&old.table) } else { (0..old.meta.chairs.len()).collect() };
    let mine = places.iter().enumerate().filter(|(_, from)| held.has(Seat(**from as u8)));
    mine.map(|(i, _)| Seat(i as u8)).collect()
}

/// Opens a table that goes on from a step of a finished game. Whoever asks sits on the seats that he names, bots sit where
/// bots sat, and the rest is for others.
pub async fn branch(
    state: &AppState,
    old: &mut Sitting,
    person: Option<&Person>,
    wish: Branch,
) -> Result<String, Fault> {
    let Branch { step, seats, others, same_luck } = wish;
    if old.meta.is_todays() {
        return Err(Fault::conflict("running", "a game of the day can be branched when its day is over"));
    }
    let by = person.map(|p| p.id.clone());
    if let Some(last) = &old.branched
        && (&last.by, last.wish) == (&by, wish)
        && by.is_some()
        && now() < last.at + TWICE
    {
        return Ok(last.table.clone());
    }
    let id = old.live().id.clone();
    let stored = state.store.table(&id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let entries = state.store.entries(&id, 0).await?;
    let header = stored.header.clone();
    let opened = state.shares.long(move || {
        let whole = Table::resume(&header, None, &entries)?;
        if whole.outcome().is_none() {
            return Ok(None);
        }
        let seed = (!same_luck).then(|| Seed(random()));
        Table::branch(&header, &entries, step, seed).map(Some)
    });
    let opened = opened
        .await?
        .ok_or_else(|| Fault::ours("a game could not be branched"))?
        .map_err(|parting| Fault::malformed(parting.to_string()))?
        .ok_or_else(|| Fault::conflict("running", "a game can be branched only after its end"))?;
    if opened.table.outcome().is_some() {
        return Err(Fault::conflict("over", "the game is over at that step: branch from an earlier one"));
    }
    let holder = |seat: Seat| match (seats.has(seat), person, &old.meta.chairs[seat.index()].holder) {
        (true, Some(person), _) => Holder::person(person),
        (true, None, _) => Holder::Program { name: UNNAMED.into() },
        (false, _, Holder::Bot { level }) => Holder::Bot { level: level.clone() },
        (false, _, Holder::Open | Holder::Person { .. } | Holder::Program { .. }) => match others {
            Others::Links => Holder::Open,
            Others::Bots(level) => Holder::bot(level),
        },
    };
    let chair = |i: usize| {
        let seat = Seat(i as u8);
        Chair::new(opened.table.seat_name(seat), holder(seat))
    };
    let meta = Meta {
        owner: by.clone(),
        branch: Some((id, step)),
        players_only: old.meta.players_only,
        ..Meta::new(old.meta.title.clone(), (0..opened.table.seats()).map(chair).collect())
    };
    let new = store(state, &stored.game, opened.header, meta, opened.entries).await?;
    old.branched = Some(Branched { by, wish, at: now(), table: new.clone() });
    Ok(new)
}
