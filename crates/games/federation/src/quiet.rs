//! What would happen, as far as it is certain: a copy of the table is played on until luck or a decision is needed.
//! Odds and forecasts are made this way, so that they can never part from the rules.

use crate::{
    Short,
    event::Event,
    nouns::Token,
    questions::{Action, Judge, Use, What},
    setup::CARDS_IN_ORDER,
    state::{Pace, Purpose, Sealed, Table, Task},
    turn::{Flow, Play},
    view::View,
};
use klaxon_core::{Chance, Edition, Tell, Told};

/// A table played on for certain, and why it stopped.
#[derive(Clone, Debug)]
pub struct Certain {
    /// The table as it would be.
    pub table: Table,
    /// What would happen until then.
    pub events: Vec<Event>,
    /// What stops it.
    pub stop: Stop,
}

/// Why a certain course ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Dice would be thrown.
    Roll(Purpose),
    /// A technology of this race, a chit or a token would be drawn.
    Draw,
    /// The player would be asked.
    Ask,
    /// All is done.
    Done,
    /// The game would be over.
    Over,
}

impl View {
    /// What a decision leads to until luck or another decision is needed. `None` for decisions that draw at once
    /// or show something hidden.
    pub fn after(&self, action: Action) -> Option<Certain> {
        let top = self.table.top()?;
        if let Action::Judge(Judge::Reroll(_))
        | Action::Use(Use { what: What::Bypass(_) | What::Initiate(_), .. }) = action
        {
            return None;
        }
        let mut table = self.table;
        table.tasks.pop();
        Some(table.certain(self.edition, |play| play.decide(top, action)))
    }

    /// What the token in a space of the queue would do if it were resolved now.
    pub fn resolved(&self, slot: usize) -> Option<Certain> {
        let mut table = self.table;
        let token = *table.queue.get(slot)?;
        table.tasks.clear();
        table.pace = Pace::Flowing;
        let others = self.table.queue.iter().enumerate().filter(|&(i, _)| i != slot).map(|(_, &t)| t);
        table.queue = std::iter::once(token).chain(others).collect::<Short<Token, 5>>();
        Some(table.certain(self.edition, |play| play.resolve_token()))
    }
}

impl Table {
    fn certain(mut self, edition: Edition, begin: impl FnOnce(&mut Play<'_>)) -> Certain {
        // Nothing hidden is looked at on the way, so any order of the face-down cards will do: those seen are right.
        let mut sealed: Sealed = CARDS_IN_ORDER;
        for (card, seen) in sealed.cards.iter_mut().zip(&self.cards) {
            if let Some(tech) = seen.tech {
                *card = tech;
            }
        }
        let mut chance = Chance::scripted(&[]);
        let mut tell = Tell::aloud();
        let mut play = Play {
            t: &mut self,
            sealed: &sealed,
            edition,
            chance: &mut chance,
            tell: &mut tell,
            foreseen: true,
            asked: Task::Pause,
        };
        begin(&mut play);
        let stop = loop {
            if play.t.end.is_some() {
                break Stop::Over;
            }
            let Some(task) = play.t.top() else { break Stop::Done };
            if let Some(stop) = stop_at(task) {
                break stop;
            }
            play.t.tasks.pop();
            if let Flow::Wait = play.perform(task) {
                break Stop::Ask;
            }
        };
        let events = tell.take().into_iter().map(|Told { event, .. }| event).collect();
        Certain { table: self, events, stop }
    }
}

/// Is it luck, a decision in quiet, or the end of what one token does?
fn stop_at(task: Task) -> Option<Stop> {
    if let Task::Roll(purpose) = task {
        Some(Stop::Roll(purpose))
    } else if task == Task::OutManeuver {
        Some(Stop::Roll(Purpose::Combat))
    } else if matches!(task, Task::DrawTech(_) | Task::RandomEvent) {
        Some(Stop::Draw)
    } else if matches!(task, Task::TokenDone | Task::EndTurn | Task::Pause | Task::Actions) {
        Some(Stop::Done)
    } else {
        None
    }
}
