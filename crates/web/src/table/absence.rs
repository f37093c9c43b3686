//! Who has been away for how long. It decides when the people at a table may help themselves: the owner may always renew
//! a seat's link, free a seat or let a bot stand in; the others may when the owner is gone and the table waits for a seat
//! whose holder is gone, too.
//!
//! When somebody was last here is stored with the table, so that a restart neither forgets it nor takes anybody for gone
//! too early: it is written again only now and then while he is here, and that much is added to the time. A server that
//! was down counts nobody as gone before a part of the time has passed since it came back.

use super::{
    Chair, Holder, Live, Loaded, Meta, Sitting,
    clock::{Agreed, DAY, HOUR},
    grant::{self, Ground, Sits},
};
use crate::{boards::has_own_clock, error::Fault, state::now};
use klaxon_core::{Millis, Seat, SeatSet};

/// The longest time that a table can be made to wait, in seconds.
const LONGEST: u32 = 30 * DAY;
/// The times that a table can be opened with on the page, in seconds.
pub const OFFERED: [u32; 5] = [HOUR / 4, HOUR, DAY, 3 * DAY, 7 * DAY];
/// The part of the time after which it is written down again that somebody is here, and the longest such time.
const GRAIN: (u64, Millis) = (24, 600_000);
/// The part of the time that the server must have been up.
const UP: u64 = 4;

/// Can a table wait so long for somebody?
pub(super) fn check(seconds: u32) -> Result<(), Fault> {
    if (1..=LONGEST).contains(&seconds) {
        return Ok(());
    }
    Err(Fault::malformed(format!("a table waits 1 to {LONGEST} seconds for whoever is away")))
}

/// "a day", "3 days", "an hour", "90 seconds".
pub fn words(seconds: u32) -> String {
    match seconds {
        DAY => "a day".into(),
        HOUR => "an hour".into(),
        s if s % DAY == 0 => format!("{} days", s / DAY),
        s if s % HOUR == 0 => format!("{} hours", s / HOUR),
        s if s % 60 == 0 => format!("{} minutes", s / 60),
        s => format!("{s} seconds"),
    }
}

/// Somebody who would change something about seats: the owner, or whoever holds some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asker {
    /// Did he open the table?
    pub owner: bool,
    /// His seats.
    pub held: SeatSet,
    /// By what name the others are told of it.
    pub name: String,
}

impl Meta {
    /// Seconds after which whoever is away is gone: a day, or an hour where everybody plays at the same time, or as long as
    /// a seat can take over days.
    pub fn patience(&self, game: &str) -> u32 {
        let usual = match self.clock {
            // Nobody is gone whose time, as agreed, is not out.
            Some(Agreed::Days(days)) => days.turn.saturating_add(days.reserve).max(DAY),
            Some(Agreed::Decision { .. } | Agreed::Live(_)) => HOUR,
            None if has_own_clock(game) => HOUR,
            None => DAY,
        };
        self.patience.unwrap_or(usual)
    }

    /// Do other people play here, or may they yet, with whoever holds these seats?
    pub fn has_company_for(&self, held: SeatSet) -> bool {
        let other = |(i, chair): (usize, &Chair)| {
            !held.has(Seat(i as u8)) && matches!(chair.holder, Holder::Open | Holder::Person { .. })
        };
        !held.is_empty() && self.chairs.iter().enumerate().any(other)
    }

    /// Are there others who could wait for somebody?
    pub(super) fn has_company(&self) -> bool {
        self.chairs.iter().filter(|chair| chair.holder.level().is_none()).count() > 1
    }
}

impl Loaded {
    fn patience(&self) -> Millis {
        Millis::from(self.meta.patience(self.table.game_id())) * 1000
    }

    /// How old may be what is written down of somebody who is here?
    pub fn grain(&self) -> Millis {
        let (part, longest) = GRAIN;
        (self.patience() / part).min(longest)
    }

    /// The moment from which somebody is gone who was last known to be here then.
    fn gone_from(&self, live: &Live, seen: Millis) -> Millis {
        // What older programs stored says nothing of it: then the time counts from the server's start.
        let seen = if seen == 0 { live.up_since } else { seen };
        (seen + self.patience() + self.grain()).max(live.up_since + self.patience() / UP)
    }

