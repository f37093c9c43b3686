//! `adjudicate`: finished missions, written down in TOML or JSON.

use klaxon_space_alert::{Mistake, adjudicate, read_case, resolve, resolve_with};

const MISSION: &str = r#"
tracks = { red = "T3", white = "T1", blue = "T2", internal = "T4" }
threats = [
    { card = "E1-05", turn = 1, zone = "red" },
    { card = "I1-03", turn = 2, zone = "internal" },
]
crew = [
    ["RED", "A", "A", ".", ".", ".", ".", ".", ".", ".", ".", "."],
    [".", "C", ".", ".", "C", ".", ".", ".", "C"],
    "BLUE C LIFT BOTS",
    "LIFT RED A C . . . C",
]
[tiles]
red = ["heavy", "light", "shield", "reactor", "lift", "structural"]
white = ["heavy", "light", "shield", "reactor", "lift", "structural"]
blue = ["heavy", "light", "shield", "reactor", "lift", "structural"]
"#;

#[track_caller]
fn mistakes(text: &str) -> Vec<Mistake> {
    adjudicate(text).expect_err("there should be a mistake")
}

#[test]
fn a_mission_is_judged_step_by_step() {
    let report = adjudicate(MISSION).unwrap();
    assert_eq!(report.turns.len(), 13);
    let steps: Vec<usize> = report.turns.iter().map(|t| t.steps.len()).collect();
    assert_eq!(steps, [4, 5, 4, 4, 5, 4, 4, 4, 5, 4, 4, 4, 3]);
    let after = &report.turns[1].steps[4].after;
    assert_eq!((after.shields.red, after.reactors.red, after.fuel, after.rockets), (0, 1, 3, 3));
    assert_eq!(after.crew[0].at, "UR");
    assert_eq!(after.crew[2].squad, "active");
    assert_eq!(after.crew[0].slots[1], "A");
    let gunship = &after.threats[0];
    assert_eq!((gunship.card.as_str(), gunship.square, gunship.blocks), ("E1-05", 8, 2));
    let end = &report.end;
    assert!(end.survived);
    assert_eq!(
        (end.destroyed.join(" "), end.threat_points, end.penalty, end.score),
        ("E1-05 I1-03".into(), 8, 2, Some(6))
    );
    assert!(report.notes.is_empty());
    let said: Vec<&str> =
        report.turns.iter().flat_map(|t| &t.steps).flat_map(|s| &s.events).map(|e| e.text.as_str()).collect();
    assert!(said.contains(&"The red heavy laser shoots at Gunship (T+1) with strength 4."), "{said:#?}");
    assert!(report.to_text().contains("score 6"));
}

#[test]
fn the_report_is_json_and_json_is_read_too() {
    let report = adjudicate(MISSION).unwrap();
    let value: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(value["end"]["score"], 6);
    assert_eq!(value["turns"][0]["steps"][1]["step"], "player actions");
    assert_eq!(value["turns"][0]["steps"][1]["events"][0]["rule"], "SA-5.10");
    let as_json = serde_json::to_string(&toml_value(MISSION)).unwrap();
    assert_eq!(adjudicate(&as_json).unwrap(), report);
}

fn toml_value(text: &str) -> serde_json::Value {
    toml::from_str(text).unwrap()
}

#[test]
fn it_agrees_with_the_pure_function() {
    let case = read_case(MISSION).unwrap();
    let mut voyage = case.voyage;
    voyage.run(&mut klaxon_space_alert::Deaf);
    assert_eq!(voyage.resolution().score.map(|s| s.total()), adjudicate(MISSION).unwrap().end.score);
    // With and without a listener the same comes out.
    let mission = klaxon_space_alert::Mission {
        lesson: klaxon_space_alert::Lesson::Mission,
        tracks: voyage.tracks,
        threats: case.voyage.threats().iter().map(|t| (t.card, t.turn, t.place)).collect(),
        crew: case.voyage.program[..4].to_vec(),
        androids: Vec::new(),
        stacks: [0, 1, 2].map(|_| klaxon_space_alert::Tile::ALL.to_vec()),
        carried: klaxon_space_alert::Carried::default(),
    };
    let mut heard = Vec::new();
    assert_eq!(resolve(&mission), resolve_with(&mission, &mut heard));
    assert!(heard.len() > 50);
}

