//! Ending the Action Round early: everybody has to agree, and may withdraw (plan.end_round, SA-3.10).

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::event::Plan;
use crate::instinct::ORDINARY;
use crate::situation::spell;
use crate::state::{Clock, Mood, Planning, SpaceAlert};
use crate::turn::Play;
use crate::view::{ClockView, View};
use crate::words::label::{button, plain};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// Agree or withdraw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndRound {
    /// Yes or no.
    EndRound(bool),
}

/// SA-3.10, SA-14.15, SA-16.2
fn check_end(a: Asked<'_>, plan: &Planning) -> Verdict {
    if plan.clock == Clock::Off {
        let phase = plan.desks[a.seat.index()].phase;
        if phase < plan.last_phase() && !a.game.setup.is_solo() {
            return no(rule!("SA-14.15"), "go on to the last phase first");
        }
        return Ok(());
    }
    if plan.last_phase() < 3 {
        return no(rule!("SA-16.2"), "a test run cannot be ended early");
    }
    if plan.phases_over < 2 {
        let text = "the round can be ended only after the announced end of phase 2";
        return no(rule!("SA-3.10"), text);
    }
    Ok(())
}

impl Answer<SpaceAlert> for EndRound {
    fn ask(view: &View) -> Option<Ask> {
        let (ClockView::Off | ClockView::Running { .. }) = view.planning()?.clock else { return None };
        view.own().filter(|me| me.agreed && !me.waiting && !view.solo)?;
        let text = "You have agreed to end the round; others still plan.";
        Some(Ask::new("end-round", Line::new(text, rule!("SA-3.10"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.round.is_some() {
            a.offer([EndRound::EndRound(true)], out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let EndRound::EndRound(yes) = *self;
        if let Some(plan) = a.planning().filter(|plan| !yes && a.check_clock(plan).is_ok())
            && plan.desks[a.seat.index()].mood == Mood::Done
        {
            return Ok(());
        }
        let plan = a.check_round()?;
        if !yes {
            return Err(Refusal::not_asked("you have not agreed to end the round"));
        }
        check_end(a, plan)
    }

    fn take(self, play: &mut Play<'_>) {
        let EndRound::EndRound(yes) = self;
        let (who, desk) = (play.who(), play.seat.index());
        let plan = play.plan();
        plan.desks[desk].mood = if yes { Mood::Done } else { Mood::Awake };
        for other in plan.desks.iter_mut().filter(|d| yes && d.mood == Mood::Waiting) {
            other.mood = Mood::Awake;
        }
        // SA-3.10: agreement means everyone.
        let all = plan.desks.iter().all(|d| d.mood == Mood::Done);
        play.say(Plan::EndsRound { who, yes });
        if all {
            play.say(Plan::RoundOver);
            play.game.take_off();
        }
    }

    fn label(&self, _: &View) -> Label {
        match *self {
            EndRound::EndRound(true) => {
                button("End the round", "Phase", rule!("SA-3.10"), vec!["end-round".into()])
            }
            EndRound::EndRound(false) => {
                Label { mark: "board", ..plain("Plan on", "Phase", rule!("SA-3.10")) }
            }
        }
    }

    fn words(&self) -> String {
        let EndRound::EndRound(yes) = *self;
        format!("end-round {}", spell::yes_word(yes))
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<EndRound>, String> {
        Ok(if verb == "end-round" { Some(EndRound::EndRound(spell::yes(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        // Without a clock somebody has to come to an end.
        if a.planning().is_some_and(|plan| plan.clock == Clock::Off) { 12 * ORDINARY } else { 1 }
    }
}
