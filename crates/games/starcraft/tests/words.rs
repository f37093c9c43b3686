//! What the game says: clicks mean what their labels say, refusals explain, questions betray nothing.

use klaxon_core::{Chance, Game, Instinct, Seat, Situation, TableOrder, Tell, Viewer, Words};
use klaxon_starcraft::{Action, StarCraft, data::Face};
use klaxon_testkit::given;

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
    let text = |face: &str| StarCraft::label(&view, &Action::Standard(face.parse::<Face>().unwrap())).text;
    assert_eq!(text("T04"), "T04 Marine/Ghost: 6/5", "with +1 attack against the flyer");
    assert_eq!(text("T09"), "T09 Vulture/Siege Tank: 4/6, minor");
    let game = game.play("p1: play T04");
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let bluff = StarCraft::label(&view, &Action::Reinforce("TT05".parse().unwrap()));
    assert!(bluff.text.contains("a bluff") && bluff.mark == "warning", "{}", bluff.text);
}

#[test]
fn the_odds_of_the_deck_top_are_exact() {
    let game = given::<StarCraft>(&format!(
        "{WORKED}; p2 at tarsonis.1 zergling; p2 hand Z01; p1 hand T01 T02 T03; p1 deck T04 T05 T06 rest; battle tarsonis.1 p1 marine"
    ));
    // The hand holds T01 to T06; of the twelve cards left none shows the Marine.
    let view = game.game().view(Viewer::Seat(Seat(0)));
    let odds = StarCraft::odds(&view, &Action::DeckTop).unwrap();
    let parts: Vec<(u64, u64)> = odds.rows.iter().map(|(_, share)| (share.part, share.whole)).collect();
    assert_eq!(parts, [(0, 12), (12, 12), (0, 12)]);
}

#[test]
fn every_position_of_a_game_that_has_clauses_reads_back() {
    let mut seen = 0;
    watch("quick", 2, 11, |game, _| {
        if let Some(clauses) = game.clauses() {
            let list: Vec<&str> = clauses.iter().map(String::as_str).collect();
            assert!(StarCraft::given(&list).unwrap() == *game, "{clauses:#?}");
            seen += 1;
        }
    });
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
        ("edition 9", "the newest is 2"),
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
    let (even, ahead) = (even.game().appraise(Seat(0)), ahead.game().appraise(Seat(0)));
    assert!((400..600).contains(&even), "{even}");
    assert!(ahead > even + 100, "{ahead}");
}
