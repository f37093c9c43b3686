//! The destruction of own pieces (SC-1.15, SC-1.22): open in one's own turn without being asked about, then which piece.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    event::Event,
    ids::{Area, Route, Unit},
    situation::spell,
    state::{Frame, Piece, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        area_name,
        label::{draft, route_name, unit_at},
        spots::Spot,
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// That, and which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scrap {
    /// Go to the destruction of own pieces.
    Scrap,
    /// Point at a unit.
    ScrapUnit {
        /// The unit.
        unit: Unit,
        /// Where it is.
        area: Area,
    },
    /// Point at a base.
    ScrapBase(Area),
    /// Point at a transport.
    ScrapTransport(Route),
}

/// SC-1.15: in one's own turn, outside of battles.
pub(crate) fn open(question: Frame) -> bool {
    matches!(question, Frame::Turn(_) | Frame::Build | Frame::EndTurn)
}

impl May for Scrap {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let asks =
            if *self == Scrap::Scrap { open(a.question) } else { matches!(a.question, Frame::Scrap(_)) };
        if !asks {
            return Err(not_asked());
        }
        let (game, seat) = (a.game, a.seat);
        let yours = match *self {
            Scrap::Scrap => true,
            Scrap::ScrapUnit { unit, area } => game.exists(area) && game.count_in(seat, area, unit) > 0,
            Scrap::ScrapBase(area) => game.exists(area) && game.ground(area).base == Some(seat),
            Scrap::ScrapTransport(route) => {
                game.routes.get(usize::from(route.0)).is_some_and(|r| r.transports.has(seat))
            }
        };
        need(yours, rule!("SC-1.15"), "you can destroy only pieces of your own")
    }
}

impl Answer<StarCraft> for Scrap {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose a piece of your own to destroy, or none.", rule!("SC-1.15"));
        matches!(view.question, Frame::Scrap(_)).then(|| Ask::new("scrap", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::Scrap(seat) = a.question else {
            return;
        };
        for area in a.game.all_areas() {
            let g = a.game.ground(area);
            if g.owner == Some(seat) {
                let units = a.game.race(seat).units().iter().filter(|u| g.units[u.slot()] > 0);
                out.extend(units.map(|unit| Action::Scrap(Scrap::ScrapUnit { unit: *unit, area })));
            }
            if g.base == Some(seat) {
                out.push(Scrap::ScrapBase(area).into());
            }
        }
        let routes = (0..a.game.routes.len()).filter(|r| a.game.routes[*r].transports.has(seat));
        out.extend(routes.map(|r| Action::Scrap(Scrap::ScrapTransport(Route(r as u8)))));
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let seat = play.seat;
        let piece = match self {
            Scrap::Scrap => {
                play.game.push(play.question);
                play.game.push(Frame::Scrap(seat));
                return;
            }
            Scrap::ScrapUnit { unit, area } => Piece::Unit(unit, area),
            Scrap::ScrapBase(area) => Piece::Base(area),
            Scrap::ScrapTransport(route) => Piece::Transport(route),
        };
        play.game.push(Frame::ScrapSure(seat, piece));
    }

    fn label(&self, view: &View) -> Label {
        let button = |text: String, click: String| {
            draft(text, "Destroy", rule!("SC-1.15")).click(click).mark("destroy").into()
        };
        match *self {
            Scrap::Scrap => {
                draft("Destroy a piece of your own", "Destroy", rule!("SC-1.15")).mark("open").into()
            }
            Scrap::ScrapUnit { unit, area } => {
                button(format!("{} in {}", unit_name(unit), area_name(area)), unit_at(area, unit))
            }
            Scrap::ScrapBase(area) => button(format!("Base in {}", area_name(area)), format!("base:{area}")),
            Scrap::ScrapTransport(route) => {
                button(format!("Transport on {}", route_name(view, route)), format!("route:{route}"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Scrap::Scrap => "scrap".into(),
            Scrap::ScrapUnit { unit, area } => format!("scrap {unit} {area}"),
            Scrap::ScrapBase(area) => format!("scrap base {area}"),
            Scrap::ScrapTransport(route) => format!("scrap transport {route}"),
        }
    }

    fn read(a: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Scrap>, String> {
        if verb != "scrap" {
            return Ok(None);
        }
        Ok(Some(if r.peek().is_none() {
            Scrap::Scrap
        } else if r.takes("base") {
            Scrap::ScrapBase(spell::area(r)?)
        } else if r.takes("transport") {
            Scrap::ScrapTransport(spell::route(a.game, r)?)
        } else {
            Scrap::ScrapUnit { unit: spell::unit(r)?, area: spell::area(r)? }
        }))
    }

    /// Nothing of one's own is worth destroying.
    fn lean(&self, _: Asked<'_>) -> u32 {
        0
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Frame::Scrap(_) = about.view.question else {
            return;
        };
        if let [Spot::Unit(area, unit)] = about.spots {
            out.push(Scrap::ScrapUnit { unit: *unit, area: *area }.into());
        } else if let [Spot::Base(area)] = about.spots {
            out.push(Scrap::ScrapBase(*area).into());
        } else if let [Spot::Route(route)] = about.spots {
            out.push(Scrap::ScrapTransport(*route).into());
        }
    }
}

/// The piece is destroyed. There is no gain in it and no way back, so it was asked twice (`sure.rs`).
pub(super) fn destroy(play: &mut Play<'_>, piece: Piece) {
    let (game, seat, cx) = (&mut *play.game, play.seat, &mut play.cx);
    let who = game.faction(seat);
    match piece {
        Piece::Unit(unit, area) => {
            game.destroy_unit(seat, area, unit);
            // A unit built in this order goes first, so that older ones stay consumable (SC-6.22).
            if game.turn.is_some_and(|t| t.planet == area.planet()) && game.consumable(seat) == Some(unit) {
                let fresh = &mut game.site.fresh[area.n()];
                *fresh = fresh.saturating_sub(1);
            }
            cx.tell.all(Event::ScrappedUnit { who, unit, area });
        }
        Piece::Base(area) => {
            game.ground_mut(area).base = None;
            cx.tell.all(Event::ScrappedBase { who, area });
        }
        Piece::Transport(route) => {
            let way = &mut game.routes[usize::from(route.0)];
            way.transports = way.transports.without(seat);
            cx.tell.all(Event::ScrappedTransport { who, planets: game.ends_of(route) });
        }
    }
    game.eliminate(cx);
}
