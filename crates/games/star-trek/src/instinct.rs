//! A player's instincts: what a position is worth, and what a sensible captain leans towards. How he flies and plans
//! is in `captain.rs`.

use crate::action::{Action, Means, Pick};
use crate::effect::When;
use crate::frame::{Frame, Target};
use crate::kinds::{Order, ShipId};
use crate::scenario::{Goal, GoalEffect, Victory};
use crate::state::{Disk, Face, Place, Ship, Slot, Stage, StarTrek, Torpedo};
use klaxon_core::{Game, Instinct, Seat};

/// What nobody with any sense does.
pub(crate) const SILLY: u32 = 1;
/// What can be done when nothing better offers itself.
pub(crate) const IDLE: u32 = 12;
/// What is worth doing.
pub(crate) const GOOD: u32 = 400;
/// What nobody would miss.
pub(crate) const SURE: u32 = 3000;

impl Instinct for StarTrek {
    fn appraise(&self, seat: Seat) -> i32 {
        if let Some(outcome) = self.outcome() {
            return outcome.worth(seat);
        }
        let team = self.team_of(seat.0);
        if self.teams == 1 {
            return self.appraise_mission();
        }
        let own = self.strength(team);
        let best = (0..self.teams).filter(|t| *t != team).map(|t| self.strength(t)).max().unwrap_or(0);
        let sum = (own + best).max(1);
        (500 + 480 * (own - best) / sum).clamp(1, 999)
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        match *action {
            Action::TakeFleet { .. } => 200,
            Action::BuyShip { .. } => 24,
            Action::Buy { disk, .. } => 8 + u32::from(disk.of().cost),
            Action::Sell { .. } | Action::SellShip { .. } => 1,
            Action::Share { .. } => 4,
            Action::TakeFaction { .. } => 8,
            Action::Done => self.lean_done(seat.0),
            Action::RevealAll => {
                if self.has_more_to_reveal(seat.0) {
                    GOOD
                } else {
                    SILLY
                }
            }
            Action::TurnDisk { .. } => 2,
            Action::Deploy { ship, speed, .. } => {
                // A cube is met at about the speed with which it can then be kept up with.
                let fits = match self.pace(ship) {
                    Some(pace) => speed.abs_diff(pace) <= 1,
                    None => (2..=3).contains(&speed),
                };
                if fits { 48 } else { 8 }
            }
            Action::PlaceObstacle { .. } | Action::CarryVip { .. } => 16,
            Action::Assign { ship, place, order } => self.lean_order(ship, place, order),
            Action::ClearOrders { .. } => SILLY,
            Action::Cloak { disk } => self.lean_cloak(disk),
            Action::Act => self.lean_act(true),
            Action::Defer => self.lean_act(false),
            Action::RevealOrder => SURE,
            Action::Move => self.lean_move(),
            Action::Evade { after, heading } => self.lean_evade(after, heading),
            Action::MoveTurning { after, heading } => self.lean_path(after, heading),
            Action::Turn { heading } => self.lean_turn(heading),
            Action::ChangeHeading { heading } => self.lean_heading(heading),
            Action::ChangeSpeed { speed } => self.lean_speed(speed),
            Action::RaiseShields { shields } => self.lean_shields(shields),
            Action::Fire { at } => self.lean_fire(seat.0, at),
            Action::Launch => self.lean_launch(),
            Action::Transport { to } => self.lean_transport(seat.0, to),
            Action::Beam { disk } => self.lean_beam(seat.0, self.disk(disk)),
            Action::UseRow { disk, row } => self.lean_row(self.disk(disk), row),
            Action::Use { what, pick } => self.lean_use(what, pick),
            Action::Pass => IDLE,
            Action::End => IDLE,
            Action::PlaceShip { .. } => 16,
            Action::Steer { torpedo, heading } => self.lean_steer(torpedo, heading),
            Action::Lose { disk } => {
                let kind = self.disk(disk).kind.of();
                let worth = u32::from(kind.cost) * 3 + u32::from(kind.combat);
                40u32.saturating_sub(worth).max(2)
            }
            Action::Keep { .. } => IDLE,
            Action::Concede => SILLY,
            Action::OfferDraw => {
                if self.appraise(seat) < 200 {
                    16
                } else {
                    SILLY
                }
            }
        }
    }
}

