//! What a table has agreed on about time, and how much of it each seat has. Nothing here knows a clock: who is asked, since
//! when, and what time it is are told, so the same answers give the same times at every server and after every restart.
//!
//! A *turn* of a seat is here the time in which the table waits for it without a break. Each turn brings time, what is left
//! over is saved up to a cap, and what is decided again after an undo brings none.

use klaxon_core::Millis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub const HOUR: u32 = 3600;
pub const DAY: u32 = 24 * HOUR;
/// The longest time for one decision; a game over days counts turns.
const LONGEST_DECISION: u32 = 3600;
/// The most time of a whole live game.
const LONGEST_LIVE: u32 = DAY;
/// The shortest and the longest turn over days.
const TURNS: (u32, u32) = (12 * HOUR, 30 * DAY);
/// The most that can be saved over days.
const MOST_SAVED: u32 = 60 * DAY;
/// The part of a turn's time from which it is short; over days never less than an hour.
const SHORT: u64 = 4;
const SHORT_OVER_DAYS: Millis = HOUR as Millis * 1000;

/// What happens when a seat's time is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A quick bot decides what is asked, until the turn is over.
    #[default]
    Bot,
    /// The seat gives up by the game's own rule; where it has none, or others play on the same side, a bot has the seat for good.
    Seat,
}

/// What a table has agreed on about time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum Agreed {
    /// So many seconds for each decision; then a quick bot makes it.
    Decision { seconds: u32 },
    /// So many seconds for the whole game, and some more with each turn.
    Live(Live),
    /// So many seconds for each turn, and what is not used is saved.
    Days(Days),
}

/// Time for all who play at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Live {
    /// Seconds for the whole game, 1 to 86400. A seat never has more.
    pub total: u32,
    /// Seconds more with each turn, no more than the total.
    #[serde(default)]
    pub increment: u32,
    /// What happens when time is out.
    #[serde(default)]
    pub end: End,
}

/// Time for a game over days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Days {
    /// Seconds for each turn, from 12 hours to 30 days.
    pub turn: u32,
    /// Seconds that can be saved beyond that, up to 60 days.
    #[serde(default)]
    pub reserve: u32,
    /// What happens when time is out.
    #[serde(default)]
    pub end: End,
}

/// How it is written: seconds for each decision are a number, as they always were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Written {
    /// Seconds for each decision, 1 to 3600; then a quick bot makes it.
    Seconds(u32),
    /// Time for turns.
    Turns(Turns),
}

/// Time for turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turns {
    /// For all who play at once.
    Live(Live),
    /// For a game over days.
    Days(Days),
}

impl From<Written> for Agreed {
    fn from(written: Written) -> Agreed {
        match written {
            Written::Seconds(seconds) => Agreed::Decision { seconds },
            Written::Turns(Turns::Live(live)) => Agreed::Live(live),
            Written::Turns(Turns::Days(days)) => Agreed::Days(days),
        }
    }
}

impl From<Agreed> for Written {
    fn from(agreed: Agreed) -> Written {
        match agreed {
            Agreed::Decision { seconds } => Written::Seconds(seconds),
            Agreed::Live(live) => Written::Turns(Turns::Live(live)),
            Agreed::Days(days) => Written::Turns(Turns::Days(days)),
        }
    }
}

impl Agreed {
    /// Why nobody can play by it.
    pub fn check(self) -> Result<(), String> {
        match self {
            Agreed::Decision { seconds } if !(1..=LONGEST_DECISION).contains(&seconds) => {
                Err(format!("a clock gives 1 to {LONGEST_DECISION} seconds for a decision"))
            }
            Agreed::Live(live) if !(1..=LONGEST_LIVE).contains(&live.total) => {
                Err(format!("a live clock gives 1 to {LONGEST_LIVE} seconds for the game"))
            }
            Agreed::Live(live) if live.increment > live.total => {
                Err("a turn cannot bring more than the time for the whole game".into())
            }
            Agreed::Days(days) if !(TURNS.0..=TURNS.1).contains(&days.turn) => {
                Err(format!("a clock over days gives {} to {} seconds for a turn", TURNS.0, TURNS.1))
            }
            Agreed::Days(days) if days.reserve > MOST_SAVED => {
                Err(format!("no more than {MOST_SAVED} seconds can be saved"))
            }
            Agreed::Decision { .. } | Agreed::Live(_) | Agreed::Days(_) => Ok(()),
        }
    }

