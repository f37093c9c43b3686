//! Carries a checked decision out and runs on to the next one.

use crate::action::{Action, Means};
use crate::data::data;
use crate::event::Event;
use crate::fate::Fate;
use crate::frame::{Frame, Turn};
use crate::kinds::{DiskId, Order, ShipId};
use crate::state::{Bought, Face, FightStep, Place, Slot, Stage, StarTrek, Status};
use klaxon_core::{Seat, SeatSet};

impl StarTrek {
    pub(crate) fn carry_out(&mut self, seat: Seat, action: &Action, fate: &mut Fate) {
        let s = seat.0;
        match *action {
            Action::Concede => self.concede(s, fate),
            Action::OfferDraw => self.offer_draw(s, fate),
            Action::Share { seat: to, points } => {
                self.share(to, points);
                fate.all(Event::Shared { who: self.seat_tag(to), points });
            }
            Action::BuyShip { ship } => self.drafts[seat.index()].ships.push(ship),
            Action::Buy { disk, ship, pool } => {
                self.drafts[seat.index()].disks.push(Bought { disk, ship, pool })
            }
            Action::SellShip { ship } => self.drafts[seat.index()].sell_ship(ship),
            Action::Sell { disk } => self.drafts[seat.index()].sell(disk),
            Action::TakeFleet { fleet } => {
                let fleet = &data().fleets[usize::from(fleet)];
                self.drafts[seat.index()] = self.ready_draft(s, fleet).expect("checked");
            }
            Action::TakeFaction { faction } => {
                self.drafts[seat.index()] = Default::default();
                self.seats[seat.index()].faction = faction;
                fate.all(Event::NewFaction { who: self.seat_tag(s) });
            }
            Action::Done => {
                self.asked = self.asked.without(seat);
                fate.all(Event::Finished { who: self.seat_tag(s) });
            }
            Action::PlaceObstacle { at } => self.place_obstacle(at, fate),
            Action::Deploy { ship, at, heading, speed } => {
                let s = self.ship_mut(ship);
                (s.at, s.heading, s.speed, s.status) = (at, heading, speed, Status::Placed);
            }
            Action::CarryVip { ship } => self.carry_vip(ship),
            Action::TurnDisk { disk } => {
                let d = self.disk_mut(disk);
                d.turning = !d.turning;
            }
            Action::RevealAll => self.reveal_all(s),
            Action::Assign { ship, place, order } => {
                self.ship_mut(ship).orders[usize::from(place) - 1] = Slot::Down { order, known: 0 };
            }
            Action::ClearOrders { ship } => self.ship_mut(ship).orders = [Slot::Empty; 3],
            Action::Cloak { disk } => {
                if let Place::Ship(ship) = self.disk(disk).place {
                    let pick = &mut self.ship_mut(ship).cloak_pick;
                    *pick = if *pick == disk { DiskId::NONE } else { disk };
                }
            }
            Action::Act => self.begin_activation(fate),
            Action::Defer => {
                let ship = self.optioned().expect("checked");
                fate.all(Event::Defers { ship: self.ship_tag(ship) });
                self.cursor += 1;
            }
            Action::RevealOrder
            | Action::Move
            | Action::Evade { .. }
            | Action::MoveTurning { .. }
            | Action::Turn { .. }
            | Action::ChangeSpeed { .. }
            | Action::ChangeHeading { .. }
            | Action::RaiseShields { .. }
            | Action::Launch
            | Action::Transport { .. }
            | Action::UseRow { .. }
            | Action::End => self.act_with_ship(action, fate),
            Action::Fire { at } => match self.stack.last().copied() {
                Some(Frame::Again { ship }) => {
                    self.stack.pop();
                    self.fire(ship, at, fate);
                }
                _ => {
                    let ship = self.spend(Order::Attack);
                    self.fire(ship, at, fate);
                }
            },
            Action::Beam { disk } => {
                if let Some(Frame::Transport { ship, to }) = self.stack.last().copied() {
                    self.beam_over(ship, to, disk, fate);
                }
            }
            Action::Use { what, pick } => {
                let (holder, ability) = self.usable(s, what).expect("checked");
                self.use_ability(&holder, ability, pick, fate);
                if self.stage == Stage::PhaseStart {
                    // ST-4.3 (c): until all pass.
                    self.passed = SeatSet::NONE;
                }
                debug_assert!(!matches!(what, Means::Disk(id) if !id.is_some()));
            }
            Action::Pass => self.let_pass(seat, fate),
            Action::PlaceShip { angle, heading } => {
                if let Some(Frame::Placing { ship, beside }) = self.stack.pop() {
                    let at = self.beside(ship, beside, angle).expect("checked");
                    let s = self.ship_mut(ship);
                    (s.at, s.heading) = (at, heading);
                    fate.all(Event::Beside { ship: self.ship_tag(ship), at, heading });
                }
            }
            Action::Steer { torpedo, heading } => {
                if let Some(t) = self.torpedo_mut(torpedo) {
                    t.chosen = Some(heading);
                }
                let waits = self.torpedoes.iter().any(|t| t.owner == s && t.chosen.is_none());
                if self.stage == Stage::Steer && self.stack.is_empty() && !waits {
                    self.asked = self.asked.without(seat);
                }
            }
            Action::Lose { disk } => {
                let side = self.team_of(self.disk(disk).owner);
                self.fight.losses[usize::from(side)] = disk;
            }
            Action::Keep { disk } => {
                let d = self.disk_mut(disk);
                d.picked = !d.picked;
            }
        }
        self.run(fate);
    }

