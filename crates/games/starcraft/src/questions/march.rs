//! The Mobilize order (D11): moves are collected here and made all at once. What may be moved is said in `mobilize.rs`.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
    finish::Finishing,
};
use crate::{
    board::areas_of,
    event::Event,
    ids::{Area, Unit},
    situation::spell,
    state::{Frame, Moves, Stand, StarCraft},
    turn::Play,
    view::View,
    why::{need, no, not_asked},
    words::{
        area_name, coach,
        label::{at, draft, me, unit_at},
        planet_name,
        spots::Spot,
        unit_name,
        warnings::attack_text,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// What moves, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum March {
    /// A unit.
    Move {
        /// The unit.
        unit: Unit,
        /// Where it is.
        from: Area,
        /// Where it goes.
        to: Area,
    },
    /// The base.
    LiftOff(Area),
    /// A unit from anywhere.
    Recall {
        /// The unit.
        unit: Unit,
        /// Where it is.
        from: Area,
        /// Where it goes.
        to: Area,
    },
}

/// No area may stay above its limit.
fn settled(a: Asked<'_>) -> Verdict {
    let over = a.game.moves.over;
    need(over.is_none(), rule!("SC-7.8"), "an area is above its unit limit: move a unit out of it first")
}

impl May for March {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Mobilize = a.question else {
            return Err(not_asked());
        };
        let (game, turn, moves) = (a.game, a.game.active(), &a.game.moves);
        match *self {
            March::Move { unit, from, to } => {
                game.judge_march(unit, from, to)?;
                let near = from.planet() == turn.planet;
                need(
                    // SC-7.5: one route, never two.
                    near || game.ferry(turn.seat, from.planet(), turn.planet),
                    rule!("SC-7.3"),
                    "no route with a transport of yours joins that planet to the active one",
                )?;
                game.judge_entry(from, to, near)
            }
            March::Recall { unit, from, to } => {
                settled(a)?;
                need(!moves.recalled, rule!("SC-7.18"), "one unit is recalled per order")?;
                game.judge_march(unit, from, to)?;
                let beacon = moves.beacons >> to.n() & 1 == 1;
                need(
                    beacon,
                    rule!("SC-7.18"),
                    "a unit is recalled to an area that held one of your Arbiters",
                )?;
                game.judge_entry(from, to, from.planet() == turn.planet)
            }
            March::LiftOff(to) => {
                settled(a)?;
                need(game.standing(turn.seat).lift_off, rule!("SC-7.14"), "only Terran bases lift off")?;
                need(moves.lift.is_none(), rule!("SC-7.14"), "the base moves once per order")?;
                let base = game.base_on(turn.seat, turn.planet);
                let base = base.ok_or(no(rule!("SC-7.14"), "you have no base on the active planet"))?;
                let here = game.exists(to) && to.planet() == turn.planet && to != base;
                need(here, rule!("SC-7.14"), "the base moves to another area of its planet")?;
                let open = matches!(moves.stand[to.n()], Stand::Empty | Stand::Friendly);
                need(open, rule!("SC-7.14"), "the base may not enter an enemy area")
            }
        }
    }
}

