//! Bots at a table: when they think, on whose account, how long people may follow, and what they decide.

use super::{Deed, Live, Loaded, Sitting};
use crate::{
    error::Fault,
    state::AppState,
    thinkers::{Account, Answer, Class, Question, Wanted},
};
use klaxon_bots::{Level, Thought};
use klaxon_core::{Seat, Viewer};
use serde_json::Value;
use std::{sync::Arc, time::Duration};
use tokio::{sync::oneshot, time::Instant};

/// Entries after which bots among themselves stop.
const MOST_BY_BOTS_ALONE: u32 = 20_000;
/// A vote is about no more than this.
const MOST_TO_VOTE_ON: usize = 9;

/// Decisions that a bot has thought out together, and carries out one after the other.
#[derive(Debug)]
pub(super) struct Series {
    seat: Seat,
    /// The entry at which the first of them is due.
    n: u32,
    then: Vec<Value>,
}

/// An answer that nobody has to wait for.
fn answered(answer: Answer) -> oneshot::Receiver<Answer> {
    let (to, from) = oneshot::channel();
    // The receiver is right here.
    let _ = to.send(answer);
    from
}

impl Sitting {
    /// Lets those bots think that are asked something new.
    pub(super) fn wake_bots(&mut self) -> Result<(), Fault> {
        if self.table.outcome().is_some() || self.stopped().is_some() || !self.runs_here() {
            return Ok(());
        }
        // Some games need not end, and bots never tire.
        let alone = self.is_alone();
        if alone && self.table.n() >= MOST_BY_BOTS_ALONE {
            return Ok(());
        }
        // Bots whom nobody looks at sleep; whoever looks wakes them. Where a clock runs it would not wait for them.
        self.asleep = alone && self.table.alarm().is_none() && !self.live.is_watched();
        if self.asleep {
            return Ok(());
        }
        let people = self.table.to_act().iter().any(|seat| self.meta.chairs[seat.index()].bot().is_none());
        for seat in self.table.to_act().iter() {
            let Some(level) = self.meta.chairs[seat.index()].bot() else { continue };
            // What people vote about, bots vote about after them, and then with them.
            if people && self.careful(|loaded| loaded.is_vote(seat))? {
                continue;
            }
            if self.thinking[seat.index()] != Some(self.table.question(seat)) {
                self.think(seat, level, For::Itself);
            }
        }
        Ok(())
    }

    /// A bot begins to think about what the seat is asked.
    pub(super) fn think(&mut self, seat: Seat, level: Level, whom: For) {
        let question = self.table.question(seat);
        self.thinking[seat.index()] = Some(question);
        let salt = self.state.keys.bot_salt(&self.live.id, self.table.n(), seat);
        let (account, class, table) = (self.account(), self.class(), Box::new(self.table.clone()));
        let wanted = Wanted::Decision(level);
        let asked = self.kept_in_mind(seat);
        let receiver = match self.next_of_series(seat).filter(|_| whom == For::Itself) {
            Some(answer) => Some(answered(answer)),
            None => self.state.thinkers.ask(Question { table, seat, wanted, salt, asked, account, class }),
        };
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

    /// The next decision of a series, if nothing but its own has happened since it was thought out.
    fn next_of_series(&mut self, seat: Seat) -> Option<Answer> {
        let Series { seat: whose, n, mut then } = self.series.take()?;
        // What there is no choice about may have been answered by itself: that is part of the series.
        let done = self.table.n().checked_sub(n)? as usize;
        if whose != seat || done >= then.len() {
            return None;
        }
        then.drain(..done);
        let action = then.remove(0);
        let choices = self.careful(|loaded| loaded.table.choices(seat)).ok()?;
        let index = choices.iter().position(|choice| choice.action == action)?;
        let thought = Thought { then, ..Thought::new(index) };
        Some(Answer { thought: Some(thought), action: Some(action), ..Answer::default() })
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
        if !open || !may || !self.runs_here() {
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
            let choices = self.careful(|loaded| loaded.table.choices(seat))?;
            match choices.iter().position(|choice| Some(&choice.action) == answer.action.as_ref()) {
                Some(index) if !thought.planned => {
                    thought.index = index;
                    thought.then.clear();
                }
                Some(_) | None => return self.carry_on().await,
            }
        }
        if whom == For::TheLate {
            self.note_late(seat);
            // One decision, and no more of the plan: the next is the holder's again.
            let choices = self.table.count_choices(seat).max(1);
            let index = answer.thought.map_or((salt % choices as u64) as usize, |thought| thought.index);
            self.carry_out(seat, Some(question), Deed::Choice(index)).await?;
            self.tell_late(seat).await?;
            return self.lose_by_clock(seat).await;
        }
        let Some(thought) = answer.thought else {
            let choices = self.table.count_choices(seat).max(1);
            let index = (salt % choices as u64) as usize;
            return self.carry_out(seat, Some(question), Deed::Choice(index)).await;
        };
        // What was decided together with this decision follows one by one, so that people can look on.
        if !thought.then.is_empty() && !thought.planned {
            self.put_down(seat, &Deed::Choice(thought.index)).await?;
            self.series = Some(Series { seat, n: self.table.n(), then: thought.then });
            return self.carry_on().await;
        }
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

    /// What a bot would do in the seat's place. The table is free meanwhile.
    pub fn hint(&self, seat: Seat) -> Option<oneshot::Receiver<Answer>> {
        // The same luck each time: who does what the hint said is not told to undo it by other luck.
        let salt = self.state.keys.bot_salt(&self.live.id, 0, seat) ^ 1;
        let (account, class, table) =
            (self.account_of_asker(), Class::Opponent, Box::new(self.table.clone()));
        let (wanted, asked) = (Wanted::Advice, Vec::new());
        self.state.thinkers.ask(Question { table, seat, wanted, salt, asked, account, class })
    }

    /// Whoever asks for something pays for it, wherever the table was opened.
    pub(crate) fn account_of_asker(&self) -> Account {
        match crate::guard::mark(&self.state) {
            Some(peer) => Account { peer, limited: true, ..self.account() },
            None => self.account(),
        }
    }
}

impl Loaded {
    /// Is the seat asked for its vote?
    fn is_vote(&self, seat: Seat) -> bool {
        let votes = || self.table.choices(seat).first().is_some_and(|choice| choice.label.mark == "vote");
        self.table.count_choices(seat) <= MOST_TO_VOTE_ON && votes()
    }
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
