//! What the crew asks of each other (SA-3.11): what a bot answers and lays, and when nobody can ask.

use klaxon_core::{Chance, Game, Heed, Instinct, Seat, Situation, Tell, Viewer, Words};
use klaxon_space_alert::{Action, SpaceAlert};

fn given(clauses: &str) -> SpaceAlert {
    let clauses: Vec<&str> = clauses.split(';').map(str::trim).collect();
    SpaceAlert::given(&clauses).unwrap()
}

/// The second crew member answers the first and does what he says.
#[track_caller]
fn asked(game: &SpaceAlert, words: &str) -> (SpaceAlert, Heed<Action>) {
    let (me, by) = (Seat(1), Seat(0));
    let heed = game.heed(me, by, words).expect("it is understood");
    let mut after = game.clone();
    for action in &heed.series {
        after.check(me, action).unwrap_or_else(|no| panic!("{action:?}: {no}"));
        after.apply(me, action, &mut Chance::quick(1), &mut Tell::muted());
    }
    (after, heed)
}

#[track_caller]
fn then(game: &SpaceAlert, clause: &str) {
    game.holds(clause).unwrap_or_else(|found| panic!("{clause}: {found}"));
}

#[test]
fn a_bot_serves_the_computer_when_asked_and_says_in_which_turn() {
    let game = given("planning S2-1; time 0:01; hand 2 C-LIFT A-RED");
    let (after, heed) = asked(&game, "serve 1");
    assert!(heed.follows && heed.says.starts_with("Yes. I serve the computer on "), "{}", heed.says);
    let laid = [1, 2].iter().any(|t| after.holds(&format!("board 2 {t} C-LIFT action")).is_ok());
    assert!(laid, "the card lies in one of the first two turns");
    // Asked again, it has it already.
    let (_, again) = asked(&after, "serve 1");
    assert!(again.follows && again.series.is_empty(), "{again:?}");
}

#[test]
fn a_bot_walks_to_the_gun_that_it_is_asked_to_fire() {
    let game = given("planning S2-1; time 0:01; hand 2 A-RED B-RED");
    let (after, heed) = asked(&game, "shoot red 2");
    assert_eq!(heed.says, "Yes. I fire the red laser on 2.");
    then(&after, "board 2 1 B-RED movement");
    then(&after, "board 2 2 A-RED action");
}

#[test]
fn a_bot_says_what_it_cannot_do() {
    let game = given("planning S2-1; time 0:01; hand 2 B-BLUE");
    let (_, heed) = asked(&game, "serve 1");
    assert!(!heed.follows && heed.says == "I cannot: I hold no C.", "{}", heed.says);
    let (_, heed) = asked(&game, "go LR 1");
    assert!(!heed.follows && heed.says.contains("do not take me there"), "{}", heed.says);
    let (_, heed) = asked(&game, "go UB 1");
    assert!(heed.follows, "{}", heed.says);
    let (_, heed) = asked(&game, "serve 2");
    assert!(heed.follows && heed.series.is_empty() && heed.says.contains("keep it in mind"), "{}", heed.says);
    assert!(game.heed(Seat(1), Seat(0), "dance").is_none());
}

#[test]
fn sa_3_24_a_bot_gives_a_card_in_a_data_transfer() {
    let before = given("planning S2-1; time 3:04; hand 2 C-LIFT A-RED");
    let (_, heed) = asked(&before, "give C");
    assert!(
        heed.follows && heed.series.is_empty() && heed.says.contains("next data transfer"),
        "{}",
        heed.says
    );
    let open = given("planning S2-1; time 3:05; hand 1 B-RED; hand 2 C-LIFT A-RED");
    let (after, heed) = asked(&open, "give C");
    assert_eq!(heed.says, "Here is a C.");
    then(&after, "hand 2 A-RED");
    then(&after, "hand 1 B-RED C-LIFT");
    // Once is enough, however long it is kept in mind.
    let (_, again) = asked(&after, "give C");
    assert!(again.series.is_empty(), "{again:?}");
}

#[test]
fn sa_3_26_nobody_asks_anything_in_a_breakdown() {
    let talks = given("planning S2-3; time 8:14; hand 1 A-RED");
    assert!(!SpaceAlert::requests(&talks.view(Viewer::Seat(Seat(0)))).is_empty());
    let silent = given("planning S2-3; time 8:15; hand 1 A-RED");
    assert!(SpaceAlert::requests(&silent.view(Viewer::Seat(Seat(0)))).is_empty());
    assert!(SpaceAlert::requests(&talks.view(Viewer::Watcher)).is_empty());
}

#[test]
fn sa_3_35_a_marker_asks_for_somebody_there() {
    let game = given("planning S2-1; time 0:01");
    let mark = game.action(Seat(0), "mark UR").unwrap();
    let request = SpaceAlert::requested(&game.view(Viewer::Seat(Seat(0))), &mark).unwrap();
    assert_eq!((request.words.as_str(), request.text.as_str()), ("go UR 1", "Go to upper red"));
    let ping = game.action(Seat(0), "ping UR").unwrap();
    assert_eq!(SpaceAlert::requested(&game.view(Viewer::Seat(Seat(0))), &ping), None);
}

/// A plan that a bot makes later keeps to what it has promised.
#[test]
fn a_bot_keeps_to_what_it_was_asked_for() {
    let game = given("planning S2-1; time 1:00; hand 2 C-LIFT A-RED B-BLUE");
    let asked = [(Seat(0), "serve 1".to_owned())];
    let series = game.scheme_heeding(Seat(1), 2, &asked, &mut Chance::quick(3)).unwrap();
    let mut after = game.clone();
    for action in &series {
        if after.check(Seat(1), action).is_ok() {
            after.apply(Seat(1), action, &mut Chance::quick(1), &mut Tell::muted());
        }
    }
    let laid = [1, 2].iter().any(|t| after.holds(&format!("board 2 {t} C-LIFT action")).is_ok());
    assert!(laid, "{series:?}");
}

/// Whoever has agreed to end the round plans on for what is asked, and says yes only if it comes to lie there (SA-3.10).
#[test]
fn sa_3_10_a_bot_that_has_agreed_to_end_the_round_plans_on_when_asked() {
    let mut game = given("planning S2-1; phase 2 3; hand 2 C-LIFT A-RED");
    let done = game.action(Seat(1), "end-round yes").unwrap();
    game.check(Seat(1), &done).unwrap();
    game.apply(Seat(1), &done, &mut Chance::quick(1), &mut Tell::muted());
    let (after, heed) = asked(&game, "serve 3");
    assert!(heed.follows && heed.says.starts_with("Yes. I serve the computer on "), "{}", heed.says);
    let laid = [8, 9].iter().any(|t| after.holds(&format!("board 2 {t} C-LIFT action")).is_ok());
    assert!(laid, "{:?}", heed.series);
    let again = after.action(Seat(1), "end-round yes").unwrap();
    after.check(Seat(1), &again).expect("it plans on, and may agree again");
}
