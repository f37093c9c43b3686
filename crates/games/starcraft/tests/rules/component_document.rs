//! The component document itself, read row by row: what it says of a piece or card is what is in the game, and it says
//! it of every one. `components.rs` and `component_cards.rs` try the same components in play.

use super::bench::*;
use klaxon_starcraft::{
    data::{Content, EventCard, Face, Hits, Move, Tag, Tech, Timing},
    effect::{Effect, Kind},
    words::unit_name,
};

const DOCUMENT: &str = include_str!("../../../../../docs/components/starcraft.md");

/// The rows of all tables under a heading whose first cell is an id: one word of small letters and digits, or capitals
/// and digits. Cells come without quotes and stars.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let from = DOCUMENT.find(heading).unwrap_or_else(|| panic!("no heading {heading}"));
    let text = &DOCUMENT[from..];
    let level = heading.split(' ').next().unwrap();
    let end = text[heading.len()..].find(&format!("\n{level} ")).map_or(text.len(), |at| at + heading.len());
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|c| c.trim().replace(['`', '*'], "")).collect()
    };
    let is_id = |id: &str| !id.is_empty() && id != "id" && id.chars().all(|c| c.is_ascii_alphanumeric());
    text[..end].lines().filter(|l| l.starts_with("| ")).map(cells).filter(|c| is_id(&c[0])).collect()
}

/// Do the rows name all of them, in order?
fn all_there<'a>(rows: &[Vec<String>], ids: impl Iterator<Item = &'a str>) {
    assert_eq!(rows.iter().map(|r| r[0].as_str()).collect::<Vec<_>>(), ids.collect::<Vec<_>>());
}

/// Units by their names, separated by commas.
fn units(text: &str) -> UnitSet {
    let find = |name: &str| Unit::ALL.iter().copied().find(|u| unit_name(*u) == name);
    let mut set = UnitSet::default();
    for name in text.split(", ") {
        set.insert(find(name).unwrap_or_else(|| panic!("no unit {name}")));
    }
    set
}

#[test]
fn units_are_what_the_document_says() {
    let rows = rows("## 3. Units");
    all_there(&rows, Unit::ALL.iter().map(|u| u.id()));
    for row in &rows {
        let [id, name, race, count, cost, moves, hits, support, abilities, need, tags, ..] = &row[..] else {
            panic!("{row:?}")
        };
        let unit = Unit::parse(id).unwrap();
        let print = data().unit(unit);
        assert_eq!(
            (print.name.as_str(), &unit.race().id()[..1]),
            (name.as_str(), race.to_lowercase().as_str())
        );
        let (paid, consumed) = cost.split_once(" + ").unwrap_or((cost, ""));
        assert_eq!((print.count.to_string(), print.price()), (count.clone(), price(paid)), "{id}");
        assert_eq!(consumed.is_empty(), !print.technology, "{id}");
        let flies = match print.r#move {
            Move::Ground => "g",
            Move::Flying => "f",
        };
        let targets = match print.hits {
            Hits::Nothing => "–",
            Hits::Ground => "g",
            Hits::Flying => "f",
            Hits::Both => "g f",
        };
        assert_eq!(
            (flies, targets, print.support.to_string()),
            (moves.as_str(), hits.as_str(), support.clone()),
            "{id}"
        );
        assert_eq!(
            (print.assist, print.detector),
            (abilities.contains("Assist"), abilities.contains("Detector")),
            "{id}"
        );
        let called: Vec<&str> = print
            .tags
            .iter()
            .map(|tag| match tag {
                Tag::Infantry => "inf",
                Tag::Bio => "bio",
                Tag::Mech => "mech",
                Tag::Ranged => "rng",
            })
            .collect();
        assert_eq!(called.join(" "), *tags, "{id}");
        // What it needs: a level of a building, or a technology that names what is consumed.
        let level = data().levels().iter().find(|l| l.effect.contains(&Effect::Unlocks(unit)));
        let by_tech = Tech::all().find(|t| {
            t.data()
                .effect
                .iter()
                .any(|e| matches!(e, Effect::AllowBuild { unit: made, .. } if *made == unit))
        });
        let needs = match (level, by_tech) {
            (Some(l), None) => format!("{} {}", l.name, ["I", "II", "III"][usize::from(l.level) - 1]),
            (None, Some(t)) => format!("tech {}", t.name()),
            (found, tech) => panic!("{id}: {found:?} {tech:?}"),
        };
        assert_eq!(needs, *need, "{id}");
        if let Some(tech) = by_tech {
            let eaten = tech.data().effect.iter().find_map(|e| match e {
                Effect::AllowBuild { consume, n, .. } => Some(format!("destroy {n} {}", unit_name(*consume))),
                _ => None,
            });
            assert_eq!(eaten.as_deref(), Some(consumed), "{id}");
        }
    }
}