impl Answer<StarCraft> for March {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Mobilize = view.question else {
            return None;
        };
        let planet = view.turn.map_or("the planet", |t| planet_name(t.planet));
        let text = if view.moves.is_some_and(|moves| moves.over.is_some()) {
            "An area is above its limit: move a unit out of it.".into()
        } else if view.moves.is_some_and(|moves| moves.n > 0) {
            format!("Move more units to {planet}, or finish the moves.")
        } else {
            format!("Move units on {planet} and to it, then finish the moves.")
        };
        Some(Ask::new("mobilize", Line::new(text, rule!("SC-7.1"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::Mobilize = a.question else { return };
        let game = a.game;
        let turn = game.active();
        let (seat, planet) = (turn.seat, turn.planet);
        let recall = game.moves.beacons != 0 && !game.moves.recalled;
        for from in game.all_areas().filter(|from| game.ground(*from).owner == Some(seat)) {
            let near = from.planet() == planet || game.ferry(seat, from.planet(), planet);
            if !near && !recall {
                continue;
            }
            let units = game.ground(from).units;
            for unit in game.race(seat).units().iter().filter(|u| units[u.slot()] > 0) {
                for to in areas_of(planet).filter(|to| *to != from) {
                    // SC-1.10: from any area of the planet to any other.
                    if near {
                        a.offer([March::Move { unit: *unit, from, to }], out);
                    }
                    if recall && game.moves.beacons >> to.n() & 1 == 1 {
                        a.offer([March::Recall { unit: *unit, from, to }], out);
                    }
                }
            }
        }
        if game.standing(seat).lift_off && game.has_base_on(seat, planet) {
            a.offer(areas_of(planet).map(March::LiftOff), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let (game, tell) = (&mut *play.game, &mut play.cx.tell);
        let who = game.faction(game.active().seat);
        match self {
            March::Move { unit, from, to } => {
                game.lift_unit(unit, from, to);
                tell.all(Event::Moved { who, unit, from, to });
            }
            March::Recall { unit, from, to } => {
                game.lift_unit(unit, from, to);
                game.moves.recalled = true;
                tell.all(Event::Recalled { who, unit, from, to });
            }
            March::LiftOff(to) => {
                game.moves.n += 1;
                game.moves.lift = Some(to.n() as u8);
                tell.all(Event::LiftedOff { who, to });
            }
        }
        game.push(Frame::Mobilize);
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            March::Move { unit, from, to } => {
                let attack = attack_text(view, to);
                let (group, mark) = if attack.is_empty() { ("Moves", "move") } else { ("Attacks", "attack") };
                let text =
                    format!("{} from {} to {}{attack}", unit_name(unit), area_name(from), area_name(to));
                draft(text, group, rule!("SC-7.2")).click(unit_at(from, unit)).click(at(to)).mark(mark).into()
            }
            March::LiftOff(to) => {
                let planet = view.turn.and_then(|t| view.planet(t.planet));
                let from = planet.and_then(|p| p.areas.iter().find(|a| a.base == Some(me(view))));
                let base = from.map_or("base".into(), |a| format!("base:{}", a.area));
                draft(format!("Base lifts off to {}", area_name(to)), "Moves", rule!("SC-7.14"))
                    .click(base)
                    .click(at(to))
                    .mark("move")
                    .into()
            }
            March::Recall { unit, from, to } => {
                let (name, attack) = (unit_name(unit), attack_text(view, to));
                let text = format!("Recall {name} from {} to {}{attack}", area_name(from), area_name(to));
                draft(text, "Recall", rule!("SC-7.18"))
                    .click("tech:PT08")
                    .click(unit_at(from, unit))
                    .click(at(to))
                    .mark("move")
                    .into()
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            March::Move { unit, from, to } => format!("move {unit} {from} {to}"),
            March::LiftOff(area) => format!("lift {area}"),
            March::Recall { unit, from, to } => format!("recall {unit} {from} {to}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<March>, String> {
        Ok(match verb {
            "move" => Some(March::Move { unit: spell::unit(r)?, from: spell::area(r)?, to: spell::area(r)? }),
            "lift" => Some(March::LiftOff(spell::area(r)?)),
            "recall" => {
                Some(March::Recall { unit: spell::unit(r)?, from: spell::area(r)?, to: spell::area(r)? })
            }
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            March::Move { unit, from, to } | March::Recall { unit, from, to } => {
                a.game.lean_move(a.seat, unit, from, to)
            }
            March::LiftOff(to) => a.game.lean_lift(a.seat, to),
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            March::Move { to, .. } | March::Recall { to, .. } => a.game.why_move(a.seat, to),
            March::LiftOff(_) => None,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let Frame::Mobilize = view.question else {
            return Vec::new();
        };
        let enemy = |m: &Moves| m.stand.contains(&Stand::EnemyUnits);
        if view.moves.as_ref().is_some_and(enemy) {
            vec![&coach::MOVING, &coach::ATTACK]
        } else {
            vec![&coach::MOVING]
        }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Frame::Mobilize = about.view.question else {
            return;
        };
        if let [Spot::Unit(from, unit), Spot::Area(to)] = about.spots {
            out.push(March::Move { unit: *unit, from: *from, to: *to }.into());
        } else if let [Spot::Base(_), Spot::Area(to)] = about.spots {
            out.push(March::LiftOff(*to).into());
        } else if let [Spot::Tech(_), Spot::Unit(from, unit), Spot::Area(to)] = about.spots {
            out.push(March::Recall { unit: *unit, from: *from, to: *to }.into());
        }
    }
}

/// SC-7.16: also before the first move.
pub(super) fn finishing(question: Frame) -> Option<Finishing> {
    let text = |view: &View| {
        let attack = |m: &Moves| m.enemy.is_some_and(|e| m.stand[usize::from(e)] == Stand::EnemyUnits);
        if view.moves.as_ref().is_some_and(attack) { "Make the moves and fight" } else { "Make the moves" }
    };
    let take = |play: &mut Play<'_>| play.game.make_moves(&mut play.cx);
    (question == Frame::Mobilize).then_some(Finishing {
        text,
        lean: |a| a.game.lean_marched(),
        why: |a| {
            let moved = a.game.moves.inbound.iter().flatten().any(|n| *n > 0);
            let why = if moved {
                "who was to move has moved"
            } else {
                "your units hold the areas where they stand"
            };
            Some(why.into())
        },
        may: settled,
        take,
    })
}
