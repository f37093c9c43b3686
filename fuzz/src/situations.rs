//! Situations: whatever the text, it is tried or refused; decisions and positions that are written out read back.

use klaxon_catalog::shelf;
use klaxon_core::{
    Game, Instinct, Seat, Situation, Viewer, Words,
    script::{self, Script},
};

/// Choices that are looked at in the last position.
const CHOICES: usize = 30;

pub(crate) fn run(text: &str) {
    let lines = text.lines().count().max(1);
    let script = match Script::parse(text) {
        Ok(script) => script,
        Err(mistake) => {
            assert!((1..=lines).contains(&mistake.line), "a mistake lies beyond the text: {mistake}");
            return;
        }
    };
    match script.game.as_str() {
        "" | klaxon_red_alert::RedAlert::ID => situation::<klaxon_red_alert::RedAlert>(&script),
        klaxon_star_trek::StarTrek::ID => situation::<klaxon_star_trek::StarTrek>(&script),
        klaxon_federation::Federation::ID => situation::<klaxon_federation::Federation>(&script),
        klaxon_starcraft::StarCraft::ID => situation::<klaxon_starcraft::StarCraft>(&script),
        klaxon_space_alert::SpaceAlert::ID => situation::<klaxon_space_alert::SpaceAlert>(&script),
        other => assert!(shelf::game(other).is_none(), "{other} is on the shelf and not tried here"),
    }
}

fn situation<G: Words + Situation + Instinct>(script: &Script) {
    let Ok(trials) = script::run::<G>(script) else { return };
    let game = &trials.game;
    if let Err(why) = game.audit() {
        panic!("the position is broken: {why}");
    }
    if let Some(clauses) = game.clauses() {
        let words: Vec<&str> = clauses.iter().map(String::as_str).collect();
        match G::given(&words) {
            Ok(again) => assert_eq!(again.clauses(), Some(clauses), "a position reads back as another one"),
            Err(why) => panic!("a position that was written out cannot be read: {why}\n{}", words.join("\n")),
        }
    }
    for seat in (0..game.seats()).map(|s| Seat(s as u8)) {
        let view = game.view(Viewer::Seat(seat));
        let _ = (G::prompt(&view, Viewer::Seat(seat)), G::tips(&view), game.appraise(seat));
        for action in G::anytime(&view, seat) {
            reads_back(game, seat, &action);
        }
        if !game.to_act().has(seat) {
            continue;
        }
        let choices = game.choices(seat);
        assert!(!choices.is_empty(), "seat {seat} is asked and has no choice");
        for action in choices.iter().take(CHOICES) {
            if let Err(refusal) = game.check(seat, action) {
                panic!("the choice {action:?} is refused: {refusal}");
            }
            reads_back(game, seat, action);
            let _ = (G::label(&view, action), G::odds(&view, action));
        }
    }
    let watcher = game.view(Viewer::Watcher);
    let _ = (G::prompt(&watcher, Viewer::Watcher), game.outcome());
}

/// A decision in words is the same decision.
fn reads_back<G: Situation>(game: &G, seat: Seat, action: &G::Action) {
    let words = G::words(action);
    assert_eq!(game.action(seat, &words).as_ref(), Ok(action), "`{words}` reads back otherwise");
}
