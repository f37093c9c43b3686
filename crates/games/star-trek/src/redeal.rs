//! Another state that a seat could not tell from the true one: unseen fleets, concealed disks, face-down orders and
//! pending choices of other teams are replaced.

use crate::data::scenario::Restriction;
use crate::data::{DiskTypeId, data};
use crate::effect::When;
use crate::instinct::GOOD;
use crate::kinds::{DiskId, Keyword, Order, ShipId, TorpedoId};
use crate::state::{Face, FightStep, Place, Slot, Stage, StarTrek, Status};
use crate::view::look::Eyes;
use klaxon_core::{Chance, Seat, Viewer};
use klaxon_geometry::plane::Heading;

impl StarTrek {
    pub(crate) fn redealt(&self, seat: Seat, chance: &mut Chance) -> StarTrek {
        let mut game = self.clone();
        let eyes = self.eyes(Viewer::Seat(seat));
        let team = self.team_of(seat.0);
        game.redeal_drafts(team, chance);
        game.redeal_disks(eyes, team, chance);
        game.redeal_positions(team, chance);
        game.redeal_orders(team, chance);
        game.redeal_picks(team, chance);
        game
    }

    /// Fleets in the making.
    fn redeal_drafts(&mut self, team: u8, chance: &mut Chance) {
        if !matches!(self.stage, Stage::Split | Stage::Build) {
            return;
        }
        // A team with a builder who was told what is taken knows the Unique disks of the fleets that stand.
        let told = !self.standing.is_empty() && self.mates(team).any(|s| !self.standing.has(Seat(s)));
        for s in 0..self.seats.len() as u8 {
            let player = self.seats[usize::from(s)];
            if player.team == team || player.out || (told && self.standing.has(Seat(s))) {
                continue;
            }
            let built = !self.drafts[usize::from(s)].ships.is_empty();
            if !built && self.asked.has(Seat(s)) {
                continue;
            }
            let old = std::mem::take(&mut self.drafts[usize::from(s)]);
            self.drafts[usize::from(s)] = self.put_together(s, Some(chance)).unwrap_or(old);
        }
    }

    /// Concealed disks: other disks of the same faction and the same cost in sum, so that the points spent, which
    /// everybody knows, stay true.
    fn redeal_disks(&mut self, eyes: Eyes, team: u8, chance: &mut Chance) {
        for owner in 0..self.seats.len() as u8 {
            if self.team_of(owner) == team {
                continue;
            }
            let hidden: Vec<DiskId> = self
                .disks_in_play()
                .filter(|(id, d)| d.owner == owner && !self.knows_disk(eyes, d) && !self.is_pinned(*id))
                .map(|(id, _)| id)
                .collect();
            if hidden.is_empty() {
                continue;
            }
            let faction = self.seats[usize::from(owner)].faction;
            let pool: Vec<DiskTypeId> = data()
                .disk_types()
                .filter(|(_, k)| k.faction == Some(faction) && !is_start(k))
                .map(|(id, _)| id)
                .collect();
            for _ in 0..hidden.len() * 6 {
                let a = hidden[chance.below(hidden.len() as u32) as usize];
                let b = hidden[chance.below(hidden.len() as u32) as usize];
                self.try_swap(a, b, &pool, chance);
            }
        }
    }

    /// Start disks show in hull, torpedoes or capacity, and what the scenario asks of a ship is known to be there.
    fn is_pinned(&self, id: DiskId) -> bool {
        let kind = self.disk(id).kind.of();
        let required = self.scenario.restrictions.iter().any(|r| {
            if let Restriction::ShipRequires { keyword, .. } = r { kind.has(*keyword) } else { false }
        });
        is_start(kind) || required
    }

