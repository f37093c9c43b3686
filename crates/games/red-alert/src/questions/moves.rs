//! Units move (D13, chapter 9), some a second time after their combat (D22).

use super::asked::{Verdict, no};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::board::Hex;
use crate::coach;
use crate::data::{Kind, Objective};
use crate::movement::Mode;
use crate::situation::spell;
use crate::state::{Marks, Open, Question, RedAlert, UnitId};
use crate::turn::Play;
use crate::view::View;
use crate::words::cap;
use crate::words::label::{agreed, button, unit, your_unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// Where a unit goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Move {
    /// To another hex.
    Move {
        /// Where it stands.
        from: Hex,
        /// Where it goes.
        to: Hex,
        /// How.
        mode: Mode,
    },
    /// It leaves over the enemy baseline.
    Exit(Hex),
}

impl Answer<RedAlert> for Move {
    fn ask(view: &View) -> Option<Ask> {
        if let Question::SecondMove(hex) = view.question {
            let text = format!("{} may move a second time.", cap(&your_unit(&view.open, hex)));
            return Some(Ask::new("second-move", Line::new(text, rule!("RA-9.18")).about(hex.to_string())));
        }
        let text = "Move your ordered units one at a time, or end movement.";
        (view.question == Question::Movement).then(|| Ask::new("movement", Line::new(text, rule!("RA-9.1"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.question, Question::SecondMove(_) | Question::Movement)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let open = a.open();
        if let Question::SecondMove(from) = a.question {
            offer_ways(a, open.unit_at(from).expect("the unit"), &SECOND, out);
        }
        if a.question != Question::Movement {
            return;
        }
        for id in open.units_of(open.active).filter(|&id| open.may_move(id)) {
            offer_ways(a, id, &Mode::ALL, out);
            if open.unit_seat(id) == a.seat && open.check_exit(id).is_ok() {
                out.push(Action::Move(Move::Exit(open.unit(id).hex())));
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        match *self {
            Move::Move { from, to, mode } => {
                let id = if let Question::SecondMove(hex) = a.question {
                    if hex != from {
                        return no(rule!("RA-9.2"), format!("the unit at {hex} makes its second move now"));
                    }
                    let id = a.own_unit(from)?;
                    if !SECOND.contains(&mode) {
                        return no(rule!("RA-9.15"), "a second move is made at sub-light or full impulse");
                    }
                    id
                } else {
                    a.only(a.question == Question::Movement)?;
                    let id = a.own_unit(from)?;
                    a.open().check_mover(id)?;
                    id
                };
                a.game.check_mover_seat(a.seat, id, mode)?;
                a.open().check_way(id, to, mode)
            }
            Move::Exit(hex) => {
                a.only(a.question == Question::Movement)?;
                let id = a.own_unit(hex)?;
                a.game.check_mover_seat(a.seat, id, Mode::SubLight)?;
                a.open().check_exit(id)
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let game = &mut *play.game;
        let (Move::Move { from, .. } | Move::Exit(from)) = self;
        let id = game.open.own_at(play.side, from).expect("checked");
        match self {
            Move::Move { to, mode, .. } => {
                game.apply_move(id, to, mode, &mut play.cx);
                game.after_second_move();
            }
            Move::Exit(_) => game.apply_exit(id, &mut play.cx),
        }
    }

    fn label(&self, view: &View) -> Label {
        let open = &view.open;
        match *self {
            Move::Move { from, to, mode } => {
                let (how, rule) = match mode {
                    Mode::SubLight => ("", rule!("RA-9.3")),
                    Mode::Impulse => (" at full impulse, 2 stars", rule!("RA-9.11")),
                    Mode::Warp => (" by warp", rule!("RA-9.12")),
                    Mode::LightSpeed => (" at light speed", rule!("RA-9.15")),
                };
                let unit = unit(open, from);
                let clicks = vec![from.to_string(), to.to_string()];
                button(format!("Move {unit} to {to}{how}"), format!("Move {unit}"), clicks, mode.word(), rule)
            }
            Move::Exit(at) => {
                let unit = unit(open, at);
                let text = agreed(open, at, &format!("{} [exit|exits] over the baseline", cap(&unit)));
                let clicks = vec![at.to_string(), "exit".into()];
                button(text, format!("Move {unit}"), clicks, "exit", rule!("RA-20.12"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Move::Move { from, to, mode: Mode::SubLight } => format!("move {from} {to}"),
            Move::Move { from, to, mode } => format!("move {from} {to} {}", mode.word()),
            Move::Exit(at) => format!("exit {at}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Move>, String> {
        Ok(match verb {
            "move" => {
                let (from, to) = (spell::hex(r)?, spell::hex(r)?);
                let mode = match r.maybe() {
                    None => Mode::SubLight,
                    Some(word) => Mode::ALL.into_iter().find(|m| m.word() == word).ok_or_else(|| {
                        format!("`{word}` is no way to move: sub-light impulse warp light-speed")
                    })?,
                };
                Some(Move::Move { from, to, mode })
            }
            "exit" => Some(Move::Exit(spell::hex(r)?)),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Move::Move { from, to, mode } => {
                a.open().own_at(a.side, from).map_or(4, |id| drawn_to(a.open(), id, to, mode))
            }
            Move::Exit(_) => 300,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Move::Move { from, to, .. } => {
                a.open().own_at(a.side, from).and_then(|id| gained(a.open(), id, to))
            }
            Move::Exit(_) => Some("a unit that breaks through scores".into()),
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let open = &view.open;
        if view.question == Question::Movement && open.stars[open.active.index()] >= 2 {
            return vec![&coach::MOVING, &coach::IMPULSE];
        }
        let moving = matches!(view.question, Question::Movement | Question::SecondMove(_));
        if moving { vec![&coach::MOVING] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let open = &about.view.open;
        let moving = matches!(about.question(), Question::Movement | Question::SecondMove(_));
        if let Some((from, to)) = about.way() {
            let enemy = open.own_at(about.side.other(), to).is_some();
            if moving || about.astray && !enemy {
                // The cheapest way there, or the one whose refusal says most.
                let unit = open.own_at(about.side, from);
                let near =
                    unit.and_then(|id| Mode::ALL.into_iter().find(|&mode| open.reach(id, mode).has(to)));
                let mode = near.unwrap_or(Mode::SubLight);
                out.push(Action::Move(Move::Move { from, to, mode }));
            }
        }
        if let (Question::Movement, Some(at)) = (about.question(), about.spot())
            && about.clicks.get(1).is_some_and(|click| click == "exit")
        {
            out.push(Action::Move(Move::Exit(at)));
        }
    }
}

/// How a unit may make its second move.
const SECOND: [Mode; 2] = [Mode::SubLight, Mode::Impulse];

fn offer_ways(a: Asked<'_>, id: UnitId, modes: &[Mode], out: &mut Vec<Action>) {
    let from = a.open().unit(id).hex();
    for &mode in modes {
        if a.game.check_mover_seat(a.seat, id, mode).is_ok() {
            let reach = a.open().reach_unchecked(id, mode);
            out.extend(reach.iter().map(|to| Action::Move(Move::Move { from, to, mode })));
        }
    }
}

/// An officer is done with his units (RA-22.11), or a unit moves no second time.
pub(super) fn passing(question: Question) -> Option<Passing> {
    if let Question::SecondMove(_) = question {
        let stay = |play: &mut Play<'_>| play.game.after_second_move();
        return Some(Passing::no("Do not move again", rule!("RA-9.1"), stay));
    }
    (question == Question::Movement).then(|| Passing {
        mark: "done",
        may: |a| a.check_officer(a.open().movers()),
        ..Passing::no("I am done with my units", rule!("RA-22.11"), |play| play.done())
    })
}

/// Nearer to the enemy, into range, to what gives points.
fn drawn_to(open: &Open, id: UnitId, to: Hex, mode: Mode) -> u32 {
    let unit = open.unit(id);
    let side = id.side();
    let from = unit.hex();
    let nearest =
        |hex: Hex| open.seen_enemies(side).iter().map(|h| u32::from(h.distance(hex))).min().unwrap_or(12);
    let reach = unit.kind.stats().dice.iter().filter(|&&d| d > 0).count() as u32;
    let (before, after) = (nearest(from), nearest(to));
    let mut lean = 8;
    if after < before && after >= 1 {
        lean += 8 * (before - after);
    }
    // Into range, better with more dice there.
    if after <= reach {
        lean += 10 + 6 * u32::from(Open::range_dice(unit.kind, after as u8));
    }
    if unit.kind == Kind::FL {
        lean = if after <= 2 { 2 } else { 8 };
    }
    if before <= reach && after > reach {
        lean = 3;
    }
    let has = |o: Objective| open.objectives[side.index()] & o.bit() != 0;
    if open.planets.has(to) {
        lean = if has(Objective::PlanetControl) { 60 } else { 3 };
    } else if open.planets.has(from) && has(Objective::PlanetControl) {
        lean = 2;
    }
    if has(Objective::Breakthrough) && to.row() == side.other().baseline() {
        lean += 60;
    }
    if open.asteroids.has(to) && !unit.is(Marks::HELMSMAN) {
        lean = lean * 2 / 3;
    }
    match mode {
        Mode::SubLight | Mode::Warp | Mode::LightSpeed => lean.max(1),
        Mode::Impulse => (lean / 4).max(1),
    }
}

/// The most dice that a unit would have from a hex, and against whom.
fn best_shot(open: &Open, id: UnitId, from: Hex) -> Option<(u8, Hex)> {
    let kind = open.unit(id).kind;
    let seen = open.seen_enemies(id.side());
    let near = seen.iter().filter(|&at| open.sees(from, at));
    near.map(|at| (Open::range_dice(kind, from.distance(at)), at))
        .filter(|(dice, _)| *dice > 0)
        .max_by_key(|s| s.0)
}

/// What a unit gains by being somewhere else: a planet, a shot, its safety, or the way there.
fn gained(open: &Open, id: UnitId, to: Hex) -> Option<String> {
    let (side, from) = (id.side(), open.unit(id).hex());
    let has = |o: Objective| open.objectives[side.index()] & o.bit() != 0;
    if open.planets.has(to) && has(Objective::PlanetControl) {
        return Some("holding the planet scores".into());
    }
    let dice = |n: u8| if n == 1 { "1 die".to_owned() } else { format!("{n} dice") };
    let (before, after) = (best_shot(open, id, from), best_shot(open, id, to));
    match (before, after) {
        (None, Some((n, at))) => {
            return Some(format!("from there it has {} against {}", dice(n), unit(open, at)));
        }
        (Some((old, _)), Some((n, at))) if n > old => {
            return Some(format!(
                "from there it has {} against {} instead of {}",
                dice(n),
                unit(open, at),
                dice(old)
            ));
        }
        (None | Some(_), None | Some(_)) => {}
    }
    let nearest = |hex: Hex| open.seen_enemies(side).iter().map(|h| h.distance(hex)).min();
    let (was, is) = (nearest(from)?, nearest(to)?);
    if is < was {
        Some(format!("it is {is} hexes from the nearest enemy instead of {was}"))
    } else if is > was {
        Some(format!("it gets away: {is} hexes from the nearest enemy instead of {was}"))
    } else {
        None
    }
}
