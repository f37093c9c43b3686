//! A turn (D6): one of one's orders on top of a stack is revealed.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    ids::Planet,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        coach,
        label::{draft, order_name},
        planet_name,
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// The planet with the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choose(pub Planet);

impl May for Choose {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Turn(_) = a.question else {
            return Err(not_asked());
        };
        let yours = a.game.orders.iter().any(|o| o.seat == a.seat && o.planet == self.0);
        need(yours, rule!("SC-4.1"), "you have no order on that planet")?;
        let top = a.game.top(self.0).is_some_and(|o| o.seat == a.seat);
        need(top, rule!("SC-4.2"), "your order there is covered: only the top of a stack can be chosen")
    }
}

impl Answer<StarCraft> for Choose {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose one of your orders on top of a stack.", rule!("SC-4.1"));
        matches!(view.question, Frame::Turn(_)).then(|| Ask::new("turn", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Turn(seat) = a.question {
            // SC-4.5: one of them, and no passing.
            a.offer(a.game.tops(seat).map(Choose), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.reveal_order(play.seat, self.0, &mut play.cx);
    }

    fn label(&self, view: &View) -> Label {
        let top = view.planet(self.0).and_then(|p| p.orders.last()).and_then(|o| o.order);
        let order = top.map_or("order", order_name);
        let text = format!("Reveal the {order} order on {}", planet_name(self.0));
        draft(text, "Orders", rule!("SC-4.1")).click(format!("stack:{}", self.0)).into()
    }

    fn words(&self) -> String {
        format!("choose {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Choose>, String> {
        Ok(if verb == "choose" { Some(Choose(spell::planet(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_turn(a.seat, self.0)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let order = a.game.top(self.0)?.order;
        a.game.why_turn(a.seat, order, self.0)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::Turn(_) = view.question { vec![&coach::TURN] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Turn(_), [Spot::Stack(planet) | Spot::Planet(planet)]) =
            (about.view.question, about.spots)
        {
            out.push(Choose(*planet).into());
        }
    }
}
