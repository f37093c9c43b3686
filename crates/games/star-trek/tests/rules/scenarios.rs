//! Every scenario of the data has a test of what is special to it; a scenario without one fails.

use klaxon_core::{Chance, Game, Instinct, Seat, Tell, Viewer};
use klaxon_star_trek::{Data, Face, Faction, Setup, StarTrek, Status, data::data};
use klaxon_testkit::{Given, given};

fn at(clauses: &str) -> Given<StarTrek> {
    given(clauses)
}

fn opened(id: &str, players: usize) -> Given<StarTrek> {
    let setup = Setup::quick(id, players).unwrap();
    Given::of(StarTrek::start(&setup, &mut Chance::scripted(&[]), &mut Tell::muted()).unwrap())
}

const NO_CRIT: &str = "hit hit hit hit hit";

const ROWS: [(&str, fn()); 13] = [
    ("balance-of-terror", balance_of_terror),
    ("heart-of-glory", heart_of_glory),
    ("best-of-both-worlds", best_of_both_worlds),
    ("the-wounded", the_wounded),
    ("peak-performance", peak_performance),
    ("redemption", redemption),
    ("the-chase", the_chase),
    ("menage-a-troi", menage_a_troi),
    ("the-pegasus", the_pegasus),
    ("tin-man", tin_man),
    ("chain-of-command", chain_of_command),
    ("last-ship-standing", last_ship_standing),
    ("border-incident", border_incident),
];

#[test]
fn every_scenario_has_its_test() {
    let rows: Vec<&str> = ROWS.iter().map(|(id, _)| *id).collect();
    let ids: Vec<&str> = data().scenarios.iter().map(|(s, _)| s.id.as_str()).collect();
    assert_eq!(rows, ids);
    for (id, test) in ROWS {
        println!("{id}");
        test();
    }
}

#[test]
fn every_scenario_is_played_to_its_end_by_leanings() {
    for (scenario, _) in &data().scenarios {
        for players in scenario.sizes() {
            let setup = Setup::quick(&scenario.id, players).unwrap();
            let mut luck = Chance::quick(players as u64);
            let mut game = StarTrek::start(&setup, &mut luck, &mut Tell::muted()).unwrap();
            for _ in 0..20_000 {
                let Some(seat) = game.to_act().iter().next() else { break };
                let choices = game.choices(seat);
                let weights: Vec<u32> = choices.iter().map(|a| game.lean(seat, a)).collect();
                let mut left = luck.below(weights.iter().sum());
                let pick = weights.iter().position(|w| match left.checked_sub(*w) {
                    Some(rest) => {
                        left = rest;
                        false
                    }
                    None => true,
                });
                game.apply(seat, &choices[pick.unwrap()], &mut luck, &mut Tell::muted());
            }
            let outcome =
                game.outcome().unwrap_or_else(|| panic!("{} with {players} does not end", scenario.id));
            assert!(!outcome.text.is_empty());
        }
    }
}

fn balance_of_terror() {
    opened("balance-of-terror", 2)
        .then("ship 1 ROM-S02 of p1; ship 2 FED-S01 of p2")
        .plays("p1: deploy 1 at 3875,12000 heading 0 speed 3; p1: done; p2: deploy 2 at 32000,12000 heading 1800 speed 3; p2: done")
        .then("turn 1");
    at("phase 3; ship 1 ROM-S01 of p1 at 10000,12000 destroyed; ship 2 FED-S01 of p2 at 14000,12000; acting 2").play("p2: end").then("winner p2");
}

