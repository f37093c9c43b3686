//! What every question needs: the table with the task that waits, where tokens lie that pay, and turns of refusal.

use super::Action;
use crate::{
    Federation,
    nouns::{Race, Resource, Space},
    state::{Table, Task},
};
use klaxon_core::{Answer, Refusal, RuleId, rule};
use serde::{Deserialize, Serialize};

/// A judge's word.
pub(crate) type Verdict = Result<(), Refusal>;

/// The refusal that a rule commands.
pub(crate) fn no(rule: RuleId, text: impl Into<String>) -> Verdict {
    Err(Refusal::illegal(rule, text))
}

/// The table, and the task that waits for an answer.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Everything that lies open.
    pub t: &'a Table,
    /// What waits.
    pub task: Task,
}

/// What somebody points at: the tokens that could pay, and the spaces.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// Everything that lies open.
    pub t: &'a Table,
    /// Tokens.
    pub spots: &'a [Spot],
    /// Spaces.
    pub spaces: &'a [Space],
}

impl<'a> Asked<'a> {
    /// What the table waits for.
    pub(crate) fn of(t: &'a Table) -> Asked<'a> {
        Asked { t, task: t.top().unwrap_or_default() }
    }

    /// Is it among the legal answers?
    pub(crate) fn offers<A: Answer<Federation>>(self, answer: A) -> bool {
        if !A::is_asked(self) {
            return false;
        }
        let mut out = Vec::new();
        A::offer(self, &mut out);
        out.contains(&answer.into())
    }

    /// The answer belongs to another question.
    pub(crate) fn not_asked(self) -> Verdict {
        Err(Refusal::not_asked(if self.task == Task::Actions {
            "you are asked for an action of Phase 3"
        } else {
            "that is not what is asked now"
        }))
    }

    /// The answer belongs to Phase 3 (SF-8.15).
    pub(crate) fn only_in_phase3(self) -> Verdict {
        if self.task == Task::Actions {
            return Ok(());
        }
        no(rule!("SF-8.21"), "actions are taken in Phase 3 of your own turn; answer what is asked first")
    }
}

impl Table {
    /// All legal decisions.
    pub fn choices(&self) -> Vec<Action> {
        let mut out = Vec::new();
        if self.end.is_none()
            && let Some(task) = self.top()
        {
            Action::offer(Asked { t: self, task }, &mut out);
        }
        out
    }

    /// Every action that could be thought of, legal or not, about these tokens and spaces. For *why not?* and for
    /// the tests; far too long for play.
    pub fn universe(&self, spots: &[Spot], spaces: &[Space]) -> Vec<Action> {
        let mut out = Vec::new();
        Action::think(About { t: self, spots, spaces }, &mut out);
        out
    }

    /// SF-0.5: the token must be there and available.
    pub(crate) fn check_pay(&self, what: Resource, from: Spot) -> Verdict {
        if let Spot::Track { .. } = from {
            return no(rule!("SF-0.5"), "a token still on its way down the Resource Track cannot pay yet");
        }
        if self.has_token(what, from) {
            return Ok(());
        }
        let name = what.name();
        no(
            rule!("SF-0.5"),
            match from {
                Spot::Tray => format!("no {name} token lies in row 0 of the Resource Track"),
                Spot::Stored => format!("no {name} token is stored"),
                Spot::Spy(race) => {
                    format!("no {name} token lies in the technology track of the {}", race.name())
                }
                Spot::Attache(race) => {
                    format!("no {name} token lies in the Attaché box of the {}", race.name())
                }
                Spot::Embassy(race) => format!("no {name} token lies in an Embassy with the {}", race.name()),
                Spot::Column | Spot::Track { .. } => format!("no {name} token keeps a column open"),
            },
        )
    }
}

/// Where a resource token lies from which a cost is paid (SF-0.5, D5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// Row 0 of the Resource Track; the rightmost column that has one pays first.
    #[default]
    Tray,
    /// Stored Resources.
    Stored,
    /// Espionage in a race's technology track.
    Spy(Race),
    /// Espionage in a race's Attaché box.
    Attache(Race),
    /// Diplomacy below a race's War Effort marker.
    Embassy(Race),
    /// Morale that keeps a column open.
    Column,
    /// One space of the Resource Track: only Plunder (SF-15.11) and Spend events (SF-7.11) reach there.
    Track {
        /// Row 0 to 6.
        row: u8,
        /// Column 0 to 2.
        column: u8,
    },
}

impl Spot {
    /// Not deployed for something.
    pub(crate) const fn is_loose(self) -> bool {
        matches!(self, Spot::Tray | Spot::Stored)
    }
}
