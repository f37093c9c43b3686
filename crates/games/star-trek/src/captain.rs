//! How a captain flies, shoots and plans: the leans that look at the table.

use crate::frame::Frame;
use crate::instinct::{GOOD, IDLE, SILLY, SURE};
use crate::kinds::{CUBE_RADIUS, Order, Round, ShipId, TORPEDO_RADIUS, TerrainId, TorpedoId};
use crate::scenario::{Goal, GoalEffect, GoalTeam, GoalWord, Side, Special, Victory, Zone};
use crate::state::{Place, Slot, Stage, StarTrek};
use crate::torpedo::STANDARD;
use crate::values::{Scene, Stat};
use klaxon_geometry::plane::{Heading, Point, TEMPLATE, heading_to, leg};

/// A gap that no ship has to another.
const FAR: i64 = 1_000_000;

/// Where a ship wants to be: so near to that.
#[derive(Clone, Copy)]
struct Aim {
    at: Round,
    /// The gap that is near enough.
    near: i64,
}

/// Does the order that lies there change the way of a ship?
fn turns(slot: Slot) -> bool {
    matches!(slot.down(), Some(Order::ChangeHeading | Order::ChangeSpeed))
}

/// A weight that doubles with every eight points of worth, out of a hundred.
fn weight(worth: i64) -> u32 {
    let worth = worth.clamp(0, 96) as u32;
    let step = 1 << (worth / 8);
    step + step * (worth % 8) / 8
}

impl StarTrek {
    /// The gap between the ship, if it stood there, and the nearest enemy.
    pub(crate) fn foe_gap(&self, id: ShipId, at: Point) -> i64 {
        let disk = self.ship(id).round().moved_to(at);
        self.foes(id).map(|foe| disk.gap(foe)).min().unwrap_or(FAR)
    }

    /// Enemies of a ship as disks.
    fn foes(&self, id: ShipId) -> impl Iterator<Item = Round> {
        self.foes_after(id, 0)
    }

    /// Enemies of a ship after so many phases. Where captains will be nobody knows; the threat's way is known.
    fn foes_after(&self, id: ShipId, phases: u32) -> impl Iterator<Item = Round> {
        let seat = self.ship(id).controller;
        let ships = self.ships_in_play().filter(move |(other, _)| !self.friendly(seat, *other));
        ships.map(|(_, s)| s.round()).chain(self.threat_after(phases))
    }

    /// The threat after so many hops, one in each phase.
    fn threat_after(&self, phases: u32) -> Option<Round> {
        let cube = self.living_threat()?;
        Some(cube.round().moved_to(leg(cube.at, cube.heading, CUBE_RADIUS, phases)))
    }

    /// The speed at which the ship keeps up with the threat, if that is its enemy.
    pub(crate) fn pace(&self, id: ShipId) -> Option<u8> {
        self.living_threat()?;
        let radius = self.ship(id).kind.of().size.radius();
        Some(((CUBE_RADIUS + radius / 2) / radius) as u8)
    }

    /// Against a threat that flies on: twelve for each of three phases in which a ship that moves straight on from
    /// there can fire at it, before or after its own move; else less, the farther it stays away.
    fn prospects(&self, id: ShipId, (at, heading, speed): (Point, Heading, u8), phases: u32) -> Option<i64> {
        let radius = self.ship(id).kind.of().size.radius();
        let near = self.reach_of(id) - 400;
        let mut hits = 0;
        let mut least = FAR;
        for j in 0..3 {
            let cube = self.threat_after(phases + j)?;
            let stands = |moves: u32| Round::new(leg(at, heading, radius, u32::from(speed) * moves), radius);
            let on = |disk: &Round| self.table.has(disk.at);
            let gaps = [stands(j), stands(j + 1)].into_iter().filter(on).map(|disk| disk.gap(cube) - near);
            let Some(gap) = gaps.min() else { continue };
            hits += i64::from(gap <= 0);
            least = least.min(gap);
        }
        // Too fast or too slow to keep up with it costs the phases after these.
        let haste = 6 * i64::from(speed.abs_diff(self.pace(id)?).saturating_sub(1));
        Some(if hits > 0 { 12 * hits } else { (10 - least / 2000).max(-30) } - haste)
    }

