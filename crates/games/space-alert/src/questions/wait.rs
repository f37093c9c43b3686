//! Waiting for the next announcement while there is nothing to do, and waking up before (SA-3.33).

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::instinct::ORDINARY;
use crate::state::{Clock, Mood, SpaceAlert};
use crate::turn::Play;
use crate::view::{ClockView, View};
use crate::words::label::{button, plain};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// To sleep or to wake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wait {
    /// Nothing to do until something is announced or a card arrives.
    Wait,
    /// Something to do after all.
    Wake,
}

impl Answer<SpaceAlert> for Wait {
    fn ask(view: &View) -> Option<Ask> {
        let (ClockView::Off | ClockView::Running { .. }) = view.planning()?.clock else { return None };
        view.own().filter(|me| me.waiting && !view.solo)?;
        let text = "You wait for the next announcement. You may plan on at any time.";
        Some(Ask::new("wait", Line::new(text, rule!("SA-3.33"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.round.is_some() {
            a.offer([Wait::Wait], out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if let Some(plan) = a.planning().filter(|plan| a.check_clock(plan).is_ok())
            && plan.desks[a.seat.index()].mood == Mood::Waiting
            && *self == Wait::Wake
        {
            return Ok(());
        }
        let plan = a.check_round()?;
        match self {
            Wait::Wake => Err(Refusal::not_asked("you are awake")),
            Wait::Wait if plan.clock == Clock::Off => {
                no(rule!("SA-3.33"), "without a clock there is nothing to wait for")
            }
            Wait::Wait => Ok(()),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let desk = play.seat.index();
        play.plan().desks[desk].mood = match self {
            Wait::Wait => Mood::Waiting,
            Wait::Wake => Mood::Awake,
        };
    }

    fn label(&self, _: &View) -> Label {
        match self {
            Wait::Wait => {
                button("Wait for the next announcement", "Phase", rule!("SA-3.33"), vec!["wait".into()])
            }
            Wait::Wake => Label { mark: "board", ..plain("Plan on", "Phase", rule!("SA-3.33")) },
        }
    }

    fn words(&self) -> String {
        match self {
            Wait::Wait => "wait".into(),
            Wait::Wake => "wake".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Wait>, String> {
        Ok(match verb {
            "wait" => Some(Wait::Wait),
            "wake" => Some(Wait::Wake),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match self {
            Wait::Wait => 20 * ORDINARY,
            Wait::Wake => 1,
        }
    }
}
