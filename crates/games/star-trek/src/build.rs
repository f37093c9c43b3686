//! Fleet building (ST-1): points, purchases, Unique disks and the clashes over them.

use crate::data::scenario::{Restriction, Special};
use crate::data::{DiskType, DiskTypeId, ShipTypeId, data};
use crate::effect::{Effect, Goods, Scope, When};
use crate::event::{Event, Unique};
use crate::fate::Fate;
use crate::kinds::Keyword;
use crate::state::{Bought, Draft, MAX_SEATS, SCENARIO_BERTH, Stage, StarTrek};
use klaxon_core::{Refusal, Seat, SeatSet, count, rule};

impl Draft {
    /// Ordinary points spent.
    pub fn cost(&self) -> u16 {
        let ships: u16 = self.ships.iter().map(|s| u16::from(s.of().cost)).sum();
        let disks: u16 = self.disks.iter().filter(|b| b.pool == 0).map(|b| u16::from(b.disk.of().cost)).sum();
        ships + disks
    }

    /// How many disks a ship of the list carries.
    pub fn load(&self, ship: u8) -> u8 {
        self.disks.iter().filter(|b| b.ship == ship).count() as u8
    }

    /// Capacity that tech aboard adds (ST-1.16).
    fn capacity_bonus(&self, ship: u8) -> u8 {
        let aboard =
            self.disks.iter().filter(|b| b.ship == ship).filter_map(|b| b.disk.of().ability.as_ref());
        let added: i32 = aboard.flat_map(|a| &a.effect).map(capacity_of).sum();
        added.clamp(0, 50) as u8
    }

    /// Points of a Start pool that are left (ST-1.18).
    pub fn pool_left(&self, giver: u8) -> u8 {
        let Some((_, points, _)) = self.pool(giver) else { return 0 };
        let used: u8 = self.disks.iter().filter(|b| b.pool == giver).map(|b| b.disk.of().cost).sum();
        points.saturating_sub(used)
    }

    /// The Start pool of a bought disk, if it gives one.
    pub fn pool(&self, giver: u8) -> Option<(Goods, u8, Scope)> {
        let bought = self.disks.get(usize::from(giver).checked_sub(1)?)?;
        let ability = bought.disk.of().ability.as_ref()?;
        if ability.when != When::Start {
            return None;
        }
        ability.effect.iter().find_map(|e| {
            if let Effect::FreePoints { of, points } = e { Some((*of, *points, ability.scope)) } else { None }
        })
    }

    /// Gives a disk back, with everything bought out of its pool.
    pub(crate) fn sell(&mut self, disk: u8) {
        // What a pool pays for always stands behind its giver.
        while let Some(i) = self.disks.iter().rposition(|b| b.pool == disk) {
            self.sell(i as u8 + 1);
        }
        self.disks.remove(usize::from(disk) - 1);
        for bought in self.disks.iter_mut() {
            if bought.pool > disk {
                bought.pool -= 1;
            }
        }
    }

    /// Gives a ship back, with everything on it.
    pub(crate) fn sell_ship(&mut self, ship: u8) {
        while let Some(i) = self.disks.iter().position(|b| b.ship == ship) {
            self.sell(i as u8 + 1);
        }
        self.ships.remove(usize::from(ship) - 1);
        for bought in self.disks.iter_mut() {
            if bought.ship > ship && bought.ship < SCENARIO_BERTH {
                bought.ship -= 1;
            }
        }
    }

    pub(crate) fn has_ship(&self, ship: ShipTypeId) -> bool {
        self.ships.contains(&ship)
    }

    pub(crate) fn has_disk(&self, disk: DiskTypeId) -> bool {
        self.disks.iter().any(|b| b.disk == disk)
    }
}

fn capacity_of(effect: &Effect) -> i32 {
    if let Effect::Capacity(n) = effect { i32::from(*n) } else { 0 }
}

fn buys(goods: Goods, kind: &DiskType) -> bool {
    match goods {
        Goods::AwayTeamCrew => !kind.tech && kind.has(Keyword::AwayTeam),
        Goods::Tech => kind.tech,
        Goods::Any => true,
    }
}

impl Restriction {
    /// Does it forbid the disk of this id? Ships have ids, too, and no keywords.
    pub(crate) fn forbids(&self, id: &str, kind: Option<&DiskType>) -> bool {
        matches!(self, Restriction::ForbidDisk { id: forbidden } if forbidden == id)
            || matches!(self, Restriction::ForbidKeyword { keyword } if kind.is_some_and(|k| k.has(*keyword)))
    }
}