fn heart_of_glory() {
    // Three guards and three prisoners on the starbase; the guards never leave.
    let game = opened("heart-of-glory", 2);
    let base = &game.game().view(Viewer::Watcher).terrain[0];
    let faces: Vec<Face> = base.disks.iter().map(|d| d.face).collect();
    assert_eq!(faces, [Face::Ready, Face::Ready, Face::Ready, Face::Held, Face::Held, Face::Held]);
    at("scenario heart-of-glory; ship 1 KLI-S01 of p1 at 9000,9000; ship 2 FED-S05 of p2 at 31000,18000 shields 0; disk 1 FED-C14 on terrain:1 of p2 garrison; disk 2 FED-C16 on ship:2; acting 2 owes AT")
        .play("p2: transport terrain:1")
        .refuses("p2: beam 1", "ST-11.1");
    // Two prisoners on own ships within range: 1 of the west end win; two dead lose; the limit loses.
    let home = |x: u32, more: &str| {
        format!(
            "scenario heart-of-glory; phase 3; ship 1 KLI-S01 of p1 at {x},12000; ship 2 FED-S05 of p2 at 40000,30000 speed 1 acted; \
        disk 1 SCN-C01 on ship:1; disk 2 SCN-C01 on ship:1; disk 3 SCN-C01 on terrain:1 of p1 held; acting 1{more}"
        )
    };
    at(&home(4000, "")).play("p1: end").then("winner p1");
    at(&home(5000, "")).play("p1: end").then_not("over");
    at(&home(9000, "; turn 10")).play("p1: end").then("winner p2");
    at("scenario heart-of-glory; phase 3; ship 1 KLI-S01 of p1 at 9000,12000; ship 2 FED-S05 of p2 at 40000,30000 speed 1 acted; \
        disk 1 SCN-C01 on out of p1; disk 2 SCN-C01 on out of p1; disk 3 SCN-C01 on terrain:1 of p1 held; acting 1")
        .play("p1: end")
        .then("winner p2");
}