#[test]
fn factions_and_races_are_what_the_document_says() {
    let mut rows = rows("## 2. Factions");
    // The tables of the races follow; they are looked at below.
    rows.truncate(Faction::ALL.len());
    all_there(&rows, Faction::ALL.iter().map(|f| f.id()));
    for row in &rows {
        let print = data().faction(Faction::parse(&row[0]).unwrap());
        let race = data().race(print.race);
        let start: Vec<String> = print.start.iter().map(|(u, n)| format!("{n} {}", unit_name(*u))).collect();
        assert_eq!(
            [
                &print.name,
                &race.name,
                &print.colour,
                &start.join(", "),
                &print.workers.to_string(),
                &print.transports.to_string()
            ],
            [&row[1], &row[2], &row[3], &row[4], &row[5], &row[6]],
        );
        // Permanent resources, hand, module spaces, printed building.
        let line = DOCUMENT.lines().find(|l| l.starts_with(&format!("| {} | M", race.name))).unwrap();
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells[1], format!("M{}, G{}", race.minerals, race.gas));
        assert_eq!(
            (cells[2], cells[4]),
            (race.hand.to_string().as_str(), race.module_spaces.to_string().as_str())
        );
        assert_eq!(cells[5], format!("{} I", data().building_name(race.printed)));
    }
}

#[test]
fn buildings_and_modules_are_what_the_document_says() {
    let levels = rows("## 4. Buildings");
    all_there(&levels, data().levels().iter().map(|l| l.id.as_str()));
    for (row, level) in levels.iter().zip(data().levels()) {
        let number = ["I", "II", "III"][usize::from(level.level) - 1];
        assert_eq!((level.name.as_str(), number), (row[1].as_str(), row[2].as_str()));
        assert_eq!(level.printed, row[3] == "printed", "{}", level.id);
        if !level.printed {
            assert_eq!((level.m, level.g), (price(&row[3]).m, price(&row[3]).g), "{}", level.id);
        }
        let unlocks = Unit::ALL.iter().filter(|u| level.effect.contains(&Effect::Unlocks(**u)));
        assert_eq!(unlocks.map(|u| unit_name(*u)).collect::<Vec<_>>(), [&row[4]], "{}", level.id);
    }
    let modules = rows("## 5. Modules");
    all_there(&modules, Module::ALL.iter().map(|m| m.id()));
    for row in &modules {
        let print = data().module(Module::parse(&row[0]).unwrap());
        let copies = match Race::ALL.iter().map(|r| print.copies.of(*r)).collect::<Vec<_>>()[..] {
            [t, p, z] if t == p && p == z => format!("{t} each"),
            [t, p, z] => format!("Terran {t}, Protoss {p}, Zerg {z}"),
            _ => unreachable!("three races"),
        };
        assert_eq!((&print.name, &copies), (&row[1], &row[2]));
        assert_eq!((print.m, print.g), (price(&row[3]).m, price(&row[3]).g), "{}", row[0]);
    }
}

#[test]
fn planets_are_what_the_document_says() {
    let rows = rows("## 6. Planets");
    all_there(&rows, Planet::ALL.iter().map(|p| p.id()));
    let mut resource_cards = 0;
    for row in &rows {
        let print = data().planet(Planet::parse(&row[0]).unwrap());
        assert_eq!((&print.name, print.slots.as_str()), (&row[1], row[2].replace(' ', "").as_str()));
        let areas: Vec<String> = print.areas.iter().map(|a| format!("{} /{}", a.content, a.limit)).collect();
        let said: Vec<&String> = row[3..7].iter().filter(|c| *c != "–").collect();
        assert_eq!(areas.iter().collect::<Vec<_>>(), said, "{}", row[0]);
        resource_cards += print.areas.iter().filter(|a| !matches!(a.content, Content::Conquest(_))).count();
    }
    assert_eq!(resource_cards, 26, "one card for each area with minerals or gas");
}

