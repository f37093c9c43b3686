//! Ships hop over the table (ST-8), with evasive action (ST-9.10) or an order executed on the way.

use crate::data::scenario::{CollisionMode, Side, Special};
use crate::effect::{Bulk, Effect};
use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{ObstacleId, Order, Round, ShipId, TerrainId};
use crate::state::frame::{Frame, Moving, Piece, Target, Turn};
use crate::state::{StarTrek, Status};
use crate::turn::Flow;
use klaxon_core::{Refusal, Short, rule};
use klaxon_geometry::plane::{Heading, Point, heading_to, leg};

/// Headings offered besides those that face something: every thirty degrees from the present one.
const FAN: i64 = 12;
/// Pieces that a fan faces, at most.
const FACES: usize = 8;

/// Headings that are offered, the present one first.
pub(crate) type Fan = Short<Heading, { 2 + FACES + FAN as usize }>;

impl StarTrek {
    /// The acting ship starts to move (ST-8.6, ST-8.16: the number of hops is fixed now, by the present speed).
    pub(crate) fn start_moving(&mut self, ship: ShipId, turn: Turn) {
        let s = self.ship(ship);
        let moving = Moving { ship, leg: s.at, leg_hops: 0, done: 0, total: s.speed, turn, landed: false };
        self.stack.push(Frame::Moving(moving));
        if let Some(act) = &mut self.act {
            act.moved = true;
            if let Turn::Order { .. } = turn {
                act.orders[Order::ChangeHeading as usize] -= 1;
            }
        }
    }

    /// One hop, or what comes of the last one.
    pub(crate) fn step_moving(&mut self, mut moving: Moving, fate: &mut Fate) -> Flow {
        let id = moving.ship;
        if !self.ship(id).in_play() {
            self.stack.pop();
            return Flow::Go;
        }
        if moving.landed {
            // ST-12.9: torpedoes that the ship touches go off, each hop anew.
            let round = self.ship(id).round();
            if let Some(torpedo) = self.torpedoes.iter().find(|t| t.round().contacts(round)).map(|t| t.id) {
                self.explode(torpedo, Target::Ship(id), fate);
                return Flow::Go;
            }
            moving.landed = false;
        }
        self.turn_on_the_way(&mut moving, fate);
        if moving.done == moving.total {
            self.stack.pop();
            let (hops, to) = (moving.total, self.ship(id).at);
            fate.all(Event::Moved { ship: self.ship_tag(id), hops, to });
            if let Turn::Evade { .. } = moving.turn {
                self.pay_for_evading(id, fate);
            }
            // ST-9.12: also after evasive action.
            self.stack.push(Frame::Checks { ship: id, step: 0, last: 0 });
            return Flow::Go;
        }
        moving.done += 1;
        moving.leg_hops += 1;
        // ST-2.7: only where it lands is looked at, never the way between.
        moving.landed = true;
        let s = self.ship_mut(id);
        s.at = leg(moving.leg, s.heading, s.kind.of().size.radius(), u32::from(moving.leg_hops));
        *self.stack.last_mut().expect("the movement is on the stack") = Frame::Moving(moving);
        self.leave_if_outside(id, fate);
        Flow::Go
    }

    /// Makes the turn that was declared for this hop (ST-8.18).
    fn turn_on_the_way(&mut self, moving: &mut Moving, fate: &mut Fate) {
        let to = match moving.turn {
            Turn::Evade { after, to } if after == moving.done => {
                fate.all(Event::Evades { ship: self.ship_tag(moving.ship), heading: to });
                to
            }
            // ST-8.18: left out if the crew who allows it is no longer ready.
            Turn::Order { after, to } if after == moving.done && self.turns_anytime(moving.ship) => {
                fate.all(Event::Turned { ship: self.ship_tag(moving.ship), heading: to });
                to
            }
            Turn::None | Turn::Evade { .. } | Turn::Order { .. } => return,
        };
        if self.ship(moving.ship).heading != to {
            self.ship_mut(moving.ship).heading = to;
            moving.leg = self.ship(moving.ship).at;
            moving.leg_hops = 0;
        }
    }

