//! Beams (ST-10, ST-13.7).

use crate::event::{Event, Mark};
use crate::fate::Fate;
use crate::kinds::{Round, ShipId};
use crate::state::frame::{Frame, Hits, Shot, Source, Target};
use crate::state::{StarTrek, THREAT};
use crate::turn::Flow;
use klaxon_core::{Refusal, SeatSet, rule};

/// Why a beam cannot be aimed so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Astray {
    NoShip,
    Itself,
    Cloaked,
    OwnTeam,
    NoThreat,
    /// Out of range of a beam that reaches so far.
    Beyond(u32),
}

impl Astray {
    fn refusal(self) -> Refusal {
        let (rule, text) = match self {
            Astray::NoShip => (rule!("ST-10.1"), "there is no such ship in play"),
            Astray::Itself => (rule!("ST-10.1"), "a ship cannot fire at itself"),
            Astray::Cloaked => (rule!("ST-10.2"), "a cloaked ship cannot be fired upon"),
            Astray::OwnTeam => (rule!("ST-23.3"), "at this table beams are not aimed at the own team"),
            Astray::NoThreat => (rule!("ST-10.1"), "there is no such threat in play"),
            Astray::Beyond(range) => {
                let text = format!("the target is out of range: the beam reaches range: {range}");
                return Refusal::illegal(rule!("ST-10.1"), text);
            }
        };
        Refusal::illegal(rule, text)
    }
}

impl StarTrek {
    /// May the ship fire its beam at the target (ST-10.1, ST-10.2)?
    pub(crate) fn check_fire(&self, from: ShipId, target: Target) -> Result<(), Refusal> {
        if self.cloaked(from) {
            let text = "a cloaked ship cannot fire: drop the cloak at the start of a phase";
            return Err(Refusal::illegal(rule!("ST-10.2"), text));
        }
        self.bears(from, target, self.beam_range(from)).map_err(Astray::refusal)
    }

    /// May a ship that can fire aim at that, with a beam of this range? Without words, since it is asked for every ship in sight.
    fn bears(&self, from: ShipId, target: Target, range: u32) -> Result<(), Astray> {
        let to = match target {
            Target::Ship(id) => {
                if !id.is_some() || id.ix() >= self.ships.len() || !self.ship(id).in_play() {
                    return Err(Astray::NoShip);
                }
                if id == from {
                    return Err(Astray::Itself);
                }
                // ST-10.2.
                if self.cloaked(id) {
                    return Err(Astray::Cloaked);
                }
                // ST-23.3.
                if !self.options.friendly_fire && self.friendly(self.ship(from).controller, id) {
                    return Err(Astray::OwnTeam);
                }
                self.ship(id).round()
            }
            Target::Threat => self.target_round(target).ok_or(Astray::NoThreat)?,
        };
        // ST-10.1, ST-2.12: there are no arcs, so the heading is not asked.
        if self.ship(from).round().in_range(to, range) { Ok(()) } else { Err(Astray::Beyond(range)) }
    }

    /// What the ship could fire at now.
    pub(crate) fn beam_targets(&self, from: ShipId) -> Vec<Target> {
        if self.cloaked(from) {
            return Vec::new();
        }
        let range = self.beam_range(from);
        let ships = self.ships_in_play().map(|(id, _)| Target::Ship(id));
        ships.chain([Target::Threat]).filter(|t| self.bears(from, *t, range).is_ok()).collect()
    }

    /// Declares a beam.
    pub(crate) fn fire(&mut self, from: ShipId, target: Target, fate: &mut Fate) {
        let counters = self.beam(from, target).clamp(-100, 100) as i8;
        let ship = self.ship_mut(from);
        let ignores = std::mem::take(&mut ship.ignores);
        // ST-10.5: beams need no ammunition and never run out.
        ship.marks.fired = true;
        self.declare(from, target, counters, ignores, fate);
    }

    /// The threat fires (components §9): six counters, fewer in a nebula.
    pub(crate) fn threat_fires(&mut self, at: Round, target: Target, fate: &mut Fate) {
        let counters = if self.beam_in_nebula(at, target) { 4 } else { 6 };
        self.declare(ShipId::NONE, target, counters, 0, fate);
    }

    fn declare(&mut self, from: ShipId, target: Target, counters: i8, ignores: u8, fate: &mut Fate) {
        let shot = Shot {
            from,
            target,
            counters,
            dropped: false,
            hits: 0,
            misses: 0,
            ignores,
            again: false,
            passed: SeatSet::NONE,
        };
        self.stack.push(Frame::Shot(shot));
        let ship = if from.is_some() { Mark::Ship(self.ship_tag(from)) } else { Mark::Cube };
        fate.all(Event::Fires { ship, target: self.mark(target), counters: counters.max(0) as u8 });
    }

    /// Declare, reactions, drop, reactions; then hits and their critical check, and after that fire-again.
    pub(crate) fn step_shot(&mut self, shot: Shot, fate: &mut Fate) -> Flow {
        // ST-20.9: a concession may have taken one of them off the table.
        let gone = |id: ShipId| id.is_some() && !self.ship(id).in_play();
        let lost = match shot.target {
            Target::Ship(id) => gone(id),
            Target::Threat => self.living_threat().is_none(),
        };
        if gone(shot.from) || lost {
            self.stack.pop();
            return Flow::Go;
        }
        let attacker = if shot.from.is_some() { Some(self.ship(shot.from).controller) } else { None };
        if let Some(seat) = self.next_reactor(attacker, shot.passed) {
            return self.ask(seat);
        }
        if !shot.dropped {
            // ST-10.3: a rating below 0 counts as 0.
            let counters = shot.counters.max(0) as u8;
            let hits = fate.drop(counters);
            let ship = if shot.from.is_some() { Mark::Ship(self.ship_tag(shot.from)) } else { Mark::Cube };
            fate.all(Event::Dropped { ship, target: self.mark(shot.target), counters, hits });
            let dropped =
                Shot { dropped: true, hits, misses: counters - hits, passed: SeatSet::NONE, ..shot };
            *self.stack.last_mut().expect("the shot is on the stack") = Frame::Shot(dropped);
            return Flow::Go;
        }
        self.stack.pop();
        if shot.again {
            self.stack.push(Frame::Again { ship: shot.from });
        }
        if shot.hits > 0 {
            let by = attacker.unwrap_or(THREAT);
            let mut hits = Hits {
                target: shot.target,
                n: shot.hits,
                source: Source::Beam,
                by,
                from: shot.from,
                ignores: shot.ignores,
                spared: 0,
                passed: SeatSet::NONE,
            };
            self.shelter_by_itself(&mut hits, fate);
            if hits.n > 0 {
                self.stack.push(Frame::Hits(hits));
            }
        }
        Flow::Go
    }

    /// `FireAgain`: same or other target, no order; or not.
    pub(crate) fn step_again(&mut self, ship: ShipId) -> Flow {
        if !self.ship(ship).in_play() || self.beam_targets(ship).is_empty() {
            self.stack.pop();
            return Flow::Go;
        }
        self.ask(self.ship(ship).controller)
    }
}
