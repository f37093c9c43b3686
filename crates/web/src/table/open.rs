//! Opening tables: new ones, and logs from elsewhere.

use super::{Chair, Holder, Meta, UNNAMED, clock::Agreed, language::Language, new_table_id};
use crate::{boards::around, error::Fault, keys::random, moderation, person::Person, state::AppState};
use klaxon_bots::Level;
use klaxon_catalog::{Table, shelf};
use klaxon_core::{
    Seat, Seed, TableOrder, Viewer,
    log::{Parting, Proof},
};
use klaxon_store::{Answer, NewTable, Store, StoreError, TableState};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::Ordering::Relaxed,
};

/// Who shall sit on a chair of a new table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChairOrder {
    /// The person who opens the table; several such chairs make a hot seat.
    Me,
    /// Whoever has the link.
    Link,
    /// Somebody who is asked for by his account.
    Account(Person),
    /// A bot.
    Bot(Level),
    /// A program with the owner's or the seat's token.
    Program,
}

/// An order for a new table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTableOrder {
    /// The game's id.
    pub game: String,
    /// Scenario, size, options.
    pub order: TableOrder,
    /// Who shall sit where; missing ones are free seats.
    pub chairs: Vec<ChairOrder>,
    /// Strangers may find it.
    pub public: bool,
    /// A coach explains the game to the person who opens it.
    pub coach: bool,
    /// What is agreed about time.
    pub clock: Option<Agreed>,
    /// Only those who play may look.
    pub players_only: bool,
    /// Seconds after which whoever is away is gone; the usual time if left out.
    pub patience: Option<u32>,
    /// It counts for the ratings of those who play.
    pub rated: bool,
    /// The language that is spoken at it.
    pub language: Option<Language>,
}

impl NewTableOrder {
    /// A private table without a clock.
    pub fn new(game: String, order: TableOrder, chairs: Vec<ChairOrder>) -> NewTableOrder {
        NewTableOrder {
            game,
            order,
            chairs,
            public: false,
            coach: false,
            clock: None,
            players_only: false,
            patience: None,
            rated: false,
            language: None,
        }
    }
}

/// Opens a table. Returns its id.
pub async fn open(state: &AppState, person: Option<&Person>, order: NewTableOrder) -> Result<String, Fault> {
    open_with(state, person, order, Seed(random()), None).await
}

/// Opens a table with the luck of a seed, perhaps as the game of a day. Returns its id.
pub(crate) async fn open_with(
    state: &AppState,
    person: Option<&Person>,
    order: NewTableOrder,
    seed: Seed,
    daily: Option<String>,
) -> Result<String, Fault> {
    if let Some(person) = person {
        moderation::check_guest(state, person)?;
    }
    for asked in &order.chairs {
        if let ChairOrder::Account(asked) = asked {
            let away =
                |_| Fault::conflict(moderation::BANNED, format!("{} cannot play here now", asked.name));
            moderation::check_ban(state, &asked.id).map_err(away)?;
        }
    }
    let table = Table::open(&order.game, &order.order, seed)?;
    if order.chairs.len() > table.seats() {
        let text = format!("this table has {} seats, not {}", table.seats(), order.chairs.len());
        return Err(Fault::malformed(text));
    }
    if let Some(agreed) = order.clock {
        super::pace::check(&table, agreed)?;
    }
    if let Some(seconds) = order.patience {
        super::absence::check(seconds)?;
    }
    if order.public && order.players_only {
        return Err(Fault::malformed(
            "a public table can be watched by anybody: make it private to close it",
        ));
    }
    if order.rated {
        super::rated::check_order(state, person, &table, &order).await?;
    }
    let chairs = (0..table.seats()).map(|i| {
        let agreed = order.rated && order.chairs.get(i) == Some(&ChairOrder::Me);
        let holder = match (order.chairs.get(i), person) {
            (Some(ChairOrder::Me), Some(person)) => Holder::person(person),
            (Some(ChairOrder::Me | ChairOrder::Program), _) => Holder::Program { name: UNNAMED.into() },
            (Some(ChairOrder::Account(asked)), _) => Holder::person(asked),
            (Some(ChairOrder::Bot(level)), _) => Holder::bot(*level),
            (Some(ChairOrder::Link) | None, _) => Holder::Open,
        };
        let coached = order.coach && matches!(holder, Holder::Person { .. });
        Chair { coached, agreed, ..Chair::new(table.seat_name(Seat(i as u8)), holder) }
    });
    let title = scenario_name(&order.game, &order.order.scenario);
    if order.public {
        moderation::check_words(state, &title)?;
    }
    let meta = Meta {
        public: order.public,
        owner: person.map(|p| p.id.clone()),
        clock: order.clock,
        daily,
        players_only: order.players_only,
        patience: order.patience,
        rated: order.rated,
        language: order.language,
        ..Meta::new(title, chairs.collect())
    };
    let header = table.sealed_header();
    store(state, &order.game, header, meta, Vec::new()).await
}

