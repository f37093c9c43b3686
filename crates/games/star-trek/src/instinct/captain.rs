//! How a captain flies, shoots and plans: the leans that look at the table.

use super::course::{Aim, TORPEDO_FEAR};
use super::{GOOD, IDLE, SILLY, SURE};
use crate::kinds::{DiskId, Order, Round, ShipId, TORPEDO_RADIUS, TerrainId, TorpedoId};
use crate::state::frame::{Frame, Target};
use crate::state::{Disk, Face, Place, StarTrek};
use crate::torpedo::STANDARD;
use crate::values::{Scene, Stat};
use klaxon_geometry::plane::{Heading, Point, heading_to, leg};

/// Where a ship will be in the phase of an order, on a guess.
#[derive(Clone, Copy)]
struct Guess {
    /// What it is after in that phase, and when the phase is over.
    aim: Aim,
    then: Aim,
    at: Point,
    heading: Heading,
    speed: u8,
    /// An order before this one brings the shields back.
    restored: bool,
    /// Phases until then.
    phases: u32,
}

/// A weight that doubles with every eight points of worth, out of a hundred.
fn weight(worth: i64) -> u32 {
    let worth = worth.clamp(0, 96) as u32;
    let step = 1 << (worth / 8);
    step + step * (worth % 8) / 8
}

