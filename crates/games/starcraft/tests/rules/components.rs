//! Every component of the box has a row here; a test fails if the data holds one without.

use super::bench::*;
use klaxon_starcraft::{
    data::{Content, Data, FILES, Face, Objective, Price},
    effect::{Effect, Vs},
    words::text::face_text,
};

#[test]
fn every_unit_has_a_row() {
    // id, figures, price, support, abilities, building level that allows it, total cost.
    let rows = [
        ("marine", 6, "1M", 1, "", "bar1"),
        ("firebat", 3, "1M 1G", 1, "", "bar2"),
        ("ghost", 3, "2G", 1, "", "bar3"),
        ("vulture", 3, "2M", 1, "", "fac1"),
        ("goliath", 3, "2M 1G", 1, "", "fac2"),
        ("tank", 3, "2M 2G", 2, "", "fac3"),
        ("wraith", 3, "2M 1G", 1, "", "sta1"),
        ("vessel", 3, "2G", 0, "assist detector", "sta2"),
        ("cruiser", 3, "3M 2G", 2, "", "sta3"),
        ("zealot", 6, "2M", 1, "", "gat1"),
        ("dragoon", 3, "2M 1G", 1, "", "gat2"),
        ("templar", 3, "1G", 0, "assist", "gat3"),
        ("archon", 3, "2G", 1, "technology", ""),
        ("reaver", 3, "2M 2G", 2, "", "rob1"),
        ("scout", 3, "2M 2G", 1, "", "stg1"),
        ("arbiter", 3, "1M 2G", 0, "assist", "stg2"),
        ("carrier", 3, "3M 3G", 2, "", "stg3"),
        ("zergling", 9, "1M", 1, "", "poo1"),
        ("hydralisk", 6, "1M 1G", 1, "", "poo2"),
        ("ultralisk", 3, "2M 2G", 2, "", "poo3"),
        ("queen", 3, "1G", 0, "assist", "nes1"),
        ("defiler", 3, "2G", 0, "assist", "nes2"),
        ("scourge", 3, "1G", 0, "", "spi1"),
        ("mutalisk", 3, "2M 1G", 1, "", "spi2"),
        ("guardian", 3, "1G", 2, "technology", ""),
    ];
    assert_eq!(rows.map(|r| r.0).to_vec(), Unit::ALL.iter().map(|u| u.id()).collect::<Vec<_>>());
    for (id, count, cost, support, abilities, need) in rows {
        let unit = data().unit(Unit::parse(id).unwrap());
        assert_eq!((unit.count, unit.price(), unit.support), (count, price(cost), support), "{id}");
        let flags = [("assist", unit.assist), ("detector", unit.detector), ("technology", unit.technology)];
        let words: Vec<&str> = flags.iter().filter(|f| f.1).map(|f| f.0).collect();
        assert_eq!(words.join(" "), abilities, "{id}");
        let unlocked: Vec<&str> = data()
            .levels()
            .iter()
            .filter(|l| l.effect.contains(&Effect::Unlocks(unit.id)))
            .map(|l| l.id.as_str())
            .collect();
        assert_eq!(unlocked.join(" "), need, "{id}");
        let total = if unit.technology { 4 } else { unit.m + unit.g };
        assert_eq!(unit.total_cost, total, "{id}");
    }
}

