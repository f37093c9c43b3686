//! The clock of a table: so many seconds for each decision. It lives here and nowhere below, so the rules know nothing
//! of it: when a seat's time is out, a quick bot makes that one decision in its place, and the log shows a decision
//! like any other.
//!
//! Time runs for people and programs, not for free seats, and only while somebody is at the table: nobody comes back to
//! a game that went on alone. It is not stored. After a restart everybody has the whole time again.

use super::{Holder, Sitting, bots, timer::Timer};
use crate::{boards::has_own_clock, error::Fault};
use klaxon_bots::Level;
use klaxon_catalog::Table;
use klaxon_core::{Millis, Seat};
use std::time::Duration;

/// The clocks that a table can be opened with on the page, in seconds for a decision.
pub const OFFERED: [u32; 4] = [30, 60, 120, 300];
/// The longest clock; a game over days has none.
const LONGEST: u32 = 3600;
/// A seat that let its time run out has this part of it until its holder decides again: who has gone holds nobody up.
const HURRY: u64 = 4;
/// But so many milliseconds if that is less than half of it, so that who was only slow can be back.
const TIME_TO_READ: u64 = 12_000;
/// Who tells the table that time was out.
const TELLER: &str = "Clock";

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
    timer: Option<Timer>,
}

impl Pace {
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
pub(super) fn check(table: &Table, seconds: u32) -> Result<(), Fault> {
    if has_own_clock(table.game_id()) {
        return Err(Fault::malformed("this game has a clock of its own"));
    }
    if !(1..=LONGEST).contains(&seconds) {
        return Err(Fault::malformed(format!("a clock gives 1 to {LONGEST} seconds for a decision")));
    }
    Ok(())
}

impl super::Loaded {
    /// When the seat's time is out, by the table's clock: milliseconds since 1970, as long as nobody sets the wall's.
    pub fn due(&self, seat: Seat) -> Option<Millis> {
        self.pace.due[seat.index()].map(|due| due.at)
    }

    /// Was the seat's last decision made for it?
    pub fn was_late(&self, seat: Seat) -> bool {
        self.pace.missed[seat.index()]
    }

    /// Is the seat's time out, and the question still the same?
    pub(super) fn is_late(&self, seat: Seat, question: u32) -> bool {
        self.pace.due[seat.index()].is_some_and(|due| due.question == question && due.at <= self.now())
    }
}

impl Sitting {
    /// Gives time to whoever is asked something new, takes it from the others, and waits for the first to run out.
    pub(crate) fn wind(&mut self) {
        let Some(seconds) = self.meta.clock else { return };
        let runs = self.table.outcome().is_none() && self.stopped().is_none() && self.is_attended();
        let (time, step) = (u64::from(seconds) * 1000, self.table.step());
        for i in 0..self.meta.chairs.len() {
            let (seat, question) = (Seat(i as u8), self.table.question(Seat(i as u8)));
            let timed = self.meta.chairs[i].stand_in.is_none()
                && match self.meta.chairs[i].holder {
                    Holder::Person { .. } | Holder::Program { .. } => true,
                    Holder::Open | Holder::Bot { .. } => false,
                };
            let fresh =
                if self.pace.missed[i] { (time / HURRY).max(TIME_TO_READ.min(time / 2)) } else { time };
            let at = match self.pace.due[i] {
                _ if !runs || !timed || !self.table.to_act().has(seat) => None,
                Some(due) if due.question == question || step <= self.pace.reached => Some(due.at),
                Some(_) | None => Some(self.now() + fresh),
            };
            self.pace.due[i] = at.map(|at| Due { question, at });
        }
        self.pace.reached = self.pace.reached.max(step);
        self.set_timer();
    }

    /// The curtain is lifted for a seat of several on one device: its time begins when it can see what is asked.
    pub(crate) fn lift(&mut self, seat: Seat) {
        let (question, i) = (self.table.question(seat), seat.index());
        if self.pace.due[i].is_some_and(|due| due.question == question)
            && self.pace.lifted[i].replace(question) != Some(question)
        {
            self.pace.due[i] = None;
            self.wind();
        }
    }

    /// The first moment at which time runs out for a seat that no bot thinks for yet.
    fn set_timer(&mut self) {
        let open = |(i, due): (usize, &Option<Due>)| {
            due.filter(|due| self.thinking[i] != Some(due.question)).map(|due| due.at)
        };
        // Another server may run the table: it decides when time is out, and this one only shows it.
        let next = self.pace.due.iter().enumerate().filter_map(open).min().filter(|_| self.runs_here());
        if self.pace.timer.as_ref().map(Timer::at) == next {
            return;
        }
        self.pace.timer = next.map(|at| {
            let wait = Duration::from_millis(at.saturating_sub(self.now()));
            Timer::set(self, at, wait, |mut table| async move { table.time_out() })
        });
    }

    /// Asks a quick bot for every seat whose time is out.
    fn time_out(&mut self) {
        self.pace.timer = None;
        if self.is_attended() {
            for seat in self.table.to_act().iter() {
                let question = self.table.question(seat);
                if self.is_late(seat, question) && self.thinking[seat.index()] != Some(question) {
                    self.think(seat, Level::Easy, bots::For::TheLate);
                }
            }
        }
        self.wind();
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
