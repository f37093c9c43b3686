//! Free units of an event card (D21).

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
    finish::Finishing,
};
use crate::{
    board::areas_of,
    data::data,
    event::Event,
    ids::{Area, Unit},
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        area_name,
        label::{at, draft},
        spots::Spot,
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// Which, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deploy {
    /// A unit into an area.
    Deploy {
        /// The unit.
        unit: Unit,
        /// The area.
        area: Area,
    },
}

impl May for Deploy {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Deploy { seat, cost, planet, .. } = a.question else {
            return Err(not_asked());
        };
        let (game, Deploy::Deploy { unit, area }) = (a.game, *self);
        need(game.buildable(seat).has(unit), rule!("SC-6.6"), "none of your buildings allows that unit")?;
        let cheap = data().unit(unit).total_cost <= cost;
        need(cheap, rule!("SC-13.2"), "that unit costs more than the card allows")?;
        let here = game.exists(area) && game.has_base_on(seat, area.planet());
        need(here, rule!("SC-13.2"), "units are deployed on a planet with a base of yours")?;
        let same = planet.is_none_or(|p| p == area.planet());
        need(same, rule!("SC-13.2"), "all units are deployed on one planet")?;
        game.judge_new_unit(seat, unit, area)
    }
}

impl Answer<StarCraft> for Deploy {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Deploy { units, cost, .. } = view.question else {
            return None;
        };
        let text = format!("Deploy up to {units} more with a total cost of {cost} or less.");
        Some(Ask::new("deploy", Line::new(text, rule!("SC-13.2"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::Deploy { seat, .. } = a.question else {
            return;
        };
        let units = a.game.buildable(seat);
        for planet in a.game.planets().filter(|p| a.game.has_base_on(seat, *p)) {
            for unit in units.iter() {
                a.offer(areas_of(planet).map(|area| Deploy::Deploy { unit, area }), out);
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Deploy { seat, units, cost, .. } = play.question else { unreachable!("judged") };
        let (game, Deploy::Deploy { unit, area }) = (&mut *play.game, self);
        game.build_unit(seat, area, unit);
        play.cx.tell.all(Event::Deployed { who: game.faction(seat), unit, area });
        if units > 1 {
            let (units, cost) = (units - 1, cost - data().unit(unit).total_cost);
            game.push(Frame::Deploy { seat, units, cost, planet: Some(area.planet()) });
        }
    }

    fn label(&self, _: &View) -> Label {
        let Deploy::Deploy { unit, area } = *self;
        draft(format!("{} in {}", unit_name(unit), area_name(area)), "Deploy", rule!("SC-13.2"))
            .click(format!("buy:{unit}"))
            .click(at(area))
            .mark("build")
            .into()
    }

    fn words(&self) -> String {
        let Deploy::Deploy { unit, area } = *self;
        format!("deploy {unit} {area}")
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Deploy>, String> {
        if verb != "deploy" {
            return Ok(None);
        }
        Ok(Some(Deploy::Deploy { unit: spell::unit(r)?, area: spell::area(r)? }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let Deploy::Deploy { unit, area } = *self;
        a.game.lean_new_unit(a.seat, unit, area)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let Deploy::Deploy { unit, area } = *self;
        Some(a.game.why_unit(a.seat, unit, area))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Deploy { .. }, [Spot::Buy(unit), Spot::Area(area)]) =
            (about.view.question, about.spots)
        {
            out.push(Deploy::Deploy { unit: *unit, area: *area }.into());
        }
    }
}

/// Fewer than the card allows.
pub(super) fn finishing(question: Frame) -> Option<Finishing> {
    matches!(question, Frame::Deploy { .. }).then(Finishing::plain)
}
