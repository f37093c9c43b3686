//! What can be done at a table, and what follows by itself: bots, clocks, questions with a single answer.

use super::{Holder, Live, Meta, Sitting, nonce, timer::Timer};
use crate::{
    error::Fault,
    person::Person,
    state::AppState,
    thinkers::{Account, Answer, Class, Question},
};
use klaxon_bots::Level;
use klaxon_catalog::{Choice, Table};
use klaxon_core::{Code, Edition, Refusal, RuleId, Seat, SeatSet, Tip, Viewer};
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
        if self.table.alarm().is_none_or(|alarm| alarm > clock) {
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
        for seat in self.table.to_act().iter() {
            let Some(level) = self.meta.chairs[seat.index()].holder.level() else { continue };
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
        self.meta.chairs.iter().all(|chair| chair.holder.level().is_some())
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
        let bots = self.meta.chairs.iter().filter(|chair| chair.holder.level().is_some()).count() as u32;
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
            For::Itself => self.meta.chairs[seat.index()].holder.level().is_some(),
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

    /// A person sits down: with the seat's token, or on a free seat of a public table or of one's own. Whoever sits there
    /// already may have changed his name.
    pub async fn claim(&mut self, seat: Seat, person: &Person, by_token: bool) -> Result<(), Fault> {
        let chair = self.chair(seat)?;
        if chair.held_by(&person.id) {
            let person = person.clone();
            return self.change_meta(move |meta| meta.rename(&person)).await;
        }
        let welcome = by_token || self.meta.public || self.meta.is_owner(Some(&person.id));
        match &chair.holder {
            Holder::Open if welcome => {}
            Holder::Open => {
                return Err(Fault::forbidden(
                    "this table is private: ask whoever opened it for the seat's link",
                ));
            }
            // A second device of the same person.
            Holder::Person { .. } if by_token => {}
            Holder::Person { name, .. } | Holder::Program { name } => {
                return Err(Fault::conflict("taken", format!("{name} sits there already")));
            }
            Holder::Bot { .. } => return Err(Fault::conflict("taken", "a bot sits there")),
        }
        let person = person.clone();
        self.change_meta(move |meta| {
            // Whoever sits down now has not been asked.
            meta.revising = None;
            let chair = &mut meta.chairs[seat.index()];
            // The link has done its work: whoever else knows it must not see this hand.
            chair.nonce = nonce();
            match &mut chair.holder {
                Holder::Person { ids, .. } => ids.push(person.id),
                Holder::Open | Holder::Bot { .. } | Holder::Program { .. } => {
                    chair.holder = Holder::person(&person);
                    chair.forget_habits();
                }
            }
        })
        .await?;
        self.carry_on().await
    }

    /// A program sits down; returns the seat's new token.
    pub async fn claim_for_program(
        &mut self,
        seat: Seat,
        name: String,
        by_token: bool,
    ) -> Result<String, Fault> {
        match &self.chair(seat)?.holder {
            Holder::Open if by_token || self.meta.public => {}
            Holder::Open => {
                return Err(Fault::forbidden("this table is private: the seat's token is needed"));
            }
            Holder::Program { .. } if by_token => {}
            Holder::Person { name, .. } | Holder::Program { name } => {
                return Err(Fault::conflict("taken", format!("{name} sits there already")));
            }
            Holder::Bot { .. } => return Err(Fault::conflict("taken", "a bot sits there")),
        }
        self.change_meta(move |meta| {
            meta.revising = None;
            let chair = &mut meta.chairs[seat.index()];
            (chair.nonce, chair.auto) = (nonce(), false);
            (chair.holder, chair.claimed) = (Holder::Program { name }, true);
        })
        .await?;
        Ok(self.state.keys.seat_token(&self.live.id, seat, &self.meta.chairs[seat.index()].nonce))
    }

    /// A seat goes to a bot: given up by its holder, or free and handed over by the table's owner.
    pub async fn give_to_bot(&mut self, seat: Seat, level: Level) -> Result<(), Fault> {
        self.chair(seat)?;
        self.change_meta(move |meta| {
            let chair = &mut meta.chairs[seat.index()];
            (chair.nonce, chair.holder) = (nonce(), Holder::bot(level));
        })
        .await?;
        self.carry_on().await
    }

    /// A seat becomes free again; its link is new.
    pub async fn set_free(&mut self, seat: Seat) -> Result<(), Fault> {
        self.chair(seat)?;
        self.change_meta(move |meta| {
            let chair = &mut meta.chairs[seat.index()];
            (chair.nonce, chair.holder, chair.auto) = (nonce(), Holder::Open, true);
        })
        .await
    }

    /// Somebody would like the table to go on by a newer edition of the rules, or by this one after all. When all people and
    /// programs who play agree, it does.
    pub async fn want_edition(&mut self, seats: SeatSet, to: Option<Edition>) -> Result<(), Fault> {
        if seats.is_empty() {
            return Err(Fault::forbidden("you are watching: only players decide"));
        }
        let Some(to) = to else {
            return self.change_meta(|meta| meta.revising = None).await;
        };
        self.careful(|loaded| loaded.table.can_revise(to))??;
        let agreed = match self.meta.revising {
            Some((wanted, agreed)) if wanted == to => agreed.or(seats),
            Some(_) | None => seats,
        };
        self.change_meta(move |meta| meta.revising = Some((to, agreed))).await?;
        let (agreed, asked) = self.consent();
        let name = |sitting: &Sitting| {
            let seat = seats.iter().next().expect("just looked");
            sitting.meta.chairs[seat.index()].holder.name()
        };
        if agreed != asked {
            let text =
                format!("would like to go on by edition {to} of the rules. All who play must agree (More).");
            return self.chat(name(self), "all".into(), text).await;
        }
        let at = self.now();
        let put = self.careful(|loaded| loaded.table.revise(to, at))??;
        self.keep(put).await?;
        self.change_meta(|meta| meta.revising = None).await?;
        let text = format!("From now on this game is played by edition {to} of the rules.");
        self.chat("Table".into(), "all".into(), text).await?;
        self.carry_on().await
    }

    /// Whether the server answers questions that leave only one choice.
    pub async fn set_auto(&mut self, seat: Seat, on: bool) -> Result<(), Fault> {
        self.chair(seat)?;
        self.change_meta(move |meta: &mut Meta| meta.chairs[seat.index()].auto = on).await?;
        self.carry_on().await
    }

    /// The seat is asked this no more: the server declines, now and from now on.
    pub async fn set_quiet(&mut self, seat: Seat, question: u32) -> Result<(), Fault> {
        self.chair(seat)?;
        if self.table.question(seat) != question {
            return Err(Fault::conflict("stale", "the table has moved on since this was asked"));
        }
        let declined = self.careful(|loaded| declining(&loaded.table, seat))?;
        let (rule, choice) = declined
            .ok_or_else(|| Fault::conflict("not-asked", "there is no plain way to decline this question"))?;
        self.change_meta(move |meta| {
            meta.chairs[seat.index()].quiet.insert(choice.label.text, rule.as_str().into());
        })
        .await?;
        // Whoever came back here by undoing has now said what to do.
        if self.held == Some((seat, question)) {
            self.held = None;
        }
        self.carry_on().await
    }

    /// The seat wants to be asked again.
    pub async fn set_asked(&mut self, seat: Seat, words: &str) -> Result<(), Fault> {
        self.chair(seat)?;
        self.change_meta(|meta| {
            meta.chairs[seat.index()].quiet.remove(words);
        })
        .await
    }

    /// The seat wants a coach, from the beginning, or no more of him.
    pub async fn set_coached(&mut self, seat: Seat, on: bool) -> Result<(), Fault> {
        self.chair(seat)?;
        self.change_meta(move |meta| {
            let chair = &mut meta.chairs[seat.index()];
            (chair.coached, chair.read) = (on, Vec::new());
        })
        .await
    }

    /// The seat has read the tip that it is shown; any other is left alone.
    pub async fn tip_read(&mut self, seat: Seat, id: &str) -> Result<(), Fault> {
        self.chair(seat)?;
        let shown = self.careful(|loaded| loaded.tip(seat))?;
        if let Some(tip) = shown.filter(|tip| tip.id == id) {
            self.change_meta(move |meta| meta.chairs[seat.index()].read.push(tip.id.into())).await?;
        }
        Ok(())
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

    /// A seat by a number from outside.
    pub fn seat(&self, number: u8) -> Result<Seat, Fault> {
        self.chair(Seat(number)).map(|_| Seat(number))
    }

    fn chair(&self, seat: Seat) -> Result<&super::Chair, Fault> {
        self.meta
            .chairs
            .get(seat.index())
            .ok_or_else(|| Fault::missing("there is no such seat at this table"))
    }
}

impl super::Loaded {
    /// Of those whose consent a newer edition needs, who has given it; and all of them. Bots go along with anything.
    pub fn consent(&self) -> (SeatSet, SeatSet) {
        let chairs = self.meta.chairs.iter().enumerate();
        let asked: SeatSet = chairs
            .filter(|(_, chair)| matches!(chair.holder, Holder::Person { .. } | Holder::Program { .. }))
            .map(|(i, _)| Seat(i as u8))
            .collect();
        let agreed = self.meta.revising.map_or(SeatSet::NONE, |(_, agreed)| agreed);
        (agreed.iter().filter(|&seat| asked.has(seat)).collect(), asked)
    }

    /// A seat whose question is answered by the server, with the number of the choice. A question with a single answer
    /// waits for the person while a decision before it could still be taken back; a quiet one does not wait.
    fn answers_itself(&self) -> Option<(Seat, usize)> {
        if self.table.outcome().is_some() || self.stopped().is_some() {
            return None;
        }
        self.table.to_act().iter().find_map(|seat| {
            if self.held == Some((seat, self.table.question(seat))) {
                return None;
            }
            match self.by_itself(seat)? {
                Answered::Only if self.table.can_undo(seat).is_ok() => None,
                Answered::Only => Some((seat, 0)),
                Answered::Declined(index) => Some((seat, index)),
            }
        })
    }

    /// What the coach tells a seat now, if it has one.
    pub fn tip(&self, seat: Seat) -> Option<&'static Tip> {
        let chair = &self.meta.chairs[seat.index()];
        if !chair.coached || !self.table.to_act().has(seat) {
            return None;
        }
        self.table.tips(seat).into_iter().find(|tip| !chair.read.iter().any(|id| id == tip.id))
    }

    /// How the seat's question would be answered without its holder.
    fn by_itself(&self, seat: Seat) -> Option<Answered> {
        let chair = &self.meta.chairs[seat.index()];
        if !matches!(chair.holder, Holder::Person { .. }) || !self.table.to_act().has(seat) {
            return None;
        }
        if !chair.quiet.is_empty()
            && let Some((_, choice)) = declining(&self.table, seat)
            && chair.quiet.contains_key(&choice.label.text)
        {
            return Some(Answered::Declined(choice.index));
        }
        // Some single answers are for their holder to give, such as being ready.
        let only = chair.auto && self.table.count_choices(seat) == 1;
        let own = || self.table.choices(seat).iter().any(|choice| choice.label.mark == "self");
        (only && !own()).then_some(Answered::Only)
    }
}

/// How a question is answered without its holder.
enum Answered {
    /// There is only one choice.
    Only,
    /// The holder does not want to hear it.
    Declined(usize),
}

/// The plain way to decline what a seat is asked, with the rule behind the question.
fn declining(table: &Table, seat: Seat) -> Option<(RuleId, Choice)> {
    if !table.to_act().has(seat) {
        return None;
    }
    let rule = table.prompt(Viewer::Seat(seat)).rule?;
    let choice = table.choices(seat).into_iter().find(|c| c.label.mark == "pass")?;
    Some((rule, choice))
}

/// In whose place a bot decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum For {
    /// The seat is the bot's own.
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
