//! Set-up on the table (ST-3): ships are mustered, pieces placed, positions chosen in secret.

use crate::data::data;
use crate::data::scenario::{Restriction, Scenario, Special, Zone};
use crate::effect::{Effect, ObstacleKind, Scope, When};
use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{Keyword, OBSTACLE_RADIUS, Round, ShipId};
use crate::state::{Disk, Face, Place, Ship, Stage, StarTrek, Status, Terrain};
use crate::words::bearing;
use klaxon_core::{Refusal, Seat, SeatSet, rule};
use klaxon_geometry::plane::{Heading, Point};
use std::collections::BTreeSet;

impl StarTrek {
    /// Puts terrain and obstacles on the table (ST-3.1).
    pub(crate) fn lay_out(&mut self) {
        for t in 0..self.scenario.terrain.len() {
            let spec = &self.scenario.terrain[t];
            let terrain = Terrain {
                kind: spec.kind,
                at: spec.at(),
                radius: spec.radius(),
                collision: spec.collision(),
                blocks: spec.blocks_torpedoes,
                ..Terrain::default()
            };
            self.terrain.push(terrain);
        }
        for o in 0..self.scenario.obstacles.len() {
            let spec = &self.scenario.obstacles[o];
            let (kind, at) = (spec.kind, Point::new(spec.x, spec.y));
            let hits = spec.hits.or(kind.hits()).unwrap_or(0);
            self.put_obstacle(kind, hits, at);
        }
    }

    /// Fleets are final: ships and disks come into the game (ST-2.21: by seat, then place in the list, scenario ships
    /// last).
    pub(crate) fn muster(&mut self, fate: &mut Fate) {
        let drafts = self.drafts;
        let mut berths: Vec<(u8, u8, ShipId)> = Vec::new();
        for seat in 0..self.seats.len() as u8 {
            let draft = &drafts[usize::from(seat)];
            self.seats[usize::from(seat)].spent = draft.cost();
            for (i, kind) in draft.ships.iter().enumerate() {
                let id = self.put_ship(seat, Ship { kind: *kind, torps: kind.of().torps, ..Ship::default() });
                berths.push((seat, i as u8 + 1, id));
            }
            let (ships, spent) = (draft.ships.len() as u8, draft.cost());
            if ships > 0 {
                fate.tell.reveal(Event::FleetShown { who: self.seat_tag(seat), ships, spent });
            }
        }
        for seat in 0..self.seats.len() as u8 {
            for (i, (kind, special)) in self.scenario_ships(seat).into_iter().enumerate() {
                let Special::ScenarioShip { x, y, heading, speed, .. } = special else { continue };
                let ship = Ship {
                    kind,
                    torps: kind.of().torps,
                    at: Point::new(x, y),
                    heading,
                    speed: speed.min(kind.of().printed_speed()),
                    status: Status::Placed,
                    ..Ship::default()
                };
                let id = self.put_ship(seat, ship);
                berths.push((seat, crate::state::SCENARIO_BERTH + i as u8, id));
            }
        }
        for seat in 0..self.seats.len() as u8 {
            for bought in drafts[usize::from(seat)].disks.iter() {
                let berth = berths.iter().find(|(s, n, _)| (*s, *n) == (seat, bought.ship));
                let (_, _, home) = *berth.expect("each disk has a ship");
                let disk = Disk {
                    kind: bought.disk,
                    place: Place::Ship(home),
                    // ST-3.8: what starts revealed is turned up in step 1 of turn 1.
                    face: if bought.disk.of().has(Keyword::Vip) { Face::Ready } else { Face::Concealed },
                    owner: self.heir(seat),
                    home,
                    ..Disk::default()
                };
                self.disks.push(disk);
            }
        }
        self.drafts = StarTrek::no_drafts();
        self.apply_start();
        self.put_scenario_crew();
        self.enter_place_obstacles();
    }

    /// Who commands a fleet: its player, or the team-mate of the lowest seat if he has conceded.
    fn heir(&self, seat: u8) -> u8 {
        let player = &self.seats[usize::from(seat)];
        if player.out { self.mates(player.team).next().unwrap_or(seat) } else { seat }
    }

    fn put_ship(&mut self, seat: u8, ship: Ship) -> ShipId {
        let owner = self.heir(seat);
        let built_by = self.seats[usize::from(seat)].team;
        let kind = ship.kind.of();
        let (shields, hull) = (kind.shields, kind.hull);
        self.ships.push(Ship { owner, built_by, controller: owner, shields, hull, ..ship });
        ShipId::at(self.ships.len() - 1)
    }

