//! Situations for `klaxon try` and the page *Try*.

use crate::shelf;
use klaxon_core::{
    Audience, Edition, Game, Line, Luck, Refusal, Seat, Situation, Words, panic_text,
    script::{self, Mistake, Script},
};
use klaxon_red_alert::RedAlert;
use serde::Serialize;
use serde_json::Value;
use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

/// What came of a situation.
#[derive(Clone, Debug, Serialize)]
pub struct TrialReport {
    /// The game's id.
    pub game: &'static str,
    /// Did everything come out as the script says?
    pub passed: bool,
    /// Line by line.
    pub steps: Vec<TrialRow>,
    /// The last position as a situation, where the language can express it.
    pub situation: Option<String>,
    /// The last position in full.
    pub state: Value,
}

/// What came of one line.
#[derive(Clone, Debug, Serialize)]
pub struct TrialRow {
    /// The line's number in the script.
    pub line: usize,
    /// Who decided, if it was a decision.
    pub seat: Option<Seat>,
    /// The line's own words.
    pub words: String,
    /// The decision.
    pub action: Option<Value>,
    /// True unless it was refused.
    pub accepted: bool,
    /// How it was refused.
    pub refusal: Option<Refusal>,
    /// What was said of it, with who heard it.
    pub events: Vec<TrialEvent>,
    /// What was expected and did not come true.
    pub failure: Option<String>,
}

/// An event of a trial.
#[derive(Clone, Debug, Serialize)]
pub struct TrialEvent {
    /// Who hears it.
    pub to: Audience,
    /// The sentence.
    pub line: Line,
    /// Dice to show with it.
    pub luck: Option<Luck>,
    /// The event itself.
    pub event: Value,
}

/// Runs a situation script, by an edition of the rules or by the one that the script says. Where the rules break down over a
/// position that no game comes to, that is a mistake like any other, and nothing but the answer is printed.
pub fn try_script(text: &str, edition: Option<Edition>) -> Result<TrialReport, Mistake> {
    quietly(|| try_openly(text, edition)).unwrap_or_else(|why| {
        let text =
            format!("the rules broke down over this ({why}): a fault of the program, please report it");
        Err(Mistake { line: 1, text })
    })
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs something and catches its panic without a word about it on standard error.
fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    QUIET.set(before);
    result.map_err(|panic| panic_text(&*panic))
}

/// The same, but a panic of the rules is one: for those who look for them.
pub fn try_openly(text: &str, edition: Option<Edition>) -> Result<TrialReport, Mistake> {
    let mut script = Script::parse(text)?;
    if let Some(edition) = edition {
        script.edition = Some((1, edition));
    }
    let game = if script.game.is_empty() { RedAlert::ID } else { script.game.as_str() };
    by_id!(game, G => report::<G>(&script), else Err(Mistake { line: 1, text: shelf::no_such_game(game).text }))
}

fn report<G: Words + Situation>(script: &Script) -> Result<TrialReport, Mistake> {
    let trials = script::run::<G>(script)?;
    let passed = trials.passed();
    let row = |tried: script::Tried<G>| TrialRow {
        line: tried.line,
        seat: tried.seat,
        words: tried.words,
        action: tried.action.map(|a| serde_json::to_value(a).expect("an action serialises")),
        accepted: tried.refusal.is_none(),
        refusal: tried.refusal,
        events: tried
            .events
            .into_iter()
            .map(|told| TrialEvent {
                to: told.to,
                line: G::line(&told.event),
                luck: G::luck(&told.event),
                event: serde_json::to_value(&told.event).expect("an event serialises"),
            })
            .collect(),
        failure: tried.failure,
    };
    Ok(TrialReport {
        game: G::ID,
        passed,
        steps: trials.tried.into_iter().map(row).collect(),
        situation: situation_of(&trials.game),
        state: serde_json::to_value(&trials.game).expect("a state serialises"),
    })
}

/// The name of a seat in a game's situations.
pub fn seat_word(game: &str, seat: Seat) -> String {
    by_id!(game, G => G::seat_word(seat), else seat.to_string())
}

/// A position as the head of a situation script.
pub fn situation_of<G: Situation>(game: &G) -> Option<String> {
    Some(format!("game {}\ngiven\n  {}\n", G::ID, game.clauses()?.join("\n  ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_each_game_comes_out_as_written() {
        for cover in &shelf::COVERS {
            let report =
                try_script(shelf::example(cover.id), None).unwrap_or_else(|e| panic!("{}: {e}", cover.id));
            assert_eq!((report.game, report.passed), (cover.id, true), "{:#?}", report.steps);
            assert!(!shelf::language(cover.id).is_empty());
        }
    }
}
