//! The printed components: counts, values, and a row for every card, tile, trajectory and script.

use crate::{Go, at};
use klaxon_space_alert::{
    Act, Half, Kind, Lesson, Mark, Place, Script, Shade, Station, ThreatId, Tile,
    data::data,
    script::{Announcement, clock},
};
use std::collections::BTreeSet;

/// Id, name, speed, shield, hit points, points survived and destroyed.
type Printed = (&'static str, &'static str, u8, i8, u8, Option<u8>, u8);

/// The cards as printed.
const THREATS: &[Printed] = &[
    ("E1-01", "Pulse Ball", 2, 1, 5, Some(2), 4),
    ("E1-02", "Destroyer", 2, 2, 5, Some(2), 4),
    ("E1-03", "Stealth Fighter", 3, 2, 4, Some(2), 4),
    ("E1-04", "Energy Cloud", 2, 3, 5, Some(2), 4),
    ("E1-05", "Gunship", 2, 2, 5, Some(2), 4),
    ("E1-06", "Cryoshield Fighter", 3, 1, 4, Some(2), 4),
    ("E1-07", "Fighter", 3, 2, 4, Some(2), 4),
    ("E1-08", "Armored Grappler", 2, 3, 4, Some(2), 4),
    ("E1-09", "Amoeba", 2, 0, 8, Some(2), 4),
    ("E1-10", "Meteoroid", 5, 0, 5, Some(2), 4),
    ("E2-01", "Kamikaze", 4, 2, 5, Some(3), 6),
    ("E2-02", "Scout", 2, 1, 3, Some(3), 6),
    ("E2-03", "Phantom Fighter", 3, 3, 3, Some(3), 6),
    ("E2-04", "Swarm", 2, 0, 3, Some(3), 6),
    ("E2-05", "Jellyfish", 2, -2, 13, Some(3), 6),
    ("E2-06", "Marauder", 3, 1, 6, Some(3), 6),
    ("E2-07", "Minor Asteroid", 4, 0, 7, Some(3), 6),
    ("SE1-01", "Frigate", 2, 2, 7, Some(4), 8),
    ("SE1-02", "Man-of-War", 1, 2, 9, Some(4), 8),
    ("SE1-03", "Leviathan Tanker", 2, 3, 8, Some(4), 8),
    ("SE1-04", "Pulse Satellite", 3, 2, 4, Some(4), 8),
    ("SE1-05", "Cryoshield Frigate", 2, 1, 7, Some(4), 8),
    ("SE1-06", "Interstellar Octopus", 2, 1, 8, Some(4), 8),
    ("SE1-07", "Maelstrom", 2, 3, 8, Some(4), 8),
    ("SE1-08", "Asteroid", 3, 0, 9, Some(4), 8),
    ("SE2-01", "Behemoth", 2, 4, 7, Some(6), 12),
    ("SE2-02", "Juggernaut", 1, 3, 10, Some(6), 12),
    ("SE2-03", "Psionic Satellite", 2, 2, 5, Some(6), 12),
    ("SE2-04", "Nebula Crab", 2, 2, 7, Some(6), 12),
    ("SE2-05", "Nemesis", 3, 1, 9, None, 12),
    ("SE2-06", "Major Asteroid", 2, 0, 11, Some(6), 12),
    ("I1-01", "Skirmishers", 3, 0, 1, Some(2), 4),
    ("I1-02", "Skirmishers", 3, 0, 1, Some(2), 4),
    ("I1-03", "Saboteur", 4, 0, 1, Some(2), 4),
    ("I1-04", "Saboteur", 4, 0, 1, Some(2), 4),
    ("I1-05", "Hacked Shields", 2, 0, 3, Some(2), 4),
    ("I1-06", "Hacked Shields", 2, 0, 3, Some(2), 4),
    ("I1-07", "Unstable Warheads", 3, 0, 0, Some(2), 4),
    ("I2-01", "Slime (blue)", 2, 0, 2, Some(3), 6),
    ("I2-02", "Slime (red)", 2, 0, 2, Some(3), 6),
    ("I2-03", "Troopers", 2, 0, 2, Some(3), 6),
    ("I2-04", "Troopers", 2, 0, 2, Some(3), 6),
    ("I2-05", "Virus", 3, 0, 3, Some(3), 6),
    ("I2-06", "Overheated Reactor", 2, 0, 3, Some(3), 6),
    ("SI1-01", "Commandos", 2, 0, 2, Some(4), 8),
    ("SI1-02", "Commandos", 2, 0, 2, Some(4), 8),
    ("SI1-03", "Alien", 2, 0, 2, None, 8),
    ("SI1-04", "Fissure", 2, 0, 2, None, 8),
    ("SI1-05", "Crossed Wires", 3, 0, 4, Some(4), 8),
    ("SI1-06", "Battlebot Uprising", 2, 0, 4, Some(4), 8),
    ("SI2-01", "Executioner", 2, 0, 2, Some(6), 12),
    ("SI2-02", "Seeker", 2, 0, 2, Some(6), 15),
    ("SI2-03", "Power System Overload", 3, 0, 7, Some(6), 12),
    ("SI2-04", "Contamination", 2, 0, 3, Some(6), 12),
    ("SI2-05", "Nuclear Device", 4, 0, 1, None, 12),
];