    fn try_swap(&mut self, a: DiskId, b: DiskId, pool: &[DiskTypeId], chance: &mut Chance) {
        let (old_a, old_b) = (self.disk(a).kind, self.disk(b).kind);
        let new_a = pool[chance.below(pool.len() as u32) as usize];
        if a == b {
            if new_a.of().cost == old_a.of().cost {
                self.disk_mut(a).kind = new_a;
                if !self.is_plausible(a) {
                    self.disk_mut(a).kind = old_a;
                }
            }
            return;
        }
        let sum = old_a.of().cost + old_b.of().cost;
        let Some(rest) = sum.checked_sub(new_a.of().cost) else { return };
        let fitting: Vec<DiskTypeId> = pool.iter().copied().filter(|k| k.of().cost == rest).collect();
        let Some(new_b) = chance.pick(&fitting).copied() else { return };
        self.disk_mut(a).kind = new_a;
        self.disk_mut(b).kind = new_b;
        if !self.is_plausible(a) || !self.is_plausible(b) {
            self.disk_mut(a).kind = old_a;
            self.disk_mut(b).kind = old_b;
        }
    }

    /// Could this disk have been bought as it lies (ST-1.22)?
    fn is_plausible(&self, id: DiskId) -> bool {
        let disk = *self.disk(id);
        let kind = disk.kind.of();
        let forbidden = self.scenario.restrictions.iter().any(|r| r.forbids(&kind.id, Some(kind)));
        let others = || self.disks.iter().enumerate().filter(|(i, _)| DiskId::at(*i) != id).map(|(_, d)| d);
        // A Unique disk that was lost cannot come back either.
        let unique = kind.has(Keyword::Unique) && others().any(|d| d.kind == disk.kind);
        let twin =
            !kind.has(Keyword::Unlimited) && others().any(|d| d.kind == disk.kind && d.home == disk.home);
        let second = kind.commands() && others().any(|d| d.home == disk.home && d.kind.of().commands());
        // Tech cannot lie concealed where only crew can.
        let misplaced = match disk.place {
            Place::Ship(ship) => {
                kind.tech && self.team_of(self.ship(ship).controller) != self.ship(ship).built_by
            }
            Place::Terrain(_) | Place::Threat | Place::Out => kind.tech,
        };
        !forbidden && !unique && !twin && !second && !misplaced
    }

    /// ST-3.3: ships that are placed but not shown.
    fn redeal_positions(&mut self, team: u8, chance: &mut Chance) {
        if self.stage != Stage::Deploy {
            return;
        }
        let hidden = |s: &StarTrek, id: ShipId| {
            let ship = s.ship(id);
            ship.status == Status::Placed
                && s.team_of(ship.controller) != team
                && !ship.kind.of().is_scenario()
        };
        let ids: Vec<ShipId> = (0..self.ships.len()).map(ShipId::at).filter(|id| hidden(self, *id)).collect();
        for &id in &ids {
            self.ship_mut(id).status = Status::Aside;
        }
        for &id in &ids {
            let seat = self.ship(id).controller;
            let spots = self.fair_spots(seat, id, 24);
            let most = self.max_start_speed(id);
            let speed = chance.below(u32::from(most) + 1) as u8;
            let at = chance.pick(&spots).copied().unwrap_or(self.ship(id).at);
            let heading = self.inward(at);
            let ship = self.ship_mut(id);
            (ship.at, ship.heading, ship.speed, ship.status) = (at, heading, speed, Status::Placed);
        }
    }

    /// Face-down orders that the team has not had a look at. Any order may lie there; what a sensible captain would
    /// have placed is likelier.
    fn redeal_orders(&mut self, team: u8, chance: &mut Chance) {
        for i in 0..self.ships.len() {
            let ship = &self.ships[i];
            if self.team_of(ship.controller) == team {
                continue;
            }
            let sensible = ship.in_play();
            for place in 0..3 {
                let Slot::Down { order: _, known } = self.ships[i].orders[place] else { continue };
                if known >> team & 1 == 1 {
                    continue;
                }
                let leans = if sensible { self.lean_orders(ShipId::at(i), place as u8 + 1) } else { [1; 5] };
                let weights = leans.map(|n| n.min(GOOD) + 8);
                let mut left = chance.below(weights.iter().sum());
                let mut drawn = 0;
                while left >= weights[drawn] {
                    left -= weights[drawn];
                    drawn += 1;
                }
                self.ships[i].orders[place] = Slot::Down { order: Order::ALL[drawn], known };
            }
        }
    }

