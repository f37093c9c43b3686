//! Step 4: crew combat (ST-17), control of ships (ST-18), and what is settled at its end.

use crate::effect::{Effect, When, Window};
use crate::event::{Agent, Event, Loss};
use crate::fate::Fate;
use crate::kinds::{DiskId, Keyword, ShipId, TerrainId};
use crate::state::{Disk, Face, Fight, FightStep, NOBODY, Place, Stage, StarTrek, THREAT};
use crate::turn::Flow;
use klaxon_core::{Seat, SeatSet};

/// Components §9: the Drones aboard a cube, as counters.
const CUBE_COUNTERS: u8 = 12;

impl StarTrek {
    /// Goes on with step 4: place after place, then control.
    pub(crate) fn step_boarding(&mut self, fate: &mut Fate) -> Flow {
        match self.fight.step {
            FightStep::Idle => match self.next_fight() {
                Some(place) => {
                    fate.all(Event::Fight { at: self.spot(place) });
                    let next = self.fight.next;
                    self.fight =
                        Fight { next, place, step: FightStep::Start, segment: 1, ..Fight::default() };
                }
                None => self.end_boarding(fate),
            },
            FightStep::Start => {
                if let Some(seat) = self.next_reactor(None, self.fight.passed) {
                    return self.ask(seat);
                }
                self.fight.passed = SeatSet::NONE;
                self.fight.step = FightStep::Segment;
            }
            FightStep::Segment => {
                // ST-17.6: it stops when fewer than two sides have revealed crew there.
                if self.sides_at(self.fight.place).count_ones() < 2 {
                    self.fight.step = FightStep::Idle;
                    return Flow::Go;
                }
                if let Some(seat) = self.next_reactor(None, self.fight.passed) {
                    return self.ask(seat);
                }
                self.drop_segment(fate);
            }
            FightStep::Losses => {
                // ST-20.9: a concession may have taken a whole side away.
                for side in 0..7u8 {
                    if self.losable(side).is_empty() {
                        self.fight.losers &= !(1 << side);
                        self.fight.losses[usize::from(side)] = DiskId::NONE;
                    }
                }
                let open = self.open_losses();
                if !open.is_empty() {
                    self.asked = open;
                    return Flow::Wait;
                }
                self.fight.passed = SeatSet::NONE;
                self.fight.step = FightStep::Save { side: 0 };
            }
            FightStep::Save { side } => {
                if side >= 7 {
                    self.end_segment();
                } else if self.fight.losses[usize::from(side)].is_some() {
                    if let Some(seat) = self.next_reactor(None, self.fight.passed) {
                        return self.ask(seat);
                    }
                    let lost = std::mem::take(&mut self.fight.losses[usize::from(side)]);
                    if self.disk(lost).place != Place::Out {
                        self.remove_disk(lost, Loss::Fight, fate);
                    }
                } else {
                    self.fight.passed = SeatSet::NONE;
                    self.fight.step = FightStep::Save { side: side + 1 };
                }
            }
        }
        Flow::Go
    }

    /// ST-17.1: ships by ascending id, then terrain, then the cube; the next with crew of opposing teams.
    fn next_fight(&mut self) -> Option<Place> {
        let (ships, terrain) = (self.ships.len(), self.terrain.len());
        while usize::from(self.fight.next) <= ships + terrain {
            let n = usize::from(self.fight.next);
            self.fight.next += 1;
            let place = if n < ships {
                Place::Ship(ShipId::at(n))
            } else if n < ships + terrain {
                Place::Terrain(TerrainId::at(n - ships))
            } else {
                Place::Threat
            };
            // ST-17.2: without revealed enemies there is no fight.
            if self.sides_at(place).count_ones() >= 2 {
                return Some(place);
            }
        }
        None
    }

    /// The sides with revealed crew in a place, as a set; the cube is never empty.
    pub(crate) fn sides_at(&self, place: Place) -> u8 {
        let mut sides = 0;
        for (_, disk) in self.disks_at(place) {
            if disk.revealed() && disk.counts_as_crew() {
                sides |= 1 << self.team_of(disk.owner);
            }
        }
        if place == Place::Threat && sides != 0 && self.living_threat().is_some() {
            sides |= 1 << THREAT;
        }
        sides
    }