fn best_of_both_worlds() {
    let near = |more: &str| {
        format!(
            "scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S05 of p1 at 12000,24000; ship 2 FED-S01 of p1 at 60000,8000 speed 1 acted{more}"
        )
    };
    // A beam that damages the cube: shields first, an adaptation marker; the next is one weaker; Raise Shields removes it.
    at(&near("; acting 1 owes AT,AT,RS"))
        .dice(&format!("hit hit miss miss  {NO_CRIT}"))
        .play("p1: fire threat")
        .then("threat shields 2 hull 30; ship 1 adapted 1")
        .dice("miss miss miss")
        .play("p1: fire threat")
        .play("p1: shields 6")
        .then("ship 1 adapted 0");
    // Each critical means 2 more hull hits and no marker.
    at(&near("; threat at 6000,24000 shields 1 hull 45; acting 1 owes AT"))
        .dice("hit hit hit miss  crit hit hit hit crit")
        .play("p1: fire threat")
        .then("threat shields 0 hull 39");
    // Two at once count after any hit on the hull, and not after hits on the shields alone.
    at(&near("; threat at 6000,24000 shields 1 hull 45; acting 1 owes AT"))
        .dice("hit hit miss miss  crit hit hit hit crit")
        .play("p1: fire threat")
        .then("threat shields 0 hull 40");
    at(&near("; threat at 6000,24000 shields 1 hull 45; acting 1 owes AT"))
        .dice("hit miss miss miss  crit hit hit hit crit")
        .play("p1: fire threat")
        .then("threat shields 0 hull 45");
    // Torpedoes strike it; at the end of the turn its shields return.
    at("scenario best-of-both-worlds players 1; stage steer; phase 1; ship 1 FED-S05 of p1 at 40000,40000 speed 1; torpedo 1 of p1 from 1 at 10000,24000 heading 1800; threat at 6000,24000 shields 0 hull 45")
        .dice(&format!("hit hit miss miss miss  {NO_CRIT}"))
        .play("p1: steer 1 1800")
        .then("threat hull 43; torpedoes 0");
    // Phase 3: two Drones instead of the first shot at an uncloaked ship with shields 0 at range: 1.
    at(&near("; acting 1").replace("phase 1", "phase 3").replace("12000,24000", "12000,24000 shields 0"))
        .play("p1: end")
        .events_say("Two Borg Drones board Sutherland")
        .then("ship 1 destroyed; threat at 11000,24000");
    // Ships treat it as terrain: 2 hull hits, the mover places; other disks cannot target it.
    at("scenario best-of-both-worlds players 1; phase 1; ship 1 FED-S05 of p1 at 12000,24000 heading 1800 speed 2; ship 2 FED-S01 of p1 at 60000,8000 speed 1 acted; disk 1 FED-T06 on ship:1; acting 1 owes AC")
        .refuses("p1: use 1", "ST-15.11")
        .dice(&format!("crit hit hit hit hit  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 hull 4 speed 0")
        .refuses("p1: pass", "ST-9.5")
        .play("p1: place 0 0")
        .then("ship 1 at 9751,24000");
    // Boarding when its shields are 0: 12 counters; a won segment does 3 hull hits, a lost or tied one costs a crew.
    at(&near("; disk 1 FED-C14 on ship:1; threat at 6000,24000 shields 0 hull 45; acting 1 owes AT")
        .replace("12000,24000", "12000,24000 shields 0"))
    .plays("p1: transport threat; p1: beam 1")
    .then("disk 1 on threat");
    let aboard = "scenario best-of-both-worlds players 1; phase 3; ship 1 FED-S05 of p1 at 40000,40000; ship 2 FED-S01 of p1 at 60000,8000 speed 1 acted; disk 1 FED-C14 on threat of p1 home 1; acting 1";
    let misses = |n: usize| "miss ".repeat(n);
    at(&format!("{aboard}; threat at 6000,24000 shields 0 hull 8"))
        .dice(&format!(
            "hit {} {}  hit {} {}  hit {} {}",
            misses(3),
            misses(12),
            misses(3),
            misses(12),
            misses(3),
            misses(12)
        ))
        .play("p1: end")
        .then("threat gone; disk 1 on out; winner p1");
    at(&format!("{aboard}; threat at 6000,24000 shields 0 hull 45"))
        .dice(&format!("{} {}", misses(4), misses(12)))
        .play("p1: end")
        .then("threat hull 45 shields 4; disk 1 on out; turn 2");
    // Overlapping Earth is defeat, at the end of that turn.
    at("scenario best-of-both-worlds players 1; phase 2; ship 1 FED-S05 of p1 at 40000,40000 speed 1; threat at 57000,24000 hull 45; acting 1")
        .plays("p1: move; p1: end")
        .events_say("has reached its goal")
        .then("threat reached")
        .then_not("over")
        .plays("p1: move; p1: end")
        .then("defeat");
}

fn the_wounded() {
    // Two freighters stand openly; they may carry bought crew, and leave over the east end for 12 points each.
    crate::support::building("the-wounded", &[Faction::Cardassian, Faction::Federation])
        .choices_include("p1: buy CAR-C14 for 101")
        .choices_include("p1: buy CAR-C14 for 102")
        .choices_exclude("p1: buy CAR-C14 for 103");
    opened("the-wounded", 2)
        .then("ship 3 SCN-S01 of p1 at 6000,14000 speed 2; ship 4 SCN-S02 of p1 at 6000,22000");
    let convoy = |more: &str| {
        format!(
            "scenario the-wounded; phase 3; ship 1 CAR-S01 of p1 at 10000,9000 acted; ship 2 FED-S05 of p2 at 30000,18000 speed 1 acted; \
        ship 3 SCN-S01 of p1 at 46000,14000 heading 0 speed 2; ship 4 SCN-S02 of p1 at 6000,22000 speed 2 acted{more}"
        )
    };
    at(&convoy("; acting 3"))
        .play("p1: move")
        .events_say("leaves safely")
        .then("ship 3 exited; total 1 12; total 2 0");
    // Who is aboard left with it: no disk of theirs works on, and nothing is asked about them.
    at("scenario the-wounded; stage reveal; ship 1 CAR-S01 of p1 at 10000,9000; ship 2 FED-S05 of p2 at 30000,18000; \
        ship 3 SCN-S01 of p1 at 50000,14000 exited; ship 4 SCN-S02 of p1 at 6000,22000; disk 1 FED-C13 on ship:3; \
        disk 2 CAR-C08 on ship:3 concealed; disk 3 CAR-C05 on ship:1")
    .then("ship 1 command 4")
    .refuses("p1: flip 2", "ST-5.1")
    .allows("p1: flip 3");
    // Not over another edge, and not under another flag.
    at(&convoy("; acting 3").replace("46000,14000 heading 0", "46000,1000 heading 2700"))
        .play("p1: move")
        .then("ship 3 destroyed; total 2 20");
    at(&convoy("; acting 3").replace("ship 3 SCN-S01 of p1", "ship 3 SCN-S01 of p2 owner p1"))
        .play("p2: move")
        .then("ship 3 destroyed");
    // A captured freighter counts as lost, and as an enemy-built ship.
    at(&convoy("; acting 2")
        .replace("speed 1 acted", "speed 1")
        .replace("ship 3 SCN-S01 of p1", "ship 3 SCN-S01 of p2 owner p1")
        .replace("heading 0 speed 2;", "heading 0 speed 2 acted;"))
    .then("total 2 20");
    // The game ends when no scenario ship is left.
    at(&convoy("; acting 3").replace("6000,22000 speed 2 acted", "6000,22000 exited"))
        .plays("p1: move")
        .then("over; winner p1");
}

fn peak_performance() {
    let game = opened("peak-performance", 3);
    assert_eq!(game.game().seats(), 3);
    // Three teams: only the attacker's scores, and the game ends when at most one has ships.
    at("scenario peak-performance; phase 3; ship 1 FED-S05 of p1 at 10000,12000; ship 2 ROM-S05 of p2 at 14000,12000 shields 0 hull 1; ship 3 KLI-S01 of p3 at 30000,40000 destroyed; acting 1 owes AT")
        .dice("hit miss miss miss")
        .plays("p1: fire 2; p1: end")
        .then("winner p1");
}

fn redemption() {
    let setup = Setup::quick("redemption", 4).unwrap();
    let code = |i: usize| setup.seats[i].faction.code();
    assert_eq!((code(0) != code(2), code(1) != code(3)), (true, true), "no faction twice in a team");
    // Every Romulan ship carries a cloak.
    let game = opened("redemption", 4);
    let all = game.game().view(Viewer::Everything);
    for ship in all.ships.iter().filter(|s| s.faction.is_some_and(|f| f.code() == "ROM")) {
        assert!(
            ship.disks.iter().any(|d| d.known.as_ref().is_some_and(|k| k.keywords.contains(&"Cloak"))),
            "{}",
            ship.name
        );
    }
}

fn the_chase() {
    // Each planet scores 15 once; three goals end the game.
    let race = |more: &str| {
        format!(
            "scenario the-chase players 3; phase 3; ship 1 FED-S05 of p1 at 10000,12000; ship 2 ROM-S05 of p2 at 40000,50000 speed 1 acted; ship 3 KLI-S01 of p3 at 50000,10000 speed 2 acted; \
        disk 1 FED-C16 on terrain:1 of p1 home 1; acting 1{more}"
        )
    };
    at(&race("")).play("p1: end").then("score 1 15; reached 1 1; turn 2");
    at(&race("; reached 1 1; score 1 15")).play("p1: end").then("score 1 15");
    at(&race("; reached 2 1; reached 3 1; score 1 30; score 2 40")).play("p1: end").then("over; winner p1");
}

fn menage_a_troi() {
    // The Dignitary starts on the most expensive ship of team 2.
    let game = opened("menage-a-troi", 2);
    let view = game.game().view(Viewer::Watcher);
    assert!(view.ships[1].disks.iter().any(|d| d.known.as_ref().is_some_and(|k| k.name == "Dignitary")));
    let held = |more: &str| {
        format!(
            "scenario menage-a-troi; phase 3; ship 1 FER-S01 of p1 at 10000,12000; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted; disk 1 SCN-C02 on ship:1; acting 1{more}"
        )
    };
    // Two turns in a row in Ferengi hands win; a break starts again.
    at(&held("; held 1 1 1")).play("p1: end").then("winner p1");
    at(&held("; held 1 1 1").replace("disk 1 SCN-C02 on ship:1", "disk 1 SCN-C02 on ship:2"))
        .play("p1: end")
        .then("held 1 1 0; turn 2");
    at(&held("; turn 10")).play("p1: end").then("winner p2");
    // Whoever destroys it loses: by an attack the attacker, off the table the team that carried it.
    at("scenario menage-a-troi; phase 3; ship 1 FER-S01 of p1 at 10000,12000; ship 2 FED-S05 of p2 at 14000,12000 shields 0 hull 1 acted; ship 3 FED-S01 of p2 at 40000,30000 speed 1 acted; disk 1 SCN-C02 on ship:2; acting 1 owes AT")
        .dice("hit miss miss miss")
        .plays("p1: fire 2; p1: end")
        .then("vip-killer 1; winner p2");
    at("scenario menage-a-troi; phase 3; ship 1 FER-S01 of p1 at 10000,12000 acted; ship 2 FED-S05 of p2 at 47000,12000 speed 1; ship 3 FED-S01 of p2 at 40000,30000 speed 1 acted; disk 1 SCN-C02 on ship:2; acting 2")
        .plays("p2: move")
        .then("vip-killer 2; winner p1");
    // On a tie for the most expensive ship its owner chooses.
    let mut setup = Setup::quick("menage-a-troi", 2).unwrap();
    setup.seats[1].fleet = klaxon_star_trek::FleetChoice::Build;
    let game = StarTrek::start(&setup, &mut Chance::scripted(&[]), &mut Tell::muted()).unwrap();
    Given::of(game)
        .plays("p2: buy FED-S03; p2: buy FED-S05; p2: done")
        .plays("p2: deploy 2 at 30000,18000 heading 0 speed 0; p2: deploy 3 at 30000,22000 heading 0 speed 0")
        .play("p2: vip 3")
        .refuses("p2: vip 1", "ST-3.9")
        .then("disk 7 SCN-C02 on ship:3");
}

fn the_pegasus() {
    let wreck = |more: &str| {
        format!(
            "scenario the-pegasus; phase 3; ship 1 FED-S05 of p1 at 10000,12000; ship 2 ROM-S05 of p2 at 40000,30000 speed 1 acted; disk 1 FED-C16 on terrain:1 of p1 home 1; acting 1{more}"
        )
    };
    // Two turns, not necessarily in a row.
    at(&wreck("; held 1 1 1")).play("p1: end").then("winner p1");
    at(&wreck("; held 1 1 1").replace("on terrain:1 of p1 home 1", "on ship:1"))
        .play("p1: end")
        .then("held 1 1 1; turn 2");
    opened("the-pegasus", 2).then("obstacles 10");
}

fn tin_man() {
    // In a row: a break starts again.
    at("scenario tin-man; phase 3; ship 1 FED-S05 of p1 at 10000,12000; ship 2 ROM-S05 of p2 at 50000,30000 speed 1 acted; held 1 1 1; acting 1").play("p1: end").then("held 1 1 0; turn 2");
}

fn chain_of_command() {
    // Own ships within range: 2 of the east end when the game ends: 15 points each.
    at("scenario chain-of-command; turn 8; phase 3; ship 1 FED-S05 of p1 at 65000,12000; ship 2 CAR-S01 of p2 at 50000,30000 speed 1 acted; ship 3 FED-S01 of p1 at 20000,20000 speed 2 acted; obstacles none; acting 1")
        .then("total 1 15; total 2 0")
        .play("p1: end")
        .then("over; winner p1");
    // Six mines and one more for each player.
    for players in [2, 4, 6] {
        let view = opened("chain-of-command", players).game().view(Viewer::Watcher);
        assert_eq!(view.asked, klaxon_star_trek::Asked::PlaceObstacle { left: 6 + players as u8 });
    }
}

fn last_ship_standing() {
    let view = opened("last-ship-standing", 6).game().view(Viewer::Watcher);
    assert_eq!((view.table, view.teams.len()), ([72_000, 48_000], 6));
    at("scenario last-ship-standing players 3; phase 3; ship 1 FED-S05 of p1 at 10000,12000; ship 2 ROM-S05 of p2 at 40000,30000 destroyed; ship 3 KLI-S01 of p3 at 30000,10000 destroyed; acting 1")
        .play("p1: end")
        .then("winner p1");
}

fn border_incident() {
    // Beams from or at a ship in a nebula are −2, once even if both are. The nebula at 18000,30000 has radius 2000.
    let nebula = |a: &str, b: &str| {
        format!(
            "scenario border-incident; ship 1 FED-S05 of p1 at {a}; ship 2 ROM-S05 of p2 at {b}; acting 1 owes AT"
        )
    };
    for (a, b, counters) in [
        ("15000,30000", "11000,30000", 2),
        ("11000,30000", "15000,30000", 2),
        ("17000,30000", "20000,30000", 2),
        ("5000,5000", "9000,5000", 4),
    ] {
        at(&nebula(a, b))
            .dice(&"miss ".repeat(counters))
            .play("p1: fire 2")
            .events_say(&format!("with {counters} counters"));
    }
}

/// Packs: own scenarios and disks on top of the built-in data.
#[test]
fn packs_add_and_replace_and_bad_ones_say_where() {
    let file = |name: &str, text: &str| (name.to_string(), text.to_string());
    let tech = "[[tech]]\nid = \"FED-T11\"\nname = \"Quantum Torpedoes\"\nfaction = \"FED\"\ncost = 6\nability = { when = \"continuous\", effect = [{ torp = { damage = 3 } }] }\nsource = \"typed in\"\n";
    let with = Data::with_packs(&[file("own.toml", tech)]).unwrap();
    assert_eq!((with.disks.len(), with.disk("FED-T11").is_some()), (data().disks.len() + 1, true));
    assert_ne!(with, Data::built_in());
    // A known id is replaced.
    let cheap = "[[crew]]\nid = \"FED-C10\"\nname = \"Ens. Wesley Crusher\"\nfaction = \"FED\"\ncost = 1\ncommand = 1\ncombat = 0\nkeywords = [\"Unique\"]\nsource = \"typed in\"\n";
    let with = Data::with_packs(&[file("cheap.toml", cheap)]).unwrap();
    assert_eq!((with.disks.len(), with.disks[9].cost), (data().disks.len(), 1));
    // A scenario.
    let text = data().scenario("tin-man").unwrap().1.replace("id = \"tin-man\"", "id = \"tin-woman\"");
    let with = Data::with_packs(&[file("x.toml", &text)]).unwrap();
    assert_eq!(with.scenarios.len(), 14);
    // Mistakes name file and line.
    for (text, line, words) in [
        ("[[tech]]\nid = \"X\"\nname = \"X\"\nfaction = \"FED\"\ncost = 300\nsource = \"s\"\n", 5, "u8"),
        ("[[tech]]\nid = \"X\"\ncolour = 3\n", 3, "colour"),
        (
            "[[ship]]\nid = \"FED-S99\"\nname = \"X\"\nfaction = \"FED\"\nclass = \"X\"\nsize = \"small\"\ncost = 1\nshields = 11\nhull = 1\nbeam = 1\ntorps = 1\ncapacity = 1\nsource = \"s\"\n",
            2,
            "ST-1.5",
        ),
        (
            "[[crew]]\nid = \"FED-C99\"\nname = \"X\"\nfaction = \"FED\"\ncost = 1\ncommand = 1\ncombat = 0\nability = { when = \"continuous\", effect = [{ shiny = 1 }] }\nsource = \"s\"\n",
            8,
            "shiny",
        ),
    ] {
        let error = Data::with_packs(&[file("bad.toml", text)]).unwrap_err();
        assert_eq!((error.file.as_str(), error.line), ("bad.toml", line), "{error}");
        assert!(error.text.contains(words), "{error}");
    }
}

#[test]
fn ready_made_fleets_are_legal_and_cost_what_they_say() {
    for fleet in &data().fleets {
        let limit: u16 = fleet.id.split('-').nth(1).unwrap().parse().unwrap();
        let scenario = if limit == 100 { "best-of-both-worlds" } else { "last-ship-standing" };
        let players = if limit == 100 { 1 } else { 2 };
        let mut wishes = [None; 6];
        wishes[0] = Some(fleet.faction);
        let mut setup =
            Setup::ordered(scenario, players, &wishes, false, klaxon_star_trek::FleetChoice::Quick).unwrap();
        setup.options.points_per_player = limit;
        setup.seats[0].fleet = klaxon_star_trek::FleetChoice::Ready(fleet.id.clone());
        let game = StarTrek::start(&setup, &mut Chance::quick(1), &mut Tell::muted())
            .unwrap_or_else(|r| panic!("{}: {r}", fleet.id));
        let spent = game.view(Viewer::Seat(Seat(0))).seats[0].spent.unwrap();
        assert!(spent <= limit && spent + 15 > limit, "{}: {spent} of {limit}", fleet.id);
        assert!(game.view(Viewer::Watcher).ships.iter().all(|s| s.status == Status::Aside || s.at.is_some()));
    }
}

#[test]
fn st_4_3_drones_board_only_an_open_ship_beside_the_cube_in_phase_3() {
    // The cube at 6000,24000 sends them to the nearest uncloaked ship with shields 0 at range: 1; all else it shoots at.
    let near = |phase: u8, ship: &str, more: &str| {
        at(&format!(
            "scenario best-of-both-worlds players 1; phase {phase}; ship 1 ROM-S02 of p1 at {ship}; ship 2 FED-S01 of p1 at 60000,8000 speed 1 acted; \
             threat at 6000,24000 hull 45; acting 1{more}"
        ))
    };
    let miss = "miss ".repeat(6);
    // Open and near.
    near(3, "12000,24000 shields 0", "").play("p1: end").events_say("Two Borg Drones board");
    for (case, phase, ship, more, shot) in [
        ("its shields are up", 3, "12000,24000 shields 1", "", true),
        ("too far", 3, "15000,24000 shields 0", "", true),
        ("cloaked", 3, "12000,24000 shields 0", "; disk 1 ROM-T02 on ship:1 flipped", false),
        ("not in phase 1", 1, "12000,24000 shields 0", "", true),
    ] {
        println!("{case}");
        let game = near(phase, ship, more);
        let game = if shot { game.dice(&miss) } else { game };
        game.play("p1: end").events_do_not_say("Drones");
    }
}
