//! The clock of a table. It lives here and nowhere below, so the rules know nothing of it: when a seat's time is out, a quick
//! bot decides in its place or the seat gives up, and the log shows a decision like any other. What was agreed and how much
//! time a seat has is in `clock.rs`; here time runs.
//!
//! Time runs for people and programs, not for free seats and bots. Live, it runs only while somebody is at the table: nobody
//! comes back to a game that went on alone. Over days it always runs, also while the table is in nobody's memory
//! (`watchman.rs`). Time for turns is stored with the table; time for a decision is not, so that after a restart everybody has
//! the whole of it again.

use super::{
    Holder, Meta, Sitting, bots,
    clock::{Agreed, Bank, End, Moment, Purse},
    timer::Timer,
};
use crate::{boards::has_own_clock, error::Fault, state::uptime};
use klaxon_bots::Level;
use klaxon_catalog::Table;
use klaxon_core::{Millis, Seat};
use std::time::Duration;

/// A seat that let its time for a decision run out has this part of it until its holder decides again: who has gone holds
/// nobody up.
const HURRY: u64 = 4;
/// But so many milliseconds if that is less than half of it, so that who was only slow can be back.
const TIME_TO_READ: u64 = 12_000;
/// Over days nobody loses by a server that was down: after its start everybody has this part of a turn, or an hour.
const AFTER_START: (u64, Millis) = (4, 3_600_000);
/// Who tells the table that time was out.
const TELLER: &str = "Clock";
/// The words by which a seat gives up, in every game that has such a rule.
const CONCEDE: &str = "concede";

/// Time that runs for a seat's question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Due {
    question: u32,
    at: Millis,
}

/// What the clock knows while the table is in memory.
#[derive(Debug, Default)]
pub(super) struct Pace {
    due: [Option<Due>; 8],
    /// The furthest step for which time was given: what is decided again after an undo has only what is left of it.
    reached: u32,
    /// The question for which a seat's time began anew when the curtain was lifted.
    lifted: [Option<u32>; 8],
    /// Seats whose last decision was made for them.
    missed: [bool; 8],
    /// The time for turns, as the store has it or soon will.
    purses: [Option<Purse>; 8],
    /// Nobody's time is out before.
    not_before: Millis,
    /// Time has been kept since the table came into memory.
    kept: bool,
    timer: Option<Timer>,
}

impl Pace {
    /// The same table, read anew from the store while it was being played.
    pub(super) fn read_anew(&self) -> Pace {
        Pace { kept: self.kept, not_before: self.not_before, ..Pace::default() }
    }

    /// The holder has decided something himself.
    pub(super) fn is_back(&mut self, seat: Seat) {
        self.missed[seat.index()] = false;
    }

    /// No time runs out here any more.
    pub(super) fn stop(&mut self) {
        self.timer = None;
    }

    /// Is something to come that must not be slept through?
    pub(super) fn is_waiting(&self) -> bool {
        self.timer.is_some()
    }
}

/// Can the table be played with such a clock?
pub(super) fn check(table: &Table, agreed: Agreed) -> Result<(), Fault> {
    if has_own_clock(table.game_id()) {
        return Err(Fault::malformed("this game has a clock of its own"));
    }
    agreed.check().map_err(Fault::malformed)
}

impl Meta {
    /// The time of turns, where the table has agreed on some.
    pub(super) fn bank(&self) -> Option<Bank> {
        self.clock.and_then(Agreed::bank)
    }

    /// When a seat's time is out over days, as far as is stored.
    pub fn due_over_days(&self, seat: Seat) -> Option<Millis> {
        let chair = self.chairs.get(seat.index()).filter(|_| self.clock.is_some_and(Agreed::is_over_days))?;
        chair.purse?.due(chair.vacation)
    }

    /// When something is next to be done about a seat's time, as far as is stored.
    pub(super) fn next_time(&self) -> Option<Millis> {
        let bank = self.bank().filter(|_| self.closed.is_none())?;
        self.chairs.iter().filter_map(|chair| chair.purse?.next(bank, chair.vacation)).min()
    }
}

