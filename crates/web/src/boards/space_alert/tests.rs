//! The board as a whole, drawn at many moments of random missions.

use super::super::{Drawn, Touch};
use crate::{drawing::of_view, ui::Reach};
use klaxon_catalog::Choice;
use klaxon_core::{Chance, Game, Seat, Seed, Session, TableOrder, Viewer, Words};
use klaxon_space_alert::{SpaceAlert, StageView};
use std::collections::BTreeSet;

fn open(scenario: &str, seats: usize, options: &[(&str, &str)], seed: u64) -> Session<SpaceAlert> {
    let options = options.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
    let order = TableOrder { scenario: scenario.into(), seats, options, ..TableOrder::default() };
    Session::start(SpaceAlert::setup(&order).unwrap(), Seed::small(seed)).unwrap()
}

fn choices(session: &Session<SpaceAlert>, seat: Seat) -> Vec<Choice> {
    let view = session.game().view(Viewer::Seat(seat));
    let choice = |(index, action)| Choice {
        index,
        action: serde_json::Value::Null,
        words: String::new(),
        label: SpaceAlert::label(&view, &action),
    };
    session.game().choices(seat).into_iter().enumerate().map(choice).collect()
}

/// Everything that is drawn for a viewer who has clicked these things.
fn drawn(session: &Session<SpaceAlert>, viewer: Viewer, choices: &[Choice], clicks: &[String]) -> String {
    let reach = Reach::new(choices, clicks);
    let touch = Touch { reach: &reach, clicks, hinted: &[] };
    let board = SpaceAlert::board(&session.known(viewer), &touch);
    board.layers.into_iter().chain(board.panels).map(|(_, m)| m.into_string()).collect()
}

/// One random decision, or the next announcement.
fn any_step(session: &mut Session<SpaceAlert>, luck: &mut Chance) {
    let asked: Vec<Seat> = session.game().to_act().iter().collect();
    let alarm = session.game().alarm();
    match luck.pick(&asked) {
        Some(&seat) if alarm.is_none() || luck.below(12) > 0 => {
            let all = session.game().choices(seat);
            let action = *luck.pick(&all).expect("who is asked has a choice");
            session.act(seat, None, action, 1).unwrap();
        }
        Some(_) | None => {
            session.clock(alarm.expect("somebody or the clock moves the game on"), 1);
        }
    }
}

/// What the board offers to click is drawn, and nothing is drawn twice under one id.
#[test]
fn every_click_has_a_place_on_the_board() {
    type Order = (&'static str, usize, &'static [(&'static str, &'static str)]);
    let tables: [Order; 5] = [
        ("S1-1", 4, &[]),
        ("S2-1", 2, &[("fifth", "on")]),
        ("S2-3", 5, &[("pause", "on")]),
        ("S2-2", 1, &[]),
        ("campaign", 3, &[("clock", "off")]),
    ];
    for (k, (scenario, seats, options)) in tables.into_iter().enumerate() {
        let mut session = open(scenario, seats, options, k as u64);
        let mut luck = Chance::quick(k as u64 + 3);
        let mut stages = BTreeSet::new();
        for step in 0..420 {
            if session.game().outcome().is_some() {
                break;
            }
            if step % 41 == 0 {
                for seat in session.game().to_act().iter() {
                    check(&session, seat);
                }
                stages.insert(session.game().view(Viewer::Watcher).stage.name());
            }
            any_step(&mut session, &mut luck);
        }
        drawn(&session, Viewer::Watcher, &[], &[]);
        assert!(stages.contains("planning"), "{scenario}: {stages:?}");
    }
}

fn check(session: &Session<SpaceAlert>, seat: Seat) {
    let all = choices(session, seat);
    let viewer = Viewer::Seat(seat);
    let page = drawn(session, viewer, &all, &[]);
    for id in Reach::new(&all, &[]).next.keys().filter(|id| *id != "ping") {
        assert!(
            page.contains(&format!("data-click=\"{id}\"")),
            "{id} can be clicked, but is not on the board"
        );
    }
    // After a first click the next ones are there too.
    if let Some(first) = all.iter().find_map(|c| c.label.clicks.first()) {
        let clicks = [first.clone()];
        let page = drawn(session, viewer, &all, &clicks);
        for id in Reach::new(&all, &clicks).next.keys() {
            assert!(page.contains(&format!("data-click=\"{id}\"")), "{first} then {id}: not on the board");
        }
    }
    let mut seen = BTreeSet::new();
    for part in page.split(" id=\"").skip(1) {
        let id = part.split('"').next().unwrap_or_default();
        assert!(seen.insert(id.to_owned()), "two elements are called {id}");
    }
}

/// The script's future is on no page: neither the next announcement nor its time.
#[test]
fn what_the_script_will_say_is_not_drawn() {
    let mut session = open("random", 4, &[], 5);
    let mut luck = Chance::quick(9);
    for _ in 0..120 {
        any_step(&mut session, &mut luck);
    }
    let StageView::Planning(plan) = session.game().view(Viewer::Watcher).stage else {
        panic!("still planning")
    };
    let page = drawn(&session, Viewer::Watcher, &[], &[]);
    let next = session.game().alarm().expect("the clock runs");
    assert!(!page.contains(&format!("\"{next}\"")), "the time of the next announcement is on the page");
    let announced = plan.threats.len();
    assert_eq!(page.matches("class=\"sa-plate").count(), announced);
}

/// A view alone, as situations and watchers have it, can be drawn.
#[test]
fn a_view_without_its_past_is_drawn() {
    let session = open("S2-1", 4, &[("clock", "off")], 1);
    let drawn = of_view::<SpaceAlert>(session.game().view(Viewer::Everything), Viewer::Everything);
    assert!(drawn.label.contains("crew of 4"));
    assert_eq!(drawn.panels.len(), 10);
}