#[test]
fn spelling_is_forgiven() {
    let odd = r#"
Trajectories = ["t3", "1", "T2", 4]
Threats = [
    { id = "e1-05", time = "T+1", place = "RED" },
    { name = "saboteur", turn = 2 },
]
Programs = ["red, a, a", "- c - - c - - - c", "right C gravolift battlebots", "lift left a c . . . c"]
tiles = { Red = "heavy laser" }
"#;
    let found = mistakes(odd);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().any(|m| m.text.contains("several cards are called `saboteur`: I1-03, I1-04")));
    let mended = odd.replace("saboteur", "I1-03").replace("\"heavy laser\"", "[\"heavy laser\"]");
    let report = adjudicate(&mended).unwrap();
    assert_eq!(report.end.score, Some(6));
    assert_eq!(report.notes.len(), 3, "{:?}", report.notes);
}

#[test]
fn every_mistake_is_pointed_out_by_its_place() {
    let found = mistakes(
        r#"
tracks = { red = "T9", white = "T1", internal = "T4", green = "T2" }
threats = [
    { card = "E9-05", turn = 1, zone = "red" },
    { card = "E1-05", turn = 14, zone = "purple" },
    { card = "I1-01", turn = 3, zone = "red" },
    { card = "E1-07", turn = 3 },
]
crew = ["A X B", 7, "A A A A A A A A A A A A A"]
tiles = { red = ["heavy", "heavy", "nose"] }
colour = "blue"
"#,
    );
    let places: Vec<&str> = found.iter().map(|m| m.place.as_str()).collect();
    for place in [
        "colour",
        "tracks.red",
        "tracks.blue",
        "tracks.green",
        "threats[1].card",
        "threats[2].turn",
        "threats[2].zone",
        "threats[3].zone",
        "threats[4].zone",
        "crew[1], turn 2",
        "crew[2]",
        "crew[3]",
        "tiles.red[2]",
        "tiles.red[3]",
    ] {
        assert!(places.contains(&place), "{place} is not among {places:?}");
    }
    assert_eq!(mistakes("tracks = [").len(), 1);
    assert!(mistakes("tracks = [")[0].place.starts_with("line 1"));
    assert!(mistakes("{ \"tracks\": ")[0].place.starts_with("line 1"));
    assert!(mistakes("").iter().any(|m| m.place == "crew"));
    let twice = mistakes(
        &MISSION.replace("I1-03\", turn = 2, zone = \"internal\"", "E1-05\", turn = 2, zone = \"blue\""),
    );
    assert!(twice[0].text.contains("each card exists once"));
}

#[test]
fn a_mission_may_begin_in_the_middle() {
    let start = format!(
        "{MISSION}\n{}",
        r#"
[start]
turn = 3
[start.ship]
shields = { red = 0 }
reactors = [1, 3, 2]
computer = [1]
damage = { red = ["heavy"] }
[[start.crew]]
at = "UR"
[[start.crew]]
at = "bridge"
[[start.crew]]
at = "UB"
squad = "UB"
[[start.crew]]
at = "LR"
[[start.threats]]
card = "E1-05"
square = 8
blocks = 2
[[start.threats]]
card = "I1-03"
square = 9
"#
    );
    let whole = adjudicate(MISSION).unwrap();
    let part = adjudicate(&start).unwrap();
    assert_eq!(part.turns.len(), 11);
    assert_eq!(part.end, whole.end);
    assert_eq!(part.turns.last(), whole.turns.last());
    assert_eq!(part.turns[0].steps[3].after, whole.turns[2].steps[3].after);
    // Who appeared before must be said.
    let text = start.replace("[[start.threats]]\ncard = \"I1-03\"\nsquare = 9\n", "");
    assert!(mistakes(&text).iter().any(|m| m.text.contains("I1-03 appeared in turn 2")));
}

#[test]
fn what_x_and_y_have_done_follows_from_the_square() {
    let text = |threat: &str, square: u8| {
        format!(
            "tracks = {}\nthreats = [{{ {threat} }}]\ncrew = [\".\"]\n\
             [start]\nturn = 3\n[[start.threats]]\n{}\nsquare = {square}\n",
            if threat.contains("red") {
                r#"["T4", "T1", "T2", "T3"]"#
            } else {
                r#"["T1", "T2", "T3", "T4"]"#
            },
            threat.split(',').next().unwrap()
        )
    };
    let at = |threat: &str, square: u8| read_case(&text(threat, square)).unwrap().voyage.threats[0];
    let kamikaze = "card = \"E2-01\", turn = 1, zone = \"red\"";
    assert_eq!((at(kamikaze, 10).speed, at(kamikaze, 10).shield), (4, 2));
    assert_eq!((at(kamikaze, 9).speed, at(kamikaze, 9).shield), (5, 1));
    assert_eq!((at(kamikaze, 3).speed, at(kamikaze, 3).shield), (6, 0));
    assert_eq!(at("card = \"SE1-08\", turn = 1, zone = \"red\"", 4).passes, 2);
    assert_eq!(at("card = \"I1-01\", turn = 1", 5).tokens.first(), Some(klaxon_space_alert::Station::LW));
    assert_eq!(at("card = \"I2-01\", turn = 1", 5).tokens.iter().count(), 2);
    assert!(at("card = \"E1-03\", turn = 1, zone = \"red\"", 9).revealed);
}