impl StarTrek {
    pub(crate) fn lean_move(&self) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        // Into a torpedo only who has no other way.
        let may_turn = act.has(Order::ChangeHeading) || act.has(Order::ChangeSpeed);
        if may_turn && self.strikes_torpedo(ship.heading, ship.speed) {
            return 0;
        }
        weight(self.after_move(act.ship, ship.heading, ship.speed))
    }

    /// Would the move that is still to come lead into a torpedo?
    fn strikes_torpedo(&self, heading: Heading, speed: u8) -> bool {
        let Some(act) = self.act.as_ref().filter(|act| !act.moved) else { return false };
        self.torpedoes_on_the_way(act.ship, self.ship(act.ship).at, heading, speed) > 0
    }

    pub(crate) fn lean_path(&self, after: u8, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        let radius = ship.kind.of().size.radius();
        let middle = leg(ship.at, ship.heading, radius, u32::from(after));
        let end = leg(middle, heading, radius, u32::from(ship.speed.saturating_sub(after)));
        if !self.table.has(middle) {
            return SILLY;
        }
        let left = ship.speed.saturating_sub(after);
        let struck = self.torpedoes_on_the_way(act.ship, ship.at, ship.heading, after)
            + self.torpedoes_on_the_way(act.ship, middle, heading, left);
        let outlook = self.outlook(act.ship, end, heading, ship.speed, usize::from(self.phase));
        weight(outlook - TORPEDO_FEAR * struck)
    }

    /// Evasive action costs all orders: it is for obstacles, and for what would break the ship.
    pub(crate) fn lean_evade(&self, after: u8, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        let end = ship.round().moved_to(self.straight_end(act.ship, ship.heading));
        let struck = self.torpedoes_on_the_way(act.ship, ship.at, ship.heading, ship.speed);
        let dear = self.struck_obstacle(act.ship, end).is_some()
            || ship.hull <= 2
            || struck > i64::from(ship.shields);
        self.lean_path(after, heading) / if dear { 8 } else { 64 } + 1
    }

    pub(crate) fn lean_heading(&self, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        if ship.speed == 0 {
            return self.lean_turn(heading);
        }
        if self.strikes_torpedo(heading, ship.speed) {
            return 0;
        }
        weight(self.after_move(act.ship, heading, ship.speed))
    }

    /// A ship that lies still points its torpedoes at what it is after.
    pub(crate) fn lean_turn(&self, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        // Once is enough.
        if act.turned {
            return 1;
        }
        let ship = self.ship(act.ship);
        let towards = self.aim(act.ship, 0).and_then(|aim| heading_to(ship.at, aim.at.at));
        let off = |h: Heading| towards.map_or(0, |t| h.turn_to(t).unsigned_abs());
        match (off(heading), off(ship.heading)) {
            (0..=100, 101..) => GOOD,
            (new, old) if new < old => 16,
            _ => 2,
        }
    }

    pub(crate) fn lean_speed(&self, speed: u8) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let ship = self.ship(act.ship);
        if self.strikes_torpedo(ship.heading, speed) {
            return 0;
        }
        weight(self.after_move(act.ship, ship.heading, speed))
    }

    /// Shields go up; down only to let a landing party through.
    pub(crate) fn lean_shields(&self, shields: u8) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let (now, most) = (self.ship(act.ship).shields, self.max_shields(act.ship));
        if shields == 0 && now > 0 && self.wants_to_land(act.ship) {
            return GOOD;
        }
        if shields < most {
            return SILLY;
        }
        match most.saturating_sub(now) {
            0 => 2,
            1 => 100,
            n => GOOD * u32::from(n),
        }
    }

    /// Is the ship where its landing party is wanted, with an attack order to come, and no enemy close?
    fn wants_to_land(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        let team = self.team_of(ship.controller);
        let next = usize::from(self.phase);
        let attack = ship.orders.iter().skip(next.saturating_sub(1)).any(|s| s.down() == Some(Order::Attack));
        let reach = self.landing_reach(id);
        let close = (0..self.terrain.len()).map(TerrainId::at).any(|t| {
            self.terrain(t).round().gap(ship.round()) < reach
                && self.is_wanted(team, t)
                && self.sides_at(Place::Terrain(t)) >> team & 1 == 0
        });
        attack && close && self.has_landing_party(id)
    }

    /// Those who can strike strike first; the others wait and see.
    pub(crate) fn lean_act(&self, now: bool) -> u32 {
        let Some(id) = self.optioned() else { return IDLE };
        let ship = self.ship(id);
        let attacks = self.slot(id).down() == Some(Order::Attack);
        let strikes = attacks && self.foe_gap(id, ship.at) < self.reach_of(id);
        if strikes == now { 60 } else { 20 }
    }

    /// Counters of a torpedo of this ship, and its hops per move.
    pub(super) fn torpedo_values(&self, id: ShipId) -> (i64, i64) {
        let bonus = |stat| self.bonus(id, stat, &Scene::default());
        let (damage, movement, _) = STANDARD;
        (
            i64::from(damage + bonus(Stat::TorpDamage)),
            i64::from((movement + bonus(Stat::TorpMovement)).max(1)),
        )
    }

    /// Would a torpedo launched from there strike the target within its launch move (ST-12.3)?
    fn strikes(&self, from: Round, heading: Heading, movement: i64, target: Round) -> bool {
        let first = from.at.ahead(heading, from.radius + 3 * TORPEDO_RADIUS);
        let left = (movement - 1) * 2 * TORPEDO_RADIUS;
        Round::new(first, TORPEDO_RADIUS).gap(target) <= left
    }

    pub(crate) fn lean_launch(&self) -> u32 {
        let Some(act) = &self.act else { return GOOD };
        let ship = self.ship(act.ship);
        let (damage, movement) = self.torpedo_values(act.ship);
        let here = ship.round();
        let ahead = |foe: &Round| {
            heading_to(here.at, foe.at).is_none_or(|h| ship.heading.turn_to(h).unsigned_abs() <= 1000)
        };
        if self.foes(act.ship).filter(ahead).any(|foe| self.strikes(here, ship.heading, movement, foe)) {
            return (540 * damage) as u32;
        }
        let clear = self.table.has(here.at.ahead(ship.heading, here.radius + 4 * TORPEDO_RADIUS));
        if !clear || (!act.moved && ship.speed > 0) {
            // Best not to run into it, nor to lose it over the edge.
            return SILLY;
        }
        // Backwards it would have to fly through its own ship.
        let Some(gap) = self.foes(act.ship).filter(ahead).map(|foe| here.gap(foe)).min() else {
            return SILLY;
        };
        match gap / (movement * 1000) {
            0..=1 if ship.speed <= 2 => 200,
            0..=2 => 40,
            _ => 2,
        }
    }

    /// Torpedoes fly at the nearest enemy and clear of friends.
    pub(crate) fn lean_steer(&self, torpedo: TorpedoId, heading: Heading) -> u32 {
        let Some(t) = self.torpedo(torpedo) else { return IDLE };
        let foes = self.ships_in_play().filter(|(id, _)| !self.friendly(t.owner, *id));
        let foes = foes.map(|(_, s)| s.round()).chain(self.living_threat().map(|c| c.round()));
        let here = t.round();
        let Some(nearest) = foes.min_by_key(|r| here.gap(*r)) else { return IDLE };
        // A launch goes hop by hop, a later move straight through.
        let hops = if let Some(Frame::Guide { .. }) = self.stack.last() { 1 } else { t.movement };
        for hop in 1..=u32::from(hops) {
            let there = Round::new(leg(t.at, heading, TORPEDO_RADIUS, hop), TORPEDO_RADIUS);
            if there.contacts(nearest) {
                return SURE;
            }
            let friend = |(id, s): (ShipId, &crate::state::Ship)| {
                self.friendly(t.owner, id) && s.round().contacts(there)
            };
            if !self.table.has(there.at) || self.ships_in_play().any(friend) {
                return SILLY;
            }
        }
        let towards = heading_to(t.at, nearest.at);
        match towards.map(|h| heading.turn_to(h).unsigned_abs()) {
            Some(0..=50) => GOOD,
            Some(51..=450) => 16,
            _ => 2,
        }
    }

    /// Orders for the coming phases, on a guess of where the ship will be by then.
    pub(crate) fn lean_order(&self, id: ShipId, place: u8, order: Order) -> u32 {
        self.lean_guessed(id, place, self.guess(id, place), order)
    }

    /// The same for every order: one guess is enough for all.
    pub(crate) fn lean_orders(&self, id: ShipId, place: u8) -> [u32; 5] {
        let guess = self.guess(id, place);
        Order::ALL.map(|order| self.lean_guessed(id, place, guess, order))
    }

    /// The guess, if the ship is after anything.
    fn guess(&self, id: ShipId, place: u8) -> Option<Guess> {
        let ship = self.ship(id);
        let radius = ship.kind.of().size.radius();
        let place = place.clamp(1, 3);
        let phases = u32::from(place).saturating_sub(self.next_move(id) as u32 + 1);
        let (aim, then) = self.aim(id, phases).zip(self.aim(id, phases + 1))?;
        let towards = |from: Point| heading_to(from, then.at.at).unwrap_or(ship.heading);
        let later = |at: Point| Round::new(at, radius).gap(then.at) - then.near;
        let (mut at, mut heading, mut speed) = (ship.at, ship.heading, ship.speed);
        let mut restored = false;
        let between = self.next_move(id)..usize::from(place) - 1;
        for (moved, slot) in (0..).zip(ship.orders.get(between).unwrap_or_default()) {
            match slot.down() {
                Some(Order::ChangeHeading) => {
                    heading = self.best_heading(id, at, speed, moved).map_or_else(|| towards(at), |(h, _)| h);
                }
                Some(Order::ChangeSpeed) => {
                    speed = self.fitting_speed(id, (at, heading, speed), moved, later(at))
                }
                Some(Order::RaiseShields) => restored = true,
                Some(Order::Attack | Order::Activate) | None => {}
            }
            at = leg(at, heading, radius, u32::from(speed));
        }
        Some(Guess { aim, then, at, heading, speed, restored, phases })
    }

    fn lean_guessed(&self, id: ShipId, place: u8, guess: Option<Guess>, order: Order) -> u32 {
        let Some(Guess { aim, then, at, heading, speed, restored, phases }) = guess else {
            return if order == Order::ChangeHeading { GOOD } else { IDLE };
        };
        let ship = self.ship(id);
        let radius = ship.kind.of().size.radius();
        let gap = |at: Point| Round::new(at, radius).gap(aim.at) - aim.near;
        let later = |at: Point| Round::new(at, radius).gap(then.at) - then.near;
        let end = leg(at, heading, radius, u32::from(speed));
        let leaves = speed > 0 && !self.table.has(end) && !self.exits_well(id, end);
        if leaves && !matches!(order, Order::ChangeHeading | Order::ChangeSpeed) {
            return 4;
        }
        // Torpedoes that lie ahead will have flown on when the next phase comes.
        let struck = phases == 0 && speed > 0 && self.torpedoes_on_the_way(id, at, heading, speed) > 0;
        if struck {
            return match order {
                Order::ChangeHeading => SURE,
                Order::ChangeSpeed => GOOD,
                Order::RaiseShields | Order::Attack | Order::Activate => 40,
            };
        }
        let near = || gap(at).min(gap(end));
        let straight = || self.prospects(id, (at, heading, speed), phases);
        match order {
            Order::ChangeHeading if leaves => SURE,
            Order::ChangeHeading if speed == 0 => 4,
            Order::ChangeHeading => {
                if let Some((now, (_, best))) = straight().zip(self.best_heading(id, at, speed, phases)) {
                    return match best - now {
                        24.. => 2400,
                        8.. => 900,
                        _ => 8,
                    };
                }
                let towards = heading_to(at, then.at.at).unwrap_or(ship.heading);
                let off = heading.turn_to(towards).unsigned_abs();
                if off > 450 && later(end) > 0 { 700 } else { 60 }
            }
            Order::ChangeSpeed => {
                if let Some(now) = straight() {
                    let speeds = speed.saturating_sub(2)..=(speed + 2).min(self.max_speed(id));
                    let best = speeds.filter_map(|n| self.prospects(id, (at, heading, n), phases)).max();
                    return match best.unwrap_or(0) - now {
                        24.. => 2000,
                        8.. => 700,
                        _ => 4,
                    };
                }
                let best = self.fitting_speed(id, (at, heading, speed), phases, later(at));
                match (best.abs_diff(speed), leaves) {
                    (0, _) => 4,
                    (_, true) => 100,
                    (1, false) => 200,
                    (_, false) => 700,
                }
            }
            Order::RaiseShields => {
                let most = self.max_shields(id);
                let missing = if restored { 0 } else { most.saturating_sub(ship.shields) };
                // Under fire shields will be gone by the second or third phase.
                let waits = u32::from(place.clamp(1, 3) - 1);
                let fire = if self.foe_gap(id, at) < 4500 { waits * 110 } else { 0 };
                // Shields at full are not mended.
                if missing == 0 && fire == 0 { SILLY } else { 4 + fire + 150 * u32::from(missing) }
            }
            Order::Attack => match near() {
                ..=0 => 1200,
                1..4000 => 500,
                4000..9000 => 60,
                9000.. => 8,
            },
            Order::Activate => self.lean_activate(id, near()),
        }
    }

    fn lean_activate(&self, id: ShipId, near: i64) -> u32 {
        let ship = self.ship(id);
        let mut best = 1;
        for (_, d) in self.disks_at(Place::Ship(id)) {
            if !d.revealed() || d.owner != ship.controller {
                continue;
            }
            let kind = d.kind.of();
            for row in &kind.rows {
                let attack = row.contains(&Order::Attack) && near <= 0;
                let worth = match (row.len(), attack) {
                    (2.., true) => 1300,
                    (2.., false) => 200,
                    (_, true) => 300,
                    (_, false) => 40,
                };
                best = best.max(worth);
            }
            if kind.ability.as_ref().is_some_and(|a| a.when == crate::effect::When::Activate) {
                best = best.max(if near <= 3000 { 250 } else { 30 });
            }
        }
        best
    }

    /// A hurt ship hides, and one that means to attack comes out.
    pub(crate) fn lean_cloak(&self, disk: DiskId) -> u32 {
        let d = self.disk(disk);
        let Place::Ship(id) = d.place else { return SILLY };
        let attacks = self.slot(id).down() == Some(Order::Attack);
        let near = self.foe_gap(id, self.ship(id).at) < 9000;
        if d.face == Face::Flipped {
            // ST-16.1: behind a cloak the attack that is ordered would come to nothing.
            let strikes = attacks && self.foe_gap(id, self.ship(id).at) < self.reach_of(id);
            return match (strikes, (attacks && near) || self.cloak_type(disk) >= 3) {
                (true, _) => SURE * 2,
                (false, true) => GOOD,
                (false, false) => 24,
            };
        }
        if self.ship(id).shields == 0 && !attacks && near { GOOD } else { 4 }
    }

    /// Many counters, and at whom they tell.
    pub(crate) fn lean_fire(&self, seat: u8, from: ShipId, at: Target) -> u32 {
        let counters = self.beam(from, at).clamp(0, 20) as u32;
        match at {
            Target::Ship(id) if self.friendly(seat, id) => SILLY,
            Target::Ship(id) => {
                let s = self.ship(id);
                let open = if s.shields == 0 { 400 } else { 0 };
                // Half of the counters hit: a ship that falls to them comes before all others.
                let last = if u32::from(s.hull + s.shields) * 2 <= counters { 13 } else { 1 };
                last * (600 * counters + open) + 1
            }
            Target::Threat => 600 * counters + 1,
        }
    }

    /// Boarding where the fight looks won, and landing where the scenario wants crew.
    pub(crate) fn lean_transport(&self, seat: u8, to: Place) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let team = self.team_of(seat);
        match to {
            Place::Ship(id) if self.friendly(seat, id) => 2,
            Place::Ship(_) => {
                let (own, foes) = self.fighters(seat, act.ship, to);
                if own > foes { SURE } else { 2 }
            }
            Place::Terrain(terrain) => {
                let there = self.sides_at(to);
                if !self.is_wanted(team, terrain) || there >> team & 1 != 0 {
                    return 2;
                }
                let (own, foes) = self.fighters(seat, act.ship, to);
                if own > foes || foes == 0 { SURE } else { 4 }
            }
            Place::Threat => 4,
            Place::Out => SILLY,
        }
    }

    /// Fighters go over to fight, cheap crew to hold a world; prisoners and guests come home.
    pub(crate) fn lean_beam(&self, seat: u8, ship: ShipId, to: Place, disk: DiskId) -> u32 {
        let disk = self.disk(disk);
        let kind = disk.kind.of();
        let out = disk.place == Place::Ship(ship);
        if !out {
            // Somebody of theirs, or our own back.
            let enemy = self.team_of(disk.owner) != self.team_of(seat);
            let freed = kind.faction.is_none();
            return if enemy || freed { SURE } else { 2 };
        }
        match to {
            Place::Ship(id) if self.friendly(seat, id) => 2,
            Place::Terrain(_) => {
                // One of the cheap ones is enough, unless somebody is there.
                let (own, foes) = self.fighters(seat, ShipId::NONE, to);
                let enough = own > foes && self.sides_at(to) >> self.team_of(seat) & 1 == 1;
                if enough { 2 } else { 600u32.saturating_sub(60 * u32::from(kind.cost)).max(20) }
            }
            Place::Ship(_) | Place::Threat => {
                let captain = if kind.commands() { 8 } else { 1 };
                (1 + 120 * u32::from(kind.combat) + 20 * u32::from(kind.command)) / captain
            }
            Place::Out => SILLY,
        }
    }

    /// What the orders of a row would be good for now.
    pub(crate) fn lean_row(&self, disk: DiskId, row: u8) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let (id, s) = (act.ship, self.ship(act.ship));
        let useful = |order: &Order| match order {
            Order::Attack if self.foe_gap(id, s.at) < self.reach_of(id) => 900,
            Order::Attack => 40,
            Order::RaiseShields => 100 * u32::from(self.max_shields(id).saturating_sub(s.shields)),
            Order::ChangeHeading => 120,
            Order::ChangeSpeed => 60,
            Order::Activate => 60,
        };
        let orders = &self.disk(disk).kind.of().rows[usize::from(row) - 1];
        8 + orders.iter().map(useful).sum::<u32>()
    }

    /// Is there a disk that the player could still reveal aboard his ships?
    pub(crate) fn has_more_to_reveal(&self, seat: u8) -> bool {
        self.disks_in_play().any(|(id, d)| {
            d.face == Face::Concealed
                && !d.turning
                && self.may_turn(seat, id)
                && match d.place {
                    Place::Ship(ship) => !d.kind.of().commands() || !self.commander_up(ship, d.owner, id),
                    Place::Terrain(_) | Place::Threat | Place::Out => false,
                }
        })
    }

    /// Combat of the crew that could go over, and of the enemies they would meet.
    pub(crate) fn fighters(&self, seat: u8, from: ShipId, to: Place) -> (i32, i32) {
        let own = |(id, d): &(DiskId, &Disk)| {
            d.owner == seat && d.counts_as_crew() && self.check_beam(from, to, *id).is_ok()
        };
        let sum = |place: Place, test: &dyn Fn(&(DiskId, &Disk)) -> bool| -> i32 {
            self.disks_at(place).filter(|d| test(d)).map(|(_, d)| i32::from(d.kind.of().combat)).sum()
        };
        let already = |(_, d): &(DiskId, &Disk)| d.owner == seat && d.ready();
        let foe = |(_, d): &(DiskId, &Disk)| {
            self.team_of(d.owner) != self.team_of(seat) && d.ready() && d.counts_as_crew()
        };
        (sum(Place::Ship(from), &own) + sum(to, &already), sum(to, &foe))
    }
}