#[test]
fn every_building_level_and_module_has_a_row_and_can_be_bought_for_its_price() {
    let rows = [
        ("bar1", ""),
        ("bar2", "1M"),
        ("bar3", "1M 1G"),
        ("fac1", "1M"),
        ("fac2", "1M"),
        ("fac3", "1M 1G"),
        ("sta1", "2M"),
        ("sta2", "1M 1G"),
        ("sta3", "1M 1G"),
        ("gat1", ""),
        ("gat2", "1M"),
        ("gat3", "1M 1G"),
        ("rob1", "2M"),
        ("stg1", "2M"),
        ("stg2", "1M 1G"),
        ("stg3", "1M 1G"),
        ("poo1", ""),
        ("poo2", "1M"),
        ("poo3", "2M"),
        ("nes1", "1G"),
        ("nes2", "1M 1G"),
        ("spi1", "2M"),
        ("spi2", "1M 1G"),
    ];
    assert_eq!(rows.map(|r| r.0).to_vec(), data().levels().iter().map(|l| l.id.as_str()).collect::<Vec<_>>());
    for ((id, cost), level) in rows.iter().zip(data().levels()) {
        assert_eq!(Price { m: level.m, g: level.g }, price(cost), "{id}");
        assert_eq!(level.printed, cost.is_empty(), "{id}");
        if level.printed {
            continue;
        }
        // Bought in play: the workers that pay are exactly its price, and the unit it allows can then be built.
        let race = level.building.race();
        let (seat, planet) = [("p1", "tarsonis"), ("p3", "chau"), ("p2", "pridewater")][race.index()];
        let mut levels = [0u8; 3];
        levels[data().race(race).printed.slot()] = 1;
        levels[level.building.slot()] = level.level - 1;
        let owned = levels.map(|l| l.to_string()).join(" ");
        let game = three(&format!(
            "{seat} buildings {owned}; {seat} workers 8; phase revealed {seat} build {planet}"
        ))
        .plays(&format!("{seat}: execute; {seat}: buy {}", level.building));
        levels[level.building.slot()] = level.level;
        let now = levels.map(|l| l.to_string()).join(" ");
        let left = 8 - level.m - level.g;
        drop(game.then(&format!("{seat} buildings {now}; {seat} workers {left} 0 {} {}", level.m, level.g)));
    }
    for (id, cost, copies) in
        [("supply", "1M", [4, 3, 0]), ("rnd", "2M", [3, 3, 3]), ("air", "3M", [1, 1, 1])]
    {
        let module = data().module(Module::parse(id).unwrap());
        assert_eq!(Price { m: module.m, g: module.g }, price(cost), "{id}");
        assert_eq!(Race::ALL.iter().map(|r| module.copies.of(*r)).collect::<Vec<_>>(), copies, "{id}");
        worked("phase revealed p1 build tarsonis")
            .plays(&format!("p1: execute; p1: buy {id}"))
            .then(&format!("p1 workers {} 0 {} 0", 8 - module.m, module.m));
    }
}

#[test]
fn every_faction_and_race_has_a_row() {
    let rows = [
        ("raynor", "terran", "blue", 4, 8, Objective::ControlResources(6)),
        ("mengsk", "terran", "red", 4, 8, Objective::ControlPlanets(2)),
        ("tassadar", "protoss", "yellow", 3, 8, Objective::MostAreas),
        ("aldaris", "protoss", "orange", 3, 7, Objective::EndDrawsNear),
        ("qob", "zerg", "purple", 5, 7, Objective::ControlConquest(3)),
        ("overmind", "zerg", "green", 5, 8, Objective::BasesOnPlanets(3)),
    ];
    assert_eq!(rows.map(|r| r.0).to_vec(), Faction::ALL.iter().map(|f| f.id()).collect::<Vec<_>>());
    for (id, race, colour, units, workers, victory) in rows {
        let sheet = data().faction(Faction::parse(id).unwrap());
        let start: u8 = sheet.start.iter().map(|(_, n)| n).sum();
        assert_eq!(
            (sheet.race.id(), sheet.colour.as_str(), start, sheet.workers),
            (race, colour, units, workers),
            "{id}"
        );
        assert_eq!((sheet.transports, sheet.victory), (1, victory), "{id}");
    }
    for (race, hand, spaces) in [(Race::Terran, 8, 5), (Race::Protoss, 6, 5), (Race::Zerg, 6, 3)] {
        let print = data().race(race);
        assert_eq!(
            (print.hand, print.module_spaces, print.workers, print.transports, print.bases),
            (hand, spaces, 15, 7, 6)
        );
    }
    let prices = &data().prices;
    assert_eq!([prices.worker, prices.transport, prices.base], [price("1M"), price("1M"), price("2M")]);
}