    /// ST-17.3: each player drops the Combat of his ready crew; team-mates' hits are added.
    fn drop_segment(&mut self, fate: &mut Fate) {
        let (place, segment) = (self.fight.place, self.fight.segment);
        let sides = self.sides_at(place);
        let at = self.spot(place);
        self.fight.hits = [0; 7];
        for player in (0..self.seats.len() as u8).chain([THREAT]) {
            let side = self.team_of(player);
            if sides >> side & 1 == 0 {
                continue;
            }
            let counters = if player == THREAT && place == Place::Threat {
                CUBE_COUNTERS
            } else {
                // ST-17.7: flipped crew drop nothing. ST-17.11: Security fight as all do.
                let fights = |d: &Disk| d.owner == player && d.ready() && d.counts_as_crew();
                let crew: Vec<DiskId> =
                    self.disks_at(place).filter(|(_, d)| fights(d)).map(|(id, _)| id).collect();
                crew.iter().map(|id| self.combat(*id, segment)).sum::<i32>().clamp(0, 250) as u8
            };
            let mut hits = fate.drop(counters);
            if counters > 0 {
                let (at, side) = (at.clone(), self.team_tag(side));
                fate.all(Event::FightDrop { at, segment, side, counters, hits });
            }
            hits += self.fight_rerolls(player, counters - hits, fate);
            self.fight.hits[usize::from(side)] = self.fight.hits[usize::from(side)].saturating_add(hits);
        }
        self.settle_segment(sides, fate);
    }

    /// `Boarding@BoardingDropped: RerollMisses`: works by itself.
    fn fight_rerolls(&mut self, player: u8, misses: u8, fate: &mut Fate) -> u8 {
        let mut rerolls: Vec<(DiskId, u8)> = Vec::new();
        for (id, _) in self.disks_at(self.fight.place) {
            if let Some((holder, ability)) = self.disk_holder(id)
                && holder.seat == player
                && ability.when == When::BoardingAt(Window::BoardingDropped)
            {
                for effect in &ability.effect {
                    if let Effect::RerollMisses(n) = effect {
                        rerolls.push((id, *n));
                    }
                }
            }
        }
        let mut left = misses;
        let mut gained = 0;
        for (id, n) in rerolls {
            let counters = n.min(left);
            if counters > 0 {
                let hits = fate.drop(counters);
                fate.all(Event::DroppedAgain { by: Agent::Disk(self.disk_tag(id)), counters, hits });
                left -= hits;
                gained += hits;
            }
        }
        gained
    }

    /// ST-17.4, ST-17.5, ST-17.10: the highest total wins and every other side loses one; if it is tied, every side.
    fn settle_segment(&mut self, sides: u8, fate: &mut Fate) {
        let of = |side: u8| self.fight.hits[usize::from(side)];
        let in_fight = |side: &u8| sides >> side & 1 == 1;
        let best = (0..7).filter(in_fight).map(of).max().unwrap_or(0);
        let mut leaders = (0..7).filter(in_fight).filter(|s| of(*s) == best);
        let winner = match (leaders.next(), leaders.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        };
        let tag = winner.map(|w| self.team_tag(w));
        fate.all(Event::Segment { segment: self.fight.segment, winner: tag });
        let mut losers = winner.map_or(sides, |w| sides & !(1 << w));
        if self.fight.place == Place::Threat && losers >> THREAT & 1 == 1 {
            // Components §9: no Drone is removed; a segment the players win hurts the cube from inside.
            losers &= !(1 << THREAT);
            if winner.is_some() {
                self.hurt_threat(3);
                fate.all(Event::CubeBoarded { hull: 3 });
                self.bury_threat(fate);
                if self.living_threat().is_none() {
                    losers = 0;
                }
            }
        }
        self.fight.losers = losers;
        self.fight.losses = [DiskId::NONE; 7];
        for side in (0..7).filter(|s| losers >> s & 1 == 1) {
            let crew = self.losable(side);
            // Nobody to choose from, or Drones, of which the lowest number goes.
            if crew.len() == 1 || (side == THREAT && self.loss_chooser(side) == THREAT) {
                self.fight.losses[usize::from(side)] = crew[0];
            }
        }
        self.fight.step = FightStep::Losses;
    }

