//! Chapter 9: movement, with what space features do to it (chapter 18) and the exit of a breakthrough (RA-20.12).

use crate::board::{Hex, HexSet, NONE, board};
use crate::data::Objective;
use crate::data::{CombatId, Hull, Kind};
use crate::effect::CombatEffect;
use crate::event::{Cx, Event, Hazard};
use crate::state::{Marks, Open, RedAlert, Stage, Step, UnitId};
use crate::team::commander;
use klaxon_core::{Refusal, Seat, rule};
use serde::{Deserialize, Serialize};

/// How a unit moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// RA-9.3.
    SubLight,
    /// RA-9.11: 2 stars, one hex further.
    Impulse,
    /// RA-9.12: destroyers into close quarters.
    Warp,
    /// By the card Light Speed.
    LightSpeed,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 4] = [Mode::SubLight, Mode::Impulse, Mode::Warp, Mode::LightSpeed];

    /// Its name in situations, marks and sentences.
    pub fn word(self) -> &'static str {
        match self {
            Mode::SubLight => "sub-light",
            Mode::Impulse => "impulse",
            Mode::Warp => "warp",
            Mode::LightSpeed => "light-speed",
        }
    }
}

const ADJACENT: &str = "a warp must end adjacent to an enemy unit it can battle";

/// What bars a way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bar {
    Asteroids,
    Planets,
    Debris,
    Units,
}

impl Bar {
    const ALL: [Bar; 4] = [Bar::Asteroids, Bar::Planets, Bar::Debris, Bar::Units];
}

impl Open {
    /// May the unit still move in this phase, wherever to? Says nothing about hexes.
    pub fn check_mover(&self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !unit.is(Marks::ORDERED) {
            return Err(Refusal::illegal(rule!("RA-8.2"), "only ordered units may move this turn"));
        }
        if unit.is(Marks::ALERT) {
            return Err(Refusal::illegal(rule!("RA-9.10"), "a unit with a red alert marker may not move"));
        }
        if unit.is(Marks::MOVED) {
            let (rule, text) = if unit.is(Marks::LANDED) {
                (rule!("RA-18.24"), "a unit that moved onto a planet hex moves no further this turn")
            } else if unit.is(Marks::STOPPED) {
                (rule!("RA-18.1"), "an asteroid field stops the unit: it moves no further this turn")
            } else {
                (rule!("RA-9.2"), "this unit has moved already this turn")
            };
            return Err(Refusal::illegal(rule, text));
        }
        if unit.is(Marks::STILL) || unit.is(Marks::BONUS) && self.plan().still {
            return Err(Refusal::illegal(rule!("RA-17.4"), "a card forbids this unit to move"));
        }
        Ok(())
    }

    pub(crate) fn may_move(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let bars = Marks::ALERT.and(Marks::MOVED).and(Marks::STILL);
        unit.is(Marks::ORDERED) && !unit.is(bars) && !(unit.is(Marks::BONUS) && self.plan().still)
    }

    /// Sub-light movement of a unit this turn (RA-9.3), cards included.
    pub fn speed(&self, id: UnitId) -> u8 {
        let unit = self.unit(id);
        let mut speed = unit.kind.stats().speed;
        if unit.is(Marks::BONUS) {
            speed += self.plan().faster;
        }
        if unit.is(Marks::SLINGSHOT) {
            speed += slingshot_hexes();
        }
        speed
    }

    /// May the unit use full impulse (RA-9.11)? A card that adds movement takes its place.
    pub fn check_impulse(&self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.is(Marks::IMPULSE) {
            return Err(Refusal::illegal(rule!("RA-9.11"), "full impulse is used once a turn by a unit"));
        }
        if unit.is(Marks::SLINGSHOT) || unit.is(Marks::BONUS) && self.plan().faster > 0 {
            return Err(Refusal::illegal(rule!("RA-17.4"), "the card takes the place of full impulse"));
        }
        if unit.is(Marks::LIGHT_SPEED) {
            return Err(Refusal::illegal(rule!("RA-9.15"), "light speed is not changed by stars"));
        }
        if self.stars(id.side()) < 2 {
            return Err(Refusal::illegal(rule!("RA-9.11"), "full impulse costs 2 stars"));
        }
        Ok(())
    }