impl StarTrek {
    /// D2: captains share the points of their teams.
    pub(crate) fn enter_split(&mut self) {
        self.stage = Stage::Split;
        self.asked = self.seats_that(|s| {
            let player = &self.seats[usize::from(s)];
            player.captain && self.mates(player.team).count() > 1
        });
    }

    /// D3: everybody builds who has no ready-made fleet.
    pub(crate) fn enter_build(&mut self) {
        self.stage = Stage::Build;
        self.asked = self.seats_that(|s| self.drafts[usize::from(s)].ships.is_empty());
    }

    /// Scenario ships that the seat commands from the start.
    pub(crate) fn scenario_ships(&self, seat: u8) -> Vec<(ShipTypeId, Special)> {
        let team = self.seats[usize::from(seat)].team;
        let first = self.team_seats(team).iter().next();
        let mut list = Vec::new();
        for special in &self.scenario.special {
            if let Special::ScenarioShip { ship, team: t, .. } = special
                && *t == team
                && first == Some(Seat(seat))
            {
                list.push((data().ship(ship).expect("the scenario was checked"), special.clone()));
            }
        }
        list
    }

    /// The ship of a draft by its number.
    pub(crate) fn berth(&self, seat: u8, draft: &Draft, ship: u8) -> Option<ShipTypeId> {
        if ship >= SCENARIO_BERTH {
            return self.scenario_ships(seat).get(usize::from(ship - SCENARIO_BERTH)).map(|(id, _)| *id);
        }
        draft.ships.get(usize::from(ship).checked_sub(1)?).copied()
    }

    /// ST-1.16: how many disks the ship may carry at the start.
    pub(crate) fn capacity(&self, seat: u8, draft: &Draft, ship: u8) -> u8 {
        self.berth(seat, draft, ship).map_or(0, |s| s.of().capacity) + draft.capacity_bonus(ship)
    }

    /// Does the scenario forbid the disk?
    pub(crate) fn check_allowed(&self, id: &str, kind: Option<&DiskType>) -> Result<(), Refusal> {
        if self.scenario.restrictions.iter().any(|r| r.forbids(id, kind)) {
            return Err(Refusal::illegal(rule!("ST-1.22"), "the scenario forbids this disk"));
        }
        Ok(())
    }

    /// ST-1.13, ST-1.21: is the Unique disk spoken for, as far as the builder may know?
    fn check_unique(&self, seat: u8, holds: impl Fn(&Draft) -> bool) -> Result<(), Refusal> {
        let team = self.seats[usize::from(seat)].team;
        for mate in self.mates(team).filter(|&s| s != seat) {
            if holds(&self.drafts[usize::from(mate)]) {
                let text = "a team-mate has this Unique disk: share them out by agreement";
                return Err(Refusal::illegal(rule!("ST-1.13"), text));
            }
        }
        let standing = self.standing.without(Seat(seat));
        if !self.standing.has(Seat(seat)) && standing.iter().any(|s| holds(&self.drafts[s.index()])) {
            return Err(Refusal::illegal(
                rule!("ST-1.21"),
                "taken: this Unique disk stands in another fleet",
            ));
        }
        Ok(())
    }

    /// D3: may the seat buy this ship?
    pub(crate) fn check_buy_ship(&self, seat: u8, draft: &Draft, ship: ShipTypeId) -> Result<(), Refusal> {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        let player = &self.seats[usize::from(seat)];
        let kind = ship.of();
        if kind.faction != Some(player.faction) {
            // ST-1.7: all disks of the faction are everybody's.
            return no(rule!("ST-1.9"), "a fleet uses only disks of its own faction");
        }
        if draft.has_ship(ship) {
            return no(rule!("ST-1.13"), "ships are Unique, and this one is in the fleet");
        }
        self.check_allowed(&kind.id, None)?;
        self.check_unique(seat, |d| d.has_ship(ship))?;
        if draft.cost() + u16::from(kind.cost) > player.share {
            let left = player.share.saturating_sub(draft.cost());
            return no(rule!("ST-1.11"), &too_dear(kind.cost, left));
        }
        for restriction in &self.scenario.restrictions {
            if let Restriction::MaxShips { n } = restriction
                && draft.ships.len() >= usize::from(*n)
            {
                return no(rule!("ST-1.22"), &format!("the scenario allows at most {n} ships a player"));
            }
        }
        if draft.ships.is_full() {
            return no(rule!("ST-1.12"), "the program has room for eight ships in a fleet");
        }
        if !self.leaves_mates_enough(seat, ship) {
            return no(rule!("ST-1.13"), "a team-mate could no longer build a fleet: leave him this ship");
        }
        Ok(())
    }