#[test]
fn the_55_threat_cards_have_their_printed_numbers() {
    assert_eq!(THREATS.len(), data().threats.len());
    for (row, card) in THREATS.iter().zip(&data().threats) {
        let there = (
            card.id.as_str(),
            card.name.as_str(),
            card.speed,
            card.shield,
            card.hp,
            card.survived,
            card.destroyed,
        );
        assert_eq!(there, *row);
    }
    assert_eq!(ThreatId::parse("E1-03").unwrap().card().speed_first_printing, Some(4));
}

#[test]
fn decks_have_their_sizes() {
    for (serious, internal, white, yellow) in
        [(false, false, 10, 7), (false, true, 7, 6), (true, false, 8, 6), (true, true, 6, 5)]
    {
        let of = |shade: Shade| {
            data()
                .threats
                .iter()
                .filter(|c| (c.serious, c.internal, c.shade) == (serious, internal, shade))
                .count()
        };
        assert_eq!((of(Shade::White), of(Shade::Yellow)), (white, yellow));
    }
}

#[test]
fn a_card_without_survived_points_ends_the_mission() {
    for card in &data().threats {
        let ends = card.on(Mark::Z).contains(&klaxon_space_alert::Effect::LoseMission);
        assert_eq!(card.survived.is_none(), ends, "{}", card.id);
    }
}

#[test]
fn every_threat_can_be_read_aloud() {
    for card in &data().threats {
        for mark in [Mark::X, Mark::Y, Mark::Z] {
            assert!(!card.text(mark).is_empty(), "{}", card.id);
        }
        assert!(card.remarks().iter().all(|r| !r.is_empty()) && !card.source.is_empty());
    }
    assert_eq!(
        ThreatId::parse("E1-02").unwrap().card().text(Mark::X),
        "attack 1, two tiles for each point that passes the shield"
    );
    assert_eq!(
        ThreatId::parse("SI1-01").unwrap().card().text(Mark::Y),
        "if damaged: moves right; if undamaged: 2 damage"
    );
    let text = |id: &str, mark: Mark| ThreatId::parse(id).unwrap().card().text(mark);
    assert_eq!(text("I1-07", Mark::Z), "3 damage for each rocket not yet secured");
    assert_eq!(text("I2-06", Mark::X), "damage equal to the energy in the central reactor");
}

#[test]
fn the_seven_trajectories() {
    let rows: [(&str, u8, u8, &[u8]); 7] = [
        ("T1", 10, 5, &[]),
        ("T2", 11, 8, &[]),
        ("T3", 12, 8, &[3]),
        ("T4", 13, 9, &[5]),
        ("T5", 14, 11, &[7]),
        ("T6", 15, 10, &[7, 3]),
        ("T7", 16, 12, &[8, 5]),
    ];
    assert_eq!(rows.len(), data().trajectories.len());
    for (row, track) in rows.iter().zip(&data().trajectories) {
        assert_eq!((track.id.as_str(), track.length, track.x, track.y.as_slice()), *row);
        // A Gunship walks it square by square: 2 on X, 2 on each Y, 3 on Z.
        let id = &track.id;
        let hits = 2 + 2 * track.y.len() + 3;
        at(&format!("tracks {id} {id} {id} {id}; turn 1 threats; shields 9 0 0; threat E1-05 T+1 red on-track speed {}", track.length - 1))
            .step()
            .then(&format!("threat E1-05 survived; shields {} 0 0; tiles red 0", 9 - hits));
    }
}

#[test]
fn the_ninety_action_cards() {
    let mut n = 0;
    for (action, copies) in [(Act::A, 10), (Act::B, 8), (Act::C, 7), (Act::Bots, 5)] {
        for movement in [Act::Red, Act::Blue, Act::Lift] {
            let kind =
                Kind::actions().find(|k| k.act(Half::Action) == action && k.act(Half::Movement) == movement);
            assert_eq!(kind.expect("every pair exists").copies(), copies);
            n += u32::from(copies);
        }
    }
    assert_eq!(n, 90);
    assert_eq!(Kind::actions().count(), 12);
}

