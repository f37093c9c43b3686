//! Is everybody at the table, so that the clock may start (SA-3.31)?

use super::asked::Verdict;
use super::{Action, Asked};
use crate::coach;
use crate::event::Plan;
use crate::instinct::ORDINARY;
use crate::state::{Clock, SpaceAlert};
use crate::turn::Play;
use crate::view::{ClockView, View};
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, SeatSet, Tip, rule};
use serde::{Deserialize, Serialize};

/// There is one way to say so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ready {
    /// The clock may start.
    Ready,
}

fn gathered(a: Asked<'_>) -> Option<SeatSet> {
    if let Clock::Gathering(ready) = a.planning()?.clock { Some(ready) } else { None }
}

impl Answer<SpaceAlert> for Ready {
    fn ask(view: &View) -> Option<Ask> {
        let ClockView::Gathering { ready } = view.planning()?.clock else { return None };
        let text = if view.seat.is_some_and(|seat| !ready.has(seat)) {
            "The clock starts when everybody is ready. Are you?"
        } else {
            "Waiting until everybody is ready."
        };
        Some(Ask::new("ready", Line::new(text, rule!("SA-3.31"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if gathered(a).is_some_and(|ready| !ready.has(a.seat)) {
            out.push(Action::Ready(Ready::Ready));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(gathered(a).is_some_and(|ready| !ready.has(a.seat)))
    }

    fn take(self, play: &mut Play<'_>) {
        let (who, seat, people) = (play.who(), play.seat, play.game.setup.people());
        let plan = play.plan();
        let Clock::Gathering(ready) = plan.clock else { unreachable!("checked") };
        let ready = ready.with(seat);
        plan.clock = if ready.len() == people { Clock::Starting } else { Clock::Gathering(ready) };
        play.say(Plan::Ready { who });
    }

    // The clock is started by whoever presses it, never by the server.
    fn label(&self, _: &View) -> Label {
        let label = button("Ready: start the clock", "Clock", rule!("SA-3.31"), vec!["ready".into()]);
        Label { mark: "self", ..label }
    }

    fn words(&self) -> String {
        "ready".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Ready>, String> {
        Ok((verb == "ready").then_some(Ready::Ready))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        4 * ORDINARY
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        match view.planning().map(|plan| plan.clock) {
            // There is time to read before the clock starts.
            Some(ClockView::Gathering { .. }) => {
                vec![&coach::CREW, &coach::PROGRAM, &coach::STATIONS, &coach::ENERGY]
            }
            Some(
                ClockView::Off | ClockView::Starting | ClockView::Running { .. } | ClockView::Paused { .. },
            )
            | None => Vec::new(),
        }
    }
}
