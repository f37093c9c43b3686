//! Transports without a price: the one of the starting forces (D4), and those of an event card (D21).

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
    finish::Finishing,
};
use crate::{
    event::Event,
    ids::Route,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        label::{draft, route_name},
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, count, rule};
use serde::{Deserialize, Serialize};

/// Where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transport {
    /// On a route.
    PutTransport(Route),
}

impl May for Transport {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let (game, Transport::PutTransport(route)) = (a.game, *self);
        if let Frame::Transports { .. } = a.question {
            game.judge_transport(a.seat, route)?;
            let near = game.ends_of(route).iter().any(|p| game.has_base_on(a.seat, *p));
            return need(near, rule!("SC-6.9"), "the route must touch a planet with a base of yours");
        }
        let Frame::Forces = a.question else {
            return Err(not_asked());
        };
        need(game.next_starter(a.seat).is_none(), rule!("SC-2.22"), "the starting units come first")?;
        let home = game.home(a.seat);
        need(
            game.routes.get(usize::from(route.0)).is_some_and(|w| w.touches(home)),
            rule!("SC-2.23"),
            "the transport goes on a route that touches the planet with your base",
        )
    }
}

impl Answer<StarCraft> for Transport {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Transports { n, .. } = view.question else {
            return None;
        };
        let text = format!("Place up to {n} more transports on routes at your bases.");
        Some(Ask::new("transports", Line::new(text, rule!("SC-6.9"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Forces | Frame::Transports { .. } = a.question {
            a.offer((0..a.game.routes.len()).map(|r| Transport::PutTransport(Route(r as u8))), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let (game, Transport::PutTransport(route)) = (&mut *play.game, self);
        let Frame::Transports { seat, n } = play.question else {
            game.place_first_transport(play.seat, route, &mut play.cx);
            game.push(Frame::Forces);
            return;
        };
        game.put_transport(seat, route);
        let planets = game.ends_of(route);
        play.cx.tell.all(Event::TransportPlaced { who: game.faction(seat), route, planets });
        if n > 1 {
            game.push(Frame::Transports { seat, n: n - 1 });
        }
    }

    fn label(&self, view: &View) -> Label {
        let Transport::PutTransport(route) = *self;
        draft(format!("Transport on {}", route_name(view, route)), "Transports", rule!("SC-6.9"))
            .click(format!("route:{route}"))
            .into()
    }

    fn words(&self) -> String {
        let Transport::PutTransport(route) = *self;
        format!("transport {route}")
    }

    fn read(a: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Transport>, String> {
        Ok(if verb == "transport" { Some(Transport::PutTransport(spell::route(a.game, r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let Transport::PutTransport(route) = *self;
        a.game.lean_transport(a.seat, route)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let n = a.game.transports(a.seat);
        Some(format!(
            "you have {} so far, and units cross only where there is one",
            count(u32::from(n), "transport")
        ))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let (Frame::Forces | Frame::Transports { .. }, [Spot::Route(route)]) =
            (about.view.question, about.spots)
        else {
            return;
        };
        out.push(Transport::PutTransport(*route).into());
    }
}

/// Fewer than the card allows.
pub(super) fn finishing(question: Frame) -> Option<Finishing> {
    matches!(question, Frame::Transports { .. }).then(Finishing::plain)
}
