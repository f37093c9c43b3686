//! What every handler shares.

use crate::{
    Config,
    accounts::{Lately, Sessions},
    company::Company,
    ending::picture::Gallery,
    keys::{Keys, random},
    lines::Lines,
    metrics::Metrics,
    shares::Shares,
    table::Tables,
    thinkers::Thinkers,
};
use klaxon_store::{Opening, Store, StoreError};
use std::{
    collections::HashMap,
    net::IpAddr,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError, Weak},
};
use tokio_util::sync::CancellationToken;

pub use crate::time::{now, uptime};

/// What every handler shares. Clones are cheap and share it.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

/// The inside of [`AppState`].
pub struct Shared {
    /// What the host has set.
    pub config: Config,
    /// Where games are kept.
    pub store: Store,
    /// This server among others on the store.
    pub company: Company,
    /// This host's secrets.
    pub keys: Keys,
    /// Tables in memory.
    pub tables: Tables,
    /// Threads on which bots think.
    pub thinkers: Thinkers,
    /// Counters.
    pub metrics: Metrics,
    /// What peers may ask for.
    pub(crate) shares: Shares,
    /// Open lines.
    pub(crate) lines: Arc<Lines>,
    /// Pictures of tables that were painted lately.
    pub(crate) gallery: Gallery,
    /// Wrong recovery phrases that were tried lately.
    pub(crate) tries: crate::phrase::Tries,
    /// Passwords that were tried lately.
    pub(crate) lately: Lately,
    /// What was last seen in the lobby.
    pub(crate) board: crate::lobby::Board,
    /// Tournaments at which something has happened.
    pub(crate) tournaments: Arc<crate::tournament::run::Desk>,
    /// What was last looked up of people.
    pub(crate) known: crate::standings::Known,
    /// What was last seen on the boards of best scores.
    pub(crate) scores: crate::standings::Scores,
    /// Who may not speak or play for a while.
    pub(crate) imposed: crate::moderation::Imposed,
    /// Ringing whoever is asked and is not here.
    pub(crate) ringing: crate::ringing::Ringing,
    /// Open pages by whose they are.
    pub(crate) sessions: Sessions,
    /// Open pages and streams by peer.
    pub(crate) peers: Mutex<HashMap<IpAddr, usize>>,
    /// Fires when the server goes down: open pages are told, timers stop.
    pub closing: CancellationToken,
}

impl Deref for AppState {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl std::fmt::Debug for AppState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppState").field("config", &self.config).finish_non_exhaustive()
    }
}

