//! Chapter 9: battle. `begin` puts the units aside, the steps follow each other as frames on the stack, one file each.

mod place;
mod retreat;
mod skirmish;
mod splash;
mod start;

use crate::{
    data::data,
    effect::{Role, Scene},
    event::Event,
    ids::{Area, Unit, UnitSet},
    state::{Battle, Clash, Fate, Fighter, Frame, StarCraft, Task},
    turn::Cx,
};
use klaxon_core::{Seat, Short};

impl StarCraft {
    /// SC-9.1, SC-9.2: all units of both sides are taken out of the area for the battle.
    pub(crate) fn begin_battle(&mut self, area: Area, attackers: &[Unit], special: bool, cx: &mut Cx<'_>) {
        let turn = self.active();
        let defender = self.ground(area).owner.expect("an attacked area holds units");
        let ground = self.ground_mut(area);
        let there = std::mem::take(&mut ground.units);
        ground.owner = None;
        let units = self.race(defender).units().iter();
        let defenders: Vec<Unit> =
            units.flat_map(|u| std::iter::repeat_n(*u, usize::from(there[u.slot()]))).collect();
        let fighters = |units: &[Unit]| -> Short<Fighter, 8> {
            units.iter().map(|unit| Fighter { unit: *unit, ..Fighter::default() }).collect()
        };
        self.battle = Some(Battle {
            area,
            seats: [turn.seat, defender],
            special,
            fighters: [fighters(attackers), fighters(&defenders)],
            skirmishes: Short::new(),
            bonus: [(0, 0); 2],
            extra_draw: [0; 2],
            face_up: [false; 2],
            called_off: false,
            splash: Short::new(),
            splashed: [0; 2],
            waiting: [0; 2],
            clash: Clash::default(),
            leaving: [0; 2],
        });
        if cx.tell.is_aloud() {
            cx.tell.all(Event::BattleBegins {
                who: self.faction(turn.seat),
                against: self.faction(defender),
                area,
                units: attackers.to_vec(),
                enemies: defenders,
            });
        }
        self.push(Task::Step(3));
        // SC-1.17, SC-9.3: what lies on top is asked first, and that is the attacker.
        self.push(Frame::StartAbility(1));
        self.push(Frame::StartAbility(0));
    }

    /// The numbered steps of a battle that need no decision themselves.
    pub(crate) fn battle_step(&mut self, step: u8, cx: &mut Cx<'_>) {
        match step {
            3 => {
                let battle = self.fight();
                let fought = |side| battle.alive(side).next().is_some();
                // SC-9.5: without two sides there are no skirmishes.
                if battle.called_off || !fought(0) || !fought(1) {
                    self.push(Task::Step(9));
                    return;
                }
                // SC-9.6, SC-7.13: three cards and one, and extras.
                let (seats, extra, special) = (battle.seats, battle.extra_draw, battle.special);
                self.draw_cards(seats[0], 3 + extra[0] + if special { 2 } else { 0 }, cx);
                self.draw_cards(seats[1], 1 + extra[1], cx);
                self.push(Task::Step(4));
            }
            4 => {
                self.push(Frame::Pair);
                // SC-9.9: a side of assist units only sends one to the front.
                for side in [1, 0] {
                    if self.all_assist(side) {
                        self.push(Frame::Front(side));
                    }
                }
            }
            5 => {
                self.push(Task::Step(6));
                // SC-9.11: the attacker assigns all his units first.
                self.push(Frame::Support(1));
                self.push(Frame::Support(0));
            }
            6 => {
                self.push(Task::Step(7));
                // SC-9.13, SC-13.11: the attacker places first, unless only he has laid an ambush.
                let face_up = self.fight().face_up;
                let first = u8::from(face_up[1] && !face_up[0]);
                self.push(Frame::Standard { side: 1 - first, skirmish: 0 });
                self.push(Frame::Standard { side: first, skirmish: 0 });
            }
            7 => {
                let open = self.fight().skirmishes.iter().any(|s| !s.done);
                self.push(if open { Frame::NextSkirmish } else { Frame::Do(Task::Step(8)) });
            }
            8 => {
                self.push(Task::Step(9));
                // SC-9.41: the attacker destroys his units first.
                self.push(Frame::Splash(1));
                self.push(Frame::Splash(0));
            }
            9 => self.begin_retreats(),
            _ => unreachable!("a battle has nine steps"),
        }
    }