impl StarTrek {
    /// What a team has on the table and on the score sheet.
    fn strength(&self, team: u8) -> i32 {
        let mut sum = 10 * i32::from(self.total_score(team));
        for (id, s) in self.ships_in_play() {
            if self.team_of(s.controller) == team {
                sum += self.ship_strength(id, s, team);
            }
        }
        for torpedo in self.torpedoes.iter().filter(|t| self.team_of(t.owner) == team) {
            sum += self.torpedo_promise(torpedo);
        }
        sum + self.goal_strength(team)
    }

    fn ship_strength(&self, id: ShipId, s: &Ship, team: u8) -> i32 {
        let kind = s.kind.of();
        // Hull is for good; shields come back with an order.
        let body = 9 * i32::from(s.hull) + 4 * i32::from(s.shields) + 3 * i32::from(kind.beam);
        let torps = i32::from(s.torps.min(6)) * 2;
        let wounds = 7 * s.crits.count_ones() as i32;
        let crew: i32 = self
            .disks_at(Place::Ship(id))
            .filter(|(_, d)| self.team_of(self.user(d)) == team)
            .map(|(_, d)| 2 * i32::from(d.kind.of().cost))
            .sum();
        let whole = (body + torps + crew + 20 - wounds).max(5);
        if self.is_doomed(id, s) { whole / 3 } else { whole }
    }

    /// Will the ship leave the table with nothing planned against it?
    fn is_doomed(&self, id: ShipId, s: &Ship) -> bool {
        if s.speed == 0 || self.table.has(self.straight_end(id, s.heading)) {
            return false;
        }
        match s.orders.get(self.next_move(id)) {
            Some(Slot::Down { order: Order::ChangeHeading | Order::ChangeSpeed, .. }) => false,
            Some(Slot::Down { .. } | Slot::Removed | Slot::Up { .. }) => true,
            // The next turn brings new orders.
            Some(Slot::Empty) | None => false,
        }
    }

    /// What a torpedo in flight may still do: more to a slow target close by.
    fn torpedo_promise(&self, t: &Torpedo) -> i32 {
        let Some((_, ship)) = self
            .ships_in_play()
            .filter(|(id, _)| !self.friendly(t.owner, *id))
            .min_by_key(|(_, s)| s.at.distance_sq(t.at))
        else {
            return i32::from(self.living_threat().is_some()) * 4;
        };
        let gap = t.round().gap(ship.round());
        let hop = i64::from(t.movement) * 1000;
        let damage = i32::from(t.damage);
        if gap <= hop {
            damage * 2
        } else if gap <= hop * i64::from(t.life) {
            damage * if ship.speed <= 1 { 3 } else { 1 } / 3
        } else {
            0
        }
    }

    /// How far a team has come with what the scenario wants of it.
    fn goal_strength(&self, team: u8) -> i32 {
        let mut sum = 0;
        for (i, victory) in self.scenario.victory.iter().enumerate() {
            let Victory::Goal { goal, effect, .. } = victory else { continue };
            let worth = match effect {
                GoalEffect::Win => 90,
                GoalEffect::ScoreEach(n) | GoalEffect::ScoreOnce(n) => i32::from(*n) * 4,
                GoalEffect::Lose => 0,
            };
            if let Goal::HoldTerrain { of, .. } = goal
                && self.terrain(self.terrain_named(of)).holder == team
            {
                sum += worth / 3;
            }
            let Some((turns, _)) = goal.turns() else { continue };
            let held = i32::from(self.held[i][usize::from(team)]);
            sum += worth * held.min(i32::from(turns)) / i32::from(turns.max(1));
        }
        sum
    }