    /// ST-15.10: may Change Heading be executed at any point of the movement?
    pub(crate) fn turns_anytime(&self, ship: ShipId) -> bool {
        self.enjoys(ship, |e| matches!(e, Effect::HeadingAnytime))
    }

    /// ST-9.11: remaining orders are removed and the speed becomes 0.
    fn pay_for_evading(&mut self, ship: ShipId, fate: &mut Fate) {
        if !self.enjoys(ship, |e| matches!(e, Effect::EvasiveKeepsOrders)) {
            self.strip_orders(ship, fate);
        }
        self.ship_mut(ship).speed = 0;
        fate.all(Event::Speed { ship: self.ship_tag(ship), speed: 0 });
    }

    /// Orders on the panel and orders that crew still owe are gone (ST-9.11).
    pub(crate) fn strip_orders(&mut self, ship: ShipId, fate: &mut Fate) {
        self.ship_mut(ship).remove_orders();
        if let Some(act) = &mut self.act
            && act.ship == ship
        {
            act.orders = [0; 5];
            act.revealed = true;
        }
        fate.all(Event::OrdersRemoved { ship: self.ship_tag(ship) });
    }

    /// ST-8.14: a ship whose centre is outside the play area is destroyed, unless the scenario lets it go.
    fn leave_if_outside(&mut self, id: ShipId, fate: &mut Fate) {
        let ship = *self.ship(id);
        if self.table.has(ship.at) {
            return;
        }
        if self.may_exit(id) {
            self.ship_mut(id).status = Status::Exited;
            fate.all(Event::Exited { ship: self.ship_tag(id) });
            return;
        }
        fate.all(Event::LeftTable { ship: self.ship_tag(id) });
        self.destroy(id, crate::state::NOBODY, None, fate);
    }

    /// Is the ship allowed to leave where it is (components §14, `may_exit`)?
    fn may_exit(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        self.scenario.special.iter().any(|s| match s {
            Special::MayExit { ships, end } => {
                ships.contains(&ship.kind.of().id)
                    && self.beyond(ship.at, *end)
                    && self.team_of(ship.controller) == ship.built_by
            }
            Special::Garrison { .. }
            | Special::Prisoners { .. }
            | Special::Vip { .. }
            | Special::ScenarioShip { .. }
            | Special::PlaceObstacles { .. }
            | Special::Pulse { .. }
            | Special::Threat { .. } => false,
        })
    }

    /// Does the point lie beyond that side of the table?
    pub(crate) fn beyond(&self, at: Point, side: Side) -> bool {
        match side {
            Side::W => at.x < 0,
            Side::E => at.x > self.table.width,
            Side::S => at.y < 0,
            Side::N => at.y > self.table.height,
        }
    }

    /// ST-9.10: would a ship there overlap something that it can collide with?
    pub(crate) fn threatens(&self, id: ShipId, at: Point) -> bool {
        let disk = self.ship(id).round().moved_to(at);
        self.struck_obstacle(id, disk).is_some()
            || self.struck_terrain(id, disk, 0).is_some()
            || self.struck_cube(id, disk)
            || self.struck_ship(id, disk, 0).is_some()
    }

    pub(crate) fn struck_obstacle(&self, id: ShipId, disk: Round) -> Option<ObstacleId> {
        if self.obstacles.is_empty() || self.ignores_collision(id, Bulk::Obstruction) {
            return None;
        }
        self.obstacles.iter().find(|o| o.round().overlaps(disk)).map(|o| o.id)
    }

    /// The first terrain disk after `last` that the disk overlaps and can collide with.
    pub(crate) fn struck_terrain(&self, id: ShipId, disk: Round, last: u8) -> Option<TerrainId> {
        if self.terrain.is_empty() || self.ignores_collision(id, Bulk::Terrain) {
            return None;
        }
        let solid = |i: &usize| {
            let terrain = &self.terrain[*i];
            terrain.collision.mode != CollisionMode::None && terrain.round().overlaps(disk)
        };
        (usize::from(last)..self.terrain.len()).find(solid).map(TerrainId::at)
    }

    /// Components §9: ships treat the cube as terrain.
    pub(crate) fn struck_cube(&self, id: ShipId, disk: Round) -> bool {
        self.living_threat().is_some_and(|t| t.round().overlaps(disk))
            && !self.ignores_collision(id, Bulk::Terrain)
    }

