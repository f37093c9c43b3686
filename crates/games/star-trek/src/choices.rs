//! What is offered: a fair fan of legal decisions in a fixed order. `check` is the wider truth: it judges every
//! heading and every position.

use crate::action::Action;
use crate::data::data;
use crate::frame::{Frame, Piece};
use crate::kinds::{DiskId, Faction, Order, ShipId, TerrainId};
use crate::list::List;
use crate::state::{
    Activation, Bought, Face, FightStep, Place, SCENARIO_BERTH, Slot, Stage, StarTrek, Status,
};
use klaxon_core::Seat;
use klaxon_geometry::plane::{Heading, Point, heading_to};

/// Headings offered besides those that face something: every thirty degrees from the present one.
const FAN: i64 = 12;
/// Pieces that a fan faces, at most.
const FACES: usize = 8;

/// Headings that are offered, the present one first.
pub(crate) type Fan = List<Heading, { 2 + FACES + FAN as usize }>;

impl StarTrek {
    pub(crate) fn offers(&self, seat: Seat) -> Vec<Action> {
        let s = seat.0;
        if !self.asked.has(seat) || self.ending.is_some() {
            return Vec::new();
        }
        let mut list = match self.stack.last() {
            Some(frame) => self.frame_offers(s, frame),
            None => self.stage_offers(s),
        };
        // Somebody offered a draw: whoever is asked may agree.
        if !self.draw.is_empty() && !self.draw.has(seat) {
            list.push(Action::OfferDraw);
        }
        list
    }

    fn frame_offers(&self, seat: u8, frame: &Frame) -> Vec<Action> {
        match *frame {
            Frame::Shot(_)
            | Frame::Hits(_)
            | Frame::Critical(_)
            | Frame::Launched { .. }
            | Frame::Revealed { .. } => self.uses_or_pass(seat),
            Frame::Again { ship } => {
                let shots = self.beam_targets(ship).into_iter().map(|at| Action::Fire { at });
                shots.chain([Action::Pass]).collect()
            }
            Frame::Transport { ship, to } => {
                let all = (0..self.disks.len()).map(DiskId::at);
                let open = all.filter(|id| self.check_beam(ship, to, *id).is_ok());
                open.map(|disk| Action::Beam { disk }).chain([Action::Pass]).collect()
            }
            Frame::Placing { ship, beside } => self.placing_offers(ship, beside),
            Frame::Guide { torpedo, .. } => {
                let Some(t) = self.torpedo(torpedo) else { return Vec::new() };
                let fan = self.fan(t.at, t.heading, seat, ShipId::NONE);
                fan.iter().map(|heading| Action::Steer { torpedo, heading: *heading }).collect()
            }
            Frame::Moving(_) | Frame::Checks { .. } | Frame::Collision { .. } => Vec::new(),
        }
    }

