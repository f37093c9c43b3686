//! An order is revealed (D7): it is executed, unless an event card is taken instead (`take_event.rs`).

use super::{
    Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::{
        coach,
        label::{draft, order_name},
        planet_name,
        warnings::order_warning,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// There is one way to do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Execute {
    /// The order is executed.
    Execute,
}

impl May for Execute {
    fn may(&self, a: Asked<'_>) -> Verdict {
        if a.question == Frame::Revealed { Ok(()) } else { Err(not_asked()) }
    }
}

impl Answer<StarCraft> for Execute {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Revealed = view.question else {
            return None;
        };
        let planet = view.turn.map_or("the planet", |t| planet_name(t.planet));
        let order = view.turn.map_or("", |t| order_name(t.order));
        let text = format!("Execute your {order} order on {planet}, or take an event card instead.");
        Some(Ask::new("revealed", Line::new(text, rule!("SC-4.3"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        a.offer([Execute::Execute], out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.execute_order(play.seat, &mut play.cx);
    }

    fn label(&self, view: &View) -> Label {
        let warning =
            view.turn.and_then(|t| order_warning(view, t.seat, t.order, t.planet)).unwrap_or_default();
        draft(format!("Execute it{warning}"), "Order", rule!("SC-4.3")).warned(&warning).into()
    }

    fn words(&self) -> String {
        "execute".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Execute>, String> {
        Ok((verb == "execute").then_some(Execute::Execute))
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        a.game.turn.and_then(|t| a.game.idle_order(t.seat, t.order, t.planet))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        if a.game.turn.is_some_and(|t| a.game.is_useful(t.seat, t.order, t.planet)) { 256 } else { 4 }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let turn = a.game.turn?;
        a.game.why_order(turn.seat, turn.order, turn.planet)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Frame::Revealed { vec![&coach::REVEALED] } else { Vec::new() }
    }
}