    pub(crate) fn struck_ship(&self, id: ShipId, disk: Round, last: u8) -> Option<ShipId> {
        self.ships_in_play()
            // ST-9.14: whosesoever it is.
            .find(|(other, s)| *other != id && other.0 > last && s.round().overlaps(disk))
            .map(|(other, _)| other)
    }

    /// Is evasive action allowed for this ship after so many hops (ST-9.10, ST-9.13)?
    pub(crate) fn check_evade(&self, id: ShipId, after: u8) -> Result<(), Refusal> {
        let ship = self.ship(id);
        // ST-9.13: the third phase is too late.
        if !self.evades_in_this_phase(id) {
            let text = "there is no evasive action in the third Orders phase";
            return Err(Refusal::illegal(rule!("ST-9.13"), text));
        }
        if after >= ship.speed {
            let text = format!("evasive action comes after 0 to {} hops", ship.speed.saturating_sub(1));
            return Err(Refusal::illegal(rule!("ST-9.10"), text));
        }
        // ST-9.10: there must be something to evade.
        if !self.threatens(id, self.straight_end(id, ship.heading)) {
            let text = "no collision threatens where the movement would end";
            return Err(Refusal::illegal(rule!("ST-9.10"), text));
        }
        Ok(())
    }

    fn evades_in_this_phase(&self, id: ShipId) -> bool {
        self.phase != 3 || self.enjoys(id, |e| matches!(e, Effect::EvasiveAnyPhase))
    }

    /// Is evasive action offered? What `check_evade` says before the first hop, without its words: it is asked at every decision of
    /// a ship that has not moved, and nearly always the answer is no.
    pub(crate) fn can_evade(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        ship.speed > 0
            && self.threatens(id, self.straight_end(id, ship.heading))
            && self.evades_in_this_phase(id)
    }

    /// Where the ship would end, moving straight on with a heading.
    pub(crate) fn straight_end(&self, id: ShipId, heading: Heading) -> Point {
        let ship = self.ship(id);
        leg(ship.at, heading, ship.kind.of().size.radius(), u32::from(ship.speed))
    }

    /// The piece as a disk, while it exists.
    pub(crate) fn piece_round(&self, piece: Piece) -> Option<Round> {
        match piece {
            Piece::Ship(id) => self.ship(id).in_play().then(|| self.ship(id).round()),
            Piece::Terrain(id) => Some(self.terrain(id).round()),
            Piece::Threat => self.living_threat().map(|t| t.round()),
        }
    }

    /// A fair fan of headings: straight on, towards other pieces, the safest for a ship, and all round.
    pub(crate) fn fan(&self, at: Point, now: Heading, seat: u8, ship: ShipId) -> Fan {
        let mut fan = Fan::new();
        let mut add = |heading: Heading| {
            if !fan.contains(&heading) {
                fan.push(heading);
            }
        };
        add(now);
        if ship.is_some()
            && let Some(safest) = self.safest(ship)
        {
            add(safest);
        }
        let enemies = self
            .ships_in_play()
            .filter(|(id, _)| *id != ship && !self.friendly(seat, *id))
            .map(|(_, s)| s.at);
        let cube = self.living_threat().map(|t| t.at);
        for to in enemies.chain(cube).take(FACES) {
            if let Some(heading) = heading_to(at, to) {
                add(heading);
            }
        }
        for i in 1..FAN {
            add(now.turned(i * 3600 / FAN));
        }
        fan
    }

    /// Of the headings all round, the one that keeps the ship farthest from the edges and from collisions.
    pub(crate) fn safest(&self, id: ShipId) -> Option<Heading> {
        let ship = self.ship(id);
        if ship.speed == 0 {
            return None;
        }
        let margin = |heading: &Heading| {
            let end = self.straight_end(id, *heading);
            let edge = end.x.min(self.table.width - end.x).min(end.y).min(self.table.height - end.y);
            if edge >= 0 && self.threatens(id, end) { edge.min(1) } else { edge }
        };
        let all = (0..FAN).map(|i| ship.heading.turned(i * 3600 / FAN));
        all.max_by_key(margin)
    }
}
