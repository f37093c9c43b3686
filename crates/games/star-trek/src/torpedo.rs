//! Torpedoes (ST-12).

use crate::event::{Event, TorpedoEnd};
use crate::fate::Fate;
use crate::kinds::{Round, ShipId, TORPEDO_RADIUS, TorpedoId};
use crate::state::frame::{Frame, Source, Target};
use crate::state::{Stage, StarTrek, Torpedo};
use crate::turn::Flow;
use crate::values::{Scene, Stat};
use crate::view::Warhead;
use klaxon_core::{Refusal, SeatSet, rule};
use klaxon_geometry::plane::{Heading, leg};

/// Components §5: counters, hops per move, end-of-phase moves.
pub(crate) const STANDARD: (i32, i32, i32) = (5, 4, 3);

impl StarTrek {
    /// May the ship launch a torpedo?
    pub(crate) fn check_launch(&self, ship: ShipId) -> Result<(), Refusal> {
        if self.cloaked(ship) {
            return Err(Refusal::illegal(
                rule!("ST-16.1"),
                "a cloaked ship cannot attack: drop the cloak first",
            ));
        }
        if self.ship(ship).torps == 0 {
            return Err(Refusal::illegal(rule!("ST-3.7"), "the ship has no torpedo left"));
        }
        if self.torpedoes.is_full() {
            return Err(Refusal::illegal(rule!("ST-3.7"), "there is no torpedo disk left in the box"));
        }
        Ok(())
    }

    /// ST-12.1: what a torpedo is that the ship launches now.
    pub(crate) fn warhead(&self, ship: ShipId) -> Warhead {
        let bonus = |stat| self.bonus(ship, stat, &Scene::default());
        let (damage, movement, life) = STANDARD;
        Warhead {
            damage: (damage + bonus(Stat::TorpDamage)).clamp(0, 50) as u8,
            movement: (movement + bonus(Stat::TorpMovement)).clamp(1, 20) as u8,
            life: (life + bonus(Stat::TorpLife)).clamp(0, 50) as u8,
        }
    }

    /// ST-12.1: puts a torpedo in the bay; its values are fixed now.
    pub(crate) fn launch(&mut self, ship: ShipId, fate: &mut Fate) {
        let Warhead { damage, movement, life } = self.warhead(ship);
        self.launched += 1;
        let id = TorpedoId(self.launched);
        let s = self.ship_mut(ship);
        s.torps -= 1;
        let at = s.round().bay(s.heading, TORPEDO_RADIUS);
        let (owner, heading) = (s.controller, s.heading);
        let torpedo =
            Torpedo { id, owner, ship, at, leg: at, hops: 0, heading, damage, movement, life, chosen: None };
        self.torpedoes.push(torpedo);
        fate.all(Event::Launched { ship: self.ship_tag(ship), torpedo: id, at });
        self.stack.push(Frame::Launched { ship, passed: SeatSet::NONE });
        self.stack.push(Frame::Guide { torpedo: id, hop: 0 });
    }

    /// The launch move (ST-12.3): the first hop straight on, then a heading before each further one.
    pub(crate) fn step_guide(&mut self, id: TorpedoId, hop: u8, fate: &mut Fate) -> Flow {
        let Some(torpedo) = self.torpedo(id).copied() else {
            self.stack.pop();
            return Flow::Go;
        };
        // ST-12.8: in the bay it is not in contact with its own ship; with any other it is.
        let but = if hop == 0 { torpedo.ship } else { ShipId::NONE };
        if self.meets(&torpedo, but, fate) {
            return Flow::Go;
        }
        if hop >= torpedo.movement {
            self.stack.pop();
            return Flow::Go;
        }
        if hop > 0 && torpedo.chosen.is_none() {
            return self.ask(torpedo.owner);
        }
        *self.stack.last_mut().expect("the launch is on the stack") =
            Frame::Guide { torpedo: id, hop: hop + 1 };
        self.hop_torpedo(id, fate);
        Flow::Go
    }

    /// One hop of a torpedo, with the heading chosen for it if there is one.
    fn hop_torpedo(&mut self, id: TorpedoId, fate: &mut Fate) {
        let table = self.table;
        let Some(torpedo) = self.torpedo_mut(id) else { return };
        if let Some(heading) = torpedo.chosen.take() {
            torpedo.turn(heading);
        }
        torpedo.hops += 1;
        torpedo.at = leg(torpedo.leg, torpedo.heading, TORPEDO_RADIUS, u32::from(torpedo.hops));
        let at = torpedo.at;
        if table.has(at) {
            fate.all(Event::TorpedoMoved { torpedo: id, at });
        } else {
            // ST-2.13: a torpedo whose centre is outside is removed.
            self.drop_torpedo(id, TorpedoEnd::OffTable, fate);
        }
    }

