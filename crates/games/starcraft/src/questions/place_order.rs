//! Planning (D5): an order, face down on a planet.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    event::Event,
    ids::{Order, Planet},
    situation::spell,
    state::{Frame, Placed, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        coach,
        label::{draft, me, order_name},
        planet_name,
        spots::Spot,
        warnings::order_warning,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, SeatSet, Tip, rule};
use serde::{Deserialize, Serialize};

/// Which order, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceOrder {
    /// The order.
    pub order: Order,
    /// The planet.
    pub planet: Planet,
}

impl May for PlaceOrder {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Plan { .. } = a.question else {
            return Err(not_asked());
        };
        let (game, seat) = (a.game, a.seat);
        game.judge_token(seat, self.order)?;
        need(game.tile(self.planet).is_some(), rule!("SC-2.9"), "that planet is not in this game")?;
        need(
            game.reaches(seat, self.planet),
            // SC-3.10: it need not have an effect there.
            rule!("SC-3.3"),
            "orders go to planets with a unit or base of yours, or next to one",
        )
    }
}

impl Answer<StarCraft> for PlaceOrder {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Plan { cycle, .. } = view.question else {
            return None;
        };
        let text = format!("Place order {} of 4 face down on a planet.", cycle + 1);
        Some(Ask::new("order", Line::new(text, rule!("SC-3.2"))))
    }

    /// Tokens and planets are judged apart: all of these are legal.
    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::Plan { .. } = a.question else {
            return;
        };
        let planets: Vec<Planet> = a.game.planets().filter(|p| a.game.reaches(a.seat, *p)).collect();
        for order in Order::ALL.iter().filter(|order| a.game.judge_token(a.seat, **order).is_ok()) {
            out.extend(
                planets.iter().map(|planet| Action::Order(PlaceOrder { order: *order, planet: *planet })),
            );
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Plan { cycle, i } = play.question else { unreachable!("judged") };
        let (game, seat, PlaceOrder { order, planet }) = (&mut *play.game, play.seat, self);
        // SC-3.11: nothing else happens now, and no question takes it back.
        game.orders.push(Placed { seat, order, planet });
        let (who, only) = (game.faction(seat), SeatSet::only(seat));
        // SC-3.8: owner and place are public, the face is his secret.
        play.cx.tell.only(only, Event::OrderPlaced { who, order, planet });
        play.cx.tell.others(only, Event::OrderHidden { who, planet });
        game.plan_on(cycle, i, &mut play.cx);
    }

    fn label(&self, view: &View) -> Label {
        let PlaceOrder { order, planet } = *self;
        let warning = order_warning(view, me(view), order, planet).unwrap_or_default();
        let text = format!("{} on {}{warning}", order_name(order), planet_name(planet));
        draft(text, "Orders", rule!("SC-3.3"))
            .click(format!("planet:{planet}"))
            .click(format!("order:{order}"))
            .warned(&warning)
            .into()
    }

    fn words(&self) -> String {
        format!("order {} {}", self.order, self.planet)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<PlaceOrder>, String> {
        if verb != "order" {
            return Ok(None);
        }
        Ok(Some(PlaceOrder { order: r.id("order", Order::parse)?, planet: spell::planet(r)? }))
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        a.game.idle_placing(a.seat, self.order, self.planet)
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_order(a.seat, self.order, self.planet)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_order(a.seat, self.order, self.planet)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let Frame::Plan { cycle, .. } = view.question else {
            return Vec::new();
        };
        if cycle == 0 && view.round <= 1 {
            return vec![&coach::ORDERS, &coach::AIM];
        }
        let gold = view.me.is_some_and(|me| view.seat(me).special_orders > 0);
        if gold { vec![&coach::STACKS, &coach::SPECIAL] } else { vec![&coach::STACKS] }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Frame::Plan { .. } = about.view.question else {
            return;
        };
        // SC-3.3: a planet out of reach takes no order of any kind.
        let order = if let [_, Spot::Order(order)] = about.spots { *order } else { Order::Build };
        if let [Spot::Planet(planet) | Spot::Stack(planet)]
        | [Spot::Planet(planet) | Spot::Stack(planet), Spot::Order(_)] = about.spots
        {
            out.push(PlaceOrder { order, planet: *planet }.into());
        }
    }
}