#[test]
fn every_planet_has_a_row() {
    let rows = [
        ("abaddon", "EW", "M3/3 CP1/4"),
        ("antiga", "ESW", "M1/4 G2/3 CP1/3"),
        ("bhekar", "NE", "M2/4 G1/3 CP1/3"),
        ("braken", "NW", "CP1/4 G2/3 M1/2"),
        ("chau", "NW", "CP1/3 G1/4 M2/3"),
        ("dylar", "NEW", "M2/3 M1/3 G2/3 CP1/2"),
        ("halcyon", "NSW", "M2/3 G1/3 CP1/2 CP1/3"),
        ("helios", "NESW", "M2/3 G2/3 CP2/4"),
        ("pridewater", "NES", "M3/4 G2/4 M1/3"),
        ("tarsonis", "NES", "CP1/3 G2/4 M2/3"),
        ("torus", "NES", "M2/4 M2/2 G1/3 CP1/2"),
        ("vyctor", "NESW", "M2/4 G1/4"),
    ];
    assert_eq!(rows.map(|r| r.0).to_vec(), Planet::ALL.iter().map(|p| p.id()).collect::<Vec<_>>());
    let mut points = 0;
    for (id, slots, areas) in rows {
        let print = data().planet(Planet::parse(id).unwrap());
        let found: Vec<String> = print.areas.iter().map(|a| format!("{}/{}", a.content, a.limit)).collect();
        assert_eq!((print.slots.as_str(), found.join(" ").as_str()), (slots, areas), "{id}");
        for area in &print.areas {
            if let Content::Conquest(n) = area.content {
                points += n;
            }
        }
        // A quarter turn brings every slot one side further: N → E → S → W.
        for side in Side::ALL {
            assert_eq!(print.slot(*side, 0), print.slot(side.turned(1), 1), "{id} {side}");
        }
    }
    assert_eq!(points, 12, "eleven conquest areas are worth 12 points");
}

/// Attack and health that a card gives a unit at the front, without support: against ground, and attack against flyers.
fn values(face: Face, unit: Unit) -> (u8, u8, u8) {
    let print = face.data();
    let (mut a, mut h) = print.major;
    let mut flying = 0;
    for effect in &print.effect {
        if let Effect::Gain { a: more, h: health, flu, vs, .. } = effect
            && flu.has(unit)
        {
            match vs {
                Vs::Any => (a, h) = (a + more, h + health),
                Vs::Flying => flying += more,
                Vs::Ground | Vs::Mech | Vs::Bio => unreachable!("not on a standard card"),
            }
        }
    }
    (a, h, a + flying)
}

#[test]
fn every_combat_card_gives_the_expected_values() {
    // The ledger's data test: per unit, in the order of the cards; A/H(A vs flying).
    let expected = "Marine 5/4(6) 6/4 5/5 5/5(6) 6/6 · Firebat 6/4 6/5 6/5 6/6 6/6 · Ghost 5/4(6) 6/4 5/5(6) 5/6 · \
        Vulture 6/5 6/6 5/6 7/7 · Goliath 6/7(7) 6/7(8) 6/7(8) 7/8 · Siege Tank 7/8 8/7 8/8 7/8 · \
        Wraith 6/7(8) 7/7(8) 6/7(7) 7/7 · Battlecruiser 7/8 7/9 8/8 8/9 · Zealot 7/5 5/6 5/7 6/6 6/7 · \
        Dragoon 6/6(7) 5/7 7/7(8) 8/7 · Archon 8/8 9/8 9/8 8/9 · Reaver 9/7 7/7 7/8 8/8 8/8 · \
        Scout 7/7(8) 7/8 8/7 8/8 7/7(8) 7/8 · Carrier 8/8 8/9 7/9 9/8 8/8(9) 8/8 · \
        Zergling 6/3 5/4 4/5 5/5 5/6 5/5 · Hydralisk 5/5 5/6(6) 6/6(7) 7/6 5/5 · Ultralisk 7/8 8/8 8/9 · \
        Mutalisk 7/6 7/7 7/8 8/7 · Guardian 7/7 7/8 8/7 8/8 · Scourge 7/5 8/5 8/6";
    let mut named = UnitSet::default();
    for part in expected.split('·') {
        let words: Vec<&str> = part.split_whitespace().collect();
        let first = words.iter().position(|w| w.contains('/')).unwrap();
        let name = words[..first].join(" ");
        let unit = *Unit::ALL.iter().find(|u| data().unit(**u).name == name).unwrap();
        named.insert(unit);
        let found: Vec<String> = Face::all()
            .filter(|f| f.data().tech.is_none() && f.data().pictured.has(unit))
            .map(|f| {
                let (a, h, flying) = values(f, unit);
                if flying > a { format!("{a}/{h}({flying})") } else { format!("{a}/{h}") }
            })
            .collect();
        assert_eq!(found, words[first..], "{name}");
    }
    for unit in Unit::ALL.iter().filter(|u| !named.has(**u)) {
        assert!(data().unit(*unit).assist, "{unit} is pictured on no combat card");
    }
    assert_eq!(Face::all().filter(|f| f.data().tech.is_none()).count(), 54);
}