    /// Choices that are made but not shown yet.
    fn redeal_picks(&mut self, team: u8, chance: &mut Chance) {
        if self.stage == Stage::Reveal {
            self.redeal_turns(team, chance);
        }
        if self.stage == Stage::CloakWindow {
            self.redeal_cloaks(team, chance);
        }
        if self.stage == Stage::Steer {
            self.redeal_courses(team, chance);
        }
        if self.stage == Stage::Boarding && self.fight.step == FightStep::Losses {
            self.redeal_losses(team, chance);
        }
        if self.stage == Stage::Keep {
            self.redeal_kept(team, chance);
        }
    }

    fn redeal_cloaks(&mut self, team: u8, chance: &mut Chance) {
        for i in 0..self.ships.len() {
            let controller = self.ships[i].controller;
            if self.team_of(controller) == team {
                continue;
            }
            let ship = ShipId::at(i);
            let open: Vec<DiskId> = self
                .disks_at(Place::Ship(ship))
                .map(|(id, _)| id)
                .filter(|id| self.may_change_cloak(controller, *id).is_ok())
                .collect();
            let pick = chance.below(open.len() as u32 + 1) as usize;
            self.ships[i].cloak_pick = open.get(pick).copied().unwrap_or(DiskId::NONE);
        }
    }

    fn redeal_courses(&mut self, team: u8, chance: &mut Chance) {
        let ids: Vec<TorpedoId> = self.torpedoes.iter().map(|t| t.id).collect();
        for id in ids {
            let owner = self.torpedo(id).map_or(0, |t| t.owner);
            if self.team_of(owner) != team
                && let Some(t) = self.torpedo_mut(id)
                && t.chosen.is_some()
            {
                t.chosen = Some(Heading::new(i64::from(chance.below(3600))));
            }
        }
    }

    fn redeal_losses(&mut self, team: u8, chance: &mut Chance) {
        for side in 0..7u8 {
            let secret = self.fight.losses[usize::from(side)].is_some();
            if !secret || self.fight.losers >> side & 1 == 0 {
                continue;
            }
            let crew = self.losable(side);
            let chooser = self.loss_chooser(side);
            if crew.len() > 1 && usize::from(chooser) < self.seats.len() && self.team_of(chooser) != team {
                self.fight.losses[usize::from(side)] = crew[chance.below(crew.len() as u32) as usize];
            }
        }
    }

    fn redeal_kept(&mut self, team: u8, chance: &mut Chance) {
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            let user = self.user(self.disk(id));
            let open = usize::from(user) < self.seats.len() && self.may_keep(user, id);
            if open && self.team_of(user) != team {
                self.disks[i].picked = chance.below(2) == 1;
            }
        }
    }

    fn redeal_turns(&mut self, team: u8, chance: &mut Chance) {
        let foreign = |s: &StarTrek, id: DiskId| {
            let user = s.user(s.disk(id));
            usize::from(user) < s.seats.len() && s.team_of(user) != team && s.disk(id).place != Place::Out
        };
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            if foreign(self, id) {
                self.disks[i].turning = false;
            }
        }
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            if !foreign(self, id) || !self.may_turn(self.user(self.disk(id)), id) || chance.below(2) == 0 {
                continue;
            }
            let disk = *self.disk(id);
            let Place::Ship(ship) = disk.place else { continue };
            let comes_up = disk.face == Face::Concealed;
            if !(comes_up && disk.kind.of().commands() && self.commander_up(ship, disk.owner, id)) {
                self.disks[i].turning = true;
            }
        }
    }
}

/// Does the disk work before the game begins?
fn is_start(kind: &crate::data::DiskType) -> bool {
    kind.ability.as_ref().is_some_and(|a| a.when == When::Start)
}
