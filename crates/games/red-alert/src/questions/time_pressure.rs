//! A defender under time pressure (D24, RA-20.15): two cards after a Scout, or one card and a point.

use super::asked::Verdict;
use super::{Action, Asked};
use crate::event::Event;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::plain;
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// What the turn brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimePressure {
    /// Two command cards, of which one is kept.
    DrawTwo,
    /// One command card and a point.
    TakePoint,
}

impl Answer<RedAlert> for TimePressure {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Draw two command cards and keep one, or draw one and take a point.";
        (view.question == Question::TimePressure)
            .then(|| Ask::new("time-pressure", Line::new(text, rule!("RA-20.15"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::TimePressure
    }

    fn offer(_: Asked<'_>, out: &mut Vec<Action>) {
        out.extend([TimePressure::DrawTwo, TimePressure::TakePoint].map(Action::TimePressure));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::TimePressure)
    }

    fn take(self, play: &mut Play<'_>) {
        let side = play.side;
        let game = &mut *play.game;
        match self {
            TimePressure::DrawTwo => game.draw_phase(false, &mut play.cx),
            TimePressure::TakePoint => {
                // RA-20.15: one card and a point instead of two cards.
                game.open.tally[side.index()].time += 1;
                play.cx.say(|| Event::TimePoint { side });
                game.score(side, 1, &mut play.cx);
                game.draw_phase(true, &mut play.cx);
            }
        }
    }

    fn label(&self, _: &View) -> Label {
        match self {
            TimePressure::DrawTwo => plain("Two cards, keep one", "Time pressure", "cards", rule!("RA-15.3")),
            TimePressure::TakePoint => {
                plain("One card and 1 point", "Time pressure", "point", rule!("RA-20.15"))
            }
        }
    }

    fn words(&self) -> String {
        match self {
            TimePressure::DrawTwo => "draw-two".into(),
            TimePressure::TakePoint => "take-point".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<TimePressure>, String> {
        Ok(match verb {
            "draw-two" => Some(TimePressure::DrawTwo),
            "take-point" => Some(TimePressure::TakePoint),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match self {
            TimePressure::DrawTwo => 16,
            TimePressure::TakePoint => 24,
        }
    }
}
