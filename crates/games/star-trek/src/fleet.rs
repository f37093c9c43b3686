//! Fleets that build themselves: ready-made ones, and a simple hand that spends what it has.

use crate::data::scenario::Restriction;
use crate::data::{DiskTypeId, FleetType, ShipTypeId, data};
use crate::kinds::Keyword;
use crate::state::{Bought, Draft, StarTrek};
use klaxon_core::{Chance, Refusal, rule};

impl StarTrek {
    /// A ready-made fleet as a draft, if the seat may have it.
    pub(crate) fn ready_draft(&self, seat: u8, fleet: &FleetType) -> Result<Draft, Refusal> {
        let mut draft = Draft::default();
        for (i, ship) in fleet.ships.iter().enumerate() {
            let id = data().ship(&ship.ship).expect("the data was checked");
            self.check_buy_ship(seat, &draft, id)?;
            draft.ships.push(id);
            for disk in &ship.disks {
                let disk = data().disk(disk).expect("the data was checked");
                self.put(seat, &mut draft, Bought { disk, ship: i as u8 + 1, pool: 0 })?;
            }
        }
        for (i, ship) in fleet.ships.iter().enumerate() {
            for disk in &ship.free {
                let disk = data().disk(disk).expect("the data was checked");
                let givers = 1..=draft.disks.len() as u8;
                let bought = |pool| Bought { disk, ship: i as u8 + 1, pool };
                match givers.map(bought).find(|b| self.check_buy(seat, &draft, *b).is_ok()) {
                    Some(bought) => draft.disks.push(bought),
                    None => {
                        return Err(Refusal::illegal(rule!("ST-1.18"), "no Start pool pays for a free disk"));
                    }
                }
            }
        }
        self.check_fleet(seat, &draft)?;
        Ok(draft)
    }

    fn put(&self, seat: u8, draft: &mut Draft, bought: Bought) -> Result<(), Refusal> {
        self.check_buy(seat, draft, bought)?;
        draft.disks.push(bought);
        Ok(())
    }

    /// The fleet a seat gets without building: the dearest ready-made one that fits, else one put together.
    pub(crate) fn quick_draft(&self, seat: u8) -> Result<Draft, Refusal> {
        let fitting = data().fleets.iter().filter_map(|f| self.ready_draft(seat, f).ok());
        // The first of the dearest: the order of the data decides ties.
        let dearest = fitting.fold(None, |best: Option<Draft>, d| match best {
            Some(b) if b.cost() >= d.cost() => Some(b),
            _ => Some(d),
        });
        match dearest {
            Some(draft) => Ok(draft),
            None => self.put_together(seat, None),
        }
    }

    /// The fleet of the rulebook's worked game, for a seat that could not spend more.
    pub(crate) fn rulebook_draft(&self, seat: u8) -> Result<Draft, Refusal> {
        let share = self.seats[usize::from(seat)].share;
        let own = data().fleets.iter().filter(|f| f.source == "rulebook" && f.cost() == share);
        match own.filter_map(|f| self.ready_draft(seat, f).ok()).next() {
            Some(draft) => Ok(draft),
            None => self.quick_draft(seat),
        }
    }

    /// Spends the share: ships first, then what the scenario asks for, a commander, and whatever fits, dear
    /// things first; with luck, in another order every time.
    pub(crate) fn put_together(&self, seat: u8, mut luck: Option<&mut Chance>) -> Result<Draft, Refusal> {
        let player = &self.seats[usize::from(seat)];
        let share = player.share;
        let mut number = 1;
        let mut keyword = None;
        for restriction in &self.scenario.restrictions {
            if let Restriction::MinShips { n } = restriction {
                number = number.max(u16::from(*n));
            }
            if let Restriction::ShipRequires { faction, keyword: k } = restriction
                && *faction == player.faction
            {
                keyword = Some(*k);
            }
        }
        let own = |f: Option<crate::kinds::Faction>| f == Some(player.faction);
        let mut ships: Vec<ShipTypeId> =
            data().ship_types().filter(|(_, s)| own(s.faction)).map(|(id, _)| id).collect();
        ships.sort_by_key(|s| std::cmp::Reverse(s.of().cost));
        let mut disks: Vec<DiskTypeId> =
            data().disk_types().filter(|(_, d)| own(d.faction)).map(|(id, _)| id).collect();
        disks.sort_by_key(|d| std::cmp::Reverse(d.of().cost));
        if let Some(chance) = &mut luck {
            chance.shuffle(&mut ships);
            chance.shuffle(&mut disks);
        }
        let mut draft = Draft::default();
        let required = keyword.map_or(0, |k| {
            disks.iter().filter(|d| d.of().has(k)).map(|d| u16::from(d.of().cost)).min().unwrap_or(0)
        });
        for left in (0..number).rev() {
            // Keep enough for the ships still to come: the cheapest of the rest.
            let free = |d: &Draft, s: &ShipTypeId| self.check_buy_ship(seat, d, *s).is_ok();
            let mut open: Vec<ShipTypeId> = ships.iter().copied().filter(|s| free(&draft, s)).collect();
            let mut costs: Vec<u16> = open.iter().map(|s| u16::from(s.of().cost)).collect();
            costs.sort_unstable();
            let reserve: u16 = costs.iter().take(usize::from(left)).sum::<u16>() + required * (left + 1);
            let wish = (share / number) * 6 / 10;
            let room = share.saturating_sub(draft.cost() + reserve);
            open.retain(|s| u16::from(s.of().cost) <= room);
            let fits = open.iter().copied().find(|s| u16::from(s.of().cost) <= wish);
            let cheapest = open.iter().copied().min_by_key(|s| s.of().cost);
            let Some(ship) = fits.or(cheapest) else {
                return Err(Refusal::illegal(rule!("ST-1.21"), "no legal fleet of this faction is possible"));
            };
            draft.ships.push(ship);
        }
        for ship in 1..=draft.ships.len() as u8 {
            if let Some(k) = keyword {
                let mut fitting: Vec<DiskTypeId> = disks.iter().copied().filter(|d| d.of().has(k)).collect();
                fitting.sort_by_key(|d| d.of().cost);
                if let Some(disk) = fitting.first() {
                    self.put(seat, &mut draft, Bought { disk: *disk, ship, pool: 0 })?;
                }
            }
        }
        let ships = draft.ships.len() as u8;
        for commander in [true, false] {
            for ship in 1..=ships {
                // Leave the ships that follow their part.
                let part = (share - draft.cost()) / u16::from(ships - ship + 1);
                let ceiling = draft.cost() + part;
                for disk in &disks {
                    let kind = disk.of();
                    let wanted = kind.commands() == commander;
                    let bought = Bought { disk: *disk, ship, pool: 0 };
                    if wanted
                        && draft.cost() + u16::from(kind.cost) <= ceiling
                        && self.check_buy(seat, &draft, bought).is_ok()
                    {
                        draft.disks.push(bought);
                        let gives = draft.disks.len() as u8;
                        self.spend_pool(seat, &mut draft, gives, &disks);
                    }
                }
            }
        }
        self.check_fleet(seat, &draft)?;
        Ok(draft)
    }

    fn spend_pool(&self, seat: u8, draft: &mut Draft, giver: u8, disks: &[DiskTypeId]) {
        let ship = draft.disks[usize::from(giver) - 1].ship;
        for disk in disks.iter().filter(|d| d.of().cost > 0 && !d.of().has(Keyword::Unique)) {
            let bought = Bought { disk: *disk, ship, pool: giver };
            if self.check_buy(seat, draft, bought).is_ok() {
                draft.disks.push(bought);
            }
        }
    }
}
