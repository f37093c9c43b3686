//! What a table tells the caller: who is asked something, when that changes.

use super::{Holder, Live, Sitting};
use crate::{boards::has_own_clock, ringing::Asked, state::uptime};
use klaxon_core::{Millis, Seat};
use std::{collections::BTreeSet, sync::PoisonError};

/// Who is asked, as far as the caller was told.
#[derive(Debug, Default)]
pub(super) struct Asking {
    /// Those who were asked when it was last looked; unknown for a table that has just been opened.
    now: Option<BTreeSet<String>>,
    /// Those whose turn began with an entry of this server since.
    fresh: BTreeSet<String>,
    told: Option<BTreeSet<String>>,
}

impl super::Loaded {
    /// People who are asked something, where others wait for them. A mission over minutes, a lesson, or a game among bots
    /// rings nobody.
    fn people_asked(&self) -> BTreeSet<String> {
        let rings = !self.is_done()
            && self.meta.lesson.is_none()
            && self.meta.has_company()
            && !has_own_clock(self.table.game_id());
        let to_act = self.table.to_act();
        let chairs = self.meta.chairs.iter().enumerate();
        chairs
            .filter(|(i, chair)| rings && chair.stand_in.is_none() && to_act.has(Seat(*i as u8)))
            .flat_map(|(_, chair)| ids(&chair.holder))
            .cloned()
            .collect()
    }
}

fn ids(holder: &Holder) -> &[String] {
    match holder {
        Holder::Person { ids, .. } => ids,
        Holder::Open | Holder::Bot { .. } | Holder::Program { .. } => &[],
    }
}

impl Sitting {
    /// An entry of this server has been kept.
    pub(super) fn note_asked(&mut self) {
        let asked = self.people_asked();
        let asking = &mut self.asking;
        if let Some(before) = asking.now.replace(asked.clone()) {
            asking.fresh.extend(asked.difference(&before).cloned());
        }
        asking.fresh.retain(|person| asked.contains(person));
    }

    /// The caller hears who is asked, if that has changed.
    pub(super) fn tell_asked(&mut self) {
        let (asked, n) = (self.people_asked(), self.table.n());
        if self.asking.told.as_ref() == Some(&asked) && self.asking.fresh.is_empty() {
            return;
        }
        self.asking.now = Some(asked.clone());
        self.asking.told = Some(asked.clone());
        let fresh = std::mem::take(&mut self.asking.fresh);
        let players = self.meta.chairs.iter().flat_map(|chair| ids(&chair.holder)).cloned().collect();
        self.state.ringing.tell(Asked { table: self.live.id.clone(), n, players, asked, fresh });
    }
}

impl Live {
    pub(super) fn note_left(&self, id: String) {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).insert(id, uptime());
    }

    /// How long ago the last of these browsers had the table open; nothing while one has.
    pub(crate) fn away_for(&self, ids: &[String]) -> Option<Millis> {
        if self.is_present(ids) {
            return None;
        }
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let last = ids.iter().filter_map(|id| left.get(id)).max();
        Some(last.map_or(Millis::MAX, |at| uptime().saturating_sub(*at)))
    }
}