    /// The revealed crew of a side in the fight: a flipped crew may be chosen, a concealed one not (ST-17.4).
    pub(crate) fn losable(&self, side: u8) -> Vec<DiskId> {
        self.disks_at(self.fight.place)
            .filter(|(_, d)| d.revealed() && d.counts_as_crew() && self.team_of(d.owner) == side)
            .map(|(id, _)| id)
            .collect()
    }

    /// Who chooses the crew that a side removes: a winner with `ChooseLoss`, else by ST-17.9.
    pub(crate) fn loss_chooser(&self, side: u8) -> u8 {
        let place = self.fight.place;
        for (id, _) in self.disks_at(place) {
            if let Some((holder, ability)) = self.disk_holder(id)
                && ability.effect.contains(&Effect::ChooseLoss)
                && self.fight.losers >> self.team_of(holder.seat) & 1 == 0
            {
                return holder.seat;
            }
        }
        if side == THREAT {
            return THREAT;
        }
        if let Place::Ship(ship) = place
            && self.team_of(self.ship(ship).controller) == side
        {
            return self.ship(ship).controller;
        }
        let crew = |seat: u8| self.losable(side).iter().filter(|id| self.disk(**id).owner == seat).count();
        let mates = (0..self.seats.len() as u8)
            .filter(|&s| self.team_of(s) == side && !self.seats[usize::from(s)].out);
        mates.max_by_key(|&s| (crew(s), std::cmp::Reverse(s))).unwrap_or(0)
    }

    /// Seats that still have to choose a loss.
    fn open_losses(&self) -> SeatSet {
        (0..7u8)
            .filter(|s| self.fight.losers >> s & 1 == 1 && !self.fight.losses[usize::from(*s)].is_some())
            .map(|s| Seat(self.loss_chooser(s)))
            .collect()
    }

    /// `SaveCrew`: the crew that would be removed stays, flipped.
    pub(crate) fn save_crew(&mut self, by: DiskId, fate: &mut Fate) {
        let FightStep::Save { side } = self.fight.step else { return };
        let saved = std::mem::take(&mut self.fight.losses[usize::from(side)]);
        self.disk_mut(saved).face = Face::Flipped;
        fate.all(Event::Saved { disk: self.disk_tag(saved), by: self.disk_tag(by) });
    }

    /// ST-17.6: up to three segments.
    fn end_segment(&mut self) {
        self.fight.passed = SeatSet::NONE;
        if self.fight.segment >= 3 {
            self.fight.step = FightStep::Idle;
        } else {
            self.fight.segment += 1;
            self.fight.step = FightStep::Segment;
        }
    }

    /// Control, prisoners, VIPs and who holds what; then step 5.
    fn end_boarding(&mut self, fate: &mut Fate) {
        for i in 0..self.ships.len() {
            if self.ships[i].in_play() {
                self.settle_control(ShipId::at(i), fate);
            }
        }
        self.free_prisoners(fate);
        self.hand_over_vips(fate);
        for i in 0..self.terrain.len() {
            self.terrain[i].holder = self.holder_of(Place::Terrain(TerrainId::at(i)));
        }
        self.stage = Stage::Keep;
        self.asked = self.seats_that(|s| (0..self.disks.len()).any(|i| self.may_keep(s, DiskId::at(i))));
    }

    /// The only team with revealed crew in a place.
    fn holder_of(&self, place: Place) -> u8 {
        let sides = self.sides_at(place);
        if sides.count_ones() == 1 { sides.trailing_zeros() as u8 } else { NOBODY }
    }

    /// ST-18.3: the side with the highest Command aboard controls the ship for the next turn.
    fn settle_control(&mut self, id: ShipId, fate: &mut Fate) {
        let place = Place::Ship(id);
        let sides = self.sides_at(place);
        let controller = self.ship(id).controller;
        let counts = |d: &Disk| d.revealed() && d.counts_as_crew();
        let command = |test: &dyn Fn(&Disk) -> bool| -> i32 {
            self.disks_at(place).filter(|(_, d)| counts(d) && test(d)).map(|(id, _)| self.command(id)).sum()
        };
        let winner = match sides.count_ones() {
            0 => return,
            1 => sides.trailing_zeros() as u8,
            _ => {
                let of = |side: u8| command(&|d| self.team_of(d.owner) == side);
                let best = (0..7).filter(|s| sides >> s & 1 == 1).map(of).max().unwrap_or(0);
                let mut leaders = (0..7).filter(|s| sides >> s & 1 == 1 && of(*s) == best);
                match (leaders.next(), leaders.next()) {
                    (Some(one), None) => one,
                    _ => return,
                }
            }
        };
        if winner == THREAT {
            // Components §9: a ship that Drones would control is assimilated.
            fate.all(Event::Assimilated { ship: self.ship_tag(id) });
            self.destroy(id, THREAT, None, fate);
            return;
        }
        if self.team_of(controller) == winner {
            return;
        }
        let crew = |seat: u8| self.disks_at(place).filter(|(_, d)| counts(d) && d.owner == seat).count();
        let master = self
            .mates(winner)
            .filter(|&s| crew(s) > 0)
            .max_by_key(|&s| (command(&|d| d.owner == s), crew(s), std::cmp::Reverse(s)))
            .expect("the winning side has crew aboard");
        self.capture(id, master, fate);
    }

