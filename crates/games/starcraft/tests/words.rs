//! What the game says: clicks mean what their labels say, refusals explain, questions betray nothing.

use klaxon_core::{Chance, Game, Instinct, Seat, Situation, TableOrder, Tell, Viewer, Words};
use klaxon_starcraft::{Action, EndTurn, Pay, PlayEvent, Reinforce, Standard, StarCraft, data::Face};
use klaxon_testkit::{Given, given};

const WORKED: &str = "galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base";

/// Plays by the leanings and looks at every position.
fn watch(scenario: &str, seats: usize, luck: u64, mut look: impl FnMut(&StarCraft, Seat)) {
    let order = TableOrder { scenario: scenario.into(), seats, ..TableOrder::default() };
    let setup = StarCraft::setup(&order).unwrap();
    let mut chance = Chance::quick(luck);
    let mut game = StarCraft::start(&setup, &mut chance, &mut Tell::muted()).unwrap();
    while let Some(seat) = game.to_act().iter().next() {
        look(&game, seat);
        let choices = game.choices(seat);
        let weights: Vec<u32> = choices.iter().map(|c| game.lean(seat, c)).collect();
        let mut left = chance.below(weights.iter().sum());
        let i = weights.iter().position(|w| {
            let here = left < *w;
            left = left.saturating_sub(*w);
            here
        });
        game.apply(seat, &choices[i.unwrap()], &mut chance, &mut Tell::muted());
    }
}

#[test]
fn the_clicks_of_a_label_mean_its_choice() {
    for luck in 0..3 {
        watch(["quick", "galaxy"][luck as usize % 2], 3, luck, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            for action in game.choices(seat) {
                let label = StarCraft::label(&view, &action);
                if label.clicks.is_empty() {
                    continue;
                }
                let meant = StarCraft::intend(&view, seat, &label.clicks);
                let meant = meant.unwrap_or_else(|| panic!("{:?} mean nothing for {action:?}", label.clicks));
                // Choices that share all their clicks are one menu; any of them will do.
                let clicks = StarCraft::label(&view, &meant).clicks;
                assert_eq!(clicks, label.clicks, "{action:?} and {meant:?}");
            }
        });
    }
}

#[test]
fn a_click_that_cannot_be_is_explained_with_its_rule() {
    let rows = [
        (
            "order p1 build tarsonis; order p2 build tarsonis; order p1 build abaddon; phase turn p1",
            "stack:tarsonis",
            "SC-4.2",
        ),
        ("phase planning 1 p1", "planet:chau order:build", "SC-3.3"),
        ("phase planning 1 p1", "planet:tarsonis order:build+", "SC-3.7"),
    ];
    for (position, clicks, rule) in rows {
        let game = given::<StarCraft>(&format!("{WORKED}; {position}"));
        let clicks: Vec<String> = clicks
            .split(' ')
            .map(|c| if c.contains(':') { c.to_string() } else { format!("planet:{c}") })
            .collect();
        let view = game.game().view(Viewer::Seat(Seat(0)));
        let action = StarCraft::intend(&view, Seat(0), &clicks).expect("the clicks mean something");
        let refusal = game.game().check(Seat(0), &action).unwrap_err();
        assert_eq!(refusal.rule.unwrap().as_str(), rule, "{refusal}");
    }
    // In the middle of an order: a unit over a route without a transport.
    let game = given::<StarCraft>(&format!(
        "{WORKED}; p1 at abaddon.1 marine; p1 at tarsonis.1 vulture; phase revealed p1 mobilize tarsonis"
    ))
    .play("p1: execute");
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let clicks = ["unit:abaddon.1:marine".to_string(), "area:tarsonis.2".to_string()];
    let action = StarCraft::intend(&view, Seat(0), &clicks).unwrap();
    assert_eq!(game.game().check(Seat(0), &action).unwrap_err().rule.unwrap().as_str(), "SC-7.3");
}

