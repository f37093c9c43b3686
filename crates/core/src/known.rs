//! What one viewer of a table may know.

use crate::{
    Game, Millis, Session, Situation, Viewer, Words,
    log::{Entry, Input},
};

/// What one viewer of a table may know: his view, what he heard, and what the clock says. Boards and summaries are made of
/// this, so they have no way to the state.
#[derive(Debug)]
pub struct Known<'a, G: Game> {
    /// Who looks.
    pub viewer: Viewer,
    /// What lies open to him.
    pub view: G::View,
    /// What he heard, step by step; step 0 is the set-up.
    pub heard: Vec<(u32, &'a G::Event)>,
    /// The number of the last step.
    pub step: u32,
    /// He heard the game from its beginning. A table from a snapshot has not kept what was told before.
    pub whole: bool,
    /// When the table's clock began, on the world's clock; none before it first told something.
    pub opened: Option<Millis>,
    /// The time of the last step on the table's clock.
    pub now: Option<Millis>,
}

impl<G: Words + Situation> Session<G> {
    /// What a viewer may know.
    pub fn known(&self, viewer: Viewer) -> Known<'_, G> {
        let tick = |entry: &Entry| match entry.input {
            Input::Clock { now } => Some(entry.at.saturating_sub(now)),
            Input::Act { .. } | Input::Undo { .. } | Input::Edition { .. } => None,
        };
        // The last one: a game that was taken in or branched has gone over to another table's clock.
        let opened = self.steps().iter().rev().find_map(|step| tick(&step.entry));
        let latest = self.steps().last().map(|step| step.entry.at);
        Known {
            viewer,
            view: self.game().view(viewer),
            heard: self.heard(viewer).collect(),
            step: self.step(),
            whole: self.steps().len() >= self.step() as usize,
            opened,
            now: latest.zip(opened).map(|(at, opened)| at.saturating_sub(opened)),
        }
    }
}