#[test]
fn every_combat_card_has_a_row_with_minor_values_and_splash() {
    // id, minor values, who splashes on what.
    let rows = "T01 4/4|T02 5/4|T03 4/5|T04 4/5|T05 5/5 firebat:mzz|T06 4/6 firebat:mzz|T07 5/5|T08 5/5|T09 4/6|\
        T10 5/6 vulture:mzz|T11 5/5 tank:g|T12 5/6 tank:g|T13 5/5|T14 5/5|T15 5/5|T16 6/5|T17 5/6|T18 5/6|\
        P01 5/5|P02 5/5|P03 4/6|P04 5/5|P05 5/5|P06 5/6|P07 5/6 archon:gf|P08 6/5 archon:gf reaver:g|P09 5/6|P10 5/6|\
        P11 6/5 reaver:g|P12 5/6 reaver:g|P13 6/5|P14 5/6|P15 4/6|P16 6/5|P17 5/6|P18 5/6|\
        Z01 5/4|Z02 5/4|Z03 4/5|Z04 4/5|Z05 4/5|Z06 5/4|Z07 5/5|Z08 5/5|Z09 5/5|Z10 5/4|Z11 5/4|Z12 5/4|Z13 5/5|\
        Z14 5/5 mutalisk:mzz|Z15 5/5|Z16 6/4|Z17 5/5|Z18 4/5";
    let rows: Vec<Vec<&str>> = rows.split('|').map(|r| r.split_whitespace().collect()).collect();
    let faces: Vec<Face> = Face::all().filter(|f| f.data().tech.is_none()).collect();
    assert_eq!(
        rows.iter().map(|r| r[0]).collect::<Vec<_>>(),
        faces.iter().map(|f| f.id()).collect::<Vec<_>>()
    );
    for (row, face) in rows.iter().zip(faces) {
        let print = face.data();
        assert_eq!(format!("{}/{}", print.minor.0, print.minor.1), row[1], "{face}");
        let mut splash = Vec::new();
        for unit in print.pictured.iter() {
            for effect in &print.effect {
                if let Effect::Splash { hits, only, flu, .. } = effect
                    && flu.has(unit)
                {
                    let what = match (hits, *only == UnitSet::ALL) {
                        (_, false) => "mzz",
                        (klaxon_starcraft::data::Hits::Ground, true) => "g",
                        (_, true) => "gf",
                    };
                    splash.push(format!("{unit}:{what}"));
                }
            }
        }
        assert_eq!(splash, row[2..], "{face}");
        let explodes = print.effect.contains(&Effect::EndStepSelfDestruct);
        assert_eq!(explodes, matches!(face.id(), "Z10" | "Z11" | "Z12"), "{face}");
        assert!(!face_text(face).is_empty());
    }
}

#[test]
fn a_broken_data_file_is_refused_with_its_name() {
    for (name, _) in FILES {
        let broken: Vec<(&str, &str)> = FILES
            .iter()
            .map(|(n, text)| if *n == name { (*n, "surprise = 1") } else { (*n, *text) })
            .collect();
        let why = Data::parse(&broken).unwrap_err();
        assert!(why.contains(name), "{name}: {why}");
    }
    assert!(Data::parse(&FILES).is_ok());
    // Counts are checked against the box.
    let fewer: String = FILES[6].1.replacen("copies = 3", "copies = 2", 1);
    let files: Vec<(&str, &str)> = FILES
        .iter()
        .map(|(n, text)| if *n == "events.toml" { (*n, fewer.as_str()) } else { (*n, *text) })
        .collect();
    assert!(Data::parse(&files).unwrap_err().contains("events of stage 1"));
}

#[test]
fn the_ledgers_worked_layout() {
    let view = worked("").game().view(Viewer::Watcher);
    let free: Vec<String> =
        view.planets.iter().flat_map(|p| p.free.iter().map(move |s| format!("{}.{s}", p.planet))).collect();
    assert_eq!(free, ["abaddon.w", "braken.n", "pridewater.s"]);
    let blocked: Vec<String> = view
        .planets
        .iter()
        .flat_map(|p| p.blocked.iter().map(move |s| format!("{}.{s}", p.planet)))
        .collect();
    assert_eq!(blocked, ["chau.n"]);
}
