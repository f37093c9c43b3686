//! What the learned judgement goes by: ships, crews, torpedoes, where ships stand to each other and to the edge, and the
//! own orders. Nothing that the seat does not know: of the other team's concealed disks and orders only how many there are.

use crate::data;
use crate::kinds::{Order, ShipId};
use crate::state::{Face, Place, Ship, Slot, Stage, StarTrek};
use klaxon_core::judgement::Features;
use klaxon_geometry::plane::{heading_to, leg};

/// Criticals by their bits.
const CRITS: usize = 8;
/// The kinds of orders.
const ORDERS: [(Order, &str); 5] = [
    (Order::ChangeHeading, "change heading"),
    (Order::ChangeSpeed, "change speed"),
    (Order::RaiseShields, "raise shields"),
    (Order::Attack, "attack"),
    (Order::Activate, "activate"),
];

/// What the ships of a team add up to.
#[derive(Default)]
struct Fleet {
    ships: i32,
    hull: i32,
    most_hull: i32,
    least_hull: i32,
    nearly_lost: i32,
    shields: i32,
    shields_off: i32,
    beam: i32,
    torps: i32,
    crits: [i32; CRITS],
    speed: i32,
    still: i32,
    cloaked: i32,
    doomed: i32,
    acted: i32,
    hit_at: [i32; 3],
    nearest: i32,
    ahead: i32,
    astern: i32,
    edge: i32,
    struck: i32,
    orders: [i32; 5],
    sealed: i32,
}

impl StarTrek {
    /// Only for two teams, once all ships are on the table, and not with packs, whose ships are others.
    pub(super) fn tell_features(&self, team: u8, into: &mut Features) -> bool {
        let begun = !matches!(
            self.stage,
            Stage::Split | Stage::Build | Stage::PlaceObstacles | Stage::Deploy | Stage::Over
        );
        if !begun || self.teams != 2 || self.threat.is_some() || !data::hash().is_empty() {
            return false;
        }
        for (of, who) in [(team, "own"), (1 - team, "other")] {
            let fleet = self.fleet(of, of == team);
            tell_fleet(&fleet, who, into);
            self.tell_crew(of, of == team, who, into);
            self.tell_torpedoes(of, who, into);
            into.put(i32::from(self.total_score(of)), || format!("{who} score"));
            into.put(self.goal_strength(of) / 4, || format!("{who} goals"));
        }
        self.tell_turn(team, into);
        true
    }

    fn fleet(&self, team: u8, own: bool) -> Fleet {
        let mut f = Fleet { least_hull: 30, nearest: 60, edge: 6, ..Fleet::default() };
        for (id, s) in self.ships_in_play().filter(|(_, s)| self.team_of(s.controller) == team) {
            let kind = s.kind.of();
            f.ships += 1;
            f.hull += i32::from(s.hull);
            f.most_hull += i32::from(self.max_hull(id));
            f.least_hull = f.least_hull.min(i32::from(s.hull));
            f.nearly_lost += i32::from(s.hull <= 2);
            f.shields += i32::from(s.shields);
            f.shields_off += i32::from(self.max_shields(id).saturating_sub(s.shields));
            f.beam += i32::from(kind.beam);
            f.torps += i32::from(s.torps.min(8));
            for (bit, n) in f.crits.iter_mut().enumerate() {
                *n += i32::from(s.crits >> bit & 1);
            }
            f.speed += i32::from(s.speed);
            f.still += i32::from(s.speed == 0);
            f.cloaked += i32::from(self.cloaked(id));
            f.acted += i32::from(s.marks.acted);
            self.look_around(id, s, &mut f);
            for slot in &s.orders {
                let Slot::Down { order, .. } = slot else { continue };
                f.sealed += 1;
                if own {
                    f.orders[*order as usize] += 1;
                }
            }
            // What the orders will do against it is the captain's secret.
            if own {
                f.doomed += i32::from(self.is_doomed(id, s));
            }
        }
        f
    }

    /// Where a ship stands: to the enemies, to torpedoes and to the edge.
    fn look_around(&self, id: ShipId, s: &Ship, f: &mut Fleet) {
        let here = s.round();
        let beam = i32::from(s.kind.of().beam);
        let can_fire = !self.cloaked(id);
        let mut nearest = None;
        for (foe, other) in self.ships_in_play().filter(|(foe, _)| !self.friendly(s.controller, *foe)) {
            let gap = here.gap(other.round());
            if nearest.is_none_or(|(least, _)| gap < least) {
                nearest = Some((gap, other.at));
            }
            let range = here.range_to(other.round());
            if can_fire && range <= self.beam_range(id) && !self.cloaked(foe) {
                f.hit_at[range.clamp(1, 3) as usize - 1] += beam;
            }
        }
        if let Some((gap, at)) = nearest {
            f.nearest = f.nearest.min((gap / 500) as i32);
            let off = heading_to(s.at, at).map_or(0, |h| i32::from(s.heading.turn_to(h).unsigned_abs()));
            f.ahead += i32::from(off <= 300);
            f.astern += off / 300;
        }
        for t in self.torpedoes.iter().filter(|t| !self.friendly(t.owner, id)) {
            f.struck += i32::from(t.round().gap(here) <= i64::from(t.movement) * 1000) * i32::from(t.damage);
        }
        if s.speed > 0 {
            let hops = (1..=6).find(|n| {
                let end = leg(s.at, s.heading, here.radius, u32::from(s.speed) * n);
                !self.table.has(end)
            });
            f.edge = f.edge.min(hops.map_or(6, |n| n as i32 - 1));
        }
    }