/// Random missions of all cards, also absurd ones: told or not, written down or not, the same comes out.
#[test]
fn random_missions_come_out_the_same_in_every_way() {
    use klaxon_core::Chance;
    use klaxon_space_alert::{
        Carried, Half, Kind, Lesson, Mission, Place, Placed, Slot, ThreatId, Tile, Zone,
    };
    let mut survived = 0;
    for seed in 0..1500 {
        let mut chance = Chance::quick(seed);
        let mut cards: Vec<ThreatId> = ThreatId::all().collect();
        chance.shuffle(&mut cards);
        let n = chance.below(9) as usize;
        let threats: Vec<_> = cards[..n]
            .iter()
            .map(|&id| {
                let zone = Place::from(Zone::ALL[chance.below(3) as usize]);
                let place = if id.card().internal { Place::Internal } else { zone };
                (id, 1 + chance.below(12) as u8, place)
            })
            .collect();
        let crew: Vec<[Slot; 12]> = (0..=chance.below(5))
            .map(|_| {
                let mut slots = [Slot::EMPTY; 12];
                for slot in &mut slots {
                    if chance.below(5) > 0 {
                        let half = Half::ALL[chance.below(2) as usize];
                        *slot = Placed { card: Kind(chance.below(18) as u8), half }.slot();
                    }
                }
                slots
            })
            .collect();
        let mut stack = || {
            let mut tiles = Tile::ALL.to_vec();
            chance.shuffle(&mut tiles);
            tiles
        };
        let stacks = [stack(), stack(), stack()];
        let mut boards: Vec<u8> = (0..7).collect();
        chance.shuffle(&mut boards);
        let tracks = [boards[0], boards[1], boards[2], boards[3]];
        let mission = Mission {
            lesson: Lesson::Mission,
            tracks,
            threats,
            androids: vec![false; crew.len()],
            crew,
            stacks,
            carried: Carried::default(),
        };
        let mut heard = Vec::new();
        let told = resolve_with(&mission, &mut heard);
        assert_eq!(resolve(&mission), told);
        assert!(heard.iter().all(|h| h.line().rule.is_some()), "every sentence has its rule");
        let words = |tiles: &[Tile]| tiles.iter().map(|t| t.word()).collect::<Vec<_>>();
        let written = serde_json::json!({
            "tracks": mission.tracks.map(|t| format!("T{}", t + 1)),
            "threats": mission.threats.iter().map(|(id, turn, place)| {
                serde_json::json!({ "card": id.to_string(), "turn": turn, "zone": place.word() })
            }).collect::<Vec<_>>(),
            "crew": mission.crew.iter().map(|p| p.map(|s| s.up.word()).to_vec()).collect::<Vec<_>>(),
            "tiles": {
                "red": words(&mission.stacks[0]), "white": words(&mission.stacks[1]), "blue": words(&mission.stacks[2])
            },
        });
        let report = adjudicate(&written.to_string()).unwrap();
        assert_eq!(report.end.score, told.score.map(|s| s.total()), "seed {seed}");
        assert_eq!(report.end.loss.as_ref().map(|l| (l.turn, l.zone)), told.loss.map(|l| (l.turn, l.zone)));
        survived += usize::from(report.end.survived);
    }
    assert!(survived > 50, "{survived}");
}

