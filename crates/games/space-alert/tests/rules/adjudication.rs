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
            "tracks = [\"T4\", \"T4\", \"T4\", \"T4\"]\nthreats = [{{ {threat} }}]\ncrew = [\".\"]\n\
             [start]\nturn = 3\n[[start.threats]]\n{}\nsquare = {square}\n",
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
        let tracks = [0, 1, 2, 3].map(|_| chance.below(7) as u8);
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
        "tracks = [\"T1\", \"T1\", \"T1\", \"T1\"]\ncrew = [\".\"]\nthreats = [{ card = \"Nemesis\", turn = 2, zone = \"blue\" }]",
    )
    .unwrap();
    let loss = lost.end.loss.as_ref().unwrap();
    assert_eq!((loss.turn, loss.cause.as_str(), loss.zone), (4, "SE2-05", None));
    assert_eq!((lost.end.score, lost.end.survived), (None, false));
    assert_eq!(lost.turns.len(), 4);
    let zone = adjudicate(
        "tracks = [\"T1\", \"T1\", \"T1\", \"T1\"]\ncrew = [\".\"]\nthreats = [{ card = \"SE2-02\", turn = 1, zone = \"red\" }]\n\
         [start]\nturn = 5\n[start.ship]\nshields = [0, 0, 0]\n[[start.threats]]\ncard = \"SE2-02\"\nsquare = 2\n",
    )
    .unwrap();
    assert_eq!(zone.end.loss.as_ref().unwrap().zone, Some(klaxon_space_alert::Zone::Red));
    assert_eq!(zone.end.damage_tiles.red.len(), 6);
}
