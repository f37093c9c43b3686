//! Going on to the next phase before it is announced: final (plan.next_phase, SA-3.8).

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::event::{Event, Plan};
use crate::instinct::ORDINARY;
use crate::state::{Clock, SpaceAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Reader, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// There is one way to do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NextPhase {
    /// Pick up the next packet.
    NextPhase,
}

impl Answer<SpaceAlert> for NextPhase {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.round.is_some() {
            a.offer([NextPhase::NextPhase], out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let plan = a.check_round()?;
        a.check_not_solo()?;
        let phase = plan.desks[a.seat.index()].phase;
        if phase == 0 || phase >= plan.last_phase() {
            return no(rule!("SA-3.7"), "there is no further phase");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let (who, me, desk) = (play.who(), SeatSet::only(play.seat), play.seat.index());
        let plan = play.plan();
        plan.desks[desk].pick_up();
        let phase = plan.desks[desk].phase;
        play.tell.others(me, Event::Plan(Plan::NextPhase { who, phase }));
        play.tell.reveal_to(me, Event::Plan(Plan::PickedUp { who, phase }));
    }

    fn label(&self, _: &View) -> Label {
        let clicks = vec!["next-phase".into()];
        button("Go on to the next phase (final)", "Phase", rule!("SA-3.8"), clicks)
    }

    fn words(&self) -> String {
        "next-phase".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<NextPhase>, String> {
        Ok((verb == "next-phase").then_some(NextPhase::NextPhase))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        // With the clock running the announcement comes by itself; without, somebody has to go on.
        if a.round.is_some_and(|plan| plan.clock == Clock::Off) { 12 * ORDINARY } else { 1 }
    }
}