    /// The hexes that a unit can move to in so many steps at sub-light (RA-9.4, RA-9.5, chapter 18). RA-9.6: sectors do
    /// not matter. RA-9.7: half-hexes are none of the map's.
    fn steps(&self, id: UnitId, steps: u8) -> HexSet {
        self.steps_but_for(id, steps, None)
    }

    /// The same if one thing that bars ways were not there.
    fn steps_but_for(&self, id: UnitId, steps: u8, lifted: Option<Bar>) -> HexSet {
        let unit = self.unit(id);
        let start = unit.hex();
        let hexes = |bar: Bar| if lifted == Some(bar) { HexSet::EMPTY } else { self.barred(id, bar) };
        // RA-9.5, RA-18.21, RA-18.12: units, debris and planets are no way through. RA-9.16, RA-18.22: debris wherever it lies.
        let closed = hexes(Bar::Units).or(hexes(Bar::Debris));
        let blocked = closed.or(hexes(Bar::Planets));
        // RA-18.1, RA-18.9: an asteroid field stops the unit, also one that comes out of another, unless a helmsman steers it.
        let stops = hexes(Bar::Asteroids);
        let mut reach = HexSet::EMPTY;
        let mut edge: HexSet = [start].into_iter().collect();
        for step in 0..steps {
            let next = if step == 0 { start.neighbours() } else { edge.around() };
            let fresh = next.minus(blocked).minus(reach);
            reach = reach.or(fresh);
            edge = fresh.minus(stops);
            if edge.is_empty() {
                break;
            }
        }
        if steps > 0 {
            // RA-18.12: onto a planet hex only from next to it, one hex, and stop.
            // RA-18.13, RA-18.23: also from another planet hex, of the same group or not.
            reach = reach.or(start.neighbours().and(self.planets).minus(closed));
        }
        reach.remove(start);
        reach
    }

    /// Where a unit's way ends for one reason.
    fn barred(&self, id: UnitId, bar: Bar) -> HexSet {
        match bar {
            Bar::Asteroids if self.unit(id).is(Marks::HELMSMAN) => HexSet::EMPTY,
            Bar::Asteroids => self.asteroids,
            Bar::Planets => self.planets,
            Bar::Debris => self.debris,
            Bar::Units => self.occupied(),
        }
    }

    /// What is in the way to a hex that is near enough: that without which the unit would get there, or else what comes
    /// first on the straightest way.
    fn bar_to(&self, id: UnitId, to: Hex, steps: u8) -> Bar {
        let alone = Bar::ALL.into_iter().find(|&bar| self.steps_but_for(id, steps, Some(bar)).has(to));
        if let Some(bar) = alone {
            return bar;
        }
        let mut at = self.unit(id).hex();
        loop {
            let nearer = |hex: &Hex| hex.distance(to) < at.distance(to);
            let bar_on = |hex: Hex| Bar::ALL.into_iter().find(|&bar| self.barred(id, bar).has(hex));
            let next = at.neighbours().iter().filter(nearer).min_by_key(|&hex| bar_on(hex).is_some());
            match next {
                Some(hex) if bar_on(hex).is_none() => at = hex,
                Some(hex) => return bar_on(hex).unwrap_or(Bar::Units),
                None => return Bar::Units,
            }
        }
    }

    /// The hexes that a unit can reach in a way of moving; empty where it may not move so.
    pub fn reach(&self, id: UnitId, mode: Mode) -> HexSet {
        if !self.may_move(id) { HexSet::EMPTY } else { self.reach_unchecked(id, mode) }
    }

