//! What the host of a server may do with its tables from outside: look at who sits there, close, hand over, delete.
//! The same whether the server runs, and is asked, or stands still, and its store is opened for the errand.

use super::{Holder, Live, Meta, Sitting, nonce, sitting::written};
use crate::{error::Fault, keys::same, person::Person, state::AppState};
use klaxon_store::{Answer, StoreError, Table as Stored, TableState};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// What a host asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Errand {
    /// Nothing more shall happen at a table. Its page shows the reason, its log is kept.
    Close {
        /// The table's id.
        table: String,
        /// For those who sit there: lower case, no full stop.
        reason: String,
    },
    /// A closed table goes on.
    Reopen {
        /// The table's id.
        table: String,
    },
    /// Makes a token with which somebody becomes the table's owner, once.
    Owner {
        /// The table's id.
        table: String,
    },
    /// Makes an invitation, with which somebody can make an account, once.
    Invite,
    /// Something about people: moderators, who may not speak or play, reports.
    Moderate {
        /// What.
        order: crate::moderation::Order,
    },
    /// A table goes for good, unless something has happened there since.
    Delete {
        /// The table's id.
        table: String,
        /// Milliseconds since 1970.
        unless_since: u64,
    },
}

/// Carries an errand out. The answer is for programs.
pub fn run(state: &AppState, errand: Errand) -> Answer<'_, Value, Fault> {
    Box::pin(carry_out(state, errand))
}

async fn carry_out(state: &AppState, errand: Errand) -> Result<Value, Fault> {
    match errand {
        Errand::Close { table, reason } => {
            let why = match reason.trim().trim_end_matches('.') {
                "" => "the host has closed this table".to_owned(),
                reason => format!("the host has closed this table ({reason})"),
            };
            change(state, &table, move |meta| meta.closed = Some(why)).await?;
            // Time stands still from now on. A table that cannot be opened has none.
            if let Ok(mut sitting) = state.tables.get(state, &table)?.sit(state).await {
                sitting.wind().await?;
            }
            Ok(json!({ "table": table, "closed": true }))
        }
        Errand::Reopen { table } => {
            change(state, &table, |meta| meta.closed = None).await?;
            // Bots and clocks take up again where they were, if the table is in memory.
            if let Some(live) = state.tables.in_memory(&table) {
                let loaded = live.cell.lock().await.is_some();
                if loaded {
                    live.sit(state).await?.carry_on().await?;
                }
            }
            Ok(json!({ "table": table, "closed": false }))
        }
        Errand::Owner { table } => {
            let heir = nonce();
            let token = state.keys.heir_token(&table, &heir);
            change(state, &table, move |meta| meta.heir = Some(heir)).await?;
            let base = state.config.public_url.as_ref().map(ToString::to_string).unwrap_or_default();
            Ok(json!({ "table": table, "link": format!("{base}/t/{table}#owner={token}") }))
        }
        Errand::Invite => {
            let code = crate::accounts::invite(state).await?;
            let base = state.config.public_url.as_ref().map(ToString::to_string).unwrap_or_default();
            let days = crate::accounts::INVITATION / 86_400_000;
            Ok(json!({ "invitation": code, "page": format!("{base}/account"), "days": days }))
        }
        Errand::Moderate { order } => {
            let said = crate::moderation::carry_out(state, order).await?;
            Ok(json!({ "said": said }))
        }
        Errand::Delete { table, unless_since } => {
            delete(state, &table, unless_since).await?;
            Ok(json!({ "table": table, "deleted": true }))
        }
    }
}