    /// The best of twelve headings for a ship that hunts the threat, and what it promises.
    fn best_heading(&self, id: ShipId, at: Point, speed: u8, phases: u32) -> Option<(Heading, i64)> {
        let course = self.threat_after(0).and(self.living_threat())?.heading;
        let fan = (0..12).map(|i| course.turned(i * 300));
        let worth = |h: Heading| Some((h, self.prospects(id, (at, h, speed), phases)?));
        // The first of the best: the threat's own heading before all others.
        fan.filter_map(worth).reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// How far the ship's beam reaches, edge to edge.
    pub(crate) fn reach_of(&self, id: ShipId) -> i64 {
        i64::from(self.beam_range(id)) * TEMPLATE
    }

    /// Does the scenario want crew of the team on that terrain disk?
    pub(crate) fn is_wanted(&self, team: u8, terrain: TerrainId) -> bool {
        let name = |of: &str| self.terrain_named(of) == terrain;
        let goal = self.scenario.victory.iter().any(|v| match v {
            Victory::Goal { team: whose, goal: Goal::HoldTerrain { of, .. }, effect } => {
                let ours = match whose {
                    GoalTeam::Team(n) => *n == team,
                    GoalTeam::Word(GoalWord::Any) => true,
                    GoalTeam::Word(GoalWord::DestroyerOfVip) => false,
                };
                ours && *effect != GoalEffect::Lose && name(of)
            }
            Victory::Goal { .. }
            | Victory::DestroyFleet
            | Victory::PointsForShips
            | Victory::EndWhen { .. } => false,
        });
        let prisoners = self.scenario.special.iter().any(|s| {
            if let Special::Prisoners { of, team: t, .. } = s { *t == team && name(of) } else { false }
        });
        goal || prisoners
    }

    /// What the ship is after: a way out, a place to hold, or the nearest enemy, where that is after so many phases.
    fn aim(&self, id: ShipId, phases: u32) -> Option<Aim> {
        let ship = self.ship(id);
        let team = self.team_of(ship.controller);
        if let Some(point) = self.way_out(id, team) {
            return Some(Aim { at: Round::new(point, 0), near: 0 });
        }
        let foe = self.foes_after(id, phases).min_by_key(|r| r.at.distance_sq(ship.at));
        let enemy = foe.map(|at| Aim { at, near: self.reach_of(id) - 400 });
        // Worlds that want holding, while somebody is aboard who could go down.
        let open =
            |t: &TerrainId| self.is_wanted(team, *t) && self.sides_at(Place::Terrain(*t)) >> team & 1 == 0;
        let worlds = (0..self.terrain.len()).map(TerrainId::at).filter(open);
        let world = worlds.map(|t| self.terrain(t).round()).min_by_key(|r| r.at.distance_sq(ship.at));
        match (enemy, world.filter(|_| self.has_landing_party(id))) {
            (Some(foe), Some(world))
                if world.at.distance_sq(ship.at) > 2 * foe.at.at.distance_sq(ship.at) =>
            {
                Some(foe)
            }
            (_, Some(world)) => Some(Aim { at: world, near: self.landing_reach(id) }),
            (enemy, None) => enemy,
        }
    }

    fn landing_reach(&self, id: ShipId) -> i64 {
        i64::from(self.transport_range(id)) * TEMPLATE - 300
    }

    fn has_landing_party(&self, id: ShipId) -> bool {
        let seat = self.ship(id).controller;
        self.disks_at(Place::Ship(id)).any(|(_, d)| {
            let kind = d.kind.of();
            d.owner == seat && d.counts_as_crew() && !kind.has(crate::kinds::Keyword::Security)
        })
    }

    /// Where a ship leaves for safety or for points, if the scenario says so.
    fn way_out(&self, id: ShipId, team: u8) -> Option<Point> {
        let ship = self.ship(id);
        let beyond = |side: Side, more: i64| match side {
            Side::W => Point::new(-more, ship.at.y),
            Side::E => Point::new(self.table.width + more, ship.at.y),
            Side::S => Point::new(ship.at.x, -more),
            Side::N => Point::new(ship.at.x, self.table.height + more),
        };
        for special in &self.scenario.special {
            if let Special::MayExit { ships, end } = special
                && ship.built_by == team
                && ships.contains(&ship.kind.of().id)
            {
                return Some(beyond(*end, 3000));
            }
        }
        self.scenario.victory.iter().find_map(|v| match v {
            Victory::Goal {
                team: GoalTeam::Team(n),
                goal: Goal::ShipInZoneAtEnd { zone: Zone::End { end, .. } },
                ..
            } if *n == team => Some(beyond(*end, -2500)),
            Victory::Goal {
                team: GoalTeam::Team(n),
                goal: Goal::CrewInZone { crew, zone: Zone::End { end, .. }, .. },
                ..
            } if *n == team && self.disks_at(Place::Ship(id)).any(|(_, d)| d.kind.of().id == *crew) => {
                Some(beyond(*end, -1500))
            }
            Victory::Goal { .. }
            | Victory::DestroyFleet
            | Victory::PointsForShips
            | Victory::EndWhen { .. } => None,
        })
    }

    /// How good it is for the ship to stand there, out of a hundred: near what it is after, with room ahead until it
    /// can turn, away from what hurts. `next` is the place of the order with which it moves on.
    fn outlook(&self, id: ShipId, at: Point, heading: Heading, speed: u8, next: usize) -> i64 {
        let ship = self.ship(id);
        if !self.table.has(at) {
            return if self.exits_well(id, at) { 96 } else { 0 };
        }
        let disk = ship.round().moved_to(at);
        let mut worth = 52;
        // The threat hops when all have acted: what counts is where it is then.
        if let Some(hunt) = self.prospects(id, (at, heading, speed), 1) {
            // Four turns are all there is: a captain does not waste one on a whim.
            worth += hunt * 3 / 2 - 12;
        } else if let Some(aim) = self.aim(id, 1) {
            let gap = disk.gap(aim.at) - aim.near;
            worth += if gap <= 0 { 36 } else { (30 - gap / 400).max(-30) };
        }
        if self.struck_obstacle(id, disk).is_some() {
            worth -= 24;
        } else if self.struck_terrain(id, disk, 0).is_some() || self.struck_cube(id, disk) {
            worth -= 14;
        } else if self.struck_ship(id, disk, 0).is_some() {
            worth -= 8;
        }
        worth -= self.runs_out(id, at, heading, speed, next);
        for t in self.torpedoes.iter() {
            let gap = disk.gap(t.round());
            if gap <= 0 {
                worth -= 20;
            } else if !self.friendly(t.owner, id) && gap <= i64::from(t.movement) * 1000 {
                worth -= 8;
            }
        }
        worth.clamp(1, 96)
    }

    /// How bad it is to fly on from there with the orders that are left: straight on until one of them turns the
    /// ship, then with room somewhere for the rest, and once more with the orders of the next turn.
    fn runs_out(&self, id: ShipId, at: Point, heading: Heading, speed: u8, next: usize) -> i64 {
        if speed == 0 {
            return 0;
        }
        let ship = self.ship(id);
        let radius = ship.kind.of().size.radius();
        let on = |at: Point, heading: Heading, moves: usize| {
            let end = leg(at, heading, radius, u32::from(speed) * moves as u32);
            self.table.has(end) || self.exits_well(id, end)
        };
        let left = ship.orders.get(next..).unwrap_or_default();
        for (done, slot) in left.iter().enumerate() {
            match slot.down() {
                Some(Order::ChangeHeading) => {
                    let from = leg(at, heading, radius, u32::from(speed) * done as u32);
                    let again = left[done + 1..].iter().position(|s| turns(*s));
                    let moves = again.unwrap_or(left.len() - done - 1) + 1;
                    let room = (0..12).any(|i| on(from, heading.turned(i * 300), moves));
                    return if room { 0 } else { 60 };
                }
                // It may brake before it comes to that.
                Some(Order::ChangeSpeed) => return if on(at, heading, done + 1) { 0 } else { 12 },
                Some(Order::RaiseShields | Order::Attack | Order::Activate) | None => {}
            }
            if !on(at, heading, done + 1) {
                return 80;
            }
        }
        if on(at, heading, left.len() + 1) { 0 } else { 10 }
    }

    /// Does the ship leave there as the scenario allows?
    fn exits_well(&self, id: ShipId, at: Point) -> bool {
        let ship = self.ship(id);
        self.scenario.special.iter().any(|s| {
            if let Special::MayExit { ships, end } = s {
                self.beyond(at, *end)
                    && ships.contains(&ship.kind.of().id)
                    && self.team_of(ship.controller) == ship.built_by
            } else {
                false
            }
        })
    }

    /// Straight on, or with a turn made now: where that leads.
    fn after_move(&self, id: ShipId, heading: Heading, speed: u8) -> i64 {
        let ship = self.ship(id);
        let end = leg(ship.at, heading, ship.kind.of().size.radius(), u32::from(speed));
        let moved = self.act.is_some_and(|a| a.moved);
        let next = usize::from(self.phase) + usize::from(moved);
        if moved && let Some(Order::ChangeHeading) = ship.orders.get(next - 1).and_then(|s| s.down()) {
            // It will turn before it moves again.
            return self.outlook(id, ship.at, heading, 0, next);
        }
        self.outlook(id, end, heading, speed, next)
    }

    pub(crate) fn lean_move(&self) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        weight(self.after_move(act.ship, ship.heading, ship.speed))
    }