    /// ST-18.2, ST-5.7: tech goes with the ship, and the captor sees it; those who had it know what it was.
    fn capture(&mut self, id: ShipId, master: u8, fate: &mut Fate) {
        let (old, new) = (self.team_of(self.ship(id).controller), self.team_of(master));
        let turn = self.turn;
        let mates = self.team_seats(new);
        // ST-18.5: nothing else of the ship changes.
        self.ship_mut(id).controller = master;
        fate.all(Event::Captured { ship: self.ship_tag(id), by: self.seat_tag(master) });
        for i in 0..self.disks.len() {
            let disk = &mut self.disks[i];
            if disk.aboard(id) && disk.kind.of().tech && disk.face == Face::Concealed {
                disk.seen[usize::from(old)] = turn;
                disk.seen[usize::from(new)] = turn;
                let tag = self.disk_tag(DiskId::at(i));
                fate.tell.reveal_to(mates, Event::PeekedDisk { ship: self.ship_tag(id), disk: tag });
            }
        }
    }

    /// Components §9: freed if their side's crew and no revealed crew of another are on the terrain.
    fn free_prisoners(&mut self, fate: &mut Fate) {
        for i in 0..self.disks.len() {
            let disk = self.disks[i];
            if disk.face == Face::Held
                && disk.place != Place::Out
                && self.holder_of(disk.place) == self.team_of(disk.owner)
            {
                self.disks[i].face = Face::Ready;
                fate.all(Event::Freed { disk: self.disk_tag(DiskId::at(i)) });
            }
        }
    }

    /// Components §9: a VIP belongs to the team that controls the ship it is on.
    fn hand_over_vips(&mut self, fate: &mut Fate) {
        for i in 0..self.disks.len() {
            let disk = self.disks[i];
            if let Place::Ship(ship) = disk.place
                && disk.kind.of().has(Keyword::Vip)
            {
                let master = self.ship(ship).controller;
                let team = self.team_of(master);
                if team != self.team_of(disk.owner) {
                    let team = self.team_tag(team);
                    fate.all(Event::VipTaken { disk: self.disk_tag(DiskId::at(i)), team });
                }
                self.disks[i].owner = master;
            }
        }
    }

    /// ST-19.2: a flipped disk with Constant that this player may keep so.
    pub(crate) fn may_keep(&self, seat: u8, id: DiskId) -> bool {
        let disk = self.disk(id);
        disk.place != Place::Out
            && disk.face == Face::Flipped
            && disk.kind.of().has(Keyword::Constant)
            && self.user(disk) == seat
    }

    /// ST-19.1: everything flipped becomes ready, but what is kept.
    pub(crate) fn finish_keep(&mut self, fate: &mut Fate) {
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            let disk = self.disks[i];
            if disk.face != Face::Flipped || disk.place == Place::Out {
                continue;
            }
            if std::mem::take(&mut self.disks[i].picked) {
                fate.all(Event::Kept { disk: self.disk_tag(id) });
                continue;
            }
            match disk.place {
                // ST-16.8: a cloak that is readied is dropped.
                Place::Ship(ship) if disk.kind.of().cloak().is_some() => self.drop_cloak(ship, id, fate),
                Place::Ship(_) | Place::Terrain(_) | Place::Threat | Place::Out => {
                    self.disks[i].face = Face::Ready
                }
            }
        }
        if let Some(threat) = &mut self.threat {
            threat.shields = threat.max_shields;
        }
        self.pulse = crate::state::Pulse::default();
        self.asked = SeatSet::NONE;
    }
}
