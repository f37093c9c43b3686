//! The next step of the Resolution Round, or all of them (res.advance, SA-4.2). Asked of the captain.

use super::asked::Verdict;
use super::{Action, Asked};
use crate::coach;
use crate::state::SpaceAlert;
use crate::turn::Play;
use crate::view::{FlightView, StageView, View};
use crate::voyage::Step;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// How far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advance {
    /// The next step.
    Advance,
    /// Run to the end.
    RunToEnd,
}

fn is_asked(a: Asked<'_>) -> bool {
    a.flight().is_some_and(|flight| flight.asking.is_none())
}

fn flight(view: &View) -> Option<&FlightView> {
    let StageView::Flight(flight) = &view.stage else { return None };
    Some(flight).filter(|flight| flight.asking.is_none()).map(|flight| &**flight)
}

impl Answer<SpaceAlert> for Advance {
    fn ask(view: &View) -> Option<Ask> {
        let flight = flight(view)?;
        let text = if flight.step == Step::Appear {
            format!("Turn {}: next, what is due appears.", flight.turn)
        } else {
            format!("Turn {}: next is {}.", flight.turn, flight.step.word())
        };
        Some(Ask::new("advance", Line::new(text, rule!("SA-4.2"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if is_asked(a) {
            out.extend([Advance::Advance, Advance::RunToEnd].map(Action::Advance));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(is_asked(a))
    }

    fn take(self, play: &mut Play<'_>) {
        play.fly(|flight, trips, log| {
            flight.auto |= self == Advance::RunToEnd;
            flight.step(trips, log);
        });
    }

    fn label(&self, _: &View) -> Label {
        match self {
            Advance::Advance => button("Next step", "Resolution", rule!("SA-4.2"), vec!["step".into()]),
            Advance::RunToEnd => button("Run to the end", "Resolution", rule!("SA-4.2"), vec!["run".into()]),
        }
    }

    fn words(&self) -> String {
        match self {
            Advance::Advance => "advance".into(),
            Advance::RunToEnd => "run".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Advance>, String> {
        Ok(match verb {
            "advance" => Some(Advance::Advance),
            "run" => Some(Advance::RunToEnd),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match self {
            Advance::Advance => 1,
            Advance::RunToEnd => 64,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        flight(view).map_or(Vec::new(), coach::flying)
    }
}