    pub(crate) fn lean_path(&self, after: u8, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        let radius = ship.kind.of().size.radius();
        let middle = leg(ship.at, ship.heading, radius, u32::from(after));
        let end = leg(middle, heading, radius, u32::from(ship.speed.saturating_sub(after)));
        if !self.table.has(middle) {
            return SILLY;
        }
        weight(self.outlook(act.ship, end, heading, ship.speed, usize::from(self.phase)))
    }

    /// Evasive action costs all orders: it is for obstacles, and for what would break the ship.
    pub(crate) fn lean_evade(&self, after: u8, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        let end = ship.round().moved_to(self.straight_end(act.ship, ship.heading));
        let dear = self.struck_obstacle(act.ship, end).is_some() || ship.hull <= 2;
        self.lean_path(after, heading) / if dear { 8 } else { 64 } + 1
    }

    pub(crate) fn lean_heading(&self, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        if ship.speed == 0 {
            return self.lean_turn(heading);
        }
        weight(self.after_move(act.ship, heading, ship.speed))
    }

    /// A ship that lies still points its torpedoes at what it is after.
    pub(crate) fn lean_turn(&self, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        // Once is enough.
        if act.turned {
            return 1;
        }
        let ship = self.ship(act.ship);
        let towards = self.aim(act.ship, 0).and_then(|aim| heading_to(ship.at, aim.at.at));
        let off = |h: Heading| towards.map_or(0, |t| h.turn_to(t).unsigned_abs());
        match (off(heading), off(ship.heading)) {
            (0..=100, 101..) => GOOD,
            (new, old) if new < old => 16,
            _ => 2,
        }
    }

