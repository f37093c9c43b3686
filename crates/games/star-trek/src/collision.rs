//! Collisions (ST-9): what happens where a movement ends.

use crate::data::scenario::CollisionMode;
use crate::effect::{Effect, ObstacleKind, When};
use crate::event::{Event, Struck};
use crate::fate::Fate;
use crate::kinds::{ShipId, TerrainId};
use crate::state::frame::{Frame, Hits, Piece, Source, Target};
use crate::state::{NOBODY, StarTrek};
use crate::turn::Flow;
use klaxon_core::{Refusal, SeatSet, rule};
use klaxon_geometry::plane::{Heading, Point};

impl StarTrek {
    /// ST-8.13: only where the movement ends matters. ST-9.8: all obstructions, then terrain, then ships, each by
    /// ascending id. The first collision with terrain or a ship, or the loss of the ship, ends the checks.
    pub(crate) fn step_checks(&mut self, id: ShipId, step: u8, last: u8, fate: &mut Fate) -> Flow {
        self.stack.pop();
        if !self.ship(id).in_play() {
            return Flow::Go;
        }
        let disk = self.ship(id).round();
        match step {
            0 => match self.struck_obstacle(id, disk) {
                Some(obstacle) => {
                    self.stack.push(Frame::Checks { ship: id, step: 0, last: 0 });
                    let index =
                        self.obstacles.iter().position(|o| o.id == obstacle).expect("it was just found");
                    // ST-9.6: removed at once, no drop, ordinary hits.
                    let struck = self.obstacles.remove(index);
                    fate.all(Event::Obstruction {
                        ship: self.ship_tag(id),
                        kind: struck.kind,
                        hits: struck.hits,
                    });
                    if struck.kind == ObstacleKind::GraviticMine {
                        self.ship_mut(id).speed = 0;
                        fate.all(Event::Speed { ship: self.ship_tag(id), speed: 0 });
                    }
                    self.hit(Target::Ship(id), struck.hits, Source::Obstruction, NOBODY, ShipId::NONE, fate);
                }
                None => self.stack.push(Frame::Checks { ship: id, step: 1, last: 0 }),
            },
            1 => match self.struck_terrain(id, disk, last) {
                Some(terrain) => {
                    let collision = self.terrain(terrain).collision;
                    let auto = collision.mode == CollisionMode::Auto;
                    let with = Piece::Terrain(terrain);
                    let struck = Struck::Terrain(self.terrain_tag(terrain));
                    if !self.collide(id, with, struck, collision.hull_hits, auto, fate) {
                        self.stack.push(Frame::Checks { ship: id, step: 1, last: terrain.0 });
                    }
                }
                None => self.stack.push(Frame::Checks { ship: id, step: 2, last: 0 }),
            },
            2 => {
                if !self.struck_cube(id, disk)
                    || !self.collide(id, Piece::Threat, Struck::Cube, 2, false, fate)
                {
                    self.stack.push(Frame::Checks { ship: id, step: 3, last: 0 });
                }
            }
            _ => {
                if let Some(other) = self.struck_ship(id, disk, last) {
                    let struck = Struck::Ship(self.ship_tag(other));
                    if !self.collide(id, Piece::Ship(other), struck, 1, false, fate) {
                        self.stack.push(Frame::Checks { ship: id, step: 3, last: other.0 });
                    }
                }
            }
        }
        Flow::Go
    }

    /// ST-9.2: five counters; exactly one critical showing is a collision.
    fn collide(
        &mut self,
        id: ShipId,
        with: Piece,
        struck: Struck,
        hits: u8,
        auto: bool,
        fate: &mut Fate,
    ) -> bool {
        let showing = if auto { 1 } else { fate.drop_criticals() };
        let collides = showing.count_ones() == 1;
        fate.all(Event::CollisionDrop { ship: self.ship_tag(id), with: struck, showing, collides });
        if collides {
            // ST-9.15: what rams, rams even if the rammer is gone by then.
            let ram = if let Piece::Ship(_) = with { self.ram_damage(id) } else { 0 };
            self.stack.push(Frame::Collision { ship: id, with, hits, ram, step: 0 });
        }
        collides
    }

    /// The hull hits that this ship deals by ramming.
    fn ram_damage(&self, id: ShipId) -> u8 {
        let mut most = 0;
        for (holder, ability) in self.holders() {
            if ability.when == When::Continuous && self.reaches(&holder, ability.scope, id) {
                for effect in &ability.effect {
                    if let Effect::RamDamage(n) = effect {
                        most = most.max(*n);
                    }
                }
            }
        }
        most
    }

