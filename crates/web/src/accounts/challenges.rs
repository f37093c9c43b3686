//! Challenging a bot: a table at which it sits at once. It finds its tables over the API and plays when it is asked.

use super::{names, person};
use crate::{
    error::Fault,
    person::{Person, Standing},
    state::AppState,
    table::{ChairOrder, NewTableOrder},
};
use klaxon_bots::Level;
use klaxon_catalog::{
    Table,
    shelf::{self, Cover},
};
use klaxon_core::{Seed, TableOrder};
use klaxon_store::{Account, Filter, TableState};

/// Games that a bot plays at a time, in all and against one challenger.
const AT_ONCE: usize = 100;
const OF_ONE: usize = 3;

/// The account of a name, for its profile.
pub async fn player(state: &AppState, name: &str) -> Result<Account, Fault> {
    let name: String = name.chars().take(64).collect();
    let account = state.store.accounts().named(names::fold(&name)).await?;
    account.ok_or_else(|| Fault::missing("nobody here has this name"))
}

/// The games that two can play.
pub fn games() -> Vec<&'static Cover> {
    let for_two = |cover: &&Cover| {
        Table::open(cover.id, &TableOrder::default(), Seed::small(0)).is_ok_and(|table| table.seats() > 1)
    };
    shelf::games().iter().filter(for_two).collect()
}

/// Opens a table for whoever challenges a bot. Returns its id.
pub async fn challenge(state: &AppState, by: &Person, name: &str, game: &str) -> Result<String, Fault> {
    let bot = person(&player(state, name).await?, None);
    if bot.standing != Standing::Bot {
        return Err(Fault::conflict("no-bot", "bots can be challenged; people are sent a link to a seat"));
    }
    if bot.id == by.id {
        return Err(Fault::conflict("itself", "a bot does not challenge itself"));
    }
    if !games().iter().any(|cover| cover.id == game) {
        return Err(Fault::malformed("this game is not played by two"));
    }
    check_hands(state, by, &bot).await?;
    let seats = Table::open(game, &TableOrder::default(), Seed::small(0))?.seats();
    let mut chairs = vec![ChairOrder::Bot(Level::Easy); seats];
    (chairs[0], chairs[1]) = (ChairOrder::Me, ChairOrder::Account(bot));
    let order = NewTableOrder::new(game.into(), TableOrder::default(), chairs);
    crate::table::open(state, Some(by), order).await
}

/// Nobody is asked for more games than he can play.
pub async fn check_hands(state: &AppState, by: &Person, asked: &Person) -> Result<(), Fault> {
    let mut running = Vec::new();
    // A table with a free seat as well: nobody is asked to as many as somebody likes by leaving one.
    for kind in [TableState::Playing, TableState::Open] {
        let of_kind = Filter {
            person: Some(asked.id.clone()),
            state: Some(kind),
            limit: AT_ONCE as u32,
            ..Filter::default()
        };
        running.extend(state.store.list(of_kind).await?);
    }
    let own = running.iter().filter(|table| table.owner.as_deref() == Some(by.id.as_str())).count();
    if own >= OF_ONE {
        return Err(Fault::conflict("busy", "finish the games with them that you have begun first"));
    }
    if running.len() >= AT_ONCE {
        return Err(Fault::busy("they have all hands full; try again later"));
    }
    Ok(())
}
