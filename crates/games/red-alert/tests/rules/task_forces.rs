//! The twelve task force cards of components section 10, each with its units, total and limits.

use super::common::{choices, given, kind};
use klaxon_core::{Game, Seat, Viewer};
use klaxon_red_alert::{Class, Hull, Kind, Side, data};

/// Number, title, units, total points, remaining points, victory points.
const CARDS: [(u8, &str, &str, u8, u8, u8); 12] = [
    (1, "Battle Group Meridian", "FL HB HC HD SD HF SF", 100, 0, 29),
    (2, "Twin Hammers", "FL SB SB SC SC SD HF", 100, 0, 31),
    (3, "Frontier Patrol", "FL SB HC HD SD HF SF SF", 99, 1, 29),
    (4, "Heavy Strike Wing", "FL HC HC HD HD HF HF", 100, 0, 28),
    (5, "Picket Line", "FL SC SC SC SD SD SD HF SF", 99, 1, 29),
    (6, "Bulwark", "FL HB SC SC SD SD SF SF", 99, 1, 29),
    (7, "Home Guard", "FL SB SC SC SD SD HF SF SF", 100, 0, 30),
    (8, "Cruiser Division", "FL HC HC SC SD SD HF SF", 99, 1, 28),
    (9, "Raiders", "FL SB HD HD SD HF HF SF", 100, 0, 30),
    (10, "Siege Force", "FL SB SB HD SD HF HF", 99, 1, 31),
    (11, "Deep Range Group", "FL HC SC SC HD SD HF SF", 99, 1, 28),
    (12, "Wolf Pack", "FL SC SC SD SD SD SD HF HF", 100, 0, 30),
];

/// One card against its row.
fn holds(number: u8) {
    let (_, name, units, total, remaining, worth) = CARDS[usize::from(number) - 1];
    let force = data::get().task_force(number).expect("the card");
    let units: Vec<Kind> = units.split(' ').map(kind).collect();
    assert_eq!((force.number, force.name.as_str(), force.remaining), (number, name, remaining));
    for kind in Kind::ALL {
        let wanted = units.iter().filter(|k| **k == kind).count();
        assert_eq!(usize::from(force.units[kind as usize]), wanted, "{}", kind.code());
    }
    assert_eq!(units.iter().map(|k| k.stats().price).sum::<u8>(), total);
    assert_eq!(total + remaining, 100);
    assert_eq!(units.iter().map(|k| k.stats().points).sum::<u8>(), worth);
    // RA-4.7: markers and figures of the box; RA-4.6: fighters not outnumbering the others.
    for kind in Kind::ALL {
        assert!(force.units[kind as usize] <= kind.stats().markers, "{}", kind.code());
    }
    for hull in [Hull::Flagship, Hull::Battleship, Hull::Cruiser, Hull::Destroyer, Hull::Fighter] {
        let figures: u8 = units.iter().filter(|k| k.stats().hull == hull).map(|k| k.stats().figures).sum();
        assert!(figures <= hull.figures_in_box(), "{hull:?}");
    }
    let fighters = units.iter().filter(|k| k.class() == Class::Fighter).count();
    assert!(fighters <= units.len() - fighters);
    // In play: its units are what is deployed, and the remainder is there to spend.
    let case = given(&format!("scenario cardinals-belt; as-printed; task-force cw {number} cf 1; phase buy"));
    let view = case.game().view(Viewer::Seat(Seat(0)));
    let muster = view.of_side(Side::Cw).muster.clone().expect("his own");
    assert_eq!(
        (muster.allowance, muster.fleet.iter().map(|(_, n)| usize::from(*n)).sum::<usize>()),
        (Some(40 + remaining), units.len())
    );
    let case =
        given(&format!("scenario cardinals-belt; as-printed; task-force cw {number} cf 1; phase deploy"));
    for kind in Kind::ALL {
        let offered = !choices(&case, "cw", &format!("deploy {} I2", kind.code())).is_empty();
        assert_eq!(offered, units.contains(&kind), "{}", kind.code());
    }
}

macro_rules! cards {
    ($($name:ident $number:literal)*) => {
        $(#[test]
        fn $name() {
            holds($number);
        })*

        #[test]
        fn every_task_force_of_the_data_has_a_row() {
            let numbers: Vec<u8> = data::get().task_forces.iter().map(|f| f.number).collect();
            assert_eq!(numbers, [$($number),*]);
        }
    };
}

cards! {
    battle_group_meridian 1
    twin_hammers 2
    frontier_patrol 3
    heavy_strike_wing 4
    picket_line 5
    bulwark 6
    home_guard 7
    cruiser_division 8
    raiders 9
    siege_force 10
    deep_range_group 11
    wolf_pack 12
}