/// Would a stored table open and go on? A game that still runs must also have something to decide, and something to say.
pub fn check(stored: &klaxon_store::Table, entries: &[String]) -> Result<Proof, Parting> {
    serde_json::from_str::<Meta>(&stored.meta)
        .map_err(|e| Parting::Foreign(format!("what is stored of its seats cannot be read: {e}")))?;
    let tried = catch_unwind(AssertUnwindSafe(|| {
        let table = Table::resume(&stored.header, None, entries)?;
        let mute = table.to_act().iter().find(|&seat| table.choices(seat).is_empty());
        let stuck = table.outcome().is_none() && table.to_act().is_empty() && table.alarm().is_none();
        if mute.is_some() || stuck {
            let why = "nobody has anything to decide, and the game is not over".into();
            return Err(Parting::Entry { n: table.n(), why });
        }
        let _ = (table.prompt(Viewer::Watcher), table.said(Viewer::Everything, 0));
        Ok(table.proof())
    }));
    tried.unwrap_or_else(|_| Err(Parting::Foreign("its log makes no sense to the rules".into())))
}

/// Takes a log in as a new table. It is run again first and refused if it parts from the rules. Its seats are free, and
/// while the game runs anybody may find it and sit down.
pub fn import<'a>(store: &'a Store, log: &'a str) -> Answer<'a, String, Fault> {
    Box::pin(async move {
        let mut lines = log.lines().filter(|line| !line.trim().is_empty()).map(String::from);
        let header = lines.next().ok_or_else(|| Fault::malformed("the log is empty"))?;
        let entries: Vec<String> = lines.collect();
        let table = Table::resume(&header, None, &entries)
            .map_err(|parting| Fault::malformed(parting.to_string()))?;
        let chairs = (0..table.seats()).map(|i| Chair::new(table.seat_name(Seat(i as u8)), Holder::Open));
        let meta =
            Meta { public: table.outcome().is_none(), ..Meta::new("imported".into(), chairs.collect()) };
        let id = put(store, table.game_id(), header, meta.clone(), entries).await?;
        if table.outcome().is_some() {
            let text = serde_json::to_string(&meta).expect("meta data serialises");
            store.set_meta(&id, text, TableState::Over, false).await?;
        }
        Ok(id)
    })
}

pub(super) async fn store(
    state: &AppState,
    game: &str,
    header: String,
    mut meta: Meta,
    entries: Vec<String>,
) -> Result<String, Fault> {
    meta.payer = crate::guard::mark(state);
    let id = put(&state.store, game, header, meta, entries).await?;
    state.metrics.opened.fetch_add(1, Relaxed);
    Ok(id)
}

async fn put(
    store: &Store,
    game: &str,
    header: String,
    meta: Meta,
    entries: Vec<String>,
) -> Result<String, Fault> {
    let meta_text = serde_json::to_string(&meta).expect("meta data serialises");
    for _ in 0..8 {
        let id = new_table_id();
        let table = NewTable {
            id: id.clone(),
            game: game.into(),
            created_at: meta.created,
            header: header.clone(),
            meta: meta_text.clone(),
            state: meta.state(),
            owner: meta.owner.clone(),
            listed: meta.public,
        };
        match store.create(table).await {
            Ok(()) => {}
            Err(StoreError::TableExists { .. }) => continue,
            Err(error) => return Err(error.into()),
        }
        let members = meta.members();
        if !members.is_empty() {
            store.set_members(&id, &members).await?;
        }
        if !entries.is_empty() {
            store.append_all(&id, 1, entries, None).await.map_err(Fault::ours)?;
        }
        return Ok(id);
    }
    Err(Fault::ours("no free table id was found"))
}

/// The name of a scenario on the menu; the first one's for an empty id.
pub fn scenario_name(game: &str, scenario: &str) -> String {
    let Some(menu) = shelf::menu(game) else { return String::new() };
    if let Some(own) = (around(game).own_scenario)(scenario) {
        return own;
    }
    let item = menu.scenarios.iter().find(|s| s.id == scenario).or(menu.scenarios.first());
    item.map(|s| s.name.clone()).unwrap_or_default()
}