#[test]
fn whether_a_question_is_asked_does_not_tell_what_is_in_a_hand() {
    // Bunker is somewhere in Raynor's deck or hand: the question comes either way.
    for hand in ["T05 TT02", "T05"] {
        let game = given::<StarCraft>(&format!(
            "{WORKED}; p2 at tarsonis.1 zergling; p2 hand Z01; p1 hand {hand}; p1 deck T01 T02 T03 rest TT02/2; battle tarsonis.1 p1 marine"
        ));
        drop(game.play("p1: play T05").then("asks reinforcement p1"));
    }
    // Before any technology is bought everybody knows that there is nothing to add.
    let game = given::<StarCraft>(&format!(
        "{WORKED}; p2 at tarsonis.1 zergling; p2 hand Z01; p1 hand T05; battle tarsonis.1 p1 marine"
    ));
    drop(game.play("p1: play T05").then("asks standard p2"));
}

#[test]
fn labels_show_values_and_warn_before_what_can_have_no_effect() {
    let game = given::<StarCraft>(&format!(
        "{WORKED}; p2 at tarsonis.1 mutalisk; p2 hand Z13; p1 hand T04 T09 TT05; battle tarsonis.1 p1 marine"
    ));
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let text =
        |face: &str| StarCraft::label(&view, &Standard::Standard(face.parse::<Face>().unwrap()).into()).text;
    assert_eq!(text("T04"), "T04 Marine/Ghost: 6/5", "with +1 attack against the flyer");
    assert_eq!(text("T09"), "T09 Vulture/Siege Tank: 4/6, minor");
    let game = game.play("p1: play T04");
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let bluff = StarCraft::label(&view, &Reinforce::Reinforce("TT05".parse().unwrap()).into());
    assert!(bluff.text.contains("a bluff") && bluff.mark == "warning", "{}", bluff.text);
}

#[test]
fn the_odds_of_the_deck_top_are_exact() {
    let game = given::<StarCraft>(&format!(
        "{WORKED}; p2 at tarsonis.1 zergling; p2 hand Z01; p1 hand T01 T02 T03; p1 deck T04 T05 T06 rest; battle tarsonis.1 p1 marine"
    ));
    // The hand holds T01 to T06; of the twelve cards left none shows the Marine.
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let odds = StarCraft::odds(&view, &Standard::DeckTop.into()).unwrap();
    let parts: Vec<(u64, u64)> = odds.rows.iter().map(|(_, share)| (share.part, share.whole)).collect();
    assert_eq!(parts, [(0, 12), (12, 12), (0, 12)]);
}

#[test]
fn every_position_of_a_game_that_has_clauses_reads_back() {
    let mut seen = 0;
    for luck in [11, 12, 13] {
        watch("quick", 2, luck, |game, _| {
            if let Some(clauses) = game.clauses() {
                let list: Vec<&str> = clauses.iter().map(String::as_str).collect();
                assert!(StarCraft::given(&list).unwrap() == *game, "{clauses:#?}");
                seen += 1;
            }
        });
    }
    assert!(seen > 100, "{seen} positions");
}

#[test]
fn a_clause_that_cannot_be_read_says_why() {
    for (clause, says) in [
        ("p1 at torus.1 marine", "not in this galaxy"),
        ("p1 at tarsonis.1 zergling", "another race"),
        ("p1 at tarsonis.1 firebat x4", "no firebat figure is left"),
        ("p1 hand Z01", "another race"),
        ("p7 cp 3", "no clause"),
        ("p3 cp 3", "does not play"),
        ("phase breakfast", "no phase"),
        ("phase place 9", "no such decision"),
        ("order p5 build tarsonis", "does not play"),
        ("p1 deck T01 T01", "two places"),
        ("p2 at tarsonis.1 zergling x9", "full"),
        ("p2 at tarsonis.1 zergling; battle tarsonis.1 p1 marine x6", "SC-7.9"),
        ("p1 drawn E101; p2 held E101", "two places"),
        ("p1 drawn E101 looked; p1 picks E101; phase events", "at-once"),
        ("edition 9", "the newest is 3"),
        ("edition two", "no number of an edition"),
    ] {
        let text = format!("{WORKED}; {clause}");
        let clauses: Vec<&str> = text.split(';').map(str::trim).collect();
        let why = StarCraft::given(&clauses).unwrap_err();
        assert!(why.contains(says), "{clause}: {why}");
    }
}

