//! The scenario's threat: the Borg cube by its fixed script (components §9). It never asks anybody.

use crate::data::data;
use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{CUBE_RADIUS, ShipId};
use crate::state::frame::Target;
use crate::state::{Disk, Face, Place, Stage, StarTrek, THREAT};
use klaxon_geometry::plane::leg;

/// The beam's range.
const RANGE: u32 = 2;

impl StarTrek {
    /// ST-4.3 (f): the threat chooses its targets.
    pub(crate) fn enter_threat(&mut self) {
        self.stage = Stage::Threat;
        let Some(cube) = self.living_threat() else { return };
        let round = cube.round();
        let mut near: Vec<(u128, ShipId)> = self
            .ships_in_play()
            .filter(|(id, s)| !self.cloaked(*id) && round.in_range(s.round(), RANGE))
            .map(|(id, s)| (round.at.distance_sq(s.at), id))
            .collect();
        // ST-2.18: nearest first, ties to the lowest id.
        near.sort_unstable();
        near.truncate(usize::from(self.players));
        let targets = near.into_iter().map(|(_, id)| id).collect();
        let threat = self.threat.as_mut().expect("it lives");
        threat.targets = targets;
        threat.fired = 0;
        threat.hopped = false;
    }

    /// Shots, one after the other, then one hop.
    pub(crate) fn step_threat(&mut self, fate: &mut Fate) {
        let Some(cube) = self.living_threat().copied() else { return self.end_phase(fate) };
        if cube.hopped {
            // Torpedoes that it touches after its hop go off.
            let struck = self.torpedoes.iter().find(|t| t.round().contacts(cube.round())).map(|t| t.id);
            match struck {
                Some(torpedo) => self.explode(torpedo, Target::Threat, fate),
                None => self.end_phase(fate),
            }
            return;
        }
        let fired = usize::from(cube.fired);
        if fired == 0 && self.phase == 3 && !self.boarded_by_drones(fate) {
            // The Drones went instead of the first shot.
            self.threat.as_mut().expect("it lives").fired = 1;
            return;
        }
        if let Some(&target) = cube.targets.get(fired) {
            self.threat.as_mut().expect("it lives").fired += 1;
            if self.ship(target).in_play() && !self.cloaked(target) {
                self.threat_fires(cube.round(), Target::Ship(target), fate);
            }
            return;
        }
        self.hop_threat(fate);
    }

    /// Phase 3: two Drones to the nearest uncloaked ship with shields 0 at range: 1. False when they went.
    fn boarded_by_drones(&mut self, fate: &mut Fate) -> bool {
        let Some(cube) = self.living_threat() else { return true };
        let round = cube.round();
        let open = |(id, s): &(ShipId, &crate::state::Ship)| {
            s.shields == 0 && !self.cloaked(*id) && round.in_range(s.round(), 1)
        };
        let nearest =
            self.ships_in_play().filter(open).min_by_key(|(id, s)| (round.at.distance_sq(s.at), *id));
        let Some((ship, _)) = nearest else { return true };
        let Some(kind) = data().disk("SCN-C03") else { return true };
        for _ in 0..2 {
            let drone = Disk {
                kind,
                place: Place::Ship(ship),
                face: Face::Ready,
                owner: THREAT,
                seen: [self.turn; 7],
                ..Disk::default()
            };
            // Disks of fallen Drones are used again.
            let fallen = self.disks.iter().position(|d| d.owner == THREAT && d.place == Place::Out);
            match fallen {
                Some(i) => self.disks[i] = drone,
                None if !self.disks.is_full() => self.disks.push(drone),
                None => {}
            }
        }
        fate.all(Event::Drones { ship: self.ship_tag(ship) });
        false
    }

    /// One hop along a heading that never changes; overlapping the goal is the players' defeat.
    fn hop_threat(&mut self, fate: &mut Fate) {
        let cube = self.threat.as_mut().expect("it lives");
        cube.hopped = true;
        let to = leg(cube.start, cube.heading, CUBE_RADIUS, u32::from(cube.hops) + 1);
        if !self.table.has(to) {
            return;
        }
        cube.hops += 1;
        cube.at = to;
        let (round, goal) = (cube.round(), cube.towards);
        fate.all(Event::CubeMoved { at: to });
        if self.terrain(goal).round().overlaps(round) {
            self.threat.as_mut().expect("it lives").reached = true;
            fate.all(Event::CubeArrived);
        }
    }
}
