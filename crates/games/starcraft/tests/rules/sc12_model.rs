//! Chapter 12 against a model: the ledger's sentences, written down once more and plainly, over positions that luck makes up.
#![allow(
    clippy::needless_range_loop,
    reason = "a model in plain numbers, each of which stands for a seat or an area"
)]

use super::bench::*;
use klaxon_starcraft::AreaView;

/// An area of the worked galaxy: its clause name, its planet, and what is printed there.
const AREAS: [(&str, usize, char, u8); 14] = [
    ("tarsonis.1", 0, 'C', 1),
    ("tarsonis.2", 0, 'G', 2),
    ("tarsonis.3", 0, 'M', 2),
    ("abaddon.1", 1, 'M', 3),
    ("abaddon.2", 1, 'C', 1),
    ("pridewater.1", 2, 'M', 3),
    ("pridewater.2", 2, 'G', 2),
    ("pridewater.3", 2, 'M', 1),
    ("chau.1", 3, 'C', 1),
    ("chau.2", 3, 'G', 1),
    ("chau.3", 3, 'M', 2),
    ("braken.1", 4, 'C', 1),
    ("braken.2", 4, 'G', 2),
    ("braken.3", 4, 'M', 1),
];
/// The planets that each route joins.
const ROUTES: [(usize, usize); 4] = [(1, 0), (2, 0), (3, 2), (4, 0)];
/// Kinds of unit of each player, three figures of each at least.
const UNITS: [[&str; 5]; 3] = [
    ["marine", "firebat", "ghost", "vulture", "goliath"],
    ["zergling", "hydralisk", "ultralisk", "queen", "defiler"],
    ["zealot", "dragoon", "templar", "archon", "reaver"],
];
const PLAYERS: usize = 3;

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Ground {
    units: Option<usize>,
    base: Option<usize>,
    card: Option<usize>,
    workers: u8,
    /// 0, 1 for partial, 2 for full.
    depleted: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Table {
    areas: [Ground; 14],
    ferries: [[bool; PLAYERS]; 4],
    pool: [u8; PLAYERS],
    away: [u8; PLAYERS],
    permanent: [[u8; 2]; PLAYERS],
    points: [u8; PLAYERS],
    first: usize,
}

impl Table {
    /// A position at random in which nobody is about to fall.
    fn random(luck: &mut Chance) -> Table {
        let mut table = Table {
            areas: [Ground::default(); 14],
            ferries: [[false; PLAYERS]; 4],
            pool: [0; PLAYERS],
            away: [0; PLAYERS],
            permanent: [[0; 2]; PLAYERS],
            points: [0; PLAYERS],
            first: luck.below(3) as usize,
        };
        for i in 0..14 {
            let who = luck.below(6) as usize;
            if who < PLAYERS {
                table.areas[i].units = Some(who);
            }
            let base = luck.below(5) as usize;
            let planet = AREAS[i].1;
            let twice = (0..14).any(|j| AREAS[j].1 == planet && table.areas[j].base == Some(base));
            // Tokens run out, of bases as of workers.
            let many = table.areas.iter().filter(|g| g.base == Some(base)).count() > 2;
            if base < PLAYERS && !twice && !many {
                table.areas[i].base = Some(base);
            }
            if AREAS[i].2 != 'C' {
                table.areas[i].depleted = luck.below(8).saturating_sub(5) as u8;
                let holder = luck.below(5) as usize;
                if holder < PLAYERS && table.areas[i].depleted < 2 {
                    table.areas[i].card = Some(holder);
                    let out: u8 =
                        table.areas.iter().filter(|g| g.card == Some(holder)).map(|g| g.workers).sum();
                    let most = u32::from(AREAS[i].3.min(5 - out));
                    table.areas[i].workers = luck.below(most + 1) as u8;
                }
            }
        }
        for who in 0..PLAYERS {
            // Everybody keeps a unit, so that nobody is out.
            if table.areas.iter().all(|g| g.units != Some(who)) {
                let free = (0..14).find(|i| table.areas[*i].units.is_none()).expect("an area without units");
                table.areas[free].units = Some(who);
            }
            for ferry in &mut table.ferries {
                ferry[who] = luck.below(3) == 0;
            }
            table.away[who] = luck.below(3) as u8;
            table.permanent[who] = [luck.below(2) as u8, luck.below(2) as u8];
            table.pool[who] = luck.below(2) as u8;
        }
        table
    }

    fn clauses(&self) -> String {
        let mut text = format!("players 3; galaxy worked; events E101 rest; first p{}", self.first + 1);
        let mut placed = [0; PLAYERS];
        for (ground, (name, ..)) in self.areas.iter().zip(AREAS) {
            for who in 0..PLAYERS {
                let mut unit = String::new();
                if ground.units == Some(who) {
                    unit = format!(" {}", UNITS[who][placed[who] / 3]);
                    placed[who] += 1;
                }
                let base = if ground.base == Some(who) { " base" } else { "" };
                if !(unit.is_empty() && base.is_empty()) {
                    text += &format!("; p{} at {name}{unit}{base}", who + 1);
                }
            }
            if let Some(holder) = ground.card {
                text += &format!("; p{} card {name} workers {}", holder + 1, ground.workers);
            }
            match ground.depleted {
                0 => {}
                1 => text += &format!("; {name} partial"),
                _ => text += &format!("; {name} full"),
            }
        }
        for who in 0..PLAYERS {
            for r in (0..ROUTES.len()).filter(|r| self.ferries[*r][who]) {
                text += &format!("; p{} transport r{}", who + 1, r + 1);
            }
            let [m, g] = self.permanent[who];
            text += &format!("; p{} workers {} {} {m} {g}", who + 1, self.pool[who], self.away[who]);
        }
        text + "; phase regroup"
    }

    fn base_on(&self, who: usize, planet: usize) -> bool {
        (0..14).any(|i| AREAS[i].1 == planet && self.areas[i].base == Some(who))
    }

    fn controls(&self, who: usize, area: usize) -> bool {
        let Ground { units, base, .. } = self.areas[area];
        (units == Some(who) || base == Some(who))
            && units.is_none_or(|u| u == who)
            && base.is_none_or(|b| b == who)
    }

    /// SC-12.2 to SC-12.13, sentence by sentence.
    fn regroup(&mut self) {
        for ground in &mut self.areas {
            if ground.units.is_some() && ground.units != ground.base {
                ground.base = None;
            }
        }
        for (r, (a, b)) in ROUTES.iter().enumerate() {
            for who in 0..PLAYERS {
                self.ferries[r][who] &= self.base_on(who, *a) || self.base_on(who, *b);
            }
        }
        for i in 0..14 {
            let Some(holder) = self.areas[i].card else { continue };
            let enemy = |other: Option<usize>| other.is_some_and(|o| o != holder);
            let Ground { units, base, .. } = self.areas[i];
            if !self.base_on(holder, AREAS[i].1) || enemy(units) || enemy(base) {
                (self.areas[i].card, self.areas[i].workers) = (None, 0);
            }
        }
        for n in 0..PLAYERS {
            let who = (self.first + n) % PLAYERS;
            for i in 0..14 {
                let planet = AREAS[i].1;
                let only = (0..PLAYERS).all(|other| other == who || !self.base_on(other, planet));
                let empty = self.areas[i].units.is_none() && self.areas[i].base.is_none();
                let due = self.controls(who, i) || (only && empty);
                let free = AREAS[i].2 != 'C' && self.areas[i].card.is_none() && self.areas[i].depleted < 2;
                if self.base_on(who, planet) && due && free {
                    self.areas[i].card = Some(who);
                }
            }
            for i in (0..14).filter(|i| AREAS[*i].2 == 'C') {
                self.points[who] += if self.controls(who, i) { AREAS[i].3 } else { 0 };
            }
        }
        for ground in self.areas.iter_mut().filter(|g| g.card.is_some()) {
            self.pool[ground.card.unwrap()] += std::mem::take(&mut ground.workers);
        }
        for who in 0..PLAYERS {
            let [m, g] = std::mem::take(&mut self.permanent[who]);
            self.pool[who] += std::mem::take(&mut self.away[who]) + m + g;
        }
        self.first = (self.first + 1) % PLAYERS;
    }
}

#[test]
fn sc_12_1_the_steps_of_regrouping_come_to_what_the_ledger_says() {
    for luck in 0..250 {
        let mut table = Table::random(&mut Chance::quick(luck));
        let clauses = table.clauses();
        let game = given(&clauses);
        table.regroup();
        let view = game.game().view(Viewer::Everything);
        let seat = |s: Option<Seat>| s.map(|s| s.index());
        for (expected, (name, planet, ..)) in table.areas.iter().zip(AREAS) {
            let all: Vec<&AreaView> = view.planets.iter().flat_map(|p| &p.areas).collect();
            let area = all.iter().find(|a| a.area.to_string() == name).expect(name);
            let is = Ground {
                units: seat(area.owner),
                base: seat(area.base),
                card: seat(area.card),
                workers: area.workers,
                depleted: expected.depleted,
            };
            assert_eq!(is, *expected, "{name} (planet {planet}), luck {luck}:\n{clauses}");
        }
        for (r, route) in view.routes.iter().enumerate() {
            let there: Vec<bool> =
                (0..PLAYERS).map(|who| route.transports.contains(&Seat(who as u8))).collect();
            assert_eq!(there, table.ferries[r], "r{}, luck {luck}:\n{clauses}", r + 1);
        }
        for (who, s) in view.seats.iter().enumerate() {
            let is = (s.pool, s.away, s.permanent, s.cp);
            let expected = (table.pool[who], 0, [0, 0], table.points[who]);
            assert_eq!(is, expected, "p{}, luck {luck}:\n{clauses}", who + 1);
            let areas = (0..14).filter(|i| table.controls(who, *i)).count();
            assert_eq!(usize::from(s.areas), areas, "p{}, luck {luck}:\n{clauses}", who + 1);
        }
        assert_eq!(view.first.index(), table.first, "luck {luck}");
    }
}