    /// The same for a unit that is known to be allowed to move.
    pub(crate) fn reach_unchecked(&self, id: UnitId, mode: Mode) -> HexSet {
        let unit = self.unit(id);
        let light = unit.is(Marks::LIGHT_SPEED);
        match mode {
            // RA-9.3: up to its speed.
            Mode::SubLight if !light => self.steps(id, self.speed(id)),
            Mode::Impulse if !light && self.check_impulse(id).is_ok() => {
                let speed = self.speed(id);
                self.steps(id, speed + 1).minus(self.steps(id, speed))
            }
            // RA-9.13: one way or the other, never both.
            Mode::Warp if !light && self.can_warp(id) => {
                // RA-9.12: three hexes, if the move ends next to an enemy it can battle; never on a planet (RA-9.14).
                let near = self.seen_enemies(id.side()).around();
                self.steps(id, 3).minus(self.planets).and(near).minus(self.steps(id, self.speed(id)))
            }
            Mode::LightSpeed if light => {
                let features = self.asteroids.or(self.planets).or(self.debris);
                unit.hex().within(light_speed_hexes()).minus(features).minus(self.occupied())
            }
            Mode::SubLight | Mode::Impulse | Mode::Warp | Mode::LightSpeed => HexSet::EMPTY,
        }
    }

    /// RA-9.12, RA-9.14: a destroyer that is allowed to battle this turn; a card that adds movement and forbids warp
    /// does so. Close quarters give it at least one die against any enemy it can see.
    fn can_warp(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.kind.stats().hull == Hull::Destroyer
            && !unit.is(Marks::CLOAKED.and(Marks::NO_COMBAT).and(Marks::SLINGSHOT))
    }

    /// Judges the way of a move; the reasons are in the order a player would ask for them.
    pub(crate) fn check_way(&self, id: UnitId, to: Hex, mode: Mode) -> Result<(), Refusal> {
        if self.reach_unchecked(id, mode).has(to) {
            return Ok(());
        }
        let unit = self.unit(id);
        let from = unit.hex();
        let illegal = |rule, text: String| Err(Refusal::illegal(rule, text));
        if from == to {
            return illegal(
                rule!("RA-9.1"),
                "the unit stands there already; not moving needs no decision".into(),
            );
        }
        if self.unit_at(to).is_some() {
            return illegal(rule!("RA-9.5"), format!("there is a unit on {to}; two units never share a hex"));
        }
        if self.debris.has(to) {
            return illegal(rule!("RA-18.21"), format!("debris makes {to} impassable"));
        }
        match (unit.is(Marks::LIGHT_SPEED), mode) {
            (true, Mode::LightSpeed) => {
                let features = self.asteroids.or(self.planets);
                let text = if features.has(to) {
                    "light speed must end on a hex without a space feature".into()
                } else {
                    format!("light speed takes the unit at most {} hexes", light_speed_hexes())
                };
                return illegal(rule!("RA-9.15"), text);
            }
            (true, Mode::SubLight | Mode::Impulse | Mode::Warp) => {
                return illegal(rule!("RA-9.15"), "this unit moves at light speed this turn".into());
            }
            (false, Mode::LightSpeed) => {
                return illegal(rule!("RA-17.3"), "light speed needs the card Light Speed".into());
            }
            (false, Mode::SubLight | Mode::Impulse | Mode::Warp) => {}
        }
        if self.planets.has(to) {
            let text =
                "a planet hex is entered only from next to it, by a move of exactly one hex at sub-light";
            return illegal(rule!("RA-18.12"), text.into());
        }
        if mode == Mode::Warp && unit.kind.stats().hull != Hull::Destroyer {
            return illegal(rule!("RA-9.12"), "only destroyers warp".into());
        }
        if self.reach_unchecked(id, Mode::SubLight).has(to) {
            return illegal(rule!("RA-9.19"), format!("sub-light movement takes the unit to {to} already"));
        }
        match mode {
            Mode::Impulse => self.check_impulse(id)?,
            Mode::Warp if unit.is(Marks::SLINGSHOT) => {
                return illegal(rule!("RA-17.4"), "the slingshot allows no warp".into());
            }
            Mode::Warp if !self.can_warp(id) => {
                return illegal(
                    rule!("RA-9.14"),
                    "a destroyer warps only when it may battle this turn".into(),
                );
            }
            Mode::Warp if self.steps(id, 3).has(to) => {
                return illegal(rule!("RA-9.12"), ADJACENT.into());
            }
            Mode::Warp | Mode::SubLight | Mode::LightSpeed => {}
        }
        let allowed = match mode {
            Mode::Impulse => self.speed(id) + 1,
            Mode::Warp => 3,
            Mode::SubLight | Mode::LightSpeed => self.speed(id),
        };
        let far = from.distance(to);
        if far > allowed {
            let rule = match mode {
                Mode::SubLight | Mode::LightSpeed => rule!("RA-9.3"),
                Mode::Impulse => rule!("RA-9.11"),
                Mode::Warp => rule!("RA-9.12"),
            };
            return illegal(rule, format!("{to} is {far} hexes away; this move is at most {allowed}"));
        }
        if mode == Mode::Warp && !self.seen_enemies(id.side()).around().has(to) {
            return illegal(rule!("RA-9.12"), ADJACENT.into());
        }
        // It is near enough, so something is in the way. Say what.
        let (rule, text) = match self.bar_to(id, to, allowed) {
            Bar::Asteroids => (rule!("RA-18.1"), "asteroids stop a unit: the way beyond them is closed"),
            Bar::Planets => (rule!("RA-18.12"), "the way leads over a planet, which stops the unit"),
            Bar::Debris => (rule!("RA-18.21"), "debris is in the way"),
            Bar::Units => (rule!("RA-9.5"), "other units are in the way"),
        };
        illegal(rule, text.into())
    }

