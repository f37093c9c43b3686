//! Editions: by which words of the ledger a table is played, and how it goes over to others.
//!
//! The rules ask for the edition, or for what it let the table choose, on the line where the editions differ.

use crate::state::{Frame, StarCraft, Task};
use klaxon_core::{Edition, Game as _, Later, Refusal, Revision, no_edition, rule};
use serde::{Deserialize, Serialize};

/// The third edition: the one that asks before force mining.
pub(crate) const THIRD: Edition = Edition::new(3).expect("it is not 0");

/// What each edition since the first has changed.
pub(crate) const REVISIONS: &[Revision] = &[
    Revision {
        rules: &[rule!("SC-13.2"), rule!("SC-14.20")],
        text: "Event cards are chosen clockwise from the first player, each choice carried out before the next, unless the \
               table lets all choose at once; Galactic Conquest can be played without a round limit.",
    },
    Revision {
        rules: &[rule!("SC-5.21"), rule!("SC-14.20"), rule!("SC-15.15")],
        text: "Before a purchase for which something must be force mined the buyer hears what is lost and may leave it; \
               the usual limit of Galactic Conquest is 40 rounds, with more than two players 60; ready-made galaxies always \
               have a free slot for the end of a z-axis route.",
    },
];

/// The edition of a table, and what that edition lets it choose. The default is edition 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Terms {
    /// The edition.
    pub edition: Edition,
    /// In which order event cards are chosen.
    pub events: EventOrder,
}

/// In which order event cards are chosen (SC-13.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventOrder {
    /// All at the same time, in secret: edition 1, and an option since.
    #[default]
    AtOnce,
    /// From the first player clockwise, each choice carried out before the next: since edition 2.
    Clockwise,
}

impl Terms {
    /// An edition as it is played where nobody asks for something else.
    pub(crate) fn usual(edition: Edition) -> Terms {
        // SC-13.2: in turn since edition 2.
        let events = if edition < Edition::SECOND { EventOrder::AtOnce } else { EventOrder::Clockwise };
        Terms { edition, events }
    }

    /// Is there such an edition, and does it know this order of choosing?
    pub(crate) fn judge(self) -> Result<(), Refusal> {
        if self.edition > StarCraft::newest() {
            return Err(no_edition::<StarCraft>(self.edition));
        }
        // SC-13.2: choosing in turn came with edition 2.
        if self.edition < Edition::SECOND && self.events == EventOrder::Clockwise {
            let text =
                "in edition 1 of the rules all choose their event cards at once; clockwise needs edition 2";
            return Err(Refusal::illegal(rule!("SC-13.2"), text));
        }
        Ok(())
    }
}

impl StarCraft {
    /// Goes on by another edition. The event cards of a round are chosen and carried out by one and the same words.
    pub(crate) fn go_over(&mut self, to: Edition) -> Result<(), Refusal> {
        let terms = Terms::usual(to);
        terms.judge()?;
        if to == self.later.edition {
            return Ok(());
        }
        if self.stack.iter().any(|frame| matches!(frame, Frame::Do(Task::Events(_)))) {
            let text = "the table can go over to another edition after the event cards of this round";
            return Err(Refusal::illegal(rule!("SC-13.2"), text));
        }
        // SC-14.20: before edition 2 Galactic Conquest always has a limit.
        if to < Edition::SECOND && self.rules.galactic && self.rules.round_limit == 0 {
            let text = "Galactic Conquest without a round limit needs edition 2";
            return Err(Refusal::illegal(rule!("SC-14.20"), text));
        }
        self.later = Later(terms);
        Ok(())
    }
}