    /// Does time run whether anybody is at the table or not?
    pub fn is_over_days(self) -> bool {
        matches!(self, Agreed::Days(_))
    }

    /// What happens when time is out.
    pub fn end(self) -> End {
        match self {
            Agreed::Decision { .. } => End::Bot,
            Agreed::Live(live) => live.end,
            Agreed::Days(days) => days.end,
        }
    }

    /// The time of turns; nothing where each decision has its own.
    pub fn bank(self) -> Option<Bank> {
        let bank = |gain: u32, cap: u32, days| {
            Some(Bank { gain: Millis::from(gain) * 1000, cap: Millis::from(cap) * 1000, days })
        };
        match self {
            Agreed::Decision { .. } => None,
            Agreed::Live(live) => bank(live.increment, live.total, false),
            Agreed::Days(days) => bank(days.turn, days.turn.saturating_add(days.reserve), true),
        }
    }

    /// "10 minutes for the game, and 10 seconds more with each turn".
    pub fn words(self) -> String {
        match self {
            Agreed::Decision { seconds } => format!("{} for a decision", words(seconds)),
            Agreed::Live(Live { total, increment: 0, .. }) => format!("{} for the game", words(total)),
            Agreed::Live(Live { total, increment, .. }) => {
                format!("{} for the game, and {} more with each turn", words(total), words(increment))
            }
            Agreed::Days(Days { turn, reserve: 0, .. }) => format!("{} for a turn", words(turn)),
            Agreed::Days(Days { turn, reserve, .. }) => {
                format!("{} for a turn; what is not used is saved, up to {}", words(turn), words(reserve))
            }
        }
    }

    /// The same in a line of a list, without what is saved.
    pub fn briefly(self) -> String {
        match self {
            Agreed::Days(days) => format!("{} for a turn", words(days.turn)),
            Agreed::Live(live) => format!("{} for the game", words(live.total)),
            Agreed::Decision { .. } => self.words(),
        }
    }

    /// What happens when time is out, as a sentence goes on.
    pub fn end_words(self) -> &'static str {
        match self {
            Agreed::Decision { .. } => "a quick bot makes this decision",
            Agreed::Live(Live { end, .. }) | Agreed::Days(Days { end, .. }) => match end {
                End::Bot => "a quick bot decides until the turn is over",
                End::Seat => "the seat is lost",
            },
        }
    }
}

/// "a day", "3 days", "12 hours", "a minute", "90 seconds".
pub fn words(seconds: u32) -> String {
    match seconds {
        60 => "a minute".into(),
        1 => "a second".into(),
        s => super::absence::words(s),
    }
}

/// "2 d 4 h", "3 h 5 min", "9:41": what is left, for people.
pub fn left_words(left: Millis) -> String {
    let seconds = left.div_ceil(1000);
    let (day, hour) = (u64::from(DAY), u64::from(HOUR));
    match seconds {
        s if s >= day => format!("{} d {} h", s / day, s % day / hour),
        s if s >= hour => format!("{} h {} min", s / hour, s % hour / 60),
        s => format!("{}:{:02}", s / 60, s % 60),
    }
}

/// The time of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bank {
    /// What each turn brings.
    pub gain: Millis,
    /// The most that a seat ever has.
    pub cap: Millis,
    /// Over days.
    pub days: bool,
}

impl Bank {
    /// What a seat has before its first turn.
    fn start(self) -> Millis {
        let start = if self.days { self.gain } else { self.cap };
        start.saturating_sub(self.gain)
    }

    /// What somebody who sits down later has at least.
    fn welcome(self) -> Millis {
        self.gain.min(SHORT_OVER_DAYS)
    }

    /// From which time left a turn is short that began with `whole`.
    fn short(self, whole: Millis) -> Millis {
        let part = whole / SHORT;
        if self.days { part.max(SHORT_OVER_DAYS) } else { part }
    }
}

