//! A unit is lost, and its owner says which (D14, D18, D20, D21).
//!
//! It is one decision with one name, whatever destroys the unit. Which units may be chosen and what comes of it, each
//! occasion says in `losses.rs`.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
    losses::Losing,
};
use crate::{
    event::Event,
    ids::Unit,
    instinct::worth,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        label::{draft, my_side, unit_at},
        spots::Spot,
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// What is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lose {
    /// A unit of this kind.
    Lose(Unit),
    /// A worker of the pool instead.
    LoseWorker,
}

impl May for Lose {
    fn may(&self, a: Asked<'_>) -> Verdict {
        match *self {
            Lose::Lose(unit) => match Losing::at(a.question) {
                Some(losing) => (losing.may)(a, unit),
                None => Err(not_asked()),
            },
            Lose::LoseWorker => {
                let Frame::Sacrifice { .. } = a.question else {
                    return Err(not_asked());
                };
                need(a.game.player(a.seat).pool > 0, rule!("SC-9.4"), "no worker is in your pool")
            }
        }
    }
}

impl Answer<StarCraft> for Lose {
    fn ask(view: &View) -> Option<Ask> {
        let losing = Losing::at(view.question)?;
        Some(Ask::new(losing.word, Line::new((losing.text)(view), losing.rule)))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Some(side) = Losing::side(a.question) {
            a.offer(a.game.kinds(side).iter().map(Lose::Lose).chain([Lose::LoseWorker]), out);
        } else if let Frame::BombardLose(area) = a.question {
            let there = a.game.ground(area).units;
            let units = a.game.race(a.seat).units().iter().filter(|u| there[u.slot()] > 0);
            a.offer(units.map(|unit| Lose::Lose(*unit)), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Lose::Lose(unit) => {
                let losing = Losing::at(play.question).expect("judged");
                (losing.take)(play, unit);
            }
            Lose::LoseWorker => {
                let Frame::Sacrifice { n, .. } = play.question else { unreachable!("judged") };
                let (game, seat) = (&mut *play.game, play.seat);
                game.player_mut(seat).pool -= 1;
                play.cx.tell.all(Event::Sacrificed { who: game.faction(seat), unit: None });
                game.draw_cards(seat, n, &mut play.cx);
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        let Lose::Lose(unit) = *self else {
            return draft("Lose a worker of the pool", "Losses", rule!("SC-9.4")).into();
        };
        let click = if let Frame::BombardLose(area) = view.question {
            unit_at(area, unit)
        } else if view.battle.is_some() {
            format!("fighter:{}:{unit}", my_side(view))
        } else {
            "board".into()
        };
        draft(format!("Lose a {}", unit_name(unit)), "Losses", rule!("SC-9.40"))
            .click(click)
            .mark("destroy")
            .into()
    }

    fn words(&self) -> String {
        match *self {
            Lose::Lose(unit) => format!("lose {unit}"),
            Lose::LoseWorker => "lose worker".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Lose>, String> {
        if verb != "lose" {
            return Ok(None);
        }
        Ok(Some(if r.takes("worker") { Lose::LoseWorker } else { Lose::Lose(spell::unit(r)?) }))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match *self {
            Lose::Lose(unit) => 512 >> (2 * worth(unit)).clamp(0, 9),
            Lose::LoseWorker => 48,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Lose::Lose(unit) => a.game.why_cheapest(a.seat, unit),
            Lose::LoseWorker => Some("a worker costs less than a unit".into()),
        }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if Losing::at(about.view.question).is_none() {
            return;
        }
        if let [Spot::Fighter(unit) | Spot::Unit(_, unit)] = about.spots {
            out.push(Lose::Lose(*unit).into());
        }
    }
}
