//! A decision belongs to its question, and is spelled by its own name: in words as logs have it, in JSON as the API and logs of
//! release 0.1.0 do.

use klaxon_core::{Chance, Code, Game, Seat, Situation, TableOrder, Tell, Viewer, Words};
use klaxon_space_alert::{Action, SpaceAlert};

fn table() -> SpaceAlert {
    let setup = SpaceAlert::setup(&TableOrder::default()).unwrap();
    SpaceAlert::start(&setup, &mut Chance::quick(1), &mut Tell::muted()).unwrap()
}

#[test]
fn decisions_are_spelled_as_ever() {
    let game = table();
    for (words, json) in [
        ("levels white mixed", r#"{"levels":{"common":"white","serious":"mixed"}}"#),
        ("squad-at UB", r#"{"squad-at":"UB"}"#),
        ("ready", r#""ready""#),
        ("flip 2", r#"{"flip":2}"#),
        ("take-back 3", r#"{"take-back":3}"#),
        ("swap 1 2", r#"{"swap":[1,2]}"#),
        ("next-phase", r#""next-phase""#),
        ("draw", r#""draw""#),
        ("end-round yes", r#"{"end-round":true}"#),
        ("pause no", r#"{"pause":false}"#),
        ("figure 2 space", r#"{"figure":{"member":1,"at":"space"}}"#),
        ("figure 1 UR", r#"{"figure":{"member":0,"at":{"station":"UR"}}}"#),
        ("ping LB", r#"{"ping":"LB"}"#),
        ("mark none", r#"{"mark":null}"#),
        ("mark UW", r#"{"mark":{"station":"UW"}}"#),
        ("mark red 3", r#"{"mark":{"square":["red",3]}}"#),
        ("say", r#""say""#),
        ("wait", r#""wait""#),
        ("wake", r#""wake""#),
        ("solo-take-back 1 4", r#"{"solo-take-back":{"android":0,"turn":4}}"#),
        ("advance", r#""advance""#),
        ("run", r#""run-to-end""#),
        ("trip half", r#"{"trip":"other-half"}"#),
        ("go-on yes", r#"{"go-on":true}"#),
        ("repair nothing", r#"{"repair":"nothing"}"#),
        ("repair squad 2", r#"{"repair":{"squad":1}}"#),
        ("repair red heavy", r#"{"repair":{"tile":["red","heavy"]}}"#),
    ] {
        let action = game.action(Seat(0), words).unwrap();
        assert_eq!(SpaceAlert::words(&action), words);
        assert_eq!(serde_json::to_string(&action).unwrap(), json, "{words}");
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action, "{json}");
    }
}

#[test]
fn cards_are_spelled_as_ever() {
    let game = table();
    let card = klaxon_space_alert::Kind(0);
    let named = serde_json::to_string(&card).unwrap();
    for (words, json) in [
        (
            format!("place {card} 2 action"),
            format!(r#"{{"place":{{"turn":2,"card":{named},"half":"action"}}}}"#),
        ),
        (
            format!("android 4 {card} 1 movement"),
            format!(r#"{{"android":{{"android":3,"turn":1,"card":{named},"half":"movement"}}}}"#),
        ),
        (
            format!("solo 1 {card} 9 action"),
            format!(r#"{{"solo-place":{{"android":0,"turn":9,"card":{named},"half":"action"}}}}"#),
        ),
        (format!("give {card} 2"), format!(r#"{{"give":{{"card":{named},"to":1}}}}"#)),
    ] {
        let action = game.action(Seat(0), &words).unwrap();
        assert_eq!(SpaceAlert::words(&action), words);
        assert_eq!(serde_json::to_string(&action).unwrap(), json);
        assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
    }
}

#[test]
fn words_that_make_no_decision_say_what_is_missing() {
    let game = table();
    for (words, why) in [
        ("jump", "`jump` begins no decision of this game"),
        ("flip", "`flip` ends where number should stand"),
        ("flip x", "`x` in `flip x` is no number"),
        ("figure 0 UR", "`0` in `figure 0 UR` is no number from 1"),
        ("ready now", "`now` is too much in `ready now`"),
        ("trip over", "`over` in `trip over` is no trip: no, half, arrow or written"),
    ] {
        assert_eq!(game.action(Seat(0), words), Err(why.into()));
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_is_told_so() {
    let game = table();
    let ready = game.action(Seat(0), "ready").unwrap();
    let refusal = game.check(Seat(4), &ready).unwrap_err();
    assert_eq!((refusal.code, refusal.text.as_str()), (Code::Malformed, "there is no seat 4 at this table"));
}

#[test]
fn an_answer_to_another_question_names_what_is_waited_for() {
    let game = table();
    let flip = game.action(Seat(0), "flip 1").unwrap();
    let refusal = game.check(Seat(0), &flip).unwrap_err();
    assert_eq!(refusal.text, "the clock starts when everybody is ready");
    assert_eq!(
        SpaceAlert::prompt(&game.view(Viewer::Seat(Seat(0))), Viewer::Seat(Seat(0))).text,
        "The clock starts when everybody is ready. Are you?"
    );
    let watched = SpaceAlert::prompt(&game.view(Viewer::Watcher), Viewer::Watcher).text;
    assert_eq!(watched, "Waiting until everybody is ready.");
}