    /// D3: may the seat buy this crew or tech disk for that ship?
    pub(crate) fn check_buy(&self, seat: u8, draft: &Draft, bought: Bought) -> Result<(), Refusal> {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        let Bought { disk, ship, pool } = bought;
        let player = &self.seats[usize::from(seat)];
        let kind = disk.of();
        if self.berth(seat, draft, ship).is_none() {
            return no(rule!("ST-1.17"), "each disk is assigned to a ship of the fleet");
        }
        if kind.faction != Some(player.faction) {
            return no(rule!("ST-1.9"), "a fleet uses only disks of its own faction");
        }
        self.check_allowed(&kind.id, Some(kind))?;
        if kind.has(Keyword::Unique) {
            if draft.has_disk(disk) {
                return no(rule!("ST-1.13"), "this disk is Unique and in the fleet already");
            }
            self.check_unique(seat, |d| d.has_disk(disk))?;
        }
        let mut aboard = draft.disks.iter().filter(|b| b.ship == ship);
        if !kind.has(Keyword::Unlimited) && aboard.clone().any(|b| b.disk == disk) {
            return no(rule!("ST-1.14"), "at most one copy per ship");
        }
        if kind.commands() && aboard.any(|b| b.disk.of().commands()) {
            return no(rule!("ST-1.15"), "a ship starts with at most one Captain or Admiral");
        }
        let own: i32 = kind.ability.iter().flat_map(|a| &a.effect).map(capacity_of).sum();
        if i32::from(draft.load(ship)) + 1 > i32::from(self.capacity(seat, draft, ship)) + own {
            return no(rule!("ST-1.16"), "the ship's capacity is used up");
        }
        if draft.disks.is_full() {
            return no(rule!("ST-1.16"), "the program has room for 64 crew and tech disks in a fleet");
        }
        if pool == 0 {
            let left = player.share.saturating_sub(draft.cost());
            if u16::from(kind.cost) > left {
                return no(rule!("ST-1.11"), &too_dear(kind.cost, left));
            }
            return Ok(());
        }
        let Some((goods, _, scope)) = draft.pool(pool) else {
            return no(rule!("ST-1.18"), "that disk gives no Start points");
        };
        if !buys(goods, kind) {
            return no(rule!("ST-1.18"), "Start points buy only what they name");
        }
        if scope == Scope::Ship && draft.disks[usize::from(pool) - 1].ship != ship {
            return no(rule!("ST-1.18"), "Start points buy disks for the same ship");
        }
        if kind.cost > draft.pool_left(pool) {
            return no(
                rule!("ST-1.24"),
                "a disk is bought wholly with ordinary points or wholly out of one Start pool",
            );
        }
        Ok(())
    }

    /// May the disk be given back? Not while others fill the room it made.
    pub(crate) fn check_sell(&self, seat: u8, disk: u8) -> Result<(), Refusal> {
        let mut draft = self.drafts[usize::from(seat)];
        if disk == 0 || usize::from(disk) > draft.disks.len() {
            return Err(Refusal::malformed("there is no such disk in the fleet"));
        }
        draft.sell(disk);
        let berths = (1..=draft.ships.len() as u8).chain(SCENARIO_BERTH..SCENARIO_BERTH + 8);
        for ship in berths {
            if draft.load(ship) > self.capacity(seat, &draft, ship) {
                let text = "other disks fill the room that this one makes: give one of them back first";
                return Err(Refusal::illegal(rule!("ST-1.16"), text));
            }
        }
        Ok(())
    }