    fn stage_offers(&self, seat: u8) -> Vec<Action> {
        match self.stage {
            Stage::Split => self.split_offers(seat),
            Stage::Build => self.build_offers(seat),
            Stage::PlaceObstacles => self.obstacle_offers(),
            Stage::Deploy => self.deploy_offers(seat),
            Stage::Reveal => {
                let own: Vec<DiskId> =
                    (0..self.disks.len()).map(DiskId::at).filter(|id| self.may_turn(seat, *id)).collect();
                let mut list = vec![Action::Done];
                // Where nothing is left to reveal, that is not offered.
                let down = |id: &DiskId| self.could_reveal(*id);
                if own.iter().any(down) {
                    list.push(Action::RevealAll);
                }
                let turns = own.into_iter().map(|disk| Action::TurnDisk { disk });
                list.extend(turns.filter(|a| self.judge_action(Seat(seat), a).is_ok()));
                list
            }
            Stage::Assign => self.assign_offers(seat),
            Stage::CloakWindow => {
                let all = (0..self.disks.len())
                    .map(DiskId::at)
                    .filter(|id| self.may_change_cloak(seat, *id).is_ok());
                let open = all.filter(|id| match self.disk(*id).place {
                    Place::Ship(ship) => !self.ship(ship).cloak_pick.is_some(),
                    Place::Terrain(_) | Place::Threat | Place::Out => false,
                });
                [Action::Done].into_iter().chain(open.map(|disk| Action::Cloak { disk })).collect()
            }
            Stage::PhaseStart => self.uses_or_pass(seat),
            Stage::Act => match &self.act {
                Some(act) => self.ship_offers(seat, act),
                None => vec![Action::Act, Action::Defer],
            },
            Stage::Steer => {
                let next = self.torpedoes.iter().find(|t| t.owner == seat && t.chosen.is_none());
                let Some(t) = next else { return Vec::new() };
                let fan = self.fan(t.at, t.heading, seat, ShipId::NONE);
                fan.iter().map(|heading| Action::Steer { torpedo: t.id, heading: *heading }).collect()
            }
            Stage::Boarding => match self.fight.step {
                FightStep::Losses => {
                    let sides = (0..7u8).filter(|s| {
                        self.fight.losers >> s & 1 == 1
                            && !self.fight.losses[usize::from(*s)].is_some()
                            && self.loss_chooser(*s) == seat
                    });
                    sides.flat_map(|s| self.losable(s)).map(|disk| Action::Lose { disk }).collect()
                }
                FightStep::Start | FightStep::Segment | FightStep::Save { .. } => self.uses_or_pass(seat),
                FightStep::Idle => Vec::new(),
            },
            Stage::Keep => {
                let open = (0..self.disks.len()).map(DiskId::at).filter(|id| self.may_keep(seat, *id));
                let fresh = open.filter(|id| !self.disk(*id).picked);
                [Action::Done].into_iter().chain(fresh.map(|disk| Action::Keep { disk })).collect()
            }
            Stage::Flight { .. } | Stage::Threat | Stage::TurnEnd | Stage::Over => Vec::new(),
        }
    }

    fn uses_or_pass(&self, seat: u8) -> Vec<Action> {
        let mut list = Vec::with_capacity(8);
        self.uses(seat, &mut list);
        list.push(Action::Pass);
        list
    }

    fn split_offers(&self, seat: u8) -> Vec<Action> {
        let mut list = vec![Action::Done];
        let team = self.seats[usize::from(seat)].team;
        for mate in self.mates(team) {
            let now = self.seats[usize::from(mate)].share;
            for points in [now.saturating_sub(10), now.saturating_sub(1), now + 1, now + 10] {
                if points != now && self.check_share(seat, mate, points).is_ok() {
                    list.push(Action::Share { seat: mate, points });
                }
            }
        }
        list
    }

    fn build_offers(&self, seat: u8) -> Vec<Action> {
        let draft = &self.drafts[usize::from(seat)];
        let mut list = Vec::new();
        if self.check_fleet(seat, draft).is_ok() {
            list.push(Action::Done);
        }
        if draft.ships.is_empty() && draft.disks.is_empty() {
            for (i, fleet) in data().fleets.iter().enumerate() {
                if self.ready_draft(seat, fleet).is_ok() {
                    list.push(Action::TakeFleet { fleet: i as u8 });
                }
            }
        }
        for (ship, _) in data().ship_types() {
            if self.check_buy_ship(seat, draft, ship).is_ok() {
                list.push(Action::BuyShip { ship });
            }
        }
        let scenario_ships = self.scenario_ships(seat).len() as u8;
        let berths = (1..=draft.ships.len() as u8).chain(SCENARIO_BERTH..SCENARIO_BERTH + scenario_ships);
        let pools: Vec<u8> = (1..=draft.disks.len() as u8).filter(|g| draft.pool_left(*g) > 0).collect();
        for ship in berths {
            for (disk, _) in data().disk_types() {
                for pool in [0].into_iter().chain(pools.iter().copied()) {
                    if self.check_buy(seat, draft, Bought { disk, ship, pool }).is_ok() {
                        list.push(Action::Buy { disk, ship, pool });
                    }
                }
            }
        }
        for disk in 1..=draft.disks.len() as u8 {
            if self.check_sell(seat, disk).is_ok() {
                list.push(Action::Sell { disk });
            }
        }
        list.extend((1..=draft.ships.len() as u8).map(|ship| Action::SellShip { ship }));
        // ST-1.21: only who has nothing may find that he can no longer build.
        if draft.ships.is_empty() {
            let others = Faction::ALL.into_iter().filter(|f| self.check_faction(seat, *f).is_ok());
            list.extend(others.map(|faction| Action::TakeFaction { faction }));
        }
        list
    }

