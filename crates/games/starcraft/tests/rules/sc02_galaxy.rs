//! Chapter 2, cell by cell: where planets may lie and where routes run, held against the ledger's own words.

use super::bench::*;
use klaxon_starcraft::{PlanetView, View, data::data as box_data};
use std::collections::BTreeSet;

/// The cell beside another, and the side that looks back: north is up.
fn beside(x: i8, y: i8, side: Side) -> ((i8, i8), Side) {
    match side {
        Side::N => ((x, y - 1), Side::S),
        Side::E => ((x + 1, y), Side::W),
        Side::S => ((x, y + 1), Side::N),
        Side::W => ((x - 1, y), Side::E),
    }
}

/// Sides of a tile with a slot, after so many quarter turns clockwise.
fn slots(planet: Planet, turn: u8) -> Vec<Side> {
    let printed = &box_data().planet(planet).slots;
    let order = ['N', 'E', 'S', 'W'];
    let turned =
        printed.chars().map(|c| (order.iter().position(|o| *o == c).unwrap() + usize::from(turn)) % 4);
    let all = [Side::N, Side::E, Side::S, Side::W];
    turned.map(|i| all[i]).collect()
}

fn at(view: &View, cell: (i8, i8)) -> Option<&PlanetView> {
    view.planets.iter().find(|p| (p.x, p.y) == cell)
}

/// The ways in which a planet may be laid: an empty cell, and a slot that meets a slot of a neighbour (SC-2.10).
fn lays(view: &View, planet: Planet) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for x in -8..=8i8 {
        for y in -8..=8i8 {
            for turn in 0..4 {
                let meets = |side: &Side| {
                    let (cell, back) = beside(x, y, *side);
                    at(view, cell).is_some_and(|p| slots(p.planet, p.turn).contains(&back))
                };
                let first = view.planets.is_empty() && (x, y) == (0, 0);
                if at(view, (x, y)).is_none() && (first || slots(planet, turn).iter().any(meets)) {
                    all.insert(format!("lay {planet} {x},{y} turn {turn}"));
                }
            }
        }
    }
    all
}

/// SC-2.11, SC-2.15: what each slot of the galaxy is good for before any z-axis route lies.
fn check_slots(view: &View) {
    let mut routes = BTreeSet::new();
    for planet in &view.planets {
        let (mut free, mut blocked) = (Vec::new(), Vec::new());
        for side in [Side::N, Side::E, Side::S, Side::W] {
            if !slots(planet.planet, planet.turn).contains(&side) {
                continue;
            }
            let (cell, back) = beside(planet.x, planet.y, side);
            match at(view, cell) {
                None => free.push(side),
                Some(other) if slots(other.planet, other.turn).contains(&back) => {
                    let mut ends = [(planet.planet, side), (other.planet, back)]
                        .map(|(p, s)| format!("{}", Slot { planet: p, side: s }));
                    ends.sort();
                    routes.insert(ends);
                }
                Some(_) => blocked.push(side),
            }
        }
        assert_eq!((&planet.free, &planet.blocked), (&free, &blocked), "{}", planet.planet);
    }
    let laid = view.routes.iter().map(|r| {
        let mut ends = r.ends.map(|e| format!("{e}"));
        ends.sort();
        ends
    });
    let laid: Vec<[String; 2]> = laid.collect();
    assert_eq!(laid.len(), routes.len(), "no route is laid twice");
    assert_eq!(laid.into_iter().collect::<BTreeSet<_>>(), routes);
}

#[test]
fn sc_2_10_planets_are_laid_wherever_a_slot_meets_a_slot_and_nowhere_else() {
    for luck in 0..24 {
        let mut game = start(&setup(2 + (luck % 5) as u8, Galaxy::Build, Factions::Deal), luck);
        let mut chance = Chance::quick(luck);
        loop {
            let view = game.view(Viewer::Watcher);
            let seat = game.to_act().iter().next().unwrap();
            let choices = game.choices(seat);
            match view.question {
                Frame::PlacePlanet(_) => {
                    let mine = &view.seats[seat.index()].planets;
                    let expected: BTreeSet<String> = mine.iter().flat_map(|p| lays(&view, *p)).collect();
                    let offered: BTreeSet<String> = choices.iter().map(StarCraft::words).collect();
                    assert_eq!(offered, expected, "luck {luck}");
                }
                // SC-2.13: every area of the planet just laid, and later only while a second planet is to come.
                Frame::StartBase(i, planet) => {
                    let areas = box_data().planet(planet).areas.len();
                    let later = usize::from(usize::from(i) < view.seats.len());
                    assert_eq!(choices.len(), areas + later, "luck {luck}");
                }
                _ => break,
            }
            check_slots(&view);
            let action = choices[chance.below(choices.len() as u32) as usize];
            game.apply(seat, &action, &mut chance, &mut Tell::muted());
        }
        check_slots(&game.view(Viewer::Watcher));
    }
}