    /// Takes an order of the kind from those to be executed.
    fn spend(&mut self, order: Order) -> ShipId {
        let act = self.act.as_mut().expect("checked: a ship acts");
        act.orders[order as usize] -= 1;
        act.ship
    }

    fn act_with_ship(&mut self, action: &Action, fate: &mut Fate) {
        let id = self.act.expect("checked: a ship acts").ship;
        match *action {
            Action::RevealOrder => {
                let order = self.slot(id).down().expect("checked: it has an order");
                self.turn_order_up(id, order, fate);
                let act = self.act.as_mut().expect("a ship acts");
                act.revealed = true;
                act.orders[order as usize] += 1;
                self.stack.push(Frame::Revealed { ship: id, order, passed: SeatSet::NONE });
            }
            Action::Move => self.start_moving(id, Turn::None),
            Action::Evade { after, heading } => self.start_moving(id, Turn::Evade { after, to: heading }),
            Action::MoveTurning { after, heading } => {
                self.start_moving(id, Turn::Order { after, to: heading })
            }
            Action::Turn { heading } => {
                self.act.as_mut().expect("a ship acts").turned = true;
                self.turn_ship(id, heading, fate);
            }
            Action::ChangeSpeed { speed } => {
                self.spend(Order::ChangeSpeed);
                self.ship_mut(id).speed = speed;
                fate.all(Event::Speed { ship: self.ship_tag(id), speed });
            }
            Action::ChangeHeading { heading } => {
                self.spend(Order::ChangeHeading);
                self.turn_ship(id, heading, fate);
            }
            Action::RaiseShields { shields } => {
                self.spend(Order::RaiseShields);
                // ST-16.9: no effect while cloaked.
                if !self.cloaked(id) {
                    self.ship_mut(id).shields = shields;
                }
                fate.all(Event::Shields { ship: self.ship_tag(id), shields: self.ship(id).shields });
                if self.ship(id).adapted > 0 {
                    // Components §9: new frequencies.
                    self.ship_mut(id).adapted = 0;
                    fate.all(Event::Adapted { ship: self.ship_tag(id), markers: 0 });
                }
            }
            Action::Launch => {
                self.spend(Order::Attack);
                self.launch(id, fate);
            }
            Action::Transport { to } => {
                self.spend(Order::Attack);
                self.open_transport(id, to);
            }
            Action::UseRow { disk, row } => {
                self.spend(Order::Activate);
                // ST-15.8: flipped for a row, it has no ability left to use.
                // ST-15.16: flipped first.
                self.disk_mut(disk).face = Face::Flipped;
                let orders = &self.disk(disk).kind.of().rows[usize::from(row) - 1];
                let act = self.act.as_mut().expect("a ship acts");
                // ST-8.4, ST-15.9: like orders of the panel, before or after the movement.
                for order in orders {
                    act.orders[*order as usize] += 1;
                }
                let row = [orders.first().copied(), orders.get(1).copied()];
                fate.all(Event::Row { disk: self.disk_tag(disk), row });
            }
            Action::End => self.end_activation(fate),
            _ => unreachable!("checked: no action of a ship"),
        }
    }