    /// Does the torpedo end where it is: on blocking terrain, or on a ship (ST-12.7)?
    fn meets(&mut self, torpedo: &Torpedo, but: ShipId, fate: &mut Fate) -> bool {
        let round = torpedo.round();
        if self.terrain.iter().any(|t| t.blocks && t.round().contacts(round)) {
            self.drop_torpedo(torpedo.id, TorpedoEnd::Blocked, fate);
            return true;
        }
        match self.struck_by(round, but) {
            Some(target) => {
                self.explode(torpedo.id, target, fate);
                true
            }
            None => false,
        }
    }

    /// ST-12.8: of several, the one with the smallest d² − (rA+rB)², ties to the lowest id.
    fn struck_by(&self, torpedo: Round, but: ShipId) -> Option<Target> {
        let depth = |other: Round| {
            let reach = (other.radius + torpedo.radius) as i128;
            torpedo.at.distance_sq(other.at) as i128 - reach * reach
        };
        // ST-12.11: cloaked ships, too. ST-12.13: its own ship, once it has left the bay.
        let ships = self.ships_in_play().filter(|(id, s)| *id != but && s.round().contacts(torpedo));
        let nearest = ships.map(|(id, s)| (depth(s.round()), Target::Ship(id))).min_by_key(|(d, _)| *d);
        let cube = self
            .living_threat()
            .filter(|t| t.round().contacts(torpedo))
            .map(|t| (depth(t.round()), Target::Threat));
        nearest.into_iter().chain(cube).min_by_key(|(d, _)| *d).map(|(_, target)| target)
    }

    /// ST-12.7: it goes off against that ship and is removed.
    pub(crate) fn explode(&mut self, id: TorpedoId, target: Target, fate: &mut Fate) {
        let index = self.torpedoes.iter().position(|t| t.id == id).expect("the torpedo flies");
        let torpedo = self.torpedoes.remove(index);
        let hits = fate.drop(torpedo.damage);
        fate.all(Event::Explodes { torpedo: id, target: self.mark(target), counters: torpedo.damage, hits });
        self.hit(target, hits, Source::Torpedo, torpedo.owner, torpedo.ship, fate);
    }

    pub(crate) fn drop_torpedo(&mut self, id: TorpedoId, why: TorpedoEnd, fate: &mut Fate) {
        self.torpedoes.retain(|t| t.id != id);
        fate.all(Event::TorpedoGone { torpedo: id, why });
    }

    /// After a launch: a second one by the same order?
    pub(crate) fn step_launched(&mut self, ship: ShipId, passed: SeatSet) -> Flow {
        if self.ship(ship).in_play()
            && self.check_launch(ship).is_ok()
            && let Some(seat) = self.next_reactor(None, passed)
        {
            return self.ask(seat);
        }
        self.stack.pop();
        Flow::Go
    }

    /// ST-12.6: all headings are chosen; everything makes its first hop.
    pub(crate) fn enter_flight(&mut self, fate: &mut Fate) {
        if self.torpedoes.is_empty() {
            self.enter_threat();
            return;
        }
        for torpedo in self.torpedoes.iter_mut() {
            let heading = torpedo.chosen.take().unwrap_or(torpedo.heading);
            // ST-12.4: a new move is a new leg.
            torpedo.heading = heading;
            torpedo.leg = torpedo.at;
            torpedo.hops = 0;
        }
        self.stage = Stage::Flight { hop: 1 };
        self.hop_all(1, fate);
    }

    fn hop_all(&mut self, hop: u8, fate: &mut Fate) {
        let ids: Vec<TorpedoId> = self.torpedoes.iter().filter(|t| t.movement >= hop).map(|t| t.id).collect();
        for id in ids {
            self.hop_torpedo(id, fate);
        }
    }

    /// ST-12.6: contacts of this hop by ascending id, then the next hop for those that have one left.
    pub(crate) fn fly(&mut self, hop: u8, fate: &mut Fate) {
        for i in 0..self.torpedoes.len() {
            let torpedo = self.torpedoes[i];
            if torpedo.movement >= hop && self.meets(&torpedo, ShipId::NONE, fate) {
                return;
            }
        }
        let next = hop + 1;
        if self.torpedoes.iter().any(|t| t.movement >= next) {
            self.stage = Stage::Flight { hop: next };
            self.hop_all(next, fate);
            return;
        }
        // ST-12.2: after its last end-of-phase move a torpedo expires.
        let mut expired: Vec<TorpedoId> = Vec::new();
        for torpedo in self.torpedoes.iter_mut() {
            torpedo.life = torpedo.life.saturating_sub(1);
            if torpedo.life == 0 {
                expired.push(torpedo.id);
            }
        }
        for id in expired {
            self.drop_torpedo(id, TorpedoEnd::Expired, fate);
        }
        self.enter_threat();
    }
}

impl Torpedo {
    /// ST-2.6: a new heading starts a new leg; naming the present one is no change.
    fn turn(&mut self, heading: Heading) {
        if heading != self.heading {
            self.heading = heading;
            self.leg = self.at;
            self.hops = 0;
        }
    }
}