#[test]
fn appraisals_prefer_the_side_that_is_ahead() {
    let even = given::<StarCraft>(&format!("{WORKED}; p2 faction mengsk"));
    let ahead =
        given::<StarCraft>(&format!("{WORKED}; p2 faction mengsk; p1 cp 9; p1 at tarsonis.1 marine x3"));
    let (even, ahead) =
        ([0, 1].map(|s| even.game().appraise(Seat(s))), [0, 1].map(|s| ahead.game().appraise(Seat(s))));
    assert!(ahead[0] > even[0] + 100 && ahead[1] < even[1], "{even:?} {ahead:?}");
}

#[test]
fn sc_15_11_a_conqueror_is_never_content_with_a_lead() {
    let worth = |rival: &str| {
        let army = "p1 at tarsonis.1 marine x3; p1 at abaddon.1 base marine x3; p1 at abaddon.2 firebat x2";
        let all = format!("players 2 galactic; galaxy worked; p1 at tarsonis.3 base; {army}; {rival}");
        given::<StarCraft>(&all).game().appraise(Seat(0))
    };
    let ends = [
        "p2 at pridewater.1 base zergling x3",
        "p2 at pridewater.1 base zergling",
        "p2 at pridewater.1 base",
        "p2 at pridewater.1 zergling",
    ];
    let worths = ends.map(worth);
    assert!(worths.is_sorted_by(|a, b| a < b) && worths[3] < 1000, "{worths:?}");
}

#[test]
fn sc_15_11_a_conqueror_strikes_at_bases_and_brings_up_what_stands_idle() {
    let game = |clauses: &str, phase: &str| {
        let all = "players 2 galactic; galaxy worked; p1 at tarsonis.3 base; p1 at abaddon.1 base; p2 at pridewater.1 base";
        given::<StarCraft>(&format!("{all}; p1 transport r1; p1 transport r2; {clauses}; phase {phase}"))
    };
    let lean = |game: &Given<StarCraft>, words: &str| {
        let action = game.game().action(Seat(0), words).unwrap();
        game.game().lean(Seat(0), &action)
    };
    // A base without defenders before empty ground.
    let march = game("p1 at tarsonis.1 marine x3", "revealed p1 mobilize pridewater").play("p1: execute");
    let strike = lean(&march, "move marine tarsonis.1 pridewater.1");
    assert!(strike > 2 * lean(&march, "move marine tarsonis.1 pridewater.2"), "{strike}");
    // Those who stand behind come to the front; nobody is sent to the rear.
    let plan = game("p1 at abaddon.2 marine x4; p1 at tarsonis.1 marine", "planning 1 p1");
    let (on, back) = (lean(&plan, "order mobilize tarsonis"), lean(&plan, "order mobilize abaddon"));
    assert!(on > 4 * back, "{on} {back}");
}

#[test]
fn sc_15_11_most_games_of_bots_end_by_conquest() {
    let options = [("variant".to_string(), "conquest".to_string())].into();
    let setup = StarCraft::setup(&TableOrder { options, ..TableOrder::default() }).unwrap();
    let conquered = (0..20).filter(|luck| {
        let mut chance = Chance::quick(*luck);
        let mut game = StarCraft::start(&setup, &mut chance, &mut Tell::muted()).unwrap();
        while let Some(seat) = game.to_act().iter().next() {
            let choices = game.choices(seat);
            // By the rule of thumb: what looks sensible, seldom something else.
            let weights: Vec<u64> =
                choices.iter().map(|a| u64::from(game.lean(seat, a).min(4096)).pow(2) / 64 + 1).collect();
            let mut at = u64::from(chance.below(weights.iter().sum::<u64>().min(u64::from(u32::MAX)) as u32));
            let chosen = weights.iter().position(|w| {
                let here = at < *w;
                at = at.saturating_sub(*w);
                here
            });
            game.apply(seat, &choices[chosen.unwrap_or(0)], &mut chance, &mut Tell::muted());
        }
        game.outcome().unwrap().text.contains("nobody else is left")
    });
    let conquered = conquered.count();
    assert!(conquered > 12, "{conquered} of 20");
}

