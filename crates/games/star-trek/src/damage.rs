//! Damage and criticals (ST-13, ST-14), and the loss of ships.

use crate::effect::{Effect, Shelter, When};
use crate::event::{Event, Loss};
use crate::fate::Fate;
use crate::kinds::{Crit, DiskId, Keyword, ShipId};
use crate::state::frame::{Critical, Frame, Hits, Source, Target};
use crate::state::{NOBODY, Place, Slot, StarTrek, Status};
use crate::turn::Flow;
use crate::values::{Holder, Scene};
use klaxon_core::SeatSet;

impl StarTrek {
    /// How the hits would fall: on shields and on hull (ST-13.3). Collisions go straight to the hull (ST-9.3).
    pub(crate) fn split_hits(&self, hits: &Hits) -> (u8, u8) {
        let shields = self.target_shields(hits.target);
        let (on_shields, on_hull) = match hits.source {
            Source::Terrain | Source::Collision | Source::Ram => (0, hits.n),
            Source::Beam | Source::Torpedo | Source::Obstruction | Source::Pulse => {
                // The first hits that would take shields take hull instead.
                let past = if shields > 0 { hits.ignores.min(hits.n) } else { 0 };
                let on_shields = (hits.n - past).min(shields);
                (on_shields, hits.n - on_shields)
            }
        };
        (on_shields, on_hull.saturating_sub(hits.spared))
    }

    /// Continuous prevention works by itself (components §11).
    pub(crate) fn shelter_by_itself(&mut self, hits: &mut Hits, fate: &mut Fate) {
        let Target::Ship(ship) = hits.target else { return };
        let mut found: Vec<(Holder, u8)> = Vec::new();
        for (holder, ability) in self.holders() {
            if ability.when != When::Continuous || !self.reaches(&holder, ability.scope, ship) {
                continue;
            }
            for effect in &ability.effect {
                if let Effect::PreventHits { n, of } = effect
                    && of.iter().any(|shelter| self.shelters(*shelter, hits))
                    && self.conditions_hold(&holder, ability, &Scene::default())
                {
                    found.push((holder, *n));
                }
            }
        }
        for (holder, n) in found {
            let prevented = n.min(hits.n);
            hits.n -= prevented;
            fate.all(Event::Prevented { by: self.agent(holder.means), hits: prevented });
        }
    }

    /// A disk or ship prevents hits that are on their way.
    pub(crate) fn prevent(&mut self, holder: &Holder, n: u8, of: &[Shelter], fate: &mut Fate) {
        let Some(Frame::Hits(hits)) = self.stack.last().copied() else { return };
        let (shields, hull) = self.split_hits(&hits);
        let only_hull = of.iter().all(|s| *s == Shelter::Hull);
        let prevented = n.min(if only_hull { hull } else { shields + hull });
        if let Some(Frame::Hits(hits)) = self.stack.last_mut() {
            if only_hull {
                hits.spared += prevented;
            } else {
                hits.n -= prevented;
            }
        }
        fate.all(Event::Prevented { by: self.agent(holder.means), hits: prevented });
    }

    /// Reactions, then the hits are applied, then the critical check (ST-13.7).
    pub(crate) fn step_hits(&mut self, hits: Hits, fate: &mut Fate) -> Flow {
        if let Target::Ship(id) = hits.target
            && !self.ship(id).in_play()
        {
            self.stack.pop();
            return Flow::Go;
        }
        let active = self.act.map(|a| self.ship(a.ship).controller);
        if let Some(seat) = self.next_reactor(active, hits.passed) {
            return self.ask(seat);
        }
        self.stack.pop();
        let (shields, hull) = self.split_hits(&hits);
        if shields + hull == 0 {
            return Flow::Go;
        }
        fate.all(Event::Damage { target: self.mark(hits.target), source: hits.source, shields, hull });
        match hits.target {
            Target::Threat => self.hit_threat(&hits, shields, hull, fate),
            Target::Ship(id) => {
                let ship = self.ship_mut(id);
                ship.shields -= shields;
                ship.hull = ship.hull.saturating_sub(hull);
                if ship.hull == 0 {
                    // ST-13.5, ST-13.6: destroyed at once, no critical check.
                    self.destroy(id, hits.by, None, fate);
                } else {
                    // ST-9.7, ST-13.8: one check for each event, whatever the hits came from.
                    self.check_criticals(id, hull > 0, &hits, fate);
                }
            }
        }
        Flow::Go
    }

    /// ST-14.1 to ST-14.3: five counters; exactly one after damage to shields alone, one or two after hull damage.
    fn check_criticals(&mut self, ship: ShipId, hull: bool, hits: &Hits, fate: &mut Fate) {
        let showing = fate.drop_criticals();
        fate.all(Event::CritDrop { target: self.mark(hits.target), showing, hull });
        let most = if hull { 2 } else { 1 };
        if showing.count_ones() > most {
            return;
        }
        // ST-14.12: a torpedo's critical is inflicted by the ship that launched it, while that ship is in play and
        // still its player's.
        let from = hits.from;
        let inflicts = from.is_some() && self.ship(from).in_play() && self.ship(from).controller == hits.by;
        let from = if inflicts { from } else { ShipId::NONE };
        let crits: Vec<Crit> = Crit::ALL.into_iter().filter(|c| showing & c.bit() != 0).collect();
        // ST-14.13: one after the other in the fixed sequence; the first lies on top.
        for (i, crit) in crits.iter().enumerate().rev() {
            let other = crits.iter().copied().enumerate().find(|(j, _)| *j != i).map(|(_, c)| c);
            let critical = Critical {
                ship,
                crit: *crit,
                other,
                changed: false,
                by: hits.by,
                from,
                passed: SeatSet::NONE,
            };
            self.stack.push(Frame::Critical(critical));
        }
    }