/// Days on which a seat's time stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vacation {
    /// When it began.
    pub from: Millis,
    /// When it ends.
    pub until: Millis,
    /// What the seat had of it before in the same year.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub before: Millis,
}

fn is_nothing(time: &Millis) -> bool {
    *time == 0
}

impl Vacation {
    /// Is it now?
    pub fn covers(self, now: Millis) -> bool {
        (self.from..self.until).contains(&now)
    }

    /// How much of a stretch of time it covers.
    fn within(self, from: Millis, to: Millis) -> Millis {
        self.until.min(to).saturating_sub(self.from.max(from))
    }
}

/// A seat's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Purse {
    /// What was left when it last began or ceased to run.
    pub left: Millis,
    /// It runs since then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Millis>,
    /// What the turn began with; nothing between turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Millis>,
    /// It was told that time is short.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told: bool,
    /// Somebody else has sat down since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub newcomer: bool,
}

/// What a seat's time depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Something is asked of the seat, and of whoever has time of his own.
    pub asked: bool,
    /// Nobody was asked anything at this step before: an undo does not lead here.
    pub new: bool,
    /// Time runs at this table.
    pub runs: bool,
    /// When somebody last decided something.
    pub moved: Millis,
    /// What time it is; for a table where time has ceased to run, when it did.
    pub now: Millis,
    /// The seat's vacation.
    pub vacation: Option<Vacation>,
}

impl Purse {
    /// Before the first turn.
    pub fn new(bank: Bank) -> Purse {
        Purse { left: bank.start(), since: None, turn: None, told: false, newcomer: false }
    }

    /// The seat's time as it is now that something has happened.
    #[must_use]
    pub fn at(mut self, bank: Bank, at: &Moment) -> Purse {
        match (self.turn.is_some(), at.asked) {
            (false, false) => {}
            // The turn ended when somebody decided, however late that is noticed.
            (true, false) => {
                self.stop(at.now.min(at.moved.max(self.since.unwrap_or(0))), at.vacation);
                (self.turn, self.told) = (None, false);
            }
            (false, true) => {
                if at.new {
                    self.left = self.left.saturating_add(bank.gain).min(bank.cap);
                }
                if std::mem::take(&mut self.newcomer) {
                    self.left = self.left.max(bank.welcome());
                }
                self.turn = Some(self.left);
                self.since = at.runs.then_some(at.now);
            }
            (true, true) if at.runs => self.since = self.since.or(Some(at.now)),
            (true, true) => self.stop(at.now, at.vacation),
        }
        self
    }

    /// Time ceases to run.
    fn stop(&mut self, now: Millis, vacation: Option<Vacation>) {
        self.left = self.left_at(now, vacation);
        self.since = None;
    }

    /// What is left.
    pub fn left_at(&self, now: Millis, vacation: Option<Vacation>) -> Millis {
        let Some(since) = self.since else { return self.left };
        let free = vacation.map_or(0, |v| v.within(since, now));
        self.left.saturating_sub(now.saturating_sub(since).saturating_sub(free))
    }

    /// When time is out, if it runs. A vacation that began after that is of no use.
    pub fn due(&self, vacation: Option<Vacation>) -> Option<Millis> {
        let due = self.since?.saturating_add(self.left);
        let free = vacation
            .filter(|v| v.from < due)
            .map_or(0, |v| v.until.saturating_sub(v.from.max(self.since.unwrap_or(0))));
        Some(due.saturating_add(free))
    }

    /// When time is short, if it runs. Who has little from the start is told at once.
    pub fn short(&self, bank: Bank, vacation: Option<Vacation>) -> Option<Millis> {
        let (due, whole) = (self.due(vacation)?, self.turn?);
        Some(due.saturating_sub(bank.short(whole)).max(self.since?))
    }

    /// When something is next to be done about it.
    pub fn next(&self, bank: Bank, vacation: Option<Vacation>) -> Option<Millis> {
        if self.told { self.due(vacation) } else { self.short(bank, vacation) }
    }
}

#[cfg(test)]
mod tests;