#[test]
fn no_two_choices_of_a_question_read_the_same() {
    for (scenario, luck) in [("quick", 3), ("galaxy", 4)] {
        watch(scenario, 3, luck, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            let mut seen: Vec<(String, String, Action)> = Vec::new();
            for action in game.choices(seat) {
                let label = StarCraft::label(&view, &action);
                let twin = seen.iter().find(|(group, text, _)| (group, text) == (&label.group, &label.text));
                assert!(twin.is_none(), "{action:?} and {:?} read {}", twin.map(|t| t.2), label.text);
                seen.push((label.group, label.text, action));
            }
        });
    }
}

#[test]
fn sc_5_10_the_plain_payment_never_force_mines_and_force_mining_says_what_is_lost() {
    let mut seen = [0; 2];
    for luck in 0..4 {
        watch("quick", 2, luck, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            let choices = game.choices(seat);
            if !choices.iter().any(|a| matches!(a, Action::Pay(pay) if *pay != Pay::PayRest)) {
                return;
            }
            let labels: Vec<_> = choices.iter().map(|a| (a, StarCraft::label(&view, a))).collect();
            let obvious: Vec<_> = labels.iter().filter(|(_, label)| label.mark == "obvious").collect();
            let renewable =
                choices.iter().any(|a| matches!(a, Action::Pay(Pay::PayPermanent(_) | Pay::PayCard(_))));
            assert_eq!(obvious.len(), usize::from(renewable), "{labels:?}");
            for (action, label) in &labels {
                match action {
                    Action::Pay(Pay::ForceMine(_)) => {
                        seen[0] += 1;
                        assert_eq!(label.mark, "force");
                        let loss =
                            label.text.contains("partly depleted") || label.text.contains("lose the card");
                        assert!(loss, "{}", label.text);
                    }
                    Action::Pay(Pay::PayRest) if label.mark == "obvious" => {
                        seen[1] += 1;
                        assert!(!label.text.contains("force mining"), "{}", label.text);
                    }
                    _ => {}
                }
            }
        });
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

#[test]
fn sc_5_10_where_only_force_mining_is_left_the_question_says_so() {
    let asked = |cards: &str, then: &str| {
        let clauses = "p1 workers 4 0 4 0; p1 at abaddon.1 base; phase revealed p1 build tarsonis";
        let game = given::<StarCraft>(&format!("{WORKED}; {cards}; {clauses}"))
            .plays(&format!("p1: execute; p1: buy marine tarsonis.1{then}"));
        let view = game.game().view(Viewer::Seat(Seat(0)));
        let marks: Vec<&str> =
            game.game().choices(Seat(0)).iter().map(|a| StarCraft::label(&view, a).mark).collect();
        (StarCraft::prompt(&view, Viewer::Seat(Seat(0))).text, marks)
    };
    // The permanent minerals are taken and both cards are full.
    let (prompt, marks) = asked("p1 card tarsonis.3 workers 2; p1 card abaddon.1 workers 3", "; p1: really");
    assert!(prompt.contains("only force mining is left"), "{prompt}");
    assert!(
        marks.contains(&"force") && !marks.contains(&"obvious"),
        "the server never answers that: {marks:?}"
    );
    // One of them has room: that is where the worker goes.
    let (prompt, marks) = asked("p1 card tarsonis.3 workers 2; p1 card abaddon.1 workers 1", "");
    assert!(!prompt.contains("force mining") && marks.contains(&"obvious"), "{prompt} {marks:?}");
}

#[test]
fn sc_5_21_the_question_before_force_mining_names_what_is_lost() {
    let asked = |clauses: &str| {
        let game = given::<StarCraft>(&format!("{WORKED}; {clauses}; phase revealed p1 build tarsonis"))
            .plays("p1: execute; p1: buy vulture tarsonis.1");
        let view = game.game().view(Viewer::Seat(Seat(0)));
        let choices = game.game().choices(Seat(0));
        let labels: Vec<_> = choices.iter().map(|a| StarCraft::label(&view, a)).collect();
        assert!(labels.iter().all(|label| label.mark != "obvious"), "{labels:?}");
        let really = labels.iter().find(|label| label.mark == "force").expect("buying is on offer");
        (StarCraft::prompt(&view, Viewer::Seat(Seat(0))).text, really.text.clone())
    };
    let dry = "p1 buildings 1 1 0; p1 workers 4 0 3 0; p1 card tarsonis.3 workers 2";
    let (prompt, buy) = asked(dry);
    assert!(prompt.contains("a Vulture") && prompt.contains("1 M must be force mined"), "{prompt}");
    assert!(buy.contains("Tarsonis 3 (minerals 2)") && buy.contains("partly depleted"), "{buy}");
    // The second time, and twice at once.
    let (_, buy) = asked(&format!("{dry}; tarsonis.3 partial"));
    assert!(buy.contains("you lose the card for good; its 3 workers wait"), "{buy}");
    let (_, buy) = asked("p1 buildings 1 1 0; p1 workers 4 0 4 0; p1 card tarsonis.3 workers 2");
    assert!(buy.contains("twice") && buy.contains("lose the card for good; its 4 workers"), "{buy}");
    // With two cards one chooses after it.
    let (_, buy) = asked(&format!("{dry}; p1 at abaddon.1 base; p1 card abaddon.1 workers 3"));
    assert!(buy.contains("1 M must be force mined, and you choose where"), "{buy}");
}

#[test]
fn sc_13_13_an_event_card_that_would_do_nothing_says_so() {
    let mut seen = [0; 2];
    for luck in 0..6 {
        let mut told: Option<bool> = None;
        watch("quick", 2, luck, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            for action in game.choices(seat) {
                let Action::PlayEvent(PlayEvent::PlayEvent(_)) = action else { continue };
                let idle = StarCraft::label(&view, &action).text.contains("no effect as things stand");
                // It is what happens, too.
                let mut then = game.clone();
                let mut tell = Tell::aloud();
                then.apply(seat, &action, &mut Chance::quick(1), &mut tell);
                let lines: Vec<String> =
                    tell.take().iter().map(|told| StarCraft::line(&told.event).text).collect();
                let nothing = lines.iter().any(|line| line.contains("finds nothing to do"));
                if nothing {
                    assert!(idle, "{action:?}: {lines:?}");
                }
                seen[usize::from(idle)] += 1;
                told = Some(idle);
            }
        });
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

#[test]
fn sc_14_20_the_end_of_galactic_conquest_speaks_of_what_was_won_by() {
    let options = [("variant", "conquest"), ("limit", "1")].map(|(a, b)| (a.to_string(), b.to_string()));
    let order = TableOrder { options: options.into(), ..TableOrder::default() };
    let setup = StarCraft::setup(&order).unwrap();
    for luck in 0..4 {
        let mut chance = Chance::quick(luck);
        let mut game = StarCraft::start(&setup, &mut chance, &mut Tell::muted()).unwrap();
        while let Some(seat) = game.to_act().iter().next() {
            let choices = game.choices(seat);
            game.apply(
                seat,
                &choices[chance.below(choices.len() as u32) as usize],
                &mut chance,
                &mut Tell::muted(),
            );
        }
        let text = game.outcome().unwrap().text;
        assert!(text.contains("the round limit is reached") && !text.contains("point"), "{text}");
        assert!(["resource", "area", "base", "worker"].iter().any(|what| text.contains(what)), "{text}");
    }
}

#[test]
fn areas_are_named_by_their_number_and_what_they_hold() {
    let game =
        given::<StarCraft>(&format!("{WORKED}; p1 at abaddon.1 marine; phase revealed p1 build tarsonis"))
            .play("p1: execute");
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let texts: Vec<String> =
        game.game().choices(Seat(0)).iter().map(|a| StarCraft::label(&view, a).text).collect();
    assert!(texts.iter().any(|text| text.contains("Tarsonis 3 (minerals 2)")), "{texts:?}");
}

#[test]
fn sc_4_1_ending_the_turn_threatens_nobody() {
    let mut asked = 0;
    watch("quick", 2, 5, |game, seat| {
        if game.choices(seat).contains(&Action::EndTurn(EndTurn::EndTurn)) {
            asked += 1;
            let prompt = StarCraft::prompt(&game.view(Viewer::Seat(seat)), Viewer::Seat(seat)).text;
            assert!(!prompt.contains("destroyed"), "{prompt}");
        }
    });
    assert!(asked > 0);
}
