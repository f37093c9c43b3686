//! The next Activation token (SF-4.2), where the player turns it up himself.

use super::{About, Action, Asked, asked::Verdict};
use crate::{
    Federation, View, coach,
    state::Task,
    turn::Play,
    words::{
        ids,
        label::{OWN, answer},
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// There is one answer: on with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Resolve the token.
    Resolve,
}

impl Answer<Federation> for Next {
    fn ask(view: &View) -> Option<Ask> {
        let Task::Pause = view.table.top()? else { return None };
        let name = view.table.queue.first().map_or("nothing".into(), |token| token.name());
        Some(Ask::new("next", Line::new(format!("Next in the queue: {name}."), rule!("SF-4.2"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Pause)
    }

    fn offer(_: Asked<'_>, out: &mut Vec<Action>) {
        out.push(Action::Next(Next::Resolve));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if let Task::Pause = a.task { Ok(()) } else { a.not_asked() }
    }

    fn take(self, play: &mut Play<'_>) {
        play.resolve_token();
    }

    fn label(&self, view: &View) -> Label {
        let text = match view.table.queue.first() {
            Some(token) if token.is_federation() => format!("Begin your turn: {}", token.name()),
            Some(token) => format!("Resolve {}", token.name()),
            None => "Resolve the next token".into(),
        };
        Label { mark: OWN, ..answer(text, vec![ids::queue(0)], rule!("SF-4.2")) }
    }

    fn words(&self) -> String {
        "resolve".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Next>, String> {
        Ok((verb == "resolve").then_some(Next::Resolve))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.table.top() == Some(Task::Pause) { vec![&coach::QUEUE, &coach::LADDER] } else { Vec::new() }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.push(Action::Next(Next::Resolve));
    }
}