    /// The moment from which the owner is gone.
    fn owner_gone_from(&self, live: &Live) -> Millis {
        let owner = self.meta.owner.as_deref();
        let held = self.meta.chairs.iter().filter(|chair| owner.is_some_and(|id| chair.held_by(id)));
        let seen = held.map(|chair| chair.seen).max().unwrap_or(0).max(self.meta.owner_seen);
        self.gone_from(live, seen)
    }

    /// The moment from which the holder of a seat is gone for whom the table waits.
    fn seat_gone_from(&self, live: &Live, seat: Seat) -> Option<Millis> {
        let chair = &self.meta.chairs[seat.index()];
        let here = match &chair.holder {
            Holder::Open | Holder::Bot { .. } => return None,
            Holder::Person { ids, .. } => live.is_present(ids),
            Holder::Program { .. } => false,
        };
        if here || !self.table.to_act().has(seat) || self.is_done() || self.on_vacation(seat).is_some() {
            return None;
        }
        // Nobody need look at a table that asks nothing of him: the time begins with the question.
        let seen = if chair.seen == 0 { 0 } else { chair.seen.max(self.moved) };
        Some(self.gone_from(live, seen))
    }

    /// Is there nothing more to decide here?
    pub fn is_done(&self) -> bool {
        self.table.outcome().is_some() || self.stopped().is_some()
    }

    /// Has the owner been away for so long that the others may help themselves?
    pub fn owner_is_gone(&self, live: &Live) -> bool {
        now() >= self.owner_gone_from(live)
    }

    /// Has the holder of a seat been away for so long, while the table waits for him?
    pub fn is_gone(&self, live: &Live, seat: Seat) -> bool {
        self.seat_gone_from(live, seat).is_some_and(|at| now() >= at)
    }

    /// When somebody is next gone: pages are drawn again then.
    pub fn next_gone(&self, live: &Live) -> Option<Millis> {
        let seats = (0..self.meta.chairs.len()).filter_map(|i| self.seat_gone_from(live, Seat(i as u8)));
        let owner = (!self.is_done()).then(|| self.owner_gone_from(live));
        seats.chain(owner).filter(|at| *at > now()).min()
    }

    /// May this asker say who sits on a seat that is not his own?
    pub fn may_rule(&self, live: &Live, asker: &Asker, seat: Seat) -> Result<(), Fault> {
        grant::rule(asker, &self.ground(live, seat))
    }

    /// A chair and what is so around it, for [`grant`].
    pub(super) fn ground(&self, live: &Live, seat: Seat) -> Ground<'_> {
        let chair = &self.meta.chairs[seat.index()];
        Ground {
            closed: self.meta.closed.as_deref(),
            done: self.is_done(),
            daily: self.meta.daily.is_some(),
            contest: self.meta.is_contest(),
            rated: self.is_bound(),
            sits: match &chair.holder {
                Holder::Open => Sits::Nobody,
                Holder::Bot { .. } => Sits::Bot,
                Holder::Person { .. } | Holder::Program { .. } => Sits::Somebody,
            },
            here: matches!(&chair.holder, Holder::Person { ids, .. } if live.is_present(ids)),
            missed: live.is_missed(&self.table, &chair.holder),
            gone: chair.awaits_link() || self.is_gone(live, seat),
            owner_gone: self.owner_is_gone(live),
            patience: self.meta.patience(self.table.game_id()),
        }
    }
}

impl Sitting {
    /// A person is here, or a program with the tokens of these seats. Written down now and then.
    pub async fn note_seen(&mut self, held: SeatSet, owner: bool) -> Result<(), Fault> {
        let (now, grain) = (now(), self.grain());
        let stale = |seen: Millis| now >= seen + grain;
        let chairs = self.meta.chairs.iter().enumerate();
        let seats: Vec<usize> = chairs
            .filter(|(i, chair): &(usize, &Chair)| held.has(Seat(*i as u8)) && stale(chair.seen))
            .map(|(i, _)| i)
            .collect();
        let owner = owner && stale(self.meta.owner_seen);
        if seats.is_empty() && !owner || !self.meta.has_company() || self.is_done() {
            return Ok(());
        }
        self.change_meta_quietly(|meta| {
            for i in seats {
                meta.chairs[i].seen = now;
            }
            if owner {
                meta.owner_seen = now;
            }
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn times_are_told_in_words() {
        for (seconds, text) in [
            (86_400, "a day"),
            (3600, "an hour"),
            (259_200, "3 days"),
            (7200, "2 hours"),
            (900, "15 minutes"),
            (7, "7 seconds"),
        ] {
            assert_eq!(words(seconds), text);
        }
    }
}