    /// May the unit leave over the enemy baseline (RA-20.12, RA-20.13, RA-20.18)?
    pub fn check_exit(&self, id: UnitId) -> Result<(), Refusal> {
        let side = id.side();
        if self.objectives[side.index()] & Objective::Breakthrough.bit() == 0 {
            return Err(Refusal::illegal(
                rule!("RA-9.8"),
                "this battle has no breakthrough: nobody leaves the map",
            ));
        }
        self.check_mover(id)?;
        let unit = self.unit(id);
        if unit.is(Marks::CLOAKED) {
            return Err(Refusal::illegal(rule!("RA-20.13"), "a cloaked unit may not exit"));
        }
        if unit.hex().row() != side.other().baseline() {
            let text = "a unit exits from the enemy baseline row, on which it must begin its turn";
            return Err(Refusal::illegal(rule!("RA-20.12"), text));
        }
        if unit.is(Marks::LIGHT_SPEED) {
            return Err(Refusal::illegal(
                rule!("RA-20.18"),
                "an exit is the unit's whole move, not a light-speed move",
            ));
        }
        Ok(())
    }

    /// May a fighter move again after its combat (Move, Combat, Move)?
    pub(crate) fn can_move_again(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let bars = Marks::ALERT.and(Marks::RETIRED).and(Marks::STOPPED).and(Marks::STILL);
        unit.is_on_map() && unit.is(Marks::BONUS) && self.plan().second_move && !unit.is(bars)
    }

    /// Seats that could still move something and have not passed (RA-22.11).
    pub(crate) fn movers(&self) -> klaxon_core::SeatSet {
        let could = self.controllers(|id| self.may_move(id));
        klaxon_core::SeatSet(could.0 & !self.passed.0)
    }
}

/// How far the card Light Speed takes a unit. Packs may change it; a deck without it has no such unit.
fn light_speed_hexes() -> u8 {
    hexes(|e| if let CombatEffect::LightSpeed { hexes } = e { Some(*hexes) } else { None })
}

/// How much the card Slingshot adds.
fn slingshot_hexes() -> u8 {
    hexes(|e| if let CombatEffect::Slingshot { hexes } = e { Some(*hexes) } else { None })
}

fn hexes(find: impl Fn(&CombatEffect) -> Option<u8>) -> u8 {
    CombatId::all().find_map(|card| card.card().effect.iter().find_map(&find)).unwrap_or(0)
}

impl RedAlert {
    /// Judges who may move the unit; a mode that costs stars may be the Fleet Commander's (RA-22.7).
    pub(crate) fn check_mover_seat(&self, seat: Seat, id: UnitId, mode: Mode) -> Result<(), Refusal> {
        let own = self.open.unit_seat(id);
        let side = id.side();
        if mode == Mode::Impulse && self.open.star_control[side.index()] {
            if seat != commander(side) {
                return Err(Refusal::illegal(
                    rule!("RA-22.7"),
                    "the Fleet Commander has taken over the stars",
                ));
            }
            return Ok(());
        }
        if own != seat {
            return Err(Refusal::illegal(rule!("RA-22.5"), "another player of your side controls this unit"));
        }
        Ok(())
    }

