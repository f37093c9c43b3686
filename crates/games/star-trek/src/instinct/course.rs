//! Where a ship wants to be, and how a course looks that may bring it there.

use crate::data::scenario::{Goal, GoalEffect, GoalTeam, GoalWord, Side, Special, Victory, Zone};
use crate::kinds::{CUBE_RADIUS, Order, Round, ShipId, TerrainId};
use crate::state::{Place, Slot, Stage, StarTrek};
use klaxon_geometry::plane::{Heading, Point, TEMPLATE, leg};

/// What a counter of a torpedo that is flown into takes from an outlook.
pub(super) const TORPEDO_FEAR: i64 = 14;

/// A gap that no ship has to another.
pub(super) const FAR: i64 = 1_000_000;

/// Where a ship wants to be: so near to that.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    pub at: Round,
    /// The gap that is near enough.
    pub near: i64,
}

/// Does the order that lies there change the way of a ship?
fn turns(slot: Slot) -> bool {
    matches!(slot.down(), Some(Order::ChangeHeading | Order::ChangeSpeed))
}

impl StarTrek {
    /// The gap between the ship, if it stood there, and the nearest enemy.
    pub(crate) fn foe_gap(&self, id: ShipId, at: Point) -> i64 {
        let disk = self.ship(id).round().moved_to(at);
        self.foes(id).map(|foe| disk.gap(foe)).min().unwrap_or(FAR)
    }

    /// Enemies of a ship as disks.
    pub(super) fn foes(&self, id: ShipId) -> impl Iterator<Item = Round> {
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
    pub(super) fn prospects(
        &self,
        id: ShipId,
        (at, heading, speed): (Point, Heading, u8),
        phases: u32,
    ) -> Option<i64> {
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
    pub(super) fn best_heading(
        &self,
        id: ShipId,
        at: Point,
        speed: u8,
        phases: u32,
    ) -> Option<(Heading, i64)> {
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
    pub(super) fn aim(&self, id: ShipId, phases: u32) -> Option<Aim> {
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

    pub(super) fn landing_reach(&self, id: ShipId) -> i64 {
        i64::from(self.transport_range(id)) * TEMPLATE - 300
    }

    pub(super) fn has_landing_party(&self, id: ShipId) -> bool {
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
    pub(super) fn outlook(&self, id: ShipId, at: Point, heading: Heading, speed: u8, next: usize) -> i64 {
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
    pub(super) fn exits_well(&self, id: ShipId, at: Point) -> bool {
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
    pub(super) fn after_move(&self, id: ShipId, heading: Heading, speed: u8) -> i64 {
        let ship = self.ship(id);
        let end = leg(ship.at, heading, ship.kind.of().size.radius(), u32::from(speed));
        let moved = self.act.is_some_and(|a| a.moved);
        let next = usize::from(self.phase) + usize::from(moved);
        if moved && let Some(Order::ChangeHeading) = ship.orders.get(next - 1).and_then(|s| s.down()) {
            // It will turn before it moves again.
            return self.outlook(id, ship.at, heading, 0, next);
        }
        // Torpedoes fly on when all have acted: only this move is into them.
        let struck = if moved { 0 } else { self.torpedoes_on_the_way(id, ship.at, heading, speed) };
        (self.outlook(id, end, heading, speed, next) - TORPEDO_FEAR * struck).max(0)
    }

    /// Counters of the torpedoes that a ship would touch on such a leg (ST-12.9: each hop is checked).
    pub(super) fn torpedoes_on_the_way(&self, id: ShipId, at: Point, heading: Heading, hops: u8) -> i64 {
        let ship = self.ship(id).round();
        let touches = |t: &crate::state::Torpedo| {
            (1..=u32::from(hops))
                .any(|hop| ship.moved_to(leg(at, heading, ship.radius, hop)).contacts(t.round()))
        };
        self.torpedoes.iter().filter(|t| touches(t)).map(|t| i64::from(t.damage)).sum()
    }

    /// The place of the order with which the ship makes its next move, from 0.
    pub(crate) fn next_move(&self, id: ShipId) -> usize {
        let phase = usize::from(self.phase);
        let waits = matches!(self.stage, Stage::CloakWindow | Stage::PhaseStart | Stage::Act);
        if phase > 0 && waits && !self.ship(id).marks.acted { phase - 1 } else { phase }
    }

    /// The speed within reach of one order that brings the ship nearest to where it wants to be, or, against a threat
    /// that flies on, lets it fire the most.
    pub(super) fn fitting_speed(
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
}