impl super::Loaded {
    /// When the seat's time is out, by the table's clock: milliseconds since 1970, as long as nobody sets the wall's.
    pub fn due(&self, seat: Seat) -> Option<Millis> {
        let i = seat.index();
        if self.meta.bank().is_none() {
            return self.pace.due[i].map(|due| due.at);
        }
        let due = self.pace.purses[i]?.due(self.meta.chairs[i].vacation)?;
        Some(due.max(self.pace.not_before))
    }

    /// What the seat has left while its time does not run: between its turns, or while nobody is there.
    pub fn saved(&self, seat: Seat) -> Option<Millis> {
        let chair = &self.meta.chairs[seat.index()];
        let somebody = chair.holder.level().is_none() && chair.holder != Holder::Open;
        let purse = self.pace.purses[seat.index()].filter(|_| somebody && self.meta.bank().is_some())?;
        purse.since.is_none().then_some(purse.left)
    }

    /// Has the seat been told that its time is short?
    pub fn is_short(&self, seat: Seat) -> bool {
        self.pace.purses[seat.index()].is_some_and(|purse| purse.told && purse.since.is_some())
    }

    /// Until when the seat's holder is on vacation, if he is.
    pub fn on_vacation(&self, seat: Seat) -> Option<Millis> {
        let vacation = self.meta.chairs[seat.index()].vacation?;
        vacation.covers(self.now()).then_some(vacation.until)
    }

    /// Was the seat's last decision made for it?
    pub fn was_late(&self, seat: Seat) -> bool {
        self.pace.missed[seat.index()]
    }

    /// Is the seat's time out, and the question still the same?
    pub(super) fn is_late(&self, seat: Seat, question: u32) -> bool {
        let same = match self.meta.bank() {
            None => self.pace.due[seat.index()].is_some_and(|due| due.question == question),
            Some(_) => self.table.question(seat) == question,
        };
        same && self.due(seat).is_some_and(|at| at <= self.now())
    }

    /// Does the seat have time of its own, and is it asked something?
    fn is_timed(&self, seat: Seat) -> bool {
        let chair = &self.meta.chairs[seat.index()];
        let somebody = match chair.holder {
            Holder::Person { .. } | Holder::Program { .. } => true,
            Holder::Open | Holder::Bot { .. } => false,
        };
        somebody && chair.stand_in.is_none() && self.table.to_act().has(seat) && !self.is_done()
    }

    /// When something is next to be done about the seat's time.
    fn next_time(&self, seat: Seat) -> Option<Millis> {
        let i = seat.index();
        let at = match self.meta.bank() {
            None => self.due(seat),
            // What was told must still run out.
            Some(bank) => {
                let next = self.pace.purses[i]?.next(bank, self.meta.chairs[i].vacation)?;
                Some(next.max(self.pace.not_before))
            }
        };
        at.filter(|_| self.thinking[i] != Some(self.table.question(seat)))
    }
}

impl Sitting {
    /// Gives time to whoever is asked something new, takes it from the others, and waits for the first to run out.
    pub(crate) async fn wind(&mut self) -> Result<(), Fault> {
        match self.meta.clock {
            None => return Ok(()),
            Some(Agreed::Decision { seconds }) => self.time_decisions(seconds),
            Some(agreed @ (Agreed::Live(_) | Agreed::Days(_))) => {
                let Some(bank) = agreed.bank() else { return Ok(()) };
                self.time_turns(bank).await?;
            }
        }
        self.set_timer();
        Ok(())
    }

    fn time_decisions(&mut self, seconds: u32) {
        let attended = self.is_attended();
        let (time, step) = (u64::from(seconds) * 1000, self.table.step());
        for i in 0..self.meta.chairs.len() {
            let (seat, question) = (Seat(i as u8), self.table.question(Seat(i as u8)));
            let fresh =
                if self.pace.missed[i] { (time / HURRY).max(TIME_TO_READ.min(time / 2)) } else { time };
            let at = match self.pace.due[i] {
                _ if !attended || !self.is_timed(seat) => None,
                Some(due) if due.question == question || step <= self.pace.reached => Some(due.at),
                Some(_) | None => Some(self.now() + fresh),
            };
            self.pace.due[i] = at.map(|at| Due { question, at });
        }
        self.pace.reached = self.pace.reached.max(step);
    }

