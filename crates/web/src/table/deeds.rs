//! What can be done at a table, and what follows by itself: clocks, questions with a single answer. Bots are in `bots.rs`.

use super::{Holder, Live, Sitting, timer::Timer};
use crate::{error::Fault, state::AppState};
use klaxon_catalog::{Choice, Table};
use klaxon_core::{Code, Refusal, RuleId, Seat, Viewer};
use serde_json::Value;
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

/// What a seat does.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// A decision in full.
    Action(Value),
    /// The number of a choice.
    Choice(usize),
    /// One of the decisions that are open at any time, by its words.
    Anytime(String),
    /// Takes the last decision back.
    Undo,
}

/// Answers that may follow by themselves before somebody must look.
const MOST_BY_ITSELF: usize = 500;
/// Races with other servers that a deed may lose before its asker is told.
const MOST_RACES: usize = 3;
/// Among more choices than this none is looked for that goes without saying.
const MOST_TO_LOOK_AT: usize = 24;

impl Live {
    /// A seat does something. Durable when it returns; the sitting shows what came of it before anybody else can move.
    pub async fn act(
        self: &Arc<Live>,
        state: &AppState,
        seat: Seat,
        question: Option<u32>,
        deed: Deed,
    ) -> Result<Sitting, Fault> {
        let mut sitting = self.sit(state).await?;
        sitting.act(seat, question, deed).await?;
        Ok(sitting)
    }
}

impl Sitting {
    /// A seat does something.
    pub async fn act(&mut self, seat: Seat, question: Option<u32>, deed: Deed) -> Result<(), Fault> {
        self.lesson_takes(seat, &deed)?;
        let solves = self.puzzle_takes(seat, question, &deed).await?;
        self.pace.is_back(seat);
        // Whoever decides himself is back.
        self.back(seat).await?;
        self.agree(seat).await?;
        let words = if let Deed::Anytime(words) = &deed { Some(words.clone()) } else { None };
        self.carry_out(seat, question, deed).await.map_err(|fault| self.lesson_explains(fault))?;
        if solves {
            self.puzzle_goes_on().await?;
        }
        match words {
            Some(words) => self.heed_decision(seat, &words),
            None => Ok(()),
        }
    }

    /// A seat does something, or it is done for it.
    pub(super) async fn carry_out(
        &mut self,
        seat: Seat,
        question: Option<u32>,
        deed: Deed,
    ) -> Result<(), Fault> {
        self.put_down_for(seat, question, &deed).await?;
        if deed == Deed::Undo {
            self.undo_further(seat).await?;
        }
        self.carry_on().await
    }

    /// The same without what follows by itself.
    pub(super) async fn put_down(&mut self, seat: Seat, deed: &Deed) -> Result<(), Fault> {
        self.put_down_for(seat, None, deed).await
    }

    /// Another server may have been faster: then what it has written is read, and the deed is judged again as if it had
    /// come after that. The number of a choice means something only in the list that it was chosen from.
    async fn put_down_for(&mut self, seat: Seat, question: Option<u32>, deed: &Deed) -> Result<(), Fault> {
        let shared = self.state.company.node().is_some();
        let list = |loaded: &mut super::Loaded| loaded.table.asked_as(seat);
        let chosen_from = match deed {
            Deed::Choice(_) if shared => Some(self.careful(list)?),
            Deed::Choice(_) | Deed::Action(_) | Deed::Anytime(_) | Deed::Undo => None,
        };
        for _ in 0..MOST_RACES {
            match self.put_down_once(seat, question, deed).await {
                Err(fault) if self.has_read_on(&fault).await? => {
                    if chosen_from.is_some() && chosen_from != Some(self.careful(list)?) {
                        return Err(fault);
                    }
                }
                outcome => return outcome,
            }
        }
        self.put_down_once(seat, question, deed).await
    }