    /// Start bonuses count whether the disk is revealed or not, and stay (ST-3.6, ST-13.10).
    fn apply_start(&mut self) {
        let no_torpedoes = self.scenario.restricts(&Restriction::NoTorpedoes);
        for i in 0..self.disks.len() {
            let disk = self.disks[i];
            let Some(ability) = disk.kind.of().ability.as_ref().filter(|a| a.when == When::Start) else {
                continue;
            };
            let Place::Ship(home) = disk.place else { continue };
            for s in 0..self.ships.len() {
                let reached = match ability.scope {
                    Scope::Ship | Scope::Personal => ShipId::at(s) == home,
                    Scope::Fleet => self.ships[s].owner == disk.owner,
                    Scope::FleetOthers => self.ships[s].owner == disk.owner && ShipId::at(s) != home,
                    Scope::Armada => self.ships[s].built_by == self.team_of(disk.owner),
                };
                if !reached {
                    continue;
                }
                for effect in &ability.effect {
                    let ship = &mut self.ships[s];
                    if let Effect::MaxHull(n) = effect {
                        ship.hull_bonus = ship.hull_bonus.saturating_add_signed(*n);
                    }
                    if let Effect::Torps(n) = effect {
                        ship.torps = ship.torps.saturating_add_signed(*n);
                    }
                }
            }
        }
        for i in 0..self.ships.len() {
            let hull = self.max_hull(ShipId::at(i));
            self.ships[i].hull = hull;
            if no_torpedoes {
                self.ships[i].torps = 0;
            }
        }
    }

    /// Garrisons, prisoners and VIPs of the scenario.
    fn put_scenario_crew(&mut self) {
        for i in 0..self.scenario.special.len() {
            let special = self.scenario.special[i].clone();
            let first = |team: u8| self.mates(team).next().unwrap_or(0);
            let (place, crew, owner, face, garrison) = match &special {
                Special::Garrison { of, team, crew } => {
                    (Place::Terrain(self.terrain_named(of)), crew.clone(), first(*team), Face::Ready, true)
                }
                Special::Prisoners { of, team, crew } => {
                    (Place::Terrain(self.terrain_named(of)), crew.clone(), first(*team), Face::Held, false)
                }
                Special::Vip { crew, team, on } => {
                    let place = match self.scenario.terrain_ix(on) {
                        Some(_) => Place::Terrain(self.terrain_named(on)),
                        None => self.dearest_ships(*team).first().map_or(Place::Out, |s| Place::Ship(*s)),
                    };
                    (place, vec![crew.clone()], first(*team), Face::Ready, false)
                }
                Special::ScenarioShip { .. }
                | Special::MayExit { .. }
                | Special::PlaceObstacles { .. }
                | Special::Pulse { .. }
                | Special::Threat { .. } => continue,
            };
            for id in crew {
                let kind = data().disk(&id).expect("the scenario was checked");
                // A VIP belongs to whoever controls its ship.
                let owner = if let Place::Ship(ship) = place { self.ship(ship).controller } else { owner };
                self.disks.push(Disk { kind, place, face, owner, garrison, seen: [1; 7], ..Disk::default() });
            }
        }
    }

    /// The most expensive ships of a team, by printed cost.
    pub(crate) fn dearest_ships(&self, team: u8) -> Vec<ShipId> {
        let own = || (0..self.ships.len()).filter(|i| self.ships[*i].built_by == team);
        let most = own().map(|i| self.ships[i].kind.of().cost).max().unwrap_or(0);
        own().filter(|i| self.ships[*i].kind.of().cost == most).map(ShipId::at).collect()
    }

    /// ST-3.9: pieces that a team places itself come first, openly.
    pub(crate) fn enter_place_obstacles(&mut self) {
        self.stage = Stage::PlaceObstacles;
        self.asked = SeatSet::NONE;
        if let Some((team, _, count, ..)) = self.obstacles_to_place() {
            self.to_place = count;
            let first = self.mates(team).next();
            let room = count > 0 && !self.obstacle_spots().is_empty();
            if let Some(seat) = first.filter(|_| room) {
                self.asked = SeatSet::only(Seat(seat));
            }
        }
    }

    /// The team, kind, number, rectangle and gap of the obstacles that are placed before deployment.
    pub(crate) fn obstacles_to_place(&self) -> Option<(u8, ObstacleKind, u8, [i64; 4], i64)> {
        self.scenario.special.iter().find_map(|s| {
            if let Special::PlaceObstacles { team, kind, count_base, count_per_player, rect, min_gap } = s {
                Some((*team, *kind, count_base + count_per_player * self.players, *rect, *min_gap))
            } else {
                None
            }
        })
    }