    /// Brings the time of all seats up to this moment. The server that runs the table keeps it; others only show it.
    async fn time_turns(&mut self, bank: Bank) -> Result<(), Fault> {
        let (step, here) = (self.table.step(), self.runs_here());
        let runs = self.stopped().is_none() && (bank.days || self.is_attended());
        let new = self.meta.reached.is_none_or(|reached| step > reached);
        // Where all have left, time ceased to run when the last one did.
        let now =
            if runs || bank.days { self.now() } else { self.now().saturating_sub(self.live.empty_for()) };
        let first = !std::mem::replace(&mut self.pace.kept, true);
        let mut purses = [None; 8];
        for (i, chair) in self.meta.chairs.iter().enumerate() {
            let mut purse = chair.purse.unwrap_or_else(|| Purse::new(bank));
            // It is not known how long a server that is gone has kept a live clock running.
            if first && here && !bank.days && purse.since.is_some() {
                purse.since = Some(self.now());
            }
            let (seat, vacation) = (Seat(i as u8), chair.vacation);
            let asked = self.is_timed(seat);
            // Whoever let a bot stand in has had his time until now, and not until the last decision.
            let moved = if self.table.to_act().has(seat) { now } else { self.decided };
            purses[i] = Some(purse.at(bank, &Moment { asked, new, runs, moved, now, vacation }));
        }
        if bank.days {
            let (part, longest) = AFTER_START;
            self.pace.not_before = self.live.up_since + (bank.gain / part).min(longest);
        }
        self.pace.purses = purses;
        let reached = self.meta.reached.map_or(step, |reached| reached.max(step));
        let news = self.meta.reached != Some(reached)
            || self.meta.chairs.iter().zip(purses).any(|(chair, purse)| chair.purse != purse);
        if here && news {
            let asked_anew = self.meta.chairs.iter().zip(purses).any(|(chair, purse)| chair.purse != purse);
            let kept = self
                .change_meta_quietly(|meta| {
                    meta.reached = Some(reached);
                    for (chair, purse) in meta.chairs.iter_mut().zip(purses) {
                        chair.purse = purse;
                    }
                })
                .await;
            match kept {
                // What the others have written is taken in, and then time is looked at again.
                Err(fault) if self.is_race(&fault) => {}
                kept => kept?,
            }
            if asked_anew {
                self.live.publish();
            }
        }
        if bank.days {
            self.state.tables.expect(&self.live.id, self.meta.next_time().filter(|_| !self.is_done()));
        }
        Ok(())
    }

    /// The curtain is lifted for a seat of several on one device: its time for a decision begins when it can see what is asked.
    pub(crate) fn lift(&mut self, seat: Seat) {
        let Some(Agreed::Decision { seconds }) = self.meta.clock else { return };
        let (question, i) = (self.table.question(seat), seat.index());
        if self.pace.due[i].is_some_and(|due| due.question == question)
            && self.pace.lifted[i].replace(question) != Some(question)
        {
            self.pace.due[i] = None;
            self.time_decisions(seconds);
            self.set_timer();
        }
    }

    /// The first moment at which something is to be done about the time of a seat that no bot thinks for yet.
    fn set_timer(&mut self) {
        // Another server may run the table: it decides when time is out, and this one only shows it.
        let seats = (0..self.meta.chairs.len()).map(|i| Seat(i as u8));
        let next = seats.filter_map(|seat| self.next_time(seat)).min().filter(|_| self.runs_here());
        if self.pace.timer.as_ref().map(Timer::at) == next {
            return;
        }
        self.pace.timer = next.map(|at| {
            let wait = Duration::from_millis(at.saturating_sub(self.now()));
            Timer::set(self, at, wait, |mut table| async move {
                if let Err(fault) = table.time_out().await {
                    tracing::warn!(table = table.live.id, ?fault, "time was out and nothing came of it");
                }
            })
        });
    }

