//! Transporting (ST-11).

use crate::data::scenario::TerrainKind;
use crate::effect::Effect;
use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{DiskId, Keyword, Round, ShipId};
use crate::state::frame::Frame;
use crate::state::{Face, Place, StarTrek};
use crate::turn::Flow;
use klaxon_core::{Refusal, rule};

impl StarTrek {
    /// May the ship open a transporter beam to that place?
    pub(crate) fn check_transport(&self, ship: ShipId, to: Place) -> Result<(), Refusal> {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        let s = self.ship(ship);
        if self.cloaked(ship) {
            return no(rule!("ST-11.6"), "a cloaked ship cannot transport");
        }
        let (round, shields): (Round, u8) = match to {
            Place::Ship(id) => {
                if !id.is_some() || id.ix() >= self.ships.len() || !self.ship(id).in_play() || id == ship {
                    return no(rule!("ST-11.1"), "transport to another ship in play, or to terrain");
                }
                // ST-11.7: a friendly ship is a target like any other.
                if self.cloaked(id) && !self.friendly(s.controller, id) {
                    return no(rule!("ST-11.6"), "a cloaked enemy cannot be the target of a transport");
                }
                (self.ship(id).round(), self.ship(id).shields)
            }
            Place::Terrain(id) => {
                if !id.is_some() || id.ix() >= self.terrain.len() {
                    return no(rule!("ST-11.1"), "there is no such terrain");
                }
                if self.terrain(id).kind == TerrainKind::Nebula {
                    return no(rule!("ST-11.1"), "nobody can be beamed into a nebula");
                }
                (self.terrain(id).round(), 0)
            }
            Place::Threat => match self.living_threat() {
                Some(threat) => (threat.round(), threat.shields),
                None => return no(rule!("ST-11.1"), "there is no such threat in play"),
            },
            Place::Out => return no(rule!("ST-11.1"), "transport to a ship or to terrain"),
        };
        if !self.beams_out(ship) {
            return no(rule!("ST-11.2"), "the own shields must be at 0: lower them with Raise Shields");
        }
        if shields > 0 {
            return no(rule!("ST-11.2"), "the target's shields must be at 0");
        }
        let range = self.transport_range(ship);
        if !s.round().in_range(round, range) {
            return no(rule!("ST-11.1"), &format!("out of transporter range: it reaches range: {range}"));
        }
        Ok(())
    }

    /// ST-11.2: do the own shields let a transporter beam out?
    fn beams_out(&self, ship: ShipId) -> bool {
        self.ship(ship).shields == 0 || self.enjoys(ship, |e| matches!(e, Effect::TransportThroughOwnShields))
    }

    /// Can the ship transport at all, whatever the target?
    pub(crate) fn can_transport(&self, ship: ShipId) -> bool {
        !self.cloaked(ship) && self.beams_out(ship)
    }

    /// Could anybody be beamed?
    pub(crate) fn anybody_to_beam(&self, ship: ShipId, to: Place) -> bool {
        let there = |i: &usize| [Place::Ship(ship), to].contains(&self.disks[*i].place);
        (0..self.disks.len()).filter(there).any(|i| self.check_beam(ship, to, DiskId::at(i)).is_ok())
    }

