//! The galaxy (D2): each player lays his two planets.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    data::data,
    event::Event,
    ids::{Planet, Side},
    instinct::riches,
    situation::spell,
    state::{Frame, StarCraft, Tile},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        and_list, coach,
        label::{draft, side_name},
        planet_name,
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// Which planet, in which cell, and how it is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlacePlanet {
    /// The planet.
    pub planet: Planet,
    /// The cell's column.
    pub x: i8,
    /// The cell's row.
    pub y: i8,
    /// Quarter turns.
    pub turn: u8,
}

impl May for PlacePlanet {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::PlacePlanet(i) = a.question else {
            return Err(not_asked());
        };
        let PlacePlanet { planet, x, y, turn } = *self;
        let yours = a.game.player(a.game.placer(i)).planets.contains(&Some(planet));
        need(yours, rule!("SC-2.8"), "that planet is not yours to place")?;
        a.game.judge_tile(planet, Tile { x, y, turn }, 2 * a.game.n - 1 - i)
    }
}

impl Answer<StarCraft> for PlacePlanet {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::PlacePlanet(i) = view.question else {
            return None;
        };
        let text = if i == 0 {
            "Lay one of your planets: the galaxy begins with it."
        } else {
            "Lay one of your planets so that a route joins it to the galaxy."
        };
        Some(Ask::new("planet", Line::new(text, rule!("SC-2.10"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::PlacePlanet(i) = a.question else {
            return;
        };
        let cells = a.game.cells();
        let planets = a.game.player(a.game.placer(i)).planets.into_iter().flatten();
        let spots = planets.flat_map(|planet| cells.iter().map(move |(x, y)| (planet, *x, *y)));
        let turned = |(planet, x, y)| (0..4).map(move |turn| PlacePlanet { planet, x, y, turn });
        a.offer(spots.flat_map(turned), out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::PlacePlanet(i) = play.question else { unreachable!("judged") };
        let PlacePlanet { planet, x, y, turn } = self;
        let (game, seat) = (&mut *play.game, play.seat);
        for place in &mut game.player_mut(seat).planets {
            if *place == Some(planet) {
                *place = None;
            }
        }
        game.lay_tile(planet, Tile { x, y, turn });
        play.cx.tell.all(Event::PlanetPlaced { who: game.faction(seat), planet, x, y });
        if game.player(seat).home.is_none() {
            game.push(Frame::StartBase(i, planet));
        } else {
            game.next_planet(i);
        }
    }

    fn label(&self, _: &View) -> Label {
        let PlacePlanet { planet, x, y, turn } = *self;
        let sides = Side::ALL.iter().filter(|s| data().planet(planet).slot(**s, turn));
        let sides = and_list(&sides.map(|s| side_name(*s).to_owned()).collect::<Vec<_>>());
        let text = format!("{} at {x},{y}, turned {turn}: slots {sides}", planet_name(planet));
        draft(text, "Lay a planet", rule!("SC-2.10"))
            .click(format!("planet:{planet}"))
            .click(format!("cell:{x},{y}"))
            .click(format!("turn:{turn}"))
            .into()
    }

    fn words(&self) -> String {
        let PlacePlanet { planet, x, y, turn } = *self;
        format!("lay {planet} {x},{y} turn {turn}")
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<PlacePlanet>, String> {
        if verb != "lay" {
            return Ok(None);
        }
        let planet = spell::planet(r)?;
        let (x, y) = spell::cell(r)?;
        spell::keyword(r, "turn")?;
        Ok(Some(PlacePlanet { planet, x, y, turn: spell::small(r)? }))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        8 + riches(self.planet)
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some(crate::instinct::reason::why_planet(self.planet))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::PlacePlanet(_) = view.question { vec![&coach::GALAXY] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Frame::PlacePlanet(_) = about.view.question else {
            return;
        };
        let turn = if let [_, _, Spot::Turn(turn)] = about.spots { *turn } else { 0 };
        if let [Spot::Planet(planet), Spot::Cell(x, y)]
        | [Spot::Planet(planet), Spot::Cell(x, y), Spot::Turn(_)] = about.spots
        {
            out.push(PlacePlanet { planet: *planet, x: *x, y: *y, turn }.into());
        }
    }
}