    fn tell_crew(&self, team: u8, own: bool, who: &str, into: &mut Features) {
        let (mut worth, mut ready, mut flipped, mut concealed, mut abroad) = (0, 0, 0, 0, 0);
        for (id, s) in self.ships_in_play() {
            let home = self.team_of(s.controller) == team;
            for (_, d) in self.disks_at(Place::Ship(id)) {
                if self.team_of(self.user(d)) != team {
                    continue;
                }
                if own || d.revealed() {
                    worth += i32::from(d.kind.of().cost);
                }
                match d.face {
                    Face::Ready => ready += 1,
                    Face::Flipped => flipped += 1,
                    Face::Concealed => concealed += 1,
                    Face::Held => {}
                }
                abroad += i32::from(!home);
            }
        }
        into.put(worth, || format!("{who} crew and tech"));
        into.put(ready, || format!("{who} disks ready"));
        into.put(flipped, || format!("{who} disks flipped"));
        into.put(concealed, || format!("{who} disks concealed"));
        into.put(abroad, || format!("{who} disks on enemy ships"));
    }

    fn tell_torpedoes(&self, team: u8, who: &str, into: &mut Features) {
        let (mut n, mut damage, mut promise, mut life) = (0, 0, 0, 0);
        for t in self.torpedoes.iter().filter(|t| self.team_of(t.owner) == team) {
            n += 1;
            damage += i32::from(t.damage);
            promise += self.torpedo_promise(t);
            life += i32::from(t.life);
        }
        into.put(n, || format!("{who} torpedoes"));
        into.put(damage, || format!("{who} torpedo damage"));
        into.put(promise, || format!("{who} torpedo promise"));
        into.put(life, || format!("{who} torpedo life"));
    }

    fn tell_turn(&self, team: u8, into: &mut Features) {
        into.put(i32::from(self.turn.min(20)), || "turn".into());
        into.one_of(4, Some(usize::from(self.phase)), 1, |i| format!("phase {i}"));
        let stage = match self.stage {
            Stage::Split | Stage::Build | Stage::PlaceObstacles | Stage::Deploy | Stage::Over => None,
            Stage::Reveal => Some(0),
            Stage::Assign => Some(1),
            Stage::CloakWindow => Some(2),
            Stage::PhaseStart => Some(3),
            Stage::Act => Some(4),
            Stage::Steer => Some(5),
            Stage::Flight { .. } | Stage::Threat => Some(6),
            Stage::Boarding => Some(7),
            Stage::Keep => Some(8),
            Stage::TurnEnd => Some(9),
        };
        into.one_of(10, stage, 1, |i| format!("stage {i}"));
        let acts =
            self.act.map_or(0, |a| if self.team_of(self.ship(a.ship).controller) == team { 1 } else { -1 });
        into.put(acts, || "acts".into());
        let moved = self.act.is_some_and(|a| a.moved);
        into.put(if moved { acts } else { 0 }, || "has moved".into());
        let attacks = self.act.map_or(0, |a| i32::from(a.orders[Order::Attack as usize]));
        into.put(acts * attacks, || "attacks left".into());
        into.put(i32::from(team == 0), || "first team".into());
        into.put(i32::from(self.players), || "players".into());
    }
}

fn tell_fleet(f: &Fleet, who: &str, into: &mut Features) {
    let plain = [
        (f.ships, "ships"),
        (f.hull, "hull"),
        (f.most_hull - f.hull, "hull lost"),
        (f.least_hull, "weakest hull"),
        (f.nearly_lost, "ships nearly lost"),
        (f.shields, "shields"),
        (f.shields_off, "shields off"),
        (f.beam, "beams"),
        (f.torps, "torpedoes aboard"),
        (f.speed, "speed"),
        (f.still, "ships at full stop"),
        (f.cloaked, "ships cloaked"),
        (f.doomed, "ships about to leave the table"),
        (f.acted, "ships that acted"),
        (f.hit_at[0], "beams at range 1"),
        (f.hit_at[1], "beams at range 2"),
        (f.hit_at[2], "beams at range 3 and more"),
        (f.nearest, "way to the nearest enemy"),
        (f.ahead, "ships with an enemy ahead"),
        (f.astern, "turns to the enemy"),
        (f.edge, "moves to the edge"),
        (i32::from(f.edge == 0), "edge at the next move"),
        (f.struck, "torpedo damage in reach"),
        (f.sealed, "orders to come"),
    ];
    for (value, name) in plain {
        into.put(value, || format!("{who} {name}"));
    }
    for (bit, n) in f.crits.iter().enumerate() {
        into.put(*n, || format!("{who} critical {bit}"));
    }
    for (order, name) in ORDERS {
        into.put(f.orders[order as usize], || format!("{who} orders to {name}"));
    }
}
