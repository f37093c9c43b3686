//! What abilities do: the one exhaustive `match` that carries an effect out.

use crate::effect::{Ability, Effect, ObstacleKind, When};
use crate::event::{Event, Loss};
use crate::fate::Fate;
use crate::kinds::{DiskId, OBSTACLE_RADIUS, ObstacleId, Order, Round, ShipId};
use crate::questions::{Means, Pick};
use crate::state::frame::Frame;
use crate::state::{Face, Obstacle, Place, Slot, StarTrek};
use crate::values::Holder;
use klaxon_core::SeatSet;

impl StarTrek {
    /// Uses an ability: pays for it, then carries it out (ST-15.16).
    pub(crate) fn use_ability(
        &mut self,
        holder: &Holder,
        ability: &'static Ability,
        pick: Pick,
        fate: &mut Fate,
    ) {
        match ability.when {
            When::Activate => {
                let act = self.act.as_mut().expect("Activate needs an activation");
                act.orders[Order::Activate as usize] -= 1;
            }
            When::Flip(_) | When::OncePerTurn(_) | When::BoardingAt(_) | When::CritInflict => {}
            When::Start | When::Continuous | When::OnOrder(_) | When::Boarding => {
                unreachable!("works by itself")
            }
        }
        fate.all(Event::Used { by: self.agent(holder.means) });
        match holder.means {
            Means::Ship(id) => self.ship_mut(id).marks.used = true,
            Means::Disk(id) => {
                self.disk_mut(id).uses = self.disk(id).uses.saturating_add(1);
                if ability.sacrifice {
                    self.remove_disk(id, Loss::Sacrifice, fate);
                } else if ability.when != When::CritInflict {
                    self.disk_mut(id).face = Face::Flipped;
                }
            }
        }
        if ability.choose {
            let chosen = ability
                .effect
                .iter()
                .find(|e| matches!(e, Effect::RemoveCrit) == matches!(pick, Pick::Crit(_)));
            self.perform(holder, chosen.expect("the pick belongs to an effect"), pick, fate);
        } else {
            for effect in &ability.effect {
                self.perform(holder, effect, pick, fate);
            }
        }
    }