    pub(crate) fn check_place_obstacle(&self, at: Point) -> Result<(), Refusal> {
        let no = |text: &str| Err(Refusal::illegal(rule!("ST-3.9"), text));
        let Some((_, _, _, [x0, y0, x1, y1], gap)) = self.obstacles_to_place() else {
            return no("this scenario lets nobody place obstacles");
        };
        if !(x0..=x1).contains(&at.x) || !(y0..=y1).contains(&at.y) {
            let [from, to] = [Point::new(x0, y0), Point::new(x1, y1)].map(bearing::place);
            return no(&format!("its centre must lie between {from} and {to}"));
        }
        let disk = Round::new(at, OBSTACLE_RADIUS);
        if !self.table.holds(disk) {
            return no("it must lie wholly on the table");
        }
        if self.terrain.iter().any(|t| t.round().overlaps(disk)) {
            return no("it may not overlap terrain");
        }
        // A disk grown by the gap may touch another obstacle, not overlap it.
        let grown = Round::new(at, OBSTACLE_RADIUS + gap);
        if self.obstacles.iter().any(|o| o.round().overlaps(grown)) {
            return no(&format!("edges of obstacles are at least {} inches apart", bearing::exact(gap)));
        }
        Ok(())
    }

    /// ST-3.3: positions, headings and speeds in secret.
    pub(crate) fn enter_deploy(&mut self) {
        self.stage = Stage::Deploy;
        self.asked = self.seats_that(|s| self.owes_deployment(s) || self.chooses_vip_ship(s));
    }

    /// Does the seat have a ship that is not placed yet?
    pub(crate) fn owes_deployment(&self, seat: u8) -> bool {
        self.ships.iter().any(|s| s.controller == seat && s.status == Status::Aside)
    }

    /// D5: which of the most expensive ships carries the VIP, on a tie. The owner of the first of them decides.
    pub(crate) fn chooses_vip_ship(&self, seat: u8) -> bool {
        self.vip_choices().first().is_some_and(|id| self.ship(*id).controller == seat)
    }

    /// The ships that the VIP could start on, if there is a choice.
    pub(crate) fn vip_choices(&self) -> Vec<ShipId> {
        for special in &self.scenario.special {
            if let Special::Vip { team, on, .. } = special
                && self.scenario.terrain_ix(on).is_none()
                && self.turn == 0
            {
                let ships = self.dearest_ships(*team);
                if ships.len() > 1 {
                    return ships;
                }
            }
        }
        Vec::new()
    }

    /// The zones where a ship of this seat may be put.
    pub(crate) fn zones_of(&self, seat: u8) -> Vec<Zone> {
        let spec = self.scenario.team(usize::from(self.seats[usize::from(seat)].team));
        match spec.deploy_by_players.get(&self.seats.len().to_string()) {
            Some(zones) => vec![zones[usize::from(seat)].clone()],
            None => spec.deploy.clone(),
        }
    }

    /// ST-3.10: the starting speed counts size, the ship's own ability and Start bonuses.
    pub(crate) fn max_start_speed(&self, id: ShipId) -> u8 {
        let kind = self.ship(id).kind.of();
        let own: i32 = kind
            .ability
            .iter()
            .filter(|a| matches!(a.when, When::Continuous | When::Start))
            .flat_map(|a| &a.effect)
            .map(|e| if let Effect::MaxSpeed(n) = e { i32::from(*n) } else { 0 })
            .sum();
        let start: i32 = self
            .disks_at(Place::Ship(id))
            .filter_map(|(_, d)| d.kind.of().ability.as_ref())
            .filter(|a| a.when == When::Start)
            .flat_map(|a| &a.effect)
            .map(|e| if let Effect::MaxSpeed(n) = e { i32::from(*n) } else { 0 })
            .sum();
        let mut most = (i32::from(kind.printed_speed()) + own + start).clamp(0, 10) as u8;
        for restriction in &self.scenario.restrictions {
            if let Restriction::MaxStartSpeed { n } = restriction {
                most = most.min(*n);
            }
        }
        most
    }