    /// One team against the threat: how much of the cube is left, and how much of the fleet.
    fn appraise_mission(&self) -> i32 {
        let Some(cube) = self.living_threat() else { return 900 };
        let whole = i32::from(self.cube_hull());
        let dealt = 500 * (whole - i32::from(cube.hull)) / whole.max(1);
        let fleet =
            self.strength(0).min(400 * i32::from(self.players)) / (2 * i32::from(self.players)).max(1);
        (150 + dealt + fleet).clamp(1, 950)
    }

    fn has_more_to_reveal(&self, seat: u8) -> bool {
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

    fn lean_done(&self, seat: u8) -> u32 {
        match self.stage {
            Stage::Reveal if self.has_more_to_reveal(seat) => IDLE,
            Stage::CloakWindow | Stage::Keep => 64,
            Stage::Build => 64,
            Stage::Split
            | Stage::PlaceObstacles
            | Stage::Deploy
            | Stage::Reveal
            | Stage::Assign
            | Stage::PhaseStart
            | Stage::Act
            | Stage::Steer
            | Stage::Flight { .. }
            | Stage::Threat
            | Stage::Boarding
            | Stage::TurnEnd
            | Stage::Over => GOOD,
        }
    }

    /// A hurt ship hides, and one that means to attack comes out.
    fn lean_cloak(&self, disk: crate::kinds::DiskId) -> u32 {
        let d = self.disk(disk);
        let Place::Ship(id) = d.place else { return SILLY };
        let attacks = self.slot(id).down() == Some(Order::Attack);
        let near = self.foe_gap(id, self.ship(id).at) < 9000;
        if d.face == Face::Flipped {
            return if (attacks && near) || self.cloak_type(disk) >= 3 { GOOD } else { 24 };
        }
        if self.ship(id).shields == 0 && !attacks && near { GOOD } else { 4 }
    }

    fn lean_fire(&self, seat: u8, target: Target) -> u32 {
        let Some(from) = self.shooter() else { return GOOD };
        let counters = self.beam(from, target).clamp(0, 20) as u32;
        match target {
            Target::Ship(id) if self.friendly(seat, id) => SILLY,
            Target::Ship(id) => {
                let s = self.ship(id);
                let open = if s.shields == 0 { 400 } else { 0 };
                let last = if u32::from(s.hull + s.shields) * 2 <= counters { 800 } else { 0 };
                600 * counters + open + last + 1
            }
            Target::Threat => 600 * counters + 1,
        }
    }

    /// The ship whose beam is in question.
    fn shooter(&self) -> Option<ShipId> {
        match self.stack.last() {
            Some(Frame::Again { ship }) => Some(*ship),
            _ => self.act.map(|a| a.ship),
        }
    }

    /// Boarding where the fight looks won, and landing where the scenario wants crew.
    fn lean_transport(&self, seat: u8, to: Place) -> u32 {
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
                if !self.is_wanted(team, terrain) {
                    2
                } else if there >> team & 1 == 0 {
                    let (own, foes) = self.fighters(seat, act.ship, to);
                    if own > foes || foes == 0 { SURE } else { 4 }
                } else {
                    2
                }
            }
            Place::Threat => 4,
            Place::Out => SILLY,
        }
    }

    /// Combat of the crew that could go over, and of the enemies they would meet.
    fn fighters(&self, seat: u8, from: ShipId, to: Place) -> (i32, i32) {
        let own = |(id, d): &(crate::kinds::DiskId, &Disk)| {
            d.owner == seat && d.counts_as_crew() && self.check_beam(from, to, *id).is_ok()
        };
        let sum = |place: Place, test: &dyn Fn(&(crate::kinds::DiskId, &Disk)) -> bool| -> i32 {
            self.disks_at(place).filter(|d| test(d)).map(|(_, d)| i32::from(d.kind.of().combat)).sum()
        };
        let already = |(_, d): &(crate::kinds::DiskId, &Disk)| d.owner == seat && d.ready();
        let foe = |(_, d): &(crate::kinds::DiskId, &Disk)| {
            self.team_of(d.owner) != self.team_of(seat) && d.ready() && d.counts_as_crew()
        };
        (sum(Place::Ship(from), &own) + sum(to, &already), sum(to, &foe))
    }

    fn lean_beam(&self, seat: u8, disk: &Disk) -> u32 {
        let Some(Frame::Transport { ship, to }) = self.stack.last() else { return IDLE };
        let kind = disk.kind.of();
        let out = disk.place == Place::Ship(*ship);
        if !out {
            // Somebody of theirs, or our own back: prisoners and guests come home.
            let enemy = self.team_of(disk.owner) != self.team_of(seat);
            let freed = kind.faction.is_none();
            return if enemy || freed { SURE } else { 2 };
        }
        match to {
            Place::Ship(id) if self.friendly(seat, *id) => 2,
            Place::Terrain(_) => {
                // One of the cheap ones is enough, unless somebody is there.
                let (own, foes) = self.fighters(seat, ShipId::NONE, *to);
                let enough = own > foes && self.sides_at(*to) >> self.team_of(seat) & 1 == 1;
                if enough { 2 } else { 600u32.saturating_sub(60 * u32::from(kind.cost)).max(20) }
            }
            Place::Ship(_) | Place::Threat => {
                let captain = if kind.commands() { 8 } else { 1 };
                (1 + 120 * u32::from(kind.combat) + 20 * u32::from(kind.command)) / captain
            }
            Place::Out => SILLY,
        }
    }

    fn lean_row(&self, disk: &Disk, row: u8) -> u32 {
        let Some(act) = &self.act else { return IDLE };
        let orders = &disk.kind.of().rows[usize::from(row) - 1];
        let useful: u32 = orders.iter().map(|o| self.use_of_order(act.ship, *o)).sum();
        8 + useful
    }

    /// What an order more would be good for now.
    fn use_of_order(&self, id: ShipId, order: Order) -> u32 {
        let s = self.ship(id);
        match order {
            Order::Attack if self.foe_gap(id, s.at) < self.reach_of(id) => 900,
            Order::Attack => 40,
            Order::RaiseShields => 100 * u32::from(self.max_shields(id).saturating_sub(s.shields)),
            Order::ChangeHeading => 120,
            Order::ChangeSpeed => 60,
            Order::Activate => 60,
        }
    }

    fn lean_use(&self, what: Means, pick: Pick) -> u32 {
        let ability = match what {
            Means::Disk(id) => self.disk(id).kind.of().ability.as_ref(),
            Means::Ship(id) => self.ship(id).kind.of().ability.as_ref(),
        };
        let Some(ability) = ability else { return IDLE };
        if let Pick::Order(order) = pick
            && let Means::Disk(id) = what
            && let Place::Ship(ship) = self.disk(id).place
        {
            // Another order for this phase only if it is clearly better.
            let now = self.slot(ship).down().map_or(0, |o| self.lean_order(ship, self.phase, o));
            return if self.lean_order(ship, self.phase, order) > now * 3 { GOOD } else { 2 };
        }
        match ability.when {
            // Reactions are there to be used.
            When::Flip(_) | When::OncePerTurn(_) | When::CritInflict | When::BoardingAt(_) => GOOD,
            When::Activate => {
                let cloak = ability.effect.iter().any(|e| matches!(e, crate::effect::Effect::Cloak(_)));
                let worn = self.act.is_some_and(|a| self.ship(a.ship).shields == 0);
                if cloak && !worn { 8 } else { 200 }
            }
            When::Start | When::Continuous | When::OnOrder(_) | When::Boarding => IDLE,
        }
    }
}