    fn perform(&mut self, holder: &Holder, effect: &'static Effect, pick: Pick, fate: &mut Fate) {
        let ship = holder.ship;
        match effect {
            Effect::RestoreShields(n) => {
                // ST-16.9: nothing while cloaked.
                if !self.cloaked(ship) {
                    let max = self.max_shields(ship);
                    let s = self.ship_mut(ship);
                    s.shields = s.shields.max((s.shields + n).min(max));
                    fate.all(Event::Shields { ship: self.ship_tag(ship), shields: self.ship(ship).shields });
                }
            }
            Effect::RestoreHull(n) => {
                let max = self.max_hull(ship);
                let s = self.ship_mut(ship);
                s.hull = s.hull.max((s.hull + n).min(max));
                fate.all(Event::Hull { ship: self.ship_tag(ship), hull: self.ship(ship).hull });
            }
            Effect::DrainShields { n, .. } => {
                let target = picked_ship(pick);
                let s = self.ship_mut(target);
                s.shields = s.shields.saturating_sub(*n);
                fate.all(Event::Shields { ship: self.ship_tag(target), shields: self.ship(target).shields });
            }
            Effect::ReduceSpeed { n, .. } => {
                let target = picked_ship(pick);
                let s = self.ship_mut(target);
                s.speed = s.speed.saturating_sub(*n);
                fate.all(Event::Speed { ship: self.ship_tag(target), speed: self.ship(target).speed });
            }
            Effect::ShieldsIgnored(n) => self.ship_mut(ship).ignores = *n,
            Effect::NextBeam(n) | Effect::AttackerBeam(n) => {
                if let Some(Frame::Shot(shot)) = self.stack.last_mut() {
                    shot.counters += n;
                }
            }
            Effect::RerollMisses(_) => {
                if let Pick::Count(n) = pick {
                    self.reroll(holder, n, fate);
                }
            }
            Effect::RerollAllMisses => {
                if let Some(Frame::Shot(shot)) = self.stack.last() {
                    let misses = shot.misses;
                    self.reroll(holder, misses, fate);
                }
            }
            Effect::FireAgain => {
                if let Some(Frame::Shot(shot)) = self.stack.last_mut() {
                    shot.again = true;
                }
            }
            Effect::LaunchAgain => {
                self.stack.pop();
                self.launch(ship, fate);
            }
            Effect::PreventHits { n, of } => self.prevent(holder, *n, of, fate),
            Effect::ChangeCrit(to) => {
                let Some(Frame::Critical(critical)) = self.stack.last_mut() else { return };
                let from = std::mem::replace(&mut critical.crit, *to);
                critical.changed = true;
                let pair = critical.ship;
                // ST-14.10: one of two. The other lies right below.
                let below = self.stack.len().wrapping_sub(2);
                if let Some(Frame::Critical(other)) = self.stack.get_mut(below)
                    && other.ship == pair
                {
                    other.changed = true;
                    other.other = Some(*to);
                }
                let Means::Disk(by) = holder.means else { return };
                fate.all(Event::CritChanged { by: self.disk_tag(by), from, to: *to });
            }
            Effect::CancelCrit => {
                if let (Some(Frame::Critical(critical)), Means::Disk(by)) = (self.stack.pop(), holder.means) {
                    fate.all(Event::CritCancelled { by: self.disk_tag(by), crit: critical.crit });
                }
            }
            Effect::RemoveCrit => {
                if let Pick::Crit(crit) = pick {
                    self.ship_mut(ship).crits &= !crit.bit();
                    fate.all(Event::CritRemoved { ship: self.ship_tag(ship), crit });
                }
            }
            Effect::ReplaceOwnOrder => {
                if let Pick::Order(order) = pick {
                    let phase = usize::from(self.phase) - 1;
                    self.ship_mut(ship).orders[phase] = Slot::Down { order, known: 0 };
                    let team = self.team_seats(self.team_of(holder.seat));
                    fate.tell.only(team, Event::Replaced { ship: self.ship_tag(ship), order: Some(order) });
                    fate.tell.others(team, Event::Replaced { ship: self.ship_tag(ship), order: None });
                }
            }
            Effect::PeekOrders { all, .. } => self.peek_orders(holder, picked_ship(pick), *all, fate),
            Effect::PeekConcealed { .. } => self.peek_concealed(holder, picked_ship(pick), fate),
            Effect::RevealConcealed { n, .. } => {
                for _ in 0..*n {
                    self.reveal_at_random(picked_ship(pick), fate);
                }
            }
            Effect::SwapEnemyOrders { .. } => {
                if let Pick::Orders { ship, places: [a, b] } = pick {
                    // Whoever knew one of the orders saw where it went.
                    self.ship_mut(ship).orders.swap(usize::from(a) - 1, usize::from(b) - 1);
                    fate.all(Event::Swapped { ship: self.ship_tag(ship), places: [a, b] });
                }
            }
            Effect::CancelEnemyOrder { .. } => {
                if let (Some(Frame::Revealed { ship, order, .. }), Means::Disk(by)) =
                    (self.stack.pop(), holder.means)
                {
                    let act = self.act.as_mut().expect("an order is revealed in an activation");
                    act.orders[order as usize] = act.orders[order as usize].saturating_sub(1);
                    fate.all(Event::OrderCancelled {
                        ship: self.ship_tag(ship),
                        order,
                        by: self.disk_tag(by),
                    });
                }
            }
            Effect::FlipEnemy { .. } | Effect::FlipEnemyHere => {
                let disk = picked_disk(pick);
                self.disk_mut(disk).face = Face::Flipped;
                fate.all(Event::Flipped { disk: self.disk_tag(disk) });
            }
            Effect::Ready(_) => {
                let disk = picked_disk(pick);
                self.disk_mut(disk).face = Face::Ready;
                fate.all(Event::Readied { disk: self.disk_tag(disk) });
            }
            Effect::StealTech { .. } => {
                let disk = picked_disk(pick);
                self.disk_mut(disk).place = Place::Ship(ship);
                self.disk_mut(disk).owner = holder.seat;
                fate.all(Event::Stolen { disk: self.disk_tag(disk), to: self.ship_tag(ship) });
            }
            Effect::ConvertCrew(_) => {
                let disk = picked_disk(pick);
                let d = self.disk_mut(disk);
                d.owner = holder.seat;
                d.home = ship;
                fate.all(Event::Converted { disk: self.disk_tag(disk), to: self.seat_tag(holder.seat) });
            }
            Effect::SaveCrew => {
                if let Means::Disk(by) = holder.means {
                    self.save_crew(by, fate);
                }
            }
            Effect::PlaceObstacle(kind) => self.lay_obstacle(ship, *kind, fate),
            Effect::Cloak(_) => {
                // ST-16.3: the flipped disk is the raised cloak; shields go to 0 at once.
                self.ship_mut(ship).shields = 0;
                fate.all(Event::Cloaked { ship: self.ship_tag(ship) });
            }
            // What works by itself is never used.
            Effect::MaxShields(_)
            | Effect::MaxHull(_)
            | Effect::MaxSpeed(_)
            | Effect::Beam(_)
            | Effect::BeamRange(_)
            | Effect::TransportRange(_)
            | Effect::Torp { .. } => unreachable!("adds to a number of a ship"),
            Effect::Initiative(_) | Effect::Command { .. } | Effect::Combat { .. } => {
                unreachable!("adds to what crew are worth")
            }
            Effect::Capacity(_) | Effect::Torps(_) | Effect::FreePoints { .. } => {
                unreachable!("works while fleets are built")
            }
            Effect::SpeedStep(_)
            | Effect::EvasiveAnyPhase
            | Effect::EvasiveKeepsOrders
            | Effect::IgnoreCollision(_)
            | Effect::HeadingAnytime
            | Effect::RamDamage(_) => unreachable!("changes how a ship moves"),
            Effect::IntelImmune
            | Effect::TransportThroughOwnShields
            | Effect::KidnapCrew
            | Effect::ChooseLoss
            | Effect::CloakAs(_) => unreachable!("changes what may be done"),
        }
    }