    async fn put_down_once(&mut self, seat: Seat, question: Option<u32>, deed: &Deed) -> Result<(), Fault> {
        self.check_open()?;
        if *deed == Deed::Undo && self.meta.is_contest() && self.table.outcome().is_some() {
            return Err(Fault::conflict(super::RATED, "the end of a game that counts stands"));
        }
        self.tick().await?;
        let at = self.now();
        let result = self.careful(|loaded| {
            let table = &mut loaded.table;
            match deed {
                Deed::Action(action) => table.act(seat, question, action, at),
                Deed::Choice(index) => table.choose(seat, question, *index, at),
                Deed::Anytime(words) => match table.anytime(seat).into_iter().find(|c| c.words == *words) {
                    Some(choice) => table.act(seat, None, &choice.action, at),
                    None => Err(Refusal::not_asked("that is not open now")),
                },
                Deed::Undo => table.undo(seat, at),
            }
        })?;
        let put = result.map_err(|refusal| {
            self.state.metrics.refusals.fetch_add(1, Relaxed);
            if refusal.code == Code::Frozen {
                tracing::error!(table = self.live.id, %refusal, "a table is frozen");
            }
            if let Some(why) = self.table.take_fault() {
                self.state.metrics.unjudged.fetch_add(1, Relaxed);
                tracing::error!(table = self.live.id, %seat, why, "a fault kept a decision from being judged");
            }
            Fault::from(refusal)
        })?;
        self.keep(put).await
    }

    /// Undo goes back to the last question that left a choice, and that one is not answered by itself again.
    async fn undo_further(&mut self, seat: Seat) -> Result<(), Fault> {
        while self
            .careful(|loaded| loaded.by_itself(seat).is_some() && loaded.table.can_undo(seat).is_ok())?
        {
            let at = self.now();
            let put = self.table.undo(seat, at)?;
            self.keep(put).await?;
        }
        self.held = Some((seat, self.table.question(seat)));
        Ok(())
    }

    /// Delivers time that has come, before anything else of that moment.
    async fn tick(&mut self) -> Result<(), Fault> {
        let (clock, at) = (self.clock(), self.now());
        // In a lesson or a puzzle nobody is hurried.
        if self.meta.is_study()
            || self.meta.closed.is_some()
            || self.table.alarm().is_none_or(|alarm| alarm > clock)
        {
            return Ok(());
        }
        if let Some(put) = self.careful(|loaded| loaded.table.clock(clock, at))? {
            self.keep(put).await?;
        }
        Ok(())
    }

    /// What follows by itself: single answers, bots, the next alarm.
    pub(super) async fn carry_on(&mut self) -> Result<(), Fault> {
        for _ in 0..MOST_BY_ITSELF {
            self.tick_or_read_on().await?;
            match self.lesson_goes_on().await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(fault) if self.is_race(&fault) => continue,
                Err(fault) => return Err(fault),
            }
            self.end_passing().await?;
            let Some((seat, index)) = self.careful(|loaded| loaded.answers_itself())? else { break };
            let at = self.now();
            match self.careful(|loaded| loaded.table.choose(seat, None, index, at))? {
                Ok(put) => match self.keep(put).await {
                    // Another server was faster: what follows from that is looked at anew.
                    Err(fault) if self.is_race(&fault) => {}
                    kept => kept?,
                },
                Err(refusal) => {
                    tracing::warn!(table = self.live.id, %refusal, "an answer by itself was refused");
                    self.held = Some((seat, self.table.question(seat)));
                }
            }
        }
        self.wake_bots()?;
        self.set_alarm();
        self.wind().await?;
        self.tell_asked();
        Ok(())
    }

    async fn tick_or_read_on(&mut self) -> Result<(), Fault> {
        match self.tick().await {
            Err(fault) if self.is_race(&fault) => Ok(()),
            outcome => outcome,
        }
    }

    /// The table's clock is set on to what comes next.
    pub async fn skip(&mut self) -> Result<(), Fault> {
        let Some(alarm) = self.table.alarm().filter(|_| self.may_skip()) else {
            return Err(Fault::conflict("not-now", "the clock is set on only while everybody waits for it"));
        };
        self.set_clock_on(alarm);
        self.live.skips.fetch_add(1, Relaxed);
        self.carry_on().await
    }

    fn set_alarm(&mut self) {
        let runs = !self.meta.is_study()
            && self.table.outcome().is_none()
            && self.stopped().is_none()
            && self.runs_here();
        let alarm = self.table.alarm().filter(|_| runs);
        if self.alarm.as_ref().map(Timer::at) == alarm {
            return;
        }
        self.alarm = alarm.map(|at| {
            let wait = Duration::from_millis(at.saturating_sub(self.clock()));
            Timer::set(self, at, wait, |mut table| async move {
                table.alarm = None;
                if let Err(fault) = table.carry_on().await {
                    tracing::warn!(table = table.live.id, ?fault, "a tick was not kept");
                }
            })
        });
    }
}

