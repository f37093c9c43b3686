//! The cloak window (ST-16).

use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{DiskId, ShipId};
use crate::state::{Face, Place, StarTrek};
use klaxon_core::{Refusal, rule};

impl StarTrek {
    /// The cloaking devices that lie open: no other disk is tried in the window.
    pub(crate) fn cloaks(&self) -> impl Iterator<Item = DiskId> {
        let open = |i: &usize| self.disks[*i].revealed() && self.disks[*i].kind.of().cloak().is_some();
        (0..self.disks.len()).filter(open).map(DiskId::at)
    }

    /// May the player raise or drop this cloak in the window (ST-16.4, ST-16.5, ST-16.6, ST-16.7)?
    pub(crate) fn may_change_cloak(&self, seat: u8, id: DiskId) -> Result<(), Refusal> {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        if !id.is_some() || id.ix() >= self.disks.len() {
            return no(rule!("ST-16.7"), "there is no such disk");
        }
        let disk = self.disk(id);
        let Place::Ship(ship) = disk.place else {
            return no(rule!("ST-16.7"), "that disk is not aboard a ship");
        };
        if disk.kind.of().cloak().is_none() {
            return no(rule!("ST-16.11"), "that disk is no cloaking device");
        }
        if self.ship(ship).controller != seat || !self.ship(ship).in_play() {
            return no(rule!("ST-15.13"), "only the player who controls the ship uses its tech");
        }
        match disk.face {
            Face::Concealed | Face::Held => no(rule!("ST-5.3"), "a concealed disk has no effect"),
            Face::Flipped => Ok(()),
            Face::Ready if self.cloaked(ship) => {
                no(rule!("ST-16.12"), "only one cloak can be raised at a time")
            }
            Face::Ready if self.cloak_type(id) < 2 => {
                no(rule!("ST-16.3"), "a Type I cloak is raised with an Activate Crew/Tech order")
            }
            Face::Ready => Ok(()),
        }
    }

    /// ST-16.7: all changes are shown together.
    pub(crate) fn finish_cloak_window(&mut self, fate: &mut Fate) {
        for i in 0..self.ships.len() {
            let ship = ShipId::at(i);
            let pick = std::mem::take(&mut self.ship_mut(ship).cloak_pick);
            if !pick.is_some() || self.disk(pick).place != Place::Ship(ship) {
                continue;
            }
            if self.disk(pick).face == Face::Flipped {
                self.drop_cloak(ship, pick, fate);
                self.ship_mut(ship).marks.dropped_cloak = true;
            } else {
                // ST-16.3: raising any cloak sets shields to 0 at once.
                self.disk_mut(pick).face = Face::Flipped;
                self.ship_mut(ship).shields = 0;
                fate.all(Event::Cloaked { ship: self.ship_tag(ship) });
            }
        }
    }

    /// ST-16.4, ST-16.6: shields stay 0, but a Type III raises them to the maximum.
    pub(crate) fn drop_cloak(&mut self, ship: ShipId, cloak: DiskId, fate: &mut Fate) {
        let kind = self.cloak_type(cloak);
        self.disk_mut(cloak).face = Face::Ready;
        let shields = if kind >= 3 { self.max_shields(ship) } else { 0 };
        self.ship_mut(ship).shields = shields;
        fate.all(Event::Uncloaked { ship: self.ship_tag(ship), shields });
    }
}
