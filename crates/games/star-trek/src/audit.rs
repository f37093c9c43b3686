//! Looking things up in a state, and the invariants that `audit` holds it to.

use crate::kinds::{DiskId, Keyword, ShipId, TerrainId, TorpedoId};
use crate::state::{
    Disk, Face, Place, Ship, Slot, Stage, StarTrek, Status, THREAT, Terrain, Threat, Torpedo,
};
use klaxon_core::{Seat, SeatSet};

impl StarTrek {
    pub(crate) fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.ix()]
    }

    pub(crate) fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.ix()]
    }

    pub(crate) fn disk(&self, id: DiskId) -> &Disk {
        &self.disks[id.ix()]
    }

    pub(crate) fn disk_mut(&mut self, id: DiskId) -> &mut Disk {
        &mut self.disks[id.ix()]
    }

    /// Ships on the table, by ascending id.
    pub(crate) fn ships_in_play(&self) -> impl DoubleEndedIterator<Item = (ShipId, &Ship)> {
        self.ships.iter().enumerate().filter(|(_, s)| s.in_play()).map(|(i, s)| (ShipId::at(i), s))
    }

    /// Crew and tech in one place, by ascending id.
    pub(crate) fn disks_at(&self, place: Place) -> impl Iterator<Item = (DiskId, &Disk)> {
        self.disks.iter().enumerate().filter(move |(_, d)| d.place == place).map(|(i, d)| (DiskId::at(i), d))
    }

    /// All crew and tech in play, by ascending id.
    pub(crate) fn disks_in_play(&self) -> impl Iterator<Item = (DiskId, &Disk)> {
        self.disks.iter().enumerate().filter(|(_, d)| d.place != Place::Out).map(|(i, d)| (DiskId::at(i), d))
    }

    pub(crate) fn torpedo(&self, id: TorpedoId) -> Option<&Torpedo> {
        self.torpedoes.iter().find(|t| t.id == id)
    }

    pub(crate) fn torpedo_mut(&mut self, id: TorpedoId) -> Option<&mut Torpedo> {
        self.torpedoes.iter_mut().find(|t| t.id == id)
    }

    pub(crate) fn terrain(&self, id: TerrainId) -> &Terrain {
        &self.terrain[id.ix()]
    }

    /// The team of a seat; the threat is a side of its own.
    pub(crate) fn team_of(&self, seat: u8) -> u8 {
        if seat == THREAT { THREAT } else { self.seats[usize::from(seat)].team }
    }

    /// Is it a ship of this seat's team?
    pub(crate) fn friendly(&self, seat: u8, ship: ShipId) -> bool {
        self.team_of(self.ship(ship).controller) == self.team_of(seat)
    }

    /// The seats of a team that have not conceded, in ascending order.
    pub(crate) fn mates(&self, team: u8) -> impl Iterator<Item = u8> {
        (0..self.seats.len() as u8).filter(move |&s| {
            let player = &self.seats[usize::from(s)];
            player.team == team && !player.out
        })
    }

    /// The seats of a team, conceded or not.
    pub(crate) fn team_seats(&self, team: u8) -> SeatSet {
        (0..self.seats.len() as u8).filter(|&s| self.seats[usize::from(s)].team == team).map(Seat).collect()
    }

    /// The threat, while it exists.
    pub(crate) fn living_threat(&self) -> Option<&Threat> {
        self.threat.as_ref().filter(|t| t.hull > 0)
    }

    /// ST-20.6: the limit in force.
    pub(crate) fn turn_limit(&self) -> u8 {
        if self.options.turn_limit > 0 { self.options.turn_limit } else { self.scenario.turn_limit }
    }

    /// The order place of the present phase.
    pub(crate) fn slot(&self, ship: ShipId) -> Slot {
        self.ship(ship).orders[usize::from(self.phase.max(1)) - 1]
    }

    pub(crate) fn check_invariants(&self) -> Result<(), String> {
        let seats = self.seats.len() as u8;
        for (i, ship) in self.ships.iter().enumerate() {
            let name = &ship.kind.of().name;
            if ship.controller >= seats || ship.owner >= seats {
                return Err(format!("{name} has no player"));
            }
            if ship.in_play() && ship.hull == 0 {
                return Err(format!("{name} is in play without hull (ST-1.6)"));
            }
            if ship.shields > 10 || ship.hull > 10 || ship.speed > 10 {
                return Err(format!("{name} has a status above 10 (ST-1.5)"));
            }
            if ship.in_play() && !self.table.has(ship.at) && self.stack.is_empty() {
                return Err(format!("{name} is off the table (ST-2.13)"));
            }
            if ship.in_play() {
                let raised = self.disks_at(Place::Ship(ShipId::at(i)));
                if raised.filter(|(_, d)| d.face == Face::Flipped && d.kind.of().cloak().is_some()).count()
                    > 1
                {
                    return Err(format!("{name} has two cloaks raised (ST-16.12)"));
                }
            }
        }
        for (i, disk) in self.disks.iter().enumerate() {
            let kind = disk.kind.of();
            if let Place::Ship(ship) = disk.place
                && matches!(self.ship(ship).status, Status::Destroyed | Status::Removed)
            {
                return Err(format!("{} is aboard a ship that is gone (ST-13.5)", kind.name));
            }
            if let Place::Terrain(_) = disk.place
                && disk.face == Face::Concealed
            {
                return Err(format!("{} is concealed on terrain (ST-5.9)", kind.name));
            }
            let twin = |d: &Disk| d.kind == disk.kind && kind.has(Keyword::Unique);
            // Which Unique disks stay is settled when the fleets are shown.
            let settled = !matches!(self.stage, Stage::Split | Stage::Build | Stage::PlaceObstacles);
            if settled && self.disks[..i].iter().any(twin) {
                return Err(format!("{} is twice in the game (ST-1.13)", kind.name));
            }
        }
        for team in 0..seats {
            for (id, ship) in self.ships_in_play() {
                let command = |d: &Disk| d.owner == team && d.revealed() && d.kind.of().commands();
                if self.disks_at(Place::Ship(id)).filter(|(_, d)| command(d)).count() > 1 {
                    return Err(format!("{} has two revealed commanders (ST-1.15)", ship.kind.of().name));
                }
            }
        }
        if self.ending.is_none() && self.asked.is_empty() {
            return Err("nobody is asked, and the game goes on".into());
        }
        if self.ending.is_some() && !self.asked.is_empty() {
            return Err("the game is over, and somebody is asked".into());
        }
        Ok(())
    }
}