#[test]
fn the_six_heroic_cards_work_with_both_halves() {
    let rows = [
        ("H1", Act::HeroA, Station::LB, "UW", "fired UW+"),
        ("H2", Act::HeroA, Station::LR, "UB", "fired UB+"),
        ("H3", Act::HeroB, Station::UB, "UW", "shields 1 4 1"),
        ("H4", Act::HeroB, Station::UR, "LW", "reactors 2 6 2"),
        ("H5", Act::HeroBots, Station::LW, "UR", "threat I2-03 blocks 1; squad 1 led 1"),
        ("H6", Act::HeroBots, Station::UW, "UR", "threat I2-03 blocks 1; squad 1 led 1"),
    ];
    assert_eq!(rows.len(), Kind::heroics().count());
    for (kind, (id, action, to, from, then)) in Kind::heroics().zip(rows) {
        assert_eq!(kind.id(), id);
        assert_eq!((kind.act(Half::Action), kind.act(Half::Movement)), (action, Act::HeroMove(to)));
        let start =
            format!("turn 4 actions; squad 1 led 1; threat I2-03 T+3 internal on-track; member 1 {from}");
        at(&format!("{start}; program 1 . . . {}", kind.act(Half::Action))).step().then(then);
        at(&format!("{start}; program 1 . . . {}", kind.act(Half::Movement)))
            .step()
            .then(&format!("member 1 {to}"));
    }
}

#[test]
fn the_eighteen_damage_tiles() {
    assert_eq!(data().tiles.iter().map(|t| t.id).collect::<Vec<_>>(), Tile::ALL);
    for zone in ["red", "white", "blue"] {
        for tile in Tile::ALL {
            let word = tile.word();
            at(&format!("turn 4 threats; tracks T4 T4 T4 T4; shields 0 0 0; stack {zone} {word}; threat E1-07 T+1 {zone} on-track square 10 speed 1"))
                .step()
                .then(&format!("damage {zone} {word}; stack {zone} -"));
        }
        let (weapon, lower) = match zone {
            "red" => ("UR", "LR"),
            "blue" => ("UB", "LB"),
            _ => ("UW", "LW"),
        };
        let heavy = if zone == "white" { 5 } else { 4 };
        let shot = format!("turn 2 damage; tracks T7 T7 T7 T7; threat SE2-06 T+1 {zone} on-track square 6");
        at(&format!("{shot}; fired {weapon}")).step().then(&format!("threat SE2-06 blocks {heavy}"));
        at(&format!("{shot}; fired {weapon}; damage {zone} heavy"))
            .step()
            .then(&format!("threat SE2-06 blocks {}", heavy - 1));
        let light = if zone == "white" { (1, 0) } else { (2, 1) };
        at(&format!("{shot}; fired {lower}")).step().then(&format!("threat SE2-06 blocks {}", light.0));
        at(&format!("{shot}; fired {lower}; damage {zone} light"))
            .step()
            .then(&format!("threat SE2-06 blocks {}", light.1));
    }
}

/// Phase ends, and the numbers with trajectory letters in order: r w b for zones, i inside, capitals serious, ?
/// unconfirmed.
const SCRIPTS: &[(&str, Lesson, &str, &str, usize, usize, u32)] = &[
    ("S1-1", Lesson::TestRun, "4:10 7:00", "1b 2w 3r", 1, 3, 0),
    ("S1-2", Lesson::TestRun, "3:40 7:00", "1w 2r 4b", 2, 2, 0),
    ("S1-3", Lesson::Simulation, "3:40 7:30 10:00", "2r 3W ?5r 6B", 2, 4, 25),
    ("S1-4", Lesson::Simulation, "3:40 7:30 10:00", "2B 4w 6R ?7w", 2, 4, 30),
    ("S1-5", Lesson::Simulation, "4:00 7:30 10:00", "1b 3r ?4b 5W 7r", 2, 4, 40),
    ("S1-6", Lesson::Advanced, "4:00 7:30 10:00", "2i 3w ?4r 5i 7B", 2, 4, 40),
    ("S1-7", Lesson::Advanced, "4:10 7:30 10:00", "2W ?3b 4I 7r", 2, 4, 55),
    ("S1-8", Lesson::Advanced, "4:10 7:40 10:00", "1r 3I 4b ?5w 6i", 2, 3, 45),
    ("S2-1", Lesson::Mission, "3:45 7:30 10:00", "2W ?3i 4b 5i 6b 7R", 2, 4, 55),
    ("S2-2", Lesson::Mission, "4:00 7:45 10:20", "?1r 2i 3w 4r 5w 6I 8b", 3, 4, 50),
    ("S2-3", Lesson::Mission, "3:50 7:30 10:00", "2i 3b 4i 6W 7B ?8r", 2, 4, 60),
    ("S2-4", Lesson::Mission, "3:45 7:20 9:40", "1r ?3w 4R 5I 6B", 3, 3, 55),
    ("S2-5", Lesson::Mission, "3:50 7:30 10:00", "2B 3I 4r 6r ?7i 8w", 2, 4, 50),
    ("S2-6", Lesson::Mission, "3:50 7:45 10:20", "1b 2i 3W 5b 6i ?7w 8r", 3, 3, 45),
    ("S2-7", Lesson::Mission, "3:40 7:30 10:00", "?1b 3R 4I 5w 7r 8w", 3, 3, 50),
    ("S2-8", Lesson::Mission, "3:25 7:15 9:40", "3i 4B 5W 7R ?8b", 2, 3, 65),
];

