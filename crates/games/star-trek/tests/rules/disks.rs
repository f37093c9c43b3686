//! Every disk of the data has a row in `disks.txt`, tried line by line; a disk without one fails.

use klaxon_core::{Chance, Game, Tell, Viewer};
use klaxon_star_trek::{Faction, FleetChoice, Setup, StarTrek, data::data};
use klaxon_testkit::{Given, given};
use std::collections::BTreeMap;

/// The trials of each disk, by id.
fn rows() -> BTreeMap<String, Vec<String>> {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut id = String::new();
    for line in include_str!("../disks.txt").lines() {
        if let Some(head) = line.strip_prefix("= ") {
            id = head.split_whitespace().next().unwrap().into();
            assert!(rows.insert(id.clone(), vec![String::new()]).is_none(), "{id} has two rows");
        } else if line == "---" {
            rows.get_mut(&id).unwrap().push(String::new());
        } else if !line.is_empty() && !line.starts_with('#') {
            let trials = rows.get_mut(&id).expect("a disk before its trials");
            let trial = trials.last_mut().unwrap();
            trial.push_str(line);
            trial.push('\n');
        }
    }
    rows
}

fn building(code: &str) -> Given<StarTrek> {
    let wishes = [Faction::by_code(code), None, None, None, None, None];
    let setup = Setup::ordered("best-of-both-worlds", 1, &wishes, false, FleetChoice::Build).unwrap();
    Given::of(StarTrek::start(&setup, &mut Chance::scripted(&[]), &mut Tell::muted()).unwrap())
}

fn try_out(id: &str, trial: &str) {
    let mut game: Option<Given<StarTrek>> = None;
    println!("{id}:\n{trial}");
    for line in trial.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        game = Some(match word {
            "given" => given(rest),
            "build" => building(rest),
            _ => {
                let at = game.take().expect("`given` or `build` comes first");
                match word {
                    "dice" => at.dice(rest),
                    "do" => at.play(rest),
                    "expect" => at.then(rest),
                    "says" => at.events_say(rest),
                    "asks" => at.asks(rest),
                    "refuses" => {
                        let (rule, decision) = rest.split_once(' ').unwrap();
                        if rule == "-" { at.not_asked(decision) } else { at.refuses(decision, rule) }
                    }
                    other => panic!("{id}: `{other}` begins no line"),
                }
            }
        });
    }
    game.expect("a trial is not empty").done();
}

#[test]
fn every_disk_does_what_its_row_says() {
    let rows = rows();
    for (id, trials) in &rows {
        trials.iter().for_each(|trial| try_out(id, trial));
    }
}

#[test]
fn every_disk_has_a_row_and_every_row_a_disk() {
    let rows = rows();
    let ids = || data().ships.iter().map(|s| &s.id).chain(data().disks.iter().map(|d| &d.id));
    let missing: Vec<&String> = ids().filter(|id| !rows.contains_key(*id)).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
    let strange: Vec<&String> = rows.keys().filter(|row| !ids().any(|id| id == *row)).collect();
    assert!(strange.is_empty(), "no disk for {strange:?}");
    // A disk with an ability is tried beyond its plain values.
    for disk in data().disks.iter().filter(|d| d.ability.is_some()) {
        assert!(rows[&disk.id].concat().lines().count() >= 2, "{} is not tried", disk.id);
    }
}

#[test]
fn the_words_of_every_disk_are_made_from_its_effect() {
    let ships = data().ships.iter().map(|s| (&s.id, &s.name, s.ability.as_ref()));
    let disks = data().disks.iter().map(|d| (&d.id, &d.name, d.ability.as_ref()));
    let mut text = String::new();
    for (id, name, ability) in ships.chain(disks) {
        let words = ability.map_or("—".to_string(), |a| a.text());
        text.push_str(&format!("{id} {name}: {words}\n"));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/disk-words.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|v| v == "1") {
        std::fs::write(path, &text).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(golden, text, "run again with UPDATE_GOLDEN=1 and read the difference");
}

#[test]
fn every_entry_names_its_source_and_the_costs_follow_the_formula() {
    for ship in &data().ships {
        assert!(!ship.source.is_empty(), "{}", ship.id);
        // Components §6: shields + hull + beam + torps/2 rounded up + 2·capacity/5 rounded down + 0 to 2 for the ability.
        let base = ship.shields + ship.hull + ship.beam + ship.torps.div_ceil(2) + 2 * ship.capacity / 5;
        if ship.faction.is_some() {
            assert!((base..=base + 2).contains(&ship.cost), "{}: {base} and {}", ship.id, ship.cost);
        }
    }
    for disk in &data().disks {
        assert!(!disk.source.is_empty(), "{}", disk.id);
    }
    for fleet in &data().fleets {
        assert!(!fleet.source.is_empty(), "{}", fleet.id);
    }
}

/// ST-1.8, ST-1.13: a quick table gives everybody a fleet worth his points, also where several play one faction.
#[test]
fn st_1_8_ready_made_fleets_serve_every_usual_table() {
    for (scenario, _) in &data().scenarios {
        for seats in scenario.sizes() {
            let setup = Setup::quick(&scenario.id, seats).unwrap();
            let game = StarTrek::start(&setup, &mut Chance::quick(3), &mut Tell::muted()).unwrap();
            let view = game.view(Viewer::Everything);
            for seat in &view.seats {
                let (share, spent) = (seat.share, seat.spent.expect("fleets are shown"));
                // A hundred points buy two ships; of six fleets that size the factions do not have enough.
                if share <= 60 {
                    assert!(spent * 10 >= share * 9, "{} of {seats}: {spent} of {share}", scenario.id);
                }
            }
        }
    }
}
