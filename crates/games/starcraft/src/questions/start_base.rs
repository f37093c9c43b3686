//! The starting base (D2): on the planet just laid, or on the second one.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    board::areas_of,
    data::Content,
    event::Event,
    ids::Area,
    instinct::{content, riches},
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        area_name, coach,
        label::{at, draft},
        planet_name,
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// Here, or later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartBase {
    /// Into an area.
    StartBase(Area),
    /// It is kept for the second planet.
    BaseLater,
}

impl May for StartBase {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::StartBase(i, planet) = a.question else {
            return Err(not_asked());
        };
        match *self {
            StartBase::StartBase(area) => need(
                a.game.exists(area) && area.planet() == planet,
                rule!("SC-2.13"),
                "the base goes into an area of the planet just placed",
            ),
            StartBase::BaseLater => {
                need(i < a.game.n, rule!("SC-2.13"), "this is your last planet: the base must go here")
            }
        }
    }
}

impl Answer<StarCraft> for StartBase {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::StartBase(_, planet) = view.question else {
            return None;
        };
        let text =
            format!("Put your starting base on {}, or keep it for your second planet.", planet_name(planet));
        Some(Ask::new("base", Line::new(text, rule!("SC-2.13"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::StartBase(_, planet) = a.question {
            a.offer(areas_of(planet).map(StartBase::StartBase).chain([StartBase::BaseLater]), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::StartBase(i, _) = play.question else { unreachable!("judged") };
        let (game, seat) = (&mut *play.game, play.seat);
        let who = game.faction(seat);
        match self {
            StartBase::StartBase(area) => {
                game.ground_mut(area).base = Some(seat);
                game.player_mut(seat).home = Some(area.planet());
                play.cx.tell.all(Event::BasePlaced { who, area });
            }
            StartBase::BaseLater => play.cx.tell.all(Event::BaseKept { who }),
        }
        game.next_planet(i);
    }

    fn label(&self, _: &View) -> Label {
        match *self {
            StartBase::StartBase(area) => {
                draft(format!("Base in {}", area_name(area)), "Starting base", rule!("SC-2.13"))
                    .click(at(area))
                    .into()
            }
            StartBase::BaseLater => {
                draft("Keep it for the second planet", "Starting base", rule!("SC-2.13")).into()
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            StartBase::StartBase(area) => format!("base {area}"),
            StartBase::BaseLater => "base later".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<StartBase>, String> {
        if verb != "base" {
            return Ok(None);
        }
        Ok(Some(if r.takes("later") { StartBase::BaseLater } else { StartBase::StartBase(spell::area(r)?) }))
    }

    /// The base wants minerals beside it, on a planet that is worth it.
    fn lean(&self, a: Asked<'_>) -> u32 {
        let other = a.game.player(a.seat).planets.iter().flatten().map(|p| riches(*p)).max();
        match *self {
            StartBase::StartBase(area) => {
                let here = match content(area) {
                    Content::Minerals(n) => 24 + u32::from(n) * 16,
                    Content::Gas(_) => 16,
                    Content::Conquest(_) => 8,
                };
                if other.is_some_and(|other| other > riches(area.planet())) { here / 4 } else { here }
            }
            StartBase::BaseLater => {
                let here = if let Frame::StartBase(_, planet) = a.question { riches(planet) } else { 0 };
                if other.unwrap_or(0) > here { 64 } else { 4 }
            }
        }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        match *self {
            StartBase::StartBase(area) => Some(crate::instinct::reason::why_base(area)),
            StartBase::BaseLater => Some("your other planet is the richer one".into()),
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::StartBase(..) = view.question { vec![&coach::BASE] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::StartBase(..), [Spot::Area(area)]) = (about.view.question, about.spots) {
            out.push(StartBase::StartBase(*area).into());
        }
    }
}
