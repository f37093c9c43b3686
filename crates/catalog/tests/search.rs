//! Questions as players ask them, with the rule that must be among the first three.

use klaxon_catalog::{
    search::search,
    shelf::{self, games},
};

const QUESTIONS: &[(&str, &[(&str, &str)])] = &[
    (
        "red-alert",
        &[
            ("asteroids block line of sight", "RA-18.8"),
            ("does an asteroid block LOS", "RA-18.8"),
            ("how far can fighters move", "RA-9.3"),
            ("red alert marker move", "RA-9.10"),
            ("who goes first", "RA-5.2"),
            ("can two units share a hex", "RA-9.5"),
            ("can I split dice", "RA-10.4"),
            ("return fire", "RA-13.1"),
            ("full impulse stars", "RA-9.11"),
            ("warp destroyer", "RA-9.12"),
            ("astroid stop", "RA-18.1"),
            ("wreck impassable", "RA-18.21"),
            ("hand limit combat cards", "RA-15.7"),
            ("can I buy a flagship", "RA-4.5"),
            ("cloaked target", "RA-19.4"),
        ],
    ),
    (
        "star-trek",
        &[
            ("maximum speed size", "ST-1.4"),
            ("change speed", "ST-8.7"),
            ("raise shields", "ST-8.10"),
            ("phaser range", "ST-10.1"),
            ("transporting shields must be 0", "ST-11.2"),
            ("torpedo movement after ships", "ST-12.6"),
            ("evasive action third phase", "ST-9.13"),
            ("hull 0 destroyed", "ST-13.5"),
            ("engineering crit tech", "ST-14.7"),
            ("tie in boarding", "ST-17.5"),
            ("concealed disks no effect", "ST-5.3"),
            ("who acts first command", "ST-7.1"),
            ("own torpedo sets it off", "ST-12.9"),
        ],
    ),
    (
        "federation",
        &[
            ("how do I win", "SF-3.2"),
            ("stacking limit", "SF-0.13"),
            ("sacrifice token", "SF-0.4"),
            ("what is an asset", "SF-0.7"),
            ("stored resources spaces", "SF-8.17"),
            ("upgrade base", "SF-9.10"),
            ("propaganda morale", "SF-9.31"),
            ("reclaim sacrificed token", "SF-9.34"),
            ("how many dice in combat", "SF-13.6"),
            ("fleets retreat per hit", "SF-13.12"),
            ("killed spy war effort", "SF-12.2"),
            ("missle swarms", "SF-14.2"),
            ("military losses", "SF-7.8"),
        ],
    ),
    (
        "starcraft",
        &[
            ("unit limit of an area", "SC-1.11"),
            ("are planets adjacent", "SC-1.5"),
            ("only the top order of a stack", "SC-4.2"),
            ("obstructed orders", "SC-4.6"),
            ("force mining permanent resources", "SC-5.7"),
            ("workers on a lost card", "SC-5.9"),
            ("new base produce same order", "SC-6.18"),
            ("special mobilize extra combat cards", "SC-7.13"),
            ("does cloaking protect from splash", "SC-9.43"),
            ("detector cloaking", "SC-10.3"),
            ("assist units supporting", "SC-10.9"),
            ("where can units retreat", "SC-9.51"),
            ("trade deals", "SC-1.19"),
        ],
    ),
    (
        "space-alert",
        &[
            ("elevator", "SA-5.11"),
            ("rocket target distance", "SA-6.7"),
            ("interceptors damage", "SA-6.9"),
            ("heavy laser energy", "SA-5.30"),
            ("fuel capsule reactor", "SA-5.36"),
            ("screensaver check", "SA-10.1"),
            ("seventh damage tile", "SA-8.5"),
            ("show cards to other players", "SA-3.11"),
            ("data transfer", "SA-3.24"),
            ("communication down", "SA-3.26"),
            ("unconscious crew member", "SA-9.1"),
            ("visual confirmation score", "SA-11.6"),
            ("I played the wrong card", "SA-5.3"),
            ("missiles launched in turn 12", "SA-10.3"),
        ],
    ),
];

#[test]
fn what_players_ask_is_answered_among_the_first_three() {
    let mut missed = Vec::new();
    for (game, questions) in QUESTIONS {
        assert!(questions.len() >= 12, "{game}");
        for (question, rule) in *questions {
            assert!(shelf::ledger(game).unwrap().rule(rule).is_some(), "{rule}");
            let found: Vec<&str> =
                search(question, Some(game)).iter().map(|hit| hit.rule.id.as_str()).collect();
            if !found.iter().take(3).any(|id| id == rule) {
                let place = found.iter().position(|id| id == rule);
                missed.push(format!(
                    "{question}: {rule} is at {place:?} of {}, first {:?}",
                    found.len(),
                    &found[..found.len().min(4)]
                ));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn all_games_are_searched_by_number_words_and_beginnings() {
    assert_eq!(search("ra-9.10", None)[0].rule.id, "RA-9.10");
    assert_eq!(search("RA-9.10", None).len(), 1);
    let games_found = |question: &str| {
        let hits = search(question, None);
        games().iter().filter(|cover| hits.iter().any(|hit| hit.cover.id == cover.id)).count()
    };
    assert!(games_found("victory") >= 3 && games_found("shield") >= 3);
    assert!(!search("astero", Some("red-alert")).is_empty(), "a word that is begun");
    assert_eq!(
        search("retirement", Some("red-alert"))[0].rule.id,
        search("retirements", Some("red-alert"))[0].rule.id
    );
    // Every word must be met.
    // Where no rule has all the words of a question, those that have most are near.
    let near = search("can I fire through a planet?", Some("red-alert"));
    assert!(near.iter().any(|hit| hit.rule.id == "RA-18.17") && near.len() <= 8, "{near:?}");
    assert!(search("asteroid xylophone", None).is_empty());
    assert!(search("", None).is_empty() && search(" .-!? ", None).is_empty());
    assert!(search(&"long ".repeat(10_000), None).len() < 2_000, "a long question ends");
}

#[test]
fn no_word_is_explained_by_words_that_no_rule_has() {
    let text = include_str!("../data/words.txt");
    let mut game = "";
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        match line.split_once('=') {
            Some((said, meant)) => {
                let of = shelf::game(game).map(|cover| cover.id);
                let known = meant.split(',').any(|way| !search(way, of).is_empty());
                assert!(known, "{game}: nothing is found for `{}`", said.trim());
            }
            None if !line.is_empty() => {
                assert!(line == "everywhere" || shelf::game(line).is_some(), "`{line}` is no game");
                game = line;
            }
            None => {}
        }
    }
}