#[test]
fn trips_and_lost_missions_are_reported() {
    let tripped = MISSION.replace("[tiles]", "trips = [{ crew = 1, turn = 1 }]\n[tiles]");
    let report = adjudicate(&tripped).unwrap();
    assert_eq!(report.turns[0].steps[1].after.crew[0].slots[..4], ["RED", ".", "A", "A"]);
    let lost = adjudicate(
        "tracks = [\"T2\", \"T3\", \"T1\", \"T4\"]\ncrew = [\".\"]\nthreats = [{ card = \"Nemesis\", turn = 2, zone = \"blue\" }]",
    )
    .unwrap();
    let loss = lost.end.loss.as_ref().unwrap();
    assert_eq!((loss.turn, loss.cause.as_str(), loss.zone), (4, "SE2-05", None));
    assert_eq!((lost.end.score, lost.end.survived), (None, false));
    assert_eq!(lost.turns.len(), 4);
    let zone = adjudicate(
        "tracks = [\"T1\", \"T2\", \"T3\", \"T4\"]\ncrew = [\".\"]\nthreats = [{ card = \"SE2-02\", turn = 1, zone = \"red\" }]\n\
         [start]\nturn = 5\n[start.ship]\nshields = [0, 0, 0]\n[[start.threats]]\ncard = \"SE2-02\"\nsquare = 2\n",
    )
    .unwrap();
    assert_eq!(zone.end.loss.as_ref().unwrap().zone, Some(klaxon_space_alert::Zone::Red));
    assert_eq!(zone.end.damage_tiles.red.len(), 6);
}

