//! A door for those who look for faults with made-up input: what a page sends, and what the scenario editor is given. No
//! part of the server.

use crate::{
    AppState, Config,
    person::Person,
    table::{ChairOrder, NewTableOrder, open_with},
    ws,
};
use klaxon_core::{Seed, TableOrder};
use std::{cell::Cell, time::Duration};

/// What the scenario editor answers to a text.
pub fn edit(text: &str) -> String {
    crate::pages::edit::result(text).into_string()
}

/// A server in memory, without a port.
#[derive(Debug)]
pub struct Server {
    runtime: tokio::runtime::Runtime,
    state: AppState,
    person: Person,
    tables: Cell<usize>,
}

impl Server {
    /// Starts one.
    ///
    /// # Panics
    /// When the machine has no thread left.
    pub fn start() -> Server {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
        let config = Config { bot_pause: Duration::ZERO, bot_threads: 1, ..Config::default() };
        let state = runtime.block_on(AppState::open(config)).expect("a store in memory opens");
        Server { runtime, state, person: Person::new("Fuzz"), tables: Cell::new(0) }
    }

    /// How many tables it has.
    pub fn tables(&self) -> usize {
        self.tables.get()
    }

    /// Opens a table, such as `red-alert uneasy-truce 2`, with one person on all its seats and always the same luck, and
    /// grants the page's wishes one after the other; after each the page is drawn.
    pub fn wishes(&self, order: &str, wishes: &[&str]) {
        let mut words = order.split_whitespace();
        let (game, scenario) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let seats = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
        let options = words.filter_map(|w| w.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect();
        let order = TableOrder { scenario: scenario.into(), seats, options, ..TableOrder::default() };
        self.runtime.block_on(async {
            // How many seats there are is known once the table stands: one more than that is refused.
            for n in (1..=6).rev() {
                let order = NewTableOrder {
                    game: game.into(),
                    order: order.clone(),
                    chairs: vec![ChairOrder::Me; n],
                    public: false,
                    coach: true,
                    clock: None,
                    players_only: false,
                    patience: None,
                    rated: false,
                    language: None,
                };
                let Ok(id) = open_with(&self.state, Some(&self.person), order, Seed::small(1), None).await
                else {
                    continue;
                };
                self.tables.set(self.tables.get() + 1);
                if let Ok(live) = self.state.tables.get(&self.state, &id) {
                    ws::wishes(&self.state, live, &self.person, wishes).await;
                }
                break;
            }
            self.state.tables.send_home(u64::MAX);
        });
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.runtime.block_on(self.state.close());
    }
}