    pub(crate) fn obstacle_offers(&self) -> Vec<Action> {
        let Some((_, _, _, [x0, y0, x1, y1], _)) = self.obstacles_to_place() else { return Vec::new() };
        // Ever finer grids, until something fits.
        for parts in [5, 9, 17, 41, 161] {
            let at = |i: i64, j: i64| Point::new(x0 + (x1 - x0) * i / parts, y0 + (y1 - y0) * j / parts);
            let grid = (0..=parts).flat_map(|i| (0..=parts).map(move |j| at(i, j)));
            let open: Vec<Action> = grid
                .filter(|p| self.check_place_obstacle(*p).is_ok())
                .take(36)
                .map(|at| Action::PlaceObstacle { at })
                .collect();
            if !open.is_empty() {
                return open;
            }
        }
        Vec::new()
    }

    fn deploy_offers(&self, seat: u8) -> Vec<Action> {
        let next = self.ships.iter().position(|s| s.controller == seat && s.status == Status::Aside);
        let Some(index) = next else {
            let mut list = vec![Action::Done];
            if self.chooses_vip_ship(seat) {
                list.extend(self.vip_choices().into_iter().map(|ship| Action::CarryVip { ship }));
            }
            return list;
        };
        let mut list = self.spot_offers(seat, ShipId::at(index));
        if list.is_empty() {
            // The ships placed so far fill the zone: one of them must move.
            let own = |s: &&usize| {
                let ship = &self.ships[**s];
                ship.controller == seat && ship.status == Status::Placed && !ship.kind.of().is_scenario()
            };
            let placed: Vec<usize> = (0..self.ships.len()).collect();
            list = placed.iter().filter(own).flat_map(|i| self.spot_offers(seat, ShipId::at(*i))).collect();
        }
        list
    }

    fn spot_offers(&self, seat: u8, ship: ShipId) -> Vec<Action> {
        let most = self.max_start_speed(ship);
        let mut list = Vec::new();
        for at in self.spots(seat, ship, 10) {
            for speed in [most.div_ceil(2), 0, most] {
                let action = Action::Deploy { ship, at, heading: self.inward(at), speed };
                if !list.contains(&action) {
                    list.push(action);
                }
            }
        }
        list
    }

    fn assign_offers(&self, seat: u8) -> Vec<Action> {
        let own = || self.ships_in_play().filter(|(_, s)| s.controller == seat);
        for (ship, s) in own() {
            if let Some(place) = s.orders.iter().position(|slot| *slot == Slot::Empty) {
                let place = place as u8 + 1;
                return Order::ALL.into_iter().map(|order| Action::Assign { ship, place, order }).collect();
            }
        }
        [Action::Done].into_iter().chain(own().map(|(ship, _)| Action::ClearOrders { ship })).collect()
    }

