//! What comes of a situation script.

use klaxon_core::{
    Audience, Line, Luck, Refusal, Seat, Situation, Viewer, Words,
    script::{self, Mistake, Script},
};
use serde::Serialize;
use serde_json::Value;

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
    /// The decision in the words of the table, with who decides.
    pub label: Option<String>,
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

/// Runs a script.
pub(crate) fn report<G: Words + Situation>(script: &Script) -> Result<TrialReport, Mistake> {
    let trials = script::run::<G>(script)?;
    let passed = trials.passed();
    let label = |tried: &script::Tried<G>| {
        let (seat, action, at) = (tried.seat?, tried.action.as_ref()?, tried.at.as_ref()?);
        let view = at.view(Viewer::Seat(seat));
        Some(format!("{}: {}", G::seat_name(&view, seat), G::label(&view, action).text))
    };
    let row = |tried: script::Tried<G>| TrialRow {
        label: label(&tried),
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

/// A position as the head of a situation script.
pub fn situation_of<G: Situation>(game: &G) -> Option<String> {
    Some(format!("game {}\ngiven\n  {}\n", G::ID, game.clauses()?.join("\n  ")))
}