impl AppState {
    /// Opens the store and gets everything ready to serve.
    pub fn open(config: Config) -> Opening<'static, AppState> {
        // Like the other two in a box: all that a server does hangs on it, and is compiled here, once.
        Box::pin(async move {
            let store = match (&config.store, &config.data) {
                (Some(at), _) => at.open_to_serve().await?,
                (None, Some(path)) => Store::open_to_serve(path).await?,
                (None, None) => Store::memory().await?,
            };
            AppState::among(config, store).await
        })
    }

    /// The same over a store that is open already, as one of the servers on it.
    pub fn among(config: Config, store: Store) -> Opening<'static, AppState> {
        Box::pin(async move {
            let state = AppState::over(config, store).await?;
            state.join().await?;
            state.begin_to_ring();
            tokio::spawn(crate::table::watch(state.downgrade(), state.closing.clone()));
            let desk = state.tournaments.clone();
            tokio::spawn(crate::tournament::run::watch(state.downgrade(), desk, state.closing.clone()));
            Ok(state)
        })
    }

    pub(crate) fn downgrade(&self) -> Weak<Shared> {
        Arc::downgrade(&self.0)
    }

    pub(crate) fn upgrade(state: &Weak<Shared>) -> Option<AppState> {
        state.upgrade().map(AppState)
    }

    /// Over a store that is open already, as nobody whom other servers on it know.
    pub fn over(config: Config, store: Store) -> Opening<'static, AppState> {
        Box::pin(async move {
            let key = store.set_setting_once("key", random::<32>().to_vec()).await?;
            let key: [u8; 32] = key.try_into().map_err(|_| StoreError::Unreadable {
                what: "the server's key is not 32 bytes long".into(),
            })?;
            let ringing = crate::ringing::Ringing::open(&store).await?;
            let imposed = crate::moderation::Imposed::open(&store).await?;
            let metrics = Metrics::default();
            let thinkers = Thinkers::start(&config);
            let (shares, lines) = (Shares::new(&config), Arc::new(Lines::new(&config)));
            let state = AppState(Arc::new(Shared {
                config,
                store,
                company: Company::default(),
                keys: Keys::new(&key),
                tables: Tables::default(),
                thinkers,
                metrics,
                shares,
                lines,
                gallery: Gallery::default(),
                tries: crate::phrase::Tries::default(),
                lately: Lately::default(),
                board: crate::lobby::Board::default(),
                tournaments: Arc::default(),
                known: crate::standings::Known::default(),
                scores: crate::standings::Scores::default(),
                imposed,
                ringing,
                sessions: Sessions::default(),
                peers: Mutex::default(),
                closing: CancellationToken::new(),
            }));
            state.keep_tidy();
            state.keep_results();
            Ok(state)
        })
    }

    /// Sends idle tables home now and then.
    fn keep_tidy(&self) {
        let (state, idle) = (Arc::downgrade(&self.0), self.config.table_idle);
        let closing = self.closing.clone();
        tokio::spawn(async move {
            let every = (idle / 4).max(std::time::Duration::from_millis(50));
            loop {
                tokio::select! {
                    () = tokio::time::sleep(every) => {}
                    () = closing.cancelled() => return,
                }
                let Some(state) = state.upgrade() else { return };
                state.tables.send_home(uptime().saturating_sub(idle.as_millis() as u64));
                state.shares.tidy();
            }
        });
    }

    /// What ended while nobody could keep its result is looked after once.
    fn keep_results(&self) {
        let (state, closing) = (self.clone(), self.closing.clone());
        tokio::spawn(async move {
            tokio::select! {
                caught_up = crate::results::catch_up(&state) => if let Err(fault) = caught_up {
                    tracing::warn!(?fault, "not all results could be kept");
                },
                () = closing.cancelled() => {}
            }
        });
    }

    /// Lets go of everything: pages are told, and the store finishes what it was asked.
    pub async fn close(&self) {
        self.closing.cancel();
        self.part().await;
        if let Err(error) = self.store.close().await {
            tracing::error!(%error, "the store did not close cleanly");
        }
    }

    /// A place for one more open page or stream; given back when dropped. `None` when there are too many.
    pub(crate) fn admit(&self, peer: IpAddr) -> Option<Admitted> {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let total: usize = peers.values().sum();
        let of_peer = peers.get(&peer).copied().unwrap_or(0);
        if total >= self.config.max_connections || of_peer >= self.config.max_connections_per_peer {
            return None;
        }
        peers.insert(peer, of_peer + 1);
        Some(Admitted { state: self.clone(), peer })
    }

    /// Open lines, whatever they are for.
    pub fn open_lines(&self) -> usize {
        self.lines.count()
    }

    /// Tables in memory.
    pub fn tables_in_memory(&self) -> usize {
        self.tables.count()
    }

    /// Log entries of a table; `None` when there is no such table.
    pub async fn entries_of(&self, table: &str) -> Option<u32> {
        self.store.table(table).await.ok().flatten().map(|t| t.n)
    }

    /// How far a table is in this server's memory; `None` when it is not there.
    pub fn entries_in_memory(&self, table: &str) -> Option<u32> {
        self.tables.in_memory(table).map(|live| live.known_entries())
    }

    /// Open pages and streams.
    pub fn connections(&self) -> usize {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

/// A place among the open pages, given back when dropped.
pub(crate) struct Admitted {
    state: AppState,
    peer: IpAddr,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut peers = self.state.peers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = peers.get_mut(&self.peer) {
            *n -= 1;
            if *n == 0 {
                peers.remove(&self.peer);
            }
        }
    }
}