    pub(crate) fn check_deploy(&self, seat: u8, id: ShipId, at: Point, speed: u8) -> Result<(), Refusal> {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        if !id.is_some() || id.ix() >= self.ships.len() {
            return Err(Refusal::malformed("there is no such ship"));
        }
        let ship = self.ship(id);
        let open = matches!(ship.status, Status::Aside | Status::Placed) && !ship.kind.of().is_scenario();
        if ship.controller != seat || !open {
            return no(rule!("ST-3.3"), "each player places his own ships");
        }
        let most = self.max_start_speed(id);
        if speed > most {
            return no(rule!("ST-3.10"), &format!("the starting speed is at most {most}"));
        }
        self.check_spot(seat, id, at)
    }

    /// ST-2.17, ST-3.2: wholly on the table, within the zone, overlapping nothing in view.
    pub(crate) fn check_spot(&self, seat: u8, id: ShipId, at: Point) -> Result<(), Refusal> {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        let disk = self.ship(id).round().moved_to(at);
        if !self.table.holds(disk) {
            return no(rule!("ST-2.17"), "the ship must lie wholly on the table");
        }
        let zone_seat = self.built_for(id).unwrap_or(seat);
        if !self.zones_of(zone_seat).iter().any(|z| self.scenario.within(self.table, z, disk)) {
            return no(rule!("ST-3.2"), "that is outside the zone where this fleet starts");
        }
        let in_view = |other: &Ship| {
            other.in_play() || (other.status == Status::Placed && self.mates_share(seat, other))
        };
        let overlap = self
            .ships
            .iter()
            .enumerate()
            .any(|(i, s)| ShipId::at(i) != id && in_view(s) && s.round().overlaps(disk));
        let taken = self.terrain.iter().any(|t| t.round().overlaps(disk))
            || self.obstacles.iter().any(|o| o.round().overlaps(disk))
            || self.living_threat().is_some_and(|t| t.round().overlaps(disk));
        if overlap || taken {
            return no(rule!("ST-2.17"), "there it would overlap a ship, terrain or an obstacle");
        }
        Ok(())
    }

    /// The seat whose fleet list the ship came from, for its zone.
    fn built_for(&self, id: ShipId) -> Option<u8> {
        let ship = self.ship(id);
        let same = self.seats[usize::from(ship.owner)].team == ship.built_by;
        same.then_some(ship.owner)
    }

    /// Team-mates see each other's placed ships; everybody sees scenario ships.
    pub(crate) fn mates_share(&self, seat: u8, ship: &Ship) -> bool {
        self.team_of(ship.controller) == self.team_of(seat) || ship.kind.of().is_scenario()
    }

    /// Everything is shown. ST-3.9: where two ships overlap the lower id stays and the other is placed again.
    pub(crate) fn finish_deploy(&mut self, fate: &mut Fate) {
        let mut again = SeatSet::NONE;
        for i in 0..self.ships.len() {
            let ship = self.ships[i];
            if ship.status != Status::Placed {
                continue;
            }
            let id = ShipId::at(i);
            let clash = self.ships.iter().enumerate().any(|(j, other)| {
                let stands =
                    other.in_play() || (other.status == Status::Placed && other.kind.of().is_scenario());
                j != i && stands && other.round().overlaps(ship.round())
            });
            if clash && !ship.kind.of().is_scenario() {
                self.ships[i].status = Status::Aside;
                fate.all(Event::PlacedAgain { ship: self.ship_tag(id) });
                again = again.with(Seat(ship.controller));
            } else {
                self.ships[i].status = Status::InPlay;
                let (at, heading, speed) = (ship.at, ship.heading, ship.speed);
                fate.tell.reveal(Event::Deployed { ship: self.ship_tag(id), at, heading, speed });
            }
        }
        if again.is_empty() {
            self.begin_turn(fate);
        } else {
            self.asked = again;
        }
    }

    /// A fair set of spots for a ship: spread over its zone, all legal, at least one if there is any.
    pub(crate) fn fair_spots(&self, seat: u8, id: ShipId, most: usize) -> Vec<Point> {
        let mut spots = Vec::new();
        let zone_seat = self.built_for(id).unwrap_or(seat);
        let radius = self.ship(id).kind.of().size.radius();
        for zone in self.zones_of(zone_seat) {
            let (x0, y0, x1, y1) = self.bounds(&self.scenario, &zone, radius);
            for parts in [5, 12, 48, 120] {
                let step = |a: i64, b: i64, i: i64| if parts == 0 { a } else { a + (b - a) * i / parts };
                for i in 0..=parts {
                    for j in 0..=parts {
                        let at = Point::new(
                            step(x0, x1, (i * 3) % (parts + 1)),
                            step(y0, y1, (j * 2 + 1) % (parts + 1)),
                        );
                        if spots.len() < most && !spots.contains(&at) && self.check_spot(seat, id, at).is_ok()
                        {
                            spots.push(at);
                        }
                    }
                }
                // Where much of the zone is taken, a finer grid finds what is still free.
                if spots.len() >= most.min(4) {
                    break;
                }
            }
        }
        spots
    }

