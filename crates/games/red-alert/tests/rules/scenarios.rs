//! The ten scenarios of components section 11: battle notes and maps as printed there, a game of each played at random
//! to its end, and the beginning of one written down.

use super::common::{fleet, hexes, names, start_with};
use klaxon_core::{Chance, Game, TableOrder, Tell, Words};
use klaxon_red_alert::{Objective, RedAlert, Side, TaskForces, data};

/// A scenario as the components have it.
struct Row {
    id: &'static str,
    code: &'static str,
    /// Command cards, combat cards and stars of each side.
    hands: [[u8; 3]; 2],
    first: &'static str,
    points: u8,
    eliminations: Option<u8>,
    objectives: &'static str,
    task_forces: &'static str,
    support: [Option<u8>; 2],
    /// Names and hexes, in reading order.
    planets: &'static [(&'static str, &'static str)],
    asteroids: &'static str,
    units: [&'static str; 2],
    deploy: [&'static str; 2],
}

const ROWS: [Row; 10] = [
    Row {
        id: "uneasy-truce",
        code: "BD 16-0611",
        hands: [[5, 2, 4], [5, 2, 4]],
        first: "initiative",
        points: 13,
        eliminations: None,
        objectives: "",
        task_forces: "none",
        support: [None, None],
        planets: &[],
        asteroids: "",
        units: [
            "I3 SD, I5 SC, I7 SB, I9 SC, I11 SD, J2 SF, J6 FL, J11 SF",
            "B2 SF, B7 FL, B11 SF, C3 SD, C5 SC, C7 SB, C9 SC, C11 SD",
        ],
        deploy: ["", ""],
    },
    Row {
        id: "declaration-of-war",
        code: "BD 16-0618",
        hands: [[5, 4, 5], [5, 4, 5]],
        first: "initiative",
        points: 18,
        eliminations: Some(8),
        objectives: "",
        task_forces: "none",
        support: [None, None],
        planets: &[("", "D6 D7 E6 E7")],
        asteroids: "",
        units: [
            "I2 SF, I3 HD, I5 SC, I6 HC, I7 SB, I8 SC, I10 HF, I11 SD, I12 SF, J7 FL",
            "B2 SF, B5 SC, B7 FL, B11 SF, C3 HD, C6 SB, C7 HC, C8 SC, C10 HF, C11 SD",
        ],
        deploy: ["", ""],
    },
    Row {
        id: "cardinals-belt",
        code: "BD 16-0816",
        hands: [[5, 4, 5], [5, 4, 5]],
        first: "initiative",
        points: 21,
        eliminations: Some(8),
        objectives: "clear-sector",
        task_forces: "random",
        support: [Some(40), Some(40)],
        planets: &[],
        asteroids: "D9 E3 E6 E10 F3 F6 F7 F10 G4 G8 G11 H4",
        units: ["", ""],
        deploy: ["I2 I4 I6 I8 I10 I12 J3 J6 J7 J10", "B3 B6 B7 B10 C2 C4 C6 C8 C10 C12"],
    },
    Row {
        id: "uncharted-supply-base",
        code: "BD 16-0820",
        hands: [[5, 4, 5], [5, 4, 5]],
        first: "initiative",
        points: 21,
        eliminations: Some(8),
        objectives: "breakthrough",
        task_forces: "random",
        support: [Some(40), Some(40)],
        planets: &[("", "D3"), ("", "H10")],
        asteroids: "D9 E6 F4 F9 G8 H4",
        units: ["", ""],
        deploy: ["I3 I5 I7 I9 I11 J2 J5 J6 J8 J11", "B2 B5 B7 B8 B11 C3 C5 C7 C9 C11"],
    },
    Row {
        id: "the-supply-base",
        code: "BD 16-0821",
        hands: [[5, 4, 5], [5, 4, 5]],
        first: "initiative",
        points: 21,
        eliminations: Some(8),
        objectives: "planet-control",
        task_forces: "random",
        support: [Some(40), Some(40)],
        planets: &[("Acme", "E6 E7 F5 F6 F7 G6 G7")],
        asteroids: "E3 E11 G3 G11",
        units: ["", ""],
        deploy: ["I2 I3 I11 I12 J2 J3 J4 J9 J10 J11", "B2 B3 B4 B9 B10 B11 C2 C3 C11 C12"],
    },
    Row {
        id: "triangulum",
        code: "BD 16-0825",
        hands: [[5, 4, 5], [5, 4, 5]],
        first: "initiative",
        points: 21,
        eliminations: Some(8),
        objectives: "planet-control",
        task_forces: "random",
        support: [Some(40), Some(40)],
        planets: &[("", "E4 F3 F4 G4"), ("", "E7"), ("", "E10 F9 F10 G10"), ("", "G7")],
        asteroids: "F6 F7",
        units: ["", ""],
        deploy: ["I2 I4 I6 I8 I10 I12 J3 J6 J7 J10", "B3 B6 B7 B10 C2 C4 C6 C8 C10 C12"],
    },
    Row {
        id: "triangulum-2",
        code: "BD 16-0827",
        hands: [[5, 4, 5], [5, 4, 5]],
        first: "initiative",
        points: 21,
        eliminations: Some(8),
        objectives: "planet-control",
        task_forces: "none",
        support: [Some(80), Some(80)],
        planets: &[("Kale", "E3 E4 F2 F3 F4 G3 G4"), ("Lyra", "E10 F9 F10 G10")],
        asteroids: "",
        units: ["I2 SD, I4 SC, J3 SF, J6 FL", "B3 SF, B6 FL, C2 SD, C4 SC"],
        deploy: ["I8 I9 I10 I11 J8 J9 J10 J11", "B8 B9 B10 B11 C8 C9 C10 C11"],
    },
    Row {
        id: "cardinals-belt-2",
        code: "BD 16-0929",
        hands: [[5, 4, 5], [5, 4, 5]],
        first: "initiative",
        points: 21,
        eliminations: Some(8),
        objectives: "clear-sector breakthrough",
        task_forces: "random",
        support: [Some(40), Some(40)],
        planets: &[],
        asteroids: "D8 E3 E6 E10 F2 F4 F7 F9 F11 G3 G6 G10 H8",
        units: ["", ""],
        deploy: ["I2 I4 I6 I7 I8 I10 I12 J4 J7 J9", "B4 B7 B9 C2 C4 C6 C7 C8 C10 C12"],
    },
    Row {
        id: "cardinals-belt-3",
        code: "BD 16-1008",
        hands: [[4, 3, 4], [6, 5, 6]],
        first: "cw",
        points: 21,
        eliminations: Some(8),
        objectives: "",
        task_forces: "random",
        support: [Some(40), None],
        planets: &[],
        asteroids: "D3 D5 D8 D10 E5 E9 F6 F7 G3 G11",
        units: ["", ""],
        deploy: ["I2 I4 I6 I8 I10 I12 J3 J6 J7 J10", "B3 B5 B6 B8 B10 C3 C5 C7 C9 C11"],
    },
    Row {
        id: "twin-sisters",
        code: "BD 16-1215",
        hands: [[5, 4, 5], [5, 4, 5]],
        first: "initiative",
        points: 21,
        eliminations: Some(8),
        objectives: "clear-sector planet-control",
        task_forces: "choose",
        support: [Some(40), Some(40)],
        planets: &[("", "E4 F3 F4 G4"), ("", "E10 F9 F10 G10")],
        asteroids: "E6 E7 E8 F5 F6 F7 F8 G6 G7 G8",
        units: ["", ""],
        deploy: ["I2 I4 I6 I8 I10 I12 J3 J6 J7 J10", "B3 B6 B7 B10 C2 C4 C6 C8 C10 C12"],
    },
];

fn row(id: &str) -> &'static Row {
    ROWS.iter().find(|r| r.id == id).unwrap_or_else(|| panic!("{id} has no row"))
}

/// The data and a table set up from it agree with the components.
fn is_set_up(id: &str) {
    let row = row(id);
    let (_, s) = data::get().scenario(id).expect("on the menu");
    assert_eq!((s.code.as_str(), s.victory_points, s.eliminations), (row.code, row.points, row.eliminations));
    assert_eq!(s.muster.map(|m| [m.command, m.combat, m.stars]), row.hands);
    assert_eq!(s.muster.map(|m| m.support), row.support);
    assert_eq!(s.first.side(), (row.first == "cw").then_some(Side::Cw));
    let forces = match s.task_forces {
        TaskForces::None => "none",
        TaskForces::Random => "random",
        TaskForces::Choose => "choose",
    };
    assert_eq!(forces, row.task_forces);
    for side in Side::BOTH {
        for (objective, word) in [
            (Objective::PlanetControl, "planet-control"),
            (Objective::ClearSector, "clear-sector"),
            (Objective::Breakthrough, "breakthrough"),
        ] {
            assert_eq!(s.has(side, objective), row.objectives.split(' ').any(|o| o == word), "{word}");
        }
        assert_eq!(names(s.deploy[side.index()].iter()), row.deploy[side.index()], "deployment hexes");
    }
    // The table: features, planet groups with their names, and the printed units. RA-23.10: five dice each come first.
    let dice: &[u32] = if row.task_forces == "choose" { &[4, 0, 0, 0, 0, 0, 0, 0, 0, 0] } else { &[] };
    let case = start_with(id, dice);
    let view = super::common::watched(&case);
    assert_eq!(names(view.asteroids.iter().copied()), row.asteroids, "asteroids");
    let planets: Vec<(String, String)> = view
        .planets
        .iter()
        .map(|p| (p.name.clone().unwrap_or_default(), names(p.hexes.iter().map(|h| h.0))))
        .collect();
    let wanted: Vec<(String, String)> = row.planets.iter().map(|(n, h)| ((*n).into(), (*h).into())).collect();
    assert_eq!(planets, wanted, "planets");
    assert_eq!([fleet(&case, Side::Cw), fleet(&case, Side::Cf)], row.units, "printed units");
    let tiles = view.asteroids.len() + view.planets.iter().map(|p| p.hexes.len()).sum::<usize>();
    assert!(tiles <= 18, "18 tiles are in the box");
    let marked = hexes(row.deploy[0]).or(hexes(row.deploy[1]));
    assert!(marked.iter().all(|h| !view.asteroids.contains(&h)), "deployment hexes are free of features");
}

/// A few games of random choices come to an end.
fn is_played_to_the_end(id: &str) {
    let order = TableOrder { scenario: id.into(), ..TableOrder::default() };
    let setup = RedAlert::setup(&order).expect("on the menu");
    for seed in 0..4 {
        let (mut luck, mut tell) = (Chance::quick(seed), Tell::muted());
        let mut game = RedAlert::start(&setup, &mut luck, &mut tell).expect("it can be set up");
        let mut steps = 0;
        while let Some(seat) = game.to_act().iter().next() {
            let choices = game.choices(seat);
            // Looked at in every sixteenth position: nothing is lost on the way, and what is offered is legal.
            if steps % 16 == 0 {
                game.audit().unwrap_or_else(|why| panic!("{id} with seed {seed}, step {steps}: {why}"));
                for action in &choices {
                    game.check(seat, action).unwrap_or_else(|why| panic!("{action:?} is offered: {why}"));
                }
            }
            let action = *luck.pick(&choices).expect("somebody asked has a choice");
            game.apply(seat, &action, &mut luck, &mut tell);
            steps += 1;
            assert!(steps < 20_000, "{id} with seed {seed} does not end");
        }
        assert!(game.outcome().is_some());
        game.audit().unwrap_or_else(|why| panic!("{id} with seed {seed}: {why}"));
    }
}

macro_rules! scenarios {
    ($($name:ident $id:literal)*) => {
        $(mod $name {
            #[test]
            fn is_set_up_as_in_the_components() {
                super::is_set_up($id);
            }

            #[test]
            fn is_played_to_the_end() {
                super::is_played_to_the_end($id);
            }
        })*

        #[test]
        fn every_scenario_of_the_data_has_its_tests() {
            let ids: Vec<&str> = data::get().scenarios.iter().map(|s| s.id.as_str()).collect();
            assert_eq!(ids, [$($id),*]);
            assert!(ids.iter().all(|id| row(id).id == *id));
        }
    };
}

scenarios! {
    uneasy_truce "uneasy-truce"
    declaration_of_war "declaration-of-war"
    cardinals_belt "cardinals-belt"
    uncharted_supply_base "uncharted-supply-base"
    the_supply_base "the-supply-base"
    triangulum "triangulum"
    triangulum_2 "triangulum-2"
    cardinals_belt_2 "cardinals-belt-2"
    cardinals_belt_3 "cardinals-belt-3"
    twin_sisters "twin-sisters"
}