/// Changes what is known of a table. One in memory is changed there; another is not played again for it.
pub(crate) async fn change(state: &AppState, id: &str, change: impl FnOnce(&mut Meta)) -> Result<(), Fault> {
    let live = state.tables.get(state, id)?;
    let guard = live.cell.clone().lock_owned().await;
    if guard.is_some() {
        drop(guard);
        return live.sit(state).await?.change_meta(change).await;
    }
    // Under the lock nobody loads it meanwhile; another server may.
    let rev = match state.store.shared() {
        Some(shared) => shared.heads(vec![id.into()]).await?.pop().map(|head| head.rev),
        None => None,
    };
    let stored = state.store.table(id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let mut meta: Meta = serde_json::from_str(&stored.meta)
        .map_err(|e| Fault::conflict("closed", format!("what is stored of its seats cannot be read: {e}")))?;
    let before = meta.clone();
    change(&mut meta);
    let text = written(&before, &meta, Some(&stored.meta));
    let how_far = if stored.state == TableState::Over { TableState::Over } else { meta.state() };
    match (state.store.shared(), rev) {
        (Some(shared), Some(rev)) => {
            let members = Some(meta.members());
            match shared.set_meta_if(id.into(), rev, text, how_far, meta.public, members).await {
                Err(StoreError::Changed { .. }) => {
                    return Err(Fault::conflict("changed", "somebody was faster; try again"));
                }
                set => set?,
            }
        }
        (None, _) | (_, None) => {
            state.store.set_meta(id, text, how_far, meta.public).await?;
            state.store.set_members(id, &meta.members()).await?;
        }
    }
    Ok(())
}

async fn delete(state: &AppState, id: &str, unless_since: u64) -> Result<(), Fault> {
    let live = state.tables.get(state, id)?;
    let mut guard = live.cell.clone().lock_owned().await;
    let elsewhere = match state.store.shared() {
        Some(shared) => !shared.presence(id.into()).await?.is_empty(),
        None => false,
    };
    if live.is_looked_at() || elsewhere {
        return Err(Fault::conflict("watched", "somebody has this table open"));
    }
    match state.store.delete(id, unless_since).await {
        Ok(()) => {}
        Err(StoreError::Changed { .. }) => {
            return Err(Fault::conflict(
                "changed",
                "something has happened at this table since it was looked at",
            ));
        }
        Err(error) => return Err(error.into()),
    }
    *guard = None;
    Ok(())
}

impl Live {
    /// Is any page of the table open?
    fn is_looked_at(self: &Arc<Live>) -> bool {
        self.spectators() > 0 || !self.present().is_empty()
    }
}

impl Sitting {
    /// Somebody brings the host's one-time token and is the owner from now on. The old owner's token is worth nothing then.
    pub async fn inherit(&mut self, person: &Person, token: &str) -> Result<(), Fault> {
        let right = self.meta.heir.as_ref().map(|heir| self.state.keys.heir_token(&self.live.id, heir));
        if !right.is_some_and(|right| same(token, &right)) {
            return Err(Fault::forbidden(
                "this link has been used or replaced; ask the server's host for a new one",
            ));
        }
        let id = person.id.clone();
        self.change_meta(move |meta| (meta.owner, meta.heir, meta.nonce) = (Some(id), None, nonce())).await
    }
}

/// A stored table as its host may see it: who sits there, and nothing of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sketch {
    /// The scenario's name.
    pub title: String,
    /// The browser that opened it.
    pub owner: Option<String>,
    /// The seats in order.
    pub seats: Vec<Seat>,
    /// Why the host has closed it.
    pub closed: Option<String>,
}

/// A seat of a [`Sketch`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seat {
    /// Who holds it, for the screen.
    pub holder: String,
    /// The browsers of the person who holds it.
    pub people: Vec<String>,
}

impl Sketch {
    /// What is known of a stored table; nothing when that cannot be read.
    pub fn of(stored: &Stored) -> Option<Sketch> {
        let meta: Meta = serde_json::from_str(&stored.meta).ok()?;
        let seat = |holder: &Holder| {
            let people = match holder {
                Holder::Person { ids, .. } => ids.clone(),
                Holder::Open | Holder::Bot { .. } | Holder::Program { .. } => Vec::new(),
            };
            Seat { holder: holder.name(), people }
        };
        let seats = meta.chairs.iter().map(|chair| seat(&chair.holder)).collect();
        Some(Sketch { title: meta.title, owner: meta.owner, seats, closed: meta.closed })
    }
}