impl super::Loaded {
    /// Is there nothing to be done until the clock says so? Then those who wait need not wait for it.
    pub fn may_skip(&self) -> bool {
        let waits = self.table.alarm().is_some() && self.table.to_act().is_empty();
        waits && self.table.outcome().is_none() && self.stopped().is_none()
    }

    /// A seat whose question is answered by the server, with the number of the choice. A question with a single answer
    /// waits for the person while a decision before it could still be taken back; a quiet or an obvious one does not wait,
    /// and neither does a window in which nothing can be played where all others are bots: a pause would betray nothing.
    fn answers_itself(&self) -> Option<(Seat, usize)> {
        if self.table.outcome().is_some() || self.stopped().is_some() {
            return None;
        }
        self.table.to_act().iter().find_map(|seat| {
            if self.held == Some((seat, self.table.question(seat))) {
                return None;
            }
            match self.by_itself(seat)? {
                Answered::Only { window } if window && self.is_among_bots(seat) => Some((seat, 0)),
                Answered::Only { .. } if self.table.can_undo(seat).is_ok() => None,
                Answered::Only { .. } => Some((seat, 0)),
                Answered::Obvious(index) | Answered::Declined(index) => Some((seat, index)),
            }
        })
    }

    /// How the seat's question would be answered without its holder.
    fn by_itself(&self, seat: Seat) -> Option<Answered> {
        let chair = &self.meta.chairs[seat.index()];
        let (person, declines) = match chair.holder {
            Holder::Person { .. } => (true, true),
            // A program is asked everything but what it has said that it does not want to hear.
            Holder::Program { .. } => (false, true),
            Holder::Open | Holder::Bot { .. } => (false, false),
        };
        if !declines || chair.stand_in.is_some() || !self.table.to_act().has(seat) {
            return None;
        }
        if !(chair.quiet.is_empty() && chair.passing.is_empty())
            && let Some((_, choice)) = declining(&self.table, seat)
            && (chair.quiet.contains_key(&choice.label.text)
                || chair.passing.contains_key(&choice.label.text))
        {
            return Some(Answered::Declined(choice.index));
        }
        // Some single answers are for their holder to give, such as being ready.
        if !person || !chair.auto || self.table.count_choices(seat) > MOST_TO_LOOK_AT {
            return None;
        }
        let choices = self.table.choices(seat);
        if let Some(obvious) = choices.iter().find(|choice| choice.label.mark == "obvious") {
            return Some(Answered::Obvious(obvious.index));
        }
        match &choices[..] {
            [only] if !matches!(only.label.mark, "self" | "force") => {
                Some(Answered::Only { window: only.label.mark == "window" })
            }
            _ => None,
        }
    }

    /// Does nobody but bots sit at the other seats?
    fn is_among_bots(&self, seat: Seat) -> bool {
        let mut others = self.meta.chairs.iter().enumerate().filter(|(i, _)| *i != seat.index());
        others.all(|(_, chair)| chair.bot().is_some())
    }
}

/// How a question is answered without its holder.
enum Answered {
    /// There is only one choice, perhaps that of a window in which nothing can be played.
    Only { window: bool },
    /// Nobody would think about it.
    Obvious(usize),
    /// The holder does not want to hear it.
    Declined(usize),
}

/// The plain way to decline what a seat is asked, with the rule behind the question.
pub(super) fn declining(table: &Table, seat: Seat) -> Option<(RuleId, Choice)> {
    if !table.to_act().has(seat) {
        return None;
    }
    let rule = table.prompt(Viewer::Seat(seat)).rule?;
    let choice = table.choices(seat).into_iter().find(|c| c.label.declines())?;
    Some((rule, choice))
}