    /// ST-14.11: the attacker's Crit abilities, then the defender's reactions, then the effect.
    pub(crate) fn step_critical(&mut self, critical: Critical, fate: &mut Fate) -> Flow {
        let id = critical.ship;
        if !self.ship(id).in_play() {
            // ST-14.13: if the first destroys the ship the second lapses.
            self.stack.pop();
            return Flow::Go;
        }
        let attacker = if usize::from(critical.by) < self.seats.len() { Some(critical.by) } else { None };
        if let Some(seat) = self.next_reactor(attacker, critical.passed) {
            return self.ask(seat);
        }
        self.stack.pop();
        let crit = critical.crit;
        if self.ship(id).has_crit(crit) {
            // ST-14.5: the second of the same type.
            self.destroy(id, critical.by, Some(crit), fate);
            return Flow::Go;
        }
        // ST-14.4: marked, and then its effect at once.
        self.ship_mut(id).crits |= crit.bit();
        fate.all(Event::Crit { ship: self.ship_tag(id), crit });
        match crit {
            // ST-14.6, of both sides.
            Crit::Bridge => {
                self.remove_aboard(id, Loss::BridgeCrit, fate, |kind| kind.has(Keyword::BridgeCrew))
            }
            // ST-14.7.
            Crit::Engineering => self.remove_aboard(id, Loss::EngineeringCrit, fate, |kind| kind.tech),
            // ST-14.8.
            Crit::Helm => {
                let max = self.max_speed(id);
                if self.ship(id).speed > max {
                    self.ship_mut(id).speed = max;
                    fate.all(Event::Speed { ship: self.ship_tag(id), speed: max });
                }
            }
            Crit::Shields => {
                self.ship_mut(id).shields = 0;
                fate.all(Event::Shields { ship: self.ship_tag(id), shields: 0 });
            }
            Crit::Weapons => {}
        }
        Flow::Go
    }

    fn remove_aboard(
        &mut self,
        ship: ShipId,
        why: Loss,
        fate: &mut Fate,
        test: fn(&crate::data::DiskType) -> bool,
    ) {
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            let disk = self.disk(id);
            // ST-5.6: only what is revealed is at risk.
            if disk.aboard(ship) && disk.revealed() && test(disk.kind.of()) {
                self.remove_disk(id, why, fate);
            }
        }
    }

    /// ST-13.5: a ship is destroyed with everything aboard. `by` is the attacking seat, the threat or nobody.
    pub(crate) fn destroy(&mut self, id: ShipId, by: u8, twice: Option<Crit>, fate: &mut Fate) {
        fate.all(Event::Destroyed { ship: self.ship_tag(id), twice });
        let ship = *self.ship(id);
        let own = self.team_of(ship.controller);
        let killer = if usize::from(by) < self.seats.len() { self.team_of(by) } else { NOBODY };
        if self.disks_at(Place::Ship(id)).any(|(_, d)| d.kind.of().has(Keyword::Vip)) {
            // Components §14: without an attack, the team that controlled its ship.
            self.vip_killer = if killer == NOBODY { own } else { killer };
        }
        for disk in self.disks.iter_mut() {
            if disk.aboard(id) {
                disk.place = Place::Out;
            }
        }
        let gone = self.ship_mut(id);
        gone.status = Status::Destroyed;
        gone.hull = 0;
        gone.shields = 0;
        gone.orders = [Slot::Removed; 3];
        // ST-20.3: the printed cost, for the other team, or with more than two teams for the attacker's.
        let scorer = match self.teams {
            2 => 1 - own,
            _ if killer != own => killer,
            _ => NOBODY,
        };
        if self.teams > 1 && usize::from(scorer) < self.seats.len() {
            let points = i16::from(ship.kind.of().cost);
            self.score[usize::from(scorer)] += points;
            fate.all(Event::Scored { team: self.team_tag(scorer), points });
        }
    }

    /// Hits on the Borg cube (components §9): each critical means 2 more hull hits and no marker.
    fn hit_threat(&mut self, hits: &Hits, shields: u8, hull: u8, fate: &mut Fate) {
        let Some(threat) = &mut self.threat else { return };
        threat.shields -= shields;
        threat.hull = threat.hull.saturating_sub(u16::from(hull));
        if hits.source == Source::Beam && hits.from.is_some() {
            let ship = self.ship_mut(hits.from);
            ship.adapted = (ship.adapted + 1).min(2);
            let markers = ship.adapted;
            fate.all(Event::Adapted { ship: self.ship_tag(hits.from), markers });
        }
        if self.living_threat().is_some() {
            let showing = fate.drop_criticals();
            fate.all(Event::CritDrop { target: crate::event::Mark::Cube, showing, hull: hull > 0 });
            let most = if hull > 0 { 2 } else { 1 };
            let crits = showing.count_ones();
            if (1..=most).contains(&crits) {
                let more = 2 * crits as u8;
                self.hurt_threat(more);
                fate.all(Event::CubeCrit { hull: more });
            }
        }
        self.bury_threat(fate);
    }

    /// Takes hull off the cube.
    pub(crate) fn hurt_threat(&mut self, hull: u8) {
        if let Some(threat) = &mut self.threat {
            threat.hull = threat.hull.saturating_sub(u16::from(hull));
        }
    }

    /// A cube without hull is gone, with everybody aboard.
    pub(crate) fn bury_threat(&mut self, fate: &mut Fate) {
        if self.threat.is_some() && self.living_threat().is_none() {
            fate.all(Event::CubeDestroyed);
            for disk in self.disks.iter_mut() {
                if disk.place == Place::Threat {
                    disk.place = Place::Out;
                }
            }
        }
    }
}