    /// ST-9.15: hull hits and their critical, ramming, then speed, orders and placing.
    pub(crate) fn step_collision(
        &mut self,
        id: ShipId,
        with: Piece,
        hits: u8,
        ram: u8,
        step: u8,
        fate: &mut Fate,
    ) -> Flow {
        self.stack.pop();
        let later = |step| Frame::Collision { ship: id, with, hits, ram, step };
        match (step, with) {
            (0, _) => {
                self.stack.push(later(1));
                let source = match with {
                    Piece::Ship(_) => Source::Collision,
                    Piece::Terrain(_) | Piece::Threat => Source::Terrain,
                };
                self.hit(Target::Ship(id), hits, source, NOBODY, ShipId::NONE, fate);
            }
            // ST-9.4: the struck ship suffers only what a disk says.
            (1, Piece::Ship(struck)) if ram > 0 && self.ship(struck).in_play() => {
                self.stack.push(later(2));
                let by = self.ship(id).controller;
                let from = if self.ship(id).in_play() { id } else { ShipId::NONE };
                self.hit(Target::Ship(struck), ram, Source::Ram, by, from, fate);
            }
            (1.., Piece::Ship(_) | Piece::Terrain(_) | Piece::Threat) => {
                if self.ship(id).in_play() {
                    // ST-9.3: speed 0 and all remaining orders removed.
                    self.ship_mut(id).speed = 0;
                    fate.all(Event::Speed { ship: self.ship_tag(id), speed: 0 });
                    self.strip_orders(id, fate);
                    if self.piece_round(with).is_some() {
                        self.stack.push(Frame::Placing { ship: id, beside: with });
                    }
                }
            }
        }
        Flow::Go
    }

    /// ST-9.3, ST-9.5: the struck ship's player may place the other; beside terrain its own player must.
    pub(crate) fn step_placing(&mut self, id: ShipId, beside: Piece) -> Flow {
        if !self.ship(id).in_play() || self.piece_round(beside).is_none() {
            self.stack.pop();
            return Flow::Go;
        }
        self.ask(self.placer(id, beside))
    }

    pub(crate) fn placer(&self, id: ShipId, beside: Piece) -> u8 {
        match beside {
            Piece::Ship(struck) => self.ship(struck).controller,
            Piece::Terrain(_) | Piece::Threat => self.ship(id).controller,
        }
    }

    /// Where the ship would stand at that angle.
    pub(crate) fn beside(&self, id: ShipId, beside: Piece, angle: Heading) -> Option<Point> {
        let radius = self.ship(id).kind.of().size.radius();
        self.piece_round(beside).map(|p| p.place_adjacent(radius, angle))
    }

    /// ST-9.9: on the table, overlapping nothing and touching no torpedo.
    pub(crate) fn is_clean_angle(&self, id: ShipId, beside: Piece, angle: Heading) -> bool {
        let Some(at) = self.beside(id, beside, angle) else { return false };
        let disk = self.ship(id).round().moved_to(at);
        self.table.has(at)
            && self.is_clear(disk, id)
            && !self.torpedoes.iter().any(|t| t.round().contacts(disk))
    }

    /// ST-9.9: may the ship be put there? If no angle is clean, any that stays on the table.
    pub(crate) fn check_angle(&self, id: ShipId, beside: Piece, angle: Heading) -> Result<(), Refusal> {
        if self.is_clean_angle(id, beside, angle) {
            return Ok(());
        }
        let on_table = self.beside(id, beside, angle).is_some_and(|at| self.table.has(at));
        if !on_table {
            let text = "the ship's centre must stay on the table";
            return Err(Refusal::illegal(rule!("ST-9.9"), text));
        }
        let clean = (0..3600).any(|a| self.is_clean_angle(id, beside, Heading::new(a)));
        if clean {
            let text = "there it would overlap a ship, terrain or an obstacle, or touch a torpedo";
            return Err(Refusal::illegal(rule!("ST-9.9"), text));
        }
        Ok(())
    }

    /// Puts hits on their way. What prevents hits by itself does so now (ST-13.7).
    pub(crate) fn hit(
        &mut self,
        target: Target,
        n: u8,
        source: Source,
        by: u8,
        from: ShipId,
        fate: &mut Fate,
    ) {
        let mut hits = Hits { target, n, source, by, from, ignores: 0, spared: 0, passed: SeatSet::NONE };
        self.shelter_by_itself(&mut hits, fate);
        if hits.n > 0 {
            self.stack.push(Frame::Hits(hits));
        }
    }

    /// The id of a terrain disk by its name in the scenario.
    pub(crate) fn terrain_named(&self, id: &str) -> TerrainId {
        TerrainId::at(self.scenario.terrain_ix(id).expect("the scenario was checked"))
    }

    /// A fair set of angles at which the ship can be put beside what it struck.
    pub(crate) fn angles(&self, ship: ShipId, beside: Piece) -> Vec<Heading> {
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
        angles
    }
}