    /// Tells seats that their time is short, and does what was agreed for those whose time is out.
    async fn time_out(&mut self) -> Result<(), Fault> {
        self.pace.timer = None;
        let Some(agreed) = self.meta.clock else { return Ok(()) };
        if self.runs_here() && (agreed.is_over_days() || self.is_attended()) {
            for seat in self.table.to_act().iter() {
                if !self.is_timed(seat) {
                    continue;
                }
                self.look_for_short(seat).await?;
                let question = self.table.question(seat);
                if self.is_late(seat, question) && self.thinking[seat.index()] != Some(question) {
                    match agreed.end() {
                        End::Bot => self.think(seat, Level::Easy, bots::For::TheLate),
                        End::Seat => self.lose_seat(seat).await?,
                    }
                }
            }
        }
        self.wind().await
    }

    async fn look_for_short(&mut self, seat: Seat) -> Result<(), Fault> {
        let i = seat.index();
        let (Some(bank), Some(purse)) = (self.meta.bank(), self.meta.chairs[i].purse) else { return Ok(()) };
        let short = purse.short(bank, self.meta.chairs[i].vacation);
        if !purse.told && short.is_some_and(|at| at <= self.now()) {
            self.time_is_short(seat).await
        } else {
            Ok(())
        }
    }

    /// The seat's time is short: once in a turn, at a quarter of it, and over days at least an hour before it is out. Pages and
    /// programs are shown it from now on; over days whoever was rung for this turn is rung once more, if he is not here.
    async fn time_is_short(&mut self, seat: Seat) -> Result<(), Fault> {
        self.change_meta(|meta| {
            if let Some(purse) = &mut meta.chairs[seat.index()].purse {
                purse.told = true;
            }
        })
        .await?;
        // After it is kept: whoever rings reads there that time is short.
        if self.meta.clock.is_some_and(Agreed::is_over_days)
            && let Holder::Person { ids, .. } = &self.meta.chairs[seat.index()].holder
        {
            crate::ringing::remind(&self.state, &self.live.id, ids.clone()).await;
        }
        Ok(())
    }

    /// The seat's time is out, and it was agreed that it is lost: it gives up by the game's own rule. Where there is none, or
    /// others play on its side, a bot has it from now on.
    async fn lose_seat(&mut self, seat: Seat) -> Result<(), Fault> {
        let (name, holder) = (self.table.seat_name(seat), self.meta.chairs[seat.index()].holder.name());
        let alone = self.table.team(seat).len() <= 1;
        let gives_up =
            alone && self.careful(|loaded| loaded.table.anytime(seat).iter().any(|c| c.words == CONCEDE))?;
        self.change_meta(|meta| meta.chairs[seat.index()].overdue += 1).await?;
        if gives_up {
            self.carry_out(seat, None, super::Deed::Anytime(CONCEDE.into())).await?;
            let text = format!("Time is out for {name} ({holder}): they give up, as was agreed.");
            self.chat(TELLER.into(), "all".into(), text).await?;
        } else {
            let text =
                format!("Time is out for {name} ({holder}): a bot has the seat from now on, as was agreed.");
            self.chat(TELLER.into(), "all".into(), text).await?;
            self.give_to_bot(seat, Level::Normal).await?;
        }
        Ok(())
    }

    /// A bot has decided for a seat whose time was out: all are told, but not what it decided.
    pub(super) async fn tell_late(&mut self, seat: Seat) -> Result<(), Fault> {
        self.change_meta(move |meta| meta.chairs[seat.index()].overdue += 1).await?;
        let (name, holder) = (self.table.seat_name(seat), self.meta.chairs[seat.index()].holder.name());
        let text = format!("Time is out for {name} ({holder}): a quick bot decides in their place.");
        // Somebody who stays away is told of once.
        if self.chat.last().is_some_and(|said| said.from == TELLER && said.text == text) {
            return Ok(());
        }
        self.chat(TELLER.into(), "all".into(), text).await.map(drop)
    }

    /// The seat's decision is made for it; until its holder is back there is less time.
    pub(super) fn note_late(&mut self, seat: Seat) {
        self.pace.missed[seat.index()] = true;
    }

    /// Is anybody here to wait, or to be waited for?
    fn is_attended(&self) -> bool {
        let program = self.meta.chairs.iter().any(|c| matches!(c.holder, Holder::Program { .. }));
        program || self.live.is_attended()
    }
}

impl super::Live {
    /// For how long no player's page has been open here.
    fn empty_for(&self) -> Millis {
        uptime().saturating_sub(self.emptied.load(std::sync::atomic::Ordering::Relaxed))
    }
}