#[test]
fn combat_cards_are_what_the_document_says() {
    let rows = rows("## 8. Combat decks");
    let faces: Vec<Face> = Face::all().filter(|f| f.data().tech.is_none()).collect();
    all_there(&rows, faces.iter().map(|f| f.id()));
    for (row, face) in rows.iter().zip(faces) {
        let print = face.data();
        assert_eq!(print.pictured, units(&row[1]), "{face}");
        let values = |(a, h): (u8, u8)| format!("{a}/{h}");
        assert_eq!((values(print.major), values(print.minor)), (row[2].clone(), row[3].clone()), "{face}");
        // The ability column names every gain, splash and self-destruction, and nothing else.
        assert_eq!(print.effect.is_empty(), row[4] == "–", "{face}");
        let count = |what: fn(&Effect) -> bool| print.effect.iter().filter(|e| what(e)).count();
        assert_eq!(count(|e| matches!(e, Effect::Splash { .. })), row[4].matches("splash").count(), "{face}");
        assert_eq!(
            count(|e| *e == Effect::EndStepSelfDestruct),
            row[4].matches("SelfDestruct").count(),
            "{face}"
        );
        let gains = |a: bool| -> u8 {
            let sum = print.effect.iter().map(|e| match e {
                Effect::Gain { a: more, h, .. } => {
                    if a {
                        *more
                    } else {
                        *h
                    }
                }
                _ => 0,
            });
            sum.sum()
        };
        let said = |letter: char| -> u8 {
            let mut sum = 0;
            for part in row[4].split('+').skip(1) {
                let mut chars = part.chars();
                let n = chars.next().and_then(|c| c.to_digit(10)).unwrap() as u8;
                sum += if chars.nth(1) == Some(letter) { n } else { 0 };
            }
            sum
        };
        // A gain that two units share is one effect.
        assert_eq!((gains(true), gains(false)), (said('A'), said('H')), "{face}: {}", row[4]);
    }
}

#[test]
fn technologies_are_what_the_document_says() {
    let rows = rows("## 9. Technology decks");
    all_there(&rows, Tech::all().map(Tech::id));
    for row in &rows {
        let tech: Tech = row[0].parse().unwrap();
        let print = tech.data();
        assert_eq!((print.name.as_str(), print.price), (row[1].as_str(), price(&row[3])));
        assert_eq!(print.copies.to_string(), row[2].split(' ').next().unwrap(), "{tech}");
        let kind = match print.kind {
            Kind::Standard => "std",
            Kind::Reinforcement => "rf",
            Kind::Play => "play",
        };
        assert_eq!(kind, row[4].split(' ').next().unwrap(), "{tech}");
        let special = print.faces.iter().any(|f| f.data().specialty);
        assert_eq!(special, row[4].contains('◆'), "{tech}");
        let pictured = if row[5].starts_with("any Protoss unit") {
            Race::Protoss.units().iter().copied().collect()
        } else {
            units(&row[5])
        };
        assert_eq!(print.pictured, pictured, "{tech}");
    }
}

#[test]
fn events_are_what_the_document_says() {
    let rows = rows("## 10. Event deck");
    all_there(&rows, EventCard::all().map(EventCard::id));
    let mut deck = [0; 3];
    for row in &rows {
        let event: EventCard = row[0].parse().unwrap();
        let print = event.data();
        assert_eq!((print.name.as_str(), print.copies.to_string()), (row[1].as_str(), row[2].clone()));
        // War Council is played at once and stays.
        let timing = match print.timing {
            Timing::Now | Timing::Keep => "now",
            Timing::Hold => "hold",
            Timing::Forced => "now, forced",
        };
        assert_eq!(timing, row[3], "{event}");
        assert_eq!(print.timing == Timing::Keep, row[4].starts_with("keep this card"), "{event}");
        assert_eq!(print.stage.to_string(), row[0][1..2], "{event}");
        deck[usize::from(print.stage) - 1] += print.copies;
    }
    assert_eq!(deck, [25, 25, 20]);
}