fn summary(script: &Script) -> (String, usize, usize, u32) {
    let (mut threats, mut incoming, mut transfers, mut silence) = (Vec::new(), 0, 0, 0);
    for (_, what) in &script.events {
        match *what {
            Announcement::Threat { turn, place, serious, unconfirmed } => {
                let letter = match place {
                    Place::Red => 'r',
                    Place::White => 'w',
                    Place::Blue => 'b',
                    Place::Internal => 'i',
                };
                let letter = if serious { letter.to_ascii_uppercase() } else { letter };
                threats.push(format!("{}{turn}{letter}", if unconfirmed { "?" } else { "" }));
            }
            Announcement::IncomingData => incoming += 1,
            Announcement::DataTransfer => transfers += 1,
            Announcement::CommunicationDown { ms } => silence += ms / 1000,
        }
    }
    (threats.join(" "), incoming, transfers, silence)
}

#[test]
fn the_sixteen_scripts() {
    assert_eq!(SCRIPTS.len(), data().scripts.len());
    for (row, script) in SCRIPTS.iter().zip(&data().scripts) {
        let ends: Vec<String> = script.phase_ends.iter().map(|&ms| clock(ms)).collect();
        let (threats, incoming, transfers, silence) = summary(script);
        let there =
            (script.id.as_str(), script.lesson, ends.join(" "), threats, incoming, transfers, silence);
        let (id, lesson, phases, list, ids, dts, cds) = *row;
        assert_eq!(there, (id, lesson, phases.to_string(), list.to_string(), ids, dts, cds));
    }
}

/// A stored mission is played again from its luck, so its script must never become another one.
#[test]
fn sa_15_2_the_same_luck_makes_the_same_random_script() {
    let mut all = String::new();
    for luck in 1..=4 {
        let script = data().generator.generate(&mut klaxon_core::Chance::quick(luck));
        let ends: Vec<String> = script.phase_ends.iter().map(|&ms| clock(ms)).collect();
        all.push_str(&format!("ends {}\n{}\n", ends.join(" "), script.lines().join("\n")));
    }
    let golden = std::fs::read_to_string("tests/rules/generated_scripts.txt").unwrap();
    assert_eq!(all, golden, "scripts that games are stored with have changed");
}

#[test]
fn generated_scripts_keep_to_their_bounds() {
    let bounds = &data().generator;
    let mut different = BTreeSet::new();
    for seed in 0..300 {
        let script = bounds.generate(&mut klaxon_core::Chance::quick(seed));
        let (threats, incoming, transfers, silence) = summary(&script);
        different.insert(threats);
        assert!(incoming >= 2 && transfers >= 3 && (45..=60).contains(&silence), "{:?}", script.lines());
        let (mut weight, mut spare, mut inside, mut turns) = (0, 0, 0, BTreeSet::new());
        for (at, what) in &script.events {
            assert!(*at < *script.phase_ends.last().unwrap());
            if let Announcement::CommunicationDown { ms } = what {
                assert!((9_000..=20_000).contains(ms));
            }
            let Announcement::Threat { turn, place, serious, unconfirmed } = *what else { continue };
            let [from, to] = match (place == Place::Internal, serious) {
                (false, false) => [1, 8],
                (false, true) => [2, 7],
                (true, false) => [2, 7],
                (true, true) => [3, 6],
            };
            assert!((from..=to).contains(&turn), "{:?}", script.lines());
            assert!(turns.insert(turn), "all numbers differ");
            weight += 1 + u32::from(serious);
            spare += u32::from(unconfirmed) * (1 + u32::from(serious));
            inside += u32::from(place == Place::Internal);
        }
        assert_eq!((weight, weight - spare), (8, 7));
        assert!((1..=2).contains(&inside));
        // It reads back from its own lines.
        let text = format!(
            "id = \"x\"\nname = \"x\"\nlesson = \"mission\"\nsource = \"x\"\nphase_ends = {:?}\nevents = {:?}",
            script.phase_ends.iter().map(|&ms| clock(ms)).collect::<Vec<_>>(),
            script.lines()
        );
        assert_eq!(Script::parse(&text).unwrap().events, script.events);
    }
    assert!(different.len() > 200);
}