    fn turn_ship(&mut self, id: ShipId, heading: klaxon_geometry::plane::Heading, fate: &mut Fate) {
        self.ship_mut(id).heading = heading;
        fate.all(Event::Turned { ship: self.ship_tag(id), heading });
    }

    fn place_obstacle(&mut self, at: klaxon_geometry::plane::Point, fate: &mut Fate) {
        let (_, kind, ..) = self.obstacles_to_place().expect("checked");
        self.put_obstacle(kind, kind.hits().unwrap_or(0), at);
        fate.all(Event::ObstaclePlaced { kind, at });
        self.to_place -= 1;
        // Where nothing more fits, what is left stays in the box.
        if self.to_place == 0 || self.obstacle_offers().is_empty() {
            self.to_place = 0;
            self.asked = SeatSet::NONE;
        }
    }

    fn carry_vip(&mut self, ship: ShipId) {
        let owner = self.ship(ship).controller;
        for disk in self.disks.iter_mut() {
            if disk.kind.of().has(crate::kinds::Keyword::Vip) && matches!(disk.place, Place::Ship(_)) {
                disk.place = Place::Ship(ship);
                disk.owner = owner;
            }
        }
    }

    /// D6: everything that may be revealed will be.
    fn reveal_all(&mut self, seat: u8) {
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            if self.may_turn(seat, id) && self.could_reveal(id) {
                self.disk_mut(id).turning = self.disk(id).face == Face::Concealed;
            }
        }
    }

    /// ST-1.15: a disk that would end this step concealed, and could as well be revealed.
    pub(crate) fn could_reveal(&self, id: DiskId) -> bool {
        let disk = *self.disk(id);
        let Place::Ship(ship) = disk.place else { return false };
        (disk.face == Face::Concealed) != disk.turning
            && (!disk.kind.of().commands() || !self.commander_up(ship, disk.owner, id))
    }

    /// The seat lets the moment pass.
    fn let_pass(&mut self, seat: Seat, fate: &mut Fate) {
        match self.stack.last_mut() {
            Some(Frame::Shot(shot)) => StarTrek::passed_by(&mut shot.passed, seat),
            Some(Frame::Hits(hits)) => StarTrek::passed_by(&mut hits.passed, seat),
            Some(Frame::Critical(critical)) => StarTrek::passed_by(&mut critical.passed, seat),
            Some(Frame::Launched { passed, .. } | Frame::Revealed { passed, .. }) => {
                StarTrek::passed_by(passed, seat)
            }
            Some(Frame::Again { .. }) => {
                self.stack.pop();
            }
            Some(Frame::Transport { .. }) => self.close_transport(),
            Some(Frame::Placing { ship, .. }) => {
                let ship = *ship;
                self.stack.pop();
                fate.all(Event::Left { ship: self.ship_tag(ship) });
            }
            Some(Frame::Moving(_) | Frame::Checks { .. } | Frame::Collision { .. } | Frame::Guide { .. }) => {
                unreachable!("checked: nothing to pass")
            }
            None => match self.stage {
                Stage::PhaseStart => StarTrek::passed_by(&mut self.passed, seat),
                _ => {
                    debug_assert!(self.fight.step != FightStep::Idle);
                    StarTrek::passed_by(&mut self.fight.passed, seat);
                }
            },
        }
    }

    /// ST-8.17: enemies with such a disk may cancel the order.
    pub(crate) fn step_revealed(
        &mut self,
        ship: ShipId,
        _order: Order,
        passed: SeatSet,
    ) -> crate::turn::Flow {
        if self.ship(ship).in_play()
            && let Some(seat) = self.next_reactor(None, passed)
        {
            return self.ask(seat);
        }
        self.stack.pop();
        crate::turn::Flow::Go
    }
}