/// The example missions in the docs: name, text.
fn examples() -> Vec<(String, String)> {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/space-alert");
    let mut list = Vec::new();
    for entry in std::fs::read_dir(dir).expect("the docs are there") {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name != "expected.toml" && (name.ends_with(".toml") || name.ends_with(".json")) {
            list.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
    list.sort();
    list
}

#[test]
fn the_examples_of_the_docs_end_as_they_should() {
    let expected = include_str!("../../../../../docs/space-alert/expected.toml");
    let expected: serde_json::Value = toml::from_str(expected).unwrap();
    let examples = examples();
    assert_eq!(examples.len(), expected.as_object().unwrap().len(), "each example has its end");
    assert!(examples.len() >= 6);
    for (name, text) in examples {
        let report = adjudicate(&text).unwrap_or_else(|m| panic!("{name}: {m:?}"));
        let end = serde_json::to_value(&report.end).unwrap();
        for (key, wanted) in expected[&name].as_object().unwrap() {
            if key == "lost" {
                let loss = report.end.loss.as_ref().unwrap_or_else(|| panic!("{name} is not lost"));
                assert_eq!(wanted["turn"], loss.turn, "{name}");
                assert_eq!(wanted["cause"], loss.cause, "{name}");
                assert_eq!(wanted["zone"], loss.zone.map_or("", |z| z.word()), "{name}");
            } else {
                assert_eq!(&end[key], wanted, "{name}: {key}");
            }
        }
    }
}

/// The page and its replay show what the game at the table does: the same mission, step by step, on both ways.
#[test]
fn the_table_resolves_the_examples_like_the_judge() {
    use klaxon_core::{Chance, Game, Seat, Situation, Tell};
    use klaxon_space_alert::{Action, Advance, Checkpoint, Declared, SpaceAlert, Trip, Zone};
    let mut flown = 0;
    for (name, text) in examples() {
        let case = read_case(&text).unwrap();
        let report = adjudicate(&text).unwrap();
        let v = &case.voyage;
        if text.contains("[start]") || v.lesson != klaxon_space_alert::Lesson::Mission {
            continue;
        }
        flown += 1;
        let mut clauses: Vec<String> =
            vec![format!("crew {}", (1..=v.crew_size).map(|n| n.to_string()).collect::<Vec<_>>().join(" "))];
        if !case.trips.is_empty() {
            clauses.push("options trips".into());
        }
        clauses.push(format!("tracks {}", v.tracks.map(|t| format!("T{}", t + 1)).join(" ")));
        for t in v.threats() {
            clauses.push(format!("threat {} T+{} {} waiting", t.card, t.turn, t.place.word()));
        }
        for (i, row) in v.program[..usize::from(v.crew_size)].iter().enumerate() {
            // A trip turns the card around: what was meant lies underneath.
            let words = row.iter().enumerate().map(|(t, slot)| {
                let tripped = case.trips.contains(&(i, t as u8 + 1));
                if tripped { format!("A/{}", slot.up.word()) } else { slot.up.word() }
            });
            clauses.push(format!("program {} {}", i + 1, words.collect::<Vec<_>>().join(" ")));
        }
        for zone in Zone::ALL {
            let tiles = v.ship.stacks[zone.index()].tiles.map(|t| t.word()).join(" ");
            clauses.push(format!("stack {zone} {tiles}"));
        }
        let list: Vec<&str> = clauses.iter().map(String::as_str).collect();
        let mut game = SpaceAlert::given(&list).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut steps = report.turns.iter().flat_map(|t| &t.steps);
        let mut tell = Tell::muted();
        let fine = Action::Trip(Trip(Declared::Fine));
        while game.outcome().is_none() {
            game.apply(Seat(0), &Advance::Advance.into(), &mut Chance::quick(1), &mut tell);
            while let Some(seat) = game.to_act().iter().next()
                && game.check(seat, &fine).is_ok()
            {
                let (turn, at) = (game.voyage().unwrap().turn, seat.index());
                let half = Action::Trip(Trip(Declared::OtherHalf));
                let trips = case.trips.contains(&(at, turn)) && game.check(seat, &half).is_ok();
                let declared = if trips { half } else { fine };
                game.apply(seat, &declared, &mut Chance::quick(1), &mut tell);
            }
            let mut wanted = steps.next().expect("as many steps").after.clone();
            let mut there = Checkpoint::of(game.voyage().unwrap());
            // What was tripped over keeps its wrong half on the board.
            for (i, turn) in &case.trips {
                let t = usize::from(*turn) - 1;
                wanted.crew[*i].slots[t].clone_from(&there.crew[*i].slots[t]);
                there.crew[*i].slots[t].clone_from(&wanted.crew[*i].slots[t]);
            }
            assert_eq!(there, wanted, "{name}");
        }
        assert!(steps.next().is_none(), "{name}");
        assert_eq!(game.outcome().unwrap().score, report.end.score, "{name}");
        let lost = game.voyage().unwrap().loss.map(|l| (l.turn, l.threat.to_string(), l.zone));
        assert_eq!(lost, report.end.loss.map(|l| (l.turn, l.cause, l.zone)), "{name}");
    }
    assert!(flown >= 4, "{flown}");
}

#[test]
fn a_mission_can_be_solved_and_fed_back() {
    use klaxon_space_alert::{
        fill_in, judge_plan, read_puzzle,
        solve::{Heat, Search, worth},
    };
    let (_, text) = examples().into_iter().find(|(name, _)| name == "gunship.toml").unwrap();
    let bare = text.replace("crew = [", "programs_of_the_box = [");
    assert!(read_puzzle(&bare).unwrap_err()[0].place.contains("programs_of_the_box"));
    let start = text.find("crew = [").unwrap();
    let without = format!("{}crew = 4\n{}", &text[..start], &text[text.find("[tiles]").unwrap()..]);
    for file in [text.clone(), without] {
        let puzzle = read_puzzle(&file).unwrap();
        let plan = |seed| {
            let mut search = Search::new(&puzzle.problem, seed);
            for _ in 0..3 {
                search.restart(12_000, Heat::HOT);
                search.anneal(6_000, Heat::WARM);
            }
            assert_eq!(search.worth(), worth(&puzzle.problem.resolve(search.best()).voyage));
            *search.best()
        };
        assert_eq!(plan(3), plan(3), "the same seed finds the same plan");
        let report = judge_plan(&puzzle.problem, &plan(3));
        // Both threats fall, and nobody needs to be hurt.
        assert!(report.end.score.unwrap() >= 8, "{}", report.end.sentence());
        let filled = fill_in(&file, &puzzle.problem, &plan(3)).unwrap();
        assert_eq!(adjudicate(&filled.toml).unwrap().end, report.end);
    }
    // With hands only those cards are played.
    let hands = format!(
        "hands = [[\"A-RED\", \"A-BLUE\", \"A-RED\"], [\"C-LIFT\"], [\"H1\"], []]\n{}",
        text.replace("crew = [", "crew_ = [").replace("crew_ = [", "crew = [")
    );
    let puzzle = read_puzzle(&hands).unwrap();
    let mut search = Search::new(&puzzle.problem, 1);
    search.anneal(4_000, Heat::HOT);
    let used = search.best().map(|row| row.iter().filter(|a| **a != klaxon_space_alert::Act::Empty).count());
    assert!(used[0] <= 3 && used[1] <= 1 && used[2] <= 1 && used[3] == 0, "{used:?}");
    let worse = hands.replace("\"A-RED\", \"A-BLUE\"", "\"A-GREEN\", \"A-BLUE\"");
    assert_eq!(read_puzzle(&worse).unwrap_err()[0].place, "hands[1], card 1");
}
