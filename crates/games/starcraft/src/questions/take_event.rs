//! An event card: instead of a revealed order (D7), or as the gain of a special Research (D12).

use super::{
    Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    event::Event,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::label::draft,
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// There is one way to do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TakeEvent {
    /// It is taken.
    TakeEvent,
}

impl May for TakeEvent {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let asks = matches!(a.question, Frame::Revealed | Frame::ResearchSpecial(_));
        if asks { Ok(()) } else { Err(not_asked()) }
    }
}

impl Answer<StarCraft> for TakeEvent {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Take one more event card, or one copy of the new technology into hand.";
        matches!(view.question, Frame::ResearchSpecial(_))
            .then(|| Ask::new("special", Line::new(text, rule!("SC-8.9"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        a.offer([TakeEvent::TakeEvent], out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        // SC-4.3, SC-4.11: the event card instead of the effect, always allowed.
        if play.question == Frame::Revealed {
            play.cx.tell.all(Event::InsteadEvent { who: play.game.faction(play.seat) });
        }
        play.game.draw_event(play.seat, &mut play.cx);
    }

    fn label(&self, view: &View) -> Label {
        let empty =
            if view.events == 0 && !view.galactic { " (the event deck is empty: nothing)" } else { "" };
        draft(format!("Take an event card{empty}"), "Order", rule!("SC-4.3")).into()
    }

    fn words(&self) -> String {
        "event".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<TakeEvent>, String> {
        Ok((verb == "event").then_some(TakeEvent::TakeEvent))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        if matches!(a.question, Frame::ResearchSpecial(_)) {
            16
        } else if !a.game.waits_for_the_end(a.seat) {
            24
        } else if a.game.stage() == 3 {
            64
        } else {
            4
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_event(a.seat)
    }
}
