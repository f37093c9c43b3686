//! Conceding and draws (ST-20.9): the one exception to ST-20.1.

use crate::event::{Event, Loss, TorpedoEnd};
use crate::fate::Fate;
use crate::kinds::{DiskId, TorpedoId};
use crate::state::{Place, Stage, StarTrek, Status, Why};
use klaxon_core::{Seat, SeatSet};

impl StarTrek {
    /// The player gives up. His pieces pass to the team-mate of lowest seat; without one they are removed.
    pub(crate) fn concede(&mut self, seat: u8, fate: &mut Fate) {
        let team = self.seats[usize::from(seat)].team;
        self.seats[usize::from(seat)].out = true;
        let heir = self.mates(team).next();
        fate.all(Event::Conceded { who: self.seat_tag(seat), heir: heir.map(|h| self.seat_tag(h)) });
        match heir {
            Some(heir) => self.inherit(seat, heir),
            None => self.clear_away(seat, fate),
        }
        let left = self.teams_playing();
        if left == 0 {
            self.end(SeatSet::NONE, false, Why::Defeat, fate);
        } else if left.count_ones() == 1 && self.teams > 1 {
            self.finish(left, Why::Conceded, fate);
        } else if self.agreed() {
            self.end(SeatSet::NONE, true, Why::Agreed, fate);
        }
    }

    fn inherit(&mut self, seat: u8, heir: u8) {
        for ship in self.ships.iter_mut() {
            if ship.controller == seat {
                ship.controller = heir;
            }
            if ship.owner == seat {
                ship.owner = heir;
            }
        }
        for disk in self.disks.iter_mut() {
            if disk.owner == seat {
                disk.owner = heir;
            }
        }
        for torpedo in self.torpedoes.iter_mut() {
            if torpedo.owner == seat {
                torpedo.owner = heir;
            }
        }
        if !self.asked.has(Seat(seat)) {
            return;
        }
        self.asked = self.asked.without(Seat(seat));
        if !matches!(self.stage, Stage::Split | Stage::Build) {
            self.asked = self.asked.with(Seat(heir));
            return;
        }
        // Before fleets are shown an unfinished one is given up; its points go to the heir if he still builds.
        let share = std::mem::take(&mut self.seats[usize::from(seat)].share);
        self.drafts[usize::from(seat)] = Default::default();
        if self.stage == Stage::Split || self.asked.has(Seat(heir)) {
            self.seats[usize::from(heir)].share += share;
        }
    }

    fn clear_away(&mut self, seat: u8, fate: &mut Fate) {
        self.drafts[usize::from(seat)] = Default::default();
        for i in 0..self.ships.len() {
            if self.ships[i].controller == seat
                && !matches!(self.ships[i].status, Status::Destroyed | Status::Exited)
            {
                self.ships[i].status = Status::Removed;
            }
        }
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            let lost_ship = match self.disks[i].place {
                Place::Ship(ship) => self.ship(ship).status == Status::Removed,
                Place::Terrain(_) | Place::Threat | Place::Out => false,
            };
            let own = self.disks[i].owner == seat && self.disks[i].place != Place::Out;
            if lost_ship {
                self.disks[i].place = Place::Out;
            } else if own && !self.disks[i].kind.of().tech {
                if self.disks[i].revealed() {
                    self.remove_disk(id, Loss::Conceded, fate);
                } else {
                    self.disks[i].place = Place::Out;
                }
            }
        }
        let own: Vec<TorpedoId> = self.torpedoes.iter().filter(|t| t.owner == seat).map(|t| t.id).collect();
        for id in own {
            self.drop_torpedo(id, TorpedoEnd::Conceded, fate);
        }
        self.asked = self.asked.without(Seat(seat));
    }

    /// A draw needs the consent of all players.
    pub(crate) fn offer_draw(&mut self, seat: u8, fate: &mut Fate) {
        self.draw = self.draw.with(Seat(seat));
        fate.all(Event::DrawOffered { who: self.seat_tag(seat) });
        if self.agreed() {
            self.end(SeatSet::NONE, true, Why::Agreed, fate);
        }
    }

    fn agreed(&self) -> bool {
        self.playing().iter().all(|s| self.draw.has(s))
    }
}