    /// D11 to D15: everything the acting ship may do.
    fn ship_offers(&self, seat: u8, act: &Activation) -> Vec<Action> {
        let id = act.ship;
        let ship = self.ship(id);
        let has = |order: Order| act.orders[order as usize] > 0;
        let mut list = Vec::with_capacity(32);
        if !act.revealed {
            list.push(Action::RevealOrder);
        }
        if act.moved || ship.speed == 0 {
            list.push(Action::End);
        } else {
            list.push(Action::Move);
            self.turning_moves(seat, id, has(Order::ChangeHeading), &mut list);
        }
        if has(Order::ChangeSpeed) {
            let (step, most) = (self.speed_step(id), self.max_speed(id));
            let from = ship.speed.saturating_sub(step);
            let to = (ship.speed + step).min(most);
            list.extend((from..=to).filter(|n| *n != ship.speed).map(|speed| Action::ChangeSpeed { speed }));
        }
        if has(Order::ChangeHeading) {
            let fan = self.fan(ship.at, ship.heading, seat, id);
            list.extend(fan.iter().map(|heading| Action::ChangeHeading { heading: *heading }));
        }
        if has(Order::RaiseShields) {
            let most = self.max_shields(id);
            let none = (most > 0).then_some(0);
            let values = [most].into_iter().chain(none).chain((1..most).rev());
            list.extend(values.map(|shields| Action::RaiseShields { shields }));
        }
        if has(Order::Attack) {
            list.extend(self.beam_targets(id).into_iter().map(|at| Action::Fire { at }));
            if self.check_launch(id).is_ok() {
                list.push(Action::Launch);
            }
            let places = self.transport_places();
            let open =
                places.filter(|to| self.check_transport(id, *to).is_ok() && self.anybody_to_beam(id, *to));
            list.extend(open.map(|to| Action::Transport { to }));
        }
        if has(Order::Activate) {
            for (disk, d) in self.disks_at(Place::Ship(id)) {
                if d.owner == ship.controller && d.face == Face::Ready {
                    let rows = 1..=d.kind.of().rows.len() as u8;
                    list.extend(rows.map(|row| Action::UseRow { disk, row }));
                }
            }
        }
        self.uses(seat, &mut list);
        // ST-8.9: at any time, so again after the first; few are offered then, for those who choose without thinking.
        if ship.speed == 0 {
            // The first of a fan is the present heading.
            let fan = self.fan(ship.at, ship.heading, seat, id);
            let every = if act.turned { 6 } else { 1 };
            list.extend(fan[1..].iter().step_by(every).map(|heading| Action::Turn { heading: *heading }));
        }
        list
    }

    /// Evasive action and turns on the way.
    fn turning_moves(&self, seat: u8, id: ShipId, may_turn: bool, list: &mut Vec<Action>) {
        let ship = self.ship(id);
        let (evades, curves) = (self.check_evade(id, 0).is_ok(), may_turn && self.turns_anytime(id));
        if !evades && !curves {
            return;
        }
        let fan = self.fan(ship.at, ship.heading, seat, id);
        // The first of a fan is the present heading.
        let turns = || fan[1..].iter().copied().take(8);
        if evades {
            for after in 0..ship.speed {
                list.extend(turns().map(|heading| Action::Evade { after, heading }));
            }
        }
        if curves {
            for after in 0..=ship.speed {
                list.extend(turns().map(|heading| Action::MoveTurning { after, heading }));
            }
        }
    }

    /// Where crew could be beamed at all.
    fn transport_places(&self) -> impl Iterator<Item = Place> {
        let ships = (0..self.ships.len()).map(|i| Place::Ship(ShipId::at(i)));
        let terrain = (0..self.terrain.len()).map(|i| Place::Terrain(TerrainId::at(i)));
        ships.chain(terrain).chain([Place::Threat])
    }

    fn placing_offers(&self, ship: ShipId, beside: Piece) -> Vec<Action> {
        let fan = (0..16).map(|i| Heading::new(i * 225));
        let mut angles: Vec<Heading> = fan.filter(|a| self.is_clean_angle(ship, beside, *a)).collect();
        if angles.is_empty() {
            let all = || (0..3600).map(Heading::new);
            angles.extend(all().find(|a| self.is_clean_angle(ship, beside, *a)));
            if angles.is_empty() {
                angles.extend(
                    (0..16)
                        .map(|i| Heading::new(i * 225))
                        .filter(|a| self.check_angle(ship, beside, *a).is_ok()),
                );
                if angles.is_empty() {
                    angles.extend(all().find(|a| self.check_angle(ship, beside, *a).is_ok()));
                }
            }
        }
        let mut list = Vec::new();
        if let Piece::Ship(_) = beside {
            list.push(Action::Pass);
        }
        for angle in angles {
            for heading in [self.ship(ship).heading, angle, angle.astern()] {
                let action = Action::PlaceShip { angle, heading };
                if !list.contains(&action) {
                    list.push(action);
                }
            }
        }
        list
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