    /// May this crew be beamed by the present order, out or back?
    pub(crate) fn check_beam(&self, ship: ShipId, to: Place, id: DiskId) -> Result<(), Refusal> {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        if !id.is_some() || id.ix() >= self.disks.len() {
            return no(rule!("ST-11.1"), "there is no such disk");
        }
        let disk = self.disk(id);
        let kind = disk.kind.of();
        let here = Place::Ship(ship);
        let goes_to = match disk.place {
            place if place == here => to,
            // ST-11.4: the same order fetches crew, too.
            place if place == to => here,
            Place::Ship(_) | Place::Terrain(_) | Place::Threat | Place::Out => {
                return no(rule!("ST-11.1"), "it is neither aboard nor where the beam reaches");
            }
        };
        if kind.tech {
            return no(rule!("ST-11.3"), "tech cannot be transported");
        }
        if disk.picked {
            return no(rule!("ST-11.1"), "it was beamed by this order already");
        }
        let seat = self.ship(ship).controller;
        if kind.has(Keyword::Vip) {
            // Components §9: its team may transport it, to ships only.
            if self.team_of(disk.owner) != self.team_of(seat) {
                return no(rule!("ST-11.8"), "it belongs to the other side");
            }
            return match goes_to {
                Place::Ship(_) => Ok(()),
                Place::Terrain(_) | Place::Threat | Place::Out => {
                    no(rule!("ST-11.1"), "a VIP is beamed to ships only")
                }
            };
        }
        if disk.owner != seat {
            if disk.place == to && self.may_kidnap(ship, to, id) {
                return Ok(());
            }
            return no(
                rule!("ST-11.8"),
                "an Attack order transports only crew of the player who executes it",
            );
        }
        if disk.face == Face::Held || disk.garrison {
            return no(rule!("ST-11.1"), "it cannot leave this place");
        }
        if !disk.ready() {
            return no(rule!("ST-11.3"), "concealed and flipped crew cannot be transported");
        }
        if kind.has(Keyword::Security) {
            return no(rule!("ST-11.3"), "Security crew cannot leave their ship by transporter");
        }
        if let Place::Ship(goal) = goes_to
            && kind.commands()
            && self.command_taken(goal, disk.owner, id)
        {
            return no(rule!("ST-1.15"), "a ship has at most one revealed Captain or Admiral of a player");
        }
        Ok(())
    }

    /// `KidnapCrew`: one flipped, revealed enemy crew from a ship, once per transport.
    fn may_kidnap(&self, ship: ShipId, to: Place, id: DiskId) -> bool {
        let disk = self.disk(id);
        let seat = self.ship(ship).controller;
        let enemy = |owner: u8| self.team_of(owner) != self.team_of(seat);
        let already = self.disks_at(Place::Ship(ship)).any(|(_, d)| d.picked && enemy(d.owner));
        let crowded = disk.kind.of().commands() && self.command_taken(ship, disk.owner, id);
        matches!(to, Place::Ship(_))
            && disk.face == Face::Flipped
            && enemy(disk.owner)
            && self.ordinary(disk)
            && !already
            && !crowded
            && self.enjoys(ship, |e| matches!(e, Effect::KidnapCrew))
    }

    pub(crate) fn open_transport(&mut self, ship: ShipId, to: Place) {
        for disk in self.disks.iter_mut() {
            disk.picked = false;
        }
        self.stack.push(Frame::Transport { ship, to });
    }

    /// Beams one crew, to the target or from it.
    pub(crate) fn beam_over(&mut self, ship: ShipId, to: Place, id: DiskId, fate: &mut Fate) {
        let here = Place::Ship(ship);
        let goes_to = if self.disk(id).place == here { to } else { here };
        let disk = self.disk_mut(id);
        // ST-11.5: it stays revealed and ready; fighting waits for step 4.
        disk.place = goes_to;
        disk.picked = true;
        fate.all(Event::Beamed { disk: self.disk_tag(id), to: self.spot(goes_to) });
    }

    /// The beam stays open while there is anybody to beam.
    pub(crate) fn step_transport(&mut self, ship: ShipId, to: Place) -> Flow {
        let gone = match to {
            Place::Ship(id) => !self.ship(id).in_play(),
            Place::Threat => self.living_threat().is_none(),
            Place::Terrain(_) | Place::Out => false,
        };
        if gone || !self.ship(ship).in_play() || !self.anybody_to_beam(ship, to) {
            self.close_transport();
            return Flow::Go;
        }
        self.ask(self.ship(ship).controller)
    }

    pub(crate) fn close_transport(&mut self) {
        self.stack.pop();
        for disk in self.disks.iter_mut() {
            disk.picked = false;
        }
    }
}