    pub(crate) fn lean_speed(&self, speed: u8) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        weight(self.after_move(act.ship, ship.heading, speed))
    }

    /// Shields go up; down only to let a landing party through.
    pub(crate) fn lean_shields(&self, shields: u8) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let (now, most) = (self.ship(act.ship).shields, self.max_shields(act.ship));
        if shields == 0 && now > 0 && self.wants_to_land(act.ship) {
            return GOOD;
        }
        if shields < most {
            return SILLY;
        }
        match most.saturating_sub(now) {
            0 => 2,
            1 => 100,
            n => GOOD * u32::from(n),
        }
    }

    /// Is the ship where its landing party is wanted, with an attack order to come, and no enemy close?
    fn wants_to_land(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        let team = self.team_of(ship.controller);
        let next = usize::from(self.phase);
        let attack = ship.orders.iter().skip(next.saturating_sub(1)).any(|s| s.down() == Some(Order::Attack));
        let reach = self.landing_reach(id);
        let close = (0..self.terrain.len()).map(TerrainId::at).any(|t| {
            self.terrain(t).round().gap(ship.round()) < reach
                && self.is_wanted(team, t)
                && self.sides_at(Place::Terrain(t)) >> team & 1 == 0
        });
        attack && close && self.has_landing_party(id)
    }

    /// Those who can strike strike first; the others wait and see.
    pub(crate) fn lean_act(&self, now: bool) -> u32 {
        let Some(id) = self.optioned() else { return IDLE };
        let ship = self.ship(id);
        let attacks = self.slot(id).down() == Some(Order::Attack);
        let strikes = attacks && self.foe_gap(id, ship.at) < self.reach_of(id);
        if strikes == now { 60 } else { 20 }
    }

    /// Counters of a torpedo of this ship, and its hops per move.
    fn torpedo_values(&self, id: ShipId) -> (i64, i64) {
        let bonus = |stat| self.bonus(id, stat, &Scene::default());
        let (damage, movement, _) = STANDARD;
        (
            i64::from(damage + bonus(Stat::TorpDamage)),
            i64::from((movement + bonus(Stat::TorpMovement)).max(1)),
        )
    }

    /// Would a torpedo launched from there strike the target within its launch move (ST-12.3)?
    fn strikes(&self, from: Round, heading: Heading, movement: i64, target: Round) -> bool {
        let first = from.at.ahead(heading, from.radius + 3 * TORPEDO_RADIUS);
        let left = (movement - 1) * 2 * TORPEDO_RADIUS;
        Round::new(first, TORPEDO_RADIUS).gap(target) <= left
    }

    pub(crate) fn lean_launch(&self) -> u32 {
        let Some(act) = &self.act else { return GOOD };
        let ship = self.ship(act.ship);
        let (damage, movement) = self.torpedo_values(act.ship);
        let here = ship.round();
        let ahead = |foe: &Round| {
            heading_to(here.at, foe.at).is_none_or(|h| ship.heading.turn_to(h).unsigned_abs() <= 1000)
        };
        if self.foes(act.ship).filter(ahead).any(|foe| self.strikes(here, ship.heading, movement, foe)) {
            return (540 * damage) as u32;
        }
        let clear = self.table.has(here.at.ahead(ship.heading, here.radius + 4 * TORPEDO_RADIUS));
        if !clear || (!act.moved && ship.speed > 0) {
            // Best not to run into it, nor to lose it over the edge.
            return SILLY;
        }
        // Backwards it would have to fly through its own ship.
        let Some(gap) = self.foes(act.ship).filter(ahead).map(|foe| here.gap(foe)).min() else {
            return SILLY;
        };
        match gap / (movement * 1000) {
            0..=1 if ship.speed <= 2 => 200,
            0..=2 => 40,
            _ => 2,
        }
    }

    /// Torpedoes fly at the nearest enemy and clear of friends.
    pub(crate) fn lean_steer(&self, torpedo: TorpedoId, heading: Heading) -> u32 {
        let Some(t) = self.torpedo(torpedo) else { return IDLE };
        let foes = self.ships_in_play().filter(|(id, _)| !self.friendly(t.owner, *id));
        let foes = foes.map(|(_, s)| s.round()).chain(self.living_threat().map(|c| c.round()));
        let here = t.round();
        let Some(nearest) = foes.min_by_key(|r| here.gap(*r)) else { return IDLE };
        // A launch goes hop by hop, a later move straight through.
        let hops = if let Some(Frame::Guide { .. }) = self.stack.last() { 1 } else { t.movement };
        for hop in 1..=u32::from(hops) {
            let there = Round::new(leg(t.at, heading, TORPEDO_RADIUS, hop), TORPEDO_RADIUS);
            if there.contacts(nearest) {
                return SURE;
            }
            let friend = |(id, s): (ShipId, &crate::state::Ship)| {
                self.friendly(t.owner, id) && s.round().contacts(there)
            };
            if !self.table.has(there.at) || self.ships_in_play().any(friend) {
                return SILLY;
            }
        }
        let towards = heading_to(t.at, nearest.at);
        match towards.map(|h| heading.turn_to(h).unsigned_abs()) {
            Some(0..=50) => GOOD,
            Some(51..=450) => 16,
            _ => 2,
        }
    }

    /// Orders for the coming phases, on a guess of where the ship will be by then.
    pub(crate) fn lean_order(&self, id: ShipId, place: u8, order: Order) -> u32 {
        let ship = self.ship(id);
        let radius = ship.kind.of().size.radius();
        // What it is after in the phase of this order, and when that phase is over.
        let phases = u32::from(place.clamp(1, 3)).saturating_sub(self.next_move(id) as u32 + 1);
        let Some((aim, then)) = self.aim(id, phases).zip(self.aim(id, phases + 1)) else {
            return if order == Order::ChangeHeading { GOOD } else { IDLE };
        };
        let towards = |from: Point| heading_to(from, then.at.at).unwrap_or(ship.heading);
        let gap = |at: Point| Round::new(at, radius).gap(aim.at) - aim.near;
        let later = |at: Point| Round::new(at, radius).gap(then.at) - then.near;
        let (mut at, mut heading, mut speed) = (ship.at, ship.heading, ship.speed);
        let mut restored = false;
        let place = place.clamp(1, 3);
        let between = self.next_move(id)..usize::from(place) - 1;
        for (moved, slot) in (0..).zip(ship.orders.get(between).unwrap_or_default()) {
            match slot.down() {
                Some(Order::ChangeHeading) => {
                    heading = self.best_heading(id, at, speed, moved).map_or_else(|| towards(at), |(h, _)| h);
                }
                Some(Order::ChangeSpeed) => {
                    speed = self.fitting_speed(id, (at, heading, speed), moved, later(at))
                }
                Some(Order::RaiseShields) => restored = true,
                Some(Order::Attack | Order::Activate) | None => {}
            }
            at = leg(at, heading, radius, u32::from(speed));
        }
        let end = leg(at, heading, radius, u32::from(speed));
        let leaves = speed > 0 && !self.table.has(end) && !self.exits_well(id, end);
        let off = heading.turn_to(towards(at)).unsigned_abs();
        let near = gap(at).min(gap(end));
        if leaves && !matches!(order, Order::ChangeHeading | Order::ChangeSpeed) {
            return 4;
        }
        let straight = self.prospects(id, (at, heading, speed), phases);
        let better =
            straight.zip(self.best_heading(id, at, speed, phases)).map(|(now, (_, best))| best - now);
        match order {
            Order::ChangeHeading if leaves => SURE,
            Order::ChangeHeading if speed == 0 => 4,
            Order::ChangeHeading if better.is_some() => match better.unwrap_or(0) {
                24.. => 2400,
                8.. => 900,
                _ => 8,
            },
            Order::ChangeHeading if off > 450 && later(end) > 0 => 700,
            Order::ChangeHeading => 60,
            Order::ChangeSpeed if straight.is_some() => {
                let speeds = speed.saturating_sub(2)..=(speed + 2).min(self.max_speed(id));
                let best = speeds.filter_map(|n| self.prospects(id, (at, heading, n), phases)).max();
                match best.unwrap_or(0) - straight.unwrap_or(0) {
                    24.. => 2000,
                    8.. => 700,
                    _ => 4,
                }
            }
            Order::ChangeSpeed => {
                let best = self.fitting_speed(id, (at, heading, speed), phases, later(at));
                match (best.abs_diff(speed), leaves) {
                    (0, _) => 4,
                    (_, true) => 100,
                    (1, false) => 200,
                    (_, false) => 700,
                }
            }
            Order::RaiseShields => {
                let most = self.max_shields(id);
                let missing = if restored { 0 } else { most.saturating_sub(ship.shields) };
                // Under fire shields will be gone by the second or third phase.
                let fire = if self.foe_gap(id, at) < 4500 { u32::from(place - 1) * 110 } else { 0 };
                4 + fire + 150 * u32::from(missing)
            }
            Order::Attack if near <= 0 => 1200,
            Order::Attack if near < 4000 => 500,
            Order::Attack if near < 9000 => 60,
            Order::Attack => 8,
            Order::Activate => self.lean_activate(id, near),
        }
    }

    /// The place of the order with which the ship makes its next move, from 0.
    pub(crate) fn next_move(&self, id: ShipId) -> usize {
        let phase = usize::from(self.phase);
        let waits = matches!(self.stage, Stage::CloakWindow | Stage::PhaseStart | Stage::Act);
        if phase > 0 && waits && !self.ship(id).marks.acted { phase - 1 } else { phase }
    }

    /// The speed within reach of one order that brings the ship nearest to where it wants to be, or, against a threat
    /// that flies on, lets it fire the most.
    fn fitting_speed(
        &self,
        id: ShipId,
        (at, heading, speed): (Point, Heading, u8),
        phases: u32,
        gap: i64,
    ) -> u8 {
        let hop = 2 * self.ship(id).kind.of().size.radius();
        let (least, most) = (speed.saturating_sub(2), (speed + 2).min(self.max_speed(id)));
        let worth = |n: u8| Some((self.prospects(id, (at, heading, n), phases)?, n));
        if let Some((_, best)) = (least..=most).filter_map(worth).max() {
            return best;
        }
        let wanted = if gap <= 0 { 0 } else { ((gap + hop - 1) / hop).clamp(1, 3) as u8 };
        wanted.clamp(least, most.max(least))
    }

    fn lean_activate(&self, id: ShipId, near: i64) -> u32 {
        let ship = self.ship(id);
        let mut best = 1;
        for (_, d) in self.disks_at(Place::Ship(id)) {
            if !d.revealed() || d.owner != ship.controller {
                continue;
            }
            let kind = d.kind.of();
            for row in &kind.rows {
                let attack = row.contains(&Order::Attack) && near <= 0;
                let worth = match (row.len(), attack) {
                    (2.., true) => 1300,
                    (2.., false) => 200,
                    (_, true) => 300,
                    (_, false) => 40,
                };
                best = best.max(worth);
            }
            if kind.ability.as_ref().is_some_and(|a| a.when == crate::effect::When::Activate) {
                best = best.max(if near <= 3000 { 250 } else { 30 });
            }
        }
        best
    }
}