#[test]
fn sc_2_17_z_axis_routes_join_free_slots_of_two_planets_while_there_are_any() {
    for luck in 0..12 {
        let n = 2 + (luck % 5) as u8;
        let mut game = start(&setup(n, Galaxy::Build, Factions::Deal), luck);
        let mut chance = Chance::quick(luck);
        while game.rounds() == 0 {
            let view = game.view(Viewer::Watcher);
            let seat = game.to_act().iter().next().unwrap();
            let choices = game.choices(seat);
            let free: Vec<Slot> = view
                .planets
                .iter()
                .flat_map(|p| p.free.iter().map(|side| Slot { planet: p.planet, side: *side }))
                .collect();
            let offered: BTreeSet<String> = choices.iter().map(StarCraft::words).collect();
            if let Frame::ZMajor(_) = view.question {
                assert_eq!(offered, free.iter().map(|s| format!("slot {s}")).collect(), "luck {luck}");
            }
            if let Frame::ZMinor(_, major) = view.question {
                let others = free.iter().filter(|s| s.planet != major.planet);
                assert_eq!(offered, others.map(|s| format!("slot {s}")).collect(), "luck {luck}");
            }
            let action = choices[chance.below(choices.len() as u32) as usize];
            game.apply(seat, &action, &mut chance, &mut Tell::muted());
        }
        let view = game.view(Viewer::Watcher);
        let laid = view.routes.iter().filter(|r| r.z).count();
        assert!(
            laid <= usize::from(n) && view.routes.iter().all(|r| r.ends[0].planet != r.ends[1].planet),
            "luck {luck}"
        );
        let open: BTreeSet<Planet> =
            view.planets.iter().filter(|p| !p.free.is_empty()).map(|p| p.planet).collect();
        assert!(
            laid == usize::from(n) || open.len() < 2,
            "luck {luck}: {laid} of {n} routes, and slots are left"
        );
    }
}

#[test]
fn sc_2_22_everybody_starts_with_what_his_sheet_says() {
    for luck in 0..12 {
        let n = 2 + (luck % 5) as u8;
        let galaxy = if luck < 6 { Galaxy::Ready } else { Galaxy::Build };
        let game = play_on(start(&setup(n, galaxy, Factions::Deal), luck), luck, |g| g.rounds() > 0);
        let view = game.view(Viewer::Watcher);
        assert_eq!(view.planets.len(), 2 * usize::from(n));
        for seat in &view.seats {
            let sheet = box_data().faction(seat.faction.unwrap());
            let areas = || view.planets.iter().flat_map(|p| &p.areas);
            let base: Vec<_> = areas().filter(|a| a.base == Some(seat.seat)).collect();
            let case = format!("luck {luck}, {:?}", seat.faction);
            assert_eq!((base.len(), seat.bases, seat.transports), (1, 1, 1), "{case}");
            let home = base[0].area.planet();
            // Units at home within the limits, the transport beside it, the cards of home and no others.
            let mut there: Vec<(Unit, u8)> = Vec::new();
            for area in areas().filter(|a| a.owner == Some(seat.seat)) {
                assert!(
                    area.area.planet() == home && area.units.iter().map(|(_, n)| n).sum::<u8>() <= area.limit,
                    "{case}"
                );
                there.extend(area.units.iter().copied());
            }
            for (unit, n) in &sheet.start {
                let placed: u8 = there.iter().filter(|(u, _)| u == unit).map(|(_, n)| n).sum();
                let left = seat.supply.iter().find(|(u, _)| u == unit).unwrap().1;
                assert_eq!((placed, placed + left), (*n, box_data().unit(*unit).count), "{case}: {unit}");
            }
            assert_eq!(
                there.iter().map(|(_, n)| n).sum::<u8>(),
                sheet.start.iter().map(|(_, n)| n).sum::<u8>(),
                "{case}"
            );
            let ferry = view.routes.iter().find(|r| r.transports.contains(&seat.seat)).unwrap();
            assert!(ferry.ends.iter().any(|e| e.planet == home), "{case}");
            for area in areas() {
                let mine = area.area.planet() == home && area.content.resource().is_some();
                assert_eq!(area.card == Some(seat.seat), mine, "{case}: {}", area.area);
            }
            assert_eq!((seat.pool, seat.away, seat.cp), (sheet.workers, 0, 0), "{case}");
        }
    }
}