    /// Drops misses of the present shot again.
    fn reroll(&mut self, holder: &Holder, counters: u8, fate: &mut Fate) {
        let hits = fate.drop(counters);
        if let Some(Frame::Shot(shot)) = self.stack.last_mut() {
            shot.hits += hits;
            shot.misses -= hits;
        }
        fate.all(Event::DroppedAgain { by: self.agent(holder.means), counters, hits });
    }

    fn peek_orders(&mut self, holder: &Holder, target: ShipId, all: bool, fate: &mut Fate) {
        let team = self.team_of(holder.seat);
        let phase = usize::from(self.phase) - 1;
        let mut seen = [None; 3];
        for (i, slot) in self.ship_mut(target).orders.iter_mut().enumerate() {
            if let Slot::Down { order, known } = slot
                && (all || i == phase)
            {
                *known |= 1 << team;
                seen[i] = Some(*order);
            }
        }
        let Means::Disk(by) = holder.means else { return };
        let mates = self.team_seats(team);
        let (by, ship) = (self.disk_tag(by), self.ship_tag(target));
        fate.tell.reveal_to(mates, Event::PeekedOrders { by, ship, orders: seen });
        fate.tell.others(mates, Event::Peeked { by, ship });
    }

    fn peek_concealed(&mut self, holder: &Holder, target: ShipId, fate: &mut Fate) {
        let team = self.team_of(holder.seat);
        let turn = self.turn;
        let mates = self.team_seats(team);
        let ship = self.ship_tag(target);
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            if self.disk(id).aboard(target) && self.disk(id).face == Face::Concealed {
                self.disk_mut(id).seen[usize::from(team)] = turn;
                fate.tell.reveal_to(mates, Event::PeekedDisk { ship, disk: self.disk_tag(id) });
            }
        }
        if let Means::Disk(by) = holder.means {
            fate.tell.others(mates, Event::Peeked { by: self.disk_tag(by), ship });
        }
    }

    /// A random concealed disk is revealed; a second commander is not (ST-1.15).
    fn reveal_at_random(&mut self, target: ShipId, fate: &mut Fate) {
        let hidden: Vec<DiskId> = self
            .disks_at(Place::Ship(target))
            .filter(|(_, d)| d.face == Face::Concealed)
            .map(|(id, _)| id)
            .collect();
        if hidden.is_empty() {
            return;
        }
        let id = hidden[fate.chance.below(hidden.len() as u32) as usize];
        let disk = self.disk(id);
        if disk.kind.of().commands() && self.command_taken(target, disk.owner, id) {
            fate.all(Event::NotRevealed { ship: self.ship_tag(target) });
        } else {
            self.reveal_disk(id, fate);
        }
    }

    /// Where an obstacle astern of the ship would lie (ST-2.15, ST-2.16).
    fn astern(&self, ship: ShipId) -> Round {
        let s = self.ship(ship);
        Round::new(s.round().place_adjacent(OBSTACLE_RADIUS, s.heading.astern()), OBSTACLE_RADIUS)
    }

    pub(crate) fn stern_is_free(&self, ship: ShipId) -> bool {
        let spot = self.astern(ship);
        !self.obstacles.is_full() && self.table.has(spot.at) && self.is_clear(spot, ShipId::NONE)
    }

    /// Does the disk overlap no ship, terrain, obstacle or threat?
    pub(crate) fn is_clear(&self, disk: Round, but: ShipId) -> bool {
        !self.ships_in_play().any(|(id, s)| id != but && s.round().overlaps(disk))
            && !self.terrain.iter().any(|t| t.round().overlaps(disk))
            && !self.obstacles.iter().any(|o| o.round().overlaps(disk))
            && !self.living_threat().is_some_and(|t| t.round().overlaps(disk))
    }

    fn lay_obstacle(&mut self, ship: ShipId, kind: ObstacleKind, fate: &mut Fate) {
        let at = self.astern(ship).at;
        self.put_obstacle(kind, kind.hits().unwrap_or(0), at);
        fate.all(Event::ObstaclePlaced { kind, at });
    }

    pub(crate) fn put_obstacle(&mut self, kind: ObstacleKind, hits: u8, at: klaxon_geometry::plane::Point) {
        self.obstacles_placed += 1;
        self.obstacles.push(Obstacle { id: ObstacleId(self.obstacles_placed), kind, hits, at });
    }

    /// Removes a disk from the game.
    pub(crate) fn remove_disk(&mut self, id: DiskId, why: Loss, fate: &mut Fate) {
        let was = *self.disk(id);
        fate.all(Event::Lost { disk: self.disk_tag(id), why });
        self.disk_mut(id).place = Place::Out;
        if let Place::Ship(ship) = was.place
            && was.face == Face::Flipped
            && was.kind.of().cloak().is_some()
        {
            // ST-16.10: uncloaked at once, with shields 0.
            self.ship_mut(ship).shields = 0;
            fate.all(Event::Uncloaked { ship: self.ship_tag(ship), shields: 0 });
        }
    }

    /// Marks a seat as having let the moment pass.
    pub(crate) fn passed_by(passed: &mut SeatSet, seat: klaxon_core::Seat) {
        *passed = passed.with(seat);
    }
}

fn picked_ship(pick: Pick) -> ShipId {
    match pick {
        Pick::Ship(id) | Pick::Orders { ship: id, .. } => id,
        Pick::None | Pick::Disk(_) | Pick::Order(_) | Pick::Crit(_) | Pick::Count(_) => {
            unreachable!("checked: the ability needs a target")
        }
    }
}

fn picked_disk(pick: Pick) -> DiskId {
    match pick {
        Pick::Disk(id) => id,
        Pick::None
        | Pick::Ship(_)
        | Pick::Orders { .. }
        | Pick::Order(_)
        | Pick::Crit(_)
        | Pick::Count(_) => {
            unreachable!("checked: the ability needs a disk")
        }
    }
}