    /// The rectangle around a zone, for the board.
    pub(crate) fn zone_bounds(&self, zone: &Zone) -> (i64, i64, i64, i64) {
        self.bounds(&self.scenario, zone, 0)
    }

    /// The part of the table in which centres of a zone lie.
    fn bounds(&self, scenario: &Scenario, zone: &Zone, radius: i64) -> (i64, i64, i64, i64) {
        let (w, h) = (self.table.width, self.table.height);
        let reach =
            |range: u8, more: i64| i64::from(range) * klaxon_geometry::plane::TEMPLATE + radius + more - 1;
        let (x0, y0, x1, y1) = match zone {
            Zone::End { end, range } => {
                let deep = reach(*range, 0);
                match end {
                    crate::data::scenario::Side::W => (0, 0, deep, h),
                    crate::data::scenario::Side::E => (w - deep, 0, w, h),
                    crate::data::scenario::Side::S => (0, 0, w, deep),
                    crate::data::scenario::Side::N => (0, h - deep, w, h),
                }
            }
            Zone::Point { x, y, range } => {
                let r = reach(*range, 0);
                (x - r, y - r, x + r, y + r)
            }
            Zone::Terrain { of, range } => {
                let t = &scenario.terrain[scenario.terrain_ix(of).expect("the scenario was checked")];
                let r = reach(*range, t.radius());
                (t.x - r, t.y - r, t.x + r, t.y + r)
            }
            Zone::Rect { x0, y0, x1, y1 } => (*x0, *y0, *x1, *y1),
        };
        (x0.max(radius), y0.max(radius), x1.min(w - radius), y1.min(h - radius))
    }

    /// The heading towards the middle of the table.
    pub(crate) fn inward(&self, at: Point) -> Heading {
        let middle = Point::new(self.table.width / 2, self.table.height / 2);
        // Along the longer axis, so that fleets face each other squarely.
        let (dx, dy) = (middle.x - at.x, middle.y - at.y);
        if dx.abs() >= dy.abs() {
            if dx >= 0 { Heading::EAST } else { Heading::WEST }
        } else if dy >= 0 {
            Heading::NORTH
        } else {
            Heading::SOUTH
        }
    }

    /// A fair set of places for the next piece: ever finer grids, until something fits.
    pub(crate) fn obstacle_spots(&self) -> Vec<Point> {
        let Some((_, _, _, [x0, y0, x1, y1], _)) = self.obstacles_to_place() else { return Vec::new() };
        for parts in [5, 9, 17, 41, 161] {
            let at = |i: i64, j: i64| Point::new(x0 + (x1 - x0) * i / parts, y0 + (y1 - y0) * j / parts);
            // A set, because in a narrow strip lines of the grid fall on each other.
            let grid: BTreeSet<Point> =
                (0..=parts).flat_map(|i| (0..=parts).map(move |j| at(i, j))).collect();
            let free = grid.into_iter().filter(|p| self.check_place_obstacle(*p).is_ok());
            let open: Vec<Point> = free.take(36).collect();
            if !open.is_empty() {
                return open;
            }
        }
        Vec::new()
    }

    /// ST-3.9: a piece comes onto the table.
    pub(crate) fn place_obstacle(&mut self, at: Point, fate: &mut Fate) {
        let (_, kind, ..) = self.obstacles_to_place().expect("checked");
        self.put_obstacle(kind, kind.hits().unwrap_or(0), at);
        fate.all(Event::ObstaclePlaced { kind, at });
        self.to_place -= 1;
        // Where nothing more fits, what is left stays in the box.
        if self.to_place == 0 || self.obstacle_spots().is_empty() {
            self.to_place = 0;
            self.asked = SeatSet::NONE;
        }
    }

    /// The VIP goes aboard this ship.
    pub(crate) fn carry_vip(&mut self, ship: ShipId) {
        let owner = self.ship(ship).controller;
        for disk in self.disks.iter_mut() {
            if disk.kind.of().has(Keyword::Vip) && matches!(disk.place, Place::Ship(_)) {
                disk.place = Place::Ship(ship);
                disk.owner = owner;
            }
        }
    }
}