    /// Are all units that a side has left in the battle assist units?
    pub(crate) fn all_assist(&self, side: u8) -> bool {
        self.fight().alive(side).all(|(_, f)| data().unit(f.unit).assist)
    }

    /// Kinds of unit that a side has left in the battle, each once.
    pub(crate) fn kinds(&self, side: u8) -> UnitSet {
        self.fight().alive(side).map(|(_, f)| f.unit).collect()
    }

    /// A unit of the side that is left in the battle and fits; the first of its kind.
    pub(crate) fn pick(&self, side: u8, unit: Unit, fits: impl Fn(usize, Fighter) -> bool) -> Option<usize> {
        self.fight().alive(side).find(|(i, f)| f.unit == unit && fits(*i, *f)).map(|(i, _)| i)
    }

    /// Destroys a fighter: the figure goes back to its owner's supply.
    pub(crate) fn kill(&mut self, side: u8, at: usize) -> Unit {
        let fighter = &mut self.fight_mut().fighters[usize::from(side)][at];
        fighter.fate = Fate::Dead;
        let unit = fighter.unit;
        let seat = self.fight().seats[usize::from(side)];
        self.player_mut(seat).supply[unit.slot()] += 1;
        unit
    }

    /// Puts a fighter into an area outside the battle.
    pub(crate) fn send(&mut self, side: u8, at: usize, area: Area) -> Unit {
        let fighter = &mut self.fight_mut().fighters[usize::from(side)][at];
        fighter.fate = Fate::Gone;
        let unit = fighter.unit;
        let seat = self.fight().seats[usize::from(side)];
        self.add_unit(seat, area, unit);
        unit
    }

    pub(crate) fn side_seat(&self, side: u8) -> Seat {
        self.fight().seats[usize::from(side)]
    }

    /// What a side's effects see: of one skirmish, or of the whole battle at its start.
    pub(crate) fn scene(&self, side: u8, skirmish: Option<u8>) -> Scene {
        let battle = self.fight();
        let role = if side == 0 { Role::Attacker } else { Role::Defender };
        let base_here = self.ground(battle.area).base == Some(self.side_seat(side));
        match skirmish {
            None => Scene { role: Some(role), flu: None, enemy: None, own: self.kinds(side), base_here },
            Some(s) => Scene {
                role: Some(role),
                flu: Some(battle.flu(side, s).1.unit),
                enemy: Some(battle.flu(1 - side, s).1.unit),
                own: battle.of_skirmish(side, s).map(|(_, f)| f.unit).collect(),
                base_here,
            },
        }
    }

    // Step 4: the front line.

    /// Units of a side that can still be paired (SC-9.8, SC-9.9).
    pub(crate) fn pairable(&self, side: u8) -> UnitSet {
        let all_assist = self.all_assist(side);
        let fits = |f: &Fighter| {
            if all_assist { f.front } else { !data().unit(f.unit).assist }
        };
        let alive = self.fight().alive(side);
        alive.filter(|(_, f)| f.skirmish.is_none() && fits(f)).map(|(_, f)| f.unit).collect()
    }

    /// SC-9.7: as many pairs as possible; one where a side has only assist units.
    fn pairs_needed(&self) -> usize {
        if self.all_assist(0) || self.all_assist(1) {
            return 1;
        }
        let fit = |side| self.fight().alive(side).filter(|(_, f)| !data().unit(f.unit).assist).count();
        fit(0).min(fit(1))
    }

    pub(crate) fn open_pair(&mut self, cx: &mut Cx<'_>) -> bool {
        if self.fight().skirmishes.len() < self.pairs_needed() {
            return self.ask_or_force(Frame::Pair, cx);
        }
        self.task(|g, _| g.push(Task::Step(5)), cx)
    }

    // Step 5: supporting units.

    /// The next unit of a side without a skirmish.
    pub(crate) fn next_supporter(&self, side: u8) -> Option<(usize, Unit)> {
        self.fight().alive(side).find(|(_, f)| f.skirmish.is_none()).map(|(i, f)| (i, f.unit))
    }

    pub(crate) fn open_support(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        match self.next_supporter(side) {
            Some(_) => self.ask_or_force(Frame::Support(side), cx),
            None => self.task(|_, _| {}, cx),
        }
    }
}
