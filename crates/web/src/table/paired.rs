//! Tables of tournaments: opened for two who meet, with nobody as their owner, and decided by rule when they are late.

use super::{Chair, Holder, Meta, Sitting, clock::Agreed, open::scenario_name};
use crate::{
    boards::has_own_clock, error::Fault, keys::random, person::Person, standings::has_opponents,
    state::AppState, tournament::End,
};
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Seat, Seed, TableOrder};
use klaxon_store::{NewTable, StoreError};
use std::sync::{LazyLock, atomic::Ordering::Relaxed};

/// A game of two, as a tournament has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paired {
    /// The table's id, chosen before there is one.
    pub id: String,
    /// The tournament's.
    pub tournament: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// What is agreed about time.
    pub clock: Option<Agreed>,
    /// Does it count for ratings?
    pub rated: bool,
    /// May strangers find it?
    pub public: bool,
    /// Whoever has the first seat, and the second.
    pub players: [Person; 2],
}

/// What is ordered for two who meet at a scenario of a game.
pub fn order(game: &str, scenario: &str) -> Result<TableOrder, Fault> {
    let menu = shelf::menu(game).ok_or_else(|| Fault::missing("there is no such game"))?;
    let order = TableOrder { scenario: scenario.into(), seats: 2, ..TableOrder::default() };
    let known = scenario.is_empty() || menu.scenarios.iter().any(|item| item.id == scenario);
    if known && is_for_two(game, &order) {
        return Ok(order);
    }
    let name = menu.name;
    Err(Fault::malformed(match has_opponents(game) {
        true => format!("this scenario of {name} is not played by two against each other: choose another"),
        false => format!(
            "{name} is played together, against the game: nobody can be paired in it, and its best scores stand on the ranking"
        ),
    }))
}

/// Do two play it against each other? On a mission over minutes everybody is on the same side.
fn is_for_two(game: &str, order: &TableOrder) -> bool {
    let apart = |table: Table| table.seats() == 2 && !table.team(Seat(0)).has(Seat(1));
    !has_own_clock(game) && Table::open(game, order, Seed::small(0)).is_ok_and(apart)
}

/// A game with scenarios of it: their ids and names.
type Offered = (&'static str, Vec<(String, String)>);

/// The games and scenarios that two can play against each other.
pub fn scenarios() -> &'static [Offered] {
    static ALL: LazyLock<Vec<Offered>> = LazyLock::new(|| {
        let of_two = |game: &str, scenario: &str| {
            is_for_two(game, &TableOrder { scenario: scenario.into(), seats: 2, ..TableOrder::default() })
        };
        let game = |cover: &shelf::Cover| {
            let items = &shelf::menu(cover.id)?.scenarios;
            let items: Vec<(String, String)> = items
                .iter()
                .filter(|item| of_two(cover.id, &item.id))
                .map(|item| (item.id.clone(), item.name.clone()))
                .collect();
            (!items.is_empty()).then_some((cover.id, items))
        };
        shelf::games().iter().filter_map(game).collect()
    });
    &ALL
}

/// Can two play so? Returns the scenario's name.
pub fn check(game: &str, scenario: &str, clock: Option<Agreed>) -> Result<String, Fault> {
    let table = Table::open(game, &order(game, scenario)?, Seed::small(0))?;
    if let Some(agreed) = clock {
        super::pace::check(&table, agreed)?;
    }
    Ok(scenario_name(game, scenario))
}

/// Opens the table of two who meet, unless it is open. So whoever tries again, here or at another server, does no harm.
pub async fn open(state: &AppState, paired: &Paired) -> Result<(), Fault> {
    let order = order(&paired.game, &paired.scenario)?;
    let table = Table::open(&paired.game, &order, Seed(random()))?;
    let chair =
        |(i, person): (usize, &Person)| Chair::new(table.seat_name(Seat(i as u8)), Holder::person(person));
    let chairs: Vec<Chair> = paired.players.iter().enumerate().map(chair).collect();
    let meta = Meta {
        public: paired.public,
        clock: paired.clock,
        rated: paired.rated,
        tournament: Some(paired.tournament.clone()),
        ..Meta::new(scenario_name(&paired.game, &paired.scenario), chairs)
    };
    let new = NewTable {
        id: paired.id.clone(),
        game: paired.game.clone(),
        created_at: meta.created,
        header: table.sealed_header(),
        meta: serde_json::to_string(&meta).expect("meta data serialises"),
        state: meta.state(),
        owner: None,
        listed: meta.public,
    };
    match state.store.create(new).await {
        Ok(()) => drop(state.metrics.opened.fetch_add(1, Relaxed)),
        Err(StoreError::TableExists { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    // Between the two a server may have died.
    if state.store.members(&paired.id).await?.is_empty() {
        state.store.set_members(&paired.id, &meta.members()).await?;
    }
    // Sitting down says whose turn it is, so that he is rung.
    let live = state.tables.get(state, &paired.id)?;
    live.sit(state).await.map(drop)
}

impl Meta {
    /// Does it count for something, so that nobody is helped and its end stands?
    pub fn is_contest(&self) -> bool {
        self.rated || self.tournament.is_some()
    }
}

impl Sitting {
    /// The round is over and this table is not: it is decided by rule, and the game ends as the rule says where it can. `left` are those who have
    /// left the tournament.
    pub(crate) async fn decide_late(&mut self, left: (bool, bool)) -> Result<End, Fault> {
        let asked = (self.table.to_act().has(Seat(0)), self.table.to_act().has(Seat(1)));
        let came = |i: usize| self.meta.chairs.get(i).is_some_and(|chair| chair.agreed);
        let came = (came(0), came(1));
        let end = match left {
            (false, false) => End::of_late(came, asked),
            (true, true) => End::Nobody,
            (true, false) if came.0 => End::Two,
            (true, false) => End::TwoAlone,
            (false, true) if came.1 => End::One,
            (false, true) => End::OneAlone,
        };
        let loser = match end {
            End::One | End::OneAlone => Some(Seat(1)),
            End::Two | End::TwoAlone => Some(Seat(0)),
            End::Drawn | End::Nobody | End::Bye => None,
        };
        if let Some(seat) = loser {
            match self.forfeit(seat).await {
                Ok(()) => return Ok(end),
                Err(fault) if fault.code == "not-now" => {}
                Err(fault) => return Err(fault),
            }
        }
        let why = "the tournament's round is over, and the table was decided by rule";
        self.change_meta(|meta| meta.closed = Some(why.into())).await?;
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_two_can_be_paired_and_others_say_why_not() {
        let games: Vec<&str> = scenarios().iter().map(|(game, _)| *game).collect();
        assert_eq!(games, ["red-alert", "star-trek", "starcraft"]);
        for (game, items) in scenarios() {
            assert!(order(game, "").is_ok() && items.iter().all(|(id, _)| order(game, id).is_ok()), "{game}");
        }
        for game in ["federation", "space-alert"] {
            assert!(order(game, "").unwrap_err().text.contains("played together"), "{game}");
        }
        assert_eq!(order("chess", "").unwrap_err().status, 404);
        assert!(order("red-alert", "chess").unwrap_err().text.contains("choose another"));
    }
}