    /// ST-1.22: is the fleet legal as a whole?
    pub(crate) fn check_fleet(&self, seat: u8, draft: &Draft) -> Result<(), Refusal> {
        let no = |rule, text: String| Err(Refusal::illegal(rule, text));
        if draft.ships.is_empty() {
            if self.is_without_fleet(seat) {
                return Ok(());
            }
            return no(rule!("ST-1.12"), "a fleet has at least one ship".into());
        }
        for restriction in &self.scenario.restrictions {
            if let Restriction::MinShips { n } = restriction
                && draft.ships.len() < usize::from(*n)
            {
                return no(rule!("ST-1.22"), format!("the scenario asks for at least {n} ships a player"));
            }
            if let Restriction::ShipRequires { faction, keyword } = restriction {
                for (i, ship) in draft.ships.iter().enumerate() {
                    let has = |b: &Bought| usize::from(b.ship) == i + 1 && b.disk.of().has(*keyword);
                    if ship.of().faction == Some(*faction) && !draft.disks.iter().any(has) {
                        let (name, word) = (&ship.of().name, keyword.name());
                        return no(rule!("ST-1.22"), format!("{name} must carry a disk with {word}"));
                    }
                }
            }
        }
        debug_assert!(draft.cost() <= self.seats[usize::from(seat)].share, "ST-1.11 holds at every purchase");
        Ok(())
    }

    /// Everybody is done: are there clashes over Unique disks?
    pub(crate) fn finish_build(&mut self, fate: &mut Fate) {
        let mut losers = SeatSet::NONE;
        for (id, _) in data().ship_types() {
            let holders = self.seats_that(|s| self.drafts[usize::from(s)].has_ship(id));
            for seat in self.settle_clash(Unique::Ship(id), holders, fate).iter() {
                let draft = &mut self.drafts[seat.index()];
                let place = draft.ships.iter().position(|s| *s == id).expect("it holds the ship");
                draft.sell_ship(place as u8 + 1);
                losers = losers.with(seat);
            }
        }
        for (id, kind) in data().disk_types().filter(|(_, k)| k.has(Keyword::Unique)) {
            debug_assert!(kind.has(Keyword::Unique));
            let holders = self.seats_that(|s| self.drafts[usize::from(s)].has_disk(id));
            for seat in self.settle_clash(Unique::Disk(id), holders, fate).iter() {
                let draft = &mut self.drafts[seat.index()];
                let place = draft.disks.iter().position(|b| b.disk == id).expect("it holds the disk");
                draft.sell(place as u8 + 1);
                losers = losers.with(seat);
            }
        }
        if losers.is_empty() {
            self.standing = SeatSet::NONE;
            self.muster(fate);
        } else {
            self.standing = self.seats_that(|s| !losers.has(Seat(s)));
            self.asked = losers;
        }
    }

    /// ST-1.21: each holder drops five counters, most hits keeps the disk, ties drop again. Returns the others.
    fn settle_clash(&self, what: Unique, holders: SeatSet, fate: &mut Fate) -> SeatSet {
        let mut tied: Vec<Seat> = holders.iter().collect();
        if tied.len() < 2 {
            return SeatSet::NONE;
        }
        while tied.len() > 1 {
            let drops: Vec<u8> = tied.iter().map(|_| fate.drop(5)).collect();
            let best = drops.iter().copied().max().unwrap_or(0);
            tied = tied.iter().zip(&drops).filter(|(_, h)| **h == best).map(|(s, _)| *s).collect();
        }
        let losers = holders.without(tied[0]);
        fate.tell.reveal_to(holders, Event::Clash { what, keeper: self.seat_tag(tied[0].0), losers });
        losers
    }

    /// Unique disks that the seat would be told are taken.
    pub(crate) fn taken_for(&self, seat: u8) -> (Vec<ShipTypeId>, Vec<DiskTypeId>) {
        if self.stage != Stage::Build || self.standing.is_empty() || self.standing.has(Seat(seat)) {
            return (Vec::new(), Vec::new());
        }
        let own = self.seats[usize::from(seat)].faction;
        let mut ships = Vec::new();
        let mut disks = Vec::new();
        for s in self.standing.iter() {
            let draft = &self.drafts[s.index()];
            ships.extend(draft.ships.iter().copied().filter(|t| t.of().faction == Some(own)));
            let unique = |t: &DiskTypeId| t.of().has(Keyword::Unique) && t.of().faction == Some(own);
            disks.extend(draft.disks.iter().map(|b| b.disk).filter(unique));
        }
        ships.sort_unstable();
        disks.sort_unstable();
        (ships, disks)
    }

    /// An empty set of drafts.
    pub(crate) fn no_drafts() -> [Draft; MAX_SEATS] {
        [Draft::default(); MAX_SEATS]
    }
}

fn too_dear(cost: u8, left: u16) -> String {
    format!("it costs {}, and {left} {} left", count(cost, "point"), if left == 1 { "is" } else { "are" })
}