    /// A second move is over, made or not.
    pub(crate) fn after_second_move(&mut self) {
        if self.open.depth > 0 && self.open.fight().step == Step::SecondMove {
            self.open.fight().step = Step::Done;
        } else if self.open.stage == Stage::SecondMove {
            self.open.second_mover = NONE;
            self.open.stage = Stage::Combat;
        }
    }

    pub(crate) fn apply_move(&mut self, id: UnitId, to: Hex, mode: Mode, cx: &mut Cx) {
        let ship = self.open.ship(id);
        if mode == Mode::Impulse {
            self.spend(id.side(), 2);
            self.open.units[id.index()].marks.set(Marks::IMPULSE);
        }
        cx.say(|| Event::Moved { ship, to, mode });
        // RA-9.9: the whole unit, always.
        self.open.shift(id, to);
        self.open.units[id.index()].marks.set(Marks::MOVED);
        self.enter(id, cx);
    }

    /// What a hex does to a unit that moved onto it.
    pub(crate) fn enter(&mut self, id: UnitId, cx: &mut Cx) {
        let unit = *self.open.unit(id);
        let hex = unit.hex();
        if self.open.planets.has(hex) {
            // RA-18.14, RA-18.24: it stops, and battles this turn only if it is a fighter.
            self.open.units[id.index()].marks.set(Marks::STOPPED.and(Marks::LANDED));
        }
        if self.open.asteroids.has(hex) && !unit.is(Marks::HELMSMAN) {
            self.open.units[id.index()].marks.set(Marks::STOPPED);
            // RA-18.2: one die for entering an asteroid field.
            let (count, dice) = cx.roll(1);
            let harm = count[5] > 0;
            let ship = self.open.ship(id);
            cx.say(|| Event::Danger { ship, at: hex, hazard: Hazard::Entering, dice, harm });
            if harm {
                self.mark_alert(id, cx);
            }
        }
    }

    pub(crate) fn apply_exit(&mut self, id: UnitId, cx: &mut Cx) {
        let ship = self.open.ship(id);
        let points = ship.kind.stats().points;
        // RA-20.11, RA-20.14: its own points for its owner; nothing was destroyed.
        cx.say(|| Event::Exited { ship, points });
        self.open.lift(id);
        self.open.tally[ship.side.index()].exited[ship.kind as usize] += 1;
        self.score(ship.side, points, cx);
        self.after_loss(ship.side, cx);
    }

    pub(crate) fn end_movement(&mut self, cx: &mut Cx) {
        let side = self.open.active;
        cx.say(|| Event::MovementDone { side });
        // RA-9.19: light speed takes the place of the move of phase 3; a second move is an ordinary one.
        for unit in &mut self.open.units {
            unit.marks.clear(Marks::LIGHT_SPEED);
        }
        self.open.passed = klaxon_core::SeatSet::NONE;
        self.open.stage = Stage::MovementDone;
    }
}

impl Open {
    /// The hexes where a side may put jump points: within three hexes of its baseline, not on a dotted line, not on a
    /// space feature (RA-24.1, RA-24.2).
    pub(crate) fn jump_hexes(&self, side: crate::board::Side, sector: crate::board::Sector) -> HexSet {
        let base = side.baseline();
        let rows = (0..11u8).filter(|r| r.abs_diff(base) <= 3);
        let near = rows.fold(HexSet::EMPTY, |set, r| set.or(board().row_sets[usize::from(r)]));
        let features = self.asteroids.or(self.planets).or(self.debris);
        near.and(board().sectors[sector as usize])
            .minus(board().dotted)
            .minus(features)
            .minus(self.occupied())
    }

    /// Is there a flagship of the side on the battlefield?
    pub(crate) fn flagship(&self, side: crate::board::Side) -> Option<UnitId> {
        self.units_of(side).find(|&id| self.unit(id).kind == Kind::FL)
    }
}
