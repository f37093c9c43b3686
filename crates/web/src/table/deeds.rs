//! What can be done at a table, and what follows by itself: bots, clocks, questions with a single answer.

use super::{Holder, Live, Sitting, timer::Timer};
use crate::{
    error::Fault,
    state::AppState,
    thinkers::{Account, Answer, Class, Question},
};
use klaxon_bots::Level;
use klaxon_catalog::{Choice, Table};
use klaxon_core::{Code, Refusal, RuleId, Seat, Viewer};
use serde_json::Value;
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};
use tokio::{sync::oneshot, time::Instant};

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

/// Entries after which bots among themselves stop.
const MOST_BY_BOTS_ALONE: u32 = 20_000;
/// Answers that may follow by themselves before somebody must look.
const MOST_BY_ITSELF: usize = 500;
/// A vote is about no more than this.
const MOST_TO_VOTE_ON: usize = 9;
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
        self.pace.is_back(seat);
        // Whoever decides himself is back.
        self.back(seat).await?;
        self.carry_out(seat, question, deed).await
    }

    /// A seat does something, or it is done for it.
    async fn carry_out(&mut self, seat: Seat, question: Option<u32>, deed: Deed) -> Result<(), Fault> {
        self.put_down_for(seat, question, &deed).await?;
        if deed == Deed::Undo {
            self.undo_further(seat).await?;
        }
        self.carry_on().await
    }

    /// The same without what follows by itself.
    async fn put_down(&mut self, seat: Seat, deed: &Deed) -> Result<(), Fault> {
        self.put_down_for(seat, None, deed).await
    }

    async fn put_down_for(&mut self, seat: Seat, question: Option<u32>, deed: &Deed) -> Result<(), Fault> {
        self.check_open()?;
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
            Fault::from(refusal)
        })?;
        self.keep(put).await
    }

    /// Undo goes back to the last question that left a choice, and that one is not answered by itself again.
    async fn undo_further(&mut self, seat: Seat) -> Result<(), Fault> {
        while self.by_itself(seat).is_some() && self.table.can_undo(seat).is_ok() {
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
        if self.meta.closed.is_some() || self.table.alarm().is_none_or(|alarm| alarm > clock) {
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
            self.tick().await?;
            let Some((seat, index)) = self.careful(|loaded| loaded.answers_itself())? else { break };
            let at = self.now();
            match self.careful(|loaded| loaded.table.choose(seat, None, index, at))? {
                Ok(put) => self.keep(put).await?,
                Err(refusal) => {
                    tracing::warn!(table = self.live.id, %refusal, "an answer by itself was refused");
                    self.held = Some((seat, self.table.question(seat)));
                }
            }
        }
        self.wake_bots();
        self.set_alarm();
        self.wind();
        Ok(())
    }

    fn wake_bots(&mut self) {
        if self.table.outcome().is_some() || self.stopped().is_some() {
            return;
        }
        // Some games need not end, and bots never tire.
        let alone = self.is_alone();
        if alone && self.table.n() >= MOST_BY_BOTS_ALONE {
            return;
        }
        // Bots whom nobody looks at sleep; whoever looks wakes them. Where a clock runs it would not wait for them.
        self.asleep = alone && self.table.alarm().is_none() && !self.live.is_watched();
        if self.asleep {
            return;
        }
        let people = self.table.to_act().iter().any(|seat| self.meta.chairs[seat.index()].bot().is_none());
        for seat in self.table.to_act().iter() {
            let Some(level) = self.meta.chairs[seat.index()].bot() else { continue };
            // What people vote about, bots vote about after them, and then with them.
            let votes = || self.table.choices(seat).first().is_some_and(|choice| choice.label.mark == "vote");
            if people && self.table.count_choices(seat) <= MOST_TO_VOTE_ON && votes() {
                continue;
            }
            if self.thinking[seat.index()] != Some(self.table.question(seat)) {
                self.think(seat, level, For::Itself);
            }
        }
    }

    /// A bot begins to think about what the seat is asked.
    pub(super) fn think(&mut self, seat: Seat, level: Level, whom: For) {
        let question = self.table.question(seat);
        self.thinking[seat.index()] = Some(question);
        let salt = self.state.keys.bot_salt(&self.live.id, self.table.n(), seat);
        let (account, class, table) = (self.account(), self.class(), Box::new(self.table.clone()));
        let receiver = self.state.thinkers.ask(Question { table, seat, level, salt, account, class });
        let (live, state) = (self.live.clone(), self.state.clone());
        let pause = match whom {
            For::Itself => self.pause(),
            // Whoever is late has had his pause.
            For::TheLate => Duration::ZERO,
        };
        let asked = Asked { seat, question, n: self.table.n(), salt, whom, pause };
        tokio::spawn(bot_turn(live, state, asked, receiver));
    }

    /// Do bots hold every seat?
    fn is_alone(&self) -> bool {
        self.meta.chairs.iter().all(|chair| chair.bot().is_some())
    }

    /// On whose account the table's bots think: that of the peer who opened it, and of the person among those of a peer.
    /// Where peers are not counted everybody has his own.
    fn account(&self) -> Account {
        let (person, table) = (self.meta.owner.clone().unwrap_or_default(), self.live.id.clone());
        let own = || if person.is_empty() { format!("table {table}") } else { format!("person {person}") };
        let (peer, limited) = match &self.meta.payer {
            Some(payer) => (payer.clone(), true),
            None => (own(), false),
        };
        Account { peer, person, table, limited }
    }

    fn class(&self) -> Class {
        match (self.live.is_watched(), self.is_alone()) {
            (true, false) => Class::Opponent,
            (true, true) => Class::Show,
            (false, _) => Class::Away,
        }
    }

    /// How long a bot's decision waits, so that people can follow: less where many bots play, and not at all after a
    /// step that told nobody anything, such as the payment of a purchase.
    fn pause(&self) -> Duration {
        let bots = self.meta.chairs.iter().filter(|chair| chair.bot().is_some()).count() as u32;
        let step = self.table.step();
        let silent = step > 1 && self.table.alarm().is_none() && {
            self.table.said(Viewer::Watcher, step - 1).is_empty()
        };
        if silent { Duration::ZERO } else { self.state.config.bot_pause * 2 / (bots + 1) }
    }

    /// A bot has made up its mind.
    async fn bot_decides(&mut self, asked: Asked, mut answer: Answer) -> Result<(), Fault> {
        let Asked { seat, question, n, salt, whom, pause: _ } = asked;
        if self.thinking[seat.index()] == Some(question) {
            self.thinking[seat.index()] = None;
        }
        let open = self.table.to_act().has(seat) && self.table.question(seat) == question;
        let may = match whom {
            For::Itself => self.meta.chairs[seat.index()].bot().is_some(),
            For::TheLate => self.is_late(seat, question),
        };
        if !open || !may {
            return self.carry_on().await;
        }
        if answer.stumbled {
            tracing::error!(table = self.live.id, %seat, "a bot stumbled; it chooses blindly");
        }
        // The table may have moved on meanwhile. A choice that is still offered is meant as before, though its number
        // may be another; one that is gone, and any whole plan, is thought over again.
        if self.table.n() != n
            && let Some(thought) = &mut answer.thought
        {
            let choices = self.table.choices(seat);
            match choices.iter().position(|choice| Some(&choice.action) == answer.action.as_ref()) {
                Some(index) if !thought.planned => thought.index = index,
                Some(_) | None => return self.carry_on().await,
            }
        }
        if whom == For::TheLate {
            self.note_late(seat);
            // One decision, and no more of the plan: the next is the holder's again.
            let choices = self.table.count_choices(seat).max(1);
            let index = answer.thought.map_or((salt % choices as u64) as usize, |thought| thought.index);
            self.carry_out(seat, Some(question), Deed::Choice(index)).await?;
            return self.tell_late(seat).await;
        }
        let Some(thought) = answer.thought else {
            let choices = self.table.count_choices(seat).max(1);
            let index = (salt % choices as u64) as usize;
            return self.carry_out(seat, Some(question), Deed::Choice(index)).await;
        };
        // What is to follow is done before anybody else is woken, so that the plan is whole when others think.
        if !thought.then.is_empty() {
            self.put_down(seat, &Deed::Choice(thought.index)).await?;
            for action in thought.then {
                if !self.table.to_act().has(seat) || self.put_down(seat, &Deed::Action(action)).await.is_err()
                {
                    break;
                }
            }
            return self.carry_on().await;
        }
        self.carry_out(seat, Some(question), Deed::Choice(thought.index)).await
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
        let alarm = self.table.alarm().filter(|_| self.table.outcome().is_none() && self.stopped().is_none());
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

    /// What a bot would do in the seat's place. The table is free meanwhile.
    pub fn hint(&self, seat: Seat) -> Option<oneshot::Receiver<Answer>> {
        // The same luck each time: who does what the hint said is not told to undo it by other luck.
        let salt = self.state.keys.bot_salt(&self.live.id, 0, seat) ^ 1;
        // Whoever asks pays, wherever the table was opened.
        let account = match crate::guard::mark(&self.state) {
            Some(peer) => Account { peer, limited: true, ..self.account() },
            None => self.account(),
        };
        let (level, class, table) = (Level::Normal, Class::Opponent, Box::new(self.table.clone()));
        self.state.thinkers.ask(Question { table, seat, level, salt, account, class })
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
        let person = matches!(chair.holder, Holder::Person { .. }) && chair.stand_in.is_none();
        if !person || !self.table.to_act().has(seat) {
            return None;
        }
        if !chair.quiet.is_empty()
            && let Some((_, choice)) = declining(&self.table, seat)
            && chair.quiet.contains_key(&choice.label.text)
        {
            return Some(Answered::Declined(choice.index));
        }
        // Some single answers are for their holder to give, such as being ready.
        if !chair.auto || self.table.count_choices(seat) > MOST_TO_LOOK_AT {
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

/// In whose place a bot decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum For {
    /// The seat is the bot's own, or it stands in.
    Itself,
    /// A person or program whose time is out.
    TheLate,
}

/// What a bot was asked, and the state of the table's log then.
struct Asked {
    seat: Seat,
    question: u32,
    n: u32,
    salt: u64,
    whom: For,
    pause: Duration,
}

/// Waits for a bot, lets people follow, and puts its decision down.
async fn bot_turn(
    live: Arc<Live>,
    state: AppState,
    asked: Asked,
    receiver: Option<oneshot::Receiver<Answer>>,
) {
    let seat = asked.seat;
    let begun = Instant::now();
    let mut answer = Answer::default();
    match receiver {
        Some(receiver) => {
            let Ok(thought) = receiver.await else { return };
            state.metrics.bot_waits.note(thought.waited);
            state.metrics.bot_times.note(thought.took);
            answer = thought;
        }
        // Too many bots think at once: this one plays blindly rather than never.
        None => tracing::warn!(table = live.id, %seat, "no thread was free for a bot"),
    }
    tokio::select! {
        () = tokio::time::sleep_until(begun + asked.pause) => {}
        () = state.closing.cancelled() => return,
    }
    let mut sitting = match live.sit(&state).await {
        Ok(sitting) => sitting,
        Err(fault) => return tracing::warn!(table = live.id, ?fault, "a bot found its table gone"),
    };
    if let Err(fault) = sitting.bot_decides(asked, answer).await {
        tracing::warn!(table = live.id, %seat, ?fault, "a bot's decision was not taken");
    }
}
