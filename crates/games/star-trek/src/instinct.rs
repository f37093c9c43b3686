//! A player's instincts: what a position is worth, and what a sensible captain leans towards.

use crate::action::Action;
use crate::frame::{Frame, Target};
use crate::kinds::{Order, ShipId};
use crate::state::{Place, StarTrek};
use klaxon_core::{Game, Instinct, Seat};
use klaxon_geometry::plane::{Heading, heading_to, leg};

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
        (500 + 450 * (own - best) / sum).clamp(1, 999)
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        match *action {
            Action::TakeFleet { .. } => 200,
            Action::BuyShip { .. } => 24,
            Action::Buy { disk, .. } => 8 + u32::from(disk.of().cost),
            Action::Sell { .. } | Action::SellShip { .. } => 1,
            Action::Share { .. } => 4,
            Action::TakeFaction { .. } => 8,
            Action::Done => 64,
            Action::RevealAll => 48,
            Action::TurnDisk { disk } => {
                // Face up is where disks work.
                if self.disk(disk).revealed() { 2 } else { 16 }
            }
            Action::Deploy { speed, .. } => {
                if (2..=3).contains(&speed) {
                    48
                } else {
                    8
                }
            }
            Action::PlaceObstacle { .. } | Action::CarryVip { .. } => 16,
            Action::Assign { ship, place, order } => self.lean_order(ship, place, order),
            Action::ClearOrders { .. } => 1,
            Action::Cloak { .. } => 8,
            Action::Act => 24,
            Action::Defer => 12,
            Action::RevealOrder => 40,
            Action::Move => self.lean_move(None),
            Action::Evade { heading, .. } | Action::MoveTurning { heading, .. } => {
                self.lean_move(Some(heading)) / 2 + 1
            }
            Action::Turn { heading } | Action::ChangeHeading { heading } => self.lean_heading(heading),
            Action::ChangeSpeed { speed } => self.lean_speed(speed),
            Action::RaiseShields { shields } => self.lean_shields(shields),
            Action::Fire { at } => self.lean_fire(seat.0, at),
            Action::Launch => 40,
            Action::Transport { .. } => 20,
            Action::Beam { .. } => 40,
            Action::UseRow { .. } => 32,
            Action::Use { .. } => 48,
            Action::Pass => 12,
            Action::End => 10,
            Action::PlaceShip { .. } => 16,
            Action::Steer { torpedo, heading } => self.lean_steer(seat.0, torpedo, heading),
            Action::Lose { disk } => {
                let kind = self.disk(disk).kind.of();
                40u32.saturating_sub(u32::from(kind.cost) * 3).max(2)
            }
            Action::Keep { .. } => 24,
            Action::Concede => 1,
            Action::OfferDraw => {
                if self.appraise(seat) < 300 {
                    16
                } else {
                    1
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
            if self.team_of(s.controller) != team {
                continue;
            }
            let kind = s.kind.of();
            let body = 6 * i32::from(s.hull)
                + 4 * i32::from(s.shields)
                + 3 * i32::from(kind.beam)
                + i32::from(s.torps);
            let wounds = 6 * s.crits.count_ones() as i32;
            let crew: i32 = self
                .disks_at(Place::Ship(id))
                .filter(|(_, d)| self.team_of(self.user(d)) == team)
                .map(|(_, d)| 2 * i32::from(d.kind.of().cost))
                .sum();
            let doomed = s.speed > 0 && !self.table.has(self.straight_end(id, s.heading));
            sum += (body + crew + 20 - wounds).max(5) - if doomed { 15 } else { 0 };
        }
        for (i, terrain) in self.terrain.iter().enumerate() {
            if terrain.holder == team {
                sum += 20 + i as i32;
            }
        }
        sum.max(0)
    }

    /// One team against the threat: how much of the cube is left, and how much of the fleet.
    fn appraise_mission(&self) -> i32 {
        let Some(cube) = self.living_threat() else { return 900 };
        let whole = 45 * i32::from(self.players);
        let dealt = 500 * (whole - i32::from(cube.hull)) / whole.max(1);
        let fleet =
            self.strength(0).min(400 * i32::from(self.players)) / (2 * i32::from(self.players)).max(1);
        (150 + dealt + fleet).clamp(1, 950)
    }

    fn nearest_enemy(
        &self,
        seat: u8,
        from: klaxon_geometry::plane::Point,
    ) -> Option<klaxon_geometry::plane::Point> {
        let ships = self.ships_in_play().filter(|(id, _)| !self.friendly(seat, *id)).map(|(_, s)| s.at);
        let cube = self.living_threat().map(|t| t.at);
        ships.chain(cube).min_by_key(|at| at.distance_sq(from))
    }

    /// Orders: turn when the table ends ahead, attack what may come into range, mend shields.
    fn lean_order(&self, ship: ShipId, place: u8, order: Order) -> u32 {
        let s = self.ship(ship);
        let radius = s.kind.of().size.radius();
        let ahead = leg(s.at, s.heading, radius, u32::from(s.speed) * u32::from(place));
        let leaves = s.speed > 0 && !self.table.has(ahead);
        let near = self.nearest_enemy(s.controller, ahead).is_some_and(|at| at.distance(ahead) < 9000);
        let turned = s.orders.iter().any(|slot| slot.down() == Some(Order::ChangeHeading));
        match order {
            Order::ChangeHeading if leaves && !turned => 200,
            Order::ChangeHeading => 24,
            Order::Attack if near => 60,
            Order::Attack => 24,
            Order::RaiseShields if s.shields * 2 < self.max_shields(ship) => 48,
            Order::RaiseShields => 4,
            Order::ChangeSpeed if s.speed == 0 => 40,
            Order::ChangeSpeed => 8,
            Order::Activate => {
                let useful = self.disks_at(Place::Ship(ship)).any(|(_, d)| {
                    let kind = d.kind.of();
                    let active =
                        kind.ability.as_ref().is_some_and(|a| a.when == crate::effect::When::Activate);
                    d.ready() && d.owner == s.controller && (!kind.rows.is_empty() || active)
                });
                if useful { 28 } else { 1 }
            }
        }
    }

    /// Straight on or with a turn: not off the table, not into things.
    fn lean_move(&self, heading: Option<Heading>) -> u32 {
        let Some(act) = &self.act else { return 16 };
        let ship = self.ship(act.ship);
        let end = self.straight_end(act.ship, heading.unwrap_or(ship.heading));
        if !self.table.has(end) {
            return 1;
        }
        if self.threatens(act.ship, end) { 6 } else { 32 }
    }

    fn lean_heading(&self, heading: Heading) -> u32 {
        let Some(act) = &self.act else { return 16 };
        let ship = self.ship(act.ship);
        let end = if ship.speed == 0 { ship.at } else { self.straight_end(act.ship, heading) };
        if !self.table.has(end) {
            return 1;
        }
        if self.threatens(act.ship, end) {
            return 4;
        }
        let enemy = self.nearest_enemy(ship.controller, ship.at);
        let towards = enemy.and_then(|at| heading_to(ship.at, at));
        match towards.map(|t| heading.turn_to(t).unsigned_abs()) {
            Some(0..=150) => 60,
            Some(151..=700) => 24,
            _ => 10,
        }
    }

    fn lean_speed(&self, speed: u8) -> u32 {
        let Some(act) = &self.act else { return 16 };
        let ship = self.ship(act.ship);
        let radius = ship.kind.of().size.radius();
        let end = leg(ship.at, ship.heading, radius, u32::from(speed));
        match (self.table.has(end), speed) {
            (false, _) => 1,
            (true, 2 | 3) => 40,
            (true, _) => 16,
        }
    }

    fn lean_shields(&self, shields: u8) -> u32 {
        let Some(act) = &self.act else { return 16 };
        if shields == self.max_shields(act.ship) { 100 } else { 2 }
    }

    fn lean_fire(&self, seat: u8, target: Target) -> u32 {
        match target {
            Target::Ship(id) if self.friendly(seat, id) => 1,
            Target::Ship(_) | Target::Threat => 160,
        }
    }

    /// Torpedoes fly at the nearest enemy and away from friends.
    fn lean_steer(&self, seat: u8, torpedo: crate::kinds::TorpedoId, heading: Heading) -> u32 {
        let Some(t) = self.torpedo(torpedo) else { return 16 };
        let enemy = self.nearest_enemy(seat, t.at).and_then(|at| heading_to(t.at, at));
        let first = matches!(self.stack.last(), Some(Frame::Guide { .. }));
        match enemy.map(|h| heading.turn_to(h).unsigned_abs()) {
            Some(0..=50) => 200,
            Some(51..=450) => 24,
            _ if first => 4,
            _ => 2,
        }
    }
}
